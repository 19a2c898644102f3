//! Measures the indentation of lines of the patch and of the file in common columns, and spells a depth as the file
//! does.

use std::ops::{Range, RangeInclusive};

use crate::text::normal::{indentation, is_blank};
use crate::text::{Buffer, IndentStyle, step_within};

/// The tab widths that are tried if the texts do not show it, the likeliest first.
const TAB_WIDTHS: [usize; 4] = [4, 2, 8, 3];

/// The number of lines below a place that show its style if the place itself does not.
const NEAR: usize = 2;

/// The possible widths of a step of a patch; larger differences are several steps.
const STEP_WIDTHS: RangeInclusive<isize> = 2..=8;

/// The number of lines on each side of a place that show the style of the file there.
const WINDOW: usize = 60;

/// The characters with which the file is indented at the place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum IndentSpelling {
    /// Tabs.
    Tabs,
    /// Spaces.
    Blanks,
    /// No line is indented.
    Unknown,
}

/// The measure in which the indentations of patch and file are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Scale {
    /// The width of a tab, in columns.
    pub(super) tab: usize,
    /// The width of an indent level of the file, in columns.
    pub(super) step: usize,
    /// The indentation characters of the file.
    pub(super) spelling: IndentSpelling,
    /// The mapping of steps of the patch, if they differ from the file's.
    pub(super) steps: Option<StepPair>,
    /// Whether lines indented with the other character are converted.
    pub(super) converts: bool,
    /// Whether a tab replaces every eight spaces at the beginning of a line.
    pub(super) packs: bool,
    /// Whether the patch itself contains such tabs, so that its spaces are intended.
    pub(super) has_own_tabs: bool,
}

/// A step of the patch, and the step of the file that it corresponds to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct StepPair {
    /// The column from which steps are counted.
    pub(super) origin: isize,
    pub(super) patch: isize,
    pub(super) file: isize,
}

impl StepPair {
    fn map(self, column: isize) -> isize {
        let inner = column - self.origin;
        self.origin + inner.div_euclid(self.patch) * self.file + inner.rem_euclid(self.patch)
    }

    /// Returns steps that differ from the file's, if they explain the marker: smaller ones if a shift would leave a
    /// line of the payload between two steps, and larger ones if it would put a line several steps away from the
    /// marker.
    pub(super) fn whole(pairs: &[(isize, isize)], payload: &[isize], file: usize) -> Option<Self> {
        let (column, depth) = *pairs.first().filter(|(column, depth)| *column != 0 && column != depth)?;
        let file = file as isize;
        let patch = pairs.iter().map(|(own, _)| *own).chain(payload.iter().copied()).fold(0, gcd);
        let steps = Self { origin: 0, patch, file };
        let is_step = patch > 1 && patch < file || patch > file && STEP_WIDTHS.contains(&patch);
        let explains = is_step && pairs.iter().all(|(own, depth)| steps.map(*own) == *depth);
        let is_apart = payload.iter().any(|own| match patch < file {
            true => (own + depth - column) % file != 0,
            false => *own != column,
        });
        (explains && is_apart).then_some(steps)
    }

    /// Returns the steps that explain how lines are deeper than the first one, in the patch and in the file, where no
    /// shift does.
    pub(super) fn explaining(pairs: &[(isize, isize)], file: usize) -> Option<Self> {
        let (origin, first) = *pairs.first()?;
        let file = file as isize;
        let may_be_step = |patch: &isize| STEP_WIDTHS.contains(patch) && *patch != file;
        // The greatest common divisor of the differences is the step, even if lines are several steps apart.
        let of_margin = pairs.iter().fold(0, |least, (patch, _)| gcd(least, *patch));
        let least = |least: isize, (patch, _): &(isize, isize)| gcd(least, (patch - origin).abs());
        let patch = pairs.iter().fold(0, least);
        let whole = [patch, of_margin].into_iter().filter(may_be_step);
        let mut whole = whole.map(|patch| Self { origin: 0, patch, file });
        let explains = |steps: &Self| pairs.iter().all(|(patch, own)| steps.map(*patch) == *own);
        if let Some(whole) = whole.find(explains) {
            return Some(whole);
        }
        let is_step = may_be_step(&patch);
        let steps = Self { origin, patch, file };
        let explains = |(patch, own): &(isize, isize)| steps.map(*patch) - origin == own - first;
        (is_step && pairs.iter().all(explains)).then_some(steps)
    }
}

