//! What was done is undone, and done again, whatever fails on the way.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use chunk::commit::{CommitOptions, Recovered, Trust, recover};
use chunk::diag::Diagnostic;
use chunk::plan::Plan;
use chunk::undo::{
    Cause, Id, KEPT_RECORDS, MAX_RECORDS, MAX_ROOTS, RecordStore, Recorded, SAFE, choose, commit_recorded,
    reverse,
};
use chunk::vfs::memory::MemoryNode;
use chunk::vfs::{Kind, MemoryTree, Owner, WriteTree};
use proptest::prelude::*;
use tempfile::TempDir;

use crate::random::{build, layout, plan as plan_between};
use crate::support::{Do, Fault, Faulty, example, plan_of, plans};

/// A tree with everything that a file can have.
fn rich() -> MemoryTree {
    let mut tree = example()
        .with_mode("src/a.py", 0o640)
        .with_mode("docs/old/readme", 0o600)
        .with_mode("docs/old", 0o2750)
        .with_mode("docs/old/empty", 0o711);
    for path in ["src/b.py", "docs/old/readme", "top.txt"] {
        tree.change(path, |node| {
            node.owner = Owner { user: 7, group: 8 };
            node.extended.insert("user.note".to_owned(), b"kept".to_vec());
        });
    }
    tree
}

/// Everything in a tree but inodes and times.
type All = BTreeMap<String, (Kind, Vec<u8>, u32, Owner, BTreeMap<String, Vec<u8>>)>;

fn all(tree: &MemoryTree) -> All {
    let entry =
        |node: &MemoryNode| (node.kind, node.bytes.to_vec(), node.mode, node.owner, node.extended.clone());
    tree.iter().map(|(path, node)| (path.to_owned(), entry(node))).collect()
}

/// A state folder, and a folder that stands for the root.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        let dir = tempfile::tempdir().expect("there is room");
        std::fs::create_dir(dir.path().join("root")).expect("ours");
        Self(dir)
    }

    fn store(&self) -> RecordStore {
        RecordStore::at(&self.0.path().join("state"), &self.0.path().join("root"))
    }

    /// The file of the records.
    fn file(&self) -> PathBuf {
        let mut files = std::fs::read_dir(self.0.path().join("state/chunk/undo")).expect("it is there");
        files.next().expect("a file").expect("an entry").path()
    }
}

fn run(plan: &Plan, tree: &mut dyn WriteTree, store: &mut RecordStore, undoes: Option<Id>) -> Recorded {
    commit_recorded(plan, tree, &CommitOptions::default(), store, Cause { undoes, patch: None })
        .expect("nothing is in the way")
}

/// Reverses the record `id`, or the last one.
fn undo(
    tree: &mut dyn WriteTree,
    store: &mut RecordStore,
    id: Option<Id>,
) -> Result<Option<Id>, Vec<Diagnostic>> {
    let name = choose(&store.names().expect("readable"), id).expect("there is a record");
    let record = store.read(name).expect("it is whole");
    let plan = reverse(&record, as_read(tree))?;
    let done = commit_recorded(
        &plan,
        tree,
        &CommitOptions::default(),
        store,
        Cause { undoes: Some(name.id), patch: None },
    );
    done.map(|done| done.id).map_err(|error| vec![error])
}

fn as_read(tree: &mut dyn WriteTree) -> &dyn chunk::vfs::ReadTree {
    tree
}

#[test]
fn every_plan_is_undone_and_done_again() {
    for (what, changes) in plans() {
        let mut tree = rich();
        let before = all(&tree);
        let place = Place::new();
        let mut store = place.store();
        let plan = plan_of(&tree, &changes);
        let done = run(&plan, &mut tree, &mut store, None);
        assert_eq!(done.warnings, Vec::new(), "{what}");
        let after = all(&tree);
        assert_eq!(done.id.is_some(), before != after, "{what}");
        let Some(id) = done.id else { continue };
        let redo = undo(&mut tree, &mut store, None).expect(what);
        assert_eq!(all(&tree), before, "{what}, undone");
        undo(&mut tree, &mut store, redo).expect(what);
        assert_eq!(all(&tree), after, "{what}, done again");
        assert_eq!(choose(&store.names().expect("readable"), None).expect("a record").id, id);
        undo(&mut tree, &mut store, None).expect(what);
        assert_eq!(all(&tree), before, "{what}, undone again");
    }
}

