//! Resolves addresses of minor names, such as fields. These are looked up in a separate outline, which is only made if
//! the definitions of a file do not settle what an address means: addresses of definitions cost nothing extra.
//!
//! The order of preference: a definition whose full name the address is, any other item whose full name it is, a
//! definition whose name ends with it, any other item whose name ends with it.

use std::ops::Range;

use crate::ir::SymbolTarget;
use crate::text::Buffer;

use super::choose::{Choice, Selector, choose, fitting, is_named_in_full, names_only_blocks};
use super::format::by_all_names;
use super::info::{describe, describe_by};
use super::namesake::{NewDefinition, TargetScope};
use super::parse;
use super::request::{Inquiry, names_block};
use crate::resolve::symbol::extent::span::span;
use crate::resolve::symbol::outline::definition::Definition;
use crate::resolve::symbol::outline::items::{FILE, ItemId, Outline, OutlineScope};
use crate::resolve::symbol::outline::outlined::Outlined;
use crate::resolve::symbol::outline::signature::Signature;
use crate::resolve::symbol::{Purpose, SymbolInfo, SymbolMatch, SymbolProblem, Symbols};

impl Symbols {
    /// Returns the symbols of the same document with an outline of all names; `None` if this value has that itself, or
    /// it cannot be parsed.
    pub(in crate::resolve::symbol) fn symbols_with_all_names(&self, buffer: &Buffer) -> Option<&Self> {
        if self.scope == OutlineScope::AllNames {
            return None;
        }
        let make = || {
            let mut names = Self::with_macros(self.language, self.syntax.macros().clone());
            names.scope = OutlineScope::AllNames;
            names.ensure_outline(buffer).is_ok().then(|| Box::new(names))
        };
        self.all_names.get_or_init(make).as_deref()
    }

    pub(in crate::resolve::symbol) fn all_names_mut(&mut self, buffer: &Buffer) -> Option<&mut Self> {
        self.symbols_with_all_names(buffer)?;
        self.all_names.get_mut()?.as_deref_mut()
    }

    /// Returns the symbols whose outline contains the definition, which may be a minor one.
    pub(in crate::resolve::symbol) fn symbols_with(&self, buffer: &Buffer, is_small: bool) -> &Self {
        if is_small { self.symbols_with_all_names(buffer).unwrap_or(self) } else { self }
    }

    /// Returns whether an address is the full name of a definition, or all that it could name is known to be a
    /// definition.
    pub(in crate::resolve::symbol) fn is_settled(
        &self,
        Inquiry { target, purpose, .. }: Inquiry<'_>,
        problem: Option<&SymbolProblem>,
    ) -> bool {
        let rules = &self.language.manifest().symbols;
        let Ok(address) = parse::read_target(target, rules) else { return true };
        let Some(known) = &self.known else { return true };
        if self.scope == OutlineScope::AllNames {
            return true;
        }
        if address.accessor.as_ref().is_some_and(|kind| rules.minor_kinds.contains_key(kind)) {
            return false;
        }
        // A payload that is no definition may be for the field with the name of the method.
        if target.kind.is_none() && matches!(problem, Some(SymbolProblem::PayloadMismatch { .. })) {
            return false;
        }
        let is_missing =
            matches!(problem, Some(SymbolProblem::NotFound { .. } | SymbolProblem::Unread { .. }));
        // Either the member or its class may be missing.
        if target.kind.is_some() || purpose.member().is_some() {
            return !is_missing;
        }
        let wish = Selector::of(&address);
        // A type alias of the name is preferred to `impl` blocks, like a type.
        is_named_in_full(&known.outline, &wish)
            && (names_block(target, rules) || !names_only_blocks(&known.outline, &wish))
    }

