//! Moves a nested class out of its outer class into a file of its own: uses lose the qualifier with the outer class,
//! and the nested class's uses of outer members get that qualifier.
//!
//! Invariant: members that only the two classes see are reported.

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use tree_sitter::Node;

use super::bytes::MovedBytes;
use super::narrow::outermost;
use super::needs::visible_bindings;
use super::package_visibility::{found_at, hidden_from_old_package};
use super::to_package::{Following, NO_WAY, import_of, new_package};
use super::{MoveProblem, MoveQuestion};
use crate::lang::{PackageVisibility, is_of};
use crate::resolve::bindings::LabeledPlace;
use crate::resolve::bindings::file::graph::{
    BindingGraph, BindingId, BindingKind, FileId, ScopeId, Sort, TOP, space,
};
use crate::resolve::bindings::file::role::{NameRole, TokenBefore};
use crate::resolve::bindings::lookup::results::{Container, Found};
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::renamed_definition::RenamedDefinition;
use crate::resolve::bindings::used::{Meaning, Use, Verdict, is_member};
use crate::text::Edit;
use crate::text::normal::{find_words, is_word_char};

/// What is said of what a class keeps for itself, and the classes in it.
pub const SEEN_IN_CLASS: &str = "visible only within the outermost class around it";

/// Returns the edits by which the uses of a nested class follow it out of its outer class; `None` if it is not a class
/// that can leave.
///
/// # Errors
/// The package has a class of the same name.
pub(super) fn unnest(
    project: &Rc<Project>,
    from: FileId,
    question: &MoveQuestion<'_>,
) -> Result<Option<Following>, MoveProblem> {
    let ([(found, _)], Some(graph)) = (question.found, project.graph(from)) else { return Ok(None) };
    let (Some(rules), Some(word)) =
        (&project.rules.package_visibility, project.rules.file_classes.as_deref())
    else {
        return Ok(None);
    };
    let known = RenamedDefinition::in_project(Rc::clone(project), question.from, found, false);
    let Ok(known) = known else { return Ok(None) };
    let binding = &graph.bindings[known.id];
    let class = &graph.scopes[binding.scope];
    let Some(outer) = class.of.filter(|outer| graph.bindings[*outer].scope == TOP) else { return Ok(None) };
    let head = project.head_of(from, known.id);
    let has = |word: &String| find_words(head, word).next().is_some();
    let outer_head = project.head_of(from, outer);
    let is_of_class = rules.classes.iter().any(|word| find_words(outer_head, word).next().is_some());
    let is_class = binding.kind == BindingKind::Class && class.sort == Sort::Class;
    if !is_class || !is_of_class || !rules.free.iter().any(has) {
        return Ok(None);
    }
    let Some(names) = new_package(project, graph, question) else { return Ok(None) };
    let is_open = project.has_word_before(from, known.id, word);
    let taken = project.places_in_space(&Container::Space(names.1.as_str().into()), &known.old);
    if let Some((file, at)) = taken.first() {
        let place =
            LabeledPlace { path: project.sources[*file].path.clone(), at: *at, label: "has the same name" };
        return Err(MoveProblem::TakenInPackage { name: known.old.clone(), package: names.1, place });
    }
    // In the package, what a file brings in with all else of another one would mean the class.
    let would_be_it = known.uses.iter().find(|one| {
        let graph = project.graph(one.file);
        let is_there = |graph: &&BindingGraph| graph.package.as_deref() == Some(names.1.as_str());
        graph.filter(is_there).is_some_and(|graph| {
            one.role == NameRole::Plain
                && matches!(one.verdict, Verdict::Unrelated)
                && graph.wanted(&one.range) & space::TYPE != 0
                && !matches!(one.meaning, Meaning::Is(ref key) if key.class().is_some())
                && visible_bindings(graph, one.range.start, &known.old).is_none()
        })
    });
    if let Some(one) = would_be_it {
        let path = project.sources[one.file].path.clone();
        let place = LabeledPlace { path, at: one.range.start, label: "means something else here" };
        return Err(MoveProblem::TakenInPackage { name: known.old.clone(), package: names.1, place });
    }
    let leaving = ClassLeaving {
        project,
        rules,
        graph,
        from,
        outer: (binding.scope, graph.slice(&graph.bindings[outer].name).to_owned()),
        names,
        is_open,
        moved: MovedBytes::of(question.found.iter().map(|(_, range)| range.clone())),
        edits: BTreeMap::new(),
        done: Following { is_unnested: true, ..Following::default() },
    };
    Ok(Some(leaving.follow(&known)))
}

