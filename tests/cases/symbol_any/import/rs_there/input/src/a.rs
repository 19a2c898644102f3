pub use std::{fmt, io::{self, Read}};

fn a() {}
