//! The robustness benchmark: real changes, damaged as patches are damaged in practice, must come out right or be
//! refused.
//!
//! `cargo test --test robust` runs it on its own fixtures and fails if a patch lands wrong, if a dangerous one is not
//! refused, if too many harmless ones are, or if a patch that applied changes its own result when it is applied again. Spoilt
//! ones may come to either. `cargo test --test robust -- --help` tells how to run it on real
//! releases, and how to put other programs beside `chunk`.

#![allow(
    unreachable_pub,
    missing_docs,
    clippy::print_stdout,
    reason = "a program of its own that prints a table"
)]

mod again;
mod corpus;
mod damage;
mod depth;
mod draft;
#[path = "../support/files.rs"]
mod files;
mod lexer;
mod options;
mod oracle;
mod render;
mod repairs;
mod rng;
mod run;
mod save;
mod table;
#[path = "../support/threads.rs"]
mod threads;
#[path = "../support/yaml.rs"]
mod yaml;

use std::path::Path;
use std::process::ExitCode;

use crate::corpus::Pair;
use crate::damage::{Damage, Group};
use crate::draft::{Draft, Format};
use crate::options::Options;
use crate::oracle::Verdict;
use crate::rng::Rng;
use crate::run::{Chunk, Outcome, Tool};
use crate::table::{APPLIED_TWICE, Kind, LEFT_AMBIGUOUS, MISLEADING, Score, Table};

/// How many patches are made of each pair of fixtures, and of each pair of a real release.
const ROUNDS: (usize, usize) = (3, 1);

/// The least share of harmless patches that must come out right, in thousandths.
const LEAST_RIGHT: usize = 995;

fn main() -> ExitCode {
    let options = match Options::read(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            println!("{message}");
            return ExitCode::from(2);
        }
    };
    if !options.is_meant() {
        return ExitCode::SUCCESS;
    }
    let samples = samples(&options);
    let mut is_fine = true;
    for (tool, is_judged) in tools(&options).into_iter().filter(|_| asks_for_damages(&options)) {
        let table = measure(tool, &samples, &options);
        println!("{}", table.render(tool.name()));
        is_fine &= !is_judged || passes(&table);
    }
    if depth::is_asked(&options) {
        let table = depth::measure(&samples, &options);
        println!("{}", table.render());
        // The limits are those of the fixtures, in all ways.
        let is_judged = options.corpora.is_empty() && options.damage.is_none();
        is_fine &= !is_judged || table.passes();
        is_fine &= table.twice().tally.wrong == 0;
    }
    if repairs::is_asked(&options) {
        let table = repairs::measure(&samples, &options);
        println!("{}", table.render());
        let [right, wrong] = [repairs::Outcome::Right, repairs::Outcome::Wrong].map(|own| table.total(own));
        is_fine &= wrong == 0 && right > 0 && table.longest() <= repairs::LIMIT;
    }
    let (passed, failed) = if is_fine { (1, 0) } else { (0, 1) };
    println!("{passed} passed, {failed} failed");
    if is_fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Whether a form was asked for in which patches are damaged.
fn asks_for_damages(options: &Options) -> bool {
    Format::ALL.iter().any(|format| is_asked(format.name(), options.format.as_deref()))
}

/// The programs, and whether the benchmark is a test of them.
fn tools(options: &Options) -> Vec<(&dyn Tool, bool)> {
    let others = options.tools.iter().map(|tool| (tool as &dyn Tool, false));
    std::iter::once((&Chunk as &dyn Tool, true)).chain(others).collect()
}

/// A pair of files, of which patches are made.
struct Sample {
    /// From 0: its place among all.
    number: usize,
    pair: Pair,
    /// How many patches are made of it.
    rounds: usize,
}

/// Every pair, with what is made of it.
fn samples(options: &Options) -> Vec<Sample> {
    let rounds = |default: usize| if options.rounds == 0 { default } else { options.rounds };
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/robust/fixtures");
    let mut all: Vec<(Pair, usize)> = Vec::new();
    if options.corpora.is_empty() {
        let found = corpus::pairs(&fixtures.join("old"), &fixtures.join("new"));
        all.extend(found.into_iter().map(|pair| (pair, rounds(ROUNDS.0))));
    }
    for (old, new) in &options.corpora {
        let mut found = corpus::pairs(old, new);
        if found.is_empty() {
            println!("skipped: nothing differs between {} and {}", old.display(), new.display());
        }
        found.truncate(options.limit.unwrap_or(found.len()));
        all.extend(found.into_iter().map(|pair| (pair, rounds(ROUNDS.1))));
    }
    let numbered = all.into_iter().enumerate();
    numbered.map(|(number, (pair, rounds))| Sample { number, pair, rounds }).collect()
}

