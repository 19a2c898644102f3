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
    let of = match &rule.operand {
        Some(name) => field_of_rule(rule, node, name),
        None if rule.last => {
            let last = node.named_child_count().saturating_sub(1);
            u32::try_from(last).ok().and_then(|last| node.named_child(last))
        }
        None => node.named_child(0),
    };
    let name = name_of_rule(rule, node);
    let inner = |node| Box::new(expr(rules, text, node, depth + 1));
    let content = |node: Option<_>| node.map_or_else(|| Box::new(Expr::Other), inner);
    match (rule.is, of, name) {
        (ExpressionKind::Operand, Some(of), _) => expr(rules, text, of, depth + 1),
        (ExpressionKind::Call, Some(of), arguments) => {
            let called = text.get(of.byte_range()).unwrap_or_default();
            let is_called =
                |word: &String| word == called || word.starts_with('.') && called.ends_with(word.as_str());
            let has = |words: &[String]| words.iter().any(is_called);
            // The argument may be a single value instead of a list.
            let is_value = |node: &Node<'_>| rules.literals.iter().any(|literal| literal == node.kind());
            let list = arguments.filter(|arguments| !is_value(arguments));
            match list.and_then(|arguments| arguments.named_child(0)) {
                Some(first) if has(&rules.casts) => Expr::Make(inner(first)),
                Some(first) if has(&rules.identity_functions) => expr(rules, text, first, depth + 1),
                Some(first) if has(&rules.class_calls) && first.next_named_sibling().is_none() => {
                    Expr::ClassOf(inner(first), of.byte_range())
                }
                Some(first) if has(&rules.holding_functions) => {
                    Expr::List(vec![expr(rules, text, first, depth + 1)])
                }
                Some(first) if has(&rules.copying_functions) => {
                    Expr::Collected(Box::new(Expr::ElementOf(inner(first))), of.byte_range())
                }
                Some(first) if has(&rules.element_pickers) && is_all_that_is_given(rules, first) => {
                    let held = Expr::ElementOf(inner(first));
                    Expr::ElementOf(Box::new(Expr::Collected(Box::new(held), of.byte_range())))
                }
                Some(first) if has(&rules.enumerating_functions) => {
                    let row = Expr::Tuple(vec![Expr::Literal, Expr::ElementOf(inner(first))]);
                    Expr::Collected(Box::new(row), of.byte_range())
                }
                Some(first) if has(&rules.zipping_functions) => {
                    let all = std::iter::successors(Some(first), Node::next_named_sibling);
                    let row = all.map(|one| Expr::ElementOf(inner(one))).collect();
                    Expr::Collected(Box::new(Expr::Tuple(row)), of.byte_range())
                }
                _ => module_of(rules, text, node, of).unwrap_or_else(|| Expr::Call(inner(of))),
            }
        }
        (ExpressionKind::Either, ..) => {
            let mut cursor = node.walk();
            let parts = match of.filter(|_| rule.operand.is_some()) {
                Some(of) => [Some(of), name].into_iter().flatten().collect(),
                None => {
                    let parts = node.named_children(&mut cursor).filter(|child| !child.is_extra());
                    let parts = parts.enumerate().filter(|(number, _)| rule.excluded_child != Some(*number));
                    parts.map(|(_, part)| part).collect()
                }
            };
            either(rules, text, parts, depth)
        }
        (ExpressionKind::Invoke, of, Some(name)) => {
            let called = text.get(node.start_byte()..name.end_byte()).unwrap_or_default();
            let arguments = rule.child_kind.as_deref().and_then(|kind| child_of(node, kind));
            match arguments.and_then(|arguments| arguments.named_child(0)) {
                Some(first) if rules.identity_functions.iter().any(|word| word == called) => {
                    expr(rules, text, first, depth + 1)
                }
                _ => Expr::Call(Box::new(match of {
                    Some(of) => Expr::Member(inner(of), name.byte_range()),
                    None => Expr::Name(name.byte_range()),
                })),
            }
        }
        (ExpressionKind::Function, Some(of), _) => Expr::Function(match expr(rules, text, of, depth + 1) {
            Expr::Tuple(mut parts) if parts.len() == 1 => parts.pop().map_or(inner(of), Box::new),
            result => Box::new(result),
        }),
        (ExpressionKind::Class, ..) => Expr::Class(node.start_byte()),
        (ExpressionKind::Chain, ..) => chain(names_before(node, node.end_byte())).unwrap_or(Expr::Other),
        (ExpressionKind::Parts, ..) => type_of_parts(rules, text, node, depth),
        (ExpressionKind::Construct, Some(of), _) => {
            Expr::Make(match (inner(of), rule.child_kind.as_deref()) {
                // The elements of a list that is made from another one.
                (made, Some(list)) if matches!(&*made, Expr::Generic(_, argument) if **argument == Expr::Other) =>
                {
                    let given = child_of(node, list).and_then(|list| list.named_child(0));
                    let is_value =
                        |node: &Node<'_>| rules.literals.iter().any(|literal| literal == node.kind());
                    match (*made, given.filter(|given| !is_value(given))) {
                        (Expr::Generic(of, _), Some(given)) => {
                            Box::new(Expr::Generic(of, Box::new(Expr::ElementOf(inner(given)))))
                        }
                        (made, _) => Box::new(made),
                    }
                }
                (made, _) => made,
            })
        }
        // An element with a number may be that of a tuple.
        (ExpressionKind::Content, Some(of), number) => {
            let number = number.and_then(|number| text.get(number.byte_range())?.parse().ok());
            number.map_or(Expr::ElementOf(inner(of)), |number| Expr::TupleElement(inner(of), number))
        }
        (ExpressionKind::Index, Some(of), _) => {
            let last =
                node.named_child(u32::try_from(node.named_child_count()).unwrap_or(0).saturating_sub(1));
            let is_slice = last.is_some_and(|last| is_of(last, &rules.slices));
            let by = if is_slice { Expr::Slice } else { Expr::Null };
            Expr::Generic(inner(of), Box::new(by))
        }
        (ExpressionKind::Dereferenced, Some(of), _) => Expr::Generic(inner(of), Box::new(Expr::Other)),
        (ExpressionKind::Pattern, ..) => {
            let Some(parent) = node.parent() else { return Expr::Other };
            let is = |name: &str| field(parent, name) == Some(node);
            let given = || field(parent, "value").or_else(|| field(parent, "right"));
            match (field(parent, "key"), parent.parent()) {
                (Some(key), Some(outer)) if is("value") => Expr::Member(inner(outer), key.byte_range()),
                // A loop iterates over the value.
                _ if is("left") && field(parent, "body").is_some() => {
                    given().map_or(Expr::Other, |given| Expr::ElementOf(inner(given)))
                }
                _ if is("name") || is("left") => {
                    given().map_or(Expr::Other, |given| expr(rules, text, given, depth + 1))
                }
                _ => Expr::Other,
            }
        }
        (ExpressionKind::Tuple, ..) => {
            let mut cursor = node.walk();
            let parts: Vec<Node<'_>> = match &rule.operand {
                Some(of) => node.children_by_field_name(of, &mut cursor).collect(),
                None => node.named_children(&mut cursor).filter(|child| !child.is_extra()).collect(),
            };
            let times = |part: &Node<'_>| {
                let rule = rules.expressions.iter().find(|rule| rule.kind == part.kind());
                let name = rule.and_then(|rule| rule.name.as_deref()).filter(|_| rule.is_some_and(is_same));
                name.map_or(1, |name| count_of(*part, name).max(1))
            };
            let parts = parts
                .into_iter()
                .flat_map(|part| std::iter::repeat_n(expr(rules, text, part, depth + 1), times(&part)));
            Expr::Tuple(parts.collect())
        }
        (ExpressionKind::Table, ..) => {
            let value = rule.operand.as_deref().unwrap_or_default();
            let mut cursor = node.walk();
            let entries = node.named_children(&mut cursor).filter(|child| !child.is_extra());
            let values = entries.take(MOST_ITEMS + 1).map(|entry| match field(entry, value) {
                Some(value) => expr(rules, text, value, depth + 1),
                None => Expr::Other,
            });
            Expr::Table(values.collect())
        }
        (ExpressionKind::List, _, length) => {
            let mut cursor = node.walk();
            let parts =
                node.named_children(&mut cursor).filter(|child| !child.is_extra() && Some(*child) != length);
            let most = MOST_ITEMS + usize::from(rules.duck_typed);
            Expr::List(parts.take(most).map(|part| expr(rules, text, part, depth + 1)).collect())
        }
        (ExpressionKind::Map, of, key) => Expr::MapOf(content(key), content(of)),
        (ExpressionKind::Container, of, _) => Expr::ContainerOf(content(of)),
        (ExpressionKind::Member, Some(of), Some(name)) => Expr::Member(inner(of), name.byte_range()),
        // A name with type arguments after a path.
        (ExpressionKind::Path, of, Some(name))
            if rules.expressions.iter().any(|rule| rule.kind == name.kind()) =>
        {
            match expr(rules, text, name, depth + 1) {
                Expr::Generic(base, argument) => match *base {
                    Expr::Name(name) => Expr::Generic(Box::new(Expr::Path(of.map(inner), name)), argument),
                    _ => Expr::Other,
                },
                Expr::Path(None, name) | Expr::Name(name) => Expr::Path(of.map(inner), name),
                Expr::Path(Some(middle), name) => match *middle {
                    Expr::Name(middle) => Expr::Path(Some(Box::new(Expr::Path(of.map(inner), middle))), name),
                    _ => Expr::Other,
                },
                _ => Expr::Other,
            }
        }
        (ExpressionKind::Path, of, Some(name)) => Expr::Path(of.map(inner), name.byte_range()),
        (ExpressionKind::Generic, Some(of), name) => {
            let mut arguments: Vec<Expr> = arguments_of(rules, rule, node, name)
                .into_iter()
                .map(|argument| match text.get(argument.byte_range()) {
                    _ if is_of(argument, &rules.slices) => Expr::Slice,
                    // The number of a tuple element.
                    Some(said) if rules.item.is_some() && said.bytes().all(|byte| byte.is_ascii_digit()) => {
                        Expr::QuotedType(argument.byte_range())
                    }
                    _ => expr(rules, text, argument, depth + 1),
                })
                .collect();
            let argument = match arguments.len() {
                0 => Expr::Other,
                // A single tuple is one argument.
                1 if !matches!(arguments[0], Expr::Tuple(_)) => arguments.remove(0),
                _ => Expr::Tuple(arguments),
            };
            Expr::Generic(inner(of), Box::new(argument))
        }
        _ => Expr::Other,
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

/// Returns a union of types, from which null types are omitted.
fn either(rules: &LocalRules, text: &str, parts: Vec<Node<'_>>, depth: usize) -> Expr {
    let untyped = rules.shapes.as_ref().map_or(&[][..], |shapes| shapes.untyped.as_slice());
    let mut all = Vec::new();
    for part in parts {
        let is_nothing = part.kind() == "literal_type"
            && untyped.iter().any(|word| Some(word.as_str()) == text.get(part.byte_range()));
        match expr(rules, text, part, depth + 1) {
            _ if is_nothing => {}
            Expr::Null => {}
            Expr::List(_) | Expr::Table(_) if rules.duck_typed => all.push(Expr::Literal),
            Expr::Either(parts) => all.extend(parts),
            part => all.push(part),
        }
    }
    match all.len() {
        1 => all.remove(0),
        _ => Expr::Either(all),
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
