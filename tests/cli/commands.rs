//! The command line: what it takes, what it prints where, and with which status it ends.

#![allow(clippy::disallowed_methods, reason = "tests make trees of their own")]

use std::fs::File;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// A folder with one file, `a.py`, to run the program in.
fn sample() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("there is room");
    std::fs::write(folder.path().join("a.py"), "class A:\n    def run(self):\n        return 1\n")
        .expect("ours");
    folder
}

const PATCH: &str =
    "operations:\n  - path: a.py\n    op: replace_text\n    marker: return 1\n    payload: return 2\n";

/// Runs the program with a patch on standard input.
fn chunk(folder: &tempfile::TempDir, args: &[&str], patch: &str) -> Output {
    let input = tempfile::NamedTempFile::new().expect("there is room");
    std::fs::write(input.path(), patch).expect("ours");
    Command::new(env!("CARGO_BIN_EXE_chunk"))
        .args(args)
        .current_dir(folder.path())
        .env("XDG_STATE_HOME", folder.path())
        .stdin(File::open(input.path()).expect("just written"))
        .output()
        .expect("the program starts")
}

/// Runs in a fresh sample; returns status, standard output and standard error.
fn run(args: &[&str], patch: &str) -> (i32, String, String) {
    let output = chunk(&sample(), args, patch);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

#[track_caller]
fn check(args: &[&str], patch: &str, status: i32, stdout: &str, stderr: &str) {
    assert_eq!(run(args, patch), (status, stdout.to_owned(), stderr.to_owned()));
}

const DIFF: &str = "\
diff --git a/a.py b/a.py
--- a/a.py
+++ b/a.py
@@ -1,3 +1,3 @@
 class A:
     def run(self):
-        return 1
+        return 2
";

#[test]
fn success_goes_to_standard_output() {
    let list = "Success. Updated the following files:\nM a.py\n";
    let success = format!("{list}  1 replace_text, line 3\n    -        return 1\n    +        return 2\n");
    check(&["apply"], PATCH, 0, &success, "");
    check(&["apply", "-"], PATCH, 0, &success, "");
    check(&["apply", "--answer-limit", "0"], PATCH, 0, list, "");
    check(&["apply", "-q"], PATCH, 0, list, "");
    check(&["apply", "--diff"], PATCH, 0, &format!("{list}{DIFF}"), "");
}

#[test]
fn a_long_answer_is_cut_in_the_middle_and_never_in_the_list_of_files() {
    let folder = tempfile::tempdir().expect("there is room");
    let mut patch = "operations:\n".to_owned();
    for at in 0..200 {
        std::fs::write(folder.path().join(format!("f{at}.txt")), "old\n").expect("ours");
        patch += &format!("  - {{path: f{at}.txt, op: replace_text, marker: old, payload: new}}\n");
    }
    let output = chunk(&folder, &["apply"], &patch);
    let text = String::from_utf8(output.stdout).expect("text");
    assert_eq!(text.lines().filter(|line| line.starts_with("M ")).count(), 200);
    assert!(text.contains("\n  1 f0.txt: replace_text, line 1\n    -old\n    +new\n"), "{text}");
    assert!(text.ends_with("\n  200 f199.txt: replace_text, line 1\n    -old\n    +new\n"), "{text}");
    assert!(text.contains(" more operations\n"), "{text}");
    let summary: usize = text.lines().filter(|line| line.starts_with("  ")).map(|line| line.len() + 1).sum();
    assert!(summary < 2100, "{summary}");
}

#[test]
fn an_answer_says_where_each_operation_landed() {
    let patch = "operations:\n  - path: a.py\n    op: insert_after_symbol\n    symbol: A.run\n    payload: |-\n      def stop(self):\n          return 0\n  - path: a.py\n    op: replace_body\n    symbol: A.run\n    payload: |-\n      a = 1\n      b = 2\n      return a\n";
    let expected = "Success. Updated the following files:\nM a.py\n  1 insert_after_symbol A.run, line 6: +3\n    +    def stop(self):\n    +        return 0\n  2 replace_body A.run, line 3 → 3-5\n    -        return 1\n    +        a = 1\n    +        b = 2\n    +        return a\n";
    check(&["apply"], patch, 0, expected, "");
}

#[test]
fn lines_that_stay_between_changes_are_shown_with_them() {
    let folder = tempfile::tempdir().expect("there is room");
    let lines = |a: &str, b: &str, end: &str| format!("{a}\nb\n{b}\nd\ne\nf\ng\n{end}\nlast\n");
    std::fs::write(folder.path().join("a.txt"), lines("a", "c", "h")).expect("ours");
    let hunk = "@@\n-a\n+A\n b\n-c\n+C\n d\n e\n f\n g\n-h\n+\n+\n+H\n+\n last\n";
    let patch = format!("*** Begin Patch\n*** Update File: a.txt\n{hunk}*** End Patch\n");
    let output = chunk(&folder, &["apply"], &patch);
    let told = "Success. Updated the following files:\nM a.txt\n  1 Update File, 3 places: +6 -3\n    -a\n    +A\n     b\n    -c\n    +C\n     …4 lines\n    -h\n    +H\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), told);
    // The same lines in one text that is replaced.
    std::fs::write(folder.path().join("a.txt"), lines("a", "c", "h")).expect("ours");
    let texts = |text: String| serde_json::to_string(text.trim_end()).expect("a string");
    let (old, new) = (texts(lines("a", "c", "h")), texts(lines("A", "C", "\n\nH\n")));
    let patch = format!(
        "operations:\n  - path: a.txt\n    op: replace_text\n    marker: {old}\n    payload: {new}\n"
    );
    let output = chunk(&folder, &["apply"], &patch);
    let told = String::from_utf8(output.stdout).expect("text");
    assert!(told.contains("    +A\n     b\n    -c\n    +C\n     …4 lines\n    -h\n    +H\n"), "{told}");
}

#[test]
fn uses_are_listed_as_a_renaming_would_decide_them() {
    let folder = tempfile::tempdir().expect("there is room");
    let header = "class Closure : public GClosure {\n public:\n    bool invoke(int count);\n};\n";
    std::fs::write(folder.path().join("closure.h"), header).expect("ours");
    let source = "#include \"closure.h\"\n\n// To invoke it.\nbool run(Closure& one) {\n    return one.invoke(2);\n}\n";
    std::fs::write(folder.path().join("run.cpp"), source).expect("ours");
    let uses = chunk(&folder, &["uses", "closure.h", "Closure::invoke"], "");
    let expected = "closure.h:1:24  undecidable  class Closure : public GClosure {  (a base class \
                    is unknown)\nclosure.h:3:10  definition  bool invoke(int count);\nrun.cpp:3:7  \
                    mention  // To invoke it.\nrun.cpp:5:16  certain  return one.invoke(2);\n2 \
                    certain, 1 undecidable, 1 in comments and strings\n";
    assert_eq!(String::from_utf8(uses.stdout).expect("text"), expected);
    let found = chunk(&folder, &["find", "invoke"], "");
    let expected = "closure.h:3-3  method  Closure::invoke\n";
    assert_eq!(String::from_utf8(found.stdout).expect("text"), expected);
    let missed = chunk(&folder, &["find", "invok"], "");
    let expected = "error[symbol-not-found]: no file of the project defines `invok`\n |\n = help: did you mean `Closure::invoke` (closure.h, line 3)?\n";
    assert_eq!((missed.status.code(), missed.stdout.as_slice()), (Some(1), &b""[..]));
    assert_eq!(String::from_utf8(missed.stderr).expect("text"), expected);
}

#[test]
fn problems_can_be_printed_for_other_programs() {
    let patch = PATCH.replace("return 1", "return 7");
    let (status, stdout, stderr) = run(&["check", "--message-format", "short"], &patch);
    assert_eq!((status, stdout.as_str(), stderr.lines().count()), (1, "", 1));
    assert!(stderr.starts_with("<stdin>:4:"), "{stderr}");
    let (status, stdout, stderr) = run(&["check", "--message-format=github"], &patch);
    assert_eq!((status, stderr.as_str(), stdout.lines().count()), (1, "", 1));
    assert!(stdout.starts_with("::error file=<stdin>,line=4,col=13,title=marker-not-found::"), "{stdout}");
    check_json(&["check", "--message-format", "json"], &patch, 1, Some("marker-not-found"));
    check_json(&["check", "--message-format", "json", "--nonsense"], &patch, 2, Some("usage"));
}

#[test]
fn what_changes_nothing_is_not_told_as_a_change() {
    let folder = sample();
    std::fs::write(folder.path().join("a.py"), "import os\n").expect("ours");
    let patch = "operations:\n  - path: a.py\n    op: add_import\n    payload: import os\n";
    let output = chunk(&folder, &["apply"], patch);
    let told = "Success. Nothing to do: the files already match the patch.\n";
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stdout).as_ref()), (Some(0), told));
}

