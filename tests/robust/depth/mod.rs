//! The depth of CHUNK payloads: real changes as `replace_text` and `insert_text_*`, whose indentation is shown in each of
//! the ways in which writers show it.
//!
//! A change becomes one operation in five shapes (the whole hunk with three lines of context down to none, and one run
//! of changed lines alone), and each shape is written in every way that makes a difference for it. Right is the file
//! with exactly this change, to the byte; for a patch that leaves code out, a refusal is right.

mod change;
mod definition;
mod table;
mod ways;
mod write;

use crate::again::{self, Verdict};
use crate::files::{plain_name, write as write_files};
use crate::options::Options;
use crate::rng::Rng;
use crate::run::{Chunk, Outcome, Tool};
use crate::table::{APPLIED_TWICE, Score};
use crate::{Sample, threads};

use change::{Change, SHAPES};
pub use table::Table;
use ways::{Group, WAYS, Way};

/// The name under which `--format` asks for these forms.
pub const NAME: &str = "depth";

/// How many hunks are taken of a pair in each round.
const HUNKS: usize = 4;

/// Whether these forms were asked for: by their name, or by none.
pub fn is_asked(options: &Options) -> bool {
    options.format.as_deref().is_none_or(|format| NAME.contains(format))
}

/// Runs every way over every change and counts what comes of it.
pub fn measure(samples: &[Sample], options: &Options) -> Table {
    let mut table = Table::default();
    threads::on_each(samples, |sample| written(sample, options)).iter().for_each(|own| table.add(own));
    table
}

/// Writes the changes of one pair in every way, and counts what comes of them.
fn written(Sample { number, pair, rounds }: &Sample, options: &Options) -> Table {
    let mut table = Table::default();
    let name = format!("{number} {}", pair.path);
    let mut rng = Rng::of(options.seed, &format!("{name} {NAME}"));
    for (hunk, edits) in change::hunks(pair, HUNKS * rounds, &mut rng).into_iter().enumerate() {
        for (column, shape) in SHAPES.iter().enumerate() {
            let Some(change) = Change::of(pair, &edits, *shape, &mut rng) else { continue };
            let name = format!("{} {name} {hunk}", shape.name());
            all_ways(&change, Some(column), &name, options, &mut table);
        }
    }
    for (number, change) in definition::changes(pair, HUNKS * rounds, &mut rng).iter().enumerate() {
        all_ways(change, None, &format!("{name} {number}"), options, &mut table);
    }
    table
}

/// Runs every way that is for such a change; `column` is its shape, if it has one.
fn all_ways(change: &Change, column: Option<usize>, name: &str, options: &Options, table: &mut Table) {
    let ways = WAYS.iter().filter(|way| is_meant(way, options));
    let is_of_definitions = change.symbol.is_some();
    for way in ways.filter(|way| (way.group == Group::Definition) == is_of_definitions) {
        one(change, way, column, name, options, table);
    }
}

fn is_meant(way: &Way, options: &Options) -> bool {
    options.damage.as_deref().is_none_or(|damage| way.name.contains(damage))
}

fn one(change: &Change, way: &Way, column: Option<usize>, name: &str, options: &Options, table: &mut Table) {
    let Some(written) = (way.write)(change) else { return };
    let patch = write::document(change, &written);
    let outcome = Chunk.run(&change.path, &change.file, &patch);
    let score = score(way, &outcome, &change.expected);
    table.count(way, column, change.begins_deep(), score);
    if let Some((verdict, second)) = again::run(&Chunk, &change.path, &change.file, &patch, &outcome) {
        table.again(column, change.begins_deep(), verdict);
        save_second(change, way, name, options, &patch, (&outcome, &second, verdict));
    }
    let is_kept = options.dump.is_some() || score != Score::Right;
    if let (true, Some(folder)) = (is_kept, options.dump.as_ref().or(options.save.as_ref())) {
        let own = plain_name(&format!("{score:?}  {}  {name}", way.name));
        let told = outcome.to_string();
        let tree = format!("tree/{}", change.path);
        let mut parts: Vec<(&str, &[u8])> = vec![
            ("patch", &patch),
            ("way", way.name.as_bytes()),
            ("told", told.as_bytes()),
            (&tree, &change.file),
            ("expected", &change.expected),
        ];
        if let Outcome::Applied(bytes) = &outcome {
            parts.push(("made", bytes));
        }
        if let Err(error) = write_files(&folder.join(own), &parts) {
            println!("cannot write below {}: {error}", folder.display());
        }
    }
}

/// Writes down a second run that was not recognised, if that was asked for.
fn save_second(
    change: &Change,
    way: &Way,
    name: &str,
    options: &Options,
    patch: &[u8],
    (first, second, verdict): (&Outcome, &Outcome, Verdict),
) {
    let (Outcome::Applied(made), Some(folder)) = (first, &options.save) else { return };
    if verdict.score() == Score::Right {
        return;
    }
    let own = plain_name(&format!("{APPLIED_TWICE}  {:?}  {}  {name}", verdict.score(), way.name));
    let (told, tree) = (second.to_string(), format!("tree/{}", change.path));
    let mut parts: Vec<(&str, &[u8])> =
        vec![("patch", patch), ("told", told.as_bytes()), (&tree, made), ("expected", made)];
    if let Outcome::Applied(bytes) = second {
        parts.push(("made", bytes));
    }
    if let Err(error) = write_files(&folder.join(own), &parts) {
        println!("cannot write below {}: {error}", folder.display());
    }
}

fn score(way: &Way, outcome: &Outcome, expected: &[u8]) -> Score {
    match outcome {
        Outcome::Applied(bytes) if bytes == expected => Score::Right,
        Outcome::Refused(_) if way.group.wants_refusal() => Score::Right,
        Outcome::Refused(_) => Score::Refused,
        Outcome::Applied(_) | Outcome::Dirty | Outcome::Broke(_) => Score::Wrong,
    }
}
