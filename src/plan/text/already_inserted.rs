//! Detects insertions of lines that are at their place already.
//!
//! Answers get lost and callers retry, so a patch that was applied must not apply again. The inserted lines are
//! searched for in the file as it was before the patch: directly above the place, directly below it, or around it.
//!
//! Invariant: the cost is linear in the inserted lines.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use super::neighbours::{MAX_BLANKS, repeats_neighbors};
use crate::ir::{Hunk, HunkLine, Operation, PatchPath, RepeatedLines, Tag};
use crate::plan::explain;
use crate::plan::refusal::Refusal;
use crate::plan::tree::document::Document;
use crate::resolve::lines::{COMMENTS_STRIPPED, EXACT, Form};
use crate::text::normal::{indentation, is_blank, is_closing_line, trim, trim_end};
use crate::text::{Buffer, CommentScanner, Edit, EditSet, LexRules, LineEdits};

/// An operation that changed lines which a later operation would insert and which are in the file already. It changed
/// lines that were not there when the patch was applied first.
pub(in crate::plan) struct ConflictingOperation {
    /// The number of the operation.
    pub(in crate::plan) number: usize,
    /// Whether it changed nothing else in the file.
    pub(in crate::plan) is_all: bool,
    /// The lines, as messages call them.
    pub(in crate::plan) lines: String,
}

/// Returns the operations that changed lines which a refusal reports as present already.
pub(in crate::plan) fn conflicting_operations(
    document: &mut Document<'_>,
    path: &PatchPath,
    refusal: &Refusal,
) -> Vec<ConflictingOperation> {
    let (buffer, history) = document.history();
    let own = refusal.problems.iter().flat_map(|problem| &problem.places);
    let mut there: Vec<Range<usize>> = own
        .filter(|place| place.path == path.as_str())
        .filter_map(|place| history.origin_of_lines(buffer, place.line - 1..place.last_line))
        .collect();
    there.extend(refusal.there.clone());
    let mut found: Vec<ConflictingOperation> = Vec::new();
    for bytes in there {
        let original = history.original();
        let (first, last) = (original.line_of(bytes.start) + 1, original.line_of(bytes.end) + 1);
        let lines = if first == last { format!("line {first}") } else { format!("lines {first} to {last}") };
        for number in history.changers(&bytes) {
            let is_all = history.changes_only(number, &bytes);
            if found.iter().all(|own| own.number != number) {
                found.push(ConflictingOperation { number, is_all, lines: lines.clone() });
            }
        }
    }
    found
}

/// How inserted lines are compared with those of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::plan) enum DepthRule {
    /// With their indentation: the place is indented as the patch says.
    Same,
    /// Without their indentation: the place is indented in another way, so the lines may be those of an earlier run.
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
pub(in crate::plan) struct PresentLines {
    /// Their lines in the current text.
    pub(in crate::plan) lines: Range<usize>,
    /// Their byte range in the text before the patch.
    pub(in crate::plan) original: Range<usize>,
    /// Whether the patch removed none of them.
    pub(in crate::plan) is_whole: bool,
}

impl PresentLines {
    fn and(self, other: Self) -> Self {
        let both = |one: Range<usize>, two: Range<usize>| one.start.min(two.start)..one.end.max(two.end);
        Self {
            lines: both(self.lines, other.lines),
            original: both(self.original, other.original),
            is_whole: self.is_whole && other.is_whole,
        }
    }

    /// Returns the refusal of an operation that would insert the lines again.
    pub(in crate::plan) fn refusal(self, document: &mut Document<'_>, operation: &Operation) -> Refusal {
        let mut refusal = explain::repeated_lines(document, operation, &self.lines);
        refusal.there = Some(self.original);
        refusal
    }
}

/// The line before which lines are inserted, and these lines.
pub(in crate::plan) type Insertion<'l> = (usize, Vec<&'l str>);

