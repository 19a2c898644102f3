//! `chunk apply`, `chunk check` and `chunk diff`: a run of the engine, reported in three ways.

use std::path::PathBuf;

use chunk::commit::Durability;
use chunk::engine::{self, DiffDetail, Options, SyntaxCheck};
use chunk::ir::{Matching, RepeatedLines};
use chunk::parse::{Direction, ReadOptions};
use chunk::report::diff::coloured;
use chunk::report::human::{self, Colour, PatchText, Verbosity};
use chunk::report::{Report, RunMode, json, refusal};
use chunk::text::Bytes;

use super::args::{ApplyArgs, CheckArgs, FuzzArg, MessageFormat, PatchArgs, SyntaxArg};
use super::input::{self, PatchInput};
use super::progress::Progress;
use super::{output, signals};

/// What is printed on standard output if the run succeeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Success {
    /// The files, and the changes in them.
    Summary,
    /// The list of files only, or a diff if it was requested.
    Quiet,
    /// Nothing.
    Silent,
    /// The diff, with one line on standard error.
    Diff,
    /// The summary that a real run would print.
    Check,
    /// The patch itself, corrected if necessary.
    Repaired,
}

/// A run, as specified by the arguments.
#[derive(Debug)]
pub(crate) struct Job {
    patch: Option<PathBuf>,
    root: PathBuf,
    mode: RunMode,
    options: Options<'static>,
    macros: Vec<String>,
    undo: Undo,
    format: MessageFormat,
    success: Success,
    answer: Verbosity,
    /// The approximate maximum number of characters of the answer.
    limit: usize,
    colour: Colour,
    /// Whether a diff on standard output is colored.
    diff_colour: Colour,
    /// Whether the place of each operation is reported on standard error.
    is_verbose: bool,
}

/// Whether a run saves a record by which it can be undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Undo {
    Recorded,
    No,
}

impl Job {
    /// Returns the job of `chunk apply`.
    pub(crate) fn apply(args: ApplyArgs) -> Self {
        let mode = if args.dry_run || args.check { RunMode::DryRun } else { RunMode::Real };
        let success = match () {
            () if args.quiet && args.check => Success::Silent,
            () if args.quiet => Success::Quiet,
            () if args.check => Success::Check,
            () if args.dry_run => Success::Diff,
            () => Success::Summary,
        };
        let mut job = Self { is_verbose: args.verbose, ..Self::new(args.patch, mode, success) };
        if args.no_undo {
            job.undo = Undo::No;
        }
        if args.sync {
            job.options.commit.durability = Durability::Synced;
        }
        if args.diff {
            job.options.detail = DiffDetail::Diff;
            job.answer = Verbosity::Files;
        }
        job
    }

    /// Returns the job of `chunk check`.
    pub(crate) fn check(args: CheckArgs) -> Self {
        let success = match (args.repaired, args.quiet) {
            (true, _) => Success::Repaired,
            (false, true) => Success::Silent,
            (false, false) => Success::Check,
        };
        Self { is_verbose: args.verbose, ..Self::new(args.patch, RunMode::DryRun, success) }
    }

    /// Returns the job of `chunk diff`.
    pub(crate) fn diff(args: PatchArgs) -> Self {
        Self::new(args, RunMode::DryRun, Success::Diff)
    }

    fn new(args: PatchArgs, mode: RunMode, success: Success) -> Self {
        let format = if args.json { MessageFormat::Json } else { args.message_format };
        let detail = match (mode, success, format) {
            (RunMode::DryRun, Success::Check, MessageFormat::Human) => DiffDetail::Counts,
            (RunMode::DryRun, Success::Check, MessageFormat::Short | MessageFormat::Github)
            | (RunMode::DryRun, Success::Silent, _) => DiffDetail::Names,
            (RunMode::DryRun, _, _) => DiffDetail::Diff,
            (RunMode::Real, _, MessageFormat::Json) => DiffDetail::Counts,
            (RunMode::Real, _, _) => DiffDetail::Names,
        };
        let direction = if args.reverse { Direction::Reverse } else { Direction::Forward };
        let options = Options {
            reading: ReadOptions { format: args.format.format(), strip: args.strip, direction },
            syntax: syntax(args.verify_syntax),
            matching: match args.fuzz {
                FuzzArg::Default => Matching::Lenient,
                FuzzArg::Exact => Matching::Exact,
            },
            repeated: if args.repeat { RepeatedLines::Insert } else { RepeatedLines::Refuse },
            detail,
            ..Options::default()
        };
        Self {
            patch: args.patch,
            root: args.root,
            mode,
            options,
            macros: args.macros,
            undo: Undo::Recorded,
            format,
            success,
            answer: Verbosity::Changes(args.answer_limit),
            limit: args.answer_limit,
            colour: output::colour(args.color),
            diff_colour: output::colour_of_output(args.color),
            is_verbose: false,
        }
    }
}

