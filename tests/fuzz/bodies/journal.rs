//! What a run that died left behind, damaged or forged.
//!
//! The first part of an input says which plan dies at which call (two bytes). Each further one is a file of the
//! transaction folder: its name, a line end, its content. The list of steps may be given as `forged`: then the lines that
//! make it valid are put around it, `=PATH` stands for the inode, size and time of what is at a path, and `~N` for the
//! checksum of what is staged under a number.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, symlink};
use std::path::Path;

use chunk::commit::{CommitOptions, Recovered, Trust, commit, recover};
use chunk::diag::{Code, Diagnostic};
use chunk::engine::recover_in;
use chunk::ir::PatchPath;
use chunk::vfs::{Kind, MemoryTree};

use super::support::{Do, Fault, Faulty, Seen, example, plan_of, plans, seen};
use super::{parts, text};

const BENCH: &str = ".chunk-txn";

/// A tree that a run left half-way, and the trees that it was to come from and to.
struct Left {
    old: MemoryTree,
    new: MemoryTree,
    tree: MemoryTree,
}

/// Damage leaves the old tree or the new one, or is refused; what is forged stays within the root.
pub(super) fn journal_replay(input: &[u8]) {
    let mut parts = parts(input);
    let [plan, call] = parts.next().unwrap_or_default() else { return };
    let Some(left) = left_behind(usize::from(*plan), usize::from(*call)) else { return };
    let files: Vec<(&str, &[u8])> = parts.take(4).filter_map(named).collect();
    match files.iter().find(|(name, _)| *name == "forged") {
        Some((_, list)) => check_forged(left.tree, text(Some(list))),
        None => check_damaged(left, &files),
    }
}

/// A name of the transaction folder, and a content.
fn named(part: &[u8]) -> Option<(&str, &[u8])> {
    let end = part.iter().position(|byte| *byte == b'\n')?;
    let name =
        std::str::from_utf8(&part[..end]).ok().filter(|name| !name.is_empty() && !name.contains('/'))?;
    Some((name, &part[end + 1..]))
}

/// Lets a plan die at a call; nothing if there is no such plan or it lives.
fn left_behind(plan: usize, call: usize) -> Option<Left> {
    let old = example().with_link("out", "../outside");
    let (_, changes) = plans().into_iter().nth(plan)?;
    let mut new = old.clone();
    commit(&plan_of(&old, &changes), &mut new, &CommitOptions::default()).expect("nothing fails");
    Some(Left { tree: dies(&old, &changes, call)?, old, new })
}

fn dies(old: &MemoryTree, changes: &[Do], call: usize) -> Option<MemoryTree> {
    let plan = plan_of(old, changes);
    let mut tree = Faulty::new(old.clone(), Fault::ForGood, call);
    // What it says does not matter: it died.
    let _ = commit(&plan, &mut tree, &CommitOptions::default());
    tree.has_failed.get().then_some(tree.tree).filter(|tree| tree.get(BENCH).is_some())
}

/// What stands outside of transaction folders.
fn outside(tree: &MemoryTree) -> Seen {
    seen(tree).into_iter().filter(|(path, _)| !path.split('/').any(|name| name == BENCH)).collect()
}

fn check_damaged(left: Left, files: &[(&str, &[u8])]) {
    let Left { old, new, mut tree } = left;
    for (name, content) in files {
        let path = format!("{BENCH}/{name}");
        // Numbered files may be originals, and nobody can bring back what was in those.
        let is_list = matches!(*name, "commit" | "abort" | "draft" | "places");
        match tree.get(&path) {
            Some(_) if is_list => tree.change(&path, |node| node.bytes = content.to_vec().into()),
            Some(_) => {}
            None if is_safe(name) => tree = with_private(tree, &path, content),
            None => {}
        }
    }
    let before = outside(&tree);
    match recover(&mut tree, Trust::Alone) {
        Ok(_) => {
            assert!(tree.get(BENCH).is_none(), "nothing is left");
            assert!(seen(&tree) == seen(&old) || seen(&tree) == seen(&new), "old or new: {:?}", seen(&tree));
            assert_eq!(recover(&mut tree, Trust::Alone), Ok(Recovered::Nothing));
        }
        Err(problem) => {
            check_problem(&problem);
            assert_eq!(outside(&tree), before, "a refusal changes nothing");
        }
    }
}

/// Whether a name is one that a path can end in.
fn is_safe(name: &str) -> bool {
    PatchPath::parse(name).is_ok_and(|path| path.as_str() == name)
}

/// The tree with one more file in its transaction folder.
fn with_private(tree: MemoryTree, path: &str, content: &[u8]) -> MemoryTree {
    use chunk::vfs::{Attributes, Extended, Location, NewMode, WriteTree as _};
    let name = path.trim_start_matches(BENCH).trim_start_matches('/').to_owned();
    let spot = Location::Staged { at: None, name };
    let wanted =
        Attributes { mode: NewMode::Exact(0o600), user: None, group: None, extended: Extended::None };
    let mut tree = tree;
    tree.stage(&spot, &wanted, &mut |out| out.write_all(content)).expect("the name is free");
    tree
}

