//! Moves a definition: an insertion and a deletion with the same text.

use std::ops::Range;

use super::declared::CrossedDeclaration;
use super::relocated::other_language;
use super::textual;
use crate::diag::{Code, FilePlace, PatchPlace};
use crate::ir::{ExistingDefinition, Indent, Operation, PatchPath, SymbolPlace, SymbolTarget, Unproven};
use crate::lang::Language;
use crate::plan::done::{EditOutcome, Warning};
use crate::plan::refusal::Refusal;
use crate::plan::run::Run;
use crate::plan::symbol::address::last_word;
use crate::plan::symbol::already_applied;
use crate::plan::symbol::changed_meaning;
use crate::plan::symbol::indenting::Indenter;
use crate::plan::symbol::lookup::{language_of, resolve_symbol};
use crate::plan::symbol::moving::Moving;
use crate::plan::symbol::namesakes;
use crate::plan::symbol::orphan;
use crate::plan::symbol::put::{InsertedLines, put, take_out};
use crate::plan::symbol::unlisted;
use crate::plan::tree::document::Document;
use crate::plan::users::uses::{includes_text, share_definitions};
use crate::resolve::bindings::bare_address;
use crate::resolve::symbol::{
    Appended, EnclosingScope, MemberSlot, MoveConflict, MoveResult, MovedDefinition, NamespaceLayers,
    OTHER_PLACE, Purpose, SiblingContext, Side, SlotPlace, SymbolInfo, SymbolMatch,
};
use crate::text::normal::{find_word, indentation, is_blank};
use crate::text::{Buffer, EditSet, Lifted};

/// The help for a definition that cannot be placed unchanged.
const AS_IT_IS_TO_BE: &str = "use `delete_symbol`, and insert it there with its new text";

/// The warning about members whose values follow from their order.
const VALUES_BY_ORDER: &str =
    "the order of the members changes, and so do values and comparisons that follow from it";

/// The maximum number of classes that a message names.
const MOST_OWNERS: usize = 3;

/// Returns the first classes that have members.
fn owners(all: &[SymbolInfo]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for one in all {
        let owner = match one.kind.as_str() {
            "class" => Some(one.address.as_str()),
            "method" => owner_of(&one.address),
            _ => None,
        };
        // The address of a block is not that of a type.
        let is_class =
            |owner: &&str| !owner.contains(|char: char| char.is_whitespace() || "<>(),".contains(char));
        if let Some(owner) = owner.filter(is_class)
            && found.len() < MOST_OWNERS
            && found.iter().all(|own| own != owner)
        {
            found.push(owner.to_owned());
        }
    }
    found
}

/// Returns the owner part of a member's address.
fn owner_of(address: &str) -> Option<&str> {
    let bare = bare_address(address);
    let owner = bare.strip_suffix(last_word(bare))?.trim_end_matches([':', '.']);
    Some(owner).filter(|owner| !owner.is_empty())
}

