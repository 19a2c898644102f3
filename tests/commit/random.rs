//! From any small tree to any other: files that become folders, folders that become files, moves and swaps.

use std::collections::BTreeMap;

use chunk::commit::{CommitOptions, Trust, commit, recover};
use chunk::ir::Format;
use chunk::plan::{Content, FileChange, NewFile, Node, Plan, PlannedFolders};
use chunk::vfs::memory::Lacks;
use chunk::vfs::{Kind, MemoryTree, ReadTree};
use proptest::prelude::*;

use crate::support::{Fault, Faulty, identities, path, seen};

const PATHS: [&str; 9] = ["a", "a/b", "a/b/c", "a/b/d", "a/e", "f", "f/g", "h", "h/i/j"];

/// What is to stand where: 0 is nothing, 1 to 3 are files of different contents, 4 is a link.
pub(crate) fn layout() -> impl Strategy<Value = BTreeMap<&'static str, u8>> {
    prop::collection::vec(prop_oneof![2 => Just(0u8), 3 => 1..4u8, 1 => Just(4u8)], PATHS.len()).prop_map(
        |kinds| {
            let mut layout = BTreeMap::new();
            for (at, kind) in PATHS.into_iter().zip(kinds).filter(|(_, kind)| *kind > 0) {
                let is_below =
                    |above: &&str| at.strip_prefix(*above).is_some_and(|rest| rest.starts_with('/'));
                if !layout.keys().any(is_below) {
                    layout.insert(at, kind);
                }
            }
            layout
        },
    )
}

pub(crate) fn build(layout: &BTreeMap<&'static str, u8>) -> MemoryTree {
    layout.iter().fold(MemoryTree::new().with_file("z", "last\n"), |tree, (at, kind)| match kind {
        4 => tree.with_link(at, "elsewhere"),
        kind => tree.with_file(at, content(*kind)),
    })
}

fn content(kind: u8) -> Vec<u8> {
    format!("content {kind}\n").into()
}

/// The plan that makes one layout of another. A new file that has the content of one that goes is a move.
pub(crate) fn plan(
    tree: &MemoryTree,
    old: &BTreeMap<&'static str, u8>,
    new: &BTreeMap<&'static str, u8>,
) -> Plan {
    let mut files = Vec::new();
    for at in PATHS {
        let (before, after) = (old.get(at), new.get(at).filter(|kind| **kind < 4));
        if before.is_none() && after.is_none() || before == new.get(at) {
            continue;
        }
        let node = match before {
            None => None,
            Some(4) => Some(Node::Link),
            Some(_) => Some(Node::File(tree.read(&path(at)).expect("a file"))),
        };
        let source = old.iter().find(|(from, kind)| {
            Some(*kind) == after && **kind < 4 && new.get(*from) != Some(*kind) && before.is_none()
        });
        let after = after.map(|kind| NewFile::of(Content::Bytes(content(*kind).into())));
        let source = source.map(|(from, _)| path(from));
        files.push(FileChange { path: path(at), before: node, after, source });
    }
    Plan {
        format: Format::Chunk,
        files,
        summary: Vec::new(),
        operations: std::sync::Arc::default(),
        warnings: Vec::new(),
        folders: PlannedFolders::default(),
    }
}

/// The layout with what a plan cannot make left out: it makes no links.
fn reachable(
    old: &BTreeMap<&'static str, u8>,
    new: &BTreeMap<&'static str, u8>,
) -> BTreeMap<&'static str, u8> {
    let kept = |at: &&str, kind: u8| kind < 4 || old.get(at) == Some(&4);
    new.iter().filter(|(at, kind)| kept(at, **kind)).map(|(at, kind)| (*at, *kind)).collect()
}

/// Files and links by path, without folders: those that were there before may stay.
fn standing(tree: &MemoryTree) -> Vec<(String, Vec<u8>)> {
    let nodes = tree.iter().filter(|(_, node)| node.kind != Kind::Folder);
    nodes.map(|(path, node)| (path.to_owned(), node.bytes.to_vec())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn any_tree_becomes_any_other_or_stays(old in layout(), new in layout(), call in 0..80usize, exchange: bool, links: bool, dies: bool) {
        let new = reachable(&old, &new);
        let start = build(&old).lacking(Lacks { exchange, links });
        let plan = plan(&start, &old, &new);

        let mut whole = start.clone();
        let warnings = commit(&plan, &mut whole, &CommitOptions::default()).expect("nothing fails");
        prop_assert_eq!(warnings, vec![]);
        prop_assert_eq!(standing(&whole), standing(&build(&new)));
        prop_assert_eq!(seen(&whole), seen(&build(&new)), "no folder is left over or missing");

        let fault = if dies { Fault::ForGood } else { Fault::Once };
        let mut tree = Faulty::new(start.clone(), fault, call);
        let result = commit(&plan, &mut tree, &CommitOptions::default());
        let has_failed = tree.has_failed.get();
        let mut tree = tree.tree;
        if result.is_err() && !dies {
            prop_assert_eq!(seen(&tree), seen(&start));
        }
        recover(&mut tree, Trust::Alone).expect("nothing fails any more");
        if standing(&tree) == standing(&start) && (result.is_err() || dies) {
            prop_assert_eq!(seen(&tree), seen(&start));
            prop_assert_eq!(identities(&tree), identities(&start));
        } else {
            prop_assert!(result.is_ok() || has_failed);
            prop_assert_eq!(standing(&tree), standing(&whole));
        }
    }
}
