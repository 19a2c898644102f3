//! Judges how deep a line of a comment, of a string or of an unknown language may be below another one.

use super::decide::Decision;
use super::facts::{DepthFacts, PayloadSide};
use super::flow::{CLOSING, Fit};
use super::line::{DepthLine, LineKind};
use super::marker_shift::MarkerShift;
use super::neighbours::{BlockAbove, NextLines, item_width};
use super::reading::DepthReading;
use super::text_lines::{CONDITIONS, SIGNS, begins_words, emptied_block, has_value, is_key};
use crate::text::normal::{first_word, is_word_char};
use crate::text::{LexRules, begins_block, opens_element};

/// The greatest number of columns by which any style indents the children of a key.
const MAX_YAML_STEP: isize = 4;

/// Signs at the end of a line that show that deeper lines follow.
const OPENING: [char; 6] = [':', '{', '[', '(', '=', '\\'];

impl DepthFacts<'_> {
    /// Returns the remaining moves of a key that would be as deep as the list item above it, in a file of an unknown
    /// language: a mapping cannot continue there, unless the list is as deep as its key.
    fn depths_of_key(&self, around: &NextLines, reading: DepthReading) -> Option<Vec<isize>> {
        let (above, first) = (around.next_above.as_ref()?, self.payload.first()?);
        let depth = first.column + reading.first;
        let is_cut = self.side == PayloadSide::After && reading.first == reading.rest && first.column == 0;
        if self.is_code || !is_cut || depth != above.depth {
            return None;
        }
        // An item after the last key of another item belongs next to that item, unless the key has no value yet.
        let item = around.above_item.filter(|_| item_width(first.text).is_some() && has_value(&above.text));
        if let Some(item) = item.filter(|_| is_key(&above.text)) {
            return Some(vec![item - first.column]);
        }
        let width = item_width(&above.text).filter(|_| is_key(first.text))?;
        // The lines below continue the item, or its list, so no other key may be between.
        let inner = depth + width;
        let goes_on = around.next_below.as_ref().is_some_and(|below| {
            below.depth == inner && item_width(&below.text).is_none()
                || below.depth == depth && item_width(&below.text).is_some()
        });
        if goes_on && is_key(above.text[1..].trim_start()) {
            return Some(vec![inner]);
        }
        // Deeper lines, or items, below a key with a value would belong to nothing.
        let may_precede = |own: isize| match around.next_below.as_ref() {
            Some(below) if item_width(&below.text).is_some() => own > below.depth,
            Some(below) => own >= below.depth,
            None => true,
        };
        let is_whole = self.payload.last().is_some_and(|last| !is_key(last.text) || has_value(last.text));
        let depths = || {
            let all = (0..depth).step_by(self.step.max(1)).rev();
            all.filter(|own| !is_whole || may_precede(*own)).collect()
        };
        (around.above_list != Some(depth) && depth > 0).then(depths)
    }

    /// Returns the depth of the list below a key without a value, if the payload begins with an item of that list, in a
    /// file of an unknown language.
    pub(super) fn depth_of_items(&self, around: &NextLines) -> Option<isize> {
        let (above, below) = (around.next_above.as_ref()?, around.next_below.as_ref()?);
        let first = self.payload.first()?;
        let is_list = item_width(first.text).is_some() && item_width(&below.text).is_some();
        let is_of_key = is_key(above.text.trim_start_matches("- ")) && !has_value(&above.text);
        (!self.is_code && is_list && is_of_key && below.depth >= above.depth).then_some(below.depth)
    }

    /// Returns the reading of a payload whose first line alone is at the margin, if the other lines are a step or an item
    /// deeper than a line of the place. Beside a marker that is as deep as in the file, nothing else explains their depth
    /// in a file of an unknown language, since they are several steps deeper than the margin; beside other markers, they
    /// must be where no line can be below the first one.
    pub(super) fn heads_rest(&self, around: &NextLines) -> Option<DepthReading> {
        let [first, second, rest @ ..] = self.payload else { return None };
        let is_cut = self.marker_shift != MarkerShift::Shift(0) || self.has_common_columns || self.depth == 0;
        if self.is_code || first.column != 0 || first.kind != LineKind::Code {
            return None;
        }
        let lost = self.lost_in_mapping();
        let hangs = item_width(first.text).filter(|_| is_key(second.text)).unwrap_or(self.step as isize);
        let depth = match lost {
            Some(depth) => depth,
            None if is_cut => return None,
            None => second.column - hangs,
        };
        let is_place = match self.side {
            PayloadSide::Replace => depth == self.depth,
            PayloadSide::After | PayloadSide::Before => {
                self.depths(around).contains(&depth) || around.above_item == Some(depth)
            }
        };
        // A line as deep as the line next to it belongs to the same block.
        let touched = self.marker.last().map(|(_, depth)| *depth);
        let is_beside = lost.is_none()
            && item_width(first.text).is_none()
            && self.side != PayloadSide::Replace
            && [Some(self.depth), touched].contains(&Some(second.column));
        let is_shared = is_beside || self.witnesses.all.iter().any(|own| own.line == 0 && own.needs != depth);
        let is_least = rest.iter().all(|line| line.column >= depth);
        (depth > 0 && is_place && is_least && !is_shared).then_some(DepthReading { first: depth, rest: 0 })
    }

    /// Returns the depth that the first line of a payload lost, in a language of mappings and lists by indentation, if the
    /// lines below it show that: they go back to a depth at which nothing began, are not as deep as the text of the item
    /// above them, or are no possible value of the key.
    fn lost_in_mapping(&self) -> Option<isize> {
        let [first, second, rest @ ..] = self.payload else { return None };
        if !self.rules?.block_scalars || second.kind != LineKind::Code {
            return None;
        }
        let least = rest.iter().map(|line| line.column).min().filter(|least| *least < second.column);
        let Some(width) = item_width(first.text) else {
            // The children of a key are a step deeper than it, in whatever style.
            let is_step = |deeper: isize| deeper <= MAX_YAML_STEP || deeper == self.step as isize;
            let is_heading = is_key(first.text) && !has_value(first.text);
            let far = || (is_heading && !is_step(second.column)).then(|| second.column - self.step as isize);
            return least.filter(|least| is_key(first.text) && *least > 0).or_else(far);
        };
        let of_item = |column: isize| (column != width && column > width).then_some(column - width);
        match item_width(second.text) {
            Some(_) if !first.text.ends_with(':') => Some(second.column),
            Some(_) => None,
            None if !is_key(second.text) => None,
            None => of_item(second.column).filter(|depth| least.is_none_or(|least| least >= *depth)),
        }
    }

    /// Returns the decision, or the depth of the block above for a payload at the margin that begins with a plain
    /// statement and would be as deep as the word below it, which continues or ends the statement of that block.
    pub(super) fn in_block_above(&self, around: &NextLines, decision: Decision) -> Decision {
        if let Some(depth) = self.depth_of_member(around, &decision) {
            return Decision::Sure(DepthReading::all(depth));
        }
        let inner = || {
            let (block, below) = (around.block_above?, around.next_below.as_ref()?);
            let (rules, margin) = (self.rules?, self.payload.first()?.column);
            let first = self.payload.iter().find(|line| line.kind != LineKind::Comment)?;
            let is_plain = first.kind == LineKind::Code
                && !rules.begins_part(first.text)
                && (margin, first.column) == (0, 0);
            let is_as_deep = |own: &DepthReading| *own == DepthReading::all(below.depth);
            let is_meant = match &decision {
                Decision::Sure(own) => is_as_deep(own),
                Decision::Ambiguous(readings) => readings.iter().any(is_as_deep),
            };
            let is_branch = rules.begins_branch(first.text);
            match block {
                _ if !is_plain || !is_meant || self.side == PayloadSide::Replace => None,
                BlockAbove::Empty => Some(below.depth + self.step as isize),
                BlockAbove::Lines { branch: Some(depth), .. } if is_branch => Some(depth),
                BlockAbove::Lines { depth, .. } => Some(depth),
                BlockAbove::EndedBranch(depth) => is_branch.then_some(depth),
            }
        };
        inner().map_or(decision.clone(), |depth| Decision::Sure(DepthReading::all(depth)))
    }

    /// Returns the depth of a key with a value that would be at the margin, in a language where no file has a key
    /// there: as deep as the key above, or in the block whose heading is above.
    fn depth_of_member(&self, around: &NextLines, decision: &Decision) -> Option<isize> {
        let (first, above) = (self.payload.first()?, around.next_above.as_ref()?);
        let is_at_margin = |own: &DepthReading| *own == DepthReading::all(0);
        let is_meant = match decision {
            Decision::Sure(own) => is_at_margin(own),
            Decision::Ambiguous(readings) => readings.iter().any(is_at_margin),
        };
        let is_cut = self.side != PayloadSide::Replace && first.column == 0;
        if !self.rules?.keys_in_blocks || !is_meant || !is_cut || !is_member(first.text) {
            return None;
        }
        match above.depth {
            0 if heads_members(&above.text) => {
                let below = around.next_below.as_ref().map_or(0, |below| below.depth);
                Some(if below > 0 { below } else { self.step as isize })
            }
            0 => None,
            depth => is_member(&above.text).then_some(depth),
        }
    }

    /// Returns the payload's heading of a block whose first key is not deeper, in a language where keys are only in
    /// blocks: all lines lost their indentation.
    pub(super) fn lost_members(&self) -> Option<usize> {
        let rules = self.rules.filter(|rules| rules.keys_in_blocks)?;
        let is_flat = self.payload.windows(2).all(|pair| pair[0].column == pair[1].column);
        let is_lost = |pair: &&[DepthLine<'_>]| {
            heads_members(pair[0].text)
                && !rules.begins_with_line_comment(pair[0].text)
                && is_member(pair[1].text)
        };
        self.payload.windows(2).find(is_lost).filter(|_| is_flat).map(|pair| pair[0].at)
    }

    /// Returns the payload's line that begins a block, in a language of which only brackets and words are known, if no
    /// line of the payload is deeper than another although the place is in a block.
    pub(super) fn lost_blocks(&self) -> Option<usize> {
        let rules = self.rules.filter(|_| !self.is_code && self.depth > 0)?;
        let is_flat = self.payload.windows(2).all(|pair| pair[0].column == pair[1].column);
        let code: Vec<&DepthLine<'_>> =
            self.payload.iter().filter(|line| is_flat && line.kind == LineKind::Code).collect();
        let texts: Vec<&str> = code.iter().map(|line| line.text).collect();
        emptied_block(rules, &texts).map(|at| code[at].at)
    }

    /// Returns whether the payload is prose beside a line at the margin that marker, payload and file all have there,
    /// and below which nothing must be deeper.
    fn is_prose_at_margin(&self, around: &NextLines, depth: isize) -> bool {
        let (Some(above), Some(below)) = (&around.next_above, &around.next_below) else { return false };
        let is_prose = self.rules.is_none() || self.payload.iter().all(|line| line.kind == LineKind::Text);
        let is_item = item_width(&above.text).is_some() || above.text.starts_with(char::is_numeric);
        let fit = fit_of_text((above.depth, &above.text), (below.depth, &below.text), false, self.step);
        is_prose
            && self.marker_shift.shift() == Some(0)
            && (depth, above.depth) == (0, 0)
            && !is_item
            && !is_key(&above.text)
            && !above.text.ends_with(OPENING)
            && !opens_element(&above.text)
            && !matches!(fit, Fit::Expected)
    }

    /// Returns the moves that the lines around leave possible, if marker and payload both lost their indentation, the
    /// language of the place is unknown, and the payload would otherwise separate a line from the deeper lines below
    /// it, or leave a bracket that is closed below it. Returns `None` if the reading is acceptable.
    pub(super) fn depths_of_text(&self, around: &NextLines, reading: DepthReading) -> Option<Vec<isize>> {
        let (first, last) = (self.payload.first()?, self.payload.last()?);
        if let Some(depths) = self.depths_of_key(around, reading) {
            return Some(depths);
        }
        let (above, below) = (around.next_above.as_ref()?, around.next_below.as_ref()?);
        let is_text = !self.is_code
            || [above.kind, below.kind]
                .iter()
                .chain(self.payload.iter().map(|line| &line.kind))
                .all(|kind| *kind == LineKind::Text);
        let is_cut = self.side != PayloadSide::Replace
            && reading.first == reading.rest
            && self.payload.iter().all(|line| line.column >= first.column)
            && first.column == 0
            && last.column == 0;
        let depth = reading.first;
        if !is_text
            || !is_cut
            || self.payload.iter().any(|line| is_at_margin(line.text, [&above.text, &below.text]))
        {
            return None;
        }
        if below.text.starts_with(CLOSING) && depth == below.depth && !first.text.starts_with(CLOSING) {
            let inner = below.depth + self.step as isize;
            let is_block =
                above.depth == inner || above.depth == below.depth && above.text.ends_with(['{', '[', '(']);
            return is_block.then(|| vec![inner]);
        }
        if below.text.starts_with("</") && depth == below.depth && !first.text.starts_with("</") {
            let inner = match above.text.starts_with('<') && above.depth > below.depth {
                true => above.depth,
                false => below.depth + self.step as isize,
            };
            let is_child = above.depth == inner || above.depth == below.depth && opens_element(&above.text);
            return is_child.then(|| vec![inner]);
        }
        let is_beside = !around.is_apart[1] || above.depth == depth && opens_element(&above.text);
        let below_depth = around.below_comments.unwrap_or(below.depth);
        let hangs = is_beside && last.at + 1 == self.payload_count && below_depth > depth;
        if self.is_prose_at_margin(around, depth) {
            return None;
        }
        if !hangs || last.text.ends_with(OPENING) || !self.is_code && begins_block(last.text) {
            return None;
        }
        let mut depths = vec![below_depth];
        depths.extend((above.depth > below_depth).then_some(above.depth));
        Some(depths)
    }
}

