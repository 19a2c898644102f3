//! What an expression is: an object of a class, the class itself, a module, or what is outside of the project.

use std::ops::Range;

use crate::lang::ModuleStyle;
use crate::resolve::bindings::file::expr::path_root;
use crate::resolve::bindings::file::graph::{
    BindingId, BindingKind, Expr, FileId, Graph, ScopeId, Sort, space,
};
use crate::resolve::bindings::file::spelled::spelled_type;
use crate::resolve::bindings::lookup::found::{
    ExprKind, Found, Home, Key, MOST_PARTS, MOST_STEPS, Module, Place,
};
use crate::resolve::bindings::lookup::names::Lookup;
use crate::resolve::bindings::project::{OpenVariable, Project};

/// How many variables are taken to be something at a time.
const MOST_ASSUMED: usize = 3;

impl Project {
    /// What an expression is, as far as declarations and constructions tell.
    pub(in crate::resolve::bindings) fn kind_of(&self, place: Place, expr: &Expr, steps: usize) -> ExprKind {
        let Some(graph) = self.graph(place.file) else { return ExprKind::Unknown };
        if steps > MOST_STEPS {
            return ExprKind::Unknown;
        }
        let rules = graph.rules();
        match expr {
            Expr::Name(range) => {
                let name = graph.slice(range);
                let place = Place { byte: range.start, ..place };
                if rules.shapes.is_some()
                    && let Some(kind) = self.kind_of_word(place, name)
                {
                    return kind;
                }
                if rules.receivers.iter().any(|word| word == name) {
                    return match self.class_at(place, steps) {
                        Found::Key(key, ..) if self.is_own_object(place, name) => ExprKind::Object(key),
                        _ => ExprKind::Unknown,
                    };
                }
                if rules.super_words.iter().any(|word| word == name) {
                    return match self.class_at(place, steps) {
                        Found::Key(key, ..) => ExprKind::Super(key),
                        _ => ExprKind::Unknown,
                    };
                }
                if rules.own_class.iter().any(|word| word == name) {
                    match self.class_at(place, steps) {
                        Found::Key(key, ..) => return ExprKind::Class(key),
                        // Outside of classes it is a name like any other.
                        _ if rules.duck_typed => {}
                        _ => return ExprKind::Unknown,
                    }
                }
                let wanted = if rules.functions_apart { graph.path_space(range) } else { space::ALL };
                let found = self.look_up(place, name, Lookup::of(wanted, steps + 1));
                match found {
                    Found::Nowhere if !self.is_external(place.file, name) => ExprKind::Unknown,
                    Found::Nowhere => ExprKind::External,
                    found => self.kind_of_found(found, Some(place), steps),
                }
            }
            Expr::Member(of, range) => {
                if self.is_own_exports(graph, of, range) {
                    return ExprKind::Module(Module::File(
                        place.file,
                        crate::resolve::bindings::file::graph::TOP,
                    ));
                }
                if let Some(kind) = self.narrowed_field(graph, place, (of, range), steps) {
                    return kind;
                }
                let name = graph.slice(range);
                let owner = match self.kind_of(place, of, steps + 1) {
                    ExprKind::Class(key) if rules.receivers.iter().any(|word| word == name) => {
                        return ExprKind::Object(key);
                    }
                    // The name of a package, perhaps.
                    ExprKind::Unknown | ExprKind::External if self.is_package_path(place, expr) => {
                        return self.kind_of_found(
                            self.resolve(place, expr, space::TYPE, steps + 1),
                            None,
                            steps,
                        );
                    }
                    owner => owner,
                };
                let wanted = match rules {
                    rules if rules.functions_apart => space::FIELD | space::TYPE,
                    rules if rules.fields_apart => space::FIELD,
                    _ => space::ALL,
                };
                self.kind_of_member(owner, name, wanted, steps)
            }
            Expr::Path(Some(of), range) => {
                let owner = match &**of {
                    Expr::Name(first) if self.begins_path(graph.slice(first)) => {
                        self.kind_of_found(self.resolve(place, of, space::TYPE, steps + 1), None, steps)
                    }
                    of => self.kind_of(place, of, steps + 1),
                };
                let wanted = if rules.fields_apart { space::VALUE } else { space::ALL };
                self.kind_of_member(owner, graph.slice(range), wanted, steps)
            }
            Expr::Path(None, _) => {
                self.kind_of_found(self.resolve(place, expr, space::ALL, steps + 1), None, steps)
            }
            Expr::Generic(of, argument) => {
                let kind = self.kind_of(place, of, steps + 1);
                match (&rules.item, &**argument, kind) {
                    (Some(_), argument, kind) if kind.is_foreign() => {
                        if self.is_own(place, argument, steps) {
                            ExprKind::Unknown
                        } else {
                            ExprKind::Foreign
                        }
                    }
                    (Some(_), Expr::Slice, kind @ ExprKind::Holder(_)) => kind,
                    (Some(_), Expr::Slice, _) => ExprKind::Unknown,
                    (Some(_), Expr::Spelled(number), ExprKind::Row(parts)) => {
                        let number: Option<usize> = graph.slice(number).parse().ok();
                        number.and_then(|number| parts.into_iter().nth(number)).unwrap_or(ExprKind::Unknown)
                    }
                    (Some(item), _, kind) => self.item_of(kind, item, steps),
                    (None, _, kind) => kind,
                }
            }
            Expr::Call(of) => {
                if let Expr::Name(range) = &**of
                    && rules.super_calls.iter().any(|word| word == graph.slice(range))
                {
                    return match self.class_at(place, steps) {
                        Found::Key(key, ..) => ExprKind::Super(key),
                        _ => ExprKind::Unknown,
                    };
                }
                self.kind_of_call(place, of, steps)
            }
            // What is made of a variable is of the class that it has.
            Expr::Make(of) if rules.shapes.is_some() && self.is_variable(place, of, steps) => {
                match self.kind_of(place, of, steps + 1) {
                    ExprKind::Class(key) => ExprKind::Object(key),
                    _ => ExprKind::Unknown,
                }
            }
            Expr::Make(of) if !rules.prototypes.is_empty() => match self.kind_of(place, of, steps + 1) {
                ExprKind::Function(file, id) => ExprKind::Object(self.key_of(file, id, steps)),
                _ => self.object_of(place, of, steps + 1),
            },
            Expr::Make(of) => self.object_of(place, of, steps + 1),
            Expr::ClassOf(of, called) => self.class_of_value(place, of, called, steps),
            Expr::Gathered(of, called) => self.gathered(place, of, called, steps),
            Expr::Held(of) => {
                let holder = self.kind_of(place, of, steps + 1);
                self.held_by(holder, steps)
            }
            Expr::Key(of) => {
                let table = self.kind_of(place, of, steps + 1);
                self.key_in(table, steps)
            }
            Expr::Row(parts) => {
                let parts = parts.iter().take(MOST_PARTS).map(|part| self.kind_of(place, part, steps + 2));
                ExprKind::Row(parts.collect())
            }
            Expr::Part(of, number) => match self.whole_of_part(place, of, steps) {
                ExprKind::Row(parts) => parts.into_iter().nth(*number).unwrap_or(ExprKind::Unknown),
                kind @ (ExprKind::Plain | ExprKind::Ancestor(_)) => kind,
                kind if rules.duck_typed && kind.is_foreign() => ExprKind::Foreign,
                // Beside a value may stand whether there is one.
                kind @ (ExprKind::Object(_)
                | ExprKind::Holder(_)
                | ExprKind::Table(..)
                | ExprKind::External)
                    if rules.typed_objects =>
                {
                    if *number == 0 {
                        kind
                    } else {
                        ExprKind::External
                    }
                }
                kind if rules.shapes.is_some() => self.held_by(kind, steps),
                _ => ExprKind::Unknown,
            },
            Expr::Class(_) => {
                self.kind_of_found(self.resolve(place, expr, space::TYPE, steps + 1), None, steps)
            }
            Expr::Holder(_) | Expr::Table(..) | Expr::Function(_) => self.object_of(place, expr, steps + 1),
            Expr::Module(_) => {
                self.kind_of_found(self.resolve(place, expr, space::ALL, steps + 1), None, steps)
            }
            Expr::Either(parts) => self.one_kind(parts, |part| self.kind_of(place, part, steps + 2)),
            Expr::Literal | Expr::Spelled(_) if rules.functions_apart => ExprKind::Plain,
            Expr::Literal | Expr::Spelled(_) if rules.duck_typed => ExprKind::Plain,
            Expr::Literal | Expr::Spelled(_) if rules.closed_externals => ExprKind::External,
            Expr::Literal if !rules.plain_types.is_empty() => ExprKind::Plain,
            Expr::Literal | Expr::Spelled(_) | Expr::Slice | Expr::Nothing | Expr::Other => ExprKind::Unknown,
        }
    }

