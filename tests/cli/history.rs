//! Git diffs of files that have changed since, in a repository that has the text that they were made for.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "tests make trees of their own, and say what they skip"
)]

use std::fs;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

const BASE: &str = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n";

/// A repository in which `a.txt` once was `BASE`, is `now`, and the diff of another change of it, which git makes.
struct Repository {
    folder: TempDir,
    diff: String,
}

impl Repository {
    /// `None` if there is no git to be asked.
    fn new(theirs: &str, now: &str) -> Option<Self> {
        Self::over(BASE, theirs, now, "-U3")
    }

    /// The same, of another text, and with so many lines of context.
    fn over(base: &str, theirs: &str, now: &str, context: &str) -> Option<Self> {
        let folder = tempfile::tempdir().expect("there is room");
        let put = |text: &str| fs::write(folder.path().join("a.txt"), text).expect("ours");
        let git = |words: &[&str]| {
            let mut git = Command::new("git");
            git.args(words).current_dir(folder.path()).env_remove("GIT_DIR").stdin(Stdio::null());
            git.output().ok().filter(|output| output.status.success())
        };
        if git(&["init", "-q", "."]).is_none() {
            println!("not tested: there is no git to make a repository");
            return None;
        }
        put(base);
        git(&["add", "a.txt"])?;
        put(theirs);
        let diff = String::from_utf8(git(&["diff", context, "a.txt"])?.stdout).expect("text");
        put(now);
        Some(Self { folder, diff })
    }

    fn apply(&self, args: &[&str]) -> (Output, String) {
        let diff = self.folder.path().join("p.diff");
        fs::write(&diff, &self.diff).expect("ours");
        let mut chunk = Command::new(env!("CARGO_BIN_EXE_chunk"));
        chunk.arg("apply").args(args).arg("p.diff").current_dir(self.folder.path()).env_remove("GIT_DIR");
        let output = chunk.env("XDG_STATE_HOME", self.folder.path()).output().expect("the program starts");
        (output, fs::read_to_string(self.folder.path().join("a.txt")).expect("ours"))
    }
}

#[track_caller]
fn check(theirs: &str, now: &str, expected: Result<&str, &str>) {
    let Some(repository) = Repository::new(theirs, now) else { return };
    judge(&repository, now, expected);
}

#[track_caller]
fn judge(repository: &Repository, now: &str, expected: Result<&str, &str>) {
    let (output, text) = repository.apply(&[]);
    let told =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    match expected {
        Ok(expected) => {
            assert_eq!((output.status.code(), text.as_str()), (Some(0), expected), "{told}");
            assert!(told.contains("both changes were merged"), "{told}");
            let (again, text) = repository.apply(&[]);
            assert_eq!((again.status.code(), text.as_str()), (Some(1), expected), "a second time");
        }
        Err(code) => {
            assert_eq!((output.status.code(), text.as_str()), (Some(1), now), "{told}");
            assert!(told.starts_with(&format!("error[{code}]")), "{told}");
        }
    }
}

#[test]
fn a_diff_is_merged_into_a_file_that_has_changed_beside_it() {
    let theirs = BASE.replace("five", "FIVE");
    let now = BASE.replace("three", "3").replace("seven", "7");
    let merged = now.replace("five", "FIVE");
    check(&theirs, &now, Ok(&merged));
    // The ends of its lines are the file's own.
    let crlf = |text: &str| text.replace('\n', "\r\n");
    check(&theirs, &crlf(&now), Ok(&crlf(&merged)));
    // A deletion, and lines at the end without a newline.
    check(&BASE.replace("five\n", ""), &now, Ok(&now.replace("five\n", "")));
    let theirs = BASE.trim_end().to_owned();
    check(&theirs, &now.replace("eight", "8"), Ok(now.replace("eight", "8").trim_end()));
}

#[test]
fn an_insertion_that_is_there_among_other_changes_is_already_applied() {
    let theirs = BASE.replace("five\n", "five\nnew\n");
    let now = theirs.replace("three", "3").replace("eight", "8");
    check(&theirs, &now, Err("already-applied"));
}

