//! Decides among the readings: first by shared lines, then by the lines around the place; otherwise the decision stays
//! open.

use super::facts::{DepthFacts, PayloadSide};
use super::flow::{CLEAR_MARGIN, Fit, OpeningDepth};
use super::line::{DepthLine, LineKind, least_depth};
use super::marker_shift::{MarkerShift, PlacedLine};
use super::neighbours::NextLines;
use super::reading::{DepthReading, Readings};
use super::shared_line::SharedLine;
use super::text_lines::are_siblings;

/// The decision about the depth of a payload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Decision {
    /// A single reading.
    Sure(DepthReading),
    /// The readings that remain possible.
    Ambiguous(Vec<DepthReading>),
}

impl Decision {
    /// Returns a sure decision, or else the decision of `other` among the remaining readings.
    pub(super) fn or_else(self, other: impl FnOnce(Vec<DepthReading>) -> Self) -> Self {
        match self {
            Self::Sure(_) => self,
            Self::Ambiguous(readings) => other(readings),
        }
    }
}

/// The weight against a reading whose payload does not begin as deep as the place.
const ALIGNED: usize = 3;

/// Returns the reading that marker and payload show, or otherwise the one that the lines around show.
pub(super) fn decide(facts: &DepthFacts<'_>, around: &NextLines) -> Decision {
    let mut readings = Readings::of(facts, around);
    if let Some(lost) = facts.heads_rest(around) {
        return Decision::Sure(lost);
    }
    if let Some(by) = facts.shift_of_repeated() {
        return Decision::Sure(DepthReading::all(by));
    }
    // A first line that both share is as deep as in the file.
    let is_shared = |lost: DepthReading| {
        facts.lost_by_first() == Some(lost.first)
            || facts.witnesses.first.is_some_and(|own| own.line == 0 && own.needs == lost.first)
    };
    // Beside a marker that lost its indentation, the other lines are as in the file only if they end at a depth there.
    let is_depth = |depth: isize| {
        let is_cut = facts.marker_shift.shift().is_some_and(|shift| shift > 0);
        facts.side == PayloadSide::Replace || !is_cut || facts.depths(around).contains(&depth)
    };
    let nearest = |lost: DepthReading| match facts.closing_column() {
        _ if is_shared(lost) => lost,
        // The line that closes what the first line opens is as deep as the first line.
        Some(column) if column > 0 && is_depth(column + lost.rest) => {
            let closed = DepthReading { first: column + lost.rest, ..lost };
            let as_marked =
                facts.marker_shift == MarkerShift::FirstLost && facts.side == PayloadSide::Replace;
            let is_clear = facts.weight(around, closed) + CLEAR_MARGIN <= facts.weight(around, lost);
            if as_marked && !is_clear { lost } else { closed }
        }
        _ => facts.nearest_first(around, lost),
    };
    // If the payload fits much better with the indentation of all its lines removed, not only its first line lost it.
    let is_cut = |lost: &DepthReading| {
        let cut = readings.at_place.filter(|_| facts.marker_shift == MarkerShift::Shift(0));
        cut.is_some_and(|cut| facts.weight(around, cut) + CLEAR_MARGIN <= facts.weight(around, *lost))
    };
    let lost = readings
        .first_line_lost
        .map(nearest)
        .filter(|lost| lost.first > 0 && (facts.ends_statement(*lost) || !is_cut(lost)));
    readings.first_line_lost = None;
    if let Some(lost) = lost {
        readings.first_line_lost = Some(lost);
        match first_is_lost(facts, around, lost) {
            FirstLineLost::Yes => return Decision::Sure(lost),
            FirstLineLost::No => readings.first_line_lost = None,
            FirstLineLost::Unclear => return Decision::Ambiguous(remaining_readings(facts, &readings)),
        }
    }
    if let Some(reading) = by_closing(facts, &readings) {
        return Decision::Sure(reading);
    }
    if let Some(reading) = facts.shifted_as_a_whole(around) {
        return Decision::Sure(reading);
    }
    // An addition whose first line is deeper than a later one did not lose its indentation line by line: marker and
    // payload lost it together.
    let first = facts.payload.first().filter(|_| facts.side != PayloadSide::Replace);
    if let Some(together) = readings.with_marker.filter(|_| !facts.is_code)
        && first.is_some_and(|first| first.column > 0 && least_depth(facts.payload.iter()) == Some(0))
    {
        return Decision::Sure(together);
    }
    if let Some(by) = facts.moved_between_edges(&readings) {
        let moved = DepthReading::all(by);
        let stays =
            |own: &SharedLine| own.is_strong && readings.with_marker.is_some_and(|all| all.rest == own.needs);
        return match facts.witnesses.all.iter().any(stays) {
            false => Decision::Sure(moved),
            true => Decision::Ambiguous(readings.with_marker.into_iter().chain([moved]).collect()),
        };
    }
    if let [only] = readings.list()[..] {
        return confirmed(facts, around, &readings, only);
    }
    if let Some(cut) = wrap_without_indentation(facts, around, &readings) {
        return Decision::Sure(cut);
    }
    let sure = by_shared_edges(facts, &readings)
        .or_else(|| by_kept_column(facts, &readings))
        .or_else(|| by_alignment(facts, &readings))
        .or_else(|| by_all_shared(facts, &readings));
    match sure {
        Some(reading) => confirmed(facts, around, &readings, reading),
        None => Decision::Ambiguous(remaining_readings(facts, &readings)),
    }
}

