//! Blanks at the ends of lines, and blank lines.

use crate::draft::{Draft, Hunk, Line, Tag};
use crate::rng::Rng;

/// The patch has lost the blanks at the ends of its lines; so has what it adds, and the file none there.
pub(super) fn trailing_lost(draft: &mut Draft, rng: &mut Rng) -> bool {
    // Real files have few: they are put into the file first.
    let is_alone =
        |line: &&Line| old_lines(draft).filter(|own| own.text.trim() == line.text.trim()).count() == 1;
    let solid = old_lines(draft).filter(|line| !line.is_blank()).filter(is_alone);
    let origins: Vec<usize> = solid.filter_map(|line| line.origin).collect();
    for at in rng.some(origins, 3) {
        if !draft.before[at].ends_with('\\') {
            draft.before[at].push_str("  ");
        }
    }
    draft.tells_lines_apart()
}

/// The patch has blanks at the ends of old lines that the file does not have.
pub(super) fn trailing_added(draft: &mut Draft, rng: &mut Rng) -> bool {
    let mut changed = false;
    for line in draft.hunks.iter_mut().flat_map(|hunk| &mut hunk.lines) {
        if line.tag != Tag::Added && !line.text.is_empty() && rng.one_in(2) {
            line.text.push_str(if rng.one_in(2) { " " } else { "\t" });
            changed = true;
        }
    }
    changed && draft.tells_lines_apart()
}

fn old_lines(draft: &Draft) -> impl Iterator<Item = &Line> {
    draft.hunks.iter().flat_map(|hunk| &hunk.lines).filter(|line| line.tag != Tag::Added)
}

pub(super) fn bare(draft: &mut Draft, _: &mut Rng) -> bool {
    draft.spelling.bare_blanks = true;
    old_lines(draft).any(|line| line.tag == Tag::Context && line.text.is_empty())
}

/// Blank context lines are left out, where it stays clear what added lines stand next to.
pub(super) fn dropped(draft: &mut Draft, _: &mut Rng) -> bool {
    // A payload says only what the text is to be, not which of its blank lines are new.
    let is_clear = |hunk: &Hunk| !hunk.lines.iter().any(|line| line.tag == Tag::Added && line.is_blank());
    if draft.format.gives_texts() && !draft.hunks.iter().all(is_clear) {
        return false;
    }
    let can_go = |hunk: &Hunk, at: usize| {
        let line = &hunk.lines[at];
        let is_solid = |at: usize| !hunk.lines[at].is_blank();
        // Beside a blank line that goes, it is not said which of the two does.
        let goes_beside = |at: Option<usize>| {
            let line = at.and_then(|at| hunk.lines.get(at));
            line.is_some_and(|line| line.is_blank() && line.tag == Tag::Removed)
        };
        line.tag == Tag::Context
            && line.is_blank()
            && !hunk.touches_added(at)
            && !goes_beside(at.checked_sub(1))
            && !goes_beside(Some(at + 1))
            && hunk.has_context_beside(at, is_solid)
    };
    drop_lines(draft, can_go)
}

/// Leaves lines out of every hunk; says whether there were any.
pub(super) fn drop_lines(draft: &mut Draft, can_go: impl Fn(&Hunk, usize) -> bool) -> bool {
    let mut changed = false;
    for hunk in &mut draft.hunks {
        let keep: Vec<bool> = (0..hunk.lines.len()).map(|at| !can_go(hunk, at)).collect();
        // Where a whole run of lines between two changes goes, it is no longer clear where these stand.
        if has_lost_separation(hunk, &keep) {
            continue;
        }
        changed |= keep.contains(&false);
        let mut keep = keep.into_iter();
        hunk.lines.retain(|_| keep.next().unwrap_or(true));
    }
    changed
        && draft
            .hunks
            .iter()
            .all(|hunk| hunk.lines.iter().any(|line| line.tag != Tag::Added && !line.is_blank()))
}

/// Whether dropping lines brings changes together that context held apart, or an added line to a new neighbour.
fn has_lost_separation(hunk: &Hunk, keep: &[bool]) -> bool {
    let kept: Vec<usize> = (0..keep.len()).filter(|at| keep[*at]).collect();
    kept.windows(2).any(|pair| {
        let is_gap = pair[1] > pair[0] + 1;
        let is_change = |at: usize| hunk.lines[at].tag != Tag::Context;
        let is_added = |at: usize| hunk.lines[at].tag == Tag::Added;
        is_gap && (is_change(pair[0]) && is_change(pair[1]) || is_added(pair[0]) || is_added(pair[1]))
    })
}

/// Blank context lines are put in where the file has none, away from added lines.
pub(super) fn added(draft: &mut Draft, rng: &mut Rng) -> bool {
    let mut changed = false;
    for hunk in &mut draft.hunks {
        let is_inner = |at: usize| {
            let is_context = |at: usize| hunk.lines[at].tag == Tag::Context && !hunk.lines[at].is_blank();
            at > 0 && is_context(at) && is_context(at - 1)
        };
        let places: Vec<usize> = (0..hunk.lines.len()).filter(|at| is_inner(*at)).collect();
        if let Some(at) = rng.pick(&places) {
            hunk.lines.insert(*at, Line { tag: Tag::Context, text: String::new(), origin: None });
            changed = true;
        }
    }
    changed
}
