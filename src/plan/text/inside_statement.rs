//! Places within a statement: comments, tags and brackets that are open where lines are inserted, and commas between
//! items.
//!
//! Invariant: nothing is parsed, and only lines near the place are examined.

use std::ops::Range;

use super::continued::split_statement;
use super::lead_in::{attribute_above, may_be_definition};
use super::tags::open_tag;
use crate::diag::{Code, FilePlace};
use crate::ir::{Change, Fragment, Marker};
use crate::plan::done::Warning;
use crate::plan::editing::Editing;
use crate::plan::explain;
use crate::plan::refusal::Refusal;
use crate::plan::tree::document::Document;
use crate::resolve::lines::MarkerMatch;
use crate::text::normal::{indentation, is_blank, is_closing_line, is_word_char, open_brackets, trim};
use crate::text::{Buffer, CommentScanner, LastComma, LexRules, LexState, Lexer, LineEdits, TokenKind};

/// The maximum number of lines that are searched for the start or end of what is open at a place.
const MAX_SEARCH_LINES: usize = 200;

/// Returns the line below the comment that begins after the code of the line above `at`, if the payload is code: code
/// must not be inserted into the comment.
pub(in crate::plan) fn behind_comment(document: &mut Document<'_>, at: usize, payload: &[String]) -> usize {
    let Some(scanner) = document.lexical().map(CommentScanner::new) else { return at };
    if let Some(below) = behind_line_comments(document, &scanner, at, payload) {
        return below;
    }
    if scanner.rules().block_comments.is_none() || !may_be_code(payload) {
        return at;
    }
    let (buffer, index) = document.lines();
    let Some(above) = at.checked_sub(1).filter(|_| index.state_before(buffer, at).is_comment()) else {
        return at;
    };
    let mut state = index.state_before(buffer, above);
    let begins_there = state.is_code() && !is_blank(&scanner.scan(&buffer.line(above), &mut state).code);
    if !begins_there {
        return at;
    }
    let ends = |line: &usize| !index.state_before(buffer, *line).is_comment();
    (at + 1..buffer.line_count() + 1).take(MAX_SEARCH_LINES).find(ends).unwrap_or(at)
}

/// Indents lines that are inserted after a block comment like its opening instead of its stars, if the replaced lines
/// do not show the opening.
pub(in crate::plan) fn leave_stars(
    document: &mut Document<'_>,
    range: &Range<usize>,
    edits: &mut LineEdits<'_>,
) {
    let Some(block) = document.lexical().and_then(|rules| rules.block_comments.as_ref()) else { return };
    let (buffer, index) = document.lines();
    let is_filled = |line: &usize| !is_blank(&buffer.line(*line));
    let Some(last) = range.clone().rev().find(is_filled) else { return };
    let end = buffer.line(last);
    let is_end = trim(&end).starts_with('*') && trim(&end).ends_with(&block.close);
    if !is_end || edits.removed().contains(&last) || !edits.places_of_added().any(|at| at == last + 1) {
        return;
    }
    let mut above = (0..last).rev().take(MAX_SEARCH_LINES);
    let Some(first) = above.find(|line| !index.state_before(buffer, *line).is_comment()) else { return };
    let opening = buffer.line(first);
    let deep = indentation(&opening);
    let stars = format!("{deep} ");
    if range.start <= first || !trim(&opening).starts_with(&block.open) || indentation(&end) != stars {
        return;
    }
    let come = || edits.added_lines().filter(|(at, line)| *at == last + 1 && !is_blank(line));
    let is_least = come().any(|(_, line)| indentation(line) == stars);
    if come().all(|(_, line)| line.starts_with(&stars) && !trim(line).starts_with('*')) && is_least {
        edits.change_added(|at, line| {
            let rest = line.strip_prefix(&stars).filter(|_| at == last + 1)?;
            Some(format!("{deep}{rest}"))
        });
    }
}

