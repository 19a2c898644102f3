//! Minor names, which are no definitions of their own: constants, fields, enumerators, macros, modules, nested
//! functions.
//!
//! Only outlines made with [`OutlineScope::AllNames`] contain them.

use std::ops::Range;

use tree_sitter::Node;

use crate::lang::{Language, Manifest, Role, SymbolRules, field, is_of, kind_of};

use super::definition::{Definition, Frame, Surroundings, leading_attributes, qualified_name};
use super::items::{FILE, Item, Outline, OutlineScope};
use super::name::{NamePart, is_word_char};
use super::value::{DefinitionBody, given, value};
use crate::text::normal::contains;

/// Reads the name that a node declares; `None` if it declares none.
pub(super) fn read_small(
    kind: &'static str,
    node: Node<'_>,
    text: &str,
    rules: &SymbolRules,
    around: &Surroundings,
) -> Option<Definition> {
    let mut names = names_of(node, rules).into_iter().map(|name| qualified_name(&text[name], rules));
    let is_sign = |char: char| is_word_char(char) || matches!(char, '#' | '$');
    // A name in quotes or brackets may contain any character.
    let is_name = |part: &NamePart| part.name.starts_with(['"', '\'', '[']) || part.name.chars().all(is_sign);
    let parts = names.next().filter(|parts| parts.last().is_some_and(is_name))?;
    if assigned(node, rules).is_some() && !is_of_export_object(&parts, rules) {
        return None;
    }
    let aliases: Vec<String> = names.filter_map(|mut parts| parts.pop()).map(|part| part.name).collect();
    let frame = Frame::of(node, rules);
    let length = node.end_byte() - node.start_byte();
    let heading = frame.body.as_ref().map_or(length, |body| body.start);
    Some(Definition {
        capture: kind,
        is_shared: around.is_shared || !aliases.is_empty(),
        is_use: contains(&rules.using_names, kind_of(node)),
        is_declaration: rules.separate_declarations && text[node.byte_range()].starts_with("extern "),
        attributes: leading_attributes(node, rules),
        outer_attributes: around.attributes.unwrap_or_default(),
        ..Definition::minor(kind, parts, aliases, heading, frame)
    })
}

/// Returns the target of an assignment, in languages where that may be a member of the object that a file exports.
fn assigned<'tree>(node: Node<'tree>, rules: &SymbolRules) -> Option<Node<'tree>> {
    field(node, "left").filter(|_| !rules.export_objects.is_empty())
}

/// Returns whether a name is that of a member of the object that the file exports.
fn is_of_export_object(parts: &[NamePart], rules: &SymbolRules) -> bool {
    let Some((_, of)) = parts.split_last() else { return false };
    let of = of.iter().map(|part| part.name.as_str()).collect::<Vec<&str>>().join(".");
    rules.export_objects.contains(&of)
}

/// Reads a module, whose names an address may leave out.
pub(super) fn read_module(
    kind: &'static str,
    node: Node<'_>,
    parts: Vec<NamePart>,
    rules: &SymbolRules,
) -> Option<Definition> {
    parts.last()?;
    let frame = Frame::of(node, rules);
    let length = node.end_byte() - node.start_byte();
    let heading = frame.body.as_ref().map_or(length, |body| body.start);
    Some(Definition {
        attributes: leading_attributes(node, rules),
        ..Definition::minor(kind, parts, Vec::new(), heading, frame)
    })
}

