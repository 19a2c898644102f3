//! `chunk mcp`: a server of the Model Context Protocol over standard input and output.
//!
//! It is a layer like the command line: it calls the same functions of the engine, and answers a call with the text
//! that the corresponding command prints. The SDK implements the protocol, in both of its generations; this module
//! implements the tools.
//!
//! ```text
//! request ──▶ handler ──▶ call: arguments ──▶ edit | read | find ──▶ engine ──▶ Answer ──▶ text + structured content
//! ```
//!
//! Invariant: every path given to a tool is below the root, and no link below it is followed.
//! Invariant: all changes are made by the engine, and leave a record for `undo`.
//! Invariant: a refusal is an answer, marked as an error; only calls that no tool can answer are protocol errors.

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
mod wording;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use chunk::diag::{Code, Diagnostic};
use rmcp::ServiceExt as _;
use rmcp::transport::async_rw::AsyncRwTransport;

use handler::Server;

/// The maximum size of a message in bytes: enough for a patch of 50 MB in JSON.
const MAX_MESSAGE_BYTES: usize = 256 << 20;

/// The configuration of the server.
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

/// How the program is interrupted: an active commit ends in an orderly way first.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Interrupts {
    /// Whether an interrupt was received.
    pub(crate) stop: &'static AtomicBool,
    /// Whether an interrupt terminates the program at once.
    pub(crate) is_idle: &'static AtomicBool,
}

/// The exit status of a server that was interrupted while it wrote files: that of `SIGTERM`.
const TERMINATED: i32 = 143;

impl Interrupts {
    /// Runs a call that may write. Calls that write wait for each other, so there is only one at a time.
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
/// Fails if the root cannot be opened, or if the runtime cannot be started.
pub(crate) fn serve(config: Config, interrupts: Interrupts) -> Result<(), Diagnostic> {
    let server = Server::new(config, interrupts)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Diagnostic::error(Code::Io, format!("the server cannot start: {error}")))?;
    let edits = server.edits();
    runtime.block_on(async {
        let (input, output) = rmcp::transport::io::stdio();
        let transport = AsyncRwTransport::new_server(input, output).with_max_line_length(MAX_MESSAGE_BYTES);
        // Errors cannot be reported to anyone: the client has closed its side, or never spoke the protocol.
        if let Ok(running) = server.serve(transport).await {
            let _ = running.waiting().await;
        }
        // An active edit ends first.
        drop(edits.lock().await);
    });
    // Threads that still read the input, or search, are not waited for.
    runtime.shutdown_background();
    Ok(())
}
