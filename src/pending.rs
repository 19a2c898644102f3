//! Stands in for stages that are still being written.

#![allow(missing_docs, clippy::missing_errors_doc, clippy::unnecessary_wraps)]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::diag::{Code, Diagnostic};
use crate::plan::Plan;
use crate::vfs::WriteTree;

#[derive(Debug, Clone, Default)]
pub struct CommitOptions {
    pub sync: bool,
    pub interrupted: Option<Arc<AtomicBool>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SyntaxCheck {
    #[default]
    Symbols,
    Off,
    Warn,
    Refuse,
}

fn missing() -> Diagnostic {
    Diagnostic::error(Code::Io, "this stage is not there yet")
}

pub fn verify(_: &Plan, _: SyntaxCheck) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    Ok(Vec::new())
}

pub fn commit(_: &Plan, _: &mut dyn WriteTree, _: &CommitOptions) -> Result<Vec<Diagnostic>, Diagnostic> {
    Err(missing())
}
