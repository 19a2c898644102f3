//! Determines whether a definition can be moved to a scope, and whether it arrived there.

use std::ops::Range;

use crate::lang::{Language, LocalRules, Role};
use crate::text::Buffer;
use crate::text::normal::{contains, is_blank};

use crate::resolve::symbol::address::format::addresses;
use crate::resolve::symbol::address::namesake::{NewDefinition, TargetScope};
use crate::resolve::symbol::extent::span::{doubt, span};
use crate::resolve::symbol::members::payload_check::word_of;
use crate::resolve::symbol::outline::definition::{Definition, is_same_path};
use crate::resolve::symbol::outline::items::{FILE, ItemId, Outline};
use crate::resolve::symbol::outline::list;
use crate::resolve::symbol::outline::name::{NamePart, is_word_char};
use crate::resolve::symbol::outline::sets::{main_member, set_of, span_of_set};
use crate::resolve::symbol::part::replacement::KeywordChange;
use crate::resolve::symbol::{SymbolMatch, Symbols};

/// The scope of a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnclosingScope {
    /// The names of the enclosing scopes, outermost first.
    path: Vec<NamePart>,
    /// The name of the class (or similar), if the scope is one.
    class: Option<NamePart>,
    /// Whether the class is an `impl` block.
    is_block: bool,
    /// Whether the scope is a function, or a block with its own scope, whose local names the definition may use.
    is_function: bool,
    /// The byte range of the definition's parent container.
    container: Range<usize>,
}

/// The properties of a definition that moves.
#[derive(Debug, Clone)]
pub struct MovedDefinition {
    language: &'static Language,
    definition: Definition,
    /// Whether it contains keywords that are only valid in a class.
    is_tied: bool,
    /// Whether its value depends on its position.
    counts: bool,
    /// Whether it can be moved out of the enclosing function, provided that it uses none of the function's names.
    can_be_hoisted: bool,
    /// Whether a part of it is evaluated each time the enclosing function runs.
    is_reevaluated: bool,
    /// Its original scope.
    pub from: EnclosingScope,
}

/// A nested function, and its possible place outside of the enclosing one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InnerFunction {
    /// The address of the outermost definition around it.
    pub outermost: String,
    /// Its address if it is moved beside that definition.
    pub address: String,
}

/// The reason for which a definition is not valid in another scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveConflict {
    /// It is a member of its class.
    Member,
    /// It is a class in a class, and is used by the names of both.
    InnerClass,
    /// It has the name of its class, such as a constructor.
    NamedAfterClass,
    /// It is qualified by the name of its class, which is only valid in its scope.
    Qualified,
    /// It is of a kind that is not valid in a class.
    InClass,
    /// It does not belong to the trait of the block.
    OfTrait,
    /// It has no body.
    NoBody,
    /// It is a member other than a function, which may have another form outside of its class.
    FormOfMember,
    /// Its value depends on its position.
    Counted,
    /// It is a part of its type, such as a variant.
    OfItsType,
    /// It is in a function or a block, whose local names it may use.
    Nested,
    /// It is in a function, and a part of it is evaluated by each call of that function.
    Remade,
}

/// The result of the check whether a moved definition arrived.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveResult {
    /// It is in the scope.
    Alone,
    /// It is in the scope, beside a namesake that begins at this byte offset.
    Beside(usize),
    /// It is not in the scope.
    Lost,
}

impl MoveConflict {
    /// Returns the reason, as it follows the address of the definition in a message.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Member => "is a member, and cannot be outside a class",
            Self::InnerClass => {
                "is in a class, is used by its qualified name, and would have another one outside \
                 it"
            }
            Self::NamedAfterClass => "has the name of its class, and cannot be in another one",
            Self::Qualified => "is qualified, and cannot be in another scope",
            Self::InClass => "is of a kind that cannot be in a class",
            Self::OfTrait => "is not part of the trait of that block",
            Self::Counted => "takes its value from its position",
            Self::OfItsType => "is part of its type, and cannot be in another one",
            Self::NoBody => "has no body, and needs one there",
            Self::FormOfMember => "is a member, and may need another form there",
            Self::Nested => "is inside a function or a block, and cannot be moved out of it",
            Self::Remade => {
                "has decorators or default values that are evaluated in each call of the function \
                 around it"
            }
        }
    }
}

