//! Finds how far a block reaches whose heading is known: by indentation, by brackets, or by tags.

use std::ops::{ControlFlow, Range};

use crate::ir::BlockStyle;
use crate::text::normal::is_blank;
use crate::text::{BlockComment, Buffer, CharLiteral, LexRules, Signs, Spans, StringRule};

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

/// The bytes of the block whose heading stands on some lines, from the start of its first line to its end.
///
/// # Errors
/// The lines are no heading, or the end cannot be told.
pub fn block_range(
    buffer: &Buffer,
    heading: &Range<usize>,
    style: BlockStyle,
    rules: Option<&LexRules>,
) -> Result<Range<usize>, BlockProblem> {
    let first = heading.clone().find(|line| !is_blank(&buffer.line(*line))).unwrap_or(heading.start);
    let common = common_rules();
    let end = match style {
        BlockStyle::Indented => by_indentation(buffer, first, heading, rules.unwrap_or(&common))?,
        BlockStyle::Braces => by_braces(buffer, first, heading, rules.unwrap_or(&common))?,
        BlockStyle::Tags => by_tags(buffer, first, heading)?,
    };
    Ok(buffer.line_start(first)..end)
}

/// What most languages with braces have in common, for files in a language that is not known.
fn common_rules() -> LexRules {
    let string = |quote: &str, spans| StringRule {
        open: quote.to_owned(),
        close: quote.to_owned(),
        spans,
        escapes: true,
        hole: None,
    };
    LexRules {
        line_comments: vec!["//".to_owned()],
        block_comments: Some(BlockComment { open: "/*".to_owned(), close: "*/".to_owned(), nest: false }),
        strings: vec![
            string("\"", Spans::Backslash),
            string("'", Spans::Backslash),
            string("`", Spans::Lines),
        ],
        char_literal: CharLiteral::None,
        ..LexRules::default()
    }
}

