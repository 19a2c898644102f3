//! The body of a text diff: hunks with three lines of context.
//!
//! Equal text at both ends is skipped as bytes, so that a small change of a huge file costs little more than reading it.

use std::ops::Range;

use super::lines::{Change, changes};
use crate::report::Counts;

/// The lines of context around a change.
const CONTEXT: usize = 3;

/// Writes the hunks that turn `old` into `new`; nothing if they are equal.
pub(super) fn write(old: &[u8], new: &[u8], out: &mut Vec<u8>) -> Counts {
    if old == new {
        return Counts::default();
    }
    let window = Window::around_changes(old, new);
    let (old, new) = (split(&window.old), split(&window.new));
    let changes = changes(&old, &new);
    for group in groups(&changes) {
        write_hunk(&Hunk { group, old: &old, new: &new, skipped: window.skipped }, out);
    }
    Counts {
        added: changes.iter().map(|change| change.new.len()).sum(),
        removed: changes.iter().map(|change| change.old.len()).sum(),
    }
}

/// The part of two texts that holds every change, with its context.
struct Window<'a> {
    old: &'a [u8],
    new: &'a [u8],
    /// The number of lines before it.
    skipped: usize,
}

impl<'a> Window<'a> {
    fn around_changes(old: &'a [u8], new: &'a [u8]) -> Self {
        let head = line_start_before(old, common_prefix(old, new));
        let head = (0..CONTEXT).fold(head, |at, _| line_start_before(old, at.saturating_sub(1)));
        let tail = common_suffix(&old[head..], &new[head..]);
        let tail = tail - skip_lines(&old[old.len() - tail..], CONTEXT + 1);
        Self {
            old: &old[head..old.len() - tail],
            new: &new[head..new.len() - tail],
            skipped: memchr::memchr_iter(b'\n', &old[..head]).count(),
        }
    }
}

/// The start of the line that holds the byte at `at`.
fn line_start_before(text: &[u8], at: usize) -> usize {
    memchr::memrchr(b'\n', &text[..at]).map_or(0, |feed| feed + 1)
}

/// The length of the first `count` lines; of all if there are fewer.
fn skip_lines(text: &[u8], count: usize) -> usize {
    memchr::memchr_iter(b'\n', text).nth(count - 1).map_or(text.len(), |feed| feed + 1)
}

/// Blocks that are compared at once.
const BLOCK: usize = 4096;

fn common_prefix(old: &[u8], new: &[u8]) -> usize {
    let blocks = old.chunks_exact(BLOCK).zip(new.chunks_exact(BLOCK)).take_while(|(a, b)| a == b).count();
    let done = blocks * BLOCK;
    done + old[done..].iter().zip(&new[done..]).take_while(|(a, b)| a == b).count()
}

fn common_suffix(old: &[u8], new: &[u8]) -> usize {
    let blocks = old.rchunks_exact(BLOCK).zip(new.rchunks_exact(BLOCK)).take_while(|(a, b)| a == b).count();
    let done = blocks * BLOCK;
    let (old, new) = (&old[..old.len() - done], &new[..new.len() - done]);
    done + old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count()
}

/// Lines with their ends.
fn split<'a>(text: &&'a [u8]) -> Vec<&'a [u8]> {
    text.split_inclusive(|byte| *byte == b'\n').collect()
}

/// Changes that share a hunk, since their contexts touch.
fn groups(changes: &[Change]) -> impl Iterator<Item = &[Change]> {
    changes.chunk_by(|first, second| second.old.start - first.old.end <= 2 * CONTEXT)
}

struct Hunk<'a> {
    group: &'a [Change],
    old: &'a [&'a [u8]],
    new: &'a [&'a [u8]],
    skipped: usize,
}

fn write_hunk(hunk: &Hunk<'_>, out: &mut Vec<u8>) {
    let (Some(first), Some(last)) = (hunk.group.first(), hunk.group.last()) else { return };
    let lead = first.old.start.min(CONTEXT);
    let trail = (hunk.old.len() - last.old.end).min(CONTEXT);
    let old = first.old.start - lead..last.old.end + trail;
    let new = first.new.start - lead..last.new.end + trail;
    let header = format!("@@ -{} +{} @@\n", span(&old, hunk.skipped), span(&new, hunk.skipped));
    out.extend_from_slice(header.as_bytes());
    let mut at = old.start;
    for change in hunk.group {
        write_lines(b' ', &hunk.old[at..change.old.start], out);
        write_lines(b'-', &hunk.old[change.old.clone()], out);
        write_lines(b'+', &hunk.new[change.new.clone()], out);
        at = change.old.end;
    }
    write_lines(b' ', &hunk.old[at..old.end], out);
}

/// The numbers of one side; a side without lines names the line before it.
fn span(lines: &Range<usize>, skipped: usize) -> String {
    let start = skipped + lines.start;
    match lines.len() {
        0 => format!("{start},0"),
        1 => format!("{}", start + 1),
        len => format!("{},{len}", start + 1),
    }
}

fn write_lines(prefix: u8, lines: &[&[u8]], out: &mut Vec<u8>) {
    for line in lines {
        out.push(prefix);
        out.extend_from_slice(line);
        if !line.ends_with(b"\n") {
            out.extend_from_slice(b"\n\\ No newline at end of file\n");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(old: &str, new: &str, expected: &str) {
        let mut out = Vec::new();
        write(old.as_bytes(), new.as_bytes(), &mut out);
        assert_eq!(String::from_utf8_lossy(&out), expected);
    }

    #[test]
    fn a_hunk_has_three_lines_of_context() {
        let old = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
        check(old, &old.replace('5', "five"), "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
    }

    #[test]
    fn changes_whose_contexts_touch_share_a_hunk() {
        let old = "a\n1\n2\n3\n4\n5\n6\nb\n";
        let new = "A\n1\n2\n3\n4\n5\n6\nB\n";
        check(old, new, "@@ -1,8 +1,8 @@\n-a\n+A\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n+B\n");
    }

    #[test]
    fn a_missing_final_newline_is_said() {
        check("a\nb", "a\nc\n", "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n");
        check("a\n", "a", "@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file\n");
    }

    #[test]
    fn an_empty_side_names_line_0() {
        check("", "a\n", "@@ -0,0 +1 @@\n+a\n");
        check("a\nb\n", "", "@@ -1,2 +0,0 @@\n-a\n-b\n");
    }

    #[test]
    fn lines_before_the_window_are_counted() {
        let old: String = (0..2000).map(|n| format!("line {n}\n")).collect();
        let new = old.replace("line 1000\n", "line 1000\nnew\n");
        check(
            &old,
            &new,
            "@@ -999,6 +999,7 @@\n line 998\n line 999\n line 1000\n+new\n line 1001\n line 1002\n line 1003\n",
        );
    }
}
