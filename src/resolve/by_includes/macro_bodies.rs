//! Names in the bodies of macros. These are not parsed, and where the macro is used the name may mean anything; but if
//! every other use of the name in the project means the definition, so does this one.

use crate::lang::Language;
use crate::text::lexer::{Lexer, TokenKind};
use crate::text::normal::{find_word, is_word_char};

/// The definition of a macro, from its name on; `body` extends to the end of the text.
struct DefinedMacro<'t> {
    own: &'t str,
    parameters: &'t str,
    body: &'t str,
}

impl<'t> DefinedMacro<'t> {
    /// Returns the definition whose lines contain a byte offset.
    fn at(text: &'t str, at: usize) -> Option<Self> {
        let start = start_of_line(text, at);
        let rest = text[start..].trim_start().strip_prefix('#')?.trim_start().strip_prefix("define")?;
        let own = rest.trim_start_matches([' ', '\t']);
        let behind = own.trim_start_matches(is_word_char);
        let (parameters, body) = match behind.strip_prefix('(') {
            Some(behind) => behind.split_once(')').unwrap_or((behind, "")),
            None => ("", behind),
        };
        (own.len() < rest.len()).then_some(Self { own, parameters, body })
    }

    /// Returns the lines of the definition.
    fn whole(&self) -> &'t str {
        let is_continued = |line: &&str| line.trim_end().ends_with('\\');
        let continued = self.own.split_inclusive('\n').take_while(is_continued).map(str::len).sum::<usize>();
        let last = self.own[continued..].lines().next().unwrap_or_default();
        &self.own[..continued + last.len()]
    }

    fn has_parameter(&self, name: &str) -> bool {
        self.parameters.split(|char| !is_word_char(char)).any(|one| one == name)
    }
}

/// Returns whether a name is unqualified in the body of a macro: it is not a parameter, not pasted to anything, and not
/// a member of an object, which may be of any class.
pub(super) fn stands_in_body(language: &Language, text: &str, at: usize, name: &str) -> bool {
    let Some(defined) = DefinedMacro::at(text, at) else { return false };
    let is_in_body = text[at..].len() <= defined.body.len();
    let before = text[..at].trim_end_matches([' ', '\t']);
    let is_glued =
        before.ends_with('#') || text[at + name.len()..].trim_start_matches([' ', '\t']).starts_with("##");
    let is_member = before.ends_with("->") || before.ends_with('.');
    is_in_body
        && !defined.has_parameter(name)
        && !is_glued
        && !is_member
        && is_code(language, defined.body, text.len() - at)
}

/// Returns whether a new name in the definition of a macro does not conflict with the old one, which the macro does not
/// contain: the new name is a parameter, or `are_members_apart` tells that unqualified names in bodies are not members.
pub(super) fn is_apart_in_macro(
    text: &str,
    at: usize,
    [old, new]: [&str; 2],
    are_members_apart: bool,
) -> bool {
    let Some(defined) = DefinedMacro::at(text, at) else { return false };
    let is_name = text[at..].len() == defined.own.len();
    !is_name && find_word(defined.whole(), old).is_none() && (are_members_apart || defined.has_parameter(new))
}

/// Returns whether a name in the definition of a macro is a parameter of the macro.
pub(super) fn is_parameter(text: &str, at: usize, name: &str) -> bool {
    DefinedMacro::at(text, at)
        .is_some_and(|defined| text[at..].len() < defined.own.len() && defined.has_parameter(name))
}

/// Returns whether a byte offset is in the definition of a macro that contains a word.
pub(super) fn is_in_macro_with(text: &str, at: usize, word: &str) -> bool {
    DefinedMacro::at(text, at).is_some_and(|defined| find_word(defined.whole(), word).is_some())
}

/// Returns whether the byte at this distance from the end of a text is code, and not a string or comment.
fn is_code(language: &Language, text: &str, from_end: usize) -> bool {
    let at = text.len().saturating_sub(from_end);
    let mut tokens = Lexer::new(&language.manifest().lexical).tokens(text);
    tokens.find(|token| token.range.contains(&at)).is_some_and(|token| token.kind == TokenKind::Code)
}

/// Returns the start of the line at a byte offset, including the lines that it continues.
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
