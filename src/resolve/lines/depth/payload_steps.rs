//! Determines the steps of a payload, if its blocks show other steps than the marker.

use super::columns::{self, Scale, StepPair};
use super::flow::{CLOSING, OpeningDepth, is_label, may_have_body};
use super::layout::Layout;
use super::line::{DepthLine, LineKind};
use super::marker_shift::PlacedLine;
use crate::text::is_step_clear;

impl Scale {
    /// Returns the mapping of the payload's own steps, if it differs from the marker's: `Some(None)` for no mapping.
    /// `steps_near` returns the steps of the file near the place.
    pub(super) fn payload_steps(
        self,
        layout: Layout,
        marker: &[PlacedLine<'_, '_>],
        payload: &[DepthLine<'_>],
        steps_near: impl FnOnce() -> (usize, usize, usize),
    ) -> Option<Option<StepPair>> {
        let scale = self;
        let unmapped = |line: &DepthLine<'_>| columns::columns(&line.indent, scale.tab);
        let code: Vec<&DepthLine<'_>> = payload.iter().filter(|line| line.kind == LineKind::Code).collect();
        let steps_below = |begins: &dyn Fn(&str) -> bool| -> Vec<(usize, isize)> {
            let deeper = |pair: &[&DepthLine<'_>]| unmapped(pair[1]) - unmapped(pair[0]);
            let steps = code.windows(2).enumerate().map(|(at, pair)| (at, pair, deeper(pair)));
            let steps = steps.filter(|(_, pair, deeper)| *deeper > 0 && begins(&pair[0].code));
            steps.map(|(at, _, deeper)| (at, deeper)).collect()
        };
        let mut steps = steps_below(&|code| layout.opening(code) == OpeningDepth::Block);
        if steps.is_empty() {
            // If no block has brackets, labels and headings of single statements show the step.
            steps = steps_below(&|code| {
                !layout.indented && (is_label(code) || code.ends_with(')') && may_have_body(code))
            });
        }
        let mut steps = steps.into_iter();
        let (at, own) = steps.next()?;
        let file = scale.step as isize;
        let (mut differs, mut is_alone) = (false, at == 0);
        steps.for_each(|(_, step)| (differs, is_alone) = (differs || step != own, false));
        // Below a first line that lost its indentation, the second one seems to be several steps deeper; but then the
        // line that closes its block is deeper than the first line, too.
        let is_closed =
            |own: &&DepthLine<'_>| own.code.starts_with(CLOSING) && unmapped(own) == unmapped(code[at]);
        // A line in the column of the marker's first line lost no more than that line did.
        let is_as_marked =
            |own: &DepthLine<'_>| marker.first().is_some_and(|(first, _)| first.column == own.column);
        let may_be_lost = is_alone && !is_as_marked(code[at]) && !code[at + 1..].iter().any(is_closed);
        if differs || may_be_lost && own > file && scale.steps.is_none() {
            return None;
        }
        if scale.steps.is_some() {
            return (own == file).then_some(None);
        }
        let is_shown = is_step_clear(steps_near());
        let is_known = own > 1 && own != file;
        let is_flat = marker.windows(2).all(|pair| pair[0].0.column == pair[1].0.column);
        // The marker has the steps of the file.
        let blocks = || {
            let code =
                marker.windows(2).filter(|pair| layout.opening(&pair[0].0.code) == OpeningDepth::Block);
            code.map(|pair| (pair[1].0.column - pair[0].0.column, pair[1].1 - pair[0].1))
        };
        let is_flat = is_flat || blocks().next().is_some() && blocks().all(|deeper| deeper == (file, file));
        let origin = payload.iter().map(unmapped).min()?;
        let fits =
            payload.iter().all(|line| line.kind != LineKind::Code || (unmapped(line) - origin) % own == 0);
        // A deeper line that both have in one column is in the steps of the file.
        let is_kept = |line: &DepthLine<'_>| {
            let column = unmapped(line);
            column > origin
                && line.has_words()
                && marker.iter().any(|(own, _)| own.text == line.text && own.column == column)
        };
        if code.iter().any(|line| is_kept(line)) {
            return None;
        }
        (is_shown && is_known && is_flat && fits && scale.is_of_blanks()).then_some(Some(StepPair {
            origin,
            patch: own,
            file,
        }))
    }
}
