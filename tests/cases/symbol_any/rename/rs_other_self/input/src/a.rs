struct A;
impl A { fn f(&self) {} }
struct B;
impl B { fn h(&self) { self.f() } }
