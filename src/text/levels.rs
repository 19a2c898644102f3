//! The levels of indented blocks, checked line by line, without a parse.

use std::ops::Range;

use super::buffer::Buffer;
use super::closing::leaves_function;
use super::edit::{Edit, EditSet};
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
    /// Words that begin statements which are none without one of some further parts, with the words of those.
    pub unfinished: &'static [Clause],
}

/// A word that begins a further part of a statement, and those that begin the part before it.
pub type Clause = (&'static str, &'static [&'static str]);

/// The lines that no block explains, of a text as it is and with edits: deeper than the line above although that opens
/// nothing, as deep as a heading above, back at no open level, in tabs where the level is in blanks, a part of a statement without the
/// part before it, what ends a statement that lacks a part, or at the margin what leaves a function. Those
/// that both have in common are in neither list, as far as they stand where both are read alike.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BrokenLevels {
    /// Those that go.
    pub old: Vec<BrokenLine>,
    /// Those that come.
    pub new: Vec<BrokenLine>,
}

/// A line whose depth no block explains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenLine {
    /// Its number, from 0.
    pub number: usize,
    /// Its text, without its end.
    pub text: String,
}

impl BrokenLevels {
    /// What becomes of the levels of `buffer` by `edits`. What stands above the first edit is read once, and what stands
    /// behind the last one only as far as it matters.
    #[must_use]
    pub fn of(buffer: &Buffer, edits: &EditSet, rules: &LexRules, signs: BlockSigns) -> Self {
        let mut walk = TwinWalk::new(rules, signs);
        if walk.old.reads_alike(buffer, edits) {
            return walk.found;
        }
        let mut edits = edits.iter().peekable();
        let mut done = 0;
        while let Some(first) = edits.next() {
            let begin = buffer.begin_of_line(first.range.start);
            walk.pass(&buffer.slice(done..begin));
            let (text, end) = edited_lines(buffer, begin, first, &mut edits);
            walk.change(&buffer.slice(begin..end), &text);
            done = end;
        }
        while walk.differs() && done < buffer.len() {
            let end = buffer.end_of_line((done + STRIDE).min(buffer.len()));
            walk.pass(&buffer.slice(done..end));
            done = end;
        }
        walk.finish();
        walk.found
    }
}

/// How many bytes of a text are looked at before the question whether the rest matters.
const STRIDE: usize = 1 << 10;

/// The lines from byte `begin` on up to the end of one on which no further edit begins, with their edits made, and the byte
/// at which they end.
fn edited_lines<'e>(
    buffer: &Buffer,
    begin: usize,
    first: &'e Edit,
    edits: &mut std::iter::Peekable<impl Iterator<Item = &'e Edit>>,
) -> (String, usize) {
    let mut text = buffer.slice(begin..first.range.start).into_owned() + &first.text;
    let mut end = first.range.end;
    loop {
        let is_whole = buffer.begin_of_line(end) == end && (text.is_empty() || text.ends_with('\n'));
        let line_end = if is_whole { end } else { buffer.end_of_line(end) };
        match edits.next_if(|next| next.range.start < line_end || next.range.start == end) {
            Some(next) => {
                text.push_str(&buffer.slice(end..next.range.start));
                text.push_str(&next.text);
                end = next.range.end;
            }
            None => {
                text.push_str(&buffer.slice(end..line_end));
                return (text, line_end);
            }
        }
    }
}

/// A walk over a text as it is and as it will be.
struct TwinWalk<'r> {
    old: LevelWalk<'r>,
    /// The walk over the new text, where it stands otherwise than the one over the old text.
    new: Option<LevelWalk<'r>>,
    /// The number of lines that both have read.
    lines: (usize, usize),
    /// The last line of code of the new text.
    last: usize,
    found: BrokenLevels,
}

impl<'r> TwinWalk<'r> {
    fn new(rules: &'r LexRules, signs: BlockSigns) -> Self {
        let old = LevelWalk::new(rules, signs);
        Self { old, new: None, lines: (0, 0), last: 0, found: BrokenLevels::default() }
    }

    /// Whether the further lines matter.
    const fn differs(&self) -> bool {
        self.new.is_some()
    }

    /// Reads lines that both texts have.
    fn pass(&mut self, text: &str) {
        for line in text.lines() {
            let was_broken = self.old.breaks(line);
            if let Some(new) = &mut self.new {
                let is_broken = new.breaks(line);
                self.last = if new.has_code { self.lines.1 } else { self.last };
                note(&mut self.found.old, was_broken && !is_broken, self.lines.0, line);
                note(&mut self.found.new, is_broken && !was_broken, self.lines.1, line);
                if new.stands_as(&self.old) {
                    self.new = None;
                }
            }
            self.lines.0 += 1;
            self.lines.1 += 1;
        }
    }