/// Returns the reading by the line that ends a statement from above the place: it is as deep as the start of that
/// statement, unless other shared lines show that this line alone moved.
fn by_closing(facts: &DepthFacts<'_>, readings: &Readings) -> Option<DepthReading> {
    let closing = facts.witnesses.closing?;
    let stays = readings.with_marker.map(|own| own.rest);
    if facts
        .witnesses
        .all
        .iter()
        .any(|own| own.is_strong && own.line > closing.line && Some(own.needs) == stays)
    {
        return None;
    }
    let reading = DepthReading::all(closing.needs);
    (readings.may_be(closing.needs) && !facts.changes_nothing(reading)).then_some(reading)
}

/// Returns the reading of a payload that begins with code at the margin and replaces a deeper marker that is as deep as
/// in the file, if the payload fits much better at the depth of the place; its columns equal those of the file by
/// chance. In an unknown language, the payload must be a whole block.
fn wrap_without_indentation(
    facts: &DepthFacts<'_>,
    around: &NextLines,
    readings: &Readings,
) -> Option<DepthReading> {
    let together = readings.with_marker.filter(|own| own.rest == 0 && facts.side == PayloadSide::Replace)?;
    let is_code = || facts.begins_with_code() || facts.is_whole_block() || facts.wrapped_by().is_some();
    let aligned = readings.at_place.filter(|own| *own != together && is_code())?;
    let marked = least_depth(facts.marker.iter().map(|(line, _)| *line));
    let is_left = facts.payload.first().is_some_and(|first| first.column == 0) && marked > Some(0);
    let is_clear = || facts.weight(around, aligned) + CLEAR_MARGIN <= facts.weight(around, together);
    // In a language without brackets, only the wrapped lines show that a heading at the margin belongs around them.
    let is_wrap = || !facts.is_code && facts.wrapped_by() == Some(aligned.rest);
    // The lines of the payload must fit one another, too, and not only the lines around.
    if facts.is_code && (facts.beginning(aligned) <= Fit::Odd || facts.parts_shared(aligned)) {
        return None;
    }
    (is_left && (is_wrap() || is_clear())).then_some(aligned)
}

/// Returns the reading in which marker and payload share one coordinate system, if some shared lines are at another
/// depth than in the marker, and other shared lines, or lines that replace lines of the marker, are not: the change
/// then moves the former relative to the latter. A payload further left than a marker that is as deep as in the file
/// lost its indentation separately.
fn by_kept_column(facts: &DepthFacts<'_>, readings: &Readings) -> Option<DepthReading> {
    let together = readings.with_marker.filter(|_| facts.side == PayloadSide::Replace)?;
    let strong = || facts.witnesses.all.iter().filter(|own| own.is_strong);
    let moves = strong().any(|own| own.needs != together.rest);
    let is_left = || {
        let marked = least_depth(facts.marker.iter().map(|(line, _)| *line));
        together.rest == 0 && least_depth(facts.payload.iter()) < marked
    };
    let keeps = || strong().any(|own| own.needs == together.rest) || facts.keeps_changed();
    (moves && !is_left() && keeps()).then_some(together)
}

