//! Names in the bodies of macros. Nothing there is parsed, and where the macro is used it may mean anything of its name; but
//! where all else of the name in the project means the definition, so does this.

use crate::lang::Language;
use crate::text::lexer::{Lexer, TokenKind};
use crate::text::normal::{is_word_char, word_at};

/// The definition of a macro, from its name on; the body goes on to the end of the text.
struct DefinedMacro<'t> {
    own: &'t str,
    parameters: &'t str,
    body: &'t str,
}

impl<'t> DefinedMacro<'t> {
    /// The definition in whose line a byte stands.
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

    /// The lines of the definition.
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

/// Whether a name stands by itself in the body of a macro: it is no parameter, glued to nothing, and no member of an object,
/// which may be one of any class.
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

/// Whether a new name that stands in the definition of a macro is not in the way of the old one, which does not stand there:
/// it is a parameter, or bodies have no members, `are_members_apart`.
pub(super) fn is_apart_in_macro(
    text: &str,
    at: usize,
    [old, new]: [&str; 2],
    are_members_apart: bool,
) -> bool {
    let Some(defined) = DefinedMacro::at(text, at) else { return false };
    let is_name = text[at..].len() == defined.own.len();
    !is_name && word_at(defined.whole(), old).is_none() && (are_members_apart || defined.has_parameter(new))
}

/// Whether a name that stands in the definition of a macro is a parameter of that, whatever it is called elsewhere.
pub(super) fn is_parameter(text: &str, at: usize, name: &str) -> bool {
    DefinedMacro::at(text, at)
        .is_some_and(|defined| text[at..].len() < defined.own.len() && defined.has_parameter(name))
}

/// Whether a byte stands in the definition of a macro that has a word.
pub(super) fn is_in_macro_with(text: &str, at: usize, word: &str) -> bool {
    DefinedMacro::at(text, at).is_some_and(|defined| word_at(defined.whole(), word).is_some())
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
