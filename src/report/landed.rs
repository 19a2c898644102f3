//! What each operation changed, shortly: the lines that went and came, without context.
//!
//! A caller sees from it what landed, where and how deep, and need not ask for a diff.

use super::diff::lines::changes as line_changes;
use super::{Report, showable};
use crate::plan::{Applied, ChangedLines, LineSpan};

/// So many lines of one change are shown on each side; of more, the first ones, their number, and the last one.
const SHOWN: usize = 4;

/// So many separate changes of one operation are shown; of more, only their number.
const STRETCHES: usize = 8;

/// Longer lines are cut.
const WIDTH: usize = 120;

/// One block an operation, in about `limit` bytes: operations in the middle are shortened first, then left out.
pub(super) fn changes(report: &Report, limit: usize) -> String {
    let has_one_file = report.files.len() == 1;
    let told: Vec<_> = report.operations.iter().filter(|applied| !applied.changes.is_empty()).collect();
    let heads: Vec<String> = told.iter().map(|applied| head(applied, has_one_file)).collect();
    let bodies: Vec<String> = told.iter().map(|applied| body(applied)).collect();
    let (heads, bodies): (Vec<_>, Vec<_>) =
        heads.iter().map(|text| showable(text)).zip(bodies.iter().map(|text| showable(text))).unzip();
    // The lines of some operations say more than the names of all.
    let shown = within(limit / 2, &heads);
    let left = limit.saturating_sub(shown.iter().map(|at| heads[*at].len()).sum());
    let sizes: Vec<&str> = shown.iter().map(|at| bodies[*at].as_str()).collect();
    let whole = within(left, &sizes);
    let mut out = String::new();
    let mut next = 0;
    for (place, at) in shown.iter().enumerate() {
        if *at > next {
            out.push_str(&format!("  …{} more operations\n", at - next));
        }
        out.push_str(&heads[*at]);
        if whole.contains(&place) {
            out.push_str(&bodies[*at]);
        }
        next = at + 1;
    }
    out
}

/// Which of some texts fit into a limit: as many as possible from both ends.
fn within(limit: usize, texts: &[impl AsRef<str>]) -> Vec<usize> {
    let mut left = limit;
    let mut take = |at: usize| {
        let size = texts[at].as_ref().len();
        let fits = size <= left;
        left -= if fits { size } else { 0 };
        fits
    };
    let (mut front, mut back) = (Vec::new(), Vec::new());
    let (mut first, mut last) = (0, texts.len());
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

/// The number of the operation, its name, what it named, and where that was.
fn head(applied: &Applied, has_one_file: bool) -> String {
    let path = if has_one_file { String::new() } else { format!("{}: ", applied.path) };
    let symbol = applied.symbol.as_ref().map_or(String::new(), |symbol| format!(" {symbol}"));
    let changes = &applied.changes;
    let places = match &changes[..] {
        [only] => place(only),
        several => {
            let came: usize = several.iter().map(|change| change.new.count).sum();
            let went: usize = several.iter().map(|change| change.old.count).sum();
            format!("{} places: {}", several.len(), counts(went, came))
        }
    };
    format!("  {} {path}{}{symbol}, {places}\n", applied.index, applied.name)
}

/// Where a change is: the lines before and after, or the lines that only came or went.
fn place(change: &ChangedLines) -> String {
    let (old, new) = (change.old, change.new);
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

/// The lines that went and came.
fn body(applied: &Applied) -> String {
    let mut out = String::new();
    let mut stretches = 0;
    for change in &applied.changes {
        let Some((old, new)) = &change.text else { continue };
        let (old_lines, new_lines) = (as_bytes(old), as_bytes(new));
        for part in line_changes(&old_lines, &new_lines) {
            stretches += 1;
            if stretches <= STRETCHES {
                side(&mut out, '-', &old[part.old]);
                side(&mut out, '+', &new[part.new]);
            }
        }
    }
    if stretches > STRETCHES {
        out.push_str(&format!("    …{} more places\n", stretches - STRETCHES));
    }
    out
}

fn as_bytes(lines: &[String]) -> Vec<&[u8]> {
    lines.iter().map(|line| line.as_bytes()).collect()
}

/// One side of a change, long ones cut in the middle.
fn side(out: &mut String, sign: char, lines: &[String]) {
    let mut line = |text: &str| out.push_str(&format!("    {sign}{}\n", cut(text)));
    match lines {
        [first @ .., last] if lines.len() > SHOWN => {
            first.iter().take(SHOWN - 2).for_each(|text| line(text));
            line(&format!("…{} lines", lines.len() + 1 - SHOWN));
            line(last);
        }
        lines => lines.iter().for_each(|text| line(text)),
    }
}

fn cut(line: &str) -> String {
    match line.char_indices().nth(WIDTH) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line.to_owned(),
    }
}
