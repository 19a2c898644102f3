//! Other definitions with the name of a definition.

use std::collections::HashSet;

use tree_sitter::Node;

use super::labels::has_own_makers;
use crate::lang::{field, is_of};
use crate::resolve::bindings::file::graph::{BindingKind, FileId, TOP};
use crate::resolve::bindings::file::role::{NameRole, TokenBefore};
use crate::resolve::bindings::file::tokens;
use crate::resolve::bindings::lookup::module_tree::{ModulePath, Visibility, module_path};
use crate::resolve::bindings::lookup::results::Container;
use crate::resolve::bindings::problem::Doubt;
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::types::alike;
use crate::resolve::bindings::used::{Meaning, Target, Use, Verdict, is_exported, is_member};

/// The other definitions of the name in the project.
pub(super) struct NamesakeStatistics {
    members: usize,
    others: usize,
    /// Whether the standard library has members of the name.
    pub(super) is_known: bool,
    /// The package to which the visibility of the name is limited.
    package: Option<Container>,
    /// The files that cannot see the member.
    blind: HashSet<FileId>,
    /// Whether types are structural.
    by_shape: bool,
    /// Whether the member is visible only to its class and subclasses.
    is_hidden: bool,
    /// Whether no class that has the field takes it as a constructor argument, because its objects are made by written
    /// initializers.
    has_own_makers: bool,
    /// Whether a macro that generates definitions gets the name of a variant, and may generate a field of that name.
    makes_fields: bool,
}

impl NamesakeStatistics {
    pub(super) fn of(project: &Project, target: &Target, name: &str, uses: &[Use]) -> Self {
        let graph = project.graph(target.file);
        let is_hidden = project.rules.capital_exports && !is_exported(name);
        let package = graph.filter(|_| is_hidden).and_then(|graph| project.space_of(target.file, graph, TOP));
        let is_known = package.is_none() && graph.is_some_and(|graph| graph.language.knows_member(name));
        let by_shape = graph.is_some_and(|graph| graph.rules().shapes.is_some());
        let is_variant = target.is_member && target.kind == BindingKind::Class;
        let makes_fields = is_variant && uses.iter().any(|one| tokens::is_given_to_definer(project, one));
        let has_own_makers = target.is_member && has_own_makers(project, target, name);
        let is_hidden = alike::is_hidden(project, target);
        let mut rivals = Self {
            members: 0,
            others: 0,
            is_known,
            package,
            blind: files_that_cannot_see(project, target, uses),
            by_shape,
            is_hidden,
            has_own_makers,
            makes_fields,
        };
        for one in uses.iter().filter(|one| rivals.may_see(project, one.file)).collect::<Vec<_>>() {
            if matches!(one.role, NameRole::Token(_)) && matches!(one.meaning, Meaning::PossiblyExternal(_)) {
                // A macro may generate a definition of the name.
                rivals.members += 1;
                rivals.others += 1;
            }
            if one.role == NameRole::Text && is_made_field(project, one) {
                rivals.members += 1;
            }
            let (NameRole::Bound(id) | NameRole::Given(id)) = one.role else { continue };
            let Some(graph) = project.graph(one.file) else { continue };
            let binding = &graph.bindings[id];
            let is_own = matches!(&one.meaning, Meaning::Is(key) if target.keys.contains(key));
            if is_own || binding.kind == BindingKind::Import || graph.space_of(id) & target.space == 0 {
                continue;
            }
            if is_member(graph, id) { rivals.members += 1 } else { rivals.others += 1 }
        }
        rivals
    }

    /// Returns whether the definition is visible in a file, so that the name may refer to it.
    pub(super) fn may_see(&self, project: &Project, file: FileId) -> bool {
        let own = || project.graph(file).and_then(|graph| project.space_of(file, graph, TOP));
        !self.blind.contains(&file) && (self.package.is_none() || self.package == own())
    }

    /// Returns whether the visibility of the member hides it from a file.
    pub(super) fn is_blind(&self, file: FileId) -> bool {
        self.blind.contains(&file)
    }

    /// Returns whether an object in a file may come from code that belongs neither to the project nor to the standard
    /// library.
    pub(super) fn may_be_foreign(&self, project: &Project, file: FileId) -> bool {
        self.package.is_none() && project.brings_in_foreign(file)
    }

    /// Returns whether a use may refer to a field that a macro generated from the name.
    pub(super) fn may_be_made(&self, one: &Use) -> bool {
        let is_field = matches!(
            one.role,
            NameRole::Member(_) | NameRole::Label(_) | NameRole::Token(TokenBefore::Object)
        );
        self.makes_fields && is_field
    }

