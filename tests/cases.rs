//! Every folder of `tests/cases` that holds a `patch`, every case of a Markdown document there, and every example of
//! `docs` and `guide` is a test.
//!
//! `cargo test --test cases NAME` runs the cases whose name holds NAME; `BLESS=1` rewrites what they expect.
//! CONTRIBUTING.md says what a folder holds.

#![allow(clippy::disallowed_methods, reason = "tests make trees of their own")]

mod support;

use std::path::Path;
use std::process::ExitCode;

use chunk::lang::Language;
use libtest_mimic::{Arguments, Failed, Trial};

use support::case::{Case, Folder, Outcome, find};
use support::verdict::{Found, difference, run};
use support::{bless, document};

fn main() -> ExitCode {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = find(&repository.join("tests/cases"));
    let mut examples = document::pages(repository);
    for guide in ["guide/operations.md", "guide/formats.md"] {
        examples.extend(document::examples(&repository.join(guide), guide));
    }
    examples.extend(document::find(&repository.join("tests/cases")));
    let trials = folders
        .into_iter()
        .map(|folder| Trial::test(folder.name.clone(), move || judge_folder(&folder)))
        .chain(examples.into_iter().map(|(name, case)| Trial::test(name, move || judge_example(&case))));
    let trials = trials.map(|trial| {
        let is_left_out = needs_other_language(trial.name());
        trial.with_ignored_flag(is_left_out)
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}

/// Whether a case is about a language that is not compiled in: it is in the folder of its operations, or on its page.
fn needs_other_language(name: &str) -> bool {
    let tag = name.strip_prefix("symbol_").and_then(|rest| rest.split('/').next());
    let page = name.strip_prefix("docs/languages/").and_then(|rest| rest.split('.').next());
    tag.is_some_and(|tag| tag != "any" && Language::by_tag(tag).is_none())
        || page.is_some_and(|name| Language::by_name(name).is_none())
}

fn judge_folder(folder: &Folder) -> Result<(), Failed> {
    let case = folder.load();
    let found = run(&case)?;
    if bless::is_asked_for() {
        bless::rewrite(folder, &case, &found);
        return Ok(());
    }
    if folder.is_known_to_be_wrong() { judge_known(&case, &found) } else { judge(&case, &found) }
}

fn judge_example(case: &Case) -> Result<(), Failed> {
    judge(case, &run(case)?)
}

fn judge(case: &Case, found: &Found) -> Result<(), Failed> {
    let expected =
        case.expected.as_ref().ok_or("the case expects nothing yet; BLESS=1 writes what it comes to")?;
    if let Some(difference) = difference(&found.outcome, expected, &case.input) {
        return Err(format!("{difference}\nstandard error:\n{}", found.stderr).into());
    }
    match &case.stderr {
        Some(stderr) if *stderr != found.stderr => {
            Err(format!("standard error is\n{}\nbut should be\n{stderr}", found.stderr).into())
        }
        _ => Ok(()),
    }
}

/// A case that is known to be wrong passes while it goes wrong in the known way.
fn judge_known(case: &Case, found: &Found) -> Result<(), Failed> {
    let is = |outcome: &Option<Outcome>| {
        outcome.as_ref().is_some_and(|outcome| difference(&found.outcome, outcome, &case.input).is_none())
    };
    if is(&case.expected) {
        return Err("works now: move it out of `known` and remove `now`".into());
    }
    if is(&case.now) {
        return Ok(());
    }
    Err(format!("goes wrong in another way than `now` says; standard error:\n{}", found.stderr).into())
}
