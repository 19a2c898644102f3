//! The check of a renaming: afterwards, every name must have the same meaning as before.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use super::missing::MissingNames;
use crate::ir::PatchPath;
use crate::lang::ModuleStyle;
use crate::resolve::bindings::file::graph::{BindingKind, FileId, Sort, TOP, space};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::judge::uses;
use crate::resolve::bindings::lookup::keys::OTHER_NAME;
use crate::resolve::bindings::lookup::names::Lookup;
use crate::resolve::bindings::lookup::results::{Container, DefinitionId, Found, Place};
use crate::resolve::bindings::problem::LabeledPlace;
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::renamed_definition::FileEdits;
use crate::resolve::bindings::used::{Meaning, Target, Use, Verdict};
use crate::text::normal::is_word_char;

/// A project in which definitions have new names.
pub(super) struct RenamedProject<'n> {
    project: Project,
    /// The shifts of byte offsets in each file.
    shifts: HashMap<FileId, EditShifts>,
    /// The new names.
    names: HashMap<DefinitionId, &'n str>,
}

/// The data for the check of one definition.
pub(super) struct Conflicts<'a> {
    pub(in crate::resolve::bindings) target: &'a Target,
    pub(in crate::resolve::bindings) old: &'a str,
    pub(in crate::resolve::bindings) new: &'a str,
    pub(in crate::resolve::bindings) wanted: u8,
    /// The places that get the new name.
    pub(super) edited: &'a HashSet<(FileId, usize)>,
    /// The uses of the old name.
    pub(in crate::resolve::bindings) uses: &'a [Use],
    /// Whether the patch states the kind of the definition.
    pub(in crate::resolve::bindings) is_kind_told: bool,
    /// Whether the patch wrote the text at a byte offset of a file.
    pub(in crate::resolve::bindings) is_written: &'a dyn Fn(FileId, usize) -> bool,
}

impl<'n> RenamedProject<'n> {
    /// Applies the edits; `moved` maps the files that get another path.
    pub(in crate::resolve::bindings) fn of(
        project: &Project,
        edits: &FileEdits,
        names: HashMap<DefinitionId, &'n str>,
        moved: &HashMap<PatchPath, PatchPath>,
    ) -> Self {
        let texts = edits.iter().map(|(file, own)| (*file, edited(&project.sources[*file].text, own).into()));
        let project = project.with_texts(&texts.collect::<HashMap<FileId, Arc<str>>>(), moved);
        let shifts = edits.iter().map(|(file, own)| (*file, shifts(own))).collect();
        Self { project, shifts, names }
    }

    /// Returns the key of a definition after the renaming.
    fn renamed(&self, key: &DefinitionId) -> DefinitionId {
        let home = match &key.container {
            Container::Class(class) => Container::Class(Rc::new(self.renamed(class))),
            other => other.clone(),
        };
        let name = self.names.get(key).map_or_else(
            || Rc::clone(&key.name),
            |name| format!("{}{name}", self.project.mark_of(&key.name)).into(),
        );
        DefinitionId { container: home, name, space: key.space }
    }

    /// Returns a byte offset after the renaming.
    fn shifted(&self, file: FileId, byte: usize) -> usize {
        shifted(self.shifts.get(&file), byte)
    }
}

