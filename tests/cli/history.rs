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
        put(BASE);
        git(&["add", "a.txt"])?;
        put(theirs);
        let diff = String::from_utf8(git(&["diff", "a.txt"])?.stdout).expect("text");
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
    let theirs = block.repeat(4) + &block.replace("c\n", "c\nnew\n") + &block.repeat(4);
    let now = format!("head\n{}{}{block}tail\n", "x\n".repeat(7), block.repeat(9));
    let Some(repository) = Repository::new(BASE, BASE) else { return };
    let root = repository.folder.path();
    let put = |text: &str| fs::write(root.join("a.txt"), text).expect("ours");
    let git =
        |words: &[&str]| Command::new("git").args(words).current_dir(root).output().expect("git").stdout;
    put(&base);
    git(&["add", "a.txt"]);
    put(&theirs);
    let diff = String::from_utf8(git(&["diff", "-U2", "a.txt"])).expect("text");
    put(&now);
    let repository = Repository { diff, ..repository };
    let (output, text) = repository.apply(&[]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let head = format!("head\n{}", "x\n".repeat(7));
    let expected = format!(
        "{head}{}{}{}{block}tail\n",
        block.repeat(4),
        block.replace("c\n", "c\nnew\n"),
        block.repeat(4)
    );
    assert_eq!((output.status.code(), text.as_str()), (Some(0), expected.as_str()), "{told}");
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
