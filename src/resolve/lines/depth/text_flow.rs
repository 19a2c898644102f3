//! How deep a line of a comment, or of the text of a string, may stand below another one.

use super::decide::Decision;
use super::facts::{DepthFacts, PayloadSide};
use super::flow::{CLOSING, Fit};
use super::line::{DepthLine, LineKind};
use super::neighbours::{BlockAbove, NextLines, item_width};
use super::reading::DepthReading;
use super::text_lines::{CONDITIONS, SIGNS, begins_words, emptied_block, has_value, is_key};
use super::told::MarkerShift;
use crate::text::normal::{first_word, is_word_char};
use crate::text::{LexRules, begins_block, opens_element};

/// Signs at the end of a line that say that others hang below it.
const OPENING: [char; 6] = [':', '{', '[', '(', '=', '\\'];

impl DepthFacts<'_> {
    /// The moves that are left for a key that would stand as deep as the item of a list above it, in a file of no known
    /// language: no mapping goes on there, unless the list is as deep as its own key.
    fn depths_of_key(&self, around: &NextLines, reading: DepthReading) -> Option<Vec<isize>> {
        let (above, first) = (around.next_above.as_ref()?, self.payload.first()?);
        let depth = first.column + reading.first;
        let is_cut = self.side == PayloadSide::After && reading.first == reading.rest && first.column == 0;
        if self.is_code || !is_cut || depth != above.depth {
            return None;
        }
        // An item that comes behind the last key of another one is beside that, unless the key has no value yet.
        let item = around.above_item.filter(|_| item_width(first.text).is_some() && has_value(&above.text));
        if let Some(item) = item.filter(|_| is_key(&above.text)) {
            return Some(vec![item - first.column]);
        }
        let width = item_width(&above.text).filter(|_| is_key(first.text))?;
        // The lines below go on with the item, or with its list: no other key may come between.
        let inner = depth + width;
        let goes_on = around.next_below.as_ref().is_some_and(|below| {
            below.depth == inner && item_width(&below.text).is_none()
                || below.depth == depth && item_width(&below.text).is_some()
        });
        if goes_on && is_key(above.text[1..].trim_start()) {
            return Some(vec![inner]);
        }
        let depths = || (0..depth).step_by(self.step.max(1)).rev().collect();
        (around.above_list != Some(depth) && depth > 0).then(depths)
    }

    /// How deep the list is that a key without a value has below the place, where the payload begins with an item of it, in a file
    /// of no known language.
    pub(super) fn depth_of_items(&self, around: &NextLines) -> Option<isize> {
        let (above, below) = (around.next_above.as_ref()?, around.next_below.as_ref()?);
        let first = self.payload.first()?;
        let is_list = item_width(first.text).is_some() && item_width(&below.text).is_some();
        let is_of_key = is_key(above.text.trim_start_matches("- ")) && !has_value(&above.text);
        (!self.is_code && is_list && is_of_key && below.depth >= above.depth).then_some(below.depth)
    }

    /// The reading of a payload whose first line alone is at the margin, beside a marker that is as deep as in the file: the others
    /// are where they would hang below a line of the place, a step or an item deeper. In a file of no known language nothing
    /// else hangs there, for seen from the margin they are several steps deep.
    pub(super) fn heads_rest(&self, around: &NextLines) -> Option<DepthReading> {
        let [first, second, rest @ ..] = self.payload else { return None };
        let is_cut = self.told != MarkerShift::Shift(0) || self.shares_columns || self.depth == 0;
        if self.is_code || is_cut || first.column != 0 || first.kind != LineKind::Code {
            return None;
        }
        let hangs = item_width(first.text).filter(|_| is_key(second.text)).unwrap_or(self.step as isize);
        let depth = second.column - hangs;
        let is_place = match self.side {
            PayloadSide::Instead => depth == self.depth,
            PayloadSide::After | PayloadSide::Before => {
                self.depths(around).contains(&depth) || around.above_item == Some(depth)
            }
        };
        // One as deep as the line that it comes beside is that of the same block.
        let touched = self.marker.last().map(|(_, depth)| *depth);
        let is_beside = item_width(first.text).is_none()
            && self.side != PayloadSide::Instead
            && [Some(self.depth), touched].contains(&Some(second.column));
        let is_shared = is_beside || self.witnesses.all.iter().any(|own| own.line == 0 && own.needs != depth);
        let is_least = rest.iter().all(|line| line.column >= depth);
        (depth > 0 && is_place && is_least && !is_shared).then_some(DepthReading { first: depth, rest: 0 })
    }

    /// The decision, or the depth of the block above for a payload at the margin that begins with a plain statement and would
    /// stand as deep as the word below it, which goes on with the statement of that block, or ends it.
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
                Decision::Open(readings) => readings.iter().any(is_as_deep),
            };
            let is_branch = rules.begins_branch(first.text);
            match block {
                _ if !is_plain || !is_meant || self.side == PayloadSide::Instead => None,
                BlockAbove::Empty => Some(below.depth + self.step as isize),
                BlockAbove::Lines { branch: Some(depth), .. } if is_branch => Some(depth),
                BlockAbove::Lines { depth, .. } => Some(depth),
                BlockAbove::EndedBranch(depth) => is_branch.then_some(depth),
            }
        };
        inner().map_or(decision.clone(), |depth| Decision::Sure(DepthReading::all(depth)))
    }

    /// How deep a key with its value is that would stand at the margin, where no file of the language has one: as deep as the
    /// one above, or in the block whose heading is there.
    fn depth_of_member(&self, around: &NextLines, decision: &Decision) -> Option<isize> {
        let (first, above) = (self.payload.first()?, around.next_above.as_ref()?);
        let is_at_margin = |own: &DepthReading| *own == DepthReading::all(0);
        let is_meant = match decision {
            Decision::Sure(own) => is_at_margin(own),
            Decision::Open(readings) => readings.iter().any(is_at_margin),
        };
        let is_cut = self.side != PayloadSide::Instead && first.column == 0;
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

    /// The payload's heading of a block whose first key is no deeper, in a language where keys stand in blocks only: all lines
    /// lost their depth.
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

    /// The payload's line that begins a block, in a language of which no more than brackets and words are known, where no line
    /// of it is deeper than another although the place is in a block.
    pub(super) fn lost_blocks(&self) -> Option<usize> {
        let rules = self.rules.filter(|_| !self.is_code && self.depth > 0)?;
        let is_flat = self.payload.windows(2).all(|pair| pair[0].column == pair[1].column);
        let code: Vec<&DepthLine<'_>> =
            self.payload.iter().filter(|line| is_flat && line.kind == LineKind::Code).collect();
        let texts: Vec<&str> = code.iter().map(|line| line.text).collect();
        emptied_block(rules, &texts).map(|at| code[at].at)
    }

    /// The moves that the lines around leave, where marker and payload were both cut, nobody knows the language of the place,
    /// and the payload would otherwise come between a line and those that hang below it, or out of a bracket that is closed
    /// below it. `None` if the reading may stand.
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
        let is_cut = self.side != PayloadSide::Instead
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
        if !hangs || last.text.ends_with(OPENING) || !self.is_code && begins_block(last.text) {
            return None;
        }
        let mut depths = vec![below_depth];
        depths.extend((above.depth > below_depth).then_some(above.depth));
        Some(depths)
    }
}

