//! Replaces definitions that have changed since the patch was written: the changes of both sides are merged.
//!
//! The text that `expect` quotes is what the writer of the patch saw. It is put in place of the definition, so that
//! both are parsed in the same surroundings, and the lines that the payload replaces are extracted from both. If
//! `expect` is a hash, that text is searched for in earlier versions of the file.

use super::indenting::Indenter;
use super::lookup::{language_of, resolve_symbol};
use super::meaning::AskedSymbol;
use crate::diag::{Code, FilePlace};
use crate::ir::{
    Action, Change, Indent, Locator, Operation, PartEdge, Payload, Stale, SymbolPart, SymbolTarget,
};
use crate::lang::Language;
use crate::plan::editing::Editing;
use crate::plan::explain::{own_lines, quoted_lines};
use crate::plan::refusal::Refusal;
use crate::plan::tree::document::Document;
use crate::resolve::symbol::{PartPlace, Purpose, SymbolMatch, Symbols, difference, is_hash};
use crate::text::normal::{indentation, is_blank, trim};
use crate::text::{Buffer, Edit, EditSet, ThreeWay, has_change, merge_lines};
use crate::vfs::ReadTree;

/// A payload with the changes of both sides.
pub(in crate::plan) struct MergedPayload {
    pub(in crate::plan) target: SymbolTarget,
    pub(in crate::plan) payload: Payload,
    /// The message for the reader.
    pub(in crate::plan) told: String,
}

/// Merges the replacement of a definition that differs from `expect` with the changes in the file.
///
/// # Errors
/// Both sides change the same lines, or the file already has all changes of the payload.
pub(in crate::plan) fn merge(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    target: &SymbolTarget,
    refusal: Refusal,
) -> Result<MergedPayload, Refusal> {
    let Change::Replace(payload) = editing.change else { return Err(refusal) };
    merge_as(document, editing, target, (Purpose::Replace(&payload.lines), payload), refusal)
}

/// Like [`merge`], for the body of a definition.
///
/// # Errors
/// Those of [`merge`].
pub(in crate::plan) fn merge_body(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    target: &SymbolTarget,
    refusal: Refusal,
) -> Result<MergedPayload, Refusal> {
    let Some(payload) = editing.change.payload() else { return Err(refusal) };
    let purpose = Purpose::ChangePart(SymbolPart::Body, PartEdge::Whole, &payload.lines);
    merge_as(document, editing, target, (purpose, payload), refusal)
}

/// Like [`merge`], for another part, or for lines at an edge of the body: the file must have changed only elsewhere in
/// the definition.
///
/// # Errors
/// The part differs as well, or already has all lines of the payload.
pub(in crate::plan) fn merge_part(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    target: &SymbolTarget,
    part: SymbolPart,
    refusal: Refusal,
) -> Result<MergedPayload, Refusal> {
    let Some(payload) = editing.change.payload() else { return Err(refusal) };
    let purpose = Purpose::ChangePart(part, PartEdge::of(editing.change), &payload.lines);
    let Some(stale) = StaleDefinition::of(document, editing, (target, purpose, payload), &refusal) else {
        return Err(refusal);
    };
    let base = stale.base(document, editing, lines_of_part);
    if base.is_none() || base != lines_of_part(document.buffer(), &stale.found) {
        return Err(refusal);
    }
    let told =
        format!("`{}` differs from `expect`, but not where this operation changes it", stale.found.address);
    Ok(MergedPayload { target: stale.plain, payload: payload.clone(), told })
}

/// A definition that differs from `expect`.
struct StaleDefinition<'a> {
    language: &'static Language,
    target: &'a SymbolTarget,
    /// The target without `expect`.
    plain: SymbolTarget,
    purpose: Purpose<'a>,
    /// The definition in the current text.
    found: SymbolMatch,
    /// The lines of `expect` and of the payload, with the indentation characters of the file.
    expected: Vec<String>,
    brought: Vec<String>,
}

