fn f() {}
fn h() { r#f() }
