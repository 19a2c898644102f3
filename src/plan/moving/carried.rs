//! Moves definitions together with the imports that they need, in languages whose users are not rewritten.

use std::collections::BTreeSet;
use std::ops::Range;

use super::relocated::{NOT_SEEN, idle_note, refusal, unproven, unproven_but};
use super::scopes::words_of;
use crate::diag::Code;
use crate::ir::{OldName, PatchPath, SymbolPlace, Unproven};
use crate::lang::{Language, ModuleStyle};
use crate::plan::done::{EditOutcome, Warning};
use crate::plan::refusal::Refusal;
use crate::plan::renaming::notes::listed;
use crate::plan::run::Run;
use crate::plan::symbol::address::last_word;
use crate::plan::symbol::imports;
use crate::plan::symbol::lookup::language_of;
use crate::plan::symbol::meaning::spelled;
use crate::plan::symbol::moving::{MAX_LISTED_PLACES, MovedRange, Moving};
use crate::plan::users::uses::{ProjectTexts, includes_text};
use crate::resolve::bindings::{
    CarriedImports, Following, LabeledPlace, MoveQuestion, NamedUse, SEEN_IN_CLASS, Verdict, bare_address,
    carry, find_uses,
};
use crate::resolve::rename::find_uses_by_includes;
use crate::resolve::symbol::{SymbolInfo, SymbolMatch};
use crate::text::normal::{find_word, find_words, is_word_char};

/// The help if imports do not follow.
const ADD_IMPORT: &str = "`add_import` then adds the imports they need";
/// The help if the code uses members that only its package can see.
const SHOW_MEMBERS: &str = "or first make what it uses there visible to all packages";
/// The help if others use members that only the old package can see.
const SHOW_TO_USERS: &str = "or first make what they use visible to all packages";
/// The help if the code names files of its folder.
const MOVE_FILES: &str = "the files that they name must then be in the target folder";
/// The help if the other file is compiled under other conditions.
const SAME_CONDITIONS: &str = "or choose a file that is compiled wherever it is needed";
/// The help for languages whose files include the text of others.
const IN_A_HEADER: &str = "or move it to a header that they include";
/// Words that keep a function from being linked: each file that uses it must contain its text.
const NOT_LINKED: &[&str] = &["static", "inline", "constexpr", "consteval", "template"];

impl Run<'_, '_> {
    /// Moves definitions together with the imports that they need.
    pub(super) fn move_with_imports(
        &mut self,
        moving: &Moving<'_>,
        texts: &ProjectTexts,
        found: &[MovedRange],
        carried: Option<&CarriedImports>,
    ) -> Result<EditOutcome, Refusal> {
        let follows = carried.and_then(|carried| carried.follows.as_ref());
        let note = match follows.filter(|_| moving.old_place != OldName::KeptAsAlias) {
            Some(follows) => {
                self.rewrite_users(moving, follows)?;
                None
            }
            None => self.uses_without_import(moving, texts, (found, carried))?,
        };
        let lacking = if carried.is_none() { self.missing_dependencies(moving, texts, found)? } else { None };
        if let Some(carried) = carried {
            self.rewrite_users(moving, &carried.freed)?;
            self.change_imports_of_users(moving, &carried.freed)?;
        }
        let is_unnested = note.is_none() && follows.is_some_and(|follows| follows.is_unnested);
        let mut done = self.move_all(&Moving { is_unnested, ..*moving })?;
        done.is_renamed &= !is_unnested;
        let Some(carried) = carried else {
            done.warnings.extend(note);
            done.warnings.extend(lacking);
            return Ok(done);
        };
        self.carry_imports(moving, carried)?;
        if note.is_none()
            && let Some(follows) = follows
        {
            self.change_imports_of_users(moving, follows)?;
        }
        done.warnings.extend(note);
        done.warnings.extend(import_notes(carried, &moving.operation.path, moving.to, texts.language));
        if !carried.left.is_empty() {
            let places = listed(texts, &carried.left, "place", "places");
            let message = format!("left {places}, in the old package");
            done.warnings.push(Warning::Failing(message));
        }
        let of_users = follows.map(|follows| follows.hidden.iter().chain(&follows.unproven));
        let lost: Vec<LabeledPlace> = carried
            .hidden
            .iter()
            .chain(&carried.files)
            .chain(&carried.parted)
            .chain(of_users.into_iter().flatten())
            .cloned()
            .collect();
        if !lost.is_empty() {
            let places = listed(texts, &lost, "place", "places");
            let message = format!("left {places}, which may not follow the move");
            done.warnings.push(Warning::Failing(message));
        }
        Ok(done)
    }

