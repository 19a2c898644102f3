//! The outline of a text that is read in several ways: what the readings have in common once, and what each has alone.
//!
//! A text with macros and conditional text is read with them taken out (see [`Survey`]), one branch at a time. What is
//! certain is settled within each reading, since only there the neighbours are known.

use std::borrow::Cow;
use std::ops::Range;

use crate::lang::{
    BracketScope, Detail, Manifest, Reading, Survey, Syntax, TooCostly, certain_bodies, is_worth_leaving_out,
    view, without_bodies,
};
use crate::text::{Buffer, EditSet, History};

use super::items::{ItemId, Outline, Reach};
use super::mended::mended;
use super::name::is_word_char;
use super::unite::ExtentDoubt;
use crate::resolve::symbol::extent::span::small_separator;
use crate::resolve::symbol::imports::index::ImportIndex;

/// What is known of the definitions of a text.
#[derive(Clone)]
pub(in crate::resolve::symbol) struct Known {
    pub(in crate::resolve::symbol) outline: Outline,
    /// Whether the parser saw the text itself.
    pub(in crate::resolve::symbol) is_plain: bool,
    /// The outline of the text itself, where that is not enough; it may be made later.
    pub(in crate::resolve::symbol) plain: Option<Plain>,
    /// Whether the bodies of functions were not read.
    pub(in crate::resolve::symbol) is_bodiless: bool,
    /// Text that is in no reading.
    pub(in crate::resolve::symbol) unread: Vec<Range<usize>>,
    /// The imports of the text itself, once somebody asked.
    pub(in crate::resolve::symbol) imports: Option<ImportIndex>,
}

/// The outline of a text as it stands.
#[derive(Clone)]
pub(in crate::resolve::symbol) struct Plain {
    pub(in crate::resolve::symbol) outline: Outline,
    /// What happened to the text since, should it be another one now.
    since: Option<History>,
}

impl Plain {
    pub(in crate::resolve::symbol) const fn new(outline: Outline) -> Self {
        Self { outline, since: None }
    }

    /// The outline, if the text is still the same.
    pub(in crate::resolve::symbol) const fn current(&self) -> Option<&Outline> {
        if self.since.is_none() { Some(&self.outline) } else { None }
    }

    /// Takes note of edits of a text.
    pub(in crate::resolve::symbol) fn record(&mut self, buffer: &Buffer, edits: &EditSet) {
        self.since.get_or_insert_with(|| History::new(buffer.clone())).record(edits);
    }

    /// The text that the outline is of, and where a range of the text as it is now was in it; `None` if it changed.
    pub(in crate::resolve::symbol) fn unchanged(
        &mut self,
        range: &Range<usize>,
    ) -> Option<(&Buffer, Range<usize>)> {
        let since = self.since.as_mut()?;
        let origin = since.origin_of_range(range)?;
        Some((since.original(), origin))
    }
}

impl Known {
    /// What is known of a text that an outline is enough for.
    pub(in crate::resolve::symbol) const fn of(outline: Outline, is_plain: bool) -> Self {
        Self { outline, is_plain, plain: None, is_bodiless: false, unread: Vec::new(), imports: None }
    }

    /// The outline of the text itself, if it is known.
    pub(in crate::resolve::symbol) fn current_plain(&self) -> Option<&Outline> {
        self.plain.as_ref().and_then(Plain::current)
    }
}

/// Reads a text in as many ways as it takes.
pub(in crate::resolve::symbol) fn read(
    syntax: &mut Syntax,
    text: &str,
    reach: Reach,
) -> Result<Known, TooCostly> {
    let manifest = syntax.language().manifest();
    let survey = Survey::new(manifest, syntax.macros(), text);
    let known = match &survey {
        _ if reach != Reach::Definitions => None,
        Some(survey) if survey.is_plain() => bodiless(syntax, text, &survey.certain_bodies()),
        Some(_) => None,
        None => bodiless(syntax, text, &certain_bodies(manifest, text)),
    };
    known.map_or_else(|| read_surveyed(syntax, text, survey.as_ref(), reach), Ok)
}