impl Job {
    const fn is_quiet(&self) -> bool {
        matches!(self.success, Success::Quiet | Success::Silent)
    }
}

fn syntax(asked: Option<SyntaxArg>) -> SyntaxCheck {
    match asked {
        None => SyntaxCheck::default(),
        Some(SyntaxArg::Off) => SyntaxCheck::Off,
        Some(SyntaxArg::Warn) => SyntaxCheck::Warn,
        Some(SyntaxArg::Refuse) => SyntaxCheck::Refuse,
    }
}

/// Runs the job, reports the outcome, and returns the exit status.
pub(crate) fn run(job: &Job) -> u8 {
    let (patch, report) = match input::read_patch(job.patch.as_deref()) {
        Ok(patch) => {
            let is_shown = job.format == MessageFormat::Human && !job.is_quiet();
            let progress = is_shown.then(|| Progress::of("applying the patch"));
            let report = execute(job, patch.bytes.clone());
            drop(progress);
            (patch, report)
        }
        Err(error) => (PatchInput::none(), Report::failed(job.mode, vec![error])),
    };
    let text = PatchText { name: &patch.name, bytes: &patch.bytes };
    print_report(job, &report, text);
    let status = match job.success {
        Success::Repaired if applying(&report, text).is_some() => 0,
        _ => report.exit_status(),
    };
    // The process ends here, and freeing the data of thousands of operations takes a tenth of its time.
    std::mem::forget((patch, report));
    status
}

/// Returns the patch as it applies: as given, or corrected.
fn applying<'a>(report: &'a Report, patch: PatchText<'a>) -> Option<&'a [u8]> {
    match &report.repairs.patch {
        _ if report.is_ok() => Some(patch.bytes),
        repaired => repaired.as_deref().map(str::as_bytes),
    }
}

fn execute(job: &Job, patch: Bytes) -> Report {
    let state = if job.undo == Undo::Recorded { engine::state_folder() } else { None };
    let mut options = Options { macros: &job.macros, undo: state.as_deref(), ..job.options };
    match job.mode {
        RunMode::DryRun => engine::preview_in(&job.root, patch, &options),
        RunMode::Real => {
            options.commit.stop = Some(signals::flag());
            engine::apply_in(&job.root, patch, &options)
        }
    }
}

/// Prints the outcome: results on standard output, problems on standard error.
fn print_report(job: &Job, report: &Report, patch: PatchText<'_>) {
    if job.success == Success::Repaired
        && let Some(text) = applying(report, patch)
    {
        return output::out(text);
    }
    let problems = match job.format {
        MessageFormat::Json => return output::out(json::object(report, patch)),
        MessageFormat::Github => return output::out(human::annotations(report, patch)),
        MessageFormat::Short => human::short(report, patch),
        MessageFormat::Human if job.is_quiet() && report.is_ok() => String::new(),
        MessageFormat::Human => refusal::problems(report, patch, job.colour, job.limit),
    };
    output::err(&problems);
    if job.is_verbose {
        output::err(&human::operations(report));
    }
    if report.is_ok() {
        print_success(job, report, job.answer.with_problems(&problems));
    }
}

fn print_success(job: &Job, report: &Report, answer: Verbosity) {
    match job.success {
        Success::Summary => output::out(human::success(report, answer)),
        Success::Check if job.format == MessageFormat::Human => {
            output::out(human::would_succeed(report, answer));
            return;
        }
        Success::Quiet if job.mode == RunMode::Real => output::out(human::success(report, Verbosity::Files)),
        Success::Check | Success::Quiet | Success::Silent | Success::Diff | Success::Repaired => {}
    }
    let diff = report.diff.as_deref().unwrap_or_default();
    match job.diff_colour {
        Colour::On if job.format == MessageFormat::Human => output::out(coloured(diff)),
        _ => output::out(diff),
    }
    if job.success == Success::Diff && job.format == MessageFormat::Human {
        output::err(&human::dry_run(report));
    }
}
