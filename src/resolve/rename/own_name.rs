//! The name that a definition has.

use std::ops::Range;

use tree_sitter::{Node, Tree};

use super::has;
use super::scope::Names;
use crate::lang::{NamePlace, NameRules, NameUse, field};

impl Names<'_> {
    /// The name of the definition whose declaration begins at a byte, and the space that it belongs to.
    pub(super) fn definition_in<'r>(
        tree: &Tree,
        text: &str,
        rules: &'r NameRules,
        definition: &Range<usize>,
        declaration: usize,
    ) -> Option<(Range<usize>, Option<&'r str>)> {
        // It may begin with a macro, of which the reading shows nothing; or all of it may stand in another branch.
        let rest = text.get(declaration..definition.end)?;
        let declaration = definition.end - rest.trim_start().len();
        let mut node = tree.root_node().descendant_for_byte_range(declaration, declaration + 1);
        while let Some(here) = node.filter(|here| here.start_byte() >= definition.start) {
            // What is declared may stand in a node of its own.
            let inner = std::iter::successors(Some(here), |node| {
                node.named_child(0).filter(|_| rules.sight.is_none() && node.named_child_count() == 1)
            });
            if let Some(found) = inner.take(3).find_map(|node| own_name(node, rules)) {
                return Some(found).filter(|(name, _)| name.end <= definition.end);
            }
            node = here.parent();
        }
        None
    }
}

/// The name of what a node defines, and the space that it belongs to.
fn own_name<'r>(node: Node<'_>, rules: &'r NameRules) -> Option<(Range<usize>, Option<&'r str>)> {
    let own = rules.places.iter().filter(|place| place.parent == node.kind());
    let is_own = |place: &&NamePlace| match place.is {
        NameUse::Definition | NameUse::Binding | NameUse::Outward => true,
        NameUse::Forward => rules.sight.is_some(),
        _ => false,
    };
    let mut names = own.filter(is_own).filter_map(|place| {
        let name = word_in(field(node, place.field.as_ref()?)?, rules)?;
        Some((name.byte_range(), place.space.as_deref()))
    });
    names.next()
}

/// The name that a node is, or that it passes its place on to.
pub(super) fn word_in<'tree>(mut node: Node<'tree>, rules: &NameRules) -> Option<Node<'tree>> {
    while !has(&rules.words, node.kind()) {
        let is_path = rules.sight.as_ref().is_some_and(|sight| has(&sight.paths, node.kind()));
        if !is_path && !has(&rules.through, node.kind()) {
            return None;
        }
        let plain = || node.named_child(0).filter(|_| node.named_child_count() == 1);
        node = field(node, "declarator").or_else(|| field(node, "name")).or_else(plain)?;
    }
    Some(node)
}
