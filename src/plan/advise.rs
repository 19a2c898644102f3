//! Adds help to refusals: which file, line or operation may be meant.

use super::correction::{Advice, Correction};
use super::refusal::Refusal;
use super::run::Run;
use super::symbol::already_applied;
use super::text::already_inserted;
use super::users::named::{NamedDefinition, find_if_any, is_defined_in};
use super::{ChangedLines, explain};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Action, Change, Destination, Locator, Operation, PatchPath};

/// Limits of the help for symbols that are not found: the number of recorded problems up to which the project is
/// searched, and the maximum number of places of a symbol; if there are more, none is listed.
const MAX_SEARCHED_PROBLEMS: usize = 20;
const MAX_PLACES: usize = 3;

impl Run<'_, '_> {
    /// Reports which line of the file on disk is meant, if earlier operations have moved lines.
    pub(super) fn tell_disk_lines(&mut self, operation: &Operation, refusal: &mut Refusal) {
        let Some(document) = self.overlay.document(&operation.path).filter(|document| document.is_changed())
        else {
            return;
        };
        let (buffer, history) = document.history();
        // Line numbers refer to the file on disk if only the refused operation itself has changed the text.
        let is_undone = history.is_changed_now_only();
        // Lines that are there already are reported by their position before the patch.
        let is_counted = |problem: &&mut Diagnostic| problem.code != Code::AlreadyApplied;
        for problem in refusal.problems.iter_mut().filter(is_counted) {
            let own = problem.places.iter_mut().filter(|place| place.path == operation.path.as_str());
            for place in own.filter(|_| is_undone) {
                if let Some(line) = history.origin_of_line(buffer, place.line - 1) {
                    let height = place.last_line.saturating_sub(place.line);
                    (place.line, place.last_line) = (line + 1, line + 1 + height);
                }
            }
            let Some(place) = problem.places.first().filter(|place| place.path == operation.path.as_str())
            else {
                continue;
            };
            let origin = history.origin_of_line(buffer, place.line - 1).map(|line| line + 1);
            if let Some(line) = origin.filter(|line| *line != place.line && !is_undone) {
                problem.help.push(format!(
                    "line numbers include the changes of earlier operations to `{}`: line {} is \
                     line {line} on disk",
                    operation.path, place.line
                ));
            }
        }
    }

    /// Refuses the operations before `at` that changed lines which `at` would insert and which are in the file already:
    /// if the rest of the patch were left out, these operations would damage the lines that the patch inserted before.
    pub(super) fn tell_disturbers(&mut self, at: usize, refusal: &Refusal) {
        let operation = &self.operations[at];
        let Some(document) = self.overlay.document(&operation.path) else { return };
        for own in already_inserted::conflicting_operations(document, &operation.path, refusal) {
            let of_it = |one: &Operation| one.origin.index == own.number;
            let Some(earlier) = self.operations[..at].iter().position(of_it) else { continue };
            if self.advice.iter().any(|advice| advice.at == earlier) {
                continue;
            }
            let disturber = &self.operations[earlier];
            // A definition that still had its old name shows that the patch was not applied before.
            if let Action::RenameSymbol(_) = &disturber.action {
                continue;
            }
            let elsewhere = |one: &ChangedLines| one.path != operation.path;
            let applied = self.applied.iter().find(|applied| applied.index == own.number);
            let is_all = own.is_all && applied.is_some_and(|applied| !applied.changes.iter().any(elsewhere));
            let refusal = explain::disturbs(disturber, operation, &own.lines, is_all).of(disturber);
            self.problems.extend(refusal.problems);
            self.advice.push(Advice { at: earlier, corrections: refusal.corrections });
        }
    }

