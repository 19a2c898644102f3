//! Checks whether a second run would apply to another definition by the same address.
//!
//! After a deletion, a move or a renaming, the address no longer names the definition. If it then names another
//! definition that the file had before, a second run of the patch would change that one.
//!
//! Invariant: the address is only resolved again if the last name of the definition is still in the text.

use std::collections::HashSet;

use super::address::last_word;
use super::lookup::{language_of, resolve_symbol};
use super::meaning::{AskedSymbol, spelled};
use crate::diag::{Code, Diagnostic, FilePlace, PlaceRole};
use crate::ir::{
    Action, Change, Locator, OldName, Operation, PartEdge, RepeatedLines, SymbolPart, SymbolRenaming,
    SymbolTarget,
};
use crate::lang::Language;
use crate::plan::refusal::Refusal;
use crate::plan::tree::document::{Document, RemovedDefinition};
use crate::resolve::bindings::bare_address;
use crate::resolve::symbol::{Purpose, SymbolMatch};
use crate::text::normal::{is_word_char, trim};

/// Remembers a definition that the current operation is about to remove or rename.
///
/// `target` is the one of the operation's addresses that names it.
pub(in crate::plan) fn remember(
    document: &mut Document<'_>,
    language: &'static Language,
    target: &SymbolTarget,
    found: &SymbolMatch,
) {
    let Some(operation) = document.current_operation().filter(|operation| purpose_of(operation).is_some())
    else {
        return;
    };
    let (buffer, symbols) = document.symbols(language);
    let has_namesakes = found.identity.names.last().is_some_and(|name| symbols.has_several(buffer, name));
    if operation.if_already_made.lines == RepeatedLines::Insert {
        return;
    }
    let hash = symbols.hash_of(buffer, found);
    let origin = document.history().1.origin_of_byte(found.identity.byte());
    let identity = found.identity.clone();
    let kind = found.kind;
    let target = target.clone();
    let taken = RemovedDefinition { operation, target, identity, origin, hash, kind, has_namesakes };
    document.remember_removed(taken);
}

/// Returns the purpose for which the definitions are resolved that an operation removes, moves or renames.
fn purpose_of(operation: &Operation) -> Option<Purpose<'_>> {
    match &operation.action {
        Action::MoveSymbol { .. } => Some(Purpose::Delete),
        Action::RenameSymbol(_) => Some(Purpose::Rename),
        Action::Edit { at: Locator::Symbol(_), change, .. } => match change {
            Change::Delete => Some(Purpose::Delete),
            Change::Replace(payload) => Some(Purpose::Replace(&payload.lines)),
            Change::InsertBefore(_) | Change::InsertAfter(_) => None,
        },
        Action::Edit { at: Locator::Part { part: SymbolPart::Signature, .. }, change, .. } => {
            let payload = change.payload().map_or(&[][..], |payload| &payload.lines);
            Some(Purpose::ChangePart(SymbolPart::Signature, PartEdge::of(change), payload))
        }
        _ => None,
    }
}

/// Refuses every operation on a file whose address names another definition after all operations.
pub(in crate::plan) fn check(document: &mut Document<'_>) -> Result<(), Refusal> {
    let mut taken = document.take_removed();
    if taken.is_empty() {
        return Ok(());
    }
    document.catch_up();
    if taken.iter().any(|own| !own.has_namesakes) {
        let text = document.buffer().slice(0..document.buffer().len());
        let words: HashSet<&str> = text.split(|char| !is_word_char(char)).collect();
        let last_name = |own: &RemovedDefinition<'_>| own.identity.names.last().cloned().unwrap_or_default();
        taken.retain(|own| own.has_namesakes || words.contains(last_name(own).as_str()));
    }
    let problems: Vec<Diagnostic> = taken.iter().filter_map(|own| judge(document, own)).flatten().collect();
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems.into_iter().map(Refusal::from).reduce(Refusal::and).unwrap_or_default())
    }
}

