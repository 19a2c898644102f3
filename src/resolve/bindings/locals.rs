//! Reads what one file says of names, by the query of its language.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use tree_sitter::{Node, QueryCursor, StreamingIterator as _};

use super::graph::{Binding, BindingKind, Expr, Graph, Scope, ScopeId, Sort, TOP};
use crate::lang::{Expression, ExpressionKind, Language, LocalRules, ModuleStyle, Syntax, field};

/// How deep an expression is followed.
const MOST_DEPTH: usize = 40;

/// What one match of the query says.
#[derive(Default)]
pub(super) struct Found<'tree> {
    scope: Option<(Node<'tree>, Sort)>,
    definition: Option<(Node<'tree>, BindingKind)>,
    pub(super) parts: HashMap<&'static str, Vec<Node<'tree>>>,
}

/// Every capture beside scopes and definitions.
const PARTS: &[&str] = &[
    "type",
    "value",
    "base",
    "subject",
    "trait",
    "given",
    "pattern",
    "held",
    "key",
    "row",
    "parts",
    "fixed",
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
    "beyond",
    "default",
    "namespace",
    "export",
    "exported",
    "source",
    "anonymous",
    "names",
    "narrowed",
    "around",
    "package_path",
    "assigned",
    "given_field",
    "exports",
    "lent",
    "of_type",
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

/// Whether a capture of `locals.scm` means something here.
#[cfg(test)]
fn is_known_capture(name: &str) -> bool {
    let Some(name) = name.strip_prefix("local.") else { return name.starts_with('_') };
    sort_of(name).is_some() || kind_of(name).is_some() || PARTS.contains(&name)
}

/// Reads a file; `None` where it cannot be parsed in reasonable time.
pub(super) fn read(syntax: &mut Syntax, text: &Arc<str>) -> Option<Graph> {
    let language = syntax.language();
    let rules = language.local_rules()?;
    let query = language.locals_query();
    let tree = super::macros::parse(rules, syntax, text)?;
    let names: Vec<&str> = query.capture_names().to_vec();
    let mut cursor = QueryCursor::new();
    let mut matches = cursor.matches(query, tree.root_node(), text.as_bytes());
    let mut found = Vec::new();
    while let Some(one) = matches.next() {
        let mut of = Found::default();
        for capture in one.captures() {
            let Some(name) = names.get(capture.index as usize).and_then(|name| name.strip_prefix("local."))
            else {
                continue;
            };
            if let Some(sort) = sort_of(name) {
                of.scope = Some((capture.node, sort));
            } else if let Some(kind) = kind_of(name) {
                of.definition = Some((capture.node, kind));
            } else if let Some(part) = PARTS.iter().find(|part| **part == name) {
                of.parts.entry(part).or_default().push(capture.node);
            }
        }
        found.push(of);
    }
    let graph = empty(language, text, &tree);
    let assigned = found.iter().filter_map(|one| one.parts.get("assigned")).flatten();
    let assigned = assigned.map(Node::byte_range).collect();
    let seen_from = seen_from(&found);
    let mut reader = Reader { rules, text, graph, by_node: HashMap::new(), seen_from, assigned };
    reader.open_scopes(&found);
    let mut outside: HashMap<ScopeId, Vec<Range<usize>>> = HashMap::new();
    for node in found.iter().filter_map(|one| one.parts.get("outside")).flatten() {
        let scope = reader.scope_of_parent(*node);
        outside.entry(scope).or_default().push(node.byte_range());
    }
    reader.graph.outside = outside;
    let prefixes = prefixes(&found);
    reader.take_segments(&prefixes);
    for one in &found {
        reader.take(one, &prefixes);
    }
    reader.move_outward();
    reader.graph.settle_shorthands();
    Some(reader.graph)
}

fn empty(language: &'static Language, text: &Arc<str>, tree: &tree_sitter::Tree) -> Graph {
    Graph {
        language,
        text: Arc::clone(text),
        tree: tree.clone(),
        scopes: Vec::new(),
        bindings: Vec::new(),
        by_byte: HashMap::new(),
        imported: HashMap::new(),
        labels: HashMap::new(),
        shorthands: HashMap::new(),
        segments: HashMap::new(),
        given_fields: HashMap::new(),
        exports: HashMap::new(),
        given_object: None,
        fixed: HashSet::new(),
        quoted: Vec::new(),
        outside: HashMap::new(),
        anonymous: HashMap::new(),
        narrowed: HashMap::new(),
        packages: Vec::new(),
        package: None,
        is_deferred: language
            .local_rules()
            .and_then(|rules| rules.deferred_by.as_ref())
            .is_some_and(|word| text.contains(word.as_str())),
    }
}

/// The first parts of paths of imports, each with the node that it counts for.
fn prefixes<'tree>(found: &[Found<'tree>]) -> Vec<(Range<usize>, Node<'tree>)> {
    let all = found.iter().filter_map(|one| one.parts.get("prefix"));
    let around = |node: &Node<'tree>| Some((node.parent()?.byte_range(), *node));
    let mut all: Vec<_> = all.flatten().filter_map(around).collect();
    all.sort_by_key(|(range, node)| (range.start, usize::MAX - range.end, node.start_byte()));
    all.dedup_by_key(|(_, node)| node.id());
    all
}