    /// Adds to the refusal of a missing file what the patch did to that file before, or which file may be meant.
    pub(super) fn advise(&self, at: usize, refusal: &mut Refusal) {
        let operation = &self.operations[at];
        let named = |problem: &Diagnostic, path: &PatchPath| problem.message.contains(&format!("`{path}`"));
        let missing = |(problem, _): &(&mut Diagnostic, _)| problem.code == Code::FileMissing;
        let all = refusal.problems.iter_mut().zip(&mut refusal.corrections);
        for (problem, corrections) in all.filter(missing) {
            let path = match &operation.action {
                Action::MoveSymbol { to: Some(to), .. } if named(problem, to) => to,
                _ => &operation.path,
            };
            if path.as_str().contains('*') {
                problem.help.push(match &operation.action {
                    Action::Substitute(_) | Action::RenameSymbol(_) => {
                        format!("`path` names one file; write `paths: [\"{path}\"]` for all that match")
                    }
                    _ => "`path` names one file; write an operation for each".to_owned(),
                });
                continue;
            }
            if let Some((help, to)) = explain::earlier(&self.operations[..at], path) {
                problem.help.push(help);
                corrections.extend(to.filter(|_| path == &operation.path).map(Correction::Path));
                continue;
            }
            if let Action::Update { hunks, to: Destination::Move(to), .. } = &operation.action
                && let Ok(moved) = self.overlay.tree().read(to)
            {
                match already_applied::is_moved_with(hunks, &moved) {
                    true => {
                        problem.code = Code::AlreadyApplied;
                        problem.message =
                            format!("`{path}` has already been moved to `{to}`, with the new lines");
                        corrections.push(Correction::LeaveOut);
                    }
                    false => problem.help.push(format!(
                        "`{to}` exists: if an earlier run moved the file there, leave the \
                         operation out"
                    )),
                }
                continue;
            }
            if let Some(strip) = self.patch.strip
                && let Some((more, file)) = explain::below_folders(self.overlay.tree(), path)
            {
                problem.help.push(format!("`--strip {}` finds `{file}`", strip.saturating_add(more)));
                continue;
            }
            if let Some(to) = self.overlay.moved_to(path).cloned() {
                problem.help.push(format!("the patch moves it to `{to}` first: use that path"));
                corrections.extend(Some(to).filter(|_| path == &operation.path).map(Correction::Path));
                continue;
            }
            let mut similar = explain::similar(self.overlay.tree(), path);
            similar.retain(|path| matches!(self.overlay.kind(path), Ok(Some(_))));
            problem.help.push(explain::did_you_mean(&similar).unwrap_or_else(|| {
                "paths are relative to the root (`--root`, else the current folder)".to_owned()
            }));
            // If path components were kept that should have been stripped, the two sides of a section look like a move.
            let may_move = self.patch.strip.is_none() || !is_move(&operation.action);
            if path == &operation.path && quotes_its_file(&operation.action) && may_move {
                corrections.extend(similar.into_iter().map(Correction::Path));
            }
        }
    }

    /// Reports in which other file an address names a definition, if its own file has no such definition. This replaces
    /// suggestions of other addresses.
    pub(super) fn advise_file(&self, at: usize, refusal: &mut Refusal) {
        let operation = &self.operations[at];
        let Some(asked) = AskedAddress::of(&operation.action) else { return };
        let address = asked.address;
        let is_sought = self.problems.len() < MAX_SEARCHED_PROBLEMS;
        let all = refusal.problems.iter_mut().zip(&mut refusal.corrections);
        for (problem, corrections) in all.filter(|(problem, _)| problem.code == Code::SymbolNotFound) {
            if let Some((number, to)) = self.moved_before(at, address) {
                problem.help =
                    vec![format!("operation {number} moved `{address}` to `{to}`: name that file")];
                *corrections = vec![Correction::Path(to.clone())];
                continue;
            }
            if !is_sought {
                continue;
            }
            let found = find_if_any(self.overlay.tree(), address, &self.macros);
            let is_it = |one: &&NamedDefinition| one.address == address && one.path != operation.path;
            // The file has the definition: something else is missing, such as a member of it.
            if found.iter().any(|one| one.address == address && one.path == operation.path) {
                continue;
            }
            let elsewhere: Vec<&NamedDefinition> = found.iter().filter(is_it).collect();
            // If the file contains the owner of the address, another member of that owner may be meant.
            let owner = address.trim_end_matches(|char| !matches!(char, '.' | ':' | '/'));
            let owner = owner.trim_end_matches(['.', ':', '/']);
            let has_owner = || {
                !owner.is_empty() && is_defined_in(self.overlay.tree(), &operation.path, owner, &self.macros)
            };
            if elsewhere.is_empty() || elsewhere.len() > MAX_PLACES || has_owner() {
                continue;
            }
            let places = elsewhere.iter().map(|one| format!("`{}`, line {}", one.path, one.lines.0));
            let told = format!("`{address}` is in {}", places.collect::<Vec<_>>().join("; "));
            match &elsewhere[..] {
                [one] if asked.may_be_elsewhere && is_path(address) => {
                    problem.help = vec![told];
                    *corrections = vec![Correction::Path(one.path.clone())];
                }
                // The help already names the file from which it is imported.
                [one] if problem.help.iter().any(|help| help.contains(one.path.as_str())) => {}
                _ => problem.help.insert(0, told),
            }
        }
    }

