//! Computes a new body, or a new value.

use std::ops::Range;

use crate::lang::Manifest;
use crate::text::normal::{indentation, is_blank, is_word_char};
use crate::text::{CommentScanner, LexRules, LexState, Lexer, MarginRule, TokenKind};

use super::called_body::called_body;
use super::parts::Part;
use super::parts::PartPlace;
use super::parts::without_blank_edges;
use super::view::DefinitionView;
use crate::resolve::symbol::extent::docstring::string_end;
use crate::resolve::symbol::outline::definition::Definition;
use crate::resolve::symbol::payload::parse::{ExpectedDefinition, PayloadProperties, read_payload};
use crate::resolve::symbol::payload::problem::PayloadProblem;

impl DefinitionView<'_> {
    /// Returns whether a payload is one definition of the same kind and name.
    fn is_whole(&self, payload: &[String]) -> bool {
        let Some(own) = self.file.outline.definition(self.id) else { return false };
        let mut syntax = self.symbols.syntax.fresh();
        let asked = ExpectedDefinition { capture: Some(own.capture), ..ExpectedDefinition::default() };
        let facts = read_payload(&mut syntax, payload, asked);
        let name = |definition: &Definition| definition.parts.last().map(|part| part.name.clone());
        facts.is_ok_and(|facts| {
            facts.is_last && facts.definition.frame.body.is_some() && name(&facts.definition) == name(own)
        })
    }

    /// Returns the part that replaces the body.
    pub(super) fn new_body(&self, body: &Range<usize>, payload: &[String]) -> Result<Part, PayloadProblem> {
        if self.is_whole(payload) {
            // If the heading is exactly that of the file, only the body can be meant.
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
        let is_whole = inner.is_some();
        let mut lines = match inner.filter(|inner| judge(inner).is_ok()) {
            Some(inner) => inner,
            None => {
                // Line numbers count from the first line of the payload.
                let above = head.matches('\n').count() + 2;
                judge(payload).map_err(|problem| from_line(problem, above))?;
                payload.to_vec()
            }
        };
        let start = self.behind_bracket(body, &mut lines, is_whole);
        Ok(Part { place: PartPlace::Braces(start..body.end - 1), lines, margin: MarginRule::Least })
    }

    /// Returns whether a payload begins like the `try` statement whose first part is the body: it contains the
    /// handlers, or another statement of this kind.
    pub(super) fn begins_tried(&self, body: &Range<usize>, payload: &[String]) -> bool {
        let is_tried = self.file.outline.definition(self.id).is_some_and(|own| own.frame.has_handlers);
        let first =
            |text: &str| text.trim_start().split(|char| !is_word_char(char)).next().map(str::to_owned);
        let own = || first(&self.file.buffer.slice(self.head_end()..body.start));
        let text = payload.join("\n");
        // The blocks of the handlers follow the first block.
        let has_more = || {
            text.trim_start().starts_with('{')
                && without_brackets(payload, &self.file.manifest().lexical).is_none()
        };
        is_tried && (has_more() || own() == first(&text))
    }

    /// Returns where the replaced part of the body begins: a comment after its opening bracket is about the heading and
    /// is kept, unless a payload with brackets contains another one.
    fn behind_bracket(&self, body: &Range<usize>, lines: &mut Vec<String>, is_whole: bool) -> usize {
        let first = body.start + 1;
        let Some(end) = self.comment_behind_bracket(body) else { return first };
        if is_whole {
            let own = self.file.buffer.slice(first..end);
            let own: Vec<&str> = own.lines().map(str::trim).collect();
            let is_same =
                lines.len() >= own.len() && own.iter().zip(&*lines).all(|(own, new)| *own == new.trim());
            if is_same {
                lines.drain(..own.len());
            } else if lines.first().is_some_and(|line| self.is_comment_text(line)) {
                return first;
            }
        }
        end
    }

    /// Returns the end of the comment after the opening bracket of a body that continues below.
    fn comment_behind_bracket(&self, body: &Range<usize>) -> Option<usize> {
        let buffer = self.file.buffer;
        let scanner = CommentScanner::new(&self.file.manifest().lexical);
        let mut state = LexState::default();
        let (mut start, mut line) = (body.start + 1, buffer.line_of(body.start));
        let last = buffer.line_of(body.end - 1);
        while line < last {
            let end = self.end_of_text(line).max(start);
            let text = buffer.slice(start..end);
            let scanned = scanner.scan(&text, &mut state);
            if !scanned.has_comment || !is_blank(&scanned.code) {
                return None;
            }
            if !state.is_comment() {
                return Some(end);
            }
            line += 1;
            start = buffer.line_start(line);
        }
        None
    }

    /// Returns whether a payload line is only a comment.
    fn is_comment_text(&self, line: &str) -> bool {
        let scanner = CommentScanner::new(&self.file.manifest().lexical);
        let scanned = scanner.scan(line, &mut LexState::default());
        scanned.has_comment && is_blank(&scanned.code)
    }

    /// Returns the body in a payload whose heading equals that of the file, apart from blanks.
    fn body_below_heading(&self, body: &Range<usize>, payload: &[String]) -> Option<Vec<String>> {
        let head = self.head(if self.is_block() { self.head_end() } else { body.start });
        below_heading(&head, payload, self.file.manifest())
    }

    /// Returns the part that replaces the value of an expression-bodied function: by another value, or by a block.
    pub(super) fn new_value(&self, value: &Range<usize>, payload: &[String]) -> Result<Part, PayloadProblem> {
        if self.is_whole(payload) {
            return Err(PayloadProblem::WholeDefinition);
        }
        if let Some(lines) = self.as_value(value, payload) {
            return Ok(Part { place: PartPlace::Text(value.clone()), lines, margin: MarginRule::First });
        }
        let head = self.head(value.start);
        let inner = without_brackets(payload, &self.file.manifest().lexical);
        let lines = inner.unwrap_or_else(|| payload.to_vec());
        let above = head.matches('\n').count() + 2;
        self.judge(&lines, |lines| self.read(&format!("{head}\n{{\n{}\n}}", lines.join("\n"))))
            .map_err(|problem| from_line(problem, above))?;
        Ok(Part { place: PartPlace::Value(value.clone()), lines, margin: MarginRule::Least })
    }

    /// Returns whether a payload is a function that replaces the one that the definition returns, and not the body of
    /// that function.
    pub(super) fn is_new_value(&self, payload: &[String]) -> bool {
        let value = self.value().filter(|value| !self.file.buffer.slice(value.clone()).starts_with('{'));
        let Some(value) = value else { return false };
        let Some(lines) = self.as_value(&value, payload) else { return false };
        let text = format!("{} {}", self.head(value.start), lines.join("\n"));
        self.symbols.syntax.fresh().parse(&text).is_ok_and(|tree| called_body(&tree, &text).is_some())
    }

    /// Returns the lines of a payload that is valid as a value; `None` if it is not.
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
        // Among the members of a class, code after a value may be parsed as another member.
        let is_all = |facts: &PayloadProperties| {
            let body = facts.definition.frame.body.as_ref();
            signs.has_comment || body.is_some_and(|body| body.len() >= text.trim().len())
        };
        let is_value = |facts: PayloadProperties| facts.error.is_none() && !signs.parts && is_all(&facts);
        let head = self.head(value.start) + " ";
        let is_read = self.read(&format!("{head}{text}")).is_ok_and(is_value);
        (is_read && !self.begins_statement(&head, &text)).then_some(alone)
    }

    /// Returns whether a text is a statement whose keyword would be parsed as a name in the place of a value: `return
    /// (a);` as a call.
    fn begins_statement(&self, head: &str, text: &str) -> bool {
        let mut syntax = self.symbols.syntax.fresh();
        let mut is_name = |above: &str| {
            let at = above.len() + (text.len() - text.trim_start().len());
            let tree = syntax.parse(&format!("{above}{text}")).ok()?;
            let first = tree.root_node().descendant_for_byte_range(at, at + 1)?;
            Some(first.is_named())
        };
        is_name(head) == Some(true) && is_name("") == Some(false)
    }

    fn new_block(&self, body: &Range<usize>, payload: &[String]) -> Result<Part, PayloadProblem> {
        let manifest = self.file.manifest();
        let stand_in = manifest.symbols.empty_body_statement.clone().unwrap_or_default();
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
            return Ok(Part { place, lines, margin: MarginRule::Least });
        }
        if let Some(range) = doc.as_ref().and_then(|doc| self.behind_doc_on_line(doc)) {
            let lines = std::iter::once(String::new()).chain(lines).collect();
            return Ok(Part { place: PartPlace::Text(range), lines, margin: MarginRule::Least });
        }
        let last = self.file.buffer.line_of(self.place.end.saturating_sub(1)) + 1;
        let first = match doc {
            // Blank lines after the docstring are kept.
            Some(doc) => {
                let below = self.file.buffer.line_of(doc.end.saturating_sub(1)) + 1;
                (below..last).find(|line| !self.file.buffer.line(*line).trim().is_empty()).unwrap_or(last)
            }
            None => head_line + 1,
        };
        let place = PartPlace::Lines { lines: first..last, statement: body.start };
        Ok(Part { place, lines, margin: MarginRule::Least })
    }
}