    /// Refuses a new file that nothing would declare as a module.
    pub(in crate::plan) fn check_reached(
        &mut self,
        moving: &Moving<'_>,
        texts: &ProjectTexts,
    ) -> Result<(), Refusal> {
        if self.overlay.exists(moving.to)? || texts.may_be_reached(moving.to) {
            return Ok(());
        }
        let message = format!("nothing would declare `{}` as a module of its crate", moving.to);
        Err(Refusal::new(Code::Unproven, message)
            .with_help(
                "choose a file next to that of a module, or in its folder, or create and declare \
                 the file first; `unproven: leave` moves it anyway",
            )
            .at(moving.operation.origin.field("to")))
    }

    /// Returns the imports that move with the definitions.
    pub(in crate::plan) fn carried(
        &mut self,
        moving: &Moving<'_>,
        texts: &ProjectTexts,
        found: &[MovedRange],
    ) -> Result<Option<CarriedImports>, Refusal> {
        if texts.language.manifest().imports.is_none() {
            return Ok(None);
        }
        let class_there = self.class_there(moving)?.filter(|(names, _)| !names.is_empty());
        let macros = self.macros.clone();
        let question = texts.move_question(&macros, moving, found);
        let class_there = class_there.map(|(_, byte)| byte);
        let question = MoveQuestion { is_kept: false, class_there, ..question };
        let carried = carry(&question).map_err(|problem| refusal(texts, moving, found, &problem))?;
        if let (Unproven::Refuse, Some(carried)) = (moving.unproven, &carried) {
            refuse_own_package(moving, texts, carried)?;
            if !carried.left.is_empty() {
                let told = unproven(texts, moving.operation, found, &carried.left);
                return Err(unproven_but(told, Some(ADD_IMPORT)));
            }
            let none = Following::default();
            let Following { hidden, unproven: unclear, .. } = carried.follows.as_ref().unwrap_or(&none);
            let mut private: Vec<LabeledPlace> =
                hidden.iter().filter(|spot| spot.label == SEEN_IN_CLASS).cloned().collect();
            if !private.is_empty() {
                let names = words_of(texts.text_of(&moving.operation.path), &private);
                let is_other = |spot: &&LabeledPlace| {
                    private.iter().all(|own| (own.at, &own.path) != (spot.at, &spot.path))
                };
                let others: Vec<LabeledPlace> = carried.hidden.iter().filter(is_other).cloned().collect();
                private.extend(others);
                let told = unproven(texts, moving.operation, found, &private);
                let help = format!("or first make {names} visible to other classes");
                return Err(unproven_but(told, Some(&help)));
            }
            if !carried.hidden.is_empty() {
                let told = unproven(texts, moving.operation, found, &carried.hidden);
                return Err(unproven_but(told, Some(SHOW_MEMBERS)));
            }
            for (spots, other) in [(hidden, SHOW_TO_USERS), (unclear, ADD_IMPORT)] {
                if !spots.is_empty() {
                    let told = unproven(texts, moving.operation, found, spots);
                    return Err(unproven_but(told, Some(other)));
                }
            }
            if !carried.files.is_empty() {
                let told = unproven(texts, moving.operation, found, &carried.files);
                return Err(unproven_but(told, Some(MOVE_FILES)));
            }
            if !carried.parted.is_empty() {
                let told = unproven(texts, moving.operation, found, &carried.parted);
                return Err(unproven_but(told, Some(SAME_CONDITIONS)));
            }
            refuse_misplaced(moving, carried)?;
        }
        Ok(carried)
    }

    /// Adds the imports to the target file, and removes those from the old file that must not be unused.
    fn carry_imports(&mut self, moving: &Moving<'_>, carried: &CarriedImports) -> Result<(), Refusal> {
        let Moving { at, to, operation, .. } = *moving;
        let from = &operation.path;
        if !carried.needed.is_empty() {
            let document = self.document_at(at, to)?;
            let language = language_of(document, to, None)?;
            imports::bring(document, to, language, (&carried.needed, &[]))?;
        }
        let document = self.document_at(at, from)?;
        let language = language_of(document, from, None)?;
        let goes = language.manifest().imports.as_ref().is_some_and(|rules| rules.all_used);
        if goes && !carried.idle.is_empty() {
            imports::drop(document, from, language, &carried.idle)?;
        }
        if !carried.kept.is_empty() {
            imports::bring(document, from, language, (&carried.kept, &[]))?;
        }
        Ok(())
    }

