fn f() {}
fn h() { assert!(f() == ()); }
