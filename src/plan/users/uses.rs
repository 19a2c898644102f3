//! Reads the files in which a definition may be used, for the resolver of names.

use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use aho_corasick::AhoCorasick;

use crate::diag::{Code, Diagnostic, FilePlace, PatchPlace};
use crate::ir::{OldName, PatchPath, SymbolPlace, SymbolTarget};
use crate::lang::{Language, Macros, ModuleStyle};
use crate::plan::explain;
use crate::plan::refusal::Refusal;
use crate::plan::symbol::address::last_word;
use crate::plan::symbol::moving::{MovedRange, Moving};
use crate::plan::tree::overlay::Overlay;
use crate::plan::tree::project::find_files;
use crate::resolve::bindings::{
    ATTRIBUTE, DefinitionQuery, Graphs, LabeledPlace, MoveQuestion, NamedUse, ProjectFiles, RenameProblem,
    Renaming, Source, Verdict, find_uses, find_uses_each,
};
use crate::resolve::by_includes::find_places_by_includes;
use crate::resolve::symbol::{Purpose, SymbolMatch, SymbolProblem, Symbols};
use crate::text::normal::{contains, find_words, is_word_char};
use crate::text::{Buffer, Lexer, TokenKind, WordPlaces};
use crate::vfs::ReadTree;

/// Files that define how the folders of a project are named.
const MANIFESTS: &[&str] = &["Cargo.toml", "go.mod", "package.json", "tsconfig.json", "jsconfig.json"];

/// A key that marks a settings file which one of these files may extend, whatever its name: `"extends": "./base.json"`.
const SETTINGS: &[u8] = b"\"compilerOptions\"";

/// Files of a crate that need no declaration, and folders of such files.
const ROOT_FILES: &[&str] = &["build.rs", "src/lib.rs", "src/main.rs"];
const ROOT_FOLDERS: &[&str] = &["src/bin/", "tests/", "examples/", "benches/"];

/// A file of another language, or of none, that contains the name of a definition.
struct OtherText {
    source: Source,
    words: WordPlaces,
    /// Its comments and strings, computed on first use; `None` if its language is unknown.
    prose: OnceCell<Option<Vec<Range<usize>>>>,
}

impl OtherText {
    fn new(source: Source) -> Self {
        Self { source, words: WordPlaces::default(), prose: OnceCell::new() }
    }

    /// Returns the places of a word: first those in text, comments and strings, then those in code.
    fn places(&self, word: &str) -> (Vec<usize>, Vec<usize>) {
        let Source { path, text } = &self.source;
        self.words.of(text, word).partition(|at| {
            let prose = self.prose.get_or_init(|| {
                let language = Language::of_file(path.extension()?, text.as_bytes())?;
                Some(prose(language, text))
            });
            prose.as_ref().is_none_or(|prose| is_in(prose, *at))
        })
    }
}

/// The files of a project that may contain a name.
pub(in crate::plan) struct ProjectTexts {
    /// The language of the definition.
    pub(in crate::plan) language: &'static Language,
    /// The files in the language of the definition or a similar one.
    sources: Vec<Source>,
    manifests: Vec<Source>,
    /// Other files that contain the name.
    others: Vec<OtherText>,
    by_path: HashMap<PatchPath, Arc<str>>,
    /// The places of the words in each of the files.
    words: HashMap<PatchPath, WordPlaces>,
    /// What was parsed of the files for earlier operations.
    graphs: Graphs,
    /// The line ends of files, computed when places in them are requested.
    line_ends: RefCell<HashMap<PatchPath, Vec<usize>>>,
    /// The names of the files that files include, computed on first use.
    pub(super) included: RefCell<HashMap<PatchPath, Rc<HashSet<String>>>>,
}

/// Where a word occurs besides its definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::plan) enum OutsidePlace {
    /// In the file of the definition, or in the one that it moves to.
    OneOfBoth,
    /// In other files only.
    OtherFiles,
}

impl ProjectTexts {
    /// Returns the path by which others import the package of a file, from the `go.mod` of the innermost folder around
    /// it that has one.
    pub(in crate::plan) fn package_path(&self, path: &PatchPath) -> Option<String> {
        if self.language.local_rules()?.modules != ModuleStyle::Folder {
            return None;
        }
        let (module, inner) = self.manifest_around(path, "go.mod")?;
        let name =
            module.text.lines().find_map(|line| Some(line.strip_prefix("module ")?.trim().to_owned()))?;
        let inner = inner.rsplit_once('/').map_or("", |(folder, _)| folder);
        Some(if inner.is_empty() { name } else { format!("{name}/{inner}") })
    }

