//! Reports the outcome of a run: for people, for programs, and as a diff that `git apply` accepts.
//!
//! A [`Report`] is plain data about one run; [`human`], [`json`] and [`diff`] turn it, or the plan behind it, into
//! text. Nothing here prints: the caller owns the streams.
//!
//! Invariant: the text depends on the report alone, so the terminal, the JSON and an editor show the same facts.
//! Invariant: control characters from patches and files never reach a terminal.

mod changes;
pub mod diff;
mod excerpt;
pub mod human;
pub mod json;
pub mod patch;
pub mod refusal;
pub mod schema;

use std::sync::Arc;

use crate::diag::Diagnostic;
use crate::ir::{Format, Patch};
use crate::plan::{Applied, Summary};
use crate::undo::Id;

/// The maximum number of warnings, and of errors, that are shown; further ones are only counted.
pub const MAX_SHOWN_PROBLEMS: usize = 100;

/// Whether a run writes files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RunMode {
    /// The tree is changed.
    #[default]
    Real,
    /// Everything is determined as in a real run, but nothing is written.
    DryRun,
}

/// Everything that is known about a run.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Report {
    /// The format of the patch, if it could be detected.
    pub format: Option<Format>,
    /// Whether the run was to write files.
    pub mode: RunMode,
    /// The number of operations in the patch; 0 if it could not be parsed.
    pub operation_count: usize,
    /// The result for each file, in the order of first mention; empty if the patch was refused.
    pub files: Vec<FileReport>,
    /// Where and how each operation was applied; empty if the patch was refused.
    pub operations: Arc<[Applied]>,
    /// The change as a git diff, in bytes, if it was requested.
    pub diff: Option<Vec<u8>>,
    /// The record by which the run can be undone, if one was saved.
    pub undo: Option<Id>,
    /// The run that this one reversed.
    pub reversed: Option<Reversed>,
    /// Warnings and notes, the gravest first.
    pub warnings: Vec<Diagnostic>,
    /// The reasons why nothing was changed; empty if the patch was applied.
    pub errors: Vec<Diagnostic>,
    /// Corrections with which the patch would apply.
    pub repairs: Repairs,
}

/// The corrections of a refused patch, in the format of the patch.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Repairs {
    /// The whole corrected patch, if each problem has a single likely correction.
    pub patch: Option<String>,
    /// Whole corrected patches, one for each of several equally likely corrections.
    pub choices: Vec<String>,
    /// The corrected operations.
    pub operations: Vec<RepairedOperation>,
    /// The number of operations that were not checked because they follow refused ones on the same files.
    pub unchecked: usize,
}

/// A refused operation in a form in which it would apply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepairedOperation {
    /// Its number, from 1.
    pub index: usize,
    /// Its text; several if several corrections are equally likely.
    pub texts: Vec<String>,
}

/// A run that was reversed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reversed {
    /// Its record.
    pub id: Id,
    /// The number of earlier runs that can still be reversed.
    pub left: usize,
}

/// The result for one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileReport {
    /// The status letter, and the path or paths.
    pub summary: Summary,
    /// The numbers of added and removed lines, if they were counted.
    pub counts: Option<LineCounts>,
}

/// The numbers of added and removed lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LineCounts {
    /// The number of added lines.
    pub added: usize,
    /// The number of removed lines.
    pub removed: usize,
}

impl Report {
    /// Returns the report of a run that failed before anything was planned.
    #[must_use]
    pub fn failed(mode: RunMode, errors: Vec<Diagnostic>) -> Self {
        Self { mode, errors, ..Self::default() }
    }

    /// Returns the initial report of a run whose patch has been parsed, before its outcome is known.
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

    /// Turns the report into that of a refused patch, in which no file was changed.
    #[must_use]
    pub fn refused(self, errors: Vec<Diagnostic>) -> Self {
        Self { files: Vec::new(), operations: Arc::default(), diff: None, errors, ..self }
    }

    /// Adds warnings and notes, and sorts all of them, the gravest first.
    pub fn warn(&mut self, warnings: Vec<Diagnostic>) {
        self.warnings.extend(warnings);
        self.warnings.sort_by_key(|one| one.weight);
    }

    /// Returns whether the patch was applied, or would have been.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        self.errors.is_empty()
    }

    /// Returns the exit status: 0 for applied, 1 for refused, 2 for not understood, 3 for an error of the system.
    ///
    /// The gravest error decides, since the user must fix that one first.
    #[must_use]
    pub fn exit_status(&self) -> u8 {
        self.errors.iter().map(|error| error.code.exit_status()).max().unwrap_or(0)
    }
}

/// Returns the number of operations that were refused while the patch was parsed.
fn refused_operations(patch: &Patch) -> usize {
    let indices = patch.refused.iter().filter_map(|problem| Some(problem.operation.as_ref()?.index));
    indices.collect::<std::collections::HashSet<_>>().len()
}

/// Returns the letter of a summary line, as in git.
const fn letter(summary: &Summary) -> char {
    match summary {
        Summary::Added(_) => 'A',
        Summary::Modified(_) => 'M',
        Summary::Deleted(_) => 'D',
        Summary::Renamed(_, _) => 'R',
    }
}

/// Makes text from a patch or a file safe to show: stand-ins for stray bytes and control characters become U+FFFD.
fn showable(text: &str) -> String {
    text.chars().map(|char| if is_unfit(char) { '\u{fffd}' } else { char }).collect()
}

/// Returns whether a character would control a terminal, or stands for a byte that is not a character.
fn is_unfit(char: char) -> bool {
    let direction = matches!(char, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let control = char.is_control() && !matches!(char, '\n' | '\t');
    control || direction || char as u32 >= 0x10_FF80
}
