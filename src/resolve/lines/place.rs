//! Places a hunk: what goes, what comes, what is held, when it is known where the hunk stands.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use super::complete::{belongs_elsewhere, complete, is_alike, stranger};
use super::depth::{emptied_block, hunk_loses_heading};
use super::elided::{elided_line, elided_lines};
use super::haystack::{Alignment, Haystack};
use super::hunk::{Candidate, Candidates, ContextReading};
use super::keep::{KeptComments, LeftOutLines};
use super::owned::PresentComments;
use super::problem::LinesProblem;
use super::rung::{BlankLines, Form};
use super::shift::{IndentPair, Shift};
use super::step::{Step, steps};
use super::unnamed::{Unnamed, unnamed};
use super::whole_comments::{comment_below, keep_comments_whole};
use crate::ir::{Hunk, HunkLine, Tag};
use crate::text::normal::{fold, indentation, is_blank, trim, trim_start};
use crate::text::{Buffer, CommentScanner, LineEdits, LineEnd, NewLine, step_within};

/// So many lines around a place show its steps.
const NEAR: usize = 60;

/// What one hunk does to the lines of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct PlacedHunk<'h> {
    pub(super) edits: LineEdits<'h>,
    /// Lines that the hunk needs as they are.
    pub(super) held: Vec<usize>,
    /// Comments and blank lines that go although the hunk does not name them.
    pub(super) unnamed: Vec<Unnamed>,
    /// Whether the added lines are put at another depth than the patch has them.
    pub(super) is_shifted: bool,
    /// How many comment lines above its place the hunk shows, directly or in other words.
    pub(super) comments_above: usize,
}

/// Works out what `hunk` does at the place `candidate`.
///
/// # Errors
/// It removes a comment that is not there, or no one shift explains how its lines are indented in the file.
pub(super) fn place<'h>(
    haystack: &mut Haystack<'_, '_>,
    hunk: &'h Hunk,
    candidates: &Candidates,
    candidate: &Candidate,
) -> Result<PlacedHunk<'h>, LinesProblem> {
    let mut alignment = candidate.alignment.clone();
    complete(haystack, &hunk.lines, &mut alignment);
    let missing = (0..hunk.lines.len()).find(|at| {
        let line = &hunk.lines[*at];
        line.tag == Tag::Removed && alignment[*at].is_none() && !is_blank(&line.text)
    });
    let missing = missing.or_else(|| {
        let is_loose = candidates.rung.form == Form::Code;
        is_loose.then(|| stranger(haystack, &hunk.lines, &alignment)).flatten()
    });
    if let Some(hunk_line) = missing {
        return Err(LinesProblem::CommentMissing { at: candidate.extent.clone(), hunk_line });
    }
    if candidates.rung.form == Form::Code && belongs_elsewhere(haystack, &hunk.lines, &alignment) {
        return Err(LinesProblem::NotFound { near: None });
    }
    let elided = elided_lines(haystack, hunk, &alignment);
    if let Some(hunk_line) = elided_line(hunk, &alignment, &elided) {
        return Err(LinesProblem::Elided { hunk_line });
    }
    if hunk_loses_heading(haystack, hunk, &alignment) {
        return Err(LinesProblem::HeadingLost { at: candidate.extent.clone() });
    }
    let no_shift = || LinesProblem::NoUniformShift { at: candidate.extent.clone() };
    let shifts = shifts(haystack, hunk, candidates, &alignment).ok_or_else(no_shift)?;
    let mut placed = PlacedHunk {
        is_shifted: shifts.any(),
        comments_above: comments_above(haystack, hunk, &alignment, &candidate.extent),
        ..PlacedHunk::default()
    };
    let steps = steps(haystack, hunk, &alignment, candidates.rung);
    let mut gaps = remove_and_hold(&steps, &mut placed);
    let comments = if candidates.rung.form == Form::Code {
        KeptComments::of(haystack, hunk, &steps, &gaps)
    } else {
        KeptComments::default()
    };
    let there = match candidates.rung.form {
        Form::Code => PresentComments::of(haystack, hunk, &steps),
        _ => PresentComments::default(),
    };
    for lines in &there.replaced {
        lines.clone().for_each(|line| placed.edits.remove(line));
    }
    let walked = WalkedHunk { hunk, steps: &steps, elided: &elided, comments: &comments, there: &there };
    add(haystack, walked, &shifts, &mut placed.edits).ok_or_else(no_shift)?;
    if candidates.rung.form == Form::Code {
        let named = named_lines(haystack, walked, &alignment, &candidate.extent);
        let along = keep_comments_whole(haystack, &named, &mut placed.edits)
            .map_err(|line| LinesProblem::LeftOpen { line })?;
        gaps.extend(along.into_iter().map(|lines| LeftOutLines { lines }));
    }
    if placed.edits.is_empty() && !there.lines.is_empty() {
        return Err(LinesProblem::AlreadyApplied { at: candidate.extent.clone() });
    }
    if candidates.rung.blank_lines == BlankLines::Ignore {
        gaps.extend(there.replaced.iter().map(|lines| LeftOutLines { lines: lines.clone() }));
        placed.unnamed = lost(haystack, walked, &gaps);
    }
    Ok(placed)
}

