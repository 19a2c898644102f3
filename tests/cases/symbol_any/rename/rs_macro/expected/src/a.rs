fn g() {}
fn h() { assert!(g() == ()); }
