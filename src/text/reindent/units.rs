//! Indent levels: the style that lines show, and the conversion from one style to another.

use super::rows::{Row, RowKind, rows};
use super::{IndentShift, RowRules, TAB, columns, is_blank};

/// The unit of indentation: one indent level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndentUnit {
    /// A tab.
    Tab,
    /// This number of spaces.
    Blanks(usize),
}

impl IndentUnit {
    /// Returns the unit that most blocks in some lines show; of equally frequent ones the smaller. Returns `None` if
    /// there is no block, or if most lines do not fit the unit: then the lines may begin inside a text whose lines look
    /// like blocks.
    #[must_use]
    pub fn shown(lines: &[String], rules: RowRules<'_>) -> Option<Self> {
        let rows = rows(lines, rules);
        let mut counts = counts(&rows);
        let code = rows.iter().filter(|row| row.shows_depth);
        let widths: Vec<usize> = code.map(|row| row.indent().len()).filter(|width| *width > 0).collect();
        for (step, count) in counts.iter_mut().enumerate().skip(1).filter(|(_, count)| **count > 0) {
            let fitting = widths.iter().filter(|width| *width % step == 0).count();
            if 2 * fitting < widths.len() {
                *count = 0;
            }
        }
        let most = counts.iter().copied().max().filter(|most| *most > 0)?;
        counts.iter().position(|count| *count == most).map(Self::of_index)
    }

    /// Returns the text of the unit.
    #[must_use]
    pub fn text(self) -> String {
        match self {
            Self::Tab => "\t".to_owned(),
            Self::Blanks(count) => " ".repeat(count),
        }
    }

    /// Returns the width of the unit in columns.
    #[must_use]
    pub const fn columns(self) -> usize {
        match self {
            Self::Tab => TAB,
            Self::Blanks(count) => count,
        }
    }

    const fn of_index(index: usize) -> Self {
        if index == 0 { Self::Tab } else { Self::Blanks(index) }
    }
}

/// The maximum number of spaces in a unit.
const MAX_UNIT_WIDTH: usize = 8;

