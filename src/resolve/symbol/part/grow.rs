//! Inserts lines at the start or end of a definition's body.

use std::ops::Range;

use crate::ir::PartEdge;
use crate::text::normal::{contains, indentation, is_blank, is_word_char, separator_length, trim};
use crate::text::{CommentScanner, LexState, MarginRule, least_indent};

use super::body_heads::heads_end;
use super::last_statement::{LastStatement, leaves_by_call};
use super::new_body::without_brackets;
use super::parts::{NewPart, Part, PartPlace, without_blank_edges};
use super::shared_line::BehindHeads;
use super::view::DefinitionView;
use crate::resolve::symbol::address::info::dedented;
use crate::resolve::symbol::payload::problem::PayloadProblem;

impl DefinitionView<'_> {
    /// Returns the part that inserts lines before the first or after the last statement of a body; `whole` is the part
    /// that would replace the whole body.
    ///
    /// A blank line of the payload on the side of the rest of the body separates the two.
    pub(super) fn with_inserted_lines(
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
        let parted = with_gap(&whole.lines, at, towards_rest.is_some_and(|line| is_blank(line)));
        let part = match &whole.place {
            PartPlace::Lines { lines, statement } => {
                self.grown_block((lines, body.end), *statement, parted, at)
            }
            PartPlace::Braces(range) => self.grown_braces(body, range, parted, at),
            PartPlace::Inline(_) => {
                let lines = self.grown_inline(body, parted, at);
                Part { lines, ..whole }
            }
            PartPlace::Text(behind) if self.is_block() => self.behind_joined_doc(body, behind, (parted, at)),
            PartPlace::Text(_)
            | PartPlace::Value(_)
            | PartPlace::Between { .. }
            | PartPlace::Above { .. } => whole,
        };
        let part = if at == PartEdge::End { self.before_final_jump(body, part)? } else { part };
        if at == PartEdge::End
            && let Some(part) = self.behind_value(body, &part)
        {
            return Ok(part);
        }
        self.check_grown(body, &part, at)?;
        Ok(part)
    }

    /// Returns the part that inserts lines after the final expression of a body whose function returns nothing: the
    /// expression becomes a statement.
    fn behind_value(&self, body: &Range<usize>, part: &Part) -> Option<Part> {
        let PartPlace::Between { line, .. } = part.place else { return None };
        let buffer = self.file.buffer;
        let sign = self.file.manifest().symbols.statement_terminator.as_ref()?;
        let last = self.last_statement(body).filter(|last| last.is_value && !self.gives_back(body))?;
        let own = buffer.line_of(last.end);
        let end = buffer.line_range(own).end.max(last.end);
        let rest = buffer.slice(last.end..end).trim_end().to_owned();
        // Comments below the expression would otherwise follow the lines.
        let is_next = own < line && (own + 1..line).all(|line| is_blank(&buffer.line(line)));
        if !is_next || self.has_code(last.end..end) {
            return None;
        }
        let lines = std::iter::once(format!("{sign}{rest}"))
            .chain(dedented(&part.lines).into_iter().map(str::to_owned))
            .collect();
        Some(Part { place: PartPlace::Text(last.end..end), lines, margin: MarginRule::First })
    }

    /// Returns whether the function declares a return type.
    fn gives_back(&self, body: &Range<usize>) -> bool {
        self.file.buffer.slice(self.place.declaration..body.start).contains("->")
    }

    /// Moves lines at the end of a body before its last statement if that is a jump, such as `return`, so that nothing
    /// after it is executed, or the return value of the function; not if one of the lines is a jump itself.
    fn before_final_jump(&self, body: &Range<usize>, part: Part) -> Result<Part, PayloadProblem> {
        let PartPlace::Between { line, statement } = part.place else { return Ok(part) };
        let buffer = self.file.buffer;
        let last = self.last_statement(body).filter(|last| self.comes_before(last, body, &part.lines));
        // A comment directly above belongs to the statement.
        let is_comment = |line: usize| !is_blank(&buffer.line(line)) && self.is_comment_line(line);
        let first = buffer.line_of(body.start) + 1;
        let with_comment =
            |at: usize| (first..at).rev().take_while(|line| is_comment(*line)).last().unwrap_or(at);
        let last = last.map(|last| last.lead).filter(|lead| buffer.line_of(*lead) < line);
        let Some(lead) = last else { return Ok(part) };
        if let Some(end) = self.code_before(lead, statement) {
            return Ok(self.within_line(end, part.lines));
        }
        let above = with_comment(buffer.line_of(lead));
        // A statement that begins in a branch and ends below it belongs to the conditional.
        let line = self.opening_above(above..line)?.map_or(above, with_comment);
        Ok(Part { place: PartPlace::Between { line, statement }, ..part })
    }

    /// Returns whether lines at the end of a body are inserted before its last statement: that is a jump, or it is the
    /// return value of the function and the lines are statements.
    fn comes_before(&self, last: &LastStatement, body: &Range<usize>, lines: &[String]) -> bool {
        let is_statement = || self.end_in_statement(lines, body);
        !self.leaves(lines) && (last.is_leaving || last.is_value && self.gives_back(body) && is_statement())
    }

    /// Returns whether one of the least indented lines begins like a jump statement.
    fn leaves(&self, lines: &[String]) -> bool {
        let solid = || lines.iter().filter(|line| !is_blank(line));
        let margin = solid().map(|line| indentation(line).len()).min().unwrap_or(0);
        let leaving = &self.file.manifest().symbols.terminating_statements;
        let word = |line: &String| {
            let text = trim(line);
            text.split(|char| !is_word_char(char)).next().unwrap_or_default().to_owned()
        };
        let calls = &self.file.manifest().symbols.diverging_calls;
        let is_leaving = |line: &String| {
            let word = word(line);
            leaves_by_call(trim(line), calls)
                || leaving.iter().any(|kind| kind.split_once('_').is_some_and(|(own, _)| own == word))
        };
        solid().filter(|line| indentation(line).len() == margin).any(is_leaving)
    }

    /// Returns whether a text is only the placeholder of an empty body, perhaps with comments.
    pub(super) fn is_stand_in(&self, text: &str) -> bool {
        let Some(stand_in) = self.file.manifest().symbols.empty_body_statement.as_deref() else {
            return false;
        };
        let (codes, _) = self.codes_and_comments(text);
        let mut filled = codes.iter().map(|code| trim(code)).filter(|code| !code.is_empty());
        filled.next().is_some_and(|code| [stand_in, "..."].contains(&code)) && filled.next().is_none()
    }

    /// Returns the line among those of a body that is its placeholder, if the others are only comments.
    fn stand_in_line(&self, lines: &Range<usize>) -> Option<usize> {
        let text = |line: usize| self.file.buffer.line(line);
        let all: Vec<_> = lines.clone().map(|line| text(line).into_owned()).collect();
        let mut filled = lines.clone().filter(|line| !is_blank(&text(*line)) && !self.is_comment_line(*line));
        filled.next().filter(|_| self.is_stand_in(&all.join("\n")))
    }

    /// Returns the warning about comments beside a placeholder that inserted lines replace.
    pub(super) fn comment_of_stand_in(&self, part: &Part) -> Option<String> {
        let buffer = self.file.buffer;
        let range = match &part.place {
            PartPlace::Lines { lines, .. } => buffer.line_start(lines.start)..buffer.line_start(lines.end),
            PartPlace::Inline(range) | PartPlace::Text(range) => range.clone(),
            _ => return None,
        };
        let text = buffer.slice(range);
        let own = text.trim_start_matches(self.file.manifest().symbols.head_close.as_str());
        let (_, comments) = self.codes_and_comments(own);
        let is_lost = !comments.is_empty() && self.is_stand_in(own);
        is_lost.then(|| lost_with_placeholder(&comments.join(" ")))
    }

    /// Returns the code and the comments of the lines of a text.
    fn codes_and_comments(&self, text: &str) -> (Vec<String>, Vec<String>) {
        let scanner = CommentScanner::new(&self.file.manifest().lexical);
        let mut state = LexState::default();
        let (mut codes, mut comments) = (Vec::new(), Vec::new());
        for line in text.lines() {
            let code = scanner.scan(line, &mut state).code.into_owned();
            let comment = line.strip_prefix(code.trim_end()).map_or("", trim);
            comments.extend(Some(comment.to_owned()).filter(|comment| !comment.is_empty()));
            codes.push(code);
        }
        (codes, comments)
    }

    /// Returns the lines of a block on the line of its heading, with new lines at its start or end.
    fn grown_inline(&self, body: &Range<usize>, mut parted: Vec<String>, at: PartEdge) -> Vec<String> {
        let buffer = self.file.buffer;
        let old = buffer.slice(body.clone());
        let doc = self.docstring_range(body);
        let text = doc.as_ref().map(|doc| buffer.slice(doc.clone()).into_owned());
        // The lines already contain the docstring if they would replace the whole body.
        let doc = doc.filter(|_| parted.first() == text.as_ref());
        let Some(doc) = doc else {
            let (old_lines, leaving) = self.around_leaving(body, body, &parted, at);
            let mut lines = concatenated(&old_lines, &parted, at, self.is_stand_in(&old));
            lines.extend(leaving);
            return lines;
        };
        let behind = buffer.slice(doc.end..body.end);
        let blanks = separator_length(&behind);
        let rest = doc.end + blanks..body.end;
        let text = parted.remove(0);
        let (old_lines, leaving) = self.around_leaving(body, &rest, &parted, at);
        let mut lines = concatenated(&old_lines, &parted, at, self.is_stand_in(&buffer.slice(rest)));
        lines.extend(leaving);
        lines.insert(0, text);
        lines
    }

    fn grown_block(
        &self,
        (lines, end): (&Range<usize>, usize),
        statement: usize,
        payload: Vec<String>,
        at: PartEdge,
    ) -> Part {
        let replaced = match lines.is_empty() {
            true => Some(lines.clone()),
            false => self.stand_in_line(lines).map(|line| line..line + 1),
        };
        if let Some(lines) = replaced {
            let place = PartPlace::Lines { lines, statement };
            return Part { place, lines: payload, margin: MarginRule::Least };
        }
        let line = match at {
            PartEdge::Start => match self.behind_heads(lines.start, end, &payload) {
                BehindHeads::Line(line) => line,
                BehindHeads::Within(end) => return self.within_line(end, payload),
            },
            PartEdge::Whole | PartEdge::End => lines.end,
        };
        let mut part = self.between(line, statement, payload);
        // A blank line separates a definition in a body from the statement above it.
        let is_apart = part.lines.last().is_some_and(|last| is_blank(last));
        if at == PartEdge::Start && !is_apart && self.begins_definition(line) {
            part.lines.push(String::new());
        }
        part
    }

    /// Returns whether a definition, or a decorator of one, begins on a line.
    fn begins_definition(&self, line: usize) -> bool {
        let manifest = self.file.manifest();
        let text = self.file.buffer.line(line);
        let text = trim(&text);
        let head = text.strip_prefix("async ").unwrap_or(text);
        let word = head.split(|char| !is_word_char(char)).next().unwrap_or_default();
        let mend = manifest.view.recovery.as_ref();
        manifest.symbols.indented_bodies
            && (text.starts_with('@')
                || mend.is_some_and(|mend| {
                    contains(&mend.body_words, word) || contains(&mend.container_words, word)
                }))
    }

    /// Returns the part that inserts lines before a line of a body; blank lines at their edges are dropped next to
    /// blank lines of the body.
    pub(super) fn between(&self, line: usize, statement: usize, mut payload: Vec<String>) -> Part {
        let buffer = self.file.buffer;
        let is_gap = |line: Option<usize>| line.is_some_and(|line| is_blank(&buffer.line(line)));
        if is_gap(line.checked_sub(1)) && payload.first().is_some_and(|first| is_blank(first)) {
            payload.remove(0);
        }
        if is_gap(Some(line)) && payload.last().is_some_and(|last| is_blank(last)) {
            payload.pop();
        }
        Part { place: PartPlace::Between { line, statement }, lines: payload, margin: MarginRule::Least }
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
        let margin = MarginRule::Least;
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
            let line = match at {
                PartEdge::Start => match self.behind_heads(inner.start, range.end, &payload) {
                    BehindHeads::Line(line) => line,
                    BehindHeads::Within(end) => return self.within_line(end, payload),
                },
                PartEdge::Whole | PartEdge::End => end,
            };
            let statement = buffer.line_start(shown);
            return self.between(line, statement, payload);
        }
        let (old, leaving) = if first == last {
            self.around_leaving(body, range, &payload, at)
        } else {
            let whole = lines_of(&format!("{{{}}}", buffer.slice(range.clone())));
            (without_brackets(&whole, &manifest.lexical).unwrap_or_default(), Vec::new())
        };
        let (heads, old) =
            if at == PartEdge::Start { self.parted_heads(old, &payload) } else { (Vec::new(), old) };
        let mut lines = heads;
        lines.extend(concatenated(&old, &payload, at, false));
        lines.extend(leaving);
        Part { place: PartPlace::Braces(range.clone()), lines, margin }
    }

    /// Splits the lines of a body after everything that must be first.
    fn parted_heads(&self, lines: Vec<String>, new: &[String]) -> (Vec<String>, Vec<String>) {
        let text = lines.join("\n");
        match self.heads_end(&text, new) {
            0 => (Vec::new(), lines),
            end => {
                let below = text[end..].trim_start_matches([' ', '\t']);
                (lines_of(&text[..end]), lines_of(below.strip_prefix('\n').unwrap_or(below)))
            }
        }
    }

    /// Splits the text of a one-line body before its last statement, if that is a jump.
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
        let parted = last.map(|last| last.lead).filter(|start| range.contains(start));
        let solid = |range: Range<usize>| -> Vec<String> {
            let lines = lines_of(trim(&buffer.slice(range)));
            lines.into_iter().filter(|line| !is_blank(line)).collect()
        };
        match parted {
            Some(start) => (solid(range.start..start), solid(start..range.end)),
            None => (solid(range.clone()), Vec::new()),
        }
    }

    /// Returns the first place in a body, from a line on, after everything that must be first.
    fn behind_heads(&self, from: usize, end: usize, payload: &[String]) -> BehindHeads {
        let buffer = self.file.buffer;
        let start = buffer.line_start(from);
        let heads = match self.heads_end(&buffer.slice(start..end.max(start)), payload) {
            0 => return BehindHeads::Line(from),
            heads => start + heads,
        };
        let line = buffer.line_of(heads - 1);
        if self.has_code(heads..self.end_of_text(line).max(heads)) {
            BehindHeads::Within(heads)
        } else {
            BehindHeads::Line(line + 1)
        }
    }

    /// Returns the end of what must precede new lines in the text of a body.
    fn heads_end(&self, body: &str, new: &[String]) -> usize {
        let manifest = self.file.manifest();
        heads_end(body, new, &manifest.symbols, &manifest.lexical)
    }

    pub(super) fn has_code(&self, range: Range<usize>) -> bool {
        let scanner = CommentScanner::new(&self.file.manifest().lexical);
        let mut state = LexState::default();
        let text = self.file.buffer.slice(range);
        !is_blank(&scanner.scan(&text, &mut state).code)
    }

    /// Refuses lines that are not valid at their place in the body, such as a statement after the value at the end of a
    /// block.
    fn check_grown(&self, body: &Range<usize>, part: &Part, at: PartEdge) -> Result<(), PayloadProblem> {
        let last = if at == PartEdge::End { self.last_statement(body) } else { None };
        let is_before = |last: &LastStatement| match &part.place {
            PartPlace::Between { line, .. } => *line <= self.file.buffer.line_of(last.start),
            PartPlace::Text(range) => range.start < last.start,
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
            // If the body is not parsed without errors as it is, nothing is known of the lines.
            Err(problem) if read("").is_ok() => Err(match problem {
                PayloadProblem::SyntaxError { .. } => PayloadProblem::NoStatement,
                other => other,
            }),
            _ => Ok(()),
        }
    }

    /// Returns the warning about lines after the last statement of a body if that is a jump, so that they are never
    /// executed.
    pub(super) fn leaving_statement(&self, body: &Range<usize>, part: &Part) -> Option<String> {
        let last = self.last_statement(body).filter(|last| last.is_leaving)?;
        let line = self.file.buffer.line_of(last.start);
        let is_before = match &part.place {
            PartPlace::Between { line: before, .. } => *before <= line,
            PartPlace::Text(range) => range.start < last.start,
            _ => false,
        };
        if is_before {
            return None;
        }
        // In a one-line body, the lines may have been inserted before it.
        let is_between = matches!(part.place, PartPlace::Between { .. });
        let own = self.file.buffer.slice(last.start..body.end.max(last.start));
        let first = trim(own.lines().next().unwrap_or_default()).trim_end_matches([' ', '}', ';']).to_owned();
        let height = own.lines().filter(|line| !is_blank(line)).count();
        let above = part.lines.len().checked_sub(height).filter(|_| !is_between);
        if above.and_then(|at| part.lines.get(at)).is_some_and(|line| trim(line).starts_with(&first)) {
            return None;
        }
        let text = self.file.buffer.line(line);
        Some(format!("the body ends in `{}` (line {}): code after it never runs", trim(&text), line + 1))
    }
}

