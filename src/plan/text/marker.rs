//! Finds the marker of an operation, and the depth of the payload at that place.

use std::ops::Range;

use super::clauses::Clauses;
use crate::diag::Code;
use crate::ir::{Change, Indent, Marker, Payload, RepeatedLines, SymbolTarget};
use crate::plan::editing::Editing;
use crate::plan::explain::{self, MarkerSearch};
use crate::plan::refusal::Refusal;
use crate::plan::symbol::lookup::{language_of_scope, scope_lines};
use crate::plan::tree::document::Document;
use crate::resolve::bindings::is_name_char;
use crate::resolve::lines::{
    Haystack, LinesProblem, MarkerMatch, PayloadPlace, PayloadSide, find_applied, find_between,
    find_between_closer, payload_at_depth, resolve_marker,
};
use crate::resolve::symbol::{Purpose, SymbolProblem};
use crate::text::normal::{find_word, is_closing_line, trim};
use crate::text::{BOM_CHAR, LexRules, Lexer, TokenKind, begins_rules};

/// Indents the lines of a payload for the place of a marker, which is a gap in the lines of the file.
pub(in crate::plan) fn with_file_indentation(
    document: &mut Document<'_>,
    at: &PayloadPlace<'_>,
    payload: &Payload,
    indent: Indent,
) -> Result<Vec<String>, LinesProblem> {
    if indent == Indent::AsIs || payload.lines.is_empty() {
        return Ok(payload.lines.clone());
    }
    let (layout, lexical) = (document.layout(), document.lexical());
    let (buffer, index) = document.lines();
    match payload_at_depth(buffer, index, layout, at, payload) {
        // Lines of make rules keep their columns, whatever the marker is.
        Err(LinesProblem::AmbiguousDepth { .. })
            if lexical.is_some_and(|rules| begins_rules(&payload.lines, rules)) =>
        {
            Ok(payload.lines.clone())
        }
        // A clause gets the depth of its statement, whatever the marker is.
        Err(problem @ LinesProblem::AmbiguousDepth { .. })
            if at.side != PayloadSide::Replace && !layout.indented =>
        {
            let clauses = Clauses::of(lexical, index.rules().is_some());
            clauses.behind(buffer, at.gap.start, &payload.lines).ok_or(problem)
        }
        settled => settled,
    }
}

/// Returns a marker and its change without the byte order mark that the marker shows at the start of the file; `None`
/// if the marker shows none.
pub(in crate::plan) fn without_mark(
    document: &Document<'_>,
    marker: &Marker,
    change: &Change,
) -> Option<(Marker, Change)> {
    let unmarked = |lines: &[String]| -> Option<Vec<String>> {
        let (first, rest) = lines.split_first()?;
        let first = first.strip_prefix(BOM_CHAR)?.to_owned();
        Some(std::iter::once(first).chain(rest.iter().cloned()).collect())
    };
    let mut marker = marker.clone();
    let has_before = !marker.before.lines.is_empty();
    let part = if has_before { &mut marker.before } else { &mut marker.lines };
    part.lines = unmarked(&part.lines).filter(|_| document.buffer().has_bom())?;
    let mut change = change.clone();
    if let Change::Replace(payload) | Change::InsertBefore(payload) = &mut change
        && let Some(lines) = unmarked(&payload.lines)
    {
        payload.lines = lines;
    }
    Some((marker, change))
}

