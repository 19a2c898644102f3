//! Applies the hunks of one section to a text.

use std::collections::HashSet;
use std::ops::Range;

use memchr::memmem;

use super::anchors;
use super::spelled::SpelledHunks;
use crate::ir::{Format, Hunk, HunkLine, RepeatedLines, Tag};
use crate::plan::done::{Done, Warning};
use crate::plan::explain;
use crate::plan::refusal::Refusal;
use crate::plan::symbol::planting::Planter;
use crate::plan::text::amid::leave_stars;
use crate::plan::text::belonging::{lead_in_of, put_above_lead_in};
use crate::plan::text::clauses::{Clauses, WrittenDepth};
use crate::plan::text::elided;
use crate::plan::text::look_alikes::{make_plain, plain_in_file};
use crate::plan::text::neighbours::leave_out_neighbours;
use crate::plan::text::odd::level_odd_depths;
use crate::plan::text::twice::{DepthRule, NewSide, insertions, numbers_show_old_side, repeated_of};
use crate::plan::tree::document::Document;
use crate::resolve::lines::{
    AdditionRule, Agreement, HunkEdits, HunkProblem, HunkScopes, LinesProblem, LinesWarning, PlacedSection,
    resolve_hunks, with_unsigned_blanks,
};
use crate::text::normal::{indentation, is_blank, trim};
use crate::text::{Buffer, LexRules, MakePlace, with_fixed_lines, with_recipe_tabs};

/// So far above and below a place lines show what the file is indented with.
const TABS_NEAR: usize = 400;

/// Applies `hunks` to a document, all located in the text as it is now.
pub(in crate::plan) fn apply_hunks(
    document: &mut Document<'_>,
    section: explain::HunkOwner<'_>,
    hunks: &[Hunk],
    additions: AdditionRule,
) -> Result<Done, Refusal> {
    let applied = apply_unless(document, section, hunks, additions, |_, _| false)?;
    Ok(applied.unwrap_or_default())
}

/// The same, unless `forbids` says of the places that they are not to be taken; then nothing is done.
pub(super) fn apply_unless(
    document: &mut Document<'_>,
    section: explain::HunkOwner<'_>,
    hunks: &[Hunk],
    additions: AdditionRule,
    forbids: impl FnOnce(&Document<'_>, &PlacedSection<'_>) -> bool,
) -> Result<Option<Done>, Refusal> {
    let SpelledHunks { hunks: spelled, takes_mark } = SpelledHunks::of(hunks, document.buffer());
    let hunks = spelled.as_deref().unwrap_or(hunks);
    // An old text and a new one have no signs that could be forgotten.
    let signed = if section.is_exchange { None } else { with_unsigned_blanks(&mut document.whole(), hunks) };
    let hunks = signed.as_deref().unwrap_or(hunks);
    let mut placed = located(document, hunks, &HunkScopes::new(), additions);
    if let Err(problems) = &placed {
        let scopes = anchors::scopes(document, hunks, problems);
        if !scopes.is_empty() {
            placed = located(document, hunks, &scopes, additions);
        }
    }
    let found = match placed {
        Ok(found) => found,
        Err(mut problems) => {
            problems.extend(beside_made(document, hunks, (additions, section.again), &problems));
            problems.sort_by_key(|(number, _)| *number);
            return Err(explain::hunks(document, section, hunks, problems));
        }
    };
    if forbids(document, &found) {
        return Ok(None);
    }
    let done = make(document, section, hunks, found)?;
    if takes_mark {
        document.drop_mark();
    }
    Ok(Some(done))
}

