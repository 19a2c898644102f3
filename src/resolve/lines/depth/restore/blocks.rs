//! Restores the depth of statements in a language of indented blocks, if there is a single way to read them.

use super::FlatLines;
use super::brackets::{BracketPlace, BracketStructure, LineRole};
use crate::resolve::lines::depth::enclosing::part_above;
use crate::resolve::lines::depth::flow::OpeningDepth;
use crate::resolve::lines::depth::line::LineKind;
use crate::resolve::lines::depth::neighbours::Chain;
use crate::resolve::lines::depth::statement::leaves;
use crate::text::normal::first_word;

/// The maximum number of steps of the search for the blocks of statements.
const MAX_STEPS: usize = 20_000;

impl FlatLines<'_> {
    /// Returns whether a line begins a statement whose depth shows the block that contains it.
    pub(super) fn is_statement(&self, all: &BracketStructure, place: BracketPlace) -> bool {
        let is_outer = all.frames[place.within].opener.is_none();
        let is_in_brackets = || {
            // A bracket that is closed below the line was opened above it.
            place.within != all.last
                && all.places.iter().flatten().any(|other| other.role == LineRole::ClosesOuter)
        };
        self.layout.indented && is_outer && place.role == LineRole::First && !is_in_brackets()
    }

    /// Fills in the depths of the statements, if there is a single way to read them; otherwise returns `None`.
    pub(super) fn fill_blocks(&mut self, all: &BracketStructure, chain: &Chain) -> Option<()> {
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
                    opens: self.layout.opening(&above.code) == OpeningDepth::Block,
                    leaves: above.leaves || ends_block(&above.code),
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
}

/// What the end of a statement implies for the next one.
#[derive(Clone, Copy)]
struct StatementEnd {
    depth: isize,
    /// Whether the search chose the depth among several.
    is_chosen: bool,
    opens: bool,
    leaves: bool,
}

/// The search for the ways to read statements as blocks.
struct BlockSearch<'s, 'l> {
    flat: &'s FlatLines<'l>,
    /// The first lines of the statements; `ends` are their last lines.
    statements: &'s [usize],
    ends: &'s [usize],
    /// The readings that were found; the search stops at two.
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
                opens: self.flat.layout.opening(last) == OpeningDepth::Block && last.ends_with(':'),
                leaves: ends_block(code),
            };
            depths.push(depth);
            self.go(at + 1, end, &inner, depths);
            depths.pop();
        }
    }

    /// Returns whether several blank lines separate a statement from the one above, as between parts of a file.
    fn is_apart(&self, at: usize) -> bool {
        let line = self.statements[at];
        let above = line.checked_sub(1).map(|above| self.flat.lines[above].at);
        let first = self.flat.lines[line].at;
        above.is_some_and(|above| first > above + 2)
    }

    /// Returns whether a statement of some depth may follow the end of another one.
    fn may_follow(&self, above: StatementEnd, levels: &[isize], (depth, code): (isize, &str)) -> bool {
        let is_part = part_above(first_word(code)).is_some();
        match () {
            () if above.opens && above.is_chosen => depth == above.depth + self.flat.step,
            () if above.opens => depth > above.depth,
            () if depth > above.depth => false,
            // Each further part is outside the block that the statement above is in.
            () if is_part || above.leaves => depth < above.depth && is_level(levels, depth),
            () => is_level(levels, depth),
        }
    }
}

/// Returns whether no statement may follow this one in its block.
fn ends_block(code: &str) -> bool {
    leaves(code) || first_word(code) == "pass"
}

/// Returns whether a block is open at some depth; blocks above the first known level may be.
fn is_level(levels: &[isize], depth: isize) -> bool {
    levels.contains(&depth) || levels.first().is_some_and(|first| depth < *first)
}
