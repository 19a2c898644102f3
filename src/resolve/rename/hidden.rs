//! Modules that a text does not show, since macros open and close them: `NS_BEGIN(detail)` and `NS_END(detail)`.

use std::ops::Range;

use crate::text::normal::is_word_char;

/// A module that one macro opens and another one closes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct HiddenModule {
    pub(super) range: Range<usize>,
    pub(super) name: String,
}

/// What the name of a macro has in it that closes a module.
const CLOSING: [&str; 2] = ["END", "CLOSE"];

/// The modules that macros open and close, of macros that begin at these places: lines that are nothing but a call with the
/// name of the module.
pub(super) fn hidden_modules(text: &str, mut macros: Vec<usize>) -> Vec<HiddenModule> {
    macros.sort_unstable();
    let mut open: Vec<(usize, &str, &str)> = Vec::new();
    let mut found = Vec::new();
    for start in macros {
        let is_first = text[..start].ends_with('\n') || start == 0;
        let line = text[start..].lines().next().unwrap_or_default().trim_end();
        let call = line.strip_suffix(')').filter(|_| is_first).and_then(|call| call.split_once('('));
        let Some((name, module)) = call.map(|(name, module)| (name.trim(), module.trim())) else { continue };
        if module.is_empty() || !module.chars().all(is_word_char) {
            continue;
        }
        let closes = CLOSING.iter().any(|word| name.to_uppercase().contains(word));
        let opened = || open.iter().rposition(|(_, by, of)| *of == module && *by != name);
        match closes.then(opened).flatten() {
            Some(at) => {
                found.push(HiddenModule { range: open[at].0..start, name: module.to_owned() });
                open.truncate(at);
            }
            None => open.push((start, name, module)),
        }
    }
    found
}