impl Run<'_, '_> {
    /// Moves one definition: inserts it first, then removes it from its old place, each in the then current text.
    ///
    /// `trail` is what the previous moves left, and receives what this one leaves.
    pub(super) fn move_one(
        &mut self,
        moving: &Moving<'_>,
        symbol: &SymbolTarget,
        trail: &mut MoveTrail,
    ) -> Result<EditOutcome, Refusal> {
        let Moving { at, operation, to, place, .. } = *moving;
        let of_target = |refusal: Refusal| refusal.at(operation.origin.field("to"));
        let has_namespaces = |path: &PatchPath| {
            let language = path.extension().and_then(Language::by_extension);
            language.is_some_and(|language| language.manifest().symbols.flat_modules)
        };
        let may_have = has_namespaces(to) || has_namespaces(&operation.path);
        let wants_around = *place == SymbolPlace::End && !moving.is_here() && may_have;
        let mut moved = match Moved::find(self.document(at)?, operation, symbol) {
            Ok(mut moved) => {
                if wants_around {
                    moved.look_around(self.document(at)?, operation)?;
                }
                moved.gap_above = trail.gap_above(self.document(at)?.buffer(), &moved.site);
                moved
            }
            Err(refusal) => {
                let path = &operation.path;
                let earlier = self.overlay.tree().earlier(path);
                let refusal = unlisted::without_guess(refusal, (path, symbol), earlier);
                let later = already_applied::renamed_later(&self.operations[at + 1..], to, symbol);
                let symbol = later.as_ref().unwrap_or(symbol);
                let Ok(target) = self.document_at(at, to) else { return Err(refusal) };
                return Err(already_applied::refusal_if_moved(
                    target,
                    (symbol, &operation.path),
                    to,
                    place,
                    refusal,
                ));
            }
        };
        loop {
            let target = self.document_at(at, to).map_err(of_target)?;
            match moved.put_down(target, moving)? {
                PlacementResult::Down => break,
                PlacementResult::AlreadyPresent => return Ok(moved.report_unmoved()),
                PlacementResult::Skipped(done) => return Ok(done),
                PlacementResult::Cleared => {
                    let (around, gap_above) = (moved.around.take(), moved.gap_above);
                    moved =
                        Moved { around, gap_above, ..Moved::find(self.document(at)?, operation, symbol)? };
                }
            }
        }
        let crossed = &mut trail.crossed;
        crossed.passed.append(&mut moved.crossed.passed);
        crossed.early_macro = crossed.early_macro.take().or(moved.crossed.early_macro.take());
        let document = self.document(at)?;
        trail.below = BelowGap::of(document.buffer(), &moved.site);
        moved.take_out(document);
        let target = self.document_at(at, to)?;
        moved.check_arrival(target, operation, to)?;
        Ok(moved.done())
    }
}

/// The result of inserting a definition at its new place.
enum PlacementResult {
    /// It was inserted.
    Down,
    /// It was at that place already.
    AlreadyPresent,
    /// Another definition of its name and signature exists there, and is kept.
    Skipped(EditOutcome),
    /// Another definition of its name and signature was removed: all places must be determined again.
    Cleared,
}

/// A definition that is being moved.
struct Moved {
    language: &'static Language,
    /// The language of the target file, which may be another dialect.
    there: &'static Language,
    found: SymbolMatch,
    site: SiblingContext,
    mover: MovedDefinition,
    lifted: Lifted,
    /// The lines that it occupied.
    lines: Range<usize>,
    /// The scope that it moves to.
    target_scope: Option<EnclosingScope>,
    /// The namespaces around it, if they move with it.
    around: Option<NamespaceLayers>,
    /// The conditions under which it is compiled: at its old place, and at its new one.
    conditions: [Vec<String>; 2],
    /// The warning about a comment that stays.
    orphan: Option<Warning>,
    crossed: OrderCrossing,
    /// The number of blank lines between it and the definition that was moved before it, if that was directly above.
    gap_above: Option<usize>,
}

/// What consecutive moves leave behind.
#[derive(Default)]
pub(super) struct MoveTrail {
    pub(super) crossed: OrderCrossing,
    below: Option<BelowGap>,
}

/// The blank lines below a removed definition.
struct BelowGap {
    count: usize,
    /// The number of bytes of the text from the line below them on.
    rest: usize,
}

impl MoveTrail {
    /// Returns the number of blank lines between a definition and the one that was moved before it, if that was
    /// directly above.
    fn gap_above(&self, buffer: &Buffer, site: &SiblingContext) -> Option<usize> {
        let start = buffer.line_start(buffer.line_of(site.range.start));
        self.below.as_ref().filter(|below| below.rest == buffer.len() - start).map(|below| below.count)
    }
}

impl BelowGap {
    fn of(buffer: &Buffer, site: &SiblingContext) -> Option<Self> {
        let own = buffer.lines_of(&site.range);
        let below = (own.end..buffer.line_count()).find(|line| !is_blank(&buffer.line(*line)))?;
        Some(Self { count: below - own.end, rest: buffer.len() - buffer.line_start(below) })
    }
}

/// What definitions pass on moves within a file, where the order may matter.
#[derive(Default)]
pub(super) struct OrderCrossing {
    /// What each definition passes, in a file where names must be declared before their use.
    pub(super) passed: Vec<CrossedDeclaration>,
    /// The macro that would be used above its definition.
    pub(super) early_macro: Option<String>,
}

