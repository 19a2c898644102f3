//! Determines the extent of a definition: its lead-in, its end, and whether the tree is reliable there.

use std::ops::Range;

use crate::lang::{Manifest, Role};
use crate::text::{Buffer, CommentScanner, LexState};

use super::comment::{LeadIn, LeadInKind, is_all_comments, is_one_comment, line_text_end, trimmed};
use super::docstring::is_docstring;
use super::lead_in::{last_comment_line, lead_in_units};
use crate::resolve::symbol::outline::items::{CurrentItem, FILE, ItemId, Outline};
use crate::resolve::symbol::outline::outlined::Outlined;

/// The extent of a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::resolve::symbol) struct Span {
    /// The lead-in before the declaration, from the top.
    pub(in crate::resolve::symbol) lead_in: Vec<LeadIn>,
    /// The byte offset of the declaration itself.
    pub(in crate::resolve::symbol) declaration: usize,
    /// The end of the definition's code.
    pub(in crate::resolve::symbol) code_end: usize,
    /// The end without the terminator, if it has one.
    pub(in crate::resolve::symbol) before_terminator: Option<usize>,
    /// The end without the docstring below it, if it has one.
    pub(in crate::resolve::symbol) before_document: Option<usize>,
    /// The end with the comments and docstring that belong to it.
    pub(in crate::resolve::symbol) end: usize,
    /// The separator between it and its neighbors.
    pub(in crate::resolve::symbol) separator: Option<Separator>,
    /// The end of the comment after the separator, if there is one on the same line.
    pub(in crate::resolve::symbol) comment_behind: Option<usize>,
}

/// The separator between the members of a container.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::resolve::symbol) struct Separator {
    pub(in crate::resolve::symbol) text: String,
    /// The end of the separator after the definition; `None` if it has none.
    pub(in crate::resolve::symbol) end: Option<usize>,
}

impl Span {
    /// Returns the definition with decorators, without the comments above.
    pub(in crate::resolve::symbol) fn decorated(&self) -> Range<usize> {
        let first = self
            .lead_in
            .iter()
            .find(|unit| matches!(unit.kind, LeadInKind::Decorator | LeadInKind::Attribute));
        first.map_or(self.declaration, |unit| unit.range.start)..self.end
    }

    /// Returns the macros on lines of their own above the declaration.
    pub(in crate::resolve::symbol) fn macro_above(&self) -> Option<&LeadIn> {
        self.lead_in.iter().find(|unit| unit.kind == LeadInKind::Macro)
    }

    /// Returns the definition with everything that belongs to it.
    pub(in crate::resolve::symbol) fn whole(&self) -> Range<usize> {
        self.lead_in.first().map_or(self.declaration, |unit| unit.range.start)..self.end
    }
}

/// The maximum length in lines of a comment after code; a longer one is not about that code.
const MAX_COMMENT_LINES: usize = 40;

/// Measures a definition.
pub(in crate::resolve::symbol) fn span(file: Outlined<'_>, id: ItemId) -> Span {
    let outermost = file.outline.outermost(id);
    let mut lead_in = lead_in_units(file, outermost);
    let top = declaration_item(file.outline, id);
    if top != outermost {
        let range = file.outline.item(outermost).range.start..file.outline.item(top).range.start;
        lead_in.push(LeadIn { kind: LeadInKind::Decorator, range: trimmed(file.buffer, range) });
    }
    let start = file.outline.item(top).range.start;
    // Attributes are counted from the definition's own node, which may be nested in the statement.
    let is_own = file.outline.item(id).range.start == start;
    let attributes = file.outline.definition(id).map_or(0, |found| {
        if is_own { found.attributes.max(found.outer_attributes) } else { found.outer_attributes }
    });
    let declaration = if attributes > 0 {
        lead_in.push(LeadIn {
            kind: LeadInKind::Attribute,
            range: trimmed(file.buffer, start..start + attributes),
        });
        start + attributes
    } else {
        start
    };
    let node_end = file.outline.item(outermost).range.end;
    let terminator = terminator_end(file, id, outermost);
    let code_end = terminator.unwrap_or(node_end);
    let end = with_comments(file, outermost, declaration, code_end);
    let before_terminator = match (terminator, &file.manifest().symbols.terminator) {
        (Some(_), _) => Some(node_end),
        (None, Some(text)) if file.outline.definition(id).is_some_and(|found| !found.is_declaration) => {
            // The terminator may be inside a head or statement around the definition.
            let own = file.outline.item(id).range.end;
            let rest = file.buffer.slice(own..node_end);
            (rest.trim() == text).then_some(own)
        }
        _ => None,
    };
    let separator = separator(file, outermost);
    let comment_behind = separator.as_ref().and_then(|one| one.end).and_then(|end| comment_end(file, end));
    let document = document_below(file, outermost, end);
    let before_document = document.map(|_| end);
    let end = document.unwrap_or(end);
    Span {
        lead_in,
        declaration,
        code_end,
        before_terminator,
        before_document,
        end,
        separator,
        comment_behind,
    }
}

