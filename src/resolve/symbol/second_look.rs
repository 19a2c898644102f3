//! What two ways to read a text make of each other.

use super::address::info::describe;
use super::address::request::Request;
use super::extent::span::{doubt, line_indentation, span};
use super::outline::items::ItemId;
use super::outline::outlined::Outlined;
use super::{SymbolMatch, SymbolProblem, Symbols};
use crate::text::Buffer;

impl Symbols {
    /// Returns whether the name occurs in text that no reading contains, where it may be another definition: on a line
    /// that is not indented more than the one that was found.
    pub(super) fn is_in_unread_text(
        &self,
        buffer: &Buffer,
        request: &Request<'_>,
        first: &Result<SymbolMatch, SymbolProblem>,
    ) -> bool {
        let unread = self.known.as_ref().map_or(&[][..], |known| &known.unparsed);
        let name = request.selector.address.parts.last().map_or("", |part| part.name.as_str());
        let depth_at = |byte: usize| line_indentation(&buffer.line(buffer.line_of(byte)));
        let deepest = first.as_ref().map_or(usize::MAX, |found| depth_at(found.declaration));
        unread.iter().any(|range| {
            let text = buffer.slice(range.clone());
            let mut places = memchr::memmem::find_iter(text.as_bytes(), name.as_bytes());
            places.any(|at| depth_at(range.start + at) <= deepest)
        })
    }

    /// Returns whether the unmodified text may give a better result than the reading with macros and branches removed.
    pub(super) fn is_second_look_due(&self, first: &Result<SymbolMatch, SymbolProblem>) -> bool {
        let Some(macros) = self.known.as_ref().and_then(|known| known.outline.macros.as_ref()) else {
            return false;
        };
        match first {
            Ok(found) => {
                let from = macros.partition_point(|one| one.end <= found.definition.start);
                macros.get(from).is_some_and(|one| one.start < found.definition.end)
            }
            Err(SymbolProblem::NotFound { .. } | SymbolProblem::Uncertain { .. }) => true,
            Err(_) => false,
        }
    }

    /// Refuses a definition for which the unmodified text clearly gives another extent. The rule: "Where they disagree,
    /// the one whose tree is clean around the symbol decides, and where both are, refuse."
    pub(super) fn check_against(
        &self,
        file: Outlined<'_>,
        request: &Request<'_>,
        found: SymbolMatch,
    ) -> Result<SymbolMatch, SymbolProblem> {
        let other = self.another_extent(file, request, found.declaration, found.definition.end);
        match other.and_then(|id| describe(file, &[id]).pop()) {
            Some(symbol) => Err(SymbolProblem::Uncertain { error: symbol.range.start, symbol }),
            None => Ok(found),
        }
    }

    /// Returns a definition of the unmodified text that begins on the same line as the one that was found and certainly
    /// ends elsewhere.
    fn another_extent(
        &self,
        file: Outlined<'_>,
        request: &Request<'_>,
        declaration: usize,
        end: usize,
    ) -> Option<ItemId> {
        let name = request.selector.address.parts.last().map_or("", |part| part.name.as_str());
        let line = file.buffer.line_of(declaration);
        file.outline.named(name).iter().copied().find(|id| {
            let place = span(file, *id);
            let is_of_kind = request.kind.is_none_or(|kind| {
                file.outline.definition(*id).is_some_and(|definition| definition.capture == kind.capture)
            });
            is_of_kind
                && file.buffer.line_of(place.declaration) == line
                && place.end != end
                && doubt(file, *id, &place).is_none()
        })
    }

    /// Returns whether the unmodified text, before edits of other places, gave the definition the extent that was
    /// found.
    pub(super) fn was_agreed(&mut self, request: &Request<'_>, found: &SymbolMatch) -> bool {
        let Some(mut plain) = self.known.as_mut().and_then(|known| known.unmodified.take()) else {
            return false;
        };
        let was = plain.unchanged(&found.definition).map(|(buffer, range)| (buffer.clone(), range));
        let is_agreed = was.is_some_and(|(buffer, was)| {
            let declaration = found.declaration - found.definition.start + was.start;
            self.another_extent(self.outlined(&plain.outline, &buffer), request, declaration, was.end)
                .is_none()
        });
        if let Some(known) = &mut self.known {
            known.unmodified = Some(plain);
        }
        is_agreed
    }

    /// Returns the refusal of a definition on whose extent two readings disagree.
    pub(super) fn uncertain(&self, found: SymbolMatch, buffer: &Buffer) -> SymbolProblem {
        let outline = self.outline();
        let all = outline.definitions().into_iter().map(|(id, _)| id);
        let own = all.filter(|id| span(self.outlined(outline, buffer), *id).declaration == found.declaration);
        let symbol = describe(self.outlined(outline, buffer), &own.collect::<Vec<_>>()).pop();
        symbol.map_or(SymbolProblem::TooCostly, |symbol| SymbolProblem::Uncertain {
            error: symbol.range.start,
            symbol,
        })
    }
}
