//! Whether a change that has no place was made before: its new lines stand where the old ones stood.
//!
//! A change leaves comments of the file where they were, and puts its lines as deep as they are meant there; so the new
//! lines are looked for at any one depth, and with comments of the file beside them and between them.
//!
//! Invariant: what is found shows that the change was made; lines that stand wherever the old ones do show nothing.

use std::ops::Range;

use super::haystack::{Alignment, Haystack, extent};
use super::marker::{MarkerMatch, shows_change};
use super::rung::{Form, MARKER_LADDER, Rung, STANDING_SHIFTED};
use super::shift::is_as_deep;
use crate::ir::Marker;
use crate::text::Buffer;
use crate::text::normal::{is_blank, only_closes, trim};

/// How lines are compared whose comments do not count.
const CODE: Rung = MARKER_LADDER[2];

/// The one place where the lines `new` stand in the stead of `old`, which are nowhere.
pub(super) fn find_made(haystack: &mut Haystack<'_, '_>, old: &[&str], new: &[&str]) -> Option<Range<usize>> {
    find_made_with(haystack, old, new, 0..new.len())
}

/// The same, where only the lines `own` of the new ones tell how deep they are: their neighbours may be cut out by
/// themselves.
fn find_made_with(
    haystack: &mut Haystack<'_, '_>,
    old: &[&str],
    new: &[&str],
    own: Range<usize>,
) -> Option<Range<usize>> {
    let (old, new): (Vec<&str>, Vec<&str>) = (trimmed(old), new.to_vec());
    if shows_change(&old, &trimmed(&new)) {
        match &haystack.find(STANDING_SHIFTED, &new)[..] {
            [] => {}
            [only] => {
                return is_as_deep(haystack.buffer, &only[own.clone()], &new[own.clone()])
                    .then(|| extent(only));
            }
            _ => return None,
        }
    }
    debug_assert_eq!(CODE.form, Form::Code);
    let [only] = &haystack.find(CODE, &new)[..] else { return None };
    let place = extent(only);
    let is_made = is_as_deep(haystack.buffer, &only[own.clone()], &new[own.clone()])
        && code_shows_change(haystack, place.start, &old, &new)
        && keeps_comments(haystack.buffer, only, &old, &new);
    is_made.then_some(place)
}

/// Where a payload stands already in the stead of a marker that is nowhere.
pub fn find_applied(
    haystack: &mut Haystack<'_, '_>,
    marker: &Marker,
    payload: &[String],
) -> Option<Range<usize>> {
    let new: Vec<&str> = payload.iter().map(String::as_str).collect();
    find_made(haystack, &of(&marker.lines.lines), &new)
}

/// Where the lines that a change leaves, between the neighbours that tell its place, stand already in the stead of the
/// lines with which the place was told; those that the change brought tell how deep it is.
pub fn find_between(
    haystack: &mut Haystack<'_, '_>,
    marker: &Marker,
    (left, brought): (&[&str], Range<usize>),
) -> Option<Range<usize>> {
    let old: Vec<&str> = marker.pattern().collect();
    let before = of(&marker.before.lines);
    let own = before.len() + brought.start..before.len() + brought.end;
    let new: Vec<&str> = [&before[..], left, &of(&marker.after.lines)[..]].concat();
    find_made_with(haystack, &old, &new, own)
}

/// The same on a stricter rung than the one on which the marker was found elsewhere, but for its comments: before the
/// change it would have been found there.
pub fn find_between_closer(
    haystack: &mut Haystack<'_, '_>,
    (marker, found): (&Marker, &MarkerMatch),
    (left, brought): (&[&str], Range<usize>),
) -> Option<Range<usize>> {
    let mut around = marker.before.lines.iter().chain(&marker.after.lines);
    if found.rung.form != Form::Code || !around.any(|line| line.contains(char::is_alphanumeric)) {
        return None;
    }
    let old: Vec<&str> = marker.pattern().collect();
    let before = of(&marker.before.lines);
    let own = before.len() + brought.start..before.len() + brought.end;
    let new: Vec<&str> = [&before[..], left, &of(&marker.after.lines)[..]].concat();
    if !shows_change(&trimmed(&old), &trimmed(&new)) {
        return None;
    }
    let stricter = MARKER_LADDER.iter().take_while(|rung| **rung != found.rung);
    let places = stricter.map(|rung| haystack.find(*rung, &new)).find(|places| !places.is_empty())?;
    let [only] = &places[..] else { return None };
    let (place, is_as_deep) = (extent(only), is_as_deep(haystack.buffer, &only[own.clone()], &new[own]));
    (is_as_deep && (place.end <= found.range.start || found.range.end <= place.start)).then_some(place)
}

/// The one place where lines stand behind one another, at any one depth.
pub fn find_whole(haystack: &mut Haystack<'_, '_>, lines: &[String]) -> Option<Range<usize>> {
    let lines = of(lines);
    if lines.iter().all(|line| only_closes(line)) {
        return None;
    }
    let found = haystack.find(STANDING_SHIFTED, &lines);
    let [only] = &found[..] else { return None };
    is_as_deep(haystack.buffer, only, &lines).then(|| extent(only))
}

fn of(lines: &[String]) -> Vec<&str> {
    lines.iter().map(String::as_str).collect()
}

fn trimmed<'l>(lines: &[&'l str]) -> Vec<&'l str> {
    lines.iter().map(|line| trim(line)).collect()
}

/// Whether the code of the new lines shows a change, their comments left aside.
fn code_shows_change(haystack: &mut Haystack<'_, '_>, place: usize, old: &[&str], new: &[&str]) -> bool {
    let [old, new] = [old, new].map(|lines| haystack.code_at(place, lines));
    let texts = |lines: &[String]| lines.iter().map(|line| trim(line).to_owned()).collect::<Vec<_>>();
    let (old, new) = (texts(&old), texts(&new));
    shows_change(&of(&old), &of(&new))
}

/// Whether each line that the change brought stands there with its own comment, or with none and one of the file behind it,
/// and each comment that it brought stands between its neighbours.
fn keeps_comments(buffer: &Buffer, alignment: &Alignment, old: &[&str], new: &[&str]) -> bool {
    // Comments that the change begins with stand above its first line of code.
    let mut next = extent(alignment).start.saturating_sub(new.len());
    let mut brought: Vec<&str> = Vec::new();
    for (line, at) in new.iter().map(|line| trim(line)).zip(alignment) {
        let is_brought = !old.contains(&line) && !is_blank(line);
        match at {
            None if is_brought => brought.push(line),
            None => {}
            Some(at) => {
                let own = buffer.line(*at);
                if is_brought && !trim(&own).starts_with(line)
                    || !stand_in(buffer, next..*at, &std::mem::take(&mut brought))
                {
                    return false;
                }
                next = at + 1;
            }
        }
    }
    stand_in(buffer, next..(next + brought.len()).min(buffer.line_count()), &brought)
}

/// Whether lines stand among some lines of the file, in order.
fn stand_in(buffer: &Buffer, mut lines: Range<usize>, wanted: &[&str]) -> bool {
    wanted.iter().all(|wanted| lines.any(|line| trim(&buffer.line(line)) == *wanted))
}
