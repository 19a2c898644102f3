//! Which uses of a name mean a definition, in a language whose files bring in the text of others.
//!
//! Each file is judged together with what it brings in, as a compiler would read it. What one of these texts shows to
//! declare the definition leads to the others that declare it.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};
use std::ops::Range;

use super::heads::heads;
use super::includes::{Includes, SourceId};
use super::judge::Nesting;
use super::judged::{Anchor, Judged, TextQuestion};
use super::macro_uses::{find_macro, macro_name};
use super::readings::{ParsedReading, readings};
use super::scope::{ScopeKind, TextNames};
use super::stranger::Stranger;
use super::unit::{TranslationUnit, UnitFiles};
use crate::lang::{ImportRules, Language, Syntax};
use crate::resolve::bindings::{Doubt, NamedUse, Question, RenameProblem, Spot, Verdict};
use crate::text::normal::{has, is_word_char, word_at};

/// How many bytes of text are judged for one definition.
const MOST_TEXT: usize = 96 << 20;
/// How many bytes of text are judged with all that they bring in, of interest or not.
const MOST_WHOLE_TEXT: usize = 8 << 20;

/// What is decided of a place that two texts show.
const fn together(one: Verdict, other: Verdict) -> Verdict {
    match (one, other) {
        (Verdict::Undecidable(doubt), _) | (_, Verdict::Undecidable(doubt)) => Verdict::Undecidable(doubt),
        (Verdict::Certain, Verdict::Unrelated) | (Verdict::Unrelated, Verdict::Certain) => {
            Verdict::Undecidable(Doubt::Shadowed)
        }
        (Verdict::Mention, verdict) | (verdict, _) => verdict,
    }
}

/// All uses of the name of a definition, and where a new one is in the way.
pub(super) struct FoundUses {
    pub(super) old: String,
    pub(super) uses: Vec<NamedUse>,
    pub(super) taken: Vec<Spot>,
    /// Those of which that are no definitions.
    pub(super) taken_uses: Vec<Spot>,
}

/// What is known of a definition by its own file.
struct TargetDefinition {
    file: SourceId,
    name: Range<usize>,
    from: usize,
    is_internal: bool,
    /// The class that it is a member of.
    class: Option<String>,
}

struct Search<'q> {
    question: &'q Question<'q>,
    target: TargetDefinition,
    old: &'q str,
    new: &'q str,
    /// Whether all functions of the name are meant.
    is_set: bool,
    /// What the definition stands in, by files with names of interest alone.
    around_it: Option<Nesting>,
    verdicts: BTreeMap<(SourceId, usize), Verdict>,
    declared: HashSet<(SourceId, usize)>,
    taken: BTreeSet<(SourceId, usize)>,
    taken_uses: BTreeSet<(SourceId, usize)>,
    /// The files that were read together with a declaration.
    covered: HashSet<SourceId>,
    includes: &'q Includes,
    has_old: Vec<bool>,
    imports: &'q ImportRules,
    /// What each file declares, where it has none of the names.
    heads: Vec<OnceCell<Option<String>>>,
    /// How much text was judged with all that it brings in.
    whole_text: usize,
}

/// Finds all uses of a definition; `new` is empty where it gets no new name.
pub(super) fn find(question: &Question<'_>, new: &str, is_set: bool) -> Result<FoundUses, RenameProblem> {
    if let Some((file, name)) = macro_name(question) {
        let old = question.files.sources[file].text.get(name.clone()).unwrap_or_default();
        check_new_name(question, old, new)?;
        let includes = includes_of(question)?;
        return find_macro(question, &includes, (file, name), new);
    }
    let target = TargetDefinition::of(question)?;
    let text = &question.files.sources[target.file].text;
    let old = text.get(target.name.clone()).unwrap_or_default().to_owned();
    check_new_name(question, &old, new)?;
    let imports = question.files.language.manifest().imports.as_ref().ok_or(RenameProblem::NotKnown)?;
    let includes = includes_of(question)?;
    let search = Search {
        includes: &includes,
        has_old: question.files.sources.iter().map(|source| word_at(&source.text, &old).is_some()).collect(),
        imports,
        heads: question.files.sources.iter().map(|_| OnceCell::new()).collect(),
        whole_text: 0,
        question,
        target,
        old: &old,
        new,
        is_set,
        around_it: None,
        verdicts: BTreeMap::new(),
        declared: HashSet::new(),
        taken: BTreeSet::new(),
        taken_uses: BTreeSet::new(),
        covered: HashSet::new(),
    };
    let (uses, taken, taken_uses) = search.run()?;
    Ok(FoundUses { old, uses, taken, taken_uses })
}

