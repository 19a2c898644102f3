//! What a manifest says of names in a language whose functions see the members of their class, and in which what is
//! defined may be declared elsewhere.

use serde::Deserialize;

/// How declarations, paths and members are written.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SightRules {
    /// Nodes of a name behind the scope that has it.
    pub paths: Vec<String>,
    /// Nodes of a name with arguments behind it: what they define has its name from elsewhere.
    pub instances: Vec<String>,
    /// Nodes whose name is a type even where members stand.
    pub types: Vec<String>,
    /// Nodes whose declarations belong to a scope further out.
    pub outward: Vec<String>,
    /// Words of a module whose names are those of the scope around, too; so are those of one without a name.
    pub transparent: Vec<String>,
    /// Words by which a node of the wildcards is one.
    pub wildcard_words: Vec<String>,
    /// The nodes of what a class inherits from.
    pub bases: Vec<String>,
    /// Words by which a function is replaced by those of classes that inherit it.
    pub virtual_words: Vec<String>,
    /// The field of a declaration that holds the type of what it declares.
    pub typed: Option<String>,
    /// The nodes of declarators that make a pointer of it.
    pub pointers: Vec<String>,
    /// The nodes of declarators that leave it as it is.
    pub plain: Vec<String>,
    /// What stands between a pointer and a member.
    pub arrow: Option<String>,
    /// The nodes of calls; their fields are `function` and `arguments`.
    pub calls: Vec<String>,
    /// The nodes of parameters and arguments that stand for any number.
    pub open_ended: Vec<String>,
    /// Nodes in which the grammar wants something that the language does not.
    pub gaps: Vec<String>,
    /// Whether functions of one name are one function, however it is declared.
    pub single: bool,
    /// Words that keep what a file declares from other files.
    pub internal: Vec<String>,
    /// Scopes that no file adds to.
    pub foreign: Vec<String>,
}
