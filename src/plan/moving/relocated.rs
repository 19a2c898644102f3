//! Messages about definitions that move to another file, or cannot.

use std::collections::{BTreeMap, BTreeSet};

use crate::diag::{Code, Diagnostic};
use crate::ir::{Operation, PatchPath, SymbolPlace, SymbolTarget};
use crate::lang::LocalRules;
use crate::plan::done::Warning;
use crate::plan::refusal::Refusal;
use crate::plan::renaming::notes::listed;
use crate::plan::symbol::address::last_word;
use crate::plan::symbol::lookup::language_of;
use crate::plan::symbol::meaning::spelled;
use crate::plan::symbol::moving::{MAX_LISTED_PLACES, MovedRange, Moving};
use crate::plan::tree::document::Document;
use crate::plan::users::uses::ProjectTexts;
use crate::resolve::bindings::{LabeledPlace, MoveProblem, Relocation, SECOND, UNDER_CONDITION};
use crate::resolve::symbol::Purpose;
use crate::text::normal::{find_word, find_words, is_word_char, trim};

/// Returns the refusal to move code to a file of another language.
pub(super) fn other_language(moving: &Moving<'_>) -> Refusal {
    let message = format!("`{}` and `{}` are in different languages", moving.to, moving.operation.path);
    Refusal::new(Code::PayloadMismatch, message)
        .with_help("move it to a file of the same language")
        .at(moving.operation.origin.field("to"))
}

/// Returns the notes and warnings about a move.
pub(in crate::plan) fn notes(
    texts: &ProjectTexts,
    operation: &Operation,
    found: &[MovedRange],
    relocation: &Relocation,
) -> Vec<Warning> {
    let mut notes = Vec::new();
    notes.extend(left_note(texts, (&operation.path, found), &relocation.unproven));
    notes.extend(late_note(relocation));
    if !relocation.shown.is_empty() {
        let names: Vec<String> = relocation.shown.iter().map(|name| format!("`{name}`")).collect();
        let moved = found.iter().map(|(found, _)| found.address.as_str());
        let all: Vec<&str> = relocation.shown.iter().map(String::as_str).chain(moved).collect();
        let circle =
            if relocation.kept.is_empty() { "" } else { ", so that the two files import each other" };
        let message = format!(
            "made {} of `{}` visible to other files, because the moved code needs that{circle}; \
             `symbols: [{}]` moves {} as well",
            names.join(", "),
            operation.path,
            all.join(", "),
            if names.len() == 1 { "it" } else { "them" }
        );
        notes.push(Warning::Mentioned(message));
    }
    if !relocation.lost.is_empty() {
        let names: Vec<String> = relocation.lost.iter().map(|name| format!("`{name}`")).collect();
        notes.push(Warning::Failing(format!(
            "`{}` is the entry file of its package and no longer exports {}; `reexport: true` \
             keeps the export",
            operation.path,
            names.join(", ")
        )));
    }
    if !relocation.idle.is_empty() {
        notes.push(idle_note(&operation.path, &relocation.idle));
    }
    notes
}

/// Returns the note about places that `unproven: leave` left as they were. Those in the moved code have moved with it.
pub(super) fn left_note(
    texts: &ProjectTexts,
    (from, found): (&PatchPath, &[MovedRange]),
    left: &[LabeledPlace],
) -> Option<Warning> {
    let is_moved =
        |spot: &&LabeledPlace| spot.path == *from && found.iter().any(|(_, range)| range.contains(&spot.at));
    let (moved, others): (Vec<&LabeledPlace>, Vec<&LabeledPlace>) = left.iter().partition(is_moved);
    let mut told = Vec::new();
    if !others.is_empty() {
        let others: Vec<LabeledPlace> = others.into_iter().cloned().collect();
        let places = listed(texts, &others, "place", "places");
        told.push(format!("left {places}, which may not follow the move"));
    }
    if !moved.is_empty() {
        let each = moved.iter().take(MOST_TOLD).map(|spot| {
            let behind = texts.text_of(from).get(spot.at..).unwrap_or_default();
            let name = behind.split(|char| !is_word_char(char)).next().unwrap_or_default();
            let named = if name.is_empty() { String::new() } else { format!("`{name}` on ") };
            format!("{named}the former line {} {}", texts.line_of(spot) + 1, spot.label)
        });
        let more = if moved.len() > MOST_TOLD { ", …" } else { "" };
        told.push(format!("in the moved code {}{more}", each.collect::<Vec<String>>().join(", ")));
    }
    (!told.is_empty()).then(|| Warning::Failing(told.join("; ")))
}

