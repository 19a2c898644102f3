//! Definitions that move one after the other, and neither need nor change anything else: one reading of both files
//! tells of all.
//!
//! Invariant: what is counted here gets empty [`CarriedImports`] if it is examined alone, whichever of the others moved
//! before. Each is examined as if it alone moved; what it needs must not be declared by another one.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use super::IncludedMove;
use super::needs::{NeededName, Qualifier};
use crate::resolve::bindings::{CarriedImports, MoveQuestion, RenameProblem};
use crate::resolve::symbol::SymbolMatch;
use crate::text::normal::find_word;

/// Returns how many of the first definitions bring no includes along and leave nothing to report, whichever of them
/// moved before. Neither the old nor the target file may contain their names anywhere else.
#[must_use]
pub fn count_independent(question: &MoveQuestion<'_>) -> usize {
    let Ok(mut moved) = IncludedMove::of(question) else { return 0 };
    let plain = question.found.iter().take_while(|(found, range)| moved.changes_only_itself(found, range));
    let count = plain.count();
    // What the others declare must not count as moved.
    moved.found = &question.found[..count];
    moved.ranges.truncate(count);
    if count == 0 || moved.check_captured().is_err() {
        return 0;
    }
    moved.count_independent().unwrap_or_default()
}

/// The declarations of a name in the definitions that move.
struct OwnDeclarations {
    /// The first definition that declares it.
    first: usize,
    /// Whether another definition declares it, too.
    is_shared: bool,
    /// Whether one of them is a type.
    has_type: bool,
}

impl<'q> IncludedMove<'q> {
    fn count_independent(&mut self) -> Result<usize, RenameProblem> {
        let mut reported = self.defined_repeatedly();
        reported.extend(self.held_otherwise());
        let reported: BTreeSet<usize> = reported.into_iter().map(|place| place.at).collect();
        let needs = self.needed_names()?;
        let declared = self.own_declarations();
        let found = self.found;
        for (at, (_, range)) in found.iter().enumerate() {
            self.found = &found[at..=at];
            self.ranges = vec![range.clone()];
            let start = needs.partition_point(|need| need.at < range.start);
            let own = &needs[start..needs.partition_point(|need| need.at < range.end).max(start)];
            let is_alone = |need: &NeededName<'_>| {
                declared.get(need.name).is_none_or(|all| self.needs_no_other(need, (at, all)))
            };
            let is_independent = reported.range(range.clone()).next().is_none()
                && own.iter().all(is_alone)
                && self.needs_nothing(own);
            if !is_independent {
                return Ok(at);
            }
        }
        Ok(found.len())
    }

    /// Returns what the definitions declare, by name.
    fn own_declarations(&self) -> HashMap<String, OwnDeclarations> {
        let own = self.declarations(self.from);
        let mut all: HashMap<String, OwnDeclarations> = HashMap::new();
        for (at, range) in self.ranges.iter().enumerate() {
            for one in own.within(range) {
                let new = OwnDeclarations { first: at, is_shared: false, has_type: false };
                let known = all.entry(one.name.clone()).or_insert(new);
                known.is_shared |= known.first != at;
                known.has_type |= self.is_type(&one.kind);
            }
        }
        all
    }

    /// Returns whether the definition that moves gets a name, which some of the definitions declare, from itself,
    /// wherever the others are.
    fn needs_no_other(&self, need: &NeededName<'_>, (at, all): (usize, &OwnDeclarations)) -> bool {
        if all.first == at && !all.is_shared {
            return true;
        }
        let is_own = || {
            let here = self.declaring(need, &self.seen_from);
            here.iter().any(|(file, one)| *file == self.from && self.is_moved(one.at))
        };
        match need.qualifier {
            Qualifier::Object => self.is_of_moved_type(need.name),
            Qualifier::None | Qualifier::Path(_) => !all.has_type && is_own(),
            Qualifier::Condition => false,
        }
    }

    /// Returns whether the target file gets all these names without a change.
    fn needs_nothing(&self, needs: &[NeededName<'q>]) -> bool {
        let mut done = CarriedImports::default();
        self.supply_needs(needs, &mut done);
        done == CarriedImports::default()
    }

    /// Returns whether a definition has no directive, opens no scope for other code, and is in the scope of the first
    /// one: then the files without it, and with it, mean the same for code that does not need it.
    fn changes_only_itself(&self, found: &SymbolMatch, range: &Range<usize>) -> bool {
        let around =
            |found: &SymbolMatch| found.identity.names.split_last().map(|(_, around)| around.to_vec());
        let mark = self.language.manifest().view.preprocessor.as_ref().map(|masks| masks.directive.as_str());
        let text = self.text().get(range.clone()).unwrap_or_default();
        let has_directive =
            || mark.is_some_and(|mark| text.lines().any(|line| line.trim_start().starts_with(mark)));
        let opens_scope = || {
            let using = self.rules.using_word.as_deref();
            self.language.module_kind() == Some(found.kind)
                && using.is_some_and(|using| find_word(text, using).is_some())
        };
        !self.is_macro(found.kind)
            && self.found.first().is_some_and(|(first, _)| around(first) == around(found))
            && !has_directive()
            && !opens_scope()
    }
}
