//! Structural types, which are identified by their members: whether objects of one may be used as objects of another.

use std::ops::Range;

use crate::lang::{ShapeRules, field, is_of};
use crate::resolve::bindings::file::graph::{
    Binding, BindingGraph, BindingId, BindingKind, Expr, FileId, Sort, TOP, space,
};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::names::Lookup;
use crate::resolve::bindings::lookup::results::{
    Container, DefinitionId, Found, InferredType, MOST_PARTS, MOST_STEPS, Module, Place,
};
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::used::Target;
use crate::text::normal::is_word_char;
use tree_sitter::Node;

impl BindingGraph {
    /// Returns the namespaces of a binding, in languages where a type and a value of one name are one definition.
    pub(in crate::resolve::bindings) fn shape_space(&self, id: BindingId) -> u8 {
        let binding = &self.bindings[id];
        if self.is_static(id) {
            return space::STATIC;
        }
        let opened = binding.body_scope.map_or("", |scope| &*self.scopes[scope].kind);
        let is_type_only = self
            .rules()
            .shapes
            .as_ref()
            .is_some_and(|shapes| shapes.types_only.iter().any(|kind| kind == opened));
        match binding.kind {
            // The name of a class within itself is also a value.
            BindingKind::Generic if self.names_own_class(id) => BindingKind::Class.space(),
            BindingKind::Generic => space::TYPE,
            BindingKind::Class if is_type_only => space::TYPE,
            BindingKind::Module => space::ALL,
            kind => kind.space(),
        }
    }

    /// Returns whether a binding is the name of the class in whose scope it is, and not a type parameter.
    fn names_own_class(&self, id: BindingId) -> bool {
        let binding = &self.bindings[id];
        let name = self.tree.root_node().descendant_for_byte_range(binding.name.start, binding.name.end);
        let class = name.and_then(|name| name.parent().filter(|class| field(*class, "name") == Some(name)));
        class.is_some_and(|class| class.byte_range() == self.scopes[binding.scope].range)
    }

    /// Returns whether a word is the whole content of a string that may name a member.
    pub(in crate::resolve::bindings) fn is_key(&self, range: &Range<usize>, rules: &ShapeRules) -> bool {
        let quote = |char: Option<char>| char.is_some_and(|char| matches!(char, '"' | '\'' | '`'));
        let is_whole = quote(self.text[..range.start].chars().next_back())
            && quote(self.text[range.end..].chars().next());
        let root = self.tree.root_node();
        let node = root.descendant_for_byte_range(range.start, range.end);
        let string =
            std::iter::successors(node, Node::parent).take(3).find(|node| is_of(node, &self.rules().strings));
        let mut around = string.and_then(|string| string.parent());
        while let Some(node) = around
            && is_of(node, &rules.keyed_through)
        {
            around = node.parent();
        }
        // A string that is the value of a key does not name a member.
        let is_given = around.is_some_and(|around| {
            let value = field(around, "value");
            value.is_some_and(|value| string.is_some_and(|string| string.id() == value.id()))
        });
        is_whole && !is_given && around.is_some_and(|around| is_of(around, &rules.keyed_by))
    }

    /// Returns whether a member is static.
    pub(in crate::resolve::bindings) fn is_static(&self, id: BindingId) -> bool {
        let binding = &self.bindings[id];
        let Some(shapes) = self.rules().shapes.as_ref() else { return false };
        self.scopes[binding.scope].sort == Sort::Class
            && self.words_before(binding).any(|word| shapes.static_words.iter().any(|one| one == word))
    }

    /// Returns the words that precede a member on its line, such as modifiers.
    pub(in crate::resolve::bindings) fn words_before(&self, member: &Binding) -> impl Iterator<Item = &str> {
        let before = self.text.get(..member.name.start).unwrap_or_default();
        let line = &before[before.rfind(['\n', ';', '{', '}', '(', ',']).map_or(0, |at| at + 1)..];
        line.split_whitespace()
    }