    /// Reads the lines of the old text, and those that stand there in the new one.
    fn change(&mut self, old: &str, new: &str) {
        let mut walk = self.new.take().unwrap_or_else(|| self.old.clone());
        for line in old.lines() {
            note(&mut self.found.old, self.old.breaks(line), self.lines.0, line);
            self.lines.0 += 1;
        }
        for line in new.lines() {
            note(&mut self.found.new, walk.breaks(line), self.lines.1, line);
            self.last = if walk.has_code { self.lines.1 } else { self.last };
            self.lines.1 += 1;
        }
        self.new = (!walk.stands_as(&self.old)).then_some(walk);
    }

    /// Notes what the end of the text leaves unfinished.
    fn finish(&mut self) {
        if self.new.as_ref().is_some_and(LevelWalk::is_unfinished) && !self.old.is_unfinished() {
            self.found.new.push(BrokenLine { number: self.last, text: String::new() });
        }
    }
}

fn note(lines: &mut Vec<BrokenLine>, is_broken: bool, number: usize, line: &str) {
    if is_broken {
        lines.push(BrokenLine { number, text: line.to_owned() });
    }
}

/// A walk over the lines of a text.
#[derive(Clone)]
pub(super) struct LevelWalk<'r> {
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
    pub(super) is_open: bool,
    /// Whether there was code on the last line.
    has_code: bool,
    /// The open levels, the deepest last.
    levels: Vec<Level>,
}

/// An open level.
#[derive(Clone, PartialEq)]
struct Level {
    depth: usize,
    /// The same where a tab is as wide as a blank: levels must not be in another order then.
    signs: usize,
    /// The parts of statements that may follow its last statement: a bit for each of the language's.
    may_follow: u32,
    /// Whether one of them must.
    lacks_part: bool,
}

/// What the first word of a line is to statements of several parts: a bit for each of the language's.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct WordParts {
    /// The part that it begins.
    pub(super) own: u32,
    /// Those that may follow.
    may_follow: u32,
}

impl<'r> LevelWalk<'r> {
    pub(super) fn new(rules: &'r LexRules, signs: BlockSigns) -> Self {
        Self {
            lexer: Lexer::new(rules),
            first_bytes: first_bytes(signs.clauses),
            signs,
            state: LexState::default(),
            brackets: 0,
            goes_on: false,
            is_open: false,
            has_code: false,
            levels: vec![Level { depth: 0, signs: 0, may_follow: 0, lacks_part: false }],
        }
    }

    /// Whether both read all that follows alike.
    fn stands_as(&self, other: &Self) -> bool {
        self.brackets == other.brackets
            && self.goes_on == other.goes_on
            && self.is_open == other.is_open
            && self.levels == other.levels
            && self.state == other.state
    }

    /// Whether all edits put lines in place of others that are the same to a walk, wherever it stands: nothing around them is
    /// read then.
    fn reads_alike(&self, buffer: &Buffer, edits: &EditSet) -> bool {
        let mut edits = edits.iter().peekable();
        while let Some(first) = edits.next() {
            let begin = buffer.begin_of_line(first.range.start);
            let (new, end) = edited_lines(buffer, begin, first, &mut edits);
            let old = buffer.slice(begin..end);
            let (mut old, mut new) = (old.lines(), new.lines());
            loop {
                match (old.next(), new.next()) {
                    (Some(old), Some(new)) if old == new || self.is_alike(old, new) => {}
                    (None, None) => break,
                    _ => return false,
                }
            }
        }
        true
    }

    /// Whether two lines of code and brackets are the same to a walk.
    fn is_alike(&self, old: &str, new: &str) -> bool {
        let brackets = |line: &str| {
            let mut found = Vec::new();
            let is_plain = self.lexer.plain_brackets(line, &LexState::default(), |byte, _| found.push(byte));
            is_plain.then_some(found)
        };
        let ends = |line: &str| {
            let line = trim_end(line);
            (line.ends_with(self.signs.head_close), line.ends_with('\\'), line.is_empty())
        };
        indentation(old) == indentation(new)
            && ends(old) == ends(new)
            && self.parts(trim_start(old)) == self.parts(trim_start(new))
            && leaves_function(trim_start(old)) == leaves_function(trim_start(new))
            && brackets(old).is_some_and(|old| brackets(new).is_some_and(|new| new == old))
    }

    /// Reads a line; whether its depth is explained by no block.
    fn breaks(&mut self, line: &str) -> bool {
        self.read(line).unwrap_or(false)
    }

    /// Whether the next line begins a statement.
    pub(super) fn begins(&self) -> bool {
        self.state.is_code() && self.brackets == 0 && !self.goes_on
    }

    /// Whether the text cannot end here: below a heading, or in a statement that lacks a part.
    fn is_unfinished(&self) -> bool {
        self.begins() && (self.is_open || self.levels.iter().any(|level| level.lacks_part))
    }

    /// The depth of the innermost open level.
    pub(super) fn depth(&self) -> usize {
        self.levels.last().map_or(0, |level| level.depth)
    }

