//! Parses the lines that an edit touched within a context, and puts their items into the outline of the file.

use std::borrow::Cow;
use std::ops::Range;

use crate::lang::{Manifest, Preprocessor, Role, Syntax, item_blocks, view};
use crate::text::Buffer;

use super::edited_region::{EditedRegion, begins_with, end_of, indentation, neighbours};
use super::items::{FILE, ItemId, Outline, OutlineScope, ReadAgain};
use super::joins::joins_nothing;
use super::name::is_word_char;
use super::outlined::Outlined;
use super::readings::{ends_cleanly, merged_readings};
use crate::resolve::symbol::payload::parse::named;

/// Parses a region again and puts its items into the outline; returns the new length of the region.
pub(super) fn reparse_region(
    outline: &mut Outline,
    syntax: &mut Syntax,
    buffer: &Buffer,
    region: &EditedRegion<'_>,
) -> Option<usize> {
    let rules = &syntax.language().manifest().symbols;
    let file = Outlined { outline, buffer };
    let old = buffer.slice(region.bytes.clone());
    let new = region.edited(&old);
    if !is_self_contained(file, region, &new)
        || (outline.macros.is_some() && !is_independent(file, syntax, region, (&old, &new)))
    {
        return None;
    }
    let piece = RegionReading::of(file, region, &new);
    let found = match outline.macros {
        Some(_) => read_masked(syntax, &piece.text, outline.scope),
        None => read_plain(syntax, &piece.text, outline.scope),
    }?;
    let items = piece.items(&found)?;
    if rules.lines_join && !joins_nothing(file, region, (&found, &piece.text, items)) {
        return None;
    }
    if outline.macros.is_some() && !piece.ends_apart(&found, items, file.manifest()) {
        return None;
    }
    let is_emptied = items.is_empty() && region.children == (0..outline.children(region.container).len());
    if is_emptied && region.container != FILE {
        return None;
    }
    let reread = ReadAgain { bytes: &region.bytes, length: new.len(), outline: &found, from: piece.from };
    outline.replace_children(region.container, region.children.clone(), &reread, items);
    if rules.indented_bodies {
        outline.settle_ends(region.container);
    }
    outline.replace_macros(&reread);
    outline.move_marks(&reread);
    Some(new.len())
}

/// Returns whether the new text of a region cannot be read differently because of the lines around it, or change how they
/// are read.
fn is_self_contained(file: Outlined<'_>, region: &EditedRegion<'_>, new: &str) -> bool {
    let Outlined { outline, buffer } = file;
    let manifest = file.manifest();
    if manifest.symbols.indented_bodies {
        let indent = indentation(outline, buffer, region.container);
        if !has_even_neighbours(outline, buffer, region) || !begins_with(new, &indent, &manifest.lexical) {
            return false;
        }
    }
    // Items that only a macro understands make its braces unreadable.
    let mut excluded = manifest.view.item_blocks.iter().flat_map(|rules| &rules.excluded);
    let is_excluded = outline.item(region.container).role == Role::Transparent
        && excluded.any(|text| new.contains(text.as_str()));
    // A comment that is not closed in the region may be closed further down in the file.
    let is_open = manifest.lexical.block_comments.as_ref().is_some_and(|block| {
        new.rfind(block.open.as_str())
            .is_some_and(|open| new.rfind(block.close.as_str()).is_none_or(|close| close < open))
    });
    // If line endings are significant, the last line of a file may be parsed differently without one.
    let is_cut = region.bytes.end == buffer.len() && !new.ends_with('\n');
    !is_excluded && !is_open && !is_cut
}

/// The new text of a region, within a context and before a guard.
struct RegionReading {
    text: String,
    /// Where the text of the region begins, and where it ends.
    from: usize,
    end: usize,
    guard: Range<usize>,
}

