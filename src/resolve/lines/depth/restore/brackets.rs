//! Restores the depth of lines among brackets: the lines in one pair are equally deep, and the line that closes it is
//! as deep as the line that opens it.

use super::FlatLines;
use crate::resolve::lines::depth::flow::{CLOSING, OpeningDepth, continues, is_label};
use crate::resolve::lines::depth::line::LineKind;
use crate::resolve::lines::depth::text_lines::begins_words;
use crate::text::normal::first_word;

/// Words that begin statements which may have a body without a bracket.
const BRACELESS: [&str; 5] = ["if", "for", "while", "else", "do"];

/// Signs that end a statement, an item or the heading of a block.
const ITEM_ENDS: [char; 8] = [';', ',', '{', '}', '[', ']', '(', ')'];

/// The position of a line of code among brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BracketPlace {
    /// The index of the frame (pair of brackets) that contains the line.
    pub(super) within: usize,
    pub(super) role: LineRole,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineRole {
    /// A line that begins a statement, or an item.
    First,
    /// A line that continues the line above.
    GoesOn,
    /// A line that begins by closing a bracket that this line of the payload opens.
    Closes(usize),
    /// A line that begins by closing a bracket that is opened above the payload.
    ClosesOuter,
}

/// A pair of brackets, and the depths of its contents.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct BracketFrame {
    /// The line that opens the pair; `None` if that is above the payload.
    pub(super) opener: Option<usize>,
    /// Whether the opening bracket is the last sign of its line.
    pub(super) hangs: bool,
    /// The depth of its statements or items.
    pub(super) inner: Option<isize>,
    /// The depths of its `case` labels, and of the statements below them.
    pub(super) cases: (Option<isize>, Option<isize>),
    /// Whether it contains branches, whose lines no word or bracket ends.
    pub(super) has_branches: bool,
    /// Whether a line of the payload begins by closing it.
    pub(super) is_closed: bool,
}

impl BracketFrame {
    /// Returns whether the payload contains at least one of the two brackets.
    const fn is_of_items(&self) -> bool {
        self.opener.is_some() || self.is_closed
    }
}

/// The lines of code and the brackets around them.
pub(super) struct BracketStructure {
    /// The position of each line; `None` if it is not code.
    pub(super) places: Vec<Option<BracketPlace>>,
    pub(super) frames: Vec<BracketFrame>,
    /// The frame in which the last line ends.
    pub(super) last: usize,
}

