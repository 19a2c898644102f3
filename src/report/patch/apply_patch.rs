//! Writes the change of a file for a `*** Begin Patch` envelope.

use super::hunk::BothTexts;
use super::{FileText, PatchForm};

pub(super) fn part(file: &FileText, shown: PatchForm) -> Option<String> {
    let path = &file.path;
    let texts = BothTexts::of(file);
    let added =
        || texts.new.iter().fold(format!("*** Add File: {path}\n"), |text, line| text + "+" + line + "\n");
    match (&file.old, &file.new) {
        (_, None) => Some(format!("*** Delete File: {path}\n")),
        (None, Some(_)) => Some(added()),
        (Some(_), Some(_)) => {
            let around = match shown {
                PatchForm::Around(around) => around,
                PatchForm::Whole if file.from.is_none() => return Some(added()),
                PatchForm::Verbatim(_) | PatchForm::Whole | PatchForm::Fenced => return None,
            };
            let mut text = format!("*** Update File: {}\n", file.from.as_ref().unwrap_or(path));
            if file.from.is_some() {
                text += &format!("*** Move to: {path}\n");
            }
            for run in texts.runs(around) {
                text += "@@\n";
                text += &run.body();
            }
            if texts.old.is_empty() && !texts.new.is_empty() {
                text += "*** End of File\n";
            }
            Some(text)
        }
    }
}
