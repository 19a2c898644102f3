//! What went wrong, as plain data: a stable code, a sentence, the place in the patch and the places in the files.
//!
//! Every stage returns facts; [`Diagnostic`] is the one shape in which they reach a person, a program or a model.
//! `report` renders it, and the [`Code`] alone decides the exit status.
//!
//! Lines and columns are counted from 1 (columns in characters), as in an editor.

mod code;

use std::ops::Range;

pub use code::Code;

/// How much a diagnostic matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The patch was applied as it was meant; the reader may want to know this.
    Note,
    /// The patch was applied; the reader should know this all the same.
    Warning,
    /// The patch was not applied.
    Error,
}

/// What a warning or a note is about; of several the first of these come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// Code that fails now, or text that most likely is not as it was meant.
    Failing,
    /// What was done, or left as it was.
    Done,
    /// Words in comments and strings.
    Prose,
}

/// A place in the patch text: line and column from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct PatchPlace {
    /// The line, counted from 1; 0 where no line is known.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
}

impl PatchPlace {
    /// The place at `line` and `column`, both from 1.
    #[must_use]
    pub const fn new(line: usize, column: usize) -> Self {
        Self { line, column }
    }
}

/// What a [`FilePlace`] is to the diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceRole {
    /// The place that comes nearest to what was not found.
    Nearest,
    /// One of several places that fit equally well.
    Candidate,
    /// Any other place that the sentence speaks of.
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
    /// The text of the first line, as it stands.
    pub text: String,
    /// The parts of that line that are meant, in characters from 1; the whole line, if there are none.
    pub columns: Vec<Range<usize>>,
    /// The address of the enclosing symbol, where one is known.
    pub symbol: Option<String>,
    /// What is to be said beside the line, such as `differs in "retrun x"`.
    pub label: String,
    /// How alike the place is to what was looked for, from 0 to 1.
    pub likeness: Option<f64>,
    /// What to type to select just this place, such as `before: …` or an address.
    pub select: Option<String>,
    /// What the place is to the diagnostic.
    pub role: PlaceRole,
}

impl FilePlace {
    /// A line (from 0) that a diagnostic mentions.
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

/// The operation that a diagnostic speaks of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperationRef {
    /// Its number in the patch, from 1.
    pub index: usize,
    /// Its name as the user wrote it, such as `replace_text` or `Update File`.
    pub name: String,
    /// The path it names.
    pub path: String,
}

/// One problem, or one warning.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnostic {
    /// Whether it stopped the patch.
    pub severity: Severity,
    /// What it is about, if it is a warning or a note.
    pub weight: Weight,
    /// The stable code.
    pub code: Code,
    /// One sentence, lower case, no full stop.
    pub message: String,
    /// The operation, where there is one.
    pub operation: Option<OperationRef>,
    /// Where in the patch the reader should look.
    pub patch: Option<PatchPlace>,
    /// Places in files: near misses or candidates.
    pub places: Vec<FilePlace>,
    /// Things to type or to do next; may be empty.
    pub help: Vec<String>,
    /// Fields of the operation that would make it apply, by field name.
    pub repair: Option<serde_json::Value>,
}

impl Diagnostic {
    /// An error with nothing but a code and a sentence.
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

    /// A warning with nothing but a code and a sentence.
    #[must_use]
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, message) }
    }

    /// A note with nothing but a code and a sentence.
    #[must_use]
    pub fn note(code: Code, message: impl Into<String>) -> Self {
        Self { severity: Severity::Note, weight: Weight::Done, ..Self::error(code, message) }
    }

    /// The same, about something else.
    #[must_use]
    pub const fn about(mut self, weight: Weight) -> Self {
        self.weight = weight;
        self
    }

    /// The same, pointing at a place in the patch.
    #[must_use]
    pub fn at(mut self, place: PatchPlace) -> Self {
        self.patch = Some(place);
        self
    }

    /// The same, for an operation.
    #[must_use]
    pub fn of(mut self, operation: OperationRef) -> Self {
        self.operation = Some(operation);
        self
    }

    /// The same, with one more thing to do next.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// The same, with one more place in a file.
    #[must_use]
    pub fn with_place(mut self, place: FilePlace) -> Self {
        self.places.push(place);
        self
    }
}
