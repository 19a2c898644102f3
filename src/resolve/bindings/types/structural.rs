//! Structurally implemented interfaces: a type implements an interface by having its functions, without declaring it.

use std::collections::HashSet;

use tree_sitter::Node;

use super::classes::Open;
use crate::lang::ExpressionKind;
use crate::resolve::bindings::file::graph::{
    BindingGraph, BindingId, BindingKind, Expr, FileId, Sort, TOP, space,
};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::names::Lookup;
use crate::resolve::bindings::lookup::results::{Container, DefinitionId, Found, Place};
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::used::{Meaning, Use};
use crate::text::normal::find_words;

/// The maximum number of classes that are searched for subclasses.
const MAX_SUBCLASSES: usize = 400;

/// Whether a type implements an interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Implements {
    No,
    Maybe,
    Yes,
}

/// The parameter and result types of a function, as written.
#[derive(Debug, PartialEq, Eq)]
struct FunctionShape {
    parts: Vec<String>,
    /// Whether it contains type parameters.
    is_generic: bool,
    /// Whether it names something of the project.
    is_own: bool,
}

/// The classes whose function of a name must have the same name.
#[derive(Debug)]
pub(in crate::resolve::bindings) struct StructuralFamily {
    pub(in crate::resolve::bindings) classes: HashSet<DefinitionId>,
    /// Classes whose function may belong to the family.
    pub(in crate::resolve::bindings) possible: HashSet<DefinitionId>,
    /// The origin of other interfaces that may require the function.
    pub(in crate::resolve::bindings) open: Open,
}

/// Returns the family of a function.
pub(in crate::resolve::bindings) fn family(
    project: &Project,
    own: &DefinitionId,
    uses: &[Use],
) -> StructuralFamily {
    let none = || StructuralFamily { classes: HashSet::new(), possible: HashSet::new(), open: Open::No };
    let Container::Class(class) = &own.container else { return none() };
    let name = &*own.name;
    if !is_function(project, class, name) {
        return none();
    }
    let mut binders: Vec<DefinitionId> = vec![(**class).clone()];
    for one in uses {
        if let (NameRole::Bound(_), Meaning::Is(DefinitionId { container: Container::Class(of), .. })) =
            (&one.role, &one.meaning)
            && !binders.contains(of)
            && is_function(project, of, name)
        {
            binders.push((**of).clone());
        }
    }
    let asking: Vec<DefinitionId> =
        binders.iter().filter(|binder| is_interface(project, binder)).cloned().collect();
    // Classes that inherit the function may implement the interface, too.
    let having: Vec<(DefinitionId, DefinitionId)> = with_subclasses(project, &binders, name);
    let links: Vec<(&DefinitionId, &DefinitionId, Implements)> = asking
        .iter()
        .flat_map(|asked| {
            let fits = having
                .iter()
                .filter(move |(one, _)| one != asked)
                .map(move |(one, binder)| (asked, binder, implements_or_declares(project, one, asked)));
            fits.filter(|(_, _, fits)| *fits != Implements::No)
        })
        .collect();
    let mut found = HashSet::from([(**class).clone()]);
    let mut possible = HashSet::new();
    let mut open = Open::No;
    loop {
        let before = found.len();
        for (asked, binder, fits) in &links {
            match (found.contains(*asked), found.contains(*binder)) {
                (false, false) | (true, true) => {}
                (has_asked, _) if *fits == Implements::Maybe => {
                    open = Open::Unknown;
                    possible.insert(if has_asked { (*binder).clone() } else { (*asked).clone() });
                }
                _ => found.extend([(*asked).clone(), (*binder).clone()]),
            }
        }
        if found.len() == before {
            break;
        }
    }
    let members = having.iter().filter(|(_, binder)| found.contains(binder));
    if members.into_iter().any(|(one, _)| is_asked_outside(project, one, name)) {
        open = Open::Unknown;
    }
    possible.retain(|class| !found.contains(class));
    StructuralFamily { classes: found, possible, open }
}

/// Returns the classes that have a function of a name, each with the class that defines it.
fn with_subclasses(
    project: &Project,
    binders: &[DefinitionId],
    name: &str,
) -> Vec<(DefinitionId, DefinitionId)> {
    let mut all: Vec<(DefinitionId, DefinitionId)> =
        binders.iter().map(|key| (key.clone(), key.clone())).collect();
    let mut next = 0;
    while let Some((class, binder)) = all.get(next).cloned() {
        next += 1;
        if all.len() > MAX_SUBCLASSES {
            break;
        }
        for heir in project.subclasses_of(&class) {
            let has = matches!(project.member(&heir, name, space::ALL, 1),
                Found::Definition(key, ..) if key.container == Container::Class(binder.clone().into()));
            if has && !all.iter().any(|(known, _)| *known == heir) {
                all.push((heir, binder.clone()));
            }
        }
    }
    all
}

