//! Finds function bodies in languages with braces.

use std::ops::Range;

use super::width;
use crate::lang::RecoveryRules;
use crate::text::normal::{contains, is_word_char};
use crate::text::{LexRules, LexState, Lexer, TokenKind};

/// What an open bracket encloses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BracketRole {
    /// A container of definitions.
    Container,
    /// Text that is not searched.
    Other,
    /// The body of a function.
    Body,
}

/// A body whose closing brace has not been read.
struct OpenBraces {
    start: usize,
    /// The smallest indentation of the lines in it.
    least: usize,
    /// Whether no code follows its opening brace on the line.
    ends_line: bool,
}

/// The facts read so far about the heading before a brace.
#[derive(Default)]
struct HeadWords {
    has_body_word: bool,
    has_container_word: bool,
    /// The byte offset after its last closing parenthesis.
    behind_list: Option<usize>,
}

struct BraceWalk<'t> {
    text: &'t str,
    lexical: &'t LexRules,
    rules: &'t RecoveryRules,
    open: Vec<(u8, BracketRole)>,
    head: HeadWords,
    body: Option<OpenBraces>,
    /// The number of brackets that enclose the body.
    depth: usize,
    found: Vec<Range<usize>>,
    is_paired: bool,
}

/// Returns the byte ranges between the braces of function bodies; `None` if brackets do not pair, or a string or
/// comment has no end.
pub(super) fn bodies(lexical: &LexRules, rules: &RecoveryRules, text: &str) -> Option<Vec<Range<usize>>> {
    let lexer = Lexer::new(lexical);
    let mut state = LexState::default();
    let mut walk = BraceWalk {
        text,
        lexical,
        rules,
        open: Vec::new(),
        head: HeadWords::default(),
        body: None,
        depth: 0,
        found: Vec::new(),
        is_paired: true,
    };
    let mut start = 0;
    for whole in text.split_inclusive('\n') {
        let line = whole.trim_end_matches(['\n', '\r']);
        walk.read(&lexer, line, start, &mut state);
        if !walk.is_paired {
            return None;
        }
        start += whole.len();
    }
    (walk.open.is_empty() && state.is_code()).then_some(walk.found)
}

impl BraceWalk<'_> {
    fn read(&mut self, lexer: &Lexer<'_>, line: &str, start: usize, state: &mut LexState) {
        let blanks = line.len() - line.trim_start().len();
        let own_width = width(line);
        let is_between = self.body.is_some();
        let mut done = 0;
        lexer.marks(line, state, |kind, range| {
            self.read_code(line.get(done..range.start).unwrap_or_default());
            done = range.end;
            let at = start + range.start;
            match kind {
                TokenKind::Open(byte) => self.open(byte, at, line.get(range.end..).unwrap_or_default()),
                TokenKind::Close(byte) => self.close(byte, at, (range.start == blanks).then_some(own_width)),
                _ => {}
            }
        });
        self.read_code(line.get(done..).unwrap_or_default());
        if let Some(body) = self.body.as_mut().filter(|_| is_between && blanks < line.len()) {
            body.least = body.least.min(own_width);
        }
    }

    /// Reads code without brackets, unless it cannot belong to a heading.
    fn read_code(&mut self, code: &str) {
        if self.body.is_some()
            || self.open.last().is_some_and(|(_, around)| *around != BracketRole::Container)
        {
            return;
        }
        let rest = match memchr::memrchr(b';', code.as_bytes()) {
            Some(at) => {
                self.head = HeadWords::default();
                code.get(at + 1..).unwrap_or_default()
            }
            None => code,
        };
        for word in rest.split(|char| !is_word_char(char)).filter(|word| !word.is_empty()) {
            self.head.has_body_word |= contains(&self.rules.body_words, word);
            self.head.has_container_word |= contains(&self.rules.container_words, word);
        }
    }

    fn open(&mut self, byte: u8, at: usize, rest: &str) {
        let is_flat = self.body.is_none()
            && self.open.last().is_none_or(|(_, around)| *around == BracketRole::Container);
        let mut around = BracketRole::Other;
        if is_flat && byte == b'{' {
            around = self.around(at);
            if around == BracketRole::Body {
                let rest = rest.trim();
                let ends_line = rest.is_empty() || self.lexical.begins_with_line_comment(rest);
                self.body = Some(OpenBraces { start: at + 1, least: usize::MAX, ends_line });
                self.depth = self.open.len();
            }
            self.head = HeadWords::default();
        }
        self.open.push((byte, around));
    }

    /// Returns what a brace that opens at byte `at` encloses.
    fn around(&self, at: usize) -> BracketRole {
        if self.head.has_body_word {
            return BracketRole::Body;
        }
        if self.head.has_container_word {
            return BracketRole::Container;
        }
        let tail = self.head.behind_list.and_then(|from| self.text.get(from..at)).map(str::trim_end);
        let is_head = tail.is_some_and(|tail| tail.ends_with("=>") || !tail.contains('='));
        if is_head { BracketRole::Body } else { BracketRole::Other }
    }

    /// Closes a bracket. `begins` is the width of its line's indentation if the bracket is the first code on the line.
    fn close(&mut self, byte: u8, at: usize, begins: Option<usize>) {
        let wanted = match byte {
            b')' => b'(',
            b']' => b'[',
            _ => b'{',
        };
        let Some((open, around)) = self.open.pop() else {
            self.is_paired = false;
            return;
        };
        self.is_paired &= open == wanted;
        if self.body.is_some() && self.open.len() == self.depth {
            let body = self.body.take();
            let is_certain = |body: &OpenBraces| {
                let is_deeper = begins.is_some_and(|own| body.least > own);
                body.ends_line && is_deeper && around == BracketRole::Body
            };
            self.found.extend(body.filter(is_certain).map(|body| body.start..at));
            return;
        }
        let is_flat = self.body.is_none()
            && self.open.last().is_none_or(|(_, around)| *around == BracketRole::Container);
        match byte {
            b')' if is_flat => self.head.behind_list = Some(at + 1),
            b'}' if is_flat => self.head = HeadWords::default(),
            _ => {}
        }
    }
}
