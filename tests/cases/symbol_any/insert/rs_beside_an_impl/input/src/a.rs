struct A;

impl A {
    fn a() {}
}