impl EnclosingScope {
    /// Returns the scope that `container` is, or that encloses it.
    pub(in crate::resolve::symbol) fn of(outline: &Outline, container: ItemId) -> Self {
        let path = if container == FILE { Vec::new() } else { outline.path(container) };
        let is_module = outline.item(container).role == Role::Module;
        let class = match outline.definition(container).filter(|_| !is_module) {
            Some(_) => Some(container),
            None => outline.enclosing_definition(container),
        };
        let rules = outline.rules();
        // In languages without nested functions, a function is not counted as the enclosing class: a class in it has no
        // outer class.
        let is_scope = |capture: &str| {
            rules.inner_classes_only && rules.function_captures.iter().any(|one| one == capture)
        };
        let class = class.and_then(|id| outline.definition(id)).filter(|found| !is_scope(found.capture));
        let is_nested = class.is_none() && (outline.is_in_call(container) || outline.is_call(container));
        Self {
            path: path.into_iter().cloned().collect(),
            class: class.and_then(|found| found.parts.last().cloned()),
            is_block: class.is_some_and(|found| found.is_block),
            is_function: is_nested
                || class.is_some_and(|found| contains(&rules.function_captures, found.capture)),
            container: outline.item(container).range.clone(),
        }
    }

    /// Extends the scope by inner names.
    pub(in crate::resolve::symbol) fn within(mut self, names: impl IntoIterator<Item = NamePart>) -> Self {
        self.path.extend(names);
        self
    }

    /// Returns whether two scopes have the same names.
    #[must_use]
    pub fn is_same_scope(&self, other: &Self) -> bool {
        is_same_names(&self.path, &other.path)
    }

    /// Returns whether local names of a function or block may be visible in it.
    #[must_use]
    pub const fn may_have_locals(&self) -> bool {
        self.is_function || self.class.is_none()
    }

    /// Returns whether a definition in it may be in a function or a block; outside of classes, a definition at the
    /// start of a line is not.
    #[must_use]
    pub const fn may_be_in_function(&self, begins_line: bool) -> bool {
        self.is_function || (self.class.is_none() && !begins_line)
    }

    /// Returns whether two definitions of one text have the same parent container.
    #[must_use]
    pub fn is_same_container(&self, other: &Self) -> bool {
        self.container == other.container
    }
}

impl MovedDefinition {
    /// Returns whether its statement declares others too.
    #[must_use]
    pub const fn is_shared(&self) -> bool {
        self.definition.is_shared
    }
}

impl Symbols {
    /// Returns the properties of a definition that is to be moved.
    pub fn mover(&self, buffer: &Buffer, found: &SymbolMatch) -> Option<MovedDefinition> {
        let (outline, id) = self.item_of(buffer, found)?;
        let definition = outline.definition(id)?.clone();
        let words = &self.language().manifest().symbols.member_words;
        let text = buffer.slice(found.definition.clone());
        let is_tied = text.split(|char| !is_word_char(char)).any(|word| words.iter().any(|one| one == word));
        let from = EnclosingScope::of(outline, outline.item(outline.outermost(id)).parent);
        let counts = list::counts(self.outlined(outline, buffer), id);
        let may_leave = self.can_be_hoisted(outline, id);
        let is_remade = self.is_reevaluated(outline, id, buffer);
        Some(MovedDefinition {
            language: self.language(),
            definition,
            is_tied,
            counts,
            can_be_hoisted: may_leave,
            is_reevaluated: is_remade,
            from,
        })
    }

    /// Returns whether a definition may be moved out of the enclosing function: it is a function, and the language
    /// allows top-level functions.
    fn can_be_hoisted(&self, outline: &Outline, id: ItemId) -> bool {
        let manifest = self.language().manifest();
        let is_free = |rules: &LocalRules| rules.moves.is_some() || rules.tree.is_some();
        let is_function = |id: ItemId| {
            let definition = outline.definition(id);
            definition.is_some_and(|found| contains(&manifest.symbols.function_captures, found.capture))
        };
        is_function(id)
            && outline.enclosing_definition(id).is_some_and(is_function)
            && self.language().local_rules().is_some_and(is_free)
    }