    /// Restricts the wanted namespaces to static or instance members, depending on whether the expression is a class or
    /// an object.
    pub(in crate::resolve::bindings) fn side(
        &self,
        kind: &InferredType,
        project: &Project,
        wanted: u8,
    ) -> u8 {
        if self.rules().shapes.is_none() {
            return wanted & !space::STATIC;
        }
        let key = match kind {
            InferredType::Class(key) => key,
            InferredType::SuperClass(_) => return space::STATIC,
            _ => return wanted & !space::STATIC,
        };
        let is_seen = |(file, scope): &(FileId, usize)| {
            let graph = project.graph(*file);
            graph.is_some_and(|graph| {
                let kind = &graph.scopes[*scope].kind;
                graph.rules().unqualified_member_scopes.iter().any(|seen| **seen == **kind)
            })
        };
        if project.scopes_of_class(key).iter().any(is_seen) { wanted } else { space::STATIC }
    }
}

impl Project {
    /// Returns the meaning of a receiver word or of a word for no value; `None` if it is a name like any other.
    pub(super) fn kind_of_word(&self, place: Place, word: &str) -> Option<InferredType> {
        let graph = self.graph(place.file)?;
        let rules = graph.rules();
        let is_one = |words: &[String]| words.iter().any(|known| known == word);
        if graph.is_untyped(word) {
            return Some(InferredType::Unknown);
        }
        if is_one(&rules.own_exports) && graph.bound(TOP, word).is_empty() {
            return Some(InferredType::Module(Module::File(place.file, TOP)));
        }
        let is_super = is_one(&rules.super_words);
        if !is_super && !is_one(&rules.receivers) {
            return None;
        }
        if let Some(id) = graph.declared_receiver(place.byte, word).filter(|_| !is_super) {
            return Some(self.kind_of_variable(place.file, id, Some(place), 1));
        }
        let home = graph.own_scope(place.byte).map(|scope| self.home_of(place.file, scope, 1));
        let home = home.or_else(|| self.made_around(place).map(|key| Container::Class(key.into())));
        let is_static = graph.is_in_static(place.byte);
        Some(match home {
            Some(Container::Class(key)) if is_static && !is_super => InferredType::Class((*key).clone()),
            Some(Container::Class(key)) if is_super && is_static => InferredType::SuperClass((*key).clone()),
            Some(Container::Class(key)) if is_super => InferredType::Super((*key).clone()),
            Some(Container::Class(key)) => InferredType::Object((*key).clone()),
            _ => InferredType::Unknown,
        })
    }

    /// Returns the namespaces of the members that an expression of a class has.
    pub(super) fn rules_side(&self, key: &DefinitionId, kind: &InferredType, wanted: u8) -> u8 {
        let scopes = self.scopes_of_class(key);
        let graph = scopes.first().and_then(|(file, _)| self.graph(*file));
        graph.map_or(wanted, |graph| graph.side(kind, self, wanted))
    }

    /// Returns whether an expression is the export object of the file (`module.exports`).
    pub(super) fn is_own_exports(&self, graph: &BindingGraph, of: &Expr, name: &Range<usize>) -> bool {
        let Expr::Name(of) = of else { return false };
        graph.rules().own_exports.iter().any(|known| known == graph.slice(&(of.start..name.end)))
    }

    /// Returns the type of a variable or a field that has an object literal as value, or a type literal as type.
    pub(super) fn kind_of_shape(
        &self,
        graph: &BindingGraph,
        file: FileId,
        id: BindingId,
    ) -> Option<InferredType> {
        let binding = &graph.bindings[id];
        graph.rules().shapes.as_ref()?;
        let scope = binding.body_scope.filter(|scope| graph.scopes[*scope].sort == Sort::Class)?;
        // The declared type may be the type literal itself.
        let is_own = |start: &usize| *start == graph.scopes[scope].range.start;
        if !matches!(&binding.declared, None | Some(Expr::Other))
            && !matches!(&binding.declared, Some(Expr::Class(start)) if is_own(start))
        {
            return None;
        }
        match self.home_of(file, scope, 1) {
            Container::Class(key) => Some(InferredType::Object((*key).clone())),
            _ => None,
        }
    }

