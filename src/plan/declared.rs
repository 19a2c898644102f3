//! The order of declarations: where a file is read from its top to its end, as in C, nothing may be named before it is
//! declared.

use std::collections::BTreeSet;

use super::Run;
use super::lookup::{language_of, last_word, resolve_symbol};
use super::moving::Moving;
use super::refusal::Refusal;
use super::uses::{Texts, brings_in_text};
use crate::diag::{Code, FilePlace, PatchPlace};
use crate::ir::SymbolTarget;
use crate::lang::Language;
use crate::resolve::bindings::{NamedUse, Verdict, bare_address};
use crate::resolve::rename::find_uses_by_includes;
use crate::resolve::symbol::{Purpose, SymbolMatch};
use crate::text::normal::{is_word_char, word_at};

/// Of more definitions that moved code names nobody asks where they are declared.
const MOST_NAMED: usize = 20;

/// In patches of more operations nobody asks: all definitions of the file are looked at for each move.
const MOST_OPERATIONS: usize = 50;

/// What a file names before it is declared: a definition with the first byte of such a use.
type Early = Option<(String, usize)>;

impl Run<'_, '_> {
    /// The names that are declared before the moved definitions, as long as these stand where they stood.
    pub(super) fn declared_above(
        &mut self,
        moving: &Moving<'_>,
    ) -> Result<Option<BTreeSet<String>>, Refusal> {
        let is_long = self.operations.len() > MOST_OPERATIONS;
        let document = self.document(moving.at)?;
        let language = language_of(document, moving.to, None)?;
        if !brings_in_text(language) || is_long {
            return Ok(None);
        }
        let mut moved = Vec::new();
        for symbol in moving.symbols {
            let Ok(found) = resolve_symbol(document, moving.to, symbol, Purpose::Read) else {
                return Ok(None);
            };
            moved.push(found);
        }
        let Some(first) = moved.iter().map(|found| found.declaration).min() else { return Ok(None) };
        let mut above: BTreeSet<String> =
            self.declared_at_top(moving, language, 0..first)?.into_iter().collect();
        for found in &moved {
            // What was named too early before may still be.
            if self.early_use(moving, language, found)?.is_none() {
                above.insert(bare_address(&found.address).to_owned());
            }
        }
        Ok(Some(above))
    }

    /// Refuses a move after which a name of those that were declared in time is used before it is declared.
    pub(super) fn check_declared(
        &mut self,
        moving: &Moving<'_>,
        above: &BTreeSet<String>,
        moved: &str,
    ) -> Result<(), Refusal> {
        let language = language_of(self.document(moving.at)?, moving.to, None)?;
        let mut early: Early = None;
        for symbol in moving.symbols {
            let Ok(found) = resolve_symbol(self.document(moving.at)?, moving.to, symbol, Purpose::Read)
            else {
                continue;
            };
            if above.contains(bare_address(&found.address)) {
                early = early.or(self.early_use(moving, language, &found)?);
            }
            early = match early {
                None => self.early_in(moving, language, &found, above)?,
                early => early,
            };
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

    /// What code that moved names of the file and is declared behind it now.
    fn early_in(
        &mut self,
        moving: &Moving<'_>,
        language: &'static Language,
        moved: &SymbolMatch,
        above: &BTreeSet<String>,
    ) -> Result<Early, Refusal> {
        let range = moved.definition.clone();
        let document = self.document(moving.at)?;
        let end = document.buffer().len();
        let text = document.buffer().slice(range.clone()).into_owned();
        let words: BTreeSet<&str> = text.split(|char| !is_word_char(char)).collect();
        let mut behind = self.declared_at_top(moving, language, range.end..end)?;
        behind.retain(|name| above.contains(name) && words.contains(name.as_str()));
        for name in behind.into_iter().take(MOST_NAMED) {
            let symbol = SymbolTarget { symbol: Some(name.clone()), ..SymbolTarget::default() };
            let found = resolve_symbol(self.document(moving.at)?, moving.to, &symbol, Purpose::Read);
            let Ok(found) = found else { continue };
            let early = self.early_use(moving, language, &found)?.filter(|(_, byte)| range.contains(byte));
            if early.is_some() {
                return Ok(early);
            }
        }
        Ok(None)
    }

    /// The names of what is declared at the top of the file within these bytes.
    fn declared_at_top(
        &mut self,
        moving: &Moving<'_>,
        language: &'static Language,
        within: std::ops::Range<usize>,
    ) -> Result<Vec<String>, Refusal> {
        let (buffer, symbols) = self.document(moving.at)?.symbols(language);
        let mut all = symbols.all(buffer).to_vec();
        all.extend(symbols.small(buffer));
        let is_it =
            |address: &str, name: &str, byte: usize| bare_address(address) == name && within.contains(&byte);
        all.retain(|one| is_it(&one.address, &one.name, one.declaration));
        Ok(all.into_iter().map(|one| one.name).collect())
    }

    /// The first use of a definition of the top of the file that stands before all its declarations.
    fn early_use(
        &mut self,
        moving: &Moving<'_>,
        language: &'static Language,
        found: &SymbolMatch,
    ) -> Result<Early, Refusal> {
        let name = last_word(&found.address);
        if bare_address(&found.address) != name {
            return Ok(None);
        }
        // The project is read only if the name stands above at all.
        let buffer = self.document(moving.at)?.buffer();
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
        let mut early =
            uses.iter().filter(is_sure).filter(|one| !one.is_definition && one.path == *moving.to);
        Ok(early.find(|one| one.range.start < first).map(|one| (name.to_owned(), one.range.start)))
    }
}

/// The part of an operation that says where a definition goes.
fn order_place(moving: &Moving<'_>) -> PatchPlace {
    moving.place.target().map_or(moving.operation.origin.place, |target| target.place)
}
