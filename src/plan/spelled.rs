//! Hunks in the lines of a file's text, where a diff shows its bytes.
//!
//! A diff is made of bytes: a byte order mark stands in front of the first line, and a file whose lines end in carriage
//! returns is one long line. In a [`Buffer`] the mark is no text, and such a file has lines like any other.

use crate::ir::{Hunk, HunkLine, Tag};
use crate::text::{Buffer, MARK};

/// What hunks come to in the lines of one file.
pub(super) struct Spelled {
    /// The hunks, if they are others.
    pub(super) hunks: Option<Vec<Hunk>>,
    /// Whether they take the file's byte order mark away.
    pub(super) takes_mark: bool,
}

impl Spelled {
    pub(super) fn of(hunks: &[Hunk], buffer: &Buffer) -> Self {
        let any = |is_one: fn(&HunkLine) -> bool| hunks.iter().flat_map(|hunk| &hunk.lines).any(is_one);
        let shows_mark = buffer.has_mark() && any(has_mark);
        let shows_returns = buffer.has_lone_returns() && any(has_return);
        let is_changed = shows_mark || shows_returns;
        let hunk = |hunk: &Hunk| {
            let unmarked =
                |line: &HunkLine| line.without(MARK).filter(|_| shows_mark).unwrap_or_else(|| line.clone());
            let lines = hunk.lines.iter().map(unmarked);
            let lines =
                if shows_returns { lines.flat_map(|line| parted(&line)).collect() } else { lines.collect() };
            Hunk { lines, ..hunk.clone() }
        };
        Self {
            hunks: is_changed.then(|| hunks.iter().map(hunk).collect()),
            takes_mark: shows_mark && hunks.iter().any(takes_mark),
        }
    }
}

fn has_mark(line: &HunkLine) -> bool {
    line.text.starts_with(MARK)
}

/// Whether the old lines of a hunk show a byte order mark and the new ones do not.
fn takes_mark(hunk: &Hunk) -> bool {
    hunk.old().any(has_mark) && !hunk.new_side().any(has_mark)
}

fn has_return(line: &HunkLine) -> bool {
    line.crlf || line.text.contains('\r')
}

/// The lines that one line of a diff is where carriage returns end them.
fn parted(line: &HunkLine) -> Vec<HunkLine> {
    let mut rest = line.text.split('\r');
    let first = rest.next().unwrap_or_default();
    let first = match (line.tag, line.unstripped()) {
        (Tag::Context, Some(_)) => HunkLine::prefixed_context(format!(" {first}"), line.patch_line),
        _ => HunkLine::new(line.tag, first, line.patch_line),
    };
    let rest = rest.map(|text| HunkLine::new(line.tag, text, line.patch_line));
    let mut lines: Vec<HunkLine> = std::iter::once(first).chain(rest).collect();
    if let Some(last) = lines.last_mut() {
        // What stands behind the last one is a line end all the same.
        last.no_newline = line.no_newline && !line.crlf;
    }
    lines
}
