//! Decides where each import goes: to the top of its file, into the block of type-only imports, or into functions.

use super::bytes::MovedBytes;
use super::inner_imports::{ImportSlot, is_in_type};
use super::needs::RequiredName;
use super::order::runs_at_load;
use super::required_imports::{ImportStatement, NameSupply, NewImport};
use super::running::InnerImport;
use super::spell::Example;
use super::users::CollectedUses;
use super::{DefinitionMove, ImportBlock, Load};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::used::{Use, Verdict};

/// The place of an import.
enum ImportTime {
    Top,
    Types,
    Late(Vec<ImportSlot>),
}

impl DefinitionMove<'_> {
    /// Adds the imports that the moved code needs.
    pub(super) fn take_supplies(&mut self, supplies: Vec<(NameSupply, &RequiredName)>) {
        for (supply, need) in supplies {
            self.shown.extend(&supply.shown);
            self.widened.extend(&supply.widened);
            match self.way_of(&supply, need) {
                ImportTime::Top => self.take_at_top(supply, need),
                ImportTime::Types => self.take_for_types(supply),
                ImportTime::Late(slots) => {
                    let load = |to: &String| InnerImport { places: need.runs.clone(), to: to.clone() };
                    self.late_loads.extend(supply.loads.iter().map(load));
                    self.done.late.push((supply.name.clone(), self.files.to_path.to_owned()));
                    for slot in slots {
                        let statements = supply.imports.iter().filter_map(NewImport::statement).cloned();
                        self.late.entry(slot).or_default().extend(statements);
                    }
                    if need.has_types {
                        self.take_for_types(supply);
                    }
                }
            }
        }
        let late = std::mem::take(&mut self.late);
        self.own_edits.extend(self.files.late_edits(self.files.graph, late));
        self.done.blocks = distinct(std::mem::take(&mut self.done.blocks));
    }

    fn way_of(&self, supply: &NameSupply, need: &RequiredName) -> ImportTime {
        let from = self.files.project.path(self.files.from);
        let has_heading = self.files.rules.type_only.is_some();
        let is_plain = supply.imports.iter().all(|one| one.statement().is_some());
        let is_late = supply.loads.iter().any(|path| self.plan.brought.contains(path));
        if supply.is_type_only && has_heading && (is_late || supply.loads.iter().any(|path| path == from)) {
            return ImportTime::Types;
        }
        if !(is_late && is_plain) {
            return ImportTime::Top;
        }
        let slots = self.files.slots(self.files.graph, &need.runs, &need.name);
        slots.map_or(ImportTime::Top, ImportTime::Late)
    }

    fn take_at_top(&mut self, supply: NameSupply, need: &RequiredName) {
        let has_slot = |at: &&usize| self.files.slots(self.files.graph, &[**at], &need.name).is_some();
        let at = need.runs.iter().find(|at| !has_slot(at)).copied().unwrap_or(need.at);
        for brought in supply.imports {
            match brought {
                NewImport::Statement(line) => {
                    self.typed.extend(line.id.filter(|_| supply.is_type_only));
                    self.statements.push(line);
                }
                other => self.take_block(other),
            }
        }
        if supply.loads.iter().any(|path| path == self.files.project.path(self.files.from)) {
            self.needs.push(supply.name.clone());
        }
        if supply.is_type_only && self.files.export_rules().is_some() {
            return;
        }
        let (from, because) = (self.files.to_path, Some((self.files.from, at)));
        let is_early = self.files.calls().is_some()
            || need.runs.iter().any(|at| runs_at_load(self.files.graph, self.files.rules, *at));
        let loads = supply.loads.into_iter();
        self.loads.extend(loads.map(|to| Load { from: from.to_owned(), to, because, is_early }));
    }

    /// Adds type-only imports below their heading.
    fn take_for_types(&mut self, supply: NameSupply) {
        let apart = self.files.types_apart(self.files.to);
        for brought in supply.imports {
            match (brought, &apart) {
                (NewImport::Statement(line), Some((heading, import))) => {
                    let import = import.clone().and_then(|import| self.files.type_only_import(import));
                    self.statements.extend(import);
                    self.below.push((heading.clone(), line));
                }
                (NewImport::Statement(line), None) => self.statements.push(line),
                (other, _) => self.take_block(other),
            }
        }
    }

    fn take_block(&mut self, brought: NewImport) {
        match brought {
            NewImport::Statement(_) => {}
            NewImport::TypeOnly { heading, line } => self.below.push((heading, line)),
            NewImport::Verbatim(text) => self.done.blocks.push(ImportBlock::Whole(text)),
        }
    }

    /// Adds the import of the moved definitions that the old file still uses.
    pub(super) fn import_back(&mut self, users: &mut CollectedUses) {
        if users.kept.is_empty() {
            return;
        }
        let files = self.files;
        let from = files.project.path(files.from);
        let Some(module) = self.spell_new() else {
            let spot = self.spot(files.from, 0, "cannot name the other file in an import");
            self.done.unproven.push(spot);
            return;
        };
        if self.plan.kept && !self.question.is_kept {
            self.keep_late(users, &module);
        }
        if files.export_rules().is_some() {
            return self.export_kept(users, &module);
        }
        let kept = self.all.iter().map(|known| known.old.as_str()).filter(|name| users.kept.contains(*name));
        let names: Vec<String> = kept.map(str::to_owned).collect();
        if !names.is_empty() {
            let parts = Ok((module, files.list_of(files.graph, names)));
            let statement = ImportStatement { at: usize::MAX, parts, id: None };
            let whole = || vec![statement.text(files.rules)];
            self.done.kept.extend(files.each_alone(&statement).unwrap_or_else(whole));
            let (from, to) = (from.to_owned(), files.to_path.to_owned());
            let own = users.own.iter().filter(|(name, _)| users.kept.contains(name));
            let places = own.map(|(_, one)| one.range.start).chain(users.listed.iter().copied());
            // A use that is evaluated while the file is loaded makes the cycle unavoidable; other uses may be changed
            // to import later.
            let waits = |at: &usize| !runs_at_load(files.graph, files.rules, *at);
            let because = places.min_by_key(|at| (waits(at), *at)).map(|at| (files.from, at));
            self.loads.push(Load { from, to, because, is_early: true });
        }
    }

    /// Makes the old file import definitions that executable examples in its documentation use, unless that would
    /// create a cycle.
    pub(super) fn keep_for_documentation(&mut self, users: &mut CollectedUses, moved: &MovedBytes) {
        let files = self.files;
        let all = if self.question.is_kept { &[][..] } else { self.all };
        for known in all {
            let is_run = |one: &&Use| {
                one.file == files.from
                    && one.verdict == Verdict::Mention
                    && !moved.holds(one.range.start)
                    && files.graph.is_run_in_documentation(&one.range)
            };
            let Some(first) = known.uses.iter().find(is_run) else { continue };
            if users.kept.contains(&known.old) {
                continue;
            }
            match self.needs.is_empty() {
                true => drop(users.kept.insert(known.old.clone())),
                false => users.unproven.push((files.from, first.range.start, "is run in the old file")),
            }
        }
    }

    /// Returns the module path of the target file in the old one, in the style of the old file's imports.
    pub(super) fn spell_new(&self) -> Option<String> {
        let files = self.files;
        let from = files.project.path(files.from);
        let like = files.example.as_ref().map(|(written, to)| Example { written, leads_to: to });
        let spelled = files.project.spell(from, files.to_path, like.as_ref());
        spelled.or_else(|| files.project.spell(from, files.to_path, None))
    }

    /// Makes functions of the old file import the definitions that they use, if code outside of functions does not use
    /// them.
    fn keep_late(&mut self, users: &mut CollectedUses, module: &str) {
        let files = self.files;
        for known in self.all {
            let own = users.own.iter().filter(|(name, _)| *name == known.old);
            let (types, runs): (Vec<_>, Vec<_>) = own
                .map(|(_, one)| one)
                .partition(|one| one.role == NameRole::Quoted || is_in_type(files, files.graph, &one.range));
            let places: Vec<usize> = runs.iter().map(|one| one.range.start).collect();
            let slots = match places.is_empty() {
                true if types.is_empty() => continue,
                true => Vec::new(),
                false => match files.slots(files.graph, &places, &known.old) {
                    Some(slots) => slots,
                    None => continue,
                },
            };
            if !types.is_empty() && files.rules.type_only.is_none() {
                continue;
            }
            users.kept.remove(&known.old);
            let statement = ImportStatement {
                at: usize::MAX,
                parts: Ok((module.to_owned(), known.old.clone())),
                id: None,
            };
            if !types.is_empty()
                && let Some((heading, import)) = files.types_apart(Some(files.from))
            {
                self.done.kept.extend(import);
                let line = statement.text(files.rules);
                self.done.kept_blocks.push(ImportBlock::Below { heading, line });
            }
            if !slots.is_empty() {
                self.late_loads.push(InnerImport { places, to: files.to_path.to_owned() });
                self.done.late.push((known.old.clone(), files.project.path(files.from).to_owned()));
            }
            for slot in slots {
                self.late.entry(slot).or_default().push(statement.clone());
            }
        }
        let late = std::mem::take(&mut self.late);
        self.own_edits.extend(files.late_edits(files.graph, late));
    }
}

impl NewImport {
    /// Returns the import, if it is a plain statement.
    fn statement(&self) -> Option<&ImportStatement> {
        match self {
            Self::Statement(line) => Some(line),
            Self::TypeOnly { .. } | Self::Verbatim(_) => None,
        }
    }
}

fn distinct(blocks: Vec<ImportBlock>) -> Vec<ImportBlock> {
    let mut found: Vec<ImportBlock> = Vec::new();
    for block in blocks {
        if !found.contains(&block) {
            found.push(block);
        }
    }
    found
}