/// How many lines directly above a place are comments that a hunk shows there, in these words or in others like them.
fn comments_above(
    haystack: &Haystack<'_, '_>,
    hunk: &Hunk,
    alignment: &Alignment,
    extent: &Range<usize>,
) -> usize {
    let shown = hunk.lines.iter().zip(alignment).filter_map(|(line, place)| {
        let place = place.filter(|place| *place < extent.start && !is_blank(&line.text))?;
        let own = haystack.buffer.line(place);
        (trim(&own) == trim(&line.text) || is_alike(&line.text, &own)).then_some(place)
    });
    let shown: HashSet<usize> = shown.collect();
    (0..extent.start).rev().take_while(|line| shown.contains(line)).count()
}

/// A hunk, line by line at its place, with the comments of the file that stay.
#[derive(Clone, Copy)]
struct WalkedHunk<'h, 's> {
    hunk: &'h Hunk,
    steps: &'s [Step],
    /// The lines of the hunk that stand for what it leaves out.
    elided: &'s [usize],
    comments: &'s KeptComments,
    there: &'s PresentComments,
}

/// The comments and blank lines that go unnamed.
fn lost(haystack: &mut Haystack<'_, '_>, walked: WalkedHunk<'_, '_>, gaps: &[LeftOutLines]) -> Vec<Unnamed> {
    let WalkedHunk { hunk, steps, comments, .. } = walked;
    let text = |at: usize| hunk.lines[at].text.as_str();
    let mut kept: HashSet<usize> = steps.iter().filter_map(|step| step.keeps).collect();
    kept.extend(comments.lines());
    let below: Vec<usize> =
        steps.iter().filter_map(|step| step.keeps).flat_map(|line| comment_below(haystack, line)).collect();
    kept.extend(below);
    let removed = steps.iter().filter(|step| step.tag == Tag::Removed);
    let removed = removed.filter_map(|step| Some((step.place?, Some(text(step.line)))));
    let swallowed = gaps.iter().flat_map(|gap| gap.lines.clone());
    let mut gone: Vec<_> = removed.chain(swallowed.map(|line| (line, None))).collect();
    gone.retain(|(line, _)| !kept.contains(line));
    gone.sort_unstable_by_key(|(line, _)| *line);
    let added = steps.iter().filter(|step| step.tag == Tag::Added).map(|step| text(step.line));
    unnamed(haystack, gone.into_iter(), added)
}

/// How the added lines are to be re-indented.
enum Reindentation {
    /// All alike.
    One(Shift),
    /// Each run of lines that change by its own, with its place among the hunk's lines.
    OfRuns(Vec<(Range<usize>, Shift)>),
    /// Some lines of the file are indented with tabs and others with blanks: each as the old line next to it that is as
    /// deep, or by the shift.
    AsNear(Vec<OldIndent>, Shift),
}

impl Reindentation {
    fn any(&self) -> bool {
        match self {
            Self::One(shift) => *shift != Shift::None,
            Self::AsNear(..) => true,
            Self::OfRuns(all) => all.iter().any(|(_, shift)| *shift != Shift::None),
        }
    }

