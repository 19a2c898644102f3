//! Renames one definition, or several independent ones.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::check_meanings::{Conflicts, RenamedProject};
use crate::ir::{PatchPath, Unproven};
use crate::resolve::bindings::file::graph::FileId;
use crate::resolve::bindings::lookup::results::DefinitionId;
use crate::resolve::bindings::problem::LabeledPlace;
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::renamed_definition::{FileEdits, RenamedDefinition, Undecided, check_names};
use crate::resolve::bindings::{
    CountNeed, DefinitionQuery, ProjectFiles, RenameOptions, RenameProblem, Renaming,
};
use crate::resolve::symbol::SymbolMatch;

/// One of several definitions to be renamed.
pub struct RenameQuestion<'q> {
    /// The file of the definition.
    pub path: &'q PatchPath,
    /// The definition in that file.
    pub found: &'q SymbolMatch,
    /// How it is to be renamed.
    pub options: RenameOptions<'q>,
}

/// Renames a definition and all its uses.
///
/// # Errors
/// If the definition cannot get the new name, or there are undecidable uses that the patch does not accept.
pub fn rename(question: DefinitionQuery<'_>, wish: &RenameOptions<'_>) -> Result<Renaming, RenameProblem> {
    let known = RenamedDefinition::with_examples(question, wish.is_set)?;
    let wish = &known.unmarked(wish)?;
    let decided = Decided::of(known, wish)?;
    let names = decided.names(wish);
    let after = RenamedProject::of(&decided.known.project, &decided.edits, names, &decided.moved(wish));
    let awaited = decided.check(&after, wish)?;
    Ok(Renaming { newly_resolved: awaited, ..decided.finish(wish)? })
}

/// Renames several definitions of one project together, each as if it were the only one, up to the first that cannot be
/// renamed; `None` if renaming one after the other could give another result. No name may be the old or the new name of
/// two of them.
pub fn rename_each(files: ProjectFiles<'_>, asked: &[RenameQuestion<'_>]) -> Option<Vec<Renaming>> {
    let project = Rc::new(Project::with_examples(files.language.local_rules()?, files));
    let decide = |one: &RenameQuestion<'_>| {
        let known =
            RenamedDefinition::in_project(Rc::clone(&project), one.path, one.found, one.options.is_set)
                .ok()?;
        // The marks of private names would have to be removed from each wish.
        let known = Some(known).filter(|known| known.mark().is_empty())?;
        let decided = Decided::of(known, &one.options).ok()?;
        let is_plain = !one.options.keeps_alias && decided.known.moved_file(one.options.new_name).is_none();
        is_plain.then_some(decided)
    };
    let mut all: Vec<Decided> = asked.iter().map_while(decide).collect();
    loop {
        let count = all.len();
        let is_sound = valid_together(&project, &all, asked)?;
        let sound = is_sound.iter().take_while(|is_sound| **is_sound).count();
        all.truncate(sound);
        if sound == count {
            break;
        }
    }
    Some(all.into_iter().zip(asked).map_while(|(decided, one)| decided.finish(&one.options).ok()).collect())
}

