//! C++ as it is written: whatever clang sees in the headers of some libraries resolves to the same span by its name, by
//! the address that is printed, and by a payload of the same parameters; or it is refused, but never another one.

mod check;
mod exact;
mod library;

use check::Counts;
pub(crate) use library::roots;
use library::{LIBRARIES, Library, Use};

use crate::Outcome;
use crate::options::Options;

pub(crate) fn run(options: &Options) -> Outcome {
    let (mut failed, mut asked) = (Vec::new(), 0);
    for library in LIBRARIES {
        let Some(seen) = library::ask(library, options) else {
            println!("{} or clang's library is not there", library.name);
            continue;
        };
        asked += 1;
        let mut counts = Counts::default();
        for header in &seen {
            counts.add(header);
        }
        report(library, &counts, options.is_long);
        if !counts.is_good() {
            failed.push(library.name);
        }
    }
    match (asked, failed.is_empty()) {
        (0, _) => Outcome::Skipped("no library was found, or `python3` has no `clang`".to_owned()),
        (_, true) => Outcome::Passed,
        (_, false) => Outcome::Failed(failed.join(", ")),
    }
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
