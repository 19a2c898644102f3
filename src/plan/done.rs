//! What an operation did, and what the reader should know of it.

use std::ops::Range;

use crate::diag::Code;

/// What one edit did, for the report.
#[derive(Default)]
pub(super) struct Done {
    /// The lines, from 0, that it matched in the text it saw; `None` for whole files.
    pub(super) lines: Option<Range<usize>>,
    /// How the place was found.
    pub(super) matched: Option<String>,
    /// What the reader should know.
    pub(super) warnings: Vec<Warning>,
}

/// What the reader should know of an operation that was done.
pub(super) enum Warning {
    /// Comment lines that the patch does not have went with their neighbours.
    Swallowed(String),
    /// Something about the definition that was replaced.
    Symbol(String),
    /// A file that existed was written over.
    Overwritten(String),
}

impl Warning {
    /// The code under which it is told.
    pub(super) const fn code(&self) -> Code {
        match self {
            Self::Swallowed(_) => Code::ContextMismatch,
            Self::Symbol(_) => Code::PayloadMismatch,
            Self::Overwritten(_) => Code::FileExists,
        }
    }

    pub(super) fn into_message(self) -> String {
        match self {
            Self::Swallowed(message) | Self::Symbol(message) | Self::Overwritten(message) => message,
        }
    }
}
