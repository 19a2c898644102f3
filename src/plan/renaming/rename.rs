//! Renames a definition with everything that refers to it, in all files of the project.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::local_names;
use super::notes::{
    TextsAfter, counted, declared_beside, declared_only, in_code, is_declared_only, left, left_words, listed,
    mentioned, namesake_note,
};
use super::prose::{Prose, in_prose};
use crate::diag::{Code, Diagnostic};
use crate::ir::{FileSet, Mentions, OldName, Operation, PatchPath, SymbolRenaming, SymbolTarget, Unproven};
use crate::lang::{Language, Macros};
use crate::plan::done::{EditOutcome, Warning};
use crate::plan::refusal::Refusal;
use crate::plan::run::Run;
use crate::plan::symbol::address::last_word;
use crate::plan::symbol::already_applied;
use crate::plan::symbol::changed_meaning;
use crate::plan::symbol::lookup::{language_of, resolve_symbol};
use crate::plan::tree::document::Document;
use crate::plan::tree::project::FilePatterns;
use crate::plan::users::uses::{MAX_TWINS, ProjectTexts, attribute, includes_text};
use crate::resolve::bindings::{LabeledPlace, RenameOptions, RenameProblem, Renaming, bare_address, rename};
use crate::resolve::by_includes::{is_overload, rename_by_includes};
use crate::resolve::symbol::{Purpose, SymbolInfo, SymbolMatch, SymbolProblem, kept_in_order};
use crate::text::normal::find_word;
use crate::text::{Buffer, EditSet};
use crate::vfs::ReadTree;

/// The maximum number of places that a message lists.
const MAX_LISTED_PLACES: usize = 50;
/// The maximum number of places whose text a report shows.
const WITH_TEXT: usize = 5;
/// The kind of functions in languages whose files include others.
const FUNCTION: &str = "function";

/// A renaming with the files that it concerns.
#[derive(Clone, Copy)]
struct RenameRequest<'a> {
    wanted: &'a SymbolRenaming,
    texts: &'a ProjectTexts,
    macros: &'a Macros,
    is_wanted: &'a dyn Fn(&PatchPath) -> bool,
    /// Whether the patch adds the new name to a file.
    is_written: &'a dyn Fn(&PatchPath) -> bool,
    /// Whether all functions of the name are meant.
    is_set: bool,
}

