//! Tests that `git apply` accepts the diffs.
#![expect(clippy::disallowed_methods, reason = "the trees that git is to change are made without it")]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use proptest::prelude::*;

use super::*;
use crate::ir::Format;
use crate::plan::PlannedFolders;
use crate::vfs::{File, Kind, Stamp, TreeError};

/// A file (content, executable) or a link.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Entry {
    File(Vec<u8>, bool),
    Link(&'static str),
}

type Tree = BTreeMap<String, Entry>;

fn text(content: &str) -> Entry {
    Entry::File(content.into(), false)
}

fn tree(entries: &[(&str, Entry)]) -> Tree {
    entries.iter().map(|(path, entry)| ((*path).to_owned(), entry.clone())).collect()
}

impl ReadTree for Tree {
    fn kind(&self, path: &PatchPath) -> Result<Option<Kind>, TreeError> {
        Ok(self.get(path.as_str()).map(|entry| match entry {
            Entry::File(..) => Kind::File,
            Entry::Link(_) => Kind::Link,
        }))
    }

    fn read(&self, path: &PatchPath) -> Result<File, TreeError> {
        match self.get(path.as_str()) {
            Some(Entry::File(bytes, executable)) => Ok(file(bytes, *executable)),
            _ => Err(TreeError::Missing),
        }
    }

    fn list(&self, _: &PatchPath) -> Result<Vec<(String, Kind)>, TreeError> {
        Ok(Vec::new())
    }

    fn link_target(&self, path: &PatchPath) -> Result<Vec<u8>, TreeError> {
        match self.get(path.as_str()) {
            Some(Entry::Link(target)) => Ok(target.as_bytes().to_vec()),
            _ => Err(TreeError::Missing),
        }
    }
}

fn file(bytes: &[u8], executable: bool) -> File {
    File {
        bytes: bytes.to_vec().into(),
        mode: if executable { 0o755 } else { 0o644 },
        stamp: Stamp::default(),
    }
}

/// Returns the plan that turns `before` into `after`; `sources` are pairs of a new path and its source.
fn plan(before: &Tree, after: &Tree, sources: &[(&str, &str)]) -> Plan {
    let paths: std::collections::BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let files = paths.into_iter().filter(|path| before.get(*path) != after.get(*path)).map(|path| {
        let parsed = |path: &str| PatchPath::parse(path).expect("a good path");
        FileChange {
            path: parsed(path),
            before: before.get(path).map(|entry| match entry {
                Entry::File(bytes, executable) => Node::File(file(bytes, *executable)),
                Entry::Link(_) => Node::Link,
            }),
            after: after.get(path).map(|entry| match entry {
                Entry::File(bytes, executable) => NewFile {
                    mode: Some(if *executable { 0o755 } else { 0o644 }),
                    ..NewFile::of(Content::Bytes(bytes.clone().into()))
                },
                Entry::Link(target) => NewFile::of(Content::Link((*target).into())),
            }),
            source: sources.iter().find(|(new, _)| new == path).map(|(_, old)| parsed(old)),
        }
    });
    let files = files.collect();
    Plan {
        format: Format::Chunk,
        files,
        summary: vec![],
        operations: std::sync::Arc::default(),
        warnings: vec![],
        folders: PlannedFolders::default(),
    }
}

fn write(tree: &Tree, root: &Path) {
    for (path, entry) in tree {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        match entry {
            Entry::File(bytes, executable) => {
                fs::write(&path, bytes).unwrap();
                let mode = if *executable { 0o755 } else { 0o644 };
                fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            }
            Entry::Link(target) => symlink(target, &path).unwrap(),
        }
    }
}

fn read(root: &Path, below: &Path, tree: &mut Tree) {
    for entry in fs::read_dir(below).unwrap() {
        let path = entry.unwrap().path();
        let kind = fs::symlink_metadata(&path).unwrap();
        let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
        if kind.is_dir() {
            read(root, &path, tree);
        } else if kind.is_symlink() {
            tree.insert(name, Entry::Link("target"));
        } else {
            let executable = kind.permissions().mode() & 0o100 != 0;
            tree.insert(name, Entry::File(fs::read(&path).unwrap(), executable));
        }
    }
}

/// Applies a diff with git, outside of any repository; returns git's message if it fails.
fn git_apply(diff: &[u8], root: &Path) -> Result<(), String> {
    use std::io::Write as _;
    let mut git = Command::new("git")
        .args(["apply", "--whitespace=nowarn"])
        .current_dir(root)
        .env("GIT_CEILING_DIRECTORIES", root.parent().unwrap())
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("git is installed where the tests run");
    git.stdin.take().unwrap().write_all(diff).unwrap();
    let output = git.wait_with_output().unwrap();
    output.status.success().then_some(()).ok_or_else(|| String::from_utf8_lossy(&output.stderr).into_owned())
}

#[track_caller]
fn check(before: &Tree, after: &Tree, sources: &[(&str, &str)]) -> String {
    let diff = join(&sections(&plan(before, after, sources), before));
    let shown = String::from_utf8_lossy(&diff).into_owned();
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("root");
    fs::create_dir(&root).unwrap();
    write(before, &root);
    if !diff.is_empty() {
        git_apply(&diff, &root).unwrap_or_else(|error| panic!("{error}\n{shown}"));
    }
    let mut found = Tree::new();
    read(&root, &root, &mut found);
    assert_eq!(&found, after, "{shown}");
    shown
}

