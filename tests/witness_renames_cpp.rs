//! Classes and functions of C++ headers are renamed, and clang's library says whether just the places were taken that
//! mean them.
//!
//! `CHUNK_WITNESS=all` looks at every header, and at every definition of it.

#![allow(clippy::print_stdout, reason = "the figures are the point")]

mod support;

use std::path::{Path, PathBuf};

use chunk::ir::SymbolTarget;
use chunk::lang::{Language, Macros};
use chunk::resolve::rename::rename;
use chunk::resolve::symbol::{Purpose, SymbolInfo};
use serde_json::{Value, json};
use support::witness::{Document, files, step, target, told_by};

/// The folders with headers, and what the compiler is told.
const FOLDERS: &[(&str, &[&str])] = &[
    ("/usr/include/fmt", &[]),
    ("/usr/include/spdlog", &["-DSPDLOG_FMT_EXTERNAL"]),
    ("/usr/include/nlohmann", &[]),
    ("/usr/include/gtest", &[]),
    ("/usr/include/re2", &[]),
    ("/usr/include/absl", &["-U__SSE__", "-U__SSE2__", "-U__SSE3__"]),
    ("/usr/include/google/protobuf", &[]),
    ("/usr/include/eigen3/Eigen/src", &["-I/usr/include/eigen3", "-DEIGEN_DONT_VECTORIZE"]),
];

const NEW: &str = "zz_fresh";

/// A renaming: the address, and what the judge is told of it.
struct Renamed {
    address: String,
    told: Value,
}

/// The renaming of a definition; `None` if it is refused.
fn renamed(document: &mut Document, one: &SymbolInfo) -> Option<Renamed> {
    let target = SymbolTarget { kind: None, ..target("", &one.address) };
    let found = document.symbols.resolve(&document.buffer, &target, Purpose::Read).ok()?;
    let language = Language::by_name("c++")?;
    let renaming = rename(language, &Macros::default(), &document.buffer, &found, NEW).ok()?;
    let places: Vec<usize> = renaming.edits.iter().map(|edit| edit.range.start).collect();
    let first = renaming.edits.iter().find(|edit| edit.range.start >= found.declaration)?;
    let old = document.text.get(first.range.clone())?;
    let told = json!({ "old": old, "at": first.range.start, "renamed": places });
    Some(Renamed { address: one.address.clone(), told })
}

/// What the judge says of the renamings of one header; `None` if it cannot be asked.
fn judge(path: &Path, flags: &[&str], renamings: &[Renamed]) -> Option<Vec<Option<String>>> {
    let told: Vec<&Value> = renamings.iter().map(|one| &one.told).collect();
    let asked = json!({ "file": path, "flags": flags, "renamings": told });
    serde_json::from_str(&told_by("witness_renames_clang.py", format!("{asked}\n"))?).ok()
}

fn is_header(path: &Path) -> bool {
    let ending = path.extension();
    ending.is_none_or(|ending| ending == "h" || ending == "hpp")
}

#[derive(Default)]
struct Counts {
    renamed: usize,
    refused: usize,
    unknown: usize,
    wrong: Vec<String>,
}

impl Counts {
    /// Renames every so-manieth definition of a header; `None` if the judge cannot be asked.
    fn add(&mut self, path: &Path, flags: &[&str]) -> Option<()> {
        let Some(mut document) = Document::read(path, "c++") else { return Some(()) };
        let wanted: Vec<SymbolInfo> = document.all().into_iter().step_by(step(7)).collect();
        let done: Vec<Renamed> = wanted.iter().filter_map(|one| renamed(&mut document, one)).collect();
        self.refused += wanted.len() - done.len();
        if done.is_empty() {
            return Some(());
        }
        for (one, told) in done.iter().zip(judge(path, flags, &done)?) {
            match told.as_deref() {
                None => self.unknown += 1,
                Some("") => self.renamed += 1,
                Some(wrong) => self.wrong.push(format!("{} {}: {wrong}", path.display(), one.address)),
            }
        }
        Some(())
    }
}

#[test]
fn what_is_renamed_is_what_clang_means() {
    let mut all = Counts::default();
    for (folder, flags) in FOLDERS {
        let headers: Vec<PathBuf> =
            files(Path::new(folder), &is_header).into_iter().step_by(step(40)).collect();
        for header in headers {
            if all.add(&header, flags).is_none() {
                println!("skipped: clang's library is not there");
                return;
            }
        }
    }
    let Counts { renamed, refused, unknown, wrong } = &all;
    println!(
        "{renamed} renamed, {refused} refused, {unknown} that clang does not see, {} wrong",
        wrong.len()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