    /// A line of the hunk, shifted; `None` if it does not stand deep enough.
    fn apply<'l>(&self, at: usize, line: &'l str) -> Option<Cow<'l, str>> {
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

/// An old line of a hunk that the file has: its number among the hunk's lines and in the file, and its indentation in the patch
/// and in the file.
struct OldIndent {
    at: usize,
    line: usize,
    patch: String,
    file: String,
}

/// How the added lines are to be re-indented.
///
/// A shift that explains all old lines is the best evidence (a tab conversion shows only on lines that are indented);
/// else the removed lines decide, or the context where there are none. Where some lines only are at another depth, as the
/// text of a string is that stands at the margin of a hunk that was cut, each run of changed lines goes by those next to it.
fn shifts(
    haystack: &mut Haystack<'_, '_>,
    hunk: &Hunk,
    candidates: &Candidates,
    alignment: &Alignment,
) -> Option<Reindentation> {
    let adds = || hunk.lines.iter().any(|line| line.tag == Tag::Added && !is_blank(&line.text));
    if !adds() {
        return Some(Reindentation::One(Shift::None));
    }
    if candidates.reading == ContextReading::Unprefixed && has_prefixes_for_blanks(hunk) {
        return Some(Reindentation::One(Shift::Deeper(" ".to_owned())));
    }
    if candidates.rung.keeps_indentation() {
        return Some(Reindentation::One(Shift::None));
    }
    let mut pairs: Vec<OldIndent> = Vec::new();
    for (at, (line, place)) in hunk.lines.iter().zip(alignment).enumerate() {
        let Some(place) = *place else { continue };
        // A no-break space in front of a line stands for a blank there, too.
        let (patch, file) = (fold(candidates.reading.text(line)), haystack.buffer.line(place));
        let file = fold(&file);
        if !is_blank(&patch) && !is_blank(&file) {
            let [patch, file] = [&patch, &file].map(|line| indentation(line).to_owned());
            pairs.push(OldIndent { at, line: place, patch, file });
        }
    }
    let all = || pairs.iter().map(|own| (own.patch.as_str(), own.file.as_str()));
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
    // Lines that are all at one depth in the patch alone have lost it one by one: only what takes the place of others is
    // as deep as those.
    if is_flat {
        return takes_places(haystack, hunk).then(|| shift_of_removed(hunk, &pairs)).flatten();
    }
    let as_runs = || shifts_of_runs(hunk, &pairs).or_else(|| shift_beside_lost(hunk, &pairs));
    shift_of_removed(hunk, &pairs).or_else(as_runs)
}

/// The lines around the old ones of a hunk.
fn lines_near(buffer: &Buffer, pairs: &[OldIndent]) -> Range<usize> {
    let at = |own: Option<&OldIndent>| own.map_or(0, |own| own.line);
    let (first, last) = (at(pairs.first()), at(pairs.last()));
    first.saturating_sub(NEAR)..(last + NEAR).min(buffer.line_count())
}

/// Whether the old lines of a hunk alone lost their indentation, and those that take the place of some are as deep as the file has
/// them: nothing else that begins there could be deeper than what went.
fn has_depth_of_file(hunk: &Hunk, pairs: &[OldIndent], more: &str) -> bool {
    let filled = |tag: Tag| hunk.lines.iter().filter(move |line| line.tag == tag && !is_blank(&line.text));
    let runs = hunk.lines.chunk_by(|one, below| (one.tag == Tag::Context) == (below.tag == Tag::Context));
    let takes_place = |lines: &[HunkLine]| {
        let mut added = lines.iter().filter(|line| line.tag == Tag::Added && !is_blank(&line.text));
        let first = added.next().map(|line| indentation(&line.text));
        first.is_none_or(|own| own == more && lines.iter().any(|line| line.tag == Tag::Removed))
    };
    // What only moves deeper is meant to.
    let is_moved = |line: &HunkLine| filled(Tag::Removed).any(|own| trim(&own.text) == trim(&line.text));
    pairs.iter().all(|own| own.patch.is_empty())
        && runs.into_iter().all(takes_place)
        && filled(Tag::Added).all(|line| indentation(&line.text).starts_with(more) && !is_moved(line))
}

