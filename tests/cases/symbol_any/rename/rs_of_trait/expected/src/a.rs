struct A;
trait T { fn g(&self); }
impl T for A { fn g(&self) {} }