    /// What a condition says that a field is, where that holds.
    fn narrowed_field(
        &self,
        graph: &Graph,
        place: Place,
        (of, field): (&Expr, &Range<usize>),
        steps: usize,
    ) -> Option<ExprKind> {
        if graph.narrowed_fields.is_empty() {
            return None;
        }
        let path = graph.slice(&(path_root(of)?.start..field.end));
        let mut all = graph.narrowed_fields.get(path)?.iter();
        let (range, declared) = all.find(|(range, _)| range.contains(&place.byte))?;
        let kind = self.object_of(Place { byte: range.start, ..place }, declared, steps + 1);
        matches!(kind, ExprKind::Object(_) | ExprKind::Either(_)).then_some(kind)
    }

    /// Whether an expression is the name of a variable of the project.
    fn is_variable(&self, place: Place, of: &Expr, steps: usize) -> bool {
        let Found::Key(_, file, id) = self.resolve(place, of, space::VALUE, steps + 1) else { return false };
        let kind = self.graph(file).map(|graph| graph.bindings[id].kind);
        matches!(kind, Some(BindingKind::Variable | BindingKind::Parameter | BindingKind::Field))
    }

    /// What stands in brackets behind an expression, where any object may have such items.
    fn item_of(&self, kind: ExprKind, item: &str, steps: usize) -> ExprKind {
        match kind {
            ExprKind::Holder(held) | ExprKind::Table(_, held) => *held,
            // A type with arguments.
            ExprKind::Class(key) => ExprKind::Class(key),
            ExprKind::Object(key) => match self.member(&key, item, space::ALL, steps + 1) {
                Found::Key(_, file, id) => self.result_of(file, id, steps + 1),
                _ => ExprKind::Unknown,
            },
            _ => ExprKind::Unknown,
        }
    }

