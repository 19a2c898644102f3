//! The difference between the indentation of lines in a patch and in the file.

use super::pairs::Pairs;
use crate::text::normal::{indentation, is_blank, trim_start};

/// The uniform shift that converts the indentation of all quoted lines to that of the file.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum UniformShift {
    /// This text is inserted at the start of each line.
    Deeper(String),
    /// This text is removed from the start of each line.
    Shallower(String),
    /// This number of spaces in the indentation becomes a tab.
    Tabs(usize),
    /// There is no uniform shift.
    Uneven,
}

/// The usual widths of a tab in spaces, the most common first.
const TAB_WIDTHS: [usize; 3] = [4, 8, 2];

impl UniformShift {
    pub(super) fn of(quoted: &[String], window: &[String], pairs: &Pairs) -> Self {
        let solid = || pairs.all().filter(|(at, _)| !is_blank(&quoted[*at]));
        let depths = || solid().map(|(at, line)| (indentation(&quoted[at]), indentation(&window[line])));
        let mut shifts = depths().map(|(from, to)| Self::between(from, to));
        let Some(first) = shifts.next() else { return Self::Deeper(String::new()) };
        if first != Self::Uneven && shifts.all(|shift| shift == first) {
            return first;
        }
        let explains = |unit: &usize| depths().all(|(from, to)| tabs(from, *unit).as_deref() == Some(to));
        TAB_WIDTHS.into_iter().find(explains).map_or(Self::Uneven, Self::Tabs)
    }

    pub(super) fn between(from: &str, to: &str) -> Self {
        match (to.strip_suffix(from), from.strip_suffix(to)) {
            (Some(more), _) => Self::Deeper(more.to_owned()),
            (_, Some(less)) => Self::Shallower(less.to_owned()),
            _ => Self::Uneven,
        }
    }

    /// Returns a line of the patch with its indentation in the file.
    pub(super) fn moved(&self, line: &str) -> Option<String> {
        match self {
            _ if is_blank(line) => Some(String::new()),
            Self::Deeper(more) => Some(format!("{more}{line}")),
            Self::Shallower(less) => line.strip_prefix(less.as_str()).map(str::to_owned),
            Self::Tabs(unit) => Some(tabs(indentation(line), *unit)? + trim_start(line)),
            Self::Uneven => None,
        }
    }

    /// Returns a line of the file with the indentation of the patch.
    pub(super) fn in_patch_indentation(&self, line: &str) -> Option<String> {
        match self {
            _ if is_blank(line) => Some(String::new()),
            Self::Deeper(more) => line.strip_prefix(more.as_str()).map(str::to_owned),
            Self::Shallower(less) => Some(format!("{less}{line}")),
            Self::Tabs(unit) => Some(indentation(line).replace('\t', &" ".repeat(*unit)) + trim_start(line)),
            Self::Uneven => None,
        }
    }

    /// Returns the indentation of the line `wanted`, which replaces the line `stands` of the file, quoted as `quoted`.
    pub(super) fn indentation(&self, quoted: &str, wanted: &str, stands: &str) -> Option<String> {
        if indentation(quoted) == indentation(wanted) {
            return Some(indentation(stands).to_owned());
        }
        let moved = self.moved(wanted)?;
        Some(indentation(&moved).to_owned())
    }
}

/// Converts spaces to tabs with the width `unit`, followed by the remaining spaces; `None` for other white space.
fn tabs(blanks: &str, unit: usize) -> Option<String> {
    let are_blanks = blanks.bytes().all(|byte| byte == b' ');
    are_blanks.then(|| "\t".repeat(blanks.len() / unit) + &" ".repeat(blanks.len() % unit))
}
