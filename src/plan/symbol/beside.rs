//! Inserts lines beside a definition, or removes the definition, without leaving traces in the layout of the file.

use std::ops::Range;

use crate::resolve::symbol::{SiblingContext, Side, Terminator};
use crate::text::normal::{indentation, is_blank, trailing_blanks};
use crate::text::{Buffer, Edit, EditSet, FinalNewline, LineEdits, LineEnd, NewLine};

use super::indenting::Indenter;
use crate::plan::blanks::gap::{GapEdges, KeptGap, gap_of};

/// Returns the indentation of lines beside a definition.
pub(super) fn base_indent(planter: &Indenter<'_>, site: &SiblingContext) -> String {
    let own = planter.indent_at(site.head);
    if site.container_on_line { planter.deeper(&own, planter.buffer.line_of(site.head)) } else { own }
}

/// Returns the edit that inserts `payload`, already indented, beside a definition.
pub(in crate::plan) fn insert(
    buffer: &Buffer,
    (site, side): (&SiblingContext, Side),
    payload: &[String],
    base: &str,
) -> EditSet {
    let with_own = |own: Edit, edits: &EditSet| {
        let all = std::iter::once(own).chain(edits.iter().cloned()).collect();
        EditSet::new(all).expect("what parts members stands before the place behind it")
    };
    match (side, &site.separator, &site.terminator, site.unseparated) {
        // The terminator of the members moves behind the inserted ones.
        (Side::After, Some(separator), Some(sign), _) => {
            let site = SiblingContext { range: site.range.start..sign.end, ..site.clone() };
            let edits = insert_separated(buffer, (&site, side), payload, base);
            with_own(Edit { range: sign.range.clone(), text: separator.clone() }, &edits)
        }
        (Side::After, Some(separator), None, Some(at)) => {
            let edits = insert_separated(buffer, (site, side), payload, base);
            with_own(Edit { range: at..at, text: separator.clone() }, &edits)
        }
        _ => insert_separated(buffer, (site, side), payload, base),
    }
}

fn insert_separated(
    buffer: &Buffer,
    (site, side): (&SiblingContext, Side),
    payload: &[String],
    base: &str,
) -> EditSet {
    let lines = OccupiedLines::of(buffer, &site.range);
    let gap = if side == Side::Before && site.gets_lead_in { 0 } else { site.gap };
    let blanks = std::iter::repeat_n(String::new(), gap);
    match side {
        Side::Before if lines.has_start => {
            let above = (0..lines.first).rev();
            let far = far_blanks(site, buffer, above.filter(|_| !site.is_first && !site.opens_section));
            let mut edits = LineEdits::default();
            edits.add(lines.first, far.chain(payload.iter().cloned()).chain(blanks).map(NewLine::plain));
            edits.end_like_next(buffer, lines.first);
            edits.into_edits(buffer, FinalNewline::Keep)
        }
        Side::After if lines.has_end => {
            let below = lines.last + 1..buffer.line_count();
            let site = &SiblingContext { outer_gap: site.outer_gap.max(site.code_below_gap), ..site.clone() };
            let far = far_blanks(site, buffer, below.filter(|_| !site.is_last));
            add_lines(buffer, lines.last + 1, blanks.chain(payload.iter().cloned()).chain(far))
        }
        // Other code precedes the definition on its line: the definition moves to a line of its own.
        Side::Before => {
            let start =
                site.range.start - trailing_blanks(&buffer.slice(lines.start..site.range.start)).len();
            let end = end_of_line(buffer, lines.first);
            let text = std::iter::once(String::new()).chain(payload.iter().cloned()).chain(blanks);
            let text = text.collect::<Vec<_>>().join(end);
            EditSet::one(start..site.range.start, format!("{text}{end}{base}"))
        }
        Side::After => {
            let rest = buffer.slice(site.range.end..lines.end);
            let behind = site.range.end + (rest.len() - rest.trim_start_matches([' ', '\t']).len());
            let end = end_of_line(buffer, lines.last);
            let text = std::iter::once(String::new()).chain(blanks).chain(payload.iter().cloned());
            let text = text.collect::<Vec<_>>().join(end);
            let own = buffer.line(lines.last);
            // The closing bracket of a container gets the indentation of the line on which the container began.
            let rest_indent = if site.is_last && site.container_on_line { indentation(&own) } else { base };
            EditSet::one(site.range.end..behind, format!("{text}{end}{rest_indent}"))
        }
    }
}

