//! Names of records: the time at which a record was made, short enough to type.

use std::fmt;

/// The name of a record: later names are larger, even if the clock is set back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(u64);

const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

impl Id {
    /// Returns the name of a record made at `milliseconds` since 1970; it is larger than the name of the last record.
    #[must_use]
    pub fn next(milliseconds: u64, last: Option<Self>) -> Self {
        Self(last.map_or(milliseconds, |last| milliseconds.max(last.0.saturating_add(1))))
    }

    /// Parses a name: lower-case digits of base 36.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_lowercase());
        let id = u64::from_str_radix(text, 36).ok().filter(|_| is_plain).map(Self)?;
        // Each name has only one spelling.
        (id.to_string() == text).then_some(id)
    }

    /// Returns the time at which the record was made, in milliseconds since 1970; later, if another record was made in
    /// the same millisecond.
    #[must_use]
    pub const fn milliseconds(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        let mut digits = Vec::new();
        loop {
            digits.push(DIGITS[(rest % 36) as usize] as char);
            rest /= 36;
            if rest == 0 {
                break;
            }
        }
        digits.into_iter().rev().try_for_each(|digit| write!(f, "{digit}"))
    }
}

/// What is known of a record without reading its body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name {
    /// The name of the record.
    pub id: Id,
    /// Its size in bytes.
    pub size: u64,
    /// The record that it reversed, if it reversed one.
    pub undoes: Option<Id>,
}

/// Returns the record that `chunk undo` without a name reverses: the last one that is in force and not a reversal
/// itself.
pub(super) fn last_in_force(names: &[Name]) -> Option<Name> {
    in_force(names).into_iter().rev().find(|name| name.undoes.is_none())
}

/// Returns the records that no later record reversed, in order. A reversal that was itself reversed does not count.
pub(super) fn in_force(names: &[Name]) -> Vec<Name> {
    let mut names = names.to_vec();
    names.sort_unstable();
    let mut reversed = std::collections::HashSet::new();
    let mut kept: Vec<Name> = Vec::new();
    for name in names.into_iter().rev() {
        if !reversed.contains(&name.id) {
            reversed.extend(name.undoes);
            kept.push(name);
        }
    }
    kept.reverse();
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for number in [0, 35, 36, 1_795_315_200_000, u64::MAX] {
            let id = Id(number);
            assert_eq!(Id::parse(&id.to_string()), Some(id));
        }
        for text in ["", "00", "-1", "+1", "A", "a b", "../x", "zzzzzzzzzzzzzzzz"] {
            assert_eq!(Id::parse(text), None, "{text}");
        }
    }

    #[test]
    fn names_rise_even_if_the_clock_falls() {
        assert_eq!(Id::next(7, None), Id(7));
        assert_eq!(Id::next(7, Some(Id(9))), Id(10));
        assert_eq!(Id::next(70, Some(Id(9))), Id(70));
    }

    /// Checks the last record in force; the records, in order, are pairs of a name and the record that it reverses.
    #[track_caller]
    fn check_last(records: &[(u64, Option<u64>)], expected: Option<u64>) {
        let name = |(id, undoes): &(u64, Option<u64>)| Name { id: Id(*id), size: 1, undoes: undoes.map(Id) };
        let names: Vec<Name> = records.iter().map(name).collect();
        assert_eq!(last_in_force(&names).map(|name| name.id.0), expected);
    }

    #[test]
    fn one_undo_after_another_goes_back_step_by_step() {
        check_last(&[], None);
        check_last(&[(1, None), (2, None)], Some(2));
        check_last(&[(1, None), (2, None), (3, Some(2))], Some(1));
        check_last(&[(1, None), (2, None), (3, Some(2)), (4, Some(1))], None);
        check_last(&[(1, None), (2, None), (3, Some(2)), (4, None)], Some(4));
    }

    #[test]
    fn what_was_done_again_can_be_undone_again() {
        check_last(&[(1, None), (2, Some(1)), (3, Some(2))], Some(1));
    }
}