    /// Chooses between the definition and the minor name that an address can name.
    pub(in crate::resolve::symbol) fn preferred(
        &mut self,
        asked: Inquiry<'_>,
        first: Result<SymbolMatch, SymbolProblem>,
    ) -> Result<SymbolMatch, SymbolProblem> {
        let Inquiry { buffer, target, .. } = asked;
        let Some(names) = self.all_names_mut(buffer) else { return self.with_suggestions(asked, first) };
        let second = names.resolve_any(asked);
        let in_full = names.has_minor_in_full(target);
        let is_taken = second.is_ok() && target.kind.is_none();
        let first = if is_taken { first } else { self.with_suggestions(asked, first) };
        let Some(names) = self.symbols_with_all_names(buffer) else { return first };
        let words = self.language.manifest().symbols.trait_impl.as_ref();
        let is_block = |found: &SymbolMatch| words.is_some_and(|words| words.block == found.kind);
        match (first, second) {
            // An item in a function only counts as the required kind if the address names the function too.
            (Err(first), Ok(found)) if target.kind.is_some() && !in_full => {
                Err(names.with_nearest(buffer, first, &found))
            }
            (Ok(first), Err(SymbolProblem::NotFound { .. })) => Ok(first),
            // A payload that is an `impl` block replaces one, not the alias of the type.
            (Ok(first), Err(SymbolProblem::PayloadMismatch { .. })) if is_block(&first) => Ok(first),
            (Ok(first), second) => {
                if in_full {
                    second
                } else {
                    Ok(first)
                }
            }
            (Err(SymbolProblem::NotFound { .. } | SymbolProblem::Unread { .. }), Ok(second)) => Ok(second),
            (Err(_), Ok(second)) if in_full => Ok(second),
            (Err(first), Err(second)) => Err(more_telling(first, second)),
            (first, _) => first,
        }
    }

    /// Returns the refusal of a bare name, with the only item whose name ends with it as the suggestion.
    fn with_nearest(&self, buffer: &Buffer, problem: SymbolProblem, found: &SymbolMatch) -> SymbolProblem {
        let outline = self.outline();
        let all: Vec<ItemId> = outline.definitions().into_iter().map(|(id, _)| id).collect();
        let own = describe(self.outlined(outline, buffer), &all).into_iter();
        let own = own.filter(|one| one.declaration == found.declaration).map(|one| (one, 1.0)).collect();
        match problem {
            SymbolProblem::NotFound {
                wanted,
                article,
                members,
                of_class,
                other,
                is_elsewhere,
                hidden,
                operation,
                ..
            } => SymbolProblem::NotFound {
                wanted,
                article,
                nearest: own,
                is_elsewhere,
                members,
                of_class,
                other,
                hidden,
                operation,
            },
            problem => problem,
        }
    }

    /// Returns whether an address is the full name of a minor item, such as a field.
    pub(super) fn has_minor_in_full(&self, target: &SymbolTarget) -> bool {
        let rules = &self.language.manifest().symbols;
        let Ok(address) = parse::read_target(target, rules) else { return false };
        let wish = Selector { only_minor: true, ..Selector::of(&address) };
        self.known.as_ref().is_some_and(|known| is_named_in_full(&known.outline, &wish))
    }

    /// Returns the definition that an address names, whose parameter list is `signature`.
    pub(in crate::resolve::symbol) fn own_definition(
        &self,
        target: &SymbolTarget,
        signature: Option<&Signature>,
    ) -> Option<&Definition> {
        let rules = &self.language.manifest().symbols;
        let address = parse::read_target(target, rules).ok()?;
        let outline = &self.known.as_ref()?.outline;
        let wish = Selector { signature: signature.cloned(), ..Selector::of_target(target, &address, rules) };
        match choose(outline, &wish) {
            Choice::One(id) => outline.definition(id),
            Choice::Several { .. } | Choice::None { .. } => None,
        }
    }

