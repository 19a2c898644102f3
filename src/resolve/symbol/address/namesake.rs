//! Finds definitions with the same name and signature in the same scope.
//!
//! Namesakes are distinguished by kind, parameters, decorators, attributes and template heads, keywords such as
//! `static`, whether they are only declarations, and by the conditional branch that they are in.

use std::ops::Range;

use crate::lang::{Manifest, Role, SymbolRules};
use crate::text::normal::contains;

use crate::resolve::symbol::Symbols;
use crate::resolve::symbol::extent::comment::LeadInKind;
use crate::resolve::symbol::extent::span::span;
use crate::resolve::symbol::outline::definition::{Definition, is_same_path};
use crate::resolve::symbol::outline::items::{FILE, ItemId, Outline};
use crate::resolve::symbol::outline::name::{NamePart, is_word_char, squeeze};
use crate::resolve::symbol::outline::outlined::Outlined;

/// A definition that is added to a scope.
#[derive(Debug, Clone)]
pub(in crate::resolve::symbol) struct NewDefinition {
    definition: Definition,
    marks: DistinguishingMarks,
    space: NameSpace,
    /// Its lines with those above that belong to it, from 0, in the text from which it was read.
    lines: Range<usize>,
}

/// The name space of a type name, in languages with two of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NameSpace {
    All,
    /// Names of types that are used with a keyword, such as `struct`.
    Tags,
    /// All other names.
    Plain,
}

impl NameSpace {
    fn of(outline: &Outline, id: ItemId) -> Self {
        let capture = outline.rules().typedef_capture.as_deref();
        let Some(own) = outline.definition(id).filter(|own| capture == Some(own.capture)) else {
            return Self::All;
        };
        match outline.item(outline.outermost(id)).role {
            // A typedef of a tagged type declares both.
            Role::Typedef => Self::All,
            _ if own.frame.body.is_none() && !own.is_declaration => Self::Plain,
            _ => Self::Tags,
        }
    }

    fn meets(self, other: Self) -> bool {
        self == other || self == Self::All || other == Self::All
    }
}

/// The properties that distinguish a definition from others with its name and signature.
#[derive(Debug, Clone, PartialEq, Eq)]
struct DistinguishingMarks {
    /// Its decorators, attributes and template heads.
    lead_in: Vec<String>,
    /// The distinguishing keywords of its declaration.
    words: Vec<String>,
}

/// The scope to which a definition is added.
#[derive(Debug, Clone, Copy)]
pub(in crate::resolve::symbol) struct TargetScope<'a> {
    /// The container that becomes its parent.
    pub(in crate::resolve::symbol) container: ItemId,
    /// A byte offset at the place.
    pub(in crate::resolve::symbol) at: usize,
    /// The new definition itself if it is already in the text, or the definitions that it replaces.
    pub(in crate::resolve::symbol) own: &'a [ItemId],
}

impl DistinguishingMarks {
    fn of(file: Outlined<'_>, id: ItemId) -> Self {
        let place = span(file, id);
        let lead_in = place
            .lead_in
            .iter()
            .filter(|unit| matches!(unit.kind, LeadInKind::Decorator | LeadInKind::Attribute));
        let lead_in = lead_in.map(|unit| squeeze(&file.buffer.slice(unit.range.clone()))).collect();
        let heading = file.outline.definition(id).map_or(0, |found| found.heading);
        let end = (file.outline.item(id).range.start + heading).max(place.declaration);
        let declaration = file.buffer.slice(place.declaration..end);
        let before_name = declaration.split(['(', '{', '=', ';']).next().unwrap_or_default();
        let words = before_name.split(|char| !is_word_char(char));
        let is_telling =
            |word: &&str| file.manifest().symbols.distinguishing_words.iter().any(|one| one == word);
        Self { lead_in, words: words.filter(is_telling).map(str::to_owned).collect() }
    }

    /// Returns whether a decorator shows that the name may have several definitions.
    fn may_repeat(&self, rules: &SymbolRules) -> bool {
        self.lead_in.iter().any(|unit| is_named_in(unit, &rules.repeating_decorators))
    }

