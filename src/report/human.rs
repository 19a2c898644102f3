//! Reports for people, and for models that read like people.
//!
//! Problems look like a compiler's: a code, a sentence, the lines of the patch and of the file that it speaks of, and
//! something to do next. The same text stands on the terminal and in the JSON.

use std::collections::HashMap;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::excerpt::{Excerpt, PatchLines};
use super::{Report, RunMode, SHOWN, landed, letter, showable};
use crate::diag::{Code, Diagnostic, FilePlace, PlaceRole, Severity};
use crate::plan::Summary;

/// Places that are shown with their line; of more, only their number is told.
const PLACES: usize = 5;

/// Of more places that fit alike each has one line and no excerpt.
const EXCERPTS: usize = 3;

/// So many places have such a line.
const LISTED: usize = 8;

/// What selects a place is told beside it up to this length.
const SELECT: usize = 60;

/// So many characters of a help text are shown where room is short.
const BRIEF: usize = 240;

/// The text of a patch and what the user calls it.
#[derive(Debug, Clone, Copy)]
pub struct PatchText<'a> {
    /// The file it was read from, or `<stdin>`.
    pub name: &'a str,
    /// Its bytes.
    pub bytes: &'a [u8],
}

/// Whether the text may hold escape sequences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Colour {
    /// Plain text.
    #[default]
    Off,
    /// Text with colours, for a terminal.
    On,
}

/// How much is said of a run that changed files, beside the list of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verbosity {
    /// Nothing.
    Files,
    /// What each operation changed, in about so many bytes.
    Changes(usize),
}

impl Verbosity {
    /// The same beside the text of warnings and notes, which takes its part of the room.
    #[must_use]
    pub fn beside(self, problems: &str) -> Self {
        match self {
            Self::Changes(limit) => {
                Self::Changes(limit.saturating_sub(problems.chars().count()).max(limit / 2))
            }
            Self::Files => self,
        }
    }
}

/// What a run prints that has nothing to do.
const NOTHING_TO_DO: &str = "Success. Nothing to do: the files are as the patch wants them.\n";

/// The text that a run that was no refusal prints.
///
/// The list of files comes first and is always whole.
#[must_use]
pub fn success(report: &Report, answer: Verbosity) -> String {
    if report.files.is_empty() {
        return NOTHING_TO_DO.to_owned();
    }
    let mut out = files("Success. Updated the following files:", report);
    if let Verbosity::Changes(limit) = answer {
        out.push_str(&landed::changes(report, limit));
    }
    out
}

/// A heading and the list of files.
fn files(heading: &str, report: &Report) -> String {
    let mut out = format!("{heading}\n");
    for file in &report.files {
        out.push(letter(&file.summary));
        out.push(' ');
        out.push_str(&showable(&paths(&file.summary)));
        out.push('\n');
    }
    out
}

/// One line an operation: where it applied, and how the place was found. Then what takes the whole back.
#[must_use]
pub fn operations(report: &Report) -> String {
    let mut out = String::new();
    for applied in report.operations.iter() {
        let lines = applied.lines.map_or(String::new(), |(first, last)| match last.saturating_sub(first) {
            0 => format!(":{first}"),
            _ => format!(":{first}-{last}"),
        });
        let how = applied.matched.as_ref().map_or(String::new(), |how| format!(" ({how})"));
        let line = format!("operation {}: {} {}{lines}{how}\n", applied.index, applied.name, applied.path);
        out.push_str(&showable(&line));
    }
    if let Some(id) = report.undo {
        out.push_str(&format!("`chunk undo {id}` takes this back\n"));
    }
    out
}

/// One line a problem: `patch:line:column: error[code]: sentence`.
#[must_use]
pub fn short(report: &Report, patch: PatchText<'_>) -> String {
    let line = |problem: &Diagnostic| {
        let place = match problem.patch {
            Some(place) if place.line > 0 => format!("{}:{}:{}: ", patch.name, place.line, place.column),
            _ => String::new(),
        };
        let message = showable(&problem.message).replace('\n', " ");
        format!("{place}{}[{}]: {message}\n", severity_name(problem.severity), problem.code)
    };
    let mut out = String::new();
    for (listed, kind) in [(&report.warnings, "warnings"), (&report.errors, "errors")] {
        out.extend(listed.iter().take(SHOWN).map(line));
        out.extend(more(listed, kind).map(|more| format!("note: {more}\n")));
    }
    out
}

