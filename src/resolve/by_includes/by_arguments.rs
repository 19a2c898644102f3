//! Argument-dependent lookup: a call also finds functions in the modules that contain the types of its arguments,
//! whatever scopes surround the call.
//!
//! Invariant: if the type of an argument is unknown, it may be in any module.

use super::callable::Callable;
use super::judge::{BindingResult, Judge};
use super::object::{ExpressionType, TypeRef, behind, path_at, typed};
use super::path::PathTarget;
use super::scope::{NameAtPlace, ScopeKind, TextScopeId, is_declaration};
use crate::resolve::bindings::Doubt;
use crate::text::normal::{contains, is_word_char};

/// The maximum nesting depth of types.
const DEEPEST: usize = 8;

/// The modules that contain the types of some values.
#[derive(Default)]
struct ModulesOfTypes {
    known: Vec<TextScopeId>,
    /// Whether there may be other modules.
    is_open: bool,
}

impl ModulesOfTypes {
    fn add(&mut self, module: TextScopeId) {
        if !self.known.contains(&module) {
            self.known.push(module);
        }
    }

    fn may_have(&self, module: TextScopeId) -> bool {
        self.is_open || self.known.contains(&module)
    }

    /// Returns whether the values are of built-in types.
    fn is_plain(&self) -> bool {
        !self.is_open && self.known.is_empty()
    }
}

