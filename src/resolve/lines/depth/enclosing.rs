//! Checks whether a payload may be at the depths of the blocks around its place.
//!
//! In a language of indented blocks any line is evidence; where brackets end blocks, only a label and an `else` are. A
//! reading is not what the writer meant if it makes lines unreachable, or puts an `else` below no `if`, a `return` into
//! a class or a method into another one. Marker and payload then lost their indentation separately, and the payload
//! belongs to one of the blocks around.

use super::decide::Decision;
use super::facts::{DepthFacts, PayloadSide};
use super::flow::{CLEAR_MARGIN, Fit, is_branch, is_label};
use super::line::{DepthLine, LineKind, least_depth};
use super::neighbours::{Chain, NextLines};
use super::reading::DepthReading;
use super::statement::is_label_of_switch;
use super::text_lines::{has_value, is_key};
use crate::text::normal::{first_word, is_word_char};

/// Words that begin a further part of a statement, with the words that begin the part above it.
const PARTS: [(&str, &[&str]); 4] = [
    ("elif", &["if", "elif"]),
    ("else", &["if", "elif", "for", "while", "except", "async"]),
    ("except", &["try", "except"]),
    ("finally", &["try", "except", "else"]),
];

/// Words that begin statements which only functions contain.
const OF_FUNCTIONS: [&str; 3] = ["return", "yield", "await"];

/// Names of the first parameter of a method.
const OWN_OBJECT: [&str; 2] = ["self", "cls"];

/// The weight from which a depth is impossible; if all depths weigh as much, the payload has none.
const NOWHERE: usize = 2 * Fit::Odd.penalty();

/// The kind of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum EnclosingBlock {
    Function,
    Class,
    /// The file itself.
    File,
}

/// The sign of an item of a list in YAML.
const ITEM: &str = "- ";

impl DepthFacts<'_> {
    /// Returns the reading of an item of a list in which it is not among the keys of a mapping, where YAML has no items: it
    /// then belongs to the innermost list around. `chain` returns the lines around the place.
    pub(super) fn in_list_around(
        &self,
        reading: DepthReading,
        chain: impl FnOnce() -> Chain,
    ) -> DepthReading {
        let is_yaml = self.rules.is_some_and(|rules| rules.block_scalars);
        let first = self.payload.first().filter(|first| is_yaml && first.text.starts_with(ITEM));
        let Some(depth) = first.map(|first| first.column + reading.first) else { return reading };
        let is_entry = |(line, own): &(&DepthLine<'_>, isize)| {
            *own == depth && is_key(line.text) && has_value(line.text)
        };
        if self.side != PayloadSide::After
            || reading.first != reading.rest
            || !self.marker.last().is_some_and(is_entry)
        {
            return reading;
        }
        let chain = chain();
        let list = chain.iter().find(|(own, text)| *own < depth && text.starts_with(ITEM));
        list.map_or(reading, |(own, _)| DepthReading::all(own - depth + reading.first))
    }
}

