//! The values of names in patterns.

use tree_sitter::Node;

use super::expr::{expr, name_of_rule};
use super::graph::Expr;
use crate::lang::{ExpressionKind, LocalRules, PatternRules, field, is_of};

/// The maximum nesting depth of patterns.
const MOST_DEPTH: usize = 12;

/// The token between the parts of a pattern.
const SEPARATOR: &str = ",";

/// Reads the patterns of a text.
#[derive(Clone, Copy)]
pub(super) struct PatternReader<'t> {
    pub(super) rules: &'t LocalRules,
    pub(super) patterns: &'t PatternRules,
    pub(super) text: &'t str,
}

impl PatternReader<'_> {
    /// Returns the value of a name or of a part of a pattern.
    pub(super) fn value_of(&self, node: Node<'_>, depth: usize) -> Option<Expr> {
        let parent = node.parent().filter(|_| depth < MOST_DEPTH)?;
        let rules = self.patterns;
        let is_one = |kinds: &[String]| is_of(parent, kinds);
        let whole = || self.value_of(parent, depth + 1);
        if is_one(&rules.transparent) {
            return whole();
        }
        if is_one(&rules.tuples) {
            let number = self.number_of(node)?;
            return Some(Expr::TupleElement(Box::new(whole()?), number));
        }
        if is_one(&rules.lists) {
            // The rest of the list is a list, too.
            return Some(if self.is_rest(node) { whole()? } else { Expr::ElementOf(Box::new(whole()?)) });
        }
        if parent.kind() == rules.variant {
            let variant = field(parent, "type").filter(|variant| *variant != node)?;
            let number = self.number_of(node)?;
            return Some(
                match rules.containers.iter().any(|holder| *holder == self.text[variant.byte_range()]) {
                    true => Expr::ElementOf(Box::new(whole()?)),
                    false => Expr::TupleElement(Box::new(self.expr(variant)), number),
                },
            );
        }
        if parent.kind() == rules.field {
            let name = field(parent, "name").filter(|name| *name != node)?;
            let of = field(parent.parent()?, "type")?;
            return Some(Expr::Member(Box::new(self.expr(of)), name.byte_range()));
        }
        if parent.kind() == rules.parameters {
            return self.given_to(node, parent.parent()?);
        }
        let is_pattern = field(parent, "pattern") == Some(node);
        let value = |of: Node<'_>| field(of, "value").map(|value| self.expr(value));
        let declared = || field(parent, "type").map(|declared| self.expr(declared));
        match () {
            () if !is_pattern => None,
            // A name has its type itself.
            () if let Some(declared) = declared() => (depth > 0).then(|| Expr::Make(Box::new(declared))),
            () if parent.kind() == rules.arm => value(parent.parent()?.parent()?),
            () if is_one(&rules.statements) => value(parent),
            () if is_one(&rules.loops) => Some(Expr::ElementOf(Box::new(value(parent)?))),
            () => None,
        }
    }

    fn expr(&self, node: Node<'_>) -> Expr {
        expr(self.rules, self.text, node, 0)
    }

    /// Returns whether a part is a rest pattern, which matches any number of parts.
    fn is_rest(&self, part: Node<'_>) -> bool {
        let mut cursor = part.walk();
        let is_one = |node: &Node<'_>| is_of(node, &self.patterns.rest);
        is_one(&part) || part.named_children(&mut cursor).any(|child| is_one(&child))
    }

    /// Returns the position of a part in a pattern; `None` if a rest pattern precedes it. Parts without a node of their
    /// own count, too, such as `_`.
    fn number_of(&self, part: Node<'_>) -> Option<usize> {
        let before: Vec<_> = std::iter::successors(part.prev_sibling(), Node::prev_sibling).collect();
        let has_rest = before.iter().any(|node| node.is_named() && self.is_rest(*node));
        (!has_rest).then(|| before.iter().filter(|node| node.kind() == SEPARATOR).count())
    }

    /// Returns the value of a parameter of an anonymous function, derived from the call that gets the function.
    fn given_to(&self, parameter: Node<'_>, function: Node<'_>) -> Option<Expr> {
        let call = function.parent()?.parent()?;
        let rule = |node: Node<'_>| self.rules.expressions.iter().find(|rule| rule.kind == node.kind());
        let of_call = rule(call).filter(|rule| rule.is == ExpressionKind::Call)?;
        let called = field(call, of_call.operand.as_deref()?)?;
        let of_member = rule(called).filter(|rule| rule.is == ExpressionKind::Member)?;
        let name = &self.text[name_of_rule(of_member, called)?.byte_range()];
        let is_one = |names: &[String]| names.iter().any(|own| own == name);
        let is_alone = parameter.parent()?.named_child_count() == 1;
        let is_given = match self.number_of(parameter)? {
            0 => is_alone && is_one(&self.patterns.each),
            1 => is_one(&self.patterns.each_second),
            _ => false,
        };
        let of = field(called, of_member.operand.as_deref()?).filter(|_| is_given)?;
        Some(Expr::ElementOf(Box::new(self.expr(of))))
    }
}