impl DepthFacts<'_> {
    /// Returns whether the payload begins with the line that ends a statement from above the place, which only fits at
    /// its depth in the file, while all other lines shared with the marker are where the file has them.
    fn ends_statement(&self, lost: DepthReading) -> bool {
        let closes = self.witnesses.closing.is_some_and(|own| own.line == 0 && own.needs == lost.first);
        let mut others = self.witnesses.all.iter().filter(|own| own.line > 0 && own.is_strong).peekable();
        closes && others.peek().is_some() && others.all(|own| own.needs == lost.rest)
    }

    /// Returns whether lines that are inserted fit below their first line only if that alone lost its indentation: as
    /// written, the second line is deeper than a complete statement, item or key.
    fn is_odd_unless_lost(&self, around: &NextLines, lost: DepthReading) -> bool {
        let [first, second, ..] = self.payload else { return false };
        let column = |line: &DepthLine<'_>| line.column + lost.rest;
        let is_beside = second.at == first.at + 1 && column(second) == lost.first;
        let is_least = self.payload.iter().skip(1).all(|line| column(line) >= lost.first);
        let in_list = || {
            let above = around.above.as_ref().map(|above| self.layout.opening(&above.code));
            matches!(above, Some(OpeningDepth::Item | OpeningDepth::Bracket))
                && self.layout.opening(&first.code) == OpeningDepth::Item
        };
        let is_odd = match self.begins_with_code() {
            true => {
                self.beginning(DepthReading::all(0)) <= Fit::Odd && self.beginning(lost) == Fit::Expected
                    || is_beside && in_list()
            }
            false => is_beside && !self.is_code && are_siblings(first.text, second.text),
        };
        self.side != PayloadSide::Replace && lost.first > 0 && first.column == 0 && is_least && is_odd
    }

    /// Returns the shift of a payload that changes more than the depth, if its first and last lines are shared and need
    /// the same shift, other than the marker's: the payload as a whole is displaced. In a language of indented blocks,
    /// the lines between may need the marker's shift.
    fn moved_between_edges(&self, readings: &Readings) -> Option<isize> {
        let (first, last) = (self.witnesses.first?, self.witnesses.last?);
        let edges = first.line == 0 && last.line > 0 && last.line + 1 == self.payload.len();
        let is_verbatim = readings.as_written == Some(DepthReading::all(first.needs));
        let is_as_marked = self.has_common_columns || self.marker_shift == MarkerShift::Shift(0);
        let by = readings.with_marker.filter(|_| is_as_marked || self.layout.indented && is_verbatim)?.rest;
        let agrees = |own: &SharedLine| own.needs == first.needs || self.layout.indented && own.needs == by;
        let is_off = edges && first.needs == last.needs && first.needs != by;
        let is_whole = is_off && first.is_strong && last.is_strong && !self.same_text;
        let mut strong = self.witnesses.all.iter().filter(|own| own.is_strong);
        (is_whole && strong.all(agrees)).then_some(first.needs)
    }

    /// Returns the shift of a payload that has only lines of the marker, and not all of them: they keep their depth in
    /// the file. Lines that leave a block with its heading may be meant to be less deep, so the marker's own shift must
    /// confirm theirs.
    fn shift_of_repeated(&self) -> Option<isize> {
        let all = &self.witnesses.all;
        let by = all.first().filter(|_| self.side == PayloadSide::Replace)?.needs;
        let is_removal = all.len() == self.payload.len() && all.len() < self.marker.len();
        if !is_removal || all.iter().any(|own| own.needs != by) {
            return None;
        }
        let is_repeated = |at: usize| all.iter().any(|own| own.marked == at);
        let least = all.iter().map(|own| self.marker[own.marked].1).min();
        let mut removed = (0..self.marker.len()).filter(|at| !is_repeated(*at));
        let keeps_headings = removed.all(|at| Some(self.marker[at].1) >= least);
        let says_something = || all.iter().any(|own| own.is_strong);
        (self.marker_shift.shift() == Some(by) || keeps_headings && says_something()).then_some(by)
    }

    /// Returns whether the first line that the payload shares with its marker is at a depth at which it cannot be below
    /// the new line above it.
    fn parts_shared(&self, reading: DepthReading) -> bool {
        let Some(shared) = self.witnesses.all.iter().find(|own| own.is_strong && own.line > 0) else {
            return false;
        };
        let is_code = |line: &&DepthLine<'_>| line.kind == LineKind::Code;
        let above = self.payload[..shared.line].iter().rfind(is_code);
        above.zip(self.payload.get(shared.line).filter(is_code)).is_some_and(|(above, own)| {
            let place = |line: &DepthLine<'_>| line.column + reading.rest;
            self.layout.fit((place(above), &above.code), (place(own), &own.code), self.step) <= Fit::Odd
        })
    }

    /// Returns whether the payload begins with the heading of a block, and has a line in the same column that ends it.
    fn is_whole_block(&self) -> bool {
        let first = self.payload.first().filter(|first| first.kind == LineKind::Code);
        first.is_some_and(|first| self.closing_column() == Some(first.column))
    }

    /// Returns whether a line that replaces a line of the marker is in the same column, where the numbers of old and
    /// new lines between two shared lines are equal.
    fn keeps_changed(&self) -> bool {
        let ends = (self.marker.len(), self.payload.len());
        let shared = self.witnesses.all.iter().map(|own| (own.marked, own.line));
        let mut next = (0, 0);
        shared.chain([ends]).any(|(marked, line)| {
            let (old, new) = (&self.marker[next.0..marked], &self.payload[next.1..line]);
            next = (marked + 1, line + 1);
            let mut pairs = old.iter().zip(new);
            let is_kept = |((old, _), new): (&PlacedLine<'_, '_>, &DepthLine<'_>)| {
                new.has_words() && old.column == new.column
            };
            old.len() == new.len() && pairs.any(is_kept)
        })
    }
}

