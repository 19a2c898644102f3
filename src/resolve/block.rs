//! Finds how far a block reaches whose heading is known: by indentation, by brackets, or by tags.

use std::ops::{ControlFlow, Range};

use crate::ir::BlockStyle;
use crate::text::lexer::{BlockComment, MarkupRule};
use crate::text::normal::is_blank;
use crate::text::{Buffer, LexRules, LexState, Lexer, Spans, StringRule, TokenKind};

/// Why the end of a block is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockProblem {
    /// The lines are no heading of such a block.
    NoHeading,
    /// The block has no end.
    NoEnd,
    /// The branches of conditional text open or close another number of brackets each, from this line (from 0).
    Branches(usize),
}

/// The heading of a block.
#[derive(Debug, Clone)]
pub struct BlockHeading<'a> {
    /// The text that it is in.
    pub buffer: &'a Buffer,
    /// Its lines.
    pub lines: &'a Range<usize>,
    /// How the language of the file is written, if it is known.
    pub rules: Option<&'a LexRules>,
    /// What the first line begins in.
    pub state: LexState,
}

/// The bytes of a block, from the start of the first line of its heading to its end.
///
/// # Errors
/// The lines are no heading, or the end cannot be told.
pub fn block_range(mut heading: BlockHeading<'_>, style: BlockStyle) -> Result<Range<usize>, BlockProblem> {
    let BlockHeading { buffer, lines, rules, ref mut state } = heading;
    let first = lines.clone().find(|line| !is_blank(&buffer.line(*line))).unwrap_or(lines.start);
    let common = common_rules();
    let lexer = Lexer::new(rules.unwrap_or(&common));
    let end = match style {
        BlockStyle::Indented => by_indentation(buffer, first..lines.end, &lexer, state)?,
        BlockStyle::Braces => by_braces(buffer, first..lines.end, &lexer, state)?,
        BlockStyle::Tags => by_tags(buffer, first..lines.end, rules, state)?,
    };
    Ok(buffer.line_start(first)..end)
}

/// What most languages with braces have in common, for files in a language that is not known.
fn common_rules() -> LexRules {
    LexRules {
        line_comments: vec!["//".to_owned()],
        block_comments: Some(BlockComment { open: "/*".to_owned(), close: "*/".to_owned(), nest: false }),
        strings: vec![
            StringRule::between("\"", Spans::Backslash),
            StringRule::between("'", Spans::Backslash),
            StringRule::between("`", Spans::Lines),
        ],
        ..LexRules::default()
    }
}

/// Text with tags, such as HTML and XML.
#[must_use]
pub fn document_rules() -> LexRules {
    LexRules {
        markup: Some(MarkupRule::document()),
        block_comments: None,
        line_comments: Vec::new(),
        ..common_rules()
    }
}