impl<'a> StaleDefinition<'a> {
    /// Returns `None` if the operation was refused for another reason, or must not be merged.
    fn of(
        document: &mut Document<'_>,
        editing: Editing<'_>,
        (target, purpose, payload): (&'a SymbolTarget, Purpose<'a>, &Payload),
        refusal: &Refusal,
    ) -> Option<Self> {
        let is_stale = matches!(&refusal.problems[..], [problem] if problem.code == Code::ChangedDefinition);
        let expect = target.expect.as_ref().filter(|_| is_stale)?;
        if editing.operation.if_already_made.stale == Stale::Refuse
            || editing.indent == Indent::AsIs
            || expect.lines.len() < 2 && !is_hash(&expect.lines)
        {
            return None;
        }
        let plain = SymbolTarget { expect: None, ..target.clone() };
        let path = &editing.operation.path;
        let found = resolve_symbol(document, path, &plain, purpose).ok()?;
        let language = language_of(document, path, plain.language.as_deref()).ok()?;
        let planter = Indenter::new(document.buffer(), language);
        let near = document.buffer().line_of(found.declaration);
        let [expected, brought] =
            [&expect.lines, &payload.lines].map(|lines| planter.with_file_indentation(lines.clone(), near));
        Some(Self { language, target, plain, purpose, found, expected, brought })
    }

    /// Returns the lines that `read` extracts from the text that the writer of the patch saw.
    fn base(
        &self,
        document: &mut Document<'_>,
        editing: Editing<'_>,
        read: ReadLines,
    ) -> Option<Vec<String>> {
        let Self { language, target, purpose, found, expected, .. } = self;
        let asked = |target| AskedSymbol { language, target, purpose: *purpose };
        match is_hash(&target.expect.as_ref()?.lines) {
            true => earlier_base(document, editing, asked(target), read),
            false => base_of(document, asked(&self.plain), (found, expected), read),
        }
    }
}

/// A function that extracts lines of a definition from the text in which it was found.
type ReadLines = fn(&Buffer, &SymbolMatch) -> Option<Vec<String>>;

