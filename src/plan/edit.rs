//! Lowers an edit of one place: locator and change become edits of the text.

use std::ops::Range;

use super::beside::{self, Side};
use super::blocks;
use super::correction::Correction;
use super::document::Document;
use super::done::{Done, Warning};
use super::editing::Editing;
use super::elided::{Replaces, check_marker, check_payload};
use super::explain::{self, MarkerSearch};
use super::imports;
use super::made;
use super::meaning;
use super::namesakes::{self, InsertionFate};
use super::parts;
use super::planting::Planter;
use super::prose;
use super::put::{InsertedLines, put};
use super::refusal::Refusal;
use super::rename::refuse_fallen;
use super::retake;
use super::stale;
use super::twice::{DepthRule, Insertion, insertions, insertions_of, repeated};
use crate::diag::{Code, PatchPlace};
use crate::ir::{
    Change, Indent, Locator, Marker, MemberPlace, Namesake, Operation, PartEdge, PatchPath, Payload,
    RepeatedLines, SymbolPart, SymbolTarget,
};
use crate::lang::Language;
use crate::resolve::lines::{
    Haystack, LinesProblem, MarkerMatch, PayloadPlace, PayloadSide, find_applied, find_around, find_between,
    replace_marked, resolve_marker, settle,
};
use crate::resolve::symbol::{Likely, Purpose, SymbolMatch, SymbolProblem, tell_field};
use crate::text::normal::{is_blank, is_word_char, only_closes, trim, word_at};
use crate::text::{EditSet, FinalNewline, LineEdits, LineEnd, NewLine};

/// Makes one edit of a document.
pub(super) fn edit(document: &mut Document<'_>, editing: Editing<'_>, at: &Locator) -> Result<Done, Refusal> {
    document.forget_scope_unless(scope_of(at));
    if let Locator::FileStart | Locator::FileEnd | Locator::Members { .. } = at {
        check_payload(document, editing, &Replaces::Nothing, &[])?;
    }
    match at {
        Locator::FileStart => at_edge(document, editing, 0),
        Locator::FileEnd => {
            let count = document.buffer().line_count();
            at_edge(document, editing, count)
        }
        Locator::Lines(marker) => at_marker(document, editing, marker),
        Locator::Symbol(target) => at_symbol(document, editing, target),
        Locator::Part { of, part } => change_part(document, editing, of, *part),
        Locator::Block { heading, style, expect } => {
            blocks::replace(document, editing, heading, *style, expect.as_ref())
        }
        Locator::Imports(wanted) => {
            let payload = editing.change.payload().map_or(&[][..], |payload| &payload.lines);
            imports::change(document, editing.operation, *wanted, payload)
        }
        Locator::Members { of, at } => add_member(document, editing, of, at),
    }
}

/// The definition in which a marker is to be looked for.
fn scope_of(at: &Locator) -> Option<&SymbolTarget> {
    match at {
        Locator::Lines(marker) | Locator::Block { heading: marker, .. } => marker.scope.as_ref(),
        Locator::FileStart
        | Locator::FileEnd
        | Locator::Symbol(_)
        | Locator::Members { .. }
        | Locator::Part { .. }
        | Locator::Imports(_) => None,
    }
}

/// Puts the payload, as it stands, before the first or behind the last line.
fn at_edge(document: &mut Document<'_>, editing: Editing<'_>, line: usize) -> Result<Done, Refusal> {
    let Editing { operation, change, .. } = editing;
    let mut lines = change.payload().map_or_else(Vec::new, |payload| payload.lines.clone());
    if prose::is_markdown(&operation.path) {
        lines = prose::set_apart(document.buffer(), line, lines);
    }
    let mut edits = LineEdits::default();
    edits.add(line, plain_lines(&lines));
    refuse_repeated(document, operation, insertions(&edits), DepthRule::Same)?;
    document.apply(edits.into_edits(document.buffer(), FinalNewline::Keep));
    Ok(Done { lines: Some(line..line), ..Done::default() })
}

/// Refuses insertions of lines that are at their places already.
fn refuse_repeated(
    document: &mut Document<'_>,
    operation: &Operation,
    insertions: Option<Vec<Insertion<'_>>>,
    depth: DepthRule,
) -> Result<(), Refusal> {
    let insertions = insertions.filter(|_| operation.again.lines == RepeatedLines::Refuse);
    match insertions.and_then(|insertions| repeated(document, &insertions, depth)) {
        Some(there) => Err(there.refusal(document, operation)),
        None => Ok(()),
    }
}