    /// Whether an expression begins with the name of a package.
    pub(in crate::resolve::bindings) fn is_package_path(&self, place: Place, expr: &Expr) -> bool {
        let (Some(graph), Some(root)) = (self.graph(place.file), path_root(expr)) else { return false };
        let place = Place { byte: root.start, ..place };
        let find = || self.look_up(place, graph.slice(root), Lookup::of(graph.path_space(root), 0));
        self.style == ModuleStyle::Package && find() == Found::Nowhere
    }

    /// What is in something that holds others.
    pub(in crate::resolve::bindings) fn held_by(&self, holder: ExprKind, steps: usize) -> ExprKind {
        match holder {
            // Whoever goes through a table is given what things are held under.
            ExprKind::Table(key, _) if self.rules.duck_typed => *key,
            ExprKind::Holder(held) | ExprKind::Table(_, held) => *held,
            kind if self.rules.duck_typed && kind.is_foreign() => ExprKind::Foreign,
            // A list that is written out may hold anything.
            ExprKind::Plain if self.rules.duck_typed => ExprKind::Unknown,
            ExprKind::Plain => ExprKind::Plain,
            // A module that is waited for.
            kind @ ExprKind::Module(_) => kind,
            _ if !self.rules.typed_objects || steps > MOST_STEPS => ExprKind::Unknown,
            ExprKind::External => ExprKind::External,
            // A generic function with its arguments.
            kind @ (ExprKind::Function(..) | ExprKind::Class(_)) => kind,
            ExprKind::Object(key) => match self.made_of(&key, steps) {
                ExprKind::Object(other) if other == key => ExprKind::Unknown,
                made_of => self.held_by(made_of, steps + 2),
            },
            _ => ExprKind::Unknown,
        }
    }

    /// What something is held under.
    fn key_in(&self, table: ExprKind, steps: usize) -> ExprKind {
        match table {
            ExprKind::Table(key, _) => *key,
            // Numbers, in a list.
            ExprKind::Holder(_) | ExprKind::External => ExprKind::External,
            ExprKind::Object(key) if steps < MOST_STEPS => match self.made_of(&key, steps) {
                ExprKind::Object(other) if other == key => ExprKind::Unknown,
                made_of => self.key_in(made_of, steps + 2),
            },
            _ => ExprKind::Unknown,
        }
    }

