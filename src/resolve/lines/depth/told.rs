//! What the marker's lines tell by how deep they are in the patch and in the file.

use super::line::{DepthLine, LineKind};

/// A line of the marker with the depth of the line of the file that it matched.
pub(super) type PlacedLine<'l, 't> = (&'l DepthLine<'t>, isize);

/// What the heading of a block ends in.
const OPENING: [char; 3] = [':', '{', '('];

/// How far the marker's lines are from their depth in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MarkerShift {
    /// All by the same.
    Shift(isize),
    /// All are as deep as in the file but for the first one, which lost its indentation.
    FirstLost,
    /// All are equally deep in the patch, and not in the file: the marker was trimmed line by line.
    Flat,
    /// Nothing explains it.
    Mixed,
}

impl MarkerShift {
    /// What the lines of the marker tell. Where lines of code do, text of strings, comments and directives do not count.
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

    /// The same beside a payload that has code at the margin below its first line, or puts a block around which is less deep than
    /// the place: where the marker's other lines are text of a string, which has columns of its own, its code was cut, and not
    /// the first line alone.
    pub(super) fn beside(self, marker: &[PlacedLine<'_, '_>], payload: &[DepthLine<'_>]) -> Self {
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

    /// The same beside which lines come: where nothing but the last line of the marker lost its indentation, the others tell
    /// how it was written, as they do where that is the first one.
    pub(super) fn above_lost(self, marker: &[PlacedLine<'_, '_>]) -> Self {
        let code: Vec<_> = marker.iter().filter(|(line, _)| line.kind == LineKind::Code).collect();
        let columns: Vec<(isize, isize)> = code.iter().map(|(line, depth)| (line.column, *depth)).collect();
        if self == Self::Mixed && is_last_lost(&columns) { Self::Shift(0) } else { self }
    }

    /// Whether a line of the marker is a comment that the file has deeper than the code beside it, or less deep: it says nothing
    /// of the depth of code.
    pub(super) fn leaves_apart(self, (line, depth): &PlacedLine<'_, '_>) -> bool {
        line.kind == LineKind::Comment && matches!(self, Self::Shift(shift) if shift != depth - line.column)
    }

    /// Whether several lines of the marker were moved to the left by the same amount: its first line did not lose its
    /// indentation alone.
    pub(super) fn is_cut_as_a_whole(self, marker: &[PlacedLine<'_, '_>]) -> bool {
        let code = marker.iter().filter(|(line, _)| line.kind == LineKind::Code);
        matches!(self, Self::Shift(shift) if shift > 0) && code.count() > 1
    }

    /// The shift of the lines behind the first, if there is one.
    pub(super) const fn shift(self) -> Option<isize> {
        match self {
            Self::Shift(shift) => Some(shift),
            Self::FirstLost => Some(0),
            Self::Flat | Self::Mixed => None,
        }
    }
}

/// Whether the last of some lines lost its indentation, and no other one: each is its column in the patch and in the file.
pub(super) fn is_last_lost(columns: &[(isize, isize)]) -> bool {
    let Some(((last, depth), rest)) = columns.split_last() else { return false };
    *last == 0 && *depth > 0 && !rest.is_empty() && rest.iter().all(|(patch, file)| patch == file)
}

/// Whether lines are as deep as in the file: those of code, or all where none is code.
fn are_verbatim(lines: &[PlacedLine<'_, '_>]) -> bool {
    let has_code = lines.iter().any(|(line, _)| line.kind == LineKind::Code);
    lines.iter().all(|(line, file)| line.column == *file || has_code && line.kind != LineKind::Code)
}