fn plain_lines(lines: &[String]) -> impl Iterator<Item = NewLine<'_>> {
    lines.iter().map(NewLine::plain)
}

fn at_marker(document: &mut Document<'_>, editing: Editing<'_>, marker: &Marker) -> Result<Done, Refusal> {
    check_marker(document, editing, marker)?;
    let (found, within) = find_marker(document, editing, marker)?;
    check_payload(document, editing, &replaced_by(editing.change, &found.range), &marker.lines.lines)?;
    let (side, gap) = match editing.change {
        Change::InsertBefore(_) => (PayloadSide::Before, found.range.start..found.range.start),
        Change::InsertAfter(_) => (PayloadSide::After, found.range.end..found.range.end),
        Change::Replace(_) | Change::Delete => (PayloadSide::Instead, found.range.clone()),
    };
    let at = PayloadPlace { marker, found: &found, side, gap };
    let payload = match editing.change.payload() {
        Some(payload) => match settled(document, &at, payload, editing.indent) {
            Ok(lines) => lines,
            Err(problem) => {
                return Err(explain::marker(
                    document,
                    MarkerSearch { operation: editing.operation, marker, within: &within },
                    problem,
                ));
            }
        },
        None => Vec::new(),
    };
    let is_prose = prose::is_markdown(&editing.operation.path);
    let payload = match gap_line(editing.change, &found.range) {
        Some(at) if editing.indent != Indent::AsIs && is_prose => {
            prose::set_apart(document.buffer(), at, payload)
        }
        _ => payload,
    };
    let mut edits = LineEdits::default();
    match editing.change {
        Change::InsertBefore(_) => edits.add(found.range.start, plain_lines(&payload)),
        Change::InsertAfter(_) => edits.add(found.range.end, plain_lines(&payload)),
        Change::Delete => {
            found.range.clone().for_each(|line| edits.remove(line));
            let left = is_prose.then(|| prose::left_over(document.buffer(), &found.range)).flatten();
            left.into_iter().for_each(|line| edits.remove(line));
        }
        Change::Replace(_) => {
            let around = match editing.operation.again.lines {
                RepeatedLines::Refuse => {
                    find_around(&mut document.haystack(within.clone()), marker, &found, &payload)
                }
                RepeatedLines::Insert => None,
            };
            if let Some(at) = around {
                return Err(explain::repeated_lines(document, editing.operation, &at));
            }
            let mut haystack = document.haystack(within.clone());
            let replaced = replace_marked(&mut haystack, marker, &found, &payload);
            edits = match replaced {
                Ok(edits) => edits,
                Err(problem) => {
                    return Err(explain::marker(
                        document,
                        MarkerSearch { operation: editing.operation, marker, within: &within },
                        problem,
                    ));
                }
            };
        }
    }
    let depth = if found.is_shifted(document.buffer(), marker) { DepthRule::Any } else { DepthRule::Same };
    refuse_repeated(document, editing.operation, insertions(&edits), depth)?;
    let (buffer, index) = document.lines();
    let unnamed = found.unnamed(buffer, index, marker, &edits);
    let mut warnings: Vec<Warning> = explain::unnamed(&unnamed).into_iter().collect();
    if editing.indent == Indent::AsIs && !payload.is_empty() && !found.is_as_deep(document.buffer(), marker) {
        warnings.push(explain::other_depth());
    }
    document.apply(edits.into_edits(document.buffer(), FinalNewline::Keep));
    Ok(Done { lines: Some(found.range), matched: Some(found.rung.name.to_owned()), warnings })
}

/// The line before which a change inserts lines.
const fn gap_line(change: &Change, place: &Range<usize>) -> Option<usize> {
    match change {
        Change::InsertBefore(_) => Some(place.start),
        Change::InsertAfter(_) => Some(place.end),
        Change::Replace(_) | Change::Delete => None,
    }
}

/// The payload's lines as deep as they are meant beside the place of a marker, which leaves a gap in the lines of the
/// file.
pub(super) fn settled(
    document: &mut Document<'_>,
    at: &PayloadPlace<'_>,
    payload: &Payload,
    indent: Indent,
) -> Result<Vec<String>, LinesProblem> {
    if indent == Indent::AsIs || payload.lines.is_empty() {
        return Ok(payload.lines.clone());
    }
    let layout = document.layout();
    let (buffer, index) = document.lines();
    settle(buffer, index, layout, at, payload)
}

