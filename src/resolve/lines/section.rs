//! The hunks of a section: all are located in the same text, then applied together.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use super::applied::find_applied_change;
use super::applied_at_number::{
    AppliedPlaces, AppliedSearch, applied_at_numbers, is_bare_removal, named_below,
};
use super::choose::{
    AnchorPlaces, Chooser, Distances, LineNumbers, LocatedHunk, against_order, assign, claimed_line, narrow,
    number_of_other_line, only_within, unchosen_places,
};
use super::equal::{AllLines, OldLines};
use super::hash::HashedMap;
use super::haystack::{Haystack, extent};
use super::hunk::{Candidate, Candidates, candidates, find_more_freely};
use super::marker::{find_applied, find_applied_shifted, holds_run, shows_change};
use super::numbered::{AdditionRule, Agreement, as_numbered, is_addition, placed_from};
use super::overlap::{NumberedHunk, overlapping};
use super::place::{PlacedHunk, place};
use super::problem::{HunkProblem, LinesProblem, LinesWarning};
use super::replace::overlaps;
use super::rung::TRIMMED_LINES;
use crate::ir::{Hunk, HunkLine, Tag};
use crate::resolve::nearby::{Near, nearest};
use crate::text::normal::{is_blank, trim};
use crate::text::{Buffer, FinalNewline, LineEdits, LineEnd, NewLine};

/// The result of locating the hunks of a section.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedSection<'h> {
    /// The edits of each hunk.
    pub hunks: Vec<HunkEdits<'h>>,
    /// Whether the text ends in a newline afterwards.
    pub final_newline: FinalNewline,
    /// For each hunk, the lines that it matched and the name of the rung on which it matched.
    pub places: Vec<(Range<usize>, &'static str)>,
    /// For hunks (index from 0), places where their change is already applied, and which only a definition around them
    /// may identify.
    pub applied_places: Vec<(usize, Vec<Range<usize>>)>,
    /// Whether the hunks are at their line numbers.
    pub agreement: Agreement,
    /// Warnings, each with the hunk (from 0) that it concerns.
    pub warnings: Vec<(usize, LinesWarning)>,
}

/// The edits of one hunk of a section.
#[derive(Debug, Clone, PartialEq)]
pub struct HunkEdits<'h> {
    /// The edits of the hunk.
    pub edits: LineEdits<'h>,
    /// Whether the added lines are written at another depth than in the patch.
    pub is_shifted: bool,
    /// The number of comment lines directly above its place that the hunk contains.
    pub comments_above: usize,
}

impl<'h> PlacedSection<'h> {
    /// Returns the edits of all hunks.
    #[must_use]
    pub fn into_edits(self) -> LineEdits<'h> {
        let mut all = LineEdits::default();
        self.hunks.into_iter().for_each(|hunk| all.extend(hunk.edits));
        all
    }
}

/// For hunks (index from 0), the lines that contain the intended place, if the hunk fits several places.
pub type HunkScopes = HashMap<usize, Range<usize>>;

/// The maximum number of failed hunks for which the nearest place is searched: each search costs a pass over the text.
const MAX_NEAR_MISSES: usize = 8;

/// The intermediate result of locating a hunk.
enum HunkSearch {
    Found(Rc<Candidates>),
    Addition(usize),
    /// The hunk goes to its line number, corrected by the distances of the other hunks.
    Numbered,
    Failed(LinesProblem),
}

