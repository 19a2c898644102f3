//! Omits lines of a payload that the file already has beside the place.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::ir::{Change, Indent, Marker, RepeatedLines};
use crate::plan::editing::Editing;
use crate::text::normal::{indentation, is_blank, is_closing_line, open_brackets, trim, trim_end};
use crate::text::{Buffer, CommentScanner, LexRules, LineEdits, beginning_of_block, ends_pair};

/// The number of blank lines beside a place that are skipped, in addition to the number of inserted lines.
pub(super) const MAX_BLANKS: usize = 64;

/// Omits lines at the ends of what the edits add that the file has directly above or below the lines `changed`, and
/// that would otherwise appear twice. Writers often continue with the next line of the file, or begin with the lines
/// after which they insert. Returns the lines of the file that are repeated.
pub(in crate::plan) fn drop_repeated_neighbors(
    (buffer, rules): (&Buffer, Option<&LexRules>),
    changed: &Range<usize>,
    edits: &mut LineEdits<'_>,
) -> Vec<Range<usize>> {
    let (left_out, found) = repeated_neighbors((buffer, rules), changed, edits);
    if left_out.len() == edits.places_of_added().count() {
        return Vec::new();
    }
    edits.leave_out(&left_out);
    found
}

/// Returns whether lines that the edits add, at an end, are directly above or below the lines `changed`.
pub(super) fn repeats_neighbors(
    (buffer, rules): (&Buffer, Option<&LexRules>),
    changed: &Range<usize>,
    edits: &LineEdits<'_>,
) -> bool {
    !repeated_neighbors((buffer, rules), changed, edits).0.is_empty()
}

/// Returns the indices of added lines that repeat lines directly above or below the lines `changed`, sorted, and the lines
/// that they repeat.
fn repeated_neighbors(
    (buffer, rules): (&Buffer, Option<&LexRules>),
    changed: &Range<usize>,
    edits: &LineEdits<'_>,
) -> (Vec<usize>, Vec<Range<usize>>) {
    let own = |at: usize| -> Vec<usize> {
        let places = edits.places_of_added().enumerate();
        places.filter(|(_, place)| *place == at).map(|(number, _)| number).collect()
    };
    let removed: HashSet<usize> = edits.removed().iter().copied().collect();
    let goes = |mut lines: Range<usize>| lines.all(|line| removed.contains(&line));
    let (first, last) = (edits.places_of_added().min(), edits.places_of_added().max());
    let (Some(first), Some(last)) = (first, last) else { return Default::default() };
    let mut left_out = Vec::new();
    let mut found = Vec::new();
    let mut leave_out = |added: &[usize], file: &mut dyn Iterator<Item = usize>| {
        if let Some(RepeatedNeighbours { added, lines }) = overlap((buffer, rules), edits, added, file) {
            left_out.extend(added);
            found.push(lines);
        }
    };
    let from_end = |at: usize| -> Vec<usize> { own(at).into_iter().rev().collect() };
    // Lines that are inserted above the lead-in of the changed lines.
    if first < changed.start {
        leave_out(&from_end(first), &mut (first..buffer.line_count()));
    }
    if last >= changed.start && goes(last..changed.end) {
        leave_out(&from_end(last), &mut (changed.end.max(last)..buffer.line_count()));
    }
    if first <= changed.end && goes(changed.start.min(first)..first) {
        leave_out(&own(first), &mut (0..changed.start.min(first)).rev());
    }
    left_out.sort_unstable();
    left_out.dedup();
    (left_out, found)
}

/// Converts an insertion whose payload repeats the marker on the marker's side into a replacement of the marker, if the
/// marker has lines of several depths or opens a block.
pub(in crate::plan) fn insertion_as_replacement(editing: Editing<'_>, marker: &Marker) -> Option<Change> {
    let operation = editing.operation;
    if editing.indent == Indent::AsIs || operation.if_already_made.lines == RepeatedLines::Insert {
        return None;
    }
    let solid = |lines: &[String]| -> Vec<String> {
        let own: Vec<&String> = lines.iter().filter(|line| !is_blank(line)).collect();
        let base = own.iter().map(|line| indentation(line).len()).min().unwrap_or(0);
        own.into_iter().map(|line| line[base..].trim_end().to_owned()).collect()
    };
    let marked = solid(&marker.lines.lines);
    let is_deep = marked.iter().any(|line| line.starts_with([' ', '\t']));
    let opens = marked.last().is_some_and(|last| last.ends_with([':', '{', '(', '[']));
    if marked.is_empty() || !(is_deep || opens) {
        return None;
    }
    let (payload, repeats) = match editing.change {
        Change::InsertAfter(payload) => (payload, solid(&payload.lines).starts_with(&marked)),
        Change::InsertBefore(payload) => (payload, solid(&payload.lines).ends_with(&marked)),
        Change::Replace(_) | Change::Delete => return None,
    };
    // Closing brackets at the end of a payload that also opens them belong to the payload.
    let own = || payload.lines.iter().map(|line| open_brackets(line)).sum::<isize>() == 0;
    if marked.iter().all(|line| is_closing_line(line)) && own() {
        return None;
    }
    (repeats && solid(&payload.lines).len() > marked.len()).then(|| Change::Replace(payload.clone()))
}

