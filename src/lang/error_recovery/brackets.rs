//! Finds bodies, containers and their statements by brackets.

use std::ops::Range;

use super::{RecoveryLevel, RecoveryRules, blank, words_of};
use crate::text::{LexRules, Lexer, TokenKind};

/// The byte offsets of a pair of brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::lang) struct BracketPair {
    pub(in crate::lang) open: usize,
    pub(in crate::lang) close: usize,
}

/// The brackets of a text, and the bodies and statements that they delimit.
#[derive(Debug)]
pub(in crate::lang) struct BracketMap<'t> {
    text: &'t str,
    /// The text, with blanks for comments and strings.
    bare: Vec<u8>,
    /// Whether the end of a line may end a statement.
    newline_ends: bool,
    /// All pairs, in the order of their opening brackets.
    pairs: Vec<BracketPair>,
    /// The contents of the outermost bodies, in file order.
    bodies: Vec<Range<usize>>,
    /// The statements outside all bodies, in file order.
    statements: Vec<Range<usize>>,
    /// Blanks before which a statement ends with its line, though the grammar would go on with it.
    ends: Vec<usize>,
}

impl<'t> BracketMap<'t> {
    /// Reads the brackets of a text; returns `None` if they do not pair.
    pub(in crate::lang) fn new(lexical: &LexRules, rules: &RecoveryRules, text: &'t str) -> Option<Self> {
        let bare = bare(lexical, text)?;
        let pairs = pairs(&bare)?;
        let newline_ends = rules.newline_ends;
        let (bodies, statements, ends) = (Vec::new(), Vec::new(), Vec::new());
        let mut found = Self { text, bare, newline_ends, pairs, bodies, statements, ends };
        found.find_bodies(rules);
        Some(found)
    }

    /// Returns the text, with blanks for comments and strings.
    pub(in crate::lang) fn bare(&self) -> &[u8] {
        &self.bare
    }

    /// Returns the pair whose opening bracket is at a byte offset.
    pub(in crate::lang) fn pair_at(&self, open: usize) -> Option<BracketPair> {
        let at = self.pairs.binary_search_by_key(&open, |pair| pair.open).ok()?;
        self.pairs.get(at).copied()
    }

    /// Distinguishes bodies from containers by the keywords of their headings.
    fn find_bodies(&mut self, rules: &RecoveryRules) {
        let mut containers: Vec<usize> = Vec::new();
        // A semicolon in square brackets, as in `[u8; 4]`, ends no statement.
        let mut squares: Vec<usize> = Vec::new();
        let mut start = None;
        let mut pairs = self.pairs.iter().peekable();
        let mut at = 0;
        while at < self.bare.len() {
            while pairs.next_if(|pair| pair.open < at).is_some() {}
            let byte = self.bare[at];
            if byte.is_ascii_whitespace() {
                if byte == b'\n'
                    && rules.newline_ends
                    && let Some(from) = start.filter(|from| self.begins_statement(*from, at + 1))
                {
                    self.statements.push(from..at);
                    start = None;
                } else if byte == b'\n'
                    && let Some(from) = start.filter(|_| !containers.is_empty())
                    && let Some(sign) = self.statement_sign_at(from, at + 1, rules)
                {
                    self.ends.push(sign - 1);
                    self.statements.push(from..at);
                    start = None;
                }
                at += 1;
                continue;
            }
            let pair = pairs.peek().filter(|pair| pair.open == at).copied().copied();
            let from = *start.get_or_insert(at);
            if squares.last() == Some(&at) {
                squares.pop();
            }
            let in_square =
                squares.last().is_some_and(|close| containers.last().is_none_or(|end| close < end));
            if containers.last() == Some(&at) {
                // The end of a container may end its last statement.
                if from < at && rules.newline_ends {
                    self.statements.push(from..at);
                }
                containers.pop();
                start = None;
            } else if byte == b'[' {
                squares.extend(pair.map(|pair| pair.close));
            } else if byte == b';' && !in_square {
                self.statements.push(from..at + 1);
                start = None;
            } else if let Some(pair) = pair
                && byte == b'{'
            {
                if self.opens_container(from..at, rules) {
                    containers.push(pair.close);
                    start = None;
                } else {
                    self.bodies.push(pair.open + 1..pair.close);
                    self.statements.push(from..pair.close + 1);
                    at = pair.close;
                    start = None;
                }
            }
            at += 1;
        }
    }

