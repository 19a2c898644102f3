//! Brings two changes of the same lines together: what a patch makes of lines that it quotes, and what the file has in
//! their place.
//!
//! The patch may quote a line wrongly, or as it was some time ago. A change of its own is kept where the file has the
//! line that it changes, or one that differs from it elsewhere; where both change the same words nothing is merged,
//! unless one of the two is a slip of the pen.
//!
//! Invariant: a line of the file that the patch does not change comes out as the file has it.
//! Invariant: quoted lines do not stand for lines that are mostly others.
//! Invariant: nothing is chosen between equals: what does not follow from the texts is `None`.

mod pairs;
mod shift;
mod slip;
mod words;

use self::pairs::{Pairing, Pairs, pair_lines};
use self::shift::UniformShift;
use self::slip::{is_cut_off, is_slip, stands_whole};
use self::words::merge_words;
use super::normal::{indentation, is_blank, trim};

/// Lines of the file that stand for quoted ones, and what becomes of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merged {
    /// The lines of the window that are meant, counted from its first one.
    pub range: std::ops::Range<usize>,
    /// What stands there afterwards.
    pub lines: Vec<String>,
    /// The lines of the window as deep as the patch would quote them; `None` if they are not quoted in one way.
    pub quoted: Option<Vec<String>>,
}

/// How many bytes of a line come before the comment at its end.
pub type CodeLength<'a> = &'a dyn Fn(&str) -> usize;

/// What a patch makes of lines that it quotes.
#[derive(Debug)]
pub struct Quoted<'a> {
    /// The lines.
    pub lines: &'a [String],
    /// What they are to become.
    pub wanted: &'a [String],
    /// For each line the one that it becomes, where the patch says so; else the texts tell.
    pub partners: Option<Vec<Option<usize>>>,
}

/// The lines of `window` that are quoted, and what they become.
///
/// Comments at the ends of the file's lines may be left out in the patch.
#[must_use]
pub fn merge(patch: Quoted<'_>, window: &[String], code_length: CodeLength<'_>) -> Option<Merged> {
    let Quoted { lines: quoted, wanted, partners } = patch;
    let theirs = pair_lines(quoted, window, Pairing::Window, code_length)?;
    let ours = match partners {
        Some(partners) => Pairs::known(partners),
        None => pair_lines(quoted, wanted, Pairing::Whole, &str::len)?,
    };
    let is_clear = theirs.are_close(window) && !theirs.pass_over_equals(quoted, window);
    let range = theirs.extent().filter(|_| is_clear)?;
    let shift = UniformShift::of(quoted, window, &theirs);
    // Lines that come without a partner have no depth where there is no one move.
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
        // What stands before the line on either side.
        let new_theirs = their.map_or(&[][..], |line| &window[next.0..line.max(next.0)]);
        let new_ours = our.map_or(&[][..], |line| &wanted[next.1..line.max(next.1)]);
        if !new_ours.is_empty() {
            // Between lines that are both gone nothing says where the new ones belong.
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
            wanted: our.map(|line| &wanted[line]),
            stands: their.map(|line| split_tail(&quoted[at], &window[line], code_length)),
            has_comment: our.is_some_and(|line| code_length(&wanted[line]) < wanted[line].len()),
        };
        out.extend(line.merged(&shift)?);
    }
    let quoted = window[range.clone()].iter().map(|line| shift.undone(line)).collect();
    Some(Merged { range, lines: out, quoted })
}

/// Lines that only one side has, or both alike.
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

/// A line of the file, and the comment at its end if the patch leaves that out.
fn split_tail<'l>(quoted: &str, line: &'l str, code_length: CodeLength<'_>) -> (&'l str, &'l str) {
    match code_length(line) {
        0 => (line, ""),
        at if code_length(quoted) < quoted.len() || at >= line.len() => (line, ""),
        at => line.split_at(at),
    }
}

/// A quoted line, what the patch makes of it, and what the file has in its place.
struct QuotedLine<'l> {
    quoted: &'l str,
    wanted: Option<&'l String>,
    /// The line of the file, and the comment at its end that the patch leaves out.
    stands: Option<(&'l str, &'l str)>,
    /// Whether the patch puts a comment of its own at the end.
    has_comment: bool,
}

impl QuotedLine<'_> {
    /// What comes of it: one line or none.
    fn merged(&self, shift: &UniformShift) -> Option<Option<String>> {
        let same = |one: &str, other: &str| trim(one) == trim(other);
        let Some((stands, tail)) = self.stands else {
            // What is gone cannot be changed any more.
            let is_kept = self.wanted.is_some_and(|wanted| same(wanted, self.quoted));
            return (is_kept || is_blank(self.quoted)).then_some(None);
        };
        let Some(wanted) = self.wanted else {
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
        self.wanted.is_some_and(|wanted| indentation(wanted) == indentation(self.quoted))
    }

    fn merged_text(&self, wanted: &str, stands: &str) -> Option<String> {
        let quoted = trim(self.quoted);
        if wanted == quoted {
            return Some(stands.to_owned());
        }
        if let Some(merged) = merge_words(quoted, wanted, stands) {
            return Some(merged);
        }
        (is_slip(quoted, stands) || is_cut_off(quoted, stands) && stands_whole(quoted, wanted, stands))
            .then(|| wanted.to_owned())
    }
}

/// A payload as deep as the lines that it repeats; where it repeats none, as deep as the first quoted line if it begins
/// at the margin. `None` if the lines that it repeats are not all as deep.
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
            // Beside a marker that is deeper throughout, a payload that begins at the margin was cut for itself.
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

/// A line as deep as it has to be where `from` stands as `to`; `None` where no one move tells that.
#[must_use]
pub fn moved_along(line: &str, from: &str, to: &str) -> Option<String> {
    UniformShift::between(indentation(from), indentation(to)).moved(line)
}

/// For each line of the first text its line of the second, as the texts tell.
#[must_use]
pub fn partners(first: &[String], second: &[String]) -> Vec<Option<usize>> {
    pair_lines(first, second, Pairing::Whole, &str::len).map_or_else(
        || vec![None; first.len()],
        |pairs| (0..first.len()).map(|at| pairs.partner(at)).collect(),
    )
}

#[cfg(test)]
mod tests;
