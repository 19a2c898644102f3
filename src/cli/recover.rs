//! `chunk recover`: brings a tree that a killed run left behind to all-old or all-new.

use std::path::Path;

use chunk::diag::{Code, Diagnostic};
use chunk::vfs::{DiskTree, TreeError};

use super::args::RecoverArgs;
use super::{output, usage};

/// Runs the command and returns the exit status.
pub(crate) fn run(args: &RecoverArgs) -> u8 {
    match DiskTree::open(&args.root) {
        Ok(_) => {
            output::out("nothing to recover\n");
            0
        }
        Err(error) => usage::failed(vec![cannot_open(&args.root, &error)], args.json),
    }
}

/// Says that the root cannot be worked in.
pub(crate) fn cannot_open(root: &Path, error: &TreeError) -> Diagnostic {
    Diagnostic::error(Code::Io, format!("cannot open `{}`: {error}", root.display()))
        .with_help("`--root DIR` names the folder that the paths of the patch are relative to")
}
