//! Sets commas between the members of data files, such as JSON.
//!
//! Invariant: nothing is parsed, and only lines near the place are examined.

use std::ops::Range;

use crate::ir::Change;
use crate::plan::tree::document::Document;
use crate::text::normal::{trim, trim_end};
use crate::text::{LastComma, LexRules, LexState, Lexer};

/// The maximum number of lines that are searched for neighboring members.
const MAX_SEARCH_LINES: usize = 200;

/// Sets the commas of the payload: one between members, and none after the last member. Returns the line above the
/// payload with its new text, if that needs or loses a comma.
pub(super) fn set_commas(
    document: &mut Document<'_>,
    rules: &LexRules,
    (change, gap): (&Change, &Range<usize>),
    payload: &mut [String],
) -> Option<(usize, String)> {
    let lexer = Lexer::new(rules);
    let (buffer, index) = document.lines();
    let mut member = |line: usize| {
        let state = index.state_before(buffer, line);
        let text = buffer.line(line).into_owned();
        let code = code_range(&lexer, &text, state);
        (!code.is_empty()).then_some(Member { line, text, code })
    };
    let above = (gap.start.saturating_sub(MAX_SEARCH_LINES)..gap.start).rev().find_map(&mut member);
    let gone: Vec<Member> = gap.clone().filter_map(&mut member).collect();
    let below = (gap.end..buffer.line_count().min(gap.end + MAX_SEARCH_LINES)).find_map(&mut member);
    let (Some(above), Some(below)) = (above, below) else { return None };
    // Adjacent values without a comma between them, or values without neighbors, are not in a list.
    let lines = || std::iter::once(&above).chain(&gone);
    let is_apart =
        |(own, next): (&Member, &Member)| begins(own.code()) && ends(own.code()) && begins(next.code());
    if lines().zip(gone.iter().chain([&below])).any(is_apart) {
        return None;
    }
    let forbids_last = rules.last_comma == LastComma::Never || !above.code().ends_with(',');
    let code_of = |line: &str| code_range(&lexer, line, LexState::default());
    let last = payload.iter_mut().rev().map(|line| (code_of(line), line)).find(|(code, _)| !code.is_empty());
    if let Some((code, line)) = last {
        let text = &line[code.clone()];
        if ends(text) && begins(below.code()) {
            line.insert(code.end, ',');
            line.truncate(trim_end(line).len());
        } else if text.ends_with(',') && closes(below.code()) && forbids_last {
            line.remove(code.end - 1);
            line.truncate(trim_end(line).len());
        }
    }
    let next = payload.iter().map(|line| &line[code_of(line)]).find(|code| !code.is_empty());
    // If the last member had a comma, the file is of a kind that allows it.
    let is_last = matches!(change, Change::Delete)
        && gone.last().is_some_and(|gone| !gone.code().ends_with(','))
        && closes(below.code());
    match next {
        Some(next) if ends(above.code()) && begins(next) => Some((above.line, above.with_comma())),
        None if is_last => above.without_comma().map(|text| (above.line, text)),
        _ => None,
    }
}

/// Returns the line with a comma after its code; `None` if it needs none.
pub(super) fn with_comma(rules: &LexRules, line: &str) -> Option<String> {
    let code = code_range(&Lexer::new(rules), line, LexState::default());
    let member = Member { line: 0, text: line.to_owned(), code };
    ends(member.code()).then(|| member.with_comma())
}

/// A line of data that contains more than comments.
struct Member {
    line: usize,
    text: String,
    /// The byte range of the line without blanks and comments at its ends.
    code: Range<usize>,
}

impl Member {
    fn code(&self) -> &str {
        &self.text[self.code.clone()]
    }

    /// Returns the line with an added comma, without trailing blanks.
    fn with_comma(&self) -> String {
        let (code, behind) = self.text.split_at(self.code.end);
        format!("{code},{}", trim_end(behind))
    }

    fn without_comma(&self) -> Option<String> {
        let (code, behind) = self.text.split_at(self.code.end);
        Some(format!("{}{}", code.strip_suffix(',')?, trim_end(behind)))
    }
}

/// Returns the byte range of a line without blanks and comments at both ends.
fn code_range(lexer: &Lexer<'_>, line: &str, mut state: LexState) -> Range<usize> {
    let mut comments = Vec::new();
    lexer.comments(line, &mut state, |range| comments.push(range));
    let mut code = line.len() - line.trim_start().len()..trim_end(line).len();
    for comment in comments.iter().rev() {
        if comment.end < code.end {
            break;
        }
        code.end = trim_end(&line[..comment.start]).len();
    }
    for comment in &comments {
        if comment.start > code.start {
            break;
        }
        code.start = line.len() - line[comment.end..].trim_start().len();
    }
    if code.start < code.end { code } else { 0..0 }
}

fn begins(code: &str) -> bool {
    trim(code).starts_with(|sign: char| {
        sign.is_ascii_alphanumeric() || matches!(sign, '"' | '\'' | '{' | '[' | '-')
    })
}

fn ends(code: &str) -> bool {
    code.ends_with(|sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '"' | '\'' | '}' | ']'))
}

fn closes(code: &str) -> bool {
    code.starts_with(['}', ']'])
}
