//! Hunks as keys of a map, by equal old lines or by all lines.

use std::hash::{Hash, Hasher};

use super::hash::{hash, mix};
use crate::ir::{Hunk, HunkLine, Tag};

/// A hunk, compared by its old lines and the positions of the new ones among them, which alone determine its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct OldLines<'h>(pub(super) &'h Hunk);

/// A hunk, compared by all of its lines.
#[derive(Debug, Clone, Copy)]
pub(super) struct AllLines<'h>(pub(super) &'h Hunk);

impl OldLines<'_> {
    fn are_equal((one, other): (&HunkLine, &HunkLine)) -> bool {
        one.tag == other.tag && (one.tag == Tag::Added || one.text == other.text)
    }
}

impl AllLines<'_> {
    fn are_equal((one, other): (&HunkLine, &HunkLine)) -> bool {
        one.tag == other.tag && one.text == other.text
    }
}

fn all_pairs(one: &Hunk, other: &Hunk, are_equal: impl Fn((&HunkLine, &HunkLine)) -> bool) -> bool {
    one.at_end == other.at_end
        && one.lines.len() == other.lines.len()
        && one.lines.iter().zip(&other.lines).all(are_equal)
}

fn hash_of<'h>(lines: impl Iterator<Item = &'h HunkLine>) -> u64 {
    lines.fold(0, |state, line| mix(state, hash(&line.text)))
}

impl PartialEq for OldLines<'_> {
    fn eq(&self, other: &Self) -> bool {
        all_pairs(self.0, other.0, Self::are_equal)
    }
}

impl Eq for OldLines<'_> {}

impl Hash for OldLines<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(hash_of(self.0.old()));
    }
}

impl PartialEq for AllLines<'_> {
    fn eq(&self, other: &Self) -> bool {
        all_pairs(self.0, other.0, Self::are_equal)
    }
}

impl Eq for AllLines<'_> {}

impl Hash for AllLines<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(hash_of(self.0.lines.iter()));
    }
}
