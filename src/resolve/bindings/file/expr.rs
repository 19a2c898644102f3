//! Converts syntax nodes to expressions: names, paths, calls and literals.

use std::ops::Range;

use tree_sitter::Node;

use super::graph::Expr;
use crate::lang::{Expression, ExpressionKind, LocalRules, field, is_of, own_field};

/// The maximum nesting depth of an expression.
const MOST_DEPTH: usize = 40;

/// The maximum number of list elements that are examined for their common type.
pub(in crate::resolve::bindings) const MOST_ITEMS: usize = 8;

/// Converts a node to an expression.
pub(in crate::resolve::bindings) fn expr(
    rules: &LocalRules,
    text: &str,
    node: Node<'_>,
    depth: usize,
) -> Expr {
    if depth > MOST_DEPTH {
        return Expr::Other;
    }
    let fits = |rule: &&Expression| {
        rule.kind == node.kind()
            && !has_child(node, rule.without.as_deref())
            && (rule.with.is_none() || has_child(node, rule.with.as_deref()))
    };
    let Some(rule) = rules.expressions.iter().find(fits) else {
        return match node.kind() {
            kind if rules.strings.iter().any(|string| string == kind) => spelled(text, node),
            kind if rules.literals.iter().any(|literal| literal == kind) => Expr::Literal,
            kind if rules.valueless_expressions.iter().any(|nothing| nothing == kind) => Expr::Null,
            // A value that a function receives when it is resumed.
            kind if rules
                .results
                .as_ref()
                .is_some_and(|results| results.yields.iter().any(|one| one == kind)) =>
            {
                Expr::Other
            }
            _ if node.named_child_count() == 0 => Expr::Name(node.byte_range()),
            _ => Expr::Other,
        };
    };
    Converter { rules, rule, text, node, depth }.convert()
}

/// A node, and the rule of its kind.
struct Converter<'r, 't> {
    rules: &'r LocalRules,
    rule: &'r Expression,
    text: &'r str,
    node: Node<'t>,
    /// The number of nodes around it that are converted with it.
    depth: usize,
}