impl Project {
    /// Returns the direct subclasses of a class.
    pub(in crate::resolve::bindings) fn subclasses_of(&self, class: &DefinitionId) -> Vec<DefinitionId> {
        let mut found = Vec::new();
        for file in self.files_with(&class.name) {
            let Some(graph) = self.graph(file) else { continue };
            for (id, scope) in graph.scopes.iter().enumerate() {
                let place = Place { file, byte: scope.range.start };
                let is_base = |base: &Expr| matches!(self.class_of(place, base, 1), Found::Definition(key, ..) if key == *class);
                if scope.sort == Sort::Class
                    && super::classes::parts_of_bases(graph, scope).into_iter().any(is_base)
                    && let Container::Class(heir) = self.home_of(file, id, 1)
                {
                    found.push((*heir).clone());
                }
            }
        }
        found
    }

    /// Returns the direct and indirect subclasses of several classes.
    pub(in crate::resolve::bindings) fn all_subclasses_of(
        &self,
        classes: &[DefinitionId],
    ) -> Vec<DefinitionId> {
        let mut all = classes.to_vec();
        let mut next = 0;
        while let Some(class) = all.get(next).cloned() {
            next += 1;
            for heir in self.subclasses_of(&class) {
                if all.len() < MAX_SUBCLASSES && !all.contains(&heir) {
                    all.push(heir);
                }
            }
        }
        all.split_off(classes.len())
    }

    /// Returns the function that a class has under a name.
    fn function_of(&self, class: &DefinitionId, name: &str) -> Found {
        match self.member(class, name, space::ALL, 1) {
            Found::Definition(key, file, id) => {
                let graph = self.graph(file);
                let is_function = graph.is_some_and(|graph| graph.bindings[id].kind == BindingKind::Function);
                if is_function { Found::Definition(key, file, id) } else { Found::Nowhere }
            }
            found => found,
        }
    }
}

fn is_function(project: &Project, class: &DefinitionId, name: &str) -> bool {
    matches!(project.function_of(class, name), Found::Definition(..))
}

fn is_interface(project: &Project, class: &DefinitionId) -> bool {
    let scopes = project.scopes_of_class(class);
    scopes
        .iter()
        .any(|(file, scope)| project.graph(*file).is_some_and(|graph| graph.scopes[*scope].is_blanket))
}

/// Like [`implements`], but a line may also assert that the class implements the interface:
/// `var _ Store = (*mem)(nil)`.
fn implements_or_declares(project: &Project, class: &DefinitionId, asked: &DefinitionId) -> Implements {
    let is_said = |line: &str| {
        let (left, right) = line.split_once('=').unwrap_or_default();
        let has = |side: &str, key: &DefinitionId| find_words(side, &key.name).next().is_some();
        left.split_whitespace().any(|word| word == "_") && has(left, asked) && has(right, class)
    };
    match implements(project, class, asked) {
        Implements::Maybe => {
            let mut graphs =
                project.files_with(&asked.name).into_iter().filter_map(|file| project.graph(file));
            if graphs.any(|graph| graph.text.lines().any(is_said)) {
                Implements::Yes
            } else {
                Implements::Maybe
            }
        }
        fits => fits,
    }
}

/// Returns whether a class has all functions of an interface.
fn implements(project: &Project, class: &DefinitionId, asked: &DefinitionId) -> Implements {
    let (above, open) = project.ancestry(asked);
    let mut all = if open == Open::No { Implements::Yes } else { Implements::Maybe };
    for one in &above {
        for (file, scope) in project.scopes_of_class(one).iter() {
            let Some(graph) = project.graph(*file) else { continue };
            for (name, ids) in &graph.scopes[*scope].binds {
                let Some(id) = ids.first().filter(|_| !name.starts_with('#')) else { continue };
                let shape = shape(project, graph, *file, *id);
                let one = match is_seen_by(project, class, name, *file) {
                    true => has(project, class, name, &shape),
                    false => Implements::No,
                };
                all = all.min(one);
                if all == Implements::No {
                    return Implements::No;
                }
            }
        }
    }
    all
}

