impl A {
    fn a() {}
}
