//! Resolves the path before a name.

use super::scope::{FILE, ScopeKind, TextNames, TextScopeId};
use crate::text::normal::is_word_char;

/// The maximum number of direct and indirect bases of a class.
pub(super) const MOST_BASES: usize = 100;

/// The target of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PathTarget<'t> {
    /// A class or a module of the text.
    To(TextScopeId),
    /// A template or one of its specializations.
    ToOneOf(Vec<TextScopeId>),
    /// A module that macros open and close.
    ToHidden(&'t str),
    /// A class or module that the text does not declare.
    Unknown,
    /// The target of an alias, which is not known.
    Alias,
}

impl<'t> TextNames<'t> {
    /// Resolves a path in a scope, ignoring template arguments.
    pub(super) fn resolve_path(&self, path: &str, scope: TextScopeId) -> PathTarget<'t> {
        let plain = without_arguments(path);
        let path = plain.trim();
        match self.resolve_visible_path(path, scope, true) {
            PathTarget::Unknown => self.below_hidden(path),
            way => way,
        }
    }

    /// Resolves a path that contains a module opened by macros: its members are in the scope of the file.
    fn below_hidden(&self, path: &str) -> PathTarget<'t> {
        let mut parts = path.trim_end_matches("::").split("::").map(last_word);
        let mut way = PathTarget::Unknown;
        while let Some(part) = parts.next() {
            if let Some(module) = self.hidden_modules.iter().find(|module| module.name == part) {
                let mut rest = parts.clone().peekable();
                way = match rest.peek() {
                    Some(_) => self.down(FILE, rest, true),
                    None => PathTarget::ToHidden(&module.name),
                };
            }
        }
        way
    }

    /// The same without such modules; `inherits` says whether classes have what their bases have.
    fn resolve_visible_path(&self, path: &str, scope: TextScopeId, inherits: bool) -> PathTarget<'t> {
        let mut parts = path.trim_end_matches("::").split("::").map(last_word);
        if path.starts_with("::") {
            parts.next();
            return self.down(FILE, parts, inherits);
        }
        let Some(first) = parts.next().filter(|first| is_word(first)) else { return PathTarget::Alias };
        let mut parts = parts.peekable();
        match self.first(first, scope, inherits) {
            PathTarget::To(start) => self.down(start, parts, inherits),
            PathTarget::ToOneOf(_) if parts.peek().is_some() => PathTarget::Alias,
            way => way,
        }
    }

    /// Resolves the first part of a path.
    fn first(&self, name: &str, scope: TextScopeId, inherits: bool) -> PathTarget<'t> {
        for at in self.around(scope) {
            let here = &self.scopes[at];
            match self.inner.get(&(at, name)).map(Vec::as_slice) {
                Some([only]) => return PathTarget::To(*only),
                Some(several) => return PathTarget::ToOneOf(several.to_vec()),
                None if here.kind == ScopeKind::Class && here.name == Some(name) => {
                    return PathTarget::To(at);
                }
                None if here.using_declarations.get(name).is_some_and(|(_, path)| !has_part(path, name)) => {
                    return match self.resolve_path(here.using_declarations[name].1, at) {
                        PathTarget::To(around) => self.down(around, std::iter::once(name), inherits),
                        _ => PathTarget::Alias,
                    };
                }
                None if let Some(module) = here.aliased(name) => return PathTarget::To(module),
                // A variable or a function is not part of a path, and hides nothing that is.
                None if here.has(name) && !here.has_variable(name) && !here.has_only_functions(name) => {
                    return PathTarget::Alias;
                }
                None => {
                    let inherited = inherits.then(|| self.in_bases(at, name)).flatten();
                    if let Some(way) = inherited.or_else(|| self.in_modules_of_directives(at, name)) {
                        return way;
                    }
                }
            }
        }
        PathTarget::Unknown
    }

    /// Where a name leads that a class has from one of those that it inherits from, nearest first. What these inherit from is
    /// looked for as if no class around them inherited anything.
    fn in_bases(&self, class: TextScopeId, name: &str) -> Option<PathTarget<'t>> {
        let mut seen = vec![class];
        let mut next = 0;
        while let Some(at) = seen.get(next).copied().filter(|_| seen.len() < MOST_BASES) {
            next += 1;
            let here = &self.scopes[at];
            if at != class {
                match self.inner.get(&(at, name)).map(Vec::as_slice) {
                    Some([only]) => return Some(PathTarget::To(*only)),
                    Some(several) => return Some(PathTarget::ToOneOf(several.to_vec())),
                    None if here.using_declarations.contains_key(name) => return Some(PathTarget::Alias),
                    // As in the class itself.
                    None if here.has(name) && !here.has_variable(name) && !here.has_only_functions(name) => {
                        return Some(PathTarget::Alias);
                    }
                    None => {}
                }
            }
            for (_, base) in &here.bases {
                let plain = without_arguments(base);
                let found = match self.resolve_visible_path(plain.trim(), here.parent, false) {
                    PathTarget::To(base) => vec![base],
                    PathTarget::ToOneOf(bases) => bases,
                    _ => Vec::new(),
                };
                let new: Vec<TextScopeId> = found.into_iter().filter(|base| !seen.contains(base)).collect();
                seen.extend(new);
            }
        }
        None
    }

    /// Resolves a name in the modules whose names a scope brings in.
    fn in_modules_of_directives(&self, scope: TextScopeId, name: &str) -> Option<PathTarget<'t>> {
        let opened = self.modules_of_directives(scope);
        let mut inner = opened.iter().filter_map(|module| self.inner.get(&(*module, name)));
        match (inner.next().map(Vec::as_slice), inner.next()) {
            (Some([only]), None) => Some(PathTarget::To(*only)),
            (Some(several), None) => Some(PathTarget::ToOneOf(several.to_vec())),
            (Some(_), Some(_)) => Some(PathTarget::Alias),
            (None, _) => {
                opened.iter().any(|module| self.scopes[*module].has(name)).then_some(PathTarget::Alias)
            }
        }
    }

    /// Returns the modules whose names a scope brings in, directly or indirectly.
    pub(super) fn modules_of_directives(&self, scope: TextScopeId) -> Vec<TextScopeId> {
        let mut found = self.scopes[scope].using_directives.clone();
        let mut next = 0;
        while let Some(module) = found.get(next).copied() {
            next += 1;
            for more in &self.scopes[module].using_directives {
                if !found.contains(more) {
                    found.push(*more);
                }
            }
        }
        found.retain(|module| *module != scope);
        found
    }

    fn down<'a>(
        &self,
        start: TextScopeId,
        parts: impl Iterator<Item = &'a str>,
        inherits: bool,
    ) -> PathTarget<'t> {
        let mut at = start;
        let mut parts = parts.peekable();
        while let Some(part) = parts.next() {
            match self.inner.get(&(at, part)).map(Vec::as_slice) {
                Some([only]) => at = *only,
                Some(several) if parts.peek().is_none() => return PathTarget::ToOneOf(several.to_vec()),
                Some(_) => return PathTarget::Alias,
                None if let Some(module) = self.scopes[at].aliased(part) => at = module,
                None if self.scopes[at].has(part) || !is_word(part) => return PathTarget::Alias,
                None => match inherits
                    .then(|| self.in_bases(at, part))
                    .flatten()
                    .or_else(|| self.in_modules_of_directives(at, part))
                {
                    Some(PathTarget::To(only)) => at = only,
                    Some(way) if parts.peek().is_none() => return way,
                    Some(_) => return PathTarget::Alias,
                    None => return PathTarget::Unknown,
                },
            }
        }
        PathTarget::To(at)
    }
}

