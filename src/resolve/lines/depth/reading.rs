//! The readings: the possible interpretations of a payload's depth.

use super::facts::{DepthFacts, PayloadSide};
use super::flow::{CLOSING, Fit, OpeningDepth, continues, is_label, may_be_flat};
use super::line::{DepthLine, LineKind, least_depth};
use super::marker_shift::MarkerShift;
use super::neighbours::{Neighbour, NextLines};
use super::shared_line::SharedLine;
use super::statement::{Ending, brackets};
use super::text_lines::{are_siblings, begins_words};
use crate::text::normal::{is_word_char, open_brackets};

/// A reading: the number of columns by which the payload's lines move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DepthReading {
    /// The move of the first line.
    pub(super) first: isize,
    /// The move of all other lines.
    pub(super) rest: isize,
}

impl DepthReading {
    /// Returns the reading in which all lines move by `by`.
    pub(super) const fn all(by: isize) -> Self {
        Self { first: by, rest: by }
    }
}

/// The readings that are possible for a payload.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Readings {
    /// (A) One coordinate system: the payload moves as the marker does.
    pub(super) with_marker: Option<DepthReading>,
    /// (B) The payload lost its indentation separately: its first line gets the depth of the place's first line.
    pub(super) at_place: Option<DepthReading>,
    /// (C) The payload already has its final depth.
    pub(super) as_written: Option<DepthReading>,
    /// Only the payload's first line lost its indentation.
    pub(super) first_line_lost: Option<DepthReading>,
    /// Whether the payload may have lost any amount of indentation.
    pub(super) may_be_cut: bool,
    /// Whether marker and payload may have lost different amounts of indentation.
    pub(super) both_may_be_cut: bool,
}

impl Readings {
    pub(super) fn of(facts: &DepthFacts<'_>, around: &NextLines) -> Self {
        let Some(first) = facts.payload.first() else { return Self::default() };
        let least = least_depth(facts.payload.iter()).unwrap_or(0);
        let marker_least = least_depth(facts.marker.iter().map(|(line, _)| *line)).unwrap_or(0);
        // "`before`, `marker` and `after` are one pattern."
        let marker_least = facts.context_least.map_or(marker_least, |least| least.min(marker_least));
        let shift = facts.marker_shift.shift();
        // No line can be left of the margin.
        let together = shift.filter(|by| least + by >= 0).map(DepthReading::all);
        let marker_may_be_cut = marker_least == 0;
        // A payload that begins at the margin lost its indentation, or belongs there. A marker that was neither shifted
        // to the margin nor copied shows that the writer counts columns differently, also in the payload.
        let is_apart = shift == Some(0) || marker_may_be_cut || together.is_none();
        let may_be_cut = least == 0 && facts.depth > 0 && is_apart;
        let aligned = DepthReading::all(facts.aligned().unwrap_or(0));
        let rest = least_depth(facts.payload.iter().skip(1));
        let is_left = rest.is_some_and(|least| shift == Some(0) || least > 0 && marker_may_be_cut);
        let first_of_marker = facts.marker.first().filter(|_| facts.marker_shift == MarkerShift::FirstLost);
        let marked = first_of_marker.map(|(_, depth)| *depth);
        let depth = facts.lost_by_first().or(marked).unwrap_or(facts.depth);
        // Beside a marker at the margin, only lines below the first that are deeper show it.
        let hangs = facts.payload.get(1).is_some_and(|second| second.column > 0);
        let is_deep = depth > 0 || hangs && facts.depths(around).iter().any(|depth| *depth > 0);
        // A first line that the marker has in the same column lost nothing, unless it is the whole marker, which may
        // have lost as much.
        let is_alone = facts.marker.len() == 1 && shift.is_some_and(|shift| shift > 0);
        let is_kept = |own: &SharedLine| own.line == 0 && shift == Some(own.needs) && !is_alone;
        let is_kept = || facts.witnesses.all.iter().any(is_kept) && !facts.is_verbatim_below_first();
        let first_lost = is_left && first.column == 0 && is_deep && !is_kept();
        // If a payload is deeper than its marker in the columns of the patch, its first line may still be meant to
        // replace the marker's; the payload was not copied from the file, unless it is as deep as there.
        let is_deeper = facts.side == PayloadSide::Replace
            && first.column > 0
            && marker_may_be_cut
            && shift.is_some_and(|shift| shift > 0);
        let is_verbatim = (least > 0 || facts.is_part_of_its_own())
            && shift != Some(0)
            && marker_may_be_cut
            // Verbatim then equals the reading with one coordinate system.
            && !facts.may_be_verbatim
            && (!is_deeper || !facts.has_common_columns || aligned.first == 0);
        Self {
            with_marker: together,
            at_place: (may_be_cut && aligned.first >= 0 || shift.is_none() || is_deeper).then_some(aligned),
            as_written: is_verbatim.then_some(DepthReading::all(0)),
            first_line_lost: first_lost.then_some(DepthReading { first: depth, rest: 0 }),
            may_be_cut: may_be_cut || shift.is_none(),
            both_may_be_cut: may_be_cut && marker_may_be_cut && shift.is_some_and(|shift| shift > 0),
        }
    }

