//! Applies hunks to a file that has changed since they were made: the changes of both sides are merged.
//!
//! The `index` line of a git diff names the text that the hunks were made for. They must match it exactly; their result
//! and the current file are then two changes of one text.

use std::ops::Range;

use super::spelled::SpelledHunks;
use super::update::{apply_unless, located};
use crate::diag::Code;
use crate::ir::{BlobName, Hunk, Matching};
use crate::lang::CommentSyntax;
use crate::plan::done::{EditOutcome, Warning};
use crate::plan::explain::{HunkOwner, own_lines, quoted_lines};
use crate::plan::refusal::Refusal;
use crate::plan::tree::document::Document;
use crate::resolve::lines::{AdditionRule, Agreement, HunkScopes, PlacedSection};
use crate::text::{Buffer, FinalNewline, LineEdits, NewLine, ThreeWay, merge_lines};
use crate::vfs::ReadTree;

/// The hunks of one section, and the text that they were made for.
#[derive(Clone, Copy)]
pub(in crate::plan) struct StaleSection<'h> {
    pub(in crate::plan) owner: HunkOwner<'h>,
    pub(in crate::plan) hunks: &'h [Hunk],
    pub(in crate::plan) additions: AdditionRule,
    pub(in crate::plan) base: &'h BlobName,
    /// The tree, which may know that text.
    pub(in crate::plan) tree: &'h dyn ReadTree,
}

/// The result of merging hunks with a changed file.
enum StaleMerge {
    /// The merged lines: `kept` are the runs that only the file has, and `made` pairs each replaced run of lines of the
    /// file with its replacement.
    Clean { lines: Vec<String>, kept: Vec<Range<usize>>, made: Vec<[Range<usize>; 2]>, end: FinalNewline },
    /// The file already has all changes of the hunks.
    There,
    /// Both change the same lines: the lines in the file, and the text of the file and of the diff there.
    Clash { at: Range<usize>, file: String, diff: String },
}

