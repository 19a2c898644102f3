//! The brackets, words and signs of a line, as far as they decide how deep the next lines are.

use super::NestingRules;
use crate::text::lexer::{LexState, Lexer, TokenKind};
use crate::text::normal::{indentation, is_blank, is_word_char, trim};

/// A part of a line of code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum LinePiece {
    /// Words and signs without brackets, trimmed.
    Code(String),
    /// A string, a character or a regular expression.
    Value,
    /// An opening bracket, with its byte offset in the trimmed line.
    Open(u8, usize),
    /// A closing bracket.
    Close(u8),
    /// Anything whose layout brackets do not show: an element, or code in a string.
    Opaque,
}

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineSort {
    Blank,
    /// A line of code.
    Code,
    /// A line that begins with a comment and has nothing else.
    Comment,
    /// A line that begins within the comment of an earlier line.
    InComment {
        /// The line on which the comment begins.
        head: usize,
    },
    /// A line that begins within a string.
    Text,
    /// A directive; `continued` if it continues one above.
    Directive {
        continued: bool,
    },
}

/// A line, read.
#[derive(Debug, Clone)]
pub(super) struct TokenLine<'l> {
    pub(super) line: &'l str,
    pub(super) sort: LineSort,
    pub(super) pieces: Vec<LinePiece>,
}

impl<'l> TokenLine<'l> {
    pub(super) fn indent(&self) -> &'l str {
        indentation(self.line)
    }

    pub(super) fn text(&self) -> &'l str {
        trim(self.line)
    }

    /// Returns the brackets that the line begins with and that close something.
    pub(super) fn leading_closers(&self) -> usize {
        self.pieces.iter().take_while(|piece| matches!(piece, LinePiece::Close(_))).count()
    }
}

/// Reads lines that begin in code.
pub(super) fn read<'l>(
    lines: &'l [String],
    lexer: &Lexer<'_>,
    rules: NestingRules<'_>,
) -> Vec<TokenLine<'l>> {
    let mut state = LexState::default();
    let mut in_directive = false;
    let mut head = 0;
    let mut read = Vec::with_capacity(lines.len());
    for (at, line) in lines.iter().enumerate() {
        let began = state.clone();
        let begins_directive =
            began.is_code() && rules.directive.is_some_and(|mark| trim(line).starts_with(mark));
        let pieces = pieces_of(line, lexer, &mut state);
        let sort = match () {
            () if in_directive || begins_directive => LineSort::Directive { continued: in_directive },
            () if began.is_comment() => LineSort::InComment { head },
            () if began.is_in_string() || began.is_announced_text() => LineSort::Text,
            () if is_blank(line) => LineSort::Blank,
            () if pieces.is_empty() => LineSort::Comment,
            () => LineSort::Code,
        };
        if state.is_comment() && !began.is_comment() {
            head = at;
        }
        in_directive = (in_directive || begins_directive) && line.trim_end().ends_with('\\');
        let mut pieces = pieces;
        if sort == LineSort::Code && rules.syntax.angles {
            split_angles(&mut pieces, trim(line));
        }
        let opaque = began.is_in_element() || began.is_in_tag();
        let pieces = if opaque { vec![LinePiece::Opaque] } else { pieces };
        read.push(TokenLine { line, sort, pieces });
    }
    read
}

fn pieces_of(line: &str, lexer: &Lexer<'_>, state: &mut LexState) -> Vec<LinePiece> {
    let mut pieces = Vec::new();
    let mut done = 0;
    let start = indentation(line).len();
    let code = |pieces: &mut Vec<LinePiece>, from: usize, to: usize| {
        let text = line.get(from..to).map(trim).unwrap_or_default();
        if !text.is_empty() {
            pieces.push(LinePiece::Code(text.to_owned()));
        }
    };
    let is_string = state.is_in_string();
    lexer.marks(line, state, |kind, range| {
        code(&mut pieces, done, range.start);
        done = range.end;
        match kind {
            TokenKind::Open(sign) => pieces.push(LinePiece::Open(sign, range.start.saturating_sub(start))),
            TokenKind::Close(sign) => pieces.push(LinePiece::Close(sign)),
            TokenKind::Comment => {}
            TokenKind::String | TokenKind::StringPart | TokenKind::Regex => pieces.push(LinePiece::Value),
            TokenKind::Code => code(&mut pieces, range.start, range.end),
            TokenKind::Text
            | TokenKind::InterpolationOpen
            | TokenKind::InterpolationClose
            | TokenKind::TagOpen
            | TokenKind::EndTagOpen
            | TokenKind::TagClose
            | TokenKind::ElementClose => pieces.push(LinePiece::Opaque),
        }
    });
    code(&mut pieces, done, line.len());
    // An interpolation that ends on its line is a part of the string.
    if !is_string && !state.is_in_string() && !state.is_in_element() && !state.is_in_tag() {
        merge_strings(&mut pieces);
    }
    pieces
}

