//! The row "applied twice": a patch that applied is applied again to what it made, and must change nothing.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use similar::{Algorithm, DiffOp};

use crate::run::{Outcome, Tool};
use crate::table::{Score, Tally};

/// How a second run ends, and how often each of these endings was seen.
#[derive(Debug, Clone, Default)]
pub struct Again {
    /// Right: nothing changes and the answer says why; refused: nothing changes, and the answer gives another reason.
    pub tally: Tally,
    /// Changes that a second run is known to make again, by the reason.
    pub excepted: BTreeMap<Exception, usize>,
}

/// Where a second run is known to change something: the file does not show that the first one was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exception {
    /// One of several equal lines was deleted.
    EqualNeighbours,
    /// Nothing but closing brackets or blank lines was inserted.
    Closers,
    /// Lines only moved to another depth, in columns of their own.
    Depth,
}

impl Exception {
    const fn name(self) -> &'static str {
        match self {
            Self::EqualNeighbours => "one of several equal lines was deleted",
            Self::Closers => "only closing brackets or blank lines were inserted",
            Self::Depth => "lines only moved to another depth",
        }
    }
}

/// What came of the second run of a patch; `None` where the first one did not apply, or changed nothing.
pub fn run(
    tool: &dyn Tool,
    path: &str,
    file: &[u8],
    patch: &[u8],
    first: &Outcome,
) -> Option<(Verdict, Outcome)> {
    let Outcome::Applied(made) = first else { return None };
    if made == file {
        return None;
    }
    let second = tool.run(path, made, patch);
    let verdict = match &second {
        Outcome::Applied(bytes) if bytes == made => Verdict::Scored(Score::Right),
        Outcome::Refused(told) if is_told(told) => Verdict::Scored(Score::Right),
        Outcome::Refused(_) => Verdict::Scored(Score::Refused),
        Outcome::Applied(_) => match exception(file, made) {
            Some(reason) => Verdict::Excepted(reason),
            None => Verdict::Scored(Score::Wrong),
        },
        Outcome::Dirty | Outcome::Broke(_) => Verdict::Scored(Score::Wrong),
    };
    Some((verdict, second))
}

/// How a second run is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Scored(Score),
    Excepted(Exception),
}

impl Verdict {
    /// The score under which it is written down.
    pub fn score(self) -> Score {
        match self {
            Self::Scored(score) => score,
            Self::Excepted(_) => Score::Refused,
        }
    }
}

impl Again {
    pub fn count(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Scored(score) => self.tally.count(score),
            Verdict::Excepted(reason) => *self.excepted.entry(reason).or_default() += 1,
        }
    }

    /// The counts as a line of a table.
    pub fn cell(&self) -> String {
        let mut text = self.tally.cell();
        let excepted: usize = self.excepted.values().sum();
        if excepted > 0 {
            write!(text, " +{excepted}").expect("a string takes all");
        }
        text
    }

    /// What second runs changed once more and why that is no fault, a line for each reason.
    pub fn reasons(&self) -> String {
        let lines = self.excepted.iter().map(|(reason, count)| format!("    {count}: {}\n", reason.name()));
        lines.collect()
    }

    pub fn add(&mut self, other: &Self) {
        self.tally.add(other.tally);
        for (reason, count) in &other.excepted {
            *self.excepted.entry(*reason).or_default() += count;
        }
    }
}

/// Whether a refusal says that the change is there already, and nothing else.
fn is_told(told: &str) -> bool {
    let mut problems =
        told.split("; ").filter(|problem| problem.split_once(": ").is_some_and(|(code, _)| is_code(code)));
    problems.all(|problem| problem.starts_with("already-applied: ")) && told.contains("already-applied: ")
}

fn is_code(text: &str) -> bool {
    text.contains('-') && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
}

/// Why a second run may change something once more: every stretch of the change is one of these.
#[allow(clippy::disallowed_methods, reason = "the library keeps its own to itself")]
fn exception(file: &[u8], made: &[u8]) -> Option<Exception> {
    let [old, new] = [file, made].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let ops = similar::capture_diff_slices(Algorithm::Myers, &old, &new);
    let mut found = None;
    for op in ops {
        let own = match op {
            DiffOp::Equal { .. } => continue,
            DiffOp::Delete { old_index, old_len, .. } => {
                let gone = &old[old_index..old_index + old_len];
                let below = old.get(old_index + old_len..).is_some_and(|rest| rest.starts_with(gone));
                (below || old[..old_index].ends_with(gone)).then_some(Exception::EqualNeighbours)
            }
            DiffOp::Insert { new_index, new_len, .. } => {
                let says_nothing = |line: &&str| !line.contains(|char: char| !"{}()[];, \t".contains(char));
                new[new_index..new_index + new_len].iter().all(says_nothing).then_some(Exception::Closers)
            }
            DiffOp::Replace { old_index, old_len, new_index, new_len } => {
                let (gone, come) =
                    (&old[old_index..old_index + old_len], &new[new_index..new_index + new_len]);
                let is_same = gone.iter().map(|line| line.trim()).eq(come.iter().map(|line| line.trim()));
                is_same.then_some(Exception::Depth)
            }
        };
        found = Some(own?);
    }
    found
}
