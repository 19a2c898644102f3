//! Suggests how to rename parameters and local variables, which have no addresses.

use crate::diag::Code;
use crate::ir::{Operation, SymbolRenaming, SymbolTarget};
use crate::lang::KindPlace;
use crate::plan::refusal::Refusal;
use crate::plan::symbol::address::last_word;
use crate::plan::symbol::lookup::{language_of, resolve_symbol};
use crate::plan::tree::document::Document;
use crate::resolve::symbol::Purpose;
use crate::text::normal::find_words;

/// Tokens before a name that make it a member of something.
const OF_MEMBERS: [&str; 3] = [".", "->", "::"];

/// A parameter or variable of a function.
struct LocalName<'w> {
    name: &'w str,
    /// The address of the function.
    function: String,
    /// The number of occurrences of the name in the function.
    count: usize,
}

/// Adds to the refusal of a renaming the operation that renames a parameter or variable, if the address consists of a
/// function and such a name.
pub(super) fn with_substitution(
    document: &mut Document<'_>,
    operation: &Operation,
    wanted: &SymbolRenaming,
    mut refusal: Refusal,
) -> Refusal {
    if !refusal.problems.iter().any(|problem| problem.code == Code::SymbolNotFound) {
        return refusal;
    }
    let Some(LocalName { name, function, count }) = find(document, operation, &wanted.symbol) else {
        return refusal;
    };
    let count = if count == 1 { String::new() } else { format!("\n  count: {count}") };
    let help = format!(
        "parameters and local variables have no addresses; this renames every `{name}` in \
         `{function}`:\n- path: {}\n  op: substitute\n  symbol: {function}\n  word: true\n  find: \
         {name}\n  replace: {}{count}",
        operation.path, wanted.new_name
    );
    for problem in &mut refusal.problems {
        // Help about other occurrences of the name is kept, because one of them may be meant.
        problem.help.retain(|other| other.starts_with('`'));
        problem.help.insert(0, help.clone());
    }
    refusal
}

fn find<'w>(
    document: &mut Document<'_>,
    operation: &Operation,
    target: &'w SymbolTarget,
) -> Option<LocalName<'w>> {
    let address = target.symbol.as_deref()?;
    let name = last_word(address);
    let function = address.strip_suffix(name)?.trim_end_matches(['.', ':']);
    if name.is_empty() || function.is_empty() {
        return None;
    }
    let of = SymbolTarget { symbol: Some(function.to_owned()), expect: None, ..target.clone() };
    let found = resolve_symbol(document, &operation.path, &of, Purpose::Read).ok()?;
    let language = language_of(document, &operation.path, target.language.as_deref()).ok()?;
    let mut kinds = language.manifest().kinds.values();
    let is_function = kinds.any(|rule| rule.capture == found.kind && rule.place != KindPlace::Any);
    let text = document.buffer().slice(found.definition);
    // A member with this name has to keep it.
    let is_member = |at: usize| OF_MEMBERS.iter().any(|sign| text[..at].trim_end().ends_with(sign));
    let places: Vec<usize> = find_words(&text, name).collect();
    let is_local = is_function && !places.is_empty() && !places.iter().any(|at| is_member(*at));
    is_local.then(|| LocalName { name, function: function.to_owned(), count: places.len() })
}
