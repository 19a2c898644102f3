pub struct A {
    x: u8,
    /// Y.
    y: u8,
}

impl A {
    fn a() {}

    fn new() -> Self {
        A { x: 1 }
    }
}

impl Drop for A {
    fn drop(&mut self) {}
}
