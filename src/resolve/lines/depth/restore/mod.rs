//! Restores the indentation of lines that all lost it.
//!
//! A line that the file contains, or that replaces such a line, is as deep as in the file. The depth of the others
//! follows from the brackets around them and, in languages of indented blocks, from the statements that begin and leave
//! blocks. If that leaves a choice, or the lines would not fit below one another, nothing is restored.

mod blocks;
mod brackets;
mod texts;

use std::collections::HashSet;
use std::ops::Range;

use super::columns::{IndentSamples, Scale};
use super::enclosing::part_above;
use super::flow::{CLOSING, Fit, OpeningDepth, is_label};
use super::layout::Layout;
use super::line::{DepthLine, LineKind, PatchLineReader};
use super::neighbours::{FileLines, NextLines, chain};
use super::statement::Ending;
use crate::resolve::lines::index::LineIndex;
use crate::resolve::nearby::likeness;
use crate::text::normal::{first_word, indentation, is_blank, trim};
use crate::text::{Buffer, LexRules, LexState, Lexer, partners};

/// The minimum likeness of a line to the line of the file that it replaces, if both begin with the same word, and if
/// they do not.
const ALIKE: (f64, f64) = (0.5, 0.75);

/// The same minimum where the numbers of old and new lines differ.
const NEARLY: (f64, f64) = (0.8, 0.9);

/// The maximum number of lines of a payload that is restored: the search for blocks recurses for each statement.
const MAX_LINES: usize = 500;

/// Lines with their restored indentation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restored {
    /// The lines as they are to be written to the file.
    pub lines: Vec<String>,
    /// Whether each nonblank line is a line of the file or replaces one.
    pub is_told: bool,
    /// Whether brackets, or words that begin and end blocks, determine the depth of the others without a choice.
    pub follows: bool,
}

/// Lines without indentation that are to replace others.
#[derive(Debug, Clone, Copy)]
pub struct FlatPayload<'p> {
    /// The lines of the patch, including blank lines.
    pub lines: &'p [String],
    /// For each nonblank removed line, the index (from 0) among the payload's nonblank lines of the line that replaces
    /// it; if absent, similar lines are paired.
    pub partners: Option<&'p [Option<usize>]>,
}

/// Returns the restored lines of a payload of at most 500 lines that is to replace the lines `range`, counted from 0;
/// `None` if some line is deeper than another, or the depth is not determined.
pub fn restore(
    buffer: &Buffer,
    index: &mut LineIndex<'_>,
    layout: Layout,
    range: &Range<usize>,
    flat: FlatPayload<'_>,
) -> Option<Restored> {
    let FlatPayload { lines: payload, partners } = flat;
    if payload.len() > MAX_LINES {
        return None;
    }
    let style = index.indent_style(buffer);
    let scale = Scale::of(buffer, style, range, IndentSamples { pairs: &[], payload });
    let all_lexer = index.scanner().map(|scanner| Lexer::new(scanner.rules()));
    let (is_code, loose) = (index.rules().is_some(), LineKind::Code);
    let lexer = all_lexer.as_ref().filter(|_| is_code);
    let state = index.state_before(buffer, range.start);
    let reader = PatchLineReader { scale, lexer: all_lexer.as_ref(), is_code, loose, layout };
    let lines = reader.read(payload, 0, state.clone());
    let fixed = fixed_lines(payload, all_lexer.as_ref(), state);
    if lines.windows(2).any(|pair| pair[0].column != pair[1].column) {
        return None;
    }
    let mut file = FileLines { buffer, index, lexer, scale };
    let around = NextLines::of(&mut file, layout, range);
    let old: Vec<(usize, String)> = range
        .clone()
        .map(|line| (line, buffer.line(line).into_owned()))
        .filter(|(_, text)| !is_blank(text))
        .collect();
    let mut flat = FlatLines {
        layout,
        step: scale.step as isize,
        is_code,
        words: all_lexer.as_ref().map(Lexer::rules).filter(|rules| !is_code && !rules.end_words.is_empty()),
        sources: sources(&old, &lines, partners),
        depths: Vec::new(),
        lines: &lines,
        around: &around,
    };
    flat.replace_one_for_one(&old);
    flat.depths = flat.sources.iter().map(|own| Some(scale.file(indentation(&old[(*own)?].1)))).collect();
    let is_told = flat.depths.iter().all(Option::is_some);
    let mut follows = is_told;
    // Text with fixed columns keeps its columns.
    for (line, depth) in lines.iter().zip(&mut flat.depths).filter(|(line, _)| fixed[line.at]) {
        *depth = depth.or(Some(line.column));
    }
    if !is_told {
        flat.begin_as_replaced(&old, scale);
        let places = flat.places();
        follows = flat.follow(&places);
        flat.fill_brackets(&places);
        if layout.indented {
            flat.fill_blocks(&places, &chain(&mut file, range.start))?;
            flat.fill_brackets(&places);
        }
        flat.fill_texts();
    }
    let depths: Vec<isize> = flat.depths.iter().copied().collect::<Option<_>>()?;
    if !flat.fits(&depths) {
        return None;
    }
    let mut restored = payload.to_vec();
    let of_file = |at: usize| flat.sources[at].map(|own| indentation(&old[own].1));
    for (at, line) in lines.iter().enumerate() {
        // A line of the same depth shows its spelling in the file.
        let mut near = (0..at).rev().chain(at + 1..lines.len()).filter(|other| depths[*other] == depths[at]);
        let own = of_file(at).or_else(|| near.find_map(of_file)).map(str::to_owned);
        restored[line.at] = own.unwrap_or_else(|| scale.spelled(depths[at])) + line.text;
    }
    Some(Restored { lines: restored, is_told, follows })
}

