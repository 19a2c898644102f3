//! Files with explicit imports and exports: their exports, their imports, and the resolution of import paths.

use std::ops::Range;

use tree_sitter::Node;

use super::modules::{join, path_from};
use super::results::{DefinitionId, Found, InferredType, MOST_PARTS, MOST_STEPS, Module, Place, folder_of};
use crate::lang::ModuleStyle;
use crate::resolve::bindings::file::graph::{
    Binding, BindingGraph, BindingId, BindingKind, Expr, FileId, ScopeId, Sort, TOP, space,
};
use crate::resolve::bindings::file::locals::{LocalsReader, QueryMatch as Match, binding};
use crate::resolve::bindings::project::Project;

/// The maximum number of parent folders that are searched.
const MOST_FOLDERS: usize = 60;
/// The number of steps that a spread object counts for: at most three nested ones are followed.
const STEPS_OF_SPREAD: usize = MOST_STEPS / 3;

/// Words that begin the imports and exports of a module.
const MODULE_WORDS: [&str; 2] = ["import", "export"];

/// The file name suffix of a file that only declares the names of a script.
pub(super) const DECLARES: &str = ".d.ts";

/// Returns whether a text has no import and no export statements.
pub(super) fn is_script(text: &str) -> bool {
    let is_module = |line: &str| {
        let behind = MODULE_WORDS.iter().find_map(|word| line.strip_prefix(word));
        behind.is_some_and(|behind| behind.starts_with([' ', '{', '*', '"', '\'']))
    };
    !text.lines().any(is_module)
}

impl LocalsReader<'_> {
    /// Binds a name that only other files see.
    pub(in crate::resolve::bindings) fn export(&mut self, binding: Binding) {
        let byte = binding.name.start;
        if self.graph.by_byte.contains_key(&byte) {
            return;
        }
        let id = self.graph.bindings.len();
        let name = self.graph.slice(&binding.name).to_owned();
        self.graph.exports.entry(name).or_default().push(id);
        self.graph.by_byte.insert(byte, id);
        self.graph.bindings.push(Binding { scope: TOP, ..binding });
    }

    /// Binds a name imported from another file, even if a pattern already binds it.
    pub(in crate::resolve::bindings) fn import_name(&mut self, binding: Binding) {
        match self.graph.by_byte.get(&binding.name.start) {
            Some(id) => {
                let known = &mut self.graph.bindings[*id];
                known.import = binding.import;
                known.kind = BindingKind::Import;
            }
            None => drop(self.bind(binding)),
        }
    }

    /// Binds the member of an object that gets the variable of the same name.
    pub(in crate::resolve::bindings) fn bind_shorthand_field(&mut self, node: Node<'_>) {
        let id = self.graph.bindings.len();
        let name = node.byte_range();
        let scope = self.graph.scope_at(name.start);
        let word = self.graph.slice(&name).to_owned();
        self.graph.scopes[scope].binds.entry(word).or_default().push(id);
        self.graph.field_variables.insert(name.start, id);
        self.graph.bindings.push(binding(name, BindingKind::Field, scope));
    }

    /// Records a member defined outside of its class, to which no unqualified name refers.
    pub(in crate::resolve::bindings) fn add_outside(&mut self, binding: Binding) -> BindingId {
        let id = self.graph.bindings.len();
        let name = self.graph.slice(&binding.name).to_owned();
        self.graph.outside_members.entry(name).or_default().push(id);
        self.graph.by_byte.insert(binding.name.start, id);
        self.graph.bindings.push(binding);
        id
    }

    /// Makes a parameter a member of the class as well, if it is declared as one.
    pub(in crate::resolve::bindings) fn add_parameter_field(&mut self, id: BindingId, one: &Match<'_>) {
        let binding = &self.graph.bindings[id];
        if !one.parts.contains_key("lent") || binding.kind == BindingKind::Field {
            return;
        }
        let class = self.graph.around(binding.scope).find(|at| self.graph.scopes[*at].sort == Sort::Class);
        let Some(class) = class else { return };
        let name = self.graph.slice(&binding.name).to_owned();
        self.graph.scopes[class].binds.entry(name).or_default().push(id);
        let binding = &mut self.graph.bindings[id];
        (binding.kind, binding.scope) = (BindingKind::Field, class);
    }

    /// Returns the range of a name without the mark before it.
    pub(in crate::resolve::bindings) fn unmarked(&self, node: Node<'_>) -> Range<usize> {
        let range = node.byte_range();
        let mark = self.rules.shapes.as_ref().and_then(|shapes| shapes.private_mark.as_deref());
        match mark {
            Some(mark) if self.graph.slice(&range).starts_with(mark) => range.start + mark.len()..range.end,
            _ => range,
        }
    }
}