impl DepthFacts<'_> {
    /// Returns the reading corrected by the blocks around, if something contradicts it. `chain` is called only then.
    pub(super) fn among_blocks(
        &self,
        around: &NextLines,
        reading: DepthReading,
        chain: impl FnOnce() -> Chain,
    ) -> Decision {
        if !self.may_belong_elsewhere(reading) {
            let wrap = self.wrap_at_margin(reading).filter(|_| is_in_definition(&chain(), self.depth));
            return wrap.map_or(Decision::Sure(reading), |wrap| Decision::Ambiguous(vec![wrap, reading]));
        }
        if !self.layout.indented {
            return Decision::Sure(self.beside_labels(around, reading, chain));
        }
        let is_odd = self.fits_at_edges(around, reading).into_iter().any(|fit| fit <= Fit::Odd);
        // A reading that neither the columns nor the lines next to the place show is a guess.
        let is_guess = self.marker_shift.shift() != Some(reading.rest) && !self.is_aligned(reading.first);
        if !is_odd && !is_guess && !self.has_telling_line() && !self.goes_on_behind(around, reading) {
            return Decision::Sure(reading);
        }
        let chain = chain();
        let weight = |own: &DepthReading| {
            self.weight(around, *own)
                + self.misfit(&chain, *own)
                + self.parting(around, *own)
                + self.dead_end(&chain, around, *own)
                + self.behind_definition(&chain, around, *own)
        };
        let column = self.payload.first().map_or(0, |first| first.column);
        let least = least_depth(self.payload.iter()).unwrap_or(0);
        let mut depths: Vec<isize> =
            chain.iter().map(|(depth, _)| *depth).chain(self.depths(around)).collect();
        depths.push(column + reading.first);
        depths.sort_unstable();
        depths.dedup();
        let all = depths.into_iter().map(|depth| DepthReading::all(depth - column));
        let all: Vec<DepthReading> = all.filter(|own| least + own.rest >= 0).collect();
        let best = all.iter().map(weight).min().unwrap_or(0);
        // Beside a marker that is as deep as in the file, an unlikely depth may be intended.
        if best >= NOWHERE && self.marker_shift.shift() != Some(0) {
            return Decision::Ambiguous(Vec::new());
        }
        if weight(&reading) < best + CLEAR_MARGIN && !is_guess {
            return Decision::Sure(reading);
        }
        let left: Vec<DepthReading> =
            all.into_iter().filter(|own| weight(own) < best + CLEAR_MARGIN).collect();
        match left[..] {
            [] => Decision::Sure(reading),
            [only] => Decision::Sure(only),
            _ => Decision::Ambiguous(left),
        }
    }

    /// Returns the reading as deep as the place, for a payload at the margin that replaces deeper lines and puts a
    /// statement around them. As written, the statement would end the block around.
    fn wrap_at_margin(&self, reading: DepthReading) -> Option<DepthReading> {
        let first =
            self.payload.first().filter(|first| first.at == 0 && first.column + reading.first == 0)?;
        let is_statement = is_statement(&first.code) && part_above(first_word(&first.code)).is_none();
        let wrap = self.wrapped_by().map(DepthReading::all).filter(|wrap| wrap.first > reading.first)?;
        (self.layout.indented && is_statement && reading.first == reading.rest).then_some(wrap)
    }

    /// Returns whether only the columns of the marker show the depth of the payload.
    fn may_belong_elsewhere(&self, reading: DepthReading) -> bool {
        let least = least_depth(self.payload.iter()).unwrap_or(0);
        self.is_code
            && self.side != PayloadSide::Replace
            && least == 0
            && reading.first == reading.rest
            && self.payload.iter().any(|line| line.kind == LineKind::Code)
    }

    /// Returns a reading in which a label is as deep as the labels around it, if that fits much better, or better and a
    /// label is directly below; or in which an `else` is as deep as its `if`. Otherwise returns `reading`.
    fn beside_labels(
        &self,
        around: &NextLines,
        reading: DepthReading,
        chain: impl FnOnce() -> Chain,
    ) -> DepthReading {
        let Some(first) = self.payload.first().filter(|line| line.kind == LineKind::Code) else {
            return reading;
        };
        let at = |depth: isize| DepthReading::all(depth - first.column);
        let depth = first.column + reading.first;
        if first_word(&first.code) == "else" {
            let is_if = |code: &str| ["if", "else"].contains(&first_word(code));
            let chain = chain();
            let beside = chain.iter().find(|(own, _)| *own <= depth).is_some_and(|(_, code)| is_if(code));
            let outer = chain.iter().find(|(_, code)| is_if(code)).map(|(own, _)| at(*own));
            return outer.filter(|own| !beside && own.rest >= 0).unwrap_or(reading);
        }
        if !is_label(&first.code) {
            return reading;
        }
        // A `case` in the body of another one would need a `switch` of its own around it.
        if is_label_of_switch(&first.code) {
            let chain = chain();
            let outer = chain.iter().find(|(own, _)| *own < depth);
            let label = outer.filter(|(_, code)| is_label_of_switch(code));
            if let Some(beside) = label.map(|(own, _)| at(*own)).filter(|own| own.rest >= 0) {
                return beside;
            }
        }
        let weight = |own: &DepthReading| self.weight(around, *own);
        let label = around.below.as_ref().filter(|(_, code)| is_label(code)).map(|(depth, _)| at(*depth));
        if let Some(beside) = label.filter(|own| own.rest >= 0 && weight(own) < weight(&reading)) {
            return beside;
        }
        let all = self.depths(around).into_iter().map(at);
        let best = all.filter(|own| own.rest >= 0).min_by_key(weight);
        best.filter(|own| weight(own) + CLEAR_MARGIN <= weight(&reading)).unwrap_or(reading)
    }

    /// Returns the payload's lines of code at its margin.
    fn outer_lines(&self) -> impl Iterator<Item = &DepthLine<'_>> {
        self.payload.iter().filter(|line| line.column == 0 && line.kind == LineKind::Code)
    }

    /// Returns whether a line shows which kinds of blocks it may be in.
    fn has_telling_line(&self) -> bool {
        self.outer_lines().any(|line| {
            is_of_function(&line.code)
                || is_branch(&line.code)
                || OF_BODIES.contains(&first_word(&line.code))
                || part_above(first_word(&line.code)).is_some()
                || is_method(&line.code).is_some()
        })
    }

    /// Returns the weight of the blocks around against a reading.
    fn misfit(&self, chain: &Chain, reading: DepthReading) -> usize {
        let Some(first) = self.outer_lines().next() else { return 0 };
        let depth = first.column + reading.rest;
        let part = part_above(first_word(&first.code)).map_or(0, |parts| {
            let above = chain.iter().find(|(own, _)| *own <= depth);
            let is_part = above.is_some_and(|(own, code)| *own == depth && parts.contains(&first_word(code)));
            if is_part { 0 } else { Fit::Broken.penalty() }
        });
        // A branch is as deep as the branch above it, or deeper than the heading of the `match`.
        let above = chain.iter().find(|(own, _)| *own <= depth);
        let is_beside = above.is_some_and(|(own, code)| {
            *own == depth && is_branch(code) || *own < depth && first_word(code) == "match"
        });
        let branch = usize::from(is_branch(&first.code) && !is_beside) * Fit::Broken.penalty();
        let around = block_around(chain, depth);
        let is_loose = around == Some(EnclosingBlock::Class) && !may_be_member(&first.code);
        let of_function = self.outer_lines().any(|line| is_of_function(&line.code))
            && around.is_some_and(|block| block != EnclosingBlock::Function);
        let of_class = match self.outer_lines().find_map(|line| is_method(&line.code)) {
            Some(true) => around.is_some_and(|block| block != EnclosingBlock::Class),
            Some(false) => around == Some(EnclosingBlock::Class) && !self.is_decorated(),
            None => false,
        };
        part + branch
            + usize::from(of_function) * Fit::Broken.penalty()
            + usize::from(of_class || is_loose) * Fit::Odd.penalty()
    }

    /// Returns whether the payload follows deeper lines without a blank line between, and contains a statement other
    /// than a definition or an assignment.
    fn goes_on_behind(&self, around: &NextLines, reading: DepthReading) -> bool {
        let touches = self.side == PayloadSide::After && self.touches(around) && !around.is_apart[0];
        let is_behind = |above: isize, first: &DepthLine<'_>| first.column + reading.first < above;
        let above = around.above.as_ref().map(|above| above.base);
        touches
            && above.zip(self.payload.first()).is_some_and(|(above, first)| is_behind(above, first))
            && self.outer_lines().any(|line| is_of_body(&line.code))
    }

    /// Returns the weight against a reading in which statements would follow a definition without a blank line, and
    /// without using its name.
    fn behind_definition(&self, chain: &Chain, around: &NextLines, reading: DepthReading) -> usize {
        if !self.goes_on_behind(around, reading) {
            return 0;
        }
        let depth = self.payload.first().map_or(0, |first| first.column + reading.first);
        let heading = chain.iter().find(|(own, _)| *own <= depth).filter(|(own, _)| *own == depth);
        let heading = heading.map(|(_, code)| code.strip_prefix("async ").unwrap_or(code));
        let name = heading.and_then(|code| code.strip_prefix("def ").or_else(|| code.strip_prefix("class ")));
        let Some(name) = name.map(first_word) else { return 0 };
        let mut words = self.payload.iter().flat_map(|line| line.code.split(|sign| !is_word_char(sign)));
        usize::from(!words.any(|word| word == name)) * Fit::Odd.penalty()
    }

    /// Returns the weight against a reading that separates an `else` below from its `if`.
    fn parting(&self, around: &NextLines, reading: DepthReading) -> usize {
        let Some((below, code)) = &around.below else { return 0 };
        let Some(parts) = part_above(first_word(code)) else { return 0 };
        let outer = || self.outer_lines().map(|line| (line.column + reading.rest, first_word(&line.code)));
        let parts_them = outer().any(|(depth, _)| depth < *below)
            || outer().last().is_some_and(|(depth, word)| depth == *below && !parts.contains(&word));
        usize::from(parts_them) * Fit::Broken.penalty()
    }

    /// Returns the weight against a reading in which a function would be the last statement in another function, where
    /// nothing can call it.
    fn dead_end(&self, chain: &Chain, around: &NextLines, reading: DepthReading) -> usize {
        let Some(last) = self.outer_lines().last() else { return 0 };
        let depth = last.column + reading.rest;
        let ends = |own: isize| around.below.as_ref().is_none_or(|(below, _)| *below <= own);
        let is_dead = is_method(&last.code).is_some()
            && !self.is_decorated()
            && heading_around(chain, depth)
                .is_some_and(|(own, block)| block == EnclosingBlock::Function && ends(own));
        usize::from(is_dead) * Fit::Odd.penalty()
    }

    /// Returns whether the payload has a decorator, which may make a method of a function without `self`.
    fn is_decorated(&self) -> bool {
        self.outer_lines().any(|line| line.code.starts_with('@'))
    }
}

