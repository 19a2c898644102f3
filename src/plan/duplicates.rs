//! Finds operations that occur twice in one patch, because the writer repeated them by mistake, and would insert their
//! lines twice.
//!
//! An operation that replaces lines does not find them a second time. An operation that only inserts finds its place
//! every time.
//!
//! Invariant: only the operations are examined, each once; two operations are equal if they say the same in the same
//! words.

use std::collections::HashMap;

use super::correction::Correction;
use super::refusal::Refusal;
use crate::diag::Code;
use crate::ir::{
    Action, Change, Exchange, ExistingDefinition, Locator, Marker, MemberPlace, Operation, Payload,
    RepeatedLines, SymbolPart, SymbolTarget, Tag,
};
use crate::text::normal::{is_blank, is_closing_line, trim};

/// The operations that insert what an earlier operation has inserted at the same place.
#[derive(Debug, Default)]
pub(super) struct DuplicateOperations {
    /// Maps the index of each repeated operation to the index of the first one with the same words.
    first: HashMap<usize, usize>,
}

impl DuplicateOperations {
    pub(super) fn of(operations: &[Operation]) -> Self {
        let mut found = Self::default();
        let mut known: HashMap<Vec<&str>, usize> = HashMap::new();
        for (at, operation) in operations.iter().enumerate() {
            let Some(words) = words(operation) else { continue };
            let first = *known.entry(words).or_insert(at);
            if first != at {
                found.first.insert(at, first);
            }
        }
        found
    }

    /// Returns the index of the first operation with the words of the operation `at`.
    pub(super) fn first_of(&self, at: usize) -> Option<usize> {
        self.first.get(&at).copied()
    }
}

/// Returns the refusal of an operation that repeats an earlier one, which was applied.
pub(super) fn refusal(operation: &Operation, first: &Operation) -> Refusal {
    let message = format!(
        "operation {} repeats operation {}: its lines would be inserted into `{}` twice",
        operation.origin.index, first.origin.index, operation.path
    );
    Refusal::new(Code::AlreadyApplied, message)
        .with_help(
            "leave the operation out; to insert the lines again, add `options: {repeat: true}` \
             (in formats without options, `--repeat`)",
        )
        .with_corrections(vec![Correction::LeaveOut])
        .at(operation.origin.place)
}

/// Returns all words of an operation that only inserts; `None` if it does anything else, or inserts only blank or
/// closing lines.
fn words(operation: &Operation) -> Option<Vec<&str>> {
    if operation.if_already_made.lines == RepeatedLines::Insert {
        return None;
    }
    let mut words = vec![operation.path.as_str()];
    match &operation.action {
        Action::Edit { at, change, .. } => {
            let payload =
                change.payload().filter(|payload| payload.lines.iter().any(|line| !is_closing_line(line)))?;
            match at {
                Locator::Lines(marker) => add_marker(&mut words, marker),
                Locator::Part { of, part } => {
                    words.push(match part {
                        SymbolPart::Body => "body",
                        SymbolPart::Signature => "signature",
                        SymbolPart::Doc => "doc",
                    });
                    add_target(&mut words, of);
                }
                Locator::Symbol(target)
                    if operation.if_already_made.definition == ExistingDefinition::Refuse =>
                {
                    words.push("symbol");
                    add_target(&mut words, target);
                }
                Locator::Members { of, at }
                    if operation.if_already_made.definition == ExistingDefinition::Refuse =>
                {
                    words.extend(match at {
                        MemberPlace::Start => ["first", ""],
                        MemberPlace::End => ["last", ""],
                        MemberPlace::Before(other) => ["above", other],
                        MemberPlace::After(other) => ["below", other],
                    });
                    add_target(&mut words, of);
                }
                // Equal lines may well be added to the start or end of a file twice.
                Locator::FileStart
                | Locator::FileEnd
                | Locator::Symbol(_)
                | Locator::Members { .. }
                | Locator::Imports(_)
                | Locator::Block { .. } => return None,
            }
            words.push(match (change, at) {
                (Change::InsertBefore(_), _) => "before",
                (Change::InsertAfter(_), _) => "after",
                (Change::Replace(_), Locator::Lines(marker)) if grows(marker, payload) => "growing",
                (Change::Replace(_) | Change::Delete, _) => return None,
            });
            words.extend(payload.lines.iter().map(String::as_str));
        }
        Action::Exchange(wanted) => add_exchange(&mut words, wanted)?,
        Action::Create { .. }
        | Action::Delete { .. }
        | Action::Substitute(_)
        | Action::RenameSymbol(_)
        | Action::MoveSymbol { .. }
        | Action::Update { .. } => return None,
    }
    Some(words)
}

/// Returns whether a payload contains all lines of a marker in order, and others besides.
fn grows(marker: &Marker, payload: &Payload) -> bool {
    let solid = |lines: &[String]| lines.iter().filter(|line| !is_blank(line)).count();
    let mut rest = payload.lines.iter();
    let mut old = marker.lines.lines.iter().filter(|line| !is_blank(line));
    solid(&payload.lines) > solid(&marker.lines.lines)
        && old.all(|own| rest.any(|line| trim(line) == trim(own)))
}

fn add_marker<'o>(words: &mut Vec<&'o str>, marker: &'o Marker) {
    for part in [&marker.before, &marker.lines, &marker.after] {
        words.extend(part.lines.iter().map(String::as_str));
        words.push("\n");
    }
    marker.scope.iter().for_each(|scope| add_target(words, scope));
}

fn add_target<'o>(words: &mut Vec<&'o str>, target: &'o SymbolTarget) {
    for part in [&target.language, &target.kind, &target.class, &target.method, &target.symbol] {
        words.push(part.as_deref().unwrap_or("\n"));
    }
}

/// Adds the words of an exchange whose new text contains all lines of its old text; `None` for other exchanges.
fn add_exchange<'o>(words: &mut Vec<&'o str>, wanted: &'o Exchange) -> Option<()> {
    let [hunk] = &wanted.lines[..] else { return None };
    let solid = || hunk.lines.iter().filter(|line| !is_blank(&line.text));
    let inserts = solid().all(|line| line.tag != Tag::Removed)
        && solid().any(|line| line.tag == Tag::Added && !is_closing_line(&line.text));
    for line in &hunk.lines {
        words.push(match line.tag {
            Tag::Context => " ",
            Tag::Removed => "-",
            Tag::Added => "+",
        });
        words.push(&line.text);
    }
    inserts.then_some(())
}
