//! Finds functions that may run while files are being loaded, when the modules that they import may be only partly
//! loaded.

use std::collections::HashSet;
use std::ops::Range;

use tree_sitter::Node;

use super::DefinitionMove;
use super::bytes::MovedBytes;
use super::cycle::ImportGraph;
use super::files::Files;
use super::order::runs_at_load;
use crate::lang::{field, is_of};
use crate::resolve::bindings::file::graph::{
    BindingGraph, BindingId, BindingKind, Expr, FileId, Sort, space,
};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::results::{Container, DefinitionId, Found, InferredType, Place};

/// An import inside functions of the old file or of the moved code.
pub(super) struct InnerImport {
    /// The byte offsets in the old file that require the import.
    pub(super) places: Vec<usize>,
    /// The file that it loads.
    pub(super) to: String,
}

impl DefinitionMove<'_> {
    /// Returns whether a function with an import inside may run while one of the files is being loaded that the import
    /// leads to.
    pub(super) fn runs_too_early(&self, loads: &mut ImportGraph<'_>) -> bool {
        let moved = self.moved();
        self.late_loads.iter().any(|late| {
            let all = loads.all_from(&late.to).into_iter().filter_map(|path| self.files.project.file(&path));
            Running::of(self.files, all.collect(), &moved).reaches(&late.places)
        })
    }
}

/// The code that may run while certain files are loaded.
struct Running<'r> {
    files: &'r Files<'r>,
    /// Ranges of functions that are still to be examined.
    open: Vec<(FileId, Range<usize>)>,
    functions: HashSet<(FileId, BindingId)>,
    classes: HashSet<DefinitionId>,
    members: HashSet<(String, Option<DefinitionId>)>,
}

impl<'r> Running<'r> {
    /// Collects the code that runs immediately.
    fn of(files: &'r Files<'r>, loaded: HashSet<FileId>, moved: &MovedBytes) -> Self {
        let (open, functions) = (Vec::new(), HashSet::new());
        let mut running = Self { files, open, functions, classes: HashSet::new(), members: HashSet::new() };
        for file in loaded.iter().copied().chain((!loaded.contains(&files.from)).then_some(files.from)) {
            let Some(graph) = files.project.graph(file) else { continue };
            let is_loaded = |at: usize| loaded.contains(&file) || moved.holds(at);
            let words = words(graph, files, &(0..graph.text.len()));
            for range in words.into_iter().filter(|range| is_loaded(range.start)) {
                if runs_at_load(graph, files.rules, range.start) {
                    running.take(file, graph, &range);
                }
            }
        }
        running
    }

    /// Returns whether a function around one of the byte offsets of the old file may run.
    fn reaches(mut self, places: &[usize]) -> bool {
        while let Some((file, code)) = self.open.pop() {
            if file == self.files.from && places.iter().any(|at| code.contains(at)) {
                return true;
            }
            let Some(graph) = self.files.project.graph(file) else { continue };
            for range in words(graph, self.files, &code) {
                self.take(file, graph, &range);
            }
        }
        false
    }

    /// Adds the code that a use of a name may run.
    fn take(&mut self, file: FileId, graph: &BindingGraph, range: &Range<usize>) {
        let (project, place, name) =
            (self.files.project, Place { file, byte: range.start }, graph.slice(range));
        let of = match graph.role(range) {
            NameRole::Member(of) => of,
            NameRole::Plain => {
                let word = Expr::Name(range.clone());
                if let InferredType::Class(class) = project.kind_of(place, &word, 0)
                    && self.is_only_made(graph, range)
                {
                    return self.take_made(&class);
                }
                match project.resolve(place, &word, graph.wanted(range), 0) {
                    // A member of it is accessed; it is not called itself.
                    Found::Definition(_, file, id)
                        if is_class(self.files, file, id) && has_member(graph, range) => {}
                    found => self.take_found(found, place),
                }
                return match project.kind_of(place, &word, 0) {
                    InferredType::Class(_) if has_member(graph, range) => {}
                    kind => self.take_kind(&kind),
                };
            }
            _ => return,
        };
        match project.kind_of(place, &of, 0) {
            InferredType::Module(module) => {
                self.take_found(project.in_module(&module, name, space::ALL, 0), place)
            }
            InferredType::Object(class)
            | InferredType::Class(class)
            | InferredType::Super(class)
            | InferredType::SuperClass(class) => {
                self.take_members(name, Some(class));
            }
            InferredType::Either(classes) => {
                for class in classes {
                    self.take_members(name, Some(class));
                }
            }
            InferredType::Unknown => self.take_members(name, None),
            _ => {}
        }
        let whole = Expr::Member(Box::new(of), range.clone());
        self.take_kind(&project.kind_of(place, &whole, 0));
    }

    fn take_found(&mut self, found: Found, place: Place) {
        if let Found::Definition(_, file, id) = &found {
            self.take_function(*file, *id);
        }
        let kind = self.files.project.kind_of_found(found, Some(place), 0);
        self.take_kind(&kind);
    }

