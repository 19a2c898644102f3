//! `chunk symbols` and `chunk show`: folders, kinds, what stands in one definition, several addresses.

#![allow(clippy::disallowed_methods, reason = "tests make trees of their own")]

use std::process::Command;

use serde_json::Value;

/// A folder with two sources, one that is ignored, and one in no language.
fn sample() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("there is room");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("ours");
    std::fs::create_dir(folder.path().join("build")).expect("ours");
    write(
        "a.py",
        "LIMIT = 1\n\n\nclass A:\n    size = 2\n\n    def run(self):\n        def step():\n            pass\n",
    );
    write("b.rs", "const LIMIT: u8 = 1;\nstruct B {\n    x: u8,\n}\n");
    write("build/c.py", "C = 1\n");
    write(".gitignore", "build/\n");
    write("note.txt", "x = 1\n");
    folder
}

fn run(args: &[&str]) -> (i32, String, String) {
    let folder = sample();
    let output = Command::new(env!("CARGO_BIN_EXE_chunk"))
        .args(args)
        .current_dir(folder.path())
        .env("XDG_STATE_HOME", folder.path())
        .output()
        .expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

#[track_caller]
fn check(args: &[&str], status: i32, stdout: &str, stderr: &str) {
    assert_eq!(run(args), (status, stdout.to_owned(), stderr.to_owned()));
}

const LEFT_OUT: &str =
    "note: fields, enumerators and names in functions are left out (1); `--all` lists them\n";

#[test]
fn minor_names_are_listed_where_that_is_asked_for() {
    let short = "1-1  variable  LIMIT\n4-9  class     A\n5-5  variable  A.size\n7-9  method    A.run\n";
    check(&["symbols", "a.py"], 0, short, LEFT_OUT);
    check(&["symbols", "a.py", "--all"], 0, &format!("{short}8-9  function  A.run.step\n"), "");
}

#[test]
fn kinds_and_scopes_narrow_a_list() {
    check(&["symbols", "a.py", "--kind", "variable"], 0, "1-1  variable  LIMIT\n5-5  variable  A.size\n", "");
    check(&["symbols", "b.rs", "--kind", "field,type"], 0, "2-4  type   B\n3-3  field  B::x\n", "");
    let inner = "5-5  variable  A.size\n7-9  method    A.run\n8-9  function  A.run.step\n";
    check(&["symbols", "a.py", "--under", "A"], 0, inner, "");
    check(&["symbols", "a.py", "--under", "LIMIT"], 0, "", "note: `LIMIT` contains no definitions\n");
    let (status, _, stderr) = run(&["symbols", "a.py", "--under", "Missing"]);
    assert_eq!((status, stderr.contains("symbol-not-found")), (1, true), "{stderr}");
    let (status, _, stderr) = run(&["symbols", "a.py", "--kind", "thing"]);
    assert_eq!(
        (status, stderr.contains("no language has symbols of the kind `thing`")),
        (2, true),
        "{stderr}"
    );
}

#[test]
fn a_folder_is_listed_without_what_is_ignored() {
    let constants = "a.py\n  1-1  variable  LIMIT\n  5-5  variable  A.size\nb.rs\n  1-1  constant  LIMIT\n";
    check(&["symbols", ".", "--kind", "variable,constant"], 0, constants, "");
    let (status, stdout, _) = run(&["symbols", ".", "--json"]);
    let object: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!((status, &object["files"][1]["file"]), (0, &"b.rs".into()));
    assert_eq!(object["files"][1]["left_out"], 1);
    let (status, stdout, _) = run(&["symbols", ".", "--under", "A"]);
    assert_eq!((status, stdout.lines().next()), (0, Some("a.py")));
    let (status, _, stderr) = run(&["symbols", ".", "--under", "Missing"]);
    assert_eq!((status, stderr.contains("symbol-not-found")), (1, true), "{stderr}");
}

#[test]
fn several_sources_are_shown() {
    check(&["show", "a.py", "LIMIT", "A.size"], 0, "LIMIT = 1\n\n    size = 2\n", "");
    let (_, stdout, _) = run(&["show", "a.py", "LIMIT", "A.size", "--json"]);
    let object: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(object["symbols"][1]["address"], "A.size");
    let (_, stdout, _) = run(&["show", "b.rs", "B::x", "--json"]);
    let object: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!((&object["address"], &object["source"]), (&"B::x".into(), &"    x: u8,\n".into()));
}
