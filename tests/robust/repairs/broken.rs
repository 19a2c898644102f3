//! The ways in which a patch is broken.

use std::ops::Range;

use crate::corpus::Pair;
use crate::draft::{Draft, Edit, Format, Hunk, Line, Tag, groups};
use crate::lexer::Language;
use crate::render;
use crate::rng::Rng;

/// A patch that cannot be taken as it is, and what it was meant to make of the file.
pub struct Broken {
    pub path: String,
    pub file: String,
    pub expected: String,
    /// The lines of the file that are meant, from 0.
    pub place: Range<usize>,
    draft: Draft,
    /// The patch as it was before it was broken, where that is for the same file.
    sound: Option<Draft>,
    /// A definition in which to look, for CHUNK alone.
    scope: Option<String>,
}

impl Broken {
    /// The patch before it was broken.
    pub fn sound_patch(&self, format: Format) -> Option<Vec<u8>> {
        render::patch(&self.sound.as_ref()?.in_format(format))
    }

    /// The patch in a format; `None` if the format cannot say it.
    pub fn patch(&self, format: Format) -> Option<Vec<u8>> {
        if self.scope.is_some() && !format.has_markers() {
            return None;
        }
        let patch = render::patch(&self.draft.in_format(format))?;
        let Some(scope) = &self.scope else { return Some(patch) };
        let text = String::from_utf8(patch).ok()?;
        let (head, rest) = text.split_once("\n    op: ")?;
        let (op, rest) = rest.split_once('\n')?;
        Some(format!("{head}\n    op: {op}\n    symbol: {scope}\n{rest}").into_bytes())
    }
}

/// A way of breaking a patch.
pub struct Break {
    pub name: &'static str,
    pub make: fn(&Pair, &mut Rng) -> Option<Broken>,
}

pub const BREAKS: &[Break] = &[
    Break { name: "typo", make: |pair, rng| damaged(pair, rng, typo) },
    Break { name: "stale", make: stale },
    Break { name: "wrong class", make: wrong_class },
    Break { name: "ambiguous", make: ambiguous },
    Break { name: "indentation lost", make: |pair, rng| damaged(pair, rng, indentation_lost) },
    Break { name: "half a line", make: |pair, rng| damaged(pair, rng, half_a_line) },
    Break { name: "placeholder comment", make: |pair, rng| damaged(pair, rng, placeholder) },
];

