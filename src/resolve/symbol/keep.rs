//! Keeps an outline across edits: parses only the lines that an edit touched, in a text around them that puts the parser
//! where it would be in the file.
//!
//! What comes out is taken only if the lines parse without an error, together with a guard behind them that must come
//! out as itself: then nothing in them reaches over their edges, and what stands around them is as it was. In every
//! other case the outline is dropped, and the file is parsed again when somebody asks.

use std::borrow::Cow;
use std::ops::Range;

use crate::lang::{Context, Language, Role, Survey, Syntax, view};
use crate::text::{Buffer, Edit, EditSet};

use super::outline::{FILE, ItemId, Outline};

/// Lines of one container, with the items that stand on them.
struct Region<'a> {
    container: ItemId,
    context: &'a Context,
    /// The touched children, by their places among all.
    children: Range<usize>,
    bytes: Range<usize>,
    edits: Vec<&'a Edit>,
}

/// Carries `outline`, which has no errors and is that of `buffer`, over to the text after `edits`.
///
/// Returns whether it could; if not, the outline is worthless.
pub(super) fn keep(
    outline: &mut Outline,
    language: &'static Language,
    syntax: &mut Syntax,
    buffer: &Buffer,
    edits: &EditSet,
) -> bool {
    if language.manifest().symbols.lines_join {
        return false;
    }
    let Some(regions) = regions(outline, language, buffer, edits) else { return false };
    let parsed: usize = regions.iter().map(|region| region.bytes.len()).sum();
    // Then a parse of the whole costs no more.
    if parsed > buffer.len() / 2 {
        return false;
    }
    // Backwards, so that the offsets of the regions still to come stay true.
    regions.iter().rev().all(|region| renew(outline, language, syntax, buffer, region).is_some())
}

/// The regions that the edits touch, in file order, each with its edits; `None` if two of them overlap.
fn regions<'a>(
    outline: &Outline,
    language: &'static Language,
    buffer: &Buffer,
    edits: &'a EditSet,
) -> Option<Vec<Region<'a>>> {
    let mut found: Vec<Region<'a>> = Vec::new();
    for edit in edits {
        let mut region = find_region(outline, language, buffer, edit)?;
        match found.last_mut() {
            Some(last) if region.bytes.start <= last.bytes.end => {
                if last.container != region.container {
                    return None;
                }
                last.bytes.end = last.bytes.end.max(region.bytes.end);
                last.children = last.children.start.min(region.children.start)
                    ..last.children.end.max(region.children.end);
                last.edits.append(&mut region.edits);
            }
            _ => found.push(region),
        }
    }
    Some(found)
}

/// The lines around an edit, in the innermost container whose pieces can be parsed alone.
fn find_region<'a>(
    outline: &Outline,
    language: &'static Language,
    buffer: &Buffer,
    edit: &'a Edit,
) -> Option<Region<'a>> {
    let contexts = &language.manifest().contexts;
    let mut around = vec![(FILE, contexts.get("file")?)];
    let mut at = FILE;
    while let Some(inner) = child_around(outline, at, &edit.range) {
        let name = match outline.item(inner).role {
            Role::Definition(capture) => Some(capture),
            Role::Module => Some("module"),
            _ => None,
        };
        around.extend(name.and_then(|name| contexts.get(name)).map(|context| (inner, context)));
        at = inner;
    }
    let indented = language.manifest().symbols.indented_bodies;
    around.into_iter().rev().find_map(|(container, context)| {
        let (children, bytes) = touched(outline, container, buffer, &edit.range, indented)?;
        Some(Region { container, context, children, bytes, edits: vec![edit] })
    })
}

/// The child of `container` in whose inside the whole range lies, not touching its edges.
fn child_around(outline: &Outline, container: ItemId, range: &Range<usize>) -> Option<ItemId> {
    let children = &outline.item(container).children;
    let behind = children.partition_point(|child| outline.item(*child).range.start <= range.start);
    let child = *children[..behind].last()?;
    let inside = outline.item(child).inside.as_ref()?;
    (inside.start < range.start && range.end < inside.end).then_some(child)
}

