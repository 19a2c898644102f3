//! Computes the re-indentation of the added lines of a hunk whose old lines have another depth than in the file.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use super::depth::{emptied_block, opening_line};
use super::haystack::{Alignment, Haystack};
use super::hunk::{Candidates, ContextReading};
use super::shift::{IndentPair, Shift};
use crate::ir::{Hunk, HunkLine, Tag};
use crate::text::normal::{fold, indentation, is_blank, trim, trim_start};
use crate::text::{Buffer, CommentScanner, LexState, Lexer, step_within};

/// The number of lines on each side of a place that show its steps.
const NEAR: usize = 60;

/// The re-indentation of the added lines.
pub(super) enum Reindentation {
    /// One shift for all lines.
    One(Shift),
    /// A shift for each run of changed lines, with the range of the run among the hunk's lines.
    OfRuns(Vec<(Range<usize>, Shift)>),
    /// Some lines of the file are indented with tabs and others with spaces: each added line is indented like the
    /// nearest old line of the same depth, or shifted.
    AsNear(Vec<OldIndent>, Shift),
}

impl Reindentation {
    pub(super) fn any(&self) -> bool {
        match self {
            Self::One(shift) => *shift != Shift::None,
            Self::AsNear(..) => true,
            Self::OfRuns(all) => all.iter().any(|(_, shift)| *shift != Shift::None),
        }
    }

    /// Returns a line of the hunk, shifted; `None` if it is not indented enough.
    pub(super) fn apply<'l>(&self, at: usize, line: &'l str) -> Option<Cow<'l, str>> {
        match self {
            Self::One(shift) => shift.apply(line),
            Self::OfRuns(all) => {
                let next = all.partition_point(|(run, _)| run.end <= at);
                all.get(next).map_or(&Shift::None, |(_, shift)| shift).apply(line)
            }
            Self::AsNear(pairs, shift) => {
                let deep = indentation(line);
                let outer = pairs.iter().filter(|own| deep.starts_with(own.patch.as_str()));
                let near =
                    outer.min_by_key(|own| (deep.len() - own.patch.len(), at.abs_diff(own.at), own.at));
                match near {
                    Some(own) if own.patch == deep => {
                        Some(format!("{}{}", own.file, trim_start(line)).into())
                    }
                    Some(own) if own.patch == own.file => Some(Cow::Borrowed(line)),
                    _ => shift.apply(line),
                }
            }
        }
    }
}

/// A matched old line of a hunk: its index among the hunk's lines, its line number in the file, and its indentation in
/// the patch and in the file.
pub(super) struct OldIndent {
    at: usize,
    line: usize,
    patch: String,
    file: String,
}

