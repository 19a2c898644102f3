//! A file in SEARCH/REPLACE blocks.

use super::hunk::BothTexts;
use super::{FileText, Shown, joined};
use crate::ir::Tag;

pub(super) fn part(file: &FileText, shown: Shown) -> Option<String> {
    if file.from.is_some() || file.new.is_none() {
        return None;
    }
    let texts = BothTexts::of(file);
    let path = file.path.as_str();
    let is_plain =
        path.chars().all(|char| char.is_alphanumeric() || matches!(char, '_' | '-' | '.' | '/' | '+'));
    let path = if is_plain { path.to_owned() } else { format!("`{path}`") };
    if texts.old.is_empty() {
        return Some(format!("{path}\n{}\n", block(&[], &texts.new)?));
    }
    let Shown::Around(around) = shown else { return None };
    let mut text = String::new();
    for run in texts.runs(around) {
        text += &format!("{path}\n{}\n", block(&run.side(Tag::Added), &run.side(Tag::Removed))?);
    }
    Some(text)
}

/// A block with a number of signs that no line of it has; `None` if there is none.
fn block(old: &[String], new: &[String]) -> Option<String> {
    let has = |count: &usize| {
        let signs = |sign: u8, line: &str| line.bytes().take_while(|byte| *byte == sign).count() == *count;
        old.iter().chain(new).any(|line| [b'<', b'=', b'>'].into_iter().any(|sign| signs(sign, line)))
    };
    let count = [7, 9, 8, 6, 5].into_iter().find(|count| !has(count))?;
    let signs = |sign: &str| sign.repeat(count);
    Some(format!(
        "{} SEARCH\n{}{}\n{}{} REPLACE\n",
        signs("<"),
        joined(old),
        signs("="),
        joined(new),
        signs(">")
    ))
}
