//! Increases the visibility of what code must see from another module after the move: members of types, and the
//! definitions themselves.

use std::ops::Range;

use tree_sitter::Node;

use super::TreeMove;
use super::hidden::MADE;
use super::needs::{TreeNeeds, binding_scope, leaves};
use super::place::{declaration, set_visibility, visibility_for, visible_item};
use crate::lang::{TreeRules, is_of};
use crate::resolve::bindings::file::graph::{BindingGraph, BindingId, FileId, ScopeId, TOP, space};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::module_tree::{
    ModulePath, Visibility, around, module_path, name_of, visibility_node,
};
use crate::resolve::bindings::lookup::names::Lookup;
use crate::resolve::bindings::lookup::results::{Found, InferredType, Module, Place};
use crate::resolve::bindings::moving::is_lone;
use crate::text::Edit;
use crate::text::normal::{find_words, is_word_char};

/// A member that is not visible in the module that would use it.
struct HiddenMember<'g> {
    /// The name, or the index of a tuple field.
    name: String,
    /// The name of its type.
    of: String,
    node: Node<'g>,
    is_field: bool,
}

impl HiddenMember<'_> {
    /// Returns whether it is a tuple field.
    fn is_row(&self) -> bool {
        self.name.starts_with(|char: char| char.is_ascii_digit())
    }

    /// Returns the edit that increases its visibility.
    fn shown(&self, rules: &TreeRules, word: &str) -> Edit {
        match self.is_row() {
            true => {
                let at = self.node.start_byte();
                Edit { range: at..at, text: format!("{word} ") }
            }
            false => set_visibility(rules, self.node, word),
        }
    }
}

/// Returns the other definitions of the same name in the scope of a definition, among which conditions choose.
fn conditional_alternatives(graph: &BindingGraph, id: BindingId) -> impl Iterator<Item = BindingId> + '_ {
    let own = &graph.bindings[id];
    let space = graph.space_of(id);
    let bound = graph.bound(own.scope, graph.slice(&own.name)).iter().copied();
    bound.filter(move |other| {
        *other != id && graph.space_of(*other) & space != 0 && graph.bindings[*other].import.is_none()
    })
}

/// Returns the names of the inner modules around a scope of a file, with its own, outermost first.
fn inner_names(graph: &BindingGraph, scope: ScopeId) -> Vec<String> {
    let around = graph.around(scope).filter_map(|at| graph.scopes[at].of);
    let mut names: Vec<String> = around.map(|id| graph.slice(&graph.bindings[id].name).to_owned()).collect();
    names.reverse();
    names
}

/// Returns the item of a module that declares the name at a byte offset.
fn item_in<'g>(rules: &TreeRules, graph: &'g BindingGraph, scope: ScopeId, byte: usize) -> Option<Node<'g>> {
    if scope == TOP {
        return visible_item(rules, graph, byte);
    }
    let node = graph.tree.root_node().descendant_for_byte_range(byte, byte)?;
    let is_item = |node: &Node<'_>| {
        node.parent().is_some_and(|parent| parent.byte_range() == graph.scopes[scope].range)
    };
    std::iter::successors(Some(node), |node| node.parent()).find(is_item)
}