impl BindingGraph {
    /// Removes exported and imported shorthand names from the members of the objects that contain them.
    pub(in crate::resolve::bindings) fn settle_shorthands(&mut self) {
        let by_byte = &self.by_byte;
        let is_import = |id: &BindingId| self.bindings[*id].import.is_some();
        self.field_variables.retain(|byte, _| by_byte.get(byte).is_none_or(|id| !is_import(id)));
        let imported = &self.imported;
        self.shorthands.retain(|byte, _| !imported.contains_key(byte));
        self.labels.retain(|byte, _| !imported.contains_key(byte));
    }

    /// Returns whether a block is the body of a function: its bindings are not visible in the parameter list.
    pub(in crate::resolve::bindings) fn is_body(&self, scope: ScopeId) -> bool {
        let here = &self.scopes[scope];
        let parent = here.parent.map(|parent| &self.scopes[parent]);
        parent.is_some_and(|parent| parent.sort == Sort::Function && parent.range.end == here.range.end)
    }

    /// Returns whether a function is bound in a block, but may be visible outside of the block.
    pub(in crate::resolve::bindings) fn is_loose(&self, id: BindingId) -> bool {
        let binding = &self.bindings[id];
        self.rules().hoisted_block_functions
            && binding.kind == BindingKind::Function
            && binding.body_scope.is_some()
            && self.scopes[binding.scope].sort == Sort::Block
            && !self.is_body(binding.scope)
            && self.is_script()
    }

    /// Returns whether a file has no import and no export statements.
    pub(in crate::resolve::bindings) fn is_script(&self) -> bool {
        *self.is_script.get_or_init(|| is_script(&self.text))
    }

    /// Returns whether a byte offset is in a construct that changes the meaning of names at run time.
    pub(in crate::resolve::bindings) fn is_opaque(&self, byte: usize) -> bool {
        let opaque = &self.rules().dynamic_scopes;
        let is_it = |at: ScopeId| opaque.iter().any(|kind| **kind == *self.scopes[at].kind);
        !opaque.is_empty() && self.around(self.scope_at(byte)).any(is_it)
    }

    /// Returns whether a byte offset is in a static member of the class to which a receiver word refers there: a
    /// function, the value of a field, or a block.
    pub(in crate::resolve::bindings) fn is_in_static(&self, byte: usize) -> bool {
        let Some((shapes, class)) = self.rules().shapes.as_ref().zip(self.own_scope(byte)) else {
            return false;
        };
        let class = &self.scopes[class].range;
        let node = self.tree.root_node().descendant_for_byte_range(byte, byte + 1);
        let inside = std::iter::successors(node, Node::parent).take_while(|node| node.byte_range() != *class);
        let Some(member) = inside.collect::<Vec<_>>().into_iter().nth_back(1) else { return false };
        let mut cursor = member.walk();
        let mut words = member.children(&mut cursor).take_while(|child| child.start_byte() <= byte);
        let is_static = |word: &str| shapes.static_words.iter().any(|own| own == word);
        words.any(|child| child.kind().split(' ').any(is_static))
    }

    /// Returns whether the statement of the file at a byte offset has a syntax error that affects it.
    pub(in crate::resolve::bindings) fn is_broken(&self, byte: usize) -> bool {
        let root = self.tree.root_node();
        if !root.has_error() {
            return false;
        }
        let Some(statement) = root.first_child_for_byte(byte) else { return true };
        if root.is_error() || statement.is_error() || statement.is_missing() {
            return true;
        }
        statement.has_error() && self.is_broken_within(statement, byte)
    }

