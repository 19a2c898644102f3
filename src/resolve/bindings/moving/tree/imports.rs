//! Determines the imports that moved code needs in its new module.

use tree_sitter::Node;

use super::needs::{MemberUse, TreeNeeds};
use super::place::{conditions, item_at, parts_of, spelled};
use super::presence::Presence;
use super::{NAMELESS, TreeMove};
use crate::lang::{TreeRules, is_of};
use crate::resolve::bindings::file::graph::{Binding, BindingGraph, BindingId, BindingKind, TOP, space};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::module_tree::{Visibility, visibility_node};
use crate::resolve::bindings::lookup::names::Lookup;
use crate::resolve::bindings::lookup::results::{Found, Place};
use crate::resolve::bindings::moving::narrow::outermost;
use crate::resolve::bindings::moving::{ImportBlock, MoveProblem};
use crate::text::Edit;
use crate::text::normal::{find_word, find_words};

/// The maximum number of imports that are followed one after the other.
pub(super) const MOST_STEPS: usize = 8;
pub(super) const SEEN_BY_TEXT: &str = "is a macro that is visible only in the text below it";

impl TreeMove<'_> {
    /// Adds the imports that make everything visible in the new module that the moved code uses.
    pub(super) fn bring(&mut self, needs: &TreeNeeds) -> Result<(), MoveProblem> {
        for (edit, path) in &needs.respelled {
            let whole = self.without_private_imports(path.clone());
            let mut edit = edit.clone();
            if let Some(name) = path.last().filter(|_| whole != *path) {
                edit =
                    Edit { range: edit.range.start..edit.range.end + 2 + name.len(), text: whole.join("::") };
            }
            self.edit(self.from, edit);
            self.show_path(&whole);
        }
        for at in &needs.unproven {
            self.doubt(self.from, *at, "is relative to the module that it is in");
        }
        for edit in &needs.files {
            self.edit(self.from, edit.clone());
        }
        for at in &needs.unknown_files {
            self.doubt(self.from, *at, "names a file relative to its folder");
        }
        let graph = self.graph;
        for (name, at) in &needs.names {
            for id in graph.bound(TOP, name) {
                let binding = &graph.bindings[*id];
                if self.moved.holds(binding.name.start) || name == NAMELESS {
                    continue;
                }
                match (&binding.import, binding.kind) {
                    (Some(_), _) => self.bring_import(*id)?,
                    (None, BindingKind::Macro) => self.doubt(self.from, *at, SEEN_BY_TEXT),
                    (None, _) => self.bring_own(*id)?,
                }
            }
        }
        for (module, name) in &needs.in_modules {
            self.show_in_module(module, name);
        }
        self.bring_traits(needs)?;
        self.bring_all(needs);
        self.import_macro_generated(needs);
        self.doubt_macros(needs);
        Ok(())
    }

    /// Adds an import of the old file to the new one.
    fn bring_import(&mut self, id: BindingId) -> Result<(), MoveProblem> {
        let graph = self.graph;
        let name = graph.slice(&graph.bindings[id].name).to_owned();
        let Some(mut path) = self.path_of_import(id, 0) else { return Ok(()) };
        let item = item_at(graph, graph.bindings[id].name.start, &self.rules.import);
        let sight = item.map(|item| Visibility::of(self.rules, graph, item, &self.old));
        let is_own = graph.slice(&graph.bindings[id].name) == path.last().map_or("", String::as_str);
        match sight {
            // A name that the old module re-exports is available by the path of that module.
            Some(sight) if is_own && self.old != visibility_limit(&sight) && sight.reaches(&self.new) => {
                let own = std::iter::once("crate").chain(self.old.iter().map(String::as_str));
                path = own.map(str::to_owned).chain([name.clone()]).collect();
            }
            _ => {
                path = self.without_private_imports(path);
                self.show_path(&path);
            }
        }
        let mut conditions = self.attribute_lines(graph, graph.bindings[id].name.start);
        if conditions.is_empty() {
            conditions = self.conditions_of_moved();
        }
        let presence = self.presence((&name, &path), &conditions)?;
        if presence == Presence::Always {
            return Ok(());
        }
        let last = path.last().map_or("", String::as_str);
        let alias = if last == name { String::new() } else { format!(" as {name}") };
        let statement = format!("use {}{alias};", path.join("::"));
        if let Some(item) = item.filter(|item| graph.slice(&item.byte_range()).contains('{')) {
            self.listed.insert(statement.clone(), (item.start_byte(), graph.bindings[id].name.start));
        }
        self.import_under(conditions, presence, statement);
        Ok(())
    }

    /// Adds an import under conditions, where the target file does not have it yet.
    fn import_under(&mut self, mut conditions: Vec<String>, presence: Presence, statement: String) {
        conditions.extend(presence.complement());
        match conditions.is_empty() {
            true => self.import(statement),
            false => {
                let above = conditions.join("\n");
                self.done.blocks.push(ImportBlock::Whole(format!("{above}\n{statement}")));
            }
        }
    }

    pub(super) fn import(&mut self, statement: String) {
        if !self.done.imports.contains(&statement) {
            self.done.imports.push(statement);
        }
    }

    /// Adds an import of a definition of the old file to the new one.
    fn bring_own(&mut self, id: BindingId) -> Result<(), MoveProblem> {
        let graph = self.graph;
        let name = graph.slice(&graph.bindings[id].name).to_owned();
        let mut path = self.old.clone();
        path.push(name.clone());
        let whole: Vec<String> = std::iter::once("crate".to_owned()).chain(path.iter().cloned()).collect();
        let own = self.conditions_of_definition(id);
        let conditions = if own.is_empty() { self.conditions_of_moved() } else { own };
        let presence = self.presence((&name, &whole), &conditions)?;
        if presence == Presence::Always {
            return Ok(());
        }
        self.import_under(conditions, presence, format!("use {};", spelled(&path)));
        self.show_own(id);
        self.show_module(&self.old.clone(), std::slice::from_ref(&self.new.clone()));
        Ok(())
    }

    /// Returns the conditions under which the moved code is compiled, if they are the same for all of it: its imports
    /// need them as well.
    pub(super) fn conditions_of_moved(&self) -> Vec<String> {
        let graph = self.graph;
        let root = graph.tree.root_node();
        let mut cursor = root.walk();
        let is_moved = |node: &Node<'_>| {
            let is_item = !node.is_extra() && node.kind() != self.rules.attribute;
            is_item && self.moved.touches(&node.byte_range())
        };
        let items = root.named_children(&mut cursor).filter(is_moved);
        let mut all = items.map(|item| conditions(self.rules, graph, item));
        let first = all.next().unwrap_or_default();
        if all.all(|other| other == first) { first } else { Vec::new() }
    }

    /// Returns the conditions under which a definition of the old file is compiled, if it is the only definition of its
    /// name.
    pub(super) fn conditions_of_definition(&self, id: BindingId) -> Vec<String> {
        let graph = self.graph;
        let name = graph.slice(&graph.bindings[id].name);
        let item = outermost(graph, graph.bindings[id].name.start);
        match (item, graph.bound(TOP, name)) {
            (Some(item), [_]) => conditions(self.rules, graph, item),
            _ => Vec::new(),
        }
    }

    /// Returns the path of an import of the old file in a form that is valid in every module of its crate.
    pub(super) fn path_of_import(&self, id: BindingId, steps: usize) -> Option<Vec<String>> {
        let path = self.graph.bindings[id].import.as_ref()?;
        self.absolute(parts_of(path), Some(id), steps)
    }

    fn absolute(&self, parts: Vec<String>, own: Option<BindingId>, steps: usize) -> Option<Vec<String>> {
        self.absolute_in((self.graph, &self.old), parts, own, steps)
    }

    /// Returns a path of a file, which is `module`, in a form that is valid in every module of the crate; `own` is the
    /// import that contains the path.
    pub(super) fn absolute_in(
        &self,
        (graph, module): (&BindingGraph, &[String]),
        parts: Vec<String>,
        own: Option<BindingId>,
        steps: usize,
    ) -> Option<Vec<String>> {
        let with = |module: &[String], rest: &[String]| {
            let crate_word = std::iter::once("crate".to_owned());
            crate_word.chain(module.iter().cloned()).chain(rest.iter().cloned()).collect::<Vec<String>>()
        };
        let first = parts.first()?.as_str();
        match first {
            "crate" | "" => return Some(parts),
            "self" => return Some(with(module, &parts[1..])),
            "super" => {
                let ups = parts.iter().take_while(|part| *part == "super").count();
                let kept = module.len().checked_sub(ups)?;
                return Some(with(&module[..kept], &parts[ups..]));
            }
            _ => {}
        }
        let mut bound = graph.bound(TOP, first).iter().filter(|id| Some(**id) != own);
        match bound.next().map(|id| (*id, &graph.bindings[*id])) {
            Some((id, Binding { import: Some(import), .. })) if steps < MOST_STEPS => {
                let mut path = self.absolute_in((graph, module), parts_of(import), Some(id), steps + 1)?;
                path.extend_from_slice(&parts[1..]);
                Some(path)
            }
            Some((_, binding)) if binding.import.is_none() => Some(with(module, &parts)),
            _ => Some(parts),
        }
    }

    /// Returns the first attribute of a statement.
    pub(super) fn first_attribute<'n>(&self, statement: Node<'n>) -> Option<Node<'n>> {
        let above = std::iter::successors(statement.prev_sibling(), |node| node.prev_sibling());
        above.take_while(|node| node.kind() == self.rules.attribute).last()
    }

    /// Returns the lines with the attributes above an import.
    pub(super) fn attributes_of(&self, graph: &BindingGraph, byte: usize) -> String {
        self.attribute_lines(graph, byte).join("\n")
    }

    /// Returns the attributes above an import.
    fn attribute_lines(&self, graph: &BindingGraph, byte: usize) -> Vec<String> {
        let Some(item) = item_at(graph, byte, &self.rules.import) else { return Vec::new() };
        let is_attribute = |node: &Node<'_>| node.kind() == self.rules.attribute;
        let above = std::iter::successors(item.prev_sibling(), |node| node.prev_sibling());
        let text = |node: Node<'_>| graph.slice(&node.byte_range()).trim_end().to_owned();
        let mut lines: Vec<String> = above.take_while(is_attribute).map(text).collect();
        lines.reverse();
        lines
    }

    /// Adds the traits whose members the moved code uses.
    fn bring_traits(&mut self, needs: &TreeNeeds) -> Result<(), MoveProblem> {
        let graph = self.graph;
        let imports = graph.bindings.iter().enumerate();
        let others: Vec<BindingId> = imports
            .filter(|(_, one)| graph.slice(&one.name) != NAMELESS || one.import.is_some())
            .filter(|(_, one)| one.import.is_some() && one.scope == TOP && !one.name.is_empty())
            .map(|(id, _)| id)
            .filter(|id| !needs.names.contains_key(graph.slice(&graph.bindings[*id].name)))
            .filter(|id| self.is_trait_of(*id, needs))
            .collect();
        let has = |id: BindingId, name: &String| {
            let may_be = |asked: &MemberUse| match &asked.of {
                _ if asked.is_inherent => false,
                Some(owner) if needs.foreign.contains(owner) => self.may_be_given(id, owner),
                _ => true,
            };
            needs.members.get(name).is_some_and(|asked| asked.iter().any(may_be))
        };
        let own: Vec<BindingId> = (0..graph.bindings.len())
            .filter(|id| {
                let binding = &graph.bindings[*id];
                let is_own = binding.scope == TOP && binding.import.is_none();
                let is_other = !self.moved.holds(binding.name.start)
                    && !needs.names.contains_key(graph.slice(&binding.name));
                is_own && is_other && is_trait(self.rules, graph, binding.name.start)
            })
            .filter(|id| {
                let scope = graph.bindings[*id].body_scope;
                scope.is_some_and(|scope| graph.scopes[scope].binds.keys().any(|name| has(*id, name)))
            })
            .collect();
        own.into_iter().try_for_each(|id| self.bring_own(id))?;
        self.traits.clone_from(&others);
        others.into_iter().try_for_each(|id| self.bring_import(id))
    }

    /// Returns whether a trait of the old file may be implemented for a type of another crate: by an implementation for
    /// that type, or for any type.
    fn may_be_given(&self, id: BindingId, owner: &str) -> bool {
        let name = self.graph.slice(&self.graph.bindings[id].name);
        self.project.files_with(name).into_iter().any(|file| {
            let text = &self.project.sources[file].text;
            find_words(text, name).any(|at| {
                let before = &text[text[..at].rfind(['{', '}', ';']).map_or(0, |end| end + 1)..at];
                let Some((_, generics)) = before.rsplit_once("impl") else { return false };
                let of = text[at..].split('{').next().unwrap_or_default();
                let is_any = || !generics.trim().is_empty() && !generics.contains(" for ");
                find_word(of, owner).is_some() || of.contains(" for ") && is_any()
            })
        })
    }

    /// Returns whether an import may be a trait that the code needs for one of the members it uses.
    fn is_trait_of(&self, id: BindingId, needs: &TreeNeeds) -> bool {
        let graph = self.graph;
        let Some(path) = self.path_of_import(id, 0) else { return false };
        match self.members_of_trait(id, &path) {
            Some(members) => members.iter().any(|name| {
                needs.members.get(name).is_some_and(|asked| asked.iter().any(|one| !one.is_inherent))
            }),
            // A type of another crate is named in other places than those of a trait.
            None => {
                let name = graph.slice(&graph.bindings[id].name);
                if !needs.may_ask_traits {
                    return false;
                }
                let mut uses = find_words(&graph.text, name).filter(|at| {
                    let role = graph.role(&(*at..*at + name.len()));
                    matches!(role, NameRole::Plain | NameRole::Token(_) | NameRole::Attribute(_))
                });
                uses.all(|at| self.is_bound(at))
            }
        }
    }

    /// Returns whether a name is at a place where only a trait can be.
    pub(super) fn is_bound(&self, at: usize) -> bool {
        let node = self.graph.tree.root_node().descendant_for_byte_range(at, at);
        let above = std::iter::successors(node, |node| node.parent()).take(4);
        above.into_iter().any(|node| {
            let of = node.parent().filter(|parent| parent.kind() == self.rules.block);
            let of_trait = of.and_then(|block| block.child_by_field_name("trait"));
            is_of(node, &self.rules.bounds) || of_trait.is_some_and(|own| own.id() == node.id())
        })
    }

    /// Returns the members of an imported trait, or an empty list for other imports; `None` if they are unknown.
    pub(super) fn members_of_trait(&self, id: BindingId, path: &[String]) -> Option<Vec<String>> {
        let place = Place { file: self.from, byte: self.graph.bindings[id].name.start };
        let lookup = Lookup::of(space::TYPE, 0).except(Some((self.from, id)));
        let written = self.graph.bindings[id].import.clone()?;
        match self.project.import(place, &written, lookup) {
            Found::Definition(_, file, id) => {
                let graph = self.project.graph(file)?;
                let scope = graph.bindings[id].body_scope;
                let node = is_trait(self.rules, graph, graph.bindings[id].name.start);
                let members = scope.filter(|_| node).map(|scope| graph.scopes[scope].binds.keys().cloned());
                return Some(members.into_iter().flatten().collect());
            }
            Found::Module(_) => return Some(Vec::new()),
            _ => {}
        }
        let (first, last) = (path.first()?, path.last()?);
        let may_be_type = last.starts_with(char::is_uppercase) && last.contains(char::is_lowercase);
        if !may_be_type {
            return Some(Vec::new());
        }
        if first == "crate" {
            // It may be declared once for each condition, or re-exported from elsewhere.
            return self.members_of_traits_called(last);
        }
        if !self.rules.standard.contains(first) {
            return None;
        }
        let whole = format!("std::{}", path[1..].join("::"));
        match self.rules.traits.get(&whole) {
            Some(members) => Some(members.clone()),
            None if last.ends_with("Ext") => None,
            None => Some(Vec::new()),
        }
    }

    /// Returns the members of all traits with a name that the project declares; `None` if it declares nothing with the
    /// name.
    fn members_of_traits_called(&self, name: &str) -> Option<Vec<String>> {
        let (mut is_declared, mut members) = (false, Vec::new());
        for graph in self.project.files_with(name).into_iter().filter_map(|file| self.project.graph(file)) {
            let own = graph.bindings.iter();
            for own in own.filter(|one| one.import.is_none() && graph.slice(&one.name) == name) {
                is_declared = true;
                let scope = own.body_scope.filter(|_| is_trait(self.rules, graph, own.name.start));
                members.extend(scope.into_iter().flat_map(|scope| graph.scopes[scope].binds.keys().cloned()));
            }
        }
        is_declared.then_some(members)
    }

    /// Adds the wildcard imports from which an unknown name may come.
    fn bring_all(&mut self, needs: &TreeNeeds) {
        let is_known = |name: &String| {
            let is_crate = || self.project.manifests.iter().any(|one| find_word(&one.text, name).is_some());
            self.rules.prelude.contains(name) || is_crate()
        };
        let unknown: Vec<&String> = needs.unknown.iter().filter(|name| !is_known(name)).collect();
        let graph = self.graph;
        let root = graph.tree.root_node();
        let mut cursor = root.walk();
        let statements = root.children(&mut cursor).filter(|node| node.kind() == self.rules.import);
        for statement in statements.collect::<Vec<_>>() {
            let at = statement.start_byte();
            for (path, _) in self.alls_in(statement) {
                let is_prelude = path.last().is_some_and(|last| last == "prelude");
                if !(!unknown.is_empty() || is_prelude && !needs.members.is_empty()) {
                    continue;
                }
                let Some(path) = self.absolute(path, None, 0).filter(|path| !self.has_all(path)) else {
                    continue;
                };
                let path = self.without_private_imports(path);
                self.show_path(&path);
                for name in &unknown {
                    self.show_one_of_all(&path, name);
                }
                let statement = format!("use {}::*;", path.join("::"));
                match self.attributes_of(graph, at) {
                    above if above.is_empty() => self.import(statement),
                    above => self.done.blocks.push(ImportBlock::Whole(format!("{above}\n{statement}"))),
                }
            }
        }
    }

    /// Returns the modules of the wildcard imports in a statement, with their byte offsets.
    fn alls_in(&self, statement: Node<'_>) -> Vec<(Vec<String>, usize)> {
        let graph = self.graph;
        let text = graph.slice(&statement.byte_range());
        let is_all = |node: &Node<'_>| node.kind() == self.rules.wildcard;
        let mut found = Vec::new();
        for (at, _) in text.match_indices('*') {
            let at = statement.start_byte() + at;
            let node = statement.descendant_for_byte_range(at, at + 1);
            let Some(all) = std::iter::successors(node, |node| node.parent()).find(is_all) else { continue };
            let own = graph.slice(&all.byte_range());
            let mut parts: Vec<String> =
                own.trim_end_matches('*').split("::").map(|part| part.trim().to_owned()).collect();
            parts.pop();
            let mut above = all.parent();
            while let Some(node) = above.filter(|node| node.id() != statement.id()) {
                if let Some(path) = node.child_by_field_name("path").filter(|path| path.end_byte() <= at) {
                    let outer =
                        graph.slice(&path.byte_range()).split("::").map(|part| part.trim().to_owned());
                    parts = outer.chain(parts).collect();
                }
                above = node.parent();
            }
            found.push((parts, at));
        }
        found
    }

    /// Returns whether the target file already has a wildcard import of a path.
    fn has_all(&self, path: &[String]) -> bool {
        let graph = self.to.and_then(|to| self.project.graph(to));
        let mut all = graph.into_iter().flat_map(|graph| &graph.scopes[TOP].wildcards);
        all.any(|own| parts_of(own) == path)
    }

    /// Returns the visibility keywords before an import.
    pub(super) fn words_before<'g>(&self, graph: &'g BindingGraph, byte: usize) -> &'g str {
        let item = item_at(graph, byte, &self.rules.import);
        let words = item.and_then(|item| visibility_node(self.rules, item));
        words.map_or("", |words| graph.slice(&words.byte_range()))
    }
}

/// Returns whether the definition whose name is at a byte offset is a trait.
pub(super) fn is_trait(rules: &TreeRules, graph: &BindingGraph, byte: usize) -> bool {
    item_at(graph, byte, &rules.trait_item)
        .and_then(|item| item.child_by_field_name("name"))
        .is_some_and(|name| name.start_byte() == byte)
}

/// Returns the module to which an item's visibility is limited; the root if it is visible everywhere.
fn visibility_limit(sight: &Visibility) -> &[String] {
    match sight {
        Visibility::Everywhere => &[],
        Visibility::Below(module) => module,
    }
}
