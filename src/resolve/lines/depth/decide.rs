//! Decides among the readings: what the shared lines say first, then the neighbours, and else nothing.

use super::facts::{DepthFacts, PayloadSide};
use super::flow::{CLEAR, Fit, OpenedDepth};
use super::line::{DepthLine, LineKind, least_depth};
use super::neighbours::NextLines;
use super::reading::{DepthReading, Readings};
use super::told::{MarkerShift, PlacedLine};
use super::witness::Witness;

/// What is known of the depth of a payload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Decision {
    /// It is this.
    Sure(DepthReading),
    /// It is one of these.
    Open(Vec<DepthReading>),
}

impl Decision {
    /// The decision, or that of `other` among the readings that are left.
    pub(super) fn or_else(self, other: impl FnOnce(Vec<DepthReading>) -> Self) -> Self {
        match self {
            Self::Sure(_) => self,
            Self::Open(readings) => other(readings),
        }
    }
}

/// What it weighs that a payload does not begin as deep as the place.
const ALIGNED: usize = 3;

/// The reading that marker and payload show, and where they show none the lines around.
pub(super) fn decide(facts: &DepthFacts<'_>, around: &NextLines) -> Decision {
    let mut readings = Readings::of(facts, around);
    if let Some(lost) = facts.heads_rest(around) {
        return Decision::Sure(lost);
    }
    // A first line that both share is as deep as the file has it.
    let is_shared = |lost: DepthReading| {
        facts.lost_by_first() == Some(lost.first)
            || facts.witnesses.first.is_some_and(|own| own.line == 0 && own.needs == lost.first)
    };
    let nearest = |lost: DepthReading| match facts.closing_column() {
        _ if is_shared(lost) => lost,
        // What the first line opens is closed as deep as that line is.
        Some(column) if column > 0 => {
            let closed = DepthReading { first: column + lost.rest, ..lost };
            let as_marked = facts.told == MarkerShift::FirstLost && facts.side == PayloadSide::Instead;
            let is_clear = facts.weight(around, closed) + CLEAR <= facts.weight(around, lost);
            if as_marked && !is_clear { lost } else { closed }
        }
        _ => facts.nearest_first(around, lost),
    };
    // Where the payload fits far better with all of its lines cut, it was.
    let is_cut = |lost: &DepthReading| {
        let cut = readings.aligned.filter(|_| facts.told == MarkerShift::Shift(0));
        cut.is_some_and(|cut| facts.weight(around, cut) + CLEAR <= facts.weight(around, *lost))
    };
    let lost = readings
        .first_lost
        .map(nearest)
        .filter(|lost| lost.first > 0 && (facts.ends_statement(*lost) || !is_cut(lost)));
    readings.first_lost = None;
    if let Some(lost) = lost {
        readings.first_lost = Some(lost);
        match first_is_lost(facts, around, lost) {
            Lost::Yes => return Decision::Sure(lost),
            Lost::No => readings.first_lost = None,
            Lost::Unclear => return Decision::Open(left(facts, &readings)),
        }
    }
    if let Some(reading) = by_closing(facts, &readings) {
        return Decision::Sure(reading);
    }
    if let Some(reading) = facts.shifted_as_a_whole(around) {
        return Decision::Sure(reading);
    }
    // An addition that begins deeper than it goes on was not cut line by line: marker and payload were cut together.
    let first = facts.payload.first().filter(|_| facts.side != PayloadSide::Instead);
    if let Some(together) = readings.together.filter(|_| !facts.is_code)
        && first.is_some_and(|first| first.column > 0 && least_depth(facts.payload.iter()) == Some(0))
    {
        return Decision::Sure(together);
    }
    if let Some(by) = facts.moved_between_edges(&readings) {
        let moved = DepthReading::all(by);
        let stays =
            |own: &Witness| own.is_strong && readings.together.is_some_and(|all| all.rest == own.needs);
        return match facts.witnesses.all.iter().any(stays) {
            false => Decision::Sure(moved),
            true => Decision::Open(readings.together.into_iter().chain([moved]).collect()),
        };
    }
    if let [only] = readings.list()[..] {
        return checked(facts, around, &readings, only);
    }
    if let Some(cut) = cut_around(facts, around, &readings) {
        return Decision::Sure(cut);
    }
    let sure = by_shared_edges(facts, &readings)
        .or_else(|| by_kept_column(facts, &readings))
        .or_else(|| by_alignment(facts, &readings))
        .or_else(|| by_all_shared(facts, &readings));
    match sure {
        Some(reading) => checked(facts, around, &readings, reading),
        None => Decision::Open(left(facts, &readings)),
    }
}

