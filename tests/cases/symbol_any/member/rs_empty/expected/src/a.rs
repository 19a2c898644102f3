struct A;

impl A {
    fn a() {}
}

trait T {
    fn t(&self);
}
