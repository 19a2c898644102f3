struct A;
impl A { fn g(&self) {} }
fn h(a: A) { a.g() }
