//! Writes patches down, for whoever wants to see what went wrong, or to give them to another program.

use std::path::Path;

use crate::draft::Draft;
use crate::options::Options;
use crate::run::Outcome;
use crate::table::Score;

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
    let plain = |text: &str| text.replace(|char: char| !char.is_ascii_alphanumeric(), "-");
    let own = format!("{:?}--{}--{}--{}", score, plain(damage), draft.format.name(), plain(name));
    let told = match outcome {
        Outcome::Applied(_) => "applied".to_owned(),
        Outcome::Refused(message) => format!("refused: {message}"),
        Outcome::Dirty => "refused, but changed the folder".to_owned(),
        Outcome::Broke(message) => format!("broke: {message}"),
    };
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

#[expect(clippy::disallowed_methods, reason = "the folder was named for just this")]
fn write(folder: &Path, parts: &[(&str, &[u8])]) -> std::io::Result<()> {
    for (name, bytes) in parts {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
        std::fs::write(path, bytes)?;
    }
    Ok(())
}
