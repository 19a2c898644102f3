//! What an expression is: an object of a class, the class itself, a module, or what is outside of the project.

use super::graph::{BindingId, BindingKind, Expr, FileId, Sort, space};
use super::lookup::{Found, Key, MOST_STEPS, Place};
use super::modules::Module;
use super::project::Project;

/// What an expression is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    Object(Key),
    Class(Key),
    Function(FileId, BindingId),
    Module(Module),
    /// The object at hand, as what its class inherits from.
    Super(Key),
    External,
    Unknown,
}

impl Project {
    /// What an expression is, as far as declarations and constructions tell.
    pub(super) fn kind_of(&self, place: Place, expr: &Expr, steps: usize) -> Kind {
        let Some(graph) = self.graph(place.file) else { return Kind::Unknown };
        if steps > MOST_STEPS {
            return Kind::Unknown;
        }
        let rules = graph.rules();
        match expr {
            Expr::Name(range) => {
                let name = graph.slice(range);
                let place = Place { byte: range.start, ..place };
                if rules.receivers.iter().any(|word| word == name) {
                    return match self.class_at(place, steps) {
                        Found::Key(key, ..) if self.is_own_object(place, name) => Kind::Object(key),
                        _ => Kind::Unknown,
                    };
                }
                if rules.own_class.iter().any(|word| word == name) {
                    return match self.class_at(place, steps) {
                        Found::Key(key, ..) => Kind::Class(key),
                        _ => Kind::Unknown,
                    };
                }
                let found = self.look_up(place, name, space::ALL, None, steps + 1);
                match found {
                    Found::Nowhere if !rules.closed_externals => Kind::Unknown,
                    Found::Nowhere => Kind::External,
                    found => self.kind_of_found(found, Some(place), steps),
                }
            }
            Expr::Member(of, range) | Expr::Path(Some(of), range) => {
                let owner = self.kind_of(place, of, steps + 1);
                self.kind_of_member(owner, graph.slice(range), steps)
            }
            Expr::Path(None, _) => {
                self.kind_of_found(self.resolve(place, expr, space::ALL, steps + 1), None, steps)
            }
            Expr::Generic(of, _) => self.kind_of(place, of, steps + 1),
            Expr::Call(of) => {
                if let Expr::Name(range) = &**of
                    && rules.super_calls.iter().any(|word| word == graph.slice(range))
                {
                    return match self.class_at(place, steps) {
                        Found::Key(key, ..) => Kind::Super(key),
                        _ => Kind::Unknown,
                    };
                }
                match self.kind_of(place, of, steps + 1) {
                    Kind::Class(key) => Kind::Object(key),
                    Kind::Function(file, id) => self.result_of(file, id, steps),
                    _ => Kind::Unknown,
                }
            }
            Expr::Make(of) => match self.class_of(place, of, steps + 1) {
                Found::Key(key, ..) => Kind::Object(key),
                Found::External => Kind::External,
                _ => Kind::Unknown,
            },
            Expr::Literal | Expr::Spelled(_) if rules.closed_externals => Kind::External,
            Expr::Literal | Expr::Spelled(_) | Expr::Other => Kind::Unknown,
        }
    }

    fn kind_of_member(&self, owner: Kind, name: &str, steps: usize) -> Kind {
        match owner {
            Kind::Object(key) | Kind::Class(key) => {
                let found = self.member(&key, name, steps + 1);
                self.kind_of_found(found, None, steps)
            }
            Kind::Module(module) => {
                let found = self.in_module(&module, name, space::ALL, steps + 1);
                self.kind_of_found(found, None, steps)
            }
            // What a property gives back is reached like a field.
            Kind::Function(file, id) => match self.result_of(file, id, steps) {
                Kind::Object(key) => self.kind_of_member(Kind::Object(key), name, steps + 1),
                _ => Kind::Unknown,
            },
            Kind::Super(key) => {
                let found = self.inherited(&key, name);
                self.kind_of_found(found, None, steps)
            }
            Kind::External => Kind::External,
            Kind::Unknown => Kind::Unknown,
        }
    }

