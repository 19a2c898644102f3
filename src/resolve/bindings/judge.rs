//! Decides of each use of a name whether it means a definition.

use std::collections::HashMap;
use std::ops::Range;

use tree_sitter::Node;

use super::arity::parameters_of;
use super::classes::Open;
use super::expr::expr;
use super::found::{ExprKind, Found, Home, Key, Place};
use super::graph::{BindingId, BindingKind, Expr, FileId, Graph, Sort, TOP, space};
use super::likely::class_of;
use super::lookup::Lookup;
use super::problem::Doubt;
use super::project::Project;
use super::role::{NameRole, TokenBefore};
use super::tokens;
use super::used::{Meaning, Target, Use, Verdict, is_exported, is_member};
use crate::lang::{Expression, ExpressionKind, field};
use crate::text::normal::word_at;

/// All uses of a word in the files that have it, with what each means.
pub(super) fn uses(project: &Project, name: &str, wanted: u8) -> Vec<Use> {
    let mut found = Vec::new();
    for file in project.files_with(name) {
        let Some(graph) = project.graph(file) else {
            found.extend(project.places_of(file, name).map(|at| Use {
                file,
                range: at..at + name.len(),
                role: NameRole::Unread,
                meaning: Meaning::Unknown(Doubt::Unread),
                verdict: Verdict::Undecidable(Doubt::Unread),
                wanted: space::ALL,
                is_unlikely: false,
            }));
            continue;
        };
        let unsure = tokens::unsure(graph, name);
        let verdict = Verdict::Unrelated;
        let is_unlikely = false;
        // Where conditional text is left out, the words are in the text and not in the tree.
        for at in project.places_of(file, name) {
            let range = at..at + name.len();
            let role = match graph.slice(&range) == name {
                true => graph.role(&range),
                false => NameRole::Unread,
            };
            let used = UsedName { project, graph, place: Place { file, byte: at }, range: &range };
            if let Some(callee) = graph.shorthands.get(&at) {
                let role = NameRole::Label(callee.clone());
                let is_taken = ["ref", "mut"].iter().any(|word| graph.text[..at].trim_end().ends_with(word));
                let meaning = match meaning(used, &role, wanted) {
                    Meaning::Is(key) if is_taken => Meaning::Maybe(key, Doubt::Label),
                    meaning => meaning,
                };
                let range = range.clone();
                let wanted = space::FIELD;
                found.push(Use { file, range, role, meaning, verdict, wanted, is_unlikely });
            }
            if let Some(id) = graph.given_fields.get(&at) {
                let (range, role) = (range.clone(), NameRole::Given(*id));
                let meaning = Meaning::Is(project.key_of(file, *id, 0));
                let wanted = space::ALL;
                found.push(Use { file, range, role, meaning, verdict, wanted, is_unlikely });
            }
            if let Some(meaning) = token_field(used, &role) {
                let wanted = space::FIELD;
                found.push(Use { file, range, role, meaning, verdict, wanted, is_unlikely });
                continue;
            }
            let mut meaning = meaning(used, &role, wanted);
            if unsure.contains(&at) {
                meaning = match meaning {
                    Meaning::Is(key) => Meaning::Maybe(key, Doubt::Macro),
                    Meaning::Unknown(doubt) => Meaning::Open(doubt),
                    other => other,
                };
            }
            let wanted = graph.wanted(&range);
            found.push(Use { file, range, role, meaning, verdict, wanted, is_unlikely });
        }
    }
    found
}

/// A name where it is used.
#[derive(Clone, Copy)]
struct UsedName<'p> {
    project: &'p Project,
    graph: &'p Graph,
    place: Place,
    range: &'p Range<usize>,
}