    /// Returns the innermost file of this name in the folders around a path, and the rest of the path from there.
    fn manifest_around<'p>(&self, path: &'p PatchPath, file_name: &str) -> Option<(&Source, &'p str)> {
        let named = self.manifests.iter().filter(|one| one.path.file_name() == file_name);
        let inner = named.filter_map(|one| {
            let folder = one.path.parent().map(|folder| format!("{folder}/")).unwrap_or_default();
            Some((one, path.as_str().strip_prefix(&folder)?))
        });
        inner.min_by_key(|(_, inner)| inner.len())
    }

    /// Returns whether a new file can become part of a project whose files form a tree of modules: there is no crate,
    /// the file is a root of a crate, or something declares it already.
    pub(in crate::plan) fn may_be_reached(&self, path: &PatchPath) -> bool {
        if self.language.local_rules().is_none_or(|rules| rules.tree.is_none()) {
            return true;
        }
        let Some((_, rest)) = self.manifest_around(path, "Cargo.toml") else { return true };
        let is_root = ROOT_FILES.contains(&rest) || ROOT_FOLDERS.iter().any(|start| rest.starts_with(start));
        let stem = rest.strip_suffix("/mod.rs").unwrap_or(rest).rsplit('/').next().unwrap_or_default();
        let declaration = format!("mod {};", stem.split('.').next().unwrap_or_default());
        is_root || self.sources.iter().any(|source| source.text.contains(&declaration))
    }

    /// Reads the files, including `own`, the files of the definitions. Files of other languages are only read if they
    /// contain one of the names.
    pub(in crate::plan) fn read(
        overlay: &Overlay<'_, '_>,
        language: &'static Language,
        own: &[&PatchPath],
        names: &[&str],
    ) -> Result<Self, Refusal> {
        let mut texts = Self {
            language,
            sources: Vec::new(),
            manifests: Vec::new(),
            others: Vec::new(),
            by_path: HashMap::new(),
            words: HashMap::new(),
            graphs: overlay.graphs(),
            line_ends: RefCell::default(),
            included: RefCell::default(),
        };
        let style =
            |language| (Language::local_rules(language).map(|rules| rules.modules), includes_text(language));
        let wanted = style(language);
        let mut paths = find_files(overlay, &["*".to_owned()])?;
        for own in own {
            if !paths.contains(own) {
                paths.push((*own).clone());
            }
        }
        // If there are too many names to search for, any file may contain one.
        let finder = AhoCorasick::new(names).ok();
        for path in paths {
            let of_file = || Language::by_extension(path.extension()?);
            let is_source = of_file().map(style) == Some(wanted);
            let Some(bytes) = overlay.peek_at_project(&path) else { continue };
            let is_manifest = MANIFESTS.contains(&path.file_name())
                || path.extension() == Some("json") && memchr::memmem::find(&bytes, SETTINGS).is_some();
            let has_name = finder.as_ref().is_none_or(|finder| finder.is_match(&*bytes));
            if !(is_source || is_manifest || has_name) {
                continue;
            }
            let Ok(buffer) = Buffer::share(&bytes) else { continue };
            let text: Arc<str> = buffer.slice(0..buffer.len()).into();
            let source = Source { path: path.clone(), text: Arc::clone(&text) };
            if is_manifest {
                texts.manifests.push(source.clone());
            }
            match is_source {
                true => texts.sources.push(source),
                false if has_name => texts.others.push(OtherText::new(source)),
                false => {}
            }
            texts.words.insert(path.clone(), WordPlaces::default());
            texts.by_path.insert(path, text);
        }
        Ok(texts)
    }

    /// Returns the question about the uses of a definition in one of the files.
    pub(in crate::plan) fn question<'q>(
        &self,
        macros: &'q Macros,
        path: &'q PatchPath,
        found: &'q SymbolMatch,
    ) -> DefinitionQuery<'q> {
        DefinitionQuery { files: self.files(macros), path, found }
    }

    /// Returns the question about definitions that move from one of the files to another.
    pub(in crate::plan) fn move_question<'q>(
        &self,
        macros: &'q Macros,
        moving: &Moving<'q>,
        found: &'q [MovedRange],
    ) -> MoveQuestion<'q> {
        MoveQuestion {
            files: self.files(macros),
            from: &moving.operation.path,
            to: moving.to,
            found,
            is_kept: moving.old_place == OldName::KeptAsAlias,
            become_members: matches!(moving.place, SymbolPlace::Into(..)),
            owner: None,
            class_there: None,
            operations: moving.operations,
        }
    }

    pub(in crate::plan) fn files<'q>(&self, macros: &'q Macros) -> ProjectFiles<'q> {
        let language = self.language;
        let (sources, manifests, graphs) =
            (self.sources.clone(), self.manifests.clone(), self.graphs.clone());
        ProjectFiles { language, macros, sources, manifests, graphs }
    }

    /// Returns the places of a word in files of other languages: first those in text, comments and strings, then those
    /// in code, where the word is the name of something else.
    pub(in crate::plan) fn elsewhere(&self, name: &str) -> (Vec<LabeledPlace>, Vec<LabeledPlace>) {
        let (mut mentions, mut code) = (Vec::new(), Vec::new());
        for other in &self.others {
            let spot = |at| LabeledPlace { path: other.source.path.clone(), at, label: "" };
            let (own, others) = other.places(name);
            mentions.extend(own.into_iter().map(spot));
            code.extend(others.into_iter().map(spot));
        }
        (mentions, code)
    }

    /// Returns the places of a word in files of the same language.
    pub(in crate::plan) fn of_language(&self, name: &str) -> Vec<LabeledPlace> {
        let is_own = |path: &PatchPath, text: &str| {
            Language::of_file(path.extension().unwrap_or_default(), text.as_bytes())
                .is_some_and(|other| std::ptr::eq(other, self.language))
        };
        let own = self.by_path.iter().filter(|(path, text)| is_own(path, text));
        let spots = own.flat_map(|(path, text)| {
            find_words(text, name).map(|at| LabeledPlace { path: path.clone(), at, label: "has the name" })
        });
        let mut spots: Vec<LabeledPlace> = spots.collect();
        spots.sort();
        spots
    }

    /// Returns whether a word occurs more than once in the files.
    pub(in crate::plan) fn have_several(&self, name: &str) -> bool {
        let places =
            |(path, words): (&PatchPath, &WordPlaces)| words.of(self.text_of(path), name).take(2).count();
        self.words.iter().map(places).sum::<usize>() > 1
    }

    /// Returns the paths of the files that were read, sorted.
    pub(in crate::plan) fn paths(&self) -> impl Iterator<Item = &PatchPath> {
        let mut paths: Vec<&PatchPath> = self.by_path.keys().collect();
        paths.sort();
        paths.into_iter()
    }

    /// Returns the text of a file; an empty one if the file was not read.
    pub(in crate::plan) fn text_of(&self, path: &PatchPath) -> &str {
        self.by_path.get(path).map_or("", |text| text.as_ref())
    }

    /// Returns a file that was read; one without text if it was not.
    pub(in crate::plan) fn source_of(&self, path: &PatchPath) -> Source {
        let text = self.by_path.get(path).map_or_else(|| Arc::from(""), Arc::clone);
        Source { path: path.clone(), text }
    }

    /// Adds files of the language that no longer exist.
    pub(in crate::plan) fn add_sources(&mut self, gone: impl Iterator<Item = Source>) {
        self.sources.extend(gone);
    }

    /// Returns whether a word occurs outside of a range of one file, where a definition in that range may be visible:
    /// in that file, and in files that include others.
    pub(in crate::plan) fn may_be_used(&self, word: &str, path: &PatchPath, range: &Range<usize>) -> bool {
        let is_own = |other: &PatchPath, at: usize| other == path && range.contains(&at);
        let may_see = |other: &PatchPath| other == path || !self.included_names(other).is_empty();
        let has_word = |(other, words): (&PatchPath, &WordPlaces)| {
            words.of(self.text_of(other), word).any(|at| !is_own(other, at))
        };
        self.words.iter().any(|(other, words)| has_word((other, words)) && may_see(other))
    }

    /// Returns which of the words occur, in files of the language or a similar one, outside of their range of the file
    /// at `path`: in that file or the one at `to`, or in other files only.
    pub(in crate::plan) fn words_outside<'w>(
        &self,
        [path, to]: [&PatchPath; 2],
        words: &HashMap<&'w str, Range<usize>>,
    ) -> HashMap<&'w str, OutsidePlace> {
        let mut found = HashMap::new();
        for source in &self.sources {
            let is_near = [path, to].contains(&&source.path);
            let is_other = |char| !is_word_char(char);
            let mut at = 0;
            for piece in source.text.split_inclusive(is_other) {
                if let Some((word, range)) = words.get_key_value(piece.trim_end_matches(is_other))
                    && (source.path != *path || !range.contains(&at))
                {
                    let place = found.entry(*word).or_insert(OutsidePlace::OtherFiles);
                    if is_near {
                        *place = OutsidePlace::OneOfBoth;
                    }
                }
                at += piece.len();
            }
        }
        found
    }

    /// Returns the line of a place, from 0.
    pub(in crate::plan) fn line_of(&self, spot: &LabeledPlace) -> usize {
        let mut known = self.line_ends.borrow_mut();
        let ends = known.entry(spot.path.clone()).or_insert_with(|| {
            let text = self.text_of(&spot.path);
            memchr::memchr_iter(b'\n', text.as_bytes()).collect()
        });
        ends.partition_point(|end| *end < spot.at)
    }

    /// Returns a place as messages show it.
    pub(in crate::plan) fn place(&self, spot: &LabeledPlace) -> FilePlace {
        let line = self.line_of(spot);
        let text = self.text_of(&spot.path);
        let start = text.get(..spot.at).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
        let shown = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let length = |text: &str| text.chars().take_while(|char| is_word_char(*char)).count();
        let column = text.get(start..spot.at).map_or(0, |before| before.chars().count()) + 1;
        let word = column..column + text.get(spot.at..).map_or(0, length);
        FilePlace {
            columns: Some(word).filter(|word| !word.is_empty()).into_iter().collect(),
            label: spot.label.to_owned(),
            ..FilePlace::related(spot.path.as_str(), line, shown.to_owned())
        }
    }
}

