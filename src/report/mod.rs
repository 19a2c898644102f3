//! Says what happened: for people, for programs, and as a diff that `git apply` accepts.
//!
//! A [`Report`] is plain data about one run; [`human`], [`json`] and [`diff`] turn it, or the plan behind it, into
//! text. Nothing here prints: the caller owns the streams.
//!
//! Invariant: what is said depends on the report alone, so the terminal, the JSON and an editor tell the same story.
//! Invariant: text out of patches and files never reaches a terminal with its control characters.

pub mod diff;
mod excerpt;
pub mod human;
pub mod json;
mod landed;
pub mod patch;
pub mod refusal;
pub mod schema;

use std::sync::Arc;

use crate::diag::Diagnostic;
use crate::ir::{Format, Patch};
use crate::plan::{Applied, Summary};
use crate::undo::Id;

/// How many warnings, and how many errors, are shown; of more, only their number is told.
pub const SHOWN: usize = 100;

/// Whether a run writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RunMode {
    /// The tree is changed.
    #[default]
    Real,
    /// Everything is worked out and nothing is written.
    DryRun,
}

/// All that can be said about one run.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Report {
    /// The format of the patch, as far as it could be told.
    pub format: Option<Format>,
    /// Whether anything was to be written.
    pub mode: RunMode,
    /// The number of operations in the patch; 0 if it could not be read.
    pub operation_count: usize,
    /// What became of each file, in the order of first mention; empty if the patch was refused.
    pub files: Vec<FileReport>,
    /// Where each operation applied; empty if the patch was refused.
    pub operations: Arc<[Applied]>,
    /// The change as a git diff, if it was asked for.
    pub diff: Option<Vec<u8>>,
    /// The record by which the run can be undone, if one was made.
    pub undo: Option<Id>,
    /// The run that this one reversed.
    pub reversed: Option<Reversed>,
    /// What the reader should know all the same.
    pub warnings: Vec<Diagnostic>,
    /// Why nothing was changed; empty if the patch was applied.
    pub errors: Vec<Diagnostic>,
    /// What would apply instead.
    pub repairs: Repairs,
}

/// A refused patch as it would apply, in the format in which it came.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Repairs {
    /// The whole patch, if one correction of each problem is likely.
    pub patch: Option<String>,
    /// Whole patches, one for each of several corrections that are as likely.
    pub choices: Vec<String>,
    /// The corrected operations.
    pub operations: Vec<RepairedOperation>,
    /// How many operations were not checked, since they follow refused ones on the same files.
    pub unchecked: usize,
}

/// A refused operation as it would apply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepairedOperation {
    /// Its number, from 1.
    pub index: usize,
    /// Its text; several where several corrections are as likely.
    pub texts: Vec<String>,
}

/// A run that was reversed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reversed {
    /// Its record.
    pub id: Id,
    /// How many earlier runs can be reversed after it.
    pub left: usize,
}

/// What became of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileReport {
    /// The letter and the path, or paths.
    pub summary: Summary,
    /// The lines that came and went, if they were counted.
    pub counts: Option<LineCounts>,
}

/// Lines that came and lines that went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LineCounts {
    /// Lines that came.
    pub added: usize,
    /// Lines that went.
    pub removed: usize,
}

impl Report {
    /// The report of a run that ended before anything was planned.
    #[must_use]
    pub fn failed(mode: RunMode, errors: Vec<Diagnostic>) -> Self {
        Self { mode, errors, ..Self::default() }
    }

    /// The report of a run whose patch has been read, before anything is known of its outcome.
    #[must_use]
    pub fn begun(mode: RunMode, patch: &Patch) -> Self {
        Self {
            format: Some(patch.format),
            mode,
            operation_count: patch.operations.len() + refused_operations(patch),
            warnings: patch.warnings.clone(),
            ..Self::default()
        }
    }

    /// The same report of a patch that was refused after all: no file was changed.
    #[must_use]
    pub fn refused(self, errors: Vec<Diagnostic>) -> Self {
        Self { files: Vec::new(), operations: Arc::default(), diff: None, errors, ..self }
    }

    /// Adds warnings and notes; of all that there are the gravest come first.
    pub fn warn(&mut self, warnings: Vec<Diagnostic>) {
        self.warnings.extend(warnings);
        self.warnings.sort_by_key(|one| one.weight);
    }

    /// Whether the patch was applied, or would have been.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        self.errors.is_empty()
    }

    /// The exit status: 0 applied, 1 refused, 2 not understood, 3 the system said no.
    ///
    /// The gravest error decides, since the reader must mend that one first.
    #[must_use]
    pub fn exit_status(&self) -> u8 {
        self.errors.iter().map(|error| error.code.exit_status()).max().unwrap_or(0)
    }
}

/// How many operations were refused while the patch was read.
fn refused_operations(patch: &Patch) -> usize {
    let indices = patch.refused.iter().filter_map(|problem| Some(problem.operation.as_ref()?.index));
    indices.collect::<std::collections::HashSet<_>>().len()
}

/// The letter that stands for a summary line, as in git.
const fn letter(summary: &Summary) -> char {
    match summary {
        Summary::Added(_) => 'A',
        Summary::Modified(_) => 'M',
        Summary::Deleted(_) => 'D',
        Summary::Renamed(_, _) => 'R',
    }
}

/// Text out of a patch or a file, fit to be shown: stand-ins for stray bytes and control characters become U+FFFD.
fn showable(text: &str) -> String {
    text.chars().map(|char| if is_unfit(char) { '\u{fffd}' } else { char }).collect()
}

/// Whether a character would do something to a terminal, or stands for a byte that is no character.
fn is_unfit(char: char) -> bool {
    let direction = matches!(char, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let control = char.is_control() && !matches!(char, '\n' | '\t');
    control || direction || char as u32 >= 0x10_FF80
}
