//! Macros that are only visible below their definitions, in languages whose other names are visible in any order.

use crate::diag::Code;
use crate::lang::OrderedMacros;
use crate::plan::refusal::Refusal;
use crate::plan::symbol::moving::Moving;
use crate::text::normal::{find_words, is_word_char};

/// Returns a macro that would be used above its definition, if a definition with the text `own` moves across the text
/// `between`.
pub(super) fn early_macro(
    rules: &OrderedMacros,
    (own, between): (&str, &str),
    is_up: bool,
) -> Option<String> {
    let (defining, using) = if is_up { (between, own) } else { (own, between) };
    let used = |name: &&str| {
        find_words(using, name).any(|at| {
            let line = using[..at].rfind('\n').map_or(0, |end| end + 1);
            let is_comment = using[line..].trim_start().starts_with("//");
            // By its path, a macro is visible everywhere.
            let is_path = using[..at].ends_with("::");
            using[at + name.len()..].starts_with(rules.use_mark.as_str()) && !is_path && !is_comment
        })
    };
    defined(rules, defining).find(used).map(str::to_owned)
}

/// Returns the macros that a text defines.
fn defined<'t>(rules: &OrderedMacros, text: &'t str) -> impl Iterator<Item = &'t str> {
    let length = rules.word.len();
    text.match_indices(rules.word.as_str()).map(move |(at, _)| {
        let rest = text[at + length..].trim_start();
        &rest[..rest.find(|char| !is_word_char(char)).unwrap_or(rest.len())]
    })
}

/// Returns the refusal of a move of `names` after which the macro `name` is used above its definition.
pub(super) fn refusal(moving: &Moving<'_>, name: &str, names: &str) -> Refusal {
    let message = format!("with {names} at that place, `{name}` would be used above its definition");
    let place =
        moving.place.target().map_or_else(|| moving.operation.origin.field("to"), |target| target.place);
    Refusal::new(Code::Unproven, message)
        .with_help("choose another place; `unproven: leave` moves it anyway")
        .at(place)
}
