//! Lines that operations of the patch put behind a place: what the next one puts there comes behind them, so that all stand in
//! the order of the patch.
//!
//! Invariant: an edit costs no more than the few places that are remembered.

use crate::text::{Buffer, EditSet};

/// So many places are remembered, the latest.
const MOST: usize = 32;

/// The lines that came behind some places, the latest last.
#[derive(Debug, Default)]
pub(super) struct BroughtBehind(Vec<BroughtLines>);

/// Lines from 0, of the text after all edits: the first one that came, and the one behind the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BroughtLines {
    start: usize,
    end: usize,
}

impl BroughtBehind {
    /// The line behind those that came before the line `at`; `at` itself if none did.
    pub(super) fn end_at(&self, at: usize) -> usize {
        self.0.iter().rev().find(|lines| lines.start == at).map_or(at, |lines| lines.end)
    }

    /// The lines that some edits bring, which come before the line `at`, or behind what came there.
    pub(super) fn with(&self, buffer: &Buffer, edits: &EditSet, at: usize) -> BroughtLines {
        let grown: isize = edits.iter().map(|edit| growth(buffer, edit)).sum();
        BroughtLines { start: at, end: self.end_at(at).saturating_add_signed(grown.max(0)) }
    }

    /// Remembers lines that came.
    pub(super) fn add(&mut self, lines: BroughtLines) {
        self.0.retain(|other| other.start != lines.start);
        if self.0.len() == MOST {
            self.0.remove(0);
        }
        if lines.start < lines.end {
            self.0.push(lines);
        }
    }

    /// Takes note of edits of the text as it is now. Lines that are torn apart are forgotten.
    pub(super) fn shift(&mut self, buffer: &Buffer, edits: &EditSet) {
        if self.0.is_empty() {
            return;
        }
        let moved = |line: usize| {
            let start = if line < buffer.line_count() { buffer.line_start(line) } else { buffer.len() };
            edits.iter().filter(|edit| edit.range.start < start).try_fold(line, |line, edit| {
                (edit.range.end <= start).then(|| line.saturating_add_signed(growth(buffer, edit)))
            })
        };
        self.0 = std::mem::take(&mut self.0)
            .into_iter()
            .filter_map(|lines| Some(BroughtLines { start: moved(lines.start)?, end: moved(lines.end)? }))
            .collect();
    }
}

/// By how many lines an edit makes a text longer.
fn growth(buffer: &Buffer, edit: &crate::text::Edit) -> isize {
    let count = |text: &str| text.bytes().filter(|byte| *byte == b'\n').count() as isize;
    count(&edit.text) - count(&buffer.slice(edit.range.clone()))
}
