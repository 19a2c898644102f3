//! Counts what came of the patches, and prints the counts.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::again::{Again, Verdict};
use crate::damage::{self, Group};
use crate::draft::Format;

/// What came of one patch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    Right,
    Refused,
    Wrong,
}

/// How many patches came to what.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    pub right: usize,
    pub refused: usize,
    pub wrong: usize,
}

impl Tally {
    pub fn count(&mut self, score: Score) {
        match score {
            Score::Right => self.right += 1,
            Score::Refused => self.refused += 1,
            Score::Wrong => self.wrong += 1,
        }
    }

    pub fn add(&mut self, other: Self) {
        self.right += other.right;
        self.refused += other.refused;
        self.wrong += other.wrong;
    }

    pub fn total(self) -> usize {
        self.right + self.refused + self.wrong
    }

    pub fn cell(self) -> String {
        if self.total() == 0 {
            "-".to_owned()
        } else {
            format!("{} {} {}", self.right, self.refused, self.wrong)
        }
    }
}

/// What must come of patches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The right text.
    Harmless,
    /// A refusal.
    Dangerous,
    /// One of the two.
    Spoilt,
}

impl Kind {
    pub const ALL: [Self; 3] = [Self::Harmless, Self::Dangerous, Self::Spoilt];

    /// The kind that a row counts; `None` if it is not judged.
    fn of(row: &str) -> Option<Self> {
        if row == LEFT_AMBIGUOUS {
            return Some(Self::Dangerous);
        }
        let damage = damage::ALL.iter().find(|own| own.name == row)?;
        Some(match damage.group {
            Group::Harmless => Self::Harmless,
            Group::Dangerous | Group::Ambiguous | Group::Broken => Self::Dangerous,
            Group::Spoilt => Self::Spoilt,
        })
    }
}

/// The name of a row, and the format.
type Key = (String, usize);

/// The counts of one program.
#[derive(Debug, Clone, Default)]
pub struct Table {
    cells: BTreeMap<Key, Tally>,
    /// Second runs, by format.
    again: [Again; Format::ALL.len()],
}

/// Where patches are counted that applied, and are applied again to what they made.
pub const APPLIED_TWICE: &str = "applied twice";

/// Where patches are counted that are harmless by themselves and fit several places for want of numbers.
pub const LEFT_AMBIGUOUS: &str = "(damaged beyond one place)";

/// Where patches are counted in which everything speaks for another place than the true one.
pub const MISLEADING: &str = "(points to a twin; not judged)";

impl Table {
    pub fn count(&mut self, row: &str, format: Format, score: Score) {
        let column = Format::ALL.iter().position(|own| *own == format).unwrap_or(0);
        self.cells.entry((row.to_owned(), column)).or_default().count(score);
    }

    /// Counts a second run.
    pub fn again(&mut self, format: Format, verdict: Verdict) {
        let column = Format::ALL.iter().position(|own| *own == format).unwrap_or(0);
        self.again[column].count(verdict);
    }

    /// Takes the counts of another table in.
    pub fn add(&mut self, other: &Self) {
        for (key, tally) in &other.cells {
            self.cells.entry(key.clone()).or_default().add(*tally);
        }
        self.again.iter_mut().zip(&other.again).for_each(|(own, other)| own.add(other));
    }

    /// All second runs.
    pub fn twice(&self) -> Again {
        let mut total = Again::default();
        self.again.iter().for_each(|own| total.add(own));
        total
    }

    /// All patches of a kind.
    pub fn total(&self, kind: Kind) -> Tally {
        let mut total = Tally::default();
        for ((row, _), tally) in &self.cells {
            if Kind::of(row) == Some(kind) {
                total.add(*tally);
            }
        }
        total
    }

    /// The table as text: `right refused wrong` in each cell.
    pub fn render(&self, title: &str) -> String {
        let mut text = format!("{title}: right refused wrong\n\n{:31}", "");
        let names = Format::ALL.map(Format::name);
        names.iter().for_each(|name| write!(text, "{name:>15}").expect("a string takes all"));
        text.push('\n');
        let rows = damage::ALL.iter().map(|damage| damage.name).chain([LEFT_AMBIGUOUS, MISLEADING]);
        for row in rows {
            let tallies: Vec<Tally> = (0..names.len())
                .map(|column| self.cells.get(&(row.to_owned(), column)).copied().unwrap_or_default())
                .collect();
            if tallies.iter().all(|tally| tally.total() == 0) {
                continue;
            }
            write!(text, "{row:31}").expect("a string takes all");
            tallies
                .iter()
                .for_each(|tally| write!(text, "{:>15}", tally.cell()).expect("a string takes all"));
            text.push('\n');
        }
        write!(text, "{APPLIED_TWICE:31}").expect("a string takes all");
        self.again.iter().for_each(|own| write!(text, "{:>15}", own.cell()).expect("a string takes all"));
        text.push('\n');
        let twice = self.twice();
        writeln!(
            text,
            "\n{APPLIED_TWICE}: {} patches, {} said to be there already, {} refused otherwise, {} changed something, and {} \
             of a kind that may",
            twice.tally.total() + twice.excepted.values().sum::<usize>(),
            twice.tally.right,
            twice.tally.refused,
            twice.tally.wrong,
            twice.excepted.values().sum::<usize>()
        )
        .expect("a string takes all");
        text.push_str(&twice.reasons());
        for kind in Kind::ALL {
            let total = self.total(kind);
            let name = format!("{kind:?}").to_lowercase();
            let share = 100.0 * total.right as f64 / total.total().max(1) as f64;
            writeln!(
                text,
                "\n{name}: {} patches, {share:.2} % right, {} refused, {} wrong",
                total.total(),
                total.refused,
                total.wrong
            )
            .expect("a string takes all");
        }
        text
    }
}
