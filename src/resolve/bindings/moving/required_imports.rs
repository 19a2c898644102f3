//! Determines the imports that moved code needs in the target file.

use std::collections::HashSet;

use tree_sitter::Node;

use super::bytes::MovedBytes;
use super::files::Files;
use super::narrow::outermost;
use super::needs::{RequiredName, is_assigned, is_changed, is_given_to, needs, visible_bindings};
use super::spell::{Example, typed};
use crate::lang::{MoveRules, is_of};
use crate::resolve::bindings::file::graph::{BindingGraph, BindingId, BindingKind, FileId, Sort, TOP, space};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::judge;
use crate::resolve::bindings::lookup::names::Lookup;
use crate::resolve::bindings::lookup::results::{DefinitionId, Found, Module, Place, folder_of};
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::used::Meaning;

/// A statement to be added to the target file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NewImport {
    /// An import.
    Statement(ImportStatement),
    /// An import that is only used by types, below a heading such as `if TYPE_CHECKING:`.
    TypeOnly { heading: String, line: ImportStatement },
    /// A statement that contains imports, copied unchanged.
    Verbatim(String),
}

/// An import to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ImportStatement {
    /// The byte offset of the import in the old file; `usize::MAX` if the old file does not have it.
    pub(super) at: usize,
    /// The module, and the imported names as written; or the whole statement if it cannot be split into these.
    pub(super) parts: Result<(String, String), String>,
    /// The binding in the old file, for languages in which single names are copied from its statement there.
    pub(super) id: Option<BindingId>,
}

impl ImportStatement {
    /// Returns the text of the import statement.
    pub(super) fn text(&self, rules: &MoveRules) -> String {
        match &self.parts {
            Ok((module, names)) => {
                let text = rules.from.replace("{module}", module).replace("{names}", names);
                rules.exports.as_ref().map_or(text.clone(), |gives| typed(&text, gives))
            }
            Err(whole) => whole.clone(),
        }
    }
}

/// A name that moved code needs, and the imports that make it available.
#[derive(Debug)]
pub(super) struct NameSupply {
    /// The needed name.
    pub(super) name: String,
    pub(super) imports: Vec<NewImport>,
    /// The paths of the files that these imports load.
    pub(super) loads: Vec<String>,
    /// Whether the name is only used by types.
    pub(super) is_type_only: bool,
    /// The bindings of the old file that must be exported for it.
    pub(super) shown: Vec<BindingId>,
    /// The type-only imports of the target file that must become full imports.
    pub(super) widened: Vec<BindingId>,
}