    fn take_kind(&mut self, kind: &InferredType) {
        match kind {
            InferredType::Function(file, id) => self.take_function(*file, *id),
            InferredType::Object(class) | InferredType::Class(class) => self.take_class(class),
            InferredType::Either(classes) => classes.iter().for_each(|class| self.take_class(class)),
            _ => {}
        }
    }

    fn take_function(&mut self, file: FileId, id: BindingId) {
        let Some(graph) = self.files.project.graph(file) else { return };
        let binding = &graph.bindings[id];
        let scope = binding.body_scope.filter(|_| binding.kind == BindingKind::Function);
        if let Some(scope) = scope.filter(|_| self.functions.insert((file, id))) {
            self.open.push((file, graph.scopes[scope].range.clone()));
        }
    }

    /// Returns whether an object of a class is created and only assigned to a name.
    fn is_only_made(&self, graph: &BindingGraph, class: &Range<usize>) -> bool {
        let rules = self.files.rules;
        let name = graph.tree.root_node().descendant_for_byte_range(class.start, class.end);
        let call = name.and_then(|name| name.parent()).filter(|call| field(*call, "function") == name);
        let given = call.and_then(|call| call.parent()).filter(|given| field(*given, "right") == call);
        rules.call_member.is_some() && given.is_some_and(|given| is_of(given, &rules.assignments))
    }

    /// Adds the special methods of a class, except the one that runs when its objects are called.
    fn take_made(&mut self, class: &DefinitionId) {
        let call = self.files.rules.call_member.as_deref();
        self.take_special(class, |name| Some(name) != call);
    }

    /// Adds the special methods of a class, which run without being named.
    fn take_class(&mut self, class: &DefinitionId) {
        if self.classes.insert(class.clone()) {
            self.take_special(class, |_| true);
        }
    }

    fn take_special(&mut self, class: &DefinitionId, is_taken: impl Fn(&str) -> bool) {
        let Some(edge) = &self.files.project.rules.special_edge else { return };
        for class in self.files.project.ancestry(class).0 {
            for (file, scope) in self.files.project.scopes_of_class(&class).iter() {
                let Some(graph) = self.files.project.graph(*file) else { continue };
                let binds = graph.scopes[*scope].binds.iter();
                let is_special =
                    |name: &str| name.starts_with(edge) && name.ends_with(edge) && is_taken(name);
                let special = binds.filter(|(name, _)| is_special(name));
                special.flat_map(|(_, ids)| ids).for_each(|id| self.take_function(*file, *id));
            }
        }
    }

    /// Adds the members with a name that an object may have: of any class, or of one class, its ancestors and its
    /// descendants.
    fn take_members(&mut self, name: &str, class: Option<DefinitionId>) {
        if !self.members.insert((name.to_owned(), class.clone())) {
            return;
        }
        let project = self.files.project;
        let is_above = |one: &DefinitionId, other: &DefinitionId| project.ancestry(other).0.contains(one);
        for file in project.files_with(name) {
            let Some(graph) = project.graph(file) else { continue };
            for (at, scope) in graph.scopes.iter().enumerate().filter(|(_, own)| own.sort == Sort::Class) {
                let ids = scope.binds.get(name).into_iter().flatten();
                let is_it = |class: &DefinitionId| match project.home_of(file, at, 1) {
                    Container::Class(own) => is_above(&own, class) || is_above(class, &own),
                    _ => true,
                };
                if ids.clone().next().is_some() && class.as_ref().is_none_or(is_it) {
                    ids.for_each(|id| self.take_function(file, *id));
                }
            }
        }
    }
}

fn is_class(files: &Files<'_>, file: FileId, id: BindingId) -> bool {
    files.project.graph(file).is_some_and(|graph| graph.bindings[id].kind == BindingKind::Class)
}

/// Returns whether a name is followed by a member access.
fn has_member(graph: &BindingGraph, range: &Range<usize>) -> bool {
    graph.text[range.end..].starts_with('.')
}

/// Returns the names in some code, except those in types.
fn words(graph: &BindingGraph, files: &Files<'_>, code: &Range<usize>) -> Vec<Range<usize>> {
    let code = code.start..code.end.min(graph.text.len());
    let root = graph.tree.root_node();
    let Some(node) = root.descendant_for_byte_range(code.start, code.end) else { return Vec::new() };
    let mut found = Vec::new();
    let mut open: Vec<Node<'_>> = vec![node];
    while let Some(node) = open.pop() {
        let is_inside = node.start_byte() < code.end && code.start < node.end_byte();
        if !is_inside || is_of(node, &files.rules.annotations) {
            continue;
        }
        if node.is_named() && node.child_count() == 0 {
            found.push(node.byte_range());
        }
        open.extend(node.children(&mut node.walk()));
    }
    found
}
