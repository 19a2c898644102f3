//! Members that leave their class, and what they use of their object that the new class lacks.

use std::ops::Range;

use super::relocated::{NOT_SEEN, left_note, members_notes, unproven, unproven_but};
use crate::ir::{SymbolPlace, SymbolTarget, Unproven};
use crate::lang::Language;
use crate::plan::done::{EditOutcome, Warning};
use crate::plan::refusal::Refusal;
use crate::plan::run::Run;
use crate::plan::symbol::address::last_word;
use crate::plan::symbol::lookup::{language_of, resolve_symbol};
use crate::plan::symbol::moving::{MovedRange, Moving};
use crate::plan::users::uses::{ProjectTexts, includes_text};
use crate::resolve::bindings::{LabeledPlace, Verdict, bare_address, lost_members};
use crate::resolve::by_includes::find_uses_by_includes;
use crate::resolve::symbol::{Purpose, SymbolInfo, SymbolMatch};
use crate::text::Buffer;
use crate::text::normal::{find_word, find_words, is_word_char};

/// What is said of members that use something which their new class lacks.
pub(super) enum LostMembers {
    Refused(Refusal),
    Left(Warning),
}

/// Members that move from their class into another one.
struct DepartingMembers {
    language: &'static Language,
    members: Vec<MovedRange>,
    /// All ranges that move with them.
    moved: Vec<Range<usize>>,
    class: SymbolMatch,
}

impl Run<'_, '_> {
    /// Adds to the outcome of a move what is said of members that moved to another class, and of what they lost there.
    ///
    /// # Errors
    /// They lost something, and the patch does not say to move them all the same.
    pub(super) fn tell_of_members(
        &mut self,
        moving: &Moving<'_>,
        lost: Option<LostMembers>,
        done: &mut EditOutcome,
    ) -> Result<(), Refusal> {
        let left = match lost {
            Some(LostMembers::Refused(refusal)) => return Err(refusal),
            Some(LostMembers::Left(warning)) => Some(warning),
            None => None,
        };
        let notes = members_notes(self.document_at(moving.at, moving.to)?, moving)?;
        let is_named = notes.iter().any(|note| matches!(note, Warning::Failing(_)));
        done.warnings.extend(left.filter(|_| !is_named));
        done.warnings.extend(notes);
        Ok(())
    }

    /// Returns what is said of a move of members into a class that lacks what they use of their own class.
    pub(super) fn members_lost(&mut self, moving: &Moving<'_>) -> Result<Option<LostMembers>, Refusal> {
        if moving.is_here() && moving.unproven == Unproven::Refuse && self.is_independent(moving) {
            return Ok(None);
        }
        let Some(leaving) = self.leaving_members(moving)? else { return Ok(None) };
        let path = &moving.operation.path;
        let texts = ProjectTexts::read(&self.overlay, leaving.language, &[path, moving.to], &[])?;
        let places = self.places_of_lost_members(moving, &texts, &leaving)?;
        if places.is_empty() {
            return Ok(None);
        }
        let spot = |at| LabeledPlace { path: path.clone(), at, label: NOT_SEEN };
        let spots: Vec<LabeledPlace> = places.into_iter().map(spot).collect();
        if moving.unproven != Unproven::Refuse {
            return Ok(left_note(&texts, (path, &leaving.members), &spots).map(LostMembers::Left));
        }
        let told = unproven(&texts, moving.operation, &leaving.members, &spots);
        let place = moving.place.target().map(|target| target.place);
        let told = told.at(place.unwrap_or_else(|| moving.operation.origin.field("to")));
        let refusal = unproven_but(told, Some("or add them to the other class first"));
        Ok(Some(LostMembers::Refused(refusal)))
    }

    /// Returns whether members that move into another class use something that it lacks.
    pub(super) fn loses_members(
        &mut self,
        moving: &Moving<'_>,
        texts: &ProjectTexts,
    ) -> Result<bool, Refusal> {
        let Some(leaving) = self.leaving_members(moving)? else { return Ok(false) };
        Ok(!self.places_of_lost_members(moving, texts, &leaving)?.is_empty())
    }

    /// Returns the members that a move takes out of their class into another one; `None` if there are none.
    fn leaving_members(&mut self, moving: &Moving<'_>) -> Result<Option<DepartingMembers>, Refusal> {
        let SymbolPlace::Into(class, _) = moving.place else { return Ok(None) };
        let Some((language, found)) = self.found(moving)? else { return Ok(None) };
        let Ok(target) = self.document_at(moving.at, moving.to) else { return Ok(None) };
        let Ok(class) = resolve_symbol(target, moving.to, class, Purpose::Read) else { return Ok(None) };
        let leaves = |(one, _): &MovedRange| {
            let own = one.identity.names.split_last().map_or(&[][..], |(_, around)| around);
            !(own.is_empty() || moving.is_here() && *own == class.identity.names[..])
        };
        let members: Vec<MovedRange> = found.iter().filter(|one| leaves(one)).cloned().collect();
        let moved = found.into_iter().map(|(_, range)| range).collect();
        Ok((!members.is_empty()).then_some(DepartingMembers { language, members, moved, class }))
    }

