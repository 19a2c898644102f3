//! The meaning of labels: names of arguments, and keys of literals.

use std::ops::Range;

use tree_sitter::Node;

use super::members::of_either;
use super::used_name::{UsedName, of_found};
use crate::lang::field;
use crate::resolve::bindings::file::expr::expr;
use crate::resolve::bindings::file::graph::{BindingGraph, BindingId, BindingKind, Expr, space};
use crate::resolve::bindings::lookup::names::Lookup;
use crate::resolve::bindings::lookup::results::{DefinitionId, Found, InferredType};
use crate::resolve::bindings::problem::Doubt;
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::types::arity::parameters_of;
use crate::resolve::bindings::types::classes::{Open, last_name};
use crate::resolve::bindings::used::{Meaning, Target, is_exported};
use crate::text::normal::find_word;

/// Returns the meaning of the label of an argument, or of the key of a literal.
pub(super) fn of_label(used: UsedName<'_>, callee: Option<&Expr>) -> Meaning {
    let UsedName { project, graph, place, range } = used;
    let Some(callee) = callee else { return Meaning::Not };
    let name = graph.slice(range);
    let is_own =
        || matches!(project.kind_of(place, callee, 0), InferredType::Function(..) | InferredType::Class(_));
    let passed_to = passed_on_callee(graph, range).filter(|_| !is_own());
    let callee = passed_to.as_ref().unwrap_or(callee);
    if graph.rules().keys_or_values {
        return of_key(used, callee);
    }
    let doubt = if is_taken_out(graph, range) { Doubt::Destructured } else { Doubt::Label };
    match project.kind_of_owner(place, callee, 0) {
        InferredType::Class(ref key) if let Some(taken) = taken_by_class(project, key, name) => taken,
        ref kind @ (InferredType::Class(ref key) | InferredType::Object(ref key)) => {
            let wanted = if graph.rules().separate_field_namespace { space::FIELD } else { space::ALL };
            let wanted = if graph.wanted(range) == space::TYPE { space::TYPE } else { wanted };
            let wanted = graph.side(kind, project, wanted);
            match member_or_spread(project, key, name, wanted) {
                // The members of the class are unknown.
                Found::Nowhere if project.stands_for_others(key) || project.is_made_of_others(key) => {
                    Meaning::Unknown(doubt)
                }
                found => of_found(project, found, graph),
            }
        }
        InferredType::Either(ref classes) => of_either(project, classes, name, doubt),
        InferredType::Plain
        | InferredType::LibraryObject(_)
        | InferredType::OpaqueGeneric
        | InferredType::ContainerOf(_) => Meaning::Not,
        InferredType::Function(file, id)
            if project.graph(file).is_some_and(|graph| has_parameter(graph, id, name)) =>
        {
            Meaning::Not
        }
        InferredType::Module(module) => {
            of_found(project, project.in_module(&module, name, space::ALL, 0), graph)
        }
        InferredType::External if makes_foreign(used, callee) => Meaning::Not,
        _ if graph.rules().duck_typed && keeps_arguments(used, callee) => Meaning::Not,
        _ => Meaning::Unknown(doubt),
    }
}

/// Returns whether a destructuring pattern takes the labeled member out of an object: `const { run } = get()`.
fn is_taken_out(graph: &BindingGraph, label: &Range<usize>) -> bool {
    let node = graph.tree.root_node().descendant_for_byte_range(label.start, label.end);
    std::iter::successors(node, Node::parent).take(2).any(|node| node.kind().ends_with("_pattern"))
}

/// Returns the member of a class, or the export of a module that is spread into the object of the class.
fn member_or_spread(project: &Project, class: &DefinitionId, name: &str, wanted: u8) -> Found {
    match project.member(class, name, wanted, 0) {
        found @ Found::Definition(..) => found,
        found => project.spread_member(class, name).unwrap_or(found),
    }
}

/// Returns whether a call constructs an object of a class from outside of the project, without a class or function of
/// the project among the arguments to which it might pass the labeled argument on.
fn makes_foreign(used: UsedName<'_>, callee: &Expr) -> bool {
    let UsedName { project, graph, place, range } = used;
    let rules = graph.rules();
    let class = last_name(graph, callee).unwrap_or_default();
    let is_class = class.starts_with(char::is_uppercase) && class.contains(char::is_lowercase);
    if !rules.duck_typed || !is_class || rules.mock_classes.iter().any(|one| one == class) {
        return false;
    }
    let label = graph.tree.root_node().descendant_for_byte_range(range.start, range.end);
    let list = label.and_then(|label| label.parent()?.parent());
    let first = list.and_then(|list| list.named_child(0));
    first.is_some_and(|first| {
        let given = project.kind_of(place, &expr(rules, &graph.text, first, 0), 0);
        !matches!(given, InferredType::Class(_) | InferredType::Function(..))
    })
}

/// Returns whether a named argument is one of a function of the language or its library, which passes it on to nothing of
/// the project: `print(end="")`, `sorted(key=...)`, `"{end}".format(end=1)`.
fn keeps_arguments(used: UsedName<'_>, callee: &Expr) -> bool {
    let UsedName { project, graph, place, .. } = used;
    let rules = graph.rules();
    match callee {
        Expr::Name(name) => {
            let word = graph.slice(name);
            let is_one = |words: &[String]| words.iter().any(|own| own == word);
            let find = || project.look_up(place, word, Lookup::of(space::ALL, 0));
            is_one(&rules.globals) && !is_one(&rules.keyword_takers) && find() == Found::Nowhere
        }
        Expr::Member(owner, _) => matches!(
            project.kind_of(place, owner, 0),
            InferredType::Plain
                | InferredType::LibraryObject(_)
                | InferredType::ContainerOf(_)
                | InferredType::MapOf(..)
                | InferredType::Tuple(_)
        ),
        _ => false,
    }
}