/// Returns the ranges of comments and strings of a text, in order.
pub(in crate::plan) fn prose(language: &'static Language, text: &str) -> Vec<Range<usize>> {
    let tokens = Lexer::new(language.lexical()).tokens(text);
    let is_prose = |kind: &TokenKind| {
        use TokenKind::{Comment, Regex, String, StringPart};
        matches!(kind, Comment | String | StringPart | Regex)
    };
    tokens.filter(|token| is_prose(&token.kind)).map(|token| token.range).collect()
}

/// Returns whether a byte is in one of the ranges, which are in order.
pub(in crate::plan) fn is_in(ranges: &[Range<usize>], byte: usize) -> bool {
    let behind = ranges.partition_point(|range| range.start <= byte);
    behind.checked_sub(1).is_some_and(|at| ranges[at].contains(&byte))
}

/// A use of a definition, or an occurrence that may be one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UseLine {
    /// The file.
    pub path: PatchPath,
    /// The line, from 1.
    pub line: usize,
    /// The column, in bytes from 1.
    pub column: usize,
    /// The text of the line.
    pub text: String,
    /// The verdict on the occurrence.
    pub verdict: Verdict,
    /// Whether the occurrence binds the name.
    pub is_definition: bool,
}

/// The maximum number of definitions of one name that are examined together.
pub(in crate::plan) const MAX_TWINS: usize = 64;

