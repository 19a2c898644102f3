//! The definitions that are reached by names which code composes at run time.

use std::collections::HashSet;
use std::ops::Range;

use tree_sitter::Node;

use crate::resolve::bindings::file::expr::expr;
use crate::resolve::bindings::file::graph::{BindingGraph, BindingId, BindingKind, Expr, FileId, TOP, space};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::judge;
use crate::resolve::bindings::lookup::names::Lookup;
use crate::resolve::bindings::lookup::results::{
    Container, DefinitionId, DynamicName, Found, InferredType, LookupScope, Place,
};
use crate::resolve::bindings::problem::Doubt;
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::types::classes::Open;
use crate::resolve::bindings::used::{Meaning, Target, Use, Verdict};
use crate::text::normal::is_word_char;

/// The maximum number of subclasses of a class that are examined.
const MAX_SUBCLASSES: usize = 500;

impl DynamicName {
    /// Returns whether the name may be the given one.
    pub(in crate::resolve::bindings) fn may_be(&self, name: &str) -> bool {
        name.strip_prefix(&*self.start).is_some_and(|rest| rest.ends_with(&*self.end))
    }

    /// Returns the object in which the name is looked up.
    fn object_node<'g>(&self, graph: &'g BindingGraph) -> Option<Node<'g>> {
        let root = graph.tree.root_node();
        match self.within {
            LookupScope::ObjectFrom(at) => {
                let node = root.named_descendant_for_byte_range(at, at);
                let is_argument =
                    |node: &Node<'_>| node.start_byte() == at && !node.kind().ends_with("_list");
                std::iter::successors(node, Node::parent).take_while(is_argument).last()
            }
            LookupScope::ObjectTo(end) => {
                let node = root.descendant_for_byte_range(end.checked_sub(1)?, end);
                let is_object = |node: &Node<'_>| node.end_byte() == end;
                std::iter::successors(node, Node::parent).take_while(is_object).last()
            }
            LookupScope::File | LookupScope::Unsaid => None,
        }
    }
}

/// Returns whether the object or the table in which a name is looked up may have the definition.
pub(in crate::resolve::bindings) fn may_reach(
    project: &Project,
    made: &DynamicName,
    target: &Target,
) -> bool {
    let Some(graph) = project.graph(made.file) else { return true };
    let is_own = |found: Found| matches!(found, Found::Definition(key, ..) if target.keys.contains(&key));
    let name = &*target.own.name;
    if made.within == LookupScope::File {
        let place = Place { file: made.file, byte: made.byte };
        return !target.is_member && is_own(project.look_up(place, name, Lookup::of(space::ALL, 0)));
    }
    let Some(node) = made.object_node(graph) else { return target.is_member };
    let of = expr(graph.rules(), &graph.text, node, 0);
    match project.kind_of(Place { file: made.file, byte: made.byte }, &of, 0) {
        InferredType::Module(module) => is_own(project.in_module(&module, name, space::ALL, 0)),
        InferredType::Object(asked) | InferredType::Class(asked) => {
            let (above, open) = project.ancestry(&asked);
            let may_be = |class: &DefinitionId| {
                above.contains(class) || shares_subclass(project, class, &asked) || open == Open::Unknown
            };
            target.keys.iter().filter_map(DefinitionId::class).any(may_be)
        }
        // No object of another package or of the language has a member of the project.
        InferredType::Plain
        | InferredType::ContainerOf(_)
        | InferredType::MapOf(..)
        | InferredType::Tuple(_) => false,
        _ if target.is_member => true,
        InferredType::Unknown | InferredType::External | InferredType::ExternalResult => {
            project.may_hold_module(made.file, target, name) || project.is_given_as_object(target, name)
        }
        _ => false,
    }
}

/// Returns the prefixes of words that end with a name and are definitions or members somewhere.
pub(in crate::resolve::bindings) fn starts_of_members<'p>(
    project: &'p Project,
    name: &str,
) -> HashSet<&'p str> {
    let finder = memchr::memmem::Finder::new(name.as_bytes());
    let mut found = HashSet::new();
    for source in &project.sources {
        for at in finder.find_iter(source.text.as_bytes()) {
            if !source.text[at + name.len()..].starts_with(is_word_char) {
                let before = &source.text[..at];
                let outside = before.trim_end_matches(is_word_char);
                if outside.ends_with(['.', ' ']) && !outside.ends_with(" as ") {
                    found.insert(&before[outside.len()..]);
                }
            }
        }
    }
    found
}