/// Makes a bracket of `<` behind a name at the end of a line, and of `>` at the beginning of one.
fn split_angles(pieces: &mut Vec<LinePiece>, text: &str) {
    if let Some(LinePiece::Code(last)) = pieces.last_mut()
        && let Some(rest) = last.strip_suffix('<').filter(|rest| {
            rest.is_empty()
                || rest.ends_with(is_word_char)
                || rest.ends_with("return ")
                || rest.ends_with("= ")
        })
        && text.ends_with('<')
    {
        *last = trim(rest).to_owned();
        if last.is_empty() {
            pieces.pop();
        }
        pieces.push(LinePiece::Open(b'<', text.len() - 1));
    }
    if let Some(LinePiece::Code(first)) = pieces.first_mut()
        && let Some(rest) = first.strip_prefix('>').filter(|rest| !rest.starts_with(['=', '>']))
    {
        *first = rest.trim_start().to_owned();
        if first.is_empty() {
            pieces.remove(0);
        }
        pieces.insert(0, LinePiece::Close(b'>'));
    }
}

/// Puts a string with interpolations on one line together: `"a", ${, b, }, "c"` is a value.
fn merge_strings(pieces: &mut Vec<LinePiece>) {
    let Some(last) = pieces.iter().rposition(|piece| *piece == LinePiece::Opaque) else { return };
    let first = pieces.iter().position(|piece| *piece == LinePiece::Opaque).unwrap_or(last);
    let is_string =
        first > 0 && pieces[first - 1] == LinePiece::Value && pieces.get(last + 1) == Some(&LinePiece::Value);
    if is_string {
        pieces.splice(first - 1..=last + 1, [LinePiece::Value]);
    }
}

/// The operators that a line may begin with only if it continues the one above.
const CONTINUING: &[&str] = &[
    "?.", "...", ".", "?", ":", "&&", "||", "??", "==", "!=", "->", "+", "-", "/", "%", "=", "|", "<<", ">>",
    "<=", ">=", ">", ",", "=>", "^",
];

/// Words that continue the line above.
const CONTINUING_WORDS: &[&str] = &[
    "as",
    "const",
    "extends",
    "from",
    "implements",
    "instanceof",
    "noexcept",
    "override",
    "permits",
    "requires",
    "satisfies",
    "throws",
    "where",
];

/// Returns how a line begins: a sign that continues the line above, one of some words, or `w` for other code, `s` for a
/// string and the bracket itself for a bracket.
pub(super) fn start_of(pieces: &[LinePiece]) -> String {
    match pieces.first() {
        Some(LinePiece::Code(text)) => {
            let word: String = text.chars().take_while(|sign| is_word_char(*sign)).collect();
            if CONTINUING_WORDS.contains(&word.as_str()) {
                return word;
            }
            let is_changed = text.starts_with("++") || text.starts_with("--");
            let sign = CONTINUING.iter().find(|sign| text.starts_with(**sign) && !is_changed);
            match sign {
                Some(&"...") | None => "w".to_owned(),
                Some(sign) => (*sign).to_owned(),
            }
        }
        Some(LinePiece::Open(sign, _) | LinePiece::Close(sign)) => char::from(*sign).to_string(),
        Some(LinePiece::Value) => "s".to_owned(),
        Some(LinePiece::Opaque) | None => "w".to_owned(),
    }
}

/// How a part of a line ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PieceEnd {
    /// Nothing so far: a bracket was just opened.
    Start,
    /// A statement is complete: `;`, or a label.
    Done,
    Comma,
    Colon,
    /// A word, a number, a string, a closing bracket.
    Value(&'static str),
    /// The bracket of a block.
    Brace,
    /// A sign after which the statement goes on.
    Sign(String),
}

/// Returns how code without brackets ends.
pub(super) fn end_of(code: &str) -> PieceEnd {
    let Some(last) = code.chars().next_back() else { return PieceEnd::Value("v") };
    if last == ';' {
        return PieceEnd::Done;
    }
    if last == ',' {
        return PieceEnd::Comma;
    }
    if last == ':' && !code.ends_with("::") {
        return PieceEnd::Colon;
    }
    if is_word_char(last)
        || last.is_alphanumeric()
        || code.ends_with("...")
        || code.ends_with("++")
        || code.ends_with("--")
    {
        return PieceEnd::Value("v");
    }
    let is_sign = |sign: &char| "=+-*/%&|<>!?.^~:@#\\$".contains(*sign);
    let sign: String = code.chars().rev().take_while(is_sign).collect();
    let sign: String = sign.chars().rev().collect();
    let before = code[..code.len() - sign.len()].chars().next_back();
    // `a?` and `Vec<T>` are values; `a ?` and `a >` go on.
    if ["?", "!", ">", ">>", "?>", "$"].contains(&sign.as_str())
        && before.is_some_and(|sign| !sign.is_whitespace())
    {
        return PieceEnd::Value("v");
    }
    if sign.is_empty() { PieceEnd::Value("v") } else { PieceEnd::Sign(sign) }
}
