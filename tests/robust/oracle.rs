//! Where a patch fits, by brute force: every line of the file is tried as a beginning, on every reading of the lines.
//!
//! It decides whether a damaged patch still has one right answer, and it shares nothing with the engine but the idea
//! of what counts as a reading.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use crate::draft::{Draft, Hunk, Numbers, Tag};
use crate::lexer::{Language, scan, scan_all};
use crate::render;

/// What should come of a patch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It has one place, and that is the true one.
    Applies,
    /// It has several places, and nothing decides.
    Ambiguous,
    /// It fits nowhere.
    Nowhere,
    /// Everything speaks for another place than the true one: no program could know better.
    Misleads,
}

/// How lines are read: from "exactly so" to "without comments".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Reading {
    Exact,
    TrimmedEnd,
    Trimmed,
    Folded,
    FoldedNoBlanks,
    Code,
}

const HUNK_READINGS: [Reading; 6] = [
    Reading::Exact,
    Reading::TrimmedEnd,
    Reading::Trimmed,
    Reading::Folded,
    Reading::FoldedNoBlanks,
    Reading::Code,
];

const MARKER_READINGS: [Reading; 3] = [Reading::Trimmed, Reading::FoldedNoBlanks, Reading::Code];

/// A text to search in; each line knows which line of the original file it is.
struct Text {
    lines: Vec<String>,
    origins: Vec<Option<usize>>,
    /// The lines as they read, worked out when they are first asked for.
    read: RefCell<HashMap<Reading, Rc<Vec<String>>>>,
}

impl Text {
    fn new(lines: Vec<String>, origins: Vec<Option<usize>>) -> Self {
        Self { lines, origins, read: RefCell::default() }
    }

    fn of(draft: &Draft) -> Self {
        Self::new(draft.before.clone(), (0..draft.before.len()).map(Some).collect())
    }

    fn read(&self, language: Language, reading: Reading) -> Rc<Vec<String>> {
        let read = || match reading {
            Reading::Code => scan_all(language, &self.lines).iter().map(|line| folded(&line.code)).collect(),
            _ => self.lines.iter().map(|line| read(line, reading)).collect(),
        };
        Rc::clone(self.read.borrow_mut().entry(reading).or_insert_with(|| Rc::new(read())))
    }
}

/// A place: for each old line of a hunk, where it stands.
type Place = Vec<Option<usize>>;

/// What should come of the patch that `draft` becomes.
pub fn verdict(draft: &Draft) -> Verdict {
    if draft.format.gives_texts() { of_operations(draft) } else { of_hunks(draft) }
}

/// Pairs of texts: one after the other, each in the text that the ones before it left.
fn of_operations(draft: &Draft) -> Verdict {
    let mut text = Text::of(draft);
    for hunk in &draft.hunks {
        let old = hunk.old();
        let (old, places) = if draft.format.has_markers() {
            let places = marked_places(draft, &text, hunk, &old);
            (old, places)
        } else {
            let (_, found) = first_reading(draft, &text, hunk).unwrap_or((Reading::Exact, Vec::new()));
            let lines = found.first().map_or(old, |(lines, _)| lines.clone());
            (lines, found.into_iter().map(|(_, place)| place).collect())
        };
        match &places[..] {
            [] => return Verdict::Nowhere,
            [only] if is_true(&text, hunk, &old, only) => {}
            [_] => return Verdict::Misleads,
            several if several.iter().any(|place| is_true(&text, hunk, &old, place)) => {
                return Verdict::Ambiguous;
            }
            _ => return Verdict::Misleads,
        }
        text = edited(text, hunk);
    }
    Verdict::Applies
}

fn marked_places(draft: &Draft, text: &Text, hunk: &Hunk, old: &[usize]) -> Vec<Place> {
    let readable = MARKER_READINGS.iter().filter(|reading| has_marker(draft, hunk, **reading));
    let mut found = readable.map(|reading| places(draft, text, hunk, old, *reading, true));
    found.find(|places| !places.is_empty()).unwrap_or_default()
}

/// Whether anything is left of the marker itself when it is read so.
fn has_marker(draft: &Draft, hunk: &Hunk, reading: Reading) -> bool {
    let lines = render::marker_lines(draft, hunk);
    lines.into_iter().any(|at| !read_line(draft, hunk, at, reading).is_empty())
}

fn edited(text: Text, hunk: &Hunk) -> Text {
    let mut next = Text::new(Vec::new(), Vec::new());
    let put = |next: &mut Text, line: String, origin| {
        next.lines.push(line);
        next.origins.push(origin);
    };
    let mut pending: Vec<_> = hunk.edits.iter().collect();
    let mut flush = |next: &mut Text, before: Option<usize>| {
        pending.retain(|edit| {
            let is_due = before.is_none_or(|line| edit.at.start <= line);
            if is_due {
                edit.lines.iter().for_each(|line| put(next, line.clone(), None));
            }
            !is_due
        });
    };
    for (line, origin) in text.lines.into_iter().zip(text.origins) {
        if origin.is_some() {
            flush(&mut next, origin);
        }
        if !origin.is_some_and(|origin| hunk.edits.iter().any(|edit| edit.at.contains(&origin))) {
            put(&mut next, line, origin);
        }
    }
    flush(&mut next, None);
    next
}

