//! The body of a text diff: hunks with three context lines.
//!
//! Equal text is skipped as bytes, and a change is compared together with a few lines around it, so that small changes
//! of a huge file cost little more than reading it.

use std::ops::Range;

use super::lines::{LineChange, changes};
use crate::report::LineCounts;
use crate::text::{common_prefix, common_suffix};

/// The number of context lines around a change.
const CONTEXT: usize = 3;

/// The numbers of lines in which a change is looked for, in order; if the texts do not agree again within the last one,
/// all the rest is compared.
const REACH: [usize; 2] = [64, 512];

/// The number of equal lines after a change from which both texts are considered aligned again.
const IN_STEP: usize = 16;

/// Writes the hunks that turn `old` into `new`; nothing if they are equal.
pub(super) fn write(old: &[u8], new: &[u8], out: &mut Vec<u8>) -> LineCounts {
    let mut counts = LineCounts::default();
    let mut at = BothCursor::default();
    while at.skip_equal(old, new) {
        let window = REACH
            .iter()
            .find_map(|reach| Window::local(old, new, &at, *reach))
            .unwrap_or_else(|| Window::of_rest(old, new, &at));
        window.write(out, &mut counts);
        at = window.end;
    }
    counts
}

/// A position in both texts, at the start of a line: byte offsets and line numbers.
#[derive(Debug, Clone, Copy, Default)]
struct BothCursor {
    old: usize,
    new: usize,
    /// The numbers of lines before it.
    old_lines: usize,
    new_lines: usize,
}

impl BothCursor {
    /// Advances to the first line that differs; returns whether there is one.
    fn skip_equal(&mut self, old: &[u8], new: &[u8]) -> bool {
        let (old, new) = (&old[self.old..], &new[self.new..]);
        let equal = common_prefix(old, new);
        if equal == old.len() && equal == new.len() {
            return false;
        }
        self.advance(&old[..line_start_before(old, equal)]);
        true
    }

    /// Advances over equal text.
    fn advance(&mut self, text: &[u8]) {
        let lines = memchr::memchr_iter(b'\n', text).count();
        self.old += text.len();
        self.new += text.len();
        self.old_lines += lines;
        self.new_lines += lines;
    }

    /// Returns the position up to [`CONTEXT`] equal lines earlier.
    fn step_back(mut self, old: &[u8]) -> Self {
        for _ in 0..CONTEXT.min(self.old_lines).min(self.new_lines) {
            let start = line_start_before(old, self.old - 1);
            self.new -= self.old - start;
            self.old = start;
            self.old_lines -= 1;
            self.new_lines -= 1;
        }
        self
    }
}

/// A part of both texts that contains changes, with their context.
struct Window<'a> {
    old: Vec<&'a [u8]>,
    new: Vec<&'a [u8]>,
    changes: Vec<LineChange>,
    /// The start and the end; the texts after the end remain to be compared.
    start: BothCursor,
    end: BothCursor,
}

impl<'a> Window<'a> {
    /// Returns the changes within `reach` lines from a difference; `None` if the texts are not aligned again there.
    fn local(old: &'a [u8], new: &'a [u8], at: &BothCursor, reach: usize) -> Option<Self> {
        let lead = at.step_back(old);
        let (old_rest, new_rest) = (&old[lead.old..], &new[lead.new..]);
        let (old_part, new_part) =
            (&old_rest[..skip_lines(old_rest, reach)], &new_rest[..skip_lines(new_rest, reach)]);
        let mut window = Self::compare(old_part, new_part, lead);
        let last = window.changes.last()?;
        let is_end = old_part.len() == old_rest.len() && new_part.len() == new_rest.len();
        if !is_end && window.old.len() - last.old.end < IN_STEP {
            return None;
        }
        let length = |lines: &[&[u8]]| lines.iter().map(|line| line.len()).sum::<usize>();
        window.end = BothCursor {
            old: lead.old + length(&window.old[..last.old.end]),
            new: lead.new + length(&window.new[..last.new.end]),
            old_lines: lead.old_lines + last.old.end,
            new_lines: lead.new_lines + last.new.end,
        };
        Some(window)
    }

