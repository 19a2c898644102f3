//! Tests of what the tree on disk permits and refuses, with and without `openat2`.

use std::os::unix::fs::symlink;

use rustix::fs::{CWD, FileType, Mode, mknodat};

use super::*;

fn path(text: &str) -> PatchPath {
    PatchPath::parse(text).expect("a path that a patch may name")
}

/// Creates a root with something of every kind, and next to it a folder that must not be reachable.
#[expect(clippy::disallowed_methods, reason = "the tree that is tested is made without it")]
fn make() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    let root = dir.path().join("root");
    for folder in ["root/src/deep", "root-evil"] {
        std::fs::create_dir_all(dir.path().join(folder)).expect("a folder");
    }
    std::fs::write(root.join("src/a.py"), "a = 1\n").expect("a file");
    std::fs::write(dir.path().join("root-evil/secret"), "secret\n").expect("a file");
    symlink("../root-evil", root.join("out")).expect("a link");
    symlink("../../root-evil/secret", root.join("src/secret")).expect("a link");
    symlink("nowhere", root.join("dangling")).expect("a link");
    symlink("src", root.join("inside")).expect("a link");
    let pipe = root.join("pipe");
    mknodat(CWD, &pipe, FileType::Fifo, Mode::from_raw_mode(0o644), 0).expect("a pipe");
    std::os::unix::net::UnixListener::bind(root.join("socket")).expect("a socket");
    dir
}

#[track_caller]
fn check(read: &str, expected: &str) {
    let dir = make();
    let quick = DiskTree::open(&dir.path().join("root")).expect("the root");
    let walking = DiskTree::open(&dir.path().join("root")).expect("the root");
    walking.below.walk_from_now_on();
    for tree in [quick, walking] {
        let found = match tree.read(&path(read)) {
            Ok(file) => String::from_utf8_lossy(&file.bytes).into_owned(),
            Err(error) => error.to_string(),
        };
        assert_eq!(found, expected);
    }
}

#[test]
fn a_file_is_read() {
    check("src/a.py", "a = 1\n");
}

#[test]
fn what_is_not_there_is_missing() {
    check("src/b.py", "no such file");
    check("lib/b.py", "no such file");
}

#[test]
fn links_are_refused_wherever_they_lead() {
    check("out/secret", "`out` is a symbolic link");
    check("out/none", "`out` is a symbolic link");
    check("src/secret", "it is a symbolic link");
    check("dangling", "it is a symbolic link");
    check("dangling/a", "`dangling` is a symbolic link");
    check("inside/a.py", "`inside` is a symbolic link");
}

#[test]
fn only_regular_files_are_read() {
    check("src", "it is a folder");
    check("pipe", "it is not a regular file");
    check("socket", "it is not a regular file");
    check("src/a.py/b", "`src/a.py` is not a folder");
    check("pipe/b", "`pipe` is not a folder");
}

#[test]
fn a_name_that_no_system_can_hold_is_refused() {
    check(&"n".repeat(300), "the path is too long");
}

#[test]
fn the_root_may_be_a_link() {
    let dir = make();
    let link = dir.path().join("link");
    symlink("root", &link).expect("a link");
    let tree = DiskTree::open(&link).expect("the root");
    assert_eq!(tree.read(&path("src/a.py")).expect("a file").bytes[..], *b"a = 1\n");
}

#[test]
fn a_root_that_is_none_is_refused() {
    let dir = make();
    let open = |name: &str| DiskTree::open(&dir.path().join(name)).expect_err("no root").to_string();
    assert_eq!(open("none"), "no such file");
    assert_eq!(open("root/src/a.py"), "it is not a folder");
    assert_eq!(open("root/pipe"), "it is not a folder");
}

#[test]
fn kinds_are_told_without_following() {
    let dir = make();
    let tree = DiskTree::open(&dir.path().join("root")).expect("the root");
    let kind = |text| tree.kind(&path(text)).expect("nothing is in the way");
    assert_eq!(kind("src"), Some(Kind::Folder));
    assert_eq!(kind("src/a.py"), Some(Kind::File));
    assert_eq!(kind("out"), Some(Kind::Link));
    assert_eq!(kind("pipe"), Some(Kind::Other));
    assert_eq!(kind("src/none"), None);
    assert_eq!(kind("none/none"), None);
    assert!(tree.kind(&path("out/secret")).is_err());
    assert!(tree.kind(&path("src/a.py/b")).is_err());
}

