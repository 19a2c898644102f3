struct A;

impl A {
    fn a() {}
}

impl A {
    fn b() {}
}
