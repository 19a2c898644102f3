//! Applies an edit of whole lines that a marker finds.

use std::ops::Range;

use super::already_inserted::{DepthRule, NewSide, insertions, refuse_repeated};
use super::belonging::{attached_lines_above, gap_beside, put_above_lead_in, put_into_body, replaced_docs};
use super::elided::{Replaces, check_marker, check_payload};
use super::fitting::fitted;
use super::inside_statement::{leave_stars, missing_comma, refuse_inside_statement};
use super::look_alikes::{make_plain, plain_in_file};
use super::marker::{find_marker, with_file_indentation, without_mark};
use super::neighbours::{drop_repeated_neighbors, insertion_as_replacement};
use super::odd_depth::{level_odd_depths, raise_lost_lines};
use super::parted::{places_beside, refuse_parted};
use super::stale_quotes;
use crate::ir::{Action, Change, Indent, Locator, Marker, RepeatedLines};
use crate::plan::blanks::gap::gap_of_text;
use crate::plan::blanks::prose;
use crate::plan::done::{EditOutcome, Warning};
use crate::plan::editing::Editing;
use crate::plan::explain::{self, MarkerSearch};
use crate::plan::refusal::Refusal;
use crate::plan::tree::document::Document;
use crate::resolve::lines::{
    LinesProblem, MarkerMatch, PayloadPlace, PayloadSide, find_around, replace_marked,
};
use crate::text::normal::LookAlikes;
use crate::text::{FinalNewline, LineEdits, NewLine};

/// The lines that a marker found.
struct MarkedPlace<'m> {
    marker: &'m Marker,
    found: MarkerMatch,
    /// The lines in which the marker was searched for.
    within: Range<usize>,
}

/// The lines that an edit brings to its place.
struct BroughtLines {
    lines: Vec<String>,
    /// The lines without what was adapted to the place, such as an added comma, if they differ: the file may have these.
    bare: Option<Vec<String>>,
}

/// Applies an edit at the lines of a marker.
pub(in crate::plan) fn at_marker(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    marker: &Marker,
) -> Result<EditOutcome, Refusal> {
    if let Some((marker, change)) = without_mark(document, marker, editing.change) {
        return at_marker(document, Editing { change: &change, ..editing }, &marker);
    }
    check_marker(document, editing, marker)?;
    let (found, within) = match find_marker(document, editing, marker) {
        Ok(found) => found,
        Err(refusal) => return at_overtaken(document, editing, marker, refusal),
    };
    if let Some(change) = insertion_as_replacement(editing, marker) {
        let mut done = at_marker(document, Editing { change: &change, ..editing }, marker)?;
        done.warnings.push(explain::left_out_there(&found.range, "`options: {repeat: true}`"));
        return Ok(done);
    }
    check_payload(document, editing, &Replaces::of(editing.change, &found.range), &marker.lines.lines)?;
    let gap = match editing.indent {
        Indent::AsIs => gap_line(editing.change, &found.range).map_or(found.range.clone(), |at| at..at),
        Indent::FromPlace => gap_beside(document, editing, (&found.range, &found.free)),
    };
    MarkedPlace { marker, found, within }.change(document, editing, &gap)
}

