//! Corrections that would make a refused operation apply.
//!
//! A correction is found where the refusal is explained, and concerns only the place for which it was found. Before a
//! correction is offered to a user, the patch is planned again with it; only a correction that applies is offered. A
//! correction that only changes blanks between words is applied without asking.

use std::collections::HashSet;

use super::tree::read_files::ReadFiles;
use crate::diag::{Code, Diagnostic};
use crate::ir::{Action, Hunk, HunkLine, Locator, Operation, PatchPath, SymbolPlace, SymbolTarget, Tag};
use crate::lang::CommentSyntax;
use crate::text::normal::{indentation, trim};
use crate::text::{CommentScanner, LexState};

/// One way to solve a problem of an operation.
#[derive(Debug, Clone, PartialEq)]
pub enum Correction {
    /// Another operation replaces the refused one.
    Operation(Box<Operation>),
    /// Another hunk replaces the hunk of this index (from 0); `None` if the hunk is to be left out.
    Hunk(usize, Option<Box<Hunk>>),
    /// The first definition, which the operation names, is to be replaced by the second.
    Address(Box<(SymbolTarget, SymbolTarget)>),
    /// Another file replaces the one that the operation names: a guess, until the operation applies there.
    Path(PatchPath),
    /// The operation is to be left out.
    LeaveOut,
}

/// Why a patch is refused, and what would solve the problems.
#[derive(Debug, Clone, Default)]
pub struct Refused {
    /// Every independent problem.
    pub problems: Vec<Diagnostic>,
    /// The operations, with every path resolved in the tree.
    pub operations: Vec<Operation>,
    /// The corrections of the refused operations, in order.
    pub advice: Vec<Advice>,
    /// What was read of the files, to be reused when the patch is planned again with its corrections.
    pub read: ReadFiles,
}

/// The corrections for the problems of one operation.
#[derive(Debug, Clone, PartialEq)]
pub struct Advice {
    /// The index of the operation in the list.
    pub at: usize,
    /// The corrections of each problem: one, several that are equally likely, or none.
    pub corrections: Vec<Vec<Correction>>,
}

/// The maximum number of alternatives for one operation; if there are more, none is offered.
const MAX_WAYS: usize = 20;

impl Advice {
    /// Returns the corrected operation: one, or an alternative for each combination of equally likely corrections.
    /// `None` in the list means that the operation is to be left out.
    #[must_use]
    pub fn ways(&self, operation: &Operation) -> Vec<Option<Operation>> {
        let mut ways =
            vec![CorrectionWay { operation: operation.clone(), is_left_out: false, gone: Vec::new() }];
        for choices in &self.corrections {
            if choices.len().saturating_mul(ways.len()) > MAX_WAYS {
                return Vec::new();
            }
            if let [only] = &choices[..] {
                ways.iter_mut().for_each(|way| way.take(only));
                continue;
            }
            let next = ways.iter().flat_map(|way| choices.iter().map(|choice| way.with(choice)));
            ways = next.collect();
        }
        ways.into_iter().map(CorrectionWay::finish).collect()
    }
}

/// Operations of which some have been adapted to the lines of the file, where the two differ only in blanks within
/// lines.
pub(super) struct SpacedOperations {
    pub(super) operations: Vec<Operation>,
    /// Notes about the adapted operations.
    pub(super) notes: Vec<Diagnostic>,
}

impl SpacedOperations {
    /// Applies the corrections of a refusal; returns `false` if one of its problems is not about blanks.
    pub(super) fn take(&mut self, refused: &Refused) -> bool {
        let mut spaced = Vec::new();
        for advice in &refused.advice {
            let own = &self.operations[advice.at];
            match &advice.ways(own)[..] {
                [Some(other)] if is_respaced(own, other) => spaced.push((advice.at, other.clone())),
                _ => return false,
            }
        }
        for (at, operation) in spaced.drain(..) {
            let note = Diagnostic::note(
                Code::ContextMismatch,
                "the white space within lines was taken from the file",
            );
            self.notes.push(note.of(operation.reference()).at(operation.origin.place));
            self.operations[at] = operation;
        }
        !refused.advice.is_empty()
    }
}

/// Returns whether two operations differ only in the blanks between the words of their hunk lines. In the markers of
/// formats that have them, blanks are significant.
fn is_respaced(own: &Operation, other: &Operation) -> bool {
    let hunks = |operation: &Operation| hunks_of(&mut operation.clone()).cloned();
    let (Some(own_hunks), Some(other_hunks)) = (hunks(own), hunks(other)) else { return false };
    // Patches leave out trailing comments as often as they change blanks.
    let lexical = CommentSyntax::of(own.path.as_str()).lexical;
    let code = |line: &str| {
        let scanned = CommentScanner::new(lexical?).scan(line, &mut LexState::default());
        scanned.has_comment.then(|| scanned.code.trim_end().to_owned())
    };
    let left_out = |one: &HunkLine, other: &HunkLine| -> Option<String> {
        let code = code(&other.text).filter(|code| is_spaced_alike(&one.text, code))?;
        Some(trim(other.text.strip_prefix(&code)?).to_owned())
    };
    let is_alike = |(one, other): (&HunkLine, &HunkLine)| {
        one.tag == other.tag && (is_spaced_alike(&one.text, &other.text) || left_out(one, other).is_some())
    };
    let is_same_place = |(one, other): (&Hunk, &Hunk)| one.at_end == other.at_end;
    let lines = |hunks: &[Hunk]| hunks.iter().flat_map(|hunk| hunk.lines.clone()).collect::<Vec<_>>();
    let (own_lines, other_lines) = (lines(&own_hunks), lines(&other_hunks));
    let differs = |(one, other): (&HunkLine, &HunkLine)| {
        let written = one.text.trim_end();
        written != other.text.trim_end() && code(&other.text).is_none_or(|code| code != written)
    };
    // A removed line must not take a trailing comment with it that the patch does not mention, unless an added line
    // keeps it.
    let pairs = || own_lines.iter().zip(&other_lines);
    let kept: Vec<String> = pairs()
        .filter(|(one, _)| one.tag == Tag::Added)
        .filter_map(|(one, other)| left_out(one, other))
        .collect();
    let mut going = pairs().filter(|(one, _)| one.tag == Tag::Removed);
    let loses_none =
        going.all(|(one, other)| left_out(one, other).is_none_or(|comment| kept.contains(&comment)));
    own.path == other.path
        && own_hunks.len() == other_hunks.len()
        && own_hunks.iter().zip(&other_hunks).all(is_same_place)
        && own_lines.len() == other_lines.len()
        && pairs().all(is_alike)
        && pairs().any(differs)
        && loses_none
}