/// Returns the place of a marker, and the lines in which it was searched for.
pub(in crate::plan) fn find_marker(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    marker: &Marker,
) -> Result<(MarkerMatch, Range<usize>), Refusal> {
    let within = match &marker.scope {
        None => 0..document.buffer().line_count(),
        Some(scope) => match document.scope_lines(scope) {
            Some([inner, outer]) if inner != outer && is_absent(document, &inner, marker) => outer,
            Some([inner, _]) => inner,
            None => match marker_scope(document, editing, (scope, marker)) {
                Ok(lines) => {
                    document.keep_scope(scope, &lines);
                    lines
                }
                Err(refusal) => {
                    let is_unread = refusal.is_of(Code::UncertainExtent);
                    match place_below_heading(document, scope, marker).filter(|_| is_unread) {
                        Some(lines) => lines,
                        None => return Err(refusal),
                    }
                }
            },
        },
    };
    let repeats = editing.operation.if_already_made.lines == RepeatedLines::Insert;
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
        (LinesProblem::Ambiguous { candidates }, change) => {
            match find_grown(&mut haystack, (marker, change), &candidates) {
                Some(at) if !repeats => LinesProblem::AlreadyApplied { at },
                _ => LinesProblem::Ambiguous { candidates },
            }
        }
        (problem, _) => problem,
    });
    let found = found.and_then(|found| {
        let (left, brought) = lines_left(marker, editing.change);
        match find_between_closer(&mut haystack, (marker, &found), (&left, brought)).filter(|_| !repeats) {
            Some(at) => Err(LinesProblem::AppliedElsewhere { at, marker: found.range }),
            None => Ok(found),
        }
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

/// Returns the only place of what a change leaves, if it repeats its marker and all places of the marker are in there.
fn find_grown(
    haystack: &mut Haystack<'_, '_>,
    (marker, change): (&Marker, &Change),
    candidates: &[Range<usize>],
) -> Option<Range<usize>> {
    let (left, brought) = lines_left(marker, change);
    let grown = find_between(haystack, marker, (&left, brought))?;
    candidates.iter().all(|own| grown.start <= own.start && own.end <= grown.end).then_some(grown)
}

/// Returns the lines of the definition in which a marker is to be searched for.
///
/// If the address is ambiguous, or the definition that it names does not contain the marker, the only matching
/// definition that contains the marker is chosen.
fn marker_scope(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    (scope, marker): (&SymbolTarget, &Marker),
) -> Result<Range<usize>, Refusal> {
    let language = language_of_scope(document, &editing.operation.path, scope)?;
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

/// Returns all lines of the file, if a marker matches one place in it, within the braces of headings that contain the
/// names of the address. This is where the marker is in a definition that cannot be parsed.
fn place_below_heading(
    document: &mut Document<'_>,
    scope: &SymbolTarget,
    marker: &Marker,
) -> Option<Range<usize>> {
    let whole = 0..document.buffer().line_count();
    let place = resolve_marker(&mut document.haystack(whole.clone()), marker).ok()?.range;
    let (buffer, index) = document.lines();
    let rules = index.rules()?;
    let open = open_headings(&buffer.slice(0..buffer.line_start(place.start)), rules)?;
    let given = [&scope.class, &scope.method, &scope.symbol].into_iter().flatten();
    let mut names = given.flat_map(|address| address.split(|char: char| !is_name_char(char))).peekable();
    names.peek()?;
    let mut around = open.iter().peekable();
    let encloses = names.filter(|name| !name.is_empty()).all(|name| {
        while around.next_if(|heading| find_word(heading, name).is_none()).is_some() {}
        around.peek().is_some()
    });
    encloses.then_some(whole)
}

/// Returns the code before each brace that is open at the end of a text; `None` if a closing brace has no opening one.
fn open_headings(text: &str, rules: &LexRules) -> Option<Vec<String>> {
    let mut open: Vec<String> = Vec::new();
    let mut heading = String::new();
    // A heading that contains braces continues after them.
    let mut closed: Option<String> = None;
    for token in Lexer::new(rules).tokens(text) {
        let code = &text[token.range.clone()];
        let goes_on = code.trim_start().starts_with(['>', ',', '|', '&', '=', ')', ':']);
        match token.kind {
            TokenKind::Open(b'{') => {
                closed = None;
                open.push(std::mem::take(&mut heading));
            }
            TokenKind::Close(b'}') => {
                closed = Some(open.pop()?);
                heading.clear();
            }
            TokenKind::Code | TokenKind::Close(_) => {
                if let Some(before) = closed.take().filter(|_| goes_on) {
                    heading = before;
                }
                let rest = code.rfind(';').map(|at| at + 1);
                if rest.is_some() {
                    heading.clear();
                }
                heading.push_str(&code[rest.unwrap_or(0)..]);
                heading.push(' ');
            }
            _ => {}
        }
    }
    Some(open)
}

/// Returns whether the lines contain a line that the change adds, so that the change may be made there already; also
/// true if the change adds no line.
fn holds_brought(
    document: &Document<'_>,
    within: &Range<usize>,
    (marker, change): (&Marker, &Change),
) -> bool {
    let old: Vec<&str> = marker.lines.lines.iter().map(|line| trim(line)).collect();
    let brought = change.payload().map_or(&[][..], |payload| &payload.lines).iter().map(|line| trim(line));
    let brought: Vec<&str> = brought.filter(|line| !is_closing_line(line) && !old.contains(line)).collect();
    let buffer = document.buffer();
    brought.is_empty() || within.clone().any(|line| brought.contains(&trim(&buffer.line(line))))
}

/// Returns the lines that a change leaves in place of its marker, and the range of those that it adds.
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

/// Returns whether a marker matches nowhere in some lines.
fn is_absent(document: &mut Document<'_>, within: &Range<usize>, marker: &Marker) -> bool {
    let (buffer, index) = document.lines();
    matches!(
        resolve_marker(&mut Haystack { buffer, index, within: within.clone() }, marker),
        Err(LinesProblem::NotFound { .. })
    )
}