impl<'p> Run<'p, '_> {
    /// Refuses a renaming that was applied before: the class, whose file was renamed with it, has the new name already.
    fn refuse_renamed_file(&mut self, at: usize, wanted: &'p SymbolRenaming) -> Result<(), Refusal> {
        let path = &self.operations[at].path;
        let Some(extension) = path.extension().filter(|_| !self.overlay.exists(path).unwrap_or(true)) else {
            return Ok(());
        };
        let folder = path.as_str().len() - path.file_name().len();
        let renamed = format!("{}{}.{extension}", &path.as_str()[..folder], wanted.new_name);
        let Ok(to) = PatchPath::parse(&renamed) else { return Ok(()) };
        if !self.overlay.exists(&to)? {
            return Ok(());
        }
        let already_applied =
            already_applied::renamed(self.document_at(at, &to)?, &to, &wanted.symbol, &wanted.new_name);
        already_applied.map_or(Ok(()), |already_applied| {
            Err(already_applied::left_out(already_applied).at(wanted.symbol.place))
        })
    }

    /// Renames a definition.
    pub(in crate::plan) fn rename_symbol(
        &mut self,
        at: usize,
        wanted: &'p SymbolRenaming,
    ) -> Result<EditOutcome, Refusal> {
        let operations: &'p [Operation] = self.operations;
        let operation = &operations[at];
        self.refuse_renamed_file(at, wanted)?;
        let document = self.document(at)?;
        let (named, unless_alike) = match named(document, operation, wanted) {
            Ok(named) => named,
            Err(refusal) => return Err(self.with_home(at, operation, wanted, refusal)),
        };
        let document = self.document(at)?;
        let found = &named[0];
        changed_meaning::refuse_changed_meaning(
            document,
            operation,
            &wanted.symbol,
            found,
            &wanted.new_name,
        )?;
        let language = language_of(document, &operation.path, None)?;
        changed_meaning::refuse_alias(document, language, operation, found, wanted)?;
        let lines = document.buffer().lines_of(&found.definition);
        let beside = namesake_note(document, language, found);
        if language.local_rules().is_none() && !includes_text(language) {
            let message = format!("`rename_symbol` does not support the language of `{}`", operation.path);
            return Err(Refusal::new(Code::UnsupportedLanguage, message).at(operation.origin.place));
        }
        let macros = document.macros().clone();
        self.plan_renames(at);
        let (texts, planned) = match self.renames.take(at) {
            Some((texts, renaming)) => (texts, Some(renaming)),
            None => {
                let (path, name) = (&operation.path, last_word(&found.address));
                (Rc::new(ProjectTexts::read(&self.overlay, language, &[path], &[name])?), None)
            }
        };
        let globs = match &wanted.files {
            FileSet::Named => None,
            FileSet::Globs(globs) => Some(FilePatterns::new(globs)?),
        };
        let is_wanted = |path: &PatchPath| {
            *path == operation.path || globs.as_ref().is_none_or(|globs| globs.takes(path))
        };
        let tree = self.overlay.tree();
        let is_written = |path: &PatchPath| writes(tree, path, &wanted.new_name);
        let asked = RenameRequest {
            wanted,
            texts: &texts,
            macros: &macros,
            is_wanted: &is_wanted,
            is_written: &is_written,
            is_set: false,
        };
        let renaming = match planned {
            Some(planned) => planned,
            None => self.renaming_of(operation, &asked, &named, unless_alike)?,
        };
        let rest = left_as_is(&texts, wanted, &renaming);
        let wanted_spots = |spots: Vec<LabeledPlace>| {
            spots.into_iter().filter(|spot| is_wanted(&spot.path)).collect::<Vec<_>>()
        };
        let (elsewhere, code) = texts.elsewhere(&renaming.old);
        let (elsewhere, code) = (wanted_spots(elsewhere), wanted_spots(code));
        let is_confined =
            renaming.is_confined && renaming.edits.iter().all(|(path, _)| *path == operation.path);
        let mut warnings = Vec::new();
        if is_declared_only(language, &operation.path) {
            let spots = wanted_spots(texts.unmentioned_occurrences(&renaming));
            warnings.extend(declared_only(&texts, &operation.path, &renaming.old, &spots));
        }
        warnings.extend(declared_beside(&texts, &operation.path, &renaming, is_confined));
        let prose = Prose::new(&texts, &found.address, (&macros, &renaming.edits));
        let moved = renaming.moved.map(|(path, name)| (renamed_file(&path, &name), path, name));
        let to = moved.as_ref().and_then(|(to, path, _)| Some((path, to.as_ref()?)));
        let after = TextsAfter { texts: &texts, moved: to };
        let mut edits = renaming.edits.clone();
        let is_near = |spot: &LabeledPlace| !is_confined || spot.path == operation.path;
        match wanted.mentions {
            Mentions::Rename => {
                let (named, words) = prose.part_meant(renaming.mentions.clone());
                let (elsewhere, others) = prose.part_meant(elsewhere);
                let words: Vec<LabeledPlace> =
                    words.into_iter().chain(others.into_iter().filter(is_near)).collect();
                warnings.extend(left_words(after, &renaming.old, &words));
                // In its own language, a private member is located by the word after the `#`.
                let bare = |name: &str| name.trim_start_matches('#').to_owned();
                let (old, new) = (bare(&renaming.old), bare(&wanted.new_name));
                edits = with_mentions(edits, in_prose(&named, &old, &new));
                edits = with_mentions(edits, in_prose(&elsewhere, &renaming.old, &wanted.new_name));
            }
            Mentions::Leave => {
                let spots = renaming.mentions.iter().cloned().chain(elsewhere).filter(is_near);
                let (spots, words) = prose.part_meant(spots.collect());
                warnings.extend(mentioned(after, &renaming.old, &spots, &words));
            }
        }
        if !is_confined {
            self.looked_over_project(at);
            warnings.extend(in_code(&texts, &renaming.old, &code));
        }
        warnings.extend(rest);
        let is_renamed = |at: usize| {
            let own = edits.iter().filter(|(path, _)| *path == operation.path);
            own.flat_map(|(_, edits)| edits.iter()).any(|edit| edit.range.start == at)
        };
        warnings.extend(beside.filter(|(at, _)| !is_renamed(*at)).map(|(_, note)| note));
        changed_meaning::remember(self.document(at)?, language, &wanted.symbol, found);
        self.apply_renaming(at, language, edits, [&renaming.old, &wanted.new_name])?;
        if let Some((to, path, name)) = moved {
            let invalid = || Refusal::new(Code::PathRefused, format!("`{name}` is not a valid file name"));
            self.rename_with_symbol(at, &path, &to.ok_or_else(invalid)?)?;
        }
        let matched = match (&named[..], &wanted.symbol.symbol) {
            ([_, _, ..], Some(symbol)) => symbol.clone(),
            _ => found.address.clone(),
        };
        Ok(EditOutcome { lines: Some(lines), matched: Some(matched), warnings, ..EditOutcome::default() })
    }

    /// Changes the files of a renaming from the old name to the new one.
    fn apply_renaming(
        &mut self,
        at: usize,
        language: &'static Language,
        edits: Vec<(PatchPath, EditSet)>,
        [old, new]: [&str; 2],
    ) -> Result<(), Refusal> {
        let operations: &'p [Operation] = self.operations;
        let own = &operations[at].path;
        let mut moves_imports = false;
        for (path, edits) in edits {
            if edits.is_empty() {
                continue;
            }
            self.overlay.mention(&path);
            let document = self.document_at(at, &path)?;
            let sorted = kept_in_order(language, document.buffer(), &edits);
            moves_imports |= sorted.is_some();
            document.apply(sorted.unwrap_or(edits));
            document.note_new_name(old, new);
            if path != *own {
                self.unnamed.push(path);
            }
        }
        if moves_imports {
            self.renames.cut_behind(at);
        }
        Ok(())
    }

    /// Plans the renaming of the definitions that an address names. If there are several, `unless_alike` is the refusal that
    /// applies unless they are renamed together.
    fn renaming_of(
        &self,
        operation: &Operation,
        asked: &RenameRequest<'_>,
        named: &[SymbolMatch],
        unless_alike: Option<Refusal>,
    ) -> Result<Renaming, Refusal> {
        let found = &named[0];
        let RenameRequest { wanted, texts, macros, .. } = *asked;
        let of_set = RenameRequest { is_set: true, ..*asked };
        match unless_alike {
            None => self.renaming_or_refusal(operation, asked, found),
            // Several functions of one name are renamed together.
            Some(ambiguous) if includes_text(texts.language) => {
                let is_function = |one: &SymbolMatch| one.kind == FUNCTION;
                // A type with the name is not one of the functions.
                let are_alike = named.iter().all(|one| is_function(one) == is_function(found));
                match self.renaming(operation, &of_set, found, (wanted.unproven, wanted.count)) {
                    Ok(renaming) if are_alike && takes_all(&renaming, &operation.path, named) => Ok(renaming),
                    Err(_) if !are_alike => Err(ambiguous),
                    Err(problem) if !problem.places().is_empty() => {
                        let address = bare_address(&found.address).to_owned();
                        let all = SymbolMatch { address, ..found.clone() };
                        Err(refusal(&of_set, operation, &all, &problem))
                    }
                    _ => Err(ambiguous),
                }
            }
            Some(_) if texts.are_one(macros, &operation.path, named) => {
                self.renaming_or_refusal(operation, asked, found)
            }
            Some(_) if texts.are_free(macros, &operation.path, named) => {
                self.renaming_or_refusal(operation, &of_set, found)
            }
            Some(ambiguous) => Err(ambiguous),
        }
    }

    /// Plans the renaming of a definition.
    fn renaming(
        &self,
        operation: &Operation,
        asked: &RenameRequest<'_>,
        found: &SymbolMatch,
        (unproven, count): (Unproven, Option<usize>),
    ) -> Result<Renaming, RenameProblem> {
        let wanted = asked.wanted;
        let is_written = |path: &PatchPath, _: usize| (asked.is_written)(path);
        let wish = wish(wanted, asked.is_wanted, &is_written);
        let wish = RenameOptions { is_set: asked.is_set, unproven, count, ..wish };
        let question = asked.texts.question(asked.macros, &operation.path, found);
        match includes_text(asked.texts.language) {
            true => rename_by_includes(&question, &wish),
            false => rename(question, &wish),
        }
    }

    fn renaming_or_refusal(
        &self,
        operation: &Operation,
        asked: &RenameRequest<'_>,
        found: &SymbolMatch,
    ) -> Result<Renaming, Refusal> {
        let asking = |how| self.renaming(operation, asked, found, how);
        asking((asked.wanted.unproven, asked.wanted.count)).map_err(|problem| {
            let told = refusal(asked, operation, found, &problem);
            // If the new name is taken, another one is needed, whatever the patch says about the uses.
            if let RenameProblem::Unproven { .. } = problem
                && let Err(taken @ RenameProblem::Taken { .. }) = asking((Unproven::Leave, None))
                && asking((Unproven::Rename, None)).is_err()
            {
                return told.and(refusal(asked, operation, found, &taken));
            }
            told
        })
    }

    /// Renames the file that is named after a definition.
    fn rename_with_symbol(&mut self, at: usize, path: &PatchPath, to: &PatchPath) -> Result<(), Refusal> {
        if self.overlay.exists(to)? {
            let message = format!("`{path}` is named after the definition, but `{to}` already exists");
            let refusal = Refusal::new(Code::FileExists, message)
                .with_help(format!("move or delete `{to}` first, or choose another `new_name:`"));
            return Err(refusal.at(self.operations[at].origin.field("new_name")));
        }
        self.overlay.mention(path);
        self.overlay.mention(to);
        self.overlay.relocate(path, to)?;
        self.unnamed.extend([path.clone(), to.clone()]);
        Ok(())
    }
}