impl DepthFacts<'_> {
    /// Returns whether the second line, in a file of an unknown language, is deeper than the first line as written, but
    /// would be less deep than it if that had lost its indentation. The end of a block may be less deep.
    pub(super) fn hangs_below_margin(&self, lost: DepthReading) -> bool {
        let [first, second, ..] = self.payload else { return false };
        let may_end = closes(second.text) || BLOCK_ENDS.contains(&first_word(second.text));
        !self.is_code
            && second.column > first.column
            && second.column + lost.rest < first.column + lost.first
            && !may_end
    }

    /// Returns the decision by a blank line between marker and payload in a file of an unknown language, where the line
    /// on the other side is at the margin, as the payload is: the payload stays at the margin, unless it continues what
    /// the marker belongs to.
    pub(super) fn parted_by_blank(&self, around: &NextLines) -> Option<Decision> {
        let (first, last) = (self.payload.first()?, self.payload.last()?);
        let (is_parted, beyond, beside) = match self.side {
            PayloadSide::Replace => return None,
            PayloadSide::After => (first.at > 0, &around.next_below, self.marker.last()),
            PayloadSide::Before => {
                (last.at + 1 < self.payload_count, &around.next_above, self.marker.first())
            }
        };
        let is_at_margin = first.column == 0 && beyond.as_ref()?.depth == 0;
        if self.is_code
            || !is_parted
            || !is_at_margin
            || self.marker_shift.shift() != Some(0)
            || self.depth == 0
        {
            return None;
        }
        let (beside, _) = beside?;
        let written = DepthReading::all(0);
        let is_item = |text: &str| text.starts_with(SIGNS);
        match () {
            () if is_item(beside.text) && is_item(first.text) => None,
            () if closes(&beyond.as_ref()?.text) => None,
            () if is_key(beside.text) && is_key(first.text) && has_value(first.text) => {
                let aligned = self.aligned().map(DepthReading::all);
                Some(Decision::Ambiguous([Some(written), aligned].into_iter().flatten().collect()))
            }
            () => Some(Decision::Sure(written)),
        }
    }

    /// Returns the reading of text in which its first line is as deep as a line of the same kind above it, if marker
    /// and payload may both have lost their indentation; otherwise returns `reading`. `depth_of_like` finds the depth
    /// of that line.
    pub(super) fn beside_like(
        &self,
        reading: DepthReading,
        depth_of_like: impl FnOnce(TextLineKind<'_>) -> Option<isize>,
    ) -> DepthReading {
        let is_text = self.payload.iter().all(|line| line.kind == LineKind::Text && line.column >= 0);
        let is_margin = |column: Option<isize>| column == Some(0);
        let is_cut = self.side != PayloadSide::Replace
            && !self.has_common_columns
            && reading.first == reading.rest
            && reading.first > 0
            && is_margin(self.payload.iter().map(|line| line.column).min())
            && is_margin(self.marker.iter().map(|(line, _)| line.column).min());
        let Some(first) = self.payload.first().filter(|line| is_text && is_cut && line.column == 0) else {
            return reading;
        };
        let depth = TextLineKind::of(first.text).and_then(depth_of_like);
        depth.map_or(reading, DepthReading::all)
    }
}

