//! Whether a file uses names, while it is loaded, before it has bound them.

use std::collections::BTreeMap;
use std::rc::Rc;

use tree_sitter::Node;

use super::bring::is_run_block;
use super::needs::seen;
use crate::lang::{GiveRules, Language, Macros, MoveRules, Syntax};
use crate::resolve::bindings::file::graph::{BindingId, BindingKind, Graph, Sort, TOP};
use crate::resolve::bindings::file::locals;
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::project::{Graphs, Source};

/// The names that a file uses, while it is loaded, before it binds them, each with the places.
#[must_use]
pub fn early_names(
    language: &'static Language,
    macros: &Macros,
    (source, graphs): (&Source, &Graphs),
) -> BTreeMap<String, Vec<usize>> {
    let mut found: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let Some(rules) = language.local_rules() else { return found };
    // Where files are loaded as modules, functions are there before all statements, and other names are not.
    let is_in_order = |moves: &&MoveRules| rules.in_order || moves.gives.is_some();
    let Some(moves) = rules.moves.as_ref().filter(is_in_order) else { return found };
    let extension = source.path.extension();
    let by_path = extension.and_then(|own| Language::of_file(own, source.text.as_bytes()));
    let graph = if by_path.is_some_and(|own| std::ptr::eq(own, language)) {
        // The move itself looks at the file, and so does the next one to it.
        graphs.of(macros, source)
    } else {
        locals::read(&mut Syntax::with_macros(language, macros.clone()), &source.text).map(Rc::new)
    };
    let Some(graph) = graph else { return found };
    let mut cursor = graph.tree.root_node().walk();
    loop {
        let node = cursor.node();
        let is_leaf = node.child_count() == 0;
        if is_leaf && is_early(&graph, moves, node) {
            let name = graph.slice(&node.byte_range()).to_owned();
            found.entry(name).or_default().push(node.start_byte());
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

/// Whether code runs when its file is loaded.
pub(super) fn runs_at_load(graph: &Graph, rules: &MoveRules, byte: usize) -> bool {
    let is_function = |at: usize| graph.scopes[at].sort == Sort::Function;
    if graph.around(graph.scope_at(byte)).any(is_function) || is_run_block(graph, byte) {
        return false;
    }
    let node = graph.tree.root_node().descendant_for_byte_range(byte, byte);
    let mut above = std::iter::successors(node, |node| node.parent());
    if let Some(gives) = &rules.gives {
        return !is_type_use(graph, rules, byte) && !above.any(|node| is_later(graph, gives, node, byte));
    }
    !(graph.is_deferred && above.any(|node| rules.annotations.iter().any(|kind| kind == node.kind())))
}

/// Whether a byte stands in the value of a member that is made later than its class.
fn is_later(graph: &Graph, gives: &GiveRules, node: Node<'_>, byte: usize) -> bool {
    let statics = graph.rules().shapes.as_ref().map_or(&[][..], |shapes| shapes.static_words.as_slice());
    let is_member = gives.later.iter().any(|kind| kind == node.kind());
    let value = node.child_by_field_name("value").filter(|_| is_member);
    value.is_some_and(|value| value.byte_range().contains(&byte))
        && !node.children(&mut node.walk()).any(|child| statics.iter().any(|word| word == child.kind()))
}

/// Whether a name stands in a type, of which nothing is left when the file is loaded.
pub(super) fn is_type_use(graph: &Graph, rules: &MoveRules, byte: usize) -> bool {
    let node = graph.tree.root_node().descendant_for_byte_range(byte, byte + 1);
    let is_word = node.is_some_and(|node| graph.rules().type_words.iter().any(|kind| kind == node.kind()));
    let mut above = std::iter::successors(node, |node| node.parent());
    is_word || above.any(|node| rules.annotations.iter().any(|kind| kind == node.kind()))
}

fn is_early(graph: &Graph, rules: &MoveRules, node: Node<'_>) -> bool {
    let byte = node.start_byte();
    let name = graph.slice(&node.byte_range());
    let is_plain =
        || runs_at_load(graph, rules, byte) && matches!(graph.role(&node.byte_range()), NameRole::Plain);
    if rules.gives.is_none()
        && let Some(from) = bound_in_class(graph, byte, name)
    {
        return from > byte && is_plain();
    }
    let bound = graph.bound(TOP, name);
    let runs_from = |id: BindingId| match (&rules.gives, graph.bindings[id].kind) {
        (None, _) => graph.runs_from(id),
        (Some(_), BindingKind::Variable | BindingKind::Class) => graph.bindings[id].name.end,
        (Some(_), _) => 0,
    };
    if bound.is_empty() || bound.iter().any(|id| runs_from(*id) <= byte) {
        return false;
    }
    is_plain() && seen(graph, byte, name).is_some_and(|(scope, _)| scope == TOP)
}

/// The first byte at which a name of the class directly around a place is bound, where the body of a class runs as the file
/// does.
fn bound_in_class(graph: &Graph, byte: usize, name: &str) -> Option<usize> {
    let class = graph.scope_at(byte);
    if graph.scopes[class].sort != Sort::Class {
        return None;
    }
    let own = graph.bound(class, name).iter().filter(|id| graph.bindings[**id].subject.is_none());
    own.map(|id| graph.runs_from(*id)).min()
}
