//! Structurally similar types: a finding about a member of one type may apply to the member of another.

use std::collections::{HashMap, HashSet};

use super::classes::Open;
use super::loosened::Loosened;
use super::shapes::has_more;
use super::shapes::is_of_enum;
use crate::lang::ShapeRules;
use crate::resolve::bindings::file::graph::{Binding, BindingGraph, BindingId, BindingKind, FileId, space};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::results::{Container, DefinitionId, Found, InferredType, Place};
use crate::resolve::bindings::problem::Doubt;
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::used::{Meaning, Target, Use, Verdict};

/// The structure of a type: its members.
#[derive(Debug, Default)]
struct Shape {
    /// The names of all members.
    names: HashSet<String>,
    /// The members that every object must have.
    required: HashSet<String>,
    /// The members that are functions.
    functions: HashSet<String>,
    /// The members that are declared not to be functions.
    values: HashSet<String>,
    /// Whether it may have more members.
    is_open: bool,
    /// Whether it has members that no other type can have.
    is_closed: bool,
    /// Whether it is a class, whose objects are made by its name.
    is_class: bool,
    /// Whether it is a type, and not a value.
    is_declared: bool,
    /// What else is taken for it.
    loosened: Loosened,
    /// The files that may have an object of it, and those that may have one of a type made of it which asks for nothing;
    /// none where no such type is said of any.
    met_in: [HashSet<FileId>; 2],
}

impl Shape {
    /// Returns whether objects of one may be used as objects of the other. Classes are distinguished nominally.
    fn is_like(&self, other: &Self) -> bool {
        !(self.is_class && other.is_class) && (self.takes(other) || other.takes(self))
    }

    /// Returns whether the written members of both suggest that objects of one are used as objects of the other. A
    /// single shared member that is no function is not enough.
    fn is_plainly_like(&self, other: &Self) -> bool {
        // A class that implements a declared type would say so.
        if self.is_class && other.is_declared || self.is_declared && other.is_class {
            return false;
        }
        let takes = |one: &Self, other: &Self| {
            let is_telling = one.required.len() > 1 || one.required.is_subset(&one.functions);
            let is_other = |name: &String| one.functions.contains(name) && other.values.contains(name);
            let has_all = one.required.is_subset(&other.names) && !one.required.iter().any(is_other);
            !one.is_closed && !one.required.is_empty() && is_telling && has_all
        };
        !(self.is_class && other.is_class) && (takes(self, other) || takes(other, self))
    }

    /// Returns whether a function with these properties has all members that a type declares, and these are
    /// characteristic enough (see `is_plainly_like`).
    fn is_satisfied_by(&self, names: &HashSet<&str>) -> bool {
        let is_telling = self.required.len() > 1 || self.required.is_subset(&self.functions);
        let has_all = self.required.iter().all(|name| names.contains(name.as_str()));
        self.is_declared && !self.is_closed && !self.required.is_empty() && is_telling && has_all
    }

    /// Returns whether an object of the other type may be used as one of this type.
    fn takes(&self, other: &Self) -> bool {
        let has_all = |asked: &HashSet<String>| other.is_open || asked.is_subset(&other.names);
        !self.is_closed && has_all(&self.required)
            || self.loosened.asked.iter().any(has_all)
            || !self.met_in[1].is_disjoint(&other.met_in[0])
    }
}

