//! Makes the outline of a text in which the grammar finds errors.
//!
//! Brackets, or indentation, show where bodies end; with the minimum of them blanked the grammar parses the rest (see
//! [`RecoverySource`]). Certainty is determined here: a definition at an error ends where the grammar *and* the brackets,
//! or the indentation, agree, otherwise its extent is doubtful.

use std::ops::Range;

use tree_sitter::Tree;

use crate::lang::{RecoveredText, RecoveryLevel, RecoverySource, Syntax};

use super::items::{ItemId, Outline, OutlineScope};
use super::merge_readings::ExtentDoubt;
use crate::resolve::symbol::extent::span::declaration_item;

/// The reading of a text with the fewest errors.
struct BestReading {
    tree: Tree,
    mended: RecoveredText,
    effort: RecoveryLevel,
    error_size: usize,
}

/// The result of a mended reading.
pub(in crate::resolve::symbol) struct RepairedOutline {
    pub(in crate::resolve::symbol) outline: Outline,
    /// The tree of the reading, if it is not the unmodified text.
    pub(in crate::resolve::symbol) tree: Option<Tree>,
    /// Whether more than single words were blanked.
    pub(in crate::resolve::symbol) is_blanked: bool,
    /// Whether the grammar finds no error in the reading.
    pub(in crate::resolve::symbol) is_clean: bool,
}

/// Makes the outline of a text in which the grammar finds errors; `None` if brackets do not match, so that only the
/// grammar can be used.
pub(in crate::resolve::symbol) fn repaired_outline(
    syntax: &mut Syntax,
    text: &str,
    plain: &Tree,
    reach: OutlineScope,
) -> Option<RepairedOutline> {
    let language = syntax.language();
    let ground = RecoverySource::new(language.manifest(), text)?;
    let found = Syntax::errors(plain);
    let mut best = best_reading(&ground, syntax, text, &found);
    if reach == OutlineScope::AllNames {
        best = best.map(|best| with_bodies(best, &ground, syntax, &found));
    }
    let (tree, seen, skipped) = match &best {
        Some(best) => (&best.tree, best.mended.text.as_str(), best.mended.skipped.clone()),
        None => (plain, text, Vec::new()),
    };
    let mut outline = Outline::new(language, tree, text, reach);
    let is_clean = !outline.has_error;
    let is_blanked = best.as_ref().is_none_or(|best| best.effort != RecoveryLevel::Words);
    if is_blanked || !is_clean {
        outline.determine_doubts(&|outline, id| match is_doubtful(outline, id, &ground, text, seen) {
            true => ExtentDoubt::Unclear,
            false => ExtentDoubt::None,
        });
    }
    outline.has_known_doubts = true;
    outline.note_errors(&found);
    outline.unparsed = skipped;
    Some(RepairedOutline { outline, tree: best.map(|best| best.tree), is_blanked, is_clean })
}

/// Returns the reading with the fewest errors, if it has fewer than the unmodified text.
fn best_reading(
    ground: &RecoverySource<'_>,
    syntax: &mut Syntax,
    text: &str,
    found: &[Range<usize>],
) -> Option<BestReading> {
    let mut best: Option<BestReading> = None;
    let mut errors = found.to_vec();
    let mut last = text.to_owned();
    for effort in RecoveryLevel::ALL {
        let mended = ground.recovered(&errors, effort);
        if mended.text == last {
            continue;
        }
        last.clone_from(&mended.text);
        let Ok(tree) = syntax.parse(&mended.text) else { break };
        errors = Syntax::errors(&tree);
        let badness = error_size(&errors);
        let least = best.as_ref().map_or_else(|| self::error_size(found), |best| best.error_size);
        if badness < least {
            best = Some(BestReading { tree, mended, effort, error_size: badness });
        }
        if errors.is_empty() {
            break;
        }
    }
    best
}

/// Returns a reading with the bodies in which there is no error, if it is no worse than one without any bodies.
fn with_bodies(
    best: BestReading,
    ground: &RecoverySource<'_>,
    syntax: &mut Syntax,
    found: &[Range<usize>],
) -> BestReading {
    if best.effort != RecoveryLevel::Statements {
        return best;
    }
    let mended = ground.with_other_bodies(found, best.mended.skipped.clone());
    let Ok(tree) = syntax.parse(&mended.text) else { return best };
    let error_size = error_size(&Syntax::errors(&tree));
    if error_size <= best.error_size { BestReading { tree, mended, error_size, ..best } } else { best }
}

/// Returns how much of a text errors cover: their bytes, plus one for each error.
fn error_size(errors: &[Range<usize>]) -> usize {
    let mut end = 0;
    let mut sum = 0;
    for error in errors {
        sum += 1 + error.end.saturating_sub(error.start.max(end));
        end = end.max(error.end);
    }
    sum
}

/// Returns whether the extent of a definition is uncertain: there is an error or a blanked part in it or an error
/// beside it, and either its heading contains an error, or no bracket or indentation shows where it begins or ends.
fn is_doubtful(outline: &Outline, id: ItemId, ground: &RecoverySource<'_>, text: &str, seen: &str) -> bool {
    let outermost = outline.outermost(id);
    let item = outline.item(outermost);
    let whole = item.range.clone();
    let has_broken_neighbour = outline.has_broken_neighbour(outermost);
    let is_touched = text.get(whole.clone()) != seen.get(whole.clone());
    if !item.has_error && !has_broken_neighbour && !is_touched {
        return false;
    }
    let declaration = outline.item(declaration_item(outline, id)).range.start;
    let heading = outline.definition(id).map_or(0, |found| found.heading);
    let heading_end = outline.item(id).range.start + heading;
    outline.has_error_in(whole.start..heading_end)
        || (has_broken_neighbour && !ground.confirms_start(whole.start))
        || !ground.confirms_end(declaration, whole.end)
}