/// Returns what a renaming leaves as it is, and what it gives a meaning to.
fn left_as_is(texts: &ProjectTexts, wanted: &SymbolRenaming, renaming: &Renaming) -> Vec<Warning> {
    let mut warnings = Vec::new();
    if wanted.unproven == Unproven::Leave && !renaming.undecided.is_empty() {
        let uses = listed(texts, &renaming.undecided, "undecided use", "undecided uses");
        warnings.push(Warning::Failing(format!("left {uses}")));
    }
    warnings.extend(left(texts, &renaming.left, renaming.undecided.len()));
    if !renaming.outside.is_empty() {
        let uses = listed(texts, &renaming.outside, "use outside `paths`", "uses outside `paths`");
        warnings.push(Warning::Failing(format!("left {uses}")));
    }
    if !renaming.kept.is_empty() {
        let places = listed(texts, &renaming.kept, "place", "places");
        let message =
            format!("`{}` stays where a file has the name for it by itself, in {places}", renaming.old);
        warnings.push(Warning::Mentioned(message));
    }
    if !renaming.newly_resolved.is_empty() {
        let uses = listed(texts, &renaming.newly_resolved, "place", "places");
        let message = format!("`{}` was already used without a definition in {uses}", wanted.new_name);
        warnings.push(Warning::Mentioned(message));
    }
    warnings
}

