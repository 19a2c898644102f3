//! Which functions a small run calls: `cargo bench -- layout` writes them to `link/first.ld`, as the linker reads it.
//!
//! The system reads the code of a program piece by piece, as it is called. Functions in the order of the source are spread
//! over all of it, and reading a hundred pieces costs more than a patch of one line does; side by side they take twenty.
//! The names in the list say what a generic function is made for, so it takes `symbol-mangling-version=v0`, which
//! `.cargo/config.toml` asks for.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::process::exit;

use super::guard::require_valgrind;
use super::inputs::{Edit, cpp_file, python_file, rust_file, small_file};
use super::measure::{Bench, Outcome, Program};

const LIST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/link/first.ld");

const HEAD: &str = "\
/* The functions that small runs call, side by side: fewer pieces of the program are read from its file.
   `CARGO_PROFILE_RELEASE_STRIP=none cargo bench -- layout` writes this list. Names that are no more do no harm. */
SECTIONS
{
  .text.first :
  {
";

/// Writes the list anew.
pub(crate) fn layout() {
    require_valgrind();
    let (small, python, cpp, rust) = (small_file(), python_file(20_000), cpp_file(20_000), rust_file(20_000));
    let mut called = Vec::new();
    for patch in [small.chunk_yaml(), small.unified(), small.envelope(), small.file_changes()] {
        called.extend(functions(&small, &patch));
    }
    for edit in [python, cpp, rust] {
        called.extend(functions(&edit, &edit.symbol_yaml()));
    }
    let mut seen = HashSet::new();
    let mut list = String::from(HEAD);
    for pattern in called.iter().filter_map(|name| pattern(name)) {
        if seen.insert(pattern.clone()) {
            let _ = writeln!(list, "    *(.text.{pattern})");
        }
    }
    list.push_str("  }\n}\nINSERT BEFORE .text;\n");
    if seen.len() < 100 {
        println!("The program has no names: set `CARGO_PROFILE_RELEASE_STRIP=none`.");
        exit(2);
    }
    fs::write(LIST, list).expect("the list can be written");
    println!("{} functions", seen.len());
}

/// The functions that one run calls, as the linker knows them.
fn functions(edit: &Edit, patch: &str) -> Vec<String> {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let out = folder.path().join("out");
    let option = format!("--callgrind-out-file={}", out.display());
    let words = [
        "valgrind",
        "--tool=callgrind",
        "--demangle=no",
        &option,
        env!("CARGO_BIN_EXE_chunk"),
        "apply",
        "PATCH",
    ];
    Bench::new(&edit.files(), Outcome::Applied).run_once(&Program::peer("layout", &words, patch));
    let found = fs::read_to_string(out).expect("callgrind writes down the calls");
    let names = found.lines().filter_map(|line| {
        // A name stands behind its number where it is told first.
        let rest = line.strip_prefix("fn=(").or_else(|| line.strip_prefix("cfn=("))?;
        let name = rest.split_once(") ")?.1;
        // A call of itself has a number behind the name.
        Some(name.split('\'').next().unwrap_or(name).to_owned())
    });
    names.collect()
}

/// A name without what differs from build to build: the numbers of crates, where the name repeats a part of itself, and
/// what the compiler puts behind it.
fn pattern(name: &str) -> Option<String> {
    let name = name.split(".llvm.").next()?;
    let is_plain = name.chars().all(|char| char.is_ascii_alphanumeric() || "_.$".contains(char));
    if name.is_empty() || !is_plain {
        return None;
    }
    let Some(mut rest) = name.strip_prefix("_R") else { return Some(name.to_owned()) };
    let mut pattern = String::from("_R");
    while !rest.is_empty() {
        let part = part(rest);
        let is_numbered = part.starts_with("Cs") || part.starts_with('B');
        pattern.push_str(if part.starts_with("Cs") {
            "Cs*_"
        } else if is_numbered {
            "B*_"
        } else {
            part
        });
        rest = &rest[part.len()..];
    }
    pattern.push('*');
    Some(pattern)
}

/// The first part of the rest of a name: a number with the sign before it, an identifier with its length, or one letter.
fn part(rest: &str) -> &str {
    // As rustc's "v0 symbol format" has them: crates, parts of the name itself, others of one name, lifetimes, binders.
    for sign in ["Cs", "B", "s", "L", "G"] {
        let number = rest.strip_prefix(sign).and_then(|behind| behind.split_once('_'));
        if let Some((number, _)) = number
            && number.chars().all(|char| char.is_ascii_alphanumeric())
            && (sign == "Cs" || number.len() <= 3)
        {
            return &rest[..sign.len() + number.len() + 1];
        }
    }
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let length = match rest[..digits].parse::<usize>() {
        Ok(length) if length > 0 => digits + length + usize::from(rest[digits..].starts_with('_')),
        _ => 1,
    };
    &rest[..length.min(rest.len())]
}
