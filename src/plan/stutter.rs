//! Operations that stand twice in one patch: the writer stuttered, and what they insert would come twice.
//!
//! What replaces lines does not find them a second time. What only inserts finds its place again, as often as it is asked.
//!
//! Invariant: only the operations are looked at, once each, and two of them are one if they say the same in the same words.

use std::collections::HashMap;

use super::correction::Correction;
use super::refusal::Refusal;
use crate::diag::Code;
use crate::ir::{
    Action, Change, Exchange, Locator, Marker, MemberPlace, Namesake, Operation, Payload, RepeatedLines,
    SymbolPart, SymbolTarget, Tag,
};
use crate::text::normal::{is_blank, only_closes, trim};

/// The operations that insert what an earlier one has inserted there.
#[derive(Debug, Default)]
pub(super) struct Stutter {
    /// By the place of each in the list that of the first one that says the same.
    first: HashMap<usize, usize>,
}

impl Stutter {
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

    /// The first operation that says what the one at `at` does.
    pub(super) fn first_of(&self, at: usize) -> Option<usize> {
        self.first.get(&at).copied()
    }
}

/// The refusal of an operation that says what an earlier one says, which was done.
pub(super) fn refusal(operation: &Operation, first: &Operation) -> Refusal {
    let message = format!(
        "operation {} says what operation {} says, and its lines would come twice in `{}`",
        operation.origin.index, first.origin.index, operation.path
    );
    Refusal::new(Code::AlreadyApplied, message)
        .with_help(
            "leave the operation out; `options: {repeat: true}` (in formats without options `--repeat`) inserts the lines once more",
        )
        .with_corrections(vec![Correction::LeaveOut])
        .at(operation.origin.place)
}

/// All that an operation says which only inserts; `None` if it does anything else, or brings nothing that says something.
fn words(operation: &Operation) -> Option<Vec<&str>> {
    if operation.again.lines == RepeatedLines::Insert {
        return None;
    }
    let mut words = vec![operation.path.as_str()];
    match &operation.action {
        Action::Edit { at, change, .. } => {
            let payload =
                change.payload().filter(|payload| payload.lines.iter().any(|line| !only_closes(line)))?;
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
                Locator::Symbol(target) if operation.again.definition == Namesake::Refuse => {
                    words.push("symbol");
                    add_target(&mut words, target);
                }
                Locator::Members { of, at } if operation.again.definition == Namesake::Refuse => {
                    words.extend(match at {
                        MemberPlace::Start => ["first", ""],
                        MemberPlace::End => ["last", ""],
                        MemberPlace::Before(other) => ["above", other],
                        MemberPlace::After(other) => ["below", other],
                    });
                    add_target(&mut words, of);
                }
                // What is added to the ends of a file may well be the same twice.
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

/// Whether a payload has all lines of a marker, and others among them.
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

/// Adds what an old text and a new one say of which the new one has all lines of the old one; `None` of others.
fn add_exchange<'o>(words: &mut Vec<&'o str>, wanted: &'o Exchange) -> Option<()> {
    let [hunk] = &wanted.lines[..] else { return None };
    let solid = || hunk.lines.iter().filter(|line| !is_blank(&line.text));
    let inserts = solid().all(|line| line.tag != Tag::Removed)
        && solid().any(|line| line.tag == Tag::Added && !only_closes(&line.text));
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