/// What a use means.
fn meaning(used: UsedName<'_>, role: &NameRole, target_space: u8) -> Meaning {
    let UsedName { project, graph, place, range } = used;
    let (file, name) = (place.file, graph.slice(range));
    if let Some(meaning) = special_meaning(used, role) {
        return meaning;
    }
    match role {
        NameRole::Comment | NameRole::Text => Meaning::Prose,
        NameRole::ModulePath => Meaning::Not,
        NameRole::Unread => Meaning::Unknown(Doubt::Unread),
        NameRole::Ordered => Meaning::Open(Doubt::Fixed),
        NameRole::Reached(None) => reached(used),
        // An object that is asked for a name by a string is often more than its type says.
        NameRole::Reached(Some(of)) => match of_member(used, of) {
            Meaning::Not if matches!(project.kind_of(place, of, 0), ExprKind::Module(_)) => Meaning::Not,
            Meaning::Not | Meaning::Unknown(_) => Meaning::Unknown(Doubt::Quoted),
            meaning => meaning,
        },
        NameRole::Bound(id) => {
            let binding = &graph.bindings[*id];
            if let Some(path) = &binding.import {
                // `X as X` gives the name on; any other alias is a name of its own.
                let is_same = path.len() > 1 && path.last().is_some_and(|last| last == name);
                if !is_same {
                    return Meaning::Not;
                }
                let wanted = if graph.rules().type_space { target_space } else { space::ALL };
                return of_found(
                    project,
                    project.import(place, path, Lookup::of(wanted, 0).except(Some((file, *id)))),
                    graph,
                );
            }
            match project.trait_of(file, *id) {
                Some(Found::Key(of_trait, ..)) => {
                    Meaning::Is(Key { home: Home::Class(of_trait.into()), ..project.key_of(file, *id, 0) })
                }
                Some(Found::External) => Meaning::Not,
                Some(_) => Meaning::Unknown(Doubt::Inherited),
                None => Meaning::Is(project.key_of(file, *id, 0)),
            }
        }
        NameRole::Imported(path) => {
            let mut path = path.clone();
            path.push(name.to_owned());
            let own = graph.by_byte.get(&range.start).map(|id| (file, *id));
            let find = |wanted| project.import(place, &path, Lookup::of(wanted, 0).except(own));
            if !graph.rules().type_space {
                return of_found(project, find(space::ALL), graph);
            }
            let found = find(target_space);
            let others =
                [space::VALUE, space::TYPE, space::MACRO].into_iter().filter(|one| *one != target_space);
            let more = if graph.rules().functions_apart { vec![space::FIELD] } else { Vec::new() };
            let others = others.chain(more.into_iter().filter(|one| *one != target_space));
            let mut others = others.map(find).filter_map(|found| match found {
                Found::Key(key, ..) => Some(key),
                _ => None,
            });
            match &found {
                Found::Key(key, ..) if others.any(|other| other != *key) => {
                    Meaning::Unknown(Doubt::BoundAgain)
                }
                _ => of_found(project, found, graph),
            }
        }
        NameRole::Given(id) => Meaning::Is(project.key_of(file, *id, 0)),
        NameRole::Label(callee) => {
            let Some(callee) = callee else { return Meaning::Not };
            let is_own =
                || matches!(project.kind_of(place, callee, 0), ExprKind::Function(..) | ExprKind::Class(_));
            let passed_to = given_first(graph, range).filter(|_| !is_own());
            let callee = passed_to.as_ref().unwrap_or(callee);
            if graph.rules().keys_or_values {
                return of_key(used, callee);
            }
            match project.kind_of(place, callee, 0) {
                ExprKind::Class(ref key) if let Some(taken) = taken_by_class(project, key, name) => taken,
                ref kind @ (ExprKind::Class(ref key) | ExprKind::Object(ref key)) => {
                    let wanted = if graph.rules().fields_apart { space::FIELD } else { space::ALL };
                    let wanted = if graph.wanted(range) == space::TYPE { space::TYPE } else { wanted };
                    let wanted = graph.side(kind, project, wanted);
                    of_found(project, project.member(key, name, wanted, 0), graph)
                }
                ExprKind::Plain | ExprKind::Shell | ExprKind::Holder(_) => Meaning::Not,
                ExprKind::Function(file, id)
                    if project.graph(file).is_some_and(|graph| has_parameter(graph, id, name)) =>
                {
                    Meaning::Not
                }
                ExprKind::Module(module) => {
                    of_found(project, project.in_module(&module, name, space::ALL, 0), graph)
                }
                _ => Meaning::Unknown(Doubt::Label),
            }
        }
        NameRole::Exported => of_found(
            project,
            project.look_up(Place { file, byte: 0 }, name, Lookup::of(space::ALL, 0)),
            graph,
        ),
        NameRole::Quoted | NameRole::Plain => {
            if *role == NameRole::Plain
                && graph.rules().in_order
                && project.end_of_stub(file).is_none()
                && is_before_it_is_bound(graph, place.byte, name)
            {
                return Meaning::Open(Doubt::Shadowed);
            }
            of_found(
                project,
                project.resolve(place, &Expr::Name(range.clone()), graph.wanted(range), 0),
                graph,
            )
        }
        NameRole::Member(of) => of_member(used, of),
        NameRole::Token(TokenBefore::Nothing) => {
            match project.resolve(place, &Expr::Name(range.clone()), graph.wanted(range), 0) {
                Found::Nowhere | Found::External | Found::Unknown => Meaning::Unknown(Doubt::Macro),
                found => of_found(project, found, graph),
            }
        }
        NameRole::Token(TokenBefore::Object | TokenBefore::Type) => Meaning::Unknown(Doubt::OtherObject),
        NameRole::Attribute(path) => {
            let mut path = path.clone();
            path.push(name.to_owned());
            match project.import(place, &path, Lookup::of(space::VALUE | space::TYPE, 0)) {
                Found::Key(key, ..) => Meaning::Maybe(key, Doubt::Macro),
                _ => Meaning::Prose,
            }
        }
        NameRole::Formatted(is_sure) => match project.look_up(place, name, Lookup::of(space::VALUE, 0)) {
            Found::Key(key, ..) if *is_sure => Meaning::Is(key),
            Found::Key(key, ..) => Meaning::Maybe(key, Doubt::Macro),
            _ => Meaning::Prose,
        },
        NameRole::Token(TokenBefore::Path(path)) => {
            let mut path = path.clone();
            path.push(name.to_owned());
            let wanted = graph.wanted(range);
            match project.import(place, &path, Lookup::of(wanted, 0)) {
                Found::Nowhere | Found::Unknown => Meaning::Unknown(Doubt::Macro),
                Found::External if path.len() == 2 && graph.declares_generic(range.start, &path[0]) => {
                    Meaning::Unknown(Doubt::OtherObject)
                }
                found => of_found(project, found, graph),
            }
        }
    }
}

