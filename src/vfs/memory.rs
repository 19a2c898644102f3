//! A tree in memory, for tests and for callers that have no files.
//!
//! It stores what a disk stores and `commit` preserves: inodes, times, modes, owners, extended attributes, hard links,
//! mounts. It can imitate file systems that lack some operations.

use std::collections::BTreeMap;
use std::io;

use super::{
    Access, Attributes, Bytes, Extended, ExtendedAttribute, File, Fill, Kind, Location, Look, NewMode, Over,
    Owner, ReadTree, Stamp, TreeError, WriteTree, refusal,
};
use crate::ir::PatchPath;

/// A tree of files in memory.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MemoryTree {
    nodes: BTreeMap<String, MemoryNode>,
    mounts: BTreeMap<String, u64>,
    lacks: Lacks,
    /// For each inode with several names, the number of names beyond the first.
    second_names: BTreeMap<u64, u64>,
    /// The last inode number and the last time, which share a counter.
    clock: u64,
}

/// A file, folder or link in a [`MemoryTree`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoryNode {
    /// Its kind.
    pub kind: Kind,
    /// The content of a file, or the target of a link.
    pub bytes: Bytes,
    /// Its permission bits.
    pub mode: u32,
    /// Its owner.
    pub owner: Owner,
    /// Its inode number: two names of one file have the same.
    pub inode: u64,
    /// The time of the last change of its content.
    pub modified: u64,
    /// Its extended attributes.
    pub extended: BTreeMap<String, Vec<u8>>,
}

/// The operations that the file system lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Lacks {
    /// Whether files cannot be exchanged in one step.
    pub exchange: bool,
    /// Whether files cannot have a second name.
    pub links: bool,
}

impl MemoryTree {
    /// Returns an empty tree.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file of mode 0644, with the folders that it needs.
    ///
    /// # Panics
    /// Panics if a patch may not name the path.
    #[must_use]
    pub fn with_file(mut self, path: &str, bytes: impl Into<Vec<u8>>) -> Self {
        self.insert(path, Kind::File, 0o644, bytes.into());
        self
    }

    /// Adds an empty folder.
    ///
    /// # Panics
    /// Panics if a patch may not name the path.
    #[must_use]
    pub fn with_folder(mut self, path: &str) -> Self {
        self.insert(path, Kind::Folder, 0o755, Vec::new());
        self
    }

    /// Adds a symbolic link.
    ///
    /// # Panics
    /// Panics if a patch may not name the path.
    #[must_use]
    pub fn with_link(mut self, path: &str, target: &str) -> Self {
        self.insert(path, Kind::Link, 0o777, target.into());
        self
    }

    /// Adds something that is not a file, folder or link.
    ///
    /// # Panics
    /// Panics if a patch may not name the path.
    #[must_use]
    pub fn with_special(mut self, path: &str) -> Self {
        self.insert(path, Kind::Other, 0o644, Vec::new());
        self
    }

    /// Sets the permission bits of a path, if it exists.
    #[must_use]
    pub fn with_mode(mut self, path: &str, mode: u32) -> Self {
        self.change(path, |node| node.mode = mode);
        self
    }

    /// Adds a folder that is the root of another mount.
    ///
    /// # Panics
    /// Panics if a patch may not name the path.
    #[must_use]
    pub fn with_mount(self, folder: &str) -> Self {
        let mut tree = self.with_folder(folder);
        let number = tree.mounts.len() as u64 + 1;
        tree.mounts.insert(folder.to_owned(), number);
        tree
    }

    /// Makes the file system lack operations.
    #[must_use]
    pub fn lacking(mut self, lacks: Lacks) -> Self {
        self.lacks = lacks;
        self
    }

    /// Changes a path, if it exists, as another program would; also sets the time of its last change.
    pub fn change(&mut self, path: &str, change: impl FnOnce(&mut MemoryNode)) {
        self.clock += 1;
        if let Some(node) = self.nodes.get_mut(path) {
            node.modified = self.clock;
            change(node);
        }
    }

