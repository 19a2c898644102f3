//! What was searched for.

use std::ops::Range;

use crate::ir::{Marker, Operation};

/// The marker of an operation, and the lines in which it was searched for.
#[derive(Clone, Copy)]
pub(in crate::plan) struct MarkerSearch<'a> {
    pub(in crate::plan) operation: &'a Operation,
    pub(in crate::plan) marker: &'a Marker,
    pub(in crate::plan) within: &'a Range<usize>,
}
