//! The comment at the head of a file that says under which licence it is, which a new file beside it has, too.

use crate::lang::Language;
use crate::resolve::symbol::is_licence;
use crate::text::{Buffer, LexState, Lexer, TokenKind};

/// No licence at the head of a file has more lines.
const LONGEST: usize = 200;

/// The comment with which a file begins, with the end of its last line, if it speaks of a licence and stands by itself:
/// what has no blank line below it may document a definition. Nothing where the file begins otherwise.
pub(super) fn licence_of(buffer: &Buffer, language: &Language) -> String {
    let lexer = Lexer::new(&language.manifest().lexical);
    let mut state = LexState::default();
    let mut comment = String::new();
    for line in (0..buffer.line_count().min(LONGEST)).map(|line| buffer.line(line)) {
        // A blank line within a comment is some of it.
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
