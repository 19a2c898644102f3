//! Completes an alignment: pairs the comments and blank lines that a rung ignored.

use std::ops::Range;

use super::haystack::{Alignment, Haystack, extent};
use crate::ir::{HunkLine, Tag};
use crate::text::normal::{is_blank, trim};
use crate::text::{CommentSigns, LexState, placeholders};

/// The maximum number of line pairs for which the best pairing is computed; above it, equal lines are paired from the
/// near end.
const MAX_CELLS: usize = 4096;

/// The number of lines, beyond the pattern's own, in which comments at its edge are searched for.
const EDGE_SLACK: usize = 12;

/// Pairs the old lines without a place with the comment and blank lines of the file between their neighbors, and at the
/// pattern's edges with the adjoining run: in order, equal text before similar text, nearest first.
pub(super) fn complete(haystack: &mut Haystack<'_, '_>, lines: &[HunkLine], alignment: &mut Alignment) {
    if unplaced(lines, alignment, 0..lines.len()).is_empty() {
        return;
    }
    let placed: Vec<(usize, usize)> =
        alignment.iter().enumerate().filter_map(|(at, line)| Some((at, (*line)?))).collect();
    let (Some(first), Some(last)) = (placed.first().copied(), placed.last().copied()) else { return };
    for pair in placed.windows(2) {
        let ((above, top), (below, bottom)) = (pair[0], pair[1]);
        let open = unplaced(lines, alignment, above + 1..below);
        // An added line is next to its neighbor, so the lines are paired from that side.
        let from_below = lines[below - 1].tag == Tag::Added && lines[above + 1].tag != Tag::Added;
        let file = top + 1..bottom;
        if from_below {
            let open = open.into_iter().rev().collect();
            pair_up(haystack, lines, alignment, UnpairedLines { open, file: file.rev().collect() });
        } else {
            pair_up(haystack, lines, alignment, UnpairedLines { open, file: file.collect() });
        }
    }
    let above: Vec<usize> = unplaced(lines, alignment, 0..first.0).into_iter().rev().collect();
    let run = adjoining_run(haystack, (haystack.within.start..first.1).rev(), above.len());
    pair_up(haystack, lines, alignment, UnpairedLines { open: above.clone(), file: run.clone() });
    unpair_edge(haystack, lines, alignment, &UnpairedLines { open: above, file: run });
    let below = unplaced(lines, alignment, last.0 + 1..lines.len());
    let run = adjoining_run(haystack, last.1 + 1..haystack.within.end, below.len());
    pair_up(haystack, lines, alignment, UnpairedLines { open: below.clone(), file: run.clone() });
    unpair_edge(haystack, lines, alignment, &UnpairedLines { open: below, file: run });
}

/// Removes pairs at an edge of a pattern with lines of the file that do not belong to the place.
fn unpair_edge(
    haystack: &Haystack<'_, '_>,
    lines: &[HunkLine],
    alignment: &mut Alignment,
    edge: &UnpairedLines,
) {
    unpair_detached(haystack, lines, alignment, edge);
    unpair_beyond_comments(haystack, lines, alignment, edge);
}

/// Removes the pairing of a comment at an edge of a pattern with a very different one that more blank lines set apart
/// from the code than in the pattern: that comment is about something else.
fn unpair_detached(
    haystack: &Haystack<'_, '_>,
    lines: &[HunkLine],
    alignment: &mut Alignment,
    edge: &UnpairedLines,
) {
    let is_blank_line = |line: &&usize| is_blank(&haystack.buffer.line(**line));
    let mut blanks = 0;
    for at in &edge.open {
        let text = &lines[*at].text;
        if is_blank(text) {
            blanks += 1;
            continue;
        }
        let Some(place) = alignment[*at] else { continue };
        let between = edge.file.iter().take_while(|line| **line != place).filter(is_blank_line).count();
        if between > blanks && !is_alike(text, &haystack.buffer.line(place)) {
            alignment[*at] = None;
        }
    }
}

/// Removes the pairing of blank lines at an edge of a pattern with blank lines of the file beyond a comment that the
/// pattern leaves out: the lines between do not belong to the place.
fn unpair_beyond_comments(
    haystack: &Haystack<'_, '_>,
    lines: &[HunkLine],
    alignment: &mut Alignment,
    edge: &UnpairedLines,
) {
    let mut file = edge.file.iter();
    let mut parted = Vec::new();
    let mut is_beyond = false;
    for at in &edge.open {
        let Some(place) = alignment[*at] else { continue };
        let between = file.by_ref().take_while(|line| **line != place);
        is_beyond |= between.filter(|line| !is_blank(&haystack.buffer.line(**line))).count() > 0;
        if !is_blank(&lines[*at].text) {
            // The comments between are within the place.
            (is_beyond, parted) = (false, Vec::new());
        } else if is_beyond {
            parted.push(*at);
        }
    }
    parted.into_iter().for_each(|at| alignment[at] = None);
}

