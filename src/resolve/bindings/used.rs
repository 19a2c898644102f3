//! Uses of a name, and their verdicts.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::resolve::bindings::file::graph::{BindingGraph, BindingKind, FileId, Sort, space};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::results::DefinitionId;
use crate::resolve::bindings::problem::Doubt;

/// The verdict on a use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It refers to the definition.
    Certain,
    /// It refers to something else.
    Unrelated,
    /// It may or may not refer to the definition.
    Undecidable(Doubt),
    /// It is in prose or in a string.
    Mention,
}

/// The meaning of a use, as far as the source text shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Meaning {
    Is(DefinitionId),
    /// It is one of several definitions, depending on the class of an object.
    OneOf(Vec<DefinitionId>),
    Not,
    Unknown(Doubt),
    /// It may be a definition, or something else that has the same name by chance.
    Possible(DefinitionId, Doubt),
    /// It may be something that the project does not define.
    PossiblyExternal(Doubt),
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
    /// The namespaces to which the name may belong.
    pub(super) wanted: u8,
    /// Whether there is evidence against the use referring to the definition, if it is undecidable.
    pub(super) is_unlikely: bool,
}

impl Use {
    /// Makes a place that may reach the definition without spelling its name.
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

/// The definition whose uses are searched.
#[derive(Debug)]
pub(super) struct Target {
    pub(super) own: DefinitionId,
    /// The definition and the members that it overrides or that override it.
    pub(super) keys: HashSet<DefinitionId>,
    /// Definitions that may be the same as it, each with the reason.
    pub(super) related: HashMap<DefinitionId, Doubt>,
    pub(super) is_member: bool,
    pub(super) kind: BindingKind,
    /// The namespaces to which it belongs.
    pub(super) space: u8,
    /// The file that binds it.
    pub(super) file: FileId,
    pub(super) byte: usize,
}

/// Returns whether the first letter of a name makes it visible to other packages.
pub(super) fn is_exported(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

/// Returns whether a binding is a member of a class or of an object.
pub(super) fn is_member(graph: &BindingGraph, id: usize) -> bool {
    let binding = &graph.bindings[id];
    matches!(binding.kind, BindingKind::Field | BindingKind::Component)
        || binding.subject.is_some()
        || graph.scopes[binding.scope].sort == Sort::Class && binding.kind != BindingKind::Generic
}
