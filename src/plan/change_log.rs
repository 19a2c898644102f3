//! Records what an operation changed, line by line, so that a caller need not request a diff.
//!
//! An operation may take several steps, for instance one that narrows an import and one that extends it. They are
//! reported as one change, from the text before the first step to the text after the last.
//!
//! Invariant: the cost is proportional to the edits; texts are kept only if they are short.

use std::collections::BTreeMap;
use std::iter::Peekable;
use std::ops::Range;
use std::vec::IntoIter;

use super::{ChangedLines, LineSpan};
use crate::ir::PatchPath;
use crate::text::{Buffer, Edit, EditSet, SharedSlice, common_first_lines, common_last_lines, feeds};

/// The maximum size in bytes (old and new text together) of a stretch whose text is kept; of longer ones only the lines
/// are counted.
const STRETCH: usize = 4096;

/// The maximum number of bytes of text that are kept for each file.
const FILE: usize = 32 * 1024;

/// The maximum number of unchanged lines between two changes that are kept; if there are more, none is.
const BETWEEN: usize = 3;

/// The number of changes of a file that keep the unchanged lines before them: a report shows no more.
const WITH_KEPT: usize = 20;

/// The stretches of lines that the current operation changed in one file.
#[derive(Debug, Default)]
pub(super) struct ChangeLog {
    stretches: Vec<ChangedStretch>,
    /// The number of bytes of text that were kept so far.
    kept: usize,
}

/// A changed stretch of lines, counted from 0: its lines before the operation, and its lines in the current text.
#[derive(Debug)]
struct ChangedStretch {
    old: Range<usize>,
    new: Range<usize>,
    text: Option<(SharedSlice, SharedSlice)>,
    /// The unchanged lines between the previous stretch and this one, if they are few.
    above: Option<SharedSlice>,
}

impl ChangeLog {
    /// Records a step: edits of `buffer`, the text before the step.
    pub(super) fn note(&mut self, buffer: &Buffer, edits: &EditSet) {
        let mut step = Vec::new();
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
            shift += stretch.growth();
            step.extend(Some(stretch).filter(|stretch| !stretch.is_void()));
        }
        self.stretches = if self.stretches.is_empty() {
            keep_between(buffer, &mut step);
            step
        } else {
            NotedSteps::new(std::mem::take(&mut self.stretches), step).joined()
        };
    }

    fn stretch(
        &mut self,
        buffer: &Buffer,
        lines: Range<usize>,
        group: &[&Edit],
        shift: isize,
    ) -> ChangedStretch {
        let bytes = buffer.line_start(lines.start)..buffer.line_start(lines.end);
        let brought: usize = group.iter().map(|edit| edit.text.len()).sum();
        let size = bytes.len() + brought;
        let first = lines.start.saturating_add_signed(shift);
        if size > STRETCH || self.kept + size > FILE {
            let gone: usize = group.iter().map(|edit| feeds(&buffer.slice(edit.range.clone()))).sum();
            let came: usize = group.iter().map(|edit| feeds(&edit.text)).sum();
            let count = (lines.len() + came).saturating_sub(gone);
            return ChangedStretch { new: first..first + count, old: lines, text: None, above: None };
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
        ChangedStretch::trimmed(&buffer.part(bytes), &new, (lines.start, first))
    }

    /// Returns, for the report, what was recorded since the last call.
    pub(super) fn take(&mut self, path: &PatchPath) -> Vec<ChangedLines> {
        let stretches = std::mem::take(&mut self.stretches).into_iter();
        stretches
            .map(|stretch| ChangedLines {
                path: path.clone(),
                old: LineSpan::of(&stretch.old),
                new: LineSpan::of(&stretch.new),
                text: stretch.text,
                above: stretch.above,
            })
            .collect()
    }
}

impl ChangedStretch {
    /// Builds the stretch in which `whole` became `new`, without the equal lines at both ends; the texts begin at the
    /// given lines.
    fn trimmed(whole: &SharedSlice, new: &str, (old_first, new_first): (usize, usize)) -> Self {
        let head = common_first_lines(whole, new);
        let tail = common_last_lines(&whole[head..], &new[head..]);
        let (old, came) = (head..whole.len() - tail, head..new.len() - tail);
        let above = feeds(&whole[..head]);
        let (old_first, new_first) = (old_first + above, new_first + above);
        Self {
            old: old_first..old_first + line_count(&whole[old.clone()]),
            new: new_first..new_first + line_count(&new[came.clone()]),
            text: Some((whole.slice(old), new[came].to_owned().into())),
            above: None,
        }
    }