/// What explains the old lines of code, where others are text of a string or of a here-document, which has columns of its own,
/// and what explains those.
fn shifts_of_code(
    haystack: &mut Haystack<'_, '_>,
    hunk: &Hunk,
    pairs: &[OldIndent],
) -> Option<Reindentation> {
    let mut is_text = |line: usize| {
        let state = haystack.index.state_before(haystack.buffer, line);
        state.is_in_string() || state.is_in_heredoc()
    };
    let (text, code): (Vec<&OldIndent>, Vec<&OldIndent>) = pairs.iter().partition(|own| is_text(own.line));
    if text.is_empty() {
        return None;
    }
    let [text, code] = [text, code].map(|pairs| -> Vec<IndentPair<'_>> {
        pairs.iter().map(|own| (own.patch.as_str(), own.file.as_str())).collect()
    });
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
        let is_inner = above.or_else(below).is_some_and(&mut is_text);
        let added = lines.iter().filter(|line| line.tag == Tag::Added && !is_blank(&line.text));
        brought.extend(added.map(|line| line.text.as_str()).filter(|_| !is_inner));
        runs.push((run, if is_inner { of_text.clone() } else { shift.clone() }));
    }
    let is_flat = code.windows(2).all(|pair| pair[0].0 == pair[1].0);
    (!is_flat || !loses_depth(haystack, &brought)).then_some(Reindentation::OfRuns(runs))
}

/// None, where the first or the last old line alone lost its indentation, and stays: all others are as deep as in the file. What
/// comes at the margin may have lost its own, too.
fn shift_beside_lost(hunk: &Hunk, pairs: &[OldIndent]) -> Option<Reindentation> {
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
    let mut added = hunk.lines.iter().filter(|line| line.tag == Tag::Added && !is_blank(&line.text));
    let is_indented = |line: &HunkLine| !indentation(&line.text).is_empty();
    (is_verbatim && added.all(is_indented)).then_some(Reindentation::One(Shift::None))
}

/// Whether the blank that each context line of a hunk begins with is its own: no line is removed, and with that blank the
/// added lines are as deep as the context, or whole steps apart from it.
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

/// Whether the `+` of each added line stands in the place of a blank, in a hunk without removed lines whose context lacks
/// the leading blank: only one column further in are its lines as deep as whole steps of the context.
fn has_prefixes_for_blanks(hunk: &Hunk) -> bool {
    let lines = |tag: Tag| hunk.lines.iter().filter(move |line| line.tag == tag && !is_blank(&line.text));
    let depth = |text: &str| indentation(text).len();
    let context = lines(Tag::Context).map(|line| depth(ContextReading::Unprefixed.text(line)));
    let depths: Vec<usize> = context.chain(lines(Tag::Added).map(|line| depth(&line.text) + 1)).collect();
    let are_blanks = lines(Tag::Added).all(|line| !indentation(&line.text).contains('\t'));
    let are_steps = |step: usize| depths.iter().all(|depth| depth % step == 0);
    are_blanks && lines(Tag::Removed).next().is_none() && [2, 3].into_iter().any(are_steps)
}

/// What explains the removed lines alone holds for lines as deep as these.
fn shift_of_removed(hunk: &Hunk, pairs: &[OldIndent]) -> Option<Reindentation> {
    let removed = pairs.iter().filter(|own| hunk.lines[own.at].tag == Tag::Removed);
    let removed: Vec<IndentPair<'_>> = removed.map(|own| (own.patch.as_str(), own.file.as_str())).collect();
    let is_as_deep = |line: &HunkLine| removed.iter().any(|(patch, _)| *patch == indentation(&line.text));
    let mut added = hunk.lines.iter().filter(|line| line.tag == Tag::Added && !is_blank(&line.text));
    added.all(is_as_deep).then(|| Shift::explaining(&removed)).flatten().map(Reindentation::One)
}

/// Whether all lines that a hunk adds, none of which begins a block, stand where it removes some.
fn takes_places(haystack: &Haystack<'_, '_>, hunk: &Hunk) -> bool {
    let mut runs = hunk.lines.chunk_by(|one, below| (one.tag == Tag::Context) == (below.tag == Tag::Context));
    runs.all(|lines| {
        let added = lines.iter().filter(|line| line.tag == Tag::Added && !is_blank(&line.text));
        let added: Vec<&str> = added.map(|line| line.text.as_str()).collect();
        let removes = lines.iter().any(|line| line.tag == Tag::Removed && !is_blank(&line.text));
        added.is_empty() || removes && !loses_depth(haystack, &added)
    })
}

