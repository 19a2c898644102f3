//! A real change as one text operation, before anybody decides how its depth is shown.

use std::ops::Range;

use crate::corpus::Pair;
use crate::draft::{Edit, groups};
use crate::rng::Rng;

/// How much of the text around a change an operation holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Everything from the first to the last changed line of a hunk, and so many lines around it.
    Hunk(usize),
    /// One run of changed lines alone.
    Lines,
}

/// Every shape, in the order of the table.
pub const SHAPES: [Shape; 5] = [Shape::Hunk(3), Shape::Hunk(2), Shape::Hunk(1), Shape::Hunk(0), Shape::Lines];

impl Shape {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hunk(3) => "3 lines",
            Self::Hunk(2) => "2 lines",
            Self::Hunk(1) => "1 line",
            Self::Hunk(_) => "none",
            Self::Lines => "changed only",
        }
    }
}

/// A change as one operation, its texts as they stand in the two files.
#[derive(Debug, Clone)]
pub struct Change {
    pub path: String,
    pub op: &'static str,
    /// The definition that is replaced, where it is no text operation.
    pub symbol: Option<String>,
    pub marker: Vec<String>,
    pub payload: Vec<String>,
    /// Lines that marker and payload share: where they begin in each, and how many they are.
    pub shared: Vec<(usize, usize, usize)>,
    /// What the file is indented by.
    pub step: String,
    pub file: Vec<u8>,
    pub expected: Vec<u8>,
}

/// Hunks with more lines are left out: nobody's mistakes are to be measured by them.
const MAX_LINES: usize = 60;

/// How many lines an insertion may take to name its place.
const MAX_MARKER: usize = 4;

/// Some hunks of a pair, each as its edits.
pub fn hunks(pair: &Pair, count: usize, rng: &mut Rng) -> Vec<Vec<Edit>> {
    let size = |edits: &[Edit]| edits.iter().map(|edit| edit.at.len() + edit.lines.len()).sum::<usize>();
    let all = groups(&pair.old, &pair.new).into_iter().filter(|edits| size(edits) <= MAX_LINES);
    rng.some(all.collect(), count)
}

impl Change {
    /// The change that some edits make; `None` if a text operation of this shape cannot say it, if its marker stands
    /// in several places, or if it shows no depth.
    pub fn of(pair: &Pair, edits: &[Edit], shape: Shape, rng: &mut Rng) -> Option<Self> {
        let chosen = match shape {
            Shape::Hunk(_) => edits,
            Shape::Lines => std::slice::from_ref(rng.pick(edits)?),
        };
        let around = match shape {
            Shape::Hunk(around) => around,
            Shape::Lines => 0,
        };
        let is_insertion = matches!(chosen, [edit] if edit.at.is_empty());
        // With context an insertion is written in both ways.
        let operation = if is_insertion && (around == 0 || rng.one_in(2)) {
            insertion(&pair.old, &chosen[0], around)
        } else {
            replacement(&pair.old, chosen, around)
        }?;
        let Operation { op, marker, payload, shared } = operation;
        let is_clear = |line: &String| line.is_empty() || !line.trim().is_empty();
        let has_text = payload.iter().any(|line| !line.trim().is_empty());
        if !has_text || !marker.iter().chain(&payload).all(is_clear) || occurrences(&pair.old, &marker) != 1 {
            return None;
        }
        Some(Self {
            path: pair.path.clone(),
            op,
            symbol: None,
            marker,
            payload,
            shared,
            step: step(&pair.old),
            file: text(&pair.old),
            expected: text(&applied(&pair.old, chosen)),
        })
    }

    /// Whether the operation begins deeper than another of its lines.
    pub fn begins_deep(&self) -> bool {
        let first = self.marker.iter().chain(&self.payload).find(|line| !line.trim().is_empty());
        let least = self.marker.iter().chain(&self.payload).filter(|line| !line.trim().is_empty()).map(depth);
        first.map(depth) > least.min()
    }
}

/// Lines as a file.
pub fn text(lines: &[String]) -> Vec<u8> {
    (lines.join("\n") + "\n").into_bytes()
}

