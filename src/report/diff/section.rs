//! Writes one section of a git diff: the headers, and hunks if there is text to compare.

use std::borrow::Cow;

use super::{hunks, object};
use crate::ir::{BlobName, PatchPath, blob_name};
use crate::report::LineCounts;

/// The file mode as git stores it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GitMode {
    Regular,
    Executable,
    Link,
}

impl GitMode {
    /// Returns the mode of a regular file, which is executable if its owner may execute it.
    pub(super) const fn of(mode: u32) -> Self {
        if mode & 0o100 == 0 { Self::Regular } else { Self::Executable }
    }

    const fn as_str(self) -> &'static str {
        match self {
            Self::Regular => "100644",
            Self::Executable => "100755",
            Self::Link => "120000",
        }
    }
}

/// The text of a section that is being written.
#[derive(Debug, Default)]
pub(super) struct DiffSection {
    pub(super) text: Vec<u8>,
    pub(super) counts: LineCounts,
}

impl DiffSection {
    fn line(&mut self, line: &str) {
        self.text.extend_from_slice(line.as_bytes());
        self.text.push(b'\n');
    }

    fn header(&mut self, old: &PatchPath, new: &PatchPath) {
        let (old, new) = (quoted("a/", old), quoted("b/", new));
        self.line(&format!("diff --git {old} {new}"));
    }

    /// Writes the `---` and `+++` lines and the hunks; nothing if the texts are equal.
    fn body(&mut self, old: Option<&PatchPath>, new: Option<&PatchPath>, texts: (&[u8], &[u8])) {
        if texts.0 == texts.1 {
            return;
        }
        self.line(&format!("--- {}", side("a/", old)));
        self.line(&format!("+++ {}", side("b/", new)));
        let counts = hunks::write(texts.0, texts.1, &mut self.text);
        self.counts.added += counts.added;
        self.counts.removed += counts.removed;
    }

    pub(super) fn create(&mut self, path: &PatchPath, bytes: &[u8], mode: GitMode) {
        self.header(path, path);
        self.line(&format!("new file mode {}", mode.as_str()));
        self.body(None, Some(path), (b"", bytes));
    }

    pub(super) fn delete(&mut self, path: &PatchPath, bytes: &[u8], mode: GitMode) {
        self.header(path, path);
        self.line(&format!("deleted file mode {}", mode.as_str()));
        if object::is_binary(bytes) {
            self.line(&format!("index {}..{}", blob_name(bytes), BlobName::NONE));
            self.line(object::EMPTY_LITERAL);
        } else {
            self.body(Some(path), None, (bytes, b""));
        }
    }

    pub(super) fn delete_link(&mut self, path: &PatchPath, target: &[u8]) {
        self.header(path, path);
        self.line(&format!("deleted file mode {}", GitMode::Link.as_str()));
        self.body(Some(path), None, (target, b""));
    }

    pub(super) fn modify(&mut self, path: &PatchPath, texts: (&[u8], &[u8]), modes: (GitMode, GitMode)) {
        if texts.0 == texts.1 && modes.0 == modes.1 {
            return;
        }
        self.header(path, path);
        self.modes(modes);
        self.body(Some(path), Some(path), texts);
    }

    /// Writes a file that was made from another file: `kind` is `rename` or `copy`.
    pub(super) fn relate(
        &mut self,
        kind: &str,
        (old, new): (&PatchPath, &PatchPath),
        texts: (&[u8], &[u8]),
        modes: (GitMode, GitMode),
    ) {
        self.header(old, new);
        self.modes(modes);
        let at = self.text.len();
        self.line(&format!("{kind} from {}", quoted("", old)));
        self.line(&format!("{kind} to {}", quoted("", new)));
        let before = self.counts;
        self.body(Some(old), Some(new), texts);
        let removed = self.counts.removed - before.removed;
        let similarity = format!("similarity index {}%\n", similarity(texts.0, removed));
        self.text.splice(at..at, similarity.into_bytes());
    }

    fn modes(&mut self, (old, new): (GitMode, GitMode)) {
        if old != new {
            self.line(&format!("old mode {}", old.as_str()));
            self.line(&format!("new mode {}", new.as_str()));
        }
    }
}

/// Returns the percentage of the old lines that are kept: 100 only if all are.
fn similarity(old: &[u8], removed: usize) -> usize {
    let lines = old.split_inclusive(|byte| *byte == b'\n').count();
    (lines.saturating_sub(removed) * 100).checked_div(lines).unwrap_or(100)
}

/// Returns the path of one side, as written after `---` or `+++`. A path with a space is followed by a tab, as in git;
/// otherwise the part after the space would be taken for a date.
fn side(prefix: &str, path: Option<&PatchPath>) -> String {
    let Some(path) = path else { return "/dev/null".to_owned() };
    let name = quoted(prefix, path);
    if name.contains(' ') && !name.starts_with('"') { format!("{name}\t") } else { name.into_owned() }
}

/// Returns a path as git writes it: in quotes with C escapes if it would be misread otherwise. Characters outside ASCII
/// are not escaped: `git apply` accepts both forms, and only one is readable.
fn quoted<'a>(prefix: &str, path: &'a PatchPath) -> Cow<'a, str> {
    let path = path.as_str();
    if path.contains(['"', '\\']) {
        let escaped = path.replace('\\', "\\\\").replace('"', "\\\"");
        return Cow::Owned(format!("\"{prefix}{escaped}\""));
    }
    if prefix.is_empty() { Cow::Borrowed(path) } else { Cow::Owned(format!("{prefix}{path}")) }
}
