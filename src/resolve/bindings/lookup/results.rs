//! The results of lookups, as plain values.

use std::rc::Rc;

use crate::resolve::bindings::file::graph::{BindingId, FileId, ScopeId};

/// The maximum number of steps through imports, aliases and types in one lookup.
pub(in crate::resolve::bindings) const MOST_STEPS: usize = 32;

/// A container of names.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::resolve::bindings) enum Container {
    /// A scope of a file.
    Scope(FileId, ScopeId),
    /// A package or a namespace of several files.
    Space(Rc<str>),
    /// A class, whose members may be in several scopes.
    Class(Rc<DefinitionId>),
}

/// A definition: all bindings of one name in one home and namespace.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::resolve::bindings) struct DefinitionId {
    pub(in crate::resolve::bindings) container: Container,
    pub(in crate::resolve::bindings) name: Rc<str>,
    /// The namespace of the name, where types and values have separate ones.
    pub(in crate::resolve::bindings) space: u8,
}

impl DefinitionId {
    /// Returns the class of a member.
    pub(in crate::resolve::bindings) fn class(&self) -> Option<&Self> {
        if let Container::Class(class) = &self.container { Some(class) } else { None }
    }
}

/// The result of a lookup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::resolve::bindings) enum Found {
    /// A definition, with one of its bindings.
    Definition(DefinitionId, FileId, BindingId),
    Module(Module),
    /// Something outside of the project.
    External,
    /// Nothing.
    Nowhere,
    /// The result is unknown.
    Unknown,
}

/// A place in a file at which names are looked up.
#[derive(Debug, Clone, Copy)]
pub(in crate::resolve::bindings) struct Place {
    pub(in crate::resolve::bindings) file: FileId,
    pub(in crate::resolve::bindings) byte: usize,
}

/// The type of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::resolve::bindings) enum InferredType {
    Object(DefinitionId),
    /// An object of one of these classes.
    Either(Vec<DefinitionId>),
    Class(DefinitionId),
    Function(FileId, BindingId),
    Module(Module),
    /// The current object, as an object of its base classes (`super`).
    Super(DefinitionId),
    /// The current class, as one of its base classes (`super` in a static function).
    SuperClass(DefinitionId),
    /// Something from outside of the project that may contain or stand for anything.
    External,
    /// A result of external code, or a part of one: hardly an object of the project.
    ExternalResult,
    /// An object without members of the project, except those from traits.
    Plain,
    /// An object of the named standard library class whose members are all known; a class of the project may inherit
    /// from that class.
    LibraryObject(String),
    /// A plain object that may contain others.
    OpaqueGeneric,
    /// A plain object that hands out a value, with the full path of its own type and the type of the value.
    Cell(String, Box<InferredType>),
    /// A container from outside of the project, with the type of its elements.
    ContainerOf(Box<InferredType>),
    /// A result: a container of a value or of an error, with the types of both.
    ResultOf(Box<InferredType>, Box<InferredType>),
    /// A future, with the type of its value.
    FutureOf(Box<InferredType>),
    /// A map from outside of the project, with the types of its keys and values.
    MapOf(Box<InferredType>, Box<InferredType>),
    /// A tuple.
    Tuple(Vec<InferredType>),
    /// A function without a name, with its result type.
    FunctionReturning(Box<InferredType>),
    Unknown,
}

/// The maximum number of tuple elements that are distinguished.
pub(in crate::resolve::bindings) const MOST_PARTS: usize = 16;

/// The bases of a class.
#[derive(Debug, Default)]
pub(in crate::resolve::bindings) struct Bases {
    pub(in crate::resolve::bindings) known: Vec<DefinitionId>,
    /// Whether a base belongs to the standard library.
    pub(in crate::resolve::bindings) has_standard: bool,
    /// The names of the standard library bases.
    pub(in crate::resolve::bindings) standard: Vec<String>,
    /// Whether a base comes from elsewhere outside of the project.
    pub(in crate::resolve::bindings) has_foreign: bool,
    /// Whether a base is unknown.
    pub(in crate::resolve::bindings) has_unknown: bool,
}

impl Bases {
    /// Adds a base of the standard library; one without a name may be any class.
    pub(in crate::resolve::bindings) fn add_standard(&mut self, name: Option<&str>) {
        self.has_standard = true;
        self.standard.push(name.unwrap_or_default().to_owned());
    }
}

/// The module to which a path resolves.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::resolve::bindings) enum Module {
    /// A scope of a file.
    File(FileId, usize),
    /// A folder of modules that has no file of its own.
    Folder(String),
    /// A package or namespace to which several files contribute.
    Space(String),
}

/// Returns the folder of a path; empty for the root.
pub(in crate::resolve::bindings) fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Where code looks up a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::resolve::bindings) enum LookupScope {
    /// Among the names of its file.
    File,
    /// Among the members of the object whose code begins at a byte offset.
    ObjectFrom(usize),
    /// Among the members of the object whose code ends at a byte offset.
    ObjectTo(usize),
    /// The code does not say in which object.
    Unsaid,
}

/// A name that code builds at run time.
pub(in crate::resolve::bindings) struct DynamicName {
    pub(in crate::resolve::bindings) file: FileId,
    /// The byte offset of the code.
    pub(in crate::resolve::bindings) byte: usize,
    /// The fixed beginning of the name.
    pub(in crate::resolve::bindings) start: Box<str>,
    /// The fixed end of the name.
    pub(in crate::resolve::bindings) end: Box<str>,
    /// Where the name is looked up.
    pub(in crate::resolve::bindings) within: LookupScope,
    /// The range of the object whose class name is the variable part of the name.
    pub(in crate::resolve::bindings) object: Option<std::ops::Range<usize>>,
}
