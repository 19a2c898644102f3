//! Nothing twice: whether the lines that an operation inserts are at their place already.
//!
//! Answers get lost and callers retry, so a patch that was applied must not apply again. An insertion is looked for in the
//! lines of the file, as it was before the patch, that are directly above and below its place, or around it.
//!
//! Invariant: the cost is linear in the inserted lines.

use std::borrow::Cow;
use std::ops::Range;

use super::document::Document;
use crate::text::normal::{is_blank, only_closes, trim, trim_end};
use crate::text::{Buffer, Edit, EditSet, LineEdits};

/// How inserted lines are compared with those of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DepthRule {
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

/// So many blank lines beside a place are looked through, and as many as the inserted lines number.
const MAX_BLANKS: usize = 64;

/// Lines that come, with the line before which they do.
pub(super) type Insertion<'l> = (usize, Vec<&'l str>);

/// The lines of the file that some insertions would only repeat: every one of them is at its place already.
pub(super) fn repeated(
    document: &mut Document<'_>,
    insertions: &[Insertion<'_>],
    depth: DepthRule,
) -> Option<Range<usize>> {
    if !insertions.iter().flat_map(|(_, lines)| lines).any(|line| !only_closes(line)) {
        return None;
    }
    let mut found: Option<Range<usize>> = None;
    for (at, lines) in insertions {
        let lines: Vec<&str> =
            lines.iter().map(|line| depth.of(line)).filter(|line| !line.is_empty()).collect();
        if lines.is_empty() {
            continue;
        }
        let there = present(document, *at, &lines, depth)?;
        found = Some(match found {
            Some(found) => found.start.min(there.start)..found.end.max(there.end),
            None => there,
        });
    }
    found
}

/// What edits by lines insert; `None` if they do anything else.
pub(super) fn insertions<'l>(edits: &'l LineEdits<'_>) -> Option<Vec<Insertion<'l>>> {
    let mut found: Vec<Insertion<'l>> = Vec::new();
    for (at, text) in edits.added_lines() {
        match found.iter_mut().find(|(own, _)| *own == at) {
            Some((_, lines)) => lines.push(text),
            None => found.push((at, vec![text])),
        }
    }
    (edits.removed().is_empty() && !found.is_empty()).then_some(found)
}

/// What edits by bytes insert; `None` if they do anything else, but for ending or separating the line before.
pub(super) fn insertions_of<'e>(buffer: &Buffer, edits: &'e EditSet) -> Option<Vec<Insertion<'e>>> {
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
pub(super) fn repeated_by_all(document: &mut Document<'_>) -> Option<Range<usize>> {
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

/// Where `lines`, of which none is blank, are in the file before the patch, directly above a place, below it, or around
/// it; the place is before the line `at` of the text as it is now.
fn present(document: &mut Document<'_>, at: usize, lines: &[&str], depth: DepthRule) -> Option<Range<usize>> {
    let (buffer, history) = document.history();
    let [above, below] = history.around(buffer.line_start(at));
    let original = history.original().clone();
    // Of the last line that was there to the first one; what the patch took out between them was no neighbour.
    let above = above.map_or(0, |byte| original.line_of(byte) + 1);
    let below = below.map_or(original.line_count(), |byte| original.line_of(byte));
    if above != below {
        return None;
    }
    let keeps_all = history.keeps_all();
    let mut is_there = |line: usize| keeps_all || history.line_removed_by(buffer, line).is_none();
    let mut beside = solid_lines(&original, (0..above).rev(), lines.len(), &mut is_there);
    beside.reverse();
    beside.extend(solid_lines(&original, below..original.line_count(), lines.len(), &mut is_there));
    let texts: Vec<Cow<'_, str>> = beside.iter().map(|line| original.line(*line)).collect();
    let texts: Vec<&str> = texts.iter().map(|line| depth.of(line)).collect();
    let first = find_run(&texts, lines)?;
    let [first, last] = [first, first + lines.len() - 1].map(|at| beside.get(at).copied());
    let mut now = |line: usize| history.line_of_origin(buffer, line);
    Some(now(first?)?..now(last?)? + 1)
}

/// The first `count` of some lines that are not blank, as far as they are still there.
fn solid_lines(
    original: &Buffer,
    lines: impl Iterator<Item = usize>,
    count: usize,
    is_there: &mut dyn FnMut(usize) -> bool,
) -> Vec<usize> {
    let mut blanks = MAX_BLANKS + count;
    let mut found = Vec::new();
    for line in lines {
        if is_blank(&original.line(line)) {
            blanks -= 1;
        } else if is_there(line) {
            found.push(line);
        } else {
            break;
        }
        if found.len() == count || blanks == 0 {
            break;
        }
    }
    found
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
