//! Classes and functions of C++ headers are renamed, and clang's library says whether just the places were taken that
//! mean them.

use std::path::Path;

use chunk::ir::{PatchPath, SymbolTarget, Unproven};
use chunk::lang::{Language, Macros};
use chunk::resolve::bindings::{DefinitionQuery, Graphs, ProjectFiles, RenameOptions, Source};
use chunk::resolve::by_includes::rename_by_includes;
use chunk::resolve::symbol::{Purpose, SymbolInfo};
use serde_json::{Value, json};

use crate::Outcome;
use crate::clang::roots;
use crate::document::{Document, target};
use crate::options::Options;
use crate::sources::files;
use crate::support::script;

/// The folders with headers below a root, and what the compiler is told (`ROOT` is the root).
const FOLDERS: &[(&str, &[&str])] = &[
    ("usr/include/fmt", &[]),
    ("usr/include/spdlog", &["-DSPDLOG_FMT_EXTERNAL"]),
    ("usr/include/nlohmann", &[]),
    ("usr/include/gtest", &[]),
    ("usr/include/re2", &[]),
    ("usr/include/absl", &["-U__SSE__", "-U__SSE2__", "-U__SSE3__"]),
    ("usr/include/google/protobuf", &[]),
    ("usr/include/eigen3/Eigen/src", &["-IROOT/usr/include/eigen3", "-DEIGEN_DONT_VECTORIZE"]),
];

const NEW: &str = "zz_fresh";

/// Every n-th definition of a header is renamed.
const EVERY: usize = 7;

/// A renaming: the address, and what the judge is told of it.
struct Renamed {
    address: String,
    told: Value,
}

/// The renaming of a definition in a project that is this header alone; `None` if it is refused.
fn renamed(document: &mut Document, one: &SymbolInfo) -> Option<Renamed> {
    let target = SymbolTarget { kind: None, ..target("", &one.address) };
    let found = document.symbols.resolve(&document.buffer, &target, Purpose::Read).ok()?;
    let path = PatchPath::parse("header.h").ok()?;
    let files = ProjectFiles {
        language: Language::by_name("c++")?,
        macros: &Macros::default(),
        sources: vec![Source { path: path.clone(), text: document.text.as_str().into() }],
        manifests: Vec::new(),
        graphs: Graphs::default(),
    };
    let wish = RenameOptions {
        new_name: NEW,
        is_set: false,
        unproven: Unproven::Refuse,
        count: None,
        keeps_alias: false,
        is_kind_told: false,
        is_wanted: &|_| true,
        is_written: &|_, _| false,
    };
    let renaming = rename_by_includes(&DefinitionQuery { files, path: &path, found: &found }, &wish).ok()?;
    let (_, edits) = renaming.edits.first()?;
    let places: Vec<usize> = edits.iter().map(|edit| edit.range.start).collect();
    let first = edits.iter().find(|edit| edit.range.start >= found.declaration)?;
    let told = json!({ "old": renaming.old, "at": first.range.start, "renamed": places });
    Some(Renamed { address: one.address.clone(), told })
}

/// What the judge says of the renamings of one header; `None` if it cannot be asked.
fn judge(path: &Path, flags: &[String], renamings: &[Renamed]) -> Option<Vec<Option<String>>> {
    let told: Vec<&Value> = renamings.iter().map(|one| &one.told).collect();
    let asked = json!({ "file": path, "flags": flags, "renamings": told });
    serde_json::from_str(&script::python("clang_renames.py", format!("{asked}\n"))?).ok()
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
    /// Renames definitions of a header; `None` if the judge cannot be asked.
    fn add(&mut self, path: &Path, flags: &[String]) -> Option<()> {
        let Some(mut document) = Document::read(path, "c++") else { return Some(()) };
        let wanted: Vec<SymbolInfo> = document.all().into_iter().step_by(EVERY).collect();
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

pub(crate) fn run(options: &Options) -> Outcome {
    let mut all = Counts::default();
    for root in roots(options) {
        let name = root.display().to_string();
        let name = name.trim_end_matches('/');
        for (folder, flags) in FOLDERS {
            let mut flags: Vec<String> = flags.iter().map(|flag| flag.replace("ROOT", name)).collect();
            flags.push(format!("-I{name}/usr/include"));
            let headers = files(&root.join(folder), &is_header).into_iter().step_by(options.step(40));
            for header in headers {
                if all.add(&header, &flags).is_none() {
                    return Outcome::Skipped("`python3` has no `clang`".to_owned());
                }
            }
        }
    }
    let Counts { renamed, refused, unknown, wrong } = &all;
    println!(
        "{renamed} renamed, {refused} refused, {unknown} that clang does not see, {} wrong",
        wrong.len()
    );
    wrong.iter().for_each(|line| println!("WRONG: {line}"));
    if wrong.is_empty() { Outcome::Passed } else { Outcome::Failed("names were changed wrongly".to_owned()) }
}