/// Finds the place of every hunk, all in the current text, and their combined edits.
///
/// # Errors
/// Every hunk that has no place, or several, or conflicts with another one.
pub fn resolve_hunks<'h>(
    haystack: &mut Haystack<'_, '_>,
    hunks: &'h [Hunk],
    scopes: &HunkScopes,
    additions: AdditionRule,
) -> Result<PlacedSection<'h>, Vec<HunkProblem>> {
    if let Some((placed, agreement)) = as_numbered(haystack, hunks, additions) {
        return Ok(together(haystack.buffer, hunks, placed, agreement));
    }
    let mut anchors = AnchorPlaces::default();
    let searches = search_all(haystack, &mut anchors, hunks, additions);
    let mut problems: Vec<HunkProblem> = Vec::new();
    let mut located: Vec<(usize, Rc<Candidates>)> = Vec::new();
    let mut placed: Vec<NumberedHunk<'_>> = Vec::with_capacity(hunks.len());
    let mut numbered: Vec<usize> = Vec::new();
    let mut agreement = Agreement::AtNumbers;
    for (at, search) in searches.into_iter().enumerate() {
        match search {
            HunkSearch::Found(candidates) => located.push((at, candidates)),
            HunkSearch::Addition(line) => {
                agreement = Agreement::Elsewhere;
                placed.push((at, addition(&hunks[at], line), line..line, "added"));
            }
            HunkSearch::Numbered => {
                agreement = Agreement::Elsewhere;
                numbered.push(at);
            }
            HunkSearch::Failed(problem) => problems.push((at, problem)),
        }
    }
    let numbers = LineNumbers::of(hunks, &located);
    let mut above_anchors = Vec::new();
    let mut warnings = Vec::new();
    let mut standing_at = Vec::new();
    let mut search = AppliedSearch::with(&numbers);
    let made = applied_at_numbers(haystack, hunks, &numbers, &located);
    located.retain(|(at, found)| {
        if let Some(there) = made.get(at) {
            problems.push((*at, LinesProblem::AlreadyApplied { at: there.clone() }));
            return false;
        }
        let located = LocatedHunk { hunk: &hunks[*at], candidates: found, scope: scopes.get(at) };
        match search.look_for(haystack, &mut anchors, located) {
            AppliedPlaces::None => {
                let anchor = named_below(haystack, &mut anchors, located);
                above_anchors.extend(anchor.map(|anchor| (*at, anchor)));
                true
            }
            AppliedPlaces::Unplaced => {
                problems.push((
                    *at,
                    LinesProblem::NotFound { near: near(haystack, &hunks[*at], problems.len()) },
                ));
                false
            }
            AppliedPlaces::Named(there) => {
                problems.push((*at, LinesProblem::AlreadyApplied { at: there }));
                false
            }
            AppliedPlaces::AtOtherDepth(there) => {
                let marker = found.list.first().map_or(0..0, |own| own.extent.clone());
                problems.push((*at, LinesProblem::AppliedElsewhere { at: there, marker }));
                false
            }
            AppliedPlaces::Unnamed(places) => {
                standing_at.push((*at, places));
                true
            }
        }
    });
    let narrowed = located.iter().map(|(at, found)| {
        let located = LocatedHunk { hunk: &hunks[*at], candidates: found, scope: scopes.get(at) };
        let (options, chooser) = narrow(haystack, &mut anchors, &numbers, located);
        ((&**found, options), chooser)
    });
    let (options, choosers): (Vec<_>, Vec<_>) = narrowed.unzip();
    let against = against_order(&options, &choosers);
    let assigned = if against.is_empty() { assign(&options) } else { Err(against) };
    match assigned {
        Ok(choices) => {
            let starts =
                located.iter().zip(&choices).map(|((at, found), choice)| (*at, found.list[*choice].start));
            let distances = Distances::of(hunks, starts);
            for at in numbered {
                match numbered_line(haystack, &hunks[at], &distances) {
                    Ok(first) => {
                        let line = first + lead(&hunks[at]);
                        placed.push((at, placed_from(&hunks[at], first), line..line, "added"));
                    }
                    Err(problem) => problems.push((at, problem)),
                }
            }
            for (((at, found), choice), chooser) in located.iter().zip(choices).zip(&choosers) {
                let candidate = &found.list[choice];
                if *chooser == Chooser::Anchor
                    && let Some((anchor, others)) =
                        unchosen_places(haystack, &mut anchors, &hunks[*at], &found.list[choice..])
                {
                    let others = others.iter().map(|own| own.extent.clone()).collect();
                    warnings.push((*at, LinesWarning::FirstBelow { anchor, others }));
                }
                if claimed_line(&hunks[*at]) != Some(candidate.start) {
                    agreement = Agreement::Elsewhere;
                }
                // A stricter match must not hide the place that the number names, if the hunk can be applied there.
                if let Some(told) = number_of_other_line(&numbers, &hunks[*at], candidate)
                    && let Some(rivals) = find_more_freely(haystack, &hunks[*at], found, told)
                    && let Some(rival) = rivals.list.first()
                    && !overlaps(&rival.extent, &candidate.extent)
                    && place(haystack, &hunks[*at], &rivals, rival).is_ok()
                {
                    let candidates = Rc::new([candidate.extent.clone(), rival.extent.clone()]);
                    problems.push((*at, LinesProblem::Ambiguous { candidates }));
                    continue;
                }
                let other = removed_once_more(haystack, &hunks[*at], (found, candidate));
                warnings.extend(other.map(|place| (*at, LinesWarning::OnceMore { place })));
                match place(haystack, &hunks[*at], found, candidate) {
                    Ok(hunk) => placed.push((*at, hunk, candidate.extent.clone(), found.rung.name)),
                    Err(LinesProblem::NotFound { near: None }) => {
                        let near = near(haystack, &hunks[*at], problems.len());
                        problems.push((*at, LinesProblem::NotFound { near }));
                    }
                    Err(problem) => problems.push((*at, problem)),
                }
            }
        }
        Err(ambiguous) => problems.extend(ambiguous_hunks(&located, ambiguous)),
    }
    placed.sort_by_key(|(at, ..)| *at);
    problems.extend(overlapping(&placed));
    if problems.is_empty() {
        let mut section = together(haystack.buffer, hunks, placed, agreement);
        section.warnings.extend(warnings);
        for (at, anchor) in above_anchors {
            if let Some((place, _)) = section.places.get(at) {
                section.warnings.push((at, LinesWarning::AboveAnchor { anchor, place: place.clone() }));
            }
        }
        return Ok(PlacedSection { applied_places: standing_at, ..section });
    }
    problems.sort_by_key(|(at, _)| *at);
    Err(problems)
}

