//! Puts lines at an edge of a definition's body or documentation, beside what is there.

use std::ops::Range;

use tree_sitter::Node;

use crate::ir::PartEdge;
use crate::lang::{DocRule, field};
use crate::text::normal::{indentation, is_blank, trim};
use crate::text::{CommentScanner, LexState, Margin, least_indent};

use super::dress::{Backslash, as_comment};
use super::lead_in::{LeadIn, LeadInKind};
use super::parts::{Part, PartPlace, View, without_blank_edges, without_brackets};
use super::payload_problem::PayloadProblem;

/// What makes documentation longer.
pub(super) struct GrownDocs {
    /// What takes which place.
    pub(super) part: Part,
    /// The lines of the file that hold the added text already.
    pub(super) present: Option<Range<usize>>,
}

/// The last statement of a body.
struct LastStatement {
    /// Its first byte.
    start: usize,
    /// Whether nothing behind it is run.
    is_leaving: bool,
    /// Whether it is the value of the body.
    is_value: bool,
}

impl View<'_> {
    /// Lines before the first or behind the last statement of a body, given what would replace it whole.
    pub(super) fn grown_body(
        &self,
        body: &Range<usize>,
        whole: Part,
        at: PartEdge,
    ) -> Result<Part, PayloadProblem> {
        if whole.lines.iter().all(|line| is_blank(line)) {
            return Err(PayloadProblem::Empty);
        }
        let part = match &whole.place {
            PartPlace::Lines { lines, statement } => self.grown_block(lines, *statement, &whole.lines, at),
            PartPlace::Braces(range) => self.grown_braces(range, &whole.lines, at),
            PartPlace::Inline(_) => {
                let old = self.file.buffer.slice(body.clone());
                let lines = joined(&lines_of(&old), &whole.lines, at, self.is_stand_in(&old));
                Part { lines, ..whole }
            }
            PartPlace::Text(_) | PartPlace::Value(_) | PartPlace::Above { .. } => whole,
        };
        self.check_grown(body, &part, at)?;
        Ok(part)
    }

    /// Whether a text is only what a body holds that would be empty without.
    fn is_stand_in(&self, text: &str) -> bool {
        let stand_in = self.file.manifest().symbols.stand_in.as_deref();
        stand_in.is_some_and(|stand_in| [stand_in, "..."].contains(&trim(text)))
    }

    fn grown_block(&self, lines: &Range<usize>, statement: usize, payload: &[String], at: PartEdge) -> Part {
        let start = self.file.buffer.line_start(lines.start);
        let own = self.file.buffer.slice(start..self.place.end.max(start));
        let lines = match at {
            _ if lines.is_empty() || self.is_stand_in(&own) => lines.clone(),
            PartEdge::Start => lines.start..lines.start,
            PartEdge::Whole | PartEdge::End => lines.end..lines.end,
        };
        Part { place: PartPlace::Lines { lines, statement }, lines: payload.to_vec(), margin: Margin::Least }
    }

    fn grown_braces(&self, range: &Range<usize>, payload: &[String], at: PartEdge) -> Part {
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
            let place = PartPlace::Lines { lines: line..line, statement };
            return Part { place, lines: payload.to_vec(), margin };
        }
        let whole = lines_of(&buffer.slice(range.start - 1..range.end + 1));
        let old = without_brackets(&whole, &manifest.lexical).unwrap_or_default();
        Part { place: PartPlace::Braces(range.clone()), lines: joined(&old, payload, at, false), margin }
    }

    /// The first line from one on that is no directive of the body, such as `"use strict";`.
    fn behind_directives(&self, from: usize) -> usize {
        let is_directive = |line: usize| {
            let text = self.file.buffer.line(line);
            let text = trim(&text).trim_end_matches(';');
            text.len() > 2 && ["\"use ", "'use "].iter().any(|mark| text.starts_with(mark))
        };
        (from..).find(|line| !is_directive(*line)).unwrap_or(from)
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
        if let Some(last) = last.filter(|last| last.is_value) {
            let line = self.file.buffer.line_of(last.start);
            let text = trim(&self.file.buffer.line(line)).to_owned();
            return Err(PayloadProblem::BehindValue { text, line });
        }
        let PartPlace::Lines { lines, statement } = &part.place else { return Ok(()) };
        if self.is_block() || !lines.is_empty() {
            return Ok(());
        }
        let at = self.file.buffer.line_start(lines.start);
        let indent = indentation(&self.file.buffer.line(self.file.buffer.line_of(*statement))).to_owned();
        let new: String = part.lines.iter().map(|line| format!("{indent}{line}\n")).collect();
        let read = |new: &str| {
            let head = self.head(body.start);
            let (above, below) =
                (self.file.buffer.slice(body.start..at), self.file.buffer.slice(at..body.end));
            self.read(&format!("{head}\n{above}{new}{below}"))
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
    pub(super) fn leaving_statement(&self, body: &Range<usize>) -> Option<String> {
        let last = self.last_statement(body).filter(|last| last.is_leaving)?;
        let line = self.file.buffer.line_of(last.start);
        let text = self.file.buffer.line(line);
        Some(format!("the body ends in `{}` (line {}): code after it never runs", trim(&text), line + 1))
    }

    /// The last statement of a body, comments left out.
    fn last_statement(&self, body: &Range<usize>) -> Option<LastStatement> {
        let rules = &self.file.manifest().symbols;
        if rules.leaving.is_empty() {
            return None;
        }
        let start = self.place.declaration;
        let text = self.file.buffer.slice(start..body.end.max(start)).into_owned();
        let tree = self.symbols.syntax.fresh().parse(&text).ok()?;
        let inner = body.start.checked_sub(start)?..text.trim_end().len();
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
        let own = &text[last.byte_range()];
        let closes = |end: &String| own.ends_with(end.as_str()) || own.ends_with('}') && !returns;
        let is_leaving = |node: Node<'_>| rules.leaving.iter().any(|kind| kind == node.kind());
        let is_item = field(last, "name").is_some();
        Some(LastStatement {
            start: start + last.start_byte(),
            is_leaving: is_leaving(last)
                || last
                    .named_child(0)
                    .is_some_and(|child| last.named_child_count() == 1 && is_leaving(child)),
            is_value: !is_item && rules.value_without.as_ref().is_some_and(|end| !closes(end)),
        })
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
                    let part = self.new_comments(text, mark)?;
                    return Some(GrownDocs { part, present: None });
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

    fn present(&self, range: &Range<usize>, is_there: bool) -> Option<Range<usize>> {
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
        while lines.len() > 1 && lines.last().is_some_and(|line| is_blank(line)) {
            lines.pop();
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
        let present = self.present(old, ends_with(&lines, &written, |line| trim(line)));
        let opening = format!("{}{new}", &first[..first.len() - rest.len()]);
        let is_bare = lines.len() == 1 && lines.first().is_some_and(|line| *line == opening);
        // The first line of documentation stands apart from what follows.
        let gap = if is_bare { 0 } else { lead.max(usize::from(was_one_line)) };
        lines.extend(std::iter::repeat_n(String::new(), gap));
        lines.extend(written);
        lines.push(new.to_owned());
        let part = Part { place: PartPlace::Text(old.clone()), lines, margin: Margin::Prose };
        Some(GrownDocs { part, present })
    }

    fn grown_comment(&self, last: &LeadIn, text: &[String], lead: usize) -> Option<GrownDocs> {
        let lexical = &self.file.manifest().lexical;
        let old = self.cut_lines(&last.range);
        let padded: Vec<String> =
            std::iter::repeat_n(String::new(), lead).chain(without_margin(text)).collect();
        let block = lexical.block_comments.as_ref();
        let closes = block.filter(|block| {
            old.first().is_some_and(|line| line.starts_with(block.open.as_str()))
                && old.last().is_some_and(|line| line.trim_end().ends_with(block.close.as_str()))
        });
        let Some(block) = closes else {
            let joins = self.backslash();
            let new = as_comment(&padded, old.last().map(String::as_str), "//", lexical, joins)?;
            let below = self.file.buffer.line_of(last.range.end.saturating_sub(1)) + 1;
            let tail = self.doc_lines();
            let there = ends_with(&tail, &new, |line| trim(line));
            let statement = self.file.buffer.line_start(below - 1);
            let place = PartPlace::Lines { lines: below..below, statement };
            let part = Part { place, lines: new, margin: Margin::Prose };
            return Some(GrownDocs { part, present: self.present(&last.range, there) });
        };
        if padded.iter().any(|line| line.contains(block.close.as_str())) {
            return None;
        }
        let signs: String =
            old.first()?[block.open.len()..].chars().take_while(|char| matches!(char, '*' | '!')).collect();
        let open = format!("{}{signs}", block.open);
        let (mut lines, star) = if let [only] = old.as_slice() {
            let inner = only[open.len()..].trim_end().strip_suffix(block.close.as_str())?;
            (vec![open, format!(" * {}", trim(inner))], " *".to_owned())
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
        let present = ends_with(&lines, &padded, |line| trim(line.trim_start().trim_start_matches('*')));
        let gap = if star.ends_with('*') { " " } else { "" };
        lines.extend(padded.iter().map(|line| format!("{star}{gap}{line}").trim_end().to_owned()));
        lines.push(format!("{}{}", star.trim_end_matches('*'), block.close));
        let part = Part { place: PartPlace::Text(last.range.clone()), lines, margin: Margin::Prose };
        Some(GrownDocs { part, present: self.present(&last.range, present) })
    }

    /// The lines of all comments that document the definition.
    fn doc_lines(&self) -> Vec<String> {
        let docs = self.place.lead_in.iter().filter(|unit| unit.sort == LeadInKind::Doc);
        docs.flat_map(|unit| lines_of(&self.file.buffer.slice(unit.range.clone()))).collect()
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
