//! Which uses of a name mean a definition, over all files of a project, and what renaming it takes.
//!
//! The query `locals.scm` of a language says which nodes open scopes, bind names and bring names in; `locals` makes a
//! `graph` of each file that is asked for, with expressions as `expr` reads them. `modules` tells which file an import
//! names, `lookup` follows names, `paths` paths and imports, `keys` says what is one definition, `classes` knows members
//! and what is inherited, `types` what an object is. `judge` decides of each use:
//! certain, unrelated or undecidable. `law` looks at what came of a renaming: all names must mean what they meant.
//!
//! Invariant: what cannot be decided is listed, and never taken for one of the other two.

mod family;
mod file;
mod importers;
mod judge;
mod lookup;
mod lost;
mod moving;
mod problem;
mod project;
mod renamed_definition;
mod renaming;
mod types;
mod used;

use std::ops::Range;
use std::rc::Rc;

use crate::ir::{PatchPath, Unproven};
use crate::lang::{Language, Macros};
use crate::resolve::symbol::SymbolMatch;
use crate::text::EditSet;
use crate::text::normal::is_word_char;

use project::Project;
use renamed_definition::RenamedDefinition;

pub use importers::importers;
pub use lost::lost_parameters;
pub use moving::{
    Carried, Following, ImportBlock, MoveProblem, MoveQuestion, Relocation, SEEN_IN_CLASS, ScopeChange,
    carry, early_names, idle_imports, local_names, lost_members, mangled_names, missing_imports,
    out_of_sight, package_of_folder, relocate, relocate_each,
};
pub use problem::{CountNeed, Doubt, RenameProblem, Spot};
pub use project::{Graphs, Source};
pub use renamed_definition::ATTRIBUTE;
pub use renaming::row::{RenameQuestion, rename, rename_each};
pub use used::Verdict;

/// The files of a project, as far as one language and its like concern them.
#[derive(Clone)]
pub struct ProjectFiles<'q> {
    /// The language.
    pub language: &'static Language,
    /// Words that are macros.
    pub macros: &'q Macros,
    /// All files of the language and its like.
    pub sources: Vec<Source>,
    /// Files that say what folders are called.
    pub manifests: Vec<Source>,
    /// What was read of files before.
    pub graphs: Graphs,
}

/// A definition, and the files in which its name may stand.
pub struct Question<'q> {
    /// The files.
    pub files: ProjectFiles<'q>,
    /// The file of the definition.
    pub path: &'q PatchPath,
    /// The definition in it.
    pub found: &'q SymbolMatch,
}

/// A use of a name, and what is decided of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedUse {
    /// The file.
    pub path: PatchPath,
    /// The name.
    pub range: Range<usize>,
    /// What is decided.
    pub verdict: Verdict,
    /// Whether it is bound there.
    pub is_definition: bool,
    /// Whether it is brought in there from another file.
    pub is_import: bool,
}

/// How a definition is to be renamed.
#[derive(Clone, Copy)]
pub struct Wish<'w> {
    /// The new name.
    pub new_name: &'w str,
    /// Whether all functions of the name get it.
    pub is_set: bool,
    /// What becomes of uses that cannot be decided.
    pub unproven: Unproven,
    /// How many of those there must be.
    pub count: Option<usize>,
    /// Whether the old name stays as another name.
    pub keeps_alias: bool,
    /// Whether the patch says of what kind the definition is.
    pub is_kind_told: bool,
    /// Whether a file may be changed.
    pub is_wanted: &'w dyn Fn(&PatchPath) -> bool,
    /// Whether the patch wrote what stands at a byte of a file.
    pub is_written: &'w dyn Fn(&PatchPath, usize) -> bool,
}

impl Wish<'_> {
    /// Checks that the patch vouches for the uses that cannot be decided, and for as many as there are.
    pub(in crate::resolve) fn check_vouched(&self, undecided: &[Spot]) -> Result<(), RenameProblem> {
        let places = || undecided.to_vec();
        match (self.unproven, self.count) {
            (Unproven::Refuse, _) if !undecided.is_empty() => Err(RenameProblem::Unproven {
                places: places(),
                unlikely: Vec::new(),
                needs_count: CountNeed::None,
            }),
            (Unproven::Rename, Some(count)) if count != undecided.len() => {
                Err(RenameProblem::Miscounted { count, places: places() })
            }
            _ => Ok(()),
        }
    }
}

/// What renaming a definition comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Renaming {
    /// The edits of each file, in the order of paths.
    pub edits: Vec<(PatchPath, EditSet)>,
    /// Where comments and strings keep the old name.
    pub mentions: Vec<Spot>,
    /// Whether nothing outside of its file can mean it.
    pub is_confined: bool,
    /// The file that is called as the definition is, and what it is to be called.
    pub moved: Option<(PatchPath, String)>,
    /// The uses that were not decided, and left or renamed as the patch says.
    pub undecided: Vec<Spot>,
    /// Those of them that were left though the patch vouches for them: something speaks against each.
    pub left: Vec<Spot>,
    /// Uses that are certain, in files that the patch leaves out.
    pub outside: Vec<Spot>,
    /// Uses of the new name that nothing had defined, and that mean the definition from now on.
    pub awaited: Vec<Spot>,
    /// The old name.
    pub old: String,
}

/// All uses of the name of a definition.
///
/// # Errors
/// The definition has no name that could be looked for.
pub fn find_uses(question: Question<'_>) -> Result<Vec<NamedUse>, RenameProblem> {
    Ok(RenamedDefinition::of(question, false)?.named_uses())
}

/// All uses of the names of several definitions of a file, of each as if it were asked for alone.
///
/// # Errors
/// One of them has no name that could be looked for.
pub fn find_uses_each(
    files: ProjectFiles<'_>,
    path: &PatchPath,
    all: &[SymbolMatch],
) -> Result<Vec<Vec<NamedUse>>, RenameProblem> {
    let rules = files.language.local_rules().ok_or(RenameProblem::NotKnown)?;
    let project = Rc::new(Project::new(rules, files));
    let uses_of = |found| RenamedDefinition::in_project(Rc::clone(&project), path, found, false);
    all.iter().map(|found| Ok(uses_of(found)?.named_uses())).collect()
}

/// The file that has the definition which another file imports by its own name.
#[must_use]
pub fn home_of_import(files: ProjectFiles<'_>, path: &PatchPath, name: &str) -> Option<PatchPath> {
    let project = Project::new(files.language.local_rules()?, files);
    let file = project.file(path.as_str())?;
    let graph = project.graph(file)?;
    graph.bound(file::graph::TOP, name).iter().find(|id| graph.bindings[**id].import.is_some())?;
    let lookup = lookup::names::Lookup::of(file::graph::space::ALL, 0);
    match project.look_up(lookup::found::Place { file, byte: 0 }, name, lookup) {
        lookup::found::Found::Key(key, home, _) if home != file && *key.name == *name => {
            Some(project.sources[home].path.clone())
        }
        _ => None,
    }
}

/// An address without what tells definitions of one name apart: parameters, a number, an accessor.
#[must_use]
pub fn bare_address(address: &str) -> &str {
    let is_number = |at: &usize| address[at + 1..].starts_with(|char: char| char.is_ascii_digit());
    let number = || address.match_indices('#').map(|(at, _)| at).find(is_number);
    let end = address.find(['(', '@']).into_iter().chain(number()).min();
    &address[..end.unwrap_or(address.len())]
}

/// Whether a character may be part of the last name of an address.
#[must_use]
pub fn is_name_char(char: char) -> bool {
    is_word_char(char) || char == '$'
}