    /// Returns the kind of the minor item that an address names: a payload that replaces it is parsed as that kind.
    pub(in crate::resolve::symbol) fn minor_capture(&self, target: &SymbolTarget) -> Option<&'static str> {
        let rules = &self.language.manifest().symbols;
        let address = parse::read_target(target, rules).ok()?;
        let outline = &self.known.as_ref()?.outline;
        let wish = Selector { only_minor: true, ..Selector::of_target(target, &address, rules) };
        match choose(outline, &wish) {
            Choice::One(id) => outline.definition(id).map(|found| found.capture),
            Choice::Several { listed, .. } => {
                listed.first().and_then(|id| outline.definition(*id)).map(|found| found.capture)
            }
            Choice::None { .. } => None,
        }
    }

    /// Returns the existing minor item in a scope with the name of a new one; the scope is given in an outline of
    /// definitions.
    pub(in crate::resolve::symbol) fn minor_namesake(
        &self,
        file: Outlined<'_>,
        newcomer: &NewDefinition,
        arena: TargetScope<'_>,
    ) -> Option<SymbolInfo> {
        let names = self.symbols_with_all_names(file.buffer)?.outline();
        let container = names.same_container(file.outline, arena.container)?;
        // Replaced items are recognized by their position.
        let gives_way = |id: &ItemId| {
            let start = names.item(*id).range.start;
            arena.own.iter().any(|own| file.outline.item(file.outline.outermost(*own)).range.contains(&start))
        };
        let own: Vec<ItemId> = names.ids().into_iter().filter(gives_way).collect();
        let arena = TargetScope { container, at: arena.at, own: &own };
        let there = Outlined { outline: names, ..file };
        let id = newcomer.namesake(self, there, arena)?;
        describe(there, &[id]).pop()
    }

    /// Returns the byte ranges of everything that an address matches, without the comments above; none for an address
    /// that already selects among several.
    pub fn fitting(&mut self, buffer: &Buffer, target: &SymbolTarget) -> Vec<Range<usize>> {
        let fitting_here = |symbols: &mut Self| {
            let asked = Inquiry { buffer, target, purpose: Purpose::Read, suggests: false };
            let found = symbols.with_request(asked, |symbols, request| {
                let file = symbols.outlined(symbols.outline(), buffer);
                if request.selector.address.is_exact() {
                    return Ok(Vec::new());
                }
                let ids = fitting(file.outline, &request.selector);
                Ok(ids.into_iter().map(|id| span(file, id).decorated()).collect())
            });
            found.unwrap_or_default()
        };
        let mut found: Vec<Range<usize>> = fitting_here(self);
        found.extend(self.all_names_mut(buffer).map(fitting_here).unwrap_or_default());
        found
    }

    /// Returns the minor items (fields, constants, …) with one name, in file order.
    pub fn minor_named(&self, buffer: &Buffer, name: &str) -> Vec<SymbolInfo> {
        let Some(names) = self.symbols_with_all_names(buffer) else { return Vec::new() };
        let outline = names.outline();
        let is_small = |id: &ItemId| outline.definition(*id).is_some_and(|found| found.is_minor);
        let ids: Vec<ItemId> = outline.named(name).iter().copied().filter(is_small).collect();
        describe_by(self.outlined(outline, buffer), &by_all_names(outline, &ids))
    }

    /// Returns all minor items (fields, constants, …), in file order.
    pub fn minor_names(&self, buffer: &Buffer) -> Vec<SymbolInfo> {
        let Some(names) = self.symbols_with_all_names(buffer) else { return Vec::new() };
        let outline = names.outline();
        let is_small = |id: &ItemId| outline.definition(*id).is_some_and(|found| found.is_minor);
        let ids: Vec<ItemId> = outline.definitions().into_iter().map(|(id, _)| id).filter(is_small).collect();
        describe_by(self.outlined(outline, buffer), &by_all_names(outline, &ids))
    }
}

/// Returns the more informative one of two refusals.
fn more_telling(first: SymbolProblem, second: SymbolProblem) -> SymbolProblem {
    let has_nothing = |problem: &SymbolProblem| {
        matches!(problem, SymbolProblem::NotFound { nearest, other, hidden: None, .. }
            if nearest.is_empty() && other.is_empty())
    };
    // An exact match of the name says more than a similar name.
    let has_name = |problem: &SymbolProblem| matches!(problem, SymbolProblem::NotFound { other, operation: None, .. } if !other.is_empty());
    let is_missing = |problem: &SymbolProblem| matches!(problem, SymbolProblem::NotFound { .. });
    match (is_missing(&first), is_missing(&second)) {
        (true, true) if has_nothing(&first) && !has_nothing(&second) => second,
        (true, true) if has_name(&second) && !has_name(&first) => second,
        (true, false) => second,
        _ => first,
    }
}

impl Outline {
    /// Returns the container in this outline that equals one of another outline of the same text.
    pub(super) fn same_container(&self, other: &Self, container: ItemId) -> Option<ItemId> {
        if container == FILE {
            return Some(FILE);
        }
        let wanted = other.item(container);
        self.ids().into_iter().find(|id| {
            let item = self.item(*id);
            item.range == wanted.range && item.inside == wanted.inside
        })
    }
}
