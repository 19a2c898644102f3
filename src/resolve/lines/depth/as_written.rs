//! Whether lines that come for others of the file may be meant as deep as they are written.
//!
//! Old lines that are in the file to the letter were not cut, and so the new ones were not, unless where they are written
//! they cannot be meant: a statement no deeper than the heading of the block that it is in, a dedent to no open level, or
//! a heading that takes what goes on below the place into its block.
//!
//! Invariant: nothing is parsed, and only lines around the place are looked at.

use std::ops::Range;

use super::columns::columns;
use super::enclosing::{EnclosingBlock, block_around, is_method, is_of_function, is_statement, part_above};
use super::flow::{CLOSING, OpeningDepth, is_label, may_be_flat};
use super::layout::Layout;
use super::line::code_of;
use super::neighbours::item_width;
use super::statement::{Ending, brackets};
use crate::resolve::lines::index::LineIndex;
use crate::text::normal::{first_word, indentation, is_blank, open_brackets, trim};
use crate::text::{Buffer, LexState, Lexer};

/// So far from a place nobody looks for the blocks around it.
const FAR: usize = 2000;

/// The width of a tab for comparing depths that are all spelled alike.
const TAB: usize = 8;

/// What the lines around say of new lines as they are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WrittenDepthFit {
    /// They are meant so.
    Meant,
    /// They may be meant so, or may have been cut.
    Ambiguous,
    /// They cannot be meant so.
    No,
}

/// What the lines around the lines `old`, which a patch shows to the letter, say of `new` in their place.
#[must_use]
pub fn written_depth_fit(
    buffer: &Buffer,
    index: &mut LineIndex<'_>,
    layout: Layout,
    (old, new): (&Range<usize>, &[String]),
) -> WrittenDepthFit {
    let before: Vec<String> = old.clone().map(|line| buffer.line(line).into_owned()).collect();
    let solid = |lines: &[String]| -> Vec<String> {
        lines.iter().filter(|line| !is_blank(line)).map(|line| trim(line).to_owned()).collect()
    };
    // What differs in nothing but its depth is to differ in that.
    if solid(&before) == solid(new) {
        return WrittenDepthFit::Meant;
    }
    let state = index.state_before(buffer, old.start);
    let Some(scanner) = index.scanner().filter(|_| state.is_code()) else { return WrittenDepthFit::No };
    let is_code = index.rules().is_some();
    // Words that end blocks tell depths of their own.
    if !is_code && !scanner.rules().end_words.is_empty() {
        return WrittenDepthFit::No;
    }
    let lexer = Lexer::new(scanner.rules());
    let read = |lines: &[String]| code_lines(&lexer, layout, lines, state.clone());
    let (before, new) = (read(&before), read(new));
    let (Some((old_depth, _)), Some((depth, _))) = (before.first(), new.first()) else {
        return WrittenDepthFit::No;
    };
    let mut place = WrittenPlace { buffer, index, layout, lexer: &lexer, is_code, old };
    let above = place.above();
    let moved = (*old_depth, *depth);
    // Where brackets are blocks, they tell that also of a language of which nothing else is known.
    let open = open_above(&above);
    let is_bracketed = !is_code && open.last().is_some_and(|(_, code)| code.ends_with('{'));
    if is_bracketed && !fits_in_brackets(open.clone(), &new, *old_depth) {
        return WrittenDepthFit::No;
    }
    match is_code && !layout.indented {
        true if fits_in_brackets(open, &new, *old_depth) => WrittenDepthFit::Meant,
        true => WrittenDepthFit::No,
        false => place.in_blocks(&above, (&before, &new), moved),
    }
}

/// A line of code: its depth, and its code.
type CodeLine = (isize, String);

/// The lines of code among some that begin in a state.
fn code_lines(lexer: &Lexer<'_>, layout: Layout, lines: &[String], mut state: LexState) -> Vec<CodeLine> {
    let mut found = Vec::new();
    for line in lines {
        let is_code = state.is_code();
        let code = code_of(Some(lexer), line, &mut state);
        if is_code && !code.is_empty() && !layout.is_directive(trim(line)) {
            found.push((columns(indentation(line), TAB), code));
        }
    }
    found
}

