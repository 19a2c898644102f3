//! Mangled names, which the language makes from a class and one of its private members: `_Shape__area`.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::resolve::bindings::file::graph::{BindingKind, FileId, space};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::results::{Container, DefinitionId};
use crate::resolve::bindings::problem::Doubt;
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::used::{Meaning, Target, Use, Verdict};
use crate::text::normal::is_word_char;

/// The affixes of mangled names, and of the class and member names in them.
struct Edges<'p> {
    start: &'p str,
    class: &'p str,
    member: &'p str,
}

/// Returns the parts of mangled names that spell the definition: the class, or the member.
pub(in crate::resolve::bindings) fn parts(project: &Project, target: &Target) -> Vec<Use> {
    let rules = project.rules;
    let (Some(start), Some(class), Some(member)) =
        (&rules.mangled_start, &rules.private_edge, &rules.special_edge)
    else {
        return Vec::new();
    };
    let edges = Edges { start, class, member };
    let name = &target.own.name;
    match &target.own.container {
        Container::Class(class) if edges.is_member(name) => {
            let before = edges.before(&class.name);
            let part = before.len()..before.len() + name.len();
            let verdict = edges.verdict(project, (class, name), target);
            edges.uses(project, &format!("{before}{name}"), &part, verdict)
        }
        _ if target.kind == BindingKind::Class => edges.of_class(project, target),
        _ => Vec::new(),
    }
}

impl Edges<'_> {
    /// Returns whether a name is that of a private member.
    fn is_member(&self, name: &str) -> bool {
        name.starts_with(self.member) && !name.ends_with(self.member)
    }

    /// Returns the beginning of the mangled names of the members of a class.
    fn before(&self, class: &str) -> String {
        format!("{}{}", self.start, class.trim_start_matches(self.class))
    }

    /// Returns the parts that spell a class.
    fn of_class(&self, project: &Project, target: &Target) -> Vec<Use> {
        let before = self.before(&target.own.name);
        let begins = format!("{before}{}", self.member);
        let mut words: BTreeSet<String> = BTreeSet::new();
        for source in &project.sources {
            let text = &source.text;
            let is_start = |at: &usize| !text[..*at].ends_with(is_word_char);
            for at in text.match_indices(&begins).map(|(at, _)| at).filter(is_start) {
                let rest = &text[at..];
                let end = rest.find(|char| !is_word_char(char)).unwrap_or(rest.len());
                words.insert(rest[..end].to_owned());
            }
        }
        let part = self.start.len()..before.len();
        let own = words.iter().filter_map(|word| {
            let name = word.strip_prefix(before.as_str()).filter(|name| self.is_member(name))?;
            project.own_member(&target.own, name, space::ALL)?;
            let verdict = self.verdict(project, (&target.own, name), target);
            Some(self.uses(project, word, &part, verdict))
        });
        own.flatten().collect()
    }

    /// Returns the verdict on a mangled name, which may also belong to another class of a similar name.
    fn verdict(&self, project: &Project, (class, name): (&DefinitionId, &str), target: &Target) -> Verdict {
        let is_alike =
            |other: &str| other.trim_start_matches(self.class) == class.name.trim_start_matches(self.class);
        let is_other = |file: FileId| {
            let graph = project.graph(file);
            graph.is_some_and(|graph| {
                let mut classes =
                    graph.bindings.iter().enumerate().filter(|(_, one)| one.kind == BindingKind::Class);
                classes.any(|(id, one)| {
                    let key = || project.key_of(file, id, 0);
                    is_alike(graph.slice(&one.name))
                        && key() != *class
                        && !target.keys.contains(&key())
                        && project.own_member(&key(), name, space::ALL).is_some()
                })
            })
        };
        match project.files_with(name).into_iter().any(is_other) {
            true => Verdict::Undecidable(Doubt::OtherObject),
            false => Verdict::Certain,
        }
    }

    /// Returns the uses of a mangled name, restricted to a part of it.
    fn uses(&self, project: &Project, word: &str, part: &Range<usize>, verdict: Verdict) -> Vec<Use> {
        let mut found = Vec::new();
        for file in project.files_with(word) {
            let Some(graph) = project.graph(file) else { continue };
            for at in project.places_of(file, word) {
                let role = graph.role(&(at..at + word.len()));
                let is_name = |text: &str| !text.is_empty() && text.ends_with(['"', '\'', '.']);
                let is_prose = match role {
                    NameRole::Comment => true,
                    NameRole::Text => {
                        let is_last = graph.text[at + word.len()..].starts_with(['"', '\'']);
                        !(is_last && is_name(&graph.text[..at]))
                    }
                    _ => false,
                };
                found.push(Use {
                    file,
                    range: at + part.start..at + part.end,
                    role: NameRole::Label(None),
                    meaning: Meaning::Not,
                    verdict: if is_prose { Verdict::Mention } else { verdict },
                    wanted: space::ALL,
                    is_unlikely: false,
                });
            }
        }
        found
    }
}
