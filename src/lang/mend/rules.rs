//! What a manifest says of texts over which the grammar stumbles.

use serde::Deserialize;

/// How bodies and containers are told without a grammar.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MendRules {
    /// Words of a heading whose block holds definitions.
    pub container_words: Vec<String>,
    /// Words of a heading whose block is a body, whatever else stands in the heading.
    pub body_words: Vec<String>,
    /// Whether a statement may end with its line.
    pub newline_ends: bool,
    /// Signs that begin a statement where they begin a line and the one above has ended, though the grammar goes on with that.
    pub line_signs: Vec<String>,
    /// Words that the grammar reserves though they may be names.
    pub plain_words: Vec<PlainWord>,
}

/// A word that the grammar reserves though it may be a name.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlainWord {
    /// The word.
    pub word: String,
    /// What may follow where it is no name: words or signs.
    pub unless_before: Vec<String>,
}