/// Returns the separator between a minor definition (field, enumerator, …) and the next one of its kind.
pub(in crate::resolve::symbol) fn minor_separator<'m>(outline: &Outline, id: ItemId) -> Option<&'m str> {
    let manifest = outline.manifest();
    let definition = outline.definition(id).filter(|found| found.is_minor)?;
    manifest.symbols.minor_kinds.get(definition.capture)?.separator.as_deref()
}

/// Returns the separator between an item and its neighbors, if its container uses one.
fn separator(file: Outlined<'_>, item: ItemId) -> Option<Separator> {
    let text = match minor_separator(file.outline, item) {
        Some(text) => text.to_owned(),
        None => {
            let parent = file.outline.item(item).parent;
            let container = file.outline.definition(parent)?;
            let rules = &file.manifest().symbols;
            let is_separated = rules.separated.iter().any(|capture| *capture == container.capture)
                || shows_separator(file, parent, &file.outline.item(item).range);
            rules.member_separator.clone().filter(|_| is_separated)?
        }
    };
    let (siblings, at) = file.outline.siblings(item);
    let next =
        siblings[at + 1..].iter().map(|id| file.outline.item(*id)).find(|next| next.role != Role::Comment);
    let end = next
        .filter(|next| next.range.len() == text.len() && file.buffer.has_at(next.range.start, &text))
        .map(|next| next.range.end);
    Some(Separator { text, end })
}

/// Returns whether a member is next to a separator, or is one itself, in a container where separators are optional.
pub(in crate::resolve::symbol) fn shows_separator(
    file: Outlined<'_>,
    container: ItemId,
    member: &Range<usize>,
) -> bool {
    let rules = &file.manifest().symbols;
    let (Some(text), Some(definition)) =
        (rules.member_separator.as_deref(), file.outline.definition(container))
    else {
        return false;
    };
    if !rules.maybe_separated.iter().any(|capture| *capture == definition.capture) {
        return false;
    }
    let children = file.outline.children(container);
    let is_code = |item: &CurrentItem<'_>| item.role != Role::Comment;
    let is_sign = |item: &CurrentItem<'_>, sign: &str| {
        item.range.len() == sign.len() && file.buffer.has_at(item.range.start, sign)
    };
    let parts = |byte: usize| children.partition_point(|id| file.outline.item(*id).range.start < byte);
    let item = |id: &ItemId| file.outline.item(*id);
    let next = children[parts(member.end)..].iter().map(item).find(is_code);
    let ends_otherwise = |sign: &str| next.as_ref().is_some_and(|next| is_sign(next, sign));
    let has_before = || {
        let before = children[..parts(member.start)].iter().rev().map(item).find(is_code);
        before.is_some_and(|before| is_sign(&before, text))
    };
    let is_other = rules.terminator.as_deref().is_some_and(ends_otherwise);
    file.buffer.has_at(member.start, text)
        || next.as_ref().is_some_and(|next| is_sign(next, text))
        || (!is_other && has_before())
}

/// Returns the node at which the declaration begins: the outermost one that is not a head.
pub(in crate::resolve::symbol) fn declaration_item(outline: &Outline, id: ItemId) -> ItemId {
    let mut at = id;
    loop {
        let parent = outline.item(at).parent;
        match outline.item(parent).role {
            Role::Wrapper | Role::Typedef if parent != FILE => at = parent,
            _ => return at,
        }
    }
}

/// Returns the end of the terminator that follows a class.
fn terminator_end(file: Outlined<'_>, id: ItemId, outermost: ItemId) -> Option<usize> {
    let text = file.manifest().symbols.terminator.as_deref()?;
    let may_have = file.outline.definition(id).is_some_and(|found| found.takes_terminator)
        && !file.buffer.is_enclosed(&file.outline.item(outermost).range, "", text);
    let (siblings, at) = file.outline.siblings(outermost);
    let next = file.outline.item(*siblings.get(at + 1).filter(|_| may_have)?);
    (next.range.len() == text.len() && file.buffer.has_at(next.range.start, text)).then_some(next.range.end)
}

