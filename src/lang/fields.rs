//! Finds the children of nodes by field name.
//!
//! A grammar finds the number of a field by comparing its name with the names of all fields, which is most of the cost
//! of accessing a field. This module caches the numbers.

use std::cell::RefCell;
use std::num::NonZeroU16;

use tree_sitter::{Language, Node};

/// The size of the cache. Of two names with the same slot, the later one replaces the earlier.
const KEPT: usize = 128;

/// The cached number of a field; `None` if the grammar has no such field.
struct KnownField {
    grammar: Language,
    name: String,
    number: Option<NonZeroU16>,
}

thread_local! {
    static KNOWN: RefCell<[Option<KnownField>; KEPT]> = const { RefCell::new([const { None }; KEPT]) };
}

/// Returns the child of `node` in a field. The children are searched one by one only if `node` is an error, or has the
/// field and contains an error; in all other cases the cost does not depend on the number of children.
#[must_use]
pub fn field<'tree>(node: Node<'tree>, name: &str) -> Option<Node<'tree>> {
    let wanted = number(node, name)?;
    let known = node.child_by_field_id(wanted.get());
    if !node.has_error() || (known.is_none() && !node.is_error()) {
        return known;
    }
    among_children(node, wanted)
}

/// Returns the direct child of `node` in a field. [`field`] also finds the fields of a child whose kind is an alias: in
/// `typeof a.b.c` those of `a.b`.
#[must_use]
pub fn own_field<'tree>(node: Node<'tree>, name: &str) -> Option<Node<'tree>> {
    among_children(node, number(node, name)?)
}

fn among_children(node: Node<'_>, wanted: NonZeroU16) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    let mut more = cursor.goto_first_child();
    while more {
        if cursor.field_id() == Some(wanted) {
            return Some(cursor.node());
        }
        more = cursor.goto_next_sibling();
    }
    None
}

fn number(node: Node<'_>, name: &str) -> Option<NonZeroU16> {
    let grammar = node.language();
    let letters = name.bytes().fold(0_usize, |sum, letter| sum.wrapping_mul(31).wrapping_add(letter.into()));
    KNOWN.with_borrow_mut(|known| {
        let place = &mut known[letters % KEPT];
        if let Some(known) = place.as_ref().filter(|known| known.name == name && known.grammar == *grammar) {
            return known.number;
        }
        let number = grammar.field_id_for_name(name);
        *place = Some(KnownField { grammar: grammar.clone(), name: name.to_owned(), number });
        number
    })
}
