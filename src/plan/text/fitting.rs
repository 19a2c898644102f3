//! Adapts a payload and the lines beside it to each other: backslashes between joined lines, commas between members of
//! data, the columns of recipes, and clauses of statements.
//!
//! Invariant: nothing is parsed, and only lines next to the place are examined.

use std::collections::HashSet;
use std::ops::Range;

use super::clauses::{Clauses, WrittenDepth};
use super::commas::set_commas;
use crate::ir::{Change, Indent};
use crate::plan::editing::Editing;
use crate::plan::tree::document::Document;
use crate::text::normal::{indentation, is_blank, trim, trim_end};
use crate::text::{
    Buffer, LexRules, LineEdits, MakeContext, NewLine, with_backslashes, with_required_indentation,
};

/// The maximum number of lines that are searched for the first of several lines joined by backslashes.
const MAX_SEARCH_LINES: usize = 200;

/// An adapted payload, and the change of a line beside it.
pub(in crate::plan) struct Fitted {
    pub(in crate::plan) payload: Vec<String>,
    /// The line and its new text.
    beside: Option<(usize, String)>,
}

impl Fitted {
    /// Returns a payload that needs no changes beside it.
    const fn alone(payload: Vec<String>) -> Self {
        Self { payload, beside: None }
    }

    /// Adds the change of the line beside the payload to the edits.
    pub(in crate::plan) fn change_beside(self, edits: &mut LineEdits<'_>) {
        if let Some((line, text)) = self.beside.filter(|(line, _)| !edits.removed().contains(line)) {
            edits.remove(line);
            edits.add(line, [NewLine::plain(text)]);
        }
    }
}

/// Returns the written lines of a replacement, except that lines which the file already has at the place in their
/// settled form keep the bytes of the file. Returns `None` for other changes, and if the lines were settled as written.
fn kept_lines(
    buffer: &Buffer,
    change: &Change,
    place: &Range<usize>,
    (written, settled): (&[String], &[String]),
) -> Option<Vec<String>> {
    if !matches!(change, Change::Replace(_)) || written.len() != settled.len() || written == settled {
        return None;
    }
    let own: HashSet<_> = place.clone().map(|line| buffer.line(line)).collect();
    let lines = written.iter().zip(settled);
    Some(lines.map(|(line, out)| if own.contains(out.as_str()) { out } else { line }).cloned().collect())
}

/// Returns the lines of `fixed`, except that lines which the file has at the place in their settled form stay as
/// settled.
fn with_lines_there(
    buffer: &Buffer,
    change: &Change,
    place: &Range<usize>,
    (settled, mut fixed): (Vec<String>, Vec<String>),
) -> Vec<String> {
    if matches!(change, Change::Replace(_)) && settled.len() == fixed.len() && settled != fixed {
        let own: HashSet<_> = place.clone().map(|line| buffer.line(line)).collect();
        let kept = settled.into_iter().zip(&mut fixed).filter(|(line, _)| own.contains(line.as_str()));
        kept.for_each(|(line, out)| *out = line);
    }
    fixed
}

/// Returns the payload of a change, adapted to the gap.
pub(in crate::plan) fn fitted(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    gap: &Range<usize>,
    payload: Vec<String>,
) -> Fitted {
    let written = editing.change.payload().map_or(&[][..], |payload| &payload.lines);
    if editing.indent == Indent::AsIs {
        return Fitted::alone(payload);
    }
    let lexical = document.lexical();
    let payload = {
        let (buffer, index) = document.lines();
        let clauses = Clauses::of(lexical, index.rules().is_some());
        let placed = match editing.change {
            Change::InsertBefore(_) | Change::InsertAfter(_) => {
                let depth = WrittenDepth::of(written, &payload);
                clauses.placed(buffer, gap.start, (&payload, depth))
            }
            // Lines that the file has at the place keep their depth.
            Change::Replace(_) => clauses.inner(buffer, gap.start, &payload).filter(|moved| {
                let is_there = |line: &String| gap.clone().any(|at| buffer.line(at) == line.as_str());
                let mut moved_lines = payload.iter().zip(moved).filter(|(line, moved)| line != moved);
                !moved_lines.any(|(line, _)| is_there(line))
            }),
            Change::Delete => None,
        };
        placed.unwrap_or(payload)
    };
    let Some(rules) = lexical else { return Fitted::alone(payload) };
    let place = match rules.recipes {
        true => MakeContext::of(document.buffer(), gap.start),
        false => MakeContext::File,
    };
    let own = kept_lines(document.buffer(), editing.change, gap, (written, &payload));
    let fixed = with_required_indentation(own.as_deref().unwrap_or(written), payload.clone(), (rules, place));
    let payload = with_lines_there(document.buffer(), editing.change, gap, (payload, fixed));
    if let Change::Delete = editing.change
        && let beside @ Some(_) = unjoined(document, rules, gap)
    {
        return Fitted { payload, beside };
    }
    if rules.is_data {
        let mut payload = payload;
        let beside = set_commas(document, rules, (editing.change, gap), &mut payload);
        return Fitted { payload, beside };
    }
    let (buffer, index) = document.lines();
    let state = index.state_before(buffer, gap.start);
    if let Change::Replace(_) | Change::Delete = editing.change {
        return Fitted::alone(payload);
    }
    if let Some(joined) = with_backslashes(buffer, gap.start, &payload, (rules, &state)) {
        return Fitted::alone(below_head(buffer, gap.start, joined));
    }
    match editing.change {
        Change::InsertAfter(_) => {
            let beside = joined_item(buffer, rules, gap.start, &payload);
            let payload = match beside {
                Some(_) => payload,
                None => behind_joined(buffer, rules, gap.start, below_head(buffer, gap.start, payload)),
            };
            Fitted { payload, beside }
        }
        _ => Fitted::alone(payload),
    }
}

