//! The drift benchmark: changes of single definitions, made for one release and applied to others, in which the same
//! definition stands in a file that differs around it.
//!
//! The material are neighbouring releases of a package, in both directions, and for each change all other releases. What
//! must come of it is the other release's file with the bytes of that definition replaced, as other parsers than
//! chunk's own see them: `ast`, `syn`, and a reader of brackets for C++. A definition counts if it is the only one of
//! its address in all three files, and stands on lines of its own.
//!
//! `cargo test --test drift` runs it on its own fixtures, and fails if a symbol operation or a text operation within a
//! symbol lands wrong or is refused too often. `cargo test --test drift -- --help` tells how to run it on real releases.

#![allow(
    unreachable_pub,
    missing_docs,
    clippy::print_stdout,
    reason = "a program of its own that prints a table"
)]

mod change;
#[path = "../robust/corpus.rs"]
#[allow(dead_code, reason = "pairs are for the other benchmark")]
mod corpus;
mod cpp;
mod definition;
mod forms;
mod language;
mod options;
mod releases;
#[path = "../robust/run.rs"]
#[allow(dead_code, reason = "other programs have their own inputs here")]
mod run;
mod save;
#[path = "../support/mod.rs"]
mod support;
mod table;
mod ways;

use std::path::Path;
use std::process::ExitCode;

use support::yaml;

use crate::change::{Case, cases};
use crate::options::Options;
use crate::releases::Package;
use crate::table::{Score, Table};
use crate::ways::{Way, ways};

/// The least share that must come out right, in thousandths.
const LEAST_RIGHT: usize = 990;

fn main() -> ExitCode {
    let mut options = match Options::read(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            println!("{message}");
            return ExitCode::from(2);
        }
    };
    if !options.is_meant() {
        return ExitCode::SUCCESS;
    }
    if options.corpora.is_empty() {
        options.corpora.push(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/drift/fixtures"));
    }
    let ways: Vec<Way> = ways(options.with_others)
        .into_iter()
        .filter(|way| options.form.as_deref().is_none_or(|form| way.name.contains(form)))
        .collect();
    let mut table = Table::default();
    for corpus in &options.corpora {
        measure(&Package::read(corpus), &ways, &options, &mut table);
    }
    println!("right, refused, wrong:\n\n{}", table.render(&ways));
    let is_fine = ways.iter().filter(|way| way.is_judged).all(|way| passes(&table, way));
    let (passed, failed) = if is_fine { (1, 0) } else { (0, 1) };
    println!("{passed} passed, {failed} failed");
    if is_fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn passes(table: &Table, way: &Way) -> bool {
    let total = table.total(way.name);
    total.wrong == 0 && total.right > 0 && total.right * 1000 >= total.total() * LEAST_RIGHT
}

fn measure(package: &Package, ways: &[Way], options: &Options, table: &mut Table) {
    let wanted = |case: &Case<'_>| options.case.as_deref().is_none_or(|text| case.name.contains(text));
    let all: Vec<Case<'_>> = cases(package).into_iter().filter(wanted).collect();
    let count = all.len();
    let step = options.limit.map_or(1, |limit| count.div_ceil(limit.max(1)).max(1));
    println!("{}: {} releases, {count} cases", package.name, package.releases.len());
    for case in all.iter().step_by(step) {
        for way in ways {
            let Some((patch, outcome)) = way.run(case) else { continue };
            let score = Score::of(&outcome, case.expected.as_bytes());
            table.count(way.name, case.language, score);
            save::case(options, way.name, case, &patch, &outcome, score);
        }
    }
}
