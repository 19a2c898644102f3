//! A rope that knows how long it is: to ask ropey for that takes a walk down the tree, and whoever asks for a line asks
//! for it.

use ropey::Rope;

use super::edit::EditSet;

/// A text in pieces.
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

    /// The pieces.
    pub(super) const fn rope(&self) -> &Rope {
        &self.rope
    }

    /// The number of bytes.
    pub(super) const fn len(&self) -> usize {
        self.length
    }

    /// The number of lines; behind a final line feed there is none.
    pub(super) const fn line_count(&self) -> usize {
        self.line_count
    }

    /// Makes edits, which speak of the text as it is now.
    pub(super) fn apply(&mut self, edits: &EditSet) {
        // Backwards, so that the offsets of the edits still to come stay true.
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
        // ropey counts an empty line behind a final line feed.
        let ends_line = self.length == 0 || self.rope.byte(self.length - 1) == b'\n';
        self.line_count = self.rope.len_lines() - usize::from(ends_line);
    }
}
