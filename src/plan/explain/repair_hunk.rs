//! Corrects hunks so that they would apply.

use std::ops::Range;

use similar::DiffOp;

use super::repair::{at_place, code_length, repeats_html_escapes};
use crate::ir::{Hunk, HunkLine, Tag};
use crate::plan::tree::document::Document;
use crate::resolve::lines::{AdditionRule, FlatPayload, HunkScopes, resolve_hunks, restore};
use crate::text::normal::{is_blank, is_closing_line, trim, trim_end};
use crate::text::{Merged, Method, Quoted, align, merge, partners};

/// Like [`restored`](super::repair::restored), for a hunk.
pub(super) fn restored_hunk(document: &mut Document<'_>, hunk: &Hunk, at: &Range<usize>) -> Option<Hunk> {
    if document.layout().indented && wraps(hunk) {
        return None;
    }
    let new = hunk.lines.iter().filter(|line| line.tag != Tag::Removed);
    let new: Vec<String> = new.map(|line| line.text.to_string()).collect();
    let solid = hunk.lines.iter().filter(|line| !is_blank(&line.text)).cloned().collect();
    let partners = kept_lines(&Hunk { lines: solid, ..hunk.clone() });
    let layout = document.layout();
    let (buffer, index) = document.lines();
    let flat = FlatPayload { lines: &new, partners: Some(&partners) };
    let restored = restore(buffer, index, layout, at, flat)?;
    let old: Vec<String> = at.clone().map(|line| buffer.line(line).into_owned()).collect();
    let corrected = Hunk { lines: lines_between(&old, &restored.lines, hunk.place.line), ..hunk.clone() };
    has_place_at(document, &corrected, at).then_some(corrected)
}

/// Returns whether a hunk moves unchanged lines into a block or out of one: without indentation, it is unclear which
/// lines.
fn wraps(hunk: &Hunk) -> bool {
    let mut runs = hunk.lines.chunk_by(|one, below| (one.tag == Tag::Context) == (below.tag == Tag::Context));
    runs.any(|run| {
        let opens = |tag: Tag| {
            let last = run.iter().rfind(|line| line.tag == tag && !is_blank(&line.text));
            last.is_some_and(|line| trim_end(&line.text).ends_with(':'))
        };
        opens(Tag::Removed) != opens(Tag::Added)
    })
}

/// The maximum number of lines that are added above or below a hunk to identify its place.
const MAX_CONTEXT: usize = 8;

/// Returns the hunk with the fewest lines above or below it that distinguish one of its places from the others.
pub(super) fn with_context(
    document: &mut Document<'_>,
    hunk: &Hunk,
    own: &Range<usize>,
    candidates: &[Range<usize>],
) -> Option<Hunk> {
    let buffer = document.buffer();
    let count = buffer.line_count();
    let above = |place: &Range<usize>, lines: usize| Some(place.start.checked_sub(lines)?..place.start);
    let below = |place: &Range<usize>, lines: usize| {
        Some(place.end..place.end + lines).filter(|own| own.end <= count)
    };
    let texts = |lines: Range<usize>| -> Vec<String> {
        lines.map(|line| trim(&buffer.line(line)).to_owned()).collect()
    };
    let tells = |side: &dyn Fn(&Range<usize>) -> Option<Range<usize>>| {
        let lines = side(own)?;
        let wanted = texts(lines.clone());
        // Blank lines identify little, and models omit them.
        let is_solid = wanted.iter().any(|line| !line.is_empty());
        let mut others = candidates.iter().filter(|other| *other != own);
        (is_solid && others.all(|other| side(other).map(texts).as_ref() != Some(&wanted))).then_some(lines)
    };
    let found = (1..=MAX_CONTEXT).find_map(|lines| {
        let over = tells(&|place| above(place, lines)).map(|own| (own, true));
        over.or_else(|| tells(&|place| below(place, lines)).map(|own| (own, false)))
    });
    let (lines, is_above) = found?;
    let context = lines
        .clone()
        .map(|line| HunkLine::prefixed_context(format!(" {}", buffer.line(line)), hunk.place.line));
    let mut corrected = hunk.clone();
    let at = if is_above { 0 } else { corrected.lines.len() };
    corrected.lines.splice(at..at, context.collect::<Vec<_>>());
    let range = own.start.min(lines.start)..own.end.max(lines.end);
    has_place_at(document, &corrected, &range).then_some(corrected)
}

