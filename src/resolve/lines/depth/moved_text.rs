//! Detects lines of strings and here-documents that an edit moves to another depth together with the code around them,
//! which changes their value.

use std::borrow::Cow;

use super::behind_text::FAR;
use super::shared_line::SharedLines;
use crate::resolve::lines::index::LineIndex;
use crate::text::normal::{indentation, is_blank, trim};
use crate::text::{Buffer, LexState, LineEdits};

/// The maximum number of changed lines that are compared.
const MOST: usize = 5000;

/// A line of such a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MovedText {
    /// The line without whitespace at its ends.
    pub text: String,
    /// The line on which the text begins.
    pub opening: String,
    /// The old and the new column, from 0, counted in spaces or tabs.
    pub columns: (usize, usize),
}

/// Returns the first line of a text that edits move along with the line on which the text begins. A string that begins
/// its line is documentation, whose depth is free.
#[must_use]
pub fn moved_text(buffer: &Buffer, index: &mut LineIndex<'_>, edits: &LineEdits<'_>) -> Option<MovedText> {
    let mut gone: Vec<usize> = edits.removed().to_vec();
    let mut come: Vec<(usize, &str)> = edits.added_lines().collect();
    if gone.is_empty() || come.is_empty() || gone.len() + come.len() > MOST {
        return None;
    }
    gone.sort_unstable();
    come.sort_by_key(|(at, _)| *at);
    let old: Vec<Cow<'_, str>> = gone.iter().map(|line| buffer.line(*line)).collect();
    // Most edits bring no line at another depth; then neither the lines are paired nor the texts of the file read.
    if !comes_at_other_depth(&old, &come) {
        return None;
    }
    let old: Vec<&str> = old.iter().map(|line| trim(line)).collect();
    let new: Vec<&str> = come.iter().map(|(_, line)| trim(line)).collect();
    let shared = SharedLines::of(&old, &new).pairs;
    let moved = |line: usize| {
        let at = gone.binary_search(&line).ok()?;
        let pair = shared.binary_search_by_key(&at, |(at, _)| *at).ok()?;
        let own = come.get(shared[pair].1)?.1;
        let columns = (indentation(&buffer.line(line)).len(), indentation(own).len());
        (columns.0 != columns.1 && !is_blank(own)).then_some((columns, trim(own)))
    };
    let is_text = |state: &LexState| state.is_in_string() || state.is_in_fixed_text();
    // The last text line that was examined, and the line on which its text begins.
    let mut known: Option<(usize, usize)> = None;
    for line in shared.iter().map(|(at, _)| gone[*at]) {
        let Some((columns, text)) = moved(line) else { continue };
        if !is_text(&index.state_before(buffer, line)) {
            continue;
        }
        let from = known.map_or(0, |(last, _)| last).max(line.saturating_sub(FAR));
        let near = (from..line).rev().find(|above| !is_text(&index.state_before(buffer, *above)));
        let opening = near.or_else(|| known.map(|(_, opening)| opening))?;
        known = Some((line, opening));
        // A string line that ends in a backslash continues after the indentation of the next line.
        let goes_on = line.checked_sub(1).is_some_and(|above| buffer.line(above).trim_end().ends_with('\\'));
        if let Some((_, opening)) = moved(opening).filter(|(_, text)| !is_documentation(text) && !goes_on) {
            return Some(MovedText { text: text.to_owned(), opening: opening.to_owned(), columns });
        }
    }
    None
}

/// Returns whether an old line is among the new ones with another indentation.
fn comes_at_other_depth(old: &[Cow<'_, str>], come: &[(usize, &str)]) -> bool {
    let placed = |line| (trim(line), indentation(line).len());
    let mut new: Vec<(&str, usize)> = come.iter().map(|(_, line)| placed(line)).collect();
    new.sort_unstable();
    old.iter().map(|line| placed(line)).any(|(text, depth)| {
        let from = new.partition_point(|(own, _)| *own < text);
        let same = &new[from..from + new[from..].partition_point(|(own, _)| *own == text)];
        // Those of one text are sorted by depth.
        [same.first(), same.last()].into_iter().flatten().any(|(_, own)| *own != depth)
    })
}

/// Returns whether a line begins with a string, which may have a prefix of up to two letters.
fn is_documentation(text: &str) -> bool {
    let bare = text.trim_start_matches(|char: char| char.is_ascii_alphabetic());
    text.len() - bare.len() <= 2 && bare.starts_with(['"', '\''])
}