impl Project {
    fn shape_of(&self, class: &DefinitionId, rules: &ShapeRules) -> Shape {
        let (all, open) = self.ancestry(class);
        let mut shape = Shape { is_open: open != Open::No, ..Shape::default() };
        let is_class = |(file, scope): &(FileId, usize)| {
            self.graph(*file).is_some_and(|graph| {
                let kind = &graph.scopes[*scope].kind;
                !rules.literals.iter().chain(&rules.types_only).any(|other| **other == **kind)
            })
        };
        let is_declared = |(file, scope): &(FileId, usize)| {
            self.graph(*file)
                .is_some_and(|graph| rules.types_only.iter().any(|only| **only == *graph.scopes[*scope].kind))
        };
        shape.is_class = self.scopes_of_class(class).iter().all(is_class);
        shape.is_declared = self.scopes_of_class(class).iter().all(is_declared);
        for (file, scope) in all.iter().flat_map(|class| self.scopes_of_class(class).to_vec()) {
            let Some(graph) = self.graph(file) else { continue };
            let here = &graph.scopes[scope];
            shape.is_open |= has_more(graph, scope, rules);
            for (name, ids) in &here.binds {
                let members: Vec<&Binding> = ids.iter().map(|id| &graph.bindings[*id]).collect();
                let is_other =
                    |id: &BindingId| graph.bindings[*id].kind == BindingKind::Generic || graph.is_static(*id);
                if ids.iter().all(is_other) {
                    continue;
                }
                let is_hidden = members.iter().any(|one| is_private(graph, one, rules));
                shape.is_closed |= is_hidden;
                let is_optional = members.iter().any(|one| is_optional(graph, one, rules));
                if !is_optional && !is_hidden {
                    shape.required.insert(name.clone());
                }
                let is_read = |one: &Binding| {
                    graph.words_before(one).any(|word| rules.read_words.iter().any(|read| read == word))
                };
                if members.iter().any(|one| one.kind == BindingKind::Function && !is_read(one)) {
                    shape.functions.insert(name.clone());
                }
                if members.iter().any(|one| is_value(graph, one)) {
                    shape.values.insert(name.clone());
                }
                shape.names.insert(name.clone());
            }
        }
        shape.loosened = self.loosened(class, rules, &shape.required);
        shape
    }
}

fn is_optional(graph: &BindingGraph, member: &Binding, rules: &ShapeRules) -> bool {
    let behind = graph.text.get(member.name.end..).unwrap_or_default();
    rules.optional_mark.as_ref().is_some_and(|mark| behind.starts_with(mark.as_str()))
}

/// Returns whether the declared type of a member is written after its name and is no function type.
fn is_value(graph: &BindingGraph, member: &Binding) -> bool {
    let behind = graph.text.get(member.name.end..).unwrap_or_default();
    let line = behind.lines().next().unwrap_or_default();
    let is_declared = member.declared.is_some() && line.trim_start_matches(['?', '!']).starts_with(':');
    is_declared && !line.contains(['(', '{']) && !line.contains("=>")
}

fn is_private(graph: &BindingGraph, member: &Binding, rules: &ShapeRules) -> bool {
    if graph.marked(&member.name) != member.name {
        return true;
    }
    graph.words_before(member).any(|word| rules.private_words.iter().any(|private| private == word))
}

/// Makes uses of members undecidable whose types are structurally similar to the class of the target.
pub(in crate::resolve::bindings) fn doubt_alike(project: &Project, target: &Target, uses: &mut [Use]) {
    let alike = alike(project, target, uses, Shape::is_like);
    for one in uses.iter_mut() {
        if let (Verdict::Unrelated, Meaning::Is(key)) = (one.verdict, &one.meaning)
            && alike.contains(key)
        {
            one.verdict = Verdict::Undecidable(Doubt::Shape);
        }
    }
    doubt_functions(project, target, uses);
}

/// Makes properties that are set on functions undecidable, if the function then has all members that a type of the
/// target requires.
fn doubt_functions(project: &Project, target: &Target, uses: &mut [Use]) {
    let rules = project.rules.shapes.as_ref();
    let is_own = target.is_member && target.space != space::STATIC && !is_hidden(project, target);
    let Some(rules) = rules.filter(|_| is_own) else { return };
    let shapes: Vec<Shape> = target
        .keys
        .iter()
        .filter_map(DefinitionId::class)
        .map(|class| project.shape_of(class, rules))
        .collect();
    let function_of = |one: &Use| {
        let (Verdict::Unrelated, Meaning::Not, NameRole::Member(of)) = (one.verdict, &one.meaning, &one.role)
        else {
            return None;
        };
        match project.kind_of(Place { file: one.file, byte: one.range.start }, of, 0) {
            InferredType::Function(file, id) => Some((file, id)),
            _ => None,
        }
    };
    let is_set = |one: &&Use| {
        let behind = project.graph(one.file).and_then(|graph| graph.text.get(one.range.end..));
        behind.is_some_and(|behind| behind.trim_start().starts_with('='))
    };
    let is_told = |function: &(FileId, BindingId)| {
        let names = project.set_on(*function);
        shapes.iter().any(|shape| shape.is_satisfied_by(&names))
    };
    let told: HashSet<(FileId, BindingId)> =
        uses.iter().filter(is_set).filter_map(function_of).filter(is_told).collect();
    if told.is_empty() {
        return;
    }
    for one in uses.iter_mut() {
        if function_of(one).is_some_and(|function| told.contains(&function)) {
            one.verdict = Verdict::Undecidable(Doubt::Shape);
        }
    }
}

