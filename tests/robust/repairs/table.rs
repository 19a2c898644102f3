//! The table of what refusals offered.

use std::collections::BTreeMap;

use crate::draft::Format;

/// What came of a broken patch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// It applied all the same, as it was meant.
    Applied,
    /// It applied otherwise.
    AppliedWrong,
    /// The corrected patch makes the tree that was meant.
    Right,
    /// It makes another one.
    Wrong,
    /// One of several corrected patches makes it.
    Among,
    /// None of several does.
    AllWrong,
    /// No corrected patch is offered.
    Nothing,
}

/// What came of one patch.
pub struct Count {
    pub outcome: Outcome,
    /// Whether the answer shows the place that is meant.
    pub is_candidate: bool,
    /// How many characters the answer has.
    pub length: usize,
}

#[derive(Debug, Clone, Copy, Default)]
struct Row {
    outcomes: [usize; 7],
    candidates: usize,
    longest: usize,
}

/// How often each outcome was met, by the way of breaking and by format.
#[derive(Default)]
pub struct Table {
    rows: BTreeMap<(&'static str, &'static str), Row>,
}

impl Table {
    pub fn count(&mut self, way: &'static str, format: Format, count: Count) {
        for key in [(way, format.name()), (way, ALL), (ALL, format.name()), (ALL, ALL)] {
            let row = self.rows.entry(key).or_default();
            row.outcomes[count.outcome as usize] += 1;
            row.candidates += usize::from(count.is_candidate && !is_applied(count.outcome));
            row.longest = row.longest.max(count.length);
        }
    }

    /// Takes the counts of another table in.
    pub fn add(&mut self, other: &Self) {
        for (key, other) in &other.rows {
            let row = self.rows.entry(*key).or_default();
            row.outcomes.iter_mut().zip(other.outcomes).for_each(|(own, other)| *own += other);
            row.candidates += other.candidates;
            row.longest = row.longest.max(other.longest);
        }
    }

    /// How often an outcome was met.
    pub fn total(&self, outcome: Outcome) -> usize {
        self.rows.get(&(ALL, ALL)).map_or(0, |row| row.outcomes[outcome as usize])
    }

    /// The longest answer.
    pub fn longest(&self) -> usize {
        self.rows.get(&(ALL, ALL)).map_or(0, |row| row.longest)
    }

    pub fn render(&self) -> String {
        let mut out = format!(
            "{:<22} {:<13} {:>7} {:>6} {:>7} {:>6} {:>6} {:>6} {:>6} {:>7} {:>6} {:>8}\n",
            "broken by",
            "format",
            "applied",
            "wrong",
            "refused",
            "right",
            "wrong",
            "among",
            "none of",
            "nothing",
            "shown",
            "longest"
        );
        for ((way, format), row) in &self.rows {
            let of = |outcome: Outcome| row.outcomes[outcome as usize];
            let refused: usize = row.outcomes[2..].iter().sum();
            out.push_str(&format!(
                "{way:<22} {format:<13} {:>7} {:>6} {refused:>7} {:>6} {:>6} {:>6} {:>7} {:>7} {:>6} {:>8}\n",
                of(Outcome::Applied),
                of(Outcome::AppliedWrong),
                of(Outcome::Right),
                of(Outcome::Wrong),
                of(Outcome::Among),
                of(Outcome::AllWrong),
                of(Outcome::Nothing),
                row.candidates,
                row.longest,
            ));
        }
        out
    }
}

const ALL: &str = "~ all";

const fn is_applied(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Applied | Outcome::AppliedWrong)
}
