//! The query that assigns a role to each child of a container.

use tree_sitter::Node;

use super::Manifest;
use super::query_patterns::Patterns;

/// The role of a node in the outline of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A node without a name in the outline.
    Other,
    /// A comment.
    Comment,
    /// A decorator that is a sibling before its definition.
    Attribute,
    /// Text that is not parsed as code.
    Hidden,
    /// An import of names from other files.
    Import,
    /// A node that a syntax error left.
    Broken,
    /// A scope that addresses may omit.
    Module,
    /// A container without a name.
    Transparent,
    /// A container without a name but with a scope: functions and classes in it have names in the outline, values do
    /// not.
    Block,
    /// A node around one definition: its children before the definition are decorators.
    Head,
    /// A node around one definition, of which it is a part.
    Wrapper,
    /// The declaration of a function, or otherwise a wrapper around a class.
    Declaration,
    /// A wrapper that gives a name to its contents.
    Typedef,
    /// A wrapper around one definition, or, with parentheses, a container of several.
    Group,
    /// A call, or an argument list: anonymous functions in it are containers without a name.
    Call,
    /// A definition if the value of its name is one.
    Valued,
    /// A definition, with the name of its capture.
    Definition(&'static str),
    /// A small definition, with the name of its capture: a constant, a field, a macro.
    Named(&'static str),
}

/// Captures with the same role in every language; any other capture is a kind of definition.
pub const COMMON_CAPTURES: &[(&str, Role)] = &[
    ("comment", Role::Comment),
    ("attribute", Role::Attribute),
    ("hidden", Role::Hidden),
    ("import", Role::Import),
    ("module", Role::Module),
    ("transparent", Role::Transparent),
    ("block", Role::Block),
    ("head", Role::Head),
    ("wrapper", Role::Wrapper),
    ("declaration", Role::Declaration),
    ("typedef", Role::Typedef),
    ("group", Role::Group),
    ("call", Role::Call),
    ("valued", Role::Valued),
];

/// A `symbols.scm`, ready for use. Each of its patterns must consist of one node kind.
#[derive(Debug)]
pub struct SymbolQuery {
    /// The names of its captures.
    captures: Vec<String>,
    /// For each node kind, by its number, the index of its capture and its role.
    by_kind: Vec<Option<(usize, Role)>>,
}

impl SymbolQuery {
    /// Parses a query.
    ///
    /// # Errors
    /// The text is not a query for this grammar, or a pattern is more than a node kind.
    pub fn new(
        grammar: &tree_sitter::Language,
        text: &str,
        manifest: &'static Manifest,
    ) -> Result<Self, String> {
        let patterns = Patterns::read(grammar, text)?;
        let captures: Vec<String> = patterns.capture_names().map(str::to_owned).collect();
        let roles: Vec<Role> = captures.iter().map(|name| role_of(name, manifest)).collect();
        let by_kind = patterns.capture_of_kinds().ok_or("a pattern asks for more than the kind of a node")?;
        let by_kind = by_kind.into_iter().map(|capture| capture.map(|at| (at, roles[at]))).collect();
        Ok(Self { captures, by_kind })
    }

    /// Returns the role of a node by its kind; `None` if the query has no pattern for it.
    #[must_use]
    pub fn role_of_node(&self, node: Node<'_>) -> Option<Role> {
        self.found(node).map(|(_, role)| role)
    }

    /// Returns the name of a node's capture.
    #[must_use]
    pub fn capture_of_node(&self, node: Node<'_>) -> Option<&str> {
        self.found(node).map(|(capture, _)| &*self.captures[capture])
    }

    fn found(&self, node: Node<'_>) -> Option<(usize, Role)> {
        self.by_kind.get(usize::from(node.kind_id())).copied().flatten()
    }

    /// Returns the names of the captures.
    pub fn capture_names(&self) -> impl Iterator<Item = &str> {
        self.captures.iter().map(String::as_str)
    }
}

/// Returns the role of a capture; a test ensures that every name is known.
fn role_of(name: &str, manifest: &'static Manifest) -> Role {
    let common = COMMON_CAPTURES.iter().find(|(common, _)| *common == name).map(|(_, role)| *role);
    common
        .or_else(|| manifest.capture(name).map(Role::Definition))
        .or_else(|| manifest.minor_kind(name).map(Role::Named))
        .unwrap_or(Role::Other)
}
