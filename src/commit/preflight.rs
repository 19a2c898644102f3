//! Examines every path that a plan changes, immediately before the change, and determines the order of the changes.
//!
//! Nothing is written here. The result contains the files to be removed, the folders to be made and the transaction
//! folder for each new file.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::failure::Failure;
use crate::diag::{Code, Diagnostic};
use crate::ir::PatchPath;
use crate::plan::{Content, FileChange, NewFile, Node, Plan, PlannedFolders};
use crate::vfs::{File, Kind, Location, Look, TreeError, WriteTree};

/// The changes to be made, in order.
#[derive(Debug, Default)]
pub(super) struct CommitDraft<'a> {
    /// Paths to be vacated: deleted files and links, and folders that are replaced by a file, innermost first.
    pub(super) removed: Vec<RemovedPath<'a>>,
    /// Folders to be made, outermost first, with their permission bits if these are known.
    pub(super) made_folders: Vec<(PatchPath, Option<u32>)>,
    /// Files to be written or moved.
    pub(super) written: Vec<PlannedWrite<'a>>,
    /// Folders to be removed if they turn out to be empty, innermost first.
    pub(super) emptied_folders: Vec<PatchPath>,
    /// Warnings for the user.
    pub(super) warnings: Vec<Diagnostic>,
}

impl CommitDraft<'_> {
    /// Returns whether there is nothing to do.
    pub(super) fn is_empty(&self) -> bool {
        self.removed.is_empty()
            && self.made_folders.is_empty()
            && self.written.is_empty()
            && self.emptied_folders.is_empty()
    }
}

/// A file, link or folder that is removed from its path.
#[derive(Debug)]
pub(super) struct RemovedPath<'a> {
    pub(super) path: Cow<'a, PatchPath>,
    /// The folder whose transaction folder receives it; `None` for the root.
    pub(super) at: Option<PatchPath>,
    pub(super) look: Look,
}

/// A file to be written or moved.
#[derive(Debug)]
pub(super) struct PlannedWrite<'a> {
    pub(super) path: &'a PatchPath,
    pub(super) file: &'a NewFile,
    /// The folder whose transaction folder receives it; `None` for the root.
    pub(super) at: Option<PatchPath>,
    /// The file that it replaces.
    pub(super) over: Option<ReplacedFile<'a>>,
    /// The file from which it takes mode, owner and extended attributes.
    pub(super) attributes_from: Option<AttributeSource<'a>>,
    /// The group that its folder prescribes.
    pub(super) group: Option<u32>,
    /// The index in [`CommitDraft::removed`] of the file that is moved here unchanged.
    pub(super) moved: Option<usize>,
}

/// A file that is replaced.
#[derive(Debug, Clone, Copy)]
pub(super) struct ReplacedFile<'a> {
    pub(super) file: &'a File,
    pub(super) look: Look,
}

/// A file from which another one takes its attributes.
#[derive(Debug, Clone, Copy)]
pub(super) struct AttributeSource<'a> {
    pub(super) path: &'a PatchPath,
    pub(super) look: Look,
    /// Whether it is kept: then the new file is a copy, and belongs to the user who runs the program.
    pub(super) stays: bool,
}

/// Examines everything that a plan changes.
pub(super) fn preflight<'a>(plan: &'a Plan, tree: &mut dyn WriteTree) -> Result<CommitDraft<'a>, Failure> {
    let mut survey = Preflight {
        transaction_folders: HashMap::from([(tree.root_mount(), None)]),
        tree,
        draft: CommitDraft::default(),
        originals: HashMap::new(),
        leaving: plan.files.iter().filter(|file| leaves(file)).map(|file| &file.path).collect(),
        folders: HashMap::new(),
        making: HashSet::new(),
        modes: HashMap::new(),
    };
    if let PlannedFolders::Known { made, .. } = &plan.folders {
        survey.modes = made.iter().map(|(path, mode)| (path, *mode)).collect();
    }
    for change in &plan.files {
        survey.look_at_original(change)?;
    }
    for change in &plan.files {
        survey.draft_new_file(change)?;
    }
    if let PlannedFolders::Known { made, .. } = &plan.folders {
        for (path, _) in made {
            if !survey.making.contains(path) {
                survey.make_up_to(Some(path.clone())).map_err(super::at(path))?;
            }
        }
    }
    survey.draft_folders(plan)?;
    let moves = survey.find_moves(plan);
    for (new, old) in moves {
        if let Some(written) = survey.draft.written.get_mut(new) {
            written.moved = Some(old);
        }
    }
    Ok(survey.draft)
}