/// Returns a file with another name in the same folder; `None` if that is not a valid file name.
fn renamed_file(path: &PatchPath, name: &str) -> Option<PatchPath> {
    path.parent().map_or_else(|| PatchPath::parse(name), |folder| folder.join(name)).ok()
}

/// Returns whether the patch adds a word to a file.
pub(in crate::plan) fn writes(tree: &dyn ReadTree, path: &PatchPath, word: &str) -> bool {
    let before = tree.read(path).ok().and_then(|file| Buffer::share(&file.bytes).ok());
    let has = |buffer: Buffer| find_word(&buffer.slice(0..buffer.len()), word).is_some();
    !before.is_some_and(has)
}

/// Converts an operation into a request to the resolver.
pub(super) fn wish<'w>(
    wanted: &'w SymbolRenaming,
    is_wanted: &'w dyn Fn(&PatchPath) -> bool,
    is_written: &'w dyn Fn(&PatchPath, usize) -> bool,
) -> RenameOptions<'w> {
    RenameOptions {
        new_name: &wanted.new_name,
        is_set: false,
        unproven: wanted.unproven,
        count: wanted.count,
        keeps_alias: wanted.old_name == OldName::KeptAsAlias,
        is_kind_told: wanted.symbol.symbol.as_ref().is_some_and(|symbol| symbol.contains('@')),
        is_wanted,
        is_written,
    }
}

