//! Decides which occurrences of a changed definition's name are not uses that the patch left behind: those that
//! provably mean something else, and those that the patch wrote itself. Adds uses within strings that provably mean the
//! definition, and the definitions that override or implement it.
//!
//! Invariant: names are judged in the tree before the patch, where the definition is still unchanged.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use similar::DiffOp;

use super::uses::{ProjectTexts, includes_text};
use crate::ir::{PatchPath, SymbolTarget, TextId};
use crate::lang::{Language, Macros};
use crate::plan::symbol::address::last_word;
use crate::plan::tree::overlay::Overlay;
use crate::resolve::bindings::{Doubt, NamedUse, Verdict, find_uses};
use crate::resolve::by_includes::find_uses_by_includes;
use crate::resolve::symbol::{Purpose, Symbols};
use crate::text::normal::{contains, is_word_char};
use crate::text::{Buffer, Method, align, arguments_end};
use crate::vfs::ReadTree;

/// The maximum number of definitions whose uses are judged: each costs as much as renaming it.
const MAX_JUDGED: usize = 20;

/// The maximum number of lines that are searched for the arguments of a call.
const MAX_ARGUMENT_LINES: usize = 100;

/// The byte offsets of a name in the files as the patch left them.
pub(super) type NamePlaces = BTreeMap<PatchPath, Vec<usize>>;

/// A definition whose uses are judged.
pub(super) struct UsedDefinition<'d> {
    pub(in crate::plan) path: &'d PatchPath,
    pub(in crate::plan) address: &'d str,
    pub(in crate::plan) language: &'static Language,
    /// Whether importing the definition counts as a use.
    pub(super) with_imports: bool,
}

/// A file as the patch has left it, with the origin of its lines.
pub(super) struct FileNow {
    pub(in crate::plan) buffer: Buffer,
    origin: TextOrigin,
}

enum TextOrigin {
    /// The patch did not change the text.
    Same,
    /// The file did not exist.
    New,
    /// The text before the patch, and the original line of each line.
    Changed(Buffer, Vec<Option<usize>>),
}

/// The origin of a place.
enum PlaceOrigin {
    /// It was at this byte offset.
    Existing(usize),
    /// The patch wrote its line.
    Inserted,
    Unknown,
}

impl FileNow {
    /// Returns the file at a path, whose current text is `buffer`.
    pub(in crate::plan) fn of(tree: &dyn ReadTree, path: &PatchPath, buffer: Buffer) -> Self {
        let before = tree.read(path).ok().and_then(|file| Buffer::share(&file.bytes).ok());
        let origin = match before {
            None => TextOrigin::New,
            Some(before) => {
                let (old, new) = (lines_of(&before), lines_of(&buffer));
                if old == new {
                    TextOrigin::Same
                } else {
                    let from = origins(&old, &new);
                    TextOrigin::Changed(before, from)
                }
            }
        };
        Self { buffer, origin }
    }

    /// Returns the text before the patch, and its byte ranges that were removed or changed; `None` if the text has not
    /// changed or the file is new.
    pub(in crate::plan) fn removed_text(&self) -> Option<(&Buffer, Vec<Range<usize>>)> {
        let TextOrigin::Changed(before, from) = &self.origin else { return None };
        let kept: HashSet<usize> = from.iter().flatten().copied().collect();
        let gone = (0..before.line_count()).filter(|line| !kept.contains(line));
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for range in gone.map(|line| before.line_range(line)) {
            match ranges.last_mut().filter(|last| last.end == range.start) {
                Some(last) => last.end = range.end,
                None => ranges.push(range),
            }
        }
        Some((before, ranges))
    }

    /// Returns whether the patch wrote a line of the arguments that follow a name.
    fn has_new_arguments(&self, behind: usize, language: &'static Language) -> bool {
        let TextOrigin::Changed(_, from) = &self.origin else { return false };
        let first = self.buffer.line_of(behind);
        let last = (first + MAX_ARGUMENT_LINES).min(self.buffer.line_count());
        let text = self.buffer.slice(behind..self.buffer.line_start(last));
        let Some(end) = arguments_end(&text, language.lexical()) else { return false };
        let mut lines = first..=self.buffer.line_of(behind + end);
        lines.any(|line| from.get(line).copied().flatten().is_none())
    }

