//! Updates the uses of classes that move to another package: imports, and names qualified with the package.
//!
//! Invariant: every use that sees a class by the old package either imports it after the move, or is reported.

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use super::bytes::MovedBytes;
use super::narrow::outermost;
use super::needs::visible_bindings;
use super::package_visibility::hidden_from_old_package;
use super::{MoveProblem, MoveQuestion};
use crate::ir::PatchPath;
use crate::resolve::bindings::LabeledPlace;
use crate::resolve::bindings::file::graph::{BindingGraph, BindingKind, FileId, TOP};
use crate::resolve::bindings::file::role::{NameRole, TokenBefore};
use crate::resolve::bindings::lookup::results::{Container, folder_of};
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::renamed_definition::RenamedDefinition;
use crate::resolve::bindings::used::{Use, Verdict};
use crate::text::normal::is_word_char;
use crate::text::{Edit, EditSet};

/// The label of a use whose name cannot be changed.
pub(super) const NO_WAY: &str = "cannot be rewritten to follow";

/// The edits by which the uses of classes follow them to another package.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Following {
    /// The edits of each file before the text is moved.
    pub edits: Vec<(PatchPath, EditSet)>,
    /// The imports that files need.
    pub brought: BTreeMap<PatchPath, Vec<String>>,
    /// The imports that files of the new package no longer need.
    pub dropped: BTreeMap<PatchPath, Vec<String>>,
    /// Places at which a name cannot be rewritten.
    pub unproven: Vec<LabeledPlace>,
    /// Uses from which the class, or a member of it, would not be visible.
    pub hidden: Vec<LabeledPlace>,
    /// Whether the class leaves the class around it.
    pub is_unnested: bool,
}

impl Following {
    /// Whether what stands before a name changes.
    #[must_use]
    pub fn rewrites(&self, spot: &LabeledPlace) -> bool {
        let mut own = self.edits.iter().filter(|(path, _)| *path == spot.path);
        own.any(|(_, edits)| edits.iter().any(|edit| edit.range.end == spot.at))
    }

    /// Returns the result with the edits of files, given by their byte offsets, and with sorted lists of places.
    pub(super) fn with(mut self, project: &Project, edits: BTreeMap<FileId, BTreeMap<usize, Edit>>) -> Self {
        for (file, edits) in edits {
            let at = edits.keys().next().copied().unwrap_or_default();
            let path = project.sources[file].path.clone();
            match EditSet::new(edits.into_values().collect()) {
                Ok(edits) => self.edits.push((path, edits)),
                Err(_) => self.unproven.push(LabeledPlace { path, at, label: NO_WAY }),
            }
        }
        for spots in [&mut self.unproven, &mut self.hidden] {
            spots.sort();
            // One place may be found for two reasons.
            spots.dedup_by(|one, other| (&one.path, one.at) == (&other.path, other.at));
        }
        self
    }
}

/// Returns the package of a file that does not exist yet: packages correspond to folders, below a root that both files
/// share.
#[must_use]
pub fn package_of_folder(package: &str, from: &PatchPath, to: &PatchPath) -> Option<String> {
    let (here, there) = (folder_of(from.as_str()), folder_of(to.as_str()));
    let root = here.strip_suffix(&package.replace('.', "/"))?;
    let package = there.strip_prefix(root)?.replace('/', ".");
    (!package.is_empty() && (root.is_empty() || root.ends_with('/'))).then_some(package)
}

