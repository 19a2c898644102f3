//! Identifies definitions across different states of a text.

use std::ops::Range;

use crate::ir::SymbolTarget;
use crate::text::Buffer;
use crate::text::normal::find_word;

use super::format::address_of;
use super::info::{hash, lines_of};
use super::parse;
use super::request::{Inquiry, Request};
use crate::resolve::symbol::outline::items::{ItemId, Outline};
use crate::resolve::symbol::outline::outlined::Outlined;
use crate::resolve::symbol::{Purpose, SymbolMatch, SymbolProblem, Symbols};

/// The properties by which a definition is recognized in another state of its text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Identity {
    /// An address that selects it and nothing else.
    pub address: String,
    /// Its names, outermost first.
    pub names: Vec<String>,
    /// The byte offset of its name, followed by those of the names of the enclosing definitions.
    pub bytes: Vec<usize>,
    /// Whether it is a minor definition, such as a constant or a field.
    pub is_minor: bool,
    /// Whether it only declares what is defined elsewhere.
    pub is_declared: bool,
    /// Whether its name is also a use of something else.
    pub is_use: bool,
}

impl Identity {
    /// Returns the byte offset of its own name.
    #[must_use]
    pub fn byte(&self) -> usize {
        self.bytes.first().copied().unwrap_or_default()
    }

    /// Returns whether the last `count` names equal those of another definition.
    #[must_use]
    pub fn ends_as(&self, other: &Self, count: usize) -> bool {
        let count = count.max(1);
        self.names.iter().rev().take(count).eq(other.names.iter().rev().take(count))
    }
}

impl Symbols {
    /// Returns the definition that `target` names, as [`Self::resolve`] would choose it; `None` if there is none, or
    /// several.
    pub fn identify(
        &mut self,
        buffer: &Buffer,
        target: &SymbolTarget,
        purpose: Purpose<'_>,
    ) -> Option<Identity> {
        // A field is inserted beside the field of a name, even if a method has the same name.
        if purpose.insertion().is_some()
            && self.all_names_mut(buffer).is_some_and(|names| names.has_minor_in_full(target))
            && let Some(found) = self.look_up(buffer, target, purpose)
            && found.brings_values
            && found.identity.is_minor
        {
            return Some(found.identity);
        }
        let asked = Inquiry { buffer, target, purpose, suggests: false };
        let found = self.with_request(asked, |symbols, request| {
            let id = symbols.choose_any(symbols.outlined(symbols.outline(), buffer), &request)?;
            Ok(symbols.identity(symbols.outlined(symbols.outline(), buffer), id))
        });
        if self.is_settled(asked, found.as_ref().err()) {
            return found.ok();
        }
        // Both outlines interpret addresses in the same way, so the same definition is chosen.
        let first = found.ok();
        let small = self.all_names_mut(buffer).and_then(|names| {
            let small = names.identify(buffer, target, purpose)?;
            (first.is_none() || names.has_minor_in_full(target)).then_some(small)
        });
        small.or(first)
    }

    /// Returns the definitions with the same last name, in any scope.
    pub fn namesakes(&mut self, buffer: &Buffer, of: &Identity) -> Vec<Identity> {
        self.namesakes_at(buffer, of, 0..buffer.len().max(1))
    }

    /// Returns the definitions with the same last name that overlap a range.
    pub fn namesakes_at(&mut self, buffer: &Buffer, of: &Identity, range: Range<usize>) -> Vec<Identity> {
        let Some(name) = of.names.last() else { return Vec::new() };
        if self.ensure_outline(buffer).is_err() {
            return Vec::new();
        }
        let knowing = self.symbols_with(buffer, of.is_minor);
        let outline = knowing.outline();
        let ids = outline.named(name);
        let ids = &ids[..ids.partition_point(|id| outline.item(*id).range.start < range.end)];
        let is_there = |id: &&ItemId| outline.item(**id).range.end > range.start;
        let mut found: Vec<ItemId> = if outline.is_parallel(name) && outline.overlap_in(&range).is_none() {
            ids.iter().rev().take_while(is_there).copied().collect()
        } else {
            ids.iter().rev().filter(is_there).copied().collect()
        };
        found.reverse();
        found.into_iter().map(|id| knowing.identity(self.outlined(outline, buffer), id)).collect()
    }

