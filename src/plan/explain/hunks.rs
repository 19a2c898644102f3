//! Explains why hunks have no place.

use std::collections::HashSet;
use std::ops::Range;

use serde_json::json;

use super::places::{MAX_CANDIDATES, candidate_places, near_place, place};
use super::select::headers;
use super::{MadeChange, left_out, repair, repair_hunk, repeated, unnamed};
use crate::diag::{Code, FilePlace, PlaceRole};
use crate::ir::{Action, Hunk, HunkLine, Operation, RepeatedLines, Tag};
use crate::plan::correction::Correction;
use crate::plan::done::Warning;
use crate::plan::refusal::Refusal;
use crate::plan::tree::document::Document;
use crate::resolve::lines::{
    AdditionRule, HunkProblem, HunkScopes, LinesProblem, LinesWarning, resolve_hunks,
};
use crate::resolve::nearby::Near;
use crate::text::normal::{is_blank, is_word_char, trim};
use crate::text::opens_alike;

/// The maximum number of lines of a corrected hunk that people are shown; programs also get longer ones.
const MAX_SHOWN: usize = 30;

/// The maximum number of hunks whose places are shown: nobody reads more, and a report of all would be larger than the
/// file.
const MAX_DETAILED: usize = 50;

/// The maximum number of applied hunks whose places are shown.
const MAX_MADE: usize = 3;

/// The owner of hunks, for messages.
#[derive(Clone, Copy)]
pub(in crate::plan) struct HunkOwner<'a> {
    /// The file.
    pub(in crate::plan) path: &'a str,
    /// The number of the operation, if the hunks belong to one.
    pub(in crate::plan) operation: Option<usize>,
    /// Whether lines are inserted that are at their place already.
    pub(in crate::plan) again: RepeatedLines,
    /// Whether the format has only an old text and a new one, so that nothing else can identify a place.
    pub(in crate::plan) is_exchange: bool,
}

impl<'a> HunkOwner<'a> {
    /// Returns the owner of an operation's hunks.
    pub(in crate::plan) fn of(operation: &'a Operation) -> Self {
        Self {
            path: operation.path.as_str(),
            operation: Some(operation.origin.index),
            again: operation.if_already_made.lines,
            is_exchange: matches!(operation.action, Action::Exchange(_)),
        }
    }
}

/// Explains why hunks have no place, with one diagnostic for each; those that are applied already share one.
pub(in crate::plan) fn hunks(
    document: &mut Document<'_>,
    section: HunkOwner<'_>,
    hunks: &[Hunk],
    problems: Vec<HunkProblem>,
) -> Refusal {
    let made: Vec<(usize, &Range<usize>)> =
        problems.iter().filter_map(|(at, problem)| Some((*at, made_at(problem)?))).collect();
    let refused: Vec<usize> = problems.iter().map(|(at, _)| *at).collect();
    if let [(only, _)] = made[..] {
        let (only, rest) = (refused.iter().position(|at| *at == only), left_to_do(hunks, &refused));
        let mut refusal = each_hunk(document, section, hunks, problems);
        if let Some(problem) = only.and_then(|at| refusal.problems.get_mut(at)) {
            problem.message.push_str(&rest);
        }
        return refusal;
    }
    if made.is_empty() {
        return each_hunk(document, section, hunks, problems);
    }
    let repeats = problems.iter().any(|(_, problem)| matches!(problem, LinesProblem::Repeated { .. }));
    let together = made_together(document, (section, hunks), &made, (&refused, repeats));
    let others: Vec<HunkProblem> =
        problems.into_iter().filter(|(_, problem)| made_at(problem).is_none()).collect();
    if others.is_empty() { together } else { together.and(each_hunk(document, section, hunks, others)) }
}

/// Returns where the change of a hunk is applied already.
const fn made_at(problem: &LinesProblem) -> Option<&Range<usize>> {
    match problem {
        LinesProblem::AlreadyApplied { at }
        | LinesProblem::Repeated { at }
        | LinesProblem::RemovesAppliedLines { at, .. } => Some(at),
        _ => None,
    }
}