/// The same with the bodies of functions.
#[cfg(test)]
pub(in crate::resolve::symbol) fn read_fully(
    syntax: &mut Syntax,
    text: &str,
    reach: Reach,
) -> Result<Known, TooCostly> {
    let survey = Survey::new(syntax.language().manifest(), syntax.macros(), text);
    read_surveyed(syntax, text, survey.as_ref(), reach)
}

fn read_surveyed(
    syntax: &mut Syntax,
    text: &str,
    survey: Option<&Survey<'_>>,
    reach: Reach,
) -> Result<Known, TooCostly> {
    let Some(survey) = survey else { return read_plainly(syntax, text, reach) };
    let mut plain = None;
    if survey.is_plain() {
        let known = read_plainly(syntax, text, reach)?;
        if !known.outline.has_error {
            return Ok(known);
        }
        plain = Some(known);
    }
    // What is too costly to read without its macros may not be so as it stands.
    match masked(syntax, survey, reach).unwrap_or_default() {
        Some(outline) => Ok(Known {
            outline,
            is_plain: false,
            plain: plain.map(|known| Plain::new(known.outline)),
            is_bodiless: false,
            unread: survey.unread().to_vec(),
            imports: None,
        }),
        None => plain.map_or_else(|| read_plainly(syntax, text, reach), Ok),
    }
}

/// Reads a text without the bodies of functions, in which no outline of definitions looks; `None` where that is not known to
/// show what a reading of all does, or is hardly cheaper.
fn bodiless(syntax: &mut Syntax, text: &str, bodies: &[Range<usize>]) -> Option<Known> {
    let language = syntax.language();
    let manifest = language.manifest();
    if !is_worth_leaving_out(bodies, text) {
        return None;
    }
    let seen = without_bodies(manifest, text, bodies);
    let Cow::Borrowed(seen) = view(&manifest.view, &seen) else { return None };
    let tree = syntax.parse_sparse(seen).ok()?;
    if tree.root_node().has_error() {
        return None;
    }
    let outline = Outline::new(language, &tree, seen, Reach::Definitions);
    let is_sound = !outline.is_cut_off && bodies.iter().all(|body| outline.leaves_out(body));
    is_sound.then(|| Known { is_bodiless: true, ..Known::of(outline, true) })
}

/// Reads a text as it stands.
pub(in crate::resolve::symbol) fn read_plainly(
    syntax: &mut Syntax,
    text: &str,
    reach: Reach,
) -> Result<Known, TooCostly> {
    let language = syntax.language();
    let seen = view(&language.manifest().view, text);
    let tree = syntax.parse(&seen)?;
    let is_plain = matches!(seen, Cow::Borrowed(_));
    if is_plain
        && tree.root_node().has_error()
        && let Some(found) = mended(syntax, text, &tree, reach)
    {
        return Ok(Known::of(found.outline, false));
    }
    Ok(Known::of(Outline::new(language, &tree, &seen, reach), is_plain))
}

