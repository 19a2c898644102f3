struct A;
fn f<A>(a: A) {}
