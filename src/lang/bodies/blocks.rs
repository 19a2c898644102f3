//! Finds function bodies in languages with indented blocks.

use std::ops::Range;

use super::width;
use crate::lang::RecoveryRules;
use crate::text::normal::{contains, is_word_char};
use crate::text::{LexRules, LexState, Lexer, TokenKind};

/// A heading, with its block as far as it has been read.
struct BegunBlock {
    /// The width of the heading's indentation.
    depth: usize,
    /// The width of the indentation of the first statement.
    level: Option<usize>,
    /// Whether the heading has ended, so that statements follow.
    has_begun: bool,
    /// The byte range from the first statement to the last one read.
    range: Option<Range<usize>>,
    /// The last byte of that range; of a bracket or a string, a byte that stands for it.
    last: u8,
    /// Whether a comment that is indented no deeper than the heading follows the last statement.
    has_shallow_comment: bool,
    is_certain: bool,
}

struct BlockWalk<'r> {
    lexer: Lexer<'r>,
    rules: &'r RecoveryRules,
    state: LexState,
    open: Vec<u8>,
    /// Whether the statement continues on the next line after a backslash.
    goes_on: bool,
    block: Option<BegunBlock>,
    found: Vec<Range<usize>>,
}

/// The end of the code on a line.
#[derive(Default)]
struct LineFacts {
    /// The byte offset in the line after its last code or string.
    end: usize,
    /// The last byte of the code; `)` for any bracket, `"` for a string.
    last: u8,
}

/// Returns the byte range of each body, from its first statement to its last; `None` if brackets do not pair, or a
/// string has no end.
pub(super) fn bodies(lexical: &LexRules, rules: &RecoveryRules, text: &str) -> Option<Vec<Range<usize>>> {
    let mut walk = BlockWalk {
        lexer: Lexer::new(lexical),
        rules,
        state: LexState::default(),
        open: Vec::new(),
        goes_on: false,
        block: None,
        found: Vec::new(),
    };
    let mut start = 0;
    for whole in text.split_inclusive('\n') {
        walk.read(whole.trim_end_matches(['\n', '\r']), start)?;
        start += whole.len();
    }
    walk.end_block();
    (walk.open.is_empty() && walk.state.is_code()).then_some(walk.found)
}

impl BlockWalk<'_> {
    fn read(&mut self, line: &str, start: usize) -> Option<()> {
        let begins = self.state.is_code() && self.open.is_empty() && !self.goes_on;
        let begins_in_text = !self.state.is_code();
        let code = line.trim_start();
        let blanks = line.len() - code.len();
        let read = self.read_tokens(line)?;
        let has_code = read.end > blanks || (begins_in_text && read.end > 0);
        if code.is_empty() && !begins_in_text {
            self.goes_on = false;
            return Some(());
        }
        let depth = width(line);
        // The width of other white space, such as tabs after spaces, depends on the reader.
        let is_plain = line.bytes().take(blanks).all(|byte| byte == b' ')
            || line.bytes().take(blanks).all(|byte| byte == b'\t');
        if begins && has_code {
            self.begin_statement(code, depth, is_plain);
        }
        let ends = self.open.is_empty() && self.state.is_code() && read.last != b'\\';
        self.goes_on = has_code && read.last == b'\\';
        let Some(block) = &mut self.block else { return Some(()) };
        if !block.has_begun {
            if has_code && ends {
                block.has_begun = true;
                // A body on the line of its heading is not supported.
                block.is_certain &= read.last == b':';
            }
            return Some(());
        }
        if !has_code && begins {
            block.has_shallow_comment |= depth <= block.depth;
            return Some(());
        }
        block.is_certain &=
            is_plain && !block.has_shallow_comment && (code.is_empty() || depth > block.depth);
        // A statement at no open level ends the block for a parser, though it is deeper than the heading.
        if begins && has_code {
            block.is_certain &= depth >= *block.level.get_or_insert(depth);
        }
        if has_code {
            let from = block.range.as_ref().map_or(start + blanks, |range| range.start);
            block.range = Some(from..start + read.end);
            block.last = read.last;
        }
        Some(())
    }

    /// Ends the open block if the statement does not belong to it, and opens a block if the statement is a heading.
    fn begin_statement(&mut self, code: &str, depth: usize, is_plain: bool) {
        if self.block.as_ref().is_some_and(|block| depth <= block.depth) {
            self.end_block();
        }
        if self.block.is_some() {
            return;
        }
        let word = code.split(|char| !is_word_char(char)).next().unwrap_or_default();
        if contains(&self.rules.body_words, word) {
            self.block = Some(BegunBlock {
                depth,
                level: None,
                has_begun: false,
                range: None,
                last: b' ',
                has_shallow_comment: false,
                is_certain: is_plain,
            });
        }
    }

    fn end_block(&mut self) {
        // The line after a joining backslash would be outside the range.
        let block = self.block.take().filter(|block| block.is_certain && block.last != b'\\');
        self.found.extend(block.and_then(|block| block.range));
    }

    /// Reads the tokens of a line; returns `None` if a closing bracket does not match.
    fn read_tokens(&mut self, line: &str) -> Option<LineFacts> {
        let mut found = LineFacts::default();
        let mut done = 0;
        let mut is_paired = true;
        let open = &mut self.open;
        let end_of_code = |found: &mut LineFacts, range: Range<usize>| {
            let code = line.get(range.clone()).unwrap_or_default().trim_end();
            if let Some(last) = code.bytes().last() {
                *found = LineFacts { end: range.start + code.len(), last };
            }
        };
        self.lexer.marks(line, &mut self.state, |kind, range| {
            end_of_code(&mut found, done..range.start);
            done = range.end;
            match kind {
                TokenKind::Comment => return,
                TokenKind::Open(byte) => open.push(byte),
                TokenKind::Close(byte) => {
                    let wanted = match byte {
                        b')' => b'(',
                        b']' => b'[',
                        _ => b'{',
                    };
                    is_paired &= open.pop() == Some(wanted);
                }
                _ => {}
            }
            // The last byte of a string is not code.
            let is_bracket = matches!(kind, TokenKind::Open(_) | TokenKind::Close(_));
            found = LineFacts { end: range.end, last: if is_bracket { b')' } else { b'"' } };
        });
        end_of_code(&mut found, done..line.len());
        is_paired.then_some(found)
    }
}
