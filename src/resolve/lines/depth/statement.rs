//! Statements over several lines: how deep one is that ends in a line, and whether it is a piece of the flow that ends
//! there.

use super::flow::{OpenedDepth, continues};
use super::layout::Layout;
use crate::text::normal::is_word_char;

/// A line of code as the end of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ending {
    /// How deep the line is.
    pub(super) depth: isize,
    /// How deep the first line of its statement is.
    pub(super) base: isize,
    /// The line's code.
    pub(super) code: String,
    /// Whether nothing in its block is done behind it.
    pub(super) leaves: bool,
}

/// Words that begin a statement behind which the block is left.
const LEAVING: [&str; 5] = ["return", "raise", "throw", "break", "continue"];

impl Ending {
    /// The statement that ends in the first of some lines; the others are those above it, the nearest first.
    pub(super) fn of(layout: Layout, mut lines: impl Iterator<Item = (isize, String)>) -> Option<Self> {
        let (depth, code) = lines.next()?;
        let (mut base, mut begins) = (depth, code.clone());
        let mut closed = brackets(&code).0;
        let goes_on = |code: &str| {
            !layout.indented
                && continues(code)
                && !matches!(layout.opening(code), OpenedDepth::Block | OpenedDepth::Bracket)
        };
        while closed > 0 || goes_on(&begins) {
            let Some((above, code)) = lines.next() else {
                // It begins where nobody looks.
                (base, begins) = (depth, String::new());
                break;
            };
            let (own, opened) = brackets(&code);
            closed = closed.saturating_sub(opened) + own;
            (base, begins) = (above, code);
        }
        let leaves = leaves(&begins);
        Some(Self { depth, base, code, leaves })
    }
}

/// Whether nothing in its block is done behind a statement that begins so.
pub(super) fn leaves(code: &str) -> bool {
    LEAVING.contains(&first_word(code))
}

/// The word that a line begins with.
pub(super) fn first_word(code: &str) -> &str {
    code.split(|sign: char| !is_word_char(sign)).next().unwrap_or_default()
}

/// How many brackets a line closes that it does not open, and how many it opens that it does not close.
pub(super) fn brackets(code: &str) -> (usize, usize) {
    let (mut closed, mut open) = (0, 0);
    for byte in code.bytes() {
        match byte {
            b'(' | b'[' | b'{' => open += 1,
            b')' | b']' | b'}' if open == 0 => closed += 1,
            b')' | b']' | b'}' => open -= 1,
            _ => {}
        }
    }
    (closed, open)
}