#[test]
fn both_changes_of_the_same_lines_are_refused() {
    let theirs = BASE.replace("five", "FIVE");
    check(&theirs, &BASE.replace("five", "5"), Err("changed-definition"));
    // Lines that meet are no others, as in `git merge-file`.
    check(&theirs, &BASE.replace("four", "4"), Err("changed-definition"));
}

#[test]
fn the_text_that_the_diff_was_made_for_tells_equal_places_apart() {
    let block = "begin\na\nb\nc\nd\nend\n";
    let base = block.repeat(9);
    // The fifth block gets a line; by then three blocks above it are gone, and two more came below.
    let changed = block.replace("c\n", "c\nnew\n");
    let theirs = block.repeat(4) + &changed + &block.repeat(4);
    let head = format!("head\n{}", "x\n".repeat(7));
    let now = format!("{head}{}{block}tail\n", block.repeat(9));
    let Some(repository) = Repository::over(&base, &theirs, &now, "-U2") else { return };
    let expected = format!("{head}{}{changed}{}{block}tail\n", block.repeat(4), block.repeat(4));
    judge(&repository, &now, Ok(&expected));
}

/// Three functions that are alike, each with lines of its own.
fn functions(lines: [[&str; 2]; 3]) -> String {
    let function = |[log, sum]: [&str; 2]| {
        format!("def f(x):\n    {log}\n    a = x\n    b = x\n    {sum}\n    return d\n\n")
    };
    lines.map(function).concat()
}

#[test]
fn a_change_stays_out_of_the_only_place_that_still_has_its_lines() {
    let plain = ["log(x)", "d = a"];
    let base = functions([plain; 3]);
    let theirs = functions([["log(x)", "d = a + 1"], plain, plain]);
    // The function itself has another first line by now; the next one is as it was.
    let traced = ["trace(x)", "d = a"];
    let now = functions([traced, plain, traced]);
    let Some(repository) = Repository::over(&base, &theirs, &now, "-U3") else { return };
    judge(&repository, &now, Ok(&functions([["trace(x)", "d = a + 1"], plain, traced])));
    // Nothing is found there, and both change the same line.
    let now = functions([["log(x)", "d = b"], plain, ["log(x)", "d = b"]]);
    let Some(repository) = Repository::over(&base, &theirs, &now, "-U3") else { return };
    judge(&repository, &now, Err("changed-definition"));
}

#[test]
fn lines_without_context_come_where_they_were_added() {
    let theirs = BASE.replace("five\n", "five\nnew\n");
    let now = format!("a\nb\n{BASE}");
    let Some(repository) = Repository::over(BASE, &theirs, &now, "-U0") else { return };
    judge(&repository, &now, Ok(&format!("a\nb\n{theirs}")));
}

#[test]
fn a_diff_taken_back_is_merged_too() {
    let theirs = BASE.replace("five", "FIVE");
    let Some(mut repository) = Repository::new(&theirs, &theirs) else { return };
    // Git knows the text behind the change when it is told to keep it.
    let add = |text: &str| {
        fs::write(repository.folder.path().join("a.txt"), text).expect("ours");
        let git = Command::new("git").args(["add", "a.txt"]).current_dir(repository.folder.path()).status();
        assert!(git.expect("git").success());
    };
    add(&theirs);
    let now = theirs.replace("three", "3").replace("seven", "7");
    fs::write(repository.folder.path().join("a.txt"), &now).expect("ours");
    let (output, text) = repository.apply(&["--reverse"]);
    let expected = now.replace("FIVE", "five");
    assert_eq!((output.status.code(), text.as_str()), (Some(0), expected.as_str()));
    // Without the text that its `index` line names, a diff has nothing but its hunks.
    repository.diff = repository.diff.replace("index ", "index 123");
    fs::write(repository.folder.path().join("a.txt"), BASE.replace("three", "3").replace("seven", "7"))
        .expect("ours");
    let (output, _) = repository.apply(&[]);
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error[hunk-not-found]"));
}