/// The patterns of statements and conditions, with the byte from which on their names are seen.
fn seen_from(found: &[Found<'_>]) -> Vec<(Range<usize>, usize)> {
    let of = |one: &Found<'_>| {
        let pattern = one.parts.get("pattern")?.first()?.byte_range();
        Some((pattern, one.parts.get("from")?.first()?.end_byte()))
    };
    let mut all: Vec<_> = found.iter().filter_map(of).collect();
    all.sort_by_key(|(range, _)| range.start);
    all
}

pub(super) struct Reader<'t> {
    pub(super) rules: &'static LocalRules,
    text: &'t Arc<str>,
    pub(super) graph: Graph,
    /// The scope that a node opens.
    by_node: HashMap<usize, ScopeId>,
    /// Patterns, and the byte from which on their names are seen, in the order of the text.
    seen_from: Vec<(Range<usize>, usize)>,
    /// Patterns that bind nothing.
    assigned: Vec<Range<usize>>,
}

impl Reader<'_> {
    fn open_scopes(&mut self, found: &[Found<'_>]) {
        let mut nodes: HashMap<usize, (Range<usize>, Sort, Box<str>)> = HashMap::new();
        for (node, sort) in found.iter().filter_map(|one| one.scope) {
            nodes.entry(node.id()).or_insert((node.byte_range(), sort, node.kind().into()));
        }
        // What a definition is made of is no class beside it.
        let mut bodies = Vec::new();
        for node in found.iter().filter_map(|one| one.parts.get("anonymous")).flatten() {
            let is_named =
                |parent: &Node<'_>| nodes.get(&parent.id()).is_some_and(|(_, sort, _)| *sort == Sort::Class);
            if let Some(parent) = node.parent().filter(is_named) {
                nodes.remove(&node.id());
                bodies.push((node.id(), parent.id()));
            }
        }
        let mut nodes: Vec<_> = nodes.into_iter().collect();
        nodes
            .sort_by_key(|(_, (range, sort, _))| (range.start, usize::MAX - range.end, *sort == Sort::Block));
        self.graph.scopes.push(scope((Sort::File, "".into()), None, 0..usize::MAX));
        let mut open = vec![TOP];
        for (id, (range, sort, kind)) in nodes {
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

    /// Binds a class that has no name, by its number.
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
            opens: Some(opened),
            ..binding(start..start, BindingKind::Class, scope)
        });
    }

    /// The scope that a node stands in, and not the one that it opens.
    fn scope_of_parent(&self, node: Node<'_>) -> ScopeId {
        let mut above = std::iter::successors(node.parent(), |node| node.parent());
        above.find_map(|node| self.by_node.get(&node.id()).copied()).unwrap_or(TOP)
    }

    fn name(&self, node: Node<'_>) -> String {
        self.text.get(node.byte_range()).unwrap_or_default().to_owned()
    }

    fn part<'f, 'tree>(one: &'f Found<'tree>, name: &str) -> Option<&'f Node<'tree>> {
        one.parts.get(name).and_then(|nodes| nodes.first())
    }

    /// Takes in what a match says.
    fn take(&mut self, one: &Found<'_>, prefixes: &[(Range<usize>, Node<'_>)]) {
        let opened = one.scope.and_then(|(node, _)| self.by_node.get(&node.id()).copied());
        if let Some(opened) = opened {
            for base in one.parts.get("base").into_iter().flatten() {
                let base = self.expr(*base, 0);
                if one.parts.contains_key("names") {
                    self.graph.scopes[opened].names.push(base.clone());
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
                self.graph.scopes[opened].row = Some(self.expr(*row, 0));
            }
            self.graph.scopes[opened].is_given |= one.parts.contains_key("given");
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
            self.give_field(*node);
        }
        if let Some(node) = Self::part(one, "exports") {
            self.graph.given_object = self.by_node.get(&node.id()).copied();
        }
        for node in one.parts.get("fixed").into_iter().flatten() {
            self.graph.fixed.insert(node.start_byte());
        }
        for node in one.parts.get("quoted").into_iter().flatten() {
            self.graph.quoted.push(node.byte_range());
        }
        for node in one.parts.get("outward").into_iter().flatten() {
            let (name, scope) = (self.name(*node), self.graph.scope_at(node.start_byte()));
            self.graph.scopes[scope].outward.push(name);
        }
        for node in one.parts.get("outer").into_iter().flatten() {
            let (name, scope) = (self.name(*node), self.graph.scope_at(node.start_byte()));
            self.graph.scopes[scope].outer.push(name);
        }
        if let Some(node) = Self::part(one, "all") {
            let mut path = self.path_of(*node, prefixes);
            path.extend(Self::part(one, "source").map(|source| self.spelled(*source)));
            let scope = self.graph.scope_at(node.start_byte());
            self.graph.scopes[scope].wildcards.push(path);
        }
        self.import(one, prefixes);
    }

    /// What a pattern or a call takes the names of its parts from.
    fn callee(&self, one: &Found<'_>) -> Option<Expr> {
        let of_type = || Some(Expr::Make(Box::new(self.expr(*Self::part(one, "of_type")?, 0))));
        Self::part(one, "callee").map(|callee| self.expr(*callee, 0)).or_else(of_type)
    }

    fn define(&mut self, one: &Found<'_>, node: Node<'_>, kind: BindingKind, opened: Option<ScopeId>) {
        let name = self.unmarked(node);
        if let Some(id) = self.graph.by_byte.get(&name.start).copied() {
            self.add_to(id, one);
            self.lend(id, one);
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
            // A field of the object at hand belongs to its class.
            if !self.rules.receivers.contains(&self.name(*receiver)) {
                return;
            }
            let Some(class) = self.graph.class_around(node.start_byte()) else { return };
            (at, subject) = (class, None);
        } else if let Some(opened) = opened.filter(|opened| *opened == at) {
            at = self.graph.scopes[opened].parent.unwrap_or(TOP);
        }
        while one.parts.contains_key("beyond")
            && self.graph.scopes[at].sort == Sort::Block
            && !(self.rules.shapes.is_some() && self.graph.is_body(at))
        {
            at = self.graph.scopes[at].parent.unwrap_or(TOP);
        }
        let from = Self::part(one, "from").map_or(0, Node::end_byte).max(self.pattern_end(node));
        let declared = self.declared_by(one);
        let value = self.value_of(one);
        let is_declared_only = one.parts.contains_key("declaration");
        let binding = Binding {
            from,
            opens: opened,
            declared,
            value,
            subject,
            is_declared_only,
            ..binding(name, kind, at)
        };
        if one.parts.contains_key("export") {
            self.give(binding);
            return;
        }
        let id = self.bind(binding);
        self.narrow(id, one);
        if let Some(opened) = opened {
            self.graph.scopes[opened].of = Some(id);
        }
        self.lend(id, one);
    }

    /// Adds what another match says of a binding.
    fn add_to(&mut self, id: usize, one: &Found<'_>) {
        self.narrow(id, one);
        let declared = self.declared_by(one);
        let value = self.value_of(one);
        let subject = Self::part(one, "subject").map(|node| self.expr(*node, 0));
        let from = Self::part(one, "from").map_or(0, Node::end_byte);
        let opens = one.scope.and_then(|(node, _)| self.by_node.get(&node.id()).copied());
        let binding = &mut self.graph.bindings[id];
        binding.subject = binding.subject.take().or(subject);
        // A name that stands for a type of its own, or for a function.
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
        binding.declared = binding.declared.take().or(declared);
        binding.value = binding.value.take().or(value);
        binding.opens = binding.opens.or(opens);
        binding.from = binding.from.max(from);
        let is_own = opens.filter(|opened| self.graph.scopes[*opened].of.is_none());
        if let Some(opened) = is_own {
            self.graph.scopes[opened].of = Some(id);
        }
    }

    /// The type that a match says its binding has wherever it is seen.
    fn declared_by(&self, one: &Found<'_>) -> Option<Expr> {
        let declared = Self::part(one, "type").filter(|_| !one.parts.contains_key("narrowed"));
        let around = || Self::part(one, "around").and_then(|node| self.class_around(*node));
        declared.map(|node| self.expr(*node, 0)).or_else(around)
    }

    /// The name of the class around a node.
    fn class_around(&self, node: Node<'_>) -> Option<Expr> {
        let scope = self.scope_of_parent(node);
        let of = self.graph.around(scope).find_map(|at| self.graph.scopes[at].of)?;
        Some(Expr::Name(self.graph.bindings[of].name.clone()))
    }

    /// Notes where a binding has another type.
    fn narrow(&mut self, id: usize, one: &Found<'_>) {
        if let (Some(place), Some(declared)) = (Self::part(one, "narrowed"), Self::part(one, "type")) {
            let declared = self.expr(*declared, 0);
            self.graph.narrowed.entry(id).or_default().push((place.byte_range(), declared));
        }
    }

    /// What a match says that its binding is given.
    fn value_of(&self, one: &Found<'_>) -> Option<Expr> {
        let value = Self::part(one, "value").map(|node| self.expr(*node, 0));
        let held = || Self::part(one, "held").map(|node| Expr::Held(Box::new(self.expr(*node, 0))));
        let key = || Self::part(one, "key").map(|node| Expr::Key(Box::new(self.expr(*node, 0))));
        let part = || {
            let (name, _) = one.definition?;
            let row = Self::part(one, "parts")?;
            let number = std::iter::successors(name.prev_named_sibling(), Node::prev_named_sibling).count();
            Some(Expr::Part(Box::new(self.expr(*row, 0)), number))
        };
        value.or_else(held).or_else(key).or_else(part)
    }

    /// The byte from which on a name in a pattern is seen; 0 where it is none of a statement.
    fn pattern_end(&self, node: Node<'_>) -> usize {
        let before = self.seen_from.partition_point(|(range, _)| range.start <= node.start_byte());
        let last = before.checked_sub(1).and_then(|at| self.seen_from.get(at));
        last.filter(|(range, _)| node.end_byte() <= range.end).map_or(0, |(_, from)| *from)
    }

    /// Notes the parts of the paths that stand before what is imported, each with what stands before it.
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

    pub(super) fn bind(&mut self, binding: Binding) -> usize {
        let id = self.graph.bindings.len();
        let name = self.graph.slice(&self.graph.marked(&binding.name)).to_owned();
        self.graph.scopes[binding.scope].binds.entry(name).or_default().push(id);
        self.graph.by_byte.insert(binding.name.start, id);
        self.graph.bindings.push(binding);
        id
    }

    /// Takes in a name that is brought in from another module.
    fn import(&mut self, one: &Found<'_>, prefixes: &[(Range<usize>, Node<'_>)]) {
        let alias = Self::part(one, "alias");
        let bound = |node: Node<'_>, import: Vec<String>, scope: ScopeId| Binding {
            import: Some(import),
            ..binding(node.byte_range(), BindingKind::Import, scope)
        };
        if let Some(node) = Self::part(one, "package_path") {
            self.import_package(*node);
        }
        if let Some(node) = Self::part(one, "module") {
            // A whole module: by its alias, or by the first part of its name.
            let scope = self.graph.scope_at(node.start_byte());
            let whole = vec![self.name(*node)];
            match alias {
                Some(alias) => drop(self.bind(bound(*alias, whole, scope))),
                None => {
                    let first = node.named_child(0).unwrap_or(*node);
                    let import = vec![self.name(first)];
                    self.bind(bound(first, import, scope));
                }
            }
        }
        self.import_whole(one, prefixes, &bound);
        let Some(node) = Self::part(one, "import") else { return };
        let mut before = self.path_of(*node, prefixes);
        before.extend(Self::part(one, "source").map(|source| self.spelled(*source)));
        self.graph.imported.insert(node.start_byte(), before.clone());
        let mut path = before;
        path.push(self.name(*node));
        let is_elsewhere = one.parts.contains_key("reexport");
        let scope = self.graph.scope_at(node.start_byte());
        let named = alias.copied().unwrap_or(*node);
        if node.kind() == "self" && alias.is_none() {
            // The module itself: its name is the last part of the path before.
            if let Some(range) = self.end_of_prefix(*node, prefixes) {
                path.pop();
                let byte = range.start;
                let binding = Binding { name: range, ..bound(*node, path, scope) };
                if !self.graph.by_byte.contains_key(&byte) {
                    self.bind(binding);
                    self.graph.by_byte.remove(&byte);
                }
            }
            return;
        }
        if self.rules.modules == ModuleStyle::Files {
            let binding = bound(named, path, scope);
            if is_elsewhere {
                self.give(binding)
            } else {
                self.bring(binding)
            }
            return;
        }
        let is_bound = self.graph.by_byte.contains_key(&named.start_byte());
        if !(is_bound || is_elsewhere && alias.is_none()) {
            self.bind(bound(named, path, scope));
        } else if is_elsewhere {
            // The name is given on without being seen here; to other files it is one of this file's.
            self.bind(bound(named, path, TOP));
        }
    }

    /// Takes in a name for what a module gives away by default, or for all of it, and the names that this one gives away.
    fn import_whole(
        &mut self,
        one: &Found<'_>,
        prefixes: &[(Range<usize>, Node<'_>)],
        bound: &dyn Fn(Node<'_>, Vec<String>, ScopeId) -> Binding,
    ) {
        for (part, last) in [("default", Some("default")), ("namespace", None)] {
            let Some(node) = Self::part(one, part) else { continue };
            let mut path = self.path_of(*node, prefixes);
            path.extend(Self::part(one, "source").map(|source| self.spelled(*source)));
            path.extend(last.map(str::to_owned));
            let scope = self.graph.scope_at(node.start_byte());
            if path.is_empty() {
                continue;
            }
            let binding = bound(*node, path, scope);
            if one.parts.contains_key("reexport") { self.give(binding) } else { self.bring(binding) }
        }
        if let (Some(name), Some(of)) = (Self::part(one, "export"), Self::part(one, "exported"))
            && !self.graph.imported.contains_key(&of.start_byte())
        {
            let path = vec![String::new(), self.name(*of)];
            self.give(bound(*name, path, TOP));
            // A name by itself in a list of exports is read like any other.
            if name.id() == of.id() && name.kind() == "identifier" {
                self.graph.by_byte.remove(&name.start_byte());
            }
        }
    }

    /// Takes in a package by the name that its path ends with, as far as that tells it.
    fn import_package(&mut self, node: Node<'_>) {
        let path = self.spelled(node);
        let is_version = |part: &str| {
            part.strip_prefix('v')
                .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()))
        };
        let whole = self.name(node);
        let mut parts = path.rsplit('/');
        let mut last = parts.next().unwrap_or_default();
        if is_version(last) {
            last = parts.next().unwrap_or(last);
        }
        let name = last.rsplit_once('.').filter(|(_, end)| is_version(end)).map_or(last, |(name, _)| name);
        let Some(at) = whole.rfind(last) else { return };
        let start = node.start_byte() + at;
        let range = start..start + name.len();
        let import = Binding { import: Some(vec![path.clone()]), ..binding(range, BindingKind::Import, TOP) };
        let id = self.bind(import);
        self.graph.packages.push(id);
    }

    /// The text of a string.
    fn spelled(&self, node: Node<'_>) -> String {
        self.name(node).trim_matches(['"', '\'', '`']).to_owned()
    }

    /// The parts of paths that stand before a node of an import.
    fn path_of(&self, node: Node<'_>, prefixes: &[(Range<usize>, Node<'_>)]) -> Vec<String> {
        let (start, end) = (node.start_byte(), node.end_byte());
        let behind = prefixes.partition_point(|(range, _)| range.start <= start);
        let around = prefixes[..behind].iter().filter(|(range, prefix)| {
            range.end >= end
                && !(prefix.start_byte() <= start && end <= prefix.end_byte() && prefix.id() != node.id())
        });
        around
            .map(|(_, prefix)| self.name(*prefix).trim_matches(['"', '\'', '`', '<', '>']).to_owned())
            .collect()
    }

    /// The last name of the innermost path before a node of an import.
    fn end_of_prefix(&self, node: Node<'_>, prefixes: &[(Range<usize>, Node<'_>)]) -> Option<Range<usize>> {
        let inside = |(range, _): &&(Range<usize>, Node<'_>)| {
            range.start <= node.start_byte() && node.end_byte() <= range.end
        };
        let (_, prefix) = prefixes.iter().rfind(inside)?;
        let text = self.text.get(prefix.byte_range())?;
        let last = text.rsplit("::").next()?.len();
        Some(prefix.end_byte() - last..prefix.end_byte())
    }

    /// What a function binds that says it means a scope around.
    fn move_outward(&mut self) {
        for scope in 0..self.graph.scopes.len() {
            for name in self.graph.scopes[scope].outward.clone() {
                self.rebind(scope, TOP, &name);
            }
            for name in self.graph.scopes[scope].outer.clone() {
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

    /// Gives what one scope binds to a name to another scope.
    fn rebind(&mut self, scope: ScopeId, home: ScopeId, name: &str) {
        for id in self.graph.scopes[scope].binds.remove(name).unwrap_or_default() {
            self.graph.bindings[id].scope = home;
            self.graph.scopes[home].binds.entry(name.to_owned()).or_default().push(id);
        }
    }

    fn expr(&self, node: Node<'_>, depth: usize) -> Expr {
        expr(self.rules, self.text, node, depth)
    }
}

/// A binding of which nothing more is known.
pub(super) fn binding(name: Range<usize>, kind: BindingKind, scope: ScopeId) -> Binding {
    Binding {
        name,
        kind,
        scope,
        from: 0,
        opens: None,
        declared: None,
        value: None,
        subject: None,
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
        names: Vec::new(),
        subject: None,
        of_trait: None,
        outward: Vec::new(),
        outer: Vec::new(),
        row: None,
        is_given: false,
    }
}

/// What an expression is made of.
pub(super) fn expr(rules: &LocalRules, text: &str, node: Node<'_>, depth: usize) -> Expr {
    if depth > MOST_DEPTH {
        return Expr::Other;
    }
    let fits = |rule: &&Expression| {
        rule.kind == node.kind()
            && !has_child(node, rule.without.as_deref())
            && (rule.with.is_none() || has_child(node, rule.with.as_deref()))
    };
    let Some(rule) = rules.expressions.iter().find(fits) else {
        return match node.kind() {
            kind if rules.strings.iter().any(|string| string == kind) => spelled(text, node),
            kind if rules.literals.iter().any(|literal| literal == kind) => Expr::Literal,
            kind if rules.nothing.iter().any(|nothing| nothing == kind) => Expr::Nothing,
            _ if node.named_child_count() == 0 => Expr::Name(node.byte_range()),
            _ => Expr::Other,
        };
    };
    let of = match &rule.of {
        Some(name) => field(node, name),
        None if rule.last => {
            let last = node.named_child_count().saturating_sub(1);
            u32::try_from(last).ok().and_then(|last| node.named_child(last))
        }
        None => node.named_child(0),
    };
    let name = name_of_rule(rule, node);
    let inner = |node| Box::new(expr(rules, text, node, depth + 1));
    match (rule.is, of, name) {
        (ExpressionKind::Same, Some(of), _) => expr(rules, text, of, depth + 1),
        (ExpressionKind::Call, Some(of), arguments) => {
            let called = text.get(of.byte_range()).unwrap_or_default();
            let has = |words: &[String]| words.iter().any(|word| word == called);
            match arguments.and_then(|arguments| arguments.named_child(0)) {
                Some(first) if has(&rules.makers) => Expr::Make(inner(first)),
                Some(first) if has(&rules.passers) => expr(rules, text, first, depth + 1),
                _ => module_of(rules, text, node, of).unwrap_or_else(|| Expr::Call(inner(of))),
            }
        }
        (ExpressionKind::Either, ..) => either(rules, text, node, depth),
        (ExpressionKind::Invoke, of, Some(name)) => {
            let called = text.get(node.start_byte()..name.end_byte()).unwrap_or_default();
            let arguments = rule.behind.as_deref().and_then(|kind| child_of(node, kind));
            match arguments.and_then(|arguments| arguments.named_child(0)) {
                Some(first) if rules.passers.iter().any(|word| word == called) => {
                    expr(rules, text, first, depth + 1)
                }
                _ => Expr::Call(Box::new(match of {
                    Some(of) => Expr::Member(inner(of), name.byte_range()),
                    None => Expr::Name(name.byte_range()),
                })),
            }
        }
        (ExpressionKind::Function, Some(of), _) => Expr::Function(match expr(rules, text, of, depth + 1) {
            Expr::Row(mut parts) if parts.len() == 1 => parts.pop().map_or(inner(of), Box::new),
            result => Box::new(result),
        }),
        (ExpressionKind::Class, ..) => Expr::Class(node.start_byte()),
        (ExpressionKind::Parts, ..) => type_of_parts(rules, text, node, depth),
        (ExpressionKind::Make, Some(of), _) => Expr::Make(inner(of)),
        (ExpressionKind::Held, Some(of), _) => Expr::Held(inner(of)),
        (ExpressionKind::Row, ..) => {
            let mut cursor = node.walk();
            let parts: Vec<Node<'_>> = match &rule.of {
                Some(of) => node.children_by_field_name(of, &mut cursor).collect(),
                None => node.named_children(&mut cursor).filter(|child| !child.is_extra()).collect(),
            };
            let times = |part: &Node<'_>| {
                let rule = rules.expressions.iter().find(|rule| rule.kind == part.kind());
                let name = rule.and_then(|rule| rule.name.as_deref()).filter(|_| rule.is_some_and(is_same));
                name.map_or(1, |name| count_of(*part, name).max(1))
            };
            let parts = parts
                .into_iter()
                .flat_map(|part| std::iter::repeat_n(expr(rules, text, part, depth + 1), times(&part)));
            Expr::Row(parts.collect())
        }
        (ExpressionKind::Table, Some(of), Some(key)) => Expr::Table(inner(key), inner(of)),
        (ExpressionKind::Holder, Some(of), _) => Expr::Holder(inner(of)),
        (ExpressionKind::Member, Some(of), Some(name)) => Expr::Member(inner(of), name.byte_range()),
        // A name with arguments behind a path.
        (ExpressionKind::Path, of, Some(name))
            if rules.expressions.iter().any(|rule| rule.kind == name.kind()) =>
        {
            match expr(rules, text, name, depth + 1) {
                Expr::Generic(base, argument) => match *base {
                    Expr::Name(name) => Expr::Generic(Box::new(Expr::Path(of.map(inner), name)), argument),
                    _ => Expr::Other,
                },
                Expr::Path(None, name) | Expr::Name(name) => Expr::Path(of.map(inner), name),
                Expr::Path(Some(middle), name) => match *middle {
                    Expr::Name(middle) => Expr::Path(Some(Box::new(Expr::Path(of.map(inner), middle))), name),
                    _ => Expr::Other,
                },
                _ => Expr::Other,
            }
        }
        (ExpressionKind::Path, of, Some(name)) => Expr::Path(of.map(inner), name.byte_range()),
        (ExpressionKind::Generic, Some(of), name) => {
            let mut arguments: Vec<Expr> = arguments_of(rules, rule, node, name)
                .into_iter()
                .map(|argument| expr(rules, text, argument, depth + 1))
                .collect();
            let argument = match arguments.len() {
                0 => Expr::Other,
                1 => arguments.remove(0),
                _ => Expr::Row(arguments),
            };
            Expr::Generic(inner(of), Box::new(argument))
        }
        _ => Expr::Other,
    }
}

