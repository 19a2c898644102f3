//! Works out renamings that follow one another in one reading of the project.
//!
//! Invariant: the outcome is that of one after the other. No word of one renaming is a word of another, and none of them
//! changes lines, so that each finds in the text of before what it would find behind the others, at other columns. A row ends
//! behind one that puts imports in order again.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::rename::by_its_name;
use crate::ir::{Action, FileSet, Mentions, OldName, Operation, PatchPath, SymbolRenaming};
use crate::lang::Language;
use crate::plan::run::Run;
use crate::plan::symbol::lookup::{language_of, last_word, resolve_symbol};
use crate::plan::tree::project::FilePatterns;
use crate::plan::users::uses::{Texts, brings_in_text};
use crate::resolve::bindings::{RenameQuestion, Renaming, rename_each};
use crate::resolve::rename::rename_each_by_includes;
use crate::resolve::symbol::{Purpose, SymbolMatch};
use crate::text::normal::is_word_char;
use crate::text::{Edit, EditSet};

/// Renamings that are worked out already.
#[derive(Default)]
pub(in crate::plan) struct RenameRow {
    /// The first operation of the row.
    first: usize,
    /// No row begins before this operation.
    next: usize,
    /// The greatest number of operations in the row before, if there was a limit.
    most: Option<usize>,
    texts: Option<Rc<Texts>>,
    /// By the operations, in the texts as they were read.
    renamings: HashMap<usize, Renaming>,
    shifts: HashMap<PatchPath, ColumnShifts>,
}

impl RenameRow {
    /// The renaming of an operation, with the texts as they were read: its edits are those of the texts as the operations
    /// before have left them, its places those of the texts that were read, which have the same lines.
    pub(in crate::plan) fn take(&mut self, at: usize) -> Option<(Rc<Texts>, Renaming)> {
        let mut renaming = self.renamings.remove(&at)?;
        self.shift(&mut renaming.edits);
        Some((self.texts.clone()?, renaming))
    }

    /// Forgets what is worked out for the operations behind one, which changed more than names: what is behind it is worked
    /// out anew, in shorter rows, should more of them do so.
    pub(super) fn cut_behind(&mut self, at: usize) {
        if self.next > at + 1 {
            self.renamings.clear();
            self.next = at + 1;
            self.most = Some(at + 1 - self.first);
        }
    }

    fn shift(&mut self, edits: &mut [(PatchPath, EditSet)]) {
        for (path, edits) in edits {
            let Some(shifts) = self.shifts.get_mut(path) else { continue };
            let own: Vec<Edit> = edits.iter().cloned().collect();
            let moved = own.iter().map(|edit| {
                let by = shifts.before(edit.range.start);
                let range =
                    edit.range.start.saturating_add_signed(by)..edit.range.end.saturating_add_signed(by);
                Edit { range, text: edit.text.clone() }
            });
            *edits = EditSet::new(moved.collect()).expect("all names behind one another move alike");
            own.iter().for_each(|edit| shifts.note(edit));
        }
    }
}

/// How far the places of a text move by edits, which are known beforehand and made one after the other: a Fenwick tree.
struct ColumnShifts {
    /// Where the edits begin, in order.
    starts: Vec<usize>,
    sums: Vec<isize>,
}

impl ColumnShifts {
    fn of(mut starts: Vec<usize>) -> Self {
        starts.sort_unstable();
        let sums = vec![0; starts.len() + 1];
        Self { starts, sums }
    }

    /// How far the edits that were made move what begins at a byte.
    fn before(&self, byte: usize) -> isize {
        let mut at = self.starts.partition_point(|start| *start < byte);
        let mut sum = 0;
        while at > 0 {
            sum += self.sums[at];
            at &= at - 1;
        }
        sum
    }

    /// Notes that an edit was made.
    fn note(&mut self, edit: &Edit) {
        let by = edit.text.len() as isize - edit.range.len() as isize;
        let mut at = self.starts.partition_point(|start| *start < edit.range.start) + 1;
        while at < self.sums.len() {
            self.sums[at] += by;
            at += at & at.wrapping_neg();
        }
    }
}

