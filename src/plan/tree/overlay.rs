//! The tree as the operations so far have left it: files are read once, changes are kept in memory.

use std::collections::{HashMap, HashSet};

use super::above::AncestorSet;
use super::document::Document;
use super::read_files::ReadFiles;
use crate::diag::Code;
use crate::ir::{FileMode, PatchPath, TextId};
use crate::plan::refusal::Refusal;
use crate::plan::{ChangedLines, Content, FileChange, NewFile, Node, Summary};
use crate::resolve::bindings::Graphs;
use crate::vfs::{Bytes, File, Kind, ReadTree, TreeError};

/// The tree with the changes of the patch laid over it.
pub(in crate::plan) struct Overlay<'p, 't> {
    tree: &'t dyn ReadTree,
    entries: HashMap<PatchPath, OverlayEntry<'p>>,
    /// The paths at which there is or was a file.
    files: AncestorSet,
    /// The paths that operations mentioned, in order.
    mentioned: Vec<PatchPath>,
    /// The number of the current operation.
    operation: usize,
    /// The name graphs of files, as operations last read them.
    graphs: Graphs,
    /// The text of the patch, which may itself be a file below the root.
    patch: Option<TextId>,
}

/// What is known about one path.
struct OverlayEntry<'p> {
    /// What is at the path in the tree.
    before: Option<Node>,
    /// The file that is at the path now.
    now: Option<OpenFile<'p>>,
    /// The path in the tree that the file came from by moves and copies.
    source: Option<EntrySource>,
}

#[derive(Clone)]
struct EntrySource {
    path: PatchPath,
    is_move: bool,
}

/// A file that operations work on.
pub(in crate::plan) struct OpenFile<'p> {
    body: EntryBody<'p>,
    mode: Option<u32>,
    /// The number of the operation that wrote the file as a whole.
    written_by: Option<usize>,
}

enum EntryBody<'p> {
    /// No operation is working on the file.
    Closed { content: Content, is_known_clean: bool },
    Document {
        document: Box<Document<'p>>,
        /// The content that the document was opened from.
        original: Content,
    },
}

impl EntryBody<'_> {
    const fn closed(content: Content) -> Self {
        Self::Closed { content, is_known_clean: false }
    }

    /// Returns the content, and whether it is known to have no new syntax errors.
    fn into_content(self) -> (Content, bool) {
        match self {
            Self::Closed { content, is_known_clean } => (content, is_known_clean),
            Self::Document { document, original } if !document.is_changed() => {
                (original, document.is_known_clean())
            }
            Self::Document { document, .. } => {
                let is_known_clean = document.is_known_clean();
                (Content::Text(document.into_text().into()), is_known_clean)
            }
        }
    }
}

