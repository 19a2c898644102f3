//! Determines which calls of a function remain valid when its parameters change.

use super::heading::{ParameterList, named};
use crate::resolve::symbol::outline::name::{split_list, squeeze};
use crate::text::normal::is_word_char;

/// The parameters of a function before and after a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallChange {
    pub(in crate::resolve::symbol) old: ParameterList,
    pub(in crate::resolve::symbol) new: ParameterList,
    /// Whether a call shows everything: the language has named arguments, and does not check types.
    pub(in crate::resolve::symbol) is_readable: bool,
}

/// A parameter list from the viewpoint of a call.
struct Slots<'l> {
    /// The positional parameters, each with whether it has a default value.
    by_place: Vec<(&'l str, bool)>,
    /// The number of positional-only parameters.
    nameless: usize,
    by_name: Vec<(&'l str, bool)>,
    takes_more_places: bool,
    takes_more_names: bool,
}

impl<'l> Slots<'l> {
    fn of(list: &'l [String]) -> Self {
        let mut slots = Self {
            by_place: Vec::new(),
            nameless: 0,
            by_name: Vec::new(),
            takes_more_places: false,
            takes_more_names: false,
        };
        let mut is_behind_star = false;
        for item in list {
            let (name, default) = named(item);
            match name {
                "/" => slots.nameless = slots.by_place.len(),
                _ if name.starts_with("**") => slots.takes_more_names = true,
                _ if name.starts_with('*') => {
                    slots.takes_more_places |= name.len() > 1;
                    is_behind_star = true;
                }
                _ if is_behind_star => slots.by_name.push((name, default)),
                _ => slots.by_place.push((name, default)),
            }
        }
        slots
    }
}

impl CallChange {
    /// Returns the change from the viewpoint of method calls, which do not pass the receiver; `None` if the first
    /// parameter may not be a receiver.
    #[must_use]
    pub fn without_receiver(&self, receivers: &[String]) -> Option<Self> {
        let rest = |list: &ParameterList| {
            let (first, rest) = list.0.split_first()?;
            receivers.contains(first).then(|| ParameterList(rest.to_vec()))
        };
        Some(Self { old: rest(&self.old)?, new: rest(&self.new)?, ..*self })
    }

    /// Returns whether the number of parameters changes.
    #[must_use]
    pub const fn is_of_number(&self) -> bool {
        self.old.0.len() != self.new.0.len()
    }

    /// Returns whether a call remains valid, with each argument passed to the same parameter as before. `behind` is the
    /// text after the function name; text that is no call, or cannot be read, counts as not valid.
    #[must_use]
    pub fn keeps(&self, behind: &str) -> bool {
        let Some(arguments) = arguments(behind).filter(|_| self.is_readable) else { return false };
        let (old, new) = (Slots::of(&self.old.0), Slots::of(&self.new.0));
        let mut given = vec![false; new.by_place.len()];
        let mut names: Vec<&str> = Vec::new();
        let mut places = 0;
        for argument in split_list(&arguments) {
            if argument.starts_with('*') {
                return false;
            }
            match name_of(argument) {
                Some(name) => names.push(name),
                None => {
                    let own = new.by_place.get(places).map(|(name, _)| *name);
                    let before = old.by_place.get(places).map(|(name, _)| *name);
                    // An argument must not be passed to another parameter while its previous parameter still exists.
                    let is_still_there =
                        |name| new.by_name.iter().chain(&new.by_place).any(|(own, _)| *own == name);
                    let is_other =
                        before.is_some_and(|name| own != before && (own.is_some() || is_still_there(name)));
                    if is_other || own.is_none() && !new.takes_more_places {
                        return false;
                    }
                    given.iter_mut().skip(places).take(1).for_each(|given| *given = true);
                    places += 1;
                }
            }
        }
        for name in &names {
            let at = new.by_place.iter().skip(new.nameless).position(|(own, _)| own == name);
            match at.map(|at| at + new.nameless) {
                Some(at) if given[at] => return false,
                Some(at) => given[at] = true,
                None if new.by_name.iter().any(|(own, _)| own == name) || new.takes_more_names => {}
                None => return false,
            }
        }
        let is_filled = |((_, default), given): (&(&str, bool), &bool)| *default || *given;
        new.by_place.iter().zip(&given).all(is_filled)
            && new.by_name.iter().all(|(name, default)| *default || names.contains(name))
    }
}

/// Returns the arguments of the call at the start of a text, without blanks and the contents of strings.
fn arguments(text: &str) -> Option<String> {
    let text = text.trim_start_matches([' ', '\t']).strip_prefix('(')?;
    let (mut depth, mut quote) = (0_usize, None);
    let mut out = String::new();
    for char in text.chars() {
        match (quote, char) {
            // Comments and escapes are not handled.
            (_, '\\') | (None, '#') => return None,
            (Some(open), _) if open == char => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => {
                quote = Some(char);
                out.push('0');
            }
            (None, ')') if depth == 0 => return Some(squeeze(&out)),
            (None, _) => {
                match char {
                    '(' | '[' | '{' => depth += 1,
                    ')' | ']' | '}' => depth = depth.checked_sub(1)?,
                    _ => {}
                }
                out.push(char);
            }
        }
    }
    None
}

/// Returns the name of a named argument.
fn name_of(argument: &str) -> Option<&str> {
    let (name, value) = argument.split_once('=')?;
    (name.chars().all(is_word_char) && !value.starts_with('=')).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check((old, new): (&str, &str), kept: &[&str], others: &[&str]) {
        let list = |text: &str| ParameterList::of(&format!("f({text})"), "f").expect("a list");
        let change = CallChange { old: list(old), new: list(new), is_readable: true };
        let (is_kept, is_other) = (|call: &&str| change.keeps(call), |call: &&str| !change.keeps(call));
        assert!(kept.iter().all(is_kept) && others.iter().all(is_other), "{kept:?} {others:?}");
    }

    #[test]
    fn a_call_goes_on_where_each_argument_has_its_parameter() {
        check(("a", "*a"), &["(1)", "()"], &["(a=1)", "(*a)", " = f"]);
        check(
            ("a, b=1", "a"),
            &["(1)", "(a=1)", "(g(1, 2))", "('x, y')"],
            &["(1, 2)", "(1, b=2)", "()", "(1"],
        );
        check(("a, b", "b, a"), &["(b=1, a=2)"], &["(1, 2)", "(1, a=2)"]);
        check(("a, b", "a, *, b"), &["(1, b=2)"], &["(1, 2)", "(1)"]);
        check(("a, b", "a, /, b"), &["(1, 2)", "(1, b=2)"], &["(a=1, b=2)"]);
        check(("a, b", "*args, **more"), &["(1, 2)", "(1, b=2)"], &["(**x)"]);
        check(("a, b", "a, *rest, b=1"), &["(1, b=2)"], &["(1, 2)"]);
        check(("a", "a, b"), &[], &["(1)", "(a == b)"]);
        check(("a", "a, b"), &["(1, b=2)", "(1, 2)"], &["(1, '\\'')", "(1, # 2)"]);
    }
}
