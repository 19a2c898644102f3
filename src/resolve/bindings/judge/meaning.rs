//! The meaning of a name at its place.

use std::ops::Range;

use tree_sitter::Node;

use super::expected::{of_expected_key, of_expected_label, of_expected_member};
use super::labels::of_label;
use super::members::of_member;
use super::strings::{keyed_member, of_choice, of_full_path, of_text, reached};
use super::used_name::{UsedName, of_found};
use crate::resolve::bindings::file::expr::path_root;
use crate::resolve::bindings::file::graph::{
    Binding, BindingGraph, BindingId, BindingKind, Expr, Sort, TOP, space,
};
use crate::resolve::bindings::file::role::{NameRole, TokenBefore};
use crate::resolve::bindings::file::tokens;
use crate::resolve::bindings::lookup::names::Lookup;
use crate::resolve::bindings::lookup::results::{
    Container, DefinitionId, Found, InferredType, Module, Place,
};
use crate::resolve::bindings::problem::Doubt;
use crate::resolve::bindings::types::classes::last_name;
use crate::resolve::bindings::used::Meaning;
use crate::text::normal::find_words;

/// Returns the meaning of a use.
pub(super) fn meaning(used: UsedName<'_>, role: &NameRole, target_space: u8) -> Meaning {
    let UsedName { project, graph, place, range } = used;
    let (file, name) = (place.file, graph.slice(range));
    if let Some(meaning) = special_meaning(used, role) {
        return meaning;
    }
    match role {
        NameRole::Text => of_full_path(used).map_or(Meaning::Prose, Meaning::Is),
        NameRole::Comment => Meaning::Prose,
        NameRole::ModulePath | NameRole::Applied(_) => Meaning::Not,
        NameRole::Unread => Meaning::Unknown(Doubt::Unread),
        NameRole::Ordered => Meaning::PossiblyExternal(Doubt::Fixed),
        NameRole::Reached(None) => reached(used),
        // An object whose members are accessed by strings often has more members than its type declares.
        NameRole::Reached(Some(of)) => match of_member(used, of) {
            Meaning::Not if matches!(project.kind_of(place, of, 0), InferredType::Module(_)) => Meaning::Not,
            Meaning::Not | Meaning::Unknown(_) => Meaning::Unknown(Doubt::Quoted),
            meaning => meaning,
        },
        NameRole::Bound(id) => of_bound_name(used, *id, target_space),
        NameRole::Imported(path) => of_imported_name(used, path, target_space),
        NameRole::Given(id) => Meaning::Is(project.key_of(file, *id, 0)),
        NameRole::Label(callee) => match of_label(used, callee.as_ref()) {
            meaning @ Meaning::Unknown(_) => of_expected_label(used).unwrap_or(meaning),
            meaning => meaning,
        },
        NameRole::Exported => of_found(
            project,
            project.look_up(Place { file, byte: 0 }, name, Lookup::of(space::ALL, 0)),
            graph,
        ),
        NameRole::Quoted | NameRole::Plain => of_plain_name(used, role),
        NameRole::Member(of) => match of_member(used, of) {
            meaning @ (Meaning::Not | Meaning::Unknown(_)) => of_expected_member(used).unwrap_or(meaning),
            meaning => meaning,
        },
        NameRole::Token(TokenBefore::Nothing) => of_lone_token(used),
        NameRole::Token(TokenBefore::Object | TokenBefore::Type) => Meaning::Unknown(Doubt::OtherObject),
        NameRole::Attribute(path) => {
            let mut path = path.clone();
            path.push(name.to_owned());
            match project.import(place, &path, Lookup::of(space::VALUE | space::TYPE, 0)) {
                Found::Definition(key, ..) => Meaning::Possible(key, Doubt::Macro),
                _ => Meaning::Prose,
            }
        }
        NameRole::Formatted(is_sure) => match project.look_up(place, name, Lookup::of(space::VALUE, 0)) {
            Found::Definition(key, ..) if *is_sure => Meaning::Is(key),
            Found::Definition(key, ..) => Meaning::Possible(key, Doubt::Macro),
            _ => Meaning::Prose,
        },
        NameRole::Token(TokenBefore::Path(path)) => of_path_in_tokens(used, path),
    }
}

