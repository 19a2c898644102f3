fn f() {}
mod a { use super::*; use b::*; fn h() { f() } }
