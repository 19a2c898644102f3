//! Inserts lines among the members of a class or a similar container.

use crate::resolve::symbol::{MemberSlot, SlotPlace, TextAfter};
use crate::text::normal::indentation;
use crate::text::{Buffer, Edit, EditSet, FinalNewline, LineEdits, NewLine};

use super::beside::end_of_line;
use super::indenting::Indenter;

/// Returns the indentation of a new member.
pub(super) fn base_indent(planter: &Indenter<'_>, room: &MemberSlot) -> String {
    room.indent
        .clone()
        .unwrap_or_else(|| planter.deeper(&planter.indent_at(room.class), planter.buffer.line_of(room.class)))
}

/// Returns the edit that inserts `payload`, already indented by `base`, at the place that was found.
pub(in crate::plan) fn insert(
    buffer: &Buffer,
    room: &MemberSlot,
    payload: Vec<String>,
    base: &str,
) -> EditSet {
    let mut edits: Vec<Edit> = match &room.place {
        SlotPlace::Lines { at, above, below } => {
            let blanks = |count: &usize| std::iter::repeat_n(String::new(), *count);
            let lines = blanks(above).chain(payload).chain(blanks(below));
            let mut edits = LineEdits::default();
            edits.add(*at, lines.map(NewLine::plain));
            edits.into_edits(buffer, FinalNewline::Keep).iter().cloned().collect()
        }
        SlotPlace::Within { range, trail, kept, above, rest } => {
            let end = end_of_line(buffer, buffer.line_of(range.start));
            let kept = kept_with_separator(kept, room).into_iter().map(|kept| format!("{base}{kept}"));
            let blanks = std::iter::repeat_n(String::new(), *above);
            let lines = [trail.clone()].into_iter().chain(kept).chain(blanks).chain(payload);
            let mut text = lines.collect::<Vec<_>>().join(end);
            match rest {
                TextAfter::Nothing => {}
                TextAfter::Closes | TextAfter::Members(_) => {
                    if let TextAfter::Members(members) = rest {
                        members.iter().for_each(|member| text.push_str(&format!("{end}{base}{member}")));
                    }
                    let line = buffer.line(buffer.line_of(room.class));
                    text.push_str(end);
                    text.push_str(indentation(&line));
                }
                TextAfter::Member => {
                    text.push_str(end);
                    text.push_str(base);
                }
            }
            vec![Edit { range: range.clone(), text }]
        }
        SlotPlace::OnLine { at, before, behind, without } => {
            let line =
                payload.iter().map(|line| line.trim()).find(|line| !line.is_empty()).unwrap_or_default();
            let sign = without.as_deref().and_then(|sign| line.strip_suffix(sign));
            let text = format!("{before}{}{behind}", sign.unwrap_or(line).trim_end());
            return EditSet::one(*at..*at, text);
        }
    };
    edits.extend(room.parted_bracket.map(|at| Edit { range: at..at, text: " ".to_owned() }));
    if let (Some((at, separator)), false) = (&room.separator, keeps_last(room)) {
        edits.push(Edit { range: at.clone(), text: separator.clone() });
    }
    EditSet::new(edits).expect("a separator stands before the place behind it")
}

/// Returns whether the last member is rewritten together with the payload.
fn keeps_last(room: &MemberSlot) -> bool {
    matches!(&room.place, SlotPlace::Within { kept, .. } if !kept.is_empty())
}

fn kept_with_separator(kept: &[String], room: &MemberSlot) -> Vec<String> {
    let mut kept = kept.to_vec();
    if let (Some(last), Some((_, separator))) = (kept.last_mut(), &room.separator) {
        last.push_str(separator);
    }
    kept
}
