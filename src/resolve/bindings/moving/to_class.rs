//! Members of a class that have nothing of its objects, and go to another class: their users name that one.
//!
//! Invariant: a use whose class cannot be written anew is listed.

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use super::bytes::MovedBytes;
use super::carried_imports::class_at_top;
use super::narrow::outermost;
use super::needs::visible_bindings;
use super::to_package::{Following, NO_WAY, import_of, new_package};
use super::unnest::{ClassLeaving, SEEN_IN_CLASS};
use super::{MoveProblem, MoveQuestion};
use crate::resolve::bindings::file::graph::{
    BindingGraph, BindingId, BindingKind, FileId, ScopeId, Sort, TOP, space,
};
use crate::resolve::bindings::file::role::{NameRole, TokenBefore};
use crate::resolve::bindings::lookup::results::{Container, DefinitionId};
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::renamed_definition::{RenamedDefinition, definition_in};
use crate::resolve::bindings::used::{Use, Verdict, is_member};
use crate::text::normal::{find_words, is_word_char};

/// What is said of a name that would lead elsewhere.
const TAKEN: &str = "means something else here";

/// What it takes that the users of such members follow them; `None` where they are none, or go to no class.
///
/// # Errors
/// The new class would take a name for one of them that means something else there.
pub(super) fn to_class(
    project: &Rc<Project>,
    from: FileId,
    question: &MoveQuestion<'_>,
) -> Result<Option<Following>, MoveProblem> {
    let (Some(graph), Some(byte)) = (project.graph(from), question.class_there) else { return Ok(None) };
    let (Some(rules), Some(word)) =
        (&project.rules.package_visibility, project.rules.file_classes.as_deref())
    else {
        return Ok(None);
    };
    let ids: Option<Vec<BindingId>> =
        question.found.iter().map(|(found, _)| definition_in(graph, found)).collect();
    let Some(scope) = ids.and_then(|ids| class_of_all(project, from, &ids)) else { return Ok(None) };
    let to = project.file(question.to.as_str());
    let Some(there) = to.and_then(|to| ClassThere::at(project, (to, byte))) else { return Ok(None) };
    let names = new_package(project, graph, question).unwrap_or_default();
    let leaving = ClassLeaving {
        project,
        rules,
        graph,
        from,
        outer: (scope, path_of(graph, scope)),
        names,
        is_open: project.has_word_before(there.file, there.top, word),
        moved: MovedBytes::of(question.found.iter().map(|(_, range)| range.clone())),
        edits: BTreeMap::new(),
        done: Following { is_unnested: true, ..Following::default() },
    };
    let mut following = MembersLeaving { leaving, there };
    for (found, _) in question.found {
        let known = RenamedDefinition::in_project(Rc::clone(project), question.from, found, false);
        let Ok(known) = known else { return Ok(None) };
        following.check_free(&known)?;
        following.follow(&known, &found.definition);
    }
    following.leaving.name_outer();
    Ok(Some(following.leaving.done.with(project, following.leaving.edits)))
}

/// The class whose members some bindings are, all without anything of its objects; they could be those of any other class.
pub(super) fn class_of_all(project: &Project, file: FileId, ids: &[BindingId]) -> Option<ScopeId> {
    let scope = project.graph(file)?.bindings[*ids.first()?].scope;
    let is_one = |id: &BindingId| {
        project.graph(file).is_some_and(|graph| graph.bindings[*id].scope == scope)
            && is_of_class_alone(project, file, *id)
    };
    ids.iter().all(is_one).then_some(scope)
}

fn is_of_class_alone(project: &Project, file: FileId, id: BindingId) -> bool {
    let (Some(graph), Some(rules)) = (project.graph(file), &project.rules.package_visibility) else {
        return false;
    };
    let binding = &graph.bindings[id];
    let head = project.head_of(file, id);
    binding.kind != BindingKind::Class
        && is_member(graph, id)
        && find_words(head, &rules.free_word).next().is_some()
        && is_class(project, file, binding.scope)
}

/// Whether a scope is that of a class whose members say themselves who sees them.
fn is_class(project: &Project, file: FileId, scope: ScopeId) -> bool {
    let (Some(graph), Some(rules)) = (project.graph(file), &project.rules.package_visibility) else {
        return false;
    };
    let here = &graph.scopes[scope];
    let head = here.of.map_or("", |class| project.head_of(file, class));
    here.sort == Sort::Class && rules.classes.iter().any(|word| find_words(head, word).next().is_some())
}

/// The names of the classes around a place, from the outermost on.
fn path_of(graph: &BindingGraph, scope: ScopeId) -> String {
    let classes = graph.around(scope).filter_map(|scope| graph.scopes[scope].of);
    let mut names: Vec<_> = classes.map(|class| graph.name_of(class)).collect();
    names.reverse();
    names.join(".")
}

/// The class that members go to.
pub(super) struct ClassThere {
    file: FileId,
    scope: ScopeId,
    /// The class at the top of the file.
    top: BindingId,
    /// The names from that on.
    path: String,
    key: DefinitionId,
}

