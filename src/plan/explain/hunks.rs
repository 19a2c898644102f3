//! Why hunks have no place.

use std::ops::Range;

use serde_json::json;

use super::places::{candidate_places, near_place, place};
use super::select::headers;
use super::{already_applied, repair, repeated, unnamed};
use crate::diag::{Code, PatchPlace, PlaceRole};
use crate::ir::{Hunk, HunkLine, Operation, RepeatedLines, Tag};
use crate::plan::correction::Correction;
use crate::plan::document::Document;
use crate::plan::done::Warning;
use crate::plan::refusal::Refusal;
use crate::resolve::lines::{
    AdditionRule, HunkProblem, HunkScopes, LinesProblem, LinesWarning, resolve_hunks,
};
use crate::resolve::nearby::Near;
use crate::text::normal::{is_blank, trim};
use crate::text::opens_alike;

/// Up to so many lines a corrected hunk is shown to people; programs get longer ones, too.
const MAX_SHOWN: usize = 30;

/// Of so many hunks the places are shown; of more, nobody reads them, and a report of all would be larger than the file.
const MAX_DETAILED: usize = 50;

/// Whose hunks they are, as messages say it.
#[derive(Clone, Copy)]
pub(in crate::plan) struct HunkOwner<'a> {
    /// The file.
    pub(in crate::plan) path: &'a str,
    /// The number of the operation, if the hunks are those of one.
    pub(in crate::plan) operation: Option<usize>,
    /// Whether lines are inserted that are at their place already.
    pub(in crate::plan) again: RepeatedLines,
}

impl<'a> HunkOwner<'a> {
    /// The hunks of an operation.
    pub(in crate::plan) fn of(operation: &'a Operation) -> Self {
        Self {
            path: operation.path.as_str(),
            operation: Some(operation.origin.index),
            again: operation.again.lines,
        }
    }
}

/// Why hunks have no place, one diagnostic each.
pub(in crate::plan) fn hunks(
    document: &mut Document<'_>,
    section: HunkOwner<'_>,
    hunks: &[Hunk],
    problems: Vec<HunkProblem>,
) -> Refusal {
    let explained = problems.into_iter().enumerate().map(|(count, (at, problem))| {
        let refusal = match problem {
            problem if count < MAX_DETAILED => hunk(document, section, hunks, at, problem),
            // To find a repair, or what tells places apart, costs a pass over them.
            LinesProblem::NotFound { near: Some(near) } => {
                not_found_near(section.path, at + 1, &near).with_help(read_again(section.path))
            }
            LinesProblem::Ambiguous { candidates } | LinesProblem::ContextMismatch { candidates } => {
                ambiguous(section.path, at + 1, candidates.len())
            }
            problem => hunk(document, section, hunks, at, problem).with_places(Vec::new()),
        };
        let place = hunks.get(at).map_or_else(PatchPlace::default, |hunk| hunk.place);
        refusal.at(place)
    });
    explained.reduce(Refusal::and).unwrap_or_default()
}