/// Builds the refusal of several hunks that are applied already, and mentions those that have a place. `refused` are
/// all hunks without a place, and `repeats` is true if one of them only inserts lines.
fn made_together(
    document: &mut Document<'_>,
    (section, hunks): (HunkOwner<'_>, &[Hunk]),
    made: &[(usize, &Range<usize>)],
    (refused, repeats): (&[usize], bool),
) -> Refusal {
    let path = section.path;
    let numbers: Vec<usize> = made.iter().map(|(at, _)| *at).collect();
    let rest = left_to_do(hunks, refused);
    let them = match made.len() == hunks.len() {
        true if made.len() == 2 => "both hunks".to_owned(),
        true => format!("all {} hunks", made.len()),
        false => numbered_hunks(&numbers),
    };
    let all = made.iter().take(MAX_MADE).map(|(at, lines)| {
        let label = format!("hunk {} is here", at + 1);
        FilePlace { label, ..place(document, path, lines, PlaceRole::Related) }
    });
    let places: Vec<FilePlace> = all.collect();
    let help = match section.operation {
        Some(index) if made.len() == hunks.len() => format!("leave operation {index} out"),
        _ => "leave these hunks out".to_owned(),
    };
    let repeat = if repeats { "; `--repeat` inserts their lines again" } else { "" };
    let refusal =
        Refusal::new(Code::AlreadyApplied, format!("the changes of {them} are already in `{path}`{rest}"));
    let mut refusal = refusal.with_places(places).with_help(help + repeat);
    refusal.corrections = numbers.iter().map(|at| vec![Correction::Hunk(*at, None)]).collect();
    refusal.at(hunks.get(numbers[0]).map_or_else(Default::default, |hunk| hunk.place))
}

/// Returns the part of the message about hunks that are not applied yet; `refused` are the others, in order.
fn left_to_do(hunks: &[Hunk], refused: &[usize]) -> String {
    let left: Vec<usize> = (0..hunks.len()).filter(|at| refused.binary_search(at).is_err()).collect();
    match &left[..] {
        [] => String::new(),
        [only] => format!(", that of hunk {} is not", only + 1),
        _ => format!(", those of {} are not", numbered_hunks(&left)),
    }
}

/// Formats hunks, counted from 0, for messages.
fn numbered_hunks(all: &[usize]) -> String {
    let runs = all.chunk_by(|one, next| one + 1 == *next);
    let mut named: Vec<String> = runs
        .flat_map(|run| match run {
            [first, _, .., last] => vec![format!("{} to {}", first + 1, last + 1)],
            few => few.iter().map(|at| (at + 1).to_string()).collect(),
        })
        .collect();
    let last = named.pop().unwrap_or_default();
    let word = if all.len() == 1 { "hunk" } else { "hunks" };
    if named.is_empty() {
        format!("{word} {last}")
    } else {
        format!("{word} {} and {last}", named.join(", "))
    }
}

fn each_hunk(
    document: &mut Document<'_>,
    section: HunkOwner<'_>,
    hunks: &[Hunk],
    problems: Vec<HunkProblem>,
) -> Refusal {
    let operation = section.operation.filter(|_| hunks.len() == 1);
    let explained = problems.into_iter().enumerate().filter_map(|(count, (at, problem))| {
        let own = RefusedHunk {
            path: section.path,
            hunk: hunks.get(at)?,
            at,
            operation,
            is_exchange: section.is_exchange,
        };
        let refusal = match problem {
            problem if count < MAX_DETAILED => own.refusal(document, problem),
            // Finding a repair, or what distinguishes places, takes a pass over them.
            LinesProblem::NotFound { near: Some(near) } => {
                not_found_near(section.path, at + 1, &near).with_help(read_again(section.path))
            }
            LinesProblem::Ambiguous { candidates } | LinesProblem::ContextMismatch { candidates } => {
                ambiguous(section.path, at + 1, candidates.len())
            }
            problem => own.refusal(document, problem).with_places(Vec::new()),
        };
        Some(refusal.at(own.hunk.place))
    });
    explained.reduce(Refusal::and).unwrap_or_default()
}

/// A hunk that has no place.
#[derive(Clone, Copy)]
struct RefusedHunk<'h> {
    path: &'h str,
    hunk: &'h Hunk,
    /// Its index among the hunks of its section.
    at: usize,
    /// The operation whose only hunk it is, if messages name that instead of the hunk's number.
    operation: Option<usize>,
    /// Whether only more lines can identify its place.
    is_exchange: bool,
}

