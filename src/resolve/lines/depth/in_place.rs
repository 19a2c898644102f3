//! Lines that replace other lines in the same column: they move as those do, whatever the lines around show.

use std::collections::HashSet;

use super::facts::DepthFacts;
use super::shared_line::SharedLine;

/// Returns whether the payload has a line of the marker in its column of the file, where the marker has it in another
/// column: the payload is then already at its final depth, and the marker does not show a step. Each line of the marker
/// has its columns in the patch and the file.
pub(super) fn is_as_in_file<'l>(
    marked: impl Iterator<Item = (&'l str, (isize, isize))>,
    brought: impl Iterator<Item = (&'l str, isize)>,
) -> bool {
    let (marked, brought): (Vec<_>, Vec<_>) = (marked.collect(), brought.collect());
    if is_wrapped(&marked, &brought) {
        return false;
    }
    let brought: HashSet<(&str, isize)> = brought.into_iter().collect();
    let mut moved = marked.into_iter().filter(|(_, (patch, file))| patch != file);
    moved.any(|(text, (_, file))| brought.contains(&(text, file)))
}

/// Returns whether the payload has the lines of the marker, of several columns, all deeper by one amount: in a block of
/// its own, with the steps of the marker.
fn is_wrapped(marked: &[(&str, (isize, isize))], brought: &[(&str, isize)]) -> bool {
    let has_words = |text: &str| text.chars().any(char::is_alphanumeric);
    let mut moves = HashSet::new();
    let mut columns = HashSet::new();
    for (text, (patch, _)) in marked.iter().filter(|(text, _)| has_words(text)) {
        let mut own = brought.iter().filter(|(other, _)| other == text).map(|(_, column)| *column);
        match (own.next(), own.next()) {
            (Some(column), None) => moves.insert(column - patch),
            _ => return false,
        };
        columns.insert(*patch);
    }
    columns.len() > 1 && moves.len() == 1 && moves.into_iter().all(|by| by > 0)
}

/// Returns whether the payload is in the steps of the file, where the marker has smaller ones: every line that both have
/// is in its column of the file, at least one of them in another column of the marker, and all lines are whole steps deep.
pub(super) fn is_in_steps_of_file<'l>(
    marked: impl Iterator<Item = (&'l str, (isize, isize))>,
    brought: impl Iterator<Item = (&'l str, isize)>,
    step: usize,
) -> bool {
    let brought: Vec<(&str, isize)> = brought.filter(|(text, _)| !text.is_empty()).collect();
    let has_words = |text: &str| text.chars().any(char::is_alphanumeric);
    let shared: Vec<_> = marked.filter(|(text, _)| brought.iter().any(|(own, _)| own == text)).collect();
    let is_in_file = |(text, (_, file)): &(&str, (isize, isize))| brought.contains(&(*text, *file));
    let is_other = |(text, (patch, file)): &(&str, (isize, isize))| has_words(text) && patch != file;
    shared.iter().all(is_in_file)
        && shared.iter().any(is_other)
        && brought.iter().all(|(_, column)| column % step as isize == 0)
}

impl DepthFacts<'_> {
    /// Returns the move of each line of the payload, if all new lines replace old ones: in each run between shared
    /// lines, the old lines move by one amount, and the new lines are in columns of old ones.
    pub(super) fn in_places(&self) -> Option<Vec<isize>> {
        let mut moves = Vec::with_capacity(self.payload.len());
        let (mut marked, mut line) = (0, 0);
        let end =
            SharedLine { marked: self.marker.len(), line: self.payload.len(), needs: 0, is_strong: true };
        for shared in self.witnesses.all.iter().chain([&end]) {
            let gone = &self.marker[marked..shared.marked];
            let come = &self.payload[line..shared.line];
            if !come.is_empty() {
                let (first, depth) = gone.first()?;
                let by = depth - first.column;
                let is_one = gone.iter().all(|(own, depth)| depth - own.column == by);
                let is_beside = come.iter().all(|own| gone.iter().any(|(old, _)| old.column == own.column));
                if !is_one || !is_beside {
                    return None;
                }
                moves.extend(come.iter().map(|_| by));
            }
            // A shared line whose columns differ in marker and payload is moved by the change, unless the payload has
            // it as the file does.
            let is_moved = self.marker.get(shared.marked).zip(self.payload.get(shared.line));
            if is_moved.is_some_and(|((old, _), new)| old.column != new.column && shared.needs != 0) {
                return None;
            }
            moves.extend((shared.line < self.payload.len()).then_some(shared.needs));
            (marked, line) = (shared.marked + 1, shared.line + 1);
        }
        Some(moves)
    }
}