#[test]
fn a_dry_run_prints_nothing_but_the_diff_on_standard_output() {
    let told = "would update 1 file (+1 -1); nothing was written\n";
    check(&["apply", "--dry-run"], PATCH, 0, DIFF, told);
    check(&["diff"], PATCH, 0, DIFF, told);
    check(&["apply", "--dry-run", "-q"], PATCH, 0, DIFF, "");
    let would = "would update 1 file (+1 -1); nothing was written\nM a.py\n  1 replace_text, line 3\n    -        return 1\n    +        return 2\n";
    check(&["check"], PATCH, 0, would, "");
    check(&["apply", "--check"], PATCH, 0, would, "");
    check(&["check", "--message-format", "short"], PATCH, 0, "", "");
    check(&["check", "-q"], PATCH, 0, "", "");
    check(&["apply", "--check", "-q"], PATCH, 0, "", "");
}

#[test]
fn a_refusal_goes_to_standard_error() {
    let patch = PATCH.replace("return 1", "return 7");
    let (status, stdout, stderr) = run(&["apply"], &patch);
    assert_eq!((status, stdout.as_str()), (1, ""));
    assert!(stderr.starts_with("error[marker-not-found]: "), "{stderr}");
    assert!(
        stderr.ends_with("error: patch refused: 1 of 1 operation failed; no file was changed\n"),
        "{stderr}"
    );
    let (status, stdout, checked) = run(&["check"], &patch);
    assert_eq!((status, stdout.as_str(), checked), (1, "", stderr));
}

