//! The order of declarations: where a file is read from its top to its end, as in C, nothing may be named before it is
//! declared.

use std::collections::{BTreeSet, HashSet};

use crate::diag::{Code, FilePlace, PatchPlace};
use crate::ir::SymbolTarget;
use crate::lang::{Language, MaskRules};
use crate::plan::refusal::Refusal;
use crate::plan::run::Run;
use crate::plan::symbol::address::last_word;
use crate::plan::symbol::lookup::{language_of, resolve_symbol};
use crate::plan::symbol::moving::Moving;
use crate::plan::users::uses::Texts;
use crate::resolve::bindings::{Doubt, NamedUse, Verdict, bare_address};
use crate::resolve::rename::find_uses_by_includes;
use crate::resolve::symbol::{Purpose, SymbolMatch};
use crate::text::normal::{is_word_char, word_at};

/// The kind of the names that an enumeration declares.
const ENUMERATOR: &str = "enumerator";

/// Of more definitions that moved code names nobody asks where they are declared.
const MOST_NAMED: usize = 20;

/// What a definition passes that it names, or that names it, on its way within its file.
pub(super) struct Passed {
    /// Its address.
    address: String,
    way: MoveDirection,
}

enum MoveDirection {
    /// Up, above what may declare these names, which it holds.
    Above(Vec<String>),
    /// Down, from this byte, below what holds one of these names, which it declares.
    Below(usize, Vec<String>),
}

/// What a file names before it is declared: a definition with the first byte of such a use.
type Early = Option<(String, usize)>;

impl Passed {
    /// What the definition at `address`, of the lines `own`, passes on its way up, above `between`; what stands `before`
    /// that declares nothing too late.
    pub(in crate::plan) fn above(
        (language, address): (&Language, &str),
        own: &[String],
        (before, between): (&str, &str),
    ) -> Option<Self> {
        let masks = language.manifest().view.masks.as_ref()?;
        let own: HashSet<&str> = own.iter().flat_map(|line| line.split(|char| !is_word_char(char))).collect();
        let mut names = declared_words(between, masks);
        names.retain(|word| own.contains(word) && !masks.is_keyword(word));
        if !names.is_empty() {
            let declared = declared_words(before, masks);
            names.retain(|word| !declared.contains(word));
        }
        let names: Vec<String> = names.into_iter().take(MOST_NAMED).map(str::to_owned).collect();
        (!names.is_empty()).then(|| Self { address: address.to_owned(), way: MoveDirection::Above(names) })
    }

    /// The same on its way down, from behind `before` to below `between`.
    pub(in crate::plan) fn below(
        (language, address): (&Language, &str),
        own: &[String],
        (before, between): (&str, &str),
    ) -> Option<Self> {
        let masks = language.manifest().view.masks.as_ref()?;
        let own = own.join("\n");
        let is_enum = word_at(&own, &masks.enum_word).is_some();
        let mut names = if is_enum { declared_words(&own, masks) } else { BTreeSet::new() };
        names.insert(last_word(address));
        names.retain(|name| word_at(between, name).is_some());
        if !names.is_empty() {
            let declared = declared_words(before, masks);
            names.retain(|name| !declared.contains(name));
        }
        let names: Vec<String> = names.into_iter().take(MOST_NAMED).map(str::to_owned).collect();
        let address = address.to_owned();
        (!names.is_empty()).then_some(Self { address, way: MoveDirection::Below(before.len(), names) })
    }
}

/// The names that a text may declare: words before a sign that ends a declarator, in no braces but those of enumerations
/// and in no other brackets, and names of macros.
fn declared_words<'t>(text: &'t str, masks: &MaskRules) -> BTreeSet<&'t str> {
    let (enum_word, directive) = (masks.enum_word.as_str(), masks.directive.as_str());
    let mut words = BTreeSet::new();
    let (mut braces, mut brackets) = (0_usize, 0_usize);
    let mut is_enum = false;
    for line in text.lines() {
        if let Some(rest) = line.trim_start().strip_prefix(directive).filter(|_| !directive.is_empty()) {
            words.extend(rest.split(|char| !is_word_char(char)).filter(|word| !word.is_empty()).nth(1));
            continue;
        }
        if braces == 0 {
            is_enum = word_at(line, enum_word).is_some();
        }
        let mut last = None;
        for (at, char) in line.char_indices() {
            if is_word_char(char) {
                let (start, _) = last.filter(|(_, end)| *end == at).unwrap_or((at, at));
                last = Some((start, at + char.len_utf8()));
                continue;
            }
            if char.is_whitespace() {
                continue;
            }
            if let Some((start, end)) = last.take()
                && brackets == 0
                && (braces == 0 || is_enum)
                && matches!(char, '(' | '[' | '=' | ';' | ',' | '{' | '}')
            {
                words.insert(&line[start..end]);
            }
            match char {
                '{' => braces += 1,
                '}' => braces = braces.saturating_sub(1),
                '(' | '[' => brackets += 1,
                ')' | ']' => brackets = brackets.saturating_sub(1),
                _ => {}
            }
        }
        if let Some((start, end)) = last.filter(|_| brackets == 0 && (braces == 0 || is_enum)) {
            words.insert(&line[start..end]);
        }
    }
    words
}

