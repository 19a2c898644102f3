//! Lines that all lost their indentation, as deep as they would stand in the file.
//!
//! A line that the file has, or one that takes the place of such a line, is as deep as in the file. The depth of the others
//! follows from the brackets that they stand in and, in languages of indented blocks, from the statements that begin and
//! leave blocks. Where that leaves a choice, or the lines would not fit one below the other, nothing is restored.

use std::ops::Range;

use super::columns::{IndentSamples, Scale};
use super::flow::{CLOSING, Fit, OpenedDepth, continues, is_label};
use super::layout::Layout;
use super::line::{DepthLine, LineKind, Reader};
use super::neighbours::{Chain, FileLines, NextLines, chain};
use super::statement::{Ending, first_word};
use crate::resolve::lines::index::LineIndex;
use crate::resolve::nearby::likeness;
use crate::text::normal::{indentation, is_blank, trim};
use crate::text::{Buffer, Lexer, partners};

/// How alike a line must be to one of the file that it takes the place of, where both begin with the same word, and where
/// they do not.
const ALIKE: (f64, f64) = (0.5, 0.75);

/// So many steps are taken to find the blocks of statements.
const MAX_STEPS: usize = 20_000;

/// Words that begin a further part of a statement.
const PARTS: [&str; 4] = ["elif", "else", "except", "finally"];

/// Words behind which a block is left.
const LEAVING: [&str; 5] = ["return", "raise", "break", "continue", "pass"];

/// Words that begin statements which may have a body without a bracket.
const BRACELESS: [&str; 5] = ["if", "for", "while", "else", "do"];

/// Lines that lost their indentation, with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restored {
    /// The lines as they are to stand in the file.
    pub lines: Vec<String>,
    /// Whether each of them, blank ones apart, is a line of the file or takes the place of one.
    pub is_told: bool,
}

/// The lines of a payload that is to take the place of `range`, counted from 0, if none of them is deeper than another.
pub fn restore(
    buffer: &Buffer,
    index: &mut LineIndex<'_>,
    layout: Layout,
    range: &Range<usize>,
    payload: &[String],
) -> Option<Restored> {
    let style = index.indent_style(buffer);
    let scale = Scale::of(buffer, style, range, IndentSamples { pairs: &[], payload });
    let lexer = index.rules().map(Lexer::new);
    let state = index.state_before(buffer, range.start);
    let lines = Reader { scale, lexer: lexer.as_ref(), layout }.read(payload, 0, state);
    if lines.windows(2).any(|pair| pair[0].column != pair[1].column) {
        return None;
    }
    let mut file = FileLines { buffer, index, lexer: lexer.as_ref(), scale };
    let around = NextLines::of(&mut file, layout, range);
    let chain = if layout.indented { chain(&mut file, range.start) } else { Chain::new() };
    let old: Vec<(usize, String)> = range
        .clone()
        .map(|line| (line, buffer.line(line).into_owned()))
        .filter(|(_, text)| !is_blank(text))
        .collect();
    let mut flat = FlatLines {
        layout,
        step: scale.step as isize,
        is_code: lexer.is_some(),
        sources: sources(&old, &lines),
        depths: Vec::new(),
        lines: &lines,
        around: &around,
    };
    flat.depths = flat.sources.iter().map(|own| Some(scale.file(indentation(&old[(*own)?].1)))).collect();
    let is_told = flat.depths.iter().all(Option::is_some);
    if !is_told {
        flat.begin_as_replaced(&old, scale);
        let places = flat.places();
        flat.fill_brackets(&places);
        if layout.indented {
            flat.fill_blocks(&places, &chain)?;
            flat.fill_brackets(&places);
        }
        flat.fill_texts();
    }
    let depths: Vec<isize> = flat.depths.iter().copied().collect::<Option<_>>()?;
    if !flat.fits(&depths) {
        return None;
    }
    let mut restored = payload.to_vec();
    for ((line, depth), source) in lines.iter().zip(depths).zip(&flat.sources) {
        let own = source.map(|at| indentation(&old[at].1).to_owned());
        restored[line.at] = own.unwrap_or_else(|| scale.spelled(depth)) + line.text;
    }
    Some(Restored { lines: restored, is_told })
}

