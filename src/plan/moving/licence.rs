//! The comment at the head of a file that says under which licence it is, which a new file beside it has, too.

use crate::lang::Language;
use crate::text::{Buffer, Lexer, TokenKind};

/// No licence is longer, in bytes: so much of a file is looked at.
const LONGEST: usize = 8000;

/// Words that such a comment has, in small letters.
const WORDS: [&str; 3] = ["copyright", "license", "licence"];

/// The comment with which a file begins, with the end of its last line, if it speaks of a licence and stands by itself:
/// what has no blank line below it may document a definition. Nothing where the file begins otherwise.
pub(super) fn licence_of(buffer: &Buffer, language: &Language) -> String {
    let text = buffer.slice(0..buffer.len()).chars().take(LONGEST).collect::<String>().replace("\r\n", "\n");
    let lexer = Lexer::new(&language.manifest().lexical);
    let mut end = 0;
    for token in lexer.tokens(&text).filter(|token| !text[token.range.clone()].trim().is_empty()) {
        let is_apart = end > 0 && text[end..token.range.start].contains("\n\n");
        if token.kind != TokenKind::Comment || is_apart {
            break;
        }
        end = token.range.start + text[token.range].trim_end().len();
    }
    let said = text[..end].to_lowercase();
    let is_licence = WORDS.iter().any(|word| said.contains(word)) && !said.starts_with("#!");
    let is_whole = text[end..].starts_with("\n\n");
    if is_licence && is_whole { format!("{}\n", &text[..end]) } else { String::new() }
}