    /// Returns whether a syntax error in a statement is at a byte offset, or makes the extent of brackets uncertain.
    fn is_broken_within(&self, statement: Node<'_>, byte: usize) -> bool {
        let mut open = vec![statement];
        while let Some(node) = open.pop() {
            if node.is_missing() || node.is_error() {
                let has_brackets =
                    || self.slice(&node.byte_range()).contains(['(', ')', '[', ']', '{', '}', '<', '>']);
                // A neighbor of an error may be part of it.
                let around = node.parent().filter(|around| around.id() != statement.id());
                let is_beside = around.is_none_or(|around| around.byte_range().contains(&byte));
                if node.is_missing() || is_beside || has_brackets() {
                    return true;
                }
            } else if node.has_error() {
                let mut cursor = node.walk();
                open.extend(node.children(&mut cursor));
            }
        }
        false
    }

    /// Returns whether a name stands for a whole module, which has no name of its own.
    pub(in crate::resolve::bindings) fn is_whole_module(&self, byte: usize, name: &str) -> bool {
        let mut around = self.around(self.scope_at(byte));
        let bound = around.find_map(|at| self.bound(at, name).first().copied());
        let import = bound.and_then(|id| self.bindings[id].import.as_ref());
        import.is_some_and(|path| path.len() == 1)
    }

    /// Returns the parameter that declares the type of the receiver.
    pub(in crate::resolve::bindings) fn declared_receiver(
        &self,
        byte: usize,
        word: &str,
    ) -> Option<BindingId> {
        let shapes = self.rules().shapes.as_ref()?;
        let is_arrow = |at: ScopeId| shapes.arrows.iter().any(|kind| **kind == *self.scopes[at].kind);
        let mut around = self.around(self.scope_at(byte));
        let function = around.find(|at| self.scopes[*at].sort == Sort::Function && !is_arrow(*at))?;
        self.bound(function, word).first().copied()
    }

    /// Returns whether a name that the project does not bind belongs to the standard library, as far as its names are
    /// known.
    pub(in crate::resolve::bindings) fn is_global(&self, base: &Expr) -> bool {
        match base {
            _ if self.rules().shapes.is_none() => true,
            Expr::Name(range) => self.language.knows_member(&format!("global:{}", self.slice(range))),
            Expr::Generic(of, _) => self.is_global(of),
            _ => false,
        }
    }

    /// Returns whether a type may be anything, or an expression stands for no value.
    pub(in crate::resolve::bindings) fn is_untyped(&self, name: &str) -> bool {
        self.rules().shapes.as_ref().is_some_and(|shapes| shapes.untyped.iter().any(|word| word == name))
    }

    /// Returns the scope of the class or object to which a receiver word refers.
    pub(in crate::resolve::bindings) fn own_scope(&self, byte: usize) -> Option<ScopeId> {
        let shapes = self.rules().shapes.as_ref()?;
        for at in self.around(self.scope_at(byte)) {
            let here = &self.scopes[at];
            let is_one = |kinds: &[String]| kinds.iter().any(|kind| **kind == *here.kind);
            match here.sort {
                Sort::Function if is_one(&shapes.arrows) => {}
                Sort::Function => {
                    return here.parent.filter(|parent| self.scopes[*parent].sort == Sort::Class);
                }
                Sort::Class if is_one(&shapes.literals) => {}
                Sort::Class => return Some(at),
                Sort::File | Sort::Module => return None,
                Sort::Block => {}
            }
        }
        None
    }
}

impl Project {
    /// Returns whether a name is only exported, and not bound in the file itself.
    pub(in crate::resolve::bindings) fn is_only_exported(&self, graph: &BindingGraph, id: BindingId) -> bool {
        let name = graph.slice(&graph.bindings[id].name);
        graph.exports.get(name).is_some_and(|given| given.contains(&id))
    }

    /// Returns whether an import binds something under another name, which is then a definition of its own.
    pub(super) fn is_other_name(&self, graph: &BindingGraph, id: BindingId) -> bool {
        let binding = &graph.bindings[id];
        let Some(path) = &binding.import else { return false };
        let name = graph.slice(&binding.name);
        self.style == ModuleStyle::Files && path.len() > 1 && path.last().is_none_or(|last| last != name)
    }

    /// Returns whether another block of a namespace binds a name.
    pub(super) fn is_in_other_part(&self, graph: &BindingGraph, scope: ScopeId, name: &str) -> bool {
        let named = |graph: &BindingGraph, scope: ScopeId| {
            let of = graph.scopes[scope].of?;
            Some(graph.slice(&graph.bindings[of].name).to_owned())
        };
        let own = named(graph, scope);
        let is_part = |other: &BindingGraph, at: ScopeId| {
            other.scopes[at].sort == Sort::Module
                && !other.bound(at, name).is_empty()
                && named(other, at) == own
        };
        let files = self.files_with(name);
        let mut graphs = files.into_iter().filter_map(|file| self.graph(file));
        own.is_some() && graphs.any(|other| (0..other.scopes.len()).any(|at| is_part(other, at)))
    }

