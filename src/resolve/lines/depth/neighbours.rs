//! Reads the lines of the file next to a place.

use std::ops::Range;

use super::columns::Scale;
use super::flow::CLOSING;
use super::layout::Layout;
use super::line::{LineKind, code_of};
use super::statement::Ending;
use crate::resolve::lines::index::LineIndex;
use crate::text::normal::{first_word, indentation, is_blank, trim};
use crate::text::{Buffer, Lexer, begins_block};

/// The maximum number of lines that are skipped to find code.
const MAX_PASSED: usize = 200;

/// The maximum number of lines above a place that are searched for the headings of the blocks around it.
const MAX_ABOVE: usize = 4000;

/// The last lines of code above a place that are less deep than all lines below them, the nearest first, each with its
/// depth.
pub(super) type Chain = Vec<(isize, String)>;

/// The lines of a file, with what is needed to read their depth and their code.
pub(super) struct FileLines<'a, 'p> {
    pub(super) buffer: &'a Buffer,
    pub(super) index: &'a mut LineIndex<'p>,
    pub(super) lexer: Option<&'a Lexer<'a>>,
    pub(super) scale: Scale,
}

/// A line of the file next to a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Neighbour {
    pub(super) depth: isize,
    /// The line without whitespace at its ends.
    pub(super) text: String,
    /// The kind of the line; the text of a string may begin on a line of code.
    pub(super) kind: LineKind,
}

/// The lines next to a place.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct NextLines {
    /// The nearest lines of code.
    pub(super) above: Option<Ending>,
    pub(super) below: Option<(isize, String)>,
    /// The nearest lines that are neither blank nor directives.
    pub(super) next_above: Option<Neighbour>,
    pub(super) next_below: Option<Neighbour>,
    /// The depth of the line below which the list is that contains the line above as an item (`- item`).
    pub(super) above_list: Option<isize>,
    /// The depth of the item whose keys are as deep as the line above, if that is not an item itself.
    pub(super) above_item: Option<isize>,
    /// The depth of the nearest line below that is not a comment, if only the comments of the language are known.
    pub(super) below_comments: Option<isize>,
    /// The block above, if only the comments and words of the language are known, and the line below continues or ends
    /// its statement by a word.
    pub(super) block_above: Option<BlockAbove>,
    /// Whether blank lines separate the place from the lines above and below.
    pub(super) is_apart: [bool; 2],
}

/// The lines of a block above a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BlockAbove {
    /// Nothing is below the heading of the block.
    Empty,
    /// The lines of the block are at this depth. If they belong to a branch, `branch` is the depth of another branch.
    Lines { depth: isize, branch: Option<isize> },
    /// The depth of a branch whose last line ends it.
    EndedBranch(isize),
}

impl NextLines {
    /// Returns the neighbors of a payload between the lines `gap.start` and `gap.end`.
    pub(super) fn of(file: &mut FileLines<'_, '_>, layout: Layout, gap: &Range<usize>) -> Self {
        let buffer = file.buffer;
        let joins = |line: usize| buffer.line(line).ends_with('\\');
        let is_within = gap.start > 0 && joins(gap.start - 1);
        // Lines joined to a directive by a backslash belong to it; for a place among these lines, they are code.
        let is_of_directive = |line: usize| {
            let above = (0..line).rev().take(MAX_PASSED).take_while(|line| joins(*line)).last();
            !is_within && above.is_some_and(|first| layout.is_directive(trim(&buffer.line(first))))
        };
        let mut read = |line: usize| -> Option<(Neighbour, String)> {
            let text = buffer.line(line);
            let mut state = file.index.state_before(buffer, line);
            if is_blank(&text) {
                return None;
            }
            let (is_text, is_comment) = (state.is_in_string(), state.is_comment());
            let code = code_of(file.lexer, &text, &mut state);
            let may_be_directive = !layout.directives.is_empty() && !is_text && !is_comment;
            if may_be_directive && (layout.is_directive(&code) || is_of_directive(line)) {
                return None;
            }
            let kind = match () {
                () if is_text => LineKind::Text,
                () if is_comment || code.is_empty() => LineKind::Comment,
                () => LineKind::Code,
            };
            let depth = file.scale.file(indentation(&text));
            Some((Neighbour { depth, text: trim(&text).to_owned(), kind }, code))
        };
        let above = || (0..gap.start).rev().take(MAX_PASSED);
        let below = || (gap.end..buffer.line_count()).take(MAX_PASSED);
        let next_above = above().find_map(&mut read).map(|(line, _)| line);
        let next_below = below().find_map(&mut read).map(|(line, _)| line);
        let list = next_above.as_ref().filter(|own| own.text.starts_with("- ")).map(|own| own.depth);
        let is_outside = |own: &Neighbour, list: isize| own.depth <= list && !own.text.starts_with('-');
        let above_list = list.and_then(|list| {
            let mut lines = above().filter_map(&mut read).map(|(line, _)| line);
            lines.find(|own| is_outside(own, list)).map(|own| own.depth)
        });
        // Languages with a grammar have no such lists.
        let above_item = next_above.as_ref().filter(|_| file.lexer.is_none()).and_then(|next| {
            let is_outer = |line: &usize| file.scale.file(indentation(&buffer.line(*line))) < next.depth;
            let mut lines = above().filter(is_outer).filter_map(&mut read).map(|(line, _)| line);
            let outer = lines.find(|own| own.depth < next.depth)?;
            (outer.depth + item_width(&outer.text)? == next.depth).then_some(outer.depth)
        });
        let is_unknown = file.lexer.is_none();
        let mut code = |line: usize| {
            let (own, code) = read(line)?;
            (own.kind == LineKind::Code).then_some((own.depth, code))
        };
        let ending = Ending::of(layout, above().filter_map(&mut code));
        let below = below().find_map(&mut code);
        let is_open = |line: usize| is_blank(&buffer.line(line));
        let is_apart =
            [gap.start > 0 && is_open(gap.start - 1), gap.end < buffer.line_count() && is_open(gap.end)];
        let mut is_code =
            |line: &usize| !is_blank(&buffer.line(*line)) && !file.index.is_comment_line(buffer, *line);
        let below_comments = (gap.end..buffer.line_count())
            .take(MAX_PASSED)
            .find(|line| file.lexer.is_none() && is_code(line))
            .map(|line| file.scale.file(indentation(&buffer.line(line))));
        let block_above =
            next_below.as_ref().filter(|_| is_unknown).and_then(|own| BlockAbove::of(file, gap.start, own));
        Self {
            above: ending,
            below,
            next_above,
            next_below,
            above_list,
            above_item,
            below_comments,
            block_above,
            is_apart,
        }
    }
}

