//! Merges two changes of the same lines: the change that a patch makes to the lines that it quotes, and the difference
//! between the quoted lines and the lines of the file.
//!
//! A patch may quote a line incorrectly, or an old version of it. The change of the patch applies if the file contains
//! the line that it changes, or a line that differs from it elsewhere. If both change the same words, nothing is
//! merged, unless one of the changes is a slip of the pen.
//!
//! Invariant: a line of the file that the patch does not change is unchanged in the result.
//!
//! Invariant: quoted lines do not match lines that mostly differ from them.
//!
//! Invariant: no choice is made between equal candidates: if the texts do not determine the result, it is `None`.

mod pairs;
mod shift;
mod slip;
mod words;

use self::pairs::{Pairing, Pairs, pair_lines};
use self::shift::UniformShift;
use self::slip::{is_complete, is_cut_off, is_slip};
use self::words::merge_words;
use super::normal::{indentation, is_blank, trim};

/// The lines of the file that quoted lines match, and the merged result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merged {
    /// The matched lines, relative to the first line of the window.
    pub range: std::ops::Range<usize>,
    /// The lines that replace them.
    pub lines: Vec<String>,
    /// The matched lines with the indentation of the patch; `None` if no uniform shift relates both.
    pub quoted: Option<Vec<String>>,
}

/// A function that returns the number of bytes in a line before its trailing comment.
pub type CodeLength<'a> = &'a dyn Fn(&str) -> usize;

/// The lines that a patch quotes, and their replacement.
#[derive(Debug)]
pub struct Quoted<'a> {
    /// The quoted lines.
    pub lines: &'a [String],
    /// The lines that replace them.
    pub replacement: &'a [String],
    /// For each quoted line the replacement line that corresponds to it, where the patch says so; otherwise the texts
    /// are compared.
    pub partners: Option<Vec<Option<usize>>>,
}

/// Finds the lines of `window` that are quoted, and merges the change of the patch into them.
///
/// The patch may omit trailing comments of the file's lines.
#[must_use]
pub fn merge(patch: Quoted<'_>, window: &[String], code_length: CodeLength<'_>) -> Option<Merged> {
    let Quoted { lines: quoted, replacement: wanted, partners } = patch;
    let theirs = pair_lines(quoted, window, Pairing::Window, code_length)?;
    let ours = match partners {
        Some(partners) => Pairs::known(partners),
        None => pair_lines(quoted, wanted, Pairing::Whole, &str::len)?,
    };
    let is_clear = theirs.are_close(window) && !theirs.pass_over_equals(quoted, window);
    let range = theirs.extent().filter(|_| is_clear)?;
    let shift = UniformShift::of(quoted, window, &theirs);
    // The indentation of lines without a partner cannot be determined without a uniform shift.
    if shift == UniformShift::Uneven && quoted.len() != wanted.len() {
        return None;
    }
    let mut out = Vec::new();
    let mut next = (range.start, 0);
    for at in 0..=quoted.len() {
        let (their, our) = match at < quoted.len() {
            true => (theirs.partner(at), ours.partner(at)),
            false => (Some(range.end), Some(wanted.len())),
        };
        // The new lines before this line on either side.
        let new_theirs = their.map_or(&[][..], |line| &window[next.0..line.max(next.0)]);
        let new_ours = our.map_or(&[][..], |line| &wanted[next.1..line.max(next.1)]);
        if !new_ours.is_empty() {
            // Between two lines that are both missing in the file, the place of new lines cannot be determined.
            let is_held = at > 0 && theirs.partner(at - 1).is_some()
                || at < quoted.len() && theirs.partner(at).is_some();
            let are_joined =
                || at > 0 && at < quoted.len() && theirs.are_joined((at - 1, at), quoted, window);
            if !is_held || are_joined() {
                return None;
            }
        }
        between(&mut out, new_theirs, new_ours, &shift)?;
        next = (their.map_or(next.0, |line| line + 1), our.map_or(next.1, |line| line + 1));
        if at == quoted.len() {
            break;
        }
        let line = QuotedLine {
            quoted: &quoted[at],
            replacement: our.map(|line| &wanted[line]),
            file_line: their.map(|line| split_tail(&quoted[at], &window[line], code_length)),
            has_comment: our.is_some_and(|line| code_length(&wanted[line]) < wanted[line].len()),
        };
        out.extend(line.merged(&shift)?);
    }
    let quoted = window[range.clone()].iter().map(|line| shift.in_patch_indentation(line)).collect();
    Some(Merged { range, lines: out, quoted })
}

/// Appends lines that only one side has, or that are equal on both sides; fails for lines that differ.
fn between(out: &mut Vec<String>, theirs: &[String], ours: &[String], shift: &UniformShift) -> Option<()> {
    let is_empty = |lines: &[String]| lines.iter().all(|line| is_blank(line));
    let same =
        || theirs.len() == ours.len() && theirs.iter().zip(ours).all(|(one, two)| trim(one) == trim(two));
    if !is_empty(theirs) && !is_empty(ours) && !same() {
        return None;
    }
    if is_empty(ours) && (theirs.len() >= ours.len() || !is_empty(theirs)) || same() {
        out.extend_from_slice(theirs);
        return Some(());
    }
    for line in ours {
        out.push(shift.moved(line)?);
    }
    Some(())
}

