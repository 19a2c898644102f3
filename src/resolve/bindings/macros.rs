//! Text that is parsed otherwise than it is written: macros whose arguments are expressions, and what a grammar lacks.

use std::sync::Arc;

use regex::Regex;
use tree_sitter::{Node, Tree};

use crate::lang::{LocalRules, Syntax};
use crate::text::normal::is_word_char;

/// The tree of a text, in which macros whose arguments are expressions stand as calls and lists.
pub(super) fn parse(rules: &LocalRules, syntax: &mut Syntax, text: &Arc<str>) -> Option<Tree> {
    if rules.call_macros.is_empty() {
        let tree = syntax.parse(text).ok()?;
        return Some(mended(rules, syntax, text, &tree).unwrap_or(tree));
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

/// The tree of a text with what the grammar lacks taken out, where that has fewer errors.
fn mended(rules: &LocalRules, syntax: &mut Syntax, text: &str, tree: &Tree) -> Option<Tree> {
    if rules.mends.is_empty() || !tree.root_node().has_error() {
        return None;
    }
    let mut bytes = text.as_bytes().to_vec();
    for mend in &rules.mends {
        let find = Regex::new(&mend.find).ok()?;
        let mut found = find.captures_iter(text).filter_map(|all| all.get(1)).collect::<Vec<_>>();
        found.retain(|group| mend.with.len_utf8() <= group.len());
        for group in found {
            bytes[group.range()].fill(b' ');
            mend.with.encode_utf8(&mut bytes[group.range()]);
        }
    }
    let shown: Arc<str> = String::from_utf8(bytes).ok()?.into();
    let other = syntax.parse(&shown).ok()?;
    (errors(&other) < errors(tree)).then_some(other)
}

/// How many errors a tree has.
fn errors(tree: &Tree) -> usize {
    let mut count = 0;
    let mut open = vec![tree.root_node()];
    while let Some(node) = open.pop() {
        count += usize::from(node.is_error() || node.is_missing());
        let mut cursor = node.walk();
        open.extend(node.children(&mut cursor).filter(Node::has_error));
    }
    count
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
