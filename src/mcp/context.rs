//! The data that the calls of all tools share.

use std::path::PathBuf;

use super::Interrupts;
use super::seen::Seen;

/// The data that all calls share.
#[derive(Debug)]
pub(super) struct Context {
    pub(super) root: PathBuf,
    pub(super) state: Option<PathBuf>,
    pub(super) seen: Seen,
    pub(super) interrupts: Interrupts,
}
