//! Which places that have the name of a changed definition are no uses of it that the patch left: those that are proven to
//! mean something else, and those that the patch wrote itself. Added are those that are proven to mean it in a string, and
//! the definitions that replace or implement it.
//!
//! Invariant: names are judged in the tree as it was before the patch, where the definition is still what it was.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use similar::DiffOp;

use super::uses::{Texts, brings_in_text};
use crate::ir::{PatchPath, SymbolTarget, TextId};
use crate::lang::{Language, Macros};
use crate::plan::symbol::address::last_word;
use crate::plan::tree::overlay::Overlay;
use crate::resolve::bindings::{Doubt, NamedUse, Verdict, find_uses};
use crate::resolve::rename::find_uses_by_includes;
use crate::resolve::symbol::{Purpose, Symbols};
use crate::text::normal::has;
use crate::text::{Buffer, Method, align, arguments_end};
use crate::vfs::ReadTree;

/// Of so many definitions the uses are judged: each costs as much as to rename it.
const MAX_JUDGED: usize = 20;

/// How many lines the arguments of a call are looked for in.
const MOST_ARGUMENT_LINES: usize = 100;

/// The places (bytes of the files as the patch left them) of a name.
pub(super) type NamePlaces = BTreeMap<PatchPath, Vec<usize>>;

/// A definition whose uses are judged.
pub(super) struct UsedDefinition<'d> {
    pub(in crate::plan) path: &'d PatchPath,
    pub(in crate::plan) address: &'d str,
    pub(in crate::plan) language: &'static Language,
    /// Whether to bring it in counts as a use.
    pub(super) with_imports: bool,
}

/// A file as the patch has left it, and where its lines come from.
pub(super) struct FileNow {
    pub(in crate::plan) buffer: Buffer,
    origin: TextOrigin,
}

enum TextOrigin {
    /// The patch left it as it was.
    Same,
    /// There was no such file.
    New,
    /// The text before, and for each line the one that it was.
    Changed(Buffer, Vec<Option<usize>>),
}

/// Where a place comes from.
enum PlaceBefore {
    /// It was at this byte.
    Was(usize),
    /// The patch wrote its line.
    Brought,
    Unknown,
}

impl FileNow {
    /// The file at a path, which has this text now.
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

    /// The text before, and what of it is gone or was changed; `None` where nothing was.
    pub(in crate::plan) fn gone(&self) -> Option<(&Buffer, Vec<Range<usize>>)> {
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

    /// Whether the patch wrote a line of the arguments that stand behind a name.
    fn has_new_arguments(&self, behind: usize, language: &'static Language) -> bool {
        let TextOrigin::Changed(_, from) = &self.origin else { return false };
        let first = self.buffer.line_of(behind);
        let last = (first + MOST_ARGUMENT_LINES).min(self.buffer.line_count());
        let text = self.buffer.slice(behind..self.buffer.line_start(last));
        let Some(end) = arguments_end(&text, language.lexical()) else { return false };
        let mut lines = first..=self.buffer.line_of(behind + end);
        lines.any(|line| from.get(line).copied().flatten().is_none())
    }

    /// Where a byte of the text before is now; `None` where its line was changed.
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

    fn place(&self, byte: usize) -> PlaceBefore {
        match &self.origin {
            TextOrigin::Same => PlaceBefore::Was(byte),
            TextOrigin::New => PlaceBefore::Unknown,
            TextOrigin::Changed(before, from) => {
                let line = self.buffer.line_of(byte);
                match from.get(line).copied().flatten() {
                    Some(old) => {
                        PlaceBefore::Was(before.line_start(old) + byte - self.buffer.line_start(line))
                    }
                    None => PlaceBefore::Brought,
                }
            }
        }
    }
}

fn lines_of(buffer: &Buffer) -> Vec<String> {
    (0..buffer.line_count()).map(|line| buffer.line(line).into_owned()).collect()
}

/// For each new line the old one that it was.
fn origins(old: &[String], new: &[String]) -> Vec<Option<usize>> {
    let mut from = vec![None; new.len()];
    for step in align(Method::Patience, old, new) {
        if let DiffOp::Equal { old_index, new_index, len } = step {
            (0..len).for_each(|at| from[new_index + at] = Some(old_index + at));
        }
    }
    from
}

/// What judges the uses of definitions in the tree before the patch.
pub(super) struct UseJudge<'t> {
    tree: &'t dyn ReadTree,
    patch: Option<TextId>,
    macros: &'t Macros,
    texts: Vec<Texts>,
    /// The definitions of files before the patch.
    files: HashMap<PatchPath, (Buffer, Symbols)>,
    judged: usize,
}

impl<'t> UseJudge<'t> {
    pub(in crate::plan) fn new(tree: &'t dyn ReadTree, patch: Option<TextId>, macros: &'t Macros) -> Self {
        Self { tree, patch, macros, texts: Vec::new(), files: HashMap::new(), judged: 0 }
    }

    /// Takes out what is no use of the definition that the patch left, and adds what is one in another way.
    pub(super) fn settle_uses(
        &mut self,
        definition: &UsedDefinition<'_>,
        found: &mut NamePlaces,
        files: &HashMap<PatchPath, FileNow>,
    ) {
        self.judged += 1;
        let is_judged = self.judged <= MAX_JUDGED && !files.is_empty();
        let JudgedPlaces { strangers, others } =
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
                PlaceBefore::Was(_) if file.has_new_arguments(*byte + name, definition.language) => false,
                PlaceBefore::Was(byte) => !strangers.contains(&(path.clone(), byte)),
                PlaceBefore::Brought => false,
                PlaceBefore::Unknown => true,
            });
            !bytes.is_empty()
        });
    }

    fn judge(&mut self, definition: &UsedDefinition<'_>) -> Option<JudgedPlaces> {
        let UsedDefinition { path, address, language, with_imports } = *definition;
        let is_by_includes = brings_in_text(language);
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
                self.texts.push(Texts::read(&overlay, language, &[path], &[last_word(address)]).ok()?);
                self.texts.len() - 1
            }
        };
        let question = self.texts[at].question(self.macros, path, &found);
        let uses = if is_by_includes { find_uses_by_includes(&question) } else { find_uses(question) };
        // What is asked of a base class that is not known, such as its constructor, is most often that of another one.
        let is_of_base = |one: &NamedUse| one.verdict == Verdict::Undecidable(Doubt::Inherited);
        let is_none = |one: &NamedUse| {
            one.verdict == Verdict::Unrelated || !with_imports && (one.is_import || is_of_base(one))
        };
        let rules = language.local_rules();
        // What the language calls, such as a constructor, takes what its own class wants.
        let is_special = rules.is_some_and(|rules| {
            let edge = rules.special_edge.as_deref();
            has(&rules.special, last_word(address))
                || edge.is_some_and(|edge| last_word(address).starts_with(edge))
        });
        // What replaces a function that is gone stands without it, unless it says that it replaces one.
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
        // A name may be a use and give something else its name, as `a` in `{ a }` does.
        others.iter().for_each(|place| drop(strangers.take(place)));
        Some(JudgedPlaces { strangers, others })
    }
}

/// What is known of the places of a name, in bytes of the files before the patch.
#[derive(Default)]
struct JudgedPlaces {
    /// Those that are no uses.
    strangers: HashSet<(PatchPath, usize)>,
    /// Those that certainly are.
    others: Vec<(PatchPath, usize)>,
}
