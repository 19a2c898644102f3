//! Macros on a line of their own in a body, without a semicolon, which a parser would take for a part of the next
//! statement.

use std::ops::Range;

use super::rules::PreprocessorRules;
use super::surface::blank;
use crate::text::normal::is_word_char;

/// A macro on a line of its own between statements of a body, without a semicolon.
pub(super) enum MacroLine {
    /// A word. It is blanked.
    Word(Range<usize>),
    /// A call. The first space between it and the next statement becomes a semicolon; `given`, its arguments if they
    /// are not expressions, is blanked.
    Call { given: Range<usize>, behind: Range<usize> },
}

impl MacroLine {
    /// Hides the macro, so that a parser sees the statements around it.
    pub(super) fn hide(self, bytes: &mut [u8]) {
        match self {
            Self::Word(range) => blank(bytes, range),
            Self::Call { given, behind } => {
                blank(bytes, given);
                let gap = bytes.get_mut(behind).unwrap_or_default();
                let first = gap.iter_mut().find(|byte| matches!(byte, b' ' | b'\t'));
                first.into_iter().for_each(|byte| *byte = b';');
            }
        }
    }
}

/// Returns the macros in a body that a parser would take for a part of the next statement.
pub(super) fn lone_macros(code: &[u8], body: &Range<usize>, rules: &PreprocessorRules) -> Vec<MacroLine> {
    let Some(text) = code.get(body.clone()).and_then(|bytes| std::str::from_utf8(bytes).ok()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut at = 0;
    let mut is_between = true;
    for line in text.split_inclusive('\n') {
        let start = at + (line.len() - line.trim_start().len());
        at += line.len();
        let own = line.trim();
        if own.is_empty() {
            continue;
        }
        let word = &own[..own.len() - own.trim_start_matches(is_word_char).len()];
        let next = text[at..].trim_start();
        let is_lone = is_between && line.ends_with('\n') && rules.is_macro(word);
        let end = start + own.len();
        if is_lone && word == own && begins_statement(next) {
            found.push(MacroLine::Word(body.start + start..body.start + end));
        } else if is_lone
            && is_call(&own[word.len()..])
            && next.starts_with(|char: char| char == '}' || is_word_char(char))
        {
            let inner = body.start + start + word.len() + 1..body.start + end - 1;
            let is_odd = has_words_apart(&own[word.len()..]);
            found.push(MacroLine::Call {
                given: if is_odd { inner } else { inner.end..inner.end },
                behind: body.start + end..body.start + (text.len() - next.len()),
            });
        } else {
            is_between = own.ends_with([';', '{', '}']);
        }
    }
    found
}

/// Returns whether two words are adjacent, which no list of expressions contains: `LOG(time taken, time)`.
fn has_words_apart(text: &str) -> bool {
    let is_apart = |part: &str| {
        let words = part.split(|char: char| !is_word_char(char) && !char.is_whitespace());
        words.into_iter().any(|run| run.split_whitespace().nth(1).is_some())
    };
    text.split('"').step_by(2).any(is_apart)
}

/// Returns whether a text is exactly one pair of parentheses with its contents.
fn is_call(text: &str) -> bool {
    let mut depth = 0_usize;
    let closed = text.char_indices().find(|(_, char)| {
        match char {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    });
    text.starts_with('(') && closed.is_some_and(|(at, _)| at + 1 == text.len())
}

/// Returns whether a text is empty or begins with a statement, as opposed to the rest of a type or an expression.
fn begins_statement(text: &str) -> bool {
    let behind = text.trim_start_matches(is_word_char);
    let is_word = behind.len() < text.len();
    text.is_empty()
        || text.starts_with('}')
        || is_word && !behind.trim_start().starts_with(['=', ';', ',', '[', '(', '{'])
}