fn hunk(
    document: &mut Document<'_>,
    section: HunkOwner<'_>,
    hunks: &[Hunk],
    at: usize,
    problem: LinesProblem,
) -> Refusal {
    let path = section.path;
    let number = at + 1;
    let left_out = std::iter::once(Correction::Hunk(at, None));
    let related = |document: &mut Document<'_>, range: &Range<usize>| {
        vec![place(document, path, range, PlaceRole::Related)]
    };
    match problem {
        LinesProblem::NotFound { near: Some(near) } if hunks[at].at_end && near.equal == near.of => {
            let places = vec![near_place(document, path, &near)];
            let message = format!("hunk {number} is in `{path}`, but not at its end");
            let mut refusal = Refusal::new(Code::HunkNotFound, message).with_places(places);
            refusal.problems.iter_mut().flat_map(|problem| &mut problem.places).for_each(|place| {
                "stands here".clone_into(&mut place.label);
                place.likeness = None;
            });
            let bare = Hunk { at_end: false, ..hunks[at].clone() };
            refusal
                .with_help("leave `*** End of File` out")
                .with_corrections(vec![Correction::Hunk(at, Some(Box::new(bare)))])
        }
        LinesProblem::NotFound { near } => hunk_not_found(document, path, &hunks[at], at, near.as_ref()),
        LinesProblem::Ambiguous { candidates } | LinesProblem::ContextMismatch { candidates } => {
            let selects = headers(document, &hunks[at], &candidates);
            let places = candidate_places(document, path, &candidates, &selects);
            let headed = |header: &Option<String>| Some(with_header(&hunks[at], at, header.as_ref()?));
            let corrections: Option<Vec<Correction>> = selects.iter().map(headed).collect();
            // One alone would look like the likely one.
            let corrections = corrections.filter(|all| all.len() > 1).unwrap_or_default();
            ambiguous(path, number, candidates.len()).with_places(places).with_corrections(corrections)
        }
        LinesProblem::AlreadyApplied { at } => match section.operation {
            Some(index) if hunks.len() == 1 => {
                already_applied(document, path, &format!("operation {index}"), &at)
                    .with_help("leave the operation out")
                    .with_corrections(left_out.collect())
            }
            _ => already_applied(document, path, &format!("hunk {number}"), &at)
                .with_help("leave the hunk out")
                .with_corrections(left_out.collect()),
        },
        LinesProblem::Repeated { at } => repeated(document, path, &format!("hunk {number}"), &at)
            .with_help("leave the hunk out; `--repeat` inserts the lines once more")
            .with_corrections(left_out.collect()),
        LinesProblem::Disturbs { at: range, other } => {
            let places = related(document, &range);
            let message = format!(
                "hunk {number} removes lines of `{path}` that hunk {} brings: the patch was applied before",
                other + 1
            );
            Refusal::new(Code::AlreadyApplied, message)
                .with_places(places)
                .with_help("leave the hunk out")
                .with_corrections(left_out.collect())
        }
        LinesProblem::NoPlace => Refusal::new(
            Code::HunkAmbiguous,
            format!("hunk {number} only adds lines, and nothing says where in `{path}`"),
        )
        .with_help(
            "add a context line, an `@@` line that equals a line of the file, or `*** End of File` to append",
        ),
        LinesProblem::NoSuchLine { line } => Refusal::new(
            Code::HunkNotFound,
            format!(
                "hunk {number} only adds lines at line {line}, which does not fit `{path}` with its {} lines",
                document.buffer().line_count()
            ),
        )
        .with_help("add a context line"),
        LinesProblem::NumberInDoubt { line } => Refusal::new(
            Code::HunkAmbiguous,
            format!(
                "hunk {number} only adds lines at line {line}, and the hunks above and below it show that `{path}` has \
                 changed between them"
            ),
        )
        .with_help("add a context line"),
        LinesProblem::CommentMissing { at: range, hunk_line } => {
            let comment = hunks[at].lines.get(hunk_line).map_or("", |line| trim(&line.text));
            let places = related(document, &range);
            Refusal::new(
                Code::HunkNotFound,
                format!(
                    "hunk {number} removes the comment `{comment}`, which is not at its place in `{path}`"
                ),
            )
            .with_places(places)
            .with_corrections(vec![Correction::Hunk(at, Some(Box::new(without_line(&hunks[at], hunk_line))))])
            .with_help("copy the comment from the file, or leave its line out")
        }
        LinesProblem::Elided { hunk_line } => {
            let line = hunks[at].lines.get(hunk_line).map_or("", |line| trim(&line.text));
            let message =
                format!("`{line}` in hunk {number} stands for lines of `{path}` that it leaves out");
            Refusal::new(Code::HunkNotFound, message)
                .with_help("give a line of the file that stands next to the added ones")
        }
        LinesProblem::LeftOpen { line } => {
            let message = format!("hunk {number} does not say whether line {} of `{path}` stays", line + 1);
            Refusal::new(Code::HunkAmbiguous, message).with_help("add that line as a context line")
        }
        LinesProblem::NoUniformShift { at: range }
        | LinesProblem::BodyNotDeeper { at: range, .. }
        | LinesProblem::DepthOpen { at: range, .. } => {
            let places = related(document, &range);
            let corrected = repair::hunk(document, &hunks[at], &range);
            let corrections =
                corrected.into_iter().map(|hunk| Correction::Hunk(at, Some(Box::new(hunk)))).collect();
            Refusal::new(
                Code::ContextMismatch,
                format!(
                    "the lines of hunk {number} are indented differently in `{path}`, and not all by the same amount"
                ),
            )
            .with_places(places)
            .with_corrections(corrections)
            .with_help("copy the indentation from the file")
        }
        LinesProblem::Overlap { other, line } => {
            let places = related(document, &(line..line + 1));
            Refusal::new(
                Code::Overlap,
                format!("hunks {} and {number} both change line {} of `{path}`", other + 1, line + 1),
            )
            .with_places(places)
            .with_help("make one hunk of the two")
        }
    }
}

/// A hunk without one of its lines.
fn without_line(hunk: &Hunk, line: usize) -> Hunk {
    let mut hunk = hunk.clone();
    if line < hunk.lines.len() {
        hunk.lines.remove(line);
    }
    hunk
}

