//! The text of a refusal: what is wrong, how the patch would apply, and that nothing was changed.
//!
//! The text is limited in length. What helps most with the next attempt is first: the first error, the corrected
//! operations, the other errors, the warnings. Whatever does not fit is shortened, or else only counted.

use annotate_snippets::{Group, Level};

use super::excerpt::PatchLines;
use super::human::{
    Colour, DetailLevel, PatchText, Verbosity, closing, format_problem, more_remark, renderer, success,
};
use super::{Report, RunMode, showable};
use crate::diag::Diagnostic;

/// The number of characters reserved for the closing line and for counts of omitted problems.
const RESERVED: usize = 220;

/// The number of characters that a note takes in addition to its text.
const FRAME: usize = 12;

/// If an operation can be corrected in more ways than these, none is shown.
const WAYS: usize = 3;

/// The number of further problems for whose places space is reserved.
const POINTERS: usize = 4;

/// Returns all warnings and errors, the corrected operations, and the closing line on the outcome of the patch, in
/// about `limit` characters.
#[must_use]
pub fn problems(report: &Report, patch: PatchText<'_>, colour: Colour, limit: usize) -> String {
    let lines = PatchLines::of(patch.bytes);
    // The report of changes uses the other half, or less if it is shorter.
    let limit = if report.is_ok() { limit - changes_length(report, limit / 2) } else { limit };
    let mut room = RemainingRoom { left: limit.saturating_sub(RESERVED), patch, lines: &lines, colour };
    let (first, others) = report.errors.split_at(report.errors.len().min(1));
    let mut errors = room.take(first, 1);
    // The corrected operations must leave space for the places of further errors.
    let pointers = room.size_of_pointers(others).min(room.left / 2);
    room.left -= pointers;
    let repairs = room.repairs(report);
    room.left += pointers;
    errors.extend(room.take(others, 0));
    let warnings = room.take(&report.warnings, usize::from(report.errors.is_empty()));
    let closing = closing(report).map(|closing| line(Level::ERROR, &closing, colour));
    let mut left = (room.left + RESERVED).saturating_sub(closing.as_ref().map_or(0, String::len));
    let mut out = String::new();
    for (shown, listed, kind) in
        [(warnings, &report.warnings, "warnings"), (errors, &report.errors, "errors")]
    {
        let rest = &listed[shown.len()..];
        out.extend(shown);
        if let Some(more) = more_remark(rest.len(), kind) {
            // A patch that has been applied cannot be run again with `--json`.
            let is_over = report.is_ok() && report.mode == RunMode::Real;
            let whither = if is_over { "" } else { ", listed by `--json`" };
            let more = format!("{more}{whither}: ");
            let places = places_of(rest, left.saturating_sub(more.len() + FRAME));
            left = left.saturating_sub(more.len() + places.len() + FRAME);
            out.push_str(&line(Level::NOTE, &showable(&format!("{more}{places}")), colour));
        }
    }
    out.push_str(&repairs);
    out.extend(closing);
    out
}

/// Lists the places of problems that are not shown: for each code the lines of files, or the operations; in about
/// `limit` bytes.
fn places_of(problems: &[Diagnostic], limit: usize) -> String {
    let mut out = String::new();
    // The code, file (if any) and number of the last place.
    let mut last = (None, None, None);
    for problem in problems {
        let places = problem.places.iter();
        let mut told: Vec<_> = places.map(|place| (Some(&*place.path), Some(place.line))).collect();
        if told.is_empty() {
            told.push((None, problem.operation.as_ref().map(|operation| operation.index)));
        }
        for (path, number) in told {
            let next = (Some(problem.code), path, number);
            if next == last {
                continue;
            }
            let number = number.map_or(String::new(), |number| number.to_string());
            let text = match path {
                _ if (next.0, next.1) == (last.0, last.1) => format!(",{number}"),
                None if number.is_empty() => String::new(),
                None => format!(" operation {number}"),
                Some(path) => format!(" {path}:{number}"),
            };
            let code = match last.0 {
                before if before == next.0 => String::new(),
                None => problem.code.to_string(),
                Some(_) => format!("; {}", problem.code),
            };
            if out.len() + code.len() + text.len() > limit {
                out.push('…');
                return out;
            }
            out.push_str(&code);
            out.push_str(&text);
            last = next;
        }
    }
    out
}

/// Returns how many characters the report of changes takes, at most `limit`.
fn changes_length(report: &Report, limit: usize) -> usize {
    if report.warnings.is_empty() {
        return limit;
    }
    success(report, Verbosity::Changes(limit)).chars().count().min(limit)
}

fn line(level: Level<'_>, text: &str, colour: Colour) -> String {
    let mut line = renderer(colour).render(&[Group::with_title(level.primary_title(text))]);
    line.push('\n');
    line
}

/// The space that is left, and what is needed to render a problem.
struct RemainingRoom<'a> {
    left: usize,
    patch: PatchText<'a>,
    lines: &'a PatchLines<'a>,
    colour: Colour,
}

