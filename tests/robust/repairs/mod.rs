//! The corrected patches that refusals carry: real changes, broken as models break them, each in every format.
//!
//! A patch that is refused may come back corrected. Right is the tree that the unbroken patch makes; of several
//! corrections that are as likely, one must be. What applies at once, right or wrong, is counted apart.

mod broken;
mod table;

use chunk::engine::{self, Options as RunOptions};
use chunk::report::human::{Colour, PatchText};
use chunk::report::{Report, refusal};
use chunk::vfs::MemoryTree;

use crate::draft::Format;
use crate::files::{plain_name, write as write_files};
use crate::options::Options;
use crate::rng::Rng;
use crate::{Sample, threads};

use broken::{BREAKS, Broken};
use table::Count;
pub use table::{Outcome, Table};

/// The name under which `--format` asks for these patches.
pub const NAME: &str = "repairs";

/// An answer has at most so many characters.
pub const LIMIT: usize = 2000;

/// Whether these patches were asked for, by their name.
pub fn is_asked(options: &Options) -> bool {
    options.format.as_deref().is_none_or(|format| NAME.contains(format))
}

/// Breaks patches in every way and counts what comes of them.
pub fn measure(samples: &[Sample], options: &Options) -> Table {
    let mut table = Table::default();
    threads::on_each(samples, |sample| broken(sample, options)).iter().for_each(|own| table.add(own));
    table
}

/// Breaks the patches of one pair in every way.
fn broken(Sample { number, pair, rounds }: &Sample, options: &Options) -> Table {
    let mut table = Table::default();
    for round in 0..*rounds {
        for way in BREAKS.iter().filter(|way| is_meant(way.name, options)) {
            let name = format!("{number} {} {round} {}", pair.path, way.name);
            let Some(broken) = (way.make)(pair, &mut Rng::of(options.seed, &name)) else { continue };
            for format in Format::ALL {
                let Some(patch) = broken.patch(format) else { continue };
                // What comes out otherwise unbroken is no matter of repairs.
                let sound = broken.sound_patch(format);
                if sound.is_some_and(|sound| made(&broken, &sound).as_ref() != Some(&broken.expected)) {
                    continue;
                }
                let count = one(&broken, &patch);
                save(options, &broken, &patch, &format!("{name} {}", format.name()), &count);
                table.count(way.name, format, count);
            }
        }
    }
    table
}

fn is_meant(name: &str, options: &Options) -> bool {
    options.damage.as_deref().is_none_or(|damage| name.contains(damage))
}

fn tree(broken: &Broken) -> MemoryTree {
    MemoryTree::new().with_file(&broken.path, broken.file.as_bytes())
}

/// What a patch makes of the file; `None` if it is refused.
fn made(broken: &Broken, patch: &[u8]) -> Option<String> {
    let mut tree = tree(broken);
    let report = engine::apply(patch, &RunOptions::default(), &mut tree);
    let bytes = report.is_ok().then(|| tree.files().remove(&broken.path)).flatten()?;
    String::from_utf8(bytes).ok()
}

fn one(broken: &Broken, patch: &[u8]) -> Count {
    let report = engine::preview(patch, &RunOptions::default(), &tree(broken));
    if report.is_ok() {
        let is_right = made(broken, patch).as_ref() == Some(&broken.expected);
        let outcome = if is_right { Outcome::Applied } else { Outcome::AppliedWrong };
        return Count { outcome, is_candidate: true, length: 0 };
    }
    let text = PatchText { name: "patch", bytes: patch };
    let length = refusal::problems(&report, text, Colour::Off, LIMIT).chars().count();
    let is_right = |patch: &String| made(broken, patch.as_bytes()).as_ref() == Some(&broken.expected);
    let outcome = match &report.repairs.patch {
        Some(patch) if is_right(patch) => Outcome::Right,
        Some(_) => Outcome::Wrong,
        None if report.repairs.choices.iter().any(is_right) => Outcome::Among,
        None if report.repairs.choices.is_empty() => Outcome::Nothing,
        None => Outcome::AllWrong,
    };
    let is_candidate = matches!(outcome, Outcome::Right | Outcome::Among) || names_place(broken, &report);
    Count { outcome, is_candidate, length }
}

/// Whether a refusal shows the place that is meant.
fn names_place(broken: &Broken, report: &Report) -> bool {
    let places = report.errors.iter().flat_map(|error| &error.places);
    let mut places = places.filter(|place| place.path == broken.path);
    places.any(|place| place.line - 1 < broken.place.end && place.last_line > broken.place.start)
}

fn save(options: &Options, broken: &Broken, patch: &[u8], name: &str, count: &Count) {
    let is_kept = options.dump.is_some() || !matches!(count.outcome, Outcome::Applied | Outcome::Right);
    let Some(folder) = options.dump.as_ref().or(options.save.as_ref()).filter(|_| is_kept) else { return };
    let report = engine::preview(patch, &RunOptions::default(), &tree(broken));
    let text = PatchText { name: "patch", bytes: patch };
    let told = refusal::problems(&report, text, Colour::Off, LIMIT);
    let repaired = report.repairs.patch.clone().unwrap_or_else(|| report.repairs.choices.join("\n=====\n"));
    let file = format!("tree/{}", broken.path);
    let parts: Vec<(&str, &[u8])> = vec![
        ("patch", patch),
        ("told", told.as_bytes()),
        ("repaired", repaired.as_bytes()),
        ("expected", broken.expected.as_bytes()),
        (&file, broken.file.as_bytes()),
    ];
    let own = plain_name(&format!("{:?} {name}", count.outcome));
    if let Err(error) = write_files(&folder.join(own), &parts) {
        println!("cannot write below {}: {error}", folder.display());
    }
}
