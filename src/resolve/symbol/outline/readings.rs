//! Makes the outline of a text that is read in several ways: items that readings share are in it once, with those of
//! each single reading.
//!
//! A text with macros and conditional branches is read with them removed (see [`Preprocessor`]), one branch at a time.
//! Certainty is determined within each reading, since the neighbors are known only there.

use std::borrow::Cow;
use std::ops::Range;

use crate::lang::{
    BracketScope, Detail, Manifest, Preprocessor, Reading, Syntax, TooCostly, item_blocks, verified_bodies,
    view, without_bodies, worth_skipping,
};
use crate::text::{Buffer, EditSet, History};

use super::items::{ItemId, Outline, OutlineScope};
use super::merge_readings::ExtentDoubt;
use super::name::is_word_char;
use super::repaired::repaired_outline;
use crate::resolve::symbol::extent::span::minor_separator;
use crate::resolve::symbol::imports::index::ImportIndex;

/// What is known of the definitions of a text.
#[derive(Clone)]
pub(in crate::resolve::symbol) struct ParsedOutline {
    pub(in crate::resolve::symbol) outline: Outline,
    /// Whether the text was parsed unmodified.
    pub(in crate::resolve::symbol) is_unmodified: bool,
    /// The outline of the unmodified text, if `outline` is not sufficient; it may be made later.
    pub(in crate::resolve::symbol) unmodified: Option<UnmodifiedOutline>,
    /// Whether the bodies of functions were not parsed.
    pub(in crate::resolve::symbol) is_bodiless: bool,
    /// The ranges that are in no reading.
    pub(in crate::resolve::symbol) unparsed: Vec<Range<usize>>,
    /// The imports of the unmodified text; made on first use.
    pub(in crate::resolve::symbol) imports: Option<ImportIndex>,
}

/// The outline of the unmodified text.
#[derive(Clone)]
pub(in crate::resolve::symbol) struct UnmodifiedOutline {
    pub(in crate::resolve::symbol) outline: Outline,
    /// The edits since the outline was made, if there were any.
    since: Option<History>,
}

impl UnmodifiedOutline {
    pub(in crate::resolve::symbol) const fn new(outline: Outline) -> Self {
        Self { outline, since: None }
    }

    /// Returns the outline, if the text has not changed since.
    pub(in crate::resolve::symbol) const fn current(&self) -> Option<&Outline> {
        if self.since.is_none() { Some(&self.outline) } else { None }
    }

    /// Records edits of the text.
    pub(in crate::resolve::symbol) fn record(&mut self, buffer: &Buffer, edits: &EditSet) {
        self.since.get_or_insert_with(|| History::new(buffer.clone())).record(edits);
    }

    /// Returns the text that the outline was made from, and the range in it that corresponds to a range of the current
    /// text; `None` if the range has changed.
    pub(in crate::resolve::symbol) fn unchanged(
        &mut self,
        range: &Range<usize>,
    ) -> Option<(&Buffer, Range<usize>)> {
        let since = self.since.as_mut()?;
        let origin = since.origin_of_range(range)?;
        Some((since.original(), origin))
    }
}

impl ParsedOutline {
    /// Creates the knowledge of a text for which one outline is sufficient.
    pub(in crate::resolve::symbol) const fn of(outline: Outline, is_plain: bool) -> Self {
        Self {
            outline,
            is_unmodified: is_plain,
            unmodified: None,
            is_bodiless: false,
            unparsed: Vec::new(),
            imports: None,
        }
    }

    /// Returns the outline of the unmodified text, if it is known.
    pub(in crate::resolve::symbol) fn current_plain(&self) -> Option<&Outline> {
        self.unmodified.as_ref().and_then(UnmodifiedOutline::current)
    }
}

/// Parses a text in as many readings as necessary.
pub(in crate::resolve::symbol) fn read(
    syntax: &mut Syntax,
    text: &str,
    reach: OutlineScope,
) -> Result<ParsedOutline, TooCostly> {
    let manifest = syntax.language().manifest();
    let text = &*item_blocks(syntax.language(), text);
    let survey = Preprocessor::new(manifest, syntax.macros(), text);
    let known = match &survey {
        _ if reach != OutlineScope::Definitions => None,
        Some(survey) if survey.is_unmodified() => bodiless(syntax, text, &survey.verified_bodies()),
        Some(_) => None,
        None => bodiless(syntax, text, &verified_bodies(manifest, text)),
    };
    known.map_or_else(|| read_surveyed(syntax, text, survey.as_ref(), reach), Ok)
}

/// Parses a text like [`read`], but always with the bodies of functions.
#[cfg(test)]
pub(in crate::resolve::symbol) fn read_fully(
    syntax: &mut Syntax,
    text: &str,
    reach: OutlineScope,
) -> Result<ParsedOutline, TooCostly> {
    let text = &*item_blocks(syntax.language(), text);
    let survey = Preprocessor::new(syntax.language().manifest(), syntax.macros(), text);
    read_surveyed(syntax, text, survey.as_ref(), reach)
}