    /// Returns the current offset of a byte of the text before the patch; `None` if its line was changed.
    fn now(&self, byte: usize) -> Option<usize> {
        match &self.origin {
            TextOrigin::Same => Some(byte),
            TextOrigin::New => None,
            TextOrigin::Changed(before, from) => {
                let old = before.line_of(byte);
                let line = from.iter().position(|line| *line == Some(old))?;
                Some(self.buffer.line_start(line) + byte - before.line_start(old))
            }
        }
    }

    fn place(&self, byte: usize) -> PlaceOrigin {
        match &self.origin {
            TextOrigin::Same => PlaceOrigin::Existing(byte),
            TextOrigin::New => PlaceOrigin::Unknown,
            TextOrigin::Changed(before, from) => {
                let line = self.buffer.line_of(byte);
                match from.get(line).copied().flatten() {
                    Some(old) => {
                        PlaceOrigin::Existing(before.line_start(old) + byte - self.buffer.line_start(line))
                    }
                    None => PlaceOrigin::Inserted,
                }
            }
        }
    }
}

fn lines_of(buffer: &Buffer) -> Vec<String> {
    (0..buffer.line_count()).map(|line| buffer.line(line).into_owned()).collect()
}

/// Returns the original line of each new line.
fn origins(old: &[String], new: &[String]) -> Vec<Option<usize>> {
    let mut from = vec![None; new.len()];
    for step in align(Method::Patience, old, new) {
        if let DiffOp::Equal { old_index, new_index, len } = step {
            (0..len).for_each(|at| from[new_index + at] = Some(old_index + at));
        }
    }
    from
}

/// Judges the uses of definitions in the tree before the patch.
pub(super) struct UseClassifier<'t> {
    tree: &'t dyn ReadTree,
    patch: Option<TextId>,
    macros: &'t Macros,
    texts: Vec<ProjectTexts>,
    /// The parsed files before the patch.
    files: HashMap<PatchPath, (Buffer, Symbols)>,
    judged: usize,
}

impl<'t> UseClassifier<'t> {
    pub(in crate::plan) fn new(tree: &'t dyn ReadTree, patch: Option<TextId>, macros: &'t Macros) -> Self {
        Self { tree, patch, macros, texts: Vec::new(), files: HashMap::new(), judged: 0 }
    }

    /// Removes places that are not uses which the patch left behind, and adds uses that were found in another way.
    pub(super) fn filter_uses(
        &mut self,
        definition: &UsedDefinition<'_>,
        found: &mut NamePlaces,
        files: &HashMap<PatchPath, FileNow>,
    ) {
        self.judged += 1;
        let is_judged = self.judged <= MAX_JUDGED && !files.is_empty();
        let JudgedPlaces { unrelated: strangers, others } =
            if is_judged { self.judge(definition).unwrap_or_default() } else { JudgedPlaces::default() };
        for (path, byte) in others {
            let Some(now) = files.get(&path).and_then(|file| file.now(byte)) else { continue };
            let bytes = found.entry(path).or_default();
            if let Err(at) = bytes.binary_search(&now) {
                bytes.insert(at, now);
            }
        }
        found.retain(|path, bytes| {
            let Some(file) = files.get(path) else { return true };
            let name = last_word(definition.address).len();
            bytes.retain(|byte| match file.place(*byte) {
                PlaceOrigin::Existing(_) if file.has_new_arguments(*byte + name, definition.language) => {
                    false
                }
                PlaceOrigin::Existing(byte) => !strangers.contains(&(path.clone(), byte)),
                PlaceOrigin::Inserted => false,
                PlaceOrigin::Unknown => true,
            });
            !bytes.is_empty()
        });
    }

