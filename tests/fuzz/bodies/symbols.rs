//! Definitions: each listed address names its own place, and an outline that is kept equals a new one.
//!
//! The first part of an input is a source file, the others are payloads.

use chunk::diag::PatchPlace;
use chunk::ir::{Decorators, SymbolTarget};
use chunk::lang::Language;
use chunk::resolve::symbol::{Purpose, SymbolInfo, SymbolMatch, Symbols};
use chunk::text::{Buffer, EditSet};

use super::{parts, text};

/// So many definitions of a file are looked at.
const MOST: usize = 48;

pub(super) fn python(input: &[u8]) {
    check(Language::by_name("python").expect("it is known"), input);
}

pub(super) fn cpp(input: &[u8]) {
    check(Language::by_name("c++").expect("it is known"), input);
}

pub(super) fn rust(input: &[u8]) {
    check(Language::by_name("rust").expect("it is known"), input);
}

fn check(language: &'static Language, input: &[u8]) {
    let mut parts = parts(input);
    let Ok(buffer) = Buffer::decode(parts.next().unwrap_or_default()) else { return };
    let mut symbols = Symbols::new(language);
    let listed = symbols.all(&buffer).to_vec();
    assert_eq!(listed, Symbols::new(language).all(&buffer), "listed twice");
    let small = symbols.minor_names(&buffer);
    listed.iter().chain(&small).for_each(|info| check_place(&buffer, info));
    for line in (0..buffer.line_count()).take(MOST) {
        let around = symbols.enclosing(&buffer, line);
        assert!(around.is_none_or(|address| listed.iter().any(|info| info.address == address)));
    }
    let payloads: Vec<Vec<String>> =
        parts.take(4).map(|part| text(Some(part)).lines().map(str::to_owned).collect()).collect();
    for info in listed.iter().take(MOST).chain(small.iter().take(MOST)) {
        check_address(&mut symbols, &buffer, info);
        for payload in &payloads {
            check_replacement(language, &buffer, info, payload);
        }
    }
}

/// A place is whole characters of the file, and its lines are those of its bytes.
fn check_place(buffer: &Buffer, info: &SymbolInfo) {
    let text = buffer.to_string();
    let range = info.range.clone();
    assert!(range.start < range.end && text.get(range.clone()).is_some(), "{info:?}");
    assert_eq!(info.lines, (buffer.line_of(range.start), buffer.line_of(range.end)), "{info:?}");
    assert!(!info.address.is_empty() && !info.kind.is_empty(), "{info:?}");
}

fn target(address: &str) -> SymbolTarget {
    SymbolTarget {
        language: None,
        kind: None,
        class: None,
        method: None,
        symbol: Some(address.to_owned()),
        place: PatchPlace::default(),
        expect: None,
        decorators: Decorators::default(),
    }
}

/// An address that was listed names its own definition or is refused, with and without the kind.
fn check_address(symbols: &mut Symbols, buffer: &Buffer, info: &SymbolInfo) {
    let mut target = target(&info.address);
    if let Ok(found) = symbols.resolve(buffer, &target, Purpose::Read) {
        check_match(buffer, info, &found);
    }
    // Only definitions have kinds that an operation can ask for.
    if !symbols.language().manifest().kinds.contains_key(&info.kind) {
        return;
    }
    target.kind = Some(info.kind.clone());
    if let Ok(found) = symbols.resolve(buffer, &target, Purpose::Read) {
        check_match(buffer, info, &found);
    }
}

/// A match is the listed definition, perhaps with comments above and behind.
fn check_match(buffer: &Buffer, info: &SymbolInfo, found: &SymbolMatch) {
    let (own, whole) = (&info.range, &found.definition);
    assert!(whole.start <= own.start && own.end <= whole.end, "{found:?} is not {info:?}");
    assert!(whole.end <= buffer.len(), "{found:?}");
    assert_eq!(found.address, info.address);
    assert!(whole.start <= found.declaration && found.declaration < whole.end, "{found:?}");
    assert!(whole.start <= found.range.start && found.range.end <= whole.end, "{found:?}");
    assert!(found.range.start <= found.range.end, "{found:?}");
}

/// A payload in the place of a definition leaves the rest as it is, and the outline that was kept equals a new one.
fn check_replacement(language: &'static Language, buffer: &Buffer, info: &SymbolInfo, payload: &[String]) {
    let mut symbols = Symbols::new(language);
    let target = SymbolTarget { kind: Some(info.kind.clone()), ..target(&info.address) };
    // A payload that only declares may mean the declaration of what the address names.
    let Ok(found) = symbols.resolve(buffer, &target, Purpose::Replace(payload)) else { return };
    let whole = &found.definition;
    assert!(whole.start <= found.range.start && found.range.end <= whole.end, "{found:?}");
    let _ = symbols.minor_names(buffer);
    let edits =
        EditSet::one(found.range.clone(), found.with_kept(found.with_keyword_changes(payload)).join("\n"));
    let mut changed = buffer.clone();
    symbols.will_change(buffer, &edits);
    changed.apply(&edits);
    let kept = symbols.all(&changed).to_vec();
    assert_eq!(kept, Symbols::new(language).all(&changed), "a kept outline");
    let kept = symbols.minor_names(&changed);
    assert_eq!(kept, Symbols::new(language).minor_names(&changed), "a kept outline of names");
}
