//! Tests of the exact texts of reports.

use super::*;
use crate::diag::{Code, OperationRef, PatchPlace};
use crate::ir::PatchPath;
use crate::plan::{Applied, ChangedLines, LineSpan};
use crate::report::refusal::problems;
use crate::report::{FileReport, LineCounts, json};

/// A limit that is large enough for texts that are not meant to be cut.
const LIMIT: usize = 2000;

const PATCH: &str = "operations:\n  - path: src/shop.py\n    marker: return math.flor(x)\n";

fn patch() -> PatchText<'static> {
    PatchText { name: "patch.yaml", bytes: PATCH.as_bytes() }
}

fn not_found() -> Diagnostic {
    Diagnostic::error(Code::MarkerNotFound, "the marker of operation 2 is not in `src/shop.py`")
        .of(OperationRef { index: 2, name: "replace_text".into(), path: "src/shop.py".into() })
        .at(PatchPlace::new(3, 13))
        .with_place(FilePlace {
            path: "src/shop.py".into(),
            line: 15,
            last_line: 15,
            text: "    return math.floor(x)".into(),
            columns: Vec::new(),
            symbol: Some("Basket.total".into()),
            label: String::new(),
            likeness: Some(0.978),
            select: None,
            role: PlaceRole::Nearest,
        })
        .with_help("this marker would match:\n    return math.floor(x)")
}

fn refused() -> Report {
    Report { operation_count: 2, ..Report::failed(RunMode::Real, vec![not_found()]) }
}

#[test]
fn a_refusal_shows_patch_and_file() {
    assert_eq!(
        problems(&refused(), patch(), Colour::Off, LIMIT),
        "\
error[marker-not-found]: the marker of operation 2 is not in `src/shop.py`
  --> patch.yaml:3:13
   |
 3 |     marker: return math.flor(x)
   |             ^^^^^^^^^^^^^^^^^^^
   |
  ::: src/shop.py:15:5
   |
15 |     return math.floor(x)
   |     -------------------- nearest place, 97 % alike, in Basket.total
   |
   = help: this marker would match:
               return math.floor(x)
error: patch refused: 1 of 2 operations failed; no file was changed
"
    );
}

#[test]
fn of_many_problems_as_many_are_shown_as_fit() {
    let report = Report { operation_count: 250, ..Report::failed(RunMode::Real, vec![not_found(); 250]) };
    let text = problems(&report, patch(), Colour::Off, LIMIT);
    assert!(text.chars().count() <= LIMIT, "{text}");
    assert_eq!(text.matches("error[marker-not-found]").count(), 8);
    let more = "note: and 242 more errors, listed by `--json`: marker-not-found src/shop.py:15\n";
    assert!(text.contains(more), "{text}");
    assert_eq!(short(&report, patch()).lines().count(), 101);
    let object: serde_json::Value = serde_json::from_str(&json::object(&report, patch())).expect("JSON");
    assert_eq!(object["errors"].as_array().map(Vec::len), Some(100));
    assert_eq!(object["more_errors"], 150);
    assert!(object.get("more_warnings").is_none());
}

#[test]
fn what_is_not_shown_is_told_by_code_and_place() {
    let warning = |code, line: usize| {
        let note = Diagnostic::note(code, "x".repeat(300));
        let path = if line < 30 { "a.py" } else { "b.py" };
        note.with_place(crate::diag::FilePlace::related(path, line, "y".repeat(60)))
    };
    let mut warnings: Vec<_> = (1..40).step_by(3).map(|line| warning(Code::Unproven, line)).collect();
    warnings.push(Diagnostic::warning(Code::NewSyntaxError, "x".repeat(300)));
    let report = Report { warnings, ..Report::failed(RunMode::Real, Vec::new()) };
    let text = problems(&report, patch(), Colour::Off, LIMIT);
    let more = "more warnings: unproven a.py:14,17,20,23,26,29 b.py:32,35,38; new-syntax-error\n";
    assert!(text.contains(more), "{text}");
    assert!(text.chars().count() <= LIMIT, "{text}");
}

#[test]
fn colour_comes_only_where_it_is_asked_for() {
    assert!(problems(&refused(), patch(), Colour::On, LIMIT).contains("\u{1b}["));
    assert!(!problems(&refused(), patch(), Colour::Off, LIMIT).contains('\u{1b}'));
}

#[test]
fn a_line_a_problem_is_enough_for_a_check() {
    assert_eq!(
        short(&refused(), patch()),
        "patch.yaml:3:13: error[marker-not-found]: the marker of operation 2 is not in `src/shop.py`\n"
    );
}

