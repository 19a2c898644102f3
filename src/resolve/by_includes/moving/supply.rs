//! How the target file gets what the moved code needs: from a file that it includes already, or by an include that
//! comes along; what no include provides is reported.

use std::collections::BTreeSet;

use super::declared::FreeDeclaration;
use super::include_lines::IncludeLine;
use super::needs::{NeededName, Qualifier};
use super::{IncludedMove, declared};
use crate::ir::SymbolTarget;
use crate::resolve::bindings::{CarriedImports, DefinitionQuery, RenameProblem, Verdict};
use crate::resolve::by_includes::find_uses_by_includes;
use crate::resolve::by_includes::includes::SourceId;
use crate::resolve::by_includes::macro_uses::reach;
use crate::resolve::symbol::{Purpose, Symbols};
use crate::text::Buffer;
use crate::text::normal::{contains, find_word};

/// The label of a name that the target file does not see.
const NOT_SEEN: &str = "is not visible there";
/// The label of a name that the target file has for something else.
const OTHER_MEANING: &str = "means something else there";
/// The label of a name that needs a `using` line of the old file.
pub(super) const OPENED: &str = "is found by a `using` line that the other file does not have";
/// The label of a name that only some builds provide.
const CONDITIONAL: &str = "comes from an include under a condition";

/// The maximum number of names whose uses are searched for in the project.
const MOST_SEARCHED: usize = 20;

