//! Writes a draft down as a patch.

mod chunk;
mod hunks;
mod texts;

use crate::draft::{Draft, Format, Wrap};

pub use chunk::{marker_lines, operations};
pub use hunks::may_lack_lead;

/// The patch as bytes; `None` if the format cannot say it.
pub fn patch(draft: &Draft) -> Option<Vec<u8>> {
    let lines = match draft.format {
        Format::ChunkWhole | Format::ChunkParts => chunk::document(draft)?,
        Format::Unified => hunks::unified(draft),
        Format::ApplyPatch => hunks::apply_patch(draft),
        Format::FileChanges => hunks::file_changes(draft),
        Format::SearchReplace => texts::search_replace(draft)?,
        Format::JsonEdits => texts::json_edits(draft)?,
    };
    let lines = wrapped(draft, lines);
    let end = if draft.spelling.crlf { "\r\n" } else { "\n" };
    let mut text = lines.join(end);
    if !draft.spelling.no_final_newline {
        text.push_str(end);
    }
    let mut bytes = text.into_bytes();
    if let Some(share) = draft.spelling.cut_at {
        bytes.truncate(bytes.len() * share / 1000);
    }
    Some(bytes)
}

fn wrapped(draft: &Draft, lines: Vec<String>) -> Vec<String> {
    let around = |before: &[&str], behind: &[&str]| {
        let owned = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
        [owned(before), lines.clone(), owned(behind)].concat()
    };
    let fence = match draft.format {
        Format::ChunkWhole | Format::ChunkParts => "```yaml",
        Format::Unified => "```diff",
        Format::JsonEdits => "```json",
        Format::ApplyPatch | Format::FileChanges | Format::SearchReplace => "```",
    };
    match draft.spelling.wrap {
        Wrap::Nothing => lines,
        Wrap::Fence => around(
            &["I looked into it, and this should do. Two things changed:", "", fence],
            &["```", "", "Let me know if you want tests, too."],
        ),
        Wrap::Heredoc => around(&["apply_patch <<'EOF'"], &["EOF"]),
    }
}
