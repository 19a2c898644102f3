//! The definition to which the markers of several consecutive operations are limited.
//!
//! Operations are written for the original text. The first of them may leave a definition that cannot be parsed, or has
//! another name, until the last one is done. So the definition is found once, and then tracked by its byte range.

use std::ops::Range;

use crate::diag::PatchPlace;
use crate::ir::SymbolTarget;
use crate::text::{Buffer, EditSet};

/// A definition that the previous operation has named.
#[derive(Debug)]
pub(super) struct NamedScope {
    target: SymbolTarget,
    /// Its byte range without what was inserted directly before or after it.
    inner: Range<usize>,
    /// Its byte range with that.
    outer: Range<usize>,
}

impl NamedScope {
    pub(in crate::plan) fn new(target: &SymbolTarget, lines: &Range<usize>, buffer: &Buffer) -> Self {
        let bytes = buffer.line_start(lines.start)..buffer.line_start(lines.end);
        Self { target: placeless(target), inner: bytes.clone(), outer: bytes }
    }

    /// Returns whether a target is spelled like the one by which the definition was found.
    pub(in crate::plan) fn is_of(&self, target: &SymbolTarget) -> bool {
        self.target == placeless(target)
    }

    /// Returns the line ranges to search, in this order.
    pub(in crate::plan) fn lines(&self, buffer: &Buffer) -> [Range<usize>; 2] {
        [&self.inner, &self.outer].map(|bytes| buffer.lines_of(bytes))
    }

    /// Returns the scope after edits; `None` if nothing is left of it, or an edit crosses its bounds.
    pub(in crate::plan) fn after(self, edits: &EditSet) -> Option<Self> {
        let inner = moved(&self.inner, edits, EdgeRule::Out)?;
        let outer = moved(&self.outer, edits, EdgeRule::In)?;
        (!inner.is_empty()).then_some(Self { inner, outer, ..self })
    }
}

fn placeless(target: &SymbolTarget) -> SymbolTarget {
    SymbolTarget { place: PatchPlace::default(), ..target.clone() }
}

/// Whether text inserted at an edge of a range becomes part of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EdgeRule {
    In,
    Out,
}

fn moved(range: &Range<usize>, edits: &EditSet, edges: EdgeRule) -> Option<Range<usize>> {
    let (mut start, mut end) = (range.start, range.end);
    for edit in edits {
        let at = &edit.range;
        let is_at_edge = at.is_empty() && (at.start == range.start || at.start == range.end);
        let is_within = range.start <= at.start && at.end <= range.end;
        let grow = |byte: usize| byte + edit.text.len() - at.len();
        if is_within && (!is_at_edge || edges == EdgeRule::In) {
            end = grow(end);
        } else if at.end <= range.start {
            (start, end) = (grow(start), grow(end));
        } else if at.start < range.end {
            return None;
        }
    }
    Some(start..end)
}