    /// Returns the number of the earlier operation that moved the definition out of this operation's file, and the file
    /// to which it moved.
    fn moved_before(&self, at: usize, address: &str) -> Option<(usize, &PatchPath)> {
        let path = &self.operations[at].path;
        let own = self.operations[..at].iter().rev().filter(|one| one.path == *path);
        own.filter(|one| self.applied.iter().any(|applied| applied.index == one.origin.index)).find_map(
            |one| {
                let Action::MoveSymbol { symbol, more, to: Some(to), .. } = &one.action else { return None };
                let mut moved = std::iter::once(symbol).chain(more);
                let is_it = moved.any(|symbol| symbol.symbol.as_deref() == Some(address)) && to != path;
                is_it.then_some((one.origin.index, to))
            },
        )
    }
}

fn is_move(action: &Action) -> bool {
    matches!(action, Action::Update { to: Destination::Move(_), .. })
}

/// Returns whether an operation quotes or names content of its file, so that it cannot apply to another file by
/// mistake.
fn quotes_its_file(action: &Action) -> bool {
    match action {
        Action::Edit { at, .. } => match at {
            Locator::FileStart | Locator::FileEnd | Locator::Imports(_) => false,
            Locator::Lines(_)
            | Locator::Symbol(_)
            | Locator::Members { .. }
            | Locator::Part { .. }
            | Locator::Block { .. } => true,
        },
        Action::Update { hunks, .. } => hunks.iter().any(|hunk| hunk.old().next().is_some()),
        Action::Substitute(_) | Action::Exchange(_) | Action::RenameSymbol(_) | Action::MoveSymbol { .. } => {
            true
        }
        Action::Create { .. } | Action::Delete { .. } => false,
    }
}

/// The address of the definition that an operation works on.
struct AskedAddress<'a> {
    address: &'a str,
    /// Whether the operation names nothing else and does not remove the definition, so that the definition cannot be
    /// missing because of an earlier run.
    may_be_elsewhere: bool,
}

impl<'a> AskedAddress<'a> {
    fn of(action: &'a Action) -> Option<Self> {
        let (target, may_be_elsewhere) = match action {
            Action::RenameSymbol(wanted) => (&wanted.symbol, true),
            Action::Edit { at: Locator::Symbol(target), change, .. } => {
                (target, matches!(change, Change::Replace(_)))
            }
            Action::Edit { at: Locator::Members { of, .. } | Locator::Part { of, .. }, .. } => (of, false),
            Action::MoveSymbol { symbol, more, .. } if more.is_empty() => (symbol, false),
            _ => return None,
        };
        let address = target.symbol.as_deref().or(target.class.as_deref())?;
        Some(Self { address, may_be_elsewhere })
    }
}

/// Returns whether an address consists of several names.
fn is_path(address: &str) -> bool {
    address.contains(['.', ':', '/'])
}