/// Returns whether a function of a class is visible to the file whose interface requires its name.
fn is_seen_by(project: &Project, class: &DefinitionId, name: &str, asking: FileId) -> bool {
    if !project.rules.capital_exports || crate::resolve::bindings::used::is_exported(name) {
        return true;
    }
    let package = |file| project.graph(file).and_then(|graph| project.space_of(file, graph, TOP));
    match project.function_of(class, name) {
        Found::Definition(_, file, _) => package(file) == package(asking),
        _ => true,
    }
}

/// Returns whether a class has a function with a name and a shape.
fn has(project: &Project, class: &DefinitionId, name: &str, asked: &FunctionShape) -> Implements {
    match project.function_of(class, name) {
        Found::Definition(_, file, id) => {
            let Some(graph) = project.graph(file) else { return Implements::Maybe };
            let own = shape(project, graph, file, id);
            let is_same = match own.is_generic || asked.is_generic {
                true => own.parts.len() == asked.parts.len(),
                false => own.parts == asked.parts,
            };
            if is_same { Implements::Yes } else { Implements::No }
        }
        Found::Nowhere => Implements::No,
        Found::External | Found::Unknown | Found::Module(_) => Implements::Maybe,
    }
}

/// Returns whether code outside of the project may require a function of a class.
fn is_asked_outside(project: &Project, class: &DefinitionId, name: &str) -> bool {
    let Found::Definition(_, file, id) = project.function_of(class, name) else { return true };
    let Some(graph) = project.graph(file) else { return true };
    let rules = project.rules;
    if rules.capital_exports && !crate::resolve::bindings::used::is_exported(name) {
        return false;
    }
    let own = shape(project, graph, file, id);
    // Only the project itself can require a function whose signature names its types.
    if own.is_own && !own.is_generic {
        return false;
    }
    if is_of_a_set(project, class, name) {
        return true;
    }
    let files = project.files_with(&class.name).into_iter();
    let files = files.filter(|file| !rules.is_entry_file(project.path(*file)));
    let mut files = files.filter(|file| project.brings_in_foreign(*file));
    // An external package may require functions that many types have; otherwise a line asserts that the type implements
    // its interface.
    let is_common = graph.language.knows_member(name);
    files.any(|file| {
        is_common || project.graph(file).is_none_or(|graph| declares_implementation(graph, class))
    })
}

/// Returns whether a file asserts, by a variable without a name, that a class implements an interface of another
/// package.
fn declares_implementation(graph: &BindingGraph, class: &DefinitionId) -> bool {
    graph.text.lines().filter(|line| find_words(line, &class.name).next().is_some()).any(|line| {
        let left = line.split('=').next().filter(|left| left.len() < line.len()).unwrap_or_default();
        let is_nameless = left.split_whitespace().any(|word| word == "_");
        is_nameless && left.contains('.')
    })
}

/// Returns whether a class has all functions of an interface of the standard library that includes the given name.
pub(in crate::resolve::bindings) fn is_of_a_set(project: &Project, class: &DefinitionId, name: &str) -> bool {
    let Some(graph) = project.graph(0) else { return false };
    let mut sets = graph.language.member_sets().filter(|set| asks_for(set, name));
    sets.any(|set| {
        set.split('|').all(|function| {
            let (name, parts) = split(function);
            let asked = FunctionShape { parts, is_generic: false, is_own: false };
            has(project, class, name, &asked) != Implements::No
        })
    })
}

/// Returns whether a set contains a function of a name.
fn asks_for(set: &str, name: &str) -> bool {
    set.split('|').any(|function| split(function).0 == name)
}

/// Splits a function of a set, such as `Less(int,int)bool`, into its name and its shape.
fn split(function: &str) -> (&str, Vec<String>) {
    let open = function.find('(').unwrap_or(function.len());
    let (name, rest) = function.split_at(open);
    let (taken, given) = rest.trim_start_matches('(').split_once(')').unwrap_or((rest, ""));
    let list = |text: &str| -> Vec<String> {
        text.split(',').filter(|part| !part.is_empty()).map(str::to_owned).collect()
    };
    let mut parts = list(taken);
    parts.push("->".to_owned());
    parts.extend(list(given));
    (name, parts)
}

