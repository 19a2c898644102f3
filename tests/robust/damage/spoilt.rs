//! Patches of which more is lost than can be made up for everywhere: what lands must be right, and a refusal is as good.

use super::indent::is_based;
use crate::draft::{Draft, Format, Hunk, Line, Tag};
use crate::rng::Rng;

/// Every place in the hunks of a line that some rule picks out, as hunk and line.
fn places(draft: &Draft, is_it: impl Fn(&Hunk, usize) -> bool) -> Vec<(usize, usize)> {
    let of = |(at, hunk): (usize, &Hunk)| -> Vec<(usize, usize)> {
        (0..hunk.lines.len()).filter(|line| is_it(hunk, *line)).map(|line| (at, line)).collect()
    };
    draft.hunks.iter().enumerate().flat_map(of).collect()
}

fn is_solid_context(hunk: &Hunk, at: usize) -> bool {
    hunk.lines[at].tag == Tag::Context && !hunk.lines[at].is_blank()
}

fn context(text: &str) -> Line {
    Line { tag: Tag::Context, text: text.to_owned(), origin: None }
}

/// What lies between angle brackets is escaped as in a web page, in old lines and in new ones.
pub(super) fn escaped(draft: &mut Draft, _: &mut Rng) -> bool {
    let has_sign = |hunk: &Hunk| {
        hunk.lines.iter().any(|line| line.tag != Tag::Added && line.text.contains(['<', '>', '&']))
    };
    // What is escaped in new lines alone may be meant so.
    if !draft.hunks.iter().all(has_sign) {
        return false;
    }
    for line in draft.hunks.iter_mut().flat_map(|hunk| &mut hunk.lines) {
        line.text = line.text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    }
    true
}

/// Every line bears its number, as files are shown to models.
pub(super) fn numbered(draft: &mut Draft, _: &mut Rng) -> bool {
    for hunk in &mut draft.hunks {
        let first = hunk.lines.iter().find_map(|line| line.origin).unwrap_or(0);
        for (number, line) in hunk.lines.iter_mut().enumerate() {
            line.text = format!("{}| {}", first + number + 1, line.text);
        }
    }
    true
}

/// Dots stand for the inner lines of the context above or below the changes.
pub(super) fn elided(draft: &mut Draft, rng: &mut Rng) -> bool {
    let is_inner = |hunk: &Hunk, at: usize| {
        let is_context =
            |at: Option<usize>| at.is_some_and(|at| at < hunk.lines.len() && is_solid_context(hunk, at));
        is_context(at.checked_sub(1)) && is_context(Some(at)) && is_context(Some(at + 1))
    };
    let all = places(draft, is_inner);
    let Some((hunk, at)) = rng.pick(&all).copied() else { return false };
    draft.hunks[hunk].lines[at].text = "...".to_owned();
    true
}

/// A context line stands there twice.
pub(super) fn stuttered(draft: &mut Draft, rng: &mut Rng) -> bool {
    let all = places(draft, is_solid_context);
    let Some((hunk, at)) = rng.pick(&all).copied() else { return false };
    let again = context(&draft.hunks[hunk].lines[at].text);
    draft.hunks[hunk].lines.insert(at, again);
    true
}

/// Two hunks are one, and what stands between them is not there.
pub(super) fn merged(draft: &mut Draft, _: &mut Rng) -> bool {
    if draft.hunks.len() < 2 {
        return false;
    }
    let below = draft.hunks.remove(1);
    draft.hunks[0].lines.extend(below.lines);
    draft.hunks[0].edits.extend(below.edits);
    true
}

/// A context line is broken in two.
pub(super) fn wrapped(draft: &mut Draft, rng: &mut Rng) -> bool {
    let halves = |line: &str| {
        let middle = line.char_indices().map(|(at, _)| at).find(|at| *at >= line.len() / 2)?;
        let at = middle + line[middle..].find(' ')?;
        let (first, second) = (line[..at].to_owned(), line[at + 1..].to_owned());
        (!first.trim().is_empty() && !second.trim().is_empty()).then_some((first, second))
    };
    let all = places(draft, |hunk, at| is_solid_context(hunk, at) && halves(&hunk.lines[at].text).is_some());
    let Some((hunk, at)) = rng.pick(&all).copied() else { return false };
    let Some((first, second)) = halves(&draft.hunks[hunk].lines[at].text) else { return false };
    draft.hunks[hunk].lines[at].text = first;
    draft.hunks[hunk].lines.insert(at + 1, context(&second));
    true
}

/// Behind the last line of a hunk comes one that the writer thought up.
pub(super) fn made_up_end(draft: &mut Draft, rng: &mut Rng) -> bool {
    const LINES: [&str; 4] =
        ["    return self.finish()", "}", "    pass", "# the rest of the file stays as it is"];
    let Some(line) = rng.pick(&LINES) else { return false };
    let stands = draft.before.iter().any(|own| own.trim() == line.trim());
    let Some(hunk) = draft.hunks.last_mut().filter(|_| !stands) else { return false };
    hunk.lines.push(context(line));
    true
}

/// The whole patch is indented by half of what the file is; where a marker has no inner lines, a payload does not show it.
pub(super) fn half_indented(draft: &mut Draft, _: &mut Rng) -> bool {
    let depth = |text: &str| text.bytes().take_while(|byte| *byte == b' ').count();
    let lines = || draft.hunks.iter().flat_map(|hunk| &hunk.lines).filter(|line| !line.is_blank());
    let is_even = lines().all(|line| depth(&line.text).is_multiple_of(4) && !line.text.starts_with('\t'));
    // Each hunk must show it.
    let shows = |hunk: &Hunk| {
        let mut old = hunk.lines.iter().filter(|line| line.tag != Tag::Added && !line.is_blank());
        let first = old.next().map_or(0, |line| depth(&line.text));
        old.any(|line| depth(&line.text) != first)
    };
    if draft.format == Format::ChunkParts
        || !is_even
        || !draft.hunks.iter().all(shows)
        || draft.format.gives_texts() && !is_based(draft)
    {
        return false;
    }
    for line in draft.hunks.iter_mut().flat_map(|hunk| &mut hunk.lines).filter(|line| !line.is_blank()) {
        line.text = line.text[depth(&line.text) / 2..].to_owned();
    }
    true
}

/// The whole patch is indented one level more than the file is.
pub(super) fn one_level_deeper(draft: &mut Draft, _: &mut Rng) -> bool {
    if draft.format.gives_texts() && !is_based(draft) {
        return false;
    }
    for line in draft.hunks.iter_mut().flat_map(|hunk| &mut hunk.lines).filter(|line| !line.is_blank()) {
        line.text.insert_str(0, "    ");
    }
    true
}
