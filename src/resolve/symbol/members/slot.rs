//! Where members come, as lines or within one.

use std::ops::Range;

use crate::resolve::symbol::outline::items::ItemId;
use crate::resolve::symbol::outline::outlined::Outlined;

/// Room for lines in a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Room {
    /// The place.
    pub place: RoomPlace,
    /// The white space of the members; absent where there is none yet: one step more than the class has.
    pub indent: Option<String>,
    /// The byte at which the class begins: its line gives the indentation of what closes it.
    pub class: usize,
    /// What the member before needs behind it, and the bytes that it takes the place of.
    pub separator: Option<(Range<usize>, String)>,
    /// What the payload needs behind it, should it not end in it.
    pub payload_separator: Option<String>,
    /// The byte of an opening bracket that gets a blank before it, since its body gets lines.
    pub parted_bracket: Option<usize>,
}

/// Where in the text there is room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RoomPlace {
    /// Before a line, with so many blank lines above and below what comes there.
    Lines {
        /// The line, from 0.
        at: usize,
        /// Blank lines above.
        above: usize,
        /// Blank lines below.
        below: usize,
    },
    /// Within a line, which is opened up there.
    Within {
        /// The bytes that give way.
        range: Range<usize>,
        /// What stays on the line that is opened, behind what stands before the range.
        trail: String,
        /// What stood in the range and gets lines of its own before the payload.
        kept: Vec<String>,
        /// Blank lines between the two.
        above: usize,
        /// What happens to the text behind the range.
        rest: Rest,
    },
    /// Within a line, which stays one line.
    OnLine {
        /// The byte at which the payload comes.
        at: usize,
        /// What stands between the member before and the payload.
        before: String,
        /// What stands between the payload and the member behind it.
        behind: String,
        /// The sign at the end of the payload that it does without.
        without: Option<String>,
    },
}

/// What happens to the text behind an opened place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rest {
    /// There is none.
    Nothing,
    /// It closes the class, on a line of its own.
    Closes,
    /// It is a member, on a line of its own.
    Member,
    /// It closes the class, behind these members on lines of their own.
    Members(Vec<String>),
}

impl Room {
    /// Whether the line on which it is stays one line.
    pub fn stays_on_line(&self) -> bool {
        matches!(self.place, RoomPlace::OnLine { .. })
    }
}

/// A body that is looked at.
pub(in crate::resolve::symbol) struct Body<'a> {
    pub(in crate::resolve::symbol) file: Outlined<'a>,
    pub(in crate::resolve::symbol) id: ItemId,
    pub(in crate::resolve::symbol) inside: Range<usize>,
    /// The end of the whole definition.
    pub(in crate::resolve::symbol) end: usize,
}
