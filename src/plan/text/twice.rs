//! Nothing twice: whether the lines that an operation inserts are at their place already.
//!
//! Answers get lost and callers retry, so a patch that was applied must not apply again. An insertion is looked for in the
//! lines of the file, as it was before the patch, that are directly above and below its place, or around it.
//!
//! Invariant: the cost is linear in the inserted lines.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use super::neighbours::{MAX_BLANKS, leave_out_neighbours};
use crate::ir::{Hunk, HunkLine, Operation, PatchPath, Tag};
use crate::plan::explain;
use crate::plan::refusal::Refusal;
use crate::plan::tree::document::Document;
use crate::resolve::lines::{COMMENTS_STRIPPED, EXACT, Form};
use crate::text::normal::{is_blank, only_closes, trim, trim_end};
use crate::text::{Buffer, CommentScanner, Edit, EditSet, LineEdits};

/// An operation that changed lines which a later one brings, and which are there already: it did so in lines that were not
/// there when the patch was applied.
pub(in crate::plan) struct Disturber {
    /// Its number.
    pub(in crate::plan) number: usize,
    /// Whether it changed nothing else in the file.
    pub(in crate::plan) is_all: bool,
    /// The lines, as messages call them.
    pub(in crate::plan) lines: String,
}

/// The operations that changed lines which a refusal finds in their place already.
pub(in crate::plan) fn disturbers(
    document: &mut Document<'_>,
    path: &PatchPath,
    refusal: &Refusal,
) -> Vec<Disturber> {
    let (buffer, history) = document.history();
    let own = refusal.problems.iter().flat_map(|problem| &problem.places);
    let mut there: Vec<Range<usize>> = own
        .filter(|place| place.path == path.as_str())
        .filter_map(|place| history.origin_of_lines(buffer, place.line - 1..place.last_line))
        .collect();
    there.extend(refusal.there.clone());
    let mut found: Vec<Disturber> = Vec::new();
    for bytes in there {
        let original = history.original();
        let (first, last) = (original.line_of(bytes.start) + 1, original.line_of(bytes.end) + 1);
        let lines = if first == last { format!("line {first}") } else { format!("lines {first} to {last}") };
        for number in history.changers(&bytes) {
            let is_all = history.changes_only(number, &bytes);
            if found.iter().all(|own| own.number != number) {
                found.push(Disturber { number, is_all, lines: lines.clone() });
            }
        }
    }
    found
}

/// How inserted lines are compared with those of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::plan) enum DepthRule {
    /// As deep as they are put: the place is indented as the patch says.
    Same,
    /// At any depth: the place is indented otherwise, so it may be one that the patch itself brought.
    Any,
}

impl DepthRule {
    fn of(self, line: &str) -> &str {
        match self {
            Self::Same => trim_end(line),
            Self::Any => trim(line),
        }
    }
}

/// Lines that are at their place already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::plan) struct There {
    /// Where they are now.
    pub(in crate::plan) lines: Range<usize>,
    /// Their bytes in the text before the patch.
    pub(in crate::plan) original: Range<usize>,
    /// Whether the patch took none of them out.
    pub(in crate::plan) is_whole: bool,
}

impl There {
    fn and(self, other: Self) -> Self {
        let both = |one: Range<usize>, two: Range<usize>| one.start.min(two.start)..one.end.max(two.end);
        Self {
            lines: both(self.lines, other.lines),
            original: both(self.original, other.original),
            is_whole: self.is_whole && other.is_whole,
        }
    }

    /// The refusal of an operation that would insert them once more.
    pub(in crate::plan) fn refusal(self, document: &mut Document<'_>, operation: &Operation) -> Refusal {
        let mut refusal = explain::repeated_lines(document, operation, &self.lines);
        refusal.there = Some(self.original);
        refusal
    }
}

/// Lines that come, with the line before which they do.
pub(in crate::plan) type Insertion<'l> = (usize, Vec<&'l str>);