/// Returns the note about imports that a file may no longer need.
pub(super) fn idle_note(path: &PatchPath, names: &[String]) -> Warning {
    let them = if names.len() == 1 { "it" } else { "them" };
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    Warning::Mentioned(format!(
        "`{path}` imports {} and may no longer need {them}; `remove_import` removes the import",
        names.join(", ")
    ))
}

/// Returns the note about imports that were added within functions, and why.
fn late_note(relocation: &Relocation) -> Option<Warning> {
    let mut by_path: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (name, path) in &relocation.late {
        by_path.entry(path).or_default().insert(format!("`{name}`"));
    }
    let told: Vec<String> = by_path
        .into_iter()
        .map(|(path, names)| {
            let names: Vec<String> = names.into_iter().collect();
            format!("functions of `{path}` import {} when they run", names.join(", "))
        })
        .collect();
    let message = || format!("{}: an import at the top would create a cycle", told.join("; "));
    (!told.is_empty()).then(|| Warning::Mentioned(message()))
}

/// The maximum number of places of the moved code that a note describes.
const MOST_TOLD: usize = 5;

/// The label of a place whose name would not resolve there.
pub(super) const NOT_SEEN: &str = "is not visible there";

pub(in crate::plan) fn unproven(
    texts: &ProjectTexts,
    operation: &Operation,
    found: &[MovedRange],
    spots: &[LabeledPlace],
) -> Diagnostic {
    let count = match spots.len() {
        1 => "1 place".to_owned(),
        count => format!("{count} places"),
    };
    let message = format!("cannot prove that {count} would follow {}", named(found));
    let mut diagnostic = Diagnostic::error(Code::Unproven, message).at(operation.origin.field("to"));
    diagnostic.places = spots.iter().take(MAX_LISTED_PLACES).map(|spot| texts.place(spot)).collect();
    diagnostic
}

/// Builds the refusal with what the user can do: confirm with `unproven`, or `other`.
pub(super) fn unproven_but(diagnostic: Diagnostic, other: Option<&str>) -> Refusal {
    let has = |label: &str| diagnostic.places.iter().filter(|place| place.label == label).count();
    if has(UNDER_CONDITION) > 0 && has(UNDER_CONDITION) + has(SECOND) > 1 {
        return Refusal::from(diagnostic.with_help(
            "each branch of the condition has its own: move the whole statement as text, with `delete_text` here and \
             its lines in the other file, and change the imports with `remove_import` and `add_import`",
        ));
    }
    let other = other.map(|other| format!("; {other}")).unwrap_or_default();
    let help = format!("`unproven: leave` moves it and leaves these places unchanged{other}");
    Refusal::from(diagnostic.with_help(help))
}

pub(in crate::plan) fn named(found: &[MovedRange]) -> String {
    let names: Vec<String> = found.iter().map(|(found, _)| format!("`{}`", found.address)).collect();
    names.join(", ")
}

pub(in crate::plan) fn refusal(
    texts: &ProjectTexts,
    moving: &Moving<'_>,
    found: &[MovedRange],
    problem: &MoveProblem,
) -> Refusal {
    let operation = moving.operation;
    let (code, message, help, places) = match problem {
        MoveProblem::Rename(problem) => {
            let address = found.first().map_or("", |(found, _)| found.address.as_str());
            let message = problem.message(address, "", |spot| texts.line_of(spot) + 1);
            (
                Code::Unproven,
                message,
                problem.help(address, |spots| listed(texts, spots, "use", "uses")),
                problem.places().to_vec(),
            )
        }
        MoveProblem::Taken { name, place } => {
            let message =
                format!("`{name}`, which {} needs, means something else in `{}`", named(found), moving.to);
            let help = "move it to another file, or rename one of the two first".to_owned();
            (Code::NameTaken, message, help, vec![place.clone()])
        }
        MoveProblem::TakenInPackage { name, package, place } => {
            let message = format!("`{name}` means something else in the package `{package}`");
            let help = "move it to another package, or rename one of the two first".to_owned();
            (Code::NameTaken, message, help, vec![place.clone()])
        }
        MoveProblem::RunBlock { place } => {
            let message = format!("{} runs only when `{}` is run as a program", named(found), operation.path);
            let help = "first make it a top-level definition of the file, above the block that \
                        contains it"
                .to_owned();
            (Code::Unproven, message, help, vec![place.clone()])
        }
        MoveProblem::Elsewhere { place } => {
            let message = format!(
                "{} is declared for other modules and is not a definition of `{}`",
                named(found),
                operation.path
            );
            let help = "move the whole declaration as text: it is valid in any file".to_owned();
            (Code::Unproven, message, help, vec![place.clone()])
        }
        MoveProblem::FileModule { place, file } => {
            let message = format!("{} declares `{file}`, which `{}` would not find", named(found), moving.to);
            let help = format!("move `{file}` first, to where a declaration in `{}` looks for it", moving.to);
            (Code::Unproven, message, help, vec![place.clone()])
        }
        MoveProblem::Cycle { files, places, needs } => {
            let message = format!("files would import each other in a cycle: {}", files.join(" -> "));
            let from = &operation.path;
            let is_own = |path: &String| path == from.as_str() || path == moving.to.as_str();
            let needs: Vec<String> = needs.iter().map(|name| format!("`{name}`")).collect();
            let help = if !needs.is_empty() && files.iter().all(is_own) {
                // No other file would help, either.
                let needs = needs.join(", ");
                format!(
                    "`{from}` uses it, and it needs {needs} from `{from}`: move {needs} to a \
                     third file first"
                )
            } else {
                format!("move it to a file that neither imports `{from}` nor is imported by it")
            };
            (Code::ImportCycle, message, help, places.clone())
        }
    };
    let mut diagnostic = Diagnostic::error(code, message).at(operation.origin.field("to"));
    diagnostic.places = places.iter().take(MAX_LISTED_PLACES).map(|spot| texts.place(spot)).collect();
    Refusal::from(diagnostic.with_help(help))
}