fn gcd(one: isize, other: isize) -> isize {
    if other == 0 { one } else { gcd(other, one % other) }
}

/// Returns the lines around a place that show the style of the file.
pub(super) fn window(buffer: &Buffer, place: &Range<usize>) -> Range<usize> {
    place.start.saturating_sub(WINDOW)..(place.end + WINDOW).min(buffer.line_count())
}

/// Returns the characters of an indentation.
pub(super) fn spelling_of(indentation: &str) -> IndentSpelling {
    match indentation.as_bytes().first() {
        Some(b'\t') => IndentSpelling::Tabs,
        Some(_) => IndentSpelling::Blanks,
        None => IndentSpelling::Unknown,
    }
}

/// Returns whether some of the lines are indented with tabs, and others with spaces.
pub(super) fn is_mixed(lines: impl Iterator<Item = IndentSpelling> + Clone) -> bool {
    let has = |wanted| lines.clone().any(|own| own == wanted);
    has(IndentSpelling::Tabs) && has(IndentSpelling::Blanks)
}

/// Returns the first indentation character of most indented lines of the file.
pub(super) fn usual_spelling(style: IndentStyle) -> IndentSpelling {
    match style.tabs.cmp(&style.blanks) {
        std::cmp::Ordering::Greater => IndentSpelling::Tabs,
        std::cmp::Ordering::Less => IndentSpelling::Blanks,
        std::cmp::Ordering::Equal => IndentSpelling::Unknown,
    }
}

/// Returns the width of an indentation in columns, for a tab width of `tab`.
pub(super) fn columns(indentation: &str, tab: usize) -> isize {
    let width = |byte| if byte == b'\t' { tab } else { 1 };
    indentation.bytes().map(width).sum::<usize>() as isize
}

/// Returns the smallest step by which a line indented with spaces is deeper than the line above it.
pub(super) fn smallest_step<'l>(lines: impl Iterator<Item = &'l str>) -> Option<usize> {
    let mut previous = None;
    let mut smallest = None;
    for line in lines.filter(|line| !is_blank(line)) {
        let width = indentation(line).len();
        if let Some(step) = previous.and_then(|above| width.checked_sub(above)).filter(|step| *step > 1) {
            smallest = Some(smallest.map_or(step, |least: usize| least.min(step)));
        }
        previous = Some(width);
    }
    smallest
}

/// The lines that show how a patch is indented.
#[derive(Clone, Copy)]
pub(super) struct IndentSamples<'s> {
    /// The indentations of lines that match lines of the file, in the patch and in the file.
    pub(super) pairs: &'s [(&'s str, &'s str)],
    /// The lines of the payload.
    pub(super) payload: &'s [String],
}

