//! Diffs and files of a size that tools make, and people do not, in all formats that hold hunks.
//!
//! `LARGE=1 cargo test --release --test scale large` takes them at the size that the limits speak of: a diff of 50 MB over
//! 4,000 files, and a file of 100 MB. Otherwise all is a twentieth of that.

use std::fmt::Write as _;

use chunk::engine::{self, Options};
use chunk::vfs::MemoryTree;

fn scale() -> usize {
    if std::env::var_os("LARGE").is_some() { 20 } else { 1 }
}

/// A file before and after, and the hunks between.
struct Change {
    path: String,
    before: String,
    after: String,
    hunks: String,
}

const CONTEXT: usize = 3;

/// A file of some lines, in which `length` of every `step` lines change.
fn change(file: usize, lines: usize, step: usize, length: usize) -> Change {
    let path = format!("folder{}/file{file}.txt", file % 60);
    let line = |n: usize| {
        format!(
            "{}value_{file}_{n} = compute(total_{n}, {file}) + {}",
            "    ".repeat(n % 3),
            n * 7919 % 1_000_003
        )
    };
    let mut change = Change { path, before: String::new(), after: String::new(), hunks: String::new() };
    let mut at = 0;
    while at < lines {
        let hunk = at..(at + CONTEXT + length + CONTEXT).min(lines);
        writeln!(change.hunks, "@@ -{0},{1} +{0},{1} @@", at + 1, hunk.len()).expect("a string");
        let changed = at + CONTEXT..at + CONTEXT + length;
        let mut new = String::new();
        for n in at..(at + step).min(lines) {
            let old = line(n);
            writeln!(change.before, "{old}").expect("a string");
            if changed.contains(&n) {
                writeln!(change.hunks, "-{old}").expect("a string");
                writeln!(change.after, "changed = {}", old.trim()).expect("a string");
                writeln!(new, "+changed = {}", old.trim()).expect("a string");
                continue;
            }
            writeln!(change.after, "{old}").expect("a string");
            change.hunks.push_str(&std::mem::take(&mut new));
            if hunk.contains(&n) {
                writeln!(change.hunks, " {old}").expect("a string");
            }
        }
        change.hunks.push_str(&new);
        at += step;
    }
    change
}

#[track_caller]
fn check(changes: &[Change], format: &str) {
    let mut patch = match format {
        "envelope" => "*** Begin Patch\n".to_owned(),
        "file changes" => "<FILE_CHANGES>\n".to_owned(),
        _ => String::new(),
    };
    let mut tree = MemoryTree::new();
    for Change { path, before, hunks, .. } in changes {
        tree = tree.with_file(path, before.as_str());
        match format {
            "envelope" => {
                writeln!(patch, "*** Update File: {path}").expect("a string");
                hunks
                    .split_inclusive('\n')
                    .for_each(|line| patch.push_str(if line.starts_with("@@") { "@@\n" } else { line }));
            }
            "file changes" => {
                write!(patch, "<FILE_PATCH file_path=\"{path}\">\n{hunks}</FILE_PATCH>\n").expect("a string");
            }
            _ => write!(patch, "--- a/{path}\n+++ b/{path}\n{hunks}").expect("a string"),
        }
    }
    patch.push_str(match format {
        "envelope" => "*** End Patch\n",
        "file changes" => "</FILE_CHANGES>\n",
        _ => "",
    });
    let report = engine::apply(patch.as_bytes(), &Options::default(), &mut tree);
    assert!(report.is_ok(), "{format}: {:?}", report.errors.first());
    for Change { path, after, .. } in changes {
        assert!(*tree.get(path).expect("it is there").bytes == *after.as_bytes(), "{format}: {path}");
    }
}

#[test]
fn a_long_patch_over_many_files() {
    let changes: Vec<Change> = (0..200 * scale()).map(|file| change(file, 200, 14, 7)).collect();
    for format in ["diff", "envelope", "file changes"] {
        check(&changes, format);
    }
}

#[test]
fn a_large_file() {
    let changes = [change(0, 90_000 * scale(), 10_000 * scale(), 2)];
    for format in ["diff", "envelope", "file changes"] {
        check(&changes, format);
    }
}