/// What the line says that ends a statement from above the place: it is as deep as that begins, unless other lines that both
/// share show that it alone moved.
fn by_closing(facts: &DepthFacts<'_>, readings: &Readings) -> Option<DepthReading> {
    let closing = facts.witnesses.closing?;
    let stays = readings.together.map(|own| own.rest);
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

/// The reading of a payload that begins with code at the margin, in the place of a deeper marker that is as deep as in the
/// file, if it fits far better as deep as the place: its lines are in the columns of the file by chance. Of a language that
/// nobody knows, it must be a whole block.
fn cut_around(facts: &DepthFacts<'_>, around: &NextLines, readings: &Readings) -> Option<DepthReading> {
    let together = readings.together.filter(|own| own.rest == 0 && facts.side == PayloadSide::Instead)?;
    let is_code = || facts.begins_with_code() || facts.is_whole_block() || facts.wrapped_by().is_some();
    let aligned = readings.aligned.filter(|own| *own != together && is_code())?;
    let marked = least_depth(facts.marker.iter().map(|(line, _)| *line));
    let is_left = facts.payload.first().is_some_and(|first| first.column == 0) && marked > Some(0);
    let is_clear = || facts.weight(around, aligned) + CLEAR <= facts.weight(around, together);
    // In a language without brackets nothing else tells what a heading at the margin is around.
    let is_wrap = || !facts.is_code && facts.wrapped_by() == Some(aligned.rest);
    (is_left && (is_wrap() || is_clear())).then_some(aligned)
}

/// The reading of one coordinate system, if some shared lines are at another depth than in the marker, and others, or lines
/// that take the place of the marker's, are not: so the change moves the former among the latter. A payload further left than
/// a marker that is as deep as in the file was cut for itself.
fn by_kept_column(facts: &DepthFacts<'_>, readings: &Readings) -> Option<DepthReading> {
    let together = readings.together.filter(|_| facts.side == PayloadSide::Instead)?;
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
    /// Whether the payload begins with the line that ends a statement from above the place, which only that line's depth in the
    /// file fits, while all other lines that it shares with the marker are where the file has them.
    fn ends_statement(&self, lost: DepthReading) -> bool {
        let closes = self.witnesses.closing.is_some_and(|own| own.line == 0 && own.needs == lost.first);
        let mut others = self.witnesses.all.iter().filter(|own| own.line > 0 && own.is_strong).peekable();
        closes && others.peek().is_some() && others.all(|own| own.needs == lost.rest)
    }

    /// How far a payload that changes more than the depth has to move for the lines with which it begins and ends to be as deep
    /// as in the file, where both are written as they stand there, and as far from that: the payload as a whole is off. In a
    /// language of indented blocks the lines between may say otherwise.
    fn moved_between_edges(&self, readings: &Readings) -> Option<isize> {
        let (first, last) = (self.witnesses.first?, self.witnesses.last?);
        let edges = first.line == 0 && last.line > 0 && last.line + 1 == self.payload.len();
        let is_verbatim = readings.verbatim == Some(DepthReading::all(first.needs));
        let is_as_marked = self.shares_columns || self.told == MarkerShift::Shift(0);
        let by = readings.together.filter(|_| is_as_marked || self.layout.indented && is_verbatim)?.rest;
        let agrees = |own: &Witness| own.needs == first.needs || self.layout.indented && own.needs == by;
        let is_off = edges && first.needs == last.needs && first.needs != by;
        let is_whole = is_off && first.is_strong && last.is_strong && !self.same_text;
        let mut strong = self.witnesses.all.iter().filter(|own| own.is_strong);
        (is_whole && strong.all(agrees)).then_some(first.needs)
    }

    /// Whether the payload begins with the heading of a block, and has a line in the same column that ends it.
    fn is_whole_block(&self) -> bool {
        let first = self.payload.first().filter(|first| first.kind == LineKind::Code);
        first.is_some_and(|first| self.closing_column() == Some(first.column))
    }

    /// Whether a line that takes the place of one of the marker's is in the same column: between the same shared lines there
    /// are as many of both.
    fn keeps_changed(&self) -> bool {
        let ends = (self.marker.len(), self.payload.len());
        let shared = self.witnesses.all.iter().map(|own| (own.marked, own.line));
        let mut next = (0, 0);
        shared.chain([ends]).any(|(marked, line)| {
            let (old, new) = (&self.marker[next.0..marked], &self.payload[next.1..line]);
            next = (marked + 1, line + 1);
            let mut pairs = old.iter().zip(new);
            let is_kept = |((old, _), new): (&PlacedLine<'_, '_>, &DepthLine<'_>)| {
                new.says_something() && old.column == new.column
            };
            old.len() == new.len() && pairs.any(is_kept)
        })
    }
}

/// The reading of one coordinate system, if it is as deep as the place and no other one is, or if the payload goes on in
/// the column of the marker's last line.
fn by_alignment(facts: &DepthFacts<'_>, readings: &Readings) -> Option<DepthReading> {
    let together = readings.together.filter(|own| facts.is_aligned(own.first))?;
    if facts.goes_on_in_column(together) {
        return Some(together);
    }
    let is_rival = |own: &DepthReading| *own != together && facts.is_aligned(own.first);
    (!readings.list().iter().any(is_rival) && !facts.is_part_of_its_own()).then_some(together)
}

/// Whether only the payload's first line lost its indentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lost {
    Yes,
    No,
    Unclear,
}

