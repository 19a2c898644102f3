//! Writes the new files into the transaction folders, and turns a draft into steps.

use std::io::{self, Write};

use super::digest::{Digest, Tee};
use super::failure::Failure;
use super::preflight::{CommitDraft, PlannedWrite, RemovedPath, ReplacedFile};
use super::step::{CommitStep, Slot};
use super::{CommitOptions, WrittenFile, at};
use crate::plan::Content;
use crate::vfs::{Attributes, Extended, Location, Look, NewMode, WriteTree};

/// Stages every new file; returns the steps that apply the draft to the tree, and a description of the written files.
pub(super) fn stage<'a>(
    draft: &CommitDraft<'a>,
    tree: &mut dyn WriteTree,
    options: &CommitOptions<'_>,
) -> Result<(Vec<CommitStep>, Vec<WrittenFile<'a>>), Failure> {
    let mut steps: Vec<CommitStep> = draft.removed.iter().enumerate().map(remove_step).collect();
    steps.extend(
        draft.made_folders.iter().map(|(path, mode)| CommitStep::Make { path: path.clone(), mode: *mode }),
    );
    let mut files = Vec::new();
    for (number, written) in (draft.removed.len()..).zip(&draft.written) {
        if options.is_stopped() {
            return Err(Failure::Stopped);
        }
        let slot = Slot { at: written.at.clone(), number };
        match written.moved.and_then(|index| Some((index, draft.removed.get(index)?))) {
            Some((index, original)) => {
                files.push(WrittenFile { path: written.path, mode: original.look.mode, digest: None });
                steps.push(place_moved(written, index, original));
            }
            None => {
                if let Some((step, file)) = write(written, slot, tree)? {
                    steps.push(step);
                    files.push(file);
                }
            }
        }
    }
    Ok((steps, files))
}

fn remove_step((number, retired): (usize, &RemovedPath<'_>)) -> CommitStep {
    CommitStep::Remove {
        path: retired.path.clone().into_owned(),
        slot: Slot { at: retired.at.clone(), number },
        kind: retired.look.kind,
        old: retired.look.stamp,
    }
}

/// Returns the step of a file that is moved unchanged: it is taken from the slot into which it was moved from its old
/// path.
fn place_moved(written: &PlannedWrite<'_>, number: usize, original: &RemovedPath<'_>) -> CommitStep {
    CommitStep::Place {
        path: written.path.clone(),
        slot: Slot { at: original.at.clone(), number },
        new: original.look.stamp,
        digest: None,
    }
}

/// Writes one file; returns `None` if it is identical to the existing file.
fn write<'a>(
    written: &PlannedWrite<'a>,
    slot: Slot,
    tree: &mut dyn WriteTree,
) -> Result<Option<(CommitStep, WrittenFile<'a>)>, Failure> {
    if let Content::Link(target) = &written.file.content {
        let look = tree.make_link(&slot.spot(), target).map_err(at(written.path))?;
        let file = WrittenFile { path: written.path, mode: look.mode, digest: None };
        return Ok(Some((
            CommitStep::Place { path: written.path.clone(), slot, new: look.stamp, digest: None },
            file,
        )));
    }
    let like = written.attributes_from.as_ref();
    let original = like.filter(|like| like.look.stamp.extended).map(|like| Location::from(like.path));
    // A copy belongs to the user who makes it, as with `cp`.
    let kept = written.file.kept.as_ref();
    let owner = like.filter(|like| !like.stays).map(|like| like.look.owner);
    let owner = kept.map(|kept| kept.owner).or(owner);
    let wanted = Attributes {
        mode: mode_of(written),
        user: owner.map(|owner| owner.user),
        group: owner.map(|owner| owner.group).or(written.group),
        extended: match (kept, &original) {
            (Some(kept), _) => Extended::These(&kept.extended),
            (None, Some(original)) => Extended::Of(original),
            (None, None) => Extended::None,
        },
    };
    let mut digest = Digest::default();
    let fill = &mut |out: &mut dyn Write| fill(&written.file.content, out, &mut digest);
    let look = tree.stage(&slot.spot(), &wanted, fill).map_err(at(written.path))?;
    let (path, digest) = (written.path.clone(), digest.finish());
    let mode = if let NewMode::Exact(mode) = wanted.mode { mode } else { look.mode };
    let file = WrittenFile { path: written.path, mode, digest: Some(digest) };
    match &written.over {
        None => Ok(Some((CommitStep::Place { path, slot, new: look.stamp, digest: Some(digest) }, file))),
        Some(over) if changes_nothing(written, over, &look, digest) => {
            tree.unlink(&slot.spot()).map_err(at(written.path))?;
            Ok(None)
        }
        Some(over) => {
            Ok(Some((CommitStep::Swap { path, slot, old: over.look.stamp, new: look.stamp, digest }, file)))
        }
    }
}

fn fill(content: &Content, out: &mut dyn Write, digest: &mut Digest) -> io::Result<()> {
    let mut out = Tee { out, digest };
    match content {
        Content::Bytes(bytes) | Content::Link(bytes) => out.write_all(bytes),
        Content::Text(text) => text.write_to(&mut out),
    }
}

fn mode_of(written: &PlannedWrite<'_>) -> NewMode {
    match (written.file.mode, &written.attributes_from) {
        (Some(mode), _) if written.file.kept.is_some() => NewMode::Exact(mode & 0o7777),
        (Some(mode), Some(_)) => NewMode::Exact(mode & 0o7777),
        (None, Some(like)) => NewMode::Exact(like.look.mode),
        (Some(mode), None) if mode & 0o111 != 0 => NewMode::Executable,
        (_, None) => NewMode::Plain,
    }
}

/// Returns whether a file would be replaced by an identical file.
fn changes_nothing(written: &PlannedWrite<'_>, over: &ReplacedFile<'_>, staged: &Look, digest: u64) -> bool {
    let same_mode = written.file.mode.is_none_or(|mode| mode == over.look.mode);
    let same_source = written.attributes_from.as_ref().is_some_and(|like| like.path == written.path);
    same_mode
        && same_source
        && written.file.kept.is_none()
        && staged.stamp.size == over.file.bytes.len() as u64
        && digest == Digest::of(&over.file.bytes)
        && written.file.content.to_bytes() == over.file.bytes
}
