//! Corrected patches: the corrections of a refusal are put into the patch, and the result is written as text and
//! planned again.
//!
//! Invariant: every correction that is offered was planned, and applies without a new syntax error; a whole patch was
//! also parsed back from its text.
//! Invariant: of several equally likely corrections none is chosen; each gives a patch of its own.

use std::collections::{HashMap, HashSet};

use super::independent_problems::is_its_own;
use super::syntax::{self, SyntaxCheck};
use super::{Options, PatchRun};
use crate::diag::Diagnostic;
use crate::ir::{Action, Change, Locator, Operation, Patch, PatchPath, PatternSyntax};
use crate::parse::{Direction, ReadOptions};
use crate::plan::{Advice, Correction, FileChange, Node, Plan, ReadFiles, Refused, plan_advised};
use crate::report::{RepairedOperation, Repairs};
use crate::vfs::ReadTree;
use crate::write;

/// The number of times the corrected patch is planned to find further problems; a patch of more than [`MANY`]
/// operations is planned only once.
const MAX_ROUNDS: usize = 4;
const MANY: usize = 500;

/// The maximum number of corrections that are tried one by one if the patch as a whole cannot be corrected.
const MAX_TRIED: usize = 20;

/// If there are more ways to correct an operation, none is offered.
const MAX_CORRECTIONS: usize = 8;

/// The total size, in bytes, above which files are not checked for syntax errors of a correction: parsing that much
/// takes a tenth of a second.
const MAX_CHECKED: usize = 500_000;

/// The maximum number of times the rest of a patch is planned if some operations cannot be corrected.
const MAX_BEYOND: usize = 6;

/// Returns the corrections for a refusal, and the problems that only show once others are solved.
pub(super) fn repairs(
    run: PatchRun<'_>,
    refused: &Refused,
    tree: &dyn ReadTree,
) -> (Repairs, Vec<Diagnostic>) {
    let mut draft = Draft::of(run, refused);
    draft.adopt(refused, tree);
    let mut later = Vec::new();
    if let Some(patch) = draft.whole(tree) {
        return (draft.repairs(Some(patch), tree), later);
    }
    let rounds = if run.patch.operations.len() > MANY { 1 } else { MAX_ROUNDS };
    for _ in 0..rounds {
        if draft.ambiguous.is_some() || draft.is_stuck {
            break;
        }
        let Err(next) = plan_advised(&draft.patch(), tree, &draft.read) else { break };
        later.extend(next.problems.iter().filter(|problem| draft.is_new_problem(problem)).cloned());
        if !draft.adopt_more(&next, tree) {
            break;
        }
    }
    let (beyond, unchecked) = draft.check_rest(tree);
    later.extend(beyond);
    let patch = draft.whole(tree);
    let repairs = draft.repairs(patch, tree);
    (Repairs { unchecked, ..repairs }, later)
}

/// The patch as far as it is corrected.
struct Draft<'p> {
    /// The refused run.
    run: PatchRun<'p>,
    /// Its operations; `None` for those to be left out.
    operations: Vec<Option<Operation>>,
    /// The indices in `operations`, by the operation numbers shown to users.
    places: HashMap<usize, usize>,
    /// The ways to correct each refused operation, with its index in `operations`.
    corrections: Vec<(usize, Vec<Option<Operation>>)>,
    /// The only operation with several corrections, as an index into `ways`.
    ambiguous: Option<usize>,
    /// The numbers of the refused operations, as shown to users.
    refused_numbers: HashSet<usize>,
    /// Whether some problem has no correction.
    is_stuck: bool,
    /// The files read when the patch was refused.
    read: ReadFiles,
}

impl<'p> Draft<'p> {
    fn of(run: PatchRun<'p>, refused: &Refused) -> Self {
        let patch = run.patch;
        let numbers = refused.operations.iter().map(|operation| operation.origin.index);
        let mut places = HashMap::new();
        for (at, number) in numbers.enumerate() {
            places.entry(number).or_insert(at);
        }
        Self {
            run,
            places,
            operations: refused.operations.iter().cloned().map(Some).collect(),
            corrections: Vec::new(),
            ambiguous: None,
            refused_numbers: HashSet::new(),
            read: refused.read.clone(),
            is_stuck: !patch.refused.is_empty() || refused.operations.len() != patch.operations.len(),
        }
    }

