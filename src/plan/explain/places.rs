//! The places that a refusal shows: near misses and candidates, each with what selects it.

use std::ops::Range;

use crate::diag::{FilePlace, PlaceRole};
use crate::plan::tree::document::Document;
use crate::resolve::nearby::Near;

/// The maximum size, in bytes, of a file that is parsed to name the symbols around the places of a refusal; larger
/// files would make it slow.
pub(super) const MAX_PARSE: usize = 256 << 10;

/// The maximum number of candidates that are listed.
pub(super) const MAX_CANDIDATES: usize = 20;

/// Returns a place in a file, with its first line and the symbol around it.
pub(super) fn place(
    document: &mut Document<'_>,
    path: &str,
    lines: &Range<usize>,
    role: PlaceRole,
) -> FilePlace {
    let count = document.buffer().line_count();
    let line = lines.start.min(count.saturating_sub(1));
    let text = if count == 0 { String::new() } else { document.buffer().line(line).into_owned() };
    FilePlace {
        path: path.to_owned(),
        line: line + 1,
        last_line: lines.end.max(line + 1),
        text,
        columns: Vec::new(),
        symbol: enclosing(document, line),
        label: String::new(),
        likeness: None,
        select: None,
        role,
    }
}

/// Returns the address of the symbol around a line, for files that are small enough to be parsed for a message.
pub(super) fn enclosing(document: &mut Document<'_>, line: usize) -> Option<String> {
    let language = document.comments()?;
    if document.buffer().len() > MAX_PARSE {
        return None;
    }
    let (buffer, symbols) = document.symbols(language);
    symbols.enclosing(buffer, line)
}

pub(super) fn near_place(document: &mut Document<'_>, path: &str, near: &Near) -> FilePlace {
    let line = near.difference.and_then(|(_, line)| line).unwrap_or(near.range.start);
    let mut place = place(document, path, &(line..near.range.end.max(line + 1)), PlaceRole::Nearest);
    let label = match (near.is_reordered, near.is_blanks) {
        (true, _) => "the same lines, in another order from here on",
        (_, true) => "nearest place; only white space differs, first here",
        _ => "nearest place; first difference here",
    };
    label.clone_into(&mut place.label);
    place.likeness = Some((near.likeness * 100.0).round() / 100.0);
    place
}

pub(super) fn candidate_places(
    document: &mut Document<'_>,
    path: &str,
    candidates: &[Range<usize>],
    selects: &[Option<impl ToString>],
) -> Vec<FilePlace> {
    let mut places: Vec<FilePlace> = candidates
        .iter()
        .take(MAX_CANDIDATES)
        .map(|candidate| place(document, path, candidate, PlaceRole::Candidate))
        .collect();
    for (at, place) in places.iter_mut().enumerate() {
        place.select = selects.get(at).and_then(|select| Some(select.as_ref()?.to_string()));
    }
    places
}
