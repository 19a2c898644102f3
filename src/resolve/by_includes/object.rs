//! Determines the type of an object by the declarations of a text.

use super::judge::Judge;
use super::path::{MOST_BASES, PathTarget, last_of_path};
use super::reach::VariableReach;
use super::scope::{DeclaredObject, ScopeKind, TextScopeId, TypedVariable};
use crate::lang::NameRules;
use crate::text::normal::{contains, is_word_char};

/// The maximum nesting depth of expressions and type aliases.
const DEEPEST: usize = 8;

/// The type of an expression.
#[derive(Debug, Clone, Copy)]
pub(super) struct ExpressionType<'t> {
    pub(super) of: TypeRef<'t>,
    pointers: usize,
    /// Whether it must be called to yield that type.
    pub(super) is_call: bool,
    /// Whether it is an entry of a table of that type: a key with its value.
    is_entry: bool,
}

/// Functions that return an iterator of a list or a table.
const PLACES: [&str; 9] =
    ["begin", "end", "cbegin", "cend", "rbegin", "rend", "find", "lower_bound", "upper_bound"];
/// The suffixes of iterator types.
const PLACE_TYPES: [&str; 4] =
    ["::iterator", "::const_iterator", "::reverse_iterator", "::const_reverse_iterator"];

/// A type.
#[derive(Debug, Clone, Copy)]
pub(super) enum TypeRef<'t> {
    /// The type that a text means in a scope.
    Spelled(&'t str, TextScopeId),
    /// A class of the text.
    Class(TextScopeId),
}

/// The class of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ClassOf {
    /// The classes of the text that it may be.
    These(Vec<TextScopeId>),
    /// A class from outside the project.
    Foreign,
    Unknown,
}

