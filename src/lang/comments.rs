//! What a manifest says of the comments, and of the documentation, that compilers and tools read.

use serde::Deserialize;

/// How documentation refers to definitions: `{@link Shape#area(int)}`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DocLinks {
    /// What comments of documentation begin with.
    pub opening: String,
    /// What stands before a reference, blanks left out.
    pub tags: Vec<String>,
    /// What stands before the name of a part of the class below.
    pub part_tag: String,
}

/// How documentation begins with the name of the definition below it: `// Match searches for a route.`
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DocNames {
    /// What each line of a comment begins with.
    pub mark: String,
    /// Words that may stand before the name.
    pub articles: Vec<String>,
}

/// Where documentation names what its file sees, beside the references of [`DocLinks`]: tools look that up, or run it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DocUses {
    /// What comments of documentation begin with; where there are none, strings that are statements are documentation.
    pub openings: Vec<String>,
    /// What lines of code in it begin with.
    pub lines: Vec<String>,
    /// What stands before a name.
    pub before: Vec<String>,
    /// The brackets of a type, and what the word before them begins with.
    pub types: Option<DocTypes>,
}

/// How documentation names types: `@param {Shape} one`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DocTypes {
    /// What the word before the brackets begins with.
    pub tag: String,
    /// The bracket before the type.
    pub open: String,
    /// The bracket behind it.
    pub close: String,
}

/// A comment that the compiler obeys only in a file which imports something for it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Directive {
    /// What it begins with.
    pub begins: String,
    /// The import, as an item of such a statement, should nothing else import that.
    pub import: String,
    /// Whether it names files, from the folder of its own file on.
    #[serde(default)]
    pub names_files: bool,
}
