//! The target of a search: the definition together with its overrides in related classes.

use crate::lang::is_of;
use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use crate::resolve::bindings::file::graph::{BindingGraph, BindingId, BindingKind, FileId, TOP, space};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::results::{Container, DefinitionId, Found, Place};
use crate::resolve::bindings::problem::Doubt;
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::types::classes::Open;
use crate::resolve::bindings::used::{Meaning, Target, Use, Verdict, is_member};
use crate::text::normal::is_word_char;

/// Returns the definition with all definitions that share its name by inheritance, and the reason why its name may be
/// fixed.
pub(in crate::resolve::bindings) fn target(
    project: &Project,
    file: FileId,
    id: BindingId,
    uses: &[Use],
) -> (Target, Option<Doubt>) {
    let graph = project.graph(file).expect("the definition is in it");
    let binding = &graph.bindings[id];
    let own = uses.iter().find_map(|one| match &one.meaning {
        Meaning::Is(key) if one.file == file && one.range == binding.name => Some(key.clone()),
        _ => None,
    });
    let mut doubt = own.is_none().then_some(Doubt::Fixed);
    let own = own.unwrap_or_else(|| project.key_of(file, id, 0));
    let is_member = is_member(graph, id);
    let mut keys = HashSet::from([own.clone()]);
    let mut possible = HashSet::new();
    if let (Container::Class(class), true) = (&own.container, is_member) {
        let (classes, is_open) = match graph.rules() {
            rules if rules.explicit_overrides => (HashSet::new(), Open::No),
            rules if rules.typed_objects && !rules.structural => {
                let is_single = binding.kind != BindingKind::Function
                    || rules.never_overridden.iter().any(|word| project.has_word_before(file, id, word));
                match is_single {
                    true => (HashSet::new(), Open::No),
                    false => typed_family(project, class, &own, uses),
                }
            }
            rules if rules.structural => {
                let family = crate::resolve::bindings::types::structural::family(project, &own, uses);
                possible = family.possible;
                (family.classes, family.open)
            }
            _ => match family(project, class, uses) {
                (classes, _) if project.is_maker(class) && !project.is_inherited(class) => {
                    (classes, Open::No)
                }
                family => family,
            },
        };
        let may_inherit = |class: &DefinitionId| project.may_inherit_from_standard(class, &own.name);
        let is_known = may_inherit(class) || classes.iter().any(may_inherit);
        // A class below may promise an interface of the library that has the function.
        if graph.rules().shapes.is_some() && project.is_promised_below(class, &own.name) {
            doubt = doubt.or(Some(Doubt::Inherited));
        }
        let is_own = |word: &String| project.has_word_before(file, id, word);
        let is_private =
            graph.rules().private_edge.as_ref().is_some_and(|edge| own.name.starts_with(edge.as_str()))
                || graph.rules().never_overridden.iter().any(is_own);
        if is_open != Open::No && graph.rules().structural {
            doubt = doubt.or(Some(Doubt::RequiredOutside));
        }
        if is_open >= Open::Foreign && !is_private || is_open == Open::Standard && is_known {
            doubt = doubt.or(Some(Doubt::Inherited));
        }
        keys.extend(
            classes
                .into_iter()
                .map(|class| DefinitionId { container: Container::Class(class.into()), ..own.clone() }),
        );
    }
    if let Container::Class(class) = &own.container
        && project.has_component(class, &own.name, own.space)
    {
        doubt = doubt.or(Some(Doubt::BoundAgain));
    }
    let rules = graph.rules();
    let head = project.head_of(file, id);
    let mut words = head.split(|char: char| !is_word_char(char));
    // In languages whose special names have a common affix, `check_names` refuses to rename them.
    let is_special = is_member
        && rules.special_edge.is_none()
        && rules.special_members.iter().any(|name| **name == *own.name);
    let is_fixed = graph.is_fixed(binding.name.start) || is_special;
    if is_fixed || words.any(|word| rules.fixed_by.iter().any(|fixed| fixed == word)) {
        doubt = doubt.or(Some(Doubt::Fixed));
    }
    if binding.scope == TOP && graph.is_script() && project.has_script_with(file, &own.name) {
        doubt = doubt.or(Some(Doubt::BoundAgain));
    }
    let space = graph.space_of(id);
    let mut related = super::possible::related(project, &keys, uses);
    for class in keys.iter().filter_map(DefinitionId::class) {
        let given = project.given_by_components(class, &own, binding.kind);
        related.extend(given.into_iter().map(|key| (key, Doubt::BoundAgain)));
    }
    for class in possible {
        related
            .entry(DefinitionId { container: Container::Class(class.into()), ..own.clone() })
            .or_insert(Doubt::Shape);
    }
    let (kind, byte) = (binding.kind, binding.name.start);
    let target = Target { own, keys, related, is_member, kind, space, file, byte };
    (target, doubt)
}

