//! Describes definitions: address, kind, lines and hash.

use std::collections::HashSet;
use std::ops::Range;

use crate::lang::Role;
use crate::text::Buffer;

use super::format::{SpelledDefinition, address_of_set, addresses_by, kind_of};
use super::parse::Address;
use crate::resolve::symbol::extent::span::{doubt, span};
use crate::resolve::symbol::outline::items::{ItemId, Outline};
use crate::resolve::symbol::outline::outlined::Outlined;
use crate::resolve::symbol::outline::sets::{main_member, set_of, span_of_set};

/// The description of a definition in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymbolInfo {
    /// An address that selects it and nothing else.
    pub address: String,
    /// The last name of the address, without the suffix that distinguishes namesakes.
    pub name: String,
    /// Its kind as in operation names (`class`, `method`), or another word if no operation replaces this kind.
    pub kind: String,
    /// Its byte range, including decorators, without comments above.
    pub range: Range<usize>,
    /// The byte offset of the declaration, after decorators.
    pub declaration: usize,
    /// Its first and last line, from 0.
    pub lines: (usize, usize),
    /// The hash of its text, for `expect`.
    pub hash: String,
    /// Whether it only declares what is defined elsewhere.
    pub is_declaration: bool,
    /// Whether its extent is certain.
    pub is_certain: bool,
    /// Whether it is usable without qualification in the scope of its owner, like an unscoped enumerator.
    pub is_in_open_scope: bool,
    /// Whether it stands in a namespace without a name, which no other file sees.
    pub is_in_nameless: bool,
    /// Whether lists leave it out by default: a field, an enumerator, a definition in a function.
    pub is_minor: bool,
}

/// Describes definitions.
pub(in crate::resolve::symbol) fn describe(file: Outlined<'_>, ids: &[ItemId]) -> Vec<SymbolInfo> {
    let all: Vec<SpelledDefinition<'_>> =
        ids.iter().map(|id| SpelledDefinition::own(file.outline, *id)).collect();
    describe_by(file, &all)
}

/// Describes definitions by the name that was asked for, if they have it.
pub(super) fn describe_called(file: Outlined<'_>, ids: &[ItemId], wanted: &str) -> Vec<SymbolInfo> {
    let all: Vec<SpelledDefinition<'_>> =
        ids.iter().map(|id| SpelledDefinition::called(file.outline, *id, wanted)).collect();
    describe_by(file, &all)
}

/// Describes definitions by the given ones of their names.
pub(super) fn describe_by(file: Outlined<'_>, all: &[SpelledDefinition<'_>]) -> Vec<SymbolInfo> {
    let addresses = addresses_by(file.outline, all);
    let about = |(SpelledDefinition { id, name }, address): (&SpelledDefinition<'_>, String)| {
        let place = span(file, *id);
        let range = place.decorated();
        let definition = file.outline.definition(*id);
        SymbolInfo {
            address,
            name: (*name).to_owned(),
            declaration: place.declaration,
            kind: kind_of(file.outline, *id).to_owned(),
            lines: (file.buffer.line_of(range.start), file.buffer.line_of(range.end)),
            hash: hash(&lines_of(file.buffer, range.clone())),
            is_declaration: definition.is_some_and(|found| found.is_declaration),
            is_certain: doubt(file, *id, &place).is_none(),
            is_in_open_scope: file
                .outline
                .enclosing_definition(*id)
                .and_then(|owner| file.outline.definition(owner)?.parts.last())
                .is_some_and(|owner| owner.optional),
            is_in_nameless: file.outline.items_around(*id).any(|at| {
                let scope = &file.outline.item(at).scope;
                let is_module = file.outline.item(at).role == Role::Module;
                is_module && scope.as_ref().is_some_and(|scope| scope.parts.is_empty())
            }),
            is_minor: definition.is_some_and(|found| {
                found.is_minor
                    && file
                        .manifest()
                        .symbols
                        .minor_kinds
                        .get(found.capture)
                        .is_none_or(|kind| kind.on_request)
            }),
            range,
        }
    };
    all.iter().zip(addresses).map(about).collect()
}

