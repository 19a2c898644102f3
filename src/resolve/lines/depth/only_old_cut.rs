//! Added lines that are as deep as in the file, in a hunk of which only the old lines lost their indentation.
//!
//! One shift explains the old lines of such a hunk, and by default it moves the added lines, too. They were not meant to
//! move if each run of them begins, as written, as deep as the lines around it, and as shifted at a depth that none of
//! these has.
//!
//! Invariant: only lines next to added lines are read, and nothing is parsed.

use super::flow::{CLOSING, OpeningDepth, is_label};
use super::layout::Layout;
use super::odd::{OddPlace, RemainingLines, must_align};
use crate::resolve::lines::index::LineIndex;
use crate::text::normal::{indentation, is_blank, trim};
use crate::text::{Buffer, Lexer, LineEdits, step_within};

/// The number of lines on each side of a place that show its steps.
const NEAR: usize = 60;

/// Ends of lines after which, in a language without a grammar, nothing is deeper.
const WHOLE: [char; 4] = [';', '}', ')', ','];

/// How a run of added lines fits the lines around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RunFit {
    /// Only the depth as written fits.
    AsWritten,
    /// Its depth is the same either way, or nothing shows it.
    Either,
    /// It may be meant at the shifted depth.
    AsShifted,
}

/// Returns whether the added lines of `edits`, which are shifted, are meant to be as deep as they are in `written`.
#[must_use]
pub fn are_as_written(
    buffer: &Buffer,
    index: &mut LineIndex<'_>,
    layout: Layout,
    (edits, written): (&LineEdits<'_>, &LineEdits<'_>),
) -> bool {
    let Some(scanner) = index.scanner() else { return false };
    let rules = scanner.rules();
    let lexer = Lexer::new(rules);
    let is_code = index.rules().is_some();
    let kept = RemainingLines::of(buffer, edits);
    let mut is_any = false;
    for ((at, shifted), (_, own)) in kept.runs(edits).into_iter().zip(kept.runs(written)) {
        if !index.state_before(buffer, at).is_code() {
            return false;
        }
        let mut place =
            OddPlace { buffer, index: &mut *index, layout, rules, lexer: &lexer, is_code, kept: &kept, at };
        match run_fit(&mut place, &shifted, &own) {
            RunFit::AsWritten => is_any = true,
            RunFit::Either => {}
            RunFit::AsShifted => return false,
        }
    }
    is_any
}

fn run_fit(place: &mut OddPlace<'_, '_>, shifted: &[&str], own: &[&str]) -> RunFit {
    let solid = |line: &&&str| !is_blank(line);
    let (Some(moved), Some(written)) = (shifted.iter().find(solid), own.iter().find(solid)) else {
        return RunFit::Either;
    };
    let (moved, text) = (indentation(moved), trim(written));
    let written = indentation(written);
    if moved == written {
        return RunFit::Either;
    }
    let buffer = place.buffer;
    // A line that is less deep with the shift may leave the block.
    if moved.len() < written.len() {
        return RunFit::AsShifted;
    }
    let gone = place.gone_lines();
    let depth_of = |line: usize| indentation(&buffer.line(line)).to_owned();
    let is_closer = |line: usize| trim(&buffer.line(line)).starts_with(CLOSING);
    let ends_like = gone.first().is_some_and(|line| is_closer(*line));
    let may_be_list = text.starts_with(['-', '*', '<']);
    if !must_align(text) || may_be_list || text.starts_with(CLOSING) && !ends_like {
        return RunFit::AsShifted;
    }
    let replaced = gone.first().map(|line| depth_of(*line));
    let [above, below] = [place.kept.above(place.at), place.kept.below(place.at)];
    let Some(above) = above else {
        return if replaced.as_deref() == Some(written) { RunFit::AsWritten } else { RunFit::AsShifted };
    };
    let heading = depth_of(above);
    let below = below.map(|line| (depth_of(line), is_closer(line)));
    let opening = place.opening_at(above);
    let is_whole = matches!(opening, Some(OpeningDepth::No | OpeningDepth::Item));
    let expected = match opening {
        _ if replaced.is_some() => replaced.as_deref(),
        Some(OpeningDepth::No | OpeningDepth::Item) => Some(heading.as_str()),
        Some(OpeningDepth::Block) => {
            let inner = below.as_ref().filter(|(depth, ends)| depth.len() > heading.len() && !ends);
            inner.map(|(depth, _)| depth.as_str())
        }
        _ => None,
    };
    let near = place.at.saturating_sub(NEAR)..(place.at + NEAR).min(buffer.line_count());
    let step = if moved.contains('\t') { 1 } else { step_within(buffer, near).0 };
    let may_be_inner = !is_whole && moved.len() == heading.len() + step;
    // What replaces a line begins as deep as that line, whatever is below.
    let is_below = replaced.is_none() && below.as_ref().is_some_and(|(depth, _)| depth == moved);
    match expected == Some(written) && moved != heading && !is_below && !may_be_inner {
        true => RunFit::AsWritten,
        false => RunFit::AsShifted,
    }
}

impl OddPlace<'_, '_> {
    /// Returns the removed lines at the place that are not blank.
    fn gone_lines(&self) -> Vec<usize> {
        let first = self.kept.above(self.at).map_or(0, |above| above + 1);
        let end = self.kept.below(self.at).unwrap_or(self.buffer.line_count());
        let gone = self.kept.gone(first, end).iter().copied();
        gone.filter(|line| !is_blank(&self.buffer.line(*line))).collect()
    }

    /// Returns what the end of a line of code opens; `None` if that is not clear.
    fn opening_at(&mut self, line: usize) -> Option<OpeningDepth> {
        let (_, code) = self.code_at(line)?;
        let opening = self.layout.opening(&code);
        let is_whole = self.is_code || code.ends_with(WHOLE) || code.starts_with('@');
        match opening {
            OpeningDepth::No | OpeningDepth::Item if !is_whole || is_label(&code) => None,
            OpeningDepth::No if code.starts_with(['#', '<']) => None,
            _ => Some(opening),
        }
    }
}