/// The name in a node, or what stands for it: the field, the child of a kind, or the last child.
pub(super) fn name_of_rule<'t>(rule: &Expression, node: Node<'t>) -> Option<Node<'t>> {
    let is_last = matches!(rule.is, ExpressionKind::Member | ExpressionKind::Reference);
    match (&rule.name, &rule.behind) {
        (Some(name), _) => field(node, name),
        (None, Some(kind)) => child_of(node, kind),
        (None, None) if is_last && node.named_child_count() > 1 => {
            let mut cursor = node.walk();
            node.named_children(&mut cursor).last()
        }
        (None, None) => None,
    }
}

/// The arguments of a type: those in the list of them, or what stands in their field.
fn arguments_of<'t>(
    rules: &LocalRules,
    rule: &Expression,
    node: Node<'t>,
    first: Option<Node<'t>>,
) -> Vec<Node<'t>> {
    let Some(first) = first else { return Vec::new() };
    let is_argument = |kind: &str| {
        rules.expressions.iter().any(|rule| rule.kind == kind)
            || rules.strings.iter().chain(&rules.literals).any(|other| other == kind)
    };
    let mut cursor = node.walk();
    if first.named_child_count() > 0 && !is_argument(first.kind()) {
        return first.named_children(&mut first.walk()).filter(|child| !child.is_extra()).collect();
    }
    match &rule.name {
        Some(name) => node.children_by_field_name(name, &mut cursor).collect(),
        None => vec![first],
    }
}

