//! What a file still names of imports that it has lost, in languages of which no more is known than how imports look.

use std::collections::HashSet;

use super::uses::{is_in, prose};
use crate::lang::{ImportRules, Language};
use crate::text::normal::{is_word_char, trim, words_at};

/// The names of the imports that `old` has and `new` has not, each with the first byte of code in `new` that has it.
pub(super) fn still_named(language: &'static Language, old: &str, new: &str) -> Vec<(String, usize)> {
    let Some(rules) = language.manifest().imports.as_ref() else { return Vec::new() };
    let kept: HashSet<&str> = new.lines().map(trim).collect();
    let gone = old.lines().map(trim).filter(|line| !kept.contains(line));
    let names: Vec<&str> = gone.filter_map(|line| name_of(line, rules)).collect();
    if names.is_empty() {
        return Vec::new();
    }
    let prose = prose(language, new);
    let is_use = |name: &str, at: usize| {
        // What stands behind a dot or a colon is a member of something else.
        let is_member = new[..at].ends_with(['.', ':']);
        // A variable may well have the name of a module, which stands before what it holds.
        let behind = &new[at + name.len()..];
        let holds = rules.group.is_none() && behind.starts_with(['(', '!'])
            || behind.starts_with('.')
            || behind.starts_with("::");
        let is_like = !name.starts_with(char::is_lowercase) && rules.group.is_none() || holds;
        let line = new[..at].rfind('\n').map_or(0, |end| end + 1);
        let is_import = begins_import(trim(new[line..].lines().next().unwrap_or_default()), rules);
        is_like && !is_member && !is_import && !is_derived(name, &new[..at], rules) && !is_in(&prose, at)
    };
    let place = |name: &str| words_at(new, name).find(|at| is_use(name, *at));
    names.into_iter().filter_map(|name| Some((name.to_owned(), place(name)?))).collect()
}

/// Whether a name stands where something is derived by it that needs no import.
fn is_derived(name: &str, before: &str, rules: &ImportRules) -> bool {
    let list = before.rfind("derive(").map(|at| &before[at + "derive(".len()..]);
    rules.derived.iter().any(|derived| derived == name) && list.is_some_and(|list| !list.contains(')'))
}

fn begins_import(line: &str, rules: &ImportRules) -> bool {
    rules.begins.iter().any(|word| line.strip_prefix(word.as_str()).is_some_and(|rest| rest.starts_with(' ')))
}

/// The one name that an import on a line brings in, where its words show that.
fn name_of<'l>(line: &'l str, rules: &ImportRules) -> Option<&'l str> {
    let is_plain = |word: &&String| word.chars().all(is_word_char);
    let word = rules.begins.iter().find(is_plain)?;
    let begins = begins_import(line, rules);
    let rest = if begins { trim(line.strip_prefix(word.as_str())?) } else { line };
    if let Some(path) = rest.strip_suffix('"').filter(|_| rules.group.is_some()) {
        let (alias, path) = path.split_once('"')?;
        let name = if alias.is_empty() { path.rsplit('/').next()? } else { trim(alias) };
        return (name != "_" && name.chars().all(is_word_char)).then_some(name);
    }
    let rest = rest.trim_end_matches(';');
    let start = rest.rfind(|char| !is_word_char(char)).map_or(0, |at| at + 1);
    Some(&rest[start..])
        .filter(|name| begins && !name.is_empty() && Some(*name) != rules.self_word.as_deref())
}
