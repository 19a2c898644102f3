//! The `chunk` command: a thin wrapper around the library.

mod cli;
#[cfg(feature = "mcp")]
mod mcp;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run(std::env::args_os().collect())
}