impl<'t> Converter<'_, 't> {
    fn convert(&self) -> Expr {
        let (rule, node) = (self.rule, self.node);
        let of = self.operand();
        let name = name_of_rule(rule, node);
        match (rule.is, of, name) {
            (ExpressionKind::Operand, Some(of), _) => self.inner(of),
            (ExpressionKind::Call, Some(of), arguments) => self.call(of, arguments),
            (ExpressionKind::Either, of, name) => self.either(self.alternatives(of, name)),
            (ExpressionKind::Invoke, of, Some(name)) => self.invoke(of, name),
            (ExpressionKind::Function, Some(of), _) => Expr::Function(match self.inner(of) {
                Expr::Tuple(mut parts) if parts.len() == 1 => parts.pop().map_or(self.boxed(of), Box::new),
                result => Box::new(result),
            }),
            (ExpressionKind::Class, ..) => Expr::Class(node.start_byte()),
            (ExpressionKind::Chain, ..) => chain(names_before(node, node.end_byte())).unwrap_or(Expr::Other),
            (ExpressionKind::Parts, ..) => type_of_parts(self.rules, self.text, node, self.depth),
            (ExpressionKind::Construct, Some(of), _) => Expr::Make(self.made(of)),
            // An element with a number may be that of a tuple.
            (ExpressionKind::Content, Some(of), number) => {
                let number = number.and_then(|number| self.spelling(number).parse().ok());
                match number {
                    Some(number) => Expr::TupleElement(self.boxed(of), number),
                    None => Expr::ElementOf(self.boxed(of)),
                }
            }
            (ExpressionKind::Index, Some(of), _) => {
                let is_slice = last_child(node).is_some_and(|last| is_of(last, &self.rules.slices));
                let by = if is_slice { Expr::Slice } else { Expr::Null };
                Expr::Generic(self.boxed(of), Box::new(by))
            }
            (ExpressionKind::Awaited, Some(of), _) => Expr::Awaited(self.boxed(of)),
            (ExpressionKind::Dereferenced, Some(of), _) => {
                Expr::Generic(self.boxed(of), Box::new(Expr::Other))
            }
            (ExpressionKind::Pattern, ..) => self.pattern(),
            (ExpressionKind::Tuple, ..) => self.tuple(),
            (ExpressionKind::Table, ..) => self.table(),
            (ExpressionKind::List, _, length) => self.list(length),
            (ExpressionKind::Map, of, key) => Expr::MapOf(self.boxed_or_other(key), self.boxed_or_other(of)),
            (ExpressionKind::Container, of, _) => Expr::ContainerOf(self.boxed_or_other(of)),
            (ExpressionKind::Member, Some(of), Some(name)) => Expr::Member(self.boxed(of), name.byte_range()),
            (ExpressionKind::Path, of, Some(name)) => self.path(of, name),
            (ExpressionKind::Generic, Some(of), name) => self.generic(of, name),
            _ => Expr::Other,
        }
    }

    /// Returns the node that the rule calls the operand.
    fn operand(&self) -> Option<Node<'t>> {
        match &self.rule.operand {
            Some(name) => field_of_rule(self.rule, self.node, name),
            None if self.rule.last => last_child(self.node),
            None => self.node.named_child(0),
        }
    }

    fn inner(&self, node: Node<'_>) -> Expr {
        expr(self.rules, self.text, node, self.depth + 1)
    }

    fn boxed(&self, node: Node<'_>) -> Box<Expr> {
        Box::new(self.inner(node))
    }

    fn boxed_or_other(&self, node: Option<Node<'_>>) -> Box<Expr> {
        node.map_or_else(|| Box::new(Expr::Other), |node| self.boxed(node))
    }

    fn spelling(&self, node: Node<'_>) -> &str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    fn is_literal(&self, node: Node<'_>) -> bool {
        is_of(node, &self.rules.literals)
    }

    fn call(&self, of: Node<'_>, arguments: Option<Node<'_>>) -> Expr {
        let rules = self.rules;
        let called = self.spelling(of);
        let is_called =
            |word: &String| word == called || word.starts_with('.') && called.ends_with(word.as_str());
        let has = |words: &[String]| words.iter().any(is_called);
        let collected = |held| Expr::Collected(Box::new(held), of.byte_range());
        // The argument may be a single value instead of a list.
        let list = arguments.filter(|arguments| !self.is_literal(*arguments));
        match list.and_then(|arguments| arguments.named_child(0)) {
            Some(first) if has(&rules.casts) => Expr::Make(self.boxed(first)),
            Some(first) if has(&rules.identity_functions) => self.inner(first),
            Some(first) if has(&rules.class_calls) && first.next_named_sibling().is_none() => {
                Expr::ClassOf(self.boxed(first), of.byte_range())
            }
            Some(first) if has(&rules.holding_functions) => Expr::List(vec![self.inner(first)]),
            Some(first) if has(&rules.copying_functions) => collected(Expr::ElementOf(self.boxed(first))),
            Some(first) if has(&rules.element_pickers) && is_all_that_is_given(rules, first) => {
                Expr::ElementOf(Box::new(collected(Expr::ElementOf(self.boxed(first)))))
            }
            Some(first) if has(&rules.enumerating_functions) => {
                collected(Expr::Tuple(vec![Expr::Literal, Expr::ElementOf(self.boxed(first))]))
            }
            Some(first) if has(&rules.zipping_functions) => {
                let all = std::iter::successors(Some(first), Node::next_named_sibling);
                collected(Expr::Tuple(all.map(|one| Expr::ElementOf(self.boxed(one))).collect()))
            }
            _ => module_of(rules, self.text, self.node, of).unwrap_or_else(|| Expr::Call(self.boxed(of))),
        }
    }

    fn invoke(&self, of: Option<Node<'_>>, name: Node<'_>) -> Expr {
        let called = self.text.get(self.node.start_byte()..name.end_byte()).unwrap_or_default();
        let arguments = self.rule.child_kind.as_deref().and_then(|kind| child_of(self.node, kind));
        match arguments.and_then(|arguments| arguments.named_child(0)) {
            Some(first) if self.rules.identity_functions.iter().any(|word| word == called) => {
                self.inner(first)
            }
            _ => Expr::Call(Box::new(match of {
                Some(of) => Expr::Member(self.boxed(of), name.byte_range()),
                None => Expr::Name(name.byte_range()),
            })),
        }
    }

    /// Returns the type that an expression constructs.
    fn made(&self, of: Node<'_>) -> Box<Expr> {
        let made = self.inner(of);
        let Some(list) = self.rule.child_kind.as_deref() else { return Box::new(made) };
        Box::new(match made {
            // The elements of a list that is made from another one.
            Expr::Generic(of, argument) if *argument == Expr::Other => {
                let given = child_of(self.node, list).and_then(|list| list.named_child(0));
                match given.filter(|given| !self.is_literal(*given)) {
                    Some(given) => Expr::Generic(of, Box::new(Expr::ElementOf(self.boxed(given)))),
                    None => Expr::Generic(of, argument),
                }
            }
            made => made,
        })
    }

    /// Returns what a name in a pattern stands for.
    fn pattern(&self) -> Expr {
        let Some(parent) = self.node.parent() else { return Expr::Other };
        let is = |name: &str| field(parent, name) == Some(self.node);
        let given = || field(parent, "value").or_else(|| field(parent, "right"));
        match (field(parent, "key"), parent.parent()) {
            (Some(key), Some(outer)) if is("value") => Expr::Member(self.boxed(outer), key.byte_range()),
            // A loop iterates over the value.
            _ if is("left") && field(parent, "body").is_some() => {
                given().map_or(Expr::Other, |given| Expr::ElementOf(self.boxed(given)))
            }
            _ if is("name") || is("left") => given().map_or(Expr::Other, |given| self.inner(given)),
            _ => Expr::Other,
        }
    }

    fn tuple(&self) -> Expr {
        let mut cursor = self.node.walk();
        let parts: Vec<Node<'_>> = match &self.rule.operand {
            Some(of) => self.node.children_by_field_name(of, &mut cursor).collect(),
            None => self.node.named_children(&mut cursor).filter(|child| !child.is_extra()).collect(),
        };
        let times = |part: &Node<'_>| {
            let rule = self.rules.expressions.iter().find(|rule| rule.kind == part.kind());
            let name = rule.filter(|rule| is_same(rule)).and_then(|rule| rule.name.as_deref());
            name.map_or(1, |name| count_of(*part, name).max(1))
        };
        let parts = parts.into_iter().flat_map(|part| std::iter::repeat_n(self.inner(part), times(&part)));
        Expr::Tuple(parts.collect())
    }

    fn table(&self) -> Expr {
        let value = self.rule.operand.as_deref().unwrap_or_default();
        let mut cursor = self.node.walk();
        let entries = self.node.named_children(&mut cursor).filter(|child| !child.is_extra());
        let values = entries
            .take(MOST_ITEMS + 1)
            .map(|entry| field(entry, value).map_or(Expr::Other, |value| self.inner(value)));
        Expr::Table(values.collect())
    }

    fn list(&self, length: Option<Node<'_>>) -> Expr {
        let mut cursor = self.node.walk();
        let parts =
            self.node.named_children(&mut cursor).filter(|child| !child.is_extra() && Some(*child) != length);
        let most = MOST_ITEMS + usize::from(self.rules.duck_typed);
        Expr::List(parts.take(most).map(|part| self.inner(part)).collect())
    }

    fn path(&self, of: Option<Node<'_>>, name: Node<'_>) -> Expr {
        let path = |name| Expr::Path(of.map(|of| self.boxed(of)), name);
        if !self.rules.expressions.iter().any(|rule| rule.kind == name.kind()) {
            return path(name.byte_range());
        }
        // A name with type arguments after a path.
        match self.inner(name) {
            Expr::Generic(base, argument) => match *base {
                Expr::Name(name) => Expr::Generic(Box::new(path(name)), argument),
                _ => Expr::Other,
            },
            Expr::Path(None, name) | Expr::Name(name) => path(name),
            Expr::Path(Some(middle), name) => match *middle {
                Expr::Name(middle) => Expr::Path(Some(Box::new(path(middle))), name),
                _ => Expr::Other,
            },
            _ => Expr::Other,
        }
    }

    fn generic(&self, of: Node<'_>, name: Option<Node<'_>>) -> Expr {
        let argument = |argument: Node<'_>| {
            let is_number = self.spelling(argument).bytes().all(|byte| byte.is_ascii_digit());
            match argument {
                _ if is_of(argument, &self.rules.slices) => Expr::Slice,
                // The number of a tuple element.
                _ if self.rules.item.is_some() && is_number => Expr::QuotedType(argument.byte_range()),
                _ => self.inner(argument),
            }
        };
        let arguments = arguments_of(self.rules, self.rule, self.node, name).into_iter().map(argument);
        let mut arguments: Vec<Expr> = arguments.collect();
        let argument = match arguments.len() {
            0 => Expr::Other,
            // A single tuple is one argument.
            1 if !matches!(arguments[0], Expr::Tuple(_)) => arguments.remove(0),
            _ => Expr::Tuple(arguments),
        };
        Expr::Generic(self.boxed(of), Box::new(argument))
    }

    /// Returns the nodes of which one is the value.
    fn alternatives(&self, of: Option<Node<'t>>, name: Option<Node<'t>>) -> Vec<Node<'t>> {
        match of.filter(|_| self.rule.operand.is_some()) {
            Some(of) => [Some(of), name].into_iter().flatten().collect(),
            None => {
                let mut cursor = self.node.walk();
                let parts = self.node.named_children(&mut cursor).filter(|child| !child.is_extra());
                let parts = parts.enumerate().filter(|(number, _)| self.rule.excluded_child != Some(*number));
                parts.map(|(_, part)| part).collect()
            }
        }
    }

    /// Returns a union of types, from which null types are omitted.
    fn either(&self, parts: Vec<Node<'_>>) -> Expr {
        let untyped = self.rules.shapes.as_ref().map_or(&[][..], |shapes| shapes.untyped.as_slice());
        let mut all = Vec::new();
        for part in parts {
            let is_nothing =
                part.kind() == "literal_type" && untyped.iter().any(|word| word == self.spelling(part));
            match self.inner(part) {
                _ if is_nothing => {}
                Expr::Null => {}
                Expr::List(_) | Expr::Table(_) if self.rules.duck_typed => all.push(Expr::Literal),
                Expr::Either(parts) => all.extend(parts),
                part => all.push(part),
            }
        }
        match all.len() {
            1 => all.remove(0),
            _ => Expr::Either(all),
        }
    }
}