fn first_is_lost(facts: &DepthFacts<'_>, around: &NextLines, lost: DepthReading) -> Lost {
    if facts.lost_by_first() == Some(lost.first) || facts.ends_statement(lost) {
        return Lost::Yes;
    }
    let is_closed_as_deep =
        || facts.closing_column().is_some_and(|column| column > 0 && column + lost.rest == lost.first);
    if facts.shares_columns && facts.told.shift() == Some(0) && !is_closed_as_deep()
        || facts.hangs_from_bracket()
        || facts.hangs_below_margin(lost)
        || facts.changes_nothing(lost)
        || facts.told.is_cut_as_a_whole(&facts.marker)
    {
        return Lost::No;
    }
    let is_last = |own: &Witness| facts.witnesses.last.is_some_and(|last| last.line == own.line);
    let weighs = |own: &&Witness| own.line > 0 && (own.is_strong || is_last(own));
    let others = || facts.witnesses.all.iter().filter(weighs);
    let is_verbatim = others().any(|witness| witness.needs == lost.rest);
    let is_moved = others().any(|witness| witness.needs == lost.first);
    // What the first line opens is closed as deep as that line is.
    match facts.closing_column() {
        Some(0) => return Lost::No,
        Some(column) if column + lost.rest == lost.first => return Lost::Yes,
        _ => {}
    }
    if facts.is_whole(around) {
        return Lost::No;
    }
    let as_written = facts.beginning(DepthReading::all(0));
    let as_lost = facts.beginning(lost);
    let count = |by: isize| others().filter(|witness| witness.needs == by).count();
    let is_mostly_moved = count(lost.first) > count(lost.rest);
    if facts.told == MarkerShift::FirstLost && facts.side == PayloadSide::Instead && !is_mostly_moved {
        // Who lost it in the marker loses it in the payload, unless the lines below say otherwise.
        if as_lost >= Fit::Possible && (facts.begins_with_code() || as_lost >= as_written) {
            return Lost::Yes;
        }
    }
    if facts.told.shift() != Some(0) {
        // The marker was cut, and most likely the payload with it.
        let is_cut_too = is_moved && !is_verbatim && facts.told.shift() == Some(lost.first);
        let is_odd =
            !is_cut_too && as_written <= Fit::Odd && as_lost > as_written && as_lost >= Fit::Possible;
        return match is_odd {
            // Text is deeper below a word that it explains, and less deep below another text.
            true if !facts.begins_with_code() && as_lost < Fit::Expected => Lost::No,
            true => Lost::Yes,
            false => Lost::No,
        };
    }
    if is_moved && !is_verbatim {
        return if facts.told == MarkerShift::FirstLost { Lost::Unclear } else { Lost::No };
    }
    if is_verbatim && !is_moved {
        let stays = facts.witnesses.first.is_some_and(|first| first.needs == lost.first);
        return match () {
            () if stays => Lost::Yes,
            () if as_lost > as_written => Lost::Yes,
            () if as_written > as_lost => Lost::No,
            () => Lost::Unclear,
        };
    }
    let stays_at_margin = facts.payload.iter().skip(1).any(|line| line.column == 0);
    let is_text_at_margin = !facts.is_code && stays_at_margin && !is_verbatim && facts.is_one_piece();
    match () {
        // Text ends as deep as it begins, and its words tell nothing else.
        () if is_text_at_margin => Lost::No,
        () if as_lost > as_written && as_lost >= Fit::Possible => Lost::Yes,
        () if as_lost <= Fit::Odd => Lost::No,
        // Nothing shows that the lines at the margin are where the file has them.
        () if stays_at_margin && !is_verbatim && facts.is_one_piece() => Lost::No,
        () if stays_at_margin => Lost::Unclear,
        () if as_lost < as_written => Lost::No,
        () => Lost::Unclear,
    }
}

