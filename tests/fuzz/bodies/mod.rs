//! What each fuzz target does with an input: one function a target, which panics where something does not hold.
//!
//! The fuzz package and a test of the main package (`tests/fuzz_seeds.rs`) both compile this module, so that it keeps
//! up with the library. An input of several parts (a patch and files, say) is cut at [`CUT`].

#![allow(
    unreachable_pub,
    reason = "the fuzz package sees what is public here, a test has all of it to itself"
)]

mod journal;
mod lines;
mod naive;
mod parsers;
mod paths;
mod problems;
#[path = "../../commit/support.rs"]
#[allow(dead_code, reason = "what the tests of a commit share, of which this needs a part")]
mod support;
mod symbols;
mod trees;

/// The byte between the parts of an input; no text that anybody writes holds it.
pub const CUT: u8 = 0x1e;

/// A body: it panics where something does not hold.
pub type Body = fn(&[u8]);

/// Every target, by name.
pub const TARGETS: [(&str, Body); 14] = [
    ("chunk_yaml", parsers::chunk_yaml),
    ("unified", parsers::unified),
    ("apply_patch", parsers::apply_patch),
    ("file_changes", parsers::file_changes),
    ("search_replace", parsers::search_replace),
    ("json_edits", parsers::json_edits),
    ("detect", parsers::detect),
    ("match_lines", lines::match_lines),
    ("symbols_py", symbols::python),
    ("symbols_cpp", symbols::cpp),
    ("symbols_rs", symbols::rust),
    ("path_check", paths::path_check),
    ("apply_tree", trees::apply_tree),
    ("journal_replay", journal::journal_replay),
];

/// Gives an input to a target.
///
/// # Panics
/// Something does not hold, or there is no such target.
pub fn run(target: &str, input: &[u8]) {
    let found = TARGETS.iter().find(|(name, _)| *name == target);
    let (_, body) = found.unwrap_or_else(|| panic!("there is no target {target}"));
    body(input);
}

/// The parts of an input.
fn parts(input: &[u8]) -> impl Iterator<Item = &[u8]> {
    input.split(|byte| *byte == CUT)
}

/// A part as text, if it is text.
fn text(part: Option<&[u8]>) -> &str {
    part.and_then(|part| std::str::from_utf8(part).ok()).unwrap_or_default()
}

/// The seeds of `journal_replay`, which no case holds.
pub fn journal_seeds() -> std::collections::BTreeSet<Vec<u8>> {
    journal::seeds()
}