impl FlatLines<'_> {
    /// Returns the positions of the lines of code among brackets.
    pub(super) fn places(&self) -> BracketStructure {
        let mut frames = vec![BracketFrame::default()];
        let mut open = vec![0];
        let mut places = vec![None; self.lines.len()];
        let mut above: Option<usize> = None;
        for (at, line) in self.lines.iter().enumerate() {
            if line.kind != LineKind::Code {
                continue;
            }
            let code = &line.code;
            let closed = code.chars().take_while(|sign| CLOSING.contains(sign)).count();
            let is_inner = frames[open[open.len() - 1]].opener.is_some();
            let mut role = if above.is_some_and(|above| self.goes_on(above, at, is_inner)) {
                LineRole::GoesOn
            } else {
                LineRole::First
            };
            let ends_words = self.words.is_some_and(|rules| rules.begins_part(line.text));
            for _ in 0..closed + usize::from(ends_words) {
                let closed = close(&mut open, &mut frames);
                frames[closed].is_closed = true;
                role = frames[closed].opener.map_or(LineRole::ClosesOuter, LineRole::Closes);
            }
            frames[open[open.len() - 1]].has_branches |=
                self.words.is_some_and(|rules| rules.begins_branch(line.text));
            places[at] = Some(BracketPlace { within: open[open.len() - 1], role });
            if self.words.is_some_and(|rules| begins_words(rules, line.text)) {
                open.push(frames.len());
                frames.push(BracketFrame { opener: Some(at), hangs: true, ..BracketFrame::default() });
            }
            let rest = &code[closed..];
            for (column, sign) in rest.char_indices() {
                let is_last = column + sign.len_utf8() == rest.len();
                match sign {
                    // Without the rules of a language, any sign may be text.
                    _ if !self.is_code && !is_last => {}
                    '(' | '[' | '{' => {
                        open.push(frames.len());
                        frames.push(BracketFrame {
                            opener: Some(at),
                            hangs: is_last,
                            ..BracketFrame::default()
                        });
                    }
                    ')' | ']' | '}' if self.is_code => {
                        close(&mut open, &mut frames);
                    }
                    _ => {}
                }
            }
            above = Some(at);
        }
        BracketStructure { places, frames, last: open[open.len() - 1] }
    }

    /// Returns whether a line of code continues the line above; `is_inner` if it is within brackets.
    fn goes_on(&self, above: usize, at: usize, is_inner: bool) -> bool {
        let (above, own) = (&self.lines[above].code, &self.lines[at].code);
        if self.layout.indented && !is_inner {
            return above.ends_with('\\');
        }
        let is_bodiless = !self.layout.indented
            && self.is_code
            && BRACELESS.contains(&first_word(above))
            && is_heading_alone(above);
        let opening = self.layout.opening(above);
        let ends = matches!(opening, OpeningDepth::No | OpeningDepth::Item | OpeningDepth::Block)
            || opening == OpeningDepth::Bracket
            || above.ends_with([')', ':']);
        is_bodiless || self.is_code && (!ends || !self.layout.indented && continues(own))
    }

    /// Returns whether each line that is not in the file is a plain statement, whose depth follows from brackets, or
    /// from words that begin and end blocks.
    pub(super) fn follow(&self, all: &BracketStructure) -> bool {
        let is_plain = |at: usize| {
            let (line, text) = (&self.lines[at], self.lines[at].text);
            let is_bodiless =
                self.is_code && BRACELESS.contains(&first_word(text)) && is_heading_alone(&line.code);
            let opens = !matches!(self.layout.opening(&line.code), OpeningDepth::No | OpeningDepth::Item)
                || self.words.is_some_and(|rules| begins_words(rules, text));
            match all.places[at] {
                Some(place) => {
                    let has_branches = all.frames[place.within].has_branches;
                    place.role == LineRole::First && !is_bodiless && !opens && !has_branches
                }
                None => self.depths[at].is_some() || line.kind == LineKind::Comment,
            }
        };
        let has_labels = self.lines.iter().any(|line| self.is_code && is_label(&line.code));
        // Brackets do not show the depth of the text of an element.
        let has_tags = self.lines.iter().any(|line| {
            line.text.starts_with('<') || ["</", "/>"].iter().any(|sign| line.text.contains(sign))
        });
        !self.layout.indented
            && (self.is_code || self.words.is_some() || self.are_items(all))
            && !has_labels
            && !has_tags
            && (0..self.lines.len()).all(|at| self.sources[at].is_some() || is_plain(at))
    }

    /// Returns whether each new line is in brackets that the payload opens or closes, below a line that is complete by
    /// its last sign: so it does not continue a line above.
    fn are_items(&self, all: &BracketStructure) -> bool {
        let is_ended = |at: usize| self.lines[at].text.ends_with(ITEM_ENDS);
        (0..self.lines.len()).filter(|at| self.sources[*at].is_none()).all(|at| {
            let above = at.checked_sub(1).is_none_or(is_ended);
            all.places[at].is_some_and(|own| above && all.frames[own.within].is_of_items())
        })
    }

    /// Fills in the depths of the lines in brackets, and of those that close them.
    pub(super) fn fill_brackets(&mut self, all: &BracketStructure) {
        let mut frames = all.frames.clone();
        self.surround(all, &mut frames);
        for _ in 0..2 {
            let (mut is_labelled, mut is_case) = (false, false);
            for (at, place) in all.places.iter().enumerate() {
                let Some(place) = *place else { continue };
                let is_statement = self.is_statement(all, place);
                let frame = frames[place.within];
                let is_own_label = !self.layout.indented && self.is_code && is_label(&self.lines[at].code);
                let opened = || {
                    let opener = self.depths[frame.opener?]?;
                    (frame.hangs && !is_labelled).then_some(opener + self.step)
                };
                let depth = self.depths[at].or_else(|| match place.role {
                    LineRole::Closes(opener) => self.depths[opener],
                    LineRole::First if is_statement => None,
                    LineRole::First if is_own_label => {
                        frame.cases.0.filter(|_| is_case_label(&self.lines[at].code))
                    }
                    // Text may be at any depth, except items in brackets.
                    LineRole::First if !self.is_code && self.words.is_none() && !frame.is_of_items() => None,
                    LineRole::First if frame.has_branches => None,
                    LineRole::First if is_labelled && is_case => frame.inner.or(frame.cases.1),
                    LineRole::First => frame.inner.or_else(opened),
                    LineRole::GoesOn | LineRole::ClosesOuter => None,
                });
                self.depths[at] = depth;
                let tells = match place.role {
                    LineRole::First => !is_own_label,
                    LineRole::ClosesOuter => true,
                    LineRole::Closes(_) | LineRole::GoesOn => false,
                };
                let frame = &mut frames[place.within];
                if is_own_label {
                    is_labelled = true;
                    is_case = is_case_label(&self.lines[at].code);
                    frame.inner = None;
                    frame.cases.0 = frame.cases.0.or(depth.filter(|_| is_case));
                } else if tells && frame.inner.is_none() {
                    frame.cases.1 = frame.cases.1.or(depth.filter(|_| is_labelled && is_case));
                    frame.inner = depth;
                    is_labelled = false;
                }
            }
        }
    }

    /// Sets the depths of the statements at both ends from the lines around.
    fn surround(&self, all: &BracketStructure, frames: &mut [BracketFrame]) {
        if self.layout.indented || !self.is_code {
            return;
        }
        if let Some((depth, code)) = &self.around.below
            && !code.starts_with(CLOSING)
            && !is_label(code)
            && !continues(code)
        {
            frames[all.last].inner = Some(*depth);
        }
        if let Some(above) = &self.around.above {
            let inner = match self.layout.opening(&above.code) {
                OpeningDepth::Block | OpeningDepth::Bracket => Some(above.base + self.step),
                OpeningDepth::No | OpeningDepth::Item => Some(above.base),
                OpeningDepth::Continued => None,
            };
            frames[0].inner = inner.or(frames[0].inner);
        }
    }
}

/// Returns whether nothing follows the word that begins a statement and its condition, so that the body is on the next
/// line.
fn is_heading_alone(code: &str) -> bool {
    let rest = code[first_word(code).len()..].trim_start();
    if !rest.starts_with('(') {
        return !rest.ends_with(['{', ';', '}']);
    }
    let mut open = 0_usize;
    let end = rest.bytes().position(|byte| {
        open = match byte {
            b'(' => open + 1,
            b')' => open - 1,
            _ => open,
        };
        open == 0
    });
    end.is_none_or(|end| end + 1 == rest.len())
}

/// Returns whether a label is `case` or `default`.
fn is_case_label(code: &str) -> bool {
    matches!(first_word(code), "case" | "default")
}

/// Closes the innermost pair of brackets and returns its index. After one that was opened above the payload, a new
/// outer frame begins.
fn close(open: &mut Vec<usize>, frames: &mut Vec<BracketFrame>) -> usize {
    let closed = open.pop().unwrap_or_default();
    if open.is_empty() {
        open.push(frames.len());
        frames.push(BracketFrame::default());
    }
    closed
}
