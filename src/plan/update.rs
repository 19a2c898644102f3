//! Applies the hunks of one section to a text.

use std::ops::Range;

use super::anchors;
use super::document::Document;
use super::done::Done;
use super::elided;
use super::explain;
use super::refusal::Refusal;
use super::spelled::Spelled;
use crate::ir::{Format, Hunk};
use crate::resolve::lines::{AdditionRule, HunkProblem, HunkScopes, PlacedSection, resolve_hunks};

/// Applies `hunks` to a document, all located in the text as it is now.
pub(super) fn apply_hunks(
    document: &mut Document<'_>,
    section: explain::Section<'_>,
    hunks: &[Hunk],
    additions: AdditionRule,
) -> Result<Done, Refusal> {
    let Spelled { hunks: spelled, takes_mark } = Spelled::of(hunks, document.buffer());
    let hunks = spelled.as_deref().unwrap_or(hunks);
    let mut placed = located(document, hunks, &HunkScopes::new(), additions);
    if let Err(problems) = &placed {
        let scopes = anchors::scopes(document, hunks, problems);
        if !scopes.is_empty() {
            placed = located(document, hunks, &scopes, additions);
        }
    }
    let found = match placed {
        Ok(found) => found,
        Err(problems) => return Err(explain::hunks(document, section, hunks, problems)),
    };
    let places: Vec<Range<usize>> = found.places.iter().map(|(lines, _)| lines.clone()).collect();
    elided::check_hunks(document, section, hunks, &places)?;
    let warnings = found.warnings.iter().filter_map(|(_, warning)| explain::lines_warning(warning)).collect();
    document.apply(found.edits.into_edits(document.buffer(), found.final_newline));
    if takes_mark {
        document.drop_mark();
    }
    Ok(Done { lines: Some(extent(&found.places)), matched: rungs_of(&found.places), warnings })
}

fn located<'h>(
    document: &mut Document<'_>,
    hunks: &'h [Hunk],
    scopes: &HunkScopes,
    additions: AdditionRule,
) -> Result<PlacedSection<'h>, Vec<HunkProblem>> {
    let (buffer, index) = document.lines();
    resolve_hunks(buffer, index, 0..buffer.line_count(), hunks, scopes, additions)
}

/// Where additions without context may go.
pub(super) const fn additions_of(format: Format) -> AdditionRule {
    match format {
        Format::ApplyPatch => AdditionRule::UnderAnchor,
        Format::Chunk | Format::Unified | Format::FileChanges => AdditionRule::ByNumber,
    }
}

fn extent(places: &[(Range<usize>, &'static str)]) -> Range<usize> {
    let first = places.iter().map(|(lines, _)| lines.start).min().unwrap_or(0);
    let last = places.iter().map(|(lines, _)| lines.end).max().unwrap_or(0);
    first..last
}

/// The rungs on which the hunks matched, without repetition, in order of first use.
fn rungs_of(places: &[(Range<usize>, &'static str)]) -> Option<String> {
    let mut rungs: Vec<&str> = Vec::new();
    for (_, rung) in places {
        if !rungs.contains(rung) {
            rungs.push(rung);
        }
    }
    (!rungs.is_empty()).then(|| rungs.join(", "))
}
