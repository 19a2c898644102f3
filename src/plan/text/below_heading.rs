//! Finds where the body of a heading begins: below the bracket that opens it, below its docstring, and below the
//! statements that must be the first ones in it.
//!
//! Invariant: nothing is parsed, and only lines near the place are examined.

use std::cmp::Ordering;
use std::ops::Range;

use super::lead_in::MAX_SEARCH_LINES;
use super::line_words::is_comment;
use super::statements::{StatementLine, StatementsByLine};
use crate::plan::tree::document::Document;
use crate::resolve::symbol::heads_end;
use crate::text::normal::{first_word, indentation, is_blank, is_word_char, open_brackets, trim};
use crate::text::{LexRules, TokenKind};

/// Words that begin a heading whose body is opened by a word, and the words that open it.
const WORDED: [&str; 6] = ["for", "while", "until", "select", "if", "elif"];
const OPENING: [&str; 2] = ["do", "then"];

/// Words that continue a heading.
const CONTINUING: [&str; 10] =
    ["throws", "extends", "implements", "permits", "where", "with", "requires", "noexcept", "override", "is"];

/// The beginnings of strings that may be docstrings.
const QUOTES: [&str; 4] = ["\"", "'", "r\"", "r'"];

/// Returns the line before which lines are inserted that are to follow the lines `named` directly, before line `at`: if
/// these end with a heading, below what opens its body and what must be first in it.
pub(super) fn line_in_body(
    document: &mut Document<'_>,
    payload: &[String],
    (named, at): (&Range<usize>, usize),
) -> usize {
    let is_indented = document.layout().indented;
    let language = document.comments();
    let is_known = document.lines().1.rules().is_some();
    let Some(mut lines) = StatementsByLine::of(document).filter(|_| is_known || !is_indented) else {
        return at;
    };
    let heading = lines.above(at).filter(|heading| heading.line >= named.start);
    let Some(heading) = heading.filter(|_| lines.is_code_at(at)) else { return at };
    let body = match is_indented {
        true => below_docstring(&mut lines, &heading, payload),
        false => below_opening_bracket(&mut lines, (&heading, named), payload),
    };
    let opens = heading.code.ends_with(if is_indented { ':' } else { '{' });
    let Some(language) = language.filter(|_| is_known && (opens || body.is_some())) else {
        return body.unwrap_or(at);
    };
    let body = body.unwrap_or(at);
    let end = lines.buffer.line_count().min(body + MAX_SEARCH_LINES);
    let text: Vec<String> = (body..end).map(|line| lines.buffer.line(line).into_owned()).collect();
    let manifest = language.manifest();
    let end_of_heads = |text: &str| heads_end(text, payload, &manifest.symbols, &manifest.lexical);
    match end_of_heads(&text.join("\n")) {
        // A payload that begins with such a statement may be the first one itself.
        0 => body,
        _ if end_of_heads(&payload.join("\n")) > 0 => body,
        end => body + text.join("\n")[..end].matches('\n').count() + 1,
    }
}

/// Returns whether lines are whole statements, which a body may contain, rather than more of the heading above them; in
/// languages whose bodies have other signs than brackets, all are.
pub(super) fn are_statements(document: &mut Document<'_>, brought: &[String]) -> bool {
    let is_indented = document.layout().indented;
    let Some(lines) = StatementsByLine::of(document).filter(|_| !is_indented) else { return true };
    let last = StatementLine::all(&lines.lexer, brought).pop();
    !lines.lexer.rules().end_words.is_empty() || last.is_some_and(|last| last.code.ends_with([';', '}']))
}

/// Returns the line below the docstring of a heading, if the payload does not begin with a string.
fn below_docstring(
    lines: &mut StatementsByLine<'_, '_>,
    heading: &StatementLine,
    payload: &[String],
) -> Option<usize> {
    let is_string = |line: &str| QUOTES.iter().any(|sign| trim(line).starts_with(sign));
    let begins = lines.whole(heading)?;
    let is_heading = ["def ", "class ", "async def "].iter().any(|word| begins.code.starts_with(word));
    let first = lines.below(heading.line + 1)?;
    let is_deeper = first.indentation.len() > begins.indentation.len();
    let brings_string =
        StatementLine::all(&lines.lexer, payload).first().is_some_and(|own| is_string(&own.code));
    if !is_heading || !begins.code.ends_with(':') || !is_deeper || !is_string(&first.code) || brings_string {
        return None;
    }
    lines.below_string(first.line)
}