/// Returns the end of the comment that is the only text after a byte offset on its line, with its continuation lines.
pub(super) fn comment_end(file: Outlined<'_>, from: usize) -> Option<usize> {
    let line = file.buffer.line_of(from);
    let rest = file.buffer.slice(from..file.buffer.line_range(line).end.max(from));
    if is_all_comments(rest.trim(), file.manifest()) {
        return Some(line_text_end(file.buffer, last_comment_line(file, from)));
    }
    let block = file.manifest().lexical.block_comments.as_ref()?;
    let inner = rest.trim().strip_prefix(block.open.as_str())?;
    if inner.contains(block.close.as_str()) {
        return None;
    }
    let below = line + 1..file.buffer.line_count().min(line + MAX_COMMENT_LINES);
    let last = below.into_iter().find(|line| file.buffer.line(*line).contains(block.close.as_str()))?;
    let closes = file.buffer.line(last).trim_end().ends_with(block.close.as_str());
    closes.then(|| line_text_end(file.buffer, last))
}

/// Returns the end of a definition including the comment on its last line, and the comment lines that belong to its
/// block.
fn with_comments(file: Outlined<'_>, outermost: ItemId, declaration: usize, code_end: usize) -> usize {
    let line = file.buffer.line_of(code_end);
    let rest = file.buffer.slice(code_end..file.buffer.line_range(line).end.max(code_end)).into_owned();
    let mut end = comment_end(file, code_end).unwrap_or(code_end);
    if !file.manifest().symbols.indented_bodies || !(rest.trim().is_empty() || end > code_end) {
        return end;
    }
    let (siblings, at) = file.outline.siblings(outermost);
    let mut later = siblings[at + 1..].iter().map(|id| file.outline.item(*id));
    let next_code = later
        .find(|sibling| sibling.role != Role::Comment)
        .map_or(file.buffer.len(), |next| next.range.start);
    let depth = line_indentation(&file.buffer.line(file.buffer.line_of(declaration)));
    for below in line + 1..file.buffer.line_count() {
        let text = file.buffer.line(below);
        if file.buffer.line_start(below) >= next_code {
            break;
        }
        if text.trim().is_empty() {
            continue;
        }
        let is_comment = file.manifest().lexical.begins_with_line_comment(&text);
        if !is_comment || line_indentation(&text) <= depth {
            break;
        }
        end = line_text_end(file.buffer, below);
    }
    end
}

/// Returns the end of the string on the line below a variable that documents it, in languages with such strings (PEP
/// 258, "Attribute Docstrings").
pub(super) fn document_below(file: Outlined<'_>, item: ItemId, end: usize) -> Option<usize> {
    file.manifest().symbols.string_statement.as_ref()?;
    file.outline
        .definition(item)
        .filter(|found| file.manifest().symbols.minor_kinds.contains_key(found.capture))?;
    let (siblings, at) = file.outline.siblings(item);
    let mut later = siblings[at + 1..].iter().map(|id| file.outline.item(*id));
    let line = file.buffer.line_of(end);
    let is_behind =
        |next: &CurrentItem<'_>| next.role == Role::Comment && file.buffer.line_of(next.range.start) == line;
    let next = later.find(|next| next.range.start >= end && !is_behind(next))?;
    let is_below = file.buffer.line_of(next.range.start) == line + 1;
    let is_text = || is_docstring(&file.buffer.slice(next.range.clone()), &file.manifest().lexical);
    (next.role != Role::Comment && is_below && is_text()).then(|| {
        let line = file.buffer.line_of(next.range.end);
        let rest = file.buffer.slice(next.range.end..file.buffer.line_range(line).end.max(next.range.end));
        let has_comment = is_one_comment(rest.trim(), file.manifest());
        next.range.end + if has_comment { rest.trim_end().len() } else { 0 }
    })
}

/// Returns the width of a line's leading white space; a tab extends to the next multiple of eight.
pub(in crate::resolve::symbol) fn line_indentation(line: &str) -> usize {
    line.chars().take_while(|char| char.is_whitespace()).fold(0, |width, char| match char {
        '\t' => width / 8 * 8 + 8,
        '\u{c}' => 0,
        _ => width + 1,
    })
}