/// Returns whether the file, link or folder at the path of a change is removed, whatever is written there.
fn leaves(change: &FileChange) -> bool {
    match change.before {
        Some(Node::File(_)) => change.after.as_ref().is_none_or(is_link),
        Some(Node::Link | Node::Folder) => true,
        None => false,
    }
}

/// Returns whether a link is to be written, which cannot be exchanged with a file.
const fn is_link(file: &NewFile) -> bool {
    matches!(file.content, Content::Link(_))
}

struct Preflight<'a, 't> {
    tree: &'t mut dyn WriteTree,
    /// For each mount, the folder that contains its transaction folder.
    transaction_folders: HashMap<u64, Option<PatchPath>>,
    draft: CommitDraft<'a>,
    /// The original files, with their present state.
    originals: HashMap<&'a PatchPath, (Look, &'a File)>,
    /// The paths whose file, link or folder is removed.
    leaving: HashSet<&'a PatchPath>,
    /// The known folders; `None` for those that must be made.
    folders: HashMap<PatchPath, Option<Look>>,
    making: HashSet<PatchPath>,
    /// The permission bits of folders to be made, if they are known.
    modes: HashMap<&'a PatchPath, u32>,
}

impl<'a> Preflight<'a, '_> {
    /// Checks that a path still has the content that was read there.
    fn look_at_original(&mut self, change: &'a FileChange) -> Result<(), Failure> {
        let path = &change.path;
        let Some(node) = &change.before else { return Ok(()) };
        let found = self.tree.look(&Location::from(path)).map_err(super::at(path))?;
        let look = found.ok_or_else(|| Failure::Changed(path.clone()))?;
        match node {
            Node::File(file) => {
                let look = self.check_file(path, file, look)?;
                self.originals.insert(path, (look, file));
                if leaves(change) {
                    self.remove(Cow::Borrowed(path), look)?;
                }
            }
            Node::Link if look.kind == Kind::Link => self.remove(Cow::Borrowed(path), look)?,
            Node::Folder if look.kind == Kind::Folder => {}
            Node::Link | Node::Folder => return Err(Failure::Changed(path.clone())),
        }
        Ok(())
    }

    fn check_file(&mut self, path: &PatchPath, file: &File, mut look: Look) -> Result<Look, Failure> {
        if look.kind != Kind::File {
            return Err(Failure::Changed(path.clone()));
        }
        if look.stamp.untouched(&file.stamp) {
            look.stamp.extended = file.stamp.extended;
        } else {
            let now = self.tree.read(path).map_err(super::at(path))?;
            if now.bytes != file.bytes {
                return Err(Failure::Changed(path.clone()));
            }
        }
        // The permissions of the folder would allow replacing the file, but a file that its owner may not write is
        // taken as one that must not be changed.
        if look.mode & 0o200 == 0 {
            return Err(Failure::ReadOnly(path.clone()));
        }
        Ok(look)
    }

    fn remove(&mut self, path: Cow<'a, PatchPath>, look: Look) -> Result<(), Failure> {
        let at = self.transaction_folder_for(look.stamp.mount, path.parent())?;
        self.draft.removed.push(RemovedPath { path, at, look });
        Ok(())
    }

    /// Returns the folder whose transaction folder can be reached by a rename from a place in `folder` on a mount.
    ///
    /// It is the outermost folder on that mount: no patch can remove it, and all files on the mount share it.
    fn transaction_folder_for(
        &mut self,
        mount: u64,
        folder: Option<PatchPath>,
    ) -> Result<Option<PatchPath>, Failure> {
        if let Some(at) = self.transaction_folders.get(&mount) {
            return Ok(at.clone());
        }
        let mut at = folder;
        while let Some(above) = at.as_ref().and_then(PatchPath::parent) {
            match self.tree.look(&Location::from(&above)).map_err(super::at(&above))? {
                Some(look) if look.stamp.mount == mount => at = Some(above),
                _ => break,
            }
        }
        self.transaction_folders.insert(mount, at.clone());
        Ok(at)
    }

    fn draft_new_file(&mut self, change: &'a FileChange) -> Result<(), Failure> {
        let Some(file) = &change.after else { return Ok(()) };
        let path = &change.path;
        let original = self.originals.get(path).copied().filter(|_| !is_link(file));
        let like = self.attribute_source(change, original)?;
        let written = match original {
            Some((look, old)) => {
                self.warn_of_links(path, &look);
                let over = Some(ReplacedFile { file: old, look });
                let at = self.transaction_folder_for(look.stamp.mount, path.parent())?;
                PlannedWrite { path, file, at, over, attributes_from: like, group: None, moved: None }
            }
            None => {
                let home = self.home_of(path)?;
                self.check_free(change)?;
                PlannedWrite {
                    path,
                    file,
                    at: home.at,
                    over: None,
                    attributes_from: like,
                    group: home.group,
                    moved: None,
                }
            }
        };
        self.draft.written.push(written);
        Ok(())
    }

    /// Returns the file from which a new file takes its attributes: the file from which it is moved or copied, or
    /// otherwise the file that it replaces.
    fn attribute_source(
        &mut self,
        change: &'a FileChange,
        original: Option<(Look, &'a File)>,
    ) -> Result<Option<AttributeSource<'a>>, Failure> {
        let replaced = original.map(|(look, _)| AttributeSource { path: &change.path, look, stays: false });
        let Some(source) = &change.source else { return Ok(replaced) };
        if let Some((look, _)) = self.originals.get(source) {
            return Ok(Some(AttributeSource {
                path: source,
                look: *look,
                stays: !self.leaving.contains(source),
            }));
        }
        // The plan does not change the source of a copy; if the patch itself created the source, it does not exist yet.
        let found = super::step::look_or_free(self.tree, source).map_err(super::at(source))?;
        let found = found.filter(|look| look.kind == Kind::File);
        Ok(found.map(|look| AttributeSource { path: source, look, stays: true }).or(replaced))
    }

    fn warn_of_links(&mut self, path: &PatchPath, look: &Look) {
        if look.links > 1 {
            let message = format!("`{path}` has other names (hard links), which keep the old text");
            self.draft.warnings.push(Diagnostic::warning(Code::Io, message));
        }
    }

    /// Checks that the path of a new file is free, except for what is removed before the file is written.
    fn check_free(&mut self, change: &'a FileChange) -> Result<(), Failure> {
        let path = &change.path;
        if self.leaving.contains(path) && !matches!(change.before, Some(Node::Folder)) {
            return Ok(());
        }
        match super::step::look_or_free(self.tree, path).map_err(super::at(path))? {
            None => Ok(()),
            Some(look) if look.kind == Kind::Folder => {
                self.folders.insert(path.clone(), Some(look));
                self.draft.emptied_folders.push(path.clone());
                Ok(())
            }
            Some(_) => Err(Failure::Changed(path.clone())),
        }
    }

    /// Examines the folders above a new file.
    fn home_of(&mut self, path: &PatchPath) -> Result<NewFilePlace, Failure> {
        let found = self.make_up_to(path.parent()).map_err(super::at(path))?;
        let Some((folder, look)) = found else { return Ok(NewFilePlace { at: None, group: None }) };
        // A set-group-id folder gives its group to files created in it; but files are staged elsewhere.
        let group = (look.mode & 0o2000 != 0).then_some(look.owner.group);
        Ok(NewFilePlace { at: self.transaction_folder_for(look.stamp.mount, Some(folder))?, group })
    }

    /// Records which folders must be made; returns the innermost folder that exists.
    fn make_up_to(&mut self, mut folder: Option<PatchPath>) -> Result<Option<(PatchPath, Look)>, TreeError> {
        let mut missing = Vec::new();
        let found = loop {
            let Some(here) = folder else { break None };
            match self.folder(&here)? {
                Some(look) => break Some((here, look)),
                None => {
                    folder = here.parent();
                    missing.push(here);
                }
            }
        };
        for folder in missing.into_iter().rev() {
            if self.making.insert(folder.clone()) {
                let mode = self.modes.get(&folder).copied();
                self.draft.made_folders.push((folder, mode));
            }
        }
        Ok(found)
    }

    /// Returns the state of a folder, or `None` if it must be made.
    fn folder(&mut self, path: &PatchPath) -> Result<Option<Look>, TreeError> {
        if let Some(known) = self.folders.get(path) {
            return Ok(*known);
        }
        let known = match super::step::look_or_free(self.tree, path)? {
            Some(look) if look.kind == Kind::Folder => Some(look),
            Some(_) if self.leaving.contains(path) => None,
            Some(look) => return Err(TreeError::in_the_way(path.as_str(), look.kind)),
            None => None,
        };
        self.folders.insert(path.clone(), known);
        Ok(known)
    }

    /// Determines which folders are replaced by files, and which may be left empty.
    fn draft_folders(&mut self, plan: &'a Plan) -> Result<(), Failure> {
        let in_the_way: Vec<PatchPath> = std::mem::take(&mut self.draft.emptied_folders);
        let emptied = match &plan.folders {
            PlannedFolders::Follow => emptied_by(&plan.files),
            PlannedFolders::Known { removed, .. } => removed.iter().cloned().collect(),
        };
        if let Some(path) = in_the_way.iter().find(|path| !emptied.contains(*path)) {
            return Err(Failure::NotEmpty(path.clone()));
        }
        let mut emptied: Vec<PatchPath> = emptied.into_iter().collect();
        // Innermost first, and otherwise in an order that does not depend on hashes.
        emptied.sort_by(|one, other| depth(other).cmp(&depth(one)).then_with(|| one.cmp(other)));
        let blocking: HashSet<&PatchPath> = in_the_way.iter().collect();
        for folder in emptied {
            let gives_way = !blocking.is_empty() && ancestors(&folder).any(|above| blocking.contains(&above));
            if !gives_way {
                self.draft.emptied_folders.push(folder);
            } else if let Some(look) = self.tree.look(&Location::from(&folder)).map_err(super::at(&folder))? {
                self.remove(Cow::Owned(folder), look)?;
            }
        }
        Ok(())
    }

    /// Finds new files that are byte for byte old files under another name: they keep inode and time.
    fn find_moves(&self, plan: &Plan) -> Vec<(usize, usize)> {
        let mut gone: HashMap<&PatchPath, usize> = HashMap::new();
        for (index, retired) in self.draft.removed.iter().enumerate() {
            gone.insert(&*retired.path, index);
        }
        let sources: HashMap<&PatchPath, Option<&PatchPath>> =
            plan.files.iter().map(|change| (&change.path, change.source.as_ref())).collect();
        let mut moves = Vec::new();
        for (index, written) in self.draft.written.iter().enumerate() {
            let Some(source) = sources.get(written.path).copied().flatten() else { continue };
            let found = (gone.get(source).copied(), self.originals.get(source));
            let (Some(old), Some((look, file))) = found else { continue };
            let same_place = self.draft.removed.get(old).is_some_and(|gone| gone.at == written.at);
            let same_mode = written.file.mode.is_none_or(|mode| mode == look.mode);
            if written.over.is_none() && same_place && same_mode && holds(&written.file.content, file) {
                gone.remove(source);
                moves.push((index, old));
            }
        }
        moves
    }
}

