//! A short account of what each operation changed: the removed and added lines, and the few unchanged lines between
//! them.
//!
//! It shows the caller what was changed, where and at which indentation, without a diff.

use std::collections::HashMap;

use super::diff::lines::changes as line_changes;
use super::{Report, showable};
use crate::ir::PatchPath;
use crate::plan::{Applied, LineSpan};
use crate::text::SharedSlice;

/// The maximum number of lines of one change that are shown on each side; of longer changes, the first lines, the
/// number of the others, and the last line are shown.
const MAX_SHOWN_LINES: usize = 4;

/// The maximum number of unchanged lines between two changes that are shown; if there are more, only their number is
/// shown.
const KEPT: usize = 3;

/// The maximum number of separate changes of one operation that are shown; further ones are only counted.
const STRETCHES: usize = 8;

/// The maximum number of lines shown of what a move adds, such as imports.
const MAX_SHOWN_OF_MOVE: usize = 8;

/// The maximum number of separate changes of a move that are shown: it may change many other files.
const STRETCHES_OF_MOVE: usize = 20;

/// The minimum number of bytes for the lines of an operation, if any are shown.
const MIN_SHARE: usize = 240;

/// The name of the operation that moves definitions.
const MOVE: &str = "move_symbol";

/// The number of characters to which longer lines are cut.
const WIDTH: usize = 120;

/// The number of characters shown of a cut line before its first difference.
const BEFORE: usize = 40;

/// Returns one block for each operation, in about `limit` bytes: operations in the middle are shortened first, then
/// left out.
pub(super) fn changes(report: &Report, limit: usize) -> String {
    let has_one_file = report.files.len() == 1;
    let told: Vec<_> = report.operations.iter().filter(|applied| !applied.changes.is_empty()).collect();
    // There may be thousands of operations, of which a few are shown.
    let mut heads: HashMap<usize, String> = HashMap::new();
    let mut length =
        |at: usize| heads.entry(at).or_insert_with(|| showable(&head(&told, at, has_one_file))).len();
    // The lines of some operations are more useful than the names of all operations.
    let shown = within(limit / 2, told.len(), &mut length);
    let left = limit.saturating_sub(shown.iter().map(|at| length(*at)).sum());
    let bodies: Vec<ChangeBody> = shown.iter().map(|at| ChangeBody::of(told[*at])).collect();
    let share = share(left, &bodies).max(MIN_SHARE);
    let bodies: Vec<String> = bodies.iter().map(|body| body.within(share)).collect();
    let whole = within(left, bodies.len(), |at| bodies[at].len());
    let mut out = String::new();
    let mut next = 0;
    for (place, at) in shown.iter().enumerate() {
        if *at > next {
            out.push_str(&format!("  …{} more operations\n", at - next));
        }
        out.push_str(&heads[at]);
        if whole.contains(&place) {
            out.push_str(&bodies[place]);
        }
        next = at + 1;
    }
    out
}

/// Returns how long each body may be so that all of them fit into a limit: long bodies share the space that short ones
/// leave.
fn share(limit: usize, bodies: &[ChangeBody]) -> usize {
    let mut sizes: Vec<usize> = bodies.iter().map(ChangeBody::len).collect();
    sizes.sort_unstable();
    let mut left = limit;
    for (at, size) in sizes.iter().enumerate() {
        let share = left / (sizes.len() - at);
        if *size > share {
            return share;
        }
        left -= size;
    }
    limit
}

/// Returns the indices of those of `count` texts that fit into a limit: as many as possible from both ends. `length`
/// returns how long a text is.
fn within(limit: usize, count: usize, mut length: impl FnMut(usize) -> usize) -> Vec<usize> {
    let mut left = limit;
    let mut take = |at: usize| {
        let size = length(at);
        let fits = size <= left;
        left -= if fits { size } else { 0 };
        fits
    };
    let (mut front, mut back) = (Vec::new(), Vec::new());
    let (mut first, mut last) = (0, count);
    while first < last && take(first) {
        front.push(first);
        first += 1;
        if first < last && take(last - 1) {
            last -= 1;
            back.push(last);
        }
    }
    front.extend(back.into_iter().rev());
    front
}

