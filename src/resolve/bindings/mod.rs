//! Name resolution over all files of a project: finds the uses that refer to a definition, and renames it.
//!
//! The query `locals.scm` of a language says which nodes open scopes, bind names and import names; `locals` builds a
//! `graph` of each requested file, with the expressions that `expr` reads. `modules` resolves an import to a file,
//! `lookup` names, `paths` paths and imports; `keys` determines which bindings are the same definition, `classes` knows
//! members and inheritance, `types` the type of an object. `judge` classifies each use as certain, unrelated or
//! undecidable. `check_meanings` checks the result of a renaming: every name must still refer to the same definition.
//!
//! Invariant: a use that cannot be decided is listed as undecidable, and never counted as certain or unrelated.

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
    CarriedImports, FirstUse, Following, ImportBlock, LoadOrder, MoveProblem, MoveQuestion, Passage,
    Relocation, SECOND, SEEN_IN_CLASS, ScopeChange, UNDER_CONDITION, carry, carry_each, early_names,
    idle_imports, local_names, lost_members, mangled_names, missing_imports, out_of_sight, package_of_folder,
    relocate, relocate_each, unmoved_names,
};
pub use problem::{CountNeed, Doubt, LabeledPlace, RenameProblem};
pub use project::{Graphs, Source};
pub use renamed_definition::ATTRIBUTE;
pub use renaming::batch::{RenameQuestion, rename, rename_each};
pub use used::Verdict;

/// The files of a project that matter for one language and the languages related to it.
#[derive(Clone)]
pub struct ProjectFiles<'q> {
    /// The language.
    pub language: &'static Language,
    /// Words that are macros.
    pub macros: &'q Macros,
    /// All files of the language and of its related languages.
    pub sources: Vec<Source>,
    /// Manifests, which name folders (packages).
    pub manifests: Vec<Source>,
    /// The cached graphs of files that were read before.
    pub graphs: Graphs,
}

/// A definition, and the files in which its name may occur.
pub struct DefinitionQuery<'q> {
    /// The files.
    pub files: ProjectFiles<'q>,
    /// The file of the definition.
    pub path: &'q PatchPath,
    /// The definition in that file.
    pub found: &'q SymbolMatch,
}

/// A use of a name, and its verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedUse {
    /// The file.
    pub path: PatchPath,
    /// The range of the name.
    pub range: Range<usize>,
    /// The verdict.
    pub verdict: Verdict,
    /// Whether the use is a binding of the name.
    pub is_definition: bool,
    /// Whether the use is an import of the name from another file.
    pub is_import: bool,
}

/// How a definition is to be renamed.
#[derive(Clone, Copy)]
pub struct RenameOptions<'w> {
    /// The new name.
    pub new_name: &'w str,
    /// Whether all functions of the name (an overload set) are renamed.
    pub is_set: bool,
    /// What to do with undecidable uses.
    pub unproven: Unproven,
    /// The expected number of undecidable uses.
    pub count: Option<usize>,
    /// Whether the old name is kept as an alias.
    pub keeps_alias: bool,
    /// Whether the patch states the kind of the definition.
    pub is_kind_told: bool,
    /// Whether a file may be changed.
    pub is_wanted: &'w dyn Fn(&PatchPath) -> bool,
    /// Whether the patch wrote the text at a byte offset of a file.
    pub is_written: &'w dyn Fn(&PatchPath, usize) -> bool,
}

impl RenameOptions<'_> {
    /// Checks that the patch accepts the undecidable uses and states their number correctly.
    ///
    /// # Errors
    /// [`RenameProblem::Unproven`] if there are undecidable uses and the patch does not accept them, and
    /// [`RenameProblem::Miscounted`] if their number differs from the stated one.
    pub(in crate::resolve) fn check_vouched(&self, undecided: &[LabeledPlace]) -> Result<(), RenameProblem> {
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

/// The result of renaming a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Renaming {
    /// The edits of each file, sorted by path.
    pub edits: Vec<(PatchPath, EditSet)>,
    /// Comments and strings that still contain the old name.
    pub mentions: Vec<LabeledPlace>,
    /// Whether nothing outside its file can refer to the definition.
    pub is_confined: bool,
    /// The file that is named after the definition, and its new name.
    pub moved: Option<(PatchPath, String)>,
    /// The undecidable uses, which were kept or renamed as the patch says.
    pub undecided: Vec<LabeledPlace>,
    /// The undecidable uses that were kept although the patch accepts them, because there is evidence against each.
    pub left: Vec<LabeledPlace>,
    /// Certain uses in files that the patch excludes.
    pub outside: Vec<LabeledPlace>,
    /// Names that other files give the definition themselves, and that are its old name.
    pub kept: Vec<LabeledPlace>,
    /// Uses of the new name that had no definition before, and now refer to this one.
    pub newly_resolved: Vec<LabeledPlace>,
    /// The old name.
    pub old: String,
}

/// Finds all uses of the name of a definition.
///
/// # Errors
/// If the definition has no name that can be searched for, or the language has no rules for bindings.
pub fn find_uses(question: DefinitionQuery<'_>) -> Result<Vec<NamedUse>, RenameProblem> {
    Ok(RenamedDefinition::with_examples(question, false)?.named_uses())
}

/// Finds all uses of the names of several definitions of a file, each as if it were the only one.
///
/// # Errors
/// If one of them has no name that can be searched for, or the language has no rules for bindings.
pub fn find_uses_each(
    files: ProjectFiles<'_>,
    path: &PatchPath,
    all: &[SymbolMatch],
) -> Result<Vec<Vec<NamedUse>>, RenameProblem> {
    let rules = files.language.local_rules().ok_or(RenameProblem::NotKnown)?;
    let project = Rc::new(Project::with_examples(rules, files));
    let uses_of = |found| RenamedDefinition::in_project(Rc::clone(&project), path, found, false);
    all.iter().map(|found| Ok(uses_of(found)?.named_uses())).collect()
}

/// Returns the file that contains the definition which `path` imports under its original name.
#[must_use]
pub fn home_of_import(files: ProjectFiles<'_>, path: &PatchPath, name: &str) -> Option<PatchPath> {
    let project = Project::new(files.language.local_rules()?, files);
    let file = project.file(path.as_str())?;
    let graph = project.graph(file)?;
    graph.bound(file::graph::TOP, name).iter().find(|id| graph.bindings[**id].import.is_some())?;
    let lookup = lookup::names::Lookup::of(file::graph::space::ALL, 0);
    match project.look_up(lookup::results::Place { file, byte: 0 }, name, lookup) {
        lookup::results::Found::Definition(key, home, _) if home != file && *key.name == *name => {
            Some(project.sources[home].path.clone())
        }
        _ => None,
    }
}

/// Returns an address without the parts that distinguish definitions of one name: parameters, a number, an accessor.
#[must_use]
pub fn bare_address(address: &str) -> &str {
    let is_number = |at: &usize| address[at + 1..].starts_with(|char: char| char.is_ascii_digit());
    let number = || address.match_indices('#').map(|(at, _)| at).find(is_number);
    let end = address.find(['(', '@']).into_iter().chain(number()).min();
    &address[..end.unwrap_or(address.len())]
}

/// Returns whether a character may be part of the last name of an address.
#[must_use]
pub fn is_name_char(char: char) -> bool {
    is_word_char(char) || char == '$'
}