    /// Returns whether decorators and default values are evaluated each time the definition is executed, and it has
    /// some that may have an effect or create an object.
    fn is_reevaluated(&self, outline: &Outline, id: ItemId, buffer: &Buffer) -> bool {
        let Some(definition) = outline.definition(id) else { return false };
        if !self.language().local_rules().is_some_and(|rules| rules.in_order) {
            return false;
        }
        let start = outline.item(id).range.start;
        let is_decorated = outline.item(outline.outermost(id)).range.start < start;
        let head = definition.frame.body.as_ref().map(|body| buffer.slice(start..start + body.start));
        let makes =
            |value: &str| value.split([',', ')']).next().unwrap_or_default().contains(['(', '[', '{']);
        is_decorated || head.is_some_and(|head| head.split('=').skip(1).any(makes))
    }

    /// Returns where a nested function could be moved to; `None` if it is not nested, or cannot be moved out.
    pub fn inner_function(&self, buffer: &Buffer, found: &SymbolMatch) -> Option<InnerFunction> {
        let mover = self.mover(buffer, found)?;
        if !mover.from.is_function || !mover.can_be_hoisted || mover.is_reevaluated {
            return None;
        }
        let (outline, id) = self.item_of(buffer, found)?;
        let around =
            std::iter::successors(outline.enclosing_definition(id), |id| outline.enclosing_definition(*id));
        let outermost = around.last()?;
        let parent = outline.item(outline.outermost(outermost)).parent;
        let names = if parent == FILE { Vec::new() } else { outline.path(parent) };
        let names = names.iter().map(|part| part.name.as_str());
        let own = mover.definition.parts.last()?.name.as_str();
        let names: Vec<&str> = names.chain(std::iter::once(own)).collect();
        let address = names.join(&self.language().manifest().separator);
        let outermost = addresses(outline, &[outermost]).pop()?;
        Some(InnerFunction { outermost, address })
    }

    /// Returns the keyword that a member of a grouped statement needs outside of it, if it is moved without that
    /// statement; `line` is the line of the moved lines (from 0) on which it is declared.
    pub fn opening_alone(
        &self,
        buffer: &Buffer,
        found: &SymbolMatch,
        (goes, line): (&Range<usize>, usize),
    ) -> Option<KeywordChange> {
        let (outline, group) = self.group_around(buffer, found)?;
        let word = || word_of(self.outlined(outline, buffer), group);
        let stays = outline.item(group).range.start < goes.start;
        stays.then(|| KeywordChange { line, remove: String::new(), add: word() + " " })
    }

    /// Returns whether a definition is the only member of a grouped statement that is moved with it, with nothing above
    /// the statement.
    pub fn is_alone_in_group(&self, buffer: &Buffer, found: &SymbolMatch, goes: &Range<usize>) -> bool {
        let group = self.group_around(buffer, found).map(|(outline, group)| outline.item(group).range.start);
        group.is_some_and(|start| start >= goes.start && is_blank(&buffer.slice(goes.start..start)))
    }

    /// Returns the grouped statement that contains a definition.
    fn group_around(&self, buffer: &Buffer, found: &SymbolMatch) -> Option<(&Outline, ItemId)> {
        let (outline, id) = self.item_of(buffer, found)?;
        let around = outline.item(id).parent;
        (outline.item(around).role == Role::Group).then_some((outline, around))
    }