/// For each line of a payload the line of the file that it is, or that it takes the place of.
fn sources(old: &[(usize, String)], lines: &[DepthLine<'_>]) -> Vec<Option<usize>> {
    let own: Vec<String> = old.iter().map(|(_, text)| trim(text).to_owned()).collect();
    let brought: Vec<String> = lines.iter().map(|line| line.text.to_owned()).collect();
    let mut sources = vec![None; lines.len()];
    for (at, partner) in partners(&own, &brought).into_iter().enumerate() {
        let Some(partner) = partner else { continue };
        if takes_place(&own[at], &brought[partner]) {
            sources[partner] = Some(at);
        }
    }
    sources
}

/// Whether a line may take the place of one of the file.
fn takes_place(own: &str, brought: &str) -> bool {
    let ends = |text: &str| (text.chars().next(), text.chars().next_back());
    let (own_ends, ends) = (ends(own), ends(brought));
    let begin_alike = own_ends.0 == ends.0 && first_word(own) == first_word(brought);
    let is_word = |sign: Option<char>| sign.is_some_and(char::is_alphabetic);
    let likeness = likeness(own, brought);
    begin_alike && likeness >= ALIKE.0
        || is_word(own_ends.0) && is_word(ends.0) && own_ends.1 == ends.1 && likeness >= ALIKE.1
}

/// Lines that are equally deep in the patch, and what is known of their depth in the file.
struct FlatLines<'l> {
    layout: Layout,
    step: isize,
    is_code: bool,
    lines: &'l [DepthLine<'l>],
    around: &'l NextLines,
    /// For each line the one of the file that it is, or takes the place of, by its place among those.
    sources: Vec<Option<usize>>,
    /// How deep each line is, as far as that is known.
    depths: Vec<Option<isize>>,
}

/// Where a line of code stands among brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct BracketPlace {
    /// The pair of brackets that it stands in, by its number.
    within: usize,
    role: LineRole,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LineRole {
    /// It begins a statement, or an item.
    First,
    /// It goes on with the line above.
    GoesOn,
    /// It begins by closing what a line of the payload opens.
    Closes(usize),
    /// It begins by closing what is opened above the payload.
    ClosesOuter,
}

/// What a pair of brackets holds.
#[derive(Debug, Clone, Copy, Default)]
struct BracketFrame {
    /// The line that opens it; none if that is above the payload.
    opener: Option<usize>,
    /// Whether nothing stands behind the opening bracket on its line.
    hangs: bool,
    /// How deep its statements or items are.
    inner: Option<isize>,
}

/// The lines of code among their brackets.
struct BracketPlaces {
    /// For each line where it stands; none if it is no code.
    places: Vec<Option<BracketPlace>>,
    frames: Vec<BracketFrame>,
    /// The frame in which the last line ends.
    last: usize,
}

