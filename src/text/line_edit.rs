//! Edits by whole lines, and how they become edits by bytes.

use std::borrow::Cow;

use super::buffer::Buffer;
use super::edit::{Edit, EditSet};
use super::spelling::LineEnd;

/// A line to be put into a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewLine<'t> {
    /// Its text, without an end.
    pub text: Cow<'t, str>,
    /// How it ends; `None` for the ending of the neighbouring line that it attaches to.
    pub end: Option<LineEnd>,
}

impl<'t> NewLine<'t> {
    /// A line that ends as its neighbours do.
    #[must_use]
    pub fn plain(text: impl Into<Cow<'t, str>>) -> Self {
        Self { text: text.into(), end: None }
    }
}

/// Lines that go, and lines that come.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LineEdits<'t> {
    /// The lines that go, counted from 0, in any order.
    removed: Vec<usize>,
    /// The lines that come, each with the line that it comes before (the number of lines: behind the last); those for
    /// one place stand in their order.
    added: Vec<(usize, NewLine<'t>)>,
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

impl<'t> LineEdits<'t> {
    /// Edits that take lines away.
    #[must_use]
    pub fn removing(lines: impl IntoIterator<Item = usize>) -> Self {
        Self { removed: lines.into_iter().collect(), added: Vec::new() }
    }

    /// Takes a line away.
    pub fn remove(&mut self, line: usize) {
        self.removed.push(line);
    }

    /// Puts `lines` before `at`, behind those that are to go there already.
    pub fn add(&mut self, at: usize, lines: impl IntoIterator<Item = NewLine<'t>>) {
        self.added.extend(lines.into_iter().map(|line| (at, line)));
    }

    /// Takes over what other edits do.
    pub fn extend(&mut self, other: Self) {
        self.removed.extend(other.removed);
        self.added.extend(other.added);
    }

    /// The lines that go, in the order in which they were taken away.
    #[must_use]
    pub fn removed(&self) -> &[usize] {
        &self.removed
    }

    /// The lines before which others come, in the order in which they were put there.
    pub fn places_of_added(&self) -> impl Iterator<Item = usize> {
        self.added.iter().map(|(at, _)| *at)
    }

    /// The text of the lines that come.
    pub fn texts_of_added(&self) -> impl Iterator<Item = &str> {
        self.added.iter().map(|(_, line)| &*line.text)
    }

    /// The lines that come, each with the line that it comes before, in the order in which they were put there.
    pub fn added_lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.added.iter().map(|(at, line)| (*at, &*line.text))
    }

    /// Changes the text of lines that come, by the line that each comes before, where there is another one for it; whether there
    /// was.
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

    /// Changes the text of one of the lines that come, by its number among them.
    pub fn rewrite(&mut self, number: usize, text: String) {
        if let Some((_, line)) = self.added.get_mut(number) {
            line.text = Cow::Owned(text);
        }
    }

    /// Leaves out some of the lines that come, by their numbers, in order, among them.
    pub fn leave_out(&mut self, added: &[usize]) {
        let mut number = 0..;
        self.added.retain(|_| number.next().is_none_or(|own| added.binary_search(&own).is_err()));
    }

    /// Puts lines of other texts in the place of those that come: `rewritten` is asked of all lines for one place, and answers
    /// with as many. Whether it did so for any.
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

    /// Puts some of the lines that come before another one, by their numbers, in order, among them.
    pub fn move_added(&mut self, added: &[usize], at: usize) {
        for (number, (place, _)) in self.added.iter_mut().enumerate() {
            *place = if added.binary_search(&number).is_ok() { at } else { *place };
        }
    }

    /// Whether there is nothing to do.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.added.is_empty()
    }

    /// The edits by bytes of `buffer`: line ends as the neighbours have them, the final newline as `final_newline` says.
    #[must_use]
    pub fn into_edits(mut self, buffer: &Buffer, final_newline: FinalNewline) -> EditSet {
        self.removed.sort_unstable();
        self.removed.dedup();
        // The order of lines that go to one place is kept.
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

/// Writes the lines with their ends.
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
