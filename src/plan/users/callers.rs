//! Lists the places that name a definition which a patch deletes, or whose parameters it changes.
//!
//! Invariant: the project is read once, after all operations, and only if an operation needs it.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use aho_corasick::{AhoCorasick, MatchKind};

use super::changed::Changed;
use super::still_named::{idle_names, still_named};
use super::unrelated_uses::{FileNow, NamePlaces, UseClassifier, UsedDefinition};
use super::uses::{includes_text, is_in, prose, share_definitions};
use crate::diag::{Diagnostic, FilePlace};
use crate::ir::{Action, Change, ImportChange, Locator, Operation, PatchPath, SymbolPart};
use crate::lang::Language;
use crate::plan::done::{EditOutcome, Warning};
use crate::plan::renaming::prose::coded;
use crate::plan::run::Run;
use crate::plan::symbol::address::last_word;
use crate::plan::symbol::lookup::language_of;
use crate::plan::tree::project::find_files;
use crate::resolve::bindings::{bare_address, idle_imports, lost_parameters, missing_imports};
use crate::resolve::symbol::{CallChange, Identity, Symbols};
use crate::text::Buffer;
use crate::text::normal::{contains, is_word};

/// The maximum number of bytes of the type arguments of a class before the arguments of its constructor.
const MAX_ARGUMENTS: usize = 200;

/// The maximum number of places that a note lists.
const MAX_LISTED_PLACES: usize = 20;

/// Names of at most this many characters are not searched for in documents.
const SHORT_NAME: usize = 2;

/// The extensions of documents.
const DOCUMENTS: [&str; 6] = ["md", "markdown", "mdx", "rst", "txt", "adoc"];

/// The maximum number of removed ranges of a file for which unused imports are searched: each name is compared with all
/// of them.
const MAX_REMOVED_RANGES: usize = 100;

/// What files define after the patch; `None` for files that no longer exist or are not text.
type LeftDefinitions<'c> = HashMap<&'c PatchPath, Option<DefinitionsOfFile<'c>>>;

struct DefinitionsOfFile<'c> {
    buffer: Buffer,
    symbols: Symbols,
    /// For each name, the addresses of its definitions, without what distinguishes definitions of one name.
    addresses: HashMap<&'c str, HashSet<String>>,
}

impl<'c> DefinitionsOfFile<'c> {
    fn has(&mut self, name: &'c str, address: &str) -> bool {
        let Self { buffer, symbols, addresses } = self;
        let of_name = addresses.entry(name).or_insert_with(|| {
            let named = symbols.all_named(buffer, name);
            named.iter().map(|own| bare_address(&own.address).to_owned()).collect()
        });
        of_name.contains(address)
    }
}

/// Files with the lines (from 1) that contain a name.
type NamedLines = BTreeMap<PatchPath, Vec<usize>>;

