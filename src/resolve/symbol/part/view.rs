//! A definition with the positions of its heading, its body and its value.

use std::ops::Range;

use crate::text::at_margin_readings;

use super::called_body::called_body;
use crate::resolve::symbol::Symbols;
use crate::resolve::symbol::extent::span::Span;
use crate::resolve::symbol::outline::definition::Definition;
use crate::resolve::symbol::outline::items::{ItemId, OutlineScope};
use crate::resolve::symbol::outline::outlined::Outlined;
use crate::resolve::symbol::payload::parse::{ExpectedDefinition, PayloadProperties, read_payload};
use crate::resolve::symbol::payload::problem::PayloadProblem;

/// A definition on one of whose parts an operation works.
pub(in crate::resolve::symbol) struct DefinitionView<'a> {
    pub(in crate::resolve::symbol) symbols: &'a Symbols,
    pub(in crate::resolve::symbol) file: Outlined<'a>,
    pub(in crate::resolve::symbol) id: ItemId,
    pub(in crate::resolve::symbol) place: &'a Span,
}

impl DefinitionView<'_> {
    pub(super) fn start(&self) -> usize {
        self.file.outline.item(self.id).range.start
    }

    /// Returns the range of the body; `None` if it has none in brackets or as a block.
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

    /// Returns the body of the only function in a call that is the value, or of the innermost returned function.
    fn called_body(&self) -> Option<Range<usize>> {
        let start = self.place.declaration;
        if self.is_block() {
            return None;
        }
        let text = self.file.buffer.slice(start..self.place.end.max(start)).into_owned();
        let tree = self.symbols.syntax.fresh().parse(&text).ok()?;
        called_body(&tree, &text).map(|body| start + body.start..start + body.end)
    }

    /// Returns the text after a body that belongs to its definition: the end of the enclosing call, or `catch`
    /// handlers.
    pub(in crate::resolve::symbol) fn behind(&self, body: &Range<usize>) -> String {
        let is_own = |found: &Definition| found.frame.body.is_some();
        match self.file.outline.definition(self.id) {
            Some(found) if !is_own(found) || found.frame.has_handlers => {
                self.file.buffer.slice(body.end..self.place.end.max(body.end)).into_owned()
            }
            _ => String::new(),
        }
    }

    /// Returns the range of the value that replaces a body, such as that of `(a) => a + 1`.
    pub(super) fn value(&self) -> Option<Range<usize>> {
        let frame = &self.file.outline.definition(self.id)?.frame;
        let has_values = !self.file.manifest().symbols.values.is_empty();
        let body = frame.body.clone().filter(|_| has_values && !self.is_block())?;
        Some(self.start() + body.start..self.start() + body.end)
    }

    pub(in crate::resolve::symbol) fn is_block(&self) -> bool {
        self.file.manifest().symbols.indented_bodies
    }

    /// Returns the end of the heading, without initializers.
    pub(in crate::resolve::symbol) fn head_end(&self) -> usize {
        self.start() + self.file.outline.definition(self.id).map_or(0, |found| found.frame.head_end)
    }

    /// Returns the end of the macros that follow a position in the heading, such as one that expands to `noexcept`.
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

    /// Returns the heading, as a payload would contain it.
    pub(in crate::resolve::symbol) fn head(&self, end: usize) -> String {
        let start = self.behind_directives(end);
        self.file.buffer.slice(start..end.max(start)).trim_end().to_owned()
    }

    /// Returns where the part of the heading begins that can be parsed alone: after the conditional that contains only
    /// its first words.
    fn behind_directives(&self, end: usize) -> usize {
        let Self { file, id, place, .. } = *self;
        let masks = file
            .manifest()
            .view
            .preprocessor
            .as_ref()
            .filter(|_| file.outline.item(id).is_doubtful_by_branches);
        let Some(masks) = masks else { return place.declaration };
        let lines = file.buffer.lines_of(&(place.declaration..end.max(place.declaration)));
        let is_directive = |line: &usize| file.buffer.line(*line).trim_start().starts_with(&masks.directive);
        let last = lines.rev().find(is_directive);
        last.map_or(place.declaration, |line| file.buffer.line_start(line + 1).max(place.declaration))
    }

    /// Returns the possible readings of a payload's indentation: at the margin, and unchanged if only its first line
    /// lost its indentation.
    pub(super) fn upright(&self, payload: &[String]) -> Vec<Vec<String>> {
        at_margin_readings(payload, self.file.manifest().row_rules())
    }

    /// Returns success if one reading of a payload passes, else the verdict on the first one.
    pub(in crate::resolve::symbol) fn judge(
        &self,
        payload: &[String],
        judge: impl Fn(&[String]) -> Result<PayloadProperties, PayloadProblem>,
    ) -> Result<(), PayloadProblem> {
        let mut verdicts = self.upright(payload).into_iter().map(|lines| judge(&lines).map(|_| ()));
        let first = verdicts.next().unwrap_or(Ok(()));
        if first.is_err() && verdicts.any(|verdict| verdict.is_ok()) { Ok(()) } else { first }
    }

    /// Parses a text as a definition of the same kind, and refuses more or less than one definition.
    pub(in crate::resolve::symbol) fn read(&self, text: &str) -> Result<PayloadProperties, PayloadProblem> {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let own = self.file.outline.definition(self.id);
        let reach =
            own.filter(|found| found.is_minor).map_or_else(OutlineScope::default, |_| OutlineScope::AllNames);
        let mut syntax = self.symbols.syntax.fresh();
        let asked = ExpectedDefinition {
            capture: own.map(|found| found.capture),
            reach,
            ..ExpectedDefinition::default()
        };
        // Without its context, the heading may be parsed as a call, and a definition in the body would be found first.
        let name = own.and_then(|own| Some(own.parts.last()?.name.as_str()));
        let named = read_payload(&mut syntax, &lines, ExpectedDefinition { name, ..asked });
        if let Some(facts) = named.ok().filter(|facts| name.is_some() && !facts.has_more) {
            return Ok(facts);
        }
        let facts = read_payload(&mut syntax, &lines, asked)?;
        if facts.has_more { Err(PayloadProblem::Unbalanced) } else { Ok(facts) }
    }
}