/// Returns the classes whose functions of a name belong together, in languages in which objects have their declared
/// types.
fn typed_family(
    project: &Project,
    class: &DefinitionId,
    own: &DefinitionId,
    uses: &[Use],
) -> (HashSet<DefinitionId>, Open) {
    let (mut found, mut open) = family(project, class, uses);
    let binds = |class: &DefinitionId| project.own_member(class, &own.name, own.space);
    let is_open_to_heirs =
        |class: &DefinitionId| binds(class).is_some_and(|one| project.is_open_to_subclasses(one));
    // A class may inherit from one class a function that another of its interfaces requires.
    loop {
        let before = found.len();
        let known: Vec<DefinitionId> =
            found.iter().filter(|class| is_open_to_heirs(class)).cloned().collect();
        let heirs = project.all_subclasses_of(&known);
        for heir in known.iter().chain(&heirs) {
            let (above, heir_open) = project.ancestry(heir);
            // An intersection type has no member that implements a member of one of its parts.
            open = if project.is_join(heir) { open } else { open.max(heir_open) };
            found.extend(above.iter().filter(|class| is_open_to_heirs(class)).cloned());
        }
        if found.len() == before {
            break;
        }
    }
    // Functions marked as overrides of something that the project does not define.
    for one in uses {
        let (NameRole::Bound(id), Meaning::Is(DefinitionId { container: Container::Class(of), .. })) =
            (&one.role, &one.meaning)
        else {
            continue;
        };
        let is_override = || {
            let words = &project.rules.overrides;
            words.iter().any(|word| project.has_word_before(one.file, *id, word))
        };
        let is_above =
            |class: &DefinitionId| class != &**of && (found.contains(class) || is_open_to_heirs(class));
        if found.contains(&**of) && is_override() && !project.ancestry(of).0.iter().any(is_above) {
            open = Open::Unknown;
        }
    }
    (found, open)
}

impl Project {
    /// Returns the record components that implement an inherited function of their name, or the functions that a
    /// component implements.
    fn given_by_components(
        &self,
        class: &DefinitionId,
        own: &DefinitionId,
        kind: BindingKind,
    ) -> Vec<DefinitionId> {
        let (classes, wanted) = match kind {
            _ if self.rules.component_kind.is_none() => return Vec::new(),
            BindingKind::Function => {
                (self.all_subclasses_of(std::slice::from_ref(class)), BindingKind::Component)
            }
            BindingKind::Component => (self.ancestry(class).0, BindingKind::Function),
            _ => return Vec::new(),
        };
        let others = classes.iter().filter(|other| *other != class);
        let keys = others.flat_map(|other| {
            let scopes = self.scopes_of_class(other);
            let bound = scopes.iter().filter_map(|(file, scope)| {
                let graph = self.graph(*file)?;
                let mut all = graph.bound(*scope, &own.name).iter();
                let id = all.find(|id| graph.bindings[**id].kind == wanted)?;
                Some(self.key_of(*file, *id, 0))
            });
            bound.collect::<Vec<DefinitionId>>()
        });
        keys.collect()
    }

    /// Returns whether a class has a component of a name and an explicit function that replaces its accessor.
    fn has_component(&self, class: &DefinitionId, name: &str, own: u8) -> bool {
        let scopes = self.scopes_of_class(class);
        let mut bound = scopes.iter().filter_map(|(file, scope)| {
            let graph = self.graph(*file)?;
            let kinds: Vec<BindingKind> =
                graph.bound(*scope, name).iter().map(|id| graph.bindings[*id].kind).collect();
            Some(kinds)
        });
        own & (space::VALUE | space::FIELD) != 0
            && bound.any(|kinds| {
                kinds.contains(&BindingKind::Component) && kinds.contains(&BindingKind::Function)
            })
    }

    /// Returns whether a class below has a base from the standard library whose known members include a name.
    fn is_promised_below(&self, class: &DefinitionId, name: &str) -> bool {
        let heirs = self.all_subclasses_of(std::slice::from_ref(class));
        let bases = heirs.iter().map(|heir| self.bases_of(heir));
        bases.into_iter().any(|bases| bases.standard.iter().any(|base| self.has_known_member(base, name)))
    }

    /// Returns whether a type is only an intersection of other types.
    pub(super) fn is_join(&self, class: &DefinitionId) -> bool {
        let scopes = self.scopes_of_class(class);
        let is_one = |(file, scope): &(FileId, crate::resolve::bindings::file::graph::ScopeId)| {
            let graph = self.graph(*file)?;
            let joins = &graph.rules().shapes.as_ref()?.joins;
            Some(joins.iter().any(|kind| **kind == *graph.scopes[*scope].kind))
        };
        !scopes.is_empty() && scopes.iter().all(|one| is_one(one) == Some(true))
    }