/// Why a name cannot be made available in the target file.
#[derive(Debug)]
pub(super) enum SupplyError {
    /// The name cannot be shown to mean the same there.
    Unproven(&'static str),
    /// The name means something else in the target file, where it is bound at this byte offset.
    Taken(usize),
}

pub(super) const OWN_MODULE: &str = "refers to the file that it is in";

pub(super) const REBOUND: &str = "is reassigned, which an import would not follow";
/// Another file assigns to a name that stays in the old file, as tests do.
pub(super) const REBOUND_ELSEWHERE: &str =
    "uses a name that another file reassigns, which an import would not follow";

pub(super) const NOT_NAMED: &str = "cannot be imported into the other file";

/// The maximum number of imports that are followed from name to name.
const MOST_NAMES: usize = 4;

const RUN_BLOCK: &str = "is bound only when the file is run as a program";

const STAR: &str = "may come from `import *`";

impl Files<'_> {
    /// Returns how a name is made available in the target file; `None` if nothing is required.
    pub(super) fn supply(
        &self,
        need: &RequiredName,
        done: &mut HashSet<String>,
    ) -> Result<Option<NameSupply>, SupplyError> {
        if !done.insert(need.name.clone()) {
            return Ok(None);
        }
        if need.bound.is_empty() {
            return self.supply_unbound(need);
        }
        let need = &self.when_loaded(need);
        let widened = match self.has_same(need)? {
            true => match self.typed_in_target(need) {
                typed if typed.is_empty() => return Ok(None),
                typed => typed,
            },
            false => {
                let given_by = self.to.filter(|to| self.imports_from(need, *to));
                if let Some(supply) = given_by.and_then(|to| self.import_behind(need, to)) {
                    return Ok(Some(supply));
                }
                Vec::new()
            }
        };
        let all_imports = need.bound.iter().all(|id| self.graph.bindings[*id].kind == BindingKind::Import);
        if self.export_rules().is_some() {
            let supply = if all_imports { self.statements(need) } else { self.import_from_old_file(need) };
            return supply.map(|supply| Some(NameSupply { widened, ..supply }));
        }
        let outer: Vec<Node<'_>> = need.bound.iter().filter_map(|id| self.outer(*id)).collect();
        let is_plain = |node: &Node<'_>| self.is_import(*node);
        if all_imports && outer.iter().all(is_plain) {
            return self.statements(need).map(Some);
        }
        let first = outer.first().copied();
        let is_one = first.is_some_and(|first| outer.iter().all(|node| node.id() == first.id()));
        if let Some(outer) = first.filter(|_| all_imports && is_one) {
            if let Some(heading) = self.type_only_heading(outer) {
                let mut supply = self.statements(need)?;
                let there = self.target().and_then(|graph| self.heading_in(graph));
                let line = |brought: NewImport| match brought {
                    NewImport::Statement(line) => {
                        NewImport::TypeOnly { heading: there.unwrap_or(heading).to_owned(), line }
                    }
                    other => other,
                };
                supply.imports = supply.imports.into_iter().map(line).collect();
                supply.loads = Vec::new();
                if there.is_some() {
                    return Ok(Some(supply));
                }
                return self.with_needs_of(outer.child_by_field_name("condition"), supply, done).map(Some);
            }
            if self.holds_imports_only(outer)
                && folder_of(self.to_path) == folder_of(self.project.path(self.from))
            {
                let text = self.graph.slice(&outer.byte_range()).to_owned();
                let loads = self.loads_of(&need.bound);
                let supply = NameSupply {
                    name: need.name.clone(),
                    imports: vec![NewImport::Verbatim(text)],
                    loads,
                    is_type_only: false,
                    shown: Vec::new(),
                    widened: Vec::new(),
                };
                return self.with_needs_of(Some(outer), supply, done).map(Some);
            }
        }
        self.import_from_old_file(need).map(Some)
    }

    /// Returns the need without additional imports of its name that only run if the file is the main program.
    fn when_loaded(&self, need: &RequiredName) -> RequiredName {
        let is_run_import = |id: &BindingId| {
            let binding = &self.graph.bindings[*id];
            binding.import.is_some() && is_run_block(self.graph, binding.name.start)
        };
        let mut own = need.clone();
        if !need.bound.iter().all(is_run_import) {
            own.bound.retain(|id| !is_run_import(id));
        }
        own
    }

    /// Returns how a name that the file does not bind is made available: it may come from a wildcard import.
    fn supply_unbound(&self, need: &RequiredName) -> Result<Option<NameSupply>, SupplyError> {
        if self.means_own_file(need) {
            return Err(SupplyError::Unproven(OWN_MODULE));
        }
        if let Some(at) = self.bound_in_target(&need.name) {
            return Err(SupplyError::Taken(at));
        }
        if self.graph.scopes[TOP].wildcards.is_empty() || self.export_rules().is_some() {
            return Ok(None);
        }
        let place = Place { file: self.from, byte: self.graph.text.len() };
        match self.project.look_up(place, &need.name, Lookup::of(space::ALL, 0)) {
            Found::Definition(key, file, _) => {
                let path = self.project.path(file).to_owned();
                let module = self.project.spell(self.to_path, &path, None);
                let module = module.ok_or(SupplyError::Unproven(NOT_NAMED))?;
                Ok(Some(self.new_import(need, (module, key.name.to_string()), path)))
            }
            _ => {
                let is_known = |path: &Vec<String>| {
                    path.first().is_some_and(|module| self.project.module(self.from, module).is_some())
                };
                if self.graph.scopes[TOP].wildcards.iter().all(is_known) {
                    Ok(None)
                } else {
                    Err(SupplyError::Unproven(STAR))
                }
            }
        }
    }