/// What explains, of each run of lines that go or come, those that go and the old lines directly above and below.
fn shifts_of_runs(hunk: &Hunk, pairs: &[OldIndent]) -> Option<Reindentation> {
    // Where some context lines lack the leading blank, that of others may be their indentation.
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

/// Whether a line of some, which are all equally deep, begins a block and the next one is not in it.
fn loses_depth(haystack: &Haystack<'_, '_>, lines: &[&str]) -> bool {
    let begins = |line: &str| {
        let line = line.trim();
        line.ends_with([':', '{']) && line.starts_with(char::is_alphabetic)
    };
    let ends = |line: &str| line.trim_start().starts_with(['}', ')', ']']);
    let is_flat = lines.windows(2).all(|pair| indentation(pair[0]) == indentation(pair[1]));
    // Where no grammar is known, words and brackets tell blocks.
    let rules =
        haystack.index.scanner().map(CommentScanner::rules).filter(|_| haystack.index.rules().is_none());
    let is_emptied = || {
        let texts: Vec<&str> = lines.iter().map(|line| trim(line)).collect();
        rules.is_some_and(|rules| emptied_block(rules, &texts).is_some())
    };
    is_flat && (lines.windows(2).any(|pair| begins(pair[0]) && !ends(pair[1])) || is_emptied())
}

/// Enters what goes and what is held, and the fate of lines that the hunk leaves out: next to a context line they stay,
/// between two removed lines they go. Returns those that go.
fn remove_and_hold(steps: &[Step], placed: &mut PlacedHunk<'_>) -> Vec<LeftOutLines> {
    let mut previous: Option<(Tag, usize)> = None;
    let mut gaps = Vec::new();
    for step in steps {
        let Some(place) = step.place else { continue };
        if step.tag == Tag::Removed {
            placed.edits.remove(place);
        } else {
            placed.held.push(place);
        }
        if let (Some((Tag::Removed, above)), Tag::Removed) = (previous, step.tag)
            && above + 1 < place
        {
            (above + 1..place).for_each(|line| placed.edits.remove(line));
            gaps.push(LeftOutLines { lines: above + 1..place });
        }
        previous = Some((step.tag, place));
    }
    gaps
}

/// Enters what comes: behind the old line before it, or before the first one; what comes below a line that stands for others is
/// below those, so before the next old line. `None` if a line cannot be shifted.
fn add<'h>(
    haystack: &mut Haystack<'_, '_>,
    walked: WalkedHunk<'h, '_>,
    shifts: &Reindentation,
    edits: &mut LineEdits<'h>,
) -> Option<()> {
    let WalkedHunk { hunk, steps, elided, comments, there } = walked;
    let patch_tells_ends = hunk.old().any(|line| line.crlf);
    let first = steps.iter().find_map(|step| step.place).unwrap_or(0);
    let present = present_blanks(haystack, hunk, steps);
    let mut last: Option<usize> = None;
    for (at, step) in steps.iter().enumerate() {
        if step.tag != Tag::Added {
            last = step.place.or(last);
            if elided.contains(&step.line) {
                let next = steps[at..].iter().find_map(|step| step.place);
                last = next.and_then(|next| next.checked_sub(1)).or(last);
            }
            continue;
        }
        if present.contains(&step.line) || there.lines.contains(&step.line) {
            continue;
        }
        let line = &hunk.lines[step.line];
        let end = match (line.crlf, patch_tells_ends) {
            (true, _) => Some(LineEnd::CrLf),
            (false, true) => Some(LineEnd::Lf),
            (false, false) => None,
        };
        let text = shifts.apply(step.line, &line.text)?;
        let deep = indentation(&text).to_owned();
        let own = |line: usize| format!("{deep}{}", trim_start(&haystack.buffer.line(line))).into();
        // The code of a line that is kept stays, and with it what the file says beside it.
        let text = step.keeps.map_or(text, own);
        let rest = step.keeps.map_or_else(Vec::new, |line| rest_of_comment(haystack, line, &deep));
        let [above, below] = comments.beside(step);
        let own = |line: usize| format!("{deep}{}", trim_start(&haystack.buffer.line(line))).into();
        let lines =
            above.map(own).chain([text]).chain(rest.into_iter().map(Cow::Owned)).chain(below.map(own));
        edits.add(last.map_or(first, |last| last + 1), lines.map(|text| NewLine { text, end }));
    }
    Some(())
}

