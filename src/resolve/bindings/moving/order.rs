//! Finds names that a file uses, while it is loaded, before they are bound.

use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

use tree_sitter::Node;

use super::narrow::outermost;
use super::needs::visible_bindings;
use super::required_imports::is_run_block;
use crate::lang::{ExportRules, Language, LocalRules, Macros, MoveRules, Syntax, is_of};
use crate::resolve::bindings::file::graph::{BindingGraph, BindingId, BindingKind, Expr, ScopeId, Sort, TOP};
use crate::resolve::bindings::file::locals;
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::project::{Graphs, Source};
use crate::text::normal::find_word;

/// The keyword of members that belong to the class itself.
const STATIC: &str = "static";

/// Returns the names that a file uses, while it is loaded, before it binds them, with the byte offsets of these uses.
#[must_use]
pub fn early_names(
    language: &'static Language,
    macros: &Macros,
    (source, graphs): (&Source, &Graphs),
) -> BTreeMap<String, Vec<usize>> {
    let mut found: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let rules = language.local_rules().filter(|rules| rules.binds_in_order());
    let Some(rules) = rules else { return found };
    let Some(graph) = read_in_order(language, macros, (source, graphs)) else { return found };
    let moves = in_order_rules(rules);
    let mut called =
        moves.map(|moves| FirstCalls { code: CalledCode::of(&graph, moves), done: HashSet::new() });
    each_leaf(&graph, |leaf| {
        let is_early = moves.is_some_and(|moves| is_early(&graph, moves, leaf))
            || rules.fields_in_order && is_early_field(&graph, leaf);
        if is_early {
            let name = graph.slice(&leaf.byte_range()).to_owned();
            found.entry(name).or_default().push(leaf.start_byte());
        }
        if let Some(called) = called.as_mut().filter(|_| leaf.is_named()) {
            called.run_from(leaf, &mut found);
        }
    });
    found
}

/// Returns the rules for code that runs while its file is loaded, where the order of statements decides what it finds.
pub(super) fn in_order_rules(rules: &LocalRules) -> Option<&MoveRules> {
    // In modules with explicit exports, functions are bound before all statements run, but other names are not.
    rules.moves.as_ref().filter(|moves| rules.in_order || moves.exports.is_some())
}

/// Returns the names of a file as a file of `language`.
pub(super) fn read_in_order(
    language: &'static Language,
    macros: &Macros,
    (source, graphs): (&Source, &Graphs),
) -> Option<Rc<BindingGraph>> {
    let extension = source.path.extension();
    let by_path = extension.and_then(|own| Language::of_file(own, source.text.as_bytes()));
    if by_path.is_some_and(|own| std::ptr::eq(own, language)) {
        // The cached graph is used by the move itself and by the next one as well.
        return graphs.of(macros, source);
    }
    locals::read(&mut Syntax::with_macros(language, macros.clone()), &source.text).map(Rc::new)
}

/// Calls a function with each leaf of the tree of a file, in file order.
pub(super) fn each_leaf(graph: &BindingGraph, mut see: impl FnMut(Node<'_>)) {
    let mut cursor = graph.tree.root_node().walk();
    loop {
        if cursor.goto_first_child() {
            continue;
        }
        see(cursor.node());
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
        }
    }
}

/// Returns whether code runs while its file is loaded.
pub(super) fn runs_at_load(graph: &BindingGraph, rules: &MoveRules, byte: usize) -> bool {
    !is_run_block(graph, byte) && runs_in_order(graph, rules, byte)
}

/// Returns whether code runs when the lines above it have run: while its file is loaded, or as a program.
pub(super) fn runs_in_order(graph: &BindingGraph, rules: &MoveRules, byte: usize) -> bool {
    if graph.around(graph.scope_at(byte)).any(|scope| waits_in(graph, rules, scope, byte)) {
        return false;
    }
    let node = graph.tree.root_node().descendant_for_byte_range(byte, byte);
    let mut above = std::iter::successors(node, |node| node.parent());
    if let Some(gives) = &rules.exports {
        return !is_type_use(graph, rules, byte) && !above.any(|node| is_later(graph, gives, node, byte));
    }
    !(graph.is_deferred && above.any(|node| is_of(node, &rules.annotations)))
}

/// Returns whether a scope is a function whose body contains a byte offset: its name is computed before it is called,
/// and some blocks run where they are.
fn waits_in(graph: &BindingGraph, rules: &MoveRules, scope: ScopeId, byte: usize) -> bool {
    let own = &graph.scopes[scope];
    if own.sort != Sort::Function || rules.immediate.iter().any(|kind| **kind == *own.kind) {
        return false;
    }
    let node = graph.tree.root_node().descendant_for_byte_range(own.range.start, own.range.end);
    let name = node.and_then(|node| node.child_by_field_name("name"));
    name.is_none_or(|name| !name.byte_range().contains(&byte))
}

