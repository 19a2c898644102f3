//! The engine: applies a patch to a tree, or refuses it.
//!
//! The command line and all other callers use the same two functions: [`preview`] determines the changes without
//! writing anything, [`apply`] also commits them. Both return a [`Report`], never an error: a refusal is an outcome.
//!
//! ```
//! use chunk::engine::{self, Options};
//! use chunk::vfs::MemoryTree;
//!
//! let mut tree = MemoryTree::new().with_file("hello.py", "def hello():\n    return 'hello'\n");
//! let patch = b"\
//! operations:
//!   - path: hello.py
//!     op: replace_text
//!     marker: return 'hello'
//!     payload: return 'hello, world'
//! ";
//! let report = engine::apply(patch, &Options::default(), &mut tree);
//! assert!(report.is_ok());
//! assert_eq!(tree.files()["hello.py"], b"def hello():\n    return 'hello, world'\n");
//! ```
//!
//! Invariant: unless a run succeeds, the tree is unchanged.
//! Invariant: a preview and a run of the same patch on the same tree either both succeed or both refuse it.

mod changes;
mod convert;
mod earlier_texts;
mod expect;
#[cfg(feature = "disk")]
mod folder;
mod independent_problems;
mod repair;
#[cfg(feature = "disk")]
mod repeated_run;
mod symbols;
mod syntax;
#[cfg(feature = "disk")]
mod undo;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

#[cfg(feature = "disk")]
pub use changes::apply_file_changes_in;
pub use changes::{ApplyChangesInfo, ApplyChangesStatus, DirectiveOutcome, apply_file_changes};
#[cfg(feature = "disk")]
pub use convert::convert_in;
pub use convert::{Converted, convert};
pub use earlier_texts::SeenFile;
pub use expect::{ExpectedFile, Fingerprint};
#[cfg(feature = "disk")]
pub use folder::{apply_in, apply_read_in, open_tree, preview_in, recover_in, state_folder};
#[cfg(feature = "disk")]
pub use symbols::source_files_in;
pub use symbols::{FileSymbols, Selection, ShownSymbol, SourceFile, check_kinds, language_of};
pub use syntax::SyntaxCheck;
#[cfg(feature = "disk")]
pub use undo::{RecordInfo, records_in, undo_in};

use crate::commit::{self, commit};
use crate::diag::Diagnostic;
use crate::ir::{Format, Matching, Patch, PatchPath, RepeatedLines, TextId};
use crate::parse;
use crate::plan::{Plan, ReadFiles, Refused, Summary, plan_advised};
use crate::report::diff::{self, FileDiff};
use crate::report::{FileReport, LineCounts, Report, RunMode};
use crate::text::Bytes;
use crate::undo::Recorded;
use crate::vfs::{ReadTree, WriteTree};
use crate::write::Notation;

/// The options of a run.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options<'a> {
    /// How the patch is parsed; by default, its format is detected from the text.
    pub reading: parse::ReadOptions,
    /// How much the report says about the change of each file.
    pub detail: DiffDetail,
    /// What to do about syntax errors that the patch introduces.
    pub syntax: SyntaxCheck,
    /// Whether lines that are already at their place are inserted again, whatever the patch says.
    pub repeated: RepeatedLines,
    /// How far the lines of markers and hunks may differ from those of the files.
    pub matching: Matching,
    /// Words that are macros in the files, in addition to those that the patch names.
    pub macros: &'a [String],
    /// The state of files as the caller has seen them; if a file differs from it, the patch is refused.
    pub expected: &'a [ExpectedFile],
    /// Whole texts of files as the caller has seen them, the newest last. If an operation specifies the hash of a
    /// definition in one of them and the file has changed since, both changes are merged.
    pub seen: &'a [SeenFile],
    /// How the files are written.
    pub commit: commit::CommitOptions<'a>,
    /// The user's state folder, in which runs on a folder save a record for [`undo_in`], and in which they look for
    /// earlier records; `None` saves no record.
    pub undo: Option<&'a Path>,
}

/// How much a report says about the change of each file. More detail costs time: lines are compared only if it is
/// requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DiffDetail {
    /// Only the path and the status letter.
    #[default]
    Names,
    /// Also the numbers of added and removed lines.
    Counts,
    /// Also the whole change as a git diff.
    Diff,
}

