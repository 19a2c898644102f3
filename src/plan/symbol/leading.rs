//! Members of lists whose separators begin the line of the next member: `, b: 2`.

use crate::resolve::symbol::{LeadingSeparator, SiblingContext, Side};
use crate::text::normal::{indentation, is_blank};
use crate::text::{Buffer, Edit, EditSet};

use super::beside::{OccupiedLines, add_lines, delete, end_of_line};
use super::indenting::Indenter;

/// Returns the indentation of lines beside a member.
pub(super) fn base_indent(
    planter: &Indenter<'_>,
    (site, leading): (&SiblingContext, &LeadingSeparator),
    side: Side,
) -> String {
    let start = planter.buffer.line_start(planter.buffer.line_of(site.head));
    let begins_line = is_blank(&planter.buffer.slice(start..site.head));
    match (side, &leading.before) {
        (Side::Before, None) if begins_line => planter.indent_at(site.head),
        _ => leading.indent(),
    }
}

/// Returns the edit that inserts lines beside a member; they are indented by `base` and do not end in a separator.
pub(super) fn insert(
    buffer: &Buffer,
    (site, leading): (&SiblingContext, &LeadingSeparator),
    (side, base): (Side, &str),
    lines: &[String],
) -> EditSet {
    let own = OccupiedLines::of(buffer, &site.range);
    let end = end_of_line(buffer, own.first);
    let blanks = || std::iter::repeat_n(String::new(), site.gap);
    let bare = lines.first().and_then(|first| first.strip_prefix(base)).unwrap_or_default().to_owned();
    let rest = || lines.iter().skip(1).cloned();
    let led = || std::iter::once(format!("{}{bare}", leading.lead)).chain(rest());
    match (side, &leading.before) {
        (Side::Before, Some(sign)) => add_lines(buffer, buffer.line_of(sign.start), led().chain(blanks())),
        // The new member becomes the first one, and the present first one gets the separator.
        (Side::Before, None) if own.has_start => {
            let added = add_lines(buffer, own.first, lines.iter().cloned().chain(blanks()));
            let line = buffer.line_of(site.head);
            let indent =
                buffer.line_start(line)..buffer.line_start(line) + indentation(&buffer.line(line)).len();
            let lead = Edit { range: indent, text: leading.lead.clone() };
            EditSet::new(added.iter().cloned().chain([lead]).collect()).unwrap_or(added)
        }
        (Side::Before, None) => {
            let text: Vec<String> = std::iter::once(bare).chain(rest()).chain(blanks()).collect();
            EditSet::one(
                site.range.start..site.range.start,
                format!("{}{end}{}", text.join(end), leading.lead),
            )
        }
        (Side::After, _) if site.terminator.is_none() && own.has_end => {
            add_lines(buffer, own.last + 1, blanks().chain(led()))
        }
        (Side::After, _) => {
            let at = site.terminator.as_ref().map_or(site.range.end, |sign| sign.range.start);
            let text: Vec<String> = std::iter::once(String::new()).chain(blanks()).chain(led()).collect();
            EditSet::one(at..at, text.join(end))
        }
    }
}

/// Returns the edit that removes a member with its separator; if it is the first member, the next one takes its place.
pub(super) fn take_out(
    buffer: &Buffer,
    (site, leading): (&SiblingContext, &LeadingSeparator),
    declaration: usize,
) -> EditSet {
    let plain = SiblingContext { leading: None, terminator: None, separator_before: None, ..site.clone() };
    match (&leading.before, &leading.behind, &site.terminator) {
        // The terminator of the members stays on the line.
        (Some(own), _, Some(sign)) => {
            EditSet::one(own.start..sign.range.end - sign.text.len(), String::new())
        }
        (Some(own), _, None) => {
            let range = own.start..site.range.end;
            delete(buffer, &SiblingContext { range, ..plain }, declaration)
        }
        (None, Some(next), _) if is_blank(&buffer.slice(site.range.end..next.start)) => {
            EditSet::one(site.range.start..next.end, String::new())
        }
        (None, Some(next), _) => {
            let gone = delete(buffer, &plain, declaration);
            let blanks = " ".repeat(next.len());
            let sign = Edit { range: next.clone(), text: blanks };
            EditSet::new(gone.iter().cloned().chain([sign]).collect()).unwrap_or(gone)
        }
        (None, None, _) => delete(buffer, &plain, declaration),
    }
}
