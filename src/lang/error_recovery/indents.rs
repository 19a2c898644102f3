//! Finds statements over several lines, and the bodies below headings, by indentation.

use std::ops::Range;

use super::{RecoveryLevel, RecoveryRules, is_word_byte};
use crate::text::{LexRules, LexState, Lexer, TokenKind};

/// A statement, or the heading of one.
#[derive(Debug, Clone, PartialEq, Eq)]
struct IndentedStatement {
    /// Its byte range, without comments at its end.
    range: Range<usize>,
    /// The width of its indentation.
    depth: usize,
    /// The last byte of its code, such as a colon.
    last: u8,
    /// The byte offset after the first colon outside brackets.
    colon: Option<usize>,
    /// Whether its first word is the keyword of a heading whose block is a body.
    is_function: bool,
    /// The index of the heading whose block contains it.
    parent: Option<usize>,
    /// The end of the block below it, or its own end if there is none.
    block_end: usize,
}

/// The statements of a text.
#[derive(Debug)]
pub(super) struct Indents<'t> {
    rules: &'t RecoveryRules,
    /// The text, with blanks for comments and strings.
    bare: Vec<u8>,
    statements: Vec<IndentedStatement>,
    /// Comments and line endings inside brackets.
    joined_line_ends: Vec<Range<usize>>,
}

/// The state between two lines.
struct StatementReader<'r> {
    lexer: Lexer<'r>,
    state: LexState,
    open: Vec<u8>,
    /// The statement that continues on the next line.
    current: Option<IndentedStatement>,
}

/// The code on a line.
struct IndentedLine {
    /// The end of its code or strings; 0 if it has none.
    code_end: usize,
    /// The last byte of its code or strings.
    last: u8,
    /// The byte offset after the first colon outside brackets.
    colon: Option<usize>,
}