    /// Returns whether a scope cannot have both definitions, as far as these properties tell.
    fn conflict_with(&self, other: &Self, rules: &SymbolRules) -> bool {
        let telling = |marks: &Self| -> Vec<String> {
            let units = marks.lead_in.iter();
            units.filter(|unit| is_named_in(unit, &rules.distinguishing_decorators)).cloned().collect()
        };
        self.words == other.words && telling(self) == telling(other)
    }
}

/// Returns whether a line of decorators or an attribute has one of these names; `*` matches any beginning.
fn is_named_in(unit: &str, patterns: &[String]) -> bool {
    let is_in_name = |char: char| is_word_char(char) || char == '.';
    unit.split('@').filter_map(|text| text.split(|char| !is_in_name(char)).find(|name| !name.is_empty())).any(
        |name| {
            patterns.iter().any(|pattern| match pattern.strip_prefix('*') {
                Some(ending) => name.ends_with(ending),
                None => name == pattern,
            })
        },
    )
}

impl NewDefinition {
    /// Reads a definition from the text that contains it.
    pub(in crate::resolve::symbol) fn of(file: Outlined<'_>, id: ItemId) -> Option<Self> {
        let definition = file.outline.definition(id)?.clone();
        let space = NameSpace::of(file.outline, id);
        let lines = file.buffer.lines_of(&span(file, id).whole());
        Some(Self { definition, marks: DistinguishingMarks::of(file, id), space, lines })
    }

    /// Returns its lines in the payload that contains it, from 0.
    pub(in crate::resolve::symbol) fn lines(&self) -> Range<usize> {
        self.lines.clone()
    }

    /// Takes over the decorators, attributes and heads of a definition of the file.
    pub(in crate::resolve::symbol) fn stand_below_lead_in(&mut self, file: Outlined<'_>, id: ItemId) {
        self.marks.lead_in = DistinguishingMarks::of(file, id).lead_in;
    }

