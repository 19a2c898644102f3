//! Writes the change of a file in CHUNK YAML.

use super::hunk::{BothTexts, ChangeGroup};
use super::{FileText, PatchForm};
use crate::ir::{PatchPath, Tag};

pub(super) fn part(file: &FileText, shown: PatchForm) -> Option<String> {
    let texts = BothTexts::of(file);
    let create = || operation(&file.path, "create_file") + &field("payload", &texts.new);
    match (&file.old, &file.new) {
        (_, None) => Some(operation(&file.path, "delete_file")),
        (Some(_), Some(_)) if file.from.is_none() => {
            let (around, options) = match shown {
                PatchForm::Around(around) => (around, ""),
                PatchForm::Verbatim(around) => (around, "    options: {indent: none}\n"),
                PatchForm::Whole => return Some(create()),
                PatchForm::Fenced => return None,
            };
            Some(texts.runs(around).iter().map(|run| replace(file, run, options)).collect())
        }
        (_, Some(_)) => {
            let gone = file.from.as_ref().map_or_else(String::new, |from| operation(from, "delete_file"));
            Some(create() + &gone)
        }
    }
}

fn operation(path: &PatchPath, name: &str) -> String {
    let path = path.as_str();
    let is_plain = path.chars().all(|char| char.is_alphanumeric() || matches!(char, '_' | '-' | '.' | '/'))
        && path.starts_with(|char: char| char.is_alphanumeric() || char == '_');
    let path = if is_plain { path.to_owned() } else { serde_json::Value::from(path).to_string() };
    format!("  - path: {path}\n    op: {name}\n")
}

fn replace(file: &FileText, run: &ChangeGroup<'_>, options: &str) -> String {
    operation(&file.path, "replace_text")
        + &field("marker", &run.side(Tag::Added))
        + &field("payload", &run.side(Tag::Removed))
        + options
}

/// Returns a field with lines as a block scalar that preserves each of them.
fn field(name: &str, lines: &[String]) -> String {
    if lines.is_empty() {
        return format!("    {name}: \"\"\n");
    }
    let ends_blank = lines.last().is_some_and(|line| line.trim().is_empty());
    let mut text = format!("    {name}: |2{}\n", if ends_blank { "+" } else { "-" });
    for line in lines {
        if !line.is_empty() {
            text += "      ";
            text += line;
        }
        text.push('\n');
    }
    text
}