/// Returns the byte ranges of the names that a node declares.
fn names_of(node: Node<'_>, rules: &SymbolRules) -> Vec<Range<usize>> {
    let is_in = |list: &[String], node: Node<'_>| is_of(node, list);
    if is_in(&rules.name_words, node) {
        return vec![node.byte_range()];
    }
    if let Some(left) = assigned(node, rules) {
        return vec![left.byte_range()];
    }
    let fields = ["name"].into_iter().chain(rules.name_fields.iter().map(String::as_str)).chain(["left"]);
    let mut starts: Vec<Node<'_>> = Vec::new();
    for name in fields {
        starts = children_in(node, name);
        if !starts.is_empty() {
            break;
        }
    }
    if starts.is_empty() {
        // The name is in the declarator; if there are several, each is read separately.
        starts.extend(declared(node, rules));
    }
    if starts.is_empty()
        && let Some(name) = embedded(node, rules)
    {
        return vec![name.byte_range()];
    }
    if starts.is_empty() && node.named_child_count() == 1 {
        let only = node.named_child(0).filter(|child| is_in(&rules.name_paths, *child));
        let mut giving = only;
        while let Some(here) = giving {
            starts.extend(children_in(here, "left"));
            // The assigned value may be an assignment too: `a = b = 1`.
            giving = field(here, "right").filter(|right| kind_of(*right) == kind_of(here));
        }
    }
    let mut found = Vec::new();
    let mut pending: Vec<Node<'_>> = starts.into_iter().rev().collect();
    while let Some(node) = pending.pop() {
        if is_in(&rules.name_words, node) {
            found.push(node.byte_range());
        } else if is_in(&rules.name_paths, node) {
            // In a pattern, a default value declares no name, and neither does the key that a value is taken from.
            let told = field(node, "left").or_else(|| field(node, "value"));
            match told {
                Some(told) => pending.push(told),
                None => {
                    let mut cursor = node.walk();
                    let children: Vec<Node<'_>> = node.named_children(&mut cursor).collect();
                    pending.extend(children.into_iter().rev());
                }
            }
        }
    }
    found
}

/// Returns the name of an embedded field, which is that of its type: `Base` in `*shapes.Base[int]`.
fn embedded<'tree>(node: Node<'tree>, rules: &SymbolRules) -> Option<Node<'tree>> {
    let whole = rules.embedded.as_ref().filter(|rule| contains(&rule.nodes, kind_of(node)))?;
    let only = || node.named_child(0).filter(|_| node.named_child_count() == 1);
    let first = field(node, "type").or_else(only)?;
    let inner = |at: &Node<'tree>| field(*at, "name").or_else(|| field(*at, "type"));
    std::iter::successors(Some(first), inner).last().filter(|name| kind_of(*name) == whole.word)
}

fn children_in<'tree>(node: Node<'tree>, name: &str) -> Vec<Node<'tree>> {
    let mut cursor = node.walk();
    node.children_by_field_name(name, &mut cursor).filter(Node::is_named).collect()
}

/// Returns the byte ranges of the names in the declarators of a statement.
pub(super) fn declared_each(node: Node<'_>, rules: &SymbolRules) -> impl Iterator<Item = Range<usize>> {
    children_in(node, "declarator")
        .into_iter()
        .map(|declarator| innermost_declarator(declarator, rules).byte_range())
}

/// Returns the name in a declarator such as `int *list[3]` or `int (*handler)(int)`.
fn declared<'tree>(node: Node<'tree>, rules: &SymbolRules) -> Option<Node<'tree>> {
    let is_declarator = |node: Node<'_>| is_of(node, &rules.declarators);
    let declarator = field(node, "declarator").or_else(|| Some(node).filter(|node| is_declarator(*node)))?;
    Some(innermost_declarator(declarator, rules))
}

fn innermost_declarator<'tree>(declarator: Node<'tree>, rules: &SymbolRules) -> Node<'tree> {
    let is_declarator = |node: Node<'_>| is_of(node, &rules.declarators);
    let mut at = declarator;
    loop {
        let next = field(at, "declarator").or_else(|| {
            let mut cursor = at.walk();
            let first = at.named_children(&mut cursor).find(|child| !child.is_extra());
            first.filter(|_| is_declarator(at))
        });
        match next {
            Some(next) => at = next,
            None => return at,
        }
    }
}

