//! Finds the uses of a definition, in languages whose files include the text of others.
//!
//! Each file is judged together with what it includes, as a compiler would read it. Declarations of the definition that
//! one such text shows lead to the other texts that declare it.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};
use std::rc::Rc;

use super::asked_words::AskedWords;
use super::includes::{Includes, SourceId};
use super::judge::Nesting;
use super::judged::{DeclarationPlace, Judged, TextQuestion};
use super::macro_bodies::stands_in_body;
use super::macro_uses::find_macro;
use super::not_included::NotIncluded;
use super::read_text::{NameCache, ScannedText, TextCache, TextKey};
use super::requested::{OwnName, RequestedDefinition, TargetDefinition};
use super::scope::NameAtPlace;
use super::shared::{IncludeProject, ProjectUnit, UnitKey};
use super::unit::TranslationUnit;

use super::found_uses::FoundUses;
use crate::lang::Language;
use crate::resolve::bindings::{Doubt, LabeledPlace, NamedUse, ProjectFiles, RenameProblem, Verdict};
use crate::text::normal::{contains, is_word_char};

/// The maximum number of bytes of text that are judged for one definition.
const MOST_TEXT: usize = 96 << 20;

/// The maximum number of bytes of text that are judged with all included files, relevant or not.
const MOST_WHOLE_TEXT: usize = 8 << 20;

/// Returns the combined verdict for a place that two texts show.
const fn together(one: Verdict, other: Verdict) -> Verdict {
    match (one, other) {
        (Verdict::Undecidable(doubt), _) | (_, Verdict::Undecidable(doubt)) => Verdict::Undecidable(doubt),
        (Verdict::Certain, Verdict::Unrelated) | (Verdict::Unrelated, Verdict::Certain) => {
            Verdict::Undecidable(Doubt::Unresolved)
        }
        (Verdict::Mention, verdict) | (verdict, _) => verdict,
    }
}

struct Search<'q, 't> {
    project: &'q IncludeProject<'q>,
    names: &'q NameCache<'t>,
    target: TargetDefinition,
    old: &'q str,
    new: &'q str,
    /// Whether all overloads of the name are meant.
    all_overloads: bool,
    /// Whether the definition is a module, which may have several parts.
    is_module: bool,
    /// The names of the definition, outermost first.
    path: &'q [String],
    /// The scopes around the definition, from a text that contains only files with names of interest.
    around_it: Option<Nesting>,
    verdicts: BTreeMap<(SourceId, usize), Verdict>,
    declared: HashSet<(SourceId, usize)>,
    /// Whether one of the files that declare the definition also defines it.
    is_defined: bool,
    conflicts: BTreeSet<(SourceId, usize)>,
    conflicting_uses: BTreeSet<(SourceId, usize)>,
    /// The undecidable uses with evidence against them in some text; `likely` are those without such evidence in some
    /// text, and `shared` those that may mean others, too.
    unlikely: BTreeSet<(SourceId, usize)>,
    likely: BTreeSet<(SourceId, usize)>,
    shared: BTreeSet<(SourceId, usize)>,
    /// The files that were read together with a declaration.
    covered: HashSet<SourceId>,
    has_old: Vec<bool>,
    has_new: Vec<bool>,
    kept_macros: Vec<String>,
    /// The number of bytes that were judged with all included files.
    whole_text: usize,
}

