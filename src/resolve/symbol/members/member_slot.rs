//! The place where members are inserted: as lines, or within a line.

use std::ops::Range;

use crate::resolve::symbol::outline::items::ItemId;
use crate::resolve::symbol::outline::outlined::Outlined;

/// The place for new members in a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberSlot {
    /// The place.
    pub place: SlotPlace,
    /// The indentation of the members; `None` if there is none yet: one indent level more than the class.
    pub indent: Option<String>,
    /// The byte offset of the class: the closing bracket gets the indentation of its line.
    pub class: usize,
    /// The separator that the member before needs, and the bytes that it replaces.
    pub separator: Option<(Range<usize>, String)>,
    /// The separator that the payload needs at its end, if it has none.
    pub payload_separator: Option<String>,
    /// The byte offset of an opening bracket that needs a blank before it once the body has several lines.
    pub parted_bracket: Option<usize>,
}

/// The kind of place in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SlotPlace {
    /// Before a line, with the number of blank lines to insert above and below the payload.
    Lines {
        /// The line, from 0.
        at: usize,
        /// The number of blank lines above.
        above: usize,
        /// The number of blank lines below.
        below: usize,
    },
    /// Within a line, which is split there.
    Within {
        /// The bytes that are replaced.
        range: Range<usize>,
        /// The text that remains at the end of the split line.
        trail: String,
        /// Text of the range that gets its own lines before the payload.
        kept: Vec<String>,
        /// The number of blank lines between the two.
        above: usize,
        /// How the text after the range is handled.
        rest: TextAfter,
    },
    /// Within a line, which remains one line.
    OnLine {
        /// The byte offset at which the payload is inserted.
        at: usize,
        /// The text between the preceding member and the payload.
        before: String,
        /// The text between the payload and the following member.
        behind: String,
        /// The separator that is removed from the end of the payload.
        without: Option<String>,
    },
}

/// How the text after a split place is handled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextAfter {
    /// There is none.
    Nothing,
    /// It closes the class, on a line of its own.
    Closes,
    /// It is a member, on a line of its own.
    Member,
    /// It closes the class, after these members on lines of their own.
    Members(Vec<String>),
}

impl MemberSlot {
    /// Returns whether the line of the place remains one line.
    pub fn stays_on_line(&self) -> bool {
        matches!(self.place, SlotPlace::OnLine { .. })
    }
}

/// The body of a container.
pub(in crate::resolve::symbol) struct Body<'a> {
    pub(in crate::resolve::symbol) file: Outlined<'a>,
    pub(in crate::resolve::symbol) id: ItemId,
    pub(in crate::resolve::symbol) inside: Range<usize>,
    /// The end of the whole definition.
    pub(in crate::resolve::symbol) end: usize,
}