impl MarkedPlace<'_> {
    /// Makes the change; `gap` is where lines go that are inserted, or the lines of the marker.
    fn change(
        self,
        document: &mut Document<'_>,
        editing: Editing<'_>,
        gap: &Range<usize>,
    ) -> Result<EditOutcome, Refusal> {
        let Self { marker, found, .. } = &self;
        let payload = self.payload_at_depth(document, editing, gap)?;
        refuse_inside_statement(document, editing, (marker, found), gap.start)?;
        let bare = payload.clone();
        let mut fitting = fitted(document, editing, gap, payload);
        let lines = std::mem::take(&mut fitting.payload);
        let brought = BroughtLines { bare: Some(bare).filter(|bare| *bare != lines), lines };
        let unparted = missing_comma(document, editing, gap, &brought.lines);
        let mut edits = self.edited_lines(document, editing, gap, &brought)?;
        let (buffer, index) = document.lines();
        let end = found.keep_comments_whole(buffer, index, &mut edits);
        let end = end.map_err(|problem| self.refusal(document, editing, problem))?;
        let whole = found.range.start..end.map_or(found.range.end, |end| end.max(found.range.end));
        if editing.indent != Indent::AsIs {
            leave_stars(document, &found.range, &mut edits);
        }
        let made_plain = make_plain(&mut edits, self.plain_in_file(document));
        let docs = match editing.indent {
            Indent::AsIs => 0..0,
            Indent::FromPlace => keep_together(document, editing, (&found.range, &found.free), &mut edits)?,
        };
        let mut orphans = 0..0;
        if brought.lines.is_empty() && removes_all(&edits, &found.range) {
            orphans = attached_lines_above(document, editing, &found.range);
            orphans.clone().for_each(|line| edits.remove(line));
            let gone = orphans.start..whole.end;
            gap_of_text(document, &editing.operation.path, &gone).for_each(|line| edits.remove(line));
        }
        if editing.indent == Indent::FromPlace {
            raise_lost_lines(document, &mut edits);
        }
        self.refuse_made_before(document, editing, gap, (&brought, &edits))?;
        let there = leave_out_there(document, editing, gap, &mut edits);
        let (buffer, index) = document.lines();
        let unnamed = found.unnamed(buffer, index, marker, &edits);
        let told = explain::unnamed(&unnamed).map(|warning| warning.at(marker.lines.place));
        let mut warnings: Vec<Warning> =
            told.into_iter().chain(there).chain(unparted).chain(made_plain).collect();
        fitting.change_beside(&mut edits);
        if !docs.is_empty() {
            warnings.push(explain::replaced_docs(&docs));
        }
        if !orphans.is_empty() {
            warnings.push(explain::orphans(document.buffer(), &orphans));
        }
        warnings.extend(self.depth_warnings(document, editing, (&brought, &mut edits)));
        match editing.change {
            Change::InsertBefore(_) => edits.end_like_next(document.buffer(), gap.start),
            Change::Replace(_) if marker.before.lines.is_empty() => {
                edits.end_like_next(document.buffer(), found.range.start);
            }
            Change::Replace(_) | Change::InsertAfter(_) | Change::Delete => {}
        }
        document.apply(edits.into_edits(document.buffer(), FinalNewline::Keep));
        Ok(EditOutcome {
            lines: Some(self.found.range),
            matched: Some(self.found.rung.name.to_owned()),
            warnings,
            ..EditOutcome::default()
        })
    }

    /// Returns the refusal that explains a problem with the lines of the marker.
    fn refusal(&self, document: &mut Document<'_>, editing: Editing<'_>, problem: LinesProblem) -> Refusal {
        let search = MarkerSearch { operation: editing.operation, marker: self.marker, within: &self.within };
        explain::marker(document, search, problem)
    }

    /// Returns the lines of the payload at the depth of their place; in prose, with the blank lines that set them apart.
    fn payload_at_depth(
        &self,
        document: &mut Document<'_>,
        editing: Editing<'_>,
        gap: &Range<usize>,
    ) -> Result<Vec<String>, Refusal> {
        let side = match editing.change {
            Change::InsertBefore(_) => PayloadSide::Before,
            Change::InsertAfter(_) => PayloadSide::After,
            Change::Replace(_) | Change::Delete => PayloadSide::Replace,
        };
        let at = PayloadPlace { marker: self.marker, found: &self.found, side, gap: gap.clone() };
        let payload = match editing.change.payload() {
            Some(payload) => {
                let lines = with_file_indentation(document, &at, payload, editing.indent)
                    .map_err(|problem| self.refusal(document, editing, problem))?;
                match editing.indent {
                    Indent::AsIs => lines,
                    Indent::FromPlace => {
                        self.found.as_spelled_in_file(document.buffer(), self.marker, (payload, lines))
                    }
                }
            }
            None => Vec::new(),
        };
        let is_prose = prose::is_markdown(&editing.operation.path);
        Ok(match Some(gap.start).filter(|_| gap.is_empty()) {
            Some(at) if editing.indent != Indent::AsIs && is_prose => {
                prose::set_apart(document.buffer(), at, payload)
            }
            Some(at) if editing.indent != Indent::AsIs && document.lexical().is_none() => {
                prose::set_entry_apart(document.buffer(), at, payload)
            }
            _ => payload,
        })
    }

    /// Returns the lines that the change adds and removes.
    fn edited_lines<'b>(
        &self,
        document: &mut Document<'_>,
        editing: Editing<'_>,
        gap: &Range<usize>,
        brought: &'b BroughtLines,
    ) -> Result<LineEdits<'b>, Refusal> {
        let mut edits = LineEdits::default();
        match editing.change {
            Change::InsertBefore(_) | Change::InsertAfter(_) => {
                edits.add(gap.start, brought.lines.iter().map(NewLine::plain));
            }
            Change::Delete => self.found.range.clone().for_each(|line| edits.remove(line)),
            Change::Replace(written) => {
                let mut haystack = document.haystack(self.within.clone());
                let around = match editing.operation.if_already_made.lines {
                    RepeatedLines::Refuse => {
                        [Some(&brought.lines), brought.bare.as_ref()].into_iter().flatten().find_map(|own| {
                            find_around(&mut haystack, self.marker, &self.found, (own, &written.lines))
                        })
                    }
                    RepeatedLines::Insert => None,
                };
                if let Some(at) = around {
                    return Err(explain::repeated_lines(document, editing.operation, &at));
                }
                let lines = (&brought.lines[..], &written.lines[..]);
                let replaced = replace_marked(&mut haystack, self.marker, &self.found, lines);
                return replaced.map_err(|problem| self.refusal(document, editing, problem));
            }
        }
        Ok(edits)
    }

    /// Returns the look-alikes of plain characters that the lines which the marker quotes have in the file.
    fn plain_in_file(&self, document: &Document<'_>) -> LookAlikes {
        let Marker { before, lines, after, .. } = self.marker;
        let found = &self.found.range;
        let end = document.buffer().line_count().min(found.end + after.lines.len());
        let shown = found.start.saturating_sub(before.lines.len())..end;
        let old = [&before.lines, &lines.lines, &after.lines];
        plain_in_file(document, &shown, old.into_iter().flatten().map(String::as_str))
    }

    /// Refuses lines that are at their place already.
    fn refuse_made_before(
        &self,
        document: &mut Document<'_>,
        editing: Editing<'_>,
        gap: &Range<usize>,
        (brought, edits): (&BroughtLines, &LineEdits<'_>),
    ) -> Result<(), Refusal> {
        let Self { marker, found, .. } = self;
        let depth =
            if found.is_shifted(document.buffer(), marker) { DepthRule::Any } else { DepthRule::Same };
        let (before, after) = match editing.change {
            Change::InsertBefore(_) => (&[][..], &marker.lines.lines[..]),
            Change::InsertAfter(_) => (&marker.lines.lines[..], &[][..]),
            Change::Replace(_) | Change::Delete => (&[][..], &[][..]),
        };
        let mut refuse = |payload: &[String], edits: &LineEdits<'_>| {
            let lines = before.iter().chain(payload).chain(after).map(String::as_str).collect();
            let new_side = NewSide {
                lines,
                matched: found.range.clone(),
                gap: gap.clone(),
                rung: found.rung.name,
                edits,
            };
            let come = insertions(document.buffer(), edits);
            refuse_repeated(document, editing.operation, come, (depth, Some(&new_side)))
        };
        refuse(&brought.lines, edits)?;
        if let (Some(bare), Change::InsertBefore(_) | Change::InsertAfter(_)) =
            (&brought.bare, editing.change)
        {
            let mut edits = LineEdits::default();
            edits.add(gap.start, bare.iter().map(NewLine::plain));
            refuse(bare, &edits)?;
        }
        Ok(())
    }

    /// Puts lines at a depth that the file has, and returns the warnings about depths.
    fn depth_warnings(
        &self,
        document: &mut Document<'_>,
        editing: Editing<'_>,
        (brought, edits): (&BroughtLines, &mut LineEdits<'_>),
    ) -> Vec<Warning> {
        match (editing.change.payload(), editing.indent) {
            (Some(payload), Indent::FromPlace) => {
                let leveled = level_odd_depths(document, edits);
                leveled.into_iter().map(|warning| warning.at(payload.place)).collect()
            }
            (_, Indent::AsIs)
                if !brought.lines.is_empty() && !self.found.is_as_deep(document.buffer(), self.marker) =>
            {
                vec![explain::other_depth()]
            }
            _ => Vec::new(),
        }
    }
}