/// Added lines that the file has beside them.
struct RepeatedNeighbours {
    /// The indices of the lines among the added ones.
    added: Vec<usize>,
    /// The lines of the file.
    lines: Range<usize>,
}

/// The maximum number of lines that are compared with the neighbors of a place.
const MAX_REPEATED: usize = 100;

/// The minimum length, in characters, of the longest word of a line for a repetition of the line to count.
const MIN_WORD_LEN: usize = 3;

/// The maximum number of lines on either side of a place that are searched for the bounds of the definition around it.
const MAX_SEARCH_LINES: usize = 2000;

/// Returns the number of opened minus closed brackets in the lines around a place, from a line at the margin to the
/// next such line after the definition.
fn open_around(buffer: &Buffer, at: usize) -> isize {
    let is_edge = |text: &str| !is_blank(text) && indentation(text).is_empty();
    let mut open = 0;
    for line in (at.saturating_sub(MAX_SEARCH_LINES)..at).rev() {
        let text = buffer.line(line);
        open += open_brackets(&text);
        if is_edge(&text) && !text.starts_with(['}', ')', ']']) {
            break;
        }
    }
    for line in at..buffer.line_count().min(at + MAX_SEARCH_LINES) {
        let text = buffer.line(line);
        let is_next = is_edge(&text) && !text.starts_with(['}', ')', ']']);
        if is_next && line > at {
            break;
        }
        open += open_brackets(&text);
    }
    open
}

