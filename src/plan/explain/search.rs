//! What was looked for.

use std::ops::Range;

use crate::ir::{Marker, Operation};

/// The marker of an operation, and the lines that it was looked for in.
#[derive(Clone, Copy)]
pub(in crate::plan) struct MarkerSearch<'a> {
    pub(in crate::plan) operation: &'a Operation,
    pub(in crate::plan) marker: &'a Marker,
    pub(in crate::plan) within: &'a Range<usize>,
}
