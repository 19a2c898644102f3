//! Aligns two sequences: finds the items that are kept, removed and inserted.
//!
//! The algorithms are instantiated once, for numbers that represent the items: instantiated for each item type, they
//! took a quarter of the compile time of the library.

use std::collections::HashMap;
use std::hash::Hash;

use similar::{Algorithm, DiffOp};

/// An algorithm of alignment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Method {
    /// The alignment with the fewest changes.
    Shortest,
    /// The alignment that is anchored at items which occur once on both sides, as a reader would align them.
    Patience,
}

/// Returns the diff from `old` to `new`, in order.
pub(crate) fn align<T: Hash + Eq>(method: Method, old: &[T], new: &[T]) -> Vec<DiffOp> {
    let (old, new) = numbered(old, new);
    align_numbers(method, &old, &new)
}

/// Aligns sequences of numbers that represent items, as [`align`] does.
#[allow(clippy::disallowed_methods, reason = "this is the one place")]
pub(crate) fn align_numbers(method: Method, old: &[u32], new: &[u32]) -> Vec<DiffOp> {
    let algorithm = match method {
        Method::Shortest => Algorithm::Myers,
        Method::Patience => Algorithm::Patience,
    };
    similar::capture_diff_slices(algorithm, old, new)
}

/// Returns numbers for the items of two sequences: equal items have equal numbers.
pub(crate) fn numbered<T: Hash + Eq>(old: &[T], new: &[T]) -> (Vec<u32>, Vec<u32>) {
    let mut numbers: HashMap<&T, u32> = HashMap::with_capacity(old.len());
    let mut number = |item| {
        let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        *numbers.entry(item).or_insert(next)
    };
    let first = old.iter().map(&mut number).collect();
    (first, new.iter().map(number).collect())
}