/// Returns the hunk with the lines of the file in place of those that it quotes, if it then has its place exactly
/// there.
pub(super) fn hunk(document: &mut Document<'_>, hunk: &Hunk, near: &Range<usize>) -> Option<Hunk> {
    if hunk.lines.iter().any(|line| line.no_newline || line.crlf) {
        return None;
    }
    let texts = |tag: Tag| -> Vec<String> {
        hunk.lines.iter().filter(|line| line.tag != tag).map(|line| line.text.to_string()).collect()
    };
    let (quoted, wanted) = (texts(Tag::Added), texts(Tag::Removed));
    let all = 0..document.buffer().line_count();
    let code_length = code_length(document);
    let (range, (old, new)) = at_place((document.buffer(), &all, near), quoted.len(), |window| {
        let patch = Quoted { lines: &quoted, replacement: &wanted, partners: Some(kept_lines(hunk)) };
        let Merged { range, lines, .. } = merge(patch, window, &code_length)?;
        let old = window[range.clone()].to_vec();
        Some((range, (old, lines)))
    })?;
    let new = without_applied(hunk, &old, new);
    if new == old || repeats_html_escapes(&quoted, &old, &new) {
        return None;
    }
    let start = range.start;
    let mut corrected = hunk.clone();
    corrected.lines = lines_between(&old, &new, hunk.place.line);
    corrected.counts_match = true;
    if let Some(hint) = hunk.line_hint {
        corrected.line_hint = Some(start + 1);
        let new = hunk.new_line_hint.map(|line| (line + start + 1).saturating_sub(hint));
        corrected.new_line_hint = new;
        corrected.inserts_after_hint = false;
    }
    let bare = Hunk { anchors: Vec::new(), ..corrected.clone() };
    [corrected, bare].into_iter().find(|own| has_place_at(document, own, &range))
}

/// Returns the new lines of a corrected hunk without added lines that the file already has at the place, because half
/// of the change is applied already. `old` are the lines of the file.
fn without_applied(hunk: &Hunk, old: &[String], mut new: Vec<String>) -> Vec<String> {
    let solid = |lines: &[String]| -> Vec<String> {
        lines.iter().map(|line| trim(line).to_owned()).filter(|line| !line.is_empty()).collect()
    };
    let quoted: Vec<&str> = hunk.old().map(|line| trim(&line.text)).collect();
    let stands = solid(old);
    let runs = hunk.lines.chunk_by(|one, below| (one.tag == Tag::Context) == (below.tag == Tag::Context));
    for run in runs.filter(|run| run.iter().all(|line| line.tag == Tag::Added)) {
        let run: Vec<String> = run.iter().map(|line| trim(&line.text).to_owned()).collect();
        let own = solid(&run);
        let is_new = own.iter().any(|line| !is_closing_line(line) && !quoted.contains(&line.as_str()));
        if !is_new || !stands.windows(own.len()).any(|lines| lines == own) {
            continue;
        }
        let at = new
            .windows(run.len())
            .position(|lines| lines.iter().zip(&run).all(|(one, two)| trim(one) == two));
        if let Some(at) =
            at.filter(|_| solid(&new).windows(own.len()).filter(|lines| *lines == own).count() > 1)
        {
            new.drain(at..at + run.len());
        }
    }
    new
}

/// Returns, for each old line of a hunk, the index of the new line that it becomes.
fn kept_lines(hunk: &Hunk) -> Vec<Option<usize>> {
    let mut kept = Vec::new();
    let mut new = 0;
    for run in hunk.lines.chunk_by(|one, other| (one.tag == Tag::Context) == (other.tag == Tag::Context)) {
        let of = |tag: Tag| -> Vec<String> {
            run.iter().filter(|line| line.tag == tag).map(|line| line.text.to_string()).collect()
        };
        let (removed, added) = (of(Tag::Removed), of(Tag::Added));
        if run[0].tag == Tag::Context {
            kept.extend((0..run.len()).map(|at| Some(new + at)));
            new += run.len();
        } else {
            kept.extend(partners(&removed, &added).into_iter().map(|partner| partner.map(|at| new + at)));
            new += added.len();
        }
    }
    kept
}

/// Returns the lines of a hunk that turns one text into another.
fn lines_between(old: &[String], new: &[String], patch_line: usize) -> Vec<HunkLine> {
    let mut lines = Vec::new();
    let mut push = |tag: Tag, texts: &[String]| {
        lines.extend(texts.iter().map(|text| match tag {
            Tag::Context => HunkLine::prefixed_context(format!(" {text}"), patch_line),
            Tag::Removed | Tag::Added => HunkLine::new(tag, text.as_str(), patch_line),
        }));
    };
    for step in align(Method::Shortest, old, new) {
        match step {
            DiffOp::Equal { .. } => push(Tag::Context, &old[step.old_range()]),
            _ => {
                push(Tag::Removed, &old[step.old_range()]);
                push(Tag::Added, &new[step.new_range()]);
            }
        }
    }
    lines
}

/// Returns whether a hunk has its place exactly at `range`.
pub(super) fn has_place_at(document: &mut Document<'_>, hunk: &Hunk, range: &Range<usize>) -> bool {
    let hunks = std::slice::from_ref(hunk);
    let mut whole = document.whole();
    let found = resolve_hunks(&mut whole, hunks, &HunkScopes::new(), AdditionRule::ByNumber);
    found.is_ok_and(|found| found.places.first().is_some_and(|(place, _)| place == range))
}