    /// What the objects of a class are beside being of the class.
    pub(super) fn made_of(&self, key: &Key, steps: usize) -> ExprKind {
        let Found::Key(_, file, id) = self.binding_of(key) else { return ExprKind::Unknown };
        let Some(graph) = self.graph(file) else { return ExprKind::Unknown };
        let binding = &graph.bindings[id];
        let value = binding.value.as_ref();
        value.map_or(ExprKind::Unknown, |value| {
            self.object_of(Place { file, byte: binding.name.end }, value, steps + 1)
        })
    }

    /// Whether a name that is not found stands for what is outside of the project.
    pub(super) fn is_external(&self, file: FileId, name: &str) -> bool {
        if !self.rules.typed_objects {
            return self.rules.closed_externals;
        }
        let Some(graph) = self.graph(file) else { return false };
        if self.rules.functions_apart {
            // Types begin with a capital letter; a variable may be one of a base outside of the project.
            return name.starts_with(char::is_uppercase);
        }
        let lists = [&self.rules.root_classes, &self.rules.built_in];
        // A package may be called otherwise than its path ends, or give all of its names.
        let is_brought = || {
            let foreign = |path: &String| self.is_foreign(file, path);
            let imports = graph.packages.iter().filter_map(|id| graph.bindings[*id].import.as_ref()?.first());
            !graph.scopes[crate::resolve::bindings::file::graph::TOP].wildcards.is_empty()
                || imports.into_iter().any(foreign)
        };
        lists.iter().any(|list| list.iter().any(|one| one == name)) || is_brought()
    }