    /// Rewrites the paths by which users name a definition that moves to another package.
    fn rewrite_users(&mut self, moving: &Moving<'_>, follows: &Following) -> Result<(), Refusal> {
        for (path, edits) in &follows.edits {
            self.overlay.mention(path);
            self.document_at(moving.at, path)?.apply(edits.clone());
            self.note_unnamed(moving, path);
        }
        Ok(())
    }

    /// Changes users to import a definition from its new package, and removes imports that are no longer valid.
    fn change_imports_of_users(&mut self, moving: &Moving<'_>, follows: &Following) -> Result<(), Refusal> {
        for (path, statements) in &follows.dropped {
            self.overlay.mention(path);
            let document = self.document_at(moving.at, path)?;
            let language = language_of(document, path, None)?;
            imports::drop(document, path, language, statements)?;
            self.note_unnamed(moving, path);
        }
        for (path, statements) in &follows.brought {
            self.overlay.mention(path);
            let document = self.document_at(moving.at, path)?;
            let language = language_of(document, path, None)?;
            imports::bring(document, path, language, (statements, &[]))?;
            self.note_unnamed(moving, path);
        }
        Ok(())
    }

    /// Records a file that a move changes although the patch does not name it.
    fn note_unnamed(&mut self, moving: &Moving<'_>, path: &PatchPath) {
        if *path != moving.operation.path && path != moving.to && !self.unnamed.contains(path) {
            self.unnamed.push(path.clone());
        }
    }

    /// Returns the warning about uses that do not follow the move, or refuses the move because of them.
    fn uses_without_import(
        &mut self,
        moving: &Moving<'_>,
        texts: &ProjectTexts,
        (found, carried): (&[MovedRange], Option<&CarriedImports>),
    ) -> Result<Option<Warning>, Refusal> {
        let operation = moving.operation;
        if moving.old_place == OldName::KeptAsAlias {
            let message = format!("`reexport` does not support the language of `{}`", operation.path);
            return Err(Refusal::new(Code::UnsupportedLanguage, message)
                .with_help("leave `reexport` out, and add the statement with `add_import`")
                .at(operation.origin.field("reexport")));
        }
        let mut spots: Vec<LabeledPlace> = Vec::new();
        let own = texts.language.local_rules().map_or(&[][..], |rules| &rules.own_exports);
        // A name that is exported by its own statement counts as a top-level name, too.
        let is_at_top = |names: &[String]| {
            let around = names.split_last().map(|(_, around)| around.join("."));
            around.is_some_and(|around| around.is_empty() || own.contains(&around))
        };
        let mut is_free = Vec::new();
        for (found, _) in found {
            let (buffer, symbols) = self.document(moving.at)?.symbols(texts.language);
            let mut is_in_modules =
                || includes_text(texts.language) && symbols.modules_around(buffer, found).is_some();
            is_free.push(is_at_top(&found.identity.names) || is_in_modules());
        }
        let free = found.iter().zip(&is_free).filter(|(_, is_free)| **is_free);
        for ((found, range), _) in free {
            if includes_text(texts.language) {
                spots.extend(self.unseen_uses(moving, texts, (found, range)));
                continue;
            }
            match find_uses(texts.question(&self.macros, &operation.path, found)) {
                Ok(uses) => spots.extend(uses.into_iter().filter_map(followed)),
                Err(_) => {
                    let named = texts.of_language(last_word(&found.address));
                    spots.extend(named.into_iter().filter(|spot| spot.path != operation.path));
                }
            }
        }
        let goes_along = |spot: &LabeledPlace| {
            found.iter().any(|(_, range)| spot.path == operation.path && range.contains(&spot.at))
        };
        // Users of a member that now belongs to another class have no import that could follow it.
        let members = found.iter().zip(&is_free).filter(|(_, is_free)| !**is_free).map(|(one, _)| one);
        let mut of_members: Vec<LabeledPlace> = Vec::new();
        let goes_into = matches!(moving.place, SymbolPlace::Into(..)) && !includes_text(texts.language);
        for (found, _) in members.filter(|_| goes_into) {
            let uses = find_uses(texts.question(&self.macros, &operation.path, found)).unwrap_or_default();
            of_members.extend(uses.into_iter().filter(|one| !one.is_definition).filter_map(followed));
        }
        of_members.retain(|spot| !goes_along(spot));
        if !of_members.is_empty() && moving.unproven == Unproven::Refuse {
            return Err(unproven_but(unproven(texts, operation, found, &of_members), None));
        }
        let style = texts.language.local_rules().map(|rules| rules.modules);
        let shares = matches!(style, Some(ModuleStyle::Folder | ModuleStyle::Package));
        let leaves = carried.is_some_and(|carried| carried.leaves);
        let is_freed = |spot: &LabeledPlace| carried.is_some_and(|carried| carried.freed.rewrites(spot));
        // Where packages are folders, the new file only names it with the old package as a qualifier.
        let is_there = |spot: &LabeledPlace| {
            spot.path == *moving.to && !(leaves && style == Some(ModuleStyle::Folder)) || is_freed(spot)
        };
        spots.retain(|spot| !is_there(spot) && !goes_along(spot));
        if spots.is_empty() || shares && !leaves && folder(&operation.path) == folder(moving.to) {
            return Ok(None);
        }
        if moving.unproven == Unproven::Refuse {
            let other = if includes_text(texts.language) { IN_A_HEADER } else { ADD_IMPORT };
            return Err(unproven_but(unproven(texts, operation, found, &spots), Some(other)));
        }
        let listed = listed(texts, &spots, "place", "places");
        Ok(Some(Warning::Failing(format!("imports are not updated; the name is in {listed}"))))
    }
}

