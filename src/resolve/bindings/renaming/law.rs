//! The second look: after a renaming, every name must mean what it meant before.

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
use crate::resolve::bindings::lookup::found::{Found, Home, Key, Place};
use crate::resolve::bindings::lookup::keys::OTHER_NAME;
use crate::resolve::bindings::lookup::names::Lookup;
use crate::resolve::bindings::problem::Spot;
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::renamed_definition::FileEdits;
use crate::resolve::bindings::used::{Meaning, Target, Use, Verdict};
use crate::text::normal::is_word_char;

/// A project in which definitions have new names.
pub(super) struct RenamedProject<'n> {
    project: Project,
    /// How far the text of each file moves.
    shifts: HashMap<FileId, EditShifts>,
    /// The new names.
    names: HashMap<Key, &'n str>,
}

/// What is checked of one definition.
pub(super) struct Conflicts<'a> {
    pub(in crate::resolve::bindings) target: &'a Target,
    pub(in crate::resolve::bindings) old: &'a str,
    pub(in crate::resolve::bindings) new: &'a str,
    pub(in crate::resolve::bindings) wanted: u8,
    /// Where it gets its new name.
    pub(super) edited: &'a HashSet<(FileId, usize)>,
    /// The uses of the old name.
    pub(in crate::resolve::bindings) uses: &'a [Use],
    /// Whether the patch says of what kind the definition is.
    pub(in crate::resolve::bindings) is_kind_told: bool,
    /// Whether the patch wrote what stands at a byte of a file.
    pub(in crate::resolve::bindings) is_written: &'a dyn Fn(FileId, usize) -> bool,
}

impl<'n> RenamedProject<'n> {
    /// `moved` are the files that get another path.
    pub(in crate::resolve::bindings) fn of(
        project: &Project,
        edits: &FileEdits,
        names: HashMap<Key, &'n str>,
        moved: &HashMap<PatchPath, PatchPath>,
    ) -> Self {
        let texts = edits.iter().map(|(file, own)| (*file, edited(&project.sources[*file].text, own).into()));
        let project = project.with_texts(&texts.collect::<HashMap<FileId, Arc<str>>>(), moved);
        let shifts = edits.iter().map(|(file, own)| (*file, shifts(own))).collect();
        Self { project, shifts, names }
    }

    /// A definition as it is called afterwards.
    fn renamed(&self, key: &Key) -> Key {
        let home = match &key.home {
            Home::Class(class) => Home::Class(Rc::new(self.renamed(class))),
            other => other.clone(),
        };
        let name = self.names.get(key).map_or_else(
            || Rc::clone(&key.name),
            |name| format!("{}{name}", self.project.mark_of(&key.name)).into(),
        );
        Key { home, name, space: key.space }
    }

    /// Where a byte is afterwards.
    fn shifted(&self, file: FileId, byte: usize) -> usize {
        shifted(self.shifts.get(&file), byte)
    }
}

