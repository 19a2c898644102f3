//! The way of running a case that needs no disk: through the library, over a tree in memory.

use chunk::diag::Code;
use chunk::engine::{self, DiffDetail, Options, SyntaxCheck};
use chunk::ir::{Format, Matching, RepeatedLines};
use chunk::parse::{Direction, ReadOptions};
use chunk::vfs::{Kind, MemoryTree};

use super::case::{Case, Outcome, all_are_asked_for};
use super::repaired;
use super::snapshot::{Entry, Snapshot};
use super::verdict::difference;
use super::written;

/// Runs a case over a tree in memory, which must come to the same as it did on disk.
///
/// # Errors
/// It does not.
pub fn check(case: &Case, expected: &Outcome) -> Result<(), String> {
    let Some(mut tree) = load(&case.input) else { return Ok(()) };
    let before = tree.clone();
    let options = options(&case.args);
    let preview = engine::preview(&case.patch, &Options { detail: DiffDetail::Diff, ..options }, &tree);
    let report = engine::apply(&case.patch, &options, &mut tree);
    if preview.errors != report.errors {
        return Err("in memory, a preview and a run refuse differently".to_owned());
    }
    if !report.is_ok() && tree != before {
        return Err("in memory, a refusal changed the tree".to_owned());
    }
    let found = if report.is_ok() {
        Outcome::Tree(snapshot(&tree))
    } else {
        Outcome::Refused(report.errors.iter().map(|error| error.code.to_string()).collect())
    };
    if let Some(difference) = difference(&found, expected, &case.input) {
        let messages: Vec<&str> = report.errors.iter().map(|error| error.message.as_str()).collect();
        return Err(format!("in memory, not as on disk: {difference}\n{}", messages.join("\n")));
    }
    repaired::check(&report, &options, &before)?;
    if !report.is_ok() {
        return Ok(());
    }
    check_converted(case, &options, &before, expected)?;
    written::check(case, &options, &before, &tree)?;
    check_twice(case, &options, tree)
}

/// The formats that a case is converted to: one, which is another one for other patches, or each.
fn targets(case: &Case) -> Vec<Format> {
    let all =
        [Format::Chunk, Format::Unified, Format::ApplyPatch, Format::FileChanges, Format::SearchReplace];
    if all_are_asked_for() { all.to_vec() } else { vec![all[case.share(all.len())]] }
}

/// The patch in other formats, applied to the same tree, comes to the same; or the format cannot say it.
fn check_converted(
    case: &Case,
    options: &Options<'_>,
    before: &MemoryTree,
    expected: &Outcome,
) -> Result<(), String> {
    for to in targets(case) {
        let name = to.as_str();
        let patch = match engine::convert(&case.patch, options, to, before) {
            Ok(converted) => converted.patch,
            Err(report) => match &report.errors[..] {
                [only] if only.code == Code::NotExpressible => continue,
                _ => return Err(format!("converted to {name}, it is refused: {:?}", report.errors)),
            },
        };
        let mut tree = before.clone();
        let is_empty = patch.is_empty();
        let report = engine::apply(&patch, &Options::default(), &mut tree);
        let found = Outcome::Tree(snapshot(&tree));
        let wrong = match difference(&found, expected, &case.input) {
            _ if !report.is_ok() && !is_empty => Some(format!("refused: {:?}", report.errors)),
            difference => difference,
        };
        if let Some(wrong) = wrong {
            let patch = String::from_utf8_lossy(&patch).into_owned();
            return Err(format!("converted to {name}, it does not come to the same: {wrong}\n{patch}"));
        }
    }
    Ok(())
}

/// Applies the patch to its own result, which nothing may change unless the case, or the patch, says so.
fn check_twice(case: &Case, options: &Options<'_>, mut tree: MemoryTree) -> Result<(), String> {
    let once = snapshot(&tree);
    let report = engine::apply(&case.patch, options, &mut tree);
    let says_so = || case.args.iter().any(|argument| argument == "--repeat") || asks_to_repeat(&case.patch);
    let difference = snapshot(&tree).difference(&once);
    match (difference, &case.twice) {
        (None, Some(_)) => {
            Err("applied a second time it changes nothing, but the case says that it does".to_owned())
        }
        (Some(difference), None) if !says_so() => Err(format!(
            "applied a second time ({:?}) it changes its own result:\n{difference}",
            report.warnings
        )),
        _ => Ok(()),
    }
}

/// Whether an operation of a patch asks for its insertion to be made again and again.
fn asks_to_repeat(patch: &[u8]) -> bool {
    let text = String::from_utf8_lossy(patch);
    ["repeat: true", "\"repeat\": true"].iter().any(|option| text.contains(option))
}

/// The options that the arguments of the command stand for.
pub fn options(args: &[String]) -> Options<'static> {
    let named = |wanted: &str| args.iter().any(|argument| argument == wanted);
    let format = Format::ALL.into_iter().find(|format| named(format.as_str()));
    let behind = |wanted: &str| args.iter().skip_while(|argument| *argument != wanted).nth(1);
    let strip = behind("--strip").and_then(|count| count.parse().ok());
    let direction = if named("--reverse") { Direction::Reverse } else { Direction::Forward };
    let repeated = if named("--repeat") { RepeatedLines::Insert } else { RepeatedLines::Refuse };
    let matching =
        if behind("--fuzz").is_some_and(|how| how == "exact") { Matching::Exact } else { Matching::Lenient };
    let syntax = match behind("--verify-syntax").map(String::as_str) {
        Some("off") => SyntaxCheck::Off,
        Some("warn") => SyntaxCheck::Warn,
        Some("refuse") => SyntaxCheck::Refuse,
        _ => SyntaxCheck::Symbols,
    };
    Options {
        reading: ReadOptions { format, strip, direction },
        repeated,
        matching,
        syntax,
        ..Options::default()
    }
}

/// The tree in memory; `None` if it holds what only a disk can.
pub fn load(snapshot: &Snapshot) -> Option<MemoryTree> {
    snapshot.0.iter().try_fold(MemoryTree::new(), |tree, (path, entry)| {
        chunk::ir::PatchPath::parse(path).ok()?;
        Some(match entry {
            Entry::Folder => tree.with_folder(path),
            Entry::Link(target) => tree.with_link(path, target),
            Entry::File { bytes, mode } => tree.with_file(path, bytes.clone()).with_mode(path, *mode),
        })
    })
}

fn snapshot(tree: &MemoryTree) -> Snapshot {
    let entries = tree.iter().map(|(path, node)| {
        let entry = match node.kind {
            Kind::File => Entry::File { bytes: node.bytes.to_vec(), mode: node.mode },
            Kind::Link => Entry::Link(String::from_utf8_lossy(&node.bytes).into_owned()),
            Kind::Folder | Kind::Other => Entry::Folder,
        };
        (path.to_owned(), entry)
    });
    Snapshot(entries.collect())
}
