//! Crate.

#![deny(x)]
#![allow(y)]
fn a() {}