#[test]
fn edits_keep_every_spelling() {
    check(&tree(&[("a", text("1\n2\n"))]), &tree(&[("a", text("1\n3\n"))]), &[]);
    check(&tree(&[("a", text("1\r\n2\r\n"))]), &tree(&[("a", text("1\r\n2\r\n3\r\n"))]), &[]);
    check(&tree(&[("a", text("\u{feff}1\n2"))]), &tree(&[("a", text("\u{feff}1\n3"))]), &[]);
    check(&tree(&[("a", text("1\r2\r"))]), &tree(&[("a", text("1\r3\r"))]), &[]);
    let latin = |text: &[u8]| tree(&[("a", Entry::File(text.to_vec(), false))]);
    check(&latin(b"caf\xe9\nx\n"), &latin(b"caf\xe9\ny\n"), &[]);
}

#[test]
fn files_come_and_go() {
    let old = tree(&[("a", text("1\n")), ("d/e", text("")), ("x", Entry::File(b"1\0\xff".into(), true))]);
    let new = tree(&[("b c", text("")), ("b/c", Entry::File(b"#!\n".into(), true))]);
    check(&old, &new, &[]);
    check(&new, &old.into_iter().filter(|(path, _)| path != "x").collect(), &[]);
}

#[test]
fn a_link_is_removed() {
    check(&tree(&[("a", Entry::Link("target")), ("b", text("1\n"))]), &tree(&[("b", text("1\n"))]), &[]);
    check(&tree(&[("a", Entry::Link("target"))]), &tree(&[("a", text("1\n"))]), &[]);
}

#[test]
fn moves_and_copies_say_so() {
    let old = tree(&[("a", text("1\n2\n3\n4\n")), ("bin", Entry::File(b"\0".into(), false))]);
    let moved = tree(&[("b", text("1\n2\n3\n5\n")), ("d/bin", Entry::File(b"\0".into(), true))]);
    let diff = check(&old, &moved, &[("b", "a"), ("d/bin", "bin")]);
    assert!(
        diff.starts_with("diff --git a/a b/b\nsimilarity index 75%\nrename from a\nrename to b\n"),
        "{diff}"
    );
    let mut copied = old.clone();
    copied.insert("b".into(), text("1\n2\n3\n4\n"));
    let diff = check(&old, &copied, &[("b", "a")]);
    assert_eq!(diff, "diff --git a/a b/b\nsimilarity index 100%\ncopy from a\ncopy to b\n");
}

#[test]
fn a_file_moved_twice_is_moved_once_and_copied_once() {
    let old = tree(&[("a", text("1\n"))]);
    check(&old, &tree(&[("b", text("1\n")), ("c", text("2\n"))]), &[("b", "a"), ("c", "a")]);
}

#[test]
fn files_that_swap_names_are_edited() {
    let old = tree(&[("a", text("1\n")), ("b", text("2\n"))]);
    check(&old, &tree(&[("a", text("2\n")), ("b", text("1\n"))]), &[("a", "b"), ("b", "a")]);
}

#[test]
fn a_binary_gives_way_to_a_text() {
    let old = tree(&[("a", Entry::File(b"\0\n".into(), false)), ("b", text("1\n"))]);
    check(&old, &tree(&[("a", text("2\n")), ("b", text("1\n"))]), &[]);
    check(&old, &tree(&[("a", text("1\n"))]), &[("a", "b")]);
}

#[test]
fn the_mode_alone_may_change() {
    let mode = |executable| tree(&[("a b", Entry::File(b"\0".into(), executable))]);
    check(&mode(false), &mode(true), &[]);
}

#[test]
fn many_edits_of_a_long_file_with_equal_lines_are_all_shown() {
    let mut random = 1_u64;
    let mut next = |below: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % below
    };
    for kinds in [2, 40, 5000] {
        let old: Vec<String> = (0..6000).map(|_| format!("{}\n", next(kinds))).collect();
        let mut new = old.clone();
        for _ in 0..60 {
            let at = usize::try_from(next(5000)).unwrap();
            match next(3) {
                0 => drop(new.splice(at..at + 3, [])),
                1 => new.insert(at, "new\n".to_owned()),
                _ => new.splice(at..=at, vec![format!("{}\n", next(kinds)); 90]).for_each(drop),
            }
        }
        check(&tree(&[("a", text(&old.concat()))]), &tree(&[("a", text(&new.concat()))]), &[]);
    }
}

/// Returns names that git must quote, terminate with a tab, or find in the middle of a header.
fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ab]{1,2}",
        Just("sp ace".to_owned()),
        Just("q\"uote".to_owned()),
        Just("é/ü".to_owned()),
        Just("d/x b/x".to_owned()),
        Just("end ".to_owned()),
    ]
}

fn content() -> impl Strategy<Value = Entry> {
    let line =
        prop_oneof![Just("a\n"), Just("b\n"), Just("\n"), Just("c\r\n"), Just("- x\n"), Just("+++ y\n")];
    let tail = prop_oneof![3 => Just(""), 1 => Just("no end")];
    (prop::collection::vec(line, 0..14), tail, any::<bool>())
        .prop_map(|(lines, tail, executable)| Entry::File((lines.concat() + tail).into(), executable))
}

fn any_tree() -> impl Strategy<Value = Tree> {
    prop::collection::btree_map(name(), content(), 0..5).prop_filter("no file is a folder, too", |tree| {
        tree.keys().all(|path| !tree.keys().any(|other| other.starts_with(&format!("{path}/"))))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn git_makes_the_same_tree(before in any_tree(), after in any_tree(), moved in any::<bool>()) {
        let gone = before.keys().filter(|path| !after.contains_key(*path));
        let come = after.keys().filter(|path| !before.contains_key(*path));
        let sources: Vec<(&str, &str)> =
            come.zip(gone).filter(|_| moved).map(|(new, old)| (new.as_str(), old.as_str())).collect();
        check(&before, &after, &sources);
    }
}
