//! Lowers the operation that renames a definition.

use super::fields::Field;
use super::operation_fields::{FieldLine, FieldReader};
use super::ops::Op;
use super::problems::malformed;
use super::substitution::{count, globs};
use super::values::{needed_address, one_of, switch};
use crate::ir::{Action, Count, Mentions, OldName, SymbolRenaming, SymbolTarget, Unproven};

/// The values of `unproven`.
pub(super) const UNPROVEN: &[(&str, Unproven)] =
    &[("refuse", Unproven::Refuse), ("rename", Unproven::Rename), ("leave", Unproven::Leave)];

/// The values of `unproven` for operations that rename nothing.
pub(super) const LEFT_UNPROVEN: &[(&str, Unproven)] =
    &[("refuse", Unproven::Refuse), ("leave", Unproven::Leave)];

/// The values of `mentions`.
pub(super) const MENTIONS: &[(&str, Mentions)] = &[("leave", Mentions::Leave), ("rename", Mentions::Rename)];

/// Lowers an operation that renames a definition.
pub(super) fn rename_symbol(given: &mut FieldReader<'_>, op: &Op) -> Option<Action> {
    let symbol = needed_address(given, op, None);
    let name = new_name(given);
    let expect = given.text(Field::Expect);
    let files = globs(given);
    let unproven = one_of(given, Field::Unproven, UNPROVEN);
    let mentions = one_of(given, Field::Mentions, MENTIONS);
    let keeps_alias = switch(given, Field::KeepAlias);
    let count_place = given.key_place(Field::Count);
    let count = match count_place {
        Some(_) => count(given).map(Some),
        None => Some(None),
    };
    if let (Some(place), Some(Unproven::Refuse | Unproven::Leave)) = (count_place, unproven) {
        let message = format!("{} has a `count` without `unproven: rename`", given.title());
        given.add(malformed(place, message).with_help("`count` is the number of unproven uses to rename"));
        return None;
    }
    Some(Action::RenameSymbol(SymbolRenaming {
        symbol: SymbolTarget { expect, ..symbol? },
        new_name: name?.0.trim().to_owned(),
        files: files?,
        unproven: unproven?,
        count: match count? {
            Some(Count::Exactly(count)) => Some(count),
            Some(Count::All) | None => None,
        },
        mentions: mentions?,
        old_name: if keeps_alias? { OldName::KeptAsAlias } else { OldName::Removed },
    }))
}

/// Returns the new name. `to` is accepted as a synonym of `new_name`, since a renaming has no other destination.
fn new_name(given: &mut FieldReader<'_>) -> Option<FieldLine> {
    let other = given.line(Field::To);
    match given.key_place(Field::To).filter(|_| other.is_some()) {
        Some(place) if given.key_place(Field::NewName).is_some() => {
            let message = format!("{} has `to` and `new_name`", given.title());
            given.add(malformed(place, message).with_help("write the new name once, as `new_name:`"));
            None
        }
        Some(_) => other,
        None => given.required_line(Field::NewName),
    }
}
