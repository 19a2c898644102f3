//! A definition as an operation on one of its parts sees it: where its head, its body and its value are.

use std::ops::Range;

use crate::text::upright;

use super::called_body::called_body;
use crate::resolve::symbol::Symbols;
use crate::resolve::symbol::extent::span::Span;
use crate::resolve::symbol::outline::definition::Definition;
use crate::resolve::symbol::outline::items::{ItemId, Reach};
use crate::resolve::symbol::outline::outlined::Outlined;
use crate::resolve::symbol::payload::brought::{Asked, PayloadFacts, read_payload};
use crate::resolve::symbol::payload::problem::PayloadProblem;

/// A definition that is looked at.
pub(in crate::resolve::symbol) struct View<'a> {
    pub(in crate::resolve::symbol) symbols: &'a Symbols,
    pub(in crate::resolve::symbol) file: Outlined<'a>,
    pub(in crate::resolve::symbol) id: ItemId,
    pub(in crate::resolve::symbol) place: &'a Span,
}

impl View<'_> {
    pub(super) fn start(&self) -> usize {
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

    /// What is behind a body and belongs to its definition: the end of the call that it is in, or its handlers.
    pub(in crate::resolve::symbol) fn behind(&self, body: &Range<usize>) -> String {
        let is_own = |found: &Definition| found.frame.body.is_some();
        match self.file.outline.definition(self.id) {
            Some(found) if !is_own(found) || found.frame.is_tried => {
                self.file.buffer.slice(body.end..self.place.end.max(body.end)).into_owned()
            }
            _ => String::new(),
        }
    }

    /// The value that stands for a body, such as that of `(a) => a + 1`.
    pub(super) fn value(&self) -> Option<Range<usize>> {
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
    pub(super) fn behind_macros(&self, end: usize) -> usize {
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
        let start = self.behind_directives(end);
        self.file.buffer.slice(start..end.max(start)).trim_end().to_owned()
    }

    /// Where the heading begins that can be read by itself: behind the condition that has only its first words.
    fn behind_directives(&self, end: usize) -> usize {
        let Self { file, id, place, .. } = *self;
        let masks = file.manifest().view.masks.as_ref().filter(|_| file.outline.item(id).is_only_parted);
        let Some(masks) = masks else { return place.declaration };
        let lines = file.buffer.lines_of(&(place.declaration..end.max(place.declaration)));
        let is_directive = |line: &usize| file.buffer.line(*line).trim_start().starts_with(&masks.directive);
        let last = lines.rev().find(is_directive);
        last.map_or(place.declaration, |line| file.buffer.line_start(line + 1).max(place.declaration))
    }

    /// The payload at the margin, as it is first read, and as it is if only its first line lost its indentation.
    pub(super) fn upright(&self, payload: &[String]) -> Vec<Vec<String>> {
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
        // Without a context that it needs, its heading may be a call, and what stands in its body is read first.
        let name = own.and_then(|own| Some(own.parts.last()?.name.as_str()));
        let named = read_payload(&mut syntax, &lines, Asked { name, ..asked });
        if let Some(facts) = named.ok().filter(|facts| name.is_some() && !facts.has_more) {
            return Ok(facts);
        }
        let facts = read_payload(&mut syntax, &lines, asked)?;
        if facts.has_more { Err(PayloadProblem::Unbalanced) } else { Ok(facts) }
    }
}
