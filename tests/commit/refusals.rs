//! What a commit refuses, with nothing changed.

use std::sync::atomic::AtomicBool;

use chunk::commit::{CommitOptions, commit};
use chunk::vfs::MemoryTree;

use crate::support::{Do, commit_all, example, identities, plan_of, seen};

/// Plans changes, lets somebody else at the tree, and checks that the commit refuses and changes nothing.
#[track_caller]
fn check_refused(start: MemoryTree, changes: &[Do], meanwhile: impl FnOnce(&mut MemoryTree), expected: &str) {
    let plan = plan_of(&start, changes);
    let mut tree = start;
    meanwhile(&mut tree);
    let before = (seen(&tree), identities(&tree));
    let error = commit(&plan, &mut tree, &CommitOptions::default()).expect_err("it must refuse");
    assert_eq!(format!("{}: {}", error.code, error.message), expected);
    assert_eq!((seen(&tree), identities(&tree)), before);
}

const TWO: [Do; 2] = [Do::Write("src/a.py", "a = 2\n"), Do::Write("src/n.py", "n = 1\n")];

#[test]
fn a_file_that_was_saved_meanwhile() {
    check_refused(
        example(),
        &TWO,
        |tree| tree.change("src/a.py", |node| node.bytes = b"a = 3\n".to_vec().into()),
        "changed-meanwhile: `src/a.py` changed since it was read; nothing was changed",
    );
}

#[test]
fn a_file_that_was_made_or_removed_meanwhile() {
    check_refused(
        example(),
        &TWO,
        |tree| *tree = tree.clone().with_file("src/n.py", "mine\n"),
        "changed-meanwhile: `src/n.py` changed since it was read; nothing was changed",
    );
    check_refused(
        example(),
        &TWO,
        |tree| drop(commit_all(tree, &[Do::Delete("src/a.py")])),
        "changed-meanwhile: `src/a.py` changed since it was read; nothing was changed",
    );
    check_refused(
        example(),
        &TWO,
        |tree| *tree = tree.clone().with_link("src/a.py", "b.py"),
        "changed-meanwhile: `src/a.py` changed since it was read; nothing was changed",
    );
}

#[test]
fn a_file_that_was_only_touched_is_still_the_same() {
    let start = example();
    let plan = plan_of(&start, &TWO);
    let mut tree = start;
    tree.change("src/a.py", |_| {});
    commit(&plan, &mut tree, &CommitOptions::default()).expect("its text is what was read");
    assert_eq!(tree.files().get("src/a.py").map(Vec::as_slice), Some(b"a = 2\n".as_slice()));
}

#[test]
fn a_file_that_is_read_only() {
    let message = "io: `src/a.py` is read-only; all files are as they were";
    check_refused(example().with_mode("src/a.py", 0o444), &TWO, |_| {}, message);
    check_refused(example().with_mode("src/a.py", 0o444), &[Do::Delete("src/a.py")], |_| {}, message);
}

#[test]
fn a_folder_that_somebody_filled_and_that_has_to_give_way() {
    let changes = [Do::Delete("conf/a"), Do::Delete("conf/sub/b"), Do::Write("conf", "all in one\n")];
    check_refused(
        example(),
        &changes,
        |tree| *tree = tree.clone().with_file("conf/sub/mine", "mine\n"),
        "io: `conf/sub` is a folder that the patch does not empty; all files are as they were",
    );
    check_refused(
        example(),
        &[Do::Write("keep", "a file\n")],
        |_| {},
        "io: `keep` is a folder that the patch does not empty; all files are as they were",
    );
}

#[test]
fn a_path_through_a_file_or_a_link() {
    check_refused(
        example().with_link("out", "src"),
        &[Do::Write("out/a.py", "a\n")],
        |_| {},
        "path-refused: `out/a.py`: `out` is a symbolic link",
    );
    check_refused(
        example(),
        &[Do::Write("top.txt/a.py", "a\n")],
        |_| {},
        "path-refused: `top.txt/a.py`: `top.txt` is not a folder",
    );
}

#[test]
fn a_run_that_is_told_to_stop() {
    for changes in [&TWO[..1], &TWO[..]] {
        let mut tree = example();
        let plan = plan_of(&tree, changes);
        let stop = AtomicBool::new(true);
        let options = CommitOptions { stop: Some(&stop), ..CommitOptions::default() };
        let error = commit(&plan, &mut tree, &options).expect_err("it is told to stop");
        assert_eq!(error.message, "the run was interrupted; all files are as they were");
        assert_eq!((seen(&tree), identities(&tree)), (seen(&example()), identities(&example())));
    }
}

#[test]
fn a_tree_in_which_another_run_seems_to_be_under_way() {
    check_refused(
        example(),
        &TWO,
        |tree| {
            use chunk::vfs::{Access, Location, WriteTree};
            tree.make_folder(&Location::TransactionFolder { at: None }, Access::Owner).expect("it is free");
        },
        "locked: `.chunk-txn` exists: another run is under way, or one was interrupted",
    );
}

#[test]
fn folders_that_are_not_empty_afterwards_stay() {
    let mut tree = example().with_file("docs/old/mine", "mine\n");
    let plan = [Do::Delete("docs/old/readme"), Do::Delete("docs/old/link"), Do::Delete("docs/old/empty")];
    commit_all(&mut tree, &plan).expect("nothing is in the way");
    assert_eq!(tree.files().get("docs/old/mine").map(Vec::as_slice), Some(b"mine\n".as_slice()));
    assert_eq!(tree.get("docs/old/empty"), None);
}
