//! The meaning of names in strings.

use std::ops::Range;

use tree_sitter::Node;

use super::members::of_member;
use super::used_name::UsedName;
use crate::lang::{Expression, ExpressionKind, field, is_of};
use crate::resolve::bindings::file::expr::expr;
use crate::resolve::bindings::file::graph::{BindingGraph, BindingKind, FileId, TOP, space};
use crate::resolve::bindings::lookup::names::Lookup;
use crate::resolve::bindings::lookup::results::{DefinitionId, Found, InferredType, Place};
use crate::resolve::bindings::problem::Doubt;
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::used::Meaning;

/// The possible delimiters of strings.
const QUOTES: [char; 3] = ['"', '\'', '`'];

/// Returns the meaning of a name that is a whole string or is in code in a string; `None` if it may be any word.
pub(super) fn of_text(used: UsedName<'_>) -> Option<Meaning> {
    let UsedName { project, graph, place, range } = used;
    let string = graph.string_around(range);
    let line = || graph.text[..range.start].rfind('\n').map_or(0, |end| end + 1);
    let start = string.map_or_else(line, |string| string.start_byte());
    let end = string.map_or(graph.text.len(), |string| string.end_byte());
    let (before, behind) = (&graph.text[start..range.start], &graph.text[range.end..end.max(range.end)]);
    // A string that is a statement is prose.
    let parent = string.and_then(|string| string.parent());
    let is_prose = parent.is_some_and(|parent| parent.kind() == "expression_statement");
    if let Some(key) = string.and_then(|string| named_by(project, (place.file, graph), string, range)) {
        return Some(Meaning::Is(key));
    }
    if let Some(meaning) = string.and_then(|string| of_formatted(used, string, before)) {
        return Some(meaning);
    }
    if let Some(key) = of_choice(used) {
        return Some(Meaning::Is(key));
    }
    if is_in_template(before) || !is_prose && is_made_code(before, behind) {
        return Some(Meaning::Unknown(Doubt::Quoted));
    }
    if is_in_list_of_names(graph, range)
        && let Found::Definition(key, ..) =
            project.look_up(Place { byte: 0, ..place }, graph.slice(range), Lookup::of(space::ALL, 0))
    {
        return Some(Meaning::Possible(key, Doubt::Quoted));
    }
    None
}

/// Returns the value of an enumeration that a string subscript names: `Color["RED"]`.
pub(super) fn of_choice(used: UsedName<'_>) -> Option<DefinitionId> {
    let UsedName { project, graph, place, range } = used;
    if graph.rules().enum_bases.is_empty() {
        return None;
    }
    let string = graph.string_around(range)?;
    if graph.slice(&string.byte_range()).len() != range.len() + 2 {
        return None;
    }
    let taker = string.parent()?;
    let value = field(taker, "value").filter(|value| value.end_byte() <= range.start)?;
    let InferredType::Class(class) = project.kind_of(place, &expr(graph.rules(), &graph.text, value, 0), 0)
    else {
        return None;
    };
    match project.member(&class, graph.slice(range), space::ALL, 0) {
        Found::Definition(key, ..) if project.is_enum(&class) => Some(key),
        _ => None,
    }
}

/// Returns the meaning of an attribute name in a format string: `"{0.name}".format(self)`. `before` is the part of the
/// string before the name.
fn of_formatted(used: UsedName<'_>, string: Node<'_>, before: &str) -> Option<Meaning> {
    let graph = used.graph;
    let member = string.parent()?;
    let method = graph.slice(&field(member, "attribute")?.byte_range());
    let arguments = field(member.parent()?, "arguments")?;
    let (above, path) = before.rsplit_once('{')?;
    let asked = path.strip_suffix('.')?;
    let is_filled_in = graph.rules().format_methods.iter().any(|own| own == method);
    if !is_filled_in || asked.contains(['}', ':']) {
        return None;
    }
    if above.ends_with('{') {
        return Some(Meaning::Prose);
    }
    let mut cursor = arguments.walk();
    let is_named = |node: &Node<'_>| graph.labels.contains_key(&node.start_byte());
    let (named, plain): (Vec<Node<'_>>, Vec<Node<'_>>) =
        arguments.named_children(&mut cursor).filter(|node| !node.is_extra()).partition(is_named);
    let by_name =
        |node: &Node<'_>| field(*node, "name").is_some_and(|name| graph.slice(&name.byte_range()) == asked);
    let argument = match asked.parse() {
        Ok(number) => plain.get::<usize>(number).copied(),
        Err(_) if asked.is_empty() => plain.get(above.matches('{').count()).copied(),
        Err(_) => named.iter().find(|node| by_name(node)).and_then(|node| field(*node, "value")),
    };
    let meaning = argument.map(|argument| of_member(used, &expr(graph.rules(), &graph.text, argument, 0)));
    Some(meaning.unwrap_or(Meaning::Unknown(Doubt::Quoted)))
}

