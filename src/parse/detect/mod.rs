//! Detects the format, and removes what is around a patch.
//!
//! The text is read once from the top. A line at column 0 that only one format has is its mark; everything within the
//! patch that begins there is content, so that a payload may contain fences, diffs and envelopes. Fences and heredocs
//! are only recognized outside of patches.

mod heredoc;
mod mark;

pub(super) use self::mark::find_foreign_mark;

use self::heredoc::{closes_heredoc, opened_heredoc};
use self::mark::{begins_operation, find_hint, find_mark, is_operations_key, is_root_key};
use super::fence::Fence;
use super::lines::{Line, Lines};
use super::problem::{malformed, quote};
use super::{apply_patch, file_changes, json_edits, search_replace};
use crate::diag::{Code, Diagnostic, PatchPlace};
use crate::ir::Format;

/// The patch found in a text.
#[derive(Debug)]
pub(super) struct Detected<'a> {
    /// The format.
    pub(super) format: Format,
    /// The parts of the patch; only diffs, blocks and edits may have several.
    pub(super) parts: Vec<Lines<'a>>,
    /// Warnings for the user.
    pub(super) warnings: Vec<Diagnostic>,
}

/// A patch inside a text.
#[derive(Debug, Clone, Copy)]
struct EmbeddedPatch<'a> {
    format: Format,
    /// The line number of its mark.
    line: usize,
    lines: Lines<'a>,
    /// Whether it is in a fence or a heredoc.
    is_wrapped: bool,
}

/// Finds the patch in a text.
///
/// # Errors
/// Fails if there is none or several, or if it is truncated.
pub(super) fn find_patch(lines: Lines<'_>, format: Option<Format>) -> Result<Detected<'_>, Diagnostic> {
    let mut warnings = Vec::new();
    let blocks = find_blocks(lines, format, &mut warnings)?;
    let Some(first) = blocks.first() else {
        return match format {
            Some(format) => Ok(Detected { format, parts: vec![lines], warnings }),
            None => Err(nothing_found(lines)),
        };
    };
    if let Some(other) = blocks.iter().find(|block| block.format != first.format) {
        return Err(two_formats(first, other));
    }
    choose(first, &blocks, warnings)
}

/// Determines which of several patches in one format count.
fn choose<'a>(
    first: &EmbeddedPatch<'a>,
    blocks: &[EmbeddedPatch<'a>],
    mut warnings: Vec<Diagnostic>,
) -> Result<Detected<'a>, Diagnostic> {
    let mut parts = vec![first.lines];
    if let Some(second) = blocks.get(1) {
        match first.format {
            Format::ApplyPatch => return Err(two_envelopes(first, second)),
            Format::Chunk => return Err(two_documents(first, second)),
            Format::FileChanges => warnings.push(only_the_first(first, second)),
            // Each part begins where the one before ends.
            Format::SearchReplace | Format::JsonEdits => {
                parts = blocks.iter().map(|block| block.lines).collect();
            }
            Format::Unified => {
                if let Some(outside) = blocks.iter().find(|block| !block.is_wrapped) {
                    return Err(inside_and_outside(first, outside));
                }
                parts = blocks.iter().map(|block| block.lines).collect();
            }
        }
    }
    Ok(Detected { format: first.format, parts, warnings })
}

