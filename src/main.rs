//! The `chunk` command.

fn main() {}
