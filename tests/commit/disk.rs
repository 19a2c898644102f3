//! The same on a real disk: every call fails once, or all from one on.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;

use chunk::commit::{CommitOptions, Durability, Trust, commit, recover};
use chunk::vfs::{DiskTree, Kind, MemoryTree};
use tempfile::TempDir;

use crate::support::{Do, Fault, Faulty, commit_all, example, plan_of, plans};

/// Puts a tree from memory onto the disk.
#[expect(clippy::disallowed_methods, reason = "the tree that is tested is made without it")]
fn on_disk(tree: &MemoryTree) -> TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    for (path, node) in tree.iter() {
        let path = dir.path().join(path);
        match node.kind {
            Kind::Folder => fs::create_dir_all(&path).expect("a folder"),
            Kind::Link => symlink(String::from_utf8_lossy(&node.bytes).as_ref(), &path).expect("a link"),
            Kind::File | Kind::Other => {
                fs::write(&path, &*node.bytes).expect("a file");
                fs::set_permissions(&path, fs::Permissions::from_mode(node.mode)).expect("a mode");
            }
        }
    }
    dir
}

/// What stands where: kind and mode, content, inode and time.
type Found = BTreeMap<String, (u32, Vec<u8>, (u64, i64, i64))>;

fn find(root: &Path) -> Found {
    let mut found = Found::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let about = path.symlink_metadata().expect("it is there");
            let bytes = if about.is_file() { fs::read(&path).expect("a file") } else { Vec::new() };
            let identity = match about.is_dir() {
                true => (0, 0, 0),
                false => (about.ino(), about.mtime(), about.mtime_nsec()),
            };
            if about.is_dir() {
                folders.push(path.clone());
            }
            let name = path.strip_prefix(root).expect("it is below").to_string_lossy().into_owned();
            found.insert(name, (about.mode(), bytes, identity));
        }
    }
    found
}

/// The same without inodes and times, which new files have as they come.
fn contents(found: &Found) -> BTreeMap<&str, (u32, &[u8])> {
    found.iter().map(|(path, (mode, bytes, _))| (path.as_str(), (*mode, bytes.as_slice()))).collect()
}

fn open(dir: &TempDir) -> DiskTree {
    DiskTree::open(dir.path()).expect("the root")
}

/// What a plan makes of the example.
fn changed(changes: &[Do]) -> Found {
    let dir = on_disk(&example());
    assert_eq!(commit_all(&mut open(&dir), changes), Ok(Vec::new()));
    find(dir.path())
}

#[test]
fn a_fault_or_a_death_at_any_call_leaves_the_old_tree_or_the_new_one() {
    let mut faults = 0;
    for (what, changes) in plans() {
        let new = changed(&changes);
        for fault in [Fault::Once, Fault::ForGood] {
            for call in 0.. {
                let dir = on_disk(&example());
                let old = find(dir.path());
                let mut tree = Faulty::new(open(&dir), fault, call);
                let plan = plan_of(&tree.tree, &changes);
                let result = commit(&plan, &mut tree, &CommitOptions::default());
                if !tree.has_failed.get() {
                    break;
                }
                faults += 1;
                let what = format!("{what}, {fault:?} at call {call}: {result:?}");
                let is_old = |found: &Found| *found == old;
                if fault == Fault::ForGood || result.as_ref().is_ok_and(|warnings| !warnings.is_empty()) {
                    recover(&mut open(&dir), Trust::Alone).expect(&what);
                } else if result.is_err() {
                    assert_eq!(find(dir.path()), old, "{what}");
                }
                let mut found = find(dir.path());
                if !is_old(&found) || result.is_ok() {
                    // A fault of a moment may leave an empty folder, with a warning.
                    if fault == Fault::Once && result.is_ok() {
                        found.retain(|path, _| new.contains_key(path) || !dir.path().join(path).is_dir());
                    }
                    assert_eq!(contents(&found), contents(&new), "{what}");
                }
            }
        }
    }
    println!("{faults} faults on disk");
    assert!(faults > 500, "{faults}");
}

#[test]
fn with_a_sync_every_plan_lands_whole_too() {
    let (_, changes) = plans().pop().expect("there are plans");
    let dir = on_disk(&example());
    let mut tree = open(&dir);
    let options = CommitOptions { durability: Durability::Synced, stop: None };
    assert_eq!(commit(&plan_of(&tree, &changes), &mut tree, &options), Ok(Vec::new()));
    assert_eq!(contents(&find(dir.path())), contents(&changed(&changes)));
}

#[test]
fn files_that_are_not_named_keep_inode_and_time() {
    for (what, changes) in plans() {
        let dir = on_disk(&example());
        let old = find(dir.path());
        commit_all(&mut open(&dir), &changes).expect(what);
        let named = format!("{changes:?}");
        let new = find(dir.path());
        for (path, entry) in old.iter().filter(|(path, (mode, ..))| {
            mode & 0o170_000 == 0o100_000 && !named.contains(&format!("{path:?}"))
        }) {
            assert_eq!(new.get(path), Some(entry), "{what}: {path}");
        }
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "somebody else is at work")]
fn a_change_that_hides_its_time_is_noticed() {
    let dir = on_disk(&example());
    let file = dir.path().join("src/a.py");
    let mut tree = open(&dir);
    let plan = plan_of(&tree, &[Do::Write("src/a.py", "a = 2\n")]);
    let time = file.metadata().and_then(|about| about.modified()).expect("a time");
    fs::write(&file, "a = 3\n").expect("a file");
    fs::File::options().write(true).open(&file).and_then(|file| file.set_modified(time)).expect("a time");
    let error = commit(&plan, &mut tree, &CommitOptions::default()).expect_err("it has changed");
    assert_eq!(error.code.as_str(), "changed-meanwhile");
    assert_eq!(fs::read(&file).expect("a file"), b"a = 3\n");
}

