//! The parts of a definition that an operation can replace alone: heading, body, documentation.

use std::ops::Range;

use crate::ir::{PartEdge, SymbolPart};
use crate::lang::{DocRule, Manifest};
use crate::text::normal::{indentation, is_blank};
use crate::text::{CommentScanner, LastCode, LexRules, LexState, Lexer, Margin, TokenKind, upright};

use super::called_body::called_body;
use super::replacement;
use crate::resolve::symbol::address::heading::ParameterList;
use crate::resolve::symbol::address::request::Request;
use crate::resolve::symbol::extent::docstring::{is_docstring, string_end};
use crate::resolve::symbol::extent::dress;
use crate::resolve::symbol::extent::lead_in::{doubtful_doc, lines_words};
use crate::resolve::symbol::extent::span::Span;
use crate::resolve::symbol::outline::definition::Definition;
use crate::resolve::symbol::outline::items::{ItemId, Reach};
use crate::resolve::symbol::outline::outlined::Outlined;
use crate::resolve::symbol::payload::brought::{Asked, PayloadFacts, read_payload};
use crate::resolve::symbol::payload::problem::PayloadProblem;
use crate::resolve::symbol::{SymbolMatch, SymbolProblem, Symbols, describe};

/// A part of a definition, and what takes its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Where it stands.
    pub place: PartPlace,
    /// The lines that take its place.
    pub lines: Vec<String>,
    /// Which of their indentation moves to the depth of the part.
    pub margin: Margin,
}

/// Where a part of a definition stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PartPlace {
    /// The bytes from the first to the last one that give way to the payload, whose first line goes on where they begin.
    Text(Range<usize>),
    /// The bytes between two brackets.
    Braces(Range<usize>),
    /// The bytes of a value that a block takes the place of.
    Value(Range<usize>),
    /// Whole lines of a block, the heading standing on the line before or above.
    Lines {
        /// The lines that give way; none where lines are only put in.
        lines: Range<usize>,
        /// The byte of the first statement, which shows the indentation.
        statement: usize,
    },
    /// Before a line of a body, which keeps all that it has.
    Between {
        /// The line that comes below.
        line: usize,
        /// The byte of a statement, which shows the indentation.
        statement: usize,
    },
    /// A block on the line of its heading, from the end of that.
    Inline(Range<usize>),
    /// Lines above the definition that give way, and the byte that the new ones come before.
    Above {
        /// The lines that give way.
        lines: Vec<usize>,
        /// The byte of what they come before.
        before: usize,
    },
}

/// What comes in the place of a part, or at one of its edges.
#[derive(Clone, Copy)]
pub(in crate::resolve::symbol) struct NewPart<'a> {
    pub(in crate::resolve::symbol) part: SymbolPart,
    pub(in crate::resolve::symbol) at: PartEdge,
    pub(in crate::resolve::symbol) payload: &'a [String],
}