/// What to say of problems that are not shown.
pub(super) fn more(listed: &[Diagnostic], kind: &str) -> Option<String> {
    uncounted(listed.len().saturating_sub(SHOWN), kind)
}

/// How many are left out; `kind` is the word for several.
pub(super) fn uncounted(count: usize, kind: &str) -> Option<String> {
    let kind = if count == 1 { kind.trim_end_matches('s') } else { kind };
    (count > 0).then(|| format!("and {count} more {kind}"))
}

/// Workflow commands that a GitHub action shows beside the lines of the patch: one for each problem.
#[must_use]
pub fn annotations(report: &Report, patch: PatchText<'_>) -> String {
    let escape = |text: &str, extra: &[(char, &str)]| {
        let base = [('%', "%25"), ('\r', "%0D"), ('\n', "%0A")];
        let all = base.iter().chain(extra);
        all.fold(showable(text), |text, (char, escaped)| text.replace(*char, escaped))
    };
    let all = report.warnings.iter().chain(&report.errors);
    all.map(|problem| {
        let kind = match problem.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "notice",
        };
        let place = match problem.patch {
            Some(place) if place.line > 0 => {
                let name = escape(patch.name, &[(':', "%3A"), (',', "%2C")]);
                format!("file={name},line={},col={},", place.line, place.column)
            }
            _ => String::new(),
        };
        let message: Vec<&str> =
            std::iter::once(&problem.message).chain(&problem.help).map(String::as_str).collect();
        format!("::{kind} {place}title={}::{}\n", problem.code, escape(&message.join("\n"), &[]))
    })
    .collect()
}

/// One problem with excerpts of patch and file.
#[must_use]
pub fn diagnostic(problem: &Diagnostic, patch: PatchText<'_>, colour: Colour) -> String {
    diagnostic_in(problem, patch.name, &PatchLines::of(patch.bytes), colour)
}

/// So much of a line is shown where a place is told in one.
const POINTED: usize = 60;

/// How much of a problem is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ToldAmount {
    /// All.
    Whole,
    /// One place, the lines of the others in at most so many bytes, and the beginning of the first help.
    Brief(usize),
    /// The sentence, and the first place in one line.
    Pointer,
    /// The sentence.
    Title,
}

/// The same for one of many: the lines of the patch are known.
pub(super) fn diagnostic_in(
    problem: &Diagnostic,
    name: &str,
    lines: &PatchLines<'_>,
    colour: Colour,
) -> String {
    told(problem, name, lines, colour, ToldAmount::Whole)
}

/// The same, perhaps shortened.
pub(super) fn told(
    problem: &Diagnostic,
    name: &str,
    lines: &PatchLines<'_>,
    colour: Colour,
    how: ToldAmount,
) -> String {
    let level = match problem.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let (places, helps) = match how {
        ToldAmount::Whole => (PLACES, usize::MAX),
        ToldAmount::Brief(_) => (1, 1),
        ToldAmount::Pointer | ToldAmount::Title => (0, 0),
    };
    let shown = shown_once(&problem.places[..places.min(problem.places.len())]);
    let title = level.primary_title(showable(&problem.message)).id(problem.code.as_str());
    let mut group = Group::with_title(title);
    let is_short = matches!(how, ToldAmount::Pointer | ToldAmount::Title);
    if let Some(place) = problem.patch.filter(|place| place.line > 0 && !is_short) {
        let name = showable(name);
        group = match lines.line(place.line).map(|line| Excerpt::from_column(&line, place.column)) {
            Some(excerpt) => group.element(
                Snippet::source(excerpt.text)
                    .line_start(place.line)
                    .path(name)
                    .annotation(AnnotationKind::Primary.span(excerpt.span)),
            ),
            None => group.element(Origin::path(name).line(place.line).char_column(place.column)),
        };
    }
    if are_listed(problem) {
        if !is_short {
            group = group.element(Level::NOTE.message(list(&problem.places)));
        }
    } else {
        for place in &shown {
            group = group.element(file_excerpt(place));
        }
        if problem.places.len() > places && !is_short {
            let limit = if let ToldAmount::Brief(limit) = how { limit } else { usize::MAX };
            let more = showable(&more_places(&problem.places[places..], limit));
            group = group.element(Level::NOTE.message(more));
        }
    }
    if how == ToldAmount::Pointer
        && let Some(place) = problem.places.first()
    {
        group = group.element(Level::NOTE.message(pointer(place)));
    }
    for help in problem.help.iter().take(helps) {
        let help = if let ToldAmount::Brief(_) = how { shortened(help) } else { showable(help) };
        group = group.element(Level::HELP.message(help));
    }
    let mut text = renderer(colour).render(&[group]);
    text.push('\n');
    text
}

