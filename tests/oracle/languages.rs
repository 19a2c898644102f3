//! Sources in the languages that features bring: every printed address selects its own definition, taking one out
//! leaves no new syntax error, and replacing one by itself changes nothing.

use std::path::Path;

use chunk::lang::{Language, Macros};
use chunk::resolve::symbol::{Purpose, SymbolProblem};
use chunk::text::Buffer;
use chunk::verify::new_errors;

use crate::Outcome;
use crate::document::{Document, target};
use crate::options::Options;
use crate::sources::sources;
use crate::tally::Tally;

/// The languages, and the least share of their definitions that must be found.
const LANGUAGES: &[(&str, f64)] =
    &[("c", 0.9), ("go", 0.99), ("java", 0.99), ("javascript", 0.95), ("typescript", 0.95), ("tsx", 0.95)];

/// How many definitions of a file are taken out, each with a parse of the whole.
const SAMPLE: usize = 12;

/// The largest file that is read.
const LARGEST: u64 = 400_000;

pub(crate) fn run(options: &Options) -> Outcome {
    let mut failed = Vec::new();
    // A language may be left out of the build.
    for (name, least) in LANGUAGES.iter().filter(|(name, _)| Language::by_name(name).is_some()) {
        if let Outcome::Failed(why) = check_sources(name, *least, options) {
            failed.push(format!("{name}: {why}"));
        }
    }
    if failed.is_empty() { Outcome::Passed } else { Outcome::Failed(failed.join("; ")) }
}

fn check_sources(name: &str, least: f64, options: &Options) -> Outcome {
    let language = Language::by_name(name).expect("registered");
    let is_own = |path: &Path| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.and_then(Language::by_extension).is_some_and(|own| std::ptr::eq(own, language))
            && path.metadata().is_ok_and(|data| data.len() < LARGEST)
    };
    Tally::over(&sources(options, 1, &is_own), |tally, path| {
        let Some(mut document) = Document::read(path, name) else { return };
        tally.files += 1;
        let misled = document.misleading_addresses().into_iter();
        tally.wrong.extend(misled.map(|label| format!("{} {label}", path.display())));
        count(tally, &mut document, path);
    })
    .report(name, least)
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