impl View<'_> {
    /// Finds the part that a payload takes the place of.
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
                let part = self.new_body(&body, payload).map_err(|problem| request.mismatch(problem))?;
                if at != PartEdge::Whole {
                    let part =
                        self.grown_body(&body, part, new).map_err(|problem| request.mismatch(problem))?;
                    if at == PartEdge::End {
                        found.doubts.extend(self.leaving_statement(&body, &part));
                    }
                    found.part = Some(part);
                    return Ok(());
                }
                // Blank lines at its edges count only where the file has some there.
                let lines = if part.lines == payload { whole.to_vec() } else { part.lines };
                found.part = Some(Part { lines, ..part });
            }
            SymbolPart::Signature => {
                let payload = &self.without_same_body(payload);
                let heading = self.new_heading(payload);
                let payload = &heading.lines;
                let facts = self.read_signature(payload).map_err(|problem| request.mismatch(problem))?;
                replacement::check(file, id, &facts, &request.wish)
                    .map_err(|problem| request.mismatch(problem))?;
                // A heading is given without what is above it.
                let notes = found.notes.len();
                replacement::fit(found, place, &facts, request.target, file);
                found.notes.truncate(notes);
                found.keeps_parameters = self.keeps_parameters(&facts, payload);
                found.doubts.extend(replacement::name_note(file.outline, id, &facts));
                found.range.end = self.behind_macros(self.signature_end(&facts, found));
                let lines = found.opened(payload);
                let (lines, end) = self
                    .with_comment(lines, &heading, found.range.end)
                    .ok_or_else(|| request.mismatch(PayloadProblem::CommentOverBody))?;
                let (lines, end) = self.with_brace(lines, end);
                found.range.end = end;
                let place = PartPlace::Text(found.range.clone());
                found.part = Some(Part { place, lines, margin: Margin::First });
            }
            SymbolPart::Doc => {
                let rule = file.manifest().symbols.documents.as_ref().ok_or(SymbolProblem::NoDocs)?;
                let refused = || request.mismatch(PayloadProblem::NoDocs);
                found.doubts.extend(doubtful_doc(file, id).map(parted_note));
                if at != PartEdge::Whole {
                    if matches!(rule, DocRule::Strings(..)) && self.has_joined_docs() {
                        return Err(request.mismatch(PayloadProblem::JoinedDocs));
                    }
                    let grown = self.grown_docs(rule, whole).ok_or_else(refused)?;
                    found.present = grown.present;
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

/// What to say where documentation is written below a comment that may be the definition's.
fn parted_note(lines: Range<usize>) -> String {
    let words = lines_words(&lines);
    format!(
        "the comment on {words} stays: a blank line parts it from the definition, so it may be about the file or about \
         several definitions"
    )
}

/// The payload without blank lines at its edges.
pub(in crate::resolve::symbol) fn without_blank_edges(payload: &[String]) -> &[String] {
    let is_filled = |line: &String| !line.trim().is_empty();
    let first = payload.iter().position(is_filled).unwrap_or(payload.len());
    let last = payload.iter().rposition(is_filled).map_or(first, |last| last + 1);
    &payload[first..last]
}

/// A definition that is looked at.
pub(in crate::resolve::symbol) struct View<'a> {
    pub(in crate::resolve::symbol) symbols: &'a Symbols,
    pub(in crate::resolve::symbol) file: Outlined<'a>,
    pub(in crate::resolve::symbol) id: ItemId,
    pub(in crate::resolve::symbol) place: &'a Span,
}

impl View<'_> {
    fn start(&self) -> usize {
        self.file.outline.item(self.id).range.start
    }

    /// The bytes of the body; `None` if there is none in brackets or in a block.
    pub(in crate::resolve::symbol) fn body(&self) -> Option<Range<usize>> {
        let frame = &self.file.outline.definition(self.id)?.frame;
        let Some(body) = frame.body.as_ref() else { return self.called_body() };
        let body = self.start() + body.start..self.start() + body.end;
        if self.is_block() {
            return Some(body.start..self.place.end);
        }
        let text = self.file.buffer.slice(body.clone());
        if text.len() > 1 && text.starts_with('{') && text.ends_with('}') {
            return Some(body);
        }
        self.value().and_then(|_| self.called_body())
    }

    /// The body of the one function in a call that is the value, or of the one that functions return.
    fn called_body(&self) -> Option<Range<usize>> {
        let start = self.place.declaration;
        if self.is_block() {
            return None;
        }
        let text = self.file.buffer.slice(start..self.place.end.max(start)).into_owned();
        let tree = self.symbols.syntax.fresh().parse(&text).ok()?;
        called_body(&tree, &text).map(|body| start + body.start..start + body.end)
    }

    /// What is behind a body and belongs to its definition: the end of the call that it is in.
    pub(in crate::resolve::symbol) fn behind(&self, body: &Range<usize>) -> String {
        let is_own = |found: &Definition| found.frame.body.is_some();
        match self.file.outline.definition(self.id) {
            Some(found) if !is_own(found) => {
                self.file.buffer.slice(body.end..self.place.end.max(body.end)).into_owned()
            }
            _ => String::new(),
        }
    }

    /// The value that stands for a body, such as that of `(a) => a + 1`.
    fn value(&self) -> Option<Range<usize>> {
        let frame = &self.file.outline.definition(self.id)?.frame;
        let has_values = !self.file.manifest().symbols.values.is_empty();
        let body = frame.body.clone().filter(|_| has_values && !self.is_block())?;
        Some(self.start() + body.start..self.start() + body.end)
    }

    pub(in crate::resolve::symbol) fn is_block(&self) -> bool {
        self.file.manifest().symbols.indented_bodies
    }

    /// The end of the heading, initialisers left out.
    pub(in crate::resolve::symbol) fn head_end(&self) -> usize {
        self.start() + self.file.outline.definition(self.id).map_or(0, |found| found.frame.head_end)
    }

    /// The end of the macros that follow a byte of the heading, such as one that stands for `noexcept`.
    fn behind_macros(&self, end: usize) -> usize {
        let Self { file, place, .. } = *self;
        let macros = file.outline.macros.as_deref().unwrap_or_default();
        let mut macros = macros[macros.partition_point(|one| one.start < end)..].iter();
        let mut done = end;
        while let Some(next) = macros.next().filter(|one| one.end <= place.end)
            && file.buffer.slice(done..next.start.max(done)).trim().is_empty()
        {
            done = next.end;
        }
        done
    }

    /// The heading, as a payload of its own would have it.
    pub(in crate::resolve::symbol) fn head(&self, end: usize) -> String {
        self.file.buffer.slice(self.place.declaration..end.max(self.place.declaration)).trim_end().to_owned()
    }

    /// Whether a payload is a definition of the same kind and name, and nothing else.
    fn is_whole(&self, payload: &[String]) -> bool {
        let Some(own) = self.file.outline.definition(self.id) else { return false };
        let mut syntax = self.symbols.syntax.fresh();
        let asked = Asked { capture: Some(own.capture), ..Asked::default() };
        let facts = read_payload(&mut syntax, payload, asked);
        let name = |definition: &Definition| definition.parts.last().map(|part| part.name.clone());
        facts.is_ok_and(|facts| {
            facts.is_last && facts.definition.frame.body.is_some() && name(&facts.definition) == name(own)
        })
    }

    /// The payload at the margin, as it is first read, and as it is if only its first line lost its indentation.
    fn upright(&self, payload: &[String]) -> Vec<Vec<String>> {
        upright(payload, self.file.manifest().row_rules())
    }

    /// The verdict of the first reading of a payload that passes, else that of the first one.
    pub(in crate::resolve::symbol) fn judge(
        &self,
        payload: &[String],
        judge: impl Fn(&[String]) -> Result<PayloadFacts, PayloadProblem>,
    ) -> Result<(), PayloadProblem> {
        let mut verdicts = self.upright(payload).into_iter().map(|lines| judge(&lines).map(|_| ()));
        let first = verdicts.next().unwrap_or(Ok(()));
        if first.is_err() && verdicts.any(|verdict| verdict.is_ok()) { Ok(()) } else { first }
    }

    /// Reads a text as a definition of the same kind, and refuses more or less than one.
    pub(in crate::resolve::symbol) fn read(&self, text: &str) -> Result<PayloadFacts, PayloadProblem> {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let own = self.file.outline.definition(self.id);
        let reach = own.filter(|found| found.is_small).map_or_else(Reach::default, |_| Reach::Names);
        let mut syntax = self.symbols.syntax.fresh();
        let asked = Asked { capture: own.map(|found| found.capture), reach, ..Asked::default() };
        let facts = read_payload(&mut syntax, &lines, asked)?;
        if facts.has_more { Err(PayloadProblem::Unbalanced) } else { Ok(facts) }
    }

    /// What takes the place of the body.
    pub(super) fn new_body(&self, body: &Range<usize>, payload: &[String]) -> Result<Part, PayloadProblem> {
        if self.is_whole(payload) {
            // With the very heading that the file has, only its body can be meant.
            let inner = self.body_below_heading(body, payload).ok_or(PayloadProblem::WholeDefinition)?;
            return if self.is_whole(&inner) {
                Err(PayloadProblem::WholeDefinition)
            } else {
                self.new_body(body, &inner)
            };
        }
        if self.is_block() {
            return self.new_block(body, payload);
        }
        let (head, behind) = (self.head(body.start), self.behind(body));
        let judge = |lines: &[String]| {
            self.judge(lines, |lines| self.read(&format!("{head}\n{{\n{}\n}}{behind}", lines.join("\n"))))
        };
        let inner = without_brackets(payload, &self.file.manifest().lexical);
        let lines = match inner.filter(|inner| judge(inner).is_ok()) {
            Some(inner) => inner,
            None => {
                // Lines are counted from the payload's own first one.
                let above = head.matches('\n').count() + 2;
                judge(payload).map_err(|problem| from_line(problem, above))?;
                payload.to_vec()
            }
        };
        Ok(Part { place: PartPlace::Braces(body.start + 1..body.end - 1), lines, margin: Margin::Least })
    }

    /// The body of a definition whose heading is that of the file, but for blanks.
    fn body_below_heading(&self, body: &Range<usize>, payload: &[String]) -> Option<Vec<String>> {
        let head = self.head(if self.is_block() { self.head_end() } else { body.start });
        below_heading(&head, payload, self.file.manifest())
    }

    /// What takes the place of a value that stands for a body: another value, or a block.
    fn new_value(&self, value: &Range<usize>, payload: &[String]) -> Result<Part, PayloadProblem> {
        if self.is_whole(payload) {
            return Err(PayloadProblem::WholeDefinition);
        }
        if let Some(lines) = self.as_value(value, payload) {
            return Ok(Part { place: PartPlace::Text(value.clone()), lines, margin: Margin::First });
        }
        let head = self.head(value.start);
        let inner = without_brackets(payload, &self.file.manifest().lexical);
        let lines = inner.unwrap_or_else(|| payload.to_vec());
        let above = head.matches('\n').count() + 2;
        self.judge(&lines, |lines| self.read(&format!("{head}\n{{\n{}\n}}", lines.join("\n"))))
            .map_err(|problem| from_line(problem, above))?;
        Ok(Part { place: PartPlace::Value(value.clone()), lines, margin: Margin::Least })
    }

    /// Whether a payload is a function in the place of the one that the definition returns, not the body of that.
    fn is_new_value(&self, payload: &[String]) -> bool {
        let value = self.value().filter(|value| !self.file.buffer.slice(value.clone()).starts_with('{'));
        let Some(value) = value else { return false };
        let Some(lines) = self.as_value(&value, payload) else { return false };
        let text = format!("{} {}", self.head(value.start), lines.join("\n"));
        self.symbols.syntax.fresh().parse(&text).is_ok_and(|tree| called_body(&tree, &text).is_some())
    }

    /// The lines of a payload that takes the place of a value as one.
    fn as_value(&self, value: &Range<usize>, payload: &[String]) -> Option<Vec<String>> {
        let lexical = &self.file.manifest().lexical;
        if without_brackets(payload, lexical).is_some() {
            return None;
        }
        let mut alone = payload.to_vec();
        if let Some(last) = alone.last_mut() {
            last.truncate(last.trim_end().trim_end_matches(';').len());
        }
        let text = alone.join("\n");
        let signs = signs_of(&text, lexical);
        // Among the members of a class what follows a value may pass for a member.
        let is_all = |facts: &PayloadFacts| {
            let body = facts.definition.frame.body.as_ref();
            signs.has_comment || body.is_some_and(|body| body.len() >= text.trim().len())
        };
        let is_value = |facts: PayloadFacts| facts.error.is_none() && !signs.parts && is_all(&facts);
        self.read(&format!("{} {text}", self.head(value.start))).is_ok_and(is_value).then_some(alone)
    }

    fn new_block(&self, body: &Range<usize>, payload: &[String]) -> Result<Part, PayloadProblem> {
        let manifest = self.file.manifest();
        let stand_in = manifest.symbols.stand_in.clone().unwrap_or_default();
        let lines = if payload.is_empty() { vec![stand_in] } else { payload.to_vec() };
        let head = self.head(self.head_end());
        let above = head.matches('\n').count() + 1;
        let judge = |lines: &[String]| {
            let deeper: Vec<String> = lines.iter().map(|line| format!("    {line}")).collect();
            self.read(&format!("{head}\n{}", deeper.join("\n")))
        };
        self.judge(&lines, judge).map_err(|problem| from_line(problem, above))?;
        let head_end = self.head_end();
        let head_line = self.file.buffer.line_of(head_end);
        let begins = lines.join("\n");
        let doc = self
            .docstring_range(body)
            .filter(|_| string_end(begins.trim_start_matches([' ', '\t']), &manifest.lexical).is_none());
        if self.file.buffer.line_of(body.start) == head_line {
            let line_end = self.file.buffer.line_range(self.file.buffer.line_of(self.place.end)).end;
            let doc = doc.map(|doc| self.file.buffer.slice(doc).into_owned());
            let lines = doc.into_iter().chain(lines).collect();
            let place = PartPlace::Inline(head_end..line_end.max(head_end));
            return Ok(Part { place, lines, margin: Margin::Least });
        }
        let last = self.file.buffer.line_of(self.place.end.saturating_sub(1)) + 1;
        let first = match doc {
            // The blank lines behind the documentation stay.
            Some(doc) => {
                let below = self.file.buffer.line_of(doc.end.saturating_sub(1)) + 1;
                (below..last).find(|line| !self.file.buffer.line(*line).trim().is_empty()).unwrap_or(last)
            }
            None => head_line + 1,
        };
        let place = PartPlace::Lines { lines: first..last, statement: body.start };
        Ok(Part { place, lines, margin: Margin::Least })
    }

    /// The string that documents a block.
    pub(super) fn docstring_range(&self, body: &Range<usize>) -> Option<Range<usize>> {
        let lexical = &self.file.manifest().lexical;
        let text = self.file.buffer.slice(body.clone());
        let mut end = string_end(&text, lexical)?;
        // Strings one behind the other are one.
        loop {
            let rest = text[end..].trim_start_matches([' ', '\t']);
            let Some(next) = string_end(rest, lexical) else { break };
            end = text.len() - rest.len() + next;
        }
        let first = string_end(&text, lexical)?;
        let rest = text[end..].lines().next().unwrap_or_default();
        let is_alone = ["", "#", ";"].iter().any(|mark| {
            let rest = rest.trim_start();
            if mark.is_empty() { rest.is_empty() } else { rest.starts_with(mark) }
        });
        (is_alone && is_docstring(&text[..first], lexical)).then(|| body.start..body.start + end)
    }

    /// Whether several strings, one behind the other, document a block.
    fn has_joined_docs(&self) -> bool {
        let doc = self.body().and_then(|body| self.docstring_range(&body));
        let lexical = &self.file.manifest().lexical;
        doc.is_some_and(|doc| {
            let text = self.file.buffer.slice(doc);
            string_end(&text, lexical).is_some_and(|end| end < text.len())
        })
    }

    /// Whether a heading has the name that the definition has, and can be called as that is.
    fn keeps_parameters(&self, facts: &PayloadFacts, payload: &[String]) -> bool {
        let Some(own) = self.file.outline.definition(self.id) else { return false };
        let name = |definition: &Definition| definition.parts.last().map(|part| part.name.clone());
        if name(own) != name(&facts.definition) {
            return false;
        }
        let name = own.parts.last().map_or("", |part| part.name.as_str());
        let (old, new) = (self.head(self.head_end()), payload.join("\n"));
        let (old, new) = match (ParameterList::of(&old, name), ParameterList::of(&new, name)) {
            (Some(old), Some(new)) => (old, new),
            // What takes nothing is not called.
            (old, new) => return old.is_none() && new.is_none(),
        };
        match (&own.signature, &facts.definition.signature) {
            (Some(own), Some(given)) => given.begins_with(own) && new.takes_as_many(&old),
            _ if self.file.manifest().symbols.unchecked_types => new.takes_all_named(&old),
            _ => old == new,
        }
    }

    /// Reads a heading with a body of its own.
    fn read_signature(&self, lines: &[String]) -> Result<PayloadFacts, PayloadProblem> {
        if lines.is_empty() {
            return Err(PayloadProblem::Empty);
        }
        let manifest = self.file.manifest();
        let frame = self.file.outline.definition(self.id).map(|found| &found.frame);
        let has_body = frame.is_some_and(|frame| frame.body.is_some());
        let ends_with_line = manifest.view.mend.as_ref().is_some_and(|mend| mend.newline_ends);
        let body = match (&manifest.symbols.stand_in, has_body) {
            (Some(stand_in), _) => format!("\n    {stand_in}"),
            (None, true) => "\n{}".to_owned(),
            (None, false) if ends_with_line => "\n".to_owned(),
            (None, false) => "\n;".to_owned(),
        };
        let mut readings = self.upright(lines).into_iter();
        let mut read = |lines: Vec<String>| self.read(&format!("{}{body}", lines.join("\n")));
        let first = readings.next().map_or(Err(PayloadProblem::Empty), &mut read);
        let read =
            first.or_else(|problem| readings.next().map_or(Err(problem.clone()), read).or(Err(problem)));
        read.map_err(|problem| match problem {
            PayloadProblem::SyntaxError { line } => PayloadProblem::HeadingError { line },
            PayloadProblem::Unbalanced => PayloadProblem::SeveralHeadings,
            other => other,
        })
    }

    /// The end of the heading that a new one takes the place of. Initialisers stay if it brings none.
    fn signature_end(&self, facts: &PayloadFacts, found: &mut SymbolMatch) -> usize {
        let frame = self.file.outline.definition(self.id).map(|found| &found.frame);
        let Some(own) = frame.and_then(|frame| frame.initialisers.as_ref()) else {
            return self.declarations_end(found).unwrap_or_else(|| self.head_end());
        };
        if facts.definition.frame.initialisers.is_some() {
            return self.start() + own.end;
        }
        let text = self.file.buffer.slice(self.start() + own.start..self.start() + own.end);
        let first = text.lines().next().unwrap_or_default();
        found.notes.push(format!("kept `{first}`, which the payload leaves out"));
        self.head_end()
    }

    /// A heading without the statement behind it that is all of the body, as in `def run(self): ...`.
    fn without_same_body(&self, payload: &[String]) -> Vec<String> {
        let mut lines = payload.to_vec();
        let rules = &self.file.manifest().symbols;
        let body = self.body().map(|body| self.file.buffer.slice(body).trim().to_owned());
        if let (Some(last), Some(body)) =
            (lines.last_mut(), body.filter(|body| rules.placeholders.contains(body)))
            && let Some(rest) = last.trim_end().strip_suffix(body.as_str())
            && rest.trim_end().ends_with(rules.head_close.as_str())
        {
            *last = rest.trim_end().to_owned();
        }
        lines
    }

    /// The end of the declarations of parameters that stand between a heading and its body.
    fn declarations_end(&self, found: &mut SymbolMatch) -> Option<usize> {
        let (start, body) = (self.head_end(), self.body().filter(|_| !self.is_block())?);
        let text = self.file.buffer.slice(start..body.start.max(start)).into_owned();
        let rules = self.file.manifest().row_rules();
        let last = LastCode::of(text.lines(), rules)?;
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let end = lines[..last.line].iter().map(|line| line.len()).sum::<usize>() + last.end;
        if !text[..end].ends_with(';') {
            return None;
        }
        let rest = text[end..].lines().next().unwrap_or_default();
        let end = end + rest.trim_end().len();
        let scanner = CommentScanner::new(rules.lexical);
        let mut state = LexState::default();
        let comments = text[..end]
            .lines()
            .map(|line| (line.trim(), scanner.scan(line, &mut state).code.trim().to_owned()));
        let comments =
            comments.filter(|(line, code)| line.len() > code.len()).map(|(line, _)| format!("`{line}`"));
        let comments: Vec<String> = comments.collect();
        if !comments.is_empty() {
            found.doubts.push(format!(
                "the declarations of the parameters go, with comments: {}",
                comments.join(", ")
            ));
        }
        Some(start + end)
    }

    /// What documents a definition by a string; `None` for a payload that is more than that.
    pub(super) fn new_docstring(
        &self,
        body: &Range<usize>,
        payload: &[String],
        quotes: &str,
        others: &str,
    ) -> Option<Part> {
        let manifest = self.file.manifest();
        let old = self.docstring_range(body);
        let was_other = old.as_ref().is_some_and(|old| {
            let text = self.file.buffer.slice(old.clone());
            text.trim_start_matches(|sign: char| sign.is_ascii_alphabetic()).starts_with(others)
        });
        let (quotes, others) = if was_other { (others, quotes) } else { (quotes, others) };
        let dressed = |text: &[String]| dress::as_string(text, quotes, others, &manifest.lexical);
        let mut lines = dressed(payload)?;
        if payload.is_empty() {
            return Some(self.without_docstring(old));
        }
        // A text that begins below its quotes does so again, unless the new one brings quotes of its own.
        let begins_below = old.clone().is_some_and(|old| {
            let text = self.file.buffer.slice(old);
            text.split_once('\n').is_some_and(|(first, _)| first.trim_end().ends_with(['"', '\'']))
        });
        if begins_below && lines != payload {
            let below: Vec<String> = std::iter::once(String::new()).chain(payload.iter().cloned()).collect();
            lines = dressed(&below)?;
        }
        let head_line = self.file.buffer.line_of(self.head_end());
        let place = if let Some(old) = old {
            PartPlace::Text(old)
        } else if self.file.buffer.line_of(body.start) == head_line {
            PartPlace::Inline(self.head_end()..body.start)
        } else {
            let next = head_line + 1;
            // The documentation of a class stands apart from its members.
            let is_class = self.file.outline.item(self.id).inside.is_some();
            if is_class && !self.file.buffer.line(next).trim().is_empty() {
                lines.push(String::new());
            }
            PartPlace::Lines { lines: next..next, statement: body.start }
        };
        Some(Part { place, lines, margin: Margin::Prose })
    }

    /// Takes the string away with the blank lines below; what would be empty without gets a stand-in.
    fn without_docstring(&self, old: Option<Range<usize>>) -> Part {
        let Some(old) = old else {
            let place = PartPlace::Above { lines: Vec::new(), before: 0 };
            return Part { place, lines: Vec::new(), margin: Margin::Prose };
        };
        let (first, last) =
            (self.file.buffer.line_of(old.start), self.file.buffer.line_of(old.end.saturating_sub(1)));
        let has_line =
            |byte: usize| self.file.buffer.slice(self.file.buffer.line_start(first)..byte).trim().is_empty();
        let rest = self.file.buffer.slice(old.end..self.file.buffer.line_range(last).end.max(old.end));
        let end = self.file.buffer.line_of(self.place.end.saturating_sub(1));
        if end > last && has_line(old.start) && rest.trim().is_empty() {
            let below =
                (last + 1..=end).find(|line| !self.file.buffer.line(*line).trim().is_empty()).unwrap_or(end);
            return Part {
                place: PartPlace::Lines { lines: first..below, statement: old.start },
                lines: Vec::new(),
                margin: Margin::Prose,
            };
        }
        let stand_in = self.file.manifest().symbols.stand_in.clone();
        let lines = vec![stand_in.unwrap_or_default()];
        Part { place: PartPlace::Text(old), lines, margin: Margin::Prose }
    }
}

