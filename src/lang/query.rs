//! The query that says what each child of a container is.

use tree_sitter::{Node, Query, QueryCursor, QueryError, StreamingIterator};

use super::Manifest;
use super::kinds::Kinds;

/// What a child of a container is to the outline of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Nothing that has a name.
    Other,
    /// A comment.
    Comment,
    /// A decorator that stands before its definition as a sibling.
    Attribute,
    /// Text that is not parsed as code.
    Hidden,
    /// What brings in names of other files.
    Import,
    /// A node that a syntax error left.
    Broken,
    /// A scope that addresses may leave out.
    Module,
    /// A container without a name.
    Transparent,
    /// A node around one definition: all that stands before the definition is its decorators.
    Head,
    /// A node around one definition that belongs to it.
    Wrapper,
    /// A function's declaration, or else a wrapper around a class.
    Declaration,
    /// A wrapper that names what it holds.
    Typedef,
    /// A wrapper around one definition, or in round brackets a container of several.
    Group,
    /// A definition if what its name is given is one.
    Valued,
    /// A definition, with its capture's name.
    Definition(&'static str),
    /// Something smaller that has a name, with its capture's name: a constant, a field, a macro.
    Named(&'static str),
}

/// Captures that mean the same in every language; any other names the kind of a definition.
pub const COMMON_CAPTURES: &[(&str, Role)] = &[
    ("comment", Role::Comment),
    ("attribute", Role::Attribute),
    ("hidden", Role::Hidden),
    ("import", Role::Import),
    ("module", Role::Module),
    ("transparent", Role::Transparent),
    ("head", Role::Head),
    ("wrapper", Role::Wrapper),
    ("declaration", Role::Declaration),
    ("typedef", Role::Typedef),
    ("group", Role::Group),
    ("valued", Role::Valued),
];

/// A `symbols.scm`, ready for use.
#[derive(Debug)]
pub struct SymbolQuery {
    matcher: Matcher,
    /// For each capture, what it stands for.
    roles: Vec<Role>,
}

#[derive(Debug)]
enum Matcher {
    Kinds(Kinds),
    Query(Box<Query>),
}

impl SymbolQuery {
    /// Reads a query, and compiles it only if a table of kinds cannot say the same.
    ///
    /// # Errors
    /// The text is no query of this grammar.
    pub fn new(
        grammar: &tree_sitter::Language,
        text: &str,
        manifest: &'static Manifest,
    ) -> Result<Self, QueryError> {
        match Kinds::read(grammar, text) {
            Some(kinds) => Ok(Self::of(Matcher::Kinds(kinds), manifest)),
            None => Self::compile(grammar, text, manifest),
        }
    }

    /// Compiles a query, however plain it is.
    ///
    /// # Errors
    /// The text is no query of this grammar.
    pub fn compile(
        grammar: &tree_sitter::Language,
        text: &str,
        manifest: &'static Manifest,
    ) -> Result<Self, QueryError> {
        let query = Query::new(grammar, text)?;
        Ok(Self::of(Matcher::Query(Box::new(query)), manifest))
    }

    fn of(matcher: Matcher, manifest: &'static Manifest) -> Self {
        let roles = names_of(&matcher).into_iter().map(|name| role_of(name, manifest)).collect();
        Self { matcher, roles }
    }

    /// What a node is by its kind alone; `None` where the query says nothing of it, or is no table.
    #[must_use]
    pub fn role_of_node(&self, node: Node<'_>) -> Option<Role> {
        let Matcher::Kinds(kinds) = &self.matcher else { return None };
        kinds.capture_of(node.kind_id()).and_then(|capture| self.roles.get(capture)).copied()
    }

    /// Whether a table says all that the query says.
    #[must_use]
    pub const fn is_table(&self) -> bool {
        matches!(self.matcher, Matcher::Kinds(_))
    }

    /// The names of its captures.
    pub fn capture_names(&self) -> impl Iterator<Item = &str> {
        names_of(&self.matcher).into_iter()
    }

    /// The children of `container` that have a role, in file order.
    ///
    /// Nothing below them is looked at: the body of a function costs nothing.
    pub fn children<'tree>(
        &self,
        cursor: &mut QueryCursor,
        container: Node<'tree>,
        text: &str,
    ) -> Vec<(Node<'tree>, Role)> {
        match &self.matcher {
            Matcher::Kinds(kinds) => self.children_by_kind(kinds, container),
            Matcher::Query(query) => self.children_by_query(query, cursor, container, text),
        }
    }

    fn children_by_kind<'tree>(&self, kinds: &Kinds, container: Node<'tree>) -> Vec<(Node<'tree>, Role)> {
        let mut found = Vec::new();
        let mut cursor = container.walk();
        let mut more = cursor.goto_first_child();
        while more {
            let node = cursor.node();
            let role = kinds.capture_of(node.kind_id()).and_then(|capture| self.roles.get(capture));
            found.extend(role.map(|role| (node, *role)));
            more = cursor.goto_next_sibling();
        }
        found
    }

    fn children_by_query<'tree>(
        &self,
        query: &Query,
        cursor: &mut QueryCursor,
        container: Node<'tree>,
        text: &str,
    ) -> Vec<(Node<'tree>, Role)> {
        let mut found = Vec::new();
        cursor.set_max_start_depth(Some(1));
        let mut matches = cursor.matches(query, container, text.as_bytes());
        while let Some(one) = matches.next() {
            for capture in one.captures() {
                // The container itself stands at depth 0.
                if capture.node.id() != container.id()
                    && let Some(role) = self.roles.get(capture.index as usize)
                {
                    found.push((capture.node, *role));
                }
            }
        }
        found
    }
}

/// The names of the captures, in order.
fn names_of(matcher: &Matcher) -> Vec<&str> {
    match matcher {
        Matcher::Kinds(kinds) => kinds.captures.iter().map(String::as_str).collect(),
        Matcher::Query(query) => query.capture_names().to_vec(),
    }
}

/// The role that a capture's name stands for; a test sees to it that every name is known.
fn role_of(name: &str, manifest: &'static Manifest) -> Role {
    let common = COMMON_CAPTURES.iter().find(|(common, _)| *common == name).map(|(_, role)| *role);
    common
        .or_else(|| manifest.capture(name).map(Role::Definition))
        .or_else(|| manifest.small_kind(name).map(Role::Named))
        .unwrap_or(Role::Other)
}