impl Readings {
    /// Whether the shared lines may show this reading.
    fn may_be(&self, by: isize) -> bool {
        let is_one = |reading: &Option<DepthReading>| reading.is_some_and(|own| own == DepthReading::all(by));
        is_one(&self.together) || is_one(&self.verbatim) || self.may_be_cut && by >= 0
    }
}

/// What the lines say with which both, marker and payload, begin or end.
fn by_shared_edges(facts: &DepthFacts<'_>, readings: &Readings) -> Option<DepthReading> {
    let edges = [facts.witnesses.first, facts.witnesses.last];
    let strong: Vec<Witness> = edges.into_iter().flatten().filter(|own| own.is_strong).collect();
    if let Some(together) = readings.together
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
    if let Some(together) = readings.together.filter(|own| moves && first.needs != own.rest && stays(own)) {
        return facts.told.shift().filter(|shift| *shift == 0).map(|_| together);
    }
    let agrees = first.needs == last.needs && !strong.is_empty() && first.line != last.line;
    let reading = DepthReading::all(first.needs);
    (agrees && readings.may_be(first.needs) && !facts.changes_nothing(reading)).then_some(reading)
}

/// A reading, unless no line at an edge shows it, and the payload may have been cut and fits far better elsewhere.
fn checked(
    facts: &DepthFacts<'_>,
    around: &NextLines,
    readings: &Readings,
    reading: DepthReading,
) -> Decision {
    let edges = [facts.witnesses.first, facts.witnesses.last];
    let edges = edges.into_iter().flatten().any(|own| own.is_strong && own.needs == reading.rest);
    // Text has no other sign of its depth.
    let is_text = facts.payload.iter().all(|line| line.kind == LineKind::Text);
    let shares = || facts.witnesses.all.iter().any(|own| own.is_strong && own.needs == reading.rest);
    let is_witnessed = edges || is_text && shares();
    if let Some(depths) = facts.depths_of_text(around, reading) {
        let moved: Vec<DepthReading> = depths.into_iter().map(DepthReading::all).collect();
        return if let [only] = moved[..] { Decision::Sure(only) } else { Decision::Open(moved) };
    }
    // Nothing else tells how deep a line of an unknown language may stand.
    if !facts.is_code {
        return Decision::Sure(reading);
    }
    let is_together = readings.together == Some(reading);
    if is_together && facts.shares_columns {
        return Decision::Sure(reading);
    }
    if !is_together && let Some(decision) = against_aligned(facts, around, readings, reading) {
        return decision;
    }
    let Some(first) = facts.payload.first().filter(|_| !is_witnessed) else {
        let rival = readings
            .verbatim
            .filter(|own| is_together && facts.side == PayloadSide::Instead && *own != reading);
        let clear = |own: &DepthReading| facts.weight(around, *own) + CLEAR <= facts.weight(around, reading);
        return match rival.filter(clear) {
            Some(rival) => Decision::Open(vec![reading, rival]),
            None => Decision::Sure(reading),
        };
    };
    let least = least_depth(facts.payload.iter()).unwrap_or(0);
    let mut others = readings.list();
    // Brackets end a block, so that blank lines part nothing in it.
    let is_of_block = || {
        !facts.layout.indented
            || facts.touches(around) && facts.is_one_piece()
            || facts.captures(around, reading)
    };
    if facts.side != PayloadSide::Instead && least == 0 && is_of_block() {
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
    let better = others.into_iter().min_by_key(weight).filter(|own| weight(own) + CLEAR <= weight(&reading));
    Decision::Sure(better.filter(|_| reading.first == reading.rest).unwrap_or(reading))
}

impl DepthFacts<'_> {
    /// The decision behind a marker whose lines all lost their indentation, and end at another depth than they begin: the
    /// payload is as deep as the last one or as the first one, whichever fits.
    pub(super) fn behind_flat(&self, around: &NextLines) -> Option<Decision> {
        let is_known = self.is_code || self.rules.is_some();
        let first = self.payload.first().filter(|_| self.told == MarkerShift::Flat && is_known)?;
        let (_, touched) = self.marker.last().filter(|_| self.side == PayloadSide::After)?;
        let readings = [*touched, self.depth].map(|depth| DepthReading::all(depth - first.column));
        let [last, outer] = readings;
        if last == outer {
            return None;
        }
        let [own, other] = readings.map(|own| self.weight(around, own));
        Some(match () {
            () if own + CLEAR <= other => Decision::Sure(last),
            () if other + CLEAR <= own => Decision::Sure(outer),
            () => Decision::Open(readings.to_vec()),
        })
    }

    /// The reading as deep as the line that a payload comes behind, where that ends the marker's lines at another depth than they
    /// begin, the payload is at the margin, and none of the readings fits the lines around; or as deep as the item of a list
    /// below, where it is one of those.
    fn beside_last(&self, around: &NextLines, list: &[DepthReading]) -> Option<DepthReading> {
        let first = self.payload.first().filter(|first| first.column == 0 && self.depth > 0)?;
        if let Some(depth) = self.depth_of_items(around) {
            return Some(DepthReading::all(depth));
        }
        let (_, touched) = self.marker.last().filter(|_| self.side == PayloadSide::After && self.is_code)?;
        let reading = DepthReading::all(*touched - first.column);
        let is_other = |own: &DepthReading| {
            !self.is_possible(around, *own)
                && self.weight(around, reading) + CLEAR <= self.weight(around, *own)
        };
        (self.is_possible(around, reading) && list.iter().all(is_other)).then_some(reading)
    }

    /// Whether the columns of the patch show that the payload stands right below the marker, as deep as its last line.
    fn goes_on_in_column(&self, together: DepthReading) -> bool {
        let touched = self.marker.last().filter(|_| self.side == PayloadSide::After).map(|(_, depth)| *depth);
        let first = self.payload.first().map(|first| first.column + together.first);
        self.shares_columns && touched.is_some() && first == touched
    }

    /// The decision, or that for the reading as deep as the place, where each other one breaks the block around: what comes in
    /// the place of lines begins as they did, and a payload that begins with a plain statement goes on with the block in which
    /// its marker stands. A marker that was cut shows nothing else.
    pub(super) fn within_block(&self, around: &NextLines, decision: Decision) -> Decision {
        let is_cut = self.told.shift().is_some_and(|shift| shift > 0);
        let first = self.payload.first().filter(|_| self.layout.indented);
        let is_plain = |first: &DepthLine<'_>| {
            first.kind == LineKind::Code && self.layout.opening(&first.code) == OpenedDepth::No
        };
        // A payload copied from elsewhere is as deep as it was there.
        let is_copied = |first: &DepthLine<'_>| self.told == MarkerShift::Shift(0) && first.column > 0;
        let may_go_on = first.is_some_and(|first| match self.side {
            PayloadSide::Instead => self.told.shift().is_some(),
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
            Decision::Open(readings) => readings.iter().all(breaks),
        };
        let aligned = self.aligned().map(DepthReading::all);
        let aligned = aligned.filter(|aligned| !self.moves_kept(*aligned) && !breaks(aligned));
        aligned.filter(|_| all_break).map_or(decision, Decision::Sure)
    }

    /// Whether a reading moves a line of code that marker and payload have at the same relative depth.
    fn moves_kept(&self, reading: DepthReading) -> bool {
        let kept = self.told.shift();
        self.moves_repeated(reading)
            && self.witnesses.all.iter().any(|own| own.is_strong && kept == Some(own.needs))
    }

    /// What all shared lines say against the columns of the patch, if the payload begins with one of them and fits far better
    /// as deep as it: it was shifted as a whole.
    fn shifted_as_a_whole(&self, around: &NextLines) -> Option<DepthReading> {
        let is_moved = |own: &Witness| own.line == 0 && self.told.shift() != Some(own.needs);
        let first = self.witnesses.first.filter(|own| self.shares_columns && is_moved(own))?;
        let mut strong = self.witnesses.all.iter().filter(|own| own.is_strong);
        let moved = DepthReading::all(first.needs);
        let written = DepthReading::all(self.told.shift()?);
        let is_clear = || self.weight(around, moved) + CLEAR <= self.weight(around, written);
        (first.is_strong && strong.all(|own| own.needs == first.needs) && is_clear()).then_some(moved)
    }
}

