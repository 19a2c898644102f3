//! Plans made by hand, trees that fail, and what is compared before and after.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

use chunk::commit::{CommitOptions, commit};
use chunk::diag::Diagnostic;
use chunk::ir::{Format, PatchPath};
use chunk::plan::{Content, FileChange, NewFile, Node, Plan, PlannedFolders};
use chunk::text::Buffer;
use chunk::vfs::{
    Access, Attributes, ExtendedAttribute, File, Fill, Kind, Location, Look, MemoryTree, Over, ReadTree,
    TreeError, WriteTree,
};

pub(crate) fn path(text: &str) -> PatchPath {
    PatchPath::parse(text).expect("a path that a patch may name")
}

/// A change as a test writes it down.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Do {
    /// A file gets a content; it may exist.
    Write(&'static str, &'static str),
    /// A file gets a content and permission bits.
    WriteMode(&'static str, &'static str, u32),
    /// A file, a link or a folder goes.
    Delete(&'static str),
    /// A file goes elsewhere as it is.
    Move(&'static str, &'static str),
    /// A file goes elsewhere and gets another content.
    MoveAs(&'static str, &'static str, &'static str),
    /// A file is written a second time, under another name.
    Copy(&'static str, &'static str),
}

/// The plan of some changes, all of which see the tree as it is.
pub(crate) fn plan_of(tree: &dyn ReadTree, changes: &[Do]) -> Plan {
    let mut plan = Plan {
        format: Format::Chunk,
        files: Vec::new(),
        summary: Vec::new(),
        operations: std::sync::Arc::default(),
        warnings: Vec::new(),
        folders: PlannedFolders::default(),
    };
    for change in changes {
        match *change {
            Do::Write(at, text) => put(&mut plan, tree, at, Some(text_file(text)), None),
            Do::WriteMode(at, text, mode) => {
                put(&mut plan, tree, at, Some(NewFile { mode: Some(mode), ..text_file(text) }), None);
            }
            Do::Delete(at) => put(&mut plan, tree, at, None, None),
            Do::Move(from, to) => {
                put(&mut plan, tree, to, Some(same(tree, from)), Some(from));
                put(&mut plan, tree, from, None, None);
            }
            Do::MoveAs(from, to, text) => {
                put(&mut plan, tree, to, Some(text_file(text)), Some(from));
                put(&mut plan, tree, from, None, None);
            }
            Do::Copy(from, to) => put(&mut plan, tree, to, Some(same(tree, from)), Some(from)),
        }
    }
    plan
}

fn text_file(text: &str) -> NewFile {
    let buffer = Buffer::decode(text.as_bytes()).expect("text");
    NewFile::of(Content::Text(Arc::new(buffer.into())))
}

fn same(tree: &dyn ReadTree, from: &str) -> NewFile {
    NewFile::of(Content::Bytes(tree.read(&path(from)).expect("a file").bytes))
}

/// Enters the change of one path; a second one of the same path only changes what is to stand there.
fn put(plan: &mut Plan, tree: &dyn ReadTree, at: &str, after: Option<NewFile>, source: Option<&str>) {
    let source = source.map(path);
    if let Some(entry) = plan.files.iter_mut().find(|entry| entry.path == path(at)) {
        if after.is_some() {
            (entry.after, entry.source) = (after, source);
        }
        return;
    }
    let before = match tree.kind(&path(at)) {
        Ok(Some(Kind::File)) => Some(Node::File(tree.read(&path(at)).expect("a file"))),
        Ok(Some(Kind::Link)) => Some(Node::Link),
        Ok(Some(Kind::Folder)) if after.is_none() => Some(Node::Folder),
        _ => None,
    };
    plan.files.push(FileChange { path: path(at), before, after, source });
}

pub(crate) fn commit_all(tree: &mut dyn WriteTree, changes: &[Do]) -> Result<Vec<Diagnostic>, Diagnostic> {
    let plan = plan_of(tree, changes);
    commit(&plan, tree, &CommitOptions::default())
}

/// The tree that most tests change.
pub(crate) fn example() -> MemoryTree {
    MemoryTree::new()
        .with_file("top.txt", "top\n")
        .with_file("src/a.py", "a = 1\n")
        .with_file("src/b.py", "b = 1\n")
        .with_file("src/deep/c.py", "c = 1\n")
        .with_file("bin/run", "#!/bin/sh\n")
        .with_mode("bin/run", 0o755)
        .with_file("docs/old/readme", "read me\n")
        .with_link("docs/old/link", "../../keep")
        .with_folder("docs/old/empty")
        .with_file("conf/a", "a\n")
        .with_file("conf/sub/b", "b\n")
        .with_file("keep/untouched", "untouched\n")
        .with_folder("keep/empty")
}

/// Plans of every shape.
pub(crate) fn plans() -> Vec<(&'static str, Vec<Do>)> {
    use Do::{Copy, Delete, Move, MoveAs, Write, WriteMode};
    let delete_docs =
        [Delete("docs/old/readme"), Delete("docs/old/link"), Delete("docs/old/empty"), Delete("docs/old")];
    let mut all = vec![
        Write("src/a.py", "a = 2\n"),
        Write("new/folder/file", "new\n"),
        Write("new/other", "new\n"),
        WriteMode("bin/run", "#!/bin/bash\n", 0o755),
        Move("top.txt", "moved/top.txt"),
        MoveAs("src/b.py", "src/e.py", "e = 1\n"),
        Copy("src/deep/c.py", "src/deep/d.py"),
    ];
    all.extend(delete_docs);
    vec![
        ("one file is changed", vec![Write("src/a.py", "a = 2\n")]),
        ("one file is made", vec![Write("src/n.py", "n = 1\n")]),
        ("one file is made in a new folder", vec![Write("x/y/n.py", "n = 1\n")]),
        ("one file is deleted", vec![Delete("top.txt")]),
        ("the only file of a folder is deleted", vec![Delete("src/deep/c.py")]),
        ("one file is moved", vec![Move("src/a.py", "src/z.py")]),
        ("two files are changed", vec![Write("src/a.py", "a = 2\n"), Write("src/b.py", "b = 2\n")]),
        ("two files change places", vec![Move("src/a.py", "src/b.py"), Move("src/b.py", "src/a.py")]),
        ("a folder is deleted", delete_docs.to_vec()),
        (
            "a folder gives way to a file",
            vec![Delete("conf/a"), Delete("conf/sub/b"), Write("conf", "all in one\n")],
        ),
        ("a file gives way to a folder", vec![Delete("src/a.py"), Write("src/a.py/one", "1\n")]),
        ("a file moves into a folder of its name", vec![Move("src/a.py", "src/a.py/a.py")]),
        ("a folder gives way to its own file", vec![Move("src/deep/c.py", "src/deep")]),
        ("a link gives way to a file", vec![Write("docs/old/link", "no link\n"), Write("top.txt", "t\n")]),
        ("nothing changes", vec![Write("src/a.py", "a = 1\n"), Write("src/b.py", "b = 1\n")]),
        ("everything at once", all),
    ]
}

/// Everything in a tree, as a person sees it: what stands where, with which content and bits.
pub(crate) type Seen = BTreeMap<String, (Kind, Vec<u8>, u32)>;

pub(crate) fn seen(tree: &MemoryTree) -> Seen {
    let nodes = tree.iter();
    nodes.map(|(path, node)| (path.to_owned(), (node.kind, node.bytes.to_vec(), node.mode))).collect()
}

/// The inode and time of every file and link: what a tree that was not changed keeps.
pub(crate) fn identities(tree: &MemoryTree) -> BTreeMap<String, (u64, u64)> {
    let nodes = tree.iter().filter(|(_, node)| node.kind != Kind::Folder);
    nodes.map(|(path, node)| (path.to_owned(), (node.inode, node.modified))).collect()
}

/// How a tree fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// One call fails, all others work.
    Once,
    /// From one call on none works any more, as if the program had died there.
    ForGood,
    /// None fails, but before one call somebody else is at work on the tree.
    Meddling,
}

