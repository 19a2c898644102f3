//! Patches that must be refused.

use super::numbers::cut_context;
use crate::draft::{Draft, Hunk, Line, Tag};
use crate::lexer::{Language, State, scan};
use crate::rng::Rng;

/// Forgets every number: only the text says where a hunk belongs.
fn forget_numbers(draft: &mut Draft) {
    draft.hunks.iter_mut().for_each(|hunk| hunk.numbers = None);
}

/// What the patch takes for the old text stands in the file a second time, and nothing says which is meant.
pub(super) fn fits_twice(draft: &mut Draft, rng: &mut Rng) -> bool {
    forget_numbers(draft);
    draft.hunks.truncate(1);
    let Some(hunk) = draft.hunks.first_mut() else { return false };
    if rng.one_in(2) {
        cut_context(hunk, rng.below(3));
    }
    if rng.one_in(2) {
        // Where it does so by itself, the oracle sees it.
        return true;
    }
    let origins: Vec<usize> = hunk.lines.iter().filter_map(|line| line.origin).collect();
    let (Some(first), Some(last)) = (origins.first(), origins.last()) else { return false };
    let twin: Vec<String> = draft.before[*first..=*last].to_vec();
    draft.before.extend(["".to_owned(), "".to_owned()]);
    draft.before.extend(twin);
    true
}

/// Lines of code of a hunk's old side, as places in the hunk and in the file.
fn code_lines(draft: &Draft, hunk: usize, tags: &[Tag]) -> Vec<(usize, usize)> {
    let lines = draft.hunks.get(hunk).map_or(&[][..], |hunk| &hunk.lines);
    let own = lines.iter().enumerate().filter(|(_, line)| tags.contains(&line.tag));
    own.filter_map(|(at, line)| Some((at, line.origin?)))
        .filter(|(_, origin)| {
            let begins = draft.states.get(*origin).copied().unwrap_or_default();
            let line = scan(draft.language, &draft.before[*origin], begins);
            let may_be_comment = draft.language == Language::Unsure
                && (line.code.trim().starts_with(['/', '*', '#']) || is_behind_open_block(draft, *origin));
            begins == State::Code && word_in(&line.code).is_some() && !may_be_comment
        })
        .collect()
}

/// Whether the last mark of a block comment above a line is one that opens it.
fn is_behind_open_block(draft: &Draft, line: usize) -> bool {
    let mut above = draft.before[..line].iter().rev();
    let last = above.find(|text| text.contains("/*") || text.contains("*/"));
    last.is_some_and(|text| text.rfind("/*") > text.rfind("*/"))
}

/// Where a word of some length is in a line, outside of what might be a comment.
fn word_in(line: &str) -> Option<(usize, usize)> {
    let is_word = |char: char| char.is_ascii_alphanumeric() || char == '_';
    let start = line.find(|char: char| char.is_ascii_alphabetic())?;
    let length = line[start..].find(|char| !is_word(char)).unwrap_or(line.len() - start);
    (length >= 2).then_some((start, length))
}

/// A line with one word changed.
fn reworded(line: &str, rng: &mut Rng) -> Option<String> {
    let (start, length) = word_in(line)?;
    let (before, rest) = line.split_at(start);
    let (word, behind) = rest.split_at(length);
    let other = match rng.below(3) {
        0 => format!("{word}_2"),
        1 => word[..length - 1].to_owned(),
        _ => format!("new_{word}"),
    };
    Some(format!("{before}{other}{behind}"))
}

/// Somebody changed a line of code in the file that the patch holds.
pub(super) fn moved_on(draft: &mut Draft, rng: &mut Rng) -> bool {
    let hunk = rng.below(draft.hunks.len());
    let lines = code_lines(draft, hunk, &[Tag::Context, Tag::Removed]);
    let Some((_, origin)) = rng.pick(&lines) else { return false };
    let Some(text) = reworded(&draft.before[*origin], rng) else { return false };
    draft.before[*origin] = text;
    true
}

/// A removed line of the patch has one word that is not the file's.
pub(super) fn one_token(draft: &mut Draft, rng: &mut Rng) -> bool {
    let hunk = rng.below(draft.hunks.len());
    spoil(draft, hunk, &[Tag::Removed], rng)
}

fn spoil(draft: &mut Draft, hunk: usize, tags: &[Tag], rng: &mut Rng) -> bool {
    let lines = code_lines(draft, hunk, tags);
    let Some((at, _)) = rng.pick(&lines) else { return false };
    let Some(text) = reworded(&draft.hunks[hunk].lines[*at].text, rng) else { return false };
    draft.hunks[hunk].lines[*at].text = text;
    true
}

pub(super) fn one_bad_hunk(draft: &mut Draft, rng: &mut Rng) -> bool {
    let hunk = rng.below(draft.hunks.len());
    draft.hunks.len() > 1 && spoil(draft, hunk, &[Tag::Context, Tag::Removed], rng)
}

/// The place was commented out.
pub(super) fn commented_out(draft: &mut Draft, rng: &mut Rng) -> bool {
    let Some(mark) = draft.language.comment() else { return false };
    let hunk = rng.below(draft.hunks.len());
    if code_lines(draft, hunk, &[Tag::Context, Tag::Removed]).is_empty() {
        return false;
    }
    for origin in origins(&draft.hunks[hunk]) {
        if !draft.before[origin].trim().is_empty() {
            draft.before[origin] = format!("{mark} {}", draft.before[origin]);
        }
    }
    true
}

fn origins(hunk: &Hunk) -> Vec<usize> {
    hunk.lines.iter().filter_map(|line| line.origin).collect()
}

/// The place is gone, and one that differs in a word stands elsewhere.
pub(super) fn look_alike(draft: &mut Draft, rng: &mut Rng) -> bool {
    let hunk = rng.below(draft.hunks.len());
    let lines = code_lines(draft, hunk, &[Tag::Context, Tag::Removed]);
    let Some((_, spoilt)) = rng.pick(&lines).copied() else { return false };
    let mut twin: Vec<String> = Vec::new();
    for origin in origins(&draft.hunks[hunk]) {
        let own = std::mem::take(&mut draft.before[origin]);
        let text = if origin == spoilt { reworded(&own, rng) } else { Some(own) };
        let Some(text) = text else { return false };
        twin.push(text);
    }
    draft.before.push(String::new());
    draft.before.extend(twin);
    true
}

/// Nothing but added lines, and nothing that says where.
pub(super) fn bare_additions(draft: &mut Draft, _: &mut Rng) -> bool {
    forget_numbers(draft);
    draft.hunks.truncate(1);
    let Some(hunk) = draft.hunks.first_mut() else { return false };
    hunk.lines.retain(|line: &Line| line.tag == Tag::Added);
    hunk.lines.iter().any(|line| !line.is_blank()) && draft.before.iter().any(|line| !line.trim().is_empty())
}

/// The file is what the patch would make of it.
pub(super) fn already_applied(draft: &mut Draft, _: &mut Rng) -> bool {
    draft.before = draft.after();
    // Where the lines came from no longer means anything.
    draft.hunks.iter_mut().flat_map(|hunk| &mut hunk.lines).for_each(|line| line.origin = None);
    true
}

/// The end of the patch is missing.
pub(super) fn cut_off(draft: &mut Draft, rng: &mut Rng) -> bool {
    draft.spelling.cut_at = Some(300 + rng.below(650));
    true
}