    /// Returns the addresses of definitions that belong to a type and are outside of it: `impl` blocks, and functions
    /// that name it as their receiver.
    pub fn belongings(&self, buffer: &Buffer, found: &SymbolMatch) -> Vec<String> {
        let Some((outline, own)) = self.item_of(buffer, found) else { return Vec::new() };
        let manifest = self.language().manifest();
        let is_type = outline.definition(own).is_some_and(|own| {
            manifest.symbols.containers.iter().any(|kind| kind == own.capture) && !own.is_block
        });
        if !is_type {
            return Vec::new();
        }
        let names = |id: ItemId| outline.path(id).iter().map(|part| part.name.clone()).collect::<Vec<_>>();
        let (path, range) = (names(own), outline.item(outline.outermost(own)).range);
        let is_block = |id: ItemId| outline.definition(id).is_some_and(|found| found.is_block);
        let belongs = |id: &ItemId| {
            let is_inside = range.contains(&outline.item(*id).range.start);
            let parent = outline.item(outline.outermost(*id)).parent;
            let other = names(*id);
            // A class of another branch has the name, too, and members of its own.
            let is_of_other = outline
                .enclosing_definition(*id)
                .is_some_and(|around| around != own && names(around) == path);
            let is_member = other.split_last().is_some_and(|(_, owner)| owner == path) && !is_block(parent);
            let is_member = is_member && !is_of_other;
            !is_inside && if is_block(*id) { other == path } else { is_member }
        };
        let ids: Vec<ItemId> = outline.definitions().into_iter().map(|(id, _)| id).filter(belongs).collect();
        addresses(outline, &ids)
    }

    /// Returns the scope of the place beside a definition, or inside of it.
    pub fn target_scope(&self, buffer: &Buffer, found: &SymbolMatch, inside: bool) -> Option<EnclosingScope> {
        if found.definition.is_empty() {
            return Some(EnclosingScope::of(self.outline(), FILE));
        }
        let Some((outline, id)) = self.item_of(buffer, found) else {
            // A module has no definition, but is a scope.
            let outline = self.outline();
            let is_it = |id: &ItemId| {
                let item = outline.item(*id);
                item.role == Role::Module && item.range == found.definition
            };
            return outline
                .ids()
                .into_iter()
                .find(is_it)
                .filter(|_| inside)
                .map(|id| EnclosingScope::of(outline, id));
        };
        Some(EnclosingScope::of(
            outline,
            if inside { id } else { outline.item(outline.outermost(id)).parent },
        ))
    }

    /// Returns the reason for which a definition is not valid in a scope.
    #[must_use]
    pub fn misfit(&self, mover: &MovedDefinition, home: &EnclosingScope) -> Option<MoveConflict> {
        let rules = &self.language().manifest().symbols;
        let MovedDefinition { definition, from, .. } = mover;
        let is_member = from.class.is_some();
        let owner = from.class.as_ref().map_or("", |class| class.name.as_str());
        let name = definition.parts.last().map_or("", |part| part.name.as_str());
        let holds = |capture: &str| {
            rules.member_captures.is_empty() || rules.member_captures.iter().any(|one| one == capture)
        };
        let of_trait = |home: &EnclosingScope| home.class.as_ref().and_then(|class| class.of_trait.clone());
        let lacks_body = definition.frame.body.is_none() && !rules.separate_declarations;
        match &home.class {
            _ if mover.counts && !from.is_same_container(home) => Some(MoveConflict::Counted),
            _ if from.is_function && !home.is_function => {
                match mover.can_be_hoisted && home.class.is_none() {
                    true => mover.is_reevaluated.then_some(MoveConflict::Remade),
                    false => Some(MoveConflict::Nested),
                }
            }
            None if is_member
                && rules.out_of_class_form_differs
                && contains(&rules.containers, definition.capture) =>
            {
                Some(MoveConflict::InnerClass)
            }
            None if is_member && (rules.out_of_class_form_differs || mover.is_tied) => {
                Some(MoveConflict::Member)
            }
            _ if definition.parts.len() > 1 && !is_same_names(&from.path, &home.path) => {
                Some(MoveConflict::Qualified)
            }
            Some(class) if is_member && names_class(name, owner) && class.name != owner => {
                Some(MoveConflict::NamedAfterClass)
            }
            // A member, such as a variant, can be moved to another place among the members.
            Some(_) if !holds(definition.capture) && from.is_same_container(home) => None,
            Some(_) if !holds(definition.capture) && is_member => Some(MoveConflict::OfItsType),
            Some(_) if !holds(definition.capture) => Some(MoveConflict::InClass),
            Some(_) if of_trait(home).is_some() && of_trait(home) != of_trait(from) => {
                Some(MoveConflict::OfTrait)
            }
            class if lacks_body && is_member && (class.is_none() || home.is_block) => {
                let is_function = rules.function_captures.iter().any(|one| one == definition.capture);
                Some(if is_function { MoveConflict::NoBody } else { MoveConflict::FormOfMember })
            }
            _ => None,
        }
    }