/// Returns the words that can begin the preceding part of a statement whose further part begins with `word`.
pub(super) fn part_above(word: &str) -> Option<&'static [&'static str]> {
    PARTS.iter().find(|(own, _)| *own == word).map(|(_, parts)| *parts)
}

/// Words that begin statements which no class body contains.
const OF_BODIES: [&str; 5] = ["with", "while", "assert", "raise", "del"];

/// Returns whether a line may be among the members of a class, where calls do not occur.
fn may_be_member(code: &str) -> bool {
    let word = first_word(code);
    if OF_BODIES.contains(&word) {
        return false;
    }
    let is_call = code[word.len()..].starts_with(['(', '.']) && !code.contains('=');
    !is_call
}

/// Returns whether a line is neither a definition, an assignment, an import, nor a check of `__name__`.
fn is_of_body(code: &str) -> bool {
    is_statement(code) && (OF_BODIES.contains(&first_word(code)) || !code.contains('='))
}

/// Returns whether a line is neither a definition, an import, nor a check of `__name__`; assignments count as
/// statements.
pub(super) fn is_statement(code: &str) -> bool {
    const OF_MODULES: [&str; 7] = ["def", "class", "async", "import", "from", "else", "elif"];
    !code.starts_with(['@', ')', ']', '}'])
        && !OF_MODULES.contains(&first_word(code))
        && !code.contains("__name__")
}