#[track_caller]
fn check_json(args: &[&str], patch: &str, status: i32, code: Option<&str>) -> Value {
    let (found, stdout, stderr) = run(args, patch);
    assert_eq!((found, stderr.as_str()), (status, ""), "{stdout}");
    let object: Value = serde_json::from_str(&stdout).expect("one object");
    assert_eq!(object["exit"], status);
    assert_eq!(object["errors"][0]["code"].as_str(), code);
    object
}

#[test]
fn json_tells_every_outcome_on_standard_output() {
    let object = check_json(&["apply", "--json"], PATCH, 0, None);
    assert_eq!(
        object["files"],
        serde_json::json!([{"status": "M", "path": "a.py", "added": 1, "removed": 1}])
    );
    assert_eq!(object["format"], "chunk");
    let object = check_json(&["apply", "--json", "--dry-run"], PATCH, 0, None);
    assert_eq!(object["diff"], DIFF);
    check_json(&["apply", "--json"], &PATCH.replace("a.py", "b.py"), 1, Some("file-missing"));
    check_json(&["apply", "--json"], "nothing like a patch", 2, Some("unknown-format"));
    check_json(&["apply", "--json", "--root", "nowhere"], PATCH, 3, Some("io"));
    check_json(&["apply", "--json", "no-such-patch"], "", 3, Some("io"));
    check_json(&["apply", "--json", "--no-such-option"], PATCH, 2, Some("usage"));
    check_json(&["aply", "--json"], PATCH, 2, Some("usage"));
}

