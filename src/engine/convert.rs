//! Converts a patch that applies to a tree into another format.
//!
//! The result is parsed and planned again before it is returned. More and more context is added around the changes of a
//! file until the new patch has the same effect on the tree. Invariant: a converted patch has the same effect, or none
//! is returned.

use std::collections::{BTreeMap, HashSet};
#[cfg(feature = "disk")]
use std::path::Path;

#[cfg(feature = "disk")]
use super::earlier_texts::RecordedTexts;
#[cfg(feature = "disk")]
use super::folder::HeldFolder;
use super::{Options, PatchRun, PlannedRun, planned, read};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Format, PatchPath};
use crate::parse::{self, ReadOptions};
use crate::plan::{Node, Plan};
use crate::report::diff;
use crate::report::patch::{FileText, PatchForm, files, join, part};
use crate::report::{Report, RunMode};
use crate::vfs::{Bytes, ReadTree};

/// A patch in another format.
#[derive(Debug)]
pub struct Converted {
    /// The text of the patch, as bytes.
    pub patch: Vec<u8>,
    /// The report on what the original patch would do, with its warnings.
    pub report: Report,
}

/// Writes a patch in another format, with the same effect on the same tree.
///
/// ```
/// use chunk::engine::{self, Options};
/// use chunk::ir::Format;
/// use chunk::vfs::MemoryTree;
///
/// let tree = MemoryTree::new().with_file("a.txt", "one\ntwo\n");
/// let patch = b"a.txt\n<<<<<<< SEARCH\ntwo\n=======\nthree\n>>>>>>> REPLACE\n";
/// let found = engine::convert(patch, &Options::default(), Format::ApplyPatch, &tree).unwrap();
/// let text = "*** Begin Patch\n*** Update File: a.txt\n@@\n one\n-two\n+three\n*** End Patch\n";
/// assert_eq!(String::from_utf8(found.patch).unwrap(), text);
/// ```
///
/// # Errors
/// Fails if the patch does not apply, or if the format cannot express what it does (`not-expressible`).
pub fn convert(
    patch: &[u8],
    options: &Options<'_>,
    to: Format,
    tree: &dyn ReadTree,
) -> Result<Converted, Box<Report>> {
    let read = read(&patch.into(), options, RunMode::DryRun)?;
    converted(read.run(options), to, tree)
}

fn converted(run: PatchRun<'_>, to: Format, tree: &dyn ReadTree) -> Result<Converted, Box<Report>> {
    let PlannedRun { plan, report } = PlannedRun::of(run, RunMode::DryRun, tree);
    let Some(plan) = plan else { return Err(Box::new(report)) };
    let refused = |message: String| {
        let mut problem = Diagnostic::error(Code::NotExpressible, message);
        if to != Format::Unified {
            problem = problem.with_help("convert it to `unified`, which can express more");
        }
        Box::new(report.clone().refused(vec![problem]))
    };
    match write(&plan, to, tree) {
        Ok(patch) => Ok(Converted { patch, report }),
        Err(message) => Err(refused(message)),
    }
}

/// Writes a patch in another format, with the folder `root` as tree.
///
/// # Errors
/// Fails as [`convert`] does, or if the folder cannot be read.
#[cfg(feature = "disk")]
pub fn convert_in(
    root: &Path,
    patch: &[u8],
    options: &Options<'_>,
    to: Format,
) -> Result<Converted, Box<Report>> {
    let failed = |error| Box::new(Report::failed(RunMode::DryRun, vec![error]));
    let held = HeldFolder::open(root, options.commit.stop).map_err(failed)?;
    let read = read(&patch.into(), options, RunMode::DryRun)?;
    let records = options.undo.map(|state| RecordedTexts::at(state, root));
    converted(PatchRun { records: records.as_ref(), ..read.run(options) }, to, &held.tree)
}

