//! Detects that a change whose old lines are not found was already applied: the file has its new lines instead.
//!
//! A change leaves comments of the file in place, and writes its lines at the depth of the file; so the new lines are
//! searched for at any uniform depth, with comments of the file next to them and between them.
//!
//! Invariant: a result is evidence of the change; lines that also occur wherever the old lines do are not evidence.

use std::ops::Range;

use super::haystack::{Alignment, Haystack, extent};
use super::marker::{MarkerMatch, shows_change};
use super::rung::{AS_APPLIED_SHIFTED, Form, MARKER_LADDER, Rung};
use super::shift::is_as_deep;
use crate::ir::Marker;
use crate::text::Buffer;
use crate::text::normal::{is_blank, is_closing_line, trim};

/// The rung on which comments are ignored.
const CODE: Rung = MARKER_LADDER[2];

/// Returns the only place of the lines `new`, which replaced `old`; the lines `old` occur nowhere.
pub(super) fn find_applied_change(
    haystack: &mut Haystack<'_, '_>,
    old: &[&str],
    new: &[&str],
) -> Option<Range<usize>> {
    find_applied_change_within(haystack, old, new, 0..new.len())
}

/// Like [`find_applied_change`], but only the lines `own` of the new lines determine the depth: their neighbors may
/// have lost their indentation separately.
fn find_applied_change_within(
    haystack: &mut Haystack<'_, '_>,
    old: &[&str],
    new: &[&str],
    own: Range<usize>,
) -> Option<Range<usize>> {
    let (old, new): (Vec<&str>, Vec<&str>) = (trimmed(old), new.to_vec());
    if shows_change(&old, &trimmed(&new)) {
        match &haystack.find(AS_APPLIED_SHIFTED, &new)[..] {
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

/// Returns the place where a payload has already replaced a marker, which occurs nowhere.
pub fn find_applied(
    haystack: &mut Haystack<'_, '_>,
    marker: &Marker,
    payload: &[String],
) -> Option<Range<usize>> {
    let new: Vec<&str> = payload.iter().map(String::as_str).collect();
    find_applied_change(haystack, &of(&marker.lines.lines), &new)
}

/// Returns the place where the lines that remain after a change, between the neighbors that identify its place, have
/// already replaced the old lines; the lines that the change added determine the depth.
pub fn find_between(
    haystack: &mut Haystack<'_, '_>,
    marker: &Marker,
    (left, brought): (&[&str], Range<usize>),
) -> Option<Range<usize>> {
    let old: Vec<&str> = marker.pattern().collect();
    let before = of(&marker.before.lines);
    let own = before.len() + brought.start..before.len() + brought.end;
    let new: Vec<&str> = [&before[..], left, &of(&marker.after.lines)[..]].concat();
    find_applied_change_within(haystack, &old, &new, own)
}

/// Like [`find_between`], but on a stricter rung than the one on which the marker was found elsewhere with other
/// comments: before the change, the marker would have been found at this place.
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

/// Returns the only place where the lines follow one another, at any uniform depth.
pub fn find_whole(haystack: &mut Haystack<'_, '_>, lines: &[String]) -> Option<Range<usize>> {
    let lines = of(lines);
    if lines.iter().all(|line| is_closing_line(line)) {
        return None;
    }
    let found = haystack.find(AS_APPLIED_SHIFTED, &lines);
    let [only] = &found[..] else { return None };
    is_as_deep(haystack.buffer, only, &lines).then(|| extent(only))
}

fn of(lines: &[String]) -> Vec<&str> {
    lines.iter().map(String::as_str).collect()
}

fn trimmed<'l>(lines: &[&'l str]) -> Vec<&'l str> {
    lines.iter().map(|line| trim(line)).collect()
}

/// Returns whether the new lines show a change if comments are ignored.
fn code_shows_change(haystack: &mut Haystack<'_, '_>, place: usize, old: &[&str], new: &[&str]) -> bool {
    let [old, new] = [old, new].map(|lines| haystack.code_at(place, lines));
    let texts = |lines: &[String]| lines.iter().map(|line| trim(line).to_owned()).collect::<Vec<_>>();
    let (old, new) = (texts(&old), texts(&new));
    shows_change(&of(&old), &of(&new))
}

/// Returns whether each line that the change added has its own comment in the file, or has none and is followed by a
/// comment of the file, and each comment that the change added is between its neighbors.
fn keeps_comments(buffer: &Buffer, alignment: &Alignment, old: &[&str], new: &[&str]) -> bool {
    // Comments with which the change begins are above its first line of code.
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

/// Returns whether the lines occur in a range of the file, in order.
fn stand_in(buffer: &Buffer, mut lines: Range<usize>, wanted: &[&str]) -> bool {
    wanted.iter().all(|wanted| lines.any(|line| trim(&buffer.line(line)) == *wanted))
}
