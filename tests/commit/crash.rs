//! The program dies at every call of every plan, and again at every call of the recovery: the next run finds, or makes,
//! the old tree or the new one.

use chunk::commit::{CommitOptions, Recovered, Trust, commit, recover};
use chunk::vfs::MemoryTree;

use crate::faults::{changed, systems};
use crate::support::{Do, Fault, Faulty, identities, plan_of, plans, seen};

/// The tree as a run leaves it that dies after some calls, and whether it said that all went well; `None` if it lives.
fn dies(start: &MemoryTree, changes: &[Do], calls: usize) -> Option<(MemoryTree, bool)> {
    let plan = plan_of(start, changes);
    let mut tree = Faulty::new(start.clone(), Fault::ForGood, calls);
    let result = commit(&plan, &mut tree, &CommitOptions::default());
    tree.has_failed.get().then_some((tree.tree, result.is_ok()))
}

/// The trees that a run may leave.
struct Ends<'a> {
    old: &'a MemoryTree,
    new: &'a MemoryTree,
}

impl Ends<'_> {
    fn check(&self, what: &str, tree: &MemoryTree, is_done: bool) {
        if seen(tree) == seen(self.old) && !is_done {
            assert_eq!(identities(tree), identities(self.old), "{what}");
        } else {
            assert_eq!(seen(tree), seen(self.new), "{what}");
        }
    }
}

#[test]
fn a_run_that_dies_anywhere_is_finished_or_taken_back() {
    let (mut deaths, mut finished) = (0, 0);
    for start in systems() {
        for (what, changes) in plans() {
            let new = changed(&start, &changes);
            let ends = Ends { old: &start, new: &new };
            for call in 0.. {
                let Some((mut tree, is_done)) = dies(&start, &changes, call) else { break };
                let what = format!("{what}, died at call {call}");
                let recovered = recover(&mut tree, Trust::Alone).expect(&what);
                deaths += 1;
                finished += usize::from(matches!(recovered, Recovered::Finished(_)));
                ends.check(&what, &tree, is_done);
                assert_eq!(recover(&mut tree, Trust::Alone), Ok(Recovered::Nothing), "{what}");
            }
        }
    }
    println!("{deaths} deaths, {finished} of them finished by the next run");
    assert!(deaths > 1000 && finished > 100, "{deaths} {finished}");
}

#[test]
fn a_recovery_that_dies_anywhere_is_taken_up_by_the_next() {
    let mut deaths = 0;
    for start in systems() {
        for (what, changes) in plans() {
            let new = changed(&start, &changes);
            let ends = Ends { old: &start, new: &new };
            for call in 0.. {
                let Some((left, is_done)) = dies(&start, &changes, call) else { break };
                for second in 0.. {
                    let mut tree = Faulty::new(left.clone(), Fault::ForGood, second);
                    let first = recover(&mut tree, Trust::Alone);
                    if !tree.has_failed.get() {
                        break;
                    }
                    let what = format!("{what}, died at {call} and {second}: {first:?}");
                    let mut tree = tree.tree;
                    recover(&mut tree, Trust::Alone).expect(&what);
                    deaths += 1;
                    ends.check(&what, &tree, is_done);
                }
            }
        }
    }
    println!("{deaths} deaths of a recovery");
    assert!(deaths > 10_000, "{deaths}");
}

#[test]
fn a_call_that_fails_and_a_death_after_it_leave_the_old_tree_or_the_new_one() {
    // One call fails, so that the run takes everything back, and dies while it does.
    let mut deaths = 0;
    for start in systems() {
        for (what, changes) in plans().into_iter().rev().take(6) {
            let new = changed(&start, &changes);
            let ends = Ends { old: &start, new: &new };
            for call in 0.. {
                let plan = plan_of(&start, &changes);
                let mut probe = Faulty::new(start.clone(), Fault::Once, call);
                let _ = commit(&plan, &mut probe, &CommitOptions::default());
                if !probe.has_failed.get() {
                    break;
                }
                for death in 0.. {
                    let failing = Faulty::new(start.clone(), Fault::Once, call);
                    let mut tree = Faulty::new(failing, Fault::ForGood, call + 1 + death);
                    let result = commit(&plan, &mut tree, &CommitOptions::default());
                    if !tree.has_failed.get() {
                        break;
                    }
                    let what = format!("{what}, failed at {call}, died {death} later: {result:?}");
                    let mut tree = tree.tree.tree;
                    recover(&mut tree, Trust::Alone).expect(&what);
                    deaths += 1;
                    match result {
                        // The one fault may have been a folder that could not be removed, which is no more than said.
                        Ok(_) => assert_eq!(tree.files(), new.files(), "{what}"),
                        Err(_) => ends.check(&what, &tree, false),
                    }
                }
            }
        }
    }
    println!("{deaths} deaths while taking back");
    assert!(deaths > 4_000, "{deaths}");
}

