//! What a manifest says of patterns, which take values apart.

use serde::Deserialize;

/// How what a pattern binds is known from what the pattern is given.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PatternRules {
    /// Nodes that stand for all that is in them.
    pub same: Vec<String>,
    /// Nodes whose parts are values in a row.
    pub rows: Vec<String>,
    /// Nodes whose parts are things that a list holds.
    pub lists: Vec<String>,
    /// Nodes that stand for any number of parts.
    pub rest: Vec<String>,
    /// The node of a variant with its values, whose name is in the field `type`.
    pub variant: String,
    /// Variants whose value is what an option and the like holds.
    pub holders: Vec<String>,
    /// The node of a field in a pattern, below that of the struct.
    pub field: String,
    /// Nodes of statements and conditions, with the fields `pattern` and `value`.
    pub statements: Vec<String>,
    /// Nodes of loops, with the same fields.
    pub loops: Vec<String>,
    /// The node of a choice among several, two levels below the one with the field `value`.
    pub arm: String,
    /// The node of the parameters of a function without a name.
    pub parameters: String,
    /// Functions of what holds others that give each of them to the only parameter of a function.
    pub each: Vec<String>,
    /// Those that give it to the second parameter.
    pub each_second: Vec<String>,
}
