//! Payloads whose first line alone lost its indentation, which its own text shows: nothing is deeper below a comment, nor,
//! in a language of indented blocks, below a whole statement, so that line is as deep as the one that follows it.

use super::columns::window;
use super::facts::{PayloadPlace, PayloadSide};
use super::flow::{OpeningDepth, is_label};
use super::layout::Layout;
use super::line::code_of;
use super::margins::USUAL_BASE;
use crate::ir::{Fragment, Marker, Payload};
use crate::resolve::lines::index::LineIndex;
use crate::text::normal::{indentation, is_blank, open_brackets, trim};
use crate::text::{Buffer, LexRules, LexState, Lexer, step_within};

/// Returns the payload with its first line as deep as the line below it, all moved to the margin unless they are deeper
/// than the place; `None` if that line lost nothing.
pub(super) fn as_deep_as_second(
    buffer: &Buffer,
    index: &mut LineIndex<'_>,
    at: &PayloadPlace<'_>,
    (layout, payload): (Layout, &Payload),
) -> Option<Payload> {
    let mut solid = payload.lines.iter().enumerate().filter(|(_, line)| !is_blank(line));
    let ((first, text), (second, _)) = (solid.next()?, solid.next()?);
    let lexer = index.scanner().map(|scanner| Lexer::new(scanner.rules()))?;
    let start = if at.side == PayloadSide::After { at.gap.start } else { at.found.range.start };
    let is_code = index.state_before(buffer, start).is_code();
    let is_comment = says_words(lexer.rules(), text);
    let is_whole = || is_comment || index.rules().is_some() && is_statement(&lexer, layout, text);
    if !is_code || !indentation(text).is_empty() || !is_whole() {
        return None;
    }
    let below = line_below(&lexer, &payload.lines, first)?;
    let deep = indentation(&payload.lines[below]).to_owned();
    let is_far = payload.lines[second..].iter().all(|line| is_blank(line) || line.starts_with([' ', '\t']));
    let is_labelled = !layout.indented && is_below_label(buffer, at);
    let is_told = is_far && !is_kept(at, text) && !is_labelled;
    if deep.is_empty() || !is_told {
        return None;
    }
    let place = indentation(&buffer.line(at.found.range.start)).len();
    let mut lines = payload.lines.clone();
    lines[first].insert_str(0, &deep);
    // Lines that are deeper than the place may be as deep as in the file.
    match deep.len() > place {
        true => is_comment.then(|| Payload { lines, ..payload.clone() }),
        false => Some(Payload { lines: at_margin(&lines)?, margin: None, ..payload.clone() }),
    }
}

/// Returns marker and payload in the columns of the file, if their block scalars show the marker as deep as in the file,
/// and all lines of the payload but the first one at least as deep: that line lost its indentation, and the base of the
/// block is the margin of the file.
pub(super) fn in_file_columns(
    buffer: &Buffer,
    rules: Option<&LexRules>,
    at: &PayloadPlace<'_>,
    payload: &Payload,
) -> Option<(Marker, Payload)> {
    let (own, other) = (at.marker.lines.margin?, payload.margin?);
    let deep = own.cut.checked_sub(other.cut).filter(|deep| *deep > 0)?;
    let is_usual = own.key == other.key && other.cut == other.key + USUAL_BASE;
    let blanks = " ".repeat(deep);
    let deepened = |line: &String| if is_blank(line) { line.clone() } else { format!("{blanks}{line}") };
    let lines: Vec<String> = at.marker.lines.lines.iter().map(deepened).collect();
    let mut placed = lines.iter().zip(&at.found.alignment).filter(|(line, _)| !is_blank(line));
    let is_verbatim =
        placed.all(|(line, own)| own.is_some_and(|own| indentation(&buffer.line(own)) == indentation(line)));
    let mut solid = payload.lines.iter().filter(|line| !is_blank(line));
    let first = solid.next().filter(|line| indentation(line).is_empty())?;
    let least = solid.map(|line| indentation(line).len()).min().filter(|least| *least >= deep)?;
    // The lines of a block are one step deeper than its heading, and code that was made a comment may be at the margin.
    let (step, ..) = step_within(buffer, window(buffer, &at.found.range));
    let is_comment = rules.is_some_and(|rules| {
        let block = rules.block_comments.iter().map(|block| &block.open);
        rules.line_comments.iter().chain(block).any(|open| first.starts_with(open.as_str()))
    });
    if !is_usual || !is_verbatim || is_comment || least <= step {
        return None;
    }
    let lines = Fragment { lines, margin: None, ..at.marker.lines.clone() };
    Some((Marker { lines, ..at.marker.clone() }, Payload { margin: None, ..payload.clone() }))
}

/// Returns whether a comment of one line is prose: code that was made a comment may be at the margin among deeper lines.
pub(super) fn says_words(rules: &LexRules, line: &str) -> bool {
    let text = trim(line);
    let signs = rules.line_comments.iter().filter_map(|sign| text.strip_prefix(sign.as_str()));
    let block = || {
        let rest = text.strip_prefix(rules.block_comments.as_ref()?.open.as_str())?;
        Some(rest.trim_end_matches(rules.block_comments.as_ref()?.close.as_str()))
    };
    let rest = signs.min_by_key(|rest| rest.len()).or_else(block);
    let words = rest.and_then(|rest| rest.strip_prefix(' ')).map(str::trim_end);
    words.is_some_and(|words| {
        words.starts_with(char::is_alphanumeric) && !words.ends_with([';', '{', '}', ')', '=', ','])
    })
}

/// Returns whether a line is a whole statement below which nothing may be deeper.
fn is_statement(lexer: &Lexer<'_>, layout: Layout, line: &str) -> bool {
    let mut state = LexState::default();
    let code = code_of(Some(lexer), line, &mut state);
    let is_one_line = state.is_code() && open_brackets(&code) == 0 && !code.ends_with('\\');
    layout.indented && is_one_line && !code.starts_with('@') && layout.opening(&code) == OpeningDepth::No
}

/// Returns the line directly below line `first`, unless it continues the text or the comment of that line.
fn line_below(lexer: &Lexer<'_>, lines: &[String], first: usize) -> Option<usize> {
    let mut state = LexState::default();
    lexer.marks(&lines[first], &mut state, |_, _| {});
    let below = lines.get(first + 1).filter(|line| state.is_code() && !is_blank(line));
    below.map(|_| first + 1)
}

/// Returns whether the marker has the same line: then its lines show how deep it is.
fn is_kept(at: &PayloadPlace<'_>, text: &str) -> bool {
    at.marker.lines.lines.iter().any(|line| trim(line) == trim(text))
}

/// Returns whether a label is above the place: its comment may be as deep as the label.
fn is_below_label(buffer: &Buffer, at: &PayloadPlace<'_>) -> bool {
    let mut above = (0..at.gap.start).rev().map(|line| buffer.line(line)).filter(|line| !is_blank(line));
    above.next().is_some_and(|line| is_label(trim(&line)))
}

/// Returns lines without their common indentation; `None` if they are indented with different characters.
fn at_margin(lines: &[String]) -> Option<Vec<String>> {
    let solid = || lines.iter().filter(|line| !is_blank(line));
    let least = solid().map(|line| indentation(line)).min_by_key(|own| own.len())?.to_owned();
    let cut = |line: &String| match is_blank(line) {
        true => Some(line.clone()),
        false => line.strip_prefix(&least).map(str::to_owned),
    };
    lines.iter().map(cut).collect()
}
