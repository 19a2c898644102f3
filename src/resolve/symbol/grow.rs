//! Puts lines at an edge of a definition's body or documentation, beside what is there.

use std::ops::Range;

use tree_sitter::{Node, Tree};

use crate::ir::PartEdge;
use crate::lang::{Detail, DocRule, Survey, Syntax, TooCostly, field};
use crate::text::normal::{has, indentation, is_blank, is_word_char, trim};
use crate::text::{CommentScanner, LexState, Margin, least_indent};

use super::dress::{Backslash, as_comment};
use super::info::dedented;
use super::lead_in::{LeadIn, LeadInKind};
use super::paragraph::joint;
use super::parts::{NewPart, Part, PartPlace, View, without_blank_edges, without_brackets};
use super::payload_problem::PayloadProblem;

/// What makes documentation longer.
pub(super) struct GrownDocs {
    /// What takes which place.
    pub(super) part: Part,
    /// The lines of the file that hold the added text already.
    pub(super) present: Option<Range<usize>>,
}

/// How deep branches may lie in each other.
const MOST_BRANCHES: usize = 30;

/// The last statement of a body.
struct LastStatement {
    /// Its first byte.
    start: usize,
    /// The byte behind it.
    end: usize,
    /// Whether nothing behind it is run.
    is_leaving: bool,
    /// Whether it is the value of the body.
    is_value: bool,
}

