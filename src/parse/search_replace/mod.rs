//! SEARCH/REPLACE blocks.
//!
//! A block consists of lines to find and their replacement. Each block is an operation of its own: it is applied to the
//! text after the blocks above it. The name of the file precedes the block.

mod block;
mod name;

pub(super) use self::block::{find_end, is_opening};

use self::block::{Block, other_signs, read_block};
use self::name::{BlockFile, LinesAboveBlock};
use super::exchange::{PatchLine, as_file, as_hunk, as_parts};
use super::lines::{Line, Lines};
use super::problem::{malformed, quote, read_path, with_problems};
use crate::diag::{Code, Diagnostic, PatchPlace};
use crate::ir::{
    Action, Bounds, Count, Exchange, Existing, Format, Fragment, IfAlreadyMade, Operation, Origin, Patch,
    PathStyle, Unit,
};

/// The name of an operation of this format.
const NAME: &str = "SEARCH/REPLACE";

/// Parses blocks, each part with the lines above it.
///
/// # Errors
/// Returns all problems of all blocks.
pub(super) fn parse(parts: &[Lines<'_>]) -> Result<Patch, Vec<Diagnostic>> {
    let mut reader = BlockReader::default();
    parts.iter().for_each(|part| reader.read(*part));
    if reader.count == 0 {
        let line = parts.first().map_or(1, Lines::number);
        reader.problems.push(malformed(line, "the text has no SEARCH/REPLACE block").with_help(
            "put the path on a line, then `<<<<<<< SEARCH`, the old lines, `=======`, the new lines, `>>>>>>> REPLACE`",
        ));
    } else if reader.operations.is_empty() && reader.problems.is_empty() {
        let line = reader.warnings.first().and_then(|warning| warning.patch).map_or(1, |place| place.line);
        reader.problems.push(malformed(line, "no block changes anything"));
    }
    let patch = Patch { warnings: reader.warnings, ..Patch::of(Format::SearchReplace, reader.operations) };
    with_problems(patch, reader.problems)
}

#[derive(Default)]
struct BlockReader<'a> {
    above: LinesAboveBlock<'a>,
    /// The file of the previous block.
    file: Option<(String, PathStyle)>,
    count: usize,
    operations: Vec<Operation>,
    problems: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
}

impl<'a> BlockReader<'a> {
    fn read(&mut self, mut lines: Lines<'a>) {
        while let Some(line) = lines.peek() {
            if !is_opening(line.text) {
                self.above.note(line);
                lines.skip_line();
                continue;
            }
            self.count += 1;
            let file = self.file_of(line);
            match read_block(&mut lines).and_then(|block| self.lower(&block, file?)) {
                Ok(operation) => self.operations.extend(operation),
                Err(problem) => self.problems.push(problem),
            }
        }
    }

    /// Returns the file of the block that begins at a line.
    fn file_of(&mut self, line: Line<'_>) -> Result<(String, PathStyle), Diagnostic> {
        let help = "put the path alone on the line above `<<<<<<< SEARCH`, or above the fence around it";
        match self.above.take(self.file.is_some()) {
            BlockFile::File(path) => self.file = Some((path, PathStyle::Exact)),
            BlockFile::Line(line) => self.file = Some((line, PathStyle::MayEndLine)),
            BlockFile::Uncertain(path) if self.file.as_ref().is_none_or(|(file, _)| *file != path) => {
                self.file = None;
                let message = format!("it is not clear whether {} is the file of the block", quote(&path));
                return Err(malformed(line.number, message).with_help(help));
            }
            BlockFile::Nothing | BlockFile::Uncertain(_) => {}
        }
        self.file.clone().ok_or_else(|| {
            malformed(line.number, "nothing above the block says which file it changes").with_help(help)
        })
    }

    fn lower(
        &mut self,
        block: &Block<'_>,
        (file, path_style): (String, PathStyle),
    ) -> Result<Option<Operation>, Diagnostic> {
        let place = PatchPlace::new(block.opening.number, 1);
        let origin = Origin { index: self.count, name: NAME.to_owned(), place, fields: Vec::new() };
        let path = read_path(&file, &origin)?;
        let Some(action) = action(block)? else {
            let message = "the two halves of a block are equal: it changes nothing";
            self.warnings.push(Diagnostic::warning(Code::Malformed, message).at(place));
            return Ok(None);
        };
        // For a new file, it cannot be determined where its name begins.
        if path_style == PathStyle::MayEndLine && matches!(action, Action::Create { .. }) {
            let message =
                format!("it is not clear whether all of {} is the path of the new file", quote(&file));
            return Err(
                malformed(place.line, message).with_help(format!("put the path in backticks: `{file}`"))
            );
        }
        Ok(Some(Operation { origin, path, path_style, if_already_made: IfAlreadyMade::default(), action }))
    }
}

/// Returns what a block does; `None` if it changes nothing.
fn action(block: &Block<'_>) -> Result<Option<Action>, Diagnostic> {
    let rows: Vec<PatchLine<'_>> = block.body.iter().map(|line| (line.text, line.number)).collect();
    let halves = |divider: usize| (&rows[..divider], &rows[divider + 1..]);
    let place = PatchPlace::new(block.opening.number + 1, 1);
    let is_blank = |half: &[PatchLine<'_>]| half.iter().all(|row| row.0.trim().is_empty());
    if let [divider] = block.dividers[..] {
        let (old, new) = halves(divider);
        if is_blank(old) {
            let payload = as_file(new, place);
            return Ok(Some(Action::Create { payload, existing: Existing::OverwriteEmpty, mode: None }));
        }
        let Some(hunk) = as_hunk(old, new, place) else { return Ok(None) };
        let fragment = |half: &[PatchLine<'_>], place| Fragment {
            lines: half.iter().map(|row| row.0.to_owned()).collect(),
            place,
            margin: None,
        };
        let new_place = PatchPlace::new(place.line + divider + 1, 1);
        let (find, replace) = (fragment(old, place), fragment(new, new_place));
        let parts = as_parts(find, replace, Count::Exactly(1), Bounds::Words);
        let (lines, parts, new_file) = (vec![hunk], Some(parts), None);
        return Ok(Some(Action::Exchange(Exchange { lines, parts, new_file, unit: Unit::Lines })));
    }
    let splits = block.dividers.iter().map(|divider| halves(*divider));
    let blank = splits.clone().find(|(old, _)| is_blank(old));
    let new_file = blank.map(|(_, new)| as_file(new, place));
    let lines: Vec<_> = splits.filter_map(|(old, new)| as_hunk(old, new, place)).collect();
    if lines.is_empty() && new_file.is_none() {
        let message = format!("{} lines of the block could be its divider", block.dividers.len());
        return Err(malformed(block.opening.number, message).with_help(other_signs(7)));
    }
    Ok(Some(Action::Exchange(Exchange { lines, parts: None, new_file, unit: Unit::Lines })))
}

#[cfg(test)]
mod tests;
