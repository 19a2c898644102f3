//! The lexical state at the end of every line: code, or within a comment or string.

use std::collections::HashMap;
use std::ops::Range;

use super::code_lines::{CodeLines, each_code_line};
use super::table::{LineId, LineTable};
use crate::text::{Buffer, CommentScanner, LexState};

/// The state after each line, by the line's identity.
#[derive(Debug, Clone, Default)]
pub(super) struct States {
    known: Vec<LexState>,
    numbers: HashMap<LexState, u32>,
    after: Vec<u32>,
    /// The index of the state that was set last, since the next one is usually the same.
    last: u32,
}

/// The index for a line whose state is unknown.
const UNKNOWN: u32 = u32::MAX;

impl States {
    /// Returns states for lines that have not been read.
    pub(super) fn unknown(table: &LineTable) -> Self {
        let mut states = Self { after: vec![UNKNOWN; table.id_bound()], ..Self::default() };
        states.number(&LexState::default());
        states
    }

    /// Returns the states of a whole text.
    pub(super) fn of(buffer: &Buffer, scanner: Option<&CommentScanner<'_>>, table: &LineTable) -> Self {
        let mut states = Self::unknown(table);
        let Some(scanner) = scanner else {
            states.after.fill(0);
            return states;
        };
        each_code_line(buffer, scanner, |lines, state| match lines {
            CodeLines::Plain(lines) => states.set_all(lines, table, state),
            CodeLines::Scanned(line, _) => {
                states.set(table.id_at(line), state);
            }
        });
        states
    }

    /// Returns the state after a line.
    pub(super) fn after(&self, id: LineId) -> LexState {
        let number = self.after.get(id as usize).copied().unwrap_or(UNKNOWN);
        self.known.get(number as usize).cloned().unwrap_or_default()
    }

    /// Sets the state after a line; returns whether it was the same before.
    pub(super) fn set(&mut self, id: LineId, state: &LexState) -> bool {
        let number = self.number(state);
        if self.after.len() <= id as usize {
            self.after.resize(id as usize + 1, UNKNOWN);
        }
        std::mem::replace(&mut self.after[id as usize], number) == number
    }

    /// Sets the state after each of some lines.
    pub(super) fn set_all(&mut self, lines: Range<usize>, table: &LineTable, state: &LexState) {
        let number = self.number(state);
        for line in lines {
            self.after[table.id_at(line) as usize] = number;
        }
    }

    /// Returns every state that was ever set, in order of first appearance.
    pub(super) fn distinct(&self) -> Vec<LexState> {
        self.known.clone()
    }

    fn number(&mut self, state: &LexState) -> u32 {
        if self.known.get(self.last as usize) == Some(state) {
            return self.last;
        }
        self.last = match self.numbers.get(state) {
            Some(number) => *number,
            None => {
                self.known.push(state.clone());
                let number = self.numbers.len() as u32;
                *self.numbers.entry(state.clone()).or_insert(number)
            }
        };
        self.last
    }
}
