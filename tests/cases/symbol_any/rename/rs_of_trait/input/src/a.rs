struct A;
trait T { fn f(&self); }
impl T for A { fn f(&self) {} }
