//! The children of nodes by their fields.
//!
//! A grammar finds the number of a field by comparing its name with those of all others, which is most of what a look at a
//! field costs. So the numbers are kept.

use std::cell::RefCell;
use std::num::NonZeroU16;

use tree_sitter::{Language, Node};

/// How many numbers are kept: of two names that fall together, the one that was asked for last.
const KEPT: usize = 128;

/// The number of a field, if the grammar has it.
struct KnownField {
    grammar: Language,
    name: String,
    number: Option<NonZeroU16>,
}

thread_local! {
    static KNOWN: RefCell<[Option<KnownField>; KEPT]> = const { RefCell::new([const { None }; KEPT]) };
}

/// The child of `node` that stands in a field. A node without it costs nothing, however many children it has, unless it
/// is an error: then its children are looked through, as they are where one of them holds an error.
#[must_use]
pub fn field<'tree>(node: Node<'tree>, name: &str) -> Option<Node<'tree>> {
    let wanted = number(node, name)?;
    let known = node.child_by_field_id(wanted.get());
    if !node.has_error() || (known.is_none() && !node.is_error()) {
        return known;
    }
    among_children(node, wanted)
}

/// The child of `node` itself that stands in a field. A child whose kind has a name only by its place has its fields found as
/// those of `node` otherwise: in `typeof a.b.c` those of `a.b`.
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
