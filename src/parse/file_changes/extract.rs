//! Extracts the directives of a reply as plain values, and the rest of the reply.

use super::kind::DirectiveVerb;
use super::lower::{check, first_path};
use super::split::{EnvelopeItem, split};
use crate::diag::Diagnostic;
use crate::ir::Format;
use crate::parse::detect::find_patch;
use crate::parse::lines::Lines;

/// The directives of one `<FILE_CHANGES>` block.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FileChanges {
    /// The directives, in the order in which they are applied.
    pub directives: Vec<FileDirective>,
}

impl IntoIterator for FileChanges {
    type Item = FileDirective;
    type IntoIter = std::vec::IntoIter<FileDirective>;

    fn into_iter(self) -> Self::IntoIter {
        self.directives.into_iter()
    }
}

impl<'a> IntoIterator for &'a FileChanges {
    type Item = &'a FileDirective;
    type IntoIter = std::slice::Iter<'a, FileDirective>;

    fn into_iter(self) -> Self::IntoIter {
        self.directives.iter()
    }
}

/// One directive. Paths are as written; they are checked when the directive is applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileDirective {
    /// `FILE_NEW`: writes a whole file.
    New {
        /// The path of the file.
        file_path: String,
        /// Its content.
        content: String,
    },
    /// `FILE_PATCH`: changes a file by hunks.
    Patch {
        /// The path of the file.
        file_path: String,
        /// The hunks, as text.
        content: String,
    },
    /// `FILE_APPEND`: adds lines at the end of a file.
    Append {
        /// The path of the file.
        file_path: String,
        /// The lines.
        content: String,
    },
    /// `FILE_RENAME`: moves a file.
    Rename {
        /// The old path.
        from_path: String,
        /// The new path.
        to_path: String,
    },
    /// `FILE_COPY`: copies a file.
    Copy {
        /// The path of the original.
        from_path: String,
        /// The path of the copy.
        to_path: String,
    },
    /// `FILE_DELETE`: removes a file, or a folder with all its contents.
    Delete {
        /// The path of the file or folder.
        file_path: String,
    },
    /// A directive that cannot be parsed; because of it, the whole block is refused when it is applied.
    Fail {
        /// The name of its tag.
        kind: String,
        /// The file that it names, if any.
        file_path: Option<String>,
        /// The reason why it cannot be parsed.
        error_msg: String,
    },
}

impl FileDirective {
    /// Returns the name of its tag.
    #[must_use]
    pub fn kind(&self) -> &str {
        match self {
            Self::New { .. } => "FILE_NEW",
            Self::Patch { .. } => "FILE_PATCH",
            Self::Append { .. } => "FILE_APPEND",
            Self::Rename { .. } => "FILE_RENAME",
            Self::Copy { .. } => "FILE_COPY",
            Self::Delete { .. } => "FILE_DELETE",
            Self::Fail { kind, .. } => kind,
        }
    }

    /// Returns the file that it names; for a move or copy, the original.
    #[must_use]
    pub fn file_path(&self) -> Option<&str> {
        match self {
            Self::New { file_path, .. }
            | Self::Patch { file_path, .. }
            | Self::Append { file_path, .. }
            | Self::Delete { file_path } => Some(file_path),
            Self::Rename { from_path, .. } | Self::Copy { from_path, .. } => Some(from_path),
            Self::Fail { file_path, .. } => file_path.as_deref(),
        }
    }
}

/// Whether to return the text around the block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remainder {
    /// It is not returned.
    Drop,
    /// It is returned, without the block.
    Keep,
}

/// Extracts the directives of the first `<FILE_CHANGES>` block of a text, and if requested, the text around it.
///
/// If the text has no such block, the result contains no directives.
///
/// ```
/// use chunk::parse::file_changes::{FileDirective, Remainder, extract_file_changes};
///
/// let reply = "Gone:\n<FILE_CHANGES>\n<FILE_DELETE file_path=\"old.py\" />\n</FILE_CHANGES>\nDone.\n";
/// let (changes, rest) = extract_file_changes(reply, Remainder::Keep)?;
/// assert_eq!(changes.directives, [FileDirective::Delete { file_path: "old.py".into() }]);
/// assert_eq!(rest.as_deref(), Some("Gone:\n\nDone.\n"));
/// # Ok::<(), chunk::diag::Diagnostic>(())
/// ```
///
/// # Errors
/// Fails if a closing tag is missing: the text may be truncated.
pub fn extract_file_changes(
    text: &str,
    remainder: Remainder,
) -> Result<(FileChanges, Option<String>), Diagnostic> {
    let found = find_patch(Lines::new(text, 1), Some(Format::FileChanges))?;
    let block = found.parts.first().copied().filter(|lines| begins_block(*lines));
    let (directives, cut) = match block {
        Some(lines) => (split(lines)?.directives.iter().map(read).collect(), lines.text()),
        None => (Vec::new(), ""),
    };
    let rest = (remainder == Remainder::Keep).then(|| without(text, cut));
    Ok((FileChanges { directives }, rest))
}

fn begins_block(lines: Lines<'_>) -> bool {
    lines.peek().is_some_and(|line| super::is_root_open(line.text))
}

/// Returns the text without a part of it.
fn without(text: &str, part: &str) -> String {
    // Both are slices of one allocation, so the difference of their addresses is the offset of the part.
    let start = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize);
    match start.filter(|start| !part.is_empty() && start + part.len() <= text.len()) {
        Some(start) => format!("{}{}", &text[..start], &text[start + part.len()..]),
        None => text.to_owned(),
    }
}

fn read(directive: &EnvelopeItem<'_>) -> FileDirective {
    let checked = match check(directive) {
        Ok(checked) => checked,
        Err(problem) => return fail(directive, problem),
    };
    let path = checked.path.to_owned();
    let to_path = checked.to.unwrap_or_default().to_owned();
    let content = || directive.body.map_or(String::new(), content_of);
    match checked.verb {
        DirectiveVerb::New => FileDirective::New { file_path: path, content: content() },
        DirectiveVerb::Patch => FileDirective::Patch { file_path: path, content: content() },
        DirectiveVerb::Append => FileDirective::Append { file_path: path, content: content() },
        DirectiveVerb::Rename => FileDirective::Rename { from_path: path, to_path },
        DirectiveVerb::Copy => FileDirective::Copy { from_path: path, to_path },
        DirectiveVerb::Delete => FileDirective::Delete { file_path: path },
    }
}

/// Returns the lines of a content with the line endings that they have in the file.
fn content_of(body: Lines<'_>) -> String {
    let mut content = String::with_capacity(body.text().len() + 1);
    for line in body {
        content.push_str(line.text);
        content.push_str(if line.crlf { "\r\n" } else { "\n" });
    }
    content
}

fn fail(directive: &EnvelopeItem<'_>, problem: Diagnostic) -> FileDirective {
    let path = first_path(directive);
    FileDirective::Fail {
        kind: directive.name.to_owned(),
        file_path: (!path.is_empty()).then(|| path.to_owned()),
        error_msg: problem.message,
    }
}
