//! Mode, owner and extended attributes of files that a commit writes.

use chunk::vfs::{MemoryTree, Owner};

use crate::support::{Do, commit_all, example};

fn owned(mut tree: MemoryTree, path: &str) -> MemoryTree {
    tree.change(path, |node| {
        node.owner = Owner { user: 7, group: 8 };
        node.mode = 0o2640;
        node.extended.insert("user.note".to_owned(), b"kept".to_vec());
    });
    tree
}

#[track_caller]
fn check(tree: &MemoryTree, path: &str, expected: (u32, Owner, usize)) {
    let node = tree.get(path).expect("a file");
    assert_eq!((node.mode, node.owner, node.extended.len()), expected, "{path}");
}

const KEPT: (u32, Owner, usize) = (0o2640, Owner { user: 7, group: 8 }, 1);

#[test]
fn a_changed_file_keeps_them() {
    let mut tree = owned(example(), "src/a.py");
    commit_all(&mut tree, &[Do::Write("src/a.py", "a = 2\n")]).expect("nothing is in the way");
    check(&tree, "src/a.py", KEPT);
}

#[test]
fn a_moved_file_keeps_them_changed_or_not() {
    let mut tree = owned(owned(example(), "src/a.py"), "src/b.py");
    let changes = [Do::Move("src/a.py", "x/a.py"), Do::MoveAs("src/b.py", "x/b.py", "b = 2\n")];
    commit_all(&mut tree, &changes).expect("nothing is in the way");
    check(&tree, "x/a.py", KEPT);
    check(&tree, "x/b.py", KEPT);
}

#[test]
fn a_copy_belongs_to_the_one_who_makes_it() {
    let mut tree = owned(example(), "src/a.py");
    commit_all(&mut tree, &[Do::Copy("src/a.py", "src/z.py")]).expect("nothing is in the way");
    check(&tree, "src/z.py", (0o2640, Owner::default(), 1));
}

#[test]
fn a_mode_that_the_patch_asks_for_is_set() {
    let mut tree = owned(example(), "src/a.py");
    let changes = [Do::WriteMode("src/a.py", "a = 1\n", 0o755), Do::WriteMode("run", "#!/bin/sh\n", 0o755)];
    commit_all(&mut tree, &changes).expect("nothing is in the way");
    check(&tree, "src/a.py", (0o755, KEPT.1, 1));
    check(&tree, "run", (0o755, Owner::default(), 0));
}

#[test]
fn a_new_file_takes_the_group_of_a_folder_that_asks_for_it() {
    let mut tree = example();
    tree.change("src", |node| (node.mode, node.owner.group) = (0o2755, 9));
    commit_all(&mut tree, &[Do::Write("src/n.py", "n\n"), Do::Write("n.py", "n\n")])
        .expect("nothing is in the way");
    check(&tree, "src/n.py", (0o644, Owner { user: 0, group: 9 }, 0));
    check(&tree, "n.py", (0o644, Owner::default(), 0));
}

#[test]
fn a_hard_link_is_broken_and_that_is_said() {
    use chunk::vfs::{Location, WriteTree};
    let mut tree = example();
    let spot = |text| Location::Path(crate::support::path(text));
    tree.link(&spot("src/a.py"), &spot("keep/a.py")).expect("the name is free");
    let warnings = commit_all(&mut tree, &[Do::Write("src/a.py", "a = 2\n")]).expect("nothing is in the way");
    let messages: Vec<&str> = warnings.iter().map(|warning| warning.message.as_str()).collect();
    assert_eq!(messages, ["`src/a.py` has other names (hard links), which keep the old text"]);
    assert_eq!(tree.files().get("keep/a.py").map(Vec::as_slice), Some(b"a = 1\n".as_slice()));
}