impl<'p> Run<'p, '_> {
    /// Remembers what an operation did to a definition that others may name.
    pub(in crate::plan) fn remember_changed(&mut self, at: usize, done: &EditOutcome) {
        let operations: &'p [Operation] = self.operations;
        let operation = &operations[at];
        if let Action::Edit { at: Locator::Part { part: SymbolPart::Signature, .. }, .. } = &operation.action
        {
            self.other_headings.insert(&operation.path, operation);
        }
        let is_gone = match &operation.action {
            Action::Edit { at: Locator::Symbol(_), change: Change::Delete, .. } => true,
            Action::Edit { change: Change::Replace(_), .. } if done.is_renamed => true,
            Action::MoveSymbol { .. } if done.is_renamed => true,
            Action::Edit {
                at: Locator::Symbol(_) | Locator::Part { part: SymbolPart::Signature, .. },
                change: Change::Replace(_),
                ..
            } if !done.keeps_users || declares_more(operation, done) => false,
            Action::Edit { at: Locator::Imports(ImportChange::Remove), .. } => {
                self.without_imports.insert(&operation.path, operation);
                return;
            }
            _ => return,
        };
        let address = done.matched.clone().unwrap_or_default();
        // An `impl` block is not a definition of its type.
        let is_block = address.contains(char::is_whitespace) && address.starts_with("impl");
        let name = if is_block { String::new() } else { last_word(&address).to_owned() };
        let Some(document) = self.overlay.document(&operation.path) else { return };
        let Ok(language) = language_of(document, &operation.path, None) else { return };
        let class = if is_gone { None } else { class_made_by(language, &address) };
        // A function with the name of its class, or one that nobody calls by name, is not searched for by name.
        let is_named_apart = class.as_ref().is_none_or(|class| {
            let special = language.local_rules().map_or(&[][..], |rules| &rules.special);
            !contains(special, &name) && last_word(class) != name
        });
        let calls = done.calls.as_ref().filter(|_| !is_gone);
        let calls = match bare_address(&address) == last_word(&address) {
            true => calls.cloned(),
            false => calls.and_then(|calls| calls.without_receiver(&language.local_rules()?.receivers)),
        };
        let changed = |address: String, is_maker: bool| {
            let name = last_word(&address).to_owned();
            let keeps_calls = !is_gone && done.keeps_users;
            Changed {
                operation,
                address,
                name,
                language,
                is_gone,
                is_maker,
                calls: calls.clone(),
                keeps_calls,
            }
        };
        self.looked_over_project(at);
        // Code that makes objects only needs changes if calls do.
        let class = class.filter(|_| is_gone || !done.keeps_users);
        self.changed.extend(class.map(|class| changed(class, true)));
        if !name.is_empty() && is_named_apart {
            self.changed.push(changed(address, false));
        }
    }

    /// Adds a note for each changed definition about where it is named.
    pub(in crate::plan) fn note_callers(&mut self) {
        let changed = std::mem::take(&mut self.changed);
        if changed.is_empty() {
            return;
        }
        self.note_idle_imports(&changed);
        let mut left = LeftDefinitions::new();
        let is_deletion =
            |one: &&Operation| matches!(&one.action, Action::Edit { change: Change::Delete, .. });
        let others = self.operations.iter().filter(|one| !is_deletion(one));
        let others: HashSet<&PatchPath> = others.map(|one| &one.path).collect();
        let changed: Vec<&Changed<'p>> =
            changed.iter().filter(|one| !self.is_still_there(one, &others, &mut left)).collect();
        let are_overloads: Vec<bool> =
            changed.iter().map(|one| self.leaves_overloads(one, &mut left)).collect();
        let Ok(paths) = find_files(&self.overlay, &["*".to_owned()]) else { return };
        let Some(names) = ChangedNames::new(&changed) else { return };
        let mut found: Vec<NamePlaces> = changed.iter().map(|_| NamePlaces::new()).collect();
        let mut said: Vec<NamedLines> = changed.iter().map(|_| NamedLines::new()).collect();
        let mut files = HashMap::new();
        for path in paths {
            let Some(language) = Language::by_extension(path.extension().unwrap_or_default()) else {
                if is_document(&path) && changed.iter().any(|one| one.is_gone) {
                    self.find_said(&path, &names, &mut said);
                }
                continue;
            };
            let is_like = |language: &'static Language| {
                changed.iter().any(|one| share_definitions(one.language, language))
            };
            if !is_like(language) && !language.has_marked_files() {
                continue;
            }
            let Some(bytes) = self.overlay.peek_at_project(&path) else { continue };
            if !names.are_in(&bytes) {
                continue;
            }
            let Ok(buffer) = Buffer::share(&bytes) else { continue };
            let language =
                Language::of_buffer(path.extension().unwrap_or_default(), &buffer).unwrap_or(language);
            let uses = self.uses_in(&buffer, language, &names);
            for (name, bytes) in uses {
                for at in &names.changed[name] {
                    if share_definitions(changed[*at].language, language) {
                        found[*at].insert(path.clone(), bytes.clone());
                    }
                }
            }
            files.insert(path.clone(), FileNow::of(self.overlay.tree(), &path, buffer));
        }
        // If one declaration of a function keeps calls valid, calls need not be listed for the other declarations
        // either.
        let kept = changed.iter().filter(|one| one.keeps_calls).map(|one| one.address.as_str());
        let kept: HashSet<&str> = kept.collect();
        let mut judge = UseClassifier::new(self.overlay.tree(), self.patch.own_text, &self.macros);
        for ((one, mut found), is_overload) in changed.iter().zip(found).zip(are_overloads) {
            let definition = UsedDefinition {
                path: &one.operation.path,
                address: &one.address,
                language: one.language,
                with_imports: one.is_gone,
            };
            judge.filter_uses(&definition, &mut found, &files);
            if one.is_maker || is_overload {
                found.retain(|path, bytes| {
                    bytes.retain(|byte| is_made_at(&files[path].buffer, *byte..*byte + one.name.len()));
                    !bytes.is_empty()
                });
            }
            if kept.contains(one.address.as_str()) {
                self.retain_declarations(one, &mut found, &files);
            }
            found.retain(|path, bytes| {
                bytes.retain(|byte| !one.is_kept_at(&files[path].buffer, *byte));
                !bytes.is_empty()
            });
            let lines = |(path, bytes): (&PatchPath, &Vec<usize>)| {
                let buffer = &files[path].buffer;
                let mut lines: Vec<usize> = bytes.iter().map(|byte| buffer.line_of(*byte) + 1).collect();
                lines.dedup();
                (path.clone(), lines)
            };
            let places: NamedLines = found.iter().map(lines).collect();
            if let Some(told) = format_note(one, is_overload, found.values().map(Vec::len).sum(), &places) {
                let mut told = note(one.operation, Warning::Failing(told));
                if one.is_gone && !is_overload {
                    told.places = shown_uses(one, &found, &files);
                }
                self.warnings.push(told);
            }
        }
        for (one, places) in changed.iter().zip(&said).filter(|(one, _)| one.is_gone && !one.is_maker) {
            if !places.is_empty() {
                let count = counted(places.values().map(Vec::len).sum());
                let text = format!("documents still mention `{}` in {count}: {}", one.name, listed(places));
                self.warnings.push(note(one.operation, Warning::Prose(text)));
            }
        }
    }

    /// Adds the lines of a document that contain names as code to those of the definitions of these names.
    fn find_said(&self, path: &PatchPath, names: &ChangedNames<'_>, said: &mut [NamedLines]) {
        let Some(bytes) = self.overlay.peek_at_project(path) else { return };
        let Some(buffer) = names.are_in(&bytes).then(|| Buffer::share(&bytes).ok()).flatten() else { return };
        let text = buffer.slice(0..buffer.len());
        let found = names.places_in(&text).into_iter().filter(|(name, range)| {
            names.words[*name].chars().count() > SHORT_NAME && is_word(&text, range.clone())
        });
        for (name, byte) in coded(path, &text, found) {
            let line = buffer.line_of(byte) + 1;
            for at in &names.changed[name] {
                let lines = said[*at].entry(path.clone()).or_default();
                if lines.last() != Some(&line) {
                    lines.push(line);
                }
            }
        }
    }

    /// Keeps, of the places of a name, those that declare or define the function themselves.
    fn retain_declarations(
        &self,
        one: &Changed<'_>,
        found: &mut NamePlaces,
        files: &HashMap<PatchPath, FileNow>,
    ) {
        found.retain(|path, bytes| {
            let mut symbols = Symbols::with_macros(one.language, self.macros.clone());
            let named = symbols.all_named(&files[path].buffer, &one.name);
            let declared: HashSet<usize> = named.iter().map(Identity::byte).collect();
            bytes.retain(|byte| declared.contains(byte));
            !bytes.is_empty()
        });
    }

    /// Returns whether another definition remains that stands for the deleted one, such as another overload. `others`
    /// are the files that operations other than deletions name.
    fn is_still_there<'c>(
        &mut self,
        one: &'c Changed<'p>,
        others: &HashSet<&PatchPath>,
        left: &mut LeftDefinitions<'c>,
    ) -> bool {
        // If one of several definitions with the same name and signature is deleted, such as those in branches of a
        // condition, the others remain.
        let is_one_of_several = one.address.contains('#');
        // Another operation may define it again.
        let may_come_back = || others.contains(&one.operation.path);
        let is_single = one.language.manifest().symbols.single_definition;
        if !one.is_gone || !is_single && !is_one_of_several && !may_come_back() {
            return false;
        }
        self.has_left(one, left)
    }

    /// Returns whether a deleted definition was one of several overloads of which others remain.
    fn leaves_overloads<'c>(&mut self, one: &'c Changed<'p>, left: &mut LeftDefinitions<'c>) -> bool {
        one.is_gone && one.address.contains('(') && self.has_left(one, left)
    }

    /// Returns whether the file has a definition of the address, with any parameters, after the patch.
    fn has_left<'c>(&mut self, one: &'c Changed<'p>, left: &mut LeftDefinitions<'c>) -> bool {
        let path = &one.operation.path;
        let read = || {
            let buffer = Buffer::share(&self.overlay.peek(path)?).ok()?;
            Some(DefinitionsOfFile {
                buffer,
                symbols: Symbols::with_macros(one.language, self.macros.clone()),
                addresses: HashMap::new(),
            })
        };
        let file = left.entry(path).or_insert_with(read);
        file.as_mut().is_some_and(|file| file.has(&one.name, bare_address(&one.address)))
    }

    /// Adds a note, for each file from which a definition was deleted, about the imports that are no longer used there.
    fn note_idle_imports(&mut self, changed: &[Changed<'p>]) {
        let mut last: BTreeMap<&PatchPath, &Changed<'p>> = BTreeMap::new();
        last.extend(changed.iter().filter(|one| one.is_gone).map(|one| (&one.operation.path, one)));
        for (path, one) in last {
            let Some(file) = self.file_now(path) else { continue };
            let Some((before, gone)) =
                file.removed_text().filter(|(_, gone)| gone.len() <= MAX_REMOVED_RANGES)
            else {
                continue;
            };
            let (old, new) = (text_of(before), text_of(&file.buffer));
            let is_read = one.language.local_rules().is_some_and(|rules| rules.moves.is_some());
            let idle = match is_read {
                true => idle_imports(one.language, &self.macros, (&old, &gone), &new),
                false => idle_names(one.language, (&old, &gone), &new),
            };
            if !idle.is_empty() {
                let names = named_on_lines(&idle, &file.buffer);
                let text = format!(
                    "`{path}` imports {names}, which nothing there uses any longer; \
                     `remove_import` removes it"
                );
                self.warnings.push(note(one.operation, Warning::Mentioned(text)));
            }
        }
    }

    /// Adds a note, for each file from which imports were removed, about the names that it still uses.
    pub(in crate::plan) fn note_missing_imports(&mut self) {
        for (path, operation) in std::mem::take(&mut self.without_imports) {
            let Some(file) = self.file_now(path) else { continue };
            let language = path.extension().and_then(Language::by_extension);
            let Some((language, (before, _))) = language.zip(file.removed_text()) else { continue };
            let (old, new) = (text_of(before), text_of(&file.buffer));
            let mut missing = missing_imports(language, &self.macros, &old, &new);
            if language.local_rules().is_none_or(|rules| rules.moves.is_none()) {
                let named = still_named(language, &old, &new);
                missing.retain(|(name, _)| named.iter().all(|(own, _)| own != name));
                missing.extend(named);
                missing.sort_by_key(|(_, at)| *at);
            }
            if !missing.is_empty() {
                let names = named_on_lines(&missing, &file.buffer);
                let text = format!("`{path}` still uses {names}, whose import was removed");
                self.warnings.push(note(operation, Warning::Failing(text)));
            }
        }
    }

    /// Adds a note, for each file in which functions got other headings, about removed parameters that bodies still
    /// name.
    pub(in crate::plan) fn note_lost_parameters(&mut self) {
        for (path, operation) in std::mem::take(&mut self.other_headings) {
            let Some(file) = self.file_now(path) else { continue };
            let language = path.extension().and_then(Language::by_extension);
            let Some((language, (before, _))) = language.zip(file.removed_text()) else { continue };
            let lost = lost_parameters(language, &self.macros, &text_of(before), &text_of(&file.buffer));
            if !lost.is_empty() {
                let names = named_on_lines(&lost, &file.buffer);
                let text = format!("`{path}` still uses {names}, which is no longer a parameter");
                self.warnings.push(note(operation, Warning::Failing(text)));
            }
        }
    }

    /// Returns a file as the patch leaves it.
    fn file_now(&mut self, path: &PatchPath) -> Option<FileNow> {
        let bytes = self.overlay.peek(path)?;
        Some(FileNow::of(self.overlay.tree(), path, Buffer::share(&bytes).ok()?))
    }

    /// Returns the byte offsets in code that name something which the file does not define there, by the index of the
    /// name in `names`.
    fn uses_in(
        &self,
        buffer: &Buffer,
        language: &'static Language,
        names: &ChangedNames<'_>,
    ) -> BTreeMap<usize, Vec<usize>> {
        let text = buffer.slice(0..buffer.len());
        let prose = prose(language, &text);
        let mut symbols = Symbols::with_macros(language, self.macros.clone());
        let mut defined: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut uses: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (name, place) in names.places_in(&text) {
            let byte = place.start;
            let is_said = || is_in(&prose, byte) && !is_listed(language, &text, &place);
            if !is_word(&text, place.clone()) || is_said() {
                continue;
            }
            let own = defined.entry(name).or_insert_with(|| {
                let named = symbols.all_named(buffer, names.words[name]);
                // What a header declares must follow what the source defines.
                let is_own = |own: &&Identity| !(own.is_use || own.is_declared && includes_text(language));
                named.iter().filter(is_own).map(Identity::byte).collect()
            });
            if !own.contains(&byte) {
                uses.entry(name).or_default().push(byte);
            }
        }
        uses
    }
}

