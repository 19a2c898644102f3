fn g() {}
mod a { use super::*; use b::*; fn h() { g() } }
