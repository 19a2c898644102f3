//! Handles properties, which have several definitions but move as one.

use std::borrow::Cow;

use crate::ir::{PatchPath, SymbolTarget};
use crate::plan::symbol::lookup::language_of;
use crate::plan::tree::document::Document;
use crate::resolve::symbol::{Purpose, SymbolProblem};

/// Returns the accessors of a property, each by its own address, if an address names all of them, because half of a
/// property is of no use; otherwise the only definition that it names.
pub(super) fn accessors_of<'s>(
    document: &mut Document<'_>,
    path: &PatchPath,
    symbol: &'s SymbolTarget,
) -> Vec<Cow<'s, SymbolTarget>> {
    let alone = vec![Cow::Borrowed(symbol)];
    let Ok(language) = language_of(document, path, symbol.language.as_deref()) else { return alone };
    let rules = &language.manifest().symbols.accessors;
    if rules.is_empty() || symbol.expect.is_some() {
        return alone;
    }
    let (buffer, symbols) = document.symbols(language);
    let Err(SymbolProblem::Ambiguous { candidates, .. }) = symbols.resolve(buffer, symbol, Purpose::Delete)
    else {
        return alone;
    };
    let parts = || candidates.iter().map(|one| one.address.rsplit_once('@'));
    let property = candidates.first().and_then(|one| one.address.rsplit_once('@')).map(|(bare, _)| bare);
    let is_accessor = |part: Option<(&str, &str)>| {
        part.is_some_and(|(bare, name)| Some(bare) == property && rules.iter().any(|rule| rule.name == name))
    };
    if !parts().all(is_accessor) {
        return alone;
    }
    let target = |address: &String| SymbolTarget {
        symbol: Some(address.clone()),
        class: None,
        method: None,
        ..symbol.clone()
    };
    candidates.iter().map(|one| Cow::Owned(target(&one.address))).collect()
}
