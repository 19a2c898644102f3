//! The lines that an edit touches, in the innermost container whose children can be parsed alone.

use std::ops::Range;

use crate::lang::{ParseContext, Role};
use crate::text::{Buffer, Edit, EditSet, LexRules};

use super::items::{FILE, ItemId, Outline};
use super::outlined::Outlined;

/// A range of lines in one container, with the items on them.
pub(super) struct EditedRegion<'a> {
    pub(super) container: ItemId,
    pub(super) context: &'a ParseContext,
    /// The touched children, by their indexes among all children.
    pub(super) children: Range<usize>,
    pub(super) bytes: Range<usize>,
    edits: Vec<&'a Edit>,
}

impl EditedRegion<'_> {
    /// Returns the text of the region after its edits.
    pub(super) fn edited(&self, old: &str) -> String {
        let mut new = String::with_capacity(old.len());
        let mut done = 0;
        for edit in &self.edits {
            let start = edit.range.start - self.bytes.start;
            new.push_str(&old[done..start]);
            new.push_str(&edit.text);
            done = edit.range.end - self.bytes.start;
        }
        new.push_str(&old[done..]);
        new
    }
}

/// Returns the code items before and after a region, in its container: one item each, or several that overlap.
pub(super) fn neighbours<'o>(outline: &'o Outline, region: &EditedRegion<'_>) -> [&'o [ItemId]; 2] {
    let siblings = outline.children(region.container);
    let is_code = |id: &ItemId| outline.item(*id).role != Role::Comment;
    let together = |id: ItemId| {
        let own = outline.item(id).range;
        let shared = outline.overlap_in(&own).unwrap_or(&own);
        own.start.min(shared.start)..own.end.max(shared.end)
    };
    let (before, behind) = siblings.split_at(region.children.start);
    let behind = &behind[region.children.len()..];
    let last = before.iter().rposition(is_code).map_or(0..0, |last| {
        let from = together(before[last]).start;
        before.partition_point(|id| outline.item(*id).range.start < from)..last + 1
    });
    let first = behind.iter().position(is_code).map_or(0..0, |first| {
        let to = together(behind[first]).end;
        first..behind.partition_point(|id| outline.item(*id).range.start < to).max(first + 1)
    });
    [&before[last], &behind[first]]
}

/// Returns the bytes of a region and its neighbors; from the start of the container if no code precedes the region.
pub(super) fn surroundings(outline: &Outline, region: &EditedRegion<'_>) -> Range<usize> {
    let [before, behind] = neighbours(outline, region);
    let container = outline.item(region.container);
    let from = before.first().map_or(container.range.start, |id| outline.item(*id).range.start);
    from..end_of(outline, behind).unwrap_or(region.bytes.end)
}

/// Returns the end of the last of some items, which may overlap.
pub(super) fn end_of(outline: &Outline, items: &[ItemId]) -> Option<usize> {
    items.iter().map(|id| outline.item(*id).range.end).max()
}