    /// Returns the file, folder or link at a path, also inside transaction folders.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<&MemoryNode> {
        self.nodes.get(path)
    }

    /// Returns all files, folders and links with their paths, also inside transaction folders.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &MemoryNode)> {
        self.nodes.iter().map(|(path, node)| (path.as_str(), node))
    }

    /// Returns the content of every file, by path.
    #[must_use]
    pub fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let files = self.iter().filter(|(_, node)| node.kind == Kind::File);
        files.map(|(path, node)| (path.to_owned(), node.bytes.to_vec())).collect()
    }

    fn insert(&mut self, path: &str, kind: Kind, mode: u32, bytes: Vec<u8>) {
        let path = PatchPath::parse(path).expect("the caller names a path that a patch may name");
        let mut folder = path.parent();
        while let Some(missing) = folder.filter(|folder| !self.nodes.contains_key(folder.as_str())) {
            let node = self.node(Kind::Folder, 0o755, Vec::new());
            folder = missing.parent();
            self.nodes.insert(missing.to_string(), node);
        }
        let node = self.node(kind, mode, bytes);
        self.nodes.insert(path.to_string(), node);
    }

    fn node(&mut self, kind: Kind, mode: u32, bytes: Vec<u8>) -> MemoryNode {
        self.clock += 1;
        let owner = Owner::default();
        let (inode, modified) = (self.clock, self.clock);
        MemoryNode { kind, bytes: bytes.into(), mode, owner, inode, modified, extended: BTreeMap::new() }
    }

    /// Returns the file, folder or link at a path, provided that all components above it are folders.
    fn find(&self, path: &str) -> Result<Option<&MemoryNode>, TreeError> {
        for (end, _) in path.match_indices('/') {
            let folder = &path[..end];
            match self.nodes.get(folder) {
                None => return Ok(None),
                Some(node) if node.kind == Kind::Folder => {}
                Some(node) => return Err(refusal(Some(folder), node.kind)),
            }
        }
        Ok(self.nodes.get(path))
    }

    fn find_file(&self, path: &str) -> Result<&MemoryNode, TreeError> {
        match self.find(path)? {
            None => Err(TreeError::Missing),
            Some(node) if node.kind == Kind::File => Ok(node),
            Some(node) => Err(refusal(None, node.kind)),
        }
    }

    /// Returns the path of a new name, which must be free and in an existing folder.
    fn free(&self, spot: &Location) -> Result<String, TreeError> {
        let folder = spot.folder();
        if !folder.is_empty() {
            match self.find(&folder)? {
                None => return Err(TreeError::Missing),
                Some(node) if node.kind == Kind::Folder => {}
                Some(node) => return Err(refusal(Some(&folder), node.kind)),
            }
        }
        let name = spot.to_string();
        if self.nodes.contains_key(&name) { Err(io::ErrorKind::AlreadyExists.into_tree()) } else { Ok(name) }
    }

    fn names_in(&self, folder: &str) -> Result<Vec<(String, Kind)>, TreeError> {
        match self.find(folder)? {
            None => return Err(TreeError::Missing),
            Some(node) if node.kind == Kind::Folder => {}
            Some(node) => return Err(refusal(Some(folder), node.kind)),
        }
        let names = self.inside(folder).into_iter().filter_map(|path| {
            let name = path.get(folder.len() + 1..).filter(|name| !name.contains('/'))?;
            Some((name.to_owned(), self.nodes.get(&path)?.kind))
        });
        Ok(names.collect())
    }

    /// Returns the paths of everything inside a folder, at any depth.
    fn inside(&self, folder: &str) -> Vec<String> {
        let prefix = format!("{folder}/");
        let paths = self.nodes.range(prefix.clone()..).map(|(path, _)| path);
        paths.take_while(|path| path.starts_with(&prefix)).cloned().collect()
    }

    /// Returns the mount of a path: that of the innermost mounted folder that is the path or contains it.
    fn mount_of(&self, path: &str) -> u64 {
        let is_on = |folder: &str| {
            path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let mounts = self.mounts.iter().filter(|(folder, _)| is_on(folder));
        mounts.max_by_key(|(folder, _)| folder.len()).map_or(0, |(_, number)| *number)
    }

    /// Checks that two places are on the same mount: neither a rename nor a hard link can cross mounts.
    fn check_mounts(&self, one: &Location, other: &Location) -> Result<(), TreeError> {
        if self.mount_of(&one.to_string()) == self.mount_of(&other.to_string()) {
            Ok(())
        } else {
            Err(io::ErrorKind::CrossesDevices.into_tree())
        }
    }

    /// Returns whether two names are of the same file; a rename leaves these unchanged.
    fn is_same(&self, one: &str, other: &str) -> bool {
        let inode = |path| self.nodes.get(path).map(|node| node.inode);
        inode(one) == inode(other)
    }

    /// Removes a name.
    fn drop_name(&mut self, path: &str) {
        if let Some(node) = self.nodes.remove(path)
            && let Some(names) = self.second_names.get_mut(&node.inode)
        {
            *names -= 1;
            if *names == 0 {
                self.second_names.remove(&node.inode);
            }
        }
    }

    fn look_at(&self, path: &str, node: &MemoryNode) -> Look {
        let links = 1 + self.second_names.get(&node.inode).copied().unwrap_or(0);
        Look {
            kind: node.kind,
            mode: node.mode,
            owner: node.owner,
            links,
            stamp: Stamp { mount: self.mount_of(path), ..stamp_of(node) },
        }
    }
}