impl Run<'_, '_> {
    /// Refuses to move code away from what only its file sees.
    fn refuse_hidden(
        &mut self,
        moving: &Moving<'_>,
        texts: &ProjectTexts,
        (found, own): (&[MovedRange], &[SymbolInfo]),
    ) -> Result<(), Refusal> {
        let path = &moving.operation.path;
        let (mut hidden, mut names) = (Vec::new(), Vec::new());
        for one in own {
            let before = hidden.len();
            for (_, range) in found {
                hidden.extend(match one.is_in_nameless {
                    true => self.asked(moving, texts, (texts.language, one), range),
                    false => calls_in(texts.text_of(path), range, &one.name),
                });
            }
            if hidden.len() > before {
                names.push(format!("`{}`", one.name));
            }
        }
        if hidden.is_empty() {
            return Ok(());
        }
        hidden.sort_unstable();
        let spot = |at: usize| LabeledPlace { path: path.clone(), at, label: NOT_SEEN };
        let spots: Vec<LabeledPlace> = hidden.into_iter().map(spot).collect();
        let along = format!("`symbols:` can move {} as well", names.join(", "));
        Err(unproven_but(unproven(texts, moving.operation, found, &spots), Some(&along)))
    }

    /// Warns about, or refuses, what the moved code uses of its file and the target file may lack: names defined at the
    /// top level, and included text.
    fn missing_dependencies(
        &mut self,
        moving: &Moving<'_>,
        texts: &ProjectTexts,
        found: &[MovedRange],
    ) -> Result<Option<Warning>, Refusal> {
        let (from, to) = (&moving.operation.path, moving.to);
        if !includes_text(texts.language) {
            let what = if texts.language.local_rules().is_some_and(|rules| rules.moves.is_some()) {
                "for a member moved into a class of another file"
            } else {
                "in this language"
            };
            let message = format!("imports are not updated {what}: check what `{to}` needs");
            return Ok(Some(Warning::Failing(message)));
        }
        let text = texts.text_of(from);
        let moved = found.iter().filter_map(|(_, range)| text.get(range.clone()));
        let moves = |at: usize| found.iter().any(|(_, range)| range.contains(&at));
        let mut named: BTreeSet<&str> =
            moved.flat_map(|text| text.split(|char| !is_word_char(char))).collect();
        // What the other file calls by the name may be something else, where it does not have the text of this one.
        let is_apart = from != to && !texts.includes(to, from);
        let is_called = |name: &str| found.iter().any(|(_, range)| !calls_in(text, range, name).is_empty());
        let may_be_other =
            |name: &str| is_apart && find_word(texts.text_of(to), name).is_some() && is_called(name);
        // Definitions are only searched for if there may be one.
        named.retain(|name| {
            !name.is_empty()
                && find_words(text, name).any(|at| !moves(at))
                && (!texts.may_see(to, name) || may_be_other(name))
        });
        let (buffer, symbols) = self.document(moving.at)?.symbols(texts.language);
        let mut known: Vec<SymbolInfo> = Vec::new();
        if !named.is_empty() {
            known.extend_from_slice(symbols.all(buffer));
            known.extend(symbols.minor_names(buffer));
        }
        let around: Vec<&[String]> =
            found.iter().filter_map(|(found, _)| symbols.modules_around(buffer, found)).collect();
        let owner = |one: &SymbolInfo| -> Vec<String> {
            let owner = bare_address(&one.address).strip_suffix(one.name.as_str()).unwrap_or_default();
            let mut owner: Vec<String> =
                owner.split(['.', ':']).filter(|part| !part.is_empty()).map(str::to_owned).collect();
            owner.truncate(owner.len() - usize::from(one.is_in_open_scope && !owner.is_empty()));
            owner
        };
        let is_at_top = |one: &SymbolInfo| owner(one).is_empty();
        // A definition in a namespace around the moved code is named there without a qualifier.
        let is_in_sight = |one: &SymbolInfo| {
            let owner = owner(one);
            around.iter().any(|around| {
                around.len() >= owner.len() && around.iter().zip(&owner).all(|(own, other)| own == other)
            })
        };
        known.retain(|one| {
            (is_at_top(one) || is_in_sight(one))
                && !moves(one.declaration)
                && named.contains(one.name.as_str())
        });
        known.sort_by_key(|one| one.declaration);
        known.dedup_by(|one, other| one.name == other.name);
        let line = |one: &SymbolInfo| buffer.line_of(one.declaration) + 1;
        let lacked = known.iter().filter(|one| !texts.may_see(to, &one.name));
        let names = lacked.take(MAX_LISTED_PLACES).map(|one| format!("`{}` (line {})", one.name, line(one)));
        let names = names.collect::<Vec<String>>().join(", ");
        if moving.unproven == Unproven::Refuse {
            let is_there = |one: &SymbolInfo| {
                text.get(one.range.clone()).is_some_and(|own| texts.text_of(to).contains(own))
            };
            known.retain(|one| is_of_file_alone(texts, text, one) && !is_there(one));
            self.refuse_hidden(moving, texts, (found, &known))?;
        }
        let brought = texts.includes_missing_in(from, to);
        let brought = brought.iter().map(|line| format!("`{line}`")).collect::<Vec<String>>().join(", ");
        let told = match (names.is_empty(), brought.is_empty()) {
            (true, true) => return Ok(None),
            (false, true) => format!("`{to}` may lack what the moved code uses of `{from}`: {names}"),
            (true, false) => {
                format!("`{from}` has {brought}, but `{to}` does not: `add_import` adds what it needs")
            }
            (false, false) => format!(
                "`{to}` may lack what the moved code uses of `{from}`: {names}; and what \
                 {brought} provides"
            ),
        };
        Ok(Some(Warning::Failing(told)))
    }