/// Returns the lines of the file that the insertions of an operation would only repeat, if all of them are at their
/// places already and the surrounding text does not show that the operation is new.
pub(in crate::plan) fn repeated_of(
    document: &mut Document<'_>,
    insertions: &[Insertion<'_>],
    depth: DepthRule,
    new_side: &NewSide<'_>,
) -> Option<PresentLines> {
    let there = repeated(document, insertions, depth)?;
    let is_new = there.is_whole && new_side.is_absent(document, insertions);
    (!is_new).then_some(there)
}

/// Returns the lines of the file that some insertions would only repeat, if all of them are at their places already.
pub(in crate::plan) fn repeated(
    document: &mut Document<'_>,
    insertions: &[Insertion<'_>],
    depth: DepthRule,
) -> Option<PresentLines> {
    if !insertions.iter().flat_map(|(_, lines)| lines).any(|line| !is_closing_line(line)) {
        return None;
    }
    let mut found: Option<PresentLines> = None;
    for (at, inserted) in insertions {
        let lines: Vec<&str> =
            inserted.iter().map(|line| depth.of(line)).filter(|line| !line.is_empty()).collect();
        if lines.is_empty() {
            continue;
        }
        let there = present(document, *at, &lines, depth)?;
        if depth == DepthRule::Any && is_outside(document.buffer(), &there.lines, solid_depth(inserted)) {
            return None;
        }
        found = Some(match found {
            Some(found) => found.and(there),
            None => there,
        });
    }
    found
}

/// Returns the number of columns before the first of some lines that is not blank.
fn solid_depth(lines: &[&str]) -> usize {
    lines.iter().find(|line| !is_blank(line)).map_or(0, |line| indentation(line).len())
}

/// Returns whether the first of some lines of a file is less deep than lines that are inserted at `depth` columns: it is
/// then outside of their block, and none of them.
fn is_outside(buffer: &Buffer, lines: &Range<usize>, depth: usize) -> bool {
    let first = lines.clone().find(|line| !is_blank(&buffer.line(*line)));
    first.is_some_and(|first| indentation(&buffer.line(first)).len() < depth)
}

/// Returns the insertions of line edits; `None` if the edits do anything else, except for removing lines and restoring
/// them.
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
    // Restored lines alone are not an insertion.
    found.retain(|(_, lines)| !lines.is_empty());
    (gone.is_empty() && !found.is_empty()).then_some(found)
}

/// Returns the insertions of byte edits; `None` if they do anything else, except for changing separators or
/// terminators.
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

/// Returns the line before which an edit inserts lines, and these lines; `None` if it does anything else.
fn inserted<'e>(buffer: &Buffer, edit: &'e Edit) -> Option<Insertion<'e>> {
    let at = edit.range.start;
    let line = if at == buffer.len() { buffer.line_count() } else { buffer.line_of(at) };
    let is_whole = at == buffer.len() || buffer.line_start(line) == at && edit.text.ends_with('\n');
    (edit.range.is_empty() && is_whole).then(|| (line, edit.text.lines().collect()))
}

/// Returns the lines of the file that all operations on it together would only repeat.
pub(in crate::plan) fn repeated_by_all(document: &mut Document<'_>) -> Option<PresentLines> {
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

/// The text that an operation leaves at a place given by lines.
pub(in crate::plan) struct NewSide<'l> {
    /// The lines that identify the place and those that are inserted, in their final order.
    pub(in crate::plan) lines: Vec<&'l str>,
    /// The lines of the file by which the place was found.
    pub(in crate::plan) matched: Range<usize>,
    /// The lines beside which the edits insert: an empty range for an insertion.
    pub(in crate::plan) gap: Range<usize>,
    /// The name of the rung on which they matched.
    pub(in crate::plan) rung: &'static str,
    /// The edits of the operation.
    pub(in crate::plan) edits: &'l LineEdits<'l>,
}

impl NewSide<'_> {
    /// Returns whether the text shows that the operation was not applied before, although lines like the inserted ones
    /// are beside their places: its new side as a whole is nowhere around the matched lines. Lines of other operations
    /// may be among it.
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
            // The file may have a trailing comment on the line.
            let mut code = || {
                let mut state = index.state_before(buffer, line);
                scanner.as_ref().map(|scanner| scanner.scan(&text, &mut state).code)
            };
            wanted.next_if(|wanted| {
                Form::Folded.of(&text) == *wanted
                    || code().is_some_and(|code| Form::Folded.of(&code) == *wanted)
            });
        }
        // If lines are omitted as repetitions, the new side has more lines than the text gets.
        let is_all = || !repeats_neighbors((buffer, rules), &self.gap, self.edits);
        wanted.peek().is_some() && self.rung != COMMENTS_STRIPPED && is_all()
    }
}