/// Places the edits of the lines `named` so that what belongs together stays so; returns the lines of documentation that
/// the payload replaces.
fn keep_together(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    (named, free): (&Range<usize>, &Range<usize>),
    edits: &mut LineEdits<'_>,
) -> Result<Range<usize>, Refusal> {
    let replaced = replaced_docs(document, editing, (named.start, free.start));
    replaced.all.clone().for_each(|line| edits.remove(line));
    if let (Change::Replace(_), true) = (editing.change, replaced.all.is_empty()) {
        put_above_lead_in(document, (named, free), edits);
        put_into_body(document, (named, free), edits);
    }
    let places = places_beside(Some(editing.change), named, edits);
    refuse_parted(document, editing.operation.path.as_str(), (&places, edits))?;
    Ok(replaced.docs)
}

/// Drops lines of the payload that only repeat lines which the file already has next to the change.
fn leave_out_there(
    document: &Document<'_>,
    editing: Editing<'_>,
    gap: &Range<usize>,
    edits: &mut LineEdits<'_>,
) -> Vec<Warning> {
    let is_asked_for =
        editing.operation.if_already_made.lines == RepeatedLines::Insert || editing.indent == Indent::AsIs;
    if is_asked_for {
        return Vec::new();
    }
    let found = drop_repeated_neighbors((document.buffer(), document.lexical()), gap, edits);
    found.iter().map(|lines| explain::left_out_there(lines, "`options: {repeat: true}`")).collect()
}