    /// Returns whether a word precedes the name of a definition, such as a modifier.
    pub(in crate::resolve::bindings) fn has_word_before(
        &self,
        file: FileId,
        id: BindingId,
        word: &str,
    ) -> bool {
        self.head_of(file, id).split(|char: char| !is_word_char(char)).any(|one| one == word)
    }

    /// Returns the text before the name of a definition, including decorators.
    pub(in crate::resolve::bindings) fn head_of(&self, file: FileId, id: BindingId) -> &str {
        let Some(graph) = self.graph(file) else { return "" };
        let name = &graph.bindings[id].name;
        let root = graph.tree.root_node();
        let mut node = root.descendant_for_byte_range(name.start, name.end);
        let mut start = name.start;
        while let Some(here) = node {
            let is_body = here.start_byte() < graph.scopes[graph.bindings[id].scope].range.start;
            if here.parent().is_none() || is_body || name.start - here.start_byte() > 2_000 {
                break;
            }
            if here.kind().ends_with("block")
                || here.kind().ends_with("body")
                || here.kind().ends_with("body_declarations")
                || here.kind().ends_with("_list")
            {
                break;
            }
            start = here.start_byte();
            // Attributes that precede the definition as siblings.
            let mut before = here.prev_named_sibling();
            while let Some(sibling) = before.filter(|sibling| sibling.kind().contains("attribute")) {
                start = sibling.start_byte();
                before = sibling.prev_named_sibling();
            }
            node = here.parent();
        }
        graph.text.get(start..name.start).unwrap_or_default()
    }
}

/// Returns the classes that share the name by inheritance, and whether one of them has an unknown base.
fn family(project: &Project, class: &DefinitionId, uses: &[Use]) -> (HashSet<DefinitionId>, Open) {
    let mut binders: Vec<DefinitionId> = Vec::new();
    let mut members: HashMap<DefinitionId, Vec<(FileId, BindingId)>> = HashMap::new();
    for one in uses {
        if let (
            NameRole::Bound(_) | NameRole::Given(_),
            Meaning::Is(DefinitionId { container: Container::Class(of), .. }),
        ) = (&one.role, &one.meaning)
        {
            if !binders.contains(of) {
                binders.push((**of).clone());
            }
            if let NameRole::Bound(id) = one.role {
                members.entry((**of).clone()).or_default().push((one.file, id));
            }
        }
    }
    let members_of = |class: &DefinitionId| members.get(class).map_or(&[][..], Vec::as_slice);
    let may_replace =
        |base: &DefinitionId, heir: &DefinitionId| project.may_override(members_of(base), members_of(heir));
    if !binders.contains(class) {
        binders.push(class.clone());
    }
    let above: HashMap<&DefinitionId, (Vec<DefinitionId>, Open)> =
        binders.iter().map(|binder| (binder, project.ancestry(binder))).collect();
    let mut found = HashSet::from([class.clone()]);
    loop {
        let before = found.len();
        for binder in &binders {
            let is_below = above[binder]
                .0
                .iter()
                .any(|base| found.contains(base) && binders.contains(base) && may_replace(base, binder));
            let is_above = found.iter().any(|own| {
                above.get(own).is_some_and(|(all, _)| all.contains(binder)) && may_replace(binder, own)
            });
            if is_below || is_above {
                found.insert(binder.clone());
            }
        }
        if found.len() == before {
            break;
        }
    }
    let open = found.iter().filter_map(|own| above.get(own)).map(|(_, open)| *open).max();
    (found, open.unwrap_or(Open::No))
}

/// Returns the classes above and below those of the target that bind a name.
pub(in crate::resolve::bindings) fn relatives(
    project: &Project,
    target: &Target,
    uses: &[Use],
) -> HashSet<DefinitionId> {
    let own: HashSet<&DefinitionId> = target.keys.iter().filter_map(DefinitionId::class).collect();
    let mut found: HashSet<DefinitionId> = own.iter().flat_map(|class| project.ancestry(class).0).collect();
    for one in uses {
        if let (
            NameRole::Bound(_) | NameRole::Given(_),
            Meaning::Is(DefinitionId { container: Container::Class(of), .. }),
        ) = (&one.role, &one.meaning)
            && project.ancestry(of).0.iter().any(|base| own.contains(base))
        {
            found.insert((**of).clone());
        }
    }
    found
}

