//! Determines what a section of a diff does to its file.

use super::FileSection;
use super::git::{GitHeader, Mode};
use super::name::FileName;
use super::order::{bring_in_order, runs_of_one_diff};
use super::paths::{are_compared, find_paths};
use super::reverse::reverse;
use crate::diag::{Code, Diagnostic, PatchPlace};
use crate::ir::{
    Action, Destination, Existing, FileMode, Folders, Format, Hunk, HunkLine, IfAlreadyMade, Operation,
    Origin, Patch, PatchPath, PathStyle, Payload, Tag,
};
use crate::parse::hunk::{keep_changing, no_change};
use crate::parse::problem::{malformed, quote, read_path, reference, with_problems};
use crate::parse::{Direction, ReadOptions};

/// Lowers all sections; `problems` are those found while parsing them.
pub(super) fn lower(
    sections: Vec<FileSection>,
    mut problems: Vec<Diagnostic>,
    first_line: usize,
    reading: ReadOptions,
) -> Result<Patch, Vec<Diagnostic>> {
    let mut warnings = Vec::new();
    let mut operations = Vec::with_capacity(sections.len());
    let mut is_joined = Vec::with_capacity(sections.len());
    for (index, section) in (1..).zip(sections) {
        let origin = Origin {
            index,
            name: "diff".to_owned(),
            place: PatchPlace::new(section.line, 1),
            fields: Vec::new(),
        };
        let joins = section.is_joined;
        match lower_section(section, origin, reading, &mut warnings) {
            Ok(operation) => {
                operations.push(operation);
                is_joined.push(joins);
            }
            Err(problem) => problems.push(problem),
        }
    }
    if operations.is_empty() && problems.is_empty() {
        problems.push(
            malformed(first_line, "the text has no diff of a file")
                .with_help("put `--- a/path` and `+++ b/path` above each file's hunks"),
        );
    }
    if reading.direction == Direction::Reverse {
        operations.reverse();
        // After reversing the list, each operation is joined to the one that was after it.
        is_joined.reverse();
        let count = is_joined.len();
        is_joined.rotate_right(count.min(1));
    }
    let at_once = runs_of_one_diff(&operations, &is_joined);
    for run in &at_once {
        bring_in_order(&mut operations[run.clone()]);
    }
    if reading.strip.is_none() {
        mark_compared(&mut operations);
    }
    let patch = Patch {
        tree_changes: at_once,
        warnings,
        strip: reading.strip,
        ..Patch::of(Format::Unified, operations)
    };
    with_problems(patch, problems)
}

/// If the two sides of a section begin with different folders, marks all exact paths as possibly beginning with
/// compared folders.
fn mark_compared(operations: &mut [Operation]) {
    let names_two_folders = |operation: &Operation| match &operation.action {
        Action::Update { to: Destination::Move(to), .. } => operation.path.differs_in_first_folder(to),
        _ => false,
    };
    if !operations.iter().any(names_two_folders) {
        return;
    }
    let exact = operations.iter_mut().filter(|operation| operation.path_style == PathStyle::Exact);
    exact.for_each(|operation| operation.path_style = PathStyle::MayNameCompared);
}