    /// What an object of a type is.
    pub(super) fn object_of(&self, place: Place, declared: &Expr, steps: usize) -> ExprKind {
        let Some(graph) = self.graph(place.file) else { return ExprKind::Unknown };
        let rules = graph.rules();
        if steps > MOST_STEPS {
            return ExprKind::Unknown;
        }
        let (head, argument) = match declared {
            Expr::Generic(of, argument) => (&**of, Some(&**argument)),
            Expr::Holder(held) => return ExprKind::Holder(Box::new(self.object_of(place, held, steps + 1))),
            Expr::Table(key, held) => {
                let of = |part| Box::new(self.object_of(place, part, steps + 1));
                return ExprKind::Table(of(key), of(held));
            }
            Expr::Function(given) => {
                return ExprKind::Giving(Box::new(self.object_of(place, given, steps + 1)));
            }
            Expr::Literal if !rules.plain_types.is_empty() => return ExprKind::Plain,
            Expr::Held(_) => return self.kind_of(place, declared, steps + 1),
            Expr::Other => return ExprKind::Unknown,
            Expr::Either(parts) => {
                return self.one_kind(parts, |part| self.object_of(place, part, steps + 2));
            }
            Expr::Spelled(range) if rules.duck_typed => {
                return match spelled_type(&graph.text, range.clone()) {
                    Some(spelled) => self.object_of(place, &spelled, steps + 2),
                    None => ExprKind::Unknown,
                };
            }
            Expr::Row(parts) => {
                let parts = parts.iter().take(MOST_PARTS).map(|part| self.object_of(place, part, steps + 2));
                return ExprKind::Row(parts.collect());
            }
            other => (other, None),
        };
        let name = match head {
            Expr::Name(range) | Expr::Member(_, range) | Expr::Path(_, range) => graph.slice(range),
            _ => "",
        };
        let is_one = |words: &[String]| words.iter().any(|word| word == name);
        if is_one(&rules.untyped) {
            return ExprKind::Unknown;
        }
        // The class at hand, behind the module that has the word for it.
        if let (Expr::Member(..), true) = (head, rules.duck_typed && is_one(&rules.own_class)) {
            return match self.class_at(place, steps) {
                Found::Key(key, ..) => ExprKind::Object(key),
                _ => ExprKind::Unknown,
            };
        }
        // That of an object, as the object is asked for it.
        let asks_for_class = matches!(head, Expr::Member(..)) && is_one(&rules.class_members)
            || matches!(head, Expr::ClassOf(..));
        if asks_for_class && rules.duck_typed {
            return match self.kind_of(place, head, steps + 1) {
                ExprKind::Class(key) => ExprKind::Object(key),
                _ => ExprKind::Unknown,
            };
        }
        if let Some(argument) = argument {
            let parts = match argument {
                Expr::Row(parts) => parts.as_slice(),
                one => std::slice::from_ref(one),
            };
            // A class of the project's may be called like one that holds others.
            let is_own = || matches!(self.class_of(place, head, steps + 1), Found::Key(..));
            if let (true, [key, held]) = (is_one(&rules.tables) && !is_own(), parts) {
                let of = |part| Box::new(self.object_of(place, part, steps + 1));
                return ExprKind::Table(of(key), of(held));
            }
            if is_one(&rules.rows) && !is_own() {
                return match parts {
                    [of, Expr::Name(dots)] if graph.slice(dots) == "..." => {
                        ExprKind::Holder(Box::new(self.object_of(place, of, steps + 1)))
                    }
                    _ => self.object_of(place, &Expr::Row(parts.to_vec()), steps + 1),
                };
            }
            let held = if is_one(&rules.tables) { parts.last() } else { parts.first() };
            let is_holder = is_one(&rules.holders) || is_one(&rules.tables);
            if let Some(held) = held.filter(|_| is_holder && !is_own()) {
                return ExprKind::Holder(Box::new(self.object_of(place, held, steps + 1)));
            }
            if let Some(one) = held.filter(|_| is_one(&rules.class_types)) {
                return match self.object_of(place, one, steps + 1) {
                    ExprKind::Object(key) => ExprKind::Class(key),
                    _ => ExprKind::Unknown,
                };
            }
            if let Some(one) = held.filter(|_| is_one(&rules.wrappers) && rules.duck_typed) {
                return self.object_of(place, one, steps + 1);
            }
            if is_one(&rules.unions) {
                let parts: Vec<Expr> = parts.iter().filter(|part| **part != Expr::Nothing).cloned().collect();
                return self.one_kind(&parts, |part| self.object_of(place, part, steps + 2));
            }
        }
        match self.class_of(place, declared, steps + 1) {
            Found::Key(_, file, id) if rules.duck_typed && self.stands_for_any(file, id) => ExprKind::Unknown,
            Found::Key(key, file, id) => self.one_of_alias(file, id, steps).unwrap_or(ExprKind::Object(key)),
            Found::External | Found::Nowhere if !rules.plain_types.is_empty() => match argument {
                None if rules.typed_objects && !is_one(&rules.plain_types) => ExprKind::External,
                None => ExprKind::Plain,
                Some(_) if is_one(&rules.plain_types) => ExprKind::Shell,
                Some(_) if rules.own_members && self.names_foreign_only(place, declared, steps) => {
                    ExprKind::Plain
                }
                Some(_) => ExprKind::External,
            },
            // What is outside of the project may make anything of its argument.
            Found::External | Found::Nowhere if rules.duck_typed => match argument {
                Some(_) => ExprKind::Unknown,
                None if name.is_empty() || names_parameter_of_types(graph, place, name) => ExprKind::Unknown,
                None if matches!(self.resolve(place, head, space::ALL, steps + 1), Found::Key(_, file, id) if self.stands_for_any(file, id)) => {
                    ExprKind::Unknown
                }
                // A variable may stand for a class.
                None => match self.kind_of(place, head, steps + 1) {
                    ExprKind::Class(key) => ExprKind::Object(key),
                    ExprKind::External | ExprKind::Module(_) | ExprKind::Plain => {
                        let is_known = rules.base_members.contains_key(name);
                        if is_known { ExprKind::Ancestor(name.to_owned()) } else { ExprKind::Plain }
                    }
                    _ => ExprKind::Unknown,
                },
            },
            // What has arguments gives back what they are.
            Found::External if rules.typed_objects && argument.is_some() => ExprKind::Unknown,
            Found::External => ExprKind::External,
            Found::Nowhere if self.is_external(place.file, name) => ExprKind::External,
            _ => ExprKind::Unknown,
        }
    }

