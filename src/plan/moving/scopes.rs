//! Moves within a file that take definitions out of their scope while others use them there.

use std::ops::Range;

use crate::ir::{SymbolPlace, SymbolTarget, Unproven};
use crate::lang::Language;
use crate::plan::done::Warning;
use crate::plan::refusal::Refusal;
use crate::plan::run::Run;
use crate::plan::symbol::address::last_word;
use crate::plan::symbol::lookup::{language_of, resolve_symbol};
use crate::plan::symbol::meaning::spelled;
use crate::plan::symbol::moving::{MovedRange, Moving};
use crate::plan::users::uses::{ProjectTexts, includes_text};
use crate::resolve::bindings::{
    LabeledPlace, NamedUse, ScopeChange, Source, Verdict, bare_address, find_uses, local_names,
    mangled_names, out_of_sight,
};
use crate::resolve::by_includes::find_uses_by_includes;
use crate::resolve::symbol::{EnclosingScope, Purpose, SymbolMatch};
use crate::text::Buffer;
use crate::text::normal::is_word_char;

use super::relocated::{NOT_SEEN, unproven, unproven_but};

/// The kind of a class, whose private names are mangled by itself wherever it is.
const CLASS: &str = "class";

/// How strongly the section of a class restricts access to a member, and the label of the section.
pub(super) type Section = (usize, &'static str);

/// The scope that definitions move to within their file.
pub(super) struct NewScope {
    /// The names of the scope, outermost first.
    names: Vec<String>,
    /// A byte offset within it.
    pub(super) byte: usize,
    /// The range of the definition that identifies the place, or an empty range inside the scope.
    place: Range<usize>,
    /// The range of the definition that identifies the place or is the scope.
    pub(super) whole: Range<usize>,
    /// The scope that encloses the new place; `None` at the end of the file, or if it is unknown.
    container: Option<EnclosingScope>,
    /// Whether the definition that identifies the place begins a line.
    begins_line: bool,
}

/// Definitions that move to another place of their file.
pub(super) struct ScopeMove {
    pub(super) language: &'static Language,
    pub(super) found: Vec<MovedRange>,
    pub(super) scope: NewScope,
    /// The change of scope of each definition.
    steps: Vec<ScopeStep>,
}

/// How the scope of a definition changes that moves within its file.
struct ScopeStep {
    /// Whether its qualified name changes.
    is_renamed: bool,
    /// Whether it may leave or enter a function or a block, with names that are only visible there.
    may_lose_locals: bool,
}

impl ScopeMove {
    /// Returns whether nothing changes for any of them.
    pub(super) fn is_settled(&self) -> bool {
        self.steps.iter().all(|step| !step.is_renamed && !step.may_lose_locals)
    }
}

/// Why definitions cannot leave their scope.
pub(super) struct ScopeRefusal {
    pub(super) refusal: Refusal,
    /// Whether their qualified names change.
    pub(super) is_renamed: bool,
}

impl Run<'_, '_> {
    /// Returns the refusal to move definitions to another scope of their file, if they are used by their current
    /// qualified names or use what is not visible there.
    pub(super) fn scope_left(&mut self, moving: &Moving<'_>) -> Result<Option<ScopeRefusal>, Refusal> {
        if moving.unproven != Unproven::Refuse {
            return Ok(None);
        }
        let Some(leaving) = self.scope_move(moving)? else { return Ok(None) };
        if leaving.is_settled() || self.is_independent(moving) {
            return Ok(None);
        }
        let names: Vec<&str> = leaving.found.iter().map(|(found, _)| last_word(&found.address)).collect();
        let texts = ProjectTexts::read(&self.overlay, leaving.language, &[&moving.operation.path], &names)?;
        self.refusal_of_scope_move(moving, &leaving, &texts)
    }

    /// Returns the definitions that a move within a file takes, and their new scope; `None` if one is not found.
    pub(super) fn scope_move(&mut self, moving: &Moving<'_>) -> Result<Option<ScopeMove>, Refusal> {
        let Some((language, found)) = self.found(moving)? else { return Ok(None) };
        let Some(scope) = self.new_scope(moving, &found)? else { return Ok(None) };
        let document = self.document(moving.at)?;
        let (buffer, symbols) = document.symbols(language);
        let step_of = |one: &MovedRange| {
            let names = &one.0.identity.names;
            let from = symbols.target_scope(buffer, &one.0, false);
            let begins_line = begins_line(buffer, &one.0);
            let may_have_locals = |home: &EnclosingScope| home.may_be_in_function(begins_line);
            let stays = match &scope.container {
                Some(home) => from.as_ref().is_some_and(|from| from.is_same_container(home)),
                None => begins_line,
            };
            ScopeStep {
                is_renamed: names[..names.len().saturating_sub(1)] != scope.names[..],
                may_lose_locals: !stays
                    && language.local_rules().is_some()
                    && (from.as_ref().is_none_or(may_have_locals)
                        || scope
                            .container
                            .as_ref()
                            .is_none_or(|home| home.may_be_in_function(scope.begins_line))),
            }
        };
        let steps = found.iter().map(step_of).collect();
        Ok(Some(ScopeMove { language, found, scope, steps }))
    }

    /// Returns the refusal to move definitions, based on the project in `texts`.
    pub(super) fn refusal_of_scope_move(
        &self,
        moving: &Moving<'_>,
        leaving: &ScopeMove,
        texts: &ProjectTexts,
    ) -> Result<Option<ScopeRefusal>, Refusal> {
        let ScopeMove { language, found, scope, steps } = leaving;
        let path = &moving.operation.path;
        for (one, step) in found.iter().zip(steps) {
            let read = (&texts.source_of(path), &self.overlay.graphs());
            let change = step
                .may_lose_locals
                .then(|| ScopeChange::of(language, &self.macros, read, (&one.0.definition, &scope.place)));
            let change = change.flatten();
            let is_renamed = step.is_renamed;
            if !is_renamed && change.is_none() {
                continue;
            }
            let name = last_word(&one.0.address);
            let mut spots = self.used_by_others(moving, texts, one);
            let leaving = change.as_ref().filter(|change| change.leaves_function());
            if let Some(change) = change.as_ref().filter(|_| !is_renamed || leaving.is_some()) {
                spots.retain(|spot| spot.path != *path || !change.is_seen_from(spot.at, name));
            }
            if let Some(change) = leaving {
                let others = change.others_named(name, &one.1).into_iter();
                spots.extend(others.map(|(at, label)| LabeledPlace { path: path.clone(), at, label }));
            }
            let needed = self.needed(moving, texts, (language, one), (scope, change.as_ref()));
            let captured =
                leaving.map(|_| words_of(texts.text_of(path), &needed)).filter(|all| !all.is_empty());
            spots.extend(needed);
            if !spots.is_empty() {
                let mut told = unproven(texts, moving.operation, std::slice::from_ref(one), &spots);
                let help = "change these places before this operation, or add `unproven: leave` \
                            to move it without changing them";
                if let Some(captured) = captured {
                    told.message =
                        format!("`{}` uses {captured}, visible only in the code around it", one.0.address);
                }
                let place = moving
                    .place
                    .target()
                    .map_or_else(|| moving.operation.origin.field("to"), |target| target.place);
                let refusal = Refusal::from(told.at(place).with_help(help));
                return Ok(Some(ScopeRefusal { refusal, is_renamed }));
            }
        }
        Ok(None)
    }

    /// Refuses to move code to another file if it contains names that mean something else in another class, or outside
    /// of a class.
    pub(super) fn check_mangled(
        &self,
        moving: &Moving<'_>,
        texts: &ProjectTexts,
        found: &[MovedRange],
    ) -> Result<(), Refusal> {
        let goes_into = matches!(moving.place, SymbolPlace::Into(..));
        let leaves = found.iter().filter(|one| goes_into || one.0.identity.names.len() > 1);
        let spots: Vec<LabeledPlace> = leaves.flat_map(|one| self.mangled(moving, texts, one)).collect();
        if spots.is_empty() || moving.unproven != Unproven::Refuse {
            return Ok(());
        }
        Err(unproven_but(unproven(texts, moving.operation, found, &spots), None))
    }

    /// Returns the refusal to move code to another file, if it contains names that are only visible in the function or
    /// block around it.
    pub(super) fn locals_left(&mut self, moving: &Moving<'_>) -> Result<Option<Refusal>, Refusal> {
        if moving.unproven != Unproven::Refuse {
            return Ok(None);
        }
        let Some((language, found)) = self.found(moving)? else { return Ok(None) };
        let path = &moving.operation.path;
        let document = self.document(moving.at)?;
        document.catch_up();
        let (buffer, symbols) = document.symbols(language);
        let may_lose = |one: &MovedRange| {
            let home = symbols.target_scope(buffer, &one.0, false);
            !begins_line(buffer, &one.0) && home.is_none_or(|home| home.may_have_locals())
        };
        if !found.iter().any(may_lose) {
            return Ok(None);
        }
        let source = Source { path: path.clone(), text: document.buffer().to_string().into() };
        let read = (&source, &self.overlay.graphs());
        let moved: Vec<Range<usize>> = found.iter().map(|one| one.0.definition.clone()).collect();
        let spots: Vec<LabeledPlace> = local_names(language, &self.macros, read, &moved)
            .into_iter()
            .map(|at| LabeledPlace { path: path.clone(), at, label: NOT_SEEN })
            .collect();
        if spots.is_empty() {
            return Ok(None);
        }
        let name = found.first().map_or("", |(found, _)| last_word(&found.address));
        let texts = ProjectTexts::read(&self.overlay, language, &[path], &[name])?;
        Ok(Some(unproven_but(unproven(&texts, moving.operation, &found, &spots), None)))
    }

    /// Returns the places of names in a definition that mean something else in another class, or outside of a class.
    fn mangled(
        &self,
        moving: &Moving<'_>,
        texts: &ProjectTexts,
        (found, range): &MovedRange,
    ) -> Vec<LabeledPlace> {
        if found.kind == CLASS {
            return Vec::new();
        }
        let path = &moving.operation.path;
        let source = texts.source_of(path);
        let read = (&source, &self.overlay.graphs());
        let places = mangled_names(texts.language, &self.macros, read, range.clone());
        let label = "would be another name in another class";
        places.into_iter().map(|at| LabeledPlace { path: path.clone(), at, label }).collect()
    }

    /// Returns, for each definition, how strongly its section of the class restricts access.
    pub(super) fn sections(&mut self, moving: &Moving<'_>) -> Result<Vec<Option<Section>>, Refusal> {
        let mut all = Vec::new();
        for symbol in moving.symbols {
            let document = self.document(moving.at)?;
            let language = language_of(document, moving.to, None)?;
            let plain = SymbolTarget { expect: None, ..(*symbol).clone() };
            let has_labels = !language.manifest().view.label_stems.is_empty();
            let found = has_labels.then(|| resolve_symbol(document, moving.to, &plain, Purpose::Read).ok());
            let (buffer, symbols) = document.symbols(language);
            all.push(found.flatten().and_then(|found| symbols.section(buffer, &found)));
        }
        Ok(all)
    }

    /// Returns the notes about members that moved to a section of their class with more restricted access than
    /// `before`, or refuses the move.
    pub(super) fn hidden_more(
        &mut self,
        moving: &Moving<'_>,
        before: &[Option<Section>],
    ) -> Result<Vec<Warning>, Refusal> {
        let now = self.sections(moving)?;
        let mut notes = Vec::new();
        for (at, symbol) in moving.symbols.iter().enumerate() {
            let (Some((was, _)), Some((is, label))) = (before[at], now[at]) else { continue };
            if is <= was {
                continue;
            }
            let plain = SymbolTarget { expect: None, ..(*symbol).clone() };
            let document = self.document(moving.at)?;
            let language = language_of(document, moving.to, None)?;
            let found = resolve_symbol(document, moving.to, &plain, Purpose::Read)?;
            let texts =
                ProjectTexts::read(&self.overlay, language, &[moving.to], &[last_word(&found.address)])?;
            let one = (found.clone(), found.definition.clone());
            let mut outside = Vec::new();
            for spot in self.used_by_others(moving, &texts, &one) {
                if !self.is_in_class_of(moving, &found, &spot)? {
                    outside.push(LabeledPlace { label: "uses it, but could not access it there", ..spot });
                }
            }
            if !outside.is_empty() && moving.unproven == Unproven::Refuse {
                let told = unproven(&texts, moving.operation, std::slice::from_ref(&one), &outside);
                let help = format!(
                    "it would be `{label}` there: choose another place; `unproven: leave` moves \
                     it anyway"
                );
                let place = moving.place.target().map(|target| target.place);
                let place = place.unwrap_or_else(|| moving.operation.origin.field("to"));
                return Err(Refusal::from(told.at(place).with_help(help)));
            }
            notes.push(Warning::Mentioned(format!("`{}` is now `{label}`", found.address)));
        }
        Ok(notes)
    }

    /// Returns whether a place is within the class of a member, or in a member function that is defined outside of it.
    fn is_in_class_of(
        &mut self,
        moving: &Moving<'_>,
        member: &SymbolMatch,
        spot: &LabeledPlace,
    ) -> Result<bool, Refusal> {
        let class = &member.identity.names[..member.identity.names.len().saturating_sub(1)];
        let document = self.document_at(moving.at, &spot.path)?;
        let language = language_of(document, &spot.path, None)?;
        let (buffer, symbols) = document.symbols(language);
        let line = buffer.line_of(spot.at);
        let around = symbols.all(buffer).iter().filter(|one| (one.lines.0..=one.lines.1).contains(&line));
        let mut owners = around.map(|one| {
            let address = bare_address(&one.address);
            address.split(['.', ':']).filter(|part| !part.is_empty()).map(str::to_owned).collect::<Vec<_>>()
        });
        Ok(owners.any(|names| names.starts_with(class)))
    }

    /// Returns the scope that definitions move to; `None` if the definition that identifies it is not found.
    fn new_scope(&mut self, moving: &Moving<'_>, moved: &[MovedRange]) -> Result<Option<NewScope>, Refusal> {
        let (target, is_beside) = match moving.place {
            SymbolPlace::Into(class, _) => (class, false),
            SymbolPlace::Before(beside) | SymbolPlace::After(beside) => (beside, true),
            SymbolPlace::End => {
                let byte = self.document(moving.at)?.buffer().len();
                return Ok(Some(NewScope {
                    names: Vec::new(),
                    byte,
                    place: byte..byte,
                    whole: byte..byte,
                    container: None,
                    begins_line: false,
                }));
            }
        };
        let document = self.document(moving.at)?;
        let found = resolve_symbol(document, moving.to, target, Purpose::Read);
        let found = match (found, moving.place) {
            // A module has members but is not a definition.
            (Err(_), SymbolPlace::Into(_, at)) => {
                let range = moved.first().map_or(0..0, |(_, range)| range.clone());
                let text = document.buffer().slice(range).into_owned();
                let lines: Vec<String> = text.lines().map(str::to_owned).collect();
                let purpose = Purpose::AddMember(at, &lines);
                let room = resolve_symbol(document, moving.to, target, purpose);
                return Ok(room.ok().map(|room| {
                    let byte = room.definition.end.saturating_sub(1);
                    NewScope {
                        names: vec![spelled(target)],
                        byte,
                        place: byte..byte,
                        whole: room.definition,
                        container: None,
                        begins_line: false,
                    }
                }));
            }
            (found, _) => found,
        };
        let Ok(found) = found else { return Ok(None) };
        let language = language_of(document, moving.to, None)?;
        let (buffer, symbols) = document.symbols(language);
        let home = symbols.target_scope(buffer, &found, !is_beside);
        let begins_line = begins_line(buffer, &found);
        let mut names = found.identity.names.clone();
        let whole = found.definition.clone();
        let (byte, place) = if is_beside {
            names.pop();
            (found.declaration, found.definition)
        } else {
            // The last character of the class closes it.
            let byte = found.definition.end.saturating_sub(1);
            (byte, byte..byte)
        };
        Ok(Some(NewScope { names, byte, place, whole, container: home, begins_line }))
    }

    /// Returns the places that use a definition by its current name.
    fn used_by_others(
        &self,
        moving: &Moving<'_>,
        texts: &ProjectTexts,
        one: &MovedRange,
    ) -> Vec<LabeledPlace> {
        let (found, range) = one;
        let path = &moving.operation.path;
        // If nothing else has the name, no uses are searched for.
        if !texts.have_several(last_word(&found.address)) {
            return Vec::new();
        }
        let question = texts.question(&self.macros, path, found);
        let uses = match includes_text(texts.language) {
            true => find_uses_by_includes(&question),
            false => find_uses(question),
        };
        // By its unqualified name, it can still refer to itself.
        let names_itself = |one: &NamedUse| {
            let before = texts.text_of(path).get(..one.range.start).unwrap_or_default();
            one.path == *path
                && range.contains(&one.range.start)
                && !before.trim_end().ends_with(['.', ':', '>'])
        };
        let uses = uses.unwrap_or_default().into_iter().filter(|one| {
            let is_use = matches!(one.verdict, Verdict::Certain | Verdict::Undecidable(_));
            !one.is_definition && is_use && !names_itself(one)
        });
        uses.map(|one| LabeledPlace { path: one.path, at: one.range.start, label: "uses it" }).collect()
    }

    /// Returns the places in a definition that use names which are not visible at its new place.
    fn needed(
        &self,
        moving: &Moving<'_>,
        texts: &ProjectTexts,
        (language, one): (&'static Language, &MovedRange),
        (scope, change): (&NewScope, Option<&ScopeChange>),
    ) -> Vec<LabeledPlace> {
        let is_tree = language.local_rules().is_some_and(|rules| rules.tree.is_some());
        let mangled = self.mangled(moving, texts, one);
        if !mangled.is_empty() {
            return mangled;
        }
        if let Some(change) = change.filter(|_| !is_tree) {
            let label = "does not exist there, or means something else";
            let other = change.other_names(&one.1);
            return other
                .into_iter()
                .map(|at| LabeledPlace { path: moving.operation.path.clone(), at, label })
                .collect();
        }
        // Top-level names of the file are visible everywhere in it, except from other modules.
        if one.0.identity.names.len() < 2 && !is_tree {
            return Vec::new();
        }
        let path = &moving.operation.path;
        let source = texts.source_of(path);
        let read = (&source, &self.overlay.graphs());
        let lost = out_of_sight(language, &self.macros, read, (one.1.clone(), scope.byte));
        lost.into_iter().map(|at| LabeledPlace { path: path.clone(), at, label: NOT_SEEN }).collect()
    }
}

/// Lists the words at some places for a message, each once.
pub(super) fn words_of(text: &str, spots: &[LabeledPlace]) -> String {
    let mut words: Vec<&str> = Vec::new();
    for spot in spots {
        let word = text.get(spot.at..).unwrap_or_default();
        let word = word.split(|char| !is_word_char(char)).next().unwrap_or_default();
        if !word.is_empty() && !words.contains(&word) {
            words.push(word);
        }
    }
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

/// Returns whether a definition begins at the start of a line, as those outside of functions and blocks do.
fn begins_line(buffer: &Buffer, found: &SymbolMatch) -> bool {
    buffer.line_start(buffer.line_of(found.declaration)) == found.declaration
}
