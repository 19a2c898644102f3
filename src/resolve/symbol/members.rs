//! Finds the place for a new member of a class or its like.

use crate::ir::MemberPlace;
use crate::text::Buffer;

use super::address;
use super::choose::{Choice, Wish, choose, containers};
use super::info::describe;
use super::namesake::{Arena, Newcomer};
use super::outline::{ItemId, Outline};
use super::request::Request;
use super::room::room;
use super::sets::{set_of, span_of_set};
use super::signature::Signature;
use super::site::site;
use super::span::{doubt, span};
use super::{SymbolMatch, SymbolProblem, Symbols, fits, search};

impl Symbols {
    /// The class that an address names, with the place in it for a payload.
    pub(super) fn member_place(
        &self,
        outline: &Outline,
        buffer: &Buffer,
        request: &Request<'_>,
        at: &MemberPlace,
        payload: &[String],
    ) -> Result<SymbolMatch, SymbolProblem> {
        let manifest = self.language().manifest();
        let (class, newcomers) = self.choose_container(outline, buffer, request, payload)?;
        let mut found = self.matched(outline, buffer, request, class, None)?;
        let inside = outline.item(class).inside.as_ref().map_or(found.declaration, |inside| inside.start);
        found.newcomers =
            self.welcome(outline, buffer, &newcomers, Arena { container: class, at: inside, own: None });
        match at {
            MemberPlace::Start | MemberPlace::End => {
                let end = span(outline, class, buffer, manifest).end;
                found.room = room(outline, class, at, end, buffer, manifest);
            }
            MemberPlace::Before(member) | MemberPlace::After(member) => {
                let id = self.choose_member(outline, buffer, class, member)?;
                let set = set_of(outline, id, &manifest.symbols);
                let own = span(outline, id, buffer, manifest);
                let place = span_of_set(outline, &set, buffer, manifest).unwrap_or(own);
                if let Some(error) = doubt(outline, id, &place, buffer, manifest)
                    && let Some(symbol) = describe(outline, &[id], buffer, manifest).pop()
                {
                    return Err(SymbolProblem::Uncertain { symbol, error });
                }
                found.site = Some(site(outline, id, &place, buffer, manifest));
                found.declaration = place.declaration;
                found.identity = self.identity(outline, id, buffer);
            }
        }
        Ok(found)
    }

    /// The one class of the address that has a body in which the payload can stand: of a type and the blocks of its
    /// functions the payload tells which is meant.
    pub(super) fn choose_container(
        &self,
        outline: &Outline,
        buffer: &Buffer,
        request: &Request<'_>,
        payload: &[String],
    ) -> Result<(ItemId, Vec<Newcomer>), SymbolProblem> {
        let manifest = self.language().manifest();
        let all = containers(outline, &manifest.symbols, &request.wish);
        let is_block = |id: &ItemId| outline.definition(*id).is_some_and(|found| found.is_block);
        let all: Vec<ItemId> =
            all.into_iter().filter(|id| !request.wish.names_block || is_block(id)).collect();
        let has_room = |id: &ItemId| room(outline, *id, &MemberPlace::End, 0, buffer, manifest).is_some();
        let bodies: Vec<ItemId> = all.iter().copied().filter(has_room).collect();
        let Some(first) = bodies.first() else {
            return Err(match describe(outline, &all, buffer, manifest).into_iter().next() {
                Some(symbol) => SymbolProblem::NoBody { symbol },
                None => search::not_found(outline, buffer, manifest, &request.wish, request.wanted(), &[]),
            });
        };
        let verdict = |id: ItemId| fits::check(outline, id, buffer, &self.syntax, payload);
        let mut fitting: Vec<(ItemId, Vec<Newcomer>)> =
            bodies.iter().filter_map(|id| Some((*id, verdict(*id).ok()?))).collect();
        match (fitting.pop(), fitting.is_empty()) {
            (Some(only), true) => Ok(only),
            (None, _) => verdict(*first)
                .map(|newcomers| (*first, newcomers))
                .map_err(|problem| request.mismatch(problem)),
            (Some((last, _)), false) => {
                let several: Vec<ItemId> = fitting.iter().map(|(id, _)| *id).chain([last]).collect();
                Err(SymbolProblem::Ambiguous {
                    wanted: request.wanted(),
                    candidates: describe(outline, &several, buffer, manifest),
                })
            }
        }
    }

    /// The member of a class that an address names.
    pub(super) fn choose_member(
        &self,
        outline: &Outline,
        buffer: &Buffer,
        class: ItemId,
        member: &str,
    ) -> Result<ItemId, SymbolProblem> {
        let manifest = self.language().manifest();
        let address = address::read(member, &manifest.symbols);
        let mut syntax = self.syntax.fresh();
        let list = address.signature.as_deref();
        let wish = Wish {
            kind: None,
            address: &address,
            signature: list.and_then(|list| Signature::read(list, self.language(), &mut syntax)),
            payload_signature: None,
            payload_parts: &[],
            payload_is_friend: false,
            payload_accessor: None,
            payload_declares: false,
            payload_is_set: false,
            names_block: false,
            within: Some(class),
            only_containers: false,
        };
        match choose(outline, &manifest.symbols, &wish) {
            Choice::One(id) => Ok(id),
            Choice::None { other_variants } => {
                Err(search::not_found(outline, buffer, manifest, &wish, member.to_owned(), &other_variants))
            }
            Choice::Several { listed: ids, .. } => Err(SymbolProblem::Ambiguous {
                wanted: member.to_owned(),
                candidates: describe(outline, &ids, buffer, manifest),
            }),
        }
    }
}