/// Returns whether the files of a language include the text of others.
pub(in crate::plan) fn includes_text(language: &'static Language) -> bool {
    language.manifest().names.is_some()
}

/// Returns whether files of two languages may share definitions: a C header may count as C++.
pub(in crate::plan) fn share_definitions(one: &'static Language, other: &'static Language) -> bool {
    one.shares_operations(other) || includes_text(one) && includes_text(other)
}

/// Returns the address of a definition, and what `rename_symbol` would decide about every occurrence of its name;
/// occurrences that have nothing to do with the definition are omitted.
///
/// # Errors
/// The file or the definition does not exist, or the language is not supported.
pub fn uses(
    tree: &dyn ReadTree,
    path: &PatchPath,
    symbol: &str,
    macros: &Macros,
) -> Result<(String, Vec<UseLine>), Diagnostic> {
    let overlay = Overlay::new(tree);
    let refused = |refusal: Refusal| {
        refusal
            .problems
            .into_iter()
            .next()
            .unwrap_or_else(|| Diagnostic::error(Code::Io, format!("`{path}` cannot be read")))
    };
    let missing = || explain::missing(tree, path.as_str());
    if matches!(tree.kind(path), Ok(None)) {
        return Err(missing());
    }
    let unsupported = || {
        let message = format!("`chunk uses` does not support the language of `{path}`");
        Diagnostic::error(Code::UnsupportedLanguage, message)
    };
    let of_file = || Language::by_extension(path.extension()?);
    let language = of_file()
        .filter(|language| language.local_rules().is_some() || includes_text(language))
        .ok_or_else(unsupported)?;
    let bytes = overlay.peek(path).ok_or_else(missing)?;
    let buffer = Buffer::share(&bytes)
        .map_err(|error| Diagnostic::error(Code::NotText, format!("`{path}` is not text: {error}")))?;
    let mut symbols = Symbols::with_macros(language, macros.clone());
    let target = |address: &str| SymbolTarget { symbol: Some(address.to_owned()), ..SymbolTarget::default() };
    let mut resolve = |address: &str| symbols.resolve(&buffer, &target(address), Purpose::Read);
    let resolved = resolve(symbol);
    let name = resolved.as_ref().map_or(symbol, |found| &found.address);
    let texts = ProjectTexts::read(&overlay, language, &[path], &[last_word(name)]).map_err(refused)?;
    let found = match resolved {
        Err(SymbolProblem::Ambiguous { ref candidates, .. }) if candidates.len() <= MAX_TWINS => {
            let all = candidates.iter().map(|candidate| resolve(&candidate.address).ok());
            let all: Vec<SymbolMatch> = all.collect::<Option<_>>().unwrap_or_default();
            let is_one = !includes_text(language) && texts.are_one(macros, path, &all);
            all.into_iter().next().filter(|_| is_one).map_or(resolved, Ok)
        }
        Err(problem) => attribute(&mut symbols, &buffer, language, &target(symbol)).ok_or(problem),
        resolved => resolved,
    };
    let found = found.map_err(|problem| problem.diagnostic(path.as_str(), &buffer, PatchPlace::default()))?;
    let question = texts.question(macros, path, &found);
    let named =
        if includes_text(language) { find_places_by_includes(&question) } else { find_uses(question) };
    let named = named.map_err(|problem: RenameProblem| {
        let message = problem.message(&found.address, "", |_| 0);
        Diagnostic::error(problem.code(), message)
    })?;
    let listed =
        named.into_iter().filter(|one| one.verdict != Verdict::Unrelated).map(|one| texts.use_line(one));
    let mut listed: Vec<UseLine> = listed.collect();
    listed.sort_by(|one, other| {
        (&one.path, one.line, one.column).cmp(&(&other.path, other.line, other.column))
    });
    Ok((found.address, listed))
}

