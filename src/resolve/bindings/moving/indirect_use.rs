//! Rewrites uses that reach a definition through its old file: as a member of the module, or by a wildcard import.

use std::ops::Range;

use super::exports::{ExportForm, insert_below_edit, removal_edits};
use super::files::Files;
use super::narrow::respelled;
use super::needs::visible_bindings;
use super::order::runs_at_load;
use super::required_imports::type_only_heading;
use super::spell::{Example, typed};
use super::style::is_single;
use super::{DefinitionMove, Load};
use crate::resolve::bindings::file::graph::{BindingGraph, BindingId, BindingKind, Expr, FileId, TOP};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::results::{InferredType, Module, Place};
use crate::resolve::bindings::renamed_definition::RenamedDefinition;
use crate::resolve::bindings::used::Use;
use crate::text::Edit;
use crate::text::normal::is_word_char;

/// A use that is only valid if the old file still exports the name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct IndirectUse {
    pub(super) name: String,
    pub(super) file: FileId,
    pub(super) at: usize,
    pub(super) how: AccessPath,
}

/// How a use reaches the definition through the old file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum AccessPath {
    /// As a member of the module, whose name is at this range.
    Member(Range<usize>),
    /// As a member of the result of a call with the path of the old file, which is at this range.
    Call(Range<usize>),
    /// By a wildcard import of the old file, which is in the given file.
    Star(FileId),
    /// In a way that cannot be rewritten.
    Other,
}

/// The import that a use of a definition needs, and the edit of the use.
struct UseRewrite {
    file: FileId,
    statement: Option<String>,
    edit: Option<Edit>,
}

impl Files<'_> {
    /// Returns how a use reaches a name through the old file; `None` if it does not.
    pub(super) fn through(
        &self,
        known: &RenamedDefinition,
        graph: &BindingGraph,
        one: &Use,
    ) -> Option<AccessPath> {
        let is_star = |home: FileId| (self.has_star(home, &known.old)).then_some(AccessPath::Star(home));
        match &one.role {
            NameRole::Imported(path) => match self.project.module(one.file, path.first()?)? {
                Module::File(home, TOP) if home != self.from => is_star(home),
                _ => None,
            },
            NameRole::Member(of) => {
                let place = Place { file: one.file, byte: one.range.start };
                match self.project.kind_of(place, of, 0) {
                    InferredType::Module(Module::File(file, TOP)) if file == self.from => {
                        let call =
                            call_of(of).filter(|_| self.export_rules().is_some()).map(AccessPath::Call);
                        let range = range_of(of).filter(|_| !matches!(of, Expr::Call(_)));
                        Some(call.or(range.map(AccessPath::Member)).unwrap_or(AccessPath::Other))
                    }
                    InferredType::Module(Module::File(home, TOP)) => is_star(home),
                    _ => None,
                }
            }
            NameRole::Label(Some(of)) if self.export_rules().is_some() => {
                let place = Place { file: one.file, byte: one.range.start };
                let kind = self.project.kind_of(place, of, 0);
                (kind == InferredType::Module(Module::File(self.from, TOP))).then_some(AccessPath::Other)
            }
            // A name that is not bound in the file comes from a wildcard import.
            _ if visible_bindings(graph, one.range.start, &known.old).is_none() => {
                let own = self.has_star(one.file, &known.old).then_some(AccessPath::Star(one.file));
                let homes = graph.scopes[TOP].wildcards.iter().filter_map(|path| {
                    match self.project.module(one.file, path.first()?)? {
                        Module::File(home, TOP) => is_star(home),
                        _ => None,
                    }
                });
                Some(own.or_else(|| homes.into_iter().next()).unwrap_or(AccessPath::Other))
            }
            _ => None,
        }
    }

    /// Returns whether a file has a name of the old file only by a wildcard import.
    fn has_star(&self, home: FileId, name: &str) -> bool {
        let Some(graph) = self.project.graph(home) else { return false };
        graph.bound(TOP, name).is_empty() && self.star_of(graph, home).is_some()
    }

    /// Returns the module path of a wildcard import of the old file.
    fn star_of<'g>(&self, graph: &'g BindingGraph, home: FileId) -> Option<&'g str> {
        let modules = graph.scopes[TOP].wildcards.iter().filter_map(|path| path.first());
        let leads = |written: &str| self.project.module(home, written) == Some(Module::File(self.from, TOP));
        modules.map(String::as_str).find(|written| leads(written))
    }
}

/// Returns the range of the path that is passed to a call.
fn call_of(of: &Expr) -> Option<Range<usize>> {
    match of {
        Expr::Module(range) => Some(range.clone()),
        Expr::ElementOf(of) => call_of(of),
        _ => None,
    }
}

