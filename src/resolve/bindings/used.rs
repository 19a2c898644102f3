//! A use of a name, and what is decided of it.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::resolve::bindings::file::graph::{BindingKind, FileId, Graph, Sort, space};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::found::Key;
use crate::resolve::bindings::problem::Doubt;

/// What is decided of a use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It means the definition.
    Certain,
    /// It means something else.
    Unrelated,
    /// It may mean either.
    Undecidable(Doubt),
    /// It stands in prose or in a string.
    Mention,
}

/// What a use means, as far as what is written tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Meaning {
    Is(Key),
    /// It is one of several definitions, whichever class an object is of.
    OneOf(Vec<Key>),
    Not,
    Unknown(Doubt),
    /// It may be a definition, or something that has its name by chance.
    Maybe(Key, Doubt),
    /// It may be something that nothing in the project tells of.
    Open(Doubt),
    Prose,
}

/// A use of a name.
#[derive(Debug, Clone)]
pub(super) struct Use {
    pub(super) file: FileId,
    pub(super) range: Range<usize>,
    pub(super) role: NameRole,
    pub(super) meaning: Meaning,
    pub(super) verdict: Verdict,
    /// The kinds of names that it may be one of.
    pub(super) wanted: u8,
    /// Whether something speaks against its meaning the definition, where it is undecidable.
    pub(super) is_unlikely: bool,
}

impl Use {
    /// A place that may reach the definition without spelling its name.
    pub(super) const fn hidden(file: FileId, at: usize, doubt: Doubt) -> Self {
        Self {
            file,
            range: at..at,
            role: NameRole::Unread,
            meaning: Meaning::Unknown(doubt),
            verdict: Verdict::Undecidable(doubt),
            wanted: space::ALL,
            is_unlikely: false,
        }
    }
}

/// The definition that is asked for.
#[derive(Debug)]
pub(super) struct Target {
    pub(super) own: Key,
    /// It, and what it replaces or is replaced by in classes that inherit.
    pub(super) keys: HashSet<Key>,
    /// What may be one with it, each with the reason.
    pub(super) related: HashMap<Key, Doubt>,
    pub(super) is_member: bool,
    pub(super) kind: BindingKind,
    /// The kinds of names that it is one of.
    pub(super) space: u8,
    /// The place that binds it.
    pub(super) file: FileId,
    pub(super) byte: usize,
}

/// Whether other packages see a name by its first letter.
pub(super) fn is_exported(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

/// Whether a binding is a member of a class, or of an object.
pub(super) fn is_member(graph: &Graph, id: usize) -> bool {
    let binding = &graph.bindings[id];
    matches!(binding.kind, BindingKind::Field | BindingKind::Component)
        || binding.subject.is_some()
        || graph.scopes[binding.scope].sort == Sort::Class && binding.kind != BindingKind::Generic
}
