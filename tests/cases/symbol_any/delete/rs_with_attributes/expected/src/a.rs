use a::b;

#[test]
fn g() {}
