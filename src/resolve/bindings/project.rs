//! The files of a project, read on first request.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use tree_sitter::Tree;

use super::ProjectFiles;
use crate::ir::PatchPath;
use crate::lang::{Detail, Language, LocalRules, Macros, ModuleStyle, Preprocessor, Syntax, TooCostly};
use crate::resolve::bindings::file::examples::examples_of;
use crate::resolve::bindings::file::graph::{BindingGraph, BindingId, BindingKind, FileId, ScopeId, TOP};
use crate::resolve::bindings::file::locals;
use crate::resolve::bindings::lookup::results::{
    Container, DefinitionId, DynamicName, Found, InferredType, folder_of,
};
use crate::text::WordPlaces;

/// A file of the project.
#[derive(Debug, Clone)]
pub struct Source {
    /// Its path.
    pub path: PatchPath,
    /// Its text.
    pub text: Arc<str>,
}

/// The cached graphs of files, as last read: a file with unchanged text is not read again.
#[derive(Clone, Default)]
pub struct Graphs {
    read: Rc<RefCell<HashMap<PatchPath, LastRead>>>,
    /// The most recently parsed texts with their trees, for languages whose files include the text of others.
    parsed: Rc<RefCell<VecDeque<ParsedText>>>,
}

/// The text of a file when it was read, and its graph.
type LastRead = (Arc<str>, Option<Rc<BindingGraph>>);

