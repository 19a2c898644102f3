//! Markers and hunks: the index finds what a search without one finds, and edits stay where they belong.
//!
//! The parts of an input are a file's extension, its text, `before`, `marker`, `after`, a payload, and hunks as a diff
//! has them.

use std::ops::Range;

use chunk::ir::{Fragment, Hunk, Marker, Tag};
use chunk::lang::Language;
use chunk::parse::{file_patch::FilePatch, parse_patch};
use chunk::resolve::lines::{
    AdditionRule, Announced, Haystack, HunkProblem, HunkScopes, LineIndex, LinesProblem, MarkerMatch,
    PlacedSection, replace_marked, resolve_hunks, resolve_marker,
};
use chunk::text::normal::is_blank;
use chunk::text::{Buffer, FinalNewline, LexRules};

use super::naive::{Naive, Outcome};
use super::{parts, text};

/// A text, with the rules of its comments.
struct File {
    buffer: Buffer,
    rules: Option<&'static LexRules>,
}

pub(super) fn match_lines(input: &[u8]) {
    let mut parts = parts(input);
    let language = Language::by_extension(text(parts.next()));
    let Ok(buffer) = Buffer::decode(parts.next().unwrap_or_default()) else { return };
    let file = File { buffer, rules: language.map(|language| &language.manifest().lexical) };
    let mut fragment = || Fragment { lines: lines_of(text(parts.next())), ..Fragment::default() };
    let marker = Marker { before: fragment(), lines: fragment(), after: fragment(), scope: None };
    let payload = fragment().lines;
    check_marker(&file, &marker, &payload);
    check_hunks(&file, &hunks_of(text(parts.next())));
}

fn lines_of(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

/// Hunks out of the text of a diff.
fn hunks_of(text: &str) -> Vec<Hunk> {
    match parse_patch(&format!("--- a/x\n+++ b/x\n{text}")).as_deref() {
        Ok([FilePatch::Update { chunks, .. }]) => chunks.iter().map(|chunk| chunk.hunk.clone()).collect(),
        _ => Vec::new(),
    }
}

impl File {
    fn index<'p>(&self, announced: Vec<Announced<'p>>) -> LineIndex<'p> {
        LineIndex::new(&self.buffer, self.rules, announced)
    }

    fn haystack<'a, 'p>(&'a self, index: &'a mut LineIndex<'p>) -> Haystack<'a, 'p> {
        Haystack { buffer: &self.buffer, index, within: 0..self.buffer.line_count() }
    }

    fn marker(&self, index: &mut LineIndex<'_>, marker: &Marker) -> Result<MarkerMatch, LinesProblem> {
        resolve_marker(&mut self.haystack(index), marker)
    }

    fn hunks<'h>(
        &self,
        index: &mut LineIndex<'_>,
        hunks: &'h [Hunk],
    ) -> Result<PlacedSection<'h>, Vec<HunkProblem>> {
        resolve_hunks(&mut self.haystack(index), hunks, &HunkScopes::new(), AdditionRule::UnderAnchor)
    }
}

fn check_marker(file: &File, marker: &Marker, payload: &[String]) {
    let mut index = file.index(vec![Announced::Marker(marker, payload)]);
    let found = file.marker(&mut index, marker);
    assert_eq!(found, file.marker(&mut file.index(Vec::new()), marker), "announced or not");
    let naive = Naive::new(&file.buffer, file.rules);
    let expected = naive.search(marker);
    match (&found, &expected) {
        (Ok(found), Outcome::Found(lines, rung)) => {
            assert_eq!(found.rung.name, *rung);
            let (all, own) = (&found.range, lines);
            assert!(all.start <= own.start && own.end <= all.end, "{all:?} holds {own:?}");
            // Only comments and blank lines at the edges come with it.
            assert!((all.start..own.start).chain(own.end..all.end).all(|line| naive.is_empty_line(line)));
        }
        (Err(LinesProblem::Ambiguous { candidates }), Outcome::Ambiguous(expected))
        | (Err(LinesProblem::ContextMismatch { candidates }), Outcome::ContextMismatch(expected)) => {
            assert_eq!(candidates[..], expected[..]);
        }
        (Err(LinesProblem::NotFound { .. }), Outcome::NotFound) => {}
        _ if naive.shows_comment_of(marker) => {}
        _ => panic!("{found:?}, but should be {expected:?}"),
    }
    if let Ok(found) = found {
        check_replacement(file, index, marker, &found, payload);
    }
}