    /// Returns the patch with the present corrections.
    fn patch(&self) -> Patch {
        self.patch_of(&self.operations)
    }

    /// Returns the patch with other operations, without those to be left out.
    fn patch_of(&self, operations: &[Option<Operation>]) -> Patch {
        let left_out = |end: usize| operations[..end].iter().filter(|own| own.is_none()).count();
        let runs = self
            .run
            .patch
            .tree_changes
            .iter()
            .map(|run| run.start - left_out(run.start)..run.end - left_out(run.end));
        Patch {
            operations: operations.iter().flatten().cloned().collect(),
            tree_changes: runs.collect(),
            warnings: Vec::new(),
            refused: Vec::new(),
            format: self.run.patch.format,
            comments: self.run.patch.comments.clone(),
            macros: self.run.patch.macros.clone(),
            matching: self.run.patch.matching,
            strip: self.run.patch.strip,
            own_text: self.run.patch.own_text,
        }
    }

    /// Returns whether a problem is about an operation that was not refused before.
    fn is_new_problem(&self, problem: &Diagnostic) -> bool {
        problem.operation.as_ref().is_some_and(|operation| !self.refused_numbers.contains(&operation.index))
    }

    /// Adopts the corrections of a refusal.
    fn adopt(&mut self, refused: &Refused, tree: &dyn ReadTree) {
        for advice in &refused.advice {
            let operation = &refused.operations[advice.at];
            let index = operation.origin.index;
            self.refused_numbers.insert(index);
            let Some(at) = self.position(index) else { continue };
            let mut ways = advice.ways(operation);
            // Each would have to be planned, and a list this long does not help the user to choose.
            if ways.len() > MAX_CORRECTIONS {
                self.is_stuck = true;
                continue;
            }
            if is_guess(advice) && ways.len() > 1 {
                ways.retain(|way| self.applies_with(at, way.clone(), tree));
            }
            match &ways[..] {
                [] => self.is_stuck = true,
                [only] => self.operations[at].clone_from(only),
                _ if self.ambiguous.is_none() => self.ambiguous = Some(self.corrections.len()),
                _ => self.is_stuck = true,
            }
            self.corrections.push((at, ways));
        }
    }

    /// Adopts the corrections of the refusal of a corrected patch, and withdraws corrections that did not help; returns
    /// `false` if nothing was gained.
    fn adopt_more(&mut self, refused: &Refused, tree: &dyn ReadTree) -> bool {
        let mut news = refused.clone();
        news.advice
            .retain(|advice| !self.refused_numbers.contains(&refused.operations[advice.at].origin.index));
        // An operation that was corrected and is refused again cannot be corrected.
        self.is_stuck |= news.advice.len() < refused.advice.len();
        let advised = refused.advice.iter().map(|advice| refused.operations[advice.at].origin.index);
        let advised: HashSet<usize> = advised.collect();
        let is_other =
            |way: &Option<Operation>| way.as_ref().is_none_or(|own| !advised.contains(&own.origin.index));
        self.corrections.retain(|(_, ways)| ways.iter().all(is_other));
        let before = self.corrections.len();
        self.adopt(&news, tree);
        self.corrections.len() > before
    }

