struct A;
impl X for A {
    fn run(&self) {}
}
impl Y for A {
    fn run(&self) {}
}