impl Moved {
    /// Finds the definition that `symbol` names.
    fn find(
        document: &mut Document<'_>,
        operation: &Operation,
        symbol: &SymbolTarget,
    ) -> Result<Self, Refusal> {
        let language = language_of(document, &operation.path, None)?;
        let mut found = resolve_symbol(document, &operation.path, symbol, Purpose::Delete)?;
        changed_meaning::remember(document, language, symbol, &found);
        let (buffer, symbols) = document.symbols(language);
        let unknown = || {
            let message = format!("cannot determine what `{}` is", found.address);
            Refusal::new(Code::SymbolNotFound, message)
        };
        let mover = symbols.mover(buffer, &found).ok_or_else(unknown)?;
        if mover.is_shared() {
            let message = format!("the statement of `{}` also declares something else", found.address);
            return Err(Refusal::new(Code::UncertainExtent, message)
                .with_help("give it its own statement first, with `replace_text`")
                .at(operation.origin.field("symbol")));
        }
        let site = found.site.take().ok_or_else(|| {
            Refusal::new(Code::SymbolNotFound, format!("`{}` was not found", found.address))
        })?;
        let conditions = [symbols.conditions_behind(buffer, site.head), Vec::new()];
        // If it is alone in a grouped statement, only the definition itself moves, and the rest of the statement is
        // removed.
        let (goes, head) = match symbols.is_alone_in_group(buffer, &found, &site.range) {
            true => (found.definition.clone(), found.declaration),
            false => (site.range.clone(), site.head),
        };
        let base = indentation(&buffer.line(buffer.line_of(head))).to_owned();
        let first = buffer.line_of(goes.start);
        let line = buffer.line_of(found.declaration) - first;
        let opening = symbols.opening_alone(buffer, &found, (&goes, line));
        let is_prose = symbols
            .string_statements(buffer, goes.clone())
            .map_err(|error| Refusal::new(Code::SymbolNotFound, format!("`{}`: {error}", operation.path)))?;
        let manifest = language.manifest();
        let mark = manifest.view.preprocessor.as_ref().map(|masks| masks.directive.as_str());
        let text = lines_of(buffer, &goes, &base);
        let mut lifted = Lifted::new(text, &base, &manifest.lexical, mark, |line| is_prose(first + line));
        lifted.change(|lines| opening.iter().for_each(|opening| opening.change(lines)));
        let lines = buffer.lines_of(&site.range);
        let orphan = orphan::orphan_note(buffer, language, &lines, last_word(&found.address));
        Ok(Self {
            language,
            there: language,
            found,
            site,
            mover,
            lifted,
            lines,
            target_scope: None,
            around: None,
            conditions,
            orphan,
            crossed: OrderCrossing::default(),
            gap_above: None,
        })
    }

    /// Determines the namespaces around it, if any file may open the same ones.
    fn look_around(&mut self, document: &mut Document<'_>, operation: &Operation) -> Result<(), Refusal> {
        let (buffer, symbols) = document.symbols(self.language);
        let around = symbols.around(buffer, &self.found).map_err(|problem| {
            let message = format!("`{}` {}", self.found.address, problem.reason());
            Refusal::new(Code::UncertainExtent, message)
                .with_help(OTHER_PLACE)
                .with_help(AS_IT_IS_TO_BE)
                .at(operation.origin.field("to"))
        })?;
        self.around = Some(around);
        Ok(())
    }

