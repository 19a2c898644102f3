//! Checks that what a refusal suggests selects what it says, or makes the operation apply.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::diag::{Code, Diagnostic};
use crate::parse::parse;
use crate::plan::plan;
use crate::vfs::MemoryTree;

/// Plans a patch of a file; returns the lines that its operation matched, or why it is refused.
fn planned(file: &str, patch: &str) -> Result<(usize, usize), Vec<Diagnostic>> {
    let tree = MemoryTree::new().with_file("a.py", file);
    let plan = plan(&parse(patch.as_bytes(), None).expect("the patch is read"), &tree)?;
    Ok(plan.operations[0].lines.expect("it matched lines"))
}

fn chunk_patch(fields: &str) -> String {
    format!("operations:\n  - path: a.py\n    op: insert_text_after\n    payload: new\n{fields}")
}

/// Checks that each candidate is selected by what is suggested for it; returns the number of suggestions.
fn check_selections(file: &str, fields: &str) -> usize {
    let Err(problems) = planned(file, &chunk_patch(fields)) else { return 0 };
    let places = problems.iter().filter(|problem| problem.code == Code::MarkerAmbiguous);
    let offers =
        places.flat_map(|problem| &problem.places).filter_map(|place| Some((place, place.select.as_ref()?)));
    let mut count = 0;
    for (place, offer) in offers {
        let patch = chunk_patch(&format!("{fields}    {offer}\n"));
        let found = planned(file, &patch).unwrap_or_else(|problems| panic!("{file}\n{patch}\n{problems:?}"));
        assert_eq!(found, (place.line, place.last_line), "{file}\n{patch}");
        count += 1;
    }
    count
}

/// Like [`check_selections`], for the `@@` lines of a hunk with these lines.
fn check_headers(file: &str, old: &[&str]) -> usize {
    let body: String = old.iter().map(|line| format!("-{line}\n")).collect();
    let patch = |header: &str| format!("--- a/a.py\n+++ b/a.py\n{header}\n{body}+new\n");
    let Err(problems) = planned(file, &patch("@@")) else { return 0 };
    let places = problems.iter().filter(|problem| problem.code == Code::HunkAmbiguous);
    let offers =
        places.flat_map(|problem| &problem.places).filter_map(|place| Some((place, place.select.as_ref()?)));
    let mut count = 0;
    for (place, offer) in offers {
        let patch = patch(offer);
        // The place is selected all the same: the lines there are indented in several ways.
        let is_uneven = |problems: &[Diagnostic]| {
            problems[0].code == Code::ContextMismatch && problems[0].places[0].line == place.line
        };
        let found = match planned(file, &patch) {
            Ok(found) => found,
            Err(problems) if is_uneven(&problems) => continue,
            Err(problems) => panic!("{file}\n{patch}\n{problems:?}"),
        };
        assert_eq!(found.0, place.line, "{file}\n{patch}");
        count += 1;
    }
    count
}

#[track_caller]
fn check_repair(file: &str, fields: &str, code: Code) {
    let problems = planned(file, &chunk_patch(fields)).expect_err("it is refused");
    assert_eq!(problems[0].code, code);
    let repair = problems[0].repair.as_ref().and_then(serde_json::Value::as_object).expect("a repair");
    let kept =
        fields.lines().filter(|line| !repair.keys().any(|key| line.trim().starts_with(&format!("{key}:"))));
    let kept: String = kept.map(|line| format!("{line}\n")).collect();
    let mended: String = repair.iter().map(|(key, value)| format!("    {key}: {value}\n")).collect();
    let patch = chunk_patch(&(kept + &mended));
    planned(file, &patch).unwrap_or_else(|problems| panic!("{patch}\n{problems:?}"));
}

const FILE: &str = "def f():\n    a = 1\n    \"x\": [a]\n    a = 1\n\ndef g():\n    # why\n    a = 1\n";

#[test]
fn what_is_offered_selects_its_candidate() {
    assert_eq!(check_selections(FILE, "    marker: a = 1\n"), 3);
    assert_eq!(check_headers(FILE, &["    a = 1"]), 3);
}

#[test]
fn a_repair_makes_the_operation_apply() {
    check_repair(FILE, "    marker: \"\\\"x\\\": [b]\"\n", Code::MarkerNotFound);
    check_repair(FILE, "    before: def f():\n    marker: \"\\\"x\\\": [a]\"\n", Code::ContextMismatch);
    check_repair(FILE, "    after: nothing\n    marker: \"\\\"x\\\": [a]\"\n", Code::ContextMismatch);
    let class = "class A:\n    def run(self):\n        pass\n";
    check_repair(class, "    marker: pass\n    class: A\n    method: runn\n", Code::SymbolNotFound);
}

#[test]
fn a_corrected_hunk_applies() {
    let header = "--- a/a.py\n+++ b/a.py\n";
    let hunk = "@@\n def f():\n-    a = one\n+    a = 2\n     \"x\": [b]\n";
    let problems = planned(FILE, &format!("{header}{hunk}")).expect_err("two lines differ");
    let repair = problems[0].repair.as_ref().expect("a repair");
    let text = repair["text"].as_str().expect("a hunk");
    assert_eq!(text, "@@\n def f():\n-    a = 1\n+    a = 2\n     \"x\": [a]");
    assert_eq!(planned(FILE, &format!("{header}{text}\n")), Ok((1, 3)));
}

const LINES: &[&str] = &[
    "x",
    "y",
    "",
    "    x",
    "# n",
    "x  # n",
    "def f():",
    "def g():",
    "class A:",
    "    def f(self):",
    "- x",
    "'q': #",
    "&x",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn every_offer_selects_its_candidate(lines in vec(select(LINES), 2..24), marker in select(&["x", "y", "&x"][..])) {
        let file = lines.join("\n") + "\n";
        check_selections(&file, &format!("    marker: \"{marker}\"\n"));
        check_headers(&file, &[marker]);
        check_headers(&file, &[marker, "x"]);
    }
}