/// Returns the body in a payload that begins with the given heading, apart from blanks.
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

/// Returns the lines within the brackets that enclose the whole payload; `None` if the first bracket is not closed at
/// its end.
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
    // Text after the opening bracket gets the indentation of the following line.
    let deep = lines.iter().skip(1).find(|line| !is_blank(line)).map(|line| indentation(line).to_owned());
    if let Some((first, deep)) = lines.first_mut().zip(deep).filter(|(first, _)| !first.is_empty()) {
        first.insert_str(0, &deep);
    }
    Some(without_blank_edges(&lines).to_vec())
}

/// What the tokens of a text show.
struct TextSigns {
    /// Whether the text contains a semicolon outside of brackets.
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

/// Returns whether the bracket at the start of a payload is closed by the one at its end.
fn is_enclosed(payload: &[String], lexical: &LexRules) -> bool {
    let (mut depth, mut is_closed) = (0_usize, false);
    for token in Lexer::new(lexical).tokens(&payload.join("\n")) {
        // There is text before the first bracket, or after the one that closes it.
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

/// Subtracts `above` lines from the line of a problem.
fn from_line(problem: PayloadProblem, above: usize) -> PayloadProblem {
    match problem {
        PayloadProblem::SyntaxError { line } => {
            PayloadProblem::SyntaxError { line: line.saturating_sub(above) }
        }
        other => other,
    }
}