/// Describes definitions that may share an address because they are of different kinds: functions then get their
/// parameters.
pub(in crate::resolve::symbol) fn describe_apart(
    file: Outlined<'_>,
    ids: &[ItemId],
    wanted: &Address,
) -> Vec<SymbolInfo> {
    let name = wanted.parts.last().map_or("", |part| part.name.as_str());
    let mut found = describe_called(file, ids, name);
    let addresses: Vec<String> = found.iter().map(|one| one.address.clone()).collect();
    for (one, id) in found.iter_mut().zip(ids) {
        let signature = file.outline.definition(*id).and_then(|definition| definition.signature.as_ref());
        let is_shared = addresses.iter().filter(|address| **address == one.address).count() > 1;
        if let Some(signature) = signature.filter(|_| is_shared) {
            one.address = format!("{}{signature}", one.address);
        }
    }
    found
}

/// Returns the list with each set of overloads inserted before its members.
pub(in crate::resolve::symbol) fn with_sets(
    file: Outlined<'_>,
    ids: &[ItemId],
    listed: Vec<SymbolInfo>,
) -> Vec<SymbolInfo> {
    if !file.manifest().symbols.single_definition {
        return listed;
    }
    let mut members: HashSet<ItemId> = HashSet::new();
    let mut all = Vec::with_capacity(listed.len());
    for (id, symbol) in ids.iter().zip(listed) {
        if !members.contains(id) {
            let set = set_of(file.outline, *id);
            all.extend(describe_set(file, &set, &symbol));
            members.extend(set);
        }
        all.push(symbol);
    }
    all
}

/// Describes a set of overloads as one entry; `None` if its plain name is ambiguous.
pub(in crate::resolve::symbol) fn describe_set(
    file: Outlined<'_>,
    set: &[ItemId],
    first: &SymbolInfo,
) -> Option<SymbolInfo> {
    let address = address_of_set(file.outline, set)?;
    let range = span_of_set(file, set)?.decorated();
    let chief = main_member(file.outline, set)?;
    Some(SymbolInfo {
        address,
        lines: (file.buffer.line_of(range.start), file.buffer.line_of(range.end)),
        hash: hash(&lines_of(file.buffer, range.clone())),
        is_declaration: file.outline.definition(chief).is_some_and(|own| own.is_declaration),
        range,
        ..first.clone()
    })
}

/// Returns the lines of a range; the first one from the start of its line if only blanks precede the range.
pub(in crate::resolve::symbol) fn lines_of(buffer: &Buffer, range: Range<usize>) -> Vec<String> {
    let start = buffer.line_start(buffer.line_of(range.start));
    let before = buffer.slice(start..range.start);
    let from = if before.trim().is_empty() { start } else { range.start };
    let text = buffer.slice(from..range.end);
    text.lines().map(str::to_owned).collect()
}

/// Returns the hash of a definition's lines; common indentation, trailing blanks and the kind of line ending are
/// ignored. FNV-1a, 64 bits: it distinguishes texts, but does not protect against forgery.
pub(in crate::resolve::symbol) fn hash(lines: &[String]) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for line in dedented(lines) {
        for byte in line.trim_end().bytes().chain(*b"\n") {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    format!("{hash:016x}")
}

/// Returns whether the value of `expect` is such a hash, and no text.
#[must_use]
pub fn is_hash(expected: &[String]) -> bool {
    let [single] = expected else { return false };
    let text = single.trim();
    text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns the lines without their common indentation.
pub(in crate::resolve::symbol) fn dedented(lines: &[String]) -> Vec<&str> {
    let blanks = |line: &&String| line.len() - line.trim_start_matches([' ', '\t']).len();
    let filled = || lines.iter().filter(|line| !line.trim().is_empty());
    let Some(first) = filled().next() else { return lines.iter().map(String::as_str).collect() };
    let mut common = &first[..blanks(&first)];
    for line in filled() {
        let shared = common.bytes().zip(line.bytes()).take_while(|(a, b)| a == b).count();
        common = &common[..shared];
    }
    lines.iter().map(|line| line.strip_prefix(common).unwrap_or_default()).collect()
}

/// Returns the text of a statement before the only definition in it.
pub(in crate::resolve::symbol) fn opening(outline: &Outline, id: ItemId, buffer: &Buffer) -> Option<String> {
    let start = outline.item(id).range.start;
    let statement = outline.item(outline.item(id).parent);
    (statement.role == Role::Wrapper && start > statement.range.start)
        .then(|| buffer.slice(statement.range.start..start).trim_end().to_owned())
}
