//! Overloads: functions of one name that differ in their parameters.

use super::structural::taken_by;
use tree_sitter::Node;

use crate::lang::{ExpressionKind, field};
use crate::resolve::bindings::file::expr::{child_of, expr, name_of_rule};
use crate::resolve::bindings::file::graph::{BindingGraph, BindingId, BindingKind, Expr, FileId};
use crate::resolve::bindings::file::links::count_of_types;
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::results::{Found, Place};
use crate::resolve::bindings::problem::Doubt;
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::used::{Meaning, Target, Use, Verdict};

/// The parameter types of a function, and whether it is generic.
#[derive(Debug, Clone, PartialEq, Eq)]
struct ParameterTypes {
    parts: Vec<String>,
    is_generic: bool,
}

impl ParameterTypes {
    fn of(project: &Project, file: FileId, id: BindingId) -> Option<Self> {
        let graph = project.graph(file)?;
        let (parts, is_generic) = taken_by(project, graph, file, id);
        Some(Self { parts, is_generic })
    }

    /// Returns whether the last parameter is variadic.
    fn is_open(&self) -> bool {
        self.parts.last().is_some_and(|last| last.starts_with("..."))
    }

    /// Returns whether the function accepts this number of arguments.
    fn takes(&self, count: usize) -> bool {
        self.parts.len() == count || self.is_open() && count + 1 >= self.parts.len()
    }

    /// Whether it takes some values, as far as their number and their types tell.
    fn takes_values(&self, given: &[Option<usize>], groups: &[Vec<String>]) -> bool {
        let last = self.parts.len().saturating_sub(1);
        let fits = |(at, given): (usize, &Option<usize>)| {
            let Some(part) = self.parts.get(at.min(last)) else { return true };
            let part = part.strip_prefix("...").unwrap_or(part);
            let group = groups.iter().position(|group| group.iter().any(|one| one == part));
            given.is_none() || group.is_none() || *given == group
        };
        self.takes(given.len()) && (self.is_generic || given.iter().enumerate().all(fits))
    }

    /// Returns whether one overrides the other in a class that inherits.
    fn is_same(&self, other: &Self) -> bool {
        let may_be = self.is_generic || other.is_generic;
        self.parts == other.parts || may_be && self.parts.len() == other.parts.len()
    }
}

/// Reduces the certain uses to those of the overload that is meant; for a whole overload set, all functions of its
/// class are meant.
pub(in crate::resolve::bindings) fn keep_overload_uses(
    project: &Project,
    target: &Target,
    is_set: bool,
    uses: &mut [Use],
) {
    if !project.rules.overloads || target.kind != BindingKind::Function {
        return;
    }
    let own_id = project.graph(target.file).and_then(|graph| graph.by_byte.get(&target.byte).copied());
    let Some(first) = own_id.and_then(|id| ParameterTypes::of(project, target.file, id)) else { return };
    let mut own = vec![first];
    if is_set {
        let of_class = uses.iter().filter_map(|one| match (&one.role, &one.meaning) {
            (NameRole::Bound(id), Meaning::Is(key)) if *key == target.own => {
                ParameterTypes::of(project, one.file, *id)
            }
            _ => None,
        });
        own.extend(of_class);
    }
    let mut others: Vec<ParameterTypes> = Vec::new();
    for one in uses.iter_mut() {
        let (NameRole::Bound(id), Meaning::Is(key)) = (&one.role, &one.meaning) else { continue };
        if !target.keys.contains(key) {
            continue;
        }
        if is_set && *key == target.own {
            one.verdict = Verdict::Certain;
            continue;
        }
        let is_own = one.file == target.file && one.range.start == target.byte;
        match ParameterTypes::of(project, one.file, *id) {
            // Within one class, each overload has other parameters.
            Some(taken) if is_own || *key != target.own && own.iter().any(|own| taken.is_same(own)) => {}
            Some(taken) if own.iter().any(|own| taken.parts == own.parts) => {
                one.verdict = Verdict::Undecidable(Doubt::BoundAgain);
            }
            Some(taken) => {
                one.verdict = Verdict::Unrelated;
                others.push(taken);
            }
            None => one.verdict = Verdict::Undecidable(Doubt::BoundAgain),
        }
    }
    if others.is_empty() {
        return;
    }
    for one in uses.iter_mut().filter(|one| !matches!(one.role, NameRole::Bound(_))) {
        if one.verdict != Verdict::Certain {
            continue;
        }
        let graph = project.graph(one.file);
        let is_doc = one.role == NameRole::Comment;
        let given = graph.and_then(|graph| match is_doc {
            true => count_of_types(graph, &one.range).map(|count| vec![None; count]),
            false => groups_of_values(project, graph, one),
        });
        let takes =
            |taken: &ParameterTypes, given: &[_]| taken.takes_values(given, &project.rules.unlike_types);
        one.verdict = match given {
            // Documentation may refer to the first overload.
            _ if is_doc
                && given.as_ref().is_none_or(|given| others.iter().any(|other| takes(other, given))) =>
            {
                Verdict::Mention
            }
            Some(given) if !own.iter().any(|own| takes(own, &given)) => Verdict::Unrelated,
            Some(given) if !others.iter().any(|other| takes(other, &given)) => Verdict::Certain,
            _ => Verdict::Undecidable(Doubt::BoundAgain),
        };
    }
}

/// Of each value that a call gives, to which group of types it belongs, where that is known: no value of one fits a parameter
/// of another one.
fn groups_of_values(project: &Project, graph: &BindingGraph, one: &Use) -> Option<Vec<Option<usize>>> {
    let root = graph.tree.root_node();
    let node = root.descendant_for_byte_range(one.range.start, one.range.end)?;
    let parent = node.parent()?;
    let rule = graph.rules().expressions.iter().find(|rule| rule.kind == parent.kind())?;
    if rule.is != ExpressionKind::Invoke || name_of_rule(rule, parent)?.id() != node.id() {
        return None;
    }
    let values = child_of(parent, rule.child_kind.as_deref()?)?;
    let mut cursor = values.walk();
    let values = values.named_children(&mut cursor).filter(|value| !value.is_extra());
    Some(values.map(|value| group_of_value(project, (one.file, graph), value)).collect())
}

fn group_of_value(
    project: &Project,
    (file, graph): (FileId, &BindingGraph),
    value: Node<'_>,
) -> Option<usize> {
    let rules = graph.rules();
    let named = match rules.literal_types.get(value.kind()) {
        Some(name) => name.as_str(),
        None => {
            let range = value.byte_range();
            let place = Place { file, byte: range.start };
            let wanted = graph.wanted(&range);
            let found = match expr(rules, &graph.text, value, 0) {
                name @ Expr::Name(_) => project.resolve(place, &name, wanted, 0),
                _ => return None,
            };
            let Found::Definition(_, file, id) = found else { return None };
            written_type(project.graph(file)?, id)?
        }
    };
    rules.unlike_types.iter().position(|group| group.iter().any(|one| one == named))
}

/// The type that is written before the name of a variable or a parameter, if that is all that is said of it.
fn written_type(graph: &BindingGraph, id: BindingId) -> Option<&str> {
    let name = &graph.bindings[id].name;
    let node = graph.tree.root_node().descendant_for_byte_range(name.start, name.end)?;
    let declared = node.parent()?;
    // Brackets behind the name are a part of the type.
    let is_more = field(declared, "dimensions").is_some();
    let of = field(declared, "type").or_else(|| field(declared.parent()?, "type"));
    of.filter(|_| !is_more).map(|of| graph.slice(&of.byte_range()))
}
