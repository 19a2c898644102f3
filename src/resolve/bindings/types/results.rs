//! Inferred result types of functions, and the types of parameters that get the result of the function of the same name
//! (fixtures).

use std::collections::HashSet;

use tree_sitter::Node;

use crate::lang::{FixtureRules, ResultRules, field, is_of};
use crate::resolve::bindings::file::expr::expr;
use crate::resolve::bindings::file::graph::{
    BindingGraph, BindingId, BindingKind, Expr, FileId, Sort, TOP, space,
};
use crate::resolve::bindings::lookup::modules::join;
use crate::resolve::bindings::lookup::results::{Container, InferredType, Place, folder_of};
use crate::resolve::bindings::project::Project;
use crate::text::normal::find_words;

/// The maximum number of `return` places of a function that are examined.
const MOST_RETURNS: usize = 8;
/// The number of ancestors of a name that are searched for the function it names.
const MOST_ABOVE: usize = 3;

/// How a function yields values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum YieldKind {
    /// By returning them.
    Returned,
    /// By yielding them one after the other, or by returning them.
    Yielded,
}

impl Project {
    /// Returns the inferred result type of a function, if all returned values have the same type.
    pub(super) fn inferred_result(&self, file: FileId, id: BindingId, steps: usize) -> InferredType {
        let Some(graph) = self.graph(file) else { return InferredType::Unknown };
        if graph.rules().results.is_none() || graph.rules().duck_typed && self.may_be_another(graph, file, id)
        {
            return InferredType::Unknown;
        }
        if let Some(known) = self.results.borrow().get(&(file, id)) {
            return known.clone();
        }
        // Ends the recursion of a function that returns its own result.
        self.results.borrow_mut().insert((file, id), InferredType::Unknown);
        let (kind, is_sure) =
            self.watching(|| self.yielded_type(graph, file, id, YieldKind::Returned, steps));
        // A result that is based on assumptions is not cached.
        match is_sure && !self.is_assuming() {
            true => self.results.borrow_mut().insert((file, id), kind.clone()),
            false => self.results.borrow_mut().remove(&(file, id)),
        };
        kind
    }

    /// Returns the type of the values that a function yields, if it is the same for all.
    fn yielded_type(
        &self,
        graph: &BindingGraph,
        file: FileId,
        id: BindingId,
        giving: YieldKind,
        steps: usize,
    ) -> InferredType {
        let Some(rules) = &graph.rules().results else { return InferredType::Unknown };
        let given = returned(graph, id, rules, giving).unwrap_or_default();
        let mut given = given.into_iter().filter_map(|node| {
            let place = Place { file, byte: node.start_byte() };
            let value = expr(graph.rules(), &graph.text, node, 0);
            // Code that goes on to use the result did not get the null value.
            let is_nothing = graph.rules().duck_typed && value == Expr::Null;
            (!is_nothing).then(|| self.kind_of(place, &value, steps + 2))
        });
        let first = given.next().unwrap_or(InferredType::Unknown);
        if given.all(|kind| kind == first) { first } else { InferredType::Unknown }
    }

    /// Returns whether the name of a function refers to the function itself, and not to something made from it.
    pub(in crate::resolve::bindings) fn is_itself(&self, file: FileId, id: BindingId) -> bool {
        self.graph(file).is_some_and(|graph| !self.may_be_another(graph, file, id))
    }

    /// Returns whether a call by the name of a function may reach another one: one that a decorator made from it, or an
    /// override in a subclass.
    fn may_be_another(&self, graph: &BindingGraph, file: FileId, id: BindingId) -> bool {
        let binding = &graph.bindings[id];
        if !binding.decorators.is_empty() || graph.bound(binding.scope, graph.slice(&binding.name)).len() > 1
        {
            return true;
        }
        let Container::Class(class) = self.key_of(file, id, 1).container else { return false };
        let has_own = |heir| self.own_member(heir, graph.slice(&binding.name), space::ALL).is_some();
        self.subclasses_of(&class).iter().any(has_own)
    }