/// Returns the edits by which the uses of classes follow them; `None` if they stay in their package, or are not
/// top-level classes.
///
/// # Errors
/// The new package has a class of the same name.
pub(super) fn follow(
    project: &Rc<Project>,
    file: FileId,
    question: &MoveQuestion<'_>,
) -> Result<Option<Following>, MoveProblem> {
    let (Some(graph), Some(word)) = (project.graph(file), project.rules.file_classes.as_deref()) else {
        return Ok(None);
    };
    let mut all = Vec::new();
    for (found, _) in question.found {
        let known = RenamedDefinition::in_project(Rc::clone(project), question.from, found, false);
        let Ok(known) = known else { return Ok(None) };
        let binding = &graph.bindings[known.id];
        if binding.scope != TOP || binding.kind != BindingKind::Class {
            return Ok(None);
        }
        all.push(known);
    }
    let Some((old, new)) = new_package(project, graph, question) else { return Ok(None) };
    if old == new {
        return Ok(None);
    }
    let moved = MovedBytes::of(question.found.iter().map(|(_, range)| range.clone()));
    let names = (old, new);
    let moving = PackageMove {
        project,
        question,
        graph,
        from: file,
        names,
        word,
        moved,
        edits: BTreeMap::new(),
        done: Following::default(),
    };
    moving.follow(&all).map(Some)
}

/// Returns the package that definitions leave, and the package that they move to, which may be the same.
pub(super) fn new_package(
    project: &Project,
    graph: &BindingGraph,
    question: &MoveQuestion<'_>,
) -> Option<(String, String)> {
    let there = project.file(question.to.as_str()).and_then(|file| project.graph(file));
    let own = graph.package.as_deref().filter(|package| !package.is_empty())?;
    let new = match there {
        Some(there) => there.package.clone(),
        None => package_of_folder(own, question.from, question.to),
    };
    Some((own.to_owned(), new.filter(|new| !new.is_empty())?))
}

/// Returns the import of a class of a package.
pub(super) fn import_of(graph: &BindingGraph, package: &str, name: &str) -> Option<String> {
    let manifest = graph.language.manifest();
    let begins = manifest.imports.as_ref()?.begins.first()?;
    let end = manifest.symbols.terminator.as_deref().unwrap_or_default();
    Some(format!("{begins} {package}.{name}{end}"))
}

struct PackageMove<'p> {
    project: &'p Project,
    question: &'p MoveQuestion<'p>,
    graph: &'p BindingGraph,
    from: FileId,
    /// The old and the new package.
    names: (String, String),
    /// The keyword before definitions that are visible in other packages.
    word: &'static str,
    moved: MovedBytes,
    edits: BTreeMap<FileId, BTreeMap<usize, Edit>>,
    done: Following,
}