impl ClassThere {
    pub(super) fn at(project: &Project, (file, byte): (FileId, usize)) -> Option<Self> {
        let graph = project.graph(file)?;
        let scope = graph.class_around(byte).filter(|scope| is_class(project, file, *scope))?;
        let class = graph.scopes[scope].of?;
        let top = if graph.bindings[class].scope == TOP { class } else { class_at_top(graph, class)? };
        let Container::Class(key) = project.home_of(file, scope, 0) else { return None };
        Some(Self { file, scope, top, path: path_of(graph, scope), key: (*key).clone() })
    }
}

struct MembersLeaving<'p> {
    leaving: ClassLeaving<'p>,
    there: ClassThere,
}

impl MembersLeaving<'_> {
    /// Refuses what would be taken for the member in the new class, or in one that inherits from it.
    fn check_free(&self, known: &RenamedDefinition) -> Result<(), MoveProblem> {
        let project = self.leaving.project;
        for one in &known.uses {
            let Some(graph) = project.graph(one.file) else { continue };
            if one.verdict != Verdict::Unrelated || one.role != NameRole::Plain {
                continue;
            }
            let bound_at =
                visible_bindings(graph, one.range.start, &known.old).map_or(TOP, |(scope, _)| scope);
            let mut classes = graph
                .around(graph.scope_at(one.range.start))
                .take_while(|scope| *scope != bound_at)
                .filter(|scope| graph.scopes[*scope].sort == Sort::Class);
            if classes.any(|scope| self.inherits(one.file, scope)) {
                let place = self.leaving.spot(one.file, one.range.start, TAKEN);
                return Err(MoveProblem::Taken { name: known.old.clone(), place });
            }
        }
        Ok(())
    }

    fn inherits(&self, file: FileId, scope: ScopeId) -> bool {
        let project = self.leaving.project;
        let Container::Class(key) = project.home_of(file, scope, 0) else { return false };
        project.ancestry(&key).0.contains(&self.there.key)
    }

    fn follow(&mut self, known: &RenamedDefinition, definition: &Range<usize>) {
        let leaving = &self.leaving;
        let graph = leaving.graph;
        let has_more =
            |key: &DefinitionId| leaving.project.own_member(key, &known.old, space::ALL | space::STATIC);
        let classes = leaving.project.ancestry(&self.there.key).0;
        // Which of several is meant, a class of its own tells no more.
        let is_shared = graph.bound(graph.bindings[known.id].scope, &known.old).len() > 1
            || known.target.keys.len() > 1
            || classes.iter().any(|class| has_more(class).is_some());
        // A name that keeps its first value has to get it in its own class.
        let kept = &leaving.project.rules.never_overridden;
        let has_kept = |word: &String| leaving.project.has_word_before(leaving.from, known.id, word);
        let is_late = graph.bindings[known.id].kind == BindingKind::Field
            && !graph.slice(definition).contains('=')
            && kept.iter().any(has_kept);
        let is_private = leaving.project.has_word_before(leaving.from, known.id, &leaving.rules.own);
        let is_open =
            leaving.is_open && leaving.project.has_word_before(leaving.from, known.id, &leaving.rules.all);
        for one in &known.uses {
            let Some(graph) = self.leaving.project.graph(one.file) else { continue };
            let is_code = !matches!(one.role, NameRole::Bound(_) | NameRole::Comment | NameRole::Text);
            let goes_along = self.leaving.goes_along(one);
            let is_new = self.is_of_package(graph);
            let (file, at) = (one.file, one.range.start);
            match one.verdict {
                Verdict::Certain if is_code && !goes_along && is_private => {
                    let spot = self.leaving.spot(file, at, SEEN_IN_CLASS);
                    self.leaving.done.hidden.push(spot);
                }
                Verdict::Certain if is_code && !goes_along && !is_open && !is_new => {
                    let spot =
                        self.leaving.spot(file, at, "uses it, but it is not visible to other packages");
                    self.leaving.done.hidden.push(spot);
                }
                Verdict::Certain if is_late && is_code => {
                    let spot = self.leaving.spot(file, at, "may be the only assignment to it");
                    self.leaving.done.unproven.push(spot);
                }
                Verdict::Certain if is_shared && is_code => {
                    let spot = self.leaving.spot(file, at, "may refer to another definition of the name");
                    self.leaving.done.unproven.push(spot);
                }
                Verdict::Certain => self.follow_use(known, (one, graph)),
                Verdict::Undecidable(doubt) if !goes_along => {
                    let spot = self.leaving.spot(file, at, doubt.label());
                    self.leaving.done.unproven.push(spot);
                }
                _ => {}
            }
        }
    }

    fn follow_use(&mut self, known: &RenamedDefinition, (one, graph): (&Use, &BindingGraph)) {
        let start = one.range.start;
        match &one.role {
            NameRole::Bound(_) | NameRole::Text => {}
            NameRole::Comment => {
                if let Some(before) = graph.text[..start].strip_suffix('#') {
                    let (range, is_whole) = self.path_before(before.len(), graph).unwrap_or_default();
                    let range = if range.is_empty() { before.len()..before.len() } else { range };
                    self.write(one.file, range, is_whole || !self.is_of_package(graph));
                }
            }
            NameRole::Imported(_) => match self.path_before(start - 1, graph) {
                Some((range, true)) if self.is_idle_import(known, one, graph) => {
                    let statement = outermost(graph, range.start).map(|node| graph.slice(&node.byte_range()));
                    let path = self.leaving.project.sources[one.file].path.clone();
                    let dropped = self.leaving.done.dropped.entry(path).or_default();
                    dropped.extend(statement.map(str::to_owned));
                }
                Some((range, true)) => self.write(one.file, range, true),
                _ => self.list(one, NO_WAY),
            },
            NameRole::Plain if self.leaving.goes_along(one) => {}
            NameRole::Plain => {
                let is_brought = visible_bindings(graph, start, &known.old).is_some_and(|(_, bound)| {
                    bound.iter().any(|id| graph.bindings[*id].kind == BindingKind::Import)
                });
                if !is_brought && !self.is_in_new(one, graph) && self.brings(one, graph) {
                    self.leaving.edit(one.file, start..start, format!("{}.", self.there.path));
                }
            }
            NameRole::Member(_) | NameRole::Token(TokenBefore::Object | TokenBefore::Path(_)) => {
                let before = graph.text[..start].trim_end_matches(['.', ':']);
                match self.path_before(before.len(), graph) {
                    Some((range, true)) => self.write(one.file, range, true),
                    Some((range, false)) if self.leaving.goes_along(one) || self.brings(one, graph) => {
                        self.write(one.file, range, false);
                    }
                    Some(_) => {}
                    None => self.list(one, NO_WAY),
                }
            }
            _ => self.list(one, NO_WAY),
        }
    }

    fn list(&mut self, one: &Use, label: &'static str) {
        let spot = self.leaving.spot(one.file, one.range.start, label);
        self.leaving.done.unproven.push(spot);
    }

    /// Writes the new class, with its package or without.
    fn write(&mut self, file: FileId, range: Range<usize>, is_whole: bool) {
        let path = &self.there.path;
        let text = if is_whole { format!("{}.{path}", self.leaving.names.1) } else { path.clone() };
        self.leaving.edit(file, range, text);
    }

    fn is_of_package(&self, graph: &BindingGraph) -> bool {
        graph.package.as_deref().unwrap_or_default() == self.leaving.names.1
    }

    /// The old class where it stands directly before a byte, and whether its package stands before that.
    fn path_before(&self, end: usize, graph: &BindingGraph) -> Option<(Range<usize>, bool)> {
        let before = &graph.text[..end];
        let start = before.trim_end_matches(|char: char| is_word_char(char) || char == '.').len();
        let written = &before[start..];
        let (package, path) = (&self.leaving.names.0, &self.leaving.outer.1);
        if written.strip_prefix(package.as_str()).and_then(|rest| rest.strip_prefix('.')) == Some(path) {
            return Some((start..end, true));
        }
        let rest = path.strip_suffix(written)?;
        (!written.is_empty() && (rest.is_empty() || rest.ends_with('.'))).then_some((start..end, false))
    }

    /// Whether a use stands in the new class.
    fn is_in_new(&self, one: &Use, graph: &BindingGraph) -> bool {
        let there = &self.there;
        one.file == there.file
            && graph.around(graph.scope_at(one.range.start)).any(|scope| scope == there.scope)
    }

    /// Whether an import of the member in the file of the new class brings it to that class alone.
    fn is_idle_import(&self, known: &RenamedDefinition, import: &Use, graph: &BindingGraph) -> bool {
        let is_served = |one: &Use| {
            one.file != import.file
                || !matches!(one.role, NameRole::Plain | NameRole::Token(TokenBefore::Nothing))
                || self.is_in_new(one, graph)
        };
        import.file == self.there.file && known.uses.iter().all(is_served)
    }

    /// Whether the new class has its own name at a use, with an import that is brought where it takes one; else that is listed.
    fn brings(&mut self, one: &Use, graph: &BindingGraph) -> bool {
        let first = self.there.path.split('.').next().unwrap_or_default().to_owned();
        let is_new = self.is_of_package(graph);
        let leaving = &mut self.leaving;
        let whole = format!("{}.{first}", leaving.names.1);
        let has_other = match visible_bindings(graph, one.range.start, &first) {
            Some((_, bound)) => !bound.iter().all(|id| {
                let import = graph.bindings[*id].import.as_ref();
                one.file == self.there.file && *id == self.there.top
                    || import.is_some_and(|path| path.join(".") == whole)
            }),
            None if is_new => false,
            None => {
                let home = leaving.project.space_of(one.file, graph, TOP);
                let others = home.map_or_else(Vec::new, |home| leaving.project.in_space(&home, &first));
                if others.is_empty() {
                    let path = leaving.project.sources[one.file].path.clone();
                    let all = leaving.done.brought.entry(path).or_default();
                    let statement = import_of(leaving.graph, &leaving.names.1, &first);
                    all.extend(statement.filter(|statement| !all.contains(statement)));
                }
                !others.is_empty()
            }
        };
        if has_other {
            self.list(one, TAKEN);
        }
        !has_other
    }
}
