//! The files of a project, read when they are first asked for.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use tree_sitter::Tree;

use super::ProjectFiles;
use crate::ir::PatchPath;
use crate::lang::{Detail, Language, LocalRules, Macros, ModuleStyle, Survey, Syntax, TooCostly};
use crate::resolve::bindings::file::graph::{BindingId, BindingKind, FileId, Graph, ScopeId, TOP};
use crate::resolve::bindings::file::locals;
use crate::resolve::bindings::lookup::found::{DynamicName, ExprKind, Found, Home, Key, folder_of};
use crate::text::WordPlaces;

/// A file of the project.
#[derive(Debug, Clone)]
pub struct Source {
    /// Its path.
    pub path: PatchPath,
    /// Its text.
    pub text: Arc<str>,
}

/// What files say of names, as they were read last: a file with the same text need not be read again.
#[derive(Clone, Default)]
pub struct Graphs {
    read: Rc<RefCell<HashMap<PatchPath, LastRead>>>,
    /// The texts that were parsed last where files bring in the text of others, with their trees.
    parsed: Rc<RefCell<VecDeque<ParsedText>>>,
}

/// The text that was read, and what came of it.
type LastRead = (Arc<str>, Option<Rc<Graph>>);

/// A text, its language and its tree.
type ParsedText = (&'static Language, Box<str>, Tree);

/// The trees of so many texts are kept: all readings of one.
const MOST_TREES: usize = 6;
/// The trees of longer texts are not kept.
const MOST_PARSED: usize = 1 << 20;

impl Graphs {
    /// What was read of a file, or is read now.
    fn get(&self, source: &Source, read: impl FnOnce() -> Option<Graph>) -> Option<Rc<Graph>> {
        if let Some((text, graph)) = self.read.borrow().get(&source.path)
            && *text == source.text
        {
            return graph.clone();
        }
        let graph = read().map(Rc::new);
        let read = (Arc::clone(&source.text), graph.clone());
        self.read.borrow_mut().insert(source.path.clone(), read);
        graph
    }

    /// The tree of a text, which may be one of those that were parsed last.
    pub(in crate::resolve) fn parse(&self, syntax: &mut Syntax, text: &str) -> Result<Tree, TooCostly> {
        let language = syntax.language();
        let is_it = |(own, known, _): &&ParsedText| std::ptr::eq(*own, language) && **known == *text;
        if let Some((_, _, tree)) = self.parsed.borrow().iter().find(is_it) {
            return Ok(tree.clone());
        }
        let tree = syntax.parse(text)?;
        if text.len() <= MOST_PARSED {
            let mut parsed = self.parsed.borrow_mut();
            parsed.truncate(MOST_TREES - 1);
            parsed.push_front((language, text.into(), tree.clone()));
        }
        Ok(tree)
    }

    /// What a file says of names, read now where it was not; `None` where that is not known.
    pub(super) fn of(&self, macros: &Macros, source: &Source) -> Option<Rc<Graph>> {
        self.get(source, || {
            let language = Language::of_file(source.path.extension()?, source.text.as_bytes())?;
            let mut syntax = Syntax::with_macros(language, macros.clone());
            let text = reading(language, macros, &source.text);
            locals::read(&mut syntax, &text)
        })
    }
}

/// A variable of which it is being found out what it is, or that is taken to be something meanwhile.
pub(super) struct OpenVariable {
    pub(super) file: FileId,
    pub(super) scope: ScopeId,
    pub(super) name: Box<str>,
    /// What it is taken to be.
    pub(super) kind: Option<ExprKind>,
}

/// What is bound in common spaces of names.
type Shared = HashMap<(Home, String), Vec<(FileId, BindingId)>>;
/// The scopes that hold members of classes.
type MemberScopes = HashMap<Key, Rc<Vec<(FileId, ScopeId)>>>;

/// The functions of one name that stand outside of their classes.
type Outside = HashMap<Home, (FileId, BindingId)>;

/// All files that may see one another's names.
pub(super) struct Project {
    language: &'static Language,
    pub(super) style: ModuleStyle,
    pub(super) rules: &'static LocalRules,
    pub(super) sources: Vec<Source>,
    macros: Macros,
    read_before: Graphs,
    pub(super) by_path: HashMap<String, FileId>,
    folders: HashSet<String>,
    /// Files that say what their folders are called: `Cargo.toml`, `package.json`, `go.mod`.
    pub(super) manifests: Vec<Source>,
    graphs: Vec<OnceCell<Option<Rc<Graph>>>>,
    /// Where the words of the files stand.
    words: Vec<WordPlaces>,
    /// The names whose files were read in a language in which all files see one another.
    loaded: RefCell<HashSet<String>>,
    /// What the files that were read bind at the top of a common space of names.
    shared: RefCell<Shared>,
    pub(super) known: RefCell<HashMap<(FileId, usize, String, u8), Found>>,
    /// The wildcard imports whose paths are being followed, by their scopes.
    pub(super) followed: RefCell<Vec<(FileId, ScopeId, usize)>>,
    /// Whether one of those was passed over, and what was found may be less than there is.
    pub(super) is_partial: Cell<bool>,
    pub(super) bases: RefCell<HashMap<Key, Rc<crate::resolve::bindings::lookup::found::Bases>>>,
    pub(super) scopes_of: RefCell<MemberScopes>,
    /// The functions of classes that stand outside of them, by their names.
    pub(super) outside: RefCell<HashMap<String, Rc<Outside>>>,
    /// What the files of a folder say that they belong to.
    pub(super) packages: RefCell<HashMap<String, Option<String>>>,
    /// The modules whose files are told by attributes, each with the file that declares it.
    pub(super) by_written_path: OnceCell<HashMap<FileId, FileId>>,
    /// What functions give back that do not say so.
    pub(super) results: RefCell<HashMap<(FileId, BindingId), ExprKind>>,
    /// What the objects of types are that stand for several others.
    pub(super) alternatives: RefCell<HashMap<(FileId, BindingId), Option<ExprKind>>>,
    /// Which words are the names of something that the project defines.
    pub(super) defined: RefCell<HashMap<String, bool>>,
    /// The classes of whose members the files spell the names as a type.
    pub(super) classes_of_keys: RefCell<HashMap<FileId, Rc<Vec<Key>>>>,
    /// The variables that are being found out.
    pub(super) open_variables: RefCell<Vec<OpenVariable>>,
    /// How often one of them was asked for meanwhile.
    pub(super) asked_again: Cell<usize>,
    /// The names that code puts together while it runs.
    pub(super) dynamic_names: OnceCell<Vec<DynamicName>>,
}

impl Project {
    pub(super) fn new(rules: &'static LocalRules, files: ProjectFiles<'_>) -> Self {
        let ProjectFiles { language, sources, manifests, macros, graphs: read_before } = files;
        let by_path = sources.iter().enumerate().map(|(id, source)| (source.path.to_string(), id)).collect();
        let mut folders = HashSet::new();
        for source in &sources {
            let mut folder = source.path.parent();
            while let Some(here) = folder {
                folder = here.parent();
                if !folders.insert(here.to_string()) {
                    break;
                }
            }
        }
        folders.insert(String::new());
        let graphs = sources.iter().map(|_| OnceCell::new()).collect();
        let words = sources.iter().map(|_| WordPlaces::default()).collect();
        Self {
            language,
            style: rules.modules,
            rules,
            sources,
            macros: macros.clone(),
            read_before,
            by_path,
            folders,
            manifests,
            graphs,
            words,
            loaded: RefCell::default(),
            shared: RefCell::default(),
            known: RefCell::default(),
            followed: RefCell::default(),
            is_partial: Cell::default(),
            bases: RefCell::default(),
            scopes_of: RefCell::default(),
            outside: RefCell::default(),
            packages: RefCell::default(),
            by_written_path: OnceCell::new(),
            results: RefCell::default(),
            alternatives: RefCell::default(),
            defined: RefCell::default(),
            open_variables: RefCell::default(),
            asked_again: Cell::default(),
            dynamic_names: OnceCell::new(),
            classes_of_keys: RefCell::default(),
        }
    }

    /// The same files, some of them with other texts.
    pub(super) fn with_texts(
        &self,
        texts: &HashMap<FileId, Arc<str>>,
        moved: &HashMap<PatchPath, PatchPath>,
    ) -> Self {
        let sources = self.sources.iter().enumerate().map(|(id, source)| {
            let text = texts.get(&id).unwrap_or(&source.text);
            let path = moved.get(&source.path).unwrap_or(&source.path);
            Source { path: path.clone(), text: Arc::clone(text) }
        });
        let files = ProjectFiles {
            language: self.language,
            macros: &self.macros,
            sources: sources.collect(),
            manifests: self.manifests.clone(),
            graphs: self.read_before.clone(),
        };
        Self::new(self.rules, files)
    }

    pub(super) const fn language(&self) -> &'static Language {
        self.language
    }

    /// What a file says of names; `None` where that is not known.
    pub(super) fn graph(&self, file: FileId) -> Option<&Graph> {
        let mut is_new = false;
        let graph = self.graphs.get(file)?.get_or_init(|| {
            is_new = true;
            self.read_before.of(&self.macros, &self.sources[file])
        });
        if is_new && let Some(graph) = graph {
            self.share(file, graph);
        }
        graph.as_deref()
    }

    /// Puts what a file binds for others into the common space of names.
    fn share(&self, file: FileId, graph: &Graph) {
        if !self.is_shared() {
            return;
        }
        for (id, binding) in graph.bindings.iter().enumerate() {
            // What a file brings in is its own.
            if let Some(home @ Home::Space(_)) = self.space_of(file, graph, binding.scope)
                && binding.subject.is_none()
                && binding.kind != BindingKind::Import
            {
                let name = graph.name_of(id).into_owned();
                self.shared.borrow_mut().entry((home, name)).or_default().push((file, id));
            }
        }
    }

    /// Whether files have spaces of names in common.
    pub(super) const fn is_shared(&self) -> bool {
        matches!(self.style, ModuleStyle::Folder | ModuleStyle::Package)
    }

    /// What is bound to a name in a common space of names.
    pub(super) fn in_space(&self, home: &Home, name: &str) -> Vec<(FileId, BindingId)> {
        self.load(name);
        self.shared.borrow().get(&(home.clone(), name.to_owned())).cloned().unwrap_or_default()
    }

    /// Where files bind a name in a common space of names: each file, and the byte of the name.
    pub(super) fn places_in_space(&self, home: &Home, name: &str) -> Vec<(FileId, usize)> {
        let start = |(file, id): (FileId, BindingId)| Some((file, self.graph(file)?.bindings[id].name.start));
        self.in_space(home, name).into_iter().filter_map(start).collect()
    }

    /// Reads all files that have a name.
    pub(super) fn load(&self, name: &str) {
        if !self.loaded.borrow_mut().insert(name.to_owned()) {
            return;
        }
        for file in self.files_with(name) {
            self.graph(file);
        }
    }

    /// The mark that a name has before it where only its class sees it.
    pub(super) fn mark_of(&self, name: &str) -> &'static str {
        let mark = self.rules.shapes.as_ref().and_then(|shapes| shapes.private_mark.as_deref());
        mark.filter(|mark| name.starts_with(mark)).unwrap_or_default()
    }

    /// The files that have a word.
    pub(super) fn files_with(&self, word: &str) -> Vec<FileId> {
        let has = |file: &FileId| self.words[*file].has(&self.sources[*file].text, word);
        (0..self.sources.len()).filter(has).collect()
    }

    /// The places of a word in a file.
    pub(super) fn places_of<'p>(&'p self, file: FileId, word: &'p str) -> impl Iterator<Item = usize> + 'p {
        self.words[file].of(&self.sources[file].text, word)
    }

    pub(super) fn file(&self, path: &str) -> Option<FileId> {
        self.by_path.get(path).copied()
    }

    pub(super) fn has_folder(&self, path: &str) -> bool {
        self.folders.contains(path)
    }

    pub(super) fn folders(&self) -> impl Iterator<Item = &String> {
        self.folders.iter()
    }

    pub(super) fn path(&self, file: FileId) -> &str {
        self.sources[file].path.as_str()
    }

    /// The space of names that a scope is, where files have those in common.
    pub(super) fn space_of(&self, file: FileId, graph: &Graph, scope: usize) -> Option<Home> {
        let key = match self.style {
            // Files of a folder may belong to different packages, such as those of its tests.
            ModuleStyle::Folder if scope == TOP => {
                let folder = folder_of(self.path(file));
                format!("{folder}:{}", graph.package.as_deref().unwrap_or_default())
            }
            ModuleStyle::Package if scope == TOP => graph.package.clone().unwrap_or_default(),
            _ => return None,
        };
        Some(Home::Space(key.into()))
    }
}

/// A text as it is read: without macros, and of conditional text one branch.
fn reading(language: &'static Language, macros: &Macros, text: &Arc<str>) -> Arc<str> {
    let survey = Survey::new(language.manifest(), macros, text);
    let shown = survey.and_then(|survey| survey.readings(Detail::Full).next());
    shown.map_or_else(|| Arc::clone(text), |reading| reading.text.into())
}