/// The children that share a line with the range, and the lines from the first to the last of them.
fn touched(
    outline: &Outline,
    container: ItemId,
    buffer: &Buffer,
    range: &Range<usize>,
    indented: bool,
) -> Option<(Range<usize>, Range<usize>)> {
    let item = outline.item(container);
    let inner = match &item.inside {
        _ if container == FILE => 0..buffer.len(),
        Some(inside) if indented => {
            buffer.line_start(buffer.line_of(inside.start))
                ..buffer.line_range(buffer.line_of(inside.end)).end.max(inside.end)
        }
        Some(inside) => inside.start + 1..inside.end - 1,
        None => return None,
    };
    let mut bytes = range.clone();
    loop {
        let start = buffer.line_start(buffer.line_of(bytes.start)).max(inner.start);
        let line_end =
            buffer.line_range(buffer.line_of(bytes.end).min(buffer.line_count().saturating_sub(1))).end;
        let end = line_end.max(bytes.end).min(inner.end);
        let first = item.children.partition_point(|child| outline.item(*child).range.end < start);
        let behind = item.children.partition_point(|child| outline.item(*child).range.start <= end);
        let on_lines = &item.children[first..behind.max(first)];
        let low = on_lines.first().map_or(start, |child| outline.item(*child).range.start.min(start));
        let high = on_lines.last().map_or(end, |child| outline.item(*child).range.end.max(end));
        if (low..high) == bytes {
            // A block's place and depth are those of its first child: that one's first line must stay.
            let is_stable = !indented || container == FILE || first > 0 || {
                let head = item.children.first().map_or(0, |child| outline.item(*child).range.start);
                buffer.line_of(range.start) > buffer.line_of(head)
            };
            return is_stable.then_some((first..behind.max(first), bytes));
        }
        bytes = low..high;
    }
}

/// Parses a region anew and puts what stands in it into the outline.
fn renew(
    outline: &mut Outline,
    language: &'static Language,
    syntax: &mut Syntax,
    buffer: &Buffer,
    region: &Region<'_>,
) -> Option<()> {
    let rules = &language.manifest().symbols;
    if rules.indented_bodies && !has_even_neighbours(outline, buffer, region) {
        return None;
    }
    let old = buffer.slice(region.bytes.clone());
    let new = edited(&old, region);
    let indent =
        if rules.indented_bodies { indentation(outline, buffer, region.container) } else { String::new() };
    if rules.indented_bodies && !begins_with(&new, &indent, &language.manifest().lexical.line_comments) {
        return None;
    }
    // A comment that is not closed here may be closed further down in the file.
    if let Some(block) = &language.manifest().lexical.block_comments
        && new
            .rfind(block.open.as_str())
            .is_some_and(|open| new.rfind(block.close.as_str()).is_none_or(|close| close < open))
    {
        return None;
    }
    // Where a line end is a sign, the last line of a file may be read otherwise without one.
    if region.bytes.end == buffer.len() && !new.ends_with('\n') {
        return None;
    }
    let before_guard = if new.is_empty() || new.ends_with('\n') || !reaches_line_end(buffer, &region.bytes) {
        ""
    } else {
        "\n"
    };
    let piece = format!(
        "{}{new}{before_guard}{indent}{}{}",
        region.context.open, region.context.guard, region.context.close
    );
    let from = region.context.open.len();
    let guard_start = from + new.len() + before_guard.len() + indent.len();
    let guard = guard_start..guard_start + region.context.guard.trim_end().len();
    let Cow::Borrowed(seen) = view(&language.manifest().view, &piece) else { return None };
    // Text that must be read in other ways concerns the whole file.
    if language.manifest().view.masks.is_some()
        && !Survey::new(language.manifest(), syntax.macros(), &piece).is_some_and(|survey| survey.is_plain())
    {
        return None;
    }
    let tree = syntax.parse(seen).ok()?;
    if tree.root_node().has_error() {
        return None;
    }
    let found = Outline::new(language, &tree, seen, outline.reach);
    let container =
        if region.context.open.is_empty() { FILE } else { found.item(FILE).children.first().copied()? };
    let children = &found.item(container).children;
    let behind = children.iter().position(|child| found.item(*child).range.start >= guard_start)?;
    // The guard must be what follows, from its first to its last byte, and what comes before must end before it.
    let starts_at_guard = found.item(children[behind]).range.start == guard.start;
    let is_all = children.last().is_some_and(|child| found.item(*child).range.end == guard.end);
    let is_inside = children[..behind].iter().all(|child| {
        let range = &found.item(*child).range;
        range.start >= from && range.end <= from + new.len()
    });
    if !starts_at_guard || !is_all || !is_inside {
        return None;
    }
    let is_emptied = behind == 0 && region.children == (0..outline.item(region.container).children.len());
    if is_emptied && region.container != FILE {
        return None;
    }
    outline.replace_children(
        region.container,
        region.children.clone(),
        &region.bytes,
        new.len(),
        &found,
        &children[..behind],
        from,
    );
    if rules.indented_bodies {
        outline.settle_ends(region.container);
    }
    Some(())
}

