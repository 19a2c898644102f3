//! Finds the name of a definition.

use std::ops::Range;

use tree_sitter::{Node, Tree};

use super::scope::TextNames;
use crate::lang::{NamePlace, NameRules, NameUse, field};
use crate::resolve::bindings::bare_address;
use crate::resolve::symbol::SymbolMatch;
use crate::text::normal::{contains, find_word, is_word_char};

impl TextNames<'_> {
    /// Returns the name of a definition.
    pub(super) fn definition_in(
        tree: &Tree,
        text: &str,
        rules: &NameRules,
        SymbolMatch { definition, declaration, address, .. }: &SymbolMatch,
    ) -> Option<Range<usize>> {
        // The definition may begin with a macro, which the reading does not show; or all of it may be in another
        // branch.
        let rest = text.get(*declaration..definition.end)?;
        let declaration = definition.end - rest.trim_start().len();
        let mut node = tree.root_node().descendant_for_byte_range(declaration, declaration + 1);
        // Only the first of several declarators of a declaration is at its start.
        let mut is_outside = false;
        while let Some(here) = node.filter(|_| !is_outside) {
            is_outside = here.start_byte() < definition.start;
            // The address or the declaration may also contain the name of the scope around, or of the type.
            let bare = bare_address(address);
            let last = &bare[bare.trim_end_matches(is_word_char).len()..];
            let is_plain = |name: &str| !last.is_empty() && name.chars().all(is_word_char);
            let is_named =
                |name: &str| if is_plain(name) { name == last } else { find_word(address, name).is_some() };
            let is_its = |(name, _): &(Range<usize>, &NamePlace)| {
                let is_within = definition.start <= name.start && name.end <= definition.end;
                is_within && text.get(name.clone()).is_some_and(is_named)
            };
            let mut names = own_names(here, rules).into_iter().filter(is_its);
            if let Some((name, first)) = names.next() {
                // If two things have the name, it is unclear which one is meant, unless one repeats the other.
                let is_one = |(other, place): (Range<usize>, &NamePlace)| {
                    let is_repeated = place.repeats.is_some() || first.repeats.is_some();
                    place.space == first.space || is_repeated && text.get(other) == text.get(name.clone())
                };
                return names.all(is_one).then_some(name);
            }
            node = here.parent();
        }
        None
    }
}

/// Returns the names that a node or its children define, each with the name place that makes it one.
fn own_names<'r>(node: Node<'_>, rules: &'r NameRules) -> Vec<(Range<usize>, &'r NamePlace)> {
    let is_own = |place: &&NamePlace| match place.is {
        NameUse::Definition | NameUse::Binding | NameUse::Declaration => true,
        // A member, in languages where all members are separate from other names.
        NameUse::Label => rules.tokens.is_some() && place.field.as_deref() == Some("declarator"),
        _ => false,
    };
    let mut cursor = node.walk();
    let inner: Vec<Node<'_>> = node.named_children(&mut cursor).collect();
    let found = std::iter::once(node).chain(inner).flat_map(|node| {
        let own = rules.places.iter().filter(move |place| place.parent == node.kind());
        own.filter(is_own).flat_map(move |place| {
            let words: Vec<Node<'_>> = match &place.field {
                Some(field) => {
                    let names = all_in_field(node, field).into_iter();
                    names.filter_map(|name| word_in(name, rules)).collect()
                }
                None => words_below(node, rules),
            };
            words.into_iter().map(move |name| (name.byte_range(), place))
        })
    });
    found.collect()
}

/// Returns the names in a path of several, each in the part of the path behind the one before.
fn words_below<'tree>(path: Node<'tree>, rules: &NameRules) -> Vec<Node<'tree>> {
    let mut found = Vec::new();
    let mut next = Some(path);
    while let Some(path) = next.take() {
        let mut cursor = path.walk();
        for part in path.named_children(&mut cursor) {
            match contains(&rules.words, part.kind()) {
                true => found.push(part),
                false => next = contains(&rules.module_paths, part.kind()).then_some(part),
            }
        }
    }
    found
}

/// Returns all children in a field, such as the declarators of one declaration.
fn all_in_field<'tree>(node: Node<'tree>, name: &str) -> Vec<Node<'tree>> {
    let mut cursor = node.walk();
    let mut all: Vec<Node<'_>> = field(node, name).into_iter().collect();
    let more = node.children_by_field_name(name, &mut cursor);
    all.extend(
        more.filter(|other| other.is_named() && all.iter().all(|known| known.id() != other.id()))
            .collect::<Vec<_>>(),
    );
    all
}

/// Returns the name that a node is, or that it contains in its place.
pub(super) fn word_in<'tree>(mut node: Node<'tree>, rules: &NameRules) -> Option<Node<'tree>> {
    while !contains(&rules.words, node.kind()) {
        let passes_on = |kind: &str| contains(&rules.paths, kind) || contains(&rules.transparent_nodes, kind);
        if !passes_on(node.kind()) {
            return None;
        }
        // A word for the calling convention may be next to the name.
        let plain = || {
            let mut cursor = node.walk();
            let mut inner = node
                .named_children(&mut cursor)
                .filter(|child| contains(&rules.words, child.kind()) || passes_on(child.kind()));
            inner.next().filter(|_| inner.next().is_none())
        };
        node = field(node, "declarator").or_else(|| field(node, "name")).or_else(plain)?;
    }
    Some(node)
}