/// Makes hunks at the places that were found for them.
fn make(
    document: &mut Document<'_>,
    section: explain::HunkOwner<'_>,
    hunks: &[Hunk],
    mut found: PlacedSection<'_>,
) -> Result<Done, Refusal> {
    put_behind_tabs(document, hunks, &mut found);
    put_into_style(document, hunks, &mut found);
    put_beside_statements(document, &mut found);
    leave_directives(document, hunks, &mut found);
    // A hunk with a number and no context was made by a program, which repeats nothing and leaves nothing out.
    let is_written =
        |hunk: &Hunk| hunk.line_hint.is_none() || hunk.lines.iter().any(|line| line.tag == Tag::Context);
    // Between lines of its own, where its number says, a hunk meets nothing that it does not show.
    let is_enclosed = found.agreement == Agreement::Enclosed;
    let mut made_plain = Vec::new();
    let met = hunks.iter().zip(found.hunks.iter_mut().zip(&found.places)).filter(|_| !is_enclosed);
    for (hunk, (edits, (lines, _))) in met {
        if is_written(hunk) {
            // A comment that the hunk shows is not what stands above its lines.
            let named = lines.start - edits.comments_above..lines.end;
            put_above_lead_in(document, &named, &mut edits.edits);
        }
        leave_stars(document, lines, &mut edits.edits);
        let plain = plain_in_file(document, lines, hunk.old().map(|line| &*line.text));
        made_plain.extend(make_plain(&mut edits.edits, plain).map(|warning| warning.at(hunk.place)));
    }
    if section.again == RepeatedLines::Refuse
        && !numbers_show_old_side(document.buffer(), hunks, &found.places)
    {
        let mut problems = repeated_hunks(document, hunks, &found);
        problems.extend(made_where_named(document, hunks, &found));
        let places = found.places.iter().map(|(lines, _)| lines.clone()).enumerate();
        problems.extend(disturbing(document, hunks, &places.collect::<Vec<_>>(), &problems));
        problems.sort_by_key(|(number, _)| *number);
        if !problems.is_empty() {
            return Err(explain::hunks(document, section, hunks, problems));
        }
    }
    let places: Vec<Range<usize>> = found.places.iter().map(|(lines, _)| lines.clone()).collect();
    elided::check_hunks(document, section, hunks, &places)?;
    let told = |(at, warning): &(usize, LinesWarning)| {
        let place = hunks.get(*at).map_or_else(Default::default, |hunk| hunk.place);
        Some(explain::lines_warning(warning)?.at(place))
    };
    let mut warnings: Vec<Warning> = found.warnings.iter().filter_map(told).chain(made_plain).collect();
    if section.again == RepeatedLines::Refuse && !is_enclosed {
        let written =
            hunks.iter().zip(found.hunks.iter_mut().zip(&places)).filter(|(hunk, _)| is_written(hunk));
        for (hunk, (edits, matched)) in written {
            let there =
                leave_out_neighbours((document.buffer(), document.lexical()), matched, &mut edits.edits);
            let told = there.iter().map(|lines| explain::left_out_there(lines, "`--repeat`").at(hunk.place));
            warnings.extend(told);
        }
    }
    for (hunk, edits) in hunks.iter().zip(&found.hunks).filter(|_| !is_enclosed) {
        warnings.extend(left_above(document, hunk, edits));
    }
    // A hunk at the line that its number says is one that a program made.
    let is_moved = found.agreement == Agreement::Elsewhere || found.hunks.iter().any(|hunk| hunk.is_shifted);
    for (hunk, edits) in hunks.iter().zip(&mut found.hunks).filter(|_| is_moved) {
        warnings
            .extend(level_odd_depths(document, &mut edits.edits).into_iter().map(|own| own.at(hunk.place)));
    }
    let done = Done {
        lines: Some(extent(&found.places)),
        matched: rungs_of(&found.places),
        warnings,
        ..Done::default()
    };
    let final_newline = found.final_newline;
    document.apply(found.into_edits().into_edits(document.buffer(), final_newline));
    Ok(done)
}

/// The places of a hunk that fits several, each apart from the others.
pub(super) fn places_of(
    document: &mut Document<'_>,
    hunk: &Hunk,
    additions: AdditionRule,
) -> Vec<Range<usize>> {
    let found = located(document, std::slice::from_ref(hunk), &HunkScopes::new(), additions);
    let Err(problems) = found else { return Vec::new() };
    let [(_, LinesProblem::Ambiguous { candidates })] = &problems[..] else { return Vec::new() };
    let is_apart = candidates.windows(2).all(|pair| pair[0].end <= pair[1].start);
    if is_apart { candidates.to_vec() } else { Vec::new() }
}

