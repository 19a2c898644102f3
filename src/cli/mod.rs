//! The command line: reads the arguments and the patch, calls the engine, and prints its report.
//!
//! Invariant: the report alone determines the exit status; a stream that cannot be written does not change it.
//! Invariant: with `--json`, every outcome, including a wrong command line, is one object on stdout, and stderr is
//! empty.

mod apply;
mod apply_patch;
mod args;
mod convert;
mod guide;
mod input;
mod lazy;
mod listing;
#[cfg(feature = "mcp")]
mod mcp;
mod output;
mod plain;
mod progress;
mod recover;
mod shell;
mod signals;
mod symbols;
mod undo;
mod usage;
mod uses;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser as _;

use apply::Job;
use args::{Command, CommandLine, SchemaOf};
use lazy::Lazy;

/// Runs the command that the arguments name, and returns its exit status.
pub(crate) fn run(arguments: Vec<OsString>) -> ExitCode {
    if apply_patch::is_name(arguments.first()) {
        return ExitCode::from(apply_patch::run(&arguments[1..]));
    }
    if let Some(args) = plain::apply(&arguments) {
        return ExitCode::from(apply::run(&Job::apply(args)));
    }
    if let Some(text) = guide::instead_of_help(&arguments) {
        output::out(text);
        return ExitCode::SUCCESS;
    }
    let wants_json = usage::wants_json(&arguments);
    let status = match CommandLine::try_parse_from(arguments) {
        Ok(line) => dispatch(line.command),
        Err(error) => usage::print_usage_error(&error, wants_json),
    };
    ExitCode::from(status)
}

fn dispatch(command: Command) -> u8 {
    match command {
        Command::Apply(Lazy(args)) => apply::run(&Job::apply(args)),
        Command::Check(Lazy(args)) => apply::run(&Job::check(args)),
        Command::Diff(Lazy(args)) => apply::run(&Job::diff(args)),
        Command::Convert(Lazy(args)) => convert::run(&args),
        Command::Symbols(Lazy(args)) => listing::list(&args),
        Command::Show(Lazy(args)) => symbols::show(&args),
        Command::Uses(Lazy(args)) => uses::list(&args),
        Command::Find(Lazy(args)) => uses::find(&args),
        Command::Undo(Lazy(args)) => undo::run(&args),
        Command::Guide(Lazy(args)) => guide::run(&args),
        Command::Schema(Lazy(args)) => schema(args.of),
        Command::Completions(Lazy(args)) => shell::completions(&args),
        Command::Man(Lazy(args)) => shell::manual(&args),
        Command::Recover(Lazy(args)) => recover::run(&args),
        #[cfg(feature = "mcp")]
        Command::Mcp(Lazy(args)) => mcp::run(args),
    }
}

/// Runs `chunk schema`.
fn schema(of: SchemaOf) -> u8 {
    output::out(match of {
        SchemaOf::Patch => chunk::parse::chunk_yaml::schema_text(),
        SchemaOf::Result => chunk::report::schema::schema_text(),
    });
    0
}