    /// Returns the uses that would not see a definition at its new place, in files that include others. A file that
    /// includes the target file sees it. Uses of a linked function only count if no other declaration of it remains,
    /// and only in its old file and in files that include that.
    fn unseen_uses(
        &self,
        moving: &Moving<'_>,
        texts: &ProjectTexts,
        (found, range): (&SymbolMatch, &Range<usize>),
    ) -> Vec<LabeledPlace> {
        let from = &moving.operation.path;
        if !texts.may_be_used(last_word(&found.address), from, range) {
            return Vec::new();
        }
        let question = texts.question(&self.macros, from, found);
        let uses = find_uses_by_includes(&question).unwrap_or_default();
        let moves = |one: &NamedUse| one.path == *from && range.contains(&one.range.start);
        let stays: Vec<NamedUse> = uses.into_iter().filter(|one| !moves(one)).collect();
        let head = texts.text_of(from).get(range.clone()).unwrap_or_default();
        let head = head.split(['(', '{']).next().unwrap_or_default();
        let is_own = NOT_LINKED.iter().any(|word| find_word(head, word).is_some());
        let is_linked = found.kind == "function" && !is_own;
        if is_linked && stays.iter().any(|one| one.is_definition && one.verdict == Verdict::Certain) {
            return Vec::new();
        }
        let is_seen = |one: &NamedUse| {
            let has_it_otherwise = is_linked && one.path != *from && !texts.includes(&one.path, from);
            has_it_otherwise || texts.includes(&one.path, moving.to)
        };
        stays.into_iter().filter(|one| !is_seen(one)).filter_map(followed).collect()
    }
}