/// The kind of a line of text, from its first signs: all lines of one kind are equally deep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextLineKind<'t> {
    /// A directive of reStructuredText.
    Directive,
    /// A parameter with its description: `name : type`, `name (type): text`, `name: text`.
    Parameter,
    /// An option: `-name`.
    Flag,
    /// A single name.
    Name,
    /// A line that begins with these signs.
    Signs(&'t str),
    /// A line that begins with this word, and ends in an open bracket.
    Heading(&'t str),
}

impl<'t> TextLineKind<'t> {
    pub(super) fn of(text: &'t str) -> Option<Self> {
        let word = first_word(text);
        let rest = &text[word.len()..];
        let typed = rest.strip_prefix(" (").and_then(|rest| rest.split_once("):"));
        let signs = &text[..text.len() - text.trim_start_matches(['`', '{', '<', '$', '%']).len()];
        match () {
            () if is_directive(text) => Some(Self::Directive),
            () if is_parameter(text) || !word.is_empty() && (typed.is_some() || rest.starts_with(": ")) => {
                Some(Self::Parameter)
            }
            () if text.strip_prefix('-').is_some_and(|rest| rest.starts_with(is_word_char)) => {
                Some(Self::Flag)
            }
            () if !word.is_empty() && rest.is_empty() => Some(Self::Name),
            () if !signs.is_empty() => Some(Self::Signs(signs)),
            () if !word.is_empty() && text.ends_with(['{', '(', '[']) => Some(Self::Heading(word)),
            () => None,
        }
    }
}

/// Returns whether a line is a key with its value.
fn is_member(text: &str) -> bool {
    is_key(text) && has_value(text)
}

/// Returns whether a line may be the heading of a block of keys: it is not a key itself, nor a directive, variable or
/// mixin, and it does not end in a comma.
fn heads_members(text: &str) -> bool {
    !is_member(text) && !text.starts_with(['$', '+', '=', '@', '/', '-', '}']) && !text.ends_with(',')
}

/// Returns whether a line with a deeper line below it begins a block, in a language of which only the brackets, words
/// and keys are known.
pub(super) fn heads_block(rules: &LexRules, text: &str) -> bool {
    text.ends_with('{') || rules.keys_in_blocks || !rules.end_words.is_empty() && begins_words(rules, text)
}

/// Words that end such a block, or begin a further part of it.
const BLOCK_ENDS: [&str; 13] = [
    "end", "done", "fi", "esac", "else", "elif", "elsif", "elseif", "when", "rescue", "ensure", "until",
    "endif",
];

/// Returns whether a line opens a bracket or an element that another line closes.
fn opens(text: &str) -> bool {
    text.ends_with(['{', '[', '(']) || opens_element(text)
}

/// Returns whether a line begins by closing what a line above opened.
fn closes(text: &str) -> bool {
    text.starts_with(CLOSING) || text.starts_with("</")
}

/// Returns whether a line may be at the margin whatever is around it: a directive among other lines, or a condition of
/// make.
fn is_at_margin(text: &str, around: [&str; 2]) -> bool {
    let is_directive = |text: &str| {
        text.strip_prefix('#').is_some_and(|rest| rest.starts_with(|sign: char| sign.is_ascii_lowercase()))
    };
    is_directive(text) && !around.into_iter().any(is_directive) || CONDITIONS.contains(&first_word(text))
}

/// Returns how a line fits below another; each is given as its depth and its text. In a comment all lines begin alike.
pub(super) fn fit_of_text(above: (isize, &str), below: (isize, &str), is_comment: bool, step: usize) -> Fit {
    let deeper = below.0 - above.0;
    let sign = |text: &str| text.chars().next().filter(|sign| SIGNS.contains(sign));
    let (own, other) = (sign(above.1), sign(below.1));
    let is_list = own.is_some() && (!is_comment || above.1.starts_with("- "));
    match () {
        () if above.1.starts_with("/*") && other == Some('*') => exactly(deeper, 1),
        () if own.is_some() && own == other => match deeper {
            0 => Fit::Expected,
            _ if is_list && deeper.unsigned_abs() <= 2 * step => Fit::Possible,
            _ => Fit::Odd,
        },
        // The description of a parameter is deeper than the next parameter.
        () if is_parameter(below.1) && !is_parameter(above.1) && deeper <= 0 => match deeper {
            0 => Fit::Odd,
            _ => Fit::Expected,
        },
        // A line that closes a block is less deep than the lines of the block.
        () if closes(below.1) => match deeper {
            0 if opens(above.1) => Fit::Expected,
            _ if deeper == -(step as isize) && !opens(above.1) => Fit::Expected,
            _ if deeper < 0 => Fit::Possible,
            _ => Fit::Odd,
        },
        () if deeper == 0 && (is_directive(above.1) || opens(above.1)) => Fit::Possible,
        () if deeper == 0 => Fit::Expected,
        () if deeper == step as isize && opens_element(above.1) => Fit::Expected,
        () if hangs(above.1) && (2..=4.max(step as isize)).contains(&deeper) => Fit::Expected,
        () if deeper > 0 && above.1.ends_with([':', '{', '[', '(']) => {
            exactly(deeper, step as isize).max(Fit::Possible)
        }
        // The further lines of an item are aligned with its text.
        () if is_list && (2..=4).contains(&deeper) => Fit::Expected,
        () if deeper == 1 && is_list => Fit::Possible,
        () if deeper > 0 => Fit::Odd,
        () => Fit::Possible,
    }
}

/// Returns whether a line is a directive of reStructuredText (`.. note::`), whose text is deeper.
fn is_directive(text: &str) -> bool {
    text.starts_with(".. ") && text.contains("::")
}

/// Returns whether deeper lines belong to a line of text: a directive, a citation (`.. [Name]`), a field (`:param name:
/// what`), or a parameter in the style of NumPy (`name : type`).
fn hangs(text: &str) -> bool {
    let is_citation = text.starts_with(".. [");
    let is_field = text.strip_prefix(':').is_some_and(|rest| rest.contains(": ") || rest.ends_with(':'));
    is_directive(text) || is_citation || is_field || text.contains(" : ")
}

/// Returns whether a line of text begins the description of parameters in the style of NumPy: their names, ` : ` and a
/// type.
fn is_parameter(text: &str) -> bool {
    let is_name = |name: &str| !name.is_empty() && name.trim_start_matches('*').chars().all(is_word_char);
    text.split_once(" : ").is_some_and(|(names, _)| names.split(", ").all(is_name))
}

fn exactly(deeper: isize, wanted: isize) -> Fit {
    if deeper == wanted { Fit::Expected } else { Fit::Odd }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_comment_are_equally_deep() {
        assert_eq!(fit_of_text((4, "/// a"), (4, "/// b"), true, 4), Fit::Expected);
        assert_eq!(fit_of_text((4, "/// a"), (0, "/// b"), true, 4), Fit::Odd);
        assert_eq!(fit_of_text((4, "/**"), (5, "* a"), true, 4), Fit::Expected);
        assert_eq!(fit_of_text((4, "/**"), (4, "* a"), true, 4), Fit::Odd);
    }

    #[test]
    fn text_is_deeper_below_a_colon_only() {
        assert_eq!(fit_of_text((4, "Args:"), (8, "a: b"), false, 4), Fit::Expected);
        assert_eq!(fit_of_text((4, "a word"), (8, "b"), false, 4), Fit::Odd);
        assert_eq!(fit_of_text((8, "a word"), (4, "b"), false, 4), Fit::Possible);
    }

    #[test]
    fn text_hangs_below_directives_fields_and_parameters() {
        for above in
            [".. versionchanged:: 3.0", ".. [Homer] Songs", ":param name: what it is called", "name : str"]
        {
            assert_eq!(fit_of_text((4, above), (8, "b"), false, 4), Fit::Expected, "{above}");
            assert_eq!(fit_of_text((4, above), (12, "b"), false, 4), Fit::Odd, "{above}");
        }
        assert_eq!(fit_of_text((8, ".. note::"), (8, "b"), false, 4), Fit::Possible);
        assert_eq!(fit_of_text((8, ".. a comment"), (12, "b"), false, 4), Fit::Odd);
    }
}
