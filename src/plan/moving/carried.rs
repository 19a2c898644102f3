//! Moves definitions together with the imports that they need, in languages whose users are not rewritten.

use std::collections::HashSet;
use std::ops::Range;

use super::relocated::{NOT_SEEN, idle_note, left_note, refusal, unproven, unproven_but};
use super::scopes::words_of;
use crate::diag::Code;
use crate::ir::{OldName, PatchPath, SymbolPlace, SymbolTarget, Unproven};
use crate::lang::{Language, ModuleStyle};
use crate::plan::done::{EditOutcome, Warning};
use crate::plan::refusal::Refusal;
use crate::plan::renaming::notes::listed;
use crate::plan::run::Run;
use crate::plan::symbol::address::last_word;
use crate::plan::symbol::imports;
use crate::plan::symbol::lookup::language_of;
use crate::plan::symbol::meaning::spelled;
use crate::plan::symbol::moving::{MovedRange, Moving};
use crate::plan::users::uses::{ProjectTexts, includes_text};
use crate::resolve::bindings::{
    CarriedImports, Following, LabeledPlace, MoveQuestion, NamedUse, SEEN_IN_CLASS, Verdict, carry,
    find_uses, unmoved_names,
};
use crate::resolve::by_includes::{carry_by_includes, find_uses_each_by_includes, includes_for_users};
use crate::resolve::symbol::SymbolMatch;
use crate::text::normal::find_word;

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
/// The help for a definition of which a program may contain only one.
const DEFINE_ONCE: &str = "or leave it where it is, and only declare it in the header";
/// The help for a use above the place.
const PUT_ABOVE: &str = "or choose a place with `before_symbol:` or `after_symbol:`";
/// The help for languages whose files include the text of others.
const IN_A_HEADER: &str = "or move it to a header that they include";