/// Returns whether a name that ends with the name of a class is called for objects of that class.
pub(in crate::resolve::bindings) fn is_called_by_class(
    project: &Project,
    made: &DynamicName,
    name: &str,
) -> bool {
    let Some(class) = name.strip_prefix(&*made.start).filter(|_| made.object.is_some()) else { return false };
    let has_class = |file: FileId| {
        let graph = project.graph(file);
        graph.is_some_and(|graph| {
            graph.bound(TOP, class).iter().any(|id| graph.bindings[*id].kind == BindingKind::Class)
        })
    };
    !class.is_empty() && project.files_with(class).into_iter().any(has_class)
}

/// Returns whether a class or one of its subclasses also inherits from another class; true if there are too many to
/// examine.
fn shares_subclass(project: &Project, class: &DefinitionId, other: &DefinitionId) -> bool {
    let mut heirs = vec![class.clone()];
    let mut next = 0;
    while let Some(heir) = heirs.get(next) {
        if project.ancestry(heir).0.contains(other) || heirs.len() > MAX_SUBCLASSES {
            return true;
        }
        let more = project.subclasses_of(heir);
        heirs.extend(more.into_iter().filter(|heir| !heirs.contains(heir)).collect::<Vec<_>>());
        next += 1;
    }
    false
}

/// Returns the parts of member names that are the name of a class, if code appends the class name to the fixed
/// beginning of these names; `None` if some of the members may be called for another reason.
pub(in crate::resolve::bindings) fn named_by_class(
    project: &Project,
    target: &Target,
    made: &DynamicName,
    uses: &[Use],
) -> Option<Vec<Use>> {
    let is_other = |one: &Use| {
        let NameRole::Bound(id) = one.role else { return false };
        let is_class =
            project.graph(one.file).is_some_and(|graph| graph.bindings[id].kind == BindingKind::Class);
        is_class && !matches!(&one.meaning, Meaning::Is(key) if target.keys.contains(key))
    };
    let object = made.object.clone().filter(|_| target.kind == BindingKind::Class)?;
    if uses.iter().any(is_other) {
        return None;
    }
    let place = Place { file: made.file, byte: made.byte };
    let Found::Definition(asking, ..) = project.class_at(place, 0) else { return None };
    let word = format!("{}{}", made.start, target.own.name);
    let mut found = Vec::new();
    let mut is_said = is_given_object(project, target, place, object);
    for one in judge::uses(project, &word, space::ALL) {
        match (&one.role, &one.meaning) {
            (NameRole::Bound(id), Meaning::Is(DefinitionId { container: Container::Class(of), .. })) => {
                if !project.ancestry(of).0.contains(&asking) {
                    return None;
                }
                is_said |= takes_object(project, target, one.file, *id)?;
            }
            (NameRole::Member(_), _) => {}
            (NameRole::Comment | NameRole::Text, _) => continue,
            _ => return None,
        }
        found.push(Use {
            range: one.range.start + made.start.len()..one.range.end,
            role: NameRole::Label(None),
            meaning: Meaning::Not,
            ..one
        });
    }
    let verdict = if is_said { Verdict::Certain } else { Verdict::Undecidable(Doubt::Dynamic) };
    let is_bound = !found.is_empty();
    is_bound.then(|| found.into_iter().map(|one| Use { verdict, ..one }).collect())
}

/// Returns whether an object has the class, or one of its bases, as declared class.
fn is_given_object(project: &Project, target: &Target, place: Place, object: Range<usize>) -> bool {
    match project.kind_of(Place { byte: object.start, ..place }, &Expr::Name(object), 0) {
        InferredType::Object(key) => project.ancestry(&target.own).0.contains(&key),
        _ => false,
    }
}

/// Returns whether the first parameter of a method after the receiver is declared as an object of the class;
/// `Some(false)` if it has no declared type or the member has no body, `None` if there is no such parameter or it has
/// another type.
fn takes_object(project: &Project, target: &Target, file: FileId, id: BindingId) -> Option<bool> {
    let graph = project.graph(file)?;
    // The parameters of a function that a call makes are unknown.
    let Some(scope) = graph.bindings[id].body_scope else { return Some(false) };
    let mut parameters: Vec<BindingId> = graph.scopes[scope].binds.values().flatten().copied().collect();
    parameters.retain(|id| graph.bindings[*id].kind == BindingKind::Parameter);
    parameters.sort_by_key(|id| graph.bindings[*id].name.start);
    let given = parameters.get(1).map(|id| &graph.bindings[*id])?;
    let Some(declared) = &given.declared else { return Some(false) };
    match project.class_of(Place { file, byte: given.name.start }, declared, 1) {
        Found::Definition(key, ..) if key == target.own => Some(true),
        _ => None,
    }
}