impl RegionReading {
    fn of(Outlined { outline, buffer }: Outlined<'_>, region: &EditedRegion<'_>, new: &str) -> Self {
        let indent = match outline.rules().indented_bodies {
            true => indentation(outline, buffer, region.container),
            false => String::new(),
        };
        let ends_line = new.is_empty() || new.ends_with('\n') || !reaches_line_end(buffer, &region.bytes);
        let before_guard = if ends_line { "" } else { "\n" };
        // A constructor is recognized by the name of its class.
        let owner = outline.definition(region.container).and_then(|class| class.parts.last());
        let open = match owner.map(|part| part.name.as_str()).filter(|name| name.chars().all(is_word_char)) {
            Some(name) => named(&region.context.open, name),
            None => region.context.open.clone(),
        };
        let guard = &region.context.guard;
        let text = format!("{open}{new}{before_guard}{indent}{guard}{}", region.context.close);
        let (from, end) = (open.len(), open.len() + new.len());
        let guard_start = end + before_guard.len() + indent.len();
        Self { text, from, end, guard: guard_start..guard_start + guard.trim_end().len() }
    }

    /// Returns the items of the region; `None` if any of them reaches over its edges, or the guard is not read as itself.
    fn items<'o>(&self, found: &'o Outline) -> Option<&'o [ItemId]> {
        let first = || found.children(FILE).first().copied();
        // The braces of a block are an item of their own.
        let is_block = |id: &ItemId| found.item(*id).role == Role::Transparent;
        let braces = |id: ItemId| found.children(id).iter().copied().find(is_block).filter(|_| is_block(&id));
        let container = if self.from == 0 { FILE } else { first().map(|id| braces(id).unwrap_or(id))? };
        let children = found.children(container);
        let behind = children.iter().position(|child| found.item(*child).range.start >= self.guard.start)?;
        // The guard must follow completely, from its first to its last byte, and all items before it must end before it.
        let starts_at_guard = found.item(children[behind]).range.start == self.guard.start;
        let is_all = children.last().is_some_and(|child| found.item(*child).range.end == self.guard.end);
        let is_inside = children[..behind].iter().all(|child| {
            let range = &found.item(*child).range;
            range.start >= self.from && range.end <= self.end
        });
        (starts_at_guard && is_all && is_inside).then(|| &children[..behind])
    }

    /// Returns whether the items are separate from the code before and after them, in a text that is read with macros and
    /// branches removed.
    fn ends_apart(&self, found: &Outline, items: &[ItemId], manifest: &Manifest) -> bool {
        let last = items.iter().rev().find(|id| found.item(**id).role != Role::Comment);
        let end_of_code = last.map_or(self.from, |last| found.item(*last).range.end);
        let rest = end_of_code..self.guard.start;
        // A block belongs to the code before it, which may be in another branch.
        let is_lone_block = |id: &ItemId| self.text[found.item(*id).range].starts_with('{');
        // The code that follows in the file determines to what a macro at the end belongs.
        !items.iter().any(is_lone_block)
            && !found.has_macro_at(rest.clone())
            && is_without_code(found, items, &self.text, rest)
            && (last.is_none() || ends_cleanly(&self.text[..end_of_code], manifest, None))
    }
}

/// Returns whether a part of a piece contains nothing but comments and directives.
fn is_without_code(found: &Outline, items: &[ItemId], piece: &str, part: Range<usize>) -> bool {
    let mut rest = piece[part.clone()].to_owned();
    for comment in items.iter().map(|id| found.item(*id).range).filter(|range| range.start >= part.start) {
        let own = comment.start - part.start..comment.end.min(part.end) - part.start;
        let blank = piece[comment.start..comment.end.min(part.end)].replace(|char| char != '\n', " ");
        if blank.len() == own.len() {
            rest.replace_range(own, &blank);
        }
    }
    rest.lines()
        .map(str::trim)
        .all(|line| line.is_empty() || (line.starts_with('#') && !line.ends_with('\\')))
}

/// Returns the outline of a piece that can be parsed unmodified; `None` if it contains an error, or needs other
/// readings, which would concern the whole file.
pub(super) fn read_plain(syntax: &mut Syntax, piece: &str, reach: OutlineScope) -> Option<Outline> {
    let language = syntax.language();
    let manifest = language.manifest();
    let piece = &*item_blocks(language, piece);
    let Cow::Borrowed(seen) = view(&manifest.view, piece) else { return None };
    if manifest.view.preprocessor.is_some()
        && !Preprocessor::new(manifest, syntax.macros(), piece).is_some_and(|survey| survey.is_unmodified())
    {
        return None;
    }
    let tree = syntax.parse(seen).ok()?;
    (!tree.root_node().has_error()).then(|| Outline::new(language, &tree, seen, reach))
}