/// The child of a kind.
pub(super) fn child_of<'t>(node: Node<'t>, kind: &str) -> Option<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).find(|child| child.kind() == kind)
}

/// Whether what a node is stands in it.
fn is_same(rule: &Expression) -> bool {
    rule.is == ExpressionKind::Same
}

/// How many children of a node stand in a field.
fn count_of(node: Node<'_>, name: &str) -> usize {
    let mut cursor = node.walk();
    node.children_by_field_name(name, &mut cursor).filter(Node::is_named).count()
}

/// The type that the parts of a literal are of: it stands before them, or is what the literal around holds.
fn type_of_parts(rules: &LocalRules, text: &str, node: Node<'_>, depth: usize) -> Expr {
    let mut above = node.parent();
    let mut before = node;
    while let Some(here) = above.filter(|_| depth < MOST_DEPTH) {
        let rule = rules.expressions.iter().find(|rule| rule.kind == here.kind());
        match rule.map(|rule| (rule.is, rule)) {
            Some((ExpressionKind::Make, _)) => return expr(rules, text, here, depth + 1),
            Some((ExpressionKind::Parts, _)) => {
                return Expr::Held(Box::new(type_of_parts(rules, text, here, depth + 1)));
            }
            // The key of a table is not what the table holds.
            _ if field(here, "key").is_some_and(|key| key.id() == before.id()) => return Expr::Other,
            _ => {}
        }
        before = here;
        above = here.parent();
    }
    Expr::Other
}

