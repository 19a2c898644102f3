//! The lines of a replaced range, as they are compared with those of the payload.

/// A line of the range, or of the marker, as it is compared with the payload.
pub(super) struct ComparedLine<'t> {
    /// The line number in the file, from 0; `None` for a comment that only the marker has.
    pub(super) line: Option<usize>,
    /// Whether the marker has the line.
    pub(super) is_marked: bool,
    /// The neighbor beside which the payload has the line, if the marker left it out.
    pub(super) paired: Option<PairedSide>,
    /// Whether the marker's line has trailing whitespace.
    pub(super) has_end: bool,
    /// Whether the marker has the same trailing whitespace, or absence of it, as the file.
    pub(super) shows_end: bool,
    /// The text that is compared.
    pub(super) text: &'t str,
    pub(super) fate: Fate<'t>,
}

/// The neighbor of a gap beside which a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PairedSide {
    /// The line above the gap.
    Above,
    /// The line below the gap.
    Below,
}

/// What happens to a line.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Fate<'t> {
    /// The line keeps the bytes of the file.
    Stays,
    /// The line is removed.
    Goes,
    /// The payload's line replaces it, with the same text but another indentation or trailing whitespace.
    GivesWayTo(&'t str),
}