/// Returns the meaning of a string passed to a function that looks up names by strings.
pub(super) fn reached(used: UsedName<'_>) -> Meaning {
    let key = path_before(used).and_then(|module| of_path(used, module));
    key.map_or(Meaning::Unknown(Doubt::Quoted), Meaning::Is)
}

/// Returns the definition that a string names by its full path, through a module inside another one: `"shop.tax.rate"`,
/// or `"shop.tax:rate"`. Shorter strings are excluded, as they may be any words.
pub(super) fn of_full_path(used: UsedName<'_>) -> Option<DefinitionId> {
    let UsedName { graph, range, .. } = used;
    let is_last = graph.text[range.end..].starts_with(QUOTES);
    let module = path_before(used).filter(|module| is_last && module.contains('.'))?;
    let is_word =
        |part: &str| !part.is_empty() && part.chars().all(|char| char.is_alphanumeric() || char == '_');
    module.split('.').all(is_word).then(|| of_path(used, module)).flatten()
}

/// Returns the part of a string before the last name of a path, without the separator.
fn path_before<'t>(used: UsedName<'t>) -> Option<&'t str> {
    let text = &used.graph.text[..used.range.start];
    let start = text.rfind(QUOTES)? + 1;
    text[start..].strip_suffix(['.', ':'])
}

/// Returns the definition of the name in a module.
fn of_path(used: UsedName<'_>, module: &str) -> Option<DefinitionId> {
    let UsedName { project, graph, place, range } = used;
    let path = [module.to_owned(), graph.slice(range).to_owned()];
    match project.import(place, &path, Lookup::of(space::ALL, 0)) {
        Found::Definition(key, ..) => Some(key),
        _ => None,
    }
}

/// Returns the variable whose own name a call gets as its whole string argument: `T = TypeVar("T")`.
fn named_by(
    project: &Project,
    (file, graph): (FileId, &BindingGraph),
    string: Node<'_>,
    range: &Range<usize>,
) -> Option<DefinitionId> {
    let list = string.parent().filter(|list| list.named_child(0) == Some(string))?;
    let call = list.parent().filter(|call| field(*call, "arguments") == Some(list))?;
    let called = graph.slice(&field(call, "function")?.byte_range());
    let called = called.rsplit('.').next().unwrap_or(called);
    let assigned = call.parent().filter(|above| field(*above, "right") == Some(call))?;
    let name = field(assigned, "left")?.byte_range();
    let is_whole = graph.slice(&string.byte_range()).trim_matches(['"', '\'']) == graph.slice(range);
    let is_named = graph.rules().named_constructors.iter().any(|own| own == called);
    let id = *graph.by_byte.get(&name.start)?;
    (is_whole && is_named && graph.slice(&name) == graph.slice(range)).then(|| project.key_of(file, id, 0))
}

/// The number of ancestors of a string that are searched for the object of which it is a key.
const MOST_AROUND_KEY: usize = 6;

