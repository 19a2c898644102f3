//! Brackets without a partner.

use super::{LexRules, Lexer, TokenKind};

/// How many brackets of each kind a text opens and does not close, round, square and curly; a bracket in a string or a comment
/// counts like any other.
#[must_use]
pub fn bracket_surplus(text: &[u8]) -> [isize; 3] {
    let mut surplus = [0; 3];
    for byte in text {
        match byte {
            b'(' => surplus[0] += 1,
            b')' => surplus[0] -= 1,
            b'[' => surplus[1] += 1,
            b']' => surplus[1] -= 1,
            b'{' => surplus[2] += 1,
            b'}' => surplus[2] -= 1,
            _ => {}
        }
    }
    surplus
}

/// The byte of the first bracket in code that has no partner: one that closes nothing, or closes another one, or the last
/// one that is never closed.
#[must_use]
pub fn lone_bracket(text: &str, rules: &LexRules) -> Option<usize> {
    let mut open: Vec<(u8, usize)> = Vec::new();
    for token in Lexer::new(rules).tokens(text) {
        match token.kind {
            TokenKind::Open(bracket) => open.push((bracket, token.range.start)),
            TokenKind::Close(bracket) => match open.pop() {
                Some((opener, _)) if closer_of(opener) == bracket => {}
                _ => return Some(token.range.start),
            },
            _ => {}
        }
    }
    open.last().map(|(_, at)| *at)
}

const fn closer_of(opener: u8) -> u8 {
    match opener {
        b'(' => b')',
        b'[' => b']',
        _ => b'}',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Language;

    #[track_caller]
    fn check(language: &str, text: &str, expected: Option<usize>) {
        let language = Language::by_name(language).expect("registered");
        assert_eq!(lone_bracket(text, &language.manifest().lexical), expected, "{text}");
    }

    #[test]
    fn brackets_in_code_have_partners() {
        check("rust", "fn f() { g('(', \"{\") } // }\n", None);
        check("rust", "fn f() {\n    if x {\n}\n", Some(7));
        check("go", "func f() {\n}\n}\n", Some(13));
        check("python", "def f(a, b:\n    return ']'\n", Some(5));
        check("java", "int[] a = {1, 2);\n", Some(15));
    }

    #[test]
    fn what_is_more_open_than_closed_is_counted() {
        assert_eq!(bracket_surplus(b"if (a[0]) {"), [0, 0, 1]);
        assert_eq!(bracket_surplus(b"})]"), [-1, -1, -1]);
    }
}