impl Conflicts<'_> {
    /// Returns the places where the new name causes a conflict, and the uses of the new name that had no definition
    /// before.
    pub(in crate::resolve::bindings) fn find(
        &self,
        project: &Project,
        renamed: &RenamedProject<'_>,
    ) -> (Vec<LabeledPlace>, Vec<LabeledPlace>) {
        let Self { target, new, .. } = *self;
        let before = uses(project, new, self.wanted);
        let (mut found, mut awaited) = (Vec::new(), Vec::new());
        let missing = MissingNames::of(project, new, &before);
        let spot = |file: FileId, at: usize| LabeledPlace {
            path: project.sources[file].path.clone(),
            at,
            label: "has the new name",
        };
        // A member of the new name in a class above or below would override the definition, or be overridden.
        if target.is_member {
            let relatives = crate::resolve::bindings::family::overrides::relatives(project, target, &before);
            let are_apart =
                project.rules.separate_function_namespace || project.rules.separate_field_namespace;
            for one in &before {
                if let (NameRole::Bound(_), Meaning::Is(DefinitionId { container: Container::Class(of), space, name })) =
                    (&one.role, &one.meaning)
                    && relatives.contains(of)
                    && project.mark_of(name) == project.mark_of(&target.own.name)
                    // In languages with separate namespaces for fields and functions, the two do not conflict; but a
                    // field with the name of a function could be mistaken for the definition that the patch means.
                    && (!are_apart
                        || *space == target.own.space
                        || target.kind == BindingKind::Field && !self.is_kind_told)
                {
                    found.push(spot(one.file, one.range.start));
                }
            }
        }
        found.extend(self.caught_patterns(&before, renamed).into_iter().map(|(file, at)| spot(file, at)));
        found.extend(self.longer_words(project).into_iter().map(|(file, at)| spot(file, at)));
        found.extend(brought_in(project, self).into_iter().map(|(file, at)| spot(file, at)));
        let after = uses(&renamed.project, new, self.wanted);
        let own: HashSet<DefinitionId> = target.keys.iter().map(|key| renamed.renamed(key)).collect();
        let after: HashMap<(FileId, usize, bool), &Use> =
            after.iter().map(|one| ((one.file, one.range.start, is_label(one)), one)).collect();
        let aliases = before.iter().filter(|one| self.is_alias(project, one));
        let aliases: HashSet<FileId> = aliases.map(|one| one.file).collect();
        let is_by_alias = |key: &DefinitionId| {
            key.name.strip_prefix(OTHER_NAME).is_some_and(|name| name == new)
                && matches!(&key.container, Container::Scope(file, _) if aliases.contains(file))
        };
        for one in &before {
            let at = renamed.shifted(one.file, one.range.start);
            let Some(now) = after.get(&(one.file, at, is_label(one))) else { continue };
            let is_ours = |meaning: &Meaning| matches!(meaning, Meaning::Is(key) if own.contains(key));
            let meant = match &one.meaning {
                Meaning::Is(key) => Meaning::Is(renamed.renamed(key)),
                other => other.clone(),
            };
            let is_same = meant == now.meaning && !is_ours(&meant)
                || !is_ours(&now.meaning) && !matches!(meant, Meaning::Is(_));
            // The patch may have written uses that are meant to refer to it.
            let is_meant =
                !matches!(one.meaning, Meaning::Is(_)) && (self.is_written)(one.file, one.range.start);
            // The name referred to the definition before, directly or through an alias, and still does.
            let is_one = match &one.meaning {
                _ if self.is_alias(project, one) => true,
                Meaning::Is(key) => is_ours(&now.meaning) && (target.keys.contains(key) || is_by_alias(key)),
                _ => false,
            };
            let is_one = is_one && !self.is_brought_in_twice(project, one);
            if is_same || is_meant || is_one {
                continue;
            }
            match is_ours(&now.meaning) && missing.has(one) {
                true => awaited.push(LabeledPlace { label: "", ..spot(one.file, one.range.start) }),
                false => found.push(spot(one.file, one.range.start)),
            }
        }
        for one in self.uses.iter().filter(|one| one.verdict == Verdict::Certain) {
            let at = renamed.shifted(one.file, one.range.start);
            // The member of a shorthand has a place of its own afterwards.
            let is_given = matches!(one.role, NameRole::Given(_));
            let at = match one.role {
                _ if is_given || after.contains_key(&(one.file, at, is_label(one))) => at,
                // After the key that was inserted.
                _ => at + self.old.len() + 2,
            };
            let Meaning::Is(_) = one.meaning else { continue };
            if !self.edited.contains(&(one.file, one.range.start)) {
                continue;
            }
            let now = after.get(&(one.file, at, is_label(one)));
            let now = now.or_else(|| after.get(&(one.file, at, false)).filter(|_| is_given));
            match now.map(|now| &now.meaning) {
                Some(Meaning::Is(key)) if own.contains(key) => {}
                _ => found.push(spot(one.file, one.range.start)),
            }
        }
        found.sort();
        found.dedup();
        awaited.sort();
        (found, awaited)
    }

    /// Returns the names that patterns bind now, and that would refer to the renamed constant.
    fn caught_patterns(&self, before: &[Use], renamed: &RenamedProject<'_>) -> Vec<(FileId, usize)> {
        let project = &renamed.project;
        if !project.rules.constant_patterns || self.target.kind != BindingKind::Variable {
            return Vec::new();
        }
        let own: HashSet<DefinitionId> = self.target.keys.iter().map(|key| renamed.renamed(key)).collect();
        let is_caught = |one: &&Use| {
            let (NameRole::Bound(_), Some(graph)) = (&one.role, project.graph(one.file)) else {
                return false;
            };
            let at = renamed.shifted(one.file, one.range.start);
            let Some(id) = graph.by_byte.get(&at) else { return false };
            let binding = &graph.bindings[*id];
            let is_variable = matches!(binding.kind, BindingKind::Variable | BindingKind::Parameter);
            // A pattern does not see the variables of functions.
            let around = graph.around(binding.scope).map(|scope| &graph.scopes[scope]);
            let function = around.filter(|scope| scope.sort == Sort::Function).last();
            function.filter(|_| is_variable).is_some_and(|function| {
                let place = Place { file: one.file, byte: function.range.start.saturating_sub(1) };
                let seen = project.look_up(place, self.new, Lookup::of(space::VALUE, 0));
                matches!(seen, Found::Definition(key, ..) if own.contains(&key))
            })
        };
        before.iter().filter(is_caught).map(|one| (one.file, one.range.start)).collect()
    }

    /// Returns the byte offset of the old name for which a new name is an alias: `Old as New`.
    fn named_before(&self, project: &Project, one: &Use) -> Option<usize> {
        let before = project.sources[one.file].text[..one.range.start].trim_end();
        let before = before.strip_suffix("as")?.trim_end();
        before.ends_with(self.old).then(|| before.len() - self.old.len())
    }

    /// Returns whether a name is an alias that already gives the definition its new name: `Old as New`.
    fn is_alias(&self, project: &Project, one: &Use) -> bool {
        self.named_before(project, one).is_some_and(|at| self.edited.contains(&(one.file, at)))
    }

    /// Returns whether a file that imports the definition under its new name also imports it under the old one.
    fn is_brought_in_twice(&self, project: &Project, one: &Use) -> bool {
        let is_import = |one: &Use| matches!(one.role, NameRole::Bound(_) | NameRole::Imported(_));
        let text = &project.sources[one.file].text;
        let has_alias = |other: &Use| text[other.range.end..].trim_start().starts_with("as ");
        let mut others = self.uses.iter().filter(|other| other.file == one.file && is_import(other));
        is_import(one)
            && others.any(|other| !has_alias(other) && self.edited.contains(&(other.file, other.range.start)))
    }

    /// Returns the places where a longer word that contains the definition's name already exists in its renamed form.
    fn longer_words(&self, project: &Project) -> Vec<(FileId, usize)> {
        let taken = self.edited.iter().filter(|(file, at)| {
            let text = &project.sources[*file].text;
            let start = text[..*at].trim_end_matches(is_word_char).len();
            let end = at + self.old.len();
            let more = text[end..].find(|char| !is_word_char(char)).unwrap_or(text.len() - end);
            let word = format!("{}{}{}", &text[start..*at], self.new, &text[end..end + more]);
            word.len() > self.new.len() && !project.files_with(&word).is_empty()
        });
        taken.copied().collect()
    }
}

