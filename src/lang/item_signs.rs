//! Signs that stand for a word in a text, since they are shorter: a text in which macros are shown as blocks of items must
//! be as long as the original.
//!
//! The word is parsed, and then shortened in the tree, like in an edit of the text.

use serde::Deserialize;
use tree_sitter::{InputEdit, Point, Tree};

use super::ParseContext;
use super::changed::BytePlace;
use crate::text::normal::find_word;

/// How blocks of items in macros are recognized and shown.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ItemBlockRules {
    /// The mark between the name of a macro and its braces.
    pub mark: String,
    /// What may be between the words of a path.
    pub separator: String,
    /// The word before the braces of a block of items, in the grammar.
    pub word: String,
    /// The node kind of such a block.
    pub block: String,
    /// The context in which the items of a block can be parsed alone.
    pub context: ParseContext,
    /// What stands for the word in a text that is shown: no longer than the shortest name of a macro with its mark.
    pub sign: String,
    /// What begins an attribute.
    pub attribute: String,
    /// The word before the condition of a branch; the condition is an attribute.
    pub condition: String,
    /// The word before a branch without a condition, and before the conditions of branches after the first.
    pub otherwise: String,
    /// Node kinds of items whose declared type a macro may change.
    pub retyped: Vec<String>,
    /// Text that the grammar accepts in an item, and that only a macro understands.
    pub excluded: Vec<String>,
    /// How the names of macros begin that accept all items.
    pub open_prefixes: Vec<String>,
    /// The names of macros that accept any number of items of a kind.
    pub lists: Vec<String>,
}

impl ItemBlockRules {
    /// Returns whether a macro with this path may not accept all items.
    #[must_use]
    pub fn may_refuse(&self, path: &str) -> bool {
        let name = path.rsplit(self.separator.as_str()).next().unwrap_or_default();
        !self.open_prefixes.iter().any(|start| name.starts_with(start.as_str()))
    }

    /// Returns whether a macro with this path accepts any number of items of a kind.
    #[must_use]
    pub fn is_list(&self, path: &str) -> bool {
        let name = path.rsplit(self.separator.as_str()).next();
        self.lists.iter().any(|list| Some(list.as_str()) == name)
    }

    /// Returns whether the words before a block of items, in the original text, are those of a macro or of its branch.
    #[must_use]
    pub fn is_macro(&self, heading: &str) -> bool {
        find_word(heading, &self.word).is_none()
    }
}

/// Returns the byte offsets of the signs in a text that is shown.
pub(super) fn signs(rules: &ItemBlockRules, text: &str) -> Vec<usize> {
    let is_head = |at: &usize| text[at + rules.sign.len()..].trim_start().starts_with('{');
    memchr::memmem::find_iter(text.as_bytes(), &rules.sign).filter(is_head).collect()
}

/// Returns a text with words for its signs, as the grammar reads it.
pub(super) fn with_words(rules: &ItemBlockRules, text: &str, signs: &[usize]) -> String {
    let mut out = String::with_capacity(text.len() + signs.len() * rules.word.len());
    let mut done = 0;
    for at in signs {
        out.push_str(&text[done..*at]);
        out.push_str(&rules.word);
        done = at + rules.sign.len();
    }
    out.push_str(&text[done..]);
    out
}

/// Changes the tree of a text with words into that of the text with signs.
pub(super) fn shorten_words(rules: &ItemBlockRules, tree: &mut Tree, text: &str, signs: &[usize]) {
    let mut place = BytePlace::default();
    for at in signs {
        place.go_to(text, *at);
        let start_position = place.point();
        let behind = |length: usize| Point { column: start_position.column + length, ..start_position };
        tree.edit(&InputEdit {
            start_byte: *at,
            old_end_byte: at + rules.word.len(),
            new_end_byte: at + rules.sign.len(),
            start_position,
            old_end_position: behind(rules.word.len()),
            new_end_position: behind(rules.sign.len()),
        });
    }
}