/// Returns whether line numbers show that no hunk of a section was applied before: every hunk matches exactly where its
/// header says, and the new sides of changing hunks are not where the headers say that they are afterwards.
pub(in crate::plan) fn numbers_show_old_side(
    buffer: &Buffer,
    hunks: &[Hunk],
    places: &[(Range<usize>, &'static str)],
) -> bool {
    let is_placed = |(hunk, (matched, rung)): (&Hunk, &(Range<usize>, &str))| {
        let above = usize::from(!hunk.inserts_after_hint);
        let is_unmoved = hunk.line_hint.is_some_and(|line| line == matched.start + above);
        is_unmoved && (*rung == EXACT || matched.is_empty())
    };
    let changing = hunks.iter().filter(|hunk| hunk.lines.iter().any(|line| line.tag == Tag::Removed));
    let telling = changing.filter(|hunk| hunk.new_side().any(|line| !is_closing_line(&line.text)));
    let mut made = telling.map(|hunk| is_new_side_at_number(buffer, hunk));
    let shows_one = made.next() == Some(false);
    // One of several hunks may have been applied before.
    let grows = |hunk: &&Hunk| hunk.lines.iter().all(|line| line.tag != Tag::Removed) && brings_block(hunk);
    let is_grown = || {
        hunks
            .iter()
            .filter(grows)
            .any(|hunk| hunk.new_line_hint.is_some() && is_new_side_at_number(buffer, hunk))
    };
    shows_one && made.all(|is_made| !is_made) && hunks.iter().zip(places).all(is_placed) && !is_grown()
}

/// Returns whether a hunk adds at least two different lines that do not only close brackets.
fn brings_block(hunk: &Hunk) -> bool {
    let added = hunk.lines.iter().filter(|line| line.tag == Tag::Added).map(|line| trim(&line.text));
    let mut told = added.filter(|line| !is_closing_line(line));
    let first = told.next();
    told.any(|line| Some(line) != first)
}

/// Returns whether the new side of a hunk is where its header says that it is afterwards; also true for a hunk without
/// a number.
fn is_new_side_at_number(buffer: &Buffer, hunk: &Hunk) -> bool {
    let Some(first) = hunk.new_line_hint.map(|line| line.saturating_sub(1)) else { return true };
    let is_at = |(at, line): (usize, &HunkLine)| {
        first + at < buffer.line_count() && trim_end(&buffer.line(first + at)) == trim_end(&line.text)
    };
    hunk.new_side().enumerate().all(is_at)
}

/// Finds `lines`, none of which is blank, in the text before the patch: directly above, directly below or around the
/// place before line `at` of the current text. If the patch has removed some of them, others must remain: then the
/// patch was applied before, and the removal hits lines of that run.
fn present(document: &mut Document<'_>, at: usize, lines: &[&str], depth: DepthRule) -> Option<PresentLines> {
    let rules = document.lexical();
    let (buffer, history) = document.history();
    let [above, below] = history.nearest_kept(buffer.line_start(at));
    let original = history.original().clone();
    // The last original line above the place and the first one below it; between them are lines that the patch removed.
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
    let texts = without_comments(rules, texts.iter().map(|line| depth.of(line)), lines);
    let first = find_run(&texts, lines)?;
    let (run, texts) = (&beside[first..first + lines.len()], &texts[first..first + lines.len()]);
    let mut now = |line: usize| history.line_of_origin(buffer, line);
    let kept: Vec<Option<usize>> = run.iter().map(|line| now(*line)).collect();
    let stays = |(line, text): (&Option<usize>, &&str)| line.is_some() && !is_closing_line(text);
    let is_mixed = kept.contains(&None) && kept.iter().zip(texts).any(stays);
    if !is_mixed && (above != below || kept.contains(&None)) {
        return None;
    }
    let (first, last) = (kept.iter().flatten().min()?, kept.iter().flatten().max()?);
    let original = original.line_start(*run.first()?)..original.line_range(*run.last()?).end;
    Some(PresentLines { lines: *first..*last + 1, original, is_whole: !kept.contains(&None) })
}

/// Returns lines of a file, without the trailing comments of those that `wanted` has without them.
fn without_comments<'l>(
    rules: Option<&LexRules>,
    texts: impl Iterator<Item = &'l str>,
    wanted: &[&str],
) -> Vec<&'l str> {
    let wanted: HashSet<&str> = wanted.iter().copied().collect();
    let scanner = rules.map(CommentScanner::new);
    let bare = |text: &'l str| {
        let code = scanner.as_ref()?.without_trailing_comment(text);
        wanted.contains(code).then_some(code)
    };
    texts.map(|text| if wanted.contains(text) { text } else { bare(text).unwrap_or(text) }).collect()
}

/// Returns the first `count` of some lines that are not blank.
fn solid_lines(original: &Buffer, lines: impl Iterator<Item = usize>, count: usize) -> Vec<usize> {
    let solid = lines.take(MAX_BLANKS + 2 * count).filter(|line| !is_blank(&original.line(*line)));
    solid.take(count).collect()
}

/// Returns the index at which `run`, which is not empty, occurs in some lines (Knuth–Morris–Pratt).
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

/// Refuses insertions of lines that are at their places already.
pub(in crate::plan) fn refuse_repeated(
    document: &mut Document<'_>,
    operation: &Operation,
    insertions: Option<Vec<Insertion<'_>>>,
    (depth, new_side): (DepthRule, Option<&NewSide<'_>>),
) -> Result<(), Refusal> {
    let insertions = insertions.filter(|_| operation.if_already_made.lines == RepeatedLines::Refuse);
    let there = insertions.and_then(|insertions| match new_side {
        Some(new_side) => repeated_of(document, &insertions, depth, new_side),
        None => repeated(document, &insertions, depth),
    });
    match there {
        Some(there) => Err(there.refusal(document, operation)),
        None => Ok(()),
    }
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
