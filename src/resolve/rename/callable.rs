//! What a declaration says of a function, and what a call says of its arguments.

use tree_sitter::Node;

use crate::lang::{Language, NameRules, field};
use crate::resolve::symbol::Signature;
use crate::text::normal::has;

/// What a declaration says of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Callable {
    pub(super) signature: Signature,
    /// The least number of arguments.
    least: usize,
    /// The greatest one, where there is any.
    most: Option<usize>,
}

impl Callable {
    /// Reads the node that holds the parameters.
    pub(super) fn of(node: Node<'_>, text: &str, language: &Language, rules: &NameRules) -> Self {
        let symbols = &language.manifest().symbols;
        let signature = Signature::of(node, text, symbols);
        let mut callable = Self { least: 0, most: Some(signature.count()), signature };
        let parameters = field(node, "parameters").map(parts).unwrap_or_default();
        for one in parameters.into_iter().take(callable.signature.count()) {
            if has(&rules.open_ended, one.kind()) {
                callable.most = None;
            } else if field(one, "default_value").is_none() {
                callable.least += 1;
            }
        }
        callable
    }

    /// Whether it may be called with so many arguments, by what this declaration says and another.
    pub(super) fn takes(&self, arguments: usize, least: usize) -> bool {
        arguments >= least && self.most.is_none_or(|most| arguments <= most)
    }

    /// The least number of arguments.
    pub(super) const fn least(&self) -> usize {
        self.least
    }
}

/// What a call gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CallArguments<'t> {
    /// How many there are; `None` where one of them stands for any number.
    pub(super) count: Option<usize>,
    /// Those that are no literals.
    pub(super) values: Vec<&'t str>,
}

impl<'t> CallArguments<'t> {
    /// Reads a call.
    pub(super) fn of(call: Node<'_>, text: &'t str, rules: &NameRules) -> Option<Self> {
        let parts = parts(field(call, "arguments")?);
        let is_open = parts.iter().any(|part| has(&rules.open_ended, part.kind()));
        let others = parts.iter().filter(|part| !has(&rules.literals, part.kind()));
        let values = others.filter_map(|part| text.get(part.byte_range())).collect();
        Some(Self { count: (!is_open).then_some(parts.len()), values })
    }
}

/// What stands between the brackets of a list.
fn parts(list: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = list.walk();
    let inner = list.children(&mut cursor);
    inner.filter(|node| !node.is_extra() && (node.is_named() || node.kind() == "...")).collect()
}
