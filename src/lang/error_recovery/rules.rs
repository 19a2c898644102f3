//! The part of a manifest that describes text which the grammar cannot parse.

use serde::Deserialize;

/// How bodies and containers are recognized without a grammar.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RecoveryRules {
    /// Keywords of headings whose block contains definitions.
    pub container_words: Vec<String>,
    /// Keywords of headings whose block is a body, whatever else the heading contains.
    pub body_words: Vec<String>,
    /// Whether the end of a line may end a statement.
    pub newline_ends: bool,
    /// Signs that begin a statement where they begin a line and the one above has ended, though the grammar goes on with that.
    pub line_signs: Vec<String>,
    /// Words that the grammar reserves although they may be names.
    pub unreserved_words: Vec<UnreservedWord>,
}

/// A word that the grammar reserves although it may be a name.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnreservedWord {
    /// The word.
    pub word: String,
    /// Words or tokens that, directly after the word, show that it is not a name.
    pub unless_before: Vec<String>,
}
