//! Looks at every path that a plan changes, just before it does, and works out in which order that can be done.
//!
//! Nothing is written here. What comes out knows which files go, which folders have to be made and where each new file
//! is staged.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::failure::Failure;
use crate::diag::{Code, Diagnostic};
use crate::ir::PatchPath;
use crate::plan::{Content, FileChange, NewFile, Node, Plan, PlannedFolders};
use crate::vfs::{File, Kind, Location, Look, TreeError, WriteTree};

/// What is to be done, in the order in which it is.
#[derive(Debug, Default)]
pub(super) struct CommitDraft<'a> {
    /// What goes from its path: deleted files and links, and folders that give way to a file, innermost first.
    pub(super) retired: Vec<RetiredPath<'a>>,
    /// Folders to be made, outermost first, with permission bits where they are known.
    pub(super) made: Vec<(PatchPath, Option<u32>)>,
    /// Files to be written or moved.
    pub(super) written: Vec<PlannedWrite<'a>>,
    /// Folders that go if they turn out empty, innermost first.
    pub(super) swept: Vec<PatchPath>,
    /// What the reader should know.
    pub(super) warnings: Vec<Diagnostic>,
}

impl CommitDraft<'_> {
    /// Whether nothing is to be done.
    pub(super) fn is_empty(&self) -> bool {
        self.retired.is_empty() && self.made.is_empty() && self.written.is_empty() && self.swept.is_empty()
    }
}

/// Something that goes from its path.
#[derive(Debug)]
pub(super) struct RetiredPath<'a> {
    pub(super) path: Cow<'a, PatchPath>,
    /// The folder whose transaction folder takes it; `None` for the root.
    pub(super) at: Option<PatchPath>,
    pub(super) look: Look,
}

/// A file to be written or moved.
#[derive(Debug)]
pub(super) struct PlannedWrite<'a> {
    pub(super) path: &'a PatchPath,
    pub(super) file: &'a NewFile,
    /// The folder whose transaction folder takes it; `None` for the root.
    pub(super) at: Option<PatchPath>,
    /// What it replaces.
    pub(super) over: Option<ReplacedFile<'a>>,
    /// The file that gives mode, owner and extended attributes.
    pub(super) like: Option<Like<'a>>,
    /// The group that its folder asks for.
    pub(super) group: Option<u32>,
    /// The file that it is, unchanged: the index of what goes from its path.
    pub(super) moved: Option<usize>,
}

/// The file that another replaces.
#[derive(Debug, Clone, Copy)]
pub(super) struct ReplacedFile<'a> {
    pub(super) file: &'a File,
    pub(super) look: Look,
}

/// The file that another takes after.
#[derive(Debug, Clone, Copy)]
pub(super) struct Like<'a> {
    pub(super) path: &'a PatchPath,
    pub(super) look: Look,
    /// Whether it stays where it is: then the other one is a copy, and its maker's.
    pub(super) stays: bool,
}

/// Looks at all that a plan changes.
pub(super) fn survey<'a>(plan: &'a Plan, tree: &mut dyn WriteTree) -> Result<CommitDraft<'a>, Failure> {
    let mut survey = Preflight {
        benches: HashMap::from([(tree.root_mount(), None)]),
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

/// Whether what stands at the path of a change goes away, whatever comes there.
fn leaves(change: &FileChange) -> bool {
    match change.before {
        Some(Node::File(_)) => change.after.as_ref().is_none_or(is_link),
        Some(Node::Link | Node::Folder) => true,
        None => false,
    }
}

/// Whether what is to be written is a link, which cannot change places with a file.
const fn is_link(file: &NewFile) -> bool {
    matches!(file.content, Content::Link(_))
}

struct Preflight<'a, 't> {
    tree: &'t mut dyn WriteTree,
    /// For each mount, the folder that its transaction folder lies in.
    benches: HashMap<u64, Option<PatchPath>>,
    draft: CommitDraft<'a>,
    /// The files that there were, as they are now.
    originals: HashMap<&'a PatchPath, (Look, &'a File)>,
    /// The paths whose file or link goes away.
    leaving: HashSet<&'a PatchPath>,
    /// What is known of folders; `None` for one that has to be made.
    folders: HashMap<PatchPath, Option<Look>>,
    making: HashSet<PatchPath>,
    /// The permission bits of folders that are to be made, where they are known.
    modes: HashMap<&'a PatchPath, u32>,
}