/// Returns all patches of a text: by their marks or, if there are none, by hints.
fn find_blocks<'a>(
    lines: Lines<'a>,
    format: Option<Format>,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Vec<EmbeddedPatch<'a>>, Diagnostic> {
    let is_wanted = |found: &Format| format.is_none_or(|format| format == *found);
    let whole = EmbeddedPatch { format: Format::Chunk, line: lines.number(), lines, is_wrapped: false };
    let may_be_chunk = is_wanted(&Format::Chunk) && begins_with_root_key(lines);
    // In this case it is never unwrapped, whatever fences its texts contain.
    if may_be_chunk && lines.into_iter().any(|line| is_operations_key(line.text)) {
        return Ok(vec![whole]);
    }
    if is_wanted(&Format::Chunk) && first_line(lines).is_some_and(begins_operation) {
        return Ok(vec![whole]);
    }
    let by_mark = |lines: Lines<'a>| find_mark(lines).filter(is_wanted);
    let blocks = Scanner::new(lines).find_blocks(by_mark, warnings)?;
    if !blocks.is_empty() {
        return Ok(blocks);
    }
    if may_be_chunk {
        return Ok(vec![whole]);
    }
    let headless = apply_patch::find_headless(lines);
    let by_hint = |lines: Lines<'a>| {
        let envelope = (headless == Some(lines.number())).then_some(Format::ApplyPatch);
        envelope.or_else(|| find_hint(lines)).filter(is_wanted)
    };
    let blocks = Scanner::new(lines).find_blocks(by_hint, warnings)?;
    if !blocks.is_empty() {
        return Ok(blocks);
    }
    match find_margin(lines) {
        Some(margin) => Scanner::new(lines.with_margin(margin)).find_blocks(by_mark, warnings),
        None => Ok(Vec::new()),
    }
}

/// Returns whether the first line of a text, apart from `---`, is a root key of CHUNK.
fn begins_with_root_key(lines: Lines<'_>) -> bool {
    first_line(lines).and_then(|lines| lines.peek()).is_some_and(|line| is_root_key(line.text))
}

/// Returns the lines of a text from the first one that is neither blank nor `---`.
fn first_line(mut lines: Lines<'_>) -> Option<Lines<'_>> {
    while let Some(line) = lines.peek() {
        if !line.is_blank() && line.text.trim_end() != "---" {
            return Some(lines);
        }
        lines.skip_line();
    }
    None
}

/// Returns the indentation of the first envelope, for an envelope that is indented as a whole.
fn find_margin(lines: Lines<'_>) -> Option<usize> {
    lines.into_iter().map(|line| line.text).find_map(|text| {
        let inner = text.trim_start_matches(' ');
        let is_envelope = apply_patch::is_begin(inner) || file_changes::is_root_open(inner);
        is_envelope.then(|| text.len() - inner.len())
    })
}

/// Reads a text from the top, and keeps track of what is open around the next line.
struct Scanner<'a> {
    lines: Lines<'a>,
    /// The whole text.
    outer: Lines<'a>,
    fence: Option<Fence>,
    heredoc: Option<Heredoc<'a>>,
    /// The lines from the point at which the last fence or heredoc was opened or closed.
    inner: Lines<'a>,
    /// The lines after the last patch.
    behind: Lines<'a>,
    /// The number of characters of the last line that is not a mark.
    line_length: usize,
}

#[derive(Debug, Clone, Copy)]
struct Heredoc<'a> {
    word: &'a str,
    line: usize,
    /// Whether a patch was found in it.
    holds_patch: bool,
}

impl<'a> Scanner<'a> {
    fn new(lines: Lines<'a>) -> Self {
        Self { lines, outer: lines, fence: None, heredoc: None, inner: lines, behind: lines, line_length: 0 }
    }

    fn find_blocks(
        mut self,
        mark: impl Fn(Lines<'a>) -> Option<Format>,
        warnings: &mut Vec<Diagnostic>,
    ) -> Result<Vec<EmbeddedPatch<'a>>, Diagnostic> {
        let mut blocks = Vec::new();
        while let Some(line) = self.lines.peek() {
            if self.close_wrapping(line) {
                continue;
            }
            match mark(self.lines) {
                Some(format) => blocks.push(self.take_block(format, line, warnings)?),
                None => self.open_wrapping(line),
            }
        }
        match self.heredoc.filter(|heredoc| heredoc.holds_patch) {
            Some(heredoc) => Err(unclosed_heredoc(&heredoc)),
            None => Ok(blocks),
        }
    }

    fn is_wrapped(&self) -> bool {
        self.fence.is_some() || self.heredoc.is_some()
    }

