#[cfg(feature = "std")]
use std::error;

fn main() {}