    /// Returns its query capture.
    pub(in crate::resolve::symbol) const fn capture(&self) -> &'static str {
        self.definition.capture
    }

    /// Returns whether it has decorators or attributes that differ from those of a definition of the file.
    pub(in crate::resolve::symbol) fn has_other_marks(&self, file: Outlined<'_>, id: ItemId) -> bool {
        !self.marks.lead_in.is_empty() && self.marks != DistinguishingMarks::of(file, id)
    }

    /// Returns whether it is a minor definition.
    pub(in crate::resolve::symbol) const fn is_minor(&self) -> bool {
        self.definition.is_minor
    }

    /// Returns whether it is a plain value, such as a field.
    pub(in crate::resolve::symbol) const fn is_value(&self) -> bool {
        self.definition.is_minor && self.definition.frame.body.is_none()
    }

    /// Returns whether the definitions are a whole set of overloads: declarations of one function, followed by its
    /// body.
    pub(in crate::resolve::symbol) fn are_one_set(newcomers: &[Self]) -> bool {
        let [first, .., last] = newcomers else { return false };
        let is_of_it = |other: &Self| {
            let (own, other) = (&first.definition, &other.definition);
            own.capture == other.capture
                && own.is_static == other.is_static
                && own.parts.last().map(|part| &part.name) == other.parts.last().map(|part| &part.name)
                && other.accessor.is_none()
        };
        let declares = |one: &Self| one.definition.is_declaration;
        !declares(last)
            && newcomers.iter().all(is_of_it)
            && newcomers[..newcomers.len() - 1].iter().all(declares)
    }

    /// Returns whether it is a constant that, without a value, counts on from the one above it.
    pub(in crate::resolve::symbol) fn counts_up(&self, rules: &SymbolRules) -> bool {
        rules.minor_kinds.get(self.definition.capture).is_some_and(|rule| rule.counts_up)
    }

    /// Returns its capture if it is not valid beside a member of a class: it is a value with another separator, or
    /// names the type that it belongs to and thus belongs outside of the class.
    pub(in crate::resolve::symbol) fn foreign_kind(
        &self,
        rules: &SymbolRules,
        separator: Option<&str>,
        is_inside: bool,
    ) -> Option<&'static str> {
        let own = rules.minor_kinds.get(self.definition.capture).and_then(|rule| rule.separator.as_deref());
        let is_other = separator.is_some() && self.is_value() && own != separator;
        let is_outside = is_inside && rules.receiver.is_some() && self.definition.parts.len() > 1;
        (is_other || is_outside).then_some(self.definition.capture)
    }

    /// Returns its capture if it is not allowed in a class.
    pub(in crate::resolve::symbol) fn capture_of_file(&self, manifest: &Manifest) -> Option<&'static str> {
        let capture = self.definition.capture;
        contains(&manifest.symbols.file_captures, capture).then_some(capture)
    }

    /// Returns whether it is another declaration of the function whose body the given definition is.
    pub(in crate::resolve::symbol) fn declares_again(&self, outline: &Outline, body: ItemId) -> bool {
        let own = &self.definition;
        outline.rules().single_definition
            && own.is_declaration
            && outline.definition(body).is_some_and(|body| {
                !body.is_declaration
                    && own.capture == body.capture
                    && own.is_static == body.is_static
                    && own.parts.last() == body.parts.last()
            })
    }

    /// Returns the definitions with its name in a container.
    pub(in crate::resolve::symbol) fn named_in(&self, outline: &Outline, container: ItemId) -> Vec<ItemId> {
        let name = self.definition.parts.last().map_or("", |part| part.name.as_str());
        let is_in = |id: &ItemId| outline.item(outline.outermost(*id)).parent == container;
        outline.named_within(name, container).iter().copied().filter(is_in).collect()
    }

    /// Returns whether it has no body: it is a plain value, or only a declaration.
    pub(in crate::resolve::symbol) fn is_bodiless(&self, manifest: &Manifest) -> bool {
        self.is_value() || self.definition.is_bodiless(manifest)
    }

    /// Returns the other definition in the scope that has its name and signature.
    pub(in crate::resolve::symbol) fn namesake(
        &self,
        symbols: &Symbols,
        file: Outlined<'_>,
        arena: TargetScope<'_>,
    ) -> Option<ItemId> {
        let own = &self.definition;
        let name = &own.parts.last()?.name;
        let rules = &file.manifest().symbols;
        let is_plain_block = own.is_block && own.parts.last().is_none_or(|part| part.of_trait.is_none());
        if is_plain_block || rules.repeatable_names.contains(name) || self.marks.may_repeat(rules) {
            return None;
        }
        let around = if arena.container == FILE { Vec::new() } else { file.outline.path(arena.container) };
        let path: Vec<&NamePart> = around.into_iter().chain(&own.parts).collect();
        let mut others = file.outline.named_within(name, arena.container).iter().copied().filter(|id| {
            !arena.own.contains(id)
                && file.outline.definition(*id).is_some_and(|other| {
                    let is_member = self.is_one_member(file.outline, *id, arena.container);
                    self.has_same_signature(other, rules, is_member) || self.shares_space(other, rules)
                })
                && is_same_path(file.outline.path_upwards(*id), path.iter().rev().copied())
                && self.marks.conflict_with(&DistinguishingMarks::of(file, *id), rules)
                && self.space.meets(NameSpace::of(file.outline, *id))
                && self.is_in_like_scope(file, *id, arena.container)
        });
        let first = others.next()?;
        let branches = symbols.branches(file.buffer);
        let is_in_branch = |id: &ItemId| {
            let start = file.outline.item(*id).range.start;
            branches.is_none_or(|branches| branches.in_same_branch(start, arena.at))
        };
        std::iter::once(first).chain(others).find(is_in_branch)
    }

    /// Returns whether both are members of one class, where a member is either declared or defined, but not both; in
    /// languages with overload sets, declarations are beside the definition.
    fn is_one_member(&self, outline: &Outline, other: ItemId, container: ItemId) -> bool {
        let is_of_class = |id: ItemId| outline.item(id).parent == container;
        let is_friend = outline.item(outline.item(other).parent).role == Role::Wrapper;
        !outline.rules().single_definition
            && outline.class_of_members(container).is_some()
            && is_of_class(outline.outermost(other))
            && !is_friend
    }

    /// Returns whether definitions of other kinds may conflict with its name.
    pub(in crate::resolve::symbol) fn may_share_space(&self, rules: &SymbolRules) -> bool {
        rules.name_spaces.iter().any(|space| contains(space, self.definition.capture))
    }

    /// Returns whether another definition is in the same conditional text as the children of a container, and in a
    /// similar scope. A definition that names its type is outside of it, so the marks of the scope are not compared.
    fn is_in_like_scope(&self, file: Outlined<'_>, other: ItemId, container: ItemId) -> bool {
        let own = file.outline.item(file.outline.outermost(other)).parent;
        let is_qualified = |one: &Definition| one.parts.len() > 1;
        let names_type =
            || is_qualified(&self.definition) || file.outline.definition(other).is_some_and(is_qualified);
        own == container
            || conditions(file.outline, own) == conditions(file.outline, container)
                && (names_type() || have_scopes_like_marks(file, own, container))
    }

    /// Returns its name.
    pub(in crate::resolve::symbol) fn name(&self) -> &str {
        self.definition.parts.last().map_or("", |part| part.name.as_str())
    }

    /// Returns whether another definition of the name has another kind that shares the name space, so that a scope can
    /// have only one of them.
    fn shares_space(&self, other: &Definition, rules: &SymbolRules) -> bool {
        let own = &self.definition;
        own.capture != other.capture
            && !own.is_declaration
            && !other.is_declaration
            && rules
                .name_spaces
                .iter()
                .any(|space| contains(space, own.capture) && contains(space, other.capture))
    }

    /// Returns whether another definition of the name has the same kind and parameters.
    fn has_same_signature(&self, other: &Definition, rules: &SymbolRules, is_member: bool) -> bool {
        let own = &self.definition;
        if own.is_block || other.is_block {
            // Of the `impl` blocks of a type, only those for a trait are unique.
            let given =
                |one: &Definition| one.parts.last().map(|part| (part.args.clone(), part.of_trait.clone()));
            return own.is_block && other.is_block && given(own) == given(other);
        }
        let is_only_one = rules.single_definition && own.is_callable && !own.is_declaration;
        let is_same_signature = || match (&own.signature, &other.signature) {
            (Some(own), Some(other)) => own.is_one_with(other, rules),
            (own, other) => own == other,
        };
        own.capture == other.capture
            && (is_member || own.is_declaration == other.is_declaration)
            && own.accessor == other.accessor
            && (is_only_one || is_same_signature())
    }
}

