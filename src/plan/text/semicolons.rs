//! Semicolons that keep a statement apart from the line below it, in languages where a line may go on with the one above.
//!
//! Invariant: nothing is parsed, and only lines next to the place are looked at.

use crate::text::normal::{first_word, indentation, is_blank, is_word_char, trim};
use crate::text::{Buffer, LastCode, LexRules, LexState, Lexer, RowRules};

/// So far from a place nobody looks for code.
const FAR: usize = 50;

/// Words that begin a statement which its bracket ends.
const BLOCKS: [&str; 14] = [
    "function",
    "class",
    "if",
    "else",
    "for",
    "while",
    "do",
    "switch",
    "try",
    "catch",
    "finally",
    "async",
    "interface",
    "enum",
];

/// Lines that come before line `below` with the semicolon that their last statement needs; `None` if it needs none. `above` is
/// the line that stood above that one.
pub(in crate::plan) fn parted(
    buffer: &Buffer,
    rules: &LexRules,
    (above, below): (Option<usize>, usize),
    lines: &[String],
) -> Option<Vec<String>> {
    if rules.joining_signs.is_empty() {
        return None;
    }
    let code = |text: &str| code_of(rules, text);
    let next = (below..buffer.line_count())
        .take(FAR)
        .map(|line| buffer.line(line))
        .find(|line| !code(line).is_empty())?;
    let begins = |text: &str| {
        let is = |sign: &String| text.starts_with(sign.as_str());
        rules.joining_signs.iter().any(is)
            && !["++", "--", "/*", "//"].iter().any(|sign| text.starts_with(sign))
    };
    let lines_above = above.into_iter().flat_map(|above| (above.saturating_sub(FAR)..=above).rev());
    let mut lines_above = lines_above.map(|line| buffer.line(line));
    // Without such an end the line below goes on with that one.
    let begins_statement = lines_above
        .find(|line| !code(line).is_empty())
        .is_none_or(|line| code(&line).ends_with([';', '{', '}']));
    if !begins(trim(&next)) || !begins_statement || ends_within(rules, lines) {
        return None;
    }
    let last = lines.iter().rposition(|line| !code(line).is_empty())?;
    let text = code(&lines[last]);
    let ends_value = text.ends_with(|sign| is_word_char(sign) || ")]}\"'`".contains(sign));
    if !ends_value || text.ends_with('}') && ends_block(lines, last) {
        return None;
    }
    let mut parted = lines.to_vec();
    let at = indentation(&lines[last]).len() + text.len();
    parted[last].insert(at, ';');
    Some(parted)
}

/// The code of a line that begins as code, without blanks at its ends and a comment behind it.
fn code_of(rules: &LexRules, text: &str) -> String {
    let rows = RowRules { lexical: rules, directive: None, indented: false };
    LastCode::of([text], rows).map_or_else(String::new, |last| trim(&text[..last.end]).to_owned())
}

/// Whether lines end within a string or a comment.
fn ends_within(rules: &LexRules, lines: &[String]) -> bool {
    let lexer = Lexer::new(rules);
    let mut state = LexState::default();
    lines.iter().for_each(|line| lexer.marks(line, &mut state, |_, _| {}));
    !state.is_code()
}

/// Whether the bracket that a line ends with is that of a block, and no value.
fn ends_block(lines: &[String], last: usize) -> bool {
    let deep = indentation(&lines[last]);
    let head = lines[..last].iter().rev().find(|line| indentation(line) == deep && !is_blank(line));
    let head = if lines[last].contains('{') && !trim(&lines[last]).starts_with('}') {
        Some(&lines[last])
    } else {
        head
    };
    let Some(head) = head else { return true };
    let text = trim(head).trim_start_matches("export ").trim_start_matches("default ");
    let is_method = text.ends_with(") {") && !text.contains('=') && !text.starts_with('(');
    is_method || BLOCKS.contains(&first_word(text)) && !text.contains("=>") || text.starts_with('}')
}
