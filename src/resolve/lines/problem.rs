//! The reasons why lines are not found, or found more than once.

use std::ops::Range;
use std::rc::Rc;

use super::unnamed::UnnamedRemoval;
use crate::resolve::nearby::Near;

/// A hunk (index from 0), and the reason why it has no place.
pub type HunkProblem = (usize, LinesProblem);

/// The reason why a marker or a hunk has no place. Lines of the file count from 0.
#[derive(Debug, Clone, PartialEq)]
pub enum LinesProblem {
    /// The lines occur nowhere.
    NotFound {
        /// The most similar place.
        near: Option<Near>,
    },
    /// The lines occur in several places.
    Ambiguous {
        /// All places; shared, since thousands of equal hunks may have thousands of places.
        candidates: Rc<[Range<usize>]>,
    },
    /// The marker occurs in the file, but not with its `before` or `after`.
    ContextMismatch {
        /// The places of the marker.
        candidates: Rc<[Range<usize>]>,
    },
    /// The change is already in the file.
    AlreadyApplied {
        /// The place of the change.
        at: Range<usize>,
    },
    /// The new lines are at one place, and the marker, with other comments, or the old lines of a hunk, at another
    /// depth, at another place.
    AppliedElsewhere {
        /// The place of the new lines.
        at: Range<usize>,
        /// The place of the marker or the old lines.
        marker: Range<usize>,
    },
    /// The change would only insert lines that are already at their place.
    Repeated {
        /// The place of these lines.
        at: Range<usize>,
    },
    /// The hunk removes lines that another hunk of the section adds, and that hunk is already applied.
    RemovesAppliedLines {
        /// The place of its old lines.
        at: Range<usize>,
        /// The other hunk, from 0.
        other: usize,
    },
    /// The hunk only adds lines, and nothing determines their place.
    NoPlace,
    /// The hunk only adds lines, at a line number beyond the end of the file or at a line that does not fit.
    NoSuchLine {
        /// The requested line, from 1.
        line: usize,
    },
    /// The hunk only adds lines at a line number, and the numbers of the hunks above and below it are wrong by
    /// different amounts.
    NumberInDoubt {
        /// The requested line, from 1.
        line: usize,
    },
    /// The hunk removes a comment line that is not at the place of its other lines.
    CommentMissing {
        /// The place of its other lines.
        at: Range<usize>,
        /// The line of the hunk, from 0.
        hunk_line: usize,
    },
    /// The old lines are indented differently in the file, and no single shift explains the difference.
    NoUniformShift {
        /// The place of the old lines.
        at: Range<usize>,
    },
    /// A line of the payload opens a block, and no line below it is deeper.
    BodyNotDeeper {
        /// The place of the marker.
        at: Range<usize>,
        /// The line of the payload, from 0.
        payload_line: usize,
    },
    /// All lines lost their indentation, and the heading of a block is removed whose lines stay.
    HeadingLost {
        /// The place of the lines.
        at: Range<usize>,
    },
    /// The payload may be meant at several depths.
    AmbiguousDepth {
        /// The place of the marker.
        at: Range<usize>,
        /// Marker and payload, written for each of the depths.
        readings: Vec<ReindentedPair>,
    },
    /// The marker leaves out a blank line or a comment, and the payload does not show whether it stays, or where.
    UnclearLeftOut {
        /// The line that is left out.
        line: usize,
    },
    /// A line of the hunk stands for omitted code, and lines are added next to it.
    OmittedCode {
        /// The line of the hunk, from 0.
        hunk_line: usize,
    },
    /// Two hunks of one section change the same lines.
    Overlap {
        /// The other hunk, from 0.
        other: usize,
        /// The line that both claim.
        line: usize,
    },
}

/// Marker and payload at their depth in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReindentedPair {
    /// The marker's lines.
    pub marker: Vec<String>,
    /// The payload's lines.
    pub payload: Vec<String>,
}

/// A fact about the result that the patch does not state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinesWarning {
    /// Comments or blank lines that the patch does not contain were removed with the lines around them.
    Unnamed(Vec<UnnamedRemoval>),
    /// A hunk fits several places below the line that its anchor names, and is applied at the first.
    FirstBelow {
        /// The line of the anchor, from 0.
        anchor: usize,
        /// The other places.
        others: Vec<Range<usize>>,
    },
    /// The only place of a hunk is above the line that its anchor names.
    AboveAnchor {
        /// The line of the anchor, from 0.
        anchor: usize,
        /// The place.
        place: Range<usize>,
    },
    /// The lines that a hunk without context removes are at one other place, at another depth.
    OnceMore {
        /// The other place.
        place: Range<usize>,
    },
}