    /// Returns the problems of the operations after those that cannot be corrected, and the number of operations that
    /// were not checked.
    fn check_rest(&self, tree: &dyn ReadTree) -> (Vec<Diagnostic>, usize) {
        if !self.is_stuck && self.ambiguous.is_none() {
            return (Vec::new(), 0);
        }
        let all: Vec<Operation> = self.operations.iter().flatten().cloned().collect();
        let corrected = self.corrections.iter().filter(|(_, ways)| ways.len() == 1).map(|(at, _)| *at);
        let corrected: HashSet<usize> = corrected.collect();
        let refused = self.refused_numbers.iter().filter_map(|index| self.places.get(index)).copied();
        let mut left_out: HashSet<usize> = refused.filter(|at| !corrected.contains(at)).collect();
        let (mut own, mut unchecked) = (Vec::new(), HashSet::new());
        let rounds = if self.operations.len() > MANY { 0 } else { MAX_BEYOND };
        for _ in 0..rounds {
            let mut operations = self.operations.clone();
            left_out.iter().for_each(|at| operations[*at] = None);
            let Err(next) = plan_advised(&self.patch_of(&operations), tree, &self.read) else {
                return (own, unchecked.len());
            };
            let before = left_out.len();
            for problem in next.problems {
                let index = problem.operation.as_ref().map(|operation| operation.index);
                let Some(at) = index.and_then(|index| self.places.get(&index)).copied() else { continue };
                left_out.insert(at);
                let Some(operation) = self.operations[at].as_ref().filter(|_| self.is_new_problem(&problem))
                else {
                    continue;
                };
                if is_its_own(&problem, operation, &all, tree) {
                    own.push(problem);
                } else {
                    unchecked.insert(at);
                }
            }
            if left_out.len() == before {
                break;
            }
        }
        // Operations after the last ones left out, on the same files, were not checked.
        let path = |at: usize| self.operations[at].as_ref().map(|operation| &operation.path);
        let mut firsts: HashMap<Option<&PatchPath>, usize> = HashMap::new();
        for at in &left_out {
            firsts.entry(path(*at)).and_modify(|first| *first = (*first).min(*at)).or_insert(*at);
        }
        let behind = (0..self.operations.len()).filter(|at| !left_out.contains(at) && path(*at).is_some());
        unchecked.extend(behind.filter(|at| firsts.get(&path(*at)).is_some_and(|first| first < at)));
        (own, unchecked.len())
    }

    /// Returns the index in `operations` of the operation with a number, unless it is left out.
    fn position(&self, index: usize) -> Option<usize> {
        let at = *self.places.get(&index)?;
        self.operations[at].is_some().then_some(at)
    }

    /// Returns whether an operation, put in its place, applies as far as it is checked.
    fn applies_with(&self, at: usize, way: Option<Operation>, tree: &dyn ReadTree) -> bool {
        let Some(operation) = way else { return true };
        let index = operation.origin.index;
        let mut draft = self.patch();
        let Some(own) = draft.operations.iter_mut().find(|own| own.origin.index == index) else {
            return false;
        };
        debug_assert!(self.operations[at].is_some(), "it was found by its number");
        *own = operation;
        let of_it = |problem: &Diagnostic| problem.operation.as_ref().is_none_or(|own| own.index == index);
        plan_advised(&draft, tree, &self.read)
            .map_or_else(|refused| !refused.problems.iter().any(of_it), |_| true)
    }

    /// Returns the text of the patch with all problems solved; `None` if some remain, or if there is a choice.
    fn whole(&self, tree: &dyn ReadTree) -> Option<String> {
        if self.ambiguous.is_some() || !self.is_whole() || self.may_go_on_twice() {
            return None;
        }
        self.proven(tree)
    }

    /// Returns whether the patch might continue where a first run of it ended: an operation is left out because its
    /// change is already made, and a regular expression of another operation may match the text that it wrote.
    fn may_go_on_twice(&self) -> bool {
        let is_regex = |operation: &Operation| match &operation.action {
            Action::Substitute(own) => own.syntax == PatternSyntax::Regex,
            _ => false,
        };
        self.operations.iter().any(Option::is_none) && self.operations.iter().flatten().any(is_regex)
    }

    /// Returns the text of the patch, if it has operations and applies as written.
    fn proven(&self, tree: &dyn ReadTree) -> Option<String> {
        let patch = self.patch();
        if patch.operations.is_empty() {
            return None;
        }
        let options = self.run.options;
        let text = String::from_utf8(write::patch(&patch, self.run.notation)?).ok()?;
        let reading = ReadOptions { format: Some(patch.format), ..options.reading };
        let read = super::read_patch(&text.as_bytes().into(), &Options { reading, ..*options }).ok()?;
        self.is_clean(&read, tree).then_some(text)
    }

