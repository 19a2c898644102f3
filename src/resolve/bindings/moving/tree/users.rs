//! Rewrites the uses of definitions that move within a module tree.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use tree_sitter::Node;

use super::TreeMove;
use super::exposed::Viewers;
use super::idle::place_of;
use super::needs::inner_module;
use super::place::{item_at, may_name_module, parts_of, spelled};
use super::statement::{comments_of, without_names};
use crate::resolve::bindings::file::graph::{BindingGraph, BindingId, FileId, ScopeId, TOP, space};
use crate::resolve::bindings::file::role::{NameRole, TokenBefore};
use crate::resolve::bindings::lookup::module_tree::{ModulePath, around, module_path};
use crate::resolve::bindings::lookup::names::Lookup;
use crate::resolve::bindings::lookup::results::{Found, Module, Place};
use crate::resolve::bindings::moving::ImportBlock;
use crate::resolve::bindings::moving::exports::{insert_below_edit, names_in, newline};
use crate::resolve::bindings::moving::narrow::comment_behind;
use crate::resolve::bindings::renamed_definition::RenamedDefinition;
use crate::resolve::bindings::used::{Use, Verdict};
use crate::text::Edit;
use crate::text::normal::{find_words, is_word_char};

/// The way by which a use reaches its definition.
enum UseRoute {
    /// By a name of the old file, within that file.
    Local,
    /// By a wildcard import of the old file in a scope.
    Wildcard(ScopeId),
    /// By an import of the name from the old file.
    Import,
    /// By a path that names the old module at this range.
    Path(Range<usize>),
    /// By something that needs no change.
    Other,
    /// In a way that is only valid if the old file re-exports the name.
    Reexport,
}

/// A name that an import statement binds.
struct ImportedUse {
    name: String,
    id: BindingId,
    at: usize,
}

/// The collected uses.
#[derive(Default)]
struct Uses {
    /// The names that the old file itself uses.
    own: BTreeSet<String>,
    /// The names that it must re-export.
    through: BTreeSet<String>,
    /// The scopes with a wildcard import of the old file that need a separate import of a name.
    all: BTreeSet<(FileId, ScopeId, String)>,
    /// Import statements, by file and byte offset, with the moved names in them.
    imports: BTreeMap<(FileId, usize), Vec<ImportedUse>>,
    /// The modules that use each name.
    modules: BTreeMap<String, BTreeSet<ModulePath>>,
}

