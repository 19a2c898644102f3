//! Collects every requested name of a text with its role, and the scopes in which names are bound.

use tree_sitter::{Node, Tree, TreeCursor};

use super::asked_words::AskedWords;
use super::callable::Callable;
use super::definition_name::word_in;
use super::path::PathTarget;
use super::readings::ParsedReading;
use super::scope::{FILE, Mention, NameAtPlace, ScopeKind, SyntacticRole, TextNames, TextScope, TextScopeId};
use crate::lang::{Language, NameRules, NameUse, field};
use crate::text::normal::{contains, is_word_char};

/// A node on the path from the root to the current node.
pub(super) struct NodeFrame<'tree> {
    pub(super) node: Node<'tree>,
    pub(super) field: Option<&'tree str>,
    /// The scope of its contents.
    pub(super) scope: TextScopeId,
    /// The scope that its body opens.
    pub(super) opens: Option<TextScopeId>,
    /// The function whose parameters it contains.
    function: Option<TextScopeId>,
    pub(super) is_opaque: bool,
    /// Whether its declarations belong to a scope further out.
    pub(super) is_outward: bool,
}

pub(super) struct Scan<'t, 'r, 'tree> {
    pub(super) language: &'static Language,
    pub(super) text: &'t str,
    pub(super) rules: &'r NameRules,
    /// The requested names; of other names only the bindings are kept.
    words: &'r AskedWords,
    /// The name space of those names.
    pub(super) space: Option<&'r str>,
    pub(super) frames: Vec<NodeFrame<'tree>>,
    pub(super) names: TextNames<'t>,
}

impl<'t> TextNames<'t> {
    /// Collects the names of a reading by a walk over its tree.
    pub(super) fn of(
        language: &'static Language,
        ParsedReading { tree, text, hidden_modules, .. }: &'t ParsedReading,
        rules: &NameRules,
        space: Option<&str>,
        words: &AskedWords,
    ) -> Self {
        let names = Self::new(hidden_modules);
        let mut scan = Scan { language, text, rules, words, space, frames: Vec::new(), names };
        scan.run(tree);
        scan.names
    }
}

