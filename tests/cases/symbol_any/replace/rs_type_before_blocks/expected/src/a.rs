struct A {
    x: u8,
}

impl A {
    fn g() {}
}
