//! Builds the graph of a file from the matches of the query `locals.scm`.

mod defined;
mod flow;
mod imported;

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use tree_sitter::Node;

use super::expr::{better, expr};
use super::graph::{Binding, BindingGraph, BindingKind, Expr, Scope, ScopeId, Sort, TOP};
use crate::lang::{Language, LocalRules, ModuleStyle, Syntax};
use crate::text::WordPlaces;

/// The captures of one match of the query.
#[derive(Default)]
pub(in crate::resolve::bindings) struct QueryMatch<'tree> {
    scope: Option<(Node<'tree>, Sort)>,
    definition: Option<(Node<'tree>, BindingKind)>,
    pub(in crate::resolve::bindings) parts: HashMap<&'static str, Vec<Node<'tree>>>,
}

/// All captures besides scopes and definitions.
const PARTS: &[&str] = &[
    "type",
    "bounded",
    "value",
    "base",
    "arguments",
    "subject",
    "trait",
    "given",
    "pattern",
    "held",
    "key",
    "row",
    "parts",
    "fixed",
    "elsewhere",
    "receiver",
    "from",
    "import",
    "prefix",
    "alias",
    "all",
    "module",
    "package",
    "label",
    "callee",
    "shorthand",
    "quoted",
    "outward",
    "outer",
    "declaration",
    "reexport",
    "outside",
    "heading",
    "beyond",
    "default",
    "namespace",
    "export",
    "exported",
    "source",
    "anonymous",
    "names",
    "narrowed",
    "condition",
    "around",
    "package_path",
    "assigned",
    "given_field",
    "exports",
    "lent",
    "of_type",
    "taker",
];

fn sort_of(name: &str) -> Option<Sort> {
    Some(match name {
        "scope.module" => Sort::Module,
        "scope.class" => Sort::Class,
        "scope.function" => Sort::Function,
        "scope.block" => Sort::Block,
        _ => return None,
    })
}

fn kind_of(name: &str) -> Option<BindingKind> {
    Some(match name {
        "definition.function" => BindingKind::Function,
        "definition.class" => BindingKind::Class,
        "definition.type" => BindingKind::Type,
        "definition.module" => BindingKind::Module,
        "definition.macro" => BindingKind::Macro,
        "definition.variable" => BindingKind::Variable,
        "definition.parameter" => BindingKind::Parameter,
        "definition.field" => BindingKind::Field,
        "definition.component" => BindingKind::Component,
        "definition.generic" => BindingKind::Generic,
        _ => return None,
    })
}

/// The meaning of a capture of `locals.scm`.
#[derive(Clone, Copy)]
enum Captured {
    Scope(Sort),
    Definition(BindingKind),
    Part(&'static str),
}

/// Returns the meaning of a capture; `None` for captures that only serve the predicates of a pattern.
fn captured(name: &str) -> Option<Captured> {
    let name = name.strip_prefix("local.")?;
    let part = || PARTS.iter().find(|part| **part == name).map(|part| Captured::Part(part));
    sort_of(name).map(Captured::Scope).or_else(|| kind_of(name).map(Captured::Definition)).or_else(part)
}

/// Builds the graph of a file; `None` if it cannot be parsed in reasonable time.
pub(in crate::resolve::bindings) fn read(syntax: &mut Syntax, text: &Arc<str>) -> Option<BindingGraph> {
    let language = syntax.language();
    let rules = language.local_rules()?;
    let patterns = language.local_patterns();
    let (tree, loose) = super::macros::parse(rules, syntax, text)?;
    let captures: Vec<Option<Captured>> = patterns.capture_names().map(captured).collect();
    let mut found = Vec::new();
    for one in patterns.matches(&tree, text) {
        let mut of = QueryMatch::default();
        for (capture, node) in one {
            match captures[capture] {
                Some(Captured::Scope(sort)) => of.scope = Some((node, sort)),
                Some(Captured::Definition(kind)) => of.definition = Some((node, kind)),
                Some(Captured::Part(part)) => of.parts.entry(part).or_default().push(node),
                None => {}
            }
        }
        found.push(of);
    }
    let graph = BindingGraph { unparsed_arguments: loose, ..empty(language, text, &tree) };
    let assigned = found.iter().filter_map(|one| one.parts.get("assigned")).flatten();
    let assigned = assigned.map(Node::byte_range).collect();
    let seen_from = seen_from(&found);
    let mut reader = LocalsReader { rules, text, graph, by_node: HashMap::new(), seen_from, assigned };
    reader.open_scopes(&found);
    for one in &found {
        for node in one.parts.get("heading").into_iter().flatten() {
            let scope = reader.scope_of_parent(*node);
            reader.graph.headings.entry(scope).or_default().push(node.byte_range());
        }
        let outside = ["outside", "heading"].into_iter().filter_map(|part| one.parts.get(part));
        for node in outside.flatten() {
            let scope = reader.scope_of_parent(*node);
            reader.graph.enclosing_ranges.entry(scope).or_default().push(node.byte_range());
        }
    }
    let prefixes = prefixes(&found);
    reader.take_segments(&prefixes);
    for one in &found {
        reader.take(one, &prefixes);
    }
    for one in &found {
        reader.bound(one);
    }
    reader.move_outward();
    for one in &found {
        reader.narrow_by_condition(one);
    }
    reader.graph.settle_shorthands();
    Some(reader.graph)
}

fn empty(language: &'static Language, text: &Arc<str>, tree: &tree_sitter::Tree) -> BindingGraph {
    BindingGraph {
        language,
        text: Arc::clone(text),
        words: WordPlaces::default(),
        in_order: OnceCell::new(),
        is_script: OnceCell::new(),
        class_scopes: OnceCell::new(),
        tree: tree.clone(),
        scopes: Vec::new(),
        bindings: Vec::new(),
        by_byte: HashMap::new(),
        imported: HashMap::new(),
        labels: HashMap::new(),
        shorthands: HashMap::new(),
        segments: HashMap::new(),
        field_variables: HashMap::new(),
        exports: HashMap::new(),
        exported_object: None,
        exported_value: None,
        fixed: HashSet::new(),
        foreign_declarations: Vec::new(),
        code_strings: Vec::new(),
        unparsed_arguments: Vec::new(),
        enclosing_ranges: HashMap::new(),
        headings: HashMap::new(),
        anonymous: HashMap::new(),
        narrowed: HashMap::new(),
        narrowed_fields: HashMap::new(),
        visible_ranges: HashMap::new(),
        outside_members: HashMap::new(),
        packages: Vec::new(),
        package: None,
        is_deferred: language
            .local_rules()
            .and_then(|rules| rules.deferred_by.as_ref())
            .is_some_and(|word| text.contains(word.as_str())),
    }
}

/// Returns the number of nested nodes at the start of a node that have the same range.
fn height<'tree>(node: Node<'tree>) -> usize {
    let below = |of: Node<'tree>| of.child(0).filter(|child| child.byte_range() == node.byte_range());
    std::iter::successors(below(node), |of| below(*of)).count()
}

/// Returns the leading segments of import paths, each with the range of the node for which it counts.
fn prefixes<'tree>(found: &[QueryMatch<'tree>]) -> Vec<(Range<usize>, Node<'tree>)> {
    let all = found.iter().filter_map(|one| one.parts.get("prefix"));
    let around = |node: &Node<'tree>| Some((node.parent()?.byte_range(), *node));
    let mut all: Vec<_> = all.flatten().filter_map(around).collect();
    all.sort_by_key(|(range, node)| (range.start, usize::MAX - range.end, node.start_byte()));
    all.dedup_by_key(|(_, node)| node.id());
    all
}

