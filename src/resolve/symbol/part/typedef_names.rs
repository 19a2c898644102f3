//! Checks that a payload keeps the names that a typedef gives to the type which is replaced.

use super::view::DefinitionView;
use crate::lang::Role;
use crate::resolve::symbol::SymbolMatch;
use crate::resolve::symbol::payload::problem::PayloadProblem;
use crate::text::normal::{find_word, find_words, is_word_char};
use crate::text::{LexRules, Lexer, TokenKind};

impl DefinitionView<'_> {
    /// Refuses a payload that is no typedef, and so removes the names that the typedef in the file gives to the type;
    /// warns of a typedef with other names.
    pub(in crate::resolve::symbol) fn check_typedef_names(
        &self,
        payload: &[String],
        found: &mut SymbolMatch,
    ) -> Result<(), PayloadProblem> {
        let Some((word, names)) = self.typedef_names() else { return Ok(()) };
        let manifest = self.file.manifest();
        let text = outside_braces(&payload.join("\n"), &manifest.lexical);
        let tokens = manifest.names.as_ref().and_then(|names| names.tokens.as_ref());
        let tags = tokens.map_or(&[][..], |tokens| &tokens.tags);
        // Behind a tag, a name is in a namespace of its own.
        let is_tag = |at: usize| {
            let before = text[..at].trim_end();
            tags.iter().any(|tag| before.rsplit(|char| !is_word_char(char)).next() == Some(tag.as_str()))
        };
        let is_kept = |name: &String| find_words(&text, name).any(|at| !is_tag(at));
        let Some(name) = names.into_iter().find(|name| !is_kept(name)) else { return Ok(()) };
        if find_word(&text, &word).is_none() {
            return Err(PayloadProblem::OmitsName { name, word });
        }
        found.warnings.push(format!("the payload omits the name `{name}`, which is now removed"));
        Ok(())
    }

    /// Returns the keyword of the typedef around the definition, and the names that it declares.
    fn typedef_names(&self) -> Option<(String, Vec<String>)> {
        let outline = self.file.outline;
        let statement = outline.item(self.id).parent;
        if outline.item(statement).role != Role::Typedef {
            return None;
        }
        let (own, whole) = (&outline.item(self.id).range, &outline.item(statement).range);
        let text = self.file.buffer.slice(own.end..whole.end.max(own.end));
        let names = text.split([',', ';']).filter_map(|part| {
            let name = part.split(['[', '(']).next()?.trim_end();
            let name = name.rsplit(|char| !is_word_char(char)).next()?;
            (!name.is_empty()).then(|| name.to_owned())
        });
        let start = self.file.buffer.slice(whole.start..own.start.max(whole.start));
        let word = start.split(|char| !is_word_char(char)).find(|word| !word.is_empty())?.to_owned();
        Some((word, names.collect()))
    }
}

/// Returns a text without what is in braces, and without its comments and strings.
fn outside_braces(text: &str, lexical: &LexRules) -> String {
    let (mut depth, mut outside) = (0_usize, String::new());
    for token in Lexer::new(lexical).tokens(text) {
        match token.kind {
            TokenKind::Open(b'{') => depth += 1,
            TokenKind::Close(b'}') => depth = depth.saturating_sub(1),
            TokenKind::Comment | TokenKind::String => {}
            _ if depth == 0 => {
                outside.push_str(&text[token.range]);
                outside.push(' ');
            }
            _ => {}
        }
    }
    outside
}
