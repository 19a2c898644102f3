//! The part of a manifest that describes patterns, which destructure values.

use serde::Deserialize;

/// How the types of the names in a pattern follow from the value that the pattern destructures.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PatternRules {
    /// Node kinds that match the same value as their contents.
    pub transparent: Vec<String>,
    /// Node kinds whose parts match the elements of a tuple.
    pub tuples: Vec<String>,
    /// Node kinds whose parts match elements of a list.
    pub lists: Vec<String>,
    /// Node kinds that match any number of parts.
    pub rest: Vec<String>,
    /// The node kind of a variant with its values; the field `type` contains its name.
    pub variant: String,
    /// Variants whose value is the content of an option or a similar container.
    pub containers: Vec<String>,
    /// The node kind of a field in a pattern, below that of the struct.
    pub field: String,
    /// Node kinds of statements and conditions with the fields `pattern` and `value`.
    pub statements: Vec<String>,
    /// Node kinds of loops with the same fields.
    pub loops: Vec<String>,
    /// The node kind of a match arm, two levels below the node with the field `value`.
    pub arm: String,
    /// The node kind of the parameters of an anonymous function.
    pub parameters: String,
    /// Functions of a container that pass each element to the only parameter of a function.
    pub each: Vec<String>,
    /// Functions of a container that pass each element to the second parameter of a function.
    pub each_second: Vec<String>,
}