/// Returns whether a definition's scope has the same decorators and attributes as the container.
fn have_scopes_like_marks(file: Outlined<'_>, own: ItemId, container: ItemId) -> bool {
    let marks = |id: ItemId| {
        let class = if file.outline.definition(id).is_some() {
            Some(id)
        } else {
            file.outline.enclosing_definition(id)
        };
        class.map(|class| DistinguishingMarks::of(file, class))
    };
    match (marks(own), marks(container)) {
        (Some(own), Some(other)) => own.conflict_with(&other, &file.manifest().symbols),
        (own, other) => own.is_none() && other.is_none(),
    }
}

/// Returns the enclosing conditionals of the children of a container.
fn conditions(outline: &Outline, container: ItemId) -> Vec<ItemId> {
    let mut found = Vec::new();
    let mut at = container;
    while at != FILE {
        if outline.item(at).role == Role::Transparent {
            found.push(at);
        }
        at = outline.item(at).parent;
    }
    found
}

/// Returns the top-level definitions of a text that begin at or after byte `from`: nested and conditional ones are
/// excluded.
pub(in crate::resolve::symbol) fn new_definitions(file: Outlined<'_>, from: usize) -> Vec<NewDefinition> {
    let around = |id: ItemId| file.outline.item(file.outline.outermost(id)).parent;
    let is_outside = |id: &ItemId| {
        let mut parent = around(*id);
        // `const ( … )` gives its definitions to the scope around it.
        while parent != FILE && file.outline.item(parent).role == Role::Group {
            parent = around(parent);
        }
        file.outline.item(*id).range.start >= from
            && (parent == FILE || file.outline.item(parent).range.start < from)
    };
    let ids = file.outline.definitions().into_iter().map(|(id, _)| id).filter(is_outside);
    let first = file.buffer.line_of(from);
    let mut found: Vec<NewDefinition> = ids.filter_map(|id| NewDefinition::of(file, id)).collect();
    for one in &mut found {
        one.lines = one.lines.start.saturating_sub(first)..one.lines.end.saturating_sub(first);
    }
    found
}