    /// Returns whether a patch applies and introduces no syntax error. Long files are not checked for syntax errors.
    fn is_clean(&self, patch: &Patch, tree: &dyn ReadTree) -> bool {
        let size = |change: &FileChange| match &change.before {
            Some(Node::File(file)) => file.bytes.len(),
            Some(Node::Link | Node::Folder) | None => 0,
        };
        let clean = |plan: &Plan| {
            let is_long = plan.files.iter().map(size).sum::<usize>() > MAX_CHECKED;
            let level = if is_long { SyntaxCheck::Off } else { SyntaxCheck::Warn };
            syntax::check(patch, plan, level).is_ok_and(|found| found.is_empty())
        };
        plan_advised(patch, tree, &self.read).is_ok_and(|plan| clean(&plan))
    }

    /// Returns whether each problem has a correction, and the patch was parsed without stripping or reversal.
    fn is_whole(&self) -> bool {
        let reading = &self.run.options.reading;
        let is_plain = reading.strip.is_none() && reading.direction == Direction::Forward;
        is_plain && !self.is_stuck && !self.corrections.is_empty()
    }

    /// Returns the corrections to offer, including `whole`.
    fn repairs(mut self, whole: Option<String>, tree: &dyn ReadTree) -> Repairs {
        let mut repairs = Repairs { patch: whole, ..Repairs::default() };
        match self.ambiguous {
            _ if repairs.patch.is_some() => {}
            Some(open) if self.is_whole() => {
                let (at, ways) = self.corrections[open].clone();
                for way in &ways {
                    self.operations[at].clone_from(way);
                    repairs.choices.extend(self.proven(tree));
                }
                self.operations[at] = None;
                // A single remaining choice would look like the likely one.
                if repairs.choices.len() < ways.len() {
                    self.keep_proven(tree);
                }
            }
            _ => self.keep_proven(tree),
        }
        let text = |way: &Option<Operation>| write::operation(way.as_ref()?, self.run.notation);
        let operations = self.corrections.iter().filter_map(|(_, ways)| {
            let index = ways.iter().flatten().next()?.origin.index;
            let texts: Vec<String> = ways.iter().filter_map(text).collect();
            (!texts.is_empty()).then_some(RepairedOperation { index, texts })
        });
        repairs.operations = operations.collect();
        repairs
    }

    /// Removes the ways to correct an operation that do not apply or that introduce a syntax error.
    fn keep_proven(&mut self, tree: &dyn ReadTree) {
        let refused: HashSet<usize> =
            self.refused_numbers.iter().filter_map(|index| self.places.get(index)).copied().collect();
        let settled: HashSet<usize> =
            self.corrections.iter().filter(|(_, ways)| ways.len() == 1).map(|(at, _)| *at).collect();
        let mut operations = self.operations.clone();
        for at in refused.difference(&settled) {
            operations[*at] = None;
        }
        let all_apply = self.is_clean(&self.patch_of(&operations), tree);
        let mut ways = std::mem::take(&mut self.corrections);
        let mut tried = 0;
        for (at, ways) in ways.iter_mut().filter(|(_, ways)| !all_apply || ways.len() > 1) {
            let count = ways.len();
            ways.retain(|way| {
                tried += 1;
                // Later operations do not affect whether an operation applies.
                let mut before = operations[..*at].to_vec();
                before.push(way.clone());
                before.resize(operations.len(), None);
                tried <= MAX_TRIED && self.is_clean(&self.patch_of(&before), tree)
            });
            // If several definitions could be meant by a deletion, the one that can be deleted as named is no better
            // guess than the others.
            let deletes = |way: &Option<Operation>| {
                way.as_ref().is_some_and(|own| {
                    matches!(own.action, Action::Edit { at: Locator::Symbol(_), change: Change::Delete, .. })
                })
            };
            if ways.len() < count && ways.iter().all(deletes) {
                ways.clear();
            }
        }
        self.corrections = ways;
    }
}

/// Returns whether the corrections are guesses at the file: the right one is the file in which the operation finds its
/// place.
fn is_guess(advice: &Advice) -> bool {
    advice.corrections.iter().flatten().all(|own| matches!(own, Correction::Path(_)))
}
