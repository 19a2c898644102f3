//! Tests of the rules of the format and its dialect, and of all refusals.

use super::*;
use crate::diag::{Code, PatchPlace, Severity};
use crate::ir::{
    Action, Change, CommentLanguage, Decorators, Indent, Locator, Marker, Operation, SymbolTarget,
};

mod accepted;
mod printed;
mod properties;
mod refused;
mod scalars;

/// Returns the operations of a patch that must be valid.
#[track_caller]
fn operations(patch: &str) -> Vec<Operation> {
    match parse(patch, 1) {
        Ok(patch) => patch.operations,
        Err(problems) => panic!("{patch}\n{}", problems.iter().map(describe).collect::<Vec<_>>().join("\n")),
    }
}

/// Returns the only operation of a patch.
#[track_caller]
fn operation(patch: &str) -> Operation {
    let mut operations = operations(patch);
    assert_eq!(operations.len(), 1);
    operations.remove(0)
}

/// Returns the marker of a patch's only operation.
#[track_caller]
fn marker(patch: &str) -> Marker {
    match operation(patch).action {
        Action::Edit { at: Locator::Lines(marker), .. } => marker,
        other => panic!("{other:?}"),
    }
}

/// Returns the symbol of a patch's only operation.
#[track_caller]
fn target(patch: &str) -> SymbolTarget {
    match operation(patch).action {
        Action::Edit { at: Locator::Symbol(target), .. } => target,
        other => panic!("{other:?}"),
    }
}

/// Returns the payload of a patch's only operation.
#[track_caller]
fn payload(patch: &str) -> crate::ir::Payload {
    match operation(patch).action {
        Action::Create { payload, .. } => payload,
        Action::Edit { change, .. } => change.payload().expect("the change has a payload").clone(),
        other => panic!("{other:?}"),
    }
}

fn describe(problem: &Diagnostic) -> String {
    let place = problem.patch.unwrap_or_default();
    format!("{}:{} {}: {} {:?}", place.line, place.column, problem.code, problem.message, problem.help)
}

/// Checks that a patch is refused with exactly these problems: for each, `line:column code` and a part of the text.
#[track_caller]
fn check_refused(patch: &str, expected: &[(&str, &str)]) {
    let problems = parse(patch, 1).expect_err(patch);
    let found: Vec<String> = problems.iter().map(describe).collect();
    let fits = found.len() == expected.len()
        && found.iter().zip(expected).all(|(found, (place, part))| {
            found.starts_with(&format!("{place} malformed: ")) && found.contains(part)
        });
    assert!(fits, "{patch}\nexpected {expected:#?}\nfound {found:#?}");
}
