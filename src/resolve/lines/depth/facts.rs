//! The facts about a payload and its place from which its depth is decided.

use std::ops::Range;

use super::layout::Layout;
use super::line::DepthLine;
use super::marker_shift::{MarkerShift, PlacedLine};
use super::shared_line::Witnesses;
use crate::ir::Marker;
use crate::resolve::lines::marker::MarkerMatch;
use crate::text::LexRules;

/// The position of a payload relative to its marker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PayloadSide {
    /// The payload replaces the marker.
    Replace,
    /// The payload is inserted directly before the marker.
    Before,
    /// The payload is inserted directly after the marker.
    After,
}

/// The place of a payload: beside a marker, or instead of it.
#[derive(Debug)]
pub struct PayloadPlace<'m> {
    /// The marker that determines the place.
    pub marker: &'m Marker,
    /// The match of the marker in the file.
    pub found: &'m MarkerMatch,
    /// The position of the payload relative to the marker.
    pub side: PayloadSide,
    /// The lines of the file that the payload replaces, or an empty range where it is inserted.
    pub gap: Range<usize>,
}

/// The facts about a marker, its place and a payload.
pub(super) struct DepthFacts<'t> {
    pub(super) layout: Layout,
    /// Whether the language is known.
    pub(super) is_code: bool,
    /// The rules for comments, strings and words, if they are known.
    pub(super) rules: Option<&'t LexRules>,
    /// The position of the payload relative to the marker.
    pub(super) side: PayloadSide,
    /// The minimum depth of the lines of `before` and `after`.
    pub(super) context_least: Option<isize>,
    /// The number of lines of the payload, including blank lines.
    pub(super) payload_count: usize,
    /// The width of an indent level of the file, in columns.
    pub(super) step: usize,
    /// Whether the columns of the patch show the relative depth of marker and payload: both are block scalars, and
    /// their bases differ.
    pub(super) has_common_columns: bool,
    /// The number of extra columns before each line if the patch is written in the usual way, with block scalars a step
    /// deeper than their keys and their lines as deep as in the file; 0 unless the columns are shared.
    pub(super) base: isize,
    /// Whether the columns may be shared because both are as deep as in the file.
    pub(super) may_be_verbatim: bool,
    /// The marker's lines, each with its depth in the file.
    pub(super) marker: Vec<PlacedLine<'t, 't>>,
    /// The indentation of each of these lines in the file.
    pub(super) marker_indents: Vec<&'t str>,
    pub(super) payload: &'t [DepthLine<'t>],
    pub(super) marker_shift: MarkerShift,
    /// The depth of the first line of the place.
    pub(super) depth: isize,
    pub(super) witnesses: Witnesses,
    /// Whether marker and payload differ only in depth.
    pub(super) same_text: bool,
}