/// Returns the warning about a comment that is removed with the placeholder of an empty body.
pub(in crate::resolve::symbol) fn lost_with_placeholder(comment: &str) -> String {
    format!("the placeholder of the empty body is replaced, and `{comment}` beside it")
}

pub(in crate::resolve::symbol) fn lines_of(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

/// Removes the common indentation of lines.
pub(in crate::resolve::symbol) fn without_margin(lines: &[String]) -> Vec<String> {
    let filled = || lines.iter().filter(|line| !is_blank(line));
    let least = filled().map(|line| indentation(line).len()).min().unwrap_or(0);
    lines.iter().map(|line| line.get(least..).unwrap_or_default().trim_end().to_owned()).collect()
}

/// Returns the lines of a payload at the start or end of a body, with a blank line towards the rest of it if `has_gap`.
fn with_gap(payload: &[String], at: PartEdge, has_gap: bool) -> Vec<String> {
    let lines = without_blank_edges(payload).iter().cloned();
    let gap = has_gap.then(String::new);
    match at {
        PartEdge::Start => lines.chain(gap).collect(),
        PartEdge::Whole | PartEdge::End => gap.into_iter().chain(lines).collect(),
    }
}

/// Returns the existing lines with the payload before or after them; only the payload if it replaces a placeholder.
fn concatenated(old: &[String], payload: &[String], at: PartEdge, is_stand_in: bool) -> Vec<String> {
    let (old, payload) = (without_margin(old), without_margin(payload));
    match at {
        _ if is_stand_in => payload,
        PartEdge::Start => payload.into_iter().chain(old).collect(),
        PartEdge::Whole | PartEdge::End => old.into_iter().chain(payload).collect(),
    }
}
