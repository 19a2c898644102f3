struct A;
impl A {
    fn one() {}
}
impl A {
    fn two() {}
}