    /// Returns the whole rest, except for what is equal at the end.
    fn of_rest(old: &'a [u8], new: &'a [u8], at: &BothCursor) -> Self {
        let lead = at.step_back(old);
        let (old_rest, new_rest) = (&old[lead.old..], &new[lead.new..]);
        let tail = common_suffix(old_rest, new_rest);
        let tail = tail - skip_lines(&old_rest[old_rest.len() - tail..], CONTEXT + 1);
        let mut window =
            Self::compare(&old_rest[..old_rest.len() - tail], &new_rest[..new_rest.len() - tail], lead);
        window.end = BothCursor { old: old.len(), new: new.len(), ..lead };
        window
    }

    fn compare(old: &'a [u8], new: &'a [u8], start: BothCursor) -> Self {
        let (old, new) = (split(old), split(new));
        let changes = changes(&old, &new);
        Self { old, new, changes, start, end: start }
    }

    fn write(&self, out: &mut Vec<u8>, counts: &mut LineCounts) {
        for group in groups(&self.changes) {
            self.write_hunk(group, out);
        }
        counts.added += self.changes.iter().map(|change| change.new.len()).sum::<usize>();
        counts.removed += self.changes.iter().map(|change| change.old.len()).sum::<usize>();
    }

    fn write_hunk(&self, group: &[LineChange], out: &mut Vec<u8>) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { return };
        let lead = first.old.start.min(CONTEXT);
        let trail = (self.old.len() - last.old.end).min(CONTEXT);
        let old = first.old.start - lead..last.old.end + trail;
        let new = first.new.start - lead..last.new.end + trail;
        let numbers = (span(&old, self.start.old_lines), span(&new, self.start.new_lines));
        out.extend_from_slice(format!("@@ -{} +{} @@\n", numbers.0, numbers.1).as_bytes());
        let mut at = old.start;
        for change in group {
            write_lines(b' ', &self.old[at..change.old.start], out);
            write_lines(b'-', &self.old[change.old.clone()], out);
            write_lines(b'+', &self.new[change.new.clone()], out);
            at = change.old.end;
        }
        write_lines(b' ', &self.old[at..old.end], out);
    }
}

/// Returns the start of the line that contains the byte at `at`.
fn line_start_before(text: &[u8], at: usize) -> usize {
    memchr::memrchr(b'\n', &text[..at]).map_or(0, |feed| feed + 1)
}

/// Returns the length of the first `count` lines in bytes; of all lines if there are fewer.
fn skip_lines(text: &[u8], count: usize) -> usize {
    memchr::memchr_iter(b'\n', text).nth(count - 1).map_or(text.len(), |feed| feed + 1)
}

/// Returns the lines with their line endings.
fn split(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|byte| *byte == b'\n').collect()
}

/// Groups changes that share a hunk because their contexts touch.
fn groups(changes: &[LineChange]) -> impl Iterator<Item = &[LineChange]> {
    changes.chunk_by(|first, second| second.old.start - first.old.end <= 2 * CONTEXT)
}

/// Formats the line numbers of one side in a hunk header; a side without lines names the line before it.
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

    #[test]
    fn hunks_far_apart_keep_their_own_numbers() {
        let old: String = (1..=5000).map(|n| format!("{n}\n")).collect();
        let new = old.replace("\n100\n", "\n").replace("\n4000\n", "\n4000\nx\ny\n");
        check(
            &old,
            &new,
            "@@ -97,7 +97,6 @@\n 97\n 98\n 99\n-100\n 101\n 102\n 103\n\
             @@ -3998,6 +3997,8 @@\n 3998\n 3999\n 4000\n+x\n+y\n 4001\n 4002\n 4003\n",
        );
    }

    #[test]
    fn texts_that_never_get_in_step_are_compared_as_a_whole() {
        let old: String = (0..3000).map(|n| format!("old {n}\n")).collect();
        let new = format!("{}old 2999\n", "new\n".repeat(2000));
        let mut out = Vec::new();
        let counts = write(old.as_bytes(), new.as_bytes(), &mut out);
        assert_eq!((counts.added, counts.removed), (2000, 2999));
        assert!(String::from_utf8_lossy(&out).starts_with("@@ -1,3000 +1,2001 @@\n"));
    }
}
