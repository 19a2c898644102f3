//! Finds the lead-in of a definition: the comments, decorators and attributes above it that belong to it.

use std::ops::Range;

use crate::lang::Role;
use crate::text::Buffer;

use super::banner::banner_end;
use super::comment::{
    LeadIn, LeadInKind, comment_ending_at, comment_sort, is_one_comment, line_text_end, name_of,
};
use super::file_header::header_end;
use super::separated_docs::{SeparatedDoc, separated_doc};
use crate::resolve::symbol::outline::items::{CurrentItem, FILE, ItemId, Outline};
use crate::resolve::symbol::outline::outlined::Outlined;
use crate::text::normal::is_blank;

/// Returns the first line of an item, including the comments and attributes above it.
pub(in crate::resolve::symbol) fn first_line_with_lead_in(file: Outlined<'_>, item: ItemId) -> usize {
    let units = lead_in_units(file, item);
    file.buffer.line_of(units.first().map_or(file.outline.item(item).range.start, |unit| unit.range.start))
}

/// Returns the comments and attributes above an item that belong to it, each on lines of its own: attributes, comments
/// without a blank line between, and documentation above a blank line.
pub(in crate::resolve::symbol) fn lead_in_units(file: Outlined<'_>, item: ItemId) -> Vec<LeadIn> {
    let (mut units, parted) = directly_above(file, item);
    if let Some(SeparatedDoc { unit, is_own: true }) = parted {
        units.insert(0, unit);
    }
    units
}

/// Returns the lines of documentation above an item and a blank line, if it is not certain that it belongs to the item.
pub(in crate::resolve::symbol) fn doubtful_doc(file: Outlined<'_>, id: ItemId) -> Option<Range<usize>> {
    let (_, parted) = directly_above(file, file.outline.outermost(id));
    let range = parted.filter(|parted| !parted.is_own)?.unit.range;
    Some(file.buffer.line_of(range.start)..file.buffer.line_of(range.end) + 1)
}

/// Returns the comments and attributes directly above an item, each on lines of its own, and documentation above a
/// blank line if there is no comment among them.
fn directly_above(file: Outlined<'_>, item: ItemId) -> (Vec<LeadIn>, Option<SeparatedDoc>) {
    let mut start = file.outline.item(item).range.start;
    let mut units = Vec::new();
    let (siblings, at) = file.outline.siblings(item);
    let mut earlier = siblings[..at].iter().rev().map(|id| file.outline.item(*id)).peekable();
    while let Some(attribute) = earlier.next_if(|one| is_attribute_before(one, start, file.buffer)) {
        start = attribute.range.start;
        units.push(LeadIn { kind: LeadInKind::Attribute, range: attribute.range.clone() });
    }
    let mut line = file.buffer.line_of(start);
    let before = file.buffer.slice(file.buffer.line_start(line)..start).into_owned();
    if !before.trim().is_empty() {
        // A comment at the start of the declaration's line belongs to it.
        if !units.is_empty() || !is_one_comment(before.trim(), file.manifest()) {
            units.reverse();
            return (units, None);
        }
        let from = file.buffer.line_start(line) + (before.len() - before.trim_start().len());
        units.push(LeadIn { kind: LeadInKind::Comment, range: from..from + before.trim().len() });
    }
    let top = first_free_line(file, item);
    let bound = first_bound_line(file, item, line);
    while line > top {
        // Skips siblings that begin below.
        let line_start = file.buffer.line_start(line);
        while earlier.next_if(|sibling| sibling.range.start >= line_start).is_some() {}
        let above = line - 1;
        if above > bound && is_blank(&file.buffer.line(above)) {
            line = above;
            continue;
        }
        // A comment after an attribute is part of its line.
        while earlier.next_if(|sibling| is_comment_behind_text(sibling, above, file.buffer)).is_some() {}
        let attribute = earlier.peek().filter(|sibling| {
            sibling.role == Role::Attribute && file.buffer.line_of(sibling.range.end) == above
        });
        let unit = match attribute {
            Some(attribute) => {
                let first = file.buffer.line_of(attribute.range.start);
                let is_alone =
                    file.buffer.slice(file.buffer.line_start(first)..attribute.range.start).trim().is_empty();
                is_alone.then(|| LeadIn {
                    kind: LeadInKind::Decorator,
                    range: attribute.range.start..line_text_end(file.buffer, above),
                })
            }
            None => comment_ending_at(file.buffer, above, top, file.manifest())
                .or_else(|| macros_ending_at(file.outline, file.buffer, above, top)),
        };
        let Some(unit) = unit else { break };
        line = file.buffer.line_of(unit.range.start);
        units.push(unit);
    }
    units.reverse();
    let manifest = file.manifest();
    let is_line = |unit: &LeadIn| {
        let text = file.buffer.slice(unit.range.clone());
        manifest.lexical.line_comments.iter().any(|mark| text.starts_with(mark))
    };
    // The lines below the first one of a reminder belong to it.
    for at in (1..units.len()).filter(|_| manifest.symbols.doc_comments.is_empty()) {
        if units[at].kind == LeadInKind::Doc
            && units[at - 1].kind == LeadInKind::Comment
            && units[at - 1..=at].iter().all(is_line)
        {
            units[at].kind = LeadInKind::Comment;
        }
    }
    let is_first = top == 0 && file.outline.item(item).parent == FILE;
    let of_file = if is_first { last_of_header(file, &units) } else { None };
    if let Some(last) = last_of_banner(file, item, &units).max(of_file) {
        // A heading of a section or the file, and everything above it, belongs to no definition.
        units.drain(..=last);
        return (units, None);
    }
    let has_comment = units.iter().any(|unit| matches!(unit.kind, LeadInKind::Doc | LeadInKind::Comment));
    let parted = if has_comment { None } else { separated_doc(file, item, line, top) };
    (units, parted)
}

