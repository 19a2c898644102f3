fn f() {}
struct A { f: fn() }
fn h() { A { f }; }