    /// Returns the type of a parameter that gets the result of the fixture function of the same name; `None` if there
    /// is no such function.
    pub(super) fn kind_of_fixture(&self, file: FileId, id: BindingId, steps: usize) -> Option<InferredType> {
        let rules = self.rules.fixtures.as_ref()?;
        let graph = self.graph(file)?;
        let binding = &graph.bindings[id];
        let name = graph.slice(&binding.name);
        let user = graph.scopes[binding.scope].of?;
        let head = self.head_of(file, user);
        let has_word = |text: &str, word: &str| find_words(text, word).next().is_some();
        if !graph.name_of(user).starts_with(&rules.users) && !has_word(head, &rules.word) {
            return None;
        }
        // A parametrization by the same name takes precedence.
        let around = graph.around(binding.scope).filter_map(|at| graph.scopes[at].of);
        if around.into_iter().any(|of| has_word(self.head_of(file, of), name)) {
            return None;
        }
        let (file, id) = self.fixture(rules, (file, user), name)?;
        let graph = self.graph(file)?;
        let yields = returned(graph, id, graph.rules().results.as_ref()?, YieldKind::Returned).is_none();
        let binding = &graph.bindings[id];
        let byte = binding.name.start;
        Some(match &binding.declared {
            Some(declared) if yields => {
                let all = self.object_of(Place { file, byte }, declared, steps + 1);
                self.elements_of(all, steps + 1)
            }
            Some(declared) => self.object_of(Place { file, byte }, declared, steps + 1),
            None => self.yielded_type(graph, file, id, YieldKind::Yielded, steps + 1),
        })
    }

    /// Returns the fixture function whose result a function gets by that name: the nearest one, except the function
    /// itself.
    fn fixture(
        &self,
        rules: &FixtureRules,
        user: (FileId, BindingId),
        name: &str,
    ) -> Option<(FileId, BindingId)> {
        let (file, own) = user;
        let graph = self.graph(file)?;
        let is_seen = |at: &usize| *at == TOP || graph.scopes[*at].sort == Sort::Class;
        let own_scopes: Vec<usize> = graph.around(graph.bindings[own].scope).filter(is_seen).collect();
        // A base class may define one of the same name.
        if own_scopes.iter().any(|at| !graph.scopes[*at].bases.is_empty()) {
            return None;
        }
        let mut folder = Some(folder_of(self.path(file)));
        let above = std::iter::from_fn(|| {
            let here = folder?;
            folder = (!here.is_empty()).then(|| folder_of(here));
            Some(here)
        });
        let shared =
            above.filter_map(|folder| self.file(&join(folder, &rules.shared))).map(|file| (file, TOP));
        let mut places = own_scopes.into_iter().map(|at| (file, at)).chain(shared);
        places
            .find_map(|(file, scope)| {
                let graph = self.graph(file)?;
                let others = graph.bound(scope, name).iter().filter(|id| (file, **id) != user);
                let mut others = others.map(|id| (file, *id)).peekable();
                others.peek().is_some().then(|| others.collect::<Vec<_>>())
            })
            .and_then(|found| match found.as_slice() {
                [(file, id)] => {
                    let head = self.head_of(*file, *id);
                    let has_word = |word: &str| find_words(head, word).next().is_some();
                    let is_function = self.graph(*file)?.bindings[*id].kind == BindingKind::Function;
                    (is_function && has_word(&rules.word) && !has_word(&rules.renamed))
                        .then_some((*file, *id))
                }
                _ => None,
            })
    }
}

/// Returns the expressions that a function yields; `None` if they cannot all be determined.
fn returned<'g>(
    graph: &'g BindingGraph,
    id: BindingId,
    rules: &ResultRules,
    giving: YieldKind,
) -> Option<Vec<Node<'g>>> {
    let name = &graph.bindings[id].name;
    let root = graph.tree.root_node();
    let word = root.descendant_for_byte_range(name.start, name.end)?;
    let mut above = std::iter::successors(word.parent(), Node::parent).take(MOST_ABOVE);
    let function = above.find_map(|node| {
        let value = || field(node, "value").filter(|value| field(*value, "body").is_some());
        if field(node, "body").is_some() { Some(node) } else { value() }
    })?;
    let body = field(function, "body")?;
    let head = graph.text.get(function.start_byte()..body.start_byte())?;
    if head.split_whitespace().any(|word| rules.later.iter().any(|later| later == word)) {
        return None;
    }
    if !is_of(body, &rules.bodies) {
        return Some(vec![body]);
    }
    let functions: HashSet<&str> =
        graph.scopes.iter().filter(|scope| scope.sort == Sort::Function).map(|scope| &*scope.kind).collect();
    let mut found = Vec::new();
    let mut open = vec![body];
    while let Some(node) = open.pop() {
        let is_one = |kinds: &[String]| is_of(node, kinds);
        if giving == YieldKind::Returned && is_one(&rules.yields) {
            return None;
        }
        if is_one(&rules.returns) || is_one(&rules.yields) {
            found.extend(node.named_child(0));
            continue;
        }
        if functions.contains(node.kind()) {
            continue;
        }
        let mut cursor = node.walk();
        open.extend(node.named_children(&mut cursor));
    }
    (found.len() <= MOST_RETURNS).then_some(found)
}