/// The label of a use that is certain.
const USES_IT: &str = "uses it";

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
        let (note, includes) = match follows.filter(|_| moving.old_place != OldName::KeptAsAlias) {
            Some(follows) => {
                self.rewrite_users(moving, follows)?;
                (None, Vec::new())
            }
            None => match self.uses_without_import(moving, texts, (found, carried))? {
                UsersLeft::Including(includes) => (None, includes),
                UsersLeft::Noted(note) => (note, Vec::new()),
            },
        };
        let lacking = if carried.is_none() { self.names_left(moving, texts, found)? } else { None };
        if let Some(carried) = carried {
            self.rewrite_users(moving, &carried.freed)?;
            self.change_imports_of_users(moving, &carried.freed)?;
        }
        let place = carried.and_then(|carried| place_before_use(moving, carried));
        let moving = &Moving { place: place.as_ref().unwrap_or(moving.place), ..*moving };
        let is_unnested = note.is_none() && follows.is_some_and(|follows| follows.is_unnested);
        let used = match follows.is_some() && note.is_none() {
            true => None,
            false => self.members_used(moving, texts, (found, carried))?,
        };
        let mut done = self.move_all(&Moving { is_unnested, ..*moving })?;
        if let Some(refusal) = used {
            return Err(refusal);
        }
        done.is_renamed &= !is_unnested;
        let Some(carried) = carried else {
            done.warnings.extend(note);
            done.warnings.extend(lacking);
            return Ok(done);
        };
        let noted = self.carry(moving, texts.language, carried)?;
        for (path, directive) in &includes {
            self.overlay.mention(path);
            let document = self.document_at(moving.at, path)?;
            let language = language_of(document, path, None)?;
            imports::bring(document, path, language, (std::slice::from_ref(directive), &[]))?;
            self.note_unnamed(moving, path);
        }
        if note.is_none()
            && let Some(follows) = follows
        {
            self.change_imports_of_users(moving, follows)?;
        }
        done.warnings.extend(note);
        done.warnings.extend(noted);
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
            .chain(&carried.repeated)
            .chain(&unplaced(moving, carried))
            .chain(of_users.into_iter().flatten())
            .cloned()
            .collect();
        done.warnings.extend(left_note(texts, (&moving.operation.path, found), &lost));
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
        let carried = match includes_text(texts.language) {
            true => carry_by_includes(&question).map(Some),
            false => carry(&question),
        };
        let carried = carried.map_err(|problem| refusal(texts, moving, found, &problem))?;
        if let (Unproven::Refuse, Some(carried)) = (moving.unproven, &carried) {
            refuse_own_package(moving, texts, carried)?;
            refuse_lost(moving, texts, found, carried)?;
            refuse_misplaced(moving, carried)?;
        }
        Ok(carried)
    }

    /// Changes the imports of both files, and returns the notes about them.
    pub(super) fn carry(
        &mut self,
        moving: &Moving<'_>,
        language: &Language,
        carried: &CarriedImports,
    ) -> Result<Vec<Warning>, Refusal> {
        self.carry_imports(moving, carried)?;
        Ok(import_notes(carried, &moving.operation.path, moving.to, language))
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

    /// Returns what becomes of uses that do not follow the move by themselves, or refuses the move because of them.
    fn uses_without_import(
        &mut self,
        moving: &Moving<'_>,
        texts: &ProjectTexts,
        (found, carried): (&[MovedRange], Option<&CarriedImports>),
    ) -> Result<UsersLeft, Refusal> {
        let operation = moving.operation;
        if moving.old_place == OldName::KeptAsAlias {
            let message = format!("`reexport` does not support the language of `{}`", operation.path);
            return Err(Refusal::new(Code::UnsupportedLanguage, message)
                .with_help("leave `reexport` out, and add the statement with `add_import`")
                .at(operation.origin.field("reexport")));
        }
        if stays_in_package(moving, texts, carried) {
            return Ok(UsersLeft::Noted(None));
        }
        let mut spots: Vec<LabeledPlace> = Vec::new();
        let is_free = self.are_free(moving, texts, found)?;
        let free = found.iter().zip(&is_free).filter(|(_, is_free)| **is_free).map(|(one, _)| one);
        let free: Vec<&MovedRange> = free.collect();
        if includes_text(texts.language) {
            spots.extend(self.unseen_uses(moving, texts, &free).into_iter().flatten());
        }
        for (found, _) in free.into_iter().filter(|_| !includes_text(texts.language)) {
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
        let style = texts.language.local_rules().map(|rules| rules.modules);
        let leaves = carried.is_some_and(|carried| carried.leaves);
        let is_freed = |spot: &LabeledPlace| carried.is_some_and(|carried| carried.freed.rewrites(spot));
        // Where packages are folders, the new file only names it with the old package as a qualifier.
        let is_there = |spot: &LabeledPlace| {
            spot.path == *moving.to && !(leaves && style == Some(ModuleStyle::Folder)) || is_freed(spot)
        };
        spots.retain(|spot| !is_there(spot) && !goes_along(spot));
        if spots.is_empty() {
            return Ok(UsersLeft::Noted(None));
        }
        let is_asked = includes_text(texts.language) && moving.unproven == Unproven::Refuse;
        if let Some(carried) = carried.filter(|_| is_asked)
            && spots.iter().all(|spot| spot.label == USES_IT)
        {
            let users = spots.iter().map(|spot| spot.path.clone()).collect();
            let question = texts.move_question(&self.macros, moving, found);
            if let Some(includes) = includes_for_users(&question, carried, &users) {
                return Ok(UsersLeft::Including(includes));
            }
        }
        if moving.unproven == Unproven::Refuse {
            let other = if includes_text(texts.language) { IN_A_HEADER } else { ADD_IMPORT };
            return Err(unproven_but(unproven(texts, operation, found, &spots), Some(other)));
        }
        let listed = listed(texts, &spots, "place", "places");
        let note = Warning::Failing(format!("imports are not updated; the name is in {listed}"));
        Ok(UsersLeft::Noted(Some(note)))
    }
}

/// What becomes of the uses of code that does not say where it is.
enum UsersLeft {
    /// They stay as they are, with a warning.
    Noted(Option<Warning>),
    /// Their files include the new one, each by a directive.
    Including(Vec<(PatchPath, String)>),
}

impl Run<'_, '_> {
    /// Returns for each definition whether it is at the top level of its file, or in modules, and no member.
    pub(super) fn are_free(
        &mut self,
        moving: &Moving<'_>,
        texts: &ProjectTexts,
        found: &[MovedRange],
    ) -> Result<Vec<bool>, Refusal> {
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
        Ok(is_free)
    }

    /// Returns the refusal to move members away from their users: these have no import that could follow a member which
    /// leaves its class or module.
    fn members_used(
        &mut self,
        moving: &Moving<'_>,
        texts: &ProjectTexts,
        (found, carried): (&[MovedRange], Option<&CarriedImports>),
    ) -> Result<Option<Refusal>, Refusal> {
        let goes_into = matches!(moving.place, SymbolPlace::Into(..));
        let is_asked = moving.unproven == Unproven::Refuse && !includes_text(texts.language);
        if !is_asked || !goes_into && stays_in_package(moving, texts, carried) {
            return Ok(None);
        }
        let path = &moving.operation.path;
        let is_free = self.are_free(moving, texts, found)?;
        let members = found.iter().zip(&is_free).filter(|(_, is_free)| !**is_free).map(|(one, _)| one);
        let mut spots: Vec<LabeledPlace> = Vec::new();
        for (found, _) in members {
            let uses = find_uses(texts.question(&self.macros, path, found)).unwrap_or_default();
            spots.extend(uses.into_iter().filter(|one| !one.is_definition).filter_map(followed));
        }
        spots.retain(|spot| !found.iter().any(|(_, range)| spot.path == *path && range.contains(&spot.at)));
        let told = || unproven_but(unproven(texts, moving.operation, found, &spots), None);
        Ok((!spots.is_empty()).then(told))
    }

    /// Returns the note about imports where they do not come along, or refuses the move because of names that the code
    /// needs.
    fn names_left(
        &self,
        moving: &Moving<'_>,
        texts: &ProjectTexts,
        found: &[MovedRange],
    ) -> Result<Option<Warning>, Refusal> {
        let rules = texts.language.local_rules();
        if rules.is_some() && moving.unproven == Unproven::Refuse {
            let path = &moving.operation.path;
            let sources = [texts.source_of(path), texts.source_of(moving.to)];
            let read = ([&sources[0], &sources[1]], &self.overlay.graphs());
            let ranges: Vec<Range<usize>> = found.iter().map(|(_, range)| range.clone()).collect();
            let places = unmoved_names(texts.language, &self.macros, read, &ranges);
            let spot = |at| LabeledPlace { path: path.clone(), at, label: NOT_SEEN };
            let spots: Vec<LabeledPlace> = places.into_iter().map(spot).collect();
            return match spots.is_empty() {
                true => Ok(None),
                false => {
                    let told = unproven(texts, moving.operation, found, &spots);
                    Err(unproven_but(told, Some(ADD_IMPORT)))
                }
            };
        }
        let what = match rules.is_some_and(|rules| rules.moves.is_some()) {
            true => "for a member moved into a class of another file",
            false => "in this language",
        };
        let message = format!("imports are not updated {what}: check what `{}` needs", moving.to);
        Ok(Some(Warning::Failing(message)))
    }

    /// Returns for each definition the uses that would not see it at its new place, in files that include others. A
    /// file that includes the target file sees it. Uses of a linked function only count if no other declaration of it
    /// remains, and only in its old file and in files that include that.
    pub(super) fn unseen_uses(
        &self,
        moving: &Moving<'_>,
        texts: &ProjectTexts,
        moved: &[&MovedRange],
    ) -> Vec<Vec<LabeledPlace>> {
        let from = &moving.operation.path;
        let name = |one: &MovedRange| last_word(&one.0.address).to_owned();
        let is_used = |at: &usize| texts.may_be_used(&name(moved[*at]), from, &moved[*at].1);
        let used: Vec<usize> = (0..moved.len()).filter(is_used).collect();
        let names: HashSet<String> = used.iter().map(|at| name(moved[*at])).collect();
        let found: Vec<&SymbolMatch> = used.iter().map(|at| &moved[*at].0).collect();
        let files = texts.files(&self.macros);
        let uses: Vec<Vec<NamedUse>> = match names.len() == used.len() {
            true => find_uses_each_by_includes(&files, from, &found),
            false => found.chunks(1).flat_map(|one| find_uses_each_by_includes(&files, from, one)).collect(),
        };
        let mut unseen = vec![Vec::new(); moved.len()];
        for (at, uses) in used.into_iter().zip(uses) {
            unseen[at] = unseen_among(moving, texts, (moved[at], uses));
        }
        unseen
    }
}

/// Returns those of the uses of a definition that would not see it at its new place.
fn unseen_among(
    moving: &Moving<'_>,
    texts: &ProjectTexts,
    ((found, range), uses): (&MovedRange, Vec<NamedUse>),
) -> Vec<LabeledPlace> {
    let from = &moving.operation.path;
    let moves = |one: &NamedUse| one.path == *from && range.contains(&one.range.start);
    let stays: Vec<NamedUse> = uses.into_iter().filter(|one| !moves(one)).collect();
    let head = texts.text_of(from).get(range.clone()).unwrap_or_default();
    let head = head.split(['(', '{']).next().unwrap_or_default();
    // Each file that uses such a function must contain its text.
    let repeatable =
        texts.language.manifest().names.as_ref().map_or(&[][..], |names| &names.repeatable_words);
    let is_own = repeatable.iter().any(|word| find_word(head, word).is_some());
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

/// Refuses a move after which code would no longer see what it needs, with what helps.
fn refuse_lost(
    moving: &Moving<'_>,
    texts: &ProjectTexts,
    found: &[MovedRange],
    carried: &CarriedImports,
) -> Result<(), Refusal> {
    let none = Following::default();
    let Following { hidden, unproven: unclear, .. } = carried.follows.as_ref().unwrap_or(&none);
    let mut private: Vec<LabeledPlace> =
        hidden.iter().filter(|spot| spot.label == SEEN_IN_CLASS).cloned().collect();
    let show_to_classes = match &private[..] {
        [] => String::new(),
        some => {
            let names = words_of(texts.text_of(&moving.operation.path), some);
            let is_other =
                |spot: &&LabeledPlace| some.iter().all(|own| (own.at, &own.path) != (spot.at, &spot.path));
            let others: Vec<LabeledPlace> = carried.hidden.iter().filter(is_other).cloned().collect();
            private.extend(others);
            format!("or first make {names} visible to other classes")
        }
    };
    let names: Vec<String> = carried.come_along.iter().map(|name| format!("`{name}`")).collect();
    let along = format!("`symbols:` can move {} as well", names.join(", "));
    let show = match (includes_text(texts.language), names.is_empty()) {
        (false, _) => Some(SHOW_MEMBERS),
        (true, false) => Some(along.as_str()),
        (true, true) => None,
    };
    let above: Vec<LabeledPlace> = unplaced(moving, carried).into_iter().collect();
    let refused = [
        (&carried.left, Some(ADD_IMPORT)),
        (&carried.own_places, Some(ADD_IMPORT)),
        (&private, Some(show_to_classes.as_str())),
        (&carried.hidden, show),
        (hidden, Some(SHOW_TO_USERS)),
        (unclear, Some(ADD_IMPORT)),
        (&carried.files, Some(MOVE_FILES)),
        (&carried.parted, Some(SAME_CONDITIONS)),
        (&carried.repeated, Some(DEFINE_ONCE)),
        (&above, Some(PUT_ABOVE)),
    ];
    match refused.into_iter().find(|(spots, _)| !spots.is_empty()) {
        Some((spots, help)) => Err(unproven_but(unproven(texts, moving.operation, found, spots), help)),
        None => Ok(()),
    }
}

/// Returns whether code stays in a package, whose files see each other's names.
fn stays_in_package(moving: &Moving<'_>, texts: &ProjectTexts, carried: Option<&CarriedImports>) -> bool {
    let style = texts.language.local_rules().map(|rules| rules.modules);
    let shares = matches!(style, Some(ModuleStyle::Folder | ModuleStyle::Package));
    let leaves = carried.is_some_and(|carried| carried.leaves);
    shares && !leaves && folder(&moving.operation.path) == folder(moving.to)
}

/// Returns the place before the first use in the target file, which needs the code above it.
fn place_before_use(moving: &Moving<'_>, carried: &CarriedImports) -> Option<SymbolPlace> {
    let first = carried.first_use.as_ref().filter(|_| *moving.place == SymbolPlace::End)?;
    let symbol = Some(first.before.clone()?);
    Some(SymbolPlace::Before(SymbolTarget { symbol, ..SymbolTarget::default() }))
}

/// Returns the first use in the target file, if the code cannot be put above it.
fn unplaced(moving: &Moving<'_>, carried: &CarriedImports) -> Option<LabeledPlace> {
    let first = carried.first_use.as_ref().filter(|_| *moving.place == SymbolPlace::End)?;
    first.before.is_none().then(|| first.place.clone())
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
        Verdict::Certain => USES_IT,
        Verdict::Undecidable(doubt) => doubt.label(),
        Verdict::Unrelated | Verdict::Mention => return None,
    };
    Some(LabeledPlace { path: one.path, at: one.range.start, label })
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
