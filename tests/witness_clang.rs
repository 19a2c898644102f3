//! C++ as it is written: of every definition that clang sees in the headers of some libraries, and whose name is its own,
//! the same span is resolved; or it is refused, but never another one.

#![allow(clippy::print_stdout, reason = "the figures are the point")]

mod support;

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use chunk::resolve::symbol::SymbolProblem;
use serde::Deserialize;
use support::witness::{Document, files};

/// A library: its name, the folder of its headers, what the compiler is told, and the least share that must resolve.
struct Library {
    name: &'static str,
    folder: &'static str,
    flags: &'static str,
    /// Every n-th header is looked at.
    step: usize,
    least: f64,
}

const LIBRARIES: &[Library] = &[
    Library { name: "fmt", folder: "/usr/include/fmt", flags: "", step: 3, least: 0.9 },
    Library { name: "nlohmann-json", folder: "/usr/include/nlohmann", flags: "", step: 9, least: 0.9 },
    Library {
        name: "spdlog",
        folder: "/usr/include/spdlog",
        flags: "-DSPDLOG_FMT_EXTERNAL",
        step: 20,
        least: 0.9,
    },
    Library { name: "abseil", folder: "/usr/include/absl", flags: "", step: 45, least: 0.9 },
    Library { name: "googletest", folder: "/usr/include/gtest", flags: "", step: 5, least: 0.9 },
    Library {
        name: "eigen",
        folder: "/usr/include/eigen3/Eigen",
        flags: "-I/usr/include/eigen3",
        step: 45,
        least: 0.9,
    },
];

/// A header as clang sees it.
#[derive(Deserialize)]
struct Seen {
    file: String,
    /// Its classes and functions.
    found: Vec<Place>,
}

/// Kind, path, whether it is a definition, first byte, byte behind the last, byte of the name.
type Place = (String, Vec<String>, bool, usize, usize, usize);

#[derive(Default)]
struct Tally {
    files: usize,
    exact: usize,
    refused: Vec<String>,
    shared: Vec<String>,
    wrong: Vec<String>,
}

#[test]
fn what_clang_sees_is_resolved_or_refused() {
    let mut failed = Vec::new();
    for library in LIBRARIES {
        let Some(seen) = witness(library) else {
            println!("skipped: {} or clang's library is not there", library.name);
            continue;
        };
        let mut tally = Tally::default();
        for header in &seen {
            count(&mut tally, header);
        }
        let all = tally.exact + tally.refused.len() + tally.wrong.len();
        let share = tally.exact as f64 / all.max(1) as f64;
        println!(
            "{}: {} headers; of {all} definitions with a name of their own {} exact ({:.2} %), {} refused, {} wrong; \
             {} that the text has several of",
            library.name,
            tally.files,
            tally.exact,
            share * 100.0,
            tally.refused.len(),
            tally.wrong.len(),
            tally.shared.len()
        );
        let shown = if std::env::var_os("CHUNK_WITNESS").is_some() { 400 } else { 8 };
        tally.refused.iter().take(shown).for_each(|line| println!("refused: {line}"));
        tally.wrong.iter().take(shown).for_each(|line| println!("WRONG: {line}"));
        if !tally.wrong.is_empty() || (all > 0 && share < library.least) {
            failed.push(library.name);
        }
    }
    assert!(failed.is_empty(), "{failed:?}");
}

/// What clang says of the headers of a library; `None` if it cannot be asked.
fn witness(library: &Library) -> Option<Vec<Seen>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/witness_clang.py");
    let step = support::witness::step(library.step);
    let wanted = |path: &Path| path.extension().is_none_or(|name| name == "h" || name == "hpp");
    let paths: Vec<PathBuf> = files(Path::new(library.folder), &wanted).into_iter().step_by(step).collect();
    if paths.is_empty() {
        return None;
    }
    let flags = format!("{} {}", library.flags, system_folders());
    let asked: String = paths.iter().map(|path| format!("{flags}\t{}\n", path.display())).collect();
    let mut child = Command::new("python3")
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut input = child.stdin.take()?;
    let writer = std::thread::spawn(move || input.write_all(asked.as_bytes()));
    let out = child.wait_with_output().ok()?;
    let _ = writer.join();
    let seen: Vec<Seen> = String::from_utf8_lossy(&out.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    (!seen.is_empty()).then_some(seen)
}

/// The folders of the compiler's own headers, as its library does not know them.
fn system_folders() -> String {
    let mut found = Vec::new();
    let compilers = std::fs::read_dir("/usr/include/c++").into_iter().flatten().flatten();
    for version in compilers.map(|entry| entry.file_name().to_string_lossy().into_owned()) {
        found.push(format!("-isystem /usr/include/c++/{version}"));
        found.push(format!("-isystem /usr/include/x86_64-linux-gnu/c++/{version}"));
        found.push(format!("-isystem /usr/lib/gcc/x86_64-linux-gnu/{version}/include"));
    }
    found.join(" ")
}

