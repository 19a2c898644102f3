//! The stages know each other in one direction only.
//!
//! Read from the sources: every `crate::stage` in a file of the library, and every `chunk::stage` in the command line,
//! must name a stage that comes earlier in the list. Beside the command line, which may use it, stands the server.

use std::fs;
use std::path::{Path, PathBuf};

/// The stages, each of which may use those before it.
const ORDER: [&str; 15] = [
    "diag", "ir", "text", "lang", "parse", "write", "guide", "resolve", "vfs", "plan", "verify", "commit",
    "undo", "report", "engine",
];

#[test]
fn every_stage_uses_only_stages_before_it() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    for stage in ORDER {
        let files = files_of(&source, stage);
        assert!(!files.is_empty(), "the list names `{stage}`, which does not exist");
        for file in files {
            let text = fs::read_to_string(&file).expect("a source file");
            wrong.extend(
                later(&text, stage).map(|used| format!("{}: `{stage}` uses `{used}`", file.display())),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_stage_is_in_the_list() {
    let library = include_str!("../../src/lib.rs");
    let modules = library.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let unlisted: Vec<&str> = modules.filter(|module| !ORDER.contains(module)).collect();
    assert!(unlisted.is_empty(), "{unlisted:?} should stand in `ORDER`, where they belong");
}

#[test]
fn the_library_neither_prints_nor_ends_the_program() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for stage in ORDER {
        for file in files_of(&source, stage) {
            let text = fs::read_to_string(&file).expect("a source file");
            for word in ["anyhow::", "process::exit", "stdout()", "stderr()"] {
                let used =
                    text.lines().any(|line| !line.trim_start().starts_with("//") && line.contains(word));
                assert!(!used, "{} has `{word}`", file.display());
            }
        }
    }
}

/// The stages that a text names although they come later.
fn later<'a>(text: &'a str, stage: &'a str) -> impl Iterator<Item = &'a str> {
    let rank = |name: &str| ORDER.iter().position(|stage| *stage == name);
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let used = code.flat_map(|line| line.split("crate::").skip(1)).map(|rest| {
        let end = rest.find(|char: char| !char.is_alphanumeric() && char != '_').unwrap_or(rest.len());
        &rest[..end]
    });
    used.filter(move |used| rank(used) > rank(stage))
}

/// The files of a stage: `stage.rs`, and everything below `stage/` but its tests.
fn files_of(source: &Path, stage: &str) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> =
        Some(source.join(format!("{stage}.rs"))).filter(|file| file.is_file()).into_iter().collect();
    let mut work = vec![source.join(stage)];
    while let Some(folder) = work.pop() {
        let Ok(entries) = fs::read_dir(folder) else { continue };
        for path in entries.map(|entry| entry.expect("an entry").path()) {
            match () {
                () if path.is_dir() => work.push(path),
                () if path.extension().is_some_and(|e| e == "rs")
                    && path.file_stem().is_some_and(|n| n != "tests") =>
                {
                    found.push(path);
                }
                () => {}
            }
        }
    }
    found
}

#[test]
fn the_server_does_not_use_the_command_line() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in files_of(&source, "mcp") {
        let text = fs::read_to_string(&file).expect("a source file");
        assert!(!text.contains("crate::cli"), "{} uses the command line", file.display());
    }
}

#[test]
fn a_later_stage_is_noticed() {
    let found = |text: &'static str| later(text, "plan").collect::<Vec<_>>();
    assert_eq!(found("use crate::commit::commit;\n"), ["commit"]);
    assert_eq!(found("    let x = crate::report::Report::default();\n"), ["report"]);
    assert_eq!(found("use crate::vfs::ReadTree;\n/// [`crate::commit`]\nuse crate::plan::Plan;\n"), [""; 0]);
}
