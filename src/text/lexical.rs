//! A language's comments and strings, as data for the comment scanner.

use serde::Deserialize;

/// What a scanner must know to tell comments from code.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LexRules {
    /// What begins a comment that ends with the line.
    #[serde(default)]
    pub line_comments: Vec<String>,
    /// Comments with an end of their own.
    #[serde(default)]
    pub block_comments: Option<BlockComment>,
    /// Strings; of two that begin alike the longer one stands first.
    #[serde(default)]
    pub strings: Vec<StringRule>,
    /// Strings without escapes.
    #[serde(default)]
    pub raw_strings: Option<RawStrings>,
    /// How `'x'` is read.
    #[serde(default)]
    pub char_literal: CharLiteral,
    /// Words that may stand directly before a character literal, as in `L'x'`.
    #[serde(default)]
    pub char_prefixes: Vec<String>,
    /// How `/x/` is read.
    #[serde(default)]
    pub regex: Option<RegexRule>,
}

/// Regular expressions between slashes.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegexRule {
    /// Words behind which a slash begins one; behind any other it divides.
    pub after_words: Vec<String>,
}

/// A comment with an end of its own.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockComment {
    /// What begins it.
    pub open: String,
    /// What ends it.
    pub close: String,
    /// Whether one may hold another.
    pub nest: bool,
}

/// A string.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StringRule {
    /// What begins it.
    pub open: String,
    /// What ends it.
    pub close: String,
    /// Whether it may go on on the next line.
    pub spans: Spans,
    /// Whether a backslash takes the meaning from what follows.
    #[serde(default = "yes")]
    pub escapes: bool,
    /// What stands around code within it.
    #[serde(default)]
    pub hole: Option<Hole>,
}

/// Code within a string, such as `${name}`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hole {
    /// What begins it.
    pub open: String,
    /// The bracket that ends it; `open` ends in its counterpart.
    pub close: char,
}

const fn yes() -> bool {
    true
}

/// Whether a string may go on on the next line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spans {
    /// Yes.
    Lines,
    /// Only behind a backslash at the end of the line.
    Backslash,
}

/// Strings without escapes.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawStrings {
    /// What stands before the quote, the longer first.
    pub prefixes: Vec<String>,
    /// How the end is told.
    pub style: RawStyle,
}

/// How a raw string tells its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RawStyle {
    /// `r##"` … `"##`
    Hashes,
    /// `R"name(` … `)name"`
    Delimiter,
}

/// How `'x'` is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CharLiteral {
    /// It is not known (or a string rule has it).
    #[default]
    None,
    /// One character or escape; else the quote stands alone, as in a lifetime.
    One,
    /// Up to the next quote on the line, but not behind a word, as in `1'000`.
    Many,
}
