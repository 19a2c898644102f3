//! What an oracle counts.

use crate::Outcome;
use crate::support::threads;

/// The counts of an oracle.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) files: usize,
    pub(crate) right: usize,
    pub(crate) refused: Vec<String>,
    pub(crate) wrong: Vec<String>,
    pub(crate) several_refused: usize,
    pub(crate) several_taken: Vec<String>,
    /// Definitions of shared names that were found as the one set that they are.
    pub(crate) in_sets: usize,
    pub(crate) same: usize,
    pub(crate) not_same: Vec<String>,
}

impl Tally {
    /// Counts what is found in each of some files, side by side.
    pub(crate) fn over<T: Sync>(files: &[T], count: impl Fn(&mut Self, &T) + Sync) -> Self {
        let counted = threads::on_each(files, |file| {
            let mut own = Self::default();
            count(&mut own, file);
            own
        });
        let mut all = Self::default();
        counted.into_iter().for_each(|own| all.add(own));
        all
    }

    fn add(&mut self, other: Self) {
        self.files += other.files;
        self.right += other.right;
        self.refused.extend(other.refused);
        self.wrong.extend(other.wrong);
        self.several_refused += other.several_refused;
        self.several_taken.extend(other.several_taken);
        self.in_sets += other.in_sets;
        self.same += other.same;
        self.not_same.extend(other.not_same);
    }

    /// Prints the counts; anything wrong is a failure, and so are too many refusals.
    pub(crate) fn report(&self, what: &str, least: f64) -> Outcome {
        let all = self.right + self.refused.len() + self.wrong.len();
        let share = self.right as f64 / all.max(1) as f64;
        println!(
            "{what}: {} files; of {all} definitions with a name of their own {} right ({:.3} %), {} refused, {} wrong; \
             {} shared names refused, {} of sets, {} taken; {} replaced by themselves, {} of them not the same",
            self.files,
            self.right,
            share * 100.0,
            self.refused.len(),
            self.wrong.len(),
            self.several_refused,
            self.in_sets,
            self.several_taken.len(),
            self.same,
            self.not_same.len(),
        );
        for line in self.refused.iter().take(15) {
            println!("refused: {line}");
        }
        for line in self.wrong.iter().chain(&self.several_taken).chain(&self.not_same).take(30) {
            println!("WRONG: {line}");
        }
        if !(self.wrong.is_empty() && self.several_taken.is_empty() && self.not_same.is_empty()) {
            return Outcome::Failed("not all are right or refused".to_owned());
        }
        if all > 0 && share < least {
            return Outcome::Failed(format!(
                "only {:.3} % are right, and not {:.3} %",
                share * 100.0,
                least * 100.0
            ));
        }
        if all == 0 { Outcome::Skipped("no source was found".to_owned()) } else { Outcome::Passed }
    }
}
