//! The types of what is in lists and tables that are written out, in languages where others may be added to them.

use std::ops::Range;

use crate::resolve::bindings::file::expr::MOST_ITEMS;
use crate::resolve::bindings::file::graph::{
    BindingGraph, BindingId, BindingKind, Expr, FileId, Sort, TOP, space,
};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::results::{Found, InferredType, MOST_STEPS, Place};
use crate::resolve::bindings::project::Project;
use crate::text::normal::{is_word_char, word_at_end};

impl Project {
    /// Returns the type of a list or a table that is written out where it is used, or of a variable that has one as its
    /// only value and to which nothing is added; `None` for anything else.
    pub(super) fn written_out(&self, place: Place, of: &Expr, steps: usize) -> Option<InferredType> {
        if !self.rules.duck_typed || steps > MOST_STEPS {
            return None;
        }
        match of {
            Expr::List(parts) => {
                Some(InferredType::ContainerOf(Box::new(self.one_of_parts(place, parts, steps))))
            }
            Expr::Table(values) => {
                let held = Box::new(self.one_of_parts(place, values, steps));
                Some(InferredType::MapOf(Box::new(InferredType::Plain), held))
            }
            Expr::Name(_) => {
                let Found::Definition(_, file, id) = self.resolve(place, of, space::VALUE, steps + 1) else {
                    return None;
                };
                let graph = self.graph(file)?;
                let binding = &graph.bindings[id];
                let value = binding.value.as_ref()?;
                let is_written =
                    matches!(value, Expr::List(_) | Expr::Table(_)) && binding.declared.is_none();
                if !is_written || !self.is_left_as_written(file, id) {
                    return None;
                }
                self.written_out(Place { file, byte: binding.name.start }, value, steps + 1)
            }
            _ => None,
        }
    }

    /// Returns the type of several values, if it is known of all.
    fn one_of_parts(&self, place: Place, parts: &[Expr], steps: usize) -> InferredType {
        if parts.len() > MOST_ITEMS {
            return InferredType::Unknown;
        }
        self.one_kind(parts, |part| self.kind_of(place, part, steps + 2))
    }

    /// Returns whether nothing can change the list or table in a variable: it is bound once, and only read.
    fn is_left_as_written(&self, file: FileId, id: BindingId) -> bool {
        let Some(graph) = self.graph(file) else { return false };
        let binding = &graph.bindings[id];
        let name = graph.slice(&binding.name);
        let is_alone = graph.bound(binding.scope, name).len() == 1 && binding.kind == BindingKind::Variable;
        let is_own = match graph.scopes[binding.scope].sort {
            Sort::Function | Sort::Block => true,
            Sort::File => binding.scope == TOP && self.files_with(name).len() == 1,
            Sort::Class | Sort::Module => false,
        };
        let mut places = graph.places_of(name).filter(|at| *at != binding.name.start);
        is_alone && is_own && places.all(|at| is_only_read(graph, &(at..at + name.len())))
    }
}

/// Returns whether code at the name of a list or a table reads what is in it, and does nothing else with it.
fn is_only_read(graph: &BindingGraph, name: &Range<usize>) -> bool {
    if matches!(
        graph.role(name),
        NameRole::Comment | NameRole::Text | NameRole::Label(_) | NameRole::Member(_)
    ) {
        return true;
    }
    let rules = graph.rules();
    let (before, behind) = (graph.text[..name.start].trim_end(), &graph.text[name.end..]);
    if let Some(member) = behind.strip_prefix('.') {
        let word = &member[..member.find(|char| !is_word_char(char)).unwrap_or(member.len())];
        let mut readers = rules.map_iterators.iter().chain(&rules.container_adapters);
        return word == "get" || readers.any(|own| own == word);
    }
    if let Some(inner) = behind.strip_prefix('[') {
        let end = inner.find(['\n', ']']).filter(|end| inner[*end..].starts_with(']'));
        let rest = end.map_or("=", |end| inner[end + 1..].trim_start());
        let is_first =
            graph.text[..name.start].rsplit('\n').next().is_some_and(|line| line.trim().is_empty());
        let is_set = rest.starts_with(['=', '+', '-', '*', '|', '[']) && !rest.starts_with("==")
            || rest.starts_with(',') && is_first;
        return !is_set && word_at_end(before) != "del";
    }
    let readers = [&rules.copying_functions, &rules.element_pickers, &rules.enumerating_functions];
    let is_given = before.strip_suffix('(').is_some_and(|called| {
        let called = word_at_end(called);
        called == "len" || readers.iter().any(|words| words.iter().any(|own| own == called))
    });
    word_at_end(before) == "in" && !behind.trim_start().starts_with(['.', '(', '+']) || is_given
}
