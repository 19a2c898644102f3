//! Puts the lines of a payload at the depth at which they belong, as the file writes it.
//!
//! A payload may be written as deep as the file has it, at the margin, too deep, or with only its first line at the
//! margin. Its own margin is measured, and moves to the depth of what the payload replaces or stands beside.
//!
//! Invariant: a line whose text and depth the replaced lines already have keeps the bytes of the file.
//! Invariant: the text of a string is moved as a whole or not at all, and never converted to another style.

mod prose;
mod rows;
mod steps;
mod witness;

use std::collections::HashSet;

use super::LexRules;
use super::normal::{indentation, is_blank};

pub use prose::level_text;
pub(super) use rows::is_label;
use rows::{Row, RowKind};
pub use steps::IndentUnit;

/// How many columns a tab counts where the width of indentations is compared.
const TAB: usize = 4;

/// How the lines of a payload are read.
#[derive(Debug, Clone, Copy)]
pub struct RowRules<'a> {
    /// Strings and comments.
    pub lexical: &'a LexRules,
    /// What begins a directive of a preprocessor, where the language has one.
    pub directive: Option<&'a str>,
    /// Whether a body ends where the indentation does.
    pub indented: bool,
}

/// Which indentation of a payload moves to the new depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Margin {
    /// That of its first line: a definition.
    First,
    /// The same, all lines being one statement: a heading.
    Heading,
    /// That of its least indented line of code: a body.
    Least,
    /// That of its first line, all others being text as deep as they are to stand below it: documentation.
    Prose,
    /// None: its lines are as deep as they are to stand.
    Kept,
}

/// The place where a payload is put.
#[derive(Debug, Clone, Copy)]
pub struct Ground<'a> {
    /// The indentation to which the payload's margin moves.
    pub base: &'a str,
    /// The lines that give way to it.
    pub old: &'a [String],
    /// One step of indentation here, if the file shows it.
    pub unit: Option<IndentUnit>,
}

/// The payload's lines as they are to stand in the file.
#[must_use]
pub fn replant(payload: &[String], margin: Margin, ground: Ground<'_>, rules: RowRules<'_>) -> Vec<String> {
    let rows = match margin {
        Margin::Kept => return payload.to_vec(),
        Margin::Prose => rows::prose(payload),
        Margin::First | Margin::Heading | Margin::Least => rows::rows(payload, rules),
    };
    let Some(first) = rows.iter().position(|row| row.may_lead()) else { return payload.to_vec() };
    let base = usual_base(ground);
    // Below a tab the next step is a tab, whatever the rest of the file has.
    let unit = ground.unit.map(|unit| if base.ends_with('\t') { IndentUnit::Tab } else { unit });
    let ground = Ground { base: &base, unit, ..ground };
    let is_lost = margin != Margin::Prose
        && has_lost_first(&rows, first, margin, ground)
        && !(rules.indented && fills_no_block(&rows[first..], columns(ground.base)));
    let shift = if is_lost {
        DepthChange { own: ground.base, base: ground.base, lost: Some(first) }
    } else {
        let own = match margin {
            Margin::Least => least(&rows).unwrap_or_else(|| rows[first].indent()),
            Margin::First | Margin::Heading | Margin::Prose | Margin::Kept => rows[first].indent(),
        };
        DepthChange { own, base: ground.base, lost: None }
    };
    let has_label = margin != Margin::Prose && has_label_at_margin(ground.old, rules);
    let mut fixed = fixed_rows(&rows, &shift, has_label);
    witness::fix_text(&mut fixed, &rows, &shift, ground.old);
    let plain: Vec<String> = rows.iter().zip(&fixed).map(|(row, fixed)| shift.moved(row, *fixed)).collect();
    let mut lines = if let Some(lines) = witness::in_step(&rows, &fixed, &shift, ground.old) {
        lines
    } else {
        match steps::convert(&rows, &fixed, &plain, &shift, ground.unit) {
            Some(converted) => witness::nearer(plain, converted, &rows, ground.old, ground.unit),
            None => plain,
        }
    };
    witness::settle(&mut lines, &rows, &shift, ground.old);
    if shift.own.is_empty() && fixed.contains(&true) {
        witness::settle_directives(&mut lines, &rows, &rows::rows(ground.old, rules));
    }
    lines
}