#[test]
fn a_file_that_was_moved_comes_back_itself() {
    let mut tree = rich();
    let inode = tree.get("top.txt").expect("a file").inode;
    let place = Place::new();
    let mut store = place.store();
    let plan = plan_of(&tree, &[Do::Move("top.txt", "moved/top.txt")]);
    run(&plan, &mut tree, &mut store, None);
    undo(&mut tree, &mut store, None).expect("nothing is in the way");
    assert_eq!(tree.get("top.txt").expect("a file").inode, inode);
}

#[test]
fn runs_are_undone_one_after_the_other() {
    let mut tree = rich();
    let place = Place::new();
    let mut store = place.store();
    let mut states = vec![all(&tree)];
    for text in ["1\n", "2\n", "3\n"] {
        let plan = plan_of(&tree, &[Do::Write("src/a.py", text)]);
        run(&plan, &mut tree, &mut store, None);
        states.push(all(&tree));
    }
    for state in states.iter().rev().skip(1) {
        undo(&mut tree, &mut store, None).expect("nothing is in the way");
        assert_eq!(all(&tree), *state);
    }
    assert_eq!(choose(&store.names().expect("readable"), None), None);
}

/// Somebody is at work between a run and its undoing, which is refused for these reasons.
#[track_caller]
fn check_moved_on(meddle: impl FnOnce(MemoryTree) -> MemoryTree, expected: &[&str]) {
    let mut tree = rich();
    let place = Place::new();
    let mut store = place.store();
    let changes = [
        Do::Write("src/a.py", "a = 2\n"),
        Do::Write("new/file", "new\n"),
        Do::Delete("top.txt"),
        Do::Move("conf/a", "conf/b"),
    ];
    let plan = plan_of(&tree, &changes);
    run(&plan, &mut tree, &mut store, None);
    let mut tree = meddle(tree);
    let before = tree.clone();
    let errors = undo(&mut tree, &mut store, None).expect_err("somebody else was at work");
    assert!(errors.iter().all(|error| error.code.as_str() == "changed-meanwhile"), "{errors:?}");
    let told: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
    let expected = expected.iter().map(|what| format!("{what}; nothing was changed"));
    assert_eq!(told, expected.collect::<Vec<_>>());
    assert!(tree == before, "a refusal changed the tree");
}

#[test]
fn what_has_changed_since_is_not_undone() {
    let write = |path: &'static str| {
        move |mut tree: MemoryTree| {
            tree.change(path, |node| node.bytes = b"mine\n".to_vec().into());
            tree
        }
    };
    let file = "is not as the run left it: its content has changed";
    check_moved_on(write("src/a.py"), &[&format!("`src/a.py` {file}")]);
    check_moved_on(write("new/file"), &[&format!("`new/file` {file}")]);
    check_moved_on(write("conf/b"), &[&format!("`conf/b` {file}")]);
    let mode = "`src/a.py` is not as the run left it: its mode has changed";
    check_moved_on(|tree| tree.with_mode("src/a.py", 0o600), &[mode]);
    let back = "`top.txt` is not as the run left it: a file exists there again";
    check_moved_on(|tree| tree.with_file("top.txt", "mine\n"), &[back]);
    check_moved_on(|tree| tree.with_link("top.txt", "mine"), &[back]);
    check_moved_on(|tree| tree.with_folder("top.txt"), &[back]);
    let delete = |mut tree: MemoryTree| {
        let path = chunk::ir::PatchPath::parse("new/file").expect("a path");
        tree.unlink(&chunk::vfs::Location::Path(path)).expect("it is there");
        write("src/a.py")(tree)
    };
    let gone = "`new/file` is not as the run left it: it is gone";
    check_moved_on(delete, &[&format!("`src/a.py` {file}"), gone]);
}

