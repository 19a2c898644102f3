//! The query that says what each child of a container is.

use tree_sitter::Node;

use super::Manifest;
use super::pattern::Patterns;

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
    /// The same with a scope of its own: functions and classes in it have names, values have not.
    Block,
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
    /// A call, or a list of what it is given: functions without a name in it are containers without a name.
    Call,
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
    ("block", Role::Block),
    ("head", Role::Head),
    ("wrapper", Role::Wrapper),
    ("declaration", Role::Declaration),
    ("typedef", Role::Typedef),
    ("group", Role::Group),
    ("call", Role::Call),
    ("valued", Role::Valued),
];

/// A `symbols.scm`, ready for use: each of its patterns asks for the kind of one node, and for nothing else.
#[derive(Debug)]
pub struct SymbolQuery {
    /// The names of its captures.
    captures: Vec<String>,
    /// For each kind of node, by its number, its capture and what that stands for.
    by_kind: Vec<Option<(usize, Role)>>,
}

impl SymbolQuery {
    /// Reads a query.
    ///
    /// # Errors
    /// The text is no query of this grammar, or asks for more than kinds.
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

    /// What a node is by its kind; `None` where the query says nothing of it.
    #[must_use]
    pub fn role_of_node(&self, node: Node<'_>) -> Option<Role> {
        self.found(node).map(|(_, role)| role)
    }

    /// The name of a node's capture.
    #[must_use]
    pub fn capture_of_node(&self, node: Node<'_>) -> Option<&str> {
        self.found(node).map(|(capture, _)| &*self.captures[capture])
    }

    fn found(&self, node: Node<'_>) -> Option<(usize, Role)> {
        self.by_kind.get(usize::from(node.kind_id())).copied().flatten()
    }

    /// The names of its captures.
    pub fn capture_names(&self) -> impl Iterator<Item = &str> {
        self.captures.iter().map(String::as_str)
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