/// A tree of which one call, or all from one on, fail.
pub(crate) struct Faulty<T> {
    pub(crate) tree: T,
    fault: Fault,
    /// How many calls work before the one that fails.
    left: Cell<usize>,
    /// Whether a call has failed.
    pub(crate) has_failed: Cell<bool>,
    /// What somebody else does.
    pub(crate) meddle: fn(&mut T),
}

impl<T> Faulty<T> {
    pub(crate) fn new(tree: T, fault: Fault, left: usize) -> Self {
        Self { tree, fault, left: Cell::new(left), has_failed: Cell::new(false), meddle: |_| {} }
    }

    /// A call that changes the tree, or that comes before one that does.
    fn call_to_write(&mut self) -> Result<(), TreeError> {
        if self.fault == Fault::Meddling && self.left.get() == 0 && !self.has_failed.replace(true) {
            (self.meddle)(&mut self.tree);
        }
        self.call()
    }

    fn call(&self) -> Result<(), TreeError> {
        let fails = match (self.has_failed.get(), self.fault) {
            (true, Fault::ForGood) => true,
            (true, Fault::Once) | (_, Fault::Meddling) => false,
            (false, _) => self.left.get() == 0,
        };
        if fails {
            self.has_failed.set(true);
            return Err(TreeError::Io(io::Error::from_raw_os_error(5)));
        }
        self.left.set(self.left.get().saturating_sub(1));
        Ok(())
    }
}

