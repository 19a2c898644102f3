struct A;

impl A {
    fn f() {}
}
