//! The indentation of documentation text relative to its first line, before it gets quotes or comment marks.

use std::cmp::Ordering;
use std::collections::HashSet;

use crate::text::normal::{indentation, is_blank, trim};

use super::{IndentUnit, InsertionSite, TAB, breaks};

/// Returns the lines of a documentation text with the first one at the margin, and the others indented relative to it.
///
/// `site.base` is the indentation of the documentation in the file, `site.old` are its current lines.
#[must_use]
pub fn level_text(text: &[String], site: InsertionSite<'_>) -> Vec<String> {
    let tab = match site.unit {
        // If the file uses spaces, a tab is one indent level, whatever its width.
        Some(IndentUnit::Blanks(step)) => step,
        Some(IndentUnit::Tab) | None => TAB,
    };
    let Some(first) = text.iter().position(|line| !is_blank(line)) else { return text.to_vec() };
    let is_lost = has_lost_first_line(&text[first..], site, tab);
    let cut = width(if is_lost { site.base } else { indentation(&text[first]) }, tab);
    text.iter()
        .map(|line| if is_blank(line) { line.clone() } else { without_columns(line, cut, tab) })
        .collect()
}

/// Returns whether only the first line is at the margin, and all others have the indentation of the documentation in
/// the file.
///
/// The alternative is that all others are indented relative to the first line, such as a list below its heading. This
/// is the case if the file indents them so, if they are indented less than the documentation in the file, or if they
/// directly follow a line that ends in a colon.
fn has_lost_first_line(text: &[String], site: InsertionSite<'_>, tab: usize) -> bool {
    let base = width(site.base, tab);
    let others = || text.iter().skip(1).filter(|line| !is_blank(line));
    let depths: Vec<usize> = others().map(|line| width(indentation(line), tab)).collect();
    let least = depths.iter().min().copied().unwrap_or(0);
    let is_flush = text.first().is_some_and(|first| indentation(first).is_empty());
    if !is_flush || base == 0 || least < base {
        return false;
    }
    let old: HashSet<&str> = site.old.iter().map(String::as_str).collect();
    let bare: HashSet<&str> = site.old.iter().filter_map(|old| old.strip_prefix(site.base)).collect();
    let as_in_file = others().filter(|line| old.contains(line.as_str())).count();
    let below_base = others().filter(|line| bare.contains(line.as_str())).count();
    match as_in_file.cmp(&below_base).then(breaks(0, &depths).cmp(&breaks(base, &depths))) {
        Ordering::Greater => true,
        Ordering::Less => false,
        Ordering::Equal if has_signs(text) => true,
        Ordering::Equal if least == base => !heads_list(text),
        // The items of a list are one indent level below its heading.
        Ordering::Equal => least > TAB,
    }
}

/// Returns whether all lines after the first one begin with comment marks, which are aligned.
fn has_signs(text: &[String]) -> bool {
    let mut others = text.iter().skip(1).map(|line| trim(line)).filter(|line| !line.is_empty());
    others.all(|line| line.starts_with("//") || line.starts_with('*') && text[0].starts_with("/*"))
}

/// Returns whether the first line of a text introduces the lines below it.
fn heads_list(text: &[String]) -> bool {
    let Some(first) = text.first() else { return false };
    let is_parted = text.get(1).is_some_and(|second| is_blank(second));
    let first = trim(first);
    // In some markup languages, two colons at the end introduce a block of code.
    first.ends_with("::") || first.ends_with(':') && !is_parted
}

/// Returns the width of an indentation in columns.
fn width(indent: &str, tab: usize) -> usize {
    indent.bytes().map(|byte| if byte == b'\t' { tab } else { 1 }).sum()
}

/// Returns a line with `cut` columns of its indentation removed, or all of it if it has less.
fn without_columns(line: &str, cut: usize, tab: usize) -> String {
    let mut done = 0;
    let kept = line.trim_start_matches(|sign| {
        let is_cut = done < cut && matches!(sign, ' ' | '\t');
        done += usize::from(is_cut) * if sign == '\t' { tab } else { 1 };
        is_cut
    });
    // The last removed tab may be wider than the rest of the cut.
    format!("{}{kept}", " ".repeat(done.saturating_sub(cut)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(base: &str, old: &str, text: &str, expected: &str) {
        let lines = |text: &str| text.split('\n').map(str::to_owned).collect::<Vec<_>>();
        let site = InsertionSite { base, old: &lines(old), unit: None };
        assert_eq!(level_text(&lines(text), site).join("\n"), expected, "{text}");
    }

    #[test]
    fn a_first_line_at_the_margin_alone_has_lost_its_depth() {
        check("    ", "", "Runs.\n\n    Twice.\n      a", "Runs.\n\nTwice.\n  a");
        check("    ", "", "    Runs.\n\n    Twice.", "Runs.\n\nTwice.");
        check("    ", "", "Runs.\n\n        a\n    b", "Runs.\n\n    a\nb");
        check("    ", "", "Runs.\n\n      a", "Runs.\n\n  a");
        check("\t", "", "Runs.\n\n\tTwice.", "Runs.\n\nTwice.");
        check("  ", "", "/**\n   * Runs.\n   */", "/**\n * Runs.\n */");
        check("  ", "", "/// Runs.\n  /// Twice.", "/// Runs.\n/// Twice.");
        check("    ", "", "Runs so:\n\n    Twice.", "Runs so:\n\nTwice.");
    }

    #[test]
    fn lines_below_their_heading_stay_deeper() {
        check("        ", "", "Runs.\n\n    a", "Runs.\n\n    a");
        check("  ", "", "Runs.\n\n    a", "Runs.\n\n    a");
        check("    ", "", "Args:\n    a", "Args:\n    a");
        check("    ", "", "So::\n\n    a", "So::\n\n    a");
        check("    ", "        a", "Runs.\n\n    a", "Runs.\n\n    a");
        check("", "", "Runs.\n\n    a", "Runs.\n\n    a");
        check("    ", "", "  Args:\n    a\n  b", "Args:\n  a\nb");
        check("    ", "", "Runs.\n    a\nb", "Runs.\n    a\nb");
    }
}
