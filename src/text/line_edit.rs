//! Edits of whole lines, and their conversion to byte edits.

use std::borrow::Cow;

use super::buffer::Buffer;
use super::edit::{Edit, EditSet};
use super::spelling::LineEnd;

/// A line to be inserted into a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewLine<'t> {
    /// The text, without a line ending.
    pub text: Cow<'t, str>,
    /// The line ending; `None` for that of the neighboring line.
    pub end: Option<LineEnd>,
}

impl<'t> NewLine<'t> {
    /// Creates a line with the line ending of its neighbors.
    #[must_use]
    pub fn plain(text: impl Into<Cow<'t, str>>) -> Self {
        Self { text: text.into(), end: None }
    }
}

/// Removed and inserted lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LineEdits<'t> {
    /// The removed lines, from 0, in any order.
    removed: Vec<usize>,
    /// The inserted lines, each with the line that it precedes (the number of lines, to insert at the end); lines for
    /// the same place are in order.
    added: Vec<(usize, NewLine<'t>)>,
}

/// Whether the edited text ends in a line ending.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FinalNewline {
    /// As before the edits.
    #[default]
    Keep,
    /// The text ends in a line ending.
    Present,
    /// The text does not end in a line ending.
    Absent,
}

impl<'t> LineEdits<'t> {
    /// Creates edits that remove lines.
    #[must_use]
    pub fn removing(lines: impl IntoIterator<Item = usize>) -> Self {
        Self { removed: lines.into_iter().collect(), added: Vec::new() }
    }

    /// Removes a line.
    pub fn remove(&mut self, line: usize) {
        self.removed.push(line);
    }

    /// Inserts `lines` before line `at`, after lines that are already to be inserted there.
    pub fn add(&mut self, at: usize, lines: impl IntoIterator<Item = NewLine<'t>>) {
        self.added.extend(lines.into_iter().map(|line| (at, line)));
    }

    /// Adds the edits of `other`.
    pub fn extend(&mut self, other: Self) {
        self.removed.extend(other.removed);
        self.added.extend(other.added);
    }

    /// Returns the removed lines, in the order of their removal.
    #[must_use]
    pub fn removed(&self) -> &[usize] {
        &self.removed
    }

    /// Returns for each inserted line the line that it precedes, in the order of insertion.
    pub fn places_of_added(&self) -> impl Iterator<Item = usize> {
        self.added.iter().map(|(at, _)| *at)
    }

    /// Returns the text of each inserted line.
    pub fn texts_of_added(&self) -> impl Iterator<Item = &str> {
        self.added.iter().map(|(_, line)| &*line.text)
    }

    /// Returns each inserted line with the line that it precedes, in the order of insertion.
    pub fn added_lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.added.iter().map(|(at, line)| (*at, &*line.text))
    }

    /// Returns each inserted line, sorted by the line that it precedes: that line, its number in the order of insertion,
    /// and its text.
    pub fn added_by_place(&self) -> Vec<(usize, usize, String)> {
        let lines = self.added.iter().enumerate();
        let mut lines: Vec<(usize, usize, String)> =
            lines.map(|(number, (at, line))| (*at, number, line.text.to_string())).collect();
        lines.sort_by_key(|(at, ..)| *at);
        lines
    }

    /// Replaces the text of inserted lines for which `other` returns a text; `other` receives the line that the
    /// inserted line precedes, and its text. Returns whether any text was replaced.
    pub fn change_added(&mut self, other: impl Fn(usize, &str) -> Option<String>) -> bool {
        let mut is_changed = false;
        for (at, line) in &mut self.added {
            if let Some(text) = other(*at, &line.text) {
                line.text = Cow::Owned(text);
                is_changed = true;
            }
        }
        is_changed
    }

    /// Replaces the text of the inserted line with index `number`.
    pub fn rewrite(&mut self, number: usize, text: String) {
        if let Some((_, line)) = self.added.get_mut(number) {
            line.text = Cow::Owned(text);
        }
    }

    /// Drops the inserted lines with these indexes, which must be sorted.
    pub fn leave_out(&mut self, added: &[usize]) {
        let mut number = 0..;
        self.added.retain(|_| number.next().is_none_or(|own| added.binary_search(&own).is_err()));
    }

    /// Replaces the text of inserted lines by groups: `rewritten` receives all lines for one place, and returns the
    /// same number of lines, or `None`. Returns whether any text was replaced.
    pub fn rewrite_added(&mut self, rewritten: impl Fn(usize, &[&str]) -> Option<Vec<String>>) -> bool {
        let mut is_any = false;
        for run in self.added.chunk_by_mut(|one, next| one.0 == next.0) {
            let texts: Vec<&str> = run.iter().map(|(_, line)| &*line.text).collect();
            let Some(texts) = rewritten(run[0].0, &texts) else { continue };
            is_any = true;
            run.iter_mut().zip(texts).for_each(|((_, line), text)| line.text = Cow::Owned(text));
        }
        is_any
    }

    /// Moves the inserted lines with these indexes, which must be sorted, before line `at`.
    pub fn move_added(&mut self, added: &[usize], at: usize) {
        for (number, (place, _)) in self.added.iter_mut().enumerate() {
            *place = if added.binary_search(&number).is_ok() { at } else { *place };
        }
    }

    /// Gives lines that are inserted at or above line `first`, which stays, the line ending of the line below them:
    /// they attach to that line, and not to the one above.
    pub fn end_like_next(&mut self, buffer: &Buffer, first: usize) {
        if first >= buffer.line_count() || self.removed.contains(&first) {
            return;
        }
        for (at, line) in self.added.iter_mut().filter(|(at, line)| *at <= first && line.end.is_none()) {
            line.end = Some(buffer.line_end(*at)).filter(|end| *end != LineEnd::None);
        }
    }

    /// Returns whether there are no edits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.added.is_empty()
    }

    /// Converts the edits to byte edits of `buffer`. Inserted lines get the line endings of their neighbors;
    /// `final_newline` determines the end of the text.
    #[must_use]
    pub fn into_edits(mut self, buffer: &Buffer, final_newline: FinalNewline) -> EditSet {
        self.removed.sort_unstable();
        self.removed.dedup();
        // The sort is stable: lines for the same place keep their order.
        self.added.sort_by_key(|(at, _)| *at);
        let (mut removed, mut added) = (&self.removed[..], &self.added[..]);
        let mut edits: Vec<Edit> = Vec::new();
        while let Some(place) =
            removed.first().copied().into_iter().chain(added.first().map(|new| new.0)).min()
        {
            let start = buffer.line_start(place);
            if edits.last().is_none_or(|last| last.range.end != start) {
                edits.push(Edit { range: start..start, text: String::new() });
            }
            let Some(edit) = edits.last_mut() else { break };
            let own = added.partition_point(|(at, _)| *at == place);
            spell(&added[..own], buffer, place, &mut edit.text);
            added = &added[own..];
            if let Some(rest) = removed.strip_prefix(&[place]) {
                removed = rest;
                edit.range.end = buffer.line_start(place + 1);
            }
        }
        mend_final_newline(&mut edits, buffer, final_newline);
        edits.retain(|edit| !(edit.range.is_empty() && edit.text.is_empty()));
        EditSet::new(edits).expect("edits of different lines are disjoint")
    }
}

