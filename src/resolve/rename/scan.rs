//! Every name of a text with what it is there, and the scopes in which names are bound.

use tree_sitter::{Node, Tree, TreeCursor};

use super::callable::Callable;
use super::has;
use super::own_name::word_in;
use super::path::Way;
use super::role::Role;
use super::scope::{FILE, Mention, Names, Scope, ScopeId, Sort, Use};
use crate::lang::{Language, NameRules, NameUse, SightRules, field};
use crate::text::normal::word_at;

/// A node on the way down to the one that is looked at.
pub(super) struct Frame<'tree> {
    pub(super) node: Node<'tree>,
    pub(super) field: Option<&'tree str>,
    /// The scope of what stands in it.
    scope: ScopeId,
    /// The scope that its body opens.
    pub(super) opens: Option<ScopeId>,
    /// The function whose parameters stand in it.
    function: Option<ScopeId>,
    pub(super) is_opaque: bool,
    is_annotation: bool,
}

pub(super) struct Scan<'t, 'r, 'tree> {
    pub(super) language: &'static Language,
    pub(super) text: &'t str,
    pub(super) rules: &'r NameRules,
    /// The names that are asked for; of the others only the bindings are kept.
    wanted: &'r dyn Fn(&str) -> bool,
    /// The name whose mentions are looked for.
    mentioned: &'r str,
    /// The space of that name.
    pub(super) space: Option<&'r str>,
    pub(super) frames: Vec<Frame<'tree>>,
    pub(super) names: Names<'t>,
}

impl<'t> Names<'t> {
    /// Walks over a tree.
    pub(super) fn of(
        language: &'static Language,
        tree: &Tree,
        text: &'t str,
        rules: &NameRules,
        (mentioned, space): (&str, Option<&str>),
        wanted: &dyn Fn(&str) -> bool,
    ) -> Self {
        let names = Self::new(text.len());
        let mut scan = Scan { language, text, rules, wanted, mentioned, space, frames: Vec::new(), names };
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

    /// Takes in a node; whether what stands in it is to be looked at.
    fn enter(&mut self, cursor: &TreeCursor<'tree>) -> bool {
        let node = cursor.node();
        let kind = node.kind();
        let field = cursor.field_name();
        if has(&self.rules.words, kind) {
            self.take_name(node, field);
            return false;
        }
        let is_prose = has(&self.rules.comments, kind);
        if is_prose || has(&self.rules.strings, kind) {
            self.take_text(node, is_prose);
            return false;
        }
        if node.child_count() == 0 {
            self.take_unread(node);
            return false;
        }
        let frame = self.frame(node, kind, field);
        self.frames.push(frame);
        true
    }

    fn frame(&mut self, node: Node<'tree>, kind: &str, own_field: Option<&'tree str>) -> Frame<'tree> {
        let above = self.frames.last();
        let mut scope = above.map_or(FILE, |frame| frame.scope);
        let mut function = above.and_then(|frame| frame.function);
        let sight = self.rules.sight.as_ref();
        if let Some(opened) = function.filter(|_| has(&self.rules.inside, kind)) {
            let is_own = sight.is_some() || above.is_some_and(|above| above.opens == function);
            // The parameters of a parameter are nobody's.
            function = function.filter(|_| scope != opened && is_own);
            scope = if is_own { opened } else { scope };
        }
        function = function.filter(|_| !has(&self.rules.apart, kind));
        if own_field == Some("body")
            && let Some(opened) = above.and_then(|frame| frame.opens)
        {
            scope = opened;
            function = None;
            self.names.scopes[opened].body = node.start_byte();
        }
        let is_outward =
            sight.zip(above).is_some_and(|(sight, above)| has(&sight.outward, above.node.kind()));
        let is_opaque =
            is_outward || above.is_some_and(|frame| frame.is_opaque) || has(&self.rules.opaque, kind);
        let is_annotation =
            above.is_some_and(|frame| frame.is_annotation) || has(&self.rules.annotations, kind);
        if let (Some(opened), Some(sight)) = (above.and_then(|frame| frame.opens), sight)
            && has(&sight.bases, kind)
        {
            self.names.scopes[opened].bases = self.bases(node, sight);
        }
        let heir = || self.frames.iter().rev().take(2).find_map(|frame| frame.opens);
        if let Some(class) = heir().filter(|_| has(&self.rules.base_clauses, kind)) {
            let bases = self.parts(node, |_| true);
            self.names.scopes[class].bases.extend(bases);
        }
        if has(&self.rules.computed, kind) && self.is_calculated(node, own_field) {
            self.names.computed.push(node.start_byte());
        }
        if has(&self.rules.wildcards, kind) && sight.is_none_or(|sight| has_word(node, &sight.wildcard_words))
        {
            let here = &mut self.names.scopes[scope];
            match self.rules.wildcard_of_parent.as_deref() {
                Some(parent) if self.text.get(node.byte_range()) == Some(parent) => here.sees_parent = true,
                _ => {
                    here.wildcard.get_or_insert(node.start_byte());
                }
            }
        }
        let sort = [
            (&self.rules.functions, Sort::Function),
            (&self.rules.classes, Sort::Class),
            (&self.rules.modules, Sort::Module),
            (&self.rules.clauses, Sort::Clause),
            (&self.rules.blocks, Sort::Block),
        ];
        let sort = sort.into_iter().find(|(kinds, _)| has(kinds, kind)).map(|(_, sort)| sort);
        let opens = sort.and_then(|sort| self.open(node, sort, scope));
        match (sort, opens) {
            (Some(Sort::Clause | Sort::Block), Some(opened)) => scope = opened,
            (Some(Sort::Function), Some(opened)) => function = Some(opened),
            _ => {}
        }
        let opens = opens.filter(|opened| *opened != scope);
        Frame { node, field: own_field, scope, opens, function, is_opaque, is_annotation }
    }