impl<'p> OpenFile<'p> {
    /// Returns the text of the file, which is decoded by `open` on first use.
    pub(in crate::plan) fn document(
        &mut self,
        open: impl FnOnce(&Bytes) -> Document<'p>,
    ) -> &mut Document<'p> {
        if let EntryBody::Closed { content, .. } = &self.body {
            let mut document = Box::new(open(&content.to_bytes()));
            if let Some(operation) = self.written_by {
                document.was_written_by(operation);
            }
            if self.written_by.is_some() || !matches!(content, Content::Bytes(_)) {
                document.begins_edited();
            }
            let original = content.clone();
            self.body = EntryBody::Document { document, original };
        }
        match &mut self.body {
            EntryBody::Document { document, .. } => {
                document.catch_up();
                document
            }
            EntryBody::Closed { .. } => unreachable!("it was just opened"),
        }
    }

    /// Drops everything but the content: the line index and the symbols take several times its memory.
    fn close(&mut self) {
        let body = std::mem::replace(&mut self.body, EntryBody::closed(Content::Bytes(Bytes::default())));
        let (content, is_known_clean) = body.into_content();
        self.body = EntryBody::Closed { content, is_known_clean };
    }

    fn into_new_file(self) -> NewFile {
        let (content, is_known_clean) = self.body.into_content();
        NewFile { content, is_known_clean, mode: self.mode, kept: None }
    }

    /// Returns whether no operation changed the text or the mode.
    fn is_as_read(&self, file: &File) -> bool {
        let is_read = |bytes: &Bytes| bytes.is_shared_with(&file.bytes) && self.mode == Some(file.mode);
        match &self.body {
            EntryBody::Closed { content: Content::Bytes(bytes), .. } => is_read(bytes),
            EntryBody::Document { document, original: Content::Bytes(bytes) } => {
                !document.is_changed() && is_read(bytes)
            }
            EntryBody::Closed { .. } | EntryBody::Document { .. } => false,
        }
    }

    /// Returns whether text and mode equal those of a file; only for a closed file.
    fn is_equal_to(&self, file: &File) -> bool {
        let is_same = match &self.body {
            EntryBody::Closed { content: Content::Bytes(bytes), .. } => **bytes == *file.bytes,
            EntryBody::Closed { content: Content::Text(text), .. } => text.is_spelled(&file.bytes),
            EntryBody::Closed { content: Content::Link(_), .. } | EntryBody::Document { .. } => false,
        };
        is_same && self.mode.is_none_or(|mode| mode == file.mode)
    }

    fn copy(&self) -> Self {
        let content = match &self.body {
            EntryBody::Closed { content, .. } => content.clone(),
            EntryBody::Document { document, original } if !document.is_changed() => original.clone(),
            EntryBody::Document { document, .. } => Content::Text(document.to_text().into()),
        };
        Self { body: EntryBody::closed(content), mode: self.mode, written_by: self.written_by }
    }

    /// Sets the permission bits that a diff asks for.
    pub(in crate::plan) fn set_mode(&mut self, mode: FileMode) {
        let own = self.mode.unwrap_or(0o644);
        self.mode = Some(match mode {
            FileMode::Regular => own & !0o111,
            // Everyone who may read the file may execute it.
            FileMode::Executable => own | (own & 0o444) >> 2,
        });
    }
}

impl<'p, 't> Overlay<'p, 't> {
    pub(in crate::plan) fn new(tree: &'t dyn ReadTree) -> Self {
        Self {
            tree,
            entries: HashMap::new(),
            files: AncestorSet::default(),
            mentioned: Vec::new(),
            operation: 0,
            graphs: Graphs::default(),
            patch: None,
        }
    }

    /// Sets the text of the patch: a file with that text does not belong to the project.
    pub(in crate::plan) fn without(self, patch: Option<TextId>) -> Self {
        Self { patch, ..self }
    }

    /// Returns the current bytes of a file of the project; `None` for the file that is the patch itself.
    pub(in crate::plan) fn peek_at_project(&self, path: &PatchPath) -> Option<Bytes> {
        self.peek(path).filter(|bytes| !self.patch.is_some_and(|patch| patch.is_of(bytes)))
    }

    /// Returns the name graphs of files, as operations last read them; what is read through the result is kept.
    pub(in crate::plan) fn graphs(&self) -> Graphs {
        self.graphs.clone()
    }

    /// Sets the number of the current operation.
    pub(in crate::plan) const fn begin(&mut self, operation: usize) {
        self.operation = operation;
    }