    /// Whether all names of a type, its arguments included, stand for what is outside of the project.
    fn names_foreign_only(&self, place: Place, declared: &Expr, steps: usize) -> bool {
        match declared {
            Expr::Generic(of, argument) => [&**of, &**argument]
                .into_iter()
                .all(|part| steps < MOST_STEPS && self.names_foreign_only(place, part, steps + 1)),
            Expr::Row(parts) => parts.iter().all(|part| self.names_foreign_only(place, part, steps + 1)),
            Expr::Holder(of) => self.names_foreign_only(place, of, steps + 1),
            Expr::Name(_) | Expr::Path(..) => match self.resolve(place, declared, space::TYPE, steps + 1) {
                Found::External => true,
                // What a macro makes is not found either.
                Found::Nowhere => self.is_given_by_language(place.file, declared),
                _ => false,
            },
            Expr::Literal => true,
            _ => false,
        }
    }

    fn is_given_by_language(&self, file: FileId, declared: &Expr) -> bool {
        let name = self.graph(file).and_then(|graph| super::classes::last_name(graph, declared));
        let prelude = self.rules.tree.as_ref().map_or(&[][..], |tree| &tree.prelude);
        prelude.iter().any(|own| name == Some(own.as_str()))
    }

    /// Whether what a name in the place of a type stands for is not known: a parameter, or what a call gives.
    fn stands_for_any(&self, file: FileId, id: BindingId) -> bool {
        let binding = self.graph(file).map(|graph| &graph.bindings[id]);
        binding.is_some_and(|binding| match binding.kind {
            BindingKind::Generic => binding.declared.is_none(),
            BindingKind::Variable => matches!(binding.value, Some(Expr::Call(_))),
            _ => false,
        })
    }

    /// What a part is taken out of: a value, or what a variant holds.
    fn whole_of_part(&self, place: Place, of: &Expr, steps: usize) -> ExprKind {
        if let Expr::Path(Some(_), _) = of
            && let Found::Key(_, file, id) = self.resolve(place, of, space::VALUE, steps + 1)
            && let Some(graph) = self.graph(file)
            && let binding = &graph.bindings[id]
            && let (BindingKind::Class, None, Some(row)) = (binding.kind, binding.opens, &binding.declared)
        {
            return self.object_of(Place { file, byte: binding.name.start }, row, steps + 1);
        }
        self.kind_of(place, of, steps + 1)
    }

    /// What a field without a name is.
    fn kind_in_row(&self, owner: &ExprKind, number: usize, steps: usize) -> ExprKind {
        match owner {
            ExprKind::Row(parts) => parts.get(number).cloned().unwrap_or(ExprKind::Unknown),
            ExprKind::Object(key) => {
                let scopes = self.scopes_of_class(key);
                let row = scopes.iter().find_map(|(file, scope)| {
                    let here = &self.graph(*file)?.scopes[*scope];
                    Some((Place { file: *file, byte: here.range.start }, here.row.as_ref()?))
                });
                match row {
                    Some((place, row)) => match self.object_of(place, row, steps + 1) {
                        ExprKind::Row(parts) => parts.into_iter().nth(number).unwrap_or(ExprKind::Unknown),
                        _ => ExprKind::Unknown,
                    },
                    None => ExprKind::Unknown,
                }
            }
            _ => ExprKind::Unknown,
        }
    }