/// Finds an attribute that has no definition of its own, and returns its class in place of one: an attribute that is
/// only assigned to objects (`self.name = …`), or that is also a parameter (`constructor(private name)`, `record
/// Point(int x)`).
pub(in crate::plan) fn attribute(
    symbols: &mut Symbols,
    buffer: &Buffer,
    language: &'static Language,
    wanted: &SymbolTarget,
) -> Option<SymbolMatch> {
    let rules = language.local_rules()?;
    let address = wanted.symbol.as_deref()?;
    let name = last_word(address);
    let class = address.strip_suffix(name)?.trim_end_matches(['.', ':', '/']);
    let target = SymbolTarget { symbol: Some(class.to_owned()), ..wanted.clone() };
    let found = symbols.look_up(buffer, &target, Purpose::Read)?;
    let text = buffer.slice(found.definition.clone()).into_owned();
    let last_of = |before: &str| before[before.trim_end_matches(is_word_char).len()..].to_owned();
    let is_component = rules.component_kind.as_deref() == Some(found.kind);
    // A comment above the class is not part of its heading.
    let start = found.declaration.saturating_sub(found.definition.start).min(text.len());
    let heading = start..text[start..].find('{').map_or(text.len(), |at| start + at);
    let is_given = |at: usize| {
        let behind = text[at + name.len()..].trim_start();
        if is_component && heading.contains(&at) && behind.starts_with([',', ')'])
            || contains(&rules.field_words, &last_of(text[..at].trim_end()))
        {
            return true;
        }
        let owner = last_of(text[..at].strip_suffix('.').unwrap_or_default());
        let is_set = behind.starts_with('=') && !behind.starts_with("==") || behind.starts_with(':');
        // `self.width, self.height = size`: one of several attributes that are assigned together.
        let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let opens = text[line..].trim_start();
        let is_first = rules
            .receivers
            .iter()
            .any(|own| opens.strip_prefix(own).is_some_and(|rest| rest.starts_with('.')));
        let is_one_of = || is_first && opens.lines().next().is_some_and(|line| line.contains(" = "));
        (is_set || behind.starts_with(',') && is_one_of()) && contains(&rules.receivers, &owner)
    };
    find_words(&text, name).any(is_given).then(|| SymbolMatch {
        address: address.to_owned(),
        kind: ATTRIBUTE,
        ..found
    })
}