impl View<'_> {
    /// Lines before the first or behind the last statement of a body, given what would replace it whole.
    ///
    /// A blank line of the payload on the side of the rest of the body parts the two.
    pub(super) fn grown_body(
        &self,
        body: &Range<usize>,
        whole: Part,
        new: &NewPart<'_>,
    ) -> Result<Part, PayloadProblem> {
        if whole.lines.iter().all(|line| is_blank(line)) {
            return Err(PayloadProblem::Empty);
        }
        let at = new.at;
        let towards_rest = if at == PartEdge::Start { new.payload.last() } else { new.payload.first() };
        let parted = parted(&whole.lines, at, towards_rest.is_some_and(|line| is_blank(line)));
        let part = match &whole.place {
            PartPlace::Lines { lines, statement } => self.grown_block(lines, *statement, parted, at),
            PartPlace::Braces(range) => self.grown_braces(body, range, parted, at),
            PartPlace::Inline(_) => {
                let old = self.file.buffer.slice(body.clone());
                let (old_lines, leaving) = self.around_leaving(body, body, &parted, at);
                let mut lines = joined(&old_lines, &parted, at, self.is_stand_in(&old));
                lines.extend(leaving);
                Part { lines, ..whole }
            }
            PartPlace::Text(_)
            | PartPlace::Value(_)
            | PartPlace::Between { .. }
            | PartPlace::Above { .. } => whole,
        };
        let part = if at == PartEdge::End { self.before_leaving(body, part) } else { part };
        if at == PartEdge::End
            && let Some(part) = self.behind_value(body, &part)
        {
            return Ok(part);
        }
        self.check_grown(body, &part, at)?;
        Ok(part)
    }

    /// Lines behind the last expression of a body that gives nothing back: it becomes a statement.
    fn behind_value(&self, body: &Range<usize>, part: &Part) -> Option<Part> {
        let PartPlace::Between { line, .. } = part.place else { return None };
        let buffer = self.file.buffer;
        let sign = self.file.manifest().symbols.value_without.as_ref()?;
        let last = self.last_statement(body).filter(|last| last.is_value && !self.gives_back(body))?;
        let own = buffer.line_of(last.end);
        let end = buffer.line_range(own).end.max(last.end);
        let rest = buffer.slice(last.end..end).trim_end().to_owned();
        // Comments below it would come behind the lines.
        let is_next = own < line && (own + 1..line).all(|line| is_blank(&buffer.line(line)));
        if !is_next || self.has_code(last.end..end) {
            return None;
        }
        let lines = std::iter::once(format!("{sign}{rest}"))
            .chain(dedented(&part.lines).into_iter().map(str::to_owned))
            .collect();
        Some(Part { place: PartPlace::Text(last.end..end), lines, margin: Margin::First })
    }

    /// Whether a function is said to give back a value.
    fn gives_back(&self, body: &Range<usize>) -> bool {
        self.file.buffer.slice(self.place.declaration..body.start).contains("->")
    }

    /// What comes behind the last statement of a body goes before it, if nothing behind that is run; not if it leaves the
    /// body itself.
    fn before_leaving(&self, body: &Range<usize>, part: Part) -> Part {
        let PartPlace::Between { line, statement } = part.place else { return part };
        let buffer = self.file.buffer;
        let last = self.last_statement(body).filter(|last| self.comes_before(last, body, &part.lines));
        // A comment directly above it goes with it.
        let rules = self.file.manifest().row_rules();
        let is_comment = |line: usize| {
            let text = buffer.line(line);
            let text = trim(&text);
            rules.lexical.begins_with_line_comment(text) || text.starts_with("/*") && text.ends_with("*/")
        };
        let first = buffer.line_of(body.start) + 1;
        let with_comment =
            |at: usize| (first..at).rev().take_while(|line| is_comment(*line)).last().unwrap_or(at);
        let above = last.map(|last| with_comment(buffer.line_of(last.start))).filter(|above| *above < line);
        Part { place: PartPlace::Between { line: above.unwrap_or(line), statement }, ..part }
    }

    /// Whether lines at the end of a body stand before its last statement: one behind which nothing is run, or the value that
    /// a function is said to give back, if they are statements themselves.
    fn comes_before(&self, last: &LastStatement, body: &Range<usize>, lines: &[String]) -> bool {
        let end = lines.iter().rev().find(|line| !is_blank(line));
        let is_statement = end.is_some_and(|line| trim(line).ends_with(';'));
        !self.leaves(lines) && (last.is_leaving || last.is_value && is_statement && self.gives_back(body))
    }

    /// Whether one of the outer lines of a text begins as a statement does behind which nothing is run.
    fn leaves(&self, lines: &[String]) -> bool {
        let solid = || lines.iter().filter(|line| !is_blank(line));
        let margin = solid().map(|line| indentation(line).len()).min().unwrap_or(0);
        let leaving = &self.file.manifest().symbols.leaving;
        let word = |line: &String| {
            let text = trim(line);
            text.split(|char| !is_word_char(char)).next().unwrap_or_default().to_owned()
        };
        let is_leaving = |line: &String| {
            let word = word(line);
            leaving.iter().any(|kind| kind.split_once('_').is_some_and(|(own, _)| own == word))
        };
        solid().filter(|line| indentation(line).len() == margin).any(is_leaving)
    }

    /// Whether a text is only what a body holds that would be empty without.
    fn is_stand_in(&self, text: &str) -> bool {
        let stand_in = self.file.manifest().symbols.stand_in.as_deref();
        stand_in.is_some_and(|stand_in| [stand_in, "..."].contains(&trim(text)))
    }

    fn grown_block(
        &self,
        lines: &Range<usize>,
        statement: usize,
        payload: Vec<String>,
        at: PartEdge,
    ) -> Part {
        let start = self.file.buffer.line_start(lines.start);
        let own = self.file.buffer.slice(start..self.place.end.max(start));
        if lines.is_empty() || self.is_stand_in(&own) {
            let place = PartPlace::Lines { lines: lines.clone(), statement };
            return Part { place, lines: payload, margin: Margin::Least };
        }
        let line = if at == PartEdge::Start { lines.start } else { lines.end };
        let mut part = self.between(line, statement, payload);
        // A definition in a body stands apart from the statement above it.
        let is_apart = part.lines.last().is_some_and(|last| is_blank(last));
        if at == PartEdge::Start && !is_apart && self.begins_definition(line) {
            part.lines.push(String::new());
        }
        part
    }

    /// Whether a line begins a definition, or what decorates one.
    fn begins_definition(&self, line: usize) -> bool {
        let manifest = self.file.manifest();
        let text = self.file.buffer.line(line);
        let text = trim(&text);
        let head = text.strip_prefix("async ").unwrap_or(text);
        let word = head.split(|char| !is_word_char(char)).next().unwrap_or_default();
        let mend = manifest.view.mend.as_ref();
        manifest.symbols.indented_bodies
            && (text.starts_with('@')
                || mend.is_some_and(|mend| has(&mend.body_words, word) || has(&mend.container_words, word)))
    }

    /// Lines before a line of a body, their blank edges only where the body has no blank line.
    fn between(&self, line: usize, statement: usize, mut payload: Vec<String>) -> Part {
        let buffer = self.file.buffer;
        let is_gap = |line: Option<usize>| line.is_some_and(|line| is_blank(&buffer.line(line)));
        if is_gap(line.checked_sub(1)) && payload.first().is_some_and(|first| is_blank(first)) {
            payload.remove(0);
        }
        if is_gap(Some(line)) && payload.last().is_some_and(|last| is_blank(last)) {
            payload.pop();
        }
        Part { place: PartPlace::Between { line, statement }, lines: payload, margin: Margin::Least }
    }

    fn grown_braces(
        &self,
        body: &Range<usize>,
        range: &Range<usize>,
        payload: Vec<String>,
        at: PartEdge,
    ) -> Part {
        let manifest = self.file.manifest();
        let buffer = self.file.buffer;
        let (first, last) = (buffer.line_of(range.start), buffer.line_of(range.end));
        let margin = Margin::Least;
        let is_filled = |line: usize| !is_blank(&buffer.line(line));
        let opens_line = !self.has_code(range.start..buffer.line_range(first).end);
        let closes_line = is_blank(&buffer.slice(buffer.line_start(last).max(range.start)..range.end));
        let inner = first + 1..last.max(first + 1);
        let own: Vec<String> = inner.clone().map(|line| buffer.line(line).into_owned()).collect();
        let base = least_indent(&own, manifest.row_rules());
        let shows =
            |line: &usize| is_filled(*line) && base.as_deref() == Some(indentation(&buffer.line(*line)));
        if first < last
            && opens_line
            && closes_line
            && let Some(shown) = inner.clone().find(shows)
        {
            let end = inner.clone().rev().find(|line| is_filled(*line)).map_or(inner.end, |line| line + 1);
            let line = if at == PartEdge::Start { self.behind_directives(inner.start) } else { end };
            let statement = buffer.line_start(shown);
            return self.between(line, statement, payload);
        }
        let (old, leaving) = if first == last {
            self.around_leaving(body, range, &payload, at)
        } else {
            let whole = lines_of(&buffer.slice(range.start - 1..range.end + 1));
            (without_brackets(&whole, &manifest.lexical).unwrap_or_default(), Vec::new())
        };
        let mut lines = joined(&old, &payload, at, false);
        lines.extend(leaving);
        Part { place: PartPlace::Braces(range.clone()), lines, margin }
    }

    /// What stands on the one line of a body, parted before a last statement behind which nothing is run.
    fn around_leaving(
        &self,
        body: &Range<usize>,
        range: &Range<usize>,
        payload: &[String],
        at: PartEdge,
    ) -> (Vec<String>, Vec<String>) {
        let buffer = self.file.buffer;
        let last = self.last_statement(body).filter(|_| at == PartEdge::End);
        let last = last.filter(|last| self.comes_before(last, body, payload));
        let parted = last.map(|last| last.start).filter(|start| range.contains(start));
        let solid = |range: Range<usize>| -> Vec<String> {
            let lines = lines_of(trim(&buffer.slice(range)));
            lines.into_iter().filter(|line| !is_blank(line)).collect()
        };
        match parted {
            Some(start) => (solid(range.start..start), solid(start..range.end)),
            None => (solid(range.clone()), Vec::new()),
        }
    }

    /// The first line from one on that is no directive of the body, such as `"use strict";`, and no call that has to come
    /// first, such as `super(size);`.
    fn behind_directives(&self, from: usize) -> usize {
        let is_directive = |line: usize| {
            let text = self.file.buffer.line(line);
            let text = trim(&text).trim_end_matches(';');
            text.len() > 2 && ["\"use ", "'use "].iter().any(|mark| text.starts_with(mark))
        };
        let buffer = self.file.buffer;
        let first = (from..).find(|line| !is_directive(*line)).unwrap_or(from);
        let calls = &self.file.manifest().symbols.head_calls;
        let text = |line: usize| trim(&buffer.line(line)).to_owned();
        let code = (first..buffer.line_count()).find(|line| {
            let text = text(*line);
            !text.is_empty() && !text.starts_with("//")
        });
        let call = code.filter(|line| calls.iter().any(|call| text(*line).starts_with(call.as_str())));
        let end = call.and_then(|call| (call..buffer.line_count()).find(|line| text(*line).ends_with(';')));
        end.map_or(first, |end| end + 1)
    }

    fn has_code(&self, range: Range<usize>) -> bool {
        let scanner = CommentScanner::new(&self.file.manifest().lexical);
        let mut state = LexState::default();
        let text = self.file.buffer.slice(range);
        !is_blank(&scanner.scan(&text, &mut state).code)
    }

    /// Refuses lines that the body cannot hold there, such as a statement behind the value that a block ends in.
    fn check_grown(&self, body: &Range<usize>, part: &Part, at: PartEdge) -> Result<(), PayloadProblem> {
        let last = if at == PartEdge::End { self.last_statement(body) } else { None };
        let is_before = |last: &LastStatement| match part.place {
            PartPlace::Between { line, .. } => line <= self.file.buffer.line_of(last.start),
            _ => {
                let value = self.file.buffer.slice(last.start..body.end);
                let value = trim(value.trim_end_matches('}'));
                part.lines.last().is_some_and(|line| value.ends_with(trim(line)))
            }
        };
        if let Some(last) = last.filter(|last| last.is_value && !is_before(last)) {
            let line = self.file.buffer.line_of(last.start);
            let text = trim(&self.file.buffer.line(line)).to_owned();
            return Err(PayloadProblem::BehindValue { text, line });
        }
        let PartPlace::Between { line, statement } = &part.place else { return Ok(()) };
        if self.is_block() {
            return Ok(());
        }
        let at = self.file.buffer.line_start(*line);
        let indent = indentation(&self.file.buffer.line(self.file.buffer.line_of(*statement))).to_owned();
        let new: String = part.lines.iter().map(|line| format!("{indent}{line}\n")).collect();
        let read = |new: &str| {
            let (head, behind) = (self.head(body.start), self.behind(body));
            let (above, below) =
                (self.file.buffer.slice(body.start..at), self.file.buffer.slice(at..body.end));
            self.read(&format!("{head}\n{above}{new}{below}{behind}"))
        };
        match read(&new) {
            // What does not read as it is proves nothing.
            Err(problem) if read("").is_ok() => Err(match problem {
                PayloadProblem::SyntaxError { .. } => PayloadProblem::NoStatement,
                other => other,
            }),
            _ => Ok(()),
        }
    }

    /// What to say of lines behind a body's last statement if nothing behind that is run.
    pub(super) fn leaving_statement(&self, body: &Range<usize>, part: &Part) -> Option<String> {
        let last = self.last_statement(body).filter(|last| last.is_leaving)?;
        let line = self.file.buffer.line_of(last.start);
        if let PartPlace::Between { line: before, .. } = part.place
            && before <= line
        {
            return None;
        }
        // On one line, what comes may have been put before it.
        let is_between = matches!(part.place, PartPlace::Between { .. });
        if !is_between && part.lines.last().is_some_and(|own| self.leaves(std::slice::from_ref(own))) {
            return None;
        }
        let text = self.file.buffer.line(line);
        Some(format!("the body ends in `{}` (line {}): code after it never runs", trim(&text), line + 1))
    }

    /// The last statement of a body, comments left out, as the first reading of conditional text shows it.
    fn last_statement(&self, body: &Range<usize>) -> Option<LastStatement> {
        let manifest = self.file.manifest();
        if manifest.symbols.leaving.is_empty() {
            return None;
        }
        let start = self.place.declaration;
        let mut text = self.file.buffer.slice(start..body.end.max(start)).into_owned();
        let inner = body.start.checked_sub(start)?..text.trim_end().len();
        text.push_str(&self.behind(body));
        let mut syntax = self.symbols.syntax.fresh();
        let survey = Survey::new(manifest, syntax.macros(), &text);
        let reading = survey.and_then(|survey| survey.readings(Detail::Full).next());
        let reading = reading.filter(|reading| reading.text != text);
        let found = reading.and_then(|reading| self.last_in(&mut syntax, &reading.text, &inner).0);
        // Behind a directive stands what is not always there.
        let ends_body = |last: &Range<usize>| {
            let masks = manifest.view.masks.as_ref();
            let directive = masks.map_or("", |masks| masks.directive.as_str());
            let mut lines = text[last.end..inner.end.max(last.end)].lines();
            directive.is_empty() || !lines.any(|line| trim(line).starts_with(directive))
        };
        let found = found.filter(|(last, found)| ends_body(last) && found.is_leaving);
        let (found, is_read) = match found {
            Some(found) => (Some(found), true),
            None => self.last_in(&mut syntax, &text, &inner),
        };
        let found = found.map(|(last, found)| LastStatement {
            start: start + last.start,
            end: start + last.end,
            ..found
        });
        match found {
            Some(found) if is_read || found.is_leaving => Some(found),
            found => self.last_line(body).or(found),
        }
    }

    /// The last statement as the lines of a body show it, over which the grammar stumbles: it begins with a word behind
    /// which nothing is run, as deep as the body, and nothing but deeper lines and closing brackets follow.
    fn last_line(&self, body: &Range<usize>) -> Option<LastStatement> {
        let buffer = self.file.buffer;
        let (first, last) = (buffer.line_of(body.start), buffer.line_of(body.end));
        let inner = first + 1..last;
        let own: Vec<String> = inner.clone().map(|line| buffer.line(line).into_owned()).collect();
        let rules = self.file.manifest().row_rules();
        let base = least_indent(&own, rules)?;
        let is_comment = |line: &str| rules.lexical.begins_with_line_comment(line);
        let mut outer = inner.zip(&own).rev().filter(|(_, line)| {
            let is_outer = indentation(line) == base.as_str();
            !is_blank(line) && is_outer && !trim(line).starts_with([')', ']']) && !is_comment(line)
        });
        let (line, text) = outer.find(|(_, line)| !trim(line).starts_with("})"))?;
        let leaving = &self.file.manifest().symbols.leaving;
        let word = trim(text).split(|char| !is_word_char(char)).next().unwrap_or_default();
        let is_leaving = leaving.iter().any(|kind| kind.split_once('_').is_some_and(|(own, _)| own == word));
        let start = buffer.line_start(line) + indentation(text).len();
        is_leaving.then_some(LastStatement { start, end: start, is_leaving, is_value: false })
    }

    /// The last statement of the body that a text holds there, with its bytes, and whether the grammar reads all of it.
    fn last_in(
        &self,
        syntax: &mut Syntax,
        text: &str,
        inner: &Range<usize>,
    ) -> (Option<(Range<usize>, LastStatement)>, bool) {
        match syntax.parse(text) {
            Ok(tree) => (self.last_of(&tree, text, inner), !tree.root_node().has_error()),
            Err(TooCostly) => (None, false),
        }
    }

    fn last_of(
        &self,
        tree: &Tree,
        text: &str,
        inner: &Range<usize>,
    ) -> Option<(Range<usize>, LastStatement)> {
        let rules = &self.file.manifest().symbols;
        let mut block = tree.root_node().descendant_for_byte_range(inner.start, inner.end)?;
        // A body of one statement has the same bytes.
        while let Some(around) = block.parent().filter(|around| around.byte_range() == block.byte_range()) {
            block = around;
        }
        let returns = block.parent().is_some_and(|around| field(around, "return_type").is_some());
        if let Some(body) = field(block, "body") {
            block = body;
        }
        let mut last = last_child(block)?;
        if last.kind().ends_with("_list") {
            last = last_child(last)?;
        }
        if last.has_error() {
            return None;
        }
        // Behind a label stands what is run.
        while field(last, "label").is_some()
            && let Some(labelled) = last_child(last).filter(|inner| inner.end_byte() == last.end_byte())
        {
            last = labelled;
        }
        let own = &text[last.byte_range()];
        let closes = |end: &String| own.ends_with(end.as_str()) || own.ends_with('}') && !returns;
        let is_item = field(last, "name").is_some();
        let found = LastStatement {
            start: last.start_byte(),
            end: last.end_byte(),
            is_leaving: always_leaves(last, &rules.leaving, 0),
            is_value: !is_item && rules.value_without.as_ref().is_some_and(|end| !closes(end)),
        };
        Some((last.byte_range(), found))
    }

    /// Lines at the end of a definition's documentation; new documentation where there is none.
    pub(super) fn grown_docs(&self, rule: &DocRule, payload: &[String]) -> Option<GrownDocs> {
        let text = without_blank_edges(payload);
        if text.is_empty() {
            return None;
        }
        // Blank lines above the text part it from what is there.
        let lead = payload.iter().take_while(|line| is_blank(line)).count();
        match rule {
            DocRule::Strings(quotes, others) => {
                let body = self.body()?;
                let Some(old) = self.docstring_range(&body) else {
                    let part = self.new_docstring(&body, text, quotes, others)?;
                    return Some(GrownDocs { part, present: None });
                };
                self.grown_string(&old, text, lead, quotes)
            }
            DocRule::Comments(mark) => {
                // An empty comment parts the text from what is below.
                let has_text = |unit: &&LeadIn| !bare(&self.file.buffer.slice(unit.range.clone())).is_empty();
                let mut docs = self.place.lead_in.iter().rev().filter(|unit| unit.sort == LeadInKind::Doc);
                let Some(last) = docs.clone().find(has_text).or_else(|| docs.next()) else {
                    if let Some(grown) = self.grown_behind(text, mark) {
                        return Some(grown);
                    }
                    // It may stand on the line of the declaration.
                    let beside = self.doc_beside();
                    let own = beside.as_ref().map(|beside| {
                        trim(bare(&self.file.buffer.slice(beside.clone())).trim_end_matches(['*', '/']))
                            .to_owned()
                    });
                    let is_there = own.as_ref().is_some_and(|own| own.ends_with(&text.join(" ")));
                    let all: Vec<String> = own.into_iter().chain(text.iter().cloned()).collect();
                    let part = self.new_comments(&all, mark)?;
                    let present = beside.and_then(|beside| self.present(&beside, is_there));
                    return Some(GrownDocs { part, present });
                };
                self.grown_comment(last, text, lead)
            }
        }
    }

    /// The lines of a text of the file, those below the first one without the indentation of its line.
    fn cut_lines(&self, range: &Range<usize>) -> Vec<String> {
        let line = self.file.buffer.line(self.file.buffer.line_of(range.start)).into_owned();
        let base = indentation(&line);
        let cut = |line: String| line.strip_prefix(base).map_or(trim_start(&line), str::to_owned);
        let lines = lines_of(&self.file.buffer.slice(range.clone()));
        lines.into_iter().enumerate().map(|(at, line)| if at == 0 { line } else { cut(line) }).collect()
    }

    pub(super) fn present(&self, range: &Range<usize>, is_there: bool) -> Option<Range<usize>> {
        is_there.then(|| {
            self.file.buffer.line_of(range.start)..self.file.buffer.line_of(range.end.saturating_sub(1)) + 1
        })
    }

    fn grown_string(
        &self,
        old: &Range<usize>,
        text: &[String],
        lead: usize,
        quotes: &str,
    ) -> Option<GrownDocs> {
        let mut lines = self.cut_lines(old);
        let first = lines.first()?.clone();
        let prefix: String = first.chars().take_while(char::is_ascii_alphabetic).collect();
        let rest = &first[prefix.len()..];
        let long = ["\"\"\"", "'''"].into_iter().find(|quotes| rest.starts_with(quotes));
        let short = ["\"", "'"].into_iter().find(|quotes| rest.starts_with(quotes))?;
        let (own, new) = (long.unwrap_or(short), long.unwrap_or(quotes));
        if let Some(first) = lines.first_mut() {
            *first = format!("{prefix}{new}{}", &rest[own.len()..]);
        }
        let last = lines.last_mut()?;
        last.truncate(last.trim_end().len().checked_sub(own.len())?);
        let was_one_line = lines.len() == 1;
        let mut blanks = 0;
        while lines.len() > 1 && lines.last().is_some_and(|line| is_blank(line)) {
            lines.pop();
            blanks += 1;
        }
        if let Some(last) = lines.last_mut() {
            last.truncate(last.trim_end().len());
        }
        let is_raw = prefix.to_ascii_lowercase().contains('r');
        let text: Vec<String> = without_margin(text);
        if text.iter().any(|line| line.contains(new)) || (prefix + &lines.join("\n")).contains("f\"") {
            return None;
        }
        let written: Vec<String> =
            text.iter().map(|line| if is_raw { line.clone() } else { line.replace('\\', "\\\\") }).collect();
        let opening = format!("{}{new}", &first[..first.len() - rest.len()]);
        let mut above = lines.clone();
        if let Some(first) = above.first_mut() {
            first.drain(..opening.len());
        }
        let present = self.present(old, ends_with(&above, &written, |line| trim(line)));
        let joint = joint(&above, &written);
        let is_bare = above.iter().all(|line| is_blank(line));
        // The first line of documentation stands apart from what follows.
        let gap = if is_bare { 0 } else { lead.max(joint.gap).max(usize::from(was_one_line)) };
        lines.extend(std::iter::repeat_n(String::new(), gap));
        lines.extend(written.iter().map(|line| format!("{}{line}", joint.indent).trim_end().to_owned()));
        // The quotes are on the last of the lines without text; what stands above them stays so.
        if !is_bare && blanks > 1 {
            lines.push(String::new());
        }
        lines.push(new.to_owned());
        let part = Part { place: PartPlace::Text(old.clone()), lines, margin: Margin::Prose };
        Some(GrownDocs { part, present })
    }

    fn grown_comment(&self, last: &LeadIn, text: &[String], lead: usize) -> Option<GrownDocs> {
        let lexical = &self.file.manifest().lexical;
        let old = self.cut_lines(&last.range);
        let block = lexical.block_comments.as_ref();
        let closes = block.filter(|block| {
            old.first().is_some_and(|line| line.starts_with(block.open.as_str()))
                && old.last().is_some_and(|line| line.trim_end().ends_with(block.close.as_str()))
        });
        let Some(block) = closes else {
            let joins = self.backslash();
            let new = as_comment(text, old.last().map(String::as_str), "//", lexical, joins)?;
            let below = self.file.buffer.line_of(last.range.end.saturating_sub(1)) + 1;
            let tail = self.doc_lines(below);
            let there = ends_with(&tail, &new, |line| trim(line));
            let (signs, _) = signs_of(new.first()?);
            let bare = |lines: &[String]| lines.iter().map(|line| signs_of(line).1).collect::<Vec<_>>();
            let joint = joint(&bare(&tail), &bare(&new));
            let is_block =
                block.is_some_and(|block| new.iter().any(|line| line.contains(block.open.as_str())));
            let gap = if is_block { 0 } else { lead.max(joint.gap) };
            let new = gap_lines(signs, gap)
                .chain(new.iter().map(|line| match line.strip_prefix(signs) {
                    Some(rest) if !is_blank(rest) => format!("{signs}{}{rest}", joint.indent),
                    _ => line.clone(),
                }))
                .collect();
            let statement = self.file.buffer.line_start(below - 1);
            let place = PartPlace::Lines { lines: below..below, statement };
            let part = Part { place, lines: new, margin: Margin::Prose };
            return Some(GrownDocs { part, present: self.present(&last.range, there) });
        };
        let text = without_margin(text);
        if text.iter().any(|line| line.contains(block.close.as_str())) {
            return None;
        }
        let signs: String =
            old.first()?[block.open.len()..].chars().take_while(|char| matches!(char, '*' | '!')).collect();
        let open = format!("{}{signs}", block.open);
        let (mut lines, star) = if let [only] = old.as_slice() {
            let inner = only[open.len()..].trim_end().strip_suffix(block.close.as_str())?;
            (vec![open.clone(), format!(" * {}", trim(inner))], " *".to_owned())
        } else {
            let mut lines = old.clone();
            let close = lines.pop()?;
            let inner = close.trim_end().strip_suffix(block.close.as_str())?;
            let star = old.get(1).filter(|_| old.len() > 2).map_or(" *".to_owned(), |line| {
                let star = if line.trim_start().starts_with('*') { "*" } else { "" };
                format!("{}{star}", indentation(line))
            });
            if !bare(inner).is_empty() {
                lines.push(inner.trim_end().to_owned());
            }
            (lines, star)
        };
        let present = ends_with(&lines, &text, |line| trim(line.trim_start().trim_start_matches('*')));
        let gap = if star.ends_with('*') { " " } else { "" };
        let margin = format!("{star}{gap}");
        let above: Vec<String> = lines
            .iter()
            .enumerate()
            .map(|(at, line)| {
                let inner = if at == 0 { &line[open.len().min(line.len())..] } else { line };
                let inner = inner.strip_prefix(margin.as_str()).unwrap_or_else(|| inner.trim_start());
                if inner.trim() == "*" { String::new() } else { inner.to_owned() }
            })
            .collect();
        let joint = joint(&above, &text);
        let padded = gap_lines("", lead.max(joint.gap)).chain(text);
        lines.extend(padded.map(|line| format!("{margin}{}{line}", joint.indent).trim_end().to_owned()));
        lines.push(format!("{}{}", star.trim_end_matches('*'), block.close));
        let part = Part { place: PartPlace::Text(last.range.clone()), lines, margin: Margin::Prose };
        Some(GrownDocs { part, present: self.present(&last.range, present) })
    }

    /// The lines of the comments above a line that document the definition.
    fn doc_lines(&self, below: usize) -> Vec<String> {
        let end = self.file.buffer.line_start(below);
        let docs = self.place.lead_in.iter().filter(|unit| unit.sort == LeadInKind::Doc);
        docs.filter(|unit| unit.range.start < end)
            .flat_map(|unit| lines_of(&self.file.buffer.slice(unit.range.clone())))
            .collect()
    }

    /// What a backslash at the end of a comment does in this language.
    pub(super) fn backslash(&self) -> Backslash {
        // A preprocessor joins lines at a backslash, comments included.
        let has_preprocessor = self.file.manifest().view.masks.is_some();
        if has_preprocessor { Backslash::Joins } else { Backslash::Text }
    }
}

