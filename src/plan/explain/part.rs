//! Handles markers that are only part of their line.

use super::search::MarkerSearch;
use crate::ir::{
    Action, Bounds, Change, Count, FileSet, Fragment, Locator, PatternSyntax, Region, Substitution,
};
use crate::plan::correction::Correction;
use crate::plan::tree::document::Document;
use crate::resolve::nearby::Near;
use crate::text::normal::{is_blank, trim};

/// The name of the operation that replaces parts of lines.
const OPERATION: &str = "substitute";

/// Returns whether a marker of one line is contained in a line of the file.
pub(super) fn is_part(marker: &[String], line: &str) -> bool {
    only_line(marker).is_some_and(|only| line.contains(only))
}

/// Returns the only non-blank line of a text, trimmed.
fn only_line(lines: &[String]) -> Option<&str> {
    let mut solid = lines.iter().filter(|line| !is_blank(line));
    match (solid.next(), solid.next()) {
        (Some(only), None) => Some(trim(only)),
        _ => None,
    }
}

/// Returns the operation as a `substitute`, if its marker is part of a line, that part occurs once where the marker is
/// searched for, and the payload is a similar part.
pub(super) fn substituted(
    document: &Document<'_>,
    search: MarkerSearch<'_>,
    near: &Near,
) -> Option<Correction> {
    let Action::Edit { at: Locator::Lines(_), change, .. } = &search.operation.action else { return None };
    let find = only_line(&search.marker.lines.lines)?;
    let buffer = document.buffer();
    let line = buffer.line(near.range.start).into_owned();
    let replace = match change {
        Change::Replace(payload) => only_line(&payload.lines)?,
        Change::Delete => "",
        Change::InsertBefore(_) | Change::InsertAfter(_) => return None,
    };
    let count: usize = search.within.clone().map(|line| buffer.line(line).matches(find).count()).sum();
    let is_bare = search.marker.before.lines.is_empty() && search.marker.after.lines.is_empty();
    if count != 1 || !is_bare || !is_alike(find, replace, &line) {
        return None;
    }
    let text = |text: &str| Fragment {
        lines: if text.is_empty() { Vec::new() } else { vec![text.to_owned()] },
        ..Fragment::default()
    };
    let mut corrected = search.operation.clone();
    OPERATION.clone_into(&mut corrected.origin.name);
    corrected.if_already_made = crate::ir::IfAlreadyMade::default();
    corrected.action = Action::Substitute(Substitution {
        find: text(find),
        replace: text(replace),
        files: FileSet::Named,
        count: Count::Exactly(1),
        syntax: PatternSyntax::Literal,
        bounds: Bounds::Any,
        region: Region::Anywhere,
        scope: search.marker.scope.clone(),
    });
    Some(Correction::Operation(Box::new(corrected)))
}

/// Returns whether a payload is the same part of a line as the marker and not the whole line: it does not repeat what
/// precedes or follows the marker on its line.
fn is_alike(find: &str, replace: &str, line: &str) -> bool {
    let line = trim(line);
    let Some(at) = line.find(find) else { return false };
    let (before, behind) = (trim(&line[..at]), trim(&line[at + find.len()..]));
    if replace.is_empty() {
        // A deletion may just as well mean the whole line.
        return false;
    }
    let repeats_before = !before.is_empty() && replace.starts_with(before);
    let tail = behind.trim_end_matches([';', ',']);
    let last = tail.chars().next_back();
    let open = |text: &str| {
        text.matches(['(', '[', '{']).count() as i32 - text.matches([')', ']', '}']).count() as i32
    };
    // A terminator alone counts, too: with it, the payload is the whole line.
    let repeats_tail = !tail.is_empty() && replace.ends_with(tail);
    let repeats_end = !behind.is_empty() && replace.ends_with(behind) && !find.ends_with(behind);
    let repeats_behind = repeats_tail || repeats_end;
    let closes = open(replace) != open(find)
        && last.is_some_and(|last| replace.trim_end_matches([';', ',']).ends_with(last));
    !repeats_before && !repeats_behind && !closes && open(replace) == open(find)
}