/// The lines of the file that a hunk names: those on which its lines stand, and comments that it brings and the file has.
fn named_lines(
    haystack: &Haystack<'_, '_>,
    walked: WalkedHunk<'_, '_>,
    alignment: &Alignment,
    extent: &Range<usize>,
) -> HashSet<usize> {
    let mut named: HashSet<usize> = alignment.iter().flatten().copied().collect();
    let brought: HashSet<&str> =
        walked.there.lines.iter().map(|at| trim_start(walked.hunk.lines[*at].text.trim_end())).collect();
    if !brought.is_empty() {
        named.extend(extent.clone().filter(|line| brought.contains(haystack.buffer.line(*line).trim())));
    }
    named
}

/// The lines below `head` that belong to a comment which begins on it, with the depth that the line gets.
fn rest_of_comment(haystack: &mut Haystack<'_, '_>, head: usize, deep: &str) -> Vec<String> {
    let below = comment_below(haystack, head);
    let line = haystack.buffer.line(head);
    let old = indentation(&line);
    let moved = below.map(|line| {
        let own = haystack.buffer.line(line);
        own.strip_prefix(old).map_or_else(|| own.clone().into_owned(), |rest| format!("{deep}{rest}"))
    });
    moved.collect()
}

/// The blank lines that the hunk adds, as its lines, for which the file has one at just that place that the hunk leaves out:
/// whoever writes down the result of a change often forgets the blank line among the old lines only.
fn present_blanks(haystack: &Haystack<'_, '_>, hunk: &Hunk, steps: &[Step]) -> HashSet<usize> {
    let is_blank_step = |step: &Step| step.tag != Tag::Removed && is_blank(&hunk.lines[step.line].text);
    let placed = |step: &Step| Some((step.tag, step.place?));
    let mut present = HashSet::new();
    let mut end = 0;
    for run in steps.chunk_by(|one, other| is_blank_step(one) == is_blank_step(other)) {
        let start = end;
        end += run.len();
        let is_next_old = steps.get(end).is_some_and(|step| step.tag != Tag::Added);
        if !is_blank_step(&run[0]) || !is_next_old {
            continue;
        }
        let Some((tag_above, top)) = steps[..start].iter().rev().find_map(placed) else { continue };
        let Some((tag_below, bottom)) = steps[end..].iter().find_map(placed) else { continue };
        // What is left out between two removed lines goes with them.
        if (tag_above, tag_below) == (Tag::Removed, Tag::Removed) {
            continue;
        }
        let there = (top + 1..bottom).take_while(|line| is_blank(&haystack.buffer.line(*line))).count();
        let left_out = there.saturating_sub(run.iter().filter(|step| step.place.is_some()).count());
        let added = run.iter().filter(|step| step.tag == Tag::Added);
        present.extend(added.take(left_out).map(|step| step.line));
    }
    let mut end = 0;
    for run in steps.chunk_by(|one, other| (one.tag == Tag::Context) == (other.tag == Tag::Context)) {
        let start = end;
        end += run.len();
        // Those with which changed lines begin come above the ones that go.
        let Some(bottom) = run.iter().filter(|step| step.tag == Tag::Removed).find_map(|step| step.place)
        else {
            continue;
        };
        let Some((Tag::Context, top)) = steps[..start].iter().rev().find_map(placed) else { continue };
        let added = || run.iter().filter(|step| step.tag == Tag::Added);
        let is_blank_line = |step: &&Step| is_blank(&hunk.lines[step.line].text);
        let there = (top + 1..bottom).take_while(|line| is_blank(&haystack.buffer.line(*line))).count();
        present.extend(added().take_while(is_blank_line).take(there).map(|step| step.line));
    }
    present
}
