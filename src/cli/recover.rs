//! `chunk recover`: brings a folder in which a run was killed to the state before or after that run.

use chunk::commit::Recovered;
use chunk::engine;
use chunk::ir::PatchPath;

use super::args::RecoverArgs;
use super::{output, usage};

/// Runs the command and returns the exit status.
pub(crate) fn run(args: &RecoverArgs) -> u8 {
    match engine::recover_in(&args.root) {
        Ok(recovered) => {
            output::out(if args.json { object(&recovered) } else { sentence(&recovered) });
            0
        }
        Err(error) => usage::failed(vec![error], args.json),
    }
}

fn sentence(recovered: &Recovered) -> String {
    let list = |what: &str, paths: &[PatchPath]| {
        paths.iter().fold(format!("{what}\n"), |out, path| format!("{out}{path}\n"))
    };
    match recovered {
        Recovered::Nothing => "Nothing to recover.\n".to_owned(),
        Recovered::Cleared => "Removed an interrupted run that had not changed anything yet.\n".to_owned(),
        Recovered::Finished(paths) => {
            list("Finished an interrupted run that changes the following files:", paths)
        }
        Recovered::TakenBack(paths) => {
            list("Rolled back an interrupted run that was changing the following files:", paths)
        }
    }
}

fn object(recovered: &Recovered) -> String {
    let (what, paths): (_, &[PatchPath]) = match recovered {
        Recovered::Nothing => ("nothing", &[]),
        Recovered::Cleared => ("cleared", &[]),
        Recovered::Finished(paths) => ("finished", paths),
        Recovered::TakenBack(paths) => ("taken-back", paths),
    };
    let paths: Vec<&str> = paths.iter().map(PatchPath::as_str).collect();
    format!(
        "{}\n",
        serde_json::json!({"version": 1, "ok": true, "exit": 0, "recovered": what, "paths": paths})
    )
}