/// Returns the last of several names as a member of those before it; `None` if there are none.
pub(super) fn chain(names: impl IntoIterator<Item = Range<usize>>) -> Option<Expr> {
    names.into_iter().fold(None, |of, name| {
        Some(match of {
            Some(of) => Expr::Member(Box::new(of), name),
            None => Expr::Name(name),
        })
    })
}

/// Returns the names of a list that end before a byte offset.
pub(super) fn names_before(row: Node<'_>, end: usize) -> Vec<Range<usize>> {
    let mut cursor = row.walk();
    row.named_children(&mut cursor).map(|name| name.byte_range()).filter(|name| name.end <= end).collect()
}

/// Returns whether a value is the only argument of a call, except for named ones and null values.
fn is_all_that_is_given(rules: &LocalRules, first: Node<'_>) -> bool {
    let mut others = std::iter::successors(first.next_named_sibling(), Node::next_named_sibling);
    others.all(|other| {
        let is_nothing = is_of(other, &rules.valueless_expressions);
        is_nothing || other.is_extra() || field(other, "name").is_some() && field(other, "value").is_some()
    })
}

/// Returns the node in a field that a rule names; for a member, only among the direct children of the node.
pub(in crate::resolve::bindings) fn field_of_rule<'t>(
    rule: &Expression,
    node: Node<'t>,
    name: &str,
) -> Option<Node<'t>> {
    match rule.is {
        ExpressionKind::Member => own_field(node, name),
        _ => field(node, name),
    }
}