/// Applies hunks, each at its own one of several places.
pub(super) fn apply_at(
    document: &mut Document<'_>,
    section: explain::HunkOwner<'_>,
    hunks: &[Hunk],
    places: Vec<Range<usize>>,
) -> Result<Done, Refusal> {
    let scopes: HunkScopes = places.into_iter().enumerate().collect();
    match located(document, hunks, &scopes, AdditionRule::ByNumber) {
        Ok(found) => make(document, section, hunks, found),
        Err(problems) => Err(explain::hunks(document, section, hunks, problems)),
    }
}

/// Puts the commands that hunks without a tab bring into the recipes of a makefile behind one.
fn put_behind_tabs(document: &Document<'_>, hunks: &[Hunk], found: &mut PlacedSection<'_>) {
    if !document.lexical().is_some_and(|rules| rules.recipes) {
        return;
    }
    for (hunk, edits) in hunks.iter().zip(&mut found.hunks) {
        let has_tabs = hunk.lines.iter().any(|line| line.text.starts_with('\t'));
        let put = |at: usize, lines: &[&str]| with_recipe_tabs(document.buffer(), at, lines);
        edits.is_shifted |= !has_tabs && edits.edits.rewrite_added(put);
    }
}

/// Indents with tabs what hunks without tabs bring to a file that has nothing but tabs near by, and with blanks what comes with
/// tabs alone to one that has nothing but blanks. A program that made the hunk has seen the file.
fn put_into_style(document: &mut Document<'_>, hunks: &[Hunk], found: &mut PlacedSection<'_>) {
    let (Some(language), Some(rules)) = (document.comments(), document.lexical()) else { return };
    if found.agreement == Agreement::Enclosed {
        return;
    }
    for (hunk, edits) in hunks.iter().zip(&mut found.hunks) {
        let Some(sign) = foreign_sign(hunk, rules) else { continue };
        let own = if sign == ' ' { '\t' } else { ' ' };
        let places: HashSet<usize> = edits.edits.places_of_added().collect();
        let (buffer, index) = document.lines();
        let is_code = |at: &usize| {
            has_near(buffer, *at, own)
                && index.state_before(buffer, *at).is_code()
                && has_none_near(buffer, *at, sign, |line| !index.state_before(buffer, line).is_in_string())
        };
        let places: HashSet<usize> = places.into_iter().filter(is_code).collect();
        let planter = Planter::new(document.buffer(), language);
        let put = |at: usize, lines: &[&str]| {
            let own: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
            let put = places.contains(&at).then(|| planter.restyled(own.clone(), at))?;
            (put != own).then(|| with_fixed_lines(&own, put, (rules, MakePlace::File)))
        };
        edits.edits.rewrite_added(put);
    }
}

/// The sign with which a hunk brings lines, if it may not be that of the file: blanks where no line of the hunk has a tab, or tabs
/// where no other line has one, and none that comes has blanks.
fn foreign_sign(hunk: &Hunk, rules: &LexRules) -> Option<char> {
    let solid = || hunk.lines.iter().filter(|line| !is_blank(&line.text));
    let is_added = |line: &&HunkLine| line.tag == Tag::Added;
    let has_tab = |line: &HunkLine| indentation(&line.text).contains('\t');
    let old_has_tabs = solid().any(|line| !is_added(&line) && has_tab(line));
    let brings_tabs = solid().filter(is_added).any(has_tab);
    let brings_blanks = solid().filter(is_added).any(|line| line.text.starts_with(' '));
    // Text in which a tab is no step of the file's.
    let may_be_text =
        rules.recipes || !rules.heredocs.is_empty() && solid().any(|line| line.text.contains("<<"));
    match brings_tabs {
        _ if old_has_tabs => None,
        false => solid().any(|line| line.text.starts_with("  ")).then_some(' '),
        true => (!brings_blanks && !may_be_text).then_some('\t'),
    }
}

