//! Attacks by path: nothing outside the root is read, written or told of, whatever stands on the way.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use chunk::commit::{CommitOptions, commit};
use chunk::ir::{Format, PatchPath};
use chunk::plan::{Content, FileChange, NewFile, Plan, PlannedFolders};
use chunk::vfs::{DiskTree, ReadTree};
use rustix::fs::{CWD, FileType, Mode, mknodat};

/// A root, and beside it what nothing may reach.
#[expect(clippy::disallowed_methods, reason = "the tree that is tested is made without it")]
fn make() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    let root = dir.path().join("root");
    for folder in ["root/src", "root/.git", "root-evil", "outside"] {
        fs::create_dir_all(dir.path().join(folder)).expect("a folder");
    }
    fs::write(root.join("src/a"), "a\n").expect("a file");
    fs::write(dir.path().join("outside/secret"), "secret\n").expect("a file");
    fs::write(dir.path().join("root-evil/secret"), "secret\n").expect("a file");
    symlink("../outside", root.join("up")).expect("a link");
    symlink(dir.path().join("outside"), root.join("absolute")).expect("a link");
    symlink("../outside/secret", root.join("to-file")).expect("a link");
    symlink("../outside/new", root.join("dangling")).expect("a link");
    symlink("loop", root.join("loop")).expect("a link");
    symlink("/proc/self/root", root.join("magic")).expect("a link");
    symlink("src", root.join("within")).expect("a link");
    mknodat(CWD, root.join("pipe"), FileType::Fifo, Mode::from_raw_mode(0o644), 0).expect("a pipe");
    let null = rustix::fs::makedev(1, 3);
    let _ = mknodat(CWD, root.join("device"), FileType::CharacterDevice, Mode::from_raw_mode(0o666), null);
    dir
}

/// Everything below a folder, with its text, links not followed.
fn all(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let kind = path.symlink_metadata().expect("it is there").file_type();
            let text =
                if kind.is_file() { fs::read_to_string(&path).expect("text") } else { format!("{kind:?}") };
            found.push((path.to_string_lossy().into_owned(), text));
            if kind.is_dir() {
                folders.push(path);
            }
        }
    }
    found.sort();
    found
}

/// A plan that writes one new file, as a front end that looks at nothing would make it.
fn plan(path: &PatchPath) -> Plan {
    let after = NewFile::of(Content::Bytes("evil\n".into()));
    Plan {
        format: Format::Chunk,
        files: vec![FileChange { path: path.clone(), before: None, after: Some(after), source: None }],
        summary: Vec::new(),
        operations: std::sync::Arc::default(),
        warnings: Vec::new(),
        folders: PlannedFolders::default(),
    }
}

/// Checks that a path gives nothing to read, takes nothing, and that no message tells what is outside.
#[track_caller]
fn check_closed(attacks: &[&str]) {
    let dir = make();
    let before = all(dir.path());
    for attack in attacks {
        let Ok(path) = PatchPath::parse(attack) else { continue };
        let mut tree = DiskTree::open(&dir.path().join("root")).expect("the root");
        let read = tree.read(&path).map(|file| file.bytes).expect_err(attack).to_string();
        let write = commit(&plan(&path), &mut tree, &CommitOptions::default()).expect_err(attack).message;
        for message in [read, write] {
            assert!(!message.contains("secret\n") && !message.contains("outside"), "{attack}: {message}");
        }
        let _ = tree.kind(&path);
        let _ = tree.list(&path);
        assert_eq!(all(dir.path()), before, "{attack}");
    }
}

#[test]
fn what_the_name_alone_gives_away_is_never_a_path() {
    let names = [
        "../outside/secret",
        "src/../../outside/secret",
        "/etc/passwd",
        "//etc/passwd",
        "..",
        "src/..",
        "../root-evil/secret",
        "C:/windows",
        "c:x",
        "\\\\server\\share",
        "..\\outside",
        "src\\a",
        "a\0b",
        "a\nb",
        "a\u{7f}b",
        "src/",
        "",
        ".",
        "./",
        ".git/config",
        "src/.git/hooks/x",
        ".GIT/config",
        ".Git",
        ".chunk-txn/commit",
        ".CHUNK-TXN",
    ];
    for name in names {
        assert!(PatchPath::parse(name).is_err(), "{name:?}");
    }
}

