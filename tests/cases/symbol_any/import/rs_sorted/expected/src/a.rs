//! Crate.
#![deny(x)]

use std::fmt;
use std::io;
use std::rc::Rc;

use crate::a;
use crate::b::{self, C};

mod tests {
    use super::*;
}
