//! Stands in for stages that are still being written.

#![allow(missing_docs, clippy::missing_errors_doc, clippy::unnecessary_wraps)]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::diag::{Code, Diagnostic};
use crate::ir::Patch;
use crate::plan::Plan;
use crate::vfs::{ReadTree, TreeError};

pub trait WriteTree: ReadTree {}

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

pub fn plan(_: &Patch, _: &dyn ReadTree) -> Result<Plan, Vec<Diagnostic>> {
    Err(vec![missing()])
}

pub fn verify(_: &Plan, _: SyntaxCheck) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    Ok(Vec::new())
}

pub fn commit(_: &Plan, _: &mut dyn WriteTree, _: &CommitOptions) -> Result<Vec<Diagnostic>, Diagnostic> {
    Err(missing())
}

#[derive(Debug)]
pub struct DiskTree;

impl DiskTree {
    pub fn open(_: &Path) -> Result<Self, TreeError> {
        Ok(Self)
    }
}

impl ReadTree for DiskTree {
    fn kind(&self, _: &crate::ir::PatchPath) -> Result<Option<crate::vfs::Kind>, TreeError> {
        Ok(None)
    }

    fn read(&self, _: &crate::ir::PatchPath) -> Result<crate::vfs::File, TreeError> {
        Err(TreeError::Missing)
    }

    fn list(&self, _: &crate::ir::PatchPath) -> Result<Vec<(String, crate::vfs::Kind)>, TreeError> {
        Err(TreeError::Missing)
    }
}

impl WriteTree for DiskTree {}
