struct A;
impl A { fn f(&self) {} }
impl A { fn g(&self) {} }