/// Indents lines after the first of several lines joined by backslashes like the second one.
fn below_head(buffer: &Buffer, at: usize, payload: Vec<String>) -> Vec<String> {
    let goes_on = |line: Option<usize>| line.is_some_and(|line| trim_end(&buffer.line(line)).ends_with('\\'));
    if at >= buffer.line_count() || !goes_on(at.checked_sub(1)) || goes_on(at.checked_sub(2)) {
        return payload;
    }
    let (head, below) = (buffer.line(at - 1), buffer.line(at));
    let (head, deep) = (indentation(&head), indentation(&below));
    let first = payload.iter().find(|line| !is_blank(line));
    if is_blank(&below) || deep.len() <= head.len() || first.is_none_or(|first| indentation(first) != head) {
        return payload;
    }
    let moved = |line: String| match line.strip_prefix(head) {
        Some(rest) if !is_blank(rest) => deep.to_owned() + rest,
        _ => line,
    };
    payload.into_iter().map(moved).collect()
}

/// Indents lines after the last of several lines joined by backslashes like the first one: they are not joined to them.
fn behind_joined(buffer: &Buffer, rules: &LexRules, at: usize, payload: Vec<String>) -> Vec<String> {
    let joins = |line: usize| buffer.line(line).ends_with('\\');
    let Some(last) = at.checked_sub(1).filter(|last| rules.continues && !joins(*last)) else {
        return payload;
    };
    let head = (last.saturating_sub(MAX_SEARCH_LINES)..last).rev().take_while(|line| joins(*line)).last();
    let Some(head) = head.map(|line| buffer.line(line)) else { return payload };
    let (head, deep) = (indentation(&head), buffer.line(last).into_owned());
    let deep = indentation(&deep);
    let first = payload.iter().find(|line| !is_blank(line));
    if deep.len() <= head.len() || first.is_none_or(|first| indentation(first) != deep) {
        return payload;
    }
    let moved = |line: String| match line.strip_prefix(deep) {
        Some(rest) if !is_blank(rest) => head.to_owned() + rest,
        _ => line,
    };
    payload.into_iter().map(moved).collect()
}

/// Returns the line above removed lines without its backslash, if the patch itself added that backslash: it joined the
/// line to the removed lines, and would now join it to the next line of the file.
fn unjoined(document: &mut Document<'_>, rules: &LexRules, gap: &Range<usize>) -> Option<(usize, String)> {
    let (buffer, history) = document.history();
    let last = gap.end.checked_sub(1).filter(|_| rules.continues || rules.splices)?;
    let above = gap.start.checked_sub(1)?;
    let (head, tail) = (buffer.line(above), buffer.line(last));
    let text = head.strip_suffix('\\').filter(|_| !tail.ends_with('\\'))?;
    history.line_inserted_by(buffer, above)?;
    Some((above, trim_end(text).to_owned()))
}

/// Returns the line above a place with an added backslash, if it ends a list joined by backslashes and the inserted
/// lines are more items.
fn joined_item(buffer: &Buffer, rules: &LexRules, at: usize, payload: &[String]) -> Option<(usize, String)> {
    if !rules.continues && !rules.splices {
        return None;
    }
    let last = at.checked_sub(1)?;
    let (above, own) = (buffer.line(last.checked_sub(1)?), buffer.line(last));
    if !above.ends_with('\\') || own.ends_with('\\') || payload.is_empty() {
        return None;
    }
    let is_word = |text: &str| {
        !text.is_empty() && !text.contains([' ', '\t', '=', ':', ';', '(', '#', '|', '&', '>', '<'])
    };
    let is_option = |text: &str| text.starts_with('-') && !text.contains(['#', ';', '|', '&', '>', '<']);
    let item = |line: &str| trim(trim(line).trim_end_matches('\\')).to_owned();
    let are = |is: &dyn Fn(&str) -> bool| is(&item(&own)) && payload.iter().all(|line| is(&item(line)));
    let is_list = is_word(&item(&above)) || above.contains('=');
    let are_items = rules.recipes && is_list && are(&is_word) || are(&is_option);
    // A line that begins with such an operator cannot be alone.
    let goes_on = |line: &String| ["&&", "||", "| "].iter().any(|sign| trim(line).starts_with(sign));
    let (last_line, others) = payload.split_last()?;
    let joins_itself = others.iter().all(|line| trim_end(line).ends_with('\\')) && !is_blank(last_line);
    let are_items = are_items || rules.continues && joins_itself && goes_on(&payload[0]);
    let code = above.trim_end_matches('\\');
    let blanks = if code.ends_with('\t') { "\t" } else { " " };
    are_items.then(|| (last, format!("{}{blanks}\\", trim_end(&own))))
}
