//! Modules that are not visible in a text, because macros open and close them: `NS_BEGIN(detail)` and `NS_END(detail)`.

use std::borrow::Cow;
use std::ops::Range;

use crate::resolve::symbol::scope_macros;
use crate::text::normal::is_word_char;

/// A module that one macro opens and another one closes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct MacroModule {
    pub(super) range: Range<usize>,
    pub(super) name: String,
}

/// Returns the modules that macros open and close, where the macros begin at these places: the lines contain only a
/// call with the name of the module.
pub(super) fn hidden_modules(text: &str, mut macros: Vec<usize>) -> Vec<MacroModule> {
    macros.sort_unstable();
    macros.retain(|start| *start == 0 || text[..*start].ends_with('\n'));
    let lines = macros
        .into_iter()
        .map(|start| (start, Cow::Borrowed(text[start..].lines().next().unwrap_or_default())));
    let named = scope_macros(lines).into_iter().filter_map(|scope| {
        let name = scope.line.strip_suffix(')')?.split_once('(')?.1.trim();
        let is_name = !name.is_empty() && name.chars().all(is_word_char);
        is_name.then_some(MacroModule { range: scope.at..scope.closed_at?, name: name.to_owned() })
    });
    named.collect()
}
