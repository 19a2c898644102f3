//! Decides among the readings: what the shared lines say first, then the neighbours, and else nothing.

use super::around::Around;
use super::flow::{CLEAR, Fit};
use super::line::{Kind, least_depth};
use super::reading::{Reading, Readings};
use super::told::Told;
use super::witness::Witness;
use super::{Facts, Side};

/// What is known of the depth of a payload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Decision {
    /// It is this.
    Sure(Reading),
    /// It is one of these.
    Open(Vec<Reading>),
}

impl Decision {
    /// The decision, or that of `other` among the readings that are left.
    pub(super) fn or_else(self, other: impl FnOnce(Vec<Reading>) -> Self) -> Self {
        match self {
            Self::Sure(_) => self,
            Self::Open(readings) => other(readings),
        }
    }
}

/// What it weighs that a payload does not begin as deep as the place.
const ALIGNED: usize = 3;

/// The reading that marker and payload show, and where they show none the lines around.
pub(super) fn decide(facts: &Facts<'_>, around: &Around) -> Decision {
    let mut readings = Readings::of(facts);
    // A first line that both share is as deep as the file has it.
    let is_shared =
        |lost: Reading| facts.witnesses.first.is_some_and(|own| own.line == 0 && own.needs == lost.first);
    let nearest = |lost| if is_shared(lost) { lost } else { facts.nearest(around, lost) };
    if let Some(lost) = readings.first_lost.map(nearest) {
        readings.first_lost = Some(lost);
        match first_is_lost(facts, lost) {
            Lost::Yes => return Decision::Sure(lost),
            Lost::No => readings.first_lost = None,
            Lost::Unclear => return Decision::Open(left(facts, &readings)),
        }
    }
    if let [only] = readings.list()[..] {
        return checked(facts, around, &readings, only);
    }
    let sure = by_shared_edges(facts, &readings)
        .or_else(|| readings.together.filter(|own| facts.is_aligned(own.first)))
        .or_else(|| by_all_shared(facts, &readings));
    match sure {
        Some(reading) => checked(facts, around, &readings, reading),
        None => Decision::Open(left(facts, &readings)),
    }
}

/// Whether only the payload's first line lost its indentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lost {
    Yes,
    No,
    Unclear,
}