fn read_surveyed(
    syntax: &mut Syntax,
    text: &str,
    survey: Option<&Preprocessor<'_>>,
    reach: OutlineScope,
) -> Result<ParsedOutline, TooCostly> {
    let Some(survey) = survey else { return parse_unmodified(syntax, text, reach) };
    let mut plain = None;
    if survey.is_unmodified() {
        let known = parse_unmodified(syntax, text, reach)?;
        if !known.outline.has_error {
            return Ok(known);
        }
        plain = Some(known);
    }
    // A text that is too costly to parse without its macros may be parsable unmodified.
    match merged_readings(syntax, survey, reach).unwrap_or_default() {
        Some(outline) => Ok(ParsedOutline {
            outline,
            is_unmodified: false,
            unmodified: plain.map(|known| UnmodifiedOutline::new(known.outline)),
            is_bodiless: false,
            unparsed: survey.unread().to_vec(),
            imports: None,
        }),
        None => plain.map_or_else(|| parse_unmodified(syntax, text, reach), Ok),
    }
}

/// Parses a text without the bodies of functions, which outlines of definitions do not contain; `None` if the result
/// may differ from that of a full parse, or is hardly cheaper.
fn bodiless(syntax: &mut Syntax, text: &str, bodies: &[Range<usize>]) -> Option<ParsedOutline> {
    let language = syntax.language();
    let manifest = language.manifest();
    if !worth_skipping(bodies, text) {
        return None;
    }
    let seen = without_bodies(manifest, text, bodies);
    let Cow::Borrowed(seen) = view(&manifest.view, &seen) else { return None };
    let tree = syntax.parse_sparse(seen).ok()?;
    if tree.root_node().has_error() {
        return None;
    }
    let outline = Outline::new(language, &tree, seen, OutlineScope::Definitions);
    let is_sound = !outline.is_truncated && bodies.iter().all(|body| outline.leaves_out(body));
    is_sound.then(|| ParsedOutline { is_bodiless: true, ..ParsedOutline::of(outline, true) })
}

/// Parses the unmodified text.
pub(in crate::resolve::symbol) fn parse_unmodified(
    syntax: &mut Syntax,
    text: &str,
    reach: OutlineScope,
) -> Result<ParsedOutline, TooCostly> {
    let language = syntax.language();
    let text = &*item_blocks(language, text);
    let seen = view(&language.manifest().view, text);
    let tree = syntax.parse(&seen)?;
    let is_plain = matches!(seen, Cow::Borrowed(_));
    if is_plain
        && tree.root_node().has_error()
        && let Some(found) = repaired_outline(syntax, text, &tree, reach)
    {
        return Ok(ParsedOutline::of(found.outline, false));
    }
    Ok(ParsedOutline::of(Outline::new(language, &tree, &seen, reach), is_plain))
}

/// Returns the merged outlines of all readings; `None` if there is a reading in which brackets do not match.
pub(in crate::resolve::symbol) fn merged_readings(
    syntax: &mut Syntax,
    survey: &Preprocessor<'_>,
    reach: OutlineScope,
) -> Result<Option<Outline>, TooCostly> {
    let mut all: Option<Outline> = None;
    // The value assigned to a name determines where its statement ends.
    let detail = if reach == OutlineScope::AllNames { Detail::Code } else { Detail::Outline };
    for reading in survey.readings(detail) {
        // If brackets do not match, the structure is a guess.
        if !reading.is_balanced {
            return Ok(None);
        }
        let one = read_one(syntax, survey, &reading, reach)?;
        match &mut all {
            Some(all) => all.merge(&one),
            None => all = Some(one),
        }
    }
    Ok(all)
}

fn read_one(
    syntax: &mut Syntax,
    survey: &Preprocessor<'_>,
    reading: &Reading,
    reach: OutlineScope,
) -> Result<Outline, TooCostly> {
    let language = syntax.language();
    let manifest = language.manifest();
    let seen = view(&manifest.view, &reading.text);
    let tree = syntax.parse_sparse(&seen)?;
    let mut outline = Outline::new(language, &tree, &seen, reach);
    determine_doubts(&mut outline, manifest, survey, reading);
    outline.add_macros(survey.text(), &reading.text, manifest);
    Ok(outline)
}

