//! Commands for the integration with a shell: completions, and the manual page.

use chunk::diag::{Code, Diagnostic};
use clap::CommandFactory as _;

use super::args::{CommandLine, CompletionsArgs, ManArgs};
use super::{input, output, usage};

const NAME: &str = "chunk";

/// Runs `chunk completions`: prints the script that completes commands and options.
pub(crate) fn completions(args: &CompletionsArgs) -> u8 {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut CommandLine::command(), NAME, &mut script);
    output::out(script);
    0
}

/// Runs `chunk man`: prints the manual page of the program, or of a command.
pub(crate) fn manual(args: &ManArgs) -> u8 {
    match page(args.command.as_deref()) {
        Ok(page) => {
            output::out(page);
            0
        }
        Err(error) => usage::failed(vec![error], false),
    }
}

fn page(name: Option<&str>) -> Result<Vec<u8>, Diagnostic> {
    let mut program = CommandLine::command();
    program.build();
    let command = match name {
        None => program,
        Some(name) => {
            let found = program.find_subcommand(name).cloned();
            let unknown = || {
                let names: Vec<String> =
                    program.get_subcommands().map(|command| format!("`{}`", command.get_name())).collect();
                Diagnostic::error(Code::Usage, format!("there is no command `{name}`"))
                    .with_help(format!("commands are {}", names.join(", ")))
            };
            found.ok_or_else(unknown)?.display_name(format!("{NAME}-{name}"))
        }
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command)
        .render(&mut page)
        .map_err(|error| input::io("cannot write the page", &error))?;
    Ok(page)
}
