//! The definitions of a file, told by parsers that are not chunk's own.

use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::cpp;
use crate::language::Language;
use crate::support::{python_ast, rust_syn};

/// A definition of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// As an operation's name ends.
    pub kind: &'static str,
    pub path: String,
    /// What tells it from others of its path: an accessor, the parameters.
    pub tail: String,
    /// Its bytes, decorators and the comment on its last line included.
    pub range: Range<usize>,
    /// Whether it defines what it names, and does not only declare it.
    pub has_body: bool,
}

/// A file of a release.
pub struct File {
    pub text: String,
    pub definitions: Vec<Definition>,
}

impl File {
    pub fn body(&self, definition: &Definition) -> &str {
        &self.text[definition.range.clone()]
    }

    /// The definition as whole lines; `None` if it shares its first or last line with others.
    pub fn lines(&self, definition: &Definition) -> Option<Vec<&str>> {
        let start = self.text[..definition.range.start].rfind('\n').map_or(0, |at| at + 1);
        let is_alone = self.text[start..definition.range.start].trim().is_empty()
            && self.text[definition.range.end..].starts_with('\n');
        is_alone.then(|| self.text[start..definition.range.end].split('\n').collect())
    }

    /// Whether its path alone names it; a class has a field of its own.
    pub fn is_named_by_path(&self, one: &Definition) -> bool {
        let is_rival = |own: &&Definition| own.kind == one.kind || one.kind != "class";
        self.definitions
            .iter()
            .filter(|own| own.path == one.path)
            .filter(is_rival)
            .all(|own| own.tail == one.tail)
    }

    /// The one definition with the address of another; `None` if there is none, or several.
    pub fn counterpart(&self, of: &Definition) -> Option<&Definition> {
        let is_it = |own: &&Definition| own.kind == of.kind && own.path == of.path && own.tail == of.tail;
        let mut found = self.definitions.iter().filter(|own| own.has_body).filter(is_it);
        found.next().filter(|_| found.next().is_none())
    }
}

/// Reads the definitions of many files of one language; those that its parser does not take are left out.
pub fn read(language: Language, files: &[(PathBuf, String)]) -> HashMap<PathBuf, Vec<Definition>> {
    let each = |of: fn(&str) -> Option<Vec<Definition>>| {
        let read = |(path, text): &(PathBuf, String)| Some((path.clone(), of(text)?));
        files.iter().filter_map(read).collect()
    };
    let mut all: HashMap<PathBuf, Vec<Definition>> = match language {
        Language::Python => in_python(files),
        Language::Rust => each(in_rust),
        Language::Cpp => each(|text| Some(cpp::definitions(text))),
    };
    for (path, text) in files {
        for one in all.get_mut(path).into_iter().flatten() {
            one.range.end = with_comments(language, text, &one.range);
        }
    }
    all
}

fn in_rust(text: &str) -> Option<Vec<Definition>> {
    let file = syn::parse_file(text).ok().filter(|_| !text.starts_with("#!"))?;
    let mut seen = Vec::new();
    rust_syn::walk(&file.items, "", &mut seen);
    let definition = |one: rust_syn::Seen| Definition {
        kind: one.kind,
        path: one.address,
        tail: String::new(),
        range: one.start..one.end,
        has_body: true,
    };
    Some(seen.into_iter().map(definition).collect())
}

fn in_python(files: &[(PathBuf, String)]) -> HashMap<PathBuf, Vec<Definition>> {
    let paths: Vec<PathBuf> = files.iter().map(|(path, _)| path.clone()).collect();
    let texts: HashMap<&Path, &str> =
        files.iter().map(|(path, text)| (path.as_path(), text.as_str())).collect();
    let told = python_ast::ask(&paths).unwrap_or_default();
    let of_file = |file: &Value| {
        let path = Path::new(file["file"].as_str()?);
        let text = texts.get(path)?;
        let starts: Vec<usize> =
            std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let found = file["found"].as_array()?;
        let all = found.iter().filter_map(|one| seen_by_ast(text, &starts, one)).collect();
        Some((path.to_owned(), all))
    };
    told.iter().filter_map(of_file).collect()
}

fn seen_by_ast(text: &str, starts: &[usize], found: &Value) -> Option<Definition> {
    let number = |index: usize| found[index].as_u64().map(|number| number as usize);
    let start = |line: usize| starts.get(line - 1).copied();
    let declaration = start(number(2)?)? + number(3)?;
    let decorators = number(4)?;
    let first = if decorators > 0 { start(decorators)? + number(3)? } else { declaration };
    let accessor = |line: &str| {
        let last = line.trim().strip_prefix('@')?.rsplit('.').next()?.to_owned();
        match last.as_str() {
            "property" | "cached_property" | "getter" => Some("@getter".to_owned()),
            "setter" | "deleter" => Some(format!("@{last}")),
            _ => None,
        }
    };
    Some(Definition {
        kind: ["class", "method", "function"].into_iter().find(|kind| Some(*kind) == found[0].as_str())?,
        path: found[1].as_str()?.to_owned(),
        tail: text.get(first..declaration)?.lines().find_map(accessor).unwrap_or_default(),
        range: first..start(number(5)?)? + number(6)?,
        has_body: true,
    })
}

/// Where a definition ends with the comment on its last line, and in a language of indentation with those below that
/// stand as deep as its body.
fn with_comments(language: Language, text: &str, range: &Range<usize>) -> usize {
    let mut end = range.end;
    let rest = text[end..].split('\n').next().unwrap_or_default();
    if language.is_comment(rest.trim()) {
        end += rest.trim_end().len();
    }
    if language == Language::Python {
        let first = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
        let depth = range.start - first;
        let mut at = end;
        for line in text[end..].split('\n').skip(1) {
            at += 1 + line.len();
            let is_deep = line.len() - line.trim_start().len() > depth;
            match line.trim() {
                "" => {}
                comment if comment.starts_with('#') && is_deep => end = at,
                _ => break,
            }
        }
    }
    end
}
