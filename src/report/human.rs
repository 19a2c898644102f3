//! Reports for people, and for models that read like people.
//!
//! Problems are formatted like those of a compiler: a code, a message, the lines of the patch and of the file that it
//! refers to, and advice on what to do next. The terminal and the JSON contain the same text.

use std::collections::HashMap;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::excerpt::{Excerpt, PatchLines};
use super::{MAX_SHOWN_PROBLEMS, Report, RunMode, changes, letter, showable};
use crate::diag::{Code, Diagnostic, FilePlace, PlaceRole, Severity};
use crate::plan::Summary;

/// The maximum number of places that are shown with their line; further places are only counted.
const PLACES: usize = 5;

/// If more candidates than these match equally well, each is listed in one line, without an excerpt.
const EXCERPTS: usize = 3;

/// The maximum number of places in such a list.
const MAX_LISTED_PLACES: usize = 8;

/// The maximum length, in bytes, of a selector that is shown next to a place.
const SELECT: usize = 60;

/// The maximum number of characters shown of a help text when space is limited.
const BRIEF: usize = 240;

/// The text of a patch, and the name under which the user knows it.
#[derive(Debug, Clone, Copy)]
pub struct PatchText<'a> {
    /// The file from which it was read, or `<stdin>`.
    pub name: &'a str,
    /// Its bytes.
    pub bytes: &'a [u8],
}

/// Whether the text may contain escape sequences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Colour {
    /// Plain text.
    #[default]
    Off,
    /// Text with colors, for a terminal.
    On,
}

/// What is reported about a run that changed files, in addition to the list of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verbosity {
    /// Nothing.
    Files,
    /// The changes of each operation, in about this number of bytes.
    Changes(usize),
}

impl Verbosity {
    /// Returns the verbosity if the text of warnings and notes is also shown: it reduces the space for changes, to half
    /// of the limit at least.
    #[must_use]
    pub fn with_problems(self, problems: &str) -> Self {
        match self {
            Self::Changes(limit) => {
                Self::Changes(limit.saturating_sub(problems.chars().count()).max(limit / 2))
            }
            Self::Files => self,
        }
    }
}

/// The text for a run that has nothing to do.
const NOTHING_TO_DO: &str = "Success. Nothing to do: the files already match the patch.\n";

/// Returns the text that is printed for a run that was not refused.
///
/// It consists of lines that end in a line feed. The list of files is first and always complete.
#[must_use]
pub fn success(report: &Report, answer: Verbosity) -> String {
    if report.files.is_empty() {
        return NOTHING_TO_DO.to_owned();
    }
    let mut out = files("Success. Updated the following files:", report);
    if let Verbosity::Changes(limit) = answer {
        out.push_str(&changes::changes(report, limit));
    }
    out
}

/// Returns a heading followed by the list of files.
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

/// Returns a line for each operation, with where it was applied and how the place was found, followed by a line on how
/// to undo the run.
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
        out.push_str(&format!("`chunk undo {id}` undoes this\n"));
    }
    out
}

/// Returns a line for each problem: `patch:line:column: error[code]: message`, warnings first; at most [`MAX_SHOWN_PROBLEMS`] of
/// each kind.
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
        out.extend(listed.iter().take(MAX_SHOWN_PROBLEMS).map(line));
        out.extend(more(listed, kind).map(|more| format!("note: {more}\n")));
    }
    out
}

/// Returns a remark on the number of problems that are not shown, if any.
pub(super) fn more(listed: &[Diagnostic], kind: &str) -> Option<String> {
    more_remark(listed.len().saturating_sub(MAX_SHOWN_PROBLEMS), kind)
}

/// Returns a remark on the number of items that are left out, if any; `kind` is the plural noun.
pub(super) fn more_remark(count: usize, kind: &str) -> Option<String> {
    let kind = if count == 1 { kind.trim_end_matches('s') } else { kind };
    (count > 0).then(|| format!("and {count} more {kind}"))
}

/// Returns GitHub Actions workflow commands, one for each problem, which GitHub shows next to the lines of the patch.
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

/// Formats one problem with excerpts of patch and file.
#[must_use]
pub fn diagnostic(problem: &Diagnostic, patch: PatchText<'_>, colour: Colour) -> String {
    diagnostic_in(problem, patch.name, &PatchLines::of(patch.bytes), colour)
}

/// The maximum number of characters shown of a line when a place is reported in one line.
const POINTED: usize = 60;

/// How much of a problem is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DetailLevel {
    /// Everything.
    Whole,
    /// One place, the lines of the others in at most this number of bytes, and the beginning of the first help text.
    Brief(usize),
    /// The message, and the first place in one line.
    Pointer,
    /// Only the message.
    Title,
}

/// Formats a whole problem; `lines` is shared by all problems of a patch.
pub(super) fn diagnostic_in(
    problem: &Diagnostic,
    name: &str,
    lines: &PatchLines<'_>,
    colour: Colour,
) -> String {
    format_problem(problem, name, lines, colour, DetailLevel::Whole)
}

