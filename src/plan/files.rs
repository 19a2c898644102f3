//! Operations on whole files: create, delete, move, copy, permission bits.

use super::Node;
use super::done::{EditOutcome, Warning};
use super::refusal::Refusal;
use super::tree::overlay::Overlay;
use crate::diag::Code;
use crate::ir::{Destination, Existing, FileMode, Folders, PatchPath, Payload};
use crate::text::encode_stray;
use crate::vfs::Kind;

/// Writes a whole file.
pub(super) fn create(
    overlay: &mut Overlay<'_, '_>,
    path: &PatchPath,
    payload: &Payload,
    existing: Existing,
    mode: Option<FileMode>,
) -> Result<EditOutcome, Refusal> {
    let mut done = EditOutcome::default();
    match existing {
        Existing::Overwrite | Existing::OverwriteWithWarning => {
            let is_told = existing == Existing::OverwriteWithWarning || is_other(overlay, path, payload);
            if is_told && matches!(overlay.kind(path), Ok(Some(Kind::File))) {
                done.warnings.push(Warning::Overwritten(format!("`{path}` existed and was overwritten")));
            }
        }
        Existing::OverwriteEmpty => refuse_content(overlay, path, payload)?,
        Existing::Refuse => {
            let kind = overlay.kind(path)?;
            // A folder whose files were all removed by the patch does not block the path.
            let is_free = kind.is_none() || kind == Some(Kind::Folder) && overlay.is_emptied(path)?;
            if !is_free && is_there(overlay, path, payload, mode) {
                let message = format!("`{path}` already exists with this content");
                return Err(Refusal::new(Code::AlreadyApplied, message).with_help("leave the operation out"));
            }
            if !is_free {
                return Err(Refusal::new(Code::FileExists, format!("`{path}` already exists"))
                    .with_help("change the file instead of adding it"));
            }
        }
    }
    overlay.write(path, bytes_of(payload), mode)?;
    Ok(done)
}

/// Returns whether the file existed before the patch with exactly these bytes and the mode that the operation asks for.
fn is_there(overlay: &Overlay<'_, '_>, path: &PatchPath, payload: &Payload, mode: Option<FileMode>) -> bool {
    let has_mode = |own: u32| mode.is_none_or(|mode| (own & 0o111 != 0) == (mode == FileMode::Executable));
    let bytes = bytes_of(payload);
    overlay.tree().read(path).is_ok_and(|file| has_mode(file.mode) && *file.bytes == *bytes)
        && overlay.peek(path).is_some_and(|now| *now == *bytes)
}

/// Returns whether a file has content, and other content than the payload.
fn is_other(overlay: &Overlay<'_, '_>, path: &PatchPath, payload: &Payload) -> bool {
    overlay.peek(path).is_some_and(|now| !now.is_empty() && *now != *bytes_of(payload))
}

/// Refuses to overwrite a file that is not empty.
pub(super) fn refuse_content(
    overlay: &mut Overlay<'_, '_>,
    path: &PatchPath,
    payload: &Payload,
) -> Result<(), Refusal> {
    let text = overlay.text_of(path).unwrap_or_default();
    if text.is_empty() {
        return Ok(());
    }
    if text.lines().eq(payload.lines.iter().map(String::as_str)) {
        let message = format!("`{path}` already exists with this content");
        return Err(Refusal::new(Code::AlreadyApplied, message).with_help("leave the operation out"));
    }
    Err(Refusal::new(Code::FileExists, format!("`{path}` exists and is not empty"))
        .with_help("an empty old text creates a file; to change this one, write lines of it as the old text"))
}

/// Returns the bytes of a whole file that consists of the payload.
fn bytes_of(payload: &Payload) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (at, line) in payload.lines.iter().enumerate() {
        bytes.extend_from_slice(&encode_stray(line));
        if at + 1 < payload.lines.len() || !payload.no_final_newline {
            let crlf = payload.crlf.get(at).copied().unwrap_or(false);
            bytes.extend_from_slice(if crlf { b"\r\n" } else { b"\n" });
        }
    }
    bytes
}

/// Removes a file, or a folder with everything in it.
pub(super) fn delete(
    overlay: &mut Overlay<'_, '_>,
    path: &PatchPath,
    folders: Folders,
) -> Result<EditOutcome, Refusal> {
    match overlay.kind(path)? {
        Some(Kind::Folder) if folders == Folders::Recurse => delete_folder(overlay, path)?,
        Some(Kind::Folder) => {
            return Err(Refusal::new(Code::PathRefused, format!("`{path}` is a folder, not a file")));
        }
        _ => overlay.remove(path)?,
    }
    Ok(EditOutcome::default())
}

fn delete_folder(overlay: &mut Overlay<'_, '_>, path: &PatchPath) -> Result<(), Refusal> {
    let inside = overlay.walk(path)?;
    for (inner, kind) in std::iter::once((path.clone(), Kind::Folder)).chain(inside) {
        overlay.mention(&inner);
        match kind {
            Kind::Folder => overlay.remove_node(&inner, Node::Folder),
            Kind::Link => overlay.remove_node(&inner, Node::Link),
            Kind::File if overlay.exists(&inner)? => overlay.remove(&inner)?,
            Kind::File => {}
            Kind::Other => {
                let message = format!("`{path}` contains `{inner}`, which is not a regular file");
                return Err(Refusal::new(Code::PathRefused, message));
            }
        }
    }
    Ok(())
}

/// Moves an updated file to its new path, if it has one, and sets its mode. Copies have been made before.
pub(super) fn finish_update(
    overlay: &mut Overlay<'_, '_>,
    path: &PatchPath,
    to: &Destination,
    mode: Option<FileMode>,
) -> Result<(), Refusal> {
    let path = match to {
        Destination::Move(to) if to != path => {
            overlay.relocate(path, to)?;
            to
        }
        Destination::Stay | Destination::Move(_) | Destination::Copy(_) => path,
    };
    let file = overlay.open(path)?;
    if let Some(mode) = mode {
        file.set_mode(mode);
    }
    Ok(())
}
