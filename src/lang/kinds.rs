//! The names of node kinds.
//!
//! The parser measures and validates a kind's name on each request, which takes longer than most uses of it. This
//! module caches the names.

use std::borrow::Borrow;
use std::cell::RefCell;

use tree_sitter::{Language, Node};

/// The names of the kinds of a grammar, indexed by their numbers, as far as they have been requested.
struct KnownKinds {
    grammar: Language,
    names: Vec<Option<&'static str>>,
}

thread_local! {
    static KNOWN: RefCell<Vec<KnownKinds>> = const { RefCell::new(Vec::new()) };
}

/// The kind of nodes for text that the parser skipped, whose number is outside the range of the grammar's kinds.
const ERROR: &str = "ERROR";

/// Returns the name of the kind of a node.
#[must_use]
pub fn kind_of(node: Node<'_>) -> &'static str {
    let number = usize::from(node.kind_id());
    let grammar = node.language();
    KNOWN.with_borrow_mut(|known| {
        let at = known.iter().position(|known| known.grammar == *grammar).unwrap_or_else(|| {
            let names = vec![None; grammar.node_kind_count()];
            known.push(KnownKinds { grammar: grammar.clone(), names });
            known.len() - 1
        });
        // Each name is leaked once and lives as long as the program, as grammars do.
        let name = || &*Box::leak(Box::<str>::from(node.kind()));
        match known[at].names.get_mut(number) {
            Some(known) => known.get_or_insert_with(name),
            None => ERROR,
        }
    })
}

/// Returns whether the kind of a node is one of `kinds`.
#[must_use]
pub fn is_of<'tree>(node: impl Borrow<Node<'tree>>, kinds: &[String]) -> bool {
    !kinds.is_empty() && {
        let own = kind_of(*node.borrow());
        kinds.iter().any(|kind| kind == own)
    }
}