#[test]
fn links_lead_nowhere() {
    check_closed(&[
        "up/secret",
        "up/new",
        "absolute/secret",
        "absolute/new",
        "magic/etc/passwd",
        "magic/tmp/new",
    ]);
    check_closed(&["to-file", "dangling", "loop", "loop/new", "within/a", "within/new", "up", "to-file/new"]);
}

#[test]
fn what_is_no_file_is_left_alone() {
    check_closed(&["pipe", "pipe/new", "device", "device/new", "src/a/new", "src"]);
}

#[test]
fn names_that_are_hardly_names_do_no_harm() {
    let dir = make();
    let mut tree = DiskTree::open(&dir.path().join("root")).expect("the root");
    for name in ["...", "src/...", "-rf", "~", "~root", "$HOME", "*", "a b", "é", "..a", "a.."] {
        let path = PatchPath::parse(name).expect("a name like any other");
        commit(&plan(&path), &mut tree, &CommitOptions::default()).expect("nothing is in the way");
        assert_eq!(fs::read_to_string(dir.path().join("root").join(name)).expect("a file"), "evil\n");
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "somebody else is at work")]
fn a_folder_that_becomes_a_link_while_the_program_runs_is_refused() {
    let dir = make();
    let root = dir.path().join("root");
    let mut tree = DiskTree::open(&root).expect("the root");
    let path = PatchPath::parse("src/new").expect("a path");
    let other = PatchPath::parse("src/other").expect("a path");
    commit(&plan(&path), &mut tree, &CommitOptions::default()).expect("nothing is in the way");
    fs::rename(root.join("src"), root.join("old")).expect("a rename");
    symlink("../outside", root.join("src")).expect("a link");
    let mut tree = DiskTree::open(&root).expect("the root");
    let error = commit(&plan(&other), &mut tree, &CommitOptions::default()).expect_err("src is a link");
    assert_eq!(error.message, "`src/other`: `src` is a symbolic link");
    assert!(!dir.path().join("outside/other").exists());
}

#[test]
fn a_transaction_folder_that_is_a_link_is_not_used() {
    use chunk::commit::{Trust, recover};
    let dir = make();
    let root = dir.path().join("root");
    symlink("../outside", root.join(".chunk-txn")).expect("a link");
    let before = all(dir.path());
    let mut tree = DiskTree::open(&root).expect("the root");
    let error = recover(&mut tree, Trust::Alone).expect_err("it is a link");
    assert_eq!(error.code.as_str(), "path-refused");
    let path = PatchPath::parse("src/new").expect("a path");
    commit(&plan(&path), &mut tree, &CommitOptions::default()).expect_err("it is a link");
    assert_eq!(all(dir.path()), before);
}

#[test]
fn a_full_disk_changes_nothing() {
    // A limit on the size of files stands for a full disk. It holds for the whole program, so this runs in one of its own.
    const MARK: &str = "CHUNK_TEST_LIMITED";
    if std::env::var_os(MARK).is_none() {
        let program = std::env::current_exe().expect("this program");
        let mut child = std::process::Command::new(program);
        let child = child.args(["--exact", "paths::a_full_disk_changes_nothing"]).env(MARK, "1").output();
        let output = child.expect("this program runs");
        let told = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && told.contains("1 passed"), "{told}");
        return;
    }
    use rustix::process::{Resource, Rlimit, setrlimit};
    let dir = make();
    let before = all(dir.path());
    setrlimit(Resource::Fsize, Rlimit { current: Some(3), maximum: None })
        .expect("a lower limit is always allowed");
    let mut tree = DiskTree::open(&dir.path().join("root")).expect("the root");
    let path = PatchPath::parse("src/new").expect("a path");
    let error =
        commit(&plan(&path), &mut tree, &CommitOptions::default()).expect_err("five bytes do not fit");
    setrlimit(Resource::Fsize, Rlimit { current: None, maximum: None }).expect("the limit was soft");
    assert_eq!(error.message, "`src/new`: file too large; all files are as they were");
    assert_eq!(all(dir.path()), before);
}
