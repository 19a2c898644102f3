//! The type of a variable, from its declaration and its assignments.

use crate::resolve::bindings::file::graph::{BindingId, BindingKind, Expr, FileId, ScopeId, Sort};
use crate::resolve::bindings::lookup::results::{Container, DefinitionId, Found, InferredType, Place};
use crate::resolve::bindings::project::{OpenVariable, Project};

/// The maximum number of nested assumptions about variables.
const MOST_ASSUMED: usize = 3;

impl Project {
    /// Returns the type of an expression that refers to a definition.
    pub(in crate::resolve::bindings) fn kind_of_found(
        &self,
        found: Found,
        seen_from: Option<Place>,
        steps: usize,
    ) -> InferredType {
        match found {
            Found::Definition(key, file, id) => match self.graph(file).map(|graph| graph.bindings[id].kind) {
                Some(BindingKind::Class) => InferredType::Class(self.class_of_variant(key, file, id)),
                Some(BindingKind::Import) => match self.target_of_alias(file, id, steps) {
                    Found::Definition(_, other, of) if (other, of) == (file, id) => InferredType::Unknown,
                    found => self.kind_of_found(found, None, steps + 1),
                },
                Some(BindingKind::Type | BindingKind::Generic) => match self.aliased(file, id, steps + 1) {
                    Found::Definition(key, ..) => InferredType::Class(key),
                    Found::External => InferredType::External,
                    _ => InferredType::Unknown,
                },
                Some(BindingKind::Function) if self.is_property(file, id) => {
                    self.result_of(file, id, steps + 1)
                }
                Some(BindingKind::Function) => InferredType::Function(file, id),
                Some(
                    BindingKind::Variable
                    | BindingKind::Parameter
                    | BindingKind::Field
                    | BindingKind::Component,
                ) => match self.choice_of(&key, file, id).filter(|_| seen_from.is_none()) {
                    Some(class) => InferredType::Object(class),
                    None => self.kind_of_variable(file, id, seen_from, steps),
                },
                _ => InferredType::Unknown,
            },
            Found::Module(module) => InferredType::Module(module),
            Found::External => InferredType::External,
            Found::Nowhere | Found::Unknown => InferredType::Unknown,
        }
    }

    /// Returns the enumeration class of which a field is an instance.
    fn choice_of(&self, key: &DefinitionId, file: FileId, id: BindingId) -> Option<DefinitionId> {
        let class = key.class().filter(|_| !self.rules.enum_bases.is_empty())?;
        let graph = self.graph(file)?;
        let binding = &graph.bindings[id];
        let is_in_class = graph.scopes[binding.scope].sort == Sort::Class && binding.subject.is_none();
        let is_value = is_in_class && binding.declared.is_none() && !key.name.starts_with('_');
        (is_value && self.is_enum(class)).then(|| class.clone())
    }

    /// Returns the class of the objects that a class constructs: a variant constructs objects of the class that
    /// contains it; in languages where members are defined in separate blocks, only variants are inside a class.
    fn class_of_variant(&self, key: DefinitionId, file: FileId, id: BindingId) -> DefinitionId {
        let is_open = || self.graph(file).is_some_and(|graph| graph.bindings[id].body_scope.is_none());
        match &key.container {
            Container::Class(of) if self.rules.explicit_overrides || is_open() => (**of).clone(),
            _ => key,
        }
    }