/// Returns whether the body of a function contains functions or classes, also within conditionals.
pub(super) fn holds_functions(language: &'static Language, body: Node<'_>) -> bool {
    let query = language.symbol_query();
    let rules = &language.manifest().symbols;
    let mut pending = vec![body];
    while let Some(node) = pending.pop() {
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            match query.role_of_node(child) {
                Some(Role::Definition(_)) => return true,
                Some(Role::Valued) if value(child, rules).is_some() => return true,
                Some(Role::Valued) => pending.extend(called_value(child, language)),
                Some(
                    Role::Transparent | Role::Block | Role::Module | Role::Head | Role::Wrapper | Role::Call,
                ) => pending.push(child),
                _ => {}
            }
        }
    }
    false
}

/// Returns the call whose result is assigned to a name.
pub(super) fn called_value<'tree>(node: Node<'tree>, language: &'static Language) -> Option<Node<'tree>> {
    let query = language.symbol_query();
    let found = given(node, &language.manifest().symbols)?;
    (query.role_of_node(found) == Some(Role::Call)).then_some(found)
}

/// Returns whether a definition in the body of a function has an address: functions and classes have one, values do
/// not.
pub(super) fn counts_in_function(capture: &str, manifest: &Manifest) -> bool {
    let rules = &manifest.symbols;
    let is_in = |list: &[String]| list.iter().any(|one| one == capture);
    (is_in(&rules.function_captures) && !rules.inner_classes_only)
        || (is_in(&rules.containers) && !is_in(&rules.other_captures))
}

/// Returns the body whose children have addresses in an outline of all names.
pub(super) fn body_with_minor_names<'tree>(
    node: Node<'tree>,
    capture: &str,
    language: &'static Language,
) -> Option<DefinitionBody<'tree>> {
    let rules = &language.manifest().symbols;
    let is_in = |list: &[String]| list.iter().any(|one| one == capture);
    if is_in(&rules.minor_containers) {
        return DefinitionBody::of(node, rules);
    }
    let body = DefinitionBody::of(node, rules).filter(|_| is_in(&rules.function_captures))?;
    holds_functions(language, body.node).then_some(body)
}

impl Outline {
    /// Adds macros that a reading left out: each directive of `text` that defines a macro and is blank in `seen`.
    pub(super) fn add_macros(&mut self, text: &str, seen: &str, manifest: &'static Manifest) {
        let Some(masks) =
            manifest.view.preprocessor.as_ref().filter(|_| self.scope == OutlineScope::AllNames)
        else {
            return;
        };
        let kind = manifest.symbols.macro_kind.as_deref().and_then(|kind| manifest.minor_kind(kind));
        let Some(kind) = kind else { return };
        let mut at = 0;
        let mut lines = text.split_inclusive('\n').peekable();
        while let Some(line) = lines.next() {
            let start = at + line.len() - line.trim_start().len();
            at += line.len();
            let mut end = at;
            let mut last = line;
            while last.trim_end().ends_with('\\') {
                let Some(next) = lines.next() else { break };
                at += next.len();
                end = at;
                last = next;
            }
            let Some(name) = defined_name(line, &masks.directive) else { continue };
            if !seen.get(start..start + 1).is_some_and(|sign| sign.trim().is_empty()) {
                continue;
            }
            let end = start + text[start..end].trim_end().len();
            self.add_macro(start..end, name, kind);
        }
    }

    fn add_macro(&mut self, range: Range<usize>, name: &str, kind: &'static str) {
        let mut container = FILE;
        while let Some(inner) = self.child_over(container, &range) {
            container = inner;
        }
        let parts = vec![NamePart { name: name.to_owned(), ..NamePart::default() }];
        let length = range.len();
        let definition = Definition::minor(kind, parts, Vec::new(), length, Frame::default());
        let mut item = Item::container(range, container);
        item.role = Role::Hidden;
        item.definition = Some(Box::new(definition));
        self.insert(item);
    }
}

/// Returns the name that a directive on a line defines.
fn defined_name<'t>(line: &'t str, directive: &str) -> Option<&'t str> {
    let rest = line.trim_start().strip_prefix(directive)?.trim_start().strip_prefix("define")?;
    let rest = rest.strip_prefix([' ', '\t'])?.trim_start();
    let end = rest.find(|char: char| !is_word_char(char)).unwrap_or(rest.len());
    (end > 0).then(|| &rest[..end])
}
