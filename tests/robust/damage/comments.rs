//! Comments: left out, or told in other words.

use std::rc::Rc;

use super::blanks::drop_lines;
use crate::draft::{Draft, Hunk, Line, Tag};
use crate::lexer::{State, scan};
use crate::rng::Rng;

/// The comment of a line, if it surely is one: where it begins in the hunk's line, and whether it is all there is.
struct Comment {
    begins: usize,
    is_whole_line: bool,
}

fn comment_of(draft: &Draft, hunk: usize, at: usize) -> Option<Comment> {
    let line = &draft.hunks[hunk].lines[at];
    let begins = *draft.states.get(line.origin?)?;
    let own = scan(draft.language, &line.text, begins);
    let comment = own.comment_at?;
    // A quote before the comment might be one that the scanner got wrong.
    let before = &line.text[..comment];
    let is_sure = begins == State::Code && !before.contains(['"', '\'']);
    is_sure.then(|| Comment { begins: comment, is_whole_line: before.trim().is_empty() })
}

/// Comments of context and removed lines are left out.
pub(super) fn dropped(draft: &mut Draft, _: &mut Rng) -> bool {
    if draft.language.comment().is_none() {
        return false;
    }
    let trailing = cut_trailing(draft);
    let (language, states) = (draft.language, Rc::clone(&draft.states));
    let is_comment = |hunk: &Hunk, at: usize| {
        let begins = hunk.lines[at].origin.and_then(|origin| states.get(origin)).copied();
        let own = scan(language, &hunk.lines[at].text, State::Code);
        begins == Some(State::Code) && own.comment_at.is_some() && own.code.trim().is_empty()
    };
    let whole = drop_lines(draft, |hunk, at| {
        is_comment(hunk, at)
            && !hunk.touches_added(at)
            && match hunk.lines[at].tag {
                Tag::Added => false,
                Tag::Context => {
                    hunk.has_context_beside(at, |at| !hunk.lines[at].is_blank() && !is_comment(hunk, at))
                }
                // It goes with the removed lines around it.
                Tag::Removed => is_between_removed(hunk, at),
            }
    });
    (trailing || whole) && !draft.hunks.iter().any(is_about_comments)
}

/// Whether what is left of a removed line is an added line, or only blank lines change: then comments are all there is
/// to tell what changed.
fn is_about_comments(hunk: &Hunk) -> bool {
    let of = |tag: Tag| hunk.lines.iter().filter(move |line| line.tag == tag).map(|line| line.text.trim());
    let is_solid = |line: &&Line| line.tag != Tag::Context && !line.is_blank();
    !hunk.lines.iter().any(|line| is_solid(&line))
        || of(Tag::Removed).any(|removed| !removed.is_empty() && of(Tag::Added).any(|added| added == removed))
}

fn is_between_removed(hunk: &Hunk, at: usize) -> bool {
    let is_removed_code = |at: Option<usize>| {
        let line = at.and_then(|at| hunk.lines.get(at));
        line.is_some_and(|line| {
            let text = line.text.trim();
            line.tag == Tag::Removed && !(text.is_empty() || text.starts_with('#') || text.starts_with('/'))
        })
    };
    is_removed_code(at.checked_sub(1)) && is_removed_code(Some(at + 1))
}

fn cut_trailing(draft: &mut Draft) -> bool {
    let mut changed = false;
    for hunk in 0..draft.hunks.len() {
        for at in 0..draft.hunks[hunk].lines.len() {
            let Some(comment) = comment_of(draft, hunk, at).filter(|own| !own.is_whole_line) else {
                continue;
            };
            let line = &mut draft.hunks[hunk].lines[at];
            line.text.truncate(comment.begins);
            line.text.truncate(line.text.trim_end().len());
            changed = true;
        }
    }
    changed
}

/// Comments of context lines are told in other words.
pub(super) fn reworded(draft: &mut Draft, rng: &mut Rng) -> bool {
    let Some(mark) = draft.language.comment() else { return false };
    let mut changed = false;
    for hunk in 0..draft.hunks.len() {
        for at in 0..draft.hunks[hunk].lines.len() {
            if draft.hunks[hunk].lines[at].tag != Tag::Context || draft.hunks[hunk].touches_added(at) {
                continue;
            }
            let Some(comment) = comment_of(draft, hunk, at) else { continue };
            let text = &draft.hunks[hunk].lines[at].text;
            let said = text[comment.begins..].trim_start_matches(['/', '!', '#']);
            let mark = &text[comment.begins..text.len() - said.len()];
            let words: Vec<&str> = said.split_whitespace().collect();
            let Some(word) = rng.pick(&words).filter(|_| words.len() > 1) else { continue };
            let said = words.join(" ").replacen(word, "see", 1);
            draft.hunks[hunk].lines[at].text = format!("{}{mark} {said}.", &text[..comment.begins]);
            changed = true;
        }
    }
    let has_code = |hunk: &Hunk| {
        hunk.lines
            .iter()
            .any(|line| line.tag != Tag::Added && !line.text.trim().starts_with(mark) && !line.is_blank())
    };
    changed && draft.hunks.iter().all(has_code)
}
