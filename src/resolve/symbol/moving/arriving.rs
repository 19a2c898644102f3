//! Finds the place at the end of a file for a definition that is moved from another file, within the same namespaces.

use std::ops::Range;

use crate::ir::MemberPlace;
use crate::lang::{BranchInfo, Branches, Role, TooCostly};
use crate::text::{Buffer, Lifted};

use super::move_check::EnclosingScope;
use super::namespace_layers::{
    NamespaceLayers, OpenMacro, conditions, is_guard, macro_scopes, modules_around, names, open_macros,
};
use crate::resolve::symbol::address::namesake::TargetScope;
use crate::resolve::symbol::extent::comment::is_one_comment;
use crate::resolve::symbol::extent::sibling_context::definition_in;
use crate::resolve::symbol::extent::sibling_context::is_definition;
use crate::resolve::symbol::members::append::{between_lines, end_of_file, no_end};
use crate::resolve::symbol::members::member_slot::{MemberSlot, SlotPlace};
use crate::resolve::symbol::members::payload_check;
use crate::resolve::symbol::members::slot_in_body::slot_of_module;
use crate::resolve::symbol::outline::items::{FILE, ItemId};
use crate::resolve::symbol::outline::outlined::Outlined;
use crate::resolve::symbol::{SymbolMatch, SymbolProblem, Symbols};

/// The place to which a definition is moved.
#[derive(Debug, Clone)]
pub struct Appended {
    /// The place.
    pub found: SymbolMatch,
    /// The scope that contains it there.
    pub home: EnclosingScope,
    /// The number of its namespaces that exist there; the others are inserted with it.
    pub present: usize,
}

/// The file to which a definition is moved.
struct TargetFile<'a> {
    file: Outlined<'a>,
    branches: &'a Branches,
}

impl Symbols {
    /// Returns the place after the last definition in the innermost namespace of `around` that the file has, else after
    /// the last one of the file.
    ///
    /// # Errors
    /// The end or the surroundings of that place are uncertain; or the definition is not valid in such a file.
    pub fn append_within(
        &mut self,
        buffer: &Buffer,
        lifted: &Lifted,
        around: &NamespaceLayers,
    ) -> Result<Appended, SymbolProblem> {
        self.ensure_outline(buffer).map_err(|TooCostly| SymbolProblem::TooCostly)?;
        let outline = self.outline();
        let file = self.outlined(outline, buffer);
        let branches = self.branches(buffer).ok_or_else(|| no_end(file))?;
        let target = TargetFile { file, branches };
        let (module, mut present) = target.module_for(around);
        let container = module.unwrap_or(FILE);
        let mut found = match module {
            Some(module) => target.end_of_module(module)?,
            None if around.layers.is_empty()
                && let Some(room) = target.behind_directives(lifted) =>
            {
                SymbolMatch { member_slot: Some(room), ..SymbolMatch::empty(0..0, 0) }
            }
            None => match target.last_definition().filter(|_| around.layers.is_empty()) {
                Some(last) => {
                    let mut found = self.behind(file, last)?;
                    if let Some(site) = found.site.as_mut().filter(|_| target.is_directive(lifted)) {
                        site.gap = site.gap.max(1);
                    }
                    found
                }
                None => target.behind_last()?,
            },
        };
        if module.is_none() {
            found = target.within_macros(around, found);
        }
        let there = target.macros_at(&found);
        let shared = around.shared_macros(&there);
        let can_come = module.is_none() && around.macro_layers() > 0 && shared.is_some();
        if shared != Some(around.macros.len()) && !can_come {
            let last = around.macros.iter().chain(&there).next_back();
            let name = last.map_or_else(String::new, |one| one.name().to_owned());
            return Err(SymbolProblem::OpenMacro { name });
        }
        if module.is_none() {
            present = shared.unwrap_or_default().min(around.macro_layers());
        }
        let lines = around.wrapped(lifted, present).lines;
        let is_whole = present == around.layers.len();
        let brought =
            payload_check::check_as_read(file, container, &self.syntax, &lines).map_err(|problem| {
                SymbolProblem::PayloadMismatch {
                    wanted: "the end of the file".to_owned(),
                    article: "a definition".to_owned(),
                    problem,
                }
            })?;
        let at = byte_of(&found, buffer);
        // A namespace that is inserted too may exist already, under a condition.
        let brought = if is_whole { brought } else { Vec::new() };
        found.newcomers = self.newcomers(file, &brought, TargetScope { container, at, own: &[] });
        let more = around.layers[present..].iter().flat_map(|layer| layer.parts.iter().cloned());
        Ok(Appended { found, home: EnclosingScope::of(outline, container).within(more), present })
    }
}

