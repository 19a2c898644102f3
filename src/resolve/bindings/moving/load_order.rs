//! What the order of a file's definitions decides, read once for several moves within the file.
//!
//! Invariant: a move that keeps the order adds nothing to what [`super::early_names`] finds.

use std::collections::{HashMap, HashSet};
use std::ops::{Range, RangeInclusive};
use std::rc::Rc;

use tree_sitter::Node;

use super::order::{
    CalledCode, each_leaf, in_order_rules, is_bound_by_running, read_in_order, runs_in_order,
};
use crate::lang::{Language, Macros, MoveRules};
use crate::resolve::bindings::file::graph::{BindingGraph, BindingId, ScopeId, Sort, TOP};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::project::{Graphs, Source};
use crate::text::PieceOrder;

/// The names that code uses while a file is loaded, and what binds them.
///
/// A name is identified by the first binding of its scope.
pub struct LoadOrder {
    graph: Rc<BindingGraph>,
    moves: Option<&'static MoveRules>,
    /// The names that are used outside of functions, in file order.
    used: Vec<(usize, BindingId)>,
    /// The functions that are called outside of functions, in file order.
    called: Vec<(usize, ScopeId)>,
    /// What these functions use and call.
    bodies: HashMap<ScopeId, CalledBody>,
    users: HashMap<BindingId, CodeUsing>,
    callers: HashMap<ScopeId, CodeUsing>,
}

/// A function that is called while a file is loaded.
#[derive(Default)]
struct CalledBody {
    used: Vec<BindingId>,
    called: Vec<ScopeId>,
}

/// The code that uses a name or calls a function.
#[derive(Default)]
struct CodeUsing {
    /// The byte offsets outside of functions.
    places: Vec<usize>,
    functions: Vec<ScopeId>,
}

/// A move within a file: the definition, and the ranks of its old place and of all that may be its new place.
pub struct Passage<'p> {
    /// The bytes that move.
    pub own: &'p Range<usize>,
    /// The rank of the old place.
    pub from: u128,
    /// The ranks of the new place.
    pub to: RangeInclusive<u128>,
}

impl LoadOrder {
    /// Reads a file; `None` if the order of its definitions decides nothing, or is unknown.
    #[must_use]
    pub fn read(language: &'static Language, macros: &Macros, read: (&Source, &Graphs)) -> Option<Self> {
        let rules = language.local_rules().filter(|rules| rules.binds_in_order())?;
        let graph = read_in_order(language, macros, read)?;
        let mut found = Self {
            graph: Rc::clone(&graph),
            moves: in_order_rules(rules),
            used: Vec::new(),
            called: Vec::new(),
            bodies: HashMap::new(),
            users: HashMap::new(),
            callers: HashMap::new(),
        };
        let calls = found.moves.map(|moves| CalledCode::of(&graph, moves));
        each_leaf(&graph, |leaf| found.note_leaf(leaf, calls.as_ref()));
        if let Some(calls) = calls {
            found.follow_calls(&calls);
        }
        Some(found)
    }

    /// Returns whether a definition on its way passes nothing that it needs or that needs it while the file is loaded.
    #[must_use]
    pub fn is_kept(&self, passage: &Passage<'_>, order: &PieceOrder) -> bool {
        let is_up = *passage.to.start() < passage.from;
        let is_down = *passage.to.end() > passage.from;
        !(is_up && self.passes_needed(passage, order)
            || is_down && self.passes_users(passage, order)
            || self.is_one_of_several(passage.own))
    }

    fn note_leaf(&mut self, leaf: Node<'_>, calls: Option<&CalledCode<'_>>) {
        let graph = Rc::clone(&self.graph);
        let (byte, name) = (leaf.start_byte(), graph.slice(&leaf.byte_range()));
        let scope = graph.scope_at(byte);
        if graph.rules().fields_in_order {
            let around = graph.around(scope).find(|at| graph.scopes[*at].sort != Sort::Block);
            let class = around.filter(|at| graph.scopes[*at].sort == Sort::Class);
            let field = class.and_then(|class| graph.bound(class, name).first());
            field.into_iter().for_each(|id| self.note_use(byte, *id));
        }
        let (Some(moves), Some(calls)) = (self.moves, calls) else { return };
        let in_class =
            Some(scope).filter(|_| graph.scopes[scope].sort == Sort::Class && moves.exports.is_none());
        let own = in_class.and_then(|class| graph.bound(class, name).first());
        let Some(own) = own.or_else(|| graph.bound(TOP, name).first()) else { return };
        let is_plain = matches!(graph.role(&leaf.byte_range()), NameRole::Plain);
        if is_plain && runs_in_order(&graph, moves, byte) {
            self.note_use(byte, *own);
            let bodies = if leaf.is_named() { calls.called(leaf) } else { Vec::new() };
            for scope in bodies {
                self.called.push((byte, scope));
                self.callers.entry(scope).or_default().places.push(byte);
            }
        }
    }

    fn note_use(&mut self, byte: usize, id: BindingId) {
        self.used.push((byte, id));
        self.users.entry(id).or_default().places.push(byte);
    }