    /// Inserts it into `target`.
    fn put_down(
        &mut self,
        target: &mut Document<'_>,
        moving: &Moving<'_>,
    ) -> Result<PlacementResult, Refusal> {
        let Moving { operation, to, place, .. } = *moving;
        let is_here = moving.is_here();
        self.there = language_of(target, to, None)?;
        if !share_definitions(self.there, self.language) {
            return Err(other_language(moving));
        }
        if !is_here {
            self.lifted = self.lifted.clone().for_another_text();
        }
        let patch_place = place.target().map_or_else(|| operation.origin.field("to"), |target| target.place);
        let (mut found, home, lifted) = match &self.around {
            Some(around) => {
                let appended = self.append(target, to, around, patch_place)?;
                let lifted = around.wrapped(&self.lifted, appended.present);
                (appended.found, Some(appended.home), lifted)
            }
            None => {
                let (found, mut lifted) = (self.place_in(target, moving, patch_place)?, self.lifted.clone());
                lifted.change(|lines| found.keyword_changes.iter().for_each(|opening| opening.change(lines)));
                (found, None, lifted)
            }
        };
        if let Some(landing) = self.handle_namesake(target, moving, &found)? {
            return Ok(landing);
        }
        if *place == SymbolPlace::End {
            self.keep_apart(&mut found);
        }
        let (buffer, symbols) = target.symbols(self.there);
        let home =
            home.or_else(|| symbols.target_scope(buffer, &found, matches!(place, SymbolPlace::Into(..))));
        let home = home.ok_or_else(|| {
            Refusal::new(Code::SymbolNotFound, format!("cannot determine what surrounds `{}`", found.address))
        })?;
        if is_here && is_within(&found, &self.site.range) {
            let message = format!("`{}` cannot be moved into itself", self.found.address);
            return Err(Refusal::new(Code::PayloadMismatch, message)
                .with_help("name a definition outside it")
                .at(patch_place));
        }
        let misfit = symbols.misfit(&self.mover, &home);
        if let Some(misfit) =
            misfit.filter(|misfit| !moving.is_unnested || *misfit != MoveConflict::InnerClass)
        {
            let message = format!("`{}` {}", self.found.address, misfit.reason());
            let owner = owner_of(&self.found.address).filter(|_| *place == SymbolPlace::End && !is_here);
            let (buffer, symbols) = target.symbols(self.there);
            let is_there =
                |owner: &&str| symbols.all(buffer).iter().any(|one| owner_of(&one.address) == Some(*owner));
            let owned = owner.filter(is_there);
            let others =
                if misfit == MoveConflict::Member { owners(symbols.all(buffer)) } else { Vec::new() };
            let help = owned.map_or_else(
                || match &others[..] {
                    [] => AS_IT_IS_TO_BE.to_owned(),
                    some => format!(
                        "`into_class:` puts it into a class of `{to}`, which has `{}`; else {AS_IT_IS_TO_BE}",
                        some.join("`, `")
                    ),
                },
                |owner| format!("`into_class: {owner}` puts it among the members of `{owner}` in `{to}`"),
            );
            return Err(Refusal::new(Code::PayloadMismatch, message).with_help(help).at(patch_place));
        }
        let side = if let SymbolPlace::Before(_) = place { Side::Before } else { Side::After };
        let planter = Indenter::new(target.buffer(), self.there);
        let edits = put(&planter, &found, side, &InsertedLines::moved(&lifted), Indent::FromPlace);
        if is_here {
            if self.is_at_target(target.buffer(), &edits, &home) {
                return Ok(PlacementResult::AlreadyPresent);
            }
            self.crossed = self.crossed(target.buffer(), &edits);
            self.note_order();
            self.shift_old_place(&edits, patch_place)?;
        }
        self.target_scope = Some(home);
        self.found.value_changes = self.found.value_changes.take().or(found.value_changes.take());
        if let Some(edit) = edits.iter().last() {
            let (buffer, symbols) = target.symbols(self.there);
            self.conditions[1] = symbols.conditions_behind(buffer, edit.range.start);
        }
        if moving.unproven == Unproven::Refuse {
            self.check_macros(patch_place)?;
        }
        target.apply(edits);
        Ok(PlacementResult::Down)
    }

    /// Notes that the values of members which follow from their order change.
    fn note_order(&mut self) {
        let rule = self.language.manifest().symbols.minor_kinds.get(self.found.kind);
        let Some(words) = rule.and_then(|rule| rule.ordered_by.as_ref()) else { return };
        let own = self.lifted.lines.join("\n");
        if words.is_empty() || words.iter().any(|word| find_word(&own, word).is_some()) {
            self.found.value_changes.get_or_insert_with(|| VALUES_BY_ORDER.to_owned());
        }
    }