/// A text, its language and its tree.
type ParsedText = (&'static Language, Box<str>, Tree);

/// The maximum number of cached trees: enough for all readings of one file.
const MOST_TREES: usize = 6;
/// The maximum length of a text whose tree is cached, in bytes.
const MOST_PARSED: usize = 1 << 20;

impl Graphs {
    /// Returns the cached graph of a file, or reads the file.
    fn get(&self, source: &Source, read: impl FnOnce() -> Option<BindingGraph>) -> Option<Rc<BindingGraph>> {
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

    /// Returns the tree of a text, from the cache if possible.
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

    /// Returns the graph of a file, from the cache if possible; `None` if its bindings are unknown.
    pub(super) fn of(&self, macros: &Macros, source: &Source) -> Option<Rc<BindingGraph>> {
        self.get(source, || {
            let language = Language::of_file(source.path.extension()?, source.text.as_bytes())?;
            let mut syntax = Syntax::with_macros(language, macros.clone());
            let text = reading(language, macros, &source.text);
            locals::read(&mut syntax, &text)
        })
    }
}

/// A variable whose type is being determined, or that has an assumed type meanwhile.
pub(super) struct OpenVariable {
    pub(super) file: FileId,
    pub(super) scope: ScopeId,
    pub(super) name: Box<str>,
    /// The assumed type.
    pub(super) kind: Option<InferredType>,
}

/// The bindings of shared namespaces.
type Shared = HashMap<(Container, String), Vec<(FileId, BindingId)>>;
/// The scopes that contain the members of classes.
type MemberScopes = HashMap<DefinitionId, Rc<Vec<(FileId, ScopeId)>>>;

/// The functions of one name that are defined outside of their classes.
type Outside = HashMap<Container, (FileId, BindingId)>;

/// All files that may see each other's names.
pub(super) struct Project {
    language: &'static Language,
    pub(super) style: ModuleStyle,
    pub(super) rules: &'static LocalRules,
    /// The files, and behind them the examples in their documentation (see [`Self::with_examples`]).
    pub(super) sources: Vec<Source>,
    /// The examples: the file that shows each, and the path that it has as a program of its own.
    examples: Vec<(FileId, PatchPath)>,
    /// For each example, the text of it at its place in the file that shows it.
    shown: Vec<Arc<str>>,
    macros: Macros,
    read_before: Graphs,
    pub(super) by_path: HashMap<String, FileId>,
    folders: HashSet<String>,
    /// Manifests, which name their folders: `Cargo.toml`, `package.json`, `go.mod`.
    pub(super) manifests: Vec<Source>,
    graphs: Vec<OnceCell<Option<Rc<BindingGraph>>>>,
    /// The positions of the words of each file.
    words: Vec<WordPlaces>,
    /// The names for which all files containing them were read, in languages whose files share namespaces.
    loaded: RefCell<HashSet<String>>,
    /// The top-level bindings of the files read so far, by shared namespace and name.
    shared: RefCell<Shared>,
    pub(super) known: RefCell<HashMap<(FileId, usize, String, u8), Found>>,
    /// The wildcard imports whose paths are being followed, by scope.
    pub(super) followed: RefCell<Vec<(FileId, ScopeId, usize)>>,
    /// Whether a wildcard import was skipped because it was being followed already, so that the result may be
    /// incomplete.
    pub(super) is_partial: Cell<bool>,
    pub(super) bases: RefCell<HashMap<DefinitionId, Rc<crate::resolve::bindings::lookup::results::Bases>>>,
    pub(super) scopes_of: RefCell<MemberScopes>,
    /// The member functions that are defined outside of their classes, by name.
    pub(super) outside: RefCell<HashMap<String, Rc<Outside>>>,
    /// The package that the files of a folder declare, by folder; also the packages that were searched by name, with
    /// their name if a file declares them.
    pub(super) packages: RefCell<HashMap<String, Option<String>>>,
    /// The modules whose files are given by attributes, each with the file that declares it.
    pub(super) by_written_path: OnceCell<HashMap<FileId, FileId>>,
    /// The inferred result types of functions that do not declare one.
    pub(super) results: RefCell<HashMap<(FileId, BindingId), InferredType>>,
    /// The types of objects of type aliases for several types.
    pub(super) alternatives: RefCell<HashMap<(FileId, BindingId), Option<InferredType>>>,
    /// Whether a word is the name of something that the project defines.
    pub(super) defined: RefCell<HashMap<String, bool>>,
    /// Whether objects of types from outside of the project may have a member of a name.
    pub(super) blanket: RefCell<HashMap<String, bool>>,
    /// The classes of whose members the files spell the names as a type.
    pub(super) classes_of_keys: RefCell<HashMap<FileId, Rc<Vec<DefinitionId>>>>,
    /// The variables whose types are being determined.
    pub(super) open_variables: RefCell<Vec<OpenVariable>>,
    /// How often the type of one of `open_variables` was requested meanwhile.
    pub(super) asked_again: Cell<usize>,
    /// The files whose names all files share.
    pub(super) scripts: OnceCell<HashSet<FileId>>,
    /// The names that code builds at run time.
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
            examples: Vec::new(),
            shown: Vec::new(),
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
            blanket: RefCell::default(),
            open_variables: RefCell::default(),
            asked_again: Cell::default(),
            scripts: OnceCell::new(),
            dynamic_names: OnceCell::new(),
            classes_of_keys: RefCell::default(),
        }
    }

    /// Like [`Self::new`], with the examples in the documentation of each file as further files, which have the path of
    /// the file that shows them.
    pub(super) fn with_examples(rules: &'static LocalRules, files: ProjectFiles<'_>) -> Self {
        let mut project = Self::new(rules, files);
        let count = project.sources.len();
        let shown = (0..count).filter_map(|file| {
            let source = &project.sources[file];
            let text = examples_of(rules, &source.text)?;
            let path = PatchPath::parse(&project.path_of_example(file)).ok()?;
            Some(((file, path), Source { path: source.path.clone(), text }))
        });
        let (examples, sources): (Vec<_>, Vec<_>) = shown.unzip();
        project.shown = sources.iter().map(|source| Arc::clone(&source.text)).collect();
        project.add_examples(examples, sources);
        project
    }

    fn add_examples(&mut self, examples: Vec<(FileId, PatchPath)>, sources: Vec<Source>) {
        self.graphs.extend(sources.iter().map(|_| OnceCell::new()));
        self.words.extend(sources.iter().map(|_| WordPlaces::default()));
        self.sources.extend(sources);
        self.examples.extend(examples);
    }

    /// Returns the example that a file of the project is, if it is one.
    fn example(&self, file: FileId) -> Option<&(FileId, PatchPath)> {
        let count = self.sources.len() - self.examples.len();
        self.examples.get(file.checked_sub(count)?)
    }

    /// Returns whether a range of a file is code of an example, which is a file of its own.
    pub(super) fn is_in_example(&self, file: FileId, range: &Range<usize>) -> bool {
        let number = self.examples.binary_search_by_key(&file, |(home, _)| *home).ok();
        let shown = number.and_then(|number| self.shown[number].get(range.clone()));
        shown.is_some_and(|shown| !shown.trim().is_empty())
    }

    /// Returns the file of the tree in which the text of a file is.
    pub(super) fn home_file(&self, file: FileId) -> FileId {
        self.example(file).map_or(file, |(home, _)| *home)
    }

    /// Returns the same files, some of them with other texts or paths.
    pub(super) fn with_texts(
        &self,
        texts: &HashMap<FileId, Arc<str>>,
        moved: &HashMap<PatchPath, PatchPath>,
    ) -> Self {
        let mut sources = self.sources.iter().enumerate().map(|(id, source)| {
            let text = texts.get(&id).unwrap_or(&source.text);
            let path = moved.get(&source.path).unwrap_or(&source.path);
            Source { path: path.clone(), text: Arc::clone(text) }
        });
        let count = self.sources.len() - self.examples.len();
        let files = ProjectFiles {
            language: self.language,
            macros: &self.macros,
            sources: sources.by_ref().take(count).collect(),
            manifests: self.manifests.clone(),
            graphs: self.read_before.clone(),
        };
        let mut project = Self::new(self.rules, files);
        // An edited example no longer has its place in the file that shows it, nor that file in the example.
        let shown = self.examples.iter().zip(&self.shown).map(|((home, _), shown)| {
            let now = texts.get(home).and_then(|text| examples_of(self.rules, text));
            now.unwrap_or_else(|| Arc::clone(shown))
        });
        project.shown = shown.collect();
        project.add_examples(self.examples.clone(), sources.collect());
        project
    }

    pub(super) const fn language(&self) -> &'static Language {
        self.language
    }

    /// Returns the graph of a file; `None` if its bindings are unknown.
    pub(super) fn graph(&self, file: FileId) -> Option<&BindingGraph> {
        let mut is_new = false;
        let graph = self.graphs.get(file)?.get_or_init(|| {
            is_new = true;
            match self.example(file) {
                Some((_, path)) => {
                    let text = Arc::clone(&self.sources[file].text);
                    self.read_before.of(&self.macros, &Source { path: path.clone(), text })
                }
                None => self.read_before.of(&self.macros, &self.sources[file]),
            }
        });
        if is_new && let Some(graph) = graph {
            self.share(file, graph);
        }
        graph.as_deref()
    }

    /// Adds the bindings of a file that others see to the shared namespaces.
    fn share(&self, file: FileId, graph: &BindingGraph) {
        if !self.is_shared() {
            return;
        }
        for (id, binding) in graph.bindings.iter().enumerate() {
            // Imports belong to their file only.
            if let Some(home @ Container::Space(_)) = self.space_of(file, graph, binding.scope)
                && binding.subject.is_none()
                && binding.kind != BindingKind::Import
            {
                let name = graph.name_of(id).into_owned();
                self.shared.borrow_mut().entry((home, name)).or_default().push((file, id));
            }
        }
    }

    /// Returns whether files share namespaces.
    pub(super) const fn is_shared(&self) -> bool {
        matches!(self.style, ModuleStyle::Folder | ModuleStyle::Package)
    }

    /// Returns the bindings of a name in a shared namespace.
    pub(super) fn in_space(&self, home: &Container, name: &str) -> Vec<(FileId, BindingId)> {
        self.load(name);
        self.shared.borrow().get(&(home.clone(), name.to_owned())).cloned().unwrap_or_default()
    }

    /// Where files bind a name in a common space of names: each file, and the byte of the name.
    pub(super) fn places_in_space(&self, home: &Container, name: &str) -> Vec<(FileId, usize)> {
        let start = |(file, id): (FileId, BindingId)| Some((file, self.graph(file)?.bindings[id].name.start));
        self.in_space(home, name).into_iter().filter_map(start).collect()
    }

    /// Reads all files that contain a name.
    pub(super) fn load(&self, name: &str) {
        if !self.loaded.borrow_mut().insert(name.to_owned()) {
            return;
        }
        for file in self.files_with(name) {
            self.graph(file);
        }
    }

    /// Returns the mark before a private name (such as `#`), or an empty string.
    pub(super) fn mark_of(&self, name: &str) -> &'static str {
        let mark = self.rules.shapes.as_ref().and_then(|shapes| shapes.private_mark.as_deref());
        mark.filter(|mark| name.starts_with(mark)).unwrap_or_default()
    }

    /// Returns the files that contain a word.
    pub(super) fn files_with(&self, word: &str) -> Vec<FileId> {
        let has = |file: &FileId| self.words[*file].has(&self.sources[*file].text, word);
        (0..self.sources.len()).filter(has).collect()
    }

    /// Returns the byte offsets of a word in a file.
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
        self.example(file).map_or(&self.sources[file].path, |(_, path)| path).as_str()
    }

    /// Returns the shared namespace of a scope, if files share namespaces.
    pub(super) fn space_of(&self, file: FileId, graph: &BindingGraph, scope: usize) -> Option<Container> {
        let key = match self.style {
            // Files of a folder may belong to different packages, such as those of its tests.
            ModuleStyle::Folder if scope == TOP => {
                let folder = folder_of(self.path(file));
                format!("{folder}:{}", graph.package.as_deref().unwrap_or_default())
            }
            ModuleStyle::Package if scope == TOP => graph.package.clone().unwrap_or_default(),
            _ => return None,
        };
        Some(Container::Space(key.into()))
    }
}

/// Returns the text of a file as it is parsed: without macros, and with one branch of each conditional.
fn reading(language: &'static Language, macros: &Macros, text: &Arc<str>) -> Arc<str> {
    let survey = Preprocessor::new(language.manifest(), macros, text);
    let shown = survey.and_then(|survey| survey.readings(Detail::Full).next());
    shown.map_or_else(|| Arc::clone(text), |reading| reading.text.into())
}
