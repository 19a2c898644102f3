//! Every name of a text with what it is there, and the scopes in which names are bound.

use std::collections::HashMap;
use std::ops::Range;

use tree_sitter::{Node, Tree, TreeCursor};

use super::has;
use crate::lang::{NameRules, NameUse, field};
use crate::text::normal::word_at;

/// The index of a scope.
pub(super) type ScopeId = usize;

/// The scope of the whole file.
pub(super) const FILE: ScopeId = 0;

/// How many scopes may lie in each other.
const DEEPEST: usize = 250;

/// What a scope is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    File,
    Module,
    Class,
    Function,
    Clause,
}

/// A scope.
#[derive(Debug)]
pub(super) struct Scope<'t> {
    pub(super) sort: Sort,
    pub(super) parent: ScopeId,
    /// In how many scopes it lies.
    depth: usize,
    /// The bytes of the node that opens it, decorators included.
    pub(super) range: Range<usize>,
    /// Where its body begins.
    pub(super) body: usize,
    /// What a class inherits from.
    pub(super) bases: Option<Range<usize>>,
    /// The type that a block of functions is given to, and whether they are those of a trait.
    pub(super) given_to: Option<&'t str>,
    pub(super) is_of_trait: bool,
    /// The names that it binds, with the bytes at which that is done.
    pub(super) binds: HashMap<&'t str, Vec<usize>>,
    /// The names that it binds from some place on.
    pub(super) locals: HashMap<&'t str, usize>,
    /// The parameters of a function.
    pub(super) parameters: Vec<&'t str>,
    /// Where it brings in names without saying which.
    pub(super) wildcard: Option<usize>,
    /// Whether it brings in the names of the scope around.
    pub(super) sees_parent: bool,
}

/// A name at a place.
#[derive(Debug, Clone)]
pub(super) struct Use<'t> {
    pub(super) range: Range<usize>,
    pub(super) name: &'t str,
    pub(super) is: NameUse,
    pub(super) scope: ScopeId,
    /// What stands where the object stands whose member it is.
    pub(super) owner: Option<&'t str>,
}

/// A name in text that is no code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mention {
    /// A string, or a comment, speaks of it.
    Prose(usize),
    /// A string is just the name, or is code.
    Quoted(usize),
    /// A word of text that is not parsed.
    Unread(usize),
}

/// All that is known of the names of a text.
#[derive(Debug)]
pub(super) struct Names<'t> {
    pub(super) scopes: Vec<Scope<'t>>,
    /// The names that were asked for, in file order.
    pub(super) uses: Vec<Use<'t>>,
    pub(super) mentions: Vec<Mention>,
    /// The classes that stand in the file itself, the last one of each name.
    pub(super) classes: HashMap<&'t str, ScopeId>,
    /// Whether scopes lie so deep in each other that looking names up would cost too much.
    pub(super) is_too_deep: bool,
}

/// A node on the way down to the one that is looked at.
struct Frame<'tree> {
    node: Node<'tree>,
    field: Option<&'tree str>,
    /// The scope of what stands in it.
    scope: ScopeId,
    /// The scope that its body opens.
    opens: Option<ScopeId>,
    /// The function whose parameters stand in it.
    function: Option<ScopeId>,
    is_opaque: bool,
    is_annotation: bool,
}

struct Scan<'t, 'r, 'tree> {
    text: &'t str,
    rules: &'r NameRules,
    /// The names that are asked for; of the others only the bindings are kept.
    wanted: &'r dyn Fn(&str) -> bool,
    /// The name whose mentions are looked for.
    mentioned: &'r str,
    frames: Vec<Frame<'tree>>,
    names: Names<'t>,
}

impl<'t> Names<'t> {
    /// Walks over a tree.
    pub(super) fn of(
        tree: &Tree,
        text: &'t str,
        rules: &NameRules,
        mentioned: &str,
        wanted: &dyn Fn(&str) -> bool,
    ) -> Self {
        let file = Scope::new(Sort::File, FILE, 0..text.len());
        let names = Self {
            scopes: vec![file],
            uses: Vec::new(),
            mentions: Vec::new(),
            classes: HashMap::new(),
            is_too_deep: false,
        };
        let mut scan = Scan { text, rules, wanted, mentioned, frames: Vec::new(), names };
        scan.run(tree);
        scan.names
    }

