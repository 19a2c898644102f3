//! Real programs on a real disk: killed at random moments, and several at once.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use chunk::commit::{CommitOptions, Trust, commit, recover};
use chunk::ir::Format;
use chunk::plan::{Content, FileChange, NewFile, Node, Plan, PlannedFolders};
use chunk::vfs::{DiskTree, ReadTree};

use crate::support::path;

/// Names the root on which [`child`] works when the parent runs this program again.
const ROOT: &str = "CHUNK_TEST_ROOT";

/// How many runs are killed, and over how many files: `CHUNK_KILLS=200 CHUNK_KILL_FILES=2000` is the long test.
fn number(variable: &str, usual: usize) -> usize {
    std::env::var(variable).ok().and_then(|value| value.parse().ok()).unwrap_or(usual)
}

fn files() -> usize {
    number("CHUNK_KILL_FILES", 120)
}

fn file_name(number: usize) -> String {
    format!("folder-{}/file-{number}", number % 7)
}

/// A plan that gives all files one text, deletes every tenth and moves every eleventh.
fn plan(tree: &DiskTree, text: &str) -> Plan {
    let mut plan = Plan {
        format: Format::Chunk,
        files: Vec::new(),
        summary: Vec::new(),
        operations: std::sync::Arc::default(),
        warnings: Vec::new(),
        folders: PlannedFolders::default(),
    };
    let mut add = |path, before, after, source| plan.files.push(FileChange { path, before, after, source });
    for number in 0..files() {
        let at = path(&file_name(number));
        let before = Node::File(tree.read(&at).expect("a file"));
        let new = NewFile::of(Content::Bytes(Vec::from(text).into()));
        match number {
            _ if number % 10 == 0 => add(at, Some(before), None, None),
            _ if number % 11 == 0 => {
                add(path(&format!("moved/{number}")), None, Some(new), Some(at.clone()));
                add(at, Some(before), None, None);
            }
            _ => add(at, Some(before), Some(new), None),
        }
    }
    plan
}

/// Not a test of its own: what the parent runs and kills.
#[test]
fn child() {
    let Some(root) = std::env::var_os(ROOT) else { return };
    let mut tree = DiskTree::open(Path::new(&root)).expect("the root");
    let _lock = tree.lock(Duration::from_secs(10), None).expect("nobody else is here");
    let plan = plan(&tree, "new\n");
    println!("ready");
    commit(&plan, &mut tree, &CommitOptions::default()).expect("nothing is in the way");
}

#[expect(clippy::disallowed_methods, reason = "the tree that is tested is made without it")]
fn make_files(root: &Path) {
    for number in 0..files() {
        let file = root.join(file_name(number));
        fs::create_dir_all(file.parent().expect("it is in a folder")).expect("a folder");
        fs::write(file, "old\n").expect("a file");
    }
}

/// The texts of all files below a folder, and the paths of those that are not where they were.
fn texts(root: &Path) -> (BTreeSet<String>, usize, Vec<PathBuf>) {
    let (mut texts, mut count, mut others) = (BTreeSet::new(), 0, Vec::new());
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.file_name().is_some_and(|name| name == ".chunk-txn" || name == "moved") {
                others.push(path.clone());
            }
            if path.is_dir() {
                folders.push(path);
            } else {
                count += 1;
                texts.insert(fs::read_to_string(path).expect("text"));
            }
        }
    }
    (texts, count, others)
}

/// Lets a run begin its commit on a fresh root, and gives it some time.
fn run_for(time: Option<Duration>) -> (tempfile::TempDir, Duration) {
    let dir = tempfile::tempdir().expect("a folder");
    make_files(dir.path());
    let mut child = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "killed::child", "--nocapture"])
        .env(ROOT, dir.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("this program runs");
    wait_until_ready(&mut child);
    let start = Instant::now();
    if let Some(time) = time {
        thread::sleep(time);
        child.kill().expect("it is ours");
    }
    child.wait().expect("it is ours");
    (dir, start.elapsed())
}

#[test]
fn a_run_that_is_killed_is_finished_or_taken_back() {
    let (files, rounds) = (files(), number("CHUNK_KILLS", 32).div_ceil(4));
    let (mut old, mut new, mut half) = (0, 0, 0);
    for round in 0..rounds {
        // What else the machine does stretches a run: its length is measured anew for every few kills.
        let (_, whole) = run_for(None);
        for part in 0..4 {
            let moment = (round + part * rounds) as f64 / (4 * rounds) as f64;
            let (dir, _) = run_for(Some(whole.mul_f64(moment)));
            half += usize::from(dir.path().join(".chunk-txn").exists());
            let mut tree = DiskTree::open(dir.path()).expect("the root");
            let lock = tree.lock(Duration::from_secs(10), None).expect("the dead hold no lock");
            recover(&mut tree, Trust::Alone).expect("nothing is in the way");
            drop(lock);
            let (texts, count, others) = texts(dir.path());
            if texts.contains("old\n") {
                old += 1;
                assert_eq!((texts.len(), count, others.len()), (1, files, 0), "round {round}");
            } else {
                new += 1;
                let left = files - files.div_ceil(10);
                assert_eq!((texts.len(), count, others.len()), (1, left, 1), "round {round}");
            }
        }
    }
    println!(
        "killed {} runs over {files} files, {half} of them half-way: {old} trees old, {new} new, none mixed",
        rounds * 4
    );
}

fn wait_until_ready(child: &mut std::process::Child) {
    use std::io::{BufRead, BufReader};
    let out = child.stdout.take().expect("it is piped");
    let ready = BufReader::new(out).lines().map_while(Result::ok).any(|line| line.ends_with("ready"));
    assert!(ready, "the child did not come to its commit");
}

#[test]
fn runs_at_the_same_time_wait_for_each_other() {
    let dir = tempfile::tempdir().expect("a folder");
    let count = dir.path().join("count");
    fs::File::create(&count).expect("a file");
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..25).for_each(|_| add_one(dir.path())));
        }
    });
    assert_eq!(fs::read(&count).expect("a file").len(), 100);
    assert_eq!(fs::read_dir(dir.path()).expect("a folder").count(), 1);
}

fn add_one(root: &Path) {
    let mut tree = DiskTree::open(root).expect("the root");
    let _lock = tree.lock(Duration::from_secs(60), None).expect("the others are quick");
    recover(&mut tree, Trust::Alone).expect("nobody died");
    let before = tree.read(&path("count")).expect("a file");
    let mut text = before.bytes.to_vec();
    text.push(b'1');
    let change = FileChange {
        path: path("count"),
        before: Some(Node::File(before)),
        after: Some(NewFile::of(Content::Bytes(text.into()))),
        source: None,
    };
    let plan = Plan {
        format: Format::Chunk,
        files: vec![change],
        summary: Vec::new(),
        operations: std::sync::Arc::default(),
        warnings: Vec::new(),
        folders: PlannedFolders::default(),
    };
    commit(&plan, &mut tree, &CommitOptions::default()).expect("nothing is in the way");
}
