pub use std::{fmt, io::{self, Read}};
use std::io::Write;

fn a() {}