impl TreeMove<'_> {
    /// Makes members of the remaining code visible to the moved code, and members of the moved code visible to the
    /// remaining code.
    pub(super) fn show_members(&mut self, needs: &TreeNeeds) {
        let mut shown: Vec<(FileId, Edit)> = Vec::new();
        let mut types = Vec::new();
        for (file, module) in self.homes() {
            let Some(graph) = self.project.graph(file) else { continue };
            let word = visibility_for(&module, std::slice::from_ref(&self.new));
            for member in self.hidden_members(graph, &module, &self.new) {
                let is_moved = file == self.from && self.moved.holds(member.node.start_byte());
                let asked = needs.members.get(&member.name);
                let is_asked =
                    asked.is_some_and(|all| all.iter().any(|one| one.may_be(&member.of, member.is_field)));
                let is_made =
                    member.is_row() && needs.names.contains_key(&member.of) && self.makes(&member.of);
                if !is_moved && (is_asked || is_made) {
                    shown.push((file, member.shown(self.rules, word)));
                    if file == self.from {
                        types.extend(self.own_types(member.node));
                    }
                }
            }
        }
        let users = self.modules_below();
        let word = visibility_for(&self.new, &users);
        for member in self.hidden_members(self.graph, &self.new, &self.old) {
            if self.moved.holds(member.node.start_byte()) && self.is_asked_outside(&member) {
                shown.push((self.from, member.shown(self.rules, word)));
                self.seen_members.push(member.node);
            }
        }
        for (file, edit) in shown {
            self.edit(file, edit);
        }
        types.into_iter().for_each(|id| self.show_own(id));
        self.reword_relative();
    }

    /// Returns whether the moved code may make, or take apart, an object of a type by its name.
    fn makes(&self, of: &str) -> bool {
        let graph = self.graph;
        let is_value = |at: &usize| graph.wanted(&(*at..*at + of.len())) & space::VALUE != 0;
        find_words(&graph.text, of).filter(|at| self.moved.holds(*at)).any(|at| is_value(&at))
    }

    /// Makes a definition of the old module visible to the new one, and the types in its heading as well.
    pub(super) fn show_own(&mut self, id: BindingId) {
        let graph = self.graph;
        let mut open = vec![id];
        let mut done: Vec<BindingId> = Vec::new();
        while let Some(id) = open.pop() {
            if done.contains(&id) {
                continue;
            }
            done.push(id);
            let name = graph.slice(&graph.bindings[id].name).to_owned();
            let Some(item) = visible_item(self.rules, graph, graph.bindings[id].name.start) else { continue };
            let is_seen = Visibility::of(self.rules, graph, item, &self.old).reaches(&self.new);
            if is_seen {
                continue;
            }
            if graph.is_in_selective_macro(item) {
                self.doubt(self.from, graph.bindings[id].name.start, MADE);
                continue;
            }
            let word = visibility_for(&self.old, std::slice::from_ref(&self.new));
            self.edit(self.from, set_visibility(self.rules, item, word));
            if graph.is_in_item_macro(item) {
                self.done.shown.push(name);
                continue;
            }
            let is_elsewhere = || self.project.files_with(&name).iter().any(|file| *file != self.from);
            if is_lone(graph, &self.moved, id) && !is_elsewhere() {
                self.done.lone.push(name.clone());
            }
            self.done.shown.push(name);
            open.extend(self.own_types(item));
            open.extend(
                conditional_alternatives(graph, id)
                    .filter(|id| !self.moved.holds(graph.bindings[*id].name.start)),
            );
        }
    }

    /// Makes each part of a path from the root visible to the new module.
    pub(super) fn show_path(&mut self, path: &[String]) {
        let Some((first, rest)) = path.split_first() else { return };
        let mut file = self.project.crate_root(self.from);
        for (length, name) in rest.iter().enumerate().take_while(|_| first == "crate") {
            let module = &rest[..length];
            if file == self.from && module == self.old {
                let graph = self.graph;
                let own = graph.bound(TOP, name).iter().filter(|id| graph.bindings[**id].import.is_none());
                own.copied().collect::<Vec<_>>().into_iter().for_each(|id| self.show_own(id));
            } else if let Some(graph) = self.project.graph(file) {
                let own = graph.bound(TOP, name).iter().map(|id| &graph.bindings[*id]);
                let items = own.filter(|one| one.import.is_none());
                for item in items.filter_map(|one| visible_item(self.rules, graph, one.name.start)) {
                    if !Visibility::of(self.rules, graph, item, module).reaches(&self.new) {
                        let word = visibility_for(module, std::slice::from_ref(&self.new));
                        self.edit(file, set_visibility(self.rules, item, word));
                    }
                }
            }
            match self.project.tree_child(file, name) {
                Some(Module::File(child, _)) => file = child,
                _ => return,
            }
        }
    }

    /// Makes the members of a module that the moved code names by paths visible to the new module.
    pub(super) fn show_in_module(&mut self, module: &Module, name: &str) {
        let Module::File(file, scope) = *module else { return };
        let (Some(graph), Some(mut around)) = (self.project.graph(file), module_path(self.project, file))
        else {
            return;
        };
        if self.project.crate_root(file) != self.project.crate_root(self.from) {
            return;
        }
        around.extend(inner_names(graph, scope));
        let own = graph.bound(scope, name).iter().filter(|id| graph.bindings[**id].import.is_none());
        let starts = own.map(|id| graph.bindings[*id].name.start);
        let stays = starts.filter(|at| file != self.from || !self.moved.holds(*at));
        for item in stays.filter_map(|at| item_in(self.rules, graph, scope, at)).collect::<Vec<_>>() {
            if !Visibility::of(self.rules, graph, item, &around).reaches(&self.new) {
                let word = visibility_for(&around, std::slice::from_ref(&self.new));
                self.edit(file, set_visibility(self.rules, item, word));
                self.done.shown.extend((file == self.from).then(|| name.to_owned()));
            }
        }
    }

    /// Returns the types of the old module that the heading of a definition, or the declaration of a field, names.
    fn own_types(&self, item: Node<'_>) -> Vec<BindingId> {
        let graph = self.graph;
        let is_type = is_of(item, &self.rules.types);
        let body = item.child_by_field_name("body").filter(|_| !is_type).map(|body| body.byte_range());
        let own = item.byte_range();
        let is_heading = |range: &Range<usize>| {
            let is_body = body.as_ref().is_some_and(|body| body.contains(&range.start));
            range.start < own.end && own.start < range.end && !is_body
        };
        let names = leaves(graph, is_heading).into_iter().filter_map(|leaf| {
            let name = graph.slice(&leaf.byte_range());
            let (scope, bound) = binding_scope(graph, leaf.start_byte(), name)?;
            let is_own = |id: &BindingId| graph.bindings[*id].import.is_none();
            (scope == TOP).then(|| bound.into_iter().find(is_own)).flatten()
        });
        names.filter(|id| !self.moved.holds(graph.bindings[*id].name.start)).collect()
    }

    /// Returns the old module and its ancestors, except those that contain the new module.
    fn homes(&self) -> Vec<(FileId, ModulePath)> {
        let mut found = Vec::new();
        let mut file = Some(self.from);
        while let Some(own) = file {
            if let Some(module) = module_path(self.project, own)
                && !self.new.starts_with(&module)
            {
                found.push((own, module));
            }
            file = self.project.tree_parent(own);
        }
        found
    }

    /// Returns the old module, unless it is within the new one. Its descendants need no entry: what is visible to the
    /// old module is visible to them.
    pub(super) fn modules_below(&self) -> Vec<ModulePath> {
        let mut found = vec![self.old.clone()];
        found.retain(|module| !module.starts_with(&self.new));
        found
    }

    /// Returns the members of types of a file, which is `module`, that another module does not see.
    fn hidden_members<'g>(
        &self,
        graph: &'g BindingGraph,
        module: &[String],
        from: &[String],
    ) -> Vec<HiddenMember<'g>> {
        let mut found = Vec::new();
        let mut cursor = graph.tree.root_node().walk();
        let is_hidden = |node: Node<'_>| !Visibility::of(self.rules, graph, node, module).reaches(from);
        loop {
            let node = cursor.node();
            let kind = node.kind();
            let text =
                |node: Option<Node<'g>>| node.map_or("", |node| graph.slice(&node.byte_range())).to_owned();
            let of = || self.type_around(graph, node);
            if kind == self.rules.field && is_hidden(node) {
                let name = text(node.child_by_field_name("name"));
                found.extend(of().map(|of| HiddenMember { name, of, node, is_field: true }));
            } else if kind == self.rules.unnamed_fields && !from.starts_with(module) {
                found.extend(of().into_iter().flat_map(|of| self.tuple_fields(node, &of)));
            } else if self.rules.members.iter().any(|own| own == kind) && is_hidden(node) {
                let block = node.parent().and_then(|list| list.parent());
                let block = block.filter(|block| block.kind() == self.rules.block);
                let own = block.filter(|block| block.child_by_field_name("trait").is_none());
                if let Some(block) = own {
                    let name = text(node.child_by_field_name("name"));
                    let of = text(block.child_by_field_name("type"));
                    let of = of.split('<').next().unwrap_or_default().trim().to_owned();
                    found.push(HiddenMember { name, of, node, is_field: false });
                }
            }
            if cursor.goto_first_child() {
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return found;
                }
            }
        }
    }

    /// Returns the name of the type that contains a field.
    fn type_around(&self, graph: &BindingGraph, field: Node<'_>) -> Option<String> {
        let above = std::iter::successors(field.parent(), |node| node.parent()).take(2);
        let own = above.into_iter().find(|node| is_of(node, &self.rules.types))?;
        Some(graph.slice(&own.child_by_field_name("name")?.byte_range()).to_owned())
    }

    /// Returns the tuple fields without visibility keywords.
    fn tuple_fields<'g>(&self, list: Node<'g>, of: &str) -> Vec<HiddenMember<'g>> {
        let mut cursor = list.walk();
        let mut found = Vec::new();
        let (mut number, mut is_worded) = (0, false);
        for child in list.named_children(&mut cursor) {
            if child.kind() == self.rules.visibility {
                is_worded = true;
            } else if child.kind() != self.rules.attribute && !child.is_extra() {
                if !is_worded {
                    let (name, of) = (number.to_string(), of.to_owned());
                    found.push(HiddenMember { name, of, node: child, is_field: true });
                }
                (number, is_worded) = (number + 1, false);
            }
        }
        found
    }

    /// Returns whether remaining code uses a member of the moved code.
    fn is_asked_outside(&self, member: &HiddenMember<'_>) -> bool {
        let is_row = member.is_row();
        let files = self.project.files_with(if is_row { &member.of } else { &member.name });
        files.into_iter().any(|file| {
            let module = module_path(self.project, file);
            if !module.is_some_and(|own| own.starts_with(&self.old) && !own.starts_with(&self.new)) {
                return false;
            }
            let Some(graph) = self.project.graph(file) else { return true };
            let is_outside = |at: usize| file != self.from || !self.moved.holds(at);
            if is_row {
                let is_made = find_words(&graph.text, &member.of).any(|at| {
                    let behind = &graph.text[at + member.of.len()..];
                    is_outside(at) && behind.starts_with('(')
                });
                return is_made || self.is_row_taken(graph, file, member, &is_outside);
            }
            let is_use = |at: usize| {
                let place = Place { file, byte: at };
                // In a shorthand, the field has the name of a variable.
                if let Some(of) = graph.shorthands.get(&at) {
                    let of = || self.type_name(place, of.as_ref());
                    return member.is_field && is_outside(at) && of().is_none_or(|of| of == member.of);
                }
                let range = at..at + member.name.len();
                let role = graph.role(&range);
                let is_other =
                    matches!(role, NameRole::Comment | NameRole::Text | NameRole::Plain | NameRole::Bound(_))
                        || matches!(role, NameRole::Member(_))
                            && graph.is_field_place(&range) != member.is_field;
                is_outside(at) && !is_other && !self.is_of_another(place, &role, member)
            };
            find_words(&graph.text, &member.name).any(is_use) || self.is_filled_up(graph, file, &member.of)
        })
    }

    /// Returns whether code takes a tuple field from an object that may have its type.
    fn is_row_taken(
        &self,
        graph: &BindingGraph,
        file: FileId,
        member: &HiddenMember<'_>,
        is_outside: &dyn Fn(usize) -> bool,
    ) -> bool {
        let taken = format!(".{}", member.name);
        graph.text.match_indices(&taken).map(|(at, _)| at + 1).any(|at| {
            let range = at..at + member.name.len();
            let before = &graph.text[..at - 1];
            let (rest, word) = before.split_at(before.trim_end_matches(is_word_char).len());
            // `1.0`, but not `pair.1.0`.
            let is_number = graph.text[range.end..].starts_with(is_word_char)
                || word.starts_with(|char: char| char.is_ascii_digit()) && !rest.ends_with('.');
            let place = Place { file, byte: at };
            is_outside(at) && !is_number && !self.is_of_another(place, &graph.role(&range), member)
        })
    }

    /// Returns whether a member is accessed on an object that is known to have another type.
    fn is_of_another(&self, place: Place, role: &NameRole, member: &HiddenMember<'_>) -> bool {
        let NameRole::Member(of) = role else { return false };
        let kind = self.project.kind_of(place, of, 0);
        let range = place.byte..place.byte + member.name.len();
        match kind {
            InferredType::External | InferredType::Plain => true,
            _ if place.file == self.from && self.is_foreign(&kind, of, &range) => true,
            // An object that dereferences to another one has the members of that as well.
            InferredType::Object(key) | InferredType::Class(key) => {
                *key.name != *member.of
                    && matches!(self.project.member(&key, &member.name, space::ALL, 0), Found::Definition(..))
            }
            _ => false,
        }
    }

    /// Returns whether an object of a type takes its remaining fields from another one (`..`).
    fn is_filled_up(&self, graph: &BindingGraph, file: FileId, of: &str) -> bool {
        find_words(&graph.text, of).any(|at| {
            let node = graph.tree.root_node().descendant_for_byte_range(at, at);
            let above = std::iter::successors(node, |node| node.parent()).take(3);
            let made = above.into_iter().find(|node| node.kind() == self.rules.object);
            let is_open = made.is_some_and(|made| graph.slice(&made.byte_range()).contains(".."));
            is_open && (file != self.from || !self.moved.holds(at))
        })
    }

    /// Rewrites visibility keywords in the moved code that are relative to its module.
    fn reword_relative(&mut self) {
        let graph = self.graph;
        let (old, new) = (around(&self.old), around(&self.new));
        if old.starts_with(new) {
            return;
        }
        let mut found = Vec::new();
        let mut cursor = graph.tree.root_node().walk();
        loop {
            let node = cursor.node();
            if node.kind() == self.rules.visibility
                && self.moved.touches(&node.byte_range())
                && graph.slice(&node.byte_range()).contains("super")
            {
                found.push(Edit { range: node.byte_range(), text: "pub(crate)".to_owned() });
            }
            if cursor.goto_first_child() {
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    found.into_iter().for_each(|edit| self.edit(self.from, edit));
                    return;
                }
            }
        }
    }

    /// Makes a moved definition visible to the modules that use it, and returns its visibility keywords after that.
    pub(super) fn show_definition(&mut self, byte: usize, users: &[ModulePath]) -> String {
        let graph = self.graph;
        let Some(item) = visible_item(self.rules, graph, byte) else { return String::new() };
        let words =
            visibility_node(self.rules, item).map_or("", |node| graph.slice(&node.byte_range())).to_owned();
        let sight = Visibility::of(self.rules, graph, item, &self.new);
        if users.iter().all(|user| sight.reaches(user)) {
            return words;
        }
        let word = visibility_for(&self.new, users);
        self.edit(self.from, set_visibility(self.rules, item, word));
        // Under another condition, its twin takes its place.
        let own = graph.by_byte.get(&byte);
        let others = own
            .into_iter()
            .flat_map(|id| conditional_alternatives(graph, *id))
            .map(|id| graph.bindings[id].name.start);
        let moved =
            others.filter(|at| self.moved.holds(*at)).filter_map(|at| visible_item(self.rules, graph, at));
        let hidden = moved.filter(|item| {
            let sight = Visibility::of(self.rules, graph, *item, &self.new);
            !users.iter().all(|user| sight.reaches(user))
        });
        for item in hidden.collect::<Vec<_>>() {
            self.edit(self.from, set_visibility(self.rules, item, word));
        }
        word.to_owned()
    }

    /// Returns whether a definition of the old module is public.
    pub(super) fn is_public(&self, byte: usize) -> bool {
        let item = visible_item(self.rules, self.graph, byte);
        item.is_none_or(|item| {
            Visibility::of(self.rules, self.graph, item, &self.old) == Visibility::Everywhere
        })
    }

    /// Returns whether a definition of the old module is visible to other crates by its path.
    pub(super) fn is_visible_outside(&self, byte: usize) -> bool {
        let item = visible_item(self.rules, self.graph, byte);
        let sight = item.map(|item| Visibility::of(self.rules, self.graph, item, &self.old));
        sight == Some(Visibility::Everywhere) && self.is_open(self.from, &mut Vec::new())
    }

    /// Returns whether the module of a file is visible to other crates, by its declaration or by a re-export.
    fn is_open(&self, file: FileId, asked: &mut Vec<FileId>) -> bool {
        if asked.contains(&file) {
            return false;
        }
        asked.push(file);
        let project = self.project;
        if project.crate_root(file) == file {
            return project.sources[file].path.file_name() == "lib.rs";
        }
        let Some(name) = name_of(project.path(file)) else { return false };
        let is_declared_for_all = |parent: FileId| {
            let graph = project.graph(parent)?;
            let item = declaration(self.rules, graph, name)?;
            Some(Visibility::of(self.rules, graph, item, &[]) == Visibility::Everywhere)
        };
        let parent = project.tree_parent(file);
        if parent.is_some_and(|own| is_declared_for_all(own) == Some(true) && self.is_open(own, asked)) {
            return true;
        }
        let givers = project.files_with(name).into_iter().filter(|giver| self.gives_module(*giver, file));
        givers.collect::<Vec<_>>().into_iter().any(|giver| self.is_open(giver, asked))
    }

    /// Returns whether a file publicly re-exports a module.
    fn gives_module(&self, file: FileId, module: FileId) -> bool {
        let Some(graph) = self.project.graph(file) else { return false };
        let place = Place { file, byte: 0 };
        let home = Found::Module(Module::File(module, TOP));
        let mut own = graph.bindings.iter().enumerate().filter(|(_, one)| one.scope == TOP);
        own.any(|(id, one)| {
            let lookup = Lookup::of(space::TYPE, 0).except(Some((file, id)));
            let leads = |path: &Vec<String>| self.project.import(place, path, lookup) == home;
            one.import.as_ref().is_some_and(leads) && self.words_before(graph, one.name.start) == "pub"
        })
    }

    /// Makes a module and its ancestors visible to other modules.
    pub(super) fn show_module(&mut self, module: &[String], users: &[ModulePath]) {
        for length in 1..=module.len() {
            let (own, outer) = (&module[..length], &module[..length - 1]);
            let Some(file) = self.file_of(outer) else { continue };
            let Some(graph) = self.project.graph(file) else { continue };
            let Some(item) = declaration(self.rules, graph, &own[length - 1]) else { continue };
            let sight = Visibility::of(self.rules, graph, item, outer);
            if !users.iter().all(|user| sight.reaches(user)) {
                let word = visibility_for(own, users);
                self.edit(file, set_visibility(self.rules, item, word));
            }
        }
    }

    /// Returns the file of a module.
    fn file_of(&self, module: &[String]) -> Option<FileId> {
        let mut file = self.project.crate_root(self.from);
        for name in module {
            match self.project.tree_child(file, name)? {
                Module::File(own, _) => file = own,
                _ => return None,
            }
        }
        Some(file)
    }
}
