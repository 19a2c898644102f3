//! `chunk guide`: explains how to write a patch.

use std::ffi::OsString;

use chunk::diag::{Code, Diagnostic};
use chunk::guide;
use clap::CommandFactory as _;

use super::args::{CommandLine, GuideArgs, GuideForm};
use super::{output, usage};

/// Prints a text of the guide and returns the exit status.
pub(crate) fn run(args: &GuideArgs) -> u8 {
    let text = match (&args.topic, args.form) {
        (None, None) => Some(guide::page().to_owned()),
        (_, Some(GuideForm::Skill)) => Some(guide::as_skill()),
        (_, Some(GuideForm::AgentsMd)) => Some(guide::as_agents_md()),
        (Some(topic), None) => guide::about(topic).or_else(|| help_of(topic)),
    };
    match (text, &args.topic) {
        (Some(text), _) => {
            output::out(text);
            0
        }
        (None, topic) => usage::failed(vec![unknown(topic.as_deref().unwrap_or_default())], false),
    }
}

/// Returns the text that `chunk help COMMAND` prints.
fn help_of(command: &str) -> Option<String> {
    let mut all = CommandLine::command().bin_name("chunk");
    all.build();
    let found = all.find_subcommand_mut(command)?;
    Some(found.render_long_help().to_string())
}

/// Returns the text for `chunk help TOPIC`, if the topic is one of the guide, and not a command.
pub(crate) fn instead_of_help(arguments: &[OsString]) -> Option<String> {
    match arguments {
        [_, help, topic] if help == "help" => {
            let topic = topic.to_str()?;
            let is_command = CommandLine::command().find_subcommand(topic).is_some();
            if is_command { None } else { guide::about(topic) }
        }
        _ => None,
    }
}

fn unknown(topic: &str) -> Diagnostic {
    let message = format!("the guide has no topic `{topic}`");
    let names = guide::topics();
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    Diagnostic::error(Code::Usage, message).with_help(format!("the topics are {}", names.join(", ")))
}