/// Whether a node has a child of a kind.
fn has_child(node: Node<'_>, kind: Option<&str>) -> bool {
    let mut cursor = node.walk();
    kind.is_some_and(|kind| node.children(&mut cursor).any(|child| child.kind() == kind))
}

/// The module that a call gives back.
fn module_of(rules: &LocalRules, text: &str, call: Node<'_>, function: Node<'_>) -> Option<Expr> {
    let called = text.get(function.byte_range())?;
    if !rules.module_calls.iter().any(|known| known == called) {
        return None;
    }
    let given = field(call, "arguments")?.named_child(0)?;
    let is_string = rules.strings.iter().any(|string| string == given.kind());
    match spelled(text, given) {
        Expr::Spelled(range) if is_string => Some(Expr::Module(range)),
        _ => None,
    }
}

/// One of several types; that there may be nothing counts for none.
fn either(rules: &LocalRules, text: &str, node: Node<'_>, depth: usize) -> Expr {
    let untyped = rules.shapes.as_ref().map_or(&[][..], |shapes| shapes.untyped.as_slice());
    let mut cursor = node.walk();
    let parts = node.named_children(&mut cursor).filter(|child| !child.is_extra());
    let mut all = Vec::new();
    for part in parts {
        let is_nothing = part.kind() == "literal_type"
            && untyped.iter().any(|word| Some(word.as_str()) == text.get(part.byte_range()));
        match expr(rules, text, part, depth + 1) {
            _ if is_nothing => {}
            Expr::Nothing => {}
            Expr::Either(parts) => all.extend(parts),
            part => all.push(part),
        }
    }
    match all.len() {
        1 => all.remove(0),
        _ => Expr::Either(all),
    }
}

