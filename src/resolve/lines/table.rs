//! Stable line identities: every line has an identity that survives edits, and the table maps it to the current line
//! number.

use std::ops::Range;

/// The identity of a line: in an unedited text its line number, from 0.
pub(super) type LineId = u32;

/// The number of lines per block; a block of more than twice as many is split.
const BLOCK: usize = 1024;

/// The value in [`LineTable::home`] for removed lines.
const GONE: u32 = u32::MAX;

/// The current position of each line.
///
/// Lines are in blocks of bounded size, so that finding and moving them costs the size of a block and the number of
/// blocks, not the number of lines. Until the first edit there are no blocks, and the identity of a line is its number.
#[derive(Debug, Clone, Default)]
pub(super) struct LineTable {
    count: usize,
    is_edited: bool,
    /// The lines of each block, by the block's index, which is stable.
    blocks: Vec<Vec<LineId>>,
    /// The blocks in the order of the text.
    order: Vec<u32>,
    /// The position of each block in `order`.
    rank: Vec<u32>,
    /// The number of the first line of each block, in the order of the text.
    starts: Vec<usize>,
    /// The block of each line.
    home: Vec<u32>,
}

impl LineTable {
    /// Creates the table of an unedited text.
    pub(super) fn new(count: usize) -> Self {
        Self { count, ..Self::default() }
    }

    /// Returns the number of lines.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Returns the upper bound of all identities assigned so far.
    pub(super) fn id_bound(&self) -> usize {
        if self.is_edited { self.home.len() } else { self.count }
    }

    /// Returns the current number of a line; `None` if it was removed.
    pub(super) fn line_of(&self, id: LineId) -> Option<usize> {
        if !self.is_edited {
            return Some(id as usize);
        }
        let block = *self.home.get(id as usize).filter(|home| **home != GONE)? as usize;
        let offset = self.blocks[block].iter().position(|own| *own == id)?;
        Some(self.starts[self.rank[block] as usize] + offset)
    }

    /// Returns the identity of the line at a number.
    pub(super) fn id_at(&self, line: usize) -> LineId {
        if !self.is_edited {
            return line as LineId;
        }
        let (rank, offset) = self.locate(line);
        self.blocks[self.order[rank] as usize][offset]
    }

    /// Replaces `lines` by `added` new lines and returns their identities.
    pub(super) fn splice(&mut self, lines: Range<usize>, added: usize) -> Range<LineId> {
        self.begin_editing();
        self.remove(lines.clone());
        let first = self.home.len() as LineId;
        let ids = first..first + added as LineId;
        self.insert(lines.start, ids.clone());
        ids
    }

    fn begin_editing(&mut self) {
        if self.is_edited {
            return;
        }
        self.is_edited = true;
        let ids: Vec<LineId> = (0..self.count as LineId).collect();
        self.blocks = ids.chunks(BLOCK).map(<[LineId]>::to_vec).collect();
        if self.blocks.is_empty() {
            self.blocks.push(Vec::new());
        }
        self.home = ids.iter().map(|id| id / BLOCK as u32).collect();
        self.order = (0..self.blocks.len() as u32).collect();
        self.renumber();
    }

    /// Returns the position of a line in `order` and within its block; after the last line, the end of the last block.
    fn locate(&self, line: usize) -> (usize, usize) {
        let rank = self.starts.partition_point(|start| *start <= line).saturating_sub(1);
        (rank, line - self.starts[rank])
    }

    fn remove(&mut self, lines: Range<usize>) {
        let mut left = lines.len();
        let (mut rank, mut offset) = self.locate(lines.start);
        let mut gone = 0;
        while left > 0 && rank < self.order.len() {
            self.starts[rank] -= gone;
            let block = &mut self.blocks[self.order[rank] as usize];
            let end = block.len().min(offset + left);
            let offset_now = offset.min(end);
            for id in block.drain(offset_now..end) {
                self.home[id as usize] = GONE;
            }
            gone += end - offset_now;
            left -= end - offset_now;
            offset = 0;
            rank += 1;
        }
        self.count -= lines.len();
        self.starts[rank..].iter_mut().for_each(|start| *start -= gone);
    }

    fn insert(&mut self, line: usize, ids: Range<LineId>) {
        let (rank, offset) = self.locate(line);
        let slot = self.order[rank];
        let offset = offset.min(self.blocks[slot as usize].len());
        self.count += ids.len();
        self.home.extend(ids.clone().map(|_| slot));
        let added = ids.len();
        self.blocks[slot as usize].splice(offset..offset, ids);
        if self.blocks[slot as usize].len() > 2 * BLOCK {
            self.cut(rank);
        } else {
            self.starts[rank + 1..].iter_mut().for_each(|start| *start += added);
        }
    }

    /// Splits a block that grew too large.
    fn cut(&mut self, rank: usize) {
        let slot = self.order[rank] as usize;
        let whole = std::mem::take(&mut self.blocks[slot]);
        let mut pieces = whole.chunks(BLOCK);
        self.blocks[slot] = pieces.next().unwrap_or_default().to_vec();
        let mut added = Vec::new();
        for piece in pieces {
            let slot = self.blocks.len() as u32;
            piece.iter().for_each(|id| self.home[*id as usize] = slot);
            self.blocks.push(piece.to_vec());
            added.push(slot);
        }
        self.order.splice(rank + 1..rank + 1, added);
        self.renumber();
    }

    fn renumber(&mut self) {
        self.rank = vec![0; self.blocks.len()];
        for (rank, slot) in self.order.iter().enumerate() {
            self.rank[*slot as usize] = rank as u32;
        }
        self.restart();
    }

    fn restart(&mut self) {
        let mut start = 0;
        self.starts.clear();
        for slot in &self.order {
            self.starts.push(start);
            start += self.blocks[*slot as usize].len();
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_kept_table_says_what_a_list_says(
            count in 0_usize..5000,
            edits in prop::collection::vec((0_usize..6000, 0_usize..2500, 0_usize..2500), 0..12),
        ) {
            let mut table = LineTable::new(count);
            let mut list: Vec<LineId> = (0..count as LineId).collect();
            for (start, removed, added) in edits {
                let start = start.min(list.len());
                let end = (start + removed).min(list.len());
                let ids = table.splice(start..end, added);
                list.splice(start..end, ids);
            }
            prop_assert_eq!(table.count(), list.len());
            let mut gone: Vec<bool> = vec![true; table.id_bound()];
            for (line, id) in list.iter().enumerate().step_by(7) {
                prop_assert_eq!(table.id_at(line), *id);
                prop_assert_eq!(table.line_of(*id), Some(line));
            }
            list.iter().for_each(|id| gone[*id as usize] = false);
            let first_gone = gone.iter().position(|gone| *gone).map(|id| table.line_of(id as LineId));
            prop_assert!(matches!(first_gone, None | Some(None)));
        }
    }
}