/// Lines outside of the marker's stay, and an index that was kept finds what a new one does.
fn check_replacement(
    file: &File,
    mut index: LineIndex<'_>,
    marker: &Marker,
    found: &MarkerMatch,
    payload: &[String],
) {
    let buffer = &file.buffer;
    let Ok(edits) = replace_marked(&mut file.haystack(&mut index), marker, found, (payload, payload)) else {
        return;
    };
    let edits = edits.into_edits(buffer, FinalNewline::Keep);
    let touched = index.before_edit(buffer, &edits);
    let mut changed = File { buffer: buffer.clone(), rules: file.rules };
    changed.buffer.apply(&edits);
    let (old, new) = (buffer.to_string(), changed.buffer.to_string());
    let (head, tail) = (buffer.line_start(found.range.start), buffer.line_start(found.range.end));
    assert!(new.starts_with(&old[..head]) || tail == old.len(), "what stands above stays: {new:?}");
    assert!(new.ends_with(&old[tail..]), "what stands below stays: {new:?}");
    index.after_edit(&changed.buffer, &touched);
    let kept = changed.marker(&mut index, marker);
    assert_eq!(kept, changed.marker(&mut changed.index(Vec::new()), marker), "a kept index");
}

fn check_hunks(file: &File, hunks: &[Hunk]) {
    let found = file.hunks(&mut file.index(vec![Announced::Hunks(hunks)]), hunks);
    assert_eq!(found, file.hunks(&mut file.index(Vec::new()), hunks), "announced or not");
    if let Ok(placed) = &found {
        check_result(file, hunks, placed);
    }
    if let [hunk] = hunks {
        check_single(file, hunk, found);
    }
}

/// No line comes that no hunk adds, and none goes but removed ones and what is passed over between them.
fn check_result(file: &File, hunks: &[Hunk], placed: &PlacedSection<'_>) {
    let edits = placed.clone().into_edits();
    let added: usize = edits.places_of_added().count();
    let wanted = hunks.iter().flat_map(|hunk| &hunk.lines).filter(|line| line.tag == Tag::Added).count();
    assert!(added <= wanted, "{added} lines come of {wanted}");
    let naive = Naive::new(&file.buffer, file.rules);
    let solid = edits.removed().iter().filter(|line| !naive.is_empty_line(**line)).count();
    let removed = hunks.iter().flat_map(|hunk| &hunk.lines).filter(|line| line.tag == Tag::Removed).count();
    assert!(solid <= removed, "{solid} lines go of {removed}");
    assert_eq!(placed.places.len(), hunks.len());
    let mut changed = file.buffer.clone();
    changed.apply(&edits.into_edits(&file.buffer, placed.final_newline));
    assert!(changed.line_count() <= file.buffer.line_count() + wanted);
}

/// Old lines that stand exactly in one place are found there, and in several they are never found anywhere else.
fn check_single(file: &File, hunk: &Hunk, found: Result<PlacedSection, Vec<HunkProblem>>) {
    let old: Vec<&str> = hunk.old().map(|line| line.text.as_str()).collect();
    let has_two_readings = hunk.lines.iter().any(|line| line.unstripped().is_some());
    if hunk.at_end || has_two_readings || old.iter().all(|line| is_blank(line)) {
        return;
    }
    let places = Naive::new(&file.buffer, file.rules).exact(&old);
    match (&places[..], found) {
        ([], _) => {}
        ([only], Ok(placed)) => assert_eq!(placed.places, [(only.clone(), "exact")]),
        ([only], Err(problems)) => {
            assert!(is_told_elsewhere(hunk, only, &problems), "{problems:?}, but it stands in {only:?}");
        }
        (several, Ok(placed)) => assert!(several.contains(&placed.places[0].0), "{placed:?}"),
        (several, Err(problems)) => {
            let [(0, LinesProblem::Ambiguous { candidates })] = &problems[..] else { panic!("{problems:?}") };
            assert_eq!(candidates[..], several[..]);
        }
    }
}

/// Whether the only exact place is refused beside the one that the number of the hunk names, read more freely.
fn is_told_elsewhere(hunk: &Hunk, only: &Range<usize>, problems: &[HunkProblem]) -> bool {
    let [(0, LinesProblem::Ambiguous { candidates })] = problems else { return false };
    let told = hunk.line_hint.map(|line| if hunk.inserts_after_hint { line } else { line.saturating_sub(1) });
    matches!(&candidates[..], [own, rival] if own == only && told == Some(rival.start))
}