    /// Returns all possible readings without duplicates.
    pub(super) fn list(&self) -> Vec<DepthReading> {
        let mut list: Vec<DepthReading> = Vec::new();
        for reading in
            [self.with_marker, self.at_place, self.as_written, self.first_line_lost].into_iter().flatten()
        {
            if !list.contains(&reading) {
                list.push(reading);
            }
        }
        list
    }
}

impl DepthFacts<'_> {
    /// Returns the move that gives the payload's first line the depth of the place's first line.
    pub(super) fn aligned(&self) -> Option<isize> {
        self.head().map(|first| self.depth - first.column)
    }

    /// Returns the payload's first line that is not a directive, since directives are at the margin at any depth; the
    /// first line if all are directives.
    pub(super) fn head(&self) -> Option<&DepthLine<'_>> {
        let mut others = self.payload.iter().filter(|line| line.kind != LineKind::Directive);
        others.next().or_else(|| self.payload.first())
    }

    /// Returns whether the payload's first line, moved by `by`, is as deep as the place's first line or, after the
    /// marker, as the last line of the marker.
    pub(super) fn is_aligned(&self, by: isize) -> bool {
        let Some(first) = self.head() else { return false };
        let touched = self.marker.last().filter(|_| self.side == PayloadSide::After).map(|(_, depth)| *depth);
        [Some(self.depth), touched].contains(&Some(first.column + by))
    }

    /// Returns whether the marker's shift makes the payload as deep as the place, so that none of its lines lost
    /// indentation. Evidence against it is a bracket that is open above the margin, or a complete first statement with
    /// a deeper line below it.
    pub(super) fn is_whole(&self, around: &NextLines) -> bool {
        let MarkerShift::Shift(shift) = self.marker_shift else { return false };
        let opens = |above: &Ending| {
            matches!(self.layout.opening(&above.code), OpeningDepth::Block | OpeningDepth::Bracket)
        };
        let is_inside = shift == 0 && around.above.as_ref().is_some_and(opens);
        let hangs = self.depth > 0
            && self.begins_with_code()
            && !self.first_is_continued()
            && self.beginning(DepthReading::all(0)) <= Fit::Odd;
        self.is_aligned(shift) && !(self.is_code && (is_inside || hangs)) && !self.is_followed_by_sibling()
    }

    /// Returns whether the payload replaces one line, in a file of an unknown language, and its second line is as deep
    /// as that line in the file and of the same form as its first: the second line then does not belong to the first.
    fn is_followed_by_sibling(&self) -> bool {
        let [first, second, ..] = self.payload else { return false };
        !self.is_code
            && self.side == PayloadSide::Replace
            && self.marker.len() == 1
            && self.depth > 0
            && second.at == first.at + 1
            && (first.column, second.column) == (0, self.depth)
            && are_siblings(first.text, second.text)
    }

    /// Returns whether the second line is part of the statement that the first one begins: only the second ends in a
    /// semicolon, or only the first continues a statement above.
    fn first_is_continued(&self) -> bool {
        let [first, second, ..] = self.payload else { return false };
        let ends = second.code.ends_with(';') && !first.code.ends_with([';', '}', ')']);
        ends || continues(&first.code) && !continues(&second.code)
    }

    /// Returns the payload's line that begins a block, if all lines are equally deep: they lost their indentation line
    /// by line, and the end of the block is unknown.
    pub(super) fn lost_depth(&self) -> Option<usize> {
        let code: Vec<&DepthLine<'_>> =
            self.payload.iter().filter(|line| line.kind == LineKind::Code).collect();
        let is_flat = self.payload.windows(2).all(|pair| pair[0].column == pair[1].column);
        let is_doubtful = |own: &DepthLine<'_>| {
            self.marker_shift == MarkerShift::Flat || !self.layout.indented || own.code.ends_with(':')
        };
        let is_emptied = |pair: &[&DepthLine<'_>]| {
            let is_block = self.layout.opening(&pair[0].code) == OpeningDepth::Block
                && pair[0].text.starts_with(char::is_alphabetic)
                && is_doubtful(pair[0]);
            // Lines within brackets are deeper, too, but not necessarily beside a marker that is as deep as in the
            // file.
            let is_list = self.marker_shift != MarkerShift::Shift(0) && pair[0].code.ends_with(['(', '[']);
            // The marker lost its indentation, too, and a line after a label is deeper than the label.
            let is_labelled = self.marker_shift == MarkerShift::Flat && is_label(&pair[0].code);
            (is_block || is_list || is_labelled)
                && !pair[1].text.starts_with(CLOSING)
                && !may_be_flat(&pair[0].code)
                && !self.is_as_in_file(pair[0], pair[1])
                && !self.has_directive_between(pair[0].at, pair[1].at)
                && !is_label(&pair[1].code)
        };
        let is_lost = self.is_code && is_flat;
        code.windows(2).find(|pair| is_lost && is_emptied(pair)).map(|pair| pair[0].at)
    }

    /// Returns whether a marker that is as deep as the file has these two lines of the payload, one below the other.
    fn is_as_in_file(&self, above: &DepthLine<'_>, below: &DepthLine<'_>) -> bool {
        let is_same =
            |one: &DepthLine<'_>, other: &DepthLine<'_>| (one.text, one.column) == (other.text, other.column);
        self.marker_shift == MarkerShift::Shift(0)
            && self.marker.windows(2).any(|pair| is_same(pair[0].0, above) && is_same(pair[1].0, below))
    }

    /// Returns whether a directive is between two lines of the payload: the second may belong to another branch.
    fn has_directive_between(&self, above: usize, below: usize) -> bool {
        let mut between = self.payload.iter().filter(|line| above < line.at && line.at < below);
        between.any(|line| line.kind == LineKind::Directive)
    }

    /// Returns whether several blank lines separate the payload, which is at the margin, from a deeper marker: parts of
    /// a file are separated so, not statements of a block.
    pub(super) fn is_part_of_its_own(&self) -> bool {
        let (Some(first), Some(last)) = (self.payload.first(), self.payload.last()) else { return false };
        let blanks = match self.side {
            PayloadSide::Replace => 0,
            PayloadSide::After => first.at,
            PayloadSide::Before => self.payload_count - 1 - last.at,
        };
        self.layout.indented && blanks > 1 && first.column == 0 && first.kind != LineKind::Text
    }

    /// Returns whether no line after a blank line is at the margin, where it may begin another part of the file.
    pub(super) fn is_one_piece(&self) -> bool {
        self.payload.windows(2).all(|pair| pair[1].at == pair[0].at + 1 || pair[1].column > 0)
    }

    /// Returns whether all shared lines below the first are as deep as in the file, although the marker lost its
    /// indentation as a whole.
    fn is_verbatim_below_first(&self) -> bool {
        let mut others = self.witnesses.all.iter().filter(|own| own.line > 0 && own.is_strong).peekable();
        let is_deep = |own: &SharedLine| self.payload.get(own.line).is_some_and(|line| line.column > 0);
        let is_cut = matches!(self.marker_shift, MarkerShift::Shift(shift) if shift > 0);
        is_cut
            && !self.same_text
            && others.peek().is_some()
            && others.all(|own| own.needs == 0 && is_deep(own))
    }

    /// Returns the depth in the file of the first line of marker and payload, if it alone lost its indentation in the
    /// payload, or in both: the other lines are as deep as in the file, and fit below it.
    pub(super) fn lost_by_first(&self) -> Option<isize> {
        let is_verbatim = self.marker_shift.shift() == Some(0) || self.is_verbatim_below_first();
        let is_verbatim = is_verbatim && self.side == PayloadSide::Replace;
        let (marked, depth) = self.marker.first().filter(|_| is_verbatim)?;
        let first = self.payload.first().filter(|own| own.column == 0 && own.text == marked.text)?;
        let others = || self.witnesses.all.iter().filter(|own| own.line > 0);
        let is_moved = others().any(|own| own.needs == *depth && !self.is_unwrapped(own));
        // A marker that kept its indentation is not evidence for the payload.
        let is_told = self.marker_shift == MarkerShift::FirstLost
            || others().any(|own| own.needs == 0 || self.is_unwrapped(own));
        let lost = DepthReading { first: *depth, rest: 0 };
        // The file has a similar line below the first one, equally deep.
        let is_kept = || {
            let [(_, _), (below, depth), ..] = self.marker[..] else { return false };
            self.payload.get(1).is_some_and(|own| {
                own.column == depth && own.text.starts_with(CLOSING) == below.text.starts_with(CLOSING)
            })
        };
        let fits = || {
            let fit = self.beginning(lost);
            let is_text = self.marker_shift == MarkerShift::FirstLost && !self.begins_with_code();
            is_text || is_kept() || fit >= Fit::Possible && fit >= self.beginning(DepthReading::all(0))
        };
        (*depth > 0 && first.at == 0 && marked.at == 0 && is_told && !is_moved && fits()).then_some(*depth)
    }

    /// Returns whether a line of the payload is as deep as the heading of its block in the marker, while the payload
    /// lacks that heading: the change moves the line out of the block, so its depth in the file is not evidence.
    fn is_unwrapped(&self, own: &SharedLine) -> bool {
        let (Some((line, _)), Some(brought)) = (self.marker.get(own.marked), self.payload.get(own.line))
        else {
            return false;
        };
        let above = self.marker[..own.marked].iter().enumerate().rev();
        let heading = above.into_iter().find(|(_, (above, _))| above.column < line.column);
        heading.is_some_and(|(at, (above, _))| {
            above.column == brought.column
                && self.layout.opening(&above.code) == OpeningDepth::Block
                && self.witnesses.all.iter().all(|other| other.marked != at)
        })
    }

    /// Returns the column of the line that begins by closing what the first line opens; `None` if the code below it is
    /// further left, which means that it belongs to that line.
    pub(super) fn closing_column(&self) -> Option<isize> {
        let other = self.closing_quotes().or_else(|| self.closing_tag()).or_else(|| self.closing_word());
        if let Some(column) = other {
            return Some(column);
        }
        let mut code = self.payload.iter().filter(|line| line.kind == LineKind::Code);
        let mut open = open_brackets(&code.next()?.code);
        if open <= 0 {
            return None;
        }
        let closing = code.find_map(|line| {
            let closed = line.code.chars().take_while(|sign| CLOSING.contains(sign)).count() as isize;
            if closed > 0 && closed >= open {
                return Some(Some(line.column));
            }
            open += open_brackets(&line.code);
            (open <= 0).then_some(None)
        });
        let below = code.next().map(|line| line.column);
        closing.flatten().filter(|column| below.is_none_or(|below| below >= *column))
    }

    /// Returns whether the second line is aligned with the first argument after the last open bracket of the first
    /// line: the two lines were then moved together.
    pub(super) fn hangs_from_bracket(&self) -> bool {
        let [first, second, ..] = self.payload else { return false };
        let mut open = Vec::new();
        for (at, byte) in first.code.bytes().enumerate() {
            match byte {
                b'(' | b'[' | b'{' => open.push(at),
                b')' | b']' | b'}' => _ = open.pop(),
                _ => {}
            }
        }
        let bracket = open.last().map_or("", |at| &first.code[..=*at]);
        let argument =
            first.text.strip_prefix(bracket).filter(|rest| !bracket.is_empty() && !rest.is_empty());
        argument.is_some() && first.column + bracket.chars().count() as isize == second.column
    }

    /// Returns the column of the line that begins with the end tag of the element with which the payload begins.
    fn closing_tag(&self) -> Option<isize> {
        let (first, rest) = self.payload.split_first()?;
        let name: String =
            first.text.strip_prefix('<')?.chars().take_while(|sign| is_word_char(*sign)).collect();
        let is_end = |line: &&DepthLine<'_>| {
            let rest = line.text.strip_prefix("</").and_then(|text| text.strip_prefix(name.as_str()));
            rest.is_some_and(|rest| !rest.starts_with(is_word_char))
        };
        rest.iter().find(is_end).filter(|_| !name.is_empty()).map(|line| line.column)
    }

    /// Returns the column of the line that ends the block with which the payload begins by a word, such as `fi`.
    fn closing_word(&self) -> Option<isize> {
        let rules = self.rules.filter(|rules| !self.is_code && !rules.end_words.is_empty())?;
        let opens = |text: &str| !rules.begins_clause(text) && begins_words(rules, text);
        let mut code = self.payload.iter().filter(|line| line.kind == LineKind::Code);
        let mut open = usize::from(opens(code.next()?.text));
        if open == 0 {
            return None;
        }
        let closing = code.find(|line| {
            open += usize::from(opens(line.text));
            open -= usize::from(rules.ends_statement(line.text));
            open == 0
        });
        closing.map(|line| line.column)
    }

    /// Returns the column of the quotes on a separate line that end the string with which the payload begins: a
    /// docstring.
    fn closing_quotes(&self) -> Option<isize> {
        let (first, rest) = self.payload.split_first()?;
        let quotes = ["\"\"\"", "'''"].into_iter().find(|quotes| first.text.starts_with(quotes))?;
        let mut text = rest.iter().take_while(|line| line.kind == LineKind::Text);
        text.find(|line| line.text == quotes).map(|line| line.column)
    }

    /// Returns whether the payload's first line is code of a known language.
    pub(super) fn begins_with_code(&self) -> bool {
        self.is_code && self.payload.first().is_some_and(|first| first.kind == LineKind::Code)
    }

    /// Returns how the second line of code fits below the first one in a reading.
    pub(super) fn beginning(&self, reading: DepthReading) -> Fit {
        let [first, second, ..] = self.payload else { return Fit::Possible };
        if !self.begins_with_code() {
            let own = |line: &DepthLine<'_>, by: isize| Neighbour {
                depth: line.column + by,
                text: line.text.to_owned(),
                kind: if self.is_code { line.kind } else { LineKind::Text },
            };
            return self.text_fit(&own(first, reading.first), &own(second, reading.rest));
        }
        let is_apart = second.at > first.at + 1;
        let mut code = self.code_depths(reading);
        let (Some(first), Some(second)) = (code.next(), code.next()) else { return Fit::Possible };
        // A statement that begins above the payload, and ends in its first line, may be less deep than that line.
        let ends_another = !first.1.starts_with(CLOSING) && brackets(first.1).0 > 0;
        if second.0 < first.0 && (ends_another || !self.layout.indented && continues(first.1)) {
            return Fit::Possible;
        }
        let fit = match self.behind_hanging(first, second, code) {
            Some((end, below)) => self.layout.fit((first.0, end), below, self.step),
            None => self.layout.fit(first, second, self.step),
        };
        // After a blank line a block may have ended.
        if is_apart && second.0 < first.0 && fit == Fit::Possible { Fit::Expected } else { fit }
    }

    /// Returns the last line of a first statement and the line below it, if the last line closes what the first one
    /// opens and is deeper than the line below.
    fn behind_hanging<'c>(
        &self,
        first: (isize, &'c str),
        second: (isize, &'c str),
        mut rest: impl Iterator<Item = (isize, &'c str)>,
    ) -> Option<(&'c str, (isize, &'c str))> {
        let mut open = open_brackets(first.1);
        let mut last = second;
        while open > 0 && !last.1.starts_with(CLOSING) {
            open += open_brackets(last.1);
            last = rest.next()?;
        }
        let below =
            rest.next().filter(|below| open > 0 && open + open_brackets(last.1) <= 0 && below.0 < last.0)?;
        Some((last.1, below))
    }

    /// Returns whether a reading leaves the place unchanged.
    pub(super) fn changes_nothing(&self, reading: DepthReading) -> bool {
        let is_kept = |witness: &SharedLine| {
            let by = if witness.line == 0 { reading.first } else { reading.rest };
            witness.needs == by
        };
        self.same_text && self.witnesses.all.iter().all(is_kept)
    }
}