/// A heading that ends in a colon, and all lines below that are deeper.
fn by_indentation(
    buffer: &Buffer,
    heading: Range<usize>,
    lexer: &Lexer<'_>,
    state: &mut LexState,
) -> Result<usize, BlockProblem> {
    let mut brackets = 0_usize;
    let mut depth = None;
    // The block of the last line of the heading: decorators and what else stands above belong to it.
    let mut in_heading = true;
    let mut last = None;
    buffer.each_line(heading.start, |number, line| {
        let begins_inside = !state.is_code() || brackets > 0;
        let width = line.len() - line.trim_start_matches([' ', '\t']).len();
        let mut last_sign = None;
        lexer.line(line, state, |token| {
            match token.kind {
                TokenKind::Open(_) => brackets += 1,
                TokenKind::Close(_) => brackets = brackets.saturating_sub(1),
                _ => {}
            }
            if token.kind != TokenKind::Comment {
                last_sign = line.as_bytes().get(token.range.end - 1).copied();
            }
        });
        if in_heading {
            if !begins_inside && last_sign.is_some() {
                depth = Some(width);
            }
            let is_whole =
                number + 1 >= heading.end && state.is_code() && brackets == 0 && !line.ends_with('\\');
            if is_whole {
                in_heading = false;
                if last_sign != Some(b':') {
                    return ControlFlow::Break(());
                }
                last = Some(number);
            }
            return ControlFlow::Continue(());
        }
        let is_text = !is_blank(line);
        if begins_inside || (is_text && depth.is_none_or(|depth| width > depth)) {
            last = Some(number);
        } else if is_text && last_sign.is_some() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    last.map(|line| buffer.line_range(line).end).ok_or(BlockProblem::NoHeading)
}

/// What is known of a block in braces, token by token.
struct Braces {
    open: Vec<u8>,
    /// How many holes of strings are open; what stands in them is no part of the block's shape.
    holes: usize,
    in_heading: bool,
    /// Whether something of the heading was seen.
    has_begun: bool,
    /// Whether the brace of the block was seen.
    is_open: bool,
    /// Where a pair of braces in the heading ends, with nothing behind it.
    closed_in_heading: Option<usize>,
    /// Where the block ends.
    end: Option<usize>,
    is_over: bool,
}

impl Braces {
    /// Takes in a token; `text` is its own, `end` the byte behind it.
    fn take(&mut self, kind: TokenKind, text: &str, end: usize) {
        match kind {
            _ if self.is_over => {}
            TokenKind::Comment => return,
            TokenKind::HoleOpen => self.holes += 1,
            TokenKind::HoleClose => self.holes = self.holes.saturating_sub(1),
            _ if self.holes > 0 => {}
            TokenKind::Open(byte) => {
                self.is_open |= !self.in_heading && self.open.is_empty() && byte == b'{';
                self.open.push(byte);
            }
            TokenKind::Close(byte) => self.close(byte, end),
            // Something else than braces stands behind the heading.
            _ if !self.in_heading => self.is_over |= self.open.is_empty(),
            _ if self.open.is_empty() && text.bytes().any(|byte| byte != b';') => {
                self.closed_in_heading = None
            }
            _ => {}
        }
        self.has_begun = true;
    }

    fn close(&mut self, byte: u8, end: usize) {
        // `} else {` goes on from the block before.
        if self.in_heading && self.open.is_empty() && byte == b'}' && !self.has_begun {
            return;
        }
        let mate = self.open.pop();
        if !matches!((mate, byte), (Some(b'{'), b'}') | (Some(b'('), b')') | (Some(b'['), b']')) {
            self.is_over = true;
        } else if self.open.is_empty() && byte == b'}' {
            if self.in_heading {
                self.closed_in_heading = Some(end);
            } else if self.is_open {
                self.end = Some(end);
                self.is_over = true;
            }
        }
    }
}

/// A heading with braces behind it, or open at its end, up to the brace that closes them.
fn by_braces(
    buffer: &Buffer,
    heading: Range<usize>,
    lexer: &Lexer<'_>,
    state: &mut LexState,
) -> Result<usize, BlockProblem> {
    let mut braces = Braces {
        open: Vec::new(),
        holes: 0,
        in_heading: true,
        has_begun: false,
        is_open: false,
        closed_in_heading: None,
        end: None,
        is_over: false,
    };
    let mut conditions: Vec<usize> = Vec::new();
    let mut problem = BlockProblem::NoEnd;
    buffer.each_line(heading.start, |number, line| {
        if let Some(is_split) = branch(line, state, &mut conditions, braces.open.len()) {
            if is_split {
                problem = BlockProblem::Branches(number);
                return ControlFlow::Break(());
            }
            return ControlFlow::Continue(());
        }
        if number == heading.end {
            braces.is_open = braces.open.first() == Some(&b'{');
        }
        braces.in_heading = number < heading.end;
        let start = buffer.line_start(number);
        lexer.line(line, state, |token| {
            let text = line.get(token.range.clone()).unwrap_or_default();
            braces.take(token.kind, text, start + token.range.end);
        });
        if braces.is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match (braces.end, problem, braces.closed_in_heading) {
        (Some(end), _, _) => Ok(end),
        (None, BlockProblem::NoEnd, Some(end)) => Ok(end),
        (None, BlockProblem::NoEnd, None) if !braces.is_open => Err(BlockProblem::NoHeading),
        (None, problem, _) => Err(problem),
    }
}

/// Whether a directive about conditional text finds another number of open brackets than where its text began; `None`
/// for a line that is no such directive.
fn branch(line: &str, state: &LexState, conditions: &mut Vec<usize>, open: usize) -> Option<bool> {
    let word = line.trim_start().strip_prefix('#').filter(|_| state.is_code())?.trim_start();
    if word.starts_with("if") {
        conditions.push(open);
        Some(false)
    } else if word.starts_with("el") {
        Some(conditions.last().is_some_and(|before| *before != open))
    } else if word.starts_with("endif") {
        Some(conditions.pop().is_some_and(|before| before != open))
    } else {
        None
    }
}

/// A tag that begins its line, up to the tag that closes it.
fn by_tags(
    buffer: &Buffer,
    heading: Range<usize>,
    rules: Option<&LexRules>,
    state: &LexState,
) -> Result<usize, BlockProblem> {
    // Tags in a string or a comment, and in a language whose code has none, are those of a document.
    let is_code = !(state.is_in_string() || state.is_comment());
    let document = document_rules();
    let (rules, state) = match rules {
        Some(rules) if rules.markup.is_some() && is_code => (rules, state.clone()),
        _ => (&document, LexState::document()),
    };
    let start = buffer.line_start(heading.start);
    let text = buffer.slice(start..buffer.len());
    let lead = text.len() - text.trim_start().len();
    let name = text[lead..].strip_prefix('<').and_then(word_at).ok_or(BlockProblem::NoHeading)?;
    let is_own = |at: usize| text.get(at..).and_then(word_at) == Some(name);
    // The tags that are open, one within the code of the other: whether each has the name, and closes an element.
    let mut tags: Vec<(bool, bool)> = Vec::new();
    let mut depth = 0_usize;
    let mut is_open = false;
    for token in Lexer::new(rules).tokens_from(&text, state) {
        let Range { start: at, end } = token.range;
        if !is_open && at >= lead && !(at == lead && token.kind == TokenKind::TagOpen) {
            return Err(BlockProblem::NoHeading);
        }
        is_open |= at == lead;
        match token.kind {
            TokenKind::TagOpen => tags.push((is_own(end), false)),
            TokenKind::EndTagOpen => tags.push((is_own(end), true)),
            TokenKind::TagClose => depth += usize::from(tags.pop().is_some_and(|(is_own, _)| is_own)),
            TokenKind::ElementClose => {
                let (is_own, closes) = tags.pop().unwrap_or_default();
                depth = depth.checked_sub(usize::from(is_own && closes)).ok_or(BlockProblem::NoEnd)?;
                if is_own && depth == 0 && tags.is_empty() {
                    // A heading that goes on behind its block names another one.
                    let heading_end = buffer.line_start(heading.end);
                    let is_whole =
                        start + end >= heading_end || text[end..heading_end - start].trim().is_empty();
                    return if is_whole { Ok(start + end) } else { Err(BlockProblem::NoHeading) };
                }
            }
            _ => {}
        }
    }
    Err(if is_open { BlockProblem::NoEnd } else { BlockProblem::NoHeading })
}

/// The name that a text begins with.
fn word_at(text: &str) -> Option<&str> {
    let is_part = |char: char| char.is_alphanumeric() || matches!(char, '_' | '-' | '.' | ':');
    let end = text.find(|char| !is_part(char)).unwrap_or(text.len());
    let is_name = text.starts_with(|char: char| char.is_alphabetic() || char == '_');
    is_name.then(|| &text[..end])
}