/// Returns the reading in which marker and payload share one coordinate system, if it is as deep as the place and no
/// other reading is, or if the payload continues in the column of the marker's last line.
fn by_alignment(facts: &DepthFacts<'_>, readings: &Readings) -> Option<DepthReading> {
    let together = readings.with_marker.filter(|own| facts.is_aligned(own.first))?;
    if facts.goes_on_in_column(together) {
        return Some(together);
    }
    let is_rival = |own: &DepthReading| *own != together && facts.is_aligned(own.first);
    (!readings.list().iter().any(is_rival) && !facts.is_part_of_its_own()).then_some(together)
}

/// Whether only the payload's first line lost its indentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FirstLineLost {
    Yes,
    No,
    Unclear,
}

fn first_is_lost(facts: &DepthFacts<'_>, around: &NextLines, lost: DepthReading) -> FirstLineLost {
    if facts.lost_by_first() == Some(lost.first)
        || facts.ends_statement(lost)
        || facts.is_odd_unless_lost(around, lost)
    {
        return FirstLineLost::Yes;
    }
    let is_closed_as_deep =
        || facts.closing_column().is_some_and(|column| column > 0 && column + lost.rest == lost.first);
    if facts.has_common_columns && facts.marker_shift.shift() == Some(0) && !is_closed_as_deep()
        || facts.hangs_from_bracket()
        || facts.hangs_below_margin(lost)
        || facts.changes_nothing(lost)
        || facts.marker_shift.is_cut_as_a_whole(&facts.marker)
    {
        return FirstLineLost::No;
    }
    let is_last = |own: &SharedLine| facts.witnesses.last.is_some_and(|last| last.line == own.line);
    let weighs = |own: &&SharedLine| own.line > 0 && (own.is_strong || is_last(own));
    let others = || facts.witnesses.all.iter().filter(weighs);
    let is_verbatim = others().any(|witness| witness.needs == lost.rest);
    let is_moved = others().any(|witness| witness.needs == lost.first);
    // The line that closes what the first line opens is as deep as the first line.
    match facts.closing_column() {
        Some(0) => return FirstLineLost::No,
        Some(column) if column + lost.rest == lost.first => return FirstLineLost::Yes,
        _ => {}
    }
    if facts.is_whole(around) {
        return FirstLineLost::No;
    }
    let as_written = facts.beginning(DepthReading::all(0));
    let as_lost = facts.beginning(lost);
    let count = |by: isize| others().filter(|witness| witness.needs == by).count();
    let is_mostly_moved = count(lost.first) > count(lost.rest);
    if facts.marker_shift == MarkerShift::FirstLost && facts.side == PayloadSide::Replace && !is_mostly_moved
    {
        // If the first line of the marker lost its indentation, the first line of the payload did so too, unless the
        // lines below contradict.
        if as_lost >= Fit::Possible && (facts.begins_with_code() || as_lost >= as_written) {
            return FirstLineLost::Yes;
        }
    }
    if facts.marker_shift.shift() != Some(0) {
        // The marker lost its indentation, and most likely the payload did so with it.
        let is_cut_too = is_moved && !is_verbatim && facts.marker_shift.shift() == Some(lost.first);
        let is_odd =
            !is_cut_too && as_written <= Fit::Odd && as_lost > as_written && as_lost >= Fit::Possible;
        return match is_odd {
            // Text is deeper below a word that it explains, and less deep below another text.
            true if !facts.begins_with_code() && as_lost < Fit::Expected => FirstLineLost::No,
            true => FirstLineLost::Yes,
            false => FirstLineLost::No,
        };
    }
    if is_moved && !is_verbatim {
        return if facts.marker_shift == MarkerShift::FirstLost {
            FirstLineLost::Unclear
        } else {
            FirstLineLost::No
        };
    }
    if is_verbatim && !is_moved {
        let stays = facts.witnesses.first.is_some_and(|first| first.needs == lost.first);
        return match () {
            () if stays => FirstLineLost::Yes,
            () if as_lost > as_written => FirstLineLost::Yes,
            () if as_written > as_lost => FirstLineLost::No,
            () => FirstLineLost::Unclear,
        };
    }
    let stays_at_margin = facts.payload.iter().skip(1).any(|line| line.column == 0);
    let is_text_at_margin = !facts.is_code && stays_at_margin && !is_verbatim && facts.is_one_piece();
    match () {
        // Text ends as deep as it begins, and its words show nothing else.
        () if is_text_at_margin => FirstLineLost::No,
        () if as_lost > as_written && as_lost >= Fit::Possible => FirstLineLost::Yes,
        () if as_lost <= Fit::Odd => FirstLineLost::No,
        // Nothing shows that the lines at the margin are where the file has them.
        () if stays_at_margin && !is_verbatim && facts.is_one_piece() => FirstLineLost::No,
        () if stays_at_margin => FirstLineLost::Unclear,
        () if as_lost < as_written => FirstLineLost::No,
        () => FirstLineLost::Unclear,
    }
}

