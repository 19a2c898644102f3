//! Writes operations as sections of a git diff.

use super::hunks;
use crate::ir::{Action, Destination, Existing, FileMode, Folders, Hunk, Operation, PatchPath, Payload};

/// What precedes the headers of a section that only changes lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Head {
    /// Nothing.
    Plain,
    /// `diff --git`, which makes the sections recognizable as one diff.
    Git,
}

/// Returns the section of an operation; `None` if a diff cannot express it.
pub(super) fn section(operation: &Operation, head: Head) -> Option<String> {
    let path = &operation.path;
    match &operation.action {
        Action::Create { payload, existing: Existing::Refuse, mode } => {
            let mode = number(mode.unwrap_or(FileMode::Regular));
            let head = format!("{}new file mode {mode}\n", begin(path, path));
            let names = format!("--- /dev/null\n+++ {}\n", name("b", path));
            let body = if payload.lines.is_empty() { String::new() } else { names + &added(payload) };
            Some(head + &body)
        }
        Action::Delete { folders: Folders::Refuse, hunks } => {
            let head = format!("{}deleted file mode 100644\n", begin(path, path));
            let names = format!("--- {}\n+++ /dev/null\n", name("a", path));
            let body = if hunks.is_empty() { String::new() } else { names + &hunks::whole(hunks) };
            Some(head + &body)
        }
        Action::Update { hunks, to, mode, .. } => {
            if hunks.iter().any(|hunk| hunk.at_end) {
                return None;
            }
            Some(update((path, to), hunks, *mode, head))
        }
        Action::Create { .. }
        | Action::Delete { .. }
        | Action::Edit { .. }
        | Action::Substitute(_)
        | Action::Exchange(_)
        | Action::RenameSymbol(_)
        | Action::MoveSymbol { .. } => None,
    }
}

/// Returns the section of a changed file, with the new mode if the mode changes.
fn update(
    (path, to): (&PatchPath, &Destination),
    hunks: &[Hunk],
    mode: Option<FileMode>,
    head: Head,
) -> String {
    let (target, verb) = match to {
        Destination::Stay => (path, None),
        Destination::Move(to) => (to, Some("rename")),
        Destination::Copy(to) => (to, Some("copy")),
    };
    let mut out = String::new();
    if verb.is_some() || mode.is_some() || head == Head::Git {
        out.push_str(&begin(path, target));
    }
    if let Some(mode) = mode {
        let old = match mode {
            FileMode::Regular => FileMode::Executable,
            FileMode::Executable => FileMode::Regular,
        };
        out.push_str(&format!("old mode {}\nnew mode {}\n", number(old), number(mode)));
    }
    if let Some(verb) = verb {
        out.push_str(&format!("{verb} from {}\n{verb} to {}\n", plain(path), plain(target)));
    }
    if !hunks.is_empty() {
        out.push_str(&format!("--- {}\n+++ {}\n", name("a", path), name("b", target)));
        out.push_str(&hunks::whole(hunks));
    }
    out
}

fn begin(old: &PatchPath, new: &PatchPath) -> String {
    let quoted = |side: &str, path: &PatchPath| plain_text(&format!("{side}/{path}"));
    format!("diff --git {} {}\n", quoted("a", old), quoted("b", new))
}

/// Returns the added lines of a new file.
fn added(payload: &Payload) -> String {
    format!(
        "@@ -0,0 +1,{} @@\n{}{}",
        payload.lines.len(),
        hunks::payload(payload, "+"),
        hunks::no_newline(payload.no_final_newline)
    )
}

const fn number(mode: FileMode) -> &'static str {
    match mode {
        FileMode::Regular => "100644",
        FileMode::Executable => "100755",
    }
}

/// Returns a name as written after `---` or `+++`: as in git, a name with spaces is followed by a tab.
fn name(side: &str, path: &PatchPath) -> String {
    let text = plain_text(&format!("{side}/{path}"));
    if text.contains(' ') && !text.starts_with('"') { text + "\t" } else { text }
}

fn plain(path: &PatchPath) -> String {
    plain_text(path.as_str())
}

/// Returns a path, in quotes if it needs them.
fn plain_text(path: &str) -> String {
    let is_odd = |char: char| char.is_control() || matches!(char, '"' | '\\');
    if !path.contains(is_odd) {
        return path.to_owned();
    }
    let mut out = String::from('"');
    for char in path.chars() {
        match char {
            '"' | '\\' => out.extend(['\\', char]),
            char if char.is_control() => {
                char.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| out.push_str(&format!("\\{byte:03o}")));
            }
            char => out.push(char),
        }
    }
    out.push('"');
    out
}