/// The lines whose brackets are open behind some lines, which come the nearest first: the innermost one last.
fn open_above(above: &[CodeLine]) -> Vec<CodeLine> {
    let mut open = Vec::new();
    let mut closed = 0;
    for (depth, code) in above {
        let (ends, begins) = brackets(code);
        open.extend((closed..begins).map(|_| (*depth, code.clone())));
        closed = usize::saturating_sub(closed, begins) + ends;
    }
    open.reverse();
    open
}

/// Whether each of some lines is deeper than the line whose bracket it is in, or as deep if it may be: what the file has so, a
/// label, what closes the bracket.
fn fits_in_brackets(mut open: Vec<CodeLine>, lines: &[CodeLine], old_depth: isize) -> bool {
    let mut of_file = open.len();
    for (depth, code) in lines {
        let closes = code.chars().take_while(|sign| CLOSING.contains(sign)).count();
        let around = open.len().checked_sub(closes.max(1)).map(|at| (at, &open[at]));
        let fits = around.is_none_or(|(at, (heading, text))| {
            let may_be_beside = closes > 0
                || is_label(code)
                || may_be_flat(text)
                || at < of_file && old_depth <= *heading && *depth >= old_depth;
            depth > heading || may_be_beside && *depth >= (*heading).min(old_depth)
        });
        if !fits {
            return false;
        }
        let (ends, begins) = brackets(code);
        open.truncate(open.len().saturating_sub(ends));
        of_file = of_file.min(open.len());
        open.extend((0..begins).map(|_| (*depth, code.clone())));
    }
    true
}

/// A line that something may be below, as deep or deeper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct OpenLevel {
    depth: isize,
    /// Whether it is one of the lines that come, and not of those that stay.
    is_own: bool,
}

/// Lines that give way to others.
struct WrittenPlace<'w, 'p> {
    buffer: &'w Buffer,
    index: &'w mut LineIndex<'p>,
    layout: Layout,
    lexer: &'w Lexer<'p>,
    is_code: bool,
    old: &'w Range<usize>,
}

impl WrittenPlace<'_, '_> {
    /// The lines of code above the place, the nearest first.
    fn above(&mut self) -> Vec<CodeLine> {
        (0..self.old.start).rev().take(FAR).filter_map(|line| self.code_at(line)).collect()
    }

    fn code_at(&mut self, line: usize) -> Option<CodeLine> {
        let text = self.buffer.line(line);
        if is_blank(&text) {
            return None;
        }
        let state = self.index.state_before(self.buffer, line);
        code_lines(self.lexer, self.layout, &[text.into_owned()], state).pop()
    }

    /// The same where blocks end as the indentation does.
    fn in_blocks(
        &mut self,
        above: &[CodeLine],
        (before, new): (&[CodeLine], &[CodeLine]),
        (old_depth, depth): (isize, isize),
    ) -> WrittenDepthFit {
        let below = (self.old.end..self.buffer.line_count()).take(FAR).find_map(|line| self.code_at(line));
        let chain = chain(above);
        let Some(levels) = self.levels_at((above, &chain), old_depth, depth) else {
            return WrittenDepthFit::No;
        };
        let Some((open, opens)) = self.levels_behind(levels, new) else { return WrittenDepthFit::No };
        if let Some((own, code)) = &below {
            let may_stand = match opens {
                true => open.last().is_some_and(|last| *own > last.depth),
                false => open.iter().any(|level| level.depth == *own) || *own == 0,
            };
            let takes_in = |levels: &[OpenLevel]| {
                levels.iter().rev().find(|level| level.depth < *own).is_some_and(|level| level.is_own)
            };
            let of_file = self.levels_at((above, &chain), old_depth, old_depth);
            let of_file = of_file.and_then(|levels| self.levels_behind(levels, before));
            let took_in = of_file.is_none_or(|(levels, _)| takes_in(&levels));
            let parts = self.is_code && depth != old_depth && part_above(first_word(code)).is_some();
            // A heading does not move without its block.
            if !may_stand || parts || takes_in(&open) && (!took_in || depth != old_depth) {
                return WrittenDepthFit::No;
            }
        }
        if self.is_code { by_blocks_around(&chain, before, new) } else { WrittenDepthFit::Meant }
    }