impl Readings {
    /// Returns whether the reading that shifts all lines by this amount is possible.
    fn may_be(&self, by: isize) -> bool {
        let is_one = |reading: &Option<DepthReading>| reading.is_some_and(|own| own == DepthReading::all(by));
        is_one(&self.with_marker) || is_one(&self.as_written) || self.may_be_cut && by >= 0
    }
}

/// Returns the reading by the shared lines with which marker and payload both begin or end.
fn by_shared_edges(facts: &DepthFacts<'_>, readings: &Readings) -> Option<DepthReading> {
    let edges = [facts.witnesses.first, facts.witnesses.last];
    let strong: Vec<SharedLine> = edges.into_iter().flatten().filter(|own| own.is_strong).collect();
    if let Some(together) = readings.with_marker
        && strong.iter().any(|own| own.needs == together.rest)
    {
        return Some(together);
    }
    // "A line shared by marker and payload that needs exactly `s`": the others moved among themselves.
    let stays = |together: &DepthReading| {
        facts.witnesses.all.iter().any(|own| own.is_strong && own.needs == together.rest)
    };
    let (first, last) = (facts.witnesses.first?, facts.witnesses.last?);
    let moves = first.needs == last.needs && first.line != last.line;
    if let Some(together) = readings.with_marker.filter(|own| moves && first.needs != own.rest && stays(own))
    {
        return facts.marker_shift.shift().filter(|shift| *shift == 0).map(|_| together);
    }
    let agrees = first.needs == last.needs && !strong.is_empty() && first.line != last.line;
    let reading = DepthReading::all(first.needs);
    (agrees && readings.may_be(first.needs) && !facts.changes_nothing(reading)).then_some(reading)
}