fn check_problem(problem: &Diagnostic) {
    let is_one = matches!(problem.code, Code::Io | Code::PathRefused | Code::ChangedMeanwhile | Code::Locked);
    assert!(is_one && !problem.help.is_empty() || problem.code == Code::Io, "{problem:?}");
}

/// A list that names this folder and bears a checksum is followed, but never out of the root, nor to a file that it
/// does not name; a tree on disk and one in memory come to the same.
fn check_forged(mut tree: MemoryTree, list: &str) {
    tree.change(&format!("{BENCH}/commit"), |node| node.mode = 0o600);
    if tree.get(&format!("{BENCH}/commit")).is_none() {
        tree = with_private(tree, &format!("{BENCH}/commit"), b"");
    }
    let scratch = tempfile::tempdir().expect("a folder");
    let (root, secret) = (scratch.path().join("root"), scratch.path().join("outside"));
    write(&tree, &root);
    write_secret(&secret);
    let disk = check_on_disk(&root, list);
    check_secret(&secret);
    assert_eq!(names(scratch.path()), ["outside", "root"], "nothing beside the root");

    let written = in_memory(&tree, list);
    tree.change(&format!("{BENCH}/commit"), |node| node.bytes = written.into_bytes().into());
    let before = outside(&tree);
    let memory = recover(&mut tree, Trust::Alone);
    match &memory {
        Ok(_) => assert!(tree.get(BENCH).is_none(), "nothing is left"),
        Err(problem) => check_problem(problem),
    }
    let named: BTreeSet<&str> = list.lines().flat_map(suffixes).collect();
    let after = outside(&tree);
    for (path, entry) in &before {
        let is_named = named.iter().any(|name| path == name || path.starts_with(&format!("{name}/")));
        assert!(is_named || after.get(path) == Some(entry), "{path} is not named");
    }
    assert_eq!(memory.map_err(|problem| problem.code), disk.map_err(|problem| problem.code), "on disk");
    assert_eq!(contents(&after), read(&root), "on disk");
}

/// Every end of a line that begins a word: one of them is its path.
fn suffixes(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices(' ').map(|(at, _)| &line[at + 1..])
}

fn in_memory(tree: &MemoryTree, list: &str) -> String {
    let stamp = |path: &str| {
        tree.get(path).map(|node| format!("{} {} {}", node.inode, node.bytes.len(), node.modified))
    };
    let bytes = |name: &str| tree.get(&format!("{BENCH}/{name}")).map(|node| node.bytes.to_vec());
    whole(list, tree.get(BENCH).map_or(0, |node| node.inode), stamp, bytes)
}

fn check_on_disk(root: &Path, list: &str) -> Result<Recovered, Diagnostic> {
    let stamp = |path: &str| {
        let meta = fs::symlink_metadata(root.join(path)).ok().filter(|_| is_safe_below(path))?;
        let modified = i128::from(meta.mtime()) * 1_000_000_000 + i128::from(meta.mtime_nsec());
        Some(format!("{} {} {modified}", meta.ino(), meta.len()))
    };
    let bytes = |name: &str| {
        let is_number = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
        if is_number { fs::read(root.join(BENCH).join(name)).ok() } else { None }
    };
    let folder = fs::symlink_metadata(root.join(BENCH)).map_or(0, |meta| meta.ino());
    put(&root.join(BENCH).join("commit"), whole(list, folder, stamp, bytes).as_bytes());
    recover_in(root)
}

fn is_safe_below(path: &str) -> bool {
    path.split('/').all(|name| !matches!(name, "" | "." | ".."))
}

/// The list with what makes it valid.
fn whole(
    list: &str,
    folder: u64,
    stamp: impl Fn(&str) -> Option<String>,
    bytes: impl Fn(&str) -> Option<Vec<u8>>,
) -> String {
    let word = |word: &str| {
        let own = word.strip_prefix('=').and_then(&stamp);
        own.or_else(|| {
            word.strip_prefix('~').and_then(&bytes).map(|bytes| format!("{:016x}", digest(&bytes)))
        })
        .unwrap_or_else(|| word.to_owned())
    };
    // Before these words stands what a step is, and behind them its path.
    let is_number = |at: usize| (2..=4).contains(&at);
    let line = |line: &str| {
        let words = line.split(' ').enumerate();
        let words = words.map(|(at, own)| if is_number(at) { word(own) } else { own.to_owned() });
        words.collect::<Vec<_>>().join(" ") + "\n"
    };
    let steps: String = list.lines().map(line).collect();
    let body = format!("chunk transaction 1\nfolder {folder}\n{steps}");
    let end = format!("end {:016x}\n", digest(body.as_bytes()));
    body + &end
}

