//! Tracks where the text of a file comes from while a patch is applied: its bytes and lines before the patch, the
//! operation that inserted each other byte, and the operation that removed each missing byte.
//!
//! Recording an edit costs a few words of memory. The map between both texts is built on first use, and then kept up to
//! date.
//!
//! Invariant: lines and bytes in arguments and results refer to the text after all recorded edits, unless a method says
//! otherwise.

use std::ops::Range;

use super::buffer::Buffer;
use super::edit::EditSet;
use super::pieces::{PieceKind, PiecePlace, Pieces};

/// An edit that is recorded, but not yet in the map.
#[derive(Debug, Clone)]
struct RecordedEdit {
    range: Range<usize>,
    length: usize,
    operation: usize,
}

/// The changes of a text from its state before the patch to its current state.
#[derive(Debug, Clone)]
pub struct History {
    original: Buffer,
    /// The edits that are not in the map, in the order in which they are applied to it.
    log: Vec<RecordedEdit>,
    pieces: Pieces,
    /// The operation whose edits are being recorded.
    operation: usize,
}

impl History {
    /// Creates the history of an unchanged text.
    #[must_use]
    pub fn new(original: Buffer) -> Self {
        let pieces = Pieces::new(original.len());
        Self { original, log: Vec::new(), pieces, operation: 0 }
    }

    /// Creates the history of a text that an operation of the patch wrote as a whole: the original is empty.
    #[must_use]
    pub fn of_new_text(length: usize, operation: usize) -> Self {
        let mut history = Self::new(Buffer::of_text(""));
        history.pieces.replace(&(0..0), length, operation);
        history.operation = operation;
        history
    }

    /// Sets the operation to which further recorded edits belong; operations are numbered from 1.
    pub const fn begin(&mut self, operation: usize) {
        self.operation = operation;
    }

    /// Records edits, whose ranges refer to the current text.
    pub fn record(&mut self, edits: &EditSet) {
        // In reverse order, so that the offsets of the remaining edits stay valid.
        self.log.extend(edits.iter().rev().map(|edit| RecordedEdit {
            range: edit.range.clone(),
            length: edit.text.len(),
            operation: self.operation,
        }));
    }

    /// Returns the text before the patch.
    #[must_use]
    pub const fn original(&self) -> &Buffer {
        &self.original
    }

    /// Returns the offset of a byte before the patch; `None` if the patch inserted it.
    pub fn origin_of_byte(&mut self, byte: usize) -> Option<usize> {
        let place = self.pieces().at_now(byte)?;
        (place.kind == PieceKind::Kept).then_some(place.origin)
    }

    /// Returns the byte range before the patch; `None` if the patch inserted or removed anything in the range.
    pub fn origin_of_range(&mut self, range: &Range<usize>) -> Option<Range<usize>> {
        let place = self.pieces().at_now(range.start)?;
        let is_whole = place.kind == PieceKind::Kept && range.len() <= place.rest;
        is_whole.then(|| place.origin..place.origin + range.len())
    }

    /// Returns the current byte range that contains a byte of the original text, or that replaced it.
    pub fn place_of_origin(&mut self, original: usize) -> Range<usize> {
        let end = usize::MAX;
        let pieces = self.pieces();
        let Some(place) = pieces.at_origin(original) else { return end..end };
        if place.kind == PieceKind::Kept {
            return place.now..place.now + 1;
        }
        let before = place.kept.checked_sub(1).and_then(|before| pieces.at_kept(before));
        let start = before.map_or(0, |before| before.now + 1);
        start..pieces.at_kept(place.kept).map_or(end, |behind| behind.now)
    }

    /// Returns the operation that inserted a byte; `None` if the byte precedes the patch.
    pub fn inserted_by(&mut self, byte: usize) -> Option<usize> {
        match self.pieces().at_now(byte)?.kind {
            PieceKind::Added(operation) => Some(operation),
            PieceKind::Kept | PieceKind::Removed(_) => None,
        }
    }

    /// Returns the operation that removed a byte of the original text; `None` if the byte is still present.
    pub fn removed_by(&mut self, original: usize) -> Option<usize> {
        match self.pieces().at_origin(original)?.kind {
            PieceKind::Removed(operation) => Some(operation),
            PieceKind::Kept | PieceKind::Added(_) => None,
        }
    }

    /// Returns the byte range in the original text of lines of `buffer`, the current text, as far as the lines come
    /// from it.
    pub fn origin_of_lines(&mut self, buffer: &Buffer, lines: Range<usize>) -> Option<Range<usize>> {
        let origins: Vec<usize> = lines.filter_map(|line| self.origin_of_line(buffer, line)).collect();
        let (first, last) = (*origins.first()?, *origins.last()?);
        Some(self.original.line_start(first)..self.original.line_range(last).end)
    }

