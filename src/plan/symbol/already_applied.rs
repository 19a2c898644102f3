//! Checks whether a symbol operation that finds nothing was applied before: what it would insert is present, and what
//! it would remove is not.
//!
//! Only what the file shows counts; if it shows nothing, the refusal stays unchanged.

use std::ops::Range;

use super::address::last_word;
use super::lookup::language_of;
use super::meaning::spelled;
use super::unlisted;
use crate::diag::{Code, Diagnostic, FilePlace};
use crate::ir::{
    Action, Change, Hunk, Operation, PatchPath, RepeatedLines, SymbolPart, SymbolPlace, SymbolRenaming,
    SymbolTarget, Tag,
};
use crate::lang::Language;
use crate::plan::correction::Correction;
use crate::plan::editing::Editing;
use crate::plan::explain::PAYLOAD_STANDS;
use crate::plan::refusal::Refusal;
use crate::plan::tree::document::Document;
use crate::resolve::bindings::bare_address;
use crate::resolve::lines::find_whole;
use crate::resolve::symbol::Identity;
use crate::text::Buffer;
use crate::text::normal::{is_blank, trim};
use crate::vfs::File;

/// The help for an operation that was applied before.
const LEAVE_OUT: &str = "leave the operation out";

/// Returns whether the file at the new path contains the new side of every hunk as consecutive lines, where every hunk
/// adds lines.
pub(in crate::plan) fn is_moved_with(hunks: &[Hunk], moved: &File) -> bool {
    let Ok(buffer) = Buffer::share(&moved.bytes) else { return false };
    let lines: Vec<String> =
        (0..buffer.line_count()).map(|line| trim(&buffer.line(line)).to_owned()).collect();
    let is_there = |hunk: &Hunk| {
        let new: Vec<&str> = hunk.new_side().map(|line| trim(line.text.as_str())).collect();
        let brings = hunk.lines.iter().any(|line| line.tag == Tag::Added && !is_blank(&line.text));
        brings && lines.windows(new.len()).any(|own| own.iter().eq(new.iter()))
    };
    !hunks.is_empty() && hunks.iter().all(is_there)
}

/// Adds the help to the refusal of an operation that was applied before: leave it out.
pub(in crate::plan) fn left_out(refusal: Refusal) -> Refusal {
    refusal.with_help(LEAVE_OUT).with_corrections(vec![Correction::LeaveOut])
}

/// Replaces the refusal of an operation whose definition is missing or differs, if the operation was applied before.
pub(in crate::plan) fn refusal_if_applied(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    target: &SymbolTarget,
    part: Option<SymbolPart>,
    refusal: Refusal,
) -> Refusal {
    let [problem] = &refusal.problems[..] else { return refusal };
    if document.is_changed() {
        return refusal;
    }
    let made = match (problem.code, editing.change, part) {
        (Code::SymbolNotFound, Change::Replace(payload), Some(SymbolPart::Signature)) => {
            headed(document, editing.operation, target, &payload.lines)
        }
        // The name may be ambiguous because the insertion has added a second definition of that name.
        (Code::SymbolAmbiguous, Change::InsertBefore(payload) | Change::InsertAfter(payload), _)
            if editing.operation.if_already_made.lines == RepeatedLines::Refuse =>
        {
            defined_by_payload(document, editing.operation, &payload.lines)
        }
        (Code::SymbolNotFound, Change::Replace(payload), None) => {
            replaced(document, editing.operation, target, &payload.lines)
        }
        (Code::ChangedDefinition, Change::Replace(payload), _) => {
            let own = problem.places.first().map(|place| place.line - 1..place.last_line);
            own.and_then(|own| overwritten(document, editing.operation, own, &payload.lines))
        }
        _ => None,
    };
    made.map_or(refusal, |made| left_out(made).at(target.place))
}

/// Replaces the refusal of a renaming whose definition is missing, if it was renamed before.
pub(in crate::plan) fn refusal_if_renamed(
    document: &mut Document<'_>,
    operation: &Operation,
    wanted: &SymbolRenaming,
    refusal: Refusal,
) -> Refusal {
    let [problem] = &refusal.problems[..] else { return refusal };
    if document.is_changed() || problem.code != Code::SymbolNotFound {
        return refusal;
    }
    // Something that has no address, such as a local variable, may still have the old name.
    let old = spelled(&wanted.symbol);
    let language = language_of(document, &operation.path, wanted.symbol.language.as_deref()).ok();
    let has_old = language
        .is_some_and(|own| unlisted::defining_line(document.buffer(), last_word(&old), own).is_some());
    if has_old {
        return refusal;
    }
    let made = renamed(document, &operation.path, &wanted.symbol, &wanted.new_name);
    made.map_or(refusal, |made| left_out(made).at(wanted.symbol.place))
}

