//! Keeps an outline across edits: parses only the lines that an edit touched, within a context that puts the parser
//! into the state that it would have there in the file.
//!
//! The result is used only if the lines parse without an error, together with a guard after them that must be parsed as
//! itself: then no construct reaches over the edges of the lines, and the items around them are unchanged. In every
//! other case the outline is dropped, and the file is parsed again when needed.

use std::borrow::Cow;
use std::ops::Range;

use crate::lang::{Language, Manifest, ParseContext, Preprocessor, Role, Syntax, item_blocks, view};
use crate::text::{Buffer, Edit, EditSet, LexRules};

use super::items::{FILE, ItemId, Outline, OutlineScope};
use super::joins::joins_nothing;
use super::name::is_word_char;
use super::outlined::Outlined;
use super::readings::{ParsedOutline, ends_cleanly, merged_readings};
use crate::resolve::symbol::imports::statement_change::StatementChange;
use crate::resolve::symbol::payload::parse::named;

/// A range of lines in one container, with the items on them.
struct EditedRegion<'a> {
    container: ItemId,
    context: &'a ParseContext,
    /// The touched children, by their indexes among all children.
    children: Range<usize>,
    bytes: Range<usize>,
    edits: Vec<&'a Edit>,
}

/// Returns what is known of the text after edits of `buffer`, as far as that can be determined without parsing the
/// whole text again.
pub(in crate::resolve::symbol) fn update_outline(
    mut known: ParsedOutline,
    syntax: &mut Syntax,
    buffer: &Buffer,
    edits: &EditSet,
) -> Option<ParsedOutline> {
    let imports = known.imports.take();
    let growth = imports.as_ref().and_then(|imports| imports.growth_by(edits));
    let grown = growth.filter(|growth| is_sound(growth, syntax)).map(|growth| growth.statement);
    if let Some(statement) = grown {
        known.outline.grow(statement, edits);
    } else if !reparse_regions(&mut known, syntax, buffer, edits) {
        return None;
    }
    let imports = imports.and_then(|imports| imports.carry_over(edits));
    known.imports = imports;
    if let Some(plain) = &mut known.unmodified {
        plain.record(buffer, edits);
    }
    Some(known)
}

/// Returns whether a statement that an edit changed is still a valid import.
fn is_sound(growth: &StatementChange, syntax: &mut Syntax) -> bool {
    let Some(outline) = read_plain(syntax, &growth.shown, OutlineScope::Definitions) else { return false };
    matches!(outline.children(FILE), [only] if outline.item(*only).role == Role::Import
        && outline.item(*only).range.len() == growth.shown.trim_end().len())
}

/// Updates what is known to the text after `edits`; returns whether that succeeded. If not, `known` must be dropped.
fn reparse_regions(known: &mut ParsedOutline, syntax: &mut Syntax, buffer: &Buffer, edits: &EditSet) -> bool {
    let language = syntax.language();
    let outline = &mut known.outline;
    let is_masked = outline.macros.is_some();
    // The names in a directive may be related to any other line.
    let is_too_fine = is_masked && outline.scope == OutlineScope::AllNames;
    // If the grammar found errors, the certain extents must be determined already, since its reading shows no more. In
    // languages where indentation or line endings are significant, the text is read differently once an error is
    // removed.
    let is_mended = outline.has_known_doubts && language.manifest().view.preprocessor.is_some();
    let is_ready = is_masked || is_mended || (known.is_unmodified && !outline.has_error);
    if !is_ready || is_too_fine || outline.is_truncated {
        return false;
    }
    if disturbs_lines(language, buffer, edits) {
        return false;
    }
    let Some(regions) = regions(Outlined { outline, buffer }, edits) else { return false };
    if outline.has_error && !regions.iter().all(|region| is_away_from_errors(outline, region)) {
        return false;
    }
    // Readings that disagree about an extent contain the same text twice.
    if is_masked && regions.iter().any(|region| outline.overlap_in(&region.bytes).is_some()) {
        return false;
    }
    let parsed: usize = regions.iter().map(|region| region.bytes.len()).sum();
    // A parse of the whole text costs no more.
    if parsed > buffer.len() / 2 {
        return false;
    }
    // Backwards, so that the offsets of the remaining regions stay valid.
    let mut renewed = regions.iter().rev().map(|region| {
        let length = reparse_region(outline, syntax, buffer, region)?;
        move_unread(&mut known.unparsed, &region.bytes, length)
    });
    if !renewed.all(|region| region.is_some()) {
        return false;
    }
    // Without any macro left, the text might be parsed unmodified.
    !is_masked || outline.has_macros()
}

