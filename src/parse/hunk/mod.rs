//! Parses the bodies of hunks, for three formats.
//!
//! A body consists of lines that begin with a space, `+` or `-`. In a diff, a line without such a prefix counts as a
//! context line whose space was lost; in the envelope it is refused, since nothing else determines the end of a hunk
//! there.

mod end;
mod header;

use self::header::Counts;
use super::lines::{Line, Lines};
use super::problem::malformed;
use crate::diag::{Code, Diagnostic, PatchPlace};
use crate::ir::{Hunk, HunkLine, Tag};

pub(super) use end::{begins_section, is_half_a_header, is_header_pair, is_mbox_start};
pub(super) use header::is_hunk_header;

/// The error that a line of a body begins with none of the prefixes.
pub(super) struct Unprefixed;

/// Parses consecutive hunks of a diff, separated by blank lines only.
pub(super) fn read_hunks(lines: &mut Lines<'_>) -> Vec<Hunk> {
    let mut hunks = Vec::new();
    while lines.peek().is_some_and(|line| is_hunk_header(line.text)) {
        hunks.extend(read_hunk(lines));
        lines.skip_blank();
    }
    hunks
}

fn read_hunk(lines: &mut Lines<'_>) -> Option<Hunk> {
    let first = lines.next()?;
    let header = header::read_header(first.text);
    let mut hunk = begin_hunk(first.number);
    add_header(&mut hunk, first.text);
    let end = end::find_end(*lines, header.counts);
    hunk.lines.reserve_exact(end.number() - lines.number());
    let mut copy = None;
    let body = lines.until(&end).shared(&mut copy);
    for line in body {
        push_context_if_unprefixed(&mut hunk, line, &body);
    }
    let counted = Counts { old: hunk.old().count(), new: hunk.new_side().count() };
    hunk.counts_match = header.counts.is_some_and(|counts| counts == counted);
    *lines = end;
    Some(hunk)
}

/// Returns a hunk without lines, which begins at a line of the patch.
pub(super) fn begin_hunk(line: usize) -> Hunk {
    Hunk { place: PatchPlace::new(line, 1), ..Hunk::default() }
}

/// Adds the contents of a line that begins with `@@`; each of several such lines narrows the place further.
pub(super) fn add_header(hunk: &mut Hunk, text: &str) {
    let header = header::read_header(text);
    hunk.line_hint = header.line.or(hunk.line_hint);
    hunk.new_line_hint = header.new_line.or(hunk.new_line_hint);
    hunk.inserts_after_hint = header.counts.is_some_and(|counts| counts.old == 0);
    if let Some(anchor) = header.anchor {
        if hunk.anchors.is_empty() {
            // There is nearly always only one anchor, and a large diff has many hunks.
            hunk.anchors.reserve_exact(1);
        }
        hunk.anchors.push(anchor);
    }
}

/// Adds a line of `body` to a hunk.
///
/// # Errors
/// Fails if the line has no prefix. A blank line needs none: it is a blank context line.
pub(super) fn push_line(hunk: &mut Hunk, line: Line<'_>, body: &Lines<'_>) -> Result<(), Unprefixed> {
    let to_text = |text: &str| body.line_text(text);
    let new = match line.text.as_bytes().first() {
        None => HunkLine::new(Tag::Context, to_text(line.text), line.number),
        Some(b'+') => HunkLine::new(Tag::Added, to_text(&line.text[1..]), line.number),
        Some(b'-') => HunkLine::new(Tag::Removed, to_text(&line.text[1..]), line.number),
        Some(b' ') => HunkLine::prefixed_context(to_text(line.text), line.number),
        Some(_) if end::is_no_newline_note(line.text) => {
            hunk.lines.iter_mut().next_back().into_iter().for_each(|last| last.no_newline = true);
            return Ok(());
        }
        // Dots stand for omitted lines; this is reported when the hunk is placed.
        Some(_) if line.is_blank() || ["...", "…"].contains(&line.text.trim()) => {
            HunkLine::new(Tag::Context, to_text(line.text), line.number)
        }
        Some(_) => return Err(Unprefixed),
    };
    hunk.lines.push(HunkLine { crlf: line.crlf, ..new });
    Ok(())
}

fn push_context_if_unprefixed(hunk: &mut Hunk, line: Line<'_>, body: &Lines<'_>) {
    if push_line(hunk, line, body).is_err() {
        let new = HunkLine::new(Tag::Context, body.line_text(line.text), line.number);
        hunk.lines.push(HunkLine { crlf: line.crlf, ..new });
    }
}

/// Returns whether a hunk contains only blank context lines, so that its body has not begun.
pub(super) fn is_blank(hunk: &Hunk) -> bool {
    hunk.lines.iter().all(|line| line.tag == Tag::Context && line.text.trim_ascii().is_empty())
}

/// Removes the hunks that change nothing, with a warning for each. Their lines become anchors of the next hunk, like
/// the texts after `@@`.
pub(super) fn keep_changing(hunks: &mut Vec<Hunk>, warnings: &mut Vec<Diagnostic>) {
    let mut passed: Vec<String> = Vec::new();
    let mut left = hunks.len();
    hunks.retain_mut(|hunk| {
        let changes = hunk.lines.iter().any(|line| line.tag != Tag::Context);
        left -= 1;
        if !changes {
            // Consecutive `@@` lines narrow the place and are no reason for a warning.
            if left == 0 || !is_blank(hunk) || hunk.anchors.is_empty() {
                let message = "a hunk has neither a `-` nor a `+` line: it changes nothing";
                warnings.push(Diagnostic::warning(Code::Malformed, message).at(hunk.place));
            }
            let lines = hunk.lines.iter().map(|line| line.text.trim().to_owned());
            passed.extend(std::mem::take(&mut hunk.anchors));
            passed.extend(lines.filter(|line| !line.is_empty()));
        } else if !passed.is_empty() {
            hunk.anchors.splice(0..0, std::mem::take(&mut passed));
        }
        changes
    });
}

/// Returns the error for a section whose hunks change nothing.
pub(super) fn no_change(line: usize, section: &str) -> Diagnostic {
    malformed(line, format!("{section} has no hunk that changes something")).with_help(
        "put `@@` on a line of its own, and below it the old lines with `-` and the new ones with `+`",
    )
}

#[cfg(test)]
mod tests;
