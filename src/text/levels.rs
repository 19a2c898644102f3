//! The levels of indented blocks, checked line by line, without a parse.

use std::ops::Range;

use super::buffer::Buffer;
use super::lexer::{LexRules, LexState, Lexer, TokenKind};
use super::normal::{indentation, is_blank, is_word_char, trim_end, trim_start};

/// How wide a tab is where levels are compared.
const TAB: usize = 8;

/// What shows where blocks begin, in a language whose blocks end where the indentation does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockSigns {
    /// What ends a heading.
    pub head_close: &'static str,
    /// The further parts that statements may have.
    pub clauses: &'static [Clause],
}

/// A word that begins a further part of a statement, and those that begin the part before it.
pub type Clause = (&'static str, &'static [&'static str]);

/// The lines, from 0, that no block explains: deeper than the line above although that opens nothing, as deep as a heading
/// above, back at no open level, or a part of a statement without the part before it.
#[must_use]
pub fn broken_levels(buffer: &Buffer, rules: &LexRules, signs: BlockSigns) -> Vec<usize> {
    let mut reader = LevelWalk::new(rules, signs);
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
    signs: BlockSigns,
    /// The first bytes of the words of clauses.
    first_bytes: [bool; 256],
    state: LexState,
    /// How many brackets are open.
    brackets: usize,
    /// Whether the statement goes on on the next line.
    goes_on: bool,
    /// Whether the last statement was a heading.
    is_open: bool,
    /// The open levels, the deepest last.
    levels: Vec<Level>,
}

/// An open level.
struct Level {
    depth: usize,
    /// The parts of statements that may follow its last statement: a bit for each of the language's.
    may_follow: u32,
}

impl<'r> LevelWalk<'r> {
    fn new(rules: &'r LexRules, signs: BlockSigns) -> Self {
        Self {
            lexer: Lexer::new(rules),
            first_bytes: first_bytes(signs.clauses),
            signs,
            state: LexState::default(),
            brackets: 0,
            goes_on: false,
            is_open: false,
            levels: vec![Level { depth: 0, may_follow: 0 }],
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
        let breaks = begins && self.enter(line);
        self.goes_on = is_code && text.ends_with('\\');
        let ends = self.brackets == 0 && !self.goes_on && self.state.is_code();
        self.is_open = ends && is_code && text.ends_with(self.signs.head_close);
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
        let mut behind = None;
        let is_plain = self.lexer.plain_brackets(line, &self.state, |byte, at| {
            let is_open = matches!(byte, b'(' | b'[' | b'{');
            *brackets = if is_open { *brackets + 1 } else { brackets.saturating_sub(1) };
            behind = Some((if is_open { TokenKind::Open(byte) } else { TokenKind::Close(byte) }, at));
        });
        if is_plain {
            let from = behind.map_or(0, |(_, at)| at + 1);
            return code(from..line.len()).or_else(|| behind.map(|(kind, at)| (kind, &line[at..=at])));
        }
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

    /// Enters the statement that begins on a line; whether no block explains it.
    fn enter(&mut self, line: &str) -> bool {
        let depth = width(indentation(line));
        let text = trim_start(line);
        let word = text.find(|char: char| !is_word_char(char)).map_or(text, |end| &text[..end]);
        let is_clause = word.bytes().next().is_some_and(|first| self.first_bytes[usize::from(first)]);
        let bits = |holds: &dyn Fn(&Clause) -> bool| {
            let all = self.signs.clauses.iter().filter(|_| is_clause).enumerate();
            all.fold(0, |bits, (at, clause)| bits | u32::from(holds(clause)) << at)
        };
        let own = bits(&|(clause, _)| *clause == word);
        let may_follow = bits(&|(_, before)| before.contains(&word));
        let top = self.levels.last().map_or(0, |level| level.depth);
        if depth > top {
            self.levels.push(Level { depth, may_follow });
            return !self.is_open || own != 0;
        }
        while self.levels.last().is_some_and(|level| level.depth > depth) {
            self.levels.pop();
        }
        let level = self.levels.last_mut().filter(|level| level.depth == depth);
        let is_level = level.is_some();
        let follows = level.is_some_and(|level| {
            let before = std::mem::replace(&mut level.may_follow, may_follow);
            own == 0 || before & own != 0
        });
        if !is_level {
            self.levels.push(Level { depth, may_follow });
        }
        self.is_open || !is_level || !follows
    }
}

fn first_bytes(clauses: &[Clause]) -> [bool; 256] {
    let words = clauses.iter().flat_map(|(clause, before)| before.iter().chain([clause]));
    let mut found = [false; 256];
    words.filter_map(|word| word.bytes().next()).for_each(|first| found[usize::from(first)] = true);
    found
}

fn width(indentation: &str) -> usize {
    indentation.bytes().fold(0, |width, byte| if byte == b'\t' { width / TAB * TAB + TAB } else { width + 1 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Spans, StringRule};

    const SIGNS: BlockSigns = BlockSigns {
        head_close: ":",
        clauses: &[
            ("elif", &["if", "elif"]),
            ("else", &["if", "elif", "try"]),
            ("except", &["try", "except"]),
        ],
    };

    #[track_caller]
    fn check(text: &str, expected: &[usize]) {
        let buffer = Buffer::decode(text.as_bytes()).expect("text");
        let rules = LexRules {
            line_comments: vec!["#".into()],
            strings: vec![StringRule::between("'''", Spans::Lines)],
            ..LexRules::default()
        };
        let found: Vec<usize> = broken_levels(&buffer, &rules, SIGNS).iter().map(|line| line + 1).collect();
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

    #[test]
    fn a_part_of_a_statement_needs_the_one_before_it() {
        check("if a:\n    b\nelif c:\n    d\nelse:\n    e\n", &[]);
        check("elif c:\n    d\n", &[1]);
        check("if a:\n    b\nc\nelse:\n    d\n", &[4]);
        check("def f():\n    try:\n        a\n    # why\n\n    except E:\n        b\n", &[]);
        check("def f():\n    if a:\n        b\n    except E:\n        b\n", &[4]);
        check("if a:\n    else:\n        b\n", &[2]);
        check("if a: b\nelse: c\nelsewhere = 1\n", &[]);
    }
}
