//! What it costs to change one file as `commit` does, beside a plain write and rename, both within this process.

use std::fs;
use std::path::Path;
use std::time::Duration;

use chunk::commit::{CommitOptions, Trust, commit, recover};
use chunk::ir::{Format, PatchPath};
use chunk::plan::{Content, FileChange, NewFile, Node, Plan, PlannedFolders};
use chunk::undo::{Cause, RecordStore, commit_recorded};
use chunk::vfs::{DiskTree, ReadTree};

use super::measure::own_ms;

/// How many files are changed one after the other, for the system counts in hundredths of a second.
const RUNS: u32 = 400;

/// Changes one file of 5 KB in three ways, in turns.
pub(crate) fn compare() {
    println!("\nW9  one file of 5 KB written, in this process");
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let (root, state) = (folder.path().join("root"), folder.path().join("state"));
    fs::create_dir(&root).expect("ours");
    fs::write(root.join("file"), text(0)).expect("ours");
    let mut ways = [
        Way { name: "plain", run: |root, _, text| plain(root, text), ms: Vec::new() },
        Way { name: "commit", run: |root, _, text| by_commit(root, text), ms: Vec::new() },
        Way { name: "commit and record", run: recorded, ms: Vec::new() },
    ];
    for _ in 0..5 {
        for way in &mut ways {
            let start = own_ms();
            for number in 0..RUNS {
                (way.run)(&root, &state, &text(number));
            }
            way.ms.push((own_ms() - start) / f64::from(RUNS));
        }
    }
    let base = ways[0].median();
    for way in &mut ways {
        let median = way.median();
        println!("  {:<22} {median:>9.3} ms  {:+.3} ms", way.name, median - base);
    }
}

/// One way of writing the file.
struct Way {
    name: &'static str,
    run: fn(&Path, &Path, &str),
    ms: Vec<f64>,
}

impl Way {
    fn median(&mut self) -> f64 {
        self.ms.sort_by(f64::total_cmp);
        self.ms[self.ms.len() / 2]
    }
}

fn text(number: u32) -> String {
    format!("line {number:04}\n").repeat(500)
}

fn plain(root: &Path, text: &str) {
    fs::read(root.join("file")).expect("ours");
    fs::write(root.join("file.new"), text).expect("ours");
    fs::rename(root.join("file.new"), root.join("file")).expect("ours");
}

/// Does what a run on a folder does around its plan, too.
fn with_plan(root: &Path, text: &str, commit: impl FnOnce(&Plan, &mut DiskTree)) {
    let mut tree = DiskTree::open(root).expect("the root");
    let lock = tree.lock(Duration::ZERO, None).expect("nobody else is here");
    recover(&mut tree, Trust::from(&lock)).expect("nobody died");
    let path = PatchPath::parse("file").expect("a path");
    let before = Some(Node::File(tree.read(&path).expect("a file")));
    let after = Some(NewFile::of(Content::Bytes(text.into())));
    let plan = Plan {
        format: Format::Chunk,
        files: vec![FileChange { path, before, after, source: None }],
        summary: Vec::new(),
        operations: std::sync::Arc::default(),
        warnings: Vec::new(),
        folders: PlannedFolders::Follow,
    };
    commit(&plan, &mut tree);
}

fn by_commit(root: &Path, text: &str) {
    with_plan(root, text, |plan, tree| {
        commit(plan, tree, &CommitOptions::default()).expect("nothing is in the way");
    });
}

fn recorded(root: &Path, state: &Path, text: &str) {
    with_plan(root, text, |plan, tree| {
        let mut store = RecordStore::at(state, root);
        let done = commit_recorded(plan, tree, &CommitOptions::default(), &mut store, Cause::default());
        assert!(done.expect("nothing is in the way").id.is_some(), "there is no record");
    });
}
