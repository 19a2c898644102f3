struct B;
fn f<A>(a: A) {}