fn lines_of(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

/// The signs that a line comment begins with, and its text with the blanks that are more than one.
fn signs_of(line: &str) -> (&str, String) {
    let line = line.trim_start();
    let text = line.trim_start_matches(['/', '!', '#']);
    (&line[..line.len() - text.len()], text.strip_prefix(' ').unwrap_or(text).to_owned())
}

/// So many empty lines of documentation.
fn gap_lines(signs: &str, count: usize) -> impl Iterator<Item = String> {
    std::iter::repeat_n(signs.to_owned(), count)
}

/// A line of a comment without its signs.
fn bare(line: &str) -> &str {
    trim(trim(line).trim_start_matches(['/', '*', '!', '#']))
}

fn trim_start(line: &str) -> String {
    line.trim_start_matches([' ', '\t']).to_owned()
}

/// Lines without the indentation that all of them have.
fn without_margin(lines: &[String]) -> Vec<String> {
    let filled = || lines.iter().filter(|line| !is_blank(line));
    let least = filled().map(|line| indentation(line).len()).min().unwrap_or(0);
    lines.iter().map(|line| line.get(least..).unwrap_or_default().trim_end().to_owned()).collect()
}

/// The lines of a payload at an edge of a body, with a blank line towards the rest of it where they are to be parted.
fn parted(payload: &[String], at: PartEdge, has_gap: bool) -> Vec<String> {
    let lines = without_blank_edges(payload).iter().cloned();
    let gap = has_gap.then(String::new);
    match at {
        PartEdge::Start => lines.chain(gap).collect(),
        PartEdge::Whole | PartEdge::End => gap.into_iter().chain(lines).collect(),
    }
}

/// What is there, with the payload before or behind it; the payload alone in the place of a stand-in.
fn joined(old: &[String], payload: &[String], at: PartEdge, is_stand_in: bool) -> Vec<String> {
    let (old, payload) = (without_margin(old), without_margin(payload));
    match at {
        _ if is_stand_in => payload,
        PartEdge::Start => payload.into_iter().chain(old).collect(),
        PartEdge::Whole | PartEdge::End => old.into_iter().chain(payload).collect(),
    }
}

/// Whether some lines end in others, blank ones left out.
fn ends_with(lines: &[String], tail: &[String], bare: impl Fn(&str) -> &str) -> bool {
    let filled = |lines: &[String]| -> Vec<String> {
        let bare = lines.iter().map(|line| bare(line).to_owned());
        bare.filter(|line| !line.is_empty()).collect()
    };
    let (lines, tail) = (filled(lines), filled(tail));
    !tail.is_empty() && lines.ends_with(&tail)
}

/// The last child of a node that is no comment.
fn last_child(node: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| !child.is_extra()).last()
}