impl Scale {
    /// Returns the measure for lines of a patch, some of which match lines of the file.
    pub(super) fn of(
        buffer: &Buffer,
        style: IndentStyle,
        place: &Range<usize>,
        samples: IndentSamples<'_>,
    ) -> Self {
        let IndentSamples { pairs, payload } = samples;
        let shown = || pairs.iter().map(|(_, file)| spelling_of(file));
        let here = shown().find(|own| *own != IndentSpelling::Unknown);
        // Single lines with the other character are not evidence for the rest.
        let is_mixed = is_mixed(shown());
        let usual = usual_spelling(style);
        let here = if is_mixed && usual != IndentSpelling::Unknown { Some(usual) } else { here };
        // The lines directly below the place are better evidence of its style than the rest of the file.
        let below = || {
            let end = (place.end + NEAR).min(buffer.line_count());
            let mut near = (place.end..end).map(|line| spelling_of(indentation(&buffer.line(line))));
            near.find(|own| *own != IndentSpelling::Unknown)
        };
        let spelling = here.or_else(below).unwrap_or_else(|| usual_spelling(style));
        let around = window(buffer, place);
        let packs = style.tabs > 0 && style.blanks > 0 && packs(buffer, &around);
        let spelling = if packs { IndentSpelling::Blanks } else { spelling };
        let indents = || {
            let brought = payload.iter().filter(|line| !is_blank(line)).map(|line| indentation(line));
            pairs.iter().map(|(patch, _)| *patch).chain(brought)
        };
        let mixes = match spelling {
            IndentSpelling::Tabs => is_mixed || indents().any(|own| own.starts_with(' ')),
            IndentSpelling::Blanks => is_mixed || indents().any(|own| own.contains('\t')),
            IndentSpelling::Unknown => false,
        };
        let step = match spelling {
            IndentSpelling::Tabs => None,
            IndentSpelling::Blanks | IndentSpelling::Unknown => Some(step_within(buffer, around).0),
        };
        let tab = match (spelling, mixes) {
            _ if packs => PACKED,
            (_, false) => step.unwrap_or(TAB_WIDTHS[0]),
            (_, true) => tab_width(samples, spelling, step),
        };
        let step = step.unwrap_or(tab);
        let is_native = |own: &str| match spelling {
            IndentSpelling::Tabs => own.starts_with('\t'),
            IndentSpelling::Blanks | IndentSpelling::Unknown => own.starts_with(' '),
        };
        let is_told =
            pairs.iter().any(|(patch, file)| is_native(file) && !patch.is_empty() && !is_native(patch));
        let is_usual = || {
            usual_spelling(style) == spelling
                && !payload.iter().any(|line| !is_blank(line) && is_native(indentation(line)))
        };
        // The spaces of the patch are the remainder of the file's indentation. The single space before the star of a
        // comment is not evidence.
        let is_cut = pairs.iter().any(|(patch, _)| !is_native(patch) && patch.len() > 1)
            && pairs.iter().all(|(patch, file)| file.ends_with(patch));
        let converts = mixes && !is_cut && (is_told || is_usual());
        let has_own_tabs = packs && indents().any(|own| own.starts_with('\t'));
        Self { tab, step, spelling, steps: None, converts, packs, has_own_tabs }
    }

    /// Returns whether the file is indented only with spaces.
    pub(super) fn is_of_blanks(&self) -> bool {
        self.spelling == IndentSpelling::Blanks && !self.packs
    }

    /// Returns the columns of a line of the patch, mapped step by step if steps differ.
    pub(super) fn patch(&self, indentation: &str) -> isize {
        let own = columns(indentation, self.tab);
        match self.steps {
            Some(steps) => steps.map(own),
            None => own,
        }
    }

    /// Returns the columns of a line of the file.
    pub(super) fn file(&self, indentation: &str) -> isize {
        columns(indentation, self.tab)
    }

    /// Returns a depth spelled in the indentation characters of the file.
    pub(super) fn spelled(&self, depth: isize) -> String {
        let depth = usize::try_from(depth).unwrap_or(0);
        match self.spelling {
            _ if self.packs => "\t".repeat(depth / PACKED) + &" ".repeat(depth % PACKED),
            IndentSpelling::Tabs => "\t".repeat(depth / self.tab) + &" ".repeat(depth % self.tab),
            IndentSpelling::Blanks | IndentSpelling::Unknown => " ".repeat(depth),
        }
    }

    /// Returns an indentation moved by `by` columns, which keeps its characters as far as possible.
    pub(super) fn moved(&self, indentation: &str, by: isize) -> String {
        if self.packs && !(by == 0 && self.has_own_tabs) {
            return self.spelled(columns(indentation, self.tab) + by);
        }
        if by >= 0 {
            return self.spelled(by) + indentation;
        }
        let mut left = by.unsigned_abs();
        let mut rest = indentation;
        while left > 0 {
            let width = if rest.starts_with('\t') { self.tab } else { 1 };
            if rest.is_empty() || width > left {
                let depth = columns(rest, self.tab) - left as isize;
                return self.spelled(depth.max(0));
            }
            left -= width;
            rest = &rest[1..];
        }
        rest.to_owned()
    }