/// What a change does to the lines of its place.
fn replaced_by<'l>(change: &Change, lines: &'l Range<usize>) -> Replaces<'l> {
    match change {
        Change::Replace(_) => Replaces::Lines(lines),
        Change::InsertBefore(_) | Change::InsertAfter(_) | Change::Delete => Replaces::Nothing,
    }
}

/// The place of a marker, and the lines in which it was looked for.
pub(super) fn find_marker(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    marker: &Marker,
) -> Result<(MarkerMatch, Range<usize>), Refusal> {
    let within = match &marker.scope {
        None => 0..document.buffer().line_count(),
        Some(scope) => match document.scope_lines(scope) {
            Some([inner, outer]) if inner != outer && is_absent(document, &inner, marker) => outer,
            Some([inner, _]) => inner,
            None => {
                let lines = marker_scope(document, editing, (scope, marker))?;
                document.keep_scope(scope, &lines);
                lines
            }
        },
    };
    let mut haystack = document.haystack(within.clone());
    let found = resolve_marker(&mut haystack, marker).map_err(|problem| match (problem, editing.change) {
        (LinesProblem::NotFound { near }, Change::Replace(payload)) => {
            match find_applied(&mut haystack, marker, &payload.lines) {
                Some(at) => LinesProblem::AlreadyApplied { at },
                None => LinesProblem::NotFound { near },
            }
        }
        (LinesProblem::ContextMismatch { candidates }, change) => {
            let (left, brought) = lines_left(marker, change);
            match find_between(&mut haystack, marker, (&left, brought)) {
                Some(at) => LinesProblem::AlreadyApplied { at },
                None => LinesProblem::ContextMismatch { candidates },
            }
        }
        (problem, _) => problem,
    });
    match found {
        Ok(found) => Ok((found, within)),
        Err(problem) => Err(explain::marker(
            document,
            MarkerSearch { operation: editing.operation, marker, within: &within },
            problem,
        )),
    }
}

/// The lines of the definition in which a marker is to be looked for.
///
/// Where the address does not settle which definition is meant, or the one that it means first does not have the marker,
/// the only one it fits that has the marker is meant.
fn marker_scope(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    (scope, marker): (&SymbolTarget, &Marker),
) -> Result<Range<usize>, Refusal> {
    let language = language_of(document, &editing.operation.path, scope.language.as_deref())?;
    let found = scope_lines(document, editing.operation, scope);
    let (buffer, symbols) = document.symbols(language);
    let is_unclear = match &found {
        Ok(lines) => {
            is_absent(document, lines, marker) && !holds_brought(document, lines, (marker, editing.change))
        }
        Err(_) => {
            matches!(symbols.resolve(buffer, scope, Purpose::Read), Err(SymbolProblem::Ambiguous { .. }))
        }
    };
    if !is_unclear {
        return found;
    }
    let (buffer, symbols) = document.symbols(language);
    let others: Vec<Range<usize>> =
        symbols.fitting(buffer, scope).iter().map(|bytes| buffer.lines_of(bytes)).collect();
    let (buffer, index) = document.lines();
    let fitting: Vec<(Option<Range<usize>>, Range<usize>)> = others
        .into_iter()
        .filter_map(|lines| {
            match resolve_marker(&mut Haystack { buffer, index, within: lines.clone() }, marker) {
                Err(LinesProblem::NotFound { .. }) => None,
                at => Some((at.ok().map(|at| at.range), lines)),
            }
        })
        .collect();
    let is_one_place = fitting.iter().all(|(at, _)| at.is_some() && *at == fitting[0].0);
    match fitting.into_iter().next() {
        Some((_, lines)) if is_one_place => Ok(lines),
        _ => found,
    }
}

/// Whether some lines hold one that a change brings, so that it may be made there already; so may one that brings none.
fn holds_brought(
    document: &Document<'_>,
    within: &Range<usize>,
    (marker, change): (&Marker, &Change),
) -> bool {
    let old: Vec<&str> = marker.lines.lines.iter().map(|line| trim(line)).collect();
    let brought = change.payload().map_or(&[][..], |payload| &payload.lines).iter().map(|line| trim(line));
    let brought: Vec<&str> = brought.filter(|line| !only_closes(line) && !old.contains(line)).collect();
    let buffer = document.buffer();
    brought.is_empty() || within.clone().any(|line| brought.contains(&trim(&buffer.line(line))))
}

