//! Line numbers, counts, context and the order of hunks.

use crate::draft::{Draft, Hunk, Numbers, Tag};
use crate::rng::Rng;

/// Gives every hunk its true numbers, should the format go without.
fn number(draft: &mut Draft) {
    for hunk in &mut draft.hunks {
        let first = hunk.lines.iter().find_map(|line| line.origin).unwrap_or(0);
        hunk.numbers.get_or_insert(Numbers { old: first + 1, new: first + 1, miscount: 0 });
    }
}

fn each_number(draft: &mut Draft, mut change: impl FnMut(&mut Numbers)) -> bool {
    number(draft);
    draft.hunks.iter_mut().filter_map(|hunk| hunk.numbers.as_mut()).for_each(&mut change);
    true
}

pub(super) fn off_by_fifty(draft: &mut Draft, rng: &mut Rng) -> bool {
    let up = rng.one_in(2);
    each_number(draft, |numbers| {
        let off = |line: usize| if up { line.saturating_sub(50).max(1) } else { line + 50 };
        *numbers = Numbers { old: off(numbers.old), new: off(numbers.new), ..*numbers };
    })
}

pub(super) fn all_one(draft: &mut Draft, _: &mut Rng) -> bool {
    each_number(draft, |numbers| *numbers = Numbers { old: 1, new: 1, ..*numbers })
}

pub(super) fn wrong_counts(draft: &mut Draft, rng: &mut Rng) -> bool {
    each_number(draft, |numbers| {
        numbers.miscount = [-4, -2, -1, 1, 2, 3, 9].get(rng.below(7)).copied().unwrap_or(1);
    })
}

pub(super) fn none(draft: &mut Draft, _: &mut Rng) -> bool {
    let had = draft.hunks.iter().any(|hunk| hunk.numbers.is_some());
    draft.hunks.iter_mut().for_each(|hunk| hunk.numbers = None);
    had
}

pub(super) fn reversed(draft: &mut Draft, _: &mut Rng) -> bool {
    draft.hunks.reverse();
    draft.hunks.len() > 1
}

pub(super) fn one_context_line(draft: &mut Draft, _: &mut Rng) -> bool {
    let mut changed = false;
    for hunk in &mut draft.hunks {
        changed |= cut_context(hunk, 1);
    }
    changed && draft.hunks.iter().all(has_text)
}

/// Cuts the context at both ends of a hunk down to some lines.
pub(super) fn cut_context(hunk: &mut Hunk, keep: usize) -> bool {
    let is_change = |tag: Tag| tag != Tag::Context;
    let Some(first) = hunk.lines.iter().position(|line| is_change(line.tag)) else { return false };
    let Some(last) = hunk.lines.iter().rposition(|line| is_change(line.tag)) else { return false };
    let count = hunk.lines.len();
    hunk.lines.truncate((last + 1 + keep).min(count));
    let cut = first.saturating_sub(keep);
    hunk.lines.drain(..cut);
    if let Some(numbers) = &mut hunk.numbers {
        numbers.old += cut;
        numbers.new += cut;
    }
    hunk.lines.len() < count
}

/// Whether the old side has a line with text.
fn has_text(hunk: &Hunk) -> bool {
    hunk.lines.iter().any(|line| line.tag != Tag::Added && !line.is_blank())
}
