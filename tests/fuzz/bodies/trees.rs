//! A whole run: a patch and a tree go in, the new tree or a refusal comes out.
//!
//! The first part of an input is the patch. Each further one is a file: its path, a line end, its content; a path that
//! ends in ` -> TARGET` is a symbolic link, one that ends in `/` an empty folder.

use std::collections::BTreeSet;

use chunk::diag::Diagnostic;
use chunk::engine::{DiffDetail, Options, apply, preview};
use chunk::ir::PatchPath;
use chunk::plan::Summary;
use chunk::report::human::{self, Colour, PatchText};
use chunk::report::{Report, json, refusal};
use chunk::vfs::memory::MemoryNode;
use chunk::vfs::{Kind, MemoryTree};

use super::{parts, problems};

/// A refusal leaves the tree as it was and repeats itself; a preview tells what a run does; its diff does the same.
pub(super) fn apply_tree(input: &[u8]) {
    let mut parts = parts(input);
    let patch = parts.next().unwrap_or_default();
    let start = tree(parts);
    let options = Options { detail: DiffDetail::Diff, ..Options::default() };
    let told = preview(patch, &options, &start);
    let mut tree = start.clone();
    let done = apply(patch, &options, &mut tree);
    assert_eq!(
        (&told.errors, &told.diff, &told.files),
        (&done.errors, &done.diff, &done.files),
        "as foretold"
    );
    check_report(patch, &done);
    let is_left = |path: &str| path.split('/').any(|name| name == ".chunk-txn");
    assert!(!tree.iter().any(|(path, _)| is_left(path)), "nothing is left behind");
    if done.is_ok() {
        check_untouched(&start, &tree, &done);
        check_diff(&start, &tree, &done);
    } else {
        assert_eq!(nodes(&tree), nodes(&start), "a refusal changes nothing");
        let again = apply(patch, &options, &mut tree);
        assert_eq!(again.errors, done.errors, "refused twice");
    }
}

/// The tree that the parts of an input tell of; a part that cannot be (a file in a file) is left out.
fn tree<'a>(parts: impl Iterator<Item = &'a [u8]>) -> MemoryTree {
    let mut tree = MemoryTree::new();
    let mut files = BTreeSet::new();
    for part in parts.take(64) {
        let end = part.iter().position(|byte| *byte == b'\n').unwrap_or(part.len());
        let (head, content) = (&part[..end], part.get(end + 1..).unwrap_or_default());
        let Ok(head) = std::str::from_utf8(head) else { continue };
        let (name, target) =
            head.split_once(" -> ").map_or((head, None), |(name, target)| (name, Some(target)));
        let Ok(path) = PatchPath::parse(name.trim_end_matches('/')) else { continue };
        let above = || std::iter::successors(path.parent(), PatchPath::parent);
        if tree.get(path.as_str()).is_some() || above().any(|folder| files.contains(&folder)) {
            continue;
        }
        tree = match target {
            Some(target) => tree.with_link(path.as_str(), target),
            None if name.ends_with('/') => tree.with_folder(path.as_str()),
            None => tree.with_file(path.as_str(), content),
        };
        if !name.ends_with('/') {
            files.insert(path);
        }
    }
    tree
}

fn nodes(tree: &MemoryTree) -> Vec<(&str, &MemoryNode)> {
    tree.iter().collect()
}

/// The status is one of a patch, every problem has a place and can be shown.
fn check_report(patch: &[u8], report: &Report) {
    let status = report.exit_status();
    assert!(status <= 2, "status {status}: {:?}", report.errors);
    assert_eq!(report.is_ok(), status == 0);
    for problem in report.errors.iter().chain(&report.warnings) {
        problems::check(patch, problem);
    }
    report.errors.iter().for_each(check_refusal);
    let text = PatchText { name: "patch", bytes: patch };
    let shown = [
        refusal::problems(report, text, Colour::Off, 2000),
        human::success(report, human::Verbosity::Changes(2000)),
        human::operations(report),
    ];
    for shown in shown {
        assert!(!shown.chars().any(|char| char.is_control() && !matches!(char, '\n' | '\t')), "{shown:?}");
    }
    let object: serde_json::Value =
        serde_json::from_str(&json::object(report, text)).expect("the report is an object");
    assert!(object.is_object());
}

/// "Every refusal names operation, patch line, nearest place, what to type next."
fn check_refusal(error: &Diagnostic) {
    assert!(error.patch.is_some(), "a place in the patch: {error:?}");
    assert!(error.code.exit_status() == 2 || error.operation.is_some(), "an operation: {error:?}");
}

/// What the report does not name is the very node that it was.
fn check_untouched(before: &MemoryTree, after: &MemoryTree, report: &Report) {
    let mut named = BTreeSet::new();
    for file in &report.files {
        match &file.summary {
            Summary::Added(path) | Summary::Modified(path) | Summary::Deleted(path) => {
                named.insert(path.as_str());
            }
            Summary::Renamed(from, to) => named.extend([from.as_str(), to.as_str()]),
        }
    }
    for (path, node) in
        before.iter().filter(|(path, node)| node.kind != Kind::Folder && !named.contains(path))
    {
        assert_eq!(after.get(path), Some(node), "{path} is not named");
    }
    for (path, node) in after.iter().filter(|(path, node)| node.kind != Kind::Folder && !named.contains(path))
    {
        assert_eq!(before.get(path), Some(node), "{path} is not named");
    }
}

/// The diff, read back as a patch, makes the same files. Links and empty folders are nothing that a diff can take away.
fn check_diff(before: &MemoryTree, after: &MemoryTree, report: &Report) {
    let diff = report.diff.as_deref().expect("it was asked for");
    let is_beyond = |(path, node): (&str, &MemoryNode)| match node.kind {
        Kind::Folder => !before.iter().any(|(other, _)| other.starts_with(&format!("{path}/"))),
        Kind::File | Kind::Link | Kind::Other => node.kind != Kind::File,
    };
    if diff.is_empty() || before.iter().any(is_beyond) || has_binary(before) {
        return;
    }
    let mut tree = before.clone();
    let again = apply(diff, &Options::default(), &mut tree);
    assert!(again.is_ok(), "{:?}\n{}", again.errors, String::from_utf8_lossy(diff));
    assert_eq!(tree.files(), after.files(), "{}", String::from_utf8_lossy(diff));
}

/// Whether a file is no text: a diff names such a one by its hash only.
fn has_binary(tree: &MemoryTree) -> bool {
    tree.iter().any(|(_, node)| chunk::text::Buffer::decode(&node.bytes).is_err())
}