#[test]
fn a_folder_that_has_got_something_else_stays() {
    let mut tree = rich();
    let place = Place::new();
    let mut store = place.store();
    let plan = plan_of(&tree, &[Do::Write("new/folder/file", "new\n"), Do::Write("keep/empty/x", "x\n")]);
    run(&plan, &mut tree, &mut store, None);
    let mut tree = tree.with_file("new/mine", "mine\n");
    undo(&mut tree, &mut store, None).expect("nothing is in the way");
    assert_eq!(tree.get("new/folder"), None);
    assert!(tree.get("new/mine").is_some());
    // This one was there before, and empty.
    assert!(tree.get("keep/empty").is_some());
}

#[test]
#[expect(clippy::disallowed_methods, reason = "what a run leaves that dies is made without it")]
fn a_tail_that_a_dead_run_left_is_not_read_and_goes() {
    let place = Place::new();
    let mut tree = rich();
    let mut ends = vec![0];
    for text in ["1\n", "2\n", "3\n"] {
        let plan = plan_of(&tree, &[Do::Write("src/a.py", text)]);
        run(&plan, &mut tree, &mut place.store(), None);
        ends.push(place.file().metadata().expect("a file").len() as usize);
    }
    let file = std::fs::read(place.file()).expect("ours");
    for end in (0..file.len()).step_by(7) {
        std::fs::write(place.file(), &file[..end]).expect("ours");
        let whole = ends.iter().filter(|whole| **whole <= end).count() - 1;
        let names = place.store().names().expect("readable");
        assert_eq!(names.len(), whole, "cut at {end}");
        let plan = plan_of(&tree, &[Do::Write("src/a.py", "other\n")]);
        let id = run(&plan, &mut tree.clone(), &mut place.store(), None).id.expect("a record");
        let mut store = place.store();
        let after = store.names().expect("readable");
        assert_eq!(
            (&after[..whole], after[whole].id, after.len()),
            (&names[..], id, whole + 1),
            "cut at {end}"
        );
        after.into_iter().for_each(|name| drop(store.read(name).expect("it is whole")));
    }
}

#[test]
fn the_newest_records_stay_when_there_are_too_many() {
    let place = Place::new();
    let mut tree = rich();
    let mut last = Vec::new();
    for number in 0..MAX_RECORDS + 3 {
        let text: &'static str = if number % 2 == 0 { "1\n" } else { "2\n" };
        let plan = plan_of(&tree, &[Do::Write("src/a.py", text)]);
        last.extend(run(&plan, &mut tree, &mut place.store(), None).id);
        let names = place.store().names().expect("readable");
        assert!(names.len() <= MAX_RECORDS, "{}", names.len());
        assert_eq!(names.last().map(|name| name.id), last.last().copied());
    }
    let mut store = place.store();
    let names = store.names().expect("readable");
    assert_eq!(names.len(), KEPT_RECORDS + 2);
    assert_eq!(names.iter().map(|name| name.id).collect::<Vec<_>>(), last[last.len() - names.len()..]);
    names.into_iter().for_each(|name| drop(store.read(name).expect("it is whole")));
    undo(&mut tree, &mut store, None).expect("nobody was at work");
}

/// Records of some roots below one state folder.
fn write_records(state: &Path, roots: impl Iterator<Item = usize>) {
    for number in roots {
        let root = state.join(format!("../roots/{number}"));
        std::fs::DirBuilder::new().recursive(true).create(&root).expect("ours");
        let mut tree = rich();
        let plan = plan_of(&tree, &[Do::Write("src/a.py", "1\n")]);
        let recorded = run(&plan, &mut tree, &mut RecordStore::at(state, &root), None);
        assert!(recorded.id.is_some(), "{:?}", recorded.warnings);
    }
}