/// What leaves the class around it: a class, or members that have nothing of its objects.
pub(super) struct ClassLeaving<'p> {
    pub(super) project: &'p Project,
    pub(super) rules: &'static PackageVisibility,
    pub(super) graph: &'p BindingGraph,
    pub(super) from: FileId,
    /// The scope and the name of the outer class.
    pub(super) outer: (ScopeId, String),
    /// The old and the new package.
    pub(super) names: (String, String),
    /// Whether the class is visible in all packages.
    pub(super) is_open: bool,
    pub(super) moved: MovedBytes,
    pub(super) edits: BTreeMap<FileId, BTreeMap<usize, Edit>>,
    pub(super) done: Following,
}

impl ClassLeaving<'_> {
    fn follow(mut self, known: &RenamedDefinition) -> Following {
        self.change_heading(known.id);
        for one in &known.uses {
            let Some(graph) = self.project.graph(one.file) else { continue };
            match one.verdict {
                Verdict::Certain => self.follow_use(known, (one, graph)),
                Verdict::Undecidable(doubt) if !self.goes_along(one) => {
                    self.done.unproven.push(self.spot(one.file, one.range.start, doubt.label()));
                }
                _ => {}
            }
        }
        self.name_outer();
        self.list_private(known);
        if self.names.0 != self.names.1 {
            let asking = (self.project, self.from, self.graph);
            for (file, at) in hidden_from_old_package(asking, &self.moved) {
                self.done.hidden.push(self.spot(file, at, "only visible in its own package"));
            }
        }
        self.done.with(self.project, self.edits)
    }

    pub(super) fn spot(&self, file: FileId, at: usize, label: &'static str) -> LabeledPlace {
        LabeledPlace { path: self.project.sources[file].path.clone(), at, label }
    }

    pub(super) fn edit(&mut self, file: FileId, range: Range<usize>, text: String) {
        self.edits.entry(file).or_default().insert(range.start, Edit { range, text });
    }

    pub(super) fn goes_along(&self, one: &Use) -> bool {
        one.file == self.from && self.moved.holds(one.range.start)
    }

    /// Removes the modifiers from the heading that are valid only within a class.
    fn change_heading(&mut self, id: BindingId) {
        let head = self.project.head_of(self.from, id);
        let start = self.graph.bindings[id].name.start - head.len();
        let words = [&self.rules.free_word, &self.rules.own, &self.rules.subclasses];
        let found = words.into_iter().flat_map(|word| find_words(head, word).map(|at| at..at + word.len()));
        for range in found.collect::<Vec<_>>() {
            let behind = head.get(range.end..).unwrap_or_default();
            let blank = behind.len() - behind.trim_start_matches([' ', '\t']).len();
            self.edit(self.from, start + range.start..start + range.end + blank, String::new());
        }
    }

    fn follow_use(&mut self, known: &RenamedDefinition, (one, graph): (&Use, &BindingGraph)) {
        let start = one.range.start;
        let is_new = graph.package.as_deref() == Some(self.names.1.as_str());
        let is_along = self.goes_along(one);
        let is_prose = matches!(one.role, NameRole::Comment | NameRole::Text);
        if !self.is_open && !is_new && !is_along && !is_prose {
            self.done.hidden.push(self.spot(
                one.file,
                start,
                "uses it, but it is not visible to other packages",
            ));
            return;
        }
        let path = self.path_before(graph, start);
        if !is_prose && !is_along && self.is_hidden_there(known, (one, graph)) {
            self.name_whole(one, graph, path.map_or(start..start, |(path, _)| path));
            return;
        }
        let Some((path, is_whole)) = path else {
            match &one.role {
                NameRole::Bound(_) | NameRole::Comment | NameRole::Text => {}
                NameRole::Plain | NameRole::Token(TokenBefore::Nothing) => {
                    let bound =
                        visible_bindings(graph, start, &known.old).map_or_else(Vec::new, |(_, bound)| bound);
                    let is_import = |id: &BindingId| graph.bindings[*id].kind == BindingKind::Import;
                    if !is_along && !bound.iter().any(is_import) {
                        self.bring(one.file, is_new, &known.old);
                    }
                }
                _ if is_along => {}
                _ => self.done.unproven.push(self.spot(one.file, start, NO_WAY)),
            }
            return;
        };
        if !is_whole {
            let other = visible_bindings(graph, start, &known.old).is_some_and(|(_, ids)| {
                let is_it = |id: &BindingId| {
                    one.file == self.from && *id == known.id
                        || graph.bindings[*id].kind == BindingKind::Import
                };
                !ids.iter().all(is_it)
            });
            if other {
                self.done.unproven.push(self.spot(one.file, start, "means something else here"));
                return;
            }
            self.edit(one.file, path, String::new());
            if !is_along && !is_prose {
                self.bring(one.file, is_new, &known.old);
            }
            return;
        }
        let statement = graph.imported.contains_key(&start).then(|| outermost(graph, start)).flatten();
        let statement = statement.map(|node| graph.slice(&node.byte_range()));
        match statement {
            Some(text) if find_words(text, &self.rules.free_word).next().is_some() => {
                self.done.unproven.push(self.spot(one.file, start, NO_WAY));
            }
            Some(text) if is_new => {
                let path = self.project.sources[one.file].path.clone();
                self.done.dropped.entry(path).or_default().push(text.to_owned());
            }
            _ => self.edit(one.file, path, format!("{}.", self.names.1)),
        }
    }

    /// Whether the name of the class by itself, in the place of a use, means something else once the class is gone from there:
    /// what the file has of the name, or what a class around the use inherits.
    fn is_hidden_there(&self, known: &RenamedDefinition, (one, graph): (&Use, &BindingGraph)) -> bool {
        if matches!(one.role, NameRole::Bound(_)) || graph.imported.contains_key(&one.range.start) {
            return false;
        }
        let is_other = |other: &Use| match &other.role {
            NameRole::Bound(id) => graph.bindings[*id].kind == BindingKind::Import,
            NameRole::Plain => graph.wanted(&other.range) & space::TYPE != 0,
            _ => graph.imported.contains_key(&other.range.start),
        };
        let mut others = known.uses.iter().filter(|of| of.file == one.file && of.verdict != Verdict::Certain);
        let inherits = |scope: ScopeId| {
            let Container::Class(class) = self.project.home_of(one.file, scope, 1) else { return false };
            let (all, _) = self.project.ancestry(&class);
            let found = all.iter().filter_map(|of| self.project.own_member(of, &known.old, space::TYPE));
            let mut others = found.filter(|found| *found != (self.from, known.id));
            others.next().is_some() || self.project.may_inherit_from_standard(&class, &known.old)
        };
        let mut around = graph.around(graph.scope_at(one.range.start));
        around.any(|at| graph.scopes[at].sort == Sort::Class && inherits(at)) || others.any(is_other)
    }

    /// Writes the package before the name, in the place of the class around it or of nothing.
    fn name_whole(&mut self, one: &Use, graph: &BindingGraph, path: Range<usize>) {
        let package = &self.names.1;
        let first = package.split('.').next().unwrap_or_default();
        let is_plain = matches!(one.role, NameRole::Plain | NameRole::Member(_));
        if is_plain && visible_bindings(graph, path.start, first).is_none() {
            self.edit(one.file, path, format!("{package}."));
        } else {
            self.done.unproven.push(self.spot(one.file, one.range.start, "means something else here"));
        }
    }

    /// Returns the range of the outer class's name directly before a name, and whether its package precedes that.
    fn path_before(&self, graph: &BindingGraph, start: usize) -> Option<(Range<usize>, bool)> {
        let is_end = |before: &str| !before.ends_with(|char: char| is_word_char(char) || char == '.');
        let before = graph.text[..start].strip_suffix('.')?.strip_suffix(self.outer.1.as_str())?;
        if is_end(before) {
            return Some((before.len()..start, false));
        }
        let before = before.strip_suffix('.')?.strip_suffix(self.names.0.as_str())?;
        is_end(before).then_some((before.len()..start, true))
    }

    fn bring(&mut self, file: FileId, is_new: bool, name: &str) {
        let Some(statement) = import_of(self.graph, &self.names.1, name).filter(|_| !is_new) else { return };
        let path = self.project.sources[file].path.clone();
        let all: &mut Vec<String> = self.done.brought.entry(path).or_default();
        if !all.contains(&statement) {
            all.push(statement);
        }
    }

    /// Adds the outer class as a qualifier to its members that the moved code uses unqualified.
    pub(super) fn name_outer(&mut self) {
        let mut places = Vec::new();
        let mut cursor = self.graph.tree.root_node().walk();
        loop {
            let node = cursor.node();
            let is_in = self.moved.touches(&node.byte_range());
            if is_in && node.child_count() == 0 && node.is_named() {
                places.push(node);
            }
            if is_in && !node.is_extra() && cursor.goto_first_child() {
                continue;
            }
            let mut is_done = false;
            while !is_done && !cursor.goto_next_sibling() {
                is_done = !cursor.goto_parent();
            }
            if is_done {
                break;
            }
        }
        for node in places {
            self.name_outer_at(node);
        }
    }

    fn name_outer_at(&mut self, node: Node<'_>) {
        let start = node.start_byte();
        let is_plain = matches!(self.graph.role(&node.byte_range()), NameRole::Plain);
        let found = found_at((self.project, self.from, self.graph), node);
        let Some(Found::Definition(key, file, id)) = found else { return };
        if file == self.from && self.moved.holds(self.graph.bindings[id].name.start) {
            return;
        }
        let is_of_outer = file == self.from && self.graph.bindings[id].scope == self.outer.0;
        let is_of_class = file == self.from && (is_of_outer || key.class().is_some());
        if is_of_class && self.project.has_word_before(file, id, &self.rules.own) {
            self.done.hidden.push(self.spot(self.from, start, SEEN_IN_CLASS));
        } else if is_of_outer && is_plain {
            self.edit(self.from, start..start, format!("{}.", self.outer.1));
        } else if is_plain && key.class().is_some() && !is_of_outer {
            let is_seen = visible_bindings(self.graph, start, self.graph.slice(&node.byte_range())).is_some();
            if !is_seen {
                let label = "may be inherited by the class around it";
                self.done.unproven.push(self.spot(self.from, start, label));
            }
        }
    }

    /// Reports uses in the file of private members of the class, which only nested and outer classes see.
    fn list_private(&mut self, known: &RenamedDefinition) {
        let own = self.graph;
        let is_private = |id: &BindingId| {
            is_member(own, *id)
                && *id != known.id
                && self.project.has_word_before(self.from, *id, &self.rules.own)
        };
        let ids: Vec<BindingId> =
            self.moved.iter().flat_map(|range| own.bound_in(range)).copied().filter(is_private).collect();
        for id in ids {
            let name = own.slice(&own.bindings[id].name);
            for at in own.places_of(name).filter(|at| !self.moved.holds(*at)) {
                let node = own.tree.root_node().descendant_for_byte_range(at, at + name.len());
                let found = node.and_then(|node| found_at((self.project, self.from, own), node));
                if matches!(found, Some(Found::Definition(_, file, found)) if file == self.from && found == id)
                {
                    self.done.hidden.push(self.spot(self.from, at, SEEN_IN_CLASS));
                }
            }
        }
        for one in &known.uses {
            if one.file != self.from || self.goes_along(one) {
                continue;
            }
            let node = own.tree.root_node().descendant_for_byte_range(one.range.start, one.range.end);
            let mut above = std::iter::successors(node, |node| node.parent()).take(3);
            if above.any(|node| is_of(node, &self.rules.constructor_calls))
                && self.has_private_maker(known.id)
            {
                self.done.hidden.push(self.spot(self.from, one.range.start, SEEN_IN_CLASS));
            }
        }
    }

    fn has_private_maker(&self, id: BindingId) -> bool {
        let name = &self.graph.bindings[id].name;
        let node = self.graph.tree.root_node().descendant_for_byte_range(name.start, name.end);
        let body = node.and_then(|node| node.parent()?.child_by_field_name("body"));
        body.is_some_and(|body| {
            let mut cursor = body.walk();
            let mut makers =
                body.named_children(&mut cursor).filter(|node| is_of(*node, &self.rules.constructors));
            makers.any(|maker| {
                let end =
                    maker.child_by_field_name("name").map_or(maker.end_byte(), |name| name.start_byte());
                let head = self.graph.slice(&(maker.start_byte()..end));
                find_words(head, &self.rules.own).next().is_some()
            })
        })
    }
}