/// The outlines of all readings in one; `None` if in no reading each bracket has its counterpart.
pub(in crate::resolve::symbol) fn masked(
    syntax: &mut Syntax,
    survey: &Survey<'_>,
    reach: Reach,
) -> Result<Option<Outline>, TooCostly> {
    let mut all: Option<Outline> = None;
    // What a name is given says where its statement ends.
    let detail = if reach == Reach::Names { Detail::Code } else { Detail::Outline };
    for reading in survey.readings(detail) {
        // Where brackets do not pair, what belongs to what is a guess.
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
    survey: &Survey<'_>,
    reading: &Reading,
    reach: Reach,
) -> Result<Outline, TooCostly> {
    let language = syntax.language();
    let manifest = language.manifest();
    let seen = view(&manifest.view, &reading.text);
    let tree = syntax.parse_sparse(&seen)?;
    let mut outline = Outline::new(language, &tree, &seen, reach);
    settle(&mut outline, manifest, survey, reading);
    outline.add_macros(survey.text(), &reading.text, manifest);
    Ok(outline)
}

/// Settles which definitions of a reading are certain, and gives them the macros that belong to them.
pub(in crate::resolve::symbol) fn settle(
    outline: &mut Outline,
    manifest: &Manifest,
    survey: &Survey<'_>,
    reading: &Reading,
) {
    outline.note_parted(&|range| !survey.is_in_one_branch(range.start, range.end.saturating_sub(1)));
    outline.settle(&|outline, id| {
        let outermost = outline.outermost(id);
        let range = &outline.item(outermost).range;
        let separator = small_separator(outline, id);
        let is_unclear = !begins_cleanly(&reading.text, range.start, manifest, separator)
            || (!is_told_by_brackets(outline, id, reading)
                && (has_doubtful_error(outline, id, reading) || outline.has_broken_neighbour(outermost)));
        match (is_unclear, outline.item(id).is_parted) {
            (true, _) => ExtentDoubt::Unclear,
            (false, true) => ExtentDoubt::Parted,
            (false, false) => ExtentDoubt::None,
        }
    });
    outline.tell_calls(survey.text(), &reading.calls);
    outline.reframe(survey.text(), &reading.dispensable);
    outline.widen(&|start, is_in_head| with_macros(reading, start, is_in_head));
    outline.macros = Some(reading.macros.clone());
    outline.alone.clone_from(&reading.alone);
    outline.macro_lines = macro_lines(survey.text(), reading);
}

/// The macros that have a line for themselves and no arguments, in lower case, by where they begin: one may open a module.
pub(in crate::resolve) fn macro_lines(text: &str, reading: &Reading) -> Vec<(usize, String)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    for range in reading.macros.iter().chain(&reading.alone) {
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

/// Whether brackets and semicolons alone give a definition the extent that the tree gives it: then no syntax error, in it
/// or beside it, can change that.
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

/// Whether a syntax error may change where a definition begins or ends: one between the braces of a class cannot, since
/// these pair.
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

/// Whether a range, macros before it apart, is what brackets and semicolons make a statement.
fn is_statement(reading: &Reading, range: &Range<usize>) -> bool {
    let behind = reading.statements.partition_point(|found| found.start <= range.start);
    let last = behind.checked_sub(1).and_then(|at| reading.statements.get(at));
    last.is_some_and(|found| found.end == range.end && is_blank(reading, found.start, range.start))
}

/// Whether a reading shows nothing between two bytes.
fn is_blank(reading: &Reading, from: usize, to: usize) -> bool {
    reading.text.get(from..to).is_some_and(|between| between.trim().is_empty())
}

/// The class or module with just these braces.
fn scope<'r>(reading: &'r Reading, braces: &Range<usize>) -> Option<&'r BracketScope> {
    let at = reading.scopes.partition_point(|scope| scope.braces.start < braces.start);
    reading.scopes.get(at).filter(|scope| scope.braces == *braces)
}

/// Whether what stands before a definition has an end.
fn begins_cleanly(text: &str, start: usize, manifest: &Manifest, separator: Option<&str>) -> bool {
    ends_cleanly(text.get(..start).unwrap_or_default(), manifest, separator)
}

/// Whether a definition may follow a text, which may end in what stands between members.
pub(super) fn ends_cleanly(text: &str, manifest: &Manifest, separator: Option<&str>) -> bool {
    let ends = &manifest.symbols.begins_after;
    let before = text.trim_end();
    before.is_empty()
        || ends.is_empty()
        || ends.iter().map(String::as_str).chain(separator).any(|end| before.ends_with(end))
}

/// The start of a declaration with the macros that it begins with: those on its own line, and behind a head all of them.
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
