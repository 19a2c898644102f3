//! The parts of a definition that an operation can replace separately: heading, body, documentation.

use std::ops::Range;

use crate::ir::{PartEdge, SymbolPart};
use crate::lang::DocRule;
use crate::text::MarginRule;

use super::replacement;
use super::view::DefinitionView;
use crate::resolve::symbol::address::request::Request;
use crate::resolve::symbol::extent::lead_in::{doubtful_doc, lines_words};
use crate::resolve::symbol::payload::problem::PayloadProblem;
use crate::resolve::symbol::{SymbolMatch, SymbolProblem, describe};

/// A part of a definition, and its replacement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The place of the part.
    pub place: PartPlace,
    /// The lines that replace it.
    pub lines: Vec<String>,
    /// How the indentation of the lines is adapted to that of the part.
    pub margin: MarginRule,
}

/// The place of a part of a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PartPlace {
    /// The bytes that the payload replaces; its first line continues the line where they begin.
    Text(Range<usize>),
    /// The bytes between two brackets.
    Braces(Range<usize>),
    /// The bytes of a value that is replaced by a block.
    Value(Range<usize>),
    /// Whole lines of a block below its heading.
    Lines {
        /// The lines that are replaced; empty if lines are only inserted.
        lines: Range<usize>,
        /// The byte offset of the first statement, which shows the indentation.
        statement: usize,
    },
    /// Before a line of a body, of which nothing is replaced.
    Between {
        /// The line before which the payload is inserted.
        line: usize,
        /// The byte offset of a statement, which shows the indentation.
        statement: usize,
    },
    /// A block on the line of its heading, from the end of the heading.
    Inline(Range<usize>),
    /// Lines above the definition.
    Above {
        /// The lines that are replaced.
        lines: Vec<usize>,
        /// The byte offset of the item before which the new lines are inserted.
        before: usize,
    },
}

/// The replacement of a part, or lines to insert at its start or end.
#[derive(Clone, Copy)]
pub(in crate::resolve::symbol) struct NewPart<'a> {
    pub(in crate::resolve::symbol) part: SymbolPart,
    pub(in crate::resolve::symbol) at: PartEdge,
    pub(in crate::resolve::symbol) payload: &'a [String],
}

impl DefinitionView<'_> {
    /// Finds the part that a payload replaces.
    pub(in crate::resolve::symbol) fn find_part(
        &self,
        found: &mut SymbolMatch,
        request: &Request<'_>,
        new: &NewPart<'_>,
    ) -> Result<(), SymbolProblem> {
        let Self { file, id, place, .. } = *self;
        let NewPart { part, at, payload: whole } = *new;
        let payload = without_blank_edges(whole);
        let no_body = || match describe(file, &[id]).pop() {
            Some(symbol) => SymbolProblem::NoBody { symbol },
            None => SymbolProblem::NoDocs,
        };
        match part {
            SymbolPart::Body
                if at == PartEdge::Whole && (self.body().is_none() || self.is_new_value(payload)) =>
            {
                let value = self.value().ok_or_else(no_body)?;
                found.part =
                    Some(self.new_value(&value, payload).map_err(|problem| request.mismatch(problem))?);
            }
            SymbolPart::Body => {
                let body = self.body().ok_or_else(no_body)?;
                if at == PartEdge::Whole && self.begins_tried(&body, payload) {
                    return Err(request.mismatch(PayloadProblem::WholeDefinition));
                }
                let part = self.new_body(&body, payload).map_err(|problem| request.mismatch(problem))?;
                if at != PartEdge::Whole {
                    found.holds_members = file.outline.item(id).inside.is_some();
                    let part = self
                        .with_inserted_lines(&body, part, new)
                        .map_err(|problem| request.mismatch(problem))?;
                    found.warnings.extend(self.comment_of_stand_in(&part));
                    if at == PartEdge::End {
                        found.warnings.extend(self.leaving_statement(&body, &part));
                    }
                    found.part = Some(part);
                    return Ok(());
                }
                // Blank lines at the payload's edges count only if the file has some there.
                let lines = if part.lines == payload { whole.to_vec() } else { part.lines };
                found.part = Some(Part { lines, ..part });
            }
            SymbolPart::Signature => {
                let payload = &self.without_same_body(payload);
                let (heading, facts) =
                    self.read_heading(payload).map_err(|problem| request.mismatch(problem))?;
                let payload = &heading.lines;
                replacement::check(file, id, &facts, &request.selector)
                    .map_err(|problem| request.mismatch(problem))?;
                // A heading is given without the lead-in above it.
                let notes = found.notes.len();
                replacement::determine_range(found, place, &facts, request.target, file);
                found.notes.truncate(notes);
                found.keeps_parameters = self.keeps_parameters(&facts, payload);
                found.calls = self.call_change(payload);
                found.newcomers = self.namesake_under(payload, &facts);
                found.new_name = facts.other_name(file.outline.definition(id));
                found.warnings.extend(replacement::name_note(file.outline, id, &facts));
                found.range.end = self.behind_macros(self.signature_end(&facts, found));
                let lines = found.with_keyword_changes(payload);
                let (lines, end) = self
                    .with_comment(lines, &heading, found.range.end)
                    .ok_or_else(|| request.mismatch(PayloadProblem::CommentOverBody))?;
                let (lines, end) = self.with_brace(lines, end);
                found.range.end = end;
                let place = PartPlace::Text(found.range.clone());
                let margin =
                    if facts.declaration_line == 0 { MarginRule::Heading } else { MarginRule::First };
                found.part = Some(Part { place, lines, margin });
            }
            SymbolPart::Doc => {
                let rule = file.manifest().symbols.documents.as_ref().ok_or(SymbolProblem::NoDocs)?;
                let refused = || request.mismatch(PayloadProblem::NoDocs);
                found.warnings.extend(doubtful_doc(file, id).map(parted_note));
                let whole = &self.level_docs(rule, whole);
                let payload = without_blank_edges(whole);
                if at != PartEdge::Whole {
                    if matches!(rule, DocRule::Strings(..)) && self.has_joined_docs() {
                        return Err(request.mismatch(PayloadProblem::JoinedDocs));
                    }
                    let grown = self.grown_docs(rule, whole).ok_or_else(refused)?;
                    found.present_doc_lines = grown.present;
                    found.part = Some(grown.part);
                    return Ok(());
                }
                let part = match rule {
                    DocRule::Strings(quotes, others) => {
                        let body = self.body().ok_or_else(no_body)?;
                        self.new_docstring(&body, payload, quotes, others).ok_or_else(refused)?
                    }
                    DocRule::Comments(mark) => self.new_comments(payload, mark).ok_or_else(refused)?,
                };
                found.part = Some(part);
            }
        }
        Ok(())
    }
}

/// Returns the warning about documentation that is inserted below a comment which may belong to the definition.
fn parted_note(lines: Range<usize>) -> String {
    let words = lines_words(&lines);
    format!(
        "the comment on {words} stays: a blank line separates it from the definition, so it may \
         be about the file or about several definitions"
    )
}

/// Removes blank lines at the start and end of a payload.
pub(in crate::resolve::symbol) fn without_blank_edges(payload: &[String]) -> &[String] {
    let is_filled = |line: &String| !line.trim().is_empty();
    let first = payload.iter().position(is_filled).unwrap_or(payload.len());
    let last = payload.iter().rposition(is_filled).map_or(first, |last| last + 1);
    &payload[first..last]
}
