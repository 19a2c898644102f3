//! Moves definitions between files of a module tree, in which every item declares its visibility.
//!
//! `place` determines the modules of files and the visibility of items, `needs` what the moved code uses from its
//! module, `imports` makes that available in the new module, `idle` removes the imports that the old module no longer
//! needs, `presence` tells under which conditions it has them already, `statement` removes names from imports, `hidden` replaces imports that are not visible, `visibility` makes
//! members and definitions visible to other modules, `exposed` the types that they use, and `users` rewrites the uses
//! of the definitions.
//!
//! Invariant: a use that cannot be rewritten stays valid, because the old file then re-exports the name.

mod exposed;
mod hidden;
mod idle;
mod imports;
mod needs;
mod place;
mod presence;
mod statement;
mod users;
mod visibility;

use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

use tree_sitter::Node;

use super::bytes::MovedBytes;
use super::{MoveProblem, MoveQuestion, Relocation, built_in};
use crate::ir::Action;
use crate::lang::{ModuleStyle, TreeRules};
use crate::resolve::bindings::file::graph::{BindingGraph, BindingId, BindingKind, FileId, Sort, TOP, space};
use crate::resolve::bindings::lookup::module_tree::{ModulePath, around, module_path, name_of};
use crate::resolve::bindings::lookup::results::{InferredType, Place};
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::renamed_definition::{RenamedDefinition, definition_in};
use crate::resolve::bindings::{LabeledPlace, RenameProblem};
use crate::text::normal::find_word;
use crate::text::{Edit, EditSet};
pub(super) use needs::{binding_scope, inner_module};
use place::{conditions_of, declared, macros_around_module, parent_of, visibility_for};

/// The name of an item without a name.
const NAMELESS: &str = "_";

struct TreeMove<'t> {
    project: &'t Project,
    rules: &'static TreeRules,
    question: &'t MoveQuestion<'t>,
    graph: &'t BindingGraph,
    from: FileId,
    to: Option<FileId>,
    /// The module that the definitions leave.
    old: ModulePath,
    /// The module that they move to.
    new: ModulePath,
    /// The file that declares the new module.
    parent: FileId,
    moved: MovedBytes,
    /// The moved definitions that have names.
    all: Rc<Vec<RenamedDefinition>>,
    edits: BTreeMap<FileId, Vec<Edit>>,
    /// The imported traits that the moved code needs for their members.
    traits: Vec<BindingId>,
    /// The members of the moved code whose visibility is increased.
    seen_members: Vec<Node<'t>>,
    /// The places at which rewritten paths began.
    heads: Vec<(FileId, usize)>,
    /// The imports to be removed.
    gone: BTreeMap<FileId, Vec<BindingId>>,
    /// For imports of the moved code that are in lists of the old file: the byte offsets of the list's statement and of
    /// the name.
    listed: BTreeMap<String, (usize, usize)>,
    done: Relocation,
}

/// Returns the path of the file whose module a definition declares, if a declaration in the file `to` would not find
/// that file.
fn file_left_behind(
    project: &Project,
    (from, graph, id): (FileId, &BindingGraph, BindingId),
    to: &str,
) -> Option<String> {
    let binding = &graph.bindings[id];
    let is_declaration = binding.kind == BindingKind::Module && binding.body_scope.is_none();
    let file = project.declared_file(from, binding).filter(|_| is_declaration)?;
    let there = project.file(to).and_then(|to| project.child_by_folder(to, graph.slice(&binding.name)));
    (there != Some(file)).then(|| project.path(file).to_owned())
}