/// The lines of the file that an operation would only repeat by its insertions: every one of them is at its place already.
pub(in crate::plan) fn repeated_of(
    document: &mut Document<'_>,
    insertions: &[Insertion<'_>],
    depth: DepthRule,
    new_side: &NewSide<'_>,
) -> Option<There> {
    let there = repeated(document, insertions, depth)?;
    let is_new = there.is_whole && new_side.is_absent(document, insertions);
    (!is_new).then_some(there)
}

/// The lines of the file that some insertions would only repeat: every one of them is at its place already.
pub(in crate::plan) fn repeated(
    document: &mut Document<'_>,
    insertions: &[Insertion<'_>],
    depth: DepthRule,
) -> Option<There> {
    if !insertions.iter().flat_map(|(_, lines)| lines).any(|line| !only_closes(line)) {
        return None;
    }
    let mut found: Option<There> = None;
    for (at, lines) in insertions {
        let lines: Vec<&str> =
            lines.iter().map(|line| depth.of(line)).filter(|line| !line.is_empty()).collect();
        if lines.is_empty() {
            continue;
        }
        let there = present(document, *at, &lines, depth)?;
        found = Some(match found {
            Some(found) => found.and(there),
            None => there,
        });
    }
    found
}

/// What edits by lines insert; `None` if they do anything else, but for taking lines away and putting them back.
pub(in crate::plan) fn insertions<'l>(
    buffer: &Buffer,
    edits: &'l LineEdits<'_>,
) -> Option<Vec<Insertion<'l>>> {
    let mut found: Vec<Insertion<'l>> = Vec::new();
    for (at, text) in edits.added_lines() {
        match found.iter_mut().find(|(own, _)| *own == at) {
            Some((_, lines)) => lines.push(text),
            None => found.push((at, vec![text])),
        }
    }
    let mut gone: HashSet<usize> = edits.removed().iter().copied().collect();
    let mut above: Vec<Insertion<'l>> = Vec::new();
    for (at, lines) in &mut found {
        if gone.is_empty() {
            break;
        }
        let start = (0..*at).rev().take_while(|line| gone.contains(line)).last().unwrap_or(*at);
        let count = *at - start;
        let rest = lines.len().checked_sub(count)?;
        let are_back = |own: &[&str]| own.iter().zip(start..).all(|(own, line)| *own == buffer.line(line));
        let back = [0, rest]
            .into_iter()
            .chain(1..rest.min(MAX_BLANKS))
            .find(|back| are_back(&lines[*back..*back + count]))?;
        let below = lines.split_off(back + count);
        lines.truncate(back);
        match (lines.is_empty(), below.is_empty()) {
            (true, _) => *lines = below,
            (false, true) => *at = start,
            (false, false) => above.push((start, std::mem::replace(lines, below))),
        }
        gone.retain(|line| !(start..start + count).contains(line));
    }
    found.extend(above);
    // Lines that were put back alone are no insertion.
    found.retain(|(_, lines)| !lines.is_empty());
    (gone.is_empty() && !found.is_empty()).then_some(found)
}

/// What edits by bytes insert; `None` if they do anything else, but for ending or separating the line before.
pub(in crate::plan) fn insertions_of<'e>(buffer: &Buffer, edits: &'e EditSet) -> Option<Vec<Insertion<'e>>> {
    let has_words = |text: &str| text.contains(char::is_alphanumeric);
    let is_sign = |edit: &Edit| {
        !edit.text.contains('\n')
            && (edit.range.is_empty()
                || !has_words(&edit.text) && !has_words(&buffer.slice(edit.range.clone())))
    };
    let found: Option<Vec<_>> =
        edits.iter().filter(|edit| !is_sign(edit)).map(|edit| inserted(buffer, edit)).collect();
    found.filter(|found| !found.is_empty())
}

/// The line before which an edit puts lines, and these; `None` if it does anything else.
fn inserted<'e>(buffer: &Buffer, edit: &'e Edit) -> Option<Insertion<'e>> {
    let at = edit.range.start;
    let line = if at == buffer.len() { buffer.line_count() } else { buffer.line_of(at) };
    let is_whole = at == buffer.len() || buffer.line_start(line) == at && edit.text.ends_with('\n');
    (edit.range.is_empty() && is_whole).then(|| (line, edit.text.lines().collect()))
}

/// The lines of the file that all operations on it together would only repeat.
pub(in crate::plan) fn repeated_by_all(document: &mut Document<'_>) -> Option<There> {
    let added = document.history().1.additions().filter(|added| !added.is_empty())?;
    document.catch_up();
    let buffer = document.buffer();
    let texts: Vec<Cow<'_, str>> = added.iter().map(|range| buffer.slice(range.clone())).collect();
    let texts: Vec<String> = texts.into_iter().map(Cow::into_owned).collect();
    let mut insertions: Vec<Insertion<'_>> = Vec::with_capacity(added.len());
    for (range, text) in added.iter().zip(&texts) {
        let line = buffer.line_of(range.start);
        let is_whole = buffer.line_start(line) == range.start && text.ends_with('\n');
        insertions.push(is_whole.then(|| (line, text.lines().collect()))?);
    }
    repeated(document, &insertions, DepthRule::Same)
}

