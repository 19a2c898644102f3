//! Adds definitions to a graph, with their types and values.

use crate::lang::is_of;
use tree_sitter::Node;

use super::super::graph::{Binding, BindingId, BindingKind, Expr, ScopeId, Sort, TOP};
use super::super::patterns::PatternReader;
use super::flow::{Flow, flow};
use super::{LocalsReader, QueryMatch, binding};
use crate::text::normal::{find_words, is_word_char};

impl LocalsReader<'_> {
    pub(in crate::resolve::bindings) fn define(
        &mut self,
        one: &QueryMatch<'_>,
        node: Node<'_>,
        kind: BindingKind,
        opened: Option<ScopeId>,
    ) {
        let name = self.unmarked(node);
        if let Some(id) = self.graph.by_byte.get(&name.start).copied() {
            self.add_to(id, one);
            self.add_parameter_field(id, one);
            return;
        }
        let is_assigned =
            || self.assigned.iter().any(|range| range.start <= name.start && name.end <= range.end);
        if kind == BindingKind::Variable && is_assigned() {
            return;
        }
        let mut at = self.graph.scope_at(node.start_byte());
        let mut subject = Self::part(one, "subject").map(|node| self.expr(*node, 0));
        if let Some(receiver) = Self::part(one, "receiver") {
            // A field of the current object belongs to its class.
            if !self.rules.receivers.contains(&self.name(*receiver)) {
                return;
            }
            let Some(class) = self.graph.class_around(node.start_byte()) else { return };
            (at, subject) = (class, None);
        } else if let Some(opened) = opened.filter(|opened| self.graph.around(at).any(|one| one == *opened)) {
            at = self.graph.scopes[opened].parent.unwrap_or(TOP);
        }
        while one.parts.contains_key("beyond")
            && self.graph.scopes[at].sort == Sort::Block
            && !(self.rules.shapes.is_some() && self.graph.is_body(at))
        {
            at = self.graph.scopes[at].parent.unwrap_or(TOP);
        }
        let flow = self.rules.flow.as_ref().and_then(|rules| flow(rules, node));
        if let Some(statement) = flow.as_ref().and_then(|flow| flow.above) {
            at = self.scope_of_parent(statement);
        }
        let from = Self::part(one, "from").map_or(0, Node::end_byte).max(self.pattern_end(node));
        let (from, runs) = if self.rules.in_order { (0, from) } else { (from, 0) };
        let declared = self.declared_by(one);
        let value = self.value_of(one);
        let takers = self.decorators(one);
        let is_declared_only = one.parts.contains_key("declaration");
        let binding = Binding {
            visible_from: from,
            effective_from: runs,
            body_scope: opened,
            declared,
            value,
            subject,
            decorators: takers,
            is_declared_only,
            ..binding(name, kind, at)
        };
        if one.parts.contains_key("export") {
            let object = Self::part(one, "value").and_then(|value| self.by_node.get(&value.id()));
            self.export(Binding { body_scope: opened.or(object.copied()), ..binding });
            return;
        }
        let id = match binding.subject.is_some() && self.rules.shapes.is_some() {
            true => self.add_outside(binding),
            false => self.bind(binding),
        };
        if let Some(Flow { mut seen, is_rest, .. }) = flow {
            seen.extend(is_rest.then(|| from..self.graph.scopes[at].range.end));
            self.graph.visible_ranges.insert(id, seen);
        }
        self.narrow(id, one);
        if let Some(opened) = opened {
            self.graph.scopes[opened].of = Some(id);
        }
        self.add_parameter_field(id, one);
    }

    /// Adds the facts of another match to a binding.
    fn add_to(&mut self, id: usize, one: &QueryMatch<'_>) {
        self.narrow(id, one);
        let declared = self.declared_by(one);
        let value = self.value_of(one);
        let subject = Self::part(one, "subject").map(|node| self.expr(*node, 0));
        let takers = self.decorators(one);
        let from = Self::part(one, "from").map_or(0, Node::end_byte);
        let opens = one.scope.and_then(|(node, _)| self.by_node.get(&node.id()).copied());
        let binding = &mut self.graph.bindings[id];
        binding.subject = binding.subject.take().or(subject);
        binding.decorators.extend(takers);
        // A name that is an alias for a type of its own, or for a function.
        let is_of = |kind: BindingKind| one.definition.is_some_and(|(_, of)| of == kind);
        match binding.kind {
            BindingKind::Type | BindingKind::Variable if is_of(BindingKind::Class) => {
                binding.kind = BindingKind::Class;
            }
            BindingKind::Variable | BindingKind::Field if is_of(BindingKind::Function) => {
                binding.kind = BindingKind::Function;
            }
            _ => {}
        }
        binding.declared = match (binding.declared.take(), declared) {
            (Some(own), Some(more)) if binding.kind == BindingKind::Generic => Some(with_bound(own, more)),
            (own, more) => own.or(more),
        };
        binding.value = binding.value.take().or(value);
        binding.body_scope = binding.body_scope.or(opens);
        binding.visible_from = binding.visible_from.max(from);
        let is_own = opens.filter(|opened| self.graph.scopes[*opened].of.is_none());
        if let Some(opened) = is_own {
            self.graph.scopes[opened].of = Some(id);
        }
    }

    /// Adds the bound that a clause behind a heading states for a type parameter of that heading.
    pub(in crate::resolve::bindings) fn bound(&mut self, one: &QueryMatch<'_>) {
        let (Some(name), Some(bound)) = (Self::part(one, "bounded"), Self::part(one, "type")) else { return };
        let (word, bound) = (self.name(*name), self.expr(*bound, 0));
        let here = self.graph.scope_at(name.start_byte());
        let is_parameter = |id: &&BindingId| self.graph.bindings[**id].kind == BindingKind::Generic;
        let found = self.graph.bound(here, &word).iter().find(is_parameter).copied();
        if let Some(id) = found.filter(|_| bound != Expr::Other) {
            let declared = &mut self.graph.bindings[id].declared;
            *declared = Some(match declared.take() {
                Some(own) => with_bound(own, bound),
                None => bound,
            });
        }
    }

    /// Returns the declared type that a match states, unless it is limited to a range.
    fn declared_by(&self, one: &QueryMatch<'_>) -> Option<Expr> {
        let declared = Self::part(one, "type").filter(|_| !one.parts.contains_key("narrowed"));
        let declared = declared.filter(|declared| !self.is_retyped(**declared));
        let around = || Self::part(one, "around").and_then(|node| self.class_around(*node));
        declared.map(|node| self.expr(*node, 0)).or_else(around)
    }

    /// Returns whether a macro around an item may change its declared type: a `static` of `thread_local!` is no object
    /// of that type.
    fn is_retyped(&self, declared: Node<'_>) -> bool {
        let rules = self.graph.language.manifest().view.item_blocks.as_ref();
        let item = declared.parent().filter(|item| rules.is_some_and(|rules| is_of(*item, &rules.retyped)));
        item.is_some_and(|item| self.graph.is_in_item_macro(item))
    }

    /// Returns the decorators of a function that a match states.
    fn decorators(&self, one: &QueryMatch<'_>) -> Vec<Expr> {
        one.parts.get("taker").into_iter().flatten().map(|node| self.expr(*node, 0)).collect()
    }

    /// Returns the name of the class around a node.
    pub(in crate::resolve::bindings) fn class_around(&self, node: Node<'_>) -> Option<Expr> {
        let scope = self.scope_of_parent(node);
        let of = self.graph.around(scope).find_map(|at| self.graph.scopes[at].of)?;
        Some(Expr::Name(self.graph.bindings[of].name.clone()))
    }

    /// Records the range in which a binding has another type.
    fn narrow(&mut self, id: usize, one: &QueryMatch<'_>) {
        if let (Some(place), Some(declared)) = (Self::part(one, "narrowed"), Self::part(one, "type")) {
            let declared = self.expr(*declared, 0);
            self.graph.narrowed.entry(id).or_default().push((place.byte_range(), declared));
        }
    }

    /// Records the range in which a variable or a field has the type that a condition states, up to its next
    /// assignment.
    pub(in crate::resolve::bindings) fn narrow_by_condition(&mut self, one: &QueryMatch<'_>) {
        let (Some(name), Some(declared)) = (Self::part(one, "condition"), Self::part(one, "type")) else {
            return;
        };
        let Some(place) = Self::part(one, "narrowed") else { return };
        let path = self.text[name.byte_range()].to_owned();
        let root = path.find('.').map(|end| name.start_byte()..name.start_byte() + end);
        let is_field = root.is_some();
        let word = root.map_or_else(|| self.name(*name), |root| self.text[root].to_owned());
        let is_home = |at: &ScopeId| !self.graph.bound(*at, &word).is_empty();
        let home = self.graph.around(self.graph.scope_at(name.start_byte())).find(is_home);
        let Some(home) = home else { return };
        let ids = self.graph.bound(home, &word).to_vec();
        let start = Self::part(one, "from").map_or(place.start_byte(), Node::end_byte);
        let is_later = |byte: &usize| (start..place.end_byte()).contains(byte);
        let mut gifts = self.assignment_places(home, &word);
        if is_field {
            gifts.extend(self.assignment_places(home, &path));
        }
        let given = gifts.iter().copied().filter(is_later).min();
        // Up to the statement that assigns another value.
        let end = given.map_or(place.end_byte(), |byte| {
            let mut cursor = place.walk();
            let mut parts = place.named_children(&mut cursor);
            let part = parts.find(|part| part.end_byte() > byte);
            // The assigned value is evaluated before the assignment.
            part.map_or(
                start,
                |part| if part.start_byte() == byte { part.end_byte() } else { part.start_byte() },
            )
        });
        let mut ranges: Vec<_> = std::iter::once(start..end.max(start)).collect();
        // Functions that run later may find another value in it.
        if gifts.len() > 1 || is_field {
            let later = self.graph.scopes.iter().filter(|scope| scope.sort == Sort::Function);
            for scope in later.filter(|scope| start <= scope.range.start && scope.range.start < end) {
                let last = ranges.last_mut().expect("there is one");
                let rest = scope.range.end.max(last.start)..last.end;
                last.end = last.end.min(scope.range.start);
                ranges.push(rest);
            }
        }
        let declared = match self.expr(*declared, 0) {
            Expr::Tuple(parts) => Expr::Either(parts),
            one => one,
        };
        let ranges = ranges.into_iter().filter(|range| !range.is_empty());
        let all: Vec<_> = ranges.map(|range| (range, declared.clone())).collect();
        if is_field {
            self.graph.narrowed_fields.entry(path).or_default().extend(all);
            return;
        }
        for id in ids {
            self.graph.narrowed.entry(id).or_default().extend(all.iter().cloned());
        }
    }

    /// Returns the byte offsets at which a variable of a scope is assigned.
    fn assignment_places(&self, home: ScopeId, word: &str) -> Vec<usize> {
        let kinds = self.rules.moves.as_ref().map_or(&[][..], |rules| &rules.assignments);
        let range = &self.graph.scopes[home].range;
        let code = &self.text[range.start..range.end.min(self.text.len())];
        let is_given = |byte: &usize| {
            if self.graph.by_byte.get(byte).is_some_and(|id| self.graph.bindings[*id].scope == home) {
                return true;
            }
            let root = self.graph.tree.root_node();
            let parent =
                root.descendant_for_byte_range(*byte, byte + word.len()).and_then(|node| node.parent());
            parent.is_some_and(|parent| {
                let left = parent.child_by_field_name("left").or_else(|| parent.named_child(0));
                is_of(parent, kinds) && left.is_some_and(|left| left.start_byte() == *byte)
            })
        };
        find_words(code, word).map(|at| range.start + at).filter(is_given).collect()
    }

    /// Returns the value that a match states for its binding.
    fn value_of(&self, one: &QueryMatch<'_>) -> Option<Expr> {
        let value = Self::part(one, "value").map(|node| self.expr(*node, 0));
        let held = || Self::part(one, "held").map(|node| Expr::ElementOf(Box::new(self.expr(*node, 0))));
        let key = || Self::part(one, "key").map(|node| Expr::KeyOf(Box::new(self.expr(*node, 0))));
        let part = || {
            let (name, _) = one.definition?;
            let row = Self::part(one, "parts")?;
            // `mut name` is one part.
            let is_word = |first: Node<'_>| {
                let is_sign = !first.is_named() || first.kind().ends_with("_specifier");
                is_sign && self.name(first).chars().all(is_word_char)
            };
            let name = name.parent().filter(|part| part.child(0).is_some_and(is_word)).unwrap_or(name);
            let before = || std::iter::successors(name.prev_named_sibling(), Node::prev_named_sibling);
            let open = self.rules.arity.as_ref().map_or(&[][..], |rules| &rules.open);
            // After a rest pattern, the position is unknown.
            if before().any(|node| is_of(node, open)) {
                return None;
            }
            let number = before().count();
            let row = held().unwrap_or_else(|| self.expr(*row, 0));
            Some(Expr::TupleElement(Box::new(row), number))
        };
        // A member that a pattern takes out of an object.
        let member = || {
            let name = Self::part(one, "label").or_else(|| Self::part(one, "shorthand"))?;
            Some(Expr::Member(Box::new(self.callee(one)?), name.byte_range()))
        };
        let value = value.or_else(part).or_else(held).or_else(key).or_else(member);
        value.or_else(|| {
            let (name, kind) = one.definition?;
            let patterns = self.rules.patterns.as_ref()?;
            let is_bound = matches!(kind, BindingKind::Variable | BindingKind::Parameter);
            let reader = PatternReader { rules: self.rules, patterns, text: self.text };
            is_bound.then(|| reader.value_of(name, 0)).flatten()
        })
    }

    /// Returns the byte offset from which on a name in a pattern is visible; 0 if it is in no pattern of a statement.
    fn pattern_end(&self, node: Node<'_>) -> usize {
        let before = self.seen_from.partition_point(|(range, _)| range.start <= node.start_byte());
        let last = before.checked_sub(1).and_then(|at| self.seen_from.get(at));
        last.filter(|(range, _)| node.end_byte() <= range.end).map_or(0, |(_, from)| *from)
    }
}

/// Returns the bounds of a type parameter with one more; what cannot be read is left out.
fn with_bound(own: Expr, more: Expr) -> Expr {
    match (own, more) {
        (Expr::Other, more) => more,
        (own, Expr::Other) => own,
        (own, more) if own == more => own,
        (Expr::Either(mut all), more) => {
            if !all.contains(&more) {
                all.push(more);
            }
            Expr::Either(all)
        }
        (own, more) => Expr::Either(vec![own, more]),
    }
}
