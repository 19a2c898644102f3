//! Collects the imports that moved code needs in languages whose imports of it are not rewritten.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::rc::Rc;

use tree_sitter::Node;

use super::bytes::MovesInOrder;
use super::directives::{DirectiveUse, directive_uses};
use super::narrow::{narrowed_copy, outermost, respelled};
use super::needs::visible_bindings;
use super::package_visibility::hidden_members;
use super::to_package::Following;
use super::{MoveProblem, MoveQuestion};
use crate::resolve::bindings::LabeledPlace;
use crate::resolve::bindings::file::graph::{Binding, BindingGraph, BindingId, BindingKind, FileId, TOP};
use crate::resolve::bindings::file::role::{NameRole, TokenBefore};
use crate::resolve::bindings::lookup::results::{Module, folder_of};
use crate::resolve::bindings::project::Project;
use crate::text::normal::find_word;

/// What moved code requires in the target file, and what that leaves in the old file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CarriedImports {
    /// The imports that the target file needs.
    pub needed: Vec<String>,
    /// The same imports as lines of one grouped statement; empty if the language has no such statements, or there are
    /// fewer than two imports.
    pub together: Vec<String>,
    /// The imports that the old file no longer uses, as written there.
    pub idle: Vec<String>,
    /// The names that these imports bind, except those that remaining documentation refers to.
    pub idle_names: Vec<String>,
    /// The names of the old file that the moved code uses, and that are not visible in the target file.
    pub own: Vec<String>,
    /// The first use of each of them.
    pub own_places: Vec<LabeledPlace>,
    /// Uses of names of the old package that no import can make available in the target file.
    pub left: Vec<LabeledPlace>,
    /// Uses of classes and members that are visible only in the old package.
    pub hidden: Vec<LabeledPlace>,
    /// The imports that the old file needs for its remaining code.
    pub kept: Vec<String>,
    /// Places that name files relative to the folder of the old file.
    pub files: Vec<LabeledPlace>,
    /// Names whose origin cannot be determined.
    pub unknown: Vec<String>,
    /// The edits by which uses follow the definitions to another package, where possible.
    pub follows: Option<Following>,
    /// The places that would not see the code, or that the code would not see, in a file that is compiled under other
    /// conditions.
    pub parted: Vec<LabeledPlace>,
    /// The name of a class that only a file of the same name may contain.
    pub misplaced: Option<String>,
    /// The names among [`Self::hidden`] that definitions of the old file declare, which can come along.
    pub come_along: Vec<String>,
    /// Definitions that a program may contain only once, and that would be compiled several times, or never.
    pub repeated: Vec<LabeledPlace>,
    /// The first use in the target file, if it needs the code above it.
    pub first_use: Option<FirstUse>,
    /// Whether the code moves to another package.
    pub leaves: bool,
    /// What becomes of the uses in that package: they lose the name of the old one.
    pub freed: Following,
}

impl CarriedImports {
    /// Returns whether nothing but imports changes, and nothing has to be said.
    pub(super) fn is_imports_only(&self) -> bool {
        let (needed, together) = (self.needed.clone(), self.together.clone());
        let (idle, idle_names) = (self.idle.clone(), self.idle_names.clone());
        *self == Self { needed, together, idle, idle_names, ..Self::default() }
    }
}

/// A use of moved code in the target file that needs a declaration above it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstUse {
    /// The use.
    pub place: LabeledPlace,
    /// The address of the definition that contains it, if the code can be put before that.
    pub before: Option<String>,
}

#[derive(Clone, Copy)]
pub(super) struct ImportCollector<'c> {
    pub(super) project: &'c Project,
    pub(super) file: FileId,
    pub(super) graph: &'c BindingGraph,
    pub(super) ranges: &'c [Range<usize>],
    pub(super) question: &'c MoveQuestion<'c>,
    /// Whether what the class around has is named with its name there.
    pub(super) names_outer: bool,
    pub(super) row: &'c CarriedRow,
    /// The number of the move in the row.
    pub(super) number: usize,
}

