fn f() {}
mod a { use super::f; fn h() { f() } }