fn merge_as(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    target: &SymbolTarget,
    (purpose, payload): (Purpose<'_>, &Payload),
    refusal: Refusal,
) -> Result<MergedPayload, Refusal> {
    let Some(stale) = StaleDefinition::of(document, editing, (target, purpose, payload), &refusal) else {
        return Err(refusal);
    };
    let base = stale.base(document, editing, lines_in);
    let StaleDefinition { plain, found, brought, .. } = stale;
    let (Some(base), Some(ours)) = (base, lines_in(document.buffer(), &found)) else { return Err(refusal) };
    let Some([base, ours, theirs]) = levelled([base, ours, brought]) else { return Err(refusal) };
    match merge_lines(&base, &ours, &theirs) {
        ThreeWay::Clean { lines, .. } if lines == ours => {
            Err(all_there(document, editing.operation, &found, target))
        }
        ThreeWay::Clean { lines, kept, .. } => {
            let told = format_difference(&found, &lines, &kept);
            let payload = Payload { lines, margin: None, crlf: Vec::new(), ..payload.clone() };
            Ok(MergedPayload { target: plain, payload, told })
        }
        ThreeWay::Clash { .. } if has_change(&base, &ours, &theirs) => {
            Err(all_there(document, editing.operation, &found, target))
        }
        ThreeWay::Clash { ours: own, theirs: other } => {
            let mut refusal = refusal;
            if let Some(problem) = refusal.problems.first_mut() {
                problem.help.insert(0, format!("the payload has {}", quoted_lines(&theirs[other])));
                problem.help.insert(
                    0,
                    format!("both change the same lines: the file has {}", quoted_lines(&ours[own])),
                );
            }
            Err(refusal)
        }
    }
}

/// Shows how a definition differs from the one whose hash `expect` gives, if an earlier version of the file has that
/// hash.
pub(in crate::plan) fn tell_expected(
    document: &mut Document<'_>,
    tree: &dyn ReadTree,
    operation: &Operation,
    refusal: &mut Refusal,
) {
    let [problem] = &mut refusal.problems[..] else { return };
    let target = match &operation.action {
        Action::RenameSymbol(wanted) => &wanted.symbol,
        Action::MoveSymbol { symbol, .. } => symbol,
        Action::Edit {
            at: Locator::Symbol(of) | Locator::Part { of, .. } | Locator::Members { of, .. },
            ..
        } => of,
        _ => return,
    };
    let has_hash = target.expect.as_ref().is_some_and(|expect| is_hash(&expect.lines));
    if problem.code != Code::ChangedDefinition || !has_hash {
        return;
    }
    let Ok(language) = language_of(document, &operation.path, target.language.as_deref()) else { return };
    let lines_of = |buffer: &Buffer, symbols: &mut Symbols, target: &SymbolTarget| -> Option<Vec<String>> {
        let found = symbols.look_up(buffer, target, Purpose::Read)?;
        Some(buffer.lines_of(&found.decorated).map(|line| buffer.line(line).into_owned()).collect())
    };
    let macros = document.macros().clone();
    let expected =
        document.earlier().find(tree.earlier(&operation.path), (language, &macros), |text, symbols| {
            lines_of(text, symbols, target)
        });
    let plain = SymbolTarget { expect: None, ..target.clone() };
    let (buffer, symbols) = document.symbols(language);
    let current = lines_of(buffer, symbols, &plain);
    let shown = expected.zip(current).and_then(|(expected, current)| difference(&expected, &current));
    let at = problem.help.len().saturating_sub(1);
    problem.help.splice(at..at, shown);
}

/// Returns the lines that the payload was to replace, in the text that the writer of the patch saw.
fn base_of(
    document: &mut Document<'_>,
    asked: AskedSymbol<'_>,
    (found, expect): (&SymbolMatch, &[String]),
    read: ReadLines,
) -> Option<Vec<String>> {
    let macros = document.macros().clone();
    let buffer = document.buffer();
    let line_of = |at: usize| buffer.line_of(at);
    let text_of = |line: usize| trim(&buffer.line(line)).to_owned();
    let first = trim(expect.iter().find(|line| !is_blank(line))?).to_owned();
    let (whole, declared) = (line_of(found.definition.start), line_of(found.declaration));
    let is_word = first.starts_with(|char: char| char.is_alphanumeric() || char == '_');
    let starts_whole = text_of(whole) == first || (text_of(declared) != first && !is_word);
    let start = if starts_whole { whole } else { declared };
    let end = line_of(found.definition.end.saturating_sub(1).max(found.definition.start)) + 1;
    let depth = indentation(&buffer.line(declared)).to_owned();
    let deep = |line: &String| if line.is_empty() { String::new() } else { format!("{depth}{line}") };
    let lines: Vec<String> = match level(expect.to_vec()) {
        Some(lines) => lines.iter().map(deep).collect(),
        None => expect.to_vec(),
    };
    let text = lines.join("\n") + "\n";
    let range = buffer.line_start(start)..buffer.line_start(end.min(buffer.line_count()));
    let mut past = buffer.clone();
    past.apply(&EditSet::new(vec![Edit { range, text }]).ok()?);
    let mut symbols = Symbols::with_macros(asked.language, macros);
    let base = symbols.look_up(&past, asked.target, asked.purpose)?;
    read(&past, &base)
}

/// Like [`base_of`], in the first earlier version of the file in which the definition has the hash of `expect`.
fn earlier_base(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    asked: AskedSymbol<'_>,
    read: ReadLines,
) -> Option<Vec<String>> {
    let macros = document.macros().clone();
    let texts = editing.tree.earlier(&editing.operation.path);
    document.earlier().find(texts, (asked.language, &macros), |text, symbols| {
        let found = symbols.look_up(text, asked.target, asked.purpose)?;
        read(text, &found)
    })
}

/// Returns the lines that the payload replaces; `None` for a part that does not consist of whole lines.
fn lines_in(buffer: &Buffer, found: &SymbolMatch) -> Option<Vec<String>> {
    let lines = match found.part.as_ref().map(|part| &part.place) {
        None => buffer.lines_of(&found.range),
        Some(PartPlace::Lines { lines, .. }) => lines.clone(),
        Some(PartPlace::Braces(range)) => {
            let (first, last) = (buffer.line_of(range.start), buffer.line_of(range.end));
            let is_apart = is_blank(&buffer.slice(range.start..buffer.line_range(first).end))
                && is_blank(&buffer.slice(buffer.line_start(last)..range.end));
            (first < last && is_apart).then_some(first + 1..last)?
        }
        Some(_) => return None,
    };
    Some(lines.map(|line| buffer.line(line).into_owned()).collect())
}

/// Returns the lines of a part, or those beside the place of an insertion, without blanks at their ends.
fn lines_of_part(buffer: &Buffer, found: &SymbolMatch) -> Option<Vec<String>> {
    let beside = |line: usize| vec![line.saturating_sub(1), line];
    let lines = match &found.part.as_ref()?.place {
        PartPlace::Text(range)
        | PartPlace::Braces(range)
        | PartPlace::Value(range)
        | PartPlace::Inline(range)
            if !range.is_empty() =>
        {
            return Some(buffer.slice(range.clone()).lines().map(|line| trim(line).to_owned()).collect());
        }
        PartPlace::Text(range)
        | PartPlace::Braces(range)
        | PartPlace::Value(range)
        | PartPlace::Inline(range) => vec![buffer.line_of(range.start)],
        PartPlace::Lines { lines, .. } if lines.is_empty() => beside(lines.start),
        PartPlace::Lines { lines, .. } => lines.clone().collect(),
        PartPlace::Between { line, .. } => beside(*line),
        PartPlace::Above { lines, before } => {
            lines.iter().copied().chain([buffer.line_of(*before)]).collect()
        }
    };
    let in_file = lines.into_iter().filter(|line| *line < buffer.line_count());
    Some(in_file.map(|line| trim(&buffer.line(line)).to_owned()).collect())
}

/// Returns the base and both sides without the indentation of their first lines. If one of them has a less indented
/// line, for instance within a string, all are returned as they are, provided that they begin with the same
/// indentation.
fn levelled(sides: [Vec<String>; 3]) -> Option<[Vec<String>; 3]> {
    if let [Some(base), Some(ours), Some(theirs)] = sides.clone().map(level) {
        return Some([base, ours, theirs]);
    }
    let depths = sides.each_ref().map(|lines| {
        let first = lines.iter().find(|line| !is_blank(line));
        first.map_or("", |line| indentation(line))
    });
    let is_alike = depths.iter().all(|depth| *depth == depths[0]);
    is_alike
        .then(|| sides.map(|lines| trimmed(&lines).iter().map(|line| line.trim_end().to_owned()).collect()))
}

/// Returns lines without the blank ones at both ends.
fn trimmed(lines: &[String]) -> &[String] {
    let first = lines.iter().position(|line| !is_blank(line)).unwrap_or(lines.len());
    let last = lines.iter().rposition(|line| !is_blank(line)).map_or(first, |last| last + 1);
    &lines[first..last]
}

/// Removes the indentation of the first line from all lines, blanks at their ends, and blank lines at both ends.
/// Returns `None` if a line lacks that indentation, for instance within a string: its depth after the merge would be
/// unknown.
fn level(lines: Vec<String>) -> Option<Vec<String>> {
    let lines = trimmed(&lines);
    let depth = lines.first().map_or("", |line| indentation(line));
    let bare = |line: &String| {
        if is_blank(line) {
            return Some(String::new());
        }
        line.strip_prefix(depth).map(|line| line.trim_end().to_owned())
    };
    lines.iter().map(bare).collect()
}

/// Builds the message about a clean merge: which lines are changes of the file.
fn format_difference(found: &SymbolMatch, lines: &[String], kept: &[std::ops::Range<usize>]) -> String {
    let own = match kept {
        [] => "and the payload already contains the change of the file".to_owned(),
        _ => own_lines(lines, kept),
    };
    format!("`{}` differs from `expect`; both changes were merged, {own}", found.address)
}

fn all_there(
    document: &Document<'_>,
    operation: &Operation,
    found: &SymbolMatch,
    target: &SymbolTarget,
) -> Refusal {
    let buffer = document.buffer();
    let line = buffer.line_of(found.declaration);
    let message = format!("all changes of the payload are already in `{}`", found.address);
    Refusal::new(Code::AlreadyApplied, message)
        .with_places(vec![FilePlace::related(operation.path.as_str(), line, buffer.line(line).into_owned())])
        .with_help("leave the operation out")
        .at(target.place)
}