/// Returns the overlap of added lines with lines of the file, both counted away from the place between them.
///
/// The lines of `file` begin with some of `added`, from its far end. The longest such run counts, if it contains a
/// word, is not everything that is added, does not make the brackets less balanced, and ends no block that is added. A
/// line that replaces an equal removed line, at whatever depth, is not a repetition, because the patch names it; of
/// lines without a word, such as brackets, there must be more than are removed.
fn overlap(
    (buffer, rules): (&Buffer, Option<&LexRules>),
    edits: &LineEdits<'_>,
    added: &[usize],
    file: &mut dyn Iterator<Item = usize>,
) -> Option<RepeatedNeighbours> {
    let texts: Vec<&str> = edits.texts_of_added().collect();
    let solid: Vec<usize> = added.iter().copied().filter(|at| !is_blank(texts[*at])).collect();
    let file: Vec<usize> = file.take(MAX_BLANKS + added.len()).collect();
    let below: Vec<usize> =
        file.iter().copied().filter(|line| !is_blank(&buffer.line(*line))).take(solid.len()).collect();
    // A trailing comment of the file does not make the line another one.
    let scanner = rules.map(CommentScanner::new);
    let bare: HashMap<usize, String> = below
        .iter()
        .take(MAX_REPEATED)
        .filter_map(|line| {
            Some((*line, scanner.as_ref()?.without_trailing_comment(&buffer.line(*line)).to_owned()))
        })
        .collect();
    let is_same = |at: usize, line: usize| {
        let own = trim_end(texts[at]);
        own == trim_end(&buffer.line(line)) || bare.get(&line).is_some_and(|code| own == code)
    };
    let all = texts.iter().filter(|text| !is_blank(text)).count();
    let put_back = restored_lines(buffer, edits, added);
    let brought = all - put_back.len();
    let says = |at: &usize| {
        let is_comment = rules.is_some_and(|rules| rules.begins_with_line_comment(texts[*at]));
        let mut words = texts[*at].split(|char: char| !char.is_alphabetic());
        words.any(|word| is_comment && !word.is_empty() || word.chars().count() >= MIN_WORD_LEN)
    };
    let open = |texts: &mut dyn Iterator<Item = &str>| texts.map(open_brackets).sum::<isize>();
    let goes = open(
        &mut edits
            .removed()
            .iter()
            .map(|line| buffer.line(*line))
            .collect::<Vec<_>>()
            .iter()
            .map(|line| &**line),
    );
    let comes = open(&mut texts.iter().copied());
    let surplus = Surplus::of(buffer, edits);
    // A line that ends an added block is not a repeated line of the file.
    let begins = |at: usize| {
        let begin = beginning_of_block(&texts, at).filter(|begin| !is_blank(texts[*begin]));
        begin.or_else(|| ends_pair(&texts, at))
    };
    let ends_own =
        |run: &[usize]| run.iter().any(|at| begins(*at).is_some_and(|begin| !run.contains(&begin)));
    let most = solid.len().min(below.len()).min(MAX_REPEATED);
    let count = (1..=most).rev().find(|count| {
        // Of these `count` lines, the one next to the remaining added lines corresponds to the nearest line of the
        // file.
        let run = || solid[..*count].iter().rev().zip(&below);
        let left = || open(&mut solid[..*count].iter().map(|at| texts[*at]));
        let odd = (comes - goes).abs();
        let evens = || (comes - left() - goes).abs();
        let closes = |at: usize, line: usize| {
            is_closing_line(texts[at]) && trim(texts[at]) == trim(&buffer.line(line))
        };
        let is_repeated = || {
            run().all(|(at, line)| is_same(*at, *line))
                && solid[..*count].iter().any(says)
                && *count < brought
                && !solid[..*count].iter().any(|at| put_back.contains(at) && says(at))
                && evens() <= odd
                && !ends_own(&solid[..*count])
        };
        // A superfluous closing bracket, at whatever depth, unless the file lacked one.
        let is_bracket = || {
            let is_run = evens() < odd && run().all(|(at, line)| closes(*at, *line));
            is_run && {
                let open = open_around(buffer, below[0]);
                (open + comes - left() - goes).abs() < (open + comes - goes).abs()
            }
        };
        let is_surplus = || {
            let wordless = solid[..*count].iter().filter(|at| !says(at));
            surplus.contains(wordless.map(|at| texts[*at]))
        };
        *count < all && is_surplus() && (is_repeated() || is_bracket())
    })?;
    let nearest = *below.first()?;
    let blank_in_file = file.iter().take_while(|line| **line != nearest).count();
    let end = added.iter().position(|at| *at == solid[count - 1])? + 1;
    let blank = added[end..].iter().take_while(|at| is_blank(texts[**at])).count();
    let added = added[..end + blank.min(blank_in_file)].to_vec();
    let (one, other) = (nearest, below[count - 1]);
    Some(RepeatedNeighbours { added, lines: one.min(other)..one.max(other) + 1 })
}

/// The texts of which more lines are added than removed, at whatever depth, with the number of lines.
struct Surplus(HashMap<String, isize>);

impl Surplus {
    fn of(buffer: &Buffer, edits: &LineEdits<'_>) -> Self {
        let mut counts: HashMap<String, isize> = HashMap::new();
        for text in edits.texts_of_added() {
            *counts.entry(trim(text).to_owned()).or_default() += 1;
        }
        for line in edits.removed() {
            *counts.entry(trim(&buffer.line(*line)).to_owned()).or_default() -= 1;
        }
        Self(counts)
    }

    /// Returns whether so many lines with these texts are added that all of them may be repetitions.
    fn contains<'l>(&self, texts: impl Iterator<Item = &'l str>) -> bool {
        let mut wanted: HashMap<&str, isize> = HashMap::new();
        texts.for_each(|text| *wanted.entry(trim(text)).or_default() += 1);
        wanted.iter().all(|(text, count)| self.0.get(*text).is_some_and(|own| own >= count))
    }
}

/// Returns the indices of the added lines that only restore a removed one, possibly with another separator at the end;
/// of several equal lines, those that are first in `added`.
fn restored_lines(buffer: &Buffer, edits: &LineEdits<'_>, added: &[usize]) -> HashSet<usize> {
    let bare = |text: &str| trim(text).trim_end_matches([',', ';']).to_owned();
    let mut gone: HashMap<String, usize> = HashMap::new();
    for line in edits.removed() {
        *gone.entry(bare(&buffer.line(*line))).or_default() += 1;
    }
    let texts: Vec<&str> = edits.texts_of_added().collect();
    let mut numbers: Vec<usize> = added.to_vec();
    numbers.extend(0..texts.len());
    let mut found = HashSet::new();
    for at in numbers {
        if let Some(left) = gone.get_mut(&bare(texts[at])).filter(|left| **left > 0)
            && !is_blank(texts[at])
            && found.insert(at)
        {
            *left -= 1;
        }
    }
    found
}