/// Returns the line below those that continue the trailing comment of the line above `at`: lines with nothing but a
/// comment in the same column. Returns `None` if there are none, or if the payload is a comment, too.
fn behind_line_comments(
    document: &mut Document<'_>,
    scanner: &CommentScanner<'_>,
    at: usize,
    payload: &[String],
) -> Option<usize> {
    let rules = scanner.rules();
    let first = payload.iter().find(|line| !is_blank(line))?;
    let (buffer, index) = document.lines();
    if rules.begins_with_line_comment(first) || !index.state_before(buffer, at).is_code() {
        return None;
    }
    let above = at.checked_sub(1).filter(|_| at < buffer.line_count())?;
    let mut state = index.state_before(buffer, above);
    let line = buffer.line(above);
    let (mut column, mut has_code) = (None, false);
    Lexer::new(rules).line(&line, &mut state, |token| match token.kind {
        TokenKind::Comment => column = Some(token.range.start),
        _ => (column, has_code) = (None, true),
    });
    let before = line.get(..column.filter(|_| has_code)?)?;
    let column = (!before.contains('\t')).then(|| before.chars().count())?;
    let goes_on = |line: &usize| {
        let own = buffer.line(*line);
        rules.begins_with_line_comment(&own) && indentation(&own) == " ".repeat(column)
    };
    let count = (at..buffer.line_count()).take(MAX_SEARCH_LINES).take_while(goes_on).count();
    (count > 0).then_some(at + count)
}

/// Returns whether lines inserted after the opening of a comment may be code: they do not continue the comment, and
/// contain characters that prose rarely has.
fn may_be_code(payload: &[String]) -> bool {
    let mut solid = payload.iter().map(|line| trim(line)).filter(|line| !line.is_empty());
    let is_text = |line: &str| {
        let closes = line.find("*/").is_some_and(|end| line.find("/*").is_none_or(|start| end < start));
        line.starts_with('*') || closes
    };
    !solid.clone().any(is_text) && solid.any(|line| line.contains(['=', '(', '{', '}', ';']))
}

/// A bracket that is open at a place.
struct OpenBracket {
    byte: u8,
    line: usize,
    /// The code before the bracket on its line.
    before: String,
}

impl OpenBracket {
    /// Returns whether the bracket may contain statements, or lines without commas: the bracket of a loop, a macro, or
    /// a group of commands without a name before it.
    fn may_hold_statements(&self) -> bool {
        const HEADINGS: [&str; 11] =
            ["for", "if", "while", "switch", "try", "using", "foreach", "import", "var", "const", "type"];
        let before = trim(&self.before);
        let name = before.rsplit(|sign: char| !is_word_char(sign)).next().unwrap_or_default();
        before.ends_with('!')
            || name.is_empty()
            || HEADINGS.contains(&name)
            || name.chars().any(char::is_alphabetic) && !name.chars().any(char::is_lowercase)
    }
}

/// Returns the brackets that are open before line `at`, innermost last, as far as the lines near it show.
fn open_brackets_at(document: &mut Document<'_>, at: usize) -> Vec<OpenBracket> {
    let Some(lexer) = document.lexical().map(Lexer::new) else { return Vec::new() };
    let (buffer, index) = document.lines();
    let first = at.saturating_sub(MAX_SEARCH_LINES);
    let mut state = index.state_before(buffer, first);
    let mut open: Vec<OpenBracket> = Vec::new();
    for line in first..at {
        let text = buffer.line(line);
        lexer.marks(&text, &mut state, |kind, range| match kind {
            TokenKind::Open(byte) => {
                open.push(OpenBracket { byte, line, before: text[..range.start].to_owned() });
            }
            TokenKind::Close(_) => {
                open.pop();
            }
            _ => {}
        });
    }
    open
}

/// Returns the line below the one that closes `count` of the brackets that are open before line `at`.
fn closed_at(document: &mut Document<'_>, at: usize, count: usize) -> Option<usize> {
    let (buffer, index) = document.lines();
    let lexer = index.rules().map(Lexer::new)?;
    let mut state = index.state_before(buffer, at);
    let (mut open, mut is_closed) = (count, false);
    for line in at..buffer.line_count().min(at + MAX_SEARCH_LINES) {
        lexer.marks(&buffer.line(line), &mut state, |kind, _| {
            match kind {
                TokenKind::Open(_) => open += 1,
                TokenKind::Close(_) => open = open.saturating_sub(1),
                _ => {}
            }
            is_closed |= open == 0;
        });
        if is_closed {
            return Some(line + 1);
        }
    }
    None
}

