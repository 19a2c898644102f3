//! Every declaration that clang sees, resolved in three ways.

use std::collections::BTreeMap;
use std::path::Path;

use chunk::resolve::symbol::{SymbolInfo, SymbolMatch, SymbolProblem};

use super::exact::{is_exact, is_word};
use super::library::{Place, Seen};
use crate::document::Document;

/// What became of the declarations of one way.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) exact: usize,
    pub(crate) refused: Vec<String>,
    pub(crate) wrong: Vec<String>,
}

impl Tally {
    pub(crate) fn all(&self) -> usize {
        self.exact + self.refused.len() + self.wrong.len()
    }

    pub(crate) fn share(&self) -> f64 {
        if self.all() == 0 { 1.0 } else { self.exact as f64 / self.all() as f64 }
    }

    fn note(&mut self, outcome: Outcome, label: &str) {
        match outcome {
            Outcome::Exact => self.exact += 1,
            Outcome::Refused(why) | Outcome::Several(why) => {
                self.refused.push(format!("{label}: {why:.300}"))
            }
            Outcome::Wrong(what) => self.wrong.push(format!("{label}: {what}")),
        }
    }
}

enum Outcome {
    Exact,
    Refused(String),
    /// The text has several of the name, in branches or namespaces that clang tells apart.
    Several(String),
    Wrong(String),
}

/// What was counted in the headers of one library.
#[derive(Default)]
pub(crate) struct Counts {
    pub(crate) headers: usize,
    /// Definitions whose name is their own, by that name.
    pub(crate) named: Tally,
    /// Those of which the text has several all the same.
    pub(crate) several: Vec<String>,
    /// Overloads and specialisations, by the address that is printed for them.
    pub(crate) addressed: Tally,
    /// The same, by their name and their own text as the payload.
    pub(crate) by_payload: Tally,
    /// Every address that is printed.
    pub(crate) printed: Tally,
}

impl Counts {
    pub(crate) fn is_good(&self) -> bool {
        let all = [&self.named, &self.addressed, &self.by_payload, &self.printed];
        all.iter().all(|tally| tally.wrong.is_empty())
            && self.named.share() >= 0.97
            && self.addressed.share() >= 0.95
    }

    /// Counts one header.
    pub(crate) fn add(&mut self, header: &Seen) {
        let Some(mut document) = Document::read(Path::new(&header.file), "c++") else { return };
        self.headers += 1;
        for label in document.misleading_addresses() {
            self.printed.note(Outcome::Wrong(String::new()), &format!("{} {label}", header.file));
        }
        let text = document.text.clone();
        let listed = document.all();
        self.printed.exact += listed.len();
        let mut groups: BTreeMap<(&str, String), Vec<&Place>> = BTreeMap::new();
        for place in header.found.iter().filter(|place| place.is_definition || place.kind != "class") {
            groups.entry((&place.kind, place.path.join("::"))).or_default().push(place);
        }
        for ((kind, path), places) in groups {
            let written: Vec<&&Place> = places.iter().filter(|place| is_written(&text, place)).collect();
            let defined: Vec<&&&Place> = written.iter().filter(|place| place.is_definition).collect();
            let header = Header { file: &header.file, text: &text, listed: &listed, kind, path: &path };
            // A definition has its name for itself if whatever else has the name declares the same.
            if let [one] = defined.as_slice()
                && places.iter().all(|place| place.entity == one.entity && !place.is_specialised)
                && !is_conversion(one)
            {
                let outcome = by_name(&mut document, &header, one);
                let label = header.label(&document, one);
                match outcome {
                    Outcome::Several(why) => self.several.push(format!("{label}: {why}")),
                    outcome => self.named.note(outcome, &label),
                }
                continue;
            }
            for place in written {
                let label = header.label(&document, place);
                self.addressed.note(by_address(&mut document, &header, place), &label);
                self.by_payload.note(by_payload(&mut document, &header, place), &label);
            }
        }
    }
}

struct Header<'a> {
    file: &'a str,
    text: &'a str,
    listed: &'a [SymbolInfo],
    kind: &'a str,
    path: &'a str,
}

impl Header<'_> {
    fn label(&self, document: &Document, place: &Place) -> String {
        let line = document.buffer.line_of(place.range.start) + 1;
        format!("{}:{line} {} {}", self.file, self.kind, self.path)
    }
}

