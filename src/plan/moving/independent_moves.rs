//! Finds out, in one reading of the project, which of several consecutive moves within a file leave nothing behind.
//!
//! Invariant: the outcome is that of the moves one after the other. A definition stays in its scope, or its name occurs
//! once in the project, so no other move affects what it means or needs; no definition is moved twice, and one that
//! leaves its scope does not identify the place of another one. What the order decides is asked of the order that the
//! moves before give to the file.

use std::collections::BTreeMap;
use std::ops::Range;

use super::group::IndependentMoves;
use super::scopes::{NewScope, ScopeMove};
use crate::ir::{Action, ExistingDefinition, Operation, SymbolPlace, SymbolTarget, Unproven};
use crate::lang::{Language, LocalRules};
use crate::plan::refusal::Refusal;
use crate::plan::run::Run;
use crate::plan::symbol::address::last_word;
use crate::plan::symbol::meaning::spelled;
use crate::plan::symbol::moving::{MovedRange, Moving};
use crate::plan::users::uses::ProjectTexts;
use crate::resolve::bindings::{LoadOrder, Passage, Source};
use crate::text::normal::is_word_char;
use crate::text::{PieceOrder, PieceSide};

/// The number of moves that are examined together at first.
const FIRST_GROUP_SIZE: usize = 16;

/// A move of one definition within its file.
struct MoveHere<'p> {
    operation: &'p Operation,
    symbol: [&'p SymbolTarget; 1],
    place: &'p SymbolPlace,
}

impl<'p> MoveHere<'p> {
    fn as_move<'m>(&'m self, moving: &Moving<'m>) -> Moving<'m>
    where
        'p: 'm,
    {
        Moving { symbols: &self.symbol, place: self.place, operation: self.operation, ..*moving }
    }
}

/// Ranges of a text that do not overlap, as a map from start to end.
#[derive(Default)]
struct ApartRanges(BTreeMap<usize, usize>);

impl ApartRanges {
    /// Adds a range, unless it overlaps another one; returns whether it was added.
    fn add(&mut self, range: &Range<usize>) -> bool {
        let is_apart = self
            .0
            .range(..range.end.max(range.start + 1))
            .next_back()
            .is_none_or(|(_, end)| *end <= range.start);
        if is_apart {
            self.0.insert(range.start, range.end);
        }
        is_apart
    }

    fn contains(&self, byte: usize) -> bool {
        self.0.range(..=byte).next_back().is_some_and(|(_, end)| byte < *end)
    }
}

/// Moves within a file, one after the other, as they are planned.
struct MoveRow {
    moved: ApartRanges,
    /// Those of them that leave their scope.
    leaving: ApartRanges,
    /// The order that the moves give to the text.
    order: PieceOrder,
    /// What the order decides; `None` if nothing.
    load_order: Option<LoadOrder>,
}

impl MoveRow {
    /// Adds a move, unless it depends on one of the others or on the order of the definitions.
    fn add(&mut self, moving: &Moving<'_>, leaving: &ScopeMove) -> bool {
        let range = |(found, range): &MovedRange| {
            found.definition.start.min(range.start)..found.definition.end.max(range.end)
        };
        let mut ranges: Vec<Range<usize>> = leaving.found.iter().map(range).collect();
        if !ranges.iter().all(|range| self.moved.add(range)) {
            return false;
        }
        if moving.comes_in_reverse() {
            ranges.reverse();
        }
        if !leaving.is_settled() {
            ranges.iter().for_each(|range| _ = self.leaving.add(range));
        }
        // A definition that leaves its scope does not identify a place in it any more.
        !self.leaving.contains(leaving.scope.byte)
            && ranges.iter().all(|range| self.pass(range, &leaving.scope, moving.place))
    }

    /// Moves a definition to its new place, and returns whether the order is kept.
    fn pass(&mut self, own: &Range<usize>, scope: &NewScope, place: &SymbolPlace) -> bool {
        let Some(load_order) = &self.load_order else { return true };
        let Range { start, end } = scope.whole;
        let from = self.order.rank(own.start);
        let last = (end.saturating_sub(1).max(start), PieceSide::Behind);
        let (near, place) = match place {
            SymbolPlace::Before(_) => (None, (start, PieceSide::Before)),
            SymbolPlace::After(_) => (None, last),
            // Where in it the place is does not matter.
            SymbolPlace::Into(..) => (Some(self.order.rank(start)), (last.0, PieceSide::Before)),
            SymbolPlace::End => (None, (end, PieceSide::Before)),
        };
        let to = self.order.move_to(own, place);
        let near = near.unwrap_or(to);
        load_order.is_kept(&Passage { own, from, to: near.min(to)..=near.max(to) }, &self.order)
    }
}