/// Returns the only other place of lines that a hunk removes as written, without context or number, if they are at
/// another depth there: a second run would take that place.
fn removed_once_more(
    haystack: &mut Haystack<'_, '_>,
    hunk: &Hunk,
    (found, chosen): (&Candidates, &Candidate),
) -> Option<Range<usize>> {
    let is_named = hunk.line_hint.is_some() || !hunk.anchors.is_empty();
    let is_exact_only = haystack.index.is_exact_only();
    if is_exact_only
        || is_named
        || !is_bare_removal(hunk)
        || !found.rung.keeps_indentation()
        || found.list.len() > 1
    {
        return None;
    }
    let old: Vec<&str> = hunk.old().map(|line| &*line.text).collect();
    let mut others = haystack.find(TRIMMED_LINES, &old);
    others.retain(|other| extent(other) != chosen.extent);
    let [other] = &others[..] else { return None };
    Some(extent(other))
}

/// Returns the place that is most similar to a hunk, unless there are too many problems to search for it.
fn near(haystack: &Haystack<'_, '_>, hunk: &Hunk, problems: usize) -> Option<Near> {
    let looks = problems < MAX_NEAR_MISSES;
    looks.then(|| near_lines(haystack, &hunk.sides().0)).flatten()
}

fn near_lines(haystack: &Haystack<'_, '_>, old: &[&str]) -> Option<Near> {
    let near = nearest(haystack.buffer, haystack.index.scanner(), haystack.within.clone(), old)?;
    Some(near.with_blanks(haystack.buffer, old))
}

