//! Indentation: redone with tabs, or taken off.

use crate::draft::{Draft, Line, Tag};
use crate::lexer::State;
use crate::render;
use crate::rng::Rng;

/// Redoes every indentation in the patch with tabs, in a file that has none.
pub(super) fn with_tabs(draft: &mut Draft, _: &mut Rng) -> bool {
    let has_tabs = |text: &String| text.starts_with('\t') || text.trim_start_matches(' ').starts_with('\t');
    let lines = || draft.hunks.iter().flat_map(|hunk| &hunk.lines);
    if draft.before.iter().any(has_tabs) || lines().any(|line| has_tabs(&line.text)) {
        return false;
    }
    let Some(step) = usual_step(&draft.before) else { return false };
    // Each hunk must show that it was redone, and a payload cannot say what part of a tab it means.
    let shows =
        draft.hunks.iter().all(|hunk| hunk.lines.iter().any(|line| is_old(line) && depth(line) >= step));
    let is_clear = !draft.format.gives_texts()
        || lines().all(|line| line.is_blank() || depth(line).is_multiple_of(step))
            && !touches_string(draft)
            && is_based(draft);
    if !shows || !is_clear {
        return false;
    }
    for line in draft.hunks.iter_mut().flat_map(|hunk| &mut hunk.lines).filter(|line| !line.is_blank()) {
        let depth = depth(line);
        line.text = "\t".repeat(depth / step) + &" ".repeat(depth % step) + &line.text[depth..];
    }
    true
}

/// Takes the indentation that all lines of a hunk share off each of them.
pub(super) fn dedented(draft: &mut Draft, _: &mut Rng) -> bool {
    if draft.format.gives_texts() && !is_based(draft) {
        return false;
    }
    let mut changed = false;
    for hunk in &mut draft.hunks {
        let solid = || hunk.lines.iter().filter(|line| !line.is_blank());
        let shared = solid().map(depth).min().unwrap_or(0);
        // A payload cannot say that a line loses its blanks which the marker has lost.
        let is_lost = |line: &Line| line.is_blank() && (1..=shared).contains(&line.text.len());
        if draft.format.gives_texts()
            && hunk.lines.iter().any(|line| line.tag == Tag::Removed && is_lost(line))
        {
            return false;
        }
        for line in &mut hunk.lines {
            line.text = line.text.get(shared..).unwrap_or_default().to_owned();
        }
        changed |= shared > 0;
    }
    changed
}

fn is_old(line: &Line) -> bool {
    line.tag != Tag::Added
}

fn depth(line: &Line) -> usize {
    line.text.bytes().take_while(|byte| *byte == b' ').count()
}

/// Whether every payload is written relative to its marker.
pub(super) fn is_based(draft: &Draft) -> bool {
    render::operations(draft).is_some_and(|all| all.iter().all(|operation| !operation.is_verbatim))
}

/// Whether a hunk is near a string that goes on over lines: what is in it is text, and no indentation.
fn touches_string(draft: &Draft) -> bool {
    let in_text = |line: &Line| {
        let begins = line.origin.and_then(|at| draft.states.get(at));
        matches!(begins, Some(State::Text(..))) || line.text.contains("\"\"\"") || line.text.contains("'''")
    };
    draft.hunks.iter().any(|hunk| hunk.lines.iter().any(in_text))
}

/// The most frequent increase of indentation from one line to the next.
fn usual_step(lines: &[String]) -> Option<usize> {
    let depths = lines.iter().filter(|line| !line.trim().is_empty());
    let depths: Vec<usize> = depths.map(|line| line.len() - line.trim_start_matches(' ').len()).collect();
    let mut counts = [0_usize; 9];
    for pair in depths.windows(2) {
        if let Some(count) = pair[1].checked_sub(pair[0]).and_then(|by| counts.get_mut(by)) {
            *count += 1;
        }
    }
    (2..counts.len()).rev().filter(|step| counts[*step] > 0).max_by_key(|step| counts[*step])
}