/// A heading that ends in a colon, and all lines below that are deeper.
fn by_indentation(
    buffer: &Buffer,
    first: usize,
    heading: &Range<usize>,
    rules: &LexRules,
) -> Result<usize, BlockProblem> {
    let mut signs = Signs::new(rules);
    let mut brackets = 0_usize;
    let mut depth = None;
    // The block of the last line of the heading: decorators and what else stands above belong to it.
    let mut in_heading = true;
    let mut last = None;
    buffer.each_line(first, |number, line| {
        let begins_inside = signs.is_inside() || brackets > 0;
        let width = line.len() - line.trim_start_matches([' ', '\t']).len();
        let mut end_sign = 0;
        let mut has_code = false;
        signs.line(line, |_, byte| {
            has_code = true;
            end_sign = byte;
            match byte {
                b'(' | b'[' | b'{' => brackets += 1,
                b')' | b']' | b'}' => brackets = brackets.saturating_sub(1),
                _ => {}
            }
        });
        if in_heading {
            if !begins_inside && has_code {
                depth = Some(width);
            }
            let is_whole =
                number + 1 >= heading.end && !signs.is_inside() && brackets == 0 && !line.ends_with('\\');
            if is_whole {
                in_heading = false;
                if end_sign != b':' {
                    return ControlFlow::Break(());
                }
                last = Some(number);
            }
            return ControlFlow::Continue(());
        }
        let is_text = !is_blank(line);
        if begins_inside || (is_text && depth.is_none_or(|depth| width > depth)) {
            last = Some(number);
        } else if is_text && (has_code || signs.is_inside()) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    last.map(|line| buffer.line_range(line).end).ok_or(BlockProblem::NoHeading)
}

/// A heading with braces behind it, or open at its end, up to the brace that closes them.
fn by_braces(
    buffer: &Buffer,
    first: usize,
    heading: &Range<usize>,
    rules: &LexRules,
) -> Result<usize, BlockProblem> {
    let mut signs = Signs::new(rules);
    let mut open: Vec<u8> = Vec::new();
    let mut conditions: Vec<usize> = Vec::new();
    let mut outcome = Err(BlockProblem::NoEnd);
    let mut closed_in_heading = None;
    let mut is_open = false;
    let mut is_over = false;
    buffer.each_line(first, |number, line| {
        if let Some(problem) = branch(line, &signs, &mut conditions, open.len()) {
            if problem {
                outcome = Err(BlockProblem::Branches(number));
                return ControlFlow::Break(());
            }
            return ControlFlow::Continue(());
        }
        let in_heading = number < heading.end;
        if number == heading.end {
            is_open = open.first() == Some(&b'{');
        }
        let start = buffer.line_start(number);
        signs.line(line, |at, byte| {
            if is_over {
                return;
            }
            match byte {
                b'{' | b'(' | b'[' => {
                    if !in_heading && open.is_empty() && byte == b'{' {
                        is_open = true;
                    }
                    open.push(byte);
                }
                b'}' | b')' | b']' => {
                    let mate = open.pop();
                    let fits =
                        matches!((mate, byte), (Some(b'{'), b'}') | (Some(b'('), b')') | (Some(b'['), b']'));
                    if !fits {
                        is_over = true;
                    } else if open.is_empty() && byte == b'}' {
                        let end = start + at + 1;
                        if in_heading {
                            closed_in_heading = Some(end);
                        } else if is_open {
                            outcome = Ok(end);
                            is_over = true;
                        }
                    }
                }
                // Something else than braces stands behind the heading.
                _ if !in_heading && open.is_empty() => is_over = true,
                _ => {
                    if in_heading && open.is_empty() {
                        closed_in_heading = closed_in_heading.filter(|_| byte == b';');
                    }
                }
            }
        });
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match (outcome, closed_in_heading) {
        (Err(BlockProblem::NoEnd), Some(end)) => Ok(end),
        (Err(BlockProblem::NoEnd), None) if !is_open => Err(BlockProblem::NoHeading),
        (outcome, _) => outcome,
    }
}

/// Whether a directive about conditional text finds another number of open brackets than where its text began; `None`
/// for a line that is no such directive.
fn branch(line: &str, signs: &Signs<'_>, conditions: &mut Vec<usize>, open: usize) -> Option<bool> {
    let word = line.trim_start().strip_prefix('#').filter(|_| !signs.is_inside())?.trim_start();
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
fn by_tags(buffer: &Buffer, first: usize, heading: &Range<usize>) -> Result<usize, BlockProblem> {
    let start = buffer.line_start(first);
    let text = buffer.slice(start..buffer.len());
    let lead = text.len() - text.trim_start().len();
    let heading_end = buffer.line_start(heading.end);
    let name = tag_name(&text[lead..]).ok_or(BlockProblem::NoHeading)?;
    let mut depth = 0_usize;
    let mut at = lead;
    while let Some(found) = memchr::memchr(b'<', &text.as_bytes()[at..]) {
        at += found;
        let rest = &text[at..];
        let skipped = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
            .into_iter()
            .find(|(open, _)| rest.starts_with(open));
        if let Some((open, close)) = skipped {
            let end = rest[open.len()..].find(close).ok_or(BlockProblem::NoEnd)?;
            at += open.len() + end + close.len();
            continue;
        }
        let Some((length, is_empty)) = tag_length(rest) else {
            at += 1;
            continue;
        };
        let end = at + length;
        let closes = rest.strip_prefix("</").and_then(word_at) == Some(name);
        if closes {
            depth = depth.checked_sub(1).ok_or(BlockProblem::NoEnd)?;
        } else if tag_name(rest) == Some(name) && !is_empty {
            depth += 1;
        }
        if depth == 0 && (closes || at == lead) {
            // A heading that goes on behind its block names another one.
            let is_whole = start + end >= heading_end || text[end..heading_end - start].trim().is_empty();
            return if is_whole { Ok(start + end) } else { Err(BlockProblem::NoHeading) };
        }
        at = end;
    }
    Err(BlockProblem::NoEnd)
}

/// The name of the tag that a text opens with.
fn tag_name(text: &str) -> Option<&str> {
    text.strip_prefix('<').and_then(word_at)
}

fn word_at(text: &str) -> Option<&str> {
    let is_part = |char: char| char.is_alphanumeric() || matches!(char, '_' | '-' | '.' | ':');
    let end = text.find(|char| !is_part(char)).unwrap_or(text.len());
    let is_name = text.starts_with(|char: char| char.is_alphabetic() || char == '_');
    is_name.then(|| &text[..end])
}

/// The length of a tag, and whether it is one without a body; `None` if the text is no tag.
fn tag_length(text: &str) -> Option<(usize, bool)> {
    tag_name(text).or_else(|| text.strip_prefix("</").and_then(word_at))?;
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), byte) if open == byte => quote = None,
            // A sign of comparison in a script.
            (None, b'<') if at > 0 => return None,
            (None, b'>') => return Some((at + 1, text[..at].ends_with('/'))),
            _ => {}
        }
    }
    None
}