/// Determines the edits of a move within a module tree; `None` if it is not such a move, or the crate does not reach
/// one of the files.
///
/// # Errors
/// The uses of a definition cannot be determined, or a name that it uses means something else in the new module.
pub(super) fn relocate(question: &MoveQuestion<'_>) -> Result<Option<Relocation>, MoveProblem> {
    let Some(local) = question.files.language.local_rules() else { return Ok(None) };
    let Some(rules) = local.tree.as_ref().filter(|_| local.modules == ModuleStyle::Tree) else {
        return Ok(None);
    };
    let project = Rc::new(Project::new(local, question.files.clone()));
    let Some(from) = project.file(question.from.as_str()) else { return Ok(None) };
    let Some(graph) = project.graph(from) else { return Ok(None) };
    let mut all = Vec::new();
    let mut others_there = Vec::new();
    for (found, _) in question.found {
        match definition_in(graph, found) {
            Some(id)
                if let Some(file) = file_left_behind(&project, (from, graph, id), question.to.as_str()) =>
            {
                let place = LabeledPlace {
                    path: question.from.clone(),
                    at: graph.bindings[id].name.start,
                    label: "",
                };
                return Err(MoveProblem::FileModule { place, file });
            }
            Some(id) if graph.bindings[id].scope != TOP => {
                let heading = question.owner.filter(|_| is_inherent(graph, id));
                match heading
                    .and_then(|heading| owner_there(&project, (from, graph, id), (question, heading)))
                {
                    Some(is_alike) => others_there.extend((!is_alike).then(|| graph.bindings[id].name.start)),
                    None => return Ok(None),
                }
                continue;
            }
            Some(id) if matches!(graph.bindings[id].kind, BindingKind::Macro | BindingKind::Module) => {
                return Ok(None);
            }
            _ => {}
        }
        match RenamedDefinition::in_project(Rc::clone(&project), question.from, found, false) {
            Ok(known) if known.old == NAMELESS => {}
            Ok(known) => all.push(known),
            // An implementation block has no name by which it could be used.
            Err(RenameProblem::NoName) => {}
            Err(problem) => return Err(MoveProblem::Rename(problem)),
        }
    }
    let to_path = question.to.as_str();
    let places = || {
        let parent = parent_of(&project, to_path, from)?;
        let mut new = module_path(&project, parent)?;
        new.push(name_of(to_path)?.to_owned());
        Some((module_path(&project, from)?, new, parent))
    };
    let to = project.file(to_path);
    let root = to.filter(|to| project.crate_root(*to) == *to && project.crate_root(from) == *to);
    let places = match root {
        Some(root) => module_path(&project, from).map(|old| (old, Vec::new(), root)),
        None => places(),
    };
    let Some((old, new, parent)) = places.filter(|(old, new, _)| old != new) else { return Ok(None) };
    if question.become_members && question.owner.is_none() {
        return Ok(None);
    }
    built_in::check(&project, question)?;
    let moved = MovedBytes::of(question.found.iter().map(|(_, range)| range.clone()));
    let mut moving = TreeMove {
        project: &project,
        rules,
        question,
        graph,
        from,
        to,
        old,
        new,
        parent,
        moved,
        all: Rc::new(all),
        edits: BTreeMap::new(),
        traits: Vec::new(),
        seen_members: Vec::new(),
        heads: Vec::new(),
        gone: BTreeMap::new(),
        listed: BTreeMap::new(),
        done: Relocation::default(),
    };
    for at in others_there {
        moving.doubt(from, at, "is in a block whose heading differs from the one there");
    }
    let needs = moving.needs();
    moving.check_conditions();
    moving.bring(&needs)?;
    moving.show_members(&needs);
    moving.drop_idle(&needs);
    moving.follow();
    Ok(Some(moving.finish()))
}

/// Returns whether a member is in an inherent implementation of its type.
fn is_inherent(graph: &BindingGraph, id: BindingId) -> bool {
    let scope = &graph.scopes[graph.bindings[id].scope];
    scope.sort == Sort::Class && scope.subject.is_some() && scope.of_trait.is_none()
}

