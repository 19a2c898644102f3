fn f() {}
mod a { fn h() { super::f() } }