    /// Returns the number of added lines minus the number of removed lines.
    fn growth(&self) -> isize {
        self.new.len() as isize - self.old.len() as isize
    }

    const fn is_void(&self) -> bool {
        self.old.start == self.old.end && self.new.start == self.new.end
    }
}

/// Stores, for each change, the unchanged lines between the previous change and itself, if they are few.
fn keep_between(buffer: &Buffer, changes: &mut [ChangedStretch]) {
    for at in 1..changes.len().min(WITH_KEPT) {
        let lines = changes[at - 1].old.end..changes[at].old.start;
        if lines.start < lines.end && lines.len() <= BETWEEN {
            let bytes = buffer.line_start(lines.start)..buffer.line_start(lines.end);
            changes[at].above =
                Some(bytes).filter(|bytes| bytes.len() <= STRETCH).map(|bytes| buffer.part(bytes));
        }
    }
}

/// The recorded changes, and the step that follows them.
struct NotedSteps {
    /// The changes so far. `new` counts lines of the text before the step.
    before: Peekable<IntoIter<ChangedStretch>>,
    /// The changes of the step. `old` counts lines of the text before the step.
    step: Peekable<IntoIter<ChangedStretch>>,
}

impl NotedSteps {
    fn new(before: Vec<ChangedStretch>, step: Vec<ChangedStretch>) -> Self {
        Self { before: before.into_iter().peekable(), step: step.into_iter().peekable() }
    }

    /// Returns the changes from the text before all steps to the text after this step.
    fn joined(mut self) -> Vec<ChangedStretch> {
        let mut joined = Vec::new();
        // The number of lines that the earlier steps added so far, and the number that this step added so far.
        let (mut ahead, mut grown) = (0_isize, 0_isize);
        while let Some(mut span) = self.next_span() {
            let (mut before, mut step) = (Vec::new(), Vec::new());
            loop {
                if let Some(next) = self.before.next_if(|next| next.new.start <= span.end) {
                    span.end = span.end.max(next.new.end);
                    before.push(next);
                } else if let Some(next) = self.step.next_if(|next| next.old.start <= span.end) {
                    span.end = span.end.max(next.old.end);
                    step.push(next);
                } else {
                    break;
                }
            }
            let first = (span.start.saturating_add_signed(-ahead), span.start.saturating_add_signed(grown));
            ahead += before.iter().map(ChangedStretch::growth).sum::<isize>();
            grown += step.iter().map(ChangedStretch::growth).sum::<isize>();
            let last = (span.end.saturating_add_signed(-ahead), span.end.saturating_add_signed(grown));
            let stretch = match texts(&span, &before, &step) {
                Some((old, new)) => ChangedStretch::trimmed(&old.into(), &new, first),
                None => {
                    ChangedStretch { old: first.0..last.0, new: first.1..last.1, text: None, above: None }
                }
            };
            joined.extend(Some(stretch).filter(|stretch| !stretch.is_void()));
        }
        joined
    }

    /// Returns the lines of the next change, in the text before the step.
    fn next_span(&mut self) -> Option<Range<usize>> {
        let before = self.before.peek().map(|next| next.new.clone());
        let step = self.step.peek().map(|next| next.old.clone());
        before.into_iter().chain(step).min_by_key(|span| span.start)
    }
}

/// Returns the text of `span` before all changes and after the step, if the texts of all changes were kept.
fn texts(
    span: &Range<usize>,
    before: &[ChangedStretch],
    step: &[ChangedStretch],
) -> Option<(String, String)> {
    let mut back = Vec::new();
    let mut forth = Vec::new();
    for ChangedStretch { new, text, .. } in before {
        let (was, is) = text.as_ref()?;
        back.push((new, &**was, &**is));
    }
    for ChangedStretch { old, text, .. } in step {
        let (is, becomes) = text.as_ref()?;
        forth.push((old, &**becomes, &**is));
    }
    Some((text_with_replacements(span, &back, &forth), text_with_replacements(span, &forth, &back)))
}

/// A range of lines, the text that replaces it, and its current text.
type LineReplacement<'t> = (&'t Range<usize>, &'t str, &'t str);