impl<'t> Judge<'t, '_> {
    /// Returns the class of the object whose member is used, `by_pointer` or not.
    pub(super) fn class_of_owner(&self, owner: &'t str, scope: TextScopeId, by_pointer: bool) -> ClassOf {
        let thing = self.thing(owner, scope, 0).map(|thing| match self.is_object_in_function(owner, scope) {
            true => ExpressionType { is_call: false, ..thing },
            false => thing,
        });
        let thing = thing.and_then(|thing| if by_pointer { self.pointee(thing) } else { Some(thing) });
        match thing {
            Some(ExpressionType { of, pointers: 0, is_call: false, is_entry: false }) => self.class_of(of, 0),
            _ => ClassOf::Unknown,
        }
    }

    /// Returns whether a name whose members are used is declared in a function, like a function: `Sink sink(made());`.
    /// Only an object has members.
    fn is_object_in_function(&self, name: &'t str, scope: TextScopeId) -> bool {
        let name = name.trim();
        is_word(name)
            && self.binding(name, scope).is_some_and(|(object, at)| {
                object.is_call && self.names.scopes[at].kind == ScopeKind::Function
            })
    }

    /// Returns the class to which a path leads through other names of types: `using Two = A;`.
    pub(super) fn class_of_path(&self, path: &'t str, scope: TextScopeId) -> ClassOf {
        let path = path.trim().trim_end_matches("::").trim_end();
        self.class_of(TypeRef::Spelled(path, scope), 0)
    }

    fn class_of(&self, of: TypeRef<'t>, depth: usize) -> ClassOf {
        let (text, scope) = match of {
            TypeRef::Class(class) => return ClassOf::These(vec![class]),
            TypeRef::Spelled(text, scope) => (text, scope),
        };
        match self.names.resolve_path(text, scope) {
            PathTarget::To(class) if self.names.scopes[class].kind == ScopeKind::Class => {
                ClassOf::These(vec![class])
            }
            PathTarget::ToOneOf(classes) => ClassOf::These(classes),
            way @ (PathTarget::Unknown | PathTarget::Alias) if depth < DEEPEST => {
                match self.class_behind(text, scope, depth + 1) {
                    ClassOf::Unknown if way == PathTarget::Unknown && self.is_foreign(text) => {
                        ClassOf::Foreign
                    }
                    found => found,
                }
            }
            _ => ClassOf::Unknown,
        }
    }

    /// Returns the class behind an alias, which a class may have from a base.
    fn class_behind(&self, text: &'t str, scope: TextScopeId, depth: usize) -> ClassOf {
        // A template that is another name of one means a class of it, whatever its arguments are.
        let bare = text.trim_end().strip_suffix('>').and_then(|rest| rest.split_once('<'));
        let bare = bare.map_or(text, |(name, _)| name.trim_end());
        if bare.contains("::") {
            return self.inner_class(bare, scope, depth);
        }
        match self.binding(bare, scope).filter(|_| is_word(bare)) {
            Some((TypedVariable { of, pointers: 0, is_call: false, value: None, .. }, at)) if of != text => {
                self.class_of(TypeRef::Spelled(of, at), depth)
            }
            _ => ClassOf::Unknown,
        }
    }

    /// Returns the class within a class that a path names through an alias.
    fn inner_class(&self, text: &'t str, scope: TextScopeId, depth: usize) -> ClassOf {
        let Some((before, last)) = text.rsplit_once("::") else { return ClassOf::Unknown };
        if let PathTarget::To(module) = self.names.resolve_path(before, scope)
            && self.names.scopes[module].kind != ScopeKind::Class
        {
            let objects = self.names.scopes[module].objects.get(last.trim());
            return match objects.and_then(|objects| self.one_of(objects)) {
                Some(TypedVariable { of, pointers: 0, is_call: false, value: None, .. }) if of != text => {
                    self.class_of(TypeRef::Spelled(of, module), depth)
                }
                _ => ClassOf::Unknown,
            };
        }
        let ClassOf::These(classes) = self.class_of(TypeRef::Spelled(before.trim(), scope), depth) else {
            return ClassOf::Unknown;
        };
        let ([class], last) = (classes.as_slice(), last.trim()) else { return ClassOf::Unknown };
        if let Some(inner) = self.names.inner.get(&(*class, last)) {
            return ClassOf::These(inner.clone());
        }
        match self.field(*class, last) {
            FoundMember::Is(TypedVariable { of, pointers: 0, is_call: false, value: None, .. }, at)
                if of != text =>
            {
                self.class_of(TypeRef::Spelled(of, at), depth)
            }
            _ => ClassOf::Unknown,
        }
    }

    /// Returns whether a type that the text does not declare is from outside the project.
    pub(super) fn is_foreign(&self, text: &str) -> bool {
        let plain = text.split('<').next().unwrap_or(text).trim();
        let first = plain.trim_start_matches(':').split("::").next().unwrap_or_default().trim();
        if contains(&self.rules.foreign, first) {
            return true;
        }
        let name = plain.rsplit([':', ' ']).next().unwrap_or_default();
        let declares = |at: usize| {
            let before = &self.text[..at];
            let word = before.trim_end().rsplit(|char| !is_word_char(char)).next().unwrap_or_default();
            // The last name of `typedef struct { … } item, *item_p;`, but not a parameter.
            let from = before.rfind([';', '{', '}', '(']);
            let sign = from.map_or(&[][..], |at| &before.as_bytes()[at..=at]);
            let own = from.map_or(before, |at| &before[at + 1..]);
            let mut words = own.split(|char| !is_word_char(char));
            contains(&self.rules.type_words, word)
                || sign == b"}"
                || sign != b"("
                    && words.any(|word| contains(&self.rules.type_words, word))
                    && before.trim_end().ends_with(['*', ','])
        };
        self.has_all_includes && is_word(name) && !self.words.of(self.text, name).any(declares)
    }

    /// Returns the declared type of a name in scope, and the scope of the declaration.
    pub(super) fn binding(
        &self,
        name: &'t str,
        scope: TextScopeId,
    ) -> Option<(TypedVariable<'t>, TextScopeId)> {
        for at in self.names.around(scope) {
            let here = &self.names.scopes[at];
            if here.is_hidden {
                return None;
            }
            if here.kind == ScopeKind::Class {
                match self.field(at, name) {
                    FoundMember::Is(object, class) => return Some((object, class)),
                    FoundMember::None => continue,
                    FoundMember::Unknown => return None,
                }
            }
            if let Some(objects) = here.objects.get(name) {
                return self.object_at(objects, name).map(|object| (object, at));
            }
            if here.has(name) {
                return None;
            }
        }
        None
    }

    /// Returns the type on which all declarations of a name agree.
    fn one_of(&self, objects: &[DeclaredObject<'t>]) -> Option<TypedVariable<'t>> {
        let first = objects.first()?.object?;
        let is_deduced = self.rules.deduced.as_deref() == Some(first.of);
        let is_same = |other: &DeclaredObject<'t>| {
            other.object.is_some_and(|other| {
                (other.of, other.pointers, other.is_call) == (first.of, first.pointers, first.is_call)
                    && other.value.is_some() == first.value.is_some()
                    && (!is_deduced || other.value == first.value)
            })
        };
        objects.iter().all(is_same).then_some(first)
    }

    /// Returns the type of a variable of a function at the place of its name; several blocks may declare it.
    fn object_at(&self, objects: &[DeclaredObject<'t>], name: &'t str) -> Option<TypedVariable<'t>> {
        if let Some(object) = self.one_of(objects) {
            return Some(object);
        }
        let at = self.byte_of(name)?;
        let before = objects.iter().take_while(|one| one.at < at);
        let known = before.enumerate().map(|(number, one)| match one.is_parameter && number == 0 {
            true => (one, VariableReach::There),
            false => (one, self.reach(one.at, at)),
        });
        let mut nearest = known.filter(|(_, reach)| *reach != VariableReach::NotThere).collect::<Vec<_>>();
        nearest.pop().filter(|(_, reach)| *reach == VariableReach::There)?.0.object
    }

    /// Returns the byte offset at which a part of the text begins.
    fn byte_of(&self, part: &str) -> Option<usize> {
        let at = (part.as_ptr() as usize).checked_sub(self.text.as_ptr() as usize)?;
        (self.text.get(at..at + part.len()) == Some(part)).then_some(at)
    }

    /// Returns the declared type of a member of a class or of its ancestors.
    fn field(&self, class: TextScopeId, name: &str) -> FoundMember<'t> {
        let mut seen = vec![class];
        let mut next = 0;
        let mut is_open = false;
        while let Some(class) = seen.get(next).copied() {
            next += 1;
            let here = &self.names.scopes[class];
            if let Some(objects) = here.objects.get(name) {
                return self
                    .one_of(objects)
                    .map_or(FoundMember::Unknown, |object| FoundMember::Is(object, class));
            }
            if here.has(name) {
                return FoundMember::Unknown;
            }
            for (_, base) in &here.bases {
                match self.names.resolve_path(base, here.parent) {
                    PathTarget::To(base) if seen.contains(&base) => {}
                    PathTarget::To(base) if seen.len() < MOST_BASES => seen.push(base),
                    PathTarget::Unknown if self.has_all_includes => {}
                    _ => is_open = true,
                }
            }
        }
        if is_open { FoundMember::Unknown } else { FoundMember::None }
    }

    /// Returns the type of an object by its declaration.
    fn declared(
        &self,
        (object, at): (TypedVariable<'t>, TextScopeId),
        depth: usize,
    ) -> Option<ExpressionType<'t>> {
        let TypedVariable { of, pointers, is_call, value, is_element } = object;
        if self.rules.deduced.as_deref() == Some(of) {
            let made = self.thing(value.filter(|_| !is_call)?, at, depth + 1)?;
            // An element of a table in a loop includes the key.
            let made = match is_element {
                true if is_table(made, self.rules) => ExpressionType { is_entry: true, ..made },
                true => self.pointee(made)?,
                false => made,
            };
            // `auto *` repeats the pointer of the value.
            return (pointers == 0 || pointers == made.pointers).then_some(made);
        }
        // An alias for a pointer: `typedef struct { … } item, *item_p;`, or for a list: `using Items = vector<Item>;`.
        if is_word(of)
            && depth < DEEPEST
            && !matches!(self.names.resolve_path(of, at), PathTarget::To(_) | PathTarget::ToOneOf(_))
            && let Some((alias @ TypedVariable { is_call: false, value: None, .. }, around)) =
                self.binding(of, at)
            && alias.of != of
            && (alias.pointers > 0 || alias.of.trim_end().ends_with('>'))
        {
            let thing = self.declared((alias, around), depth + 1)?;
            return Some(ExpressionType { pointers: thing.pointers + pointers, is_call, ..thing });
        }
        let thing = ExpressionType { of: TypeRef::Spelled(of, at), pointers, is_call, is_entry: false };
        let list = PLACE_TYPES.iter().find_map(|end| of.strip_suffix(end));
        match list.and_then(|list| {
            place_in(ExpressionType { of: TypeRef::Spelled(list, at), pointers: 0, ..thing }, self.rules)
        }) {
            Some(place) if pointers == 0 => Some(ExpressionType { is_call, ..place }),
            _ => Some(thing),
        }
    }

    /// Returns the type of an expression.
    pub(super) fn thing(
        &self,
        text: &'t str,
        scope: TextScopeId,
        depth: usize,
    ) -> Option<ExpressionType<'t>> {
        let text = text.trim();
        if depth > DEEPEST {
            return None;
        }
        if let Some(rest) = text.strip_prefix('*') {
            return self.pointee(self.thing(rest, scope, depth + 1)?);
        }
        if let Some(rest) = text.strip_prefix('&') {
            let thing = self.thing(rest, scope, depth + 1)?;
            return (!thing.is_call).then_some(ExpressionType { pointers: thing.pointers + 1, ..thing });
        }
        let maker = self.rules.new_keyword.as_deref().and_then(|maker| text.strip_prefix(maker));
        if let Some(made) = maker.filter(|made| made.starts_with(' ')) {
            let of = made.split(['(', '{', '[']).next()?.trim();
            return Some(ExpressionType {
                of: TypeRef::Spelled(of, scope),
                pointers: 1,
                is_call: false,
                is_entry: false,
            });
        }
        let (mut thing, mut rest) = self.first(text, scope, depth)?;
        if self.is_object_in_function(&text[..text.len() - rest.len()], scope) {
            match rest.chars().next() {
                Some('.' | '-') => thing.is_call = false,
                // A call of the function, or of the object.
                Some('(') => return None,
                _ => {}
            }
        }
        while let Some(sign) = rest.chars().next() {
            (thing, rest) = match sign {
                '(' if thing.is_call => (ExpressionType { is_call: false, ..thing }, behind(rest)?),
                '[' if !thing.is_call => (self.element(thing)?, behind(rest)?),
                '.' if !thing.is_call => self.step(thing, rest[1..].trim_start(), depth)?,
                '-' if !thing.is_call => {
                    let rest = rest.strip_prefix(self.rules.arrow.as_deref()?)?.trim_start();
                    let holder = holds(thing).filter(|_| rest.starts_with("get"));
                    self.step(holder.or_else(|| self.pointee(thing))?, rest, depth)?
                }
                _ => return None,
            };
            rest = rest.trim_start();
        }
        Some(thing)
    }

    /// Returns the type of the first part of an expression, and the rest of the text.
    fn first(
        &self,
        text: &'t str,
        scope: TextScopeId,
        depth: usize,
    ) -> Option<(ExpressionType<'t>, &'t str)> {
        if text.starts_with('(') {
            let rest = behind(text)?;
            let inner = &text[1..text.len() - rest.len() - 1];
            let rest = rest.trim_start();
            if rest.is_empty() || rest.starts_with(['.', '-', '[']) {
                return Some((self.thing(inner, scope, depth + 1)?, rest));
            }
            // A cast of a value to a type.
            return Some((typed(inner, scope)?, ""));
        }
        let (path, rest) = path_at(text)?;
        if self.rules.receivers.iter().any(|own| own == path) {
            let class = self.names.around(scope).find(|at| {
                let here = &self.names.scopes[*at];
                here.kind == ScopeKind::Class || here.is_hidden
            })?;
            let class = Some(class).filter(|class| !self.names.scopes[*class].is_hidden)?;
            return Some((
                ExpressionType { of: TypeRef::Class(class), pointers: 1, is_call: false, is_entry: false },
                rest,
            ));
        }
        let name = path.split('<').next().unwrap_or(path);
        if contains(&self.rules.casts, name) && rest.starts_with('(') {
            let inner = path.strip_prefix(name)?.trim().strip_prefix('<')?.strip_suffix('>')?;
            return Some((typed(inner, scope)?, behind(rest)?.trim_start()));
        }
        if rest.starts_with(['(', '{']) {
            let class = match self.names.resolve_path(path, scope) {
                PathTarget::To(class) => {
                    Some(class).filter(|class| self.names.scopes[*class].kind == ScopeKind::Class)
                }
                _ => None,
            };
            if let Some(class) = class {
                return Some((
                    ExpressionType {
                        of: TypeRef::Class(class),
                        pointers: 0,
                        is_call: false,
                        is_entry: false,
                    },
                    behind(rest)?.trim_start(),
                ));
            }
        }
        let found = match path.rsplit_once("::") {
            Some((before, last)) => {
                let PathTarget::To(around) = self.names.resolve_path(before, scope) else { return None };
                if self.names.scopes[around].kind == ScopeKind::Class {
                    let FoundMember::Is(object, class) = self.field(around, last) else { return None };
                    (object, class)
                } else {
                    (self.one_of(self.names.scopes[around].objects.get(last)?)?, around)
                }
            }
            None => self.binding(name, scope)?,
        };
        Some((self.declared(found, depth)?, rest))
    }

    /// Returns the type of the member whose name is at the start of a text, and the rest of the text.
    fn step(
        &self,
        thing: ExpressionType<'t>,
        text: &'t str,
        depth: usize,
    ) -> Option<(ExpressionType<'t>, &'t str)> {
        let (name, rest) = path_at(text)?;
        if thing.pointers != 0 {
            return None;
        }
        if thing.is_entry {
            let part = ["first", "second"].iter().position(|part| *part == name)?;
            return Some((held_in_table(thing, part)?, rest));
        }
        match self.class_of(thing.of, 0) {
            ClassOf::These(classes) => {
                let [class] = classes.as_slice() else { return None };
                let FoundMember::Is(object, class) = self.field(*class, name) else { return None };
                Some((self.declared((object, class), depth)?, rest))
            }
            // A container of one object, or of several of one type, returns them.
            ClassOf::Foreign if PLACES.contains(&name) => {
                Some((ExpressionType { is_call: true, ..place_in(thing, self.rules)? }, rest))
            }
            ClassOf::Foreign => {
                let table = held_in_table(thing, 1).filter(|_| name == "at" && is_table(thing, self.rules));
                let held = table.or_else(|| holds(thing))?;
                let pointers = match name {
                    "get" => held.pointers + 1,
                    "front" | "back" | "at" | "value" | "top" => held.pointers,
                    _ => return None,
                };
                Some((ExpressionType { pointers, is_call: true, ..held }, rest))
            }
            ClassOf::Unknown => None,
        }
    }

    /// Returns the type to which a pointer or smart pointer points.
    fn pointee(&self, thing: ExpressionType<'t>) -> Option<ExpressionType<'t>> {
        match thing {
            ExpressionType { is_call: true, .. } => None,
            ExpressionType { pointers: 1.., .. } => {
                Some(ExpressionType { pointers: thing.pointers - 1, ..thing })
            }
            _ if !thing.is_entry && self.class_of(thing.of, 0) == ClassOf::Foreign => holds(thing),
            _ => None,
        }
    }

    /// Returns the type of the elements of a list, or of the values of a table.
    fn element(&self, thing: ExpressionType<'t>) -> Option<ExpressionType<'t>> {
        match is_table(thing, self.rules) {
            true => held_in_table(thing, 1),
            false => self.pointee(thing),
        }
    }
}

/// The result of looking up a member.
enum FoundMember<'t> {
    Is(TypedVariable<'t>, TextScopeId),
    None,
    Unknown,
}

/// Returns the type of the elements of a container with a single type argument.
fn holds(thing: ExpressionType<'_>) -> Option<ExpressionType<'_>> {
    let TypeRef::Spelled(text, scope) = thing.of else { return None };
    let inner = text.trim_end().strip_suffix('>')?;
    let inner = &inner[inner.find('<')? + 1..];
    (thing.pointers == 0 && !inner.contains([',', '('])).then(|| typed(inner, scope)).flatten()
}

/// Returns whether a type is a table of keys and values.
fn is_table(thing: ExpressionType<'_>, rules: &NameRules) -> bool {
    let TypeRef::Spelled(text, _) = thing.of else { return false };
    thing.pointers == 0 && !thing.is_entry && contains(&rules.maps, last_of_path(text))
}

/// Returns the type of an iterator of a list or a table, which is used like a pointer to the element.
fn place_in<'t>(thing: ExpressionType<'t>, rules: &NameRules) -> Option<ExpressionType<'t>> {
    if is_table(thing, rules) {
        return Some(ExpressionType { pointers: 1, is_entry: true, ..thing });
    }
    let held = holds(thing)?;
    Some(ExpressionType { pointers: held.pointers + 1, ..held })
}

