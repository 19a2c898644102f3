//! Functions within other functions that move to another file: first, they leave the enclosing function.

use crate::ir::{PatchPath, SymbolPlace, SymbolTarget};
use crate::plan::done::EditOutcome;
use crate::plan::refusal::Refusal;
use crate::plan::run::Run;
use crate::plan::symbol::lookup::{language_of, resolve_symbol};
use crate::plan::symbol::meaning::spelled;
use crate::plan::symbol::moving::Moving;
use crate::resolve::symbol::{InnerFunction, Purpose};

impl Run<'_, '_> {
    /// Moves functions out of the functions around them, to where they can leave the file; returns `None` if none is
    /// within another one. The report of the remaining move is combined with the report of this one.
    pub(super) fn move_inner(&mut self, moving: &Moving<'_>) -> Result<Option<EditOutcome>, Refusal> {
        if moving.is_here() || matches!(moving.place, SymbolPlace::Into(..)) {
            return Ok(None);
        }
        let mut left: Option<EditOutcome> = None;
        let mut symbols = Vec::new();
        for symbol in moving.symbols {
            let Some(inner) = self.inner_function(moving, symbol)? else {
                symbols.push((*symbol).clone());
                continue;
            };
            let beside = SymbolPlace::After(named(symbol, inner.outermost));
            let own: &PatchPath = &moving.operation.path;
            let mut done =
                self.move_told_apart(&Moving { symbols: &[*symbol], to: own, place: &beside, ..*moving })?;
            if let Some(mut before) = left.take() {
                before.warnings.append(&mut done.warnings);
                done.warnings = before.warnings;
                done.lines = before.lines;
            }
            left = Some(done);
            symbols.push(named(symbol, inner.address));
        }
        let Some(left) = left else { return Ok(None) };
        let symbols: Vec<&SymbolTarget> = symbols.iter().collect();
        let mut done = self.move_told_apart(&Moving { symbols: &symbols, ..*moving })?;
        done.warnings = left.warnings.into_iter().chain(done.warnings).collect();
        done.matched = done
            .matched
            .map(|_| moving.symbols.iter().map(|one| spelled(one)).collect::<Vec<_>>().join(", "));
        Ok(Some(EditOutcome { lines: left.lines, ..done }))
    }

    /// Returns whether all moved definitions are functions within other functions.
    pub(super) fn are_inner_functions(&mut self, moving: &Moving<'_>) -> Result<bool, Refusal> {
        for symbol in moving.symbols {
            if self.inner_function(moving, symbol)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn inner_function(
        &mut self,
        moving: &Moving<'_>,
        symbol: &SymbolTarget,
    ) -> Result<Option<InnerFunction>, Refusal> {
        // The address of a top-level definition is a single name.
        if !symbol.symbol.as_ref().is_none_or(|address| address.contains(['.', ':'])) {
            return Ok(None);
        }
        let path = &moving.operation.path;
        let document = self.document(moving.at)?;
        let Ok(found) = resolve_symbol(document, path, symbol, Purpose::Delete) else { return Ok(None) };
        let language = language_of(document, path, None)?;
        let (buffer, symbols) = document.symbols(language);
        Ok(symbols.inner_function(buffer, &found))
    }
}

/// Returns a target with the place of another target in the patch.
fn named(like: &SymbolTarget, address: String) -> SymbolTarget {
    SymbolTarget { symbol: Some(address), place: like.place, ..SymbolTarget::default() }
}