fn judge(document: &mut Document<'_>, taken: &RemovedDefinition<'_>) -> Option<Vec<Diagnostic>> {
    let (target, purpose) = (&taken.target, purpose_of(taken.operation)?);
    let language = language_of(document, &taken.operation.path, target.language.as_deref()).ok()?;
    let next = named_now(document, AskedSymbol { language, target, purpose }, taken)?;
    let is_elsewhere = next.identity.names.split_last().map(|(_, owner)| owner)
        != taken.identity.names.split_last().map(|(_, owner)| owner);
    let is_refused = match purpose {
        Purpose::Rename => true,
        Purpose::Delete => false,
        _ => next.newcomers.iter().any(|one| one.existing.is_some()),
    };
    if is_refused && !is_elsewhere {
        // The new name is taken in that scope, so that a second run is refused anyway.
        return None;
    }
    if is_block_of(language, &next, taken.kind)
        && (changes_another_file(taken.operation) || is_deletion(taken.operation) && is_name_of_type(target))
    {
        // A second run detects that the type is elsewhere, or that a block of its members is not a type.
        return None;
    }
    let wanted = spelled(target);
    let address = &taken.identity.address;
    let of_kind = format!("{address}@{}", taken.kind);
    let can_tell_kind = next.kind != taken.kind && !address.contains(['#', '@', '(']);
    let whole = format!("::{address}");
    let exact =
        [address].into_iter().chain(can_tell_kind.then_some(&of_kind)).chain([&whole]).find(|exact| {
            let symbol = Some((*exact).clone());
            let target = &SymbolTarget { symbol, class: None, method: None, ..target.clone() };
            **exact != wanted
                && named_now(document, AskedSymbol { language, target, purpose }, taken).is_none()
        });
    if exact.is_none()
        && !is_elsewhere
        && let Some(refusal) = of_two_kinds(document, language, &next, taken)
    {
        return Some(refusal.at(target.place).of(taken.operation).problems);
    }
    let (buffer, symbols) = document.symbols(language);
    let line = buffer.line_of(next.identity.byte());
    let place = FilePlace {
        label: "would match next".to_owned(),
        ..FilePlace::related(taken.operation.path.as_str(), line, buffer.line(line).into_owned())
    };
    let (help, repair) = if let Some(address) = exact {
        let none = |given: &Option<String>| given.as_ref().map(|_| serde_json::Value::Null);
        let mut repair = serde_json::Map::new();
        repair.extend(none(&target.class).map(|null| ("class".to_owned(), null)));
        repair.extend(none(&target.method).map(|null| ("method".to_owned(), null)));
        repair.insert("symbol".to_owned(), address.as_str().into());
        (format!("write `symbol: {address}`"), Some(repair.into()))
    } else if symbols.hash_of(buffer, &next) == taken.hash {
        let help = "the two are equal: use the number of the last one, which matches nothing once \
                    it is gone";
        (help.to_owned(), None)
    } else if taken.operation.origin.has_field("symbols") {
        let (address, hash) = (&taken.identity.address, quoted(&taken.hash));
        (format!("move it in a separate operation, with `symbol: {address}` and `expect: {hash}`"), None)
    } else {
        let help = format!("select the one you mean: `expect: {}`", quoted(&taken.hash));
        (help, Some(serde_json::json!({ "expect": taken.hash })))
    };
    let message = format!(
        "once this definition is gone, `{wanted}` matches another one in `{}`, then on line {}; a \
         second run would remove that",
        taken.operation.path,
        line + 1
    );
    let refusal = Refusal::new(Code::SymbolAmbiguous, message)
        .with_places(vec![place])
        .with_help(help)
        .with_repair(repair)
        .at(target.place);
    Some(refusal.of(taken.operation).problems)
}

