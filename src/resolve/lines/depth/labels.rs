//! Payloads that begin with a label (`case 1:`, `private:`): the label is as deep as the other labels of its block, and the
//! lines below it as those below the other labels.
//!
//! How deep labels are, and what is below them, is a matter of style: a blank, half a step, a step, or nothing. Only the
//! file shows it.

use super::facts::{DepthFacts, PayloadSide};
use super::flow::{CLOSING, is_label};
use super::line::{DepthLine, LineKind, code_of};
use super::neighbours::FileLines;
use super::statement::{brackets, is_label_of_switch};
use crate::text::normal::{indentation, is_blank, is_word_char};

/// The maximum number of lines on either side of a place that are searched for labels.
const FAR: usize = 200;

/// The columns of the labels of a block, and of the lines below them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct LabelColumns {
    label: isize,
    below: isize,
}

/// A kind of label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LabelKind {
    /// A label of a `switch`.
    Case,
    /// A word alone, such as `private:`.
    Word,
}

impl LabelKind {
    fn of(code: &str) -> Option<Self> {
        let is_word = |text: &str| text.chars().all(|sign| is_word_char(sign) || sign == ' ');
        match () {
            () if !is_label(code) => None,
            () if is_label_of_switch(code) => Some(Self::Case),
            () => code.strip_suffix(':').is_some_and(is_word).then_some(Self::Word),
        }
    }
}

impl DepthFacts<'_> {
    /// Returns the moves of a payload that begins with a label and is inserted into a block whose other labels all have
    /// one style.
    pub(super) fn like_labels(&self, file: &mut FileLines<'_, '_>, gap: usize) -> Option<Vec<isize>> {
        let (first, others) = self.payload.split_first().filter(|_| self.side != PayloadSide::Replace)?;
        let kind = LabelKind::of(&first.code).filter(|_| self.is_code && !self.layout.indented)?;
        if self.payload.iter().any(|line| line.kind != LineKind::Code) {
            return None;
        }
        let is_own = |line: &&DepthLine<'_>| LabelKind::of(&line.code) == Some(kind);
        let mut below = others.iter().filter(|line| !is_own(line)).map(|line| line.column);
        let head = below.next()?;
        let is_even = self.payload.iter().filter(is_own).all(|line| line.column == first.column)
            && below.all(|column| column >= head)
            && self.payload.last().is_some_and(|last| !is_own(&last));
        let is_block = others.iter().any(|line| line.column == head && line.code.starts_with(CLOSING));
        let style = columns_of(file, kind, gap).filter(|_| is_even && !is_block)?;
        let by = |line: &DepthLine<'_>| match is_own(&line) {
            true => style.label - first.column,
            false => style.below - head,
        };
        Some(self.payload.iter().map(by).collect())
    }
}

/// Returns the columns of the labels of the block around a place, if all agree.
fn columns_of(file: &mut FileLines<'_, '_>, kind: LabelKind, gap: usize) -> Option<LabelColumns> {
    let above = block_lines(file, (gap.saturating_sub(FAR)..gap).rev().collect(), true);
    let end = file.buffer.line_count().min(gap + FAR);
    let below = block_lines(file, (gap..end).collect(), false);
    let lines: Vec<(isize, String)> = above.into_iter().rev().chain(below).collect();
    let mut styles = lines.windows(2).filter_map(|pair| {
        let [(label, code), (below, next)] = pair else { return None };
        let is_own = LabelKind::of(code) == Some(kind);
        let is_statement = LabelKind::of(next).is_none() && !next.starts_with(['{', '}']);
        (is_own && is_statement).then_some(LabelColumns { label: *label, below: *below })
    });
    let first = styles.next()?;
    styles.all(|own| own == first).then_some(first)
}

/// Returns the lines of code of the innermost block around a place on one side of it, without the blocks within, each with
/// its depth.
fn block_lines(file: &mut FileLines<'_, '_>, lines: Vec<usize>, is_up: bool) -> Vec<(isize, String)> {
    let mut inner = 0;
    let mut found = Vec::new();
    for line in lines {
        let text = file.buffer.line(line).into_owned();
        let mut state = file.index.state_before(file.buffer, line);
        let is_code = state.is_code();
        let code = code_of(file.lexer, &text, &mut state);
        if is_blank(&text) || !is_code || code.is_empty() || code.starts_with('#') {
            continue;
        }
        let (closed, opened) = brackets(&code);
        let (ends, begins) = if is_up { (opened, closed) } else { (closed, opened) };
        let is_own = inner == 0 || inner == ends;
        inner = match usize::checked_sub(inner, ends) {
            Some(left) => left + begins,
            None => break,
        };
        if is_own || begins > 0 && inner == begins {
            found.push((file.scale.file(indentation(&text)), code));
        }
    }
    found
}
