//! Crate.

fn g() {}