    /// Returns what a name refers to at the top of a file, for the file itself.
    pub(super) fn at_top(&self, file: FileId, name: &str, wanted: u8, steps: usize) -> Found {
        let Some(graph) = self.graph(file) else { return Found::Unknown };
        let bound = graph.bound(TOP, name).iter().rev();
        let mut bound = bound.filter(|id| graph.space_of(**id) & wanted != 0);
        bound.next().map_or(Found::Nowhere, |id| self.follow(file, *id, wanted, steps + 1))
    }

    /// Returns what a file exports under a name; `None` if it does not say.
    pub(in crate::resolve::bindings) fn exported_as(
        &self,
        file: FileId,
        name: &str,
        wanted: u8,
        steps: usize,
    ) -> Option<Found> {
        let graph = self.graph(file)?;
        let of_object =
            || graph.exported_object.map(|scope| graph.bound(scope, name)).filter(|ids| !ids.is_empty());
        match graph.exports.get(name).map(Vec::as_slice).or_else(of_object) {
            Some(ids) => ids.first().map(|id| self.follow(file, *id, wanted, steps + 1)),
            None => match (graph.exported_object, &graph.exported_value) {
                (Some(object), _) => self.in_spread((file, object), name, wanted, steps),
                (None, Some(value)) => {
                    let (byte, value) = value;
                    let place = Place { file, byte: *byte };
                    let has_own_names = || {
                        let kind = self.kind_of(place, value, steps + 1);
                        matches!(kind, InferredType::Function(..) | InferredType::Class(_))
                    };
                    // A member that is later set on a function or a class is no definition of the file.
                    self.in_value((place, value), name, wanted, steps)
                        .or_else(|| has_own_names().then_some(Found::Nowhere))
                }
                (None, None) => None,
            },
        }
    }

    /// Returns what a name refers to as a member of a value, which may be a module, an object or a class; `None` if the
    /// value has no such member.
    fn in_value(
        &self,
        (place, value): (Place, &Expr),
        name: &str,
        wanted: u8,
        steps: usize,
    ) -> Option<Found> {
        let (found, is_module) = match self.kind_of(place, value, steps + 1) {
            InferredType::Module(module) => (self.in_module(&module, name, wanted, steps + 1), true),
            InferredType::Object(key) | InferredType::Class(key) => {
                let found = self.member(&key, name, wanted, steps + 1);
                // The object may itself contain spread objects.
                let deeper = steps + STEPS_OF_SPREAD;
                let scopes = self.scopes_of_class(&key);
                let is_followed = !matches!(found, Found::Definition(..)) && deeper < MOST_STEPS;
                let mut scopes = scopes.iter().filter(|_| is_followed);
                let inner = scopes.find_map(|scope| self.in_spread(*scope, name, wanted, deeper));
                (inner.unwrap_or(found), false)
            }
            _ => return None,
        };
        let is_found =
            if is_module { found != Found::Nowhere } else { matches!(found, Found::Definition(..)) };
        is_found.then_some(found)
    }

    /// Returns what a name refers to in the modules that are spread into an object of a class.
    pub(in crate::resolve::bindings) fn spread_member(
        &self,
        class: &DefinitionId,
        name: &str,
    ) -> Option<Found> {
        let scopes = self.scopes_of_class(class);
        scopes.iter().find_map(|scope| self.in_spread(*scope, name, space::ALL, 0))
    }