/// The lines that a change leaves where its marker was, and which of them it brings.
fn lines_left<'l>(marker: &'l Marker, change: &'l Change) -> (Vec<&'l str>, Range<usize>) {
    let marker = &marker.lines.lines[..];
    let brought = change.payload().map_or(&[][..], |payload| &payload.lines);
    let (above, below) = match change {
        Change::InsertBefore(_) => (&[][..], marker),
        Change::InsertAfter(_) => (marker, &[][..]),
        Change::Replace(_) | Change::Delete => (&[][..], &[][..]),
    };
    let lines = above.iter().chain(brought).chain(below).map(String::as_str).collect();
    (lines, above.len()..above.len() + brought.len())
}

/// Whether a marker stands nowhere in some lines.
fn is_absent(document: &mut Document<'_>, within: &Range<usize>, marker: &Marker) -> bool {
    let (buffer, index) = document.lines();
    matches!(
        resolve_marker(&mut Haystack { buffer, index, within: within.clone() }, marker),
        Err(LinesProblem::NotFound { .. })
    )
}

/// The language in which an operation reads its file: the one that its name tells, the extension's, the patch's.
pub(super) fn language_of(
    document: &Document<'_>,
    path: &PatchPath,
    name: Option<&str>,
) -> Result<&'static Language, Refusal> {
    let by_name = name.and_then(Language::by_name);
    let of_file = || Language::by_extension(path.extension()?);
    // A dialect knows its own files better.
    let dialect = by_name.and_then(|named| of_file().filter(|own| own.shares_operations(named)));
    let language = dialect.or(by_name).or_else(of_file).or_else(|| document.comments());
    language.ok_or_else(|| {
        let message = format!("symbol operations do not support the language of `{path}`");
        Refusal::new(Code::UnsupportedLanguage, message)
            .with_help("name the `language` of the patch, or use an operation on text")
    })
}

/// The lines of the definition in which a marker is to be looked for.
pub(super) fn scope_lines(
    document: &mut Document<'_>,
    operation: &Operation,
    scope: &SymbolTarget,
) -> Result<Range<usize>, Refusal> {
    let found = resolve_symbol(document, &operation.path, scope, Purpose::Read)?;
    Ok(document.buffer().lines_of(&found.definition))
}

/// The definition that an operation names.
pub(super) fn resolve_symbol(
    document: &mut Document<'_>,
    path: &PatchPath,
    target: &SymbolTarget,
    purpose: Purpose<'_>,
) -> Result<SymbolMatch, Refusal> {
    let language = language_of(document, path, target.language.as_deref())?;
    let moved =
        if document.is_changed() { meaning::of_number(document, language, target, purpose) } else { None };
    let asked = match moved {
        Some(Err(taken)) => return Err(taken.refusal(document, path, target)),
        Some(Ok(ref moved)) => moved,
        None => target,
    };
    let (buffer, symbols) = document.symbols(language);
    let found = match symbols.resolve(buffer, asked, purpose) {
        Ok(found) => found,
        Err(problem) => return Err(unresolved(document, language, path, target, purpose, &problem)),
    };
    if document.is_changed() && moved.is_none() {
        meaning::check(document, language, target, purpose, &found.identity)
            .map_err(|taken| taken.refusal(document, path, target))?;
    }
    if purpose == Purpose::Delete && found.by_last_name && target.expect.is_none() {
        let (buffer, symbols) = document.symbols(language);
        let wanted = [&target.symbol, &target.class, &target.method].into_iter().flatten().next().cloned();
        if let Some(problem) = symbols.last_name_only(buffer, wanted.unwrap_or_default(), &found) {
            return Err(unresolved(document, language, path, target, purpose, &problem));
        }
    }
    Ok(found)
}