impl RefusedHunk<'_> {
    /// Returns the number of the hunk in messages, from 1.
    const fn number(self) -> usize {
        self.at + 1
    }

    fn refusal(self, document: &mut Document<'_>, problem: LinesProblem) -> Refusal {
        let (path, number) = (self.path, self.number());
        let related = |document: &mut Document<'_>, range: &Range<usize>| {
            vec![place(document, path, range, PlaceRole::Related)]
        };
        match problem {
            LinesProblem::NotFound { near: Some(near) } if self.hunk.at_end && near.likeness >= 1.0 => {
                self.not_at_end(document, &near)
            }
            LinesProblem::NotFound { near } => self.not_found(document, near.as_ref()),
            LinesProblem::Ambiguous { candidates } | LinesProblem::ContextMismatch { candidates } => {
                self.in_several_places(document, &candidates)
            }
            LinesProblem::AppliedElsewhere { at, marker } => self.made_or_deeper(document, &at, &marker),
            LinesProblem::AlreadyApplied { at } => {
                let (what, name) = match self.operation {
                    Some(index) => ("operation", format!("operation {index}")),
                    None => ("hunk", format!("hunk {number}")),
                };
                let old: Vec<&str> = self.hunk.old().map(|line| line.text.as_str()).collect();
                MadeChange { path, name: &name, what, at: &at }
                    .refusal(document, &old, Correction::Hunk(self.at, None))
            }
            LinesProblem::Repeated { at } => repeated(document, path, &format!("hunk {number}"), &at)
                .with_help("leave the hunk out; `--repeat` inserts the lines again")
                .with_corrections(vec![Correction::Hunk(self.at, None)]),
            LinesProblem::RemovesAppliedLines { at: range, other } => {
                let message = format!(
                    "hunk {number} removes lines of `{path}` that hunk {} adds: the patch was \
                     applied before",
                    other + 1
                );
                Refusal::new(Code::AlreadyApplied, message)
                    .with_places(related(document, &range))
                    .with_help("leave the hunk out")
                    .with_corrections(vec![Correction::Hunk(self.at, None)])
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
                    "hunk {number} only adds lines at line {line}, but `{path}` has {} lines",
                    document.buffer().line_count()
                ),
            )
            .with_help("add a context line"),
            LinesProblem::NumberInDoubt { line } => Refusal::new(
                Code::HunkAmbiguous,
                format!(
                    "hunk {number} only adds lines at line {line}, but the hunks above and below \
                     it show that `{path}` has changed between them"
                ),
            )
            .with_help("add a context line"),
            LinesProblem::CommentMissing { at: range, hunk_line } => {
                self.without_comment(hunk_line).with_places(related(document, &range))
            }
            LinesProblem::OmittedCode { hunk_line } => {
                let line = self.hunk.lines.get(hunk_line).map_or("", |line| trim(&line.text));
                let message =
                    format!("`{line}` in hunk {number} is a placeholder for lines of `{path}`");
                Refusal::new(Code::HunkNotFound, message)
                    .with_help("write a line of the file next to the added lines")
            }
            LinesProblem::UnclearLeftOut { line } => {
                let message =
                    format!("hunk {number} does not say whether line {} of `{path}` stays", line + 1);
                Refusal::new(Code::HunkAmbiguous, message).with_help("add that line as a context line")
            }
            LinesProblem::BodyNotDeeper { at: range, payload_line } => {
                let opener = self.hunk.new_side().nth(payload_line).map_or("", |line| trim(&line.text));
                let message = format!(
                    "`{opener}` opens a block in the new text of hunk {number}, but no line of it \
                     is indented further, so it is unclear which lines belong to the block"
                );
                Refusal::new(Code::ContextMismatch, message)
                    .with_places(related(document, &range))
                    .with_help(format!("indent the lines of the block one level deeper than \
                                        `{opener}`"))
            }
            // As it is written is one of the depths.
            LinesProblem::AmbiguousDepth { at: range, readings }
                if readings.iter().any(|own| own.payload.iter().map(String::as_str).eq(self.hunk.new_side().map(|line| &*line.text))) =>
            {
                let message = format!(
                    "the new text of hunk {number} may belong in `{path}` exactly as written, or \
                     at the indentation of the old text"
                );
                let written: Vec<&str> = self.hunk.new_side().map(|line| &*line.text).collect();
                let deep = readings.iter().find(|own| !own.payload.iter().eq(written.iter()));
                let deep = deep.map_or_else(String::new, |own| format!(":\n{}", shown(&own.payload)));
                Refusal::new(Code::ContextMismatch, message)
                    .with_places(related(document, &range))
                    .with_help(format!("if at that of the old text: write the new text with the \
                                        indentation of the file{deep}"))
                    .with_help(format!(
                        "if exactly as written: begin both texts one line earlier, or add `--fuzz \
                         exact`:\n{}",
                        shown(&written)
                    ))
            }
            LinesProblem::AmbiguousDepth { at: range, .. } => {
                let message = format!(
                    "the new text of hunk {number} could have several indentations in `{path}`: \
                     its own matches neither the old text nor the file"
                );
                Refusal::new(Code::ContextMismatch, message)
                    .with_places(related(document, &range))
                    .with_help("write the old text and the new one with the indentation of the file")
            }
            LinesProblem::HeadingLost { at: range } => {
                let message = format!(
                    "hunk {number} is not indented and removes the heading of a block but not its \
                     lines, so their indentation in `{path}` is unclear"
                );
                Refusal::new(Code::ContextMismatch, message)
                    .with_places(related(document, &range))
                    .with_help("write the old text and the new one with the indentation of the file")
            }
            LinesProblem::NoUniformShift { at: range } => {
                let places = related(document, &range);
                self.at_other_depth(document, &range).with_places(places)
            }
            LinesProblem::Overlap { other, line } => {
                let message =
                    format!("hunks {} and {number} both change line {} of `{path}`", other + 1, line + 1);
                Refusal::new(Code::Overlap, message)
                    .with_places(related(document, &(line..line + 1)))
                    .with_help("merge the two hunks into one")
            }
        }
    }

    fn not_at_end(self, document: &mut Document<'_>, near: &Near) -> Refusal {
        let message = format!("hunk {} is in `{}`, but not at its end", self.number(), self.path);
        let place = FilePlace {
            label: "found here".to_owned(),
            likeness: None,
            ..near_place(document, self.path, near)
        };
        Refusal::new(Code::HunkNotFound, message)
            .with_places(vec![place])
            .with_help("leave `*** End of File` out")
            .with_corrections(vec![self.corrected(Hunk { at_end: false, ..self.hunk.clone() })])
    }

    fn in_several_places(self, document: &mut Document<'_>, candidates: &[Range<usize>]) -> Refusal {
        if self.is_exchange {
            let places = candidate_places(document, self.path, candidates, &[None::<String>; 0]);
            return several_places(self.path, self.number(), candidates.len())
                .with_places(places)
                .with_corrections(self.with_context(document, candidates))
                .with_help(
                    "add lines above or below to both the old and the new text until only one \
                     place matches",
                );
        }
        let several = candidates.first().map(|own| document.buffer().line(own.start).into_owned());
        let several = several.filter(|_| self.hunk.old().all(|line| is_blank(&line.text)));
        let mut selects = headers(document, self.hunk, candidates);
        // A hunk of additions goes below its `@@` lines: a line that is among them already selects nothing more.
        if several.is_some() {
            let has =
                |header: &String| self.hunk.anchors.iter().any(|own| Some(trim(own)) == header.get(3..));
            selects.iter_mut().for_each(|select| *select = select.take().filter(|header| !has(header)));
        }
        let places = candidate_places(document, self.path, candidates, &selects);
        let headed = |header: &Option<String>| {
            let header = header.as_ref()?;
            Some(self.corrected(match &several {
                Some(several) => with_header_above(self.hunk, header, several),
                None => with_header(self.hunk, header),
            }))
        };
        let corrections: Option<Vec<Correction>> = selects.iter().map(headed).collect();
        // A single correction would look like the likely one.
        let corrections = corrections
            .filter(|all| all.len() > 1)
            .unwrap_or_else(|| self.with_context(document, candidates));
        ambiguous(self.path, self.number(), candidates.len())
            .with_places(places)
            .with_corrections(corrections)
    }

    /// Returns the hunk once for each place, with enough lines above or below it to distinguish the place; nothing if
    /// one of them cannot be distinguished.
    fn with_context(self, document: &mut Document<'_>, candidates: &[Range<usize>]) -> Vec<Correction> {
        if candidates.len() > MAX_CANDIDATES {
            return Vec::new();
        }
        let corrected =
            |own| Some(self.corrected(repair_hunk::with_context(document, self.hunk, own, candidates)?));
        let all: Option<Vec<Correction>> = candidates.iter().map(corrected).collect();
        all.unwrap_or_default()
    }

    /// Returns the refusal of a hunk that removes a comment which the file does not have.
    fn without_comment(self, hunk_line: usize) -> Refusal {
        let comment = self.hunk.lines.get(hunk_line).map_or("", |line| trim(&line.text));
        let message = format!(
            "hunk {} removes the comment `{comment}`, which is not there in `{}`",
            self.number(),
            self.path
        );
        Refusal::new(Code::HunkNotFound, message)
            .with_corrections(vec![self.corrected(without_line(self.hunk, hunk_line))])
            .with_help("copy the comment from the file, or leave its line out")
    }

    /// Returns the refusal of a hunk whose new lines are at one place as written, and whose old lines are at another
    /// place and depth.
    fn made_or_deeper(self, document: &mut Document<'_>, made: &Range<usize>, old: &Range<usize>) -> Refusal {
        let mut places: Vec<_> =
            [made, old].map(|range| place(document, self.path, range, PlaceRole::Related)).into();
        places[0].label = "the new lines, as they are written".to_owned();
        places[1].label = "the old lines, indented differently".to_owned();
        let line = old.start + 1;
        let message = format!(
            "the old lines of hunk {} are in `{}` only with another indentation, but its new \
             lines are there exactly as written: the change may already have been made",
            self.number(),
            self.path
        );
        let deeper = repair_hunk::hunk(document, self.hunk, old)
            .or_else(|| repair_hunk::restored_hunk(document, self.hunk, old))
            .map(|hunk| self.corrected(hunk));
        Refusal::new(Code::HunkAmbiguous, message)
            .with_places(places)
            .with_corrections(deeper.into_iter().chain([Correction::Hunk(self.at, None)]).collect())
            .with_help(format!(
                "if you mean line {line}, copy the lines from there with their indentation; if \
                 the change was made before, leave it out"
            ))
    }

    fn at_other_depth(self, document: &mut Document<'_>, range: &Range<usize>) -> Refusal {
        let corrected = repair_hunk::hunk(document, self.hunk, range)
            .or_else(|| repair_hunk::restored_hunk(document, self.hunk, range));
        let message = format!(
            "the lines of hunk {} are indented differently in `{}`, and not all by the same amount",
            self.number(),
            self.path
        );
        Refusal::new(Code::ContextMismatch, message)
            .with_corrections(corrected.into_iter().map(|hunk| self.corrected(hunk)).collect())
            .with_help("copy the indentation from the file")
    }

    fn corrected(self, hunk: Hunk) -> Correction {
        Correction::Hunk(self.at, Some(Box::new(hunk)))
    }

    fn not_found(self, document: &mut Document<'_>, near: Option<&Near>) -> Refusal {
        let (path, number, hunk) = (self.path, self.number(), self.hunk);
        let Some(near) = near else {
            return Refusal::new(
                Code::HunkNotFound,
                format!("the old lines of hunk {number} are not in `{path}`"),
            )
            .with_help(read_again(path));
        };
        let nearest = |document: &mut Document<'_>| {
            repair::is_unambiguous(near).then(|| repair_hunk::hunk(document, hunk, &near.range)).flatten()
        };
        let corrected = left_out::filled(document, hunk).or_else(|| nearest(document));
        let is_corrected = corrected.is_some();
        let corrections = corrected.into_iter().map(|hunk| self.corrected(hunk)).collect();
        let refusal = not_found_near(path, number, near)
            .with_places(vec![near_place(document, path, near)])
            .with_corrections(corrections);
        let difference = near.difference.and_then(|(at, line)| Some((hunk.old().nth(at)?, line?)));
        let Some((wanted, line)) = difference else {
            return refusal.with_help(read_again(path));
        };
        if let Some(gap) = left_out::placeholders_of(document, hunk).into_iter().min() {
            let text = trim(&hunk.lines[gap].text);
            return refusal.with_help(format!(
                "`{text}` is a placeholder for lines of the file, but the lines of a hunk must be \
                 consecutive: begin another hunk there"
            ));
        }
        let own = document.buffer().line(line).into_owned();
        let refusal = refusal.with_help(if near.is_blanks {
            format!(
                "line {} has other white space than the patch; without `--fuzz exact` it may \
                 differ",
                line + 1
            )
        } else if near.equal == near.pattern_lines {
            format!("the patch leaves out line {}, `{}`", line + 1, trim(&own))
        } else {
            format!(
                "line {} differs: the patch has `{}`, the file has `{}`",
                line + 1,
                trim(&wanted.text),
                trim(&own)
            )
        });
        let text = if repair::is_clear(near) { repaired(document, hunk, near) } else { None };
        let Some(text) = text else { return refusal };
        let differences = near.pattern_lines - near.equal;
        let refusal = if differences > 1 && hunk.lines.len() <= MAX_SHOWN && !is_corrected {
            refusal.with_help(format!("{differences} lines differ; this hunk would match:\n{text}"))
        } else {
            refusal
        };
        refusal.with_repair(Some(json!({ "hunk": number, "text": text })))
    }
}

