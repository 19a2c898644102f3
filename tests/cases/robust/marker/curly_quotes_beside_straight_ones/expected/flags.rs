#[cfg(feature = "std")]
use std::error;
#[cfg(feature = "std")]
use std::io;

fn main() {}