/// Returns which renamings are valid after all of them are made; `None` if they affect each other.
fn valid_together(project: &Project, all: &[Decided], asked: &[RenameQuestion<'_>]) -> Option<Vec<bool>> {
    let mut edits = FileEdits::new();
    for (file, own) in all.iter().flat_map(|decided| &decided.edits) {
        edits.entry(*file).or_default().extend(own.iter().cloned());
    }
    for own in edits.values_mut() {
        own.sort_by_key(|(range, _)| range.start);
        if own.windows(2).any(|pair| pair[0].0.end > pair[1].0.start) {
            return None;
        }
    }
    let each = || all.iter().zip(asked);
    let names = each().flat_map(|(decided, one)| decided.names(&one.options)).collect();
    let after = RenamedProject::of(project, &edits, names, &HashMap::new());
    // A renaming whose new name is already used without a definition is left out, as it has to be reported separately.
    Some(
        each()
            .map(|(decided, one)| decided.check(&after, &one.options).is_ok_and(|awaited| awaited.is_empty()))
            .collect(),
    )
}

/// A definition whose uses are all decided, with the edits.
struct Decided {
    known: RenamedDefinition,
    undecided: Undecided,
    edits: FileEdits,
}

impl Decided {
    fn of(mut known: RenamedDefinition, wish: &RenameOptions<'_>) -> Result<Self, RenameProblem> {
        let language = known.project.language();
        check_names(language, &known, wish.new_name)?;
        known.check_seen(wish.new_name)?;
        known.doubt_called(wish.new_name);
        let mut undecided = known.undecided(wish);
        let tags = known.small_tags(wish.new_name);
        if !tags.is_empty() {
            return Err(RenameProblem::Unproven {
                places: tags,
                unlikely: Vec::new(),
                needs_count: CountNeed::None,
            });
        }
        wish.check_vouched(&undecided).map_err(|problem| known.with_unlikely(problem, wish))?;
        let left = match wish.unproven {
            Unproven::Rename => known.accept_undecided(wish)?,
            Unproven::Leave => {
                known.accept_definition(wish)?;
                undecided = known.undecided(wish);
                Vec::new()
            }
            Unproven::Refuse => Vec::new(),
        };
        let edits = known.edits(wish);
        Ok(Self { known, undecided: Undecided { undecided, kept: left }, edits })
    }

    /// Returns the new name for each definition that is renamed.
    fn names<'w>(&self, wish: &RenameOptions<'w>) -> HashMap<DefinitionId, &'w str> {
        self.known.target.keys.iter().map(|key| (key.clone(), wish.new_name)).collect()
    }

    /// Returns the new path of the file of a module, which is renamed along with the module.
    fn moved(&self, wish: &RenameOptions<'_>) -> HashMap<PatchPath, PatchPath> {
        let moved = self.known.moved_file(wish.new_name).filter(|_| self.known.is_module());
        let to = |path: &PatchPath, name: &str| match path.parent() {
            Some(folder) => folder.join(name).ok(),
            None => PatchPath::parse(name).ok(),
        };
        moved.and_then(|(path, name)| Some((path.clone(), to(&path, &name)?))).into_iter().collect()
    }

    /// Checks that all names have the same meaning afterwards; returns the uses of the new name that had none before.
    fn check(
        &self,
        after: &RenamedProject<'_>,
        wish: &RenameOptions<'_>,
    ) -> Result<Vec<LabeledPlace>, RenameProblem> {
        let project = &self.known.project;
        let edited: HashSet<(FileId, usize)> = self
            .edits
            .iter()
            .flat_map(|(file, own)| own.iter().map(|(range, _)| (*file, range.start)))
            .collect();
        let is_written = |file: FileId, at: usize| (wish.is_written)(&project.sources[file].path, at);
        let conflicts = Conflicts {
            target: &self.known.target,
            old: &self.known.old,
            new: wish.new_name,
            wanted: self.known.wanted,
            edited: &edited,
            uses: &self.known.uses,
            is_kind_told: wish.is_kind_told,
            is_written: &is_written,
        };
        let (places, awaited) = conflicts.find(project, after);
        if places.is_empty() {
            return Ok(awaited);
        }
        let told = Conflicts { is_kind_told: true, ..conflicts };
        let unless_told = !wish.is_kind_told && told.find(project, after).0.is_empty();
        Err(RenameProblem::Taken { places, unless_kind_stated: unless_told })
    }

    fn finish(self, wish: &RenameOptions<'_>) -> Result<Renaming, RenameProblem> {
        let mentions = self.known.mentions(wish);
        self.known.finish(self.edits, self.undecided, mentions, wish)
    }
}
