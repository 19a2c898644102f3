//! Finds the definitions of names that a file only imports, for renamings.

use crate::diag::Code;
use crate::ir::{Operation, SymbolRenaming};
use crate::plan::correction::Correction;
use crate::plan::refusal::Refusal;
use crate::plan::run::Run;
use crate::plan::symbol::address::last_word;
use crate::plan::symbol::lookup::language_of;
use crate::plan::symbol::unlisted::AS_IMPORT;
use crate::plan::users::uses::ProjectTexts;
use crate::resolve::bindings::home_of_import;

impl Run<'_, '_> {
    /// Adds to the refusal of a renaming the file with the definition, if the file of the operation only imports it.
    pub(super) fn with_home(
        &mut self,
        at: usize,
        operation: &Operation,
        wanted: &SymbolRenaming,
        refusal: Refusal,
    ) -> Refusal {
        let is_import = refusal.problems.first().is_some_and(|problem| {
            problem.code == Code::SymbolNotFound && problem.help.iter().any(|help| help == AS_IMPORT)
        });
        let name = wanted.symbol.symbol.as_deref().filter(|name| is_import && last_word(name) == *name);
        let Some(name) = name else { return refusal };
        let Ok(document) = self.document(at) else { return refusal };
        let macros = document.macros().clone();
        let language = language_of(document, &operation.path, wanted.symbol.language.as_deref());
        let texts =
            language.and_then(|own| ProjectTexts::read(&self.overlay, own, &[&operation.path], &[name]));
        let Ok(texts) = texts else { return refusal };
        let Some(home) = home_of_import(texts.files(&macros), &operation.path, name) else { return refusal };
        let mut refusal = refusal;
        if let Some(problem) = refusal.problems.first_mut() {
            problem.help.retain(|help| help != AS_IMPORT);
            problem.help.push(format!("`{name}` is defined in `{home}`: write `path: {home}`"));
        }
        refusal.with_corrections(vec![Correction::Path(home)])
    }
}
