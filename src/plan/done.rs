//! What an operation did, and what the reader should know of it.

use std::ops::Range;

use crate::diag::{Code, Diagnostic, PatchPlace, Weight};
use crate::resolve::symbol::CallChange;

/// What one edit did, for the report.
#[derive(Default)]
pub(super) struct Done {
    /// The lines, from 0, that it matched in the text it saw; `None` for whole files.
    pub(super) lines: Option<Range<usize>>,
    /// How the place was found.
    pub(super) matched: Option<String>,
    /// How many places it changed that a patch may count, of which a line may have several; `None` for whole lines.
    pub(super) count: Option<usize>,
    /// Whether those who use what was changed need not follow.
    pub(super) keeps_users: bool,
    /// The parameters before and after, where that says which users need not follow.
    pub(super) calls: Option<CallChange>,
    /// Whether what was changed has another name now.
    pub(super) is_renamed: bool,
    /// What the reader should know.
    pub(super) warnings: Vec<Warning>,
}

/// What the reader should know of an operation that was done.
pub(super) enum Warning {
    /// Comment lines that the patch does not have went with their neighbours.
    Swallowed(String),
    /// A hunk is elsewhere than its anchor says.
    Elsewhere(String),
    /// The payload most likely is at another depth than it is meant.
    Depth(String),
    /// A line comes at a depth that nothing around it explains.
    Odd(String),
    /// Something of the definition stays although the payload does not have it, as is the rule.
    Kept(String),
    /// What was to be added is there.
    There(String),
    /// Where it came, which may not be meant.
    Placed(String),
    /// What does not follow a new name.
    Mentioned(String),
    /// Code that fails now, or may fail.
    Failing(String),
    /// What comments and strings say.
    Prose(String),
    /// None of so many uses follows a new name, though the patch vouches for them.
    AllLeft(String, usize),
    /// The definition was another than the patch says, and both changes were made.
    Merged(String),
    /// The file was another than a diff says, and both changes were made.
    MergedFile(String),
    /// A file has two encodings now.
    Encoding(String),
    /// Something about the definition that was replaced.
    Symbol(String),
    /// A file that existed was written over.
    Overwritten(String),
    /// One of these, for a place within its operation.
    At(PatchPlace, Box<Self>),
}

impl Warning {
    /// The same, for a place within its operation, should that be known.
    pub(super) fn at(self, place: PatchPlace) -> Self {
        if place.line == 0 { self } else { Self::At(place, Box::new(self)) }
    }

    /// How it is told.
    pub(super) fn into_diagnostic(self) -> Diagnostic {
        match self {
            Self::Swallowed(message) | Self::Elsewhere(message) => Diagnostic::warning(Code::ContextMismatch, message),
            Self::Depth(message) => Diagnostic::warning(Code::ContextMismatch, message)
                .with_help("leave `indent: none` out, or copy the indentation of the file"),
            Self::Odd(message) => Diagnostic::warning(Code::ContextMismatch, message)
                .with_help("if it is not meant so, write the added lines as deep as the lines around them"),
            Self::Merged(message) => Diagnostic::warning(Code::ChangedDefinition, message)
                .with_help("`options: {merge: refuse}` refuses instead"),
            Self::MergedFile(message) => Diagnostic::warning(Code::ChangedDefinition, message),
            Self::There(message) => Diagnostic::note(Code::AlreadyApplied, message),
            Self::Placed(message) | Self::Mentioned(message) => Diagnostic::note(Code::Unproven, message),
            Self::Failing(message) => Diagnostic::note(Code::Unproven, message).about(Weight::Failing),
            Self::Prose(message) => Diagnostic::note(Code::Unproven, message).about(Weight::Prose),
            Self::AllLeft(message, count) => Diagnostic::warning(Code::Unproven, message).with_help(format!(
                "`unproven: rename` took none: if they all mean it, take this back with `chunk undo` and add `count: {count}`; `unproven: leave` says that none does"
            )),
            Self::Symbol(message) => Diagnostic::warning(Code::PayloadMismatch, message),
            Self::Encoding(message) => Diagnostic::warning(Code::NotText, message)
                .with_help("write the new text in ASCII, or put the file into UTF-8 first"),
            Self::At(place, warning) => warning.into_diagnostic().at(place),
            Self::Overwritten(message) => Diagnostic::warning(Code::FileExists, message),
            Self::Kept(message) => Diagnostic::note(Code::PayloadMismatch, message)
                .with_help("this is the rule; `options: {decorators: replace}` drops it"),
        }
    }
}