/// Refuses lines that would be inserted between the attributes of a tag, as a statement between the arguments of a call,
/// into a statement that they do not continue, or between an attribute and its definition.
pub(in crate::plan) fn refuse_inside_statement(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    (marker, found): (&Marker, &MarkerMatch),
    at: usize,
) -> Result<(), Refusal> {
    let (Change::InsertBefore(payload) | Change::InsertAfter(payload)) = editing.change else {
        return Ok(());
    };
    refuse_in_brackets(document, editing, (marker, found), at)?;
    if let Some(split) = split_statement(document, at, &payload.lines) {
        let line = line_named(split.line);
        let message = format!("the payload would come into a statement that continues in {line}");
        return Err(cut(document, editing, (marker, found), (message, "statement", split.end)));
    }
    let is_code = document.lines().1.rules().is_some();
    let Some(rules) = document.lexical().filter(|_| is_code) else { return Ok(()) };
    let is_statement = PayloadCode::of(&payload.lines, rules).is_statement();
    if !is_statement || may_be_definition(rules, &payload.lines) {
        return Ok(());
    }
    let language = document.comments();
    let Some(above) = attribute_above(document.buffer(), (rules, language), at) else { return Ok(()) };
    let text = document.buffer().line(above).into_owned();
    let message =
        format!("the payload is a statement, and would come between `{}` and its definition", trim(&text));
    let place = FilePlace::related(editing.operation.path.as_str(), above, text);
    let help = "take the first line of the definition as the marker of `insert_text_before`";
    Err(Refusal::new(Code::PayloadMismatch, message)
        .with_places(vec![place])
        .with_help(help)
        .at(marker.lines.place))
}

fn refuse_in_brackets(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    (marker, found): (&Marker, &MarkerMatch),
    at: usize,
) -> Result<(), Refusal> {
    let Some(payload) = editing.change.payload() else { return Ok(()) };
    let first = payload.lines.iter().find(|line| !is_blank(line)).map_or("", |line| trim(line));
    if let Some(tag) = open_tag(document, at, first) {
        let message = "the payload is an element, but would be inserted between the attributes of \
                       a tag"
            .to_owned();
        return Err(cut(document, editing, (marker, found), (message, "tag", tag.end)));
    }
    let (buffer, index) = document.lines();
    let Some(rules) = index.rules() else { return Ok(()) };
    if !index.state_before(buffer, at).is_code() {
        return Ok(());
    }
    let payload = PayloadCode::of(&payload.lines, rules);
    let may_be =
        payload.is_statement() || matches!(editing.change, Change::InsertAfter(_)) && payload.ends_value();
    if !may_be || closed_at(document, at, 1).is_none() {
        return Ok(());
    }
    let open = open_brackets_at(document, at);
    let Some(inner) = open.last().filter(|inner| inner.byte == b'(' && !inner.may_hold_statements()) else {
        return Ok(());
    };
    let (buffer, inner_line) = (document.buffer(), inner.line);
    // Parentheses that already contain statements may contain another one.
    let has_statements = (inner_line..at).any(|line| code_of(buffer, rules, line).ends_with(';'));
    let is_of_marker = inner_line >= found.range.start;
    let below =
        (at..buffer.line_count()).map(|line| code_of(buffer, rules, line)).find(|line| !is_blank(line));
    let is_statement = payload.is_statement() && !has_statements;
    // With a preprocessor, adjacent values need no comma.
    let is_value = is_of_marker
        && document.layout().directives != ["#"]
        && payload.ends_value()
        && below.is_some_and(|below| begins_value(trim(&below)));
    if !is_statement && !is_value {
        return Ok(());
    }
    let line = line_named(inner_line);
    let message = match is_statement {
        true => {
            format!("the payload is a statement, but would be inserted into the brackets that {line} opens")
        }
        false => format!(
            "the payload would be inserted into the brackets that {line} opens, without a comma \
             before the next item"
        ),
    };
    let count = open.iter().filter(|own| own.line >= found.range.start).count();
    let end = if count > 0 { closed_at(document, at, count) } else { None };
    let refusal = match (end, closed_at(document, at, 1)) {
        (None, Some(below)) => {
            let (path, last) = (editing.operation.path.as_str(), below - 1);
            let place = FilePlace::related(path, last, document.buffer().line(last).into_owned());
            cut(document, editing, (marker, found), (message, "statement", None))
                .with_places(vec![place])
                .with_help(format!(
                    "the brackets end in {}: use that line as the marker of `insert_text_after`, \
                     or {line} as that of `insert_text_before`",
                    line_named(last)
                ))
        }
        _ => cut(document, editing, (marker, found), (message, "statement", end)),
    };
    Err(if is_statement {
        refusal
    } else {
        refusal.with_help("or end the payload with a comma, if it is an argument")
    })
}