#[test]
fn a_wrong_command_line_says_what_was_meant() {
    let (status, stdout, stderr) = run(&["apply", "--dryrun"], PATCH);
    assert_eq!((status, stdout.as_str()), (2, ""));
    assert!(stderr.starts_with("error[usage]: "), "{stderr}");
    assert!(stderr.contains("--dry-run"), "{stderr}");
    let (status, _, stderr) = run(&["aply"], PATCH);
    assert!(status == 2 && stderr.contains("did you mean `apply`?"), "{stderr}");
    let (status, _, stderr) = run(&["zebra"], PATCH);
    assert!(status == 2 && !stderr.contains("did you mean"), "{stderr}");
    let (status, _, stderr) = run(&[], "");
    assert_eq!(status, 2);
    assert!(stderr.contains("chunk --help"), "{stderr}");
}

#[test]
fn help_is_no_error() {
    let (status, stdout, stderr) = run(&["apply", "--help"], "");
    assert_eq!((status, stderr.as_str()), (0, ""));
    assert!(stdout.contains("Exit status:") && stdout.contains("--dry-run"), "{stdout}");
}

#[test]
fn a_report_that_cannot_be_written_changes_neither_tree_nor_status() {
    for (args, status) in
        [(&["apply"][..], 0), (&["apply", "--json"], 0), (&["apply", "--no-such-option"], 2)]
    {
        let folder = sample();
        std::fs::write(folder.path().join("patch"), PATCH).expect("ours");
        let full =
            || Stdio::from(File::options().write(true).open("/dev/full").expect("every Linux has one"));
        let ended = Command::new(env!("CARGO_BIN_EXE_chunk"))
            .args(args)
            .arg("patch")
            .current_dir(folder.path())
            .env("XDG_STATE_HOME", folder.path())
            .stdout(full())
            .stderr(full())
            .status()
            .expect("the program starts");
        assert_eq!(ended.code(), Some(status));
        let text = std::fs::read_to_string(folder.path().join("a.py")).expect("still there");
        assert_eq!(text.contains("return 2"), status == 0);
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = sample();
    std::fs::write(folder.path().join("a.py"), "x = 1\n".repeat(200_000)).expect("ours");
    std::fs::write(folder.path().join("patch"), "operations:\n  - {path: a.py, op: delete_file}\n")
        .expect("ours");
    let mut child = Command::new(env!("CARGO_BIN_EXE_chunk"))
        .args(["diff", "patch"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn colour_is_for_terminals_and_for_those_who_ask() {
    let patch = PATCH.replace("return 1", "return 7");
    assert!(!run(&["apply"], &patch).2.contains('\u{1b}'));
    assert!(run(&["apply", "--color", "always"], &patch).2.contains('\u{1b}'));
}

/// What `chunk symbols` says of a file of this name and text.
#[track_caller]
fn check_listing(name: &str, text: &str, status: i32, stdout: &str, stderr: &str) {
    let folder = tempfile::tempdir().expect("there is room");
    std::fs::write(folder.path().join(name), text).expect("ours");
    let output = chunk(&folder, &["symbols", name], "");
    assert_eq!(String::from_utf8_lossy(&output.stderr), stderr);
    assert_eq!(String::from_utf8_lossy(&output.stdout), stdout);
    assert_eq!(output.status.code(), Some(status));
}

#[test]
fn symbols_of_a_file_that_cannot_be_read_fail() {
    check_listing("a.py", "# nothing\n", 0, "", "note: `a.py` has no definitions\n");
    check_listing(
        "a.py",
        "def f(:\n    (\n",
        1,
        "",
        "error[uncertain-extent]: no definition of `a.py` can be parsed: there are syntax errors \
         on lines 1-2\n |\n = help: use `replace_text` with the lines as a marker\n",
    );
    check_listing(
        "a.rs",
        "fn f( -> u8) { 1 }\nfn g() {}\n",
        0,
        "2-2  function  g\n",
        "warning: line 1 of `a.rs` cannot be parsed because of a syntax error; definitions there \
         are not listed\n",
    );
    check_listing(
        "a.rs",
        "fn f() {\n    if = {\n}\n",
        1,
        "",
        "error[uncertain-extent]: no definition of `a.rs` can be parsed: there are syntax errors \
         on lines 1-3\n |\n = help: use `replace_text` with the lines as a marker\n",
    );
    check_listing(
        "a.rs",
        "((((((\n",
        1,
        "",
        "error[uncertain-extent]: no definition of `a.rs` can be parsed: there are syntax errors \
         on lines 1-1\n |\n = help: use `replace_text` with the lines as a marker\n",
    );
}

#[test]
fn symbols_are_listed_with_lines_and_kind() {
    check(&["symbols", "a.py"], "", 0, "1-3  class   A\n2-3  method  A.run\n", "");
    let (status, stdout, _) = run(&["symbols", "a.py", "--json"], "");
    let object: Value = serde_json::from_str(&stdout).expect("one object");
    assert_eq!((status, &object["symbols"][1]["address"]), (0, &"A.run".into()));
    assert_eq!(object["symbols"][1]["lines"], serde_json::json!([2, 3]));
}

#[test]
fn macros_are_named_by_an_argument() {
    let folder = sample();
    std::fs::write(
        folder.path().join("a.h"),
        "begin_api\n\nstruct my_api Foo {\n  my_inline void f();\n};\n",
    )
    .expect("ours");
    let listed = |args: &[&str]| {
        let output = chunk(&folder, &[&["symbols", "a.h"], args].concat(), "");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let macros = ["--macros", "begin_api,my_api", "--macros=my_inline"];
    assert_eq!(listed(&macros), "3-5  class   Foo\n4-4  method  Foo::f  (declared)\n");
    assert_ne!(listed(&[]), listed(&macros));
    let shown = chunk(&folder, &[&["show", "a.h", "Foo::f"], &macros[..]].concat(), "");
    assert_eq!(shown.stdout, b"  my_inline void f();\n");
    let patch = "operations:\n  - path: a.h\n    op: delete_symbol\n    symbol: Foo::f\n";
    let deleted = chunk(&folder, &[&["check"], &macros[..]].concat(), patch);
    assert_eq!(deleted.status.code(), Some(0));
}

#[test]
fn the_hash_of_a_listed_symbol_is_what_expect_takes() {
    let (_, stdout, _) = run(&["symbols", "a.py", "--json"], "");
    let object: Value = serde_json::from_str(&stdout).expect("one object");
    let hash = object["symbols"][1]["hash"].as_str().expect("a hash");
    let patch = |hash: &str| {
        format!(
            "operations:\n  - path: a.py\n    op: replace_py_method\n    symbol: A.run\n    expect: {hash}\n    payload: |-\n      def run(self):\n          return 2\n"
        )
    };
    assert_eq!(run(&["apply"], &patch(hash)).0, 0);
    check_json(&["apply", "--json"], &patch("0123456789abcdef"), 1, Some("changed-definition"));
}

#[test]
fn one_definition_is_shown_with_its_indentation() {
    check(&["show", "a.py", "A.run"], "", 0, "    def run(self):\n        return 1\n", "");
    let (status, stdout, stderr) = run(&["show", "a.py", "A.rum"], "");
    assert_eq!((status, stdout.as_str()), (1, ""));
    assert!(stderr.starts_with("error[symbol-not-found]: ") && stderr.contains("A.run"), "{stderr}");
    check_json(&["show", "a.py", "A.rum", "--json"], "", 1, Some("symbol-not-found"));
    check_json(&["symbols", "a.txt", "--json"], "", 1, Some("file-missing"));
    check_json(&["symbols", "b.py", "--json"], "", 1, Some("file-missing"));
}

#[test]
fn a_tree_without_a_killed_run_needs_no_recovery() {
    check(&["recover"], "", 0, "Nothing to recover.\n", "");
    check_json(&["recover", "--json", "--root", "nowhere"], "", 3, Some("io"));
}

#[test]
fn a_talkative_run_tells_how_each_place_was_found() {
    let (status, stdout, stderr) = run(&["apply", "-v"], PATCH);
    assert!(status == 0 && stdout.starts_with("Success. Updated the following files:\nM a.py\n"), "{stdout}");
    assert!(stderr.starts_with("operation 1: replace_text a.py:3 ("), "{stderr}");
}

#[test]
fn an_interrupted_run_ends_at_once_and_changes_nothing() {
    let folder = sample();
    std::fs::write(folder.path().join("patch"), PATCH).expect("ours");
    let tree = chunk::vfs::DiskTree::open(folder.path()).expect("the root");
    let held = tree.lock(std::time::Duration::ZERO, None).expect("nobody else holds it");
    let waiting = Command::new(env!("CARGO_BIN_EXE_chunk"))
        .args(["apply", "patch"])
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let mut waiting = waiting.expect("the program starts");
    let start = std::time::Instant::now();
    std::thread::sleep(std::time::Duration::from_millis(300));
    let killed =
        Command::new("kill").args(["-INT", &waiting.id().to_string()]).status().expect("there is a kill");
    assert!(killed.success());
    assert_eq!(waiting.wait().expect("it ends").code(), Some(3));
    assert!(start.elapsed().as_secs() < 8, "it waited for the lock all the same");
    drop(held);
    let text = std::fs::read_to_string(folder.path().join("a.py")).expect("still there");
    assert!(text.contains("return 1"));
}

#[test]
fn a_path_that_is_not_there_is_no_unsupported_language() {
    let folder = sample();
    std::fs::create_dir(folder.path().join("src")).expect("ours");
    std::fs::write(folder.path().join("src/shop.py"), "def sell():\n    pass\n").expect("ours");
    let told = |args: &[&str]| {
        let output = chunk(&folder, args, "");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    for (args, near) in [
        (&["symbols", "scr"][..], "did you mean `src`"),
        (&["symbols", "src/shp.py"], "did you mean `src/shop.py`"),
        (&["show", "src/shop", "sell"], "did you mean `src/shop.py`"),
        (&["uses", "src/shop", "sell"], "did you mean `src/shop.py`"),
    ] {
        let (status, error) = told(args);
        assert_eq!(status, Some(1), "{error}");
        assert!(error.starts_with("error[file-missing]") && error.contains(near), "{error}");
    }
    for args in [&["symbols", "--root", "none", "."][..], &["undo", "--list", "--root", "none"]] {
        let (_, error) = told(args);
        assert!(error.starts_with("error[io]: the root `none` cannot be opened"), "{error}");
    }
    std::fs::write(folder.path().join("a.txt"), "text\n").expect("ours");
    let (status, error) = told(&["symbols", "a.txt"]);
    assert_eq!(status, Some(1), "{error}");
    assert!(error.starts_with("error[unsupported-language]"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_not_waited_for() {
    let folder = sample();
    let pipe = folder.path().join("pipe.py");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("it is there").success());
    for args in [&["symbols", "pipe.py"][..], &["show", "pipe.py", "f"]] {
        let output = chunk(&folder, args, "");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.starts_with("error[path-refused]: `pipe.py` is not a regular file"), "{error}");
    }
}