impl TargetFile<'_> {
    /// Returns the last block of the innermost namespace that exists outside of conditionals, and the number of layers
    /// that it represents.
    fn module_for(&self, around: &NamespaceLayers) -> (Option<ItemId>, usize) {
        let outline = self.file.outline;
        for present in (1..=around.layers.len()).rev() {
            let wanted = around.names(present);
            let modules = wanted.last().map_or(&[][..], |name| outline.modules_of(name));
            let own = modules.iter().copied().filter(|id| self.path(*id).is_some_and(|path| path == wanted));
            let holds =
                |id: &ItemId| outline.children(*id).iter().any(|child| is_definition(outline, *child));
            let last = own.max_by_key(|id| (holds(id), outline.item(*id).range.start));
            if last.is_some() {
                return (last, present);
            }
        }
        (None, 0)
    }

    /// Returns the names of a namespace and those around it; `None` if it is nested in something else, or conditional.
    fn path(&self, module: ItemId) -> Option<Vec<&str>> {
        let outer = modules_around(self.file.outline, module).ok().flatten()?;
        let item = self.file.outline.item(module);
        let inside = item.inside.clone().filter(|inside| self.file.buffer.is_enclosed(inside, "{", "}"))?;
        if !self.is_plain(item.range.start) || !self.is_plain(inside.end - 1) {
            return None;
        }
        let parts = |id: ItemId| self.file.outline.scope_parts(id);
        Some(outer.into_iter().chain([module]).flat_map(|id| names(parts(id))).collect())
    }

    /// Returns whether a byte offset is outside of conditionals.
    fn is_plain(&self, byte: usize) -> bool {
        conditions(self.branches, self.file.manifest(), self.file.buffer, byte).is_empty()
    }

    fn end_of_module(&self, module: ItemId) -> Result<SymbolMatch, SymbolProblem> {
        let item = self.file.outline.item(module);
        if item.has_error {
            return Err(no_end(self.file));
        }
        let room = slot_of_module(self.file, module, &MemberPlace::End);
        let room = room.ok_or_else(|| no_end(self.file))?;
        Ok(SymbolMatch {
            member_slot: Some(room),
            ..SymbolMatch::empty(item.range.clone(), item.range.start)
        })
    }

    /// Returns the items of the file, or of its include guard, outside of other conditionals, last first.
    fn top_backwards(&self) -> impl Iterator<Item = ItemId> {
        let outline = self.file.outline;
        let mut work = vec![outline.children(FILE).iter()];
        std::iter::from_fn(move || {
            loop {
                let Some(id) = work.last_mut()?.next_back().copied() else {
                    work.pop();
                    continue;
                };
                if outline.item(id).role == Role::Transparent {
                    work.push(outline.children(id).iter());
                } else if self.is_plain(outline.item(id).range.start) {
                    return Some(id);
                }
            }
        })
    }

    fn last_definition(&self) -> Option<ItemId> {
        let outline = self.file.outline;
        self.top_backwards().find(|id| is_definition(outline, *id)).and_then(|id| definition_in(outline, id))
    }

    /// Returns whether the moved text contains a directive, such as a macro.
    fn is_directive(&self, lifted: &Lifted) -> bool {
        lifted.lines.iter().any(|line| self.begins_directive(line))
    }

    fn begins_directive(&self, line: &str) -> bool {
        let masks = self.file.manifest().view.preprocessor.as_ref();
        masks.is_some_and(|masks| line.trim_start().starts_with(masks.directive.as_str()))
    }

    /// Returns the place after the last directive, for another directive, if directives are at the end of the file.
    fn behind_directives(&self, lifted: &Lifted) -> Option<MemberSlot> {
        let closing = self.closing_line();
        let line_of = |id: ItemId| self.file.buffer.line_of(self.file.outline.item(id).range.start);
        let is_inside =
            |id: &ItemId| self.file.outline.item(*id).role != Role::Comment && Some(line_of(*id)) != closing;
        let last = self.top_backwards().find(is_inside)?;
        let line = line_of(last);
        let is_one = self.begins_directive(&self.file.buffer.line(line)) && self.is_directive(lifted);
        // The directive of an include guard is separated by a blank line.
        let opens = self.file.manifest().imports.as_ref().map_or(&[][..], |imports| &imports.guard_opens);
        let above = line.checked_sub(1).map(|above| self.file.buffer.line(above));
        let is_guard =
            above.is_some_and(|above| opens.iter().any(|open| above.trim_start().starts_with(open)));
        if is_one { self.behind_item(last, usize::from(is_guard)) } else { None }
    }

    /// Returns the place after the last definition or namespace, else at the end of the file.
    fn behind_last(&self) -> Result<SymbolMatch, SymbolProblem> {
        let outline = self.file.outline;
        let gap = self.file.manifest().symbols.blank_lines.outside;
        let holds = |id: &ItemId| {
            is_definition(outline, *id) || matches!(outline.item(*id).role, Role::Module | Role::Wrapper)
        };
        if self.top_backwards().any(|id| outline.item(id).role == Role::Broken) {
            return Err(no_end(self.file));
        }
        let Some(last) = self.top_backwards().find(holds) else { return Ok(self.end_of_file()) };
        let room = self.behind_item(last, gap).ok_or_else(|| no_end(self.file))?;
        Ok(SymbolMatch { member_slot: Some(room), ..SymbolMatch::empty(0..0, 0) })
    }

    fn end_of_file(&self) -> SymbolMatch {
        self.before_line(self.closing_line())
    }

    /// Returns the place before a line, else at the end of the file.
    fn before_line(&self, line: Option<usize>) -> SymbolMatch {
        let gap = self.file.manifest().symbols.blank_lines.outside;
        let room = end_of_file(self.file.buffer, line, gap);
        SymbolMatch { member_slot: Some(room), ..SymbolMatch::empty(0..0, 0) }
    }

    /// Returns the macros that may have opened a scope around a place.
    fn macros_at(&self, found: &SymbolMatch) -> Vec<OpenMacro> {
        open_macros(self.file.outline, self.file.buffer, byte_of(found, self.file.buffer))
    }

    /// Returns a place within the macros around a definition: the one that was found, else before the counterpart of
    /// the innermost common macro, else at the end of the file.
    fn within_macros(&self, around: &NamespaceLayers, found: SymbolMatch) -> SymbolMatch {
        let Outlined { outline, buffer, .. } = self.file;
        let shared = |byte: usize| around.shared_macros(&open_macros(outline, buffer, byte));
        if shared(byte_of(&found, buffer)) == Some(around.macros.len()) {
            return found;
        }
        let is_top = |byte: usize| {
            let mut items = outline.children(FILE).iter().map(|id| outline.item(*id));
            let is_around = |range: &Range<usize>| range.start < byte && byte < range.end;
            self.is_plain(byte) && !items.any(|item| item.role != Role::Transparent && is_around(&item.range))
        };
        let scopes = macro_scopes(outline, buffer);
        let closing = scopes.iter().filter_map(|one| one.closed_at).filter_map(|line| {
            let byte = buffer.line_start(line);
            Some((shared(byte).filter(|count| *count > 0 && is_top(byte))?, line))
        });
        self.before_line(closing.max().map(|(_, line)| line).or_else(|| self.closing_line()))
    }

    /// Returns the place after the line on which an item ends.
    fn behind_item(&self, id: ItemId, gap: usize) -> Option<MemberSlot> {
        let item = self.file.outline.item(id);
        let last = self.file.buffer.line_of(item.range.end.saturating_sub(1));
        let rest =
            self.file.buffer.slice(item.range.end..self.file.buffer.line_range(last).end.max(item.range.end));
        let rest = rest.trim().trim_start_matches(';').trim_start();
        let is_last = rest.is_empty() || is_one_comment(rest, self.file.manifest());
        let is_whole = !item.has_error && self.is_plain(item.range.end.saturating_sub(1));
        (is_last && is_whole).then(|| between_lines(last + 1, gap, 0))
    }

    /// Returns the line that ends an include guard around the whole file.
    fn closing_line(&self) -> Option<usize> {
        let is_around = |one: &BranchInfo| {
            self.file.outline.children(FILE).iter().map(|id| self.file.outline.item(*id)).all(|item| {
                let is_within = one.directive.start <= item.range.start && item.range.end <= one.close.end;
                item.role == Role::Comment || is_within
            })
        };
        let guard =
            |one: &BranchInfo| is_guard(one, self.file.manifest(), self.file.buffer) && is_around(one);
        self.branches.outer().find(guard).map(|one| self.file.buffer.line_of(one.close.start))
    }
}

/// Returns a byte offset at the place that was found.
fn byte_of(found: &SymbolMatch, buffer: &Buffer) -> usize {
    match &found.member_slot {
        Some(MemberSlot { place: SlotPlace::Lines { at, .. }, .. }) => {
            if *at < buffer.line_count() {
                buffer.line_start(*at)
            } else {
                buffer.len()
            }
        }
        Some(MemberSlot { place: SlotPlace::Within { range, .. }, .. }) => range.end,
        Some(MemberSlot { place: SlotPlace::OnLine { at, .. }, .. }) => *at,
        None => found.definition.end,
    }
}
