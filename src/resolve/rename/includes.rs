//! Which files of a project bring in which others.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::lang::ImportRules;
use crate::resolve::bindings::Source;
use crate::text::normal::has;

/// The number of a file of the project.
pub(super) type SourceId = usize;

/// A line that brings in another file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Include {
    /// Where the line ends, its line end included.
    pub(super) end: usize,
    /// The file; `None` for one outside of the project.
    pub(super) file: Option<SourceId>,
}

/// What every file of a project brings in.
#[derive(Debug)]
pub(super) struct Includes {
    pub(super) of: Vec<Vec<Include>>,
    /// The files that bring in a file.
    pub(super) by: Vec<Vec<SourceId>>,
    /// What a file may bring in of which it is unclear which one it is.
    pub(super) open: Vec<Vec<SourceId>>,
    /// Whether a file brings in what a macro names.
    pub(super) is_open: Vec<bool>,
    /// Whether a file brings in one from outside of the project that is none of those that are known.
    pub(super) is_foreign: Vec<bool>,
}

impl Includes {
    pub(super) fn of(sources: &[Source], rules: &ImportRules, known: &[String]) -> Self {
        let mut by_name: HashMap<&str, Vec<SourceId>> = HashMap::new();
        for (file, source) in sources.iter().enumerate() {
            by_name.entry(source.path.file_name()).or_default().push(file);
        }
        let mut includes = Self {
            of: Vec::with_capacity(sources.len()),
            by: vec![Vec::new(); sources.len()],
            open: vec![Vec::new(); sources.len()],
            is_open: vec![false; sources.len()],
            is_foreign: vec![false; sources.len()],
        };
        let lines: Vec<_> = sources.iter().map(|source| lines(&source.text, rules)).collect();
        let files = NamedFiles { sources, by_name: &by_name };
        let roots = files.names_of_root(lines.iter().enumerate());
        for (file, lines) in lines.iter().enumerate() {
            let mut own = Vec::new();
            for (end, written, is_quoted) in lines.iter().copied() {
                let found = files.find(file, written, is_quoted).or_else(|| files.below(&roots, written));
                // A name that no file of the project has is one of the system, or is made by the build.
                if found.is_none() {
                    includes.is_open[file] |= written.is_empty();
                    includes.is_foreign[file] |= !has(known, written);
                    includes.open[file].extend(by_name.get(last_of(written)).into_iter().flatten());
                }
                if let Some(found) = found {
                    includes.by[found].push(file);
                }
                own.push(Include { end, file: found });
            }
            includes.of.push(own);
        }
        includes
    }
}

/// The lines that bring in files.
fn lines<'t>(text: &'t str, rules: &ImportRules) -> Vec<WrittenInclude<'t>> {
    let mut found = Vec::new();
    for begin in &rules.begins {
        let Some((mark, word)) = begin.split_at_checked(1) else { continue };
        for at in memchr::memmem::find_iter(text.as_bytes(), mark) {
            let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
            let Some(rest) = text[at + 1..].trim_start_matches([' ', '\t']).strip_prefix(word) else {
                continue;
            };
            if !text[line..at].trim().is_empty() {
                continue;
            }
            let end = text[at..].find('\n').map_or(text.len(), |length| at + length + 1);
            let rest = rest.lines().next().unwrap_or_default().trim_start();
            let close = match rest.chars().next() {
                Some('"') => '"',
                Some('<') => '>',
                // A macro says which one.
                _ => {
                    found.push((end, "", true));
                    continue;
                }
            };
            let written = rest[1..].split(close).next().unwrap_or_default();
            found.push((end, written, close == '"'));
        }
    }
    found.sort_by_key(|(end, ..)| *end);
    found
}

/// A line that brings in a file: where it ends, the path that is written, and whether that stands in quotes.
type WrittenInclude<'t> = (usize, &'t str, bool);

/// The files of a project by their names without folders.
struct NamedFiles<'a> {
    sources: &'a [Source],
    by_name: &'a HashMap<&'a str, Vec<SourceId>>,
}

impl NamedFiles<'_> {
    /// The file that a path means: one beside the file that names it, or the only one whose path ends so.
    fn find(&self, from: SourceId, written: &str, is_quoted: bool) -> Option<SourceId> {
        let named = self.by_name.get(last_of(written))?;
        let from = self.sources[from].path.as_str();
        let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
        if is_quoted {
            let beside = normal(folder, written);
            let is_it = |file: &&SourceId| beside.as_deref() == Some(self.sources[**file].path.as_str());
            if let Some(file) = named.iter().find(is_it) {
                return Some(*file);
            }
        }
        let plain = normal("", written.trim_start_matches("../"))?;
        let ends_so = |file: &&SourceId| {
            let rest = self.sources[**file].path.as_str().strip_suffix(plain.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        };
        let mut found = named.iter().filter(ends_so);
        found.next().filter(|_| found.next().is_none()).copied()
    }

    /// The file at a path from the root.
    fn at(&self, path: &str) -> Option<SourceId> {
        let named = self.by_name.get(last_of(path))?;
        named.iter().find(|file| self.sources[**file].path.as_str() == path).copied()
    }

    /// The file that a path means which begins with the folders that the root itself lies in.
    fn below(&self, roots: &[&str], written: &str) -> Option<SourceId> {
        roots.iter().find_map(|root| self.at(written.strip_prefix(root)?))
    }

    /// What paths begin with that name the folder of the root, and perhaps folders around it. One path of a project
    /// outside may be that of a file here, too; several, and most of those that begin so, are none by chance.
    fn names_of_root<'t>(
        &self,
        lines: impl Iterator<Item = (SourceId, &'t Vec<WrittenInclude<'t>>)>,
    ) -> Vec<&'t str> {
        let mut seen = HashSet::new();
        let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        for (file, lines) in lines {
            for (_, written, is_quoted) in lines.iter().copied() {
                if self.find(file, written, is_quoted).is_some() || !seen.insert(written) {
                    continue;
                }
                for (at, _) in written.match_indices('/') {
                    let (root, rest) = written.split_at(at + 1);
                    let (here, elsewhere) = counts.entry(root).or_default();
                    *if self.at(rest).is_some() { here } else { elsewhere } += 1;
                }
            }
        }
        let named = counts.into_iter().filter(|(_, (here, elsewhere))| *here > 1 && here > elsewhere);
        named.map(|(root, _)| root).collect()
    }
}

impl Includes {
    /// Whether one of these files is one that `is_it` wants, or brings one in.
    pub(super) fn reach(&self, from: &[SourceId], is_it: impl Fn(SourceId) -> bool) -> bool {
        let mut seen: HashSet<SourceId> = from.iter().copied().collect();
        let mut next = from.to_vec();
        while let Some(file) = next.pop() {
            if is_it(file) || self.is_open[file] {
                return true;
            }
            let inner = self.of[file]
                .iter()
                .filter_map(|include| include.file)
                .chain(self.open[file].iter().copied());
            next.extend(inner.filter(|inner| seen.insert(*inner)));
        }
        false
    }
}

fn last_of(written: &str) -> &str {
    written.rsplit('/').next().unwrap_or_default()
}

/// A path from a folder, without `.` and `..`; `None` for one outside of the root.
fn normal(folder: &str, written: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in written.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::normal;

    #[test]
    fn paths_go_up_to_the_root_and_no_further() {
        assert_eq!(normal("a/b", "../c/./d.h").as_deref(), Some("a/c/d.h"));
        assert_eq!(normal("a", "../../d.h"), None);
    }
}