/// Writes lines with their line endings.
fn spell(lines: &[(usize, NewLine<'_>)], buffer: &Buffer, place: usize, out: &mut String) {
    if lines.is_empty() {
        return;
    }
    let neighbour = end_near(buffer, place);
    for (_, line) in lines {
        out.push_str(&line.text);
        out.push_str(line.end.unwrap_or(neighbour).as_str());
    }
}

/// Returns the line ending of the line before `place`, or else of the line at `place`, or else of the last line with
/// one.
fn end_near(buffer: &Buffer, place: usize) -> LineEnd {
    let count = buffer.line_count();
    let neighbours = [place.checked_sub(1), (place < count).then_some(place), count.checked_sub(2)];
    let ends = neighbours.into_iter().flatten().map(|line| buffer.line_end(line));
    ends.into_iter().find(|end| *end != LineEnd::None).unwrap_or(LineEnd::Lf)
}

/// Ensures that no inserted line is joined to a last line without a line ending, and that the text ends as required.
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
        // The text then ends with the line before the edit.
        let kept = last.range.start;
        let kept_end = buffer.end_before(kept);
        if kept == previous_end {
            // No text is left before the edit: the result is empty.
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

    /// Applies the edits line by line to a list: a slow reference implementation.
    fn naive(buffer: &Buffer, edits: &LineEdits<'_>, final_newline: FinalNewline) -> String {
        let count = buffer.line_count();
        let mut out: Vec<(String, LineEnd)> = Vec::new();
        for place in 0..=count {
            for (_, line) in edits.added.iter().filter(|(at, _)| *at == place) {
                out.push((line.text.to_string(), line.end.unwrap_or(end_near(buffer, place))));
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

    fn new_line() -> impl Strategy<Value = NewLine<'static>> {
        let end = prop_oneof![3 => Just(None), 1 => Just(Some(LineEnd::CrLf)), 1 => Just(Some(LineEnd::Lf))];
        ("[abé]{0,2}", end).prop_map(|(text, end)| NewLine { text: text.into(), end })
    }

    proptest! {
        #[test]
        fn byte_edits_do_what_the_line_edits_say(
            text in "([abé]{0,2}(\n|\r\n)){0,6}[abé]{0,2}",
            removed in prop::collection::vec(0_usize..7, 0..5),
            added in prop::collection::vec((0_usize..8, new_line()), 0..6),
            final_newline in prop_oneof![Just(FinalNewline::Keep), Just(FinalNewline::Present), Just(FinalNewline::Absent)],
        ) {
            let mut buffer = Buffer::decode(text.as_bytes()).expect("text");
            let count = buffer.line_count();
            let edits = LineEdits {
                removed: removed.into_iter().filter(|line| *line < count).collect(),
                added: added.into_iter().filter(|(place, _)| *place <= count).collect(),
            };
            let expected = naive(&buffer, &edits, final_newline);
            buffer.apply(&edits.into_edits(&buffer, final_newline));
            prop_assert_eq!(buffer.to_string(), expected);
        }
    }
}