impl ProjectTexts {
    /// Returns whether definitions of a file with one name are one thing, such as the accessors of a property: each is
    /// a use of the first.
    pub(in crate::plan) fn are_one(&self, macros: &Macros, path: &PatchPath, named: &[SymbolMatch]) -> bool {
        let Some(first) = named.first() else { return false };
        let Ok(uses) = find_uses(self.question(macros, path, first)) else { return false };
        let verdict = |found: &SymbolMatch| {
            let is_it = |one: &&NamedUse| one.path == *path && one.range.start == found.identity.byte();
            uses.iter().find(is_it).map(|one| one.verdict).filter(|verdict| *verdict != Verdict::Unrelated)
        };
        verdict(first).is_some() && named.iter().all(|found| verdict(found) == verdict(first))
    }

    /// Returns the occurrences of the old name, in files of the language, that a renaming neither changes nor mentions.
    pub(in crate::plan) fn unmentioned_occurrences(&self, renaming: &Renaming) -> Vec<LabeledPlace> {
        let said = [&renaming.mentions, &renaming.undecided, &renaming.left];
        let said: HashSet<(&PatchPath, usize)> =
            said.into_iter().flatten().map(|spot| (&spot.path, spot.at)).collect();
        let changed: HashSet<(&PatchPath, usize)> = renaming
            .edits
            .iter()
            .flat_map(|(path, edits)| edits.iter().map(move |edit| (path, edit.range.start)))
            .collect();
        let places = self
            .sources
            .iter()
            .flat_map(|source| find_words(&source.text, &renaming.old).map(move |at| (&source.path, at)));
        let rest = places.filter(|place| !said.contains(place) && !changed.contains(place));
        rest.map(|(path, at)| LabeledPlace { path: path.clone(), at, label: "" }).collect()
    }

    /// Returns whether definitions of a file with one name are overloads, and nothing prevents any of them from being
    /// renamed.
    pub(in crate::plan) fn are_free(&self, macros: &Macros, path: &PatchPath, named: &[SymbolMatch]) -> bool {
        let is_free = |(found, uses): (&SymbolMatch, Vec<NamedUse>)| {
            let is_it = |one: &NamedUse| {
                one.is_definition && one.path == *path && found.definition.contains(&one.range.start)
            };
            let mut own = uses.iter().filter(|one| is_it(one) && one.verdict != Verdict::Unrelated);
            own.next().is_some_and(|one| one.verdict == Verdict::Certain)
        };
        let has_overloads = self.language.local_rules().is_some_and(|rules| rules.overloads);
        let all = has_overloads.then(|| find_uses_each(self.files(macros), path, named));
        all.and_then(Result::ok).is_some_and(|all| named.iter().zip(all).all(is_free))
    }

    fn use_line(&self, one: NamedUse) -> UseLine {
        let spot = LabeledPlace { path: one.path, at: one.range.start, label: "" };
        let place = self.place(&spot);
        let text = self.by_path.get(&spot.path).and_then(|text| text.get(..spot.at)).unwrap_or_default();
        let column = text.len() - text.rfind('\n').map_or(0, |at| at + 1) + 1;
        UseLine {
            path: spot.path,
            line: place.line,
            column,
            text: place.text,
            verdict: one.verdict,
            is_definition: one.is_definition,
        }
    }
}