/// What a name means that stands, where nothing is parsed, in the braces of a literal or a pattern: a field, if what stands
/// before the braces has one of the name.
fn token_field(used: UsedName<'_>, role: &NameRole) -> Option<Meaning> {
    let UsedName { project, graph, place, range } = used;
    let is_token = *role == NameRole::Token(TokenBefore::Nothing);
    let path = is_token.then(|| graph.literal_around(range)).flatten()?;
    let found = project.import(place, &path, Lookup::of(space::TYPE | space::VALUE, 0));
    let (ExprKind::Class(owner) | ExprKind::Object(owner)) = project.kind_of_found(found, None, 0) else {
        return None;
    };
    let Found::Key(key, ..) = project.member(&owner, graph.slice(range), space::FIELD, 0) else {
        return None;
    };
    match graph.text[range.end..].trim_start().starts_with(':') {
        true => Some(Meaning::Is(key)),
        // By one name for the field and a variable.
        false => Some(Meaning::Maybe(key, Doubt::Macro)),
    }
}

/// What a label names a part of where a call passes it on to its first argument, or to the object that it belongs to:
/// `partial(f, size=1)`, `replace(one, size=1)`.
fn given_first(graph: &Graph, label: &Range<usize>) -> Option<Expr> {
    let rules = graph.rules();
    if rules.label_passers.is_empty() {
        return None;
    }
    let node = graph.tree.root_node().descendant_for_byte_range(label.start, label.end);
    let list = std::iter::successors(node, Node::parent)
        .take(3)
        .find(|node| node.parent().is_some_and(|call| field(call, "arguments") == Some(*node)))?;
    let function = field(list.parent()?, "function")?;
    let called = graph.slice(&function.byte_range());
    let passes = |word: &String| word == called || word.starts_with('.') && called.ends_with(word.as_str());
    let passer = rules.label_passers.iter().find(|word| passes(word))?;
    let of = if passer.starts_with('.') { field(function, "object")? } else { list.named_child(0)? };
    Some(expr(rules, &graph.text, of, 0))
}

/// Whether the text of a file reaches a place before anything has bound the name there.
fn is_before_it_is_bound(graph: &Graph, byte: usize, name: &str) -> bool {
    if graph.is_deferred {
        return false;
    }
    let at = graph.scope_at(byte);
    let is_at_once = graph.around(at).all(|at| graph.scopes[at].sort != Sort::Function);
    let is_seen = |at: usize| graph.bound(at, name).iter().any(|id| graph.runs_from(*id) <= byte);
    if graph.around(at).any(|at| graph.scopes[at].sort == Sort::Class && is_seen(at)) {
        return false;
    }
    let bound = graph.bound(super::graph::TOP, name);
    is_at_once && !bound.is_empty() && bound.iter().all(|id| graph.bindings[*id].name.start > byte)
}

/// What a string means that is given to what reaches names by strings.
fn reached(used: UsedName<'_>) -> Meaning {
    let UsedName { project, graph, place, range } = used;
    let is_quote = |char: char| matches!(char, '"' | '\'' | '`');
    let start = graph.text[..range.start].rfind(is_quote).map_or(range.start, |at| at + 1);
    let whole = &graph.text[start..range.end];
    let Some((module, name)) = whole.rsplit_once('.') else { return Meaning::Unknown(Doubt::Quoted) };
    let path = [module.to_owned(), name.to_owned()];
    match project.import(place, &path, Lookup::of(space::ALL, 0)) {
        Found::Key(key, ..) => Meaning::Is(key),
        _ => Meaning::Unknown(Doubt::Quoted),
    }
}