    /// Keeps the blank lines that were above it, if the new place has none; keeps none, if the lines were adjacent.
    fn keep_apart(&self, found: &mut SymbolMatch) {
        let Some(gap) = self.gap_above else { return };
        if gap == 0 && self.lifted.lines.len() == 1 {
            match (&mut found.site, &mut found.member_slot) {
                (Some(site), _) => site.gap = 0,
                (None, Some(MemberSlot { place: SlotPlace::Lines { above, .. }, .. })) => *above = 0,
                _ => {}
            }
        }
        match (&mut found.site, &mut found.member_slot) {
            (Some(SiblingContext { gap: above @ 0, .. }), _) => *above = gap,
            (None, Some(MemberSlot { place: SlotPlace::Lines { above: above @ 0, .. }, .. })) => *above = gap,
            _ => {}
        }
    }

    /// Handles an existing definition of the same name and signature in the target scope as the operation says.
    fn handle_namesake(
        &self,
        target: &mut Document<'_>,
        moving: &Moving<'_>,
        found: &SymbolMatch,
    ) -> Result<Option<PlacementResult>, Refusal> {
        let Moving { operation, to, .. } = *moving;
        let is_itself =
            |symbol: &&SymbolInfo| moving.is_here() && self.site.range.contains(&symbol.declaration);
        let taken: Vec<&SymbolInfo> = found
            .newcomers
            .iter()
            .filter_map(|one| one.existing.as_ref())
            .filter(|symbol| !is_itself(symbol))
            .collect();
        let Some(first) = taken.first() else { return Ok(None) };
        match operation.if_already_made.definition {
            ExistingDefinition::Refuse => Err(namesakes::refusal(target.buffer(), to, &taken)
                .with_help("`options: {existing: replace}` replaces it, `existing: skip` moves nothing")
                .at(operation.origin.place)),
            ExistingDefinition::Skip => {
                Ok(Some(PlacementResult::Skipped(namesakes::skipped(target.buffer(), &taken))))
            }
            ExistingDefinition::Replace => {
                let address = SymbolTarget { symbol: Some(first.address.clone()), ..SymbolTarget::default() };
                let gone = resolve_symbol(target, to, &address, Purpose::Delete)?;
                let Some(site) = gone.site else { return Ok(None) };
                let edits = take_out(target.buffer(), &site, gone.declaration);
                target.apply(edits);
                Ok(Some(PlacementResult::Cleared))
            }
        }
    }

    /// Finds the place that the operation names.
    fn place_in(
        &self,
        target: &mut Document<'_>,
        moving: &Moving<'_>,
        patch_place: PatchPlace,
    ) -> Result<SymbolMatch, Refusal> {
        let to = moving.to;
        let lines = &self.lifted.lines;
        let found = match moving.place {
            SymbolPlace::Before(beside) => {
                resolve_symbol(target, to, beside, Purpose::Insert(Side::Before, lines))
            }
            SymbolPlace::After(beside) => {
                resolve_symbol(target, to, beside, Purpose::Insert(Side::After, lines))
            }
            SymbolPlace::Into(class, at) => resolve_symbol(target, to, class, Purpose::AddMember(at, lines)),
            SymbolPlace::End => {
                let (buffer, symbols) = target.symbols(self.there);
                symbols
                    .append_place(buffer, lines)
                    .map_err(|problem| problem.diagnostic(to.as_str(), buffer, patch_place).into())
            }
        };
        found.map_err(|refusal| self.as_misfit(refusal))
    }

    /// Finds the place at the end of another file, within the namespaces around it.
    fn append(
        &self,
        target: &mut Document<'_>,
        to: &PatchPath,
        around: &NamespaceLayers,
        patch_place: PatchPlace,
    ) -> Result<Appended, Refusal> {
        let (buffer, symbols) = target.symbols(self.there);
        let appended = symbols
            .append_within(buffer, &self.lifted, around)
            .map_err(|problem| problem.diagnostic(to.as_str(), buffer, patch_place).into());
        appended.map_err(|refusal| self.as_misfit(refusal))
    }

    /// Changes the refusal of a payload into one of a definition that is not written in the patch.
    fn as_misfit(&self, mut refusal: Refusal) -> Refusal {
        for problem in refusal.problems.iter_mut().filter(|problem| problem.code == Code::PayloadMismatch) {
            problem.message = format!(
                "`{}` may not be valid there: as a payload it would be refused ({})",
                self.found.address, problem.message
            );
            problem.help = vec![AS_IT_IS_TO_BE.to_owned()];
        }
        refusal
    }