/// Counts how often each unit follows a line that opens a block: index 0 is a tab, any other index a number of spaces.
fn counts(rows: &[Row<'_>]) -> [usize; MAX_UNIT_WIDTH + 1] {
    let mut counts = [0; MAX_UNIT_WIDTH + 1];
    let code = || rows.iter().filter(|row| row.shows_depth);
    for (above, below) in code().zip(code().skip(1)).filter(|(above, _)| above.opens_block) {
        let Some(step) = below.indent().strip_prefix(above.indent()) else { continue };
        let index = match step {
            "\t" => Some(0),
            _ => Some(step.len()).filter(|_| !step.is_empty() && step.bytes().all(|byte| byte == b' ')),
        };
        if let Some(count) = index.and_then(|index| counts.get_mut(index)) {
            *count += 1;
        }
    }
    counts
}

/// Returns the unit of a payload: that of its blocks, or else its smallest indentation if the payload uses spaces and
/// the file tabs, or a tab in the opposite case.
fn payload_unit(rows: &[Row<'_>], shift: &IndentShift<'_>, unit: IndentUnit) -> Option<IndentUnit> {
    let inner = || {
        let code = rows.iter().filter(|row| row.shows_depth && shift.lost_first_line != Some(row.at));
        code.filter_map(|row| row.indent().strip_prefix(shift.own)).filter(|rest| !rest.is_empty())
    };
    let tabs_first = |rest: &str| rest.trim_start_matches('\t').bytes().all(|byte| byte == b' ');
    let are_blanks = inner().all(|rest| rest.bytes().all(|byte| byte == b' '));
    if !are_blanks && !inner().all(|rest| rest.starts_with('\t') && tabs_first(rest)) {
        return None;
    }
    let counts = counts(rows);
    let mut shown = counts.iter().enumerate().filter(|(_, count)| **count > 0);
    match (shown.next(), shown.next()) {
        (Some((index, _)), None) => return Some(IndentUnit::of_index(index)),
        // Spaces after a tab belong to a single line that was aligned by hand.
        (Some((0, _)), Some(_)) if !are_blanks => return Some(IndentUnit::Tab),
        (Some(_), Some(_)) => return None,
        (None, _) => {}
    }
    let smallest = inner().map(str::len).min()?;
    match unit {
        IndentUnit::Tab if are_blanks => Some(IndentUnit::Blanks(smallest)),
        IndentUnit::Blanks(_) if !are_blanks => Some(IndentUnit::Tab),
        IndentUnit::Tab | IndentUnit::Blanks(_) => None,
    }
}

/// Returns the lines with their inner indentation converted to `unit`; `None` if they already use it, or their unit
/// cannot be determined.
pub(super) fn convert(
    rows: &[Row<'_>],
    fixed: &[bool],
    plain: &[String],
    shift: &IndentShift<'_>,
    unit: Option<IndentUnit>,
) -> Option<Vec<String>> {
    let unit = unit.filter(|unit| *unit != IndentUnit::Blanks(1))?;
    let own = payload_unit(rows, shift, unit).filter(|own| *own != unit && *own != IndentUnit::Blanks(1))?;
    let mut levels = Levels { own, unit, open: vec![(0, shift.base.to_owned())], is_new: false };
    let mut lines: Vec<String> = Vec::with_capacity(rows.len());
    let upright = upright_strings(rows);
    for ((row, plain), is_fixed) in rows.iter().zip(plain).zip(fixed) {
        let rest = row.indent().strip_prefix(shift.own);
        let indent = match (row.kind, rest) {
            _ if *is_fixed || shift.lost_first_line == Some(row.at) => None,
            (RowKind::Code | RowKind::Comment | RowKind::Label, Some(rest)) => Some(levels.indent(rest)),
            // The continuation of a comment or a docstring keeps its columns relative to its first line.
            (RowKind::Inside { head }, _) => behind_head(row, rows.get(head), lines.get(head)),
            (RowKind::Text { head }, _) if upright[head] && !is_blank(row.line) => {
                behind_head(row, rows.get(head), lines.get(head))
            }
            _ => None,
        };
        lines.push(indent.map_or_else(|| plain.clone(), |indent| indent + row.text()));
        if row.shows_depth {
            levels.is_new = row.opens_block;
        }
    }
    Some(lines)
}

/// Returns the indentation of a continuation line, with the original distance to the first line of its comment or
/// string, which has been moved.
fn behind_head(row: &Row<'_>, head: Option<&Row<'_>>, moved: Option<&String>) -> Option<String> {
    let extra = row.indent().strip_prefix(head?.indent())?;
    Some(format!("{}{extra}", super::indentation(moved?)))
}

/// Returns for each line whether it begins with a string none of whose lines is indented less deep.
fn upright_strings(rows: &[Row<'_>]) -> Vec<bool> {
    let mut upright: Vec<bool> = rows.iter().map(|row| row.opens_prose).collect();
    for row in rows.iter().filter(|row| !is_blank(row.line)) {
        let RowKind::Text { head } = row.kind else { continue };
        let is_deep = rows.get(head).is_some_and(|head| row.indent().starts_with(head.indent()));
        if let Some(own) = upright.get_mut(head) {
            *own &= is_deep;
        }
    }
    upright
}

/// The state of a conversion: the blocks around a line.
struct Levels {
    /// The unit of the payload.
    own: IndentUnit,
    /// The unit of the file.
    unit: IndentUnit,
    /// The width of each open block in the payload, and its indentation in the file.
    open: Vec<(usize, String)>,
    /// Whether the previous line opens a block.
    is_new: bool,
}

impl Levels {
    fn indent(&mut self, rest: &str) -> String {
        let width = columns(rest);
        while self.open.len() > 1 && self.open.last().is_some_and(|(open, _)| *open > width) {
            self.open.pop();
        }
        let Some((open, indent)) = self.open.last().cloned() else { return rest.to_owned() };
        if width == open {
            return indent;
        }
        let extra = width - open;
        if self.own == IndentUnit::Tab && extra < TAB {
            let indent = indent + &" ".repeat(extra);
            self.open.push((width, indent.clone()));
            return indent;
        }
        if self.is_new || extra == self.own.columns() {
            let indent = indent + &self.unit.text();
            self.open.push((width, indent.clone()));
            return indent;
        }
        // The line continues the one above.
        let steps = extra / self.own.columns();
        match (self.own, self.unit) {
            (IndentUnit::Blanks(_), IndentUnit::Blanks(_)) => indent + &" ".repeat(extra),
            _ => indent + &self.unit.text().repeat(steps) + &" ".repeat(extra % self.own.columns()),
        }
    }
}