fn stamp_of(node: &MemoryNode) -> Stamp {
    Stamp {
        inode: node.inode,
        size: node.bytes.len() as u64,
        modified: node.modified.into(),
        changed: node.modified.into(),
        extended: !node.extended.is_empty(),
        ..Stamp::default()
    }
}

/// Shortens the creation of errors.
trait IntoTree {
    fn into_tree(self) -> TreeError;
}

impl IntoTree for io::ErrorKind {
    fn into_tree(self) -> TreeError {
        TreeError::Io(self.into())
    }
}

impl ReadTree for MemoryTree {
    fn kind(&self, path: &PatchPath) -> Result<Option<Kind>, TreeError> {
        Ok(self.find(path.as_str())?.map(|node| node.kind))
    }

    fn read(&self, path: &PatchPath) -> Result<File, TreeError> {
        let node = self.find_file(path.as_str())?;
        let stamp = Stamp { mount: self.mount_of(path.as_str()), ..stamp_of(node) };
        Ok(File { bytes: node.bytes.clone(), mode: node.mode, stamp })
    }

    fn list(&self, path: &PatchPath) -> Result<Vec<(String, Kind)>, TreeError> {
        self.names_in(path.as_str())
    }

    fn list_root(&self) -> Result<Vec<(String, Kind)>, TreeError> {
        let names = self.nodes.iter().filter(|(path, _)| !path.is_empty() && !path.contains('/'));
        Ok(names.map(|(path, node)| (path.clone(), node.kind)).collect())
    }

    fn link_target(&self, path: &PatchPath) -> Result<Vec<u8>, TreeError> {
        match self.find(path.as_str())? {
            Some(node) if node.kind == Kind::Link => Ok(node.bytes.to_vec()),
            Some(_) => Err(TreeError::Refused("it is not a link".to_owned())),
            None => Err(TreeError::Missing),
        }
    }
}

impl WriteTree for MemoryTree {
    fn user(&self) -> u32 {
        0
    }

    fn root_mount(&self) -> u64 {
        0
    }

    fn look(&mut self, at: &Location) -> Result<Option<Look>, TreeError> {
        let path = at.to_string();
        Ok(self.find(&path)?.map(|node| self.look_at(&path, node)))
    }

    fn bytes(&mut self, at: &Location) -> Result<Vec<u8>, TreeError> {
        Ok(self.find_file(&at.to_string())?.bytes.to_vec())
    }

    fn names(&mut self, at: &Location) -> Result<Vec<(String, Kind)>, TreeError> {
        self.names_in(&at.to_string())
    }

    fn stage(&mut self, at: &Location, wanted: &Attributes<'_>, fill: Fill<'_>) -> Result<Look, TreeError> {
        let path = self.free(at)?;
        let mut bytes = Vec::new();
        fill(&mut bytes)?;
        let mode = match wanted.mode {
            NewMode::Plain => 0o644,
            NewMode::Executable => 0o755,
            NewMode::Exact(mode) => mode,
        };
        let mut node = self.node(Kind::File, mode, bytes);
        node.owner = Owner { user: wanted.user.unwrap_or(0), group: wanted.group.unwrap_or(0) };
        node.extended = match wanted.extended {
            Extended::None => BTreeMap::new(),
            Extended::Of(original) => self.find_file(&original.to_string())?.extended.clone(),
            Extended::These(these) => these.iter().cloned().collect(),
        };
        let look = self.look_at(&path, &node);
        self.nodes.insert(path, node);
        Ok(look)
    }