/// Returns a hunk without one of its lines.
fn without_line(hunk: &Hunk, line: usize) -> Hunk {
    let mut hunk = hunk.clone();
    if line < hunk.lines.len() {
        hunk.lines.remove(line);
    }
    hunk
}

fn read_again(path: &str) -> String {
    format!("read `{path}` again and copy the lines from it")
}

fn not_found_near(path: &str, number: usize, near: &Near) -> Refusal {
    let message = format!(
        "hunk {number} is not in `{path}`: {} of {} lines match at line {}",
        near.equal,
        near.pattern_lines,
        near.range.start + 1
    );
    Refusal::new(Code::HunkNotFound, message)
}

fn several_places(path: &str, number: usize, places: usize) -> Refusal {
    Refusal::new(Code::HunkAmbiguous, format!("hunk {number} matches {places} places in `{path}`"))
}

fn ambiguous(path: &str, number: usize, places: usize) -> Refusal {
    several_places(path, number, places)
        .with_help("add context lines, or an `@@` line that equals a line above just one of the places or names the definition around it")
}

/// Returns the hunk with its old lines replaced by those of the nearest place, if it is then found exactly there. It
/// returns `None` if a line opens or closes other brackets or strings in the file, because the added lines may not fit
/// there, or if another line would be removed.
fn repaired(document: &mut Document<'_>, hunk: &Hunk, near: &Near) -> Option<String> {
    let buffer = document.buffer();
    let mut own = near.range.clone().map(|line| buffer.line(line)).filter(|line| !is_blank(line));
    let mut corrected = hunk.clone();
    let quoted: HashSet<&str> = hunk.old().map(|line| trim(&line.text)).collect();
    for line in corrected.lines.iter_mut().filter(|line| line.tag != Tag::Added && !is_blank(&line.text)) {
        let text = own.next()?;
        let is_other = line.tag == Tag::Removed && !share_a_word(&line.text, &text);
        // A line that the hunk quotes elsewhere corresponds to that quote.
        let is_of_another = trim(&line.text) != trim(&text) && quoted.contains(trim(&text));
        if is_other || is_of_another || !opens_alike(&line.text, &text) {
            return None;
        }
        *line = HunkLine::new(line.tag, text.as_ref(), line.patch_line);
    }
    let [quoted, stands] =
        [hunk, &corrected].map(|hunk| hunk.old().map(|line| line.text.to_string()).collect::<Vec<_>>());
    let comes: Vec<String> = corrected.new_side().map(|line| line.text.to_string()).collect();
    if repair::repeats_html_escapes(&quoted, &stands, &comes) {
        return None;
    }
    let hunks = std::slice::from_ref(&corrected);
    let mut whole = document.whole();
    let found = resolve_hunks(&mut whole, hunks, &HunkScopes::new(), AdditionRule::ByNumber).ok()?;
    (found.places.first()?.0 == near.range).then(|| written(&corrected))
}