/// Returns the meaning of a name where it is bound.
fn of_bound_name(used: UsedName<'_>, id: BindingId, target_space: u8) -> Meaning {
    let UsedName { project, graph, place, range } = used;
    let (file, name) = (place.file, graph.slice(range));
    let binding = &graph.bindings[id];
    if let Some(path) = &binding.import {
        if let Some(found) = project.named_in_module(file, id, 0) {
            return of_found(project, found, graph);
        }
        // `X as X` reexports the name; any other alias is a name of its own.
        let is_same = path.len() > 1 && path.last().is_some_and(|last| last == name);
        if !is_same || project.is_own_name(file, id, 0) {
            return Meaning::Not;
        }
        let wanted = if graph.rules().separate_type_namespace { target_space } else { space::ALL };
        return of_found(
            project,
            project.import(place, path, Lookup::of(wanted, 0).except(Some((file, id)))),
            graph,
        );
    }
    // An alias for a namespace does, too: `import load = ns.load`.
    if let (BindingKind::Module, Some(value)) = (binding.kind, &binding.value)
        && last_name(graph, value) == Some(name)
    {
        return of_found(project, project.resolve(place, value, space::ALL, 0), graph);
    }
    match project.trait_of(file, id) {
        Some(Found::Definition(of_trait, ..)) => Meaning::Is(DefinitionId {
            container: Container::Class(of_trait.into()),
            ..project.key_of(file, id, 0)
        }),
        Some(Found::External) => Meaning::Not,
        Some(_) => Meaning::Unknown(Doubt::Inherited),
        None => Meaning::Is(project.key_of(file, id, 0)),
    }
}

/// Returns the meaning of a name that is imported from the module at `path`.
fn of_imported_name(used: UsedName<'_>, path: &[String], target_space: u8) -> Meaning {
    let UsedName { project, graph, place, range } = used;
    let (file, name) = (place.file, graph.slice(range));
    let path = [path, &[name.to_owned()]].concat();
    let own = graph.by_byte.get(&range.start).map(|id| (file, *id));
    let find = |wanted| project.import(place, &path, Lookup::of(wanted, 0).except(own));
    if !graph.rules().separate_type_namespace {
        return of_found(project, find(space::ALL), graph);
    }
    let found = find(target_space);
    // Which of several modules exists depends on the build configuration; they share one name.
    if found == Found::Unknown
        && let Some(key) = project.modules_of_one_name(place, &path)
    {
        return Meaning::Is(key);
    }
    let others = [space::VALUE, space::TYPE, space::MACRO].into_iter().filter(|one| *one != target_space);
    let more = if graph.rules().separate_function_namespace { vec![space::FIELD] } else { Vec::new() };
    let others = others.chain(more.into_iter().filter(|one| *one != target_space));
    // A module that is private elsewhere is not imported along with another definition of its name.
    let key_of = |found: &Found| match found {
        Found::Definition(key, ..) => Some(key.clone()),
        Found::Module(module) if project.is_module_seen(module, file) => project.key_of_module(module),
        _ => None,
    };
    let others: Vec<(Found, DefinitionId)> =
        others.map(find).filter_map(|found| key_of(&found).map(|key| (found, key))).collect();
    let are_modules = |found: &Found| matches!(found, Found::Module(_));
    match (key_of(&found), &found) {
        (Some(key), _) if others.iter().any(|(_, other)| *other != key) => {
            let is_module = are_modules(&found);
            let of_other_sort = others.iter().filter(|(_, other)| *other != key);
            let is_told = of_other_sort.into_iter().all(|(other, _)| are_modules(other) != is_module);
            match used_as_module(graph, range).filter(|_| is_told) {
                Some(as_module) if as_module == is_module => of_found(project, found, graph),
                Some(_) => Meaning::Not,
                None => Meaning::Unknown(Doubt::BoundAgain),
            }
        }
        (None, Found::Module(Module::File(..))) if !others.is_empty() => Meaning::Not,
        _ => of_found(project, found, graph),
    }
}