    /// Skips a line that closes a fence or heredoc; returns `false` if it closes nothing.
    fn close_wrapping(&mut self, line: Line<'a>) -> bool {
        if self.heredoc.is_some_and(|heredoc| closes_heredoc(line.text, heredoc.word)) {
            self.heredoc = None;
        } else if self.fence.is_some_and(|fence| fence.is_closed_by(line.text)) {
            if self.heredoc.is_some_and(|heredoc| heredoc.holds_patch) {
                // The error is reported at the end of the text.
                return false;
            }
            self.fence = None;
            self.heredoc = None;
        } else {
            return false;
        }
        self.lines.skip_line();
        if self.fence.is_none() {
            self.lines = self.lines.with_margin_of(&self.outer);
        }
        self.inner = self.lines;
        true
    }

    /// Skips a line that is not a mark, and records what it opens.
    fn open_wrapping(&mut self, line: Line<'a>) {
        self.lines.skip_line();
        let above = std::mem::replace(&mut self.line_length, line.text.chars().count());
        if self.is_wrapped() && self.heredoc.is_some() {
            return;
        }
        if let Some(word) = opened_heredoc(line.text) {
            self.heredoc = Some(Heredoc { word, line: line.number, holds_patch: false });
            self.inner = self.lines;
        } else if self.fence.is_none()
            && let Some(fence) =
                Fence::opened_by(line.text).filter(|fence| !fence.underlines(line.text, above))
        {
            self.lines = self.lines.with_margin(fence.margin);
            self.fence = Some(fence);
            self.inner = self.lines;
        }
    }

    /// Consumes the patch whose mark is the next line.
    fn take_block(
        &mut self,
        format: Format,
        line: Line<'a>,
        warnings: &mut Vec<Diagnostic>,
    ) -> Result<EmbeddedPatch<'a>, Diagnostic> {
        let start = self.lines;
        let end = match format {
            Format::ApplyPatch => apply_patch::find_end(start).ok_or_else(|| unclosed_envelope(line))?,
            Format::FileChanges => file_changes::find_end(start)?,
            Format::SearchReplace => search_replace::find_end(start)?,
            Format::JsonEdits => json_edits::find_end(start)?,
            Format::Unified | Format::Chunk => self.find_end_of_wrapping(start, warnings)?,
        };
        if let Some(heredoc) = &mut self.heredoc {
            heredoc.holds_patch = true;
        }
        let behind = std::mem::replace(&mut self.behind, end);
        self.lines = end;
        let own = start.until(&end).on_their_own();
        let start = match format {
            Format::ApplyPatch | Format::FileChanges | Format::JsonEdits => start,
            // The file name precedes the block.
            Format::SearchReplace => behind.with_margin_of(&start),
            // A hunk above the first header must not be lost.
            Format::Unified => self.inner,
            // Prose around a patch that is not wrapped is refused by its parser.
            Format::Chunk if self.is_wrapped() => self.inner,
            Format::Chunk => self.outer,
        };
        let lines = start.until(&end).with_ends_of(&own);
        Ok(EmbeddedPatch { format, line: line.number, lines, is_wrapped: self.is_wrapped() })
    }

    /// Returns the end of the fence or heredoc around a patch whose format has no end mark: the end of the text, if
    /// nothing is open.
    fn find_end_of_wrapping(
        &self,
        mut lines: Lines<'a>,
        warnings: &mut Vec<Diagnostic>,
    ) -> Result<Lines<'a>, Diagnostic> {
        if !self.is_wrapped() {
            return Ok(lines.behind_bytes(lines.text().len()));
        }
        while let Some(line) = lines.peek() {
            let closes_heredoc = self.heredoc.is_some_and(|heredoc| closes_heredoc(line.text, heredoc.word));
            if closes_heredoc || self.fence.is_some_and(|fence| fence.is_closed_by(line.text)) {
                break;
            }
            lines.skip_line();
        }
        if self.heredoc.is_none() && self.fence.is_some() && lines.peek().is_none() {
            warnings.push(unclosed_fence(self.inner.number().saturating_sub(1)));
        }
        Ok(lines)
    }
}