/// Splits a line of the file into its code and the trailing comment that the patch omits; without such a comment, the
/// second part is empty.
fn split_tail<'l>(quoted: &str, line: &'l str, code_length: CodeLength<'_>) -> (&'l str, &'l str) {
    match code_length(line) {
        0 => (line, ""),
        at if code_length(quoted) < quoted.len() || at >= line.len() => (line, ""),
        at => line.split_at(at),
    }
}

/// A quoted line, with its replacement in the patch, and the matching line of the file.
struct QuotedLine<'l> {
    quoted: &'l str,
    replacement: Option<&'l String>,
    /// The line of the file, and its trailing comment that the patch omits.
    file_line: Option<(&'l str, &'l str)>,
    /// Whether the replacement has a trailing comment.
    has_comment: bool,
}

impl QuotedLine<'_> {
    /// Returns the merged line, or `Some(None)` for no line; `None` if the changes conflict.
    fn merged(&self, shift: &UniformShift) -> Option<Option<String>> {
        let same = |one: &str, other: &str| trim(one) == trim(other);
        let Some((stands, tail)) = self.file_line else {
            // A line that the file no longer contains cannot be changed.
            let is_kept = self.replacement.is_some_and(|wanted| same(wanted, self.quoted));
            return (is_kept || is_blank(self.quoted)).then_some(None);
        };
        let Some(wanted) = self.replacement else {
            let may_go = same(stands, self.quoted)
                || is_slip(trim(self.quoted), trim(stands))
                || is_cut_off(trim(self.quoted), trim(stands));
            return may_go.then_some(None);
        };
        if wanted == self.quoted || same(wanted, stands) && self.has_depth_of_quoted() {
            return Some(Some(format!("{stands}{tail}")));
        }
        let depth = shift.indentation(self.quoted, wanted, stands)?;
        let text = if same(stands, self.quoted) {
            trim(wanted).to_owned()
        } else {
            self.merged_text(trim(wanted), trim(stands))?
        };
        let tail = if self.has_comment { "" } else { tail };
        Some(Some(format!("{depth}{text}{tail}")))
    }

    fn has_depth_of_quoted(&self) -> bool {
        self.replacement.is_some_and(|wanted| indentation(wanted) == indentation(self.quoted))
    }

    fn merged_text(&self, wanted: &str, stands: &str) -> Option<String> {
        let quoted = trim(self.quoted);
        if wanted == quoted {
            return Some(stands.to_owned());
        }
        if let Some(merged) = merge_words(quoted, wanted, stands) {
            return Some(merged);
        }
        (is_slip(quoted, stands) || is_cut_off(quoted, stands) && is_complete(quoted, wanted, stands))
            .then(|| wanted.to_owned())
    }
}

/// Returns a payload with the indentation of the lines that it repeats. A payload that repeats no line, and begins at
/// the margin, gets the indentation of the first quoted line. Returns `None` if the repeated lines are not shifted
/// uniformly.
#[must_use]
pub fn in_line_with(quoted: &[String], payload: &[String]) -> Option<Vec<String>> {
    let pairs = pair_lines(quoted, payload, Pairing::Window, &str::len)?;
    let solid: Vec<(usize, usize)> = pairs.all().filter(|(at, _)| !is_blank(&quoted[*at])).collect();
    let equal: Vec<(usize, usize)> =
        solid.iter().copied().filter(|(at, line)| trim(&quoted[*at]) == trim(&payload[*line])).collect();
    let told = if equal.is_empty() { solid } else { equal };
    let mut shifts = told
        .iter()
        .map(|(at, line)| UniformShift::between(indentation(&payload[*line]), indentation(&quoted[*at])));
    let first = |lines: &[String]| -> String {
        lines.iter().find(|line| !is_blank(line)).map_or("", |line| indentation(line)).to_owned()
    };
    let begins_at_margin =
        |lines: &[String]| lines.iter().any(|line| !is_blank(line) && indentation(line).is_empty());
    let is_left = begins_at_margin(payload);
    let shift = match shifts.next() {
        Some(told) if shifts.all(|shift| shift == told) => {
            // Next to a marker that is indented throughout, a payload that begins at the margin was cut out separately.
            let is_cut = is_left && !begins_at_margin(quoted);
            if is_cut && told != UniformShift::between(&first(payload), &first(quoted)) {
                return None;
            }
            told
        }
        Some(_) => return None,
        None if is_left => UniformShift::Deeper(first(quoted)),
        None => return Some(payload.to_vec()),
    };
    payload.iter().map(|line| shift.moved(line)).collect()
}

/// Returns a line shifted like the indentation of `from` to that of `to`; `None` if no uniform shift relates both.
#[must_use]
pub fn moved_along(line: &str, from: &str, to: &str) -> Option<String> {
    UniformShift::between(indentation(from), indentation(to)).moved(line)
}

/// Returns for each line of the first text the corresponding line of the second, by comparison.
#[must_use]
pub fn partners(first: &[String], second: &[String]) -> Vec<Option<usize>> {
    pair_lines(first, second, Pairing::Whole, &str::len).map_or_else(
        || vec![None; first.len()],
        |pairs| (0..first.len()).map(|at| pairs.partner(at)).collect(),
    )
}

#[cfg(test)]
mod tests;
