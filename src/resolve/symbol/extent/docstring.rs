//! Recognizes strings and comments that document.

use crate::text::{CommentScanner, LexRules, LexState, Lexer, Spans, TokenKind};

/// The maximum number of prefix letters before the quotes of a string.
const PREFIX: usize = 2;

/// Returns whether a statement is a single string.
pub(in crate::resolve::symbol) fn is_docstring(statement: &str, lexical: &LexRules) -> bool {
    string_end(statement, lexical).is_some_and(|end| end == statement.trim_end().len())
}

/// Returns whether a text begins with a string.
pub(super) fn opens_string(text: &str, lexical: &LexRules) -> bool {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let rest = text.get(letters..).filter(|_| letters <= PREFIX);
    rest.is_some_and(|rest| lexical.strings.iter().any(|rule| rest.starts_with(rule.open.as_str())))
}

/// Returns whether a text begins with the quotes of a multi-line string.
pub(super) fn opens_long_string(text: &str, lexical: &LexRules) -> bool {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let rest = text.get(letters..).filter(|_| letters <= PREFIX);
    let mut long = lexical.strings.iter().filter(|rule| rule.spans == Spans::Lines);
    rest.is_some_and(|rest| long.any(|rule| rest.starts_with(rule.open.as_str())))
}

/// Returns whether lines that begin with a comment contain nothing else; other lines count as text.
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

/// Returns the end of the string at the start of a text; `None` if there is no string, or it is not closed.
pub(in crate::resolve::symbol) fn string_end(text: &str, lexical: &LexRules) -> Option<usize> {
    if !opens_string(text, lexical) {
        return None;
    }
    let mut holes = 0_usize;
    for token in Lexer::new(lexical).tokens(text) {
        match token.kind {
            TokenKind::InterpolationOpen => holes += 1,
            TokenKind::InterpolationClose => holes = holes.saturating_sub(1),
            TokenKind::String if holes == 0 => return Some(token.range.end),
            TokenKind::StringPart => {}
            // The string was ended by its line, without closing quotes.
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
