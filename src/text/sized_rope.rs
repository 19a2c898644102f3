//! A rope that caches its length: ropey computes it by walking down the tree, and each access to a line requires it.

use ropey::Rope;

use super::edit::EditSet;

/// A text in pieces, with its length.
#[derive(Debug, Clone)]
pub(super) struct SizedRope {
    rope: Rope,
    length: usize,
    line_count: usize,
}

impl SizedRope {
    pub(super) fn new(text: &str) -> Self {
        let mut own = Self { rope: Rope::from_str(text), length: 0, line_count: 0 };
        own.measure();
        own
    }

    /// Returns the rope.
    pub(super) const fn rope(&self) -> &Rope {
        &self.rope
    }

    /// Returns the number of bytes.
    pub(super) const fn len(&self) -> usize {
        self.length
    }

    /// Returns the number of lines; a final line feed begins no further line.
    pub(super) const fn line_count(&self) -> usize {
        self.line_count
    }

    /// Applies edits, whose ranges refer to the current text.
    pub(super) fn apply(&mut self, edits: &EditSet) {
        // In reverse order, so that the offsets of the remaining edits stay valid.
        for edit in edits.iter().rev() {
            let start = self.rope.byte_to_char(edit.range.start);
            let end = self.rope.byte_to_char(edit.range.end);
            if start < end {
                self.rope.remove(start..end);
            }
            if !edit.text.is_empty() {
                self.rope.insert(start, &edit.text);
            }
        }
        self.measure();
    }

    fn measure(&mut self) {
        self.length = self.rope.len_bytes();
        // ropey counts an empty line after a final line feed.
        let ends_line = self.length == 0 || self.rope.byte(self.length - 1) == b'\n';
        self.line_count = self.rope.len_lines() - usize::from(ends_line);
    }
}