/// Builds the text of `span`: the lines of `replaced` with their replacement, the other lines from `known`.
fn text_with_replacements(
    span: &Range<usize>,
    replaced: &[LineReplacement<'_>],
    known: &[LineReplacement<'_>],
) -> String {
    let lines = known.iter().flat_map(|(at, _, own)| (at.start..).zip(split(own)));
    let lines: BTreeMap<usize, &str> = lines.collect();
    let mut text = String::new();
    let mut at = span.start;
    for (place, other, _) in replaced {
        text.extend(lines.range(at..place.start.max(at)).map(|(_, line)| *line));
        text.push_str(other);
        at = place.end;
    }
    text.extend(lines.range(at..span.end.max(at)).map(|(_, line)| *line));
    text
}

/// Returns the whole lines that an edit changes; an empty range for lines inserted between two others.
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

/// Returns the number of lines of a text; the last line need not have a line ending.
fn line_count(text: &str) -> usize {
    feeds(text) + usize::from(!text.is_empty() && !text.ends_with('\n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, edits: &[(Range<usize>, &str)], expected: &[&str]) {
        let edits = edits.iter().map(|(range, text)| Edit { range: range.clone(), text: (*text).to_owned() });
        let edits = EditSet::new(edits.collect()).expect("they are disjoint");
        let mut log = ChangeLog::default();
        log.note(&Buffer::of_text(text), &edits);
        assert_eq!(told(&mut log), expected);
    }

    /// Formats each stretch on a line.
    fn told(log: &mut ChangeLog) -> Vec<String> {
        let path = PatchPath::parse("a").expect("a path");
        let told = log.take(&path).into_iter().map(|change| {
            let lines = |text: &SharedSlice| text.lines().map(str::to_owned).collect::<Vec<_>>();
            let (gone, come) = change.text.map(|(old, new)| (lines(&old), lines(&new))).unwrap_or_default();
            let (old, new) = (change.old, change.new);
            format!("{}+{} {}+{} -{gone:?} +{come:?}", old.first, old.count, new.first, new.count)
        });
        told.collect()
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

    #[track_caller]
    fn check_steps(text: &str, steps: &[&[(Range<usize>, &str)]], expected: &[&str]) {
        let mut log = ChangeLog::default();
        let mut text = text.to_owned();
        for step in steps {
            let edits: Vec<Edit> = step
                .iter()
                .map(|(range, text)| Edit { range: range.clone(), text: (*text).to_owned() })
                .collect();
            let set = EditSet::new(edits.clone()).expect("they are disjoint");
            log.note(&Buffer::of_text(&text), &set);
            for edit in edits.iter().rev() {
                text.replace_range(edit.range.clone(), &edit.text);
            }
        }
        assert_eq!(told(&mut log), expected);
    }

    #[test]
    fn steps_at_one_place_are_one_change() {
        check_steps("a\nb\n", &[&[(2..2, "x\n")], &[(2..3, "y")]], &[r#"2+0 2+1 -[] +["y"]"#]);
        check_steps("a\nb\n", &[&[(2..2, "x\n")], &[(2..4, "")]], &[]);
        check_steps("a\nb\nc\n", &[&[(2..4, "")], &[(2..2, "x\n")]], &[r#"2+1 2+1 -["b"] +["x"]"#]);
        check_steps("a\nb\nc\n", &[&[(2..3, "x")], &[(0..4, "")]], &[r#"1+2 1+0 -["a", "b"] +[]"#]);
        check_steps("a\nb", &[&[(3..3, "\nx")], &[(5..5, "\ny")]], &[r#"2+1 2+3 -["b"] +["b", "x", "y"]"#]);
    }

    #[test]
    fn steps_apart_are_told_by_the_first_text_and_the_last_one() {
        check_steps(
            "a\nb\nc\nd\n",
            &[&[(4..5, "x")], &[(0..0, "n\n")], &[(10..10, "m\n")]],
            &[r#"1+0 1+1 -[] +["n"]"#, r#"3+1 4+1 -["c"] +["x"]"#, r#"5+0 6+1 -[] +["m"]"#],
        );
    }

    #[test]
    fn few_lines_between_two_changes_are_kept() {
        let edits =
            [(0..1, "x"), (6..7, "y"), (16..17, "z")].map(|(range, text)| Edit { range, text: text.into() });
        let mut log = ChangeLog::default();
        let text = "a\nb\nc\nd\n1\n2\n3\n4\ne\n";
        log.note(&Buffer::of_text(text), &EditSet::new(edits.into()).expect("they are disjoint"));
        let path = PatchPath::parse("a").expect("a path");
        let above = log.take(&path).into_iter().map(|change| change.above.map(|kept| kept.to_string()));
        assert_eq!(above.collect::<Vec<_>>(), [None, Some("b\nc\n".to_owned()), None]);
    }

    #[test]
    fn what_is_long_is_counted() {
        let long = "x\n".repeat(STRETCH);
        check("a\nb\n", &[(2..2, &long)], &["2+0 2+4096 -[] +[]"]);
    }
}
