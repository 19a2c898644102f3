//! Reuses the syntax tree of a text for a text that differs in some places.

use std::ops::Range;

use tree_sitter::{InputEdit, Point, Tree};

/// The size in bytes of the blocks that are compared; adjacent blocks that differ are one change.
const BLOCK_SIZE: usize = 64;

/// A change of a text: the byte range that is removed, and the number of bytes that are inserted. The inserted bytes
/// contain no line ending, unless all lines stay where they are.
pub type ByteChange = (Range<usize>, usize);

/// Marks the changes of its text in a tree, so that the new text can be parsed incrementally. `changes` are in file
/// order.
pub(super) fn mark(tree: &mut Tree, text: &str, changes: &[ByteChange]) {
    let mut place = BytePlace::default();
    let mut point = |byte: usize| {
        place.go_to(text, byte);
        place.point()
    };
    let points: Vec<(Point, Point)> =
        changes.iter().map(|(range, _)| (point(range.start), point(range.end))).collect();
    // From the last change to the first, so that the offsets of earlier changes stay valid.
    for ((range, length), (start, end)) in changes.iter().zip(points).rev() {
        let is_as_long = *length == range.len();
        tree.edit(&InputEdit {
            start_byte: range.start,
            old_end_byte: range.end,
            new_end_byte: range.start + length,
            start_position: start,
            old_end_position: end,
            new_end_position: if is_as_long { end } else { Point { column: start.column + length, ..start } },
        });
    }
}

/// Returns where two texts with the same line endings differ; `None` if their lengths differ.
#[must_use]
pub fn changes(before: &str, text: &str) -> Option<Vec<ByteChange>> {
    if before.len() != text.len() {
        return None;
    }
    let mut found: Vec<ByteChange> = Vec::new();
    let (old, new) = (before.as_bytes(), text.as_bytes());
    let mut at = 0;
    while at < old.len() {
        let block = at..(at + BLOCK_SIZE).min(old.len());
        if old[block.clone()] != new[block.clone()] {
            match found.last_mut().filter(|(last, _)| last.end == block.start) {
                Some((last, length)) => {
                    last.end = block.end;
                    *length = last.len();
                }
                None => found.push((block.clone(), block.len())),
            }
        }
        at = block.end;
    }
    Some(found)
}

/// A byte offset with its line.
#[derive(Default)]
pub(super) struct BytePlace {
    byte: usize,
    line: usize,
    line_start: usize,
}

impl BytePlace {
    pub(super) fn go_to(&mut self, text: &str, byte: usize) {
        for feed in memchr::memchr_iter(b'\n', &text.as_bytes()[self.byte..byte]) {
            self.line += 1;
            self.line_start = self.byte + feed + 1;
        }
        self.byte = byte;
    }

    pub(super) const fn point(&self) -> Point {
        Point { row: self.line, column: self.byte - self.line_start }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::{Language, Syntax};

    fn shape(tree: &Tree) -> String {
        let mut found = tree.root_node().to_sexp();
        let mut cursor = tree.walk();
        while cursor.goto_first_child() {}
        while cursor.goto_next_sibling() || cursor.goto_parent() {
            found += &format!(" {:?}", cursor.node().byte_range());
        }
        found
    }

    #[test]
    fn a_changed_text_has_the_tree_of_a_fresh_one() {
        let mut syntax = Syntax::new(Language::by_name("c++").expect("registered"));
        let one =
            "struct A {\n    explicit A(int size);\n    int area() const { return 2; }\n};\n".repeat(40);
        let mut blanked = one.replacen("explicit", "        ", 1);
        let last = blanked.rfind("explicit").expect("there");
        blanked.replace_range(last..last + 8, "        ");
        let tree = syntax.parse(&one).expect("cheap");
        let found = changes(&one, &blanked).expect("as long");
        assert_eq!(found.len(), 2);
        let again = syntax.parse_changed((&one, &tree), &found, &blanked).expect("cheap");
        assert_eq!(shape(&again), shape(&syntax.parse(&blanked).expect("cheap")));
        let renamed = one.replace("area", "surface");
        let edits: Vec<ByteChange> = one.match_indices("area").map(|(at, _)| (at..at + 4, 7)).collect();
        let again = syntax.parse_changed((&one, &tree), &edits, &renamed).expect("cheap");
        assert_eq!(shape(&again), shape(&syntax.parse(&renamed).expect("cheap")));
        assert_eq!(changes(&one, &renamed), None);
    }
}
