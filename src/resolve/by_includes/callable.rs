//! The parameters of a declared function, and the arguments of a call.

use tree_sitter::Node;

use crate::lang::{Language, NameRules, field};
use crate::resolve::symbol::Signature;
use crate::text::normal::contains;

/// The signature of a declared function, with the possible numbers of arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Callable {
    pub(super) signature: Signature,
    /// The minimum number of arguments.
    least: usize,
    /// The maximum number of arguments, if there is one.
    most: Option<usize>,
}

impl Callable {
    /// Reads the node that contains the parameters.
    pub(super) fn of(node: Node<'_>, text: &str, language: &Language, rules: &NameRules) -> Self {
        let symbols = &language.manifest().symbols;
        let signature = Signature::of(node, text, symbols);
        let mut callable = Self { least: 0, most: Some(signature.count()), signature };
        let parameters = field(node, "parameters").map(parts).unwrap_or_default();
        for one in parameters.into_iter().take(callable.signature.count()) {
            if contains(&rules.open_ended, one.kind()) {
                callable.most = None;
            } else if field(one, "default_value").is_none() {
                callable.least += 1;
            }
        }
        callable
    }

    /// Returns whether the function may be called with this number of arguments; `least` is the minimum over all its
    /// declarations.
    pub(super) fn takes(&self, arguments: usize, least: usize) -> bool {
        arguments >= least && self.most.is_none_or(|most| arguments <= most)
    }

    /// Returns the minimum number of arguments.
    pub(super) const fn least(&self) -> usize {
        self.least
    }
}

/// The arguments of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CallArguments<'t> {
    /// The number of arguments; `None` if one of them stands for any number.
    pub(super) count: Option<usize>,
    /// The arguments that are not literals.
    pub(super) values: Vec<&'t str>,
}

impl<'t> CallArguments<'t> {
    /// Reads the arguments of a call.
    pub(super) fn of(call: Node<'_>, text: &'t str, rules: &NameRules) -> Option<Self> {
        let parts = parts(field(call, "arguments")?);
        let is_open = parts.iter().any(|part| contains(&rules.open_ended, part.kind()));
        let others = parts.iter().filter(|part| !contains(&rules.literals, part.kind()));
        let values = others.filter_map(|part| text.get(part.byte_range())).collect();
        Some(Self { count: (!is_open).then_some(parts.len()), values })
    }
}

/// Returns the items between the brackets of a list.
fn parts(list: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = list.walk();
    let inner = list.children(&mut cursor);
    inner.filter(|node| !node.is_extra() && (node.is_named() || node.kind() == "...")).collect()
}