    /// Returns the tree without the changes.
    pub(in crate::plan) fn tree(&self) -> &'t dyn ReadTree {
        self.tree
    }

    /// Records that an operation mentions a path.
    pub(in crate::plan) fn mention(&mut self, path: &PatchPath) {
        self.mentioned.push(path.clone());
    }

    /// Returns the file at `path`.
    pub(in crate::plan) fn open(&mut self, path: &PatchPath) -> Result<&mut OpenFile<'p>, Refusal> {
        self.load(path)?;
        let entry = self.entries.get_mut(path).and_then(|entry| entry.now.as_mut());
        entry.ok_or_else(|| missing(path))
    }

    /// Returns whether a file of the tree is still at its path.
    pub(in crate::plan) fn is_kept(&self, path: &PatchPath) -> bool {
        match self.entries.get(path) {
            Some(entry) => entry.now.is_some(),
            None => !self.lies_in_removed(path),
        }
    }

    /// Returns the files that the patch created at paths without a file.
    pub(in crate::plan) fn made(&self) -> impl Iterator<Item = &PatchPath> {
        let made = self.entries.iter().filter(|(_, entry)| entry.before.is_none() && entry.now.is_some());
        made.map(|(path, _)| path)
    }

    /// Returns whether the bytes of a file pass a test; a file that fails it is not kept in memory.
    pub(in crate::plan) fn holds(&mut self, path: &PatchPath, test: impl Fn(&[u8]) -> bool) -> bool {
        if let Some(entry) = self.entries.get(path) {
            return match entry.now.as_ref().map(|file| &file.body) {
                Some(EntryBody::Closed { content, .. }) => test(&content.to_bytes()),
                Some(EntryBody::Document { .. }) => true,
                None => false,
            };
        }
        match self.tree.read(path) {
            Ok(file) if test(&file.bytes) => {
                self.keep(path, Some(file));
                true
            }
            _ => false,
        }
    }

    /// Returns the current bytes of a file without keeping it in memory.
    pub(in crate::plan) fn peek(&self, path: &PatchPath) -> Option<Bytes> {
        match self.entries.get(path) {
            Some(entry) => match &entry.now.as_ref()?.body {
                EntryBody::Closed { content, .. } => Some(content.to_bytes()),
                EntryBody::Document { document, .. } => Some(document.to_text().encode().into()),
            },
            None => self.tree.read(path).ok().map(|file| file.bytes),
        }
    }

    /// Returns what was changed in a file since the last call.
    pub(in crate::plan) fn take_change_log(&mut self, path: &PatchPath) -> Vec<ChangedLines> {
        match self.entries.get_mut(path).and_then(|entry| entry.now.as_mut()) {
            Some(OpenFile { body: EntryBody::Document { document, .. }, .. }) => {
                document.take_change_log(path)
            }
            Some(OpenFile { body: EntryBody::Closed { .. }, .. }) | None => Vec::new(),
        }
    }

    /// Returns what was parsed of the texts that operations worked on.
    pub(in crate::plan) fn into_read(self) -> ReadFiles {
        let open = self.entries.into_iter().filter_map(|(path, entry)| match entry.now?.body {
            EntryBody::Document { document, .. } => Some((path, document.into_read()?)),
            EntryBody::Closed { .. } => None,
        });
        ReadFiles::of(open)
    }

    /// Returns the document at `path`, if operations work on it.
    pub(in crate::plan) fn document(&mut self, path: &PatchPath) -> Option<&mut Document<'p>> {
        match &mut self.entries.get_mut(path)?.now.as_mut()?.body {
            EntryBody::Document { document, .. } => Some(document),
            EntryBody::Closed { .. } => None,
        }
    }

    /// Drops the line index and the symbols of a file that no later operation names.
    pub(in crate::plan) fn close(&mut self, path: &PatchPath) {
        if let Some(file) = self.entries.get_mut(path).and_then(|entry| entry.now.as_mut()) {
            file.close();
        }
    }

    /// Returns whether there is a file at `path`.
    pub(in crate::plan) fn exists(&mut self, path: &PatchPath) -> Result<bool, Refusal> {
        self.load(path)?;
        Ok(self.entries.get(path).is_some_and(|entry| entry.now.is_some()))
    }

    /// Reads the file at `path`, if that was not done before.
    fn load(&mut self, path: &PatchPath) -> Result<(), Refusal> {
        if self.entries.contains_key(path) {
            return Ok(());
        }
        let file = if self.lies_in_removed(path) {
            None
        } else {
            match self.tree.read(path) {
                Ok(file) => Some(file),
                Err(TreeError::Missing) => None,
                Err(error) => return Err(Refusal::from_tree(error, path)),
            }
        };
        self.keep(path, file);
        Ok(())
    }

    /// Stores what was read at a path.
    fn keep(&mut self, path: &PatchPath, file: Option<File>) {
        if file.is_some() {
            self.files.add(path);
        }
        let now = file.as_ref().map(|file| OpenFile {
            body: EntryBody::closed(Content::Bytes(file.bytes.clone())),
            mode: Some(file.mode),
            written_by: None,
        });
        self.entries.insert(path.clone(), OverlayEntry { before: file.map(Node::File), now, source: None });
    }

    /// Returns whether a parent folder of `path` is a file of the tree that the patch removed.
    fn lies_in_removed(&self, path: &PatchPath) -> bool {
        self.files.folders_of(path).any(|folder| {
            let entry = self.entries.get(folder);
            entry.is_some_and(|entry| matches!(entry.before, Some(Node::File(_))) && entry.now.is_none())
        })
    }

    /// Returns the current text of the file at `path`, if there is one.
    pub(in crate::plan) fn text_of(&mut self, path: &PatchPath) -> Option<String> {
        let file = self.exists(path).ok()?.then(|| self.open(path).ok())??;
        let bytes = match &file.body {
            EntryBody::Closed { content, .. } => content.to_bytes(),
            EntryBody::Document { document, .. } => document.to_text().encode().into(),
        };
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Writes a whole file; an existing file keeps its permission bits.
    pub(in crate::plan) fn write(
        &mut self,
        path: &PatchPath,
        bytes: Vec<u8>,
        mode: Option<FileMode>,
    ) -> Result<(), Refusal> {
        self.load_for_writing(path)?;
        let old_mode = self.entries.get(path).and_then(|entry| entry.now.as_ref()).and_then(|now| now.mode);
        let body = EntryBody::closed(Content::Bytes(bytes.into()));
        let mut file = OpenFile { body, mode: old_mode, written_by: Some(self.operation) };
        match mode {
            Some(FileMode::Regular) if old_mode.is_none() => {}
            Some(mode) => file.set_mode(mode),
            None => {}
        }
        self.files.add(path);
        if let Some(entry) = self.entries.get_mut(path) {
            entry.now = Some(file);
        }
        Ok(())
    }

    /// Removes the file at `path`.
    pub(in crate::plan) fn remove(&mut self, path: &PatchPath) -> Result<(), Refusal> {
        self.open(path)?;
        if let Some(entry) = self.entries.get_mut(path) {
            entry.now = None;
            entry.source = None;
        }
        Ok(())
    }

    /// Records the removal of an entry that is not a file: a link, or a folder once its content is removed.
    pub(in crate::plan) fn remove_node(&mut self, path: &PatchPath, node: Node) {
        self.entries.insert(path.clone(), OverlayEntry { before: Some(node), now: None, source: None });
    }

    /// Moves the file at `from` to `to`, where there must be no file.
    pub(in crate::plan) fn relocate(&mut self, from: &PatchPath, to: &PatchPath) -> Result<(), Refusal> {
        self.open(from)?;
        self.make_room(to)?;
        let source = self.source_of(from, true);
        if let Some(file) = self.entries.get_mut(from).and_then(|entry| entry.now.take()) {
            self.put(to, file, source);
        }
        Ok(())
    }

    /// Moves the file at `from` to the temporary path `aside`, which no patch can name, so that another file can take
    /// its path.
    pub(in crate::plan) fn set_aside(&mut self, from: &PatchPath, aside: &PatchPath) -> Result<(), Refusal> {
        self.open(from)?;
        let source = self.source_of(from, true);
        let now = self.entries.get_mut(from).and_then(|entry| entry.now.take());
        self.entries.insert(aside.clone(), OverlayEntry { before: None, now, source });
        Ok(())
    }

    /// Copies the file at `from` to `to`, where there must be no file.
    pub(in crate::plan) fn copy(&mut self, from: &PatchPath, to: &PatchPath) -> Result<(), Refusal> {
        let copy = self.open(from)?.copy();
        self.make_room(to)?;
        let source = self.source_of(from, false);
        self.put(to, copy, source);
        Ok(())
    }

    fn source_of(&self, path: &PatchPath, is_move: bool) -> Option<EntrySource> {
        let entry = self.entries.get(path)?;
        match &entry.source {
            Some(source) => {
                Some(EntrySource { path: source.path.clone(), is_move: source.is_move && is_move })
            }
            None => entry.before.is_some().then(|| EntrySource { path: path.clone(), is_move }),
        }
    }

    fn put(&mut self, path: &PatchPath, file: OpenFile<'p>, source: Option<EntrySource>) {
        self.files.add(path);
        if let Some(entry) = self.entries.get_mut(path) {
            entry.now = Some(file);
            entry.source = source;
        }
    }

    /// Makes sure that a file can be created at `path`.
    fn make_room(&mut self, path: &PatchPath) -> Result<(), Refusal> {
        self.load_for_writing(path)?;
        if self.entries.get(path).is_some_and(|entry| entry.now.is_some()) {
            return Err(Refusal::new(Code::FileExists, format!("`{path}` already exists"))
                .with_help(format!("delete `{path}` first, or choose another name")));
        }
        Ok(())
    }

    /// Reads the file at `path` for writing, with regard to folders that the patch emptied and files that it created.
    fn load_for_writing(&mut self, path: &PatchPath) -> Result<(), Refusal> {
        if self.entries.contains_key(path) {
            return self.check_parents(path);
        }
        self.check_parents(path)?;
        let is_folder = !self.lies_in_removed(path) && matches!(self.tree.kind(path), Ok(Some(Kind::Folder)));
        if !is_folder {
            return self.load(path);
        }
        if !self.is_emptied(path)? {
            return Err(Refusal::new(Code::PathRefused, format!("`{path}` is a folder")));
        }
        self.entries.insert(path.clone(), OverlayEntry { before: None, now: None, source: None });
        Ok(())
    }

    /// Refuses a path with a parent folder that is a file now.
    fn check_parents(&self, path: &PatchPath) -> Result<(), Refusal> {
        let is_file = |folder: &&str| self.entries.get(*folder).is_some_and(|entry| entry.now.is_some());
        match self.files.folders_of(path).find(is_file) {
            Some(file) => Err(Refusal::new(
                Code::PathRefused,
                format!("`{path}` goes through `{file}`, which is a file"),
            )),
            None => Ok(()),
        }
    }

    /// Returns whether the patch removed everything in the folder at `path`.
    pub(in crate::plan) fn is_emptied(&self, path: &PatchPath) -> Result<bool, Refusal> {
        let mut held = 0;
        for (inner, kind) in self.walk(path)? {
            if kind != Kind::Folder {
                held += 1;
                if self.entries.get(&inner).is_none_or(|entry| entry.now.is_some()) {
                    return Ok(false);
                }
            }
        }
        Ok(held > 0)
    }

    /// Returns what is at `path` after the operations so far.
    pub(in crate::plan) fn kind(&self, path: &PatchPath) -> Result<Option<Kind>, Refusal> {
        match self.entries.get(path) {
            Some(entry) => Ok(entry.now.as_ref().map(|_| Kind::File)),
            None if self.lies_in_removed(path) => Ok(None),
            None => self.tree.kind(path).map_err(|error| Refusal::from_tree(error, path)),
        }
    }

    /// Returns the path to which the patch has moved the file that was at `path`.
    pub(in crate::plan) fn moved_to(&self, path: &PatchPath) -> Option<&PatchPath> {
        let is_it = |entry: &OverlayEntry<'_>| {
            let source = entry.source.as_ref();
            entry.now.is_some() && source.is_some_and(|source| source.is_move && source.path == *path)
        };
        self.entries.iter().find(|(_, entry)| is_it(entry)).map(|(path, _)| path)
    }

    /// Returns everything below the folder at `path` in the tree, folders before their content, and files that the
    /// patch created there.
    pub(in crate::plan) fn walk(&self, path: &PatchPath) -> Result<Vec<(PatchPath, Kind)>, Refusal> {
        let mut found = Vec::new();
        let mut folders = vec![path.clone()];
        while let Some(folder) = folders.pop() {
            let names = self.tree.list(&folder).map_err(|error| Refusal::from_tree(error, &folder))?;
            for (name, kind) in names {
                let inner = folder.join(&name).map_err(|problem| {
                    Refusal::new(Code::PathRefused, format!("`{folder}` contains `{name}`: {problem}"))
                })?;
                if kind == Kind::Folder {
                    folders.push(inner.clone());
                }
                found.push((inner, kind));
            }
        }
        let below = format!("{path}/");
        let mut made: Vec<PatchPath> = self
            .entries
            .iter()
            .filter(|(own, entry)| {
                own.as_str().starts_with(&below) && entry.before.is_none() && entry.now.is_some()
            })
            .map(|(own, _)| own.clone())
            .collect();
        made.sort_unstable();
        found.extend(made.into_iter().map(|path| (path, Kind::File)));
        Ok(found)
    }

    /// Returns the net change of every path, in the order of first mention, and the lines of the report.
    pub(in crate::plan) fn finish(self) -> (Vec<FileChange>, Vec<Summary>) {
        let mut entries = self.entries;
        let moved: HashMap<PatchPath, PatchPath> = entries
            .iter()
            .filter(|(_, entry)| entry.now.is_some() && entry.before.is_none())
            .filter_map(|(path, entry)| Some((entry.source.as_ref()?, path)))
            .filter(|(source, _)| source.is_move)
            .filter(|(source, _)| entries.get(&source.path).is_some_and(|from| from.now.is_none()))
            .map(|(source, path)| (source.path.clone(), path.clone()))
            .collect();
        let renamed: HashSet<PatchPath> = moved.values().cloned().collect();
        let mut gone = AncestorSet::default();
        let is_folder = |entry: &OverlayEntry<'_>| matches!(entry.before, Some(Node::Folder));
        entries.iter().filter(|(_, entry)| is_folder(entry)).for_each(|(path, _)| gone.add(path));
        let folders_of = |path: &PatchPath| gone.folders_of(path).map(str::to_owned).collect::<Vec<_>>();
        let live_folders: HashSet<String> = entries
            .iter()
            .filter(|(_, entry)| entry.now.is_some())
            .flat_map(|(path, _)| folders_of(path))
            .collect();
        let told: HashSet<String> = entries
            .iter()
            .filter(|(_, entry)| !matches!(entry.before, None | Some(Node::Folder)))
            .flat_map(|(path, _)| folders_of(path))
            .collect();
        let is_told_alone = |path: &PatchPath| !told.contains(path.as_str());
        let mut files = Vec::new();
        let mut summary = Vec::new();
        let mut said = HashSet::new();
        for path in self.mentioned {
            if !said.insert(path.clone()) {
                continue;
            }
            let Some(mut entry) = entries.remove(&path) else { continue };
            let is_read_only =
                |now: &OpenFile<'_>| matches!(&entry.before, Some(Node::File(file)) if now.is_as_read(file));
            if !entry.now.as_ref().is_some_and(is_read_only) {
                entry.now.iter_mut().for_each(OpenFile::close);
            }
            if matches!(entry.before, Some(Node::Folder)) && live_folders.contains(path.as_str()) {
                continue;
            }
            match (&entry.before, &entry.now) {
                (None, None) => continue,
                // A folder is reported by its files, unless it has none.
                (Some(Node::Folder), None) if !is_told_alone(&path) => {}
                (None, Some(_)) if renamed.contains(&path) => {}
                (None, Some(_)) => summary.push(Summary::Added(path.clone())),
                // The file was only read, as the source of a copy.
                (Some(Node::File(before)), Some(now)) if now.is_as_read(before) => {}
                (Some(Node::File(before)), Some(now)) if now.is_equal_to(before) => continue,
                // A file that replaces a folder is a new one.
                (Some(Node::Folder), Some(_)) => summary.push(Summary::Added(path.clone())),
                (Some(_), Some(_)) => summary.push(Summary::Modified(path.clone())),
                (Some(_), None) => summary.push(match moved.get(&path) {
                    Some(to) => Summary::Renamed(path.clone(), to.clone()),
                    None => Summary::Deleted(path.clone()),
                }),
            }
            files.push(FileChange {
                path,
                before: entry.before,
                after: entry.now.map(OpenFile::into_new_file),
                source: entry.source.map(|source| source.path),
            });
        }
        (files, summary)
    }
}

fn missing(path: &PatchPath) -> Refusal {
    Refusal::new(Code::FileMissing, format!("`{path}` does not exist"))
}