    /// The scope that a node opens, if that is not the one around it.
    fn open(&mut self, node: Node<'tree>, sort: Sort, parent: ScopeId) -> Option<ScopeId> {
        let head = self.frames.last().filter(|frame| has(&self.rules.heads, frame.node.kind()));
        let start = head.map_or(node.start_byte(), |head| head.node.start_byte());
        let part = |name: &Option<String>| name.as_ref().and_then(|name| field(node, name));
        let mut scope = Scope::new(sort, parent, start..node.end_byte());
        if let Some(sight) = &self.rules.sight {
            let name = field(node, "name");
            match sort {
                Sort::Module => return self.open_module(node, sight, parent),
                // The members of a class without a name are those of the scope around.
                Sort::Class if name.is_none() => return None,
                Sort::Class | Sort::Function => self.place_in_path(node, sight, &mut scope),
                Sort::File | Sort::Clause | Sort::Block => {}
            }
        }
        if let Some(bases) = part(&self.rules.bases).filter(|_| sort == Sort::Class) {
            scope.bases = self.parts(bases, |_| true);
        }
        scope.is_method = has(&self.rules.methods, node.kind());
        scope.is_static = scope.is_method && has_word(node, &self.rules.static_words);
        scope.is_arrow = has(&self.rules.arrows, node.kind());
        scope.given_to = part(&self.rules.given_to)
            .or_else(|| self.receiver(node))
            .and_then(|node| self.text.get(node.byte_range()));
        scope.is_of_trait = part(&self.rules.of_trait).is_some();
        Some(self.names.push(scope))
    }

