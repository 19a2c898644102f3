//! `BLESS=1`: writes what a case comes to as what it should come to. The reviewer reads that diff as code.

use std::fs;

use super::case::{Case, Folder, Outcome};
use super::verdict::Found;

/// Whether the run is to rewrite what is expected.
pub fn is_asked_for() -> bool {
    std::env::var_os("BLESS").is_some_and(|value| !value.is_empty() && value != "0")
}

/// Rewrites `expected` or `expected_error` (of a case that is known to be wrong: `now`), and `stderr` if the case has
/// one.
pub fn rewrite(folder: &Folder, case: &Case, found: &Found) {
    let known = folder.is_known_to_be_wrong();
    let (tree, codes) = if known { ("now", "now") } else { ("expected", "expected_error") };
    for name in [tree, codes] {
        let path = folder.path.join(name);
        drop(fs::remove_dir_all(&path));
        drop(fs::remove_file(&path));
    }
    match &found.outcome {
        Outcome::Tree(after) => after.write_case(&folder.path.join(tree)),
        Outcome::Refused(list) => {
            fs::write(folder.path.join(codes), list.join(" ") + "\n").expect("the case can be written");
        }
    }
    if case.stderr.is_some() {
        fs::write(folder.path.join("stderr"), &found.stderr).expect("the case can be written");
    }
}
