//! Finds added lines at a depth that neither the line above nor the line below explains, although those two agree.
//!
//! A payload may contradict itself: the lines that it shares with its marker imply one depth, while other lines were
//! written for another. Then each line is written relative to the shared ones, and the result should be reviewed.
//!
//! Invariant: only lines next to added lines are read, and nothing is parsed.

use super::columns::columns;
use super::flow::{CLOSING, OpeningDepth, continues, is_label, may_be_flat};
use super::layout::Layout;
use super::line::code_of;
use super::statement::Ending;
use super::text_lines::begins_words;
use crate::resolve::lines::index::LineIndex;
use crate::text::normal::{first_word, indentation, is_blank, open_brackets, trim};
use crate::text::{Buffer, LexRules, LexState, Lexer, LineEdits};

/// The maximum distance from a place, in lines, at which code is searched for.
const FAR: usize = 100;

/// The maximum number of places that are reported.
const MOST: usize = 5;

/// Words that continue the line above.
const GOING_ON: [&str; 7] = ["else", "case", "default", "where", "and", "or", "throws"];

/// The width of a tab for comparing depths that are all spelled alike.
const TAB: usize = 8;

/// An added line at an odd depth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OddLine {
    /// The line without whitespace at its ends.
    pub text: String,
    /// The column of the line, from 0, counted in spaces or tabs.
    pub column: usize,
    /// The column that the lines around it imply.
    pub around: ExpectedColumn,
    /// The width of a tab in columns, if the added lines and those around them are indented with tabs.
    pub tab: Option<usize>,
}

/// The columns, from 0, of the lines around a line at an odd depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExpectedColumn {
    /// The column of the lines above and below it.
    Beside(usize),
    /// The column of the heading of its block, which is otherwise empty.
    Heading(usize),
    /// The column of the line that begins what it ends.
    Opening(usize),
}

/// The depth that an added line should have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Expected {
    As(isize),
    DeeperThan(isize),
}

impl Expected {
    const fn is_met(self, depth: isize) -> bool {
        match self {
            Self::As(expected) => depth == expected,
            Self::DeeperThan(heading) => depth > heading,
        }
    }

    fn column(self) -> ExpectedColumn {
        let column = |depth: isize| usize::try_from(depth).unwrap_or(0);
        match self {
            Self::As(depth) => ExpectedColumn::Beside(column(depth)),
            Self::DeeperThan(depth) => ExpectedColumn::Heading(column(depth)),
        }
    }
}

/// Returns the first added lines at an odd depth, at most five. Languages of indented blocks are excluded, since their
/// blocks show errors themselves.
#[must_use]
pub fn odd_lines(
    buffer: &Buffer,
    index: &mut LineIndex<'_>,
    layout: Layout,
    edits: &LineEdits<'_>,
) -> Vec<OddLine> {
    let Some(scanner) = index.scanner().filter(|_| !layout.indented) else { return Vec::new() };
    let rules = scanner.rules();
    let lexer = Lexer::new(rules);
    let is_code = index.rules().is_some();
    let kept = RemainingLines::of(buffer, edits);
    let mut found = Vec::new();
    for (at, run) in kept.runs(edits) {
        let neighbours = [kept.above(at), kept.below(at)];
        let has_flush = run.iter().skip(1).any(|line| !is_blank(line) && indentation(line).is_empty());
        let may_be_odd = may_be_odd(buffer, &run, neighbours);
        if run.is_empty() || !(has_flush || may_be_odd) || !index.state_before(buffer, at).is_code() {
            continue;
        }
        let mut place =
            OddPlace { buffer, index: &mut *index, layout, rules, lexer: &lexer, is_code, kept: &kept, at };
        let flush = if has_flush { place.flush_line(&run) } else { None };
        found.extend(flush.or_else(|| may_be_odd.then(|| place.odd_line(&run)).flatten()));
        if found.len() == MOST {
            break;
        }
    }
    found
}

/// Returns whether the first or the last line of a run may be at another depth than the lines around it, judged by
/// their indentation strings.
fn may_be_odd(buffer: &Buffer, run: &[&str], neighbours: [Option<usize>; 2]) -> bool {
    let [Some(above), Some(below)] = neighbours else { return false };
    let (above, below) = (buffer.line(above), buffer.line(below));
    let is_beside = |own: &str| {
        let [is_above, is_below] = [&above, &below].map(|line| own == indentation(line));
        is_above && (is_below || above.trim_end().ends_with([';', '}']))
            || is_below && !trim(&below).starts_with(CLOSING)
    };
    let mut solid = run.iter().filter(|line| !is_blank(line)).map(|line| indentation(line));
    let edges = [solid.clone().next(), solid.next_back()];
    edges.into_iter().flatten().any(|own| !is_beside(own))
}

