//! Diagnostics as plain data: a stable code, a message, the place in the patch and the places in the files.
//!
//! Every stage returns facts, and [`Diagnostic`] is the one form in which they reach a person, a program or a model.
//! `report` renders it, and the [`Code`] alone determines the exit status.
//!
//! Lines and columns are counted from 1 (columns in characters), as in an editor.

mod code;

use std::ops::Range;

pub use code::Code;

/// The severity of a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The patch was applied as intended; the information may be of interest.
    Note,
    /// The patch was applied, but something needs attention.
    Warning,
    /// The patch was not applied.
    Error,
}

/// The subject of a warning or a note. In a list of diagnostics, they are sorted in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// Code that now fails, or text that is probably not as intended.
    Failing,
    /// A change that was made, or something that was left unchanged.
    Done,
    /// Words in comments and strings.
    Prose,
}

/// A place in the patch text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct PatchPlace {
    /// The line, counted from 1; 0 if it is unknown.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// The number of characters that are meant; 0 for the rest of the line.
    pub width: usize,
}

impl PatchPlace {
    /// Returns the place at `line` and `column`, both from 1.
    #[must_use]
    pub const fn new(line: usize, column: usize) -> Self {
        Self { line, column, width: 0 }
    }

    /// Returns the place with a number of characters: what follows them on the line is something else.
    #[must_use]
    pub const fn spanning(self, width: usize) -> Self {
        Self { width, ..self }
    }
}

/// The relation of a [`FilePlace`] to its diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceRole {
    /// The place most similar to what was not found.
    Nearest,
    /// One of several places that match equally well.
    Candidate,
    /// Any other place that the message mentions.
    Related,
}

/// A place in a file of the tree.
#[derive(Debug, Clone, PartialEq)]
pub struct FilePlace {
    /// The file, relative to the root, with `/`.
    pub path: String,
    /// The first line, counted from 1.
    pub line: usize,
    /// The last line, counted from 1.
    pub last_line: usize,
    /// The text of the first line, unchanged.
    pub text: String,
    /// The parts of that line that are meant, in characters from 1; the whole line, if there are none.
    pub columns: Vec<Range<usize>>,
    /// The address of the enclosing symbol, if it is known.
    pub symbol: Option<String>,
    /// A label for the line, such as `differs in "retrun x"`.
    pub label: String,
    /// The similarity of the place to what was searched for, from 0 to 1.
    pub likeness: Option<f64>,
    /// What to write in the patch to select only this place, such as `before: …` or an address.
    pub select: Option<String>,
    /// The relation of the place to the diagnostic.
    pub role: PlaceRole,
}

impl FilePlace {
    /// Returns the place of a line (from 0) that a diagnostic mentions.
    #[must_use]
    pub fn related(path: &str, line: usize, text: String) -> Self {
        Self {
            path: path.to_owned(),
            line: line + 1,
            last_line: line + 1,
            text,
            columns: Vec::new(),
            symbol: None,
            label: String::new(),
            likeness: None,
            select: None,
            role: PlaceRole::Related,
        }
    }
}

/// The operation that a diagnostic is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperationRef {
    /// Its number in the patch, from 1.
    pub index: usize,
    /// Its name as written in the patch, such as `replace_text` or `Update File`.
    pub name: String,
    /// The path that it names.
    pub path: String,
}

/// One error, warning or note.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnostic {
    /// The severity; an [`Error`](Severity::Error) stops the patch.
    pub severity: Severity,
    /// The subject, for warnings and notes.
    pub weight: Weight,
    /// The stable code.
    pub code: Code,
    /// One sentence, in lower case and without a full stop.
    pub message: String,
    /// The operation, if the diagnostic is about one.
    pub operation: Option<OperationRef>,
    /// The place in the patch to look at.
    pub patch: Option<PatchPlace>,
    /// Places in files, such as near misses or candidates.
    pub places: Vec<FilePlace>,
    /// Suggestions on what to write or do next; may be empty.
    pub help: Vec<String>,
    /// Fields of the operation with which it would apply, by field name.
    pub repair: Option<serde_json::Value>,
}

impl Diagnostic {
    /// Returns an error with only a code and a message.
    #[must_use]
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            weight: Weight::Failing,
            code,
            message: message.into(),
            operation: None,
            patch: None,
            places: Vec::new(),
            help: Vec::new(),
            repair: None,
        }
    }

    /// Returns a warning with only a code and a message.
    #[must_use]
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, message) }
    }

    /// Returns a note with only a code and a message.
    #[must_use]
    pub fn note(code: Code, message: impl Into<String>) -> Self {
        Self { severity: Severity::Note, weight: Weight::Done, ..Self::error(code, message) }
    }

    /// Sets the subject.
    #[must_use]
    pub const fn about(mut self, weight: Weight) -> Self {
        self.weight = weight;
        self
    }

    /// Sets the place in the patch.
    #[must_use]
    pub fn at(mut self, place: PatchPlace) -> Self {
        self.patch = Some(place);
        self
    }

    /// Sets the operation.
    #[must_use]
    pub fn of(mut self, operation: OperationRef) -> Self {
        self.operation = Some(operation);
        self
    }

    /// Adds a suggestion.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// Adds a place in a file.
    #[must_use]
    pub fn with_place(mut self, place: FilePlace) -> Self {
        self.places.push(place);
        self
    }
}