/// Returns whether the lines share a word, or both contain none.
fn share_a_word(one: &str, other: &str) -> bool {
    let words = |line: &'_ str| -> HashSet<String> {
        let words = line.split(|char: char| !is_word_char(char)).filter(|word| !word.is_empty());
        words.map(str::to_owned).collect()
    };
    let (one, other) = (words(one), words(other));
    one == other || !one.is_disjoint(&other)
}

/// Returns the hunk with the `@@` line that selects a place, as it would be parsed from a patch.
fn with_header(hunk: &Hunk, header: &str) -> Hunk {
    let text = header.strip_prefix("@@").unwrap_or(header).trim();
    let number = text.strip_prefix('-').and_then(|rest| rest.split(',').next()?.parse().ok());
    match number {
        Some(line) if text.ends_with("@@") => {
            Hunk { line_hint: Some(line), new_line_hint: Some(line), anchors: Vec::new(), ..hunk.clone() }
        }
        _ => Hunk { anchors: vec![text.to_owned()], line_hint: None, new_line_hint: None, ..hunk.clone() },
    }
}

/// Like [`with_header`], for a hunk of additions, which goes below the last of its `@@` lines: those from the ambiguous
/// one on are kept.
fn with_header_above(hunk: &Hunk, header: &str, several: &str) -> Hunk {
    let mut headed = with_header(hunk, header);
    let first = hunk.anchors.iter().position(|anchor| trim(anchor) == trim(several));
    headed.anchors.extend(hunk.anchors[first.unwrap_or(hunk.anchors.len())..].iter().cloned());
    headed
}

