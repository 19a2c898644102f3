//! Inserts lines between two statements that share a line.

use std::ops::Range;

use crate::ir::PartEdge;
use crate::text::MarginRule;
use crate::text::normal::{indentation, separator_length};

use super::parts::{Part, PartPlace};
use super::view::DefinitionView;

/// Where the rest of a body begins after everything that must be first.
pub(super) enum BehindHeads {
    /// At the start of a line.
    Line(usize),
    /// Within a line, after this byte offset.
    Within(usize),
}

impl DefinitionView<'_> {
    /// Returns the byte offset after the text of a line.
    pub(super) fn end_of_text(&self, line: usize) -> usize {
        self.file.buffer.line_start(line) + self.file.buffer.line(line).trim_end().len()
    }

    /// Returns the end of the code before a byte offset on its line, if the line has the indentation of another
    /// statement of the body.
    pub(super) fn code_before(&self, byte: usize, statement: usize) -> Option<usize> {
        let buffer = self.file.buffer;
        let line = buffer.line_of(byte);
        let start = buffer.line_start(line);
        let is_outer =
            indentation(&buffer.line(line)) == indentation(&buffer.line(buffer.line_of(statement)));
        (is_outer && self.has_code(start..byte)).then(|| start + buffer.slice(start..byte).trim_end().len())
    }

    /// Returns the part that inserts lines within another line, after byte `end`; the rest of the line gets its own
    /// line.
    pub(super) fn within_line(&self, end: usize, payload: Vec<String>) -> Part {
        let buffer = self.file.buffer;
        let line_end = self.end_of_text(buffer.line_of(end.saturating_sub(1))).max(end);
        let start = self.without_separator(end);
        let rest = buffer.slice(end..line_end).trim_start().to_owned();
        let lines = std::iter::once(String::new()).chain(payload).chain([rest]).collect();
        Part { place: PartPlace::Text(start..line_end), lines, margin: MarginRule::Least }
    }

    /// Returns the end of a statement without the separator after it, in languages where a line ending separates
    /// statements too.
    fn without_separator(&self, end: usize) -> usize {
        let text =
            self.file.buffer.slice(self.file.buffer.line_start(self.file.buffer.line_of(end - 1))..end);
        let bare = text.trim_end_matches([' ', '\t', ';']);
        if self.is_block() { end - (text.len() - bare.len()) } else { end }
    }

    /// Returns the range from the end of a docstring to the end of the block, if code follows the docstring on its last
    /// line.
    pub(super) fn behind_doc_on_line(&self, doc: &Range<usize>) -> Option<Range<usize>> {
        let buffer = self.file.buffer;
        let line_end = self.end_of_text(buffer.line_of(doc.end.saturating_sub(1)));
        let is_shared = line_end > doc.end && {
            let rest = buffer.slice(doc.end..line_end);
            self.has_code(doc.end + separator_length(&rest)..line_end)
        };
        is_shared.then(|| doc.end..self.place.end.max(line_end))
    }

    /// Returns the part that inserts lines before or after the code that follows the docstring of a block on its last
    /// line.
    pub(super) fn behind_joined_doc(
        &self,
        body: &Range<usize>,
        behind: &Range<usize>,
        (payload, at): (Vec<String>, PartEdge),
    ) -> Part {
        let buffer = self.file.buffer;
        let text = buffer.slice(behind.clone());
        let blanks = separator_length(&text);
        if self.is_stand_in(&text[blanks..]) {
            let lines = std::iter::once(String::new()).chain(payload).collect();
            return Part { place: PartPlace::Text(behind.clone()), lines, margin: MarginRule::Least };
        }
        match at {
            PartEdge::Start => self.within_line(behind.start + blanks, payload),
            PartEdge::Whole | PartEdge::End => {
                let line = buffer.line_of(behind.end.saturating_sub(1)) + 1;
                self.between(line, body.start, payload)
            }
        }
    }
}
