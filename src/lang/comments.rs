//! The parts of a manifest that describe comments which compilers and documentation tools interpret.

use serde::Deserialize;

/// How doc comments refer to definitions: `{@link Shape#area(int)}`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DocLinks {
    /// The beginning of a doc comment.
    pub opening: String,
    /// Tags that precede a reference, without white space.
    pub tags: Vec<String>,
    /// The tag that precedes the name of a part of the class below the comment.
    pub part_tag: String,
}

/// How doc comments begin with the name of the definition below them: `// Match searches for a route.`
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DocNames {
    /// The mark that begins each line of a comment.
    pub mark: String,
    /// Articles that may precede the name.
    pub articles: Vec<String>,
}

/// Where doc comments contain names in the scope of their file, beside the references of [`DocLinks`]: tools resolve
/// them, or run them as code.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DocUses {
    /// The beginnings of doc comments; if empty, strings that are statements are documentation.
    pub openings: Vec<String>,
    /// The beginnings of lines of code in the documentation.
    pub lines: Vec<String>,
    /// Texts that precede a name.
    pub before: Vec<String>,
    /// How the documentation names types, if it does.
    pub types: Option<DocTypes>,
    /// How the documentation shows code that tests compile, if it does.
    pub examples: Option<DocExamples>,
}

/// How documentation shows code that tests compile.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DocExamples {
    /// The text that begins the lines above and below the code.
    pub fence: String,
    /// Words behind the fence above code that is compiled.
    pub words: Vec<String>,
    /// The mark before lines that are compiled but not shown.
    pub hidden: String,
}

/// How doc comments name types: `@param {Shape} one`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DocTypes {
    /// The beginning of the word before the brackets.
    pub tag: String,
    /// The bracket before the type.
    pub open: String,
    /// The bracket after the type.
    pub close: String,
}

/// A comment that the compiler obeys only in a file with a certain import.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Directive {
    /// The beginning of the comment.
    pub begins: String,
    /// The required import, as an item of an import statement, for files in which no other import provides it.
    pub import: String,
    /// Whether the comment names files, relative to the folder of its own file.
    #[serde(default)]
    pub names_files: bool,
}
