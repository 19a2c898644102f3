//! Brackets without a partner.

use super::{LexRules, Lexer, TokenKind};

/// How many brackets of each kind a text opens and does not close, round, square and curly; a bracket in a string or a comment
/// counts like any other.
#[must_use]
pub fn bracket_surplus(text: &[u8]) -> [isize; 3] {
    let count = |byte: u8| memchr::memchr_iter(byte, text).count() as isize;
    [count(b'(') - count(b')'), count(b'[') - count(b']'), count(b'{') - count(b'}')]
}

/// Whether two lines open and close the same brackets, and have as many signs of long strings and comments.
#[must_use]
pub fn opens_alike(one: &str, other: &str) -> bool {
    let signs = ["\"\"\"", "'''", "`", "/*", "*/"];
    bracket_surplus(one.as_bytes()) == bracket_surplus(other.as_bytes())
        && signs.iter().all(|sign| one.matches(sign).count() == other.matches(sign).count())
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

/// The byte behind the bracket that closes a round one, if a text begins with one.
#[must_use]
pub fn arguments_end(text: &str, rules: &LexRules) -> Option<usize> {
    let mut depth = 0_usize;
    for token in Lexer::new(rules).tokens(text) {
        match token.kind {
            TokenKind::Open(b'(') => depth += 1,
            TokenKind::Close(b')') if depth > 0 => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (token.kind == TokenKind::Close(b')')).then_some(token.range.end);
        }
    }
    None
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

    #[test]
    fn what_is_more_open_than_closed_is_counted() {
        assert_eq!(bracket_surplus(b"if (a[0]) {"), [0, 0, 1]);
        assert_eq!(bracket_surplus(b"})]"), [-1, -1, -1]);
    }
}