/// Confirms a reading, unless no line at an edge supports it, the payload may have lost its indentation, and another
/// depth fits much better.
fn confirmed(
    facts: &DepthFacts<'_>,
    around: &NextLines,
    readings: &Readings,
    reading: DepthReading,
) -> Decision {
    let edges = [facts.witnesses.first, facts.witnesses.last];
    let edges = edges.into_iter().flatten().any(|own| own.is_strong && own.needs == reading.rest);
    // Text has no other evidence of its depth.
    let is_text = facts.payload.iter().all(|line| line.kind == LineKind::Text);
    let shares = || facts.witnesses.all.iter().any(|own| own.is_strong && own.needs == reading.rest);
    let is_witnessed = edges || is_text && shares();
    if let Some(depths) = facts.depths_of_text(around, reading) {
        let moved: Vec<DepthReading> = depths.into_iter().map(DepthReading::all).collect();
        return if let [only] = moved[..] { Decision::Sure(only) } else { Decision::Ambiguous(moved) };
    }
    // In an unknown language, nothing else shows the depth of a line.
    if !facts.is_code {
        return Decision::Sure(reading);
    }
    let is_together = readings.with_marker == Some(reading);
    let is_replacement = facts.side == PayloadSide::Replace;
    if is_together && (facts.has_common_columns || is_replacement && facts.aligned() == Some(reading.first)) {
        return Decision::Sure(reading);
    }
    if !is_together && let Some(decision) = against_aligned(facts, around, readings, reading) {
        return decision;
    }
    let Some(first) = facts.payload.first().filter(|_| !is_witnessed) else {
        let rival = readings.as_written.filter(|own| is_together && is_replacement && *own != reading);
        let clear =
            |own: &DepthReading| facts.weight(around, *own) + CLEAR_MARGIN <= facts.weight(around, reading);
        return match rival.filter(clear) {
            Some(rival) => Decision::Ambiguous(vec![reading, rival]),
            None => Decision::Sure(reading),
        };
    };
    let least = least_depth(facts.payload.iter()).unwrap_or(0);
    let mut others = readings.list();
    // Where brackets end a block, blank lines do not separate the payload from it.
    let is_of_block = || {
        !facts.layout.indented
            || facts.touches(around) && facts.is_one_piece()
            || facts.captures(around, reading)
    };
    if facts.side != PayloadSide::Replace && least == 0 && is_of_block() {
        others.extend(facts.depths(around).into_iter().map(|depth| DepthReading::all(depth - first.column)));
    }
    // A marker that is too deep does not prove that the payload is.
    if reading.rest < 0 {
        others.push(DepthReading::all(0));
    }
    if readings.both_may_be_cut {
        let strong = facts.witnesses.all.iter().filter(|own| own.is_strong);
        others.extend(strong.map(|own| DepthReading::all(own.needs)));
    }
    others.retain(|own| own.first == own.rest && least + own.rest >= 0 && !facts.changes_nothing(*own));
    let weight = |own: &DepthReading| facts.weight(around, *own);
    let better =
        others.into_iter().min_by_key(weight).filter(|own| weight(own) + CLEAR_MARGIN <= weight(&reading));
    Decision::Sure(better.filter(|_| reading.first == reading.rest).unwrap_or(reading))
}

