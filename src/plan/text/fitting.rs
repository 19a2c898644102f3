//! What a payload and the lines beside it need so that they fit together: backslashes between joined lines, commas between the
//! members of data, the columns of recipes and further parts of statements.
//!
//! Invariant: nothing is parsed, and only lines next to the place are looked at.

use std::ops::Range;

use super::marker::find_marker;
use crate::diag::Code;
use crate::ir::{Action, Change, Indent, Locator, Marker, Operation};
use crate::plan::editing::Editing;
use crate::plan::refusal::Refusal;
use crate::plan::tree::document::Document;
use crate::resolve::bindings::is_name_char;
use crate::text::normal::{indentation, is_blank, trim, trim_end};
use crate::text::{Buffer, LastComma, LexRules, LineEdits, NewLine, joined, with_fixed_lines};

/// So far from a place nobody looks for the statement that a clause is of.
const FAR: usize = 200;

/// A payload as it fits, and lines of the file that change for it.
pub(in crate::plan) struct Fitted {
    pub(in crate::plan) payload: Vec<String>,
    /// Each with its new text.
    beside: Option<(usize, String)>,
}

impl Fitted {
    /// Adds the changes of lines beside the payload.
    pub(in crate::plan) fn change_beside(self, edits: &mut LineEdits<'_>) {
        if let Some((line, text)) = self.beside.filter(|(line, _)| !edits.removed().contains(line)) {
            edits.remove(line);
            edits.add(line, [NewLine::plain(text)]);
        }
    }

    /// The line that loses the comma behind it, without it.
    fn bare_line(&self, buffer: &Buffer) -> Option<&str> {
        let (line, text) = self.beside.as_ref()?;
        trim_end(&buffer.line(*line)).strip_suffix(',').filter(|bare| bare == text).map(|_| trim(text))
    }
}

/// The payload of a change as it fits in `gap`.
pub(in crate::plan) fn fitted(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    gap: &Range<usize>,
    payload: Vec<String>,
) -> Fitted {
    let nothing = |payload| Fitted { payload, beside: None };
    let Some(rules) = document.lexical().filter(|_| editing.indent != Indent::AsIs) else {
        return nothing(payload);
    };
    let written = editing.change.payload().map_or(&[][..], |payload| &payload.lines);
    let payload = with_fixed_lines(written, payload, rules);
    let (buffer, index) = document.lines();
    let state = index.state_before(buffer, gap.start);
    if rules.last_comma == LastComma::Never {
        let fitted = with_commas(buffer, editing.change, gap, payload);
        let bare = fitted.bare_line(buffer).map(str::to_owned);
        bare.into_iter().for_each(|bare| document.note_bare_line(bare));
        return fitted;
    }
    if let Change::Replace(_) | Change::Delete = editing.change {
        let is_code = payload.is_empty() && state.is_code();
        let beside = is_code.then(|| without_backslash(document, rules, gap)).flatten();
        return Fitted { payload, beside };
    }
    let payload = as_clause(buffer, rules, gap.start, written).unwrap_or(payload);
    if let Some(joined) = joined(buffer, gap.start, &payload, (rules, &state)) {
        return nothing(below_head(buffer, gap.start, joined));
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
        _ => nothing(payload),
    }
}

/// The line above some that go, without the backslash that joined the last of them to it: the patch brought that line in
/// front of them, and nothing is left to be joined.
fn without_backslash(
    document: &mut Document<'_>,
    rules: &LexRules,
    gone: &Range<usize>,
) -> Option<(usize, String)> {
    let (buffer, history) = document.history();
    let goes_on = |line: usize| trim_end(&buffer.line(line)).ends_with('\\');
    let (above, last) = (gone.start.checked_sub(1)?, gone.end.checked_sub(1)?);
    let is_loose = (rules.splices || rules.continues) && goes_on(above) && !goes_on(last);
    if !is_loose || history.line_brought_by(buffer, above).is_none() {
        return None;
    }
    let own = buffer.line(above);
    Some((above, trim_end(trim_end(&own).strip_suffix('\\')?).to_owned()))
}

/// The operation with its marker as the file has its lines now, where operations before have taken the commas behind them,
/// and what to say of it.
pub(in crate::plan) fn without_commas(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    marker: &Marker,
    refusal: &Refusal,
) -> Option<(Operation, String)> {
    let mut own = marker.clone();
    let mut bare = None;
    for line in [&mut own.before.lines, &mut own.lines.lines, &mut own.after.lines].into_iter().flatten() {
        let text = trim_end(line).strip_suffix(',').map(str::to_owned);
        if let Some(text) = text.filter(|text| document.has_bare_line(trim(text))) {
            bare.get_or_insert_with(|| trim(&text).to_owned());
            *line = text;
        }
    }
    let bare =
        bare.filter(|_| refusal.is_of(Code::MarkerNotFound) || refusal.is_of(Code::ContextMismatch))?;
    let action = Action::Edit {
        at: Locator::Lines(own.clone()),
        change: editing.change.clone(),
        indent: editing.indent,
    };
    let operation = Operation { action, ..editing.operation.clone() };
    let (found, _) = find_marker(document, Editing { operation: &operation, ..editing }, &own).ok()?;
    // The comma was behind just this line, which was written anew without it.
    let (buffer, history) = document.history();
    let around = found.range.start.saturating_sub(own.before.lines.len())
        ..(found.range.end + own.after.lines.len()).min(buffer.line_count());
    let mut lines = around.filter(|line| trim(&buffer.line(*line)) == bare);
    let had_comma = lines.any(|line| {
        let original = history.origin_of_line(buffer, line);
        original.is_none_or(|line| trim_end(&history.original().line(line)).ends_with(','))
    });
    had_comma
        .then(|| (operation, format!("`{bare},` is read without its comma, which went with what was below")))
}