    /// The levels that are open above a line of some depth, in the place of one of another; `None` if it cannot stand there.
    fn levels_at(
        &self,
        (above, chain): (&[CodeLine], &[CodeLine]),
        old_depth: isize,
        depth: isize,
    ) -> Option<Vec<OpenLevel>> {
        if let Some(above) = Ending::of(self.layout, above.iter().cloned()) {
            let opens = above.code.ends_with(':');
            let fits = match self.layout.opening(&above.code) {
                OpeningDepth::Bracket | OpeningDepth::Item => false,
                // What has a block keeps one.
                _ if opens && (self.is_code || old_depth > above.base) => depth > above.base,
                _ if depth > above.base => opens,
                _ => depth == above.base || chain.iter().any(|line| is_level(line, depth)),
            };
            if !fits {
                return None;
            }
        }
        let outer = chain.iter().rev().filter(|(own, _)| *own < depth);
        Some(outer.map(|(depth, _)| OpenLevel { depth: *depth, is_own: false }).collect())
    }

    /// The levels that are open behind some lines, and whether the last one opens a block; `None` if one cannot stand where it
    /// is.
    fn levels_behind(
        &self,
        mut levels: Vec<OpenLevel>,
        lines: &[CodeLine],
    ) -> Option<(Vec<OpenLevel>, bool)> {
        let mut inner = 0;
        let mut opens = true;
        let least = lines.iter().skip(1).map(|(depth, _)| *depth).min();
        // All but the first one are as deep as below a deeper line.
        if let (Some((first, code)), Some(least)) = (lines.first(), least)
            && least > *first
            && !(code.ends_with(':') && self.is_code)
            && open_brackets(code) <= 0
        {
            return None;
        }
        for (at, (depth, code)) in lines.iter().enumerate() {
            let begins = inner == 0;
            inner = (inner + open_brackets(code)).max(0);
            if begins {
                let top = levels.last().map(|level| level.depth);
                let fits = match at {
                    0 => true,
                    _ if opens && self.is_code => top.is_none_or(|top| *depth > top),
                    _ if opens && top.is_some_and(|top| *depth > top) => true,
                    _ => levels.iter().any(|level| level.depth == *depth),
                };
                if !fits {
                    return None;
                }
                levels.retain(|level| level.depth < *depth);
                levels.push(OpenLevel { depth: *depth, is_own: true });
                let width = item_width(code).filter(|_| !self.is_code);
                levels.extend(width.map(|width| OpenLevel { depth: *depth + width, is_own: true }));
            }
            inner += isize::from(inner == 0 && code.ends_with('\\'));
            opens = inner == 0 && code.ends_with(':');
        }
        Some((levels, opens))
    }
}

/// What the blocks around say of lines that are in none of their own.
fn by_blocks_around(chain: &[CodeLine], before: &[CodeLine], new: &[CodeLine]) -> WrittenDepthFit {
    let old_least = before.iter().map(|(depth, _)| *depth).min();
    let mut least = isize::MAX;
    let mut fit = WrittenDepthFit::Meant;
    for (depth, code) in new {
        if *depth > least {
            continue;
        }
        least = *depth;
        let around = block_around(chain, *depth);
        if is_of_function(code) && around.is_some_and(|block| block != EnclosingBlock::Function) {
            return WrittenDepthFit::No;
        }
        let may_be_cut = match is_method(code) {
            Some(is_method) => is_method && around != Some(EnclosingBlock::Class),
            None => is_statement(code),
        };
        if may_be_cut && old_least.is_some_and(|old| *depth < old) {
            fit = WrittenDepthFit::Ambiguous;
        }
    }
    fit
}

/// Whether a line of a chain has others at some depth beside it.
fn is_level((own, code): &CodeLine, depth: isize) -> bool {
    *own == depth || item_width(code).is_some_and(|width| own + width == depth)
}

/// The lines that are less deep than all below them, the nearest first.
fn chain(above: &[CodeLine]) -> Vec<CodeLine> {
    let mut chain: Vec<CodeLine> = Vec::new();
    for (depth, code) in above {
        if chain.last().is_none_or(|(least, _)| depth < least) && !code.starts_with(CLOSING) {
            chain.push((*depth, code.clone()));
        }
    }
    chain
}
