//! The outcome of an operation, and what the reader should know about it.

use std::ops::Range;

use crate::diag::{Code, Diagnostic, PatchPlace, Weight};
use crate::resolve::symbol::CallChange;

/// The outcome of one edit, for the report.
#[derive(Default)]
pub(super) struct EditOutcome {
    /// The lines (from 0) that the edit matched in the text that it saw; `None` for whole files.
    pub(super) lines: Option<Range<usize>>,
    /// How the place was found.
    pub(super) matched: Option<String>,
    /// The number of changed places that a patch may count; a line may contain several. `None` for edits of whole
    /// lines.
    pub(super) count: Option<usize>,
    /// Whether users of the changed definition need no changes.
    pub(super) keeps_users: bool,
    /// The parameters before and after, if they decide which calls need changes.
    pub(super) calls: Option<CallChange>,
    /// Whether the changed definition has a new name.
    pub(super) is_renamed: bool,
    /// Warnings and notes for the reader.
    pub(super) warnings: Vec<Warning>,
}

/// A warning or note about an operation that was applied.
pub(super) enum Warning {
    /// Comment lines that the patch does not contain were removed with their neighbors.
    Swallowed(String),
    /// A hunk was applied at another place than its anchor says.
    Elsewhere(String),
    /// The payload is probably at another depth than intended.
    Depth(String),
    /// An added line has a depth that nothing around it explains.
    OddDepth(String),
    /// Something of the definition was kept by rule although the payload does not contain it.
    KeptByRule(String),
    /// What was to be added is there already.
    AlreadyPresent(String),
    /// The place that was chosen, which may not be the intended one.
    ChosenPlace(String),
    /// Mentions of the old name that were not renamed.
    Mentioned(String),
    /// Code that fails now, or may fail.
    Failing(String),
    /// Comments and strings that mention a changed name.
    Prose(String),
    /// None of this number of unproven uses was renamed, although the patch says that they are uses.
    NoneRenamed(String, usize),
    /// The definition differs from the one that the patch expects; both changes were merged.
    Merged(String),
    /// The file differs from the one that the diff expects; both changes were merged.
    MergedFile(String),
    /// A file has two encodings now.
    Encoding(String),
    /// A problem with the definition that was replaced.
    Symbol(String),
    /// An existing file was overwritten.
    Overwritten(String),
    /// A warning for a place within its operation.
    At(PatchPlace, Box<Self>),
}

impl Warning {
    /// Attaches the place within the operation to the warning, if that place is known.
    pub(super) fn at(self, place: PatchPlace) -> Self {
        if place.line == 0 { self } else { Self::At(place, Box::new(self)) }
    }

    /// Converts the warning into a diagnostic.
    pub(super) fn into_diagnostic(self) -> Diagnostic {
        match self {
            Self::Swallowed(message) | Self::Elsewhere(message) => {
                Diagnostic::warning(Code::ContextMismatch, message)
            }
            Self::Depth(message) => Diagnostic::warning(Code::ContextMismatch, message)
                .with_help("leave `indent: none` out, or copy the indentation of the file"),
            Self::OddDepth(message) => Diagnostic::warning(Code::ContextMismatch, message)
                .with_help("if this is not intended, indent the added lines like the lines around them"),
            Self::Merged(message) => Diagnostic::warning(Code::ChangedDefinition, message)
                .with_help("to refuse instead, add `options: {merge: refuse}`"),
            Self::MergedFile(message) => Diagnostic::warning(Code::ChangedDefinition, message),
            Self::AlreadyPresent(message) => Diagnostic::note(Code::AlreadyApplied, message),
            Self::ChosenPlace(message) | Self::Mentioned(message) => {
                Diagnostic::note(Code::Unproven, message)
            }
            Self::Failing(message) => Diagnostic::note(Code::Unproven, message).about(Weight::Failing),
            Self::Prose(message) => Diagnostic::note(Code::Unproven, message).about(Weight::Prose),
            Self::NoneRenamed(message, count) => {
                Diagnostic::warning(Code::Unproven, message).with_help(format!(
                    "`unproven: rename` renamed none of them: if all of them mean the definition, run \
                 `chunk undo` and add `count: {count}`; if none does, write `unproven: leave`"
                ))
            }
            Self::Symbol(message) => Diagnostic::warning(Code::PayloadMismatch, message),
            Self::Encoding(message) => Diagnostic::warning(Code::NotText, message)
                .with_help("write the new text in ASCII, or convert the file to UTF-8 first"),
            Self::At(place, warning) => warning.into_diagnostic().at(place),
            Self::Overwritten(message) => Diagnostic::warning(Code::FileExists, message),
            Self::KeptByRule(message) => Diagnostic::note(Code::PayloadMismatch, message)
                .with_help("this is the default; `options: {decorators: replace}` drops it"),
        }
    }
}