/// Returns the blank lines that are missing between the inserted lines and the nearest non-blank line on their far
/// side, if there is such a line.
fn far_blanks(
    site: &SiblingContext,
    buffer: &Buffer,
    mut away: impl Iterator<Item = usize>,
) -> impl Iterator<Item = String> {
    let blanks = away.position(|line| !is_blank(&buffer.line(line)));
    std::iter::repeat_n(String::new(), blanks.map_or(0, |blanks| site.outer_gap.saturating_sub(blanks)))
}

/// Returns the edit that removes a definition with the blank lines that only separated it from others.
pub(super) fn delete(buffer: &Buffer, site: &SiblingContext, declaration: usize) -> EditSet {
    if let (Some(sign), Some(before)) = (&site.terminator, &site.separator_before) {
        return delete_before_sign(buffer, site, sign, before.clone());
    }
    let lines = OccupiedLines::of(buffer, &site.range);
    if !lines.has_start || !lines.has_end {
        if let Some(stand_in) = &site.stand_in {
            return EditSet::one(site.range.clone(), stand_in.clone());
        }
        if let Some(range) = with_sign_behind(buffer, &site.range, &lines) {
            return EditSet::one(range, String::new());
        }
        let range = with_blanks(buffer, &site.range, &lines);
        let range = match comma_before(buffer, &site.range, &lines).filter(|_| site.is_last) {
            Some(comma) if lines.has_end => comma..range.end,
            Some(comma) => comma..site.range.end,
            None => range,
        };
        return EditSet::one(range, String::new());
    }
    let mut edits = LineEdits::removing(lines.first..=lines.last);
    if let Some(stand_in) = &site.stand_in {
        let own = buffer.line(buffer.line_of(declaration));
        edits.add(lines.first, [NewLine::plain(format!("{}{stand_in}", indentation(&own)))]);
        return edits.into_edits(buffer, FinalNewline::Keep);
    }
    let edges = GapEdges { opens: site.is_first, closes: site.is_last };
    gap_of(buffer, &(lines.first..lines.last + 1), edges, KeptGap::Larger)
        .for_each(|line| edits.remove(line));
    let edits = edits.into_edits(buffer, FinalNewline::Keep);
    let has_own = site.separator.is_some() && site.unseparated.is_none();
    let is_last = site.is_last && !has_own;
    let idle = || idle_comma(buffer, &site.range).filter(|_| is_last).map(|comma| comma..comma + 1);
    let Some(comma) = site.separator_before.clone().or_else(idle) else { return edits };
    let comma = Edit { range: comma, text: String::new() };
    EditSet::new(std::iter::once(comma).chain(edits.iter().cloned()).collect()).unwrap_or(edits)
}

/// Returns the edit that removes the last of several members with a common terminator: the terminator moves behind the
/// previous member, where it replaces the separator.
fn delete_before_sign(
    buffer: &Buffer,
    site: &SiblingContext,
    sign: &Terminator,
    before: Range<usize>,
) -> EditSet {
    let whole = site.range.start..sign.end.max(site.range.end);
    let lines = OccupiedLines::of(buffer, &whole);
    let own = Edit { range: before.clone(), text: sign.text.clone() };
    let gone = if lines.has_start && lines.has_end {
        let mut edits = LineEdits::removing(lines.first..=lines.last);
        let edges = GapEdges { opens: site.is_first, closes: site.is_last };
        gap_of(buffer, &(lines.first..lines.last + 1), edges, KeptGap::Larger)
            .for_each(|line| edits.remove(line));
        edits.into_edits(buffer, FinalNewline::Keep)
    } else if lines.has_start {
        EditSet::one(with_blanks(buffer, &(site.range.start..sign.range.end), &lines), String::new())
    } else {
        EditSet::one(before.end..sign.range.end, String::new())
    };
    let all = std::iter::once(own).chain(gone.iter().cloned()).collect();
    EditSet::new(all).unwrap_or(gone)
}