/// What a name means that is given to a class by functions of the class that take such names; `None` where it has none.
fn taken_by_class(project: &Project, class: &Key, name: &str) -> Option<Meaning> {
    let rules = project.rules;
    let mark = rules.rest_mark.as_ref()?;
    let (all, open) = project.ancestry(class);
    let own = |class: &Key| {
        let members = rules.initialisers.iter();
        members.filter_map(|own| project.own_member(class, own, space::ALL)).collect::<Vec<_>>()
    };
    // What wraps a class may give it another one.
    let first = all.iter().find(|class| !own(class).is_empty() || project.is_wrapped(class))?;
    if own(first).is_empty() {
        return None;
    }
    let makers = all.iter().flat_map(own);
    let mut makes_fields = false;
    for (file, id) in makers {
        let graph = project.graph(file)?;
        let scope = graph.bindings[id].opens?;
        let is_parameter = |id: &BindingId| graph.bindings[*id].kind == BindingKind::Parameter;
        if graph.bound(scope, name).iter().any(is_parameter) {
            return Some(Meaning::Not);
        }
        let mut parameters = graph.scopes[scope].binds.values().flatten().filter(|id| is_parameter(id));
        let takes_more = parameters.any(|id| graph.text[..graph.bindings[*id].name.start].ends_with(mark));
        if !takes_more {
            return Some(Meaning::Not);
        }
        let code = &graph.text[graph.scopes[scope].range.clone()];
        makes_fields |= rules.field_makers.iter().any(|maker| word_at(code, maker).is_some());
    }
    // Nobody knows what the bases do with names that none of these declares.
    match project.member(class, name, space::ALL, 0) {
        Found::Key(key, ..) if makes_fields || open != Open::No => Some(Meaning::Maybe(key, Doubt::Label)),
        _ => Some(Meaning::Not),
    }
}

/// Whether functions that are written down make all objects of the classes that have a member, and none of these takes
/// arguments of any name.
fn has_own_makers(project: &Project, target: &Target, name: &str) -> bool {
    let classes: Option<Vec<Key>> = target.keys.iter().map(class_of).collect();
    let Some(classes) = classes.filter(|classes| !classes.is_empty()) else { return false };
    let heirs = classes.iter().flat_map(|class| project.heirs_of(class));
    classes
        .iter()
        .cloned()
        .chain(heirs)
        .all(|class| taken_by_class(project, &class, name) == Some(Meaning::Not))
}

/// What the key of a literal means: a field of what the literal makes, or a value.
fn of_key(used: UsedName<'_>, callee: &Expr) -> Meaning {
    let UsedName { project, graph, place, range } = used;
    let name = graph.slice(range);
    let kind = project.kind_of(place, callee, 0);
    let value = || project.look_up(place, name, Lookup::of(space::ALL, 0));
    let is_list = |kind: ExprKind| matches!(project.held_by(kind, 0), ExprKind::Unknown);
    match &kind {
        ExprKind::Plain | ExprKind::Holder(_) | ExprKind::Table(..) => {
            return of_found(project, value(), graph);
        }
        ExprKind::Object(key) | ExprKind::Class(key) => {
            if let Found::Key(key, ..) = project.member(key, name, space::ALL, 0) {
                return Meaning::Is(key);
            }
            if !is_list(ExprKind::Object(key.clone())) {
                return of_found(project, value(), graph);
            }
        }
        _ => {}
    }
    let is_hidden = graph.rules().capital_exports && !is_exported(name);
    match value() {
        // A field that no other package sees is none of what is outside.
        Found::Key(key, ..) if kind == ExprKind::External && is_hidden => Meaning::Is(key),
        Found::Key(key, ..) if kind == ExprKind::External => Meaning::Maybe(key, Doubt::Label),
        Found::Key(..) | Found::Unknown => Meaning::Open(Doubt::Label),
        _ if kind == ExprKind::External => Meaning::Not,
        _ => Meaning::Unknown(Doubt::Label),
    }
}