impl FlatLines<'_> {
    /// The first line is as deep as the one that it replaces, if nothing tells the two apart.
    fn begin_as_replaced(&mut self, old: &[(usize, String)], scale: Scale) {
        let (Some(None), Some((_, text))) = (self.depths.first(), old.first()) else { return };
        let is_taken = self.sources.iter().flatten().any(|at| *at == 0);
        let is_plain =
            |text: &str| !text.starts_with(CLOSING) && !PARTS.contains(&first_word(text)) && !is_label(text);
        if !is_taken && is_plain(trim(text)) && is_plain(self.lines[0].text) {
            self.depths[0] = Some(scale.file(indentation(text)));
        }
    }

    /// Where the lines of code stand among brackets.
    fn places(&self) -> BracketPlaces {
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
            for _ in 0..closed {
                let opener = close(&mut open, &mut frames);
                role = opener.map_or(LineRole::ClosesOuter, LineRole::Closes);
            }
            places[at] = Some(BracketPlace { within: open[open.len() - 1], role });
            let rest = &code[closed..];
            for (column, sign) in rest.char_indices() {
                let is_last = column + sign.len_utf8() == rest.len();
                match sign {
                    // Without rules of a language any sign may be text.
                    _ if !self.is_code && !is_last => {}
                    '(' | '[' | '{' => {
                        open.push(frames.len());
                        frames.push(BracketFrame { opener: Some(at), hangs: is_last, inner: None });
                    }
                    ')' | ']' | '}' if self.is_code => {
                        close(&mut open, &mut frames);
                    }
                    _ => {}
                }
            }
            above = Some(at);
        }
        BracketPlaces { places, frames, last: open[open.len() - 1] }
    }

    /// Whether a line of code goes on with the one above; `is_inner` if it stands in brackets.
    fn goes_on(&self, above: usize, at: usize, is_inner: bool) -> bool {
        let (above, own) = (&self.lines[above].code, &self.lines[at].code);
        if self.layout.indented && !is_inner {
            return above.ends_with('\\');
        }
        let is_bodiless = !self.layout.indented
            && self.is_code
            && BRACELESS.contains(&first_word(above))
            && !above.ends_with(['{', ';', '}']);
        let opening = self.layout.opening(above);
        let ends = matches!(opening, OpenedDepth::No | OpenedDepth::Item | OpenedDepth::Block)
            || opening == OpenedDepth::Bracket
            || above.ends_with([')', ':']);
        is_bodiless || self.is_code && (!ends || !self.layout.indented && continues(own))
    }

    /// The depth of the lines in brackets, and of those that close them.
    fn fill_brackets(&mut self, all: &BracketPlaces) {
        let mut frames = all.frames.clone();
        self.surround(all, &mut frames);
        for _ in 0..2 {
            let mut is_labelled = false;
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
                    LineRole::First if is_statement || is_own_label => None,
                    // What is no code stands where it likes, but for items in brackets.
                    LineRole::First if !self.is_code && frame.opener.is_none() => None,
                    LineRole::First => frame.inner.or_else(opened),
                    LineRole::GoesOn | LineRole::ClosesOuter => None,
                });
                self.depths[at] = depth;
                let tells = match place.role {
                    LineRole::First => !is_own_label,
                    LineRole::ClosesOuter => true,
                    LineRole::Closes(_) | LineRole::GoesOn => false,
                };
                if is_own_label {
                    is_labelled = true;
                    frames[place.within].inner = None;
                } else if tells && frame.inner.is_none() {
                    frames[place.within].inner = depth;
                    is_labelled = false;
                }
            }
        }
    }

    /// What the lines around tell of the statements at the ends.
    fn surround(&self, all: &BracketPlaces, frames: &mut [BracketFrame]) {
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
                OpenedDepth::Block | OpenedDepth::Bracket => Some(above.base + self.step),
                OpenedDepth::No | OpenedDepth::Item => Some(above.base),
                OpenedDepth::Loose => None,
            };
            frames[0].inner = inner.or(frames[0].inner);
        }
    }

    /// Whether a line begins a statement whose depth tells the block that it is of.
    fn is_statement(&self, all: &BracketPlaces, place: BracketPlace) -> bool {
        let is_outer = all.frames[place.within].opener.is_none();
        let is_in_brackets = || {
            // What is closed below the line was opened above it.
            place.within != all.last
                && all.places.iter().flatten().any(|other| other.role == LineRole::ClosesOuter)
        };
        self.layout.indented && is_outer && place.role == LineRole::First && !is_in_brackets()
    }

    /// The depth of the statements of a language of indented blocks, if there is one way to read them.
    fn fill_blocks(&mut self, all: &BracketPlaces, chain: &Chain) -> Option<()> {
        let statements: Vec<usize> = (0..self.lines.len())
            .filter(|at| all.places[*at].is_some_and(|place| self.is_statement(all, place)))
            .collect();
        let ends: Vec<usize> = (0..statements.len())
            .map(|at| {
                let next = statements.get(at + 1).copied().unwrap_or(self.lines.len());
                let mut own = (statements[at]..next).rev();
                own.find(|line| self.lines[*line].kind == LineKind::Code).unwrap_or(statements[at])
            })
            .collect();
        let mut levels: Vec<isize> = chain.iter().map(|(depth, _)| *depth).collect();
        levels.reverse();
        let above = self.around.above.as_ref();
        let before =
            above.map_or(StatementEnd { depth: 0, opens: false, leaves: false, is_chosen: false }, |above| {
                StatementEnd {
                    is_chosen: false,
                    depth: above.base,
                    opens: self.layout.opening(&above.code) == OpenedDepth::Block,
                    leaves: LEAVING.contains(&first_word(&above.code)) && above.base == above.depth,
                }
            });
        if above.is_some() {
            levels.retain(|level| *level < before.depth);
        }
        levels.push(before.depth);
        let is_whole = all.frames[all.last].opener.is_none();
        let mut search = BlockSearch {
            flat: self,
            statements: &statements,
            ends: &ends,
            found: Vec::new(),
            steps: 0,
            is_whole,
        };
        search.go(0, before, &levels, &mut Vec::new());
        let [depths] = &search.found[..] else { return None };
        for (at, depth) in statements.iter().zip(depths) {
            self.depths[*at] = Some(*depth);
        }
        Some(())
    }

    /// The depth of comments and of the text of strings.
    fn fill_texts(&mut self) {
        let count = self.lines.len();
        let is_star = |line: &DepthLine<'_>| line.kind == LineKind::Comment && line.text.starts_with('*');
        for at in (0..count).rev() {
            if self.depths[at].is_none()
                && self.lines[at].kind == LineKind::Comment
                && !is_star(&self.lines[at])
            {
                self.depths[at] = self.beside(at);
            }
        }
        for at in 0..count {
            if self.depths[at].is_some() {
                continue;
            }
            let above =
                at.checked_sub(1).and_then(|above| Some((self.lines[above].text, self.depths[above]?)));
            self.depths[at] = match self.lines[at].kind {
                LineKind::Directive => Some(0),
                LineKind::Comment => above.and_then(|(above, depth)| match () {
                    () if above.starts_with("/*") => Some(depth + 1),
                    () if above.starts_with('*') => Some(depth),
                    () => None,
                }),
                LineKind::Text | LineKind::Code => self.between(at),
            };
        }
    }

    /// The depth of a line of text between two lines that are equally deep.
    fn between(&self, at: usize) -> Option<isize> {
        let edge = |neighbour: &Option<super::neighbours::Neighbour>| {
            neighbour.as_ref().map(|own| (own.text.clone(), own.depth))
        };
        let is_like = |other: usize| {
            self.lines[other].kind == self.lines[at].kind
                && (!self.is_code || self.lines[at].kind == LineKind::Text)
        };
        let above = match at.checked_sub(1) {
            Some(above) => {
                Some((self.lines[above].text.to_owned(), self.depths[above]?)).filter(|_| is_like(above))
            }
            None => edge(&self.around.next_above).filter(|_| !self.is_code),
        };
        let next = (at + 1..self.lines.len()).find(|below| self.depths[*below].is_some());
        let below = match next {
            Some(below) => {
                Some((String::new(), self.depths[below]?)).filter(|_| (at + 1..=below).all(is_like))
            }
            None => edge(&self.around.next_below).filter(|_| !self.is_code),
        };
        let (text, depth) = above?;
        let own = self.lines[at].text;
        let begins = |text: &str| text.chars().next().filter(|sign| !sign.is_alphanumeric());
        let is_item = begins(&text).is_some() && begins(&text) == begins(own);
        if !self.is_code && begins(&text).is_some_and(|sign| ['-', '*', '+'].contains(&sign)) && !is_item {
            // The further lines of an item hang below its text.
            return None;
        }
        let is_last = below.is_none() && next.is_none() && depth == 0 && !self.is_code;
        let is_flanked = (is_last || below.is_some_and(|(_, below)| below == depth))
            && !text.ends_with([':', '{', '[', '(']);
        (is_item && !self.is_code || is_flanked).then_some(depth)
    }

    /// The depth of a comment: that of the code below it.
    fn beside(&self, at: usize) -> Option<isize> {
        let is_plain = |code: &str| !code.starts_with(CLOSING) && !PARTS.contains(&first_word(code));
        let above = (0..at).rev().find(|above| self.lines[*above].kind == LineKind::Code);
        let above = above.and_then(|above| Some((self.lines[above].code.as_str(), self.depths[above]?)));
        let opens =
            |code: &str| matches!(self.layout.opening(code), OpenedDepth::Block | OpenedDepth::Bracket);
        let is_star = |line: &DepthLine<'_>| line.kind == LineKind::Comment && line.text.starts_with('*');
        let next = (at + 1..self.lines.len()).find(|below| !is_star(&self.lines[*below]));
        let below = match next {
            Some(below) if is_plain(&self.lines[below].code) => self.depths[below],
            Some(_) => None,
            None => {
                let below = self.around.below.as_ref();
                below.filter(|(_, code)| is_plain(code) && !self.around.is_apart[1]).map(|(depth, _)| *depth)
            }
        };
        match (above, below) {
            // It may as well be the last thing in the block above.
            (Some((code, depth)), Some(below)) if below < depth && !opens(code) => None,
            (_, Some(below)) => Some(below),
            (Some((code, depth)), None) if !opens(code) => Some(depth),
            _ => None,
        }
    }

    /// Whether each line fits below the one above; lines that are so in the file do.
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