/// The refusal of an address that does not name one definition.
fn unresolved(
    document: &mut Document<'_>,
    language: &'static Language,
    path: &PatchPath,
    target: &SymbolTarget,
    purpose: Purpose<'_>,
    problem: &SymbolProblem,
) -> Refusal {
    let is_changed = document.is_changed() && problem.code() == Code::SymbolNotFound;
    let taken = if is_changed { meaning::lost(document, language, target, purpose) } else { None };
    let buffer = document.buffer();
    let refused = |problem: &SymbolProblem| {
        let place = place_of(document, target, purpose, problem);
        let mut diagnostic = problem.diagnostic(path.as_str(), buffer, place);
        if purpose == Purpose::Delete {
            problem.advise_deletion(&mut diagnostic);
        }
        let field = address_field(target, purpose, problem);
        tell_field(&mut diagnostic, field);
        if field == "symbol"
            && let Some(serde_json::Value::Object(repair)) = &mut diagnostic.repair
        {
            // Beside an address that differs from theirs these would be malformed.
            let fields = [("class", &target.class), ("method", &target.method)];
            let given = fields.into_iter().filter(|(_, value)| value.is_some());
            repair.extend(given.map(|(field, _)| (field.to_owned(), serde_json::Value::Null)));
        }
        if let Some(taken) = &taken {
            diagnostic.help.splice(0..0, taken.help());
        }
        Refusal::from(diagnostic).with_corrections(readdressed(target, purpose, problem))
    };
    refused(problem)
}

/// The definitions that may be meant instead.
fn readdressed(target: &SymbolTarget, purpose: Purpose<'_>, problem: &SymbolProblem) -> Vec<Correction> {
    let names_member = member_field(purpose, problem).is_some();
    // What goes may be gone since a first run: another definition must not be taken for it.
    let may_be_gone = purpose == Purpose::Delete
        && matches!(problem, SymbolProblem::NotFound { .. } | SymbolProblem::LastNameOnly { .. });
    if names_member || may_be_gone {
        return Vec::new();
    }
    let to = |likely: &Likely| {
        let named = Some(likely.address.clone());
        let bare = SymbolTarget { class: None, method: None, symbol: None, ..target.clone() };
        let of_any_kind = SymbolTarget { kind: None, language: None, ..bare.clone() };
        let own = if likely.is_of_other_kind { of_any_kind } else { bare };
        match likely.field {
            "class" => SymbolTarget { class: named, ..own },
            _ => SymbolTarget { symbol: named, ..own },
        }
    };
    let mut likely = problem.likely();
    // A payload that has the name as it was given brings that name: it is no slip.
    if let (SymbolProblem::NotFound { wanted, other, .. }, Purpose::Replace(payload)) = (problem, purpose)
        && other.is_empty()
    {
        let name = wanted.rsplit(|char: char| !is_word_char(char)).find(|name| !name.is_empty());
        let has = |line: &String| name.is_some_and(|name| word_at(line, name).is_some());
        if payload.iter().any(has) {
            likely.clear();
        }
    }
    likely.iter().map(|own| Correction::Address(Box::new((target.clone(), to(own))))).collect()
}

/// Where the field stands in the patch that a problem is about.
fn place_of(
    document: &Document<'_>,
    target: &SymbolTarget,
    purpose: Purpose<'_>,
    problem: &SymbolProblem,
) -> PatchPlace {
    let field = match problem {
        SymbolProblem::ChangedDefinition { .. } => "expect",
        SymbolProblem::Disagree { .. } => "symbol",
        _ if let Some(field) = member_field(purpose, problem) => field,
        // The class is there, and has no such member.
        SymbolProblem::NotFound { of_class: true, .. } if target.method.is_some() => "method",
        _ => return target.place,
    };
    document.field(field, target.place)
}

