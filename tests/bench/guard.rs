//! A guard against slower code: `cargo bench -- guard` counts the instructions of small workloads, as `callgrind` sees them,
//! and compares them with those in `counts.txt`. Unlike times they hardly differ from run to run, or with what else the
//! machine does. `cargo bench -- guard write` writes the file anew.

use std::fmt::Write as _;
use std::fs;
use std::process::{Command, Stdio, exit};

use super::inputs::{cpp_file, python_file, rust_file, small_file};
use super::large::{self, Change};
use super::measure::{Bench, Outcome, Program};

/// A count may differ by so much, in hundredths. Compilers and processors account for a part of that.
const MARGIN: u64 = 5;

const COUNTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bench/counts.txt");

/// A patch, what it is for, and what is to come of it.
struct Workload {
    name: &'static str,
    files: Vec<Change>,
    patch: String,
    outcome: Outcome,
}

/// Counts, and compares or writes down.
pub(crate) fn guard(writes: bool) {
    require_valgrind();
    let known = fs::read_to_string(COUNTS).unwrap_or_default();
    let mut found = String::new();
    let mut is_slower = false;
    for workload in workloads() {
        let count = count(&workload);
        let _ = writeln!(found, "{count:>12}  {}", workload.name);
        let before = known.lines().find_map(|line| {
            let (count, name) = line.trim().split_once("  ")?;
            (name == workload.name).then(|| count.parse::<u64>().ok())?
        });
        let Some(before) = before else {
            println!("{count:>12}           new  {}", workload.name);
            continue;
        };
        let verdict = if count * 100 > before * (100 + MARGIN) {
            is_slower = true;
            "  SLOWER"
        } else if count * (100 + MARGIN) < before * 100 {
            "  faster: `cargo bench -- guard write` keeps it so"
        } else {
            ""
        };
        let tenths = count * 1_000 / before.max(1);
        println!("{count:>12}  {:>4}.{} %  {}{verdict}", tenths / 10, tenths % 10, workload.name);
    }
    if writes {
        fs::write(COUNTS, found).expect("the counts can be written");
    } else if is_slower {
        println!(
            "More instructions than before, by over {MARGIN} %. If that is meant: `cargo bench -- guard write`."
        );
        exit(1);
    }
}

/// Ends the run where there is no valgrind.
pub(crate) fn require_valgrind() {
    let version = Command::new("valgrind").arg("--version").stdin(Stdio::null()).output();
    if !version.is_ok_and(|output| output.status.success()) {
        println!("This needs valgrind: `apt-get install valgrind`, or the like.");
        exit(2);
    }
}

fn workloads() -> Vec<Workload> {
    let of_edit = |name, files: [Change; 1], patch| Workload {
        name,
        files: files.into(),
        patch,
        outcome: Outcome::Applied,
    };
    let of_changes = |name, files, patch, outcome| Workload { name, files, patch, outcome };
    let (small, python, cpp, rust) = (small_file(), python_file(60_000), cpp_file(20_000), rust_file(60_000));
    let (files, long, rung) = (large::many_files(50), large::hopeless(100_000), large::last_rung(40));
    vec![
        of_edit("one line of 5 KB, CHUNK YAML", small.files(), small.chunk_yaml()),
        of_edit("one line of 5 KB, envelope", small.files(), small.envelope()),
        of_edit("one method of 60 KB of Python", python.files(), python.symbol_yaml()),
        of_edit("one method of 20 KB of C++", cpp.files(), cpp.symbol_yaml()),
        of_edit("one method of 60 KB of Rust", rust.files(), rust.symbol_yaml()),
        of_changes("one line in each of 50 files, diff", files.files, files.diff, Outcome::Applied),
        of_changes("a marker that is nowhere in 100 KB", long.files, long.chunk_yaml, Outcome::Refused),
        of_changes("40 hunks without comments", rung.files, rung.envelope, Outcome::Applied),
    ]
}

/// The instructions that one run takes.
fn count(workload: &Workload) -> u64 {
    let words = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"];
    let words = [&words[..], &[env!("CARGO_BIN_EXE_chunk"), "apply", "PATCH"]].concat();
    let program = Program::peer(workload.name, &words, &workload.patch);
    let said = Bench::new(&workload.files, workload.outcome).run_once(&program);
    let count = said.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    count.unwrap_or_else(|| panic!("callgrind tells no count:\n{said}"))
}
