//! A context line with a wrong indentation: one line of a marker that the payload repeats, while all other lines are
//! shifted by one amount.
//!
//! The writer made the same mistake in both texts. The line keeps the bytes of the file, and is not evidence for other
//! lines.

use super::facts::{PayloadPlace, PayloadSide};
use crate::ir::{Marker, Payload};
use crate::resolve::lines::index::LineIndex;
use crate::text::Buffer;
use crate::text::normal::{indentation, is_blank, trim};

/// The minimum number of other lines that must agree.
const LEAST: usize = 2;

/// A line of the marker that the file contains.
struct SlippedLine {
    at: usize,
    /// The indentation of the line in the file.
    file: String,
    /// The number of columns by which the line is deeper in the file.
    shift: isize,
}

/// Returns marker and payload with the wrongly indented line at the depth that the others imply; `None` if there is no
/// such line.
pub(super) fn without_slip(
    buffer: &Buffer,
    index: &mut LineIndex<'_>,
    at: &PayloadPlace<'_>,
    payload: &Payload,
) -> Option<(Marker, Payload)> {
    let own = &at.marker.lines;
    let cut = |margin: Option<crate::ir::BlockMargin>| margin.map(|margin| margin.cut);
    if own.lines.len() <= LEAST || cut(own.margin) != cut(payload.margin) {
        return None;
    }
    let lines = own_lines(buffer, index, at)?;
    let (slipped, shift) = wrongly_indented_line(&lines)?;
    let text = &own.lines[slipped.at];
    let depth = usize::try_from(slipped.file.len() as isize - shift).ok()?;
    if !text.contains(char::is_alphanumeric) || own.lines.iter().filter(|line| *line == text).count() > 1 {
        return None;
    }
    let with = if shift == 0 { slipped.file.clone() } else { " ".repeat(depth) };
    let mended = format!("{with}{}", &text[indentation(text).len()..]);
    let mut marker = at.marker.clone();
    marker.lines.lines[slipped.at].clone_from(&mended);
    let mut payload = payload.clone();
    let mut places = (0..payload.lines.len()).filter(|place| payload.lines[*place] == *text);
    match (at.side, places.next(), places.next()) {
        (PayloadSide::Replace, Some(place), None) if !has_like_it(&payload.lines, place, &own.lines) => {
            payload.lines[place] = mended;
        }
        (PayloadSide::Before | PayloadSide::After, None, None) => {}
        _ => return None,
    }
    Some((marker, payload))
}

/// Returns the lines of the marker that the file contains, without lines within strings; `None` if tabs and spaces are
/// mixed, or if all lines lost their indentation.
fn own_lines(buffer: &Buffer, index: &mut LineIndex<'_>, at: &PayloadPlace<'_>) -> Option<Vec<SlippedLine>> {
    let placed = at.marker.lines.lines.iter().zip(&at.found.alignment).enumerate();
    let solid = placed.filter(|(_, (line, _))| !is_blank(line));
    let lines: Vec<(SlippedLine, &str)> = solid
        .filter_map(|(at, (text, line))| {
            let line = line.filter(|line| index.state_before(buffer, *line).is_code())?;
            let file = indentation(&buffer.line(line)).to_owned();
            let patch = indentation(text);
            let shift = file.len() as isize - patch.len() as isize;
            Some((SlippedLine { at, file, shift }, patch))
        })
        .collect();
    let mut all = lines.iter().flat_map(|(own, patch)| own.file.bytes().chain(patch.bytes()));
    let first = all.next()?;
    let is_one = all.all(|byte| byte == first);
    let is_flat = lines.windows(2).all(|pair| pair[0].1.len() == pair[1].1.len());
    (is_one && !is_flat).then(|| lines.into_iter().map(|(own, _)| own).collect())
}

/// Returns the only line whose shift differs from that of all others, and their shift.
fn wrongly_indented_line(lines: &[SlippedLine]) -> Option<(&SlippedLine, isize)> {
    let [first, second, third, ..] = lines else { return None };
    let shift = if first.shift == third.shift { first.shift } else { second.shift };
    // Lines in the same order of depth as in the file are indented with steps of another width.
    let mut depths: Vec<(isize, usize)> =
        lines.iter().map(|own| (own.file.len() as isize - own.shift, own.file.len())).collect();
    depths.sort_unstable();
    depths.dedup();
    if depths.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1) {
        return None;
    }
    let mut odd = lines.iter().filter(|own| own.shift != shift);
    match (odd.next(), odd.next()) {
        (Some(own), None) if lines.len() > LEAST => Some((own, shift)),
        _ => None,
    }
}

/// Returns whether a new line next to a line of the payload is in the same column: the two may be meant to be equally
/// deep.
fn has_like_it(payload: &[String], place: usize, marker: &[String]) -> bool {
    let above = payload[..place].iter().rev().find(|line| !is_blank(line));
    let below = payload[place + 1..].iter().find(|line| !is_blank(line));
    let comes = |line: &&String| !marker.iter().any(|own| trim(own) == trim(line));
    let is_like = |line: &String| indentation(line) == indentation(&payload[place]);
    [above, below].into_iter().flatten().filter(comes).any(is_like)
}
