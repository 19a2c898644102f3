struct A;
impl A { fn f(&self) {} }
impl T for A { fn f(&self) {} }
