//! What has a name and is no definition for itself (constants, fields, macros, modules, functions in others), in sources
//! of all languages: every printed address selects its own, taking one out leaves no new syntax error, and replacing one
//! by itself changes nothing.

use std::path::Path;

use chunk::lang::{Language, Macros};
use chunk::resolve::symbol::{Purpose, SymbolInfo, SymbolProblem};
use chunk::text::Buffer;
use chunk::verify::new_errors;

use crate::Outcome;
use crate::document::{Document, target};
use crate::options::Options;
use crate::sources::sources;
use crate::tally::Tally;

/// How many names of a file are taken out, each with a parse of the whole.
const SAMPLE: usize = 12;

/// The largest file that is read.
const LARGEST: u64 = 400_000;

/// The least share of names that must be found, and can be taken out.
const LEAST: f64 = 0.94;

pub(crate) fn run(options: &Options) -> Outcome {
    let mut failed = Vec::new();
    let mut found_any = false;
    for language in Language::all() {
        match check_sources(language, options) {
            Outcome::Failed(why) => failed.push(format!("{}: {why}", language.manifest().name)),
            Outcome::Passed => found_any = true,
            Outcome::Skipped(_) => {}
        }
    }
    match (failed.is_empty(), found_any) {
        (false, _) => Outcome::Failed(failed.join("; ")),
        (true, true) => Outcome::Passed,
        (true, false) => Outcome::Skipped("no source was found".to_owned()),
    }
}

fn check_sources(language: &'static Language, options: &Options) -> Outcome {
    let is_own = |path: &Path| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.and_then(Language::by_extension).is_some_and(|own| std::ptr::eq(own, language))
            && path.metadata().is_ok_and(|data| data.len() < LARGEST)
    };
    let name = &language.manifest().name;
    Tally::over(&sources(options, 1, &is_own), |tally, path| {
        let Some(mut document) = Document::read(path, name) else { return };
        tally.files += 1;
        // The other names must not disturb the definitions.
        let mut all = document.all();
        let small = document.small();
        all.extend(small.iter().cloned());
        let misled = document.misleading(&all).into_iter();
        tally.wrong.extend(misled.map(|label| format!("{} {label}", path.display())));
        count(tally, &mut document, &small, path);
    })
    .report(name, LEAST)
}

fn count(tally: &mut Tally, document: &mut Document, small: &[SymbolInfo], path: &Path) {
    let language = document.symbols.language();
    let usual = (small.len() / SAMPLE).max(1);
    for (number, one) in small.iter().enumerate() {
        let label = format!("{}:{} {} {}", path.display(), one.lines.0 + 1, one.kind, one.address);
        let mut wanted = target(&one.kind, &one.address);
        wanted.kind = wanted.kind.filter(|kind| language.manifest().kinds.contains_key(kind));
        let found = match document.symbols.resolve(&document.buffer, &wanted, Purpose::Delete) {
            Ok(found) => found,
            Err(SymbolProblem::Shared { .. } | SymbolProblem::GivesValue { .. }) => continue,
            Err(problem) => {
                tally.refused.push(format!("{label}: {}", problem.message("", &document.buffer)));
                continue;
            }
        };
        tally.right += 1;
        if number % usual > 0 {
            continue;
        }
        let Some(site) = found.site else { continue };
        let range = site.range;
        let stand_in = site.stand_in.unwrap_or_default();
        let without = format!("{}{stand_in}{}", &document.text[..range.start], &document.text[range.end..]);
        let after = Buffer::decode(without.as_bytes()).expect("text");
        if let Some(lines) = new_errors(language, &Macros::default(), &document.buffer, &after) {
            tally.refused.push(format!("{label}: without it there is an error on line {}", lines[0] + 1));
        }
        match document.replaced_by_itself(one) {
            Some(Ok(new)) if new == document.text => tally.same += 1,
            Some(Ok(_)) => tally.not_same.push(label),
            Some(Err(SymbolProblem::Shared { .. })) | None => {}
            Some(Err(problem)) => {
                tally.refused.push(format!("{label} by itself: {}", problem.message("", &document.buffer)))
            }
        }
    }
}
