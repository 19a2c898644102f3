//! Names from outside the project: which header provides one, as far as manifests list that.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use super::IncludedMove;
use super::declared::names_of;
use super::include_lines::IncludeLine;
use super::needs::{NeededName, Qualifier};
use super::supply::OPENED;
use crate::lang::{Language, NameRules};
use crate::resolve::bindings::LabeledPlace;
use crate::resolve::by_includes::includes::SourceId;
use crate::text::normal::find_words;

/// The headers that are known to provide a name, of all languages: one may include those of another.
pub(super) struct SystemNames {
    by_word: HashMap<&'static str, Vec<&'static str>>,
}

impl SystemNames {
    pub(super) fn new() -> Self {
        let mut known = Self { by_word: HashMap::new() };
        let rules = |language: &'static Language| language.manifest().names.as_ref();
        for NameRules { header_names, .. } in Language::all().iter().filter_map(rules) {
            for (header, words) in header_names {
                words.iter().for_each(|word| known.by_word.entry(word).or_default().push(header));
            }
        }
        known
    }

    fn provides(&self, header: &str, word: &str) -> bool {
        let plain = plain(header);
        self.by_word.get(word).is_some_and(|all| all.iter().any(|one| *one == header || *one == plain))
    }

    /// Returns whether a header of C provides a word, which is then in no namespace.
    fn is_global(&self, word: &str) -> bool {
        self.by_word.get(word).is_some_and(|all| all.iter().any(|header| header.ends_with(".h")))
    }
}

/// Returns the name of the header of C that a header of C++ stands for: `stdio.h` for `cstdio`.
fn plain(header: &str) -> String {
    match header.strip_prefix('c') {
        Some(rest) if !header.contains('.') => format!("{rest}.h"),
        _ => header.to_owned(),
    }
}

/// A line that makes names of other scopes usable without a qualifier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OpenedNames {
    /// The path of the scope, or of the name.
    pub(super) path: Vec<String>,
    /// Whether all names of the scope are usable.
    pub(super) has_all: bool,
}

impl<'q> IncludedMove<'q> {
    /// Returns whether a header that the old file includes is known to provide a word.
    pub(super) fn is_of_system(&self, word: &str) -> bool {
        let headers = self.headers_from.get_or_init(|| self.foreign_headers(&self.seen_from));
        headers.iter().any(|header| self.system.provides(header, word))
    }

    /// Returns the lines of the old file that provide names from outside the project which the target file does not
    /// get yet, and the names that may come from such lines under a condition.
    pub(super) fn system_lines(&self, unknown: &[NeededName<'q>]) -> (Vec<IncludeLine<'q>>, Vec<usize>) {
        let have = self.foreign_headers(&self.seen_to);
        let lines: Vec<(IncludeLine<'q>, BTreeSet<&str>)> = self
            .lines_above_code()
            .into_iter()
            .map(|line| {
                let mut headers = self.foreign_headers(&self.reached_by(&line));
                headers.extend(line.file.is_none().then_some(line.written));
                let missing = headers.into_iter().filter(|header| !have.contains(header)).collect();
                (line, missing)
            })
            .filter(|(_, missing): &(_, BTreeSet<&str>)| !missing.is_empty())
            .collect();
        let (mut found, mut conditional) = (Vec::new(), Vec::new());
        for need in unknown.iter().filter(|need| !need.name.starts_with("__")) {
            if have.iter().any(|header| self.system.provides(header, need.name)) {
                continue;
            }
            let gives = |(_, missing): &&(IncludeLine<'q>, BTreeSet<&str>)| {
                missing.iter().any(|header| self.system.provides(header, need.name))
            };
            let direct = lines.iter().filter(gives).min_by_key(|(line, _)| line.file.is_some());
            // A header that is not listed may provide any name; so may a listed one that includes others.
            let may_give: Vec<_> = match direct {
                Some(direct) => vec![direct],
                None => lines.iter().collect(),
            };
            let (under, free): (Vec<_>, Vec<_>) =
                may_give.into_iter().map(|(line, _)| line.clone()).partition(|line| line.is_conditional);
            if !under.is_empty() {
                conditional.push(need.at);
            }
            found.extend(free);
        }
        (found, conditional)
    }

    /// Returns the headers from outside the project that some files include.
    fn foreign_headers(&self, files: &BTreeSet<SourceId>) -> BTreeSet<&'q str> {
        let lines = files.iter().map(|file| self.include_lines(*file));
        let of_system = |lines: Rc<Vec<IncludeLine<'q>>>| {
            let own = lines.iter().filter(|line| line.file.is_none()).map(|line| line.written);
            own.collect::<Vec<_>>()
        };
        lines.flat_map(of_system).collect()
    }