/// Returns the re-indentation of the added lines; `None` if it is unknown.
///
/// A shift that explains all old lines is the best evidence (a tab conversion is only visible on indented lines);
/// otherwise the removed lines decide, or the context if there are none. If only some lines have another depth, such as
/// the text of a string at the margin of a hunk that lost its indentation, each run of changed lines follows the lines
/// next to it.
pub(super) fn shifts(
    haystack: &mut Haystack<'_, '_>,
    hunk: &Hunk,
    candidates: &Candidates,
    alignment: &Alignment,
) -> Option<Reindentation> {
    let adds = || hunk.lines.iter().any(|line| line.tag == Tag::Added && !is_blank(&line.text));
    if !adds() {
        return Some(Reindentation::One(Shift::None));
    }
    let mut reading = candidates.reading;
    if reading == ContextReading::Unprefixed {
        if has_prefixes_for_blanks(hunk) {
            return Some(Reindentation::One(Shift::Deeper(" ".to_owned())));
        }
        if may_be_cut(hunk) {
            reading = ContextReading::Prefixed;
        }
    }
    if candidates.rung.keeps_indentation() && reading == candidates.reading {
        return Some(Reindentation::One(Shift::None));
    }
    let mut pairs: Vec<OldIndent> = Vec::new();
    for (at, (line, place)) in hunk.lines.iter().zip(alignment).enumerate() {
        let Some(place) = *place else { continue };
        // A no-break space in the indentation counts as a space.
        let (patch, file) = (fold(reading.text(line)), haystack.buffer.line(place));
        let file = fold(&file);
        if !is_blank(&patch) && !is_blank(&file) {
            let [patch, file] = [&patch, &file].map(|line| indentation(line).to_owned());
            pairs.push(OldIndent { at, line: place, patch, file });
        }
    }
    let all = || pairs.iter().map(|own| (own.patch.as_str(), own.file.as_str()));
    if let Some(shifts) = shifts_behind_text(haystack, hunk, &pairs) {
        return Some(shifts);
    }
    let is_flat = pairs.windows(2).all(|pair| pair[0].patch == pair[1].patch);
    if let Some(shift) = Shift::explaining(&all().collect::<Vec<_>>()) {
        if shift == Shift::Deeper(" ".to_owned()) && lacks_prefixes(hunk, &pairs) {
            return Some(Reindentation::One(if has_prefixes_for_blanks(hunk) { shift } else { Shift::None }));
        }
        let brought = hunk.lines.iter().filter(|line| line.tag == Tag::Added && !is_blank(&line.text));
        let brought: Vec<&str> = brought.map(|line| line.text.as_str()).collect();
        if shift.is_conversion()
            && let Some(shifts) = shifts_of_code(haystack, hunk, &pairs)
        {
            return Some(shifts);
        }
        if let Shift::Deeper(more) = &shift
            && is_flat
            && has_depth_of_file(hunk, &pairs, more)
        {
            return Some(Reindentation::One(Shift::None));
        }
        let step = || step_within(haystack.buffer, lines_near(haystack.buffer, &pairs));
        let shift = shift.or_steps(&all().collect::<Vec<_>>(), &brought, step);
        let is_kept = shift == Shift::None || !is_flat || !loses_depth(haystack, &brought);
        let is_mixed = shift.is_conversion() && all().any(|(patch, file)| !file.is_empty() && patch == file);
        let shifts =
            || if is_mixed { Reindentation::AsNear(pairs, shift) } else { Reindentation::One(shift) };
        return is_kept.then(shifts);
    }
    if let Some(shifts) = shifts_of_code(haystack, hunk, &pairs) {
        return Some(shifts);
    }
    // Lines that all have one depth only in the patch lost their indentation line by line: only lines that replace
    // others get the depth of those.
    if is_flat {
        return takes_places(haystack, hunk).then(|| shift_of_removed(hunk, &pairs)).flatten();
    }
    let as_runs = || shifts_of_runs(hunk, &pairs).or_else(|| shift_beside_lost(haystack, hunk, &pairs));
    shift_of_removed(hunk, &pairs).or_else(as_runs)
}

/// Returns the lines around the old lines of a hunk.
fn lines_near(buffer: &Buffer, pairs: &[OldIndent]) -> Range<usize> {
    let at = |own: Option<&OldIndent>| own.map_or(0, |own| own.line);
    let (first, last) = (at(pairs.first()), at(pairs.last()));
    first.saturating_sub(NEAR)..(last + NEAR).min(buffer.line_count())
}

/// Returns whether only the old lines of a hunk lost their indentation: all added lines that replace some of them are
/// at least as deep as the file has the old lines. Every run of added lines must replace removed ones, since lines
/// added elsewhere may be meant to be deeper.
fn has_depth_of_file(hunk: &Hunk, pairs: &[OldIndent], more: &str) -> bool {
    let filled = |tag: Tag| hunk.lines.iter().filter(move |line| line.tag == tag && !is_blank(&line.text));
    let runs = hunk.lines.chunk_by(|one, below| (one.tag == Tag::Context) == (below.tag == Tag::Context));
    let takes_place = |lines: &[HunkLine]| {
        let mut added = lines.iter().filter(|line| line.tag == Tag::Added && !is_blank(&line.text));
        let first = added.next().map(|line| indentation(&line.text));
        first.is_none_or(|own| own == more && lines.iter().any(|line| line.tag == Tag::Removed))
    };
    // A line that only moves deeper is intended.
    let is_moved = |line: &HunkLine| filled(Tag::Removed).any(|own| trim(&own.text) == trim(&line.text));
    pairs.iter().all(|own| own.patch.is_empty())
        && runs.into_iter().all(takes_place)
        && filled(Tag::Added).all(|line| indentation(&line.text).starts_with(more) && !is_moved(line))
}

