//! Speed, side by side with others: `cargo bench`.
//!
//! Absolute times differ from machine to machine, so every workload is run by `chunk` and its peers in turns, and what
//! counts is the ratio of the medians of their CPU times (user and system). Inputs are generated; every result is
//! compared byte by byte. Peers that are not installed are left out.

#![allow(clippy::print_stdout, reason = "this is the report")]
#![allow(clippy::disallowed_methods, reason = "tests make trees of their own")]

mod inputs;
mod measure;

use inputs::{Edit, cpp_file, many_operations, python_file, rust_file, small_file};
use measure::{Bench, Program, Times};

fn main() {
    // `cargo test --all-targets` only wants to know that it starts.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    daily_case();
    let python = one_symbol("Python, 325 KB", &python_file(325_000));
    one_symbol("C++, 950 KB", &cpp_file(950_000));
    one_symbol("Rust, 202 KB", &rust_file(202_000));
    one_symbol("C++, 20 KB", &cpp_file(20_000));
    many(&python);
}

/// One line of a small file: what an agent does all day.
fn daily_case() {
    println!("\nW1  one line replaced in a file of 5 KB");
    let edit = small_file();
    let diff = edit.unified();
    let bench = Bench::new(&edit);
    let programs = [
        Program::chunk("chunk, CHUNK YAML", &edit.chunk_yaml()),
        Program::chunk("chunk, diff", &diff),
        Program::chunk("chunk, envelope", &edit.envelope()),
        Program::chunk("chunk, FILE_CHANGES", &edit.file_changes()),
        Program::peer("patch", &["patch", "-p1", "-s", "--no-backup-if-mismatch", "-i", "PATCH"], &diff),
        Program::peer("git apply", &["git", "apply", "PATCH"], &diff),
    ];
    let times = bench.compare(&programs, 100, 7);
    times.print("patch");
}

/// One method of a large file.
fn one_symbol(name: &str, edit: &Edit) -> Times {
    println!("\nW2  one method replaced: {name}");
    let bench = Bench::new(edit);
    let programs = [
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
        let bench = Bench::new(&edit);
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
