//! Context at a depth of its own: one line of a marker that the payload repeats, where all others are moved by one amount.
//!
//! Its writer slipped, in both texts alike. It keeps the bytes of the file, and tells nothing of any other line.

use super::facts::{PayloadPlace, PayloadSide};
use crate::ir::{Marker, Payload};
use crate::resolve::lines::index::LineIndex;
use crate::text::Buffer;
use crate::text::normal::{indentation, is_blank, trim};

/// So many other lines must agree.
const LEAST: usize = 2;

/// A line of the marker that the file has.
struct SlippedLine {
    at: usize,
    /// Its indentation in the file.
    file: String,
    /// By how many columns it is deeper there.
    shift: isize,
}

/// Marker and payload with such a line as deep as the others show it; `None` where there is none.
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
    let (slipped, shift) = odd_one(&lines)?;
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
        (PayloadSide::Instead, Some(place), None) if !has_like_it(&payload.lines, place, &own.lines) => {
            payload.lines[place] = mended;
        }
        (PayloadSide::Before | PayloadSide::After, None, None) => {}
        _ => return None,
    }
    Some((marker, payload))
}

/// The lines of the marker that the file has, without those of strings; `None` if tabs and blanks are mixed, or all lost their
/// indentation.
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

/// The line whose shift alone differs from that of all others, and theirs.
fn odd_one(lines: &[SlippedLine]) -> Option<(&SlippedLine, isize)> {
    let [first, second, third, ..] = lines else { return None };
    let shift = if first.shift == third.shift { first.shift } else { second.shift };
    // Lines that are as deep to each other as in the file are in steps of another width.
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

/// Whether a line that comes beside one of a payload is in the column of that: it may be meant beside it.
fn has_like_it(payload: &[String], place: usize, marker: &[String]) -> bool {
    let above = payload[..place].iter().rev().find(|line| !is_blank(line));
    let below = payload[place + 1..].iter().find(|line| !is_blank(line));
    let comes = |line: &&String| !marker.iter().any(|own| trim(own) == trim(line));
    let is_like = |line: &String| indentation(line) == indentation(&payload[place]);
    [above, below].into_iter().flatten().filter(comes).any(is_like)
}
