//! Crate.
#![deny(x)]

use std::fmt;
use std::rc::Rc;

use crate::a;

mod tests {
    use super::*;
}