/// Returns the shape of a function.
fn shape(project: &Project, graph: &BindingGraph, file: FileId, id: BindingId) -> FunctionShape {
    let name = &graph.bindings[id].name;
    let mut shape = FunctionShape { parts: Vec::new(), is_generic: false, is_own: false };
    let root = graph.tree.root_node();
    let Some(node) = root.descendant_for_byte_range(name.start, name.end) else { return shape };
    let mut sibling = node.next_named_sibling();
    let mut is_behind = false;
    while let Some(here) = sibling.filter(|here| !is_body(graph, here)) {
        sibling = here.next_named_sibling();
        let rule = graph.rules().expressions.iter().find(|rule| rule.kind == here.kind());
        if rule.is_some_and(|rule| rule.is == ExpressionKind::Tuple) {
            let mut cursor = here.walk();
            for part in here.named_children(&mut cursor) {
                take_part(graph, part, &mut shape.parts);
            }
        } else if !here.is_extra() {
            shape.parts.push(plain(graph.slice(&here.byte_range())));
        }
        if !is_behind {
            shape.parts.push("->".to_owned());
            is_behind = true;
        }
        look_into(project, graph, file, here, &mut shape);
    }
    shape
}

/// Returns the parameter types of a function, and whether type parameters are among them.
pub(super) fn taken_by(
    project: &Project,
    graph: &BindingGraph,
    file: FileId,
    id: BindingId,
) -> (Vec<String>, bool) {
    let shape = shape(project, graph, file, id);
    (shape.parts.into_iter().take_while(|part| part != "->").collect(), shape.is_generic)
}

/// Returns whether a node is the body of a function.
fn is_body(graph: &BindingGraph, node: &Node<'_>) -> bool {
    let at = graph.scopes.partition_point(|scope| scope.range.start < node.start_byte());
    let mut same = graph.scopes[at..].iter().take_while(|scope| scope.range.start == node.start_byte());
    same.any(|scope| scope.sort == Sort::Block && scope.range == node.byte_range())
}

/// Adds the types of one entry of a parameter list: one for each of its names.
fn take_part(graph: &BindingGraph, part: Node<'_>, parts: &mut Vec<String>) {
    let rule = graph.rules().expressions.iter().find(|rule| rule.kind == part.kind());
    let Some(rule) = rule else { return };
    let of = rule.operand.as_ref().and_then(|of| crate::lang::field(part, of));
    let of = of.or_else(|| part.named_child(0).filter(|_| rule.operand.is_none()));
    let text = plain(of.map_or("", |of| graph.slice(&of.byte_range())));
    let text = if rule.is == ExpressionKind::Container { format!("...{text}") } else { text };
    let mut cursor = part.walk();
    let names = rule.name.as_ref().map(|name| part.children_by_field_name(name, &mut cursor));
    let count = names.map_or(1, |names| names.filter(Node::is_named).count().max(1));
    parts.extend(std::iter::repeat_n(text, count));
}

/// Records whether a part of a signature names something of the project, or a type parameter.
fn look_into(
    project: &Project,
    graph: &BindingGraph,
    file: FileId,
    node: Node<'_>,
    shape: &mut FunctionShape,
) {
    let range = node.byte_range();
    let text = graph.slice(&range);
    let mut at = 0;
    for word in text.split(|char: char| !crate::text::normal::is_word_char(char)) {
        let start = at;
        at += word.len() + 1;
        if word.is_empty() || !text.is_char_boundary(at.min(text.len())) {
            continue;
        }
        let byte = range.start + start;
        if graph.by_byte.contains_key(&byte) || graph.text[..byte].ends_with('.') {
            continue;
        }
        match project.look_up(Place { file, byte }, word, Lookup::of(space::TYPE, 1)) {
            Found::Definition(_, of, id) => {
                let kind = project.graph(of).map(|graph| graph.bindings[id].kind);
                let is_generic = kind == Some(BindingKind::Generic);
                shape.is_generic |= is_generic;
                shape.is_own |= !is_generic;
            }
            Found::Module(_) => shape.is_own = true,
            Found::External | Found::Nowhere | Found::Unknown => {}
        }
    }
}

/// Normalizes a type for comparison: without whitespace and package qualifiers, and with other characters for list
/// separators.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for char in text.chars().filter(|char| !char.is_whitespace()) {
        if char == '.' && !plain.ends_with('.') {
            let start = plain.len() - crate::text::normal::word_at_end(&plain).len();
            if start < plain.len() {
                plain.truncate(start);
                continue;
            }
        }
        plain.push(char);
    }
    let plain = plain.replace("interface{}", "any");
    let mark = |char| match char {
        '(' => '<',
        ')' => '>',
        ',' => ';',
        '|' => '/',
        other => other,
    };
    plain.chars().map(mark).collect()
}