/// Formats a problem, shortened as `how` says.
pub(super) fn format_problem(
    problem: &Diagnostic,
    name: &str,
    lines: &PatchLines<'_>,
    colour: Colour,
    how: DetailLevel,
) -> String {
    let level = match problem.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let (places, helps) = match how {
        DetailLevel::Whole => (PLACES, usize::MAX),
        DetailLevel::Brief(_) => (1, 1),
        DetailLevel::Pointer | DetailLevel::Title => (0, 0),
    };
    let shown = shown_once(&problem.places[..places.min(problem.places.len())]);
    let title = level.primary_title(showable(&problem.message)).id(problem.code.as_str());
    let mut group = Group::with_title(title);
    let is_short = matches!(how, DetailLevel::Pointer | DetailLevel::Title);
    if let Some(place) = problem.patch.filter(|place| place.line > 0 && !is_short) {
        let name = showable(name);
        group = match lines.line(place.line).map(|line| Excerpt::of_place(&line, place)) {
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
            let limit = if let DetailLevel::Brief(limit) = how { limit } else { usize::MAX };
            let more = showable(&more_places(&problem.places[places..], limit));
            group = group.element(Level::NOTE.message(more));
        }
    }
    if how == DetailLevel::Pointer
        && let Some(place) = problem.places.first()
    {
        group = group.element(Level::NOTE.message(pointer(place)));
    }
    for help in problem.help.iter().take(helps) {
        let help = if let DetailLevel::Brief(_) = how { shortened(help) } else { showable(help) };
        group = group.element(Level::HELP.message(help));
    }
    let mut text = renderer(colour).render(&[group]);
    text.push('\n');
    text
}

/// Returns whether the places of a problem are listed one per line: many candidates that match equally well also look
/// alike.
fn are_listed(problem: &Diagnostic) -> bool {
    let is_plain = |place: &FilePlace| place.role == PlaceRole::Candidate && place.label.is_empty();
    problem.places.len() > EXCERPTS && problem.places.iter().all(is_plain)
}

/// Merges adjacent places that are equal, such as several places in one line.
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

/// Lists the places that are not shown, by files and lines, as many as fit into `limit` bytes.
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

/// Lists places one per line: the line number, the enclosing definition, and the selector if it is not that definition.
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
    let mut lines: Vec<String> = places.iter().take(MAX_LISTED_PLACES).map(line).collect();
    if places.len() > MAX_LISTED_PLACES {
        lines.push("…and more, listed by `--json`".to_owned());
    }
    showable(&lines.join("\n"))
}

/// Formats a place in one line: its location, its label, and the beginning of its text.
fn pointer(place: &FilePlace) -> String {
    let label = if place.label.is_empty() { String::new() } else { format!(", {}", place.label) };
    let text = place.text.trim();
    let text: String = text.lines().next().unwrap_or_default().chars().take(POINTED).collect();
    showable(&format!("{} line {}{label}: {text}", place.path, place.line))
}

/// Shortens a help text, if possible to the last punctuation mark outside of backticks, so that nothing to be typed is
/// cut.
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

/// Returns the label next to a line of a file: its role, similarity, enclosing definition, and selector.
fn label(place: &FilePlace) -> String {
    let mut parts = Vec::new();
    if !place.label.is_empty() {
        parts.push(place.label.clone());
    } else {
        match place.role {
            PlaceRole::Nearest => parts.push("nearest place".to_owned()),
            PlaceRole::Candidate => parts.push("matches here".to_owned()),
            PlaceRole::Related => {}
        }
    }
    // Rounded down, so that "100 % alike" only appears for equal text.
    parts.extend(place.likeness.map(|likeness| format!("{:.0} % alike", (likeness * 100.0).floor())));
    parts.extend(place.symbol.as_ref().map(|symbol| format!("in {symbol}")));
    parts.extend(place.select.as_ref().map(|select| format!("select with `{select}`")));
    showable(&parts.join(", "))
}

/// Returns the closing sentence for a patch that was not applied.
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
    // If part of a patch was applied before, the remaining operations may now match other places than they did then.
    let is_there = report.errors.iter().any(|error| error.code == Code::AlreadyApplied);
    let advice = match is_there && report.operation_count > 1 {
        true => "; if the whole patch was applied before, nothing is left to do",
        false => "",
    };
    Some(format!("{what}; no file was changed{advice}"))
}

/// Returns the text that is printed for a dry run of a patch that applies: what a real run would do, and that nothing
/// was written.
#[must_use]
pub fn would_succeed(report: &Report, answer: Verbosity) -> String {
    let mut out = files(dry_run(report).trim_end(), report);
    if let Verbosity::Changes(limit) = answer {
        out.push_str(&changes::changes(report, limit));
    }
    out
}

/// Returns one line on what a dry run would do.
#[must_use]
pub fn dry_run(report: &Report) -> String {
    if report.files.is_empty() {
        return "nothing to do: the files already match the patch; nothing was written\n".to_owned();
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

/// Returns the path of a summary line, or both paths of a move.
pub(super) fn paths(summary: &Summary) -> String {
    match summary {
        Summary::Added(path) | Summary::Modified(path) | Summary::Deleted(path) => path.to_string(),
        Summary::Renamed(old, new) => format!("{old} -> {new}"),
    }
}

/// Returns the name of a severity in messages and JSON.
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
    // Wide enough that the renderer cuts nothing that `Excerpt` keeps.
    renderer.term_width(1000)
}

#[cfg(test)]
mod tests;
