//! Uses lines that the file already contains as evidence for the indentation of a payload; such lines keep their bytes.

use std::collections::{HashMap, HashSet};

use crate::text::normal::{indentation, is_blank, trim};

use super::rows::{Row, RowKind};
use super::{IndentShift, IndentUnit, columns};

/// Returns the better of two indentations of a payload: the one with more lines of the file, or `converted` if both
/// have equally many. `converted` is also better if `plain` has indentations that are no multiple of the unit and occur
/// neither in the file nor in `converted`: then its lines match by chance.
pub(super) fn nearer(
    plain: Vec<String>,
    converted: Vec<String>,
    rows: &[Row<'_>],
    old: &[String],
    unit: Option<IndentUnit>,
) -> Vec<String> {
    let step = unit.map_or(1, IndentUnit::columns);
    let is_odd = |line: &String| !is_blank(line) && !columns(indentation(line)).is_multiple_of(step);
    let is_odd_code = |lines: &[String]| {
        let code = rows.iter().zip(lines).filter(|(row, _)| row.kind == RowKind::Code);
        code.into_iter().any(|(_, line)| is_odd(line))
    };
    if is_odd_code(&plain) && !is_odd_code(&converted) && !old.iter().any(is_odd) {
        return converted;
    }
    let old: HashSet<&str> = old.iter().map(String::as_str).collect();
    let matches = |lines: &[String]| {
        let inner = rows.iter().zip(lines).filter(|(row, _)| row.kind == RowKind::Code);
        inner.filter(|(_, line)| old.contains(line.as_str())).count()
    };
    if matches(&plain) > matches(&converted) { plain } else { converted }
}

/// Returns the lines with the unit of the replaced lines, if the lines that both contain prove that the units differ:
/// the indentations of all common lines, and the units, must have the same ratio. Returns `None` in any other case, and
/// if there are tabs or strings.
pub(super) fn in_step(
    rows: &[Row<'_>],
    fixed: &[bool],
    shift: &IndentShift<'_>,
    old: &[String],
) -> Option<Vec<String>> {
    let is_line = |row: &&Row<'_>| matches!(row.kind, RowKind::Code | RowKind::Comment);
    let is_simple = |row: &Row<'_>| matches!(row.kind, RowKind::Blank | RowKind::Code | RowKind::Comment);
    let has_tab = |line: &str| indentation(line).contains('\t');
    let is_plain = shift.lost_first_line.is_none()
        && rows.iter().all(is_simple)
        && !fixed.contains(&true)
        && !rows.iter().any(|row| has_tab(row.line))
        && !old.iter().any(|line| has_tab(line))
        && !has_tab(shift.base);
    if !is_plain {
        return None;
    }
    let below = |indent: &str, base: &str| columns(indent).checked_sub(columns(base));
    let own: Option<Vec<usize>> =
        rows.iter().filter(is_line).map(|row| below(row.indent(), shift.own)).collect();
    let solid = || old.iter().filter(|line| !is_blank(line));
    // The heading may begin in the middle of its line.
    let theirs: Option<Vec<usize>> =
        solid().skip(1).map(|line| below(indentation(line), shift.base)).collect();
    let step = |depths: &[usize]| depths.iter().copied().fold(0, gcd);
    let (own_step, step) = (step(&own?), step(&theirs?));
    if own_step == step || own_step == 0 || step == 0 {
        return None;
    }
    let mut by_text: HashMap<&str, Option<usize>> = HashMap::new();
    for line in solid().skip(1) {
        let depth = below(indentation(line), shift.base)?;
        let known = by_text.entry(core(line)).or_insert(Some(depth));
        *known = known.filter(|known| *known == depth);
    }
    let mut witnesses = 0;
    for row in rows.iter().filter(is_line) {
        let depth = below(row.indent(), shift.own)?;
        if let Some(Some(old)) =
            by_text.get(core(row.text())).filter(|_| depth > 0 && !core(row.text()).is_empty())
        {
            if old * own_step != depth * step {
                return None;
            }
            witnesses += 1;
        }
    }
    let moved = |row: &Row<'_>| match below(row.indent(), shift.own) {
        Some(depth) if !is_blank(row.line) => {
            format!("{}{}{}", shift.base, " ".repeat(depth / own_step * step), row.text())
        }
        _ => row.line.to_owned(),
    };
    (witnesses > 1).then(|| rows.iter().map(moved).collect())
}

/// Returns a line without the punctuation at its end, which changes when lines follow below it.
fn core(line: &str) -> &str {
    trim(line).trim_end_matches([',', ';', ')', '{', ':', ' '])
}

fn gcd(one: usize, other: usize) -> usize {
    if other == 0 { one } else { gcd(other, one % other) }
}

/// Fixes the columns of a string if more of its lines match the file unmoved than moved, and unfixes them in the
/// opposite case.
pub(super) fn fix_text(fixed: &mut [bool], rows: &[Row<'_>], shift: &IndentShift<'_>, old: &[String]) {
    let old: HashSet<&str> = old.iter().map(String::as_str).filter(|line| !is_blank(line)).collect();
    let mut at = 0;
    for lines in rows.chunk_by(|one, below| one.kind == below.kind) {
        let run = at..at + lines.len();
        at = run.end;
        if !matches!(lines[0].kind, RowKind::Text { .. }) {
            continue;
        }
        let stay = lines.iter().filter(|row| old.contains(row.line)).count();
        let move_along = lines.iter().filter(|row| old.contains(shift.moved(row, false).as_str())).count();
        match stay.cmp(&move_along) {
            std::cmp::Ordering::Greater => fixed[run].fill(true),
            std::cmp::Ordering::Less => fixed[run].fill(false),
            std::cmp::Ordering::Equal => {}
        }
    }
}

/// Replaces each line whose text the file has at the same indentation by the line of the file.
pub(super) fn use_file_lines(
    lines: &mut [String],
    rows: &[Row<'_>],
    shift: &IndentShift<'_>,
    old: &[String],
) {
    if old.is_empty() {
        return;
    }
    let moved = lines.to_vec();
    let mut settled = vec![false; lines.len()];
    let mut align = |at: usize, old: &String| {
        if trim(&lines[at]) != trim(old) {
            return false;
        }
        if is_blank(old) || is_at_depth(&lines[at], &rows[at], shift, old) {
            lines[at].clone_from(old);
            settled[at] = true;
        }
        true
    };
    let count = rows.len().min(old.len());
    let above = (0..count).take_while(|at| align(*at, &old[*at])).count();
    let below = 1..=count - above;
    below.take_while(|back| align(rows.len() - back, &old[old.len() - back])).count();
    let mut by_text: HashMap<&str, Vec<&String>> = HashMap::new();
    let mut seen = HashSet::new();
    for line in old.iter().filter(|line| !is_blank(line) && seen.insert(line.as_str())) {
        by_text.entry(trim(line)).or_default().push(line);
    }
    for at in (0..rows.len()).filter(|at| !settled[*at]) {
        let Some(candidates) = by_text.get(trim(&lines[at])) else { continue };
        if candidates.iter().any(|old| **old == lines[at]) {
            continue;
        }
        let is_deep = |old: &&&String| columns(indentation(old)) == columns(indentation(&lines[at]));
        let found = candidates
            .iter()
            .find(is_deep)
            .or_else(|| candidates.iter().find(|old| is_at_depth(&lines[at], &rows[at], shift, old)));
        if let Some(found) = found {
            lines[at] = (*found).clone();
        }
    }
    use_file_strings(lines, &moved, rows);
}

/// Moves the other lines of a string like those that are replaced by lines of the file: a string has one margin.
fn use_file_strings(lines: &mut [String], moved: &[String], rows: &[Row<'_>]) {
    let mut at = 0;
    for run in rows.chunk_by(|one, below| one.kind == below.kind) {
        let own = at..at + run.len();
        at = own.end;
        if !matches!(run[0].kind, RowKind::Text { .. }) {
            continue;
        }
        let (lines, moved) = (&mut lines[own.clone()], &moved[own]);
        let solid = (0..lines.len()).filter(|at| !is_blank(&moved[*at]));
        let (changed, same): (Vec<usize>, Vec<usize>) = solid.partition(|at| lines[*at] != moved[*at]);
        let Some(first) = changed.first().copied().filter(|_| !same.is_empty()) else { continue };
        let (old, new) = (indentation(&moved[first]).to_owned(), indentation(&lines[first]).to_owned());
        let is_one = changed.iter().all(|at| {
            let rest = moved[*at].strip_prefix(old.as_str());
            rest.is_some_and(|rest| lines[*at].strip_prefix(new.as_str()) == Some(rest))
        });
        if is_one && same.iter().all(|at| moved[*at].starts_with(old.as_str())) {
            same.into_iter().for_each(|at| lines[at].replace_range(..old.len(), &new));
        }
    }
}

/// Returns whether a line of the file has the indentation of the payload's line with the same text: as moved, or as
/// written if the file has the line left of the code, or if it is not code.
fn is_at_depth(moved: &str, row: &Row<'_>, shift: &IndentShift<'_>, old: &str) -> bool {
    let depth = columns(indentation(old));
    let written = columns(row.indent());
    if depth == columns(indentation(moved)) {
        return true;
    }
    let is_left = depth == written && depth < columns(shift.base);
    let is_moved = depth + columns(shift.own) == written + columns(shift.base);
    match row.kind {
        RowKind::Code => is_left,
        // In the columns of the payload others are as deep by chance: what comes around them has another depth.
        RowKind::Comment | RowKind::Inside { .. } | RowKind::Label => is_left || is_moved,
        RowKind::Blank | RowKind::Text { .. } | RowKind::Directive { .. } | RowKind::Prose => {
            depth == written || is_moved
        }
    }
}

/// Indents the directives of a payload at the margin like those of the replaced lines, if none of these is at the
/// margin: like the directive with the same text, or else with the smallest indentation.
pub(super) fn use_file_directives(lines: &mut [String], rows: &[Row<'_>], old: &[Row<'_>]) {
    let begins = |row: &&Row<'_>| matches!(row.kind, RowKind::Directive { head } if head == row.at);
    let theirs = || old.iter().filter(begins);
    let usual = theirs().map(Row::indent).min_by_key(|indent| columns(indent)).unwrap_or_default();
    if usual.is_empty() {
        return;
    }
    let mut by_text: HashMap<&str, &str> = HashMap::new();
    for row in theirs() {
        by_text.entry(trim(row.line)).or_insert(row.indent());
    }
    for (line, row) in lines.iter_mut().zip(rows) {
        let RowKind::Directive { head } = row.kind else { continue };
        let head = &rows[head];
        if head.indent().is_empty() && !is_blank(line) && line == row.line {
            line.insert_str(0, by_text.get(trim(head.line)).copied().unwrap_or(usual));
        }
    }
}
