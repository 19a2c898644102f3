//! Patches as plain lists of file operations, for callers that apply them themselves.

use crate::diag::{Diagnostic, PatchPlace};
use crate::ir::{Action, Destination, Format, Hunk, HunkLine, Operation, Patch, Payload};

use super::problem::malformed;

/// The change of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FilePatch {
    /// Creates a file.
    Add {
        /// The path of the file.
        path: String,
        /// Its content.
        content: String,
    },
    /// Removes a file.
    Delete {
        /// The path of the file.
        path: String,
    },
    /// Changes a file, and may move it.
    Update {
        /// The path of the file.
        path: String,
        /// The changes; empty for a mere move.
        chunks: Vec<Chunk>,
        /// The new path of the file, if it is moved.
        move_path: Option<String>,
    },
}

/// Lines to find in a file, and their replacement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// The lines to find.
    pub old: Vec<String>,
    /// The replacement.
    pub next: Vec<String>,
    /// A line above them, which selects one of several places.
    pub ctx: Option<String>,
    /// Whether the lines must be at the end of the file.
    pub eof: bool,
    /// The same change with everything that the patch says about it: [`patch_chunks`](crate::plan::patch_chunks)
    /// applies it.
    pub hunk: Hunk,
}

impl From<Chunk> for Hunk {
    fn from(chunk: Chunk) -> Self {
        chunk.hunk
    }
}

/// Parses a diff or a `*** Begin Patch` envelope into file operations, without reading any file.
///
/// ```
/// use chunk::parse::{file_patch::FilePatch, parse_patch};
///
/// let patch = "*** Begin Patch\n*** Add File: src/bar.ts\n+export const bar = 42\n*** End Patch\n";
/// let expected = FilePatch::Add { path: "src/bar.ts".into(), content: "export const bar = 42\n".into() };
/// assert_eq!(parse_patch(patch), Ok(vec![expected]));
/// ```
///
/// # Errors
/// Fails if the text is in another format or malformed, or if it does something that cannot be expressed as a
/// [`FilePatch`], such as a copy.
pub fn parse_patch(input: &str) -> Result<Vec<FilePatch>, Vec<Diagnostic>> {
    let patch = super::parse(input.as_bytes(), None)?;
    match patch.format {
        Format::Unified | Format::ApplyPatch => read(patch),
        Format::Chunk | Format::FileChanges | Format::SearchReplace | Format::JsonEdits => {
            let message = format!("the text is a patch in the format {}", patch.format.as_str());
            Err(vec![malformed(1, message).with_help("pass a diff or a `*** Begin Patch` envelope")])
        }
    }
}

fn read(patch: Patch) -> Result<Vec<FilePatch>, Vec<Diagnostic>> {
    let mut problems = Vec::new();
    let mut found = Vec::with_capacity(patch.operations.len());
    for operation in patch.operations {
        match read_operation(operation) {
            Ok(file_patch) => found.push(file_patch),
            Err(problem) => problems.push(problem),
        }
    }
    if problems.is_empty() { Ok(found) } else { Err(problems) }
}

fn read_operation(operation: Operation) -> Result<FilePatch, Diagnostic> {
    let reference = operation.reference();
    let path = operation.path.to_string();
    match operation.action {
        Action::Create { payload, .. } => Ok(FilePatch::Add { path, content: to_text(&payload) }),
        Action::Delete { .. } => Ok(FilePatch::Delete { path }),
        Action::Update { hunks, to: Destination::Stay, .. } => Ok(update(path, hunks, None)),
        Action::Update { hunks, to: Destination::Move(to), .. } => {
            Ok(update(path, hunks, Some(to.to_string())))
        }
        Action::Update { to: Destination::Copy(_), .. }
        | Action::Edit { .. }
        | Action::Substitute(_)
        | Action::Exchange(_)
        | Action::RenameSymbol(_)
        | Action::MoveSymbol { .. } => {
            let PatchPlace { line, .. } = operation.origin.place;
            Err(malformed(
                line,
                format!("the operation on `{path}` is not an addition, deletion, update or move"),
            )
            .of(reference))
        }
    }
}

fn to_text(payload: &Payload) -> String {
    let mut text = String::new();
    for (at, line) in payload.lines.iter().enumerate() {
        text.push_str(line);
        if at + 1 < payload.lines.len() || !payload.no_final_newline {
            text.push_str(if payload.crlf.get(at) == Some(&true) { "\r\n" } else { "\n" });
        }
    }
    text
}

fn update(path: String, hunks: Vec<Hunk>, move_path: Option<String>) -> FilePatch {
    FilePatch::Update { path, chunks: hunks.into_iter().map(read_hunk).collect(), move_path }
}

fn read_hunk(hunk: Hunk) -> Chunk {
    let text = |line: &HunkLine| line.text.to_string();
    Chunk {
        old: hunk.old().map(text).collect(),
        next: hunk.new_side().map(text).collect(),
        ctx: hunk.anchors.last().cloned(),
        eof: hunk.at_end,
        hunk,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Code;

    #[track_caller]
    fn check(patch: &str, expected: &str) {
        let found = parse_patch(patch).map(|found| found.iter().map(describe).collect::<Vec<_>>().join("; "));
        let found = found.unwrap_or_else(|problems| problems[0].message.clone());
        assert_eq!(found, expected);
    }

    fn describe(found: &FilePatch) -> String {
        match found {
            FilePatch::Add { path, content } => format!("add {path} {content:?}"),
            FilePatch::Delete { path } => format!("delete {path}"),
            FilePatch::Update { path, chunks, move_path } => {
                let chunks = chunks.iter().map(|chunk| {
                    let Chunk { old, next, ctx, eof, .. } = chunk;
                    format!(" {old:?} -> {next:?} {ctx:?} {eof}")
                });
                format!("update {path} to {move_path:?}{}", chunks.collect::<String>())
            }
        }
    }

    #[test]
    fn both_formats_become_the_same_plain_values() {
        let update = "update a to Some(\"b\") [\"x\", \"y\"] -> [\"x\", \"z\"] Some(\"top\") false";
        check("--- a/a\n+++ b/b\n@@ -1,2 +1,2 @@ top\n x\n-y\n+z\n", update);
        check(
            "*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@ top\n x\n-y\n+z\n*** End Patch\n",
            update,
        );
        check(
            "cat <<'EOF'\n*** Begin Patch\n*** Update File: a\n@@\n-y\n+z\n*** End of File\n*** Delete File: d\n*** End Patch\nEOF\n",
            "update a to None [\"y\"] -> [\"z\"] None true; delete d",
        );
    }

    #[test]
    fn added_files_keep_their_last_lines() {
        let header = "--- /dev/null\n+++ b/a\n@@ -0,0 +1,2 @@\n";
        check(&format!("{header}+x\n+\n"), "add a \"x\\n\\n\"");
        check(&format!("{header}+x\n+\n\\ No newline at end of file\n"), "add a \"x\\n\"");
    }

    #[test]
    fn what_is_no_list_of_file_operations_is_refused() {
        check(
            "diff --git a/a b/b\nsimilarity index 100%\ncopy from a\ncopy to b\n",
            "the operation on `a` is not an addition, deletion, update or move",
        );
        check("operations: []\n", "the text is a patch in the format chunk");
        check("*** Begin Patch\n*** End Patch\n", "the envelope has no operation");
        let problems = parse_patch("").expect_err("nothing is no patch");
        assert_eq!(problems[0].code, Code::UnknownFormat);
    }
}
