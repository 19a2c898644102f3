//! The levels of indented blocks, checked line by line, without a parse.

use std::ops::Range;

use super::buffer::Buffer;
use super::lexer::{LexRules, LexState, Lexer, TokenKind};
use super::normal::{indentation, is_blank, trim_end};

/// How wide a tab is where levels are compared.
const TAB: usize = 8;

/// The lines, from 0, whose depth no block explains, in a language whose blocks end where the indentation does and whose
/// headings end in `head_close`: deeper than the line above although that opens nothing, as deep as a heading above, or
/// back at no open level.
#[must_use]
pub fn broken_levels(buffer: &Buffer, rules: &LexRules, head_close: &str) -> Vec<usize> {
    let mut reader = LevelWalk::new(rules, head_close);
    let mut broken = Vec::new();
    buffer.each_line(0, |number, line| {
        if reader.breaks(line) {
            broken.push(number);
        }
        std::ops::ControlFlow::Continue(())
    });
    broken
}

/// A walk over the lines of a text.
struct LevelWalk<'r> {
    lexer: Lexer<'r>,
    head_close: &'r str,
    state: LexState,
    /// How many brackets are open.
    brackets: usize,
    /// Whether the statement goes on on the next line.
    goes_on: bool,
    /// Whether the last statement was a heading.
    is_open: bool,
    /// The open levels, the deepest last.
    levels: Vec<usize>,
}

impl<'r> LevelWalk<'r> {
    fn new(rules: &'r LexRules, head_close: &'r str) -> Self {
        Self {
            lexer: Lexer::new(rules),
            head_close,
            state: LexState::default(),
            brackets: 0,
            goes_on: false,
            is_open: false,
            levels: vec![0],
        }
    }

    /// Reads a line; whether its depth is explained by no block.
    fn breaks(&mut self, line: &str) -> bool {
        let begins = self.state.is_code() && self.brackets == 0 && !self.goes_on;
        let Some((kind, text)) = self.last_token(line).filter(|_| !is_blank(line)) else {
            self.goes_on = false;
            return false;
        };
        let is_code = kind == TokenKind::Code;
        let breaks = begins && self.enter(width(indentation(line)));
        self.goes_on = is_code && text.ends_with('\\');
        let ends = self.brackets == 0 && !self.goes_on && self.state.is_code();
        self.is_open = ends && is_code && text.ends_with(self.head_close);
        breaks
    }

    /// Reads a line; the last of its tokens that is no comment, with its text. Words of code without anything else between
    /// them are one.
    fn last_token<'l>(&mut self, line: &'l str) -> Option<(TokenKind, &'l str)> {
        let mut last = None;
        let mut done = 0;
        let brackets = &mut self.brackets;
        let code = |range: Range<usize>| {
            let text = trim_end(line.get(range).unwrap_or_default());
            (!text.is_empty()).then_some((TokenKind::Code, text))
        };
        self.lexer.marks(line, &mut self.state, |kind, range| {
            last = code(done..range.start).or(last);
            done = range.end;
            match kind {
                TokenKind::Open(_) => *brackets += 1,
                TokenKind::Close(_) => *brackets = brackets.saturating_sub(1),
                TokenKind::Comment => return,
                _ => {}
            }
            last = Some((kind, line.get(range).unwrap_or_default()));
        });
        code(done..line.len()).or(last)
    }

    /// Enters a statement of some depth; whether no block explains it.
    fn enter(&mut self, depth: usize) -> bool {
        let top = self.levels.last().copied().unwrap_or(0);
        if depth > top {
            self.levels.push(depth);
            return !self.is_open;
        }
        while self.levels.last().is_some_and(|level| *level > depth) {
            self.levels.pop();
        }
        let is_level = self.levels.last() == Some(&depth);
        if !is_level {
            self.levels.push(depth);
        }
        self.is_open || !is_level
    }
}

fn width(indentation: &str) -> usize {
    indentation.bytes().fold(0, |width, byte| if byte == b'\t' { width / TAB * TAB + TAB } else { width + 1 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Spans, StringRule};

    #[track_caller]
    fn check(text: &str, expected: &[usize]) {
        let buffer = Buffer::decode(text.as_bytes()).expect("text");
        let rules = LexRules {
            line_comments: vec!["#".into()],
            strings: vec![StringRule::between("'''", Spans::Lines)],
            ..LexRules::default()
        };
        let found: Vec<usize> = broken_levels(&buffer, &rules, ":").iter().map(|line| line + 1).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn blocks_are_no_breaks() {
        check("if a:\n    b\n    if c:\n        d\ne\n", &[]);
        check("if a: # why\n\n  # what\n    b\n", &[]);
        check("x = [\n        1,\n  2]\nf(a,\n     b)\nif (a and\n        b):\n    c\n", &[]);
        check("x = '''\n    a\n  b:\n'''\ny = 1 + \\\n      2\n", &[]);
        check("if a:\n\tb\nif c:\n        d\n", &[]);
    }

    #[test]
    fn what_no_block_explains_is_a_break() {
        check("a\n    b\n    c\n", &[2]);
        check("if a:\n    b\n  c\n", &[3]);
        check("if a:\nb\n", &[2]);
        check("def f():\n    a\n        b\n    c\n", &[3]);
    }
}