/// Closes the innermost pair of brackets, and gives the line that opened it. Behind one that was opened above the
/// payload other lines begin.
fn close(open: &mut Vec<usize>, frames: &mut Vec<BracketFrame>) -> Option<usize> {
    let closed = open.pop()?;
    if open.is_empty() {
        open.push(frames.len());
        frames.push(BracketFrame::default());
    }
    frames[closed].opener
}

/// What the end of a statement says of the next one.
#[derive(Clone, Copy)]
struct StatementEnd {
    depth: isize,
    /// Whether the depth is one of several that were tried.
    is_chosen: bool,
    opens: bool,
    leaves: bool,
}

/// The search for the ways to read statements as blocks.
struct BlockSearch<'s, 'l> {
    flat: &'s FlatLines<'l>,
    /// The first lines of the statements, and their last ones.
    statements: &'s [usize],
    ends: &'s [usize],
    /// The ways that were found; two are enough.
    found: Vec<Vec<isize>>,
    steps: usize,
    /// Whether the last statement ends with the lines.
    is_whole: bool,
}

impl BlockSearch<'_, '_> {
    fn go(&mut self, at: usize, above: StatementEnd, levels: &[isize], depths: &mut Vec<isize>) {
        self.steps += 1;
        if self.found.len() > 1 || self.steps > MAX_STEPS {
            return;
        }
        let Some(line) = self.statements.get(at).copied() else {
            let below = self.flat.around.below.as_ref().filter(|_| self.is_whole);
            if below.is_none_or(|(depth, code)| self.may_follow(above, levels, (*depth, code))) {
                self.found.push(depths.clone());
            }
            return;
        };
        let code = &self.flat.lines[line].code;
        let choices = match self.flat.depths[line] {
            Some(depth) => vec![depth],
            None if above.opens => vec![above.depth + self.flat.step],
            None if self.is_apart(at) => vec![0],
            None => levels.to_vec(),
        };
        for depth in choices {
            if !self.may_follow(above, levels, (depth, code)) {
                continue;
            }
            let mut inner: Vec<isize> = levels.iter().copied().filter(|level| *level < depth).collect();
            inner.push(depth);
            let last = &self.flat.lines[self.ends[at]].code;
            let end = StatementEnd {
                depth,
                is_chosen: self.flat.depths[line].is_none(),
                opens: self.flat.layout.opening(last) == OpenedDepth::Block && last.ends_with(':'),
                leaves: LEAVING.contains(&first_word(code)),
            };
            depths.push(depth);
            self.go(at + 1, end, &inner, depths);
            depths.pop();
        }
    }

    /// Whether several blank lines part a statement from the one above: so parts of a file are told apart.
    fn is_apart(&self, at: usize) -> bool {
        let line = self.statements[at];
        let above = line.checked_sub(1).map(|above| self.flat.lines[above].at);
        let first = self.flat.lines[line].at;
        above.is_some_and(|above| first > above + 2)
    }

    /// Whether a statement of some depth may stand below the end of another one.
    fn may_follow(&self, above: StatementEnd, levels: &[isize], (depth, code): (isize, &str)) -> bool {
        let is_part = PARTS.contains(&first_word(code));
        match () {
            () if above.opens && above.is_chosen => depth == above.depth + self.flat.step,
            () if above.opens => depth > above.depth,
            () if depth > above.depth => false,
            // What is left is left by each part.
            () if is_part || above.leaves => depth < above.depth && is_level(levels, depth),
            () => is_level(levels, depth),
        }
    }
}

/// Whether a block is open at some depth; of those above the first nobody knows.
fn is_level(levels: &[isize], depth: isize) -> bool {
    levels.contains(&depth) || levels.first().is_some_and(|first| depth < *first)
}