fn hunk_not_found(
    document: &mut Document<'_>,
    path: &str,
    hunk: &Hunk,
    at: usize,
    near: Option<&Near>,
) -> Refusal {
    let number = at + 1;
    let Some(near) = near else {
        return Refusal::new(
            Code::HunkNotFound,
            format!("the old lines of hunk {number} are not in `{path}`"),
        )
        .with_help(read_again(path));
    };
    let corrected = repair::stands_out(near).then(|| repair::hunk(document, hunk, &near.range)).flatten();
    let is_corrected = corrected.is_some();
    let corrections = corrected.into_iter().map(|hunk| Correction::Hunk(at, Some(Box::new(hunk)))).collect();
    let refusal = not_found_near(path, number, near)
        .with_places(vec![near_place(document, path, near)])
        .with_corrections(corrections);
    let difference = near.difference.and_then(|(at, line)| Some((hunk.old().nth(at)?, line?)));
    let Some((wanted, line)) = difference else {
        return refusal.with_help(read_again(path));
    };
    let own = document.buffer().line(line).into_owned();
    let refusal = refusal.with_help(format!(
        "line {} differs: the patch has `{}`, the file has `{}`",
        line + 1,
        trim(&wanted.text),
        trim(&own)
    ));
    let Some(text) = repaired(document, hunk, near) else { return refusal };
    let differences = near.of - near.equal;
    let refusal = if differences > 1 && hunk.lines.len() <= MAX_SHOWN && !is_corrected {
        refusal.with_help(format!("{differences} lines differ; this hunk would match:\n{text}"))
    } else {
        refusal
    };
    refusal.with_repair(Some(json!({ "hunk": number, "text": text })))
}

fn read_again(path: &str) -> String {
    format!("read `{path}` again and copy the lines from it")
}

fn not_found_near(path: &str, number: usize, near: &Near) -> Refusal {
    let message = format!(
        "hunk {number} is not in `{path}`: {} of {} lines match at line {}",
        near.equal,
        near.of,
        near.range.start + 1
    );
    Refusal::new(Code::HunkNotFound, message)
}

fn ambiguous(path: &str, number: usize, places: usize) -> Refusal {
    Refusal::new(Code::HunkAmbiguous, format!("hunk {number} fits {places} places in `{path}`"))
        .with_help("add context lines, or an `@@` line that equals a line above just one of the places or names the definition around it")
}

/// The hunk with the lines of the nearest place for its old ones, if so it has its place just there. Where a line
/// opens or closes other brackets or strings in the file, the added lines may not fit there.
fn repaired(document: &mut Document<'_>, hunk: &Hunk, near: &Near) -> Option<String> {
    let buffer = document.buffer();
    let mut own = near.range.clone().map(|line| buffer.line(line)).filter(|line| !is_blank(line));
    let mut corrected = hunk.clone();
    for line in corrected.lines.iter_mut().filter(|line| line.tag != Tag::Added && !is_blank(&line.text)) {
        let text = own.next()?;
        if !opens_alike(&line.text, &text) {
            return None;
        }
        *line = HunkLine::new(line.tag, text.as_ref(), line.patch_line);
    }
    let hunks = std::slice::from_ref(&corrected);
    let mut whole = document.whole();
    let found = resolve_hunks(&mut whole, hunks, &HunkScopes::new(), AdditionRule::ByNumber).ok()?;
    (found.places.first()?.0 == near.range).then(|| written(&corrected))
}

/// The hunk with the `@@` line that selects a place: as it would be read from a patch.
fn with_header(hunk: &Hunk, at: usize, header: &str) -> Correction {
    let text = header.strip_prefix("@@").unwrap_or(header).trim();
    let number = text.strip_prefix('-').and_then(|rest| rest.split(',').next()?.parse().ok());
    let corrected = match number {
        Some(line) if text.ends_with("@@") => {
            Hunk { line_hint: Some(line), new_line_hint: Some(line), anchors: Vec::new(), ..hunk.clone() }
        }
        _ => Hunk { anchors: vec![text.to_owned()], line_hint: None, new_line_hint: None, ..hunk.clone() },
    };
    Correction::Hunk(at, Some(Box::new(corrected)))
}

/// A hunk as a patch has it.
fn written(hunk: &Hunk) -> String {
    let prefix = |tag| match tag {
        Tag::Context => ' ',
        Tag::Removed => '-',
        Tag::Added => '+',
    };
    let lines = hunk.lines.iter().map(|line| format!("{}{}", prefix(line.tag), line.text.as_str()));
    std::iter::once("@@".to_owned()).chain(lines).collect::<Vec<_>>().join("\n")
}

/// The same for hunks.
pub(in crate::plan) fn lines_warning(warning: &LinesWarning) -> Option<Warning> {
    match warning {
        LinesWarning::Unnamed(lines) => unnamed(lines),
    }
}