/// Returns the line below the bracket or word on a line of its own that opens the body of the heading that some lines
/// end with.
fn below_opening_bracket(
    lines: &mut StatementsByLine<'_, '_>,
    (heading, named): (&StatementLine, &Range<usize>),
    payload: &[String],
) -> Option<usize> {
    let opener = lines.below(heading.line + 1)?;
    let rules = lines.lexer.rules();
    let text = heading.code.as_str();
    let brought = payload.iter().find(|line| !is_blank(line)).map_or("", |line| trim(line));
    let by_depth = opener.indentation.len().cmp(&heading.indentation.len());
    let is_of_first = opener.indentation == indentation(&lines.buffer.line(named.start));
    let word = first_word(brought.trim_start_matches(['}', ' ']));
    let goes_on = brought.starts_with(['{', ':', '-', '=', ',', '(', ')', '&', '|', '.', '?'])
        || CONTINUING.contains(&word)
        || OPENING.contains(&word);
    if goes_on || is_comment(rules, brought) || by_depth.is_gt() || by_depth.is_eq() && !is_of_first {
        return None;
    }
    let opens = match opener.code.as_str() {
        "{" if lines.is_apart((heading, &opener)) && !is_certain_heading(rules, text) => false,
        "{" if continues_bounds(text, payload, !is_of_first) => false,
        "{" => !rules.heading_braces && !is_whole_statement(text) && is_open_heading(text, by_depth),
        // A language with such words has one that ends the block, too; in others `do` begins a statement.
        opener => {
            OPENING.contains(&opener) && !rules.end_words.is_empty() && WORDED.contains(&heading.word())
        }
    };
    opens.then_some(opener.line + 1)
}

/// Returns whether a line is the heading of a bracket below a blank line, rather than a statement before a block: where
/// statements need a sign at their end, any line without one is.
fn is_certain_heading(rules: &LexRules, text: &str) -> bool {
    rules.lead_in.split_heads && text.ends_with(')')
}

/// Returns whether a line above a bracket on a line of its own may be the last line of the heading that the bracket
/// belongs to; `by_depth` compares the bracket with the line.
fn is_open_heading(text: &str, by_depth: Ordering) -> bool {
    if text.ends_with([')', '=']) || by_depth.is_lt() && text.ends_with(',') {
        return true;
    }
    let begins = text.starts_with(|sign| is_word_char(sign) || "}.&@*:[".contains(sign));
    let is_ended = text.ends_with([';', '{', '}', ':', ',']) || text.ends_with("*/");
    begins && !is_ended && !text.contains(" = ") && !text.contains(":=")
}

/// Returns whether a payload continues the list of bounds that a heading ends with: `T: A,` is followed by `U: B,`. If
/// the marker is the whole heading, the names must begin alike, since fields also have this form.
fn continues_bounds(last: &str, payload: &[String], is_within: bool) -> bool {
    let name = |text: &str| text.split_once(": ").map(|(name, _)| name.to_owned());
    let solid = || payload.iter().map(|line| trim(line)).filter(|line| !line.is_empty());
    let (Some(above), Some(own)) = (name(last), solid().next().and_then(name)) else { return false };
    let is_lower = |name: &str| name.starts_with(char::is_lowercase) && !name.starts_with("for<");
    last.ends_with(',')
        && open_brackets(&own) == 0
        && !own.contains('=')
        && solid().next_back().is_some_and(|end| !end.ends_with([';', '}', '{']))
        && (is_within || is_lower(&above) == is_lower(&own))
}

/// Returns whether a line without a mark at its end is a statement that is no heading: it gives a value to a variable, or
/// gives one back.
fn is_whole_statement(text: &str) -> bool {
    let mut words = text.split_whitespace().skip_while(|word| *word == "export");
    let is_value = match words.next() {
        Some("return" | "throw" | "let" | "var") => true,
        Some("const") => words.nth(1) == Some("="),
        _ => false,
    };
    is_value && !text.ends_with('=') && !["=>", "function", "class"].iter().any(|sign| text.contains(sign))
}

impl StatementsByLine<'_, '_> {
    /// Returns the line below a statement that is only a string and begins on line `first`; `None` for a statement that
    /// only begins with a string.
    fn below_string(&mut self, first: usize) -> Option<usize> {
        let mut state = self.state_before(first);
        for line in first..(first + MAX_SEARCH_LINES).min(self.buffer.line_count()) {
            let text = self.buffer.line(line);
            let mut is_code = false;
            self.lexer.line(&text, &mut state, |token| {
                is_code |= match token.kind {
                    TokenKind::Comment | TokenKind::String | TokenKind::StringPart => false,
                    TokenKind::Code => !matches!(&text[token.range], "r" | "R" | "u" | "U" | ";"),
                    _ => true,
                };
            });
            if is_code {
                return None;
            }
            if !state.is_in_string() {
                return Some(line + 1);
            }
        }
        None
    }
}
