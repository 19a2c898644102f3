fn f() {}
fn h() { let f = f(); f }