/// How the target file gets a name.
enum Supply<'q> {
    /// It sees the name already, or needs nothing.
    Seen,
    /// It needs what a line of the old file includes.
    By(IncludeLine<'q>),
    /// It needs the old file.
    ByOldFile,
    /// Nothing gives it the name.
    Missing(&'static str),
    /// No file of the project declares the name.
    Unknown,
}

impl<'q> IncludedMove<'q> {
    /// Collects the includes that the target file needs, and the names that none of them provides.
    pub(super) fn supply(&self, done: &mut CarriedImports) -> Result<(), RenameProblem> {
        self.supply_needs(&self.needed_names()?, done);
        Ok(())
    }

    /// Like [`Self::supply`], for some of the names.
    pub(super) fn supply_needs(&self, needs: &[NeededName<'q>], done: &mut CarriedImports) {
        let mut lines: Vec<IncludeLine<'q>> = Vec::new();
        let mut is_old_file_needed = false;
        let mut unknown = Vec::new();
        let mut private: BTreeSet<String> = BTreeSet::new();
        let is_macro = self.found.iter().all(|(found, _)| self.is_macro(found.kind));
        for need in needs {
            let supply = match self.supply_of(need) {
                Supply::Seen if self.is_incomplete_there(need, needs) => Supply::Missing(NOT_SEEN),
                supply => supply,
            };
            match supply {
                Supply::Seen => {}
                Supply::By(line) => lines.push(line),
                Supply::ByOldFile => is_old_file_needed = true,
                // What a macro names is looked up where it is used.
                Supply::Missing(_) if is_macro => {}
                Supply::Missing(label) => {
                    done.hidden.push(self.place(need.at, label));
                    if label == NOT_SEEN {
                        private.insert(need.name.to_owned());
                    }
                }
                Supply::Unknown => unknown.push(*need),
            }
        }
        let (from_system, conditional) = self.system_lines(&unknown);
        lines.extend(from_system);
        if !is_macro {
            done.hidden.extend(conditional.into_iter().map(|at| self.place(at, CONDITIONAL)));
            done.hidden.extend(self.opened_names(&unknown));
        }
        lines.sort_by_key(|line| line.end);
        lines.dedup_by_key(|line| line.end);
        done.needed.extend(lines.iter().map(|line| self.respelled(line)));
        if is_old_file_needed {
            done.needed.push(self.include_of_old_file());
        }
        done.needed.dedup();
        done.come_along = private.into_iter().collect();
    }

    /// Determines how the target file gets a name.
    fn supply_of(&self, need: &NeededName<'q>) -> Supply<'q> {
        if need.qualifier == Qualifier::Object {
            return self.supply_of_member(need);
        }
        if let Qualifier::Path(path) = need.qualifier
            && path.split(':').any(|part| contains(&self.rules.foreign, part))
        {
            return Supply::Unknown;
        }
        if contains(&self.rules.foreign, need.name) {
            return Supply::Seen;
        }
        let here = self.declaring(need, &self.seen_from);
        let there = self.declaring(need, &self.seen_to);
        if here.iter().any(|(file, one)| *file == self.from && self.is_moved(one.at)) {
            return Supply::Seen;
        }
        if here.is_empty() {
            return match (there.is_empty(), need.qualifier) {
                (false, Qualifier::None) => Supply::Missing(OTHER_MEANING),
                (_, Qualifier::None) if !self.is_member_somewhere(need.name) => Supply::Unknown,
                _ => Supply::Seen,
            };
        }
        let is_same = |(file, one): &(SourceId, FreeDeclaration)| {
            here.iter().any(|(own, other)| own == file || self.are_one((*own, other), (*file, one)))
        };
        let is_open_there = |one: &FreeDeclaration| {
            let mut around = self.found.iter().map(|(found, _)| &found.identity.names);
            one.scope.is_empty()
                || need.qualifier != Qualifier::None
                || around.any(|names| names.starts_with(&one.scope))
                || self.opens(&self.seen_to, &one.scope)
        };
        if !here.iter().any(|(_, one)| is_open_there(one)) {
            return Supply::Missing(OPENED);
        }
        if there.iter().any(is_same) {
            let own = there.iter().filter(|(file, _)| Some(*file) == self.to).map(|(_, one)| one.range.end);
            if there.iter().all(|(file, _)| Some(*file) == self.to) {
                self.last_needed.set(self.last_needed.get().max(own.min().unwrap_or_default()));
            }
            return Supply::Seen;
        }
        let is_overload =
            |one: &FreeDeclaration| self.language.manifest().symbols.overloads && self.is_function(&one.kind);
        if there.iter().any(|(_, one)| !is_overload(one)) {
            return Supply::Missing(OTHER_MEANING);
        }
        let own: BTreeSet<SourceId> = here.iter().map(|(file, _)| *file).collect();
        self.supply_by_includes(&own).unwrap_or_else(|| match self.means_any(need, &here) {
            true => Supply::Missing(NOT_SEEN),
            false => Supply::Seen,
        })
    }

    /// Returns the include that provides one of some files.
    fn supply_by_includes(&self, files: &BTreeSet<SourceId>) -> Option<Supply<'q>> {
        let is_free =
            |file: &SourceId| self.to.is_none_or(|to| !reach(&self.project.includes, *file).contains(&to));
        let lines = self.lines_above_code();
        let direct = lines.iter().find(|line| line.file.is_some_and(|file| files.contains(&file)));
        let line = direct.or_else(|| lines.iter().find(|line| !self.reached_by(line).is_disjoint(files)));
        if let Some(line) = line.filter(|line| line.file.as_ref().is_some_and(is_free)) {
            return Some(match line.is_conditional {
                true => Supply::Missing(CONDITIONAL),
                false => Supply::By(line.clone()),
            });
        }
        let may_include =
            files.contains(&self.from) && self.is_header(self.question.from) && is_free(&self.from);
        may_include.then_some(Supply::ByOldFile)
    }

    /// Returns the include that makes a member known. What no include provides is no member of a type that the code
    /// names, or that type is reported.
    fn supply_of_member(&self, need: &NeededName<'q>) -> Supply<'q> {
        let with_member = |files: &BTreeSet<SourceId>| -> BTreeSet<SourceId> {
            let has_word = |file: &&SourceId| self.project.has_word(**file, need.name);
            let named = files.iter().filter(has_word);
            named.filter(|file| self.declarations(**file).has_member(need.name)).copied().collect()
        };
        if !with_member(&self.seen_to).is_empty() {
            return Supply::Seen;
        }
        let mut here = with_member(&self.seen_from);
        let is_own = here.remove(&self.from);
        match self.supply_by_includes(&here) {
            Some(supply @ Supply::By(_)) => supply,
            _ if is_own && !self.is_of_moved_type(need.name) => Supply::Missing(NOT_SEEN),
            _ => Supply::Seen,
        }
    }

    /// Returns whether the moved code itself has a type with a member of the name.
    pub(super) fn is_of_moved_type(&self, name: &str) -> bool {
        let own = self.declarations(self.from);
        let moved = self.ranges.iter().flat_map(|range| own.free_within(range));
        let mut types = moved.filter(|one| self.is_type(&one.kind));
        types.any(|one| find_word(&self.text()[one.range.clone()], name).is_some())
    }

    /// Returns whether the target file sees a type only as a name, while the old file defines it, and the code needs
    /// its members or its size.
    fn is_incomplete_there(&self, need: &NeededName<'_>, needs: &[NeededName<'_>]) -> bool {
        let is_defined = |file: &SourceId| {
            let own = self.declarations(*file);
            let named: Vec<FreeDeclaration> = own.named(need.name).cloned().collect();
            named.into_iter().find(|one| {
                let text = &self.project.text(*file)[one.range.clone()];
                self.is_type(&one.kind) && !one.is_declaration && text.contains('{')
            })
        };
        if need.qualifier == Qualifier::Object || self.seen_to.iter().any(|file| is_defined(file).is_some()) {
            return false;
        }
        let Some(own) = is_defined(&self.from).filter(|own| !self.is_moved(own.at)) else { return false };
        let text = &self.text()[own.range];
        let is_member = |other: &NeededName<'_>| {
            other.qualifier == Qualifier::Object && find_word(text, other.name).is_some()
        };
        let behind = self.text()[need.at + need.name.len()..].trim_start();
        !behind.starts_with('*') || needs.iter().any(is_member)
    }

    /// Returns the declarations of a name in some files that the moved code may mean.
    pub(super) fn declaring(
        &self,
        need: &NeededName<'_>,
        files: &BTreeSet<SourceId>,
    ) -> Vec<(SourceId, FreeDeclaration)> {
        let mut found = Vec::new();
        for file in files.iter().filter(|file| self.project.has_word(**file, need.name)) {
            let declared = self.declarations(*file);
            found.extend(
                declared
                    .named(need.name)
                    .filter(|one| self.may_mean(need, one))
                    .map(|one| (*file, one.clone())),
            );
        }
        found
    }

    /// Returns whether the scopes around a name let it mean a declaration.
    fn may_mean(&self, need: &NeededName<'_>, one: &FreeDeclaration) -> bool {
        match need.qualifier {
            Qualifier::Path(path) => {
                let path = declared::names_of(path);
                path.is_empty() && one.scope.is_empty() || !path.is_empty() && one.scope.last() == path.last()
            }
            _ => {
                let mut around = self.found.iter().map(|(found, _)| &found.identity.names);
                one.scope.is_empty()
                    || around.any(|names| names.starts_with(&one.scope))
                    || self.opens(&self.seen_from, &one.scope)
            }
        }
    }

    /// Returns whether two declarations declare the same thing: their texts are equal, or one of them only declares
    /// what another file defines.
    fn are_one(
        &self,
        (file, one): (SourceId, &FreeDeclaration),
        (other_file, other): (SourceId, &FreeDeclaration),
    ) -> bool {
        let text = |file: SourceId, one: &FreeDeclaration| {
            self.project.text(file).get(one.range.clone()).unwrap_or_default()
        };
        let (own, others) = (text(file, one), text(other_file, other));
        let is_internal = |text: &str| {
            let head = text.split(['(', '{', '=']).next().unwrap_or_default();
            self.rules.internal.iter().any(|word| find_word(head, word).is_some())
        };
        let is_linked = !is_internal(own) && !is_internal(others) && one.kind == other.kind;
        own == others || is_linked && (one.is_declaration || other.is_declaration)
    }

    /// Returns whether a name that the text shows may mean one of the declarations of the old file.
    fn means_any(&self, need: &NeededName<'_>, here: &[(SourceId, FreeDeclaration)]) -> bool {
        if self.searched.replace(self.searched.get() + 1) >= MOST_SEARCHED {
            return true;
        }
        let own = here.iter().filter(|(file, _)| *file == self.from);
        let buffer = Buffer::of_text(self.text());
        let mut symbols = Symbols::with_macros(self.language, self.question.files.macros.clone());
        let mut is_unrelated = |one: &FreeDeclaration| {
            let target = SymbolTarget { symbol: Some(one.address.clone()), ..SymbolTarget::default() };
            let found = symbols.look_up(&buffer, &target, Purpose::Read)?;
            let files = self.question.files.clone();
            let uses =
                find_uses_by_includes(&DefinitionQuery { files, path: self.question.from, found: &found });
            let uses = uses.ok()?;
            let own =
                uses.iter().find(|one| one.path == *self.question.from && one.range.start == need.at)?;
            Some(matches!(own.verdict, Verdict::Unrelated | Verdict::Mention))
        };
        let verdicts: Vec<bool> = own.map(|(_, one)| is_unrelated(one) == Some(true)).collect();
        verdicts.is_empty() || !verdicts.iter().all(|is_unrelated| *is_unrelated)
    }

    /// Returns whether a class that the old file sees has a member of the name.
    fn is_member_somewhere(&self, name: &str) -> bool {
        let has =
            |file: &SourceId| self.project.has_word(*file, name) && self.declarations(*file).has_member(name);
        self.seen_from.iter().any(has)
    }
}