/// Extends the range of a definition by the `;` behind it, if that only separates it from what follows on the line.
fn with_sign_behind(buffer: &Buffer, range: &Range<usize>, lines: &OccupiedLines) -> Option<Range<usize>> {
    // The last of several names is removed with the comma before it; the `;` ends the statement of the remaining names.
    if buffer.has_at(range.start, ",") {
        return None;
    }
    let rest = buffer.slice(range.end..lines.end);
    let own = buffer.slice(range.clone());
    let behind = rest.trim_start_matches([' ', '\t']).strip_prefix(';')?;
    let behind = behind.trim_start_matches([' ', '\t']);
    (!own.trim_end().ends_with(';') && !is_blank(behind)).then(|| range.start..lines.end - behind.len())
}

/// Returns the byte offset of the comma at the end of the line above the last item of a list, if no separator follows
/// that item.
fn idle_comma(buffer: &Buffer, last: &Range<usize>) -> Option<usize> {
    let has_own = buffer.slice(last.clone()).trim_end().ends_with([',', ';']);
    let line = (0..buffer.line_of(last.start)).rev().find(|line| !is_blank(&buffer.line(*line)))?;
    let text = buffer.line(line);
    let text = text.trim_end();
    (!has_own && text.ends_with(',')).then(|| buffer.line_start(line) + text.len() - 1)
}

/// Returns the byte offset of the comma before the last item of a list, on the same line, if no separator follows that
/// item.
fn comma_before(buffer: &Buffer, last: &Range<usize>, lines: &OccupiedLines) -> Option<usize> {
    let has_own = buffer.slice(last.clone()).trim_end().ends_with([',', ';']);
    let before = buffer.slice(lines.start..last.start);
    let before = before.trim_end();
    (!has_own && before.ends_with(',')).then(|| lines.start + before.len() - 1)
}

/// The lines that a range occupies.
pub(super) struct OccupiedLines {
    pub(super) first: usize,
    pub(super) last: usize,
    /// The byte offset of the start of the first line.
    start: usize,
    /// The byte offset of the end of the last line.
    end: usize,
    /// Whether only blanks precede the range on its first line.
    pub(super) has_start: bool,
    /// Whether only blanks follow the range on its last line.
    pub(super) has_end: bool,
}

impl OccupiedLines {
    pub(super) fn of(buffer: &Buffer, range: &Range<usize>) -> Self {
        let first = buffer.line_of(range.start);
        let last = buffer.line_of(range.end.saturating_sub(1).max(range.start));
        let start = buffer.line_start(first);
        let end = buffer.line_range(last).end.max(range.end);
        Self {
            first,
            last,
            start,
            end,
            has_start: is_blank(&buffer.slice(start..range.start)),
            has_end: is_blank(&buffer.slice(range.end..end)),
        }
    }
}

/// Extends a range that shares a line by the blanks between it and the rest of that line.
fn with_blanks(buffer: &Buffer, range: &Range<usize>, lines: &OccupiedLines) -> Range<usize> {
    if lines.has_end {
        let before = buffer.slice(lines.start..range.start);
        return range.start - trailing_blanks(&before).len()..lines.end;
    }
    // What follows the last of several names, which is removed with its comma, is about the others.
    if buffer.has_at(range.start, ",") {
        return range.clone();
    }
    let rest = buffer.slice(range.end..lines.end);
    range.start..range.end + (rest.len() - rest.trim_start_matches([' ', '\t']).len())
}

pub(super) fn add_lines(buffer: &Buffer, at: usize, lines: impl Iterator<Item = String>) -> EditSet {
    let mut edits = LineEdits::default();
    edits.add(at, lines.map(NewLine::plain));
    edits.into_edits(buffer, FinalNewline::Keep)
}

/// Returns the line ending of a line; the last line of a file without a final line ending gets the one of the line
/// before it.
pub(in crate::plan) fn end_of_line(buffer: &Buffer, line: usize) -> &'static str {
    match buffer.line_end(line) {
        LineEnd::None => line.checked_sub(1).map_or(LineEnd::Lf, |above| match buffer.line_end(above) {
            LineEnd::None => LineEnd::Lf,
            end => end,
        }),
        end => end,
    }
    .as_str()
}
