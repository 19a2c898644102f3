//! Checks the indent levels of indented blocks line by line, without a parse.

use std::ops::Range;

use super::buffer::Buffer;
use super::closing::leaves_function;
use super::edit::{Edit, EditSet};
use super::lexer::{LexRules, LexState, Lexer, TokenKind};
use super::normal::{indentation, is_blank, is_word_char, trim_end, trim_start};

/// The width of a tab in comparisons of levels.
const TAB: usize = 8;

/// The tokens and keywords that show where blocks begin, in a language with indented blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockSigns {
    /// The token that ends a heading.
    pub head_close: &'static str,
    /// The further clauses that statements may have.
    pub clauses: &'static [Clause],
    /// Keywords of statements that are incomplete without a further clause, with the keywords of those clauses.
    pub unfinished: &'static [Clause],
}

/// A keyword of a further clause of a statement, and the keywords of clauses that may precede it.
pub type Clause = (&'static str, &'static [&'static str]);

/// The broken lines of a text before and after edits: lines whose indentation no block explains.
///
/// A line of code is broken if it is indented deeper than the line above although that opens no block, is not indented
/// deeper than the heading above, returns to a level that is not open, uses tabs where the level uses spaces, begins a
/// clause without the clause that must precede it, ends a statement that lacks a required clause, or leaves a function
/// although it is at the margin. Lines that are broken both before and after the edits are in neither list, as far as
/// they are outside the edited lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LevelErrors {
    /// The lines that are broken before the edits only.
    pub old: Vec<BrokenLine>,
    /// The lines that are broken after the edits only.
    pub new: Vec<BrokenLine>,
}

/// A line whose indentation no block explains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenLine {
    /// The line number, from 0.
    pub number: usize,
    /// The text of the line, without its line ending.
    pub text: String,
}

impl LevelErrors {
    /// Finds the lines whose levels `edits` break or mend in `buffer`. The text above the first edit is read once, and
    /// the text after the last edit only as far as the edits affect it.
    #[must_use]
    pub fn of(buffer: &Buffer, edits: &EditSet, rules: &LexRules, signs: BlockSigns) -> Self {
        let mut walk = OldNewLevels::new(rules, signs);
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

/// The number of bytes that are read before checking again whether the rest of the text is affected.
const STRIDE: usize = 1 << 10;

/// Returns the edited lines from byte `begin` on, up to the end of a line on which no further edit begins, and the byte
/// offset of their end in `buffer`.
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

/// A simultaneous walk over the text before and after the edits.
struct OldNewLevels<'r> {
    old: LevelWalk<'r>,
    /// The walk over the new text, if its state differs from that of the walk over the old text.
    new: Option<LevelWalk<'r>>,
    /// The number of lines read so far in the old text and in the new one.
    lines: (usize, usize),
    /// The number of the last line of code in the new text.
    last: usize,
    found: LevelErrors,
}

impl<'r> OldNewLevels<'r> {
    fn new(rules: &'r LexRules, signs: BlockSigns) -> Self {
        let old = LevelWalk::new(rules, signs);
        Self { old, new: None, lines: (0, 0), last: 0, found: LevelErrors::default() }
    }

    /// Returns whether the edits affect the following lines.
    const fn differs(&self) -> bool {
        self.new.is_some()
    }

    /// Reads lines that are in both texts.
    fn pass(&mut self, text: &str) {
        for line in text.lines() {
            let was_broken = self.old.breaks(line);
            if let Some(new) = &mut self.new {
                let is_broken = new.breaks(line);
                self.last = if new.has_code { self.lines.1 } else { self.last };
                note(&mut self.found.old, was_broken && !is_broken, self.lines.0, line);
                note(&mut self.found.new, is_broken && !was_broken, self.lines.1, line);
                if new.is_equivalent(&self.old) {
                    self.new = None;
                }
            }
            self.lines.0 += 1;
            self.lines.1 += 1;
        }
    }

    /// Reads lines of the old text, and the lines of the new text that replace them.
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
        self.new = (!walk.is_equivalent(&self.old)).then_some(walk);
    }

    /// Notes a statement that is incomplete at the end of the new text.
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

/// A walk over the lines of a text that tracks indent levels.
#[derive(Clone)]
pub(super) struct LevelWalk<'r> {
    lexer: Lexer<'r>,
    signs: BlockSigns,
    /// The first bytes of the keywords of clauses.
    first_bytes: [bool; 256],
    state: LexState,
    /// The number of open brackets.
    brackets: usize,
    /// Whether the statement continues on the next line after a backslash.
    goes_on: bool,
    /// Whether the last line ends a heading.
    pub(super) is_open: bool,
    /// Whether the last line contains code.
    has_code: bool,
    /// The open levels, the deepest last.
    levels: Vec<Level>,
}

/// An open indent level.
#[derive(Clone, PartialEq)]
struct Level {
    depth: usize,
    /// The number of white space characters: the order of levels must not depend on the width of a tab.
    signs: usize,
    /// The clauses that may follow the last statement of the level, as a bit set over the clauses of the language.
    may_follow: u32,
    /// Whether one of these clauses is required.
    lacks_part: bool,
}

/// The role of the first word of a line in statements with several clauses, as bit sets over the clauses of the
/// language.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct WordParts {
    /// The clause that the word begins.
    pub(super) own: u32,
    /// The clauses that may follow.
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

    /// Returns whether both walks read all further lines alike.
    fn is_equivalent(&self, other: &Self) -> bool {
        self.brackets == other.brackets
            && self.goes_on == other.goes_on
            && self.is_open == other.is_open
            && self.levels == other.levels
            && self.state == other.state
    }

    /// Returns whether all edits replace lines by equivalent ones, in whatever state the walk is: then no lines around
    /// them need to be read.
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

    /// Returns whether two lines of nothing but code and brackets are equivalent for a walk.
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

    /// Reads a line; returns whether it is broken.
    fn breaks(&mut self, line: &str) -> bool {
        self.read(line).unwrap_or(false)
    }

    /// Returns whether the next line begins a statement.
    pub(super) fn begins(&self) -> bool {
        self.state.is_code() && self.brackets == 0 && !self.goes_on
    }

    /// Returns whether the text is incomplete here: after a heading, or in a statement that lacks a clause.
    fn is_unfinished(&self) -> bool {
        self.begins() && (self.is_open || self.levels.iter().any(|level| level.lacks_part))
    }

    /// Returns the width of the indentation of the innermost open level.
    pub(super) fn depth(&self) -> usize {
        self.levels.last().map_or(0, |level| level.depth)
    }

    /// Reads a line; returns whether it is broken, or `None` if it contains no code.
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

    /// Reads a line; returns its last token that is not a comment, with its text. Adjacent words of code are one token.
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

    /// Enters the level of the statement that begins on a line; returns whether the line is broken.
    fn enter(&mut self, line: &str) -> bool {
        let (depth, signs) = (width(indentation(line)), indentation(line).len());
        let WordParts { own, may_follow } = self.parts(trim_start(line));
        // Only statements that a clause may follow can lack a clause.
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

    /// Returns the keywords of the clauses of which one is required after the statement that `text` begins.
    pub(super) fn lacking(&self, text: &str) -> Option<&'static [&'static str]> {
        let word = first_word_of(text);
        self.signs.unfinished.iter().find(|(own, _)| *own == word).map(|(_, parts)| *parts)
    }

    /// Returns the clause that `text` begins, and the clauses that may follow it.
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
        let found = LevelErrors::of(&nothing, &all, &rules, SIGNS).new;
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
