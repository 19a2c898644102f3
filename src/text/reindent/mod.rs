//! Gives the lines of a payload the indentation that they must have in the file.
//!
//! A payload may be written with the indentation of the file, at the margin, too deep, or with only its first line at
//! the margin. Its own margin is measured, and moved to the indentation of the lines that the payload replaces or is
//! inserted beside.
//!
//! Invariant: a line that has the same text and indentation as a replaced line keeps the bytes of the file.
//!
//! Invariant: the text of a string is moved as a whole or not at all, and never converted to another indentation style.

mod known_lines;
mod prose;
mod rows;
mod units;

use std::collections::HashSet;

use super::LexRules;
use super::normal::{indentation, is_blank};

pub use prose::level_text;
pub(super) use rows::is_label;
use rows::{Row, RowKind};
pub use units::IndentUnit;

/// The number of columns of a tab where widths of indentations are compared.
const TAB: usize = 4;

/// The rules by which the lines of a payload are read.
#[derive(Debug, Clone, Copy)]
pub struct RowRules<'a> {
    /// The syntax of strings and comments.
    pub lexical: &'a LexRules,
    /// The mark that begins a preprocessor directive; `None` if the language has none.
    pub directive: Option<&'a str>,
    /// Whether the extent of a body is its indentation.
    pub indented: bool,
}

/// The indentation of a payload that is moved to the new base.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarginRule {
    /// The indentation of its first line, for a definition.
    First,
    /// The indentation of its first line, for a heading: all lines are one statement.
    Heading,
    /// The smallest indentation of its lines of code, for a body.
    Least,
    /// The indentation of its first line, for documentation: the other lines are text whose indentation relative to the
    /// first line is kept.
    Prose,
    /// None: the lines already have the indentation of the file.
    Kept,
}

/// The place where a payload is inserted.
#[derive(Debug, Clone, Copy)]
pub struct InsertionSite<'a> {
    /// The indentation that the payload's margin is moved to.
    pub base: &'a str,
    /// The lines that the payload replaces.
    pub old: &'a [String],
    /// The indent level at this place, if the file shows it.
    pub unit: Option<IndentUnit>,
}

/// Returns the payload's lines with the indentation of the file.
#[must_use]
pub fn reindent(
    payload: &[String],
    margin: MarginRule,
    site: InsertionSite<'_>,
    rules: RowRules<'_>,
) -> Vec<String> {
    let rows = match margin {
        MarginRule::Kept => return payload.to_vec(),
        MarginRule::Prose => rows::prose(payload),
        MarginRule::First | MarginRule::Heading | MarginRule::Least => rows::rows(payload, rules),
    };
    let Some(first) = rows.iter().position(|row| row.shows_margin()) else { return payload.to_vec() };
    let base = usual_base(site);
    // Below a tab the next indent level is a tab, whatever the rest of the file uses.
    let unit = site.unit.map(|unit| if base.ends_with('\t') { IndentUnit::Tab } else { unit });
    let site = InsertionSite { base: &base, unit, ..site };
    let is_lost = margin != MarginRule::Prose
        && has_lost_first_line(&rows, first, margin, site)
        && !(rules.indented && fills_no_block(&rows[first..], columns(site.base)));
    let shift = if is_lost {
        IndentShift { own: site.base, base: site.base, lost_first_line: Some(first) }
    } else {
        let own = match margin {
            MarginRule::Least => least(&rows).unwrap_or_else(|| rows[first].indent()),
            MarginRule::First | MarginRule::Heading | MarginRule::Prose | MarginRule::Kept => {
                rows[first].indent()
            }
        };
        IndentShift { own, base: site.base, lost_first_line: None }
    };
    let has_label = margin != MarginRule::Prose && has_label_at_margin(site.old, rules);
    let mut fixed = fixed_rows(&rows, &shift, has_label);
    known_lines::fix_text(&mut fixed, &rows, &shift, site.old);
    let plain: Vec<String> = rows.iter().zip(&fixed).map(|(row, fixed)| shift.moved(row, *fixed)).collect();
    let mut lines = if let Some(lines) = known_lines::in_step(&rows, &fixed, &shift, site.old) {
        lines
    } else {
        match units::convert(&rows, &fixed, &plain, &shift, site.unit) {
            Some(converted) => known_lines::nearer(plain, converted, &rows, site.old, site.unit),
            None => plain,
        }
    };
    known_lines::use_file_lines(&mut lines, &rows, &shift, site.old);
    if shift.own.is_empty() && fixed.contains(&true) {
        known_lines::use_file_directives(&mut lines, &rows, &rows::rows(site.old, rules));
    }
    lines
}