/// Returns the definition that an operation renames. If the address matches several, all of them are returned, with the
/// refusal that applies unless they are renamed together.
fn named(
    document: &mut Document<'_>,
    operation: &Operation,
    wanted: &SymbolRenaming,
) -> Result<(Vec<SymbolMatch>, Option<Refusal>), Refusal> {
    let refusal = match resolve_symbol(document, &operation.path, &wanted.symbol, Purpose::Rename) {
        Ok(found) => return Ok((vec![by_its_name(found, &wanted.symbol)], None)),
        Err(refusal) => {
            let refusal = local_names::with_substitution(document, operation, wanted, refusal);
            already_applied::refusal_if_renamed(document, operation, wanted, refusal)
        }
    };
    let language = language_of(document, &operation.path, wanted.symbol.language.as_deref())?;
    let (buffer, symbols) = document.symbols(language);
    let candidates = match symbols.resolve(buffer, &wanted.symbol, Purpose::Rename) {
        Err(SymbolProblem::Ambiguous { candidates, .. }) => candidates,
        _ => {
            let found = attribute(symbols, buffer, language, &wanted.symbol);
            return found.map(|found| (vec![found], None)).ok_or(refusal);
        }
    };
    let is_too_many = candidates.len() > MAX_TWINS && !includes_text(language);
    if is_too_many || wanted.symbol.expect.is_some() {
        return Err(refusal);
    }
    let resolve = |candidate: &SymbolInfo| {
        let symbol = Some(candidate.address.clone());
        let target = SymbolTarget { symbol, class: None, method: None, ..wanted.symbol.clone() };
        resolve_symbol(document, &operation.path, &target, Purpose::Rename).ok()
    };
    let all: Option<Vec<SymbolMatch>> = candidates.iter().map(resolve).collect();
    // Definitions with the same full name are renamed together; by the last name alone, a second run could find others.
    let (_, symbols) = document.symbols(language);
    let names = symbols.names_of(&wanted.symbol);
    let is_named = |own: &SymbolMatch| own.identity.names.ends_with(&names);
    match all {
        Some(all)
            if all.len() > 1
                && all.iter().all(|own| is_named(own) && own.identity.names == all[0].identity.names) =>
        {
            Ok((all, Some(refusal)))
        }
        _ => Err(refusal),
    }
}

/// Returns whether a renaming changes the name within each of some definitions of a file.
fn takes_all(renaming: &Renaming, path: &PatchPath, named: &[SymbolMatch]) -> bool {
    let own = renaming.edits.iter().find(|(file, _)| file == path).map(|(_, edits)| edits);
    let has = |found: &SymbolMatch| {
        own.is_some_and(|edits| edits.iter().any(|edit| found.definition.contains(&edit.range.start)))
    };
    named.iter().all(has)
}