/// The uses of imports, by binding and name.
type ImportUses = HashMap<(BindingId, String), Rc<[usize]>>;

/// Moves out of a file, one after the other, and what is known of the file for all of them.
#[derive(Default)]
pub(super) struct CarriedRow {
    moves: MovesInOrder,
    /// The uses of imports by their names.
    uses: RefCell<ImportUses>,
}

impl CarriedRow {
    pub(super) fn of(moves: MovesInOrder) -> Self {
        Self { moves, ..Self::default() }
    }
}

impl ImportCollector<'_> {
    fn is_moved(&self, at: usize) -> bool {
        self.ranges.iter().any(|range| range.contains(&at))
    }

    /// Returns whether code is not in the file after the move.
    fn has_left(&self, at: usize) -> bool {
        self.is_moved(at) || self.row.moves.has_left(at, self.number)
    }

    pub(super) fn collect(&self) -> Result<CarriedImports, MoveProblem> {
        let mut done = CarriedImports::default();
        let mut needed: BTreeMap<usize, Vec<BindingId>> = BTreeMap::new();
        let mut explained: Vec<String> = Vec::new();
        for id in self.imports() {
            let names = self.names_of(id);
            let uses: Vec<usize> = names.iter().flat_map(|name| self.uses(id, name).to_vec()).collect();
            if !uses.iter().any(|at| self.is_moved(*at)) {
                continue;
            }
            explained.extend_from_slice(&names);
            let start =
                outermost(self.graph, self.graph.bindings[id].name.start).map_or(0, |node| node.start_byte());
            needed.entry(start).or_default().push(id);
            if uses.iter().rev().all(|at| self.has_left(*at)) {
                done.idle.extend(self.statement(&[id], self.question.from.as_str()));
                let is_documented = |at: usize, name: &str| {
                    !self.has_left(at) && self.graph.is_looked_up(&(at..at + name.len()))
                };
                let mut words = names
                    .iter()
                    .flat_map(|name| self.graph.places_of(name).map(move |at| (at, name.as_str())));
                if !words.any(|(at, name)| is_documented(at, name)) {
                    done.idle_names.push(self.graph.name_of(id).into_owned());
                }
            }
        }
        let to = self.question.to.as_str();
        for ids in needed.values() {
            self.check_free(ids)?;
            match self.grouped() {
                true => done.needed.extend(ids.iter().filter_map(|id| self.statement(&[*id], to))),
                false => done.needed.extend(self.statement(ids, to)),
            }
        }
        let ids: Vec<BindingId> = needed.into_values().flatten().collect();
        done.together = self.together(&ids, &done.needed).unwrap_or_default();
        if self.project.is_shared() && !self.stays_in_package() {
            let hidden = hidden_members((self.project, self.file, self.graph), self.ranges);
            let label = "only visible in its own package";
            let spot = |at| LabeledPlace { path: self.question.from.clone(), at, label };
            done.hidden.extend(hidden.into_iter().map(spot));
        }
        self.take_directives(&mut done);
        self.take_names(&mut done, &explained)?;
        if !done.unknown.is_empty() && !self.grouped() {
            done.needed.extend(self.imports_of_all());
            done.unknown.clear();
        }
        if !done.unknown.is_empty() {
            self.carry_nameless(&mut done);
        }
        Ok(done)
    }

    /// Returns the imports at the top level of the file, without re-exports.
    pub(super) fn imports(&self) -> impl Iterator<Item = BindingId> + '_ {
        let rules = self.graph.language.manifest().imports.as_ref();
        let is_statement = move |at: usize| {
            let text = outermost(self.graph, at).map(|node| self.graph.slice(&node.byte_range()));
            let has = |word: &String| text.is_none_or(|text| find_word(text, word).is_some());
            rules.is_none_or(|rules| rules.begins.iter().chain(&rules.calls).any(has))
        };
        let is_top = move |binding: &Binding| {
            binding.kind == BindingKind::Import
                && binding.scope == TOP
                && binding.import.is_some()
                && is_statement(binding.name.start)
        };
        self.graph.bindings.iter().enumerate().filter(move |(_, binding)| is_top(binding)).map(|(id, _)| id)
    }

    /// Notes what directive comments in the moved code require: imports, and files of its folder.
    fn take_directives(&self, done: &mut CarriedImports) {
        let (from, to) = (self.question.from.as_str(), self.question.to.as_str());
        let there = self.project.file(to).and_then(|file| self.project.graph(file));
        for obeyed in directive_uses(self.graph, |at| self.is_moved(at)) {
            let DirectiveUse { rule, moves, stays, statement } = &obeyed;
            if there.is_none_or(|graph| !obeyed.has_import(graph)) && !obeyed.is_imported_by(&done.needed) {
                done.needed.push(statement.clone());
            }
            if rule.names_files && folder_of(from) != folder_of(to) {
                let label = "names files relative to its folder";
                let spot = |at: &usize| LabeledPlace { path: self.question.from.clone(), at: *at, label };
                done.files.extend(moves.iter().map(spot));
            }
            match stays {
                true if obeyed.is_imported_by(&done.idle) => done.kept.push(statement.clone()),
                false if obeyed.has_blank_import(self.graph) => done.idle.push(statement.clone()),
                _ => {}
            }
        }
    }

    /// Returns the lines of one statement for several imports, separated by blank lines as in the old file.
    fn together(&self, ids: &[BindingId], statements: &[String]) -> Option<Vec<String>> {
        let rules = self.graph.language.manifest().imports.as_ref()?;
        let (word, group) = (rules.begins.first()?, rules.group.as_ref()?);
        if statements.len() < 2 || statements.len() != ids.len() {
            return None;
        }
        let mut lines = vec![format!("{word} {}", group.open)];
        let mut last: Option<usize> = None;
        for (id, statement) in ids.iter().zip(statements) {
            let at = self.graph.bindings[*id].name.start;
            let between = last.and_then(|last| self.graph.text.get(last..at)).unwrap_or_default();
            let rows: Vec<&str> = between.split('\n').collect();
            let inner = rows.get(1..rows.len() - 1).unwrap_or_default();
            if inner.iter().any(|row| row.trim().is_empty()) {
                lines.push(String::new());
            }
            lines.push(format!("\t{}", statement.strip_prefix(word.as_str())?.trim_start()));
            last = Some(at);
        }
        lines.push(group.close.clone());
        Some(lines)
    }

    /// Returns the statements that import all names of a module or class.
    fn imports_of_all(&self) -> Vec<String> {
        let Some(rules) = &self.graph.language.manifest().imports else { return Vec::new() };
        let root = self.graph.tree.root_node();
        let mut cursor = root.walk();
        let texts = root.children(&mut cursor).filter_map(|node| {
            let range = node.byte_range();
            let has_name = self.imports().any(|id| range.contains(&self.graph.bindings[id].name.start));
            let text = self.graph.slice(&range);
            let is_import = rules.begins.iter().any(|word| text.starts_with(&format!("{word} ")));
            (is_import && !has_name && text.contains('*')).then(|| text.to_owned())
        });
        texts.collect()
    }

    /// Returns the names by which an import is used: the bound name, or else the name that the package declares.
    pub(super) fn names_of(&self, id: BindingId) -> Vec<String> {
        let mut names = vec![self.graph.name_of(id).into_owned()];
        if self.graph.packages.contains(&id)
            && let Some(path) = self.graph.bindings[id].import.as_ref().and_then(|path| path.first())
            && let Some(Module::Space(space)) = self.project.module(self.file, path)
            && let Some(name) = space.rsplit(':').next().filter(|name| *name != names[0])
        {
            names = vec![name.to_owned()];
        }
        names
    }

    /// Returns the byte offsets at which a name refers to an import.
    pub(super) fn uses(&self, id: BindingId, name: &str) -> Rc<[usize]> {
        let key = (id, name.to_owned());
        if let Some(known) = self.row.uses.borrow().get(&key) {
            return Rc::clone(known);
        }
        let found: Rc<[usize]> = self.uses_in_file(id, name).into();
        self.row.uses.borrow_mut().insert(key, Rc::clone(&found));
        found
    }

    fn uses_in_file(&self, id: BindingId, name: &str) -> Vec<usize> {
        let is_use = |at: &usize| {
            let is_code = matches!(
                self.graph.role(&(*at..*at + name.len())),
                NameRole::Plain
                    | NameRole::Quoted
                    | NameRole::Given(_)
                    | NameRole::Token(TokenBefore::Nothing)
                    | NameRole::Exported
            );
            is_code
                && match visible_bindings(self.graph, *at, name) {
                    Some((TOP, bound)) => bound.contains(&id),
                    Some(_) => false,
                    None => true,
                }
        };
        self.graph.places_of(name).filter(is_use).collect()
    }

    /// Returns whether the language has grouped import statements with separate imports in them.
    fn grouped(&self) -> bool {
        self.graph.language.manifest().imports.as_ref().is_some_and(|rules| rules.group.is_some())
    }

    /// Returns an import of some names of one statement, as another file must write it.
    pub(super) fn statement(&self, ids: &[BindingId], to: &str) -> Option<String> {
        let rules = self.graph.language.manifest().imports.as_ref()?;
        let binding = &self.graph.bindings[*ids.first()?];
        let outer = outermost(self.graph, binding.name.start)?;
        if let Some(group) = &rules.group {
            let root = self.graph.tree.root_node();
            let mut node = root.descendant_for_byte_range(binding.name.start, binding.name.start + 1)?;
            let is_part = |node: &Node<'_>| {
                node.id() != outer.id()
                    && !self.graph.slice(&node.byte_range()).starts_with(group.open.as_str())
            };
            while let Some(parent) = node.parent().filter(is_part) {
                node = parent;
            }
            return Some(format!("{} {}", rules.begins.first()?, self.graph.slice(&node.byte_range())));
        }
        let range = outer.byte_range();
        let others = self
            .imports()
            .filter(|id| !ids.contains(id) && range.contains(&self.graph.bindings[*id].name.start));
        let text = narrowed_copy(self.graph, outer, ids, &others.collect::<Vec<_>>())?;
        let written = binding.import.as_ref()?.first()?;
        let spelled = self.project.respell(self.file, to, written).unwrap_or_else(|| written.clone());
        Some(respelled(&text, written, &spelled))
    }

    /// Refuses names that mean something else in the target file.
    fn check_free(&self, ids: &[BindingId]) -> Result<(), MoveProblem> {
        let to = self.question.to.as_str();
        let Some(file) = self.project.file(to) else { return Ok(()) };
        let Some(graph) = self.project.graph(file) else { return Ok(()) };
        for id in ids {
            let path = self.path_in(self.file, self.graph, *id);
            for name in self.names_of(*id) {
                for other in graph.bound(TOP, &name) {
                    if path.is_none() || self.path_in(file, graph, *other) != path {
                        return Err(self.taken(&name, graph.bindings[*other].name.start));
                    }
                }
                if let Some(at) = self.hidden_in_class(graph, &name) {
                    return Err(self.taken(&name, at));
                }
                if let Some(at) = self.use_by_wildcard(file, graph, (&name, path.as_deref())) {
                    return Err(self.taken(&name, at));
                }
            }
        }
        Ok(())
    }

    /// Returns where the target file uses a name that an import of all names of another module may provide.
    fn use_by_wildcard(
        &self,
        file: FileId,
        graph: &BindingGraph,
        (name, path): (&str, Option<&[String]>),
    ) -> Option<usize> {
        let of_path = |path: &[String]| path.join(".").rsplit_once('.').map(|(of, _)| of.to_owned());
        let own = path.and_then(of_path);
        let mut others = graph.scopes[TOP].wildcards.iter().filter(|other| Some(other.join(".")) != own);
        others.next()?;
        let is_in_package = || {
            let home = self.project.space_of(file, graph, TOP);
            home.is_some_and(|home| !self.project.in_space(&home, name).is_empty())
        };
        let is_unbound = |at: &usize| {
            matches!(graph.role(&(*at..*at + name.len())), NameRole::Plain)
                && visible_bindings(graph, *at, name).is_none()
        };
        graph.places_of(name).find(is_unbound).filter(|_| !is_in_package())
    }

    fn taken(&self, name: &str, at: usize) -> MoveProblem {
        let place = LabeledPlace { path: self.question.to.clone(), at, label: "means something else here" };
        MoveProblem::Taken { name: name.to_owned(), place }
    }

    /// Returns the byte offset at which a class around the new place has a type or a field of a name.
    fn hidden_in_class(&self, graph: &BindingGraph, name: &str) -> Option<usize> {
        let around = graph.around(graph.scope_at(self.question.class_there?)).filter(|scope| *scope != TOP);
        let mut bound = around.flat_map(|scope| graph.bound(scope, name)).map(|id| &graph.bindings[*id]);
        bound.find(|other| other.kind != BindingKind::Function).map(|other| other.name.start)
    }

    /// Refuses a name of the package that the target file, or a class around the new place, has for something else.
    fn check_seen(&self, name: &str) -> Result<(), MoveProblem> {
        let file = self.project.file(self.question.to.as_str());
        let Some(graph) = file.and_then(|file| self.project.graph(file)) else { return Ok(()) };
        let is_import = |id: &&BindingId| graph.bindings[**id].kind == BindingKind::Import;
        let mut imports = graph.bound(TOP, name).iter().filter(is_import);
        let import = imports
            .next()
            .filter(|_| !self.imports_from_old_package(name))
            .map(|id| graph.bindings[*id].name.start);
        import.or_else(|| self.hidden_in_class(graph, name)).map_or(Ok(()), |at| Err(self.taken(name, at)))
    }

    /// Returns the path of an import as the target file would write it.
    fn path_in(&self, file: FileId, graph: &BindingGraph, id: BindingId) -> Option<Vec<String>> {
        let mut path = graph.bindings[id].import.clone()?;
        let first = path.first_mut()?;
        *first =
            self.project.respell(file, self.question.to.as_str(), first).unwrap_or_else(|| first.clone());
        Some(path)
    }

    /// Notes the other names that the moved code uses from its file and its package.
    fn take_names(&self, done: &mut CarriedImports, explained: &[String]) -> Result<(), MoveProblem> {
        let shares = self.project.is_shared() && self.stays_in_package();
        let leaves = self.project.is_shared() && !shares;
        let has_all = !self.graph.scopes[TOP].wildcards.is_empty() || self.has_unused_package();
        for (name, at) in self.names() {
            let known = match visible_bindings(self.graph, at, &name) {
                Some((scope, bound)) => {
                    let is_left = |id: &BindingId| {
                        let binding = &self.graph.bindings[*id];
                        binding.kind != BindingKind::Import && !self.is_moved(binding.name.start)
                    };
                    let stays: Vec<(FileId, BindingId)> =
                        bound.into_iter().filter(is_left).map(|id| (self.file, id)).collect();
                    match stays.is_empty() {
                        false if leaves && self.names_outer && scope != TOP => {
                            self.leave_class(done, (&name, at), &stays)?;
                        }
                        false if leaves => self.import_or_report(done, (&name, at), &stays)?,
                        false if shares && scope == TOP => self.check_seen(&name)?,
                        false if shares && self.names_outer => {
                            let top = stays.first().and_then(|(_, id)| class_at_top(self.graph, *id));
                            top.map_or(Ok(()), |top| self.check_seen(&self.graph.name_of(top)))?;
                        }
                        false if scope == TOP && !shares && !done.own.contains(&name) => {
                            done.own.push(name.clone());
                            let label = "is not visible there";
                            done.own_places.push(LabeledPlace {
                                path: self.question.from.clone(),
                                at,
                                label,
                            });
                        }
                        _ => {}
                    }
                    true
                }
                None => {
                    let rules = self.graph.rules();
                    let built_in = [&rules.built_in, &rules.root_classes, &rules.special];
                    let is_built_in = || built_in.iter().any(|list| list.contains(&name));
                    let beside = if explained.contains(&name) { Vec::new() } else { self.beside(&name) };
                    if leaves && !beside.is_empty() {
                        self.import_or_report(done, (&name, at), &beside)?;
                    } else if shares && !beside.is_empty() {
                        self.check_seen(&name)?;
                    }
                    explained.contains(&name) || !has_all || is_built_in() || !beside.is_empty()
                }
            };
            if !known && !done.unknown.contains(&name) {
                done.unknown.push(name);
            }
        }
        Ok(())
    }

    /// Returns whether the target file belongs to the package of the old one; a file that does not exist yet does if it
    /// is in the same folder.
    pub(super) fn stays_in_package(&self) -> bool {
        let (from, to) = (self.question.from.as_str(), self.question.to.as_str());
        match self.project.file(to).and_then(|file| self.project.package_of(file)) {
            Some(home) => self.project.space_of(self.file, self.graph, TOP) == Some(home),
            None => folder_of(from) == folder_of(to),
        }
    }

    /// Adds the import of a name of the old package, or reports the use if no import can make it available.
    fn import_or_report(
        &self,
        done: &mut CarriedImports,
        (name, at): (&str, usize),
        places: &[(FileId, BindingId)],
    ) -> Result<(), MoveProblem> {
        let Some(statement) = self.import_of(name, places) else {
            if self.project.rules.file_classes.is_some() {
                let label = "only visible in its own package";
                done.hidden.push(LabeledPlace { path: self.question.from.clone(), at, label });
                return Ok(());
            }
            let label = "belongs to the old package";
            done.left.push(LabeledPlace { path: self.question.from.clone(), at, label });
            return Ok(());
        };
        if done.needed.contains(&statement) || self.imports_from_old_package(name) {
            return Ok(());
        }
        if let Some(at) = self.conflict_in_target(name) {
            return Err(self.taken(name, at));
        }
        done.needed.push(statement);
        Ok(())
    }

    /// The same for members of the class around, which are named by it.
    fn leave_class(
        &self,
        done: &mut CarriedImports,
        (name, at): (&str, usize),
        places: &[(FileId, BindingId)],
    ) -> Result<(), MoveProblem> {
        let own = self.graph.rules().package_visibility.as_ref().map_or("", |rules| &rules.own);
        // What its class keeps for itself is listed where the name of that would come before it.
        if places.iter().any(|(file, id)| self.project.has_word_before(*file, *id, own)) {
            return Ok(());
        }
        let top = places.first().and_then(|(_, id)| class_at_top(self.graph, *id));
        let is_seen = |place: &(FileId, BindingId)| self.project.is_visible_outside_package(*place, false);
        match top.filter(|_| places.iter().all(is_seen)) {
            Some(top) => {
                let class = self.graph.name_of(top).into_owned();
                self.import_or_report(done, (&class, at), &[(self.file, top)])
            }
            None => self.import_or_report(done, (name, at), places),
        }
    }

    /// Returns the import of a class of the old package for files of another package, if it is visible there.
    fn import_of(&self, name: &str, places: &[(FileId, BindingId)]) -> Option<String> {
        let manifest = self.graph.language.manifest();
        let word = self.project.rules.file_classes.as_deref()?;
        let package = self.graph.package.as_deref().filter(|package| !package.is_empty())?;
        let is_open = |(file, id): &(FileId, BindingId)| {
            let is_top = self.project.graph(*file).is_some_and(|graph| graph.bindings[*id].scope == TOP);
            is_top && self.project.has_word_before(*file, *id, word)
        };
        let begins = manifest.imports.as_ref()?.begins.first()?;
        let (sign, end) = (&manifest.separator, manifest.symbols.terminator.as_deref().unwrap_or_default());
        places.iter().all(is_open).then(|| format!("{begins} {package}{sign}{name}{end}"))
    }

    /// Returns whether the target file imports a name of the old package.
    fn imports_from_old_package(&self, name: &str) -> bool {
        let package = self.graph.package.as_deref().unwrap_or_default();
        let Some(graph) =
            self.project.file(self.question.to.as_str()).and_then(|file| self.project.graph(file))
        else {
            return false;
        };
        let is_it = |id: &BindingId| {
            let path = graph.bindings[*id]
                .import
                .as_ref()
                .map(|path| path.join(&graph.language.manifest().separator));
            path.is_some_and(|path| {
                path == package || path.strip_prefix(package) == Some(&format!(".{name}"))
            })
        };
        graph.bound(TOP, name).iter().any(is_it)
    }

    /// Returns the byte offset at which the target file has the name with another meaning, as a binding or as a name of
    /// its package.
    fn conflict_in_target(&self, name: &str) -> Option<usize> {
        let file = self.project.file(self.question.to.as_str())?;
        let graph = self.project.graph(file)?;
        if let Some(id) = graph.bound(TOP, name).first() {
            return Some(graph.bindings[*id].name.start);
        }
        if let Some(at) = self.hidden_in_class(graph, name) {
            return Some(at);
        }
        let home = self.project.space_of(file, graph, TOP)?;
        let first = graph.places_of(name).find(|at| {
            let role = graph.role(&(*at..*at + name.len()));
            !matches!(role, NameRole::Comment | NameRole::Text | NameRole::Member(_))
        });
        first.filter(|_| !self.project.in_space(&home, name).is_empty())
    }

    /// Returns the bindings of a name in the files of the old package, in languages where these share a scope.
    pub(super) fn beside(&self, name: &str) -> Vec<(FileId, BindingId)> {
        let home = self.project.space_of(self.file, self.graph, TOP);
        home.map_or_else(Vec::new, |home| self.project.in_space(&home, name))
    }

    /// Returns whether an imported package has no known uses, so that its real name may differ from the end of its
    /// path.
    fn has_unused_package(&self) -> bool {
        let packages = self.graph.packages.iter();
        let mut unused =
            packages.filter(|id| self.names_of(**id).iter().all(|name| self.uses(**id, name).is_empty()));
        unused.next().is_some()
    }

    /// Returns the unqualified names in the moved code, with their byte offsets.
    pub(super) fn names(&self) -> Vec<(String, usize)> {
        self.names_in(self.ranges)
    }

    /// Returns the unqualified names in the code that stays, with their byte offsets.
    pub(super) fn names_outside(&self) -> Vec<(String, usize)> {
        let mut all = self.names_in(std::slice::from_ref(&(0..self.graph.text.len())));
        all.retain(|(_, at)| !self.is_moved(*at));
        all
    }

    fn names_in(&self, ranges: &[Range<usize>]) -> Vec<(String, usize)> {
        let mut found = Vec::new();
        let mut cursor = self.graph.tree.root_node().walk();
        let start = ranges.iter().map(|range| range.start).min().unwrap_or_default();
        let last = ranges.iter().map(|range| range.end).max().unwrap_or_default();
        if cursor.goto_first_child_for_byte(start).is_none() {
            return found;
        }
        loop {
            let node = cursor.node();
            let (start, end) = (node.start_byte(), node.end_byte());
            if start >= last {
                return found;
            }
            let is_in = ranges.iter().any(|range| range.start < end && start < range.end);
            if is_in && node.child_count() == 0 && node.is_named() && !node.is_extra() {
                let is_plain = matches!(self.graph.role(&(start..end)), NameRole::Plain);
                let text = self.graph.slice(&(start..end));
                if is_plain && text.starts_with(|char: char| char.is_alphabetic() || char == '_') {
                    found.push((text.to_owned(), start));
                }
            }
            if is_in && cursor.goto_first_child() {
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return found;
                }
            }
        }
    }
}

/// The class at the top of a file that a member stands in.
pub(super) fn class_at_top(graph: &BindingGraph, id: BindingId) -> Option<BindingId> {
    let around = graph.around(graph.bindings[id].scope);
    around.filter_map(|scope| graph.scopes[scope].of).find(|class| graph.bindings[*class].scope == TOP)
}
