//! Definitions that move one after the other, and neither need nor change anything else: one reading of both files
//! tells of all.
//!
//! Invariant: what is counted here gets empty [`CarriedImports`] if it is examined alone, before or after the others.

use std::ops::Range;

use super::IncludedMove;
use super::needs::NeededName;
use crate::resolve::bindings::{CarriedImports, MoveQuestion, RenameProblem};
use crate::resolve::symbol::SymbolMatch;

/// Returns how many of the first definitions bring no includes along and leave nothing to report, whichever of them
/// moved before. No other code may contain their names.
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

impl<'q> IncludedMove<'q> {
    fn count_independent(&self) -> Result<usize, RenameProblem> {
        let mut reported = self.defined_repeatedly();
        reported.extend(self.held_otherwise());
        let needs = self.needed_names()?;
        let all_need_nothing = self.needs_nothing(&needs);
        let is_independent = |(_, range): &&(SymbolMatch, Range<usize>)| {
            let start = needs.partition_point(|need| need.at < range.start);
            let own = &needs[start..needs.partition_point(|need| need.at < range.end).max(start)];
            !reported.iter().any(|place| range.contains(&place.at))
                && (all_need_nothing || self.needs_nothing(own))
        };
        Ok(self.found.iter().take_while(is_independent).count())
    }

    /// Returns whether the target file gets all these names without a change.
    fn needs_nothing(&self, needs: &[NeededName<'q>]) -> bool {
        let mut done = CarriedImports::default();
        self.supply_needs(needs, &mut done);
        done == CarriedImports::default()
    }

    /// Returns whether a definition declares nothing but its own name, has no directive, and is in the scope of the
    /// first one: then the files without it, and with it, mean the same for the others.
    fn changes_only_itself(&self, found: &SymbolMatch, range: &Range<usize>) -> bool {
        let around =
            |found: &SymbolMatch| found.identity.names.split_last().map(|(_, around)| around.to_vec());
        let mark = self.language.manifest().view.preprocessor.as_ref().map(|masks| masks.directive.as_str());
        let text = self.text().get(range.clone()).unwrap_or_default();
        let has_directive =
            || mark.is_some_and(|mark| text.lines().any(|line| line.trim_start().starts_with(mark)));
        !self.is_macro(found.kind)
            && !self.is_type(found.kind)
            && self.language.module_kind() != Some(found.kind)
            && self.found.first().is_some_and(|(first, _)| around(first) == around(found))
            && self.declarations(self.from).is_alone(range)
            && !has_directive()
    }
}
