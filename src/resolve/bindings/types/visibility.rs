//! Visibility of class members to other packages, and which members a subclass may override.

use crate::lang::is_of;
use tree_sitter::Node;

use crate::resolve::bindings::file::graph::{BindingId, FileId, TOP};
use crate::resolve::bindings::lookup::results::Container;
use crate::resolve::bindings::project::Project;

/// The number of ancestors of a member's name that are searched for the node that makes the member public.
const MOST_ABOVE: usize = 3;

impl Project {
    /// Returns whether other packages see a member; access through the current object (by a subclass) may see more.
    pub(in crate::resolve::bindings) fn is_visible_outside_package(
        &self,
        (file, id): (FileId, BindingId),
        is_own_object: bool,
    ) -> bool {
        let (Some(rules), Some(graph)) = (&self.rules.package_visibility, self.graph(file)) else {
            return true;
        };
        let has = |word: &str| self.has_word_before(file, id, word);
        let name = &graph.bindings[id].name;
        let node = graph.tree.root_node().descendant_for_byte_range(name.start, name.end);
        let mut above =
            std::iter::successors(node.and_then(|node| node.parent()), Node::parent).take(MOST_ABOVE);
        let mut is_open = || above.any(|node| is_of(node, &rules.open));
        has(&rules.all)
            || is_own_object && has(&rules.subclasses)
            || !has(&rules.own) && !has(&rules.subclasses) && is_open()
    }

    /// Returns whether classes of any package may override a member.
    pub(in crate::resolve::bindings) fn is_open_to_subclasses(&self, member: (FileId, BindingId)) -> bool {
        !self.is_never_overridden(member) && self.is_visible_outside_package(member, true)
    }

    fn is_never_overridden(&self, (file, id): (FileId, BindingId)) -> bool {
        self.rules.never_overridden.iter().any(|word| self.has_word_before(file, id, word))
    }

    /// Returns whether a member that a class defines may override one of the same name that it inherits.
    pub(in crate::resolve::bindings) fn may_override(
        &self,
        inherited: &[(FileId, BindingId)],
        own: &[(FileId, BindingId)],
    ) -> bool {
        let package = |file: FileId| -> Option<Container> { self.space_of(file, self.graph(file)?, TOP) };
        let is_near = |file: FileId| own.iter().any(|(own, _)| package(*own) == package(file));
        let may_be = |member: &(FileId, BindingId)| {
            !self.is_never_overridden(*member)
                && (self.is_visible_outside_package(*member, true) || is_near(member.0))
        };
        inherited.is_empty() || own.is_empty() || inherited.iter().any(may_be)
    }
}