/// Builds the refusal of a marker that ends within a construct, with a marker that reaches to its end.
fn cut(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    (marker, found): (&Marker, &MarkerMatch),
    (message, what, end): (String, &str, Option<usize>),
) -> Refusal {
    let path = editing.operation.path.as_str();
    let buffer = document.buffer();
    let Some(end) = end else {
        return Refusal::new(Code::PayloadMismatch, message).at(marker.lines.place);
    };
    let line = end - 1;
    let place = FilePlace::related(path, line, buffer.line(line).into_owned());
    let lines: Vec<String> = (found.range.start..end).map(|line| buffer.line(line).into_owned()).collect();
    let whole = Marker { lines: Fragment { lines, ..marker.lines.clone() }, ..marker.clone() };
    let is_after = matches!(editing.change, Change::InsertAfter(_));
    let correction = explain::with_whole(editing.operation, whole).filter(|_| is_after);
    let help = match is_after {
        true => {
            format!("the {what} ends in {}: use all lines down to there as the marker", line_named(line))
        }
        false => format!("the {what} ends in {}: use its first line as the marker", line_named(line)),
    };
    Refusal::new(Code::PayloadMismatch, message)
        .with_places(vec![place])
        .with_help(help)
        .with_corrections(correction.into_iter().collect())
        .at(marker.lines.place)
}

fn line_named(line: usize) -> String {
    format!("line {}", line + 1)
}

/// The code of the lines of a payload, without comments.
struct PayloadCode(Vec<String>);

impl PayloadCode {
    fn of(lines: &[String], rules: &LexRules) -> Self {
        let scanner = CommentScanner::new(rules);
        let mut state = LexState::default();
        let code = lines.iter().map(|line| trim(&scanner.scan(line, &mut state).code).to_owned());
        Self(code.collect())
    }

    fn solid(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.0.iter().map(String::as_str).filter(|line| !line.is_empty())
    }

    /// Returns whether it closes exactly the brackets that it opens.
    fn is_whole(&self) -> bool {
        let mut open = 0;
        let closes_own = self.0.iter().all(|line| {
            let closes_other = line.starts_with([')', ']', '}']) && open == 0;
            open += open_brackets(line);
            !closes_other && open >= 0
        });
        closes_own && open == 0
    }

    /// Returns whether it is one or more statements, judged by its first word or its last character.
    fn is_statement(&self) -> bool {
        const WORDS: [&str; 6] = ["return", "raise", "break", "continue", "import", "del"];
        let first = self.solid().next().unwrap_or_default();
        let (word, rest) = first.split_at(first.find(|sign| !is_word_char(sign)).unwrap_or(first.len()));
        let begins = WORDS.contains(&word) && (rest.is_empty() || rest.starts_with([' ', ';']));
        let ends = self.solid().next_back().is_some_and(|last| last.ends_with(';') && !is_closing_line(last));
        self.is_whole() && (begins || ends)
    }

    /// Returns whether it begins and ends with a value, so that another value needs a comma before it.
    fn ends_value(&self) -> bool {
        let begins = self.solid().next().is_some_and(begins_value);
        begins && self.is_whole() && self.solid().next_back().is_some_and(ends_value)
    }
}

/// Returns whether some code ends with a value: a word, a string, a bracket. Blocks do not count, as no comma needs to
/// follow them.
fn ends_value(code: &str) -> bool {
    code.ends_with(|sign: char| is_word_char(sign) || matches!(sign, '"' | '\'' | '`' | ')' | ']'))
}

/// Returns whether some code begins with a value, and not with a word that continues the previous one.
fn begins_value(code: &str) -> bool {
    const WORDS: [&str; 16] = [
        "for",
        "if",
        "else",
        "and",
        "or",
        "in",
        "is",
        "not",
        "as",
        "async",
        "instanceof",
        "of",
        "where",
        "from",
        "satisfies",
        "while",
    ];
    // A symbol or atom, `:name`, in Ruby and Elixir.
    let code = code.strip_prefix(':').filter(|name| name.starts_with(is_word_char)).unwrap_or(code);
    let word = code.split(|sign| !is_word_char(sign)).next().unwrap_or_default();
    code.starts_with(|sign: char| is_word_char(sign) || matches!(sign, '"' | '\'' | '`'))
        && !WORDS.contains(&word)
}

