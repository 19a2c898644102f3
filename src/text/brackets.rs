//! Finds brackets without a partner.

use super::{LexRules, Lexer, TokenKind};

/// Returns how many more opening than closing brackets a text contains (round, square, curly), how many more openings
/// than ends of block comments, and for each of two kinds of quotes 1 if their number is odd. Brackets in strings and
/// comments count as well.
#[must_use]
pub fn bracket_surplus(text: &[u8]) -> [isize; 6] {
    let count = |byte: u8| memchr::memchr_iter(byte, text).count() as isize;
    let signs = |sign: &[u8]| memchr::memmem::find_iter(text, sign).count() as isize;
    let brackets = [count(b'(') - count(b')'), count(b'[') - count(b']'), count(b'{') - count(b'}')];
    let [round, square, curly] = brackets;
    [round, square, curly, signs(b"/*") - signs(b"*/"), count(b'"') % 2, count(b'`') % 2]
}

/// Returns the surplus of two texts in sequence, or, with `sign` -1, the difference between the surplus of both.
#[must_use]
pub fn with_surplus(mut one: [isize; 6], other: [isize; 6], sign: isize) -> [isize; 6] {
    one.iter_mut().zip(other).for_each(|(one, other)| *one += sign * other);
    one[4..].iter_mut().for_each(|quotes| *quotes %= 2);
    one
}

/// Returns whether two lines have the same surplus of brackets, and the same numbers of marks of multi-line strings and
/// comments.
#[must_use]
pub fn opens_alike(one: &str, other: &str) -> bool {
    let signs = ["\"\"\"", "'''", "`", "/*", "*/"];
    bracket_surplus(one.as_bytes())[..3] == bracket_surplus(other.as_bytes())[..3]
        && signs.iter().all(|sign| one.matches(sign).count() == other.matches(sign).count())
}

/// Returns the byte offset of the first bracket in code without a partner: one that closes nothing or does not match,
/// or else the last one that is never closed. Without such a bracket, returns the offset of a block comment that is not
/// closed.
#[must_use]
pub fn lone_bracket(text: &str, rules: &LexRules) -> Option<usize> {
    let mut open: Vec<(u8, usize)> = Vec::new();
    let mut last = None;
    for token in Lexer::new(rules).tokens(text) {
        last = Some((token.kind, token.range.clone()));
        match token.kind {
            TokenKind::Open(bracket) => open.push((bracket, token.range.start)),
            TokenKind::Close(bracket) => match open.pop() {
                Some((opener, _)) if closer_of(opener) == bracket => {}
                _ => return Some(token.range.start),
            },
            _ => {}
        }
    }
    let comment = || match (last?, rules.block_comments.as_ref()?) {
        ((TokenKind::Comment, range), block) => {
            let text = text.get(range.clone())?;
            let is_open = text.starts_with(block.open.as_str()) && !text.ends_with(block.close.as_str());
            is_open.then_some(range.start)
        }
        _ => None,
    };
    open.last().map(|(_, at)| *at).or_else(comment)
}

/// Returns the byte offset after the parenthesis that closes the one at the start of a text.
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
        assert_eq!(bracket_surplus(b"if (a[0]) {"), [0, 0, 1, 0, 0, 0]);
        assert_eq!(bracket_surplus(b"})]"), [-1, -1, -1, 0, 0, 0]);
        assert_eq!(bracket_surplus(b"/* \"a\" \" `"), [0, 0, 0, 1, 1, 1]);
        assert_eq!(with_surplus([1, 0, 0, 0, 1, 0], [1, 0, 0, 0, 1, 1], -1), [0, 0, 0, 0, 0, -1]);
    }
}
