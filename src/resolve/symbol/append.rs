//! The place behind the last definition of a file.

use crate::lang::{Manifest, Role};
use crate::text::Buffer;

use super::identity::Identity;
use super::namesake::Arena;
use super::outline::{FILE, ItemId, Outline};
use super::room::{Room, RoomPlace};
use super::site::{is_definition, site};
use super::span::{doubt, span};
use super::travel::is_mere_scope;
use super::{SymbolMatch, SymbolProblem, Symbols, fits};
use crate::lang::TooCostly;

impl Symbols {
    /// The place for a payload behind the last definition that stands in no class, module or condition; the end of a
    /// file that has no definitions.
    ///
    /// # Errors
    /// All definitions of the file stand in something, or the payload is no text of such a file.
    pub fn append_place(
        &mut self,
        buffer: &Buffer,
        payload: &[String],
    ) -> Result<SymbolMatch, SymbolProblem> {
        self.ensure_outline(buffer).map_err(|TooCostly| SymbolProblem::TooCostly)?;
        let outline = self.outline();
        let manifest = self.language().manifest();
        let brought = fits::check(outline, FILE, buffer, &self.syntax, payload).map_err(|problem| {
            SymbolProblem::PayloadMismatch {
                wanted: "the end of the file".to_owned(),
                article: "a definition".to_owned(),
                problem,
            }
        })?;
        let arena = Arena { container: FILE, at: buffer.len(), own: None };
        let newcomers = self.welcome(outline, buffer, &brought, arena);
        let children = &outline.item(FILE).children;
        let last = children.iter().rev().copied().find(|id| is_definition(outline, *id));
        match last.and_then(|id| definition_in(outline, id)) {
            Some(id) => {
                let place = span(outline, id, buffer, manifest);
                if doubt(outline, id, &place, buffer, manifest).is_some() {
                    return Err(SymbolProblem::NoEnd);
                }
                let around = site(outline, id, &place, buffer, manifest);
                Ok(SymbolMatch { site: Some(around), newcomers, ..empty(place.whole(), place.declaration) })
            }
            None if children.iter().all(|id| !may_hold_definitions(outline.item(*id).role)) => {
                let room = end_of_file(buffer, manifest);
                Ok(SymbolMatch { room: Some(room), newcomers, ..empty(0..0, 0) })
            }
            None => Err(SymbolProblem::NoEnd),
        }
    }
}

const fn may_hold_definitions(role: Role) -> bool {
    is_mere_scope(role) || matches!(role, Role::Broken | Role::Hidden)
}

/// The definition that an item is, or stands around.
fn definition_in(outline: &Outline, id: ItemId) -> Option<ItemId> {
    let mut at = id;
    while outline.definition(at).is_none() {
        at = *outline.item(at).children.iter().find(|child| is_definition(outline, **child))?;
    }
    Some(at)
}

/// Behind the last line, as far from it as definitions stand apart.
fn end_of_file(buffer: &Buffer, manifest: &Manifest) -> Room {
    let lines = buffer.line_count();
    let blank = (0..lines).rev().take_while(|line| buffer.line(*line).trim().is_empty()).count();
    let above = if blank == lines { 0 } else { manifest.symbols.blank_lines.outside.saturating_sub(blank) };
    Room {
        place: RoomPlace::Lines { at: lines, above, below: 0 },
        indent: Some(String::new()),
        class: 0,
        separator: None,
        payload_separator: None,
    }
}

fn empty(definition: std::ops::Range<usize>, declaration: usize) -> SymbolMatch {
    SymbolMatch {
        identity: Identity::default(),
        address: String::new(),
        kind: String::new(),
        range: definition.clone(),
        definition,
        declaration,
        kept: None,
        opening: None,
        site: None,
        part: None,
        newcomers: Vec::new(),
        by_last_name: false,
        new_name: None,
        room: None,
        notes: Vec::new(),
        doubts: Vec::new(),
    }
}
