//! Puts lines among the members of a class or its like.

use crate::resolve::symbol::{Rest, Room, RoomPlace};
use crate::text::normal::indentation;
use crate::text::{Buffer, Edit, EditSet, FinalNewline, LineEdits, NewLine};

use super::beside::end_of_line;
use super::planting::Planter;

/// The white space that a new member begins with.
pub(super) fn base_indent(planter: &Planter<'_>, room: &Room) -> String {
    room.indent
        .clone()
        .unwrap_or_else(|| planter.deeper(&planter.indent_at(room.class), planter.buffer.line_of(room.class)))
}

/// The edit that puts `payload`, already indented by `base`, where there is room.
pub(super) fn insert(buffer: &Buffer, room: &Room, payload: Vec<String>, base: &str) -> EditSet {
    let mut edits: Vec<Edit> = match &room.place {
        RoomPlace::Lines { at, above, below } => {
            let blanks = |count: &usize| std::iter::repeat_n(String::new(), *count);
            let lines = blanks(above).chain(payload).chain(blanks(below));
            let mut edits = LineEdits::default();
            edits.add(*at, lines.map(NewLine::plain));
            edits.into_edits(buffer, FinalNewline::Keep).iter().cloned().collect()
        }
        RoomPlace::Within { range, trail, kept, above, rest } => {
            let end = end_of_line(buffer, buffer.line_of(range.start));
            let kept = kept.as_ref().map(|kept| format!("{base}{}", kept_with_separator(kept, room)));
            let blanks = std::iter::repeat_n(String::new(), *above);
            let lines = [trail.clone()].into_iter().chain(kept).chain(blanks).chain(payload);
            let mut text = lines.collect::<Vec<_>>().join(end);
            match rest {
                Rest::Nothing => {}
                Rest::Closes => {
                    let line = buffer.line(buffer.line_of(room.class));
                    text.push_str(end);
                    text.push_str(indentation(&line));
                }
                Rest::Member => {
                    text.push_str(end);
                    text.push_str(base);
                }
            }
            vec![Edit { range: range.clone(), text }]
        }
    };
    if let (Some((at, separator)), false) = (&room.separator, keeps_last(room)) {
        edits.push(Edit { range: at.clone(), text: separator.clone() });
    }
    EditSet::new(edits).expect("a separator stands before the place behind it")
}

/// Whether the last member is put down anew with the payload.
const fn keeps_last(room: &Room) -> bool {
    matches!(room.place, RoomPlace::Within { kept: Some(_), .. })
}

fn kept_with_separator(kept: &str, room: &Room) -> String {
    match &room.separator {
        Some((_, separator)) => format!("{kept}{separator}"),
        None => kept.to_owned(),
    }
}