/// Formats a hunk as in a patch.
fn written(hunk: &Hunk) -> String {
    let prefix = |tag| match tag {
        Tag::Context => ' ',
        Tag::Removed => '-',
        Tag::Added => '+',
    };
    let lines = hunk.lines.iter().map(|line| format!("{}{}", prefix(line.tag), line.text.as_str()));
    std::iter::once("@@".to_owned()).chain(lines).collect::<Vec<_>>().join("\n")
}

/// The maximum number of places that a warning names.
const MAX_NAMED: usize = 3;

/// Returns the message for a warning about the lines that hunks matched.
pub(in crate::plan) fn lines_warning(warning: &LinesWarning) -> Option<Warning> {
    match warning {
        LinesWarning::Unnamed(lines) => unnamed(lines),
        LinesWarning::FirstBelow { anchor, others } => {
            let named = others.iter().take(MAX_NAMED).map(super::numbered).collect::<Vec<_>>().join(", ");
            let more = if others.len() > MAX_NAMED { " and more" } else { "" };
            Some(Warning::Elsewhere(format!(
                "the hunk was applied at the first match below line {}, the line after `@@`; it \
                 also matches {named}{more}",
                anchor + 1
            )))
        }
        LinesWarning::AboveAnchor { anchor, place } => Some(Warning::Elsewhere(format!(
            "the line after `@@` is line {} of the file, but the only match of the hunk is above \
             it, at {}",
            anchor + 1,
            super::numbered(place)
        ))),
        LinesWarning::OnceMore { place } => Some(Warning::ChosenPlace(format!(
            "the removed lines are also at another depth: if applied again, the patch removes {}",
            super::numbered(place)
        ))),
    }
}

/// The maximum number of lines of a new text that help shows.
const SHOWN_LINES: usize = 12;

/// Returns the first lines of a text, for help.
fn shown(lines: &[impl AsRef<str>]) -> String {
    let mut shown: Vec<&str> = lines.iter().take(SHOWN_LINES).map(AsRef::as_ref).collect();
    if lines.len() > SHOWN_LINES {
        shown.push("…");
    }
    shown.join("\n")
}