impl StaleSection<'_> {
    /// Applies the hunks. If one of them has no place, or another place than its number says, their change is merged
    /// into the file, provided that the text that they were made for is known.
    ///
    /// # Errors
    /// The hunks cannot be applied and that text is unknown or does not match them, or both sides change the same
    /// lines.
    pub(in crate::plan) fn apply(self, document: &mut Document<'_>) -> Result<EditOutcome, Refusal> {
        let mut merged = None;
        let is_better = |document: &Document<'_>, found: &PlacedSection<'_>| {
            let is_elsewhere = found.agreement == Agreement::Elsewhere;
            merged = if is_elsewhere { self.merge(document) } else { None };
            merged.as_ref().is_some_and(|merged| !merged.agrees(document, found))
        };
        let applied = apply_unless(document, self.owner, self.hunks, self.additions, is_better);
        let refusal = match applied {
            Ok(Some(done)) => return Ok(done),
            Ok(None) => None,
            Err(refusal) => Some(refusal),
        };
        let name = self.base.as_str();
        let other = format!("`{}` is not the version that the diff was made for (`{name}`)", self.owner.path);
        match (merged.or_else(|| self.merge(document)), refusal) {
            (Some(StaleMerge::Clean { lines, kept, made, end }), _) => {
                let message = format!("{other}; both changes were merged, {}", own_lines(&lines, &kept));
                let matched = made.iter().map(|[own, _]| own.clone());
                let extent = matched.reduce(|all, own| all.start.min(own.start)..all.end.max(own.end));
                document.apply(edits_of(&lines, &made).into_edits(document.buffer(), end));
                let warnings = vec![Warning::MergedFile(message).at(self.hunks[0].place)];
                Ok(EditOutcome {
                    lines: extent,
                    matched: Some("merged".to_owned()),
                    warnings,
                    ..EditOutcome::default()
                })
            }
            (Some(StaleMerge::Clash { file, diff, .. }), refusal) => {
                let message = format!("{other}, and both change the same lines");
                let sides = [format!("the file has {file}"), format!("the diff has {diff}")];
                let mut refusal = refusal
                    .unwrap_or_else(|| Refusal::new(Code::ChangedDefinition, "").at(self.hunks[0].place));
                if let Some(problem) = refusal.problems.first_mut() {
                    problem.code = Code::ChangedDefinition;
                    problem.message = message;
                    problem.help.splice(0..0, sides);
                }
                Err(refusal)
            }
            (None, Some(refusal)) => Err(refusal),
            (Some(StaleMerge::There), Some(refusal)) if refusal.is_of(Code::AlreadyApplied) => Err(refusal),
            (Some(StaleMerge::There) | None, _) => {
                let message = format!("all changes of the diff are already in `{}`", self.owner.path);
                let refusal = Refusal::new(Code::AlreadyApplied, message);
                Err(refusal.with_help("leave the section out").at(self.hunks[0].place))
            }
        }
    }

    /// Merges the change of the hunks with that of the file; returns `None` if the text that they were made for is
    /// unknown, or equals the file.
    fn merge(self, document: &Document<'_>) -> Option<StaleMerge> {
        if self.base.is_of(&document.buffer().encode()) {
            return None;
        }
        let [base, changed] = self.sides()?;
        let [old, theirs, ours] = [&base, &changed, document.buffer()].map(lines_of);
        if old == ours {
            return None;
        }
        let end = final_newline(&base, &changed);
        let ends_so = match document.buffer().has_final_newline() {
            true => end != FinalNewline::Absent,
            false => end != FinalNewline::Present,
        };
        Some(match merge_lines(&old, &ours, &theirs) {
            ThreeWay::Clean { lines, .. } if lines == ours && ends_so => StaleMerge::There,
            ThreeWay::Clean { lines, kept, made } => StaleMerge::Clean { lines, kept, made, end },
            ThreeWay::Clash { ours: own, theirs: other } => {
                let (file, diff) = (quoted_lines(&ours[own.clone()]), quoted_lines(&theirs[other]));
                StaleMerge::Clash { at: own, file, diff }
            }
        })
    }

    /// Returns the text that the hunks were made for, and the result of applying them to it.
    fn sides(self) -> Option<[Buffer; 2]> {
        let bytes = self.tree.blob(self.base).filter(|bytes| self.base.is_of(bytes))?;
        let base = Buffer::share(&bytes).ok()?;
        let SpelledHunks { hunks, takes_mark } = SpelledHunks::of(self.hunks, &base);
        let hunks = hunks.as_deref().unwrap_or(self.hunks);
        let opened = Document::open_for_hunks(&bytes, CommentSyntax::default(), hunks);
        let mut changed = opened.ok()?.with_matching(Matching::Exact);
        let found = located(&mut changed, hunks, &HunkScopes::new(), self.additions).ok()?;
        let final_newline = found.final_newline;
        changed.apply(found.into_edits().into_edits(changed.buffer(), final_newline));
        changed.catch_up();
        (!takes_mark).then(|| [base, changed.buffer().clone()])
    }
}

impl StaleMerge {
    /// Returns whether the hunks at the places that were found for them produce the merged text or, if both change the
    /// same lines, whether a hunk was placed there.
    fn agrees(&self, document: &Document<'_>, found: &PlacedSection<'_>) -> bool {
        match self {
            Self::Clean { lines, .. } => {
                let mut buffer = document.buffer().clone();
                let edits = found.clone().into_edits().into_edits(&buffer, found.final_newline);
                buffer.apply(&edits);
                lines_of(&buffer) == *lines
            }
            Self::There => false,
            Self::Clash { at, .. } => {
                found.places.iter().any(|(place, _)| place.start <= at.end && at.start <= place.end)
            }
        }
    }
}

fn lines_of(buffer: &Buffer) -> Vec<String> {
    (0..buffer.line_count()).map(|line| buffer.line(line).into_owned()).collect()
}

/// Returns the edits that turn the file into the merged text.
fn edits_of<'l>(lines: &'l [String], made: &[[Range<usize>; 2]]) -> LineEdits<'l> {
    let mut edits = LineEdits::default();
    for [own, new] in made {
        own.clone().for_each(|line| edits.remove(line));
        edits.add(own.start, lines[new.clone()].iter().map(|line| NewLine::plain(line.as_str())));
    }
    edits
}

/// Returns how the hunks change the final line ending of the file.
fn final_newline(base: &Buffer, changed: &Buffer) -> FinalNewline {
    match (base.has_final_newline(), changed.has_final_newline()) {
        (true, false) => FinalNewline::Absent,
        (false, true) => FinalNewline::Present,
        _ => FinalNewline::Keep,
    }
}