impl BlockAbove {
    /// Returns the block above line `at` whose statement the line below continues or ends by a word.
    fn of(file: &mut FileLines<'_, '_>, at: usize, below: &Neighbour) -> Option<Self> {
        let buffer = file.buffer;
        let rules = file.index.scanner().filter(|_| file.lexer.is_none())?.rules();
        let is_part = rules.begins_part(&below.text);
        // `then` and `do` follow the heading or are below it; recipes have their own columns.
        if !is_part || ["then", "do"].contains(&first_word(&below.text)) || rules.recipes {
            return None;
        }
        // Each is less deep than all lines below it.
        let mut levels: Vec<(isize, String)> = Vec::new();
        for line in (0..at).rev().take(MAX_ABOVE) {
            let text = buffer.line(line);
            let depth = file.scale.file(indentation(&text));
            if is_blank(&text)
                || levels.last().is_some_and(|(least, _)| depth >= *least)
                || !file.index.state_before(buffer, line).is_code()
                || file.index.is_comment_line(buffer, line)
            {
                continue;
            }
            levels.push((depth, trim(&text).to_owned()));
            if depth <= below.depth {
                break;
            }
        }
        let (_, head) = levels.pop().filter(|(depth, _)| *depth == below.depth)?;
        let ends_branch = |text: &str| text.ends_with(";;");
        match &levels[..] {
            [] => (begins_block(&head) || rules.begins_clause(&head)).then_some(Self::Empty),
            [(_, last)] if rules.begins_branch(&head) && ends_branch(last) => {
                Some(Self::EndedBranch(below.depth))
            }
            [(depth, last)] if ends_branch(last) => Some(Self::EndedBranch(*depth)),
            [(depth, _)] => {
                let branch = rules.begins_branch(&head).then_some(below.depth);
                Some(Self::Lines { depth: *depth, branch })
            }
            [(_, last), (outer, text)] if rules.begins_branch(text) && ends_branch(last) => {
                Some(Self::EndedBranch(*outer))
            }
            [(depth, _), (outer, text)] if rules.begins_branch(text) || rules.begins_clause(text) => {
                Some(Self::Lines { depth: *depth, branch: Some(*outer) })
            }
            // Several levels without a branch must be lines of one statement.
            [.., (outer, text)] => goes_on_below(text).then_some(Self::Lines { depth: *outer, branch: None }),
        }
    }
}

/// Returns whether the end of a line shows that its statement continues on the next line.
fn goes_on_below(text: &str) -> bool {
    ["\\", ",", "(", "[", "{", "|", "&&", "=", ".", "+"].iter().any(|sign| text.ends_with(sign))
}

/// Returns the width of the sign of a list item and of the spaces after it, by which its text is deeper than the item.
pub(super) fn item_width(text: &str) -> Option<isize> {
    let rest = text.strip_prefix('-').filter(|rest| rest.starts_with(' '))?;
    Some((text.len() - rest.trim_start().len()) as isize)
}

/// The maximum number of lines of a text that are searched for a line of the same kind.
const MAX_TEXT: usize = 100;

/// Returns the depth of the nearest line above that belongs to the same text and satisfies `is_like`.
pub(super) fn depth_of_like(
    file: &mut FileLines<'_, '_>,
    line: usize,
    is_like: impl Fn(&str) -> bool,
) -> Option<isize> {
    let buffer = file.buffer;
    for line in (0..line).rev().take(MAX_TEXT) {
        if !file.index.state_before(buffer, line).is_in_string() {
            return None;
        }
        let text = buffer.line(line);
        if is_like(trim(&text)) {
            return Some(file.scale.file(indentation(&text)));
        }
    }
    None
}

/// Returns the last lines of code above a line that are less deep than all lines below them, up to a line at the
/// margin.
pub(super) fn chain(file: &mut FileLines<'_, '_>, line: usize) -> Chain {
    let buffer = file.buffer;
    let mut chain = Chain::new();
    for line in (0..line).rev().take(MAX_ABOVE) {
        let text = buffer.line(line);
        let depth = file.scale.file(indentation(&text));
        if is_blank(&text) || chain.last().is_some_and(|(least, _)| depth >= *least) {
            continue;
        }
        let mut state = file.index.state_before(buffer, line);
        let is_code = state.is_code();
        let code = code_of(file.lexer, &text, &mut state);
        if is_code && !code.is_empty() && !code.starts_with(CLOSING) {
            chain.push((depth, code));
            if depth == 0 {
                break;
            }
        }
    }
    chain
}