    /// The name of the definition whose declaration begins at a byte.
    pub(super) fn definition_in(
        tree: &Tree,
        rules: &NameRules,
        definition: &Range<usize>,
        declaration: usize,
    ) -> Option<Range<usize>> {
        let mut node = tree.root_node().descendant_for_byte_range(declaration, declaration + 1);
        while let Some(here) = node.filter(|here| here.start_byte() >= definition.start) {
            let own = rules.places.iter().filter(|place| place.parent == here.kind());
            let fields =
                own.filter(|place| place.is == NameUse::Definition).filter_map(|place| place.field.as_ref());
            let mut names = fields.filter_map(|name| field(here, name));
            if let Some(name) = names.find(|name| has(&rules.words, name.kind())) {
                return Some(name.byte_range());
            }
            node = here.parent();
        }
        None
    }

    /// The scopes around a scope, itself first.
    pub(super) fn around(&self, scope: ScopeId) -> impl Iterator<Item = ScopeId> {
        std::iter::successors(Some(scope), |at| (*at != FILE).then(|| self.scopes[*at].parent))
    }
}

impl Scope<'_> {
    fn new(sort: Sort, parent: ScopeId, range: Range<usize>) -> Self {
        Self {
            sort,
            parent,
            depth: 0,
            body: range.start,
            range,
            bases: None,
            given_to: None,
            is_of_trait: false,
            binds: HashMap::new(),
            locals: HashMap::new(),
            parameters: Vec::new(),
            wildcard: None,
            sees_parent: false,
        }
    }

    /// Whether the name is bound in it, from its beginning or from some place on.
    pub(super) fn has(&self, name: &str) -> bool {
        self.binds.contains_key(name) || self.locals.contains_key(name)
    }
}

