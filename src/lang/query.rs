//! The query that says what each child of a container is.

use super::Manifest;
use tree_sitter::{Node, Query, QueryCursor, QueryError, StreamingIterator};

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
    /// A definition, with its capture's name.
    Definition(&'static str),
}

/// Captures that mean the same in every language; any other names the kind of a definition.
pub const COMMON_CAPTURES: &[(&str, Role)] = &[
    ("comment", Role::Comment),
    ("attribute", Role::Attribute),
    ("hidden", Role::Hidden),
    ("module", Role::Module),
    ("transparent", Role::Transparent),
    ("head", Role::Head),
    ("wrapper", Role::Wrapper),
    ("declaration", Role::Declaration),
    ("typedef", Role::Typedef),
];

/// A compiled `symbols.scm`.
#[derive(Debug)]
pub struct SymbolQuery {
    query: Query,
    roles: Vec<Role>,
}

impl SymbolQuery {
    /// Compiles a query.
    ///
    /// # Errors
    /// The text is no query of this grammar.
    pub fn new(
        grammar: &tree_sitter::Language,
        text: &str,
        manifest: &'static Manifest,
    ) -> Result<Self, QueryError> {
        let query = Query::new(grammar, text)?;
        let roles = query.capture_names().iter().map(|name| role_of(name, manifest)).collect();
        Ok(Self { query, roles })
    }

    /// The names of its captures.
    pub fn capture_names(&self) -> impl Iterator<Item = &str> {
        self.query.capture_names().iter().copied()
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
        let mut found = Vec::new();
        cursor.set_max_start_depth(Some(1));
        let mut matches = cursor.matches(&self.query, container, text.as_bytes());
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

/// The role that a capture's name stands for; a test sees to it that every name is known.
fn role_of(name: &str, manifest: &'static Manifest) -> Role {
    let common = COMMON_CAPTURES.iter().find(|(common, _)| *common == name).map(|(_, role)| *role);
    common.or_else(|| manifest.capture(name).map(Role::Definition)).unwrap_or(Role::Other)
}