/// Returns the refusal of an address that names two items of different kinds, such as a method and a field. It selects
/// the removed item by its hash and the other one by its kind; `None` if the kind does not select that one.
fn of_two_kinds(
    document: &mut Document<'_>,
    language: &'static Language,
    next: &SymbolMatch,
    taken: &RemovedDefinition<'_>,
) -> Option<Refusal> {
    let manifest = language.manifest();
    let small = manifest.symbols.minor_kinds.get(next.kind)?;
    let kind = manifest.kinds.values().find(|rule| rule.capture == taken.kind);
    let article = kind.map_or("a definition", |rule| rule.article.as_str());
    let (wanted, path) = (spelled(&taken.target), &taken.operation.path);
    let by_kind = format!("{}@{}", bare_address(&taken.identity.address), next.kind);
    let (_, history) = document.history();
    let bytes = [taken.origin?, history.origin_of_byte(next.identity.byte())?];
    // Several items of that kind may have the name.
    let target = SymbolTarget { symbol: Some(by_kind.clone()), ..SymbolTarget::default() };
    let (original, symbols) = document.original(language);
    let named = symbols.identify(original, &target, Purpose::Delete)?;
    if named.byte() != bytes[1] {
        return None;
    }
    let selects = [format!("expect: {}", quoted(&taken.hash)), format!("symbol: {by_kind}")];
    let (_, history) = document.history();
    let original = history.original();
    let lines = bytes.map(|byte| original.line_of(byte));
    let places = lines.iter().zip(&selects).map(|(line, select)| FilePlace {
        role: PlaceRole::Candidate,
        select: Some(select.clone()),
        ..FilePlace::related(path.as_str(), *line, original.line(*line).into_owned())
    });
    let places: Vec<FilePlace> = places.collect();
    let message = format!(
        "`{wanted}` names {article} (line {}) and {} (line {}) of `{path}`",
        lines[0] + 1,
        small.article,
        lines[1] + 1
    );
    let [by_hash, by_kind] = selects;
    let help =
        format!("`{by_kind}` selects the one on line {}; for the other, add `{by_hash}`", lines[1] + 1);
    Some(Refusal::new(Code::SymbolAmbiguous, message).with_places(places).with_help(help))
}

/// Returns whether a definition is a block of members of a type, such as an `impl`, where another kind was meant.
pub(in crate::plan) fn is_block_of(language: &Language, found: &SymbolMatch, kind: &str) -> bool {
    let block = language.manifest().symbols.trait_impl.as_ref().map(|rules| rules.block.as_str());
    block == Some(found.kind) && found.kind != kind
}

/// Refuses to delete a block of members by the name of its type if that type is missing: an earlier run of the patch
/// may have deleted the type.
pub(in crate::plan) fn refuse_block_for_type(
    language: &Language,
    operation: &Operation,
    target: &SymbolTarget,
    found: &SymbolMatch,
) -> Result<(), Refusal> {
    if !is_deletion(operation) || !is_name_of_type(target) || !is_block_of(language, found, "") {
        return Ok(());
    }
    let (wanted, path, block) = (spelled(target), &operation.path, &found.address);
    Err(Refusal::new(Code::SymbolNotFound, format!("`{path}` has no type `{wanted}`, only `{block}`"))
        .with_help(format!("to delete that block, write `symbol: {block}`"))
        .at(target.place))
}

fn is_deletion(operation: &Operation) -> bool {
    matches!(&operation.action, Action::Edit { change: Change::Delete, .. })
}

/// Returns whether an address is a plain name.
fn is_name_of_type(target: &SymbolTarget) -> bool {
    target.expect.is_none() && !spelled(target).contains(['@', ' ', '<', '#', '('])
}

fn changes_another_file(operation: &Operation) -> bool {
    matches!(&operation.action, Action::MoveSymbol { to: Some(to), .. } if *to != operation.path)
}