/// Hunks: all in the same text; numbers, anchors and their order may decide.
fn of_hunks(draft: &Draft) -> Verdict {
    let text = Text::of(draft);
    let mut found: Vec<(&Hunk, Reading, Vec<Choice>)> = Vec::new();
    for hunk in &draft.hunks {
        let Some((reading, places)) = first_reading(draft, &text, hunk) else { return Verdict::Nowhere };
        let all: Vec<Choice> = places.into_iter().map(|place| Choice::of(&text, hunk, place)).collect();
        if !all.iter().any(|option| option.is_true) {
            return Verdict::Misleads;
        }
        found.push((hunk, reading, all));
    }
    let drift = found.iter().find_map(|(hunk, _, all)| match &all[..] {
        [only] => Some(only.start as isize + 1 - hunk.numbers?.old as isize),
        _ => None,
    });
    let drift = drift.unwrap_or(0);
    let options: Vec<Vec<Choice>> = found
        .into_iter()
        .map(|(hunk, reading, all)| chosen(draft, &text, hunk, all, (reading, drift)))
        .collect();
    if options.iter().all(|options| options.len() == 1) {
        let all_true = options.iter().flatten().all(|option| option.is_true);
        return if all_true { Verdict::Applies } else { Verdict::Misleads };
    }
    by_order(&options)
}

/// A place of a hunk, with what matters for choosing it.
#[derive(Debug, Clone)]
struct Choice {
    start: usize,
    changes: Range<usize>,
    is_true: bool,
}

impl Choice {
    fn of(text: &Text, hunk: &Hunk, (old, place): (Vec<usize>, Place)) -> Self {
        let is_true = is_true(text, hunk, &old, &place);
        let start = place.iter().flatten().min().copied().unwrap_or(0);
        let end = place.iter().flatten().max().map_or(0, |last| last + 1);
        let first = hunk.lines.iter().position(|line| line.tag != Tag::Context).unwrap_or(0);
        let last = hunk.lines.iter().rposition(|line| line.tag != Tag::Context).unwrap_or(0);
        let standing = || old.iter().zip(&place).filter_map(|(at, line)| Some((*at, (*line)?)));
        let above = standing().filter(|(at, _)| *at < first).map(|(_, line)| line + 1).max();
        let below = standing().filter(|(at, _)| *at > last).map(|(_, line)| line).min();
        Self { start, changes: above.unwrap_or(start)..below.unwrap_or(end), is_true }
    }
}

/// How a hunk reads, and every place that it then has.
type Readings = (Reading, Vec<(Vec<usize>, Place)>);

fn first_reading(draft: &Draft, text: &Text, hunk: &Hunk) -> Option<Readings> {
    let old = hunk.old();
    let is_edge = |at: &&usize| hunk.lines[**at].tag == Tag::Context && hunk.lines[**at].is_blank();
    let lead = old.iter().take_while(is_edge).count();
    let tail = old.iter().rev().take_while(is_edge).count();
    let core = old.get(lead..old.len() - tail.min(old.len() - lead)).unwrap_or_default();
    for reading in HUNK_READINGS {
        for lines in [&old[..], core] {
            let found = places(draft, text, hunk, lines, reading, false);
            if !found.is_empty() {
                return Some((reading, found.into_iter().map(|place| (lines.to_vec(), place)).collect()));
            }
        }
    }
    None
}

/// What numbers and anchors leave of the places.
///
/// `drift` is how far below its number a hunk stands that has only one place.
fn chosen(
    draft: &Draft,
    text: &Text,
    hunk: &Hunk,
    all: Vec<Choice>,
    (reading, drift): (Reading, isize),
) -> Vec<Choice> {
    if all.len() < 2 {
        return all;
    }
    // Numbers that two hunks share are made up, and so is a 1 where nothing stands.
    let sharing = |numbers: &Numbers| {
        draft.hunks.iter().filter(|own| own.numbers.is_some_and(|own| own.old == numbers.old)).count()
    };
    let is_place = |numbers: &Numbers| numbers.old > 1 || all.iter().any(|option| option.start == 0);
    let numbers = hunk.numbers.filter(|numbers| sharing(numbers) == 1 && is_place(numbers));
    if let (Some(numbers), Reading::Exact) = (numbers, reading) {
        let told = numbers.old.saturating_add_signed(drift);
        let distance = |option: &Choice| (option.start + 1).abs_diff(told);
        let least = all.iter().map(distance).min().unwrap_or(0);
        // Numbers are off: of places at about the same distance, none is the nearest.
        let is_near = |option: &&Choice| distance(option) < (2 * least).max(1);
        let nearest: Vec<Choice> = all.iter().filter(is_near).cloned().collect();
        if nearest.len() == 1 {
            return nearest;
        }
    }
    let mut from = None;
    for anchor in &hunk.anchors {
        let at: Vec<usize> =
            (0..text.lines.len()).filter(|at| text.lines[*at].trim() == anchor.trim()).collect();
        match &at[..] {
            [] => {}
            [only] if from.is_none_or(|from| *only > from) => from = Some(*only),
            // The benchmark puts down no anchor that stands in several places, or above the one before it.
            _ => return all,
        }
    }
    let below = from.and_then(|from| all.iter().find(|option| option.start >= from));
    below.cloned().map_or(all, |option| vec![option])
}