    /// Returns the top-level statement that contains a binding.
    pub(super) fn outer(&self, id: BindingId) -> Option<Node<'_>> {
        outermost(self.graph, self.graph.bindings[id].name.start)
    }

    pub(super) fn is_import(&self, node: Node<'_>) -> bool {
        is_of(node, &self.rules.statements)
    }

    /// Returns whether a statement imports or re-exports names of other files.
    pub(super) fn is_of_others(&self, node: Node<'_>) -> bool {
        let more =
            self.export_rules().into_iter().flat_map(|rules| rules.statements.iter().chain(&rules.calls));
        self.is_import(node) || more.into_iter().any(|kind| kind == node.kind())
    }

    /// Returns the heading of a statement whose imports are only used by types.
    pub(super) fn type_only_heading(&self, node: Node<'_>) -> Option<&str> {
        type_only_heading(self.graph, self.rules, node)
    }

    fn holds_imports_only(&self, node: Node<'_>) -> bool {
        let fits = |kind: &str| self.rules.fillers.iter().any(|own| own == kind);
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            if self.is_import(node) || !node.is_named() {
                continue;
            }
            let is_part = node.parent().is_some_and(|above| {
                let is_block = above.kind().ends_with("block") || above.kind().ends_with("module");
                !is_block && !fits(node.kind())
            });
            // Conditions and exception classes may be any expressions.
            if is_part {
                continue;
            }
            if !fits(node.kind()) {
                return false;
            }
            let mut cursor = node.walk();
            open.extend(node.children(&mut cursor));
        }
        true
    }

    /// Adds the imports that a copied part of the old file needs itself.
    fn with_needs_of(
        &self,
        node: Option<Node<'_>>,
        mut supply: NameSupply,
        done: &mut HashSet<String>,
    ) -> Result<NameSupply, SupplyError> {
        let Some(node) = node else { return Ok(supply) };
        let own = needs(self.graph, self.rules, &MovedBytes::of([node.byte_range()]), false);
        for need in own.names.values().filter(|need| !need.bound.is_empty()) {
            if let Some(other) = self.supply(need, done)? {
                supply.imports.splice(0..0, other.imports);
                supply.loads.extend(other.loads);
            }
        }
        Ok(supply)
    }

    /// Returns whether the target file already binds the name to the same definition.
    fn has_same(&self, need: &RequiredName) -> Result<bool, SupplyError> {
        let Some(to) = self.to else { return Ok(false) };
        let Some(graph) = self.project.graph(to) else { return Ok(false) };
        let end = |file: FileId, graph: &BindingGraph| Place { file, byte: graph.text.len() };
        let own = self.project.look_up(end(self.from, self.graph), &need.name, Lookup::of(space::ALL, 0));
        let own = if graph.bound(TOP, &need.name).is_empty() { own } else { self.given_by(to, own) };
        let other = self.project.look_up(end(to, graph), &need.name, Lookup::of(space::ALL, 0));
        let bound = graph.bound(TOP, &need.name);
        let Some(first) = bound.first() else {
            // An alias for a definition of the target file would be required.
            return match own {
                Found::Definition(key, file, _) if file == to && *key.name == *need.name => Ok(true),
                Found::Definition(_, file, _) if file == to => Err(SupplyError::Unproven(NOT_NAMED)),
                Found::Module(Module::File(file, TOP)) if file == to => {
                    Err(SupplyError::Unproven(OWN_MODULE))
                }
                // A file cannot import from itself, but from where it takes the name.
                _ if self.imports_from(need, to) && self.import_behind(need, to).is_none() => {
                    Err(SupplyError::Unproven(NOT_NAMED))
                }
                _ => Ok(false),
            };
        };
        let at = graph.bindings[*first].name.start;
        let is_conditional = |id: &BindingId| {
            outermost(graph, graph.bindings[*id].name.start)
                .is_some_and(|node| type_only_heading(graph, self.rules, node).is_some())
        };
        if !need.is_type_only && bound.iter().all(is_conditional) {
            let is_same = self.is_same_import(need, graph, to);
            return if is_same { Ok(false) } else { Err(SupplyError::Taken(at)) };
        }
        let is_same = match (&own, &other) {
            (Found::External, Found::External) => self.is_same_import(need, graph, to),
            (Found::Unknown | Found::Nowhere, _) => self.is_same_import(need, graph, to),
            (own, other) => {
                own == other
                    || matches!((own, other), (Found::Definition(one, ..), Found::Definition(other, ..)) if one == other)
            }
        };
        if is_same { Ok(true) } else { Err(SupplyError::Taken(at)) }
    }

    /// Follows imports from a name to what it means in a file, if that file binds it as an alias, such as the name of a
    /// default import; otherwise returns `found`.
    fn given_by(&self, file: FileId, found: Found) -> Found {
        let mut behind = found.clone();
        for _ in 0..MOST_NAMES {
            match behind {
                Found::Definition(_, of, id) if self.is_import_binding(of, id) => {
                    behind = self.project.target_of_alias(of, id, 0);
                }
                Found::Definition(_, of, _) if of == file => return behind,
                _ => return found,
            }
        }
        found
    }

    fn is_import_binding(&self, file: FileId, id: BindingId) -> bool {
        self.project.graph(file).is_some_and(|graph| graph.bindings[id].kind == BindingKind::Import)
    }

    /// Returns whether the old file imports a name from another file.
    pub(super) fn imports_from(&self, need: &RequiredName, other: FileId) -> bool {
        need.bound.iter().any(|id| {
            let path = self.graph.bindings[*id].import.as_ref().and_then(|path| path.first());
            let module = path.and_then(|path| self.project.module(self.from, path));
            self.export_rules().is_some() && module == Some(Module::File(other, TOP))
        })
    }

    /// Returns whether both files import the name from the same module.
    fn is_same_import(&self, need: &RequiredName, graph: &BindingGraph, to: FileId) -> bool {
        let told = |graph: &BindingGraph, file: FileId, ids: &[BindingId]| -> Option<HashSet<Vec<String>>> {
            let path = |id: &BindingId| {
                let path = graph.bindings[*id].import.clone()?;
                let module = self.project.respell(file, self.to_path, path.first()?)?;
                Some(std::iter::once(module).chain(path.into_iter().skip(1)).collect())
            };
            ids.iter().map(path).collect()
        };
        let own = told(self.graph, self.from, &need.bound);
        own.is_some() && own == told(graph, to, graph.bound(TOP, &need.name))
    }

    fn bound_in_target(&self, name: &str) -> Option<usize> {
        let graph = self.project.graph(self.to?)?;
        graph.bound(TOP, name).first().map(|id| graph.bindings[*id].name.start)
    }

    /// Returns the imports of a name as they must be written in the target file.
    fn statements(&self, need: &RequiredName) -> Result<NameSupply, SupplyError> {
        let mut brought = Vec::new();
        for id in &need.bound {
            let parts = self.statement(*id).ok_or(SupplyError::Unproven(NOT_NAMED))?;
            let at = self.graph.bindings[*id].name.start;
            let id = self.export_rules().map(|_| *id);
            brought.push(NewImport::Statement(ImportStatement { at, parts, id }));
        }
        let is_type_only = need.is_type_only;
        let loads = self.loads_of(&need.bound);
        Ok(NameSupply {
            name: need.name.clone(),
            imports: brought,
            loads,
            is_type_only,
            shown: Vec::new(),
            widened: Vec::new(),
        })
    }

    fn statement(&self, id: BindingId) -> Option<Result<(String, String), String>> {
        let graph = self.graph;
        let binding = &graph.bindings[id];
        let path = binding.import.as_ref()?;
        let local = graph.slice(&binding.name);
        if self.export_rules().is_some() {
            return Some(Err(self.statement_of(&[id])?));
        }
        let module = self.project.respell(self.from, self.to_path, path.first()?)?;
        match path.get(1) {
            Some(name) if name == local => Some(Ok((module, name.clone()))),
            Some(name) => {
                let renamed = self.rules.renamed.replace("{old}", name).replace("{new}", local);
                Some(Ok((module, renamed)))
            }
            None => {
                let text = graph.slice(&import_clause_range(graph, self.rules, binding.name.start)?);
                Some(Err(self.rules.whole.as_ref()?.replace("{names}", text)))
            }
        }
    }

    /// Returns the first heading for imports that are only used by types that a file has at its margin, as written.
    fn heading_in<'g>(&self, graph: &'g BindingGraph) -> Option<&'g str> {
        let root = graph.tree.root_node();
        let mut cursor = root.walk();
        root.named_children(&mut cursor).find_map(|node| type_only_heading(graph, self.rules, node))
    }

    /// Returns the heading for imports that are only used by types in a file, and the import that the heading itself
    /// requires; `None` instead of the import if the file has such a heading or imports its whole module.
    pub(super) fn types_apart(&self, file: Option<FileId>) -> Option<(String, Option<String>)> {
        let (heading, import) = (self.rules.type_only.clone()?, self.rules.type_only_import.clone());
        let graph = file.and_then(|file| self.project.graph(file));
        let parts = import.as_ref().and_then(|import| self.parts_of(import));
        if let Some(heading) = graph.and_then(|graph| self.heading_in(graph)) {
            return Some((heading.to_owned(), None));
        }
        let (Some(graph), Some((module, name))) = (graph, parts) else { return Some((heading, import)) };
        let is_whole = |id: &usize| {
            let binding = &graph.bindings[*id];
            let is_it = binding.import.as_ref().is_some_and(|path| path[..] == [module.as_str()]);
            let outer = outermost(graph, binding.name.start);
            is_it && binding.scope == TOP && outer.is_some_and(|outer| self.is_import(outer))
        };
        let whole = (0..graph.bindings.len()).find(is_whole).filter(|_| graph.bound(TOP, &name).is_empty());
        match whole {
            Some(id) => {
                let own = graph.slice(&graph.bindings[id].name);
                Some((heading.replace(&name, &format!("{own}.{name}")), None))
            }
            None => Some((heading, import)),
        }
    }

    /// Returns the import that the heading for type-only imports requires.
    pub(super) fn type_only_import(&self, whole: String) -> Option<ImportStatement> {
        let Some((module, names)) = self.parts_of(&whole) else {
            return Some(ImportStatement { at: usize::MAX, parts: Err(whole), id: None });
        };
        let is_beside = |id: &BindingId| {
            let binding = &self.graph.bindings[*id];
            let is_same = binding.import.as_ref().and_then(|path| path.first()) == Some(&module);
            is_same && self.outer(*id).is_some_and(|outer| self.is_import(outer))
        };
        let beside = (0..self.graph.bindings.len()).find(is_beside);
        let at = beside.map_or(usize::MAX, |id| self.graph.bindings[id].name.start);
        Some(ImportStatement { at, parts: Ok((module, names)), id: None })
    }

    /// Returns the module and the names of an import, as written.
    fn parts_of(&self, statement: &str) -> Option<(String, String)> {
        let (before, rest) = self.rules.from.split_once("{module}")?;
        let (between, behind) = rest.split_once("{names}")?;
        let own = statement.strip_prefix(before)?.strip_suffix(behind)?;
        let (module, names) = own.split_once(between)?;
        Some((module.to_owned(), names.to_owned()))
    }

    /// Returns names as an import of the file lists them, in its order.
    pub(super) fn list_of(&self, graph: &BindingGraph, names: Vec<String>) -> String {
        let root = graph.tree.root_node();
        let mut cursor = root.walk();
        let imports = root.children(&mut cursor).filter(|node| self.is_import(*node));
        let imports: Vec<&str> = imports.map(|node| graph.slice(&node.byte_range())).collect();
        crate::resolve::symbol::in_order(graph.language, &imports, names).join(", ")
    }

    pub(super) fn text_from(&self, module: &str, names: &str) -> String {
        self.rules.from.replace("{module}", module).replace("{names}", names)
    }

    /// Returns the files that the imports of bindings load.
    fn loads_of(&self, bound: &[BindingId]) -> Vec<String> {
        bound.iter().flat_map(|id| loads(self.project, self.graph, self.from, *id)).collect()
    }

    /// Returns an import of the name from the old file.
    fn import_from_old_file(&self, need: &RequiredName) -> Result<NameSupply, SupplyError> {
        if self.is_rebound(&need.bound) {
            return Err(SupplyError::Unproven(REBOUND));
        }
        if self.is_rebound_elsewhere(need) {
            return Err(SupplyError::Unproven(REBOUND_ELSEWHERE));
        }
        if need.bound.iter().all(|id| is_run_block(self.graph, self.graph.bindings[*id].name.start)) {
            return Err(SupplyError::Unproven(RUN_BLOCK));
        }
        let from = self.project.path(self.from).to_owned();
        let module = self.spell_old().ok_or(SupplyError::Unproven(NOT_NAMED))?;
        if let Some(rules) = self.export_rules() {
            return self.import_of_new_export(need, module, rules);
        }
        Ok(self.new_import(need, (module, need.name.clone()), from))
    }

    /// Returns whether the old file assigns to a name again, which code that imports the name would not see.
    pub(super) fn is_rebound(&self, bound: &[BindingId]) -> bool {
        let is_outward = |id: &BindingId| {
            let at = self.graph.scope_at(self.graph.bindings[*id].name.start);
            let is_function = |at: usize| self.graph.scopes[at].sort == Sort::Function;
            self.graph.bindings[*id].body_scope.is_none() && self.graph.around(at).any(is_function)
        };
        bound.iter().any(is_outward)
            || self.calls().is_some() && bound.iter().any(|id| self.is_assigned_again(*id))
    }

    /// Returns whether another file assigns to a name of the old file: `fmt.WIDTH = 40`, `patch("fmt.WIDTH")`.
    fn is_rebound_elsewhere(&self, need: &RequiredName) -> bool {
        // In languages with explicit exports, importers cannot assign to a name.
        if self.export_rules().is_some() {
            return false;
        }
        let keys: Vec<DefinitionId> =
            need.bound.iter().map(|id| self.project.key_of(self.from, *id, 0)).collect();
        let uses = judge::uses(self.project, &need.name, space::ALL);
        uses.iter().filter(|one| one.file != self.from).any(|one| {
            let Some(graph) = self.project.graph(one.file) else { return false };
            let is_set = match one.role {
                NameRole::Member(_) => is_assigned(self.rules, graph, one.range.start),
                NameRole::Reached(_) => self.rules.setters.iter().any(|word| is_given_to(graph, one, word)),
                _ => false,
            };
            is_set && matches!(&one.meaning, Meaning::Is(key) if keys.contains(key))
        })
    }

    fn is_assigned_again(&self, id: BindingId) -> bool {
        let (graph, root) = (self.graph, self.graph.tree.root_node());
        let name = graph.slice(&graph.bindings[id].name);
        let is_one = |at: usize| {
            let node = root.descendant_for_byte_range(at, at + name.len());
            node.is_some_and(|node| is_changed(self.rules, node))
                && visible_bindings(graph, at, name).is_some_and(|(_, bound)| bound.contains(&id))
        };
        graph.places_of(name).any(is_one)
    }

    /// Returns the graph of the target file, if that file exists.
    pub(super) fn target(&self) -> Option<&BindingGraph> {
        self.project.graph(self.to?)
    }

    /// Returns the supply for an import that the old file does not have.
    pub(super) fn new_import(
        &self,
        need: &RequiredName,
        parts: (String, String),
        loads: String,
    ) -> NameSupply {
        let statement = ImportStatement { at: usize::MAX, parts: Ok(parts), id: None };
        NameSupply {
            name: need.name.clone(),
            imports: vec![NewImport::Statement(statement)],
            loads: vec![loads],
            is_type_only: need.is_type_only,
            shown: Vec::new(),
            widened: Vec::new(),
        }
    }

    /// Returns the module path of the old file in the target file, in the style of the old file's imports.
    fn spell_old(&self) -> Option<String> {
        let from = self.project.path(self.from);
        let like = self.example.as_ref().map(|(written, to)| Example { written, leads_to: to });
        let spelled = self.project.spell(self.to_path, from, like.as_ref());
        spelled.or_else(|| self.project.spell(self.to_path, from, None))
    }
}

