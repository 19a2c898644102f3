//! What an operation changed, line by line: so that a caller need not ask for a diff to see what landed.
//!
//! Invariant: the cost is that of the edits; texts are kept only while they are short.

use std::ops::Range;

use super::{ChangedLines, LineSpan};
use crate::ir::PatchPath;
use crate::text::{Buffer, Edit, EditSet, TextPart};

/// Longer stretches (in bytes, old and new together) are counted and not kept.
const STRETCH: usize = 4096;

/// So many bytes of text are kept for each file.
const FILE: usize = 32 * 1024;

/// The stretches that the operation at hand changed in one file.
#[derive(Debug, Default)]
pub(super) struct Landed {
    stretches: Vec<LandedLines>,
    /// The bytes of text that were kept so far.
    kept: usize,
}

/// A stretch of lines, counted from 0.
#[derive(Debug)]
struct LandedLines {
    old: Range<usize>,
    new: Range<usize>,
    text: Option<(TextPart, TextPart)>,
}

impl Landed {
    /// Notes edits of the text as it is before them.
    pub(super) fn note(&mut self, buffer: &Buffer, edits: &EditSet) {
        let mut shift = 0_isize;
        let mut edits = edits.iter().peekable();
        while let Some(first) = edits.next() {
            let mut lines = lines_of(buffer, first);
            let mut group = vec![first];
            while let Some(next) = edits.next_if(|next| lines_of(buffer, next).start <= lines.end) {
                lines.end = lines.end.max(lines_of(buffer, next).end);
                group.push(next);
            }
            let stretch = self.stretch(buffer, lines, &group, shift);
            shift += stretch.new.len() as isize - stretch.old.len() as isize;
            self.stretches.extend(Some(stretch).filter(|stretch| !stretch.is_void()));
        }
    }

    fn stretch(
        &mut self,
        buffer: &Buffer,
        lines: Range<usize>,
        group: &[&Edit],
        shift: isize,
    ) -> LandedLines {
        let bytes = buffer.line_start(lines.start)..buffer.line_start(lines.end);
        let brought: usize = group.iter().map(|edit| edit.text.len()).sum();
        let size = bytes.len() + brought;
        let first = lines.start.saturating_add_signed(shift);
        if size > STRETCH || self.kept + size > FILE {
            let gone: usize = group.iter().map(|edit| feeds(&buffer.slice(edit.range.clone()))).sum();
            let came: usize = group.iter().map(|edit| feeds(&edit.text)).sum();
            let count = (lines.len() + came).saturating_sub(gone);
            return LandedLines { new: first..first + count, old: lines, text: None };
        }
        self.kept += size;
        let mut new = String::with_capacity(size);
        let mut at = bytes.start;
        for edit in group {
            new.push_str(&buffer.slice(at..edit.range.start));
            new.push_str(&edit.text);
            at = edit.range.end;
        }
        new.push_str(&buffer.slice(at..bytes.end.max(at)));
        LandedLines::trimmed(buffer, bytes, &new, (lines.start, first))
    }

    /// What was noted since this was last asked, for the report.
    pub(super) fn take(&mut self, path: &PatchPath) -> Vec<ChangedLines> {
        let stretches = std::mem::take(&mut self.stretches).into_iter();
        stretches
            .map(|stretch| ChangedLines {
                path: path.clone(),
                old: LineSpan::of(&stretch.old),
                new: LineSpan::of(&stretch.new),
                text: stretch.text,
            })
            .collect()
    }
}

