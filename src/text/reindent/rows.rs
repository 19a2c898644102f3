//! Classifies the lines of a payload for indentation.

use crate::text::normal::{indentation, is_blank, is_word_char, trim};
use crate::text::{CommentScanner, LexState};

use super::RowRules;

/// The kind of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RowKind {
    Blank,
    Code,
    /// A line that is only a comment.
    Comment,
    /// A line that begins inside a block comment.
    Inside {
        /// The index of the line on which the comment begins.
        head: usize,
    },
    /// A line that begins inside a string.
    Text {
        /// The index of the line on which the string begins.
        head: usize,
    },
    /// A directive, or the continuation of one.
    Directive {
        /// The index of the line on which the directive begins.
        head: usize,
    },
    /// A label of a statement or of a section.
    Label,
    /// A line of documentation, which is moved without further analysis.
    Prose,
}

/// A line of a payload.
pub(super) struct Row<'l> {
    pub(super) at: usize,
    pub(super) line: &'l str,
    pub(super) kind: RowKind,
    /// Whether the next line continues what this one begins.
    pub(super) opens: bool,
    /// Whether the next line is the first one of a block, with or without brackets.
    pub(super) opens_block: bool,
    /// Whether it begins with a string that continues on the next line.
    pub(super) opens_prose: bool,
    /// Whether it has the indentation of its block: code, and `name: value` of a literal or a type, which looks like a
    /// label.
    pub(super) shows_depth: bool,
}

impl<'l> Row<'l> {
    pub(super) fn indent(&self) -> &'l str {
        indentation(self.line)
    }

    /// Returns the line without its indentation.
    pub(super) fn text(&self) -> &'l str {
        &self.line[self.indent().len()..]
    }

    /// Returns whether the line can show how deep the payload is indented.
    pub(super) const fn shows_margin(&self) -> bool {
        matches!(self.kind, RowKind::Code | RowKind::Comment | RowKind::Label | RowKind::Prose)
    }
}

/// Returns the rows of documentation.
pub(super) fn prose(lines: &[String]) -> Vec<Row<'_>> {
    let row = |(at, line): (usize, &'_ String)| -> (usize, RowKind) {
        (at, if is_blank(line) { RowKind::Blank } else { RowKind::Prose })
    };
    let kinds = lines.iter().enumerate().map(row);
    kinds
        .zip(lines)
        .map(|((at, kind), line)| Row {
            at,
            line,
            kind,
            opens: false,
            opens_block: false,
            opens_prose: false,
            shows_depth: false,
        })
        .collect()
}

/// Returns the rows of code.
pub(super) fn rows<'l>(lines: &'l [String], rules: RowRules<'_>) -> Vec<Row<'l>> {
    let scanner = CommentScanner::new(rules.lexical);
    let mut state = LexState::default();
    let mut directive = None;
    let mut opened = 0;
    let mut rows = Vec::with_capacity(lines.len());
    for (at, line) in lines.iter().enumerate() {
        let began = state.clone();
        let scanned = scanner.scan(line, &mut state);
        let code = trim(&scanned.code);
        let begins_directive =
            began.is_code() && rules.directive.is_some_and(|mark| trim(line).starts_with(mark));
        if begins_directive && directive.is_none() {
            directive = Some(at);
        }
        // An interpolation in a string is code.
        let was_inside = began.is_comment() || began.is_string();
        let kind = match directive {
            Some(head) => RowKind::Directive { head },
            None if began.is_string() => RowKind::Text { head: opened },
            None if was_inside => RowKind::Inside { head: opened },
            None if is_blank(line) => RowKind::Blank,
            None if code.is_empty() => RowKind::Comment,
            None if !rules.indented && is_label(line) => RowKind::Label,
            None => RowKind::Code,
        };
        if directive.is_some() && !line.trim_end().ends_with('\\') {
            directive = None;
        }
        let is_open = state.is_comment() || state.is_string();
        if is_open && !was_inside {
            opened = at;
        }
        let block = if rules.indented { ':' } else { '{' };
        let heads = !rules.indented && heads_statement(code);
        let shows_depth = kind == RowKind::Code || kind == RowKind::Label && !code.ends_with(':');
        // A string inside a statement is not documentation.
        let above = rows.iter().rev().find(|row: &&Row<'_>| row.kind == RowKind::Code);
        let is_within = above.is_some_and(|above| above.opens && !above.opens_block);
        rows.push(Row {
            at,
            line,
            kind,
            shows_depth,
            // The end of a line inside a string is text.
            opens: kind == RowKind::Code && (continues_below(code) && !state.is_string() || heads),
            opens_block: shows_depth && (code.ends_with(block) || kind == RowKind::Code && heads),
            opens_prose: rules.indented && is_open && !was_inside && !is_within && begins_with_quotes(code),
        });
    }
    rows
}

/// Returns whether code at the end of a line continues on the next one.
fn continues_below(code: &str) -> bool {
    const OPEN: &[char] = &[
        '{', '(', '[', ':', ',', '\\', '=', '+', '-', '*', '/', '&', '|', '<', '>', '?', '.', '!', '%', '^',
    ];
    code.ends_with(OPEN)
}

/// Returns whether code is the heading of a statement that is on the next line, without brackets.
fn heads_statement(code: &str) -> bool {
    const HEADS: [&str; 4] = ["if", "for", "foreach", "while"];
    let own = code.trim_start_matches(['}', ' ']);
    let own = own.strip_prefix("else ").unwrap_or(own);
    let word = own.split(|sign: char| !is_word_char(sign)).next().unwrap_or_default();
    code.ends_with(')') && HEADS.contains(&word) || ["else", "do"].contains(&own)
}

/// Returns whether a line continues the one above.
pub(super) fn continues(text: &str) -> bool {
    ["?", ":", "&&", "||", "=", "<<", ">>", "->"].iter().any(|sign| text.starts_with(sign))
        || (text.starts_with('.') && !text.starts_with("..."))
}

/// Returns whether a line begins with a string, which may have a prefix.
fn begins_with_quotes(code: &str) -> bool {
    code.trim_start_matches(|char: char| char.is_ascii_alphabetic()).starts_with(['"', '\''])
}

/// Returns whether a line begins with a label: one word, or two as in `public slots`, and a single colon.
pub(in crate::text) fn is_label(line: &str) -> bool {
    let Some((word, rest)) = trim(line).split_once(':') else { return false };
    let is_word = |word: &str| {
        word.starts_with(|char: char| char.is_alphabetic() || char == '_') && word.chars().all(is_word_char)
    };
    let count = word.split_whitespace().count();
    let words = (1..=2).contains(&count) && word.split_whitespace().all(is_word);
    words
        && !rest.starts_with([':', '='])
        && (count == 1 || rest.trim().is_empty())
        && !word.starts_with("case ")
}
