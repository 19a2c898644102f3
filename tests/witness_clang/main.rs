//! C++ as it is written: whatever clang sees in the headers of some libraries resolves to the same span by its name, by
//! the address that is printed, and by a payload of the same parameters; or it is refused, but never another one.
//!
//! `CHUNK_WITNESS=all` looks at every header; `CHUNK_WITNESS_ONLY=fmt` at those of one library, and prints all that is
//! not exact.

#![allow(clippy::print_stdout, reason = "the figures are the point")]

mod check;
mod exact;
mod library;
#[path = "../support/witness.rs"]
mod witness;

use check::Counts;
use library::{LIBRARIES, Library, Use};

#[test]
fn what_clang_sees_is_resolved_or_refused() {
    let only = std::env::var("CHUNK_WITNESS_ONLY").ok();
    let mut failed = Vec::new();
    for library in LIBRARIES.iter().filter(|one| only.as_deref().is_none_or(|only| only == one.name)) {
        let Some(seen) = library::ask(library) else {
            println!("skipped: {} or clang's library is not there", library.name);
            continue;
        };
        let mut counts = Counts::default();
        for header in &seen {
            counts.add(header);
        }
        report(library, &counts, only.is_some());
        if !counts.is_good() {
            failed.push(library.name);
        }
    }
    assert!(failed.is_empty(), "{failed:?}");
}

fn report(library: &Library, counts: &Counts, is_long: bool) {
    let used = match library.used {
        Use::Tuned => "the rules were tuned on it",
        Use::HeldOut => "held out",
    };
    println!(
        "{} ({used}): {} headers; {} names that the text has several of",
        library.name,
        counts.headers,
        counts.several.len()
    );
    if is_long {
        counts.several.iter().for_each(|line| println!("    several: {line}"));
    }
    for (what, tally) in [
        ("by a name of their own", &counts.named),
        ("by the address that is printed", &counts.addressed),
        ("by name and payload", &counts.by_payload),
        ("every printed address", &counts.printed),
    ] {
        println!(
            "  {what}: of {} {} exact ({:.2} %), {} refused, {} wrong",
            tally.all(),
            tally.exact,
            tally.share() * 100.0,
            tally.refused.len(),
            tally.wrong.len()
        );
        let shown = if is_long { usize::MAX } else { 3 };
        tally.refused.iter().take(shown).for_each(|line| println!("    refused: {line}"));
        tally.wrong.iter().take(shown.max(20)).for_each(|line| println!("    WRONG: {line}"));
    }
}
