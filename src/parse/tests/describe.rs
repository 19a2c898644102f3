//! Short descriptions of patches, for the tests of the parsers.

use super::parse;
use crate::diag::Diagnostic;
use crate::ir::{
    Action, Change, Destination, Exchange, Existing, FileMode, Folders, Format, Hunk, HunkLine, Operation,
    Patch, PathStyle, Payload, Tag,
};

/// Checks the operations of a patch whose format is detected from its text.
#[track_caller]
pub(in crate::parse) fn check(patch: &str, expected: &[&str]) {
    check_as(patch, None, expected);
}

/// Checks the operations of a patch in a given format.
#[track_caller]
pub(in crate::parse) fn check_as(patch: &str, format: Option<Format>, expected: &[&str]) {
    let found = match parse(patch.as_bytes(), format) {
        Ok(patch) => describe(&patch),
        Err(problems) => describe_problems(&problems),
    };
    assert_eq!(found, expected, "for the patch\n{patch}");
}

/// Checks the warnings of a patch that is accepted.
#[track_caller]
pub(in crate::parse) fn check_warnings(patch: &str, expected: &[&str]) {
    let found = parse(patch.as_bytes(), None).expect("the patch is accepted").warnings;
    assert_eq!(describe_problems(&found), expected, "for the patch\n{patch}");
}

fn describe(patch: &Patch) -> Vec<String> {
    patch.operations.iter().map(describe_operation).collect()
}

/// Returns `code@line message` for each problem.
pub(in crate::parse) fn describe_problems(problems: &[Diagnostic]) -> Vec<String> {
    let line = |problem: &Diagnostic| problem.patch.map_or(0, |place| place.line);
    problems.iter().map(|problem| format!("{}@{} {}", problem.code, line(problem), problem.message)).collect()
}

/// Returns `index name@line path action`, with a `?` after a path that may need to be stripped.
fn describe_operation(operation: &Operation) -> String {
    let origin = &operation.origin;
    let strip = if operation.path_style == PathStyle::MayNeedStrip { "?" } else { "" };
    let action = describe_action(&operation.action);
    format!("{} {}@{} {}{strip} {action}", origin.index, origin.name, origin.place.line, operation.path)
}

fn describe_action(action: &Action) -> String {
    match action {
        Action::Create { payload, existing, mode } => {
            let existing = match existing {
                Existing::Overwrite => "overwrite",
                Existing::OverwriteWithWarning => "overwrite+warn",
                Existing::OverwriteEmpty => "if empty",
                Existing::Refuse => "new",
            };
            format!("{existing}{} [{}]", describe_mode(*mode), describe_payload(payload))
        }
        Action::Delete { folders, hunks } => {
            let folders = if *folders == Folders::Recurse { " folders" } else { "" };
            format!("delete{folders}{}", describe_hunks(hunks))
        }
        Action::Update { hunks, to, mode, .. } => {
            let to = match to {
                Destination::Stay => String::new(),
                Destination::Move(to) => format!(" -> {to}"),
                Destination::Copy(to) => format!(" => {to}"),
            };
            format!("update{to}{}{}", describe_mode(*mode), describe_hunks(hunks))
        }
        Action::Edit { change: Change::InsertAfter(payload), .. } => {
            format!("append [{}]", describe_payload(payload))
        }
        Action::Edit { .. } => "edit".to_owned(),
        Action::Substitute(_) => "substitute".to_owned(),
        Action::Exchange(wanted) => describe_exchange(wanted),
        Action::RenameSymbol(_) => "rename".to_owned(),
        Action::MoveSymbol { to, .. } => {
            to.as_ref().map_or_else(|| "move".to_owned(), |to| format!("move -> {to}"))
        }
    }
}

/// Returns the hunks, followed by the parts in double brackets.
fn describe_exchange(wanted: &Exchange) -> String {
    let parts = wanted.parts.as_ref().map_or(String::new(), |parts| {
        format!(" [[{}|{} {:?}]]", parts.find.lines.join("\\n"), parts.replace.lines.join("\\n"), parts.count)
    });
    let file =
        wanted.new_file.as_ref().map_or(String::new(), |file| format!(" new [{}]", describe_payload(file)));
    format!("exchange{}{parts}{file}", describe_hunks(&wanted.lines))
}

fn describe_mode(mode: Option<FileMode>) -> &'static str {
    match mode {
        None => "",
        Some(FileMode::Regular) => " -x",
        Some(FileMode::Executable) => " +x",
    }
}

fn describe_payload(payload: &Payload) -> String {
    let line = |(at, line): (usize, &String)| {
        let crlf = if payload.crlf.get(at) == Some(&true) { "\\r" } else { "" };
        format!("{line}{crlf}")
    };
    let lines: Vec<String> = payload.lines.iter().enumerate().map(line).collect();
    let end = if payload.no_final_newline { "\\!" } else { "" };
    format!("{}{end}", lines.join("|"))
}

fn describe_hunks(hunks: &[Hunk]) -> String {
    hunks.iter().map(|hunk| format!(" {{{}}}", describe_hunk(hunk))).collect()
}

/// Returns `line+[anchors] lines$`: `+` if the lines are inserted after that line, `$` if they end the file.
pub(in crate::parse) fn describe_hunk(hunk: &Hunk) -> String {
    let lines: Vec<String> = hunk.lines.iter().map(describe_line).collect();
    let hint = hunk.line_hint.map_or(String::new(), |line| format!("{line}"));
    let behind = if hunk.inserts_after_hint { "+" } else { "" };
    let end = if hunk.at_end { "$" } else { "" };
    format!("{hint}{behind}[{}] {}{end}", hunk.anchors.join("/"), lines.join("|"))
}

/// Returns the line with its prefix; `=` for a context line without a prefix.
fn describe_line(line: &HunkLine) -> String {
    let tag = match line.tag {
        Tag::Context if line.unstripped().is_some() => ' ',
        Tag::Context => '=',
        Tag::Removed => '-',
        Tag::Added => '+',
    };
    let crlf = if line.crlf { "\\r" } else { "" };
    let note = if line.no_newline { "\\!" } else { "" };
    format!("{tag}{}{crlf}{note}", line.text)
}