/// Returns the regions that the edits touch, in file order, each with its edits; `None` if two of them overlap but have
/// different containers.
pub(super) fn regions<'a>(file: Outlined<'_>, edits: &'a EditSet) -> Option<Vec<EditedRegion<'a>>> {
    let mut found: Vec<EditedRegion<'a>> = Vec::new();
    for edit in edits {
        let mut region = find_region(file, edit)?;
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

/// Returns the lines around an edit, in the innermost container whose children can be parsed alone.
fn find_region<'a>(file: Outlined<'_>, edit: &'a Edit) -> Option<EditedRegion<'a>> {
    let contexts = &file.manifest().contexts;
    let mut around = vec![(FILE, contexts.get("file")?)];
    let mut at = FILE;
    // The body of a function is parsed differently than a container alone.
    let mut is_in_function = false;
    while let Some(inner) = child_around(file.outline, at, &edit.range) {
        is_in_function |= file.outline.definition(at).is_some_and(|own| own.is_function_around);
        let name = match file.outline.item(inner).role {
            Role::Definition(capture) => Some(capture),
            Role::Module => Some("module"),
            _ => None,
        };
        let is_block = file.outline.item(inner).role == Role::Transparent
            && file.buffer.has_at(file.outline.item(inner).range.start, "{");
        let of_block =
            file.manifest().view.item_blocks.as_ref().filter(|_| is_block).map(|rules| &rules.context);
        let context = name.and_then(|name| contexts.get(name)).or(of_block).filter(|_| !is_in_function);
        around.extend(context.map(|context| (inner, context)));
        at = inner;
    }
    let indented = file.manifest().symbols.indented_bodies;
    is_in_function |= file.outline.definition(at).is_some_and(|own| own.is_function_around);
    if indented && !is_in_function {
        let lexical = &file.manifest().lexical;
        around.extend(ended_above(file, at, edit).into_iter().filter_map(|class| {
            let Role::Definition(capture) = file.outline.item(class).role else { return None };
            if file.outline.is_in_function(class) {
                return None;
            }
            let is_in = begins_with(&edit.text, &indentation(file.outline, file.buffer, class), lexical);
            contexts.get(capture).filter(|_| is_in).map(|context| (class, context))
        }));
    }
    around.into_iter().rev().find_map(|(container, context)| {
        let (children, bytes) = touched(file, container, edit, indented)?;
        Some(EditedRegion { container, context, children, bytes, edits: vec![edit] })
    })
}

/// Returns the definitions that end directly above whole lines that an edit inserts: in languages with indented bodies,
/// the lines may belong to any of them.
fn ended_above(file: Outlined<'_>, container: ItemId, edit: &Edit) -> Vec<ItemId> {
    let place = edit.range.start;
    let mut found = Vec::new();
    if !edit.range.is_empty() || !is_of_whole_lines(file.buffer, edit) || edit.text.trim().is_empty() {
        return found;
    }
    let mut at = container;
    loop {
        let children = file.outline.children(at);
        let behind = children.partition_point(|child| file.outline.item(*child).range.start < place);
        let Some(last) = children[..behind].last() else { return found };
        let item = file.outline.item(*last);
        if item.range.end > place || !file.buffer.slice(item.range.end..place).trim().is_empty() {
            return found;
        }
        at = *last;
        if file.outline.definition(at).is_some_and(|own| own.is_function_around) {
            return found;
        }
        if item.definition.is_some() && item.inside.is_some() {
            found.push(at);
        }
    }
}

/// Returns whether an edit inserts or removes whole lines before a line, without changing that line.
fn is_of_whole_lines(buffer: &Buffer, edit: &Edit) -> bool {
    let begins_line = |byte: usize| buffer.line_start(buffer.line_of(byte)) == byte;
    begins_line(edit.range.start)
        && begins_line(edit.range.end)
        && (edit.text.is_empty() || edit.text.ends_with('\n'))
}

/// Returns the child of `container` whose inside contains the whole range without touching its edges.
fn child_around(outline: &Outline, container: ItemId, range: &Range<usize>) -> Option<ItemId> {
    let children = outline.children(container);
    let behind = children.partition_point(|child| outline.item(*child).range.start <= range.start);
    let child = *children[..behind].last()?;
    let inside = outline.item(child).inside?;
    (inside.start < range.start && range.end < inside.end).then_some(child)
}

/// Returns the children that share a line with an edit, and the lines from the first to the last of them.
fn touched(
    file: Outlined<'_>,
    container: ItemId,
    edit: &Edit,
    indented: bool,
) -> Option<(Range<usize>, Range<usize>)> {
    let item = file.outline.item(container);
    let range = &edit.range;
    let is_of_whole_lines = is_of_whole_lines(file.buffer, edit);
    let inner = match &item.inside {
        _ if container == FILE => 0..file.buffer.len(),
        Some(inside) if indented => {
            let end = file.buffer.line_range(file.buffer.line_of(inside.end)).end.max(inside.end);
            // Lines may be inserted after the last line of a block.
            file.buffer.line_start(file.buffer.line_of(inside.start))..end.max(range.end)
        }
        Some(inside) => inside.start + 1..inside.end - 1,
        None => return None,
    };
    let mut bytes = range.clone();
    loop {
        let start = file.buffer.line_start(file.buffer.line_of(bytes.start)).max(inner.start);
        let line_end = file
            .buffer
            .line_range(file.buffer.line_of(bytes.end).min(file.buffer.line_count().saturating_sub(1)))
            .end;
        // The line below inserted whole lines is not touched.
        let is_apart = is_of_whole_lines && bytes.end == range.end;
        let end = if is_apart { bytes.end } else { line_end.max(bytes.end).min(inner.end) };
        let first = item.children.partition_point(|child| file.outline.item(*child).range.end < start);
        let behind = item.children.partition_point(|child| {
            let begin = file.outline.item(*child).range.start;
            begin < end || (begin == end && !is_apart)
        });
        let (first, behind) = with_attributes(file.outline, &item.children, first..behind.max(first));
        let on_lines = &item.children[first..behind];
        let low = on_lines.first().map_or(start, |child| file.outline.item(*child).range.start.min(start));
        let high = on_lines.last().map_or(end, |child| file.outline.item(*child).range.end.max(end));
        if (low..high) == bytes {
            // The position and depth of a block are those of its first child, whose first line must not change.
            let is_stable = !indented || container == FILE || first > 0 || {
                let head = item.children.first().map_or(0, |child| file.outline.item(*child).range.start);
                file.buffer.line_of(range.start) > file.buffer.line_of(head)
            };
            return is_stable.then_some((first..behind, bytes));
        }
        bytes = low..high;
    }
}

/// Extends a range of children by the attributes before them, and by the item that follows an attribute at the end: an
/// attribute and the item after it belong together.
fn with_attributes(outline: &Outline, children: &[ItemId], part: Range<usize>) -> (usize, usize) {
    let Range { start: mut first, end: mut behind } = part;
    let role = |at: usize| children.get(at).map(|id| outline.item(*id).role);
    let back = |from: usize| (0..from).rev().find(|at| role(*at) != Some(Role::Comment));
    while let Some(attribute) = back(first).filter(|at| role(*at) == Some(Role::Attribute)) {
        first = attribute;
    }
    while behind < children.len()
        && back(behind).filter(|at| *at >= first).is_some_and(|at| role(at) == Some(Role::Attribute))
    {
        behind += 1;
    }
    (first, behind)
}

/// Returns the indentation of the children of a container.
pub(super) fn indentation(outline: &Outline, buffer: &Buffer, container: ItemId) -> String {
    let first = outline.children(container).first().filter(|_| container != FILE);
    let start = first.map_or(0, |child| outline.item(*child).range.start);
    let line_start = buffer.line_start(buffer.line_of(start));
    buffer.slice(line_start..start).into_owned()
}

/// Returns whether the first line of code has exactly this indentation: with more, it would belong to the item above.
/// Comments have no depth.
pub(super) fn begins_with(text: &str, indent: &str, lexical: &LexRules) -> bool {
    let is_code = |line: &&str| !line.trim().is_empty() && !lexical.begins_with_line_comment(line);
    let first = text.split('\n').find(is_code);
    let is_blank = indent.trim_matches([' ', '\t']).is_empty();
    // After a continued line, the indentation of the next line is not significant.
    is_blank
        && first.is_none_or(|line| {
            let code = line.trim_start();
            &line[..line.len() - code.len()] == indent && !code.starts_with('\\')
        })
}
