//! Names that code puts together while it runs, and what is called by them.

use super::found::{DynamicName, Found, Home, Key, Place};
use super::graph::{BindingId, BindingKind, FileId, space};
use super::judge;
use super::problem::Doubt;
use super::project::Project;
use super::role::NameRole;
use super::used::{Meaning, Target, Use, Verdict};
use crate::text::normal::is_word_char;
use std::collections::HashSet;

/// How far before a call the variable is looked for that holds the name.
const MOST_BEFORE: usize = 1_000;

/// The names that code puts together while it runs, as far as they begin with a literal.
///
/// This looks at texts alone: such calls are in most files of a large project, and hardly one of them matters.
pub(super) fn dynamic_names(project: &Project) -> &[DynamicName] {
    project.dynamic_names.get_or_init(|| read_dynamic_names(project))
}

fn read_dynamic_names(project: &Project) -> Vec<DynamicName> {
    let mut found = Vec::new();
    for word in &project.rules.dynamic {
        let call = format!("{word}(");
        let finder = memchr::memmem::Finder::new(call.as_bytes());
        for (file, source) in project.sources.iter().enumerate() {
            for byte in finder.find_iter(source.text.as_bytes()) {
                let arguments = &source.text[byte + call.len()..];
                let code = assigned(&source.text[..byte], arguments).unwrap_or(arguments);
                let made = first_literal(code, &project.rules.class_names);
                found.extend(made.map(|(start, is_of_class)| DynamicName {
                    file,
                    byte,
                    start: start.into(),
                    is_of_class,
                }));
            }
        }
    }
    found
}

/// What the variable was given last that is the second of some arguments, or the first.
fn assigned<'t>(before: &'t str, arguments: &str) -> Option<&'t str> {
    let line = &arguments[..arguments.find(['\n', ')']).unwrap_or(arguments.len())];
    let mut parts = line.split(',').map(str::trim);
    let first = parts.next()?;
    let name = parts.next().unwrap_or(first);
    let is_name = !name.is_empty() && name.chars().all(is_word_char);
    let far = before.len().saturating_sub(MOST_BEFORE);
    let near = &before[(far..before.len()).find(|at| before.is_char_boundary(*at))?..];
    let is_given = |at: &usize| {
        let behind = near[at + name.len()..].trim_start_matches(' ');
        !near[..*at].ends_with(is_word_char) && behind.starts_with('=') && !behind.starts_with("==")
    };
    let at = near.match_indices(name).filter(|_| is_name).map(|(at, _)| at).filter(is_given).last()?;
    near[at + name.len()..].trim_start_matches(' ').strip_prefix('=')
}

/// The words of the first literal in the arguments of a call, where more text is put behind them; and whether that is the
/// name of a class, and all.
fn first_literal<'t>(arguments: &'t str, class_names: &[String]) -> Option<(&'t str, bool)> {
    let line = &arguments[..arguments.find('\n').unwrap_or(arguments.len())];
    let rest = &line[..line.find(')').unwrap_or(line.len())];
    let literal = &line[rest.find(['"', '\''])? + 1..];
    let end = literal.find(|char| !is_word_char(char)).unwrap_or(literal.len());
    let behind = literal[end..].trim_start_matches(['"', '\'']).trim_start();
    if end == 0 || !behind.starts_with(['{', '%', '+']) {
        return None;
    }
    let inner = match behind.strip_prefix('{') {
        Some(inner) => {
            inner.split_once('}').filter(|(_, rest)| rest.starts_with(['"', '\''])).map(|(name, _)| name)
        }
        None => behind.strip_prefix('+').map(|name| name.split([',', '+']).next().unwrap_or(name).trim()),
    };
    let is_of_class = inner.is_some_and(|inner| {
        let ends = |name: &String| inner.trim_end_matches(')').ends_with(name.as_str());
        class_names.iter().any(ends)
    });
    Some((&literal[..end], is_of_class))
}

/// What stands before a name in the words that end in it.
pub(super) fn starts_of_words<'p>(project: &'p Project, name: &str) -> HashSet<&'p str> {
    let finder = memchr::memmem::Finder::new(name.as_bytes());
    let mut found = HashSet::new();
    for source in &project.sources {
        for at in finder.find_iter(source.text.as_bytes()) {
            if !source.text[at + name.len()..].starts_with(is_word_char) {
                let before = &source.text[..at];
                found.insert(&before[before.trim_end_matches(is_word_char).len()..]);
            }
        }
    }
    found
}

/// The parts of members' names that are the name of a class, where code puts that behind what they begin with; `None` where
/// some of the members may be called for another reason.
pub(super) fn named_by_class(
    project: &Project,
    target: &Target,
    made: &DynamicName,
    uses: &[Use],
) -> Option<Vec<Use>> {
    let is_other = |one: &Use| {
        let NameRole::Bound(id) = one.role else { return false };
        let is_class =
            project.graph(one.file).is_some_and(|graph| graph.bindings[id].kind == BindingKind::Class);
        is_class && !matches!(&one.meaning, Meaning::Is(key) if target.keys.contains(key))
    };
    if !made.is_of_class || target.kind != BindingKind::Class || uses.iter().any(is_other) {
        return None;
    }
    let place = Place { file: made.file, byte: made.byte };
    let Found::Key(asking, ..) = project.class_at(place, 0) else { return None };
    let word = format!("{}{}", made.start, target.own.name);
    let mut found = Vec::new();
    let mut is_said = false;
    for one in judge::uses(project, &word, space::ALL) {
        match (&one.role, &one.meaning) {
            (NameRole::Bound(id), Meaning::Is(Key { home: Home::Class(of), .. })) => {
                if !project.ancestry(of).0.contains(&asking) {
                    return None;
                }
                is_said |= takes_object(project, target, one.file, *id)?;
            }
            (NameRole::Member(_), _) => {}
            (NameRole::Comment | NameRole::Text, _) => continue,
            _ => return None,
        }
        found.push(Use {
            range: one.range.start + made.start.len()..one.range.end,
            role: NameRole::Label(None),
            meaning: Meaning::Not,
            ..one
        });
    }
    let verdict = if is_said { Verdict::Certain } else { Verdict::Undecidable(Doubt::Dynamic) };
    let is_bound = !found.is_empty();
    is_bound.then(|| found.into_iter().map(|one| Use { verdict, ..one }).collect())
}

/// Whether a member says that it takes an object of the class; `None` if it takes one of another class.
fn takes_object(project: &Project, target: &Target, file: FileId, id: BindingId) -> Option<bool> {
    let graph = project.graph(file)?;
    let scope = graph.bindings[id].opens?;
    let mut parameters: Vec<BindingId> = graph.scopes[scope].binds.values().flatten().copied().collect();
    parameters.retain(|id| graph.bindings[*id].kind == BindingKind::Parameter);
    parameters.sort_by_key(|id| graph.bindings[*id].name.start);
    let given = parameters.get(1).map(|id| &graph.bindings[*id])?;
    let Some(declared) = &given.declared else { return Some(false) };
    match project.class_of(Place { file, byte: given.name.start }, declared, 1) {
        Found::Key(key, ..) if key == target.own => Some(true),
        _ => None,
    }
}