    /// Examines the functions that are called while the file is loaded.
    fn follow_calls(&mut self, calls: &CalledCode<'_>) {
        let mut open: Vec<ScopeId> = self.called.iter().map(|(_, scope)| *scope).collect();
        while let Some(scope) = open.pop() {
            if self.bodies.contains_key(&scope) {
                continue;
            }
            let mut body = CalledBody::default();
            for leaf in calls.leaves_of(scope) {
                let range = leaf.byte_range();
                let first = self.graph.bound(TOP, self.graph.slice(&range)).first();
                let Some(id) = first.filter(|_| matches!(self.graph.role(&range), NameRole::Plain)) else {
                    continue;
                };
                body.used.push(*id);
                body.called.extend(calls.called(leaf));
            }
            body.used.sort_unstable();
            body.used.dedup();
            body.called.sort_unstable();
            body.called.dedup();
            body.used.iter().for_each(|id| self.users.entry(*id).or_default().functions.push(scope));
            for other in &body.called {
                self.callers.entry(*other).or_default().functions.push(scope);
            }
            open.extend(&body.called);
            self.bodies.insert(scope, body);
        }
    }

    /// Returns whether a definition passes what it needs on its way up.
    fn passes_needed(&self, passage: &Passage<'_>, order: &PieceOrder) -> bool {
        let ranks = *passage.to.start()..=passage.from;
        let is_passed = |id: &BindingId| {
            let places = self.places_bound(*id).filter(|byte| !passage.own.contains(byte));
            places.into_iter().any(|byte| ranks.contains(&order.rank(byte)))
        };
        if within(&self.used, passage.own).any(|id| is_passed(&id)) {
            return true;
        }
        let mut open: Vec<ScopeId> = within(&self.called, passage.own).collect();
        let mut seen: HashSet<ScopeId> = open.iter().copied().collect();
        while let Some(body) = open.pop().and_then(|scope| self.bodies.get(&scope)) {
            if body.used.iter().any(is_passed) {
                return true;
            }
            open.extend(body.called.iter().filter(|scope| seen.insert(**scope)));
        }
        false
    }

    /// Returns whether a definition passes what needs it on its way down.
    fn passes_users(&self, passage: &Passage<'_>, order: &PieceOrder) -> bool {
        let ranks = passage.from..=*passage.to.end();
        let is_passed = |using: &CodeUsing| {
            let places = using.places.iter().filter(|byte| !passage.own.contains(byte));
            places.into_iter().any(|byte| ranks.contains(&order.rank(*byte)))
        };
        let mut open: Vec<&CodeUsing> =
            self.names_of(passage.own).filter_map(|id| self.users.get(&id)).collect();
        let mut seen: HashSet<ScopeId> = HashSet::new();
        while let Some(using) = open.pop() {
            if is_passed(using) {
                return true;
            }
            let unseen = using.functions.iter().filter(|scope| seen.insert(**scope));
            open.extend(unseen.filter_map(|scope| self.callers.get(scope)));
        }
        false
    }

    /// Returns whether something else binds a name of a definition, and the name is used while the file is loaded: the
    /// order decides which of the two is meant.
    fn is_one_of_several(&self, own: &Range<usize>) -> bool {
        let is_used = |id: &BindingId| self.users.contains_key(id);
        self.names_of(own).filter(is_used).any(|id| self.bindings_of(id).len() > 1)
    }

    /// Returns the names that a definition binds in the scope around it.
    fn names_of(&self, own: &Range<usize>) -> impl Iterator<Item = BindingId> {
        let graph = &self.graph;
        let is_around = |id: &&BindingId| {
            let scope = graph.bindings[**id].scope;
            let Range { start, end } = graph.scopes[scope].range;
            scope == TOP || start < own.start || end > own.end
        };
        let names = graph.bound_in(own).iter().filter(is_around);
        names.filter_map(|id| graph.bound(graph.bindings[*id].scope, &graph.name_of(*id)).first().copied())
    }

    /// Returns all bindings of a name.
    fn bindings_of(&self, first: BindingId) -> &[BindingId] {
        self.graph.bound(self.graph.bindings[first].scope, &self.graph.name_of(first))
    }

    /// Returns the byte offsets at which a name is bound, unless it is bound before all statements run.
    fn places_bound(&self, first: BindingId) -> impl Iterator<Item = usize> {
        let graph = &self.graph;
        let is_module = self.moves.is_some_and(|moves| moves.exports.is_some());
        let is_late = move |id: &&BindingId| {
            !is_module || graph.bindings[**id].scope != TOP || is_bound_by_running(graph, **id)
        };
        self.bindings_of(first).iter().filter(is_late).map(|id| graph.bindings[*id].name.start)
    }
}

/// Returns what is noted of the places in a range.
fn within<T: Copy>(noted: &[(usize, T)], range: &Range<usize>) -> impl Iterator<Item = T> {
    let before = |byte: usize| noted.partition_point(|(at, _)| *at < byte);
    noted[before(range.start)..before(range.end)].iter().map(|(_, one)| *one)
}
