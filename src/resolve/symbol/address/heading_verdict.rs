//! Uses the heading of a payload to determine which of several definitions is meant.
//!
//! An address may match a type's own function and that of a trait, a static function and one of an object, or a
//! function and a method. If a payload has exactly the heading of one of them, and not that of the one that the address
//! names first, it most likely means the other.

use crate::lang::{KindPlace, KindRule};

use super::choose::{Selector, fitting};
use super::heading::Heading;
use crate::resolve::symbol::outline::items::ItemId;
use crate::resolve::symbol::outline::outlined::Outlined;
use crate::resolve::symbol::payload::parse::PayloadProperties;

/// The conclusion from a payload about the addressed definition.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::resolve::symbol) enum HeadingVerdict {
    /// The payload indicates no other definition.
    Agrees,
    /// The payload has the heading of another definition, which the address allows too.
    Other(ItemId),
    /// The payload may mean any of these.
    Unclear(Vec<ItemId>),
}

impl Outlined<'_> {
    /// Weighs the payload against the definition `id` that the address names first.
    pub(in crate::resolve::symbol) fn compare_heading(
        &self,
        id: ItemId,
        wish: &Selector<'_>,
        payload: &PayloadProperties,
    ) -> HeadingVerdict {
        if !self.is_function(payload) || wish.address.is_exact() || self.has_heading(id, payload) {
            return HeadingVerdict::Agrees;
        }
        let all = fitting(self.outline, wish);
        let rivals: Vec<ItemId> =
            all.into_iter().filter(|one| *one != id && self.is_rival(*one, payload)).collect();
        if rivals.is_empty() {
            return HeadingVerdict::Agrees;
        }
        let is_same = self.is_same_function(id, payload);
        let beside: Vec<ItemId> =
            rivals.iter().copied().filter(|one| self.has_same_names(id, *one)).collect();
        match beside[..] {
            [] if is_same => HeadingVerdict::Agrees,
            [] => HeadingVerdict::Unclear([id].into_iter().chain(rivals).collect()),
            [one] if !is_same && self.is_allowed(one, wish) => HeadingVerdict::Other(one),
            _ => HeadingVerdict::Unclear([id].into_iter().chain(beside).collect()),
        }
    }

    /// Returns the only one of several equal matches that has the heading of the payload, if an address could
    /// distinguish them.
    pub(in crate::resolve::symbol) fn only_one(
        &self,
        listed: &[ItemId],
        payload: &PayloadProperties,
    ) -> Option<ItemId> {
        let first = *listed.first()?;
        let is_apart = listed.iter().enumerate().all(|(at, one)| {
            self.has_same_names(first, *one)
                && listed[..at].iter().all(|other| self.is_told_apart(*one, *other))
        });
        let is_member = payload.definition.is_declaration && self.manifest().symbols.single_definition;
        let is_alone =
            |fitting: &mut dyn Iterator<Item = ItemId>| fitting.next().filter(|_| fitting.next().is_none());
        let capture = |id: &ItemId| self.outline.definition(*id).map(|own| own.capture);
        let of_capture = |one: &ItemId| capture(one) == Some(payload.definition.capture);
        let alike = is_alone(&mut listed.iter().copied().filter(|one| self.is_rival(*one, payload)));
        alike
            .or_else(|| is_alone(&mut listed.iter().copied().filter(of_capture)))
            .filter(|_| is_apart || is_member)
    }

    /// Returns whether a payload is a function: other payloads may change their whole heading.
    fn is_function(&self, payload: &PayloadProperties) -> bool {
        let of_functions = |kind: &&KindRule| kind.place != KindPlace::Any;
        let mut functions = self.manifest().kinds.values().filter(of_functions);
        functions.any(|kind| kind.capture == payload.definition.capture)
    }

    fn is_rival(&self, id: ItemId, payload: &PayloadProperties) -> bool {
        let is_alike = self.outline.definition(id).is_some_and(|own| {
            own.capture == payload.definition.capture
                && own.is_declaration == payload.definition.is_declaration
        });
        is_alike && self.has_heading(id, payload)
    }

    fn has_heading(&self, id: ItemId, payload: &PayloadProperties) -> bool {
        self.heading(id).is_declared_as(&payload.heading)
    }

    /// Returns whether name and parameters equal those of the payload, whatever precedes the name.
    fn is_same_function(&self, id: ItemId, payload: &PayloadProperties) -> bool {
        let own = self.outline.definition(id).filter(|own| own.capture == payload.definition.capture);
        let own = own.and_then(|own| own.parts.last());
        let new = payload.definition.parts.last();
        own.zip(new)
            .is_some_and(|(own, new)| self.heading(id).core(&own.name) == payload.heading.core(&new.name))
    }

    fn heading(&self, id: ItemId) -> Heading {
        Heading::of(*self, id)
    }

    fn has_same_names(&self, first: ItemId, second: ItemId) -> bool {
        let names = |id| self.outline.path(id).into_iter().map(|part| &part.name).collect::<Vec<_>>();
        names(first) == names(second)
    }

    /// Returns whether two definitions of one name differ in something that an address can contain.
    fn is_told_apart(&self, first: ItemId, second: ItemId) -> bool {
        let told = |id: ItemId| {
            let own = self.outline.definition(id);
            let path: Vec<_> =
                self.outline.path(id).into_iter().map(|part| (&part.args, &part.of_trait)).collect();
            let accessor = own.and_then(|own| own.accessor.as_ref());
            (own.map(|own| own.capture), accessor, own.is_some_and(|own| own.is_static), path)
        };
        told(first) != told(second)
    }

    fn is_allowed(&self, id: ItemId, wish: &Selector<'_>) -> bool {
        super::choose::is_of_wanted_kind(self.outline, id, wish)
    }
}