impl RemainingRoom<'_> {
    /// Returns the first problems that fit, shortened if necessary; at least `least` of them, whether or not they fit.
    fn take(&mut self, problems: &[Diagnostic], least: usize) -> Vec<String> {
        let mut shown = Vec::new();
        // The sizes of the places of problems; nobody asks for that of the first one.
        let mut pointers = vec![0];
        for (at, problem) in problems.iter().enumerate() {
            let reach = problems.len().min(at + 1 + POINTERS);
            let more = &problems[pointers.len().min(reach)..reach];
            pointers.extend(more.iter().map(|problem| self.size(problem, DetailLevel::Pointer)));
            let rest = pointers[at + 1..reach].iter().sum();
            let Some((how, text)) = self.fitting(problem, rest, at < least) else { break };
            self.left = self.left.saturating_sub(text.chars().count());
            shown.push(match self.colour {
                Colour::Off => text,
                colour => format_problem(problem, self.patch.name, self.lines, colour, how),
            });
        }
        shown
    }

    /// Returns the longest text of a problem that fits, without colours; `None` if none fits, unless the problem is needed.
    /// A problem is shown at length only if the places of the following problems, of size `rest`, still fit.
    fn fitting(&self, problem: &Diagnostic, rest: usize, is_needed: bool) -> Option<(DetailLevel, String)> {
        let fair = self.left.saturating_sub(rest);
        let ways = [
            (DetailLevel::Whole, fair),
            (DetailLevel::Brief(0), fair),
            (DetailLevel::Pointer, self.left),
            (DetailLevel::Title, self.left),
        ];
        let mut shortest = None;
        for (how, room) in ways {
            let text = self.plain(problem, how);
            let size = text.chars().count();
            if size > room {
                shortest = Some((how, text));
            } else if how == DetailLevel::Brief(0) {
                // The other half is for the remaining parts of the report.
                let how = DetailLevel::Brief((fair - size) / 2);
                return Some((how, self.plain(problem, how)));
            } else {
                return Some((how, text));
            }
        }
        shortest.filter(|_| is_needed)
    }

    /// Returns the size of the places of the first [`POINTERS`] problems.
    fn size_of_pointers(&self, problems: &[Diagnostic]) -> usize {
        problems.iter().take(POINTERS).map(|problem| self.size(problem, DetailLevel::Pointer)).sum()
    }

    fn size(&self, problem: &Diagnostic, how: DetailLevel) -> usize {
        self.plain(problem, how).chars().count()
    }

    /// Returns the text of a problem without colours.
    fn plain(&self, problem: &Diagnostic, how: DetailLevel) -> String {
        format_problem(problem, self.patch.name, self.lines, Colour::Off, how)
    }

    /// Returns the corrected operations that fit.
    fn repairs(&mut self, report: &Report) -> String {
        let repairs = &report.repairs;
        let is_whole = repairs.patch.is_some();
        let mut out = String::new();
        let mut left_out = 0;
        for operation in &repairs.operations {
            let index = operation.index;
            if operation.texts.len() > WAYS {
                let many = format!(
                    "operation {index} applies in {} ways; `--json` lists them",
                    operation.texts.len()
                );
                out.push_str(&line(Level::HELP, &many, self.colour));
                continue;
            }
            for (at, text) in operation.texts.iter().enumerate() {
                let head = match (operation.texts.len(), is_whole) {
                    (1, true) => format!("operation {index} applies as:"),
                    (1, false) => format!("operation {index} would apply as:"),
                    (count, _) => format!("operation {index}, way {} of {count}:", at + 1),
                };
                let entry = format!("{}{}", line(Level::HELP, &head, Colour::Off), showable(text));
                let size = entry.chars().count();
                if size <= self.left {
                    self.left -= size;
                    out.push_str(&format!("{}{}", line(Level::HELP, &head, self.colour), showable(text)));
                } else {
                    left_out += 1;
                }
            }
        }
        let all = match (left_out, is_whole, self.patch.name) {
            (0, false, _) => None,
            // The patch was not read from a file: the name is `<stdin>`, or chosen by a caller.
            (0, true, name) if name.starts_with('<') => None,
            (0, true, name) => Some(format!(
                "`chunk check --repaired {name} | chunk apply` applies the whole corrected patch"
            )),
            (count, is_whole, name) => {
                let what = match count {
                    1 => "1 corrected operation is".to_owned(),
                    count => format!("{count} corrected operations are"),
                };
                let whither = match is_whole && !name.starts_with('<') {
                    true => format!(
                        "`chunk check --repaired {name} | chunk apply` applies the whole \
                         corrected patch"
                    ),
                    false => format!("`--json` shows {}", if count == 1 { "it" } else { "them" }),
                };
                Some(format!("{what} too long to be shown here; {whither}"))
            }
        };
        out.extend(all.map(|all| line(Level::HELP, &all, self.colour)));
        out
    }
}
