//! The program under the name `apply_patch`, the name of an editing tool of agents: the patch is the only argument, or
//! is read from standard input, and the current folder is the root.

use std::ffi::OsString;
use std::io::{IsTerminal as _, Read as _};
use std::path::Path;

use chunk::engine::{self, Options};
use chunk::plan::Summary;
use chunk::report::human::{self, PatchText, Verbosity};
use chunk::report::refusal;
use chunk::report::{FileReport, Report};

use super::args::ColourArg;
use super::{output, signals};

const USAGE: &str = "Usage: apply_patch 'PATCH'\n       echo 'PATCH' | apply_patch\n";

/// The approximate maximum number of characters of the report of changes.
const ANSWER: usize = 2000;

/// Returns whether the program was called by this name.
pub(crate) fn is_name(program: Option<&OsString>) -> bool {
    let stem = program.and_then(|path| Path::new(path).file_stem()?.to_str());
    matches!(stem, Some("apply_patch" | "apply-patch" | "applypatch"))
}

/// Applies the patch and returns the exit status: 0 for success, 1 for any problem with the patch, 2 for wrong
/// arguments.
pub(crate) fn run(arguments: &[OsString]) -> u8 {
    let (name, patch) = match arguments {
        [] => match from_stdin() {
            Some(patch) => ("<stdin>", patch),
            None => return usage(),
        },
        [only] if only == "--help" || only == "-h" => {
            output::out(USAGE);
            return 0;
        }
        [only] => ("<argument>", only.as_encoded_bytes().to_vec()),
        _ => return usage(),
    };
    let state = engine::state_folder();
    let mut options = Options { undo: state.as_deref(), ..Options::default() };
    options.commit.stop = Some(signals::flag());
    let report = engine::apply_in(Path::new("."), &patch[..], &options);
    let colour = output::colour(ColourArg::Auto);
    output::err(&refusal::problems(&report, PatchText { name, bytes: &patch }, colour, ANSWER));
    if report.is_ok() {
        output::out(success(&report));
    }
    u8::from(!report.is_ok())
}

fn usage() -> u8 {
    output::err(USAGE);
    2
}

/// Returns the patch from standard input; `None` if it is a terminal or empty.
fn from_stdin() -> Option<Vec<u8>> {
    let mut stdin = std::io::stdin().lock();
    if stdin.is_terminal() {
        return None;
    }
    let mut patch = Vec::new();
    stdin.read_to_end(&mut patch).ok()?;
    (!patch.is_empty()).then_some(patch)
}

/// Returns the list of files in the format of that tool (added files first, removed files last, moved files by their
/// new path), followed by the changes in them.
fn success(report: &Report) -> String {
    let lines = |letter: char| {
        let paths = report.files.iter().filter_map(move |FileReport { summary, .. }| match summary {
            Summary::Added(path) => (letter == 'A').then_some(path),
            Summary::Modified(path) | Summary::Renamed(_, path) => (letter == 'M').then_some(path),
            Summary::Deleted(path) => (letter == 'D').then_some(path),
        });
        paths.map(move |path| format!("{letter} {path}\n"))
    };
    let list: String = ['A', 'M', 'D'].into_iter().flat_map(lines).collect();
    let own = human::success(report, Verbosity::Files);
    let whole = human::success(report, Verbosity::Changes(ANSWER));
    let changes = whole.get(own.len()..).filter(|_| whole.starts_with(&own)).unwrap_or_default();
    format!("Success. Updated the following files:\n{list}{changes}")
}
