//! Writes hunks in the form that three formats share.

use crate::ir::{Hunk, HunkLine, Payload, Tag};
use crate::text::normal::is_blank;

/// Returns a hunk with its header: an `@@` line for each anchor, with line numbers if the hunk has them.
pub(super) fn hunk(hunk: &Hunk) -> String {
    let mut out = header(hunk);
    for line in &hunk.lines {
        out.push_str(&hunk_line(line));
    }
    out
}

/// Returns several hunks, one after the other.
pub(super) fn whole(hunks: &[Hunk]) -> String {
    hunks.iter().map(hunk).collect()
}

fn header(hunk: &Hunk) -> String {
    let anchored = |anchor: &String| format!("@@ {anchor}\n");
    let Some(line) = hunk.line_hint else {
        return match &hunk.anchors[..] {
            [] => "@@\n".to_owned(),
            anchors => anchors.iter().map(anchored).collect(),
        };
    };
    let (outer, inner) = match &hunk.anchors[..] {
        [outer @ .., inner] => (outer, format!(" {inner}")),
        [] => (&[][..], String::new()),
    };
    let (old, new) = (hunk.old().count(), hunk.new_side().count());
    let new_line = hunk.new_line_hint.unwrap_or(line);
    let outer: String = outer.iter().map(anchored).collect();
    if !hunk.counts_match && may_lack_sign(&hunk.lines) {
        return format!("{outer}@@ -{line} +{new_line} @@{inner}\n");
    }
    format!("{outer}@@ -{line},{old} +{new_line},{new} @@{inner}\n")
}

/// Returns whether blank context lines separate two added lines, so that their `+` may be missing: counts that fit would
/// deny it.
fn may_lack_sign(lines: &[HunkLine]) -> bool {
    let is_bare = |line: &HunkLine| line.tag == Tag::Context && is_blank(&line.text);
    let runs: Vec<&[HunkLine]> = lines.chunk_by(|one, below| is_bare(one) == is_bare(below)).collect();
    let is_added = |line: Option<&HunkLine>| line.is_some_and(|line| line.tag == Tag::Added);
    runs.windows(3).any(|runs| is_bare(&runs[1][0]) && is_added(runs[0].last()) && is_added(runs[2].first()))
}

fn hunk_line(line: &HunkLine) -> String {
    let sign = match line.tag {
        Tag::Context => ' ',
        Tag::Removed => '-',
        Tag::Added => '+',
    };
    let (end, note) = (ending(line.crlf), no_newline(line.no_newline));
    format!("{sign}{}{end}{note}", line.text.as_str())
}

/// Returns the lines of a payload, each with a prefix.
pub(super) fn payload(payload: &Payload, prefix: &str) -> String {
    let mut out = String::new();
    for (at, line) in payload.lines.iter().enumerate() {
        out.push_str(prefix);
        out.push_str(line);
        out.push_str(ending(payload.crlf.get(at).copied().unwrap_or_default()));
    }
    out
}

const fn ending(crlf: bool) -> &'static str {
    if crlf { "\r\n" } else { "\n" }
}

/// Returns what a diff says below a last line without a line ending, if `is_so`.
pub(super) const fn no_newline(is_so: bool) -> &'static str {
    if is_so { "\\ No newline at end of file\n" } else { "" }
}
