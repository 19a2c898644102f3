fn g() {}
mod a { fn h() { super::g() } }
