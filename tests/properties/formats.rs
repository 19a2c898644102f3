//! One change, written in each of the formats.

use std::fmt::Write as _;
use std::ops::Range;

/// The one region in which two texts differ, as ranges of their lines.
fn changed(before: &[&str], after: &[&str]) -> (Range<usize>, Range<usize>) {
    let head = before.iter().zip(after).take_while(|(left, right)| left == right).count();
    let rest = |lines: &[&str]| lines.len() - head;
    let most = rest(before).min(rest(after));
    let tail =
        before.iter().rev().zip(after.iter().rev()).take(most).take_while(|(left, right)| left == right);
    let tail = tail.count();
    (head..before.len() - tail, head..after.len() - tail)
}

/// The hunk of the change, with the whole file as context, so that it has just one place.
fn hunk(before: &[&str], after: &[&str]) -> String {
    let (old, new) = changed(before, after);
    let mut hunk = String::new();
    before[..old.start].iter().for_each(|line| writeln!(hunk, " {line}").unwrap_or_default());
    before[old.clone()].iter().for_each(|line| writeln!(hunk, "-{line}").unwrap_or_default());
    after[new].iter().for_each(|line| writeln!(hunk, "+{line}").unwrap_or_default());
    before[old.end..].iter().for_each(|line| writeln!(hunk, " {line}").unwrap_or_default());
    hunk
}

fn block(field: &str, lines: &[&str]) -> String {
    lines.iter().fold(format!("    {field}: |2+\n"), |text, line| text + "      " + line + "\n")
}

/// Every format's patch that turns `before` into `after`; none if the two are equal.
pub(crate) fn all(path: &str, before: &str, after: &str) -> Vec<(&'static str, String)> {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    if old == new || old.iter().all(|line| line.trim().is_empty()) {
        return Vec::new();
    }
    let hunk = hunk(&old, &new);
    let header = format!("@@ -1,{} +1,{} @@\n", old.len(), new.len());
    let lines = |lines: &[&str]| lines.iter().fold(String::new(), |text, line| text + line + "\n");
    let exchange =
        format!("{path}\n<<<<<<< SEARCH\n{}=======\n{}>>>>>>> REPLACE\n", lines(&old), lines(&new));
    vec![
        ("search-replace", exchange),
        (
            "json",
            serde_json::json!({ "path": path, "old_string": lines(&old), "new_string": lines(&new) })
                .to_string(),
        ),
        ("unified", format!("--- a/{path}\n+++ b/{path}\n{header}{hunk}")),
        ("envelope", format!("*** Begin Patch\n*** Update File: {path}\n@@\n{hunk}*** End Patch\n")),
        (
            "file changes",
            format!(
                "<FILE_CHANGES>\n<FILE_PATCH file_path=\"{path}\">\n@@\n{hunk}</FILE_PATCH>\n</FILE_CHANGES>\n"
            ),
        ),
        (
            "chunk",
            format!(
                "operations:\n  - path: {path}\n    op: replace_text\n{}{}    options:\n      indent: none\n",
                block("marker", &old),
                block("payload", &new)
            ),
        ),
    ]
}
