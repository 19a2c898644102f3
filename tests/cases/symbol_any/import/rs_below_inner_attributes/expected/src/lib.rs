//! Crate.

#![deny(x)]
#![allow(y)]

use std::io;

fn a() {}
