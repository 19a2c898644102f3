//! Judges how the depths of a payload fit the lines before and after its place.

use super::facts::{DepthFacts, PayloadSide};
use super::flow::{CLEAR_MARGIN, CLOSING, Fit, OpeningDepth, continues, is_label};
use super::line::{DepthLine, LineKind};
use super::marker_shift::MarkerShift;
use super::neighbours::{Neighbour, NextLines};
use super::reading::DepthReading;
use super::statement::Ending;
use super::text_flow::fit_of_text;
use crate::text::begins_block;
use crate::text::normal::{is_word_char, open_brackets};

/// The signs with which the items of a list begin that has its commas at the beginning of lines.
const SIGNS_OF_ITEMS: [char; 5] = [',', ':', '(', '[', '{'];

impl DepthFacts<'_> {
    /// Returns whether nothing around contradicts a reading.
    pub(super) fn is_possible(&self, around: &NextLines, reading: DepthReading) -> bool {
        self.fits_at_edges(around, reading).into_iter().all(|fit| fit >= Fit::Possible)
    }

    /// Returns how a reading fits below the line above, and above the line below.
    pub(super) fn fits_at_edges(&self, around: &NextLines, reading: DepthReading) -> [Fit; 2] {
        let mut code = self.code_depths(reading);
        let Some(top) = code.next().filter(|_| self.is_code) else {
            return self.text_at_edges(around, reading);
        };
        let lines: Vec<(isize, String)> =
            self.code_depths(reading).map(|(depth, code)| (depth, code.to_owned())).collect();
        let above = around.above.as_ref().map_or(Fit::Possible, |above| self.fit(above, top));
        let above = if self.is_as_deep_as_inside(around, top.0) { Fit::Expected } else { above };
        let above = if self.is_behind_statement(around, top) { above.max(Fit::Possible) } else { above };
        let bottom = Ending::of(self.layout, lines.into_iter().rev());
        let below = around.below.as_ref().zip(bottom).map_or(Fit::Possible, |((depth, code), bottom)| {
            self.ends_labels(top, (*depth, code)).unwrap_or_else(|| self.fit(&bottom, (*depth, code)))
        });
        let below = if self.opens_to_below() { below.max(Fit::Possible) } else { below };
        let apart = self.is_apart(around);
        let is_back = |edge: usize, fit: Fit| {
            if fit == Fit::Possible && apart[edge] { Fit::Expected } else { fit }
        };
        let kept = self.keeps_edges(reading);
        let is_flat = self.is_in_flat_block(around, top.0);
        let as_before =
            |edge: usize, fit: Fit| if kept[edge] || is_flat { fit.max(Fit::Possible) } else { fit };
        [as_before(0, is_back(0, above)), as_before(1, is_back(1, below))]
    }

    /// Returns whether an inserted payload ends with the heading of a block that it does not close: the lines below, which
    /// come into that block, keep their depth and show nothing.
    fn opens_to_below(&self) -> bool {
        let code = || self.payload.iter().filter(|line| line.kind == LineKind::Code);
        let open: isize = code().map(|line| open_brackets(&line.code)).sum();
        let last = code().next_back();
        self.side != PayloadSide::Replace
            && !self.layout.indented
            && open > 0
            && last.is_some_and(|last| self.layout.opening(&last.code) == OpeningDepth::Block)
    }

    /// Returns whether the payload fills an empty block at the depth of its heading, where the blocks of such headings
    /// are usually flat.
    fn is_in_flat_block(&self, around: &NextLines, depth: isize) -> bool {
        let (Some(above), Some((below, code))) = (&around.above, &around.below) else { return false };
        let mut words = above.code.split(|sign| !is_word_char(sign));
        self.side != PayloadSide::Replace
            && self.layout.opening(&above.code) == OpeningDepth::Block
            && words.any(|word| self.layout.flat_headings.contains(&word))
            && code.starts_with(CLOSING)
            && [above.base, *below] == [depth; 2]
    }

    /// Returns whether a payload directly after the heading of a block, such as a namespace, is as deep as the contents
    /// of the block.
    fn is_as_deep_as_inside(&self, around: &NextLines, depth: isize) -> bool {
        let (Some(above), Some((below, code))) = (&around.above, &around.below) else { return false };
        self.side != PayloadSide::Replace
            && !self.layout.indented
            && self.layout.opening(&above.code) == OpeningDepth::Block
            && !code.starts_with(CLOSING)
            && !is_label(code)
            && depth == *below
    }

    /// Returns whether a statement, or a further part of one, at the depth of the place follows a complete statement: a
    /// deeper line above is the end of that statement, since the marker begins there, or the line below is as deep.
    fn is_behind_statement(&self, around: &NextLines, top: (isize, &str)) -> bool {
        let is_like =
            |code: &str| !code.starts_with(CLOSING) && !is_label(code) && continues(code) == continues(top.1);
        let is_beside =
            around.below.as_ref().is_some_and(|(depth, code)| *depth == self.depth && is_like(code));
        let marked = || self.marker.iter().map(|(line, depth)| (*depth, line.code.as_str()));
        let is_whole = || {
            self.side == PayloadSide::After
                && marked().next().is_some_and(|(_, code)| is_like(code))
                && marked().all(|(depth, _)| depth >= self.depth)
                && marked().map(|(_, code)| open_brackets(code)).sum::<isize>() == 0
        };
        let ends = |above: &Ending| self.layout.opening(&above.code) == OpeningDepth::No;
        self.side != PayloadSide::Replace
            && !self.layout.indented
            && top.0 == self.depth
            && is_like(top.1)
            && around.above.as_ref().is_some_and(ends)
            && (is_beside || is_whole())
    }

    /// Returns how a bracket below fits that ends the block of a label at the start of the payload: it is as deep as
    /// the label, or a step less.
    fn ends_labels(&self, label: (isize, &str), below: (isize, &str)) -> Option<Fit> {
        let is_end = !self.layout.indented && is_label(label.1) && below.1.starts_with('}');
        let is_expected = [0, self.step as isize].contains(&(label.0 - below.0));
        is_end.then_some(if is_expected { Fit::Expected } else { Fit::Odd })
    }

    /// Returns whether the first line and the last line are as deep as those that they replace.
    fn keeps_edges(&self, reading: DepthReading) -> [bool; 2] {
        let ends = (self.marker.first(), self.marker.last(), self.payload.first(), self.payload.last());
        let (Some(top), Some(bottom), Some(first), Some(last)) = ends else { return [false; 2] };
        let by = if self.payload.len() == 1 { reading.first } else { reading.rest };
        let is_kept = |line: &DepthLine<'_>, by: isize, depth: isize| {
            self.side == PayloadSide::Replace && line.column + by == depth
        };
        [is_kept(first, reading.first, top.1), is_kept(last, by, bottom.1)]
    }

    /// Returns whether blank lines separate the payload from the lines above and below it.
    fn is_apart(&self, around: &NextLines) -> [bool; 2] {
        let leads = self.payload.first().is_some_and(|line| line.at > 0);
        let trails = self.payload.last().is_some_and(|line| line.at + 1 < self.payload_count);
        [leads || around.is_apart[0], trails || around.is_apart[1]]
    }

    /// Returns how a line fits below the end of a statement.
    fn fit(&self, above: &Ending, below: (isize, &str)) -> Fit {
        let goes_on = !self.layout.indented && continues(below.1);
        let depth = if goes_on { above.depth } else { above.base };
        let fit = self.layout.fit((depth, &above.code), below, self.step);
        let deeper = below.0 - depth;
        let opening = self.layout.opening(&above.code);
        let opens = opening != OpeningDepth::No;
        match () {
            // The item after the first one of a list that begins with a colon is below that one.
            () if opening == OpeningDepth::Item && above.code.starts_with(": ") => {
                match below.0 - above.depth {
                    0 => Fit::Possible,
                    2 => Fit::Expected,
                    _ => Fit::Odd,
                }
            }
            // The item after an item of several lines is as deep as that item's first line.
            () if opening == OpeningDepth::Item && above.base < above.depth && deeper > 0 => {
                fit.min(Fit::Odd)
            }
            () if opens || goes_on || below.1.starts_with(CLOSING) || !above.leaves => fit,
            // A line at the same depth after a statement that leaves the block is unreachable.
            () if self.layout.indented && deeper == 0 => Fit::Odd,
            // Brackets end a block; without a bracket, only a label is less deep, or the line after a body of one
            // statement.
            () if deeper < 0 && (self.layout.indented || deeper == -(self.step as isize)) => {
                fit.max(Fit::Possible)
            }
            () => fit,
        }
    }

    /// Returns the reading of a payload that begins with the comma of an item, as deep as the sign of the item next to it.
    pub(super) fn beside_sign(&self, around: &NextLines) -> Option<DepthReading> {
        let first = self.payload.first().filter(|first| self.is_code && first.code.starts_with(','))?;
        let next = match self.side {
            PayloadSide::Replace => None,
            PayloadSide::After => around.next_above.as_ref(),
            PayloadSide::Before => around.next_below.as_ref(),
        };
        let next =
            next.filter(|next| next.kind == LineKind::Code && next.text.starts_with(SIGNS_OF_ITEMS))?;
        // A payload that is as deep as its writer wants it stays so.
        let is_verbatim = self.marker_shift == MarkerShift::Shift(0) && first.column > 0;
        let has_item = next.text.len() > 1 && !next.text.starts_with("::");
        (has_item && !is_verbatim).then(|| DepthReading::all(next.depth - first.column))
    }

    /// Returns how the lines of a comment or of a string fit the lines next to them.
    fn text_at_edges(&self, around: &NextLines, reading: DepthReading) -> [Fit; 2] {
        let (Some(first), Some(last)) = (self.payload.first(), self.payload.last()) else {
            return [Fit::Possible; 2];
        };
        let by = |line: &DepthLine<'_>| if line.at == first.at { reading.first } else { reading.rest };
        let own = |line: &DepthLine<'_>| Neighbour {
            depth: line.column + by(line),
            text: line.text.to_owned(),
            kind: if self.is_code { line.kind } else { LineKind::Text },
        };
        // The words of a part of a statement from above show its depth.
        let is_part = self.rules.is_some_and(|rules| rules.begins_part(first.text));
        let fit = |above: &Neighbour, below: &Neighbour| {
            if is_part { self.line_fit(above, below) } else { self.text_fit(above, below) }
        };
        let above = around.next_above.as_ref().map_or(Fit::Possible, |above| fit(above, &own(first)));
        let below = around.next_below.as_ref().map_or(Fit::Possible, |below| fit(&own(last), below));
        let kept = self.keeps_edges(reading);
        let as_before = |edge: usize, fit: Fit| if kept[edge] { Fit::Expected } else { fit };
        [as_before(0, above), as_before(1, below)]
    }

    /// Returns how one line fits below another, where at least one of them is a comment or text.
    pub(super) fn text_fit(&self, above: &Neighbour, below: &Neighbour) -> Fit {
        self.fit_of_words(above, below).unwrap_or_else(|| self.line_fit(above, below))
    }

    /// Returns how one line fits below another, where at least one of them is a comment or text, ignoring keywords.
    fn line_fit(&self, above: &Neighbour, below: &Neighbour) -> Fit {
        let is_text = |own: &Neighbour| own.kind == LineKind::Text;
        let is_code = |own: &Neighbour| own.kind == LineKind::Code;
        if is_text(above) || is_text(below) || !is_code(above) && !is_code(below) {
            let is_comment = !is_text(above) && !is_text(below);
            return fit_of_text(
                (above.depth, &above.text),
                (below.depth, &below.text),
                is_comment,
                self.step,
            );
        }
        // A comment is as deep as code would be.
        let code = |own: &Neighbour| if is_code(own) { own.text.clone() } else { "x".to_owned() };
        let (over, under) = (code(above), code(below));
        // The lines of a comment in stars are one column deeper than the comment.
        let in_stars = isize::from(!is_code(above) && above.text.starts_with('*'));
        self.layout.fit((above.depth - in_stars, &over), (below.depth, &under), self.step).max(Fit::Odd)
    }

    /// Returns how a line fits below the heading of a block, or above a word that ends a block or continues its
    /// statement, in a language of which only such words are known.
    fn fit_of_words(&self, above: &Neighbour, below: &Neighbour) -> Option<Fit> {
        let rules = self.rules.filter(|rules| !self.is_code && !rules.end_words.is_empty())?;
        let is_head = begins_block(&above.text) || rules.begins_clause(&above.text);
        let is_part = rules.begins_part(&below.text);
        let (deeper, step) = (below.depth - above.depth, self.step as isize);
        match (is_head, is_part) {
            (true, false) if deeper == step => Some(Fit::Expected),
            (true, false) if deeper == 0 => Some(Fit::Possible),
            (true, true) if deeper == 0 => Some(Fit::Expected),
            (false, true) if deeper == -step => Some(Fit::Expected),
            (false, true) if deeper < 0 => Some(Fit::Possible),
            (false, true) => Some(Fit::Odd),
            _ => None,
        }
    }

    /// Returns the payload's lines of code, each with its depth in a reading.
    pub(super) fn code_depths(&self, reading: DepthReading) -> impl Iterator<Item = (isize, &str)> + Clone {
        let code = self.payload.iter().enumerate().filter(|(_, line)| line.kind == LineKind::Code);
        let by = move |at: usize| if at == 0 { reading.first } else { reading.rest };
        code.map(move |(at, line)| (line.column + by(at), line.code.as_str()))
    }

    /// Returns whether no blank line separates the payload from the marker's lines.
    pub(super) fn touches(&self, around: &NextLines) -> bool {
        match self.side {
            PayloadSide::Replace => true,
            PayloadSide::After => self.payload.first().is_some_and(|line| line.at == 0),
            // Otherwise the lines below would become part of a block that the payload begins.
            PayloadSide::Before => {
                self.payload.last().is_some_and(|line| line.at + 1 == self.payload_count)
                    || self.captures(around, DepthReading::all(0))
            }
        }
    }

    /// Returns whether the line below begins with the same word as the payload.
    pub(super) fn has_sibling(&self, around: &NextLines) -> bool {
        let word = |code: &str| code.split(|sign: char| !sign.is_alphanumeric()).next().map(str::to_owned);
        let own = self.code_depths(DepthReading::all(0)).next().and_then(|(_, code)| word(code));
        own.is_some_and(|own| around.below.as_ref().and_then(|(_, code)| word(code)) == Some(own))
    }

    /// Returns the possible depths of the payload's first line: that of the place's first line, and those that the
    /// lines around suggest.
    pub(super) fn depths(&self, around: &NextLines) -> Vec<isize> {
        let mut depths = vec![self.depth];
        if self.is_code && self.payload.iter().any(|line| line.kind == LineKind::Code) {
            let below_of = |own: &Ending| match self.layout.opening(&own.code) {
                OpeningDepth::Block | OpeningDepth::Bracket => own.base + self.step as isize,
                _ => own.base,
            };
            depths.extend(around.above.as_ref().map(below_of));
            // A label is a step less deep than the statement above it.
            let is_labelled =
                self.code_depths(DepthReading::all(0)).next().is_some_and(|(_, code)| is_label(code));
            let labels = around.above.as_ref().filter(|_| is_labelled && !self.layout.indented);
            depths.extend(labels.map(|above| above.base - self.step as isize));
            depths.extend(around.below.as_ref().map(|(depth, _)| *depth));
        } else {
            depths.extend(around.next_above.iter().chain(&around.next_below).map(|own| own.depth));
        }
        depths
    }

    /// Returns the reading moved to the depth of the place or of the lines around, if that fits better.
    pub(super) fn nearest(&self, around: &NextLines, reading: DepthReading) -> DepthReading {
        let weight = |own: &DepthReading| self.weight(around, *own);
        let moved = |by: isize| DepthReading { first: reading.first + by, rest: reading.rest + by };
        let depths = self.depths(around).into_iter().map(|depth| moved(depth - self.depth));
        let best = depths.min_by_key(weight);
        best.filter(|own| weight(own) + CLEAR_MARGIN <= weight(&reading)).unwrap_or(reading)
    }

    /// Returns the best reading of a payload whose first line alone lost its indentation: only that line moves, and it
    /// may be as deep as the second one. Beside a marker it need not be as deep as the marker.
    pub(super) fn nearest_first(&self, around: &NextLines, lost: DepthReading) -> DepthReading {
        let weight = |own: &DepthReading| self.weight(around, *own);
        let second = self.payload.get(1).map(|line| line.column + lost.rest);
        // The lines of a comment in stars are one column deeper than the comment.
        let starred = second.filter(|_| self.payload[0].text.starts_with("/*")).map(|second| second - 1);
        let depths = self.depths(around).into_iter().chain(second).chain(starred);
        let best = depths.map(|first| DepthReading { first, ..lost }).min_by_key(weight);
        let apart = if self.side == PayloadSide::Replace { CLEAR_MARGIN } else { 2 };
        best.filter(|own| weight(own) + apart <= weight(&lost)).unwrap_or(lost)
    }

    /// Returns the weight of the evidence against a reading, from the lines around and those of the payload itself.
    pub(super) fn weight(&self, around: &NextLines, reading: DepthReading) -> usize {
        let captures = usize::from(self.captures(around, reading));
        let edges: usize = self.fits_at_edges(around, reading).into_iter().map(Fit::penalty).sum();
        let juts = usize::from(self.juts_out(around, reading));
        edges + self.beginning(reading).penalty() + (captures + juts) * Fit::Odd.penalty()
    }

    /// Returns whether the payload is less deep than both lines of code around it, which are items of one list; only a
    /// label or a bracket may be so.
    fn juts_out(&self, around: &NextLines, reading: DepthReading) -> bool {
        let (Some(above), Some((below, code))) = (&around.above, &around.below) else { return false };
        let is_outside =
            |(depth, own): (isize, &str)| depth < *below && !is_label(own) && !own.starts_with(CLOSING);
        let mut own = self.code_depths(reading);
        !self.layout.indented
            && self.is_code
            && self.side != PayloadSide::Replace
            && above.base == *below
            && self.layout.opening(&above.code) == OpeningDepth::Item
            && !is_label(code)
            && !code.starts_with(CLOSING)
            && own.next().is_some_and(is_outside)
    }

    /// Returns whether the line below would become part of a block of the payload that already has a body.
    pub(super) fn captures(&self, around: &NextLines, reading: DepthReading) -> bool {
        let Some((depth, below)) = around.below.as_ref().filter(|_| self.layout.indented && self.is_code)
        else {
            return false;
        };
        let mut code = self.code_depths(reading);
        let least = code.clone().map(|(depth, _)| depth).min();
        let is_closed = |(_, code): (isize, &str)| self.layout.opening(code) == OpeningDepth::No;
        // The replaced lines had the line below in their block, too.
        let had = self.side == PayloadSide::Replace
            && self.marker.iter().any(|(line, own)| line.kind == LineKind::Code && own < depth);
        !had && !below.starts_with(CLOSING)
            && code.by_ref().last().is_some_and(is_closed)
            && least.is_some_and(|least| least < *depth)
    }
}