#[test]
fn what_somebody_saves_while_a_commit_runs_is_never_lost() {
    let changes = [Do::Write("src/a.py", "a = 2\n"), Do::Write("src/b.py", "b = 2\n"), Do::Delete("top.txt")];
    let (mut refused, mut applied) = (0, 0);
    for count in 1..=changes.len() {
        for (start, lost) in
            [(0, "src/a.py"), (3, "src/a.py"), (0, "top.txt")].map(|(n, at)| (systems().swap_remove(n), at))
        {
            for call in 0.. {
                let plan = plan_of(&start, &changes[..count]);
                let mut tree = Faulty::new(start.clone(), Fault::Meddling, call);
                tree.meddle = match lost {
                    "top.txt" => |tree| save_mine(tree, "top.txt"),
                    _ => |tree| save_mine(tree, "src/a.py"),
                };
                let result = commit(&plan, &mut tree, &CommitOptions::default());
                if !tree.has_failed.get() {
                    break;
                }
                let mine = tree.tree.get(lost).map(|node| node.bytes.to_vec());
                let what = format!("{lost}, saved before call {call}: {result:?}");
                assert_eq!(mine.as_deref(), Some(b"mine\n".as_slice()), "{what}");
                match result {
                    Ok(_) => applied += 1,
                    Err(error) => {
                        refused += 1;
                        assert_eq!(error.code.as_str(), "changed-meanwhile", "{what}");
                        let others = |tree: &MemoryTree| {
                            let mut files = tree.files();
                            files.remove(lost);
                            files
                        };
                        assert_eq!(others(&tree.tree), others(&start), "{what}");
                    }
                }
            }
        }
    }
    assert!(refused > 20 && applied > 20, "{refused} {applied}");
}

/// Saves a file as an editor does: a new file takes the place of the old one, if there is one.
fn save_mine(tree: &mut MemoryTree, path: &str) {
    *tree = std::mem::take(tree).with_file(path, "mine\n");
}

/// What a run leaves that dies in the middle of its steps.
fn half_done() -> (MemoryTree, MemoryTree) {
    let start = crate::support::example();
    let changes =
        [Do::Write("src/a.py", "a = 2\n"), Do::Write("src/b.py", "b = 2\n"), Do::Write("new", "n\n")];
    let is_half_done = |tree: &MemoryTree| {
        let files = tree.files();
        files.get("src/a.py").is_some_and(|text| text == b"a = 2\n")
            && files.get("src/b.py").is_some_and(|text| text == b"b = 1\n")
    };
    let mut lefts = (0..).map_while(|call| dies(&start, &changes, call)).map(|(tree, _)| tree);
    let left = lefts.find(is_half_done).expect("some call is between the two");
    (start, left)
}

#[test]
fn a_file_that_somebody_changed_since_is_never_overwritten() {
    let (_, mut left) = half_done();
    left.change("src/b.py", |node| node.bytes = b"b = 'mine'\n".to_vec().into());
    let before = seen(&left);
    let error = recover(&mut left, Trust::Alone).expect_err("b.py is no longer what it was");
    assert_eq!(error.code.as_str(), "changed-meanwhile");
    assert_eq!(seen(&left), before);
}

#[test]
fn staged_files_that_a_loss_of_power_damaged_are_not_used() {
    let (start, mut left) = half_done();
    let staged: Vec<String> = left.iter().map(|(path, _)| path.to_owned()).collect();
    for path in staged.iter().filter(|path| path.starts_with(".chunk-txn/") && !path.ends_with("commit")) {
        if left.get(path).is_some_and(|node| *node.bytes == *b"b = 2\n") {
            left.change(path, |node| node.bytes = vec![0; 6].into());
        }
    }
    let recovered = recover(&mut left, Trust::Alone).expect("the originals are whole");
    assert!(matches!(recovered, Recovered::TakenBack(_)), "{recovered:?}");
    assert_eq!(seen(&left), seen(&start));
    assert_eq!(identities(&left), identities(&start));
}

#[test]
fn a_damaged_list_changes_nothing() {
    let (_, mut left) = half_done();
    left.change(".chunk-txn/commit", |node| node.bytes = Vec::new().into());
    let before = seen(&left);
    let error = recover(&mut left, Trust::Alone).expect_err("the list is gone");
    assert_eq!(error.code.as_str(), "io");
    assert_eq!(seen(&left), before);
}

/// Checks that a transaction folder that came with the tree is not believed.
#[track_caller]
fn check_foreign(what: &str, damage: impl FnOnce(&mut MemoryTree)) {
    let (_, mut left) = half_done();
    damage(&mut left);
    let before = seen(&left);
    let error = recover(&mut left, Trust::Alone).expect_err(what);
    assert_eq!(error.code.as_str(), "path-refused", "{what}");
    assert_eq!(seen(&left), before, "{what}");
}

#[test]
fn a_transaction_folder_from_elsewhere_is_not_believed() {
    check_foreign("open to others", |tree| tree.change(".chunk-txn", |node| node.mode = 0o755));
    check_foreign("another user's", |tree| tree.change(".chunk-txn", |node| node.owner.user = 1000));
    check_foreign("a copy", |tree| tree.change(".chunk-txn", |node| node.inode += 100_000));
    check_foreign("not a folder", |tree| {
        tree.change(".chunk-txn", |node| node.kind = chunk::vfs::Kind::Link);
    });
    check_foreign("a list that is a link", |tree| {
        tree.change(".chunk-txn/commit", |node| node.kind = chunk::vfs::Kind::Link);
    });
}

#[test]
fn where_there_are_no_locks_a_transaction_folder_may_be_that_of_a_living_run() {
    let (_, mut left) = half_done();
    let before = seen(&left);
    let error = recover(&mut left, Trust::Unknown).expect_err("nobody knows");
    assert_eq!(error.code.as_str(), "locked");
    assert_eq!(seen(&left), before);
}
