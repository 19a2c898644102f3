//! Corrects a payload: where it repeats lines of the marker, it repeats their mistakes, too.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use super::marker::MarkerMatch;
use crate::ir::{Marker, Payload};
use crate::text::Buffer;
use crate::text::normal::{
    NO_BREAK_SPACE, fold, indentation, is_blank, trailing_blanks, trim, trim_end, trim_start,
};

/// A line of the marker, and the matched line of the file.
type MatchedLine<'t> = (&'t str, &'t str);

impl MarkerMatch {
    /// Returns the lines `payload`, which were `written` in the patch, with the indentation of the file for those that
    /// the marker has in the same columns, if they were converted between tabs and spaces.
    ///
    /// The marker's indentation must be that of the file plus or minus one text, and the payload must have it, too:
    /// then these lines are at their place in the file.
    #[must_use]
    pub fn as_spelled_in_file(
        &self,
        buffer: &Buffer,
        marker: &Marker,
        (written, mut payload): (&Payload, Vec<String>),
    ) -> Vec<String> {
        if marker.lines.margin != written.margin || written.lines.len() != payload.len() {
            return payload;
        }
        let placed = marker.lines.lines.iter().zip(&self.alignment).filter(|(line, _)| !is_blank(line));
        let pairs: Vec<(&str, String)> = placed
            .filter_map(|(line, at)| Some((line.as_str(), indentation(&buffer.line((*at)?)).to_owned())))
            .collect();
        let Some([base, own_base]) = pairs.first().and_then(|(line, own)| moved_by(indentation(line), own))
        else {
            return payload;
        };
        let is_moved = |(line, own): &(&str, String)| {
            let rest = indentation(line).strip_prefix(base);
            rest.is_some() && rest == own.strip_prefix(own_base)
        };
        let has_base = |line: &String| is_blank(line) || line.starts_with(base);
        if base == own_base || !pairs.iter().all(is_moved) || !written.lines.iter().all(has_base) {
            return payload;
        }
        let shown: HashMap<&str, &str> = pairs.iter().map(|(line, own)| (trim_end(line), &**own)).collect();
        for (line, as_written) in payload.iter_mut().zip(&written.lines) {
            let Some(own) = shown.get(trim_end(as_written)) else { continue };
            if indentation(line).contains('\t') != own.contains('\t') {
                *line = format!("{own}{}", trim_start(line));
            }
        }
        payload
    }
}

/// Returns the texts by which an indentation in a patch and that of the file begin before a common rest, one of which
/// is empty.
fn moved_by<'t>(written: &'t str, own: &'t str) -> Option<[&'t str; 2]> {
    let added = written.strip_suffix(own).map(|base| [base, ""]);
    added.or_else(|| own.strip_suffix(written).map(|base| ["", base]))
}

/// Returns the payload with the file's text for lines that repeat lines of the marker, at any position, and without the
/// blank lines that marker and payload both have but the file lacks.
///
/// A comment that the writer omitted is restored only if the payload has no more such lines than the file.
pub(super) fn corrected_payload<'t>(
    marker: &'t Marker,
    place: &MarkerMatch,
    file: &[&'t str],
    payload: &'t [String],
) -> Vec<Cow<'t, str>> {
    let mut pairs_of: HashMap<&str, Vec<MatchedLine<'t>>> = HashMap::new();
    for (marked, line) in marker.lines.lines.iter().zip(&place.alignment) {
        if let Some(line) = line {
            pairs_of.entry(key(marked)).or_default().push((marked, file[line - place.range.start]));
        }
    }
    let bases = bases(marker, place, file);
    let payload = without_extra_blanks(marker, place, payload);
    let mut counts: HashMap<&str, usize> = HashMap::new();
    payload.iter().for_each(|line| *counts.entry(trim(line)).or_default() += 1);
    let meant = payload.iter().map(|line| {
        let pairs = pairs_of.get(key(line)).map_or(&[][..], Vec::as_slice);
        let Some((own, others)) = pairs.split_first() else { return Cow::Borrowed(*line) };
        if others.iter().any(|(_, other)| key(other) != key(own.1)) {
            return Cow::Borrowed(*line);
        }
        if is_blank(line) {
            // Whitespace on a blank line is not added.
            return Cow::Borrowed(if own.1.is_empty() { "" } else { *line });
        }
        let count = |text: &str| counts.get(text).copied().unwrap_or_default();
        let Some(text) = repeated(line, own.1, count, pairs.len()) else { return Cow::Borrowed(*line) };
        let indentation = respelled(line, *own, bases).unwrap_or_else(|| indentation(line));
        Cow::Owned(format!("{indentation}{text}"))
    });
    meant.collect()
}

