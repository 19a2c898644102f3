struct A;
impl A { fn g(&self) {} }
impl T for A { fn f(&self) {} }
