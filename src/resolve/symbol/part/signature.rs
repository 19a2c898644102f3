//! Computes a new signature.

use crate::text::normal::indentation;
use crate::text::{CommentScanner, LastCode, LexState};

use super::view::DefinitionView;
use crate::resolve::symbol::address::calls::CallChange;
use crate::resolve::symbol::address::heading::ParameterList;
use crate::resolve::symbol::address::namesake::TargetScope;
use crate::resolve::symbol::members::payload_check;
use crate::resolve::symbol::outline::definition::Definition;
use crate::resolve::symbol::payload::parse::PayloadProperties;
use crate::resolve::symbol::payload::problem::PayloadProblem;
use crate::resolve::symbol::{Newcomer, SymbolMatch};

impl DefinitionView<'_> {
    /// Returns whether a heading has the name of the definition and can be called in the same way.
    pub(super) fn keeps_parameters(&self, facts: &PayloadProperties, payload: &[String]) -> bool {
        let Some(own) = self.file.outline.definition(self.id) else { return false };
        let name = |definition: &Definition| definition.parts.last().map(|part| part.name.clone());
        if name(own) != name(&facts.definition) {
            return false;
        }
        let name = own.parts.last().map_or("", |part| part.name.as_str());
        let (old, new) = (self.head(self.head_end()), payload.join("\n"));
        let (old, new) = match (ParameterList::of(&old, name), ParameterList::of(&new, name)) {
            (Some(old), Some(new)) => (old, new),
            // A definition without parameters is not called.
            (old, new) => return old.is_none() && new.is_none(),
        };
        match (&own.signature, &facts.definition.signature) {
            (Some(own), Some(given)) => given.begins_with(own) && new.takes_as_many(&old),
            _ if self.file.manifest().symbols.unchecked_types => new.takes_all_named(&old),
            _ => old == new,
        }
    }

    /// Returns the parameters before and after a new heading.
    pub(in crate::resolve::symbol) fn call_change(&self, heading: &[String]) -> Option<CallChange> {
        let is_readable = self.file.manifest().symbols.unchecked_types;
        let own = self.file.outline.definition(self.id)?;
        let name = own.parts.last().map_or("", |part| part.name.as_str());
        let old = ParameterList::of(&self.head(self.head_end()), name)?;
        Some(CallChange { old, new: ParameterList::of(&heading.join("\n"), name)?, is_readable })
    }

    /// Returns whether a payload that replaces the whole definition can be called in the same way; other definitions
    /// than functions are not called.
    pub(in crate::resolve::symbol) fn keeps_calls(
        &self,
        facts: &PayloadProperties,
        payload: &[String],
    ) -> bool {
        let own = self.file.outline.definition(self.id);
        if facts.is_set || !own.is_some_and(|own| matches!(own.capture, "method" | "function")) {
            return true;
        }
        let heading = payload.get(facts.declaration_line..).unwrap_or_default();
        self.keeps_parameters(facts, heading)
    }

    /// Returns the text with which a heading is parsed: a body if the definition has one, else a terminator.
    fn stand_in(&self) -> String {
        let manifest = self.file.manifest();
        let ends_with_line = manifest.view.recovery.as_ref().is_some_and(|mend| mend.newline_ends);
        match (&manifest.symbols.empty_body_statement, self.has_body()) {
            (Some(stand_in), _) => format!("    {stand_in}"),
            (None, true) => "{}".to_owned(),
            (None, false) if ends_with_line => String::new(),
            (None, false) => ";".to_owned(),
        }
    }

    fn has_body(&self) -> bool {
        self.file.outline.definition(self.id).is_some_and(|found| found.frame.body.is_some())
    }

    /// Returns the existing definition in the scope with the name and signature of a new heading; the lead-in of the
    /// definition is kept.
    pub(super) fn namesake_under(&self, heading: &[String], facts: &PayloadProperties) -> Vec<Newcomer> {
        let Self { symbols, file, id, place } = *self;
        if !facts.may_bring_another(file.outline.definition(id)) {
            return Vec::new();
        }
        let margin = heading.first().map_or("", |first| indentation(first));
        let lines: Vec<String> =
            heading.iter().cloned().chain([format!("{margin}{}", self.stand_in())]).collect();
        let around = file.outline.item(id).parent;
        let mut brought = payload_check::check(file, around, &symbols.syntax, &lines).unwrap_or_default();
        if !facts.has_attributes() {
            brought.iter_mut().for_each(|newcomer| newcomer.stand_below_lead_in(file, id));
        }
        let container = file.outline.item(file.outline.outermost(id)).parent;
        symbols.newcomers(file, &brought, TargetScope { container, at: place.declaration, own: &[id] })
    }

    /// Parses a heading with a placeholder as its body.
    pub(super) fn read_signature(&self, lines: &[String]) -> Result<PayloadProperties, PayloadProblem> {
        if lines.is_empty() {
            return Err(PayloadProblem::Empty);
        }
        let (has_body, body) = (self.has_body(), format!("\n{}", self.stand_in()));
        let mut readings = self.upright(lines).into_iter();
        let mut read = |lines: Vec<String>| self.read(&format!("{}{body}", lines.join("\n")));
        let first = readings.next().map_or(Err(PayloadProblem::Empty), &mut read);
        let read =
            first.or_else(|problem| readings.next().map_or(Err(problem.clone()), read).or(Err(problem)));
        let read = read.map_err(|problem| match problem {
            PayloadProblem::SyntaxError { line } => PayloadProblem::HeadingError { line },
            PayloadProblem::Unbalanced => PayloadProblem::SeveralHeadings,
            other => other,
        });
        let brings_body =
            |facts: &PayloadProperties| has_body && facts.body_line.is_some_and(|line| line < lines.len());
        match read {
            Ok(facts) if brings_body(&facts) => Err(PayloadProblem::HeadingWithBody),
            read => read,
        }
    }

    /// Returns the end of the heading that is replaced. Initializers are kept if the payload has none.
    pub(super) fn signature_end(&self, facts: &PayloadProperties, found: &mut SymbolMatch) -> usize {
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

    /// Removes a placeholder that is the whole body from the end of a heading, as in `def run(self): ...`.
    pub(super) fn without_same_body(&self, payload: &[String]) -> Vec<String> {
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

    /// Returns the end of the parameter declarations between a heading and its body.
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
            found.warnings.push(format!(
                "the declarations of the parameters are removed, including comments: {}",
                comments.join(", ")
            ));
        }
        Some(start + end)
    }
}
