//! Reports for programs: one JSON object for every outcome.
//!
//! Codes are stable, lines and columns are counted from 1, paths are relative and contain `/`. Fields are added over
//! time, but never renamed; `version` changes if one must be.

use serde::Serialize;

use super::excerpt::PatchLines;
use super::human::{Colour, PatchText, diagnostic_in, severity_name};
use super::{MAX_SHOWN_PROBLEMS, RepairedOperation, Report, RunMode, letter};
use crate::diag::{Code, Diagnostic, FilePlace, PlaceRole, Severity};
use crate::ir::Format;
use crate::plan::{Applied, ChangedLines, Summary};
use crate::text::SharedSlice;

/// The version of the structure of the object.
const VERSION: u32 = 1;

/// Returns the report as one line of JSON that ends in a line feed.
///
/// # Panics
/// Never panics: JSON can express everything that the object contains.
#[must_use]
pub fn object(report: &Report, patch: PatchText<'_>) -> String {
    let diff = report.diff.as_deref().map(String::from_utf8_lossy);
    let lines = PatchLines::of(patch.bytes);
    let describe = |problem| Problem::of(problem, report.format, patch.name, &lines);
    let object = Object {
        version: VERSION,
        ok: report.is_ok(),
        exit: report.exit_status(),
        dry_run: report.mode == RunMode::DryRun,
        format: report.format.map(Format::as_str),
        undo: report.undo.map(|id| id.to_string()),
        reversed: report
            .reversed
            .map(|reversed| ReversedObject { id: reversed.id.to_string(), left: reversed.left }),
        files: report.files.iter().map(FileObject::of).collect(),
        operations: report.operations.iter().map(OperationObject::of).collect(),
        diff: diff.as_deref(),
        warnings: report.warnings.iter().take(MAX_SHOWN_PROBLEMS).map(describe).collect(),
        errors: report.errors.iter().take(MAX_SHOWN_PROBLEMS).map(describe).collect(),
        repaired_patch: report.repairs.patch.as_deref(),
        repairs: report.repairs.choices.iter().map(String::as_str).collect(),
        repaired_operations: report.repairs.operations.iter().map(RepairedObject::of).collect(),
        unchecked: report.repairs.unchecked,
        more_warnings: report.warnings.len().saturating_sub(MAX_SHOWN_PROBLEMS),
        more_errors: report.errors.len().saturating_sub(MAX_SHOWN_PROBLEMS),
    };
    let mut text = serde_json::to_string(&object).expect("strings, numbers and lists have a JSON form");
    text.push('\n');
    text
}

#[derive(Serialize)]
struct Object<'a> {
    version: u32,
    ok: bool,
    exit: u8,
    dry_run: bool,
    format: Option<&'static str>,
    /// The argument with which `chunk undo` reverses the run.
    undo: Option<String>,
    /// The run that an undo reversed, and the number of earlier runs that can be reversed.
    #[serde(skip_serializing_if = "Option::is_none")]
    reversed: Option<ReversedObject>,
    files: Vec<FileObject<'a>>,
    operations: Vec<OperationObject<'a>>,
    /// Bytes that are not UTF-8 are shown as U+FFFD here; the diff on stdout contains them unchanged.
    diff: Option<&'a str>,
    warnings: Vec<Problem<'a>>,
    errors: Vec<Problem<'a>>,
    /// The whole corrected patch.
    #[serde(skip_serializing_if = "Option::is_none")]
    repaired_patch: Option<&'a str>,
    /// The whole corrected patch for each of several equally likely corrections.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    repairs: Vec<&'a str>,
    /// The corrected operations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    repaired_operations: Vec<RepairedObject<'a>>,
    /// The number of operations that were not checked.
    #[serde(skip_serializing_if = "is_none")]
    unchecked: usize,
    /// The number of warnings that are not listed.
    #[serde(skip_serializing_if = "is_none")]
    more_warnings: usize,
    #[serde(skip_serializing_if = "is_none")]
    more_errors: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_none(count: &usize) -> bool {
    *count == 0
}

#[derive(Serialize)]
struct RepairedObject<'a> {
    operation: usize,
    /// Its text; several if several corrections are equally likely.
    texts: Vec<&'a str>,
}

impl<'a> RepairedObject<'a> {
    fn of(repaired: &'a RepairedOperation) -> Self {
        Self { operation: repaired.index, texts: repaired.texts.iter().map(String::as_str).collect() }
    }
}

