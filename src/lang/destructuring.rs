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
    /// Functions of a container that pass an element to their last argument, a function of one parameter.
    pub each_last: Vec<String>,
    /// Functions of a container that pass two elements to a function.
    pub each_both: Vec<String>,
    /// Functions of a map that pass a key and its value to a function of two parameters.
    pub each_pair: Vec<String>,
    /// Functions of a result that pass the error to a function of one parameter.
    pub each_error: Vec<String>,
    /// Node kinds of the types of functions.
    pub function_types: Vec<String>,
    /// Variants whose value is the error of a result.
    pub errors: Vec<String>,
    /// Macros that test a value against a pattern, with a condition behind it: `matches`.
    pub tests: Vec<String>,
    /// The word before that condition.
    pub test_word: String,
}

/// Functions of a container whose results follow from the functions that they get.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FunctionMakers {
    /// Those that return a container of what the function returns: `map`.
    pub maps: Vec<String>,
    /// Those that return a container of the elements of what the function returns: `and_then`.
    pub flat_maps: Vec<String>,
    /// Those that return what the function returns: `map_or`.
    pub choices: Vec<String>,
    /// Those that return a value of the type of their first argument: `fold`.
    pub folds: Vec<String>,
    /// Those that return a container of the elements of the elements: `flatten`.
    pub flattening: Vec<String>,
    /// Functions of a truth value that return a container of what the function returns: `then`.
    pub conditions: Vec<String>,
}

/// Types of results, which hold a value or an error.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ResultTypes {
    /// The types; the second type argument is the error.
    pub types: Vec<String>,
    /// Functions that return the error: `unwrap_err`.
    pub getters: Vec<String>,
    /// Functions that return a container of the error: `err`.
    pub options: Vec<String>,
}

/// What the functions of a type return that hands out an object of its type argument.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CellAccessors {
    /// Functions that return the object, or a pointer to it: `borrow`.
    pub values: Vec<String>,
    /// Functions that return a container of it: `lock`.
    pub containers: Vec<String>,
    /// Functions that return a future of the object, or of a pointer to it.
    pub later_values: Vec<String>,
    /// Functions that return a future of a container of it: `recv`.
    pub later_containers: Vec<String>,
}

/// Futures: what gives a value only where it is awaited.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FutureTypes {
    /// Words before a function whose result is a future of the declared type: `async`.
    pub words: Vec<String>,
    /// Types whose last argument is the type of the value: `Future<Output = T>`.
    pub types: Vec<String>,
}