    /// Returns the definitions with a name, in any scope; if there is none, the minor names such as fields.
    pub fn all_named(&mut self, buffer: &Buffer, name: &str) -> Vec<Identity> {
        let of =
            |is_small| Identity { names: vec![name.to_owned()], is_minor: is_small, ..Identity::default() };
        let found = self.namesakes(buffer, &of(false));
        if found.is_empty() { self.namesakes(buffer, &of(true)) } else { found }
    }

    /// Returns whether several definitions have a name, in any scope.
    pub fn has_several(&mut self, buffer: &Buffer, name: &str) -> bool {
        self.ensure_outline(buffer).is_ok() && self.outline().named(name).len() > 1
    }

    /// Returns the names of the scopes around a definition, if all of them are namespaces or modules.
    pub fn modules_around<'f>(&mut self, buffer: &Buffer, found: &'f SymbolMatch) -> Option<&'f [String]> {
        self.ensure_outline(buffer).ok()?;
        let (_, around) = found.identity.names.split_last()?;
        around.iter().all(|name| self.outline().has_module(name)).then_some(around)
    }

    /// Returns the hash of a definition's text, as a listing prints it.
    #[must_use]
    pub fn hash_of(&self, buffer: &Buffer, found: &SymbolMatch) -> String {
        hash(&lines_of(buffer, found.decorated.clone()))
    }

    /// Returns the names in the address of a target, outermost first.
    #[must_use]
    pub fn names_of(&self, target: &SymbolTarget) -> Vec<String> {
        let address = parse::read_target(target, &self.language().manifest().symbols);
        address
            .map_or_else(|_| Vec::new(), |address| address.parts.into_iter().map(|part| part.name).collect())
    }

    /// Returns all definitions in file order, including minor ones if `of` is one.
    pub fn identities(&mut self, buffer: &Buffer, of: &Identity) -> Vec<Identity> {
        if self.ensure_outline(buffer).is_err() {
            return Vec::new();
        }
        let knowing = self.symbols_with(buffer, of.is_minor);
        let ids = knowing.outline().definitions();
        ids.into_iter()
            .map(|(id, _)| knowing.identity(knowing.outlined(knowing.outline(), buffer), id))
            .collect()
    }

    /// Returns the number of names in the address of a target, and whether it contains an ordinal.
    #[must_use]
    pub fn address_of_target(&self, target: &SymbolTarget) -> (usize, bool) {
        let rules = &self.language().manifest().symbols;
        parse::read_target(target, rules).map_or((0, false), |address| {
            (address.parts.len(), address.ordinal.is_some() || address.owner_ordinal.is_some())
        })
    }

    /// Chooses the definition that a request names, or the member beside which it inserts.
    fn choose_any(&self, file: Outlined<'_>, request: &Request<'_>) -> Result<ItemId, SymbolProblem> {
        let Some((at, payload)) = request.purpose.member() else {
            return self.choose_one(file, request).map(|chosen| chosen.id);
        };
        let (class, _) = self.choose_container(file, request, at, payload)?;
        self.choose_neighbour(file, class, at)
    }

    /// Returns the identity of a definition.
    pub(in crate::resolve::symbol) fn identity(&self, file: Outlined<'_>, id: ItemId) -> Identity {
        let mut bytes = Vec::new();
        let mut at = Some(id);
        while let Some(here) = at {
            bytes.push(name_byte(file.outline, here, file.buffer));
            at = file.outline.enclosing_definition(here);
        }
        Identity {
            address: address_of(file.outline, id),
            names: file.outline.path(id).iter().map(|part| part.name.clone()).collect(),
            bytes,
            is_minor: file.outline.definition(id).is_some_and(|found| found.is_minor),
            is_declared: file.outline.definition(id).is_some_and(|found| found.is_declaration),
            is_use: file.outline.definition(id).is_some_and(|found| found.is_use),
        }
    }
}

/// Returns the byte offset of a definition's name in its heading; the start of the definition if the name is spelled
/// differently there.
fn name_byte(outline: &Outline, id: ItemId, buffer: &Buffer) -> usize {
    let range = &outline.item(id).range;
    let found = outline.definition(id).and_then(|definition| {
        let heading = buffer.slice(range.start..(range.start + definition.heading).min(range.end));
        find_word(&heading, &definition.parts.last()?.name)
    });
    range.start + found.unwrap_or_default()
}