/// Returns whether a function that can be called as before has another number of parameters, so that its other
/// declarations must change, too.
fn declares_more(operation: &Operation, done: &EditOutcome) -> bool {
    let language = operation.path.extension().and_then(Language::by_extension);
    language.is_some_and(includes_text) && done.calls.as_ref().is_some_and(CallChange::is_of_number)
}

/// Returns whether a word is a whole string in the list of names that a file exports: `__all__ = ["run"]`.
fn is_listed(language: &'static Language, text: &str, word: &Range<usize>) -> bool {
    let Some(list) = language.local_rules().and_then(|rules| rules.exports.as_deref()) else { return false };
    let is_whole = text[..word.start].ends_with(['"', '\'']) && text[word.end..].starts_with(['"', '\'']);
    let before = text[..word.start].rfind(list).map(|at| &text[at + list.len()..word.start]);
    is_whole && before.is_some_and(|between| between.contains(['[', '(']) && !between.contains([']', ')']))
}

pub(super) fn note(operation: &Operation, warning: Warning) -> Diagnostic {
    warning.into_diagnostic().of(operation.reference()).at(operation.origin.place)
}

fn text_of(buffer: &Buffer) -> Arc<str> {
    Arc::from(buffer.slice(0..buffer.len()))
}

/// Formats names with their lines.
fn named_on_lines(names: &[(String, usize)], buffer: &Buffer) -> String {
    let named = |(name, byte): &(String, usize)| format!("`{name}` (line {})", buffer.line_of(*byte) + 1);
    names.iter().take(MAX_LISTED_PLACES).map(named).collect::<Vec<String>>().join(", ")
}