/// Returns the shifts for lines after the end of a comment or a here-document, if all old lines belong to that text and
/// lost their indentation: code is as deep as the line on which the text begins.
fn shifts_behind_text(
    haystack: &mut Haystack<'_, '_>,
    hunk: &Hunk,
    pairs: &[OldIndent],
) -> Option<Reindentation> {
    let last = pairs.last().filter(|_| pairs.iter().all(|own| own.patch.is_empty()))?;
    let texts: HashSet<&str> = pairs.iter().map(|own| trim(&hunk.lines[own.at].text)).collect();
    let is_new = |line: &HunkLine| {
        line.tag == Tag::Added && !is_blank(&line.text) && !texts.contains(trim(&line.text))
    };
    let from = (last.at..hunk.lines.len()).find(|at| is_new(&hunk.lines[*at]))?;
    let lines: Vec<usize> = pairs.iter().map(|own| own.line).collect();
    let opening = opening_line(haystack.buffer, haystack.index, &lines)?;
    if !indentation(&hunk.lines[from].text).is_empty() {
        return None;
    }
    let of_text: Vec<IndentPair<'_>> = pairs.iter().map(|own| ("", own.file.as_str())).collect();
    let of_text = Shift::explaining(&of_text)?;
    let of_code = Shift::Deeper(indentation(&haystack.buffer.line(opening)).to_owned());
    Some(Reindentation::OfRuns(vec![(0..from, of_text), (from..hunk.lines.len(), of_code)]))
}

/// Returns the shift of the old lines of code and the shift of text of a string or of a here-document, which has its
/// own columns, if the hunk contains both.
fn shifts_of_code(
    haystack: &mut Haystack<'_, '_>,
    hunk: &Hunk,
    pairs: &[OldIndent],
) -> Option<Reindentation> {
    let mut is_text = |line: usize| is_text_at(&haystack.index.state_before(haystack.buffer, line));
    let (text, code): (Vec<&OldIndent>, Vec<&OldIndent>) = pairs.iter().partition(|own| is_text(own.line));
    if text.is_empty() {
        return None;
    }
    let [text, code] = [text, code].map(|pairs| -> Vec<IndentPair<'_>> {
        pairs.iter().map(|own| (own.patch.as_str(), own.file.as_str())).collect()
    });
    let lexer = haystack.index.scanner().map(|scanner| Lexer::new(scanner.rules()))?;
    let of_text = Shift::explaining(&text)?;
    let shift = Shift::explaining(&code).filter(|shift| *shift != Shift::None)?;
    let mut runs = Vec::new();
    let mut at = 0;
    let mut brought = Vec::new();
    for lines in hunk.lines.chunk_by(|one, below| (one.tag == Tag::Context) == (below.tag == Tag::Context)) {
        let run = at..at + lines.len();
        at = run.end;
        let above =
            pairs.partition_point(|own| own.at < run.start).checked_sub(1).map(|own| pairs[own].line + 1);
        let below = || pairs.get(pairs.partition_point(|own| own.at < run.start)).map(|own| own.line);
        let mut state = above
            .or_else(below)
            .map_or_else(LexState::default, |line| haystack.index.state_before(haystack.buffer, line));
        for (at, line) in run.zip(lines).filter(|(_, line)| line.tag == Tag::Added) {
            let is_inner = is_text_at(&state);
            lexer.marks(&line.text, &mut state, |_, _| {});
            if !is_inner && !is_blank(&line.text) {
                brought.push(line.text.as_str());
            }
            runs.push((at..at + 1, if is_inner { of_text.clone() } else { shift.clone() }));
        }
    }
    let is_flat = code.windows(2).all(|pair| pair[0].0 == pair[1].0);
    (!is_flat || !loses_depth(haystack, &brought)).then_some(Reindentation::OfRuns(runs))
}

/// Returns whether a line that begins in a state has its own columns: within a string, a here-document or a comment.
fn is_text_at(state: &LexState) -> bool {
    state.is_in_string() || state.is_in_heredoc() || state.is_comment()
}

