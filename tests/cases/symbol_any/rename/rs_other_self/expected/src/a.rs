struct A;
impl A { fn g(&self) {} }
struct B;
impl B { fn h(&self) { self.f() } }