/// The lines of a text that edits keep.
pub(super) struct RemainingLines<'b> {
    buffer: &'b Buffer,
    /// The removed lines, in order.
    removed: Vec<usize>,
}

impl<'b> RemainingLines<'b> {
    pub(super) fn of(buffer: &'b Buffer, edits: &LineEdits<'_>) -> Self {
        let mut removed = edits.removed().to_vec();
        removed.sort_unstable();
        Self { buffer, removed }
    }

    fn is_kept(&self, line: usize) -> bool {
        !is_blank(&self.buffer.line(line)) && self.removed.binary_search(&line).is_err()
    }

    /// Returns the removed lines from `first`, before `end`.
    pub(super) fn gone(&self, first: usize, end: usize) -> &[usize] {
        let [first, end] = [first, end].map(|at| self.removed.partition_point(|line| *line < at));
        &self.removed[first..end.max(first)]
    }

    /// Returns the nearest kept line above a place.
    pub(super) fn above(&self, at: usize) -> Option<usize> {
        (0..at).rev().take(FAR).find(|line| self.is_kept(*line))
    }

    /// Returns the nearest kept line at or below a place.
    pub(super) fn below(&self, at: usize) -> Option<usize> {
        (at..self.buffer.line_count()).take(FAR).find(|line| self.is_kept(*line))
    }

    /// Returns the added lines in runs, each with the line before which it is inserted; lines with no kept line between
    /// them form one run.
    pub(super) fn runs<'e>(&self, edits: &'e LineEdits<'_>) -> Vec<(usize, Vec<&'e str>)> {
        let mut added: Vec<(usize, &str)> = edits.added_lines().collect();
        added.sort_by_key(|(at, _)| *at);
        let mut runs: Vec<(usize, Vec<&str>)> = Vec::new();
        for (at, text) in added {
            match runs.last_mut() {
                Some((own, lines)) if *own == at || self.below(*own).is_none_or(|below| below >= at) => {
                    lines.push(text);
                }
                _ => runs.push((at, vec![text])),
            }
        }
        runs
    }
}

/// A place at which lines are added.
pub(super) struct OddPlace<'o, 'p> {
    pub(super) buffer: &'o Buffer,
    pub(super) index: &'o mut LineIndex<'p>,
    pub(super) layout: Layout,
    pub(super) rules: &'p LexRules,
    pub(super) lexer: &'o Lexer<'p>,
    pub(super) is_code: bool,
    pub(super) kept: &'o RemainingLines<'o>,
    pub(super) at: usize,
}

impl OddPlace<'_, '_> {
    /// Returns the line of a run that is at an odd depth.
    fn odd_line(&mut self, run: &[&str]) -> Option<OddLine> {
        let lines = self.code_of_run(run);
        // A run that ends a block from above, or leaves one open, has different lines around it.
        let mut open = 0;
        let closes = |(_, code): &(isize, String)| {
            let leads = code.chars().take_while(|sign| CLOSING.contains(sign)).count() as isize;
            let is_outer = open - leads < 0;
            open += open_brackets(code);
            is_outer || open < 0
        };
        if lines.iter().any(closes) || open != 0 || self.parts_words(&lines) {
            return None;
        }
        let tab = self.is_in_tabs(run).then_some(TAB);
        if let Some((column, opened, code)) = self.odd_end(&lines) {
            let text = code.to_owned();
            return Some(OddLine { text, column, around: ExpectedColumn::Opening(opened), tab });
        }
        let expected = self.expected()?;
        let gone = self.gone();
        let replaced = [gone.last().map(|(depth, _)| *depth), self.base_of(&gone)];
        let is_odd = |depth, edge: usize| !expected.is_met(depth) && replaced[edge] != Some(depth);
        let (first, code) = lines.first().filter(|(_, code)| must_align(code))?;
        let odd = |depth: isize, code: &str| {
            let text = run.iter().find(|line| columns(indentation(line), TAB) == depth && !is_blank(line));
            OddLine {
                text: text.map_or(code, |line| trim(line)).to_owned(),
                column: usize::try_from(depth).unwrap_or(0),
                around: expected.column(),
                tab,
            }
        };
        if is_odd(*first, 0) {
            return Some(odd(*first, code));
        }
        let ending = Ending::of(self.layout, lines.iter().rev().cloned())?;
        let is_end = !lines.iter().any(|(_, code)| is_label(code))
            && must_align(&ending.code)
            && matches!(self.layout.opening(&ending.code), OpeningDepth::No | OpeningDepth::Item);
        (is_end && is_odd(ending.base, 1)).then(|| odd(ending.base, &ending.code))
    }