/// Returns whether a statement is only valid in a function: it returns something, or uses the object of a method.
pub(super) fn is_of_function(code: &str) -> bool {
    let word = first_word(code);
    OF_FUNCTIONS.contains(&word) || OWN_OBJECT.contains(&word) && code[word.len()..].starts_with('.')
}

/// Returns whether the heading of a function is that of a method; `None` for any other line.
pub(super) fn is_method(code: &str) -> Option<bool> {
    let heading = code.strip_prefix("async ").unwrap_or(code).trim_start().strip_prefix("def ")?;
    let (_, parameters) = heading.split_once('(')?;
    let first = parameters.split([',', ')', ':', '=']).next().unwrap_or_default().trim();
    Some(OWN_OBJECT.contains(&first))
}

/// Returns the nearest heading of a function or class above whose block contains lines at this depth, with the depth of
/// the heading.
fn heading_around(chain: &[(isize, String)], depth: isize) -> Option<(isize, EnclosingBlock)> {
    let mut outer = chain.iter().filter(|(own, _)| *own < depth);
    outer.find_map(|(own, code)| match first_word(code.strip_prefix("async ").unwrap_or(code)) {
        "def" => Some((*own, EnclosingBlock::Function)),
        "class" => Some((*own, EnclosingBlock::Class)),
        _ => None,
    })
}

/// Returns whether a line at this depth is in a function or in a class.
fn is_in_definition(chain: &Chain, depth: isize) -> bool {
    heading_around(chain, depth).is_some()
}

/// Returns the kind of the block that contains a line at this depth; `None` if the block begins above the searched
/// lines.
pub(super) fn block_around(chain: &[(isize, String)], depth: isize) -> Option<EnclosingBlock> {
    let is_whole = depth == 0 || chain.last().is_some_and(|(own, _)| *own == 0);
    let heading = heading_around(chain, depth).map(|(_, block)| block);
    heading.or_else(|| is_whole.then_some(EnclosingBlock::File))
}