/// Returns whether an edit inserts text before a directive on its line, which disables the directive, or adds or
/// removes a line continuation.
fn disturbs_lines(language: &Language, buffer: &Buffer, edits: &EditSet) -> bool {
    let Some(masks) = &language.manifest().view.preprocessor else { return false };
    let goes_on = |text: &str| text.lines().any(|line| line.ends_with('\\'));
    edits.iter().any(|edit| {
        let end = edit.range.end;
        let rest = buffer.slice(end..buffer.line_range(buffer.line_of(end)).end.max(end));
        let begins_line = if edit.text.is_empty() {
            buffer.line_start(buffer.line_of(edit.range.start)) == edit.range.start
        } else {
            edit.text.ends_with('\n')
        };
        let hides_directive = !begins_line && rest.trim_start().starts_with(masks.directive.as_str());
        hides_directive || goes_on(&edit.text) || goes_on(&buffer.slice(edit.range.clone()))
    })
}

/// Returns whether the grammar found no error in a region or beside it: then the parser has recovered before the
/// region, and errors elsewhere do not affect it.
fn is_away_from_errors(outline: &Outline, region: &EditedRegion<'_>) -> bool {
    let touched = &outline.children(region.container)[region.children.clone()];
    let [before, behind] = neighbours(outline, region);
    let is_clean = |id: &ItemId| {
        let item = outline.item(*id);
        !item.has_error && item.role != Role::Broken
    };
    touched.iter().chain(before).chain(behind).all(is_clean)
        && !outline.has_error_in(surroundings(outline, region))
}

