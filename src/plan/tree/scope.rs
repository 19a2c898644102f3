//! The definition in which several markers in a row are looked for.
//!
//! Operations are written for the text as it was. The first of a row may leave a definition that cannot be parsed, or has
//! another name, until the last one is done; so it is found once, and from then on is known by its bytes.

use std::ops::Range;

use crate::diag::PatchPlace;
use crate::ir::SymbolTarget;
use crate::text::{Buffer, EditSet};

/// A definition that the operation before has named.
#[derive(Debug)]
pub(super) struct NamedScope {
    target: SymbolTarget,
    /// Its bytes without what was put directly before or behind it.
    inner: Range<usize>,
    /// Its bytes with that.
    outer: Range<usize>,
}

impl NamedScope {
    pub(in crate::plan) fn new(target: &SymbolTarget, lines: &Range<usize>, buffer: &Buffer) -> Self {
        let bytes = buffer.line_start(lines.start)..buffer.line_start(lines.end);
        Self { target: placeless(target), inner: bytes.clone(), outer: bytes }
    }

    /// Whether a target is spelled as the one that it was found by.
    pub(in crate::plan) fn is_of(&self, target: &SymbolTarget) -> bool {
        self.target == placeless(target)
    }

    /// The lines in which to look, one after the other.
    pub(in crate::plan) fn lines(&self, buffer: &Buffer) -> [Range<usize>; 2] {
        [&self.inner, &self.outer].map(|bytes| buffer.lines_of(bytes))
    }

    /// The scope after edits; `None` if nothing is left of it, or an edit reaches over its edges.
    pub(in crate::plan) fn after(self, edits: &EditSet) -> Option<Self> {
        let inner = moved(&self.inner, edits, EdgeRule::Out)?;
        let outer = moved(&self.outer, edits, EdgeRule::In)?;
        (!inner.is_empty()).then_some(Self { inner, outer, ..self })
    }
}

fn placeless(target: &SymbolTarget) -> SymbolTarget {
    SymbolTarget { place: PatchPlace::default(), ..target.clone() }
}

/// Whether what is put at an edge of a range becomes a part of it.
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
