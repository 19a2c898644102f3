struct A;
impl A { fn f(&self) {} }
fn h(a: A) { a.f() }