impl DepthFacts<'_> {
    /// Returns the decision after a marker whose lines all lost their indentation and which ends at another depth than
    /// it begins: the payload is as deep as its last or its first line, whichever fits.
    pub(super) fn behind_flat(&self, around: &NextLines) -> Option<Decision> {
        let is_known = self.is_code || self.rules.is_some();
        let first = self.payload.first().filter(|_| self.marker_shift == MarkerShift::Flat && is_known)?;
        let (_, touched) = self.marker.last().filter(|_| self.side == PayloadSide::After)?;
        let readings = [*touched, self.depth].map(|depth| DepthReading::all(depth - first.column));
        let [last, outer] = readings;
        if last == outer {
            return None;
        }
        let [own, other] = readings.map(|own| self.weight(around, own));
        Some(match () {
            () if own + CLEAR_MARGIN <= other => Decision::Sure(last),
            () if other + CLEAR_MARGIN <= own => Decision::Sure(outer),
            () => Decision::Ambiguous(readings.to_vec()),
        })
    }

    /// Returns the reading as deep as the line before the payload, if the marker ends at another depth than it begins,
    /// the payload is at the margin, and no other reading fits the lines around; or as deep as the list item below, if
    /// the payload is an item of that list.
    fn beside_last(&self, around: &NextLines, list: &[DepthReading]) -> Option<DepthReading> {
        let first = self.payload.first().filter(|first| first.column == 0 && self.depth > 0)?;
        if let Some(depth) = self.depth_of_items(around) {
            return Some(DepthReading::all(depth));
        }
        let (_, touched) = self.marker.last().filter(|_| self.side == PayloadSide::After && self.is_code)?;
        let reading = DepthReading::all(*touched - first.column);
        let is_other = |own: &DepthReading| {
            !self.is_possible(around, *own)
                && self.weight(around, reading) + CLEAR_MARGIN <= self.weight(around, *own)
        };
        (self.is_possible(around, reading) && list.iter().all(is_other)).then_some(reading)
    }

    /// Returns whether the columns of the patch show that the payload directly follows the marker at the depth of its
    /// last line.
    fn goes_on_in_column(&self, together: DepthReading) -> bool {
        let touched = self.marker.last().filter(|_| self.side == PayloadSide::After).map(|(_, depth)| *depth);
        let first = self.payload.first().map(|first| first.column + together.first);
        self.has_common_columns && touched.is_some() && first == touched
    }

    /// Returns the decision, or the reading as deep as the place if every other reading breaks the block around: a
    /// replacement begins like the lines that it replaces, and a payload that begins with a plain statement continues
    /// the block of its marker. A marker that lost its indentation gives no other evidence.
    pub(super) fn within_block(&self, around: &NextLines, decision: Decision) -> Decision {
        let is_cut = self.marker_shift.shift().is_some_and(|shift| shift > 0);
        let first = self.payload.first().filter(|_| self.layout.indented);
        let is_plain = |first: &DepthLine<'_>| {
            first.kind == LineKind::Code && self.layout.opening(&first.code) == OpeningDepth::No
        };
        // A payload copied from elsewhere has the depth that it had there.
        let is_copied =
            |first: &DepthLine<'_>| self.marker_shift == MarkerShift::Shift(0) && first.column > 0;
        let may_go_on = first.is_some_and(|first| match self.side {
            PayloadSide::Replace => self.marker_shift.shift().is_some(),
            PayloadSide::Before | PayloadSide::After => is_cut && is_plain(first) || is_copied(first),
        });
        let goes_on = |own: &DepthReading| self.goes_on_in_column(*own);
        if !may_go_on || matches!(&decision, Decision::Sure(reading) if goes_on(reading)) {
            return decision;
        }
        let breaks =
            |reading: &DepthReading| self.captures(around, *reading) || !self.is_possible(around, *reading);
        let all_break = match &decision {
            Decision::Sure(reading) => breaks(reading),
            Decision::Ambiguous(readings) => readings.iter().all(breaks),
        };
        let aligned = self.aligned().map(DepthReading::all);
        let aligned = aligned.filter(|aligned| !self.moves_kept(*aligned) && !breaks(aligned));
        aligned.filter(|_| all_break).map_or(decision, Decision::Sure)
    }

    /// Returns whether a reading moves a line of code that marker and payload have at the same relative depth.
    fn moves_kept(&self, reading: DepthReading) -> bool {
        let kept = self.marker_shift.shift();
        self.moves_repeated(reading)
            && self.witnesses.all.iter().any(|own| own.is_strong && kept == Some(own.needs))
    }

    /// Returns the reading that all shared lines show against the columns of the patch, if the payload begins with one
    /// of them and fits much better at that depth: it was shifted as a whole.
    fn shifted_as_a_whole(&self, around: &NextLines) -> Option<DepthReading> {
        let is_moved = |own: &SharedLine| own.line == 0 && self.marker_shift.shift() != Some(own.needs);
        let first = self.witnesses.first.filter(|own| self.has_common_columns && is_moved(own))?;
        let mut strong = self.witnesses.all.iter().filter(|own| own.is_strong);
        let moved = DepthReading::all(first.needs);
        let written = DepthReading::all(self.marker_shift.shift()?);
        let is_clear = || self.weight(around, moved) + CLEAR_MARGIN <= self.weight(around, written);
        (first.is_strong && strong.all(|own| own.needs == first.needs) && is_clear()).then_some(moved)
    }
}

/// Decides between a reading by shared lines and the reading as deep as the place. Shared lines move with a block that
/// the change puts around them, so if the marker is verbatim and the payload lost its indentation, they count only if
/// the aligned reading does not fit as well.
fn against_aligned(
    facts: &DepthFacts<'_>,
    around: &NextLines,
    readings: &Readings,
    reading: DepthReading,
) -> Option<Decision> {
    let is_cut = facts.side == PayloadSide::Replace
        && facts.marker_shift == MarkerShift::Shift(0)
        && readings.may_be_cut;
    let aligned = readings.at_place.filter(|own| is_cut && *own != reading)?;
    let [own, other] = [reading, aligned].map(|own| facts.weight(around, own));
    match () {
        () if other < own => Some(Decision::Sure(aligned)),
        () if own + CLEAR_MARGIN <= other => None,
        () => Some(Decision::Ambiguous(vec![aligned, reading])),
    }
}