impl<'t> Judge<'t, '_> {
    /// Returns the meaning of a call that resolves to `found` by the scopes around it, if the definition is in `home`.
    pub(super) fn found_by_arguments(
        &self,
        one: &NameAtPlace<'t>,
        found: BindingResult,
        home: TextScopeId,
    ) -> BindingResult {
        let seen = match found {
            BindingResult::In(scope) if self.is_found_beside(scope, self.old) => Some(scope),
            BindingResult::Nowhere => None,
            _ => return found,
        };
        if one.arguments.is_none() {
            return found;
        }
        let mut others = self.modules_with(self.old, one);
        // A visible function that cannot be called this way is not meant.
        let is_seen = others.iter().any(|module| Some(*module) == seen);
        others.retain(|module| Some(*module) != seen);
        if others.is_empty() || seen != Some(home) && !others.contains(&home) {
            return found;
        }
        let types = self.modules_of_arguments(one);
        others.retain(|module| types.may_have(*module));
        match others[..] {
            [only] if !is_seen && !types.is_open => BindingResult::In(only),
            [] => found,
            _ if seen == Some(home) || others.contains(&home) => BindingResult::Unclear(Doubt::BoundAgain),
            _ => found,
        }
    }

    /// Returns whether a call of a name may mean a function of `module` because of its arguments, where another one is
    /// visible around it.
    pub(super) fn may_find_by_arguments(&self, one: &NameAtPlace<'t>, module: TextScopeId) -> bool {
        one.arguments.is_some() && self.modules_of_arguments(one).may_have(module)
    }

    /// Returns the modules that have a function of a name which may be called like this use.
    pub(super) fn modules_with(&self, name: &str, one: &NameAtPlace<'t>) -> Vec<TextScopeId> {
        let mut found: Vec<(TextScopeId, Vec<&Callable>)> = Vec::new();
        for declared in self.names.uses_of(name).filter(|declared| is_declaration(declared.name_use)) {
            let sort = self.names.scopes[declared.scope].kind;
            let is_free = matches!(sort, ScopeKind::File | ScopeKind::Module);
            let Some(callable) = declared.declares.as_ref().filter(|_| is_free) else { continue };
            match found.iter_mut().find(|(module, _)| *module == declared.scope) {
                Some((_, all)) => all.push(callable),
                None => found.push((declared.scope, vec![callable])),
            }
        }
        let takes = |all: &[&Callable], count: usize| {
            // Any of the declarations may have the defaults.
            let least = all.iter().map(|callable| callable.least()).min().unwrap_or_default();
            all.iter().any(|callable| callable.takes(count, least))
        };
        let count = one.argument_count();
        found.retain(|(_, all)| count.is_none_or(|count| takes(all, count)));
        found.into_iter().map(|(module, _)| module).collect()
    }

    /// Returns whether a name in a scope is a free function, so that functions of other modules are found, too.
    pub(super) fn is_found_beside(&self, scope: TextScopeId, name: &str) -> bool {
        let is_free = matches!(self.names.scopes[scope].kind, ScopeKind::File | ScopeKind::Module);
        let mut declared =
            self.names.uses_of(name).filter(|one| one.scope == scope && is_declaration(one.name_use));
        is_free && declared.any(|one| one.declares.is_some())
    }

    fn modules_of_arguments(&self, one: &NameAtPlace<'t>) -> ModulesOfTypes {
        let mut found = ModulesOfTypes::default();
        for value in one.arguments.iter().flat_map(|arguments| &arguments.values) {
            self.add_modules_of_value(value, one.scope, &mut found);
        }
        found
    }

    fn add_modules_of_value(&self, text: &'t str, scope: TextScopeId, found: &mut ModulesOfTypes) {
        if let Some(ExpressionType { of, is_call: false, .. }) = self.thing(text, scope, 0) {
            return self.add_modules_of_type(of, 0, found);
        }
        if let Some(module) = self.module_of_value(text, scope) {
            return found.add(module);
        }
        found.is_open |= !self.is_made_of_plain_values(text, scope);
    }

    /// Returns the module of the enumeration whose value a path names.
    fn module_of_value(&self, text: &str, scope: TextScopeId) -> Option<TextScopeId> {
        let is_path = text.split("::").all(|part| !part.is_empty() && part.chars().all(is_word_char));
        let (path, _) = text.rsplit_once("::").filter(|_| is_path)?;
        let PathTarget::To(at) = self.names.resolve_path(path, scope) else { return None };
        self.names.scopes[at].is_enum.then(|| self.names.module_around(at))
    }

    /// Returns whether an expression consists of values of built-in types, so that its type is built-in, too.
    fn is_made_of_plain_values(&self, text: &'t str, scope: TextScopeId) -> bool {
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            if !is_word_char(first) {
                let is_operator = first.is_whitespace() || "+-*/%&|^!~<>=?:,()".contains(first);
                if !is_operator || rest.starts_with("::") {
                    return false;
                }
                rest = &rest[first.len_utf8()..];
                continue;
            }
            let Some((operand, behind)) = operand_at(rest) else { return false };
            rest = behind;
            if !self.is_plain_value(operand, scope) {
                return false;
            }
        }
        true
    }

    fn is_plain_value(&self, text: &'t str, scope: TextScopeId) -> bool {
        if text.starts_with(|char: char| char.is_ascii_digit()) {
            // The name of a function follows `_`: `5_km`.
            return !text.contains('_');
        }
        let Some(thing) = self.thing(text, scope, 0) else { return self.is_of_language(text) };
        let mut found = ModulesOfTypes { is_open: thing.is_call, ..ModulesOfTypes::default() };
        self.add_modules_of_type(thing.of, 0, &mut found);
        found.is_plain()
    }

    /// Returns whether all words of a type are built-in.
    fn is_of_language(&self, text: &str) -> bool {
        let Some(masks) = &self.language.manifest().view.preprocessor else { return false };
        let mut words = text.split_whitespace();
        words.all(|word| contains(&masks.types, word) || contains(&masks.specifiers, word))
    }

    fn add_modules_of_type(&self, of: TypeRef<'t>, depth: usize, found: &mut ModulesOfTypes) {
        let (text, scope) = match of {
            TypeRef::Class(class) => return self.add_modules_of_class(class, found),
            TypeRef::Spelled(text, scope) => (text, scope),
        };
        if self.is_of_language(text) {
            return;
        }
        if depth > DEEPEST {
            found.is_open = true;
            return;
        }
        match self.names.resolve_path(text, scope) {
            PathTarget::To(class) => self.add_modules_of_class(class, found),
            PathTarget::ToOneOf(classes) => {
                classes.into_iter().for_each(|class| self.add_modules_of_class(class, found));
            }
            PathTarget::ToHidden(_) => found.is_open = true,
            PathTarget::Unknown | PathTarget::Alias => self.add_modules_behind(text, scope, depth, found),
        }
        let arguments = text.find('<').map_or("", |at| &text[at..]);
        for argument in inner_types(arguments) {
            match typed(argument, scope) {
                Some(thing) => self.add_modules_of_type(thing.of, depth + 1, found),
                None => found.is_open = true,
            }
        }
    }

    /// Adds the modules of a type that is an alias, or comes from outside the project.
    fn add_modules_behind(
        &self,
        text: &'t str,
        scope: TextScopeId,
        depth: usize,
        found: &mut ModulesOfTypes,
    ) {
        let alias = self.binding(text, scope).filter(|(alias, _)| alias.of != text && alias.value.is_none());
        if let Some((alias, at)) = alias {
            return self.add_modules_of_type(TypeRef::Spelled(alias.of, at), depth + 1, found);
        }
        let plain = text.split('<').next().unwrap_or(text);
        match plain.rsplit_once("::").map(|(path, _)| self.names.resolve_path(path, scope)) {
            Some(PathTarget::To(module)) => found.add(self.names.module_around(module)),
            Some(PathTarget::Unknown) | None if self.is_foreign(text) => {}
            _ => found.is_open = true,
        }
    }

    /// Adds the modules of a class and of its ancestors.
    fn add_modules_of_class(&self, class: TextScopeId, found: &mut ModulesOfTypes) {
        found.add(self.names.module_around(class));
        let ancestors = self.ancestors(class);
        found.is_open |= ancestors.is_unclear();
        ancestors.known.iter().for_each(|base| found.add(self.names.module_around(*base)));
    }
}

/// Returns the types among template arguments, without numbers.
fn inner_types(arguments: &str) -> impl Iterator<Item = &str> {
    let inner = arguments.trim_end().strip_prefix('<').and_then(|inner| inner.strip_suffix('>'));
    let mut depth = 0_usize;
    let parts = inner.unwrap_or(arguments).split(move |char| {
        match char {
            '<' | '(' => depth += 1,
            '>' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        char == ',' && depth == 0
    });
    parts
        .map(str::trim)
        .filter(|part| !part.is_empty() && !part.starts_with(|char: char| char.is_ascii_digit()))
}

/// Returns the operand at the start of a text, with the members and calls that follow it, and the rest.
fn operand_at(text: &str) -> Option<(&str, &str)> {
    let (_, mut rest) = path_at(text)?;
    loop {
        rest = match rest.trim_start() {
            list if list.starts_with(['(', '[']) => behind(list)?,
            member if member.starts_with("->") => path_at(member[2..].trim_start())?.1,
            member if member.starts_with('.') => path_at(member[1..].trim_start())?.1,
            _ => return Some((text[..text.len() - rest.len()].trim_end(), rest)),
        };
    }
}