    /// The name of the type that a function is given to by its receiver.
    fn receiver(&self, node: Node<'tree>) -> Option<Node<'tree>> {
        let rule =
            self.language.manifest().symbols.receiver.as_ref().filter(|_| self.rules.sight.is_none())?;
        let mut pending = vec![field(node, &rule.field)?];
        while let Some(node) = pending.pop() {
            if node.kind() == rule.name {
                return Some(node);
            }
            let mut cursor = node.walk();
            let inner: Vec<_> = node.named_children(&mut cursor).collect();
            pending.extend(inner.into_iter().rev());
        }
        None
    }

    /// The scope of a module, which an earlier part of it may have opened.
    fn open_module(&mut self, node: Node<'tree>, sight: &SightRules, parent: ScopeId) -> Option<ScopeId> {
        let name = field(node, "name").filter(|_| !has_word(node, &sight.transparent))?;
        let mut at = self.names.beyond_clauses(parent);
        for part in self.text.get(name.byte_range())?.split("::") {
            let part = part.trim();
            let known = self.names.inner.get(&(at, part)).and_then(|known| known.first().copied());
            at = known.unwrap_or_else(|| {
                let opened = self.names.push(Scope::new(Sort::Module, at, node.byte_range()));
                self.names.scopes[opened].sees_parent = true;
                self.names.inner.entry((at, part)).or_default().push(opened);
                opened
            });
        }
        Some(at)
    }

    /// Puts a scope whose name stands behind a path into the scope that the path names.
    fn place_in_path(&mut self, node: Node<'tree>, sight: &SightRules, scope: &mut Scope<'t>) {
        let mut at = field(node, "declarator").or_else(|| field(node, "name"));
        while let Some(here) = at.filter(|here| !has(&sight.paths, here.kind())) {
            let is_passed = has(&self.rules.through, here.kind());
            at = field(here, "declarator").or_else(|| here.named_child(0)).filter(|_| is_passed);
        }
        let Some(path) = at else { return };
        let Some(name) = word_in(path, self.rules).or_else(|| last_part(path)) else { return };
        let before = self.text.get(path.start_byte()..name.start_byte()).unwrap_or_default();
        match self.names.path(before, scope.parent) {
            Way::To(around) => scope.parent = around,
            Way::ToOneOf(several) => {
                scope.parent = several[0];
                scope.or_in = several[1..].to_vec();
            }
            Way::Elsewhere | Way::Unsure => scope.is_hidden = true,
        }
    }

    /// What a class inherits from.
    fn bases(&self, node: Node<'tree>, sight: &SightRules) -> Vec<(usize, &'t str)> {
        let is_type = |kind: &str| {
            has(&self.rules.words, kind) || has(&sight.paths, kind) || has(&sight.instances, kind)
        };
        self.parts(node, is_type)
    }

    /// The children of a node, as text.
    fn parts(&self, node: Node<'tree>, is_one: impl Fn(&str) -> bool) -> Vec<(usize, &'t str)> {
        let mut cursor = node.walk();
        let children = node.named_children(&mut cursor);
        children
            .filter(|part| !part.is_extra() && is_one(part.kind()))
            .filter_map(|part| Some((part.start_byte(), self.text.get(part.byte_range())?)))
            .collect()
    }

    fn take_name(&mut self, node: Node<'tree>, field: Option<&'tree str>) {
        let Some(name) = self.text.get(node.byte_range()) else { return };
        // A name may be spelled in another way.
        let is_spelled = !name.contains('\\') && word_at(name, self.mentioned).is_none();
        if name != self.mentioned && !is_spelled {
            self.names.mentions.push(Mention::Unread(node.start_byte()));
        }
        let Some(frame) = self.frames.last() else { return };
        // A body may be a name and nothing else.
        let opened = frame.opens.filter(|_| field == Some("body"));
        let (scope, function) = (opened.unwrap_or(frame.scope), frame.function);
        let start = node.start_byte();
        let mut role = self.role(node, field);
        let is_shorthand = has(&self.rules.shorthands, node.kind());
        let is_asked = (self.wanted)(name);
        if role.is_apart && is_asked && !is_shorthand && !has(&self.rules.dynamic, name) {
            role = Role::plain(NameUse::Label);
        }
        if let (NameUse::Definition, FILE, Some(class)) = (role.is, scope, frame.opens)
            && self.names.scopes[class].sort == Sort::Class
        {
            self.names.classes.insert(name, class);
        }
        let scope = self.settle(name, &mut role, scope, function);
        self.bind(name, &role, scope, start);
        if is_asked {
            let sight = self.rules.sight.as_ref();
            let read = |(node, sight)| Callable::of(node, self.text, self.language, sight);
            self.names.uses.push(Use {
                range: node.byte_range(),
                name,
                is: role.is,
                sense: role.sense.unwrap_or_else(|| self.sense(node.kind())),
                is_again: role.is_again,
                is_shorthand,
                is_never_small: role.is_never_small,
                scope,
                owner: role.owner,
                is_by_pointer: role.is_by_pointer,
                is_scope: role.is_scope,
                declares: role.callable.zip(sight).map(read),
                arguments: role.arguments,
            });
        }
    }

    /// Whether a member may be any one of the object or of what is called.
    fn is_calculated(&self, node: Node<'tree>, own_field: Option<&str>) -> bool {
        let object = field(node, "object").and_then(|object| self.text.get(object.byte_range()));
        let is_member =
            own_field == Some("function") || object.is_some_and(|object| has(&self.rules.receivers, object));
        is_member && field(node, "index").is_none_or(|index| !has(&self.rules.spelled, index.kind()))
    }

    fn take_text(&mut self, node: Node<'tree>, is_comment: bool) {
        let Some(text) = self.text.get(node.byte_range()) else { return };
        let Some(at) = word_at(text, self.mentioned) else { return };
        let at = node.start_byte() + at;
        self.names.prose.push(node.byte_range());
        let frame = self.frames.last();
        let is_code = frame.is_some_and(|frame| frame.is_annotation || frame.is_opaque);
        let is_of_space = self.space.is_some() && self.space == self.rules.space_in_strings.as_deref();
        let is_just_the_name = (self.rules.names_in_strings || is_of_space) && text.trim() == self.mentioned;
        let is_order = is_comment && self.rules.orders.iter().any(|order| text.starts_with(order));
        let is_name = is_order || (!is_comment && (is_code || is_just_the_name));
        self.names.mentions.push(if is_name { Mention::Quoted(at) } else { Mention::Prose(at) });
    }

    fn take_unread(&mut self, node: Node<'tree>) {
        if node.is_named()
            && let Some(at) = self.text.get(node.byte_range()).and_then(|text| word_at(text, self.mentioned))
        {
            self.names.mentions.push(Mention::Unread(node.start_byte() + at));
        }
    }
}

/// Whether one of these words stands in a node by itself.
fn has_word(node: Node<'_>, words: &[String]) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor).any(|child| !child.is_named() && has(words, child.kind()))
}

/// The last part of a path that ends in no plain name.
fn last_part(mut path: Node<'_>) -> Option<Node<'_>> {
    let kind = path.kind();
    while path.kind() == kind {
        path = field(path, "name")?;
    }
    Some(path)
}