/// Returns a type argument of a table: 0 for its keys, 1 for its values.
fn held_in_table(thing: ExpressionType<'_>, part: usize) -> Option<ExpressionType<'_>> {
    let TypeRef::Spelled(text, scope) = thing.of else { return None };
    let inner = text.trim_end().strip_suffix('>')?;
    let inner = &inner[inner.find('<')? + 1..];
    let mut depth = 0_usize;
    let mut parts = inner.split(|char| {
        match char {
            '<' | '(' => depth += 1,
            '>' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        char == ',' && depth == 0
    });
    typed(parts.nth(part)?, scope)
}

/// Returns the type that a text spells.
pub(super) fn typed(text: &str, scope: TextScopeId) -> Option<ExpressionType<'_>> {
    let plain = text.trim().trim_start_matches("const ").trim_end_matches(['&', ' ']);
    let of = plain.trim_end_matches(['*', ' ']);
    let pointers = plain[of.len()..].matches('*').count();
    (!of.is_empty() && !of.contains(['(', '&', '['])).then_some(ExpressionType {
        of: TypeRef::Spelled(of, scope),
        pointers,
        is_call: false,
        is_entry: false,
    })
}

/// Returns the path at the start of a text, including template arguments, and the rest.
pub(super) fn path_at(text: &str) -> Option<(&str, &str)> {
    let mut end = 0;
    loop {
        let rest = &text[end..];
        let word = rest.find(|char| !is_word_char(char)).unwrap_or(rest.len());
        if word == 0 && (end > 0 || !rest.starts_with("::")) {
            return None;
        }
        end += word;
        // `a < b` is not a list of arguments.
        if text[end..].starts_with('<')
            && let Some(behind) = behind(&text[end..])
        {
            end = text.len() - behind.len();
        }
        match text[end..].strip_prefix("::") {
            Some(rest) => end = text.len() - rest.len(),
            None => return Some((&text[..end], text[end..].trim_start())),
        }
    }
}

/// Returns the text after the bracket that closes the first one.
pub(super) fn behind(text: &str) -> Option<&str> {
    let is_angle = text.starts_with('<');
    let mut depth = 0_usize;
    let mut quote = None;
    let mut is_escaped = false;
    for (at, char) in text.char_indices() {
        match (quote, char) {
            _ if is_escaped => is_escaped = false,
            (Some(_), '\\') => is_escaped = true,
            (Some(open), char) if open == char => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(char),
            (None, '(' | '[' | '{') => depth += 1,
            (None, '<') if is_angle => depth += 1,
            (None, ';') => return None,
            (None, ')' | ']' | '}') => depth = depth.checked_sub(1)?,
            (None, '>') if is_angle => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return text.get(at + char.len_utf8()..);
        }
    }
    None
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_word_char)
}