/// The indentation to which the margin moves, in blanks if it has a tab and the lines that give way have blanks: a heading
/// may be the one odd line of its definition.
fn usual_base(ground: Ground<'_>) -> String {
    let count =
        |sign: char| ground.old.iter().filter(|line| line.starts_with(sign) && !is_blank(line)).count();
    let is_odd = matches!(ground.unit, Some(IndentUnit::Blanks(_))) && ground.base.contains('\t');
    if is_odd && count(' ') > count('\t') { " ".repeat(columns(ground.base)) } else { ground.base.to_owned() }
}

/// The payload at the margin, to be parsed: first as it is written, then as it would be if only its first line had lost
/// its indentation.
#[must_use]
pub fn upright(payload: &[String], rules: RowRules<'_>) -> Vec<Vec<String>> {
    let rows = rows::rows(payload, rules);
    // The rows name one another by their places among all.
    let at_margin = |from: usize, own: &str| -> Vec<String> {
        let shift = DepthChange { own, base: "", lost: None };
        let fixed = fixed_rows(&rows, &shift, true);
        rows.iter().zip(&fixed).skip(from).map(|(row, fixed)| shift.moved(row, *fixed)).collect()
    };
    let mut readings = vec![at_margin(0, least(&rows).unwrap_or_default())];
    if let Some(first) = rows.iter().position(|row| row.may_lead())
        && rows[first].indent().is_empty()
        && let Some(own) = least(&rows[first + 1..]).filter(|own| !own.is_empty())
    {
        let head = payload[..=first].to_vec();
        readings.push(head.into_iter().chain(at_margin(first + 1, own)).collect());
    }
    readings
}

/// The indentation of the least indented line of code, if there is one.
#[must_use]
pub fn least_indent(lines: &[String], rules: RowRules<'_>) -> Option<String> {
    least(&rows::rows(lines, rules)).map(str::to_owned)
}

/// How wide an indentation is.
fn columns(indentation: &str) -> usize {
    indentation.bytes().map(|byte| if byte == b'\t' { TAB } else { 1 }).sum()
}

/// From where to where lines move.
struct DepthChange<'a> {
    /// The payload's margin.
    own: &'a str,
    /// The indentation to which it moves.
    base: &'a str,
    /// The line that stands at the margin though all others stand as in the file.
    lost: Option<usize>,
}

impl DepthChange<'_> {
    fn moved(&self, row: &Row<'_>, is_fixed: bool) -> String {
        // "Indentation is added only to non-empty lines of the payload."
        if is_fixed || is_blank(row.line) {
            return row.line.to_owned();
        }
        if self.lost == Some(row.at) {
            return format!("{}{}", self.base, row.text());
        }
        match row.line.strip_prefix(self.own) {
            Some(rest) => format!("{}{rest}", self.base),
            None => self.moved_by_columns(row),
        }
    }

    /// A line that does not begin with the margin: as many columns from the new one as it stands from the old.
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

/// The shortest indentation among lines of code; among comments where there is no code.
fn least<'l>(rows: &[Row<'l>]) -> Option<&'l str> {
    let shortest = |kind: RowKind| {
        rows.iter().filter(|row| row.kind == kind).map(Row::indent).min_by_key(|indent| columns(indent))
    };
    [RowKind::Code, RowKind::Label, RowKind::Comment].into_iter().find_map(shortest)
}

/// Whether the lines that give way have a label at the margin.
fn has_label_at_margin(old: &[String], rules: RowRules<'_>) -> bool {
    !rules.indented && old.iter().any(|line| indentation(line).is_empty() && rows::is_label(line))
}

