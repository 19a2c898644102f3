//! What has to be known of other definitions where some move to another file.

use super::Run;
use super::edit::resolve_symbol;
use super::refusal::Refusal;
use super::relocate::{MovedRange, Moving};
use super::uses::Texts;
use crate::ir::{SymbolPlace, SymbolTarget};
use crate::lang::Language;
use crate::resolve::bindings::{MoveProblem, relocate};
use crate::resolve::symbol::Purpose;

/// How many definitions a message proposes to move together.
const MOST: usize = 8;

impl Run<'_, '_> {
    /// The definitions that have to move together, in the order of their file, so that no circle is closed; `None`
    /// where that is not known to help.
    pub(super) fn along(
        &mut self,
        moving: &Moving<'_>,
        texts: &Texts,
        found: &[MovedRange],
        mut more: Vec<String>,
    ) -> Option<Vec<String>> {
        let (path, macros) = (&moving.operation.path, self.macros.clone());
        let mut all = found.to_vec();
        while !more.is_empty() && all.len() + more.len() <= MOST {
            for name in std::mem::take(&mut more) {
                let target = SymbolTarget { symbol: Some(name), ..SymbolTarget::default() };
                let found =
                    resolve_symbol(self.document(moving.at).ok()?, path, &target, Purpose::Delete).ok()?;
                let range = found.site.as_ref().map_or(found.definition.clone(), |site| site.range.clone());
                all.push((found, range));
            }
            all.sort_by_key(|(_, range)| range.start);
            match relocate(&texts.move_question(&macros, moving, &all)) {
                Ok(Some(done)) if done.unproven.is_empty() => {
                    return Some(all.into_iter().map(|(found, _)| found.address).collect());
                }
                Err(MoveProblem::Cycle { needs, .. }) => more = needs,
                _ => return None,
            }
        }
        None
    }

    /// The place before the definition of the other file that a byte is in.
    pub(super) fn place_before(
        &mut self,
        moving: &Moving<'_>,
        language: &'static Language,
        byte: usize,
    ) -> Result<Option<SymbolPlace>, Refusal> {
        let (buffer, symbols) = self.document_at(moving.at, moving.to)?.symbols(language);
        let line = buffer.line_of(byte);
        let all = symbols.all(buffer);
        let around = all.iter().find(|symbol| (symbol.lines.0..=symbol.lines.1).contains(&line));
        let before =
            |address| SymbolPlace::Before(SymbolTarget { symbol: Some(address), ..SymbolTarget::default() });
        Ok(around.map(|symbol| before(symbol.address.clone())))
    }
}