    /// Returns whether the line at byte offset `line` begins a new statement that is indented no deeper than the one at
    /// `from`.
    fn begins_statement(&self, from: usize, line: usize) -> bool {
        let rest = self.bare.get(line..).unwrap_or_default();
        let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let first = rest.get(blanks).copied().unwrap_or(b'\n');
        let begins = first.is_ascii_alphabetic() || matches!(first, b'_' | b'$' | b'@');
        begins && blanks <= indentation(self.text, from)
    }

    /// The sign by which the line that begins at `line` begins a statement beside the one at `from`, though the grammar goes on
    /// with that; a blank stands before it.
    fn statement_sign_at(&self, from: usize, line: usize, rules: &RecoveryRules) -> Option<usize> {
        let rest = self.bare.get(line..)?;
        let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let is_sign = |sign: &String| rest[blanks..].starts_with(sign.as_bytes());
        let begins =
            blanks > 0 && blanks <= indentation(self.text, from) && rules.line_signs.iter().any(is_sign);
        begins.then_some(line + blanks)
    }

    /// Returns whether the block after a heading contains definitions.
    pub(in crate::lang) fn opens_container(&self, heading: Range<usize>, rules: &RecoveryRules) -> bool {
        let mut is_container = false;
        let mut skipped_to = heading.start;
        let from = heading.start;
        for (at, word) in words_of(&self.bare[heading.clone()]) {
            let at = from + at;
            if at < skipped_to {
                continue;
            }
            let around = self.pairs.partition_point(|pair| pair.open < at);
            let last = around.checked_sub(1).and_then(|index| self.pairs.get(index));
            if let Some(pair) = last.filter(|pair| pair.open >= from && pair.close > at) {
                skipped_to = pair.close;
                continue;
            }
            if rules.body_words.iter().any(|known| known.as_bytes() == word) {
                return false;
            }
            is_container |= rules.container_words.iter().any(|known| known.as_bytes() == word);
        }
        is_container
    }

    /// Blanks the parts of the text that `level` permits.
    pub(super) fn recover(
        &self,
        errors: &[Range<usize>],
        level: RecoveryLevel,
        bytes: &mut [u8],
        skipped: &mut Vec<Range<usize>>,
    ) {
        self.ends.iter().for_each(|at| bytes[*at] = b';');
        if level >= RecoveryLevel::AllBodies {
            self.bodies.iter().for_each(|body| blank(bytes, body.clone()));
        } else if level == RecoveryLevel::Bodies {
            for error in errors {
                if let Some(body) = around(&self.bodies, error) {
                    blank(bytes, body);
                }
            }
        }
        if level == RecoveryLevel::Statements {
            for error in errors {
                if let Some(statement) = around(&self.statements, error) {
                    blank(bytes, statement.clone());
                    skipped.push(statement);
                }
            }
            skipped.dedup();
        }
    }

    /// Returns whether the definition that begins at `declaration` ends at `end`: no pair of brackets extends past
    /// `end`, and either a `}` or `;` precedes `end`, or the line ends and another statement follows.
    pub(super) fn confirms_end(&self, declaration: usize, end: usize) -> bool {
        let last = end.checked_sub(1).and_then(|at| self.bare.get(at)).copied();
        let first = self.pairs.partition_point(|pair| pair.open < declaration);
        let mut outer: Option<BracketPair> = None;
        for pair in self.pairs.get(first..).unwrap_or_default().iter().take_while(|pair| pair.open < end) {
            if outer.is_none_or(|outer| outer.close < pair.open) {
                outer = Some(*pair);
            }
        }
        match (last, outer) {
            (Some(b'}'), Some(outer)) => outer.close + 1 == end && self.lines_agree(declaration, outer),
            (Some(b';'), Some(outer)) => outer.close < end,
            (Some(b';'), None) => true,
            (_, outer) => {
                self.ends_with_line(declaration, end)
                    && outer.is_none_or(|outer| outer.close < end && self.lines_agree(declaration, outer))
            }
        }
    }

    /// Returns whether no code follows `end` on its line, and the next line of code, if any, begins a new statement
    /// that is indented no deeper than the one at `declaration`.
    fn ends_with_line(&self, declaration: usize, end: usize) -> bool {
        let rest = self.bare.get(end..).unwrap_or_default();
        let blanks = rest.len() - rest.trim_ascii_start().len();
        let line = memchr::memrchr(b'\n', &rest[..blanks]).map(|at| end + at + 1);
        let is_last = blanks == rest.len();
        self.newline_ends && (is_last || line.is_some_and(|line| self.begins_statement(declaration, line)))
    }