    /// Whether a word for the object at hand is not bound to something else where it stands.
    fn is_own_object(&self, place: Place, word: &str) -> bool {
        let Some(graph) = self.graph(place.file) else { return false };
        let binder = graph.around(graph.scope_at(place.byte)).find(|at| !graph.bound(*at, word).is_empty());
        let Some(binder) = binder else { return true };
        let is_parameter = |id: &usize| graph.bindings[*id].kind == BindingKind::Parameter;
        let parent = graph.scopes[binder].parent;
        let is_method = parent.is_some_and(|parent| graph.scopes[parent].sort == Sort::Class);
        let of = graph.scopes[binder].of;
        let is_given = of.is_some_and(|of| graph.bindings[of].subject.is_some());
        graph.bound(binder, word).iter().all(is_parameter) && (is_method || is_given)
    }

    /// What a definition is as an expression.
    fn kind_of_found(&self, found: Found, seen_from: Option<Place>, steps: usize) -> Kind {
        match found {
            Found::Key(key, file, id) => match self.graph(file).map(|graph| graph.bindings[id].kind) {
                Some(BindingKind::Class) => Kind::Class(key),
                Some(BindingKind::Type) => match self.aliased(file, id, steps + 1) {
                    Found::Key(key, ..) => Kind::Class(key),
                    Found::External => Kind::External,
                    _ => Kind::Unknown,
                },
                Some(BindingKind::Function) => Kind::Function(file, id),
                Some(BindingKind::Variable | BindingKind::Parameter | BindingKind::Field) => {
                    self.kind_of_variable(file, id, seen_from, steps)
                }
                _ => Kind::Unknown,
            },
            Found::Module(module) => Kind::Module(module),
            Found::External => Kind::External,
            Found::Nowhere | Found::Unknown => Kind::Unknown,
        }
    }

    /// What a variable is: all that it is declared to be and given must agree.
    fn kind_of_variable(&self, file: FileId, id: BindingId, seen_from: Option<Place>, steps: usize) -> Kind {
        let Some(graph) = self.graph(file) else { return Kind::Unknown };
        let binding = &graph.bindings[id];
        let name = graph.slice(&binding.name);
        let is_ordered = binding.from > 0;
        let same = graph.bound(binding.scope, name).iter().filter(|other| !is_ordered || **other == id);
        let mut known = None;
        for id in same {
            let binding = &graph.bindings[*id];
            let place = Place { file, byte: binding.name.start };
            let kind = match (&binding.declared, &binding.value) {
                (Some(declared), _) => match self.class_of(place, declared, steps + 1) {
                    Found::Key(key, ..) => Kind::Object(key),
                    Found::External => Kind::External,
                    Found::Nowhere if graph.rules().closed_externals => Kind::External,
                    _ => Kind::Unknown,
                },
                (None, Some(value)) if seen_from.is_none_or(|from| from.byte != place.byte) => {
                    self.kind_of(place, value, steps + 2)
                }
                _ => Kind::Unknown,
            };
            match &known {
                // What is declared counts for all that is given later.
                _ if binding.declared.is_some() => return kind,
                None => known = Some(kind),
                Some(before) if *before == kind => {}
                Some(_) => return Kind::Unknown,
            }
        }
        known.unwrap_or(Kind::Unknown)
    }

    /// What a function gives back.
    fn result_of(&self, file: FileId, id: BindingId, steps: usize) -> Kind {
        let Some(graph) = self.graph(file) else { return Kind::Unknown };
        let binding = &graph.bindings[id];
        let Some(declared) = &binding.declared else { return Kind::Unknown };
        // The type is read where the function stands, as a member of its class.
        let inside = binding.opens.map_or(binding.name.start, |scope| graph.scopes[scope].range.start);
        let byte = match graph.scopes[binding.scope].sort {
            Sort::Class => binding.name.start,
            _ => inside,
        };
        match self.class_of(Place { file, byte }, declared, steps + 1) {
            Found::Key(key, ..) => Kind::Object(key),
            Found::External => Kind::External,
            _ => Kind::Unknown,
        }
    }
}