impl<'p> Run<'p, '_> {
    /// Returns whether a move within a file is known to leave nothing behind, and to keep what the order of the
    /// definitions decides.
    pub(super) fn is_independent(&mut self, moving: &Moving<'_>) -> bool {
        let at = moving.at;
        if at >= self.independent_moves.next {
            // If the last group ended early, a larger one would be examined in vain.
            let is_whole = self.independent_moves.moves.len() == self.independent_moves.limit;
            let limit = if is_whole {
                (2 * self.independent_moves.limit).max(FIRST_GROUP_SIZE)
            } else {
                FIRST_GROUP_SIZE
            };
            let count = self.count_independent(moving, limit);
            // Examining moves in vain costs as much as a move.
            let passed = if count == 0 { 2 * self.independent_moves.passed + 1 } else { 0 };
            self.independent_moves =
                IndependentMoves { moves: at..at + count, next: at + count + passed, passed, limit };
        }
        self.independent_moves.moves.contains(&at)
    }

    /// Returns whether a move within a file is known to keep what the order of its definitions decides.
    pub(super) fn keeps_order(&mut self, moving: &Moving<'_>) -> Result<bool, Refusal> {
        if self.is_independent(moving) {
            return Ok(true);
        }
        let Some(leaving) = self.scope_move(moving)?.filter(ScopeMove::is_settled) else { return Ok(false) };
        Ok(self.move_row(moving, leaving.language)?.add(moving, &leaving))
    }

    /// Returns an empty row of moves within the file, as it is.
    fn move_row(&mut self, moving: &Moving<'_>, language: &'static Language) -> Result<MoveRow, Refusal> {
        let mut row = MoveRow {
            moved: ApartRanges::default(),
            leaving: ApartRanges::default(),
            order: PieceOrder::default(),
            load_order: None,
        };
        if language.local_rules().is_some_and(LocalRules::binds_in_order) {
            let text = self.document(moving.at)?.buffer().to_string().into();
            let source = Source { path: moving.operation.path.clone(), text };
            row.load_order = LoadOrder::read(language, &self.macros, (&source, &self.overlay.graphs()));
        }
        Ok(row)
    }

    /// Returns how many consecutive moves, from the current one on and up to `limit`, leave nothing behind and keep the
    /// order.
    fn count_independent(&mut self, moving: &Moving<'_>, limit: usize) -> usize {
        let row = self.group_within(moving, limit);
        if row.len() < 2 {
            return 0;
        }
        let mut all: Vec<ScopeMove> = Vec::new();
        let mut planned: Option<MoveRow> = None;
        for one in &row {
            let own = one.as_move(moving);
            let Ok(Some(leaving)) = self.scope_move(&own) else { break };
            if planned.is_none() {
                planned = self.move_row(moving, leaving.language).ok();
            }
            if !planned.as_mut().is_some_and(|planned| planned.add(&own, &leaving)) {
                break;
            }
            all.push(leaving);
        }
        let Some(moved) = planned.map(|planned| planned.moved) else { return 0 };
        // A definition that moves later cannot identify a place outside its scope either: what follows the place may
        // begin with it.
        let is_fixed = |leaving: &&ScopeMove| leaving.is_settled() || !moved.contains(leaving.scope.byte);
        all.truncate(all.iter().take_while(is_fixed).count());
        if all.iter().all(ScopeMove::is_settled) {
            return all.len();
        }
        let name = |leaving: &ScopeMove| {
            leaving.found.first().map_or("", |(found, _)| last_word(&found.address)).to_owned()
        };
        let names: Vec<String> = all.iter().map(name).collect();
        let named: Vec<&str> = names.iter().map(String::as_str).collect();
        let Some(language) = all.first().map(|first| first.language) else { return 0 };
        let Ok(texts) = ProjectTexts::read(&self.overlay, language, &[&moving.operation.path], &named) else {
            return 0;
        };
        let is_free = |((one, leaving), name): &((&MoveHere<'_>, &ScopeMove), &String)| {
            let own = one.as_move(moving);
            let is_lone = || name.chars().all(is_word_char) && !texts.have_several(name);
            let leaves_nothing =
                || self.refusal_of_scope_move(&own, leaving, &texts).is_ok_and(|left| left.is_none());
            leaving.is_settled() || is_lone() && leaves_nothing()
        };
        let count = row.iter().zip(&all).zip(&names).take_while(is_free).count();
        let keeps_members = |one: &&MoveHere<'_>| {
            let own = one.as_move(moving);
            self.loses_members(&own, &texts).is_ok_and(|loses| !loses)
        };
        row[..count].iter().take_while(keeps_members).count()
    }

    /// Returns the consecutive operations, from the current one on and up to `limit`, that each move one definition
    /// within the same file.
    fn group_within(&self, moving: &Moving<'_>, limit: usize) -> Vec<MoveHere<'p>> {
        let operations: &'p [Operation] = self.operations;
        let goes_along = |operation: &'p Operation| match &operation.action {
            Action::MoveSymbol { symbol, more, to, place, unproven: Unproven::Refuse, .. }
                if more.is_empty()
                    && !is_counted(symbol)
                    && !place.target().is_some_and(is_counted)
                    && operation.if_already_made.definition == ExistingDefinition::Refuse
                    && operation.path == moving.operation.path
                    && to.as_ref().is_none_or(|to| *to == operation.path) =>
            {
                Some(MoveHere { operation, symbol: [symbol], place })
            }
            _ => None,
        };
        operations[moving.at..].iter().take(limit).map_while(goes_along).collect()
    }
}

/// Returns whether an address counts definitions of one name, whose order other moves may change.
fn is_counted(symbol: &SymbolTarget) -> bool {
    spelled(symbol).contains('#')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_that_share_text_are_not_taken_in() {
        let mut parts = ApartRanges::default();
        assert!(parts.add(&(4..8)) && parts.add(&(8..9)) && parts.add(&(0..4)));
        assert!(!parts.add(&(7..12)) && !parts.add(&(3..5)) && !parts.add(&(0..20)) && !parts.add(&(5..6)));
        assert!(parts.contains(0) && parts.contains(8) && !parts.contains(9));
    }
}