    /// Returns the type of a variable, if its declaration and all assigned values agree.
    pub(super) fn kind_of_variable(
        &self,
        file: FileId,
        id: BindingId,
        seen_from: Option<Place>,
        steps: usize,
    ) -> InferredType {
        let Some(graph) = self.graph(file) else { return InferredType::Unknown };
        let binding = &graph.bindings[id];
        if let Some(kind) = self.kind_of_shape(graph, file, id) {
            return kind;
        }
        let name = graph.slice(&graph.marked(&binding.name));
        let is_seen = |from: Place| from.file == file;
        let narrowed = graph.narrowed.get(&id).zip(seen_from.filter(|from| is_seen(*from)));
        let narrowed =
            narrowed.and_then(|(all, from)| all.iter().find(|(range, _)| range.contains(&from.byte)));
        if let Some((range, declared)) = narrowed {
            let kind = self.object_of(Place { file, byte: range.start }, declared, steps + 1);
            let is_stated = !self.rules.duck_typed && self.rules.shapes.is_none();
            let is_known = match kind {
                InferredType::Plain | InferredType::LibraryObject(_) => {
                    self.names_plain_classes(file, declared)
                }
                _ => self.may_be_narrowed((file, id), &kind, steps),
            };
            if is_stated || is_known {
                return kind;
            }
        }
        let is_ordered = binding.visible_from > 0;
        let variable = (file, binding.scope, name);
        if let Some(kind) = self.open_kind(variable).filter(|_| !is_ordered) {
            return kind;
        }
        let is_given = self.is_only_exported(graph, id);
        let same = if is_given { &graph.exports[name] } else { graph.bound(binding.scope, name) };
        let same = same.iter().filter(|other| !is_ordered || **other == id);
        let asked = self.asked_again.get();
        let mut known = None;
        let mut made_of_itself = Vec::new();
        for id in same {
            let binding = &graph.bindings[*id];
            // An initial null value does not show the type.
            if binding.declared.is_none() && binding.value == Some(Expr::Null) {
                continue;
            }
            let place = Place { file, byte: binding.name.start };
            let kind = match (&binding.declared, &binding.value) {
                (Some(declared), value) if !graph.rules().duck_typed => {
                    self.declared_in_part(place, (declared, value.as_ref()), steps)
                }
                (Some(declared), _) => self.object_of(place, declared, steps + 1),
                // Nor does the default value of a parameter.
                (None, Some(Expr::Literal | Expr::QuotedType(_) | Expr::List(_) | Expr::Table(_)))
                    if binding.kind == BindingKind::Parameter && graph.rules().duck_typed =>
                {
                    InferredType::Unknown
                }
                (None, Some(value)) if seen_from.is_none_or(|from| from.byte != place.byte) => {
                    let find = || self.kind_of(place, value, steps + 2);
                    let (kind, is_sure) = match is_ordered {
                        true => (find(), true),
                        false => self.watching(|| self.opening(variable, None, find)),
                    };
                    if !is_sure {
                        made_of_itself.push((place, value));
                        continue;
                    }
                    kind
                }
                (None, None) if binding.kind == BindingKind::Parameter => {
                    self.kind_of_fixture(file, *id, steps + 1).unwrap_or(InferredType::Unknown)
                }
                _ => InferredType::Unknown,
            };
            // An external value in a class body may only describe the fields of the objects.
            let kind = match kind {
                InferredType::ExternalResult if graph.scopes[binding.scope].sort == Sort::Class => {
                    InferredType::Unknown
                }
                kind => kind,
            };
            match &known {
                // The declared type takes precedence over later assignments.
                _ if binding.declared.is_some() => return kind,
                None => known = Some(kind),
                Some(before) if *before == kind => {}
                Some(_) => return InferredType::Unknown,
            }
        }
        let known = known.unwrap_or(InferredType::Unknown);
        if made_of_itself.is_empty() || known == InferredType::Unknown || !self.may_assume() {
            return if made_of_itself.is_empty() { known } else { InferredType::Unknown };
        }
        let stays = |(place, value): (Place, &Expr)| {
            self.opening(variable, Some(&known), || self.kind_of(place, value, steps + 2)) == known
        };
        if made_of_itself.into_iter().all(stays) {
            // The result is valid regardless of the other variables that were requested.
            self.asked_again.set(asked);
            return known;
        }
        InferredType::Unknown
    }

    /// Returns whether a variable may have the type that a condition states: it must be compatible with its other type.
    fn may_be_narrowed(&self, (file, id): (FileId, BindingId), kind: &InferredType, steps: usize) -> bool {
        let classes = |kind: &InferredType| match kind {
            InferredType::Object(key) => vec![key.clone()],
            InferredType::Either(keys) => keys.clone(),
            _ => Vec::new(),
        };
        let (narrow, wide) = (classes(kind), classes(&self.kind_of_variable(file, id, None, steps + 1)));
        let is_below =
            |key: &DefinitionId| wide.is_empty() || self.ancestry(key).0.iter().any(|one| wide.contains(one));
        !narrow.is_empty() && narrow.iter().all(is_below)
    }

    /// Returns whether a condition asks for classes of the language whose objects have no member of the project's:
    /// `isinstance(value, (str, bytes))`.
    fn names_plain_classes(&self, file: FileId, declared: &Expr) -> bool {
        let Some(graph) = self.graph(file) else { return false };
        match declared {
            Expr::Name(range) => {
                let is_plain = self.rules.plain_classes.iter().any(|class| class == graph.slice(range));
                is_plain && self.is_built_in(file, range)
            }
            Expr::Either(parts) => parts.iter().all(|part| self.names_plain_classes(file, part)),
            _ => false,
        }
    }

    /// Returns the assumed type of a variable, or unknown if its type is being determined already.
    fn open_kind(&self, (file, scope, name): (FileId, ScopeId, &str)) -> Option<InferredType> {
        let open = self.open_variables.borrow();
        let mut is_assumed = false;
        for one in open.iter().rev() {
            let is_it = (one.file, one.scope, &*one.name) == (file, scope, name);
            match &one.kind {
                Some(kind) if is_it => return Some(kind.clone()),
                Some(_) => is_assumed = true,
                // Under an assumption, everything else is determined anew.
                None if is_it && !is_assumed => {
                    self.asked_again.set(self.asked_again.get() + 1);
                    return Some(InferredType::Unknown);
                }
                None => {}
            }
        }
        None
    }

    /// Runs `find` while a variable is marked as being determined, or as having an assumed type.
    fn opening(
        &self,
        (file, scope, name): (FileId, ScopeId, &str),
        kind: Option<&InferredType>,
        find: impl FnOnce() -> InferredType,
    ) -> InferredType {
        let open = OpenVariable { file, scope, name: name.into(), kind: kind.cloned() };
        self.open_variables.borrow_mut().push(open);
        let found = find();
        self.open_variables.borrow_mut().pop();
        found
    }

    /// Returns whether an assumption is in effect.
    pub(super) fn is_assuming(&self) -> bool {
        self.open_variables.borrow().iter().any(|one| one.kind.is_some())
    }

    /// Returns whether another assumption may be made.
    fn may_assume(&self) -> bool {
        self.open_variables.borrow().iter().filter(|one| one.kind.is_some()).count() < MOST_ASSUMED
    }

    /// Returns the result of `find`, and whether it is independent of variables that are still being determined.
    pub(super) fn watching(&self, find: impl FnOnce() -> InferredType) -> (InferredType, bool) {
        let asked = self.asked_again.get();
        let found = find();
        (found, self.asked_again.get() == asked)
    }
}