    /// Returns what a renaming import refers to.
    pub(in crate::resolve::bindings) fn target_of_alias(
        &self,
        file: FileId,
        id: BindingId,
        steps: usize,
    ) -> Found {
        let path = self.graph(file).and_then(|graph| {
            let binding = &graph.bindings[id];
            Some((binding.import.as_ref()?, binding.name.start))
        });
        match path {
            Some((path, byte)) if steps < MOST_STEPS => self.import(
                Place { file, byte },
                path,
                Lookup::of(space::ALL, steps + 1).except(Some((file, id))),
            ),
            _ => Found::Unknown,
        }
    }

    /// Returns the common type of several expressions.
    pub(super) fn one_kind(&self, parts: &[Expr], kind: impl Fn(&Expr) -> InferredType) -> InferredType {
        match parts.len() {
            0..=MOST_PARTS => one_of_kinds(parts.iter().map(kind)),
            _ => InferredType::Unknown,
        }
    }

    /// Returns whether an object literal includes the members of others: `{ ...given, more: 1 }`.
    pub(in crate::resolve::bindings) fn is_made_of_others(&self, object: &DefinitionId) -> bool {
        self.scopes_of_class(object).iter().any(|(file, scope)| {
            let Some(graph) = self.graph(*file) else { return false };
            let Some(rules) = &graph.rules().shapes else { return false };
            let is_literal = rules.literals.iter().any(|kind| **kind == *graph.scopes[*scope].kind);
            is_literal && has_more(graph, *scope, rules)
        })
    }
}

/// Returns the places that may reach a definition by a name that is computed at run time: calls that evaluate code, and
/// computed members of the current object.
pub(in crate::resolve::bindings) fn reached_places(
    project: &Project,
    target: &Target,
    own: FileId,
) -> Vec<(FileId, usize)> {
    let Some(graph) = project.graph(own) else { return Vec::new() };
    let rules = graph.rules();
    let mut found = Vec::new();
    let is_reached = !target.is_member && target.space & space::VALUE != 0;
    for word in rules.evaluating.iter().filter(|_| is_reached) {
        for at in crate::text::normal::find_words(&graph.text, word) {
            let is_call = graph.text[at + word.len()..].starts_with('(');
            if is_call && graph.role(&(at..at + word.len())) == NameRole::Plain {
                found.push((own, at));
            }
        }
    }
    if rules.shapes.is_none() || !target.is_member {
        return found;
    }
    let classes =
        target.keys.iter().filter_map(DefinitionId::class).map(|class| project.scopes_of_class(class));
    for (file, scope) in classes.flat_map(|scopes| scopes.to_vec()) {
        let Some(graph) = project.graph(file) else { continue };
        let range = graph.scopes[scope].range.clone();
        let text = graph.text.get(range.clone()).unwrap_or_default();
        for word in &rules.receivers {
            for (at, open) in text.match_indices(&format!("{word}[")) {
                let inner = &text[at + open.len()..];
                let is_spelled =
                    inner.starts_with(['"', '\'', '`', ']']) || inner.starts_with(char::is_numeric);
                let at = range.start + at;
                let is_own = graph.own_scope(at) == Some(scope);
                let is_spelled = is_spelled || is_key_without_name(project, (file, graph, at), inner);
                if is_own && !is_spelled && graph.role(&(at..at + word.len())) == NameRole::Plain {
                    found.push((file, at));
                }
            }
        }
    }
    found
}