/// Returns the problems of hunks with several places; equal hunks share the list of places.
fn ambiguous_hunks(located: &[(usize, Rc<Candidates>)], ambiguous: Vec<usize>) -> Vec<HunkProblem> {
    let mut shared: HashMap<*const Candidates, Rc<[Range<usize>]>> = HashMap::new();
    let problem = |at: usize| {
        let (hunk, found) = &located[at];
        let extents = || found.list.iter().map(|candidate| candidate.extent.clone()).collect();
        let candidates = Rc::clone(shared.entry(Rc::as_ptr(found)).or_insert_with(extents));
        (*hunk, LinesProblem::Ambiguous { candidates })
    };
    ambiguous.into_iter().map(problem).collect()
}

/// Searches for every hunk; equal hunks, and equal old lines, are searched for once.
fn search_all<'h>(
    haystack: &mut Haystack<'_, '_>,
    anchors: &mut AnchorPlaces<'h>,
    hunks: &'h [Hunk],
    additions: AdditionRule,
) -> Vec<HunkSearch> {
    let mut places: HashedMap<OldLines<'h>, Option<Rc<Candidates>>> = HashedMap::default();
    let mut judged: HashedMap<AllLines<'h>, Result<Rc<Candidates>, LinesProblem>> = HashedMap::default();
    let mut failures = 0;
    let mut searches = Vec::with_capacity(hunks.len());
    for hunk in hunks {
        if is_addition(hunk) {
            searches.push(match addition_line(haystack, anchors, hunk, additions) {
                Ok(Some(line)) => HunkSearch::Addition(line),
                Ok(None) => HunkSearch::Numbered,
                Err(problem) => HunkSearch::Failed(problem),
            });
            continue;
        }
        let found = places.entry(OldLines(hunk)).or_insert_with(|| candidates(haystack, hunk).map(Rc::new));
        if let Some(found) = found.as_ref().filter(|found| is_beyond_doubt(hunk, found)) {
            searches.push(HunkSearch::Found(Rc::clone(found)));
            continue;
        }
        let judged = judged.entry(AllLines(hunk)).or_insert_with(|| {
            let judged = judge(haystack, hunk, found.clone(), failures < MAX_NEAR_MISSES);
            failures += usize::from(judged.is_err());
            judged
        });
        searches.push(match judged {
            Ok(found) => HunkSearch::Found(Rc::clone(found)),
            Err(problem) => HunkSearch::Failed(problem.clone()),
        });
    }
    searches
}

/// Returns whether a hunk that was found cannot have been applied before: it adds nothing, or matches as written and
/// does not put its old lines into a block.
fn is_beyond_doubt(hunk: &Hunk, found: &Candidates) -> bool {
    let adds = || hunk.lines.iter().any(|line| line.tag == Tag::Added && !is_blank(&line.text));
    found.rung.keeps_indentation() && !wraps_old_lines(hunk, found) || !adds()
}

/// Returns whether a hunk removes lines to add them again below others, deeper: if it was written too deep, its old
/// lines are found as written after it was applied. Lines of one word are inside of lines like them for other reasons,
/// and a line number that is right shows that the hunk is new.
fn wraps_old_lines(hunk: &Hunk, found: &Candidates) -> bool {
    let removes = hunk.lines.iter().any(|line| line.tag == Tag::Removed && !is_blank(&line.text));
    if !removes || claimed_line(hunk).is_some_and(|claimed| found.begins_at(claimed)) {
        return false;
    }
    let (old, new) = found.sides(hunk);
    let has_words = |line: &str| {
        let words = line.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
        words.count() > 1
    };
    let solid = |lines: Vec<&str>| -> Vec<String> {
        lines.into_iter().filter(|line| !is_blank(line)).map(|line| trim(line).to_owned()).collect()
    };
    let (old, new) = (solid(old), solid(new));
    let brings_first = new.first().is_some_and(|first| !old.contains(first) && has_words(first));
    brings_first && old.len() < new.len() && holds_run(&new, &old)
}