/// Returns whether a member is private or protected, so that no other type can have it structurally.
pub(in crate::resolve::bindings) fn is_hidden(project: &Project, target: &Target) -> bool {
    target.keys.iter().any(|key| {
        let Found::Definition(_, file, id) = project.binding_of(key) else { return false };
        let Some(graph) = project.graph(file) else { return false };
        let rules = graph.rules().shapes.as_ref();
        target.is_member && rules.is_some_and(|rules| is_private(graph, &graph.bindings[id], rules))
    })
}

/// Returns the members of types that, as far as they are written, have all members which one of the target's types
/// requires.
pub(in crate::resolve::bindings) fn plainly_alike(
    project: &Project,
    target: &Target,
    uses: &[Use],
) -> HashSet<DefinitionId> {
    alike(project, target, uses, Shape::is_plainly_like)
}

/// Returns the members of the same name whose types are similar to that of the target, directly or through each other.
fn alike(
    project: &Project,
    target: &Target,
    uses: &[Use],
    is_like: impl Fn(&Shape, &Shape) -> bool,
) -> HashSet<DefinitionId> {
    let rules = project.graph(target.file).and_then(|graph| graph.rules().shapes.as_ref());
    let is_own = target.is_member && target.space != space::STATIC;
    let Some(rules) = rules.filter(|_| is_own) else { return HashSet::new() };
    let mut alike: HashSet<DefinitionId> = target.keys.clone();
    if alike.iter().any(|key| is_of_enum(project, key)) || is_hidden(project, target) {
        return HashSet::new();
    }
    let mut rivals: Vec<DefinitionId> = Vec::new();
    for one in uses {
        if let (NameRole::Bound(_) | NameRole::Given(_), Meaning::Is(key)) = (&one.role, &one.meaning)
            && matches!(key.container, Container::Class(_))
            && !is_of_enum(project, key)
            && !alike.contains(key)
            && !rivals.contains(key)
        {
            rivals.push(key.clone());
        }
    }
    let shape_of = |key: &DefinitionId| match &key.container {
        Container::Class(class) => Some((key.clone(), project.shape_of(class, rules))),
        _ => None,
    };
    let mut shapes: HashMap<DefinitionId, Shape> = alike.iter().chain(&rivals).filter_map(shape_of).collect();
    if shapes.values().any(|shape| !shape.loosened.said_in.is_empty()) {
        for (key, shape) in &mut shapes {
            let Some(class) = key.class() else { continue };
            let own = project.scopes_of_class(class).iter().map(|(file, _)| *file).collect();
            shape.met_in[0] = project.met_in(&own, &class.name, rules);
            let said_in = &shape.loosened.said_in;
            shape.met_in[1] = project.met_in(said_in, "", rules);
        }
    }
    loop {
        let before = alike.len();
        for rival in &rivals {
            let Some(shape) = shapes.get(rival) else { continue };
            let has_like =
                |known: &DefinitionId| shapes.get(known).is_some_and(|other| is_like(shape, other));
            if !alike.contains(rival) && alike.iter().any(has_like) {
                alike.insert(rival.clone());
            }
        }
        if alike.len() == before {
            return alike;
        }
    }
}