/// Returns the places where files of a package import another package under the new name of a definition of theirs.
fn brought_in(project: &Project, renamed: &Conflicts<'_>) -> Vec<(FileId, usize)> {
    let homes: HashSet<&Container> = renamed
        .target
        .keys
        .iter()
        .map(|key| &key.container)
        .filter(|home| matches!(home, Container::Space(_)))
        .collect();
    if homes.is_empty() || project.style != ModuleStyle::Folder {
        return Vec::new();
    }
    let files = project.files_with(renamed.new).into_iter();
    let imports = files.filter_map(|file| {
        let graph = project.graph(file)?;
        let home = project.space_of(file, graph, TOP).filter(|home| homes.contains(home));
        let bound = graph.bound(TOP, renamed.new).iter().map(|id| &graph.bindings[*id]);
        let mut imports = bound.filter(|binding| binding.import.is_some());
        home.and(imports.next()).map(|binding| (file, binding.name.start))
    });
    imports.collect()
}

/// Returns whether a use is the name of a field or an argument, which may also stand for a variable.
const fn is_label(one: &Use) -> bool {
    matches!(one.role, NameRole::Label(_) | NameRole::Given(_))
}

/// The starts of the edits of a file, in order, each with the shift of the text after it.
type EditShifts = Vec<(usize, isize)>;

fn shifts(edits: &[(Range<usize>, String)]) -> EditShifts {
    let mut by = 0;
    let shift = |(range, text): &(Range<usize>, String)| {
        by += text.len() as isize - range.len() as isize;
        (range.start, by)
    };
    edits.iter().map(shift).collect()
}

/// Returns a byte offset after edits.
fn shifted(shifts: Option<&EditShifts>, byte: usize) -> usize {
    let before = shifts.map_or(0, |shifts| shifts.partition_point(|(start, _)| *start < byte));
    let by = shifts.zip(before.checked_sub(1)).and_then(|(shifts, at)| shifts.get(at));
    byte.saturating_add_signed(by.map_or(0, |(_, by)| *by))
}

/// Applies edits, which must be in file order, to a text.
pub(super) fn edited(text: &str, edits: &[(Range<usize>, String)]) -> String {
    let mut new = String::with_capacity(text.len());
    let mut done = 0;
    for (range, with) in edits {
        new.push_str(&text[done..range.start]);
        new.push_str(with);
        done = range.end;
    }
    new.push_str(&text[done..]);
    new
}