/// Returns the expression to which a label belongs if the call passes it on to its first argument or its receiver:
/// `partial(f, size=1)`, `replace(one, size=1)`.
fn passed_on_callee(graph: &BindingGraph, label: &Range<usize>) -> Option<Expr> {
    let rules = graph.rules();
    if rules.argument_forwarders.is_empty() {
        return None;
    }
    let node = graph.tree.root_node().descendant_for_byte_range(label.start, label.end);
    let list = std::iter::successors(node, Node::parent)
        .take(3)
        .find(|node| node.parent().is_some_and(|call| field(call, "arguments") == Some(*node)))?;
    let function = field(list.parent()?, "function")?;
    let called = graph.slice(&function.byte_range());
    let passes = |word: &String| word == called || word.starts_with('.') && called.ends_with(word.as_str());
    let passer = rules.argument_forwarders.iter().find(|word| passes(word))?;
    let of = if passer.starts_with('.') { field(function, "object")? } else { list.named_child(0)? };
    Some(expr(rules, &graph.text, of, 0))
}

/// Returns the meaning of a named argument of a class whose initializers take arguments of any name; `None` if the
/// class has no known initializer.
fn taken_by_class(project: &Project, class: &DefinitionId, name: &str) -> Option<Meaning> {
    let rules = project.rules;
    let mark = rules.rest_mark.as_ref()?;
    let (all, open) = project.ancestry(class);
    let own = |class: &DefinitionId| {
        let members = rules.initialisers.iter();
        members.filter_map(|own| project.own_member(class, own, space::ALL)).collect::<Vec<_>>()
    };
    // A decorator of a class may replace its initializer.
    let first = all.iter().find(|class| !own(class).is_empty() || project.is_wrapped(class))?;
    if own(first).is_empty() {
        return None;
    }
    let makers = all.iter().flat_map(own);
    let mut makes_fields = false;
    for (file, id) in makers {
        let graph = project.graph(file)?;
        let scope = graph.bindings[id].body_scope?;
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
        makes_fields |= rules.field_setters.iter().any(|maker| find_word(code, maker).is_some());
    }
    // How the bases use names that no initializer declares is unknown.
    match project.member(class, name, space::ALL, 0) {
        Found::Definition(key, ..) if makes_fields || open != Open::No => {
            Some(Meaning::Possible(key, Doubt::Label))
        }
        _ => Some(Meaning::Not),
    }
}

/// Returns whether all objects of the classes with a member are made by written initializers, none of which accepts the
/// name as an argument.
pub(super) fn has_own_makers(project: &Project, target: &Target, name: &str) -> bool {
    let classes: Option<Vec<DefinitionId>> = target.keys.iter().map(|key| key.class().cloned()).collect();
    let Some(classes) = classes.filter(|classes| !classes.is_empty()) else { return false };
    let heirs = classes.iter().flat_map(|class| project.subclasses_of(class));
    classes
        .iter()
        .cloned()
        .chain(heirs)
        .all(|class| taken_by_class(project, &class, name) == Some(Meaning::Not))
}

/// Returns the meaning of the key of a literal: a field of the object that the literal makes, or a value.
fn of_key(used: UsedName<'_>, callee: &Expr) -> Meaning {
    let UsedName { project, graph, place, range } = used;
    let name = graph.slice(range);
    let kind = project.kind_of(place, callee, 0);
    let value = || project.look_up(place, name, Lookup::of(space::ALL, 0));
    let is_list = |kind: InferredType| matches!(project.elements_of(kind, 0), InferredType::Unknown);
    match &kind {
        InferredType::Plain | InferredType::ContainerOf(_) | InferredType::MapOf(..) => {
            return of_found(project, value(), graph);
        }
        InferredType::Object(key) | InferredType::Class(key) => {
            if let Found::Definition(key, ..) = member_or_spread(project, key, name, space::ALL) {
                return Meaning::Is(key);
            }
            if !is_list(InferredType::Object(key.clone())) {
                return of_found(project, value(), graph);
            }
        }
        _ => {}
    }
    let is_hidden = graph.rules().capital_exports && !is_exported(name);
    match value() {
        // A field that is invisible to other packages cannot belong to an external type.
        Found::Definition(key, ..) if kind == InferredType::External && is_hidden => Meaning::Is(key),
        Found::Definition(key, ..) if kind == InferredType::External => Meaning::Possible(key, Doubt::Label),
        Found::Definition(..) | Found::Unknown => Meaning::PossiblyExternal(Doubt::Label),
        _ if kind == InferredType::External => Meaning::Not,
        _ => Meaning::Unknown(Doubt::Label),
    }
}

/// Returns whether a function has a parameter of a name.
fn has_parameter(graph: &BindingGraph, function: BindingId, name: &str) -> bool {
    let Some((_, parameters)) = parameters_of(graph, &graph.bindings[function].name) else { return false };
    let bound = graph.bound_in(&parameters.byte_range()).iter().map(|id| &graph.bindings[*id]);
    bound.filter(|one| one.kind == BindingKind::Parameter).any(|one| graph.slice(&one.name) == name)
}
