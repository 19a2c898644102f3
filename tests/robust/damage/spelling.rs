//! How a patch is written down: characters, leading blanks, what is around it.

use crate::draft::{Draft, Format, Hunk, Line, Tag, Wrap};
use crate::render;
use crate::rng::Rng;

/// Quotes, dashes and dots of old lines are replaced by what a word processor makes of them.
pub(super) fn typographic(draft: &mut Draft, rng: &mut Rng) -> bool {
    change_old(draft, rng, |text, rng| {
        let dash = ['\u{2010}', '\u{2013}', '\u{2014}', '\u{2212}'];
        let mut opens = true;
        let dots = text.replace("...", "\u{2026}");
        let swapped = dots.chars().map(|char| match char {
            '"' | '\'' => {
                opens = !opens;
                match (char, opens) {
                    ('"', false) => '\u{201c}',
                    ('"', true) => '\u{201d}',
                    (_, false) => '\u{2018}',
                    (_, true) => '\u{2019}',
                }
            }
            '-' if rng.one_in(2) => rng.pick(&dash).copied().unwrap_or('-'),
            other => other,
        });
        swapped.collect::<String>()
    })
}

/// Blanks of old lines are no-break spaces, within the line or in front of it (where no payload is relative to it).
pub(super) fn no_break_spaces(draft: &mut Draft, rng: &mut Rng) -> bool {
    let leads = rng.one_in(2) && !draft.format.gives_texts();
    change_old(draft, rng, |text, _| {
        let lead = text.len() - text.trim_start_matches(' ').len();
        let (indentation, rest) = text.split_at(lead);
        if leads {
            indentation.replace(' ', "\u{a0}") + rest
        } else {
            indentation.to_owned() + &rest.replace(' ', "\u{a0}")
        }
    })
}

fn change_old(draft: &mut Draft, rng: &mut Rng, mut change: impl FnMut(&str, &mut Rng) -> String) -> bool {
    let mut changed = false;
    for line in draft.hunks.iter_mut().flat_map(|hunk| &mut hunk.lines) {
        if line.tag == Tag::Added || line.is_blank() {
            continue;
        }
        let text = change(&line.text, rng);
        changed |= text != line.text;
        line.text = text;
    }
    changed
}

pub(super) fn no_leading_blank(draft: &mut Draft, _: &mut Rng) -> bool {
    draft.spelling.no_lead = true;
    draft.spelling.bare_blanks = true;
    render::may_lack_lead(draft)
}

pub(super) fn patch_lacks_newline(draft: &mut Draft, _: &mut Rng) -> bool {
    draft.spelling.no_final_newline = true;
    // Behind the last blank line of a payload it would be the line itself that is lost.
    let ends_blank = draft.hunks.last().and_then(|hunk| hunk.lines.last()).is_some_and(Line::is_blank);
    let ends_added =
        |hunk: &Hunk| hunk.lines.iter().rfind(|line| line.tag == Tag::Added).is_some_and(Line::is_blank);
    !draft.format.gives_texts() || !ends_blank && !draft.hunks.last().is_some_and(ends_added)
}

pub(super) fn file_lacks_newline(draft: &mut Draft, _: &mut Rng) -> bool {
    draft.file_lacks_newline = true;
    // Where the last line is blank, lacking a newline would mean lacking the line.
    let has_text = |lines: &[String]| lines.last().is_some_and(|line| !line.trim().is_empty());
    has_text(&draft.before) && has_text(&draft.after())
}

pub(super) fn fenced(draft: &mut Draft, _: &mut Rng) -> bool {
    draft.spelling.wrap = Wrap::Fence;
    let is_fence = |text: &str| text.trim_start().starts_with("```");
    !draft.hunks.iter().flat_map(|hunk| &hunk.lines).any(|line| is_fence(&line.text))
}

pub(super) fn heredoc(draft: &mut Draft, _: &mut Rng) -> bool {
    draft.spelling.wrap = Wrap::Heredoc;
    draft.format != Format::Unified || draft.hunks.iter().all(|hunk| hunk.numbers.is_some())
}
