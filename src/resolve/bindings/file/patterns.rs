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
            let is_one = |names: &[String]| names.iter().any(|own| *own == self.text[variant.byte_range()]);
            return Some(match () {
                () if is_one(&rules.containers) => Expr::ElementOf(Box::new(whole()?)),
                () if is_one(&rules.errors) => Expr::ErrorOf(Box::new(whole()?)),
                () => Expr::TupleElement(Box::new(self.expr(variant)), number),
            });
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
    fn given_to<'t>(&self, parameter: Node<'t>, function: Node<'t>) -> Option<Expr> {
        let rule = |node: Node<'_>| self.rules.expressions.iter().find(|rule| rule.kind == node.kind());
        let operand_of = |node: Node<'t>| {
            let rule = rule(node).filter(|rule| rule.is == ExpressionKind::Operand)?;
            field(node, rule.operand.as_deref()?)
        };
        // The call may get a reference to the function: `&mut |one| ...`.
        let mut function = function;
        while let Some(outer) = function.parent().filter(|outer| operand_of(*outer) == Some(function)) {
            function = outer;
        }
        let list = function.parent()?;
        let call = list.parent()?;
        let of_call = rule(call).filter(|rule| rule.is == ExpressionKind::Call)?;
        let called = field(call, of_call.operand.as_deref()?)?;
        let mut cursor = list.walk();
        let given: Vec<Node<'_>> = list.named_children(&mut cursor).filter(|node| !node.is_extra()).collect();
        let argument = given.iter().position(|one| *one == function)?;
        // A macro that tests a value is read as the call of a function that takes the pattern.
        let is_test = self.patterns.tests.iter().any(|own| *own == self.text[called.byte_range()]);
        if is_test && self.text[called.end_byte()..].starts_with('!') {
            return Some(self.expr(*given.first()?));
        }
        let taken = TakenParameter {
            number: self.number_of(parameter)?,
            count: parameter.parent()?.named_child_count(),
            is_last_argument: argument + 1 == given.len(),
        };
        let of_member = rule(called).filter(|rule| rule.is == ExpressionKind::Member);
        let of_container = of_member.and_then(|rule| {
            let name = &self.text[name_of_rule(rule, called)?.byte_range()];
            let of = field(called, rule.operand.as_deref()?)?;
            self.patterns.given_by(name, taken, || self.expr(of))
        });
        let otherwise = Box::new(of_container.unwrap_or(Expr::Other));
        Some(Expr::GivenTo(Box::new(self.expr(called)), (argument, taken.number), otherwise))
    }
}

/// A parameter of an anonymous function that a call gets.
#[derive(Clone, Copy)]
struct TakenParameter {
    /// Its position.
    number: usize,
    /// The number of parameters.
    count: usize,
    /// Whether the function is the last argument of the call.
    is_last_argument: bool,
}

impl PatternRules {
    /// Returns what a function of a container passes to a parameter of a function that it gets.
    fn given_by(&self, name: &str, taken: TakenParameter, of: impl Fn() -> Expr) -> Option<Expr> {
        let is_one = |names: &[String]| names.iter().any(|own| own == name);
        let element = || Expr::ElementOf(Box::new(of()));
        match (taken.number, taken.count) {
            (0, 1) if is_one(&self.each) => Some(element()),
            (0, 1) if is_one(&self.each_last) && taken.is_last_argument => Some(element()),
            (0, 1) if is_one(&self.each_error) => Some(Expr::ErrorOf(Box::new(of()))),
            (1, _) if is_one(&self.each_second) => Some(element()),
            (_, 2) if is_one(&self.each_both) => Some(element()),
            (number, 2) if is_one(&self.each_pair) => Some(Expr::TupleElement(Box::new(element()), number)),
            _ => None,
        }
    }
}