/// The better known of two expressions.
fn better(one: Option<Expr>, other: Option<Expr>) -> Option<Expr> {
    match (one, other) {
        (None | Some(Expr::Other), Some(other)) => Some(other),
        (one, _) => one,
    }
}

/// The type that a string may spell.
fn spelled(text: &str, node: Node<'_>) -> Expr {
    let range = node.byte_range();
    let inner = text.get(range.clone()).unwrap_or_default().trim_matches(['"', '\'']);
    let start = range.start + text.get(range).map_or(0, |whole| whole.find(inner).unwrap_or(0));
    Expr::Spelled(start..start + inner.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_capture_of_the_queries_means_something() {
        for language in Language::all() {
            for name in language.locals_query().capture_names() {
                assert!(is_known_capture(name), "{}: {name}", language.folder());
            }
        }
    }

    #[test]
    fn every_node_and_field_of_the_rules_is_one_of_the_grammar() {
        for language in Language::all() {
            let Some(rules) = language.local_rules() else { continue };
            for mend in &rules.mends {
                let find = regex::Regex::new(&mend.find).expect("it is a regular expression");
                assert_eq!(find.captures_len(), 2, "{}: {}", language.folder(), mend.find);
            }
            let grammar = language.grammar();
            let lists = [
                &rules.literals,
                &rules.nothing,
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
            let fields = rules.expressions.iter().flat_map(|rule| [&rule.of, &rule.name]);
            for name in fields.flatten() {
                assert!(grammar.field_id_for_name(name).is_some(), "{}: {name}", language.folder());
            }
        }
    }
}
