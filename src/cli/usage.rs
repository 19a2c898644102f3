//! Reports errors in the command line like all other problems.

use std::ffi::OsString;

use chunk::diag::{Code, Diagnostic};
use chunk::report::human::{Colour, PatchText};
use chunk::report::{Report, RunMode, human, json};
use clap::CommandFactory as _;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::args::CommandLine;
use super::output;

/// The patch text for messages that do not refer to a patch.
pub(crate) const NO_PATCH: PatchText<'static> = PatchText { name: "<no patch>", bytes: b"" };

/// Returns whether `--json` is among the arguments: it must be obeyed even if they cannot be parsed.
pub(crate) fn wants_json(arguments: &[OsString]) -> bool {
    let mut before = None;
    arguments.iter().take_while(|argument| *argument != "--").any(|argument| {
        let is_value = before == Some("--message-format");
        before = argument.to_str();
        before == Some("--json")
            || before == Some("--message-format=json")
            || is_value && before == Some("json")
    })
}

/// Prints a message of clap, and returns the exit status.
pub(crate) fn print_usage_error(error: &clap::Error, json: bool) -> u8 {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            output::out(error.render().to_string());
            0
        }
        _ => failed(vec![diagnostic(error)], json),
    }
}

/// Prints a report of errors that ended a run before anything was planned, and returns the exit status.
pub(crate) fn failed(errors: Vec<Diagnostic>, json: bool) -> u8 {
    let report = Report::failed(RunMode::Real, errors);
    if json {
        output::out(json::object(&report, NO_PATCH));
    } else {
        report.errors.iter().for_each(|error| output::err(&human::diagnostic(error, NO_PATCH, Colour::Off)));
    }
    report.exit_status()
}

/// Converts clap's message: its first paragraph is the problem, its tips and the usage become help.
fn diagnostic(error: &clap::Error) -> Diagnostic {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return Diagnostic::error(Code::Usage, "no command was given")
            .with_help("`chunk apply PATCH` applies a patch; `chunk --help` lists every command");
    }
    let text = error.render().to_string();
    let problem = text.split("\n\n").next().unwrap_or(&text);
    let problem = problem.strip_prefix("error: ").unwrap_or(problem);
    let sentence = problem.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut diagnostic = Diagnostic::error(Code::Usage, sentence);
    for (kind, value) in error.context() {
        if let (true, ContextValue::String(likely)) = (is_suggestion(kind), value) {
            diagnostic = diagnostic.with_help(format!("did you mean `{likely}`?"));
        }
        if let (ContextKind::InvalidSubcommand, ContextValue::String(written)) = (kind, value)
            && let Some(likely) = likely_command(written)
        {
            diagnostic = diagnostic.with_help(format!("did you mean `{likely}`?"));
        }
        if let (ContextKind::Usage, ContextValue::StyledStr(usage)) = (kind, value) {
            let usage = usage.to_string();
            diagnostic = diagnostic.with_help(usage.trim_start_matches("Usage:").trim().to_owned());
        }
    }
    diagnostic
}

/// Returns the command whose name is most similar to a text, if it is similar enough.
fn likely_command(written: &str) -> Option<String> {
    let program = CommandLine::command();
    let names = program.get_subcommands().map(|command| command.get_name().to_owned());
    let near = names.map(|name| (strsim::normalized_damerau_levenshtein(written, &name), name));
    let best = near.max_by(|(left, _), (right, _)| left.total_cmp(right))?;
    (best.0 >= 0.6).then_some(best.1)
}

fn is_suggestion(kind: ContextKind) -> bool {
    matches!(kind, ContextKind::SuggestedArg | ContextKind::SuggestedSubcommand | ContextKind::SuggestedValue)
}