/// None, where the first or the last old line alone lost its indentation, and stays: all others are as deep as in the file. What
/// comes at the margin may have lost its own, too, unless the old line above it is there as well.
fn shift_beside_lost(haystack: &Haystack<'_, '_>, hunk: &Hunk, pairs: &[OldIndent]) -> Option<Reindentation> {
    let is_lost = |own: &OldIndent| {
        hunk.lines[own.at].tag == Tag::Context && own.patch.is_empty() && !own.file.is_empty()
    };
    let rest = match pairs {
        [first, rest @ ..] if is_lost(first) => rest,
        [rest @ .., last] if is_lost(last) => rest,
        _ => return None,
    };
    let is_verbatim =
        rest.iter().any(|own| !own.file.is_empty()) && rest.iter().all(|own| own.patch == own.file);
    // What a line at the margin opens has deeper lines, or lines that lost their depth.
    let is_below_margin = |from: usize| {
        let above = rest[..rest.partition_point(|own| own.at < from)].last();
        above.is_some_and(|own| {
            let text = trim(&hunk.lines[own.at].text);
            own.file.is_empty() && !text.ends_with(['{', '(', '[', ':', ','])
        })
    };
    let mut at = 0;
    let mut runs = hunk.lines.chunk_by(|one, below| (one.tag == Tag::Context) == (below.tag == Tag::Context));
    let is_told = runs.all(|lines| {
        let from = at;
        at += lines.len();
        let added = lines.iter().filter(|line| line.tag == Tag::Added && !is_blank(&line.text));
        let added: Vec<&str> = added.map(|line| line.text.as_str()).collect();
        added.iter().all(|line| !indentation(line).is_empty())
            || is_below_margin(from) && !loses_depth(haystack, &added)
    });
    (is_verbatim && is_told).then_some(Reindentation::One(Shift::None))
}

/// Whether a hunk without removed lines that stands as it is written, with the leading blank of its context, may have been moved
/// left by the one blank that its outermost line has in the file, as those of a block comment have.
fn may_be_cut(hunk: &Hunk) -> bool {
    let mut depths = Vec::new();
    for line in hunk.old().filter(|line| !is_blank(&line.text)) {
        let Some(written) = line.unstripped().filter(|_| line.tag == Tag::Context) else { return false };
        depths.push(indentation(written));
    }
    depths.iter().min_by_key(|depth| depth.len()).is_some_and(|least| *least == " ")
}

/// Returns whether the leading space of each context line belongs to its indentation: with that space the added lines
/// are as deep as the context, or whole steps apart from it.
fn lacks_prefixes(hunk: &Hunk, pairs: &[OldIndent]) -> bool {
    let are_context = pairs.iter().all(|own| hunk.lines[own.at].unstripped().is_some());
    let depth = |own: &OldIndent| own.file.len();
    let are_even = pairs.iter().all(|own| depth(own).is_multiple_of(2));
    let added = hunk.lines.iter().filter(|line| line.tag == Tag::Added && !is_blank(&line.text));
    let mut added = added.map(|line| indentation(&line.text).len());
    are_context
        && added.all(|deep| {
            pairs.iter().any(|own| depth(own) == deep)
                || are_even && deep.is_multiple_of(2) && pairs.iter().all(|own| own.patch.len() != deep)
        })
}

/// Returns whether the `+` of each added line replaces a space of its indentation, in a hunk without removed lines
/// whose context lacks the leading space: only one column deeper are its lines whole steps apart from the context.
fn has_prefixes_for_blanks(hunk: &Hunk) -> bool {
    let lines = |tag: Tag| hunk.lines.iter().filter(move |line| line.tag == tag && !is_blank(&line.text));
    let depth = |text: &str| indentation(text).len();
    let context = lines(Tag::Context).map(|line| depth(ContextReading::Unprefixed.text(line)));
    let depths: Vec<usize> = context.chain(lines(Tag::Added).map(|line| depth(&line.text) + 1)).collect();
    let are_blanks = lines(Tag::Added).all(|line| !indentation(&line.text).contains('\t'));
    let are_steps = |step: usize| depths.iter().all(|depth| depth % step == 0);
    are_blanks && lines(Tag::Removed).next().is_none() && [2, 3].into_iter().any(are_steps)
}