/// Returns the indentation that the margin is moved to. If it contains a tab but the replaced lines use spaces, it is
/// converted to spaces, because a heading may be the only odd line of its definition.
fn usual_base(site: InsertionSite<'_>) -> String {
    let count = |sign: char| site.old.iter().filter(|line| line.starts_with(sign) && !is_blank(line)).count();
    let is_odd = matches!(site.unit, Some(IndentUnit::Blanks(_))) && site.base.contains('\t');
    if is_odd && count(' ') > count('\t') { " ".repeat(columns(site.base)) } else { site.base.to_owned() }
}

/// Returns readings of the payload at the margin, to be parsed: first as written, then as if only its first line had
/// lost its indentation.
#[must_use]
pub fn at_margin_readings(payload: &[String], rules: RowRules<'_>) -> Vec<Vec<String>> {
    let rows = rows::rows(payload, rules);
    // Rows refer to other rows by their indexes, so all rows are kept.
    let at_margin = |from: usize, own: &str| -> Vec<String> {
        let shift = IndentShift { own, base: "", lost_first_line: None };
        let fixed = fixed_rows(&rows, &shift, true);
        rows.iter().zip(&fixed).skip(from).map(|(row, fixed)| shift.moved(row, *fixed)).collect()
    };
    let mut readings = vec![at_margin(0, least(&rows).unwrap_or_default())];
    if let Some(first) = rows.iter().position(|row| row.shows_margin())
        && rows[first].indent().is_empty()
        && let Some(own) = least(&rows[first + 1..]).filter(|own| !own.is_empty())
    {
        let head = payload[..=first].to_vec();
        readings.push(head.into_iter().chain(at_margin(first + 1, own)).collect());
    }
    readings
}

/// Returns the smallest indentation of the lines of code, if there are any.
#[must_use]
pub fn least_indent(lines: &[String], rules: RowRules<'_>) -> Option<String> {
    least(&rows::rows(lines, rules)).map(str::to_owned)
}

/// Returns the width of an indentation in columns.
fn columns(indentation: &str) -> usize {
    indentation.bytes().map(|byte| if byte == b'\t' { TAB } else { 1 }).sum()
}

/// The change of indentation from the payload to the file.
struct IndentShift<'a> {
    /// The payload's margin.
    own: &'a str,
    /// The indentation that the margin is moved to.
    base: &'a str,
    /// The only line that is at the margin, if all others already have the indentation of the file.
    lost_first_line: Option<usize>,
}

impl IndentShift<'_> {
    fn moved(&self, row: &Row<'_>, is_fixed: bool) -> String {
        // "Indentation is added only to non-empty lines of the payload."
        if is_fixed || is_blank(row.line) {
            return row.line.to_owned();
        }
        if self.lost_first_line == Some(row.at) {
            return format!("{}{}", self.base, row.text());
        }
        match row.line.strip_prefix(self.own) {
            Some(rest) => format!("{}{rest}", self.base),
            None => self.moved_by_columns(row),
        }
    }

    /// Moves a line that does not begin with the margin: its distance in columns from the margin is kept.
    fn moved_by_columns(&self, row: &Row<'_>) -> String {
        let wanted = (columns(self.base) + columns(row.indent())).saturating_sub(columns(self.own));
        let mut width = 0;
        let fits = |byte: &u8| {
            width += if *byte == b'\t' { TAB } else { 1 };
            width <= wanted
        };
        let kept = self.base.bytes().take_while(fits).count();
        let kept = &self.base[..kept];
        format!("{kept}{}{}", " ".repeat(wanted.saturating_sub(columns(kept))), row.text())
    }
}

/// Returns the smallest indentation of the lines of code, or of comments if there is no code.
fn least<'l>(rows: &[Row<'l>]) -> Option<&'l str> {
    let shortest = |kind: RowKind| {
        rows.iter().filter(|row| row.kind == kind).map(Row::indent).min_by_key(|indent| columns(indent))
    };
    [RowKind::Code, RowKind::Label, RowKind::Comment].into_iter().find_map(shortest)
}

/// Returns whether the replaced lines contain a label at the margin.
fn has_label_at_margin(old: &[String], rules: RowRules<'_>) -> bool {
    !rules.indented && old.iter().any(|line| indentation(line).is_empty() && rows::is_label(line))
}

