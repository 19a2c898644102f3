//! Looks for the lines of a marker or a hunk in the other files of the project, if their own file does not have them.

use memchr::memmem;

use super::correction::Correction;
use super::refusal::Refusal;
use super::run::Run;
use super::tree::project::find_files;
use crate::diag::{Code, Diagnostic};
use crate::ir::{Action, Change, Locator, Operation, PatchPath};
use crate::text::normal::is_blank;

/// The minimum number of letters and digits in the lines: fewer may be anywhere.
const MIN_LETTERS: usize = 10;

/// Limits of the search: the number of recorded problems up to which it takes place, and of files.
const MAX_SEARCHED_PROBLEMS: usize = 3;
const MAX_SEARCHED_FILES: usize = 2000;

/// The lines of an operation that its file does not have.
struct LinesElsewhere<'a> {
    /// The lines, trimmed, without blank ones.
    lines: Vec<&'a str>,
    /// Whether the operation puts something in their place or beside them, and does not only remove them: lines that are
    /// missing may have been removed by an earlier run.
    is_replaced: bool,
}

impl<'a> LinesElsewhere<'a> {
    fn of(operation: &'a Operation) -> Option<Self> {
        let (all, is_replaced): (Vec<&str>, bool) = match &operation.action {
            Action::Edit { at: Locator::Lines(marker), change, .. } => {
                (marker.pattern().collect(), !matches!(change, Change::Delete))
            }
            Action::Update { hunks, .. } => match &hunks[..] {
                [only] => {
                    (only.old().map(|line| line.text.as_str()).collect(), only.new_side().next().is_some())
                }
                _ => return None,
            },
            Action::Exchange(exchange) => match &exchange.lines[..] {
                [only] => {
                    (only.old().map(|line| line.text.as_str()).collect(), only.new_side().next().is_some())
                }
                _ => return None,
            },
            _ => return None,
        };
        let lines: Vec<&str> = all.into_iter().filter(|line| !is_blank(line)).map(str::trim).collect();
        let letters =
            lines.iter().flat_map(|line| line.chars()).filter(|char| char.is_alphanumeric()).count();
        (letters >= MIN_LETTERS).then_some(Self { lines, is_replaced })
    }

    /// Returns the first line, from 1, of each place in a text.
    fn places(&self, bytes: &[u8]) -> Vec<usize> {
        let longest = self.lines.iter().max_by_key(|line| line.len()).map_or("", |line| *line);
        if memmem::find(bytes, longest.as_bytes()).is_none() {
            return Vec::new();
        }
        let Ok(text) = std::str::from_utf8(bytes) else { return Vec::new() };
        let all: Vec<(usize, &str)> = text
            .lines()
            .enumerate()
            .map(|(number, line)| (number + 1, line.trim()))
            .filter(|(_, line)| !line.is_empty())
            .collect();
        let is_it = |own: &&[(usize, &str)]| own.iter().map(|(_, line)| line).eq(&self.lines);
        all.windows(self.lines.len()).filter(is_it).map(|own| own[0].0).collect()
    }
}

impl Run<'_, '_> {
    /// Reports in which other file the lines of an operation are, if they are in exactly one place of all files with the
    /// extension of its file.
    pub(super) fn advise_moved_lines(&self, at: usize, refusal: &mut Refusal) {
        let operation = &self.operations[at];
        let is_missing =
            |problem: &Diagnostic| matches!(problem.code, Code::MarkerNotFound | Code::HunkNotFound);
        let [problem] = &mut refusal.problems[..] else { return };
        if self.problems.len() >= MAX_SEARCHED_PROBLEMS {
            return;
        }
        let Some(sought) = LinesElsewhere::of(operation).filter(|_| is_missing(problem)) else { return };
        let Some((path, line)) = self.only_place(&operation.path, &sought) else { return };
        let told = format!("`{path}` has these lines, from line {line}: name that file if it is meant");
        let place = if sought.is_replaced { 0 } else { problem.help.len() };
        problem.help.insert(place, told);
        if let [corrections] = &mut refusal.corrections[..]
            && corrections.is_empty()
            && sought.is_replaced
            && sought.lines.len() > 1
        {
            corrections.push(Correction::Path(path));
        }
    }

    fn only_place(&self, own: &PatchPath, sought: &LinesElsewhere<'_>) -> Option<(PatchPath, usize)> {
        let pattern = own.extension().map_or("*".to_owned(), |extension| format!("*.{extension}"));
        let paths =
            find_files(&self.overlay, &[pattern]).ok().filter(|all| all.len() <= MAX_SEARCHED_FILES)?;
        let mut only = None;
        for path in paths.into_iter().filter(|path| path != own) {
            let Some(bytes) = self.overlay.peek_at_project(&path) else { continue };
            for line in sought.places(&bytes) {
                if only.replace((path.clone(), line)).is_some() {
                    return None;
                }
            }
        }
        only
    }
}
