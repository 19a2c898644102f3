//! Writes patches down, for whoever wants to see what went wrong, or to give them to another program.

use crate::draft::Draft;
use crate::files::{plain_name, write};
use crate::options::Options;
use crate::run::Outcome;
use crate::table::Score;

/// Writes down what came of a patch that was applied to what it had made.
#[expect(clippy::too_many_arguments, reason = "it writes all of them down")]
pub fn second(
    options: &Options,
    draft: &Draft,
    (row, damage): (&str, &str),
    name: &str,
    patch: &[u8],
    made: &[u8],
    outcome: &Outcome,
    score: Score,
) {
    let Some(folder) = options.save.as_ref().filter(|_| score != Score::Right) else { return };
    let own = plain_name(&format!("{row}  {score:?}  {damage}  {}  {name}", draft.format.name()));
    let (told, tree) = (outcome.to_string(), format!("tree/{}", draft.path));
    let mut parts: Vec<(&str, &[u8])> = vec![
        ("patch", patch),
        ("row", row.as_bytes()),
        ("told", told.as_bytes()),
        (&tree, made),
        ("expected", made),
    ];
    if let Outcome::Applied(bytes) = outcome {
        parts.push(("made", bytes));
    }
    if let Err(error) = write(&folder.join(own), &parts) {
        println!("cannot write below {}: {error}", folder.display());
    }
}

/// Writes one patch down, if that was asked for: the file, the patch, what was expected and what came.
#[expect(clippy::too_many_arguments, reason = "it writes all of them down")]
pub fn case(
    options: &Options,
    draft: &Draft,
    (row, damage): (&str, &str),
    name: &str,
    patch: &[u8],
    expected: Option<&[u8]>,
    outcome: &Outcome,
    score: Score,
) {
    let folder = match (&options.dump, &options.save) {
        (Some(dump), _) => dump,
        (None, Some(save)) if score != Score::Right => save,
        _ => return,
    };
    let own = plain_name(&format!("{score:?}  {damage}  {}  {name}", draft.format.name()));
    let told = outcome.to_string();
    let file = draft.file_bytes();
    let mut parts: Vec<(&str, &[u8])> =
        vec![("patch", patch), ("row", row.as_bytes()), ("told", told.as_bytes())];
    let tree = format!("tree/{}", draft.path);
    parts.push((&tree, &file));
    parts.extend(expected.map(|bytes| ("expected", bytes)));
    if let Outcome::Applied(bytes) = outcome {
        parts.push(("made", bytes));
    }
    if let Err(error) = write(&folder.join(own), &parts) {
        println!("cannot write below {}: {error}", folder.display());
    }
}