    /// Returns the names from outside the project that code finds by a line which the target file does not have.
    pub(super) fn opened_names(&self, unknown: &[NeededName<'q>]) -> Vec<LabeledPlace> {
        let there = self.opened_in(&self.seen_to);
        let here: Vec<OpenedNames> = self.opened_in(&self.seen_from);
        let is_opened = |need: &&NeededName<'q>| {
            let by_name =
                here.iter().find(|one| !one.has_all && one.path.last().is_some_and(|last| last == need.name));
            match by_name {
                Some(one) => !there.contains(one) && !there.iter().any(|other| other.opens(&one.path)),
                None => {
                    !self.system.is_global(need.name)
                        && here.iter().any(|one| one.has_all && !there.contains(one))
                }
            }
        };
        let plain =
            unknown.iter().filter(|need| need.qualifier == Qualifier::None && !need.name.starts_with("__"));
        plain.filter(is_opened).map(|need| self.place(need.at, OPENED)).collect()
    }

    /// Returns whether code of the old file, or of the target file, sees the names of a namespace without a qualifier.
    pub(super) fn opens(&self, files: &BTreeSet<SourceId>, scope: &[String]) -> bool {
        self.opened_in(files).iter().any(|one| one.has_all && one.path == scope)
    }

    /// Returns the lines of some files that make names of other scopes usable, outside of classes and functions.
    fn opened_in(&self, files: &BTreeSet<SourceId>) -> Vec<OpenedNames> {
        let known = |file: &SourceId| {
            let known = self.opened.borrow().get(file).cloned();
            known.unwrap_or_else(|| {
                let read = self.opened_by(*file);
                self.opened.borrow_mut().insert(*file, read.clone());
                read
            })
        };
        files.iter().flat_map(known).collect()
    }

    fn opened_by(&self, file: SourceId) -> Vec<OpenedNames> {
        let text = self.project.text(file);
        let Some(word) = self.rules.using_word.as_deref() else { return Vec::new() };
        let module =
            self.language.manifest().view.preprocessor.as_ref().map_or("", |masks| &masks.module_word);
        let declared = self.declarations(file);
        let mut found = Vec::new();
        for at in find_words(text, word) {
            let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
            let is_moved = file == self.from && self.is_moved(at);
            if !text[start..at].trim().is_empty() || is_moved || declared.is_inside(at) {
                continue;
            }
            let rest = text[at + word.len()..].split(';').next().unwrap_or_default().trim();
            if rest.contains('=') || rest.contains('\n') {
                continue;
            }
            let (has_all, path) = match rest.strip_prefix(module).filter(|_| !module.is_empty()) {
                Some(path) => (true, path),
                None => (false, rest),
            };
            found.push(OpenedNames { path: names_of(path.trim()), has_all });
        }
        found
    }
}

impl OpenedNames {
    /// Returns whether the line makes the name at a path usable.
    fn opens(&self, path: &[String]) -> bool {
        self.has_all && path.split_last().is_some_and(|(_, scope)| scope == self.path)
    }
}

impl IncludedMove<'_> {
    /// Returns whether a kind of definitions is that of functions.
    pub(super) fn is_function(&self, kind: &str) -> bool {
        let manifest = self.language.manifest();
        let functions = &manifest.symbols.declaration_capture;
        manifest.kinds.get(kind).is_some_and(|rule| Some(&rule.capture) == functions.as_ref())
    }
}
