//! Git diffs and unified diffs.
//!
//! A diff consists of sections, one for each file, with prose before, between and after them. `read_sections` separates
//! them, and `lower` determines what each one does. The prefixes `a/` and `b/` are stripped from paths here; whether
//! another first component must be stripped depends on the tree, and is decided by the planner.

mod git;
mod lower;
mod mail;
mod name;
mod order;
mod paths;
mod reverse;
pub(super) mod start;

use self::git::GitHeader;
use self::name::FileName;
use self::start::is_pair;
use super::ReadOptions;
use super::detect::find_foreign_mark;
use super::hunk::{begins_section, is_half_a_header, is_hunk_header, read_hunks};
use super::lines::{Line, Lines};
use super::problem::{malformed, quote};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Hunk, Patch};

/// The section of a diff for one file.
#[derive(Debug, Default)]
struct FileSection {
    /// The line number in the patch at which it begins.
    line: usize,
    /// Whether only blank lines are between it and the previous section, so that both belong to one diff.
    is_joined: bool,
    /// The git header above the hunks; empty in other diffs.
    git: GitHeader,
    /// The names after `---` and `+++`.
    names: Option<(FileName, FileName)>,
    /// Whether the section has an `@@` line.
    has_hunks: bool,
    /// Its hunks.
    hunks: Vec<Hunk>,
}

/// What the prose around the sections may contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AllowedProse {
    /// Anything, since the user named the format.
    Anything,
    /// Nothing that begins a patch of another format.
    NoOtherFormat,
}

