//! The comment at the head of a file that says under which licence it is, which a new file beside it has, too.

use crate::lang::Language;
use crate::resolve::symbol::is_licence;
use crate::text::{Buffer, Lexer, TokenKind};

/// No licence at the head of a file has more lines.
const LONGEST: usize = 200;

/// The comment with which a file begins, with the end of its last line, if it speaks of a licence and stands by itself:
/// what has no blank line below it may document a definition. Nothing where the file begins otherwise.
pub(super) fn licence_of(buffer: &Buffer, language: &Language) -> String {
    let lines = 0..buffer.line_count().min(LONGEST);
    let text: String = lines.map(|line| buffer.line(line).into_owned() + "\n").collect();
    let lexer = Lexer::new(&language.manifest().lexical);
    let mut end = 0;
    for token in lexer.tokens(&text).filter(|token| !text[token.range.clone()].trim().is_empty()) {
        let is_apart = end > 0 && text[end..token.range.start].contains("\n\n");
        if token.kind != TokenKind::Comment || is_apart {
            break;
        }
        end = token.range.start + text[token.range].trim_end().len();
    }
    let (comment, below) = text.split_at(end);
    let is_whole = below.starts_with("\n\n") && !comment.starts_with("#!");
    if is_whole && is_licence(comment) { format!("{comment}\n") } else { String::new() }
}