#[derive(Serialize)]
struct ReversedObject {
    id: String,
    left: usize,
}

#[derive(Serialize)]
struct FileObject<'a> {
    status: char,
    path: &'a str,
    /// The old path of a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    added: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    removed: Option<usize>,
}

impl<'a> FileObject<'a> {
    fn of(file: &'a super::FileReport) -> Self {
        let (path, from) = match &file.summary {
            Summary::Added(path) | Summary::Modified(path) | Summary::Deleted(path) => (path, None),
            Summary::Renamed(old, new) => (new, Some(old)),
        };
        Self {
            status: letter(&file.summary),
            path: path.as_str(),
            from: from.map(crate::ir::PatchPath::as_str),
            added: file.counts.map(|counts| counts.added),
            removed: file.counts.map(|counts| counts.removed),
        }
    }
}

#[derive(Serialize)]
struct OperationObject<'a> {
    index: usize,
    op: &'a str,
    path: &'a str,
    /// The first and last line of the place, in the text to which the operation was applied.
    lines: Option<(usize, usize)>,
    /// How the place was found.
    matched: Option<&'a str>,
    /// The number of matches that it changed, for operations with a count.
    #[serde(skip_serializing_if = "Option::is_none")]
    matches: Option<usize>,
    /// The lines that it changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changes: Vec<ChangeObject<'a>>,
}

/// A run of lines that an operation changed.
#[derive(Serialize)]
struct ChangeObject<'a> {
    path: &'a str,
    /// The first removed line, in the text to which the operation was applied, and the number of removed lines.
    old: (usize, usize),
    /// The first added line, in the text after the operation, and the number of added lines.
    new: (usize, usize),
    #[serde(skip_serializing_if = "Option::is_none")]
    removed: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    added: Option<Vec<String>>,
}

impl<'a> ChangeObject<'a> {
    fn of(change: &'a ChangedLines) -> Self {
        let texts = |text: &SharedSlice| text.lines().map(decoded).collect();
        Self {
            path: change.path.as_str(),
            old: (change.old.first, change.old.count),
            new: (change.new.first, change.new.count),
            removed: change.text.as_ref().map(|(removed, _)| texts(removed)),
            added: change.text.as_ref().map(|(_, added)| texts(added)),
        }
    }
}

impl<'a> OperationObject<'a> {
    fn of(applied: &'a Applied) -> Self {
        Self {
            index: applied.index,
            op: &applied.name,
            path: applied.path.as_str(),
            lines: applied.lines,
            matched: applied.matched.as_deref(),
            matches: applied.count,
            changes: applied.changes.iter().map(ChangeObject::of).collect(),
        }
    }
}

#[derive(Serialize)]
struct Problem<'a> {
    code: &'static str,
    /// `error`, `warning` or `note`.
    severity: &'static str,
    operation: Option<usize>,
    op: Option<&'a str>,
    path: Option<&'a str>,
    patch: Option<JsonPlace>,
    message: String,
    nearest: Vec<PlaceObject<'a>>,
    candidates: Vec<PlaceObject<'a>>,
    related: Vec<PlaceObject<'a>>,
    repair: Option<&'a serde_json::Value>,
    /// All advice on what to do next, one item per line.
    help: Option<String>,
    /// The directive that could not be parsed, in the form in which the library of the `<FILE_CHANGES>` format reports
    /// it.
    #[serde(skip_serializing_if = "Option::is_none")]
    directive: Option<Fail<'a>>,
    rendered: String,
}

#[derive(Serialize)]
struct JsonPlace {
    line: usize,
    column: usize,
}

#[derive(Serialize)]
struct Fail<'a> {
    #[serde(rename = "type")]
    kind_of_directive: &'static str,
    kind: &'a str,
    file_path: Option<&'a str>,
    error_msg: &'a str,
}

impl<'a> Problem<'a> {
    fn of(problem: &'a Diagnostic, format: Option<Format>, patch: &str, lines: &PatchLines<'_>) -> Self {
        let operation = problem.operation.as_ref();
        let places = |role| {
            problem.places.iter().filter(move |place| place.role == role).map(PlaceObject::of).collect()
        };
        Self {
            code: problem.code.as_str(),
            severity: severity_name(problem.severity),
            operation: operation.map(|operation| operation.index),
            op: operation.map(|operation| operation.name.as_str()),
            path: operation.map(|operation| operation.path.as_str()),
            patch: problem
                .patch
                .filter(|place| place.line > 0)
                .map(|place| JsonPlace { line: place.line, column: place.column }),
            message: decoded(&problem.message),
            nearest: places(PlaceRole::Nearest),
            candidates: places(PlaceRole::Candidate),
            related: places(PlaceRole::Related),
            repair: problem.repair.as_ref(),
            help: (!problem.help.is_empty()).then(|| decoded(&problem.help.join("\n"))),
            directive: (format == Some(Format::FileChanges)).then(|| fail(problem)).flatten(),
            rendered: diagnostic_in(problem, patch, lines, Colour::Off),
        }
    }
}

