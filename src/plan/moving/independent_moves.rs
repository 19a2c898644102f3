//! Finds out, in one reading of the project, which of several consecutive moves within a file leave nothing behind.
//!
//! Invariant: the outcome is that of the moves one after the other. The name of a moved definition occurs once in the
//! project, so no other move affects what it means or needs; and no definition is moved twice, or identifies the place
//! of another one.

use std::collections::BTreeMap;
use std::ops::Range;

use super::group::IndependentMoves;
use super::scopes::ScopeMove;
use crate::ir::{Action, Operation, SymbolPlace, SymbolTarget, Unproven};
use crate::plan::run::Run;
use crate::plan::symbol::address::last_word;
use crate::plan::symbol::moving::Moving;
use crate::plan::users::uses::ProjectTexts;
use crate::text::normal::is_word_char;

/// The number of moves that are examined together at first.
const FIRST_GROUP_SIZE: usize = 16;

/// A move of one definition within its file.
struct MoveHere<'p> {
    operation: &'p Operation,
    symbol: [&'p SymbolTarget; 1],
    place: &'p SymbolPlace,
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

impl<'p> Run<'p, '_> {
    /// Returns whether a move within a file is known to leave nothing behind.
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

    /// Returns how many consecutive moves, from the current one on and up to `limit`, leave nothing behind.
    fn count_independent(&mut self, moving: &Moving<'_>, limit: usize) -> usize {
        let row = self.group_within(moving, limit);
        if row.len() < 2 {
            return 0;
        }
        let mut all: Vec<ScopeMove> = Vec::new();
        let mut moved = ApartRanges::default();
        for one in &row {
            let own = Moving { symbols: &one.symbol, place: one.place, operation: one.operation, ..*moving };
            let Ok(Some(leaving)) = self.scope_move(&own) else { break };
            let is_apart = leaving.found.iter().all(|(found, range)| {
                moved.add(&(found.definition.start.min(range.start)..found.definition.end.max(range.end)))
            });
            if !is_apart {
                break;
            }
            all.push(leaving);
        }
        // A definition that moves later cannot identify a place either: what follows the place may begin with it.
        let is_fixed = |leaving: &&ScopeMove| !moved.contains(leaving.scope.byte);
        all.truncate(all.iter().take_while(is_fixed).count());
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
            let own = Moving { symbols: &one.symbol, place: one.place, operation: one.operation, ..*moving };
            let is_lone = name.chars().all(is_word_char) && !texts.have_several(name);
            is_lone && self.refusal_of_scope_move(&own, leaving, &texts).is_ok_and(|left| left.is_none())
        };
        row.iter().zip(&all).zip(&names).take_while(is_free).count()
    }

    /// Returns the consecutive operations, from the current one on and up to `limit`, that each move one definition
    /// within the same file.
    fn group_within(&self, moving: &Moving<'_>, limit: usize) -> Vec<MoveHere<'p>> {
        let operations: &'p [Operation] = self.operations;
        let goes_along = |operation: &'p Operation| match &operation.action {
            Action::MoveSymbol { symbol, more, to, place, unproven: Unproven::Refuse, .. }
                if more.is_empty()
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
