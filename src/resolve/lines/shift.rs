//! The uniform difference between the indentation of a patch and that of the file.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use crate::text::normal::{fold, indentation, is_blank};
use crate::text::{Buffer, is_step_clear};

/// The re-indentation of added lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Shift {
    /// No change.
    None,
    /// This text is prepended to each line.
    Deeper(String),
    /// This prefix is removed from each line.
    Shallower(String),
    /// This number of spaces becomes a tab; lines that already have tabs are unchanged.
    ToTabs(usize),
    /// Each tab becomes this number of spaces; lines without tabs are unchanged.
    ToBlanks(usize),
    /// Columns are counted with tabs of width `unit`, moved by `by`, and spelled again, with tabs or without.
    Columns {
        /// The width of a tab.
        unit: usize,
        /// The number of columns by which lines move right.
        by: isize,
        /// Whether the result is spelled with tabs.
        tabs: bool,
    },
    /// Each step of one width becomes a step of another, in spaces.
    Steps {
        /// The width of a step in the patch.
        from: usize,
        /// The width of a step in the file.
        to: usize,
        /// The depth in the file of lines at the margin of the patch.
        base: usize,
    },
}

/// The indentation of a line in the patch and in the file.
pub(super) type IndentPair<'l> = (&'l str, &'l str);

/// The tab widths that are tried if lines are moved, too, the likeliest first.
const TAB_WIDTHS: [usize; 4] = [4, 2, 8, 3];

/// The widths of steps that writers confuse.
const STEPS: RangeInclusive<usize> = 2..=4;

/// The possible widths of a tab.
const POSSIBLE_WIDTHS: RangeInclusive<usize> = 2..=8;