    /// Returns what a name refers to in the modules that are spread into an object: `{ ...require('./lamp'), more: 1
    /// }`.
    pub(super) fn in_spread(
        &self,
        (file, scope): (FileId, ScopeId),
        name: &str,
        wanted: u8,
        steps: usize,
    ) -> Option<Found> {
        let graph = self.graph(file)?;
        let rules = graph.rules().shapes.as_ref()?;
        let range = &graph.scopes.get(scope)?.range;
        let object = graph.tree.root_node().descendant_for_byte_range(range.start, range.end)?;
        let is_more = |node: &Node<'_>| rules.more.iter().any(|more| more == node.kind());
        let mut cursor = object.walk();
        let spread: Vec<Node<'_>> = object.named_children(&mut cursor).filter(is_more).collect();
        // The last of several spread values with the name takes precedence.
        spread.into_iter().rev().take(MOST_PARTS).filter_map(|node| node.named_child(0)).find_map(|value| {
            let place = Place { file, byte: value.start_byte() };
            let expr = crate::resolve::bindings::file::expr::expr(graph.rules(), &graph.text, value, 0);
            self.in_value((place, &expr), name, wanted, steps)
        })
    }

    /// Returns what the path of an import refers to in a file.
    pub(super) fn script_path(&self, place: Place, path: &[String], wanted: u8, steps: usize) -> Found {
        let Some((first, rest)) = path.split_first() else { return Found::Unknown };
        let name = rest.first();
        if let (true, Some(name)) = (first.is_empty(), name) {
            return self.at_top(place.file, name, wanted, steps + 1);
        }
        match (self.script_module(place.file, first), name) {
            (Found::Module(module), Some(name)) => match self.in_module(&module, name, wanted, steps + 1) {
                Found::Nowhere if self.is_given_whole(&module, name) => Found::Module(module),
                found => found,
            },
            (found, _) => found,
        }
    }

    /// Returns whether a name stands for all exports of a module: a file that exports by assignments is imported as its
    /// default.
    fn is_given_whole(&self, module: &Module, name: &str) -> bool {
        let Some(rules) = self.rules.moves.as_ref() else { return false };
        let Some(gives) = rules.exports.as_ref().filter(|gives| gives.nameless == name) else { return false };
        let Module::File(file, TOP) = module else { return false };
        let Some(graph) = self.graph(*file) else { return false };
        let root = graph.tree.root_node();
        let mut cursor = root.walk();
        let mut kinds = root.children(&mut cursor).map(|node| node.kind());
        let is_of_names =
            |kind: &str| rules.statements.iter().chain(&gives.statements).any(|own| own == kind);
        (graph.exported_object.is_some() || !graph.exports.is_empty()) && !kinds.any(is_of_names)
    }

    /// Returns the module that an import path refers to.
    pub(super) fn script_module(&self, from: FileId, written: &str) -> Found {
        if written.starts_with('.') {
            let path = path_from(folder_of(self.path(from)), written);
            // A path that does not exist in a folder of the project is another kind of file; other folders may contain
            // build products.
            let is_other = self.has_folder(folder_of(&path));
            let none = if is_other { Found::External } else { Found::Unknown };
            return self.script_file(from, &path).unwrap_or(none);
        }
        let mut is_own = written.starts_with(['#', '/']);
        for path in self.workspace_paths(from, written) {
            is_own = true;
            if let Some(found) = self.script_file(from, &path) {
                return found;
            }
        }
        for path in self.mapped_paths(from, written, &mut is_own) {
            if let Some(found) = self.script_file(from, &path) {
                return found;
            }
        }
        if is_own { Found::Unknown } else { Found::External }
    }

    /// Returns whether an import names a package that belongs neither to the project nor to the standard library.
    pub(super) fn is_other_package(&self, from: FileId, written: &str) -> bool {
        let first = written.split([':', '/']).next().unwrap_or_default();
        let is_standard = || {
            let graph = self.graph(from);
            graph.is_some_and(|graph| graph.language.knows_member(&format!("module:{first}")))
        };
        !written.is_empty()
            && !written.starts_with('.')
            && !is_standard()
            && self.script_module(from, written) == Found::External
    }

    /// Returns the file that a path refers to: its extension may be missing, or be that of the compiled file.
    fn script_file(&self, from: FileId, path: &str) -> Option<Found> {
        let declares = self.path(from).ends_with(DECLARES);
        let file = |path: &str| {
            // Declaration files refer to other declaration files.
            let declared = declares.then(|| self.file(&format!("{path}{DECLARES}"))).flatten();
            declared
                .or_else(|| self.file(path))
                .or_else(|| self.rules.file_ends.iter().find_map(|end| self.file(&format!("{path}{end}"))))
        };
        let ends = [".js", ".mjs", ".cjs", ".jsx"];
        let without = || ends.iter().find_map(|end| path.strip_suffix(end)).and_then(file);
        let found = file(path).or_else(without).or_else(|| {
            let index = join(path, "index");
            self.has_folder(path).then(|| file(&index)).flatten()
        });
        found.map(|file| Found::Module(Module::File(file, TOP)))
    }