/// Shared lines move with a block that the change puts around them. So where the marker is verbatim and the payload was
/// cut, what they say counts only if the payload's own cut does not fit as well.
fn against_aligned(
    facts: &DepthFacts<'_>,
    around: &NextLines,
    readings: &Readings,
    reading: DepthReading,
) -> Option<Decision> {
    let is_cut =
        facts.side == PayloadSide::Instead && facts.told == MarkerShift::Shift(0) && readings.may_be_cut;
    let aligned = readings.aligned.filter(|own| is_cut && *own != reading)?;
    let [own, other] = [reading, aligned].map(|own| facts.weight(around, own));
    match () {
        () if other < own => Some(Decision::Sure(aligned)),
        () if own + CLEAR <= other => None,
        () => Some(Decision::Open(vec![aligned, reading])),
    }
}

/// What all shared lines say, if they say one thing.
fn by_all_shared(facts: &DepthFacts<'_>, readings: &Readings) -> Option<DepthReading> {
    let mut strong = facts.witnesses.all.iter().filter(|witness| witness.is_strong);
    let needs = strong.next()?.needs;
    let reading = DepthReading::all(needs);
    let agrees = strong.all(|witness| witness.needs == needs);
    (agrees && readings.may_be(needs) && !facts.changes_nothing(reading)).then_some(reading)
}