/// The names of all changed definitions, each once, and matchers that find them in one pass each.
struct ChangedNames<'c> {
    words: Vec<&'c str>,
    /// For each name, the indices of the changed definitions that have it.
    changed: Vec<Vec<usize>>,
    /// The matchers, each for the next [`WORDS`] names.
    finders: Vec<AhoCorasick>,
}

/// The maximum number of names per matcher, since building one costs up to the square of their number.
const WORDS: usize = 8_000;

impl<'c> ChangedNames<'c> {
    fn new(changed: &[&'c Changed<'_>]) -> Option<Self> {
        let mut by_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        // A name that is not a word, such as that of an operator, cannot be searched for: an empty name would match
        // everywhere.
        for (at, one) in changed.iter().enumerate().filter(|(_, one)| !one.name.is_empty()) {
            by_name.entry(one.name.as_str()).or_default().push(at);
        }
        let (words, changed): (Vec<&str>, Vec<Vec<usize>>) = by_name.into_iter().unzip();
        // Of names with a common prefix, the longest matches: where it is not a whole word, neither is a shorter one.
        let mut builder = AhoCorasick::builder();
        let finder = |words: &[&str]| builder.match_kind(MatchKind::LeftmostLongest).build(words);
        let finders = words.chunks(WORDS).map(finder).collect::<Result<_, _>>().ok()?;
        Some(Self { words, changed, finders })
    }