fn has_part(path: &str, name: &str) -> bool {
    path.split(|char| !is_word_char(char)).any(|part| part == name)
}

/// Returns the text without the parts in angle brackets.
fn without_arguments(path: &str) -> String {
    let mut depth = 0_usize;
    let mut plain = String::with_capacity(path.len());
    for char in path.chars() {
        match char {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ if depth == 0 => plain.push(char),
            _ => {}
        }
    }
    plain
}

/// Returns the last name of a path, without template arguments.
pub(super) fn last_of_path(path: &str) -> &str {
    let path = path.trim_end_matches(|char: char| char == ':' || char.is_whitespace());
    let mut depth = 0_usize;
    let mut from = 0;
    let mut end = path.len();
    for (at, char) in path.char_indices() {
        match char {
            '<' => {
                end = if depth == 0 { at } else { end };
                depth += 1;
            }
            '>' => depth = depth.saturating_sub(1),
            ':' if depth == 0 => (from, end) = (at + 1, path.len()),
            _ => {}
        }
    }
    let name = path[from..end].trim_end_matches(|char| !is_word_char(char));
    last_word(name)
}

/// Returns the name in a part of a path, which a keyword may precede: `template run`.
fn last_word(part: &str) -> &str {
    part.split_whitespace().last().unwrap_or_default()
}

fn is_word(part: &str) -> bool {
    !part.is_empty() && part.chars().all(is_word_char)
}
