//! Counts what came of the ways, and prints the counts.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::change::SHAPES;
use super::ways::{Group, WAYS, Way};
use crate::again::{Again, Verdict};
use crate::table::{APPLIED_TWICE, Score, Tally};

/// The columns behind those of the shapes: all of them, and all changes that begin deeper than another of their lines.
const ALL: usize = SHAPES.len();
const DEEP: usize = SHAPES.len() + 1;

/// Of each group of ways over the fixtures, in thousandths: how much must be right at least, and wrong at most.
const LIMITS: [(Group, usize, usize); 5] = [
    (Group::Together, 998, 0),
    (Group::Crossed, 925, 45),
    (Group::FirstLine, 970, 8),
    (Group::Definition, 1000, 0),
    (Group::Elided, 1000, 0),
];

/// The counts, by way and column.
#[derive(Debug, Clone, Default)]
pub struct Table {
    cells: BTreeMap<(&'static str, usize), Tally>,
    /// Second runs, by column.
    again: [Again; DEEP + 1],
}

impl Table {
    pub fn count(&mut self, way: &Way, column: Option<usize>, begins_deep: bool, score: Score) {
        let deep = begins_deep.then_some(DEEP);
        for column in [column, Some(ALL), deep].into_iter().flatten() {
            self.cells.entry((way.name, column)).or_default().count(score);
        }
    }

    /// Counts a second run.
    pub fn again(&mut self, column: Option<usize>, begins_deep: bool, verdict: Verdict) {
        let deep = begins_deep.then_some(DEEP);
        [column, Some(ALL), deep].into_iter().flatten().for_each(|column| self.again[column].count(verdict));
    }

    /// Takes the counts of another table in.
    pub fn add(&mut self, other: &Self) {
        for (key, tally) in &other.cells {
            self.cells.entry(*key).or_default().add(*tally);
        }
        self.again.iter_mut().zip(&other.again).for_each(|(own, other)| own.add(other));
    }

    /// All second runs.
    pub const fn twice(&self) -> &Again {
        &self.again[ALL]
    }

    fn cell(&self, way: &Way, column: usize) -> Tally {
        self.cells.get(&(way.name, column)).copied().unwrap_or_default()
    }

    /// All patches of a group.
    pub fn total(&self, group: Group, column: usize) -> Tally {
        let mut total = Tally::default();
        WAYS.iter().filter(|way| way.group == group).for_each(|way| total.add(self.cell(way, column)));
        total
    }

    /// Whether each group comes out right as often as it did, and wrong no more often.
    pub fn passes(&self) -> bool {
        let is_kept = |(group, right, wrong): &(Group, usize, usize)| {
            let total = self.total(*group, ALL);
            let all = total.total();
            let is_fine = total.right * 1000 >= all * right && total.wrong * 1000 <= all * wrong;
            if !is_fine {
                println!("{}: too few right, or too many wrong", group.name());
            }
            is_fine
        };
        LIMITS.iter().filter(|limit| !is_kept(limit)).count() == 0
    }

    /// The table as text: `right refused wrong` in each cell.
    pub fn render(&self) -> String {
        let mut text = format!("depth: right refused wrong, by lines of context\n\n{:31}", "");
        let names = SHAPES.map(super::change::Shape::name).into_iter().chain(["all", "begins deep"]);
        names.for_each(|name| write!(text, "{name:>15}").expect("a string takes all"));
        text.push('\n');
        for way in WAYS.iter().filter(|way| self.cell(way, ALL).total() > 0) {
            write!(text, "{:31}", way.name).expect("a string takes all");
            for column in 0..=DEEP {
                write!(text, "{:>15}", self.cell(way, column).cell()).expect("a string takes all");
            }
            text.push('\n');
        }
        write!(text, "{APPLIED_TWICE:31}").expect("a string takes all");
        self.again.iter().for_each(|own| write!(text, "{:>15}", own.cell()).expect("a string takes all"));
        text.push('\n');
        text.push_str(&self.twice().reasons());
        for group in Group::ALL {
            for (column, which) in [(ALL, ""), (DEEP, ", begins deep")] {
                let total = self.total(group, column);
                let share = |part: usize| 100.0 * part as f64 / total.total().max(1) as f64;
                writeln!(
                    text,
                    "\n{}{which}: {} patches, {:.2} % right, {:.2} % refused, {:.2} % wrong",
                    group.name(),
                    total.total(),
                    share(total.right),
                    share(total.refused),
                    share(total.wrong)
                )
                .expect("a string takes all");
            }
        }
        text
    }
}
