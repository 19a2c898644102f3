//! The kinds of nodes by name.
//!
//! The parser measures and checks a name each time it is asked for one, which takes longer than most of what is done with it.
//! So the names are kept.

use std::borrow::Borrow;
use std::cell::RefCell;

use tree_sitter::{Language, Node};

/// The names of a grammar's kinds, by their numbers, as far as they have been asked for.
struct KnownKinds {
    grammar: Language,
    names: Vec<Option<&'static str>>,
}

thread_local! {
    static KNOWN: RefCell<Vec<KnownKinds>> = const { RefCell::new(Vec::new()) };
}

/// The kind of what the parser skipped, whose number is out of the order.
const ERROR: &str = "ERROR";

/// The name of a node's kind.
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
        // Each name once, for as long as the program runs, as grammars do.
        let name = || &*Box::leak(Box::<str>::from(node.kind()));
        match known[at].names.get_mut(number) {
            Some(known) => known.get_or_insert_with(name),
            None => ERROR,
        }
    })
}

/// Whether a node is of one of some kinds.
#[must_use]
pub fn is_of<'tree>(node: impl Borrow<Node<'tree>>, kinds: &[String]) -> bool {
    !kinds.is_empty() && {
        let own = kind_of(*node.borrow());
        kinds.iter().any(|kind| kind == own)
    }
}
