//! Edits that consist of an old text and a new text, and identify their place by nothing else.

use similar::DiffOp;

use crate::diag::PatchPlace;
use crate::ir::{
    Bounds, Count, FileSet, Fragment, Hunk, HunkLine, PatternSyntax, Payload, Region, Substitution, Tag,
};
use crate::text::{Method, align};

/// The number of lines above which texts are not compared line by line: the cost may be the product of their lengths.
const MAX_COMPARED_LEN: usize = 4_000;

/// A line of one of the texts, and its line number in the patch.
pub(super) type PatchLine<'a> = (&'a str, usize);

/// Returns the edit as a hunk; `None` if the old text has only blank lines, or if nothing changes.
pub(super) fn as_hunk(old: &[PatchLine<'_>], new: &[PatchLine<'_>], place: PatchPlace) -> Option<Hunk> {
    let is_same = old.iter().map(|row| row.0).eq(new.iter().map(|row| row.0));
    if is_same || old.iter().all(|row| row.0.trim().is_empty()) {
        return None;
    }
    let equal = |(left, right): &(&PatchLine<'_>, &PatchLine<'_>)| left.0 == right.0;
    let head = old.iter().zip(new).take_while(equal).count();
    let most = old.len().min(new.len()) - head;
    let tail = old.iter().rev().zip(new.iter().rev()).take(most).take_while(equal).count();
    let (old_end, new_end) = (old.len() - tail, new.len() - tail);
    let mut lines = Vec::with_capacity(old.len() + new_end - head);
    push(&mut lines, Tag::Context, &old[..head]);
    compare(&mut lines, &old[head..old_end], &new[head..new_end]);
    push(&mut lines, Tag::Context, &old[old_end..]);
    Some(Hunk { lines, place, ..Hunk::default() })
}

fn compare(lines: &mut Vec<HunkLine>, old: &[PatchLine<'_>], new: &[PatchLine<'_>]) {
    if old.len().max(new.len()) > MAX_COMPARED_LEN {
        push(lines, Tag::Removed, old);
        push(lines, Tag::Added, new);
        return;
    }
    let texts = |rows: &[PatchLine<'_>]| rows.iter().map(|row| row.0.to_owned()).collect::<Vec<_>>();
    for op in align(Method::Patience, &texts(old), &texts(new)) {
        if let DiffOp::Equal { .. } = op {
            push(lines, Tag::Context, &old[op.old_range()]);
            continue;
        }
        push(lines, Tag::Removed, &old[op.old_range()]);
        push(lines, Tag::Added, &new[op.new_range()]);
    }
}

fn push(lines: &mut Vec<HunkLine>, tag: Tag, rows: &[PatchLine<'_>]) {
    lines.extend(rows.iter().map(|(text, line)| HunkLine::new(tag, *text, *line)));
}

/// Returns the edit as a substitution of parts of lines, with the required number of matches.
pub(super) fn as_parts(find: Fragment, replace: Fragment, count: Count, bounds: Bounds) -> Substitution {
    Substitution {
        find,
        replace,
        files: FileSet::Named,
        count,
        syntax: PatternSyntax::Literal,
        bounds,
        region: Region::Anywhere,
        scope: None,
    }
}

/// Returns the new text as the content of a file.
pub(super) fn as_file(new: &[PatchLine<'_>], place: PatchPlace) -> Payload {
    let lines = new.iter().map(|(text, _)| (*text).to_owned()).collect();
    Payload { lines, place, ..Payload::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::tests::describe::describe_hunk;

    #[track_caller]
    fn check(old: &str, new: &str, expected: &str) {
        let rows = |text: &'static str| text.lines().map(|line| (line, 1)).collect::<Vec<_>>();
        let (old, new) = (rows(old.to_owned().leak()), rows(new.to_owned().leak()));
        let found = as_hunk(&old, &new, PatchPlace::new(1, 1));
        assert_eq!(found.map_or_else(String::new, |hunk| describe_hunk(&hunk)), expected);
    }

    #[test]
    fn what_both_texts_have_is_context() {
        check("a\nb\nc", "a\nx\nc", "[] =a|-b|+x|=c");
        check("a\nb\nc\nd", "a\nx\nc\ny\nd", "[] =a|-b|+x|=c|+y|=d");
        check("a\na", "a\na\na", "[] =a|=a|+a");
    }

    #[test]
    fn what_changes_nothing_or_has_no_place_is_no_hunk() {
        check("a\nb", "a\nb", "");
        check("", "a", "");
        check("\n\n", "a", "");
    }

    #[test]
    fn long_texts_are_exchanged_as_a_whole() {
        let text =
            |from: usize| (from..from + 5_000).fold(String::new(), |text, at| text + &format!("{at}\n"));
        let (old, new) = (text(0), text(1));
        let rows = |text: &'static str| text.lines().map(|line| (line, 1)).collect::<Vec<_>>();
        let (old, new) = (rows(old.leak()), rows(new.leak()));
        let hunk = as_hunk(&old, &new, PatchPlace::new(1, 1)).expect("they differ");
        assert_eq!(hunk.lines.len(), 10_000);
    }
}
