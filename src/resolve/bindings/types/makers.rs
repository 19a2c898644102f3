//! Constructor functions, whose members are assigned one by one: `Basket.prototype.total = function () { ... }`.

use crate::resolve::bindings::file::graph::{BindingKind, Expr, Sort};
use crate::resolve::bindings::lookup::results::{Container, DefinitionId, Found, Place};
use crate::resolve::bindings::project::Project;
use crate::text::normal::{find_words, is_word_char};

impl Project {
    /// Returns whether a definition is a function that can make objects, and no class.
    pub(in crate::resolve::bindings) fn is_maker(&self, key: &DefinitionId) -> bool {
        if self.rules.prototypes.is_empty() {
            return false;
        }
        let Found::Definition(_, file, id) = self.binding_of(key) else { return false };
        self.graph(file).is_some_and(|graph| graph.bindings[id].kind == BindingKind::Function)
    }

    /// Returns the constructor of the current object: the function around a place, or the function of which that one is
    /// a member.
    pub(super) fn made_around(&self, place: Place) -> Option<DefinitionId> {
        let graph = self.graph(place.file)?;
        let arrows = &graph.rules().shapes.as_ref()?.arrows;
        let is_arrow = |kind: &str| arrows.iter().any(|arrow| arrow == kind);
        let mut around = graph.around(graph.scope_at(place.byte)).map(|at| &graph.scopes[at]);
        let of = around.find(|scope| scope.sort == Sort::Function && !is_arrow(&scope.kind))?.of?;
        if graph.bindings[of].subject.is_some() {
            return match self.key_of(place.file, of, 1).container {
                Container::Class(key) => Some((*key).clone()),
                Container::Scope(..) | Container::Space(_) => None,
            };
        }
        let name = graph.slice(&graph.bindings[of].name);
        let key = self.key_of(place.file, of, 1);
        let mut members = graph.outside_members.values().flatten();
        let is_its_own = |id: &&usize| {
            matches!(&graph.bindings[**id].subject, Some(Expr::Name(subject)) if graph.slice(subject) == name)
                && matches!(self.key_of(place.file, **id, 1).container, Container::Class(class) if *class == key)
        };
        members.find(is_its_own).map(|_| key.clone())
    }

    /// Returns whether the objects of a constructor function may share members with others by inheritance: its name or
    /// its prototype is passed on as a value.
    pub(in crate::resolve::bindings) fn is_inherited(&self, maker: &DefinitionId) -> bool {
        let is_given_on = |text: &str, at: usize| {
            let before = text[..at].trim_end();
            let behind = text[at + maker.name.len()..].trim_start();
            let member = behind.strip_prefix('.').map(|rest| rest.split(|char| !is_word_char(char)).next());
            match member.flatten() {
                Some(member) if self.rules.prototypes.iter().any(|word| word == member) => {
                    !behind[1 + member.len()..].starts_with('.')
                }
                Some(member) => member.starts_with("__") || member.starts_with("super"),
                None => {
                    let is_given = before.ends_with(['(', ',']) && behind.starts_with([',', ')']);
                    is_given && !(before.ends_with('(') && behind.starts_with(')'))
                        || before.ends_with("extends")
                }
            }
        };
        self.files_with(&maker.name).into_iter().any(|file| {
            let text = &self.sources[file].text;
            find_words(text, &maker.name).any(|at| is_given_on(text, at))
        })
    }
}
