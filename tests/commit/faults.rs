//! Every call of every plan fails once, in memory: the tree is as it was, or as it was to be.

use chunk::commit::{CommitOptions, Durability, commit};
use chunk::vfs::MemoryTree;

use crate::support::{Do, Fault, Faulty, example, identities, plan_of, plans, seen};

/// The file systems on which a commit must work.
pub(crate) fn systems() -> Vec<MemoryTree> {
    use chunk::vfs::memory::Lacks;
    let lacking = |exchange, links| example().lacking(Lacks { exchange, links });
    vec![lacking(false, false), lacking(true, false), lacking(true, true), example().with_mount("src")]
}

/// The tree as it is to be.
pub(crate) fn changed(start: &MemoryTree, changes: &[Do]) -> MemoryTree {
    let mut tree = start.clone();
    let plan = plan_of(start, changes);
    let warnings = commit(&plan, &mut tree, &CommitOptions::default()).expect("nothing fails");
    assert_eq!(warnings, []);
    tree
}

/// Whether nothing but what the changes name is another file than before.
fn check_untouched(what: &str, start: &MemoryTree, tree: &MemoryTree, changes: &[Do]) {
    let named = format!("{changes:?}");
    for (path, identity) in identities(start) {
        if !named.contains(&format!("{path:?}")) {
            assert_eq!(identities(tree).get(&path), Some(&identity), "{what}: {path}");
        }
    }
}

#[test]
fn without_a_fault_every_plan_lands_whole() {
    let expected = |path: &str, text: &str| (path.to_owned(), text.as_bytes().to_vec());
    for start in systems() {
        for (what, changes) in plans() {
            let tree = changed(&start, &changes);
            check_untouched(what, &start, &tree, &changes);
            assert!(tree.iter().all(|(path, _)| !path.contains(".chunk-txn")), "{what}");
        }
        let all = plans().pop().expect("there are plans").1;
        let tree = changed(&start, &all);
        let files = [
            expected("bin/run", "#!/bin/bash\n"),
            expected("conf/a", "a\n"),
            expected("conf/sub/b", "b\n"),
            expected("keep/untouched", "untouched\n"),
            expected("moved/top.txt", "top\n"),
            expected("new/folder/file", "new\n"),
            expected("new/other", "new\n"),
            expected("src/a.py", "a = 2\n"),
            expected("src/deep/c.py", "c = 1\n"),
            expected("src/deep/d.py", "c = 1\n"),
            expected("src/e.py", "e = 1\n"),
        ];
        assert_eq!(tree.files(), files.into_iter().collect());
        assert_eq!(tree.get("docs"), None, "it held nothing but what the patch deleted");
        assert!(tree.get("keep/empty").is_some(), "it was empty before");
        let inode = |tree: &MemoryTree, path| tree.get(path).map(|node| (node.inode, node.modified));
        assert_eq!(inode(&tree, "moved/top.txt"), inode(&start, "top.txt"), "a moved file is the same file");
    }
}

#[test]
fn a_plan_that_changes_nothing_touches_nothing() {
    for start in systems() {
        let same = [Do::Write("src/a.py", "a = 1\n"), Do::Write("src/b.py", "b = 1\n")];
        assert_eq!(identities(&changed(&start, &same)), identities(&start));
    }
}

#[test]
fn a_fault_at_any_call_leaves_the_old_tree_or_the_new_one() {
    let (mut faults, mut survived) = (0, 0);
    for start in systems() {
        for (what, changes) in plans() {
            let new = changed(&start, &changes);
            for call in 0.. {
                let plan = plan_of(&start, &changes);
                let mut tree = Faulty::new(start.clone(), Fault::Once, call);
                let options = CommitOptions { durability: Durability::Synced, stop: None };
                let result = commit(&plan, &mut tree, &options);
                if !tree.has_failed.get() {
                    assert_eq!(result, Ok(Vec::new()), "{what}");
                    break;
                }
                faults += 1;
                let what = format!("{what}, call {call}: {result:?}");
                match result {
                    Err(_) => {
                        assert_eq!(seen(&tree.tree), seen(&start), "{what}");
                        assert_eq!(identities(&tree.tree), identities(&start), "{what}");
                    }
                    Ok(warnings) => {
                        survived += 1;
                        check_new(&what, &mut tree.tree, &new, !warnings.is_empty());
                        check_untouched(&what, &start, &tree.tree, &changes);
                    }
                }
            }
        }
    }
    println!("{faults} faults, of which {survived} while tidying, too late to matter");
    assert!(faults > 1000 && survived > 100, "{faults} {survived}");
}

/// A fault while tidying may leave the transaction folder or an empty folder, and says so.
fn check_new(what: &str, tree: &mut MemoryTree, new: &MemoryTree, has_warned: bool) {
    use chunk::commit::{Recovered, Trust, recover};
    if has_warned {
        let recovered = recover(tree, Trust::Alone).expect("nothing fails any more");
        assert!(!matches!(recovered, Recovered::TakenBack(_)), "{what}: {recovered:?}");
    }
    if !has_warned {
        assert_eq!(seen(tree), seen(new), "{what}");
    }
    assert_eq!(tree.files(), new.files(), "{what}");
}
