//! Changes of single definitions between neighbouring releases, and the other releases that they are to be made in.

use std::collections::HashSet;

use crate::definition::{Definition, File};
use crate::language::Language;
use crate::releases::Package;

/// A change of one definition, made for one release and applied to another one.
pub struct Case<'p> {
    pub name: String,
    pub path: &'p str,
    pub language: Language,
    pub definition: &'p Definition,
    /// What the operation calls it.
    pub address: String,
    /// The definition before and after, as whole lines.
    pub old: Vec<&'p str>,
    pub new: Vec<&'p str>,
    /// The file that the change was made in, before and after.
    pub base: &'p str,
    pub theirs: String,
    /// The file that it is applied to, and what that must become.
    pub ours: &'p str,
    pub expected: String,
}

/// Every change of a package, in both directions, with every other release in which the definition stands as it was.
pub fn cases(package: &Package) -> Vec<Case<'_>> {
    let count = package.releases.len();
    let steps = (1..count).flat_map(|at| [(at - 1, at), (at, at - 1)]);
    steps.flat_map(|(from, to)| between(package, from, to)).collect()
}

fn between(package: &Package, from: usize, to: usize) -> Vec<Case<'_>> {
    let (old, new) = (&package.releases[from], &package.releases[to]);
    let mut paths: Vec<&String> = old.files.keys().filter(|path| new.files.contains_key(*path)).collect();
    paths.sort();
    let mut found = Vec::new();
    for path in paths {
        let (before, after) = (&old.files[path], &new.files[path]);
        // Releases often have the same file.
        let mut seen = HashSet::from([before.text.as_str()]);
        let targets = package.releases.iter().enumerate().filter(|(at, _)| *at != from);
        let targets = targets.filter_map(|(_, release)| Some((release, release.files.get(path)?)));
        let targets: Vec<_> = targets.filter(|(_, file)| seen.insert(file.text.as_str())).collect();
        for own in before.definitions.iter().filter(|own| own.has_body) {
            let Some(change) = Change::of(path, before, own, after) else { continue };
            for (release, file) in &targets {
                let name = format!("{} {} to {} in {}", package.name, old.name, new.name, release.name);
                found.extend(change.case(name, file));
            }
        }
    }
    found
}

/// A change of one definition.
struct Change<'p> {
    path: &'p str,
    language: Language,
    definition: &'p Definition,
    address: String,
    base: &'p File,
    old: Vec<&'p str>,
    new: Vec<&'p str>,
    body: (&'p str, &'p str),
}

impl<'p> Change<'p> {
    fn of(path: &'p str, before: &'p File, own: &'p Definition, after: &'p File) -> Option<Self> {
        let language = Language::of(path)?;
        let (old, new) = (before.counterpart(own)?, after.counterpart(own)?);
        let body = (before.body(old), after.body(new));
        // What a payload does not bring of comments stays.
        let (kept, brought) = (language.comments_above(body.0), language.comments_above(body.1));
        if body.0 == body.1 || kept.iter().any(|sort| !brought.contains(sort)) {
            return None;
        }
        let tail = if before.is_named_by_path(own) { "" } else { own.tail.as_str() };
        let address = format!("{}{tail}", own.path);
        let (old, new) = (before.lines(old)?, after.lines(new)?);
        let has_same_depth = indent(old[0]) == indent(new[0]);
        has_same_depth.then_some(Self {
            path,
            language,
            definition: own,
            address,
            base: before,
            old,
            new,
            body,
        })
    }

    /// The case of another file; `None` if the definition does not stand there as it was, by the same address.
    fn case(&self, name: String, file: &'p File) -> Option<Case<'p>> {
        let there = file.counterpart(self.definition)?;
        let is_named = self.address != self.definition.path || file.is_named_by_path(there);
        let is_same = file.body(there) == self.body.0 && file.lines(there)? == self.old;
        (is_same && is_named).then(|| Case {
            name: format!("{name} {} {}", self.path, self.address),
            path: self.path,
            language: self.language,
            definition: self.definition,
            address: self.address.clone(),
            old: self.old.clone(),
            new: self.new.clone(),
            base: &self.base.text,
            theirs: replaced(self.base, self.definition, self.body.1),
            ours: &file.text,
            expected: replaced(file, there, self.body.1),
        })
    }
}

pub fn indent(line: &str) -> &str {
    &line[..line.len() - line.trim_start().len()]
}

/// The text of a file with another text in the place of a definition.
fn replaced(file: &File, definition: &Definition, new: &str) -> String {
    let range = &definition.range;
    format!("{}{new}{}", &file.text[..range.start], &file.text[range.end..])
}