fn write(plan: &Plan, to: Format, tree: &dyn ReadTree) -> Result<Vec<u8>, String> {
    let name = to.as_str();
    let wanted = effects(plan, tree);
    if to == Format::Unified {
        let patch = diff::join(&diff::sections(plan, tree));
        let is_right = patch.is_empty() || made_by(&patch, to, tree).as_ref() == Some(&wanted);
        let message = "the patch changes links or binary files, which no format can express \
                       without their content";
        return if is_right { Ok(patch) } else { Err(message.to_owned()) };
    }
    if to == Format::JsonEdits {
        return Err(format!("`chunk convert` cannot write the format {name}"));
    }
    let cannot = |what: String| format!("the patch {what}, which the format {name} cannot express");
    let files = files(plan, tree).map_err(cannot)?;
    let told: HashSet<&PatchPath> = files.iter().flat_map(paths_of).collect();
    if let Some(path) = wanted.keys().find(|path| !told.contains(path)) {
        return Err(cannot(format!("changes the mode of `{path}`")));
    }
    if files.is_empty() && to != Format::Chunk {
        return Err(cannot("changes nothing".to_owned()));
    }
    let mut parts = Vec::with_capacity(files.len());
    for file in &files {
        parts.push(
            written(file, to, &wanted, tree).ok_or_else(|| cannot(inexpressible(file, &wanted, tree)))?,
        );
    }
    let patch = join(to, &parts);
    if files.len() > 1 && made_by(&patch, to, tree).as_ref() != Some(&wanted) {
        return Err(cannot("changes files in an order that matters".to_owned()));
    }
    Ok(patch)
}

/// Returns the path of a file and, if it is moved, its old path.
fn paths_of(file: &FileText) -> impl Iterator<Item = &PatchPath> {
    std::iter::once(&file.path).chain(&file.from)
}

/// Returns the part of the patch for a file, in the first form that has the wanted effect on the file.
fn written(file: &FileText, to: Format, wanted: &Effects, tree: &dyn ReadTree) -> Option<Vec<u8>> {
    let own: Effects =
        paths_of(file).filter_map(|path| Some((path.clone(), wanted.get(path)?.clone()))).collect();
    let mut last = None;
    PatchForm::ALL.iter().find_map(|shown| {
        let part = part(to, file, *shown).filter(|part| last.as_ref() != Some(part))?;
        let is_right = made_by(&join(to, std::slice::from_ref(&part)), to, tree).as_ref() == Some(&own);
        last = Some(part.clone());
        is_right.then_some(part)
    })
}

/// Returns what the format most likely cannot express about a file.
fn inexpressible(file: &FileText, wanted: &Effects, tree: &dyn ReadTree) -> String {
    let path = &file.path;
    let mode = |path: &PatchPath| tree.read(path).ok().map(|file| file.mode);
    let before = mode(file.from.as_ref().unwrap_or(path)).unwrap_or(0o644);
    let after = wanted.get(path).and_then(|effect| effect.as_ref()).map(|(_, mode)| *mode);
    match (&file.from, &file.new) {
        _ if after.is_some_and(|after| after != before) => format!("changes the mode of `{path}`"),
        (Some(from), _) => format!("moves `{from}` to `{path}`"),
        (None, None) => format!("removes `{path}`"),
        (None, Some(_)) => format!("changes the line ends, the end or the encoding of `{path}`"),
    }
}

/// The result of a plan for each path that it changes: content and permission bits, or `None` if the file is removed.
type Effects = BTreeMap<PatchPath, Option<(Bytes, u32)>>;

fn effects(plan: &Plan, tree: &dyn ReadTree) -> Effects {
    let mut effects = Effects::new();
    for change in &plan.files {
        let before = match &change.before {
            Some(Node::File(file)) => Some((file.bytes.clone(), file.mode)),
            _ => None,
        };
        let after = change.after.as_ref().map(|after| {
            let source =
                change.source.as_ref().and_then(|source| tree.read(source).ok()).map(|file| file.mode);
            let kept = before.as_ref().map(|(_, mode)| *mode).or(source);
            // For a new file, only the executable bit is determined; the other bits depend on the umask.
            let new = |mode: u32| if mode & 0o111 == 0 { 0o644 } else { 0o755 };
            (
                after.content.to_bytes(),
                after.mode.or(kept).map_or(0o644, |mode| if kept.is_none() { new(mode) } else { mode }),
            )
        });
        if before != after || matches!(change.before, Some(Node::Link)) {
            effects.insert(change.path.clone(), after);
        }
    }
    effects
}

/// Returns the effects of a patch on the tree; `None` if it is refused.
fn made_by(patch: &[u8], format: Format, tree: &dyn ReadTree) -> Option<Effects> {
    let options = Options {
        reading: ReadOptions { format: Some(format), ..ReadOptions::default() },
        ..Options::default()
    };
    let patch = parse::parse(patch, options.reading.format).ok()?;
    let (plan, _) = planned(&patch, &options, tree).ok()?;
    Some(effects(&plan, tree))
}
