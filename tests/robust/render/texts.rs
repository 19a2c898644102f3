//! The two formats that give an old text and a new one, one pair for each hunk.

use serde_json::json;

use crate::draft::{Draft, Hunk, Tag};

pub(super) fn search_replace(draft: &Draft) -> Option<Vec<String>> {
    let mut lines = Vec::new();
    for hunk in &draft.hunks {
        let (old, new) = texts(hunk)?;
        let count = if old.iter().chain(&new).any(|line| is_of_block(line)) { 9 } else { 7 };
        let signs = |sign: &str| sign.repeat(count);
        lines.extend([draft.path.clone(), format!("{} SEARCH", signs("<"))]);
        lines.extend(old);
        lines.push(signs("="));
        lines.extend(new);
        lines.push(format!("{} REPLACE", signs(">")));
    }
    Some(lines)
}

pub(super) fn json_edits(draft: &Draft) -> Option<Vec<String>> {
    let edit = |hunk: &Hunk| {
        let (old, new) = texts(hunk)?;
        Some(json!({ "old_string": text(&old), "new_string": text(&new) }))
    };
    let edits: Vec<_> = draft.hunks.iter().map(edit).collect::<Option<_>>()?;
    let patch = json!({ "file_path": draft.path, "edits": edits });
    let text = serde_json::to_string_pretty(&patch).expect("texts have a JSON form");
    Some(text.lines().map(str::to_owned).collect())
}

fn text(lines: &[String]) -> String {
    lines.iter().fold(String::new(), |text, line| text + line + "\n")
}

/// The old lines and the new ones; `None` if no old line says anything, or nothing changes.
fn texts(hunk: &Hunk) -> Option<(Vec<String>, Vec<String>)> {
    let side = |without: Tag| {
        let lines = hunk.lines.iter().filter(move |line| line.tag != without);
        lines.map(|line| line.text.clone()).collect::<Vec<_>>()
    };
    let (old, new) = (side(Tag::Added), side(Tag::Removed));
    (old != new && old.iter().any(|line| !line.trim().is_empty())).then_some((old, new))
}

/// Whether a line looks like one of those that make a block of seven signs.
fn is_of_block(line: &str) -> bool {
    ["<<<<<<<", "=======", ">>>>>>>"].iter().any(|signs| line.starts_with(signs))
}
