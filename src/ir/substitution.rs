//! Parts of lines that give way to others.

use super::{Fragment, SymbolTarget};

/// What an operation looks for in the text of files, and what it puts there.
#[derive(Debug, Clone, PartialEq)]
pub struct Substitution {
    /// What is looked for.
    pub find: Fragment,
    /// What takes its place.
    pub replace: Fragment,
    /// The files.
    pub files: FileSet,
    /// How many places there must be.
    pub count: Count,
    /// How `find` is read.
    pub syntax: PatternSyntax,
    /// What may stand beside a place.
    pub bounds: Bounds,
    /// The parts of the text that are looked through.
    pub region: Region,
    /// The definition that is looked through; all of each file where absent.
    pub scope: Option<SymbolTarget>,
}

/// The files that an operation works on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileSet {
    /// The one at the operation's path.
    Named,
    /// Those below the root that some patterns match, as in a `.gitignore` file: `*.py`, `src/**/*.rs`, `!tests/`.
    Globs(Vec<String>),
}

/// How many places an operation must find.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Count {
    /// Just so many.
    Exactly(usize),
    /// One or more.
    All,
}

/// How the text to be found is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PatternSyntax {
    /// As it is written.
    #[default]
    Literal,
    /// As a regular expression of the `regex` crate; the replacement may name groups: `$1`, `${name}`.
    Regex,
}

/// What may stand directly beside a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Bounds {
    /// Anything.
    #[default]
    Any,
    /// No character of an identifier, where the place itself ends in one.
    Words,
}

/// The parts of a text that are looked through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Region {
    /// All.
    #[default]
    Anywhere,
    /// What is neither comment nor string.
    Code,
    /// Comments.
    Comments,
    /// Strings.
    Strings,
}