/// Returns for each line whether it keeps its white space: directives and comments at the margin, labels if the file
/// has labels there, and strings whose text is further left than the code around them.
fn fixed_rows(rows: &[Row<'_>], shift: &IndentShift<'_>, has_label: bool) -> Vec<bool> {
    let own = columns(shift.own);
    let mut fixed: Vec<bool> = rows
        .iter()
        .map(|row| match row.kind {
            RowKind::Directive { head } => rows[head].indent().is_empty(),
            RowKind::Comment => own > 0 && row.indent().is_empty(),
            RowKind::Label => row.indent().is_empty() && has_label,
            RowKind::Blank
            | RowKind::Code
            | RowKind::Inside { .. }
            | RowKind::Text { .. }
            | RowKind::Prose => false,
        })
        .map(|is_fixed| is_fixed && shift.lost_first_line.is_none())
        .collect();
    let mut at = 0;
    while at < rows.len() {
        let RowKind::Text { head } = rows[at].kind else {
            at += 1;
            continue;
        };
        let end = at + rows[at..].iter().take_while(|row| row.kind == RowKind::Text { head }).count();
        // Documentation at the start of a line is moved with the line; any other text has columns of its own.
        let margin = if rows[head].opens_prose { columns(rows[head].indent()) } else { own.max(1) };
        let is_left = |row: &Row<'_>| !is_blank(row.line) && columns(row.indent()) < margin;
        if rows[at..end].iter().any(is_left) {
            fixed[at..end].fill(true);
        }
        at = end;
    }
    fixed
}

/// Returns whether only the first line is at the margin, and all others have the indentation of the file.
fn has_lost_first_line(rows: &[Row<'_>], first: usize, margin: MarginRule, site: InsertionSite<'_>) -> bool {
    let base = columns(site.base);
    let is_code = |row: &&Row<'_>| matches!(row.kind, RowKind::Code | RowKind::Comment);
    let others = || rows[first + 1..].iter().filter(is_code);
    // If the file uses spaces, a tab is one indent level, whatever its width.
    let width = |indent: &str| match site.unit {
        Some(IndentUnit::Blanks(step)) if indent.bytes().all(|byte| byte == b'\t') => indent.len() * step,
        _ => columns(indent),
    };
    let least = others().map(|row| width(row.indent())).min();
    let Some(least) = least.filter(|least| base > 0 && *least >= base) else { return false };
    if !rows[first].indent().is_empty() {
        return false;
    }
    let old: HashSet<&str> = site.old.iter().map(String::as_str).collect();
    let bare: HashSet<&str> = site.old.iter().filter_map(|old| old.strip_prefix(site.base)).collect();
    let as_in_file = others().filter(|row| old.contains(row.line)).count();
    match as_in_file.cmp(&others().filter(|row| bare.contains(row.line)).count()) {
        std::cmp::Ordering::Greater => return true,
        std::cmp::Ordering::Less => return false,
        std::cmp::Ordering::Equal => {}
    }
    let depths =
        if margin == MarginRule::Heading { Vec::new() } else { depths_of_statements(&rows[first..]) };
    match breaks(0, &depths).cmp(&breaks(base, &depths)) {
        std::cmp::Ordering::Greater => return true,
        std::cmp::Ordering::Less => return false,
        std::cmp::Ordering::Equal => {}
    }
    let step = site.unit.map_or(TAB, IndentUnit::columns);
    let last_closes = others().next_back().is_some_and(|row| row.text().starts_with(['}', ')', ']']));
    // The continuation lines of a statement have an arbitrary indentation.
    if depths.is_empty() && !last_closes {
        return false;
    }
    // The code below a string does not belong to what the string's line opens.
    let opens_text = matches!(rows.get(first + 1).map(|row| row.kind), Some(RowKind::Text { .. }));
    let goes_on =
        rows[first].opens && !opens_text || others().next().is_some_and(|row| rows::continues(row.text()));
    let expected = if goes_on && !last_closes { step } else { 0 };
    (least - base).abs_diff(expected) < least.abs_diff(expected)
}

/// Returns whether the first block that lines open would not be indented deeper than a line at `base`.
fn fills_no_block(rows: &[Row<'_>], base: usize) -> bool {
    let mut code = rows.iter().filter(|row| row.kind == RowKind::Code);
    code.find(|row| row.opens_block).is_some() && code.next().is_some_and(|row| columns(row.indent()) <= base)
}

/// Returns the widths of the indentation of the lines after the first one, without lines that continue the line above.
fn depths_of_statements(rows: &[Row<'_>]) -> Vec<usize> {
    let is_code = |row: &&Row<'_>| matches!(row.kind, RowKind::Code | RowKind::Comment);
    let rows: Vec<&Row<'_>> = rows.iter().filter(is_code).collect();
    let begins = |pair: &&[&Row<'_>]| match pair {
        [above, below] => (!above.opens || above.opens_block) && !rows::continues(below.text()),
        _ => false,
    };
    rows.windows(2).filter(begins).filter_map(|pair| Some(columns(pair.last()?.indent()))).collect()
}

/// Returns the number of lines that return to an indentation which no line above has.
fn breaks(first: usize, depths: &[usize]) -> usize {
    let mut levels = vec![first];
    let mut count = 0;
    for depth in depths {
        let mut popped = false;
        while levels.last().is_some_and(|level| level > depth) {
            levels.pop();
            popped = true;
        }
        if levels.last() != Some(depth) {
            count += usize::from(popped);
            levels.push(*depth);
        }
    }
    count
}

#[cfg(test)]
mod tests;
