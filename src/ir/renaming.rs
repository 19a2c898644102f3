//! New names for definitions.

use super::{FileSet, SymbolTarget};

/// A definition that gets another name, and what follows.
#[derive(Debug, Clone, PartialEq)]
pub struct SymbolRenaming {
    /// The definition.
    pub symbol: SymbolTarget,
    /// Its new name.
    pub new_name: String,
    /// The files that may be changed beside its own; all of the project where they are not limited.
    pub files: FileSet,
    /// What becomes of uses that cannot be decided.
    pub unproven: Unproven,
    /// How many of those there must be.
    pub count: Option<usize>,
    /// What becomes of the name in comments, strings and other files.
    pub mentions: Mentions,
    /// Whether the old name stays as another name for the definition.
    pub old_name: OldName,
}

/// What becomes of uses that cannot be decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Unproven {
    /// The operation is refused.
    #[default]
    Refuse,
    /// They are renamed.
    Rename,
    /// They stay.
    Leave,
}

/// What becomes of the name in comments, strings and other files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mentions {
    /// It stays, and is counted in a note.
    #[default]
    Leave,
    /// It is renamed.
    Rename,
}

/// What becomes of the old name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OldName {
    /// It goes.
    #[default]
    Goes,
    /// It stays as another name.
    Stays,
}
