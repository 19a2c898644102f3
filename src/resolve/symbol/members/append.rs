//! Finds the place after the last definition of a file.

use std::ops::Range;

use crate::lang::Role;
use crate::text::Buffer;
use crate::text::normal::is_blank;

use super::member_slot::{MemberSlot, SlotPlace};
use super::payload_check;
use crate::lang::TooCostly;
use crate::resolve::symbol::address::format::address_of;
use crate::resolve::symbol::address::namesake::{NewDefinition, TargetScope};
use crate::resolve::symbol::extent::sibling_context::definition_in;
use crate::resolve::symbol::extent::sibling_context::{gap_between, is_definition, is_line, sibling_context};
use crate::resolve::symbol::extent::span::{doubt, span};
use crate::resolve::symbol::outline::items::{FILE, ItemId};
use crate::resolve::symbol::outline::outlined::Outlined;
use crate::resolve::symbol::{SymbolInfo, SymbolMatch, SymbolProblem, Symbols};

impl Symbols {
    /// Returns the place for a payload after the last definition that is in no class, module or conditional; the end of
    /// the file if it contains no definitions.
    ///
    /// # Errors
    /// All definitions of the file are nested, or the payload is not valid in the file.
    pub fn append_place(
        &mut self,
        buffer: &Buffer,
        payload: &[String],
    ) -> Result<SymbolMatch, SymbolProblem> {
        self.ensure_outline(buffer).map_err(|TooCostly| SymbolProblem::TooCostly)?;
        let outline = self.outline();
        let file = self.outlined(outline, buffer);
        let brought = payload_check::check_as_read(file, FILE, &self.syntax, payload).map_err(|problem| {
            SymbolProblem::PayloadMismatch {
                wanted: "the end of the file".to_owned(),
                article: "a definition".to_owned(),
                problem,
            }
        })?;
        let arena = TargetScope { container: FILE, at: buffer.len(), own: &[] };
        let newcomers = self.newcomers(file, &brought, arena);
        let children = outline.children(FILE);
        let is_module = |id: &ItemId| outline.item(*id).role == Role::Module;
        let last = children.iter().rev().copied().find(|id| is_definition(outline, *id));
        if let Some(room) = self.behind_statements(file, last, (&brought, payload)) {
            return Ok(SymbolMatch { member_slot: Some(room), newcomers, ..SymbolMatch::empty(0..0, 0) });
        }
        match last.and_then(|id| definition_in(outline, id)) {
            // In languages where names must be declared first, the payload may need a variable or macro that follows
            // the last definition.
            Some(id) if file.manifest().names.is_some() && self.names_behind(file, id) => {
                let room =
                    end_of_file(buffer, closing_line(file), file.manifest().symbols.blank_lines.outside);
                Ok(SymbolMatch { member_slot: Some(room), newcomers, ..SymbolMatch::empty(0..0, 0) })
            }
            Some(id) => Ok(SymbolMatch { newcomers, ..self.behind(file, id)? }),
            None if self.is_in_any_order()
                || children.iter().all(|id| outline.item(*id).role != Role::Broken)
                    && (self.may_stand_outside()
                        || outline.definitions().is_empty() && !children.iter().any(is_module)) =>
            {
                let gap = if brought.iter().all(NewDefinition::is_value) && !brought.is_empty() {
                    gap_of_values(file, payload)
                } else {
                    file.manifest().symbols.blank_lines.outside
                };
                let room = end_of_file(buffer, closing_line(file), gap);
                Ok(SymbolMatch { member_slot: Some(room), newcomers, ..SymbolMatch::empty(0..0, 0) })
            }
            None => Err(no_end(file)),
        }
    }
}

/// Returns the refusal to insert after the last definition, with the last definition whose extent is certain.
pub(in crate::resolve::symbol) fn no_end(file: Outlined<'_>) -> SymbolProblem {
    let ids: Vec<ItemId> = file.outline.definitions().into_iter().map(|(id, _)| id).collect();
    let is_certain = |id: &ItemId| {
        file.outline.class_of_members(file.outline.item(file.outline.outermost(*id)).parent).is_none()
            && doubt(file, *id, &span(file, *id)).is_none()
    };
    let last = ids.into_iter().rev().find(is_certain).map(|id| address_of(file.outline, id));
    SymbolProblem::NoEnd { last }
}

impl Symbols {
    /// Returns whether the definitions of a file can be in any order, and files contain nothing else.
    fn is_in_any_order(&self) -> bool {
        self.language().local_rules().is_some_and(|rules| rules.tree.is_some())
    }

    /// Returns whether a definition can be placed after a namespace that spans the whole file: names need not be
    /// declared first in the language.
    fn may_stand_outside(&self) -> bool {
        self.language().manifest().names.is_none()
    }

    /// Returns the place after a definition.
    pub(in crate::resolve::symbol) fn behind(
        &self,
        file: Outlined<'_>,
        id: ItemId,
    ) -> Result<SymbolMatch, SymbolProblem> {
        let place = span(file, id);
        let is_parted = file.outline.item(id).is_doubtful_by_branches && self.has_whole_body(file, id);
        if doubt(file, id, &place).is_some() && !is_parted {
            return Err(no_end(file));
        }
        Ok(SymbolMatch {
            site: Some(sibling_context(file, id, &place)),
            identity: self.identity(file, id),
            ..SymbolMatch::empty(place.whole(), place.declaration)
        })
    }