/// The checksum of a list: written a second time, since the program keeps its own to itself.
fn digest(bytes: &[u8]) -> u64 {
    const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
    let mix = |state: u64, word: u64| {
        let product = u128::from(state.rotate_left(23) ^ word ^ SPREAD) * u128::from(SPREAD);
        (product as u64) ^ ((product >> 64) as u64)
    };
    let (words, rest) = bytes.as_chunks::<8>();
    let state = words.iter().fold(0, |state, word| mix(state, u64::from_le_bytes(*word)));
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    mix(mix(state, u64::from_le_bytes(last)), bytes.len() as u64)
}

/// Writes a tree below a folder, the transaction folder as closed as it has to be.
fn write(tree: &MemoryTree, root: &Path) {
    let folder = |path: &Path, mode| fs::DirBuilder::new().mode(mode).create(path).expect("a folder");
    folder(root, 0o755);
    for (path, node) in tree.iter() {
        let at = root.join(path);
        match node.kind {
            Kind::Folder if path.ends_with(BENCH) => folder(&at, 0o700),
            Kind::Folder => folder(&at, 0o755),
            Kind::Link => symlink(std::str::from_utf8(&node.bytes).expect("a target"), &at).expect("a link"),
            Kind::File | Kind::Other => put(&at, &node.bytes),
        }
    }
}

#[allow(clippy::disallowed_methods, reason = "a tree of its own")]
fn put(path: &Path, bytes: &[u8]) {
    fs::write(path, bytes).expect("a file");
}

/// What must stay as it is, beside the root.
fn write_secret(folder: &Path) {
    fs::create_dir(folder).expect("a folder");
    put(&folder.join("secret"), b"secret\n");
}

fn check_secret(folder: &Path) {
    assert_eq!(names(folder), ["secret"], "nothing outside the root is touched");
    assert_eq!(fs::read(folder.join("secret")).expect("it is there"), b"secret\n");
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// A tree without the modes of its files, which a disk and a tree in memory begin with otherwise.
fn contents(seen: &Seen) -> Vec<(String, Kind, Vec<u8>)> {
    seen.iter().map(|(path, (kind, bytes, _))| (path.clone(), *kind, bytes.clone())).collect()
}

/// The same of a folder on disk.
fn read(root: &Path) -> Vec<(String, Kind, Vec<u8>)> {
    let mut found = Vec::new();
    let mut work = vec![String::new()];
    while let Some(folder) = work.pop() {
        for name in names(&root.join(&folder)).into_iter().filter(|name| name != BENCH) {
            let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
            let at = root.join(&path);
            let kind = fs::symlink_metadata(&at).expect("it is there").file_type();
            if kind.is_dir() {
                work.push(path.clone());
                found.push((path, Kind::Folder, Vec::new()));
            } else if kind.is_symlink() {
                let target = fs::read_link(&at).expect("a link").to_string_lossy().into_owned();
                found.push((path, Kind::Link, target.into_bytes()));
            } else {
                found.push((path, Kind::File, fs::read(&at).expect("a file")));
            }
        }
    }
    found.sort();
    found
}

/// What every plan leaves that dies at every call: as it is, and with its list as one that is forged.
pub(super) fn seeds() -> BTreeSet<Vec<u8>> {
    let mut seeds = BTreeSet::new();
    for plan in 0..=u8::MAX {
        if usize::from(plan) >= plans().len() {
            break;
        }
        for call in 0..=u8::MAX {
            let Some(left) = left_behind(plan.into(), call.into()) else { continue };
            let mut input = vec![plan, call, super::CUT];
            if let Some(list) = left.tree.get(&format!("{BENCH}/commit")) {
                let list = String::from_utf8_lossy(&list.bytes).into_owned();
                let mut forged = input.clone();
                forged.extend(format!("forged\n{}", as_forged(&left.tree, &list)).bytes());
                seeds.insert(forged);
                input.extend(format!("commit\n{list}").bytes());
            }
            seeds.insert(input);
        }
    }
    seeds
}

/// A list with words in the place of inodes, times and checksums.
fn as_forged(tree: &MemoryTree, list: &str) -> String {
    let mut list: Vec<String> = list.lines().map(|line| format!("{line} ")).collect();
    for (path, node) in tree.iter() {
        let stamp = format!(" {} {} {} ", node.inode, node.bytes.len(), node.modified);
        let digest = format!(" {:016x} ", digest(&node.bytes));
        for line in &mut list {
            *line = line.replace(&stamp, &format!(" ={path} "));
            if let Some(number) = path.strip_prefix(BENCH).and_then(|name| name.strip_prefix('/')) {
                *line = line.replace(&digest, &format!(" ~{number} "));
            }
        }
    }
    let steps = list.get(2..list.len().saturating_sub(1)).unwrap_or_default();
    steps.iter().map(|line| line.trim_end().to_owned() + "\n").collect()
}