/// Whether nothing behind a statement is run: it leaves, or ends in what does, in each of its branches.
fn always_leaves(node: Node<'_>, leaving: &[String], depth: usize) -> bool {
    let leaves = |inner: Option<Node<'_>>| {
        depth < MOST_BRANCHES && inner.is_some_and(|inner| always_leaves(inner, leaving, depth + 1))
    };
    let kind = node.kind();
    if leaving.iter().any(|one| one == kind) {
        return true;
    }
    let mut cursor = node.walk();
    let others: Vec<Node<'_>> = node.children_by_field_name("alternative", &mut cursor).collect();
    match (field(node, "consequence"), others.last()) {
        // Without the last one of `elif` and `else`, what is behind may be run.
        (Some(first), Some(last)) => {
            let branch = |other: &Node<'_>| {
                leaves(field(*other, "consequence").filter(|_| other != last).or(Some(*other)))
            };
            leaves(Some(first)) && others.iter().all(branch)
        }
        (Some(_), None) => false,
        _ if kind.ends_with("block") || kind.ends_with("compound_statement") || kind == "else_clause" => {
            leaves(last_child(node))
        }
        // `throw` and the like may be an expression.
        _ => {
            node.named_child_count() == 1
                && node.named_child(0).is_some_and(|child| leaving.iter().any(|one| one == child.kind()))
        }
    }
}