    /// Returns whether only blanks are between the definition and its new place.
    fn is_at_target(&self, buffer: &Buffer, edits: &EditSet, home: &EnclosingScope) -> bool {
        let range = &self.site.range;
        let is_next = |place: &Range<usize>| {
            let between = if place.start >= range.end {
                range.end..place.start
            } else {
                place.end..range.start.max(place.end)
            };
            let is_apart = place.start >= range.end || place.end <= range.start;
            is_apart && buffer.slice(between).trim().is_empty()
        };
        home.is_same_container(&self.mover.from) && edits.iter().any(|edit| is_next(&edit.range))
    }

    /// Returns what it passes on its way, in a language whose files declare names in line order.
    fn crossed(&self, buffer: &Buffer, edits: &EditSet) -> OrderCrossing {
        let range = &self.site.range;
        let macros = self.language.local_rules().and_then(|rules| rules.ordered_macros.as_ref());
        let is_asked = macros.is_some() || includes_text(self.language);
        let Some(place) = edits.iter().next().filter(|_| is_asked) else {
            return OrderCrossing::default();
        };
        let is_up = place.range.start < range.start;
        let between = if is_up { place.range.start..range.start } else { range.end..place.range.start };
        let between = buffer.slice(between.start..between.end.max(between.start));
        if let Some(macros) = macros {
            let own = self.lifted.lines.join("\n");
            let early_macro = textual::early_macro(macros, (&own, &between), is_up);
            return OrderCrossing { early_macro, ..OrderCrossing::default() };
        }
        let own = (self.language, self.found.address.as_str());
        let before = buffer.slice(0..range.start.min(place.range.start));
        let passed = if is_up {
            CrossedDeclaration::above(own, &self.lifted.lines, (&before, &between))
        } else {
            CrossedDeclaration::below(own, &self.lifted.lines, (&before, &between))
        };
        OrderCrossing { passed: passed.into_iter().collect(), ..OrderCrossing::default() }
    }

    /// Shifts the ranges of the old place by the edits before it; refuses edits that overlap it.
    fn shift_old_place(&mut self, edits: &EditSet, place: PatchPlace) -> Result<(), Refusal> {
        let range = &self.site.range;
        if edits.iter().any(|edit| edit.range.start < range.end && edit.range.end > range.start) {
            let message = format!("`{}` shares a line with its new place", self.found.address);
            return Err(Refusal::new(Code::PayloadMismatch, message)
                .with_help("give each definition its own lines first, with `replace_text`")
                .at(place));
        }
        let shifted = |range: &Range<usize>| {
            let before = edits.iter().filter(|edit| edit.range.end <= range.start);
            let by: isize = before.map(|edit| edit.text.len() as isize - edit.range.len() as isize).sum();
            range.start.saturating_add_signed(by)..range.end.saturating_add_signed(by)
        };
        let own = shifted(range);
        self.found.declaration = self.found.declaration + own.start - range.start;
        self.site.separator_before = self.site.separator_before.as_ref().map(shifted);
        if let Some(leading) = &mut self.site.leading {
            leading.before = leading.before.as_ref().map(shifted);
            leading.behind = leading.behind.as_ref().map(shifted);
        }
        if let Some(sign) = &mut self.site.terminator {
            let range = shifted(&sign.range);
            sign.end = sign.end + range.end - sign.range.end;
            sign.range = range;
        }
        self.site.range = own;
        Ok(())
    }

    /// Removes it from its old place.
    fn take_out(&self, document: &mut Document<'_>) {
        let edits = take_out(document.buffer(), &self.site, self.found.declaration);
        document.apply(edits);
    }

