//! Writes operations as the text of a patch: the inverse of parsing.
//!
//! It is used to print corrected patches. If a format cannot express an operation, the result is `None`, never an
//! approximation.
//!
//! Invariant: the written text is parsed as the same operations, except for their places in the text.

mod apply_patch;
pub(crate) mod blocks;
mod chunk;
mod exchanged;
mod file_changes;
mod hunks;
mod json_edits;
mod unified;

use crate::ir::{Format, Operation, Patch};
use crate::text::encode_stray;
use unified::Head;

/// The notation in which a patch is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// CHUNK YAML.
    ChunkYaml,
    /// CHUNK as JSON.
    ChunkJson,
    /// A git diff.
    Unified,
    /// The `*** Begin Patch` envelope.
    ApplyPatch,
    /// The `<FILE_CHANGES>` envelope.
    FileChanges,
    /// SEARCH/REPLACE blocks.
    SearchReplace,
    /// Edits in JSON.
    JsonEdits,
    /// None: the patch was not given as text.
    Unwritten,
}

impl Notation {
    /// Returns the notation of a patch given as text.
    #[must_use]
    pub fn of(format: Format, text: &[u8]) -> Self {
        match format {
            Format::Chunk if text.trim_ascii_start().starts_with(b"{") => Self::ChunkJson,
            Format::Chunk => Self::ChunkYaml,
            Format::Unified => Self::Unified,
            Format::ApplyPatch => Self::ApplyPatch,
            Format::FileChanges => Self::FileChanges,
            Format::SearchReplace => Self::SearchReplace,
            Format::JsonEdits => Self::JsonEdits,
        }
    }
}

/// Returns the text of a whole patch; `None` if the notation cannot express it.
///
/// ```
/// use chunk::parse::parse;
/// use chunk::write::{Notation, patch};
///
/// let read = parse(b"--- a/a.txt\n+++ b/a.txt\n@@\n-two\n+three\n", None).unwrap();
/// let text = patch(&read, Notation::ApplyPatch).unwrap();
/// assert_eq!(text, b"*** Begin Patch\n*** Update File: a.txt\n@@\n-two\n+three\n*** End Patch\n");
/// // A hunk alone does not say how CHUNK would name its place.
/// assert_eq!(patch(&read, Notation::ChunkYaml), None);
/// ```
#[must_use]
pub fn patch(patch: &Patch, notation: Notation) -> Option<Vec<u8>> {
    let text = match notation {
        Notation::ChunkYaml => chunk::yaml(patch)?,
        Notation::ChunkJson => chunk::json(patch)?,
        Notation::Unified => {
            let is_git = patch.tree_changes.iter().any(|run| run.len() > 1);
            let head = if is_git { Head::Git } else { Head::Plain };
            patch.operations.iter().map(|own| unified::section(own, head)).collect::<Option<_>>()?
        }
        Notation::ApplyPatch => format!("*** Begin Patch\n{}*** End Patch\n", sections(patch, notation)?),
        Notation::FileChanges => format!("<FILE_CHANGES>\n{}</FILE_CHANGES>\n", sections(patch, notation)?),
        Notation::SearchReplace => sections(patch, notation)?,
        Notation::JsonEdits => json_edits::whole(patch)?,
        Notation::Unwritten => return None,
    };
    Some(encode_stray(&text).into_owned())
}

/// Returns the text of one operation, as it appears in a patch; `None` if the notation cannot express it.
#[must_use]
pub fn operation(operation: &Operation, notation: Notation) -> Option<String> {
    match notation {
        Notation::ChunkYaml => chunk::yaml_item(operation),
        Notation::ChunkJson => chunk::json_item(operation),
        Notation::Unified => unified::section(operation, Head::Plain),
        Notation::ApplyPatch => apply_patch::section(operation),
        Notation::FileChanges => file_changes::section(operation),
        Notation::SearchReplace => blocks::section(operation),
        Notation::JsonEdits => json_edits::edit(operation),
        Notation::Unwritten => None,
    }
}

fn sections(patch: &Patch, notation: Notation) -> Option<String> {
    patch.operations.iter().map(|own| operation(own, notation)).collect()
}

#[cfg(test)]
mod tests;