    /// Returns the verdict on a use whose meaning cannot be determined from the source.
    pub(super) fn verdict_by_rivals(
        &self,
        target: &Target,
        one: &Use,
        doubt: Doubt,
        is_alone: bool,
    ) -> Verdict {
        let needs_member = match &one.role {
            // The last segment of a path is whatever the path resolves to.
            NameRole::Member(_) if doubt == Doubt::Unresolved => target.is_member,
            NameRole::Member(_) | NameRole::Token(TokenBefore::Object | TokenBefore::Type) => true,
            NameRole::Token(TokenBefore::Path(_)) if doubt == Doubt::OtherObject => true,
            NameRole::Reached(Some(_)) if !target.is_member => return Verdict::Unrelated,
            NameRole::Label(_) if self.by_shape && self.is_hidden => return Verdict::Unrelated,
            NameRole::Label(_) if self.by_shape => true,
            NameRole::Label(_) => {
                return if target.is_member
                    && !self.has_own_makers
                    && target.kind != BindingKind::Function
                    && target.kind != BindingKind::Class
                {
                    Verdict::Undecidable(doubt)
                } else {
                    Verdict::Unrelated
                };
            }
            NameRole::Plain
            | NameRole::Quoted
            | NameRole::Token(TokenBefore::Nothing)
            | NameRole::Exported => false,
            _ => return Verdict::Undecidable(doubt),
        };
        match (needs_member, target.is_member) {
            (true, true) if self.members == 0 && is_alone => Verdict::Certain,
            (true, true) => Verdict::Undecidable(doubt),
            (true, false) => Verdict::Unrelated,
            (false, true) if matches!(one.role, NameRole::Token(_)) => Verdict::Undecidable(doubt),
            (false, true) => Verdict::Unrelated,
            (false, false) if self.others == 0 => Verdict::Certain,
            (false, false) => Verdict::Undecidable(doubt),
        }
    }
}

/// The maximum number of nodes around the name of a member that are searched for the whole member.
const MAX_NODES_AROUND: usize = 4;

/// The number of ancestors of a string that are searched for a call that makes a class from it.
const MOST_AROUND_FIELD: usize = 5;

/// Returns the files with uses of the name in modules in which a member is not visible.
fn files_that_cannot_see(project: &Project, target: &Target, uses: &[Use]) -> HashSet<FileId> {
    let Some(module) = module_of_hidden(project, target) else { return HashSet::new() };
    let files: HashSet<FileId> = uses.iter().map(|one| one.file).collect();
    let is_outside =
        |file: &FileId| module_path(project, *file).is_some_and(|path| !path.starts_with(&module));
    files.into_iter().filter(is_outside).collect()
}

/// Returns the module outside of which a member is not visible; `None` if it is visible everywhere, or if that is
/// unknown. A member of a trait is visible wherever the trait is.
fn module_of_hidden(project: &Project, target: &Target) -> Option<ModulePath> {
    let graph = project.graph(target.file).filter(|_| target.is_member)?;
    let rules = graph.rules().tree.as_ref()?;
    let name = graph.tree.root_node().descendant_for_byte_range(target.byte, target.byte)?;
    let is_member = |node: &Node<'_>| node.kind() == rules.field || is_of(*node, &rules.members);
    let item = std::iter::successors(Some(name), Node::parent).take(MAX_NODES_AROUND).find(is_member)?;
    let owner = item.parent()?.parent()?;
    let is_inherent = owner.kind() == rules.block && field(owner, "trait").is_none();
    let is_own = if item.kind() == rules.field { is_of(owner, &rules.types) } else { is_inherent };
    let module = module_path(project, target.file).filter(|_| is_own)?;
    match Visibility::of(rules, graph, item, &module) {
        Visibility::Below(module) => Some(module),
        Visibility::Everywhere => None,
    }
}

/// Returns whether a string names a field of a class that a call makes: `namedtuple("P", "x y")`.
fn is_made_field(project: &Project, one: &Use) -> bool {
    let Some(graph) = project.graph(one.file) else { return false };
    let makers = &graph.rules().class_factories;
    if makers.is_empty() {
        return false;
    }
    let node = graph.tree.root_node().descendant_for_byte_range(one.range.start, one.range.end);
    let mut around = std::iter::successors(node, Node::parent).take(MOST_AROUND_FIELD);
    around.any(|node| {
        let function = field(node, "function").filter(|function| function.end_byte() <= one.range.start);
        function.is_some_and(|function| {
            let called = graph.slice(&function.byte_range());
            let called = called.rsplit('.').next().unwrap_or(called);
            makers.iter().any(|maker| maker == called)
        })
    })
}