/// Returns whether a comment that is missing or differs at this place occurs at another place of the text, and only
/// there: the pattern was then written for that place, and only its code equals the code here. A place among the
/// pattern's own lines counts as another one, too, if no line of the pattern is aligned with it.
pub(super) fn belongs_elsewhere(
    haystack: &mut Haystack<'_, '_>,
    lines: &[HunkLine],
    alignment: &Alignment,
) -> bool {
    let here = extent(alignment);
    let mut old = lines.iter().zip(alignment).enumerate().filter(|(_, (line, _))| line.tag != Tag::Added);
    old.any(|(number, (line, at))| {
        let text = trim(&line.text);
        let differs = at.is_none_or(|at| {
            haystack.index.is_comment_line(haystack.buffer, at) && trim(&haystack.buffer.line(at)) != text
        });
        let says_something = text.chars().any(char::is_alphanumeric);
        if !differs || !says_something {
            return false;
        }
        match haystack.lines_equal_to(text)[..] {
            [] => at.is_some_and(|at| {
                !is_alike(text, &haystack.buffer.line(at))
                    && has_like_elsewhere(haystack, &lines[number..], &here)
            }),
            [only] => !here.contains(&only) || !alignment.contains(&Some(only)),
            // A frequent comment does not identify a place, but excludes this place if it has no comment, or a very
            // different one.
            _ => at.is_none_or(|at| !is_alike(text, &haystack.buffer.line(at))),
        }
    })
}

/// Returns whether a comment similar to the first of some lines of a pattern occurs at another place, above code
/// similar to the pattern's.
fn has_like_elsewhere(haystack: &mut Haystack<'_, '_>, lines: &[HunkLine], here: &Range<usize>) -> bool {
    let mut old = lines.iter().filter(|line| line.tag != Tag::Added && !is_blank(&line.text));
    let (Some(comment), Some(code)) = (old.next(), old.next()) else { return false };
    let Haystack { buffer, index, .. } = haystack;
    let mut all = (0..buffer.line_count().saturating_sub(1)).filter(|line| !here.contains(line));
    all.any(|line| {
        is_alike(&buffer.line(line), &comment.text)
            && is_alike(&buffer.line(line + 1), &code.text)
            && index.is_comment_line(buffer, line)
    })
}

/// Returns the index of a removed comment in the pattern, if the file has a very different comment there, beside code
/// that stays: that comment belongs to the code, and is not the one to be removed.
pub(super) fn mismatched_comment(
    haystack: &mut Haystack<'_, '_>,
    lines: &[HunkLine],
    alignment: &Alignment,
) -> Option<usize> {
    let Haystack { buffer, index, .. } = haystack;
    let mut is_comment = |place: usize| index.is_comment_line(buffer, place);
    (0..lines.len()).rev().find(|at| {
        let (line, Some(place)) = (&lines[*at], alignment[*at]) else { return false };
        let own = buffer.line(place);
        if line.tag != Tag::Removed || trim(&own) == trim(&line.text) || !is_comment(place) {
            return false;
        }
        let below = lines.iter().zip(alignment).skip(at + 1);
        let mut code = below
            .filter(|(line, place)| !is_blank(&line.text) && place.is_some_and(|place| !is_comment(place)));
        code.next().is_some_and(|(line, _)| line.tag == Tag::Context) && !is_alike(&line.text, &own)
    })
}

/// Returns whether two comments are similar by more than half.
pub(super) fn is_alike(left: &str, right: &str) -> bool {
    strsim::sorensen_dice(left, right) > 0.5
}

/// Returns the old lines among `range` that have no place.
fn unplaced(lines: &[HunkLine], alignment: &Alignment, range: std::ops::Range<usize>) -> Vec<usize> {
    range.filter(|at| lines[*at].tag != Tag::Added && alignment[*at].is_none()).collect()
}

/// Returns the adjoining comment and blank lines, as far as they can matter.
fn adjoining_run(
    haystack: &mut Haystack<'_, '_>,
    file: impl Iterator<Item = usize>,
    open: usize,
) -> Vec<usize> {
    if open == 0 {
        return Vec::new();
    }
    file.take(open + EDGE_SLACK)
        .take_while(|line| {
            is_blank(&haystack.buffer.line(*line)) || haystack.index.is_comment_line(haystack.buffer, *line)
        })
        .collect()
}

/// Lines without a partner, from the near end.
struct UnpairedLines {
    /// The lines of the pattern.
    open: Vec<usize>,
    /// The lines of the file.
    file: Vec<usize>,
}

