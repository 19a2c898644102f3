//! Checks names that the language provides in every file, such as built-ins: if only one of the two files shadows such
//! a name, the moved code or the target file's code would change its meaning.

use super::bytes::MovedBytes;
use super::needs::visible_bindings;
use super::{MoveProblem, MoveQuestion};
use crate::lang::LocalRules;
use crate::resolve::bindings::LabeledPlace;
use crate::resolve::bindings::file::graph::{BindingGraph, FileId, Sort, TOP};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::names::Lookup;
use crate::resolve::bindings::lookup::results::{Found, Place};
use crate::resolve::bindings::project::Project;

/// Modules that contain the names which are available in every file without an import.
const OWN_MODULES: [&str; 4] = ["builtins", "prelude", "lang", "globalThis"];

/// Refuses a move after which such a name would mean something else.
pub(super) fn check(project: &Project, question: &MoveQuestion<'_>) -> Result<(), MoveProblem> {
    let file_of = |path: &str| {
        let file = project.file(path)?;
        Some(NamedFile { project, file, graph: project.graph(file)? })
    };
    let (Some(from), Some(to)) = (file_of(question.from.as_str()), file_of(question.to.as_str())) else {
        return Ok(());
    };
    let moved = MovedBytes::of(question.found.iter().map(|(_, range)| range.clone()));
    for name in names(project.rules) {
        let mut uses = from.graph.places_of(name).filter(|at| moved.holds(*at));
        let Some(at) = uses.find(|at| from.is_by_itself(*at, name)) else { continue };
        let is_own = from.is_bound(name);
        let other = match (is_own, to.is_bound(name)) {
            (true, false) => to.use_of_language(name),
            (false, true) if from.is_of_language(at, name) => to.binding(name),
            _ => None,
        };
        if let Some(at) = other {
            let label = if is_own { "is the language's own name here" } else { "means something else here" };
            let place = LabeledPlace { path: question.to.clone(), at, label };
            return Err(MoveProblem::Taken { name: name.to_owned(), place });
        }
    }
    Ok(())
}

/// Returns the names that the language provides in every file.
fn names(rules: &LocalRules) -> impl Iterator<Item = &str> {
    let prelude = rules.tree.iter().flat_map(|tree| &tree.prelude);
    let all = rules.built_in.iter().chain(&rules.root_classes).chain(&rules.globals).chain(prelude);
    all.map(String::as_str)
}

/// A file in which names are looked up.
struct NamedFile<'p> {
    project: &'p Project,
    file: FileId,
    graph: &'p BindingGraph,
}

impl NamedFile<'_> {
    /// Returns whether the name at a byte offset is unqualified and resolves to the top level or to nothing in the
    /// file, or is bound there at the top level.
    fn is_by_itself(&self, at: usize, name: &str) -> bool {
        match self.graph.role(&(at..at + name.len())) {
            NameRole::Plain => visible_bindings(self.graph, at, name).is_none_or(|(scope, _)| scope == TOP),
            NameRole::Bound(id) => self.graph.bindings[id].scope == TOP,
            _ => false,
        }
    }

    /// Returns whether the file binds the name to something else than the language does.
    fn is_bound(&self, name: &str) -> bool {
        self.binding(name).is_some()
    }

    /// Returns the byte offset of that binding.
    fn binding(&self, name: &str) -> Option<usize> {
        let bindings = self.graph.bound(TOP, name).iter().map(|id| &self.graph.bindings[*id]);
        let mut others = bindings.filter(|own| !own.import.as_ref().is_some_and(|path| is_same(path, name)));
        others.next().map(|own| own.name.start)
    }

    /// Returns the byte offset of the first use that refers to the name of the language.
    fn use_of_language(&self, name: &str) -> Option<usize> {
        let is_plain = |at: &usize| self.graph.role(&(*at..*at + name.len())) == NameRole::Plain;
        self.graph.places_of(name).find(|at| is_plain(at) && self.is_of_language(*at, name))
    }

    /// Returns whether an unqualified name resolves to no known binding, so that it refers to the name of the language;
    /// `false` in files with wildcard imports and within inner modules.
    fn is_of_language(&self, at: usize, name: &str) -> bool {
        let graph = self.graph;
        let is_module = |scope: usize| graph.scopes[scope].sort == Sort::Module;
        let has_wildcards = !graph.scopes[TOP].wildcards.is_empty();
        if has_wildcards
            || graph.around(graph.scope_at(at)).any(is_module)
            || visible_bindings(graph, at, name).is_some()
        {
            return false;
        }
        let wanted = graph.wanted(&(at..at + name.len()));
        let found = self.project.look_up(Place { file: self.file, byte: at }, name, Lookup::of(wanted, 0));
        !matches!(found, Found::Definition(..) | Found::Module(_))
    }
}

/// Returns whether an import binds what the language provides under the name: `std::result::Result`.
fn is_same(path: &[String], name: &str) -> bool {
    let whole = path.join("::");
    let mut parts = whole.split(['.', ':', '/']).filter(|part| !part.is_empty()).rev();
    let last = parts.next();
    let module = if last == Some(name) { parts.next() } else { last }.unwrap_or_default().to_lowercase();
    let name = name.to_lowercase();
    let is_near = module.starts_with(&name) || name.starts_with(&module);
    !module.is_empty() && (is_near || OWN_MODULES.contains(&module.as_str()))
}
