//! Blank lines that are removed together with other lines, because they only separated these.

use std::ops::Range;

use crate::ir::PatchPath;
use crate::text::normal::{indentation, is_blank, trim};
use crate::text::{Buffer, CommentScanner, LexRules, LexState};

use crate::plan::blanks::prose;
use crate::plan::tree::document::Document;

/// Whether removed lines have neighbors within the block that they are part of.
#[derive(Debug, Clone, Copy)]
pub(in crate::plan) struct GapEdges {
    /// No line precedes them.
    pub(in crate::plan) opens: bool,
    /// No line follows them.
    pub(in crate::plan) closes: bool,
}

/// The character that begins a new page in GNU sources.
const FORM_FEED: char = '\u{c}';

/// Which of two runs of blank lines separates the remaining lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::plan) enum KeptGap {
    Larger,
    Smaller,
}

/// Returns the blank lines beside `gone` that are removed with them: those on one side, because the other side's
/// separate the two neighbors; at an edge of the block, those on the inner side.
pub(in crate::plan) fn gap_of(
    buffer: &Buffer,
    gone: &Range<usize>,
    edges: GapEdges,
    kept: KeptGap,
) -> Range<usize> {
    let (above, below) = runs(buffer, gone);
    let keeps_above = if edges.opens && !edges.closes {
        true
    } else if edges.closes {
        false
    } else if above.is_empty() || below.is_empty() {
        return gone.start..gone.start;
    } else {
        (above.len() >= below.len()) == (kept == KeptGap::Larger)
    };
    if keeps_above { below } else { above }
}

/// Returns the runs of blank lines above and below some lines. A form feed separates pages and does not count as blank.
fn runs(buffer: &Buffer, gone: &Range<usize>) -> (Range<usize>, Range<usize>) {
    let is_blank_line = |line: &usize| {
        let text = buffer.line(*line);
        is_blank(&text) && !text.contains(FORM_FEED)
    };
    let above = (0..gone.start).rev().take_while(is_blank_line).count();
    let below = (gone.end..buffer.line_count()).take_while(is_blank_line).count();
    (gone.start - above..gone.start, gone.end..gone.end + below)
}

/// Returns the blank lines that are removed with lines that were found by their text; none within a string, a
/// here-document or a fenced block.
pub(in crate::plan) fn gap_of_text(
    document: &mut Document<'_>,
    path: &PatchPath,
    gone: &Range<usize>,
) -> Range<usize> {
    let none = gone.start..gone.start;
    let (buffer, index) = document.lines();
    let (above, below) = runs(buffer, gone);
    if above.is_empty() && below.is_empty() || gone.clone().all(|line| is_blank(&buffer.line(line))) {
        return none;
    }
    let neighbours = Neighbours {
        above: above.start.checked_sub(1).map(|line| buffer.line(line).into_owned()),
        below: (below.end < buffer.line_count()).then(|| buffer.line(below.end).into_owned()),
    };
    let rules = index.rules();
    let edges = GapEdges { opens: neighbours.opens(rules), closes: neighbours.closes() };
    let gap = gap_of(buffer, gone, edges, neighbours.kept());
    let mut is_in_text = || {
        let state = index.state_before(buffer, gone.start);
        state.is_string() || state.is_announced_text()
    };
    let is_apart =
        gap.is_empty() || is_in_text() || prose::is_markdown(path) && prose::is_fenced(buffer, gone.start);
    if is_apart { none } else { gap }
}

/// The lines that become adjacent.
struct Neighbours {
    above: Option<String>,
    below: Option<String>,
}

impl Neighbours {
    /// Returns whether the line above opens a block, or there is none.
    fn opens(&self, rules: Option<&LexRules>) -> bool {
        let Some(above) = &self.above else { return true };
        let code = rules.map(|rules| CommentScanner::new(rules).scan(above, &mut LexState::default()).code);
        let code = code.as_deref().map_or_else(|| trim(above), trim);
        let is_deeper = || self.below.as_ref().is_some_and(|below| depth(below) > depth(above));
        code.ends_with(['{', '(', '[']) || code.ends_with(':') && is_deeper()
    }

    /// Returns whether the line below closes a block, or there is none.
    fn closes(&self) -> bool {
        self.below.as_ref().is_none_or(|below| trim(below).starts_with(['}', ')', ']']))
    }

    /// Returns the run to keep: within a block, lines are close together; at the margin, they are further apart.
    fn kept(&self) -> KeptGap {
        match (&self.above, &self.below) {
            (Some(above), Some(below)) if depth(above) == depth(below) && depth(below) > 0 => {
                KeptGap::Smaller
            }
            _ => KeptGap::Larger,
        }
    }
}

fn depth(line: &str) -> usize {
    indentation(line).len()
}