/// Returns notes about functions that moved into a class of a language whose methods take the object as their first
/// parameter: functions without that parameter, and functions that use members which the class does not have.
pub(super) fn members_notes(
    document: &mut Document<'_>,
    moving: &Moving<'_>,
) -> Result<Vec<Warning>, Refusal> {
    let SymbolPlace::Into(class, _) = moving.place else { return Ok(Vec::new()) };
    let language = language_of(document, moving.to, None)?;
    let is_first = |rules: &&LocalRules| rules.arity.as_ref().is_some_and(|arity| arity.first_is_object);
    let Some(rules) = language.local_rules().filter(is_first) else { return Ok(Vec::new()) };
    let (buffer, symbols) = document.symbols(language);
    let mut look_up = |address: String| {
        let target = SymbolTarget { symbol: Some(address), ..SymbolTarget::default() };
        let found = symbols.look_up(buffer, &target, Purpose::Read)?;
        Some((found.definition, found.address))
    };
    let Some((whole, class)) = look_up(spelled(class)) else { return Ok(Vec::new()) };
    let lines = buffer.lines_of(&whole).map(|line| buffer.line(line));
    let heading = lines.into_iter().find(|line| line.trim_start().starts_with("class ")).unwrap_or_default();
    let mut notes = Vec::new();
    for symbol in moving.symbols {
        let spelled = spelled(symbol);
        let name = last_word(&spelled);
        let Some((range, address)) = look_up(format!("{class}.{name}")) else { continue };
        let text = buffer.slice(range.clone());
        notes.extend(without_object(&text, name, rules).map(|own| {
            Warning::Mentioned(format!("`{address}` has no `{own}`: its first parameter is now the object"))
        }));
        // Inherited members are not examined.
        if heading.contains('(') {
            continue;
        }
        let mut lacking = asked_of(&text, &rules.receivers);
        lacking.retain(|own| *own != name);
        if lacking.is_empty() {
            continue;
        }
        let rest = [whole.start..range.start, range.end..whole.end].map(|rest| buffer.slice(rest));
        lacking.retain(|own| rest.iter().all(|rest| find_word(rest, own).is_none()));
        let names: Vec<String> = lacking.iter().map(|own| format!("`{own}`")).collect();
        if !names.is_empty() {
            let names = names.join(", ");
            notes.push(Warning::Failing(format!("`{address}` uses {names}, which `{class}` does not have")));
        }
    }
    Ok(notes)
}

/// Returns the name that the first parameter of a function should have, if it has another one and the function has no
/// decorator.
fn without_object<'r>(text: &str, name: &str, rules: &'r LocalRules) -> Option<&'r str> {
    let (before, behind) = text.split_once(&format!("def {name}("))?;
    let first = trim(behind.split([',', ')', ':', '=']).next()?);
    let mut known = rules.receivers.iter().chain(&rules.own_class);
    let is_known = before.contains('@') || known.any(|own| own == first);
    rules.receivers.first().map(String::as_str).filter(|_| !is_known)
}

/// Returns the members of its own object that a text uses, each once.
fn asked_of<'t>(text: &'t str, receivers: &[String]) -> Vec<&'t str> {
    let places = receivers.iter().flat_map(|own| find_words(text, own).map(|at| at + own.len()));
    let mut found: Vec<&str> = Vec::new();
    for behind in places.filter_map(|at| text[at..].strip_prefix('.')) {
        let name = behind.split(|char| !is_word_char(char)).next().unwrap_or_default();
        if !name.is_empty() && !found.contains(&name) {
            found.push(name);
        }
    }
    found
}
