//! Sources in the languages that features bring: every printed address selects its own definition, taking one out
//! leaves no new syntax error, and replacing one by itself changes nothing.
//!
//! The fixtures are always read. Real sources are read where packages have left some, and below `CHUNK_SOURCES`.

#![cfg(any(
    feature = "lang-c",
    feature = "lang-go",
    feature = "lang-java",
    feature = "lang-javascript",
    feature = "lang-typescript"
))]
#![allow(clippy::print_stdout, reason = "the figures are the point")]

mod support;

use std::path::{Path, PathBuf};

use chunk::lang::{Language, Macros};
use chunk::resolve::symbol::{Purpose, SymbolProblem};
use chunk::text::Buffer;
use chunk::verify::new_errors;
use support::witness::{Document, Tally, files, step, target};

/// Where packages leave sources.
const PLACES: &[&str] = &["/usr/lib/node_modules", "/usr/share/nodejs", "/usr/share/go", "/usr/lib/go/src"];

/// How many definitions of a file are taken out, each with a parse of the whole.
const SAMPLE: usize = 12;

/// The largest file that is read.
const LARGEST: u64 = 400_000;

fn sources(language: &Language, usual: usize) -> Vec<PathBuf> {
    let is_own = |path: &Path| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.and_then(Language::by_extension).is_some_and(|own| std::ptr::eq(own, language))
            && path.metadata().is_ok_and(|data| data.len() < LARGEST)
    };
    let registry = std::env::var_os("HOME").map(|home| Path::new(&home).join(".cargo/registry/src"));
    let given = std::env::var_os("CHUNK_SOURCES").map(PathBuf::from);
    let places = PLACES.iter().map(PathBuf::from).chain(registry).chain(given);
    let real: Vec<_> = places.flat_map(|place| files(&place, &is_own)).step_by(step(usual)).collect();
    if real.is_empty() {
        println!("{}: no sources but the fixtures are there", language.manifest().name);
    }
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/languages");
    files(&fixtures, &is_own).into_iter().chain(real).collect()
}

fn check_sources(name: &str, least: f64) {
    let language = Language::by_name(name).expect("registered");
    let mut tally = Tally::default();
    for path in sources(language, 20) {
        let Some(mut document) = Document::read(&path, name) else { continue };
        tally.files += 1;
        let misled = document.misleading_addresses().into_iter();
        tally.wrong.extend(misled.map(|label| format!("{} {label}", path.display())));
        count(&mut tally, &mut document, &path);
    }
    tally.report(name, least);
}

fn count(tally: &mut Tally, document: &mut Document, path: &Path) {
    let language = document.symbols.language();
    let all = document.all();
    let usual = (all.len() / SAMPLE).max(1);
    for (number, one) in all.iter().enumerate() {
        let label = format!("{}:{} {} {}", path.display(), one.lines.0 + 1, one.kind, one.address);
        let mut wanted = target(&one.kind, &one.address);
        wanted.kind = wanted.kind.filter(|kind| language.manifest().kinds.contains_key(kind));
        let found = match document.symbols.resolve(&document.buffer, &wanted, Purpose::Delete) {
            Ok(found) => found,
            Err(SymbolProblem::Shared { .. }) => continue,
            Err(problem) => {
                tally.refused.push(format!("{label}: {}", problem.message("", &document.buffer)));
                continue;
            }
        };
        tally.right += 1;
        if number % usual > 0 {
            continue;
        }
        let range = found.site.map_or(found.definition, |site| site.range);
        let without = format!("{}{}", &document.text[..range.start], &document.text[range.end..]);
        let after = Buffer::decode(without.as_bytes()).expect("text");
        if let Some(lines) = new_errors(language, &Macros::default(), &document.buffer, &after) {
            // A line without a semicolon may go on on the one that comes next.
            tally.refused.push(format!("{label}: without it there is an error on line {}", lines[0] + 1));
        }
        if let Some(new) = wanted.kind.and_then(|_| document.replaced_by_itself(one)) {
            match new {
                Ok(new) if new == document.text => tally.same += 1,
                Ok(_) => tally.not_same.push(label),
                Err(problem) => tally
                    .refused
                    .push(format!("{label} by itself: {}", problem.message("", &document.buffer))),
            }
        }
    }
}

#[test]
#[cfg(feature = "lang-c")]
fn c() {
    check_sources("c", 0.9);
}

#[test]
#[cfg(feature = "lang-go")]
fn go() {
    check_sources("go", 0.99);
}

#[test]
#[cfg(feature = "lang-java")]
fn java() {
    check_sources("java", 0.99);
}

#[test]
#[cfg(feature = "lang-javascript")]
fn javascript() {
    check_sources("javascript", 0.95);
}

#[test]
#[cfg(feature = "lang-typescript")]
fn typescript() {
    check_sources("typescript", 0.95);
    check_sources("tsx", 0.95);
}