/// What a member of an object or a module means.
fn of_member(used: UsedName<'_>, of: &Expr) -> Meaning {
    let UsedName { project, graph, place, range } = used;
    let name = graph.slice(range);
    let is_path = graph.code_before(range.start).ends_with("::");
    if is_path {
        if let Some(found) = project.given_here(place, of, name, graph.wanted(range)) {
            return of_found(project, found, graph);
        }
        let owner = project.resolve(place, of, space::TYPE, 0);
        return match project.member_of(&owner, name, graph.wanted(range), 0) {
            // What is none of the project's may have a member by one of its traits.
            Found::External if graph.rules().own_members && project.is_given_to_others(name) => {
                Meaning::Unknown(Doubt::OtherObject)
            }
            // Behind a type stands a member of it, and nothing else.
            Found::Nowhere | Found::Unknown if matches!(owner, Found::Key(..)) => {
                Meaning::Unknown(Doubt::OtherObject)
            }
            Found::Nowhere | Found::Unknown => Meaning::Unknown(Doubt::Shadowed),
            found => of_found(project, found, graph),
        };
    }
    if graph.rules().functions_apart && graph.role(range) != NameRole::Plain {
        let expr = Expr::Member(Box::new(of.clone()), range.clone());
        let wanted = graph.wanted(range);
        // A name behind that of a package.
        if project.is_package_path(place, &expr) {
            match project.resolve(place, &expr, wanted, 0) {
                Found::Key(key, ..) => return Meaning::Is(key),
                Found::Module(_) => return Meaning::Not,
                _ => {}
            }
        }
    }
    match project.kind_of(place, of, 0) {
        ref kind @ (ExprKind::Object(ref key) | ExprKind::Class(ref key)) => {
            match project.member(key, name, graph.side(kind, project, graph.wanted(range)), 0) {
                Found::Key(found, ..) => Meaning::Is(found),
                // It has one of the name, but not here.
                _ if graph.rules().shapes.is_some() && project.own_member(key, name, u8::MAX).is_some() => {
                    Meaning::Open(Doubt::OtherObject)
                }
                Found::External => Meaning::Not,
                _ if let Some(found) = project.spread_member(key, name) => of_found(project, found, graph),
                _ if project.has_own_members_only(key) && !project.is_given_to_others(name) => Meaning::Not,
                // Another class that inherits from both may bring it.
                _ => match project.members_of_heirs(key, name) {
                    Some(keys) => Meaning::OneOf(keys),
                    None => Meaning::Unknown(Doubt::Inherited),
                },
            }
        }
        ExprKind::Either(ref keys) => {
            let members: Option<Vec<Key>> = project.members_of_either(keys, name).into_iter().collect();
            match members.as_deref() {
                Some([first, rest @ ..]) if rest.iter().all(|key| key == first) => Meaning::Is(first.clone()),
                Some(members) => Meaning::OneOf(members.to_vec()),
                None => Meaning::Unknown(Doubt::OtherObject),
            }
        }
        ExprKind::Super(key) => match project.inherited(&key, name) {
            Found::Key(key, ..) => Meaning::Is(key),
            _ if graph.rules().typed_objects
                && matches!(project.ancestry(&key).1, Open::Standard | Open::Foreign) =>
            {
                Meaning::Not
            }
            _ => Meaning::Open(Doubt::Inherited),
        },
        ExprKind::Module(module) => of_found(project, project.in_module(&module, name, space::ALL, 0), graph),
        // It is declared to be of a type from elsewhere, and given an object of the project.
        _ if graph.rules().duck_typed && is_given_member(project, place, of, name) => {
            Meaning::Unknown(Doubt::OtherObject)
        }
        ExprKind::External if graph.rules().closed_externals => Meaning::Not,
        ExprKind::Holder(_) | ExprKind::Table(..) | ExprKind::Row(_) | ExprKind::Giving(_)
            if graph.rules().typed_objects =>
        {
            Meaning::Not
        }
        ExprKind::Unknown if graph.rules().typed_objects => match of {
            // What a package is that is not found, nobody knows.
            Expr::Name(_) if project.resolve(place, of, space::ALL, 0) == Found::Unknown => {
                Meaning::Open(Doubt::Shadowed)
            }
            _ => Meaning::Unknown(Doubt::OtherObject),
        },
        ExprKind::Plain | ExprKind::Shell | ExprKind::Holder(_) | ExprKind::Table(..) | ExprKind::Row(_)
            if !project.is_given_to_others(name) =>
        {
            Meaning::Not
        }
        _ => Meaning::Unknown(Doubt::OtherObject),
    }
}

/// Whether a variable is given an object of a class that has a member of a name, whatever it is declared to be.
fn is_given_member(project: &Project, place: Place, of: &Expr, name: &str) -> bool {
    let Found::Key(_, file, id) = project.resolve(place, of, space::VALUE, 0) else { return false };
    let value = project.graph(file).and_then(|graph| {
        let binding = &graph.bindings[id];
        let value = binding.value.as_ref().filter(|_| binding.declared.is_some())?;
        Some(project.kind_of(Place { file, byte: binding.name.start }, value, 0))
    });
    matches!(value, Some(ExprKind::Object(class)) if project.own_member(&class, name, u8::MAX).is_some())
}

fn of_found(project: &Project, found: Found, graph: &Graph) -> Meaning {
    match found {
        Found::Key(key, ..) => Meaning::Is(key),
        Found::Module(module) => project.key_of_module(&module).map_or(Meaning::Not, Meaning::Is),
        Found::External => Meaning::Not,
        Found::Nowhere
            if graph.rules().seen_members && graph.rules().overloads && !graph.rules().typed_objects =>
        {
            Meaning::Unknown(Doubt::Shadowed)
        }
        Found::Nowhere => Meaning::Not,
        Found::Unknown => Meaning::Unknown(Doubt::Shadowed),
    }
}

