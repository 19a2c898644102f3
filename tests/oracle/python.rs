//! Python, read by its own `ast`: every definition with a name of its own is found where `ast` sees it.

use std::collections::HashMap;
use std::path::Path;

use chunk::resolve::symbol::SymbolMatch;
use serde_json::Value;

use crate::Outcome;
use crate::document::Document;
use crate::options::Options;
use crate::sources::{has_extension, sources};
use crate::support::python_ast::ask;
use crate::tally::Tally;

/// One definition as `ast` sees it: byte offsets.
struct Seen {
    kind: String,
    path: String,
    declaration: usize,
    decorators: Option<usize>,
    end: usize,
    /// Whether it only declares, below `@overload`.
    is_overload: bool,
}

fn seen(document: &Document, found: &Value) -> Option<Seen> {
    let number = |index: usize| found[index].as_u64().map(|number| number as usize);
    let start = |line: usize| document.buffer.line_start(line - 1);
    let decorators = number(4)?;
    let at_sign = || start(decorators) + document.buffer.line(decorators - 1).find('@').unwrap_or(0);
    Some(Seen {
        kind: found[0].as_str()?.to_owned(),
        path: found[1].as_str()?.to_owned(),
        declaration: start(number(2)?) + number(3)?,
        decorators: (decorators > 0).then(at_sign),
        end: start(number(5)?) + number(6)?,
        is_overload: found[7].as_bool()?,
    })
}

/// Behind the end that `ast` sees there may only be comments (a semicolon ends a one-line body).
fn is_only_comments(text: &str) -> bool {
    text.lines().all(|line| {
        let line = line.trim_start_matches([' ', '\t', ';', '\u{c}']);
        line.is_empty() || line.starts_with('#')
    })
}

fn check(document: &mut Document, one: &Seen) -> Result<(), String> {
    let name = one.path.rsplit('.').next().unwrap_or_default();
    let head =
        if one.kind == "class" { format!("class {name}: MARK") } else { format!("def {name}(): MARK") };
    let plain = document.resolve(&one.kind, &one.path, &head);
    // A getter takes the accessor's decorator to be told from its setter, but here names are unique.
    let plain = plain.map_err(|problem| format!("refused {}", problem.message("", &document.buffer)))?;
    let is_right = plain.range.start == one.declaration
        && plain.range.end >= one.end
        && is_only_comments(&document.text[one.end..plain.range.end]);
    if !is_right {
        return Err(format!("{:?} and not {}..{}", plain.range, one.declaration, one.end));
    }
    let decorated = document.resolve(&one.kind, &one.path, &format!("@mark\n{head}"));
    match decorated {
        Ok(found)
            if found.range.start == one.decorators.unwrap_or(one.declaration)
                && found.range.end == plain.range.end =>
        {
            Ok(())
        }
        Ok(found) => Err(format!("decorated {:?}", found.range)),
        Err(problem) => Err(format!("refused {}", problem.message("", &document.buffer))),
    }
}

pub(crate) fn run(options: &Options) -> Outcome {
    let paths = sources(options, 1, &|path| has_extension(path, &["py", "pyi"]));
    let Some(told) = ask(&paths) else {
        return Outcome::Skipped("there is no `python3` of 3.8 or later".to_owned());
    };
    Tally::over(&told, |tally, file| {
        let path = Path::new(file["file"].as_str().expect("a name"));
        let Some(mut document) = Document::read(path, "python") else { return };
        let found = file["found"].as_array().expect("a list");
        let all: Vec<Seen> = found.iter().filter_map(|one| seen(&document, one)).collect();
        tally.files += 1;
        count(tally, &mut document, path, &all);
    })
    .report("python", 0.999)
}

fn count(tally: &mut Tally, document: &mut Document, path: &Path, all: &[Seen]) {
    let misled = document.misleading_addresses().into_iter();
    tally.wrong.extend(misled.map(|label| format!("{} {label}", path.display())));
    let mut counts: HashMap<(&str, &str), usize> = HashMap::new();
    for one in all {
        *counts.entry((&one.kind, &one.path)).or_default() += 1;
    }
    for one in all {
        let label = format!("{} {} {}", path.display(), one.kind, one.path);
        if counts[&(one.kind.as_str(), one.path.as_str())] > 1 {
            let namesakes =
                || all.iter().filter(|other| (&other.kind, &other.path) == (&one.kind, &one.path));
            let is_within = |found: &SymbolMatch, other: &Seen| {
                found.definition.start <= other.decorators.unwrap_or(other.declaration)
                    && found.definition.end >= other.end
            };
            // "A definition beats its own declaration": the overloads may be in branches, which makes them no set.
            let is_meant = |found: &SymbolMatch| {
                let mut left = namesakes().filter(|other| !is_within(found, other));
                let has_body = namesakes().any(|other| is_within(found, other) && !other.is_overload);
                has_body && left.all(|other| other.is_overload)
            };
            match document.resolve(&one.kind, &one.path, "") {
                Ok(found) if namesakes().all(|other| is_within(&found, other)) => tally.in_sets += 1,
                Ok(found) if is_meant(&found) => tally.in_sets += 1,
                Ok(_) => tally.several_taken.push(label),
                Err(_) => tally.several_refused += 1,
            }
            continue;
        }
        match check(document, one) {
            Ok(()) => tally.right += 1,
            Err(why) if why.starts_with("refused") => tally.refused.push(format!("{label}: {why}")),
            Err(why) => tally.wrong.push(format!("{label}: {why}")),
        }
    }
    for one in document.all().into_iter().step_by(7) {
        match document.replaced_by_itself(&one) {
            Some(Ok(text)) if text == document.text => tally.same += 1,
            Some(Ok(_)) => tally.not_same.push(format!("{} {}", path.display(), one.address)),
            Some(Err(_)) | None => {}
        }
    }
}
