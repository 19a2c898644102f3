impl A {
    fn f() {}
}

impl B {
    fn f() {}
}
