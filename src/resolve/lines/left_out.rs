//! Lines that marker and payload both leave out: decides which of them stay, and finds those whose fate is unknown.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use super::compared::{ComparedLine, Fate};
use crate::text::normal::{is_blank, trim};

/// Keeps lines that marker and payload both leave out, if the nearest matched line on either side stays; returns the
/// indexes of the kept items.
pub(super) fn keep_left_out(items: &mut [ComparedLine<'_>], file: &[&str], start: usize) -> Vec<usize> {
    let stays_beside: Vec<[bool; 2]> = {
        let down = nearest_stays(items.iter(), file, start);
        let mut up = nearest_stays(items.iter().rev(), file, start);
        up.reverse();
        down.into_iter().zip(up).map(|(above, below)| [above, below]).collect()
    };
    let mut spared = Vec::new();
    for (at, (item, beside)) in items.iter_mut().zip(stays_beside).enumerate() {
        if !item.is_marked && item.fate == Fate::Goes && beside.contains(&true) {
            item.fate = Fate::Stays;
            spared.push(at);
        }
    }
    spare_blanks_between(items);
    spared
}

/// Keeps blank lines between two lines that stay, possibly at another depth.
fn spare_blanks_between(items: &mut [ComparedLine<'_>]) {
    let lasts = |items: &mut dyn Iterator<Item = &ComparedLine<'_>>| -> Vec<bool> {
        let mut last = false;
        let passed = items.map(|item| {
            if item.is_marked && item.line.is_some() {
                last = item.fate != Fate::Goes;
            }
            last
        });
        passed.collect()
    };
    let above = lasts(&mut items.iter());
    let mut below = lasts(&mut items.iter().rev());
    below.reverse();
    for (at, item) in items.iter_mut().enumerate() {
        if !item.is_marked && is_blank(item.text) && above[at] && below[at] {
            item.fate = Fate::Stays;
        }
    }
}

/// Returns the first blank line that was kept although lines including a blank one are added in its neighborhood: the
/// added one may replace it.
pub(super) fn blank_left_open(
    items: &[ComparedLine<'_>],
    spared: &[usize],
    added: &[(Range<usize>, Range<usize>)],
    payload: &[Cow<'_, str>],
) -> Option<usize> {
    // The number of kept marker lines above an item identifies its neighborhood.
    let mut count = 0;
    let stretches = items.iter().map(|item| {
        count += usize::from(item.is_marked && item.fate == Fate::Stays);
        count
    });
    let stretches: Vec<usize> = stretches.collect();
    let stretch_of = |at: usize| stretches.get(at).copied().unwrap_or(count);
    let brings_blank = |lines: &Range<usize>| payload[lines.clone()].iter().any(|line| is_blank(line));
    let with_blank = added.iter().filter(|(_, lines)| brings_blank(lines));
    let open: HashSet<usize> =
        with_blank.map(|(old, _)| old.start.checked_sub(1).map_or(0, stretch_of)).collect();
    let is_open = |at: &&usize| items[**at].text.is_empty() && open.contains(&stretch_of(**at));
    spared.iter().find(is_open).copied()
}

/// Returns the first comment that was kept beside lines of which it is uncertain whether they are the ones that stay,
/// because they occur several times.
pub(super) fn comment_left_open(
    items: &[ComparedLine<'_>],
    spared: &[usize],
    surely_unmoved: impl FnOnce() -> HashSet<usize>,
) -> Option<usize> {
    let comments = || spared.iter().copied().filter(|at| !items[*at].text.is_empty());
    comments().next()?;
    let unmoved = surely_unmoved();
    let all = || items.iter().enumerate();
    let above = nearest_is(all(), &unmoved);
    let mut below = nearest_is(all().rev(), &unmoved);
    below.reverse();
    comments().find(|at| !above[*at] && !below[*at])
}

/// Returns the first left-out comment next to a removed comment for which the marker has a very different one: it is
/// unknown whether the rest of that comment is to be removed, too.
pub(super) fn partly_removed_comment(
    items: &[ComparedLine<'_>],
    mut goes_for_another: impl FnMut(&ComparedLine<'_>) -> bool,
) -> Option<usize> {
    let is_left_out = |at: usize| {
        let own = items.get(at);
        own.is_some_and(|own| !own.is_marked && !own.text.is_empty() && own.fate == Fate::Stays)
    };
    (0..items.len()).find_map(|at| {
        let mut beside = [at + 1, at.wrapping_sub(1)].into_iter().filter(|beside| is_left_out(*beside));
        beside.next().filter(|_| items[at].fate == Fate::Goes && goes_for_another(&items[at]))
    })
}

/// Returns the first removed comment that `goes_alone`: the marker has a very different one for it, and the payload
/// none. The code below stays, so the file's comment belongs to that code, and is not the one to be removed.
pub(super) fn comment_for_another(
    items: &[ComparedLine<'_>],
    mut goes_alone: impl FnMut(usize) -> bool,
    mut is_comment: impl FnMut(&ComparedLine<'_>) -> bool,
) -> Option<usize> {
    (0..items.len()).find(|at| {
        let own = &items[*at];
        let mut code = items[at + 1..].iter().filter(|below| {
            below.is_marked && below.line.is_some() && !below.text.is_empty() && !is_comment(below)
        });
        own.fate == Fate::Goes
            && !own.text.is_empty()
            && code.next().is_some_and(|below| below.fate == Fate::Stays)
            && goes_alone(*at)
    })
}

/// A kept comment, and the line below it to which it belongs.
pub(super) struct OwnedComment {
    /// The index of the comment's item.
    pub(super) comment: usize,
    /// The index of the item to which it belongs.
    pub(super) owner: usize,
    /// The line of the payload that the owner becomes.
    pub(super) line: usize,
}

/// Returns the kept comments that belong to the line below them, if it is certain what becomes of that line: it occurs
/// once in the items and once in the payload, at its place or elsewhere.
pub(super) fn owners_of_comments(
    items: &[ComparedLine<'_>],
    spared: &[usize],
    payload: &[Cow<'_, str>],
) -> Vec<OwnedComment> {
    let mut found = Vec::new();
    let is_comment = |at: usize| !items[at].is_marked && !items[at].text.is_empty();
    for comment in spared.iter().copied().filter(|at| is_comment(*at)) {
        let Some(owner) = (comment + 1..items.len()).find(|at| !is_comment(*at)) else { continue };
        let own = &items[owner];
        let says_something = own.text.chars().any(char::is_alphanumeric);
        let is_told = matches!(own.fate, Fate::Goes | Fate::Stays);
        if !own.is_marked || own.line.is_none() || !is_told || !says_something {
            continue;
        }
        let is_once = items.iter().filter(|item| item.text == own.text).count() == 1;
        let mut lines = payload.iter().enumerate().filter(|(_, line)| trim(line) == own.text);
        if let (Some((line, _)), None, true) = (lines.next(), lines.next(), is_once) {
            found.push(OwnedComment { comment, owner, line });
        }
    }
    found
}

/// Returns for each item whether the preceding matched line with text is in `some`.
fn nearest_is<'i, 't: 'i>(
    items: impl Iterator<Item = (usize, &'i ComparedLine<'t>)>,
    some: &HashSet<usize>,
) -> Vec<bool> {
    let mut last = false;
    let passed = items.map(|(at, item)| {
        let answer = last;
        if item.is_marked && item.line.is_some() && !item.text.is_empty() {
            last = some.contains(&at);
        }
        answer
    });
    passed.collect()
}

/// Returns for each item whether the preceding matched line stays; for a line with text, blank lines are skipped.
fn nearest_stays<'i, 't: 'i>(
    items: impl Iterator<Item = &'i ComparedLine<'t>>,
    file: &[&str],
    start: usize,
) -> Vec<bool> {
    let (mut any, mut solid) = (false, false);
    let passed = items.map(|item| {
        let Some(line) = item.line else { return false };
        let blank = is_blank(file[line - start]);
        let answer = if blank { any } else { solid };
        if item.is_marked {
            any = item.fate == Fate::Stays;
            solid = if blank { solid } else { any };
        }
        answer
    });
    passed.collect()
}
