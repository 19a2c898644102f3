//! Every fuzz target holds for the inputs that fuzzing begins with, and for those that once showed a fault.
//!
//! `tests/fuzz/run` fuzzes. With `SEEDS=DIR` this test also writes its inputs into `DIR/TARGET`, as a first corpus.

mod support;

#[path = "fuzz/bodies/mod.rs"]
mod bodies;
#[path = "fuzz/seeds.rs"]
mod seeds;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};

use support::case::Case;

fn main() -> ExitCode {
    let cases: &'static [Case] = seeds::cases().leak();
    let trials = bodies::TARGETS.iter().map(|(target, _)| Trial::test(*target, move || check(target, cases)));
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}

/// Gives a target its seeds and its former findings.
fn check(target: &str, cases: &[Case]) -> Result<(), Failed> {
    let seeds = seeds::seeds(target, cases);
    if seeds.len() < 10 {
        return Err(format!("only {} seeds", seeds.len()).into());
    }
    if let Some(folder) = std::env::var_os("SEEDS") {
        write(&PathBuf::from(folder).join(target), &seeds)?;
    }
    for input in seeds.iter().chain(&found(target)?) {
        std::panic::catch_unwind(|| bodies::run(target, input))
            .map_err(|_| format!("does not hold for {:?}", String::from_utf8_lossy(input)))?;
    }
    Ok(())
}

/// The inputs that once showed a fault.
fn found(target: &str) -> Result<Vec<Vec<u8>>, Failed> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/found").join(target);
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    paths.map(|path: Result<PathBuf, std::io::Error>| Ok(fs::read(path?)?)).collect()
}

#[expect(clippy::disallowed_methods, reason = "the corpus of a fuzzer is no tree of a user")]
fn write(folder: &Path, seeds: &BTreeSet<Vec<u8>>) -> Result<(), Failed> {
    fs::create_dir_all(folder)?;
    for (number, seed) in seeds.iter().enumerate() {
        fs::write(folder.join(format!("seed-{number:04}")), seed)?;
    }
    Ok(())
}