/// Returns the byte offset of a syntax error that makes the extent of a definition uncertain.
pub(in crate::resolve::symbol) fn doubt(file: Outlined<'_>, id: ItemId, span: &Span) -> Option<usize> {
    let outermost = file.outline.outermost(id);
    if file.outline.macros.is_some() || file.outline.has_known_doubts {
        // Determined when the readings were made.
        let range = &file.outline.item(outermost).range;
        return file.outline.item(id).has_uncertain_extent.then(|| file.outline.first_error(range));
    }
    // A directive is recognized by its line, whatever precedes it.
    if file.outline.item(id).role == Role::Hidden {
        return None;
    }
    let separator = minor_separator(file.outline, id);
    if !begins_cleanly(file.buffer, file.outline.item(outermost).range.start, file.manifest(), separator) {
        return Some(file.outline.item(outermost).range.start);
    }
    if !file.outline.has_error {
        return None;
    }
    if file.outline.item(outermost).has_error {
        return Some(file.outline.first_error(&file.outline.item(outermost).range));
    }
    let (siblings, at) = file.outline.siblings(outermost);
    let is_code = |id: &&ItemId| file.outline.item(**id).role != Role::Comment;
    let before = siblings[..at].iter().rev().find(is_code);
    let after = siblings[at + 1..].iter().find(is_code);
    // A conditional around half a declaration, such as around two variants of the return type, contains the error
    // itself.
    let directives = !file.manifest().symbols.begins_after.is_empty();
    let is_doubtful = |item: &CurrentItem<'_>| {
        item.role == Role::Broken || (directives && item.role == Role::Transparent && item.has_error)
    };
    let broken = before.into_iter().map(|id| file.outline.item(*id)).find(is_doubtful);
    let broken =
        broken.or_else(|| after.map(|id| file.outline.item(*id)).filter(|item| item.role == Role::Broken));
    if let Some(broken) = broken {
        return Some(broken.range.start);
    }
    if !file.manifest().symbols.indented_bodies {
        return None;
    }
    // The following code must not be indented like a further part of the body.
    let depth = line_indentation(&file.buffer.line(file.buffer.line_of(span.declaration)));
    let below = (file.buffer.line_of(span.end) + 1..file.buffer.line_count())
        .find(|line| !file.buffer.line(*line).trim().is_empty())?;
    (line_indentation(&file.buffer.line(below)) > depth).then(|| file.buffer.line_start(below))
}

/// Returns whether the code before a definition is complete: otherwise a return type or macro above belongs to the
/// definition, although the tree does not show that (`#if` around a return type splits the declaration in two).
fn begins_cleanly(buffer: &Buffer, start: usize, manifest: &Manifest, separator: Option<&str>) -> bool {
    let ends = &manifest.symbols.begins_after;
    if ends.is_empty() {
        return true;
    }
    let is_end = |code: &str| ends.iter().map(String::as_str).chain(separator).any(|end| code.ends_with(end));
    let mut line = buffer.line_of(start);
    let mut text = buffer.slice(buffer.line_start(line)..start).into_owned();
    loop {
        let code = without_comment(&text, manifest);
        if let Some(first) = first_of_directive(buffer, line, manifest) {
            line = first;
        } else if !code.is_empty() {
            return is_end(&code);
        } else if let Some(block) = &manifest.lexical.block_comments
            && text.trim_end().ends_with(block.close.as_str())
        {
            // Goes up to the line on which the comment begins.
            while line > 0 && !buffer.line(line).contains(block.open.as_str()) {
                line -= 1;
            }
            let whole = buffer.line(line);
            let before = whole.rfind(block.open.as_str()).map_or("", |at| whole[..at].trim_end());
            match first_of_directive(buffer, line, manifest) {
                Some(first) => line = first,
                None if !before.is_empty() => return is_end(before),
                None => {}
            }
        }
        if line == 0 {
            return true;
        }
        line -= 1;
        text = buffer.line(line).into_owned();
    }
}

/// Returns a line without its comments; empty if a block comment that began above ends on it.
fn without_comment(text: &str, manifest: &Manifest) -> String {
    let scanned = CommentScanner::new(&manifest.lexical).scan(text, &mut LexState::default()).code;
    let code = scanned.trim();
    match &manifest.lexical.block_comments {
        Some(block) if code.ends_with(&block.close) => String::new(),
        _ => code.to_owned(),
    }
}

/// Returns the first line of the preprocessor directive that a line belongs to.
fn first_of_directive(buffer: &Buffer, line: usize, manifest: &Manifest) -> Option<usize> {
    let mut first = line;
    while first > 0 && buffer.line(first - 1).trim_end().ends_with('\\') {
        first -= 1;
    }
    without_comment(&buffer.line(first), manifest).starts_with('#').then_some(first)
}
