//! Judges a case: runs it every way, and sees whether all agree with what was expected. The dearer ways are gone by a
//! quarter of the cases, always the same ones, and by those that pin what the program prints; `CHUNK_CASES=all` has them
//! gone by all.

use std::fmt::Write as _;

use super::case::{Case, Outcome};
use super::legs::{Bench, Run, status_of};
use super::snapshot::{Entry, Snapshot};

/// What a case comes to, and what its message on standard error is.
pub struct Found {
    pub outcome: Outcome,
    pub stderr: String,
}

/// Runs a case every way.
///
/// # Errors
/// The ways disagree with each other, whatever was expected.
pub fn run(case: &Case) -> Result<Found, String> {
    let bench = Bench::new(case);
    let json = bench.apply(case, "json");
    let outcome = outcome_of(case, &json)?;
    let is_as_expected =
        case.expected.as_ref().is_some_and(|expected| difference(&outcome, expected, &case.input).is_none());
    let mut stderr = String::new();
    // What goes wrong is told in the words of the program.
    if case.goes_all_ways() || !is_as_expected {
        let dry = bench.preview(case, "real");
        check_tree("a dry run", &dry.tree, &case.input)?;
        let real = bench.run_program(case, "real");
        check_real(&real, &outcome)?;
        check_dry_run(case, &bench, &dry, &real)?;
        stderr = real.stderr;
    }
    super::memory::check(case, &outcome)?;
    Ok(Found { outcome, stderr })
}

/// Says in what the outcome is not the expected one.
pub fn difference(found: &Outcome, expected: &Outcome, input: &Snapshot) -> Option<String> {
    match (found, expected) {
        (Outcome::Tree(found), Outcome::Tree(expected)) => {
            loosened(found, input).difference(&loosened(expected, input))
        }
        (Outcome::Refused(found), Outcome::Refused(expected)) if found == expected => None,
        (Outcome::Refused(found), Outcome::Refused(expected)) => {
            Some(format!("refused with {}, but should be with {}", found.join(" "), expected.join(" ")))
        }
        (Outcome::Refused(codes), Outcome::Tree(_)) => Some(format!("refused with {}", codes.join(" "))),
        (Outcome::Tree(_), Outcome::Refused(codes)) => {
            Some(format!("applied, but should be refused with {}", codes.join(" ")))
        }
    }
}

/// Of a file that was not there before, only the executable bit is known: the rest is the umask's.
fn loosened(tree: &Snapshot, input: &Snapshot) -> Snapshot {
    let mut tree = tree.clone();
    for (path, entry) in &mut tree.0 {
        if let Entry::File { mode, .. } = entry
            && !input.0.contains_key(path)
        {
            *mode = if *mode & 0o100 == 0 { 0o644 } else { 0o755 };
        }
    }
    tree
}

/// What the JSON says that happened, having checked that it says so consistently.
fn outcome_of(case: &Case, run: &Run) -> Result<Outcome, String> {
    let text = String::from_utf8_lossy(&run.stdout);
    let object: serde_json::Value =
        serde_json::from_str(&text).map_err(|error| format!("no JSON ({error}): {text}"))?;
    let codes: Vec<String> = object["errors"]
        .as_array()
        .ok_or("the JSON has no `errors`")?
        .iter()
        .map(|error| error["code"].as_str().unwrap_or("no code").to_owned())
        .collect();
    let outcome = if codes.is_empty() { Outcome::Tree(run.tree.clone()) } else { Outcome::Refused(codes) };
    let status = status_of(&outcome);
    if object["exit"] != status || object["ok"] != (status == 0) || run.status != status {
        return Err(format!("exit status {} does not fit {text}", run.status));
    }
    if status != 0 {
        check_tree("a refusal", &run.tree, &case.input)?;
    }
    Ok(outcome)
}

/// The run without `--json` must come to the same.
fn check_real(run: &Run, outcome: &Outcome) -> Result<(), String> {
    let mut wrong = String::new();
    if run.status != status_of(outcome) {
        writeln!(wrong, "exit status {} without --json, {}", run.status, status_of(outcome))
            .expect("a string");
    }
    let stdout = String::from_utf8_lossy(&run.stdout);
    match outcome {
        Outcome::Tree(tree) => wrong.extend(run.tree.difference(tree)),
        Outcome::Refused(codes) => {
            let untold = codes.iter().filter(|code| !run.stderr.contains(&format!("error[{code}]")));
            untold.for_each(|code| writeln!(wrong, "{code} is not told").expect("a string"));
            if !run.stderr.contains("no file was changed") || !stdout.is_empty() {
                wrong.push_str("a refusal should say that no file was changed, and print no result\n");
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(format!("{wrong}standard error:\n{}", run.stderr)) }
}

/// The dry run must come to the same, and git must make the same tree of its diff.
fn check_dry_run(case: &Case, bench: &Bench, dry: &Run, real: &Run) -> Result<(), String> {
    if dry.status != real.status {
        return Err(format!("the dry run ends with {}, the real one with {}", dry.status, real.status));
    }
    if dry.status != 0 {
        return Ok(());
    }
    let made = if dry.stdout.is_empty() {
        case.input.clone()
    } else {
        match bench.git_apply(case, &dry.stdout) {
            None => return Ok(()),
            Some(made) => made.map_err(|error| format!("{error}{}", String::from_utf8_lossy(&dry.stdout)))?,
        }
    };
    let (made, real) = (made.files_only().plain_modes(), real.tree.files_only().plain_modes());
    let shown = || {
        format!(
            "from the diff of the dry run, git makes another tree:\n{}",
            String::from_utf8_lossy(&dry.stdout)
        )
    };
    made.difference(&real).map_or(Ok(()), |difference| Err(format!("{}{difference}", shown())))
}

fn check_tree(what: &str, found: &Snapshot, input: &Snapshot) -> Result<(), String> {
    found
        .difference(input)
        .map_or(Ok(()), |difference| Err(format!("{what} changed the tree:\n{difference}")))
}