    /// Returns whether a text contains one of the names.
    fn are_in(&self, bytes: &[u8]) -> bool {
        self.finders.iter().any(|finder| finder.is_match(bytes))
    }

    /// Returns the places of the names in a text, in order, each with the index of its name.
    fn places_in(&self, text: &str) -> Vec<(usize, Range<usize>)> {
        let numbered = (0..).step_by(WORDS).zip(&self.finders);
        let mut found: Vec<(usize, Range<usize>)> = numbered
            .flat_map(|(first, finder)| {
                finder.find_iter(text).map(move |place| (first + place.pattern().as_usize(), place.range()))
            })
            .collect();
        if self.finders.len() > 1 {
            found.sort_by_key(|(_, place)| place.start);
        }
        found
    }
}

/// Returns the class whose objects a function constructs, by the address of the function.
fn class_made_by(language: &'static Language, address: &str) -> Option<String> {
    let makers = language.local_rules().map_or(&[][..], |rules| &rules.initialisers);
    let bare = bare_address(address);
    let own = last_word(bare);
    let class = bare.strip_suffix(own)?.trim_end_matches(['.', ':']);
    let is_maker = makers.iter().any(|maker| maker == own) || last_word(class) == own;
    (is_maker && !class.is_empty()).then(|| class.to_owned())
}