/// Returns the name in a node: the node in the field, the child of the kind, or the last child, as the rule says.
pub(in crate::resolve::bindings) fn name_of_rule<'t>(rule: &Expression, node: Node<'t>) -> Option<Node<'t>> {
    let is_last = matches!(rule.is, ExpressionKind::Member | ExpressionKind::Reference);
    match (&rule.name, &rule.child_kind) {
        (Some(name), _) => field_of_rule(rule, node, name),
        (None, Some(kind)) => child_of(node, kind),
        (None, None) if is_last && node.named_child_count() > 1 => {
            let mut cursor = node.walk();
            node.named_children(&mut cursor).last()
        }
        (None, None) => None,
    }
}

/// Returns the arguments of a type: those in the argument list, or the nodes in the field.
fn arguments_of<'t>(
    rules: &LocalRules,
    rule: &Expression,
    node: Node<'t>,
    first: Option<Node<'t>>,
) -> Vec<Node<'t>> {
    let Some(first) = first else { return Vec::new() };
    if rule.child_kind.is_some() && first.child_count() > 0 && first.named_child_count() == 0 {
        return Vec::new();
    }
    let is_argument = |kind: &str| {
        rules.expressions.iter().any(|rule| rule.kind == kind)
            || rules.strings.iter().chain(&rules.literals).chain(&rules.slices).any(|other| other == kind)
    };
    let mut cursor = node.walk();
    if first.named_child_count() > 0 && !is_argument(first.kind()) {
        return first.named_children(&mut first.walk()).filter(|child| !child.is_extra()).collect();
    }
    match &rule.name {
        Some(name) => node.children_by_field_name(name, &mut cursor).collect(),
        None => vec![first],
    }
}