    /// Returns the end of a file whose statements are executed in order, if statements follow its last definition: the
    /// payload may need them.
    fn behind_statements(
        &self,
        file: Outlined<'_>,
        last: Option<ItemId>,
        (brought, payload): (&[NewDefinition], &[String]),
    ) -> Option<MemberSlot> {
        let manifest = self.language().manifest();
        let rules = self.language().local_rules()?;
        let closing = closing_line(file);
        let is_code = |id: &ItemId| {
            let item = file.outline.item(*id);
            item.role != Role::Comment
                && closing.is_none_or(|line| file.buffer.line_of(item.range.start) < line)
        };
        let children = file.outline.children(FILE);
        let end = children.iter().rev().copied().find(is_code)?;
        let item = file.outline.item(end);
        let is_other = item.role == Role::Other && rules.in_order;
        // If functions are available before all statements, only statements that bind a name may be needed; even if any
        // order is valid, new definitions are placed at the end.
        let is_needed = || {
            let is_loaded = rules.moves.as_ref().is_some_and(|moves| moves.exports.is_some());
            (is_loaded || !rules.in_order && item.role != Role::Module)
                && self.binds(file.buffer, &item.range)
        };
        if last.is_none_or(|last| last == end) || !(is_other || is_needed()) {
            return None;
        }
        let are_values = !brought.is_empty() && brought.iter().all(NewDefinition::is_value);
        let gap =
            if are_values { gap_of_values(file, payload) } else { manifest.symbols.blank_lines.outside };
        Some(end_of_file(file.buffer, closing, gap))
    }

    /// Returns whether something other than a definition declares a name after the last definition of a file.
    fn names_behind(&self, file: Outlined<'_>, last: ItemId) -> bool {
        let end = file.outline.item(last).range.end;
        let closing = closing_line(file);
        let is_behind =
            |one: &SymbolInfo| one.declaration >= end && closing.is_none_or(|line| one.lines.0 < line);
        self.minor_names(file.buffer).iter().any(is_behind)
    }

    /// Returns whether a statement binds a name of its file.
    fn binds(&self, buffer: &Buffer, statement: &Range<usize>) -> bool {
        let is_own = |one: &SymbolInfo| statement.contains(&one.declaration) && !one.address.contains('.');
        self.minor_names(buffer).iter().any(is_own)
    }
}

/// Returns the number of blank lines above values at the end of a file: 1 after an import or the file header, otherwise
/// as many as between the last two statements, at most 1. Without two such statements, 1 if the payload or the last
/// statement has several lines, else 0.
fn gap_of_values(file: Outlined<'_>, payload: &[String]) -> usize {
    let outline = file.outline;
    let mut code = outline.children(FILE).iter().rev().copied();
    let mut code = code.by_ref().filter(|id| outline.item(*id).role != Role::Comment);
    let Some(last) = code.next() else { return 0 };
    if is_above_all(file, last) {
        return 1;
    }
    let is_long = payload.iter().filter(|line| !is_blank(line)).count() > 1;
    let above = code.next().filter(|id| !is_above_all(file, *id) && !is_definition(outline, *id));
    match above.and_then(|above| gap_between(file, above, last)) {
        Some(gap) => gap.min(1),
        None => usize::from(is_long || !is_line(file, last)),
    }
}

/// Returns whether a statement is an import, or one that precedes the imports.
fn is_above_all(file: Outlined<'_>, id: ItemId) -> bool {
    let item = file.outline.item(id);
    let begins = |word: &String| file.buffer.has_at(item.range.start, word);
    let header = file.manifest().imports.as_ref().is_some_and(|imports| imports.header.iter().any(begins));
    item.role == Role::Import || header
}

/// Returns the line that must remain after all definitions: the end of an include guard around the whole file, or the
/// block that runs the file as a program.
fn closing_line(file: Outlined<'_>) -> Option<usize> {
    let mut code =
        file.outline.children(FILE).iter().filter(|id| file.outline.item(**id).role != Role::Comment);
    let last = file.outline.item(*code.next_back()?);
    let first = file.buffer.line_of(last.range.start);
    let text = file.buffer.slice(last.range.start..last.range.end.min(file.buffer.line_start(first + 2)));
    let begins = |marks: &[String]| marks.iter().any(|mark| text.starts_with(mark.as_str()));
    if begins(&file.manifest().symbols.run_blocks) {
        return Some(file.buffer.line_of(last.range.start));
    }
    let imports = file.manifest().imports.as_ref()?;
    let defines = imports.guard_defines.as_deref()?;
    let second = text.lines().nth(1)?.trim_start();
    let is_guard = begins(&imports.guard_opens) && second.starts_with(defines);
    let mut lines = (first..=file.buffer.line_of(last.range.end.saturating_sub(1))).rev();
    lines.find(|line| is_guard && !file.buffer.line(*line).trim().is_empty())
}

/// Returns the place after the last line, or before `closing`, separated by `gap` blank lines.
pub(in crate::resolve::symbol) fn end_of_file(
    buffer: &Buffer,
    closing: Option<usize>,
    gap: usize,
) -> MemberSlot {
    let at = closing.unwrap_or(buffer.line_count());
    let blank = (0..at).rev().take_while(|line| buffer.line(*line).trim().is_empty()).count();
    let above = if blank == at { 0 } else { gap.saturating_sub(blank) };
    let below = if closing.is_some() { gap } else { 0 };
    between_lines(at, above, below)
}

/// Returns the place before a line of a file.
pub(in crate::resolve::symbol) fn between_lines(at: usize, above: usize, below: usize) -> MemberSlot {
    MemberSlot {
        place: SlotPlace::Lines { at, above, below },
        indent: Some(String::new()),
        class: 0,
        separator: None,
        payload_separator: None,
        parted_bracket: None,
    }
}