impl<'t> Indents<'t> {
    /// Reads the statements of a text; returns `None` if brackets or strings are not closed, or extend over a line that
    /// begins a definition.
    pub(super) fn new(lexical: &LexRules, rules: &'t RecoveryRules, text: &str) -> Option<Self> {
        let mut found = Self {
            rules,
            bare: vec![b' '; text.len()],
            statements: Vec::new(),
            joined_line_ends: Vec::new(),
        };
        let mut reader = StatementReader {
            lexer: Lexer::new(lexical),
            state: LexState::default(),
            open: Vec::new(),
            current: None,
        };
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            found.read_line(&mut reader, line, start)?;
            start += line.len();
        }
        found.statements.extend(reader.current.take());
        found.find_blocks();
        (reader.open.is_empty() && reader.state.is_code()).then_some(found)
    }

    fn read_line(&mut self, reader: &mut StatementReader<'_>, line: &str, start: usize) -> Option<()> {
        let text = line.trim_end_matches(['\n', '\r']);
        let begins_inside = !reader.state.is_code();
        let begins = reader.current.is_none();
        let read = self.read_tokens(reader, text, start)?;
        if line.ends_with('\n') {
            *self.bare.get_mut(start + line.len() - 1)? = b'\n';
        }
        let blanks = text.len() - text.trim_start().len();
        let is_filled = read.code_end > 0 || begins_inside;
        let code_end = read.code_end.max(blanks);
        let depth = depth_of(text.get(..blanks)?);
        let bare = self.bare.get(start..start + text.len())?;
        let word = first_word(bare.trim_ascii_start());
        let is_heading = |words: &[String]| words.iter().any(|known| known.as_bytes() == word);
        if begins && is_filled {
            reader.current = Some(IndentedStatement {
                range: start + blanks..start + code_end,
                depth,
                last: b' ',
                colon: None,
                is_function: is_heading(&self.rules.body_words),
                parent: None,
                block_end: 0,
            });
        }
        let Some(current) = reader.current.as_mut() else { return Some(()) };
        let is_definition = is_heading(&self.rules.body_words) || is_heading(&self.rules.container_words);
        if !begins && !begins_inside && depth <= current.depth && is_definition {
            // A bracket above is not closed.
            return None;
        }
        if is_filled {
            current.range.end = start + code_end;
            current.last = read.last;
        }
        current.colon = current.colon.or(read.colon);
        let is_in_text = !reader.state.is_code();
        if !reader.open.is_empty() && !is_in_text {
            self.joined_line_ends.push(start + code_end..start + line.len());
        }
        let goes_on = !reader.open.is_empty() || is_in_text || (is_filled && text.ends_with('\\'));
        if !goes_on {
            self.statements.extend(reader.current.take());
        }
        Some(())
    }

    /// Reads the tokens of a line; returns `None` if a closing bracket does not match.
    fn read_tokens(
        &mut self,
        reader: &mut StatementReader<'_>,
        line: &str,
        start: usize,
    ) -> Option<IndentedLine> {
        let mut read = IndentedLine { code_end: 0, last: b' ', colon: None };
        let mut is_paired = true;
        let StatementReader { lexer, state, open, .. } = reader;
        let bare = &mut self.bare;
        lexer.line(line, state, |token| {
            if token.kind == TokenKind::Comment {
                return;
            }
            let code = line.as_bytes().get(token.range.clone()).unwrap_or_default();
            read.code_end = token.range.end;
            read.last = code.last().copied().unwrap_or(b' ');
            match token.kind {
                TokenKind::Open(b'(') => open.push(b')'),
                TokenKind::Open(b'[') => open.push(b']'),
                TokenKind::Open(_) => open.push(b'}'),
                TokenKind::Close(sign) => is_paired &= open.pop() == Some(sign),
                TokenKind::Code if open.is_empty() && read.colon.is_none() => {
                    let at = code.iter().position(|byte| *byte == b':');
                    read.colon = at.map(|at| start + token.range.start + at + 1);
                }
                _ => {}
            }
            let is_code = matches!(token.kind, TokenKind::Code | TokenKind::Open(_) | TokenKind::Close(_));
            let place = bare.get_mut(start + token.range.start..start + token.range.end);
            if let Some(place) = place.filter(|place| is_code && place.len() == code.len()) {
                place.copy_from_slice(code);
            }
        });
        is_paired.then_some(read)
    }

    pub(super) fn bare(&self) -> &[u8] {
        &self.bare
    }

    /// Replaces the parts of the text that `level` permits.
    pub(super) fn recover(
        &self,
        errors: &[Range<usize>],
        level: RecoveryLevel,
        bytes: &mut [u8],
        skipped: &mut Vec<Range<usize>>,
    ) {
        for range in &self.joined_line_ends {
            blank_with_line_ends(bytes, range.clone());
        }
        if level >= RecoveryLevel::AllBodies {
            let mut behind = 0;
            for at in 0..self.statements.len() {
                if self.statements[at].range.start < behind {
                    continue;
                }
                if let Some(body) = self.body(at) {
                    behind = body.end;
                    replace_by_statement(bytes, body);
                }
            }
        } else if level == RecoveryLevel::Bodies {
            errors
                .iter()
                .filter_map(|error| self.body_around(error))
                .for_each(|body| replace_by_statement(bytes, body));
        }
        if level == RecoveryLevel::Statements {
            for error in errors {
                let found = self.statement_at(error.start).map(|at| &self.statements[at]);
                if let Some(found) = found.filter(|found| found.last != b':' && error.end <= found.range.end)
                {
                    replace_by_statement(bytes, found.range.clone());
                    skipped.push(found.range.clone());
                }
            }
            skipped.dedup();
        }
    }

    /// Returns the index of the statement that contains a byte, or of the last one before it.
    fn statement_at(&self, byte: usize) -> Option<usize> {
        self.statements.partition_point(|found| found.range.start <= byte).checked_sub(1)
    }

    /// Returns the body below the heading at an index, or after the heading on its line.
    fn body(&self, heading: usize) -> Option<Range<usize>> {
        let found = self.statements.get(heading).filter(|found| found.is_function)?;
        if found.last == b':' {
            let first = self.statements.get(heading + 1).filter(|first| first.depth > found.depth)?;
            return Some(first.range.start..found.block_end);
        }
        let from = found.colon?;
        let blanks = self.bare.get(from..found.range.end)?.iter().take_while(|byte| **byte == b' ').count();
        Some(from + blanks..found.range.end).filter(|body| !body.is_empty())
    }

    /// Determines the parent and the block of each statement.
    fn find_blocks(&mut self) {
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut end = 0;
        for at in 0..self.statements.len() {
            let depth = self.statements[at].depth;
            while let Some((heading, _)) = open.pop_if(|(_, around)| *around >= depth) {
                self.statements[heading].block_end = end;
            }
            end = self.statements[at].range.end;
            self.statements[at].parent = open.last().map(|(heading, _)| *heading);
            open.push((at, depth));
        }
        for (heading, _) in open {
            self.statements[heading].block_end = end;
        }
    }

    /// Returns the innermost body that contains an error.
    fn body_around(&self, error: &Range<usize>) -> Option<Range<usize>> {
        let mut at = self.statement_at(error.start)?;
        loop {
            let body = self.body(at);
            if let Some(body) = body.filter(|body| body.start <= error.start && error.end <= body.end) {
                return Some(body);
            }
            at = self.statements.get(at)?.parent?;
        }
    }

    pub(super) fn confirms_end(&self, declaration: usize, end: usize) -> bool {
        let Some(at) = self.statement_at(declaration) else { return false };
        let found = &self.statements[at];
        found.range.start == declaration && found.block_end == end
    }

    pub(super) fn confirms_start(&self, start: usize) -> bool {
        self.statement_at(start).is_some_and(|at| self.statements[at].range.start == start)
    }
}

/// Returns the first word of a line; of several modifiers, the first one.
fn first_word(line: &[u8]) -> &[u8] {
    let end = line.iter().position(|byte| !is_word_byte(*byte)).unwrap_or(line.len());
    &line[..end]
}

/// Returns the width of white space; a tab extends to the next multiple of eight.
fn depth_of(blanks: &str) -> usize {
    blanks.chars().fold(0, |width, char| match char {
        '\t' => width / 8 * 8 + 8,
        '\u{c}' => 0,
        _ => width + 1,
    })
}

/// Replaces a range by spaces, line endings included.
fn blank_with_line_ends(bytes: &mut [u8], range: Range<usize>) {
    bytes.get_mut(range).into_iter().flatten().for_each(|byte| *byte = b' ');
}

/// Replaces a range by a statement without effect that ends where the range does.
fn replace_by_statement(bytes: &mut [u8], range: Range<usize>) {
    let (first, last) = (range.start, range.end.saturating_sub(1));
    blank_with_line_ends(bytes, range);
    let signs = if first == last { [b'0', b'0'] } else { [b'(', b')'] };
    for (at, sign) in [first, last].into_iter().zip(signs) {
        if let Some(byte) = bytes.get_mut(at) {
            *byte = sign;
        }
    }
}
