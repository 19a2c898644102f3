//! The three formats that are made of hunks.

use crate::draft::{Draft, Format, Hunk, Tag};

pub(super) fn unified(draft: &Draft) -> Vec<String> {
    let (old, new) = if draft.spelling.no_prefixes { ("", "") } else { ("a/", "b/") };
    let mut lines = vec![format!("--- {old}{}", draft.path), format!("+++ {new}{}", draft.path)];
    lines.extend(all_hunks(draft));
    lines
}

pub(super) fn apply_patch(draft: &Draft) -> Vec<String> {
    let mut lines = vec!["*** Begin Patch".to_owned(), format!("*** Update File: {}", draft.path)];
    lines.extend(all_hunks(draft));
    lines.push("*** End Patch".to_owned());
    lines
}

pub(super) fn file_changes(draft: &Draft) -> Vec<String> {
    let mut lines = vec!["<FILE_CHANGES>".to_owned(), format!("<FILE_PATCH file_path=\"{}\">", draft.path)];
    lines.extend(all_hunks(draft));
    lines.extend(["</FILE_PATCH>".to_owned(), "</FILE_CHANGES>".to_owned()]);
    lines
}

fn all_hunks(draft: &Draft) -> Vec<String> {
    draft.hunks.iter().flat_map(|hunk| lines_of(draft, hunk)).collect()
}

fn lines_of(draft: &Draft, hunk: &Hunk) -> Vec<String> {
    let mut lines = headers(hunk);
    for line in &hunk.lines {
        lines.push(match line.tag {
            Tag::Added => format!("+{}", line.text),
            Tag::Removed => format!("-{}", line.text),
            Tag::Context if line.text.is_empty() && draft.spelling.bare_blanks => String::new(),
            Tag::Context if draft.spelling.no_lead => line.text.clone(),
            Tag::Context => format!(" {}", line.text),
        });
    }
    lines
}

fn headers(hunk: &Hunk) -> Vec<String> {
    let anchor = |anchor: &String| format!("@@ {anchor}");
    let Some(numbers) = hunk.numbers else {
        return if hunk.anchors.is_empty() {
            vec!["@@".to_owned()]
        } else {
            hunk.anchors.iter().map(anchor).collect()
        };
    };
    let count = |unwanted: Tag| hunk.lines.iter().filter(|line| line.tag != unwanted).count();
    let counted = |count: usize| (count as isize + numbers.miscount).max(0);
    let behind = hunk.anchors.first().map_or(String::new(), |anchor| format!(" {anchor}"));
    // A side without lines is said to begin at the line before.
    let start = |line: usize, count: usize| if count == 0 { line - 1 } else { line };
    let (old, new) = (count(Tag::Added), count(Tag::Removed));
    vec![format!(
        "@@ -{},{} +{},{} @@{behind}",
        start(numbers.old, old),
        counted(old),
        start(numbers.new, new),
        counted(new)
    )]
}

/// Whether every context line may be written without its leading blank and still be told from other lines.
pub fn may_lack_lead(draft: &Draft) -> bool {
    let is_fine = |text: &str| match draft.format {
        Format::ApplyPatch => text.is_empty() || text.starts_with(' '),
        _ => !text.starts_with(['+', '-', '@', '\\', '<', '*']) && !text.starts_with("diff "),
    };
    let context = |hunk: &Hunk| -> Vec<String> {
        hunk.lines.iter().filter(|line| line.tag == Tag::Context).map(|line| line.text.clone()).collect()
    };
    let texts: Vec<String> = draft.hunks.iter().flat_map(context).collect();
    texts.iter().any(|text| !text.is_empty()) && texts.iter().all(|text| is_fine(text))
}
