//! What stands behind `@@`.

use crate::draft::Draft;
use crate::rng::Rng;

fn each_anchor(draft: &mut Draft, mut anchors: impl FnMut(usize) -> Vec<String>) -> bool {
    for at in 0..draft.hunks.len() {
        draft.hunks[at].numbers = None;
        draft.hunks[at].anchors = anchors(at);
    }
    draft.hunks.iter().any(|hunk| !hunk.anchors.is_empty())
}

pub(super) fn prose(draft: &mut Draft, rng: &mut Rng) -> bool {
    const PROSE: [&str; 4] = [
        "in the loop that handles the input",
        "somewhere near the top of the file",
        "second occurrence, inside the helper",
        "update the caller accordingly",
    ];
    each_anchor(draft, |_| rng.pick(&PROSE).map(|text| (*text).to_owned()).into_iter().collect())
}

pub(super) fn absent(draft: &mut Draft, rng: &mut Rng) -> bool {
    const NAMES: [&str; 3] =
        ["class Wobbler(Thing):", "fn no_such_function() {", "int Nothing::like_it(int) const"];
    each_anchor(draft, |_| rng.pick(&NAMES).map(|text| (*text).to_owned()).into_iter().collect())
}

/// Lines that stand in the file once, and how deep.
fn unique_lines(draft: &Draft) -> Vec<(usize, usize)> {
    let mut seen = std::collections::HashMap::<&str, usize>::new();
    draft.before.iter().for_each(|line| *seen.entry(line.trim()).or_default() += 1);
    let depth = |line: &str| line.len() - line.trim_start().len();
    let own = draft.before.iter().enumerate();
    own.filter(|(_, line)| {
        let text = line.trim();
        text.len() > 6 && seen[text] == 1 && text.starts_with(char::is_alphabetic) && !text.contains("@@")
    })
    .map(|(at, line)| (at, depth(line)))
    .collect()
}

pub(super) fn behind(draft: &mut Draft, rng: &mut Rng) -> bool {
    let unique = unique_lines(draft);
    let ends: Vec<usize> = draft
        .hunks
        .iter()
        .map(|hunk| hunk.lines.iter().filter_map(|line| line.origin).max().unwrap_or(0))
        .collect();
    let before = draft.before.clone();
    each_anchor(draft, |hunk| {
        let below: Vec<usize> =
            unique.iter().map(|(at, _)| *at).filter(|at| *at > ends[hunk]).take(30).collect();
        rng.pick(&below).map(|at| before[*at].trim().to_owned()).into_iter().collect()
    })
}

/// The lines above each hunk that enclose it, as far as they stand in the file once.
pub(super) fn stacked(draft: &mut Draft, _: &mut Rng) -> bool {
    let unique = unique_lines(draft);
    let starts: Vec<usize> =
        draft.hunks.iter().map(|hunk| hunk.lines.iter().find_map(|line| line.origin).unwrap_or(0)).collect();
    let before = draft.before.clone();
    each_anchor(draft, |hunk| {
        let mut chain: Vec<String> = Vec::new();
        let mut limit = usize::MAX;
        for (at, depth) in unique.iter().rev().filter(|(at, _)| *at < starts[hunk]) {
            if *depth < limit && chain.len() < 2 {
                chain.insert(0, before[*at].trim().to_owned());
                limit = *depth;
            }
        }
        chain
    })
}
