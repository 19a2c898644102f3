//! What has to be known of other definitions where some move to another file.

use super::Run;
use super::edit::resolve_symbol;
use super::refusal::Refusal;
use super::relocate::{Found, Moving};
use super::uses::Texts;
use crate::ir::{OldName, PatchPath, SymbolPlace, SymbolTarget};
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
        at: usize,
        moving: &Moving<'_>,
        (language, texts): (&'static Language, &Texts),
        (found, problem): (&[Found], &MoveProblem),
    ) -> Option<Vec<String>> {
        let MoveProblem::Cycle { needs, .. } = problem else { return None };
        let (path, macros) = (self.operations[at].path.clone(), self.macros.clone());
        let (mut all, mut more) = (found.to_vec(), needs.clone());
        while !more.is_empty() && all.len() + more.len() <= MOST {
            for name in std::mem::take(&mut more) {
                let target = SymbolTarget { symbol: Some(name), ..SymbolTarget::default() };
                let found = resolve_symbol(self.document(at).ok()?, &path, &target, Purpose::Delete).ok()?;
                let range = found.site.as_ref().map_or(found.definition.clone(), |site| site.range.clone());
                all.push((found, range));
            }
            all.sort_by_key(|(_, range)| range.start);
            let is_into = matches!(moving.place, SymbolPlace::Into(..));
            let ways = (moving.old_place == OldName::Stays, is_into);
            let question = texts.move_question((language, &macros), (&path, moving.to), &all, ways);
            match relocate(&question) {
                Ok(Some(done)) if done.unproven.is_empty() => {
                    return Some(all.into_iter().map(|(found, _)| found.address).collect());
                }
                Err(MoveProblem::Cycle { needs, .. }) => more = needs,
                _ => return None,
            }
        }
        None
    }

    /// The place before the definition of a file that a byte is in.
    pub(super) fn place_before(
        &mut self,
        at: usize,
        path: &PatchPath,
        language: &'static Language,
        byte: usize,
    ) -> Result<Option<SymbolPlace>, Refusal> {
        let (buffer, symbols) = self.document_at(at, path)?.symbols(language);
        let line = buffer.line_of(byte);
        let all = symbols.all(buffer);
        let around = all.iter().find(|symbol| (symbol.lines.0..=symbol.lines.1).contains(&line));
        let before =
            |address| SymbolPlace::Before(SymbolTarget { symbol: Some(address), ..SymbolTarget::default() });
        Ok(around.map(|symbol| before(symbol.address.clone())))
    }
}