/// What stands in the body of a payload with a heading, but for blanks.
pub(in crate::resolve::symbol) fn below_heading(
    head: &str,
    payload: &[String],
    manifest: &Manifest,
) -> Option<Vec<String>> {
    let text = payload.join("\n");
    let mut wanted = head.chars().filter(|char| !char.is_whitespace()).peekable();
    let mut end = 0;
    for (at, char) in text.char_indices().filter(|(_, char)| !char.is_whitespace()) {
        if wanted.peek().is_none() {
            break;
        }
        if wanted.next() != Some(char) {
            return None;
        }
        end = at + char.len_utf8();
    }
    if wanted.peek().is_some() {
        return None;
    }
    let rest: Vec<String> = text[end..].split('\n').map(str::to_owned).collect();
    if manifest.symbols.indented_bodies {
        let (first, below) = rest.split_first()?;
        return is_blank(first).then(|| without_blank_edges(below).to_vec());
    }
    without_brackets(without_blank_edges(&rest), &manifest.lexical)
}

/// The lines within the brackets that enclose a whole payload, the first closing at the last.
pub(super) fn without_brackets(payload: &[String], lexical: &LexRules) -> Option<Vec<String>> {
    if !is_enclosed(payload, lexical) {
        return None;
    }
    let mut lines = payload.to_vec();
    if let Some(first) = lines.first_mut() {
        *first = first.trim_start().strip_prefix('{')?.trim().to_owned();
    }
    if let Some(last) = lines.last_mut() {
        *last = last.trim_end().strip_suffix('}')?.trim_end().to_owned();
    }
    // What stood behind the bracket is as deep as what follows it.
    let deep = lines.iter().skip(1).find(|line| !is_blank(line)).map(|line| indentation(line).to_owned());
    if let Some((first, deep)) = lines.first_mut().zip(deep).filter(|(first, _)| !first.is_empty()) {
        first.insert_str(0, &deep);
    }
    Some(without_blank_edges(&lines).to_vec())
}