/// Returns the indentation of the first matched line of the marker, in the marker and in the file; that of the second
/// one if only the first lost its indentation.
fn bases<'t>(marker: &'t Marker, place: &MarkerMatch, file: &[&'t str]) -> MatchedLine<'t> {
    let placed = marker.lines.lines.iter().zip(&place.alignment).filter(|(line, _)| !is_blank(line));
    let mut placed = placed.filter_map(|(line, at)| {
        let own = file[(*at)? - place.range.start];
        Some((indentation(line), indentation(own)))
    });
    let Some(first) = placed.next() else { return ("", "") };
    match placed.next() {
        Some(second) if first.0.is_empty() && first.0 != first.1 && second.0 == second.1 => second,
        _ => first,
    }
}

/// Returns the indentation of the file's line, if the payload's line has that of the marker's line and the marker's
/// line stands for another comment, or has tabs where the file has spaces or the reverse: in a string, where they are
/// text, they were not converted.
fn respelled<'t>(
    line: &str,
    (marked, own): MatchedLine<'t>,
    (base, own_base): MatchedLine<'t>,
) -> Option<&'t str> {
    let is_other = !trim(&fold(own)).starts_with(trim(&fold(marked)));
    let (written, marked, own) = (indentation(line), indentation(marked), indentation(own));
    if is_other && written == marked {
        return Some(own);
    }
    let told = marked.strip_prefix(base)?;
    let is_repeated = written.strip_prefix(own_base) == Some(told);
    let is_respelled = || {
        let own = own.strip_prefix(own_base)?;
        Some(!told.is_empty() && !own.is_empty() && told.contains('\t') != own.contains('\t'))
    };
    (is_repeated && (is_other || is_respelled()?)).then_some(own)
}

/// Returns the text by which lines are compared: the text with its trailing whitespace, or all of a blank line.
fn key(line: &str) -> &str {
    if is_blank(line) { line } else { trim_start(line) }
}

/// Returns the text after the indentation of a payload's line that repeats a line of the marker, which matched `own` in
/// `places` lines of the file; `None` if it is not the file's text.
fn repeated(line: &str, own: &str, count: impl Fn(&str) -> usize, places: usize) -> Option<String> {
    let (written, core) = (trim(line), trim(own));
    let is_alike = || trim(&fold(written)) == trim(&fold(core)) && !written.starts_with(NO_BREAK_SPACE);
    let bears_all = || count(written) + count(core) <= places;
    if core != written && !is_alike() && !bears_all() {
        return None;
    }
    let end = if trailing_blanks(&fold(line)).is_empty() { "" } else { trailing_blanks(own) };
    Some(format!("{core}{end}"))
}

/// The trimmed lines above and below a run of blank lines, an edge as an empty line; `None` matches any line.
type BlankRunEdges<'t> = [Option<&'t str>; 2];

/// Returns the payload without the blank lines that the marker has, too, between the same two lines, but the file
/// lacks. If one of the two lines changes, the only run next to the other is used.
fn without_extra_blanks<'t>(marker: &'t Marker, place: &MarkerMatch, payload: &'t [String]) -> Vec<&'t str> {
    let mut in_vain: HashMap<BlankRunEdges<'_>, Vec<ExtraBlanks>> = HashMap::new();
    for (around, run) in blank_runs(&marker.lines.lines) {
        let standing = place.alignment[run.clone()].iter().flatten().count();
        in_vain
            .entry(around)
            .or_default()
            .push(ExtraBlanks { count: run.len() - standing, present: standing });
    }
    in_vain.retain(|_, counts| counts.iter().any(|own| own.count > 0));
    let mut lines: Vec<&str> = payload.iter().map(String::as_str).collect();
    if in_vain.is_empty() {
        return lines;
    }
    let mut runs_of: HashMap<BlankRunEdges<'_>, Vec<Range<usize>>> = HashMap::new();
    for ([above, below], run) in blank_runs(payload) {
        for around in [[above, below], [above, None], [None, below]] {
            runs_of.entry(around).or_default().push(run.clone());
        }
    }
    let find = |above, below| runs_of.get(&[above, below]).map_or(&[][..], Vec::as_slice);
    let mut gone = vec![false; lines.len()];
    for ([above, below], counts) in in_vain {
        let runs = match find(above, below) {
            [] => match (find(above, None), find(None, below)) {
                (only @ [_], []) | ([], only @ [_]) => only,
                _ => &[],
            },
            runs => runs,
        };
        for (run, own) in runs.iter().zip(paired(&counts, runs.len())) {
            // Blank lines that the file has are kept.
            let count = own.count.min(run.len().saturating_sub(own.present));
            run.clone().take(count).for_each(|line| gone[line] = true);
        }
    }
    let mut gone = gone.into_iter();
    lines.retain(|_| !gone.next().unwrap_or(false));
    lines
}

/// A run of blank lines of the marker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ExtraBlanks {
    /// The number of them that the file lacks.
    count: usize,
    /// The number of them that the file has.
    present: usize,
}

/// Assigns the marker's runs to a number of runs: between lines that occur several times they are assigned in order, or
/// not at all.
fn paired(counts: &[ExtraBlanks], runs: usize) -> Vec<ExtraBlanks> {
    match counts {
        [first, others @ ..] if others.iter().all(|count| count == first) => vec![*first; runs],
        _ if counts.len() == runs => counts.to_vec(),
        _ => Vec::new(),
    }
}

/// Returns the runs of blank lines, each with the lines around it.
fn blank_runs(lines: &[String]) -> Vec<(BlankRunEdges<'_>, Range<usize>)> {
    let mut runs = Vec::new();
    let mut next = 0;
    for run in lines.chunk_by(|one, other| is_blank(one) == is_blank(other)) {
        let range = next..next + run.len();
        next = range.end;
        if is_blank(&run[0]) {
            let above = range.start.checked_sub(1).and_then(|at| lines.get(at));
            let around = [above, lines.get(range.end)];
            runs.push((around.map(|line| Some(line.map_or("", |line| trim(line)))), range));
        }
    }
    runs
}