/// Whether the order of the hunks leaves exactly one choice, and that is the true one.
fn by_order(options: &[Vec<Choice>]) -> Verdict {
    let mut ways: Vec<(bool, Option<&Choice>)> = vec![(true, None)];
    for hunk in options {
        let mut next = Vec::new();
        for (all_true, above) in &ways {
            let follows = |option: &&Choice| {
                above.is_none_or(|above| {
                    option.changes.start >= above.changes.end && option.start > above.start
                })
            };
            next.extend(
                hunk.iter().filter(follows).map(|option| (*all_true && option.is_true, Some(option))),
            );
            if next.len() > 10_000 {
                return Verdict::Ambiguous;
            }
        }
        ways = next;
    }
    match &ways[..] {
        [(true, _)] => Verdict::Applies,
        [(false, _)] => Verdict::Misleads,
        _ => Verdict::Ambiguous,
    }
}

/// Every place where the old lines stand in a text.
fn places(
    draft: &Draft,
    text: &Text,
    hunk: &Hunk,
    old: &[usize],
    reading: Reading,
    packs: bool,
) -> Vec<Place> {
    let packs = packs || matches!(reading, Reading::FoldedNoBlanks | Reading::Code);
    let read = text.read(draft.language, reading);
    let file: Vec<(usize, &str)> =
        read.iter().map(String::as_str).enumerate().filter(|(_, line)| !packs || !line.is_empty()).collect();
    let wanted: Vec<(usize, String)> = old
        .iter()
        .enumerate()
        .map(|(at, line)| (at, read_line(draft, hunk, *line, reading)))
        .filter(|(_, line)| !packs || !line.is_empty())
        .collect();
    // Blank lines alone are no place.
    if wanted.iter().all(|(_, line)| line.trim().is_empty()) {
        return Vec::new();
    }
    let stands = |window: &[(usize, &str)]| window.iter().zip(&wanted).all(|(own, line)| own.1 == line.1);
    let place = |window: &[(usize, &str)]| {
        let mut place = vec![None; old.len()];
        window.iter().zip(&wanted).for_each(|((line, _), (at, _))| place[*at] = Some(*line));
        place
    };
    file.windows(wanted.len()).filter(|window| stands(window)).map(place).collect()
}

/// A line of a hunk; without comments, it is read as the line of the file that it came from.
fn read_line(draft: &Draft, hunk: &Hunk, at: usize, reading: Reading) -> String {
    let line = &hunk.lines[at];
    if reading != Reading::Code {
        return read(&line.text, reading);
    }
    let begins = line.origin.and_then(|origin| draft.states.get(origin)).copied().unwrap_or_default();
    folded(&scan(draft.language, &line.text, begins).code)
}

fn read(line: &str, reading: Reading) -> String {
    match reading {
        Reading::Exact => line.to_owned(),
        Reading::TrimmedEnd => line.trim_end_matches([' ', '\t', '\u{c}']).to_owned(),
        Reading::Trimmed => line.trim_matches([' ', '\t', '\u{c}']).to_owned(),
        Reading::Folded | Reading::FoldedNoBlanks | Reading::Code => folded(line),
    }
}

fn folded(line: &str) -> String {
    let mut out = String::new();
    for char in line.chars() {
        match char {
            '\u{2018}'..='\u{201b}' => out.push('\''),
            '\u{201c}'..='\u{201f}' => out.push('"'),
            '\u{2010}'..='\u{2015}' | '\u{2212}' => out.push('-'),
            '\u{2026}' => out.push_str("..."),
            '\u{a0}' => out.push(' '),
            other => out.push(other),
        }
    }
    out.trim_matches([' ', '\t', '\u{c}']).to_owned()
}

/// Whether every line of the hunk stands where it came from.
fn is_true(text: &Text, hunk: &Hunk, old: &[usize], place: &Place) -> bool {
    old.iter().zip(place).all(|(at, line)| match (hunk.lines[*at].origin, line) {
        (Some(origin), Some(line)) => text.origins[*line] == Some(origin),
        _ => true,
    })
}