/// Returns whether two lines differ only in the number of blanks between their words, and not within strings.
fn is_spaced_alike(one: &str, other: &str) -> bool {
    let is_as_deep = indentation(one) == indentation(other);
    let (mut one, mut other) = (trim(one), trim(other));
    let mut quotes = 0;
    while !one.is_empty() && !other.is_empty() {
        let blanks = |text: &str| text.len() - text.trim_start_matches([' ', '\t']).len();
        let (own, theirs) = (blanks(one), blanks(other));
        if own != theirs && (own == 0 || theirs == 0 || quotes % 2 != 0) {
            return false;
        }
        (one, other) = (&one[own..], &other[theirs..]);
        let word = one.find([' ', '\t']).unwrap_or(one.len());
        let Some(rest) = other.strip_prefix(&one[..word]) else { return false };
        quotes += one[..word].matches(['"', '\'', '`']).count();
        (one, other) = (&one[word..], rest);
    }
    is_as_deep && one.is_empty() && other.is_empty()
}

#[derive(Clone)]
struct CorrectionWay {
    operation: Operation,
    is_left_out: bool,
    /// The indices of hunks that are to be left out.
    gone: Vec<usize>,
}

impl CorrectionWay {
    fn with(&self, correction: &Correction) -> Self {
        let mut way = self.clone();
        way.take(correction);
        way
    }

    fn take(&mut self, correction: &Correction) {
        match correction {
            Correction::Operation(operation) => self.operation = (**operation).clone(),
            Correction::Hunk(at, Some(hunk)) => {
                if let Some(own) = hunks_of(&mut self.operation).and_then(|hunks| hunks.get_mut(*at)) {
                    *own = (**hunk).clone();
                }
                if let Action::Exchange(exchange) = &mut self.operation.action {
                    // The parts no longer match the new hunk.
                    exchange.parts = None;
                }
            }
            Correction::Hunk(at, None) => self.gone.push(*at),
            Correction::Address(targets) => readdress(&mut self.operation, targets),
            Correction::Path(path) => self.operation.path = path.clone(),
            Correction::LeaveOut => self.is_left_out = true,
        }
    }

    fn finish(mut self) -> Option<Operation> {
        let gone: HashSet<usize> = self.gone.into_iter().collect();
        if let Some(hunks) = hunks_of(&mut self.operation).filter(|_| !gone.is_empty()) {
            let mut at = 0..;
            hunks.retain(|_| at.next().is_some_and(|at| !gone.contains(&at)));
            self.is_left_out |= hunks.is_empty();
        }
        (!self.is_left_out).then_some(self.operation)
    }
}

/// The name of the operation that works on definitions of any kind.
const OF_ANY_KIND: &str = "replace_symbol";

/// Replaces one definition by another wherever an operation names it.
fn readdress(operation: &mut Operation, (from, to): &(SymbolTarget, SymbolTarget)) {
    if from.kind.is_some() && to.kind.is_none() {
        OF_ANY_KIND.clone_into(&mut operation.origin.name);
    }
    let targets: Vec<&mut SymbolTarget> = match &mut operation.action {
        Action::Edit { at, .. } => match at {
            Locator::Symbol(of) | Locator::Members { of, .. } | Locator::Part { of, .. } => vec![of],
            Locator::Lines(marker) | Locator::Block { heading: marker, .. } => {
                marker.scope.iter_mut().collect()
            }
            Locator::FileStart | Locator::FileEnd | Locator::Imports(_) => Vec::new(),
        },
        Action::Substitute(substitution) => substitution.scope.iter_mut().collect(),
        Action::RenameSymbol(renaming) => vec![&mut renaming.symbol],
        Action::MoveSymbol { symbol, more, place, .. } => {
            let other = match place {
                SymbolPlace::Before(other) | SymbolPlace::After(other) | SymbolPlace::Into(other, _) => {
                    Some(other)
                }
                SymbolPlace::End => None,
            };
            std::iter::once(symbol).chain(more).chain(other).collect()
        }
        Action::Create { .. } | Action::Delete { .. } | Action::Update { .. } | Action::Exchange(_) => {
            Vec::new()
        }
    };
    targets.into_iter().filter(|own| *own == from).for_each(|own| *own = to.clone());
}

fn hunks_of(operation: &mut Operation) -> Option<&mut Vec<Hunk>> {
    match &mut operation.action {
        Action::Update { hunks, .. } => Some(hunks),
        Action::Exchange(exchange) => Some(&mut exchange.lines),
        Action::Create { .. }
        | Action::Delete { .. }
        | Action::Edit { .. }
        | Action::Substitute(_)
        | Action::RenameSymbol(_)
        | Action::MoveSymbol { .. } => None,
    }
}
