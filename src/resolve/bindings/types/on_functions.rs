//! Properties that statements assign to a function: `heap.sift = sift`.

use std::collections::HashSet;

use crate::lang::ExpressionKind;
use crate::resolve::bindings::file::expr::expr;
use crate::resolve::bindings::file::graph::{BindingGraph, BindingId, Expr, FileId, space};
use crate::resolve::bindings::lookup::names::Lookup;
use crate::resolve::bindings::lookup::results::{DefinitionId, Found, InferredType, Place};
use crate::resolve::bindings::project::Project;
use crate::text::normal::is_word_char;

impl Project {
    /// Returns whether a statement in the file of a function assigns a property of that name to it.
    pub(in crate::resolve::bindings) fn is_set_on(&self, function: (FileId, BindingId), name: &str) -> bool {
        self.set_on(function).contains(name)
    }

    /// Returns the properties that statements in its file assign to a function, in languages with structural types.
    pub(super) fn set_on(&self, (file, id): (FileId, BindingId)) -> HashSet<&str> {
        let graph = self.graph(file).filter(|graph| graph.rules().shapes.is_some());
        let Some(graph) = graph else { return HashSet::new() };
        let owner = graph.slice(&graph.bindings[id].name);
        let property = |at: usize| {
            let behind = graph.text[at + owner.len()..].strip_prefix('.')?;
            let name = &behind[..behind.find(|char| !is_word_char(char)).unwrap_or(behind.len())];
            let rest = behind[name.len()..].trim_start();
            let is_free = !graph.text[..at].ends_with(|char| is_word_char(char) || char == '.');
            (is_free && rest.starts_with('=') && !rest.starts_with("==") && !rest.starts_with("=>"))
                .then_some(name)
        };
        graph.places_of(owner).filter_map(property).collect()
    }

    /// Returns the member to which a property of a function belongs, by a type to which the function is cast.
    pub(in crate::resolve::bindings) fn member_by_cast(
        &self,
        (file, id): (FileId, BindingId),
        name: &str,
    ) -> Option<DefinitionId> {
        let graph = self.graph(file)?;
        let owner = graph.slice(&graph.bindings[id].name);
        let is_it = |at: usize| {
            let found = self.look_up(Place { file, byte: at }, owner, Lookup::of(space::ALL, 0));
            matches!(found, Found::Definition(_, of, binding) if (of, binding) == (file, id))
        };
        let kinds = graph.places_of(owner).filter_map(|at| {
            let declared = cast_of(graph, at, owner)?;
            is_it(at).then(|| self.object_of(Place { file, byte: at }, &declared, 0))
        });
        let classes = kinds.flat_map(|kind| match kind {
            InferredType::Object(key) => vec![key],
            InferredType::Either(keys) => keys,
            _ => Vec::new(),
        });
        classes.into_iter().find_map(|class| match self.member(&class, name, space::ALL, 0) {
            Found::Definition(key, ..) => Some(key),
            _ => None,
        })
    }
}

/// Returns the type to which a name at a byte offset is cast.
fn cast_of(graph: &BindingGraph, at: usize, name: &str) -> Option<Expr> {
    let node = graph.tree.root_node().descendant_for_byte_range(at, at + name.len())?;
    let around = node.parent()?;
    let is_cast = |kind: &str| {
        let mut rules = graph.rules().expressions.iter();
        rules.any(|rule| rule.kind == kind && rule.is == ExpressionKind::Construct && rule.last)
    };
    if !is_cast(around.kind()) || around.named_child(0)?.id() != node.id() {
        return None;
    }
    let last = around.named_child(u32::try_from(around.named_child_count()).ok()?.checked_sub(1)?)?;
    Some(expr(graph.rules(), &graph.text, last, 0))
}