/// Returns the meaning of a string that accesses a member of a known object or type, such as `q["name"]`.
pub(super) fn keyed_member(used: UsedName<'_>) -> Option<Meaning> {
    let UsedName { project, graph, place, range } = used;
    let loosening = graph.rules().shapes.as_ref().map_or(&[][..], |rules| &rules.reducing);
    let string = graph.string_around(range)?;
    let mut around = std::iter::successors(string.parent(), Node::parent).take(MOST_AROUND_KEY);
    let owner = around.find_map(|node| {
        let object = field(node, "object").or_else(|| node.named_child(0))?;
        let is_before = object.end_byte() < range.start;
        let is_indexed = || graph.text[object.end_byte()..].starts_with(['[', '?']);
        // `Pick<Args, 'name'>`
        let is_picked = || {
            let of = node.parent().and_then(|generic| field(generic, "name"));
            let of = of.map(|of| graph.slice(&of.byte_range()));
            graph.text[object.end_byte()..].starts_with(',')
                && of.is_some_and(|of| loosening.iter().any(|own| own == of))
        };
        (is_before && (is_indexed() || is_picked())).then_some(object)
    })?;
    let of = expr(graph.rules(), &graph.text, owner, 0);
    // A type parameter has the members of its bound.
    let bound = graph.around(graph.scope_at(place.byte)).find_map(|at| {
        let bound = graph.bound(at, graph.slice(&owner.byte_range())).first()?;
        Some(&graph.bindings[*bound])
    });
    let extended =
        bound.filter(|bound| bound.kind == BindingKind::Generic).and_then(|bound| bound.declared.clone());
    let of = extended.unwrap_or(of);
    let meaning = match of_member(used, &of) {
        Meaning::Is(key) => Some(key),
        _ => match project.resolve(place, &of, space::TYPE, 0) {
            Found::Definition(class, ..) => match project.member(&class, graph.slice(range), space::ALL, 0) {
                Found::Definition(key, ..) => Some(key),
                _ => None,
            },
            _ => None,
        },
    };
    meaning.map(Meaning::Is)
}

/// Returns whether the part of a string before a word ends with the dot after an object, inside the brackets of a
/// template.
fn is_in_template(before: &str) -> bool {
    let is_open =
        |open: &str, close: &str| before.rfind(open).is_some_and(|at| !before[at..].contains(close));
    before.ends_with('.') && (is_open("{{", "}}") || is_open("{%", "%}"))
}

/// Returns whether a string contains a member call that is incomplete or has inserted values, as in generated code.
/// `behind` ends with the string.
fn is_made_code(before: &str, behind: &str) -> bool {
    let mut depth = 0_usize;
    let is_closed = behind.starts_with('(')
        && behind.chars().any(|char| {
            match char {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        });
    before.ends_with('.') && behind.starts_with('(') && (!is_closed || behind.starts_with("({"))
}

/// Returns whether a string is in a list of strings, all of which are names that the file binds.
fn is_in_list_of_names(graph: &BindingGraph, range: &Range<usize>) -> bool {
    let rules = graph.rules();
    if !rules.duck_typed {
        return false;
    }
    let is_string = |node: &Node<'_>| is_of(node, &rules.strings);
    let Some(list) = graph.string_around(range).and_then(|string| string.parent()) else { return false };
    let is_row = |rule: &Expression| rule.is == ExpressionKind::Tuple && rule.kind == list.kind();
    if !is_of(list, &rules.literals) && !rules.expressions.iter().any(is_row) {
        return false;
    }
    let is_name = |node: &Node<'_>| {
        let name = graph.slice(&node.byte_range()).trim_matches(['"', '\'']);
        is_string(node) && !graph.bound(TOP, name).is_empty()
    };
    let mut cursor = list.walk();
    let parts: Vec<Node<'_>> = list.named_children(&mut cursor).filter(|node| !node.is_extra()).collect();
    parts.len() > 1 && parts.iter().all(is_name)
}

/// Returns whether a string begins with a word that is completed by an inserted value and then called, in generated
/// code.
pub(in crate::resolve::bindings) fn is_made_name(before: &str, behind: &str) -> bool {
    let hole = behind.strip_prefix('{').and_then(|rest| rest.split_once('}'));
    before.ends_with(['"', '\'', '`']) && hole.is_some_and(|(_, rest)| rest.starts_with('('))
}
