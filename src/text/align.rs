//! Aligns two sequences: what stays, what goes and what comes.
//!
//! The algorithms are compiled once, over numbers that stand for the items: over each type of its own they took a
//! quarter of the time that the whole library takes to compile.

use std::collections::HashMap;
use std::hash::Hash;

use similar::{Algorithm, DiffOp};

/// How two sequences are aligned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Method {
    /// The fewest changes.
    Shortest,
    /// What occurs once on both sides divides them, as it does for a reader.
    Patience,
}

/// The steps from `old` to `new`, in order.
pub(crate) fn align<T: Hash + Eq>(method: Method, old: &[T], new: &[T]) -> Vec<DiffOp> {
    let (old, new) = numbered(old, new);
    align_numbers(method, &old, &new)
}

/// The same for numbers that stand for something.
#[allow(clippy::disallowed_methods, reason = "this is the one place")]
pub(crate) fn align_numbers(method: Method, old: &[u32], new: &[u32]) -> Vec<DiffOp> {
    let algorithm = match method {
        Method::Shortest => Algorithm::Myers,
        Method::Patience => Algorithm::Patience,
    };
    similar::capture_diff_slices(algorithm, old, new)
}

/// Numbers for the items of two sequences: equal items get equal numbers.
pub(crate) fn numbered<T: Hash + Eq>(old: &[T], new: &[T]) -> (Vec<u32>, Vec<u32>) {
    let mut numbers: HashMap<&T, u32> = HashMap::with_capacity(old.len());
    let mut number = |item| {
        let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        *numbers.entry(item).or_insert(next)
    };
    let first = old.iter().map(&mut number).collect();
    (first, new.iter().map(number).collect())
}