    fn rename(&mut self, from: &Location, to: &Location, over: Over) -> Result<(), TreeError> {
        self.check_mounts(from, to)?;
        let (old, new) = (from.to_string(), to.to_string());
        let kind = self.find(&old)?.ok_or(TreeError::Missing)?.kind;
        if over == Over::File && self.is_same(&old, &new) {
            return Ok(());
        }
        match self.find(&new)?.map(|node| node.kind) {
            Some(Kind::Folder) if over == Over::File => return Err(io::ErrorKind::IsADirectory.into_tree()),
            Some(_) if over == Over::File && kind != Kind::Folder => {}
            _ => drop(self.free(to)?),
        }
        self.drop_name(&new);
        for path in self.inside(&old).into_iter().chain([old.clone()]) {
            let node = self.nodes.remove(&path).ok_or(TreeError::Missing)?;
            self.nodes.insert(format!("{new}{}", &path[old.len()..]), node);
        }
        Ok(())
    }

    fn exchange(&mut self, one: &Location, other: &Location) -> Result<(), TreeError> {
        if self.lacks.exchange {
            return Err(io::ErrorKind::Unsupported.into_tree());
        }
        self.check_mounts(one, other)?;
        let (one, other) = (one.to_string(), other.to_string());
        let (here, there) = (self.find_file(&one)?.clone(), self.find_file(&other)?.clone());
        self.nodes.insert(one, there);
        self.nodes.insert(other, here);
        Ok(())
    }

    fn link(&mut self, from: &Location, to: &Location) -> Result<(), TreeError> {
        if self.lacks.links {
            return Err(io::ErrorKind::Unsupported.into_tree());
        }
        self.check_mounts(from, to)?;
        let node = self.find_file(&from.to_string())?.clone();
        let name = self.free(to)?;
        *self.second_names.entry(node.inode).or_default() += 1;
        self.nodes.insert(name, node);
        Ok(())
    }

    fn unlink(&mut self, at: &Location) -> Result<(), TreeError> {
        let path = at.to_string();
        match self.find(&path)?.map(|node| node.kind) {
            None => Err(TreeError::Missing),
            Some(Kind::Folder) => Err(io::ErrorKind::IsADirectory.into_tree()),
            Some(_) => {
                self.drop_name(&path);
                Ok(())
            }
        }
    }

    fn make_folder(&mut self, at: &Location, access: Access) -> Result<(), TreeError> {
        let path = self.free(at)?;
        let mode = match access {
            Access::Owner => 0o700,
            Access::Umask => 0o755,
        };
        let node = self.node(Kind::Folder, mode, Vec::new());
        self.nodes.insert(path, node);
        Ok(())
    }

    fn set_folder_mode(&mut self, at: &Location, mode: u32) -> Result<(), TreeError> {
        match self.nodes.get_mut(&at.to_string()) {
            None => Err(TreeError::Missing),
            Some(node) if node.kind == Kind::Folder => {
                node.mode = mode;
                Ok(())
            }
            Some(node) => Err(refusal(Some(at.name()), node.kind)),
        }
    }

    fn make_link(&mut self, at: &Location, target: &[u8]) -> Result<Look, TreeError> {
        let path = self.free(at)?;
        let node = self.node(Kind::Link, 0o777, target.to_vec());
        let look = self.look_at(&path, &node);
        self.nodes.insert(path, node);
        Ok(look)
    }

    fn extended(&mut self, at: &Location) -> Result<Vec<ExtendedAttribute>, TreeError> {
        Ok(self.find_file(&at.to_string())?.extended.clone().into_iter().collect())
    }

    fn remove_folder(&mut self, at: &Location) -> Result<(), TreeError> {
        let path = at.to_string();
        if !self.names_in(&path)?.is_empty() {
            return Err(io::ErrorKind::DirectoryNotEmpty.into_tree());
        }
        self.nodes.remove(&path);
        Ok(())
    }

    fn sync(&mut self, _: &Location) -> Result<(), TreeError> {
        Ok(())
    }
}

impl<P: AsRef<str>, B: Into<Vec<u8>>> FromIterator<(P, B)> for MemoryTree {
    fn from_iter<I: IntoIterator<Item = (P, B)>>(files: I) -> Self {
        let files = files.into_iter();
        files.fold(Self::new(), |tree, (path, bytes)| tree.with_file(path.as_ref(), bytes))
    }
}