/// Returns whether the block at a byte offset of the target file has the same heading as the block around a member;
/// `None` if it is not an inherent block of the same type.
fn owner_there(
    project: &Project,
    (from, graph, id): (FileId, &BindingGraph, BindingId),
    (question, heading): (&MoveQuestion<'_>, usize),
) -> Option<bool> {
    let to = project.file(question.to.as_str())?;
    let there = project.graph(to)?;
    let block = |graph: &BindingGraph, byte: usize| {
        let mut around = graph.around(graph.scope_at(byte));
        around.find(|scope| graph.scopes[*scope].subject.is_some())
    };
    let (own, other) = (graph.bindings[id].scope, block(there, heading)?);
    if there.scopes[other].of_trait.is_some() {
        return None;
    }
    let kind = |file: FileId, graph: &BindingGraph, scope: usize| {
        let subject = graph.scopes[scope].subject.as_ref()?;
        let byte = graph.scopes[scope].range.start;
        match project.kind_of(Place { file, byte }, subject, 0) {
            InferredType::Class(key) | InferredType::Object(key) => Some(key),
            _ => None,
        }
    };
    if kind(from, graph, own)? != kind(to, there, other)? {
        return None;
    }
    let head = |graph: &BindingGraph, scope: usize| -> String {
        let text = graph.slice(&graph.scopes[scope].range);
        text.split('{').next().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
    };
    Some(head(graph, own) == head(there, other))
}

impl TreeMove<'_> {
    fn spot(&self, file: FileId, at: usize, label: &'static str) -> LabeledPlace {
        LabeledPlace { path: self.project.sources[file].path.clone(), at, label }
    }

    fn doubt(&mut self, file: FileId, at: usize, label: &'static str) {
        let spot = self.spot(file, at, label);
        self.done.unproven.push(spot);
    }

    /// Notes an edit; it replaces an earlier edit of the same range, and is appended to another insertion at the same
    /// place.
    fn edit(&mut self, file: FileId, edit: Edit) {
        let all = self.edits.entry(file).or_default();
        match all.iter_mut().find(|own| own.range == edit.range) {
            Some(own) if edit.range.is_empty() && own.text != edit.text => own.text.push_str(&edit.text),
            Some(own) => own.text = edit.text,
            None => all.push(edit),
        }
    }

    /// Returns whether another operation of the patch writes a matching line into a file.
    fn is_written(&self, file: FileId, is_it: impl Fn(&str) -> bool) -> bool {
        let path = &self.project.sources[file].path;
        let own = self.question.operations.iter().filter(|operation| operation.path == *path);
        let mut payloads = own.filter_map(|operation| match &operation.action {
            Action::Edit { change, .. } => change.payload(),
            _ => None,
        });
        payloads.any(|payload| payload.lines.iter().any(|line| is_it(line)))
    }

    /// Returns whether another operation of the patch imports a name into the old file again.
    fn is_brought_back(&self, name: &str) -> bool {
        self.is_written(self.from, |line| {
            let words = ["use ", "pub use ", "pub(crate) use ", "pub(super) use "];
            words.iter().any(|word| line.trim_start().starts_with(word)) && find_word(line, name).is_some()
        })
    }

    /// Returns whether the old file continues to export a name, by an option or by another operation of the patch.
    fn is_kept(&self, name: &str) -> bool {
        self.question.is_kept || self.is_brought_back(name)
    }

    /// Declares the new module, unless it is declared already.
    fn declare(&mut self, users: &[ModulePath]) {
        let (project, rules) = (self.project, self.rules);
        let Some(name) = self.new.last() else { return };
        let Some(graph) = project.graph(self.parent) else { return };
        let words = format!("mod {name};");
        // A function or a value may have the name of a module.
        let is_alike = |id: &BindingId| graph.space_of(*id) & !space::VALUE != 0;
        let is_there = graph.bound(TOP, name).iter().any(is_alike);
        if is_there || self.is_written(self.parent, |line| line.contains(&words)) {
            return;
        }
        let outer = around(&self.new);
        let is_near = users.iter().all(|user| user.starts_with(outer));
        let words = if is_near { "" } else { visibility_for(&self.new, users) };
        let above = self.conditions_beyond(self.parent);
        let edit = declared(rules, graph, name, words, &above);
        self.edit(self.parent, edit);
    }

    /// Returns the conditions under which the old module is compiled that do not apply to another file.
    fn conditions_beyond(&self, file: FileId) -> Vec<String> {
        let theirs = conditions_of(self.project, self.rules, file);
        let mut own = conditions_of(self.project, self.rules, self.from);
        own.retain(|one| !theirs.contains(one));
        own
    }

    /// Reports definitions that would be compiled under other conditions, or whose name has another definition that
    /// stays.
    fn check_conditions(&mut self) {
        let all = Rc::clone(&self.all);
        // A new file gets the conditions of the old one, but is declared outside of macros.
        let is_apart = self.to.is_some_and(|to| {
            let own = conditions_of(self.project, self.rules, self.from);
            let theirs = conditions_of(self.project, self.rules, to);
            own.iter().any(|one| !theirs.contains(one)) || theirs.iter().any(|one| !own.contains(one))
        });
        let macros = |file| macros_around_module(self.project, self.rules, file);
        if is_apart || macros(self.from) != macros(self.to.unwrap_or(self.parent)) {
            let label = "is compiled under different conditions than the other file";
            all.iter().for_each(|known| self.doubt(self.from, known.target.byte, label));
        }
        for known in all.iter() {
            let bound = self.graph.bound(TOP, &known.old);
            let space = self.graph.space_of(known.id);
            let stays = |id: &&BindingId| {
                let at = self.graph.bindings[**id].name.start;
                self.graph.space_of(**id) & space != 0 && !self.moved.holds(at)
            };
            if let Some(id) = bound.iter().find(stays) {
                let at = self.graph.bindings[*id].name.start;
                self.doubt(self.from, at, "another definition of the name");
            }
        }
    }

    fn finish(mut self) -> Relocation {
        self.take_all_out();
        for (file, edits) in std::mem::take(&mut self.edits) {
            let at = edits.first().map_or(0, |edit| edit.range.start);
            match EditSet::new(edits) {
                Ok(edits) => self.done.edits.push((self.project.sources[file].path.clone(), edits)),
                Err(_) => self.doubt(file, at, "cannot be rewritten to follow"),
            }
        }
        self.done.unproven.sort();
        self.done.unproven.dedup();
        self.done.imports = self.listed_as_before();
        self.done.imports.sort_by(|a, b| a.trim_end_matches(';').cmp(b.trim_end_matches(';')));
        if !has_each_alone(self.graph) {
            self.done.kept = listed_together(std::mem::take(&mut self.done.kept));
        }
        self.done.shown.sort();
        self.done.shown.dedup();
        self.done
    }
}

