//! Determines how the macros of a project use their arguments.

use std::collections::HashMap;

use super::list::{NameTokenKind, first_token};
use crate::lang::{Language, TokenRules};
use crate::resolve::bindings::Source;
use crate::text::normal::{contains, is_word_char};
use crate::text::{Lexer, TokenKind};

/// The maximum nesting depth of macros.
const DEEPEST: usize = 8;

/// The use of a macro argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ArgumentUse {
    /// A value or a type: the meaning of an unqualified name.
    Plain,
    Member,
    /// The name of a class after its keyword.
    Tag,
    /// It is pasted, made a string, or used in several ways.
    Unclear,
}

/// A macro with parameters.
#[derive(Debug)]
struct Macro {
    parameters: Vec<String>,
    body: Vec<(String, NameTokenKind)>,
}

/// The macros with parameters of a project.
#[derive(Debug, Default)]
pub(in crate::resolve::by_includes) struct ProjectMacros {
    all: HashMap<String, Vec<Macro>>,
    glued: Vec<Glued>,
    /// The macros that paste two of their arguments: the indexes of files with the byte offsets.
    joining: Vec<(usize, usize)>,
}

/// A part of a pasted name.
#[derive(Debug)]
struct Glued {
    source: usize,
    at: usize,
    part: String,
    is_first: bool,
}

impl ProjectMacros {
    pub(in crate::resolve::by_includes) fn of(language: &'static Language, sources: &[Source]) -> Self {
        let mut macros = Self::default();
        let manifest = language.manifest();
        let (Some(imports), Some(masks)) = (&manifest.imports, &manifest.view.preprocessor) else {
            return macros;
        };
        let define = imports.guard_defines.as_deref().unwrap_or_default();
        let Some(define) = define.strip_prefix(masks.directive.as_str()) else { return macros };
        for (number, source) in sources.iter().enumerate() {
            let text = source.text.as_ref();
            for at in memchr::memmem::find_iter(text.as_bytes(), masks.directive.as_str()) {
                let rest = text[at + masks.directive.len()..].trim_start_matches([' ', '\t']);
                if let Some(rest) = rest.strip_prefix(define) {
                    macros.take(language, whole_line(rest), (number, at));
                }
            }
        }
        macros
    }

    /// Adds a definition, given the line after the define keyword.
    fn take(&mut self, language: &Language, line: &str, (source, define): (usize, usize)) {
        let line = line.trim_start_matches([' ', '\t']);
        let end = line.find(|char| !is_word_char(char)).unwrap_or(line.len());
        let (name, rest) = line.split_at(end);
        let (parameters, body) = match rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
            Some((parameters, body)) => {
                (parameters.split(',').map(|one| one.trim().to_owned()).collect::<Vec<_>>(), body)
            }
            None => (Vec::new(), rest),
        };
        let body = words(language, body);
        for at in (0..body.len()).filter(|at| body[*at].0 == "##") {
            let is_given = |at: usize| body.get(at).is_some_and(|(part, _)| contains(&parameters, part));
            self.joining.extend((at > 0 && is_given(at - 1) && is_given(at + 1)).then_some((source, define)));
            for (beside, is_first) in [(at.checked_sub(1), true), (Some(at + 1), false)] {
                let part = beside
                    .and_then(|beside| body.get(beside))
                    .filter(|(part, sort)| *sort == NameTokenKind::Word && !contains(&parameters, part));
                let glued = |(part, _): &(String, NameTokenKind)| Glued {
                    source,
                    at: define,
                    part: part.clone(),
                    is_first,
                };
                self.glued.extend(part.map(glued));
            }
        }
        if rest.starts_with('(') {
            self.all.entry(name.to_owned()).or_default().push(Macro { parameters, body });
        }
    }

    /// Returns whether a macro with parameters has this name.
    pub(in crate::resolve::by_includes) fn has(&self, name: &str) -> bool {
        self.all.contains_key(name)
    }

    /// Returns the places where macros may paste a name from parts, each written in a macro or passed to one: the
    /// indexes of files with the byte offsets of the macros.
    pub(in crate::resolve::by_includes) fn gluing(
        &self,
        name: &str,
        is_given: impl Fn(&str, bool) -> bool,
    ) -> Vec<(usize, usize)> {
        let is_of = |glued: &&Glued| {
            let part = glued.part.as_str();
            let rest = if glued.is_first { name.strip_prefix(part) } else { name.strip_suffix(part) };
            rest.is_some_and(|rest| !rest.is_empty() && is_given(rest, glued.is_first))
        };
        let mut found: Vec<_> =
            self.glued.iter().filter(is_of).map(|glued| (glued.source, glued.at)).collect();
        let mut ends = name.char_indices().map(|(at, _)| at).filter(|at| *at > 0);
        let are_given = |at: usize| is_given(&name[..at], false) && is_given(&name[at..], true);
        if !self.joining.is_empty() && ends.any(are_given) {
            found.extend(&self.joining);
        }
        found
    }

    /// Returns the use of the argument of a macro at an index from 0; `None` if there is no such macro.
    pub(super) fn argument_use(&self, rules: &TokenRules, name: &str, place: usize) -> Option<ArgumentUse> {
        self.all
            .contains_key(name)
            .then(|| self.argument_use_in(rules, name, place, 0).unwrap_or(ArgumentUse::Unclear))
    }

    /// Returns the use of an argument; `None` if it is unused.
    fn argument_use_in(
        &self,
        rules: &TokenRules,
        name: &str,
        place: usize,
        depth: usize,
    ) -> Option<ArgumentUse> {
        let mut found = None;
        let mut add = |given: ArgumentUse| {
            found = Some(match found {
                Some(known) if known != given => ArgumentUse::Unclear,
                _ => given,
            });
        };
        for one in self.all.get(name).into_iter().flatten() {
            let Some(parameter) = one.parameters.get(place).filter(|name| !name.ends_with("...")) else {
                add(ArgumentUse::Unclear);
                continue;
            };
            for at in (0..one.body.len()).filter(|at| one.body[*at].0 == *parameter) {
                if depth >= DEEPEST {
                    return Some(ArgumentUse::Unclear);
                }
                match one.at(rules, at) {
                    Ok(given) => add(given),
                    Err((inner, place)) if self.all.contains_key(inner) => {
                        // An argument that the inner macro does not use is unused.
                        if let Some(given) = self.argument_use_in(rules, inner, place, depth + 1) {
                            add(given);
                        }
                    }
                    Err((inner, place)) if contains(&rules.member_calls, inner) && place > 0 => {
                        add(ArgumentUse::Member)
                    }
                    Err((inner, _)) if is_in_capitals(inner) => add(ArgumentUse::Unclear),
                    Err(_) => add(ArgumentUse::Plain),
                }
            }
        }
        found
    }
}