impl PackageMove<'_> {
    fn follow(mut self, all: &[RenamedDefinition]) -> Result<Following, MoveProblem> {
        for known in all {
            self.check_free(known)?;
            let is_open = self.project.has_word_before(self.from, known.id, self.word);
            for one in &known.uses {
                let Some(graph) = self.project.graph(one.file) else { continue };
                match one.verdict {
                    Verdict::Certain if !is_open && self.is_shut_out(one) => {
                        let label = "uses it, but it is not visible to other packages";
                        self.done.hidden.push(self.spot(one.file, one.range.start, label));
                    }
                    Verdict::Certain => self.follow_use(known, (one, graph)),
                    Verdict::Undecidable(doubt) if !self.goes_along(one) => {
                        self.done.unproven.push(self.spot(one.file, one.range.start, doubt.label()));
                    }
                    _ => {}
                }
            }
        }
        let asking = (self.project, self.from, self.graph);
        for (file, at) in hidden_from_old_package(asking, &self.moved) {
            self.done.hidden.push(self.spot(file, at, "only visible in its own package"));
        }
        Ok(self.done.with(self.project, self.edits))
    }

    fn spot(&self, file: FileId, at: usize, label: &'static str) -> LabeledPlace {
        LabeledPlace { path: self.project.sources[file].path.clone(), at, label }
    }

    /// Refuses a name that means something else in the new package, or in a file of it.
    fn check_free(&self, known: &RenamedDefinition) -> Result<(), MoveProblem> {
        let (name, new) = (&known.old, &self.names.1);
        let taken = |file: FileId, at: usize| {
            let place = self.spot(file, at, "means something else here");
            Err(MoveProblem::TakenInPackage { name: name.clone(), package: new.clone(), place })
        };
        if let Some((file, at)) =
            self.project.places_in_space(&Container::Space(new.as_str().into()), name).first()
        {
            return taken(*file, *at);
        }
        for one in known.uses.iter().filter(|one| one.verdict == Verdict::Unrelated) {
            let Some(graph) = self.project.graph(one.file).filter(|graph| self.is_new(graph)) else {
                continue;
            };
            let is_to = self.project.path(one.file) == self.question.to.as_str();
            let is_free = match visible_bindings(graph, one.range.start, name) {
                Some((scope, bound)) => {
                    let is_import = |id: &usize| graph.bindings[*id].kind == BindingKind::Import;
                    !(is_to && scope == TOP && bound.iter().any(is_import))
                }
                None => one.role != NameRole::Plain,
            };
            if !is_free {
                return taken(one.file, one.range.start);
            }
        }
        Ok(())
    }

    fn is_new(&self, graph: &BindingGraph) -> bool {
        graph.package.as_deref() == Some(self.names.1.as_str())
    }

    fn goes_along(&self, one: &Use) -> bool {
        one.file == self.from && self.moved.holds(one.range.start)
    }

    /// Returns whether a use is in code outside of the new package.
    fn is_shut_out(&self, one: &Use) -> bool {
        let is_code = !matches!(one.role, NameRole::Comment | NameRole::Text | NameRole::Bound(_));
        let is_new = self.project.graph(one.file).is_some_and(|graph| self.is_new(graph));
        is_code && !is_new && !self.goes_along(one)
    }

    fn follow_use(&mut self, known: &RenamedDefinition, (one, graph): (&Use, &BindingGraph)) {
        let start = one.range.start;
        if let Some(path) = self.path_before(graph, start) {
            match self.idle_import(graph, &one.range) {
                Some(statement) => {
                    let path = self.project.sources[one.file].path.clone();
                    self.done.dropped.entry(path).or_default().push(statement);
                }
                None => {
                    let text = format!("{}.", self.names.1);
                    self.edits.entry(one.file).or_default().insert(path.start, Edit { range: path, text });
                }
            }
            return;
        }
        match &one.role {
            NameRole::Plain | NameRole::Token(TokenBefore::Nothing) => {
                let is_brought = visible_bindings(graph, start, &known.old).is_some_and(|(_, bound)| {
                    bound.iter().any(|id| graph.bindings[*id].kind == BindingKind::Import)
                });
                if !is_brought && !self.is_new(graph) && !self.goes_along(one) {
                    self.bring(one.file, &known.old);
                }
            }
            NameRole::Bound(_) | NameRole::Comment | NameRole::Text => {}
            _ if self.goes_along(one) => {}
            _ => self.done.unproven.push(self.spot(one.file, start, NO_WAY)),
        }
    }

    /// Returns the range of the old package and the separator directly before a name.
    fn path_before(&self, graph: &BindingGraph, start: usize) -> Option<Range<usize>> {
        let before = graph.text[..start].strip_suffix('.')?.strip_suffix(self.names.0.as_str())?;
        let is_whole = !before.ends_with(|char: char| is_word_char(char) || char == '.');
        is_whole.then_some(before.len()..start)
    }

    /// Returns the import of a single class in a file of the new package, which no longer needs it.
    fn idle_import(&self, graph: &BindingGraph, name: &Range<usize>) -> Option<String> {
        if !self.is_new(graph) || !graph.imported.contains_key(&name.start) {
            return None;
        }
        let statement = graph.slice(&outermost(graph, name.start)?.byte_range());
        let end = graph.language.manifest().symbols.terminator.as_deref().unwrap_or_default();
        statement.trim_end_matches(end).ends_with(graph.slice(name)).then(|| statement.to_owned())
    }

    fn bring(&mut self, file: FileId, name: &str) {
        let Some(statement) = import_of(self.graph, &self.names.1, name) else { return };
        let path = self.project.sources[file].path.clone();
        let all: &mut Vec<String> = self.done.brought.entry(path).or_default();
        if !all.contains(&statement) {
            all.push(statement);
        }
    }
}
