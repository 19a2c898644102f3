//! The functions that small patches run, one behind the other in the program: `cargo bench -- order write`.
//!
//! A program is read from its file in pieces of 64 KB, as far as somebody asks for them. What a small patch runs is 3 % of
//! the code and lies all over it, so that half of all pieces are asked for, and each costs as much as 10,000 instructions.
//! `link/start.ld` tells the linker to put these functions together. Names that are no more do no harm, and functions
//! that are missing only cost time.
//!
//! The program must have its symbols: `CARGO_PROFILE_BENCH_STRIP=none cargo bench -- order write`. Besides valgrind it takes
//! `nm`.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::inputs::small_file;
use super::measure::{Bench, Outcome, Program};

const PROGRAM: &str = env!("CARGO_BIN_EXE_chunk");
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/link/start.ld");

/// Without its hash one name may stand for hundreds of functions; those that would bring so many bytes of others are left
/// out.
const MAX_OTHERS: usize = 4 << 10;

/// Prints how many functions there are, and writes them down where that is asked for.
pub(crate) fn order(writes: bool) {
    let edit = small_file();
    let files = edit.files();
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let out = folder.path().join("calls");
    let file = format!("--callgrind-out-file={}", out.display());
    let words = ["valgrind", "--tool=callgrind", "--demangle=no", &file, PROGRAM, "apply", "PATCH"];
    let mut run = HashSet::new();
    for patch in [edit.chunk_yaml(), edit.unified(), edit.envelope(), edit.file_changes()] {
        Bench::new(&files, Outcome::Applied).run_once(&Program::peer("chunk", &words, &patch));
        run.extend(functions(&fs::read_to_string(&out).expect("callgrind wrote it")));
    }
    let patterns = patterns(&run, &symbols());
    println!("{} of {} functions by {} patterns", patterns.1, run.len(), patterns.0.len());
    if writes {
        fs::write(SCRIPT, script(&patterns.0)).expect("the script can be written");
    }
}

/// The program's own functions that a run called.
fn functions(calls: &str) -> HashSet<String> {
    let (mut objects, mut names) = (HashMap::new(), HashMap::new());
    let mut is_own = false;
    let mut found = HashSet::new();
    for line in calls.lines() {
        let Some((key, value)) = line.split_once("=(") else { continue };
        let Some((number, name)) = value.split_once(')') else { continue };
        let known = match key {
            "ob" | "cob" => &mut objects,
            "fn" | "cfn" => &mut names,
            _ => continue,
        };
        if !name.is_empty() {
            known.insert(number, name.trim());
        }
        match key {
            "ob" => {
                is_own = objects.get(number).is_some_and(|object| Path::new(object) == Path::new(PROGRAM))
            }
            // A function that calls itself is counted by depth.
            "fn" if is_own => {
                found.extend(names.get(number).and_then(|name| name.split('\'').next()).map(str::to_owned));
            }
            _ => {}
        }
    }
    found
}

/// The functions of the program, each with its size.
fn symbols() -> Vec<(String, usize)> {
    let output =
        Command::new("nm").args(["-S", "--defined-only", PROGRAM]).output().expect("nm is installed");
    let symbol = |line: &str| {
        let [_, size, "t" | "T", name] = line.split(' ').collect::<Vec<_>>()[..] else { return None };
        Some((name.to_owned(), usize::from_str_radix(size, 16).ok()?))
    };
    String::from_utf8_lossy(&output.stdout).lines().filter_map(symbol).collect()
}

/// The patterns of the sections of functions, and of how many.
fn patterns(run: &HashSet<String>, all: &[(String, usize)]) -> (BTreeSet<String>, usize) {
    let mut sizes: HashMap<String, (usize, usize, usize)> = HashMap::new();
    for (name, size) in all {
        let (count, own, others) = sizes.entry(pattern(name)).or_default();
        let is_run = run.contains(name);
        *count += usize::from(is_run);
        *if is_run { own } else { others } += size;
    }
    let is_worth = |(_, own, others): (usize, usize, usize)| own > 0 && others <= own / 2 + MAX_OTHERS;
    let kept: Vec<_> = sizes.into_iter().filter(|(_, sizes)| is_worth(*sizes)).collect();
    let count = kept.iter().map(|(_, (count, ..))| count).sum();
    (kept.into_iter().map(|(name, _)| name).collect(), count)
}

/// The name of a function without the hash at its end, which differs from build to build.
fn pattern(name: &str) -> String {
    let hash = name.starts_with("_ZN").then(|| name.rfind("17h")).flatten();
    hash.map_or_else(|| name.to_owned(), |at| format!("{}17h*", &name[..at]))
}

fn script(patterns: &BTreeSet<String>) -> String {
    let mut script = String::from(
        "/* What small patches run stands together: written by `cargo bench -- order write`. */\nSECTIONS\n{\n  .text.start :\n  {\n",
    );
    patterns.iter().for_each(|name| writeln!(script, "    *(.text.{name})").expect("a string"));
    script + "  }\n}\nINSERT BEFORE .text;\n"
}