    /// Returns the possible paths of an import that names a package of the project.
    fn workspace_paths(&self, from: FileId, written: &str) -> Vec<String> {
        let mut found = Vec::new();
        for manifest in self.manifests.iter().filter(|one| one.path.file_name() == "package.json") {
            let Some(name) = super::modules::quoted_value(&manifest.text, "\"name\"") else { continue };
            let Some(rest) = written.strip_prefix(name) else { continue };
            if rest.is_empty() || rest.starts_with('/') {
                let folder = folder_of(manifest.path.as_str());
                let rest = rest.trim_start_matches('/');
                // Build products refer to build products: the top folder of the importing file in the package is tried
                // first.
                let own = below(folder, self.path(from)).and_then(|path| path.split_once('/'));
                for inner in own.map(|(own, _)| own).into_iter().chain(["src", "lib", ""]) {
                    let start = if inner.is_empty() { folder.to_owned() } else { join(folder, inner) };
                    found.push(if rest.is_empty() { join(&start, "index") } else { join(&start, rest) });
                }
            }
        }
        found
    }

    /// Returns whether an import names the package that contains a file.
    pub(in crate::resolve::bindings) fn names_own_package(&self, from: &str, written: &str) -> bool {
        let packages = self.manifests.iter().filter(|one| one.path.file_name() == "package.json");
        let around = packages.filter(|one| below(folder_of(one.path.as_str()), from).is_some());
        let nearest = around.max_by_key(|one| folder_of(one.path.as_str()).len());
        let name = nearest.and_then(|one| super::modules::quoted_value(&one.text, "\"name\""));
        let rest = name.and_then(|name| written.strip_prefix(name));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// Returns the possible paths of an import by the path mappings of the nearest settings file.
    fn mapped_paths(&self, from: FileId, written: &str, is_own: &mut bool) -> Vec<String> {
        let mut folder = folder_of(self.path(from)).to_owned();
        for _ in 0..MOST_FOLDERS {
            let here = self.manifests.iter().filter(|one| {
                let name = one.path.file_name();
                let is_settings = name.ends_with(".json") && name != "package.json";
                is_settings && folder_of(one.path.as_str()) == folder
            });
            let mut found = Vec::new();
            let mut is_any = false;
            for settings in here {
                is_any = true;
                found.extend(mapped(&settings.text, &folder, written, is_own));
            }
            if is_any || folder.is_empty() {
                return found;
            }
            folder = folder_of(&folder).to_owned();
        }
        Vec::new()
    }
}

/// Returns the path of a file relative to a folder, if the folder contains it.
fn below<'p>(folder: &str, path: &'p str) -> Option<&'p str> {
    if folder.is_empty() { Some(path) } else { path.strip_prefix(folder)?.strip_prefix('/') }
}

/// Returns the paths to which the settings of a folder map an import.
fn mapped(text: &str, folder: &str, written: &str, is_own: &mut bool) -> Vec<String> {
    let from_here = |path: &str| path_from(folder, path);
    let base = super::modules::quoted_value(text, "\"baseUrl\"");
    let mut found = Vec::new();
    if let Some(paths) = text.find("\"paths\"").and_then(|at| text[at..].split(['{', '}']).nth(1)) {
        for entry in paths.split(']') {
            let Some((pattern, targets)) = entry.split_once(':') else { continue };
            let Some(pattern) = pattern.split('"').nth(1) else { continue };
            let (before, behind) = pattern.split_once('*').unwrap_or((pattern, ""));
            let middle = written.strip_prefix(before).and_then(|rest| rest.strip_suffix(behind));
            let Some(middle) = middle.filter(|middle| pattern.contains('*') || middle.is_empty()) else {
                continue;
            };
            *is_own |= pattern != "*";
            for target in targets.split('"').skip(1).step_by(2) {
                let target = target.replacen('*', middle, 1);
                found.push(from_here(&format!("{}/{target}", base.unwrap_or("."))));
            }
        }
    }
    found.extend(base.map(|base| from_here(&format!("{base}/{written}"))));
    found
}
