//! Writes the change of a file as SEARCH/REPLACE blocks.

use super::hunk::BothTexts;
use super::{FileText, PatchForm};
use crate::ir::Tag;
use crate::write::blocks::{block, path_line};

pub(super) fn part(file: &FileText, shown: PatchForm) -> Option<String> {
    if file.from.is_some() || file.new.is_none() {
        return None;
    }
    let texts = BothTexts::of(file);
    let path = path_line(&file.path);
    if texts.old.is_empty() {
        return Some(format!("{path}\n{}\n", block(&[], &texts.new)?));
    }
    let PatchForm::Around(around) = shown else { return None };
    let mut text = String::new();
    for run in texts.runs(around) {
        text += &format!("{path}\n{}\n", block(&run.side(Tag::Added), &run.side(Tag::Removed))?);
    }
    Some(text)
}