/// Returns the target under the name that later operations give it in the file `to`; `None` if they do not rename it.
pub(in crate::plan) fn renamed_later(
    later: &[Operation],
    to: &PatchPath,
    target: &SymbolTarget,
) -> Option<SymbolTarget> {
    let address = spelled(target);
    let bare = bare_address(&address);
    let owner = bare.strip_suffix(last_word(&address))?;
    let mut name = None;
    for operation in later.iter().filter(|operation| operation.path == *to) {
        if let Action::RenameSymbol(wanted) = &operation.action
            && last_word(&spelled(&wanted.symbol)) == name.unwrap_or(last_word(&address))
        {
            name = Some(wanted.new_name.as_str());
        }
    }
    let symbol = Some(owner.to_owned() + name?);
    Some(SymbolTarget { class: None, method: None, symbol, ..target.clone() })
}

/// Replaces the refusal of a move whose definition is missing, if it was moved before.
pub(in crate::plan) fn refusal_if_moved(
    document: &mut Document<'_>,
    (symbol, source): (&SymbolTarget, &PatchPath),
    to: &PatchPath,
    place: &SymbolPlace,
    refusal: Refusal,
) -> Refusal {
    let [problem] = &refusal.problems[..] else { return refusal };
    // An address that matches only the last name of a definition may have named another definition before.
    let is_last_name = problem.code == Code::SymbolAmbiguous && problem.places.len() == 1;
    if !is_last_name && problem.code != Code::SymbolNotFound || document.is_changed() {
        return refusal;
    }
    let Ok(language) = language_of(document, to, None) else { return refusal };
    let (_, symbols) = document.symbols(language);
    let names = symbols.names_of(symbol);
    let Some(name) = names.last() else { return refusal };
    let (owner, is_beside) = match place {
        SymbolPlace::Into(class, _) => (symbols.names_of(class), false),
        SymbolPlace::Before(beside) | SymbolPlace::After(beside) => {
            let mut owner = symbols.names_of(beside);
            owner.pop();
            (owner, true)
        }
        SymbolPlace::End => (Vec::new(), true),
    };
    let (buffer, symbols) = document.symbols(language);
    let mut there = symbols.all_named(buffer, name);
    let is_top = |one: &Identity| one.names.len() == 1 || one.names == names;
    there.retain(|one| ends_in(one, &owner) && (!is_beside || !owner.is_empty() || is_top(one)));
    // Within one file, another definition with this last name may be meant.
    let is_open = is_last_name && source == to && symbols.has_several(buffer, name);
    // Overloads move together.
    match &there[..] {
        [one, others @ ..] if !is_open && others.iter().all(|other| other.names == one.names) => {
            let line = buffer.line_of(one.byte());
            let not_there = if source == to {
                format!("`{}` is not", spelled(symbol))
            } else {
                format!("not in `{source}`")
            };
            let address = if others.is_empty() { &one.address } else { bare_address(&one.address) };
            let message = format!("`{address}` is already in `{to}`, on line {}, and {not_there}", line + 1);
            let text = buffer.line(line).into_owned();
            left_out(Refusal::new(Code::AlreadyApplied, message))
                .with_places(vec![FilePlace::related(to.as_str(), line, text)])
                .at(symbol.place)
        }
        _ => refusal,
    }
}

/// Returns whether a definition is within others of these names, outermost first.
fn ends_in(one: &Identity, owner: &[String]) -> bool {
    one.names.split_last().is_some_and(|(_, own)| own.ends_with(owner))
}

/// Returns the refusal of a renaming if a definition with the owner of `target` has the new name already.
pub(in crate::plan) fn renamed(
    document: &mut Document<'_>,
    path: &PatchPath,
    target: &SymbolTarget,
    new_name: &str,
) -> Option<Refusal> {
    let language = language_of(document, path, target.language.as_deref()).ok()?;
    let (_, symbols) = document.symbols(language);
    let mut owner = symbols.names_of(target);
    owner.pop();
    let (buffer, symbols) = document.symbols(language);
    let mut there = symbols.all_named(buffer, new_name);
    there.retain(|one| ends_in(one, &owner));
    let first = there.first()?;
    let line = buffer.line_of(first.byte());
    let message = format!(
        "`{}` is already in `{}`, on line {}, and `{}` is not",
        first.address,
        path,
        line + 1,
        spelled(target)
    );
    let place = FilePlace::related(path.as_str(), line, buffer.line(line).into_owned());
    Some(Refusal::new(Code::AlreadyApplied, message).with_places(vec![place]))
}

/// Returns a refusal if the file contains the payload as a definition with the owner that the address names.
fn replaced(
    document: &mut Document<'_>,
    operation: &Operation,
    target: &SymbolTarget,
    payload: &[String],
) -> Option<Refusal> {
    let at = find_whole(&mut document.whole(), payload)?;
    let language = language_of(document, &operation.path, target.language.as_deref()).ok()?;
    is_of_owner(document, language, target, &at).then(|| is_present(document, operation, target, &at))
}