    /// The one line of a run that stands at the margin, where all others of it and those around it are deeper.
    fn flush_line(&mut self, run: &[&str]) -> Option<OddLine> {
        let lines = self.code_of_run(run);
        let at = lines.iter().position(|(depth, _)| *depth == 0).filter(|at| *at > 0)?;
        let is_alone = lines.iter().filter(|(depth, _)| *depth == 0).count() == 1;
        let code = &lines[at].1;
        if !is_alone || !must_align(code) || code.starts_with(CLOSING) {
            return None;
        }
        let around = [Way::Up, Way::Down].map(|way| self.lines(way).first().map(|(depth, _)| *depth));
        let is_deep = |depth: Option<isize>| depth.is_some_and(|depth| depth > 0);
        let was_flush = self.gone().iter().any(|(depth, _)| *depth == 0);
        if !around.into_iter().all(is_deep) || was_flush {
            return None;
        }
        let beside = usize::try_from(lines[at - 1].0).unwrap_or(0);
        let text = run.iter().skip(1).find(|line| !is_blank(line) && indentation(line).is_empty());
        Some(OddLine {
            text: text.map_or(code.as_str(), |line| trim(line)).to_owned(),
            column: 0,
            around: ExpectedColumn::Beside(beside),
            tab: self.is_in_tabs(run).then_some(TAB),
        })
    }

    /// Returns the depth of the beginning of the statement that ends in the last of some lines, which are given in
    /// reverse order.
    fn base_of(&self, lines: &[(isize, String)]) -> Option<isize> {
        Ending::of(self.layout, lines.iter().cloned()).map(|ending| ending.base)
    }

    /// Returns the removed lines of code at the place, each with its depth, in reverse order.
    fn gone(&mut self) -> Vec<(isize, String)> {
        let first = self.kept.above(self.at).map_or(0, |above| above + 1);
        let end = self.kept.below(self.at).unwrap_or(self.buffer.line_count());
        let lines: Vec<usize> = self.kept.gone(first, end).iter().rev().take(FAR).copied().collect();
        lines.into_iter().filter_map(|line| self.code_at(line)).collect()
    }

    /// Returns whether the added lines and those around them are indented only with tabs.
    fn is_in_tabs(&self, run: &[&str]) -> bool {
        let around = [self.kept.above(self.at), self.kept.below(self.at)];
        let around: Vec<_> = around.into_iter().flatten().map(|line| self.buffer.line(line)).collect();
        let mut own = run.iter().copied().chain(around.iter().map(|line| &**line)).map(indentation);
        own.clone().any(|own| own.starts_with('\t')) && own.all(|own| !own.starts_with(' '))
    }

