//! Definitions of Python's own library are renamed, and Python's `ast` and `symtable` judge what came of it.

#![allow(clippy::print_stdout, reason = "the figures are the point")]

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;

use chunk::engine::{Options, apply};
use chunk::ir::PatchPath;
use chunk::vfs::{MemoryTree, ReadTree};
use serde_json::{Value, json};
use support::witness::{Document, files, step, told_by};

const NEW: &str = "zz_fresh";

fn library() -> Option<PathBuf> {
    let script = "import sysconfig; print(sysconfig.get_paths()['stdlib'])";
    let out = Command::new("python3").args(["-c", script]).output().ok()?;
    let path = PathBuf::from(String::from_utf8(out.stdout).ok()?.trim());
    path.is_dir().then_some(path)
}

/// What the script says of each renaming: a line that is empty or says what is wrong.
fn judge(cases: &[Value]) -> Option<Vec<String>> {
    let lines: String = cases.iter().map(|case| format!("{case}\n")).collect();
    let told = told_by("witness_renames.py", lines)?;
    let told: Vec<String> = told.lines().map(str::to_owned).collect();
    (told.len() == cases.len()).then_some(told)
}

/// The text with a definition renamed; `None` if that is refused.
fn renamed(text: &str, address: &str) -> Option<String> {
    let patch = json!({ "operations": [
        { "path": "a.py", "op": "rename_symbol", "symbol": address, "new_name": NEW }
    ] });
    let mut tree = MemoryTree::new().with_file("a.py", text);
    let report = apply(patch.to_string().as_bytes(), &Options::default(), &mut tree);
    let path = PatchPath::parse("a.py").expect("it is one");
    let file = tree.read(&path).ok().filter(|_| report.is_ok())?;
    String::from_utf8(file.bytes.to_vec()).ok()
}

/// Every so-manieth definition that stands in the file or in a class of it.
fn cases(path: &Path, refused: &mut usize) -> Vec<Value> {
    let Some(mut document) = Document::read(path, "python") else { return Vec::new() };
    let mut found = Vec::new();
    for one in document.all().into_iter().step_by(step(9)) {
        let parts: Vec<&str> = one.address.split('.').collect();
        if parts.len() > 2 || one.address.contains(['#', '@']) {
            continue;
        }
        match renamed(&document.text, &one.address) {
            Some(after) => found.push(json!({
                "before": document.text, "after": after, "old": one.name, "new": NEW,
                "class": (parts.len() == 2).then(|| parts[0]), "at": format!("{} {}", path.display(), one.address),
            })),
            None => *refused += 1,
        }
    }
    found
}

#[test]
fn what_is_renamed_is_what_python_binds() {
    let Some(library) = library() else {
        println!("skipped: there is no python3");
        return;
    };
    let is_small = |path: &Path| path.metadata().is_ok_and(|data| data.len() < 100_000);
    let wanted = |path: &Path| path.extension().is_some_and(|extension| extension == "py") && is_small(path);
    let mut refused = 0;
    let cases: Vec<Value> = files(&library, &wanted)
        .into_iter()
        .step_by(step(60))
        .flat_map(|path| cases(&path, &mut refused))
        .collect();
    let Some(told) = judge(&cases) else {
        println!("skipped: python3 does not run the witness");
        return;
    };
    let wrong: Vec<String> = cases
        .iter()
        .zip(&told)
        .filter(|(_, told)| !told.is_empty())
        .map(|(case, told)| format!("{}: {told}", case["at"]))
        .collect();
    println!("{} renamed, {refused} refused, {} wrong", cases.len(), wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