/// Decides of all uses.
pub(super) fn judge(project: &Project, target: &Target, name: &str, uses: &mut [Use]) {
    let rivals = SameNamed::of(project, target, name, uses);
    let mut holding: HashMap<FileId, bool> = HashMap::new();
    let is_given = std::cell::LazyCell::new(|| project.is_given_as_object(target, name));
    let mut may_hold = |file, doubt| {
        let mut of_file =
            || *holding.entry(file).or_insert_with(|| project.may_hold_module(file, target, name));
        match doubt {
            Doubt::OtherObject | Doubt::Quoted => of_file() || *is_given,
            _ => doubt == Doubt::Inherited && *is_given,
        }
    };
    let has_mark = !project.mark_of(&target.own.name).is_empty();
    for one in uses.iter_mut() {
        one.verdict = match &one.meaning {
            Meaning::Prose => match super::links::linked(project, one.file, &one.range) {
                Some(key) if target.keys.contains(&key) => Verdict::Certain,
                _ => Verdict::Mention,
            },
            // What only its class sees is never meant without its mark.
            _ if has_mark && one.role != NameRole::Text && !is_marked(project, one) => Verdict::Unrelated,
            Meaning::Not | Meaning::Unknown(_) if rivals.may_be_made(one) => {
                Verdict::Undecidable(Doubt::OtherObject)
            }
            Meaning::Not => Verdict::Unrelated,
            Meaning::Is(key) if target.keys.contains(key) => {
                match is_bound_again(project, target, one, key) {
                    true => Verdict::Undecidable(Doubt::BoundAgain),
                    false => Verdict::Certain,
                }
            }
            Meaning::OneOf(keys) => {
                let is_own = |key: &&Key| target.keys.contains(*key);
                match keys.iter().filter(is_own).count() {
                    0 if !keys.iter().any(|key| target.related.contains_key(key)) => Verdict::Unrelated,
                    count if count == keys.len() => Verdict::Certain,
                    _ => Verdict::Undecidable(Doubt::OtherObject),
                }
            }
            Meaning::Maybe(key, doubt) if target.keys.contains(key) => Verdict::Undecidable(*doubt),
            Meaning::Is(key) | Meaning::Maybe(key, _) => {
                target.related.get(key).map_or(Verdict::Unrelated, |doubt| Verdict::Undecidable(*doubt))
            }
            Meaning::Unknown(doubt @ Doubt::Unread) => Verdict::Undecidable(*doubt),
            Meaning::Unknown(_) if one.role == NameRole::Text && !target.is_member => Verdict::Mention,
            Meaning::Unknown(doubt @ Doubt::Macro)
                if target.space == space::FIELD && tokens::is_given_to_own_macro(project, one) =>
            {
                Verdict::Undecidable(*doubt)
            }
            Meaning::Open(_) | Meaning::Unknown(_) if one.wanted & target.space == 0 => Verdict::Unrelated,
            // What the same tokens bind is a variable, and no member of an object.
            Meaning::Open(Doubt::Macro) if target.is_member && tokens::stands_alone(project, one) => {
                Verdict::Unrelated
            }
            // What a class inherits is a member.
            Meaning::Open(Doubt::Inherited) if !target.is_member => Verdict::Unrelated,
            Meaning::Open(doubt) => Verdict::Undecidable(*doubt),
            Meaning::Unknown(_) if !rivals.may_see(project, one.file) => Verdict::Unrelated,
            Meaning::Unknown(doubt)
                if !target.is_member
                    && matches!(one.role, NameRole::Member(_) | NameRole::Reached(Some(_)))
                    && may_hold(one.file, *doubt) =>
            {
                Verdict::Undecidable(*doubt)
            }
            Meaning::Unknown(doubt) => {
                let is_alone = !rivals.is_known && !rivals.may_be_foreign(project, one.file);
                rivals.settle(target, one, *doubt, is_alone)
            }
        };
    }
    super::shapes::doubt_alike(project, target, uses);
}

/// Whether a name has the mark of what only its class sees.
fn is_marked(project: &Project, one: &Use) -> bool {
    project.graph(one.file).is_none_or(|graph| graph.marked(&one.range) != one.range)
}

/// Whether a file binds the definition a second time, where that is an error.
fn is_bound_again(project: &Project, target: &Target, one: &Use, key: &Key) -> bool {
    let is_other = one.file == target.file && one.range.start != target.byte && target.own == *key;
    let is_shared = !matches!(key.home, Home::Scope(..));
    matches!(one.role, NameRole::Bound(_)) && is_other && is_shared && project.rules.typed_objects
}

/// Other definitions of the name in the project.
struct SameNamed {
    members: usize,
    others: usize,
    /// Whether the standard library has members of the name.
    is_known: bool,
    /// The package that alone sees the name.
    package: Option<Home>,
    /// Whether types are told by their members.
    by_shape: bool,
    /// Whether only the class of the member sees it, and those that inherit from it.
    is_hidden: bool,
    /// Whether no class that has the field takes it as an argument: what makes its objects is written down.
    has_own_makers: bool,
    /// Whether a macro that makes definitions is given the name of a variant, and may make a field of it.
    makes_fields: bool,
}