impl DepthFacts<'_> {
    /// Whether the second line, in a file of no known language, is deeper than the first one, and would hang to the left of it
    /// if that had lost its indentation; what ends a block may stand there.
    pub(super) fn hangs_below_margin(&self, lost: DepthReading) -> bool {
        let [first, second, ..] = self.payload else { return false };
        let may_end = closes(second.text) || BLOCK_ENDS.contains(&first_word(second.text));
        !self.is_code
            && second.column > first.column
            && second.column + lost.rest < first.column + lost.first
            && !may_end
    }

    /// What a blank line between marker and payload says in a file of no known language, where the line on the other side is
    /// at the margin, as the payload is: the payload is there, too, unless it goes on with what the marker is of.
    pub(super) fn parted_by_blank(&self, around: &NextLines) -> Option<Decision> {
        let (first, last) = (self.payload.first()?, self.payload.last()?);
        let (is_parted, beyond, beside) = match self.side {
            PayloadSide::Instead => return None,
            PayloadSide::After => (first.at > 0, &around.next_below, self.marker.last()),
            PayloadSide::Before => {
                (last.at + 1 < self.payload_count, &around.next_above, self.marker.first())
            }
        };
        let is_at_margin = first.column == 0 && beyond.as_ref()?.depth == 0;
        if self.is_code || !is_parted || !is_at_margin || self.told.shift() != Some(0) || self.depth == 0 {
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
                Some(Decision::Open([Some(written), aligned].into_iter().flatten().collect()))
            }
            () => Some(Decision::Sure(written)),
        }
    }

    /// A reading of text in which its first line is as deep as the one of its shape above it, where marker and payload may
    /// both have been cut; else `reading`. `depth_of_like` finds how deep that is.
    pub(super) fn beside_like(
        &self,
        reading: DepthReading,
        depth_of_like: impl FnOnce(TextLineKind<'_>) -> Option<isize>,
    ) -> DepthReading {
        let is_text = self.payload.iter().all(|line| line.kind == LineKind::Text && line.column >= 0);
        let is_margin = |column: Option<isize>| column == Some(0);
        let is_cut = self.side != PayloadSide::Instead
            && !self.shares_columns
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

/// What kind of line of a text it is, as far as its first signs tell: all of one kind are equally deep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextLineKind<'t> {
    /// A directive of reStructuredText.
    Directive,
    /// A parameter, and what it is: `name : type`, `name (type): text`, `name: text`.
    Parameter,
    /// An option: `-name`.
    Flag,
    /// A name alone.
    Name,
    /// It begins with these signs.
    Signs(&'t str),
    /// It begins with this word, and ends in an open bracket.
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

/// Whether a line is a key with its value.
fn is_member(text: &str) -> bool {
    is_key(text) && has_value(text)
}

/// Whether a line may be the heading of a block of keys: it is none itself, no directive, variable or mixin, and no more follows it.
fn heads_members(text: &str) -> bool {
    !is_member(text) && !text.starts_with(['$', '+', '=', '@', '/', '-', '}']) && !text.ends_with(',')
}

/// Whether a line with a deeper one below it begins a block, in a language of which no more than its brackets, its words and its
/// keys are known.
pub(super) fn heads_block(rules: &LexRules, text: &str) -> bool {
    text.ends_with('{') || rules.keys_in_blocks || !rules.ends.is_empty() && begins_words(rules, text)
}

/// Words that end such a block, or begin a further part of it.
const BLOCK_ENDS: [&str; 13] = [
    "end", "done", "fi", "esac", "else", "elif", "elsif", "elseif", "when", "rescue", "ensure", "until",
    "endif",
];

/// Whether a line opens what another one closes: a bracket or an element.
fn opens(text: &str) -> bool {
    text.ends_with(['{', '[', '(']) || opens_element(text)
}

/// Whether a line begins by closing what one above opened.
fn closes(text: &str) -> bool {
    text.starts_with(CLOSING) || text.starts_with("</")
}

/// Whether a line may stand at the margin whatever is around it: a directive among lines that are none, a label.
fn is_at_margin(text: &str, around: [&str; 2]) -> bool {
    let is_directive = |text: &str| {
        text.strip_prefix('#').is_some_and(|rest| rest.starts_with(|sign: char| sign.is_ascii_lowercase()))
    };
    is_directive(text) && !around.into_iter().any(is_directive) || CONDITIONS.contains(&first_word(text))
}

/// How a line fits below another; each is its depth and its text. In a comment all lines begin alike.
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
        // What is said of one parameter is deeper than the next one.
        () if is_parameter(below.1) && !is_parameter(above.1) && deeper <= 0 => match deeper {
            0 => Fit::Odd,
            _ => Fit::Expected,
        },
        // What closes a block is less deep than its lines.
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
        // An item's other lines hang below its text.
        () if is_list && (2..=4).contains(&deeper) => Fit::Expected,
        () if deeper == 1 && is_list => Fit::Possible,
        () if deeper > 0 => Fit::Odd,
        () => Fit::Possible,
    }
}

/// Whether a line is a directive of reStructuredText (`.. note::`), which the lines of its text hang below.
fn is_directive(text: &str) -> bool {
    text.starts_with(".. ") && text.contains("::")
}

/// Whether other lines hang below a line of text: below a directive, a citation (`.. [Name]`), a field (`:param name: what`),
/// or a parameter as NumPy's documents have it (`name : type`).
fn hangs(text: &str) -> bool {
    let is_citation = text.starts_with(".. [");
    let is_field = text.strip_prefix(':').is_some_and(|rest| rest.contains(": ") || rest.ends_with(':'));
    is_directive(text) || is_citation || is_field || text.contains(" : ")
}

/// Whether a line of text begins what NumPy's documents say of parameters: their names, ` : ` and a type.
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
