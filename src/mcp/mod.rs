//! `chunk mcp`: a server of the Model Context Protocol over standard input and output.
//!
//! A layer beside the command line: it calls the same functions of the engine, and a call is answered by the text that
//! the command prints. The protocol, both of its generations, is the business of the SDK; what is here are the tools.
//!
//! ```text
//! request ──▶ handler ──▶ call: arguments ──▶ edit | read | find ──▶ engine ──▶ Answer ──▶ text + structured content
//! ```
//!
//! Invariant: every path that a tool is given is below the root, and no link is followed below it.
//! Invariant: whatever a tool changes is changed by the engine, and leaves a record for `undo`.
//! Invariant: a refusal is an answer, marked as an error; an error of the protocol is a call that no tool could answer.

mod answer;
mod arguments;
mod call;
mod context;
mod edit;
mod find;
mod guides;
mod handler;
mod read;
mod seen;
mod tools;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use chunk::diag::{Code, Diagnostic};
use rmcp::ServiceExt as _;
use rmcp::transport::async_rw::AsyncRwTransport;

use handler::Server;

/// A message may have so many bytes: a patch of 50 MB in JSON, with room to spare.
const LARGEST_MESSAGE: usize = 256 << 20;

/// What is served.
#[derive(Debug)]
pub(crate) struct Config {
    /// The folder that every path is relative to.
    pub(crate) root: PathBuf,
    /// The user's state folder, for records by which edits can be undone.
    pub(crate) state: Option<PathBuf>,
    /// Whether tools that change files are served.
    pub(crate) access: ServedTools,
    /// Which tools are served.
    pub(crate) tools: ToolSet,
}

/// Whether tools that change files are served.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ServedTools {
    ReadOnly,
    ReadWrite,
}

/// Which tools are served.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ToolSet {
    /// All.
    All,
    /// The patch tools, `read_file` and `undo`, for hosts that have file tools of their own.
    Core,
}

/// How the program is interrupted: a commit that is under way ends in good order first.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Interrupts {
    /// Set by an interrupt.
    pub(crate) stop: &'static AtomicBool,
    /// Whether an interrupt ends the program at once.
    pub(crate) is_idle: &'static AtomicBool,
}

/// The exit status of a server that was told to end while it wrote files: that of `SIGTERM`.
const TERMINATED: i32 = 143;

impl Interrupts {
    /// Runs a call that may write. Calls that write wait for each other, so there is one at a time.
    fn guard<T>(self, write: impl FnOnce(&'static AtomicBool) -> T) -> T {
        self.is_idle.store(false, Ordering::SeqCst);
        let outcome = write(self.stop);
        self.is_idle.store(true, Ordering::SeqCst);
        if self.stop.load(Ordering::SeqCst) {
            std::process::exit(TERMINATED);
        }
        outcome
    }
}

/// Serves until the input is closed.
///
/// # Errors
/// The root cannot be opened, or the system gives no threads.
pub(crate) fn serve(config: Config, interrupts: Interrupts) -> Result<(), Diagnostic> {
    let server = Server::new(config, interrupts)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Diagnostic::error(Code::Io, format!("the server cannot start: {error}")))?;
    let edits = server.edits();
    runtime.block_on(async {
        let (input, output) = rmcp::transport::io::stdio();
        let transport = AsyncRwTransport::new_server(input, output).with_max_line_length(LARGEST_MESSAGE);
        // However it ends, nobody is left who could be told: the client has closed its side, or never spoke the protocol.
        if let Ok(running) = server.serve(transport).await {
            let _ = running.waiting().await;
        }
        // An edit that is under way ends first.
        drop(edits.lock().await);
    });
    // A thread that still reads the input, or searches, is not waited for.
    runtime.shutdown_background();
    Ok(())
}
