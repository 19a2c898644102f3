//! Reverses a section of a diff, so that it undoes the change.

use super::FileSection;
use super::paths::Paths;
use crate::diag::Diagnostic;
use crate::parse::problem::malformed;

/// Reverses a section whose paths have been determined.
///
/// # Errors
/// Fails if the section does not contain the state before the change.
pub(super) fn reverse(section: &mut FileSection, paths: &mut Paths) -> Result<(), Diagnostic> {
    let git = &mut section.git;
    if git.is_copy {
        return Err(malformed(
            section.line,
            "a copy cannot be reversed: the diff does not say what was at its path",
        )
        .with_help("delete the copy by hand, and remove its section from the diff"));
    }
    let is_empty = git.old_blob.as_ref().is_some_and(|blob| blob.is_of(b""));
    if git.deleted_file.is_some() && section.hunks.is_empty() && !git.is_binary && !is_empty {
        return Err(malformed(
            section.line,
            "the deletion cannot be reversed: the diff does not contain the file",
        )
        .with_help("create the diff with the lines of the file, without `--irreversible-delete`"));
    }
    std::mem::swap(&mut paths.old, &mut paths.new);
    std::mem::swap(&mut git.from, &mut git.to);
    std::mem::swap(&mut git.new_file, &mut git.deleted_file);
    std::mem::swap(&mut git.old_blob, &mut git.new_blob);
    if git.new_mode.is_some() {
        // The mentioned mode is the `old mode`.
        std::mem::swap(&mut git.new_mode, &mut git.mentioned_mode);
    }
    if let Some((old, new)) = &mut section.names {
        std::mem::swap(old, new);
    }
    section.hunks.iter_mut().for_each(crate::ir::Hunk::reverse);
    Ok(())
}