/// Returns whether an object of the class whose name is at `name` is made there; false for the name of a destructor.
fn is_made_at(buffer: &Buffer, name: Range<usize>) -> bool {
    let behind = buffer.slice(name.end..buffer.len().min(name.end + MAX_ARGUMENTS)).into_owned();
    let behind = behind.trim_start();
    if name.start.checked_sub(1).is_some_and(|before| buffer.has_at(before, "~")) {
        return false;
    }
    behind.starts_with('(')
        || behind.starts_with('<')
            && behind
                .find('>')
                .is_some_and(|end| behind[end..].trim_start_matches('>').trim_start().starts_with('('))
}

fn counted(count: usize) -> String {
    if count == 1 { "1 place".to_owned() } else { format!("{count} places") }
}

/// Formats lines for a note, up to the maximum number.
fn listed(places: &NamedLines) -> String {
    let total: usize = places.values().map(Vec::len).sum();
    let mut left = MAX_LISTED_PLACES;
    let mut shown = Vec::new();
    for (path, lines) in places {
        let own: Vec<String> = lines.iter().take(left).map(usize::to_string).collect();
        left -= own.len();
        if !own.is_empty() {
            let word = if own.len() == 1 { "line" } else { "lines" };
            shown.push(format!("{path} {word} {}", own.join(", ")));
        }
    }
    let more = if total > MAX_LISTED_PLACES {
        format!("; {} more", total - MAX_LISTED_PLACES)
    } else {
        String::new()
    };
    format!("{}{more}", shown.join("; "))
}

/// Returns whether a file is a document for people, by its extension.
fn is_document(path: &PatchPath) -> bool {
    path.extension().is_some_and(|end| DOCUMENTS.iter().any(|known| known.eq_ignore_ascii_case(end)))
}

/// Returns the places that still name a removed definition, up to the maximum number.
fn shown_uses(one: &Changed<'_>, found: &NamePlaces, files: &HashMap<PatchPath, FileNow>) -> Vec<FilePlace> {
    let all = found.iter().flat_map(|(path, bytes)| bytes.iter().map(move |byte| (path, *byte)));
    let place = |(path, byte): (&PatchPath, usize)| {
        let buffer = &files[path].buffer;
        let line = buffer.line_of(byte);
        let before = buffer.slice(buffer.line_start(line)..byte).chars().count() + 1;
        FilePlace {
            columns: std::iter::once(before..before + one.name.chars().count()).collect(),
            ..FilePlace::related(path.as_str(), line, buffer.line(line).into_owned())
        }
    };
    all.take(MAX_LISTED_PLACES).map(place).collect()
}

/// Builds the message about the `count` lines that name a definition. Where it is gone, the places are shown instead of
/// listed.
fn format_note(one: &Changed<'_>, is_overload: bool, count: usize, places: &NamedLines) -> Option<String> {
    if count == 0 {
        return None;
    }
    let (count, shown) = (counted(count), listed(places));
    let what = match (one.is_gone, one.is_maker) {
        (true, _) => "was removed, but is still referenced",
        (false, true) => "now takes other parameters, and is created",
        (false, false) => "has other parameters, and is referenced",
    };
    Some(match is_overload {
        true => format!(
            "`{}` was removed, but others of that name remain; calls that may have meant it are \
             in {count}: {shown}",
            one.address
        ),
        false if one.is_gone => format!("`{}` {what} in {count}", one.name),
        false => format!("`{}` {what} in {count}: {shown}", one.name),
    })
}