    /// Returns the byte offsets in members at which they use what their new class lacks.
    fn places_of_lost_members(
        &mut self,
        moving: &Moving<'_>,
        texts: &ProjectTexts,
        leaving: &DepartingMembers,
    ) -> Result<Vec<usize>, Refusal> {
        let DepartingMembers { language, members, moved, class } = leaving;
        let path = &moving.operation.path;
        let mut places = Vec::new();
        if includes_text(language) {
            for one in members {
                places.extend(self.lost_by_names(moving, texts, (one, moved), class)?);
            }
        } else if language.local_rules().is_some() {
            let to = (moving.to, class.definition.end.saturating_sub(1));
            let asked: Vec<Range<usize>> = members.iter().map(|(one, _)| one.definition.clone()).collect();
            places = lost_members(texts.files(&self.macros), (path, &asked, moved), to);
        }
        places.sort_unstable();
        places.dedup();
        Ok(places)
    }

    /// Does the same for languages whose files include others, by the members that both files list.
    fn lost_by_names(
        &mut self,
        moving: &Moving<'_>,
        texts: &ProjectTexts,
        (one, moved): (&MovedRange, &[Range<usize>]),
        class: &SymbolMatch,
    ) -> Result<Vec<usize>, Refusal> {
        let path = &moving.operation.path;
        let own = one.0.identity.names.iter().rev().nth(1).map_or("", String::as_str);
        let there = self.document_at(moving.at, moving.to)?;
        let language = language_of(there, moving.to, None)?;
        let (buffer, symbols) = there.symbols(language);
        let mut known: Vec<SymbolInfo> = symbols.all(buffer).to_vec();
        known.extend(symbols.minor_names(buffer));
        let heading = heading_of(buffer, &class.definition);
        known.retain(|one| is_of(one, &heading));
        let named = texts.text_of(path).get(one.1.clone()).unwrap_or_default();
        known.retain(|one| find_word(named, &one.name).is_some());
        let name = class.identity.names.last().map_or("", String::as_str);
        // Private members of a base class are not accessible in the class.
        known.retain(|one| {
            let target = SymbolTarget { symbol: Some(one.address.clone()), ..SymbolTarget::default() };
            let found = symbols.look_up(buffer, &target, Purpose::Read);
            let section = found.and_then(|found| symbols.section(buffer, &found));
            let stems = &language.manifest().view.label_stems;
            is_of(one, name) || section.is_none_or(|(hidden, _)| hidden + 1 < stems.len())
        });
        let has = |name: &str| known.iter().any(|one| one.name == name);
        let document = self.document(moving.at)?;
        let (buffer, symbols) = document.symbols(language);
        let mut members: Vec<SymbolInfo> = symbols.all(buffer).to_vec();
        let around = members.iter().find(|member| member.name == own && member.range.start <= one.1.start);
        let heading = around.map_or_else(|| own.to_owned(), |around| heading_of(buffer, &around.range));
        members.extend(symbols.minor_names(buffer));
        let stays = |one: &SymbolInfo| !moved.iter().any(|range| range.contains(&one.declaration));
        members.retain(|member| {
            stays(member)
                && is_of(member, &heading)
                && find_word(named, &member.name).is_some()
                && !has(&member.name)
        });
        let mut lost = Vec::new();
        for member in members {
            lost.extend(self.asked(moving, texts, (language, &member), &one.1));
        }
        Ok(lost)
    }

    /// The places in a range that have a member of their own object, or a name by itself.
    pub(super) fn asked(
        &mut self,
        moving: &Moving<'_>,
        texts: &ProjectTexts,
        (language, member): (&'static Language, &SymbolInfo),
        range: &Range<usize>,
    ) -> Vec<usize> {
        let path = &moving.operation.path;
        let text = texts.text_of(path);
        let receivers = language.manifest().names.as_ref().map_or(&[][..], |names| &names.receivers);
        let target = SymbolTarget { symbol: Some(member.address.clone()), ..SymbolTarget::default() };
        let Ok(document) = self.document(moving.at) else { return Vec::new() };
        let Ok(found) = resolve_symbol(document, path, &target, Purpose::Read) else { return Vec::new() };
        let uses = find_uses_by_includes(&texts.question(&self.macros, path, &found)).unwrap_or_default();
        let may_mean = |at: usize| {
            uses.iter().any(|one| {
                one.path == *path
                    && one.range.start == at
                    && matches!(one.verdict, Verdict::Certain | Verdict::Undecidable(_))
            })
        };
        let is_asked = |at: &usize| {
            let before = text[..*at].trim_end();
            let object = before.strip_suffix("->").or_else(|| before.strip_suffix('.'));
            let is_own = |object: &str| receivers.iter().any(|own| last_of(object) == own);
            !before.ends_with("::") && object.is_none_or(is_own) && may_mean(*at)
        };
        let named = text.get(range.clone()).unwrap_or_default();
        find_words(named, last_word(&member.name)).map(|at| range.start + at).filter(is_asked).collect()
    }
}

/// Returns the last word of a text.
fn last_of(text: &str) -> &str {
    text.trim_end().rsplit(|char| !is_word_char(char)).next().unwrap_or_default()
}

/// Returns the text before the body of a class: its name and its base classes.
fn heading_of(buffer: &Buffer, definition: &Range<usize>) -> String {
    let text = buffer.slice(definition.clone());
    text.split('{').next().unwrap_or_default().to_owned()
}

/// Returns whether a definition is a member of a class that a heading names.
fn is_of(one: &SymbolInfo, heading: &str) -> bool {
    let bare = bare_address(&one.address);
    let owner = bare.strip_suffix(one.name.as_str()).unwrap_or_default();
    let owner = last_of(owner.trim_end_matches([':', '.']));
    !owner.is_empty() && find_word(heading, owner).is_some()
}