/// Whether the text has the name where clang sees it: what a macro expands to has not.
fn is_written(text: &str, place: &Place) -> bool {
    let name = place.name();
    let start = text.get(place.range.start..).unwrap_or_default();
    // `extern template class Foo<int>;` defines nothing.
    let is_instance =
        ["extern template", "template class", "template struct"].iter().any(|head| start.starts_with(head));
    !is_instance
        && !name.is_empty()
        && place.range.start < place.range.end
        && text
            .get(place.at..)
            .is_some_and(|rest| rest.starts_with(name) && !rest[name.len()..].starts_with(is_word))
}

/// Clang spells the type of a conversion in its own way.
fn is_conversion(place: &Place) -> bool {
    place
        .name()
        .strip_prefix("operator ")
        .is_some_and(|rest| !rest.starts_with("new") && !rest.starts_with("delete"))
}

/// Resolves a name, modules first in front of it and then left out, as it must be where macros open them.
fn resolve(
    document: &mut Document,
    kind: &str,
    (parts, modules): (&[String], usize),
    payload: &str,
) -> Result<SymbolMatch, SymbolProblem> {
    let mut skip = 0;
    loop {
        let found = document.resolve(kind, &parts[skip..].join("::"), payload);
        skip += 1;
        match found {
            Err(SymbolProblem::NotFound { .. }) if skip <= modules && skip < parts.len() => {}
            found => return found,
        }
    }
}

fn by_name(document: &mut Document, header: &Header<'_>, place: &Place) -> Outcome {
    let found = resolve(document, header.kind, (&place.path, place.modules), "");
    judge(document, header, place, found)
}

fn by_address(document: &mut Document, header: &Header<'_>, place: &Place) -> Outcome {
    let holds = |one: &&SymbolInfo| one.range.contains(&place.at) && one.kind == header.kind;
    let Some(one) = header.listed.iter().filter(holds).min_by_key(|one| one.range.len()) else {
        return Outcome::Refused("not listed".to_owned());
    };
    if !one.address.replace(' ', "").contains(&place.name().replace(' ', "")) {
        return Outcome::Refused(format!("not listed, within {}", one.address));
    }
    let found = document.resolve(header.kind, &one.address, "");
    judge(document, header, place, found)
}

fn by_payload(document: &mut Document, header: &Header<'_>, place: &Place) -> Outcome {
    // Clang leaves out the semicolon, and of a declaration what stands before it, too.
    let behind = header.text.get(place.range.end..).unwrap_or_default();
    let semicolon = behind.find(';').filter(|at| !place.is_definition || behind[..*at].trim().is_empty());
    let end = place.range.end + semicolon.map_or(0, |at| at + 1);
    let payload = header.text.get(place.range.start..end).unwrap_or_default().to_owned();
    // The path of a member of a specialisation does not say of which.
    let holds = |one: &&SymbolInfo| one.range.contains(&place.at) && one.range.start < place.range.start;
    let owner = header
        .listed
        .iter()
        .filter(holds)
        .filter(|one| one.kind == "class")
        .min_by_key(|one| one.range.len());
    let found = match owner.filter(|_| place.is_specialised) {
        None if place.is_specialised && place.kind == "method" => {
            return Outcome::Refused("its class is not listed".to_owned());
        }
        Some(owner) => {
            document.resolve(header.kind, &format!("{}::{}", owner.address, place.name()), &payload)
        }
        None => resolve(document, header.kind, (&place.path, place.modules), &payload),
    };
    judge(document, header, place, found)
}

fn judge(
    document: &Document,
    header: &Header<'_>,
    place: &Place,
    found: Result<SymbolMatch, SymbolProblem>,
) -> Outcome {
    match found {
        Ok(found) if is_exact(header.text, place, found.declaration, found.definition.clone()) => {
            Outcome::Exact
        }
        Ok(found) => {
            let shown = |range: std::ops::Range<usize>| {
                header.text.get(range).unwrap_or_default().replace('\n', "\\n")
            };
            let whole = found.definition;
            Outcome::Wrong(format!(
                "{whole:?} instead of {:?}: {:.120} … {} | {:.120} …",
                place.range,
                shown(found.declaration..whole.end),
                shown(whole.end.saturating_sub(30).max(whole.start)..whole.end),
                shown(place.range.clone())
            ))
        }
        Err(problem @ SymbolProblem::Ambiguous { .. }) => {
            Outcome::Several(problem.message("", &document.buffer))
        }
        Err(problem) => Outcome::Refused(problem.message("", &document.buffer)),
    }
}