fn passes(table: &Table) -> bool {
    let [harmless, dangerous, spoilt] = Kind::ALL.map(|kind| table.total(kind));
    harmless.wrong == 0
        && spoilt.wrong == 0
        && harmless.right * 1000 >= harmless.total() * LEAST_RIGHT
        && dangerous.right == dangerous.total()
        && table.twice().tally.wrong == 0
}

fn measure(tool: &dyn Tool, samples: &[Sample], options: &Options) -> Table {
    let mut table = Table::default();
    threads::on_each(samples, |sample| damaged(tool, sample, options)).iter().for_each(|own| table.add(own));
    table
}

/// Damages the patches of one pair in every way, and counts what comes of them.
fn damaged(tool: &dyn Tool, Sample { number, pair, rounds }: &Sample, options: &Options) -> Table {
    let mut table = Table::default();
    for round in 0..*rounds {
        let name = format!("{number} {} {round}", pair.path);
        let Some(draft) = Draft::of(pair, &mut Rng::of(options.seed, &name)) else { continue };
        for damage in damage::ALL.iter().filter(|own| is_asked(own.name, options.damage.as_deref())) {
            for format in Format::ALL {
                if is_asked(format.name(), options.format.as_deref()) && (damage.concerns)(format) {
                    one(tool, &draft.in_format(format), damage, &name, options, &mut table);
                }
            }
        }
    }
    table
}

fn is_asked(name: &str, wanted: Option<&str>) -> bool {
    wanted.is_none_or(|wanted| name.contains(wanted))
}

/// Damages one patch, runs it, and counts what came of it.
fn one(tool: &dyn Tool, draft: &Draft, damage: &Damage, name: &str, options: &Options, table: &mut Table) {
    let format = draft.format;
    let mut rng = Rng::of(options.seed, &format!("{name} {}", damage.name));
    let mut damaged = draft.clone();
    if !(damage.make)(&mut damaged, &mut rng) {
        return;
    }
    let Some((row, expected)) = expected(&damaged, damage) else { return };
    let Some(patch) = render::patch(&damaged) else { return };
    let outcome = tool.run(&damaged.path, &damaged.file_bytes(), &patch);
    let score = score(&outcome, expected.as_deref());
    table.count(row, format, score);
    save::case(options, &damaged, (row, damage.name), name, &patch, expected.as_deref(), &outcome, score);
    let file = damaged.file_bytes();
    if let Some((verdict, second)) = again::run(tool, &damaged.path, &file, &patch, &outcome) {
        table.again(format, verdict);
        if let (Outcome::Applied(made), true) = (&outcome, options.dump.is_none()) {
            let row = (APPLIED_TWICE, damage.name);
            save::second(options, &damaged, row, name, &patch, made, &second, verdict.score());
        }
    }
}

/// The row in which a patch is counted, and what it should make of the file; `None` there stands for a refusal.
fn expected(draft: &Draft, damage: &Damage) -> Option<(&'static str, Option<Vec<u8>>)> {
    let verdict = oracle::verdict(draft);
    match (damage.group, verdict) {
        (Group::Spoilt, _) => Some((damage.name, Some(draft.expected_bytes()))),
        (Group::Harmless, Verdict::Applies) => Some((damage.name, Some(draft.expected_bytes()))),
        (Group::Harmless, Verdict::Ambiguous) => Some((LEFT_AMBIGUOUS, None)),
        (Group::Harmless, Verdict::Misleads) => Some((MISLEADING, Some(draft.expected_bytes()))),
        // The brute-force check cannot follow everything that the damage does.
        (Group::Harmless, Verdict::Nowhere) => None,
        (Group::Dangerous, Verdict::Nowhere)
        | (Group::Ambiguous, Verdict::Ambiguous)
        | (Group::Broken, _) => Some((damage.name, None)),
        (Group::Dangerous | Group::Ambiguous, _) => None,
    }
}

fn score(outcome: &Outcome, expected: Option<&[u8]>) -> Score {
    match (outcome, expected) {
        (Outcome::Applied(bytes), Some(expected)) if bytes == expected => Score::Right,
        (Outcome::Refused(_), None) => Score::Right,
        (Outcome::Refused(_), Some(_)) => Score::Refused,
        (Outcome::Applied(_) | Outcome::Dirty | Outcome::Broke(_), _) => Score::Wrong,
    }
}