/// Returns a refusal if the file contains the heading, for a definition with the owner that the address names.
fn headed(
    document: &mut Document<'_>,
    operation: &Operation,
    target: &SymbolTarget,
    heading: &[String],
) -> Option<Refusal> {
    let language = language_of(document, &operation.path, target.language.as_deref()).ok()?;
    let lines: Vec<&str> = heading.iter().map(|line| trim(line)).filter(|line| !is_blank(line)).collect();
    let last = lines.last()?.trim_end_matches(['{', ':', ';']).trim_end();
    let (buffer, symbols) = document.symbols(language);
    let name = symbols.names_of(target).pop()?;
    let mut found = symbols.all_named(buffer, &name).into_iter().filter_map(|one| {
        let named = buffer.line_of(one.byte());
        // The name may be on any line of the heading.
        (0..lines.len()).find_map(|above| {
            let first = named.checked_sub(above)?;
            let place = first..first + lines.len();
            let fits = |(at, line): (usize, &&str)| {
                let own = buffer.line(place.start + at);
                let own = trim(&own);
                if at + 1 == lines.len() { ends_heading(own, last) } else { own == *line }
            };
            (place.end <= buffer.line_count() && lines.iter().enumerate().all(fits)).then_some(place)
        })
    });
    let at = found.next()?;
    is_of_owner(document, language, target, &at).then(|| is_present(document, operation, target, &at))
}

/// Returns whether a line begins with the end of a heading, and what follows does not make the heading longer.
fn ends_heading(line: &str, end: &str) -> bool {
    line.strip_prefix(end).is_some_and(|rest| {
        let rest = rest.trim_start();
        rest.is_empty() || rest.starts_with(['{', ':', ';', '/', '#'])
    })
}

/// Returns a refusal if the file contains the definitions that an insertion would add.
fn defined_by_payload(
    document: &mut Document<'_>,
    operation: &Operation,
    payload: &[String],
) -> Option<Refusal> {
    let count = document.buffer().line_count();
    overwritten(document, operation, 0..count, payload)
}

/// Returns a refusal if the payload is what the lines of the definition contain instead of the expected ones.
fn overwritten(
    document: &mut Document<'_>,
    operation: &Operation,
    own: Range<usize>,
    payload: &[String],
) -> Option<Refusal> {
    let at = find_whole(&mut document.haystack(own.clone()), payload)?;
    // A definition that continues after the payload is another one.
    if (at.end..own.end).any(|line| !is_blank(&document.buffer().line(line))) {
        return None;
    }
    let path = &operation.path;
    let message = format!("the payload is already in `{path}`, on line {}", at.start + 1);
    let text = document.buffer().line(at.start).into_owned();
    let place = FilePlace::related(path.as_str(), at.start, text);
    Some(Refusal::new(Code::AlreadyApplied, message).with_places(vec![place]))
}

/// Returns whether the outermost definition on some lines has the owner that an address names.
fn is_of_owner(
    document: &mut Document<'_>,
    language: &'static Language,
    target: &SymbolTarget,
    lines: &Range<usize>,
) -> bool {
    let (buffer, symbols) = document.symbols(language);
    let mut owner = symbols.names_of(target);
    owner.pop();
    let all = symbols.identities(buffer, &Identity { is_minor: true, ..Identity::default() });
    let mut there = all.iter().filter(|one| lines.contains(&buffer.line_of(one.byte())));
    there.next().is_some_and(|one| ends_in(one, &owner))
}

fn is_present(
    document: &Document<'_>,
    operation: &Operation,
    target: &SymbolTarget,
    at: &Range<usize>,
) -> Refusal {
    let path = &operation.path;
    let message = format!(
        "the payload is already in `{path}`, on line {}, and `{}` is not there",
        at.start + 1,
        spelled(target)
    );
    let text = document.buffer().line(at.start).into_owned();
    Refusal::new(Code::AlreadyApplied, message).with_places(vec![FilePlace::related(
        path.as_str(),
        at.start,
        text,
    )])
}

/// Returns whether an operation was refused because what it would remove is missing, and it would add nothing that is
/// missing.
pub(in crate::plan) fn may_be_removed(operation: &Operation, problems: &[Diagnostic]) -> bool {
    let stands = |problem: &Diagnostic| problem.help.iter().any(|help| help.starts_with(PAYLOAD_STANDS));
    if problems.iter().all(stands) {
        return true;
    }
    let takes_away = match &operation.action {
        Action::Edit { change, .. } => matches!(change, Change::Delete),
        Action::Delete { hunks, .. } => hunks.is_empty(),
        _ => false,
    };
    let is_gone = |code| {
        matches!(
            code,
            Code::MarkerNotFound | Code::SymbolNotFound | Code::ContextMismatch | Code::FileMissing
        )
    };
    takes_away && problems.iter().all(|problem| is_gone(problem.code))
}

/// Returns the problems about a missing target of a removal, changed to `AlreadyApplied`, for a patch of which another
/// operation was applied to the file before: patches are applied as a whole.
pub(in crate::plan) fn already_removed(operation: &Operation, problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
    if !may_be_removed(operation, &problems) {
        return problems;
    }
    let told = |problem: Diagnostic| Diagnostic {
        code: Code::AlreadyApplied,
        message: format!(
            "{}; as far as other operations show, the patch was applied before",
            problem.message
        ),
        places: Vec::new(),
        repair: None,
        help: vec![LEAVE_OUT.to_owned()],
        ..problem
    };
    problems.into_iter().map(told).collect()
}