fn lower_section(
    mut section: FileSection,
    origin: Origin,
    reading: ReadOptions,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Operation, Diagnostic> {
    let mut paths = find_paths(&section, reading.strip)?;
    if let (Direction::Reverse, Some(paths)) = (reading.direction, &mut paths) {
        reverse(&mut section, paths)?;
    }
    let written = paths.as_ref().and_then(|paths| paths.old.as_deref().or(paths.new.as_deref()));
    check_is_text(&section.git, &origin, written.unwrap_or("a file"))?;
    let Some(paths) = paths else {
        let help = "put `--- a/path` and `+++ b/path` above its hunks";
        return Err(malformed(section.line, "a section of the diff names no file").with_help(help));
    };
    keep_changing(&mut section.hunks, warnings);
    match (&paths.old, &paths.new) {
        (None, None) => Err(malformed(section.line, "both sides of a section are `/dev/null`")),
        (old, Some(new)) if old.is_none() || is_creation(&section) => {
            let is_compared = old.as_ref().is_some_and(|old| are_compared(old, new));
            let style = if is_compared { PathStyle::NewInCompared } else { paths.style };
            create(&section, new, style, origin)
        }
        (Some(old), new) if new.is_none() || is_deletion(&section) => {
            delete(section, old, paths.style, origin)
        }
        (Some(old), Some(new)) => update(section, old, new, paths.style, origin),
        (None, Some(new)) => create(&section, new, paths.style, origin),
        (Some(old), None) => delete(section, old, paths.style, origin),
    }
}

/// Refuses everything that is not a regular text file.
fn check_is_text(git: &GitHeader, origin: &Origin, path: &str) -> Result<(), Diagnostic> {
    let refused =
        |code, message| Diagnostic::error(code, message).at(origin.place).of(reference(origin, path));
    if git.modes().any(|mode| mode == Mode::Other) {
        let message = format!(
            "{} is a symbolic link, a submodule or something else that is not a regular file",
            quote(path)
        );
        return Err(refused(Code::PathRefused, message));
    }
    if git.is_binary {
        return Err(refused(Code::NotText, format!("the diff of {} is binary", quote(path)))
            .with_help("leave that file out of the diff, and copy it by other means"));
    }
    Ok(())
}

fn is_creation(section: &FileSection) -> bool {
    let is_absent = section.names.as_ref().is_some_and(|(old, _): &(FileName, FileName)| old.is_absent);
    section.git.new_file.is_some() || (is_absent && has_only(&section.hunks, Tag::Added))
}

fn is_deletion(section: &FileSection) -> bool {
    let is_absent = section.names.as_ref().is_some_and(|(_, new): &(FileName, FileName)| new.is_absent);
    section.git.deleted_file.is_some() || (is_absent && has_only(&section.hunks, Tag::Removed))
}

fn has_only(hunks: &[Hunk], tag: Tag) -> bool {
    !hunks.is_empty()
        && hunks.iter().flat_map(|hunk| &hunk.lines).all(|line| line.tag == tag || is_blank_context(line))
}

fn is_blank_context(line: &HunkLine) -> bool {
    line.tag == Tag::Context && line.text.trim_ascii().is_empty()
}

fn create(
    section: &FileSection,
    path: &str,
    style: PathStyle,
    origin: Origin,
) -> Result<Operation, Diagnostic> {
    if section.hunks.is_empty() && section.git.new_file.is_none() {
        return Err(no_change(section.line, &format!("the new file {}", quote(path))));
    }
    let payload = new_content(&section.hunks, path)?;
    let mode = section.git.new_file.and_then(regular);
    let action = Action::Create { payload, existing: Existing::Refuse, mode };
    Ok(Operation {
        path: read_path(path, &origin)?,
        origin,
        path_style: style,
        if_already_made: IfAlreadyMade::default(),
        action,
    })
}

/// Returns the added lines of a new file. A blank line without `+` counts as added, except at the end of a hunk.
fn new_content(hunks: &[Hunk], path: &str) -> Result<Payload, Diagnostic> {
    let mut payload = Payload::default();
    for hunk in hunks {
        let end = hunk.lines.iter().rposition(|line| !is_blank_context(line)).map_or(0, |last| last + 1);
        for line in &hunk.lines[..end] {
            if line.tag != Tag::Added && !is_blank_context(line) {
                return Err(old_line_in_new_file(line, path));
            }
            if payload.lines.is_empty() {
                payload.place = PatchPlace::new(line.patch_line, 2);
            }
            // If no line ending follows it, a carriage return is the last character of the line.
            let is_sign = line.crlf && line.no_newline;
            payload.lines.push(format!("{}{}", line.text, if is_sign { "\r" } else { "" }));
            payload.crlf.push(line.crlf && !is_sign);
            payload.no_final_newline = line.no_newline;
        }
    }
    if !payload.crlf.contains(&true) {
        payload.crlf = Vec::new();
    }
    Ok(payload)
}

fn old_line_in_new_file(line: &HunkLine, path: &str) -> Diagnostic {
    let message = format!("the new file {} has a line that is not added: {}", quote(path), quote(&line.text));
    malformed(line.patch_line, message).with_help("begin each line of a new file with `+`")
}

fn delete(
    section: FileSection,
    path: &str,
    style: PathStyle,
    origin: Origin,
) -> Result<Operation, Diagnostic> {
    let mut hunks = section.hunks;
    for hunk in &mut hunks {
        let end = hunk.lines.iter().rposition(|line| !is_blank_context(line)).map_or(0, |last| last + 1);
        hunk.lines.truncate(end);
    }
    if let Some(line) = hunks.iter().flat_map(|hunk| &hunk.lines).find(|line| line.tag == Tag::Added) {
        let message = format!("the deleted file {} has an added line: {}", quote(path), quote(&line.text));
        return Err(malformed(line.patch_line, message));
    }
    let action = Action::Delete { folders: Folders::Refuse, hunks };
    Ok(Operation {
        path: read_path(path, &origin)?,
        origin,
        path_style: style,
        if_already_made: IfAlreadyMade::default(),
        action,
    })
}

fn update(
    section: FileSection,
    old: &str,
    new: &str,
    style: PathStyle,
    origin: Origin,
) -> Result<Operation, Diagnostic> {
    let path = read_path(old, &origin)?;
    let target = read_path(new, &origin)?;
    let style = if names_two(&section, style, &path, &target) { PathStyle::MayBeBackup } else { style };
    let to = destination(&section.git, &path, target);
    let mode = section.git.new_mode.and_then(regular);
    if section.hunks.is_empty() && (section.has_hunks || !is_told_by_git(&section)) {
        return Err(no_change(section.line, &format!("the diff of {}", quote(old))));
    }
    Ok(Operation {
        origin,
        path,
        path_style: style,
        if_already_made: IfAlreadyMade::default(),
        action: Action::Update { hunks: section.hunks, to, mode, base: section.git.old_blob },
    })
}

/// Returns whether only two headers name different files: if one of these exists, it may be meant, instead of a move.
fn names_two(section: &FileSection, style: PathStyle, path: &PatchPath, target: &PatchPath) -> bool {
    let is_told_by_git = section.git.names.is_some() || section.git.from.is_some();
    style == PathStyle::Exact && !is_told_by_git && path != target
}

fn destination(git: &GitHeader, path: &PatchPath, target: PatchPath) -> Destination {
    if *path == target {
        Destination::Stay
    } else if git.is_copy {
        Destination::Copy(target)
    } else {
        Destination::Move(target)
    }
}

/// Returns whether a section without hunks has an effect by git's header; two different names alone do not.
fn is_told_by_git(section: &FileSection) -> bool {
    section.git.new_mode.is_some() || (section.git.from.is_some() && section.git.to.is_some())
}

fn regular(mode: Mode) -> Option<FileMode> {
    match mode {
        Mode::File(mode) => Some(mode),
        Mode::Other => None,
    }
}