/// Returns the code items before and after a region, in its container: one item each, or several that overlap.
fn neighbours<'o>(outline: &'o Outline, region: &EditedRegion<'_>) -> [&'o [ItemId]; 2] {
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
fn surroundings(outline: &Outline, region: &EditedRegion<'_>) -> Range<usize> {
    let [before, behind] = neighbours(outline, region);
    let container = outline.item(region.container);
    let from = before.first().map_or(container.range.start, |id| outline.item(*id).range.start);
    from..end_of(outline, behind).unwrap_or(region.bytes.end)
}

/// Returns the end of the last of some items, which may overlap.
fn end_of(outline: &Outline, items: &[ItemId]) -> Option<usize> {
    items.iter().map(|id| outline.item(*id).range.end).max()
}

/// Moves the ranges that are in no reading; `None` if an edit touches one.
fn move_unread(unread: &mut [Range<usize>], bytes: &Range<usize>, length: usize) -> Option<()> {
    for range in unread {
        if range.start >= bytes.end {
            let moved = |byte: usize| byte - bytes.len() + length;
            *range = moved(range.start)..moved(range.end);
        } else if range.end > bytes.start {
            return None;
        }
    }
    Some(())
}

/// Returns the regions that the edits touch, in file order, each with its edits; `None` if two of them overlap but have
/// different containers.
fn regions<'a>(file: Outlined<'_>, edits: &'a EditSet) -> Option<Vec<EditedRegion<'a>>> {
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

/// Parses a region again and puts its items into the outline; returns the new length of the region.
fn reparse_region(
    outline: &mut Outline,
    syntax: &mut Syntax,
    buffer: &Buffer,
    region: &EditedRegion<'_>,
) -> Option<usize> {
    let language = syntax.language();
    let rules = &language.manifest().symbols;
    if rules.indented_bodies && !has_even_neighbours(outline, buffer, region) {
        return None;
    }
    let old = buffer.slice(region.bytes.clone());
    let new = edited(&old, region);
    let indent =
        if rules.indented_bodies { indentation(outline, buffer, region.container) } else { String::new() };
    if rules.indented_bodies && !begins_with(&new, &indent, &language.manifest().lexical) {
        return None;
    }
    // Items that only a macro understands make its braces unreadable.
    let excluded = language.manifest().view.item_blocks.iter().flat_map(|rules| &rules.excluded);
    if outline.item(region.container).role == Role::Transparent
        && excluded.into_iter().any(|text| new.contains(text.as_str()))
    {
        return None;
    }
    // A comment that is not closed in the region may be closed further down in the file.
    if let Some(block) = &language.manifest().lexical.block_comments
        && new
            .rfind(block.open.as_str())
            .is_some_and(|open| new.rfind(block.close.as_str()).is_none_or(|close| close < open))
    {
        return None;
    }
    // If line endings are significant, the last line of a file may be parsed differently without one.
    if region.bytes.end == buffer.len() && !new.ends_with('\n') {
        return None;
    }
    let before_guard = if new.is_empty() || new.ends_with('\n') || !reaches_line_end(buffer, &region.bytes) {
        ""
    } else {
        "\n"
    };
    if outline.macros.is_some() && !is_independent(Outlined { outline, buffer }, syntax, region, (&old, &new))
    {
        return None;
    }
    // A constructor is recognized by the name of its class.
    let owner = outline.definition(region.container).and_then(|class| class.parts.last());
    let open = match owner.map(|part| part.name.as_str()).filter(|name| name.chars().all(is_word_char)) {
        Some(name) => named(&region.context.open, name),
        None => region.context.open.clone(),
    };
    let piece = format!("{open}{new}{before_guard}{indent}{}{}", region.context.guard, region.context.close);
    let from = open.len();
    let guard_start = from + new.len() + before_guard.len() + indent.len();
    let guard = guard_start..guard_start + region.context.guard.trim_end().len();
    let found = match outline.macros {
        Some(_) => read_masked(syntax, &piece, outline.scope),
        None => read_plain(syntax, &piece, outline.scope),
    }?;
    let first = || found.children(FILE).first().copied();
    // The braces of a block are an item of their own.
    let is_block = |id: &ItemId| found.item(*id).role == Role::Transparent;
    let braces = |id: ItemId| found.children(id).iter().copied().find(is_block).filter(|_| is_block(&id));
    let container = if open.is_empty() { FILE } else { first().map(|id| braces(id).unwrap_or(id))? };
    let children = found.children(container);
    let behind = children.iter().position(|child| found.item(*child).range.start >= guard_start)?;
    // The guard must follow completely, from its first to its last byte, and all items before it must end before it.
    let starts_at_guard = found.item(children[behind]).range.start == guard.start;
    let is_all = children.last().is_some_and(|child| found.item(*child).range.end == guard.end);
    let is_inside = children[..behind].iter().all(|child| {
        let range = &found.item(*child).range;
        range.start >= from && range.end <= from + new.len()
    });
    if !starts_at_guard || !is_all || !is_inside {
        return None;
    }
    let new_items = &children[..behind];
    if rules.lines_join
        && !joins_nothing(outline, buffer, region.container, &region.children, (&found, &piece, new_items))
    {
        return None;
    }
    let last = new_items.iter().rev().find(|id| found.item(**id).role != Role::Comment);
    let end_of_code = last.map_or(from, |last| found.item(*last).range.end);
    // A block belongs to the code before it, which may be in another branch.
    let is_lone_block = |id: &ItemId| piece[found.item(*id).range].starts_with('{');
    if outline.macros.is_some() && new_items.iter().any(is_lone_block) {
        return None;
    }
    // The code that follows in the file determines to what a macro at the end belongs.
    if outline.macros.is_some()
        && (found.has_macro_at(end_of_code..guard_start)
            || !is_without_code(&found, new_items, &piece, end_of_code..guard_start)
            || (last.is_some() && !ends_cleanly(&piece[..end_of_code], language.manifest(), None)))
    {
        return None;
    }
    let is_emptied = behind == 0 && region.children == (0..outline.children(region.container).len());
    if is_emptied && region.container != FILE {
        return None;
    }
    outline.replace_children(
        region.container,
        region.children.clone(),
        &region.bytes,
        new.len(),
        &found,
        new_items,
        from,
    );
    if rules.indented_bodies {
        outline.settle_ends(region.container);
    }
    outline.replace_macros(&region.bytes, new.len(), &found, from);
    outline.move_marks(region.bytes.end, new.len() as isize - region.bytes.len() as isize);
    Some(new.len())
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
fn read_plain(syntax: &mut Syntax, piece: &str, reach: OutlineScope) -> Option<Outline> {
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

/// Returns the text of a region after its edits.
fn edited(old: &str, region: &EditedRegion<'_>) -> String {
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

/// Returns whether the region is followed by a line ending or by nothing.
fn reaches_line_end(buffer: &Buffer, bytes: &Range<usize>) -> bool {
    matches!(buffer.piece_at(bytes.end).first(), None | Some(b'\n' | b'\r'))
}

/// Returns the indentation of the children of a container.
fn indentation(outline: &Outline, buffer: &Buffer, container: ItemId) -> String {
    let first = outline.children(container).first().filter(|_| container != FILE);
    let start = first.map_or(0, |child| outline.item(*child).range.start);
    let line_start = buffer.line_start(buffer.line_of(start));
    buffer.slice(line_start..start).into_owned()
}

/// Returns whether the first line of code has exactly this indentation: with more, it would belong to the item above.
/// Comments have no depth.
fn begins_with(text: &str, indent: &str, lexical: &LexRules) -> bool {
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