    pub(super) fn kind_of_member(&self, owner: ExprKind, name: &str, wanted: u8, steps: usize) -> ExprKind {
        if let Ok(number) = name.parse() {
            return self.kind_in_row(&owner, number, steps);
        }
        match owner {
            ExprKind::Class(key) if self.rules.prototypes.iter().any(|word| word == name) => {
                ExprKind::Object(key)
            }
            ExprKind::Function(file, id) if self.rules.prototypes.iter().any(|word| word == name) => {
                ExprKind::Object(self.key_of(file, id, steps))
            }
            ExprKind::Object(key) if self.rules.class_members.iter().any(|word| word == name) => {
                ExprKind::Class(key)
            }
            ref kind @ (ExprKind::Object(ref key) | ExprKind::Class(ref key)) => {
                let wanted = self.rules_side(key, kind, wanted);
                let found = self.member(key, name, wanted, steps + 1);
                self.kind_of_found(found, None, steps)
            }
            ExprKind::Module(module) => {
                let found = self.in_module(&module, name, space::ALL, steps + 1);
                self.kind_of_found(found, None, steps)
            }
            // What a property gives back is reached like a field.
            ExprKind::Function(file, id) => match self.result_of(file, id, steps) {
                ExprKind::Object(key) => self.kind_of_member(ExprKind::Object(key), name, wanted, steps + 1),
                _ => ExprKind::Unknown,
            },
            ExprKind::Super(key) => {
                let found = self.inherited(&key, name);
                self.kind_of_found(found, None, steps)
            }
            kind @ (ExprKind::External | ExprKind::Foreign) => kind,
            ExprKind::Either(keys) => super::shapes::one_of_kinds(keys.into_iter().map(|key| {
                let object = ExprKind::Object(key);
                self.kind_of_member(object, name, wanted, steps + 1)
            })),
            // What is held under a key may be asked for as a member of that name.
            ExprKind::Table(_, held) if self.rules.shapes.is_some() => *held,
            ExprKind::Plain
            | ExprKind::Ancestor(_)
            | ExprKind::Shell
            | ExprKind::Holder(_)
            | ExprKind::Row(_)
            | ExprKind::Table(..)
            | ExprKind::Giving(_)
            | ExprKind::Unknown => ExprKind::Unknown,
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
    pub(in crate::resolve::bindings) fn kind_of_found(
        &self,
        found: Found,
        seen_from: Option<Place>,
        steps: usize,
    ) -> ExprKind {
        match found {
            Found::Key(key, file, id) => match self.graph(file).map(|graph| graph.bindings[id].kind) {
                Some(BindingKind::Class) => ExprKind::Class(self.class_of_variant(key, file, id)),
                Some(BindingKind::Import) => match self.through(file, id, steps) {
                    Found::Key(_, other, of) if (other, of) == (file, id) => ExprKind::Unknown,
                    found => self.kind_of_found(found, None, steps + 1),
                },
                Some(BindingKind::Type | BindingKind::Generic) => match self.aliased(file, id, steps + 1) {
                    Found::Key(key, ..) => ExprKind::Class(key),
                    Found::External => ExprKind::External,
                    _ => ExprKind::Unknown,
                },
                Some(BindingKind::Function) if self.is_property(file, id) => {
                    self.result_of(file, id, steps + 1)
                }
                Some(BindingKind::Function) => ExprKind::Function(file, id),
                Some(
                    BindingKind::Variable
                    | BindingKind::Parameter
                    | BindingKind::Field
                    | BindingKind::Component,
                ) => self.kind_of_variable(file, id, seen_from, steps),
                _ => ExprKind::Unknown,
            },
            Found::Module(module) => ExprKind::Module(module),
            Found::External => ExprKind::External,
            Found::Nowhere | Found::Unknown => ExprKind::Unknown,
        }
    }

    /// The class whose objects a class makes: a variant makes those of the class it stands in.
    fn class_of_variant(&self, key: Key, file: FileId, id: BindingId) -> Key {
        let is_variant = self.graph(file).is_some_and(|graph| graph.bindings[id].opens.is_none());
        match &key.home {
            Home::Class(of) if is_variant => (**of).clone(),
            _ => key,
        }
    }

    /// What a variable is: all that it is declared to be and given must agree.
    pub(super) fn kind_of_variable(
        &self,
        file: FileId,
        id: BindingId,
        seen_from: Option<Place>,
        steps: usize,
    ) -> ExprKind {
        let Some(graph) = self.graph(file) else { return ExprKind::Unknown };
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
            if is_stated || self.may_be_narrowed((file, id), &kind, steps) {
                return kind;
            }
        }
        let is_ordered = binding.from > 0;
        let variable = (file, binding.scope, name);
        if let Some(kind) = self.open_kind(variable).filter(|_| !is_ordered) {
            return kind;
        }
        let is_given = self.is_given(graph, id);
        let same = if is_given { &graph.exports[name] } else { graph.bound(binding.scope, name) };
        let same = same.iter().filter(|other| !is_ordered || **other == id);
        let asked = self.asked_again.get();
        let mut known = None;
        let mut made_of_itself = Vec::new();
        for id in same {
            let binding = &graph.bindings[*id];
            // That there is nothing yet does not tell what there will be.
            if binding.declared.is_none() && binding.value == Some(Expr::Nothing) {
                continue;
            }
            let place = Place { file, byte: binding.name.start };
            let kind = match (&binding.declared, &binding.value) {
                (Some(declared), _) => self.object_of(place, declared, steps + 1),
                // Nor does what a parameter is if nothing is given.
                (None, Some(Expr::Literal | Expr::Spelled(_)))
                    if binding.kind == BindingKind::Parameter && graph.rules().duck_typed =>
                {
                    ExprKind::Unknown
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
                    self.kind_of_fixture(file, *id, steps + 1).unwrap_or(ExprKind::Unknown)
                }
                _ => ExprKind::Unknown,
            };
            // What stands in a class describes what its objects have there.
            let kind = match kind {
                ExprKind::Foreign if graph.scopes[binding.scope].sort == Sort::Class => ExprKind::Unknown,
                kind => kind,
            };
            match &known {
                // What is declared counts for all that is given later.
                _ if binding.declared.is_some() => return kind,
                None => known = Some(kind),
                Some(before) if *before == kind => {}
                Some(_) => return ExprKind::Unknown,
            }
        }
        let known = known.unwrap_or(ExprKind::Unknown);
        if made_of_itself.is_empty() || known == ExprKind::Unknown || !self.may_assume() {
            return if made_of_itself.is_empty() { known } else { ExprKind::Unknown };
        }
        let stays = |(place, value): (Place, &Expr)| {
            self.opening(variable, Some(&known), || self.kind_of(place, value, steps + 2)) == known
        };
        if made_of_itself.into_iter().all(stays) {
            // That holds whatever the others are that were asked for.
            self.asked_again.set(asked);
            return known;
        }
        ExprKind::Unknown
    }

    /// Whether a variable may be what a condition says: what it is anyway must be that, too.
    fn may_be_narrowed(&self, (file, id): (FileId, BindingId), kind: &ExprKind, steps: usize) -> bool {
        let classes = |kind: &ExprKind| match kind {
            ExprKind::Object(key) => vec![key.clone()],
            ExprKind::Either(keys) => keys.clone(),
            _ => Vec::new(),
        };
        let (narrow, wide) = (classes(kind), classes(&self.kind_of_variable(file, id, None, steps + 1)));
        let is_below =
            |key: &Key| wide.is_empty() || self.ancestry(key).0.iter().any(|one| wide.contains(one));
        !narrow.is_empty() && narrow.iter().all(is_below)
    }

    /// What a variable is taken to be while it is found out what it is; not known where it is only being found out.
    fn open_kind(&self, (file, scope, name): (FileId, ScopeId, &str)) -> Option<ExprKind> {
        let open = self.open_variables.borrow();
        let mut is_assumed = false;
        for one in open.iter().rev() {
            let is_it = (one.file, one.scope, &*one.name) == (file, scope, name);
            match &one.kind {
                Some(kind) if is_it => return Some(kind.clone()),
                Some(_) => is_assumed = true,
                // Where something is taken for granted, all else is found out again.
                None if is_it && !is_assumed => {
                    self.asked_again.set(self.asked_again.get() + 1);
                    return Some(ExprKind::Unknown);
                }
                None => {}
            }
        }
        None
    }

    /// What something comes to while a variable is being found out, or taken to be of a kind.
    fn opening(
        &self,
        (file, scope, name): (FileId, ScopeId, &str),
        kind: Option<&ExprKind>,
        find: impl FnOnce() -> ExprKind,
    ) -> ExprKind {
        let open = OpenVariable { file, scope, name: name.into(), kind: kind.cloned() };
        self.open_variables.borrow_mut().push(open);
        let found = find();
        self.open_variables.borrow_mut().pop();
        found
    }

    /// Whether something is taken for granted.
    pub(super) fn is_assuming(&self) -> bool {
        self.open_variables.borrow().iter().any(|one| one.kind.is_some())
    }

    /// Whether not too much is taken for granted already.
    fn may_assume(&self) -> bool {
        self.open_variables.borrow().iter().filter(|one| one.kind.is_some()).count() < MOST_ASSUMED
    }

    /// What something comes to, and whether nothing was asked for in it that is being found out.
    pub(super) fn watching(&self, find: impl FnOnce() -> ExprKind) -> (ExprKind, bool) {
        let asked = self.asked_again.get();
        let found = find();
        (found, self.asked_again.get() == asked)
    }
}

/// Whether a name is one of the parameters that a function or a class around has for types.
fn names_parameter_of_types(graph: &Graph, place: Place, name: &str) -> bool {
    let is_it = |id: &BindingId| graph.bindings[*id].kind == BindingKind::Generic;
    graph.around(graph.scope_at(place.byte)).any(|at| graph.bound(at, name).iter().any(is_it))
}