/// Determines what a patch would do to a tree, without writing anything. [`Report::errors`] contains the reasons of a
/// refusal.
///
/// ```
/// use chunk::engine::{self, DiffDetail, Options};
/// use chunk::vfs::MemoryTree;
///
/// let tree = MemoryTree::new().with_file("a.txt", "one\ntwo\n");
/// let patch = b"--- a/a.txt\n+++ b/a.txt\n@@\n-two\n+three\n";
/// let report = engine::preview(patch, &Options { detail: DiffDetail::Diff, ..Options::default() }, &tree);
/// let diff = String::from_utf8(report.diff.expect("it was asked for")).unwrap();
/// assert!(diff.ends_with("@@ -1,2 +1,2 @@\n one\n-two\n+three\n"));
/// ```
#[must_use]
pub fn preview(patch: &[u8], options: &Options<'_>, tree: &dyn ReadTree) -> Report {
    match read(&patch.into(), options, RunMode::DryRun) {
        Ok(read) => PlannedRun::of(read.run(options), RunMode::DryRun, tree).report,
        Err(report) => report,
    }
}

/// Applies a patch to a tree, either completely or not at all.
///
/// If it is refused, the tree is unchanged, and [`Report::errors`] contains the reasons.
#[must_use]
pub fn apply(patch: &[u8], options: &Options<'_>, tree: &mut dyn WriteTree) -> Report {
    match read(&patch.into(), options, RunMode::Real) {
        Ok(read) => apply_read(read.run(options), tree, &mut unrecorded(options)),
        Err(report) => report,
    }
}

/// A patch that was parsed from text.
struct ReadPatch {
    patch: Patch,
    notation: Notation,
}

impl ReadPatch {
    const fn run<'r>(&'r self, options: &'r Options<'r>) -> PatchRun<'r> {
        PatchRun::new(&self.patch, self.notation, options)
    }
}

/// A patch with the options for applying it.
#[derive(Clone, Copy)]
struct PatchRun<'r> {
    patch: &'r Patch,
    /// The notation in which corrections of the patch are written.
    notation: Notation,
    options: &'r Options<'r>,
    /// The checksum of the patch text; `None` if the patch was not given as text, or if no records are kept.
    #[cfg_attr(not(feature = "disk"), expect(dead_code, reason = "nothing is known of earlier runs"))]
    checksum: Option<u64>,
    /// The file contents in the records of earlier runs.
    #[cfg(feature = "disk")]
    records: Option<&'r earlier_texts::RecordedTexts>,
}

impl<'r> PatchRun<'r> {
    const fn new(patch: &'r Patch, notation: Notation, options: &'r Options<'r>) -> Self {
        Self {
            patch,
            notation,
            options,
            checksum: None,
            #[cfg(feature = "disk")]
            records: None,
        }
    }

    /// Returns the tree, together with the known earlier states of its files.
    const fn with_history<'t>(&self, tree: &'t dyn ReadTree) -> earlier_texts::TreeWithHistory<'t>
    where
        'r: 't,
    {
        earlier_texts::TreeWithHistory {
            now: tree,
            seen: self.options.seen,
            #[cfg(feature = "disk")]
            records: self.records,
        }
    }
}

/// Parses a patch; returns a report with the errors if it fails.
fn read(bytes: &Bytes, options: &Options<'_>, mode: RunMode) -> Result<ReadPatch, Report> {
    match read_patch(bytes, options) {
        Ok(patch) => Ok(ReadPatch { notation: Notation::of(patch.format, bytes), patch }),
        Err(errors) => {
            let format = options.reading.format.or_else(|| parse::format_of(bytes));
            Err(Report { format, ..Report::failed(mode, errors) })
        }
    }
}

