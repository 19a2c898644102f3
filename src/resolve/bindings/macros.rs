//! Macros: those whose arguments are expressions are parsed as calls.

use std::sync::Arc;

use tree_sitter::Tree;

use crate::lang::{LocalRules, Syntax};
use crate::text::normal::is_word_char;

/// The tree of a text, in which macros whose arguments are expressions stand as calls and lists.
pub(super) fn parse(rules: &LocalRules, syntax: &mut Syntax, text: &Arc<str>) -> Option<Tree> {
    if rules.call_macros.is_empty() {
        return syntax.parse(text).ok();
    }
    let shown = as_calls(rules, text);
    let tree = syntax.parse(&shown).ok()?;
    if !tree.root_node().has_error() {
        return Some(tree);
    }
    // What is no list of expressions was given to one of them.
    let plain = syntax.parse(text).ok()?;
    Some(if plain.root_node().has_error() { tree } else { plain })
}

/// The text with a blank for the mark of such a macro, of the same length.
fn as_calls(rules: &LocalRules, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for at in memchr::memchr_iter(b'!', text.as_bytes()) {
        let before = &text[..at];
        let start = before.char_indices().rev().find(|(_, char)| !is_word_char(*char));
        let start = start.map_or(0, |(at, char)| at + char.len_utf8());
        let behind = text.as_bytes().get(at + 1);
        let has = |words: &[String]| words.iter().any(|word| *word == before[start..]);
        if behind == Some(&b'(') && has(&rules.call_macros) {
            bytes[at] = b' ';
        } else if behind == Some(&b'[') && has(&rules.array_macros) {
            bytes[start..=at].fill(b' ');
            bytes[start] = b'&';
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}