fn count(tally: &mut Tally, header: &Seen) {
    let Some(mut document) = Document::read(Path::new(&header.file), "c++") else { return };
    tally.files += 1;
    let text = document.text.clone();
    // What a macro of the file expands to stands where the macro does.
    let is_written = |name: &str, at: usize| {
        text.get(at..).is_some_and(|rest| rest.starts_with(name) && !rest[name.len()..].starts_with(is_word))
    };
    let mut groups: BTreeMap<(&str, String), Vec<&Place>> = BTreeMap::new();
    for place in &header.found {
        groups.entry((&place.0, place.1.join("::"))).or_default().push(place);
    }
    for ((kind, path), places) in groups {
        // A definition has its name for itself if nothing else of the name is defined, or declared as an overload.
        let mut defined = places.iter().filter(|place| place.2);
        let (Some(one), None) = (defined.next(), defined.next()) else { continue };
        let name = one.1.last().map_or("", String::as_str);
        let is_own = places.len() <= 2 && !name.is_empty() && is_written(name, one.5) && one.3 < one.4;
        // The path of a specialisation does not say that it is one.
        let behind = text.get(one.5 + name.len()..).unwrap_or_default();
        if is_own && !(kind == "class" && behind.trim_start().starts_with('<')) {
            check_one(tally, &mut document, &text, header, kind, &path, one.3..one.4);
        }
    }
}

fn check_one(
    tally: &mut Tally,
    document: &mut Document,
    text: &str,
    header: &Seen,
    kind: &str,
    path: &str,
    range: std::ops::Range<usize>,
) {
    let line = document.buffer.line_of(range.start) + 1;
    let label = format!("{}:{line} {kind} {path}", header.file);
    // Modules may be left out of an address, and must be where macros open them.
    let parts: Vec<&str> = path.split("::").collect();
    let mut problem = String::new();
    for skip in 0..parts.len() {
        match document.resolve(kind, &parts[skip..].join("::"), "") {
            Ok(found) if is_exact(text, &range, found.declaration, found.definition.clone()) => {
                tally.exact += 1;
                return;
            }
            Ok(found) => {
                let shown =
                    |range: std::ops::Range<usize>| text.get(range).unwrap_or_default().replace('\n', "\\n");
                let whole = found.definition;
                tally.wrong.push(format!(
                    "{label}: {whole:?} instead of {range:?}: {:.120} … {} | {:.120} …",
                    shown(found.declaration..whole.end),
                    shown(whole.end.saturating_sub(30).max(whole.start)..whole.end),
                    shown(range.clone())
                ));
                return;
            }
            Err(SymbolProblem::NotFound { .. }) if skip + 1 < parts.len() => {}
            Err(error) => {
                problem = error.message("", &document.buffer);
                if matches!(error, SymbolProblem::Ambiguous { .. }) {
                    tally.shared.push(format!("{label}: {problem}"));
                    return;
                }
                break;
            }
        }
    }
    tally.refused.push(format!("{label}: {problem:.300}"));
}

/// Whether a resolved definition is what clang saw: the same end, a semicolon and a comment apart, and the same start,
/// macros, attributes and comments apart that clang does not count.
fn is_exact(
    text: &str,
    range: &std::ops::Range<usize>,
    declaration: usize,
    found: std::ops::Range<usize>,
) -> bool {
    let (low, high) = (range.end.min(found.end), range.end.max(found.end));
    let tail = text.get(low..high).unwrap_or("?").trim();
    let is_tail = tail.is_empty()
        || (found.end >= range.end && {
            let rest =
                tail.strip_prefix('=').map_or(tail, |rest| rest.trim_start().trim_start_matches(is_word));
            let rest = rest.trim_start().trim_start_matches(';').trim();
            rest.is_empty() || rest.starts_with("//") || rest.starts_with("/*")
        });
    let lead = |from: usize, to: usize| is_lead(text.get(from..to).unwrap_or("?"));
    let is_head = if range.start >= found.start {
        lead(found.start, range.start)
    } else {
        lead(range.start, declaration.min(found.start))
    };
    is_tail && is_head
}

/// Whether a text holds nothing but comments, macros with their arguments, attributes and blanks.
fn is_lead(text: &str) -> bool {
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let end = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with("[[") {
            rest.find("]]").map_or(rest.len(), |end| end + 2)
        } else if let Some(list) = rest.strip_prefix("template") {
            // A head of its own for the class, of which clang counts only the inner one.
            list.find('>').map_or(rest.len(), |end| "template".len() + end + 1)
        } else if let Some(inner) = rest.strip_prefix('"') {
            inner.find('"').map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with('(') {
            let mut depth = 0_usize;
            let close = rest.find(|char| {
                depth = match char {
                    '(' => depth + 1,
                    ')' => depth - 1,
                    _ => depth,
                };
                depth == 0
            });
            close.map_or(rest.len(), |end| end + 1)
        } else {
            let end = rest.find(|char| !is_word(char)).unwrap_or(rest.len());
            let word = &rest[..end];
            let is_macro = end > 2
                && word.chars().all(|char| char.is_ascii_uppercase() || char.is_ascii_digit() || char == '_');
            let is_attribute =
                matches!(word, "__attribute__" | "__declspec" | "alignas" | "extern" | "inline" | "static");
            if !is_macro && !is_attribute {
                return false;
            }
            end
        };
        rest = rest[end..].trim_start();
    }
    true
}

fn is_word(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}
