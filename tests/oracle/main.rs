//! The oracles: what chunk finds in sources, compared with what other parsers find there.
//!
//! `cargo test --test oracle` reads the sources of the repository, by the oracles that need no other program;
//! `cargo test --test oracle -- --help` says how to read others. `tests/oracle/run` installs programs and sources of
//! fixed versions, and runs all oracles over them.

#![allow(clippy::print_stdout, reason = "the figures are the point")]

mod clang;
mod clang_renames;
mod cpp;
mod document;
mod languages;
mod lexer;
mod names;
mod options;
mod python;
mod python_renames;
mod rust;
mod sources;
#[path = "../support/mod.rs"]
mod support;
mod tally;

use std::process::ExitCode;

use options::{HELP, Options};

/// How an oracle ended.
pub(crate) enum Outcome {
    Passed,
    Failed(String),
    /// It had nothing to read, or nobody to ask.
    Skipped(String),
}

/// What an oracle needs beside sources.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Needs {
    Nothing,
    /// Another program: it is asked only if the oracle is named, or given a corpus.
    Program,
}

struct Oracle {
    name: &'static str,
    needs: Needs,
    run: fn(&Options) -> Outcome,
}

const fn oracle(name: &'static str, needs: Needs, run: fn(&Options) -> Outcome) -> Oracle {
    Oracle { name, needs, run }
}

const ORACLES: &[Oracle] = &[
    oracle("python", Needs::Program, python::run),
    oracle("python-renames", Needs::Program, python_renames::run),
    oracle("rust", Needs::Nothing, rust::run),
    oracle("cpp", Needs::Nothing, cpp::run),
    oracle("clang", Needs::Program, clang::run),
    oracle("clang-renames", Needs::Program, clang_renames::run),
    oracle("languages", Needs::Nothing, languages::run),
    oracle("names", Needs::Nothing, names::run),
    oracle("lexer", Needs::Nothing, lexer::grammars),
    oracle("tokenize", Needs::Program, lexer::tokenize),
];

fn main() -> ExitCode {
    let options = match Options::read(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            let names: Vec<&str> = ORACLES.iter().map(|oracle| oracle.name).collect();
            println!("{message}{}", HELP.replace("NAMES", &names.join(", ")));
            return ExitCode::from(2);
        }
    };
    let mut counts = [0_usize; 3];
    for oracle in ORACLES.iter().filter(|oracle| is_wanted(oracle, &options)) {
        let (place, told) = match (oracle.run)(&options) {
            Outcome::Passed => (0, "ok".to_owned()),
            Outcome::Failed(why) => (1, format!("FAILED: {why}")),
            Outcome::Skipped(why) => (2, format!("skipped: {why}")),
        };
        counts[place] += 1;
        println!("{}: {told}", oracle.name);
    }
    let [passed, failed, skipped] = counts;
    println!("{passed} passed, {failed} failed, {skipped} skipped");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn is_wanted(oracle: &Oracle, options: &Options) -> bool {
    let is_due = oracle.needs == Needs::Nothing || options.has_corpus();
    if options.names.is_empty() { is_due } else { options.names(oracle.name) }
}
