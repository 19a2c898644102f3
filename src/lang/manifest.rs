//! What a manifest says.

use serde::Deserialize;

use crate::text::LexRules;

/// A language's manifest: `grammars/NAME.yaml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The canonical name.
    pub name: String,
    /// Other names that a patch may use, in lower case.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// The extensions of its files, in lower case, without the dot.
    pub extensions: Vec<String>,
    /// The tag in the names of its operations: `py` gives `replace_py_class`.
    pub op_tag: String,
    /// What stands between the parts of an address that is printed.
    pub separator: String,
    /// Its comments and strings.
    pub lexical: LexRules,
}
