//! One operation of a patch: what it does to which file.

use super::{
    BlobName, Change, Exchange, FileSet, Hunk, Indent, Locator, OldName, PatchPath, Payload, Substitution,
    SymbolPlace, SymbolRenaming, SymbolTarget, Unproven,
};
use crate::diag::{OperationRef, PatchPlace};

/// One operation of a patch.
#[derive(Debug, Clone, PartialEq)]
pub struct Operation {
    /// Its position in the patch.
    pub origin: Origin,
    /// The path of the file that it names.
    pub path: PatchPath,
    /// How literally the path is to be taken.
    pub path_style: PathStyle,
    /// What it may do if its change has already been made.
    pub if_already_made: IfAlreadyMade,
    /// What it does to the file.
    pub action: Action,
}

/// What an operation may do if its change has already been made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct IfAlreadyMade {
    /// Applies to lines that it inserts.
    pub lines: RepeatedLines,
    /// Applies to a definition that it adds.
    pub definition: ExistingDefinition,
    /// Applies to a definition that it replaces and that has changed since.
    pub stale: Stale,
}

/// What to do if a definition to be replaced differs from what the patch expects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Stale {
    /// Merge both changes, unless they overlap.
    #[default]
    Merge,
    /// Refuse the patch.
    Refuse,
}

/// What to do if the lines to insert are already at their place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RepeatedLines {
    /// Refuse: the patch was probably applied before.
    #[default]
    Refuse,
    /// Insert them again.
    Insert,
}

/// What to do if a scope already contains a definition with the same name and signature as an added one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ExistingDefinition {
    /// Refuse the patch.
    #[default]
    Refuse,
    /// Replace the existing definition.
    Replace,
    /// Keep the existing definition, and add nothing.
    Skip,
}

/// How literally the path of an operation is to be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PathStyle {
    /// The path is exact.
    #[default]
    Exact,
    /// The path is from a diff header without `a/` and `b/`: its first component may be the folder in which the diff
    /// was made, and is stripped if the path as written does not exist and the stripped path does. The same applies to
    /// an `a/` or `b/` in a format that has no such prefixes.
    MayNeedStrip,
    /// The path is from a diff in which some section names two folders, as written by `git diff --no-index old new`:
    /// these folders are stripped if neither exists and the file exists without them.
    MayNameCompared,
    /// The path is that of a new file, and the other header names the file in another folder, as written by `diff -N
    /// foo.orig foo`: the folder is stripped if it does not exist.
    NewInCompared,
    /// The path is from a diff header, and the other header has a different path. If the old path does not exist (it
    /// may be a backup such as `x.c.orig`), the new path is used; if the new path is the old one with a suffix such as
    /// `.new`, the old path is used.
    MayBeBackup,
    /// The path is a line that may be a path with spaces, or words followed by a path: if the line is not the path of a
    /// file, and its last word is, the last word is used.
    MayEndLine,
}

impl Operation {
    /// Returns the reference to this operation that diagnostics contain.
    #[must_use]
    pub fn reference(&self) -> OperationRef {
        OperationRef { index: self.origin.index, name: self.origin.name.clone(), path: self.path.to_string() }
    }

    /// Returns the paths that it names: its file and, if it has one, its destination.
    pub fn paths(&self) -> Vec<&PatchPath> {
        let to = match &self.action {
            Action::Update { to: Destination::Move(to) | Destination::Copy(to), .. } => Some(to),
            Action::MoveSymbol { to, .. } => to.as_ref(),
            // The path of an operation on several files is only a label.
            Action::Substitute(Substitution { files: FileSet::Globs(_), .. }) => return Vec::new(),
            Action::Substitute(_) | Action::Exchange(_) | Action::RenameSymbol(_) => None,
            Action::Update { to: Destination::Stay, .. }
            | Action::Create { .. }
            | Action::Delete { .. }
            | Action::Edit { .. } => None,
        };
        std::iter::once(&self.path).chain(to).collect()
    }
}