/// Returns whether a byte offset is in the initial value of a member that is evaluated later than its class.
fn is_later(graph: &BindingGraph, gives: &ExportRules, node: Node<'_>, byte: usize) -> bool {
    let statics = graph.rules().shapes.as_ref().map_or(&[][..], |shapes| shapes.static_words.as_slice());
    let is_member = is_of(node, &gives.later);
    let value = node.child_by_field_name("value").filter(|_| is_member);
    value.is_some_and(|value| value.byte_range().contains(&byte))
        && !node.children(&mut node.walk()).any(|child| statics.iter().any(|word| word == child.kind()))
}

/// Returns whether a name is in a type, which does not exist at run time.
pub(super) fn is_type_use(graph: &BindingGraph, rules: &MoveRules, byte: usize) -> bool {
    let node = graph.tree.root_node().descendant_for_byte_range(byte, byte + 1);
    let is_word = node.is_some_and(|node| is_of(node, &graph.rules().type_words));
    let mut above = std::iter::successors(node, |node| node.parent());
    is_word || above.any(|node| is_of(node, &rules.annotations))
}

fn is_early(graph: &BindingGraph, rules: &MoveRules, node: Node<'_>) -> bool {
    let byte = node.start_byte();
    let name = graph.slice(&node.byte_range());
    let is_plain =
        || runs_in_order(graph, rules, byte) && matches!(graph.role(&node.byte_range()), NameRole::Plain);
    if rules.exports.is_none()
        && let Some(from) = bound_in_class(graph, byte, name)
    {
        return from > byte && is_plain();
    }
    if !is_bound_later(graph, rules, graph.bound(TOP, name), byte) {
        return false;
    }
    is_plain() && visible_bindings(graph, byte, name).is_some_and(|(scope, _)| scope == TOP)
}

/// Returns whether bindings of the file only take effect after code that runs at a byte offset.
fn is_bound_later(graph: &BindingGraph, rules: &MoveRules, bound: &[BindingId], byte: usize) -> bool {
    let runs_from = |id: BindingId| match &rules.exports {
        None => graph.in_effect_from(id),
        Some(_) if is_bound_by_running(graph, id) => graph.bindings[id].name.end,
        Some(_) => 0,
    };
    !bound.is_empty() && bound.iter().all(|id| runs_from(*id) > byte)
}

/// Returns whether a name of a module with explicit exports is only bound when its statement runs: functions are bound
/// before, but not variables with functions as their values.
pub(super) fn is_bound_by_running(graph: &BindingGraph, id: BindingId) -> bool {
    let binding = &graph.bindings[id];
    match binding.kind {
        BindingKind::Variable | BindingKind::Class | BindingKind::Module => true,
        BindingKind::Function => binding.body_scope.is_none(),
        _ => false,
    }
}

/// The functions that a file calls while it is loaded, each examined where it is called first.
struct FirstCalls<'g> {
    code: CalledCode<'g>,
    done: HashSet<ScopeId>,
}

impl FirstCalls<'_> {
    /// Adds the names that are used too early by functions which the file calls at a name.
    fn run_from(&mut self, name: Node<'_>, found: &mut BTreeMap<String, Vec<usize>>) {
        let byte = name.start_byte();
        let CalledCode { graph, rules } = self.code;
        let called = self.code.called(name);
        if called.is_empty() || !runs_in_order(graph, rules, byte) {
            return;
        }
        let mut open = called;
        while let Some(scope) = open.pop() {
            if !self.done.insert(scope) {
                continue;
            }
            for leaf in self.code.leaves_of(scope) {
                open.extend(self.code.called(leaf));
                let (at, text) = (leaf.start_byte(), graph.slice(&leaf.byte_range()));
                let is_name = || matches!(graph.role(&leaf.byte_range()), NameRole::Plain);
                let visible = visible_bindings(graph, at, text).filter(|(scope, _)| *scope == TOP);
                if visible.is_some_and(|(_, bound)| is_bound_later(graph, rules, &bound, byte)) && is_name() {
                    found.entry(text.to_owned()).or_default().push(at);
                }
            }
        }
    }
}

/// What runs where a file calls its own functions.
#[derive(Clone, Copy)]
pub(super) struct CalledCode<'g> {
    graph: &'g BindingGraph,
    rules: &'g MoveRules,
}

impl<'g> CalledCode<'g> {
    pub(super) const fn of(graph: &'g BindingGraph, rules: &'g MoveRules) -> Self {
        Self { graph, rules }
    }