#[test]
fn runs_on_other_roots_push_records_out_only_after_a_day() {
    let place = Place::new();
    let state = place.0.path().join("state");
    let folder = state.join("chunk/undo");
    std::fs::create_dir(&state).expect("ours");
    let files = || std::fs::read_dir(&folder).expect("it is there").map(|file| file.expect("an entry"));
    write_records(&state, 0..MAX_ROOTS + 40);
    assert_eq!(files().count(), MAX_ROOTS + 40, "all of them are of today");
    let old = std::time::SystemTime::now() - SAFE - std::time::Duration::from_secs(60);
    for file in files() {
        let file = std::fs::File::options().append(true).open(file.path()).expect("ours");
        file.set_modified(old).expect("ours");
    }
    write_records(&state, 1000..1001);
    assert!(files().count() <= MAX_ROOTS, "{}", files().count());
    let first = RecordStore::at(&state, &state.join("../roots/1000")).names().expect("readable");
    assert_eq!(first.len(), 1, "that of the run itself stays");
}

#[test]
fn a_run_that_fails_leaves_no_record() {
    let (_, changes) = plans().pop().expect("there are plans");
    let mut faults = 0;
    for call in 0.. {
        let place = Place::new();
        let mut store = place.store();
        let mut tree = Faulty::new(rich(), Fault::Once, call);
        let plan = plan_of(&tree.tree, &changes);
        let done = commit_recorded(&plan, &mut tree, &CommitOptions::default(), &mut store, Cause::default());
        if !tree.has_failed.get() {
            break;
        }
        faults += 1;
        let names = store.names().expect("readable");
        match done {
            Ok(done) => assert_eq!(names.len(), usize::from(done.id.is_some())),
            Err(_) => assert_eq!((names.len(), all(&tree.tree)), (0, all(&rich()))),
        }
    }
    assert!(faults > 20, "{faults}");
}

#[test]
fn an_undo_that_dies_anywhere_is_finished_or_taken_back() {
    let (mut deaths, mut finished) = (0, 0);
    let nowhere = Place::new();
    for (what, changes) in plans() {
        let mut done = rich();
        let place = Place::new();
        let mut kept = place.store();
        let plan = plan_of(&done, &changes);
        let Some(id) = run(&plan, &mut done, &mut kept, None).id else { continue };
        let name = choose(&kept.names().expect("readable"), Some(id)).expect("it is there");
        let record = kept.read(name).expect("it is whole");
        for call in 0.. {
            let back = reverse(&record, &done).expect("nobody was at work");
            let mut tree = Faulty::new(done.clone(), Fault::ForGood, call);
            let result = commit_recorded(
                &back,
                &mut tree,
                &CommitOptions::default(),
                &mut nowhere.store(),
                Cause { undoes: Some(id), patch: None },
            );
            if !tree.has_failed.get() {
                break;
            }
            deaths += 1;
            let mut tree = tree.tree;
            let recovered = recover(&mut tree, Trust::Alone).expect(what);
            finished += usize::from(matches!(recovered, Recovered::Finished(_)));
            let is_whole = all(&tree) == all(&rich()) || result.is_err() && all(&tree) == all(&done);
            assert!(is_whole, "{what}, died at call {call}: {:#?}", all(&tree));
        }
    }
    println!("{deaths} deaths of an undo, {finished} of them finished by the next run");
    assert!(deaths > 200 && finished > 50, "{deaths} {finished}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn undoing_any_change_gives_the_tree_back(old in layout(), new in layout()) {
        let start = build(&old);
        let mut tree = start.clone();
        let plan = plan_between(&tree, &old, &new);
        let place = Place::new();
        let mut store = place.store();
        if let Ok(done) = commit_recorded(&plan, &mut tree, &CommitOptions::default(), &mut store, Cause::default())
            && done.id.is_some()
        {
            let after = all(&tree);
            let redo = undo(&mut tree, &mut store, None).expect("nobody was at work");
            prop_assert_eq!(all(&tree), all(&start));
            undo(&mut tree, &mut store, redo).expect("nobody was at work");
            prop_assert_eq!(all(&tree), after);
        }
    }
}
