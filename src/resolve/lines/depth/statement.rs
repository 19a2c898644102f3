//! Statements over several lines: the depth of the statement that ends in a line, and whether it leaves its block.

use super::flow::{CLOSING, OpeningDepth, continues, is_label};
use super::layout::Layout;
use crate::text::normal::first_word;

/// A line of code as the end of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ending {
    /// The depth of the line.
    pub(super) depth: isize,
    /// The depth of the first line of its statement.
    pub(super) base: isize,
    /// The line's code.
    pub(super) code: String,
    /// Whether the statement leaves its block, so that code after it is unreachable.
    pub(super) leaves: bool,
}

/// Words that begin a statement which leaves the block.
const LEAVING: [&str; 5] = ["return", "raise", "throw", "break", "continue"];

impl Ending {
    /// Returns the statement that ends in the first of some lines; the others are the lines above it, the nearest
    /// first.
    pub(super) fn of(layout: Layout, lines: impl Iterator<Item = (isize, String)>) -> Option<Self> {
        let mut lines = lines.peekable();
        let (depth, code) = lines.next()?;
        let (mut base, mut begins) = (depth, code.clone());
        let mut closed = brackets(&code).0;
        // A bracket that the last line opens is open after it; one that a line above opens has been closed.
        let goes_on = |code: &str, is_end: bool| {
            let opens = || matches!(layout.opening(code), OpeningDepth::Block | OpeningDepth::Bracket);
            !layout.indented && continues(code) && !(is_end && opens())
        };
        let mut is_end = true;
        let goes_below = |base: isize, above: Option<&(isize, String)>| {
            above.is_some_and(|(depth, own)| goes_below(layout, (*depth, own), base, &code))
        };
        while closed > 0 || goes_on(&begins, is_end) || goes_below(base, lines.peek()) {
            let Some((above, code)) = lines.next() else {
                // The statement begins above the given lines.
                (base, begins) = (depth, String::new());
                break;
            };
            let (own, opened) = brackets(&code);
            closed = closed.saturating_sub(opened) + own;
            (base, begins, is_end) = (above, code, false);
        }
        // A bracket that ends a block is at most as deep as the statement of the block, whichever line opens it.
        if code.starts_with(CLOSING) {
            base = base.min(depth);
        }
        let leaves = leaves(&begins);
        Some(Self { depth, base, code, leaves })
    }
}

/// Returns whether a statement that ends in `end` and has a line at `base` begins in the line above, which continues
/// below: it ends in a sign for that, may have a body without a bracket, or is a key.
fn goes_below(layout: Layout, above: (isize, &str), base: isize, end: &str) -> bool {
    let (depth, code) = above;
    let open_angles = |code: &str| {
        let count = |sign: char| code.matches(sign).count();
        count('<') > count('>') && !code.contains("<<")
    };
    match layout.opening(code) {
        OpeningDepth::Continued if code.ends_with(':') => {
            depth < base && end.ends_with(',') && !is_label_of_switch(code)
        }
        OpeningDepth::Continued if code.ends_with([')', 'e']) => depth < base,
        OpeningDepth::Continued => depth <= base,
        OpeningDepth::Item => depth < base && !layout.indented && end.ends_with('{') && open_angles(code),
        _ => false,
    }
}

/// Whether a line is a label of a `switch`.
pub(super) fn is_label_of_switch(code: &str) -> bool {
    is_label(code) && ["case", "default"].contains(&first_word(code))
}

/// Returns whether a statement that begins so leaves its block.
pub(super) fn leaves(code: &str) -> bool {
    LEAVING.contains(&first_word(code))
}

/// Returns the number of brackets that a line closes without opening, and the number that it opens without closing.
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
