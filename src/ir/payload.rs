//! The texts that an operation brings, and what becomes of the place.

use crate::diag::PatchPlace;

/// The indentation of the lines of a YAML block scalar, in columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockMargin {
    /// The number of columns removed from each line.
    pub cut: usize,
    /// The column of the key that contains the block scalar.
    pub key: usize,
}

/// Lines of text from a patch, with the place of the first line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fragment {
    /// The lines, without line endings.
    pub lines: Vec<String>,
    /// The place of the first line in the patch.
    pub place: PatchPlace,
    /// The columns of the patch that were removed from each line; `None` for texts that are taken verbatim.
    pub margin: Option<BlockMargin>,
}

/// The lines that an operation inserts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Payload {
    /// The lines, without line endings.
    pub lines: Vec<String>,
    /// The place of the first line in the patch.
    pub place: PatchPlace,
    /// The columns of the patch that were removed from each line; `None` for texts that are taken verbatim.
    pub margin: Option<BlockMargin>,
    /// Whether the last line of a created file has no line ending (only a diff can specify this).
    pub no_final_newline: bool,
    /// Whether each line of a created file ends in CR LF (only a diff or an envelope can specify this): one entry for
    /// each line, or empty.
    pub crlf: Vec<bool>,
}

/// The change at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// The payload replaces the lines of the place.
    Replace(Payload),
    /// The payload is inserted directly before the place.
    InsertBefore(Payload),
    /// The payload is inserted directly after the place.
    InsertAfter(Payload),
    /// The lines of the place are removed.
    Delete,
}

impl Change {
    /// Returns the payload, if the change has one.
    #[must_use]
    pub const fn payload(&self) -> Option<&Payload> {
        match self {
            Self::Replace(payload) | Self::InsertBefore(payload) | Self::InsertAfter(payload) => {
                Some(payload)
            }
            Self::Delete => None,
        }
    }

    /// Returns the change with another payload, if it has one.
    #[must_use]
    pub fn with_payload(&self, payload: Payload) -> Self {
        match self {
            Self::Replace(_) => Self::Replace(payload),
            Self::InsertBefore(_) => Self::InsertBefore(payload),
            Self::InsertAfter(_) => Self::InsertAfter(payload),
            Self::Delete => Self::Delete,
        }
    }
}

/// How a payload is indented.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Indent {
    /// The indentation of the place's first line is added to every non-empty line: `from-marker`, `marker`, `auto`.
    #[default]
    FromPlace,
    /// Nothing is added: `none`, `as-is`.
    AsIs,
}