/// Whether the places of a problem are told one a line: many that fit alike look alike, too.
fn are_listed(problem: &Diagnostic) -> bool {
    let is_plain = |place: &FilePlace| place.role == PlaceRole::Candidate && place.label.is_empty();
    problem.places.len() > EXCERPTS && problem.places.iter().all(is_plain)
}

/// Places, of which those that are alike, as several on a line are, become one.
fn shown_once(places: &[FilePlace]) -> Vec<FilePlace> {
    let one = |alike: &[FilePlace]| {
        let mut columns: Vec<_> = alike.iter().flat_map(|place| place.columns.iter().cloned()).collect();
        columns.dedup();
        let label = match alike.len() {
            count if count > 1 && !alike[0].label.is_empty() => format!("{count} places: {}", alike[0].label),
            _ => alike[0].label.clone(),
        };
        FilePlace { label, columns, ..alike[0].clone() }
    };
    let without_columns = |place: &FilePlace| FilePlace { columns: Vec::new(), ..place.clone() };
    places.chunk_by(|one, next| without_columns(one) == without_columns(next)).map(one).collect()
}

/// The places that are not shown, by files and lines, of which the first that fit into so many bytes.
fn more_places(places: &[FilePlace], limit: usize) -> String {
    let mut by_file: Vec<(&str, Vec<usize>)> = Vec::new();
    let mut at: HashMap<&str, usize> = HashMap::new();
    for place in places {
        let file = *at.entry(&place.path).or_insert_with(|| {
            by_file.push((&place.path, Vec::new()));
            by_file.len() - 1
        });
        let lines = &mut by_file[file].1;
        if lines.last() != Some(&place.line) {
            lines.push(place.line);
        }
    }
    let word = if places.len() == 1 { "place" } else { "places" };
    let mut out = format!("and {} more {word}", places.len());
    let mut sign = ": ";
    for (path, lines) in by_file {
        let mut before = format!("{sign}{path}:");
        for line in lines {
            let next = format!("{before}{line}");
            if out.len() + next.len() > limit {
                let is_begun = before == "," || sign == ", ";
                out.push_str(if is_begun { ",…" } else { "" });
                return out;
            }
            out.push_str(&next);
            before = ",".to_owned();
        }
        sign = ", ";
    }
    out
}

/// Places one a line: the line, the definition around it, and what selects it if that is not the definition.
fn list(places: &[FilePlace]) -> String {
    let has_one_file = places.iter().all(|place| place.path == places[0].path);
    let line = |place: &FilePlace| {
        let path = if has_one_file { String::new() } else { format!("{} ", place.path) };
        let symbol = place.symbol.as_ref().map_or(String::new(), |symbol| format!(", in {symbol}"));
        let is_other = |select: &&String| !select.starts_with("symbol:") && select.len() <= SELECT;
        let select = place.select.as_ref().filter(is_other);
        let select = select.map_or(String::new(), |select| format!(", select with `{select}`"));
        format!("{path}line {}{symbol}{select}", place.line)
    };
    let mut lines: Vec<String> = places.iter().take(LISTED).map(line).collect();
    if places.len() > LISTED {
        lines.push("…and others, which `--json` lists".to_owned());
    }
    showable(&lines.join("\n"))
}

/// A place in one line: where it is, what it is, and the beginning of its text.
fn pointer(place: &FilePlace) -> String {
    let label = if place.label.is_empty() { String::new() } else { format!(", {}", place.label) };
    let text = place.text.trim();
    let text: String = text.lines().next().unwrap_or_default().chars().take(POINTED).collect();
    showable(&format!("{} line {}{label}: {text}", place.path, place.line))
}

/// The beginning of a help text, up to a sign between its parts: what is to be typed is not cut.
fn shortened(help: &str) -> String {
    let Some((at, _)) = help.char_indices().nth(BRIEF) else { return showable(help) };
    let is_between = |(end, sign): &(usize, char)| {
        let is_sign = matches!(sign, ',' | ';' | '.') && help[*end + 1..].starts_with(' ');
        is_sign && help[..*end].matches('`').count().is_multiple_of(2)
    };
    let end = help[..at].char_indices().rev().find(is_between).map_or(at, |(end, _)| end);
    format!("{} …", showable(&help[..end]))
}

