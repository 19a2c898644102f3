pub struct A {
    x: u8
}

impl A {
    fn a() {}
}

impl Drop for A {
    fn drop(&mut self) {}
}