/// Returns the first line of the topmost attribute above an item that applies to it, however many comments and blank
/// lines are between; `line`, on which the item begins, if there is none. Documentation that the language treats as an
/// attribute counts as one.
fn first_bound_line(file: Outlined<'_>, item: ItemId, line: usize) -> usize {
    let (siblings, at) = file.outline.siblings(item);
    let rules = &file.manifest().symbols;
    let is_doc = |item: &CurrentItem<'_>| {
        rules.doc_comments_bind
            && comment_sort(&file.buffer.slice(item.range.clone()), rules) == LeadInKind::Doc
            && !is_comment_behind_text(item, file.buffer.line_of(item.range.start), file.buffer)
    };
    let above = siblings[..at].iter().rev().map(|id| file.outline.item(*id));
    let lead = above.take_while(|own| matches!(own.role, Role::Attribute | Role::Comment));
    let bound = lead.filter(|own| own.role == Role::Attribute || is_doc(own)).last();
    bound.map_or(line, |own| file.buffer.line_of(own.range.start))
}

/// Returns the index of the last comment above an item, from the top, that belongs to a section heading or precedes it.
fn last_of_banner(file: Outlined<'_>, item: ItemId, units: &[LeadIn]) -> Option<usize> {
    let texts = texts_of(file, units, &[LeadInKind::Doc, LeadInKind::Comment]);
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let name = name_of(file.outline, item).unwrap_or_default();
    banner_end(&texts, name, file.manifest()).checked_sub(1)
}

/// Returns the index of the last comment above the first item of a file, from the top, that is about the file.
fn last_of_header(file: Outlined<'_>, units: &[LeadIn]) -> Option<usize> {
    let texts = texts_of(file, units, &[LeadInKind::Doc, LeadInKind::Comment, LeadInKind::Directive]);
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    header_end(&texts, file.manifest()).checked_sub(1)
}

/// Returns the texts of the leading units that are of the given kinds.
fn texts_of(file: Outlined<'_>, units: &[LeadIn], kinds: &[LeadInKind]) -> Vec<String> {
    let units = units.iter().take_while(|unit| kinds.contains(&unit.kind));
    units.map(|unit| file.buffer.slice(unit.range.clone()).into_owned()).collect()
}