/// Returns the reading that all shared lines agree on.
fn by_all_shared(facts: &DepthFacts<'_>, readings: &Readings) -> Option<DepthReading> {
    let mut strong = facts.witnesses.all.iter().filter(|witness| witness.is_strong);
    let needs = strong.next()?.needs;
    let reading = DepthReading::all(needs);
    let agrees = strong.all(|witness| witness.needs == needs);
    (agrees && readings.may_be(needs) && !facts.changes_nothing(reading)).then_some(reading)
}

/// "The marker is verbatim and the payload has a code line at column 0: B." A blank line between the two shows that the
/// payload is not part of the marker's block.
fn separately_shifted(facts: &DepthFacts<'_>, around: &NextLines) -> Option<DepthReading> {
    let is_verbatim = facts.marker_shift == MarkerShift::Shift(0) && facts.depth > 0;
    let is_code = |line: &DepthLine<'_>| facts.is_code && line.kind == LineKind::Code;
    let at_margin = facts.payload.iter().any(|line| is_code(line) && line.column == 0);
    let stays = facts.witnesses.all.iter().any(|own| own.is_strong && own.needs == 0);
    facts
        .aligned()
        .filter(|_| facts.touches(around) && is_verbatim && at_margin && facts.is_one_piece() && !stays)
        .map(DepthReading::all)
}

/// Returns the readings that remain possible.
fn remaining_readings(facts: &DepthFacts<'_>, readings: &Readings) -> Vec<DepthReading> {
    let mut list = readings.list();
    list.retain(|reading| !facts.changes_nothing(*reading));
    for witness in facts.witnesses.first.iter().chain(&facts.witnesses.last) {
        let reading = DepthReading::all(witness.needs);
        if readings.may_be(witness.needs) && !list.contains(&reading) && !facts.changes_nothing(reading) {
            list.push(reading);
        }
    }
    list
}

/// Returns the decision by the lines around the place: the reading that fits there, if no other one does.
pub(super) fn by_neighbours(facts: &DepthFacts<'_>, around: &NextLines, list: Vec<DepthReading>) -> Decision {
    let may_lose_first = list.iter().any(|own| own.first != own.rest);
    if let Some(decision) = facts.parted_by_blank(around).filter(|_| !may_lose_first) {
        return decision;
    }
    if let Some(touched) = facts.beside_last(around, &list).filter(|_| !may_lose_first) {
        return Decision::Sure(touched);
    }
    if let Some(cut) = separately_shifted(facts, around).filter(|cut| !may_lose_first && list.contains(cut)) {
        let cut = facts.nearest(around, cut);
        let [above, below] = facts.fits_at_edges(around, cut);
        let edge = if facts.side == PayloadSide::Before { below } else { above };
        if edge >= Fit::Possible {
            return Decision::Sure(cut);
        }
    }
    // "Aligned with the beginning of the marker": the rule of the format if nothing else decides.
    let is_aligned = |own: &DepthReading| facts.aligned() == Some(own.first);
    let apart = if facts.side == PayloadSide::Replace || facts.has_sibling(around) { ALIGNED } else { 1 };
    let is_part = facts.is_part_of_its_own();
    let is_expected = |own: &DepthReading| if is_part { own.first == 0 } else { is_aligned(own) };
    // Text may be at any depth.
    let is_text = !facts.is_code || facts.payload.iter().all(|line| line.kind != LineKind::Code);
    let apart = match () {
        () if is_part => ALIGNED,
        () if is_text => 1,
        () => apart,
    };
    let weight = |own: &DepthReading| facts.weight(around, *own) + usize::from(!is_expected(own)) * apart;
    // No other reading fits clearly better than the depth of the replaced lines.
    let is_kept = |own: &DepthReading| facts.side == PayloadSide::Replace && is_aligned(own);
    let mut weights: Vec<_> = list.iter().map(|own| (weight(own), *own)).collect();
    weights.sort_by_key(|(weight, _)| *weight);
    match weights[..] {
        [(best, own), (next, _), ..]
            if best + CLEAR_MARGIN <= next
                || best + 2 <= next && facts.is_possible(around, own)
                || best + ALIGNED <= next && is_kept(&own) =>
        {
            Decision::Sure(own)
        }
        [(_, own)] if facts.is_possible(around, own) => Decision::Sure(own),
        _ => Decision::Ambiguous(list),
    }
}