impl<T: WriteTree> ReadTree for Faulty<T> {
    fn kind(&self, path: &PatchPath) -> Result<Option<Kind>, TreeError> {
        self.call().and_then(|()| self.tree.kind(path))
    }

    fn read(&self, path: &PatchPath) -> Result<File, TreeError> {
        self.call().and_then(|()| self.tree.read(path))
    }

    fn list(&self, path: &PatchPath) -> Result<Vec<(String, Kind)>, TreeError> {
        self.call().and_then(|()| self.tree.list(path))
    }
}

impl<T: WriteTree> WriteTree for Faulty<T> {
    fn user(&self) -> u32 {
        self.tree.user()
    }

    fn root_mount(&self) -> u64 {
        self.tree.root_mount()
    }

    fn look(&mut self, at: &Location) -> Result<Option<Look>, TreeError> {
        self.call_to_write()?;
        self.tree.look(at)
    }

    fn bytes(&mut self, at: &Location) -> Result<Vec<u8>, TreeError> {
        self.call_to_write()?;
        self.tree.bytes(at)
    }

    fn names(&mut self, at: &Location) -> Result<Vec<(String, Kind)>, TreeError> {
        self.call_to_write()?;
        self.tree.names(at)
    }

    fn stage(&mut self, at: &Location, wanted: &Attributes<'_>, fill: Fill<'_>) -> Result<Look, TreeError> {
        if let Err(error) = self.call_to_write() {
            // The system may well have taken half of it.
            let half = &mut |out: &mut dyn Write| {
                let mut all = Vec::new();
                fill(&mut all).and_then(|()| out.write_all(&all[..all.len() / 2]))
            };
            if self.left.get() == 0 {
                self.left.set(1);
                let _ = self.tree.stage(at, wanted, half);
            }
            return Err(error);
        }
        self.tree.stage(at, wanted, fill)
    }

    fn rename(&mut self, from: &Location, to: &Location, over: Over) -> Result<(), TreeError> {
        self.call_to_write()?;
        self.tree.rename(from, to, over)
    }

    fn exchange(&mut self, one: &Location, other: &Location) -> Result<(), TreeError> {
        self.call_to_write()?;
        self.tree.exchange(one, other)
    }

    fn link(&mut self, from: &Location, to: &Location) -> Result<(), TreeError> {
        self.call_to_write()?;
        self.tree.link(from, to)
    }

    fn unlink(&mut self, at: &Location) -> Result<(), TreeError> {
        self.call_to_write()?;
        self.tree.unlink(at)
    }

    fn make_folder(&mut self, at: &Location, access: Access) -> Result<(), TreeError> {
        self.call_to_write()?;
        self.tree.make_folder(at, access)
    }

    fn set_folder_mode(&mut self, at: &Location, mode: u32) -> Result<(), TreeError> {
        self.call_to_write()?;
        self.tree.set_folder_mode(at, mode)
    }

    fn make_link(&mut self, at: &Location, target: &[u8]) -> Result<Look, TreeError> {
        self.call_to_write()?;
        self.tree.make_link(at, target)
    }

    fn extended(&mut self, at: &Location) -> Result<Vec<ExtendedAttribute>, TreeError> {
        self.call_to_write()?;
        self.tree.extended(at)
    }

    fn remove_folder(&mut self, at: &Location) -> Result<(), TreeError> {
        self.call_to_write()?;
        self.tree.remove_folder(at)
    }

    fn sync(&mut self, at: &Location) -> Result<(), TreeError> {
        self.call_to_write()?;
        self.tree.sync(at)
    }
}