/// How many characters of indentation a line has.
pub fn depth(line: impl AsRef<str>) -> usize {
    let line = line.as_ref();
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

struct Operation {
    op: &'static str,
    marker: Vec<String>,
    payload: Vec<String>,
    shared: Vec<(usize, usize, usize)>,
}

/// The lines from the first to the last edit with some around them, and more where a side would begin or end blank.
fn replacement(old: &[String], edits: &[Edit], around: usize) -> Option<Operation> {
    let (first, last) = (edits.first()?, edits.last()?);
    let mut from = first.at.start.saturating_sub(around);
    let mut to = (last.at.end + around).min(old.len());
    loop {
        let (payload, shared) = rewritten(old, edits, from..to);
        let marker = old[from..to].to_vec();
        let is_solid = |line: Option<&String>| line.is_some_and(|line| !line.trim().is_empty());
        let starts = is_solid(marker.first()) && is_solid(payload.first());
        let ends = is_solid(marker.last()) && is_solid(payload.last());
        match (starts, ends) {
            (true, true) => return Some(Operation { op: "replace_text", marker, payload, shared }),
            // Lines that go and leave nothing show no depth.
            _ if payload.is_empty() => return None,
            (false, _) if from > 0 => from -= 1,
            (_, false) if to < old.len() => to += 1,
            _ => return None,
        }
    }
}

/// What becomes of some lines, and which runs of them stay.
fn rewritten(
    old: &[String],
    edits: &[Edit],
    range: Range<usize>,
) -> (Vec<String>, Vec<(usize, usize, usize)>) {
    let (mut payload, mut shared) = (Vec::new(), Vec::new());
    let mut next = range.start;
    for (until, edit) in edits.iter().map(|edit| (edit.at.start, Some(edit))).chain([(range.end, None)]) {
        if until > next {
            shared.push((next - range.start, payload.len(), until - next));
        }
        payload.extend_from_slice(&old[next..until]);
        if let Some(edit) = edit {
            payload.extend_from_slice(&edit.lines);
            next = edit.at.end;
        }
    }
    (payload, shared)
}

/// Lines that come behind others, or before them where a blank line is above.
fn insertion(old: &[String], edit: &Edit, around: usize) -> Option<Operation> {
    let at = edit.at.start;
    let is_solid = |line: Option<&String>| line.is_some_and(|line| !line.trim().is_empty());
    let is_found = |range: &Range<usize>| {
        is_solid(old.get(range.start))
            && is_solid(old.get(range.end - 1))
            && occurrences(old, &old[range.clone()]) == 1
    };
    let sizes = || around.max(1)..=MAX_MARKER.max(around);
    let above = || sizes().filter_map(|size| Some(at.checked_sub(size)?..at)).find(is_found);
    let below = || sizes().map(|size| at..at + size).filter(|range| range.end <= old.len()).find(is_found);
    let (op, range) = match above() {
        Some(range) => ("insert_text_after", range),
        None => ("insert_text_before", below()?),
    };
    Some(Operation { op, marker: old[range].to_vec(), payload: edit.lines.clone(), shared: Vec::new() })
}

/// The file with the edits made.
fn applied(old: &[String], edits: &[Edit]) -> Vec<String> {
    rewritten(old, edits, 0..old.len()).0
}

/// How often some lines stand in others, blank ones and indentation aside.
fn occurrences(all: &[String], lines: &[String]) -> usize {
    let plain = |lines: &[String]| -> Vec<String> {
        lines.iter().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
    };
    let (all, lines) = (plain(all), plain(lines));
    all.windows(lines.len().max(1)).filter(|window| *window == lines.as_slice()).count()
}

/// What one level of a file is indented by: a tab, or the most frequent increase from one line to the next.
pub fn step(lines: &[String]) -> String {
    let solid: Vec<&String> = lines.iter().filter(|line| !line.trim().is_empty()).collect();
    if solid.iter().filter(|line| line.starts_with('\t')).count() * 4 > solid.len() {
        return "\t".to_owned();
    }
    let mut counts = [0_usize; 9];
    for pair in solid.windows(2) {
        let more = depth(pair[1]).checked_sub(depth(pair[0]));
        if let Some(count) = more.and_then(|more| counts.get_mut(more)) {
            *count += 1;
        }
    }
    let step = (2..counts.len()).rev().filter(|step| counts[*step] > 0).max_by_key(|step| counts[*step]);
    " ".repeat(step.unwrap_or(4))
}
