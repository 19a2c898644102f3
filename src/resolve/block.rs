//! Finds the end of a block whose heading is known: by indentation, by brackets, or by tags.

use std::ops::{ControlFlow, Range};

use crate::ir::BlockStyle;
use crate::text::lexer::{BlockComment, MarkupRule};
use crate::text::normal::is_blank;
use crate::text::{Buffer, LexRules, LexState, Lexer, Spans, StringRule, TokenKind};

/// The reason why the end of a block is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockProblem {
    /// The lines are not the heading of such a block.
    NoHeading,
    /// The block has no end.
    NoEnd,
    /// The branches of conditional text, up to this line (from 0), open or close different numbers of brackets.
    UnbalancedBranches(usize),
}

/// The heading of a block.
#[derive(Debug, Clone)]
pub struct BlockHeading<'a> {
    /// The text that contains the heading.
    pub buffer: &'a Buffer,
    /// The lines of the heading.
    pub lines: &'a Range<usize>,
    /// The lexical rules of the file's language, if it is known.
    pub rules: Option<&'a LexRules>,
    /// The lexer state at the start of the first line.
    pub state: LexState,
}

/// The extent of a block, in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockExtent {
    /// From the start of the first line of its heading to its end.
    pub range: Range<usize>,
    /// The end of the outermost bracket that the heading opens, if the block is an argument: `run(() => { … });`.
    pub arguments_end: Option<usize>,
    /// The number of brackets that the heading opens around the block.
    pub brackets_around: usize,
}

/// Returns the extent of a block.
///
/// # Errors
/// The lines are no heading, or the end cannot be determined.
pub fn block_extent(mut heading: BlockHeading<'_>, style: BlockStyle) -> Result<BlockExtent, BlockProblem> {
    let BlockHeading { buffer, lines, rules, ref mut state } = heading;
    let first = lines.clone().find(|line| !is_blank(&buffer.line(*line))).unwrap_or(lines.start);
    let common = common_rules();
    let lexer = Lexer::new(rules.unwrap_or(&common));
    let start = buffer.line_start(first);
    let plain = |end| BlockExtent { range: start..end, arguments_end: None, brackets_around: 0 };
    match style {
        BlockStyle::Indented => by_indentation(buffer, first..lines.end, &lexer, state).map(plain),
        BlockStyle::Braces => by_braces(buffer, first..lines.end, &lexer, state),
        BlockStyle::Tags => by_tags(buffer, first..lines.end, rules, state).map(plain),
    }
}