/// Determines which definitions of a reading are certain, and extends them by the macros that belong to them.
pub(in crate::resolve::symbol) fn determine_doubts(
    outline: &mut Outline,
    manifest: &Manifest,
    survey: &Preprocessor<'_>,
    reading: &Reading,
) {
    outline.mark_spanning_branches(&|range| !survey.in_same_branch(range.start, range.end.saturating_sub(1)));
    outline.determine_doubts(&|outline, id| {
        let outermost = outline.outermost(id);
        let range = &outline.item(outermost).range;
        let separator = minor_separator(outline, id);
        let is_unclear = !begins_cleanly(&reading.text, range.start, manifest, separator)
            || (!is_told_by_brackets(outline, id, reading)
                && (has_doubtful_error(outline, id, reading) || outline.has_broken_neighbour(outermost)));
        match (is_unclear, outline.item(id).spans_branches) {
            (true, _) => ExtentDoubt::Unclear,
            (false, true) => ExtentDoubt::SpansBranches,
            (false, false) => ExtentDoubt::None,
        }
    });
    outline.set_macro_signatures(survey.text(), &reading.calls);
    outline.correct_headings(survey.text(), &reading.not_in_outline);
    outline.extend_over_macros(&|start, is_in_head| with_macros(reading, start, is_in_head));
    outline.macros = Some(reading.macros.clone());
    outline.standalone_macros.clone_from(&reading.statement_macros);
    outline.macro_lines = macro_lines(survey.text(), reading);
}

/// Returns the macros that are alone on their lines and have no arguments, in lower case, with their byte offsets: a
/// macro may open a module.
pub(in crate::resolve) fn macro_lines(text: &str, reading: &Reading) -> Vec<(usize, String)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    for range in reading.macros.iter().chain(&reading.statement_macros) {
        let start = memchr::memrchr(b'\n', &bytes[..range.start]).map_or(0, |at| at + 1);
        let end = memchr::memchr(b'\n', &bytes[range.start..]).map_or(text.len(), |at| range.start + at);
        let line = text.get(start..end).unwrap_or_default().trim();
        if line.chars().all(is_word_char) {
            found.push((range.start, line.to_lowercase()));
        }
    }
    found.sort();
    found
}

/// Returns whether brackets and semicolons alone give a definition the same extent as the tree: then no syntax error,
/// in it or beside it, can change that.
fn is_told_by_brackets(outline: &Outline, id: ItemId, reading: &Reading) -> bool {
    let whole = &outline.item(outline.outermost(id)).range;
    if is_statement(reading, whole) {
        return true;
    }
    let item = outline.item(id);
    let found = item.inside.as_ref().and_then(|inside| scope(reading, inside));
    let name = item.definition.as_ref().and_then(|found| found.parts.last()).map(|part| part.name.as_str());
    found
        .is_some_and(|found| Some(found.name.as_str()) == name && is_blank(reading, found.start, whole.start))
}

/// Returns whether a syntax error may change where a definition begins or ends: an error between the braces of a class
/// cannot, since these match.
fn has_doubtful_error(outline: &Outline, id: ItemId, reading: &Reading) -> bool {
    let whole = outline.item(outline.outermost(id));
    if !whole.has_error {
        return false;
    }
    let inside = outline.item(id).inside;
    let Some(inside) = inside.filter(|inside| scope(reading, inside).is_some()) else { return true };
    outline.has_error_in(whole.range.start..inside.start + 1)
        || outline.has_error_in(inside.end..whole.range.end + 1)
}

/// Returns whether brackets and semicolons make the range a statement, apart from macros before it.
fn is_statement(reading: &Reading, range: &Range<usize>) -> bool {
    let behind = reading.statements.partition_point(|found| found.start <= range.start);
    let last = behind.checked_sub(1).and_then(|at| reading.statements.get(at));
    last.is_some_and(|found| found.end == range.end && is_blank(reading, found.start, range.start))
}

/// Returns whether a reading contains only blanks between two byte offsets.
fn is_blank(reading: &Reading, from: usize, to: usize) -> bool {
    reading.text.get(from..to).is_some_and(|between| between.trim().is_empty())
}

/// Returns the class or module with exactly these braces.
fn scope<'r>(reading: &'r Reading, braces: &Range<usize>) -> Option<&'r BracketScope> {
    let at = reading.scopes.partition_point(|scope| scope.braces.start < braces.start);
    reading.scopes.get(at).filter(|scope| scope.braces == *braces)
}

/// Returns whether the code before a definition is complete.
fn begins_cleanly(text: &str, start: usize, manifest: &Manifest, separator: Option<&str>) -> bool {
    ends_cleanly(text.get(..start).unwrap_or_default(), manifest, separator)
}

/// Returns whether a definition may follow a text, which may end with the separator between members.
pub(super) fn ends_cleanly(text: &str, manifest: &Manifest, separator: Option<&str>) -> bool {
    let ends = &manifest.symbols.begins_after;
    let before = text.trim_end();
    before.is_empty()
        || ends.is_empty()
        || ends.iter().map(String::as_str).chain(separator).any(|end| before.ends_with(end))
}

/// Returns the start of a declaration including the macros at its start: those on its line, and after a head all of
/// them.
fn with_macros(reading: &Reading, start: usize, is_in_head: bool) -> usize {
    let behind = reading.macros.partition_point(|found| found.start < start);
    let mut start = start;
    for found in reading.macros[..behind].iter().rev() {
        let between = reading.text.get(found.end..start).unwrap_or("?");
        if !between.trim().is_empty() || (!is_in_head && between.contains('\n')) {
            break;
        }
        start = found.start;
    }
    start
}
