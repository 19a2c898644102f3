//! Compares the depths of the marker's lines in the patch and in the file.

use super::line::{DepthLine, LineKind};

/// A line of the marker, with the depth of the line of the file that it matched.
pub(super) type PlacedLine<'l, 't> = (&'l DepthLine<'t>, isize);

/// Signs with which the heading of a block ends.
const OPENING: [char; 3] = [':', '{', '('];

/// The difference between the depths of the marker's lines in the file and in the patch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MarkerShift {
    /// All lines are shifted by this amount.
    Shift(isize),
    /// Only the first line lost its indentation; all others are as deep as in the file.
    FirstLost,
    /// All lines are equally deep in the patch, but not in the file: the marker was trimmed line by line.
    Flat,
    /// The shifts differ without an explanation.
    Mixed,
}

impl MarkerShift {
    /// Returns the shift of the marker's lines. If any is code, text of strings, comments and directives do not count.
    pub(super) fn by(lines: &[PlacedLine<'_, '_>]) -> Self {
        let code: Vec<_> = lines.iter().filter(|(line, _)| line.kind == LineKind::Code).collect();
        if let [(first, depth), rest @ ..] = lines
            && first.column == 0
            && *depth > 0
            && first.kind != LineKind::Directive
            && !rest.is_empty()
            && are_verbatim(rest)
        {
            return Self::FirstLost;
        }
        let lines = if code.is_empty() { lines.iter().collect() } else { code };
        let shifts: Vec<isize> = lines.iter().map(|(line, file)| file - line.column).collect();
        let Some((first, rest)) = shifts.split_first() else { return Self::Shift(0) };
        if rest.iter().all(|shift| shift == first) {
            return Self::Shift(*first);
        }
        let column = lines.first().map_or(0, |(line, _)| line.column);
        if lines.iter().all(|(line, _)| line.column == column) { Self::Flat } else { Self::Mixed }
    }

    /// Corrects `FirstLost` beside a payload that has code at the margin below its first line, or that puts a block
    /// around which is less deep than the place: if the marker's other lines are text of a string, which has its own
    /// columns, all code of the marker is shifted, not only the first line.
    pub(super) fn corrected_by_payload(
        self,
        marker: &[PlacedLine<'_, '_>],
        payload: &[DepthLine<'_>],
    ) -> Self {
        let Some(((first, depth), rest)) = marker.split_first().filter(|_| self == Self::FirstLost) else {
            return self;
        };
        let is_text = rest.iter().all(|(own, _)| own.kind == LineKind::Text);
        let has_text = rest.first().is_some_and(|(own, _)| own.kind == LineKind::Text);
        let mut code = payload.iter().filter(|own| own.kind == LineKind::Code);
        let is_wrap = code.next().is_some_and(|head| {
            let is_inner = |own: &DepthLine<'_>| (head.column + 1..*depth).contains(&own.column);
            let mut inner = code.clone();
            head.code.ends_with(OPENING)
                && inner.next().is_some_and(is_inner)
                && (is_text || has_text && inner.all(is_inner))
        });
        let is_cut =
            is_text && payload.iter().skip(1).any(|own| own.kind == LineKind::Code && own.column == 0);
        if first.kind == LineKind::Code && (is_cut || is_wrap) {
            Self::Shift(depth - first.column)
        } else {
            self
        }
    }

    /// Corrects the shift of a marker before or after which lines are inserted: if only the last line of the marker
    /// lost its indentation, the other lines determine the shift.
    pub(super) fn corrected_for_insertion(self, marker: &[PlacedLine<'_, '_>]) -> Self {
        let code: Vec<_> = marker.iter().filter(|(line, _)| line.kind == LineKind::Code).collect();
        let columns: Vec<(isize, isize)> = code.iter().map(|(line, depth)| (line.column, *depth)).collect();
        if self == Self::Mixed && is_last_lost(&columns) { Self::Shift(0) } else { self }
    }

    /// Returns whether a line of the marker is a comment whose depth relative to the code differs in the file: it is
    /// not evidence for the depth of code.
    pub(super) fn is_shifted_comment(self, (line, depth): &PlacedLine<'_, '_>) -> bool {
        line.kind == LineKind::Comment && matches!(self, Self::Shift(shift) if shift != depth - line.column)
    }

    /// Returns whether several lines of the marker were moved left by the same amount, so that the first line did not
    /// lose its indentation alone.
    pub(super) fn is_cut_as_a_whole(self, marker: &[PlacedLine<'_, '_>]) -> bool {
        let code = marker.iter().filter(|(line, _)| line.kind == LineKind::Code);
        matches!(self, Self::Shift(shift) if shift > 0) && code.count() > 1
    }

    /// Returns the shift of the lines after the first, if it is uniform.
    pub(super) const fn shift(self) -> Option<isize> {
        match self {
            Self::Shift(shift) => Some(shift),
            Self::FirstLost => Some(0),
            Self::Flat | Self::Mixed => None,
        }
    }
}

/// Returns whether only the last line lost its indentation; each line is given as its column in the patch and in the
/// file.
pub(super) fn is_last_lost(columns: &[(isize, isize)]) -> bool {
    let Some(((last, depth), rest)) = columns.split_last() else { return false };
    *last == 0 && *depth > 0 && !rest.is_empty() && rest.iter().all(|(patch, file)| patch == file)
}

/// Returns whether the lines of code are as deep as in the file, or all lines if none is code.
fn are_verbatim(lines: &[PlacedLine<'_, '_>]) -> bool {
    let has_code = lines.iter().any(|(line, _)| line.kind == LineKind::Code);
    lines.iter().all(|(line, file)| line.column == *file || has_code && line.kind != LineKind::Code)
}