/// Returns whether an item is a comment after other text on its line.
fn is_comment_behind_text(item: &CurrentItem<'_>, line: usize, buffer: &Buffer) -> bool {
    let start = item.range.start;
    item.role == Role::Comment
        && buffer.line_of(start) == line
        && !buffer.slice(buffer.line_start(line)..start).trim().is_empty()
}

/// Returns whether an item is an attribute that ends on the line on which the following item begins.
fn is_attribute_before(item: &CurrentItem<'_>, start: usize, buffer: &Buffer) -> bool {
    let between = || buffer.slice(item.range.end..start.max(item.range.end));
    item.role == Role::Attribute && between().chars().all(|char| matches!(char, ' ' | '\t'))
}

/// Returns the first line of the stretch above an item that contains only comments and attributes.
fn first_free_line(file: Outlined<'_>, item: ItemId) -> usize {
    let Outlined { outline, buffer, .. } = file;
    let (siblings, at) = outline.siblings(item);
    let code = siblings[..at].iter().rev().map(|id| outline.item(*id));
    let mut code = code.filter(|sibling| !matches!(sibling.role, Role::Comment | Role::Attribute));
    if let Some(code) = code.next() {
        let last = code.range.end.saturating_sub(1).max(code.range.start);
        let is_one_line = buffer.line_of(last) == buffer.line_of(code.range.end);
        return last_comment_line(file, if is_one_line { code.range.end } else { last }) + 1;
    }
    match outline.item(item).parent {
        FILE => 0,
        parent => {
            let parent = outline.item(parent);
            // A block that begins with its first child has its heading above that child.
            let inside = parent.inside.as_ref().map_or(parent.range.start, |inside| inside.start);
            let heading = if inside == outline.item(item).range.start { parent.range.start } else { inside };
            buffer.line_of(heading) + 1
        }
    }
}

/// Returns the last line of the comment after code that ends at a byte offset, including the comment lines below that
/// begin in the same column; the line of the byte offset if there is no such comment.
pub(super) fn last_comment_line(file: Outlined<'_>, from: usize) -> usize {
    let rules = &file.manifest().lexical;
    let line = file.buffer.line_of(from);
    let text = file.buffer.line(line);
    let rest = text.get(from - file.buffer.line_start(line)..).unwrap_or_default();
    let Some(comment) = rules.line_comments.iter().filter_map(|mark| rest.find(mark.as_str())).min() else {
        return line;
    };
    let is_behind_code =
        rest[..comment].trim_start_matches(['}', ')', ']', ';', ',', '"', '\'']).trim().is_empty();
    let column_of = |text: &str, at: usize| text[..at].chars().count();
    let column = column_of(&text, text.len() - rest.len() + comment);
    let goes_on = |line: &usize| {
        let below = file.buffer.line(*line);
        rules.begins_with_line_comment(&below)
            && column_of(&below, below.len() - below.trim_start().len()) == column
    };
    let below = (line + 1..file.buffer.line_count()).take_while(|line| is_behind_code && goes_on(line));
    below.last().unwrap_or(line)
}

/// Returns the macros that end on a line and share their lines with nothing else, without reaching above the line
/// `top`.
fn macros_ending_at(outline: &Outline, buffer: &Buffer, line: usize, top: usize) -> Option<LeadIn> {
    let macros = outline.macros.as_deref()?;
    let end = line_text_end(buffer, line);
    if end == buffer.line_start(line) {
        return None;
    }
    let behind = macros.partition_point(|found| found.start < end);
    let mut start = end;
    for found in macros[..behind].iter().rev() {
        let is_next = found.end <= start && buffer.slice(found.end..start).trim().is_empty();
        let first = buffer.line_of(found.start);
        if !is_next || first < top {
            return None;
        }
        start = found.start;
        if buffer.slice(buffer.line_start(first)..start).trim().is_empty() {
            return Some(LeadIn { kind: LeadInKind::Macro, range: start..end });
        }
    }
    None
}

/// Returns the lines of a file as messages name them, from 1.
pub(in crate::resolve::symbol) fn lines_words(lines: &Range<usize>) -> String {
    match lines.len() {
        1 => format!("line {}", lines.start + 1),
        _ => format!("lines {}-{}", lines.start + 1, lines.end),
    }
}
