//! Groups the changes of a file, each group with context lines.

use std::ops::Range;

use super::{FileText, lines};
use crate::ir::Tag;
use crate::report::diff::lines::{LineChange, changes};

/// Changes near each other, with the context lines around them.
pub(super) struct ChangeGroup<'t> {
    /// The lines with their kinds.
    pub(super) lines: Vec<(Tag, &'t str)>,
    /// The line ranges in the file before and after the change, from 0.
    pub(super) old: Range<usize>,
    pub(super) new: Range<usize>,
}

impl ChangeGroup<'_> {
    /// Returns the lines of one side: all lines except those of the kind `unwanted`.
    pub(super) fn side(&self, unwanted: Tag) -> Vec<String> {
        let lines = self.lines.iter().filter(|(tag, _)| *tag != unwanted);
        lines.map(|(_, text)| (*text).to_owned()).collect()
    }

    /// Returns the lines with their prefixes.
    pub(super) fn body(&self) -> String {
        self.lines.iter().fold(String::new(), |mut text, (tag, line)| {
            text.push(match tag {
                Tag::Context => ' ',
                Tag::Removed => '-',
                Tag::Added => '+',
            });
            text.push_str(line);
            text.push('\n');
            text
        })
    }
}

/// The lines of a file before and after its change.
pub(super) struct BothTexts {
    pub(super) old: Vec<String>,
    pub(super) new: Vec<String>,
}

impl BothTexts {
    pub(super) fn of(file: &FileText) -> Self {
        let side = |bytes: &Option<_>| bytes.as_ref().map_or_else(Vec::new, lines);
        Self { old: side(&file.old), new: side(&file.new) }
    }

    /// Returns the changes with up to `around` context lines on either side.
    pub(super) fn runs(&self, around: usize) -> Vec<ChangeGroup<'_>> {
        let found = changes(&bytes_of(&self.old), &bytes_of(&self.new));
        let is_near = |first: &LineChange, second: &LineChange| {
            second.old.start - first.old.end <= around.saturating_mul(2)
        };
        found.chunk_by(is_near).map(|group| self.run(group, around)).collect()
    }

    fn run<'t>(&'t self, group: &[LineChange], around: usize) -> ChangeGroup<'t> {
        let (first, last) = (&group[0], &group[group.len() - 1]);
        let lead = first.old.start.min(around);
        let trail = (self.old.len() - last.old.end).min(around);
        let old = first.old.start - lead..last.old.end + trail;
        let new = first.new.start - lead..last.new.end + trail;
        let mut lines = Vec::new();
        let mut at = old.start;
        let mut push = |tag, texts: &'t [String]| lines.extend(texts.iter().map(|text| (tag, text.as_str())));
        for change in group {
            push(Tag::Context, &self.old[at..change.old.start]);
            push(Tag::Removed, &self.old[change.old.clone()]);
            push(Tag::Added, &self.new[change.new.clone()]);
            at = change.old.end;
        }
        push(Tag::Context, &self.old[at..old.end]);
        ChangeGroup { lines, old, new }
    }
}

fn bytes_of(lines: &[String]) -> Vec<&[u8]> {
    lines.iter().map(String::as_bytes).collect()
}
