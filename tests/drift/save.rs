//! Writes cases down, for whoever wants to see what went wrong.

use crate::change::Case;
use crate::options::Options;
use crate::run::Outcome;
use crate::support::files;
use crate::table::Score;

/// Writes one case down that did not come out right, if that was asked for, and says so.
pub fn case(options: &Options, way: &str, case: &Case<'_>, patch: &[u8], outcome: &Outcome, score: Score) {
    let Some(folder) = options.save.as_ref().filter(|_| score != Score::Right) else { return };
    let own = files::plain_name(&format!("{score:?} {way} {}", case.name));
    let told = outcome.to_string();
    let tree = format!("tree/{}", case.path);
    let mut parts: Vec<(&str, &[u8])> = vec![
        ("patch", patch),
        ("told", told.as_bytes()),
        ("base", case.base.as_bytes()),
        ("theirs", case.theirs.as_bytes()),
        ("expected", case.expected.as_bytes()),
        (&tree, case.ours.as_bytes()),
    ];
    if let Outcome::Applied(bytes) = outcome {
        parts.push(("made", bytes));
    }
    if let Err(error) = files::write(&folder.join(own), &parts) {
        println!("cannot write below {}: {error}", folder.display());
    }
}