/// Checks that the places of a hunk are not those of an applied change; if the hunk has no place, searches for the
/// nearest one if `wants_near` is set.
fn judge(
    haystack: &mut Haystack<'_, '_>,
    hunk: &Hunk,
    places: Option<Rc<Candidates>>,
    wants_near: bool,
) -> Result<Rc<Candidates>, LinesProblem> {
    let (old, new) = hunk.sides();
    let Some(found) = places else {
        if shows_change(&old, &new)
            && let [at] = &find_applied(haystack, &new)[..]
        {
            return Err(LinesProblem::AlreadyApplied { at: at.clone() });
        }
        if let Some(at) =
            find_applied_change(haystack, &old, &new).or_else(|| find_applied_as_written(haystack, hunk))
        {
            return Err(LinesProblem::AlreadyApplied { at });
        }
        let near = if wants_near { near_lines(haystack, &old) } else { None };
        return Err(LinesProblem::NotFound { near });
    };
    if !is_beyond_doubt(hunk, &found) && shows_change(&old, &new) {
        let is_as_written = found.rung.keeps_indentation();
        let is_there = overlapping_any(&found);
        let is_around = |at: &Range<usize>| {
            let holds = |own: &Range<usize>| at.start < own.start && own.end <= at.end;
            !is_as_written || matches!(&found.list[..], [only] if holds(&only.extent))
        };
        let is_made = |at: &Range<usize>| is_there(at) && is_around(at) && !found.leaves_removed(hunk, at);
        let standing = find_applied(haystack, &new).into_iter().find(is_made);
        let standing = standing.or_else(|| find_applied_shifted(haystack, &new).into_iter().find(is_made));
        if let Some(at) = standing {
            return Err(LinesProblem::AlreadyApplied { at });
        }
    }
    Ok(found)
}

/// Returns the place where the change of a hunk is applied whose context lines lack the leading space.
fn find_applied_as_written(haystack: &mut Haystack<'_, '_>, hunk: &Hunk) -> Option<Range<usize>> {
    fn written(line: &HunkLine) -> &str {
        line.unstripped().unwrap_or(line.text.as_str())
    }
    let old: Vec<&str> = hunk.old().map(written).collect();
    let new: Vec<&str> = hunk.new_side().map(written).collect();
    find_applied_change(haystack, &old, &new)
}

/// Returns a predicate that tells whether a range overlaps any of the candidates, by binary search.
fn overlapping_any(candidates: &Candidates) -> impl Fn(&Range<usize>) -> bool {
    let mut last_end = 0;
    let ends = candidates.list.iter().map(|candidate| {
        last_end = last_end.max(candidate.extent.end);
        (candidate.extent.start, last_end)
    });
    let ends: Vec<(usize, usize)> = ends.collect();
    move |at| {
        let above = ends.partition_point(|(start, _)| *start < at.end);
        above.checked_sub(1).is_some_and(|last| ends[last].1 > at.start)
    }
}

/// Returns the line before which the lines of a hunk of additions go; `None` if its line number decides.
fn addition_line<'h>(
    haystack: &mut Haystack<'_, '_>,
    anchors: &mut AnchorPlaces<'h>,
    hunk: &'h Hunk,
    rule: AdditionRule,
) -> Result<Option<usize>, LinesProblem> {
    let count = haystack.buffer.line_count();
    if count == 0 {
        return Ok(Some(0));
    }
    match rule {
        AdditionRule::ByNumber => Ok(None),
        AdditionRule::UnderAnchor if hunk.at_end => Ok(Some(count)),
        AdditionRule::UnderAnchor => {
            let mut under: Option<usize> = None;
            for anchor in &hunk.anchors {
                let places = match anchors.of(haystack, anchor) {
                    [] => anchors.of_code(haystack, anchor).to_vec(),
                    equal => equal.to_vec(),
                };
                let below = &places[under.map_or(0, |line| places.partition_point(|place| *place < line))..];
                match below {
                    // Lines cannot be added below an anchor that is not found, and the place of the anchor around it is
                    // not the intended one.
                    [] => under = None,
                    [only] => under = Some(only + 1),
                    [first, next, ..] => {
                        let nearest = [*first, *next];
                        let candidates = || below.iter().map(|line| *line..line + 1).collect();
                        let within = under.and_then(|line| only_within(haystack, line - 1, nearest));
                        let only =
                            within.ok_or_else(|| LinesProblem::Ambiguous { candidates: candidates() })?;
                        under = Some(only + 1);
                    }
                }
            }
            under.map(Some).ok_or(LinesProblem::NoPlace)
        }
    }
}