/// An operation of a row.
struct RowOperation<'p> {
    operation: &'p Operation,
    wanted: &'p SymbolRenaming,
    found: SymbolMatch,
    /// The files that it may change beside its own.
    globs: Option<FilePatterns>,
}

impl RowOperation<'_> {
    fn is_wanted(&self, path: &PatchPath) -> bool {
        *path == self.operation.path || self.globs.as_ref().is_none_or(|globs| globs.takes(path))
    }
}

impl<'p> Run<'p, '_> {
    /// Works out the renamings from an operation on, unless there is only one, or each must be done on its own.
    pub(super) fn plan_renames(&mut self, at: usize) {
        if at < self.renames.next {
            return;
        }
        let row = self.rename_row(at);
        let most = self.renames.most.map(|most| most * 2);
        self.renames = RenameRow { first: at, next: at + row.len().max(1), most, ..RenameRow::default() };
        if row.len() > 1
            && let Some((texts, renamings)) = self.rename_together(&row)
        {
            // What is refused is worked out alone, and what is behind it anew: in shorter rows, should more be refused.
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

    /// The operations from one on that may be worked out together.
    fn rename_row(&mut self, at: usize) -> Vec<RowOperation<'p>> {
        let operations: &'p [Operation] = self.operations;
        let mut row: Vec<RowOperation<'p>> = Vec::new();
        let mut language = None;
        let mut words = RowWords::default();
        let most = self.renames.most.map_or(usize::MAX, |most| most * 2);
        for (at, operation) in operations.iter().enumerate().skip(at).take(most) {
            let Action::RenameSymbol(wanted) = &operation.action else { break };
            let is_plain = wanted.mentions == Mentions::Leave && wanted.old_name != OldName::Stays;
            // The first one tells whether there is another one.
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
            row.push(RowOperation { operation, wanted, found, globs });
        }
        row
    }

    /// The only definition that an operation may mean, with its language, where names of that are followed over files.
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
        if language.local_rules().is_none() && !brings_in_text(language) {
            return None;
        }
        let found = resolve_symbol(document, path, &wanted.symbol, Purpose::Rename).ok()?;
        Some((by_its_name(found, &wanted.symbol), language))
    }

    fn rename_together(&self, row: &[RowOperation<'p>]) -> Option<(Texts, Vec<Renaming>)> {
        let first = row.first()?;
        let language = Language::by_extension(first.operation.path.extension()?)?;
        let names: Vec<&str> = row.iter().map(|one| last_word(&one.found.address)).collect();
        let paths: Vec<&PatchPath> = row.iter().map(|one| &one.operation.path).collect();
        let texts = Texts::read(&self.overlay, language, &paths, &names).ok()?;
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
                wish: super::rename::wish(one.wanted, is_wanted, is_written),
            })
            .collect();
        let renamings = match brings_in_text(language) {
            true => rename_each_by_includes(&texts.files(&self.macros), &questions)?,
            false => rename_each(texts.files(&self.macros), &questions)?,
        };
        Some((texts, renamings))
    }
}

/// The words of the operations of a row: what each renames and to what, and what their addresses are made of.
#[derive(Default)]
struct RowWords<'p> {
    old: HashSet<String>,
    new: HashSet<&'p str>,
    of_addresses: HashSet<&'p str>,
}

impl<'p> RowWords<'p> {
    /// Takes the words of an operation; false if it has to do with those before.
    fn take(&mut self, wanted: &'p SymbolRenaming, old: &str) -> bool {
        let parts = [&wanted.symbol.symbol, &wanted.symbol.class, &wanted.symbol.method];
        let of_address = parts.into_iter().flatten().flat_map(|part| part.split(|char| !is_word_char(char)));
        let of_address: Vec<&str> = of_address.filter(|word| !word.is_empty()).collect();
        let is_known = |word: &str| self.old.contains(word) || self.new.contains(word);
        let new = wanted.new_name.as_str();
        let is_apart = !is_known(old)
            && !is_known(new)
            && old != new
            && !self.of_addresses.contains(new)
            && !of_address.contains(&new)
            && !of_address.iter().any(|word| is_known(word));
        if is_apart {
            self.old.insert(old.to_owned());
            self.new.insert(new);
            self.of_addresses.extend(of_address);
        }
        is_apart
    }
}
