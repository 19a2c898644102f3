//! Keeps an outline across edits: parses only the lines that an edit touched, within a context that puts the parser
//! into the state that it would have there in the file.
//!
//! The result is used only if the lines parse without an error, together with a guard after them that must be parsed as
//! itself: then no construct reaches over the edges of the lines, and the items around them are unchanged. In every
//! other case the outline is dropped, and the file is parsed again when needed.

use std::ops::Range;

use crate::lang::{Language, Role, Syntax};
use crate::text::{Buffer, EditSet};

use super::edited_region::{EditedRegion, neighbours, regions, surroundings};
use super::items::{FILE, ItemId, Outline, OutlineScope};
use super::outlined::Outlined;
use super::readings::ParsedOutline;
use super::reparse::{read_plain, reparse_region};
use crate::resolve::symbol::imports::statement_change::StatementChange;

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