impl<'t, 'tree> Scan<'t, '_, 'tree> {
    fn run(&mut self, tree: &'tree Tree) {
        let mut cursor = tree.walk();
        loop {
            if self.enter(&cursor) && cursor.goto_first_child() {
                continue;
            }
            loop {
                self.frames.truncate(cursor.depth() as usize);
                if cursor.goto_next_sibling() {
                    break;
                }
                if !cursor.goto_parent() {
                    return;
                }
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
        if own_field == Some("body")
            && let Some(opened) = above.and_then(|frame| frame.opens)
        {
            scope = opened;
            function = None;
            self.names.scopes[opened].body = node.start_byte();
        }
        let is_opaque = above.is_some_and(|frame| frame.is_opaque) || has(&self.rules.opaque, kind);
        let is_annotation =
            above.is_some_and(|frame| frame.is_annotation) || has(&self.rules.annotations, kind);
        if has(&self.rules.wildcards, kind) {
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
        ];
        let sort = sort.into_iter().find(|(kinds, _)| has(kinds, kind)).map(|(_, sort)| sort);
        let opens = sort.map(|sort| self.open(node, sort, scope));
        match (sort, opens) {
            (Some(Sort::Clause), Some(opened)) => scope = opened,
            (Some(Sort::Function), Some(opened)) => function = Some(opened),
            _ => {}
        }
        let opens = opens.filter(|opened| *opened != scope);
        Frame { node, field: own_field, scope, opens, function, is_opaque, is_annotation }
    }

    /// A scope that a node opens.
    fn open(&mut self, node: Node<'tree>, sort: Sort, parent: ScopeId) -> ScopeId {
        let head = self.frames.last().filter(|frame| has(&self.rules.heads, frame.node.kind()));
        let start = head.map_or(node.start_byte(), |head| head.node.start_byte());
        let part = |name: &Option<String>| name.as_ref().and_then(|name| field(node, name));
        let mut scope = Scope::new(sort, parent, start..node.end_byte());
        scope.bases = part(&self.rules.bases).filter(|_| sort == Sort::Class).map(|node| node.byte_range());
        scope.given_to = part(&self.rules.given_to).and_then(|node| self.text.get(node.byte_range()));
        scope.is_of_trait = part(&self.rules.of_trait).is_some();
        scope.depth = self.names.scopes[parent].depth + 1;
        self.names.is_too_deep |= scope.depth > DEEPEST;
        self.names.scopes.push(scope);
        self.names.scopes.len() - 1
    }

    fn take_name(&mut self, node: Node<'tree>, field: Option<&'tree str>) {
        let Some(name) = self.text.get(node.byte_range()) else { return };
        let (is, owner) = self.use_of(node, field);
        // A name may be spelled in another way.
        if name != self.mentioned && word_at(name, self.mentioned).is_some() {
            self.names.mentions.push(Mention::Unread(node.start_byte()));
        }
        let Some(frame) = self.frames.last() else { return };
        // A body may be a name and nothing else.
        let opened = frame.opens.filter(|_| field == Some("body"));
        let (scope, function) = (opened.unwrap_or(frame.scope), frame.function);
        let start = node.start_byte();
        if let (NameUse::Definition, FILE, Some(class)) = (is, scope, frame.opens)
            && self.names.scopes[class].sort == Sort::Class
        {
            self.names.classes.insert(name, class);
        }
        match is {
            NameUse::Definition | NameUse::Binding => {
                self.names.scopes[scope].binds.entry(name).or_default().push(start);
            }
            NameUse::Outward => {
                let names = &self.names;
                let outside = names.around(scope).find(|at| names.scopes[*at].sort != Sort::Clause);
                self.names.scopes[outside.unwrap_or(FILE)].binds.entry(name).or_default().push(start);
            }
            NameUse::Local => {
                self.names.scopes[scope].locals.entry(name).or_insert(start);
            }
            NameUse::Parameter => {
                let own = &mut self.names.scopes[function.unwrap_or(scope)];
                own.binds.entry(name).or_default().push(start);
                own.parameters.push(name);
            }
            NameUse::Member | NameUse::Qualified | NameUse::Label | NameUse::Unsure | NameUse::Reference => {}
        }
        if (self.wanted)(name) {
            let scope = if is == NameUse::Parameter { function.unwrap_or(scope) } else { scope };
            self.names.uses.push(Use { range: node.byte_range(), name, is, scope, owner });
        }
    }

    /// What a name is that stands in a field of the innermost frame; its object, where it is a member.
    fn use_of(&self, name: Node<'tree>, field_of_name: Option<&'tree str>) -> (NameUse, Option<&'t str>) {
        let is_first = self.frames.last().is_some_and(|frame| frame.node.start_byte() == name.start_byte());
        let mut at = self.frames.len();
        let mut own_field = field_of_name;
        while let Some(frame) = at.checked_sub(1).and_then(|at| self.frames.get(at)) {
            at -= 1;
            if has(&self.rules.through, frame.node.kind()) {
                own_field = frame.field;
                continue;
            }
            if frame.is_opaque {
                return (NameUse::Unsure, None);
            }
            let fits = |place: &&crate::lang::NamePlace| {
                place.parent == frame.node.kind()
                    && (!place.first || is_first)
                    && place.field.as_ref().is_none_or(|name| name == own_field.unwrap_or_default())
            };
            let Some(place) = self.rules.places.iter().find(fits) else { break };
            let owner = place.owner.as_ref().and_then(|owner| field(frame.node, owner));
            let is_field = self.rules.fields_apart && frame.field != Some("function");
            let is = if place.is == NameUse::Member && is_field { NameUse::Label } else { place.is };
            return (is, owner.and_then(|owner| self.text.get(owner.byte_range())));
        }
        (NameUse::Reference, None)
    }

    fn take_text(&mut self, node: Node<'tree>, is_comment: bool) {
        let Some(text) = self.text.get(node.byte_range()) else { return };
        let Some(at) = word_at(text, self.mentioned) else { return };
        let at = node.start_byte() + at;
        let frame = self.frames.last();
        let is_code = frame.is_some_and(|frame| frame.is_annotation || frame.is_opaque);
        let is_just_the_name = self.rules.names_in_strings && text.trim() == self.mentioned;
        let is_name = !is_comment && (is_code || is_just_the_name);
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