/// Returns for each line of a payload whether it is text whose columns are fixed.
fn fixed_lines(payload: &[String], lexer: Option<&Lexer<'_>>, mut state: LexState) -> Vec<bool> {
    let Some(lexer) = lexer else { return vec![false; payload.len()] };
    let mut is_fixed = |line: &String| {
        let is_fixed = state.is_in_fixed_text();
        lexer.marks(line, &mut state, |_, _| {});
        is_fixed
    };
    payload.iter().map(&mut is_fixed).collect()
}

/// Returns for each line of a payload the index of the old line that it equals or replaces.
fn sources(
    old: &[(usize, String)],
    lines: &[DepthLine<'_>],
    told: Option<&[Option<usize>]>,
) -> Vec<Option<usize>> {
    let own: Vec<String> = old.iter().map(|(_, text)| trim(text).to_owned()).collect();
    let brought: Vec<String> = lines.iter().map(|line| line.text.to_owned()).collect();
    let told = told.filter(|told| told.len() == own.len());
    let pairs: Vec<(usize, usize)> = told
        .map_or_else(|| partners(&own, &brought), <[_]>::to_vec)
        .into_iter()
        .enumerate()
        .filter_map(|(at, partner)| Some((at, partner?)))
        .collect();
    let mut sources = vec![None; lines.len()];
    let (mut above, mut run) = ((0, 0), Vec::new());
    // Between two equal lines the numbers of old and new lines must be equal, or a pair must be nearly equal: otherwise
    // the new lines may be a separate block.
    for (at, partner) in pairs.into_iter().chain([(own.len(), brought.len())]) {
        if own.get(at) != brought.get(partner) {
            run.push((at, partner));
            continue;
        }
        let is_even = at - above.0 == partner - above.1;
        for (at, partner) in run.drain(..) {
            let least = if is_even { ALIKE } else { NEARLY };
            if takes_place(&own[at], &brought[partner], least) {
                sources[partner] = Some(at);
            }
        }
        if let Some(source) = sources.get_mut(partner) {
            *source = Some(at);
        }
        above = (at + 1, partner + 1);
    }
    sources
}

/// Returns whether a line may replace a line of the file.
fn takes_place(own: &str, brought: &str, least: (f64, f64)) -> bool {
    let ends = |text: &str| (text.chars().next(), text.chars().next_back());
    let (own_ends, ends) = (ends(own), ends(brought));
    let begin_alike = own_ends.0 == ends.0 && first_word(own) == first_word(brought);
    let is_word = |sign: Option<char>| sign.is_some_and(char::is_alphabetic);
    let likeness = likeness(own, brought);
    begin_alike && likeness >= least.0
        || is_word(own_ends.0) && is_word(ends.0) && own_ends.1 == ends.1 && likeness >= least.1
}

/// Returns whether a line neither closes a bracket opened above nor is a further part of a statement above.
fn begins_anew(text: &str) -> bool {
    !text.starts_with(CLOSING) && part_above(first_word(text)).is_none()
}

/// Lines that are equally deep in the patch, with what is known about their depth in the file.
struct FlatLines<'l> {
    layout: Layout,
    step: isize,
    is_code: bool,
    /// The rules of a language of which only the words that end its blocks are known.
    words: Option<&'l LexRules>,
    lines: &'l [DepthLine<'l>],
    around: &'l NextLines,
    /// For each line, the index of the old line that it equals or replaces.
    sources: Vec<Option<usize>>,
    /// The depth of each line, as far as it is known.
    depths: Vec<Option<isize>>,
}

