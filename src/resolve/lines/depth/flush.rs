//! Moves added lines that lost their indentation, between two lines of one depth, to that depth.
//!
//! The lines that a payload shares with its marker show where the payload is, but not where lines among them belong that
//! were written without their indentation.
//!
//! Invariant: the lines move only where nothing may be at the depth at which they are written: they are whole statements
//! or comments, the line above opens no block that they leave, and the line below is deeper than they are.

use std::cell::LazyCell;
use std::ops::{Deref, Range};

use super::columns::{columns, window};
use super::flow::{CLOSING, Fit, OpeningDepth, continues, is_label};
use super::layout::Layout;
use super::line::code_of;
use super::lost_first::says_words;
use super::neighbours::item_width;
use super::odd::{RemainingLines, must_align};
use super::text_lines::{has_value, is_key};
use crate::resolve::lines::index::LineIndex;
use crate::text::normal::{indentation, is_blank, open_brackets, trim};
use crate::text::{Buffer, Lexer, LineEdits, step_within};

/// A line that is not blank.
#[derive(Debug, Clone)]
struct FlushLine {
    /// The index of the line among all added lines; `None` for a line of the file.
    number: Option<usize>,
    text: String,
    /// The line without comments, with each string replaced by `s`.
    code: String,
    /// Whether the line begins with code or a comment, and not within a text.
    is_code: bool,
}

impl FlushLine {
    fn indent(&self) -> &str {
        indentation(&self.text)
    }
}

/// Moves added lines that lost their indentation.
pub fn raise_flush_lines(
    buffer: &Buffer,
    index: &mut LineIndex<'_>,
    layout: Layout,
    edits: &mut LineEdits<'_>,
) {
    let is_known = index.rules().is_some();
    let Some(lexer) = index.scanner().map(|scanner| Lexer::new(scanner.rules())) else { return };
    let kept = RemainingLines::of(buffer, edits);
    let added = edits.added_by_place();
    let mut raised: Vec<(usize, String)> = Vec::new();
    let mut rest = &added[..];
    while let Some((at, ..)) = rest.first() {
        let below = kept.below(*at);
        let count = rest.iter().take_while(|(own, ..)| own == at || below.is_none_or(|below| below >= *own));
        let (run, others) = rest.split_at(count.count());
        rest = others;
        let (Some(above), Some(below)) = (kept.above(*at), below) else { continue };
        let solid = || run.iter().filter(|(_, _, text)| !is_blank(text));
        let least = [above, below].map(|line| indentation(&buffer.line(line)).len());
        if solid().all(|(_, _, text)| indentation(text).len() >= least[0].min(least[1])) {
            continue;
        }
        let own = |line: usize, index: &mut LineIndex<'_>| read_line(buffer, index, &lexer, line);
        let mut lines = vec![own(above, index)];
        let mut state = index.state_before(buffer, *at);
        for (_, number, text) in run {
            let is_code = state.is_code();
            let code = code_of(Some(&lexer), text, &mut state);
            if !is_blank(text) {
                lines.push(FlushLine { number: Some(*number), text: text.clone(), code, is_code });
            }
        }
        lines.push(own(below, index));
        let gone: Vec<String> = kept
            .gone(above + 1, below)
            .iter()
            .map(|line| buffer.line(*line).into_owned())
            .filter(|line| !is_blank(line))
            .collect();
        let step = LazyCell::new(|| step_within(buffer, window(buffer, &(*at..*at))).0);
        raised.extend(FlushRun { layout, is_known, lexer: &lexer, lines, step: &step, gone }.raised());
    }
    raised.iter().for_each(|(number, text)| edits.rewrite(*number, text.clone()));
}

/// Reads a line of the file.
fn read_line(buffer: &Buffer, index: &mut LineIndex<'_>, lexer: &Lexer<'_>, line: usize) -> FlushLine {
    let mut state = index.state_before(buffer, line);
    let (text, is_code) = (buffer.line(line).into_owned(), state.is_code());
    let code = code_of(Some(lexer), &text, &mut state);
    FlushLine { number: None, text, code, is_code }
}

/// Added lines between two lines of the file, with these two.
struct FlushRun<'r> {
    layout: Layout,
    /// Whether more is known of the language than its comments and words.
    is_known: bool,
    lexer: &'r Lexer<'r>,
    lines: Vec<FlushLine>,
    /// The width of an indent level of the file, in columns. Most runs do not need it, and many lines are read for it.
    step: &'r dyn Deref<Target = usize>,
    /// The removed lines at the place.
    gone: Vec<String>,
}