#[test]
fn mode_and_extended_attributes_are_kept() {
    let dir = on_disk(&example());
    let file = dir.path().join("src/a.py");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o2640)).expect("a mode");
    let has_attributes = rustix::fs::setxattr(&file, "user.note", b"kept", rustix::fs::XattrFlags::empty());
    commit_all(&mut open(&dir), &[Do::Write("src/a.py", "a = 2\n")]).expect("nothing is in the way");
    assert_eq!(fs::read(&file).expect("a file"), b"a = 2\n");
    assert_eq!(file.metadata().expect("a file").mode() & 0o7777, 0o2640);
    if has_attributes.is_err() {
        eprintln!("not tested: this file system has no extended attributes");
        return;
    }
    let mut value = [0; 16];
    let length = rustix::fs::getxattr(&file, "user.note", &mut value).expect("it is there");
    assert_eq!(&value[..length], b"kept");
}

#[test]
fn the_owner_is_kept() {
    let dir = on_disk(&example());
    let file = dir.path().join("src/a.py");
    if std::os::unix::fs::chown(&file, Some(12345), Some(23456)).is_err() {
        eprintln!("not tested: only root can give files away");
        return;
    }
    commit_all(&mut open(&dir), &[Do::Write("src/a.py", "a = 2\n")]).expect("nothing is in the way");
    let about = file.metadata().expect("a file");
    assert_eq!((about.uid(), about.gid()), (12345, 23456));
}

#[test]
fn new_files_and_folders_are_made_as_the_umask_says() {
    let dir = on_disk(&example());
    fs::File::create(dir.path().join("reference")).expect("a file");
    fs::create_dir(dir.path().join("reference-folder")).expect("a folder");
    let changes = [Do::Write("x/plain", "p\n"), Do::WriteMode("x/run", "r\n", 0o755)];
    commit_all(&mut open(&dir), &changes).expect("nothing is in the way");
    let mode = |name: &str| dir.path().join(name).metadata().expect("it is there").mode() & 0o7777;
    assert_eq!(mode("x/plain"), mode("reference"));
    assert_eq!(mode("x/run"), mode("reference") | (mode("reference") & 0o444) >> 2);
    assert_eq!(mode("x"), mode("reference-folder"));
}

#[test]
fn a_folder_in_which_nothing_can_be_written_changes_nothing() {
    let dir = on_disk(&example());
    fs::set_permissions(dir.path().join("src"), fs::Permissions::from_mode(0o555)).expect("a mode");
    if fs::File::create(dir.path().join("src/probe")).is_ok() {
        eprintln!("not tested: root can write everywhere");
        return;
    }
    let old = find(dir.path());
    let changes = [Do::Write("top.txt", "changed\n"), Do::Write("src/a.py", "a = 2\n")];
    let error = commit_all(&mut open(&dir), &changes).expect_err("the folder is closed");
    assert_eq!(error.message, "`src/a.py`: permission denied; all files are as they were");
    assert_eq!(find(dir.path()), old);
    fs::set_permissions(dir.path().join("src"), fs::Permissions::from_mode(0o755)).expect("a mode");
}

#[test]
fn a_mount_below_the_root_is_staged_on_its_own() {
    use std::process::Command;
    let dir = on_disk(&example());
    let mount = dir.path().join("src");
    let mounted = Command::new("mount").args(["-t", "tmpfs", "none"]).arg(&mount).output();
    if !mounted.is_ok_and(|output| output.status.success()) {
        eprintln!("not tested: nothing can be mounted here");
        return;
    }
    let result = std::panic::catch_unwind(|| check_mount(&dir));
    let unmounted = Command::new("umount").arg(&mount).status().expect("umount is there");
    assert!(unmounted.success());
    result.expect("the checks hold");
}

#[expect(clippy::disallowed_methods, reason = "the tree that is tested is made without it")]
fn check_mount(dir: &TempDir) {
    fs::create_dir_all(dir.path().join("src/deep")).expect("a folder");
    fs::write(dir.path().join("src/deep/a"), "a\n").expect("a file");
    let changes = [
        Do::Write("src/deep/a", "changed\n"),
        Do::Write("src/new/b", "b\n"),
        Do::Write("top.txt", "changed\n"),
        Do::MoveAs("conf/a", "src/moved", "a\n"),
    ];
    let old = find(dir.path());
    for call in 0.. {
        let mut tree = Faulty::new(open(dir), Fault::ForGood, call);
        let plan = plan_of(&tree.tree, &changes);
        let result = commit(&plan, &mut tree, &CommitOptions::default());
        if !tree.has_failed.get() {
            result.expect("nothing failed");
            break;
        }
        let recovered = recover(&mut open(dir), Trust::Alone).expect("nothing fails any more");
        if find(dir.path()) != old {
            assert!(matches!(recovered, chunk::commit::Recovered::Finished(_)) || result.is_ok());
            break;
        }
    }
    let expected =
        [("src/deep/a", "changed\n"), ("src/new/b", "b\n"), ("top.txt", "changed\n"), ("src/moved", "a\n")];
    for (path, text) in expected {
        assert_eq!(fs::read_to_string(dir.path().join(path)).expect("a file"), text);
    }
    assert!(!dir.path().join("conf/a").exists());
    assert!(!dir.path().join(".chunk-txn").exists() && !dir.path().join("src/.chunk-txn").exists());
}
