//! What is known of a payload and of the place that it goes to.

use std::ops::Range;

use super::layout::Layout;
use super::line::DepthLine;
use super::told::{MarkerShift, PlacedLine};
use super::witness::Witnesses;
use crate::ir::Marker;
use crate::resolve::lines::marker::MarkerMatch;
use crate::text::LexRules;

/// Where a payload goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PayloadSide {
    /// In the place of the marker.
    Instead,
    /// Directly before it.
    Before,
    /// Directly behind it.
    After,
}

/// A place for a payload, beside a marker or instead of it.
#[derive(Debug)]
pub struct PayloadPlace<'m> {
    /// The marker that tells the place.
    pub marker: &'m Marker,
    /// Where it is.
    pub found: &'m MarkerMatch,
    /// On which side of it the payload goes.
    pub side: PayloadSide,
    /// The lines of the file between which it comes.
    pub gap: Range<usize>,
}

/// What is known of a marker, its place and a payload.
pub(super) struct DepthFacts<'t> {
    pub(super) layout: Layout,
    /// Whether the language is known.
    pub(super) is_code: bool,
    /// What tells its comments, strings and words, if these are.
    pub(super) rules: Option<&'t LexRules>,
    /// Where the payload goes.
    pub(super) side: PayloadSide,
    /// How deep the lines of `before` and `after` are at least.
    pub(super) context_least: Option<isize>,
    /// The lines of the payload, blank ones included.
    pub(super) payload_count: usize,
    /// How deep a step of the file is.
    pub(super) step: usize,
    /// Whether the columns of the patch show how the payload stands to the marker: they are block scalars whose bases differ.
    pub(super) shares_columns: bool,
    /// How much deeper their columns are if the patch is written as most are: its blocks a step deeper than their keys, and the
    /// lines in them as deep as in the file; 0 unless the columns are shared.
    pub(super) base: isize,
    /// Whether that may be because both are as deep as in the file.
    pub(super) may_be_verbatim: bool,
    /// The marker's lines, each with its depth in the file.
    pub(super) marker: Vec<PlacedLine<'t, 't>>,
    /// How the file spells the indentation of each of these lines.
    pub(super) spelled: Vec<&'t str>,
    pub(super) payload: &'t [DepthLine<'t>],
    pub(super) told: MarkerShift,
    /// How deep the first line of the place is.
    pub(super) depth: isize,
    pub(super) witnesses: Witnesses,
    /// Whether marker and payload differ in nothing but depth.
    pub(super) same_text: bool,
}
