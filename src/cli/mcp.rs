//! `chunk mcp`: passes arguments, environment and signals to the server.

use super::args::{McpArgs, ToolsArg};
use super::{signals, usage};
use crate::mcp::{Config, Interrupts, ServedTools, ToolSet, serve};

/// Serves until the input is closed, and returns the exit status.
pub(crate) fn run(args: McpArgs) -> u8 {
    let config = Config {
        root: args.root,
        state: chunk::engine::state_folder(),
        access: if args.read_only { ServedTools::ReadOnly } else { ServedTools::ReadWrite },
        tools: match args.tools {
            ToolsArg::All => ToolSet::All,
            ToolsArg::Core => ToolSet::Core,
        },
    };
    // The order matters: an interrupt terminates the program if nothing is being written, and otherwise sets the flag.
    let is_idle = signals::end_while_idle();
    match serve(config, Interrupts { stop: signals::flag(), is_idle }) {
        Ok(()) => 0,
        Err(error) => usage::failed(vec![error], false),
    }
}
