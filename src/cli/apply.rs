//! `chunk apply`, `chunk check` and `chunk diff`: one run of the engine, told in three ways.

use std::path::PathBuf;

use chunk::commit::Durability;
use chunk::engine::{self, Detail, Options, SyntaxCheck};
use chunk::parse::{Direction, Reading};
use chunk::report::human::{self, Colour, PatchText};
use chunk::report::{Report, RunMode, json};

use super::args::{ApplyArgs, PatchArgs, SyntaxArg};
use super::input::{self, PatchInput};
use super::{output, signals, state};

/// How the outcome is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    /// What changed, or excerpts of what is wrong.
    Normal,
    /// The same, with every operation.
    Verbose,
    /// Errors only.
    Quiet,
    /// One line a problem.
    Short,
    /// One JSON object.
    Json,
}

/// A run, as the arguments ask for it.
#[derive(Debug)]
pub(crate) struct Job {
    patch: Option<PathBuf>,
    root: PathBuf,
    mode: RunMode,
    options: Options<'static>,
    macros: Vec<String>,
    undo: Undo,
    style: Style,
    colour: Colour,
}

/// Whether a run leaves a record by which it can be undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Undo {
    Recorded,
    No,
}

impl Job {
    /// `chunk apply`
    pub(crate) fn apply(args: ApplyArgs) -> Self {
        let mode = if args.dry_run || args.check { RunMode::DryRun } else { RunMode::Real };
        let style = match () {
            () if args.patch.json => Style::Json,
            () if args.check => Style::Short,
            () if args.quiet => Style::Quiet,
            () if args.verbose => Style::Verbose,
            () => Style::Normal,
        };
        let mut job = Self::new(args.patch, mode, style);
        if args.no_undo {
            job.undo = Undo::No;
        }
        if args.sync {
            job.options.commit.durability = Durability::Synced;
        }
        if args.diff {
            job.options.detail = Detail::Diff;
        }
        job
    }

    /// `chunk check`
    pub(crate) fn check(args: PatchArgs) -> Self {
        let style = if args.json { Style::Json } else { Style::Short };
        Self::new(args, RunMode::DryRun, style)
    }

    /// `chunk diff`
    pub(crate) fn diff(args: PatchArgs) -> Self {
        let style = if args.json { Style::Json } else { Style::Normal };
        Self::new(args, RunMode::DryRun, style)
    }

    fn new(args: PatchArgs, mode: RunMode, style: Style) -> Self {
        let detail = match (mode, style) {
            (_, Style::Short) => Detail::Names,
            (RunMode::DryRun, _) => Detail::Diff,
            (RunMode::Real, Style::Json) => Detail::Counts,
            (RunMode::Real, _) => Detail::Names,
        };
        let direction = if args.reverse { Direction::Reverse } else { Direction::Forward };
        let options = Options {
            reading: Reading { format: args.format.format(), strip: args.strip, direction },
            syntax: syntax(args.verify_syntax),
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
            style,
            colour: output::colour(args.color),
        }
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

/// Runs the job, tells the outcome, and returns the exit status.
pub(crate) fn run(job: &Job) -> u8 {
    let (patch, report) = match input::read_patch(job.patch.as_deref()) {
        Ok(patch) => {
            let report = execute(job, &patch.bytes);
            (patch, report)
        }
        Err(error) => (PatchInput::none(), Report::failed(job.mode, vec![error])),
    };
    tell(job, &report, PatchText { name: &patch.name, bytes: &patch.bytes });
    report.exit_status()
}

fn execute(job: &Job, patch: &[u8]) -> Report {
    let options = Options { macros: &job.macros, ..job.options };
    match job.mode {
        RunMode::DryRun => engine::preview_in(&job.root, patch, &options),
        RunMode::Real => {
            let state = if job.undo == Undo::Recorded { state::folder() } else { None };
            let mut options = Options { undo: state.as_deref(), ..options };
            options.commit.stop = Some(signals::flag());
            engine::apply_in(&job.root, patch, &options)
        }
    }
}

/// Tells the outcome: results on standard output, problems on standard error.
fn tell(job: &Job, report: &Report, patch: PatchText<'_>) {
    if job.style == Style::Json {
        return output::out(json::object(report, patch));
    }
    let problems = match job.style {
        Style::Short => human::short(report, patch),
        Style::Quiet if report.is_ok() => String::new(),
        _ => human::problems(report, patch, job.colour),
    };
    output::err(&problems);
    if job.style == Style::Verbose {
        output::err(&human::operations(report));
    }
    if report.is_ok() {
        tell_success(job, report);
    }
}

fn tell_success(job: &Job, report: &Report) {
    let says_more = matches!(job.style, Style::Normal | Style::Verbose);
    if says_more && job.mode == RunMode::Real {
        output::out(human::success(report));
    }
    output::out(report.diff.as_deref().unwrap_or_default());
    if says_more && job.mode == RunMode::DryRun {
        output::err(&human::dry_run(report));
    }
}
