//! Whether a symbol operation that finds nothing was done before: what it brings is there, and what it takes is not.
//!
//! Only what the file shows counts; where it shows nothing, the refusal stays what it is.

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

/// What to do with an operation that was done.
const LEAVE_OUT: &str = "leave the operation out";

/// Whether a file at the new path has what hunks bring it with: all of their new lines, one behind the other, of which some are
/// added.
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

/// The refusal of an operation that was done, with what to do with it.
pub(in crate::plan) fn left_out(refusal: Refusal) -> Refusal {
    refusal.with_help(LEAVE_OUT).with_corrections(vec![Correction::LeaveOut])
}

/// The refusal of an operation on a definition that is not there, or is another by now, as of one that was done if it was.
pub(in crate::plan) fn or_made(
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
        // The definition that an insertion brought may be a second one of the name.
        (Code::SymbolAmbiguous, Change::InsertBefore(payload) | Change::InsertAfter(payload), _)
            if editing.operation.again.lines == RepeatedLines::Refuse =>
        {
            brought(document, editing.operation, &payload.lines)
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

/// The refusal of a new name for a definition that is not there, as of one that was given if it was.
pub(in crate::plan) fn or_renamed(
    document: &mut Document<'_>,
    operation: &Operation,
    wanted: &SymbolRenaming,
    refusal: Refusal,
) -> Refusal {
    let [problem] = &refusal.problems[..] else { return refusal };
    if document.is_changed() || problem.code != Code::SymbolNotFound {
        return refusal;
    }
    // What no address names, such as a variable of a function, may have the old name still.
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

/// The refusal of a move of a definition that is not where it was, as of one that was made if it was.
pub(in crate::plan) fn or_moved(
    document: &mut Document<'_>,
    (symbol, source): (&SymbolTarget, &PatchPath),
    to: &PatchPath,
    place: &SymbolPlace,
    refusal: Refusal,
) -> Refusal {
    let [problem] = &refusal.problems[..] else { return refusal };
    // An address that is only the last name of a definition may have named another one before.
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
    // Within one file another one of the last name may be the one that is meant.
    let is_open = is_last_name && source == to && symbols.has_several(buffer, name);
    // Overloads go together.
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

/// Whether a definition lies in others of these names, outermost first.
fn ends_in(one: &Identity, owner: &[String]) -> bool {
    one.names.split_last().is_some_and(|(_, own)| own.ends_with(owner))
}

/// The refusal of a new name that the definition at `path` has already.
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

/// Where a payload stands whose definition has the owner that the address names.
fn replaced(
    document: &mut Document<'_>,
    operation: &Operation,
    target: &SymbolTarget,
    payload: &[String],
) -> Option<Refusal> {
    let at = find_whole(&mut document.whole(), payload)?;
    let language = language_of(document, &operation.path, target.language.as_deref()).ok()?;
    is_of_owner(document, language, target, &at).then(|| stands(document, operation, target, &at))
}

/// Where a heading stands, of a definition that has the owner that the address names.
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
        // The name may stand on any line of the heading.
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
    is_of_owner(document, language, target, &at).then(|| stands(document, operation, target, &at))
}

/// Whether a line begins with the end of a heading, and nothing of a longer one follows.
fn ends_heading(line: &str, end: &str) -> bool {
    line.strip_prefix(end).is_some_and(|rest| {
        let rest = rest.trim_start();
        rest.is_empty() || rest.starts_with(['{', ':', ';', '/', '#'])
    })
}

/// Where the definitions stand that an insertion brings.
fn brought(document: &mut Document<'_>, operation: &Operation, payload: &[String]) -> Option<Refusal> {
    let count = document.buffer().line_count();
    overwritten(document, operation, 0..count, payload)
}

/// Whether a payload is just what a definition of other lines than were expected has.
fn overwritten(
    document: &mut Document<'_>,
    operation: &Operation,
    own: Range<usize>,
    payload: &[String],
) -> Option<Refusal> {
    let at = find_whole(&mut document.haystack(own.clone()), payload)?;
    // A definition that goes on behind it is another one.
    if (at.end..own.end).any(|line| !is_blank(&document.buffer().line(line))) {
        return None;
    }
    let path = &operation.path;
    let message = format!("the payload is already in `{path}`, on line {}", at.start + 1);
    let text = document.buffer().line(at.start).into_owned();
    let place = FilePlace::related(path.as_str(), at.start, text);
    Some(Refusal::new(Code::AlreadyApplied, message).with_places(vec![place]))
}

/// Whether the outermost definition on some lines has the owner that an address names.
fn is_of_owner(
    document: &mut Document<'_>,
    language: &'static Language,
    target: &SymbolTarget,
    lines: &Range<usize>,
) -> bool {
    let (buffer, symbols) = document.symbols(language);
    let mut owner = symbols.names_of(target);
    owner.pop();
    let all = symbols.identities(buffer, &Identity { is_small: true, ..Identity::default() });
    let mut there = all.iter().filter(|one| lines.contains(&buffer.line_of(one.byte())));
    there.next().is_some_and(|one| ends_in(one, &owner))
}

fn stands(
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

/// Whether an operation was refused because what it takes away is not there, and brings nothing that is not there.
pub(in crate::plan) fn may_be_gone(operation: &Operation, problems: &[Diagnostic]) -> bool {
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

/// What is told of something that is to go and is not there, where another operation of the patch was applied to the file
/// before: patches are applied whole.
pub(in crate::plan) fn gone_before(operation: &Operation, problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
    if !may_be_gone(operation, &problems) {
        return problems;
    }
    let told = |problem: Diagnostic| Diagnostic {
        code: Code::AlreadyApplied,
        message: format!(
            "{}, and the patch was applied before as far as other operations show",
            problem.message
        ),
        places: Vec::new(),
        repair: None,
        help: vec![LEAVE_OUT.to_owned()],
        ..problem
    };
    problems.into_iter().map(told).collect()
}