fn unclosed_heredoc(heredoc: &Heredoc<'_>) -> Diagnostic {
    let message = format!("the heredoc has no closing `{}`: the patch may be cut off", heredoc.word);
    malformed(heredoc.line, message)
        .with_help(format!("send the whole patch, with `{}` on a line of its own below it", heredoc.word))
}

fn unclosed_envelope(line: Line<'_>) -> Diagnostic {
    malformed(line.number, "the envelope has no `*** End Patch`: the patch may be cut off")
        .with_help("send the whole patch, with `*** End Patch` as its last line")
}

fn unclosed_fence(line: usize) -> Diagnostic {
    let message = "the Markdown fence around the patch is not closed: the patch may be cut off";
    Diagnostic::warning(Code::Malformed, message).at(PatchPlace::new(line, 1))
}

fn unknown(line: usize, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::UnknownFormat, message).at(PatchPlace::new(line, 1))
}

fn nothing_found(mut lines: Lines<'_>) -> Diagnostic {
    lines.skip_blank();
    if lines.peek().is_none() {
        return unknown(1, "the patch is empty");
    }
    if let Some(file) = lines.into_iter().find(|line| apply_patch::begins_file(line.text)) {
        let message = format!(
            "{} has no `*** Begin Patch` above it: the patch may be cut off",
            quote(file.text.trim())
        );
        return unknown(file.number, message)
            .with_help("put `*** Begin Patch` above it, and `*** End Patch` as the last line");
    }
    if let Some(hunk) = lines.into_iter().find(|line| line.text.starts_with("@@")) {
        return unknown(hunk.number, "the text has hunks, but nothing says which file they change")
            .with_help("put `--- a/path` and `+++ b/path` above the first hunk");
    }
    let unread = unknown(lines.number(), "the text is not a patch in any of the formats");
    if let Some((key, meant)) = json_edits::slipped_key(lines) {
        return unread.with_help(format!("did you mean `{meant}` in place of `{key}`?"));
    }
    unread.with_help(
        "begin with `operations:` (CHUNK), `--- a/path` (a diff), `*** Begin Patch`, `<FILE_CHANGES>`, `<<<<<<< SEARCH`, or JSON with \
         `path`, `old_string` and `new_string`, at column 0",
    )
}

fn two_formats(first: &EmbeddedPatch<'_>, other: &EmbeddedPatch<'_>) -> Diagnostic {
    let names = (first.format.as_str(), other.format.as_str());
    let message = format!(
        "the text contains a patch in the format {} on line {} and one in the format {} on line {}",
        names.0, first.line, names.1, other.line
    );
    unknown(other.line, message).with_help(format!("pass `--format {}` or `--format {}`", names.0, names.1))
}

fn two_envelopes(first: &EmbeddedPatch<'_>, second: &EmbeddedPatch<'_>) -> Diagnostic {
    let message = format!(
        "the text contains two `*** Begin Patch` envelopes, on lines {} and {}",
        first.line, second.line
    );
    unknown(second.line, message).with_help(
        "put all operations into one envelope; if the text is another format, say so with `--format`",
    )
}

fn two_documents(first: &EmbeddedPatch<'_>, second: &EmbeddedPatch<'_>) -> Diagnostic {
    let message = format!("the text contains two CHUNK patches, on lines {} and {}", first.line, second.line);
    malformed(second.line, message).with_help("put all operations into one `operations:` list")
}

fn inside_and_outside(first: &EmbeddedPatch<'_>, outside: &EmbeddedPatch<'_>) -> Diagnostic {
    let message = format!(
        "the text contains a diff in a fence, on line {}, and one outside it, on line {}",
        first.line, outside.line
    );
    malformed(outside.line, message).with_help("put the whole diff into one fence, or into none")
}

fn only_the_first(first: &EmbeddedPatch<'_>, second: &EmbeddedPatch<'_>) -> Diagnostic {
    let message = format!(
        "only the `<FILE_CHANGES>` block on line {} was applied: the one on line {} was ignored",
        first.line, second.line
    );
    Diagnostic::warning(Code::Malformed, message).at(PatchPlace::new(second.line, 1))
}

#[cfg(test)]
mod tests;
