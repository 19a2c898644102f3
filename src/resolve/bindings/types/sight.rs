//! Which members of classes other packages see, and which a class that inherits them may replace.

use crate::lang::is_of;
use tree_sitter::Node;

use crate::resolve::bindings::file::graph::{BindingId, FileId, TOP};
use crate::resolve::bindings::lookup::found::Home;
use crate::resolve::bindings::project::Project;

/// How far above the name of a member the node is that says whether all see it.
const MOST_ABOVE: usize = 3;

impl Project {
    /// Whether another package sees a member; one by which the object at hand has it may see more.
    pub(in crate::resolve::bindings) fn is_seen_outside(
        &self,
        (file, id): (FileId, BindingId),
        is_own_object: bool,
    ) -> bool {
        let (Some(rules), Some(graph)) = (&self.rules.package_sight, self.graph(file)) else { return true };
        let has = |word: &str| self.has_word_before(file, id, word);
        let name = &graph.bindings[id].name;
        let node = graph.tree.root_node().descendant_for_byte_range(name.start, name.end);
        let mut above =
            std::iter::successors(node.and_then(|node| node.parent()), Node::parent).take(MOST_ABOVE);
        let mut is_open = || above.any(|node| is_of(node, &rules.open));
        has(&rules.all)
            || is_own_object && has(&rules.heirs)
            || !has(&rules.own) && !has(&rules.heirs) && is_open()
    }

    /// Whether classes of any package may replace a member by their own.
    pub(in crate::resolve::bindings) fn is_open_to_heirs(&self, member: (FileId, BindingId)) -> bool {
        !self.is_never_replaced(member) && self.is_seen_outside(member, true)
    }

    fn is_never_replaced(&self, (file, id): (FileId, BindingId)) -> bool {
        self.rules.never_overridden.iter().any(|word| self.has_word_before(file, id, word))
    }

    /// Whether one of the members that a class has of a name may replace one that it inherits.
    pub(in crate::resolve::bindings) fn may_replace(
        &self,
        inherited: &[(FileId, BindingId)],
        own: &[(FileId, BindingId)],
    ) -> bool {
        let package = |file: FileId| -> Option<Home> { self.space_of(file, self.graph(file)?, TOP) };
        let is_near = |file: FileId| own.iter().any(|(own, _)| package(*own) == package(file));
        let may_be = |member: &(FileId, BindingId)| {
            !self.is_never_replaced(*member) && (self.is_seen_outside(*member, true) || is_near(member.0))
        };
        inherited.is_empty() || own.is_empty() || inherited.iter().any(may_be)
    }
}