/// Which lines keep the white space that they have: directives and comments at the margin, labels where the file has
/// some there, and strings whose text stands further left than the code around.
fn fixed_rows(rows: &[Row<'_>], shift: &DepthChange<'_>, has_label: bool) -> Vec<bool> {
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
        .map(|is_fixed| is_fixed && shift.lost.is_none())
        .collect();
    let mut at = 0;
    while at < rows.len() {
        let RowKind::Text { head } = rows[at].kind else {
            at += 1;
            continue;
        };
        let end = at + rows[at..].iter().take_while(|row| row.kind == RowKind::Text { head }).count();
        // Documentation that begins its line moves with it; any other text has columns of its own.
        let margin = if rows[head].opens_prose { columns(rows[head].indent()) } else { own.max(1) };
        let is_left = |row: &Row<'_>| !is_blank(row.line) && columns(row.indent()) < margin;
        if rows[at..end].iter().any(is_left) {
            fixed[at..end].fill(true);
        }
        at = end;
    }
    fixed
}

/// Whether the first line alone stands at the margin, and all others as the file has them.
fn has_lost_first(rows: &[Row<'_>], first: usize, margin: Margin, ground: Ground<'_>) -> bool {
    let base = columns(ground.base);
    let is_code = |row: &&Row<'_>| matches!(row.kind, RowKind::Code | RowKind::Comment);
    let others = || rows[first + 1..].iter().filter(is_code);
    // Where the file has blanks, a tab is a step, however wide it is shown.
    let width = |indent: &str| match ground.unit {
        Some(IndentUnit::Blanks(step)) if indent.bytes().all(|byte| byte == b'\t') => indent.len() * step,
        _ => columns(indent),
    };
    let least = others().map(|row| width(row.indent())).min();
    let Some(least) = least.filter(|least| base > 0 && *least >= base) else { return false };
    if !rows[first].indent().is_empty() {
        return false;
    }
    let old: HashSet<&str> = ground.old.iter().map(String::as_str).collect();
    let bare: HashSet<&str> = ground.old.iter().filter_map(|old| old.strip_prefix(ground.base)).collect();
    let as_in_file = others().filter(|row| old.contains(row.line)).count();
    match as_in_file.cmp(&others().filter(|row| bare.contains(row.line)).count()) {
        std::cmp::Ordering::Greater => return true,
        std::cmp::Ordering::Less => return false,
        std::cmp::Ordering::Equal => {}
    }
    let depths = if margin == Margin::Heading { Vec::new() } else { depths_of_statements(&rows[first..]) };
    match breaks(0, &depths).cmp(&breaks(base, &depths)) {
        std::cmp::Ordering::Greater => return true,
        std::cmp::Ordering::Less => return false,
        std::cmp::Ordering::Equal => {}
    }
    let step = ground.unit.map_or(TAB, IndentUnit::columns);
    let last_closes = others().next_back().is_some_and(|row| row.text().starts_with(['}', ')', ']']));
    // The other lines of a statement may be as deep as their writer likes.
    if depths.is_empty() && !last_closes {
        return false;
    }
    // The code below a string is no part of what that opens.
    let opens_text = matches!(rows.get(first + 1).map(|row| row.kind), Some(RowKind::Text { .. }));
    let goes_on =
        rows[first].opens && !opens_text || others().next().is_some_and(|row| rows::continues(row.text()));
    let expected = if goes_on && !last_closes { step } else { 0 };
    (least - base).abs_diff(expected) < least.abs_diff(expected)
}

/// Whether the first block that lines open would be no deeper than a line at `base`.
fn fills_no_block(rows: &[Row<'_>], base: usize) -> bool {
    let mut code = rows.iter().filter(|row| row.kind == RowKind::Code);
    code.find(|row| row.opens_block).is_some() && code.next().is_some_and(|row| columns(row.indent()) <= base)
}

/// How deep the lines behind the first one stand, but for those that go on with the line above.
fn depths_of_statements(rows: &[Row<'_>]) -> Vec<usize> {
    let is_code = |row: &&Row<'_>| matches!(row.kind, RowKind::Code | RowKind::Comment);
    let rows: Vec<&Row<'_>> = rows.iter().filter(is_code).collect();
    let begins = |pair: &&[&Row<'_>]| match pair {
        [above, below] => (!above.opens || above.opens_block) && !rows::continues(below.text()),
        _ => false,
    };
    rows.windows(2).filter(begins).filter_map(|pair| Some(columns(pair.last()?.indent()))).collect()
}

/// How many lines go back to a depth at which no line above stands.
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