    /// Returns whether a moved definition is in a scope of the current text, and whether it has a namesake there.
    pub fn arrival(&mut self, buffer: &Buffer, mover: &MovedDefinition, home: &EnclosingScope) -> MoveResult {
        if self.ensure_outline(buffer).is_err() {
            return MoveResult::Lost;
        }
        self.symbols_with(buffer, mover.definition.is_minor).arrived(buffer, mover, home)
    }

    fn arrived(&self, buffer: &Buffer, mover: &MovedDefinition, home: &EnclosingScope) -> MoveResult {
        let outline = self.outline();
        let file = self.outlined(outline, buffer);
        let own = &mover.definition;
        let path: Vec<&NamePart> = home.path.iter().chain(&own.parts).collect();
        let name = own.parts.last().map_or("", |part| part.name.as_str());
        let named: Vec<ItemId> = outline
            .named(name)
            .iter()
            .copied()
            .filter(|id| is_same_path(outline.path_upwards(*id), path.iter().rev().copied()))
            .collect();
        // Another language has other names for kinds, and may distinguish functions by more.
        let is_own_language = mover.language.shares_operations(self.language());
        let is_same = |other: &Definition| match is_own_language {
            true => is_alike(own, other),
            false => own.is_minor == other.is_minor && own.is_declaration == other.is_declaration,
        };
        let is_it = |id: &&ItemId| outline.definition(**id).is_some_and(is_same);
        let is_clear = |id: &ItemId| doubt(file, *id, &span(file, *id)).is_none();
        let Some(arrived) = named.iter().find(is_it).copied().filter(is_clear) else {
            return MoveResult::Lost;
        };
        let container = outline.item(outline.outermost(arrived)).parent;
        let at = outline.item(arrived).range.start;
        let arena = TargetScope { container, at, own: &[arrived] };
        let newcomer = NewDefinition::of(file, arrived);
        let other = newcomer.and_then(|newcomer| newcomer.namesake(self, file, arena));
        other.map_or(MoveResult::Alone, |id| MoveResult::Beside(outline.item(id).range.start))
    }

    /// Returns the item of a definition, with the outline that contains it.
    pub(in crate::resolve::symbol) fn item_of(
        &self,
        buffer: &Buffer,
        found: &SymbolMatch,
    ) -> Option<(&Outline, ItemId)> {
        let knowing = self.symbols_with(buffer, found.identity.is_minor);
        let known = knowing.known.as_ref()?;
        [Some(&known.outline), known.current_plain()].into_iter().flatten().find_map(|outline| {
            let file = self.outlined(outline, buffer);
            let holds = |id: &ItemId| {
                let range = &outline.item(outline.outermost(*id)).range;
                range.start <= found.declaration && found.declaration < range.end
            };
            // Definitions with the name of the match are the most likely ones.
            let named = found.identity.names.last().map_or(&[][..], |name| outline.named(name));
            let all = || outline.definitions().into_iter().map(|(id, _)| id);
            let all = named.iter().copied().chain(std::iter::once_with(all).flatten()).filter(holds);
            let mut own = all.filter_map(|id| {
                if span(file, id).whole() == found.definition {
                    return Some(id);
                }
                let set = set_of(outline, id);
                let place = span_of_set(file, &set).filter(|_| set.len() > 1)?;
                (place.whole() == found.definition).then(|| main_member(outline, &set)).flatten()
            });
            own.next().map(|id| (outline, id))
        })
    }
}

fn is_same_names(first: &[NamePart], second: &[NamePart]) -> bool {
    first.iter().map(|part| &part.name).eq(second.iter().map(|part| &part.name))
}

/// Returns whether a member has the name of its class, ignoring punctuation before the name.
fn names_class(name: &str, class: &str) -> bool {
    name.trim_start_matches(|char| !is_word_char(char)).trim_start() == class
}

/// Returns whether two definitions with one full name may be the same.
fn is_alike(own: &Definition, other: &Definition) -> bool {
    own.capture == other.capture
        && own.signature == other.signature
        && own.accessor == other.accessor
        && own.is_declaration == other.is_declaration
}