/// Returns the paths of the files that an import loads.
pub(in crate::resolve::bindings) fn loads(
    project: &Project,
    graph: &BindingGraph,
    file: FileId,
    id: BindingId,
) -> Vec<String> {
    let binding = &graph.bindings[id];
    let Some(path) = &binding.import else { return Vec::new() };
    // `import a.b` binds only `a`, but loads `a.b`.
    let has_parts = |rules: &&MoveRules| rules.exports.is_none() && path.len() == 1;
    let rules = graph.rules().moves.as_ref().filter(has_parts);
    let whole = rules.and_then(|rules| import_clause_range(graph, rules, binding.name.start));
    let written = match whole {
        Some(range) => graph.slice(&range).split_whitespace().next().unwrap_or_default().to_owned(),
        None => path.first().cloned().unwrap_or_default(),
    };
    let Some(module) = project.module(file, &written) else { return Vec::new() };
    let below = path.get(1).and_then(|name| project.submodule(&module, name));
    match below.unwrap_or(module) {
        Module::File(file, _) => vec![project.path(file).to_owned()],
        Module::Folder(_) | Module::Space(_) => Vec::new(),
    }
}

/// Returns the range of the child of an import statement that contains a byte offset.
fn import_clause_range(
    graph: &BindingGraph,
    rules: &MoveRules,
    byte: usize,
) -> Option<std::ops::Range<usize>> {
    let root = graph.tree.root_node();
    let node = root.descendant_for_byte_range(byte, byte + 1)?;
    let is_import = |node: Node<'_>| is_of(node, &rules.statements);
    let mut above = std::iter::successors(Some(node), |node| node.parent());
    let child = above.find(|node| node.parent().is_some_and(is_import))?;
    Some(child.byte_range())
}