impl TreeMove<'_> {
    /// Returns the path of the new module in the style in which code of `module` wrote the path of the old one.
    fn spelled_like(&self, module: &[String], written: &str) -> String {
        let Some((last, outer)) = self.new.split_last() else { return spelled(&self.new) };
        match written.split("::").next().unwrap_or_default().trim() {
            "crate" | "" => spelled(&self.new),
            "self" if outer == module => format!("self::{last}"),
            "super" if !module.is_empty() && outer == around(module) && !written.contains("super::super") => {
                format!("super::{last}")
            }
            "self" | "super" => spelled(&self.new),
            _ if outer == module => last.clone(),
            _ => spelled(&self.new),
        }
    }

    /// Removes imports that were only used as the beginning of rewritten paths.
    fn drop_heads(&mut self) {
        let mut by_name: BTreeMap<(FileId, BindingId), Vec<usize>> = BTreeMap::new();
        for (file, at) in std::mem::take(&mut self.heads) {
            let Some(graph) = self.project.graph(file) else { continue };
            let end =
                graph.text[at..].find(|char| !is_word_char(char)).map_or(graph.text.len(), |end| at + end);
            let bound = graph.bound(TOP, graph.slice(&(at..end)));
            let import = bound.iter().find(|id| graph.bindings[**id].import.is_some());
            if let Some(id) = import {
                by_name.entry((file, *id)).or_default().push(at);
            }
        }
        for ((file, id), places) in by_name {
            let Some(graph) = self.project.graph(file) else { continue };
            let binding = &graph.bindings[id];
            let name = graph.slice(&binding.name);
            let is_use = |at: &usize| {
                let role = graph.role(&(*at..*at + name.len()));
                let is_said = matches!(role, NameRole::Text | NameRole::Comment | NameRole::Imported(_));
                !is_said && !places.contains(at) && !binding.name.contains(at)
            };
            let is_public = !self.words_before(graph, binding.name.start).is_empty();
            if !is_public && find_words(&graph.text, name).find(is_use).is_none() {
                self.take_out(file, &[id]);
            }
        }
    }

    /// Rewrites the uses of the definitions.
    pub(super) fn follow(&mut self) {
        let all = std::rc::Rc::clone(&self.all);
        let mut uses = Uses::default();
        for known in all.iter() {
            let mut counts = BTreeMap::new();
            for one in &known.uses {
                let is_moved = one.file == self.from && self.moved.holds(one.range.start);
                let is_asked = matches!(one.verdict, Verdict::Certain | Verdict::Undecidable(_));
                let is_said = || {
                    let rules = self.project.graph(one.file).map(|graph| graph.rules());
                    one.role == NameRole::Comment && rules.is_some_and(|rules| rules.doc_links.is_none())
                };
                if is_moved || !is_asked || matches!(one.role, NameRole::Bound(_)) || is_said() {
                    continue;
                }
                self.take_use(known, one, &mut uses);
                let is_counted = one.verdict == Verdict::Certain && Some(one.file) != self.to;
                if is_counted && !matches!(one.role, NameRole::Imported(_)) {
                    *counts.entry(self.project.sources[one.file].path.clone()).or_default() += 1;
                }
            }
            if self.asks_by_trait(known) {
                uses.own.insert(known.old.clone());
            }
            if self.is_brought_back(&known.old) {
                // The lines that the rest of the patch writes do not exist yet.
                counts.clear();
            }
            self.done.uses.push((known.old.clone(), counts));
            // Of what only the crate sees, all uses are known.
            let is_given_on = || self.is_public(known.target.byte) && self.is_reexported();
            if self.is_kept(&known.old) || is_given_on() || self.is_visible_outside(known.target.byte) {
                uses.through.insert(known.old.clone());
            }
        }
        let mut gone: Vec<BindingId> = Vec::new();
        for ((file, _), names) in std::mem::take(&mut uses.imports) {
            let graph = self.project.graph(file);
            let is_top =
                graph.is_some_and(|graph| names.iter().all(|one| inner_module(graph, one.at) == TOP));
            match Some(file) == self.to && is_top {
                true => gone.extend(names.iter().map(|one| one.id)),
                false => self.rewrite_import(file, &names),
            }
        }
        if let Some(to) = self.to {
            self.take_out(to, &gone);
        }
        for (file, scope, name) in &uses.all {
            let is_kept = *file != self.from && uses.through.contains(name)
                || *file == self.from && (uses.own.contains(name) || uses.through.contains(name));
            if !is_kept && Some(*file) != self.to {
                let statement = format!("use {}::{name};", spelled(&self.new));
                self.bring_beside_all(*file, *scope, &statement);
            }
        }
        let mut viewers = Viewers::new();
        for known in all.iter() {
            let name = &known.old;
            let mut users = uses.modules.remove(name).unwrap_or_default();
            if uses.own.contains(name) || uses.through.contains(name) {
                users.insert(self.old.clone());
            }
            viewers.entry(known.id).or_default().extend(users);
        }
        let modules: BTreeSet<ModulePath> = viewers.values().flatten().cloned().collect();
        self.spread_visibility(&mut viewers);
        let words: BTreeMap<BindingId, String> = viewers
            .into_iter()
            .map(|(id, users)| {
                let users: Vec<ModulePath> = users.into_iter().collect();
                (id, self.show_definition(self.graph.bindings[id].name.start, &users))
            })
            .collect();
        for known in all.iter() {
            let name = &known.old;
            let (is_own, is_through) = (uses.own.contains(name), uses.through.contains(name));
            let words = words.get(&known.id).map_or("", String::as_str);
            if !(is_own || is_through) || self.is_brought_back(name) {
                continue;
            }
            let words = if is_through && !words.is_empty() { format!("{words} ") } else { String::new() };
            let statement = format!("{words}use {}::{name};", spelled(&self.new));
            match &self.conditions_of_definition(known.id)[..] {
                [] if self.done.kept.contains(&statement) => {}
                [] => self.done.kept.push(statement),
                all => {
                    let whole = format!("{}\n{statement}", all.join("\n"));
                    self.done.kept_blocks.push(ImportBlock::Whole(whole));
                }
            }
        }
        self.drop_heads();
        let modules: Vec<ModulePath> = modules.into_iter().collect();
        self.show_module(&self.new.clone(), &modules);
        self.declare(&modules);
    }

    fn take_use(&mut self, known: &RenamedDefinition, one: &Use, uses: &mut Uses) {
        let project = self.project;
        let Some(graph) = project.graph(one.file) else {
            self.doubt(one.file, one.range.start, "in text that is not parsed");
            return;
        };
        let name = &known.old;
        let is_beside = project.crate_root(one.file) == project.crate_root(self.from);
        let module = module_path(project, one.file).filter(|_| is_beside);
        let way = match one.verdict {
            Verdict::Certain => self.route_of(graph, one, name),
            // What a type has is not the definition of a module: `Other::name`.
            _ if self.is_of_type(graph, one) => UseRoute::Other,
            // An undecidable use stays valid as long as the name resolves as before.
            _ if one.file == self.from => UseRoute::Local,
            _ => UseRoute::Reexport,
        };
        let is_name =
            matches!(one.role, NameRole::Imported(_)) && inner_module(graph, one.range.start) == TOP;
        match (way, module) {
            // The target file imports the name by another path; now it defines the name itself.
            (UseRoute::Other, _)
                if Some(one.file) == self.to && is_name && one.verdict == Verdict::Certain =>
            {
                if let Some((statement, id)) = self.statement_of(graph, one.range.start, name) {
                    let named = ImportedUse { name: name.clone(), id, at: one.range.start };
                    uses.imports.entry((one.file, statement)).or_default().push(named);
                }
            }
            (UseRoute::Other, _) => {}
            (UseRoute::Local, _) => {
                uses.own.insert(name.clone());
            }
            (UseRoute::Reexport, _) | (_, None) => {
                uses.through.insert(name.clone());
            }
            (_, Some(_)) if self.is_kept(name) && Some(one.file) != self.to => {}
            // A conditional definition cannot be imported unconditionally.
            (UseRoute::Wildcard(_), Some(_)) if !self.conditions_of_definition(known.id).is_empty() => {
                uses.through.insert(name.clone());
            }
            (UseRoute::Wildcard(scope), Some(module)) => {
                uses.all.insert((one.file, scope, name.clone()));
                uses.modules.entry(name.clone()).or_default().insert(module);
            }
            (UseRoute::Import, Some(module)) => {
                let Some((statement, id)) = self.statement_of(graph, one.range.start, name) else {
                    uses.through.insert(name.clone());
                    return;
                };
                let named = ImportedUse { name: name.clone(), id, at: one.range.start };
                uses.imports.entry((one.file, statement)).or_default().push(named);
                uses.modules.entry(name.clone()).or_default().insert(module);
            }
            (UseRoute::Path(range), Some(module)) => {
                let text = match inner_module(graph, range.start) {
                    TOP => self.spelled_like(&module, graph.slice(&range)),
                    _ => spelled(&self.new),
                };
                self.heads.push((one.file, range.start));
                match Some(one.file) == self.to && inner_module(graph, one.range.start) == TOP {
                    true => {
                        let end = one.range.start;
                        self.edit(one.file, Edit { range: range.start..end, text: String::new() });
                    }
                    false => self.edit(one.file, Edit { range, text }),
                }
                uses.modules.entry(name.clone()).or_default().insert(module);
            }
        }
    }

    /// Returns the way by which a use reaches its definition.
    fn route_of(&self, graph: &BindingGraph, one: &Use, name: &str) -> UseRoute {
        let home = Found::Module(Module::File(self.from, TOP));
        let place = Place { file: one.file, byte: one.range.start };
        let leads = |path: &[String]| self.project.import(place, path, Lookup::of(space::TYPE, 0));
        match &one.role {
            NameRole::Imported(path) => match leads(&parts_of(path)) {
                found if found == home => UseRoute::Import,
                found => self.route_by_other(&found, name),
            },
            NameRole::Member(of) => match self.project.resolve(place, of, space::TYPE, 0) {
                found if found == home => match self.path_before(graph, one.range.start) {
                    Some(range) => UseRoute::Path(range),
                    None => UseRoute::Reexport,
                },
                found => self.route_by_other(&found, name),
            },
            NameRole::Token(TokenBefore::Path(path)) => match leads(path) {
                // A path in a macro's expansion may not be visible where the macro is used.
                found if found == home && !path.iter().any(|part| part.starts_with('$')) => {
                    match self.path_before(graph, one.range.start) {
                        Some(range) => UseRoute::Path(range),
                        None => UseRoute::Reexport,
                    }
                }
                found if found == home => UseRoute::Reexport,
                found => self.route_by_other(&found, name),
            },
            _ => self.route_of_name(graph, one, name),
        }
    }

    /// Returns the way by which an unqualified name reaches its definition.
    fn route_of_name(&self, graph: &BindingGraph, one: &Use, name: &str) -> UseRoute {
        let home = Found::Module(Module::File(self.from, TOP));
        let module = inner_module(graph, one.range.start);
        if one.file == self.from && module == TOP {
            return UseRoute::Local;
        }
        let around = graph.around(graph.scope_at(one.range.start));
        for scope in around {
            if scope != TOP || one.file != self.from {
                let bound = graph.bound(scope, name);
                if bound.iter().any(|id| graph.bindings[*id].import.is_some()) {
                    return UseRoute::Other;
                }
            }
            let place = Place { file: one.file, byte: graph.scopes[scope].range.start };
            let is_home = |path: &Vec<String>| {
                self.project.import(place, &parts_of(path), Lookup::of(space::TYPE, 0)) == home
            };
            if graph.scopes[scope].wildcards.iter().any(is_home) {
                return UseRoute::Wildcard(scope);
            }
            if scope == module {
                break;
            }
        }
        UseRoute::Reexport
    }

    /// Returns whether a use is behind a path that leads to no module.
    fn is_of_type(&self, graph: &BindingGraph, one: &Use) -> bool {
        let is_path = matches!(one.role, NameRole::Member(_));
        let path = self.path_before(graph, one.range.start).filter(|_| is_path);
        let head = path.and_then(|path| graph.slice(&path).rsplit("::").next());
        head.is_some_and(|head| !may_name_module(self.project, head.trim()))
    }

    /// Returns the way for a use that reaches the definition through another module, which must bind the name
    /// explicitly.
    fn route_by_other(&self, found: &Found, name: &str) -> UseRoute {
        match found {
            Found::Module(Module::File(file, scope)) => {
                let graph = self.project.graph(*file);
                let is_bound = graph.is_some_and(|graph| !graph.bound(*scope, name).is_empty());
                if is_bound { UseRoute::Other } else { UseRoute::Reexport }
            }
            _ => UseRoute::Reexport,
        }
    }

    /// Returns the range of the module path before a name.
    fn path_before(&self, graph: &BindingGraph, at: usize) -> Option<Range<usize>> {
        let before = graph.text[..at].strip_suffix("::")?;
        let is_part = |char: char| is_word_char(char) || char == ':';
        let start = before.char_indices().rev().take_while(|(_, char)| is_part(*char)).last()?.0;
        (start < before.len()).then_some(start..before.len())
    }

    /// Returns the statement that contains an imported name, and the binding.
    fn statement_of(&self, graph: &BindingGraph, at: usize, name: &str) -> Option<(usize, BindingId)> {
        let item = item_at(graph, at, &self.rules.import)?;
        let range = item.byte_range();
        let is_it = |id: &BindingId| {
            let binding = &graph.bindings[*id];
            let is_last = binding
                .import
                .as_ref()
                .and_then(|path| path.last())
                .is_some_and(|last| last.rsplit("::").next() == Some(name));
            is_last && range.contains(&binding.name.start) && binding.name.start >= at
        };
        let ids = (0..graph.bindings.len()).filter(is_it);
        Some((range.start, ids.min_by_key(|id| graph.bindings[*id].name.start)?))
    }

    /// Makes a statement import some of its names from the new module.
    fn rewrite_import(&mut self, file: FileId, names: &[ImportedUse]) {
        let Some(graph) = self.project.graph(file) else { return };
        let Some(item) = names.first().and_then(|one| item_at(graph, one.at, &self.rules.import)) else {
            return;
        };
        let all = names_in(graph, item);
        let has_list = graph.slice(&item.byte_range()).contains('{');
        let words = self.words_before(graph, item.start_byte());
        let space = if words.is_empty() { "" } else { " " };
        let written = graph.slice(&item.byte_range());
        let written = written[written.find("use ").map_or(0, |at| at + 4)..].trim_start();
        let module = module_path(self.project, file).unwrap_or_default();
        let new = match inner_module(graph, item.start_byte()) {
            TOP => self.spelled_like(&module, written),
            _ => spelled(&self.new),
        };
        let places: Vec<usize> = names.iter().map(|one| place_of(graph, one.id)).collect();
        let mut comments = comments_of(self.rules, graph, item, &places);
        let is_top = item.parent().is_some_and(|parent| parent.parent().is_none());
        let is_plain = is_top && self.attributes_of(graph, item.start_byte()).is_empty();
        if is_plain && names.len() == all.len() {
            let behind = comment_behind(graph, &item.byte_range());
            if let Some(last) = places.last().filter(|_| !behind.is_empty()) {
                comments.entry(*last).or_default().1.push_str(behind);
            }
        }
        let fresh: Vec<String> = names
            .iter()
            .zip(&places)
            .map(|(one, place)| {
                let own = graph.slice(&graph.bindings[one.id].name);
                let alias = if own == one.name { String::new() } else { format!(" as {own}") };
                let name = format!("{}{alias}", one.name);
                match comments.get(place) {
                    None => format!("{words}{space}use {new}::{name};"),
                    Some((above, behind)) if above.is_empty() => {
                        format!("{words}{space}use {new}::{name};{behind}")
                    }
                    Some((above, behind)) => {
                        let lines: String = above.iter().map(|line| format!("    {line}\n")).collect();
                        format!("{words}{space}use {new}::{{\n{lines}    {name},{behind}\n}};")
                    }
                }
            })
            .collect();
        let leaves = || fresh.iter().any(|new| leaves_order(graph, item, new));
        if names.len() == all.len() && !(is_plain && leaves()) && self.keeps_list(file, item, &new) {
            return;
        }
        if let ([one], false) = (names, has_list || is_plain && leaves()) {
            if let (Some(range), Some(module)) =
                (self.path_before(graph, one.at), module_path(self.project, file))
            {
                let text = match inner_module(graph, one.at) {
                    TOP => self.spelled_like(&module, graph.slice(&range)),
                    _ => spelled(&self.new),
                };
                self.edit(file, Edit { range, text });
            }
            return;
        }
        let (gone, kept): (Vec<BindingId>, Vec<BindingId>) =
            all.iter().partition(|id| names.iter().any(|one| one.id == **id));
        if is_plain {
            self.take_out(file, &gone);
            self.brought(file, fresh);
            return;
        }
        let places: Vec<usize> = gone.iter().map(|id| place_of(graph, *id)).collect();
        let rest = match kept.is_empty() {
            true => None,
            false => without_names(self.rules, graph, item, &places),
        };
        match rest {
            Some(edits) => {
                edits.into_iter().for_each(|edit| self.edit(file, edit));
                let attributes = self.attributes_of(graph, item.start_byte());
                let above = if attributes.is_empty() { String::new() } else { format!("{attributes}\n") };
                let indent = " ".repeat(item.start_position().column);
                let break_ = format!("{}{indent}", newline(graph));
                let line = |one: &String| {
                    insert_below_edit(graph, item, &format!("{above}{one}").replace('\n', &break_))
                };
                let mut edits = fresh.iter().map(line);
                if let Some(mut first) = edits.next() {
                    edits.for_each(|edit| first.text.push_str(&edit.text));
                    self.edit(file, first);
                }
            }
            None if kept.is_empty() && fresh.len() == 1 => {
                self.edit(file, Edit { range: item.byte_range(), text: fresh.concat() });
            }
            None => {
                let at = item.start_byte();
                self.doubt(file, at, "cannot be rewritten to import it from the other file");
            }
        }
    }

    /// Makes an import of which all names move name the new module before its list, if it has only one list, and the
    /// file has no other import of that module; returns whether it did.
    fn keeps_list(&mut self, file: FileId, item: Node<'_>, new: &str) -> bool {
        let list = item.child_by_field_name("argument");
        let part = |name: &str| list.and_then(|list| list.child_by_field_name(name));
        let (Some(path), Some(names)) = (part("path"), part("list")) else { return false };
        let text = &self.project.sources[file].text[names.byte_range()];
        if text.matches('{').count() != 1 || self.imports_from_new(file) {
            return false;
        }
        self.edit(file, Edit { range: path.byte_range(), text: new.to_owned() });
        true
    }

    /// Returns whether a file imports names of the new module.
    fn imports_from_new(&self, file: FileId) -> bool {
        let (Some(graph), Some(module)) = (self.project.graph(file), module_path(self.project, file)) else {
            return false;
        };
        let top = graph.bindings.iter().enumerate().filter(|(_, one)| one.scope == TOP);
        let mut paths = top.filter_map(|(id, one)| {
            self.absolute_in((graph, &module), parts_of(one.import.as_ref()?), Some(id), 0)
        });
        paths.any(|path| path.split_last().is_some_and(|(_, own)| own.get(1..) == Some(&self.new[..])))
    }

    fn brought(&mut self, file: FileId, statements: Vec<String>) {
        let path = self.project.sources[file].path.clone();
        let known = self.done.brought.entry(path).or_default();
        known.extend(statements);
        known.dedup();
    }

    /// Adds an import of a name beside a wildcard import of the old file.
    pub(super) fn bring_beside_all(&mut self, file: FileId, scope: ScopeId, statement: &str) {
        let Some(graph) = self.project.graph(file) else { return };
        if scope == TOP {
            self.brought(file, vec![statement.to_owned()]);
            return;
        }
        let range = &graph.scopes[scope].range;
        let is_all = |at: &usize| {
            let item = item_at(graph, *at, &self.rules.import);
            item.is_some_and(|item| {
                range.start <= item.start_byte() && graph.slice(&item.byte_range()).ends_with("::*;")
            })
        };
        let text = graph.slice(range);
        let mut stars = text.match_indices("::*;").map(|(at, _)| range.start + at).filter(is_all);
        match stars.next().and_then(|at| item_at(graph, at, &self.rules.import)) {
            Some(item) => self.edit(file, insert_below_edit(graph, item, statement)),
            None => self.doubt(file, range.start, "imports all names of the old file"),
        }
    }

    /// Returns whether another module re-exports all names of the old one, with any visibility keyword.
    fn is_reexported(&self) -> bool {
        let home = Found::Module(Module::File(self.from, TOP));
        let Some(stem) = self.old.last() else { return false };
        self.project.files_with(stem).into_iter().filter(|file| *file != self.from).any(|file| {
            let Some(graph) = self.project.graph(file) else { return false };
            let place = Place { file, byte: 0 };
            let leads = |path: &Vec<String>| {
                self.project.import(place, &parts_of(path), Lookup::of(space::TYPE, 0)) == home
            };
            let is_public = || {
                graph.text.match_indices("::*;").any(|(at, _)| {
                    !self.words_before(graph, at).is_empty()
                        && item_at(graph, at, &self.rules.import)
                            .is_some_and(|item| graph.slice(&item.byte_range()).contains(stem.as_str()))
                })
            };
            graph.scopes[TOP].wildcards.iter().any(leads) && is_public()
        })
    }
}

/// Returns whether the imports on adjacent lines are sorted, and would not be with another import in the place of this
/// one.
fn leaves_order(graph: &BindingGraph, item: Node<'_>, new: &str) -> bool {
    let is_next = |one: Node<'_>, other: Node<'_>| {
        one.kind() == other.kind() && one.end_position().row + 1 == other.start_position().row
    };
    let above = std::iter::successors(Some(item), |node| {
        node.prev_sibling().filter(|before| is_next(*before, *node))
    });
    let below =
        std::iter::successors(Some(item), |node| node.next_sibling().filter(|next| is_next(*node, *next)));
    let mut run: Vec<Node<'_>> = above.collect();
    run.reverse();
    let at = run.len() - 1;
    run.extend(below.skip(1));
    let key = |text: &str| text.trim_end_matches(';').to_owned();
    let mut all: Vec<String> = run.iter().map(|node| key(graph.slice(&node.byte_range()))).collect();
    let was_sorted = all.len() > 1 && all.is_sorted();
    all[at] = key(new);
    was_sorted && !all.is_sorted()
}
