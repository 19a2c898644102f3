//! Speed, side by side with others: `cargo bench`.
//!
//! Absolute times differ from machine to machine, so every workload is run by `chunk` and its peers in turns, and what
//! counts is the ratio of the medians of their CPU times (user and system). Inputs are generated; every result is
//! compared byte by byte. Peers that are not installed are left out.
//!
//! `cargo bench -- W5 W7` runs some of the workloads, `cargo bench -- --full` runs those of many or large files at ten
//! times the size. `cargo bench -- growth` tells how the time grows with the number of operations of each kind, and
//! `cargo bench -- growth move_symbol` asks for some of them; see `growth.rs`. `cargo bench -- guard` compares instruction
//! counts with those of before; see `guard.rs`. `cargo bench -- layout` writes which functions stand side by side in the
//! program; see `layout.rs`.

#![allow(clippy::print_stdout, reason = "this is the report")]
#![allow(clippy::disallowed_methods, reason = "tests make trees of their own")]

mod growth;
mod guard;
mod inputs;
mod large;
mod layout;
mod measure;
mod one_file;

use inputs::{Edit, cpp_file, many_operations, python_file, rust_file, small_file};
use large::Changes;
use measure::{Bench, Outcome, Program, Times};

fn main() {
    // `cargo test --all-targets` only wants to know that it starts.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    if let Some(at) = std::env::args().position(|argument| argument == "growth") {
        let words = std::env::args().skip(at + 1).filter(|argument| !argument.starts_with("--"));
        growth::growth(&words.collect::<Vec<_>>());
        return;
    }
    if std::env::args().any(|argument| argument == "guard") {
        guard::guard(std::env::args().any(|argument| argument == "write"));
        return;
    }
    if std::env::args().any(|argument| argument == "layout") {
        layout::layout();
        return;
    }
    let wanted: Vec<String> = std::env::args().filter(|argument| argument.starts_with('W')).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|one| one == name);
    let scale = if std::env::args().any(|argument| argument == "--full") { 10 } else { 1 };
    if is_wanted("W1") {
        daily_case();
    }
    if is_wanted("W2") || is_wanted("W3") {
        let python = one_symbol("Python, 325 KB", &python_file(325_000));
        one_symbol("C++, 950 KB", &cpp_file(950_000));
        one_symbol("Rust, 202 KB", &rust_file(202_000));
        one_symbol("C++, 20 KB", &cpp_file(20_000));
        many(&python);
    }
    let applied = |name: &str, title: String, changes: &dyn Fn() -> Changes| {
        if is_wanted(name) {
            println!("\n{name}  {title}");
            every_format(&changes(), Outcome::Applied);
        }
    };
    applied("W4", format!("one line in each of {} files", 500 * scale), &|| large::many_files(500 * scale));
    applied("W5", format!("ten lines in a text of {} MB", 10 * scale), &|| {
        large::large_file(10_000_000 * scale)
    });
    applied("W6", format!("half of the lines of {} files", 380 * scale), &|| large::long_diff(380 * scale));
    if is_wanted("W7") {
        println!("\nW7  a marker that is not in a text of {} MB", scale);
        every_format(&large::hopeless(1_000_000 * scale), Outcome::Refused);
    }
    if is_wanted("W8") {
        last_rung();
    }
    if is_wanted("W9") {
        one_file::compare();
    }
}

/// One change in all formats, beside the peers that read diffs.
fn every_format(changes: &Changes, outcome: Outcome) {
    let programs = [
        Program::peer("patch", PATCH, &changes.diff),
        Program::peer("git apply", &["git", "apply", "PATCH"], &changes.diff),
        Program::apply_patch(&changes.envelope),
        Program::chunk("chunk, diff", &changes.diff),
        Program::chunk("chunk, envelope", &changes.envelope),
        Program::chunk("chunk, CHUNK YAML", &changes.chunk_yaml),
    ];
    // Where whole blocks change, the operations on single lines are another change.
    let is_one_line = changes.diff.lines().filter(|line| line.starts_with("@@")).count()
        == changes.diff.lines().filter(|line| line.starts_with('-') && !line.starts_with("---")).count();
    let programs = if is_one_line { &programs[..] } else { &programs[..5] };
    Bench::new(&changes.files, outcome).compare(programs, 1, 5).print("patch");
}

/// Hunks without the comments that stand in the file.
fn last_rung() {
    println!("\nW8  400 hunks that leave comments out");
    let changes = large::last_rung(400);
    let programs = [Program::chunk("chunk, envelope", &changes.envelope)];
    Bench::new(&changes.files, Outcome::Applied).compare(&programs, 4, 5).print("chunk, envelope");
}

const PATCH: &[&str] = &["patch", "-p1", "-s", "--no-backup-if-mismatch", "-r", "-", "-i", "PATCH"];

/// One line of a small file: what an agent does all day.
fn daily_case() {
    println!("\nW1  one line replaced in a file of 5 KB");
    let edit = small_file();
    let diff = edit.unified();
    let files = edit.files();
    let bench = Bench::new(&files, Outcome::Applied);
    let programs = [
        Program::chunk("chunk, CHUNK YAML", &edit.chunk_yaml()),
        Program::chunk("chunk, diff", &diff),
        Program::chunk("chunk, envelope", &edit.envelope()),
        Program::chunk("chunk, FILE_CHANGES", &edit.file_changes()),
        Program::peer("patch", PATCH, &diff),
        Program::peer("git apply", &["git", "apply", "PATCH"], &diff),
        Program::apply_patch(&edit.envelope()),
    ];
    let times = bench.compare(&programs, 100, 7);
    times.print("patch");
}

/// One method of a large file.
fn one_symbol(name: &str, edit: &Edit) -> Times {
    println!("\nW2  one method replaced: {name}");
    let files = edit.files();
    let bench = Bench::new(&files, Outcome::Applied);
    let (pattern, rewrite) = edit.pattern();
    let ast_grep = ["ast-grep", "run", "--update-all", "--pattern", pattern, "--rewrite", rewrite, edit.path];
    let programs = [
        Program::peer("ast-grep", &ast_grep, ""),
        Program::chunk("chunk, symbol", &edit.symbol_yaml()),
        Program::chunk("chunk, text", &edit.chunk_yaml()),
        Program::chunk("chunk, diff", &edit.unified()),
    ];
    let times = bench.compare(&programs, 8, 5);
    times.print("chunk, symbol");
    times
}

/// Many operations on one file, and how the time grows with their number.
fn many(one: &Times) {
    println!("\nW3  mixed operations on one Python file of 1 MB");
    let mut last: Option<(usize, f64)> = None;
    for count in [1, 10, 100, 1_000, 10_000] {
        let (edit, patch) = many_operations(1_000_000, count);
        let files = edit.files();
        let bench = Bench::new(&files, Outcome::Applied);
        let times = bench.compare(&[Program::chunk("chunk", &patch)], 2, 3);
        let ms = times.median("chunk");
        let growth = last.map_or(String::new(), |(fewer, before)| {
            let exponent = (ms / before).ln() / (count as f64 / fewer as f64).ln();
            format!(", exponent {exponent:.2}")
        });
        println!(
            "  {count:>6} operations {ms:>9.1} ms  ({:.2} x one symbol in 325 KB{growth})",
            ms / one.median("chunk, symbol")
        );
        last = Some((count, ms));
    }
}