/// Returns how many brackets a text opens and does not close; `None` if it closes one that it does not open.
#[must_use]
pub fn brackets_left_open(text: &str, rules: Option<&LexRules>) -> Option<usize> {
    let common = common_rules();
    let mut depth = 0_usize;
    for token in Lexer::new(rules.unwrap_or(&common)).tokens(text) {
        match token.kind {
            TokenKind::Open(_) => depth += 1,
            TokenKind::Close(_) => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    Some(depth)
}

/// Returns the rules that most languages with braces share, for files in an unknown language.
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

/// Returns the rules of text with tags, such as HTML and XML.
#[must_use]
pub fn document_rules() -> LexRules {
    LexRules {
        markup: Some(MarkupRule::document()),
        block_comments: None,
        line_comments: Vec::new(),
        ..common_rules()
    }
}

/// Finds the end of a block whose heading ends in a colon: all deeper lines below belong to it.
fn by_indentation(
    buffer: &Buffer,
    heading: Range<usize>,
    lexer: &Lexer<'_>,
    state: &mut LexState,
) -> Result<usize, BlockProblem> {
    let mut brackets = 0_usize;
    let mut depth = None;
    // Only the last line of the heading opens the block; decorators and other lines above belong to the heading.
    let mut in_heading = true;
    let mut last = None;
    let mut is_joined = false;
    buffer.each_line(heading.start, |number, line| {
        let begins_inside = !state.is_code() || brackets > 0 || is_joined;
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
        is_joined = state.is_code() && last_sign == Some(b'\\') && line.ends_with('\\');
        if in_heading {
            if !begins_inside && last_sign.is_some() {
                depth = Some(width);
            }
            let is_whole = number + 1 >= heading.end && state.is_code() && brackets == 0 && !is_joined;
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

/// The state of the search for the end of a block in braces, token by token.
struct BraceSearch {
    open: Vec<u8>,
    /// The number of open interpolations of strings; their contents do not affect the block.
    holes: usize,
    in_heading: bool,
    /// Whether a token of the heading was seen.
    has_begun: bool,
    /// Whether the opening brace of the block was seen.
    is_open: bool,
    /// The number of brackets of the heading around the block.
    around: usize,
    /// The end of a pair of braces in the heading that nothing follows, as a byte offset.
    closed_in_heading: Option<usize>,
    /// The end of the block, as a byte offset.
    end: Option<usize>,
    /// The end of the brackets around the block, as a byte offset.
    arguments_end: Option<usize>,
    is_over: bool,
}

impl BraceSearch {
    /// Processes a token; `text` is its text, `end` the byte offset of its end.
    fn take(&mut self, kind: TokenKind, text: &str, end: usize) {
        match kind {
            _ if self.is_over => {}
            TokenKind::Comment => return,
            TokenKind::InterpolationOpen => self.holes += 1,
            TokenKind::InterpolationClose => self.holes = self.holes.saturating_sub(1),
            _ if self.holes > 0 => {}
            TokenKind::Open(byte) => {
                self.is_open |= !self.in_heading && self.open.is_empty() && byte == b'{';
                self.open.push(byte);
            }
            TokenKind::Close(byte) => self.close(byte, end),
            // A token other than a brace follows the heading.
            _ if !self.in_heading => self.is_over |= self.open.is_empty(),
            _ if self.open.is_empty() && text.bytes().any(|byte| byte != b';') => {
                self.closed_in_heading = None
            }
            _ => {}
        }
        self.has_begun = true;
    }

    fn close(&mut self, byte: u8, end: usize) {
        // The first brace of `} else {` closes the preceding block.
        if self.in_heading && self.open.is_empty() && byte == b'}' && !self.has_begun {
            return;
        }
        let mate = self.open.pop();
        if !matches!((mate, byte), (Some(b'{'), b'}') | (Some(b'('), b')') | (Some(b'['), b']')) {
            self.is_over = true;
        } else if self.in_heading {
            if self.open.is_empty() && byte == b'}' {
                self.closed_in_heading = Some(end);
            }
        } else if self.is_open && self.open.len() <= self.around {
            self.end = self.end.or(Some(end));
            self.is_over = self.open.is_empty();
            self.arguments_end = Some(end).filter(|_| self.is_over && self.around > 0);
        }
    }
}

/// Finds the closing brace of a heading that ends with an open brace or precedes one, and, if that brace is within
/// other brackets that the heading opens, the end of these.
fn by_braces(
    buffer: &Buffer,
    heading: Range<usize>,
    lexer: &Lexer<'_>,
    state: &mut LexState,
) -> Result<BlockExtent, BlockProblem> {
    let mut braces = BraceSearch {
        open: Vec::new(),
        holes: 0,
        in_heading: true,
        has_begun: false,
        is_open: false,
        around: 0,
        closed_in_heading: None,
        end: None,
        arguments_end: None,
        is_over: false,
    };
    let mut conditions: Vec<usize> = Vec::new();
    let mut problem = BlockProblem::NoEnd;
    buffer.each_line(heading.start, |number, line| {
        if let Some(is_split) = check_branch(line, state, &mut conditions, braces.open.len()) {
            if is_split {
                problem = BlockProblem::UnbalancedBranches(number);
                return ControlFlow::Break(());
            }
            return ControlFlow::Continue(());
        }
        if number == heading.end {
            let around = braces.open.iter().position(|open| *open == b'{');
            // A heading that opens brackets before the block ends with the brace.
            let around = around.filter(|at| *at == 0 || braces.open.last() == Some(&b'{'));
            braces.is_open = around.is_some();
            braces.around = around.unwrap_or(0);
        }
        braces.in_heading = number < heading.end;
        let start = buffer.line_start(number);
        lexer.line(line, state, |token| {
            let text = line.get(token.range.clone()).unwrap_or_default();
            braces.take(token.kind, text, start + token.range.end);
        });
        if braces.is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let is_whole = braces.around == 0 || braces.arguments_end.is_some();
    let end = match (braces.end.filter(|_| is_whole), problem, braces.closed_in_heading) {
        (Some(end), _, _) => end,
        (None, BlockProblem::NoEnd, Some(end)) => end,
        (None, BlockProblem::NoEnd, None) if !braces.is_open => return Err(BlockProblem::NoHeading),
        (None, problem, _) => return Err(problem),
    };
    Ok(BlockExtent {
        range: buffer.line_start(heading.start)..end,
        arguments_end: braces.arguments_end,
        brackets_around: braces.around,
    })
}

/// Returns whether the number of open brackets at a conditional directive differs from that at the start of its
/// conditional text; `None` for a line that is no such directive.
fn check_branch(line: &str, state: &LexState, conditions: &mut Vec<usize>, open: usize) -> Option<bool> {
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

/// Finds the end of the element whose start tag begins the heading.
fn by_tags(
    buffer: &Buffer,
    heading: Range<usize>,
    rules: Option<&LexRules>,
    state: &LexState,
) -> Result<usize, BlockProblem> {
    // Tags in a string or a comment, and in a language without markup in its code, are read as those of a document.
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
    // The open tags, outermost first: whether each has the name, and whether it is an end tag.
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
                    // A heading that continues after the element ends is not the heading of this element.
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

/// Returns the tag name at the start of a text.
fn word_at(text: &str) -> Option<&str> {
    let is_part = |char: char| char.is_alphanumeric() || matches!(char, '_' | '-' | '.' | ':');
    let end = text.find(|char| !is_part(char)).unwrap_or(text.len());
    let is_name = text.starts_with(|char: char| char.is_alphabetic() || char == '_');
    is_name.then(|| &text[..end])
}