/// Returns the patterns of statements and conditions, with the byte offset from which on their names are visible.
fn seen_from(found: &[QueryMatch<'_>]) -> Vec<(Range<usize>, usize)> {
    let of = |one: &QueryMatch<'_>| {
        let pattern = one.parts.get("pattern")?.first()?.byte_range();
        Some((pattern, one.parts.get("from")?.first()?.end_byte()))
    };
    let mut all: Vec<_> = found.iter().filter_map(of).collect();
    all.sort_by_key(|(range, _)| range.start);
    all
}

pub(in crate::resolve::bindings) struct LocalsReader<'t> {
    pub(in crate::resolve::bindings) rules: &'static LocalRules,
    text: &'t Arc<str>,
    pub(in crate::resolve::bindings) graph: BindingGraph,
    /// The scopes by the id of the node that opens them.
    by_node: HashMap<usize, ScopeId>,
    /// Patterns with the byte offset from which on their names are visible, in text order.
    seen_from: Vec<(Range<usize>, usize)>,
    /// Patterns that bind nothing (assignments).
    assigned: Vec<Range<usize>>,
}

impl LocalsReader<'_> {
    fn open_scopes(&mut self, found: &[QueryMatch<'_>]) {
        let mut nodes: HashMap<usize, (Node<'_>, Sort)> = HashMap::new();
        for (node, sort) in found.iter().filter_map(|one| one.scope) {
            nodes.entry(node.id()).or_insert((node, sort));
        }
        // The body of a definition is no separate class.
        let mut bodies = Vec::new();
        for node in found.iter().filter_map(|one| one.parts.get("anonymous")).flatten() {
            let is_named =
                |parent: &Node<'_>| nodes.get(&parent.id()).is_some_and(|(_, sort)| *sort == Sort::Class);
            if let Some(parent) = node.parent().filter(is_named) {
                nodes.remove(&node.id());
                bodies.push((node.id(), parent.id()));
            }
        }
        let mut nodes: Vec<(Node<'_>, Sort)> = nodes.into_values().collect();
        nodes.sort_by_cached_key(|(node, _)| {
            (node.start_byte(), Reverse(node.end_byte()), Reverse(height(*node)))
        });
        self.graph.scopes.push(scope((Sort::File, "".into()), None, 0..usize::MAX));
        let mut open = vec![TOP];
        for (node, sort) in nodes {
            let (id, range, kind) = (node.id(), node.byte_range(), node.kind().into());
            while let Some(last) = open.last()
                && self.graph.scopes[*last].range.end < range.end
            {
                open.pop();
            }
            let opened = self.graph.scopes.len();
            self.graph.scopes.push(scope((sort, kind), open.last().copied(), range));
            self.by_node.insert(id, opened);
            open.push(opened);
        }
        for (body, parent) in bodies {
            if let Some(opened) = self.by_node.get(&parent) {
                self.by_node.insert(body, *opened);
            }
        }
    }

    /// Binds an anonymous class under its number.
    fn bind_anonymous(&mut self, node: Node<'_>, opened: ScopeId) {
        if self.graph.scopes[opened].range.start != node.start_byte()
            || self.graph.scopes[opened].of.is_some()
        {
            return;
        }
        let (id, scope) = (self.graph.bindings.len(), self.graph.scopes[opened].parent.unwrap_or(TOP));
        let start = node.start_byte();
        self.graph.scopes[scope].binds.insert(format!("#{id}"), vec![id]);
        self.graph.scopes[opened].of = Some(id);
        self.graph.anonymous.insert(start, id);
        self.graph.bindings.push(Binding {
            kind: BindingKind::Class,
            body_scope: Some(opened),
            ..binding(start..start, BindingKind::Class, scope)
        });
    }

    /// Returns the scope that contains a node, and not the one that it opens.
    fn scope_of_parent(&self, node: Node<'_>) -> ScopeId {
        let mut above = std::iter::successors(node.parent(), |node| node.parent());
        above.find_map(|node| self.by_node.get(&node.id()).copied()).unwrap_or(TOP)
    }

    fn name(&self, node: Node<'_>) -> String {
        self.text.get(node.byte_range()).unwrap_or_default().to_owned()
    }

    fn part<'f, 'tree>(one: &'f QueryMatch<'tree>, name: &str) -> Option<&'f Node<'tree>> {
        one.parts.get(name).and_then(|nodes| nodes.first())
    }

    /// Adds the facts of a match to the graph.
    fn take(&mut self, one: &QueryMatch<'_>, prefixes: &[(Range<usize>, Node<'_>)]) {
        let opened = one.scope.and_then(|(node, _)| self.by_node.get(&node.id()).copied());
        if let Some(opened) = opened {
            for base in one.parts.get("base").into_iter().flatten() {
                let base = self.with_arguments(self.expr(*base, 0), Self::part(one, "arguments"));
                if one.parts.contains_key("names") {
                    self.graph.scopes[opened].embedded.push(base.clone());
                }
                self.graph.scopes[opened].bases.push(base);
            }
            if let Some(node) = Self::part(one, "anonymous") {
                let around = Self::part(one, "around").and_then(|node| self.class_around(*node));
                self.graph.scopes[opened].bases.extend(around);
                self.bind_anonymous(*node, opened);
            }
            if let Some(subject) = Self::part(one, "subject").filter(|_| one.definition.is_none()) {
                self.graph.scopes[opened].subject = Some(self.expr(*subject, 0));
            }
            if let Some(row) = Self::part(one, "row") {
                self.graph.scopes[opened].tuple = Some(self.expr(*row, 0));
            }
            self.graph.scopes[opened].is_blanket |= one.parts.contains_key("given");
            if let Some(of_trait) = Self::part(one, "trait") {
                self.graph.scopes[opened].of_trait = Some(self.expr(*of_trait, 0));
            }
        }
        if let Some((node, kind)) = one.definition {
            self.define(one, node, kind, opened);
        }
        if let Some(node) = Self::part(one, "package") {
            self.graph.package = Some(self.name(*node));
        }
        if let Some(node) = Self::part(one, "label") {
            let callee = self.callee(one);
            let known = self.graph.labels.entry(node.start_byte()).or_default();
            *known = better(known.take(), callee);
        }
        for node in one.parts.get("shorthand").into_iter().flatten() {
            let callee = self.callee(one);
            let known = self.graph.shorthands.entry(node.start_byte()).or_default();
            *known = better(known.take(), callee);
        }
        if let Some(node) = Self::part(one, "given_field") {
            self.bind_shorthand_field(*node);
        }
        if let Some(node) = Self::part(one, "exports") {
            match self.by_node.get(&node.id()) {
                Some(object) => self.graph.exported_object = Some(*object),
                None => self.graph.exported_value = Some((node.start_byte(), self.expr(*node, 0))),
            }
        }
        let is_free = |node: &&Node<'_>| node.parent().is_some_and(|item| self.graph.is_in_item_macro(item));
        let fixed = one.parts.get("fixed").into_iter().flatten().filter(|node| !is_free(node));
        let fixed: Vec<usize> = fixed.map(Node::start_byte).collect();
        self.graph.fixed.extend(fixed);
        for node in one.parts.get("elsewhere").into_iter().flatten() {
            self.graph.foreign_declarations.push(node.byte_range());
        }
        for node in one.parts.get("quoted").into_iter().flatten() {
            self.graph.code_strings.push(node.byte_range());
        }
        for node in one.parts.get("outward").into_iter().flatten() {
            let (name, scope) = (self.name(*node), self.graph.scope_at(node.start_byte()));
            self.graph.scopes[scope].globals.push(name);
        }
        for node in one.parts.get("outer").into_iter().flatten() {
            let (name, scope) = (self.name(*node), self.graph.scope_at(node.start_byte()));
            self.graph.scopes[scope].nonlocals.push(name);
        }
        if let Some(node) = Self::part(one, "all") {
            let mut path = self.path_of(*node, prefixes);
            path.extend(Self::part(one, "source").map(|source| self.spelled(*source)));
            let scope = self.graph.scope_at(node.start_byte());
            self.graph.scopes[scope].wildcards.push(path);
        }
        self.import(one, prefixes);
    }

    /// Returns the expression to which the parts named by a pattern or a call belong.
    fn callee(&self, one: &QueryMatch<'_>) -> Option<Expr> {
        let of_type = || Some(Expr::Make(Box::new(self.expr(*Self::part(one, "of_type")?, 0))));
        let held = || Some(Expr::ElementOf(Box::new(self.expr(*Self::part(one, "held")?, 0))));
        Self::part(one, "callee").map(|callee| self.expr(*callee, 0)).or_else(of_type).or_else(held)
    }

    /// Records the segments of the paths before imported names, each with the segments that precede it.
    fn take_segments(&mut self, prefixes: &[(Range<usize>, Node<'_>)]) {
        if self.rules.modules != ModuleStyle::Tree {
            return;
        }
        for (_, node) in prefixes {
            let mut before = self.path_of(*node, prefixes);
            before.pop();
            let mut at = node.start_byte();
            for part in self.text.get(node.byte_range()).unwrap_or_default().split("::") {
                let start = at + part.len() - part.trim_start().len();
                self.graph.segments.insert(start, before.clone());
                before.push(part.trim().to_owned());
                at += part.len() + "::".len();
            }
        }
    }

    pub(in crate::resolve::bindings) fn bind(&mut self, binding: Binding) -> usize {
        let id = self.graph.bindings.len();
        let name = self.graph.slice(&self.graph.marked(&binding.name)).to_owned();
        self.graph.scopes[binding.scope].binds.entry(name).or_default().push(id);
        self.graph.by_byte.insert(binding.name.start, id);
        self.graph.bindings.push(binding);
        id
    }

    /// Returns the text of a string without its quotes.
    fn spelled(&self, node: Node<'_>) -> String {
        self.name(node).trim_matches(['"', '\'', '`']).to_owned()
    }

    /// Moves the bindings of names that a function declares to belong to an enclosing scope (`global`, `nonlocal`).
    fn move_outward(&mut self) {
        for scope in 0..self.graph.scopes.len() {
            for name in self.graph.scopes[scope].globals.clone() {
                self.rebind(scope, TOP, &name);
            }
            for name in self.graph.scopes[scope].nonlocals.clone() {
                let is_bound = |at: &ScopeId| {
                    self.graph.scopes[*at].sort == Sort::Function && !self.graph.bound(*at, &name).is_empty()
                };
                let home = self.graph.around(scope).skip(1).find(is_bound);
                if let Some(home) = home {
                    self.rebind(scope, home, &name);
                }
            }
        }
    }

    /// Moves the bindings of a name from one scope to another.
    fn rebind(&mut self, scope: ScopeId, home: ScopeId, name: &str) {
        for id in self.graph.scopes[scope].binds.remove(name).unwrap_or_default() {
            self.graph.bindings[id].scope = home;
            self.graph.scopes[home].binds.entry(name.to_owned()).or_default().push(id);
        }
    }

    fn expr(&self, node: Node<'_>, depth: usize) -> Expr {
        expr(self.rules, self.text, node, depth)
    }

    /// A type that is given others by a list behind it.
    fn with_arguments(&self, of: Expr, list: Option<&Node<'_>>) -> Expr {
        let Some(list) = list else { return of };
        let mut cursor = list.walk();
        let given = list.named_children(&mut cursor).filter(|node| !node.is_extra());
        let mut all: Vec<Expr> = given.map(|node| self.expr(node, 1)).collect();
        let one = all.len() == 1 && !matches!(all[0], Expr::Tuple(_));
        Expr::Generic(Box::new(of), Box::new(if one { all.remove(0) } else { Expr::Tuple(all) }))
    }
}

/// Returns a binding with nothing but the given facts.
pub(in crate::resolve::bindings) fn binding(
    name: Range<usize>,
    kind: BindingKind,
    scope: ScopeId,
) -> Binding {
    Binding {
        name,
        kind,
        scope,
        visible_from: 0,
        effective_from: 0,
        body_scope: None,
        declared: None,
        value: None,
        subject: None,
        decorators: Vec::new(),
        import: None,
        is_declared_only: false,
    }
}

fn scope((sort, kind): (Sort, Box<str>), parent: Option<ScopeId>, range: Range<usize>) -> Scope {
    Scope {
        sort,
        kind,
        parent,
        range,
        of: None,
        binds: HashMap::new(),
        wildcards: Vec::new(),
        bases: Vec::new(),
        embedded: Vec::new(),
        subject: None,
        of_trait: None,
        globals: Vec::new(),
        nonlocals: Vec::new(),
        tuple: None,
        is_blanket: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_capture_of_the_queries_means_something() {
        for language in Language::all() {
            for name in language.local_patterns().capture_names() {
                assert!(captured(name).is_some() || name.starts_with('_'), "{}: {name}", language.folder());
            }
        }
    }

    #[test]
    fn every_node_and_field_of_the_rules_is_one_of_the_grammar() {
        for language in Language::all() {
            let Some(rules) = language.local_rules() else { continue };
            for mend in &rules.parse_fixes {
                let find = regex::Regex::new(&mend.find).expect("it is a regular expression");
                assert_eq!(find.captures_len(), 2, "{}: {}", language.folder(), mend.find);
            }
            let grammar = language.grammar();
            let lists = [
                &rules.literals,
                &rules.valueless_expressions,
                &rules.comments,
                &rules.strings,
                &rules.tokens,
                &rules.type_words,
                &rules.attributes,
            ];
            let kinds = rules.expressions.iter().map(|rule| &rule.kind);
            for kind in lists.into_iter().flatten().chain(kinds) {
                assert_ne!(grammar.id_for_node_kind(kind, true), 0, "{}: {kind}", language.folder());
            }
            let fields = rules.expressions.iter().flat_map(|rule| [&rule.operand, &rule.name]);
            for name in fields.flatten() {
                assert!(grammar.field_id_for_name(name).is_some(), "{}: {name}", language.folder());
            }
        }
    }
}