/// Finds all uses of definitions, each independently of the others. No name may be the old or new name of two of them.
///
/// # Errors
/// Each definition has its own error; a single one for all is returned if nothing is known of the files, or a new name
/// changes the tree of a text.
pub(super) fn find_each(
    files: &ProjectFiles<'_>,
    asked: &[RequestedDefinition<'_>],
) -> Result<Vec<Result<FoundUses, RenameProblem>>, RenameProblem> {
    let project = IncludeProject::of(files)?;
    let texts = TextCache::for_definitions(asked.len());
    let owns: Vec<_> = asked.iter().map(|one| OwnName::of(&project, &texts, one)).collect();
    let olds = owns.iter().filter_map(|own| Some(own.as_ref().ok()?.old.clone()));
    let words = AskedWords::of(olds.chain(asked.iter().map(|one| one.new.to_owned())));
    let names = NameCache::of(&texts, &words);
    let find = |(own, one): (Result<OwnName, RenameProblem>, &RequestedDefinition<'_>)| {
        let own = own?;
        check_new_name(files.language, &own.old, one.new)?;
        if own.is_macro {
            return find_macro(&project, (own.file, own.range), one.new);
        }
        let target = TargetDefinition::of(&project, &names, &own, one.found)?;
        Search::of(&project, &names, target, &own.old, one).run()
    };
    let found = owns.into_iter().zip(asked).map(find).collect();
    texts.prove(project.reader())?;
    Ok(found)
}

/// Returns an error for names with a special meaning in the language.
fn check_new_name(language: &'static Language, old: &str, new: &str) -> Result<(), RenameProblem> {
    let rules = language.manifest().names.as_ref().ok_or(RenameProblem::NotKnown)?;
    if new.is_empty() { Ok(()) } else { super::judge::check_names(language, rules, old, new) }
}

impl<'q, 't> Search<'q, 't> {
    fn of(
        project: &'q IncludeProject<'q>,
        names: &'q NameCache<'t>,
        target: TargetDefinition,
        old: &'q str,
        asked: &RequestedDefinition<'q>,
    ) -> Self {
        Self {
            is_defined: target.has_body,
            project,
            names,
            target,
            old,
            new: asked.new,
            all_overloads: asked.all_overloads,
            is_module: project.files.language.module_kind() == Some(asked.found.kind),
            path: &asked.found.identity.names,
            around_it: None,
            verdicts: BTreeMap::new(),
            declared: HashSet::new(),
            conflicts: BTreeSet::new(),
            conflicting_uses: BTreeSet::new(),
            unlikely: BTreeSet::new(),
            likely: BTreeSet::new(),
            shared: BTreeSet::new(),
            covered: HashSet::new(),
            has_old: project.files_with(old),
            has_new: project.files_with(asked.new),
            kept_macros: project.macros_among([old, asked.new]),
            whole_text: 0,
        }
    }

    fn run(mut self) -> Result<FoundUses, RenameProblem> {
        let mut pending = self.units()?;
        self.declared.insert((self.target.file, self.target.name.start));
        if self.is_module {
            let parts = self.module_parts()?;
            self.declared.extend(parts);
        }
        loop {
            let (ready, rest): (Vec<Rc<ProjectUnit>>, Vec<Rc<ProjectUnit>>) =
                pending.into_iter().partition(|unit| self.anchor(&unit.unit).is_some());
            pending = rest;
            if ready.is_empty() {
                break;
            }
            for unit in ready {
                let is_own = unit.unit.byte(self.target.file, self.target.name.start).is_some();
                let whole = self.whole(&unit.unit);
                let mut plain = None;
                if whole.is_some() && is_own && self.around_it.is_none() {
                    plain = Some(self.judged(&unit)?);
                    self.around_it = plain.as_ref().and_then(|judged| judged.as_ref()?.findings.around_it);
                }
                let (judged, unit) = self.best_judged(unit, whole, plain)?;
                if let Some(judged) = judged {
                    self.take(&unit.unit, &judged, |_| true);
                }
                self.covered.extend(&unit.unit.shown);
            }
        }
        for unit in &pending {
            self.judge_not_included(unit)?;
        }
        self.settle_unread();
        self.settle_declaration();
        let own = self.verdicts.get(&(self.target.file, self.target.name.start));
        if !matches!(own, Some(Verdict::Certain | Verdict::Undecidable(_))) {
            return Err(RenameProblem::NoName);
        }
        for place in self.glued() {
            self.verdicts.insert(place, Verdict::Undecidable(Doubt::MacroBuilt));
        }
        let path = |file: SourceId| self.project.files.sources[file].path.clone();
        let uses = self.verdicts.iter().map(|((file, at), verdict)| NamedUse {
            path: path(*file),
            range: *at..self.end(*file, *at),
            verdict: *verdict,
            is_definition: self.declared.contains(&(*file, *at)),
            is_import: false,
        });
        let spots = |places: &BTreeSet<(SourceId, usize)>| -> Vec<LabeledPlace> {
            let spot = |(file, at): &(SourceId, usize)| LabeledPlace {
                path: path(*file),
                at: *at,
                label: "has the new name",
            };
            places.iter().map(spot).collect()
        };
        let is_open =
            |place: &&(SourceId, usize)| matches!(self.verdicts.get(*place), Some(Verdict::Undecidable(_)));
        let unlikely = self.unlikely.difference(&self.likely).filter(is_open);
        Ok(FoundUses {
            old: self.old.to_owned(),
            uses: uses.collect(),
            conflicts: spots(&self.conflicts),
            conflicting_uses: spots(&self.conflicting_uses),
            unlikely: unlikely.map(|(file, at)| (path(*file), *at)).collect(),
            is_shared: self.shared.iter().any(|place| is_open(&place)),
        })
    }

    /// Returns the places where files open the module that is the definition.
    fn module_parts(&self) -> Result<Vec<(SourceId, usize)>, RenameProblem> {
        let mut parts = Vec::new();
        let around = &self.path[..self.path.len().saturating_sub(1)];
        for file in (0..self.has_old.len()).filter(|file| self.has_old[*file]) {
            let language = self.project.language_of(file);
            let Some(rules) = language.manifest().names.as_ref() else { continue };
            let text = (language, self.project.text(file));
            let own = self.names.with(Some(TextKey::File(file)), text, self.project.reader(), |scanned| {
                let names = scanned.names(0, rules, None);
                let is_part = |one: &&NameAtPlace<'_>| {
                    let modules = names.modules_around(one.scope);
                    names.opens_module(one) && modules.is_some_and(|modules| modules == around)
                };
                Ok(names.uses_of(self.old).filter(is_part).map(|one| one.range.start).collect::<Vec<_>>())
            })?;
            parts.extend(own.into_iter().map(|at| (file, at)));
        }
        Ok(parts)
    }

    /// Returns the places where macros may paste the name from parts.
    fn glued(&self) -> Vec<(SourceId, usize)> {
        let language = self.project.language_of(root_of(&self.project.includes, self.target.file));
        let macros = self.project.all_macros(language);
        macros.gluing(self.old, |word, is_first| self.project.has_as_argument(macros, word, is_first))
    }

    /// Removes the doubt about a declaration that may refer to something outside the project, if the project contains
    /// the definition.
    fn settle_declaration(&mut self) {
        let own = (self.target.file, self.target.name.start);
        if self.verdicts.get(&own) != Some(&Verdict::Undecidable(Doubt::Fixed)) {
            return;
        }
        let language = self.project.language_of(root_of(&self.project.includes, own.0));
        let fixing = language.manifest().names.as_ref().map_or(&[][..], |names| &names.fixed_by);
        let statement = |(file, at): &(SourceId, usize)| {
            let before = &self.project.text(*file)[..*at];
            before[before.rfind([';', '{', '}']).map_or(0, |end| end + 1)..].to_owned()
        };
        let is_fixed = |one: &(SourceId, usize)| {
            statement(one).split(|char| !is_word_char(char)).any(|word| contains(fixing, word))
        };
        let is_linked_otherwise = statement(&own).contains('"');
        let defines = |one: &&(SourceId, usize)| {
            **one != own && self.verdicts.get(*one) == Some(&Verdict::Certain) && !is_fixed(one)
        };
        if !is_linked_otherwise && self.declared.iter().any(|one| defines(&one)) {
            self.verdicts.insert(own, Verdict::Certain);
        }
    }

    /// Decides that unparsed names mean the definition if every other use of the name does: in bodies of macros, after
    /// the path to the definition, in the class of the name, and the definition itself.
    fn settle_unread(&mut self) {
        // Where such a macro is used, another definition may have the new name.
        if self.has_new.contains(&true) {
            return;
        }
        let mut settled = Vec::new();
        for (place, verdict) in &self.verdicts {
            match verdict {
                Verdict::Certain | Verdict::Mention => {}
                Verdict::Undecidable(Doubt::Unread) if self.means_what_is_known(*place) => {
                    settled.push(*place);
                }
                Verdict::Undecidable(_) | Verdict::Unrelated => return,
            }
        }
        self.verdicts.extend(settled.into_iter().map(|place| (place, Verdict::Certain)));
    }

    /// Returns whether an unparsed name is at a place where it has the known meaning of its name.
    fn means_what_is_known(&self, (file, at): (SourceId, usize)) -> bool {
        let text = self.project.text(file);
        let own = (self.target.file, self.target.name.start);
        // In a class, the argument of a macro that gets its name.
        let is_within =
            file == own.0 && self.target.range.contains(&at) && text[..at].trim_end().ends_with('(')
                || (file, at) == own;
        let names = self.project.files.language.manifest().names.as_ref();
        let foreign = names.map_or(&[][..], |names| &names.foreign);
        let is_behind_path = || {
            let path = text[..at].strip_suffix("::").unwrap_or_default();
            let around = self.path.iter().rev().skip(1);
            let last = &path[path.trim_end_matches(is_word_char).len()..];
            // Macros may open the module: `NS_BEGIN(detail)`.
            let above = &self.project.text(own.0)[..own.1];
            let is_opened = || above.contains(&format!("({last})")) && !contains(foreign, last);
            !last.is_empty() && (around.clone().any(|name| name == last) || is_opened())
        };
        stands_in_body(self.project.files.language, text, at, self.old)
            || self.target.class.is_none() && (is_within || is_behind_path())
    }

    /// Returns the end of the name at a place; the place itself if it does not contain the name.
    fn end(&self, file: SourceId, at: usize) -> usize {
        let rest = self.project.text(file).get(at..).unwrap_or_default();
        let is_name = rest.strip_prefix(self.old).is_some_and(|rest| !rest.starts_with(is_word_char));
        if is_name { at + self.old.len() } else { at }
    }

    /// Returns the texts that contain all files with the old or the new name, without files that have no name of
    /// interest.
    fn units(&self) -> Result<Vec<Rc<ProjectUnit>>, RenameProblem> {
        let (has_old, has_new, includes) = (&self.has_old, &self.has_new, &self.project.includes);
        let has_class = self.project.files_with(self.target.class.as_deref().unwrap_or_default());
        let named = |file: SourceId| has_old[file] || has_new[file];
        let of_interest: Vec<bool> = (0..has_old.len()).map(|file| named(file) || has_class[file]).collect();
        let mut units: Vec<Rc<ProjectUnit>> = Vec::new();
        let mut shown: HashSet<SourceId> = HashSet::new();
        let mut total = 0;
        let mut add = |root: SourceId, shown: &mut HashSet<SourceId>| {
            let unit = self.project.unit(self.key(root, of_interest.clone(), false));
            total += unit.unit.text.len();
            shown.extend(&unit.unit.shown);
            units.push(unit);
            if total > MOST_TEXT { Err(RenameProblem::TooCostly) } else { Ok(()) }
        };
        for root in (0..has_old.len()).filter(|file| named(*file) && includes.by[*file].is_empty()) {
            add(root, &mut shown)?;
        }
        for file in (0..has_old.len()).filter(|file| has_old[*file]) {
            if !shown.contains(&file) {
                add(root_of(includes, file), &mut shown)?;
            }
            if !shown.contains(&file) {
                add(file, &mut shown)?;
            }
        }
        Ok(units)
    }

    fn key(&self, root: SourceId, shown: Vec<bool>, is_whole: bool) -> UnitKey {
        UnitKey { root, shown, is_whole, kept: self.kept_macros.clone() }
    }

    /// Returns a unit with everything that it includes, since files without the name contain base classes and the types
    /// of objects. Returns `None` if that would be too much text, or irrelevant.
    fn whole(&mut self, unit: &TranslationUnit) -> Option<Rc<ProjectUnit>> {
        let manifest = self.project.files.language.manifest();
        manifest.view.preprocessor.as_ref()?;
        if manifest.names.as_ref()?.one_function_per_name || self.whole_text > MOST_WHOLE_TEXT {
            return None;
        }
        let has_name = self.has_old.iter().zip(&self.has_new).map(|(old, new)| *old || *new).collect();
        let whole = self.project.unit(self.key(unit.root, has_name, true));
        self.whole_text += whole.unit.text.len();
        Some(whole)
    }

    /// Returns the best decision about a unit: with everything that it includes, without, or only with the files that
    /// have the names. Unparsed text in other files may spoil the rest; if every variant has unparsed text, the one
    /// with the fewest undecided names counts.
    fn best_judged(
        &self,
        unit: Rc<ProjectUnit>,
        whole: Option<Rc<ProjectUnit>>,
        plain: Option<Option<Judged>>,
    ) -> Result<(Option<Judged>, Rc<ProjectUnit>), RenameProblem> {
        let is_clean = |judged: &Option<Judged>| judged.as_ref().is_some_and(|judged| !judged.has_unread());
        let mut spoilt: Vec<(Option<Judged>, Rc<ProjectUnit>)> = Vec::new();
        if let Some(whole) = whole {
            let judged = self.judged(&whole)?;
            if is_clean(&judged) {
                return Ok((judged, whole));
            }
            spoilt.push((judged, whole));
        }
        let judged = plain.map_or_else(|| self.judged(&unit), Ok)?;
        let has_unread = judged.as_ref().is_some_and(Judged::has_unread);
        if !has_unread {
            return Ok((judged, unit));
        }
        let named = self.has_old.iter().zip(&self.has_new).map(|(old, new)| *old || *new).collect();
        let narrow = self.project.unit(self.key(unit.unit.root, named, false));
        spoilt.push((judged, unit));
        let judged = self.judged(&narrow)?;
        if is_clean(&judged) {
            return Ok((judged, narrow));
        }
        spoilt.push((judged, narrow));
        let open = |judged: &Option<Judged>| judged.as_ref().map_or(usize::MAX, Judged::count_doubts);
        Ok(spoilt.into_iter().min_by_key(|(judged, _)| open(judged)).expect("there is one"))
    }

    /// Returns a declaration of the definition in a unit: the definition itself if the unit contains it.
    fn anchor(&self, unit: &TranslationUnit) -> Option<(usize, usize)> {
        if let Some(at) = unit.byte(self.target.file, self.target.name.start) {
            let from = unit.byte(self.target.file, self.target.range.start).unwrap_or(at);
            return Some((from.min(at), at));
        }
        let declared = self.declared.iter().filter(|(file, _)| unit.shown.contains(file));
        declared.filter_map(|(file, at)| unit.byte(*file, *at)).min().map(|at| (at, at))
    }

    fn asked(&self, unit: &TranslationUnit, anchor: DeclarationPlace) -> TextQuestion<'q> {
        let is_unseen = |file| !unit.shown.contains(&file) && self.has_old[file];
        // Replacements of the definition may be in other scopes.
        let is_own = unit.byte(self.target.file, self.target.name.start).is_some();
        let is_all = !unit.is_open && !self.project.includes.reach(&unit.open, is_unseen);
        TextQuestion {
            old: self.old,
            new: self.new,
            declaration: anchor,
            has_all_includes: unit.is_whole && is_all,
            all_overloads: self.all_overloads,
            path: self.path,
            around_it: self.around_it.filter(|_| unit.is_whole && is_own),
            project: self.project,
            is_member: self.target.class.is_some(),
            is_known: !self.project.is_open(unit.root),
        }
    }

    /// Calls `ask` with the names of the text of a unit.
    fn with_text<R>(
        &self,
        unit: &ProjectUnit,
        ask: impl FnOnce(&ScannedText<'_>) -> Result<R, RenameProblem>,
    ) -> Result<R, RenameProblem> {
        let key = unit.number.map(TextKey::Unit);
        self.names.with(key, (unit.language, &unit.unit.text), self.project.reader(), ask)
    }

    /// Returns the decisions about the names of a unit that contains a declaration.
    fn judged(&self, unit: &ProjectUnit) -> Result<Option<Judged>, RenameProblem> {
        let Some((from, at)) = self.anchor(&unit.unit) else { return Ok(None) };
        let asked = self.asked(&unit.unit, DeclarationPlace::At { from, at });
        let is_own = unit.unit.shown.contains(&self.target.file);
        self.with_text(unit, |scanned| match Judged::of(scanned, &asked) {
            Err(RenameProblem::NoName) if !is_own => {
                let stranger = NotIncluded { is_member: true, is_open: true, is_only_declared: false };
                let anchor = DeclarationPlace::Nowhere(stranger);
                Judged::of(scanned, &TextQuestion { declaration: anchor, ..asked }).map(Some)
            }
            judged => judged.map(Some),
        })
    }

    fn judge_not_included(&mut self, unit: &ProjectUnit) -> Result<(), RenameProblem> {
        let covered = self.covered.clone();
        let ProjectUnit { unit: text, .. } = unit;
        if text.shown.iter().all(|file| covered.contains(file)) {
            return Ok(());
        }
        let declares = |file| self.declared.iter().any(|(declared, _)| *declared == file);
        let is_open = text.is_open || self.project.includes.reach(&text.open, declares);
        let is_only_declared = !self.is_defined && !self.target.is_internal;
        let stranger = NotIncluded { is_member: self.target.class.is_some(), is_open, is_only_declared };
        let asked = TextQuestion { new: "", ..self.asked(text, DeclarationPlace::Nowhere(stranger)) };
        let mut judged = match stranger.is_out_of_reach() {
            true => self.with_text(unit, |scanned| Ok(Judged::unrelated(scanned.read, self.old)))?,
            false => self.with_text(unit, |scanned| Judged::of(scanned, &asked))?,
        };
        if self.target.is_internal {
            judged.findings.doubts.clear();
        }
        self.take(text, &judged, |file| !covered.contains(&file));
        Ok(())
    }

    /// Adds the decisions about the files of a unit.
    fn take(&mut self, unit: &TranslationUnit, judged: &Judged, is_asked: impl Fn(SourceId) -> bool) {
        let findings = &judged.findings;
        let mut own: BTreeMap<(SourceId, usize), Verdict> = BTreeMap::new();
        let mut note = |at: usize, verdict: Verdict| {
            let Some(place) = unit.place(at).filter(|(file, _)| is_asked(*file)) else { return };
            let new = match (own.get(&place), verdict) {
                (Some(known @ Verdict::Undecidable(_)), _) => *known,
                (Some(Verdict::Certain), Verdict::Unrelated | Verdict::Mention) => Verdict::Certain,
                (Some(Verdict::Unrelated), Verdict::Mention) => Verdict::Unrelated,
                (_, verdict) => verdict,
            };
            own.insert(place, new);
        };
        for range in &findings.own {
            note(range.start, Verdict::Certain);
        }
        for at in &judged.code {
            note(*at, Verdict::Unrelated);
        }
        for at in &judged.prose {
            note(*at, Verdict::Mention);
        }
        // The definition itself is certain, whatever the tree of the text around it shows.
        let definition = unit.byte(self.target.file, self.target.name.start);
        for (at, doubt) in &findings.doubts {
            let is_definition = Some(*at) == definition && matches!(doubt, Doubt::Unread | Doubt::Unclear);
            note(*at, if is_definition { Verdict::Certain } else { Verdict::Undecidable(*doubt) });
        }
        for (place, verdict) in own {
            let known = self.verdicts.get(&place).map_or(verdict, |known| together(*known, verdict));
            self.verdicts.insert(place, known);
        }
        self.is_defined |= findings.defines;
        self.declared.extend(findings.declared.iter().filter_map(|at| unit.place(*at)));
        self.conflicts.extend(findings.conflicts.iter().filter_map(|at| unit.place(*at)));
        self.conflicting_uses.extend(findings.conflicting_uses.iter().filter_map(|at| unit.place(*at)));
        let asked = |at: &usize| unit.place(*at).filter(|(file, _)| is_asked(*file));
        let unlikely: HashSet<usize> = findings.unlikely.iter().copied().collect();
        let (against, open): (Vec<usize>, Vec<usize>) =
            findings.doubts.iter().map(|(at, _)| *at).partition(|at| unlikely.contains(at));
        self.unlikely.extend(against.iter().filter_map(asked));
        self.likely.extend(open.iter().filter_map(asked));
        self.shared.extend(findings.ambiguous_with_others.iter().filter_map(asked));
    }
}

/// Returns the nearest file that includes this one and that no other file includes; the file itself if there is none.
fn root_of(includes: &Includes, file: SourceId) -> SourceId {
    let mut seen = HashSet::from([file]);
    let mut next = VecDeque::from([file]);
    while let Some(at) = next.pop_front() {
        if includes.by[at].is_empty() {
            return at;
        }
        next.extend(includes.by[at].iter().copied().filter(|by| seen.insert(*by)));
    }
    file
}