fn text(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// A patch of one hunk.
fn draft(pair: &Pair, rng: &mut Rng) -> Option<Draft> {
    let mut draft = Draft::of(pair, rng)?;
    let chosen = rng.below(draft.hunks.len());
    let hunk = draft.hunks.swap_remove(chosen);
    draft.hunks = vec![hunk];
    Some(draft)
}

fn broken(draft: Draft, file: &[String], expected: &[String]) -> Option<Broken> {
    let lines = || draft.hunks.iter().flat_map(|hunk| &hunk.lines).filter_map(|line| line.origin);
    let place = lines().min()?..lines().max()? + 1;
    let (file, expected) = (text(file), text(expected));
    Some(Broken { path: draft.path.clone(), file, expected, place, draft, sound: None, scope: None })
}

/// A patch whose text is damaged; the file is as it was.
fn damaged(
    pair: &Pair,
    rng: &mut Rng,
    damage: fn(&mut Hunk, &Draft, &mut Rng) -> Option<()>,
) -> Option<Broken> {
    let mut own = draft(pair, rng)?;
    let (before, after) = (own.before.clone(), own.after());
    let sound = Some(own.clone());
    let mut hunk = own.hunks[0].clone();
    damage(&mut hunk, &own, rng)?;
    own.hunks = vec![hunk];
    Some(Broken { sound, ..broken(own, &before, &after)? })
}

/// The old lines of a hunk that say something.
fn telling(hunk: &Hunk) -> Vec<usize> {
    let is_telling = |line: &Line| line.text.chars().filter(|char| char.is_alphanumeric()).count() >= 6;
    hunk.old().into_iter().filter(|at| is_telling(&hunk.lines[*at])).collect()
}

/// One letter of a word is another one, missing, or there twice.
fn typo(hunk: &mut Hunk, _: &Draft, rng: &mut Rng) -> Option<()> {
    let at = *rng.pick(&telling(hunk))?;
    let line = &mut hunk.lines[at].text;
    let letters: Vec<usize> = line
        .char_indices()
        .collect::<Vec<_>>()
        .windows(5)
        .filter(|five| five.iter().all(|(_, char)| char.is_ascii_lowercase()))
        .map(|five| five[2].0)
        .collect();
    let letter = *rng.pick(&letters)?;
    match rng.below(3) {
        0 => line.replace_range(letter..letter + 1, if &line[letter..=letter] == "x" { "z" } else { "x" }),
        1 => line.replace_range(letter..letter + 1, ""),
        _ => line.insert(letter, 'q'),
    }
    Some(())
}

/// The whole hunk stands at the margin.
fn indentation_lost(hunk: &mut Hunk, _: &Draft, _: &mut Rng) -> Option<()> {
    let depths = |hunk: &Hunk| -> Vec<usize> {
        let solid = hunk.lines.iter().filter(|line| !line.is_blank());
        solid.map(|line| line.text.len() - line.text.trim_start().len()).collect()
    };
    let before = depths(hunk);
    if before.iter().all(|depth| *depth == 0) {
        return None;
    }
    hunk.lines.iter_mut().for_each(|line| line.text = line.text.trim_start().to_owned());
    Some(())
}

/// Of one old line only the first half is there.
fn half_a_line(hunk: &mut Hunk, _: &Draft, rng: &mut Rng) -> Option<()> {
    let at = *rng.pick(&telling(hunk))?;
    let line = &mut hunk.lines[at].text;
    let indent = line.len() - line.trim_start().len();
    let half = (indent + (line.len() - indent) / 2..line.len()).find(|at| line.is_char_boundary(*at))?;
    line.truncate(half);
    *line = line.trim_end().to_owned();
    (line.len() > indent + 3).then_some(())
}

/// A comment stands for some lines of the context between the first and the last one.
fn placeholder(hunk: &mut Hunk, draft: &Draft, rng: &mut Rng) -> Option<()> {
    let sign = match draft.language {
        Language::Python => "#",
        Language::Rust | Language::Cpp => "//",
        Language::Unsure | Language::Other => return None,
    };
    let is_inner = |at: &usize| {
        let is_context =
            |at: usize| hunk.lines.get(at).is_some_and(|line| line.tag == Tag::Context && !line.is_blank());
        *at > 0 && is_context(at - 1) && is_context(*at) && is_context(at + 1)
    };
    let inner: Vec<usize> = (0..hunk.lines.len()).filter(is_inner).collect();
    let at = *rng.pick(&inner)?;
    let text = &hunk.lines[at].text;
    let indent = &text[..text.len() - text.trim_start().len()];
    hunk.lines[at].text = format!("{indent}{sign} ... existing code ...");
    Some(())
}

/// The file has moved on: a change beside that of the patch is made already.
fn stale(pair: &Pair, rng: &mut Rng) -> Option<Broken> {
    let several: Vec<Vec<Edit>> = groups(&pair.old, &pair.new)
        .into_iter()
        .filter(|edits| {
            edits.len() > 1 && edits.iter().map(|edit| edit.at.len() + edit.lines.len()).sum::<usize>() < 40
        })
        .collect();
    let edits = rng.pick(&several)?.clone();
    let own = rng.below(edits.len());
    // What touches the change of the patch would leave nothing of its old lines.
    let is_apart = |at: &usize| {
        let (one, other) = (&edits[own].at, &edits[*at].at);
        *at != own && (one.end < other.start || other.end < one.start)
    };
    let others: Vec<Edit> = (0..edits.len()).filter(is_apart).map(|at| edits[at].clone()).collect();
    if others.is_empty() {
        return None;
    }
    let apply = |edits: &[Edit]| -> Vec<String> {
        let mut lines = Vec::new();
        let mut next = 0;
        for edit in edits {
            lines.extend_from_slice(&pair.old[next..edit.at.start]);
            lines.extend_from_slice(&edit.lines);
            next = edit.at.end;
        }
        lines.extend_from_slice(&pair.old[next..]);
        lines
    };
    let mut all = others.clone();
    all.push(edits[own].clone());
    all.sort_by_key(|edit| edit.at.start);
    let draft = Draft::of_edits(pair, vec![edits[own].clone()]);
    let (file, expected) = (apply(&others), apply(&all));
    // Where the file says what the patch brings, there is nothing to be done.
    if file == expected {
        return None;
    }
    let drift = |line: usize| -> usize {
        let above = others.iter().filter(|edit| edit.at.end <= line);
        let moved: isize = above.map(|edit| edit.lines.len() as isize - edit.at.len() as isize).sum();
        line.saturating_add_signed(moved)
    };
    let mut made = broken(draft, &file, &expected)?;
    made.place = drift(made.place.start)..drift(made.place.end);
    Some(made)
}

/// The old lines stand a second time in the file.
fn ambiguous(pair: &Pair, rng: &mut Rng) -> Option<Broken> {
    let mut own = draft(pair, rng)?;
    own.hunks[0].numbers = None;
    let lines: Vec<usize> = own.hunks[0].lines.iter().filter_map(|line| line.origin).collect();
    let (first, last) = (*lines.first()?, *lines.last()?);
    let twin: Vec<String> = own.before[first..=last].to_vec();
    let tail: Vec<String> = [vec![String::new(), String::new()], twin].concat();
    let (before, after) = ([own.before.clone(), tail.clone()].concat(), [own.after(), tail].concat());
    broken(own, &before, &after)
}

/// The operation names another definition than the one that holds its lines.
fn wrong_class(pair: &Pair, rng: &mut Rng) -> Option<Broken> {
    let own = draft(pair, rng)?;
    let lines: Vec<usize> = own.hunks[0].lines.iter().filter_map(|line| line.origin).collect();
    let (first, last) = (*lines.first()?, *lines.last()?);
    let names = |at: usize| {
        let line = &own.before[at];
        let word = ["class ", "pub struct ", "struct ", "pub enum ", "pub fn ", "fn ", "def "]
            .iter()
            .find_map(|word| line.strip_prefix(word))?;
        let name: String = word.chars().take_while(|char| char.is_alphanumeric() || *char == '_').collect();
        (!name.is_empty()).then_some((at, name))
    };
    let tops: Vec<(usize, String)> = (0..own.before.len()).filter_map(names).collect();
    // One that ends above the hunk, since another begins between, or that begins below it.
    let is_other = |(number, (at, _)): &(usize, &(usize, String))| {
        let next = tops.get(number + 1).map_or(own.before.len(), |(next, _)| *next);
        *at > last || next <= first
    };
    let others: Vec<String> =
        tops.iter().enumerate().filter(is_other).map(|(_, (_, name))| name.clone()).collect();
    let is_alone = |name: &&String| tops.iter().filter(|(_, own)| own == *name).count() == 1;
    let alone: Vec<String> = others.iter().filter(is_alone).cloned().collect();
    let scope = rng.pick(&alone)?.clone();
    let (before, after) = (own.before.clone(), own.after());
    let sound = Some(own.clone());
    Some(Broken { scope: Some(scope), sound, ..broken(own, &before, &after)? })
}
