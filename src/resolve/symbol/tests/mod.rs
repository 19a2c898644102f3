//! Tests of address resolution through the public interface.

mod bodiless;
mod cpp;
mod kept;
mod kept_sources;
mod messages;
#[cfg(any(
    feature = "lang-c",
    feature = "lang-go",
    feature = "lang-java",
    feature = "lang-javascript",
    feature = "lang-typescript"
))]
mod other;
mod python;
mod rust;

use super::*;
use crate::diag::PatchPlace;
use crate::ir::{Decorators, Fragment, SymbolTarget};

/// Returns the target of an operation with a `symbol:` field.
pub(super) fn target(kind: &str, symbol: &str) -> SymbolTarget {
    SymbolTarget {
        language: None,
        kind: (!kind.is_empty()).then(|| kind.to_owned()),
        class: None,
        method: None,
        symbol: Some(symbol.to_owned()),
        place: PatchPlace::default(),
        expect: None,
        decorators: Decorators::KeepIfAbsent,
    }
}

pub(super) fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

pub(super) fn buffer(text: &str) -> Buffer {
    Buffer::decode(text.as_bytes()).expect("text")
}

/// Returns a resolved symbol with its text; for a refusal, the suggested addresses if it is ambiguous, else its
/// message.
pub(super) fn outcome(
    language: &str,
    text: &str,
    target: &SymbolTarget,
    payload: Option<&str>,
) -> Result<(String, SymbolMatch), String> {
    let mut symbols = Symbols::new(Language::by_name(language).expect("registered"));
    let buffer = buffer(text);
    let payload = payload.map(lines);
    match symbols.resolve(&buffer, target, payload.as_deref().map_or(Purpose::Read, Purpose::Replace)) {
        Ok(found) => Ok((buffer.slice(found.range.clone()).into_owned(), found)),
        Err(SymbolProblem::Ambiguous { candidates, .. }) => {
            let addresses: Vec<_> = candidates.iter().map(|one| one.address.as_str()).collect();
            Err(format!("ambiguous: {}", addresses.join(" | ")))
        }
        Err(problem) => Err(problem.message("FILE", &buffer)),
    }
}

/// Checks the text that `symbol` of `kind` resolves to, or the refusal, which begins with `!`.
#[track_caller]
pub(super) fn check(language: &str, text: &str, kind: &str, symbol: &str, payload: &str, expected: &str) {
    let payload = (!payload.is_empty()).then_some(payload);
    let found = match outcome(language, text, &target(kind, symbol), payload) {
        Ok((text, _)) => text,
        Err(problem) => format!("!{problem}"),
    };
    assert_eq!(found, expected, "{symbol}");
}

/// Checks the listing, and that every listed address selects its definition.
#[track_caller]
pub(super) fn check_listing(language: &str, text: &str, expected: &[&str]) {
    let mut symbols = Symbols::new(Language::by_name(language).expect("registered"));
    let buffer = buffer(text);
    let all = symbols.all(&buffer).to_vec();
    let listed: Vec<_> = all.iter().map(|one| format!("{} {}", one.kind, one.address)).collect();
    assert_eq!(listed, expected);
    for one in all.iter().filter(|one| {
        Language::by_name(language).is_some_and(|language| language.manifest().kinds.contains_key(&one.kind))
    }) {
        let found = symbols.resolve(&buffer, &target(&one.kind, &one.address), Purpose::Read);
        let address = found.map(|found| found.address).map_err(|problem| problem.message("FILE", &buffer));
        assert_eq!(address.as_deref(), Ok(one.address.as_str()));
    }
}

#[test]
fn a_listing_of_nothing_is_empty() {
    check_listing("python", "", &[]);
    check_listing("c++", "\n", &[]);
    let _ = Fragment::default();
}