/// Retries a marker that was not found, with the new names of what it quotes, if earlier operations renamed it.
fn at_overtaken(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    marker: &Marker,
    refusal: Refusal,
) -> Result<EditOutcome, Refusal> {
    let Some((operation, told)) = stale_quotes::with_current_text(document, editing, marker, &refusal) else {
        return Err(refusal);
    };
    let Action::Edit { at: Locator::Lines(marker), change, indent } = &operation.action else {
        return Err(refusal);
    };
    let mut done =
        at_marker(document, Editing { operation: &operation, change, indent: *indent, ..editing }, marker)?;
    done.warnings.push(Warning::ChosenPlace(told));
    Ok(done)
}

/// Returns whether the edits remove every line of `lines`.
fn removes_all(edits: &LineEdits<'_>, lines: &Range<usize>) -> bool {
    let mut removed = edits.removed().to_vec();
    removed.sort_unstable();
    removed.dedup();
    let first = removed.partition_point(|line| *line < lines.start);
    removed.get(first..).is_some_and(|rest| rest.iter().copied().take(lines.len()).eq(lines.clone()))
}

/// Returns the line before which a change inserts lines.
const fn gap_line(change: &Change, place: &Range<usize>) -> Option<usize> {
    match change {
        Change::InsertBefore(_) => Some(place.start),
        Change::InsertAfter(_) => Some(place.end),
        Change::Replace(_) | Change::Delete => None,
    }
}
