//! Finds markers and hunks in a file as whole lines.
//!
//! A pattern is tried on a ladder of [`Rung`]s, from the exact lines to lines without comments. The first rung with a
//! match decides: a single match is used, several are a refusal, unless the patch selects one (line numbers, anchors,
//! the order of its hunks). [`LineIndex`] makes the search cheap, and is kept up to date through edits.
//!
//! Invariant: the index changes the cost and never the answer.

mod announced;
mod applied;
mod applied_at_number;
mod bracket_comments;
mod choose;
mod code_lines;
mod comment_match;
mod compared;
mod complete;
mod corrected;
mod depth;
mod equal;
mod few_lines;
mod find;
mod hash;
pub(super) mod haystack;
mod hunk;
mod index;
mod keep;
mod left_out;
mod marker;
mod missing_prefix;
mod numbered;
mod occurrences;
mod omitted;
mod overlap;
mod place;
mod postings;
mod problem;
mod reindent;
mod replace;
mod rung;
mod section;
mod shift;
mod states;
mod step;
mod table;
#[cfg(test)]
mod tests;
mod unnamed;
mod whole_comments;

pub use announced::Announced;
pub use applied::{find_applied, find_between, find_between_closer, find_whole};
pub use depth::{
    ExpectedColumn, FlatPayload, Layout, MovedText, OddLine, OpenBlock, PayloadPlace, PayloadSide, Restored,
    USUAL_BASE, WrittenDepthFit, are_as_written, level_lines, moved_text, nested_payload, odd_lines,
    open_block, payload_at_depth, put_blanks_for_tabs, raise_flush_lines, restore, written_depth_fit,
};
pub use haystack::Haystack;
pub use index::{LineIndex, TouchedLines};
pub use marker::{MarkerMatch, find_around, resolve_marker};
pub use missing_prefix::with_unprefixed_blanks;
pub use numbered::{AdditionRule, Agreement};
pub use problem::{HunkProblem, LinesProblem, LinesWarning, ReindentedPair};
pub use replace::replace_marked;
pub use rung::{BlankLines, COMMENTS_STRIPPED, EXACT, Form, Rung, TRIMMED, is_as_written};
pub use section::{HunkEdits, HunkScopes, PlacedSection, resolve_hunks};
pub use unnamed::{UnnamedRemoval, gone_comments, left_out_comments};