fn lines_near(buffer: &Buffer, at: usize) -> Range<usize> {
    at.saturating_sub(TABS_NEAR)..at.saturating_add(TABS_NEAR).min(buffer.line_count())
}

/// Whether a line near a place is indented with a sign; it costs less than to read the text up to there.
fn has_near(buffer: &Buffer, at: usize, sign: char) -> bool {
    let near = lines_near(buffer, at);
    let text = buffer.slice(buffer.line_start(near.start)..buffer.line_start(near.end));
    text.starts_with(sign) || memmem::find(text.as_bytes(), format!("\n{sign}").as_bytes()).is_some()
}

/// Whether no line of code near a place is indented with a sign.
fn has_none_near(buffer: &Buffer, at: usize, sign: char, mut is_code: impl FnMut(usize) -> bool) -> bool {
    !lines_near(buffer, at).any(|line| {
        let text = buffer.line(line);
        // The inner lines of a comment begin with a blank and a star.
        indentation(&text).contains(sign)
            && !is_blank(&text)
            && !trim(&text).starts_with('*')
            && is_code(line)
    })
}

/// Leaves directives at the margin that hunks have there, where the lines of the hunk come deeper than they are written, unless
/// the file has a directive among those lines that is deeper, too.
fn leave_directives(document: &Document<'_>, hunks: &[Hunk], found: &mut PlacedSection<'_>) {
    let (directives, buffer) = (document.layout().directives, document.buffer());
    if directives.is_empty() {
        return;
    }
    let is_directive = |line: &str| directives.iter().any(|sign| trim(line).starts_with(sign));
    let is_at_margin = |line: &str| indentation(line).is_empty() && is_directive(line);
    let is_deep = |line: &str| !indentation(line).is_empty() && is_directive(line);
    for (hunk, (edits, (lines, _))) in hunks.iter().zip(found.hunks.iter_mut().zip(&found.places)) {
        if !edits.is_shifted || lines.clone().any(|line| is_deep(&buffer.line(line))) {
            continue;
        }
        let added = hunk.lines.iter().filter(|line| line.tag == Tag::Added && is_at_margin(&line.text));
        let at_margin: HashSet<&str> = added.map(|line| line.text.as_str()).collect();
        edits.edits.change_added(|_, line| {
            let text = line.trim_start_matches([' ', '\t']);
            (text.len() < line.len() && at_margin.contains(text)).then(|| text.to_owned())
        });
    }
}

/// Puts further parts of statements as deep as those, where the hunk's lines were not as deep as the file's.
fn put_beside_statements(document: &mut Document<'_>, found: &mut PlacedSection<'_>) {
    let lexical = document.lexical();
    let (buffer, index) = document.lines();
    let clauses = Clauses::of(lexical, index.rules().is_some());
    let depth = WrittenDepth { is_cut: true, is_moved: false };
    for edits in found.hunks.iter_mut().filter(|edits| edits.is_shifted) {
        edits.edits.rewrite_added(|at, lines| {
            let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
            clauses.placed(buffer, at, (&lines, depth))
        });
    }
}

/// What to say of a comment directly above a definition that a hunk takes out without showing the comment.
fn left_above(document: &mut Document<'_>, hunk: &Hunk, edits: &HunkEdits<'_>) -> Option<Warning> {
    let is_new = |line: &HunkLine| line.tag == Tag::Added;
    let removed = edits.edits.removed();
    let (first, last) = (removed.iter().copied().min()?, removed.iter().copied().max()?);
    if hunk.lines.iter().any(is_new) || last - first + 1 != removed.len() {
        return None;
    }
    let buffer = document.buffer();
    let is_filled = |line: &usize| !is_blank(&buffer.line(*line));
    let gone = (first..=last).find(is_filled)?..(first..=last).rev().find(is_filled)? + 1;
    let above = lead_in_of(document, &gone);
    let buffer = document.buffer();
    let shows = |line: usize| hunk.lines.iter().any(|own| trim(&own.text) == trim(&buffer.line(line)));
    let is_left_out = !above.is_empty() && !above.clone().any(shows);
    is_left_out.then(|| explain::left_above(&above))
}