/// Returns the warnings about the imports of both files.
fn import_notes(
    carried: &CarriedImports,
    from: &PatchPath,
    to: &PatchPath,
    language: &Language,
) -> Vec<Warning> {
    let quoted = |names: &[String]| {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        names.join(", ")
    };
    let mut told = Vec::new();
    if !carried.own.is_empty() {
        told.push(format!("`{to}` needs {} of `{from}`: make sure that it has them", quoted(&carried.own)));
    }
    if !carried.unknown.is_empty() {
        told.push(format!("`{to}` may lack imports: check the origin of {}", quoted(&carried.unknown)));
    }
    let mut told: Vec<Warning> = told.into_iter().map(Warning::Failing).collect();
    let stays = language.manifest().imports.as_ref().is_some_and(|rules| !rules.all_used);
    if stays && !carried.idle_names.is_empty() {
        told.push(idle_note(from, &carried.idle_names));
    }
    told
}

fn folder(path: &PatchPath) -> Option<String> {
    path.parent().map(|folder| folder.to_string())
}

/// Returns the place of a use that has to follow a definition, or may have to.
fn followed(one: NamedUse) -> Option<LabeledPlace> {
    let label = match one.verdict {
        Verdict::Certain => "uses it",
        Verdict::Undecidable(doubt) => doubt.label(),
        Verdict::Unrelated | Verdict::Mention => return None,
    };
    Some(LabeledPlace { path: one.path, at: one.range.start, label })
}

/// Returns whether a definition is a function that only its own file can see.
fn is_of_file_alone(texts: &ProjectTexts, text: &str, one: &SymbolInfo) -> bool {
    let words = texts.language.manifest().names.as_ref().map_or(&[][..], |names| &names.internal);
    let head = text.get(one.declaration..).unwrap_or_default();
    let head = head.split_once('(').map_or("", |(head, _)| head);
    let is_said =
        words.iter().any(|word| find_word(head, word).is_some()) && find_word(head, &one.name).is_some();
    is_said || one.is_in_nameless
}

/// Returns where a range of a text calls a function by its unqualified name.
fn calls_in(text: &str, range: &Range<usize>, name: &str) -> Vec<usize> {
    let moved = text.get(range.clone()).unwrap_or_default();
    let is_call = |at: &usize| {
        moved[at + name.len()..].trim_start().starts_with('(')
            && !moved[..*at].trim_end().ends_with(['.', '>', ':'])
    };
    find_words(moved, name).filter(is_call).map(|at| range.start + at).collect()
}

/// Refuses to move a class that must be in a file of its own name.
fn refuse_misplaced(moving: &Moving<'_>, carried: &CarriedImports) -> Result<(), Refusal> {
    let is_outer = match moving.place {
        SymbolPlace::Into(..) => false,
        SymbolPlace::Before(beside) | SymbolPlace::After(beside) => !spelled(beside).contains('.'),
        SymbolPlace::End => true,
    };
    let Some(name) = carried.misplaced.as_ref().filter(|_| is_outer) else { return Ok(()) };
    let to = moving.to;
    let own = format!("{name}.{}", to.extension().unwrap_or_default());
    let own = to.parent().map_or_else(|| own.clone(), |folder| format!("{folder}/{own}"));
    let message = format!("`{name}` is public and cannot be in `{to}`: only `{own}` may contain it");
    Err(Refusal::new(Code::Unproven, message)
        .with_help(format!(
            "move it to `{own}`, or make it visible only to its package first; `unproven: leave` \
             moves it anyway"
        ))
        .at(moving.operation.origin.field("to")))
}

/// Refuses imports of the package that the code moves to: there, its names need no qualifier.
fn refuse_own_package(
    moving: &Moving<'_>,
    texts: &ProjectTexts,
    carried: &CarriedImports,
) -> Result<(), Refusal> {
    let Some(own) = texts.package_path(moving.to) else { return Ok(()) };
    let is_own = |statement: &&String| statement.contains(&format!("\"{own}\""));
    let Some(import) = carried.needed.iter().find(is_own) else { return Ok(()) };
    let message = format!(
        "`{}` is in the package that `{import}` imports, and a package cannot import itself",
        moving.to
    );
    Err(Refusal::new(Code::Unproven, message)
        .with_help(
            "insert the code there without the package name before its names, and delete it here; \
             `unproven: leave` moves it unchanged",
        )
        .at(moving.operation.origin.field("to")))
}