impl SameNamed {
    fn of(project: &Project, target: &Target, name: &str, uses: &[Use]) -> Self {
        let graph = project.graph(target.file);
        let is_hidden = project.rules.capital_exports && !is_exported(name);
        let package = graph.filter(|_| is_hidden).and_then(|graph| project.space_of(target.file, graph, TOP));
        let is_known = package.is_none() && graph.is_some_and(|graph| graph.language.knows_member(name));
        let by_shape = graph.is_some_and(|graph| graph.rules().shapes.is_some());
        let is_variant = target.is_member && target.kind == BindingKind::Class;
        let makes_fields = is_variant && uses.iter().any(|one| tokens::is_given_to_definer(project, one));
        let has_own_makers = target.is_member && has_own_makers(project, target, name);
        let is_hidden = super::shapes::is_hidden(project, target);
        let mut rivals = Self {
            members: 0,
            others: 0,
            is_known,
            package,
            by_shape,
            is_hidden,
            has_own_makers,
            makes_fields,
        };
        for one in uses.iter().filter(|one| rivals.may_see(project, one.file)).collect::<Vec<_>>() {
            if matches!(one.role, NameRole::Token(_)) && matches!(one.meaning, Meaning::Open(_)) {
                // A macro may make a definition of the name.
                rivals.members += 1;
                rivals.others += 1;
            }
            let (NameRole::Bound(id) | NameRole::Given(id)) = one.role else { continue };
            let Some(graph) = project.graph(one.file) else { continue };
            let binding = &graph.bindings[id];
            let is_own = matches!(&one.meaning, Meaning::Is(key) if target.keys.contains(key));
            if is_own || binding.kind == BindingKind::Import || graph.space_of(id) & target.space == 0 {
                continue;
            }
            if is_member(graph, id) { rivals.members += 1 } else { rivals.others += 1 }
        }
        rivals
    }

    /// Whether the name may mean the definition in a file.
    fn may_see(&self, project: &Project, file: FileId) -> bool {
        let own = || project.graph(file).and_then(|graph| project.space_of(file, graph, TOP));
        self.package.is_none() || self.package == own()
    }

    /// Whether an object in a file may come from what is neither the project's nor the standard library's.
    fn may_be_foreign(&self, project: &Project, file: FileId) -> bool {
        self.package.is_none() && project.brings_in_foreign(file)
    }

    /// Whether a use may mean a field that a macro made of the name.
    fn may_be_made(&self, one: &Use) -> bool {
        let is_field = matches!(
            one.role,
            NameRole::Member(_) | NameRole::Label(_) | NameRole::Token(TokenBefore::Object)
        );
        self.makes_fields && is_field
    }

    /// What counts of a use that nothing written tells the meaning of.
    fn settle(&self, target: &Target, one: &Use, doubt: Doubt, is_alone: bool) -> Verdict {
        let needs_member = match &one.role {
            // The end of a path is whatever the path leads to.
            NameRole::Member(_) if doubt == Doubt::Shadowed => target.is_member,
            NameRole::Member(_) | NameRole::Token(TokenBefore::Object | TokenBefore::Type) => true,
            NameRole::Token(TokenBefore::Path(_)) if doubt == Doubt::OtherObject => true,
            NameRole::Reached(Some(_)) if !target.is_member => return Verdict::Unrelated,
            NameRole::Label(_) if self.by_shape && self.is_hidden => return Verdict::Unrelated,
            NameRole::Label(_) if self.by_shape => true,
            NameRole::Label(_) => {
                return if target.is_member
                    && !self.has_own_makers
                    && target.kind != BindingKind::Function
                    && target.kind != BindingKind::Class
                {
                    Verdict::Undecidable(doubt)
                } else {
                    Verdict::Unrelated
                };
            }
            NameRole::Plain
            | NameRole::Quoted
            | NameRole::Token(TokenBefore::Nothing)
            | NameRole::Exported => false,
            _ => return Verdict::Undecidable(doubt),
        };
        match (needs_member, target.is_member) {
            (true, true) if self.members == 0 && is_alone => Verdict::Certain,
            (true, true) => Verdict::Undecidable(doubt),
            (true, false) => Verdict::Unrelated,
            (false, true) if matches!(one.role, NameRole::Token(_)) => Verdict::Undecidable(doubt),
            (false, true) => Verdict::Unrelated,
            (false, false) if self.others == 0 => Verdict::Certain,
            (false, false) => Verdict::Undecidable(doubt),
        }
    }
}

/// Whether a function has a parameter of a name.
fn has_parameter(graph: &Graph, function: BindingId, name: &str) -> bool {
    let Some((_, parameters)) = parameters_of(graph, &graph.bindings[function].name) else { return false };
    let bound = graph.bound_in(&parameters.byte_range()).iter().map(|id| &graph.bindings[*id]);
    bound.filter(|one| one.kind == BindingKind::Parameter).any(|one| graph.slice(&one.name) == name)
}