    /// Reads a line; whether its depth is explained by no block. `None` where there is no code on it.
    pub(super) fn read(&mut self, line: &str) -> Option<bool> {
        let begins = self.begins();
        let last = self.last_token(line).filter(|_| !is_blank(line));
        self.has_code = last.is_some();
        let Some((kind, text)) = last else {
            self.goes_on = false;
            return None;
        };
        let is_code = kind == TokenKind::Code;
        let breaks = begins && self.enter(line);
        self.goes_on = is_code && text.ends_with('\\');
        let ends = self.brackets == 0 && !self.goes_on && self.state.is_code();
        self.is_open = ends && is_code && text.ends_with(self.signs.head_close);
        Some(breaks)
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
        let (depth, signs) = (width(indentation(line)), indentation(line).len());
        let WordParts { own, may_follow } = self.parts(trim_start(line));
        // Only what some part may follow can lack one.
        let lacks_part = may_follow != 0 && self.lacking(trim_start(line)).is_some();
        let level = Level { depth, signs, may_follow, lacks_part };
        let top = self.levels.last().map_or((0, 0), |level| (level.depth, level.signs));
        if depth > top.0 {
            self.levels.push(level);
            return !self.is_open || own != 0 || signs <= top.1;
        }
        let mut is_finished = true;
        while let Some(inner) = self.levels.pop_if(|level| level.depth > depth) {
            is_finished &= !inner.lacks_part;
        }
        let same = self.levels.pop_if(|level| level.depth == depth);
        let is_alike = same.as_ref().is_some_and(|same| same.signs == signs);
        let follows = same.as_ref().is_some_and(|same| own == 0 || same.may_follow & own != 0);
        is_finished &= own != 0 || !same.as_ref().is_some_and(|same| same.lacks_part);
        self.levels.push(Level { signs: same.as_ref().map_or(signs, |same| same.signs), ..level });
        let leaves = depth == 0 && leaves_function(line);
        self.is_open || same.is_none() || !is_alike || !follows || !is_finished || leaves
    }

    /// The words of the parts without one of which the statement that a text begins is none.
    pub(super) fn lacking(&self, text: &str) -> Option<&'static [&'static str]> {
        let word = first_word_of(text);
        self.signs.unfinished.iter().find(|(own, _)| *own == word).map(|(_, parts)| *parts)
    }

    /// Which part of a statement a text begins, and which may follow that.
    pub(super) fn parts(&self, text: &str) -> WordParts {
        if !text.bytes().next().is_some_and(|first| self.first_bytes[usize::from(first)]) {
            return WordParts::default();
        }
        let word = first_word_of(text);
        let bits = |holds: &dyn Fn(&Clause) -> bool| {
            let all = self.signs.clauses.iter().enumerate();
            all.fold(0, |bits, (at, clause)| bits | u32::from(holds(clause)) << at)
        };
        WordParts {
            own: bits(&|(clause, _)| *clause == word),
            may_follow: bits(&|(_, before)| before.contains(&word)),
        }
    }
}

fn first_word_of(text: &str) -> &str {
    text.find(|char: char| !is_word_char(char)).map_or(text, |end| &text[..end])
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
        unfinished: &[("try", &["except"])],
    };

    #[track_caller]
    fn check(text: &str, expected: &[usize]) {
        let rules = LexRules {
            line_comments: vec!["#".into()],
            strings: vec![StringRule::between("'''", Spans::Lines)],
            ..LexRules::default()
        };
        let nothing = Buffer::decode(b"").expect("text");
        let all = EditSet::one(0..0, text.to_owned());
        let found = BrokenLevels::of(&nothing, &all, &rules, SIGNS).new;
        let found: Vec<usize> = found.iter().map(|line| line.number + 1).collect();
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
        check("def f():\n    return a\nreturn b\n", &[3]);
        check("if a:\n        b\n\tc\n", &[3]);
        check("if a:\n    b\n    if c:\n\td\n", &[4]);
    }

    #[test]
    fn lines_that_are_read_alike_need_nothing_around() {
        let rules = LexRules { line_comments: vec!["#".into()], ..LexRules::default() };
        let walk = LevelWalk::new(&rules, SIGNS);
        let alike = |old: &str, new: &str| walk.is_alike(old, new);
        assert!(alike("    a = f(b)", "    total = g(b + 1)"));
        assert!(alike("while a:", "for b in c:"));
        assert!(!alike("if a:", "while a:"));
        assert!(!alike("    a", "        a"));
        assert!(!alike("a = f(b)", "a = (f(b)"));
        assert!(!alike("if a:", "if a"));
        assert!(!alike("if a:", "elif a:"));
        assert!(!alike("a", "a \\"));
        assert!(!alike("a", "a # why"));
        assert!(!alike("a", ""));
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

    #[test]
    fn a_statement_that_lacks_a_part_is_unfinished() {
        check("try:\n    a\nb\n", &[3]);
        check("try:\n    a\n\n", &[2]);
        check("def f():\n    try:\n        a\n\ndef g():\n    b\n", &[5]);
        check("try:\n    a\nexcept E:\n    b\n", &[]);
        check("a\nif b:\n", &[2]);
        check("if a:\n    # why\n", &[1]);
    }
}
