//! Uses of the moved code in its new file that would be above it.

use super::IncludedMove;
use super::declared::FreeDeclaration;
use super::needs::is_behind_object;
use crate::resolve::bindings::{CarriedImports, FirstUse, LabeledPlace};
use crate::resolve::by_includes::macro_uses::prose_of;
use crate::resolve::symbol::SymbolMatch;
use crate::text::normal::find_words;

/// The label of a use above the new place.
const ABOVE: &str = "would use it before it is declared";

impl IncludedMove<'_> {
    /// Finds the first use of the moved code in the target file: code at the end of the file would be below it.
    pub(super) fn find_order(&self, done: &mut CarriedImports) {
        let firsts = self.found.iter().filter_map(|(found, _)| Some((self.first_use_of(found)?, found)));
        let Some((at, found)) = firsts.min_by_key(|(at, _)| *at) else { return };
        let place = LabeledPlace { path: self.question.to.clone(), at, label: ABOVE };
        let around = &found.identity.names[..found.identity.names.len() - 1];
        let is_beside = |one: &&FreeDeclaration| one.scope == *around && one.range.contains(&at);
        let own = self.to.map(|to| self.declarations(to));
        // What the code needs of the target file has to stay above it.
        let before = own.as_ref().and_then(|own| own.all().iter().find(is_beside));
        let before =
            before.filter(|one| self.last_needed.get() <= one.range.start).map(|one| one.address.clone());
        done.first_use = Some(FirstUse { place, before });
    }

    /// Returns the first use of a definition in the target file, if nothing declares it above that.
    fn first_use_of(&self, found: &SymbolMatch) -> Option<usize> {
        let to = self.to?;
        let name = found.identity.names.last()?;
        let around = &found.identity.names[..found.identity.names.len() - 1];
        let text = self.project.text(to);
        let first = find_words(text, name).next()?;
        let mut declared = self.seen_to.iter().flat_map(|file| {
            let own = self.declarations(*file);
            let named: Vec<_> = own.named(name).cloned().collect();
            named.into_iter().map(move |one| (*file, one))
        });
        let is_other = |file: usize, at: usize| file != self.from || !self.is_moved(at);
        // The declaration of a type does not make its members known.
        let is_enough = |kind: &str| self.is_function(kind) || !self.is_type(kind);
        let is_declared = declared.any(|(file, one)| {
            let is_above = file != to || one.at <= first;
            is_other(file, one.at) && one.scope == *around && is_enough(&one.kind) && is_above
        });
        if is_declared || self.is_member(found) {
            return None;
        }
        let own = self.declarations(to);
        let prose = prose_of(self.language, text);
        let is_use = |at: &usize| {
            let is_code = prose.iter().all(|range| !range.contains(at));
            let is_declaration = own.named(name).any(|one| one.is_declaration && one.range.contains(at));
            is_code && !is_declaration && !is_behind_object(text, *at)
        };
        find_words(text, name).find(is_use)
    }

    /// Returns whether a definition is a member of a class, which its class declares.
    fn is_member(&self, found: &SymbolMatch) -> bool {
        let own = self.declarations(self.from);
        let name = found.identity.names.last().map_or("", String::as_str);
        !own.named(name).any(|one| found.definition.contains(&one.at))
    }

    pub(super) fn is_type(&self, kind: &str) -> bool {
        let manifest = self.language.manifest();
        !self.is_function(kind) && manifest.kinds.contains_key(kind)
    }
}
