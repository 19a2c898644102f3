//! Types in strings, such as `"Task | None"`.

use std::ops::Range;

use super::graph::Expr;
use crate::text::normal::is_word_char;

/// The maximum nesting depth of type arguments.
const MOST_DEPTH: usize = 8;

/// The word for the null value.
const NOTHING: &str = "None";

/// Parses the type in a range of a text; `None` if it contains something else.
pub(in crate::resolve::bindings) fn spelled_type(text: &str, range: Range<usize>) -> Option<Expr> {
    let mut reader = TypeReader { text: text.get(..range.end)?, at: range.start };
    let found = reader.either(0)?;
    reader.blanks();
    (reader.at == range.end).then_some(found)
}

struct TypeReader<'t> {
    /// The text up to the end of the string.
    text: &'t str,
    at: usize,
}

impl TypeReader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    /// Skips a character if it is next, and returns whether it was.
    fn takes(&mut self, sign: char) -> bool {
        self.blanks();
        let is_there = self.rest().starts_with(sign);
        self.at += if is_there { sign.len_utf8() } else { 0 };
        is_there
    }

    /// Parses types separated by `|`.
    fn either(&mut self, depth: usize) -> Option<Expr> {
        let mut parts = vec![self.one(depth)?];
        while self.takes('|') {
            parts.push(self.one(depth)?);
        }
        parts.retain(|part| *part != Expr::Null);
        Some(match parts.len() {
            0 => Expr::Null,
            1 => parts.remove(0),
            _ => Expr::Either(parts),
        })
    }

    /// Parses a path of names with its arguments.
    fn one(&mut self, depth: usize) -> Option<Expr> {
        let first = self.word()?;
        if self.text.get(first.clone()) == Some(NOTHING) {
            return Some(Expr::Null);
        }
        let mut path = Expr::Name(first);
        while self.takes('.') {
            path = Expr::Member(Box::new(path), self.word()?);
        }
        if !self.takes('[') {
            return Some(path);
        }
        let mut arguments = Vec::new();
        while depth < MOST_DEPTH && !self.takes(']') {
            arguments.push(self.either(depth + 1)?);
            if !self.takes(',') && !self.rest().starts_with(']') {
                return None;
            }
        }
        let argument = if arguments.len() == 1 { arguments.remove(0) } else { Expr::Tuple(arguments) };
        (depth < MOST_DEPTH).then(|| Expr::Generic(Box::new(path), Box::new(argument)))
    }

    fn word(&mut self) -> Option<Range<usize>> {
        self.blanks();
        let length = self.rest().find(|char| !is_word_char(char)).unwrap_or(self.rest().len());
        let word = self.at..self.at + length;
        self.at = word.end;
        (length > 0).then_some(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_is_read_from_a_string() {
        let name = |range| Box::new(Expr::Name(range));
        let read = |text: &str| spelled_type(text, 0..text.len());
        assert_eq!(read("Task"), Some(Expr::Name(0..4)));
        assert_eq!(read("Task | None"), Some(Expr::Name(0..4)));
        assert_eq!(read("a.B"), Some(Expr::Member(name(0..1), 2..3)));
        assert_eq!(read("List[A]"), Some(Expr::Generic(name(0..4), name(5..6))));
        let row = Box::new(Expr::Tuple(vec![Expr::Name(5..6), Expr::Name(8..9)]));
        assert_eq!(read("Dict[A, B]"), Some(Expr::Generic(name(0..4), row)));
        assert_eq!(read("any words"), None);
        assert_eq!(read("A[B"), None);
    }
}