/// Returns the meaning of a name that stands alone.
fn of_plain_name(used: UsedName<'_>, role: &NameRole) -> Meaning {
    let UsedName { project, graph, place, range } = used;
    let name = graph.slice(range);
    if *role == NameRole::Plain
        && graph.rules().in_order
        && project.end_of_stub(place.file).is_none()
        && is_before_it_is_bound(graph, place.byte, name)
    {
        return Meaning::PossiblyExternal(Doubt::Unresolved);
    }
    let found = project.resolve(place, &Expr::Name(range.clone()), graph.wanted(range), 0);
    if graph.rules().unqualified_members
        && found == Found::Unknown
        && let Some(key) = project.method_around(place, name)
    {
        return Meaning::Possible(key, Doubt::Inherited);
    }
    of_found(project, found, graph)
}

/// Returns the meaning of a name among the tokens of a macro.
fn of_lone_token(used: UsedName<'_>) -> Meaning {
    let UsedName { project, graph, place, range } = used;
    match project.resolve(place, &Expr::Name(range.clone()), graph.wanted(range), 0) {
        Found::Nowhere | Found::External | Found::Unknown => Meaning::Unknown(Doubt::Macro),
        found => match of_found(project, found, graph) {
            Meaning::Is(key) if tokens::may_name_field(project, graph, place, range) => {
                Meaning::Possible(key, Doubt::Macro)
            }
            meaning => meaning,
        },
    }
}

/// Returns the meaning of the last name of a path among the tokens of a macro.
fn of_path_in_tokens(used: UsedName<'_>, path: &[String]) -> Meaning {
    let UsedName { project, graph, place, range } = used;
    // A member of the class around: `Self::X`.
    if let [own] = path
        && graph.rules().own_class.contains(own)
        && let Some(at) = graph.text[..range.start].rfind(own.as_str())
    {
        return of_member(used, &Expr::Name(at..at + own.len()));
    }
    let path = [path, &[graph.slice(range).to_owned()]].concat();
    let wanted = graph.wanted(range);
    match project.import(place, &path, Lookup::of(wanted, 0)) {
        Found::Nowhere | Found::Unknown => Meaning::Unknown(Doubt::Macro),
        Found::External if path.len() == 2 && graph.declares_generic(range.start, &path[0]) => {
            Meaning::Unknown(Doubt::OtherObject)
        }
        Found::External => {
            let all = project.found_where_called(place, &path, wanted);
            let keys = all.into_iter().filter_map(|found| match found {
                Found::Definition(key, ..) => Some(key),
                _ => None,
            });
            let mut keys: Vec<DefinitionId> = keys.collect();
            match keys.len() {
                0 => Meaning::Not,
                1 => Meaning::Is(keys.remove(0)),
                _ => Meaning::OneOf(keys),
            }
        }
        found => of_found(project, found, graph),
    }
}

/// Returns whether a file uses what it imports by a name only as a module (`name::…`), or never so; `None` if it does
/// both or neither, or if other files may use the import.
fn used_as_module(graph: &BindingGraph, import: &Range<usize>) -> Option<bool> {
    let rules = graph.rules();
    let is_module = |binding: &Binding| binding.kind == BindingKind::Module && binding.body_scope.is_none();
    let statement = |at: usize| {
        let kind = &rules.tree.as_ref()?.import;
        let node = graph.tree.root_node().descendant_for_byte_range(at, at);
        std::iter::successors(node, Node::parent).find(|node| node.kind() == kind)
    };
    let own = graph.slice(&statement(import.start)?.byte_range());
    if graph.bindings.iter().any(is_module)
        || rules.visibility.iter().any(|word| own.starts_with(word.as_str()))
    {
        return None;
    }
    let name = graph.slice(import);
    let own_uses = find_words(&graph.text, name).filter(|at| {
        let before = graph.text[..*at].trim_end();
        !before.ends_with("::") && !before.ends_with('.') && statement(*at).is_none()
    });
    let mut ways = own_uses.map(|at| graph.text[at + name.len()..].trim_start().starts_with("::"));
    let first = ways.next()?;
    ways.all(|way| way == first).then_some(first)
}