fn file_excerpt(place: &FilePlace) -> Snippet<'_, annotate_snippets::Annotation<'_>> {
    let excerpt = match place.columns.first() {
        Some(columns) => Excerpt::from_column(&place.text, columns.start),
        None => Excerpt::of_line(&place.text),
    };
    let mut spans: Vec<_> = place.columns.iter().filter_map(|columns| excerpt.at(columns)).collect();
    let last = spans.pop().unwrap_or_else(|| excerpt.span.clone());
    let others = spans.into_iter().map(|span| AnnotationKind::Context.span(span));
    Snippet::source(excerpt.text)
        .line_start(place.line)
        .path(showable(&place.path))
        .annotations(others)
        .annotation(AnnotationKind::Context.span(last).label(label(place)))
}

/// What is said beside a line of a file: what it is, how alike, in which definition, and how to select it.
fn label(place: &FilePlace) -> String {
    let mut parts = Vec::new();
    if !place.label.is_empty() {
        parts.push(place.label.clone());
    } else {
        match place.role {
            PlaceRole::Nearest => parts.push("nearest place".to_owned()),
            PlaceRole::Candidate => parts.push("fits here".to_owned()),
            PlaceRole::Related => {}
        }
    }
    // Never "100 % alike" for what is not equal.
    parts.extend(place.likeness.map(|likeness| format!("{:.0} % alike", (likeness * 100.0).floor())));
    parts.extend(place.symbol.as_ref().map(|symbol| format!("in {symbol}")));
    parts.extend(place.select.as_ref().map(|select| format!("select with `{select}`")));
    showable(&parts.join(", "))
}

/// What became of a patch that was not applied.
pub(super) fn closing(report: &Report) -> Option<String> {
    let what = match report.exit_status() {
        0 => return None,
        1 if report.operation_count > 0 => {
            let mut failed: Vec<usize> =
                report.errors.iter().filter_map(|error| Some(error.operation.as_ref()?.index)).collect();
            failed.sort_unstable();
            failed.dedup();
            match (failed.len(), report.operation_count) {
                (0, _) => "patch refused".to_owned(),
                (failed, 1) => format!("patch refused: {failed} of 1 operation failed"),
                (failed, all) => match report.repairs.unchecked {
                    0 => format!("patch refused: {failed} of {all} operations failed"),
                    open => format!("patch refused: {failed} of {all} operations failed, {open} not checked"),
                },
            }
        }
        1 => "patch refused".to_owned(),
        2 => "patch not understood".to_owned(),
        _ => "patch not applied".to_owned(),
    };
    // What is left of a patch that was applied may find other places now than it did then.
    let is_there = report.errors.iter().any(|error| error.code == Code::AlreadyApplied);
    let advice = match is_there && report.operation_count > 1 {
        true => "; if the whole patch was applied before, nothing is left to do",
        false => "",
    };
    Some(format!("{what}; no file was changed{advice}"))
}

/// The text that a check of a patch that applies prints: what a real run would, and that nothing was written.
#[must_use]
pub fn would_succeed(report: &Report, answer: Verbosity) -> String {
    let mut out = files(dry_run(report).trim_end(), report);
    if let Verbosity::Changes(limit) = answer {
        out.push_str(&landed::changes(report, limit));
    }
    out
}

/// What a dry run would do, in one line.
#[must_use]
pub fn dry_run(report: &Report) -> String {
    if report.files.is_empty() {
        return "nothing to do: the files are as the patch wants them; nothing was written\n".to_owned();
    }
    let counts = report.files.iter().filter_map(|file| file.counts);
    let (added, removed) =
        counts.fold((0, 0), |(added, removed), one| (added + one.added, removed + one.removed));
    let files = match report.files.len() {
        1 => "1 file".to_owned(),
        count => format!("{count} files"),
    };
    debug_assert_eq!(report.mode, RunMode::DryRun);
    format!("would update {files} (+{added} -{removed}); nothing was written\n")
}

/// The path of a summary line, or both paths of a move.
pub(super) fn paths(summary: &Summary) -> String {
    match summary {
        Summary::Added(path) | Summary::Modified(path) | Summary::Deleted(path) => path.to_string(),
        Summary::Renamed(old, new) => format!("{old} -> {new}"),
    }
}

/// The name of a severity, as messages and JSON have it.
pub(super) const fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

pub(super) const fn renderer(colour: Colour) -> Renderer {
    let renderer = match colour {
        Colour::On => Renderer::styled(),
        Colour::Off => Renderer::plain(),
    };
    // Wide enough that nothing is cut which `Excerpt` has let through.
    renderer.term_width(1000)
}

#[cfg(test)]
mod tests;