    /// Returns the operations that changed anything in this byte range of the original text, in order.
    pub fn changers(&mut self, original: &Range<usize>) -> Vec<usize> {
        self.pieces().changers(original)
    }

    /// Returns whether all changes of an operation are in this byte range of the original text.
    pub fn changes_only(&mut self, operation: usize, original: &Range<usize>) -> bool {
        self.pieces().changes_within(operation, original)
    }

    /// Returns whether only the current operation changed the text.
    pub fn is_changed_now_only(&mut self) -> bool {
        let operation = self.operation;
        self.pieces().all_changes_by(operation)
    }

    /// Returns whether a byte is the byte `original` of the original text, or belongs to text that replaced it: no kept
    /// byte is between the two.
    pub fn is_in_place_of(&mut self, byte: usize, original: usize) -> bool {
        let pieces = self.pieces();
        match (pieces.at_now(byte), pieces.at_origin(original)) {
            (Some(now), Some(before)) if now.kind == PieceKind::Kept || before.kind == PieceKind::Kept => {
                now == before
            }
            (Some(now), Some(before)) => now.kept == before.kept,
            _ => false,
        }
    }

    /// Returns the line (from 0) of the original text that a line of `buffer`, the current text, comes from: the line
    /// of its first kept byte. `None` if the patch inserted the line.
    pub fn origin_of_line(&mut self, buffer: &Buffer, line: usize) -> Option<usize> {
        let pieces = self.pieces();
        let place = first_kept(&tracked_range(buffer, line), |byte| pieces.at_now(byte), |place| place.now)?;
        Some(self.original.line_of(place.origin))
    }

    /// Returns the operation that inserted a line of `buffer`, the current text; `None` if the line comes from a line
    /// of the original text.
    pub fn line_inserted_by(&mut self, buffer: &Buffer, line: usize) -> Option<usize> {
        match self.origin_of_line(buffer, line) {
            Some(_) => None,
            None => self.inserted_by(buffer.line_start(line)),
        }
    }

    /// Returns the line in `buffer`, the current text, that a line of the original text has become: the line of its
    /// first kept byte.
    pub fn line_of_origin(&mut self, buffer: &Buffer, original: usize) -> Option<usize> {
        let bytes = tracked_range(&self.original, original);
        let pieces = self.pieces();
        let place = first_kept(&bytes, |byte| pieces.at_origin(byte), |place| place.origin)?;
        Some(buffer.line_of(place.now))
    }

    /// Returns the operation that removed a line of the original text; `None` if part of the line is still present.
    pub fn line_removed_by(&mut self, buffer: &Buffer, original: usize) -> Option<usize> {
        match self.line_of_origin(buffer, original) {
            Some(_) => None,
            None => self.removed_by(self.original.line_start(original)),
        }
    }

    /// Returns the original offsets of the nearest kept bytes before and after byte offset `at` of the current text.
    pub fn nearest_kept(&mut self, at: usize) -> [Option<usize>; 2] {
        let pieces = self.pieces();
        let kept = match at.checked_sub(1).map(|before| pieces.at_now(before)) {
            None => 0,
            Some(None) => return [None, None],
            Some(Some(place)) => place.kept + usize::from(place.kind == PieceKind::Kept),
        };
        let above = kept.checked_sub(1).and_then(|before| pieces.at_kept(before));
        [above, pieces.at_kept(kept)].map(|place| place.map(|place| place.origin))
    }

    /// Returns the byte ranges that the patch inserted; `None` if it removed anything.
    pub fn additions(&mut self) -> Option<Vec<Range<usize>>> {
        self.pieces().additions()
    }

    /// Returns the map, after all recorded edits are applied to it.
    fn pieces(&mut self) -> &Pieces {
        for step in self.log.drain(..) {
            self.pieces.replace(&step.range, step.length, step.operation);
        }
        &self.pieces
    }
}

/// Returns the byte range by which a line is tracked: its text, or its line ending if the line is empty.
fn tracked_range(buffer: &Buffer, line: usize) -> Range<usize> {
    let text = buffer.line_range(line);
    if text.is_empty() { text.start..buffer.line_start(line + 1) } else { text }
}

