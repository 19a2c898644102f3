//! The program itself under `strace`, which lets the k-th system call of a kind fail, or kills the program at it.
//!
//! The tree must be the old one unless the program says that all went well; after a death, the next run finds or makes
//! the old tree or the new one.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// The calls that change a tree, and what becomes of the k-th one.
const CHANGES: [&str; 7] =
    ["openat2", "write", "mkdir,mkdirat", "renameat2", "linkat", "unlink,unlinkat,rmdir", "fchmod"];
const FAULTS: [&str; 2] = ["error=EIO", "signal=KILL"];

/// More calls and faults, with `CHUNK_FAULTS=all`.
const LOOKS: [&str; 3] = ["openat", "statx", "read"];
const MORE_FAULTS: [&str; 1] = ["error=ENOSPC"];

/// Every kind of call with every fault.
fn plans() -> Vec<(&'static str, &'static str)> {
    let all = std::env::var_os("CHUNK_FAULTS").is_some_and(|value| value == "all");
    let calls = CHANGES.iter().chain(LOOKS.iter().filter(|_| all));
    calls
        .flat_map(|call| FAULTS.iter().chain(MORE_FAULTS.iter().filter(|_| all)).map(|fault| (*call, *fault)))
        .collect()
}

const PATCH: &str = "\
*** Begin Patch
*** Update File: a
@@
-one
+two
*** Update File: src/b
*** Move to: lib/b
@@
-one
+two
*** Delete File: old/c
*** Add File: new/d
+two
*** End Patch
";

/// What stands where: content and mode.
type Tree = BTreeMap<String, (Vec<u8>, u32)>;

#[expect(clippy::disallowed_methods, reason = "the tree that is tested is made without it")]
fn make() -> TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    for file in ["root/a", "root/src/b", "root/src/stays", "root/old/c"] {
        let file = dir.path().join(file);
        fs::create_dir_all(file.parent().expect("it is in a folder")).expect("a folder");
        fs::write(file, "one\n").expect("a file");
    }
    fs::write(dir.path().join("patch"), PATCH).expect("a file");
    dir
}

fn find(dir: &TempDir) -> Tree {
    use std::os::unix::fs::MetadataExt as _;
    let root = dir.path().join("root");
    let mut found = Tree::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let about = path.symlink_metadata().expect("it is there");
            let bytes = if about.is_file() { fs::read(&path).expect("a file") } else { Vec::new() };
            if about.is_dir() {
                folders.push(path.clone());
            }
            let name = path.strip_prefix(&root).expect("it is below").to_string_lossy().into_owned();
            found.insert(name, (bytes, about.mode()));
        }
    }
    found
}

/// A run of the program, by itself or under another.
fn run(mut command: Command, dir: &TempDir, args: &[&str]) -> Output {
    let command = command.args(args).arg("--root").arg(dir.path().join("root"));
    command.env("XDG_STATE_HOME", dir.path().join("state")).output().expect("it starts")
}

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_chunk"))
}

/// The same under `strace`, with a fault at the `number`-th call of a kind.
fn traced(dir: &Path, calls: &str, fault: &str, number: usize) -> Command {
    let mut command = Command::new("strace");
    let inject = format!("inject={calls}:{fault}:when={number}");
    command.args(["-f", "-qq", "-o"]).arg(dir.join("trace")).args(["-e", &format!("trace={calls}")]);
    command.args(["-e", &inject]).arg(env!("CARGO_BIN_EXE_chunk"));
    command
}

fn is_possible() -> bool {
    let dir = tempfile::tempdir().expect("a folder");
    let works = Command::new("strace").arg("-o").arg(dir.path().join("trace")).arg("true").status();
    works.is_ok_and(|status| status.success())
}

#[test]
fn a_system_call_that_fails_or_kills_leaves_the_old_tree_or_the_new_one() {
    if !is_possible() {
        eprintln!("not tested: there is no strace, or nothing can be traced here");
        return;
    }
    let apply = |dir: &TempDir| vec!["apply".to_owned(), dir.path().join("patch").display().to_string()];
    let old = find(&make());
    let new = {
        let dir = make();
        let args = apply(&dir);
        let done = run(program(), &dir, &args.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(done.status.success());
        find(&dir)
    };
    let (mut faults, mut deaths) = (0, 0);
    for (calls, fault) in plans() {
        for number in 1.. {
            let dir = make();
            let args = apply(&dir);
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            let done = run(traced(dir.path(), calls, fault, number), &dir, &args);
            let trace = fs::read_to_string(dir.path().join("trace")).unwrap_or_default();
            let is_killed = trace.contains("killed by SIGKILL");
            if !trace.contains("(INJECTED)") && !is_killed {
                break;
            }
            (faults, deaths) = (faults + 1, deaths + usize::from(is_killed));
            let told = String::from_utf8_lossy(&done.stderr);
            let what = format!("{fault} at {calls} {number}: {:?} {told}", done.status.code());
            assert!(!told.contains("panicked"), "{what}");
            if is_killed {
                assert!(run(program(), &dir, &["recover"]).status.success(), "{what}");
                let listed = run(program(), &dir, &["undo", "--list"]);
                let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
                assert!(!listed.contains("damaged"), "{what}: {listed}");
                let found = find(&dir);
                assert!(found == old || found == new, "{what}: {found:#?}");
            } else if done.status.success() {
                check_done(&dir, &new, &told, &what);
            } else {
                // 127 is that of a program whose libraries cannot be loaded.
                assert!(matches!(done.status.code(), Some(1..=3 | 127)), "{what}");
                assert_eq!(find(&dir), old, "{what}");
            }
        }
    }
    println!("{faults} faults, {deaths} of them deaths");
    assert!(faults > 50 && deaths > 20, "{faults} {deaths}");
}

/// Checks a run that says that all went well; what it could not clear away, it says, and the next run does.
fn check_done(dir: &TempDir, new: &Tree, told: &str, what: &str) {
    if told.contains("could not be removed") {
        assert!(run(program(), dir, &["recover"]).status.success(), "{what}");
        let mut found = find(dir);
        // An empty folder stays, as the warning says.
        found.retain(|path, _| new.contains_key(path) || !dir.path().join("root").join(path).is_dir());
        assert_eq!(found, *new, "{what}");
    } else {
        assert_eq!(find(dir), *new, "{what}");
    }
}