/// Whether hunks have a place in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::plan) enum HunksFit {
    /// They have.
    Fits,
    /// Their change is made already.
    Done,
    /// They have none, or several.
    No,
}

/// Looks for the place of hunks, and changes nothing.
pub(in crate::plan) fn fit(document: &mut Document<'_>, hunks: &[Hunk], additions: AdditionRule) -> HunksFit {
    let SpelledHunks { hunks: spelled, .. } = SpelledHunks::of(hunks, document.buffer());
    let hunks = spelled.as_deref().unwrap_or(hunks);
    let is_done = |(_, problem): &HunkProblem| {
        matches!(
            problem,
            LinesProblem::AlreadyApplied { .. }
                | LinesProblem::MadeElsewhere { .. }
                | LinesProblem::Repeated { .. }
        )
    };
    match located(document, hunks, &HunkScopes::new(), additions) {
        Ok(_) => HunksFit::Fits,
        Err(problems) if problems.iter().any(is_done) => HunksFit::Done,
        Err(_) => HunksFit::No,
    }
}

/// The hunks that only insert lines which are at their place already.
fn repeated_hunks(
    document: &mut Document<'_>,
    hunks: &[Hunk],
    found: &PlacedSection<'_>,
) -> Vec<HunkProblem> {
    let placed = hunks.iter().zip(&found.hunks).zip(&found.places);
    let problems = placed.enumerate().filter_map(|(number, ((hunk, edits), (matched, rung)))| {
        let depth = if edits.is_shifted { DepthRule::Any } else { DepthRule::Same };
        let insertions = insertions(document.buffer(), &edits.edits)?;
        let lines = hunk.new_side().map(|line| &*line.text).collect();
        let new_side = NewSide { lines, matched: matched.clone(), rung, edits: &edits.edits };
        let there = repeated_of(document, &insertions, depth, &new_side)?;
        Some((number, LinesProblem::Repeated { at: there.lines }))
    });
    problems.collect()
}

/// The hunks whose change is made already in the definition that they name, and that would be made outside of it.
fn made_where_named(
    document: &mut Document<'_>,
    hunks: &[Hunk],
    found: &PlacedSection<'_>,
) -> Vec<HunkProblem> {
    let mut problems = Vec::new();
    for (number, places) in &found.standing {
        let (Some(hunk), Some((own, _))) = (hunks.get(*number), found.places.get(*number)) else { continue };
        let Some(scope) = anchors::scope(document, &hunk.anchors) else { continue };
        let holds = |lines: &Range<usize>| scope.start <= lines.start && lines.end <= scope.end;
        if let Some(at) = places.iter().find(|at| holds(at)).filter(|_| !holds(own)) {
            problems.push((*number, LinesProblem::AlreadyApplied { at: at.clone() }));
        }
    }
    problems
}

/// Of more hunks nobody asks which of them would change what others brought.
const MAX_HUNKS: usize = 500;

/// What is wrong with the hunks that have a place, beside others that are made already: they only insert lines which are
/// there, too, or would change what those others brought.
fn beside_made(
    document: &mut Document<'_>,
    hunks: &[Hunk],
    (additions, again): (AdditionRule, RepeatedLines),
    problems: &[HunkProblem],
) -> Vec<HunkProblem> {
    let is_done = |(_, problem): &HunkProblem| matches!(problem, LinesProblem::AlreadyApplied { .. });
    if hunks.len() > MAX_HUNKS || !problems.iter().any(is_done) {
        return Vec::new();
    }
    let numbers: Vec<usize> =
        (0..hunks.len()).filter(|at| problems.iter().all(|(number, _)| number != at)).collect();
    let rest: Vec<Hunk> = numbers.iter().map(|at| hunks[*at].clone()).collect();
    let Ok(found) = located(document, &rest, &HunkScopes::new(), additions) else { return Vec::new() };
    let repeated = match again {
        RepeatedLines::Refuse => repeated_hunks(document, &rest, &found),
        RepeatedLines::Insert => Vec::new(),
    };
    let mut more: Vec<HunkProblem> =
        repeated.into_iter().map(|(at, problem)| (numbers[at], problem)).collect();
    let places = numbers.into_iter().zip(found.places.iter().map(|(lines, _)| lines.clone()));
    let is_left = |(number, _): &(usize, Range<usize>)| more.iter().all(|(other, _)| other != number);
    let places: Vec<(usize, Range<usize>)> = places.filter(is_left).collect();
    let known = [problems, &more].concat();
    more.extend(disturbing(document, hunks, &places, &known));
    more
}