/// Returns the shift of the removed lines, if all added lines are as deep as some of them.
fn shift_of_removed(hunk: &Hunk, pairs: &[OldIndent]) -> Option<Reindentation> {
    let removed = pairs.iter().filter(|own| hunk.lines[own.at].tag == Tag::Removed);
    let removed: Vec<IndentPair<'_>> = removed.map(|own| (own.patch.as_str(), own.file.as_str())).collect();
    let is_as_deep = |line: &HunkLine| removed.iter().any(|(patch, _)| *patch == indentation(&line.text));
    let mut added = hunk.lines.iter().filter(|line| line.tag == Tag::Added && !is_blank(&line.text));
    added.all(is_as_deep).then(|| Shift::explaining(&removed)).flatten().map(Reindentation::One)
}

/// Returns whether all added lines replace removed ones, and none of them begins a block.
fn takes_places(haystack: &Haystack<'_, '_>, hunk: &Hunk) -> bool {
    let mut runs = hunk.lines.chunk_by(|one, below| (one.tag == Tag::Context) == (below.tag == Tag::Context));
    runs.all(|lines| {
        let added = lines.iter().filter(|line| line.tag == Tag::Added && !is_blank(&line.text));
        let added: Vec<&str> = added.map(|line| line.text.as_str()).collect();
        let removes = lines.iter().any(|line| line.tag == Tag::Removed && !is_blank(&line.text));
        added.is_empty() || removes && !loses_depth(haystack, &added)
    })
}

/// Returns for each run of changed lines the shift of its removed lines and of the old lines directly above and below.
fn shifts_of_runs(hunk: &Hunk, pairs: &[OldIndent]) -> Option<Reindentation> {
    // If only some context lines lack the leading space, that of the others may be their indentation.
    let mut context = hunk.lines.iter().filter(|line| line.tag == Tag::Context && !is_blank(&line.text));
    let has_prefix = context.next().map(|line| line.unstripped().is_some());
    if context.any(|line| Some(line.unstripped().is_some()) != has_prefix) {
        return None;
    }
    let mut runs = Vec::new();
    let mut at = 0;
    for lines in hunk.lines.chunk_by(|one, below| (one.tag == Tag::Context) == (below.tag == Tag::Context)) {
        let run = at..at + lines.len();
        at = run.end;
        let adds = lines.iter().any(|line| line.tag == Tag::Added && !is_blank(&line.text));
        if !adds {
            continue;
        }
        let first = pairs.partition_point(|own| own.at < run.start);
        let end = pairs.partition_point(|own| own.at < run.end);
        let near = pairs.get(first.checked_sub(1)?..=end)?;
        let near: Vec<IndentPair<'_>> =
            near.iter().map(|own| (own.patch.as_str(), own.file.as_str())).collect();
        runs.push((run, Shift::explaining(&near)?));
    }
    Some(Reindentation::OfRuns(runs))
}

/// Returns whether one of some equally deep lines begins a block that does not contain the next one.
fn loses_depth(haystack: &Haystack<'_, '_>, lines: &[&str]) -> bool {
    let begins = |line: &str| {
        let line = line.trim();
        line.ends_with([':', '{']) && line.starts_with(char::is_alphabetic)
    };
    let ends = |line: &str| line.trim_start().starts_with(['}', ')', ']']);
    let is_flat = lines.windows(2).all(|pair| indentation(pair[0]) == indentation(pair[1]));
    // If no grammar is known, words and brackets identify blocks.
    let rules =
        haystack.index.scanner().map(CommentScanner::rules).filter(|_| haystack.index.rules().is_none());
    let is_emptied = || {
        let texts: Vec<&str> = lines.iter().map(|line| trim(line)).collect();
        rules.is_some_and(|rules| emptied_block(rules, &texts).is_some())
    };
    is_flat && (lines.windows(2).any(|pair| begins(pair[0]) && !ends(pair[1])) || is_emptied())
}