impl<'t, 'tree> Scan<'t, '_, 'tree> {
    fn run(&mut self, tree: &'tree Tree) {
        let mut cursor = tree.walk();
        loop {
            if self.enter(&cursor) {
                if cursor.goto_first_child() {
                    continue;
                }
                self.frames.pop();
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return;
                }
                self.frames.pop();
            }
        }
    }

    /// Processes a node; returns whether its children are to be visited.
    fn enter(&mut self, cursor: &TreeCursor<'tree>) -> bool {
        let node = cursor.node();
        let kind = node.kind();
        let field = cursor.field_name();
        if contains(&self.rules.words, kind) {
            self.take_name(node, field);
            return false;
        }
        let is_comment = contains(&self.rules.comments, kind);
        if is_comment || contains(&self.rules.strings, kind) {
            self.take_text(node, is_comment);
            return false;
        }
        if node.child_count() == 0 {
            if !contains(&self.rules.characters, kind) {
                self.note_unparsed(node);
            }
            return false;
        }
        if field == Some("body") && self.is_of_no_interest(node) {
            return false;
        }
        let frame = self.frame(node, kind, field);
        self.frames.push(frame);
        true
    }

    /// Returns whether a node is the body of a function that contains none of the names: its bindings are not visible
    /// elsewhere.
    fn is_of_no_interest(&self, body: Node<'tree>) -> bool {
        let opened = self.frames.last().and_then(|frame| frame.opens);
        let is_function = opened.is_some_and(|opened| self.names.scopes[opened].kind == ScopeKind::Function);
        let text = self.text.get(body.byte_range()).filter(|_| is_function);
        // A name may be spelled with escapes.
        let is_respelled = |text: &str| ["\\u", "\\U", "\\\n", "\\\r"].iter().any(|sign| text.contains(sign));
        text.is_some_and(|text| self.words.first_in(text).is_empty() && !is_respelled(text))
    }

    fn frame(&mut self, node: Node<'tree>, kind: &str, own_field: Option<&'tree str>) -> NodeFrame<'tree> {
        let above = self.frames.last();
        let mut scope = above.map_or(FILE, |frame| frame.scope);
        let mut function = above.and_then(|frame| frame.function);
        if let Some(opened) = function.filter(|_| contains(&self.rules.heading_in_body_scope, kind)) {
            // The parameters of a parameter belong to no function.
            function = function.filter(|_| scope != opened);
            scope = opened;
        }
        let opened = above.and_then(|frame| frame.opens);
        if let Some(opened) = opened.filter(|_| own_field == Some("body")) {
            scope = opened;
            function = None;
        }
        if let Some(opened) = opened.filter(|_| above.is_some_and(|above| self.is_own_head(above, own_field)))
        {
            scope = opened;
        }
        let is_outward =
            above.is_some_and(|above| contains(&self.rules.outer_scope_nodes, above.node.kind()));
        // After a path, names belong to the class to which the path leads.
        let is_of_other = || is_outward && self.path_declared(node).is_some();
        let is_opaque =
            above.is_some_and(|above| above.is_opaque) || contains(&self.rules.opaque, kind) || is_of_other();
        if let Some(opened) = opened.filter(|_| contains(&self.rules.bases, kind)) {
            self.names.scopes[opened].bases = self.bases(node);
        }
        if contains(&self.rules.wildcards, kind) && has_word(node, &self.rules.wildcard_words) {
            match self.module_of_directive(node, scope) {
                Some(module) => self.names.scopes[scope].using_directives.push(module),
                None => {
                    self.names.scopes[scope].wildcard.get_or_insert(node.start_byte());
                }
            }
        }
        let sort = [
            (&self.rules.functions, ScopeKind::Function),
            (&self.rules.classes, ScopeKind::Class),
            (&self.rules.modules, ScopeKind::Module),
            (&self.rules.enums, ScopeKind::Module),
            (&self.rules.clauses, ScopeKind::TemplateClause),
        ];
        let sort = sort.into_iter().find(|(kinds, _)| contains(kinds, kind)).map(|(_, sort)| sort);
        let opens = sort.and_then(|sort| self.open(node, sort, scope));
        match (sort, opens) {
            (Some(ScopeKind::TemplateClause), Some(opened)) => scope = opened,
            (Some(ScopeKind::Function), Some(opened)) => function = Some(opened),
            _ => {}
        }
        let opens = opens.filter(|opened| *opened != scope);
        NodeFrame { node, field: own_field, scope, opens, function, is_opaque, is_outward }
    }

    /// Returns whether a part of a node declares names that are only visible in its body: `[size = 5] { … }`.
    fn is_own_head(&self, above: &NodeFrame<'_>, own_field: Option<&str>) -> bool {
        let own = self.rules.heads.iter().find(|rule| rule.kind == above.node.kind());
        own.is_some_and(|rule| {
            Some(rule.field.as_str()) == own_field && rule.scope_field.as_deref() == own_field
        })
    }

    /// Returns the scope that a node opens, if that differs from the one around it.
    fn open(&mut self, node: Node<'tree>, sort: ScopeKind, parent: TextScopeId) -> Option<TextScopeId> {
        let mut scope = TextScope::new(sort, parent);
        match sort {
            ScopeKind::Module if contains(&self.rules.enums, node.kind()) => {
                return self.open_enum(node, parent);
            }
            ScopeKind::Module => return self.open_module(node, parent),
            ScopeKind::Class if field(node, "name").is_none() => return self.open_nameless(node, parent),
            ScopeKind::Class => {
                self.place_in_path(node, &mut scope);
                let own = field(node, "name").filter(|_| field(node, "body").is_some());
                let name = own.filter(|name| contains(&self.rules.paths, name.kind())).and_then(last_part);
                if let Some(name) = name.and_then(|name| self.text.get(name.byte_range())) {
                    scope.name = Some(name);
                    let around = scope.parent;
                    let opened = self.names.push(scope);
                    self.names.inner.entry((around, name)).or_default().push(opened);
                    return Some(opened);
                }
            }
            ScopeKind::Function => {
                self.place_in_path(node, &mut scope);
                self.place_by_macro(node, &mut scope);
            }
            ScopeKind::File | ScopeKind::TemplateClause => {}
        }
        Some(self.names.push(scope))
    }

    /// Opens the scope of a nameless class that gets its name from the statement around: `typedef struct { … } item;`.
    /// The members of any other nameless class belong to the scope around.
    fn open_nameless(&mut self, node: Node<'tree>, parent: TextScopeId) -> Option<TextScopeId> {
        let above = self.frames.last()?.node;
        let gives_names = |kind: &str| {
            let mut places = self.rules.places.iter().filter(|place| place.parent == kind);
            places.any(|place| place.repeats.is_some())
        };
        let name = field(above, "declarator").filter(|_| gives_names(above.kind()))?;
        let is_type = field(above, "type").is_some_and(|of| of.id() == node.id());
        let name = self
            .text
            .get(name.byte_range())
            .filter(|_| is_type && contains(&self.rules.words, name.kind()))?;
        let around = self.names.beyond_template_clauses(parent);
        let opened = self.names.push(TextScope::new(ScopeKind::Class, around));
        self.names.inner.entry((around, name)).or_default().push(opened);
        Some(opened)
    }

    /// Returns the scope of a module, which an earlier part of it may have opened.
    fn open_module(&mut self, node: Node<'tree>, parent: TextScopeId) -> Option<TextScopeId> {
        let name = field(node, "name").filter(|_| !has_word(node, &self.rules.transparent))?;
        let mut at = self.names.beyond_template_clauses(parent);
        for part in self.text.get(name.byte_range())?.split("::") {
            let part = part.trim();
            let known = self.names.inner.get(&(at, part)).and_then(|known| known.first().copied());
            at = known.unwrap_or_else(|| {
                let opened = self.names.push(TextScope::new(ScopeKind::Module, at));
                self.names.inner.entry((at, part)).or_default().push(opened);
                opened
            });
        }
        Some(at)
    }

    /// Returns the scope of the values of an enumeration: its own if it is scoped; otherwise the one around, to which
    /// its name then leads.
    fn open_enum(&mut self, node: Node<'tree>, parent: TextScopeId) -> Option<TextScopeId> {
        let (name, _) = (field(node, "name")?, field(node, "body")?);
        let mut scope = TextScope::new(ScopeKind::Module, parent);
        scope.is_enum = true;
        self.place_in_path(node, &mut scope);
        if scope.is_hidden {
            return Some(self.names.push(scope));
        }
        let around = self.names.beyond_template_clauses(scope.parent);
        let name = word_in(name, self.rules).and_then(|name| self.text.get(name.byte_range()))?;
        if let Some(known) = self.names.inner.get(&(around, name)) {
            return known.first().copied();
        }
        let opened = if has_word(node, &self.rules.scoped_words) { self.names.push(scope) } else { around };
        self.names.inner.insert((around, name), vec![opened]);
        Some(opened)
    }

    /// Returns the name that a node declares, with its path, if it has one.
    fn path_declared(&self, node: Node<'tree>) -> Option<Node<'tree>> {
        let mut at = field(node, "declarator").or_else(|| field(node, "name"));
        while let Some(here) = at.filter(|here| !contains(&self.rules.paths, here.kind())) {
            let is_passed = contains(&self.rules.transparent_nodes, here.kind());
            at = field(here, "declarator").or_else(|| here.named_child(0)).filter(|_| is_passed);
        }
        at
    }

    /// Moves a scope whose name follows a path into the scope that the path names.
    fn place_in_path(&mut self, node: Node<'tree>, scope: &mut TextScope<'t>) {
        let Some(path) = self.path_declared(node) else { return };
        let Some(name) = word_in(path, self.rules).or_else(|| last_part(path)) else { return };
        let before = self.text.get(path.start_byte()..name.start_byte()).unwrap_or_default();
        // The name of a destructor has a sign before it.
        let before = before.rfind("::").map_or("", |at| &before[..at + 2]);
        match self.names.resolve_path(before, scope.parent) {
            PathTarget::To(around) => scope.parent = around,
            PathTarget::ToHidden(_) => scope.parent = FILE,
            PathTarget::ToOneOf(several) => {
                scope.parent = several[0];
                scope.or_in = several[1..].to_vec();
            }
            PathTarget::Unknown | PathTarget::Alias => scope.is_hidden = true,
        }
    }

    /// Moves an apparent function with the name of a macro into a class that inherits from the arguments: test
    /// frameworks generate such classes.
    fn place_by_macro(&mut self, node: Node<'tree>, scope: &mut TextScope<'t>) {
        let is_typed = self.rules.typed.as_ref().is_some_and(|typed| field(node, typed).is_some());
        let declarator = field(node, "declarator").filter(|_| !is_typed);
        let Some((declarator, name)) = declarator.and_then(|one| Some((one, field(one, "declarator")?)))
        else {
            return;
        };
        let name = self.text.get(name.byte_range()).unwrap_or_default();
        let is_macro = name.len() > 1 && name.chars().all(|char| is_word_char(char) && !char.is_lowercase());
        if !is_macro || self.names.scopes[scope.parent].kind == ScopeKind::Class {
            return;
        }
        scope.is_of_macro = true;
        let Some(list) = field(declarator, "parameters") else { return };
        let mut cursor = list.walk();
        let mut bases = Vec::new();
        for given in list.named_children(&mut cursor) {
            let Some(text) = self.text.get(given.byte_range()) else { continue };
            if let PathTarget::To(class) = self.names.resolve_path(text, scope.parent)
                && self.names.scopes[class].kind == ScopeKind::Class
            {
                bases.push((given.start_byte(), text));
            }
        }
        if !bases.is_empty() {
            let mut made = TextScope::new(ScopeKind::Class, scope.parent);
            made.bases = bases;
            scope.parent = self.names.push(made);
            scope.is_of_macro = false;
        }
    }

    /// Returns the bases of a class.
    fn bases(&self, node: Node<'tree>) -> Vec<(usize, &'t str)> {
        let types = [&self.rules.words, &self.rules.paths, &self.rules.templates];
        let mut cursor = node.walk();
        let children = node.named_children(&mut cursor);
        children
            .filter(|part| !part.is_extra() && types.iter().any(|kinds| contains(kinds, part.kind())))
            .filter_map(|part| Some((part.start_byte(), self.text.get(part.byte_range())?)))
            .collect()
    }

    fn take_name(&mut self, node: Node<'tree>, field: Option<&'tree str>) {
        let Some(name) = self.text.get(node.byte_range()) else { return };
        // A name may be spelled with escapes.
        let is_asked = self.words.has(name);
        if name.contains('\\') {
            self.names.respelled.push(node.start_byte());
        } else if !is_asked && name.contains(|char| !is_word_char(char)) {
            for (word, _) in self.words.first_in(name) {
                self.names.mention(word, Mention::Unparsed(node.start_byte()));
            }
        }
        let Some(frame) = self.frames.last() else { return };
        // A body may consist of a single name.
        let opened = frame.opens.filter(|_| field == Some("body"));
        let (scope, function) = (opened.unwrap_or(frame.scope), frame.function);
        let start = node.start_byte();
        let mut role = self.role(node, field);
        if role.is_in_other_namespace && is_asked {
            role = SyntacticRole::plain(NameUse::Label);
        }
        if let Some(path) = self.path_of_using(&role) {
            self.names.scopes[scope].using_declarations.insert(name, (start, path));
        }
        if field == Some("name") && contains(&self.rules.module_aliases, frame.node.kind()) {
            let module = self.module_of_directive(frame.node, scope);
            let known = self.names.scopes[scope].aliases.entry(name).or_insert(module);
            // The target depends on conditions.
            *known = known.filter(|known| Some(*known) == module);
        }
        let scope = self.settle(name, &mut role, (scope, start), function);
        if !role.is_outward {
            self.bind(name, &role, scope, start);
        }
        if is_asked {
            let read = |node| Callable::of(node, self.text, self.language, self.rules);
            self.names.take(NameAtPlace {
                range: node.byte_range(),
                name,
                name_use: role.name_use,
                scope,
                owner: role.owner,
                is_by_pointer: role.is_by_pointer,
                is_scope: role.is_scope,
                declares: role.callable.map(read),
                arguments: role.arguments.take(),
                is_sole_declarator: role.is_sole_declarator,
                is_type_alias_of_tag: role.is_type_alias_of_tag,
                is_initialised: self.is_initialised(node),
                is_linked: role.is_linked,
            });
        }
    }

    /// Returns whether a name is the member that an initializer of a constructor initializes.
    fn is_initialised(&self, name: Node<'tree>) -> bool {
        let [.., list, initialiser] = &self.frames[..] else { return false };
        let lists = &self.language.manifest().symbols.initialisers;
        contains(lists, list.node.kind()) && initialiser.node.named_child(0) == Some(name)
    }

    /// Returns the module of the text whose names a declaration brings in.
    fn module_of_directive(&self, node: Node<'tree>, scope: TextScopeId) -> Option<TextScopeId> {
        let mut cursor = node.walk();
        let name = node.named_children(&mut cursor).last()?;
        match self.names.resolve_path(self.text.get(name.byte_range())?, scope) {
            PathTarget::To(module) if self.names.scopes[module].kind == ScopeKind::Module => Some(module),
            _ => None,
        }
    }

    /// Returns the path of a name in a using-declaration.
    fn path_of_using(&self, role: &SyntacticRole<'t, 'tree>) -> Option<&'t str> {
        let path = role.owner.filter(|_| role.name_use == NameUse::Qualified && !role.is_scope)?;
        let is_one = |frame: &NodeFrame<'tree>| contains(&self.rules.wildcards, frame.node.kind());
        self.frames.iter().rev().take(3).any(is_one).then_some(path)
    }

    fn take_text(&mut self, node: Node<'tree>, is_comment: bool) {
        let Some(text) = self.text.get(node.byte_range()) else { return };
        let is_name = !is_comment && self.frames.last().is_some_and(|frame| frame.is_opaque);
        for (word, at) in self.words.first_in(text) {
            let at = node.start_byte() + at;
            self.names.prose.entry(word).or_default().push(node.byte_range());
            self.names.mention(word, if is_name { Mention::Quoted(at) } else { Mention::Prose(at) });
        }
    }

    fn note_unparsed(&mut self, node: Node<'tree>) {
        let Some(text) = self.text.get(node.byte_range()).filter(|_| node.is_named()) else { return };
        for (word, at) in self.words.first_in(text) {
            self.names.mention(word, Mention::Unparsed(node.start_byte() + at));
        }
    }
}

/// Returns whether one of these words is a child of a node.
fn has_word(node: Node<'_>, words: &[String]) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor).any(|child| !child.is_named() && contains(words, child.kind()))
}

/// Returns the last part of a path that does not end in a plain name.
fn last_part(mut path: Node<'_>) -> Option<Node<'_>> {
    let kind = path.kind();
    while path.kind() == kind {
        path = field(path, "name")?;
    }
    Some(path)
}
