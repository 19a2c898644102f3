//! Counts what came of the cases, and prints the counts.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::language::Language;
use crate::run::Outcome;
use crate::ways::Way;

/// What came of one case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    Right,
    Refused,
    Wrong,
}

impl Score {
    /// A program that fails says so, whatever it left behind: that counts as refused.
    pub fn of(outcome: &Outcome, expected: &[u8]) -> Self {
        match outcome {
            Outcome::Applied(bytes) if bytes == expected => Self::Right,
            Outcome::Applied(_) | Outcome::Broke(_) => Self::Wrong,
            Outcome::Refused(_) | Outcome::Dirty => Self::Refused,
        }
    }
}

/// How many cases came to what.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    pub right: usize,
    pub refused: usize,
    pub wrong: usize,
}

impl Tally {
    pub fn total(self) -> usize {
        self.right + self.refused + self.wrong
    }

    fn count(&mut self, score: Score) {
        match score {
            Score::Right => self.right += 1,
            Score::Refused => self.refused += 1,
            Score::Wrong => self.wrong += 1,
        }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            right: self.right + other.right,
            refused: self.refused + other.refused,
            wrong: self.wrong + other.wrong,
        }
    }

    fn cell(self) -> String {
        if self.total() == 0 {
            return "-".to_owned();
        }
        let share = 100.0 * self.right as f64 / self.total() as f64;
        format!("{} {} {} {share:.2} %", self.right, self.refused, self.wrong)
    }
}

/// The counts.
#[derive(Debug, Default)]
pub struct Table {
    cells: BTreeMap<(&'static str, Language), Tally>,
}

impl Table {
    pub fn count(&mut self, way: &'static str, language: Language, score: Score) {
        self.cells.entry((way, language)).or_default().count(score);
    }

    /// What came of all cases in one way.
    pub fn total(&self, way: &str) -> Tally {
        let own = self.cells.iter().filter(|((name, _), _)| *name == way);
        own.fold(Tally::default(), |sum, (_, tally)| sum.plus(*tally))
    }

    /// The table as text: `right refused wrong` and the share of the right ones in each cell.
    pub fn render(&self, ways: &[Way]) -> String {
        let mut text = format!("{:16}", "");
        let names = Language::ALL.map(Language::name).into_iter().chain(["all"]);
        names.for_each(|name| write!(text, "{name:>28}").expect("a string takes all"));
        for way in ways {
            write!(text, "\n{:16}", way.name).expect("a string takes all");
            let of = |language| self.cells.get(&(way.name, language)).copied().unwrap_or_default();
            for tally in Language::ALL.map(of).into_iter().chain([self.total(way.name)]) {
                write!(text, "{:>28}", tally.cell()).expect("a string takes all");
            }
        }
        text.push('\n');
        text
    }
}