/// Returns the last named child.
fn last_child(node: Node<'_>) -> Option<Node<'_>> {
    let last = node.named_child_count().saturating_sub(1);
    u32::try_from(last).ok().and_then(|last| node.named_child(last))
}

/// Returns the first named child of a kind.
pub(in crate::resolve::bindings) fn child_of<'t>(node: Node<'t>, kind: &str) -> Option<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).find(|child| child.kind() == kind)
}

/// Returns whether a node has the same meaning as the node inside it.
fn is_same(rule: &Expression) -> bool {
    rule.is == ExpressionKind::Operand
}

/// Returns the number of named children of a node in a field.
fn count_of(node: Node<'_>, name: &str) -> usize {
    let mut cursor = node.walk();
    node.children_by_field_name(name, &mut cursor).filter(Node::is_named).count()
}

/// Returns the type to which the parts of a literal belong: it is written before them, or is the element type of the
/// enclosing literal.
fn type_of_parts(rules: &LocalRules, text: &str, node: Node<'_>, depth: usize) -> Expr {
    let mut above = node.parent();
    let mut before = node;
    while let Some(here) = above.filter(|_| depth < MOST_DEPTH) {
        let rule = rules.expressions.iter().find(|rule| rule.kind == here.kind());
        match rule.map(|rule| (rule.is, rule)) {
            Some((ExpressionKind::Construct, _)) => return expr(rules, text, here, depth + 1),
            Some((ExpressionKind::Parts, _)) => {
                return Expr::ElementOf(Box::new(type_of_parts(rules, text, here, depth + 1)));
            }
            // The key of a map is not an element of the map.
            _ if field(here, "key").is_some_and(|key| key.id() == before.id()) => return Expr::Other,
            _ => {}
        }
        before = here;
        above = here.parent();
    }
    Expr::Other
}

/// Returns whether a node has a child of a kind.
fn has_child(node: Node<'_>, kind: Option<&str>) -> bool {
    let mut cursor = node.walk();
    kind.is_some_and(|kind| node.children(&mut cursor).any(|child| child.kind() == kind))
}

/// Returns the module that a call loads.
fn module_of(rules: &LocalRules, text: &str, call: Node<'_>, function: Node<'_>) -> Option<Expr> {
    let called = text.get(function.byte_range())?;
    if !rules.module_calls.iter().any(|known| known == called) {
        return None;
    }
    let given = field(call, "arguments")?.named_child(0)?;
    let is_string = rules.strings.iter().any(|string| string == given.kind());
    match spelled(text, given) {
        Expr::QuotedType(range) if is_string => Some(Expr::Module(range)),
        _ => None,
    }
}

/// Returns the first of two expressions that is known.
pub(super) fn better(one: Option<Expr>, other: Option<Expr>) -> Option<Expr> {
    match (one, other) {
        (None | Some(Expr::Other), Some(other)) => Some(other),
        (one, _) => one,
    }
}

/// Returns the type that a string may contain.
fn spelled(text: &str, node: Node<'_>) -> Expr {
    let range = node.byte_range();
    let inner = text.get(range.clone()).unwrap_or_default().trim_matches(['"', '\'']);
    let start = range.start + text.get(range).map_or(0, |whole| whole.find(inner).unwrap_or(0));
    Expr::QuotedType(start..start + inner.len())
}

/// Returns the first name of a path.
pub(in crate::resolve::bindings) fn path_root(expr: &Expr) -> Option<&Range<usize>> {
    match expr {
        Expr::Name(range) => Some(range),
        Expr::Member(of, _) | Expr::Path(Some(of), _) | Expr::Generic(of, _) => path_root(of),
        _ => None,
    }
}

/// Returns the last name of a path, ignoring type arguments.
pub(in crate::resolve::bindings) fn path_last(expr: &Expr) -> Option<&Range<usize>> {
    match expr {
        Expr::Name(range) | Expr::Path(_, range) => Some(range),
        Expr::Generic(of, _) => path_last(of),
        _ => None,
    }
}

/// Returns the first name of an expression, ignoring calls.
pub(in crate::resolve::bindings) fn root_name(expr: &Expr) -> Option<&Range<usize>> {
    match expr {
        Expr::Call(of) | Expr::ElementOf(of) | Expr::Member(of, _) => root_name(of),
        other => path_root(other),
    }
}