/// Lines that begin with a further part of a statement, as deep as its first line: the nearest one that is less deep than
/// the line above the place.
fn as_clause(buffer: &Buffer, rules: &LexRules, at: usize, written: &[String]) -> Option<Vec<String>> {
    let first = written.iter().find(|line| !is_blank(line))?;
    let word = trim(first).split(|char| !is_name_char(char)).next()?;
    rules.clauses.iter().find(|clause| *clause == word)?;
    let margin = indentation(first);
    if !written.iter().all(|line| is_blank(line) || line.starts_with(margin)) {
        return None;
    }
    let mut above = (at.saturating_sub(FAR)..at).rev().filter(|line| !is_blank(&buffer.line(*line)));
    let deep = |line: usize| indentation(&buffer.line(line)).len();
    let body = above.next()?;
    let head = above.find(|line| deep(*line) < deep(body))?;
    let base = indentation(&buffer.line(head)).to_owned();
    let moved = |line: &String| match line.strip_prefix(margin).filter(|rest| !is_blank(rest)) {
        Some(rest) => base.clone() + rest,
        None => String::new(),
    };
    Some(written.iter().map(moved).collect())
}

/// Lines behind the first of several that backslashes join, as deep as the second.
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

/// Lines behind the last of several that backslashes join, as deep as the first: they are none of them.
fn behind_joined(buffer: &Buffer, rules: &LexRules, at: usize, payload: Vec<String>) -> Vec<String> {
    let joins = |line: usize| buffer.line(line).ends_with('\\');
    let Some(last) = at.checked_sub(1).filter(|last| rules.continues && !joins(*last)) else {
        return payload;
    };
    let head = (last.saturating_sub(FAR)..last).rev().take_while(|line| joins(*line)).last();
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

/// The line above a place, which ends a list that backslashes join, with one more: the lines that come are items, too.
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
    let code = above.trim_end_matches('\\');
    let blanks = if code.ends_with('\t') { "\t" } else { " " };
    are_items.then(|| (last, format!("{}{blanks}\\", trim_end(&own))))
}

/// The payload, and the line above it, with commas between members and none behind the last.
fn with_commas(buffer: &Buffer, change: &Change, gap: &Range<usize>, mut payload: Vec<String>) -> Fitted {
    let solid = |line: &usize| !is_blank(&buffer.line(*line));
    let above = (gap.start.saturating_sub(FAR)..gap.start).rev().find(solid);
    let below_at = (gap.end..buffer.line_count().min(gap.end + FAR)).find(solid);
    let below = below_at.map(|line| trim(&buffer.line(line)).to_owned());
    let begins = |line: &str| {
        line.starts_with(|sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '"' | '{' | '[' | '-'))
    };
    let ends = |line: &str| {
        line.ends_with(|sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '"' | '}' | ']'))
    };
    let closes = |line: &str| line.starts_with(['}', ']']);
    // Values that stand side by side without a comma, or around which nothing stands, are in no list.
    let is_apart = |line: &usize, next: &str| {
        let own = buffer.line(*line);
        begins(trim(&own)) && ends(trim_end(&own)) && begins(next)
    };
    let inner = || gap.clone().filter(solid).chain(below_at);
    let is_list = above.is_some()
        && below_at.is_some()
        && !above
            .into_iter()
            .chain(gap.clone().filter(solid))
            .zip(inner())
            .any(|(line, next)| is_apart(&line, trim(&buffer.line(next))));
    if !is_list {
        return Fitted { payload, beside: None };
    }
    if let (Some(last), Some(below)) = (payload.iter_mut().rfind(|line| !is_blank(line)), &below) {
        if ends(trim(last)) && begins(below) {
            last.truncate(trim_end(last).len());
            last.push(',');
        } else if trim(last).ends_with(',') && closes(below) {
            last.truncate(trim_end(last).len() - 1);
        }
    }
    let beside = above.and_then(|line| {
        let own = buffer.line(line);
        let own = trim_end(&own);
        let next = payload.iter().find(|line| !is_blank(line)).map(|line| trim(line));
        // Where the last member had a comma, the file is none that forbids it.
        let is_last = matches!(change, Change::Delete) && {
            let gone = buffer.line(gap.end.checked_sub(1)?);
            !trim_end(&gone).ends_with(',') && below.as_deref().is_some_and(closes)
        };
        match next {
            Some(next) if ends(own) && begins(next) => Some((line, format!("{own},"))),
            None if is_last => Some((line, own.strip_suffix(',')?.to_owned())),
            _ => None,
        }
    });
    Fitted { payload, beside }
}
