//! Conversions between types, which require that both have the same fields.

use std::collections::HashSet;

use tree_sitter::Node;

use crate::lang::{ExpressionKind, field};
use crate::resolve::bindings::file::expr::expr;
use crate::resolve::bindings::file::graph::{BindingGraph, BindingKind, FileId, space};
use crate::resolve::bindings::lookup::results::{Container, DefinitionId, Found, InferredType, Place};
use crate::resolve::bindings::problem::Doubt;
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::used::{Meaning, Target, Use, Verdict};

/// The number of ancestors of a type name that are searched for a conversion: `(*T)(value)`.
const MOST_ABOVE: usize = 4;

/// Makes the fields of types undecidable whose values are converted to or from the class of the target.
pub(in crate::resolve::bindings) fn doubt_converted(project: &Project, target: &Target, uses: &mut [Use]) {
    if !project.rules.structural || !target.is_member {
        return;
    }
    let fields: Vec<Vec<String>> =
        target.keys.iter().filter_map(DefinitionId::class).map(|class| fields_of(project, class)).collect();
    let mut own: Vec<DefinitionId> = target.keys.iter().filter_map(DefinitionId::class).cloned().collect();
    let mut rivals: Vec<DefinitionId> = Vec::new();
    for one in uses.iter().filter(|one| one.verdict == Verdict::Unrelated) {
        if let Meaning::Is(DefinitionId { container: Container::Class(class), .. }) = &one.meaning
            && !rivals.contains(class)
            && fields.contains(&fields_of(project, class))
        {
            rivals.push((**class).clone());
        }
    }
    if rivals.is_empty() {
        return;
    }
    let all: Vec<DefinitionId> = own.iter().chain(&rivals).cloned().collect();
    let pairs = conversions(project, &all);
    let known = own.len();
    let mut next = 0;
    while let Some(class) = own.get(next).cloned() {
        next += 1;
        for (to, from) in &pairs {
            let is_from = from.as_ref().is_none_or(|from| *from == class);
            let reached = match from {
                _ if is_from && !own.contains(to) => Some(to),
                Some(from) if *to == class && !own.contains(from) => Some(from),
                _ => None,
            };
            own.extend(reached.cloned());
        }
        // A value of unknown type may be of any of the rivals.
        if pairs.iter().any(|(to, from)| from.is_none() && *to == class) {
            let others: Vec<DefinitionId> =
                rivals.iter().filter(|rival| !own.contains(rival)).cloned().collect();
            own.extend(others);
        }
    }
    let converted: HashSet<&DefinitionId> = own[known..].iter().collect();
    for one in uses.iter_mut().filter(|one| one.verdict == Verdict::Unrelated) {
        if let Meaning::Is(DefinitionId { container: Container::Class(class), .. }) = &one.meaning
            && converted.contains(&**class)
        {
            one.verdict = Verdict::Undecidable(Doubt::Converted);
        }
    }
}

/// Returns the names of the fields of a class, in order.
fn fields_of(project: &Project, class: &DefinitionId) -> Vec<String> {
    let mut found = Vec::new();
    for (file, scope) in project.scopes_of_class(class).iter().copied() {
        let Some(graph) = project.graph(file) else { continue };
        let ids = graph.scopes[scope].binds.values().flatten();
        let is_field = |id: &&usize| graph.bindings[**id].kind == BindingKind::Field;
        found.extend(ids.filter(is_field).map(|id| (file, graph.bindings[*id].name.clone())));
    }
    found.sort_by_key(|(file, range)| (*file, range.start));
    let name = |(file, range)| project.graph(file).map(|graph: &BindingGraph| graph.slice(&range).to_owned());
    found.into_iter().filter_map(name).collect()
}

/// Returns the classes that are targets of conversions, each with the class of the converted value; `None` if that is
/// unknown.
fn conversions(project: &Project, classes: &[DefinitionId]) -> HashSet<(DefinitionId, Option<DefinitionId>)> {
    let mut found = HashSet::new();
    for class in classes {
        for file in project.files_with(&class.name) {
            let Some(graph) = project.graph(file) else { continue };
            let name: &str = &class.name;
            let starts = graph.places_of(name).collect::<Vec<_>>();
            let given = starts.into_iter().filter_map(|at| given_to(project, (file, graph), at, class));
            found.extend(given.map(|from| (class.clone(), from)));
        }
    }
    found.retain(|(_, from)| from.as_ref().is_none_or(|from| classes.contains(from)));
    found
}

/// Returns the class of the value that is converted at a byte offset, where the class is named.
fn given_to(
    project: &Project,
    (file, graph): (FileId, &BindingGraph),
    at: usize,
    class: &DefinitionId,
) -> Option<Option<DefinitionId>> {
    let rules = graph.rules();
    let rule = rules.expressions.iter().find(|rule| rule.is == ExpressionKind::Call)?;
    let (of, arguments) = (rule.operand.as_ref()?, rule.name.as_ref()?);
    let name = graph.tree.root_node().descendant_for_byte_range(at, at + class.name.len())?;
    let above = std::iter::successors(Some(name), Node::parent).take(MOST_ABOVE);
    let is_called = |node: &Node<'_>| {
        node.parent().is_some_and(|call| call.kind() == rule.kind && field(call, of) == Some(*node))
    };
    let called = above.into_iter().find(is_called)?;
    let value = field(called.parent()?, arguments)?.named_child(0)?;
    let place = Place { file, byte: at };
    let to = expr(rules, &graph.text, called, 0);
    let is_class =
        matches!(project.resolve(place, &to, space::ALL, 0), Found::Definition(key, ..) if key == *class);
    if !is_class {
        return None;
    }
    match project.kind_of(place, &expr(rules, &graph.text, value, 0), 0) {
        InferredType::Object(from) if from != *class => Some(Some(from)),
        InferredType::Unknown => Some(None),
        _ => None,
    }
}