/// Returns whether a byte offset is in the block that only runs if the file is the main program.
pub(super) fn is_run_block(graph: &BindingGraph, byte: usize) -> bool {
    let Some(outer) = outermost(graph, byte) else { return false };
    let text = graph.slice(&outer.byte_range());
    graph.language.manifest().symbols.run_blocks.iter().any(|start| text.starts_with(start.as_str()))
}

/// Returns the heading of a statement whose imports are only used by types, if it has no other branch.
pub(super) fn type_only_heading<'g>(
    graph: &'g BindingGraph,
    rules: &MoveRules,
    node: Node<'_>,
) -> Option<&'g str> {
    let (heading, block) = type_only_block(graph, rules, node)?;
    block.next_named_sibling().is_none_or(|next| next.is_extra()).then_some(heading)
}

/// Returns whether the import at a byte offset is only used by types, even if another branch binds the name at run
/// time.
pub(super) fn is_type_only(graph: &BindingGraph, rules: &MoveRules, byte: usize) -> bool {
    let block = outermost(graph, byte).and_then(|node| type_only_block(graph, rules, node));
    block.is_some_and(|(_, block)| block.byte_range().contains(&byte))
}

/// Returns the block of a statement that only type checkers evaluate, with its heading.
fn type_only_block<'g, 'n>(
    graph: &'g BindingGraph,
    rules: &MoveRules,
    node: Node<'n>,
) -> Option<(&'g str, Node<'n>)> {
    let word = rules.type_only.as_ref()?.trim_end_matches(':').split(' ').next_back()?;
    let is_it = is_of(node, &rules.fillers);
    let mut cursor = node.walk();
    let (comments, parts): (Vec<_>, Vec<_>) = node.named_children(&mut cursor).partition(Node::is_extra);
    let [_, block, ..] = parts[..] else { return None };
    // A comment may follow the heading.
    let end =
        comments.first().map_or(block.start_byte(), |comment| comment.start_byte().min(block.start_byte()));
    let first = graph.text.get(node.start_byte()..end)?.trim_end();
    let has_word = crate::text::normal::find_word(first, word).is_some() && first.ends_with(':');
    (is_it && has_word && !first.contains(" not ")).then_some((first, block))
}
