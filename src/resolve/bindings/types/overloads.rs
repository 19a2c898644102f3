//! Functions of one name that are told apart by what they take.

use super::structural::taken_by;
use crate::lang::ExpressionKind;
use crate::resolve::bindings::file::expr::{child_of, name_of_rule};
use crate::resolve::bindings::file::graph::{BindingId, BindingKind, FileId, Graph};
use crate::resolve::bindings::file::links::count_of_types;
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::problem::Doubt;
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::used::{Meaning, Target, Use, Verdict};

/// What a function takes, and whether it is generic.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Taken {
    parts: Vec<String>,
    is_generic: bool,
}

impl Taken {
    fn of(project: &Project, file: FileId, id: BindingId) -> Option<Self> {
        let graph = project.graph(file)?;
        let (parts, is_generic) = taken_by(project, graph, file, id);
        Some(Self { parts, is_generic })
    }

    /// Whether the last of them may be any number.
    fn is_open(&self) -> bool {
        self.parts.last().is_some_and(|last| last.starts_with("..."))
    }

    /// Whether it takes so many values.
    fn takes(&self, count: usize) -> bool {
        self.parts.len() == count || self.is_open() && count + 1 >= self.parts.len()
    }

    /// Whether one replaces the other in a class that inherits.
    fn is_same(&self, other: &Self) -> bool {
        let may_be = self.is_generic || other.is_generic;
        self.parts == other.parts || may_be && self.parts.len() == other.parts.len()
    }
}

/// Takes the uses of other functions of the name out of those that are certain; of a set, all functions of its class are meant.
pub(in crate::resolve::bindings) fn settle(
    project: &Project,
    target: &Target,
    is_set: bool,
    uses: &mut [Use],
) {
    if !project.rules.overloads || target.kind != BindingKind::Function {
        return;
    }
    let own_id = project.graph(target.file).and_then(|graph| graph.by_byte.get(&target.byte).copied());
    let Some(first) = own_id.and_then(|id| Taken::of(project, target.file, id)) else { return };
    let mut own = vec![first];
    if is_set {
        let of_class = uses.iter().filter_map(|one| match (&one.role, &one.meaning) {
            (NameRole::Bound(id), Meaning::Is(key)) if *key == target.own => {
                Taken::of(project, one.file, *id)
            }
            _ => None,
        });
        own.extend(of_class);
    }
    let mut others: Vec<Taken> = Vec::new();
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
        match Taken::of(project, one.file, *id) {
            // In one class, each function of the name takes something else.
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
        let count = graph.and_then(|graph| match is_doc {
            true => count_of_types(graph, &one.range),
            false => count_of_values(graph, one),
        });
        one.verdict = match count {
            // Documentation may refer to the first of several.
            _ if is_doc && count.is_none_or(|count| others.iter().any(|other| other.takes(count))) => {
                Verdict::Mention
            }
            Some(count) if !own.iter().any(|own| own.takes(count)) => Verdict::Unrelated,
            Some(count) if !others.iter().any(|other| other.takes(count)) => Verdict::Certain,
            _ => Verdict::Undecidable(Doubt::BoundAgain),
        };
    }
}

/// How many values a call gives.
fn count_of_values(graph: &Graph, one: &Use) -> Option<usize> {
    let root = graph.tree.root_node();
    let node = root.descendant_for_byte_range(one.range.start, one.range.end)?;
    let parent = node.parent()?;
    let rule = graph.rules().expressions.iter().find(|rule| rule.kind == parent.kind())?;
    if rule.is != ExpressionKind::Invoke || name_of_rule(rule, parent)?.id() != node.id() {
        return None;
    }
    let values = child_of(parent, rule.behind.as_deref()?)?;
    let mut cursor = values.walk();
    Some(values.named_children(&mut cursor).filter(|value| !value.is_extra()).count())
}