    /// Refuses the move if it is not found in `target`, or has a namesake there.
    fn check_arrival(
        &self,
        target: &mut Document<'_>,
        operation: &Operation,
        to: &PatchPath,
    ) -> Result<(), Refusal> {
        let Some(home) = &self.target_scope else { return Ok(()) };
        let (buffer, symbols) = target.symbols(self.there);
        let refused = match symbols.arrival(buffer, &self.mover, home) {
            MoveResult::Alone => return Ok(()),
            MoveResult::Beside(other) => {
                let line = buffer.line_of(other);
                let message = format!("`{to}` already defines `{}`", self.found.address);
                Refusal::new(Code::NameTaken, message)
                    .with_help("delete or rename one of them first")
                    .with_places(vec![FilePlace::related(to.as_str(), line, buffer.line(line).into_owned())])
            }
            MoveResult::Lost => {
                let message = format!("`{}` would be another definition there", self.found.address);
                Refusal::new(Code::PayloadMismatch, message).with_help(AS_IT_IS_TO_BE)
            }
        };
        let place = if operation.origin.has_field("to") { "to" } else { "symbol" };
        Err(refused.at(operation.origin.field(place)))
    }

    /// Returns the report about a definition that was at its new place already.
    fn report_unmoved(self) -> EditOutcome {
        let there = Warning::AlreadyPresent(format!("`{}` is already there", self.found.address));
        EditOutcome { warnings: vec![there], ..self.done() }
    }

    /// Returns the report about a moved definition.
    fn done(mut self) -> EditOutcome {
        let counted = self.found.value_changes.take().map(Warning::Symbol);
        let warnings = self.other_conditions().into_iter().chain(self.orphan).chain(counted).collect();
        let is_renamed = self.target_scope.is_some_and(|home| !home.is_same_scope(&self.mover.from));
        EditOutcome {
            lines: Some(self.lines),
            matched: Some(self.found.address),
            is_renamed,
            warnings,
            ..EditOutcome::default()
        }
    }

    /// Returns the conditions under which only its old place is compiled, and those under which only its new place is.
    fn changed_conditions(&self) -> [&[String]; 2] {
        let [before, now] = &self.conditions;
        let common = before.iter().zip(now).take_while(|(before, now)| before == now).count();
        [&before[common..], &now[common..]]
    }

    /// Returns the note about a definition that is now compiled under other conditions.
    fn other_conditions(&self) -> Option<Warning> {
        let [before, now] = self.changed_conditions();
        let stood = format!("was inside {}", before.join(" and "));
        let stands = format!("is now inside {}", now.join(" and "));
        let change = match (before, now) {
            ([], []) => return None,
            (_, []) => format!("{stood}, and is now outside it"),
            ([], _) => stands,
            (_, _) => format!("{stood}, and {stands}"),
        };
        Some(Warning::Mentioned(format!("`{}` {change}", self.found.address)))
    }

    /// Refuses a move out of a macro, or into one: what the macro does to its items is unknown.
    fn check_macros(&self, patch_place: PatchPlace) -> Result<(), Refusal> {
        if self.there.manifest().view.item_blocks.is_none() {
            return Ok(());
        }
        let change = match self.changed_conditions() {
            [[], []] => return Ok(()),
            [before, []] => {
                let them = if before.len() == 1 { "it" } else { "them" };
                format!("is inside {}, and would be outside {them}", before.join(" and "))
            }
            [[], now] => format!("would be inside {}", now.join(" and ")),
            [before, now] => {
                format!("is inside {}, and would be inside {}", before.join(" and "), now.join(" and "))
            }
        };
        Err(Refusal::new(Code::Unproven, format!("`{}` {change}", self.found.address))
            .with_help(
                "what a macro does to its items is unknown: move it to a place inside the same macro; \
                 `unproven: leave` moves it anyway",
            )
            .at(patch_place))
    }
}

/// Returns whether the definition that identifies the place is the moved one, or a part of it.
fn is_within(found: &SymbolMatch, range: &Range<usize>) -> bool {
    range.contains(&found.declaration)
}

/// Returns the lines of a range, without text that precedes it on its first line.
fn lines_of(buffer: &Buffer, range: &Range<usize>, base: &str) -> Vec<String> {
    let line = buffer.line_of(range.start);
    let before = buffer.slice(buffer.line_start(line)..range.start);
    let start = if is_blank(&before) { range.start - before.len() } else { range.start };
    let cut = |line: usize| {
        let own = buffer.line_range(line);
        buffer.slice(own.start.max(start)..own.end.min(range.end)).into_owned()
    };
    let mut lines: Vec<String> = buffer.lines_of(range).map(cut).collect();
    if !is_blank(&before)
        && let Some(first) = lines.first_mut()
    {
        first.insert_str(0, base);
    }
    lines
}