/// "The marker is verbatim and the payload has a code line at column 0: B." A blank line between the two says that the
/// payload is no part of the marker's block.
fn cut_for_itself(facts: &DepthFacts<'_>, around: &NextLines) -> Option<DepthReading> {
    let is_verbatim = facts.told == MarkerShift::Shift(0) && facts.depth > 0;
    let is_code = |line: &DepthLine<'_>| facts.is_code && line.kind == LineKind::Code;
    let at_margin = facts.payload.iter().any(|line| is_code(line) && line.column == 0);
    let stays = facts.witnesses.all.iter().any(|own| own.is_strong && own.needs == 0);
    facts
        .aligned()
        .filter(|_| facts.touches(around) && is_verbatim && at_margin && facts.is_one_piece() && !stays)
        .map(DepthReading::all)
}

/// The readings that are left.
fn left(facts: &DepthFacts<'_>, readings: &Readings) -> Vec<DepthReading> {
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

/// What the lines around the place say: the reading that fits there, if no other one does.
pub(super) fn by_neighbours(facts: &DepthFacts<'_>, around: &NextLines, list: Vec<DepthReading>) -> Decision {
    let may_lose_first = list.iter().any(|own| own.first != own.rest);
    if let Some(decision) = facts.parted_by_blank(around).filter(|_| !may_lose_first) {
        return decision;
    }
    if let Some(touched) = facts.beside_last(around, &list).filter(|_| !may_lose_first) {
        return Decision::Sure(touched);
    }
    if let Some(cut) = cut_for_itself(facts, around).filter(|cut| !may_lose_first && list.contains(cut)) {
        let cut = facts.nearest(around, cut);
        let [above, below] = facts.fits_at_edges(around, cut);
        let edge = if facts.side == PayloadSide::Before { below } else { above };
        if edge >= Fit::Possible {
            return Decision::Sure(cut);
        }
    }
    // "Aligned with the beginning of the marker": what the format says where nothing else does.
    let is_aligned = |own: &DepthReading| facts.aligned() == Some(own.first);
    let apart = if facts.side == PayloadSide::Instead || facts.has_sibling(around) { ALIGNED } else { 1 };
    let is_part = facts.is_part_of_its_own();
    let is_expected = |own: &DepthReading| if is_part { own.first == 0 } else { is_aligned(own) };
    // Text is wherever its writer wants it.
    let is_text = !facts.is_code || facts.payload.iter().all(|line| line.kind != LineKind::Code);
    let apart = match () {
        () if is_part => ALIGNED,
        () if is_text => 1,
        () => apart,
    };
    let weight = |own: &DepthReading| facts.weight(around, *own) + usize::from(!is_expected(own)) * apart;
    // What stands there does not fit any better.
    let is_kept = |own: &DepthReading| facts.side == PayloadSide::Instead && is_aligned(own);
    let mut weights: Vec<_> = list.iter().map(|own| (weight(own), *own)).collect();
    weights.sort_by_key(|(weight, _)| *weight);
    match weights[..] {
        [(best, own), (next, _), ..]
            if best + CLEAR <= next
                || best + 2 <= next && facts.is_possible(around, own)
                || best + ALIGNED <= next && is_kept(&own) =>
        {
            Decision::Sure(own)
        }
        [(_, own)] if facts.is_possible(around, own) => Decision::Sure(own),
        _ => Decision::Open(list),
    }
}