/// Pairs pattern lines with file lines, and enters the pairs into the alignment.
fn pair_up(
    haystack: &Haystack<'_, '_>,
    lines: &[HunkLine],
    alignment: &mut Alignment,
    unpaired: UnpairedLines,
) {
    let UnpairedLines { open, file } = unpaired;
    if open.is_empty() || file.is_empty() {
        return;
    }
    let right: Vec<_> = file.iter().map(|line| haystack.buffer.line(*line)).collect();
    let right: Vec<&str> = right.iter().map(|line| &**line).collect();
    let open = without_placeholders(open, lines, &right);
    let left: Vec<&str> = open.iter().map(|at| lines[*at].text.as_str()).collect();
    let pairs = if left.len() * right.len() <= MAX_CELLS {
        let is_added =
            |at: Option<usize>| at.and_then(|at| lines.get(at)).is_some_and(|line| line.tag == Tag::Added);
        let beside_added = |at: usize| is_added(at.checked_sub(1)) || is_added(Some(at + 1));
        best_pairs(&left, &right, &open.iter().map(|at| beside_added(*at)).collect::<Vec<_>>())
    } else {
        equal_pairs(&left, &right)
    };
    for (at, line) in pairs {
        alignment[open[at]] = Some(file[line]);
    }
}

/// Returns `open` without lines that stand for omitted code, unless the file has them, too: they are not comments of
/// the file.
fn without_placeholders(mut open: Vec<usize>, lines: &[HunkLine], right: &[&str]) -> Vec<usize> {
    let text = |at: usize| lines[at].text.as_str();
    let left: Vec<&str> = open.iter().map(|at| text(*at)).collect();
    let found = placeholders(&left, CommentSigns::Usual, LexState::default());
    let gone = found.into_iter().map(|(at, _)| open[at]);
    let gone: Vec<usize> = gone.filter(|at| !right.iter().any(|own| trim(own) == trim(text(*at)))).collect();
    open.retain(|at| !gone.contains(at));
    open
}

/// Returns the gain of pairing two lines; 0 if only one is blank.
fn gain(left: &str, right: &str) -> u32 {
    match (is_blank(left), is_blank(right)) {
        (true, true) => 200,
        (false, false) if trim(left) == trim(right) => 2000,
        // A likeness below one half is chance, so the nearest line is more likely.
        (false, false) => 500 + (800.0 * (strsim::sorensen_dice(left, right) - 0.5).max(0.0)) as u32,
        _ => 0,
    }
}

/// Returns the pairs, in order, with the greatest gain; of equal ones those that keep a line beside an added line, then
/// those nearest to the beginning.
fn best_pairs(left: &[&str], right: &[&str], beside_added: &[bool]) -> Vec<(usize, usize)> {
    let (rows, columns) = (left.len(), right.len());
    let gain = |at: usize, right: &str| match gain(left[at], right) {
        0 => 0,
        gain => gain + u32::from(beside_added.get(at).is_some_and(|beside| *beside)),
    };
    let gains: Vec<Vec<u32>> =
        (0..rows).map(|at| right.iter().map(|right| gain(at, right)).collect()).collect();
    let mut best = vec![vec![0_u32; columns + 1]; rows + 1];
    for row in (0..rows).rev() {
        for column in (0..columns).rev() {
            let skip = best[row + 1][column].max(best[row][column + 1]);
            let paired = best[row + 1][column + 1] + gains[row][column];
            best[row][column] = if gains[row][column] > 0 { skip.max(paired) } else { skip };
        }
    }
    let (mut row, mut column) = (0, 0);
    let mut pairs = Vec::new();
    while row < rows && column < columns {
        let gain = gains[row][column];
        if gain > 0 && best[row][column] == best[row + 1][column + 1] + gain {
            pairs.push((row, column));
            row += 1;
            column += 1;
        } else if best[row][column] == best[row + 1][column] {
            row += 1;
        } else {
            column += 1;
        }
    }
    pairs
}

/// Returns the pairs of equal lines, greedily in order.
fn equal_pairs(left: &[&str], right: &[&str]) -> Vec<(usize, usize)> {
    let mut from = 0;
    let mut pairs = Vec::new();
    for (at, text) in left.iter().enumerate() {
        let window = right.iter().enumerate().skip(from).take(MAX_CELLS / 64);
        if let Some((found, _)) = window.into_iter().find(|(_, line)| trim(line) == trim(text)) {
            pairs.push((at, found));
            from = found + 1;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_text_goes_before_likeness_and_nearness() {
        assert_eq!(best_pairs(&["# b"], &["# a", "# b"], &[]), [(0, 1)]);
        assert_eq!(best_pairs(&["# total of all"], &["# x", "# total of it all"], &[]), [(0, 1)]);
        assert_eq!(best_pairs(&["", "# a"], &["# a", ""], &[]), [(1, 0)]);
        assert_eq!(best_pairs(&["# a"], &["# a", "# a"], &[]), [(0, 0)]);
        assert_eq!(
            best_pairs(&["#", "# see below", "#"], &["#", "# Examples", "#", "# be slow", "#"], &[]),
            [(0, 0), (1, 1), (2, 2)]
        );
    }

    #[test]
    fn blank_lines_beside_an_added_one_are_kept_first() {
        assert_eq!(best_pairs(&["", "", ""], &["", ""], &[false, true, true]), [(1, 0), (2, 1)]);
    }
}
