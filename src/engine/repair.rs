//! The patch as it would apply: a refusal's corrections put into the patch, written down, and planned again.
//!
//! Invariant: what is offered was read back from its own text and planned, and applies.
//! Invariant: of corrections that are as likely none is taken; each gives a patch of its own.

use std::collections::{HashMap, HashSet};

use super::Options;
use crate::diag::Diagnostic;
use crate::ir::{Operation, Patch};
use crate::parse::{Direction, Reading};
use crate::plan::{Advice, Correction, Refused, plan, plan_advised};
use crate::report::{RepairedOperation, Repairs};
use crate::vfs::ReadTree;
use crate::write::{self, Notation};

/// So many times the corrected patch is planned to see what else is wrong; a patch of many operations once.
const ROUNDS: usize = 4;
const MANY: usize = 500;

/// What is offered for a refusal, and the problems that show once others are solved.
pub(super) fn repairs(
    patch: &Patch,
    notation: Notation,
    refused: &Refused,
    options: &Options<'_>,
    tree: &dyn ReadTree,
) -> (Repairs, Vec<Diagnostic>) {
    let mut draft = Draft::of(patch, refused);
    draft.take(refused, tree);
    let mut later = Vec::new();
    let rounds = if patch.operations.len() > MANY { 1 } else { ROUNDS };
    for _ in 0..rounds {
        if draft.open.is_some() || draft.is_stuck {
            break;
        }
        let Err(next) = plan_advised(&draft.patch(), tree) else { break };
        later.extend(next.problems.iter().filter(|problem| draft.is_news(problem)).cloned());
        if !draft.take_more(&next, tree) {
            break;
        }
    }
    let repairs = draft.repairs(notation, options, tree);
    (repairs, later)
}

/// The patch as far as it is corrected.
struct Draft<'p> {
    patch: &'p Patch,
    /// Its operations; those that are to be left out are gone.
    operations: Vec<Option<Operation>>,
    /// The places of the operations in that list, by the numbers that people know.
    places: HashMap<usize, usize>,
    /// The ways to correct each operation that was refused, by its place in the list.
    ways: Vec<(usize, Vec<Option<Operation>>)>,
    /// The one operation that several corrections fit, by its place in `ways`.
    open: Option<usize>,
    /// The refused operations, by the numbers that people know.
    told: HashSet<usize>,
    /// Whether some problem has no correction.
    is_stuck: bool,
}

impl<'p> Draft<'p> {
    fn of(patch: &'p Patch, refused: &Refused) -> Self {
        let numbers = refused.operations.iter().map(|operation| operation.origin.index);
        let mut places = HashMap::new();
        for (at, number) in numbers.enumerate() {
            places.entry(number).or_insert(at);
        }
        Self {
            patch,
            places,
            operations: refused.operations.iter().cloned().map(Some).collect(),
            ways: Vec::new(),
            open: None,
            told: HashSet::new(),
            is_stuck: !patch.refused.is_empty() || refused.operations.len() != patch.operations.len(),
        }
    }

    /// The patch that it is.
    fn patch(&self) -> Patch {
        let left_out = |end: usize| self.operations[..end].iter().filter(|own| own.is_none()).count();
        let runs =
            self.patch.at_once.iter().map(|run| run.start - left_out(run.start)..run.end - left_out(run.end));
        Patch {
            operations: self.operations.iter().flatten().cloned().collect(),
            at_once: runs.collect(),
            warnings: Vec::new(),
            refused: Vec::new(),
            format: self.patch.format,
            comments: self.patch.comments.clone(),
            macros: self.patch.macros.clone(),
            matching: self.patch.matching,
        }
    }

    /// Whether a problem is of an operation that was not refused before.
    fn is_news(&self, problem: &Diagnostic) -> bool {
        problem.operation.as_ref().is_some_and(|operation| !self.told.contains(&operation.index))
    }