/// What a use means whose file cannot be parsed, or whose name only its class sees, or that is the key of a member.
fn special_meaning(used: UsedName<'_>, role: &NameRole) -> Option<Meaning> {
    let UsedName { project, graph, place, range } = used;
    if *role == NameRole::Text {
        let string = string_around(graph, range);
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
        if is_in_template(before) || !is_prose && is_made_code(before, behind) {
            return Some(Meaning::Unknown(Doubt::Quoted));
        }
        if is_in_list_of_names(graph, range)
            && let Found::Key(key, ..) =
                project.look_up(Place { byte: 0, ..place }, graph.slice(range), Lookup::of(space::ALL, 0))
        {
            return Some(Meaning::Maybe(key, Doubt::Quoted));
        }
    }
    let shapes = graph.rules().shapes.as_ref()?;
    let is_code = !matches!(role, NameRole::Comment | NameRole::Text | NameRole::ModulePath);
    if is_code && graph.is_broken(range.start) {
        return Some(Meaning::Unknown(Doubt::Unread));
    }
    if is_code && graph.is_opaque(range.start) {
        return Some(Meaning::Open(Doubt::Shadowed));
    }
    if let NameRole::Bound(id) = role
        && graph.is_loose(*id)
    {
        return Some(Meaning::Open(Doubt::BoundAgain));
    }
    if *role == NameRole::Plain && graph.is_whole_module(place.byte, graph.slice(range)) {
        return Some(Meaning::Not);
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

/// The variable to which a call gives its own name, in a string that says nothing else: `T = TypeVar("T")`.
fn named_by(
    project: &Project,
    (file, graph): (FileId, &Graph),
    string: Node<'_>,
    range: &Range<usize>,
) -> Option<Key> {
    let list = string.parent().filter(|list| list.named_child(0) == Some(string))?;
    let call = list.parent().filter(|call| field(*call, "arguments") == Some(list))?;
    let called = graph.slice(&field(call, "function")?.byte_range());
    let called = called.rsplit('.').next().unwrap_or(called);
    let assigned = call.parent().filter(|above| field(*above, "right") == Some(call))?;
    let name = field(assigned, "left")?.byte_range();
    let is_whole = graph.slice(&string.byte_range()).trim_matches(['"', '\'']) == graph.slice(range);
    let is_named = graph.rules().naming_calls.iter().any(|own| own == called);
    let id = *graph.by_byte.get(&name.start)?;
    (is_whole && is_named && graph.slice(&name) == graph.slice(range)).then(|| project.key_of(file, id, 0))
}

/// How far above a string what it is the key of is looked for.
const MOST_AROUND_KEY: usize = 6;

/// What a string means that takes a member of a known object, or of a type, as `q["name"]` does.
fn keyed_member(used: UsedName<'_>) -> Option<Meaning> {
    let UsedName { project, graph, place, range } = used;
    let loosening = graph.rules().shapes.as_ref().map_or(&[][..], |rules| &rules.loosening);
    let string = string_around(graph, range)?;
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
    // A parameter of a type has the members of what it extends.
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
            Found::Key(class, ..) => match project.member(&class, graph.slice(range), space::ALL, 0) {
                Found::Key(key, ..) => Some(key),
                _ => None,
            },
            _ => None,
        },
    };
    meaning.map(Meaning::Is)
}

/// Whether the part of a string before a word ends behind the dot of an object, in the brackets of a template.
fn is_in_template(before: &str) -> bool {
    let is_open =
        |open: &str, close: &str| before.rfind(open).is_some_and(|at| !before[at..].contains(close));
    before.ends_with('.') && (is_open("{{", "}}") || is_open("{%", "%}"))
}

/// Whether a string has the call of a member that something else must close, or that values are put into, as where code is put
/// together. `behind` ends where the string does.
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

/// The string around a word.
fn string_around<'g>(graph: &'g Graph, range: &Range<usize>) -> Option<Node<'g>> {
    let is_string = |node: &Node<'_>| graph.rules().strings.iter().any(|kind| kind == node.kind());
    let node = graph.tree.root_node().descendant_for_byte_range(range.start, range.end);
    std::iter::successors(node, Node::parent).take(2).find(is_string)
}

/// Whether a string stands in a list of strings, all of which are names that the file binds.
fn is_in_list_of_names(graph: &Graph, range: &Range<usize>) -> bool {
    let rules = graph.rules();
    if !rules.duck_typed {
        return false;
    }
    let is_string = |node: &Node<'_>| rules.strings.iter().any(|kind| kind == node.kind());
    let Some(list) = string_around(graph, range).and_then(|string| string.parent()) else { return false };
    let is_row = |rule: &Expression| rule.is == ExpressionKind::Row && rule.kind == list.kind();
    if !rules.literals.iter().any(|kind| kind == list.kind()) && !rules.expressions.iter().any(is_row) {
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

/// Whether a string begins with a word that code put together calls, with more put behind it.
pub(super) fn is_made_name(before: &str, behind: &str) -> bool {
    let hole = behind.strip_prefix('{').and_then(|rest| rest.split_once('}'));
    before.ends_with(['"', '\'', '`']) && hole.is_some_and(|(_, rest)| rest.starts_with('('))
}