    /// Returns whether an indentation contains characters with which the file is not indented.
    pub(super) fn is_foreign(&self, indentation: &str) -> bool {
        match self.spelling {
            _ if self.packs => false,
            IndentSpelling::Tabs => indentation.starts_with(' '),
            IndentSpelling::Blanks => indentation.contains('\t'),
            IndentSpelling::Unknown => false,
        }
    }
}

/// The number of spaces that a tab replaces in files that mix both.
const PACKED: usize = 8;

/// Returns whether some lines have a tab for every eight columns of indentation, and at most seven spaces. Lines
/// indented with tabs must then be deeper than the lines indented with spaces above them, so none of them may follow
/// the end of a statement there, or a heading at the margin.
fn packs(buffer: &Buffer, lines: &Range<usize>) -> bool {
    let mut blanks = 0;
    let (mut is_packed, mut is_deeper) = (true, false);
    let (mut is_below_shallow, mut is_below_blanks) = (false, false);
    buffer.each_line(lines.start, |number, line| {
        if number >= lines.end {
            return std::ops::ControlFlow::Break(());
        }
        if is_blank(line) {
            return std::ops::ControlFlow::Continue(());
        }
        let own = indentation(line);
        let is_star = own.len() % PACKED == 1 && line[own.len()..].starts_with('*');
        if own.starts_with('\t') {
            is_packed &= !is_below_shallow && !own.trim_start_matches('\t').contains('\t');
            is_deeper |= is_below_blanks;
        } else if !own.is_empty() && !is_star {
            blanks += usize::from(own.len() > 1);
            is_packed &= own.len() < PACKED && !own.contains('\t');
        }
        let code = line.trim_end();
        is_below_blanks = own.starts_with(' ') && !is_star;
        is_below_shallow = match own.is_empty() {
            true => code.ends_with(['{', ':', '(']),
            false => is_below_blanks && code.ends_with([';', '}']),
        };
        match is_packed {
            true => std::ops::ControlFlow::Continue(()),
            false => std::ops::ControlFlow::Break(()),
        }
    });
    is_packed && is_deeper && blanks >= 3
}

/// Returns the tab width where one side has tabs and the other spaces: the first width that shifts all pairs alike,
/// among the step of the side with spaces, the width that makes all pairs equal, and the usual widths.
fn tab_width(samples: IndentSamples<'_>, spelling: IndentSpelling, step: Option<usize>) -> usize {
    let IndentSamples { pairs, payload } = samples;
    let patch_step = || {
        let brought = payload.iter().map(String::as_str).filter(|line| line.starts_with(' '));
        smallest_step(brought).or_else(|| smallest_indent(payload))
    };
    let shown = if spelling == IndentSpelling::Tabs { patch_step() } else { step };
    let equal = super::super::shift::tab_width(pairs);
    let is_uniform = |tab: &usize| {
        let mut by = pairs.iter().map(|(patch, file)| columns(file, *tab) - columns(patch, *tab));
        by.next().is_none_or(|first| by.all(|own| own == first))
    };
    let differs = pairs.iter().any(|(patch, file)| patch != file);
    let told = if differs { equal.filter(|_| pairs.len() > 1) } else { None };
    let tried = told.into_iter().chain(shown).chain(equal).chain(TAB_WIDTHS);
    tried.into_iter().filter(|tab| (2..=8).contains(tab)).find(is_uniform).or(shown).unwrap_or(TAB_WIDTHS[0])
}

/// Returns the smallest indentation of the lines that are indented by more than one space.
fn smallest_indent(lines: &[String]) -> Option<usize> {
    let inner = lines
        .iter()
        .filter(|line| !is_blank(line) && line.starts_with(' '))
        .map(|line| indentation(line).len());
    inner.filter(|width| *width > 1).min()
}