#[test]
fn the_end_of_the_text_and_lines_beyond_it_can_be_pointed_at() {
    for (line, column) in [(1, 500), (3, 0), (4, 1), (5, 1), (0, 0), (usize::MAX, usize::MAX)] {
        let problem = Diagnostic::error(Code::Malformed, "odd\u{1b}").at(PatchPlace::new(line, column));
        let text = diagnostic(&problem, patch(), Colour::Off);
        assert!(text.starts_with("error[malformed]: odd\u{fffd}\n"), "{text}");
    }
}

#[test]
fn the_closing_line_tells_the_kinds_of_failure_apart() {
    let check = |code, expected: &str| {
        let report = Report::failed(RunMode::Real, vec![Diagnostic::error(code, "x")]);
        let text = problems(&report, patch(), Colour::Off, LIMIT);
        assert_eq!(text.lines().last(), Some(expected));
    };
    check(Code::FileMissing, "error: patch refused; no file was changed");
    check(Code::Malformed, "error: patch not understood; no file was changed");
    check(Code::Io, "error: patch not applied; no file was changed");
}

#[test]
fn success_lists_files_as_git_would() {
    let path = |path| crate::ir::PatchPath::parse(path).unwrap();
    let file = |summary| FileReport { summary, counts: Some(LineCounts { added: 2, removed: 1 }) };
    let files = vec![
        file(Summary::Modified(path("src/foo.cpp"))),
        file(Summary::Renamed(path("src/old.rs"), path("src/new.rs"))),
    ];
    let report = Report { files, mode: RunMode::DryRun, ..Report::default() };
    assert_eq!(
        success(&report, Verbosity::Changes(2000)),
        "Success. Updated the following files:\nM src/foo.cpp\nR src/old.rs -> src/new.rs\n"
    );
    assert_eq!(dry_run(&report), "would update 2 files (+4 -2); nothing was written\n");
    let object: serde_json::Value = serde_json::from_str(&json::object(&report, patch())).unwrap();
    assert_eq!(
        object["files"][1],
        serde_json::json!({"status": "R", "path": "src/new.rs", "from": "src/old.rs", "added": 2, "removed": 1})
    );
    assert_eq!(object["ok"], true);
}

#[test]
fn json_tells_a_refusal_in_full() {
    let object: serde_json::Value = serde_json::from_str(&json::object(&refused(), patch())).unwrap();
    assert_eq!((&object["ok"], &object["exit"]), (&false.into(), &1.into()));
    let error = &object["errors"][0];
    assert_eq!(error["code"], "marker-not-found");
    assert_eq!(error["patch"], serde_json::json!({"line": 3, "column": 13}));
    assert_eq!(error["nearest"][0]["line"], 15);
    assert_eq!(error["nearest"][0]["in"], "Basket.total");
    assert!(error["rendered"].as_str().unwrap().starts_with("error[marker-not-found]"));
}

/// Returns a renaming that changed a line in each of the files.
fn renaming(index: usize, files: &[&str]) -> Applied {
    let path = |path: &str| PatchPath::parse(path).expect("a path");
    let line = LineSpan { first: 1, count: 1 };
    let changed = |file: &&str| ChangedLines {
        path: path(file),
        old: line,
        new: line,
        text: Some((format!("{}old_{index}", "x".repeat(60)).into(), format!("new_{index}").into())),
        above: None,
    };
    Applied {
        index,
        name: "rename_symbol".into(),
        path: path("a.py"),
        lines: Some((1, 1)),
        matched: None,
        count: None,
        symbol: Some(format!("old_{index}")),
        changes: files.iter().map(changed).collect(),
    }
}

#[test]
fn operations_share_the_room_and_lines_of_other_files_are_named() {
    let operations =
        vec![renaming(1, &["a.py", "b.py", "c.py", "d.py"]), renaming(2, &["a.py", "b.py", "b.py"])];
    let file =
        FileReport { summary: Summary::Modified(PatchPath::parse("a.py").expect("a path")), counts: None };
    let report = Report { files: vec![file], operations: operations.into(), ..refused() };
    let long = "x".repeat(60);
    assert_eq!(
        success(&report, Verbosity::Changes(560)),
        format!(
            "\
Success. Updated the following files:
M a.py
  1 rename_symbol old_1, 4 places: +4 -4
    -{long}old_1
    +new_1
    b.py:
    -{long}old_1
    +new_1
    …2 more places
  2 rename_symbol old_2, 3 places: +3 -3
    -{long}old_2
    +new_2
    b.py:
    -{long}old_2
    +new_2
    …1 more place
"
        )
    );
}
