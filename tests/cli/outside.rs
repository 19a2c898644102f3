//! A root that is only a part of a project: what was not looked at is told, and what to type.

#![allow(clippy::disallowed_methods, reason = "tests make trees of their own")]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Makes empty files and folders (those that end in `/`), and renames `f` in `in/ner/a.py` with `root` as the root; returns
/// what is noted.
fn noted(marks: &[&str], root: &str, patch: &str) -> String {
    let folder = tempfile::tempdir().expect("there is room");
    let at = |path: &str| folder.path().join(path);
    fs::create_dir_all(at("in/ner")).expect("ours");
    fs::write(at("in/ner/a.py"), "def f():\n    g = 1\n    return g\n").expect("ours");
    for mark in marks {
        match mark.strip_suffix('/') {
            Some(path) => fs::create_dir_all(at(path)).expect("ours"),
            None => fs::write(at(mark), "").expect("ours"),
        }
    }
    let (within, root) = root.split_once(' ').unwrap_or((".", root));
    run(&at(within), folder.path(), root, patch)
}

fn run(within: &Path, state: &Path, root: &str, patch: &str) -> String {
    fs::write(state.join("in/patch"), patch).expect("ours");
    let output = Command::new(env!("CARGO_BIN_EXE_chunk"))
        .args(["apply", "--root", root])
        .arg(state.join("in/patch"))
        .current_dir(within)
        .env("XDG_STATE_HOME", state.join("state"))
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{output:?}");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let note = told.lines().find(|line| line.contains("the root is only part")).unwrap_or_default();
    note.trim_start_matches("note[unproven]: ").to_owned()
}

const RENAME: &str = "op: rename_symbol\npath: a.py\nsymbol: f\nnew_name: h\n";

fn told(outer: &str, way_down: &str) -> String {
    format!(
        "the root is only part of the project in `{outer}`, and the rest was not examined; to \
         include it, use `--root {outer}`, with `{way_down}/` before each path"
    )
}

#[test]
fn a_root_within_a_repository_or_a_package_is_told() {
    assert_eq!(noted(&[".git/"], "in/ner", RENAME), told(".", "in/ner"));
    assert_eq!(noted(&[".git"], "in/ner .", RENAME), told("../..", "in/ner"));
    assert_eq!(noted(&[".git/", "in/pyproject.toml"], "in/ner", RENAME), told("in", "ner"));
}

#[test]
fn a_package_in_another_one_is_a_part_of_it() {
    let marks = ["pyproject.toml", "in/ner/pyproject.toml"];
    assert_eq!(noted(&marks, "in/ner", RENAME), told(".", "in/ner"));
}

#[test]
fn a_root_with_a_mark_of_its_own_is_a_project() {
    assert_eq!(noted(&[".git/", "in/ner/pyproject.toml"], "in/ner", RENAME), "");
    assert_eq!(noted(&[".git/", "in/ner/.git"], "in/ner", RENAME), "");
    assert_eq!(noted(&["pyproject.toml", "in/.git/", "in/ner/setup.py"], "in/ner", RENAME), "");
    assert_eq!(noted(&["in/go.mod"], "in/ner", RENAME), "", "the mark of another language");
}

#[test]
fn what_cannot_have_users_elsewhere_is_not_told() {
    let within = "op: substitute\npath: a.py\nfind: f()\nreplace: h()\n";
    let here = "op: substitute\npaths: [a.py]\nfind: f()\nreplace: h()\n";
    let all = "op: substitute\npaths: ['**/*.py']\nfind: f()\nreplace: h()\n";
    assert_eq!(noted(&[".git/"], "in/ner", within), "");
    assert_eq!(noted(&[".git/"], "in/ner", here), "");
    assert_eq!(noted(&[".git/"], "in/ner", all), told(".", "in/ner"));
}

#[test]
fn a_root_behind_a_link_is_named_by_where_it_is() {
    let folder = tempfile::tempdir().expect("there is room");
    fs::create_dir_all(folder.path().join("in/.git")).expect("ours");
    fs::create_dir_all(folder.path().join("in/ner")).expect("ours");
    fs::write(folder.path().join("in/ner/a.py"), "def f():\n    pass\n").expect("ours");
    std::os::unix::fs::symlink("in/ner", folder.path().join("link")).expect("ours");
    let outer = folder.path().canonicalize().expect("ours").join("in");
    let note = run(folder.path(), folder.path(), "link", RENAME);
    assert_eq!(note, told(&outer.to_string_lossy(), "ner"));
}

/// Renames `f` in a repository whose files `a.py`, `left/b.py` and `local.py` have it, with these lines in `.git/info/exclude` and in the
/// excludes file of the user, and `root` below the repository; returns the files that have the old name still.
fn left_by(exclude: &str, global: &str, root: &str) -> Vec<String> {
    let folder = tempfile::tempdir().expect("there is room");
    let (work, settings) = (folder.path().join("work"), folder.path().join("settings"));
    for path in [work.join(".git/info"), work.join("in/left"), settings.join("git")] {
        fs::create_dir_all(path).expect("ours");
    }
    fs::write(work.join(".git/info/exclude"), exclude).expect("ours");
    fs::write(settings.join("git/ignore"), global).expect("ours");
    let files = ["in/a.py", "in/left/b.py", "in/local.py"];
    fs::write(work.join(files[0]), "def f():\n    return 1\n").expect("ours");
    for path in &files[1..] {
        fs::write(work.join(path), "from a import f\n\nf()\n").expect("ours");
    }
    let patch = folder.path().join("patch");
    fs::write(&patch, "op: substitute\npaths: ['*.py']\nfind: f()\nreplace: g()\ncount: all\n")
        .expect("ours");
    let output = Command::new(env!("CARGO_BIN_EXE_chunk"))
        .args(["apply", "--root"])
        .arg(work.join(root))
        .arg(patch)
        .env("XDG_STATE_HOME", folder.path().join("state"))
        .env("XDG_CONFIG_HOME", &settings)
        .env("HOME", folder.path())
        .env("GIT_CONFIG_SYSTEM", settings.join("none"))
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{output:?}");
    let has_old = |path: &&&str| fs::read_to_string(work.join(path)).is_ok_and(|text| text.contains("f()"));
    files.iter().filter(has_old).map(|path| (*path).to_owned()).collect()
}

#[test]
fn what_git_leaves_out_by_its_own_files_is_no_part_of_the_project() {
    for root in ["", "in"] {
        let paths = if root.is_empty() { "." } else { root };
        assert_eq!(left_by("", "", root), Vec::<String>::new(), "{paths}");
        assert_eq!(left_by("left/\n", "", root), ["in/left/b.py"], "{paths}");
        assert_eq!(left_by("/in/left\n", "", root), ["in/left/b.py"], "from the top of the repository");
        assert_eq!(left_by("/left\n", "", root), Vec::<String>::new(), "not from the root");
        assert_eq!(left_by("", "local.py\n", root), ["in/local.py"], "{paths}");
        assert_eq!(left_by("!local.py\n", "local.py\n", root), Vec::<String>::new(), "{paths}");
    }
}
