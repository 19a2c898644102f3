//! The license comment at the head of a file, which a new file beside it also gets.

use crate::lang::Language;
use crate::resolve::symbol::is_licence;
use crate::text::{Buffer, LexState, Lexer, TokenKind};

/// The maximum number of lines of a license at the head of a file.
const MAX_LICENSE_LINES: usize = 200;

/// Returns the comment at the start of a file, with its last line ending, if it is about a license and a blank line
/// follows it, because otherwise it may document a definition. Returns an empty text if there is no such comment.
pub(super) fn licence_of(buffer: &Buffer, language: &Language) -> String {
    let lexer = Lexer::new(&language.manifest().lexical);
    let mut state = LexState::default();
    let mut comment = String::new();
    for line in (0..buffer.line_count().min(MAX_LICENSE_LINES)).map(|line| buffer.line(line)) {
        // A blank line within a comment belongs to the comment.
        let is_within = state.is_comment();
        let mut has_code = false;
        lexer.line(&line, &mut state, |token| has_code |= token.kind != TokenKind::Comment);
        let is_end = line.trim().is_empty() && !is_within && !comment.trim().is_empty();
        if is_end && is_licence(&comment) && !comment.starts_with("#!") {
            return comment;
        }
        if has_code || is_end {
            break;
        }
        comment.push_str(line.trim_end());
        comment.push('\n');
    }
    String::new()
}