/// Parses the diffs in some parts of a text, as one patch.
///
/// # Errors
/// Returns all problems of all sections.
pub(super) fn parse(parts: &[Lines<'_>], reading: ReadOptions) -> Result<Patch, Vec<Diagnostic>> {
    let prose = if reading.format.is_some() { AllowedProse::Anything } else { AllowedProse::NoOtherFormat };
    let mut reader = DiffReader { prose, ..DiffReader::default() };
    for part in parts {
        reader.read_sections(*part);
        reader.finish_section();
    }
    let first_line = parts.first().map_or(1, Lines::number);
    lower::lower(reader.sections, reader.problems, first_line, reading)
}

/// Collects sections, and continues after problems so that one run reports all of them.
struct DiffReader {
    prose: AllowedProse,
    /// Whether only blank lines are between the last section and the current line.
    is_joined: bool,
    open: Option<FileSection>,
    sections: Vec<FileSection>,
    problems: Vec<Diagnostic>,
}

impl Default for DiffReader {
    fn default() -> Self {
        Self {
            prose: AllowedProse::NoOtherFormat,
            is_joined: false,
            open: None,
            sections: Vec::new(),
            problems: Vec::new(),
        }
    }
}

impl DiffReader {
    fn read_sections(&mut self, mut lines: Lines<'_>) {
        while let Some(line) = lines.peek() {
            if let Some(behind) = mail::behind_message(lines) {
                self.finish_section();
                self.is_joined = false;
                lines = behind;
            } else if is_hunk_header(line.text) {
                self.read_hunks(&mut lines, line);
            } else if is_pair(lines) {
                self.read_pair(&mut lines);
            } else {
                self.read_other(lines, line);
                lines.skip_line();
            }
        }
    }

    fn finish_section(&mut self) {
        self.sections.extend(self.open.take());
    }

    /// Returns the section to which a header line belongs: the open section, if it has neither names nor hunks yet.
    fn open_header(&mut self, line: usize) -> &mut FileSection {
        if self.open.as_ref().is_some_and(|section| section.names.is_some() || section.has_hunks) {
            self.finish_section();
        }
        self.open.get_or_insert_with(|| FileSection { line, ..FileSection::default() })
    }

    fn read_pair(&mut self, lines: &mut Lines<'_>) {
        let (Some(first), Some(second)) = (lines.next(), lines.next()) else { return };
        if lines.peek().is_some_and(|line| line.text.starts_with("***************")) {
            let problem = malformed(first.number, "this is a context diff");
            self.problems.push(problem.with_help("make a unified diff: `diff -u`"));
            self.finish_section();
            return;
        }
        let names = (name::read_name(&first.text[4..]), name::read_name(&second.text[4..]));
        self.open_header(first.number).names = Some(names);
        lines.skip_blank();
    }

    fn read_hunks(&mut self, lines: &mut Lines<'_>, first: Line<'_>) {
        if first.text.starts_with("@@@ -") {
            self.problems.push(combined_diff(first));
        }
        let hunks = read_hunks(lines);
        match &mut self.open {
            Some(section) => {
                section.has_hunks = true;
                section.hunks.extend(hunks);
            }
            None => self.problems.push(
                malformed(first.number, format!("the hunk {} belongs to no file", quote(first.text)))
                    .with_help("put `--- a/path` and `+++ b/path` above it"),
            ),
        }
    }

    /// Parses a line that is neither `@@` nor part of a header pair: a line of git, or prose.
    fn read_other(&mut self, lines: Lines<'_>, line: Line<'_>) {
        if line.text.starts_with("diff --git ") {
            self.finish_section();
            let git = GitHeader::begin(line.text);
            let is_joined = std::mem::replace(&mut self.is_joined, true);
            self.open = Some(FileSection { line: line.number, is_joined, git, ..FileSection::default() });
        } else if line.text.starts_with("diff --cc ") || line.text.starts_with("diff --combined ") {
            self.problems.push(combined_diff(line));
        } else if is_half_a_header(lines) {
            self.problems.push(half_a_header(line));
        } else if git::begins_headless(lines) {
            self.open_header(line.number).git.read_line(line.text);
        } else if self.is_headless_hunk(line) {
            self.problems.push(
                malformed(line.number, format!("{} is above the first `@@` of its file", quote(line.text)))
                    .with_help("put `@@` on a line of its own above each hunk"),
            );
            self.finish_section();
        } else if self.read_git_line(line) {
            // The line has been parsed.
        } else if begins_section(lines) {
            // `diff -u old new` or `Index: x`: another file follows.
            self.finish_section();
            self.is_joined = false;
        } else {
            self.is_joined &= line.is_blank();
            self.look_for_other_formats(lines, line);
        }
    }

    /// Returns whether a line is a removed or added line between `+++` and the first `@@`.
    fn is_headless_hunk(&self, line: Line<'_>) -> bool {
        let waits_for_hunks =
            self.open.as_ref().is_some_and(|section| section.names.is_some() && !section.has_hunks);
        waits_for_hunks && line.text.starts_with(['+', '-'])
    }

    /// Parses a line of a git header that is still open; returns `false` if it is not one.
    fn read_git_line(&mut self, line: Line<'_>) -> bool {
        let open = self.open.as_mut().filter(|section| !section.has_hunks);
        open.is_some_and(|section| section.git.read_line(line.text))
    }

    fn look_for_other_formats(&mut self, lines: Lines<'_>, line: Line<'_>) {
        if self.prose == AllowedProse::Anything {
            return;
        }
        if let Some(format) = find_foreign_mark(lines) {
            self.problems.push(
                Diagnostic::error(
                    Code::UnknownFormat,
                    format!(
                        "the text contains a diff and, on line {}, a patch in the format {}",
                        line.number,
                        format.as_str()
                    ),
                )
                .at(crate::diag::PatchPlace::new(line.number, 1))
                .with_help("pass `--format unified` to apply only the diff"),
            );
        }
    }
}

fn combined_diff(line: Line<'_>) -> Diagnostic {
    malformed(line.number, "this is the combined diff of a merge, which has several old sides")
        .with_help("make a diff against one parent: `git diff HEAD^1 HEAD`")
}

fn half_a_header(line: Line<'_>) -> Diagnostic {
    let (found, missing) = if line.text.starts_with('-') { ("---", "+++") } else { ("+++", "---") };
    malformed(line.number, format!("the `{found}` line has no `{missing}` line next to it"))
        .with_help("put `--- a/path` and `+++ b/path` above each file's hunks")
}

#[cfg(test)]
mod tests;