/// Returns a directive of a `<FILE_CHANGES>` block that cannot be parsed as a `Fail` directive, which users of that
/// format know.
fn fail(problem: &Diagnostic) -> Option<Fail<'_>> {
    let operation = problem.operation.as_ref()?;
    let is_unread = problem.severity == Severity::Error && problem.code == Code::Malformed;
    is_unread.then(|| Fail {
        kind_of_directive: "Fail",
        kind: &operation.name,
        file_path: Some(operation.path.as_str()).filter(|path| !path.is_empty()),
        error_msg: &problem.message,
    })
}

#[derive(Serialize)]
struct PlaceObject<'a> {
    path: &'a str,
    line: usize,
    last_line: usize,
    text: String,
    /// The first and the last column of what is meant on the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    columns: Option<(usize, usize)>,
    #[serde(rename = "in")]
    symbol: Option<&'a str>,
    likeness: Option<f64>,
    #[serde(skip_serializing_if = "str::is_empty")]
    label: &'a str,
    /// What to add to the operation so that it selects only this place.
    select: Option<&'a str>,
}

impl<'a> PlaceObject<'a> {
    fn of(place: &'a FilePlace) -> Self {
        Self {
            path: &place.path,
            line: place.line,
            last_line: place.last_line,
            text: decoded(&place.text),
            columns: place.columns.first().map(|columns| (columns.start, columns.end - 1)),
            symbol: place.symbol.as_deref(),
            likeness: place.likeness.map(|likeness| (likeness * 1000.0).floor() / 1000.0),
            label: &place.label,
            select: place.select.as_deref(),
        }
    }
}

/// Replaces the stand-ins for bytes that are not characters by U+FFFD; JSON escapes the rest.
fn decoded(text: &str) -> String {
    text.chars().map(|char| if char as u32 >= 0x10_FF80 { '\u{fffd}' } else { char }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vfs::MemoryTree;
    use crate::{parse, plan};

    /// Checks the `directive` of every error of a patch.
    #[track_caller]
    fn check_directives(patch: &str, expected: serde_json::Value) {
        let read = parse::parse(patch.as_bytes(), None);
        let planned = read.and_then(|patch| plan::plan(&patch, &MemoryTree::new()));
        let errors = planned.expect_err("the patch is refused");
        let format = parse::format_of(patch.as_bytes());
        let report = Report { format, ..Report::failed(RunMode::DryRun, errors) };
        let text = object(&report, PatchText { name: "patch", bytes: patch.as_bytes() });
        let object: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let errors = object["errors"].as_array().expect("a list");
        let found: Vec<_> = errors.iter().map(|error| error["directive"].clone()).collect();
        assert_eq!(serde_json::Value::from(found), expected);
    }

    #[test]
    fn a_directive_that_cannot_be_read_is_a_fail_directive() {
        let fail = |kind: &str, path: Option<&str>, message: &str| serde_json::json!({"type": "Fail", "kind": kind, "file_path": path, "error_msg": message});
        check_directives(
            "<FILE_CHANGES>\n<FILE_MOVE file_path=\"b\" />\n<WRITE />\n<FILE_NEW path=\"c\">\n</FILE_NEW>\n</FILE_CHANGES>\n",
            serde_json::json!([
                fail("FILE_MOVE", Some("b"), "unknown directive `<FILE_MOVE>`"),
                fail("WRITE", None, "unknown directive `<WRITE>`"),
                fail("FILE_NEW", Some("c"), "`<FILE_NEW>` has no `file_path`"),
            ]),
        );
    }

    #[test]
    fn other_problems_are_none() {
        let missing = "<FILE_CHANGES>\n<FILE_DELETE file_path=\"b\" />\n</FILE_CHANGES>\n";
        check_directives(missing, serde_json::json!([null]));
        let envelope = "*** Begin Patch\n*** Add File: a\nno plus\n*** End Patch\n";
        check_directives(envelope, serde_json::json!([null]));
    }
}