/// Formats the number of the operation, its name, what it named, and the changed places: their lines in the files before
/// the patch and after it.
fn head(told: &[&Applied], at: usize, has_one_file: bool) -> String {
    let applied = told[at];
    let path = if has_one_file { String::new() } else { format!("{}: ", applied.path) };
    let symbol = applied.symbol.as_ref().map_or(String::new(), |symbol| format!(" {symbol}"));
    let changes = &applied.changes;
    let places = match &changes[..] {
        [only] => {
            let of_file = |other: &'_ &Applied| -> Vec<(LineSpan, LineSpan)> {
                let own = other.changes.iter().filter(|change| change.path == only.path);
                own.map(|change| (change.old, change.new)).collect()
            };
            let earlier = told[..at].iter().rev().map(of_file).map(|changes| reversed(&changes));
            let old = earlier.fold(only.old.first, |line, changes| moved(line, &changes));
            let new = told[at + 1..]
                .iter()
                .map(of_file)
                .fold(only.new.first, |line, changes| moved(line, &changes));
            place(LineSpan { first: old, ..only.old }, LineSpan { first: new, ..only.new })
        }
        several => {
            let came: usize = several.iter().map(|change| change.new.count).sum();
            let went: usize = several.iter().map(|change| change.old.count).sum();
            // Adjacent places are one change here, so the number of changes could not be compared with a count of uses.
            match went == came && came > several.len() {
                true => format!("{came} lines"),
                false => format!("{} places: {}", several.len(), counts(went, came)),
            }
        }
    };
    // Matches may be counted differently from lines.
    let lines: usize = changes.iter().map(|change| change.old.count).sum();
    let count = applied.count.filter(|count| *count > 1 && *count != lines);
    let count = count.map_or(String::new(), |count| format!("{count} matches, "));
    format!("  {} {path}{}{symbol}, {count}{places}\n", applied.index, applied.name)
}

/// Returns the number that a line has after changes of its text: the lines that each changed, and what they became.
fn moved(line: usize, changes: &[(LineSpan, LineSpan)]) -> usize {
    let above = changes.iter().take_while(|(old, _)| old.first <= line);
    let Some((old, new)) = above.last() else { return line };
    match line - old.first {
        within if within < old.count => new.first + within.min(new.count.saturating_sub(1)),
        behind => new.first + new.count + (behind - old.count),
    }
}

fn reversed(changes: &[(LineSpan, LineSpan)]) -> Vec<(LineSpan, LineSpan)> {
    changes.iter().map(|(old, new)| (*new, *old)).collect()
}

/// Formats the position of a change: the lines before and after, or the lines that were only added or removed.
fn place(old: LineSpan, new: LineSpan) -> String {
    match (old.count, new.count) {
        (0, came) => format!("line {}: {}", new.first, counts(0, came)),
        (went, 0) => format!("{}: {}", lines(old), counts(went, 0)),
        _ if old == new => lines(old),
        _ => format!("{} → {}", lines(old), numbers(new)),
    }
}

fn lines(span: LineSpan) -> String {
    format!("{} {}", if span.count == 1 { "line" } else { "lines" }, numbers(span))
}

fn numbers(span: LineSpan) -> String {
    match span.count {
        0 | 1 => span.first.to_string(),
        count => format!("{}-{}", span.first, span.first + count - 1),
    }
}

fn counts(went: usize, came: usize) -> String {
    match (went, came) {
        (0, came) => format!("+{came}"),
        (went, 0) => format!("-{went}"),
        (went, came) => format!("+{came} -{went}"),
    }
}

/// The removed and added lines, one text for each separate change.
struct ChangeBody {
    shown: Vec<String>,
    /// The number of further changes.
    more: usize,
}

impl ChangeBody {
    fn of(applied: &Applied) -> Self {
        let mut body = Self { shown: Vec::new(), more: 0 };
        let mut path = &applied.path;
        let moves = applied.name == MOVE;
        let most = if moves { STRETCHES_OF_MOVE } else { STRETCHES };
        // After the previous change: its file, and the number of the first unchanged line.
        let mut behind: Option<(&PatchPath, usize)> = None;
        for change in &applied.changes {
            let end = change.new.first + change.new.count;
            let before = behind.replace((&change.path, end)).filter(|(path, _)| **path == change.path);
            let Some((old, new)) = &change.text else { continue };
            let above: Vec<&str> = change.above.iter().flat_map(SharedSlice::lines).collect();
            let mut kept = LinesBetween::between(before.map(|(_, first)| first), change.new.first, &above);
            let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
            let mut seen = 0;
            for part in line_changes(&as_bytes(&old), &as_bytes(&new)) {
                if seen < part.new.start {
                    let stay = &new[seen..part.new.start];
                    kept = LinesBetween { count: stay.len(), lines: stay };
                }
                seen = part.new.end;
                if body.shown.len() == most {
                    body.more += 1;
                    continue;
                }
                let mut text = String::new();
                if change.path != *path {
                    path = &change.path;
                    text.push_str(&format!("    {path}:\n"));
                }
                kept.print(&mut text);
                kept = LinesBetween::default();
                let (old, new) = (without_blank_edges(&old[part.old]), without_blank_edges(&new[part.new]));
                // The moved definition is shown at its new place; its first line identifies it.
                let is_whole = moves && old.is_empty() != new.is_empty() && old.len() + new.len() > 2;
                if is_whole {
                    heading(&mut text, old, new);
                } else {
                    side(&mut text, '-', old, new);
                    side(&mut text, '+', new, old);
                }
                body.shown.push(showable(&text));
            }
        }
        body
    }

    fn len(&self) -> usize {
        self.shown.iter().map(String::len).sum::<usize>() + more_places(self.more).len()
    }