/// Returns the position of the first byte of a range that is in both texts.
fn first_kept(
    bytes: &Range<usize>,
    find: impl Fn(usize) -> Option<PiecePlace>,
    side: impl Fn(&PiecePlace) -> usize,
) -> Option<PiecePlace> {
    let mut at = bytes.start;
    while at < bytes.end {
        let place = find(at)?;
        if place.kind == PieceKind::Kept {
            return Some(place);
        }
        at = side(&place) + place.rest;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Edit, FinalNewline, LineEdits, NewLine};

    /// A text and its history, which are changed together.
    struct Text {
        buffer: Buffer,
        history: History,
    }

    impl Text {
        fn new(text: &str) -> Self {
            let buffer = Buffer::of_text(text);
            Self { history: History::new(buffer.clone()), buffer }
        }

        fn edit(&mut self, operation: usize, edits: &[(Range<usize>, &str)]) {
            let edits =
                edits.iter().map(|(range, text)| Edit { range: range.clone(), text: (*text).to_owned() });
            self.apply(operation, &EditSet::new(edits.collect()).expect("disjoint"));
        }

        fn apply(&mut self, operation: usize, edits: &EditSet) {
            self.history.begin(operation);
            self.history.record(edits);
            self.buffer.apply(edits);
        }

        /// Returns for each line the original line that it comes from, or the operation that inserted it.
        fn origins(&mut self) -> Vec<String> {
            let lines = 0..self.buffer.line_count();
            let Self { buffer, history } = self;
            lines
                .map(|line| {
                    match (history.origin_of_line(buffer, line), history.line_inserted_by(buffer, line)) {
                        (Some(origin), None) => origin.to_string(),
                        (None, Some(operation)) => format!("by {operation}"),
                        other => panic!("{other:?}"),
                    }
                })
                .collect()
        }

        /// Returns for each original line the line that it has become, or the operation that removed it.
        fn fates(&mut self) -> Vec<String> {
            let lines = 0..self.history.original().line_count();
            let Self { buffer, history } = self;
            lines
                .map(|line| {
                    match (history.line_of_origin(buffer, line), history.line_removed_by(buffer, line)) {
                        (Some(now), None) => now.to_string(),
                        (None, Some(operation)) => format!("by {operation}"),
                        other => panic!("{other:?}"),
                    }
                })
                .collect()
        }
    }

    #[test]
    fn lines_keep_their_origin() {
        let mut text = Text::new("a\nb\n\nc\nd\n");
        let mut edits = LineEdits::removing([1]);
        edits.add(1, ["x", "y", ""].map(NewLine::plain));
        let edits = edits.into_edits(&text.buffer, FinalNewline::Keep);
        text.apply(1, &edits);
        assert_eq!(text.origins(), ["0", "by 1", "by 1", "by 1", "2", "3", "4"]);
        assert_eq!(text.fates(), ["0", "by 1", "4", "5", "6"]);
        let edits = LineEdits::removing([2, 4]).into_edits(&text.buffer, FinalNewline::Keep);
        text.apply(2, &edits);
        assert_eq!(text.origins(), ["0", "by 1", "by 1", "3", "4"]);
        assert_eq!(text.fates(), ["0", "by 1", "by 2", "3", "4"]);
    }

    #[test]
    fn a_line_that_is_changed_in_part_stays_the_line_it_was() {
        let mut text = Text::new("let a = 1;\nlet b = 2;\n");
        text.edit(3, &[(4..5, "first"), (8..9, "7")]);
        assert_eq!(text.buffer.line(0), "let first = 7;");
        assert_eq!(text.origins(), ["0", "1"]);
        assert_eq!(text.history.inserted_by(4), Some(3));
        assert_eq!(text.history.inserted_by(3), None);
        assert_eq!(text.history.removed_by(4), Some(3));
        assert!(text.history.is_in_place_of(6, 4));
        assert!(!text.history.is_in_place_of(6, 8));
    }

    #[test]
    fn what_comes_in_the_place_of_a_text_is_known_through_several_edits() {
        let mut text = Text::new("one two three");
        text.edit(1, &[(4..7, "2 and 2")]);
        text.edit(2, &[(6..9, "plus")]);
        assert_eq!(text.buffer.slice(0..text.buffer.len()), "one 2 plus 2 three");
        assert!((4..12).all(|byte| text.history.is_in_place_of(byte, 5)));
        assert_eq!(text.history.removed_by(5), Some(1));
        assert_eq!(text.history.inserted_by(7), Some(2));
        assert_eq!(text.history.origin_of_byte(13), Some(8));
    }

    #[test]
    fn what_was_around_a_place_is_known() {
        let mut text = Text::new("a\nb\nc\n");
        assert_eq!(text.history.nearest_kept(0), [None, Some(0)]);
        assert_eq!(text.history.nearest_kept(6), [Some(5), None]);
        text.edit(1, &[(2..4, "x\ny\n")]);
        assert_eq!(text.history.nearest_kept(4), [Some(1), Some(4)]);
    }

    #[test]
    fn a_text_that_the_patch_wrote_has_no_origin() {
        let mut text = Text::new("a\nb\n");
        text.history = History::of_new_text(4, 1);
        text.edit(2, &[(2..2, "x\n")]);
        assert_eq!(text.origins(), ["by 1", "by 2", "by 1"]);
    }
}