    /// Returns the line of a run that ends a block begun in the same run, but is deeper than its beginning: its column,
    /// the column of the beginning, and its code.
    fn odd_end<'l>(&self, lines: &'l [(isize, String)]) -> Option<(usize, usize, &'l str)> {
        let mut open: Vec<isize> = Vec::new();
        for (depth, code) in lines {
            let is_end = code.starts_with('}') || self.has_words() && self.rules.ends_statement(code);
            if is_end && let Some(opened) = open.pop().filter(|opened| opened < depth) {
                let [own, opened] = [*depth, opened].map(|depth| usize::try_from(depth).unwrap_or(0));
                return Some((own, opened, code));
            }
            let is_head =
                self.has_words() && begins_words(self.rules, code) && !self.rules.begins_clause(code);
            let opens = code.ends_with('{') && (is_end || open_brackets(code) == 1);
            if opens || is_head && !code.ends_with('{') {
                open.push(*depth);
            } else if open_brackets(code) != 0 && !is_end {
                return None;
            }
        }
        None
    }

    /// Returns the lines of code of a run, each with its depth.
    fn code_of_run(&mut self, run: &[&str]) -> Vec<(isize, String)> {
        let mut state = self.index.state_before(self.buffer, self.at);
        let mut lines = Vec::new();
        for line in run {
            let begins = state.clone();
            let code = code_of(Some(self.lexer), line, &mut state);
            let is_directive = self.layout.is_directive(trim(line));
            if !is_blank(line) && begins.is_code() && !code.is_empty() && !is_directive {
                lines.push((columns(indentation(line), TAB), code));
            }
        }
        lines
    }

    /// Returns whether the words of some lines begin blocks that the lines do not end, or end other blocks.
    fn parts_words(&self, lines: &[(isize, String)]) -> bool {
        let mut open = 0_isize;
        let mut is_parted = false;
        for (_, code) in lines.iter().filter(|_| self.has_words()) {
            is_parted |= open == 0 && self.rules.begins_part(code);
            open += isize::from(begins_words(self.rules, code) && !self.rules.begins_clause(code));
            open -= isize::from(self.rules.ends_statement(code));
        }
        is_parted || open != 0
    }

    fn has_words(&self) -> bool {
        !self.is_code && !self.rules.end_words.is_empty()
    }

    /// Returns the depth that added lines should have, if the lines above and below agree on it.
    fn expected(&mut self) -> Option<Expected> {
        let above = Ending::of(self.layout, self.lines(Way::Up).into_iter())?;
        let (below, code) = self.lines(Way::Down).into_iter().next()?;
        let is_head = self.has_words() && begins_words(self.rules, &above.code);
        let ends = |code: &str| code.starts_with(CLOSING) || self.has_words() && self.rules.begins_part(code);
        let is_plain = |code: &str| {
            !is_label(code)
                && !continues(code)
                && !code.starts_with('{')
                && !GOING_ON.contains(&first_word(code))
        };
        // In languages where a statement may continue without a sign for that, only a line that ends in an end sign is
        // complete.
        let is_by_line = self.is_code || self.has_words() && !self.rules.any_case;
        let is_whole = |code: &str| is_by_line || code.ends_with([';', '{', '}', ',']);
        if !is_plain(&code)
            || !is_whole(&above.code)
            || !(is_whole(&code) || ends(&code))
            || above.code.starts_with('@')
        {
            return None;
        }
        let inside = |heading: isize| match ends(&code) {
            false => (below > heading).then_some(Expected::As(below)),
            true => (below <= heading && !may_be_flat(&above.code)).then_some(Expected::DeeperThan(heading)),
        };
        match self.layout.opening(&above.code) {
            _ if is_head => inside(above.depth),
            OpeningDepth::Block => inside(above.base),
            OpeningDepth::No if !is_plain(&above.code) => None,
            OpeningDepth::No if ends(&code) => (below < above.base).then_some(Expected::As(above.base)),
            OpeningDepth::No => (below == above.base).then_some(Expected::As(below)),
            _ => None,
        }
    }

    /// Returns the kept lines of code above the place, the nearest first, or the nearest one below it.
    fn lines(&mut self, way: Way) -> Vec<(isize, String)> {
        let (first, count) = (self.at.saturating_sub(FAR), self.buffer.line_count());
        let all: Vec<usize> = match way {
            Way::Up => (first..self.at).rev().filter(|line| self.kept.is_kept(*line)).collect(),
            Way::Down => (self.at..count).take(FAR).filter(|line| self.kept.is_kept(*line)).collect(),
        };
        let mut lines = Vec::new();
        for line in all {
            lines.extend(self.code_at(line));
            if way == Way::Down && !lines.is_empty() {
                break;
            }
        }
        lines
    }

    /// Returns the code of a line of the text, with its depth, if the line begins with code.
    pub(super) fn code_at(&mut self, line: usize) -> Option<(isize, String)> {
        let text = self.buffer.line(line);
        let mut state: LexState = self.index.state_before(self.buffer, line);
        let is_code = state.is_code();
        let code = code_of(Some(self.lexer), &text, &mut state);
        let is_told = is_code && !code.is_empty() && !self.layout.is_directive(trim(&text));
        is_told.then(|| (columns(indentation(&text), TAB), code))
    }
}

/// Whether a line of code is to stand as deep as those beside it.
pub(super) fn must_align(code: &str) -> bool {
    !is_label(code)
        && !continues(code)
        && !code.starts_with(['@', '#', '['])
        && !GOING_ON.contains(&first_word(code))
}

/// The direction of a search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Up,
    Down,
}
