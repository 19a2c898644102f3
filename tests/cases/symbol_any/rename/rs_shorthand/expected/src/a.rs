fn g() {}
struct A { f: fn() }
fn h() { A { f: g }; }