impl FlatLines<'_> {
    /// Pairs plain lines with those that they replace, if there are as many of them between two equal lines, or beside a
    /// label or a further part of a statement that stays. At an edge of the payload nothing else tells their depth.
    fn replace_one_for_one(&mut self, old: &[(usize, String)]) {
        let kept = self.sources.iter().enumerate().filter_map(|(line, own)| Some(((*own)?, line)));
        let kept: Vec<(usize, usize)> = kept.chain([(old.len(), self.lines.len())]).collect();
        let tells = |line: Option<&DepthLine<'_>>| {
            line.is_some_and(|line| is_label(line.text) || part_above(first_word(line.text)).is_some())
        };
        let mut above = (0, 0);
        for (own, line) in kept {
            let (pairs, ends) =
                ((above.0..own).zip(above.1..line), (self.lines.get(line), above.1.checked_sub(1)));
            let is_told = match ends {
                (Some(below), None) => tells(Some(below)),
                (None, Some(above)) => tells(self.lines.get(above)),
                (below, above) => below.is_some() && above.is_some(),
            };
            let are_even = own.checked_sub(above.0) == Some(line - above.1);
            let depth = |own: usize| indentation(&old[own].1);
            let are_plain = |(own, line): (usize, usize)| {
                depth(own) == depth(above.0)
                    && [trim(&old[own].1), self.lines[line].text]
                        .iter()
                        .all(|text| self.is_plain_statement(text))
            };
            if is_told && are_even && pairs.clone().all(are_plain) {
                pairs.for_each(|(own, line)| self.sources[line] = Some(own));
            }
            above = (own + 1, line + 1);
        }
    }

    /// Returns whether a line neither begins nor ends anything that other lines belong to.
    fn is_plain_statement(&self, text: &str) -> bool {
        begins_anew(text) && !is_label(text) && self.layout.opening(text) == OpeningDepth::No
    }

    /// Gives the first of several new lines the depth of the first line that they replace, if both are plain.
    fn begin_as_replaced(&mut self, old: &[(usize, String)], scale: Scale) {
        let taken: HashSet<usize> = self.sources.iter().flatten().copied().collect();
        let is_plain = |text: &str| begins_anew(text) && !is_label(text);
        let firsts = (0..self.lines.len()).filter(|at| self.depths[*at].is_none());
        let found: Vec<(usize, isize)> = firsts
            .filter_map(|at| {
                let replaced = match at.checked_sub(1) {
                    None => 0,
                    Some(above) => self.sources[above]? + 1,
                };
                let (_, text) = old.get(replaced).filter(|_| !taken.contains(&replaced))?;
                let are_plain = is_plain(trim(text)) && is_plain(self.lines[at].text);
                are_plain.then(|| (at, scale.file(indentation(text))))
            })
            .collect();
        found.into_iter().for_each(|(at, depth)| self.depths[at] = Some(depth));
    }

    /// Returns whether each line fits below the line above; lines that are neighbors in the file always fit.
    fn fits(&self, depths: &[isize]) -> bool {
        if !self.is_code {
            return true;
        }
        let step = usize::try_from(self.step).unwrap_or(0);
        let is_code = |at: &usize| self.lines[*at].kind == LineKind::Code;
        let ending = |at: usize| {
            let above = (0..=at).rev().filter(is_code);
            Ending::of(self.layout, above.map(|line| (depths[line], self.lines[line].code.clone())))
        };
        let code: Vec<usize> = (0..depths.len()).filter(is_code).collect();
        let are_neighbours = |above: usize, below: usize| {
            self.sources[above].zip(self.sources[below]).is_some_and(|(above, below)| above + 1 == below)
        };
        let fit = |above: &Ending, below: (isize, &str)| {
            let base = if above.code.starts_with(CLOSING) { above.depth } else { above.base };
            self.layout.fit((base, &above.code), below, step) >= Fit::Possible
        };
        let inner = code.windows(2).all(|pair| {
            let below = (depths[pair[1]], self.lines[pair[1]].code.as_str());
            are_neighbours(pair[0], pair[1]) || ending(pair[0]).is_none_or(|above| fit(&above, below))
        });
        let first = code.first().filter(|at| self.sources[**at] != Some(0)).zip(self.around.above.as_ref());
        let first = first.is_none_or(|(at, above)| fit(above, (depths[*at], &self.lines[*at].code)));
        let last = code.last().filter(|at| self.sources[**at].is_none());
        let last = last.and_then(|at| ending(*at)).zip(self.around.below.as_ref());
        inner && first && last.is_none_or(|(above, (depth, code))| fit(&above, (*depth, code)))
    }
}