/// What the signs in a text say of it.
struct TextSigns {
    /// Whether a semicolon outside of brackets parts it.
    parts: bool,
    has_comment: bool,
}

fn signs_of(text: &str, lexical: &LexRules) -> TextSigns {
    let mut signs = TextSigns { parts: false, has_comment: false };
    let mut depth = 0_usize;
    for token in Lexer::new(lexical).tokens(text) {
        match token.kind {
            TokenKind::Open(_) => depth += 1,
            TokenKind::Close(_) => depth = depth.saturating_sub(1),
            TokenKind::Comment => signs.has_comment = true,
            TokenKind::Code => signs.parts |= depth == 0 && text[token.range].contains(';'),
            _ => {}
        }
    }
    signs
}

/// Whether the bracket that a payload begins with is closed by the one that it ends in.
fn is_enclosed(payload: &[String], lexical: &LexRules) -> bool {
    let (mut depth, mut is_closed) = (0_usize, false);
    for token in Lexer::new(lexical).tokens(&payload.join("\n")) {
        // Something before the first bracket, or behind the one that closes it.
        if is_closed || (depth == 0 && token.kind != TokenKind::Open(b'{')) {
            return false;
        }
        match token.kind {
            TokenKind::Open(b'{') => depth += 1,
            TokenKind::Close(b'}') => {
                depth -= 1;
                is_closed = depth == 0;
            }
            _ => {}
        }
    }
    is_closed
}

/// A problem with its line counted from below so many lines.
fn from_line(problem: PayloadProblem, above: usize) -> PayloadProblem {
    match problem {
        PayloadProblem::SyntaxError { line } => {
            PayloadProblem::SyntaxError { line: line.saturating_sub(above) }
        }
        other => other,
    }
}
