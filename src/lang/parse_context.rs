//! The surroundings in which a piece of a file is parsed alone.

use serde::Deserialize;

/// Text around a piece of a container with which the piece can be parsed alone.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParseContext {
    /// The text before the piece.
    #[serde(default)]
    pub open: String,
    /// The text after the piece.
    #[serde(default)]
    pub close: String,
    /// Whole lines that are inserted before and after the piece, to detect a piece that is not closed at its edges.
    pub guard: String,
}
