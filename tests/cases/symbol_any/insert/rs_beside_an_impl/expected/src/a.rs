struct A;

impl A {
    fn a() {}

    fn b() {}
}

impl Drop for A {
    fn drop(&mut self) {}
}
