//! Converts hunks from the bytes that a diff shows to the lines of a file's text.
//!
//! A diff is made of bytes: a byte order mark precedes the first line, and a file whose lines end in carriage returns
//! is one long line. In a [`Buffer`], the mark is not text, and such a file has lines like any other.

use crate::ir::{Hunk, HunkLine, Tag};
use crate::text::normal::trim;
use crate::text::{BOM_CHAR, Buffer};

/// Hunks that were converted to the lines of one file.
pub(in crate::plan) struct SpelledHunks {
    /// The hunks, if they differ from the written ones.
    pub(in crate::plan) hunks: Option<Vec<Hunk>>,
    /// Whether the hunks remove the file's byte order mark.
    pub(in crate::plan) takes_mark: bool,
}

impl SpelledHunks {
    pub(in crate::plan) fn of(hunks: &[Hunk], buffer: &Buffer) -> Self {
        let mut found = Self { hunks: None, takes_mark: false };
        if buffer.has_lone_returns() && hunks.iter().flat_map(|hunk| &hunk.lines).any(has_return) {
            let parted = |hunk: &Hunk| Hunk {
                lines: hunk.lines.iter().flat_map(split_at_carriage_returns).collect(),
                ..hunk.clone()
            };
            found.hunks = Some(hunks.iter().map(parted).collect());
        }
        if buffer.has_bom() {
            found.take_marks_off(hunks, buffer);
        }
        found
    }

    fn take_marks_off(&mut self, written: &[Hunk], buffer: &Buffer) {
        for at in 0..written.len() {
            let hunk = self.hunks.as_deref().unwrap_or(written).get(at);
            let Some((hunk, takes_mark)) = hunk.and_then(|hunk| unmarked(hunk, buffer)) else { continue };
            self.hunks.get_or_insert_with(|| written.to_vec())[at] = hunk;
            self.takes_mark |= takes_mark;
        }
    }
}

/// Returns the hunk without the byte order mark that its old lines show before the file's first line, and whether the
/// new lines lack the mark; `None` if the old lines show none.
fn unmarked(hunk: &Hunk, buffer: &Buffer) -> Option<(Hunk, bool)> {
    let first_but = |tag| hunk.lines.iter().position(|line| line.tag != tag);
    let old = first_but(Tag::Added)?;
    let line = hunk.lines[old].without(BOM_CHAR).filter(|line| trim(&line.text) == trim(&buffer.line(0)))?;
    let mut bare = hunk.clone();
    bare.lines[old] = line;
    let new = first_but(Tag::Removed);
    let new_line = new.and_then(|new| Some((new, hunk.lines[new].without(BOM_CHAR)?)));
    let takes_mark = new_line.is_none();
    if let Some((new, line)) = new_line {
        bare.lines[new] = line;
    }
    Some((bare, takes_mark))
}

fn has_return(line: &HunkLine) -> bool {
    line.crlf || line.text.contains('\r')
}

/// Splits a line of a diff at its carriage returns.
fn split_at_carriage_returns(line: &HunkLine) -> Vec<HunkLine> {
    let mut rest = line.text.split('\r');
    let first = rest.next().unwrap_or_default();
    let first = match (line.tag, line.unstripped()) {
        (Tag::Context, Some(_)) => HunkLine::prefixed_context(format!(" {first}"), line.patch_line),
        _ => HunkLine::new(line.tag, first, line.patch_line),
    };
    let rest = rest.map(|text| HunkLine::new(line.tag, text, line.patch_line));
    let mut lines: Vec<HunkLine> = std::iter::once(first).chain(rest).collect();
    if let Some(last) = lines.last_mut() {
        // A carriage return at the end is a line ending even without a line feed.
        last.no_newline = line.no_newline && !line.crlf;
    }
    lines
}