impl<'a> Preflight<'a, '_> {
    /// Checks that what stands at a path is what was read there.
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
                    self.retire(Cow::Borrowed(path), look)?;
                }
            }
            Node::Link if look.kind == Kind::Link => self.retire(Cow::Borrowed(path), look)?,
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
        // The folder would let the file be replaced; that its owner may not write to it is taken as a wish.
        if look.mode & 0o200 == 0 {
            return Err(Failure::ReadOnly(path.clone()));
        }
        Ok(look)
    }

    fn retire(&mut self, path: Cow<'a, PatchPath>, look: Look) -> Result<(), Failure> {
        let at = self.bench_for(look.stamp.mount, path.parent())?;
        self.draft.retired.push(RetiredPath { path, at, look });
        Ok(())
    }

    /// The folder whose transaction folder a rename can reach from a place on a mount, which is in `folder`.
    ///
    /// It is the outermost one on that mount: no patch can remove that, and all of the mount's files share it.
    fn bench_for(&mut self, mount: u64, folder: Option<PatchPath>) -> Result<Option<PatchPath>, Failure> {
        if let Some(at) = self.benches.get(&mount) {
            return Ok(at.clone());
        }
        let mut at = folder;
        while let Some(above) = at.as_ref().and_then(PatchPath::parent) {
            match self.tree.look(&Location::from(&above)).map_err(super::at(&above))? {
                Some(look) if look.stamp.mount == mount => at = Some(above),
                _ => break,
            }
        }
        self.benches.insert(mount, at.clone());
        Ok(at)
    }

    fn draft_new_file(&mut self, change: &'a FileChange) -> Result<(), Failure> {
        let Some(file) = &change.after else { return Ok(()) };
        let path = &change.path;
        let original = self.originals.get(path).copied().filter(|_| !is_link(file));
        let like = self.like(change, original)?;
        let written = match original {
            Some((look, old)) => {
                self.warn_of_links(path, &look);
                let over = Some(ReplacedFile { file: old, look });
                let at = self.bench_for(look.stamp.mount, path.parent())?;
                PlannedWrite { path, file, at, over, like, group: None, moved: None }
            }
            None => {
                let home = self.home_of(path)?;
                self.check_free(change)?;
                PlannedWrite { path, file, at: home.at, over: None, like, group: home.group, moved: None }
            }
        };
        self.draft.written.push(written);
        Ok(())
    }

    /// The file that a new one takes after: the one that it comes from, else the one that it replaces.
    fn like(
        &mut self,
        change: &'a FileChange,
        original: Option<(Look, &'a File)>,
    ) -> Result<Option<Like<'a>>, Failure> {
        let replaced = original.map(|(look, _)| Like { path: &change.path, look, stays: false });
        let Some(source) = &change.source else { return Ok(replaced) };
        if let Some((look, _)) = self.originals.get(source) {
            return Ok(Some(Like { path: source, look: *look, stays: !self.leaving.contains(source) }));
        }
        // The plan does not touch the source of a copy; and where the patch itself made it, nothing stands there.
        let found = super::step::look_loosely(self.tree, source).map_err(super::at(source))?;
        let found = found.filter(|look| look.kind == Kind::File);
        Ok(found.map(|look| Like { path: source, look, stays: true }).or(replaced))
    }

    fn warn_of_links(&mut self, path: &PatchPath, look: &Look) {
        if look.links > 1 {
            let message = format!("`{path}` has other names (hard links), which keep the old text");
            self.draft.warnings.push(Diagnostic::warning(Code::Io, message));
        }
    }

    /// Checks that nothing stands at the path of a new file but what goes away before it comes.
    fn check_free(&mut self, change: &'a FileChange) -> Result<(), Failure> {
        let path = &change.path;
        if self.leaving.contains(path) && !matches!(change.before, Some(Node::Folder)) {
            return Ok(());
        }
        match super::step::look_loosely(self.tree, path).map_err(super::at(path))? {
            None => Ok(()),
            Some(look) if look.kind == Kind::Folder => {
                self.folders.insert(path.clone(), Some(look));
                self.draft.swept.push(path.clone());
                Ok(())
            }
            Some(_) => Err(Failure::Changed(path.clone())),
        }
    }

    /// Finds out about the folders above a new file.
    fn home_of(&mut self, path: &PatchPath) -> Result<NewFilePlace, Failure> {
        let found = self.make_up_to(path.parent()).map_err(super::at(path))?;
        let Some((folder, look)) = found else { return Ok(NewFilePlace { at: None, group: None }) };
        // A set-group-id folder gives its group to what is made in it; staging happens elsewhere.
        let group = (look.mode & 0o2000 != 0).then_some(look.owner.group);
        Ok(NewFilePlace { at: self.bench_for(look.stamp.mount, Some(folder))?, group })
    }

    /// Notes which folders have to be made; gives the innermost one that is there.
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
                self.draft.made.push((folder, mode));
            }
        }
        Ok(found)
    }

    /// What a folder is, or `None` if it has to be made.
    fn folder(&mut self, path: &PatchPath) -> Result<Option<Look>, TreeError> {
        if let Some(known) = self.folders.get(path) {
            return Ok(*known);
        }
        let known = match super::step::look_loosely(self.tree, path)? {
            Some(look) if look.kind == Kind::Folder => Some(look),
            Some(_) if self.leaving.contains(path) => None,
            Some(look) => return Err(TreeError::in_the_way(path.as_str(), look.kind)),
            None => None,
        };
        self.folders.insert(path.clone(), known);
        Ok(known)
    }

    /// Works out which folders give way to files, and which may be left empty.
    fn draft_folders(&mut self, plan: &'a Plan) -> Result<(), Failure> {
        let in_the_way: Vec<PatchPath> = std::mem::take(&mut self.draft.swept);
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
                self.draft.swept.push(folder);
            } else if let Some(look) = self.tree.look(&Location::from(&folder)).map_err(super::at(&folder))? {
                self.retire(Cow::Owned(folder), look)?;
            }
        }
        Ok(())
    }

    /// Finds new files that are old ones under another name, byte for byte: they keep inode and time.
    fn find_moves(&self, plan: &Plan) -> Vec<(usize, usize)> {
        let mut gone: HashMap<&PatchPath, usize> = HashMap::new();
        for (index, retired) in self.draft.retired.iter().enumerate() {
            gone.insert(&*retired.path, index);
        }
        let sources: HashMap<&PatchPath, Option<&PatchPath>> =
            plan.files.iter().map(|change| (&change.path, change.source.as_ref())).collect();
        let mut moves = Vec::new();
        for (index, written) in self.draft.written.iter().enumerate() {
            let Some(source) = sources.get(written.path).copied().flatten() else { continue };
            let found = (gone.get(source).copied(), self.originals.get(source));
            let (Some(old), Some((look, file))) = found else { continue };
            let same_place = self.draft.retired.get(old).is_some_and(|gone| gone.at == written.at);
            let same_mode = written.file.mode.is_none_or(|mode| mode == look.mode);
            if written.over.is_none() && same_place && same_mode && holds(&written.file.content, file) {
                gone.remove(source);
                moves.push((index, old));
            }
        }
        moves
    }
}

/// The folders that may be left empty when what leaves has left.
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

/// Where a new file comes to stand.
struct NewFilePlace {
    /// The folder whose transaction folder takes it until then.
    at: Option<PatchPath>,
    /// The group that the folder asks for.
    group: Option<u32>,
}

/// Whether a content is that of a file.
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

/// A folder and those above it.
fn ancestors(folder: &PatchPath) -> impl Iterator<Item = PatchPath> {
    std::iter::successors(Some(folder.clone()), PatchPath::parent)
}