/// Parses a patch, without creating a report.
fn read_patch(bytes: &Bytes, options: &Options<'_>) -> Result<Patch, Vec<Diagnostic>> {
    let mut patch = parse::parse_shared(bytes, options.reading)?;
    patch.macros.extend_from_slice(options.macros);
    patch.matching = options.matching;
    // Operations of other formats never search the project, and hashing a long diff takes time.
    patch.own_text = (patch.format == Format::Chunk).then(|| TextId::of(bytes));
    if options.repeated == RepeatedLines::Insert {
        patch
            .operations
            .iter_mut()
            .for_each(|operation| operation.if_already_made.lines = RepeatedLines::Insert);
    }
    Ok(patch)
}

/// A function that applies a plan to a tree.
type Commit<'c> = &'c mut dyn FnMut(&Plan, &mut dyn WriteTree) -> Result<Recorded, Diagnostic>;

/// Returns a commit function that saves no record.
fn unrecorded(
    options: &Options<'_>,
) -> impl FnMut(&Plan, &mut dyn WriteTree) -> Result<Recorded, Diagnostic> {
    |plan, tree| commit(plan, tree, &options.commit).map(|warnings| Recorded { warnings, id: None })
}

/// Applies a parsed patch.
fn apply_read(run: PatchRun<'_>, tree: &mut dyn WriteTree, commit: Commit<'_>) -> Report {
    let PlannedRun { plan, mut report } = PlannedRun::of(run, RunMode::Real, tree);
    let Some(plan) = plan else { return report };
    match commit(&plan, tree) {
        Ok(Recorded { warnings, id }) => {
            report.warn(warnings);
            report.undo = id;
            report
        }
        Err(error) => report.refused(vec![error]),
    }
}

/// A run up to the point where files would be written.
struct PlannedRun {
    /// The plan; `None` if the patch was refused.
    plan: Option<Plan>,
    report: Report,
}

impl PlannedRun {
    /// Plans a patch; if it is refused, the report contains corrections.
    fn of(run: PatchRun<'_>, mode: RunMode, tree: &dyn ReadTree) -> Self {
        let mut report = Report::begun(mode, run.patch);
        let tree: &dyn ReadTree = &run.with_history(tree);
        match planned(run.patch, run.options, tree) {
            Ok((plan, warnings)) => {
                // The report already contains the warnings of the parser.
                report.warn(warnings);
                fill_in_files(&plan, run.options.detail, tree, &mut report);
                Self { plan: Some(plan), report }
            }
            Err(mut refused) => {
                let (repairs, later) = repair::repairs(run, &refused, tree);
                report.repairs = repairs;
                refused.problems.extend(later);
                Self { plan: None, report: report.refused(refused.problems) }
            }
        }
    }
}

/// Plans a patch and checks the syntax of the result; returns the plan with the warnings of both steps.
fn planned(
    patch: &Patch,
    options: &Options<'_>,
    tree: &dyn ReadTree,
) -> Result<(Plan, Vec<Diagnostic>), Refused> {
    expect::check(options.expected, tree).map_err(|problems| Refused { problems, ..Refused::default() })?;
    let plan = plan_advised(patch, tree, &ReadFiles::default())?;
    let doubts = syntax::check(patch, &plan, options.syntax)
        .map_err(|problems| Refused { problems, ..Refused::default() })?;
    let warnings = plan.warnings.iter().cloned().chain(doubts).collect();
    Ok((plan, warnings))
}

/// Adds what a plan does to the files to the report.
fn fill_in_files(plan: &Plan, detail: DiffDetail, tree: &dyn ReadTree, report: &mut Report) {
    let sections = match detail {
        DiffDetail::Names => Vec::new(),
        DiffDetail::Counts | DiffDetail::Diff => diff::sections(plan, tree),
    };
    let counts: HashMap<&PatchPath, LineCounts> =
        sections.iter().map(|FileDiff { path, counts, .. }| (path, *counts)).collect();
    let file = |summary: &Summary| {
        let (Summary::Added(path)
        | Summary::Modified(path)
        | Summary::Deleted(path)
        | Summary::Renamed(_, path)) = summary;
        let counts = (detail != DiffDetail::Names).then(|| counts.get(path).copied().unwrap_or_default());
        FileReport { summary: summary.clone(), counts }
    };
    report.files = plan.summary.iter().map(file).collect();
    report.operations = Arc::clone(&plan.operations);
    report.diff = (detail == DiffDetail::Diff).then(|| diff::join(&sections));
}