impl TreeMove<'_> {
    /// Returns the imports that the moved code needs, where names that shared a list share one again, unless the target
    /// file imports each name by itself.
    fn listed_as_before(&self) -> Vec<String> {
        let there = self.to.and_then(|to| self.project.graph(to));
        let mut lists: BTreeMap<usize, Vec<(usize, String)>> = BTreeMap::new();
        let mut done = Vec::new();
        for statement in &self.done.imports {
            match self.listed.get(statement).filter(|_| !there.is_some_and(has_each_alone)) {
                Some((list, at)) => lists.entry(*list).or_default().push((*at, statement.clone())),
                None => done.push(statement.clone()),
            }
        }
        for mut names in lists.into_values() {
            names.sort();
            let names = listed(names.into_iter().map(|(_, statement)| statement).collect(), |_| {});
            done.extend(with_own_module(names));
        }
        done
    }
}

/// Returns whether a file imports several names of a module by separate statements.
fn has_each_alone(graph: &BindingGraph) -> bool {
    let modules = graph.text.lines().filter_map(|line| Some(line.strip_prefix("use ")?.rsplit_once("::")?.0));
    let mut seen = HashSet::new();
    !modules.into_iter().all(|module| seen.insert(module))
}

/// Combines imports of single names of one module: `use a::b;` and `use a::c;` become `use a::{b, c};`.
fn listed_together(statements: Vec<String>) -> Vec<String> {
    listed(statements, |names| names.sort())
}

/// Combines imports of a module and of names in it, as their list had them: `use a::{self, b};`.
fn with_own_module(mut statements: Vec<String>) -> Vec<String> {
    for module in statements.clone() {
        let start = format!("{}::", module.trim_end_matches(';'));
        let Some(of_names) = statements.iter_mut().find(|other| other.starts_with(&start)) else { continue };
        let names = of_names[start.len()..].trim_end_matches(';');
        let names = names.strip_prefix('{').and_then(|names| names.strip_suffix('}')).unwrap_or(names);
        *of_names = format!("{start}{{self, {names}}};");
        statements.retain(|other| *other != module);
    }
    statements
}

/// Combines imports of single names of one module; `order` sorts the names of each list.
fn listed(statements: Vec<String>, order: impl Fn(&mut Vec<String>)) -> Vec<String> {
    let mut lists: Vec<(String, Vec<String>)> = Vec::new();
    for statement in statements {
        let path = statement.trim_end_matches(';');
        let (module, name) = path.rsplit_once("::").unwrap_or(("", path));
        match lists.iter_mut().find(|(own, names)| *own == module && !own.is_empty() && !names.is_empty()) {
            Some((_, names)) => names.push(name.to_owned()),
            None => lists.push((module.to_owned(), vec![name.to_owned()])),
        }
    }
    let written = lists.into_iter().map(|(module, mut names)| match &names[..] {
        [name] if module.is_empty() => format!("{name};"),
        [name] => format!("{module}::{name};"),
        _ => {
            order(&mut names);
            format!("{module}::{{{}}};", names.join(", "))
        }
    });
    written.collect()
}