    fn judge(&mut self, definition: &UsedDefinition<'_>) -> Option<JudgedPlaces> {
        let UsedDefinition { path, address, language, with_imports } = *definition;
        let is_by_includes = includes_text(language);
        if language.local_rules().is_none() && !is_by_includes {
            return None;
        }
        if !self.files.contains_key(path) {
            let buffer = Buffer::share(&self.tree.read(path).ok()?.bytes).ok()?;
            let symbols = Symbols::with_macros(language, self.macros.clone());
            self.files.insert(path.clone(), (buffer, symbols));
        }
        let (buffer, symbols) = self.files.get_mut(path)?;
        let target = SymbolTarget { symbol: Some(address.to_owned()), ..SymbolTarget::default() };
        let found = symbols.look_up(buffer, &target, Purpose::Read)?;
        let known = self.texts.iter().position(|texts| std::ptr::eq(texts.language, language));
        let at = match known {
            Some(at) => at,
            None => {
                let overlay = Overlay::new(self.tree).without(self.patch);
                self.texts.push(ProjectTexts::read(&overlay, language, &[path], &[last_word(address)]).ok()?);
                self.texts.len() - 1
            }
        };
        let question = self.texts[at].question(self.macros, path, &found);
        let uses = if is_by_includes { find_uses_by_includes(&question) } else { find_uses(question) };
        // A member of an unknown base class, such as its constructor, is usually that of another class.
        let is_of_base = |one: &NamedUse| one.verdict == Verdict::Undecidable(Doubt::Inherited);
        let is_none = |one: &NamedUse| {
            one.verdict == Verdict::Unrelated || !with_imports && (one.is_import || is_of_base(one))
        };
        let rules = language.local_rules();
        // A function that the language calls, such as a constructor, takes what its own class requires.
        let is_special = rules.is_some_and(|rules| {
            let edge = rules.special_edge.as_deref();
            contains(&rules.special, last_word(address))
                || edge.is_some_and(|edge| last_word(address).starts_with(edge))
        });
        // An override of a deleted function is valid without it, unless it declares that it overrides something.
        let must_replace = rules.is_some_and(|rules| !rules.overrides.is_empty())
            || language.manifest().symbols.trait_impl.is_some();
        let is_own = |one: &NamedUse| one.path == *path && found.definition.contains(&one.range.start);
        let is_other = |one: &&NamedUse| {
            let is_told = !one.is_definition || !is_special && (!with_imports || must_replace);
            one.verdict == Verdict::Certain && is_told && !is_none(one) && !is_own(one)
        };
        let uses = uses.ok()?;
        let place = |one: &NamedUse| (one.path.clone(), one.range.start);
        let others: Vec<(PatchPath, usize)> = uses.iter().filter(is_other).map(place).collect();
        let mut strangers: HashSet<_> = uses.iter().filter(|one| is_none(one)).map(place).collect();
        // One occurrence may both be a use and give its name to something else, such as `a` in `{ a }`.
        others.iter().for_each(|place| drop(strangers.take(place)));
        let own_class = rules.map_or(&[][..], |rules| &rules.own_class);
        if must_replace && let Some(block) = block_around(symbols, buffer, &found.definition) {
            let is_own = |at: usize| names_own_class(&buffer.slice(block.start..at), own_class);
            strangers.retain(|(file, at)| file != path || !block.contains(at) || !is_own(*at));
        }
        Some(JudgedPlaces { unrelated: strangers, others })
    }
}

/// Returns the innermost definition around a member.
fn block_around(symbols: &mut Symbols, buffer: &Buffer, member: &Range<usize>) -> Option<Range<usize>> {
    let all = symbols.all(buffer).iter().map(|one| one.range.clone());
    let around = all.filter(|block| block.start < member.start && member.end <= block.end);
    around.min_by_key(Range::len)
}

/// Returns whether text ends with a path that begins at the type of the block around it: `Self::`.
fn names_own_class(before: &str, own_class: &[String]) -> bool {
    let Some(path) = before.strip_suffix("::") else { return false };
    own_class.iter().any(|own| {
        let outer = path.strip_suffix(own.as_str());
        outer.is_some_and(|outer| !outer.ends_with(|char: char| is_word_char(char) || char == ':'))
    })
}

/// The judged occurrences of a name, as byte offsets in the files before the patch.
#[derive(Default)]
struct JudgedPlaces {
    /// Occurrences that are not uses.
    unrelated: HashSet<(PatchPath, usize)>,
    /// Occurrences that certainly are uses.
    others: Vec<(PatchPath, usize)>,
}
