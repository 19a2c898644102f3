//! Names in the bodies of macros. Nothing there is parsed, and where the macro is used it may mean anything of its name; but
//! where all else of the name in the project means the definition, so does this.

use crate::lang::Language;
use crate::text::lexer::{Lexer, TokenKind};
use crate::text::normal::is_word_char;

/// Whether a name stands by itself in the body of a macro: it is no parameter, glued to nothing, and no member of an object,
/// which may be one of any class.
pub(super) fn stands_in_body(language: &Language, text: &str, at: usize, name: &str) -> bool {
    let start = start_of_line(text, at);
    let directive = text[start..].trim_start().strip_prefix('#').map(str::trim_start);
    let Some(rest) = directive.and_then(|rest| rest.strip_prefix("define")) else { return false };
    let own = rest.trim_start_matches([' ', '\t']);
    let behind = own.trim_start_matches(is_word_char);
    let (parameters, body) = match behind.strip_prefix('(') {
        Some(behind) => behind.split_once(')').unwrap_or((behind, "")),
        None => ("", behind),
    };
    let is_in_body = text[at..].len() <= body.len() && own.len() < rest.len();
    let is_parameter = parameters.split(|char| !is_word_char(char)).any(|one| one == name);
    let before = text[..at].trim_end_matches([' ', '\t']);
    let is_glued =
        before.ends_with('#') || text[at + name.len()..].trim_start_matches([' ', '\t']).starts_with("##");
    let is_member = before.ends_with("->") || before.ends_with('.');
    is_in_body && !is_parameter && !is_glued && !is_member && is_code(language, body, text.len() - at)
}

/// Whether the bytes so far from the end of a text are code, and no string or comment.
fn is_code(language: &Language, text: &str, from_end: usize) -> bool {
    let at = text.len().saturating_sub(from_end);
    let mut tokens = Lexer::new(&language.manifest().lexical).tokens(text);
    tokens.find(|token| token.range.contains(&at)).is_some_and(|token| token.kind == TokenKind::Code)
}

/// The start of the line at a byte, with those that it goes on from.
fn start_of_line(text: &str, at: usize) -> usize {
    let mut start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    while let Some(above) = text[..start].strip_suffix('\n') {
        if !above.trim_end_matches('\r').ends_with('\\') {
            break;
        }
        start = above.rfind('\n').map_or(0, |end| end + 1);
    }
    start
}