/// The field with the member that a problem is about, if it is about that.
fn member_field(purpose: Purpose<'_>, problem: &SymbolProblem) -> Option<&'static str> {
    let (SymbolProblem::NotFound { wanted, .. } | SymbolProblem::Ambiguous { wanted, .. }) = problem else {
        return None;
    };
    let Purpose::AddMember(at, _) = purpose else { return None };
    match at {
        MemberPlace::Before(member) if member == wanted => Some("before_member"),
        MemberPlace::After(member) if member == wanted => Some("after_member"),
        _ => None,
    }
}

/// The field in which an address would have to stand that solves a problem.
fn address_field(target: &SymbolTarget, purpose: Purpose<'_>, problem: &SymbolProblem) -> &'static str {
    let is_class_only = target.class.is_some() && target.symbol.is_none() && target.method.is_none();
    let is_class = is_class_only && matches!(purpose, Purpose::AddMember(..));
    member_field(purpose, problem).unwrap_or(if is_class { "class" } else { "symbol" })
}

fn at_symbol(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    target: &SymbolTarget,
) -> Result<Done, Refusal> {
    let purpose = match editing.change {
        Change::Replace(payload) => Purpose::Replace(&payload.lines),
        Change::InsertBefore(payload) | Change::InsertAfter(payload) => Purpose::Insert(&payload.lines),
        Change::Delete => Purpose::Delete,
    };
    let found = match resolve_symbol(document, &editing.operation.path, target, purpose) {
        Ok(found) => found,
        Err(refusal) => {
            let refusal = made::or_made(document, editing, target, None, refusal);
            let merged = stale::merge(document, editing, target, refusal)?;
            let change = &Change::Replace(merged.payload);
            let mut done = at_symbol(document, Editing { change, ..editing }, &merged.target)?;
            done.warnings.push(Warning::Merged(merged.told));
            return Ok(done);
        }
    };
    if let Change::InsertBefore(_) | Change::InsertAfter(_) = editing.change
        && let Some(done) = instead_of_insertion(document, editing, &found, target)?
    {
        return Ok(done);
    }
    if let Change::Replace(_) = editing.change {
        namesakes::refuse_second(document, editing.operation, &found)?;
        if let Some(name) = &found.new_name {
            refuse_fallen(document, editing.operation, target, &found, name)?;
        }
    }
    let lines = document.buffer().lines_of(found.site.as_ref().map_or(&found.range, |site| &site.range));
    check_payload(document, editing, &replaced_by(editing.change, &lines), &[])?;
    let language = language_of(document, &editing.operation.path, target.language.as_deref())?;
    let planter = Planter::new(document.buffer(), language);
    let edits = match (editing.change, &found.site) {
        (Change::InsertBefore(payload), _) => {
            put(&planter, &found, Side::Before, &InsertedLines::new(&payload.lines), editing.indent)
        }
        (Change::InsertAfter(payload), _) => {
            put(&planter, &found, Side::After, &InsertedLines::new(&payload.lines), editing.indent)
        }
        (Change::Delete, Some(site)) => beside::delete(document.buffer(), site, found.declaration),
        (Change::Replace(payload), _) => replace_span(&planter, &found, &payload.lines, editing.indent),
        (Change::Delete, None) => EditSet::default(),
    };
    refuse_arrivals(document, editing.operation, &found, &edits)?;
    if matches!(editing.change, Change::Delete) || found.new_name.is_some() {
        retake::remember(document, language, &found);
    }
    document.apply(edits);
    let warnings = warnings(found.notes, found.doubts);
    Ok(Done { lines: Some(lines), matched: Some(found.address), warnings })
}

/// What is done in the place of an insertion that says what becomes of a definition of the same name and signature.
fn instead_of_insertion(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    found: &SymbolMatch,
    target: &SymbolTarget,
) -> Result<Option<Done>, Refusal> {
    let Some(payload) = editing.change.payload() else { return Ok(None) };
    if editing.operation.again.definition == Namesake::Refuse {
        return Ok(None);
    }
    match namesakes::judge(document, editing.operation, found)? {
        InsertionFate::Insert => Ok(None),
        InsertionFate::Skip(done) => Ok(Some(done)),
        InsertionFate::Replace(address) => {
            let target = SymbolTarget {
                language: target.language.clone(),
                symbol: Some(address),
                place: target.place,
                ..SymbolTarget::default()
            };
            let change = &Change::Replace(payload.clone());
            at_symbol(document, Editing { change, ..editing }, &target).map(Some)
        }
    }
}

/// Refuses definitions that are at their place already, or whose names are taken.
fn refuse_arrivals(
    document: &mut Document<'_>,
    operation: &Operation,
    found: &SymbolMatch,
    edits: &EditSet,
) -> Result<(), Refusal> {
    let insertions = insertions_of(document.buffer(), edits);
    refuse_repeated(document, operation, insertions, DepthRule::Any)?;
    namesakes::judge(document, operation, found).map(|_| ())
}

fn change_part(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    of: &SymbolTarget,
    part: SymbolPart,
) -> Result<Done, Refusal> {
    let payload = editing.change.payload().map_or(&[][..], |payload| &payload.lines);
    let edge = PartEdge::of(editing.change);
    let found =
        resolve_symbol(document, &editing.operation.path, of, Purpose::ChangePart(part, edge, payload))
            .map_err(|refusal| made::or_made(document, editing, of, Some(part), refusal))?;
    let language = language_of(document, &editing.operation.path, of.language.as_deref())?;
    let lines = document.buffer().lines_of(&found.definition);
    if part != SymbolPart::Doc {
        check_payload(document, editing, &replaced_by(editing.change, &lines), &[])?;
    }
    if let Some(at) =
        found.present.as_ref().filter(|_| editing.operation.again.lines == RepeatedLines::Refuse)
    {
        return Err(explain::repeated_lines(document, editing.operation, at));
    }
    let planter = Planter::new(document.buffer(), language);
    let edits = found.part.as_ref().map(|part| parts::replace(&planter, &found, part)).unwrap_or_default();
    if edge != PartEdge::Whole {
        let insertions = insertions_of(document.buffer(), &edits);
        refuse_repeated(document, editing.operation, insertions, DepthRule::Any)?;
    }
    document.apply(edits);
    let warnings = warnings(found.notes, found.doubts);
    Ok(Done { lines: Some(lines), matched: Some(found.address), warnings })
}

/// What stayed as it was meant to, and what may not be meant.
fn warnings(notes: Vec<String>, doubts: Vec<String>) -> Vec<Warning> {
    let notes = notes.into_iter().map(Warning::Kept);
    notes.chain(doubts.into_iter().map(Warning::Symbol)).collect()
}

fn add_member(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    class: &SymbolTarget,
    at: &MemberPlace,
) -> Result<Done, Refusal> {
    let Some(payload) = editing.change.payload() else { return Ok(Done::default()) };
    let found =
        resolve_symbol(document, &editing.operation.path, class, Purpose::AddMember(at, &payload.lines))?;
    if let Some(done) = instead_of_insertion(document, editing, &found, class)? {
        return Ok(done);
    }
    let lines = document.buffer().lines_of(&found.definition);
    let side = if let MemberPlace::Before(_) = at { Side::Before } else { Side::After };
    let language = language_of(document, &editing.operation.path, class.language.as_deref())?;
    let planter = Planter::new(document.buffer(), language);
    let edits = put(&planter, &found, side, &InsertedLines::new(&payload.lines), editing.indent);
    refuse_arrivals(document, editing.operation, &found, &edits)?;
    document.apply(edits);
    let warnings = found.notes.into_iter().map(Warning::Placed).collect();
    Ok(Done { lines: Some(lines), matched: Some(found.address), warnings })
}

/// The edit that puts a payload in the place of a definition, which may begin or end within a line.
///
/// Its margin moves to the depth of what it replaces: the first decorator, attribute or head if it brings its own, else
/// the declaration.
fn replace_span(planter: &Planter<'_>, found: &SymbolMatch, payload: &[String], indent: Indent) -> EditSet {
    let buffer = planter.buffer;
    let line = buffer.line_of(found.range.start);
    let line_start = buffer.line_start(line);
    let begins_line = is_blank(&buffer.slice(line_start..found.range.start));
    let start = if begins_line { line_start } else { found.range.start };
    let end_of_line = match buffer.line_end(line) {
        LineEnd::None => line.checked_sub(1).map_or(LineEnd::Lf, |above| buffer.line_end(above)),
        end => end,
    };
    let old = found.lines_without_kept(planter.lines(buffer.lines_of(&found.range)));
    let base = planter.indent_at(found.range.start);
    let written = found.opened(payload);
    let mut lines = planter.planted_or_as_is(&written, &base, &old, line, indent);
    if !begins_line && let (Some(first), Some(own)) = (lines.first_mut(), written.first()) {
        // What stands before the definition on its line stands before the payload.
        *first = own.trim_start_matches([' ', '\t']).to_owned();
    }
    let lines = planter.separated(lines, found.closing.as_deref());
    let text = found.with_kept(lines).join(end_of_line.as_str());
    // A terminator that stands behind the definition without belonging to it is not doubled.
    let is_doubled = text.ends_with(';') && buffer.piece_at(found.range.end).starts_with(b";");
    EditSet::one(start..found.range.end + usize::from(is_doubled), text)
}
