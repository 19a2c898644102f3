//! `chunk convert`: prints a patch in another format.

use chunk::engine::{self, Converted, Options};
use chunk::parse::{Direction, ReadOptions};
use chunk::report::human::PatchText;
use chunk::report::{Report, refusal};

use super::args::ConvertArgs;
use super::input::{self, PatchInput};
use super::{output, usage};

/// The approximate maximum number of characters of a refusal.
const ANSWER: usize = 2000;

/// Prints the patch, or the reasons why there is none, and returns the exit status.
pub(crate) fn run(args: &ConvertArgs) -> u8 {
    let PatchInput { name, bytes } = match input::read_patch(args.patch.as_deref()) {
        Ok(patch) => patch,
        Err(error) => return usage::failed(vec![error], false),
    };
    let direction = if args.reverse { Direction::Reverse } else { Direction::Forward };
    let state = engine::state_folder();
    let options = Options {
        reading: ReadOptions { format: args.format.format(), strip: args.strip, direction },
        macros: &args.macros,
        undo: state.as_deref(),
        ..Options::default()
    };
    let colour = output::colour(args.color);
    let tell = |report: &Report| {
        output::err(&refusal::problems(report, PatchText { name: &name, bytes: &bytes }, colour, ANSWER));
    };
    match engine::convert_in(&args.root, &bytes, &options, args.to.format()) {
        Ok(Converted { patch, report }) => {
            tell(&report);
            output::out(patch);
            0
        }
        Err(report) => {
            tell(&report);
            report.exit_status()
        }
    }
}
