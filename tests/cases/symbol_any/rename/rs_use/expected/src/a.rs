fn g() {}
mod a { use super::g; fn h() { g() } }