    /// Returns the first changes that fit into a limit, and the number of the others; empty if none fits.
    fn within(&self, limit: usize) -> String {
        if self.len() <= limit {
            return self.shown.concat() + &more_places(self.more);
        }
        let room = limit.saturating_sub(more_places(usize::MAX).len());
        let mut out = String::new();
        for (at, text) in self.shown.iter().enumerate() {
            if out.len() + text.len() > room {
                let rest = self.shown.len() - at + self.more;
                return if at == 0 { String::new() } else { out + &more_places(rest) };
            }
            out.push_str(text);
        }
        out + &more_places(self.more)
    }
}

/// The unchanged lines between two changes.
#[derive(Default)]
struct LinesBetween<'t> {
    count: usize,
    /// All these lines, if they are known; otherwise empty.
    lines: &'t [&'t str],
}

impl<'t> LinesBetween<'t> {
    /// Returns the unchanged lines from `first` up to `end` (exclusive).
    fn between(first: Option<usize>, end: usize, lines: &'t [&'t str]) -> Self {
        let count = first.map_or(0, |first| end.saturating_sub(first));
        Self { count, lines: if lines.len() == count { lines } else { &[] } }
    }

    /// Writes the lines if they are few, and otherwise their number.
    fn print(&self, out: &mut String) {
        if self.count > KEPT || self.lines.is_empty() {
            match self.count {
                0 => {}
                1 => out.push_str("     …1 line\n"),
                count => out.push_str(&format!("     …{count} lines\n")),
            }
            return;
        }
        for line in self.lines {
            out.push_str(format!("     {}", cut(line, "")).trim_end());
            out.push('\n');
        }
    }
}

/// Strips blank lines from both ends; lines that are all blank are returned unchanged.
fn without_blank_edges<'l, 't>(lines: &'l [&'t str]) -> &'l [&'t str] {
    let says = |line: &&str| !line.trim().is_empty();
    match (lines.iter().position(says), lines.iter().rposition(says)) {
        (Some(first), Some(last)) => &lines[first..=last],
        _ => lines,
    }
}

fn more_places(count: usize) -> String {
    match count {
        0 => String::new(),
        1 => "    …1 more place\n".to_owned(),
        count => format!("    …{count} more places\n"),
    }
}

fn as_bytes<'t>(lines: &[&'t str]) -> Vec<&'t [u8]> {
    lines.iter().map(|line| line.as_bytes()).collect()
}

/// Writes one side of a change; long ones are cut in the middle.
fn side(out: &mut String, sign: char, lines: &[&str], others: &[&str]) {
    let mut line = |text: &str| out.push_str(&format!("    {sign}{text}\n"));
    let shown = |at: usize| {
        let other = others.get(at).filter(|_| lines.len() == others.len());
        cut(lines[at], other.copied().unwrap_or_default())
    };
    let last = lines.len().saturating_sub(1);
    if lines.len() > MAX_SHOWN_LINES {
        (0..MAX_SHOWN_LINES - 2).for_each(|at| line(&shown(at)));
        line(&format!("…{} lines", lines.len() + 1 - MAX_SHOWN_LINES));
        line(&shown(last));
    } else {
        (0..lines.len()).for_each(|at| line(&shown(at)));
    }
}

/// Writes the first non-blank line of the removed or added lines, and the number of the others; a few added lines are
/// written in full.
fn heading(out: &mut String, old: &[&str], new: &[&str]) {
    let (sign, lines) = if new.is_empty() { ('-', old) } else { ('+', new) };
    if !new.is_empty() && new.len() <= MAX_SHOWN_OF_MOVE {
        new.iter().for_each(|line| out.push_str(&format!("    +{}\n", cut(line, ""))));
        return;
    }
    let first = lines.iter().position(|line| !line.trim().is_empty()).unwrap_or_default();
    out.push_str(&format!("    {sign}{}\n", cut(lines[first], "")));
    match lines.len() - 1 {
        1 => out.push_str(&format!("    {sign}…1 line\n")),
        more => out.push_str(&format!("    {sign}…{more} lines\n")),
    }
}

/// Cuts a line to at most [`WIDTH`] characters, among them those that differ from the line on the other side.
fn cut(line: &str, other: &str) -> String {
    let chars: Vec<char> = line.chars().collect();
    if chars.len() <= WIDTH {
        return line.to_owned();
    }
    let same = chars.iter().zip(other.chars()).take_while(|(own, other)| **own == *other).count();
    // If the first difference is near the beginning, the beginning is more useful.
    let from = if same < WIDTH - BEFORE { 0 } else { same - BEFORE };
    let end = (from + WIDTH).min(chars.len());
    let mark = |is_cut: bool| if is_cut { "…" } else { "" };
    format!("{}{}{}", mark(from > 0), chars[from..end].iter().collect::<String>(), mark(end < chars.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_shown_where_it_differs() {
        let line = |end: &str| format!("{}{end}", "x".repeat(150));
        assert_eq!(cut(&line("old"), &line("new")), format!("…{}old", "x".repeat(BEFORE)));
        assert_eq!(cut(&line("old"), ""), format!("{}…", "x".repeat(WIDTH)));
        assert_eq!(cut("old", "new"), "old");
    }
}