/// Returns the definition that an address names now, if the file had it before the patch and it is not the removed one;
/// `None` if a second run would be refused anyway.
fn named_now(
    document: &mut Document<'_>,
    asked: AskedSymbol<'_>,
    taken: &RemovedDefinition<'_>,
) -> Option<SymbolMatch> {
    let AskedSymbol { language, target, purpose } = asked;
    let (buffer, symbols) = document.symbols(language);
    let found = symbols.look_up(buffer, target, purpose)?;
    let origin = document.history().1.origin_of_byte(found.identity.byte());
    let new_name = match &taken.operation.action {
        Action::RenameSymbol(wanted) => Some(wanted.new_name.clone()),
        _ => found.new_name.clone(),
    };
    if found.by_last_name && target.expect.is_none() || origin.is_none() || origin == taken.origin {
        return None;
    }
    let fallen = new_name.and_then(|new| earlier_meaning(document, taken.operation, target, &found, &new));
    fallen.is_none().then_some(found)
}

/// Refuses to rename a definition that an address matches only in part, if the full address with the new name matches
/// another definition: the address then meant that one, before an earlier run renamed it.
pub(in crate::plan) fn refuse_changed_meaning(
    document: &mut Document<'_>,
    operation: &Operation,
    of: &SymbolTarget,
    found: &SymbolMatch,
    new_name: &str,
) -> Result<(), Refusal> {
    let Some(other) = earlier_meaning(document, operation, of, found, new_name) else { return Ok(()) };
    let part = if found.by_last_name { "the last name" } else { "a part" };
    let message = format!(
        "`{}` already defines `{}`, and the address is only {part} of `{}`",
        operation.path, other.address, found.address
    );
    Err(Refusal::new(Code::AlreadyApplied, message)
        .with_help(format!("if you mean that one, write `symbol: {}`", found.address))
        .at(of.place))
}

/// Refuses to rename an alias that an earlier run has left, under the old name, for the renamed definition.
pub(in crate::plan) fn refuse_alias(
    document: &mut Document<'_>,
    language: &'static Language,
    operation: &Operation,
    found: &SymbolMatch,
    wanted: &SymbolRenaming,
) -> Result<(), Refusal> {
    let Some(rules) = language.local_rules().filter(|_| wanted.old_name == OldName::KeptAsAlias) else {
        return Ok(());
    };
    let old = found.identity.names.last().map_or("", String::as_str);
    let buffer = document.buffer();
    let lines = buffer.lines_of(&found.definition);
    let text = buffer.slice(
        buffer.line_start(lines.start)..found.definition.end.max(buffer.line_range(lines.end - 1).end),
    );
    let is_left = |template: &String| {
        let alias = template.replace("{old}", old).replace("{new}", &wanted.new_name);
        trim(&alias.replace("{visibility}", "")) == trim(&text)
    };
    if !rules.aliases.values().any(is_left) {
        return Ok(());
    }
    let message = format!(
        "`{}` is already another name for `{}` in `{}`",
        found.address, wanted.new_name, operation.path
    );
    Err(Refusal::new(Code::AlreadyApplied, message)
        .with_help("leave the operation out")
        .at(wanted.symbol.place))
}

/// Returns the definition with the new name that the full address must have named before an earlier run, if the address
/// now matches another definition only in part.
fn earlier_meaning(
    document: &mut Document<'_>,
    operation: &Operation,
    of: &SymbolTarget,
    found: &SymbolMatch,
    new_name: &str,
) -> Option<SymbolMatch> {
    if found.is_whole {
        return None;
    }
    let address = spelled(of);
    let old = bare_address(&address);
    let symbol = Some(format!("{}{new_name}", &old[..old.len() - last_word(old).len()]));
    let new = SymbolTarget { symbol, class: None, method: None, expect: None, ..of.clone() };
    let other = resolve_symbol(document, &operation.path, &new, Purpose::Read).ok()?;
    let is_nearer = other.is_whole || found.by_last_name && !other.by_last_name;
    is_nearer.then_some(other)
}

/// Quotes a hash, because YAML would read one of digits alone as a number.
fn quoted(hash: &str) -> String {
    format!("\"{hash}\"")
}