/// Returns the code of a line that does not begin within a comment or string.
pub(super) fn code_of(buffer: &Buffer, rules: &LexRules, line: usize) -> String {
    let scanned = CommentScanner::new(rules);
    trim(&scanned.scan(&buffer.line(line), &mut LexState::default()).code).to_owned()
}

/// The nearest lines of code on both sides of a place.
struct CodeAround<'b> {
    buffer: &'b Buffer,
    rules: &'b LexRules,
    gap: Range<usize>,
}

impl CodeAround<'_> {
    fn above(&self, at: usize) -> Option<(usize, String)> {
        self.first((at.saturating_sub(MAX_SEARCH_LINES)..at).rev())
    }

    fn below(&self) -> Option<(usize, String)> {
        self.first(self.gap.end..self.buffer.line_count().min(self.gap.end + MAX_SEARCH_LINES))
    }

    fn first(&self, mut lines: impl Iterator<Item = usize>) -> Option<(usize, String)> {
        lines.find_map(|line| {
            Some((line, code_of(self.buffer, self.rules, line))).filter(|(_, code)| !code.is_empty())
        })
    }

    fn depth(&self, line: usize) -> String {
        indentation(&self.buffer.line(line)).to_owned()
    }

    /// Returns whether the item above the one on a line ends in a comma.
    fn has_comma_above(&self, line: usize) -> bool {
        let deep = self.depth(line);
        let mut above = self.above(line);
        while let Some((own, _)) = above.as_ref().filter(|(own, _)| self.depth(*own).len() > deep.len()) {
            above = self.above(*own);
        }
        above.is_some_and(|(own, code)| self.depth(own) == deep && code.ends_with(','))
    }
}

/// Returns a warning about lines that are inserted between items of a list without the comma that separates them from
/// the next item.
pub(in crate::plan) fn missing_comma(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    gap: &Range<usize>,
    payload: &[String],
) -> Option<Warning> {
    if let Change::Replace(_) | Change::Delete = editing.change {
        return None;
    }
    let rules = document.lexical().filter(|rules| !rules.is_data)?;
    let (buffer, index) = document.lines();
    if !index.state_before(buffer, gap.start).is_code() {
        return None;
    }
    let own = PayloadCode::of(payload, rules);
    let first_at = own.0.iter().position(|line| !line.is_empty())?;
    let last_at = own.0.iter().rposition(|line| !line.is_empty())?;
    let (first, last) = (&own.0[first_at], &own.0[last_at]);
    let deep = indentation(&payload[first_at]);
    if !own.is_whole() || !begins_value(first) {
        return None;
    }
    let around = CodeAround { buffer, rules, gap: gap.clone() };
    let above = around.above(gap.start);
    let below = around.below();
    let is_beside = |line: usize| around.depth(line) == deep;
    let closes = below.as_ref().is_some_and(|(_, code)| code.starts_with([')', ']', '}']));
    let next = below.as_ref().is_some_and(|(line, code)| is_beside(*line) && begins_value(code));
    if let Some((line, code)) = above.as_ref().filter(|(line, code)| is_beside(*line) && ends_value(code))
        && begins_value(code)
        && open_brackets(code) == 0
        && closes
        && around.has_comma_above(*line)
    {
        return Some(lacks_comma(code, *line));
    }
    let is_item = above
        .as_ref()
        .is_some_and(|(line, code)| is_beside(*line) && code.ends_with(',') && open_brackets(code) == 0);
    let is_needed = next || closes && rules.last_comma == LastComma::Always;
    if !is_item || !is_needed || !ends_value(last) {
        return None;
    }
    // Without a grammar, the lines may be prose, where a comma separates no items, unless they are within brackets.
    let is_list = document.comments().is_some() || !open_brackets_at(document, gap.start).is_empty();
    is_list.then(|| lacks_comma(last, gap.start + last_at))
}

fn lacks_comma(code: &str, line: usize) -> Warning {
    let code = explain::quoted(code);
    Warning::Symbol(format!(
        "{code} ({}) is not followed by a comma, unlike the items around it",
        line_named(line)
    ))
}