/// Returns a definition that has two names, a type and its tag, with the name that was asked for.
pub(super) fn by_its_name(found: SymbolMatch, wanted: &SymbolTarget) -> SymbolMatch {
    let asked = wanted.symbol.as_deref().map(last_word).unwrap_or_default();
    let is_other = !asked.is_empty() && last_word(&found.address) != asked;
    let is_plain = wanted.symbol.as_deref().is_some_and(|symbol| symbol == asked);
    if is_other && is_plain { SymbolMatch { address: asked.to_owned(), ..found } } else { found }
}

/// Returns the edits of each file, including those of mentions.
fn with_mentions(
    edits: Vec<(PatchPath, EditSet)>,
    mentions: Vec<(PatchPath, EditSet)>,
) -> Vec<(PatchPath, EditSet)> {
    let mut by_file: BTreeMap<PatchPath, EditSet> = edits.into_iter().collect();
    for (path, own) in mentions {
        let all = by_file.entry(path).or_default();
        // A mention is not a use, so their edits do not overlap.
        if let Ok(both) = EditSet::new(all.iter().chain(own.iter()).cloned().collect()) {
            *all = both;
        }
    }
    by_file.into_iter().collect()
}

fn refusal(
    asked: &RenameRequest<'_>,
    operation: &Operation,
    found: &SymbolMatch,
    problem: &RenameProblem,
) -> Refusal {
    let RenameRequest { texts, wanted, .. } = *asked;
    let message = problem.message(&found.address, &wanted.new_name, |spot| texts.line_of(spot) + 1);
    let field = match problem {
        RenameProblem::Taken { .. }
        | RenameProblem::Hidden { .. }
        | RenameProblem::BadName
        | RenameProblem::SameName => operation.origin.field("new_name"),
        RenameProblem::Miscounted { .. } => operation.origin.field("count"),
        _ => wanted.symbol.place,
    };
    let mut diagnostic = Diagnostic::error(problem.code(), message).at(field);
    diagnostic.places =
        problem.places().iter().take(MAX_LISTED_PLACES).map(|spot| texts.place(spot)).collect();
    let module_kind = texts.language.manifest().symbols.module_kind.as_deref();
    if matches!(problem, RenameProblem::NoName) && module_kind == Some(found.kind) {
        diagnostic.message =
            format!("`{}` is a module with several files, or declared in several", found.address);
        return Refusal::from(diagnostic.with_help(
            "rename its file or folder outside the patch, then change the name in the code with \
             `substitute`, `word: true` and `paths:`",
        ));
    }
    let help = problem.help(&found.address, |spots| listed(texts, spots, "use", "uses"));
    let is_taken_by_patch = matches!(problem, RenameProblem::Taken { .. })
        && problem.places().iter().all(|spot| (asked.is_written)(&spot.path));
    let is_unproven = matches!(problem, RenameProblem::Unproven { .. });
    let is_one_of_several = includes_text(texts.language) && is_overload(found);
    let help = match problem {
        RenameProblem::Taken { unless_kind_stated: true, .. } => {
            format!(
                "{help}; or select the one you mean: `symbol: {}@{}`",
                bare_address(&found.address),
                found.kind
            )
        }
        _ => help,
    };
    let help = match is_one_of_several && (is_unproven || is_taken_by_patch) {
        true => {
            let all = bare_address(&found.address);
            format!("`symbol: {all}` renames all functions of that name together; {help}")
        }
        false => help,
    };
    // The first help is what to type next; the others follow.
    let is_long =
        problem.places().len() > MAX_LISTED_PLACES || is_unproven && problem.places().len() > WITH_TEXT;
    let help = match is_long {
        true => format!("{help}; `chunk uses {} '{}' --limit 0` lists all", operation.path, found.address),
        false => help,
    };
    let mut diagnostic = diagnostic.with_help(help);
    if let Some(more) = problem.places().get(MAX_LISTED_PLACES..).filter(|more| !more.is_empty()) {
        diagnostic.help.push(format!("{} more are not listed here, {}", more.len(), counted(more)));
    }
    Refusal::from(diagnostic)
}