/// The hunks that remove lines which another hunk of the section brings, where that one is made already: all of them are
/// for one text, in which those lines were not.
fn disturbing(
    document: &Document<'_>,
    hunks: &[Hunk],
    places: &[(usize, Range<usize>)],
    problems: &[HunkProblem],
) -> Vec<HunkProblem> {
    let made = problems.iter().filter_map(|(number, problem)| match problem {
        LinesProblem::AlreadyApplied { at } | LinesProblem::Repeated { at } => Some((*number, at)),
        _ => None,
    });
    let made: Vec<(usize, &Range<usize>)> = made.take(MAX_HUNKS).collect();
    let texts = |hunk: &'_ Hunk, tag: Tag| -> Vec<String> {
        let own = hunk.lines.iter().filter(|line| line.tag == tag && !is_blank(&line.text));
        own.map(|line| trim(&line.text).to_owned()).collect()
    };
    let buffer = document.buffer();
    let mut found = Vec::new();
    for (number, lines) in places.iter().filter(|_| hunks.len() <= MAX_HUNKS) {
        let removed = texts(&hunks[*number], Tag::Removed);
        let other = made.iter().find(|(other, at)| {
            let (added, kept) = (texts(&hunks[*other], Tag::Added), texts(&hunks[*other], Tag::Context));
            let is_in = |text: &String| {
                let stands = |line: usize| trim(&buffer.line(line)) == text;
                lines.clone().filter(|line| at.contains(line)).any(stands)
            };
            !removed.is_empty()
                && removed.iter().all(|text| added.contains(text) && !kept.contains(text) && is_in(text))
        });
        if let Some((other, _)) = other.filter(|(other, _)| other != number) {
            found.push((*number, LinesProblem::Disturbs { at: lines.clone(), other: *other }));
        }
    }
    found
}

/// The place of each hunk.
pub(super) fn located<'h>(
    document: &mut Document<'_>,
    hunks: &'h [Hunk],
    scopes: &HunkScopes,
    additions: AdditionRule,
) -> Result<PlacedSection<'h>, Vec<HunkProblem>> {
    resolve_hunks(&mut document.whole(), hunks, scopes, additions)
}

/// Where additions without context may go.
pub(in crate::plan) const fn additions_of(format: Format) -> AdditionRule {
    match format {
        Format::ApplyPatch => AdditionRule::UnderAnchor,
        Format::Chunk | Format::Unified | Format::FileChanges | Format::SearchReplace | Format::JsonEdits => {
            AdditionRule::ByNumber
        }
    }
}

fn extent(places: &[(Range<usize>, &'static str)]) -> Range<usize> {
    let first = places.iter().map(|(lines, _)| lines.start).min().unwrap_or(0);
    let last = places.iter().map(|(lines, _)| lines.end).max().unwrap_or(0);
    first..last
}

/// The rungs on which the hunks matched, without repetition, in order of first use.
fn rungs_of(places: &[(Range<usize>, &'static str)]) -> Option<String> {
    let mut rungs: Vec<&str> = Vec::new();
    for (_, rung) in places {
        if !rungs.contains(rung) {
            rungs.push(rung);
        }
    }
    (!rungs.is_empty()).then(|| rungs.join(", "))
}
