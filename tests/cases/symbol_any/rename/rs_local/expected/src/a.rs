fn g() {}
fn h() { let f = g(); f }