    /// Returns whether the closing braces at the start of lines inside a pair are indented deeper than the heading. A
    /// brace that is not shows that a closing brace is missing above it.
    fn lines_agree(&self, declaration: usize, pair: BracketPair) -> bool {
        let depth = indentation(self.text, declaration);
        let bare = &self.bare[..=pair.close];
        let mut ends = memchr::memchr_iter(b'\n', &bare[pair.open..]).map(|at| pair.open + at + 1);
        ends.all(|line| {
            let blanks = bare[line..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
            let first = bare.get(line + blanks).copied();
            if first != Some(b'}') {
                return true;
            }
            let own = indentation(self.text, line + blanks);
            if line + blanks == pair.close {
                own.abs_diff(depth) < STEP || own.abs_diff(indentation(self.text, pair.open)) < STEP
            } else {
                own >= depth + STEP
            }
        })
    }

    /// Returns whether the code before `start` is complete.
    pub(super) fn confirms_start(&self, start: usize) -> bool {
        let before = self.bare.get(..start).unwrap_or_default().trim_ascii_end();
        let is_on_other_line =
            || self.bare.get(before.len()..start).is_some_and(|blanks| blanks.contains(&b'\n'));
        let ends = |byte: &u8| matches!(byte, b';' | b'{' | b'}' | b']' | b',');
        before.last().is_none_or(ends) || (self.newline_ends && is_on_other_line())
    }
}

/// The least width of an indent level; smaller differences count as equal indentation.
const STEP: usize = 2;

/// The maximum distance in bytes at which the start of a line is searched; longer lines are not indented by hand.
const MAX_LINE_LEN: usize = 4_096;

/// Returns the width of the indentation of the line that contains a byte.
fn indentation(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let from = at.saturating_sub(MAX_LINE_LEN);
    let line = memchr::memrchr(b'\n', bytes.get(from..at).unwrap_or_default());
    let start = line.map_or(from, |found| from + found + 1);
    let blanks =
        bytes.get(start..).unwrap_or_default().iter().take_while(|byte| matches!(byte, b' ' | b'\t'));
    blanks.fold(0, |width, byte| if *byte == b'\t' { width / 8 * 8 + 8 } else { width + 1 })
}

/// Returns the range that contains an error, among ranges that do not overlap.
fn around(ranges: &[Range<usize>], error: &Range<usize>) -> Option<Range<usize>> {
    let behind = ranges.partition_point(|range| range.start <= error.start);
    let last = behind.checked_sub(1).and_then(|at| ranges.get(at))?;
    (error.end <= last.end).then(|| last.clone())
}

/// Returns the text with blanks for comments and strings; `None` if one of them has no end.
fn bare(lexical: &LexRules, text: &str) -> Option<Vec<u8>> {
    let mut bare = vec![b' '; text.len()];
    for at in memchr::memchr_iter(b'\n', text.as_bytes()) {
        bare[at] = b'\n';
    }
    let lexer = Lexer::new(lexical);
    let mut tokens = lexer.tokens(text);
    for token in tokens.by_ref() {
        if matches!(token.kind, TokenKind::Code | TokenKind::Open(_) | TokenKind::Close(_)) {
            let code = text.as_bytes().get(token.range.clone()).unwrap_or_default();
            bare.get_mut(token.range)?.copy_from_slice(code);
        }
    }
    tokens.into_state().is_code().then_some(bare)
}

/// Returns all pairs in the order of their opening brackets; `None` if a bracket has no counterpart.
fn pairs(bare: &[u8]) -> Option<Vec<BracketPair>> {
    let mut pairs: Vec<BracketPair> = Vec::new();
    let mut open: Vec<(u8, usize)> = Vec::new();
    for (at, byte) in bare.iter().enumerate() {
        match byte {
            b'(' => open.push((b')', pairs.len())),
            b'[' => open.push((b']', pairs.len())),
            b'{' => open.push((b'}', pairs.len())),
            b')' | b']' | b'}' => {
                let (wanted, index) = open.pop()?;
                if wanted != *byte {
                    return None;
                }
                pairs.get_mut(index)?.close = at;
                continue;
            }
            _ => continue,
        }
        pairs.push(BracketPair { open: at, close: at });
    }
    open.is_empty().then_some(pairs)
}