/// Returns the line at which a hunk of additions begins by its number, corrected by the distance of the other hunks;
/// blank context must be there.
fn numbered_line(
    haystack: &Haystack<'_, '_>,
    hunk: &Hunk,
    distances: &Distances,
) -> Result<usize, LinesProblem> {
    let line = hunk.line_hint.ok_or(LinesProblem::NoPlace)?;
    let claimed = if hunk.inserts_after_hint { line } else { line.saturating_sub(1) };
    let no_such_line = LinesProblem::NoSuchLine { line };
    let by = distances.at(claimed).ok_or(LinesProblem::NumberInDoubt { line })?;
    let Some(first) = claimed.checked_add_signed(by) else { return Err(no_such_line) };
    let count = haystack.buffer.line_count();
    let blanks = hunk.old().count();
    let is_there =
        first + blanks <= count && (first..first + blanks).all(|line| is_blank(&haystack.buffer.line(line)));
    if is_there { Ok(first) } else { Err(no_such_line) }
}

/// Returns the number of context lines at the beginning of a hunk.
fn lead(hunk: &Hunk) -> usize {
    hunk.lines.iter().take_while(|line| line.tag == Tag::Context).count()
}

fn addition(hunk: &Hunk, line: usize) -> PlacedHunk<'_> {
    let mut placed = PlacedHunk::default();
    let added = hunk.lines.iter().filter(|line| line.tag == Tag::Added);
    let ends = |line: &HunkLine| line.crlf.then_some(LineEnd::CrLf);
    placed.edits.add(line, added.map(|line| NewLine { text: line.text.as_str().into(), end: ends(line) }));
    placed
}

/// Combines the edits of all hunks.
fn together<'h>(
    buffer: &Buffer,
    hunks: &[Hunk],
    placed: Vec<NumberedHunk<'h>>,
    agreement: Agreement,
) -> PlacedSection<'h> {
    let mut section = PlacedSection {
        hunks: Vec::with_capacity(placed.len()),
        final_newline: FinalNewline::Keep,
        places: Vec::new(),
        applied_places: Vec::new(),
        agreement,
        warnings: Vec::new(),
    };
    for (at, hunk, extent, rung) in placed {
        if let Some(final_newline) = final_newline(buffer, &hunks[at], &extent) {
            section.final_newline = final_newline;
        }
        if !hunk.unnamed.is_empty() {
            section.warnings.push((at, LinesWarning::Unnamed(hunk.unnamed)));
        }
        let PlacedHunk { edits, is_shifted, comments_above, .. } = hunk;
        section.hunks.push(HunkEdits { edits, is_shifted, comments_above });
        section.places.push((extent, rung));
    }
    section
}

/// Returns the change of the final newline by a hunk with `\ No newline at end of file`; `None` unless the hunk is at
/// the end.
fn final_newline(buffer: &Buffer, hunk: &Hunk, extent: &Range<usize>) -> Option<FinalNewline> {
    let lacks = |last: Option<&HunkLine>| last.is_some_and(|line| line.no_newline);
    let (lacked, lacks) = (lacks(hunk.old().last()), lacks(hunk.new_side().last()));
    // If both sides agree there is no change, and the file's end is kept.
    if lacked == lacks || extent.end < buffer.line_count() {
        return None;
    }
    Some(if lacks { FinalNewline::Absent } else { FinalNewline::Present })
}