    /// Takes over what a refusal advises.
    fn take(&mut self, refused: &Refused, tree: &dyn ReadTree) {
        for advice in &refused.advice {
            let operation = &refused.operations[advice.at];
            let index = operation.origin.index;
            self.told.insert(index);
            let Some(at) = self.position(index) else { continue };
            let mut ways = advice.ways(operation);
            if is_guess(advice) && ways.len() > 1 {
                ways.retain(|way| self.applies_with(at, way.clone(), tree));
            }
            match &ways[..] {
                [] => self.is_stuck = true,
                [only] => self.operations[at].clone_from(only),
                _ if self.open.is_none() => self.open = Some(self.ways.len()),
                _ => self.is_stuck = true,
            }
            self.ways.push((at, ways));
        }
    }

    /// The same for what a corrected patch is refused for, which takes back what was no help; `false` if nothing came of
    /// it.
    fn take_more(&mut self, refused: &Refused, tree: &dyn ReadTree) -> bool {
        let mut news = refused.clone();
        news.advice.retain(|advice| !self.told.contains(&refused.operations[advice.at].origin.index));
        // What was corrected and is refused again cannot be helped.
        self.is_stuck |= news.advice.len() < refused.advice.len();
        let advised = refused.advice.iter().map(|advice| refused.operations[advice.at].origin.index);
        let advised: HashSet<usize> = advised.collect();
        let is_other =
            |way: &Option<Operation>| way.as_ref().is_none_or(|own| !advised.contains(&own.origin.index));
        self.ways.retain(|(_, ways)| ways.iter().all(is_other));
        let before = self.ways.len();
        self.take(&news, tree);
        self.ways.len() > before
    }

    /// The place in the list of the operation of a number.
    fn position(&self, index: usize) -> Option<usize> {
        let at = *self.places.get(&index)?;
        self.operations[at].is_some().then_some(at)
    }

    /// Whether an operation, put in its place, applies as far as it is asked.
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
        plan(&draft, tree).map_or_else(|problems| !problems.iter().any(of_it), |_| true)
    }

    fn repairs(mut self, notation: Notation, options: &Options<'_>, tree: &dyn ReadTree) -> Repairs {
        let text = |way: &Option<Operation>| write::operation(way.as_ref()?, notation);
        let operations = self.ways.iter().filter_map(|(_, ways)| {
            let index = ways.iter().flatten().next()?.origin.index;
            let texts: Vec<String> = ways.iter().filter_map(text).collect();
            (!texts.is_empty()).then_some(RepairedOperation { index, texts })
        });
        let operations = operations.collect();
        let mut repairs = Repairs { operations, ..Repairs::default() };
        let is_plain = options.reading.strip.is_none() && options.reading.direction == Direction::Forward;
        if self.is_stuck || self.ways.is_empty() || !is_plain {
            return repairs;
        }
        let written = |draft: &Self| proven(&draft.patch(), notation, options, tree);
        match self.open {
            None => repairs.patch = written(&self),
            Some(open) => {
                let (at, ways) = self.ways[open].clone();
                for way in ways {
                    self.operations[at] = way;
                    repairs.choices.extend(written(&self));
                }
            }
        }
        repairs
    }
}

/// Whether the corrections are guesses at a file: the one is right in which the operation has its place.
fn is_guess(advice: &Advice) -> bool {
    advice.corrections.iter().flatten().all(|own| matches!(own, Correction::Path(_)))
}

/// The text of a patch that changes something, and applies as it is written.
fn proven(patch: &Patch, notation: Notation, options: &Options<'_>, tree: &dyn ReadTree) -> Option<String> {
    if patch.operations.is_empty() {
        return None;
    }
    let text = String::from_utf8(write::patch(patch, notation)?).ok()?;
    let reading = Reading { format: Some(patch.format), ..options.reading };
    let read = super::read_patch(text.as_bytes(), &Options { reading, ..*options }).ok()?;
    plan(&read, tree).ok().map(|_| text)
}