/// What an operation that names its place by lines makes of the text there.
pub(in crate::plan) struct NewSide<'l> {
    /// The lines by which it names the place and those that it inserts, in the order in which they are to be.
    pub(in crate::plan) lines: Vec<&'l str>,
    /// The lines of the file by which the place was found.
    pub(in crate::plan) matched: Range<usize>,
    /// The name of the rung on which they were.
    pub(in crate::plan) rung: &'static str,
    /// What it does to the file.
    pub(in crate::plan) edits: &'l LineEdits<'l>,
}

impl NewSide<'_> {
    /// Whether the text shows that the operation has not been made, although lines like the inserted ones are beside their
    /// places: its new side is as a whole nowhere about the lines that it matched. Lines of other operations may be among it.
    fn is_absent(&self, document: &mut Document<'_>, insertions: &[Insertion<'_>]) -> bool {
        let rules = document.lexical();
        let scanner = rules.map(CommentScanner::new);
        let (buffer, index) = document.lines();
        let comes = || insertions.iter().flat_map(|(_, lines)| lines).filter(|line| !is_blank(line));
        let places = || insertions.iter().map(|(at, _)| *at);
        let start = places().min().map_or(self.matched.start, |at| at.min(self.matched.start));
        let end = places().max().map_or(self.matched.end, |at| at.max(self.matched.end));
        let above = solid_lines(buffer, (0..start).rev(), comes().count());
        let below = solid_lines(buffer, end..buffer.line_count(), comes().count());
        let first = above.last().copied().unwrap_or(start);
        let last = below.last().map_or(end, |line| line + 1);
        let solid = self.lines.iter().filter(|line| !is_blank(line));
        let mut wanted = solid.map(|line| Form::Folded.of(line)).peekable();
        for line in first..last {
            let text = buffer.line(line);
            // The file may have a comment behind a line.
            let mut code = || {
                let mut state = index.state_before(buffer, line);
                scanner.as_ref().map(|scanner| scanner.scan(&text, &mut state).code)
            };
            wanted.next_if(|wanted| {
                Form::Folded.of(&text) == *wanted
                    || code().is_some_and(|code| Form::Folded.of(&code) == *wanted)
            });
        }
        // Of lines that are left out as repetitions the new side has more than the text gets.
        let is_all =
            || leave_out_neighbours((buffer, rules), &self.matched, &mut self.edits.clone()).is_empty();
        wanted.peek().is_some() && self.rung != COMMENTS_STRIPPED && is_all()
    }
}