/// Refuses names that mean something to the language.
fn check_new_name(question: &Question<'_>, old: &str, new: &str) -> Result<(), RenameProblem> {
    let language = question.files.language;
    let rules = language.manifest().names.as_ref().ok_or(RenameProblem::NotKnown)?;
    if new.is_empty() { Ok(()) } else { super::judge::check_names(language, rules, old, new) }
}

fn includes_of(question: &Question<'_>) -> Result<Includes, RenameProblem> {
    let imports = question.files.language.manifest().imports.as_ref().ok_or(RenameProblem::NotKnown)?;
    Ok(Includes::of(&question.files.sources, imports))
}

impl TargetDefinition {
    fn of(question: &Question<'_>) -> Result<Self, RenameProblem> {
        let Question { found, ref files, .. } = *question;
        let language = files.language;
        let rules = language.manifest().names.as_ref().ok_or(RenameProblem::NotKnown)?;
        let file = question.files.sources.iter().position(|source| source.path == *question.path);
        let file = file.ok_or(RenameProblem::NotKnown)?;
        let text = &question.files.sources[file].text;
        let mut syntax = Syntax::with_macros(language, question.files.macros.clone());
        let readings = readings(&mut syntax, &files.graphs, text)?;
        let name_in =
            |reading: &ParsedReading| TextNames::definition_in(&reading.tree, &reading.text, rules, found);
        let mut named = readings.iter().filter_map(|reading| Some((reading, name_in(reading)?)));
        let (reading, name) = named.next().ok_or(RenameProblem::NoName)?;
        let old = text.get(name.clone()).unwrap_or_default();
        let wanted = |name: &str| name == old;
        let names = TextNames::of(language, &reading.tree, &reading.text, rules, (old, None), &wanted);
        let own = names.uses.iter().find(|one| one.range == name);
        let class = own.and_then(|own| match own.owner {
            Some(owner) => Some(last_of_path(owner)),
            None => {
                let scope = &names.scopes[own.scope];
                (scope.sort == ScopeKind::Class).then(|| scope.name.unwrap_or_default().to_owned())
            }
        });
        let before = text.get(..name.start).unwrap_or_default();
        let statement = before.rfind([';', '{', '}']).map_or(0, |at| at + 1);
        let mut words = before[statement..].split(|char| !is_word_char(char));
        let is_internal = class.is_none() && words.any(|word| has(&rules.internal, word));
        Ok(Self { file, name, from: found.definition.start, is_internal, class })
    }
}

/// The last name of a path, without arguments.
fn last_of_path(path: &str) -> String {
    let plain = path.trim_end_matches("::");
    let plain = plain.split('<').next().unwrap_or(plain);
    plain.rsplit("::").next().unwrap_or(plain).trim().to_owned()
}

type Outcome = (Vec<NamedUse>, Vec<Spot>, Vec<Spot>);

