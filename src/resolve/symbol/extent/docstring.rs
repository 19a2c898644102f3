//! Strings and comments that document.

use crate::text::{CommentScanner, LexRules, LexState, Lexer, Spans, TokenKind};

/// The letters that may stand before the quotes.
const PREFIX: usize = 2;

/// Whether a statement is one string and nothing else.
pub(in crate::resolve::symbol) fn is_docstring(statement: &str, lexical: &LexRules) -> bool {
    string_end(statement, lexical).is_some_and(|end| end == statement.trim_end().len())
}

/// Whether a text begins with a string.
pub(super) fn opens_string(text: &str, lexical: &LexRules) -> bool {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let rest = text.get(letters..).filter(|_| letters <= PREFIX);
    rest.is_some_and(|rest| lexical.strings.iter().any(|rule| rest.starts_with(rule.open.as_str())))
}

/// Whether a text begins with the quotes of a string that may have several lines.
pub(super) fn opens_long_string(text: &str, lexical: &LexRules) -> bool {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let rest = text.get(letters..).filter(|_| letters <= PREFIX);
    let mut long = lexical.strings.iter().filter(|rule| rule.spans == Spans::Lines);
    rest.is_some_and(|rest| long.any(|rule| rest.starts_with(rule.open.as_str())))
}

/// Whether lines that begin with a comment hold nothing else; all others are text.
pub(super) fn is_comment_or_text(lines: &[String], lexical: &LexRules) -> bool {
    let scanner = CommentScanner::new(lexical);
    let mut state = LexState::default();
    let first = lines.first().map(|line| scanner.scan(line, &mut state));
    if first.is_none_or(|first| !first.has_comment || !first.code.trim().is_empty()) {
        return true;
    }
    let is_comment = |line: &String| {
        let scanned = scanner.scan(line, &mut state);
        scanned.has_comment && scanned.code.trim().is_empty()
    };
    lines[1..].iter().all(is_comment) && state.is_code()
}

/// The end of the string that a text begins with; `None` if it begins with none, or the string has no end.
pub(in crate::resolve::symbol) fn string_end(text: &str, lexical: &LexRules) -> Option<usize> {
    if !opens_string(text, lexical) {
        return None;
    }
    let mut holes = 0_usize;
    for token in Lexer::new(lexical).tokens(text) {
        match token.kind {
            TokenKind::HoleOpen => holes += 1,
            TokenKind::HoleClose => holes = holes.saturating_sub(1),
            TokenKind::String if holes == 0 => return Some(token.range.end),
            TokenKind::StringPart => {}
            // A string that ended with its line, without quotes.
            _ if holes == 0 && token.range.start > PREFIX => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Language;

    #[track_caller]
    fn check(statement: &str, expected: bool) {
        let lexical = &Language::by_name("python").expect("registered").manifest().lexical;
        assert_eq!(is_docstring(statement, lexical), expected, "{statement}");
    }

    #[test]
    fn a_docstring_is_a_string_alone() {
        check("\"\"\"Doc.\"\"\"", true);
        check("r'''Doc \\'''", false);
        check("'a\\'b'", true);
        check("\"a\" + \"b\"", false);
        check("f(\"a\")", false);
        check("x = 1", false);
        check("'tis\nthe 'a'", false);
        check("f'{a}'", true);
        check("", false);
    }
}
