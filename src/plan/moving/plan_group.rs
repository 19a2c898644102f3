//! Plans several consecutive moves to another file in one reading of the project.
//!
//! Invariant: the outcome is that of the moves one after the other. The name of a moved definition occurs only within
//! that definition, so no move affects what another one needs, and the moves only carry imports along. Where files
//! include the text of others, they carry nothing along, and other files may have the name if nothing there has to see
//! the definition. Where the files of a package see each other's names, nothing depends on the file of a definition.

use std::collections::HashMap;
use std::ops::Range;

use super::group::{PlannedMove, PlannedMoves};
use crate::ir::{Action, ExistingDefinition, OldName, Operation, SymbolPlace, SymbolTarget};
use crate::lang::{Language, ModuleStyle};
use crate::plan::run::Run;
use crate::plan::symbol::address::last_word;
use crate::plan::symbol::lookup::{language_of, resolve_symbol};
use crate::plan::symbol::meaning::spelled;
use crate::plan::symbol::moving::{MovedRange, Moving};
use crate::plan::users::uses::{OutsidePlace, ProjectTexts, includes_text};
use crate::resolve::bindings::{Relocation, carry_each, relocate_each};
use crate::resolve::by_includes::count_independent;
use crate::resolve::symbol::Purpose;
use crate::text::normal::is_word_char;

impl<'p> Run<'p, '_> {
    /// Plans the consecutive moves from the current one on, as far as they are independent.
    pub(super) fn plan_moves(&mut self, moving: &Moving<'_>) {
        let at = moving.at;
        if at < self.moves.next {
            return;
        }
        let changes = self.plan_group(moving).unwrap_or_default();
        // Planning in vain costs as much as a move.
        let passed = if changes.is_empty() { 2 * self.moves.passed + 1 } else { 0 };
        let next = at + changes.len() + passed;
        let changes = (at..).zip(changes).collect();
        self.moves = PlannedMoves { next, passed, changes };
    }

    fn plan_group(&mut self, moving: &Moving<'_>) -> Option<Vec<PlannedMove>> {
        let (language, found) = self.move_group(moving)?;
        if has_packages(language) {
            let texts = ProjectTexts::read(&self.overlay, language, &[&moving.operation.path], &[]).ok()?;
            let macros = self.macros.clone();
            let carried = carry_each(&texts.move_question(&macros, moving, &found));
            return Some(carried.into_iter().map(|one| PlannedMove::Carried(Box::new(one))).collect());
        }
        let relocations = self.relocate_group(moving, (language, &found))?;
        Some(relocations.into_iter().map(|one| PlannedMove::Relocated(Box::new(one))).collect())
    }

    fn relocate_group(
        &mut self,
        moving: &Moving<'_>,
        (language, found): (&'static Language, &[MovedRange]),
    ) -> Option<Vec<Relocation>> {
        let names: Vec<&str> = found.iter().map(|(found, _)| last_word(&found.address)).collect();
        let texts = ProjectTexts::read(&self.overlay, language, &[&moving.operation.path], &names).ok()?;
        let mut own: HashMap<&str, Range<usize>> = HashMap::new();
        let mut count = 0;
        for (name, (_, range)) in names.iter().zip(found) {
            if !name.chars().all(is_word_char) || own.insert(name, range.clone()).is_some() {
                break;
            }
            count += 1;
        }
        let straying = texts.words_outside([&moving.operation.path, moving.to], &own);
        let is_other = |name: &&&str| match includes_text(language) {
            true => straying.get(**name) != Some(&OutsidePlace::OneOfBoth),
            false => !straying.contains_key(**name),
        };
        count = names[..count].iter().take_while(is_other).count();
        let macros = self.macros.clone();
        let question = texts.move_question(&macros, moving, &found[..count]);
        if !includes_text(language) {
            return Some(relocate_each(&question));
        }
        count = count_independent(&question);
        let is_straying = |one: &&MovedRange| straying.contains_key(last_word(&one.0.address));
        let free = self.are_free(moving, &texts, &found[..count]).ok()?;
        let free = found.iter().zip(free).filter(|(_, is_free)| *is_free).map(|(one, _)| one);
        let used_elsewhere: Vec<&MovedRange> = free.filter(is_straying).collect();
        let unseen = self.unseen_uses(moving, &texts, &used_elsewhere);
        let first = used_elsewhere.iter().zip(unseen).find(|(_, unseen)| !unseen.is_empty());
        let is_first =
            |one: &&MovedRange| first.as_ref().is_some_and(|(first, _)| std::ptr::eq(**first, *one));
        let count = found[..count].iter().take_while(|one| !is_first(one)).count();
        Some(vec![Relocation::default(); count])
    }

    /// Returns the definitions that consecutive operations, from the current one on, move from its file to the same
    /// target; `None` if the operation is alone.
    fn move_group(&mut self, moving: &Moving<'_>) -> Option<(&'static Language, Vec<MovedRange>)> {
        let Moving { at, operation, to, .. } = *moving;
        let operations: &'p [Operation] = self.operations;
        let document = self.document(at).ok()?;
        document.catch_up();
        let language = language_of(document, &operation.path, None).ok()?;
        let goes_along = |other: &'p Operation| match &other.action {
            Action::MoveSymbol { symbol, more, to: Some(other_to), place, old_place, .. } => {
                let is_plain = more.is_empty()
                    && *old_place != OldName::KeptAsAlias
                    && !matches!(place, SymbolPlace::Into(..))
                    && other.path == operation.path
                    && other_to == to
                    && (!has_packages(language) || is_certain(other, symbol, place));
                is_plain.then_some(symbol)
            }
            _ => None,
        };
        let row = operations[at..].iter().map_while(goes_along);
        if row.clone().nth(1).is_none() || !self.overlay.exists(to).ok()? {
            return None;
        }
        // Without rules for moves, what moves along must be determined for each definition separately.
        if !includes_text(language) && !has_packages(language) {
            language.local_rules()?.moves.as_ref()?;
        }
        let document = self.document(at).ok()?;
        let of_symbol = |symbol| {
            let found = resolve_symbol(document, &operation.path, symbol, Purpose::Delete).ok()?;
            let range = found.site.as_ref().map_or(found.definition.clone(), |site| site.range.clone());
            Some((found, range))
        };
        Some((language, row.map_while(of_symbol).collect()))
    }
}

/// Returns whether files of a language see the names of all files of their package.
fn has_packages(language: &'static Language) -> bool {
    let rules = language.local_rules();
    rules.is_some_and(|rules| matches!(rules.modules, ModuleStyle::Folder | ModuleStyle::Package))
}

/// Returns whether a move to another file of a package takes and does what it says, whatever has moved before.
fn is_certain(operation: &Operation, symbol: &SymbolTarget, place: &SymbolPlace) -> bool {
    let is_top = |target: &SymbolTarget| !spelled(target).contains(['.', '#']);
    operation.if_already_made.definition == ExistingDefinition::Refuse
        && !spelled(symbol).contains('#')
        && place.target().is_none_or(is_top)
}