impl Macro {
    /// Returns the use of a word of the body; if the word alone is an argument of a call, returns the name of what is
    /// called and the index of the argument as the error.
    fn at(&self, rules: &TokenRules, at: usize) -> Result<ArgumentUse, (&str, usize)> {
        let text = |at: usize| self.body.get(at).map_or("", |(text, _)| text.as_str());
        let before = at.checked_sub(1).map_or("", text);
        let behind = text(at + 1);
        if before.starts_with('#') || behind == "##" {
            return Ok(ArgumentUse::Unclear);
        }
        if contains(&rules.members, before) {
            return Ok(ArgumentUse::Member);
        }
        if contains(&rules.tags, before) {
            return Ok(ArgumentUse::Tag);
        }
        if !matches!(before, "(" | ",") || !matches!(behind, ")" | ",") {
            return Ok(ArgumentUse::Plain);
        }
        let (mut depth, mut place) = (0_usize, 0);
        for at in (0..at).rev() {
            match text(at) {
                ")" => depth += 1,
                "(" if depth == 0 => {
                    let called = at.checked_sub(1).and_then(|at| self.body.get(at));
                    return match called {
                        Some((name, NameTokenKind::Word)) => Err((name, place)),
                        _ => Ok(ArgumentUse::Plain),
                    };
                }
                "(" => depth -= 1,
                "," if depth == 0 => place += 1,
                _ => {}
            }
        }
        Ok(ArgumentUse::Plain)
    }
}

/// Returns whether a word is written like the name of a macro.
pub(super) fn is_in_capitals(word: &str) -> bool {
    word.len() > 1 && !word.contains(char::is_lowercase)
}

/// Returns a line with its continuation lines.
fn whole_line(text: &str) -> &str {
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        end += line.len();
        if !line.trim_end().ends_with('\\') {
            break;
        }
    }
    &text[..end]
}

/// Returns the tokens of a piece of code.
fn words(language: &Language, text: &str) -> Vec<(String, NameTokenKind)> {
    let mut found = Vec::new();
    for token in Lexer::new(&language.manifest().lexical).tokens(text) {
        let piece = &text[token.range];
        match token.kind {
            TokenKind::Comment => {}
            TokenKind::Code => {
                let mut rest = piece;
                while !rest.is_empty() {
                    let (length, sort) = first_token(rest);
                    if &rest[..length] != "\\" {
                        found.push((rest[..length].to_owned(), sort));
                    }
                    rest = &rest[length..];
                }
            }
            TokenKind::Open(_) => found.push((piece.to_owned(), NameTokenKind::Open)),
            TokenKind::Close(_) => found.push((piece.to_owned(), NameTokenKind::Close)),
            _ => found.push((piece.to_owned(), NameTokenKind::Value)),
        }
    }
    found
}
