//! Plans consecutive renamings in one reading of the project.
//!
//! Invariant: the outcome is that of the renamings one after the other. No word of one renaming is a word of another,
//! and none of them adds or removes lines, so that each finds the same occurrences in the original text, at other
//! columns. A group ends after a renaming that reorders imports.

use std::collections::HashMap;
use std::rc::Rc;

use super::group::{ColumnShifts, GroupWords, PlannedRenamings};
use super::rename::by_its_name;
use crate::ir::{Action, FileSet, Mentions, OldName, Operation, PatchPath, SymbolRenaming};
use crate::lang::Language;
use crate::plan::run::Run;
use crate::plan::symbol::address::last_word;
use crate::plan::symbol::lookup::{language_of, resolve_symbol};
use crate::plan::tree::project::FilePatterns;
use crate::plan::users::uses::{ProjectTexts, includes_text};
use crate::resolve::bindings::{RenameQuestion, Renaming, rename_each};
use crate::resolve::by_includes::rename_each_by_includes;
use crate::resolve::symbol::{Purpose, SymbolMatch};

/// An operation of a group.
struct GroupOperation<'p> {
    operation: &'p Operation,
    wanted: &'p SymbolRenaming,
    found: SymbolMatch,
    /// The files that it may change besides its own.
    globs: Option<FilePatterns>,
}

impl GroupOperation<'_> {
    fn is_wanted(&self, path: &PatchPath) -> bool {
        *path == self.operation.path || self.globs.as_ref().is_none_or(|globs| globs.takes(path))
    }
}

impl<'p> Run<'p, '_> {
    /// Plans the renamings from an operation on, unless there is only one, or each must be planned separately.
    pub(super) fn plan_renames(&mut self, at: usize) {
        if at < self.renames.next {
            return;
        }
        let row = self.rename_group(at);
        let most = self.renames.most.map(|most| most * 2);
        self.renames =
            PlannedRenamings { first: at, next: at + row.len().max(1), most, ..PlannedRenamings::default() };
        if row.len() > 1
            && let Some((texts, renamings)) = self.rename_together(&row)
        {
            // A refused operation is planned separately, and those after it again: in smaller groups, in case more are
            // refused.
            let done = renamings.len();
            if done < row.len() {
                self.renames.most = Some(done.max(1));
                self.renames.next = at + done.max(1);
            }
            let mut starts: HashMap<PatchPath, Vec<usize>> = HashMap::new();
            for (path, edits) in renamings.iter().flat_map(|renaming| &renaming.edits) {
                starts.entry(path.clone()).or_default().extend(edits.iter().map(|edit| edit.range.start));
            }
            self.renames.texts = Some(Rc::new(texts));
            self.renames.renamings =
                renamings.into_iter().enumerate().map(|(i, own)| (at + i, own)).collect();
            self.renames.shifts =
                starts.into_iter().map(|(path, starts)| (path, ColumnShifts::of(starts))).collect();
        }
    }

    /// Returns the operations from `at` on that can be planned together.
    fn rename_group(&mut self, at: usize) -> Vec<GroupOperation<'p>> {
        let operations: &'p [Operation] = self.operations;
        let mut row: Vec<GroupOperation<'p>> = Vec::new();
        let mut language = None;
        let mut words = GroupWords::default();
        let most = self.renames.most.map_or(usize::MAX, |most| most * 2);
        for (at, operation) in operations.iter().enumerate().skip(at).take(most) {
            let Action::RenameSymbol(wanted) = &operation.action else { break };
            let is_plain = wanted.mentions == Mentions::Leave && wanted.old_name != OldName::KeptAsAlias;
            // If the first operation is not followed by another renaming, there is no group.
            let is_alone = row.is_empty()
                && !matches!(operations.get(at + 1).map(|next| &next.action), Some(Action::RenameSymbol(_)));
            if !is_plain || is_alone {
                break;
            }
            let Some((found, own)) = self.named_plainly(at, wanted) else { break };
            if !std::ptr::eq(*language.get_or_insert(own), own)
                || !words.take(wanted, last_word(&found.address))
            {
                break;
            }
            let globs = match &wanted.files {
                FileSet::Named => None,
                FileSet::Globs(globs) => match FilePatterns::new(globs) {
                    Ok(globs) => Some(globs),
                    Err(_) => break,
                },
            };
            row.push(GroupOperation { operation, wanted, found, globs });
        }
        row
    }

    /// Returns the only definition that an operation can mean, with its language, if the names of that language are
    /// resolved across files.
    fn named_plainly(
        &mut self,
        at: usize,
        wanted: &SymbolRenaming,
    ) -> Option<(SymbolMatch, &'static Language)> {
        let operations: &'p [Operation] = self.operations;
        let path = &operations[at].path;
        let document = self.text_at(at, path).ok().filter(|document| document.not_text().is_none())?;
        document.catch_up();
        let language = language_of(document, path, None).ok()?;
        if language.local_rules().is_none() && !includes_text(language) {
            return None;
        }
        let found = resolve_symbol(document, path, &wanted.symbol, Purpose::Rename).ok()?;
        Some((by_its_name(found, &wanted.symbol), language))
    }

    fn rename_together(&self, row: &[GroupOperation<'p>]) -> Option<(ProjectTexts, Vec<Renaming>)> {
        let first = row.first()?;
        let language = Language::by_extension(first.operation.path.extension()?)?;
        let names: Vec<&str> = row.iter().map(|one| last_word(&one.found.address)).collect();
        let paths: Vec<&PatchPath> = row.iter().map(|one| &one.operation.path).collect();
        let texts = ProjectTexts::read(&self.overlay, language, &paths, &names).ok()?;
        let is_wanted: Vec<_> = row.iter().map(|one| |path: &PatchPath| one.is_wanted(path)).collect();
        let tree = self.overlay.tree();
        let is_written: Vec<_> = row
            .iter()
            .map(|one| {
                move |path: &PatchPath, _: usize| super::rename::writes(tree, path, &one.wanted.new_name)
            })
            .collect();
        let questions: Vec<RenameQuestion<'_>> = row
            .iter()
            .zip(is_wanted.iter().zip(&is_written))
            .map(|(one, (is_wanted, is_written))| RenameQuestion {
                path: &one.operation.path,
                found: &one.found,
                options: super::rename::wish(one.wanted, is_wanted, is_written),
            })
            .collect();
        let renamings = match includes_text(language) {
            true => rename_each_by_includes(&texts.files(&self.macros), &questions)?,
            false => rename_each(texts.files(&self.macros), &questions)?,
        };
        Some((texts, renamings))
    }
}