/// The position of an operation in the patch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// Its number, from 1.
    pub index: usize,
    /// Its name as shown to the user: `replace_text`, `Update File`, `FILE_PATCH`, `diff`.
    pub name: String,
    /// The place where it begins.
    pub place: PatchPlace,
    /// The places where the values of its fields begin, by field name, in formats that have fields.
    pub fields: Vec<(&'static str, PatchPlace)>,
}

impl Origin {
    /// Returns whether the operation has the field.
    #[must_use]
    pub fn has_field(&self, name: &str) -> bool {
        self.fields.iter().any(|(field, _)| *field == name)
    }

    /// Returns the place where the value of a field begins, or where the operation begins if it does not have the
    /// field.
    #[must_use]
    pub fn field(&self, name: &str) -> PatchPlace {
        let found = self.fields.iter().find(|(field, _)| *field == name);
        found.map_or(self.place, |(_, place)| *place)
    }
}

/// What an operation does.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Creates or overwrites a whole file.
    Create {
        /// Its content: every line ends in a newline, except the last line if `payload.no_final_newline` is set.
        payload: Payload,
        /// What to do if the file exists.
        existing: Existing,
        /// Its permission bits, if the patch specifies them.
        mode: Option<FileMode>,
    },
    /// Removes a file or folder.
    Delete {
        /// Whether the path may be a folder, which is removed with its contents.
        folders: Folders,
        /// The removed lines, if the patch lists them: they must be the whole file.
        hunks: Vec<Hunk>,
    },
    /// Changes one place in a file.
    Edit {
        /// The place.
        at: Locator,
        /// The change at that place.
        change: Change,
        /// How the payload is indented.
        indent: Indent,
    },
    /// Replaces parts of lines, in one or several files.
    Substitute(Substitution),
    /// Replaces whole lines or parts of lines, depending on what matches the file.
    Exchange(Exchange),
    /// Renames a definition, in all files of the project.
    RenameSymbol(SymbolRenaming),
    /// Moves definitions to a place in the same or another file.
    MoveSymbol {
        /// The definition, or the first of several.
        symbol: SymbolTarget,
        /// The further definitions, in their new order.
        more: Vec<SymbolTarget>,
        /// The target file; `None` for the file that contains the definition.
        to: Option<PatchPath>,
        /// The place in the target file.
        place: SymbolPlace,
        /// Whether the old file continues to export the definitions.
        old_place: OldName,
        /// What to do with uses that cannot be proven to refer to the definitions.
        unproven: Unproven,
    },
    /// Changes a file by hunks, all of which are located in the same text; may also move or copy the file or change its
    /// mode.
    Update {
        /// The hunks; empty for a mere move, copy or change of mode.
        hunks: Vec<Hunk>,
        /// Where the result is written.
        to: Destination,
        /// Its permission bits, if the patch specifies them.
        mode: Option<FileMode>,
        /// The blob for which the hunks were made, if the patch names it.
        base: Option<BlobName>,
    },
}

/// What to do if a file to be created exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// Overwrite it.
    Overwrite,
    /// Overwrite it, with a warning.
    OverwriteWithWarning,
    /// Overwrite it only if it is empty.
    OverwriteEmpty,
    /// Refuse the patch.
    Refuse,
}

/// Whether a deletion may remove folders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Folders {
    /// Only a regular file may be deleted.
    Refuse,
    /// A folder is removed with all its contents.
    Recurse,
}

/// Where the result of an update is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    /// To the same path.
    Stay,
    /// To another path; the original is removed.
    Move(PatchPath),
    /// To another path; the original is kept unchanged.
    Copy(PatchPath),
}

/// The permission bits that a diff can specify.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileMode {
    /// Mode 644 in a diff: not executable.
    Regular,
    /// Mode 755 in a diff: executable.
    Executable,
}