/// Whether line numbers show that no hunk of a section has been made: every hunk is exactly where its header says, and
/// where the headers say that changed lines are afterwards, they are not.
pub(in crate::plan) fn numbers_show_old_side(
    buffer: &Buffer,
    hunks: &[Hunk],
    places: &[(Range<usize>, &'static str)],
) -> bool {
    let is_placed = |(hunk, (matched, rung)): (&Hunk, &(Range<usize>, &str))| {
        let above = usize::from(!hunk.hint_is_behind);
        let is_unmoved = hunk.line_hint.is_some_and(|line| line == matched.start + above);
        is_unmoved && (*rung == EXACT || matched.is_empty())
    };
    let changing = hunks.iter().filter(|hunk| hunk.lines.iter().any(|line| line.tag == Tag::Removed));
    let telling = changing.filter(|hunk| hunk.new_side().any(|line| !only_closes(&line.text)));
    let mut made = telling.map(|hunk| is_new_side_at_number(buffer, hunk));
    let shows_one = made.next() == Some(false);
    // One of several may have been made before.
    let grows = |hunk: &&Hunk| hunk.lines.iter().all(|line| line.tag != Tag::Removed) && brings_block(hunk);
    let is_grown = || {
        hunks
            .iter()
            .filter(grows)
            .any(|hunk| hunk.new_line_hint.is_some() && is_new_side_at_number(buffer, hunk))
    };
    shows_one && made.all(|is_made| !is_made) && hunks.iter().zip(places).all(is_placed) && !is_grown()
}

/// Whether a hunk adds several lines that say something, and not one line several times.
fn brings_block(hunk: &Hunk) -> bool {
    let added = hunk.lines.iter().filter(|line| line.tag == Tag::Added).map(|line| trim(&line.text));
    let mut told = added.filter(|line| !only_closes(line));
    let first = told.next();
    told.any(|line| Some(line) != first)
}

/// Whether the new side of a hunk is where its header says that it is afterwards. A hunk without a number counts as such.
fn is_new_side_at_number(buffer: &Buffer, hunk: &Hunk) -> bool {
    let Some(first) = hunk.new_line_hint.map(|line| line.saturating_sub(1)) else { return true };
    let is_at = |(at, line): (usize, &HunkLine)| {
        first + at < buffer.line_count() && trim_end(&buffer.line(first + at)) == trim_end(&line.text)
    };
    hunk.new_side().enumerate().all(is_at)
}

/// Where `lines`, of which none is blank, are in the file before the patch, directly above a place, below it, or around
/// it; the place is before the line `at` of the text as it is now. Of lines that the patch took out before, some must still
/// be there: then it was applied before, and finds in its own lines what it took from others then.
fn present(document: &mut Document<'_>, at: usize, lines: &[&str], depth: DepthRule) -> Option<There> {
    let (buffer, history) = document.history();
    let [above, below] = history.around(buffer.line_start(at));
    let original = history.original().clone();
    // Of the last line that was there to the first one; between them is what the patch took out.
    let above = above.map_or(0, |byte| original.line_of(byte) + 1);
    let below = below.map_or(original.line_count(), |byte| original.line_of(byte));
    if above > below || below - above > MAX_BLANKS + lines.len() {
        return None;
    }
    let mut beside = solid_lines(&original, (0..above).rev(), lines.len());
    beside.reverse();
    beside.extend((above..below).filter(|line| !is_blank(&original.line(*line))));
    beside.extend(solid_lines(&original, below..original.line_count(), lines.len()));
    let texts: Vec<Cow<'_, str>> = beside.iter().map(|line| original.line(*line)).collect();
    let texts: Vec<&str> = texts.iter().map(|line| depth.of(line)).collect();
    let first = find_run(&texts, lines)?;
    let (run, texts) = (&beside[first..first + lines.len()], &texts[first..first + lines.len()]);
    let mut now = |line: usize| history.line_of_origin(buffer, line);
    let kept: Vec<Option<usize>> = run.iter().map(|line| now(*line)).collect();
    let stays = |(line, text): (&Option<usize>, &&str)| line.is_some() && !only_closes(text);
    let is_mixed = kept.contains(&None) && kept.iter().zip(texts).any(stays);
    if !is_mixed && (above != below || kept.contains(&None)) {
        return None;
    }
    let (first, last) = (kept.iter().flatten().min()?, kept.iter().flatten().max()?);
    let original = original.line_start(*run.first()?)..original.line_range(*run.last()?).end;
    Some(There { lines: *first..*last + 1, original, is_whole: !kept.contains(&None) })
}

/// The first `count` of some lines that are not blank.
fn solid_lines(original: &Buffer, lines: impl Iterator<Item = usize>, count: usize) -> Vec<usize> {
    let solid = lines.take(MAX_BLANKS + 2 * count).filter(|line| !is_blank(&original.line(*line)));
    solid.take(count).collect()
}

/// Where `run`, which is not empty, is among some lines (Knuth, Morris and Pratt).
fn find_run(lines: &[&str], run: &[&str]) -> Option<usize> {
    let mut borders: Vec<usize> = Vec::with_capacity(run.len());
    let step = |borders: &[usize], mut matched: usize, line: &str| {
        while matched > 0 && run.get(matched).is_none_or(|own| *own != line) {
            matched = borders[matched - 1];
        }
        matched + usize::from(run.get(matched).is_some_and(|own| *own == line))
    };
    for line in run {
        let border = match borders.last() {
            Some(last) => step(&borders, *last, line),
            None => 0,
        };
        borders.push(border);
    }
    let mut matched = 0;
    lines.iter().enumerate().find_map(|(at, line)| {
        matched = step(&borders, matched, line);
        (matched == run.len()).then(|| at + 1 - run.len())
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_run_is_found_where_it_is(lines in "[ab]{0,9}", run in "[ab]{1,4}") {
            let own: Vec<&str> = lines.split("").filter(|one| !one.is_empty()).collect();
            let wanted: Vec<&str> = run.split("").filter(|one| !one.is_empty()).collect();
            prop_assert_eq!(find_run(&own, &wanted), lines.find(&run));
        }
    }
}