/// Whether the code directly above and below a region stands as deep as its container's first child does: a grammar
/// may put up with a stray depth, and read it otherwise when what stands above it changes.
fn has_even_neighbours(outline: &Outline, buffer: &Buffer, region: &Region<'_>) -> bool {
    let children = &outline.item(region.container).children;
    let indent = indentation(outline, buffer, region.container);
    let is_code = |id: &&ItemId| outline.item(**id).role != Role::Comment;
    let above = children[..region.children.start].iter().rev().find(is_code);
    let below = children[region.children.end..].iter().find(is_code);
    above.into_iter().chain(below).all(|id| {
        let line = buffer.line(buffer.line_of(outline.item(*id).range.start));
        line[..line.len() - line.trim_start().len()] == *indent
    })
}

/// The text of a region after its edits.
fn edited(old: &str, region: &Region<'_>) -> String {
    let mut new = String::with_capacity(old.len());
    let mut done = 0;
    for edit in &region.edits {
        let start = edit.range.start - region.bytes.start;
        new.push_str(&old[done..start]);
        new.push_str(&edit.text);
        done = edit.range.end - region.bytes.start;
    }
    new.push_str(&old[done..]);
    new
}

/// Whether a line feed, or nothing more, follows the region.
fn reaches_line_end(buffer: &Buffer, bytes: &Range<usize>) -> bool {
    matches!(buffer.piece_at(bytes.end).first(), None | Some(b'\n' | b'\r'))
}

/// The white space that the children of a container stand behind.
fn indentation(outline: &Outline, buffer: &Buffer, container: ItemId) -> String {
    let first = outline.item(container).children.first().filter(|_| container != FILE);
    let start = first.map_or(0, |child| outline.item(*child).range.start);
    let line_start = buffer.line_start(buffer.line_of(start));
    buffer.slice(line_start..start).into_owned()
}

/// Whether the first line of code has just this indentation: deeper, it would belong to what stands above. Comments
/// have no depth.
fn begins_with(text: &str, indent: &str, comments: &[String]) -> bool {
    let is_comment = |line: &str| comments.iter().any(|mark| line.trim_start().starts_with(mark.as_str()));
    let first = text.split('\n').find(|line| !line.trim().is_empty() && !is_comment(line));
    let is_blank = indent.trim_matches([' ', '\t']).is_empty();
    // Behind a line that goes on, the next line's depth is no depth.
    is_blank
        && first.is_none_or(|line| {
            let code = line.trim_start();
            &line[..line.len() - code.len()] == indent && !code.starts_with('\\')
        })
}
