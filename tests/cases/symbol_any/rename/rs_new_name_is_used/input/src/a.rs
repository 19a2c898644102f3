fn f() {}
fn h() { g() }
