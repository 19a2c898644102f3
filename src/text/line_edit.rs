//! Edits by whole lines, and how they become edits by bytes.

use std::collections::{BTreeMap, BTreeSet};

use super::buffer::Buffer;
use super::edit::{Edit, EditSet};
use super::spelling::LineEnd;

/// A line to be put into a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewLine {
    /// Its text, without an end.
    pub text: String,
    /// How it ends; `None` for the ending of the neighbouring line that it attaches to.
    pub end: Option<LineEnd>,
}

impl NewLine {
    /// A line that ends as its neighbours do.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), end: None }
    }
}

/// Lines that go, and lines that come.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LineEdits {
    /// The lines that go, counted from 0.
    pub removed: BTreeSet<usize>,
    /// The lines that come, by the line that they come before (the number of lines: behind the last).
    pub added: BTreeMap<usize, Vec<NewLine>>,
}

/// Whether the text is to end in a newline afterwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FinalNewline {
    /// As before.
    #[default]
    Keep,
    /// It ends in one.
    Present,
    /// It does not.
    Absent,
}

impl LineEdits {
    /// Puts `lines` before `at`.
    pub fn add(&mut self, at: usize, lines: impl IntoIterator<Item = NewLine>) {
        let mut lines = lines.into_iter().peekable();
        if lines.peek().is_some() {
            self.added.entry(at).or_default().extend(lines);
        }
    }

    /// Whether there is nothing to do.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.added.is_empty()
    }

    /// The edits by bytes of `buffer`: line ends as the neighbours have them, the final newline as `final_newline` says.
    #[must_use]
    pub fn to_edits(&self, buffer: &Buffer, final_newline: FinalNewline) -> EditSet {
        let mut edits: Vec<Edit> = Vec::new();
        let places: BTreeSet<usize> = self.removed.iter().chain(self.added.keys()).copied().collect();
        for place in places {
            let start = buffer.line_start(place);
            let end = if self.removed.contains(&place) { buffer.line_start(place + 1) } else { start };
            let text = self.added.get(&place).map_or_else(String::new, |lines| spell(lines, buffer, place));
            match edits.last_mut().filter(|last| last.range.end == start) {
                Some(last) => {
                    last.range.end = end;
                    last.text.push_str(&text);
                }
                None => edits.push(Edit { range: start..end, text }),
            }
        }
        mend_final_newline(&mut edits, buffer, final_newline);
        edits.retain(|edit| !(edit.range.is_empty() && edit.text.is_empty()));
        EditSet::new(edits).expect("edits of different lines are disjoint")
    }
}

/// The lines with their ends.
fn spell(lines: &[NewLine], buffer: &Buffer, place: usize) -> String {
    let neighbour = end_near(buffer, place);
    lines.iter().fold(String::new(), |mut text, line| {
        text.push_str(&line.text);
        text.push_str(line.end.unwrap_or(neighbour).as_str());
        text
    })
}

/// The ending of the line before `place`, else of the one at it, else of the last line that has one.
fn end_near(buffer: &Buffer, place: usize) -> LineEnd {
    let count = buffer.line_count();
    let neighbours = [place.checked_sub(1), (place < count).then_some(place), count.checked_sub(2)];
    let ends = neighbours.into_iter().flatten().map(|line| buffer.line_end(line));
    ends.into_iter().find(|end| *end != LineEnd::None).unwrap_or(LineEnd::Lf)
}

/// Sees to it that no added line glues to a last line without an end, and that the text ends as it should.
fn mend_final_newline(edits: &mut Vec<Edit>, buffer: &Buffer, final_newline: FinalNewline) {
    let length = buffer.len();
    let wants_newline = match final_newline {
        FinalNewline::Keep => buffer.has_final_newline(),
        FinalNewline::Present => true,
        FinalNewline::Absent => false,
    };
    let at_end = edits.last().is_some_and(|edit| edit.range.end == length);
    if !at_end && wants_newline == buffer.has_final_newline() {
        return;
    }
    if !at_end {
        edits.push(Edit { range: length..length, text: String::new() });
    }
    let newline = end_near(buffer, buffer.line_count()).as_str();
    let previous_end = edits.len().checked_sub(2).map_or(0, |previous| edits[previous].range.end);
    let Some(last) = edits.last_mut() else { return };
    if last.text.is_empty() {
        // The text then ends in the line before the edit.
        let kept = last.range.start;
        let kept_end = buffer.end_before(kept);
        if kept == previous_end {
            // Nothing is left before it: the text is empty.
        } else if wants_newline && kept_end == LineEnd::None {
            last.text.push_str(newline);
        } else if !wants_newline {
            last.range.start = kept - kept_end.as_str().len();
        }
        return;
    }
    let glues = last.range.start == length && !buffer.has_final_newline();
    if glues {
        last.text.insert_str(0, newline);
    }
    let ends = last.text.ends_with('\n');
    if wants_newline && !ends {
        last.text.push_str(newline);
    } else if !wants_newline && ends {
        let end = if last.text.ends_with("\r\n") { 2 } else { 1 };
        last.text.truncate(last.text.len() - end);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The same, line by line over a list, as slow and plain as can be.
    fn naive(buffer: &Buffer, edits: &LineEdits, final_newline: FinalNewline) -> String {
        let count = buffer.line_count();
        let mut out: Vec<(String, LineEnd)> = Vec::new();
        for place in 0..=count {
            for line in edits.added.get(&place).into_iter().flatten() {
                out.push((line.text.clone(), line.end.unwrap_or(end_near(buffer, place))));
            }
            if place < count && !edits.removed.contains(&place) {
                out.push((buffer.line(place).into_owned(), buffer.line_end(place)));
            }
        }
        let last = out.len().saturating_sub(1);
        let ends = match final_newline {
            FinalNewline::Keep => buffer.has_final_newline(),
            FinalNewline::Present => true,
            FinalNewline::Absent => false,
        };
        let near = end_near(buffer, count);
        out.iter().enumerate().fold(String::new(), |text, (at, (line, end))| {
            let end = match (at == last, *end) {
                (true, _) if !ends => LineEnd::None,
                (_, LineEnd::None) => near,
                (_, end) => end,
            };
            text + line + end.as_str()
        })
    }

    fn lines() -> impl Strategy<Value = Vec<NewLine>> {
        let end = prop_oneof![3 => Just(None), 1 => Just(Some(LineEnd::CrLf)), 1 => Just(Some(LineEnd::Lf))];
        let line = ("[abé]{0,2}", end).prop_map(|(text, end)| NewLine { text, end });
        prop::collection::vec(line, 1..3)
    }

    proptest! {
        #[test]
        fn byte_edits_do_what_the_line_edits_say(
            text in "([abé]{0,2}(\n|\r\n)){0,6}[abé]{0,2}",
            removed in prop::collection::btree_set(0_usize..7, 0..5),
            added in prop::collection::btree_map(0_usize..8, lines(), 0..4),
            final_newline in prop_oneof![Just(FinalNewline::Keep), Just(FinalNewline::Present), Just(FinalNewline::Absent)],
        ) {
            let mut buffer = Buffer::decode(text.as_bytes()).expect("text");
            let count = buffer.line_count();
            let edits = LineEdits {
                removed: removed.into_iter().filter(|line| *line < count).collect(),
                added: added.into_iter().filter(|(place, _)| *place <= count).collect(),
            };
            let expected = naive(&buffer, &edits, final_newline);
            buffer.apply(&edits.to_edits(&buffer, final_newline));
            prop_assert_eq!(buffer.to_string(), expected);
        }
    }
}
