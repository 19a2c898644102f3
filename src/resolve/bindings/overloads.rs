//! Functions of one name that are told apart by what they take.

use super::expr::{child_of, name_of_rule};
use super::graph::{BindingId, BindingKind, FileId, Graph};
use super::problem::Doubt;
use super::project::Project;
use super::role::NameRole;
use super::structural::taken_by;
use super::used::{Meaning, Target, Use, Verdict};
use crate::lang::ExpressionKind;

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

/// Takes the uses of other functions of the name out of those that are certain.
pub(super) fn settle(project: &Project, target: &Target, uses: &mut [Use]) {
    if !project.rules.overloads || target.kind != BindingKind::Function {
        return;
    }
    let own_id = project.graph(target.file).and_then(|graph| graph.by_byte.get(&target.byte).copied());
    let Some(own) = own_id.and_then(|id| Taken::of(project, target.file, id)) else { return };
    let mut others: Vec<Taken> = Vec::new();
    for one in uses.iter_mut() {
        let (NameRole::Bound(id), Meaning::Is(key)) = (&one.role, &one.meaning) else { continue };
        if !target.keys.contains(key) {
            continue;
        }
        let is_own = one.file == target.file && one.range.start == target.byte;
        match Taken::of(project, one.file, *id) {
            // In one class, each function of the name takes something else.
            Some(taken) if is_own || *key != target.own && taken.is_same(&own) => {}
            Some(taken) if taken.parts == own.parts => {
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
        let count = graph.and_then(|graph| count_of_values(graph, one));
        one.verdict = match count {
            Some(count) if !own.takes(count) => Verdict::Unrelated,
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
