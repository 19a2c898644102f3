//! How far the lines of a patch are from their depth in the file.

use super::pairs::Pairs;
use crate::text::normal::{indentation, is_blank};

/// The one move that takes all quoted lines to their depth in the file.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum UniformShift {
    /// This comes before each line.
    Deeper(String),
    /// This goes from the beginning of each line.
    Shallower(String),
    /// There is no such move.
    Uneven,
}

impl UniformShift {
    pub(super) fn of(quoted: &[String], window: &[String], pairs: &Pairs) -> Self {
        let mut shifts = pairs
            .all()
            .filter(|(at, _)| !is_blank(&quoted[*at]))
            .map(|(at, line)| Self::between(indentation(&quoted[at]), indentation(&window[line])));
        let Some(first) = shifts.next() else { return Self::Deeper(String::new()) };
        if shifts.all(|shift| shift == first) { first } else { Self::Uneven }
    }

    pub(super) fn between(from: &str, to: &str) -> Self {
        match (to.strip_suffix(from), from.strip_suffix(to)) {
            (Some(more), _) => Self::Deeper(more.to_owned()),
            (_, Some(less)) => Self::Shallower(less.to_owned()),
            _ => Self::Uneven,
        }
    }

    /// A line that the patch brings, at its depth in the file.
    pub(super) fn moved(&self, line: &str) -> Option<String> {
        match self {
            _ if is_blank(line) => Some(String::new()),
            Self::Deeper(more) => Some(format!("{more}{line}")),
            Self::Shallower(less) => line.strip_prefix(less.as_str()).map(str::to_owned),
            Self::Uneven => None,
        }
    }

    /// A line of the file as deep as the patch would quote it.
    pub(super) fn undone(&self, line: &str) -> Option<String> {
        match self {
            _ if is_blank(line) => Some(String::new()),
            Self::Deeper(more) => line.strip_prefix(more.as_str()).map(str::to_owned),
            Self::Shallower(less) => Some(format!("{less}{line}")),
            Self::Uneven => None,
        }
    }

    /// The indentation of a line that takes the place of `stands`, which is quoted as `quoted`.
    pub(super) fn indentation(&self, quoted: &str, wanted: &str, stands: &str) -> Option<String> {
        if indentation(quoted) == indentation(wanted) {
            return Some(indentation(stands).to_owned());
        }
        let moved = self.moved(wanted)?;
        Some(indentation(&moved).to_owned())
    }
}