impl Search<'_> {
    fn run(mut self) -> Result<Outcome, RenameProblem> {
        let mut pending = self.units()?;
        self.declared.insert((self.target.file, self.target.name.start));
        loop {
            let (ready, rest): (Vec<TranslationUnit>, Vec<TranslationUnit>) =
                pending.into_iter().partition(|unit| self.anchor(unit).is_some());
            pending = rest;
            if ready.is_empty() {
                break;
            }
            for unit in ready {
                let is_own = unit.byte(self.target.file, self.target.name.start).is_some();
                let whole = self.whole(&unit);
                let mut plain = None;
                if whole.is_some() && is_own && self.around_it.is_none() {
                    plain = Some(self.judged(&unit)?);
                    self.around_it = plain.as_ref().and_then(|judged| judged.as_ref()?.findings.around_it);
                }
                let judged = whole.map(|whole| Ok((self.judged(&whole)?, whole))).transpose()?;
                // What is not parsed in files without the name may spoil the rest.
                let clean =
                    judged.filter(|(judged, _)| judged.as_ref().is_some_and(|judged| !judged.has_unread()));
                let (judged, unit) = match clean {
                    Some(clean) => clean,
                    None => (plain.map_or_else(|| self.judged(&unit), Ok)?, unit),
                };
                if let Some(judged) = judged {
                    self.take(&unit, &judged, |_| true);
                }
                self.covered.extend(&unit.shown);
            }
        }
        for unit in &pending {
            self.judge_stranger(unit)?;
        }
        let own = self.verdicts.get(&(self.target.file, self.target.name.start));
        if !matches!(own, Some(Verdict::Certain | Verdict::Undecidable(_))) {
            return Err(RenameProblem::NoName);
        }
        let path = |file: SourceId| self.question.files.sources[file].path.clone();
        let uses = self.verdicts.iter().map(|((file, at), verdict)| NamedUse {
            path: path(*file),
            range: *at..self.end(*file, *at),
            verdict: *verdict,
            is_definition: self.declared.contains(&(*file, *at)),
            is_import: false,
        });
        let spots = |places: &BTreeSet<(SourceId, usize)>| -> Vec<Spot> {
            let spot = |(file, at): &(SourceId, usize)| Spot {
                path: path(*file),
                at: *at,
                label: "has the new name",
            };
            places.iter().map(spot).collect()
        };
        Ok((uses.collect(), spots(&self.taken), spots(&self.taken_uses)))
    }

    /// The end of the name at a place; the place itself where another thing stands.
    fn end(&self, file: SourceId, at: usize) -> usize {
        let rest = self.question.files.sources[file].text.get(at..).unwrap_or_default();
        let is_name = rest.strip_prefix(self.old).is_some_and(|rest| !rest.starts_with(is_word_char));
        if is_name { at + self.old.len() } else { at }
    }

    /// The texts that show all files in which the old or the new name stands, without files that have no name of interest.
    fn units(&self) -> Result<Vec<TranslationUnit>, RenameProblem> {
        let sources = &self.question.files.sources;
        let has_word = |word: &str| -> Vec<bool> {
            sources.iter().map(|source| !word.is_empty() && word_at(&source.text, word).is_some()).collect()
        };
        let (has_old, has_new) = (&self.has_old, has_word(self.new));
        let has_class = has_word(self.target.class.as_deref().unwrap_or_default());
        let of_interest = |file: SourceId| {
            let is_wanted = has_old[file] || has_new[file] || has_class[file];
            is_wanted.then(|| &*sources[file].text)
        };
        let files = self.files(&of_interest);
        let includes = self.includes;
        let named = |file: &SourceId| has_old[*file] || has_new[*file];
        let mut units: Vec<TranslationUnit> = Vec::new();
        let mut shown: HashSet<SourceId> = HashSet::new();
        let mut total = 0;
        let mut add = |root: SourceId, shown: &mut HashSet<SourceId>| {
            let unit = TranslationUnit::of(&files, root);
            total += unit.text.len();
            shown.extend(&unit.shown);
            units.push(unit);
            if total > MOST_TEXT { Err(RenameProblem::TooCostly) } else { Ok(()) }
        };
        for root in (0..sources.len()).filter(|file| named(file) && includes.by[*file].is_empty()) {
            add(root, &mut shown)?;
        }
        for file in (0..sources.len()).filter(|file| has_old[*file]) {
            if !shown.contains(&file) {
                add(root_of(includes, file), &mut shown)?;
            }
            if !shown.contains(&file) {
                add(file, &mut shown)?;
            }
        }
        Ok(units)
    }

    /// What units are made of, where `shown` says which text of a file is of interest.
    fn files<'f>(&'f self, shown: &'f dyn Fn(SourceId) -> Option<&'f str>) -> UnitFiles<'f> {
        let manifest = self.question.files.language.manifest();
        UnitFiles {
            sources: &self.question.files.sources,
            includes: self.includes,
            rules: self.imports,
            masks: manifest.view.masks.as_ref(),
            names: [self.old, self.new],
            shown,
        }
    }

    /// A unit with all that it brings in: what is inherited, and what objects are, stands in files without the name.
    /// `None` where that would be too much text, or nothing that matters.
    fn whole(&mut self, unit: &TranslationUnit) -> Option<TranslationUnit> {
        let language = self.question.files.language;
        let masks = language.manifest().view.masks.as_ref()?;
        let rules = language.manifest().names.as_ref()?;
        if rules.single || self.whole_text > MOST_WHOLE_TEXT {
            return None;
        }
        let heads_of = |file: SourceId| {
            let text = &*self.question.files.sources[file].text;
            let has_name =
                [self.old, self.new].iter().any(|name| !name.is_empty() && word_at(text, name).is_some());
            (!has_name).then(|| heads(language, masks, text))
        };
        let shown = |file: SourceId| {
            let heads = self.heads[file].get_or_init(|| heads_of(file));
            Some(heads.as_deref().unwrap_or(&*self.question.files.sources[file].text))
        };
        let mut whole = TranslationUnit::of(&self.files(&shown), unit.root);
        whole.is_whole = true;
        self.whole_text += whole.text.len();
        Some(whole)
    }

    /// A declaration of the definition in a unit: the definition itself where it is there.
    fn anchor(&self, unit: &TranslationUnit) -> Option<(usize, usize)> {
        if let Some(at) = unit.byte(self.target.file, self.target.name.start) {
            let from = unit.byte(self.target.file, self.target.from).unwrap_or(at);
            return Some((from.min(at), at));
        }
        let declared = self.declared.iter().filter(|(file, _)| unit.shown.contains(file));
        declared.filter_map(|(file, at)| unit.byte(*file, *at)).min().map(|at| (at, at))
    }

    fn asked(&self, unit: &TranslationUnit, anchor: Anchor) -> TextQuestion<'_> {
        let source = &self.question.files.sources[unit.root];
        let extension = source.path.extension();
        let language = extension.and_then(|own| Language::of_file(own, source.text.as_bytes()));
        let language = language.filter(|language| language.manifest().names.is_some());
        let language = language.unwrap_or(self.question.files.language);
        let is_unseen = |file| !unit.shown.contains(&file) && self.has_old[file];
        let is_set = self.is_set;
        // What replaces the definition may stand in other scopes.
        let is_own = unit.byte(self.target.file, self.target.name.start).is_some();
        let around_it = self.around_it.filter(|_| unit.is_whole && is_own);
        let is_whole = unit.is_whole && !unit.is_open && !self.includes.reach(&unit.open, is_unseen);
        TextQuestion {
            language,
            macros: self.question.files.macros,
            graphs: &self.question.files.graphs,
            old: self.old,
            new: self.new,
            anchor,
            is_whole,
            is_set,
            around_it,
        }
    }

    /// What is decided of the names of a unit with a declaration.
    fn judged(&self, unit: &TranslationUnit) -> Result<Option<Judged>, RenameProblem> {
        let Some((from, at)) = self.anchor(unit) else { return Ok(None) };
        let asked = self.asked(unit, Anchor::At { from, at });
        let is_own = unit.shown.contains(&self.target.file);
        match Judged::of(&unit.text, &asked) {
            Ok(judged) => Ok(Some(judged)),
            Err(RenameProblem::NoName) if !is_own => {
                let stranger = Stranger { is_member: true, is_open: true };
                let asked = self.asked(unit, Anchor::Nowhere(stranger));
                Judged::of(&unit.text, &asked).map(Some)
            }
            Err(problem) => Err(problem),
        }
    }

    fn judge_stranger(&mut self, unit: &TranslationUnit) -> Result<(), RenameProblem> {
        let covered = self.covered.clone();
        if unit.shown.iter().all(|file| covered.contains(file)) {
            return Ok(());
        }
        let declares = |file| self.declared.iter().any(|(declared, _)| *declared == file);
        let is_open = unit.is_open || self.includes.reach(&unit.open, declares);
        let stranger = Stranger { is_member: self.target.class.is_some(), is_open };
        let is_out_of_reach = stranger.is_out_of_reach();
        let mut asked = self.asked(unit, Anchor::Nowhere(stranger));
        asked.new = "";
        if is_out_of_reach {
            let judged = Judged::unrelated(&unit.text, &asked);
            self.take(unit, &judged, |file| !covered.contains(&file));
            return Ok(());
        }
        let mut judged = Judged::of(&unit.text, &asked)?;
        if self.target.is_internal {
            judged.findings.doubts.clear();
        }
        self.take(unit, &judged, |file| !covered.contains(&file));
        Ok(())
    }

    /// Takes in what is decided of the files of a unit.
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
        for (at, doubt) in &findings.doubts {
            note(*at, Verdict::Undecidable(*doubt));
        }
        for (place, verdict) in own {
            let known = self.verdicts.get(&place).map_or(verdict, |known| together(*known, verdict));
            self.verdicts.insert(place, known);
        }
        self.declared.extend(findings.declared.iter().filter_map(|at| unit.place(*at)));
        self.taken.extend(findings.taken.iter().filter_map(|at| unit.place(*at)));
        self.taken_uses.extend(findings.taken_uses.iter().filter_map(|at| unit.place(*at)));
    }
}

/// A file that no other brings in and that brings in this one, the nearest; the file itself where there is none.
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
