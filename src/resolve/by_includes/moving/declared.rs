//! What a file declares outside of classes and functions, where files that include it see it.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::lang::{Language, Macros};
use crate::resolve::bindings::bare_address;
use crate::resolve::symbol::{SymbolInfo, Symbols};
use crate::text::Buffer;
use crate::text::normal::is_word_char;

/// A declaration outside of classes and functions.
#[derive(Debug, Clone)]
pub(super) struct FreeDeclaration {
    pub(super) name: String,
    /// The address by which its file names it.
    pub(super) address: String,
    /// The namespaces around it, outermost first, without nameless ones.
    pub(super) scope: Vec<String>,
    pub(super) range: Range<usize>,
    /// The byte offset of the declaration, after attributes.
    pub(super) at: usize,
    pub(super) kind: String,
    /// Whether it only declares what is defined elsewhere.
    pub(super) is_declaration: bool,
}

/// A declaration at any depth.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct DeclaredName {
    /// The byte offset of the declaration.
    at: usize,
    pub(super) name: String,
    pub(super) kind: String,
}

/// The declarations of a file.
#[derive(Debug, Default)]
pub(super) struct FileDeclarations {
    free: Vec<FreeDeclaration>,
    /// The indices of `free`, in file order.
    in_order: Vec<usize>,
    by_name: HashMap<String, Vec<usize>>,
    /// The names of members of classes.
    members: HashSet<String>,
    /// All declarations, in file order, those in classes among them.
    all: Vec<DeclaredName>,
    /// The byte offsets of its namespaces.
    modules: HashSet<usize>,
}

impl FileDeclarations {
    pub(super) fn of(language: &'static Language, macros: &Macros, text: &str) -> Self {
        let buffer = Buffer::of_text(text);
        let mut symbols = Symbols::with_macros(language, macros.clone());
        let mut all = symbols.all(&buffer).to_vec();
        all.extend(symbols.minor_names(&buffer));
        let module = language.module_kind();
        let modules: HashSet<Vec<String>> = all
            .iter()
            .filter(|one| Some(one.kind.as_str()) == module)
            .map(|one| names_of(&one.address))
            .collect();
        let others: HashSet<Vec<String>> = all.iter().map(|one| names_of(&one.address)).collect();
        let declared = |one: &SymbolInfo| DeclaredName {
            at: one.declaration,
            name: one.name.clone(),
            kind: one.kind.clone(),
        };
        let mut read = Self { all: all.iter().map(declared).collect(), ..Self::default() };
        read.all.sort_unstable();
        for one in all {
            if Some(one.kind.as_str()) == module {
                read.modules.insert(one.declaration);
            }
            match scope_of(&one, (&modules, &others)) {
                Some(scope) => read.add(one, scope),
                None => drop(read.members.insert(one.name)),
            }
        }
        read.in_order = (0..read.free.len()).collect();
        read.in_order.sort_by_key(|at| read.free[*at].at);
        read
    }

    fn add(&mut self, one: SymbolInfo, scope: Vec<String>) {
        self.by_name.entry(one.name.clone()).or_default().push(self.free.len());
        self.free.push(FreeDeclaration {
            name: one.name,
            address: one.address,
            scope,
            range: one.range,
            at: one.declaration,
            kind: one.kind,
            is_declaration: one.is_declaration,
        });
    }

    /// Returns the declarations of a name, in file order.
    pub(super) fn named(&self, name: &str) -> impl Iterator<Item = &FreeDeclaration> {
        self.by_name.get(name).into_iter().flatten().map(|at| &self.free[*at])
    }

    /// Returns the declarations outside of classes and functions, in file order.
    pub(super) fn all(&self) -> &[FreeDeclaration] {
        &self.free
    }

    /// Returns the declarations outside of classes and functions that begin in a range.
    pub(super) fn free_within(&self, range: &Range<usize>) -> impl Iterator<Item = &FreeDeclaration> {
        let before = |at: usize| self.in_order.partition_point(|one| self.free[*one].at < at);
        let within = before(range.start)..before(range.end).max(before(range.start));
        self.in_order[within].iter().map(|at| &self.free[*at])
    }

    /// Returns whether a byte is inside of a class or function.
    pub(super) fn is_inside(&self, at: usize) -> bool {
        self.free.iter().any(|one| !self.modules.contains(&one.at) && one.range.contains(&at))
    }

    /// Returns the declarations that begin in a range, at any depth.
    pub(super) fn within(&self, range: &Range<usize>) -> &[DeclaredName] {
        let before = |at: usize| self.all.partition_point(|one| one.at < at);
        &self.all[before(range.start)..before(range.end).max(before(range.start))]
    }

    /// Returns whether a class of the file has a member of the name.
    pub(super) fn has_member(&self, name: &str) -> bool {
        self.members.contains(name)
    }
}

/// Returns the namespaces around a definition, of all `modules` and other definitions of its file; `None` if it is a
/// member of something else.
fn scope_of(
    one: &SymbolInfo,
    (modules, others): (&HashSet<Vec<String>>, &HashSet<Vec<String>>),
) -> Option<Vec<String>> {
    let mut names = names_of(&one.address);
    names.pop();
    if one.is_in_open_scope && !modules.contains(&names) {
        names.pop();
    }
    let is_in_nameless = one.is_in_nameless && !others.contains(&names);
    (names.is_empty() || modules.contains(&names) || is_in_nameless).then_some(names)
}

/// Returns the names of an address, outermost first.
pub(super) fn names_of(address: &str) -> Vec<String> {
    let bare = bare_address(address);
    let parts = bare.split(['.', ':']).filter(|part| part.starts_with(is_word_char));
    parts.map(str::to_owned).collect()
}