impl FlushRun<'_> {
    /// Returns the lines that lost their indentation, at the depth of the lines around them, each with its number.
    fn raised(&self) -> Vec<(usize, String)> {
        let mut raised = Vec::new();
        let mut first = 1;
        while first + 1 < self.lines.len() {
            match self.lost_from(first) {
                Some((end, deep)) => {
                    let lost = self.lines[first].indent().len();
                    raised.extend(self.lines[first..end].iter().filter_map(|line| {
                        let text = format!("{deep}{}", line.text.get(lost..)?);
                        Some((line.number?, text))
                    }));
                    first = end;
                }
                None => first += 1,
            }
        }
        raised
    }

    /// Returns the end of the lines from `first` that lost their indentation, and the indentation of their place.
    fn lost_from(&self, first: usize) -> Option<(usize, String)> {
        let above = &self.lines[first - 1];
        let opening = self.layout.opening(&above.code);
        let is_inside = |line: &FlushLine| match opening {
            OpeningDepth::Block => line.indent().len() > above.indent().len(),
            _ => line.indent() == above.indent(),
        };
        let mut ends = (first + 1..self.lines.len()).filter(|at| is_inside(&self.lines[*at]));
        let end = ends.find(|end| self.is_lost(first..*end, opening))?;
        Some((end, self.lines[end].indent().to_owned()))
    }

    /// Returns whether some lines lost the indentation that the line below them has.
    fn is_lost(&self, range: Range<usize>, opening: OpeningDepth) -> bool {
        let (above, below) = (&self.lines[range.start - 1], &self.lines[range.end]);
        let (lines, deep) = (&self.lines[range], below.indent());
        let (Some(lost), Some(last)) = (lines.first().map(FlushLine::indent), lines.last()) else {
            return false;
        };
        // Where brackets end the blocks, only a line at the margin, or one with the sign of an end, surely lost it.
        let is_ended = || {
            let by = columns(deep, **self.step) - columns(lost, **self.step);
            last.code.ends_with([';', '}', ',']) && by.rem_euclid((**self.step).max(1) as isize) == 0
        };
        let may_be_lost = self.layout.indented || !self.is_known || lost.is_empty() || is_ended();
        let is_left = |line: &FlushLine| line.indent().len() < deep.len() && deep.starts_with(line.indent());
        above.is_code
            && below.is_code
            && may_be_lost
            && lost.len() < deep.len()
            && lost.len() <= above.indent().len()
            && lines.iter().all(|line| line.is_code && line.indent().starts_with(lost))
            // A line as deep as the one below may belong to the same block.
            && is_left(last)
            && !self.gone.iter().any(|line| indentation(line) == lost)
            && match self.is_known || lines.iter().all(|line| line.code.is_empty()) {
                true => self.are_whole(lines, opening) && self.may_follow(below),
                false => self.are_entries(lines, [above, below]),
            }
    }

    /// Returns whether some lines are entries of a mapping or items of a list like the line below, in a language of
    /// mappings and lists by indentation: nothing may be deeper below a value.
    fn are_entries(&self, lines: &[FlushLine], [above, below]: [&FlushLine; 2]) -> bool {
        let is_item = |line: &FlushLine| item_width(trim(&line.text)).is_some();
        let text = |line: &FlushLine| line.code.trim_start_matches("- ").to_owned();
        let is_entry = |line: &FlushLine| is_item(line) || is_key(trim(&line.text));
        let is_value = |line: &FlushLine| is_key(&text(line)) && has_value(&text(line));
        let is_scalar = |line: &FlushLine| line.code.trim_end_matches(['-', '+']).ends_with(['|', '>']);
        let own = || lines.iter().filter(|line| !line.code.is_empty());
        self.lexer.rules().block_scalars
            && !above.code.ends_with(':')
            && [above, below].into_iter().chain(own().take(1)).all(|line| is_item(line) == is_item(below))
            && is_entry(below)
            && own().all(is_entry)
            && own().next_back().is_some_and(|last| is_value(last) && !is_scalar(last))
    }

    /// Returns whether some lines are whole statements, or prose in comments, that may follow a line.
    fn are_whole(&self, lines: &[FlushLine], above: OpeningDepth) -> bool {
        let mut open = 0;
        let mut code = lines.iter().filter(|line| !line.code.is_empty()).peekable();
        if code.peek().is_none() {
            let rules = self.lexer.rules();
            return above != OpeningDepth::Continued
                && lines.iter().all(|line| says_words(rules, &line.text));
        }
        let is_whole = code.all(|line| {
            open += open_brackets(&line.code);
            open >= 0 && !self.layout.is_directive(trim(&line.text))
        });
        let own: Vec<&FlushLine> = lines.iter().filter(|line| !line.code.is_empty()).collect();
        let column = |line: &FlushLine| columns(line.indent(), **self.step);
        let begins =
            own.first().is_some_and(|first| must_align(&first.code) && !first.code.starts_with(CLOSING));
        let fits = begins
            && own.windows(2).all(|pair| {
                let [above, below] = [pair[0], pair[1]].map(|line| (column(line), line.code.as_str()));
                self.layout.fit(above, below, **self.step) >= Fit::Possible
            });
        let last = own.last();
        let ends = last.map_or(OpeningDepth::No, |last| self.layout.opening(&last.code));
        let goes_with = match above {
            OpeningDepth::No | OpeningDepth::Block => ends == OpeningDepth::No,
            OpeningDepth::Item => ends == OpeningDepth::Item,
            OpeningDepth::Bracket | OpeningDepth::Continued => false,
        };
        is_whole && fits && open == 0 && goes_with
    }

    /// Returns whether a line below begins a statement, an item or a comment of its own.
    fn may_follow(&self, below: &FlushLine) -> bool {
        let code = &below.code;
        let is_own = code.is_empty() || must_align(code);
        is_own
            && !continues(code)
            && !is_label(code)
            && !code.starts_with(CLOSING)
            && !code.starts_with('{')
            && !self.layout.is_directive(trim(&below.text))
    }
}