#[test]
fn a_listing_is_sorted_and_names_kinds() {
    let dir = make();
    let tree = DiskTree::open(&dir.path().join("root")).expect("the root");
    let names = tree.list(&path("src")).expect("a folder");
    let expected = [("a.py", Kind::File), ("deep", Kind::Folder), ("secret", Kind::Link)];
    assert_eq!(names, expected.map(|(name, kind)| (name.to_owned(), kind)));
    assert!(tree.list(&path("out")).is_err());
    assert!(tree.list(&path("src/a.py")).is_err());
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the tree that is tested is made without it")]
fn files_of_any_size_are_read_whole() {
    let dir = make();
    let tree = DiskTree::open(&dir.path().join("root")).expect("the root");
    for size in [0, 1, 4095, 4096, 4097, 1 << 20] {
        let bytes: Vec<u8> = (0..size).map(|byte| byte as u8).collect();
        std::fs::write(dir.path().join("root/sized"), &bytes).expect("a file");
        assert!(*tree.read(&path("sized")).expect("a file").bytes == bytes, "{size} bytes");
    }
}

#[test]
fn a_file_larger_than_memory_is_refused() {
    let dir = make();
    let tree = DiskTree::open(&dir.path().join("root")).expect("the root");
    let file = std::fs::File::create(dir.path().join("root/huge")).expect("a file");
    file.set_len(1 << 42).expect("a hole");
    let error = tree.read(&path("huge")).expect_err("too large").to_string();
    assert_eq!(error, "it is larger than 4 GiB");
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the tree that is tested is made without it")]
fn a_folder_that_becomes_a_link_between_two_calls_is_refused() {
    let dir = make();
    let root = dir.path().join("root");
    let tree = DiskTree::open(&root).expect("the root");
    assert!(tree.read(&path("src/a.py")).is_ok());
    std::fs::rename(root.join("src"), root.join("old")).expect("a rename");
    symlink("../root-evil", root.join("src")).expect("a link");
    assert_eq!(tree.read(&path("src/secret")).expect_err("a link").to_string(), "`src` is a symbolic link");
}

#[test]
fn the_lock_is_held_by_one() {
    use std::time::Duration;
    let dir = make();
    let tree = DiskTree::open(&dir.path().join("root")).expect("the root");
    let lock = tree.lock(Duration::ZERO, None).expect("nobody holds it");
    let error = tree.lock(Duration::from_millis(30), None).expect_err("it is held");
    assert_eq!(error.code, crate::diag::Code::Locked);
    drop(lock);
    assert!(tree.lock(Duration::ZERO, None).expect("it was given back").is_exclusive());
    assert_eq!(tree.list(&path("src")).expect("a folder").len(), 3);
    assert_eq!(std::fs::read_dir(dir.path().join("root")).expect("the root").count(), 6);
}

#[test]
fn without_openat2_files_are_written_below_the_root_and_nowhere_else() {
    use crate::vfs::{Access, Attributes, Extended, Location, NewMode, Over, WriteTree};
    let dir = make();
    let mut tree = DiskTree::open(&dir.path().join("root")).expect("the root");
    tree.below.walk_from_now_on();
    let staged = Location::Staged { at: None, name: "0".to_owned() };
    let wanted = Attributes { mode: NewMode::Plain, user: None, group: None, extended: Extended::None };
    tree.make_folder(&Location::TransactionFolder { at: None }, Access::Owner).expect("the name is free");
    tree.stage(&staged, &wanted, &mut |out| out.write_all(b"new\n")).expect("the name is free");
    let escape = Location::Path(path("out/new"));
    let error = tree.rename(&staged, &escape, Over::File).expect_err("out is a link").to_string();
    assert_eq!(error, "`out` is a symbolic link");
    tree.rename(&staged, &Location::Path(path("src/deep/new")), Over::Nothing).expect("the name is free");
    assert_eq!(tree.read(&path("src/deep/new")).expect("a file").bytes[..], *b"new\n");
    assert!(!dir.path().join("root-evil/new").exists());
}