/// Returns whether the key in brackets, which `behind` begins with, is a unique value and no name: `this[kRun]` after
/// `const kRun = Symbol("run")`, or `this[Symbol.iterator]`.
fn is_key_without_name(
    project: &Project,
    (file, graph, byte): (FileId, &BindingGraph, usize),
    behind: &str,
) -> bool {
    let makers = &graph.rules().unique_key_functions;
    let key = behind.split(']').next().unwrap_or_default().trim();
    if key.rsplit_once('.').is_some_and(|(of, name)| makers.iter().any(|maker| maker == of) && is_word(name))
    {
        return true;
    }
    if makers.is_empty() || !is_word(key) {
        return false;
    }
    let Found::Definition(_, file, id) =
        project.look_up(Place { file, byte }, key, Lookup::of(space::VALUE, 0))
    else {
        return false;
    };
    let Some(graph) = project.graph(file) else { return false };
    let binding = &graph.bindings[id];
    let made_by = match &binding.value {
        Some(Expr::Call(called)) => called,
        _ => return false,
    };
    let maker = match &**made_by {
        Expr::Name(name) => graph.slice(name),
        Expr::Member(of, _) | Expr::Path(Some(of), _) => match &**of {
            Expr::Name(name) => graph.slice(name),
            _ => return false,
        },
        _ => return false,
    };
    let is_fixed = || graph.words_before(binding).any(|word| word == "const");
    makers.iter().any(|own| own == maker) && is_fixed()
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_word_char)
}

/// Returns whether a member is a value of an enumeration, which is identified by its name and never by its structure.
pub(in crate::resolve::bindings) fn is_of_enum(project: &Project, key: &DefinitionId) -> bool {
    let Container::Class(class) = &key.container else { return false };
    project.scopes_of_class(class).iter().any(|(file, scope)| {
        let Some(graph) = project.graph(*file) else { return false };
        graph.rules().unqualified_member_scopes.iter().any(|kind| **kind == *graph.scopes[*scope].kind)
    })
}

/// Returns the type of a value that is one of several: their common type, or all their classes.
pub(super) fn one_of_kinds(mut kinds: impl Iterator<Item = InferredType>) -> InferredType {
    let Some(first) = kinds.next() else { return InferredType::Unknown };
    let classes = |kind: InferredType| match kind {
        InferredType::Object(key) => Some(vec![key]),
        InferredType::Either(keys) => Some(keys),
        _ => None,
    };
    let either = |one: InferredType, other: InferredType| {
        if one == other {
            return Some(one);
        }
        // Access to a member of the project on a plain value or an object concerns the object.
        match (&one, &other) {
            (
                InferredType::Plain | InferredType::LibraryObject(_),
                InferredType::Object(_) | InferredType::Either(_),
            ) => return Some(other),
            (
                InferredType::Object(_) | InferredType::Either(_),
                InferredType::Plain | InferredType::LibraryObject(_),
            ) => return Some(one),
            _ => {}
        }
        let mut keys = classes(one)?;
        let more: Vec<DefinitionId> = classes(other)?.into_iter().filter(|key| !keys.contains(key)).collect();
        keys.extend(more);
        (keys.len() <= MOST_PARTS).then_some(InferredType::Either(keys))
    };
    kinds.try_fold(first, either).unwrap_or(InferredType::Unknown)
}

/// Returns whether an object or a type also gets members from outside its own text.
pub(super) fn has_more(graph: &BindingGraph, scope: usize, rules: &ShapeRules) -> bool {
    let range = &graph.scopes[scope].range;
    let is_more = |kind: &str| rules.more.iter().any(|more| more == kind);
    let root = graph.tree.root_node();
    let Some(node) = root.descendant_for_byte_range(range.start, range.end) else { return true };
    let mut cursor = node.walk();
    node.parent().is_some_and(|parent| is_more(parent.kind()))
        || node.named_children(&mut cursor).any(|child| is_more(child.kind()))
}
