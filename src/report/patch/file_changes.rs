//! Writes the change of a file for a `<FILE_CHANGES>` envelope.

use super::hunk::{BothTexts, ChangeGroup};
use super::{FileText, PatchForm, joined};
use crate::ir::PatchPath;

pub(super) fn part(file: &FileText, shown: PatchForm) -> Option<String> {
    let path = quoted(&file.path)?;
    let texts = BothTexts::of(file);
    let new = |content: &str| format!("<FILE_NEW file_path={path}>\n{content}</FILE_NEW>\n");
    match (&file.old, &file.new) {
        (_, None) => Some(format!("<FILE_DELETE file_path={path} />\n")),
        (old, Some(_)) => match shown {
            PatchForm::Whole if file.from.is_none() => Some(new(&joined(&texts.new))),
            PatchForm::Fenced if file.from.is_none() => {
                let fence = fence(&texts.new);
                Some(new(&format!("{fence}\n{}{fence}\n", joined(&texts.new))))
            }
            PatchForm::Around(around) if old.is_some() => {
                let mut text = match &file.from {
                    Some(from) => format!("<FILE_RENAME from_path={} to_path={path} />\n", quoted(from)?),
                    None => String::new(),
                };
                let runs = texts.runs(around);
                if !runs.is_empty() {
                    let hunks: String = runs.iter().map(hunk).collect();
                    text += &format!("<FILE_PATCH file_path={path}>\n{hunks}</FILE_PATCH>\n");
                }
                Some(text)
            }
            PatchForm::Around(_) | PatchForm::Verbatim(_) | PatchForm::Whole | PatchForm::Fenced => None,
        },
    }
}

fn hunk(run: &ChangeGroup<'_>) -> String {
    let side = |lines: &std::ops::Range<usize>| {
        let first = if lines.is_empty() { lines.start } else { lines.start + 1 };
        format!("{first},{}", lines.len())
    };
    format!("@@ -{} +{} @@\n{}", side(&run.old), side(&run.new), run.body())
}

/// Returns a fence with more backticks than any line of a text begins with.
fn fence(lines: &[String]) -> String {
    let ticks = |line: &String| line.trim_start().bytes().take_while(|byte| *byte == b'`').count();
    "`".repeat(lines.iter().map(ticks).max().unwrap_or(0).max(2) + 1)
}

/// Quotes a path as the value of an attribute; returns `None` if it cannot be quoted.
fn quoted(path: &PatchPath) -> Option<String> {
    let path = path.as_str();
    if path.contains('>') || path.contains('<') {
        return None;
    }
    let quote = ['"', '\''].into_iter().find(|quote| !path.contains(*quote))?;
    Some(format!("{quote}{path}{quote}"))
}