/// Returns the tab width for which every indentation is equally deep in the patch and in the file, if some have tabs on
/// one side only.
pub(super) fn tab_width(pairs: &[IndentPair<'_>]) -> Option<usize> {
    let count = |text: &str, char: char| text.chars().filter(|own| *own == char).count() as isize;
    let width = pairs.iter().find_map(|(patch, file)| {
        let tabs = count(patch, '\t') - count(file, '\t');
        let blanks = count(file, ' ') - count(patch, ' ');
        (tabs != 0).then(|| (blanks % tabs == 0).then_some(blanks / tabs))
    })??;
    let width = usize::try_from(width).ok().filter(|width| POSSIBLE_WIDTHS.contains(width))?;
    pairs.iter().all(|(patch, file)| columns(patch, width) == columns(file, width)).then_some(width)
}

fn columns(indentation: &str, unit: usize) -> usize {
    indentation.chars().map(|char| if char == '\t' { unit } else { 1 }).sum()
}

fn spelled(columns: usize, unit: usize, tabs: bool) -> String {
    if tabs { "\t".repeat(columns / unit) + &" ".repeat(columns % unit) } else { " ".repeat(columns) }
}

impl Shift {
    /// Returns the single shift that explains every pair, if there is one.
    pub(super) fn explaining(pairs: &[IndentPair<'_>]) -> Option<Self> {
        let Some((patch, file)) = pairs.iter().copied().find(|(patch, file)| patch != file) else {
            return Some(Self::None);
        };
        let all = |holds: &dyn Fn(&str, &str) -> bool| pairs.iter().all(|(patch, file)| holds(patch, file));
        if let Some(more) = file.strip_suffix(patch)
            && all(&|patch, file| file.strip_suffix(patch) == Some(more))
        {
            return Some(Self::Deeper(more.to_owned()));
        }
        if let Some(more) = file.strip_prefix(patch)
            && all(&|patch, file| file.strip_prefix(patch) == Some(more))
        {
            return Some(Self::Deeper(more.to_owned()));
        }
        if let Some(less) = patch.strip_suffix(file)
            && all(&|patch, file| patch.strip_suffix(file) == Some(less))
        {
            return Some(Self::Shallower(less.to_owned()));
        }
        Self::converting(pairs).or_else(|| Self::stepping(pairs))
    }

    /// Returns the shift, or a conversion of steps that explains the only depth of the old lines equally well. The
    /// conversion is preferred if the lines of the patch are whole steps of that width apart, and the shift would put
    /// added lines between two steps of the file, or several steps away.
    pub(super) fn or_steps(
        self,
        pairs: &[IndentPair<'_>],
        brought: &[&str],
        step: impl FnOnce() -> (usize, usize, usize),
    ) -> Self {
        let (Self::Deeper(_) | Self::Shallower(_), [(patch, file), rest @ ..]) = (&self, pairs) else {
            return self;
        };
        let own = || brought.iter().map(|line| indentation(line));
        let is_one = rest.iter().all(|pair| pair == &pairs[0]);
        if let Self::Deeper(more) = &self
            && is_one
            && patch.is_empty()
            && let Some(from) = step_of_block(brought)
        {
            return Self::below_margin(more, from, step).unwrap_or(self);
        }
        let are_blanks = own().chain([*patch, *file]).all(are_blanks);
        if !are_blanks || !is_one || patch.is_empty() || file.is_empty() {
            return self;
        }
        let (to, ..) = step();
        if !file.len().is_multiple_of(to) {
            return self;
        }
        let count = file.len() / to;
        let from = patch.len() / count;
        let apart = own().map(|own| own.len().abs_diff(patch.len())).filter(|apart| *apart > 0);
        let is_step = patch.len().is_multiple_of(count) && STEPS.contains(&from) && from != to;
        let mut apart = apart.peekable();
        let is_shown = is_step
            && apart.peek().is_some()
            && apart.all(|apart| apart.is_multiple_of(from) && (from > to || !apart.is_multiple_of(to)));
        if is_shown { Self::Steps { from, to, base: 0 } } else { self }
    }

    /// Returns the shift of lines with steps of `from` spaces that are indented by `more`, if all old lines lost their
    /// indentation and show no step: with the tabs of the file, or with its steps, if they are clear.
    fn below_margin(more: &str, from: usize, step: impl FnOnce() -> (usize, usize, usize)) -> Option<Self> {
        if more.bytes().all(|byte| byte == b'\t') {
            let by = isize::try_from(more.len() * from).ok()?;
            return Some(Self::Columns { unit: from, by, tabs: true });
        }
        let shown @ (to, ..) = step();
        let fits = are_blanks(more) && from != to && more.len().is_multiple_of(to);
        (fits && is_step_clear(shown)).then_some(Self::Steps { from, to, base: more.len() })
    }

    /// Returns the conversion of steps that explains every pair. Two depths that are whole steps apart must show it,
    /// and the margin must be equal in patch and file, or several depths must differ: otherwise a single line may have
    /// lost its indentation.
    fn stepping(pairs: &[IndentPair<'_>]) -> Option<Self> {
        if !pairs.iter().all(|(patch, file)| are_blanks(patch) && are_blanks(file)) {
            return None;
        }
        let mut depths: Vec<(usize, usize)> =
            pairs.iter().map(|(patch, file)| (patch.len(), file.len())).collect();
        depths.sort_unstable();
        depths.dedup();
        let apart =
            |pair: &[(usize, usize)]| Some((pair[1].0 - pair[0].0, pair[1].1.checked_sub(pair[0].1)?));
        let (less, more) = depths.windows(2).map(apart).min()??;
        // Two depths may be several steps apart.
        let (from, to) = (1..=less.min(more))
            .filter(|count| less % count == 0 && more % count == 0)
            .map(|count| (less / count, more / count))
            .find(|(from, to)| from != to && [from, to].iter().all(|width| STEPS.contains(width)))?;
        let (patch, file) = *depths.first()?;
        let base = file.checked_sub(patch / from * to)?;
        let fits = |(patch, file): &(usize, usize)| patch % from == 0 && *file == base + patch / from * to;
        let changed = depths.iter().filter(|(patch, file)| patch != file).count();
        let is_shown = base == 0 || base % to == 0 && changed > 1;
        (depths.iter().all(fits) && is_shown).then_some(Self::Steps { from, to, base })
    }

    /// Returns the conversion between tabs and spaces that explains every pair.
    fn converting(pairs: &[IndentPair<'_>]) -> Option<Self> {
        let differing = || pairs.iter().filter(|(patch, file)| patch != file);
        let patch_tabs = differing().any(|(patch, _)| patch.contains('\t'));
        let file_tabs = differing().any(|(_, file)| file.contains('\t'));
        if !patch_tabs && !file_tabs {
            return None;
        }
        let moved = |unit: usize| {
            let mut by = pairs
                .iter()
                .map(|(patch, file)| columns(file, unit) as isize - columns(patch, unit) as isize);
            let first = by.next()?;
            by.all(|by| by == first).then_some(first)
        };
        if let Some(unit) = tab_width(pairs) {
            return Some(match (patch_tabs, file_tabs) {
                (false, true) => Self::ToTabs(unit),
                (true, false) => Self::ToBlanks(unit),
                _ => Self::None,
            });
        }
        TAB_WIDTHS
            .into_iter()
            .find_map(|unit| Some(Self::Columns { unit, by: moved(unit)?, tabs: file_tabs }))
    }

    /// Returns whether the shift replaces spaces by tabs, or the reverse.
    pub(super) const fn is_conversion(&self) -> bool {
        matches!(self, Self::ToTabs(_) | Self::ToBlanks(_) | Self::Columns { .. })
    }

    /// Returns an added line, shifted; `None` if it is not indented enough.
    pub(super) fn apply<'l>(&self, line: &'l str) -> Option<Cow<'l, str>> {
        if is_blank(line) {
            return Some(Cow::Borrowed(line));
        }
        let own = indentation(line);
        let text = &line[own.len()..];
        let shifted = match self {
            Self::Shallower(less) => return line.strip_prefix(less.as_str()).map(Cow::Borrowed),
            Self::ToTabs(_) if own.contains('\t') => return Some(Cow::Borrowed(line)),
            Self::ToBlanks(_) if !own.contains('\t') => return Some(Cow::Borrowed(line)),
            Self::None => return Some(Cow::Borrowed(line)),
            Self::Deeper(more) => format!("{more}{line}"),
            Self::ToTabs(unit) => spelled(own.len(), *unit, true) + text,
            Self::ToBlanks(unit) => spelled(columns(own, *unit), *unit, false) + text,
            Self::Steps { from, to, base } => {
                let is_step = own.bytes().all(|byte| byte == b' ') && own.len().is_multiple_of(*from);
                " ".repeat(is_step.then(|| base + own.len() / from * to)?) + text
            }
            Self::Columns { unit, by, tabs } => {
                spelled(columns(own, *unit).checked_add_signed(*by)?, *unit, *tabs) + text
            }
        };
        Some(Cow::Owned(shifted))
    }
}

fn are_blanks(text: &str) -> bool {
    text.bytes().all(|byte| byte == b' ')
}

/// Returns the width of a step of lines that begin at the margin and are indented with spaces, from the first block
/// among them.
fn step_of_block(lines: &[&str]) -> Option<usize> {
    let widths = || lines.iter().map(|line| indentation(line).len());
    let first =
        widths().position(|width| width > 0).filter(|first| *first > 0 && widths().next() == Some(0))?;
    let step = indentation(lines[first]).len();
    let opens = lines[first - 1].trim_end().ends_with(['{', ':']);
    let fits = lines.iter().all(|line| are_blanks(indentation(line)))
        && widths().all(|width| width.is_multiple_of(step));
    (opens && fits && POSSIBLE_WIDTHS.contains(&step)).then_some(step)
}

/// Returns whether the lines have the same relative depths at their places as written, for any width of steps; the
/// first line may have lost its indentation.
pub(super) fn is_as_deep(buffer: &Buffer, alignment: &[Option<usize>], lines: &[&str]) -> bool {
    let pairs = lines
        .iter()
        .zip(alignment)
        .filter_map(|(line, at)| Some((depth_of(line), depth_of(&buffer.line((*at)?)))));
    let pairs: Vec<(usize, usize)> = pairs.collect();
    let keeps_order = |pairs: &[(usize, usize)]| {
        let mut pairs = pairs.to_vec();
        pairs.sort_unstable();
        pairs.dedup();
        pairs.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1)
    };
    let lost_first =
        || matches!(pairs.split_first(), Some((first, rest)) if first.0 == 0 && keeps_order(rest));
    keeps_order(&pairs) || lost_first()
}

/// Returns the depth of a line, with tabs wider than the spaces before them.
fn depth_of(line: &str) -> usize {
    indentation(&fold(line)).chars().map(|char| if char == '\t' { 8 } else { 1 }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pairs: &[IndentPair<'_>], line: &str, expected: Option<&str>) {
        let shifted = Shift::explaining(pairs).and_then(|shift| shift.apply(line));
        assert_eq!(shifted.as_deref(), expected);
    }

    #[test]
    fn equal_indentation_shifts_nothing() {
        check(&[("  ", "  "), ("", "")], "    x", Some("    x"));
    }

    #[test]
    fn a_dedented_patch_is_indented() {
        check(&[("", "    "), ("  ", "      ")], "  x", Some("      x"));
        check(&[("", "\t")], "\tx", Some("\t\tx"));
    }

    #[test]
    fn a_patch_too_deep_is_dedented() {
        check(&[("    ", ""), ("      ", "  ")], "    x", Some("x"));
        check(&[("    ", "")], "  x", None);
    }

    #[test]
    fn tabs_and_blanks_are_converted() {
        check(&[("    ", "\t"), ("        ", "\t\t")], "            x", Some("\t\t\tx"));
        check(&[("\t", "  ")], "\t\tx", Some("    x"));
        check(&[("    ", "\t"), ("        ", "\t\t")], "\tx", Some("\tx"));
        check(&[("", "\t"), ("    ", "\t\t")], "        x", Some("\t\t\tx"));
        check(&[("\t", "      "), ("\t  ", "        ")], "\t\tx", Some("            x"));
    }

    #[test]
    fn another_step_is_counted_in_steps() {
        check(&[("    ", "  "), ("        ", "    ")], "            x", Some("      x"));
        check(&[("  ", "    "), ("", "")], "    x", Some("        x"));
        check(&[("      ", "            "), ("  ", "    ")], "        x", Some("                x"));
        check(
            &[("    ", "    "), ("        ", "      "), ("            ", "        ")],
            "    x",
            Some("    x"),
        );
        check(&[("    ", "  "), ("        ", "    ")], "      x", None);
        // The first line may have lost its indentation.
        check(&[("", "  "), ("    ", "    ")], "        x", None);
        check(&[("        ", "    "), ("    ", "  "), ("      ", "  ")], "    x", None);
    }

    #[test]
    fn one_depth_may_be_in_other_steps() {
        let check = |pair: IndentPair<'_>, line: &str, to: usize, expected: &str| {
            let shift =
                Shift::explaining(&[pair]).map(|shift| shift.or_steps(&[pair], &[line], || (to, 1, 1)));
            assert_eq!(
                shift.and_then(|shift| shift.apply(line).map(Cow::into_owned)).as_deref(),
                Some(expected)
            );
        };
        check(("        ", "    "), "    x", 2, "  x");
        check(("    ", "        "), "  x", 4, "    x");
        check(("    ", "        "), "        x", 4, "            x");
        check(("    ", "  "), "      x", 2, "    x");
        check(("", "    "), "  x", 4, "      x");
    }

    #[test]
    fn differences_that_are_not_uniform_have_no_shift() {
        check(&[("  ", "    "), ("    ", "    ")], "x", None);
    }
}