/// Returns the outline of a piece of a text that is read with macros and branches removed; `None` if anything in it is
/// uncertain.
fn read_masked(syntax: &mut Syntax, piece: &str, reach: OutlineScope) -> Option<Outline> {
    let language = syntax.language();
    let survey = Preprocessor::new(language.manifest(), syntax.macros(), piece)?;
    let found = merged_readings(syntax, &survey, reach).ok()??;
    let is_certain = !found.has_error
        && !found.is_truncated
        && found.overlap_in(&(0..piece.len())).is_none()
        && survey.unread().is_empty()
        && found.definitions().iter().all(|(id, _)| !found.item(*id).has_uncertain_extent);
    is_certain.then_some(found)
}

/// Returns whether a region of a text that is read with macros and branches removed is independent of its surroundings:
/// no directive or macro reaches over its edges, and all items in it were certain.
fn is_independent(
    file: Outlined<'_>,
    syntax: &Syntax,
    region: &EditedRegion<'_>,
    (old, new): (&str, &str),
) -> bool {
    let manifest: &Manifest = file.manifest();
    let siblings = file.outline.children(region.container);
    let mut pending: Vec<ItemId> = siblings[region.children.clone()].to_vec();
    while let Some(id) = pending.pop() {
        if file.outline.item(id).has_uncertain_extent {
            return false;
        }
        pending.extend(file.outline.children(id));
    }
    let [before, after] = neighbours(file.outline, region);
    // The text before it may have made it doubtful.
    let is_after_certain = after.iter().all(|id| {
        let item = file.outline.item(*id);
        !item.has_uncertain_extent || item.spans_branches
    });
    let inside = file.outline.item(region.container).inside.map_or(0, |inside| inside.start);
    let from = end_of(file.outline, before).unwrap_or(inside);
    let ends = || {
        let mut marks = manifest.symbols.begins_after.iter();
        marks.any(|mark| from.checked_sub(mark.len()).is_some_and(|at| file.buffer.has_at(at, mark)))
    };
    let line = file.buffer.line_of(region.bytes.start);
    let goes_on = line > 0 && file.buffer.line(line - 1).ends_with('\\');
    let has_directive = old.lines().any(|line| line.trim_start().starts_with('#'));
    // A macro is recognized by having a line for itself.
    let is_of_lines = file.buffer.line_start(line) == region.bytes.start
        && if old.ends_with('\n') || old.is_empty() {
            new.is_empty() || new.ends_with('\n')
        } else {
            reaches_line_end(file.buffer, &region.bytes) && !new.ends_with('\n')
        };
    // The token would end the code before it, which may be in another branch.
    let is_end = manifest.symbols.begins_after.iter().any(|mark| new.trim_start().starts_with(mark.as_str()));
    (before.is_empty() || ends())
        && !is_end
        && is_of_lines
        && is_after_certain
        && !goes_on
        && !file.outline.has_macro_at(from.min(region.bytes.start)..region.bytes.start)
        && !file.outline.has_macro_at(region.bytes.end..region.bytes.end)
        && (!has_directive || Preprocessor::new(manifest, syntax.macros(), old).is_some())
}

/// Returns whether the code directly above and below a region has the indentation of the container's first child: a
/// grammar may tolerate other indentation, and parse it differently when the code above changes.
fn has_even_neighbours(outline: &Outline, buffer: &Buffer, region: &EditedRegion<'_>) -> bool {
    let children = outline.children(region.container);
    let indent = indentation(outline, buffer, region.container);
    let is_code = |id: &&ItemId| outline.item(**id).role != Role::Comment;
    let above = children[..region.children.start].iter().rev().find(is_code);
    let below = children[region.children.end..].iter().find(is_code);
    above.into_iter().chain(below).all(|id| {
        let line = buffer.line(buffer.line_of(outline.item(*id).range.start));
        line[..line.len() - line.trim_start().len()] == *indent
    })
}

/// Returns whether the region is followed by a line ending or by nothing.
fn reaches_line_end(buffer: &Buffer, bytes: &Range<usize>) -> bool {
    matches!(buffer.piece_at(bytes.end).first(), None | Some(b'\n' | b'\r'))
}