/// Returns the meaning of a name in the braces of a literal or a pattern in unparsed macro input: a field, if the path
/// before the braces refers to something with a field of the name.
pub(super) fn token_field(used: UsedName<'_>, role: &NameRole) -> Option<Meaning> {
    let UsedName { project, graph, place, range } = used;
    let is_token = *role == NameRole::Token(TokenBefore::Nothing);
    let path = is_token.then(|| graph.literal_around(range)).flatten()?;
    let found = match project.import(place, &path, Lookup::of(space::TYPE | space::VALUE, 0)) {
        Found::External => project.found_where_called(place, &path, space::TYPE | space::VALUE).pop()?,
        found => found,
    };
    let owner = project
        .owner_found(&found)
        .map_or_else(|| project.kind_of_found(found, None, 0), InferredType::Class);
    let (InferredType::Class(owner) | InferredType::Object(owner)) = owner else { return None };
    let Found::Definition(key, ..) = project.member(&owner, graph.slice(range), space::FIELD, 0) else {
        return None;
    };
    match graph.text[range.end..].trim_start().starts_with(':') {
        true => Some(Meaning::Is(key)),
        // A shorthand names the field and a variable.
        false => Some(Meaning::Possible(key, Doubt::Macro)),
    }
}

/// Returns whether code at a byte offset runs before the file binds the name there.
fn is_before_it_is_bound(graph: &BindingGraph, byte: usize, name: &str) -> bool {
    if graph.is_deferred {
        return false;
    }
    let at = graph.scope_at(byte);
    let is_at_once = graph.around(at).all(|at| graph.scopes[at].sort != Sort::Function);
    let is_seen = |at: usize| graph.bound(at, name).iter().any(|id| graph.in_effect_from(*id) <= byte);
    if graph.around(at).any(|at| graph.scopes[at].sort == Sort::Class && is_seen(at)) {
        return false;
    }
    let bound = graph.bound(TOP, name);
    is_at_once && !bound.is_empty() && bound.iter().all(|id| graph.bindings[*id].name.start > byte)
}

/// Returns the meaning of a use that its role or its surroundings determine without an ordinary lookup, such as a
/// string, code with a syntax error, or a private name; `None` for other uses.
fn special_meaning(used: UsedName<'_>, role: &NameRole) -> Option<Meaning> {
    let UsedName { project, graph, place, range } = used;
    if *role == NameRole::Text
        && let Some(meaning) = of_text(used)
    {
        return Some(meaning);
    }
    // It is parsed like the argument of a generic type.
    if *role == NameRole::Quoted
        && let Some(key) = of_choice(used)
    {
        return Some(Meaning::Is(key));
    }
    let shapes = graph.rules().shapes.as_ref()?;
    let is_code = !matches!(role, NameRole::Comment | NameRole::Text | NameRole::ModulePath);
    if is_code && graph.is_broken(range.start) {
        return Some(Meaning::Unknown(Doubt::Unread));
    }
    if is_code && graph.is_opaque(range.start) {
        return Some(Meaning::PossiblyExternal(Doubt::Unresolved));
    }
    if let NameRole::Bound(id) = role
        && graph.is_loose(*id)
    {
        return Some(Meaning::PossiblyExternal(Doubt::BoundAgain));
    }
    let root = match role {
        NameRole::Plain => Some(range),
        NameRole::Member(of) => path_root(of),
        _ => None,
    };
    if root.is_some_and(|root| project.is_of_script(Place { byte: root.start, ..place }, graph.slice(root))) {
        return Some(Meaning::PossiblyExternal(Doubt::Unresolved));
    }
    if *role == NameRole::Plain && graph.is_whole_module(place.byte, graph.slice(range)) {
        return Some(Meaning::Not);
    }
    if *role == NameRole::Text
        && let Some(meaning) = of_expected_key(used)
    {
        return Some(meaning);
    }
    if *role == NameRole::Text && graph.is_key(range, shapes) {
        return Some(keyed_member(used).unwrap_or(Meaning::Unknown(Doubt::Quoted)));
    }
    let marked = graph.marked(range);
    if !matches!(role, NameRole::Member(_) | NameRole::Plain) || marked == *range {
        return None;
    }
    let name = graph.slice(&marked);
    let around: Vec<usize> = graph.around(graph.scope_at(place.byte)).collect();
    let id = around.into_iter().find_map(|at| graph.bound(at, name).first().copied());
    Some(id.map_or(Meaning::Unknown(Doubt::OtherObject), |id| Meaning::Is(project.key_of(place.file, id, 0))))
}
