//! Why lines are not found, or found too often: the facts.

use std::ops::Range;
use std::rc::Rc;

use super::unnamed::Unnamed;
use crate::resolve::nearby::Near;

/// A hunk, from 0, and why it has no place.
pub type HunkProblem = (usize, LinesProblem);

/// Why a marker or a hunk has no place. Lines of the file count from 0.
#[derive(Debug, Clone, PartialEq)]
pub enum LinesProblem {
    /// The lines stand nowhere.
    NotFound {
        /// The place that comes nearest.
        near: Option<Near>,
    },
    /// The lines stand in several places.
    Ambiguous {
        /// Each of them; shared, since thousands of equal hunks may have thousands of places.
        candidates: Rc<[Range<usize>]>,
    },
    /// The marker stands in the file, but not with its `before` or `after`.
    ContextMismatch {
        /// Where the marker stands.
        candidates: Rc<[Range<usize>]>,
    },
    /// The change stands in the file already.
    AlreadyApplied {
        /// Where.
        at: Range<usize>,
    },
    /// The new lines stand in one place, and the marker, but for its comments, in another; or the old lines of a hunk, but for
    /// their depth.
    MadeElsewhere {
        /// Where the new lines are.
        at: Range<usize>,
        /// Where the marker is, with other comments or none.
        marker: Range<usize>,
    },
    /// All that the change does is to insert lines that are at their place already.
    Repeated {
        /// Where.
        at: Range<usize>,
    },
    /// The hunk removes lines that another hunk of the section brings, and that one is made already.
    Disturbs {
        /// Where its old lines are.
        at: Range<usize>,
        /// The other hunk, from 0.
        other: usize,
    },
    /// The hunk only adds lines, and nothing says where.
    NoPlace,
    /// The hunk only adds lines, at a line number that the file does not reach or that does not fit.
    NoSuchLine {
        /// The line that it asks for, from 1.
        line: usize,
    },
    /// The hunk only adds lines at a line number, and those of the hunks above and below it are not off by the same.
    NumberInDoubt {
        /// The line that it asks for, from 1.
        line: usize,
    },
    /// The hunk removes a comment line that is not at the place where its other lines are.
    CommentMissing {
        /// Where the others are.
        at: Range<usize>,
        /// The line of the hunk, from 0.
        hunk_line: usize,
    },
    /// The old lines are indented otherwise in the file, and no one shift explains how.
    NoUniformShift {
        /// Where they are.
        at: Range<usize>,
    },
    /// A line of the payload opens a block, and no line below it is deeper.
    BodyNotDeeper {
        /// Where the marker is.
        at: Range<usize>,
        /// The line of the payload, from 0.
        payload_line: usize,
    },
    /// All lines lost their indentation, and the heading of a block goes whose lines stay.
    HeadingLost {
        /// Where they are.
        at: Range<usize>,
    },
    /// The payload may be meant at several depths.
    DepthOpen {
        /// Where the marker is.
        at: Range<usize>,
        /// Marker and payload as they would be written for each of them.
        readings: Vec<Spelled>,
    },
    /// The marker leaves out a blank line or a comment, and the payload does not tell whether it stays, or where.
    LeftOpen {
        /// The line that it leaves out.
        line: usize,
    },
    /// A line of the hunk stands for code that it leaves out, and lines are added next to it.
    Elided {
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

/// Marker and payload as deep as they are in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spelled {
    /// The marker's lines.
    pub marker: Vec<String>,
    /// The payload's lines.
    pub payload: Vec<String>,
}

/// What happened to lines that the patch does not name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinesWarning {
    /// Comments or blank lines that the patch does not name went with the lines around them.
    Unnamed(Vec<Unnamed>),
    /// A hunk fits several places below the line that its anchor names, and is made in the first.
    FirstBelow {
        /// The line of the anchor, from 0.
        anchor: usize,
        /// The other places.
        others: Vec<Range<usize>>,
    },
    /// The only place of a hunk stands above the line that its anchor names.
    AboveAnchor {
        /// The line of the anchor, from 0.
        anchor: usize,
        /// The place.
        place: Range<usize>,
    },
}