impl Run<'_, '_> {
    /// Refuses a move after which a name that was declared in time is used before it is declared.
    pub(super) fn check_declared(
        &mut self,
        moving: &Moving<'_>,
        passed: &[Passed],
        moved: &str,
    ) -> Result<(), Refusal> {
        let mut early: Early = None;
        for one in passed {
            early = early.or(self.early_since(moving, one)?);
        }
        let Some((name, byte)) = early else { return Ok(()) };
        let buffer = self.document(moving.at)?.buffer();
        let line = buffer.line_of(byte);
        let place = FilePlace::related(moving.to.as_str(), line, buffer.line(line).into_owned());
        let message =
            format!("`{}` would use `{name}` before it is declared, with {moved} at that place", moving.to);
        Err(Refusal::new(Code::Unproven, message)
            .with_places(vec![place])
            .with_help("name another place, or put a declaration of it above first; `unproven: leave` moves it all the same")
            .at(order_place(moving)))
    }

    /// What is used too early since a definition passed it.
    fn early_since(&mut self, moving: &Moving<'_>, passed: &Passed) -> Result<Early, Refusal> {
        let language = language_of(self.document(moving.at)?, moving.to, None)?;
        let mut find = |name: &str| -> Result<Option<SymbolMatch>, Refusal> {
            let symbol = SymbolTarget { symbol: Some(name.to_owned()), ..SymbolTarget::default() };
            Ok(resolve_symbol(self.document(moving.at)?, moving.to, &symbol, Purpose::Read).ok())
        };
        let Some(own) = find(&passed.address)? else { return Ok(None) };
        let names = match &passed.way {
            MoveDirection::Below(from, names) => {
                let mut declared = Vec::new();
                for name in names {
                    let is_own = *name == last_word(&own.address);
                    declared.extend(if is_own { Some(own.clone()) } else { find(name)? });
                }
                for found in declared {
                    let early = self.early_use(moving, language, &found)?;
                    if let Some(early) = early.filter(|(_, byte)| byte >= from) {
                        return Ok(Some(early));
                    }
                }
                return Ok(None);
            }
            MoveDirection::Above(names) => names,
        };
        let mut declared = Vec::new();
        for name in names {
            declared.extend(find(name)?.filter(|found| found.declaration >= own.definition.end));
        }
        for found in declared {
            let early = self.early_use(moving, language, &found)?;
            let early = early.filter(|(_, byte)| own.definition.contains(byte));
            if early.is_some() {
                return Ok(early);
            }
        }
        Ok(None)
    }

    /// The first use of a definition of the top of the file that stands before all its declarations.
    fn early_use(
        &mut self,
        moving: &Moving<'_>,
        language: &'static Language,
        found: &SymbolMatch,
    ) -> Result<Early, Refusal> {
        let name = last_word(&found.address);
        let (buffer, symbols) = self.document(moving.at)?.symbols(language);
        let is_free = bare_address(&found.address) == name
            || found.kind == ENUMERATOR
            || symbols.modules_around(buffer, found).is_some();
        if !is_free {
            return Ok(None);
        }
        // The project is read only if the name stands above at all.
        if word_at(&buffer.slice(0..found.declaration), name).is_none() {
            return Ok(None);
        }
        let texts = Texts::read(&self.overlay, language, &[moving.to], &[name])?;
        let question = texts.question(&self.macros, moving.to, found);
        let uses = find_uses_by_includes(&question).unwrap_or_default();
        let is_sure = |one: &&NamedUse| one.verdict == Verdict::Certain;
        let declared = |one: &&NamedUse| one.is_definition;
        // A header may declare it in time.
        if uses.iter().filter(is_sure).filter(declared).any(|one| one.path != *moving.to) {
            return Ok(None);
        }
        let first = uses.iter().filter(is_sure).filter(declared).map(|one| one.range.start).min();
        let Some(first) = first else { return Ok(None) };
        // Where names are looked up in order, nothing is found for one that stands too early.
        let is_use = |one: &&NamedUse| is_sure(one) || one.verdict == Verdict::Undecidable(Doubt::Shadowed);
        let mut early = uses.iter().filter(is_use).filter(|one| !one.is_definition && one.path == *moving.to);
        Ok(early.find(|one| one.range.start < first).map(|one| (name.to_owned(), one.range.start)))
    }
}

/// The part of an operation that says where a definition goes.
fn order_place(moving: &Moving<'_>) -> PatchPlace {
    moving.place.target().map_or(moving.operation.origin.place, |target| target.place)
}
