//! The lines of a range that is replaced, as they are compared with those of the payload.

/// A line of the range, or of the marker, as the payload is compared with it.
pub(super) struct ComparedLine<'t> {
    /// Where it stands in the file; `None` for a comment that only the marker has.
    pub(super) line: Option<usize>,
    /// Whether the marker has it.
    pub(super) is_marked: bool,
    /// Beside which line the payload has it, where the marker left it out.
    pub(super) paired: Option<PairedSide>,
    /// Whether the marker has blanks at its end.
    pub(super) has_end: bool,
    /// Whether the marker's end is that of the file, with or without blanks.
    pub(super) shows_end: bool,
    /// What it is compared as.
    pub(super) text: &'t str,
    pub(super) fate: Fate<'t>,
}

/// Beside which of the lines around a gap a line stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PairedSide {
    /// The one above.
    Above,
    /// The one below.
    Below,
}

/// What becomes of a line.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Fate<'t> {
    /// The file's bytes stay.
    Stays,
    /// It goes.
    Goes,
    /// It goes, and the payload's line takes its place: the same text, indented otherwise.
    GivesWayTo(&'t str),
}
