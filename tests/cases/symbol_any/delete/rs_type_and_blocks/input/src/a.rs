//! Crate.

/// A.
struct A;

impl A {
    fn f() {}
}

fn g() {}