fn first_is_lost(facts: &Facts<'_>, lost: Reading) -> Lost {
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
    let as_written = facts.beginning(Reading::all(0));
    let as_lost = facts.beginning(lost);
    if facts.told.shift() != Some(0) {
        // The marker was cut, and most likely the payload with it.
        let is_odd = as_written <= Fit::Odd && as_lost > as_written && as_lost >= Fit::Possible;
        return if is_odd { Lost::Yes } else { Lost::No };
    }
    if is_moved && !is_verbatim {
        return if facts.told == Told::FirstLost { Lost::Unclear } else { Lost::No };
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
    match () {
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
        let is_one = |reading: &Option<Reading>| reading.is_some_and(|own| own == Reading::all(by));
        is_one(&self.together) || is_one(&self.verbatim) || self.may_be_cut && by >= 0
    }
}

/// What the lines say with which both, marker and payload, begin or end.
fn by_shared_edges(facts: &Facts<'_>, readings: &Readings) -> Option<Reading> {
    let edges = [facts.witnesses.first, facts.witnesses.last];
    let strong: Vec<Witness> = edges.into_iter().flatten().filter(|own| own.is_strong).collect();
    if let Some(together) = readings.together
        && strong.iter().any(|own| own.needs == together.rest)
    {
        return Some(together);
    }
    let (first, last) = (facts.witnesses.first?, facts.witnesses.last?);
    let agrees = first.needs == last.needs && !strong.is_empty() && first.line != last.line;
    let reading = Reading::all(first.needs);
    (agrees && readings.may_be(first.needs) && !facts.changes_nothing(reading)).then_some(reading)
}

/// A reading, unless no line at an edge shows it, and the payload may have been cut and fits far better elsewhere.
fn checked(facts: &Facts<'_>, around: &Around, readings: &Readings, reading: Reading) -> Decision {
    let edges = [facts.witnesses.first, facts.witnesses.last];
    let is_witnessed = edges.into_iter().flatten().any(|own| own.is_strong && own.needs == reading.rest);
    let Some(first) = facts.payload.first().filter(|own| own.kind == Kind::Code && !is_witnessed) else {
        return Decision::Sure(reading);
    };
    let least = least_depth(facts.payload.iter()).unwrap_or(0);
    let mut others = readings.list();
    if facts.side != Side::Instead && least == 0 && facts.touches(around) && facts.is_one_piece() {
        others.extend(facts.depths(around).into_iter().map(|depth| Reading::all(depth - first.column)));
    }
    // A marker that is too deep does not prove that the payload is.
    if reading.rest < 0 {
        others.push(Reading::all(0));
    }
    if readings.both_may_be_cut {
        let strong = facts.witnesses.all.iter().filter(|own| own.is_strong);
        others.extend(strong.map(|own| Reading::all(own.needs)));
    }
    others.retain(|own| own.first == own.rest && least + own.rest >= 0 && !facts.changes_nothing(*own));
    let weight = |own: &Reading| facts.weight(around, *own);
    let better = others.into_iter().min_by_key(weight).filter(|own| weight(own) + CLEAR <= weight(&reading));
    Decision::Sure(better.filter(|_| reading.first == reading.rest).unwrap_or(reading))
}

/// What all shared lines say, if they say one thing.
fn by_all_shared(facts: &Facts<'_>, readings: &Readings) -> Option<Reading> {
    let mut strong = facts.witnesses.all.iter().filter(|witness| witness.is_strong);
    let needs = strong.next()?.needs;
    let reading = Reading::all(needs);
    let agrees = strong.all(|witness| witness.needs == needs);
    (agrees && readings.may_be(needs) && !facts.changes_nothing(reading)).then_some(reading)
}

/// "The marker is verbatim and the payload has a code line at column 0: B." A blank line between the two says that the
/// payload is no part of the marker's block.
fn cut_for_itself(facts: &Facts<'_>, around: &Around) -> Option<Reading> {
    let is_verbatim = facts.told == Told::Shift(0) && facts.depth > 0;
    let at_margin = facts.payload.iter().any(|line| line.kind == Kind::Code && line.column == 0);
    let stays = facts.witnesses.all.iter().any(|own| own.is_strong && own.needs == 0);
    facts
        .aligned()
        .filter(|_| facts.touches(around) && is_verbatim && at_margin && facts.is_one_piece() && !stays)
        .map(Reading::all)
}

/// The readings that are left.
fn left(facts: &Facts<'_>, readings: &Readings) -> Vec<Reading> {
    let mut list = readings.list();
    list.retain(|reading| !facts.changes_nothing(*reading));
    for witness in facts.witnesses.first.iter().chain(&facts.witnesses.last) {
        let reading = Reading::all(witness.needs);
        if readings.may_be(witness.needs) && !list.contains(&reading) && !facts.changes_nothing(reading) {
            list.push(reading);
        }
    }
    list
}

/// What the lines around the place say: the reading that fits there, if no other one does.
pub(super) fn by_neighbours(facts: &Facts<'_>, around: &Around, list: Vec<Reading>) -> Decision {
    if let Some(cut) = cut_for_itself(facts, around).filter(|cut| list.contains(cut)) {
        let cut = facts.nearest(around, cut);
        let [above, below] = facts.fits_at_edges(around, cut);
        let edge = if facts.side == Side::Before { below } else { above };
        if edge >= Fit::Possible {
            return Decision::Sure(cut);
        }
    }
    // "Aligned with the beginning of the marker": what the format says where nothing else does.
    let is_aligned = |own: &Reading| facts.aligned() == Some(own.first);
    let apart = if facts.side == Side::Instead || facts.has_sibling(around) { ALIGNED } else { 1 };
    let weight = |own: &Reading| facts.weight(around, *own) + usize::from(!is_aligned(own)) * apart;
    let mut weights: Vec<_> = list.iter().map(|own| (weight(own), *own)).collect();
    weights.sort_by_key(|(weight, _)| *weight);
    match weights[..] {
        [(best, own), (next, _), ..] if best + 2 <= next && facts.is_possible(around, own) => {
            Decision::Sure(own)
        }
        [(_, own)] if facts.is_possible(around, own) => Decision::Sure(own),
        _ => Decision::Open(list),
    }
}
