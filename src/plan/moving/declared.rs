//! The order of declarations: in files that are read from top to bottom, as in C, names must be declared before their
//! use.

use std::collections::{BTreeSet, HashSet};

use crate::diag::{Code, FilePlace, PatchPlace};
use crate::ir::SymbolTarget;
use crate::lang::{Language, PreprocessorRules};
use crate::plan::refusal::Refusal;
use crate::plan::run::Run;
use crate::plan::symbol::address::last_word;
use crate::plan::symbol::lookup::{language_of, resolve_symbol};
use crate::plan::symbol::moving::Moving;
use crate::plan::users::uses::ProjectTexts;
use crate::resolve::bindings::{Doubt, NamedUse, Verdict, bare_address};
use crate::resolve::by_includes::find_uses_by_includes;
use crate::resolve::symbol::{Purpose, SymbolMatch};
use crate::text::normal::{find_word, is_word_char};

/// The kind of the names that an enumeration declares.
const ENUMERATOR: &str = "enumerator";

/// The maximum number of names in moved code whose declarations are searched for.
const MAX_NAMED: usize = 20;

/// Declarations and uses that a definition passes on a move within its file, and that may end up in the wrong order.
pub(super) struct CrossedDeclaration {
    /// The address of the definition.
    address: String,
    way: MoveDirection,
}

enum MoveDirection {
    /// It moves up, above possible declarations of these names, which it uses.
    Above(Vec<String>),
    /// It moves down from this byte, below uses of one of these names, which it declares.
    Below(usize, Vec<String>),
}

/// A name that a file uses before its declaration, with the byte offset of that use.
type EarlyUse = Option<(String, usize)>;

impl CrossedDeclaration {
    /// Returns what the definition at `address`, with the lines `own`, passes on its way up across `between`. Names
    /// that are also declared in the text `before` are not too late.
    pub(in crate::plan) fn above(
        (language, address): (&Language, &str),
        own: &[String],
        (before, between): (&str, &str),
    ) -> Option<Self> {
        let preprocessor = language.manifest().view.preprocessor.as_ref()?;
        let own: HashSet<&str> = own.iter().flat_map(|line| line.split(|char| !is_word_char(char))).collect();
        let mut names = declared_words(between, preprocessor);
        names.retain(|word| own.contains(word) && !preprocessor.is_keyword(word));
        if !names.is_empty() {
            let declared = declared_words(before, preprocessor);
            names.retain(|word| !declared.contains(word));
        }
        let names: Vec<String> = names.into_iter().take(MAX_NAMED).map(str::to_owned).collect();
        (!names.is_empty()).then(|| Self { address: address.to_owned(), way: MoveDirection::Above(names) })
    }

    /// Like [`Self::above`], on its way down, from the end of `before` across `between`.
    pub(in crate::plan) fn below(
        (language, address): (&Language, &str),
        own: &[String],
        (before, between): (&str, &str),
    ) -> Option<Self> {
        let preprocessor = language.manifest().view.preprocessor.as_ref()?;
        let own = own.join("\n");
        let is_enum = find_word(&own, &preprocessor.enum_word).is_some();
        let mut names = if is_enum { declared_words(&own, preprocessor) } else { BTreeSet::new() };
        names.insert(last_word(address));
        names.retain(|name| find_word(between, name).is_some());
        if !names.is_empty() {
            let declared = declared_words(before, preprocessor);
            names.retain(|name| !declared.contains(name));
        }
        let names: Vec<String> = names.into_iter().take(MAX_NAMED).map(str::to_owned).collect();
        let address = address.to_owned();
        (!names.is_empty()).then_some(Self { address, way: MoveDirection::Below(before.len(), names) })
    }
}

/// Returns the names that a text may declare: names of macros, and words before a character that ends a declarator,
/// outside of brackets other than the braces of enumerations.
fn declared_words<'t>(text: &'t str, preprocessor: &PreprocessorRules) -> BTreeSet<&'t str> {
    let (enum_word, directive) = (preprocessor.enum_word.as_str(), preprocessor.directive.as_str());
    let mut words = BTreeSet::new();
    let (mut braces, mut brackets) = (0_usize, 0_usize);
    let mut is_enum = false;
    for line in text.lines() {
        if let Some(rest) = line.trim_start().strip_prefix(directive).filter(|_| !directive.is_empty()) {
            words.extend(rest.split(|char| !is_word_char(char)).filter(|word| !word.is_empty()).nth(1));
            continue;
        }
        if braces == 0 {
            is_enum = find_word(line, enum_word).is_some();
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
    /// Refuses a move after which a name is used before its declaration, if it was declared in time before.
    pub(super) fn check_declared(
        &mut self,
        moving: &Moving<'_>,
        passed: &[CrossedDeclaration],
        moved: &str,
    ) -> Result<(), Refusal> {
        let mut early: EarlyUse = None;
        for one in passed {
            early = early.or(self.early_use_after_move(moving, one)?);
        }
        let Some((name, byte)) = early else { return Ok(()) };
        let buffer = self.document(moving.at)?.buffer();
        let line = buffer.line_of(byte);
        let place = FilePlace::related(moving.to.as_str(), line, buffer.line(line).into_owned());
        let message =
            format!("with {moved} at that place, `{}` would use `{name}` before it is declared", moving.to);
        Err(Refusal::new(Code::Unproven, message)
            .with_places(vec![place])
            .with_help(
                "choose another place, or first insert a declaration above it; `unproven: leave` \
                 moves it anyway",
            )
            .at(order_place(moving)))
    }

    /// Returns a name that is used too early since a definition passed it.
    fn early_use_after_move(
        &mut self,
        moving: &Moving<'_>,
        passed: &CrossedDeclaration,
    ) -> Result<EarlyUse, Refusal> {
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

    /// Returns the first use of a top-level definition that precedes all its declarations.
    fn early_use(
        &mut self,
        moving: &Moving<'_>,
        language: &'static Language,
        found: &SymbolMatch,
    ) -> Result<EarlyUse, Refusal> {
        let name = last_word(&found.address);
        let (buffer, symbols) = self.document(moving.at)?.symbols(language);
        let is_free = bare_address(&found.address) == name
            || found.kind == ENUMERATOR
            || symbols.modules_around(buffer, found).is_some();
        if !is_free {
            return Ok(None);
        }
        // The project is only read if the name occurs above at all.
        if find_word(&buffer.slice(0..found.declaration), name).is_none() {
            return Ok(None);
        }
        let texts = ProjectTexts::read(&self.overlay, language, &[moving.to], &[name])?;
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
        // Where names are resolved in order, a use that is too early resolves to nothing.
        let is_use = |one: &&NamedUse| is_sure(one) || one.verdict == Verdict::Undecidable(Doubt::Unresolved);
        let mut early = uses.iter().filter(is_use).filter(|one| !one.is_definition && one.path == *moving.to);
        Ok(early.find(|one| one.range.start < first).map(|one| (name.to_owned(), one.range.start)))
    }
}

/// Returns the place in the patch of the field that names the target.
fn order_place(moving: &Moving<'_>) -> PatchPlace {
    moving.place.target().map_or(moving.operation.origin.place, |target| target.place)
}
