//! Replacements of parts of lines.

use super::{Fragment, SymbolTarget};

/// A search for text in files, with its replacement.
#[derive(Debug, Clone, PartialEq)]
pub struct Substitution {
    /// The text to find.
    pub find: Fragment,
    /// The replacement.
    pub replace: Fragment,
    /// The files to search.
    pub files: FileSet,
    /// The required number of matches.
    pub count: Count,
    /// How `find` is interpreted.
    pub syntax: PatternSyntax,
    /// Which characters may be next to a match.
    pub bounds: Bounds,
    /// The parts of the text to search.
    pub region: Region,
    /// The definition to search; `None` for the whole of each file.
    pub scope: Option<SymbolTarget>,
}

/// The files to which an operation applies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileSet {
    /// The file at the operation's path.
    Named,
    /// The files below the root that match these patterns, which are written as in a `.gitignore` file: `*.py`,
    /// `src/**/*.rs`, `!tests/`.
    Globs(Vec<String>),
}

/// The number of matches that an operation requires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Count {
    /// Exactly this number.
    Exactly(usize),
    /// One or more.
    All,
}

/// How the text to find is interpreted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PatternSyntax {
    /// Literally.
    #[default]
    Literal,
    /// As a regular expression of the `regex` crate; the replacement may refer to groups: `$1`, `${name}`.
    Regex,
}

/// Which characters may be directly next to a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Bounds {
    /// Anything.
    #[default]
    Any,
    /// No character of an identifier, at those ends of the match that are such characters.
    Words,
}

/// The parts of a text to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Region {
    /// The whole text.
    #[default]
    Anywhere,
    /// Code: the text outside comments and strings.
    Code,
    /// Comments.
    Comments,
    /// Strings.
    Strings,
}