    /// Returns the names in the body of a function, without those of functions in it.
    pub(super) fn leaves_of(&self, scope: ScopeId) -> Vec<Node<'g>> {
        let graph = self.graph;
        let range = &graph.scopes[scope].range;
        let Some(node) = graph.tree.root_node().descendant_for_byte_range(range.start, range.end) else {
            return Vec::new();
        };
        let is_own = |at: usize| {
            let mut around = graph.around(graph.scope_at(at));
            around.find(|at| graph.scopes[*at].sort == Sort::Function) == Some(scope)
        };
        let (mut found, mut open) = (Vec::new(), vec![node]);
        while let Some(node) = open.pop() {
            if is_of(node, &self.rules.annotations) {
                continue;
            }
            if node.child_count() == 0 && node.is_named() && is_own(node.start_byte()) {
                found.push(node);
            }
            open.extend(node.children(&mut node.walk()));
        }
        found
    }

    /// Returns the bodies that run if the name of a definition of the file is called here, or decorates something.
    pub(super) fn called(&self, name: Node<'_>) -> Vec<ScopeId> {
        let graph = self.graph;
        let range = name.byte_range();
        let is_called = graph.text[range.end..].trim_start().starts_with('(');
        if !is_called && !graph.text[..range.start].ends_with('@') {
            return Vec::new();
        }
        let text = graph.slice(&range);
        let Some((_, bound)) = visible_bindings(graph, range.start, text).filter(|(scope, _)| *scope == TOP)
        else {
            return Vec::new();
        };
        if !matches!(graph.role(&range), NameRole::Plain) {
            return Vec::new();
        }
        bound.into_iter().flat_map(|id| self.bodies(id)).collect()
    }

    /// Returns the bodies that a call of a definition runs.
    fn bodies(&self, id: BindingId) -> Vec<ScopeId> {
        let graph = self.graph;
        let binding = &graph.bindings[id];
        match (binding.kind, binding.body_scope) {
            (BindingKind::Function, Some(scope)) => vec![scope],
            (BindingKind::Class, Some(scope)) => {
                let made = graph.rules().initialisers.iter().flat_map(|name| graph.bound(scope, name));
                made.filter_map(|id| graph.bindings[*id].body_scope).collect()
            }
            // A function without a name of its own: `h = lambda: K`, `const h = () => K`.
            (BindingKind::Variable | BindingKind::Function, None) => {
                let Some(statement) = outermost(graph, binding.name.start) else { return Vec::new() };
                let range = statement.byte_range();
                let functions = graph.scopes.iter().enumerate().filter(|(_, scope)| {
                    scope.sort == Sort::Function
                        && range.start <= scope.range.start
                        && scope.range.end <= range.end
                });
                functions.map(|(at, _)| at).take(1).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Returns the byte offset from which a name of the class directly around `byte` is bound, in languages where class
/// bodies run as part of the file.
fn bound_in_class(graph: &BindingGraph, byte: usize, name: &str) -> Option<usize> {
    let class = graph.scope_at(byte);
    if graph.scopes[class].sort != Sort::Class {
        return None;
    }
    let own = graph.bound(class, name).iter().filter(|id| graph.bindings[**id].subject.is_none());
    own.map(|id| graph.in_effect_from(*id)).min()
}

/// Returns whether the initial value of a field uses a field of the same class that is initialized later.
fn is_early_field(graph: &BindingGraph, node: Node<'_>) -> bool {
    let range = node.byte_range();
    let (byte, name) = (range.start, graph.slice(&range));
    let mut around = graph.around(graph.scope_at(byte));
    let Some(class) = around.find(|at| graph.scopes[*at].sort != Sort::Block) else { return false };
    if graph.scopes[class].sort != Sort::Class {
        return false;
    }
    let bound = graph.bound(class, name);
    let is_later = |id: &BindingId| {
        let binding = &graph.bindings[*id];
        binding.kind == BindingKind::Field && binding.subject.is_none() && binding.name.start > byte
    };
    if bound.is_empty() || !bound.iter().all(is_later) {
        return false;
    }
    let is_meant = match graph.role(&range) {
        NameRole::Plain => {
            graph.rules().unqualified_members
                && visible_bindings(graph, byte, name).is_some_and(|(scope, _)| scope == class)
        }
        NameRole::Member(Expr::Name(of)) => {
            let own = graph.scopes[class].of.map(|id| graph.name_of(id));
            let of = graph.slice(&of);
            own.as_deref() == Some(of) || graph.rules().receivers.iter().any(|word| word == of)
        }
        _ => graph.rules().receivers.iter().any(|word| {
            graph.text[..byte].strip_suffix('.').is_some_and(|before| before.ends_with(word.as_str()))
        }),
    };
    let declared = bound.first().map_or(byte, |id| graph.bindings[*id].name.start);
    is_meant && is_static(graph, class, byte) == is_static(graph, class, declared)
}

/// Returns whether the member of a class around a byte offset is static.
fn is_static(graph: &BindingGraph, class: ScopeId, byte: usize) -> bool {
    let start = graph.scopes[class].range.start;
    let node = graph.tree.root_node().descendant_for_byte_range(byte, byte);
    let above = std::iter::successors(node, |node| node.parent());
    let is_member = |node: &Node<'_>| node.parent().is_some_and(|body| body.kind().ends_with("body"));
    let mut members = above.take_while(|node| node.start_byte() > start).filter(is_member);
    members.next().is_some_and(|member| {
        let head = graph.slice(&member.byte_range()).split('=').next().unwrap_or_default();
        find_word(head, STATIC).is_some()
    })
}