/// Returns the folders that may be empty after the removals.
fn emptied_by(changes: &[FileChange]) -> HashSet<PatchPath> {
    let mut emptied: HashSet<PatchPath> = HashSet::new();
    for change in changes.iter().filter(|change| leaves(change)) {
        let is_folder = matches!(change.before, Some(Node::Folder));
        let mut folder = if is_folder { Some(change.path.clone()) } else { change.path.parent() };
        while let Some(here) = folder.filter(|here| !emptied.contains(here)) {
            folder = here.parent();
            emptied.insert(here);
        }
    }
    emptied
}

/// The circumstances of a new file.
struct NewFilePlace {
    /// The folder in whose transaction folder it is staged.
    at: Option<PatchPath>,
    /// The group that the folder prescribes.
    group: Option<u32>,
}

/// Returns whether a content equals that of a file.
fn holds(content: &Content, file: &File) -> bool {
    match content {
        Content::Bytes(bytes) => *bytes == file.bytes,
        Content::Text(_) => content.to_bytes() == file.bytes,
        Content::Link(_) => false,
    }
}

fn depth(path: &PatchPath) -> usize {
    path.components().count()
}

/// Returns a folder and the folders above it.
fn ancestors(folder: &PatchPath) -> impl Iterator<Item = PatchPath> {
    std::iter::successors(Some(folder.clone()), PatchPath::parent)
}
