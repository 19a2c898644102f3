//! Finds names of removed imports that a file still uses, and names of its imports that it no longer uses, for
//! languages of which only the form of imports is known.

use std::collections::HashSet;
use std::ops::Range;

use super::uses::{is_in, prose};
use crate::lang::{ImportRules, Language, ModuleStyle};
use crate::text::normal::{find_words, is_word_char, trim, word_at_end};

/// Returns the names of the imports that `old` has and `new` lacks, each with the byte offset of its first use in the
/// code of `new`.
pub(in crate::plan) fn still_named(
    language: &'static Language,
    old: &str,
    new: &str,
) -> Vec<(String, usize)> {
    let Some(rules) = language.manifest().imports.as_ref() else { return Vec::new() };
    let kept: HashSet<&str> = new.lines().map(trim).collect();
    let gone = old.lines().map(trim).filter(|line| !kept.contains(line));
    // An import of several names, possibly over several lines, may import the name now.
    let is_imported = |name: &str| {
        let statement = |at: usize| new[..at].rsplit(';').next().unwrap_or_default();
        let has_groups = rules.self_word.is_some();
        has_groups && find_words(new, name).any(|at| begins_import(trim(statement(at)), rules))
    };
    let names: Vec<&str> =
        gone.filter_map(|line| name_of(line, rules)).filter(|name| !is_imported(name)).collect();
    if names.is_empty() {
        return Vec::new();
    }
    let prose = prose(language, new);
    let is_use = |name: &str, at: usize| {
        // A name after a dot or a colon is a member of something else.
        let is_member = new[..at].ends_with(['.', ':']);
        // A variable may have the name of a module, but only a module precedes its members.
        let behind = &new[at + name.len()..];
        let holds = rules.group.is_none() && behind.starts_with(['(', '!'])
            || behind.starts_with('.')
            || behind.starts_with("::");
        let is_like = !name.starts_with(char::is_lowercase) && rules.group.is_none() || holds;
        let line = new[..at].rfind('\n').map_or(0, |end| end + 1);
        let is_import = begins_import(trim(new[line..].lines().next().unwrap_or_default()), rules);
        is_like && !is_member && !is_import && !is_derived(name, &new[..at], rules) && !is_in(&prose, at)
    };
    let place = |name: &str| find_words(new, name).find(|at| is_use(name, *at));
    names.into_iter().filter_map(|name| Some((name.to_owned(), place(name)?))).collect()
}

/// Returns the names of imports that only some ranges of the old text used, each with its byte offset in the new text;
/// for languages in which an import brings in exactly one name.
pub(in crate::plan) fn idle_names(
    language: &'static Language,
    (old, gone): (&str, &[Range<usize>]),
    new: &str,
) -> Vec<(String, usize)> {
    let modules = language.local_rules().map(|rules| rules.modules);
    let Some(rules) = language.manifest().imports.as_ref() else { return Vec::new() };
    if !matches!(modules, Some(ModuleStyle::Folder | ModuleStyle::Package)) {
        return Vec::new();
    }
    let imports = import_lines(new, rules);
    let prose = prose(language, new);
    let is_in_import = |at: usize| imports.iter().any(|(line, _)| line.contains(&at));
    let was_used = |name: &str| {
        let uses = gone.iter().filter_map(|range| old.get(range.clone()));
        let mut ends = uses.flat_map(|text| find_words(text, name).map(|at| &text[at + name.len()..]));
        ends.any(|behind| rules.group.is_none() || behind.starts_with('.'))
    };
    // If unused imports are no error, an import that a comment names is kept.
    let is_use = |at: usize| !(is_in_import(at) || rules.all_used && is_in(&prose, at));
    let idle = imports.iter().filter(|(_, name)| was_used(name) && !find_words(new, name).any(is_use));
    let place = |line: &Range<usize>, name: &str| line.start + new[line.clone()].rfind(name).unwrap_or(0);
    idle.map(|(line, name)| ((*name).to_owned(), place(line, name))).collect()
}

/// Returns the lines of a text that import one name each, with these names.
fn import_lines<'t>(text: &'t str, rules: &ImportRules) -> Vec<(Range<usize>, &'t str)> {
    let mut found = Vec::new();
    let mut is_in_group = false;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let own = trim(line.trim_end_matches(['\n', '\r']));
        let begins = begins_import(own, rules);
        let is_import = begins || is_in_group;
        if let Some(group) = &rules.group {
            let opens = begins && own.ends_with(group.open.as_str());
            is_in_group = opens || is_in_group && !own.starts_with(group.close.as_str());
        }
        if let Some(name) = name_of(own, rules).filter(|_| is_import) {
            found.push((start..start + line.len(), name));
        }
        start += line.len();
    }
    found
}

/// Returns whether a name is in a list of derived implementations, where it needs no import.
fn is_derived(name: &str, before: &str, rules: &ImportRules) -> bool {
    let list = before.rfind("derive(").map(|at| &before[at + "derive(".len()..]);
    rules.derived.iter().any(|derived| derived == name) && list.is_some_and(|list| !list.contains(')'))
}

fn begins_import(line: &str, rules: &ImportRules) -> bool {
    rules.begins.iter().any(|word| line.strip_prefix(word.as_str()).is_some_and(|rest| rest.starts_with(' ')))
}

/// Returns the only name that an import on a line brings in, if its words show that.
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
    Some(word_at_end(rest))
        .filter(|name| begins && !name.is_empty() && Some(*name) != rules.self_word.as_deref())
}