/// Returns the range of a name or a path of names.
fn range_of(of: &Expr) -> Option<Range<usize>> {
    match of {
        Expr::Name(range) => Some(range.clone()),
        Expr::Member(of, name) => Some(range_of(of)?.start..name.end),
        _ => None,
    }
}

/// Returns the name that begins at a byte offset.
fn head_at(graph: &BindingGraph, at: usize) -> &str {
    let text = &graph.text[at..];
    let end = text.find(|char: char| !(is_word_char(char) || char == '$')).unwrap_or(text.len());
    &text[..end]
}

impl DefinitionMove<'_> {
    /// Rewrites the uses that reached the definitions through the old file, and reports those that cannot be rewritten.
    pub(super) fn follow_through(&mut self, all: &[IndirectUse]) -> Vec<(FileId, Edit)> {
        let mut edits = Vec::new();
        let mut rewritten: Vec<(FileId, usize)> = Vec::new();
        for one in all {
            match self.rewritten(one) {
                Some(rewrite) => {
                    edits.extend(rewrite.edit.map(|edit| (rewrite.file, edit)));
                    rewritten.extend(self.head_of(one));
                    if self.files.calls().is_some() {
                        let (from, to) =
                            (self.files.project.path(one.file).to_owned(), self.files.to_path.to_owned());
                        self.loads.push(Load { from, to, because: Some((one.file, one.at)), is_early: true });
                    }
                    if let Some(statement) = rewrite.statement {
                        self.bring_to_user(rewrite.file, statement, one.at);
                    }
                }
                None => {
                    let label = "reaches it through the old file; `reexport: true` keeps that working";
                    let spot = self.spot(one.file, one.at, label);
                    self.done.unproven.push(spot);
                }
            }
        }
        edits.extend(self.idle_heads(all, &rewritten));
        edits
    }

    /// Returns the place of the name by which a use refers to the module of the old file.
    fn head_of(&self, one: &IndirectUse) -> Option<(FileId, usize)> {
        match &one.how {
            AccessPath::Member(object) => Some((one.file, object.start)),
            _ => None,
        }
    }

    /// Returns the edits that remove imports of the old file whose uses are all rewritten.
    fn idle_heads(&self, all: &[IndirectUse], rewritten: &[(FileId, usize)]) -> Vec<(FileId, Edit)> {
        let mut found = Vec::new();
        let mut heads: Vec<(FileId, BindingId)> = Vec::new();
        for (file, at) in rewritten {
            let Some(graph) = self.files.project.graph(*file) else { continue };
            let name = head_at(graph, *at);
            let id = visible_bindings(graph, *at, name).and_then(|(_, bound)| bound.first().copied());
            heads.extend(id.map(|id| (*file, id)).filter(|head| !heads.contains(head)));
        }
        for (file, id) in heads {
            let Some(graph) = self.files.project.graph(file) else { continue };
            let binding = &graph.bindings[id];
            let own = binding.name.start;
            let anew = self.new_require_statement(all, file, id);
            let name = graph.slice(&binding.name);
            let is_left = |at: &usize| {
                let role = graph.role(&(*at..*at + name.len()));
                let is_said = matches!(
                    role,
                    NameRole::Text | NameRole::Comment | NameRole::ModulePath | NameRole::Member(_)
                );
                *at != own && !is_said && !rewritten.contains(&(file, *at))
            };
            let is_used = graph.places_of(name).find(is_left).is_some();
            let outer = super::narrow::outermost(graph, own);
            if self.files.export_rules().is_none()
                && (is_used || !self.files.is_only_for((file, graph), name, graph.bound(binding.scope, name)))
            {
                continue;
            }
            let edits = match (anew, outer) {
                (Some(text), Some(outer)) if is_used => vec![insert_below_edit(graph, outer, &text)],
                (Some(text), Some(outer)) => vec![Edit { range: outer.byte_range(), text }],
                (_, Some(outer)) if !is_used => {
                    removal_edits(graph, outer, &|one| one == id).unwrap_or_default()
                }
                _ => Vec::new(),
            };
            found.extend(edits.into_iter().map(|edit| (file, edit)));
        }
        found
    }

    /// Returns the statement by which a file imports members of the target file in the same way as the old file, if
    /// that is by a call.
    fn new_require_statement(&self, all: &[IndirectUse], file: FileId, id: BindingId) -> Option<String> {
        let graph = self.files.project.graph(file)?;
        let binding = &graph.bindings[id];
        let outer = super::narrow::outermost(graph, binding.name.start)?;
        if self.files.is_import(outer) || !is_single(graph, outer) {
            return None;
        }
        let is_own = |one: &&IndirectUse| {
            let head = self.head_of(one).filter(|(own, _)| *own == file);
            head.is_some_and(|(_, at)| {
                visible_bindings(graph, at, head_at(graph, at)).is_some_and(|(_, bound)| bound.contains(&id))
            })
        };
        let mut names: Vec<&str> = all.iter().filter(is_own).map(|one| one.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        names.retain(|name| graph.bound(TOP, name).is_empty());
        if names.is_empty() {
            return None;
        }
        let written = binding.import.as_ref()?.first()?;
        let spelled = self.spelled_for(file, written)?;
        let mut text = graph.slice(&outer.byte_range()).to_owned();
        let start = binding.name.start - outer.start_byte();
        text.replace_range(start..start + binding.name.len(), &format!("{{ {} }}", names.join(", ")));
        Some(respelled(&text, written, &spelled))
    }

    /// Adds an import at the top of a file that uses a definition.
    pub(super) fn bring_to_user(&mut self, file: FileId, statement: String, at: usize) {
        let path = self.files.project.sources[file].path.clone();
        let known = self.done.brought.entry(path).or_default();
        if !known.contains(&statement) {
            known.push(statement);
        }
        let (from, to) = (self.files.project.path(file).to_owned(), self.files.to_path.to_owned());
        let is_early = self.files.export_rules().is_none_or(|_| {
            let graph = self.files.project.graph(file);
            graph.is_some_and(|graph| runs_at_load(graph, self.files.rules, at))
        });
        self.loads.push(Load { from, to, because: Some((file, at)), is_early });
    }

    fn rewritten(&self, one: &IndirectUse) -> Option<UseRewrite> {
        let files = self.files;
        match &one.how {
            AccessPath::Other => None,
            AccessPath::Star(home) if files.export_rules().is_some() => {
                Some(UseRewrite { file: *home, statement: None, edit: None })
            }
            AccessPath::Call(range) => {
                let graph = files.project.graph(one.file)?;
                let text = graph.slice(range);
                let written = text.trim_matches(['"', '\'', '`']);
                let spelled = files.spell_like(one.file, written)?;
                let edit = Some(Edit { range: range.clone(), text: text.replacen(written, &spelled, 1) });
                Some(UseRewrite { file: one.file, statement: None, edit })
            }
            AccessPath::Star(home) if Some(*home) == files.to => {
                Some(UseRewrite { file: *home, statement: None, edit: None })
            }
            AccessPath::Star(home) => {
                let graph = files.project.graph(*home)?;
                let written = files.star_of(graph, *home)?;
                let spelled = self.spelled_for(*home, written)?;
                let statement = Some(files.text_from(&spelled, &one.name));
                Some(UseRewrite { file: *home, statement, edit: None })
            }
            AccessPath::Member(object) => {
                let graph = files.project.graph(one.file)?;
                if Some(one.file) == files.to {
                    let is_free = visible_bindings(graph, one.at, &one.name).is_none();
                    let edit = Some(Edit { range: object.start..one.at, text: String::new() });
                    return is_free.then_some(UseRewrite { file: one.file, statement: None, edit });
                }
                self.member(graph, one, object)
            }
        }
    }

    fn spelled_for(&self, file: FileId, written: &str) -> Option<String> {
        let project = self.files.project;
        let example = Example { written, leads_to: project.path(self.files.from) };
        project.spell(project.path(file), self.files.to_path, Some(&example))
    }

    /// Rewrites a member of the old file's module as a member of the target file's module, which is imported in the
    /// same way.
    fn member(&self, graph: &BindingGraph, one: &IndirectUse, object: &Range<usize>) -> Option<UseRewrite> {
        let files = self.files;
        let text: String = graph.slice(object).split_whitespace().collect();
        let head = text.split('.').next()?;
        let (TOP, bound) = visible_bindings(graph, one.at, head)? else { return None };
        let binding = &graph.bindings[*bound.first()?];
        let outer = super::narrow::outermost(graph, binding.name.start)?;
        let is_import = files.is_import(outer) || files.export_rules().is_some() && files.is_of_others(outer);
        let is_plain = binding.kind == BindingKind::Import
            && is_import
            && type_only_heading(graph, files.rules, outer).is_none();
        if !is_plain {
            return None;
        }
        if files.export_rules().is_some() {
            let written = binding.import.as_ref().filter(|path| path.len() == 1)?.first()?;
            let is_one = bound.len() == 1 && !text.contains('.');
            let spelled = self.spelled_for(one.file, written).filter(|_| is_one)?;
            return self.by_itself(graph, one, object, &spelled);
        }
        if files.is_rebound(files.graph.bound(TOP, &one.name)) {
            // A name that is imported by itself would keep its first value.
            let written = binding.import.as_ref().filter(|path| path.len() == 1)?.first()?;
            let spelled = self.spelled_for(one.file, written)?;
            let is_plain = *written == text && bound.len() == 1 && !spelled.contains('.');
            let whole =
                files.rules.whole.as_ref().filter(|_| is_plain && self.is_free(graph, one.file, &spelled))?;
            let edit = Some(Edit { range: object.clone(), text: spelled.clone() });
            let statement = Some(whole.replace("{names}", &spelled));
            return Some(UseRewrite { file: one.file, statement, edit });
        }
        let rewrite = |statement: String, text: String| {
            let edit = Some(Edit { range: object.clone(), text });
            Some(UseRewrite { file: one.file, statement: Some(statement), edit })
        };
        match &binding.import.as_ref()?[..] {
            [module, name] if bound.len() == 1 && !text.contains('.') => {
                let dot = if module.ends_with('.') { "" } else { "." };
                let spelled = self.spelled_for(one.file, &format!("{module}{dot}{name}"))?;
                let at = spelled.rfind('.')?;
                let (package, last) = (&spelled[..at], &spelled[at + 1..]);
                let dots = &spelled[..=at];
                let package = if dots.bytes().all(|byte| byte == b'.') { dots } else { package };
                if *name == text && !last.is_empty() && self.is_free(graph, one.file, last) {
                    return rewrite(files.text_from(package, last), last.to_owned());
                }
                self.by_itself(graph, one, object, &spelled)
            }
            [_] if text.contains('.') => {
                let spelled = self.spelled_for(one.file, &text)?;
                let same_head = spelled.split('.').next() == Some(head);
                let whole = files.rules.whole.as_ref().filter(|_| same_head)?;
                rewrite(whole.replace("{names}", &spelled), spelled)
            }
            [module] if bound.len() == 1 => {
                let spelled = self.spelled_for(one.file, module)?;
                self.by_itself(graph, one, object, &spelled)
            }
            _ => None,
        }
    }

    /// Rewrites a member of the old file's module as a name that is imported by itself.
    fn by_itself(
        &self,
        graph: &BindingGraph,
        one: &IndirectUse,
        object: &Range<usize>,
        module: &str,
    ) -> Option<UseRewrite> {
        let is_free = self.is_free(graph, one.file, &one.name);
        let edit = Some(Edit { range: object.start..one.at, text: String::new() });
        let mut names = one.name.clone();
        if let Some(rules) = self.files.export_rules() {
            let (_, bound) = visible_bindings(graph, one.at, head_at(graph, object.start))?;
            let import = super::narrow::outermost(graph, graph.bindings[*bound.first()?].name.start)?;
            if !self.files.is_import(import) {
                let edit = Some(Edit { range: object.start..one.at, text: String::new() });
                let has_room = self.files.is_of_others(import)
                    && is_single(graph, import)
                    && self.is_free(graph, one.file, &one.name);
                return has_room.then_some(UseRewrite { file: one.file, statement: None, edit });
            }
            let is_typed = import.children(&mut import.walk()).any(|child| child.kind() == rules.type_word);
            let known = self.all.iter().find(|known| known.old == one.name)?;
            if self.files.export_form(known.id) == ExportForm::Nameless {
                return None;
            }
            if is_typed || self.files.is_type(known) && self.files.says_types(graph) {
                names = format!("{} {names}", rules.type_word);
            }
        }
        let text = self.files.text_from(module, &names);
        let statement = Some(self.files.export_rules().map_or(text.clone(), |rules| typed(&text, rules)));
        is_free.then_some(UseRewrite { file: one.file, statement, edit })
    }

    /// Returns whether a file does not use a name for anything else.
    fn is_free(&self, graph: &BindingGraph, file: FileId, name: &str) -> bool {
        let leads = |at: usize| {
            let id = graph.by_byte.get(&at);
            let path = id.and_then(|id| graph.bindings[*id].import.as_ref());
            path.is_some_and(|path| {
                let module = path.first().and_then(|written| self.files.project.module(file, written));
                let below =
                    |module: &Module| path.get(1).and_then(|own| self.files.project.submodule(module, own));
                let module = module.map(|module| below(&module).unwrap_or(module));
                // An import of the same name is rewritten as well; one that only types use binds nothing at run time.
                let outer = super::narrow::outermost(graph, at);
                let is_run =
                    outer.is_some_and(|outer| type_only_heading(graph, self.files.rules, outer).is_none());
                let follows = (self.files.export_rules().is_some() || is_run)
                    && path.get(1).is_some_and(|own| own == name)
                    && module == Some(Module::File(self.files.from, TOP));
                follows || self.files.to.is_some() && module == self.files.to.map(|to| Module::File(to, TOP))
            })
        };
        let is_use = |at: &usize| {
            matches!(
                graph.role(&(*at..*at + name.len())),
                NameRole::Plain | NameRole::Bound(_) | NameRole::Quoted
            )
        };
        match graph.bound(TOP, name) {
            [] => graph.places_of(name).find(is_use).is_none(),
            [only] => leads(graph.bindings[*only].name.start),
            _ => false,
        }
    }
}
