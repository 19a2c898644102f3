//! Operations that rename definitions.

use super::{FileSet, SymbolTarget};

/// The renaming of a definition and its uses.
#[derive(Debug, Clone, PartialEq)]
pub struct SymbolRenaming {
    /// The definition to rename.
    pub symbol: SymbolTarget,
    /// Its new name.
    pub new_name: String,
    /// The files, other than the definition's own file, that may be changed; [`FileSet::Named`] means all files of the
    /// project.
    pub files: FileSet,
    /// What to do with uses that cannot be resolved.
    pub unproven: Unproven,
    /// The required number of such uses; `None` if it is not limited.
    pub count: Option<usize>,
    /// What to do with the name in comments, strings and other files.
    pub mentions: Mentions,
    /// Whether the old name is kept as an alias of the definition.
    pub old_name: OldName,
}

/// What to do with uses that cannot be resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Unproven {
    /// The operation is refused.
    #[default]
    Refuse,
    /// They are renamed.
    Rename,
    /// They are left unchanged.
    Leave,
}

/// What to do with the name in comments, strings and other files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mentions {
    /// It is left unchanged, and its occurrences are counted in a note.
    #[default]
    Leave,
    /// It is renamed.
    Rename,
}

/// What to do with the old name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OldName {
    /// It is removed.
    #[default]
    Removed,
    /// It is kept as an alias.
    KeptAsAlias,
}
