//! Values from outside of the project, in languages without declared types.

use tree_sitter::Node;

use crate::lang::{ExpressionKind, field};
use crate::resolve::bindings::file::expr::{expr, path_root};
use crate::resolve::bindings::file::graph::{BindingGraph, Expr, space};
use crate::resolve::bindings::lookup::names::Lookup;
use crate::resolve::bindings::lookup::results::{DefinitionId, Found, InferredType, Place};
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::types::classes::Open;

/// The maximum number of nodes in the arguments of a call that are searched.
const MOST_GIVEN: usize = 64;

impl InferredType {
    /// Returns whether the value comes from outside of the project.
    pub(super) const fn is_foreign(&self) -> bool {
        matches!(self, Self::External | Self::ExternalResult)
    }
}

impl Project {
    /// Returns whether a call of something from outside of the project returns no object of the project, because its
    /// arguments contain none, nor a class or function that makes one. Functions of the standard library are excluded:
    /// they often return what they are given.
    pub(super) fn is_kept_outside(&self, place: Place, of: &Expr, steps: usize) -> bool {
        let Some(graph) = self.graph(place.file) else { return false };
        let is_of_language = path_root(of).is_some_and(|root| {
            let find = || self.look_up(place, graph.slice(root), Lookup::of(space::ALL, steps + 1));
            let is_crate = || self.is_other_crate(place, graph.slice(root), steps);
            self.is_standard(place, root) || find() == Found::Nowhere && !is_crate()
        });
        !is_of_language && given_to(graph, of).is_some_and(|given| !self.has_own(place, graph, given, steps))
    }

    /// Returns whether the first word of a path is the name of another crate that the file does not import.
    pub(super) fn is_other_crate(&self, place: Place, word: &str, steps: usize) -> bool {
        let Some(tree) = &self.rules.tree else { return false };
        word.starts_with(char::is_lowercase)
            && !tree.prelude.iter().any(|known| known == word)
            && self.look_up(place, word, Lookup::of(space::TYPE, steps + 1)) == Found::Nowhere
    }

    /// Returns whether the project defines a function of a name, judged by the word before the name.
    pub(super) fn defines(&self, name: &str) -> bool {
        if let Some(known) = self.defined.borrow().get(name) {
            return *known;
        }
        let is_function = |file: usize, at: usize| {
            let before = self.sources[file].text[..at].trim_end();
            self.rules.binding_words.first().is_some_and(|word| before.ends_with(word.as_str()))
        };
        let mut files = self.files_with(name).into_iter();
        let found = files.any(|file| self.places_of(file, name).any(|at| is_function(file, at)));
        self.defined.borrow_mut().insert(name.to_owned(), found);
        found
    }

    /// Returns whether an expression names a value from outside of the project.
    pub(in crate::resolve::bindings) fn is_value_outside(&self, place: Place, of: &Expr) -> bool {
        matches!(of, Expr::Name(_) | Expr::Path(..))
            && !matches!(self.resolve(place, of, space::VALUE, 0), Found::Definition(..))
    }

    /// Returns whether the arguments of a call contain something of the project.
    fn has_own(&self, place: Place, graph: &BindingGraph, given: Node<'_>, steps: usize) -> bool {
        let rules = graph.rules();
        let mut open = vec![given];
        let mut seen = 0;
        while let Some(node) = open.pop() {
            seen += 1;
            if seen > MOST_GIVEN {
                return true;
            }
            let is_label = graph.labels.contains_key(&node.start_byte()) && node.named_child_count() == 0;
            match expr(rules, &graph.text, node, 0) {
                _ if is_label => {}
                one @ (Expr::Name(_)
                | Expr::Member(..)
                | Expr::Call(_)
                | Expr::Make(_)
                | Expr::Generic(..)) => {
                    let place = Place { byte: node.start_byte(), ..place };
                    if self.is_own(place, &one, steps) {
                        return true;
                    }
                }
                _ => {
                    let mut cursor = node.walk();
                    open.extend(node.named_children(&mut cursor));
                }
            }
        }
        false
    }

    /// Returns whether an expression is known to be something of the project.
    pub(super) fn is_own(&self, place: Place, of: &Expr, steps: usize) -> bool {
        self.kind_of(place, of, steps + 2).is_own()
    }

    /// Returns whether a class and its descendants have neither a member of a name nor a base that may have it.
    pub(in crate::resolve::bindings) fn lacks_member(&self, class: &DefinitionId, name: &str) -> bool {
        let heirs = self.all_subclasses_of(std::slice::from_ref(class));
        let may_have = |class: &DefinitionId| match self.ancestry(class).1 {
            Open::No => false,
            Open::Standard => self.may_inherit_from_standard(class, name),
            Open::Foreign | Open::Unknown => true,
        };
        let has_name = |class: &DefinitionId| {
            matches!(self.member(class, name, space::ALL, 0), Found::Definition(..)) || may_have(class)
        };
        !std::iter::once(class).chain(&heirs).any(has_name)
    }
}

impl InferredType {
    /// Returns whether it is known to be something of the project.
    fn is_own(&self) -> bool {
        match self {
            Self::Object(_)
            | Self::Either(_)
            | Self::Class(_)
            | Self::Function(..)
            | Self::Module(_)
            | Self::Super(_)
            | Self::SuperClass(_) => true,
            Self::ContainerOf(held)
            | Self::FunctionReturning(held)
            | Self::FutureOf(held)
            | Self::Cell(_, held) => held.is_own(),
            Self::MapOf(key, held) | Self::ResultOf(key, held) => key.is_own() || held.is_own(),
            Self::Tuple(parts) => parts.iter().any(Self::is_own),
            Self::External
            | Self::ExternalResult
            | Self::Plain
            | Self::LibraryObject(_)
            | Self::OpaqueGeneric
            | Self::Unknown => false,
        }
    }
}

/// Returns the node of the arguments of a call, given the called expression.
pub(super) fn given_to<'g>(graph: &'g BindingGraph, of: &Expr) -> Option<Node<'g>> {
    let (Expr::Name(last) | Expr::Member(_, last) | Expr::Path(_, last)) = of else { return None };
    let root = graph.tree.root_node();
    let word = root.descendant_for_byte_range(last.start, last.end)?;
    let called =
        std::iter::successors(Some(word), Node::parent).take_while(|node| node.end_byte() == last.end);
    let call = called.last()?.parent()?;
    let mut rules = graph.rules().expressions.iter();
    let rule = rules.find(|rule| rule.is == ExpressionKind::Call && rule.kind == call.kind())?;
    field(call, rule.name.as_deref()?)
}
