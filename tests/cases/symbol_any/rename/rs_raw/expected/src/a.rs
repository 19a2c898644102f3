fn g() {}
fn h() { r#g() }