/// Returns the places where a class examines its own name, so that the name determines the behavior of its objects.
pub(in crate::resolve::bindings) fn name_readers(project: &Project, target: &Target) -> Vec<(FileId, usize)> {
    let mut found = Vec::new();
    if target.kind != BindingKind::Class {
        return found;
    }
    let mut classes: HashSet<DefinitionId> = target.keys.clone();
    classes.extend(target.keys.iter().flat_map(|key| project.ancestry(key).0));
    for asked in &project.rules.current_class_names {
        let finder = memchr::memmem::Finder::new(asked.as_bytes());
        for (file, source) in project.sources.iter().enumerate() {
            for byte in finder.find_iter(source.text.as_bytes()) {
                let behind = source.text[byte + asked.len()..].trim_start_matches(' ');
                let is_read =
                    behind.starts_with(['.', '[']) || behind.starts_with("==") || behind.starts_with("!=");
                let class = is_read.then(|| project.class_at(Place { file, byte }, 0));
                if matches!(class, Some(Found::Definition(key, ..)) if classes.contains(&key)) {
                    found.push((file, byte));
                }
            }
        }
    }
    found
}

/// Returns whether a definition and an import of its name are conditional, so that the program has only one of them.
pub(in crate::resolve::bindings) fn are_for_other_conditions(
    project: &Project,
    file: FileId,
    [own, import]: [BindingId; 2],
) -> bool {
    let Some(graph) = project.graph(file) else { return false };
    let is_conditional = |id: BindingId| {
        let binding = &graph.bindings[id];
        let scope = &graph.scopes[binding.scope].range;
        let root = graph.tree.root_node();
        let node = root.descendant_for_byte_range(binding.name.start, binding.name.end);
        let mut around = std::iter::successors(node, Node::parent)
            .take_while(|node| node.start_byte() > scope.start || node.end_byte() < scope.end);
        around.any(|node| {
            let mut above = std::iter::successors(node.prev_sibling(), Node::prev_sibling)
                .take_while(|above| is_of(above, &graph.rules().attributes));
            let starts = &graph.language.manifest().symbols.conditional_attributes;
            above.any(|above| {
                let text = graph.slice(&above.byte_range());
                starts.iter().any(|start| text.starts_with(start.as_str()))
            })
        })
    };
    let space = graph.space_of(own);
    let is_alike = match project.follow(file, import, space::ALL, 0) {
        Found::Definition(key, ..) => key.space & space != 0,
        Found::Module(_) => space & space::TYPE != 0,
        _ => is_conditional(own),
    };
    is_alike && is_conditional(import)
}

/// Returns the parts of function names that spell the definition, of example functions that are named after it.
pub(in crate::resolve::bindings) fn named_after(project: &Project, target: &Target) -> Vec<Use> {
    let Some(start) = &project.rules.named_after else { return Vec::new() };
    let mut found = Vec::new();
    for key in &target.keys {
        let (before, home) = match &key.container {
            Container::Class(class) if target.is_member => {
                (format!("{start}{}_", class.name), &class.container)
            }
            Container::Space(_) => (start.clone(), &key.container),
            _ => continue,
        };
        let Container::Space(space) = home else { continue };
        let folder = space.rsplit_once(':').map_or("", |(folder, _)| folder);
        let whole = format!("{before}{}", key.name);
        for file in 0..project.sources.len() {
            let path = project.path(file);
            if crate::resolve::bindings::lookup::results::folder_of(path) != folder
                || !project.rules.is_entry_file(path)
            {
                continue;
            }
            for (at, _) in project.sources[file].text.match_indices(whole.as_str()) {
                let graph = project.graph(file);
                let shown =
                    graph.filter(|graph| graph.by_byte.get(&at).is_some_and(|id| shows(graph, *id, &whole)));
                let range = at + before.len()..at + whole.len();
                found.extend(shown.map(|_| Use {
                    file,
                    range,
                    role: NameRole::Label(None),
                    meaning: Meaning::Not,
                    verdict: Verdict::Certain,
                    wanted: space::ALL,
                    is_unlikely: false,
                }));
            }
        }
    }
    found
}

/// Returns whether a function is named after a definition; `whole` is the expected beginning of its name.
fn shows(graph: &BindingGraph, id: BindingId, whole: &str) -> bool {
    let name = graph.slice(&graph.bindings[id].name);
    let rest = name.strip_prefix(whole);
    graph.bindings[id].kind == BindingKind::Function
        && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
}

/// Returns the namespaces in which a definition is looked up.
pub(in crate::resolve::bindings) fn wanted(project: &Project, file: FileId, id: BindingId) -> u8 {
    let Some(graph) = project.graph(file) else { return space::ALL };
    if graph.rules().separate_type_namespace { project.key_of(file, id, 0).space } else { space::ALL }
}
