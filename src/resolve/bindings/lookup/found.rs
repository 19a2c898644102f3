//! What names and expressions lead to, as plain values.

use std::rc::Rc;

use crate::resolve::bindings::file::graph::{BindingId, FileId, ScopeId};

/// How many steps a name is followed over imports, aliases and types.
pub(in crate::resolve::bindings) const MOST_STEPS: usize = 32;

/// What has names in it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::resolve::bindings) enum Home {
    /// A scope of a file.
    Scope(FileId, ScopeId),
    /// A package or a namespace of several files.
    Space(Rc<str>),
    /// A class: its members may stand in several places.
    Class(Rc<Key>),
}

/// A definition: all that one home binds to one name of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::resolve::bindings) struct Key {
    pub(in crate::resolve::bindings) home: Home,
    pub(in crate::resolve::bindings) name: Rc<str>,
    /// The kind of names, where types and values have names of their own.
    pub(in crate::resolve::bindings) space: u8,
}

impl Key {
    /// The class of a member.
    pub(in crate::resolve::bindings) fn class(&self) -> Option<&Self> {
        if let Home::Class(class) = &self.home { Some(class) } else { None }
    }
}

/// What something leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::resolve::bindings) enum Found {
    /// A definition, with one of the places that bind it.
    Key(Key, FileId, BindingId),
    Module(Module),
    /// Something outside of the project.
    External,
    /// Nothing.
    Nowhere,
    /// That is not known.
    Unknown,
}

/// A place in a file from which names are looked up.
#[derive(Debug, Clone, Copy)]
pub(in crate::resolve::bindings) struct Place {
    pub(in crate::resolve::bindings) file: FileId,
    pub(in crate::resolve::bindings) byte: usize,
}

/// What an expression is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::resolve::bindings) enum ExprKind {
    Object(Key),
    /// An object of one of these classes.
    Either(Vec<Key>),
    Class(Key),
    Function(FileId, BindingId),
    Module(Module),
    /// The object at hand, as what its class inherits from.
    Super(Key),
    /// Something from outside of the project, which may stand for what is in it.
    External,
    /// What code outside of the project gave back, or a part of that: hardly an object of the project's.
    Foreign,
    /// An object that has no member of the project's, but for what a trait gives to it.
    Plain,
    /// An object of a class of the standard library, named here, of which all members are known: one of the project's may
    /// inherit from that class.
    Ancestor(String),
    /// Such an object that may hold others.
    Shell,
    /// Such an object, and what it gives to those who ask for it.
    Cell(Box<ExprKind>),
    /// An object from outside of the project that holds others.
    Holder(Box<ExprKind>),
    /// Such an object, and what it holds them under.
    Table(Box<ExprKind>, Box<ExprKind>),
    /// Several in a row.
    Row(Vec<ExprKind>),
    /// A function without a name, by what it gives back.
    Giving(Box<ExprKind>),
    Unknown,
}

/// How many values in a row are told apart.
pub(in crate::resolve::bindings) const MOST_PARTS: usize = 16;

/// What a class inherits from.
#[derive(Debug, Default)]
pub(in crate::resolve::bindings) struct Bases {
    pub(in crate::resolve::bindings) known: Vec<Key>,
    /// Whether one of them belongs to the standard library.
    pub(in crate::resolve::bindings) has_standard: bool,
    /// What those are called.
    pub(in crate::resolve::bindings) standard: Vec<String>,
    /// Whether one of them stands elsewhere outside of the project.
    pub(in crate::resolve::bindings) has_foreign: bool,
    /// Whether one of them is not known.
    pub(in crate::resolve::bindings) has_unknown: bool,
}

impl Bases {
    /// Adds one of the standard library; one without a name may be any.
    pub(in crate::resolve::bindings) fn add_standard(&mut self, name: Option<&str>) {
        self.has_standard = true;
        self.standard.push(name.unwrap_or_default().to_owned());
    }
}

/// What a path of modules leads to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::resolve::bindings) enum Module {
    /// A scope of a file.
    File(FileId, usize),
    /// A folder of modules without a file of its own.
    Folder(String),
    /// A package or a namespace that several files are part of.
    Space(String),
}

/// The folder of a path; empty for the root.
pub(in crate::resolve::bindings) fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// A name that code puts together while it runs.
pub(in crate::resolve::bindings) struct DynamicName {
    pub(in crate::resolve::bindings) file: FileId,
    /// The byte at which that is written.
    pub(in crate::resolve::bindings) byte: usize,
    /// What it begins with.
    pub(in crate::resolve::bindings) start: Box<str>,
    /// What it ends in.
    pub(in crate::resolve::bindings) end: Box<str>,
    /// Where the value begins that is asked for it, if that is written before it.
    pub(in crate::resolve::bindings) asked: Option<usize>,
    /// The object the name of whose class is all that follows.
    pub(in crate::resolve::bindings) object: Option<std::ops::Range<usize>>,
}