impl Conflicts<'_> {
    /// Where the new name is in the way, and where it is used already though nothing has defined it.
    pub(in crate::resolve::bindings) fn find(
        &self,
        project: &Project,
        renamed: &RenamedProject<'_>,
    ) -> (Vec<Spot>, Vec<Spot>) {
        let Self { target, new, .. } = *self;
        let before = uses(project, new, self.wanted);
        let (mut found, mut awaited) = (Vec::new(), Vec::new());
        let missing = MissingNames::of(project, new, &before);
        let spot = |file: FileId, at: usize| Spot {
            path: project.sources[file].path.clone(),
            at,
            label: "has the new name",
        };
        // A member of the new name in a class above or below would hide, or be hidden.
        if target.is_member {
            let relatives = crate::resolve::bindings::family::kin::relatives(project, target, &before);
            let are_apart = project.rules.functions_apart || project.rules.fields_apart;
            for one in &before {
                if let (NameRole::Bound(_), Meaning::Is(Key { home: Home::Class(of), space, name })) =
                    (&one.role, &one.meaning)
                    && relatives.contains(of)
                    && project.mark_of(name) == project.mark_of(&target.own.name)
                    // Where fields and functions have spaces of their own, neither is in the way of the other; but a field
                    // of the name of a function could be taken for what the patch has renamed.
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
        let own: HashSet<Key> = target.keys.iter().map(|key| renamed.renamed(key)).collect();
        let after: HashMap<(FileId, usize, bool), &Use> =
            after.iter().map(|one| ((one.file, one.range.start, is_label(one)), one)).collect();
        let aliases = before.iter().filter(|one| self.is_alias(project, one));
        let aliases: HashSet<FileId> = aliases.map(|one| one.file).collect();
        let is_by_alias = |key: &Key| {
            key.name.strip_prefix(OTHER_NAME).is_some_and(|name| name == new)
                && matches!(&key.home, Home::Scope(file, _) if aliases.contains(file))
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
            // The patch may have written what is to mean it.
            let is_meant =
                !matches!(one.meaning, Meaning::Is(_)) && (self.is_written)(one.file, one.range.start);
            // It meant the definition before, by its name or by another, and does so now.
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
                true => awaited.push(Spot { label: "", ..spot(one.file, one.range.start) }),
                false => found.push(spot(one.file, one.range.start)),
            }
        }
        for one in self.uses.iter().filter(|one| one.verdict == Verdict::Certain) {
            let at = renamed.shifted(one.file, one.range.start);
            // The member of a shorthand has a place of its own afterwards.
            let is_given = matches!(one.role, NameRole::Given(_));
            let at = match one.role {
                _ if is_given || after.contains_key(&(one.file, at, is_label(one))) => at,
                // Behind a key that was written out.
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

    /// The names that patterns bind now, and that would mean the constant.
    fn caught_patterns(&self, before: &[Use], renamed: &RenamedProject<'_>) -> Vec<(FileId, usize)> {
        let project = &renamed.project;
        if !project.rules.constant_patterns || self.target.kind != BindingKind::Variable {
            return Vec::new();
        }
        let own: HashSet<Key> = self.target.keys.iter().map(|key| renamed.renamed(key)).collect();
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
                matches!(seen, Found::Key(key, ..) if own.contains(&key))
            })
        };
        before.iter().filter(is_caught).map(|one| (one.file, one.range.start)).collect()
    }

    /// The place of the old name of which a new one is an alias: `Old as New`.
    fn named_before(&self, project: &Project, one: &Use) -> Option<usize> {
        let before = project.sources[one.file].text[..one.range.start].trim_end();
        let before = before.strip_suffix("as")?.trim_end();
        before.ends_with(self.old).then(|| before.len() - self.old.len())
    }

    /// Whether a name gives the definition its new one already: `Old as New`.
    fn is_alias(&self, project: &Project, one: &Use) -> bool {
        self.named_before(project, one).is_some_and(|at| self.edited.contains(&(one.file, at)))
    }

    /// Whether a file that brings in the definition under its new name brings it in under the old one, too.
    fn is_brought_in_twice(&self, project: &Project, one: &Use) -> bool {
        let is_import = |one: &Use| matches!(one.role, NameRole::Bound(_) | NameRole::Imported(_));
        let text = &project.sources[one.file].text;
        let has_alias = |other: &Use| text[other.range.end..].trim_start().starts_with("as ");
        let mut others = self.uses.iter().filter(|other| other.file == one.file && is_import(other));
        is_import(one)
            && others.any(|other| !has_alias(other) && self.edited.contains(&(other.file, other.range.start)))
    }

    /// Where a longer name that the definition is part of is in use already with the new one.
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

/// Where files of a package bring in another package under the new name of a definition of theirs.
fn brought_in(project: &Project, renamed: &Conflicts<'_>) -> Vec<(FileId, usize)> {
    let homes: HashSet<&Home> = renamed
        .target
        .keys
        .iter()
        .map(|key| &key.home)
        .filter(|home| matches!(home, Home::Space(_)))
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

/// Whether a name is that of a field or an argument, which may stand for a variable at once.
const fn is_label(one: &Use) -> bool {
    matches!(one.role, NameRole::Label(_) | NameRole::Given(_))
}

/// The starts of a file's edits, in order, each with how far all text behind it moves.
type EditShifts = Vec<(usize, isize)>;

fn shifts(edits: &[(Range<usize>, String)]) -> EditShifts {
    let mut by = 0;
    let shift = |(range, text): &(Range<usize>, String)| {
        by += text.len() as isize - range.len() as isize;
        (range.start, by)
    };
    edits.iter().map(shift).collect()
}

/// Where a byte is after edits.
fn shifted(shifts: Option<&EditShifts>, byte: usize) -> usize {
    let before = shifts.map_or(0, |shifts| shifts.partition_point(|(start, _)| *start < byte));
    let by = shifts.zip(before.checked_sub(1)).and_then(|(shifts, at)| shifts.get(at));
    byte.saturating_add_signed(by.map_or(0, |(_, by)| *by))
}

/// A text with edits in file order.
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