impl LandedLines {
    /// A stretch without the equal lines at its ends: `bytes` of the text became `new`, from these lines on.
    fn trimmed(
        buffer: &Buffer,
        bytes: Range<usize>,
        new: &str,
        (old_first, new_first): (usize, usize),
    ) -> Self {
        let whole = buffer.slice(bytes.clone());
        let (old, came): (Vec<&str>, Vec<&str>) = (split(&whole), split(new));
        let head = old.iter().zip(&came).take_while(|(old, new)| old == new).count();
        let tail = old[head..].iter().rev().zip(came[head..].iter().rev());
        let tail = tail.take_while(|(old, new)| old == new).count();
        let length = |lines: &[&str]| lines.iter().map(|line| line.len()).sum::<usize>();
        let (above, below) = (length(&old[..head]), length(&old[old.len() - tail..]));
        Self {
            old: old_first + head..old_first + old.len() - tail,
            new: new_first + head..new_first + came.len() - tail,
            text: Some((
                buffer.part(bytes.start + above..bytes.end - below),
                new[above..new.len() - below].to_owned().into(),
            )),
        }
    }

    const fn is_void(&self) -> bool {
        self.old.start == self.old.end && self.new.start == self.new.end
    }
}

/// The whole lines that an edit changes; none for lines put between two others.
fn lines_of(buffer: &Buffer, edit: &Edit) -> Range<usize> {
    let (start, end) = (edit.range.start, edit.range.end);
    let (first, last) = (buffer.line_of(start), buffer.line_of(end));
    let begins_line = buffer.line_start(first) == start;
    let is_whole = edit.text.is_empty() && start < end || edit.text.ends_with('\n');
    let ends_line = buffer.line_start(last) == end;
    if begins_line && ends_line && is_whole { first..last } else { first..last + 1 }
}

fn split(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

fn feeds(text: &str) -> usize {
    memchr::memchr_iter(b'\n', text.as_bytes()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, edits: &[(Range<usize>, &str)], expected: &[&str]) {
        let edits = edits.iter().map(|(range, text)| Edit { range: range.clone(), text: (*text).to_owned() });
        let edits = EditSet::new(edits.collect()).expect("they are disjoint");
        let mut landed = Landed::default();
        landed.note(&Buffer::of_text(text), &edits);
        let path = PatchPath::parse("a").expect("a path");
        let told = landed.take(&path).into_iter().map(|change| {
            let lines = |text: &TextPart| text.lines().map(str::to_owned).collect::<Vec<_>>();
            let (gone, come) = change.text.map(|(old, new)| (lines(&old), lines(&new))).unwrap_or_default();
            let (old, new) = (change.old, change.new);
            format!("{}+{} {}+{} -{gone:?} +{come:?}", old.first, old.count, new.first, new.count)
        });
        assert_eq!(told.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn lines_between_two_others_are_an_insertion() {
        check("a\nb\n", &[(2..2, "x\ny\n")], &[r#"2+0 2+2 -[] +["x", "y"]"#]);
        check("a\nb", &[(3..3, "\nx")], &[r#"2+1 2+2 -["b"] +["b", "x"]"#]);
        check("", &[(0..0, "x\n")], &[r#"1+0 1+1 -[] +["x"]"#]);
    }

    #[test]
    fn equal_lines_at_the_ends_are_no_change() {
        check("a\nb\nc\n", &[(0..6, "a\nx\nc\n")], &[r#"2+1 2+1 -["b"] +["x"]"#]);
        check("a\nb\n", &[(0..4, "a\nb\n")], &[]);
    }

    #[test]
    fn parts_of_one_line_are_one_change_and_later_lines_are_shifted() {
        let edits = [(0..1, "1"), (2..3, "2"), (4..6, ""), (6..6, "n\nm\n")];
        check("a b\nc\nd\n", &edits, &[r#"1+2 1+3 -["a b", "c"] +["1 2", "n", "m"]"#]);
        check(
            "a\nb\nc\n",
            &[(0..2, ""), (4..5, "x")],
            &[r#"1+1 1+0 -["a"] +[]"#, r#"3+1 2+1 -["c"] +["x"]"#],
        );
    }

    #[test]
    fn what_is_long_is_counted() {
        let long = "x\n".repeat(STRETCH);
        check("a\nb\n", &[(2..2, &long)], &["2+0 2+4096 -[] +[]"]);
    }
}
