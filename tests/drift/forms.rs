//! The forms in which a change is written down as a patch.

use std::ops::Range;

use chunk::engine::{DiffDetail, Options, preview};
use chunk::vfs::MemoryTree;
use similar::{Algorithm, DiffOp};

use crate::change::{Case, indent};
use crate::yaml::block_scalar;

/// A symbol operation: the whole definition.
pub fn symbol(case: &Case<'_>) -> Vec<u8> {
    let mut lines = head(case);
    let (payload, is_verbatim) = based(&case.new, indent(case.new[0]));
    lines.push(format!("    op: replace_{}_{}", case.language.tag(), case.definition.kind));
    lines.push(format!("    symbol: {}", quoted(&case.address)));
    lines.extend(block_scalar("payload", &payload));
    lines.push("    options:".to_owned());
    lines.push("      decorators: replace".to_owned());
    lines.extend(is_verbatim.then(|| "      indent: none".to_owned()));
    text(&lines)
}

/// A text operation for each place that changes, within the definition.
pub fn scoped(case: &Case<'_>) -> Vec<u8> {
    let mut lines = head(case);
    lines.truncate(lines.len() - 1);
    for Hunk { old, new } in hunks(&case.old, &case.new) {
        let (old, new) = (&case.old[old], &case.new[new]);
        let (payload, is_verbatim) = based(new, indent(old[0]));
        lines.push(format!("  - path: {}", case.path));
        lines.push("    op: replace_text".to_owned());
        // A class may share its address with a function.
        let field = if case.definition.kind == "class" { "class" } else { "symbol" };
        lines.push(format!("    {field}: {}", quoted(&case.address)));
        lines.extend(block_scalar("marker", &old.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>()));
        lines.extend(block_scalar("payload", &payload));
        if is_verbatim {
            lines.extend(["    options:".to_owned(), "      indent: none".to_owned()]);
        }
    }
    text(&lines)
}

/// The change of the file that it was made in, as a git diff.
pub fn diff(case: &Case<'_>) -> Option<Vec<u8>> {
    let tree = MemoryTree::new().with_file(case.path, case.base.as_bytes());
    let whole: Vec<String> = case.theirs.lines().map(str::to_owned).collect();
    let mut lines = head(case);
    lines.push("    op: create_file".to_owned());
    lines.extend(block_scalar("payload", &whole));
    preview(&text(&lines), &Options { detail: DiffDetail::Diff, ..Options::default() }, &tree).diff
}

fn head(case: &Case<'_>) -> Vec<String> {
    vec![
        format!("language: {}", case.language.name()),
        "operations:".to_owned(),
        format!("  - path: {}", case.path),
    ]
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

fn text(lines: &[String]) -> Vec<u8> {
    (lines.join("\n") + "\n").into_bytes()
}

/// Lines without the indentation that the place gives back; as they are if one of them is not as deep.
fn based(lines: &[&str], base: &str) -> (Vec<String>, bool) {
    let is_deep = |line: &&str| line.trim().is_empty() || line.starts_with(base);
    let is_verbatim = !lines.iter().all(is_deep);
    let own = |line: &&str| line.strip_prefix(base).filter(|_| !is_verbatim).unwrap_or(line).to_owned();
    (lines.iter().map(own).collect(), is_verbatim)
}

/// Some lines that give way to others.
#[derive(Clone)]
struct Hunk {
    old: Range<usize>,
    new: Range<usize>,
}

/// What changes, each with as many lines around it as it takes to be found in the definition.
fn hunks(old: &[&str], new: &[&str]) -> Vec<Hunk> {
    let steps = steps(old, new);
    let mut joined: Vec<Range<usize>> = Vec::new();
    for at in (0..steps.len()).filter(|at| !steps[*at].stays) {
        let wide = widened(at..at + 1, &steps, old, new);
        match joined.last_mut() {
            Some(last) if wide.start < last.end => last.end = last.end.max(wide.end),
            _ => joined.push(wide),
        }
    }
    joined.into_iter().map(|range| whole(&steps[range])).collect()
}

/// A line that stays, or lines that give way to others.
struct Step {
    hunk: Hunk,
    stays: bool,
}

#[allow(clippy::disallowed_methods, reason = "the library keeps its own to itself")]
fn steps(old: &[&str], new: &[&str]) -> Vec<Step> {
    let of = |op: DiffOp| -> Vec<Step> {
        match op {
            DiffOp::Equal { old_index, new_index, len } => (0..len)
                .map(|at| (old_index + at, new_index + at))
                .map(|(old, new)| Step { hunk: Hunk { old: old..old + 1, new: new..new + 1 }, stays: true })
                .collect(),
            op => vec![Step { hunk: Hunk { old: op.old_range(), new: op.new_range() }, stays: false }],
        }
    };
    similar::capture_diff_slices(Algorithm::Myers, old, new).into_iter().flat_map(of).collect()
}

/// Several steps as one.
fn whole(steps: &[Step]) -> Hunk {
    let (first, last) = (&steps[0].hunk, &steps[steps.len() - 1].hunk);
    Hunk { old: first.old.start..last.old.end, new: first.new.start..last.new.end }
}

/// Steps with those around them until what they replace begins and ends with text and stands in the definition once, what
/// the operations above them bring included.
fn widened(mut range: Range<usize>, steps: &[Step], old: &[&str], new: &[&str]) -> Range<usize> {
    let is_text = |line: Option<&&str>| line.is_some_and(|line| line.contains(char::is_alphanumeric));
    loop {
        let hunk = whole(&steps[range.clone()]);
        let lines = &old[hunk.old.clone()];
        let now = [&new[..hunk.new.start], &old[hunk.old.start..]].concat();
        let (begins, ends) = (is_text(lines.first()), is_text(lines.last()));
        let is_found = begins && ends && occurrences(lines, &now) == 1;
        let (can_rise, can_fall) = (range.start > 0, range.end < steps.len());
        if is_found || !(can_rise || can_fall) {
            return range;
        }
        let rises = can_rise && (!begins || ends || !can_fall);
        let falls = can_fall && (!ends || begins || !can_rise);
        range = range.start - usize::from(rises)..range.end + usize::from(falls);
    }
}

/// How often some lines stand in others, blank ones and indentation aside.
fn occurrences(lines: &[&str], all: &[&str]) -> usize {
    let plain = |lines: &[&str]| -> Vec<String> {
        lines.iter().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
    };
    let (lines, all) = (plain(lines), plain(all));
    all.windows(lines.len().max(1)).filter(|window| *window == lines.as_slice()).count()
}
