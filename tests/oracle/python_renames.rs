//! Definitions of Python sources are renamed, and Python's `ast` and `symtable` judge what came of it.

use std::path::Path;

use chunk::engine::{self, apply};
use chunk::ir::PatchPath;
use chunk::vfs::{MemoryTree, ReadTree};
use serde_json::{Value, json};

use crate::Outcome;
use crate::document::Document;
use crate::options::Options;
use crate::sources::{has_extension, sources};
use crate::support::script;

const NEW: &str = "zz_fresh";

/// Every n-th definition of a file is renamed.
const EVERY: usize = 9;

/// What the script says of each renaming: a line that is empty or says what is wrong.
fn judge(cases: &[Value]) -> Option<Vec<String>> {
    let lines: String = cases.iter().map(|case| format!("{case}\n")).collect();
    let told = script::python("python_renames.py", lines)?;
    let told: Vec<String> = told.lines().map(str::to_owned).collect();
    (told.len() == cases.len()).then_some(told)
}

/// The text with a definition renamed; `None` if that is refused.
fn renamed(text: &str, address: &str) -> Option<String> {
    let patch = json!({ "operations": [
        { "path": "a.py", "op": "rename_symbol", "symbol": address, "new_name": NEW }
    ] });
    let mut tree = MemoryTree::new().with_file("a.py", text);
    let report = apply(patch.to_string().as_bytes(), &engine::Options::default(), &mut tree);
    let path = PatchPath::parse("a.py").expect("it is one");
    let file = tree.read(&path).ok().filter(|_| report.is_ok())?;
    String::from_utf8(file.bytes.to_vec()).ok()
}

/// Renamings of definitions that stand in the file or in a class of it.
fn cases(path: &Path, refused: &mut usize) -> Vec<Value> {
    let Some(mut document) = Document::read(path, "python") else { return Vec::new() };
    let mut found = Vec::new();
    for one in document.all().into_iter().step_by(EVERY) {
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

pub(crate) fn run(options: &Options) -> Outcome {
    let is_small = |path: &Path| path.metadata().is_ok_and(|data| data.len() < 100_000);
    let paths = sources(options, 1, &|path| has_extension(path, &["py"]) && is_small(path));
    let mut refused = 0;
    let cases: Vec<Value> = paths.iter().flat_map(|path| cases(path, &mut refused)).collect();
    let Some(told) = judge(&cases) else {
        return Outcome::Skipped("there is no `python3` of 3.8 or later".to_owned());
    };
    let judged = cases.iter().zip(&told).filter(|(_, told)| !told.is_empty());
    let wrong: Vec<String> = judged.map(|(case, told)| format!("{}: {told}", case["at"])).collect();
    println!("{} renamed, {refused} refused, {} wrong", cases.len(), wrong.len());
    wrong.iter().for_each(|line| println!("WRONG: {line}"));
    if wrong.is_empty() { Outcome::Passed } else { Outcome::Failed("names were changed wrongly".to_owned()) }
}
