//! Moves within a file that take definitions out of their scope, while others name them there.

use crate::ir::{SymbolPlace, Unproven};
use crate::lang::Language;
use crate::plan::refusal::Refusal;
use crate::plan::run::Run;
use crate::plan::symbol::address::last_word;
use crate::plan::symbol::lookup::resolve_symbol;
use crate::plan::symbol::moving::{MovedRange, Moving};
use crate::plan::users::uses::{Texts, brings_in_text};
use crate::resolve::bindings::{NamedUse, Source, Spot, Verdict, find_uses, out_of_sight};
use crate::resolve::rename::find_uses_by_includes;
use crate::resolve::symbol::Purpose;

use super::relocated::unproven;

/// Where definitions go within their file.
struct NewScope {
    /// The names of the scope.
    names: Vec<String>,
    /// A byte in it.
    byte: usize,
}

impl Run<'_, '_> {
    /// The refusal to move definitions into another scope of their file while they are used by the names that they have
    /// now, or use what is not seen there.
    pub(super) fn scope_left(&mut self, moving: &Moving<'_>) -> Result<Option<Refusal>, Refusal> {
        if moving.unproven != Unproven::Refuse {
            return Ok(None);
        }
        let Some((language, found)) = self.found(moving)? else { return Ok(None) };
        let Some(scope) = self.new_scope(moving)? else { return Ok(None) };
        for one in &found {
            let names = &one.0.identity.names;
            if names[..names.len().saturating_sub(1)] == scope.names[..] {
                continue;
            }
            let path = &moving.operation.path;
            let texts = Texts::read(&self.overlay, language, &[path], &[last_word(&one.0.address)])?;
            let mut spots = self.used_by_others(moving, &texts, one);
            spots.extend(self.needed(moving, &texts, (language, one), &scope));
            if !spots.is_empty() {
                let told = unproven(&texts, moving.operation, std::slice::from_ref(one), &spots);
                let help = "change these places before this operation, or let `unproven: leave` move it and leave them";
                let place = moving
                    .place
                    .target()
                    .map_or_else(|| moving.operation.origin.field("to"), |target| target.place);
                return Ok(Some(Refusal::from(told.at(place).with_help(help))));
            }
        }
        Ok(None)
    }

    /// The scope that definitions go to; `None` where what names it is not found.
    fn new_scope(&mut self, moving: &Moving<'_>) -> Result<Option<NewScope>, Refusal> {
        let (target, is_beside) = match moving.place {
            SymbolPlace::Into(class, _) => (class, false),
            SymbolPlace::Before(beside) | SymbolPlace::After(beside) => (beside, true),
            SymbolPlace::End => {
                let byte = self.document(moving.at)?.buffer().len();
                return Ok(Some(NewScope { names: Vec::new(), byte }));
            }
        };
        let found = resolve_symbol(self.document(moving.at)?, moving.to, target, Purpose::Read);
        Ok(found.ok().map(|found| {
            let mut names = found.identity.names.clone();
            let byte = if is_beside {
                names.pop();
                found.declaration
            } else {
                // Its last sign closes it.
                found.definition.end.saturating_sub(1)
            };
            NewScope { names, byte }
        }))
    }

    /// The places that use a definition by the name that it has now.
    fn used_by_others(&self, moving: &Moving<'_>, texts: &Texts, one: &MovedRange) -> Vec<Spot> {
        let (found, range) = one;
        let path = &moving.operation.path;
        // What nothing else names is not looked for.
        if !texts.have_several(last_word(&found.address)) {
            return Vec::new();
        }
        let question = texts.question(&self.macros, path, found);
        let uses = match brings_in_text(texts.language) {
            true => find_uses_by_includes(&question),
            false => find_uses(question),
        };
        // By its name alone it goes on naming itself.
        let names_itself = |one: &NamedUse| {
            let before = texts.text_of(path).get(..one.range.start).unwrap_or_default();
            one.path == *path
                && range.contains(&one.range.start)
                && !before.trim_end().ends_with(['.', ':', '>'])
        };
        let uses = uses.unwrap_or_default().into_iter().filter(|one| {
            let is_use = matches!(one.verdict, Verdict::Certain | Verdict::Undecidable(_));
            !one.is_definition && is_use && !names_itself(one)
        });
        uses.map(|one| Spot { path: one.path, at: one.range.start, label: "uses it" }).collect()
    }

    /// The places in a definition that name what is not seen where it goes.
    fn needed(
        &self,
        moving: &Moving<'_>,
        texts: &Texts,
        (language, one): (&'static Language, &MovedRange),
        scope: &NewScope,
    ) -> Vec<Spot> {
        let is_tree = language.local_rules().is_some_and(|rules| rules.tree.is_some());
        // What the file itself binds is seen everywhere in it, but from modules.
        if one.0.identity.names.len() < 2 && !is_tree {
            return Vec::new();
        }
        let path = &moving.operation.path;
        let source = Source { path: path.clone(), text: texts.text_of(path).into() };
        let lost = out_of_sight(
            language,
            &self.macros,
            (&source, &self.overlay.graphs()),
            (one.1.clone(), scope.byte),
        );
        lost.into_iter().map(|at| Spot { path: path.clone(), at, label: "is not seen from there" }).collect()
    }
}
