//! What a refusal offers applies, and changes only places that the refusal named.

use chunk::diag::{Code, Diagnostic};
use chunk::engine::{self, Options};
use chunk::parse::{Direction, ReadOptions};
use chunk::plan::Applied;
use chunk::report::Report;
use chunk::vfs::MemoryTree;

/// Applies every corrected patch that a refusal carries.
///
/// # Errors
/// One is refused, or changes something else.
pub fn check(refused: &Report, options: &Options<'_>, before: &MemoryTree) -> Result<(), String> {
    let repairs = &refused.repairs;
    if repairs.patch.is_some() && !repairs.choices.is_empty() {
        return Err("the refusal offers a corrected patch, and others as well".to_owned());
    }
    for text in repairs.patch.iter().chain(&repairs.choices) {
        let mut tree = before.clone();
        let reading = ReadOptions { format: refused.format, strip: None, direction: Direction::Forward };
        let report = engine::apply(text.as_bytes(), &Options { reading, ..*options }, &mut tree);
        if !report.is_ok() {
            return Err(format!("the corrected patch is refused: {:?}\n{text}", report.errors));
        }
        // Numbers mean the same operations only if none was left out.
        if report.operation_count == refused.operation_count {
            check_places(refused, &report).map_err(|problem| format!("{problem}\n{text}"))?;
        }
    }
    Ok(())
}

/// Whether the corrected operations are where the refusal said.
fn check_places(refused: &Report, applied: &Report) -> Result<(), String> {
    for (number, operation) in applied.operations.iter().enumerate() {
        let of_it =
            |error: &&Diagnostic| error.operation.as_ref().is_some_and(|own| own.index == operation.index);
        let errors: Vec<&Diagnostic> = refused.errors.iter().filter(of_it).collect();
        // Behind other changes of a file the lines have other numbers.
        let is_first = applied.operations[..number].iter().all(|above| above.path != operation.path);
        // What is there already is left out: other hunks are all that is left.
        let is_there = errors.iter().any(|error| error.code == Code::AlreadyApplied);
        if !errors.is_empty() && is_first && !is_there && !errors.iter().any(|error| names(error, operation))
        {
            return Err(format!(
                "the corrected operation {} changes lines {:?} of {}, which the refusal did not name",
                operation.index, operation.lines, operation.path
            ));
        }
    }
    Ok(())
}

/// Whether a refusal names the place, or the file, of an operation.
fn names(error: &Diagnostic, operation: &Applied) -> bool {
    let path = operation.path.as_str();
    let is_other_file = error.operation.as_ref().is_some_and(|own| own.path != path);
    if is_other_file {
        return error.help.iter().any(|help| help.contains(path));
    }
    let of_change =
        operation.changes.iter().map(|change| (change.old.first, change.old.first + change.old.count));
    let lines: Vec<(usize, usize)> = operation.lines.into_iter().chain(of_change).collect();
    error.places.iter().any(|place| {
        lines.iter().any(|(first, last)| place.line <= last + 1 && *first <= place.last_line + 1)
    })
}
